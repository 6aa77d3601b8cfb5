// Image and sound files, read from and written to strings.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kFileFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

int64_t Channels(const ShapeContext& ctx) {
  const int64_t channels = IntAttr(ctx, "channels");
  return channels == 0 ? kUnknownDim : channels;
}

Status CheckChannels(const ShapeContext& ctx, std::initializer_list<int64_t> allowed) {
  const int64_t channels = IntAttr(ctx, "channels");
  for (const int64_t one : allowed) {
    if (channels == one) return OkStatus();
  }
  return InvalidArgument("attr \"channels\" is ", channels, ", expected 0, 1, 3",
                         allowed.size() > 3 ? " or 4" : "");
}

Status ImageShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "contents"));
  RUNNEL_RETURN_IF_ERROR(CheckChannels(ctx, {0, 1, 3, 4}));
  if (ctx.num_inputs() > 1) {
    RUNNEL_ASSIGN_OR_RETURN(const Shape window, RequireRank(ctx, 1, "crop_window", 1));
    if (window.dim(0) >= 0 && window.dim(0) != 4) {
      return InvalidArgument(ArgIs(ctx, 1, "crop_window"), ": expected top, left, height and width");
    }
    RUNNEL_ASSIGN_OR_RETURN(const auto sizes, ConstantInts(ctx, 1, "crop_window"));
    if (sizes) {
      ctx.set_output(0, Shape{(*sizes)[2], (*sizes)[3], Channels(ctx)});
      return OkStatus();
    }
  }
  ctx.set_output(0, Shape{kUnknownDim, kUnknownDim, Channels(ctx)});
  return OkStatus();
}
Status GifShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "contents"));
  ctx.set_output(0, Shape{kUnknownDim, kUnknownDim, kUnknownDim, 3});
  return OkStatus();
}
// An animation has a dimension more.
Status AnyImageShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "contents"));
  RUNNEL_RETURN_IF_ERROR(CheckChannels(ctx, {0, 1, 3, 4}));
  ctx.set_output(0, BoolAttr(ctx, "expand_animations") ? Shape::Unknown()
                                                       : Shape{kUnknownDim, kUnknownDim, Channels(ctx)});
  return OkStatus();
}
Status JpegShapeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "contents"));
  ctx.set_output(0, Shape{3});
  return OkStatus();
}
Status EncodeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, ctx.schema().inputs[0].name, 3).status());
  if (ctx.num_inputs() > 1) RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "quality"));
  return ScalarShape(ctx);
}
Status EncodePngShape(ShapeContext& ctx) {
  const Shape& image = ctx.input(0);
  if (!image.has_rank()) return LateShape(ctx);
  if (image.rank() < 3) {
    return InvalidArgument(ArgIs(ctx, 0, "image"), ": expected [...,rows,columns,channels]");
  }
  ctx.set_output(0, SubShape(image, 0, image.rank() - 3));
  return OkStatus();
}
Status DecodeWavShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "contents"));
  const auto wanted = [&](const char* attr) {
    const int64_t value = IntAttr(ctx, attr, -1);
    return value < 0 ? kUnknownDim : value;
  };
  if (wanted("desired_channels") == 0)
    return InvalidArgument("attr \"desired_channels\" is 0, expected -1 or more");
  ctx.set_output(0, Shape{wanted("desired_samples"), wanted("desired_channels")});
  ctx.set_output(1, Shape{});
  return OkStatus();
}
Status EncodeWavShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "audio", 2).status());
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "sample_rate"));
  return ScalarShape(ctx);
}

Status AudioSummaryShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "tag"));
  const Shape& sound = ctx.input(1);
  if (sound.has_rank() && sound.rank() != 2 && sound.rank() != 3)
    return InvalidArgument(ArgIs(ctx, 1, "tensor"), ": it must have rank 2 or 3");
  if (ctx.num_inputs() > 2) RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "sample_rate"));
  return ScalarShape(ctx);
}

#define RUNNEL_JPEG_ATTRS                                                                           \
  "channels: int = 0; ratio: int = 1; fancy_upscaling: bool = true; try_recover_truncated: bool = " \
  "false; "                                                                                         \
  "acceptable_fraction: float = 1; dct_method: string = ''"
#define RUNNEL_JPEG_DOC                                                                                 \
  "ratio (1, 2, 4, 8) divides rows and columns. With try_recover_truncated lines that lack repeat the " \
  "last one; if "                                                                                       \
  "acceptable_fraction of the lines are there, the others are black. dct_method is empty, "             \
  "'INTEGER_FAST' "                                                                                     \
  "or "                                                                                                 \
  "'INTEGER_ACCURATE'. "
#define RUNNEL_CHANNELS_DOC "channels is 0 for those of the file, or 1, 3 or 4. "
#define RUNNEL_FILE_ERRORS                                                                          \
  "Errors: INVALID_ARGUMENT for contents that are no image, are damaged or cut off, or claim more " \
  "pixels than they "                                                                               \
  "can hold."

constexpr OpRow kImageFileOps[] = {
    {
        .name = "DecodeJpeg",
        .inputs = "contents: string",
        .outputs = "image: uint8",
        .attrs = RUNNEL_JPEG_ATTRS,
        .doc = "Gives the pixels of a JPEG file, also of a PNG file or a GIF file of one "
               "frame. " RUNNEL_CHANNELS_DOC RUNNEL_JPEG_DOC
               "Shapes: contents is a scalar, image [rows,columns,channels]. " RUNNEL_FILE_ERRORS,
        .flags = kFileFlags,
        .shape = ImageShape,
    },
    {
        .name = "DecodeAndCropJpeg",
        .inputs = "contents: string, crop_window: int32",
        .outputs = "image: uint8",
        .attrs = RUNNEL_JPEG_ATTRS,
        .doc = "Gives the pixels of a part of a JPEG file, without computing the "
               "others. " RUNNEL_CHANNELS_DOC RUNNEL_JPEG_DOC
               "Shapes: contents is a scalar, crop_window top, left, height and width, image "
               "[height,width,channels]. " RUNNEL_FILE_ERRORS,
        .flags = kFileFlags,
        .shape = ImageShape,
    },
    {
        .name = "DecodePng",
        .inputs = "contents: string",
        .outputs = "image: dtype",
        .attrs = "channels: int = 0; dtype: {uint8, uint16} = uint8",
        .doc = "Gives the pixels of a PNG file, also of a JPEG file or a GIF file of one "
               "frame. " RUNNEL_CHANNELS_DOC
               "Shapes: contents is a scalar, image [rows,columns,channels]. " RUNNEL_FILE_ERRORS,
        .flags = kFileFlags,
        .shape = ImageShape,
    },
    {
        .name = "DecodeGif",
        .inputs = "contents: string",
        .outputs = "image: uint8",
        .doc = "Gives the frames of a GIF file, also one of a JPEG or PNG file. Shapes: contents is a "
               "scalar, image "
               "[frames,rows,columns,3]. " RUNNEL_FILE_ERRORS,
        .flags = kFileFlags,
        .shape = GifShape,
    },
    {
        .name = "DecodeBmp",
        .inputs = "contents: string",
        .outputs = "image: uint8",
        .attrs = "channels: int = 0",
        .doc = "Gives the pixels of a BMP file of 8, 24 or 32 bits for each pixel. channels is 0 or "
               "what the file has. "
               "Shapes: contents is a scalar, image [rows,columns,channels]. " RUNNEL_FILE_ERRORS,
        .flags = kFileFlags,
        .shape = ImageShape,
    },
    {
        .name = "DecodeImage",
        .inputs = "contents: string",
        .outputs = "image: dtype",
        .attrs =
            "channels: int = 0; dtype: {uint8, uint16, float} = uint8; expand_animations: bool = true",
        .doc = "Gives the pixels of a JPEG, PNG, GIF or BMP file. " RUNNEL_CHANNELS_DOC
               "float lies in [0,1]; uint16 uses all of its range. Shapes: contents is a scalar, image "
               "[rows,columns,channels], for GIF files [frames,rows,columns,channels] unless "
               "expand_animations is "
               "false, which gives the first frame. " RUNNEL_FILE_ERRORS,
        .flags = kFileFlags,
        .shape = AnyImageShape,
    },
    {
        .name = "ExtractJpegShape",
        .inputs = "contents: string",
        .outputs = "image_shape: output_type",
        .attrs = "output_type: {int32, int64} = int32",
        .doc = "Gives rows, columns and channels of a JPEG file from its header. " RUNNEL_FILE_ERRORS,
        .flags = kFileFlags,
        .shape = JpegShapeShape,
    },
    {
        .name = "EncodeJpeg",
        .inputs = "image: uint8",
        .outputs = "contents: string",
        .attrs = "format: {'', 'grayscale', 'rgb'} = ''; quality: int = 95; progressive: bool = false; "
                 "optimize_size: "
                 "bool = false; chroma_downsampling: bool = true; density_unit: {'in', 'cm'} = 'in'; "
                 "x_density: int = "
                 "300; y_density: int = 300; xmp_metadata: string = ''",
        .doc = "Gives an image as a JPEG file. quality is 0 to 100. Shapes: image [rows,columns,1 or "
               "3], contents a "
               "scalar. Errors: INVALID_ARGUMENT for an image without pixels, other channels than "
               "format says and a "
               "quality outside of its range.",
        .flags = kFileFlags,
        .shape = EncodeShape,
    },
    {
        .name = "EncodeJpegVariableQuality",
        .inputs = "images: uint8, quality: int32",
        .outputs = "contents: string",
        .doc = "Gives an image as a JPEG file of the given quality, 0 to 100. Shapes: images "
               "[rows,columns,1 or 3], "
               "quality and contents scalars. Errors: as of EncodeJpeg.",
        .flags = kFileFlags,
        .shape = EncodeShape,
    },
    {
        .name = "EncodePng",
        .inputs = "image: T",
        .outputs = "contents: string",
        .attrs = "compression: int = -1; T: {uint8, uint16} = uint8",
        .doc = "Gives images as PNG files. compression is 0 to 9, or -1 for zlib's own choice. Shapes: "
               "image "
               "[...,rows,columns,1 to 4], contents [...]. Errors: INVALID_ARGUMENT for images without "
               "pixels and "
               "other channels.",
        .flags = kFileFlags,
        .shape = EncodePngShape,
    },
    {
        .name = "DecodeWav",
        .inputs = "contents: string",
        .outputs = "audio: float, sample_rate: int32",
        .attrs = "desired_channels: int = -1; desired_samples: int = -1",
        .doc = "Gives the samples of a WAV file of 16 bits in [-1,1). Fewer samples than desired are "
               "followed by zeros, "
               "fewer channels by copies of the last. Shapes: contents is a scalar, audio "
               "[samples,channels], "
               "sample_rate a scalar. Errors: INVALID_ARGUMENT for contents that are no WAV file of "
               "16-bit PCM, or are "
               "cut off.",
        .flags = kFileFlags,
        .shape = DecodeWavShape,
    },
    {
        .name = "EncodeWav",
        .inputs = "audio: float, sample_rate: int32",
        .outputs = "contents: string",
        .doc =
            "Gives sound as a WAV file of 16 bits. Shapes: audio [samples,channels] in [-1,1), "
            "sample_rate and "
            "contents scalars. Errors: INVALID_ARGUMENT without channels and for a sample_rate below 1.",
        .flags = kFileFlags,
        .shape = EncodeWavShape,
    },
    {
        .name = "AudioSummary",
        .inputs = "tag: string, tensor: float",
        .outputs = "summary: string",
        .attrs = "sample_rate: float; max_outputs: int >= 1 = 3",
        .doc = "A summary of the first max_outputs sounds as WAV files of 16 bits, under tag/audio/0 "
               "and so on, or "
               "tag/audio if max_outputs is 1. Shapes: tensor is [batch,samples] or "
               "[batch,samples,channels] in [-1,1); "
               "tag and summary are scalars. Units: sample_rate in samples per second. Errors: "
               "INVALID_ARGUMENT for a "
               "sample_rate that is not above 0, and without channels.",
        .flags = kFileFlags,
        .shape = AudioSummaryShape,
    },
    {
        .name = "AudioSummaryV2",
        .inputs = "tag: string, tensor: float, sample_rate: float",
        .outputs = "summary: string",
        .attrs = "max_outputs: int >= 1 = 3",
        .doc = "AudioSummary with sample_rate, a scalar, as an input.",
        .flags = kFileFlags,
        .shape = AudioSummaryShape,
    },
};

}  // namespace

std::span<const OpRow> ImageFileOps() { return ChosenRows<kImageFileOps>::All(); }

}  // namespace runnel
