#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_basic : require
#include "common.glsl"
#include "window.glsl"
// The convolutions of conv.comp for processors, where every load is one of each lane by itself: a workgroup
// is one subgroup, of whose lanes each has kRows rows of 16 columns. What all lanes need (filter, or the
// gradient for role 2) they load in turns, kSteps x 16 numbers at a time, and hand on in shared memory at
// constant places. Roles as there; role 2 has a share in z.
layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint kWidth = 8;
layout(constant_id = 1) const uint kRole = 0;
layout(constant_id = 2) const uint kSteps = 4;  // of the sum at a time: 4, or the channels if fewer
layout(constant_id = 3) const uint kVecA = 0;   // four steps of the left side are a vector
layout(constant_id = 4) const uint kVecB = 0;   // output channels are whole vectors, and lie side by side
#define EPILOGUE_CONSTANT 5
#include "epilogue.glsl"
const uint kRows = 4;
#ifdef TYPE0_f16
#define T4 f16vec4
#else
#define T4 vec4
#endif
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 0) readonly buffer A4 { T4 a4[]; };
layout(binding = 1) readonly buffer B { T b[]; };
layout(binding = 1) readonly buffer B4 { T4 b4[]; };
layout(binding = 2) writeonly buffer O { T o[]; };
#ifdef TYPE0_f32
layout(binding = 2) writeonly buffer P { float parts[]; };
#define PART_STORE(at, v) parts[at] = v
#else
#define PART_STORE(at, v) o[at] = T(v)
#endif
shared vec4 tile[16];

// Up to four numbers of b that lie side by side.
vec4 Four(uint at, uint count) {
  if (kVecB == 1) return count > 0 ? vec4(b4[at / 4]) : vec4(0);
  vec4 v = vec4(0);
  [[unroll]] for (uint j = 0; j < 4; ++j) {
    if (j < count) v[j] = float(b[at + j]);
  }
  return v;
}
uint Left(uint count, uint done) { return count > done ? count - done : 0; }

// Row r of a lane, of the filter's gradient.
uint RowOf(uint first, uint r) { return kVecA == 1 ? first + r : first + r * kWidth; }

void main() {
  const uint lane = gl_SubgroupInvocationID;
  const uint col = gl_WorkGroupID.y * 16u;
  vec4 sum[kRows][4];
  [[unroll]] for (uint r = 0; r < kRows; ++r) {
    [[unroll]] for (uint v = 0; v < 4; ++v) sum[r][v] = vec4(0);
  }
  vec4 x[kRows];
  [[unroll]] for (uint r = 0; r < kRows; ++r) x[r] = vec4(0);
  const uint group = kRole == 2 ? gl_WorkGroupID.x : gl_WorkGroupID.z * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint first = group * kWidth * kRows + (kRole == 2 && kVecA == 1 ? lane * kRows : lane);

  if (kRole == 2) {
    // a: the image; b: the gradient of the output, whose channels lie side by side.
    const uint rows = uint(p.taps_h * p.taps_w) * p.channels, share = gl_WorkGroupID.z;
    const uint lines = p.batch * uint(p.out_h);
    const uint each = (lines + p.splits - 1) / p.splits;
    for (uint line = share * each; line < min(share * each + each, lines); ++line) {
      const uint n = line / uint(p.out_h);
      const int i = int(line % uint(p.out_h));
      const uint line_at = n * p.out_batch + uint(i) * p.out_row + col;
      for (int j = 0; j < p.out_w; j += 4) {
        subgroupMemoryBarrierShared();
        for (uint e = lane; e < 16; e += kWidth) {
          const uint pixel = uint(j) + e / 4, v = e % 4 * 4;
          tile[e] = Four(line_at + pixel * p.out_col + v, pixel < uint(p.out_w) ? Left(p.out_channels, col + v) : 0);
        }
        subgroupMemoryBarrierShared();
        // With kVecA the rows of a lane are four channels that lie side by side.
        [[unroll]] for (uint r = 0; r < (kVecA == 1 ? 1 : kRows); ++r) {
          const uint row = min(RowOf(first, r), rows - 1), tap = row / p.channels;
          const int h = i * p.stride_h - p.before_h + int(tap) / p.taps_w * p.dilation_h;
          const bool in_h = h >= 0 && h < p.image_h;
          const uint from = n * p.image_batch + (in_h ? uint(h) : 0) * p.image_row + row % p.channels * p.image_channel;
          [[unroll]] for (int k = 0; k < 4; ++k) {
            const int w = (j + k) * p.stride_w - p.before_w + int(tap) % p.taps_w * p.dilation_w;
            const bool inside = in_h && w >= 0 && w < p.image_w && j + k < p.out_w;
            const uint at = from + (inside ? uint(w) : 0) * p.image_col;
            if (kVecA == 1) {
              const vec4 four = inside ? vec4(a4[at / 4]) : vec4(0);
              [[unroll]] for (uint c = 0; c < 4; ++c) x[c][k] = four[c];
            } else {
              x[r][k] = inside ? float(a[at]) : 0.0;
            }
          }
        }
        [[unroll]] for (uint r = 0; r < kRows; ++r) {
          [[unroll]] for (uint k = 0; k < 4; ++k) {
            [[unroll]] for (uint v = 0; v < 4; ++v) sum[r][v] = fma(vec4(x[r][k]), tile[k * 4 + v], sum[r][v]);
          }
        }
      }
    }
    [[unroll]] for (uint r = 0; r < kRows; ++r) {
      const uint row = RowOf(first, r);
      if (row >= rows) continue;
      [[unroll]] for (uint v = 0; v < 16; ++v) {
        if (col + v < p.out_channels)
          PART_STORE((share * rows + row) * p.out_channels + col + v, sum[r][v / 4][v % 4]);
      }
    }
    return;
  }

  const uint high = uint(kRole == 0 ? p.out_h : p.image_h), wide = uint(kRole == 0 ? p.out_w : p.image_w);
  const uint rows = p.batch * high * wide;
  const uint inner = kRole == 0 ? p.channels : p.out_channels, cols = kRole == 0 ? p.out_channels : p.channels;
  const uint channel = kRole == 0 ? p.image_channel : p.out_channel;  // from one step to the next
  for (int s = 0; s < p.taps_h; ++s) {
    for (int t = 0; t < p.taps_w; ++t) {
      uint from[kRows];
      bool inside[kRows];
      [[unroll]] for (uint r = 0; r < kRows; ++r) {
        const uint row = min(first + r * kWidth, rows - 1);
        const int y = int(row / wide % high), z = int(row % wide);
        int h, w;
        if (kRole == 0) {
          h = y * p.stride_h - p.before_h + s * p.dilation_h;
          w = z * p.stride_w - p.before_w + t * p.dilation_w;
          inside[r] = h >= 0 && h < p.image_h && w >= 0 && w < p.image_w;
        } else {
          const int up = y + p.before_h - s * p.dilation_h, across = z + p.before_w - t * p.dilation_w;
          h = up / p.stride_h;
          w = across / p.stride_w;
          inside[r] = up >= 0 && up % p.stride_h == 0 && h < p.out_h && across >= 0 &&
                      across % p.stride_w == 0 && w < p.out_w;
        }
        if (!inside[r]) h = w = 0;
        const uint n = row / (high * wide);
        from[r] = kRole == 0 ? n * p.image_batch + uint(h) * p.image_row + uint(w) * p.image_col
                             : n * p.out_batch + uint(h) * p.out_row + uint(w) * p.out_col;
      }
      const uint tap = uint(s * p.taps_w + t) * p.channels;
      for (uint k = 0; k < inner; k += kSteps) {
        subgroupMemoryBarrierShared();
        if (kRole == 0) {
          for (uint e = lane; e < kSteps * 4; e += kWidth) {
            const uint step = k + e / 4, v = col + e % 4 * 4;
            tile[e] = Four((tap + step) * p.out_channels + v, step < inner ? Left(cols, v) : 0);
          }
        } else {
          for (uint e = lane; e < 16; e += kWidth)
            tile[e] = Four((tap + col + e) * p.out_channels + k, col + e < cols ? Left(inner, k) : 0);
        }
        subgroupMemoryBarrierShared();
        [[unroll]] for (uint r = 0; r < kRows; ++r) {
          if (kVecA == 1) {
            x[r] = inside[r] ? vec4(a4[(from[r] + k) / 4]) : vec4(0);
          } else {
            [[unroll]] for (uint step = 0; step < kSteps; ++step) {
              const bool there = inside[r] && k + step < inner;
              x[r][step] = there ? float(a[from[r] + (k + step) * channel]) : 0.0;
            }
          }
        }
        [[unroll]] for (uint r = 0; r < kRows; ++r) {
          [[unroll]] for (uint step = 0; step < kSteps; ++step) {
            if (kRole == 0) {
              [[unroll]] for (uint v = 0; v < 4; ++v)
                sum[r][v] = fma(vec4(x[r][step]), tile[step * 4 + v], sum[r][v]);
            } else {
              [[unroll]] for (uint c = 0; c < 16; ++c)
                sum[r][c / 4][c % 4] = fma(x[r][step], tile[c][step], sum[r][c / 4][c % 4]);
            }
          }
        }
      }
    }
  }
  [[unroll]] for (uint r = 0; r < kRows; ++r) {
    const uint row = first + r * kWidth;
    if (row >= rows) continue;
    const uint n = row / (high * wide), y = row / wide % high, z = row % wide;
    const uint to = kRole == 0 ? n * p.out_batch + y * p.out_row + z * p.out_col
                               : n * p.image_batch + y * p.image_row + z * p.image_col;
    const uint out_step = kRole == 0 ? p.out_channel : p.image_channel;
    [[unroll]] for (uint v = 0; v < 16; ++v) {
      if (col + v < cols) o[to + (col + v) * out_step] = T(Final(sum[r][v / 4][v % 4], col + v));
    }
  }
}
