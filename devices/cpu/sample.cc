// Random: choices: RandomShuffle permutes rows, Multinomial and StatelessMultinomial draw classes.
//
// Number i of a result comes from the same place of the generator's stream as TensorFlow takes it from,
// when that uses one thread.
#include "devices/cpu/philox.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {
namespace {

constexpr char kShuffle[] = "RandomShuffle";
constexpr char kMultinomial[] = "Multinomial";
constexpr char kSeededMultinomial[] = "StatelessMultinomial";

struct ShuffleKernel : Seeds {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) { return InitSeeds(host, node); }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->inputs[0];
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, value));
    const int64_t n = value->num_elements;
    const int64_t rows = value->rank == 0 ? 1 : value->dims[0];
    if (n == 0 || rows <= 1) return CopyElements(run, value, 0, 0, 0, n);
    const auto bytes = static_cast<uint64_t>(rows) * sizeof(int64_t);
    auto* order = static_cast<int64_t*>(run->host->alloc(run->host, bytes));
    if (order == nullptr) return OutOfMemory(run->host, op);
    Permute(run, order, rows);
    rnlp_status_t* status = nullptr;
    const int64_t slice = n / rows;
    Looks looks(run);
    for (int64_t i = 0; status == nullptr && i < rows; ++i) {
      if (looks.Stop()) break;
      status = CopyElements(run, value, order[i] * slice, 0, i * slice, slice);
    }
    run->host->free(run->host, order, bytes);
    return status;
  }
  // Fisher & Yates' shuffle, from the front.
  void Permute(const rnlp_run_t* run, int64_t* order, int64_t rows) const {
    Philox stream(seed, seed2);
    stream.Seek(
        run->host->step_random_counter(run->host, run->step, static_cast<uint64_t>(rows + 2) / 4));
    for (int64_t i = 0; i < rows; ++i) order[i] = i;
    uint32_t x[4];
    Looks looks(run);
    for (int64_t i = 0; i + 1 < rows && !looks.Stop(); ++i) {
      if (i % 4 == 0) stream.Next(x);
      std::swap(order[i], order[i + x[i % 4] % (rows - i)]);
    }
  }
};

// Draws classes by the exponentials of `logits`: sample i is number i of the stream.
template <typename T>
rnlp_status_t* DrawRow(const rnlp_run_t* run, const char* op, Philox stream, uint64_t base, int64_t row,
                       int64_t samples, int64_t classes, double* sums) {
  const T* logits = Data<T>(run->inputs[0]) + row * classes;
  // Classes whose logit is not finite are never drawn.
  double top = -std::numeric_limits<double>::infinity();
  int64_t last = -1;
  for (int64_t k = 0; k < classes; ++k) {
    const auto logit = static_cast<double>(Load(logits[k]));
    if (!std::isfinite(logit)) continue;
    top = std::max(top, logit);
    last = k;
  }
  if (last < 0 && samples > 0) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: row %lld of logits has no finite number", op,
                static_cast<long long>(row));
  }
  double total = 0;
  for (int64_t k = 0; k <= last; ++k) {
    const auto logit = static_cast<double>(Load(logits[k]));
    if (std::isfinite(logit)) total += std::exp(logit - top);
    sums[k] = total;
  }
  const rnlp_tensor_t* out = run->outputs[0];
  const auto first = static_cast<uint64_t>(row * samples);
  uint32_t x[4] = {};
  stream.Seek(base);
  stream.Add(first / 2);
  if (first % 2 == 1) stream.Next(x);
  Looks looks(run);
  for (int64_t i = 0; i < samples && !looks.Stop(); ++i) {
    const bool is_second = (first + static_cast<uint64_t>(i)) % 2 == 1;
    if (!is_second) stream.Next(x);
    const double at = total * (is_second ? UnitDouble(x[2], x[3]) : UnitDouble(x[0], x[1]));
    // Rounding may reach the total itself, which belongs to the last class.
    const int64_t found = std::min<int64_t>(std::upper_bound(sums, sums + last + 1, at) - sums, last);
    if (out->dtype == RNLP_INT64)
      Data<int64_t>(out)[row * samples + i] = found;
    else
      Data<int32_t>(out)[row * samples + i] = static_cast<int32_t>(found);
  }
  return nullptr;
}

// Inputs: logits, a matrix, and the number of samples for each of its rows.
rnlp_status_t* BeginDraw(const rnlp_run_t* run, const char* op, int64_t* samples) {
  const rnlp_tensor_t* logits = run->inputs[0];
  RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "num_samples", run->inputs[1], samples));
  if (logits->rank != 2 || *samples < 0) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: logits should be a matrix and num_samples not negative, got shape %s and %lld", op,
                ShapeText(logits).text, static_cast<long long>(*samples));
  }
  const int64_t dims[2] = {logits->dims[0], *samples};
  int64_t elements = 0;
  if (!Product(dims, 2, &elements)) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %lld samples for each row of %s are too many", op,
                static_cast<long long>(*samples), ShapeText(logits).text);
  }
  return EnsureOutput(run, op, 0, 2, dims);
}
rnlp_status_t* DrawRows(const rnlp_run_t* run, const char* op, const Philox& stream, uint64_t base,
                        int64_t samples) {
  const rnlp_tensor_t* logits = run->inputs[0];
  const int64_t classes = logits->dims[1];
  if (run->outputs[0]->num_elements == 0) return nullptr;
  const auto bytes = static_cast<uint64_t>(std::max<int64_t>(classes, 1)) * sizeof(double);
  auto* sums = static_cast<double*>(run->host->alloc(run->host, bytes));
  if (sums == nullptr) return OutOfMemory(run->host, op);
  rnlp_status_t* status = nullptr;
  Looks looks(run, 64);
  for (int64_t row = 0; status == nullptr && row < logits->dims[0] && !looks.Stop(); ++row) {
    switch (logits->dtype) {
      case RNLP_FLOAT:
        status = DrawRow<float>(run, op, stream, base, row, samples, classes, sums);
        break;
      case RNLP_DOUBLE:
        status = DrawRow<double>(run, op, stream, base, row, samples, classes, sums);
        break;
      case RNLP_HALF:
        status = DrawRow<Half>(run, op, stream, base, row, samples, classes, sums);
        break;
      default:
        status = DrawRow<BFloat16>(run, op, stream, base, row, samples, classes, sums);
        break;
    }
  }
  run->host->free(run->host, sums, bytes);
  return status;
}

struct MultinomialKernel : Seeds {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) { return InitSeeds(host, node); }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t samples = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(BeginDraw(run, op, &samples));
    const auto rows = static_cast<uint64_t>(run->inputs[0]->dims[0]);
    const uint64_t draws = rows * ((static_cast<uint64_t>(samples) + 3) / 4 * 8) * kDrawsPerOutput;
    const uint64_t base = run->host->step_random_counter(run->host, run->step, draws);
    return DrawRows(run, op, Philox(seed, seed2), base, samples);
  }
};
struct SeededMultinomialKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t samples = 0;
    Philox stream(0, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(SeededStream(run, op, run->inputs[2], &stream));
    RUNNEL_CPU_RETURN_IF_ERROR(BeginDraw(run, op, &samples));
    return DrawRows(run, op, stream, 0, samples);
  }
};

constexpr rnlp_type_constraint_t kShuffleT[] = {Types("T", kMovableTypes)};
constexpr rnlp_type_constraint_t kDrawT[] = {Types("T", kFloatTypes), Types("output_dtype", kIndexTypes),
                                             Types("Tseed", kIndexTypes)};
constexpr rnlp_arg_mark_t kDrawArgs[] = {{"num_samples", RNLP_ARG_HOST | RNLP_ARG_CONSTANT},
                                         {"seed", RNLP_ARG_HOST}};

}  // namespace

constexpr rnlp_kernel_row_t kSampleRows[] = {
    MakeRow({.op = kShuffle,
             .flags = RNLP_KERNEL_STATEFUL,
             .types = kShuffleT,
             .num_types = 1,
             .create = Create<ShuffleKernel, kShuffle>,
             .destroy = Destroy<ShuffleKernel>,
             .plan = PlanElements<2000>,
             .run = Run<ShuffleKernel>}),
    MakeRow({.op = kMultinomial,
             .flags = RNLP_KERNEL_STATEFUL,
             .types = kDrawT,
             .num_types = 2,
             .args = kDrawArgs,
             .num_args = 1,
             .create = Create<MultinomialKernel, kMultinomial>,
             .destroy = Destroy<MultinomialKernel>,
             .plan = PlanElements<20000>,
             .run = Run<MultinomialKernel>}),
    MakeRow({.op = kSeededMultinomial,
             .types = kDrawT,
             .num_types = 3,
             .args = kDrawArgs,
             .num_args = 2,
             .create = Create<SeededMultinomialKernel, kSeededMultinomial>,
             .destroy = Destroy<SeededMultinomialKernel>,
             .plan = PlanElements<20000>,
             .run = Run<SeededMultinomialKernel>}),
};
RUNNEL_CPU_ROWS(Sample)

}  // namespace runnel::cpu
