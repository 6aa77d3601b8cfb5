#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common.glsl"
#include "math.glsl"
#include "ops.glsl"
// A program of element-wise ops (plugins/abi/rnlp_fused.h), an element an invocation. The program is in the
// constants: the loop is unrolled and folded as the pipeline is made, and what is left is the straight code
// of that program, its values in registers. Values 0 to 11 are the inputs, 12 and on the instructions'.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint kInputs = 1;
layout(constant_id = 1) const uint kSteps = 1;
layout(constant_id = 2) const uint kOutputs = 1;
layout(constant_id = 3) const uint kModes = 0;    // two bits an input: 0 all, 1 one element, 2 runs
layout(constant_id = 4) const uint kResults = 0;  // eight bits an output: the value
// op | first operand << 8 | second operand << 16 (255: none)
layout(constant_id = 5) const uint c0 = 0;
layout(constant_id = 6) const uint c1 = 0;
layout(constant_id = 7) const uint c2 = 0;
layout(constant_id = 8) const uint c3 = 0;
layout(constant_id = 9) const uint c4 = 0;
layout(constant_id = 10) const uint c5 = 0;
layout(constant_id = 11) const uint c6 = 0;
layout(constant_id = 12) const uint c7 = 0;
layout(constant_id = 13) const uint c8 = 0;
layout(constant_id = 14) const uint c9 = 0;
layout(constant_id = 15) const uint c10 = 0;
layout(constant_id = 16) const uint c11 = 0;
layout(constant_id = 17) const uint c12 = 0;
layout(constant_id = 18) const uint c13 = 0;
layout(constant_id = 19) const uint c14 = 0;
layout(constant_id = 20) const uint c15 = 0;
layout(constant_id = 21) const uint c16 = 0;
layout(constant_id = 22) const uint c17 = 0;
layout(constant_id = 23) const uint c18 = 0;
layout(constant_id = 24) const uint c19 = 0;
layout(constant_id = 25) const uint c20 = 0;
layout(constant_id = 26) const uint c21 = 0;
layout(constant_id = 27) const uint c22 = 0;
layout(constant_id = 28) const uint c23 = 0;
layout(constant_id = 29) const uint c24 = 0;
layout(constant_id = 30) const uint c25 = 0;
layout(constant_id = 31) const uint c26 = 0;
layout(constant_id = 32) const uint c27 = 0;
layout(constant_id = 33) const uint c28 = 0;
layout(constant_id = 34) const uint c29 = 0;
layout(constant_id = 35) const uint c30 = 0;
layout(constant_id = 36) const uint c31 = 0;
layout(push_constant) uniform Push {
  uint n;
  uint run[12];
  uint count[12];
} p;
layout(binding = 0) readonly buffer I0 { T i0[]; };
layout(binding = 1) readonly buffer I1 { T i1[]; };
layout(binding = 2) readonly buffer I2 { T i2[]; };
layout(binding = 3) readonly buffer I3 { T i3[]; };
layout(binding = 4) readonly buffer I4 { T i4[]; };
layout(binding = 5) readonly buffer I5 { T i5[]; };
layout(binding = 6) readonly buffer I6 { T i6[]; };
layout(binding = 7) readonly buffer I7 { T i7[]; };
layout(binding = 8) readonly buffer I8 { T i8[]; };
layout(binding = 9) readonly buffer I9 { T i9[]; };
layout(binding = 10) readonly buffer I10 { T i10[]; };
layout(binding = 11) readonly buffer I11 { T i11[]; };
layout(binding = 12) writeonly buffer O0 { T o0[]; };
layout(binding = 13) writeonly buffer O1 { T o1[]; };
layout(binding = 14) writeonly buffer O2 { T o2[]; };
layout(binding = 15) writeonly buffer O3 { T o3[]; };
#define LOAD_INPUT(k, name)                                                                             \
  if (k < kInputs) {                                                                                    \
    const uint mode = (kModes >> (2 * k)) & 3u;                                                         \
    v[k] = C(name[mode == 0 ? id : mode == 1 ? 0 : id / p.run[k] % p.count[k]]);                        \
  }

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  C v[44];
  const uint codes[32] = uint[32](c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31);
  LOAD_INPUT(0, i0)
  LOAD_INPUT(1, i1)
  LOAD_INPUT(2, i2)
  LOAD_INPUT(3, i3)
  LOAD_INPUT(4, i4)
  LOAD_INPUT(5, i5)
  LOAD_INPUT(6, i6)
  LOAD_INPUT(7, i7)
  LOAD_INPUT(8, i8)
  LOAD_INPUT(9, i9)
  LOAD_INPUT(10, i10)
  LOAD_INPUT(11, i11)
  [[unroll]] for (uint k = 0; k < kSteps; ++k) {
    const uint code = codes[k];
    const C x = v[(code >> 8) & 255u];
    if ((code >> 16) == 255u) {
      v[12 + k] = UnaryOp(code & 255u, x);
    } else {
      v[12 + k] = BinaryOp(code & 255u, x, v[(code >> 16) & 255u]);
    }
  }
  o0[id] = T(v[kResults & 255u]);
  if (kOutputs > 1) o1[id] = T(v[(kResults >> 8) & 255u]);
  if (kOutputs > 2) o2[id] = T(v[(kResults >> 16) & 255u]);
  if (kOutputs > 3) o3[id] = T(v[kResults >> 24]);
}
