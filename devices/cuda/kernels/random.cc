// Random numbers: those that the CPU gives for the same seeds, up to rounding of the normal ones. Seeds
// and counters are TensorFlow's: see devices/cpu/random.cc.
#include <sys/random.h>

#include <cstring>
#include <ctime>

#include "devices/cuda/device_code/index_args.h"
#include "devices/cuda/kernels/kernel.h"
#include "plugins/sdk/node.h"
#include "plugins/sdk/philox.h"

namespace runnel::cuda {
namespace {

using plugin::IndexAt;

// Counters that one output may use up.
constexpr uint64_t kDrawsPerOutput = 256;

struct Law {
  const char* op;
  RandomLaw law;
  bool seeded;    // the seed is an input
  bool integers;  // of a range
};
constexpr Law kLaws[] = {
    {"RandomUniform", kUniformLaw, false, false},
    {"RandomStandardNormal", kNormalLaw, false, false},
    {"TruncatedNormal", kTruncatedLaw, false, false},
    {"RandomUniformInt", kUniformLaw, false, true},
    {"StatelessRandomUniform", kUniformLaw, true, false},
    {"StatelessRandomNormal", kNormalLaw, true, false},
    {"StatelessTruncatedNormal", kTruncatedLaw, true, false},
    {"StatelessRandomUniformInt", kUniformLaw, true, true},
};

struct RandomKernel : KernelBase {
  CUfunction function;
  Law law = kLaws[0];
  uint64_t key = 0, high = 0;

  rnlp_status_t* Init(const Build& build) {
    for (const Law& one : kLaws) {
      if (std::strcmp(one.op, op) == 0) law = one;
    }
    int64_t seeds[2] = {0, 0};
    RNLP_TRY(plugin::AttrInt(build.host, build.node, "seed", &seeds[0]));
    RNLP_TRY(plugin::AttrInt(build.host, build.node, "seed2", &seeds[1]));
    uint64_t drawn[2] = {static_cast<uint64_t>(seeds[0]), static_cast<uint64_t>(seeds[1])};
    if (seeds[0] == 0 && seeds[1] == 0 &&
        getrandom(drawn, sizeof(drawn), GRND_NONBLOCK) != static_cast<ssize_t>(sizeof(drawn))) {
      // Early at boot there may be no entropy: the clock and an address tell two kernels apart.
      timespec now = {};
      clock_gettime(CLOCK_REALTIME, &now);
      drawn[0] = static_cast<uint64_t>(now.tv_nsec) ^ (static_cast<uint64_t>(now.tv_sec) << 32);
      drawn[1] = reinterpret_cast<uintptr_t>(this);
    }
    key = drawn[0];
    high = drawn[1];
    if (law.integers) return build.device->FindFunction(k_index, "random_integers", &function);
    return FindTyped(build, op, k_index, "random", build.output(0), &function);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Dims dims;
    RNLP_TRY(plugin::ReadDims(run->host, op, "shape", run->inputs[0], &dims));
    RandomArgs args{};
    args.law = law.law;
    uint64_t stream_key = key, stream_high = high;
    uint32_t next = 1;
    if (law.seeded)
      RNLP_TRY(plugin::ReadSeeds(run->host, op, run->inputs[next++], &stream_key, &stream_high));
    args.key = stream_key;
    args.high = stream_high;
    RNLP_TRY(EnsureOutput(run, 0, dims.rank, dims.size));
    args.count = run->outputs[0]->num_elements;
    if (law.integers) {
      const rnlp_tensor_t* bounds[] = {run->inputs[next], run->inputs[next + 1]};
      for (const rnlp_tensor_t* bound : bounds) {
        if (bound->num_elements == 1) continue;
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: minval and maxval should be scalars, got shape %s", op,
                    ShapeText(bound).c_str());
      }
      args.low = IndexAt(bounds[0], 0);
      const int64_t top = IndexAt(bounds[1], 0);
      if (args.low >= top && args.count > 0) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: minval %lld should be below maxval %lld", op,
                    static_cast<long long>(args.low), static_cast<long long>(top));
      }
      args.range = static_cast<uint64_t>(top) - static_cast<uint64_t>(args.low);
    }
    if (!law.seeded) {
      args.base = run->host->step_random_counter(run->host, run->step,
                                                 static_cast<uint64_t>(args.count) * kDrawsPerOutput);
    }
    if (args.count == 0) return nullptr;
    args.out = AddressOf(run->outputs[0]);
    args.wide = run->outputs[0]->dtype == RNLP_INT64;
    return Launch(run, function, GridFor(run, args.count, 4), args);
  }
};

constexpr rnlp_type_constraint_t kFloatT[] = {Types("dtype", kFloatTypes), Types("T", kIntegerTypes),
                                              Types("Tseed", kIntegerTypes)};
constexpr rnlp_type_constraint_t kIntT[] = {Types("Tout", kIntegerTypes), Types("T", kIntegerTypes)};
constexpr rnlp_type_constraint_t kSeededIntT[] = {
    Types("dtype", kIntegerTypes), Types("T", kIntegerTypes), Types("Tseed", kIntegerTypes)};
constexpr rnlp_arg_mark_t kArgs[] = {{"shape", kHostConstant},
                                     {"minval", RNLP_ARG_HOST},
                                     {"maxval", RNLP_ARG_HOST},
                                     {"seed", RNLP_ARG_HOST}};

constexpr rnlp_kernel_row_t RowOf(const Law& law) {
  const std::span<const rnlp_type_constraint_t> floats = std::span(kFloatT).first(law.seeded ? 3 : 2);
  const std::span<const rnlp_type_constraint_t> integers =
      law.seeded ? std::span<const rnlp_type_constraint_t>(kSeededIntT) : kIntT;
  return Row<RandomKernel>(law.op, law.integers ? integers : floats,
                           std::span(kArgs).first(law.seeded ? 4 : 3), {},
                           law.seeded ? 0u : uint32_t{RNLP_KERNEL_STATEFUL});
}
constexpr rnlp_kernel_row_t kRows[] = {
    RowOf(kLaws[0]), RowOf(kLaws[1]), RowOf(kLaws[2]), RowOf(kLaws[3]),
    RowOf(kLaws[4]), RowOf(kLaws[5]), RowOf(kLaws[6]), RowOf(kLaws[7]),
};

}  // namespace

std::span<const rnlp_kernel_row_t> RandomRows() { return kRows; }

}  // namespace runnel::cuda
