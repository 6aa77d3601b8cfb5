// Math: CropAndResize CropAndResizeGradImage CropAndResizeGradBoxes.
//
// Where a pixel lies is computed in float, as TensorFlow does, so that both take the same pixels; a
// position that is no number lies outside. A box belongs to one image: the gradient for images goes
// image by image, so that nothing is added from two threads and the order of additions is that of the
// boxes.
#include <cmath>
#include <string>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

// One axis of a box: `count` positions in an image of `size` pixels.
struct CropAxis {
  CropAxis(float begin, float end, int64_t pixels, int64_t positions)
      : size(pixels), count(positions), last(static_cast<float>(pixels - 1)) {
    ratio = count > 1 ? last / static_cast<float>(count - 1) : 0;
    step = count > 1 ? (end - begin) * last / static_cast<float>(count - 1) : 0;
    start = count > 1 ? begin * last : 0.5f * (begin + end) * last;
  }
  // False: position i lies outside of the image.
  bool At(int64_t i, float* position) const {
    *position = start + static_cast<float>(i) * step;
    return *position >= 0 && *position <= last;
  }
  // How position i moves with the box's beginning and with its end.
  float ByEnd(int64_t i) const { return count > 1 ? static_cast<float>(i) * ratio : 0.5f * last; }
  float ByBegin(int64_t i) const { return count > 1 ? last - ByEnd(i) : 0.5f * last; }

  int64_t size, count;
  float last, ratio, step, start;
};

// The pixels around a position, and how far it is from low to high.
struct Between {
  explicit Between(float position)
      : low(static_cast<int64_t>(std::floor(position))),
        high(static_cast<int64_t>(std::ceil(position))),
        lerp(position - std::floor(position)) {}
  int64_t low, high;
  float lerp;
};
int64_t NearestPixel(float position) { return static_cast<int64_t>(std::round(position)); }

struct CropAttrs {
  const char* op;
  int32_t dtype = 0;
  bool nearest = false;
  float outside = 0;

  rnlp_status_t* ReadMethod(const rnlp_host_t* host, const rnlp_node_t* node) {
    std::string method = "bilinear";
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "method", &method));
    nearest = method == "nearest";
    return nullptr;
  }

  // `images`: the four sizes of the images that the boxes lie in.
  rnlp_status_t* CheckBoxes(const rnlp_run_t* run, const rnlp_tensor_t* boxes,
                            const rnlp_tensor_t* index, const int64_t* images) const {
    if (boxes->rank != 2 || boxes->dims[1] != 4 || index->rank != 1 ||
        index->dims[0] != boxes->dims[0]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: expected boxes [n,4] and box_ind [n], got %s and %s", op, ShapeText(boxes).text,
                  ShapeText(index).text);
    }
    for (int64_t b = 0; b < index->dims[0]; ++b) {
      const int32_t image = Data<int32_t>(index)[b];
      if (image >= 0 && image < images[0]) continue;
      return Fail(run->host, RNLP_OUT_OF_RANGE,
                  "%s: box_ind[%lld] is %d, expected one of the %lld images", op,
                  static_cast<long long>(b), image, static_cast<long long>(images[0]));
    }
    return nullptr;
  }
  rnlp_status_t* CheckImages(const rnlp_run_t* run, int32_t rank, const int64_t* dims,
                             const char* what) const {
    if (rank == 4 && dims[1] > 0 && dims[2] > 0) return nullptr;
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: %s should be [batch,rows,columns,channels] with pixels, got %s", op, what,
                ShapeText(rank, dims).text);
  }
  static CropAxis Rows(const rnlp_tensor_t* boxes, int64_t b, int64_t pixels, int64_t positions) {
    const float* box = Data<float>(boxes) + 4 * b;
    return {box[0], box[2], pixels, positions};
  }
  static CropAxis Columns(const rnlp_tensor_t* boxes, int64_t b, int64_t pixels, int64_t positions) {
    const float* box = Data<float>(boxes) + 4 * b;
    return {box[1], box[3], pixels, positions};
  }
};

// Inputs: image, boxes, box_ind, crop_size.
struct CropKernel : CropAttrs {
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_float(host, node, "extrapolation_value", &outside));
    return ReadMethod(host, node);
  }

  template <typename T>
  void Row(const T* image, const CropAxis& rows, const CropAxis& columns, int64_t channels, int64_t y,
           float* out) const {
    float at_y = 0, at_x = 0;
    const bool inside = rows.At(y, &at_y);
    for (int64_t x = 0; x < columns.count; ++x, out += channels) {
      if (!inside || !columns.At(x, &at_x)) {
        std::fill_n(out, channels, outside);
        continue;
      }
      const auto pixel = [&](int64_t row, int64_t column) {
        return image + (row * columns.size + column) * channels;
      };
      if (nearest) {
        const T* from = pixel(NearestPixel(at_y), NearestPixel(at_x));
        for (int64_t c = 0; c < channels; ++c) out[c] = static_cast<float>(Load(from[c]));
        continue;
      }
      const Between v(at_y), h(at_x);
      const T *top_left = pixel(v.low, h.low), *top_right = pixel(v.low, h.high);
      const T *bottom_left = pixel(v.high, h.low), *bottom_right = pixel(v.high, h.high);
      for (int64_t c = 0; c < channels; ++c) {
        const auto value = [c](const T* p) { return static_cast<float>(Load(p[c])); };
        const float top = value(top_left) + (value(top_right) - value(top_left)) * h.lerp;
        const float bottom = value(bottom_left) + (value(bottom_right) - value(bottom_left)) * h.lerp;
        out[c] = top + (bottom - top) * v.lerp;
      }
    }
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *image = run->inputs[0], *boxes = run->inputs[1], *index = run->inputs[2];
    const rnlp_tensor_t* size = run->inputs[3];
    RUNNEL_CPU_RETURN_IF_ERROR(CheckImages(run, image->rank, image->dims, "image"));
    RUNNEL_CPU_RETURN_IF_ERROR(CheckBoxes(run, boxes, index, image->dims));
    if (size->rank != 1 || size->dims[0] != 2 || IndexAt(size, 0) < 1 || IndexAt(size, 1) < 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: crop_size should be two numbers from 1, got shape %s", op, ShapeText(size).text);
    }
    const int64_t dims[4] = {boxes->dims[0], IndexAt(size, 0), IndexAt(size, 1), image->dims[3]};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    const rnlp_tensor_t* crops = run->outputs[0];
    if (crops->num_elements == 0) return nullptr;
    const int64_t row = dims[2] * dims[3];
    VisitType(TypeList<float, double, Half, uint8_t, int8_t, int16_t, uint16_t, int32_t, int64_t>{},
              dtype, 0, [&](auto tag) {
                using T = typename decltype(tag)::Type;
                ParallelFor(run, dims[0] * dims[1], RowBlock(row), [&](int64_t begin, int64_t end) {
                  for (int64_t r = begin; r < end; ++r) {
                    const int64_t b = r / dims[1];
                    const T* from = Data<T>(image) + Data<int32_t>(index)[b] * image->dims[1] *
                                                         image->dims[2] * image->dims[3];
                    Row(from, Rows(boxes, b, image->dims[1], dims[1]),
                        Columns(boxes, b, image->dims[2], dims[2]), dims[3], r % dims[1],
                        Data<float>(crops) + r * row);
                  }
                });
                return 0;
              });
    return nullptr;
  }
};

// Inputs: grads, boxes, box_ind, image_size.
struct CropImageGradKernel : CropAttrs {
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_output_dtype(host, node, 0);
    return ReadMethod(host, node);
  }

  template <typename T>
  void Box(const float* grads, const CropAxis& rows, const CropAxis& columns, int64_t channels,
           T* image) const {
    float at_y = 0, at_x = 0;
    for (int64_t y = 0; y < rows.count; ++y) {
      const bool inside = rows.At(y, &at_y);
      for (int64_t x = 0; x < columns.count; ++x, grads += channels) {
        if (!inside || !columns.At(x, &at_x)) continue;
        const auto add = [&](int64_t row, int64_t column, float weight) {
          T* pixel = image + (row * columns.size + column) * channels;
          for (int64_t c = 0; c < channels; ++c)
            pixel[c] =
                Store<T>(Load(pixel[c]) + static_cast<decltype(Load(pixel[c]))>(weight * grads[c]));
        };
        if (nearest) {
          add(NearestPixel(at_y), NearestPixel(at_x), 1);
          continue;
        }
        const Between v(at_y), h(at_x);
        add(v.low, h.low, (1 - v.lerp) * (1 - h.lerp));
        add(v.low, h.high, (1 - v.lerp) * h.lerp);
        add(v.high, h.low, v.lerp * (1 - h.lerp));
        add(v.high, h.high, v.lerp * h.lerp);
      }
    }
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *grads = run->inputs[0], *boxes = run->inputs[1], *index = run->inputs[2];
    const rnlp_tensor_t* size = run->inputs[3];
    if (size->rank != 1 || size->dims[0] != 4) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: image_size should be four numbers, got shape %s", op, ShapeText(size).text);
    }
    int64_t dims[4];
    for (int d = 0; d < 4; ++d) dims[d] = IndexAt(size, d);
    RUNNEL_CPU_RETURN_IF_ERROR(CheckImages(run, 4, dims, "image_size"));
    RUNNEL_CPU_RETURN_IF_ERROR(CheckImages(run, grads->rank, grads->dims, "grads"));
    RUNNEL_CPU_RETURN_IF_ERROR(CheckBoxes(run, boxes, index, dims));
    if (grads->dims[0] != boxes->dims[0] || grads->dims[3] != dims[3]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: grads should be [%lld,rows,columns,%lld] by boxes and image_size, got %s", op,
                  static_cast<long long>(boxes->dims[0]), static_cast<long long>(dims[3]),
                  ShapeText(grads).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    const rnlp_tensor_t* image = run->outputs[0];
    if (image->num_elements == 0) return nullptr;
    const int64_t image_elements = dims[1] * dims[2] * dims[3];
    const int64_t crop_elements = grads->dims[1] * grads->dims[2] * grads->dims[3];
    VisitType(TypeList<float, double, Half>{}, dtype, 0, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      ParallelFor(run, dims[0], RowBlock(image_elements), [&](int64_t begin, int64_t end) {
        for (int64_t b = begin; b < end; ++b) {
          T* to = Data<T>(image) + b * image_elements;
          std::fill_n(to, image_elements, Store<T>(0));
          for (int64_t i = 0; i < boxes->dims[0]; ++i) {
            if (Data<int32_t>(index)[i] != b) continue;
            Box(Data<float>(grads) + i * crop_elements, Rows(boxes, i, dims[1], grads->dims[1]),
                Columns(boxes, i, dims[2], grads->dims[2]), dims[3], to);
          }
        }
      });
      return 0;
    });
    return nullptr;
  }
};

// Inputs: grads, image, boxes, box_ind.
struct CropBoxesGradKernel : CropAttrs {
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 1);
    return nullptr;
  }

  template <typename T>
  static void Box(const float* grads, const T* image, const CropAxis& rows, const CropAxis& columns,
                  int64_t channels, float* out) {
    std::fill_n(out, 4, 0.0f);
    float at_y = 0, at_x = 0;
    for (int64_t y = 0; y < rows.count; ++y) {
      const bool inside = rows.At(y, &at_y);
      for (int64_t x = 0; x < columns.count; ++x, grads += channels) {
        if (!inside || !columns.At(x, &at_x)) continue;
        const Between v(at_y), h(at_x);
        const auto pixel = [&](int64_t row, int64_t column) {
          return image + (row * columns.size + column) * channels;
        };
        const T *top_left = pixel(v.low, h.low), *top_right = pixel(v.low, h.high);
        const T *bottom_left = pixel(v.high, h.low), *bottom_right = pixel(v.high, h.high);
        float down = 0, along = 0;  // how the sum changes with the position
        for (int64_t c = 0; c < channels; ++c) {
          const auto value = [c](const T* p) { return static_cast<float>(Load(p[c])); };
          down += grads[c] * ((1 - h.lerp) * (value(bottom_left) - value(top_left)) +
                              h.lerp * (value(bottom_right) - value(top_right)));
          along += grads[c] * ((1 - v.lerp) * (value(top_right) - value(top_left)) +
                               v.lerp * (value(bottom_right) - value(bottom_left)));
        }
        out[0] += down * rows.ByBegin(y);
        out[1] += along * columns.ByBegin(x);
        out[2] += down * rows.ByEnd(y);
        out[3] += along * columns.ByEnd(x);
      }
    }
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *grads = run->inputs[0], *image = run->inputs[1];
    const rnlp_tensor_t *boxes = run->inputs[2], *index = run->inputs[3];
    RUNNEL_CPU_RETURN_IF_ERROR(CheckImages(run, image->rank, image->dims, "image"));
    RUNNEL_CPU_RETURN_IF_ERROR(CheckImages(run, grads->rank, grads->dims, "grads"));
    RUNNEL_CPU_RETURN_IF_ERROR(CheckBoxes(run, boxes, index, image->dims));
    const int64_t channels = image->dims[3];
    if (grads->dims[0] != boxes->dims[0] || grads->dims[3] != channels) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: grads should be [%lld,rows,columns,%lld] by boxes and image, got %s", op,
                  static_cast<long long>(boxes->dims[0]), static_cast<long long>(channels),
                  ShapeText(grads).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, boxes));
    const int64_t image_elements = image->dims[1] * image->dims[2] * channels;
    const int64_t crop_elements = grads->dims[1] * grads->dims[2] * channels;
    VisitType(TypeList<float, double, Half, uint8_t, int8_t, int16_t, uint16_t, int32_t, int64_t>{},
              dtype, 0, [&](auto tag) {
                using T = typename decltype(tag)::Type;
                ParallelFor(run, boxes->dims[0], RowBlock(crop_elements),
                            [&](int64_t begin, int64_t end) {
                              for (int64_t b = begin; b < end; ++b) {
                                Box(Data<float>(grads) + b * crop_elements,
                                    Data<T>(image) + Data<int32_t>(index)[b] * image_elements,
                                    Rows(boxes, b, image->dims[1], grads->dims[1]),
                                    Columns(boxes, b, image->dims[2], grads->dims[2]), channels,
                                    Data<float>(run->outputs[0]) + 4 * b);
                              }
                            });
                return 0;
              });
    return nullptr;
  }
};

constexpr char kCrop[] = "CropAndResize";
constexpr char kImageGrad[] = "CropAndResizeGradImage";
constexpr char kBoxesGrad[] = "CropAndResizeGradBoxes";
constexpr int32_t kImages[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,   RNLP_INT8, RNLP_UINT8,
                               RNLP_INT16, RNLP_INT32,  RNLP_UINT16, RNLP_INT64};
constexpr int32_t kGrads[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF};
constexpr rnlp_type_constraint_t kT = Types("T", kImages);
constexpr rnlp_type_constraint_t kTGrad = Types("T", kGrads);
constexpr rnlp_arg_mark_t kCropSize[] = {{"crop_size", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};
constexpr rnlp_arg_mark_t kImageSize[] = {{"image_size", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <class Kernel, const char* kOp, const rnlp_type_constraint_t& kTypes>
constexpr rnlp_kernel_row_t CropRow(const rnlp_arg_mark_t* args, uint32_t num_args) {
  return MakeRow({.op = kOp,
                  .types = &kTypes,
                  .num_types = 1,
                  .args = args,
                  .num_args = num_args,
                  .create = Create<Kernel, kOp>,
                  .destroy = Destroy<Kernel>,
                  .plan = PlanElements<10'000>,
                  .run = cpu::Run<Kernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kCropRows[] = {
    CropRow<CropKernel, kCrop, kT>(kCropSize, 1),
    CropRow<CropImageGradKernel, kImageGrad, kTGrad>(kImageSize, 1),
    CropRow<CropBoxesGradKernel, kBoxesGrad, kT>(nullptr, 0),
};
RUNNEL_CPU_ROWS(Crop)

}  // namespace runnel::cpu
