// Which pixels of an image each row and column of its resized form is made of: computed in float and never
// contracted, so that they are the CPU's.
layout(constant_id = 0) const uint kAlign = 0;
layout(constant_id = 1) const uint kHalf = 0;
layout(push_constant) uniform Push {
  uint n, channels;
  uint size[2], resized[2];  // rows and columns
  float scale[2];
} p;

struct Place {
  int low, high;
  float lerp;  // how far from low to high
};
Place Nearest(uint i, uint axis) {
  precise const float at = (float(i) + (kHalf == 1 ? 0.5 : 0.0)) * p.scale[axis];
  float whole = floor(at);
  if (kAlign == 1 && at - whole >= 0.5) whole += 1.0;
  const int pixel = clamp(int(whole), 0, int(p.size[axis]) - 1);
  return Place(pixel, pixel, 0.0);
}
Place Linear(uint i, uint axis) {
  precise float at = float(i);
  if (kHalf == 1) at += 0.5;
  at *= p.scale[axis];
  if (kHalf == 1) at -= 0.5;
  const int last = int(p.size[axis]) - 1;
  const float whole = floor(at);
  return Place(clamp(int(whole), 0, last), clamp(int(ceil(at)), 0, last), at - whole);
}
