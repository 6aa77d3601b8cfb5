// Random: RandomUniform RandomStandardNormal TruncatedNormal RandomUniformInt, and their forms without
// state, which take their seeds as an input.
//
// TensorFlow's layout: the key is `seed`, the high half of the counter `seed2`, and each run moves the
// base on by 256 times the number of its outputs. Both seeds 0: they are drawn from the system once,
// when the kernel is created. Seeds that come as an input are scrambled first, so that no part of them
// matters more, and the counter starts at 0.
#include "devices/cpu/philox.h"

#if defined(__linux__)
#include <sys/random.h>
#endif
#include <time.h>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {

rnlp_status_t* Seeds::InitSeeds(const rnlp_host_t* host, const rnlp_node_t* node) {
  int64_t first = 0, second = 0;
  RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "seed", &first));
  RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "seed2", &second));
  uint64_t drawn[2] = {static_cast<uint64_t>(first), static_cast<uint64_t>(second)};
  if (first == 0 && second == 0) {
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
  }
  seed = drawn[0];
  seed2 = drawn[1];
  return nullptr;
}

rnlp_status_t* SeededStream(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* seed,
                            Philox* out) {
  uint64_t key = 0, high = 0;
  RUNNEL_CPU_RETURN_IF_ERROR(plugin::ReadSeeds(run->host, op, seed, &key, &high));
  *out = Philox(key, high);
  return nullptr;
}

void FillIntegers(const rnlp_run_t* run, const Philox& philox, uint64_t base, int64_t low, int64_t high,
                  const rnlp_tensor_t* out) {
  const bool is_long = out->dtype == RNLP_INT64;
  const int64_t per_group = is_long ? 2 : 4;
  const int64_t n = out->num_elements;
  const uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  ParallelFor(run, (n + per_group - 1) / per_group, 4096, [&](int64_t begin, int64_t end) {
    Philox own = philox;
    own.Seek(base);
    own.Add(static_cast<uint64_t>(begin));
    for (int64_t g = begin; g < end; ++g) {
      uint32_t x[4];
      own.Next(x);
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
}

namespace {

constexpr char kUniform[] = "RandomUniform";
constexpr char kNormal[] = "RandomStandardNormal";
constexpr char kTruncated[] = "TruncatedNormal";
constexpr char kUniformInt[] = "RandomUniformInt";
constexpr char kSeededUniform[] = "StatelessRandomUniform";
constexpr char kSeededNormal[] = "StatelessRandomNormal";
constexpr char kSeededTruncated[] = "StatelessTruncatedNormal";
constexpr char kSeededInt[] = "StatelessRandomUniformInt";

struct RandomKernel : Seeds {
  const char* op;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) { return InitSeeds(host, node); }

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
    Fill<Law>(run, Philox(seed, seed2), base, run->outputs[0]);
    return nullptr;
  }
};

// Reads inputs `first` and `first` + 1 as bounds, the lower one first. Where nothing is drawn they may
// be anything.
rnlp_status_t* ReadBounds(const rnlp_run_t* run, const char* op, uint32_t first, int64_t* low,
                          int64_t* high) {
  RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "minval", run->inputs[first], low));
  RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "maxval", run->inputs[first + 1], high));
  if (*low < *high || run->outputs[0]->num_elements == 0) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: minval %lld should be below maxval %lld", op,
              static_cast<long long>(*low), static_cast<long long>(*high));
}

struct IntKernel : RandomKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t low = 0, high = 0;
    uint64_t base = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Begin(run, &base));
    RUNNEL_CPU_RETURN_IF_ERROR(ReadBounds(run, op, 1, &low, &high));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    FillIntegers(run, Philox(seed, seed2), base, low, high, run->outputs[0]);
    return nullptr;
  }
};

// Inputs: shape and seed.
struct SeededKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Begin(const rnlp_run_t* run, Philox* stream) const {
    Dims dims;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "shape", run->inputs[0], &dims));
    RUNNEL_CPU_RETURN_IF_ERROR(SeededStream(run, op, run->inputs[1], stream));
    return EnsureOutput(run, op, 0, dims);
  }
};
template <class Law>
struct SeededFloatKernel : SeededKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Philox stream(0, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(Begin(run, &stream));
    Fill<Law>(run, stream, 0, run->outputs[0]);
    return nullptr;
  }
};
struct SeededIntKernel : SeededKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t low = 0, high = 0;
    Philox stream(0, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(Begin(run, &stream));
    RUNNEL_CPU_RETURN_IF_ERROR(ReadBounds(run, op, 2, &low, &high));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    FillIntegers(run, stream, 0, low, high, run->outputs[0]);
    return nullptr;
  }
};

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr rnlp_type_constraint_t kFloatT[] = {Types("dtype", kFloatTypes), Types("T", kIndexTypes),
                                              Types("Tseed", kIndexTypes)};
constexpr rnlp_type_constraint_t kIntT[] = {Types("Tout", kIndexTypes), Types("T", kIndexTypes)};
constexpr rnlp_type_constraint_t kSeededIntT[] = {Types("dtype", kIndexTypes), Types("T", kIndexTypes),
                                                  Types("Tseed", kIndexTypes)};
constexpr rnlp_arg_mark_t kArgs[] = {
    {"shape", kHostConstant}, {"minval", RNLP_ARG_HOST}, {"maxval", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kSeededArgs[] = {{"shape", kHostConstant},
                                           {"seed", RNLP_ARG_HOST},
                                           {"minval", RNLP_ARG_HOST},
                                           {"maxval", RNLP_ARG_HOST}};

template <class K, const char* kOp, int kPicoseconds>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t* types, uint32_t num_args) {
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
template <class K, const char* kOp, int kPicoseconds>
constexpr rnlp_kernel_row_t SeededRow(const rnlp_type_constraint_t* types, uint32_t num_args) {
  rnlp_kernel_row_t row = Row<K, kOp, kPicoseconds>(types, num_args);
  row.flags = 0;
  row.num_types = 3;
  row.args = kSeededArgs;
  return row;
}

}  // namespace

constexpr rnlp_kernel_row_t kRandomRows[] = {
    Row<FloatKernel<Uniform>, kUniform, 3000>(kFloatT, 1),
    Row<FloatKernel<Normal>, kNormal, 15000>(kFloatT, 1),
    Row<FloatKernel<Truncated>, kTruncated, 18000>(kFloatT, 1),
    Row<IntKernel, kUniformInt, 4000>(kIntT, 3),
    SeededRow<SeededFloatKernel<Uniform>, kSeededUniform, 3000>(kFloatT, 2),
    SeededRow<SeededFloatKernel<Normal>, kSeededNormal, 15000>(kFloatT, 2),
    SeededRow<SeededFloatKernel<Truncated>, kSeededTruncated, 18000>(kFloatT, 2),
    SeededRow<SeededIntKernel, kSeededInt, 4000>(kSeededIntT, 4),
};
RUNNEL_CPU_ROWS(Random)

}  // namespace runnel::cpu
