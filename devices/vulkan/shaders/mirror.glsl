// Where mirror images come from: `size` is the tensor's, `padded` with what is mirrored, of which `before`
// elements lie in front. p.skip: elements of the border that are not repeated.
layout(constant_id = 0) const uint kRank = 1;
layout(push_constant) uniform Push {
  uint n;
  int skip;
  uint size[8], padded[8], before[8];
} p;
