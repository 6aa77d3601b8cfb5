// Parts of images that are chosen at random: SampleDistortedBoundingBox (V1, V2 and without state),
// ExtractGlimpse (V1 and V2), FractionalMaxPool, FractionalAvgPool and their gradients.
//
// Boxes and regions are drawn from TensorFlow's streams; the noise around glimpses has none there to
// follow.
#include <algorithm>
#include <cmath>
#include <limits>

#include "devices/cpu/philox.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

// One number of 32 bits after the other.
class Numbers {
 public:
  explicit Numbers(const Philox& philox) : philox_(philox) {}
  uint32_t Next() {
    if (left_ == 0) {
      philox_.Next(block_);
      left_ = 4;
    }
    return block_[4 - left_--];
  }
  float Float() { return UnitFloat(Next()); }
  double Double() {
    const uint32_t low = Next(), high = Next();
    return UnitDouble(low, high);
  }
  // Of [0, n), without bias.
  uint32_t Below(uint32_t n) {
    if (n == 0) {
      (void)Next();
      return 0;
    }
    if ((n & (n - 1)) == 0) return Next() & (n - 1);
    const uint32_t refused = std::numeric_limits<uint32_t>::max() % n + 1;
    uint32_t number = 0;
    do number = Next();
    while (number < refused);
    return number % n;
  }

 private:
  Philox philox_;
  uint32_t block_[4] = {};
  int left_ = 0;
};

// ---- boxes ----

constexpr char kBox1[] = "SampleDistortedBoundingBox";
constexpr char kBox2[] = "SampleDistortedBoundingBoxV2";
constexpr char kBoxSeeded[] = "StatelessSampleDistortedBoundingBox";

struct Rectangle {
  int32_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  // As TensorFlow has it, whose product is one of 32 bits.
  float Area() const {
    return static_cast<float>(
        static_cast<int32_t>(static_cast<uint32_t>(x1 - x0) * static_cast<uint32_t>(y1 - y0)));
  }
  Rectangle And(const Rectangle& o) const {
    const Rectangle both{std::max(x0, o.x0), std::max(y0, o.y0), std::min(x1, o.x1), std::min(y1, o.y1)};
    return both.x0 > both.x1 || both.y0 > both.y1 ? Rectangle{} : both;
  }
};

struct BoxKernel : Seeds {
  const char* op;
  float least_covered = 0.1F, aspects[2] = {0.75F, 1.33F}, areas[2] = {0.05F, 1};
  int64_t attempts = 100;
  bool whole_image = false;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(InitSeeds(host, node));
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrFloat(host, node, "min_object_covered", &least_covered));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "max_attempts", &attempts));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "use_image_if_no_bounding_boxes", &whole_image));
    for (const auto& [name, out] :
         {std::pair{"aspect_ratio_range", aspects}, std::pair{"area_range", areas}}) {
      uint32_t count = 0;
      RUNNEL_CPU_RETURN_IF_ERROR(host->attr_float_list(host, node, name, 2, out, &count));
      const bool fits =
          count == 2 && out[0] > 0 && out[1] > 0 && (out == aspects || (out[0] <= 1 && out[1] <= 1));
      if (!fits) {
        return Fail(host, RNLP_INVALID_ARGUMENT, "%s: attr %s should be two numbers above 0%s", op, name,
                    out == areas ? " and up to 1" : "");
      }
    }
    if (attempts > 0 && least_covered >= 0) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: max_attempts is %lld, expected from 1, min_object_covered %g, expected from 0", op,
                static_cast<long long>(attempts), static_cast<double>(least_covered));
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *size = run->inputs[0], *boxes = run->inputs[1];
    if (size->rank != 1 || size->dims[0] != 3 || boxes->rank != 3 || boxes->dims[2] != 4) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: image_size %s should be three numbers, bounding_boxes %s be [batch,n,4]", op,
                  ShapeText(size).text, ShapeText(boxes).text);
    }
    int64_t sizes[2];
    for (const int axis : {0, 1}) {
      ForType(TypeList<uint8_t, int8_t, int16_t, int32_t, int64_t>{}, size->dtype,
              [&](auto tag) { sizes[axis] = Data<typename decltype(tag)::Type>(size)[axis]; });
      if (sizes[axis] >= 0 && sizes[axis] < std::numeric_limits<int32_t>::max()) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: image_size[%d] is %lld, expected an int32 from 0", op, axis,
                  static_cast<long long>(sizes[axis]));
    }
    float covered = least_covered;
    if (run->num_inputs > 2) {
      if (run->inputs[2]->num_elements != 1 || !(*Data<float>(run->inputs[2]) >= 0)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: min_object_covered should be a scalar from 0",
                    op);
      }
      covered = *Data<float>(run->inputs[2]);
    }
    for (int64_t i = 0; i < boxes->num_elements; ++i) {
      const float at = Data<float>(boxes)[i];
      if (at >= 0 && at <= 1) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a box has a side at %g, expected [0,1]", op,
                  static_cast<double>(at));
    }
    if (boxes->num_elements == 0 && !whole_image) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: there are no boxes, and use_image_if_no_bounding_boxes is false", op);
    }
    Philox stream(seed, seed2);
    if (op == kBoxSeeded) {
      RUNNEL_CPU_RETURN_IF_ERROR(SeededStream(run, op, run->inputs[3], &stream));
    } else {
      stream.Seek(run->host->step_random_counter(run->host, run->step, static_cast<uint64_t>(attempts)));
    }
    const auto height = static_cast<int32_t>(sizes[0]), width = static_cast<int32_t>(sizes[1]);
    const Rectangle image{0, 0, width, height};
    Rectangle crop = image;
    Numbers numbers(stream);
    Looks looks(run, 64);
    for (int64_t i = 0; i < attempts && !looks.Stop(); ++i) {
      const float aspect = numbers.Float() * (aspects[1] - aspects[0]) + aspects[0];
      Rectangle drawn;
      if (!Draw(width, height, aspect, numbers, &drawn) || !Covers(drawn, boxes, image, covered))
        continue;
      crop = drawn;
      break;
    }
    return Write(run, crop, width, height);
  }

 private:
  static bool Covers(const Rectangle& crop, const rnlp_tensor_t* boxes, const Rectangle& image,
                     float covered) {
    if (crop.Area() < 1) return false;
    const auto by = [&](const Rectangle& box) {
      return box.Area() >= 1 && crop.And(box).Area() / box.Area() >= covered;
    };
    if (boxes->num_elements == 0) return by(image);
    const auto width = static_cast<float>(image.x1), height = static_cast<float>(image.y1);
    for (int64_t b = 0; b < boxes->num_elements / 4; ++b) {
      const float* box = Data<float>(boxes) + 4 * b;
      const auto at = [](float part, float size) {
        return static_cast<int32_t>(std::min(part * size, 2147483520.0F));
      };
      if (by({at(box[1], width), at(box[0], height), at(box[3], width), at(box[2], height)}))
        return true;
    }
    return false;
  }

  // Rounds as lrintf does; what no int32 holds is none.
  static int64_t Rounded(float value) {
    return std::fabs(value) < 1e9F ? static_cast<int64_t>(std::nearbyint(value)) : int64_t{1} << 40;
  }

  bool Draw(int32_t width, int32_t height, float aspect, Numbers& numbers, Rectangle* out) const {
    if (width <= 0 || height <= 0 || areas[0] > areas[1] || !(aspect > 0)) return false;
    const auto w = static_cast<float>(width), h = static_cast<float>(height);
    const float least = areas[0] * w * h, most = areas[1] * w * h;
    const auto across = [&](int64_t rows) { return Rounded(static_cast<float>(rows) * aspect); };
    int64_t rows = Rounded(std::sqrt(least / aspect)), top = Rounded(std::sqrt(most / aspect));
    if (across(top) > width) {
      const float kLittle = 0.0000001F;
      top = static_cast<int64_t>((static_cast<double>(width) + 0.5 - static_cast<double>(kLittle)) /
                                 static_cast<double>(aspect));
      if (across(top) > width) --top;
    }
    top = std::min<int64_t>(top, height);
    rows = std::min(rows, top);
    if (rows < top) rows += numbers.Below(static_cast<uint32_t>(top - rows + 1));
    int64_t columns = across(rows);
    const auto area = [&] { return static_cast<float>(columns * rows); };
    if (area() < least) columns = across(++rows);
    if (area() > most) columns = across(--rows);
    if (area() < least || area() > most || columns > width || rows > height || columns <= 0 || rows <= 0)
      return false;
    const uint32_t y = rows < height ? numbers.Below(static_cast<uint32_t>(height - rows)) : 0;
    const uint32_t x = columns < width ? numbers.Below(static_cast<uint32_t>(width - columns)) : 0;
    out->x0 = static_cast<int32_t>(x);
    out->y0 = static_cast<int32_t>(y);
    out->x1 = static_cast<int32_t>(x + columns);
    out->y1 = static_cast<int32_t>(y + rows);
    return true;
  }

  rnlp_status_t* Write(const rnlp_run_t* run, const Rectangle& crop, int32_t width,
                       int32_t height) const {
    const int64_t three = 3, one_box[3] = {1, 1, 4};
    for (const uint32_t i : {0u, 1u}) RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, i, 1, &three));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 2, 3, one_box));
    ForType(TypeList<uint8_t, int8_t, int16_t, int32_t, int64_t>{}, run->outputs[0]->dtype,
            [&](auto tag) {
              using T = typename decltype(tag)::Type;
              T *begin = Data<T>(run->outputs[0]), *size = Data<T>(run->outputs[1]);
              begin[0] = static_cast<T>(crop.y0);
              begin[1] = static_cast<T>(crop.x0);
              begin[2] = 0;
              size[0] = static_cast<T>(crop.y1 - crop.y0);
              size[1] = static_cast<T>(crop.x1 - crop.x0);
              size[2] = static_cast<T>(-1);
            });
    float* box = Data<float>(run->outputs[2]);
    box[0] = static_cast<float>(crop.y0) / static_cast<float>(height);
    box[1] = static_cast<float>(crop.x0) / static_cast<float>(width);
    box[2] = static_cast<float>(crop.y1) / static_cast<float>(height);
    box[3] = static_cast<float>(crop.x1) / static_cast<float>(width);
    return nullptr;
  }
};

// ---- glimpses ----

constexpr char kGlimpse1[] = "ExtractGlimpse";
constexpr char kGlimpse2[] = "ExtractGlimpseV2";

struct GlimpseKernel : Seeds {
  const char* op;
  bool centered = true, normalized = true;
  enum class Noise { kUniform, kNormal, kZero } noise = Noise::kUniform;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(InitSeeds(host, node));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "centered", &centered));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "normalized", &normalized));
    bool uniform = true;
    std::string name = "uniform";
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "uniform_noise", &uniform));
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "noise", &name));
    const bool known = name.empty() || name == "uniform" || name == "gaussian" || name == "zero";
    if (!known || (uniform && !name.empty() && name != "uniform")) {
      return Fail(
          host, RNLP_INVALID_ARGUMENT,
          "%s: noise is \"%.16s\", expected uniform, gaussian or zero, and uniform_noise false with "
          "the last two",
          op, name.c_str());
    }
    noise = name == "zero"                                   ? Noise::kZero
            : name == "uniform" || (name.empty() && uniform) ? Noise::kUniform
                                                             : Noise::kNormal;
    return nullptr;
  }

  // Where along an axis a glimpse starts.
  int64_t Start(float at, int64_t size, int64_t wanted) const {
    const auto all = static_cast<float>(size), part = static_cast<float>(wanted);
    if (normalized) at *= all;
    if (op == kGlimpse1) {  // from the middle of the glimpse in any case
      at = (centered ? at / 2 + all / 2 : at) - part / 2;
    } else if (centered) {
      at = normalized ? at / 2 + all / 2 - part / 2 : at + all / 2;
    }
    if (std::isnan(at)) return 0;
    constexpr float kFar = 1e9F;  // far outside of any image
    return static_cast<int64_t>(std::clamp(at, -kFar, kFar));
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *image = run->inputs[0], *size = run->inputs[1], *offsets = run->inputs[2];
    const bool fits = image->rank == 4 && size->rank == 1 && size->dims[0] == 2 && offsets->rank == 2 &&
                      offsets->dims[0] == image->dims[0] && offsets->dims[1] == 2;
    if (!fits || IndexAt(size, 0) < 0 || IndexAt(size, 1) < 0) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: input %s should be [batch,rows,columns,channels], size %s two numbers from 0, offsets "
          "%s be [batch,2]",
          op, ShapeText(image).text, ShapeText(size).text, ShapeText(offsets).text);
    }
    const int64_t dims[4] = {image->dims[0], IndexAt(size, 0), IndexAt(size, 1), image->dims[3]};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    if (image->dims[1] == 0 || image->dims[2] == 0) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %s has no pixels", op,
                  ShapeText(image).text);
    }
    const int64_t image_size = image->dims[1] * image->dims[2] * dims[3];
    const int64_t out_size = dims[1] * dims[2] * dims[3];
    const uint64_t base =
        noise == Noise::kZero
            ? 0
            : run->host->step_random_counter(run->host, run->step,
                                             static_cast<uint64_t>(run->outputs[0]->num_elements));
    ParallelFor(run, dims[0], RowBlock(out_size + image_size), [&](int64_t begin, int64_t end) {
      for (int64_t n = begin; n < end; ++n) {
        Glimpse(image, n, Data<float>(offsets) + 2 * n, dims, Data<float>(image) + n * image_size,
                base + static_cast<uint64_t>(n * out_size), Data<float>(run->outputs[0]) + n * out_size);
      }
    });
    return nullptr;
  }

  void Glimpse(const rnlp_tensor_t* image, int64_t /*n*/, const float* offset, const int64_t* dims,
               const float* from, uint64_t base, float* to) const {
    const int64_t rows = image->dims[1], columns = image->dims[2], channels = dims[3];
    const int64_t y0 = Start(offset[0], rows, dims[1]), x0 = Start(offset[1], columns, dims[2]);
    const bool inside = y0 >= 0 && x0 >= 0 && y0 + dims[1] <= rows && x0 + dims[2] <= columns;
    if (!inside) Around(from, rows * columns, channels, base, dims[1] * dims[2], to);
    for (int64_t y = 0; y < dims[1]; ++y) {
      if (y0 + y < 0 || y0 + y >= rows) continue;
      const int64_t first = std::max<int64_t>(0, -x0), last = std::min(dims[2], columns - x0);
      if (first >= last) continue;
      std::copy_n(from + ((y0 + y) * columns + x0 + first) * channels, (last - first) * channels,
                  to + (y * dims[2] + first) * channels);
    }
  }

  // Noise: as wide as the image's values, or as each channel's mean and deviation.
  void Around(const float* image, int64_t pixels, int64_t channels, uint64_t base, int64_t count,
              float* to) const {
    if (noise == Noise::kZero) {
      std::fill_n(to, count * channels, 0.0F);
      return;
    }
    Philox stream(seed, seed2);
    stream.Seek(base);
    Numbers numbers(stream);
    if (noise == Noise::kUniform) {
      const auto [low, high] = std::minmax_element(image, image + pixels * channels);
      const float least = *low, range = *high - *low;
      for (int64_t i = 0; i < count * channels; ++i) to[i] = least + numbers.Float() * range;
      return;
    }
    for (int64_t c = 0; c < channels; ++c) {
      double sum = 0, squares = 0;
      float least = image[c], most = image[c];
      for (int64_t p = 0; p < pixels; ++p) {
        const float value = image[p * channels + c];
        sum += static_cast<double>(value);
        least = std::min(least, value);
        most = std::max(most, value);
      }
      const double mean = sum / static_cast<double>(pixels);
      for (int64_t p = 0; p < pixels; ++p) {
        const double apart = static_cast<double>(image[p * channels + c]) - mean;
        squares += apart * apart;
      }
      const auto deviation = static_cast<float>(std::sqrt(squares / static_cast<double>(pixels)));
      for (int64_t i = 0; i < count; i += 2) {
        float pair[2];
        const uint32_t first = numbers.Next(), second = numbers.Next();
        BoxMuller(first, second, &pair[0], &pair[1]);
        for (int64_t k = 0; k < 2 && i + k < count; ++k) {
          const float value = static_cast<float>(mean) + pair[k] * deviation;
          to[(i + k) * channels + c] = std::max(std::min(value, most), least);
        }
      }
    }
  }
};

constexpr int32_t kBoxTypes[] = {RNLP_UINT8, RNLP_INT8, RNLP_INT16, RNLP_INT32, RNLP_INT64};
constexpr rnlp_type_constraint_t kBoxT = Types("T", kBoxTypes);
constexpr rnlp_arg_mark_t kBoxArgs[] = {
    {"image_size", RNLP_ARG_HOST}, {"bounding_boxes", RNLP_ARG_HOST},     {"begin", RNLP_ARG_HOST},
    {"size", RNLP_ARG_HOST},       {"min_object_covered", RNLP_ARG_HOST}, {"seed", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kGlimpseArgs[] = {{"size", RNLP_ARG_HOST | RNLP_ARG_CONSTANT},
                                            {"offsets", RNLP_ARG_HOST}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t* types, const rnlp_arg_mark_t* args,
                                uint32_t num_args, bool stateful = true) {
  return MakeRow({.op = kOp,
                  .flags = stateful ? static_cast<uint32_t>(RNLP_KERNEL_STATEFUL) : 0u,
                  .types = types,
                  .num_types = types == nullptr ? 0u : 1u,
                  .args = args,
                  .num_args = num_args,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<5000>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kImageRandomRows[] = {
    Row<BoxKernel, kBox1>(&kBoxT, kBoxArgs, 4),
    Row<BoxKernel, kBox2>(&kBoxT, kBoxArgs, 5),
    Row<BoxKernel, kBoxSeeded>(&kBoxT, kBoxArgs, 6, false),
    Row<GlimpseKernel, kGlimpse1>(nullptr, kGlimpseArgs, 2),
    Row<GlimpseKernel, kGlimpse2>(nullptr, kGlimpseArgs, 2),
};
RUNNEL_CPU_ROWS(ImageRandom)

}  // namespace runnel::cpu
