// Random: RandomUniform RandomStandardNormal TruncatedNormal RandomUniformInt.
//
// Philox4x32-10 (Salmon et al. 2011). The layout is TensorFlow's: key from `seed`, the high half of the
// counter from `seed2`, group g of a result from counter base + g (TruncatedNormal: 64 counters for each
// of its outputs), and each run moves the base on by 256 times the number of its outputs. Both seeds 0:
// they are drawn from the system once, when the kernel is created. Threads share nothing, so any number
// of them gives the same numbers.
#include <algorithm>
#include <cmath>
#include <cstring>

#if defined(__linux__)
#include <sys/random.h>
#endif
#include <time.h>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kUniform[] = "RandomUniform";
constexpr char kNormal[] = "RandomStandardNormal";
constexpr char kTruncated[] = "TruncatedNormal";
constexpr char kUniformInt[] = "RandomUniformInt";

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
    const uint64_t high = high_ + carry_;
    uint32_t c0 = static_cast<uint32_t>(low_), c1 = static_cast<uint32_t>(low_ >> 32);
    uint32_t c2 = static_cast<uint32_t>(high), c3 = static_cast<uint32_t>(high >> 32);
    uint32_t k0 = static_cast<uint32_t>(seed_), k1 = static_cast<uint32_t>(seed_ >> 32);
    for (int round = 0; round < 10; ++round) {
      const uint64_t p0 = uint64_t{0xD2511F53u} * c0;
      const uint64_t p1 = uint64_t{0xCD9E8D57u} * c2;
      c0 = static_cast<uint32_t>(p1 >> 32) ^ c1 ^ k0;
      c1 = static_cast<uint32_t>(p1);
      c2 = static_cast<uint32_t>(p0 >> 32) ^ c3 ^ k1;
      c3 = static_cast<uint32_t>(p0);
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
    Add(1);
  }

 private:
  uint64_t seed_;
  uint64_t high_;
  uint64_t low_ = 0;
  uint64_t carry_ = 0;
};

// [0, 1) from the mantissa bits of a number in [1, 2).
float UnitFloat(uint32_t bits) { return std::bit_cast<float>((bits & 0x7fffffu) | (127u << 23)) - 1.0f; }
double UnitDouble(uint32_t low, uint32_t high) {
  // `low` gives the upper part of the mantissa, as in TensorFlow.
  const uint64_t mantissa = (uint64_t{low & 0xfffffu} << 32) | high;
  return std::bit_cast<double>((uint64_t{1023} << 52) | mantissa) - 1.0;
}

// Two normal numbers from two uniform ones (Box & Muller 1958).
void BoxMuller(uint32_t x0, uint32_t x1, float* first, float* second) {
  const float u = std::max(UnitFloat(x0), 1.0e-7f);
  const float angle = static_cast<float>(2.0 * M_PI * static_cast<double>(UnitFloat(x1)));
  const float radius = std::sqrt(-2.0f * std::log(u));
  *first = std::sin(angle) * radius;
  *second = std::cos(angle) * radius;
}
void BoxMuller(const uint32_t x[4], double* first, double* second) {
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
void Fill(const rnlp_host_t* host, Philox philox, uint64_t base, T* out, int64_t n) {
  constexpr int64_t kPerGroup = kGroup<T>;
  constexpr uint64_t kSkip = Law::kVariable ? kPerGroup * kDrawsPerOutput / 4 : 1;
  const int64_t groups = (n + kPerGroup - 1) / kPerGroup;
  ParallelFor(host, groups, 2048, [&](int64_t begin, int64_t end) {
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

struct RandomKernel {
  const char* op;
  int32_t dtype = 0;
  uint64_t seed = 0;
  uint64_t seed2 = 0;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_output_dtype(host, node, 0);
    int64_t first = 0, second = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "seed", &first));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "seed2", &second));
    seed = static_cast<uint64_t>(first);
    seed2 = static_cast<uint64_t>(second);
    if (seed == 0 && seed2 == 0) DrawSeeds();
    return nullptr;
  }
  void DrawSeeds() {
    uint64_t drawn[2] = {};
#if defined(__linux__)
    if (getrandom(drawn, sizeof(drawn), GRND_NONBLOCK) != static_cast<ssize_t>(sizeof(drawn)))
#endif
    {
      // Early at boot there may be no entropy: the clock and an address tell two kernels apart.
      timespec now = {};
      clock_gettime(CLOCK_REALTIME, &now);
      drawn[0] = static_cast<uint64_t>(now.tv_nsec) ^ (static_cast<uint64_t>(now.tv_sec) << 32);
      drawn[1] = reinterpret_cast<uintptr_t>(this);
    }
    seed = drawn[0];
    seed2 = drawn[1];
  }

  // The output, allocated, and where its numbers start.
  rnlp_status_t* Begin(const rnlp_run_t* run, uint64_t* base) const {
    Dims dims;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "shape", run->inputs[0], &dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    *base = run->host->step_random_counter(
        run->host, run->step, static_cast<uint64_t>(run->outputs[0]->num_elements) * kDrawsPerOutput);
    return nullptr;
  }
};

template <class Law>
struct FloatKernel : RandomKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    uint64_t base = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Begin(run, &base));
    const rnlp_tensor_t* out = run->outputs[0];
    const Philox philox(seed, seed2);
    const int64_t n = out->num_elements;
    switch (dtype) {
      case RNLP_FLOAT:
        Fill<Law>(run->host, philox, base, Data<float>(out), n);
        break;
      case RNLP_DOUBLE:
        Fill<Law>(run->host, philox, base, Data<double>(out), n);
        break;
      case RNLP_HALF:
        Fill<Law>(run->host, philox, base, Data<Half>(out), n);
        break;
      default:
        Fill<Law>(run->host, philox, base, Data<BFloat16>(out), n);
        break;
    }
    return nullptr;
  }
};

struct IntKernel : RandomKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t low = 0, high = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "minval", run->inputs[1], &low));
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "maxval", run->inputs[2], &high));
    if (low >= high) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: minval %lld should be below maxval %lld", op,
                  static_cast<long long>(low), static_cast<long long>(high));
    }
    uint64_t base = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Begin(run, &base));
    const rnlp_tensor_t* out = run->outputs[0];
    const bool is_long = dtype == RNLP_INT64;
    const int64_t per_group = is_long ? 2 : 4;
    const int64_t n = out->num_elements;
    const uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
    ParallelFor(run->host, (n + per_group - 1) / per_group, 4096, [&](int64_t begin, int64_t end) {
      Philox philox(seed, seed2);
      philox.Seek(base);
      philox.Add(static_cast<uint64_t>(begin));
      for (int64_t g = begin; g < end; ++g) {
        uint32_t x[4];
        philox.Next(x);
        for (int64_t i = 0; i < per_group && g * per_group + i < n; ++i) {
          const uint64_t bits = is_long ? x[2 * i] | (uint64_t{x[2 * i + 1]} << 32) : x[i];
          const auto value = static_cast<int64_t>(static_cast<uint64_t>(low) + bits % range);
          if (is_long)
            Data<int64_t>(out)[g * per_group + i] = value;
          else
            Data<int32_t>(out)[g * per_group + i] = static_cast<int32_t>(value);
        }
      }
    });
    return nullptr;
  }
};

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr rnlp_type_constraint_t kFloatT[] = {Types("dtype", kFloatTypes), Types("T", kIndexTypes)};
constexpr rnlp_type_constraint_t kIntT[] = {Types("Tout", kIndexTypes), Types("T", kIndexTypes)};
constexpr rnlp_arg_mark_t kArgs[] = {
    {"shape", kHostConstant}, {"minval", RNLP_ARG_HOST}, {"maxval", RNLP_ARG_HOST}};

template <class K, const char* kOp, int kPicoseconds>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t (&types)[2], uint32_t num_args) {
  return MakeRow({.op = kOp,
                  .flags = RNLP_KERNEL_STATEFUL,
                  .types = types,
                  .num_types = 2,
                  .args = kArgs,
                  .num_args = num_args,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<kPicoseconds>,
                  .run = Run<K>});
}

}  // namespace

constinit const rnlp_kernel_row_t kRandomRows[] = {
    Row<FloatKernel<Uniform>, kUniform, 3000>(kFloatT, 1),
    Row<FloatKernel<Normal>, kNormal, 15000>(kFloatT, 1),
    Row<FloatKernel<Truncated>, kTruncated, 18000>(kFloatT, 1),
    Row<IntKernel, kUniformInt, 4000>(kIntT, 3),
};

}  // namespace runnel::cpu
