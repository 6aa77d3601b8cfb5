// What is named by indices; scans and ranges; random numbers.
#include "devices/cuda/device_code/element_ops.h"
#include "devices/cuda/device_code/index_args.h"

namespace runnel::cuda {

RUNNEL_DEVICE i64 IndexOf(u64 indices, int bytes, i64 i) {
  if (bytes == 8) return At<const i64>(indices)[i];
  return bytes == 4 ? At<const i32>(indices)[i] : At<const u8>(indices)[i];
}

template <typename T>
RUNNEL_DEVICE void GatherBody(const GatherArgs& a) {
  for (i64 i = ThreadIndex(); i < a.total; i += NumThreads()) {
    const i64 slice = i / a.inner, row = slice / a.count;  // row: batch and outer
    const i64 index = IndexOf(a.indices, a.wide ? 8 : 4, row / a.outer * a.count + slice % a.count);
    const bool known = index >= 0 && index < a.limit;
    At<T>(a.out)[i] =
        known ? At<const T>(a.params)[(row * a.limit + index) * a.inner + i % a.inner] : T{0};
  }
}
template <typename T>
RUNNEL_DEVICE void OneHotBody(const OneHotArgs& a) {
  const T on = *At<const T>(a.on), off = *At<const T>(a.off);
  for (i64 i = ThreadIndex(); i < a.total; i += NumThreads()) {
    const i64 inner = i % a.inner, rest = i / a.inner;
    const i64 index = IndexOf(a.indices, a.index_bytes, rest / a.depth * a.inner + inner);
    At<T>(a.out)[i] = index == rest % a.depth ? on : off;
  }
}
#define RUNNEL_CUDA_INDEX_KERNELS(bytes, T)                          \
  RUNNEL_KERNEL(gather_##bytes, GatherArgs) { GatherBody<T>(a); }    \
  RUNNEL_KERNEL(one_hot_##bytes, OneHotArgs) { OneHotBody<T>(a); }
RUNNEL_CUDA_INDEX_KERNELS(1, u8)
RUNNEL_CUDA_INDEX_KERNELS(2, u16)
RUNNEL_CUDA_INDEX_KERNELS(4, u32)
RUNNEL_CUDA_INDEX_KERNELS(8, u64)

RUNNEL_DEVICE void RangeValue(const RangeArgs& a, i64 i, float* out) {
  *out = static_cast<float>(a.start) + static_cast<float>(i) * static_cast<float>(a.delta);
}
RUNNEL_DEVICE void RangeValue(const RangeArgs& a, i64 i, i32* out) {
  *out = static_cast<i32>(static_cast<u64>(a.whole_start) + static_cast<u64>(i) * static_cast<u64>(a.whole_delta));
}
RUNNEL_DEVICE void RangeValue(const RangeArgs& a, i64 i, i64* out) {
  *out = static_cast<i64>(static_cast<u64>(a.whole_start) + static_cast<u64>(i) * static_cast<u64>(a.whole_delta));
}
template <typename T>
RUNNEL_DEVICE void RangeBody(const RangeArgs& a) {
  for (i64 i = ThreadIndex(); i < a.count; i += NumThreads()) {
    Compute<T> value;
    RangeValue(a, i, &value);
    At<T>(a.out)[i] = Store<T>(value);
  }
}

// `out` may be `in`.
template <typename T>
RUNNEL_DEVICE void ScanBody(const ScanArgs& a) {
  for (i64 row = ThreadIndex(); row < a.outer * a.inner; row += NumThreads()) {
    const i64 first = row / a.inner * a.length * a.inner + row % a.inner;
    Compute<T> so_far = static_cast<Compute<T>>(a.product ? 1 : 0);
    for (i64 i = 0; i < a.length; ++i) {
      const i64 at = first + (a.reverse ? a.length - 1 - i : i) * a.inner;
      const Compute<T> next = Binary(a.product ? kMul : kAdd, so_far, Load(At<const T>(a.in)[at]), 0.0f);
      At<T>(a.out)[at] = Store<T>(a.exclusive ? so_far : next);
      so_far = next;
    }
  }
}

// A thread has a column, so that sums are made in the order of the rows. Ids outside are left out.
template <typename T>
RUNNEL_DEVICE void SegmentSumBody(const SegmentSumArgs& a) {
  for (i64 i = ThreadIndex(); i < a.inner; i += NumThreads()) {
    for (i64 k = 0; k < a.count; ++k) {
      const i64 id = IndexOf(a.ids, a.wide ? 8 : 4, k);
      if (id < 0 || id >= a.segments) continue;
      T* to = At<T>(a.out) + id * a.inner + i;
      *to = Store<T>(Binary(kAdd, Load(*to), Load(At<const T>(a.data)[k * a.inner + i]), 0.0f));
    }
  }
}
#define RUNNEL_CUDA_SCAN_KERNELS(name, T)                                        \
  RUNNEL_KERNEL(range_##name, RangeArgs) { RangeBody<T>(a); }                    \
  RUNNEL_KERNEL(scan_##name, ScanArgs) { ScanBody<T>(a); }                       \
  RUNNEL_KERNEL(segment_sum_##name, SegmentSumArgs) { SegmentSumBody<T>(a); }
RUNNEL_CUDA_SCAN_KERNELS(f32, float)
RUNNEL_CUDA_SCAN_KERNELS(f16, Half)
RUNNEL_CUDA_SCAN_KERNELS(bf16, BFloat16)
RUNNEL_CUDA_SCAN_KERNELS(i32, i32)
RUNNEL_CUDA_SCAN_KERNELS(i64, i64)

// ---- random numbers: Philox4x32-10 (Salmon et al. 2011), laid out as the CPU's ----

struct Philox {
  u64 key, high, low;
  RUNNEL_DEVICE void Next(u32* out) {
    u32 c0 = static_cast<u32>(low), c1 = static_cast<u32>(low >> 32);
    u32 c2 = static_cast<u32>(high), c3 = static_cast<u32>(high >> 32);
    u32 k0 = static_cast<u32>(key), k1 = static_cast<u32>(key >> 32);
    for (int round = 0; round < 10; ++round) {
      const u64 p0 = u64{0xD2511F53u} * c0, p1 = u64{0xCD9E8D57u} * c2;
      c0 = static_cast<u32>(p1 >> 32) ^ c1 ^ k0;
      c1 = static_cast<u32>(p1);
      c2 = static_cast<u32>(p0 >> 32) ^ c3 ^ k1;
      c3 = static_cast<u32>(p0);
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
    if (++low == 0) ++high;
  }
};
RUNNEL_DEVICE Philox PhiloxAt(const RandomArgs& a, u64 counters) {
  Philox philox{a.key, a.high, a.base + counters};
  if (philox.low < counters) ++philox.high;
  return philox;
}

RUNNEL_DEVICE float UnitFloat(u32 bits) { return BitsToFloat((bits & 0x7fffffu) | (127u << 23)) - 1.0f; }
// Two normal numbers from two uniform ones (Box & Muller 1958).
RUNNEL_DEVICE void BoxMuller(u32 x0, u32 x1, float* out) {
  const float u = fmaxf(UnitFloat(x0), 1.0e-7f);
  const float angle = static_cast<float>(6.283185307179586 * static_cast<double>(UnitFloat(x1)));
  const float radius = sqrtf(-2.0f * logf(u));
  out[0] = sinf(angle) * radius;
  out[1] = cosf(angle) * radius;
}
RUNNEL_DEVICE void UniformOf(u32 bits, float* out) { *out = UnitFloat(bits); }
RUNNEL_DEVICE void UniformOf(u32 bits, Half* out) {
  const Half above = {static_cast<u16>((bits & 0x3ffu) | (15u << 10))};
  *out = Store<Half>(Load(above) - 1.0f);
}
RUNNEL_DEVICE void UniformOf(u32 bits, BFloat16* out) {
  const BFloat16 above = {static_cast<u16>((bits & 0x7fu) | (127u << 7))};
  *out = Store<BFloat16>(Load(above) - 1.0f);
}

// Four numbers a thread. Truncated ones have 64 counters for each, since some are drawn again.
template <typename T>
RUNNEL_DEVICE void RandomBody(const RandomArgs& a) {
  for (i64 group = ThreadIndex(); group * 4 < a.count; group += NumThreads()) {
    Philox philox = PhiloxAt(a, static_cast<u64>(group) * (a.law == kTruncatedLaw ? 256 : 1));
    T numbers[4];
    u32 x[4];
    if (a.law == kUniformLaw) {
      philox.Next(x);
      for (int i = 0; i < 4; ++i) UniformOf(x[i], &numbers[i]);
    } else {
      int count = 0;
      while (count < 4) {
        float f[4];
        philox.Next(x);
        BoxMuller(x[0], x[1], f);
        BoxMuller(x[2], x[3], f + 2);
        for (int i = 0; i < 4 && count < 4; ++i) {
          if (a.law == kNormalLaw || fabsf(f[i]) < 2) numbers[count++] = Store<T>(f[i]);
        }
      }
    }
    for (int i = 0; i < 4 && group * 4 + i < a.count; ++i) At<T>(a.out)[group * 4 + i] = numbers[i];
  }
}
RUNNEL_KERNEL(random_f32, RandomArgs) { RandomBody<float>(a); }
RUNNEL_KERNEL(random_f16, RandomArgs) { RandomBody<Half>(a); }
RUNNEL_KERNEL(random_bf16, RandomArgs) { RandomBody<BFloat16>(a); }

RUNNEL_KERNEL(random_integers, RandomArgs) {
  const int per_group = a.wide ? 2 : 4;
  for (i64 group = ThreadIndex(); group * per_group < a.count; group += NumThreads()) {
    Philox philox = PhiloxAt(a, static_cast<u64>(group));
    u32 x[4];
    philox.Next(x);
    for (int i = 0; i < per_group && group * per_group + i < a.count; ++i) {
      const u64 bits = a.wide ? x[2 * i] | (u64{x[2 * i + 1]} << 32) : x[i];
      const u64 value = static_cast<u64>(a.low) + bits % a.range;
      if (a.wide) {
        At<u64>(a.out)[group * per_group + i] = value;
      } else {
        At<u32>(a.out)[group * per_group + i] = static_cast<u32>(value);
      }
    }
  }
}

}  // namespace runnel::cuda
