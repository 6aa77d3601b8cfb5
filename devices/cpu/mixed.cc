// _MixedMatMul, _MixedBatchMatMulV2 and _MixedConv2D: values of float meet weights of half or bfloat16,
// which are packed as they are and widened where they are used.
#include <algorithm>

#include "devices/cpu/mixed_gemm.h"
#include "devices/cpu/packed.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"
#include "devices/cpu/window_gemm.h"

namespace runnel::cpu {
namespace {

// The packed weights: those that the host keeps, or made for this run.
class PackedWeights {
 public:
  template <typename F>
  PackedWeights(const rnlp_run_t* run, uint64_t bytes, const F& pack) : run_(run) {
    data_ = static_cast<const uint16_t*>(PackedOf(run));
    if (data_ != nullptr || bytes == 0) return;
    own_ = static_cast<uint16_t*>(run->host->alloc(run->host, bytes));
    bytes_ = bytes;
    if (own_ != nullptr && pack(own_)) data_ = own_;
  }
  ~PackedWeights() {
    if (own_ != nullptr) run_->host->free(run_->host, own_, bytes_);
  }
  PackedWeights(const PackedWeights&) = delete;
  PackedWeights& operator=(const PackedWeights&) = delete;
  const uint16_t* data() const { return data_; }
  rnlp_status_t* Failed(const char* op) const { return OutOfMemory(run_->host, op); }

 private:
  const rnlp_run_t* const run_;
  const uint16_t* data_ = nullptr;
  uint16_t* own_ = nullptr;
  uint64_t bytes_ = 0;
};

// ---- matrices ----

constexpr char kMatMul[] = "_MixedMatMul";
constexpr char kBatchMatMul[] = "_MixedBatchMatMulV2";

struct MixedMatMulKernel {
  const char* op;
  bool transpose_a = false, transpose_b = false;
  bool batched = false;
  int32_t weights = 0;  // their type
  Isa isa = Isa::kBase;
  const GemmTable* gemms = nullptr;
  Epilogue epilogue;
  FusedProgram program;  // the epilogue's

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    weights = host->node_input_dtype(host, node, 1);
    isa = ChooseIsa(host);
    gemms = &Gemms(isa);
    RUNNEL_CPU_RETURN_IF_ERROR(epilogue.Init(host, node, RNLP_FLOAT, &program));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, batched ? "adj_x" : "transpose_a", &transpose_a));
    return AttrBool(host, node, batched ? "adj_y" : "transpose_b", &transpose_b);
  }

  rnlp_status_t* Plan(const rnlp_host_t*, rnlp_plan_t* plan) {
    const rnlp_tensor_t *a = plan->inputs[0], *b = plan->inputs[1];
    if (b->rank < 2 || b->num_elements < 0) return nullptr;
    const int64_t k = b->dims[b->rank - (transpose_b ? 1 : 2)],
                  n = b->dims[b->rank - (transpose_b ? 2 : 1)];
    // One row reads the weights once, as they are.
    const int64_t row = a->rank < 2 ? -1 : a->dims[a->rank - (transpose_a ? 2 : 1)];
    if (row >= 0 && a->num_elements == row) return nullptr;
    AskForPacked(plan, 1, transpose_b ? PackedKind::kMixedTransposedMatrix : PackedKind::kMixedMatrix,
                 static_cast<int>(isa), PackedMixedBytes(*gemms, n, k));
    if (a->num_elements >= 0) {
      PackedAlone(plan);
      const double flops = 2.0 * static_cast<double>(a->num_elements) * static_cast<double>(n);
      plan->cost_ns = static_cast<uint64_t>(50 + flops / 80 + static_cast<double>(n * k) * 0.1);
    }
    return nullptr;
  }

  MatrixView<uint16_t> WeightsOf(const rnlp_tensor_t* b) const {
    const auto* const from = Data<const uint16_t>(b);
    const int64_t line = b->dims[b->rank - 1];
    return transpose_b ? MatrixView<uint16_t>{from, 1, line} : MatrixView<uint16_t>{from, line, 1};
  }
  void PackInto(const rnlp_run_t* run, const rnlp_tensor_t* b, uint16_t* to) const {
    const int64_t k = b->dims[b->rank - (transpose_b ? 1 : 2)],
                  n = b->dims[b->rank - (transpose_b ? 2 : 1)];
    PackMixedMatrix(run, *gemms, n, k, WeightsOf(b), to);
  }
  rnlp_status_t* Pack(const rnlp_run_t* run) const {
    PackInto(run, run->inputs[0], Data<uint16_t>(run->outputs[0]));
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *a = run->inputs[0], *b = run->inputs[1];
    const bool ranks_fit = batched ? a->rank >= 2 && b->rank >= 2 : a->rank == 2 && b->rank == 2;
    int64_t matrices = 1;
    for (int32_t i = 0; ranks_fit && i + 2 < b->rank; ++i) matrices *= b->dims[i];
    // In batches, rows of one product; so the weights are one matrix.
    if (!ranks_fit || matrices != 1 || b->rank > a->rank || (batched && a->rank > 2 && transpose_a)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: expected rows and one matrix of weights, got shapes %s and %s", op,
                  ShapeText(a).text, ShapeText(b).text);
    }
    Dims out;
    out.rank = a->rank;
    int64_t m = a->dims[a->rank - (transpose_a ? 1 : 2)];
    const int64_t k = a->dims[a->rank - (transpose_a ? 2 : 1)],
                  n = b->dims[b->rank - (transpose_b ? 2 : 1)];
    if (k != b->dims[b->rank - (transpose_b ? 1 : 2)]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: inner dimensions of %s and %s differ", op,
                  ShapeText(a).text, ShapeText(b).text);
    }
    std::copy_n(a->dims, a->rank - 2, out.size);
    out.size[out.rank - 2] = m;
    out.size[out.rank - 1] = n;
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    Epilogue bound;
    RUNNEL_CPU_RETURN_IF_ERROR(epilogue.Bind(run, op, n, true, &bound));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    if (batched) m = run->outputs[0]->num_elements / n;
    const Epilogue* const after = bound.any() ? &bound : nullptr;
    if (m == 1) {
      MixedVector(run, *gemms, weights, n, k, Data<const float>(a), WeightsOf(b),
                  Data<float>(run->outputs[0]), after);
      return nullptr;
    }
    const PackedWeights packed(run, PackedMixedBytes(*gemms, n, k), [&](uint16_t* to) {
      PackInto(run, b, to);
      return true;
    });
    if (k > 0 && packed.data() == nullptr) return packed.Failed(op);
    const auto* const rows = Data<const float>(a);
    MixedGemm(run, *gemms, weights, m, n, k,
              transpose_a ? MatrixView<float>{rows, 1, m} : MatrixView<float>{rows, k, 1}, packed.data(),
              Data<float>(run->outputs[0]), after);
    return nullptr;
  }
};
struct MixedBatchKernel : MixedMatMulKernel {
  MixedBatchKernel() { batched = true; }
};

// ---- images ----

constexpr char kConv[] = "_MixedConv2D";

struct MixedConvKernel {
  const char* op;
  int32_t weights = 0;  // their type
  WindowAttrs attrs;
  Isa isa = Isa::kBase;
  const GemmTable* gemms = nullptr;
  Epilogue epilogue;
  FusedProgram program;        // the epilogue's
  uint64_t planned_bytes = 0;  // set once, by plan

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    weights = host->node_input_dtype(host, node, 1);
    isa = ChooseIsa(host);
    gemms = &Gemms(isa);
    RUNNEL_CPU_RETURN_IF_ERROR(epilogue.Init(host, node, RNLP_FLOAT, &program));
    return attrs.Init(host, node, op);
  }

  struct Shape {
    WindowAxis axes[2];
    int64_t out[4];
  };
  rnlp_status_t* Resolve(const rnlp_host_t* host, const rnlp_tensor_t* image,
                         const rnlp_tensor_t* filter, Shape* shape) const {
    const int64_t channels = image->dims[attrs.channel_dim()];
    if (channels != filter->dims[2] || channels > kMostSize || filter->dims[3] > kMostSize) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: the filter should have as many input channels as the image: %s and %s", op,
                  ShapeText(filter).text, ShapeText(image).text);
    }
    shape->out[0] = image->dims[0];
    shape->out[attrs.channel_dim()] = filter->dims[3];
    for (int axis = 0; axis < 2; ++axis) {
      RUNNEL_CPU_RETURN_IF_ERROR(attrs.Fit(host, op, axis, image->dims[attrs.dim(axis)],
                                           filter->dims[axis], &shape->axes[axis]));
      shape->out[attrs.dim(axis)] = shape->axes[axis].count;
    }
    return nullptr;
  }
  WindowMatrix Windows(const Shape& shape, const rnlp_tensor_t* image) const {
    const auto& [rows, columns] = shape.axes;
    return {image->data,
            ImageLayout(attrs, image->dims),
            {rows.count, columns.count},
            {rows.stride, columns.stride},
            {-rows.before, -columns.before},
            {rows.window, columns.window},
            {rows.dilation, columns.dilation}};
  }
  // Of which taps and channels count: a filter's columns are the channels of an image of one pixel.
  WindowMatrix Taps(const rnlp_tensor_t* filter) const {
    const int64_t channels = filter->dims[2];
    const int64_t pixel[4] = {1, attrs.channels_first ? channels : 1, 1,
                              attrs.channels_first ? 1 : channels};
    return {nullptr, ImageLayout(attrs, pixel),          {1, 1}, {1, 1},
            {0, 0},  {filter->dims[0], filter->dims[1]}, {1, 1}};
  }
  uint64_t PackedBytes(const rnlp_tensor_t* filter) const {
    return filter->num_elements <= 0
               ? 0
               : PackedFilterBytes(Taps(filter), {}, filter->dims[3], sizeof(float)) / 2;
  }

  rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan) {
    const rnlp_tensor_t *image = plan->inputs[0], *filter = plan->inputs[1];
    if (image->rank != 4 || filter->rank != 4 || filter->num_elements <= 0) return nullptr;
    AskForPacked(plan, 1, PackedKind::kMixedFilter, static_cast<int>(isa), PackedBytes(filter),
                 attrs.channels_first ? 1 : 0);
    if (image->num_elements <= 0) return nullptr;
    Shape shape;
    if (rnlp_status_t* status = Resolve(host, image, filter, &shape)) {
      host->status_release(host, status);  // what is wrong is said when it runs
      return nullptr;
    }
    PackedAlone(plan);
    planned_bytes = MixedProductBytes(*gemms, Windows(shape, image), filter->dims[3]);
    plan->workspace_bytes = planned_bytes;
    const double products =
        static_cast<double>(Windows(shape, image).rows()) * static_cast<double>(filter->num_elements);
    plan->cost_ns = static_cast<uint64_t>(std::min(1e15, 100 + products / 35));
    return nullptr;
  }

  bool PackInto(const rnlp_run_t* run, const rnlp_tensor_t* filter, uint16_t* to) const {
    const int64_t* d = filter->dims;
    const FilterMatrix matrix = {filter->data, {0, 0}, {1, 1}, d[1], d[2] * d[3], d[3], 1};
    return weights == RNLP_HALF
               ? PackMixedFilters<Half>(run, *gemms, Taps(filter), matrix, d[3], to)
               : PackMixedFilters<BFloat16>(run, *gemms, Taps(filter), matrix, d[3], to);
  }
  rnlp_status_t* Pack(const rnlp_run_t* run) const {
    const bool done = PackInto(run, run->inputs[0], Data<uint16_t>(run->outputs[0]));
    return done ? nullptr : OutOfMemory(run->host, op);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *image = run->inputs[0], *filter = run->inputs[1];
    if (image->rank != 4 || filter->rank != 4) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: images and filters should have four dimensions, got %s and %s", op,
                  ShapeText(image).text, ShapeText(filter).text);
    }
    Shape shape;
    RUNNEL_CPU_RETURN_IF_ERROR(Resolve(run->host, image, filter, &shape));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, shape.out));
    Epilogue after;
    RUNNEL_CPU_RETURN_IF_ERROR(
        epilogue.Bind(run, op, shape.out[attrs.channel_dim()], !attrs.channels_first, &after));
    const rnlp_tensor_t* output = run->outputs[0];
    if (output->num_elements == 0) return nullptr;
    if (image->num_elements == 0 || filter->num_elements == 0) {  // sums of nothing
      std::fill_n(Data<float>(output), output->num_elements, 0.0f);
      const ImageLayout layout(attrs, output->dims);
      for (int64_t i = 0; i < output->num_elements && after.any(); ++i)
        after.Apply(Data<float>(output) + i, 1, 1, 1, i / layout.channel_stride % layout.channels);
      return nullptr;
    }
    const PackedWeights packed(run, PackedBytes(filter),
                               [&](uint16_t* to) { return PackInto(run, filter, to); });
    if (packed.data() == nullptr) return packed.Failed(op);
    const WindowMatrix windows = Windows(shape, image);
    const uint64_t bytes = MixedProductBytes(*gemms, windows, filter->dims[3]);
    const Workspace workspace(run, planned_bytes, bytes);
    if (bytes > 0 && workspace.data == nullptr) return workspace.Failed(op);
    MixedProduct(run, *gemms, windows, {output->data, ImageLayout(attrs, output->dims), {1, 1}, {0, 0}},
                 workspace.data, after.any() ? &after : nullptr, packed.data(),
                 weights == RNLP_HALF ? gemms->widen_half : gemms->widen_bfloat16);
    return nullptr;
  }
};

constexpr int32_t kValueTypes[] = {RNLP_FLOAT};
constexpr int32_t kWeightTypes[] = {RNLP_HALF, RNLP_BFLOAT16};
constexpr rnlp_type_constraint_t kTypes[] = {Types("T", kValueTypes), Types("Tw", kWeightTypes)};

template <typename K>
rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<K*>(kernel)->Plan(host, plan);
}
template <typename K, const char* kOp>
constexpr rnlp_kernel_row_t Row() {
  return MakeRow({.op = kOp,
                  .types = kTypes,
                  .num_types = 2,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = Plan<K>,
                  .run = cpu::Run<K>,
                  .pack = cpu::Pack<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kMixedRows[] = {
    Row<MixedMatMulKernel, kMatMul>(),
    Row<MixedBatchKernel, kBatchMatMul>(),
    Row<MixedConvKernel, kConv>(),
};
RUNNEL_CPU_ROWS(Mixed)

}  // namespace runnel::cpu
