// What follows a product in the same dispatch, in variants with TYPE1_fused: kEpilogue has bit 0 for a bias
// of each column, bit 1 for Relu, in which NaN stays. EPILOGUE_CONSTANT is the constant's number.
#ifdef TYPE1_fused
layout(constant_id = EPILOGUE_CONSTANT) const uint kEpilogue = 3;
layout(binding = 3) readonly buffer Bias { T bias[]; };
float Final(float x, uint column) {
  if ((kEpilogue & 1) != 0) x += float(bias[column]);
  return (kEpilogue & 2) != 0 && x < 0.0 ? 0.0 : x;
}
#else
#define Final(x, column) (x)
#endif
