// Images seen through other coordinates: ScaleAndTranslate, ScaleAndTranslateGrad,
// ImageProjectiveTransformV2 and V3.
//
// ScaleAndTranslate is separable: each output row is a weighted sum of a span of input rows, and then
// each output column of columns. The gradient adds along the same spans the other way.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kScale[] = "ScaleAndTranslate";
constexpr char kScaleGrad[] = "ScaleAndTranslateGrad";
constexpr char kProject2[] = "ImageProjectiveTransformV2";
constexpr char kProject3[] = "ImageProjectiveTransformV3";

// ---- sampling functions, of the distance from the centre ----

float Lanczos(float x, float radius) {
  if (x > radius) return 0;
  if (x <= 1e-3F) return 1;
  const double wide = x, most = radius;
  return static_cast<float>(most * std::sin(M_PI * wide) * std::sin(M_PI * wide / most) /
                            (M_PI * M_PI * wide * wide));
}
float Lanczos1(float x) { return Lanczos(x, 1); }
float Lanczos3(float x) { return Lanczos(x, 3); }
float Lanczos5(float x) { return Lanczos(x, 5); }
// A deviation of a third of its radius.
float Gauss(float x) { return x >= 1.5F ? 0 : static_cast<float>(std::exp(-x * x / (2.0 * 0.5 * 0.5))); }
float Box(float x) { return x < 0.5F ? 1.0F : x == 0.5F ? 0.5F : 0.0F; }
float Triangle(float x) { return x < 1 ? 1 - x : 0; }
// Source: Keys 1981.
float KeysCubic(float x) {
  if (x >= 2) return 0;
  return x >= 1 ? ((-0.5F * x + 2.5F) * x - 4) * x + 2 : ((1.5F * x - 2.5F) * x) * x + 1;
}
// Source: Mitchell & Netravali 1988.
float MitchellCubic(float x) {
  if (x >= 2) return 0;
  if (x >= 1) return ((-7.0F / 18 * x + 2) * x - 10.0F / 3) * x + 16.0F / 9;
  return ((7.0F / 6 * x - 2) * x) * x + 8.0F / 9;
}

struct Sampler {
  const char* name;
  float (*weight)(float);
  float radius;
};
constexpr Sampler kSamplers[] = {
    {"lanczos1", Lanczos1, 1},
    {"lanczos3", Lanczos3, 3},
    {"lanczos5", Lanczos5, 5},
    {"gaussian", Gauss, 1.5F},
    {"box", Box, 1},
    {"triangle", Triangle, 1},
    {"keyscubic", KeysCubic, 2},
    {"mitchellcubic", MitchellCubic, 2},
};

// What every output place along one axis is the weighted sum of.
struct Spans {
  int64_t count, most;  // outputs, and places in a span
  int64_t* starts;
  float* weights;  // `most` for each output; 0 behind its span
};

// How long the spans of an axis are; 0: the numbers are no sizes.
int64_t SpanLength(const Sampler& sampler, bool antialias, int64_t input, float scale) {
  const float inverse = 1.0F / scale;
  const float wide = antialias ? std::max(inverse, 1.0F) : 1.0F;
  const float reach = std::ceil(sampler.radius * wide);
  if (!(scale > 0) || !std::isfinite(inverse)) return 0;
  return reach >= static_cast<float>(input) ? input
                                            : std::min(2 * static_cast<int64_t>(reach) + 1, input);
}

void FillSpans(const Sampler& sampler, bool antialias, int64_t input, float scale, float shift,
               Spans* spans) {
  const auto inverse = static_cast<float>(1.0 / static_cast<double>(scale));
  const float back = -inverse * shift;
  const float wide = antialias ? std::max(inverse, 1.0F) : 1.0F, narrow = 1.0F / wide;
  std::fill_n(spans->weights, spans->count * spans->most, 0.0F);
  for (int64_t i = 0; i < spans->count; ++i) {
    spans->starts[i] = 0;
    const float at = (static_cast<float>(i) + 0.5F) * inverse + back;
    if (!(at >= 0 && at <= static_cast<float>(input))) continue;  // outside: nothing
    const float low = std::ceil(at - sampler.radius * wide - 0.5F);
    const float high = std::floor(at + sampler.radius * wide - 0.5F);
    const auto inside = [&](float place) {
      return static_cast<int64_t>(std::clamp(place, 0.0F, static_cast<float>(input - 1)));
    };
    const int64_t first = std::min(inside(low), input - 1);
    const int64_t last = std::min({inside(high), input - 1, first + spans->most - 1});
    float* const weights = spans->weights + i * spans->most;
    float sum = 0;
    for (int64_t place = first; place <= last; ++place) {
      const float weight = sampler.weight(std::fabs((static_cast<float>(place) + 0.5F - at) * narrow));
      weights[place - first] = weight;
      sum += weight;
    }
    spans->starts[i] = first;
    const bool counts = std::fabs(sum) >= 1000 * std::numeric_limits<float>::min();
    for (int64_t k = 0; k <= last - first; ++k) weights[k] = counts ? weights[k] * (1.0F / sum) : 0;
  }
}

template <bool kGradient>
struct ScaleKernel {
  const char* op;
  int32_t dtype = 0;
  bool antialias = true;
  const Sampler* sampler = &kSamplers[1];

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "antialias", &antialias));
    std::string name = "lanczos3";
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "kernel_type", &name));
    sampler = nullptr;
    for (const Sampler& one : kSamplers) {
      if (name == one.name) sampler = &one;
    }
    if (sampler != nullptr) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT, "%s: kernel_type \"%.32s\" is unknown", op, name.c_str());
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *first = run->inputs[0], *second = run->inputs[1];
    const rnlp_tensor_t *scale = run->inputs[2], *shift = run->inputs[3];
    const bool images_fit =
        first->rank == 4 && (kGradient ? second->rank == 4 : second->rank == 1 && second->dims[0] == 2);
    if (!images_fit || scale->num_elements != 2 || shift->num_elements != 2) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: inputs have shapes %s, %s, %s and %s, expected images and, of two numbers each, "
                  "size, scale and translation",
                  op, ShapeText(first).text, ShapeText(second).text, ShapeText(scale).text,
                  ShapeText(shift).text);
    }
    // Of the forward op.
    const int64_t* image = kGradient ? second->dims : first->dims;
    int64_t to[2];
    for (const int axis : {0, 1}) to[axis] = kGradient ? first->dims[axis + 1] : IndexAt(second, axis);
    const bool batch_fits = !kGradient || (first->dims[0] == image[0] && first->dims[3] == image[3]);
    if (image[1] < 1 || image[2] < 1 || image[3] < 1 || to[0] < 1 || to[1] < 1 || !batch_fits) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT, "%s: images of %s cannot become %lld rows and %lld columns",
          op, ShapeText(4, image).text, static_cast<long long>(to[0]), static_cast<long long>(to[1]));
    }
    const int64_t dims[4] = {image[0], kGradient ? image[1] : to[0], kGradient ? image[2] : to[1],
                             image[3]};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;

    const float *by = Data<float>(scale), *along = Data<float>(shift);
    Spans spans[2];
    uint64_t bytes = 0;
    for (const int axis : {0, 1}) {
      const int64_t length = SpanLength(*sampler, antialias, image[axis + 1], by[axis]);
      if (length == 0) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: scale is %g, expected a number above 0", op,
                    static_cast<double>(by[axis]));
      }
      spans[axis] = {to[axis], length, nullptr, nullptr};
      uint64_t weights = 0;
      if (__builtin_mul_overflow(static_cast<uint64_t>(to[axis]),
                                 sizeof(int64_t) + sizeof(float) * static_cast<uint64_t>(length),
                                 &weights) ||
          __builtin_add_overflow(bytes, weights + 16, &bytes)) {
        return OutOfMemory(run->host, op);
      }
    }
    // Between the two axes: as many rows as behind, as many columns as before.
    const uint64_t middle_row = static_cast<uint64_t>(image[2]) * static_cast<uint64_t>(image[3]);
    uint64_t middle = 0;
    if (__builtin_mul_overflow(middle_row * sizeof(float), static_cast<uint64_t>(to[0]), &middle) ||
        __builtin_mul_overflow(middle, static_cast<uint64_t>(image[0]), &middle) ||
        __builtin_add_overflow(bytes, middle, &bytes)) {
      return OutOfMemory(run->host, op);
    }
    const Workspace memory(run, 0, bytes);
    if (memory.data == nullptr) return memory.Failed(op);
    char* at = static_cast<char*>(memory.data);
    for (Spans& one : spans) {
      one.starts = reinterpret_cast<int64_t*>(at);
      at += one.count * static_cast<int64_t>(sizeof(int64_t));
    }
    for (const int axis : {0, 1}) {
      spans[axis].weights = reinterpret_cast<float*>(at);
      at += spans[axis].count * spans[axis].most * static_cast<int64_t>(sizeof(float));
      FillSpans(*sampler, antialias, image[axis + 1], by[axis], along[axis], &spans[axis]);
    }
    auto* between = reinterpret_cast<float*>(at);
    float* out = Data<float>(run->outputs[0]);
    const int64_t channels = image[3];
    if constexpr (kGradient) {
      Backward(run, spans, image, to, Data<float>(first), between, out);
    } else {
      ForType(TypeList<float, double, Half, BFloat16, int8_t, uint8_t, int16_t, uint16_t, int32_t,
                       int64_t>{},
              dtype, [&](auto tag) {
                using T = typename decltype(tag)::Type;
                Sum(run, spans[0], image[0], image[1], image[2] * channels, Data<T>(first), between);
              });
      Sum(run, spans[1], image[0] * to[0], image[2], channels, between, out);
    }
    return nullptr;
  }

  // to[n][i] = the sum of span i of from[n], in rows of `width`.
  template <typename T>
  static void Sum(const rnlp_run_t* run, const Spans& spans, int64_t n, int64_t rows, int64_t width,
                  const T* from, float* to) {
    ParallelFor(run, n * spans.count, RowBlock(width * spans.most), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const int64_t i = r % spans.count;
        float* row = to + r * width;
        std::fill_n(row, width, 0.0F);
        for (int64_t k = 0; k < spans.most; ++k) {
          const float weight = spans.weights[i * spans.most + k];
          if (weight == 0) continue;
          const T* source = from + (r / spans.count * rows + spans.starts[i] + k) * width;
          for (int64_t c = 0; c < width; ++c) row[c] += weight * static_cast<float>(Load(source[c]));
        }
      }
    });
  }
  // The other way: adds row i of from[n] to the rows of its span in to[n].
  static void Spread(const rnlp_run_t* run, const Spans& spans, int64_t n, int64_t rows, int64_t width,
                     const float* from, float* to) {
    ParallelFor(run, n, RowBlock(width * spans.most * spans.count), [&](int64_t begin, int64_t end) {
      std::fill_n(to + begin * rows * width, (end - begin) * rows * width, 0.0F);
      for (int64_t one = begin; one < end; ++one) {
        for (int64_t i = 0; i < spans.count; ++i) {
          const float* row = from + (one * spans.count + i) * width;
          for (int64_t k = 0; k < spans.most; ++k) {
            const float weight = spans.weights[i * spans.most + k];
            if (weight == 0) continue;
            float* target = to + (one * rows + spans.starts[i] + k) * width;
            for (int64_t c = 0; c < width; ++c) target[c] += weight * row[c];
          }
        }
      }
    });
  }
  static void Backward(const rnlp_run_t* run, const Spans* spans, const int64_t* image,
                       const int64_t* to, const float* grads, float* between, float* out) {
    Spread(run, spans[1], image[0] * to[0], image[2], image[3], grads, between);
    Spread(run, spans[0], image[0], image[1], image[2] * image[3], between, out);
  }
};

// ---- projections ----

enum class Fill { kConstant, kReflect, kWrap, kNearest };

// A coordinate, brought into an axis of n pixels; as scipy.ndimage has it.
float Inside(Fill mode, float at, int64_t n) {
  if (mode == Fill::kConstant) return at;
  const auto last = static_cast<float>(n - 1), size = static_cast<float>(n);
  if (mode != Fill::kNearest && n <= 1 && (at < 0 || at > last)) return 0;
  if (mode == Fill::kReflect) {
    const float period = 2 * size;
    if (at < 0) {
      if (at < period) at = period * std::trunc(-at / period) + at;
      at = at < -size ? at + period : -at - 1;
    } else if (at > last) {
      at -= period * std::trunc(at / period);
      if (at >= size) at = period - at - 1;
    }
  } else if (mode == Fill::kWrap) {
    if (at < 0) {
      at += size * (std::trunc(-at / last) + 1);
    } else if (at > last) {
      at -= size * std::trunc(at / last);
    }
  }
  return std::min(std::max(at, 0.0F), last);
}

struct ProjectKernel {
  const char* op;
  int32_t dtype = 0;
  bool bilinear = false;
  Fill fill = Fill::kConstant;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    std::string way = "NEAREST", mode = "CONSTANT";
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "interpolation", &way));
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "fill_mode", &mode));
    bilinear = way == "BILINEAR";
    fill = mode == "REFLECT"   ? Fill::kReflect
           : mode == "WRAP"    ? Fill::kWrap
           : mode == "NEAREST" ? Fill::kNearest
                               : Fill::kConstant;
    if ((bilinear || way == "NEAREST") && (fill != Fill::kConstant || mode == "CONSTANT"))
      return nullptr;
    return Fail(
        host, RNLP_INVALID_ARGUMENT,
        "%s: interpolation \"%.16s\" should be NEAREST or BILINEAR, fill_mode \"%.16s\" CONSTANT, "
        "REFLECT, WRAP or NEAREST",
        op, way.c_str(), mode.c_str());
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *images = run->inputs[0], *transforms = run->inputs[1], *size = run->inputs[2];
    const bool fits = images->rank == 4 && transforms->rank == 2 && transforms->dims[1] == 8 &&
                      (transforms->dims[0] == 1 || transforms->dims[0] == images->dims[0]) &&
                      size->rank == 1 && size->dims[0] == 2;
    if (!fits) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: images %s should have four dimensions, transforms %s be [1 or batch,8], output_shape "
          "%s two numbers",
          op, ShapeText(images).text, ShapeText(transforms).text, ShapeText(size).text);
    }
    const int64_t dims[4] = {images->dims[0], IndexAt(size, 0), IndexAt(size, 1), images->dims[3]};
    if (dims[1] < 1 || dims[2] < 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: output_shape is [%lld,%lld], expected from 1",
                  op, static_cast<long long>(dims[1]), static_cast<long long>(dims[2]));
    }
    float filler = 0;
    if (run->num_inputs > 3) {
      if (run->inputs[3]->num_elements != 1) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: fill_value %s should be a scalar", op,
                    ShapeText(run->inputs[3]).text);
      }
      filler = *Data<float>(run->inputs[3]);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    ForType(TypeList<uint8_t, int32_t, int64_t, Half, BFloat16, float, double>{}, dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      ParallelFor(run, dims[0] * dims[1], RowBlock(dims[2] * dims[3] * 4),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t r = begin; r < end; ++r) {
                      const int64_t n = r / dims[1];
                      const float* t = Data<float>(transforms) + (transforms->dims[0] == 1 ? 0 : n * 8);
                      for (int64_t x = 0; x < dims[2]; ++x) {
                        Pixel<T>(images, t, n, r % dims[1], x, filler,
                                 Data<T>(run->outputs[0]) + (r * dims[2] + x) * dims[3]);
                      }
                    }
                  });
    });
    return nullptr;
  }

  // As TensorFlow converts it; what no T holds becomes the nearest that it does.
  template <typename T>
  static T Narrow(float value) {
    if constexpr (std::is_integral_v<T>) {
      if (std::isnan(value)) return 0;
      const auto low = static_cast<double>(std::numeric_limits<T>::min());
      const double high = static_cast<double>(std::numeric_limits<T>::max());
      const auto wide = static_cast<double>(value);
      return wide <= low    ? std::numeric_limits<T>::min()
             : wide >= high ? std::numeric_limits<T>::max()
                            : static_cast<T>(wide);
    } else {
      return Store<T>(static_cast<Compute<T>>(value));
    }
  }

  template <typename T>
  void Pixel(const rnlp_tensor_t* images, const float* t, int64_t n, int64_t to_y, int64_t to_x,
             float filler, T* out) const {
    const int64_t rows = images->dims[1], columns = images->dims[2], channels = images->dims[3];
    const T nothing = Narrow<T>(filler);
    const auto fx = static_cast<float>(to_x), fy = static_cast<float>(to_y);
    const float depth = t[6] * fx + t[7] * fy + 1.0F;
    const float x = Inside(fill, (t[0] * fx + t[1] * fy + t[2]) / depth, columns);
    const float y = Inside(fill, (t[3] * fx + t[4] * fy + t[5]) / depth, rows);
    // Half outside, the filler counts as the pixels there; further out it is all there is.
    const bool inside = depth != 0 && x > -2 && x < static_cast<float>(columns) + 1 && y > -2 &&
                        y < static_cast<float>(rows) + 1;
    if (!inside) {
      std::fill_n(out, channels, nothing);
      return;
    }
    const auto read = [&](float row, float column, int64_t c) {
      const auto h = static_cast<int64_t>(row), w = static_cast<int64_t>(column);
      if (h < 0 || w < 0 || h >= rows || w >= columns) return nothing;
      return Data<T>(images)[((n * rows + h) * columns + w) * channels + c];
    };
    if (!bilinear) {
      for (int64_t c = 0; c < channels; ++c) out[c] = read(std::round(y), std::round(x), c);
      return;
    }
    const float top = std::floor(y), left = std::floor(x), bottom = top + 1, right = left + 1;
    for (int64_t c = 0; c < channels; ++c) {
      const auto value = [&](float row, float column) {
        return static_cast<float>(Load(read(row, column, c)));
      };
      const float above = (right - x) * value(top, left) + (x - left) * value(top, right);
      const float below = (right - x) * value(bottom, left) + (x - left) * value(bottom, right);
      out[c] = Narrow<T>((bottom - y) * above + (y - top) * below);
    }
  }
};

constexpr int32_t kImages[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,   RNLP_BFLOAT16, RNLP_INT8,
                               RNLP_UINT8, RNLP_INT16,  RNLP_UINT16, RNLP_INT32,    RNLP_INT64};
constexpr int32_t kFloat[] = {RNLP_FLOAT};
constexpr int32_t kProjected[] = {RNLP_UINT8,    RNLP_INT32, RNLP_INT64, RNLP_HALF,
                                  RNLP_BFLOAT16, RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kT = Types("T", kImages), kGradT = Types("T", kFloat),
                                 kProjectT = Types("dtype", kProjected);
constexpr rnlp_arg_mark_t kArgs[] = {{"size", RNLP_ARG_HOST | RNLP_ARG_CONSTANT},
                                     {"scale", RNLP_ARG_HOST},
                                     {"translation", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kGradArgs[] = {{"scale", RNLP_ARG_HOST}, {"translation", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kProjectArgs[] = {{"output_shape", RNLP_ARG_HOST | RNLP_ARG_CONSTANT},
                                            {"fill_value", RNLP_ARG_HOST}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t* types, const rnlp_arg_mark_t* args,
                                uint32_t num_args) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = 1,
                  .args = args,
                  .num_args = num_args,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<10'000>,
                  .run = cpu::Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kSampleImageRows[] = {
    Row<ScaleKernel<false>, kScale>(&kT, kArgs, 3),
    Row<ScaleKernel<true>, kScaleGrad>(&kGradT, kGradArgs, 2),
    Row<ProjectKernel, kProject2>(&kProjectT, kProjectArgs, 1),
    Row<ProjectKernel, kProject3>(&kProjectT, kProjectArgs, 2),
};
RUNNEL_CPU_ROWS(SampleImage)

}  // namespace runnel::cpu
