// Math: ResizeArea ResizeBicubic ResizeBicubicGrad.
//
// Each new pixel is a sum of pixels by weights that are products of a row's and a column's. The weights
// of an axis are computed once for a run (Taps); then rows are summed first, in float, and columns of
// the sum after that. A gradient goes the same way backwards, one image after another, so that nothing
// is added from two threads.
#include <array>
#include <limits>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/resize.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

// The pixels that index i of an axis is made of are index[first[i]] to index[first[i + 1] - 1].
struct Taps {
  int64_t* first;
  int32_t* index;
  float* weight;

  static uint64_t Bytes(int64_t resized, int64_t taps) {
    return static_cast<uint64_t>(resized + 1) * sizeof(int64_t) +
           RoundUp(taps, 2) * (sizeof(int32_t) + sizeof(float));
  }
  Taps(char* memory, int64_t resized, int64_t taps)
      : first(reinterpret_cast<int64_t*>(memory)),
        index(reinterpret_cast<int32_t*>(first + resized + 1)),
        weight(reinterpret_cast<float*>(index + RoundUp(taps, 2))) {
    first[0] = 0;
  }
  void Add(int64_t i, int64_t pixel, float by) {
    index[first[i + 1]] = static_cast<int32_t>(pixel);
    weight[first[i + 1]++] = by;
  }
};

int64_t Bound(int64_t pixel, int64_t size) { return std::clamp<int64_t>(pixel, 0, size - 1); }

// Areas: pixels of an interval of length `scale` that begins at i * scale, as far as each lies in it.
// Source of the borders and of the rounding: TensorFlow's documentation of resize_area, checked against
// its results.
struct Area {
  // At most that many for each index, with one more on both sides.
  static int64_t Count(const ResizeAxis& axis) {
    return axis.resized * 3 +
           static_cast<int64_t>(static_cast<double>(axis.scale) * static_cast<double>(axis.resized)) + 1;
  }
  static float Factor(const ResizeAxis& axis) { return 1.0f / axis.scale; }
  static void Fill(const ResizeAxis& axis, Taps& taps) {
    for (int64_t i = 0; i < axis.resized; ++i) {
      const float begin = static_cast<float>(i) * axis.scale;
      const float end = static_cast<float>(i + 1) * axis.scale;
      taps.first[i + 1] = taps.first[i];
      const auto last = static_cast<int64_t>(std::ceil(end));
      for (auto pixel = static_cast<int64_t>(std::floor(begin)); pixel < last; ++pixel) {
        const auto from = static_cast<float>(pixel), to = static_cast<float>(pixel + 1);
        const float covered = from < begin ? (to > end ? axis.scale : to - begin)
                              : to > end   ? end - from
                                           : 1.0f;
        taps.Add(i, Bound(pixel, axis.size), covered);
      }
    }
  }
};

// A cubic kernel over the four nearest pixels, read from a table of 1024 steps as TensorFlow does, so
// that both round alike. Source: Keys 1981.
struct Cubic {
  static constexpr int64_t kSteps = 1024;
  static int64_t Count(const ResizeAxis& axis) { return axis.resized * 4; }
  static float Factor(const ResizeAxis&) { return 1; }

  // The weights of pixels at -1 and 0 from a position `step` / 1024 behind pixel 0.
  static std::array<float, 2> Near(int64_t step, double a) {
    auto x = static_cast<float>(static_cast<double>(step) / static_cast<double>(kSteps));
    const auto at_zero = static_cast<float>(((a + 2) * x - (a + 3)) * x * x + 1);
    x += 1.0f;
    return {static_cast<float>(((a * x - 5 * a) * x + 8 * a) * x - 4 * a), at_zero};
  }
  static void Fill(const ResizeAxis& axis, Taps& taps) {
    const double a = axis.half ? -0.5 : -0.75;
    for (int64_t i = 0; i < axis.resized; ++i) {
      const float at = axis.half ? (static_cast<float>(i) + 0.5f) * axis.scale - 0.5f
                                 : static_cast<float>(i) * axis.scale;
      const auto pixel = static_cast<int64_t>(std::floor(at));
      const int64_t step = std::lrint((at - static_cast<float>(pixel)) * static_cast<float>(kSteps));
      const std::array<float, 2> before = Near(step, a), behind = Near(kSteps - step, a);
      std::array<float, 4> weights = {before[0], before[1], behind[1], behind[0]};
      if (axis.half) LeaveOutside(pixel - 1, axis.size, &weights);
      taps.first[i + 1] = taps.first[i];
      for (int64_t k = 0; k < 4; ++k)
        taps.Add(i, Bound(pixel - 1 + k, axis.size), weights[static_cast<size_t>(k)]);
    }
  }
  // Pixels that are not there count nothing, and the others so much more.
  static void LeaveOutside(int64_t first, int64_t size, std::array<float, 4>* weights) {
    float sum = 0;
    for (int64_t k = 0; k < 4; ++k) {
      float& weight = (*weights)[static_cast<size_t>(k)];
      if (first + k != Bound(first + k, size)) weight = 0;
      sum += weight;
    }
    if (std::abs(sum) < 1000.0f * std::numeric_limits<float>::min()) return;
    for (float& weight : *weights) weight *= 1.0f / sum;
  }
};

// The memory of one run: the taps of both axes, and a row of sums for each slot.
template <typename Weights, typename Sum>
struct ResampleMemory {
  static uint64_t Bytes(const ResizeAxis& rows, const ResizeAxis& columns, int64_t row_elements) {
    return Taps::Bytes(rows.resized, Weights::Count(rows)) +
           Taps::Bytes(columns.resized, Weights::Count(columns)) +
           static_cast<uint64_t>(kSlots * row_elements) * sizeof(Sum);
  }
  ResampleMemory(void* memory, const ResizeAxis& down, const ResizeAxis& along)
      : sums(reinterpret_cast<Sum*>(static_cast<char*>(memory) +
                                    Taps::Bytes(down.resized, Weights::Count(down)) +
                                    Taps::Bytes(along.resized, Weights::Count(along)))),
        rows(static_cast<char*>(memory), down.resized, Weights::Count(down)),
        columns(static_cast<char*>(memory) + Taps::Bytes(down.resized, Weights::Count(down)),
                along.resized, Weights::Count(along)) {
    Weights::Fill(down, rows);
    Weights::Fill(along, columns);
  }
  Sum* sums;
  Taps rows, columns;
};

// More rows or columns than int32 counts cannot be resampled: no image has them.
rnlp_status_t* CheckSides(const rnlp_run_t* run, const char* op, const int64_t* dims,
                          const int64_t* resized) {
  for (const int axis : {1, 2}) {
    if (dims[axis] <= INT32_MAX && resized[axis] <= INT32_MAX) continue;
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: expected at most 2147483647 rows and columns, got %s and %s", op,
                ShapeText(4, dims).text, ShapeText(4, resized).text);
  }
  return nullptr;
}

template <typename Weights>
struct ResampleKernel : ResizeAttrs {
  using Memory = ResampleMemory<Weights, float>;

  rnlp_status_t* Plan(rnlp_plan_t* plan) {
    plan->cost_ns = EstimateCost(plan, 10);
    const rnlp_tensor_t *image = plan->inputs[0], *result = plan->outputs[0];
    if (image->num_elements > 0 && result->num_elements > 0)
      planned_bytes = Bytes(image->dims, result->dims);
    plan->workspace_bytes = planned_bytes;
    return nullptr;
  }
  ResizeAxis Axis(int axis, const int64_t* image, const int64_t* result) const {
    return {image[axis], result[axis], align, half};
  }
  uint64_t Bytes(const int64_t* image, const int64_t* result) const {
    return Memory::Bytes(Axis(1, image, result), Axis(2, image, result), image[2] * image[3]);
  }

  template <typename T>
  void RunType(const rnlp_run_t* run, const Memory& memory, float factor) const {
    const rnlp_tensor_t *image = run->inputs[0], *result = run->outputs[0];
    const int64_t channels = image->dims[3], width = result->dims[2], height = result->dims[1];
    const int64_t row = image->dims[2] * channels;
    const bool parallel = result->num_elements > kParallelElements / 8;
    Slots(run, image->dims[0] * height, parallel, [&](int64_t slot, int64_t begin, int64_t end) {
      float* sums = memory.sums + slot * row;
      for (int64_t r = begin; r < end && !IsStopped(run); ++r) {
        const int64_t y = r % height;
        const T* from = Data<T>(image) + r / height * image->dims[1] * row;
        std::fill_n(sums, row, 0.0f);
        for (int64_t k = memory.rows.first[y]; k < memory.rows.first[y + 1]; ++k) {
          const T* line = from + memory.rows.index[k] * row;
          const float weight = memory.rows.weight[k];
          for (int64_t i = 0; i < row; ++i) sums[i] += static_cast<float>(Load(line[i])) * weight;
        }
        float* out = Data<float>(result) + r * width * channels;
        for (int64_t x = 0; x < width; ++x, out += channels) {
          std::fill_n(out, channels, 0.0f);
          for (int64_t k = memory.columns.first[x]; k < memory.columns.first[x + 1]; ++k) {
            const float* pixel = sums + memory.columns.index[k] * channels;
            for (int64_t c = 0; c < channels; ++c) out[c] += pixel[c] * memory.columns.weight[k];
          }
          for (int64_t c = 0; c < channels; ++c) out[c] *= factor;
        }
      }
    });
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t dims[4];
    RUNNEL_CPU_RETURN_IF_ERROR(Other(run, dims));
    const int64_t* image = run->inputs[0]->dims;
    RUNNEL_CPU_RETURN_IF_ERROR(CheckSides(run, op, image, dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const Workspace workspace(run, planned_bytes, Bytes(image, dims));
    if (workspace.data == nullptr) return workspace.Failed(op);
    const ResizeAxis rows = Axis(1, image, dims), columns = Axis(2, image, dims);
    const Memory memory(workspace.data, rows, columns);
    const float factor = Weights::Factor(rows) * Weights::Factor(columns);
    VisitType(
        TypeList<float, double, Half, BFloat16, uint8_t, int8_t, int16_t, uint16_t, int32_t, int64_t>{},
        dtype, 0, [&](auto tag) {
          RunType<typename decltype(tag)::Type>(run, memory, factor);
          return 0;
        });
    return nullptr;
  }
};

// Inputs: grads, original_image.
struct CubicGradKernel : ResizeAttrs {
  template <typename T>
  rnlp_status_t* RunType(const rnlp_run_t* run) const {
    using Memory = ResampleMemory<Cubic, T>;
    const rnlp_tensor_t *grads = run->inputs[0], *result = run->outputs[0];
    const int64_t channels = grads->dims[3], row = result->dims[2] * channels;
    const ResizeAxis rows(result->dims[1], grads->dims[1], align, half);
    const ResizeAxis columns(result->dims[2], grads->dims[2], align, half);
    const Workspace workspace(run, planned_bytes, Memory::Bytes(rows, columns, row));
    if (workspace.data == nullptr) return workspace.Failed(op);
    const Memory memory(workspace.data, rows, columns);
    const bool parallel = grads->num_elements > kParallelElements / 8;
    Slots(run, grads->dims[0], parallel, [&](int64_t slot, int64_t begin, int64_t end) {
      T* sums = memory.sums + slot * row;
      for (int64_t b = begin; b < end; ++b) {
        const float* from = Data<float>(grads) + b * rows.resized * columns.resized * channels;
        T* to = Data<T>(result) + b * rows.size * row;
        std::fill_n(to, rows.size * row, T{0});
        for (int64_t y = 0; y < rows.resized && !IsStopped(run); ++y) {
          std::fill_n(sums, row, T{0});
          for (int64_t x = 0; x < columns.resized; ++x, from += channels) {
            for (int64_t k = memory.columns.first[x]; k < memory.columns.first[x + 1]; ++k) {
              T* pixel = sums + memory.columns.index[k] * channels;
              for (int64_t c = 0; c < channels; ++c) pixel[c] += from[c] * memory.columns.weight[k];
            }
          }
          for (int64_t k = memory.rows.first[y]; k < memory.rows.first[y + 1]; ++k) {
            T* line = to + memory.rows.index[k] * row;
            for (int64_t i = 0; i < row; ++i) line[i] += sums[i] * memory.rows.weight[k];
          }
        }
      }
    });
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t dims[4];
    RUNNEL_CPU_RETURN_IF_ERROR(Other(run, dims));
    RUNNEL_CPU_RETURN_IF_ERROR(CheckSides(run, op, dims, run->inputs[0]->dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    return dtype == RNLP_DOUBLE ? RunType<double>(run) : RunType<float>(run);
  }
};

constexpr char kArea[] = "ResizeArea";
constexpr char kCubic[] = "ResizeBicubic";
constexpr char kCubicGrad[] = "ResizeBicubicGrad";
constexpr int32_t kImages[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,  RNLP_BFLOAT16, RNLP_INT8,
                               RNLP_UINT8, RNLP_INT16,  RNLP_INT32, RNLP_UINT16,   RNLP_INT64};
constexpr int32_t kGrads[] = {RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kT = Types("T", kImages);
constexpr rnlp_type_constraint_t kTGrad = Types("T", kGrads);
constexpr rnlp_arg_mark_t kSize[] = {{"size", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <class Kernel>
rnlp_status_t* PlanResample(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  if constexpr (requires(Kernel k) { k.Plan(plan); }) {
    return reinterpret_cast<Kernel*>(kernel)->Plan(plan);
  } else {
    return PlanElements<20'000>(host, kernel, plan);
  }
}

template <class Kernel, const char* kOp, const rnlp_type_constraint_t& kTypes, uint32_t kSizes = 1>
constexpr rnlp_kernel_row_t ResampleRow() {
  return MakeRow({.op = kOp,
                  .types = &kTypes,
                  .num_types = 1,
                  .args = kSize,
                  .num_args = kSizes,
                  .create = Create<Kernel, kOp>,
                  .destroy = Destroy<Kernel>,
                  .plan = PlanResample<Kernel>,
                  .run = cpu::Run<Kernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kResampleRows[] = {
    ResampleRow<ResampleKernel<Area>, kArea, kT>(),
    ResampleRow<ResampleKernel<Cubic>, kCubic, kT>(),
    ResampleRow<CubicGradKernel, kCubicGrad, kTGrad, 0>(),
};
RUNNEL_CPU_ROWS(Resample)

}  // namespace runnel::cpu
