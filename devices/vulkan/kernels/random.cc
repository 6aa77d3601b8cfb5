// Random numbers: the same Philox numbers, in the same places, as the CPU plugin gives.
#include <sys/random.h>
#include <time.h>

#include <cstring>

#include "devices/vulkan/kernels/kernel.h"
#include "plugins/sdk/philox.h"

namespace runnel::vulkan {
namespace {

constexpr uint64_t kDrawsPerOutput = 256;  // counters that one output may use up, as in TensorFlow
constexpr uint32_t kSeeded = 8;            // beside a law: the seeds are an input
constexpr OpNumber kLaws[] = {
    {"RandomUniform", 0},
    {"RandomStandardNormal", 1},
    {"TruncatedNormal", 2},
    {"RandomUniformInt", 3},
    {"StatelessRandomUniform", 0 | kSeeded},
    {"StatelessRandomNormal", 1 | kSeeded},
    {"StatelessTruncatedNormal", 2 | kSeeded},
    {"StatelessRandomUniformInt", 3 | kSeeded},
};

struct RandomKernel {
  uint32_t law = 0;
  bool seeded = false;
  uint64_t seed = 0, seed2 = 0;  // of those with state
  const char* Name() const { return kLaws[seeded ? law + 4 : law].op; }
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RNLP_TRY(FindOp(host, node, kLaws, std::size(kLaws), &law));
    seeded = (law & kSeeded) != 0;
    law &= ~kSeeded;
    if (seeded) return nullptr;
    int64_t first = 0, second = 0;
    RNLP_TRY(plugin::AttrInt(host, node, "seed", &first));
    RNLP_TRY(plugin::AttrInt(host, node, "seed2", &second));
    seed = static_cast<uint64_t>(first);
    seed2 = static_cast<uint64_t>(second);
    if (first != 0 || second != 0) return nullptr;
    uint64_t drawn[2];
    if (getrandom(drawn, sizeof(drawn), GRND_NONBLOCK) != static_cast<ssize_t>(sizeof(drawn))) {
      // Early at boot there may be no entropy: the clock and an address tell two kernels apart.
      timespec now = {};
      clock_gettime(CLOCK_REALTIME, &now);
      drawn[0] = static_cast<uint64_t>(now.tv_nsec) ^ (static_cast<uint64_t>(now.tv_sec) << 32);
      drawn[1] = reinterpret_cast<uintptr_t>(this);
    }
    seed = drawn[0];
    seed2 = drawn[1];
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* out = run->outputs[0];
    Dims dims;
    RNLP_TRY(plugin::ReadDims(run->host, Name(), "shape", run->inputs[0], &dims));
    RNLP_TRY(Expect(run, 0, dims));
    uint64_t low = 0, range = 1;
    if (law == 3) {
      const rnlp_tensor_t* const* bounds = run->inputs + (seeded ? 2 : 1);
      if (bounds[0]->num_elements != 1 || bounds[1]->num_elements != 1)
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: minval and maxval are scalars", Name());
      const int64_t from = plugin::IndexAt(bounds[0], 0), to = plugin::IndexAt(bounds[1], 0);
      if (from >= to && out->num_elements > 0)
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: minval %lld, maxval %lld", Name(),
                    static_cast<long long>(from), static_cast<long long>(to));
      low = static_cast<uint64_t>(from);
      range = static_cast<uint64_t>(to) - low;
    }
    uint64_t key = seed, high = seed2, base = 0;
    if (seeded) {
      RNLP_TRY(plugin::ReadSeeds(run->host, Name(), run->inputs[1], &key, &high));
    } else {
      base = run->host->step_random_counter(run->host, run->step,
                                            static_cast<uint64_t>(out->num_elements) * kDrawsPerOutput);
    }
    if (out->num_elements == 0) return nullptr;
    const bool is_long = out->dtype == RNLP_INT64;
    Call call(run, Shader("random", out->dtype == RNLP_HALF ? "f16" : "f32"));
    call.Const(is_long ? 4 : law).Write(out).Push(out->num_elements);
    for (const uint64_t word : {key, base, high, low, range}) {
      call.PushBits(static_cast<uint32_t>(word)).PushBits(static_cast<uint32_t>(word >> 32));
    }
    const int64_t per_group = is_long ? 2 : 4;
    return call.Threads((out->num_elements + per_group - 1) / per_group);
  }
};

constexpr rnlp_type_constraint_t kFloatTypes[] = {plugin::Types("dtype", kFloats),
                                                  plugin::Types("T", kIndices)};
constexpr rnlp_type_constraint_t kIntTypes[] = {plugin::Types("Tout", kIndices),
                                                plugin::Types("T", kIndices)};
constexpr rnlp_type_constraint_t kSeededFloatTypes[] = {
    plugin::Types("dtype", kFloats), plugin::Types("T", kIndices), plugin::Types("Tseed", kIndices)};
constexpr rnlp_type_constraint_t kSeededIntTypes[] = {
    plugin::Types("dtype", kIndices), plugin::Types("T", kIndices), plugin::Types("Tseed", kIndices)};
constexpr rnlp_arg_mark_t kArgs[] = {
    {"shape", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}, {"minval", RNLP_ARG_HOST}, {"maxval", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kSeededArgs[] = {{"shape", RNLP_ARG_HOST | RNLP_ARG_CONSTANT},
                                           {"seed", RNLP_ARG_HOST},
                                           {"minval", RNLP_ARG_HOST},
                                           {"maxval", RNLP_ARG_HOST}};

constexpr rnlp_kernel_row_t Random(const char* op, const rnlp_type_constraint_t* types) {
  return Row<RandomKernel>({.op = op,
                            .flags = RNLP_KERNEL_STATEFUL,
                            .types = types,
                            .num_types = 2,
                            .args = kArgs,
                            .num_args = 3});
}

constexpr rnlp_kernel_row_t Seeded(const char* op, const rnlp_type_constraint_t* types) {
  return Row<RandomKernel>(
      {.op = op, .types = types, .num_types = 3, .args = kSeededArgs, .num_args = 4});
}

}  // namespace

constinit const rnlp_kernel_row_t kRandomRows[] = {
    Random("RandomUniform", kFloatTypes),
    Random("RandomStandardNormal", kFloatTypes),
    Random("TruncatedNormal", kFloatTypes),
    Random("RandomUniformInt", kIntTypes),
    Seeded("StatelessRandomUniform", kSeededFloatTypes),
    Seeded("StatelessRandomNormal", kSeededFloatTypes),
    Seeded("StatelessTruncatedNormal", kSeededFloatTypes),
    Seeded("StatelessRandomUniformInt", kSeededIntTypes),
};
std::span<const rnlp_kernel_row_t> RandomRows() { return kRandomRows; }

}  // namespace runnel::vulkan
