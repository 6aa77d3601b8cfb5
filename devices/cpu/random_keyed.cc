// Random: streams whose key and counter are inputs, as those of StatelessRandomGetKeyCounter, and whole
// numbers of all bits. The key is that of Philox, counter[0] the low half of its counter, counter[1] the
// high one.
#include "devices/cpu/philox.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {

namespace {
constexpr int32_t kPhilox = 1, kAny = 3;  // of TensorFlow's numbers of algorithms
}  // namespace

rnlp_status_t* KeyedStream(const rnlp_run_t* run, const char* op, Philox* stream, uint64_t* base) {
  const rnlp_tensor_t* key = run->inputs[1];
  const rnlp_tensor_t* counter = run->inputs[2];
  const rnlp_tensor_t* alg = run->inputs[3];
  if (key->num_elements != 1 || counter->num_elements != 2 || alg->num_elements != 1) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: key should have 1 element, counter 2 and alg 1, their shapes are %s, %s and %s", op,
                ShapeText(key).text, ShapeText(counter).text, ShapeText(alg).text);
  }
  const int32_t which = *Data<int32_t>(alg);
  if (which != kPhilox && which != kAny) {
    return Fail(run->host, which == 2 ? RNLP_UNIMPLEMENTED : RNLP_INVALID_ARGUMENT,
                "%s: alg is %d, only 1 (Philox) and 3 (any) are there", op, which);
  }
  *stream = Philox(*Data<uint64_t>(key), Data<uint64_t>(counter)[1]);
  *base = Data<uint64_t>(counter)[0];
  return nullptr;
}

namespace {

constexpr char kGetKeyCounter[] = "StatelessRandomGetKeyCounter";
constexpr char kGetKeyCounterAlg[] = "StatelessRandomGetKeyCounterAlg";
constexpr char kGetAlg[] = "StatelessRandomGetAlg";
constexpr char kUniform[] = "StatelessRandomUniformV2";
constexpr char kNormal[] = "StatelessRandomNormalV2";
constexpr char kTruncated[] = "StatelessTruncatedNormalV2";
constexpr char kInt[] = "StatelessRandomUniformIntV2";
constexpr char kFullInt[] = "StatelessRandomUniformFullIntV2";
constexpr char kSeededFullInt[] = "StatelessRandomUniformFullInt";

struct Plain {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
};

// The algorithm alone, or key and counter, and perhaps the algorithm behind them.
struct AlgKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 0, nullptr));
    *Data<int32_t>(run->outputs[0]) = kPhilox;
    return nullptr;
  }
};
struct KeyKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    uint64_t key = 0, high = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::ReadSeeds(run->host, op, run->inputs[0], &key, &high));
    const int64_t one = 1, two = 2;
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 1, &one));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 1, 1, &two));
    Data<uint64_t>(run->outputs[0])[0] = key;
    Data<uint64_t>(run->outputs[1])[0] = 0;
    Data<uint64_t>(run->outputs[1])[1] = high;
    if (run->num_outputs < 3) return nullptr;
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 2, 0, nullptr));
    *Data<int32_t>(run->outputs[2]) = kPhilox;
    return nullptr;
  }
};

// Inputs: shape, key, counter, alg.
struct KeyedKernel : Plain {
  rnlp_status_t* Begin(const rnlp_run_t* run, Philox* stream, uint64_t* base) const {
    RUNNEL_CPU_RETURN_IF_ERROR(KeyedStream(run, op, stream, base));
    Dims dims;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "shape", run->inputs[0], &dims));
    return EnsureOutput(run, op, 0, dims);
  }
};

template <class Law>
struct KeyedFloatKernel : KeyedKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Philox stream(0, 0);
    uint64_t base = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Begin(run, &stream, &base));
    Fill<Law>(run, stream, base, run->outputs[0]);
    return nullptr;
  }
};

struct KeyedIntKernel : KeyedKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Philox stream(0, 0);
    uint64_t base = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Begin(run, &stream, &base));
    int64_t low = 0, high = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "minval", run->inputs[4], &low));
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "maxval", run->inputs[5], &high));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    if (low >= high) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: minval %lld should be below maxval %lld", op,
                  static_cast<long long>(low), static_cast<long long>(high));
    }
    FillIntegers(run, stream, base, low, high, run->outputs[0]);
    return nullptr;
  }
};

void FillBits(const rnlp_run_t* run, const Philox& philox, uint64_t base) {
  const rnlp_tensor_t* out = run->outputs[0];
  const bool is_long = TypeSize(out->dtype) == 8;
  const int64_t per_group = is_long ? 2 : 4, n = out->num_elements;
  ParallelFor(run, (n + per_group - 1) / per_group, 4096, [&](int64_t begin, int64_t end) {
    Philox own = philox;
    own.Seek(base);
    own.Add(static_cast<uint64_t>(begin));
    for (int64_t g = begin; g < end; ++g) {
      uint32_t x[4];
      own.Next(x);
      for (int64_t i = 0; i < per_group && g * per_group + i < n; ++i) {
        if (is_long) {
          Data<uint64_t>(out)[g * per_group + i] = x[2 * i] | (uint64_t{x[2 * i + 1]} << 32);
        } else {
          Data<uint32_t>(out)[g * per_group + i] = x[i];
        }
      }
    }
  });
}
struct KeyedBitsKernel : KeyedKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Philox stream(0, 0);
    uint64_t base = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Begin(run, &stream, &base));
    FillBits(run, stream, base);
    return nullptr;
  }
};
struct SeededBitsKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Philox stream(0, 0);
    Dims dims;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "shape", run->inputs[0], &dims));
    RUNNEL_CPU_RETURN_IF_ERROR(SeededStream(run, op, run->inputs[1], &stream));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    FillBits(run, stream, 0);
    return nullptr;
  }
};

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr int32_t kBitTypes[] = {RNLP_INT32, RNLP_INT64, RNLP_UINT32, RNLP_UINT64};
constexpr rnlp_type_constraint_t kSeedT[] = {Types("Tseed", kIndexTypes)};
constexpr rnlp_type_constraint_t kFloatT[] = {Types("dtype", kFloatTypes), Types("Tshape", kIndexTypes)};
constexpr rnlp_type_constraint_t kIntT[] = {Types("dtype", kIndexTypes), Types("Tshape", kIndexTypes)};
constexpr rnlp_type_constraint_t kBitsT[] = {Types("dtype", kBitTypes), Types("Tshape", kIndexTypes)};
constexpr rnlp_type_constraint_t kSeededBitsT[] = {Types("dtype", kBitTypes), Types("T", kIndexTypes),
                                                   Types("Tseed", kIndexTypes)};
constexpr rnlp_arg_mark_t kNoArgs[] = {{"alg", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kSeedArgs[] = {
    {"seed", RNLP_ARG_HOST}, {"key", RNLP_ARG_HOST}, {"counter", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kSeedAlgArgs[] = {
    {"seed", RNLP_ARG_HOST}, {"key", RNLP_ARG_HOST}, {"counter", RNLP_ARG_HOST}, {"alg", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kKeyedArgs[] = {{"shape", kHostConstant},
                                          {"key", RNLP_ARG_HOST},
                                          {"counter", RNLP_ARG_HOST},
                                          {"alg", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kKeyedIntArgs[] = {{"shape", kHostConstant},   {"key", RNLP_ARG_HOST},
                                             {"counter", RNLP_ARG_HOST}, {"alg", RNLP_ARG_HOST},
                                             {"minval", RNLP_ARG_HOST},  {"maxval", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kSeededArgs[] = {{"shape", kHostConstant}, {"seed", RNLP_ARG_HOST}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(std::span<const rnlp_type_constraint_t> types,
                                std::span<const rnlp_arg_mark_t> args) {
  return MakeRow({.op = kOp,
                  .types = types.data(),
                  .num_types = static_cast<uint32_t>(types.size()),
                  .args = args.data(),
                  .num_args = static_cast<uint32_t>(args.size()),
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<10000>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kRandomKeyedRows[] = {
    Row<AlgKernel, kGetAlg>({}, kNoArgs),
    Row<KeyKernel, kGetKeyCounter>(kSeedT, kSeedArgs),
    Row<KeyKernel, kGetKeyCounterAlg>(kSeedT, kSeedAlgArgs),
    Row<KeyedFloatKernel<Uniform>, kUniform>(kFloatT, kKeyedArgs),
    Row<KeyedFloatKernel<Normal>, kNormal>(kFloatT, kKeyedArgs),
    Row<KeyedFloatKernel<Truncated>, kTruncated>(kFloatT, kKeyedArgs),
    Row<KeyedIntKernel, kInt>(kIntT, kKeyedIntArgs),
    Row<KeyedBitsKernel, kFullInt>(kBitsT, kKeyedArgs),
    Row<SeededBitsKernel, kSeededFullInt>(kSeededBitsT, kSeededArgs),
};
RUNNEL_CPU_ROWS(RandomKeyed)

}  // namespace runnel::cpu
