// Windows that look for the first of the largest elements: Dilation2D, Dilation2DBackpropInput,
// Dilation2DBackpropFilter, MaxPoolWithArgmax.
//
// Gradients add up image after image, or channel by channel, in one order whatever the threads are.
#include <algorithm>
#include <limits>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"
#include "devices/cpu/window.h"

namespace runnel::cpu {
namespace {

constexpr char kDilation[] = "Dilation2D";
constexpr char kInputGrad[] = "Dilation2DBackpropInput";
constexpr char kFilterGrad[] = "Dilation2DBackpropFilter";
constexpr char kArgmax[] = "MaxPoolWithArgmax";

template <typename T>
Compute<T> Lowest() {
  using C = Compute<T>;
  if constexpr (std::is_same_v<T, Half>) return -65504.0F;
  if constexpr (std::is_same_v<T, BFloat16>) return -0x1.FEp127F;
  return std::numeric_limits<C>::lowest();
}

// Where a window's largest sum is: in the image (-1: there is none) and in the filter.
struct Place {
  int64_t pixel = -1, tap = 0;
};

// The channels lie side by side.
struct Images {
  int64_t batch, channels;
  WindowAxis axes[2];

  int64_t image_size() const { return axes[0].image * axes[1].image * channels; }
  int64_t output_size() const { return axes[0].count * axes[1].count * channels; }
  // f(pixel, tap) for each place of window (i, j) inside of the image, counted without channels.
  template <typename F>
  void Window(int64_t i, int64_t j, const F& f) const {
    const WindowAxis &rows = axes[0], &columns = axes[1];
    for (int64_t h = 0; h < rows.window; ++h) {
      const int64_t y = i * rows.stride - rows.before + h * rows.dilation;
      if (y < 0) continue;
      if (y >= rows.image) break;
      for (int64_t w = 0; w < columns.window; ++w) {
        const int64_t x = j * columns.stride - columns.before + w * columns.dilation;
        if (x < 0) continue;
        if (x >= columns.image) break;
        f(y * columns.image + x, h * columns.window + w);
      }
    }
  }
  // filter: NULL counts as zeros.
  template <typename T>
  Place Largest(int64_t i, int64_t j, int64_t c, const T* image, const T* filter, T* value) const {
    Place place;
    Compute<T> best = Lowest<T>();
    Window(i, j, [&](int64_t pixel, int64_t tap) {
      Compute<T> sum = Load(image[pixel * channels + c]);
      if (filter != nullptr) sum = Load(Store<T>(AddValues(sum, Load(filter[tap * channels + c]))));
      // Of pools the first place counts even where all are the lowest, of dilations none.
      if (!(sum > best) && !(filter == nullptr && place.pixel < 0)) return;
      best = sum;
      place = {pixel, tap};
    });
    *value = Store<T>(best);
    return place;
  }
};

enum class What { kValue, kInput, kFilter };

template <What kWhat>
struct DilationKernel {
  const char* op;
  int32_t dtype = 0;
  WindowAttrs attrs;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_output_dtype(host, node, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(attrs.Init(host, node, op));
    int64_t rates[4] = {};
    uint32_t count = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(
        plugin::internal::ReadWindowList(host, node, op, "rates", 4, rates, &count));
    for (const int axis : {0, 1}) {
      if (rates[axis + 1] >= 1 && rates[axis + 1] <= kMostSize) continue;
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: attr rates should be from 1, got %lld", op,
                  static_cast<long long>(rates[axis + 1]));
    }
    attrs.dilations[0] = rates[1];
    attrs.dilations[1] = rates[2];
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *image = run->inputs[0], *filter = run->inputs[1];
    if (image->rank != 4 || filter->rank != 3 || image->dims[3] != filter->dims[2]) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: input should be [batch,rows,columns,channels] and filter [rows,columns,channels], "
          "got %s and %s",
          op, ShapeText(image).text, ShapeText(filter).text);
    }
    Images shape{image->dims[0], image->dims[3], {}};
    int64_t dims[4] = {shape.batch, 0, 0, shape.channels};
    for (const int axis : {0, 1}) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          attrs.Fit(run->host, op, axis, image->dims[axis + 1], filter->dims[axis], &shape.axes[axis]));
      dims[axis + 1] = shape.axes[axis].count;
    }
    if (kWhat == What::kValue) {
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    } else {
      const rnlp_tensor_t* grad = run->inputs[2];
      if (grad->rank != 4 || !std::equal(dims, dims + 4, grad->dims)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: out_backprop should have shape %s, got %s",
                    op, ShapeText(4, dims).text, ShapeText(grad).text);
      }
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, kWhat == What::kInput ? image : filter));
    }
    if (run->outputs[0]->num_elements == 0) return nullptr;
    ForType(RealList{}, dtype, [&](auto tag) { RunType<typename decltype(tag)::Type>(run, shape); });
    return nullptr;
  }

  template <typename T>
  void RunType(const rnlp_run_t* run, const Images& shape) const {
    const T *image = Data<T>(run->inputs[0]), *filter = Data<T>(run->inputs[1]);
    T* out = Data<T>(run->outputs[0]);
    const int64_t rows = shape.axes[0].count, columns = shape.axes[1].count, channels = shape.channels;
    const int64_t taps = std::min<int64_t>(shape.axes[0].window, shape.axes[0].image) *
                         std::min<int64_t>(shape.axes[1].window, shape.axes[1].image);
    if constexpr (kWhat == What::kValue) {
      ParallelFor(run, shape.batch * rows, RowBlock(columns * channels * std::min(taps, kBlockElements)),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t r = begin; r < end; ++r) {
                      const T* from = image + r / rows * shape.image_size();
                      for (int64_t j = 0; j < columns; ++j) {
                        for (int64_t c = 0; c < channels; ++c) {
                          shape.Largest(r % rows, j, c, from, filter,
                                        &out[(r * columns + j) * channels + c]);
                        }
                      }
                    }
                  });
      return;
    }
    const T* grad = Data<T>(run->inputs[2]);
    std::fill_n(out, run->outputs[0]->num_elements, T{});
    // A share for each image, or each channel of the filter.
    const int64_t shares = kWhat == What::kInput ? shape.batch : channels;
    ParallelFor(run, shares, 1, [&](int64_t begin, int64_t end) {
      const bool by_image = kWhat == What::kInput;
      const int64_t first = by_image ? begin : 0, last = by_image ? end : shape.batch;
      for (int64_t n = first; n < last; ++n) {
        const T* from = image + n * shape.image_size();
        T* to = by_image ? out + n * shape.image_size() : out;
        for (int64_t w = 0; w < rows * columns; ++w) {
          for (int64_t c = by_image ? 0 : begin; c < (by_image ? channels : end); ++c) {
            T value;
            const Place place = shape.Largest(w / columns, w % columns, c, from, filter, &value);
            if (place.pixel < 0) continue;
            T* at = to + (by_image ? place.pixel : place.tap) * channels + c;
            *at = Store<T>(AddValues(Load(*at), Load(grad[n * shape.output_size() + w * channels + c])));
          }
        }
      }
    });
  }
};

struct ArgmaxKernel {
  const char* op;
  int32_t dtype = 0;
  bool whole = false;
  WindowAttrs attrs;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_output_dtype(host, node, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "include_batch_in_index", &whole));
    return attrs.Init(host, node, op);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* image = run->inputs[0];
    if (image->rank != 4) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: input should be [batch,rows,columns,channels], got %s", op,
                  ShapeText(image).text);
    }
    Images shape{image->dims[0], image->dims[3], {}};
    int64_t dims[4] = {shape.batch, 0, 0, shape.channels};
    for (const int axis : {0, 1}) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          attrs.Fit(run->host, op, axis, image->dims[axis + 1], attrs.size[axis], &shape.axes[axis]));
      dims[axis + 1] = shape.axes[axis].count;
    }
    const int64_t most = whole ? image->num_elements : shape.image_size();
    if (run->outputs[1]->dtype == RNLP_INT32 && most > std::numeric_limits<int32_t>::max()) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: an int32 holds no place in an image of %s", op,
                  ShapeText(image).text);
    }
    for (const uint32_t i : {0u, 1u}) RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, i, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    ForType(RealList{}, dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if (run->outputs[1]->dtype == RNLP_INT32) {
        RunType<T, int32_t>(run, shape);
      } else {
        RunType<T, int64_t>(run, shape);
      }
    });
    return nullptr;
  }

  template <typename T, typename Index>
  void RunType(const rnlp_run_t* run, const Images& shape) const {
    const T* image = Data<T>(run->inputs[0]);
    const int64_t rows = shape.axes[0].count, columns = shape.axes[1].count, channels = shape.channels;
    ParallelFor(run, shape.batch * rows, RowBlock(columns * channels), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const int64_t from = r / rows * shape.image_size();
        for (int64_t j = 0; j < columns; ++j) {
          for (int64_t c = 0; c < channels; ++c) {
            const int64_t at = (r * columns + j) * channels + c;
            const Place place =
                shape.Largest<T>(r % rows, j, c, image + from, nullptr, &Data<T>(run->outputs[0])[at]);
            const int64_t index = std::max<int64_t>(place.pixel, 0) * channels + c;
            Data<Index>(run->outputs[1])[at] = static_cast<Index>(index + (whole ? from : 0));
          }
        }
      }
    });
  }
};

constexpr rnlp_type_constraint_t kT[] = {Types("T", kRealTypes), Types("Targmax", kIndexTypes)};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(uint32_t num_types) {
  return MakeRow({.op = kOp,
                  .types = kT,
                  .num_types = num_types,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<10'000>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kMorphologyRows[] = {
    Row<DilationKernel<What::kValue>, kDilation>(1),
    Row<DilationKernel<What::kInput>, kInputGrad>(1),
    Row<DilationKernel<What::kFilter>, kFilterGrad>(1),
    Row<ArgmaxKernel, kArgmax>(2),
};
RUNNEL_CPU_ROWS(Morphology)

}  // namespace runnel::cpu
