// ImageSummary: the first images of a batch as PNG.
// Source: TensorFlow's documentation of tf.compat.v1.summary.image.
#include <algorithm>
#include <cmath>

#include "core/io/png.h"
#include "core/io/summary.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/real_values.h"

namespace runnel {
namespace {

constexpr double kNothing = 1e-6;  // an image whose values are all smaller is black (or grey)

class ImageSummaryKernel : public HostKernel {
 public:
  ImageSummaryKernel(int64_t max_images, std::vector<uint8_t> bad_color)
      : max_images_(max_images), bad_color_(std::move(bad_color)) {}

  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "tag"));
    const std::string_view tag = ctx.inputs[0].string_at(0);
    const Tensor& images = ctx.inputs[1];
    if (images.shape().rank() != 4) {
      return InvalidArgument("tensor must be [batch, height, width, channels], got ",
                             images.shape().ToString());
    }
    const int64_t count = std::min(max_images_, images.shape().dim(0));
    const int64_t height = images.shape().dim(1), width = images.shape().dim(2);
    const int64_t channels = images.shape().dim(3);
    if (channels > static_cast<int64_t>(bad_color_.size())) {
      return InvalidArgument("bad_color has ", bad_color_.size(), " channels, the images have ",
                             channels);
    }
    std::string summary;
    for (int64_t i = 0; i < count; ++i) {
      RUNNEL_ASSIGN_OR_RETURN(std::string png,
                              EncodePng(height, width, channels,
                                        Pixels(images, i * height * width * channels,
                                               (i + 1) * height * width * channels, channels)));
      const std::string name = max_images_ > 1 ? StrCat(tag, "/image/", i) : StrCat(tag, "/image");
      summary += EncodeImageSummary(name, {height, width, channels, std::move(png)});
    }
    return SetStringScalar(ctx, 0, summary);
  }

 private:
  static bool IsFinite(const Tensor& images, int64_t pixel, int64_t channels) {
    for (int64_t c = 0; c < channels; ++c) {
      if (!std::isfinite(RealValue(images, pixel + c))) return false;
    }
    return true;
  }

  // In the type's own precision, as TensorFlow does it, but for half in float's.
  template <typename T>
  static uint8_t Byte(double value, double largest, bool is_signed) {
    const T full = is_signed ? 127 : 255;
    const T scale = largest < kNothing ? T{0} : full / static_cast<T>(largest);
    const T stretched = static_cast<T>(value) * scale + T{is_signed ? T{128} : T{0}};
    return static_cast<uint8_t>(std::clamp(stretched, T{0}, T{255}));
  }

  // Elements [begin, end) as bytes: those of uint8 as they are, others stretched.
  std::vector<uint8_t> Pixels(const Tensor& images, int64_t begin, int64_t end, int64_t channels) const {
    std::vector<uint8_t> bytes;
    bytes.reserve(static_cast<size_t>(end - begin));
    if (images.dtype() == DType::kUInt8) {
      const std::span<const uint8_t> values = images.values<const uint8_t>();
      bytes.assign(values.begin() + begin, values.begin() + end);
      return bytes;
    }
    double low = INFINITY, high = -INFINITY;
    for (int64_t pixel = begin; pixel < end; pixel += channels) {
      if (!IsFinite(images, pixel, channels)) continue;
      for (int64_t c = 0; c < channels; ++c) {
        low = std::min(low, RealValue(images, pixel + c));
        high = std::max(high, RealValue(images, pixel + c));
      }
    }
    const bool is_signed = low < 0;
    const double largest = is_signed ? std::max(std::abs(low), std::abs(high)) : high;
    for (int64_t pixel = begin; pixel < end; pixel += channels) {
      const bool finite = IsFinite(images, pixel, channels);
      for (int64_t c = 0; c < channels; ++c) {
        bytes.push_back(finite ? images.dtype() == DType::kDouble
                                     ? Byte<double>(RealValue(images, pixel + c), largest, is_signed)
                                     : Byte<float>(RealValue(images, pixel + c), largest, is_signed)
                               : bad_color_[static_cast<size_t>(c)]);
      }
    }
    return bytes;
  }

  const int64_t max_images_;
  const std::vector<uint8_t> bad_color_;
};

}  // namespace

Result<std::unique_ptr<HostKernel>> CreateImageSummary(const HostNode& node) {
  const int64_t* max_images = node.attr<int64_t>("max_images");
  const Tensor* color = node.attr<Tensor>("bad_color");
  std::vector<uint8_t> bad_color = {255, 0, 0, 255};
  if (color != nullptr) {
    if (color->dtype() != DType::kUInt8 || color->shape().rank() != 1) {
      return InvalidArgument("bad_color must be a vector of uint8, got ", DTypeName(color->dtype()),
                             color->shape().ToString());
    }
    const std::span<const uint8_t> values = color->values<const uint8_t>();
    bad_color.assign(values.begin(), values.end());
  }
  return std::unique_ptr<HostKernel>(std::make_unique<ImageSummaryKernel>(
      max_images == nullptr ? 3 : *max_images, std::move(bad_color)));
}

}  // namespace runnel
