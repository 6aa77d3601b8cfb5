// Image and sound files in strings. They hold a host thread while they decode.
// What each op takes besides the format in its name is TensorFlow's: the contents decide.
#include <algorithm>
#include <cmath>

#include "core/io/image_file.h"
#include "core/io/summary.h"
#include "core/io/wav.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

using images::Kind;
using images::Size;

template <typename T>
T Attr(const HostNode& node, std::string_view name, T otherwise) {
  const T* value = node.attr<T>(name);
  return value == nullptr ? otherwise : *value;
}

// Output 0 with the pixels of an image, of `bits`; a dimension for the frames where they are wanted.
images::TakePixels IntoOutput(HostContext& ctx, DType dtype, bool frames) {
  return [&ctx, dtype, frames](const Size& size) -> Result<void*> {
    const Shape shape = frames ? Shape{size.frames, size.height, size.width, size.channels}
                               : Shape{size.height, size.width, size.channels};
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, dtype, shape));
    return ctx.outputs[0].data();
  };
}

Result<images::JpegReading> JpegAttrs(const HostNode& node) {
  images::JpegReading how;
  how.channels = Attr<int64_t>(node, "channels", 0);
  how.ratio = Attr<int64_t>(node, "ratio", 1);
  how.fancy_upscaling = Attr(node, "fancy_upscaling", true);
  how.recover_truncated = Attr(node, "try_recover_truncated", false);
  how.acceptable_fraction = Attr(node, "acceptable_fraction", 1.0f);
  const std::string method = Attr<std::string>(node, "dct_method", "");
  how.accurate = method == "INTEGER_ACCURATE";
  if (how.ratio != 1 && how.ratio != 2 && how.ratio != 4 && how.ratio != 8) {
    return InvalidArgument("attr \"ratio\" is ", how.ratio, ", expected 1, 2, 4 or 8");
  }
  if (!method.empty() && !how.accurate && method != "INTEGER_FAST") {
    return InvalidArgument("attr \"dct_method\" is \"", method,
                           "\", expected '', 'INTEGER_FAST' or 'INTEGER_ACCURATE'");
  }
  return how;
}

// DecodeJpeg, DecodeAndCropJpeg, DecodePng, DecodeGif.
class DecodeImageFile : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    RUNNEL_ASSIGN_OR_RETURN(images::JpegReading how, JpegAttrs(node));
    const bool gif = node.op == "DecodeGif", crops = node.op == "DecodeAndCropJpeg";
    if (gif) how.channels = 3;
    return std::unique_ptr<HostKernel>(
        std::make_unique<DecodeImageFile>(how, gif, crops, node.output_types[0]));
  }
  DecodeImageFile(const images::JpegReading& how, bool gif, bool crops, DType dtype)
      : how_(how), gif_(gif), crops_(crops), dtype_(dtype) {}

  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "contents"));
    const std::string_view contents = ctx.inputs[0].string_at(0);
    const Kind kind = images::KindOf(contents);
    const images::TakePixels take = IntoOutput(ctx, dtype_, gif_);
    if (dtype_ == DType::kUInt16 && (kind == Kind::kJpeg || kind == Kind::kGif)) {
      return InvalidArgument("a ", images::KindText(kind, contents),
                             " image has no 16 bits for each channel");
    }
    if (crops_ && kind != Kind::kJpeg) {
      return InvalidArgument("expected a JPEG image, got ", images::KindText(kind, contents));
    }
    switch (kind) {
      case Kind::kJpeg:
        return Jpeg(ctx, contents, take);
      case Kind::kPng:
        return images::ReadPng(contents, how_.channels, dtype_ == DType::kUInt16 ? 16 : 8, take);
      case Kind::kGif:
        return Gif(contents, take);
      default:
        return InvalidArgument("expected a JPEG, PNG or GIF image, got ",
                               images::KindText(kind, contents));
    }
  }

 private:
  Status Jpeg(HostContext& ctx, std::string_view contents, const images::TakePixels& take) const {
    images::JpegReading how = how_;
    if (how.channels == 4) return InvalidArgument("channels is 4, expected 0, 1 or 3 for a JPEG image");
    if (crops_) {
      const Tensor& window = ctx.inputs[1];
      if (window.shape().rank() != 1 || window.num_elements() != 4) {
        return InvalidArgument("crop_window is ", window.shape().ToString(),
                               ", expected top, left, height and width");
      }
      const std::span<const int32_t> at = window.values<const int32_t>();
      how.crop = images::Window{at[0], at[1], at[2], at[3]};
    }
    return images::ReadJpeg(contents, how, take);
  }
  Status Gif(std::string_view contents, const images::TakePixels& take) const {
    if (how_.channels != 0 && how_.channels != 3) {
      return InvalidArgument("channels is ", how_.channels, ", expected 0 or 3 for a GIF image");
    }
    if (gif_) return images::ReadGif(contents, take);
    return images::ReadGif(contents, [&](const Size& size) -> Result<void*> {
      if (size.frames == 1) return take(size);
      return InvalidArgument("the GIF image has ", size.frames,
                             " frames, expected 1: DecodeGif and DecodeImage take animations");
    });
  }

  const images::JpegReading how_;
  const bool gif_, crops_;
  const DType dtype_;
};

class DecodeBmp : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    return std::unique_ptr<HostKernel>(std::make_unique<DecodeBmp>(Attr<int64_t>(node, "channels", 0)));
  }
  explicit DecodeBmp(int64_t channels) : channels_(channels) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "contents"));
    const std::string_view contents = ctx.inputs[0].string_at(0);
    const Kind kind = images::KindOf(contents);
    if (kind != Kind::kBmp)
      return InvalidArgument("expected a BMP image, got ", images::KindText(kind, contents));
    return images::ReadBmp(contents, channels_, IntoOutput(ctx, DType::kUInt8, false));
  }

 private:
  const int64_t channels_;
};

// Any of the formats, in any of the types.
class DecodeAnyImage : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    return std::unique_ptr<HostKernel>(
        std::make_unique<DecodeAnyImage>(Attr<int64_t>(node, "channels", 0),
                                         Attr(node, "expand_animations", true), node.output_types[0]));
  }
  DecodeAnyImage(int64_t channels, bool expands, DType dtype)
      : channels_(channels), expands_(expands), dtype_(dtype) {}

  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "contents"));
    const std::string_view contents = ctx.inputs[0].string_at(0);
    const Kind kind = images::KindOf(contents);
    if (kind == Kind::kPng && dtype_ != DType::kUInt8) return Png16(ctx, contents);
    if (dtype_ == DType::kUInt8) return Read(ctx, kind, contents, &ctx.outputs[0]);
    Tensor bytes;
    RUNNEL_RETURN_IF_ERROR(Read(ctx, kind, contents, &bytes));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, dtype_, bytes.shape()));
    const std::span<const uint8_t> from = bytes.values<const uint8_t>();
    if (dtype_ == DType::kUInt16) {
      // As far up as TensorFlow goes: by 256.
      std::transform(from.begin(), from.end(), ctx.outputs[0].values<uint16_t>().begin(),
                     [](uint8_t v) { return static_cast<uint16_t>(v * 256); });
    } else {
      std::transform(from.begin(), from.end(), ctx.outputs[0].values<float>().begin(),
                     [](uint8_t v) { return static_cast<float>(v) * (1.0f / 255.0f); });
    }
    return OkStatus();
  }

 private:
  images::TakePixels Into(HostContext& ctx, bool frames, Tensor* out) const {
    return [&ctx, frames, out](const Size& size) -> Result<void*> {
      const Shape shape = frames ? Shape{size.frames, size.height, size.width, size.channels}
                                 : Shape{size.height, size.width, size.channels};
      RUNNEL_ASSIGN_OR_RETURN(*out, Tensor::Allocate(ctx.allocator, DType::kUInt8, shape));
      return out->data();
    };
  }

  Status Read(HostContext& ctx, Kind kind, std::string_view contents, Tensor* out) const {
    switch (kind) {
      case Kind::kJpeg: {
        if (channels_ == 4) return InvalidArgument("channels is 4, expected 0, 1 or 3 for a JPEG image");
        images::JpegReading how;
        how.channels = channels_;
        return images::ReadJpeg(contents, how, Into(ctx, false, out));
      }
      case Kind::kPng:
        return images::ReadPng(contents, channels_, 8, Into(ctx, false, out));
      case Kind::kGif:
        return Gif(ctx, contents, out);
      case Kind::kBmp:
        return images::ReadBmp(contents, channels_, Into(ctx, false, out));
      case Kind::kUnknown:
        break;
    }
    return InvalidArgument("expected a JPEG, PNG, GIF or BMP image, got ",
                           images::KindText(kind, contents));
  }

  Status Gif(HostContext& ctx, std::string_view contents, Tensor* out) const {
    if (channels_ != 0 && channels_ != 3) {
      return InvalidArgument("channels is ", channels_, ", expected 0 or 3 for a GIF image");
    }
    Tensor all;
    RUNNEL_RETURN_IF_ERROR(images::ReadGif(contents, Into(ctx, true, &all)));
    if (expands_) {
      *out = std::move(all);
      return OkStatus();
    }
    const Shape frame{all.shape().dim(1), all.shape().dim(2), all.shape().dim(3)};
    RUNNEL_ASSIGN_OR_RETURN(*out, Tensor::Allocate(ctx.allocator, DType::kUInt8, frame));
    const std::span<uint8_t> to = out->values<uint8_t>();
    std::copy_n(all.values<const uint8_t>().begin(), to.size(), to.begin());
    return OkStatus();
  }

  Status Png16(HostContext& ctx, std::string_view contents) const {
    if (dtype_ == DType::kUInt16) {
      return images::ReadPng(contents, channels_, 16, IntoOutput(ctx, DType::kUInt16, false));
    }
    Tensor wide;
    RUNNEL_RETURN_IF_ERROR(
        images::ReadPng(contents, channels_, 16, [&](const Size& size) -> Result<void*> {
          RUNNEL_ASSIGN_OR_RETURN(wide, Tensor::Allocate(ctx.allocator, DType::kUInt16,
                                                         Shape{size.height, size.width, size.channels}));
          return wide.data();
        }));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0],
                            Tensor::Allocate(ctx.allocator, DType::kFloat, wide.shape()));
    const std::span<const uint16_t> from = wide.values<const uint16_t>();
    std::transform(from.begin(), from.end(), ctx.outputs[0].values<float>().begin(),
                   [](uint16_t v) { return static_cast<float>(v) * (1.0f / 65535.0f); });
    return OkStatus();
  }

  const int64_t channels_;
  const bool expands_;
  const DType dtype_;
};

class ExtractJpegShape : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    return std::unique_ptr<HostKernel>(std::make_unique<ExtractJpegShape>(node.output_types[0]));
  }
  explicit ExtractJpegShape(DType dtype) : dtype_(dtype) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "contents"));
    RUNNEL_ASSIGN_OR_RETURN(const Size size, images::JpegSize(ctx.inputs[0].string_at(0)));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, dtype_, Shape{3}));
    const int64_t sizes[] = {size.height, size.width, size.channels};
    for (size_t i = 0; i < 3; ++i) {
      if (dtype_ == DType::kInt32) {
        ctx.outputs[0].values<int32_t>()[i] = static_cast<int32_t>(sizes[i]);
      } else {
        ctx.outputs[0].values<int64_t>()[i] = sizes[i];
      }
    }
    return OkStatus();
  }

 private:
  const DType dtype_;
};

// EncodeJpeg, EncodeJpegVariableQuality.
class EncodeJpeg : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    images::JpegWriting how;
    how.quality = Attr<int64_t>(node, "quality", 95);
    how.progressive = Attr(node, "progressive", false);
    how.optimize_size = Attr(node, "optimize_size", false);
    how.chroma_downsampling = Attr(node, "chroma_downsampling", true);
    how.density_in_cm = Attr<std::string>(node, "density_unit", "in") == "cm";
    how.x_density = Attr<int64_t>(node, "x_density", 300);
    how.y_density = Attr<int64_t>(node, "y_density", 300);
    for (const int64_t density : {how.x_density, how.y_density}) {
      if (density < 0 || density > UINT16_MAX) {
        return InvalidArgument("a density is ", density, ", expected 0 to 65535");
      }
    }
    return std::unique_ptr<HostKernel>(std::make_unique<EncodeJpeg>(
        how, Attr<std::string>(node, "format", ""), Attr<std::string>(node, "xmp_metadata", ""),
        node.input_types.size() > 1));
  }
  EncodeJpeg(const images::JpegWriting& how, std::string format, std::string metadata,
             bool takes_quality)
      : how_(how),
        format_(std::move(format)),
        metadata_(std::move(metadata)),
        takes_quality_(takes_quality) {}

  Status Run(HostContext& ctx) override {
    const Tensor& image = ctx.inputs[0];
    images::JpegWriting how = how_;
    how.xmp_metadata = metadata_;
    if (takes_quality_) {
      RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt32, "quality"));
      how.quality = ctx.inputs[1].int_at(0);
    }
    if (how.quality < 0 || how.quality > 100)
      return InvalidArgument("quality is ", how.quality, ", expected 0 to 100");
    if (image.shape().rank() != 3) {
      return InvalidArgument("image is ", image.shape().ToString(),
                             ", expected [rows,columns,channels]");
    }
    const Size size{1, image.shape().dim(0), image.shape().dim(1), image.shape().dim(2)};
    const int64_t wanted = format_ == "grayscale" ? 1 : format_ == "rgb" ? 3 : size.channels;
    if (size.channels != wanted || (wanted != 1 && wanted != 3)) {
      return InvalidArgument("image has ", size.channels, " channels, expected ",
                             format_.empty() ? "1 or 3"
                             : wanted == 1   ? "1 for format grayscale"
                                             : "3 for format rgb");
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::string contents,
                            images::WriteJpeg(size, image.values<const uint8_t>(), how));
    return SetStringScalar(ctx, 0, contents);
  }

 private:
  const images::JpegWriting how_;
  const std::string format_, metadata_;
  const bool takes_quality_;
};

class EncodePng : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    return std::unique_ptr<HostKernel>(
        std::make_unique<EncodePng>(Attr<int64_t>(node, "compression", -1)));
  }
  explicit EncodePng(int64_t compression) : compression_(compression) {}

  Status Run(HostContext& ctx) override {
    const Tensor& image = ctx.inputs[0];
    const int rank = image.shape().rank();
    if (rank < 3) {
      return InvalidArgument("image is ", image.shape().ToString(),
                             ", expected [...,rows,columns,channels]");
    }
    const Size size{1, image.shape().dim(rank - 3), image.shape().dim(rank - 2),
                    image.shape().dim(rank - 1)};
    Shape outer;
    for (int d = 0; d < rank - 3; ++d) outer.Append(image.shape().dim(d));
    const int bits = image.dtype() == DType::kUInt16 ? 16 : 8;
    const int64_t bytes = size.height * size.width * size.channels * (bits / 8);
    std::vector<std::string> files;
    for (int64_t i = 0; i < outer.num_elements(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(std::string file,
                              images::WritePng(size, static_cast<const char*>(image.data()) + i * bytes,
                                               bits, compression_));
      files.push_back(std::move(file));
    }
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::FromStrings(outer, files));
    return OkStatus();
  }

 private:
  const int64_t compression_;
};

class DecodeWav : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    return std::unique_ptr<HostKernel>(std::make_unique<DecodeWav>(
        Attr<int64_t>(node, "desired_channels", -1), Attr<int64_t>(node, "desired_samples", -1)));
  }
  DecodeWav(int64_t channels, int64_t samples) : channels_(channels), samples_(samples) {}

  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "contents"));
    RUNNEL_ASSIGN_OR_RETURN(const Wav wav, ReadWav(ctx.inputs[0].string_at(0)));
    const int64_t channels = channels_ < 0 ? wav.channels : channels_;
    const int64_t samples = samples_ < 0 ? wav.num_samples : samples_;
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0],
                            Tensor::Allocate(ctx.allocator, DType::kFloat, Shape{samples, channels}));
    const std::span<float> audio = ctx.outputs[0].values<float>();
    size_t at = 0;
    for (int64_t s = 0; s < samples; ++s) {
      for (int64_t c = 0; c < channels; ++c, ++at) {
        audio[at] =
            s < wav.num_samples ? wav.sample(s * wav.channels + std::min(c, wav.channels - 1)) : 0.0f;
      }
    }
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[1], Tensor::Allocate(ctx.allocator, DType::kInt32, Shape{}));
    ctx.outputs[1].values<int32_t>()[0] = wav.sample_rate;
    return OkStatus();
  }

 private:
  const int64_t channels_, samples_;
};

class EncodeWav : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return std::unique_ptr<HostKernel>(std::make_unique<EncodeWav>());
  }
  Status Run(HostContext& ctx) override {
    const Tensor& audio = ctx.inputs[0];
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt32, "sample_rate"));
    if (audio.shape().rank() != 2) {
      return InvalidArgument("audio is ", audio.shape().ToString(), ", expected [samples,channels]");
    }
    RUNNEL_ASSIGN_OR_RETURN(
        const std::string contents,
        WriteWav(audio.values<const float>(), audio.shape().dim(1), ctx.inputs[1].int_at(0)));
    return SetStringScalar(ctx, 0, contents);
  }
};

class AudioSummary : public HostKernel {
 public:
  AudioSummary(int64_t max_outputs, float sample_rate)
      : max_outputs_(max_outputs), sample_rate_(sample_rate) {}
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    const auto* const max_outputs = node.attr<int64_t>("max_outputs");
    const auto* const sample_rate = node.attr<float>("sample_rate");  // of the first version
    return std::unique_ptr<HostKernel>(std::make_unique<AudioSummary>(
        max_outputs == nullptr ? 3 : *max_outputs, sample_rate == nullptr ? 0 : *sample_rate));
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "tag"));
    const std::string_view tag = ctx.inputs[0].string_at(0);
    const Tensor& sound = ctx.inputs[1];
    const int rank = sound.shape().rank();
    if (rank != 2 && rank != 3) {
      return InvalidArgument("tensor is ", sound.shape().ToString(),
                             ", expected [batch,samples] or [batch,samples,channels]");
    }
    float sample_rate = sample_rate_;
    if (ctx.inputs.size() > 2) {
      RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[2], DType::kFloat, "sample_rate"));
      sample_rate = ctx.inputs[2].values<const float>()[0];
    }
    if (!(sample_rate > 0 && sample_rate < 2147483648.0F))
      return InvalidArgument("sample_rate is ", sample_rate, ", expected above 0 and below 2^31");
    const int64_t count = std::min(max_outputs_, sound.shape().dim(0));
    const int64_t samples = sound.shape().dim(1), channels = rank == 2 ? 1 : sound.shape().dim(2);
    const auto each = static_cast<size_t>(samples * channels);
    std::string summary;
    for (int64_t i = 0; i < count; ++i) {
      RUNNEL_ASSIGN_OR_RETURN(std::string wav, WriteWav(sound.values<const float>().subspan(
                                                            static_cast<size_t>(i) * each, each),
                                                        channels, static_cast<int64_t>(sample_rate)));
      const std::string name = max_outputs_ > 1 ? StrCat(tag, "/audio/", i) : StrCat(tag, "/audio");
      summary += EncodeAudioSummary(name, {sample_rate, channels, samples, std::move(wav)});
    }
    return SetStringScalar(ctx, 0, summary);
  }

 private:
  const int64_t max_outputs_;
  const float sample_rate_;
};

constexpr HostKernelRow kRows[] = {
    {.op = "DecodeJpeg", .create = DecodeImageFile::Create},
    {.op = "DecodeAndCropJpeg", .create = DecodeImageFile::Create},
    {.op = "DecodePng", .create = DecodeImageFile::Create},
    {.op = "DecodeGif", .create = DecodeImageFile::Create},
    {.op = "DecodeBmp", .create = DecodeBmp::Create},
    {.op = "DecodeImage", .create = DecodeAnyImage::Create},
    {.op = "ExtractJpegShape", .create = ExtractJpegShape::Create},
    {.op = "EncodeJpeg", .create = EncodeJpeg::Create},
    {.op = "EncodeJpegVariableQuality", .create = EncodeJpeg::Create},
    {.op = "EncodePng", .create = EncodePng::Create},
    {.op = "DecodeWav", .create = DecodeWav::Create},
    {.op = "EncodeWav", .create = EncodeWav::Create},
    {.op = "AudioSummary", .create = AudioSummary::Create},
    {.op = "AudioSummaryV2", .create = AudioSummary::Create},
};

}  // namespace

std::span<const HostKernelRow> ImageFileKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
