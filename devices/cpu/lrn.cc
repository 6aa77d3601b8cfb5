// Math: LRN LRNGrad.
//
// Sums of squares are made anew for every channel: what leaves a window leaves nothing behind, neither
// rounding nor infinities. Beside the channels lie zeros, as far as windows reach.
#include <algorithm>
#include <cmath>

#include "devices/cpu/image.h"
#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

template <bool kGradient>
struct LrnKernel {
  const char* op;
  int32_t dtype = 0;
  int64_t radius = 5;
  float bias = 1, alpha = 1, beta = 0.5f;
  const ImageTable* table = nullptr;
  uint64_t planned_bytes = 0;  // set once, by plan

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "depth_radius", &radius));
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_float(host, node, "bias", &bias));
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_float(host, node, "alpha", &alpha));
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_float(host, node, "beta", &beta));
    table = &Images(ChooseIsa(host));
    if (radius >= 0 && radius < INT32_MAX) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: attr depth_radius should be from 0 to 2147483646, got %lld", op,
                static_cast<long long>(radius));
  }

  // A slot's memory, in floats: six rows of a pixel, one of them with zeros on both sides.
  int64_t Reach(int64_t channels) const { return std::min(radius, channels); }
  int64_t SlotFloats(int64_t channels) const { return channels * 6 + 2 * Reach(channels); }
  uint64_t Bytes(int64_t channels) const {
    return channels < (int64_t{1} << 40)
               ? static_cast<uint64_t>(SlotFloats(channels)) * kSlots * sizeof(float)
               : 0;
  }
  rnlp_status_t* Plan(rnlp_plan_t* plan) {
    const rnlp_tensor_t* x = plan->inputs[0];
    plan->cost_ns = EstimateCost(plan, 20);
    if (x->rank == 4 && x->num_elements > 0) planned_bytes = Bytes(x->dims[3]);
    plan->workspace_bytes = planned_bytes;
    return nullptr;
  }

  struct Rows {
    Rows(float* memory, int64_t channels, int64_t reach)
        : x(memory),
          norms(x + channels),
          powers(norms + channels),
          grads(powers + channels),
          sums(grads + channels),
          padded(sums + channels),
          inner(padded + reach) {
      std::fill_n(padded, reach, 0.0f);
      std::fill_n(inner + channels, reach, 0.0f);
    }
    float *x, *norms, *powers, *grads, *sums;
    float *padded, *inner;
  };

  // norms = bias + alpha * the sum of squares around each channel, and their powers.
  void Norms(const Rows& rows, int64_t channels) const {
    table->square(rows.x, rows.inner, channels);
    table->slide(rows.padded, 2 * Reach(channels) + 1, rows.sums, channels);
    if (beta == 0.5f || beta == 0.75f || beta == 1.0f) {
      table->norms(rows.sums, bias, alpha, beta, rows.norms, rows.powers, channels);
      return;
    }
    for (int64_t c = 0; c < channels; ++c) {
      rows.norms[c] = bias + alpha * rows.sums[c];
      rows.powers[c] = std::pow(rows.norms[c], -beta);
    }
  }

  template <typename T>
  void Pixel(const rnlp_run_t* run, int64_t at, int64_t channels, const Rows& rows) const {
    const T* in = Data<T>(run->inputs[kGradient ? 1 : 0]) + at;
    T* out = Data<T>(run->outputs[0]) + at;
    for (int64_t c = 0; c < channels; ++c) rows.x[c] = Load(in[c]);
    Norms(rows, channels);
    if constexpr (!kGradient) {
      for (int64_t c = 0; c < channels; ++c) out[c] = Store<T>(rows.x[c] * rows.powers[c]);
      return;
    }
    // dx = g / norm^beta - 2 alpha beta x * the sum of g y / norm around it.
    const T* grads = Data<T>(run->inputs[0]) + at;
    const T* y = Data<T>(run->inputs[2]) + at;
    for (int64_t c = 0; c < channels; ++c) {
      rows.grads[c] = Load(grads[c]);
      rows.inner[c] = rows.grads[c] * Load(y[c]) / rows.norms[c];
    }
    table->slide(rows.padded, 2 * Reach(channels) + 1, rows.sums, channels);
    for (int64_t c = 0; c < channels; ++c) {
      out[c] = Store<T>(rows.grads[c] * rows.powers[c] - 2 * alpha * beta * rows.x[c] * rows.sums[c]);
    }
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    if (x->rank != 4) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: images should have four dimensions, got %s", op,
                  ShapeText(x).text);
    }
    for (uint32_t i = 1; i < run->num_inputs; ++i) {
      if (SameDims(run->inputs[i], x)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %u should have shape %s, got %s", op, i,
                  ShapeText(x).text, ShapeText(run->inputs[i]).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, x));
    if (x->num_elements == 0) return nullptr;
    const int64_t channels = x->dims[3];
    const Workspace workspace(run, planned_bytes, Bytes(channels));
    if (workspace.data == nullptr) return workspace.Failed(op);
    const int64_t window = std::min(2 * std::min(radius, channels) + 1, channels);
    const bool parallel = static_cast<double>(x->num_elements) * static_cast<double>(window + 8) >
                          static_cast<double>(kParallelElements);
    VisitType(TypeList<float, Half, BFloat16>{}, dtype, 0, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      Slots(run, x->num_elements / channels, parallel, [&](int64_t slot, int64_t begin, int64_t end) {
        const Rows rows(static_cast<float*>(workspace.data) + slot * SlotFloats(channels), channels,
                        Reach(channels));
        Looks looks(run);
        for (int64_t p = begin; p < end && !looks.Stop(); ++p)
          Pixel<T>(run, p * channels, channels, rows);
      });
      return 0;
    });
    return nullptr;
  }
};

template <bool kGradient>
rnlp_status_t* PlanLrn(const rnlp_host_t*, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<LrnKernel<kGradient>*>(kernel)->Plan(plan);
}

constexpr char kForward[] = "LRN";
constexpr char kBackward[] = "LRNGrad";
constexpr int32_t kImages[] = {RNLP_FLOAT, RNLP_HALF, RNLP_BFLOAT16};
constexpr rnlp_type_constraint_t kT = Types("T", kImages);

template <bool kGradient, const char* kOp>
constexpr rnlp_kernel_row_t LrnRow() {
  return MakeRow({.op = kOp,
                  .types = &kT,
                  .num_types = 1,
                  .create = Create<LrnKernel<kGradient>, kOp>,
                  .destroy = Destroy<LrnKernel<kGradient>>,
                  .plan = PlanLrn<kGradient>,
                  .run = cpu::Run<LrnKernel<kGradient>>});
}

}  // namespace

constexpr rnlp_kernel_row_t kLrnRows[] = {LrnRow<false, kForward>(), LrnRow<true, kBackward>()};
RUNNEL_CPU_ROWS(Lrn)

}  // namespace runnel::cpu
