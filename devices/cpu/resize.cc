// Math: ResizeNearestNeighbor ResizeBilinear and their gradients.
//
// Where a pixel lies is computed in float, as TensorFlow does, so that both take the same pixels. That
// position never falls as the index rises: a gradient therefore collects, for every pixel, the
// neighbouring elements that it went to, and nothing is added from two threads. Bilinear rows are made
// once for each row of the image that results need, then mixed two by two.
#include <algorithm>
#include <cmath>

#include "devices/cpu/image.h"
#include "devices/cpu/kernel_base.h"
#include "devices/cpu/resize.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr int64_t kChannels = 64;  // summed together

// With the loops of the instruction set.
struct TableAttrs : ResizeAttrs {
  const ImageTable* table = nullptr;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    table = &Images(ChooseIsa(host));
    return ResizeAttrs::Init(host, node);
  }
};

// What bilinear rows need: where each element of a resized row comes from, and for each slot two rows
// with their numbers and, for images of other types, a row of the image in float.
struct LinearRows {
  static constexpr int64_t kMost = int64_t{1} << 30;  // elements of a row
  static uint64_t Bytes(int64_t from, int64_t to, bool converts) {
    if (from < 1 || to < 1 || from > kMost || to > kMost) return 0;
    return static_cast<uint64_t>(3 * to + kSlots * (2 * to + (converts ? from : 0))) * sizeof(float);
  }
  LinearRows(void* memory, const ResizeAxis& columns, int64_t channels)
      : from(columns.size * channels), to(columns.resized * channels) {
    low = static_cast<int32_t*>(memory);
    high = low + to;
    lerp = reinterpret_cast<float*>(high + to);
    slots = lerp + to;
    for (int64_t j = 0, i = 0; j < columns.resized; ++j) {
      const Place x = columns.Linear(j);
      for (int64_t c = 0; c < channels; ++c, ++i) {
        low[i] = static_cast<int32_t>(x.low * channels + c);
        high[i] = static_cast<int32_t>(x.high * channels + c);
        lerp[i] = x.lerp;
      }
    }
  }
  int64_t from, to;
  int32_t *low, *high;
  float *lerp, *slots;
};

template <bool kLinear>
struct ResizeKernel : TableAttrs {
  rnlp_status_t* Plan(rnlp_plan_t* plan) {
    plan->cost_ns = EstimateCost(plan, 2);
    const rnlp_tensor_t *image = plan->inputs[0], *result = plan->outputs[0];
    if (!kLinear || image->rank != 4 || result->rank != 4 || image->num_elements < 0 ||
        result->num_elements < 0) {
      return nullptr;
    }
    plan->workspace_bytes = planned_bytes = Bytes(image->dims, result->dims);
    return nullptr;
  }
  uint64_t Bytes(const int64_t* image, const int64_t* result) const {
    int64_t from = 0, to = 0;
    if (__builtin_mul_overflow(image[2], image[3], &from) ||
        __builtin_mul_overflow(result[2], image[3], &to)) {
      return 0;
    }
    return LinearRows::Bytes(from, to, dtype != RNLP_FLOAT);
  }

  template <typename T>
  void RunLinear(const rnlp_run_t* run, void* memory) const {
    const rnlp_tensor_t *image = run->inputs[0], *result = run->outputs[0];
    const ResizeAxis rows(image->dims[1], result->dims[1], align, half);
    const ResizeAxis columns(image->dims[2], result->dims[2], align, half);
    const LinearRows made(memory, columns, image->dims[3]);
    const int64_t slot_floats = 2 * made.to + (std::is_same_v<T, float> ? 0 : made.from);
    const int64_t total = image->dims[0] * rows.resized;
    Slots(
        run, total, total * made.to > kParallelElements, [&](int64_t slot, int64_t begin, int64_t end) {
          float* ready[2] = {made.slots + slot * slot_floats, made.slots + slot * slot_floats + made.to};
          float* converted = ready[1] + made.to;
          int64_t holds[2] = {-1, -1};  // rows of all images
          const auto row = [&](int64_t number, int64_t keep) {
            for (int i = 0; i < 2; ++i) {
              if (holds[i] == number) return i;
            }
            const int at = holds[0] == keep ? 1 : 0;
            const T* from = Data<T>(image) + number * made.from;
            const float* floats = nullptr;
            if constexpr (std::is_same_v<T, float>) {
              floats = from;
            } else {
              for (int64_t i = 0; i < made.from; ++i) converted[i] = static_cast<float>(Load(from[i]));
              floats = converted;
            }
            table->pick(floats, made.low, made.high, made.lerp, ready[at], made.to);
            holds[at] = number;
            return at;
          };
          for (int64_t r = begin; r < end; ++r) {
            const Place y = rows.Linear(r % rows.resized);
            const int64_t first = r / rows.resized * rows.size;
            const int low = row(first + y.low, first + y.high);
            const int high = row(first + y.high, first + y.low);
            table->mix(ready[low], ready[high], y.lerp, Data<float>(result) + r * made.to, made.to);
          }
        });
  }

  template <typename T>
  void RunType(const rnlp_run_t* run) const {
    using Out = std::conditional_t<kLinear, float, T>;
    const rnlp_tensor_t *image = run->inputs[0], *result = run->outputs[0];
    const ResizeAxis rows(image->dims[1], result->dims[1], align, half);
    const ResizeAxis columns(image->dims[2], result->dims[2], align, half);
    const int64_t channels = image->dims[3], row_size = columns.size * channels;
    const int64_t out_size = columns.resized * channels;
    ParallelFor(run, image->dims[0] * rows.resized, RowBlock(out_size), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const Place y = rows.At<kLinear>(r % rows.resized);
        const T* from = Data<T>(image) + r / rows.resized * rows.size * row_size;
        Row<T>(from + y.low * row_size, from + y.high * row_size, y.lerp, columns, channels,
               Data<Out>(result) + r * out_size);
      }
    });
  }
  template <typename T, typename Out>
  static void Row(const T* low, const T* high, float lerp, const ResizeAxis& columns, int64_t channels,
                  Out* out) {
    for (int64_t j = 0; j < columns.resized; ++j, out += channels) {
      const Place x = columns.At<kLinear>(j);
      const int64_t a = x.low * channels, b = x.high * channels;
      for (int64_t c = 0; c < channels; ++c) {
        if constexpr (kLinear) {
          const auto at = [&](const T* row, int64_t i) { return static_cast<float>(Load(row[i + c])); };
          const float top = at(low, a) + (at(low, b) - at(low, a)) * x.lerp;
          const float bottom = at(high, a) + (at(high, b) - at(high, a)) * x.lerp;
          out[c] = top + (bottom - top) * lerp;
        } else {
          out[c] = low[a + c];
        }
      }
    }
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t dims[4];
    RUNNEL_CPU_RETURN_IF_ERROR(Other(run, dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const uint64_t bytes = kLinear ? Bytes(run->inputs[0]->dims, dims) : 0;
    const Workspace workspace(run, planned_bytes, bytes);
    if (bytes > 0 && workspace.data == nullptr) return workspace.Failed(op);
    VisitType(RealList{}, dtype, 0, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (kLinear) {
        if (bytes > 0) {
          RunLinear<T>(run, workspace.data);
          return 0;
        }
      }
      RunType<T>(run);  // also for rows that are too long to be made ahead
      return 0;
    });
    return nullptr;
  }
};

template <bool kLinear>
struct ResizeGradKernel : TableAttrs {
  template <typename T>
  void RunType(const rnlp_run_t* run) const {
    using Grad = std::conditional_t<kLinear, float, T>;
    const rnlp_tensor_t *grads = run->inputs[0], *result = run->outputs[0];
    const ResizeAxis rows(result->dims[1], grads->dims[1], align, half);
    const ResizeAxis columns(result->dims[2], grads->dims[2], align, half);
    const int64_t channels = grads->dims[3], grad_row = columns.resized * channels;
    const double taps = static_cast<double>(grad_row) *
                        std::ceil(static_cast<double>(rows.resized) / static_cast<double>(rows.size));
    const auto work = static_cast<int64_t>(std::min(1e9, taps + static_cast<double>(columns.size)));
    ParallelFor(run, result->dims[0] * rows.size, RowBlock(work), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const int64_t h = r % rows.size, first = rows.FirstOf<kLinear>(h);
        const Grad* from = Data<Grad>(grads) + r / rows.size * rows.resized * grad_row;
        T* out = Data<T>(result) + r * columns.size * channels;
        int64_t left = 0;
        for (int64_t w = 0; w < columns.size; ++w) {
          while (left < columns.resized && columns.At<kLinear>(left).high < w) ++left;
          for (int64_t c = 0; c < channels; c += kChannels) {
            Pixel<T>(*table, from + c, rows, columns, h, w, first, left, channels,
                     std::min(kChannels, channels - c), out + w * channels + c);
          }
        }
      }
    });
  }
  template <typename T, typename Grad>
  static void Pixel(const ImageTable& table, const Grad* from, const ResizeAxis& rows,
                    const ResizeAxis& columns, int64_t h, int64_t w, int64_t first, int64_t left,
                    int64_t channels, int64_t count, T* out) {
    using C = Compute<T>;
    C sums[kChannels] = {};
    for (int64_t i = first; i < rows.resized; ++i) {
      const Place y = rows.At<kLinear>(i);
      if (y.low > h) break;
      for (int64_t j = left; j < columns.resized; ++j) {
        const Place x = columns.At<kLinear>(j);
        if (x.low > w) break;
        const Grad* at = from + (i * columns.resized + j) * channels;
        if constexpr (kLinear) {
          const C weight = static_cast<C>(y.Weight(h)) * static_cast<C>(x.Weight(w));
          if constexpr (std::is_same_v<C, float>) {
            table.weigh(weight, at, sums, count);
          } else {
            for (int64_t c = 0; c < count; ++c) sums[c] += weight * static_cast<C>(at[c]);
          }
        } else {
          for (int64_t c = 0; c < count; ++c) sums[c] = AddValues<C>(sums[c], Load(at[c]));
        }
      }
    }
    for (int64_t c = 0; c < count; ++c) out[c] = Store<T>(sums[c]);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t dims[4];
    RUNNEL_CPU_RETURN_IF_ERROR(Other(run, dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    VisitType(TypeList<float, double, Half, BFloat16, uint8_t, int8_t, int32_t>{}, dtype, 0,
              [&](auto tag) {
                using T = typename decltype(tag)::Type;
                if constexpr (!kLinear || !std::is_integral_v<T>) RunType<T>(run);
                return 0;
              });
    return nullptr;
  }
};

constexpr char kNearest[] = "ResizeNearestNeighbor";
constexpr char kNearestGrad[] = "ResizeNearestNeighborGrad";
constexpr char kLinear[] = "ResizeBilinear";
constexpr char kLinearGrad[] = "ResizeBilinearGrad";
constexpr int32_t kImages[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,  RNLP_BFLOAT16, RNLP_INT8,
                               RNLP_UINT8, RNLP_INT16,  RNLP_INT32, RNLP_UINT16,   RNLP_INT64};
constexpr int32_t kSummed[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16,
                               RNLP_UINT8, RNLP_INT8,   RNLP_INT32};
constexpr rnlp_type_constraint_t kT = Types("T", kImages);
constexpr rnlp_type_constraint_t kTSummed = Types("T", kSummed);
constexpr rnlp_type_constraint_t kTFloat = Types("T", kFloatTypes);

constexpr rnlp_arg_mark_t kSize[] = {{"size", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <class Kernel>
rnlp_status_t* PlanResize(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  if constexpr (requires(Kernel k) { k.Plan(plan); }) {
    return reinterpret_cast<Kernel*>(kernel)->Plan(plan);
  } else {
    return PlanElements<2000>(host, kernel, plan);
  }
}

template <class Kernel, const char* kOp, const rnlp_type_constraint_t& kTypes, uint32_t kSizes = 1>
constexpr rnlp_kernel_row_t ResizeRow() {
  return MakeRow({.op = kOp,
                  .types = &kTypes,
                  .num_types = 1,
                  .args = kSize,
                  .num_args = kSizes,
                  .create = Create<Kernel, kOp>,
                  .destroy = Destroy<Kernel>,
                  .plan = PlanResize<Kernel>,
                  .run = cpu::Run<Kernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kResizeRows[] = {
    ResizeRow<ResizeKernel<false>, kNearest, kT>(),
    ResizeRow<ResizeGradKernel<false>, kNearestGrad, kTSummed>(),
    ResizeRow<ResizeKernel<true>, kLinear, kT>(),
    ResizeRow<ResizeGradKernel<true>, kLinearGrad, kTFloat, 0>(),
};
RUNNEL_CPU_ROWS(Resize)

}  // namespace runnel::cpu
