// Sums of products of quantised numbers, which a model scales by itself: convolutions and products whose
// inputs were quantised in the step, and that quantisation.
//
// Sums are exact modulo 2^32. All of them go over the tiles of affine_gemm.h, also those of groups too
// small to fill a tile.
#include "devices/cpu/affine_sums.h"

#include <string>

#include "devices/cpu/affine_product.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

using affine::Windows;

constexpr char kConvSums[] = "Runnel>AffineConv2DSums";
constexpr char kProductSums[] = "Runnel>AffineFullyConnectedSums";
constexpr char kDynamicQuantize[] = "Runnel>AffineDynamicQuantize";

// K has `Read(host, x, filter, Windows*)`, which is false where tensors do not fit, and
// `Fit(run, Windows*, Dims*)`, which says why they do not and gives the output's dims.
template <typename K>
struct SumsKernel : affine::SumTiles {
  const char* op;

  const K& self() const { return static_cast<const K&>(*this); }
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    InitTiles(host);
    by_rows = true;
    x_signed = host->node_input_dtype(host, node, 0) == RNLP_INT8;
    filter_signed = host->node_input_dtype(host, node, 1) == RNLP_INT8;
    int64_t zero = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "filter_zero_point", &zero));
    if (!affine::Stored{filter_signed, zero}.Holds()) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: filter_zero_point %lld is no number of the filter's",
                  op, static_cast<long long>(zero));
    }
    has_known_zero = true;
    known_zero = static_cast<int32_t>(zero);
    return nullptr;
  }
  rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan) {
    const rnlp_tensor_t *in = plan->inputs[0], *filter = plan->inputs[1];
    plan->cost_ns = EstimateCost(plan, 20);
    Windows w;
    if (in->num_elements > 0 && filter->num_elements > 0 && self().Read(host, in, filter, &w))
      PlanTiles(plan, w);
    return nullptr;
  }
  rnlp_status_t* Pack(const rnlp_run_t* run) const { return PackTiles(run); }
  int32_t ZeroAt(const rnlp_tensor_t* zeros, int64_t i) const {
    return x_signed ? int32_t{Data<int8_t>(zeros)[i]} : int32_t{Data<uint8_t>(zeros)[i]};
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *in = run->inputs[0], *filter = run->inputs[1], *zeros = run->inputs[2];
    Windows w;
    Dims dims;
    RUNNEL_CPU_RETURN_IF_ERROR(self().Fit(run, &w, &dims));
    const int64_t count = zeros->num_elements;
    if (zeros->rank > 1 || (count != 1 && count != w.batch)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: x_zero_points %s should be one, or one for each of %lld places of x %s", op,
                  ShapeText(zeros).text, static_cast<long long>(w.batch), ShapeText(in).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    int32_t* const sums = Data<int32_t>(run->outputs[0]);
    const int64_t all = run->outputs[0]->num_elements;
    if (w.depth() == 0) std::fill_n(sums, all, 0);
    if (all == 0 || w.depth() == 0) return nullptr;
    if (count > 1) w.batch = 1;
    for (int64_t i = 0; i < count; ++i) {
      bool done = false;
      RUNNEL_CPU_RETURN_IF_ERROR(RunTiles(run, op, w,
                                          {Data<uint8_t>(in) + i * w.image_elements(), filter->data,
                                           sums + i * w.pixels() * w.out, ZeroAt(zeros, i), known_zero},
                                          &done));
    }
    return nullptr;
  }
};

struct ConvSums : SumsKernel<ConvSums> {
  affine::ConvWindows<false> windows;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    takes_depth = true;
    RUNNEL_CPU_RETURN_IF_ERROR(windows.attrs.Init(host, node, op));
    return SumsKernel::Init(host, node);
  }
  bool Read(const rnlp_host_t* host, const rnlp_tensor_t* image, const rnlp_tensor_t* filter,
            Windows* out) const {
    return windows.Read(host, op, image, filter, out);
  }
  rnlp_status_t* Fit(const rnlp_run_t* run, Windows* out, Dims* dims) const {
    const rnlp_tensor_t *image = run->inputs[0], *filter = run->inputs[1];
    WindowAxis axes[2];
    RUNNEL_CPU_RETURN_IF_ERROR(windows.Fit(run->host, op, image, filter, axes));
    *out = windows.Of(image, filter, axes);
    dims->rank = 4;
    const int64_t sizes[] = {image->dims[0], axes[0].count, axes[1].count, filter->dims[0]};
    std::copy_n(sizes, 4, dims->size);
    return nullptr;
  }
};

struct ProductSums : SumsKernel<ProductSums> {
  static bool Read(const rnlp_host_t*, const rnlp_tensor_t* x, const rnlp_tensor_t* filter,
                   Windows* out) {
    if (filter->rank != 2 || x->rank < 1 || x->dims[x->rank - 1] != filter->dims[1]) return false;
    *out = {};
    out->batch = plugin::ProductOf(x->dims, 0, x->rank - 1);
    out->channels = out->seen = filter->dims[1];
    out->out = filter->dims[0];
    return true;
  }
  rnlp_status_t* Fit(const rnlp_run_t* run, Windows* out, Dims* dims) const {
    const rnlp_tensor_t *x = run->inputs[0], *filter = run->inputs[1];
    if (!Read(run->host, x, filter, out)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: filter %s does not fit x %s", op,
                  ShapeText(filter).text, ShapeText(x).text);
    }
    dims->rank = x->rank;
    std::copy_n(x->dims, x->rank, dims->size);
    dims->size[x->rank - 1] = filter->dims[0];
    return nullptr;
  }
};

// Source: ONNX, the operator DynamicQuantizeLinear; LiteRT, its functions SymmetricQuantizeFloats and
// AsymmetricQuantizeFloats.
struct DynamicQuantizeKernel {
  enum class Method : uint8_t { kFull, kAsymmetric, kSymmetric };
  const char* op;
  Method method = Method::kFull;
  int64_t batch_dims = 0;
  bool is_signed = false;
  const affine::AffineLoops* table = nullptr;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    table = &affine::AffineLoopsOf(ChooseIsa(host));
    is_signed = host->node_output_dtype(host, node, 0) == RNLP_INT8;
    std::string name = "FULL";
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "method", &name));
    method = name == "SYMMETRIC"    ? Method::kSymmetric
             : name == "ASYMMETRIC" ? Method::kAsymmetric
                                    : Method::kFull;
    if (method != Method::kFull && !is_signed) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: method %s is for int8", op, name.c_str());
    }
    return AttrInt(host, node, "batch_dims", &batch_dims);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    if (batch_dims < 0 || batch_dims > x->rank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: batch_dims is %lld, x is %s", op,
                  static_cast<long long>(batch_dims), ShapeText(x).text);
    }
    Dims places;
    places.rank = static_cast<int32_t>(batch_dims);
    std::copy_n(x->dims, batch_dims, places.size);
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, x));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 1, places));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 2, places));
    const int64_t count = run->outputs[1]->num_elements, inner = count > 0 ? x->num_elements / count : 0;
    if (count == 1) {
      Limits limits[kSlots];
      Slots(run, inner, inner > kParallelElements, [&](int64_t slot, int64_t begin, int64_t end) {
        table->limits(Data<float>(x) + begin, end - begin, &limits[slot].low, &limits[slot].high);
      });
      for (const Limits& one : limits) limits[0].Widen(one);
      const Steps steps = Put(run, 0, limits[0]);
      ParallelFor(run, inner, kBlockElements,
                  [&](int64_t begin, int64_t end) { Quantize(run, begin, end, steps); });
      return nullptr;
    }
    ParallelFor(run, count, CeilDiv(kBlockElements, std::max<int64_t>(inner, 1)),
                [&](int64_t begin, int64_t end) {
                  for (int64_t i = begin; i < end; ++i) {
                    Limits limits;
                    table->limits(Data<float>(x) + i * inner, inner, &limits.low, &limits.high);
                    const Steps steps = Put(run, i, limits);
                    Quantize(run, i * inner, (i + 1) * inner, steps);
                  }
                });
    return nullptr;
  }

 private:
  // Of numbers and 0.
  struct Limits {
    float low = 0, high = 0;
    void Widen(const Limits& other) {
      low = std::min(low, other.low);
      high = std::max(high, other.high);
    }
  };
  struct Steps {
    float scale;
    int32_t zero;
    float range = 0;  // of kSymmetric
  };
  Steps FullSteps(const Limits& limits) const {
    const float least = is_signed ? -128 : 0, most = least + 255;
    Steps steps = {limits.high == limits.low ? 1.0F : (limits.high - limits.low) / 255.0F, 0};
    // Of infinite limits the quotient is no number, and any zero point will do.
    const float place = least - limits.low / steps.scale;
    steps.zero = static_cast<int32_t>(std::nearbyint(place > least ? std::min(place, most) : least));
    return steps;
  }
  // The zero point comes from that limit from which it is more exact.
  static Steps AsymmetricSteps(const Limits& limits) {
    const auto low = static_cast<double>(limits.low), high = static_cast<double>(limits.high);
    if (low == high) return {1, 0};
    const double scale = (high - low) / 255;
    const bool from_low = 128 + std::fabs(low / scale) < 127 + std::fabs(high / scale);
    const double place = from_low ? -128 - low / scale : 127 - high / scale;
    const double clamped = place > -128 ? std::min(place, 127.0) : -128;
    return {static_cast<float>(scale), static_cast<int32_t>(std::round(clamped))};
  }
  static Steps SymmetricSteps(const Limits& limits) {
    const float range = std::max(-limits.low, limits.high);
    return {range == 0 ? 1 : range / 127, 0, range};
  }
  Steps Put(const rnlp_run_t* run, int64_t i, const Limits& limits) const {
    const Steps steps = method == Method::kFull         ? FullSteps(limits)
                        : method == Method::kAsymmetric ? AsymmetricSteps(limits)
                                                        : SymmetricSteps(limits);
    Data<float>(run->outputs[1])[i] = steps.scale;
    Data<uint8_t>(run->outputs[2])[i] = static_cast<uint8_t>(steps.zero);
    return steps;
  }
  void Quantize(const rnlp_run_t* run, int64_t begin, int64_t end, const Steps& steps) const {
    const float* const in = Data<float>(run->inputs[0]) + begin;
    auto* const out = Data<uint8_t>(run->outputs[0]) + begin;
    if (method == Method::kFull) {
      table->quantize(in, out, end - begin, steps.scale, steps.zero, is_signed, true);
    } else if (method == Method::kAsymmetric) {
      table->scale(in, out, end - begin, 1 / steps.scale, steps.zero, -128);
    } else {
      table->scale(in, out, end - begin, steps.range == 0 ? 1 : 127 / steps.range, 0, -127);
    }
  }
};

constexpr rnlp_type_constraint_t kSumTypes[] = {Types("T", affine::kFilters),
                                                Types("W", affine::kFilters)};

template <typename K>
rnlp_status_t* PlanSums(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<K*>(kernel)->Plan(host, plan);
}
template <typename K, const char* kOp>
constexpr rnlp_kernel_row_t SumsRow() {
  return MakeRow({.op = kOp,
                  .types = kSumTypes,
                  .num_types = std::size(kSumTypes),
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanSums<K>,
                  .run = cpu::Run<K>,
                  .pack = cpu::Pack<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kAffineSumsRows[] = {
    SumsRow<ConvSums, kConvSums>(), SumsRow<ProductSums, kProductSums>(),
    MakeRow({.op = kDynamicQuantize,
             .types = kSumTypes,
             .num_types = 1,
             .create = Create<DynamicQuantizeKernel, kDynamicQuantize>,
             .destroy = Destroy<DynamicQuantizeKernel>,
             .plan = PlanElements<1000>,
             .run = cpu::Run<DynamicQuantizeKernel>})};
RUNNEL_CPU_ROWS(AffineSums)

}  // namespace runnel::cpu
