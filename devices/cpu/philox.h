// Random numbers by counter: Philox4x32-10 (Salmon et al. 2011), and the laws that ops draw from.
//
// The layout is TensorFlow's: group g of a result comes from counter base + g (truncated normal numbers:
// 64 counters for each output). Threads share nothing, so any number of them gives the same numbers.
#ifndef RUNNEL_DEVICES_CPU_PHILOX_H_
#define RUNNEL_DEVICES_CPU_PHILOX_H_

#include <algorithm>
#include <cmath>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/types.h"
#include "plugins/sdk/philox.h"

namespace runnel::cpu {

// Counters that one output may use up, as in TensorFlow.
constexpr uint64_t kDrawsPerOutput = 256;

class Philox {
 public:
  Philox(uint64_t seed, uint64_t seed2) : seed_(seed), high_(seed2) {}

  // Moves to `offset` counters behind the start.
  void Seek(uint64_t offset) {
    low_ = offset;
    carry_ = 0;
  }
  void Add(uint64_t count) {
    low_ += count;
    if (low_ < count) ++carry_;
  }
  // The four numbers of this counter; goes on to the next.
  void Next(uint32_t out[4]) {
    plugin::PhiloxBlock(seed_, low_, high_ + carry_, out);
    Add(1);
  }

 private:
  uint64_t seed_;
  uint64_t high_;
  uint64_t low_ = 0;
  uint64_t carry_ = 0;
};

// [0, 1) from the mantissa bits of a number in [1, 2).
inline float UnitFloat(uint32_t bits) {
  return std::bit_cast<float>((bits & 0x7fffffu) | (127u << 23)) - 1.0f;
}
inline double UnitDouble(uint32_t low, uint32_t high) {
  // `low` gives the upper part of the mantissa, as in TensorFlow.
  const uint64_t mantissa = (uint64_t{low & 0xfffffu} << 32) | high;
  return std::bit_cast<double>((uint64_t{1023} << 52) | mantissa) - 1.0;
}

// Two normal numbers from two uniform ones (Box & Muller 1958).
inline void BoxMuller(uint32_t x0, uint32_t x1, float* first, float* second) {
  const float u = std::max(UnitFloat(x0), 1.0e-7f);
  const float angle = static_cast<float>(2.0 * M_PI * static_cast<double>(UnitFloat(x1)));
  const float radius = std::sqrt(-2.0f * std::log(u));
  *first = std::sin(angle) * radius;
  *second = std::cos(angle) * radius;
}
inline void BoxMuller(const uint32_t x[4], double* first, double* second) {
  const double u = std::max(UnitDouble(x[0], x[1]), 1.0e-7);
  const double angle = 2.0 * M_PI * UnitDouble(x[2], x[3]);
  const double radius = std::sqrt(-2.0 * std::log(u));
  *first = std::sin(angle) * radius;
  *second = std::cos(angle) * radius;
}

// Outputs of one group: four, or two where a number takes 64 bits.
template <typename T>
inline constexpr int kGroup = sizeof(T) == 8 ? 2 : 4;

struct Uniform {
  static constexpr bool kVariable = false;
  template <typename T>
  static void Group(Philox& philox, T* out) {
    uint32_t x[4];
    philox.Next(x);
    if constexpr (std::is_same_v<T, double>) {
      out[0] = UnitDouble(x[0], x[1]);
      out[1] = UnitDouble(x[2], x[3]);
    } else {
      for (int i = 0; i < 4; ++i) {
        if constexpr (std::is_same_v<T, float>) {
          out[i] = UnitFloat(x[i]);
        } else if constexpr (std::is_same_v<T, Half>) {
          const Half above = {static_cast<uint16_t>((x[i] & 0x3ffu) | (15u << 10))};
          out[i] = ToHalf(ToFloat(above) - 1.0f);
        } else {
          const BFloat16 above = {static_cast<uint16_t>((x[i] & 0x7fu) | (127u << 7))};
          out[i] = ToBFloat16(ToFloat(above) - 1.0f);
        }
      }
    }
  }
};

struct Normal {
  static constexpr bool kVariable = false;
  template <typename T>
  static void Group(Philox& philox, T* out) {
    uint32_t x[4];
    philox.Next(x);
    if constexpr (std::is_same_v<T, double>) {
      BoxMuller(x, &out[0], &out[1]);
    } else {
      float f[4];
      BoxMuller(x[0], x[1], &f[0], &f[1]);
      BoxMuller(x[2], x[3], &f[2], &f[3]);
      for (int i = 0; i < 4; ++i) out[i] = Store<T>(f[i]);
    }
  }
};

// Normal numbers of absolute value below 2; others are drawn again.
struct Truncated {
  static constexpr bool kVariable = true;
  template <typename T>
  static void Group(Philox& philox, T* out) {
    int count = 0;
    for (;;) {
      uint32_t x[4];
      philox.Next(x);
      Compute<T> f[4];
      int candidates = 4;
      if constexpr (std::is_same_v<T, double>) {
        BoxMuller(x, &f[0], &f[1]);
        candidates = 2;
      } else {
        BoxMuller(x[0], x[1], &f[0], &f[1]);
        BoxMuller(x[2], x[3], &f[2], &f[3]);
      }
      for (int i = 0; i < candidates; ++i) {
        if (!(std::fabs(f[i]) < 2)) continue;
        out[count++] = Store<T>(f[i]);
        if (count == kGroup<T>) return;
      }
    }
  }
};

template <class Law, typename T>
void FillWith(const rnlp_run_t* run, Philox philox, uint64_t base, T* out, int64_t n) {
  constexpr int64_t kPerGroup = kGroup<T>;
  constexpr uint64_t kSkip = Law::kVariable ? kPerGroup * kDrawsPerOutput / 4 : 1;
  const int64_t groups = (n + kPerGroup - 1) / kPerGroup;
  ParallelFor(run, groups, 2048, [&](int64_t begin, int64_t end) {
    Philox own = philox;
    for (int64_t g = begin; g < end; ++g) {
      if (Law::kVariable || g == begin) {
        own.Seek(base);
        own.Add(static_cast<uint64_t>(g) * kSkip);
      }
      if ((g + 1) * kPerGroup <= n) {
        Law::Group(own, out + g * kPerGroup);
      } else {
        T rest[kPerGroup];
        Law::Group(own, rest);
        std::copy_n(rest, n - g * kPerGroup, out + g * kPerGroup);
      }
    }
  });
}
// The same for every type of floating-point output.
template <class Law>
void Fill(const rnlp_run_t* run, const Philox& philox, uint64_t base, const rnlp_tensor_t* out) {
  const int64_t n = out->num_elements;
  switch (out->dtype) {
    case RNLP_FLOAT:
      FillWith<Law>(run, philox, base, Data<float>(out), n);
      break;
    case RNLP_DOUBLE:
      FillWith<Law>(run, philox, base, Data<double>(out), n);
      break;
    case RNLP_HALF:
      FillWith<Law>(run, philox, base, Data<Half>(out), n);
      break;
    default:
      FillWith<Law>(run, philox, base, Data<BFloat16>(out), n);
      break;
  }
}

// int32 or int64 numbers of [low,high), low below high.
void FillIntegers(const rnlp_run_t* run, const Philox& philox, uint64_t base, int64_t low, int64_t high,
                  const rnlp_tensor_t* out);

// The attrs seed and seed2 of a node. Both 0: drawn from the system.
struct Seeds {
  uint64_t seed = 0;
  uint64_t seed2 = 0;
  rnlp_status_t* InitSeeds(const rnlp_host_t* host, const rnlp_node_t* node);
};

// The stream of an op that takes its seed, a vector of two, as an input. Errors: INVALID_ARGUMENT.
rnlp_status_t* SeededStream(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* seed,
                            Philox* out);
// That of an op whose inputs 1 to 3 are key, counter and alg, and where in it the op begins. Errors:
// INVALID_ARGUMENT, UNIMPLEMENTED for another algorithm.
rnlp_status_t* KeyedStream(const rnlp_run_t* run, const char* op, Philox* stream, uint64_t* base);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_PHILOX_H_
