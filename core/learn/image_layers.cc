// Layers that prepare images, [batch, height, width, channels]. Those that draw do so while training
// only, and for each image anew; predictions take images as they are.
#include <algorithm>
#include <cmath>

#include "core/learn/layer_row.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

struct Size {
  int64_t height = 0, width = 0;
};

// Errors: INVALID_ARGUMENT unless height and width are known.
Result<Size> SizeOf(OutputRef x) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, RankOf(x, 4, "its input"));
  if (shape.dim(1) < 1 || shape.dim(2) < 1 || shape.dim(1) > INT32_MAX || shape.dim(2) > INT32_MAX)
    return InvalidArgument("its input ", shape.ToString(),
                           ": height and width must be known and at least 1");
  return Size{shape.dim(1), shape.dim(2)};
}

OutputRef Cropped(GraphBuilder& b, OutputRef x, int64_t top, int64_t left, const Size& size) {
  return b.Op("Slice", {x, IntVector(b, DType::kInt32, {0, top, left, 0}),
                        IntVector(b, DType::kInt32, {-1, size.height, size.width, -1})});
}

Result<OutputRef> Resized(GraphBuilder& b, OutputRef x, const Size& to, std::string_view interpolation) {
  const DType dtype = TypeOf(x);
  const char* op = interpolation == "bilinear"  ? "ResizeBilinear"
                   : interpolation == "nearest" ? "ResizeNearestNeighbor"
                   : interpolation == "bicubic" ? "ResizeBicubic"
                   : interpolation == "area"    ? "ResizeArea"
                                                : nullptr;
  if (op == nullptr) return Unimplemented("interpolation ", interpolation);
  const OutputRef size = IntVector(b, DType::kInt32, {to.height, to.width});
  OutputRef y = interpolation == "area" ? b.Op(op, {x, size})
                                        : b.Op(op, {x, size}, {{"half_pixel_centers", true}});
  RUNNEL_RETURN_IF_ERROR(b.status());
  return TypeOf(y) == dtype ? y : b.Op("Cast", {y}, {{"DstT", dtype}});
}

// The largest part in the middle that has the proportions of `to`.
OutputRef InProportion(GraphBuilder& b, OutputRef x, const Size& from, const Size& to) {
  const auto fit = [](int64_t other, int64_t a, int64_t of, int64_t most) {
    const double size = static_cast<double>(other) * static_cast<double>(a) / static_cast<double>(of);
    return std::max<int64_t>(std::min(most, static_cast<int64_t>(size)), 1);
  };
  const Size part = {fit(from.width, to.height, to.width, from.height),
                     fit(from.height, to.width, to.height, from.width)};
  if (part.height == from.height && part.width == from.width) return x;
  return Cropped(b, x, (from.height - part.height) / 2, (from.width - part.width) / 2, part);
}

Size Target(LayerContext& ctx) { return {ctx.arg<int64_t>("height"), ctx.arg<int64_t>("width")}; }

Status ResizingCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(const Size from, SizeOf(ctx.input(0)));
  OutputRef x = ctx.input(0);
  const Size to = Target(ctx);
  if (ctx.arg<bool>("crop_to_aspect_ratio")) x = InProportion(b, x, from, to);
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef y, Resized(b, x, to, ctx.text("interpolation")));
  ctx.Give(y);
  return b.status();
}

Status CenterCropCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(const Size from, SizeOf(ctx.input(0)));
  const Size to = Target(ctx);
  if (from.height >= to.height && from.width >= to.width) {
    ctx.Give(Cropped(b, ctx.input(0), (from.height - to.height) / 2, (from.width - to.width) / 2, to));
    return b.status();
  }
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef y,
                          Resized(b, InProportion(b, ctx.input(0), from, to), to, "bilinear"));
  ctx.Give(y);
  return b.status();
}

// ---- drawn for each image ----

// [batch, rest], rest dimensions of 1 behind the batch.
OutputRef PerImage(GraphBuilder& b, OutputRef x, int rest) {
  std::vector<int64_t> ones(static_cast<size_t>(rest), 1);
  const OutputRef batch = b.Op(
      "StridedSlice", {b.Op("Shape", {x}), b.Int32Vector({0}), b.Int32Vector({1}), b.Int32Vector({1})});
  return b.Op("ConcatV2", {batch, IntVector(b, DType::kInt32, ones), IntScalar(b, DType::kInt32, 0)});
}

struct Limits {
  double low = 0, high = 0;
};

// A factor is a number, for both directions, or [lowest, highest].
Result<Limits> Factor(LayerContext& ctx, std::string_view arg, double least, double most) {
  const auto& given = ctx.arg<std::vector<float>>(arg);
  if (given.empty() || given.size() > 2)
    return InvalidArgument(arg, ": expected one number or two, got ", given.size());
  Limits limits = {static_cast<double>(given[0]), static_cast<double>(given.back())};
  if (given.size() == 1) limits = {-std::fabs(limits.high), std::fabs(limits.high)};
  if (limits.low > limits.high) std::swap(limits.low, limits.high);
  if (!(limits.low >= least && limits.high <= most)) {
    return InvalidArgument(arg, ": expected numbers from ", least, " to ", most, ", got ", limits.low,
                           " to ", limits.high);
  }
  return limits;
}

OutputRef Scaled(GraphBuilder& b, OutputRef x, double scale, double offset) {
  const DType dtype = TypeOf(x);
  return b.Op("AddV2", {b.Op("Mul", {x, b.Scalar(dtype, scale)}), b.Scalar(dtype, offset)});
}

// One number for each image, [batch, 1], float.
OutputRef Drawn(LayerContext& ctx, const Limits& limits, int number) {
  GraphBuilder& b = ctx.b();
  OutputRef u = ctx.Uniform(PerImage(b, ctx.input(0), 1), number);
  if (TypeOf(u) != DType::kFloat) u = b.Op("Cast", {u}, {{"DstT", DType::kFloat}});
  return Scaled(b, u, limits.high - limits.low, limits.low);
}

Status FlipCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_RETURN_IF_ERROR(SizeOf(ctx.input(0)).status());
  OutputRef x = ctx.input(0);
  const std::string& mode = ctx.text("mode");
  if (ctx.training()) {
    const auto flip = [&](int32_t axis, int number) {
      const OutputRef flips =
          b.Op("Less", {ctx.Uniform(PerImage(b, x, 3), number), b.Scalar(ctx.dtype(), 0.5)});
      x = b.Op("SelectV2", {flips, b.Op("ReverseV2", {x, b.Int32Vector({axis})}), x});
    };
    if (mode != "vertical") flip(2, 1);
    if (mode != "horizontal") flip(1, 2);
  }
  ctx.Give(x);
  return b.status();
}

// All images of a batch at the same place, as in Keras.
Status RandomCropCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(const Size from, SizeOf(ctx.input(0)));
  const Size to = Target(ctx);
  if (!ctx.training() || from.height < to.height || from.width < to.width) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef y,
                            Resized(b, InProportion(b, ctx.input(0), from, to), to, "bilinear"));
    ctx.Give(y);
    return b.status();
  }
  const auto place = [&](int64_t room, int number) {
    const OutputRef u = ctx.Uniform(IntVector(b, DType::kInt32, {1}), number);
    const OutputRef scaled =
        b.Op("Floor", {b.Op("Mul", {u, b.Scalar(ctx.dtype(), static_cast<double>(room + 1))})});
    return b.Op("Cast", {b.Op("Minimum", {scaled, b.Scalar(ctx.dtype(), static_cast<double>(room))})},
                {{"DstT", DType::kInt32}});
  };
  const OutputRef zero = b.Int32Vector({0});
  const OutputRef begin =
      b.Op("ConcatV2", {zero, place(from.height - to.height, 1), place(from.width - to.width, 2), zero,
                        IntScalar(b, DType::kInt32, 0)});
  const Shape& in = ShapeOf(ctx.input(0));
  OutputRef y =
      b.Op("Slice", {ctx.input(0), begin, IntVector(b, DType::kInt32, {-1, to.height, to.width, -1})});
  if (in.dim(3) >= 0) {
    y = b.Op("Reshape", {y, IntVector(b, DType::kInt64, {-1, to.height, to.width, in.dim(3)})});
  }
  ctx.Give(y);
  return b.status();
}

// Moves pixels by a matrix for each image: its six numbers, each [batch, 1].
Status Project(LayerContext& ctx, const std::vector<OutputRef>& numbers) {
  GraphBuilder& b = ctx.b();
  std::vector<OutputRef> columns = numbers;
  const OutputRef zeros = b.Op("ZerosLike", {numbers[0]});
  columns.insert(columns.end(), {zeros, zeros, IntScalar(b, DType::kInt32, 1)});
  const OutputRef matrix = b.Op("ConcatV2", columns);
  RUNNEL_ASSIGN_OR_RETURN(const Size size, SizeOf(ctx.input(0)));
  std::string fill = ctx.text("fill_mode"), how = ctx.text("interpolation");
  for (std::string* text : {&fill, &how}) {
    for (char& c : *text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  ctx.Give(b.Op("ImageProjectiveTransformV3",
                {ctx.input(0), matrix, IntVector(b, DType::kInt32, {size.height, size.width}),
                 b.Scalar(DType::kFloat, ctx.number("fill_value"))},
                {{"interpolation", AttrValue(how)}, {"fill_mode", AttrValue(fill)}}));
  return b.status();
}

// What a layer that projects does when predicting.
bool Passes(LayerContext& ctx) {
  if (ctx.training()) return false;
  ctx.Give(ctx.input(0));
  return true;
}

Status RotationCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(const Size size, SizeOf(ctx.input(0)));
  RUNNEL_ASSIGN_OR_RETURN(Limits limits, Factor(ctx, "factor", -1, 1));
  if (Passes(ctx)) return OkStatus();
  constexpr double kTurn = 2 * 3.14159265358979323846;
  limits.low *= kTurn;
  limits.high *= kTurn;
  const OutputRef angle = Drawn(ctx, limits, 1);
  const OutputRef c = b.Op("Cos", {angle}), s = b.Op("Sin", {angle});
  const double w = static_cast<double>(size.width - 1), h = static_cast<double>(size.height - 1);
  // The middle stays where it is.
  const OutputRef x = b.Op("AddV2", {Scaled(b, c, -w / 2, w / 2), Scaled(b, s, h / 2, 0)});
  const OutputRef y = b.Op("AddV2", {Scaled(b, s, -w / 2, h / 2), Scaled(b, c, -h / 2, 0)});
  return Project(ctx, {c, b.Op("Neg", {s}), x, s, c, y});
}

Status ZoomCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(const Size size, SizeOf(ctx.input(0)));
  RUNNEL_ASSIGN_OR_RETURN(const Limits tall, Factor(ctx, "height_factor", -1, 1));
  const bool both = ctx.arg<std::vector<float>>("width_factor").empty();
  Limits wide = tall;
  if (!both) {
    RUNNEL_ASSIGN_OR_RETURN(wide, Factor(ctx, "width_factor", -1, 1));
  }
  if (Passes(ctx)) return OkStatus();
  const OutputRef height = Drawn(ctx, {1 + tall.low, 1 + tall.high}, 1);
  const OutputRef width = both ? height : Drawn(ctx, {1 + wide.low, 1 + wide.high}, 2);
  const double w = static_cast<double>(size.width - 1) / 2, h = static_cast<double>(size.height - 1) / 2;
  const OutputRef zeros = b.Op("ZerosLike", {height});
  return Project(ctx, {width, zeros, Scaled(b, width, -w, w), zeros, height, Scaled(b, height, -h, h)});
}

Status TranslationCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(const Size size, SizeOf(ctx.input(0)));
  RUNNEL_ASSIGN_OR_RETURN(const Limits tall, Factor(ctx, "height_factor", -1, 1));
  RUNNEL_ASSIGN_OR_RETURN(const Limits wide, Factor(ctx, "width_factor", -1, 1));
  if (Passes(ctx)) return OkStatus();
  const OutputRef down = Drawn(ctx, tall, 1), right = Drawn(ctx, wide, 2);
  const OutputRef zeros = b.Op("ZerosLike", {down}), ones = b.Op("OnesLike", {down});
  return Project(ctx, {ones, zeros, Scaled(b, right, -static_cast<double>(size.width), 0), zeros, ones,
                       Scaled(b, down, -static_cast<double>(size.height), 0)});
}

Result<Limits> ValueRange(LayerContext& ctx) {
  const auto& given = ctx.arg<std::vector<float>>("value_range");
  if (given.size() != 2) return InvalidArgument("value_range: expected two numbers, got ", given.size());
  return Limits{static_cast<double>(std::min(given[0], given[1])),
                static_cast<double>(std::max(given[0], given[1]))};
}

OutputRef Clipped(LayerContext& ctx, OutputRef x, const Limits& range) {
  GraphBuilder& b = ctx.b();
  return b.Op("Minimum", {b.Op("Maximum", {x, b.Scalar(ctx.dtype(), range.low)}),
                          b.Scalar(ctx.dtype(), range.high)});
}

Status ContrastCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_RETURN_IF_ERROR(SizeOf(ctx.input(0)).status());
  RUNNEL_ASSIGN_OR_RETURN(const Limits range, ValueRange(ctx));
  const auto& factor = ctx.arg<std::vector<float>>("factor");
  if (factor.empty() || factor.size() > 2 || factor[0] < 0 || factor.back() < 0)
    return InvalidArgument("factor: expected one number or two, at least 0");
  if (Passes(ctx)) return OkStatus();
  const double low = static_cast<double>(factor[0]), high = static_cast<double>(factor.back());
  const OutputRef x = ctx.input(0);
  const OutputRef f = Scaled(b, ctx.Uniform(PerImage(b, x, 3), 1), low + high, 1 - low);
  const OutputRef mean = b.Op("Mean", {x, b.Int32Vector({1, 2})}, {{"keep_dims", true}});
  const OutputRef y = b.Op("AddV2", {b.Op("Mul", {b.Op("Sub", {x, mean}), f}), mean});
  ctx.Give(Clipped(ctx, y, range));
  return b.status();
}

Status BrightnessCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_RETURN_IF_ERROR(SizeOf(ctx.input(0)).status());
  RUNNEL_ASSIGN_OR_RETURN(const Limits range, ValueRange(ctx));
  RUNNEL_ASSIGN_OR_RETURN(const Limits factor, Factor(ctx, "factor", -1, 1));
  if (Passes(ctx)) return OkStatus();
  const double size = range.high - range.low;
  const OutputRef delta = Scaled(b, ctx.Uniform(PerImage(b, ctx.input(0), 3), 1),
                                 (factor.high - factor.low) * size, factor.low * size);
  ctx.Give(Clipped(ctx, b.Op("AddV2", {ctx.input(0), delta}), range));
  return b.status();
}

#define RUNNEL_PROJECT_ARGS                                                                         \
  "fill_mode: {'reflect', 'constant', 'wrap', 'nearest'} = 'reflect'; interpolation: {'bilinear', " \
  "'nearest'} = 'bilinear'; seed: int = 0; fill_value: float = 0"
#define RUNNEL_IMAGES " Shapes: x [b, h, w, c], y like it."
#define RUNNEL_RANDOM(name_text, args_text, doc_text, function)                     \
  {                                                                                 \
    .kind = RowKind::kLayer, .name = name_text, .args = args_text, .doc = doc_text, \
    .channels = Channels::kByFormat, .layer = function,                             \
  }

constexpr Row kImageLayers[] = {
    RUNNEL_RANDOM(
        "Resizing",
        "height: int >= 1; width: int >= 1; interpolation: string = 'bilinear'; crop_to_aspect_ratio: "
        "bool = false",
        "Images of another size: bilinear, nearest, bicubic or area. With crop_to_aspect_ratio what "
        "does "
        "not fit the proportions is cut off first. Shapes: x [b, h, w, c], y [b, height, width, c].",
        ResizingCall),
    RUNNEL_RANDOM("CenterCrop", "height: int >= 1; width: int >= 1",
                  "The middle of images; of smaller ones the largest part of its proportions, made "
                  "larger. Shapes: x "
                  "[b, h, w, c], y [b, height, width, c].",
                  CenterCropCall),
    RUNNEL_RANDOM(
        "RandomFlip",
        "mode: {'horizontal_and_vertical', 'horizontal', 'vertical'} = 'horizontal_and_vertical'; seed: "
        "int = 0",
        "While training, mirrors half of the images." RUNNEL_IMAGES, FlipCall),
    RUNNEL_RANDOM(
        "RandomCrop", "height: int >= 1; width: int >= 1; seed: int = 0",
        "While training, a part of each image, the same place for a batch; else the largest part in the "
        "middle of these proportions, resized. Shapes: x [b, h, w, c], y [b, height, width, c].",
        RandomCropCall),
    RUNNEL_RANDOM("RandomRotation", "factor: list(float); " RUNNEL_PROJECT_ARGS,
                  "While training, turns images by up to factor of a full turn, or by [lowest, "
                  "highest]." RUNNEL_IMAGES,
                  RotationCall),
    RUNNEL_RANDOM(
        "RandomZoom", "height_factor: list(float); width_factor: list(float) = []; " RUNNEL_PROJECT_ARGS,
        "While training, zooms out by a positive factor or in by a negative one, by the same in both "
        "directions unless width_factor is given." RUNNEL_IMAGES,
        ZoomCall),
    RUNNEL_RANDOM("RandomTranslation",
                  "height_factor: list(float); width_factor: list(float); " RUNNEL_PROJECT_ARGS,
                  "While training, moves images by up to these parts of their size." RUNNEL_IMAGES,
                  TranslationCall),
    RUNNEL_RANDOM("RandomContrast",
                  "factor: list(float); value_range: list(float) = [0, 255]; seed: int = 0",
                  "While training, moves values away from the mean of their channel, or towards it, by "
                  "up to factor, "
                  "within value_range." RUNNEL_IMAGES,
                  ContrastCall),
    RUNNEL_RANDOM(
        "RandomBrightness", "factor: list(float); value_range: list(float) = [0, 255]; seed: int = 0",
        "While training, adds up to factor of value_range, within it." RUNNEL_IMAGES, BrightnessCall),
};

}  // namespace

std::span<const Row> ImageLayerRows() { return kImageLayers; }

}  // namespace runnel::learn
