// Other forms of pools over images: with sizes as inputs, and with the places of the largest elements.
#include "core/ops/gradient_helpers.h"
#include "core/ops/sizes.h"
#include "core/ops/type_sets.h"
#include "core/ops/window.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// ---- ksize and strides as inputs ----

// The last two inputs as attrs; empty if they are not known.
Result<std::optional<AttrList>> ReadInputs(CompositionContext& ctx) {
  AttrList attrs;
  const int last = static_cast<int>(ctx.input_refs().size());
  for (int i = last - 2; i < last; ++i) {
    const auto values = ConstantIntsOf(ctx.input(i));
    if (!values.has_value()) return std::optional<AttrList>();
    SetAttr(&attrs, i == last - 2 ? "ksize" : "strides", AttrValue(*values));
  }
  for (const char* const name : {"padding", "data_format"}) {
    if (const AttrValue* value = FindAttr(ctx.attrs(), name)) SetAttr(&attrs, name, *value);
  }
  const auto* format = ctx.attr<std::string>("data_format");
  if (format != nullptr && *format == "NCHW_VECT_C") return Unimplemented("data_format NCHW_VECT_C");
  return std::optional<AttrList>(std::move(attrs));
}

Status WithInputs(CompositionContext& ctx, const char* op) {
  RUNNEL_ASSIGN_OR_RETURN(const std::optional<AttrList> attrs, ReadInputs(ctx));
  if (!attrs.has_value()) return OkStatus();
  std::vector<OutputRef> inputs;
  for (size_t i = 0; i + 2 < ctx.input_refs().size(); ++i)
    inputs.push_back(ctx.input(static_cast<int>(i)));
  ctx.set_output(0, ctx.b().Op(op, inputs, *attrs));
  return OkStatus();
}
Status MaxComposition(CompositionContext& ctx) { return WithInputs(ctx, "MaxPool"); }
Status MaxGradComposition(CompositionContext& ctx) { return WithInputs(ctx, "MaxPoolGrad"); }
Status MaxGradGradComposition(CompositionContext& ctx) { return WithInputs(ctx, "MaxPoolGradGrad"); }

// Image and windows are known when ksize and strides are.
Status CheckLists(ShapeContext& ctx) {
  for (int i = ctx.num_inputs() - 2; i < ctx.num_inputs(); ++i) {
    const std::string_view name = ctx.schema().inputs[static_cast<size_t>(i)].name;
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, RequireRank(ctx, i, name, 1));
    if (shape.dim(0) >= 0 && shape.dim(0) != 4) {
      return InvalidArgument(ArgIs(ctx, i, name), ": expected four numbers");
    }
  }
  return OkStatus();
}
Status MaxV2Shape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckLists(ctx));
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, "input", 4));
  const auto* format = ctx.attr<std::string>("data_format");
  const auto* padding = ctx.attr<std::string>("padding");
  const bool first = format != nullptr && *format == "NCHW",
             same = padding != nullptr && *padding == "SAME";
  RUNNEL_ASSIGN_OR_RETURN(const auto size, ConstantInts(ctx, 1, "ksize"));
  RUNNEL_ASSIGN_OR_RETURN(const auto strides, ConstantInts(ctx, 2, "strides"));
  Shape out = Shape::UnknownOfRank(4);
  const int channels = first ? 1 : 3;
  out.set_dim(0, image.dim(0));
  if (!size || !strides) {
    ctx.set_output(0, std::move(out));
    return OkStatus();
  }
  for (int d = 1; d < 4; ++d) {
    const int64_t window = (*size)[static_cast<size_t>(d)], stride = (*strides)[static_cast<size_t>(d)];
    if (window < 1 || stride < 1) {
      return InvalidArgument("ksize and strides should be from 1, got ", window, " and ", stride);
    }
    const int64_t all = image.dim(d);
    if (d == channels && window == 1) out.set_dim(d, all);
    if (d == channels || all < 0) continue;
    out.set_dim(d, same           ? (all - 1) / stride + (all > 0 ? 1 : 0)
                   : all < window ? 0
                                  : (all - window) / stride + 1);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}
Status MaxGradV2Shape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckLists(ctx));
  RUNNEL_ASSIGN_OR_RETURN(Shape image, RequireRank(ctx, 0, "orig_input", 4));
  ctx.set_output(0, std::move(image));
  return OkStatus();
}
Status MaxGradGradV2Shape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckLists(ctx));
  RUNNEL_ASSIGN_OR_RETURN(Shape pooled, RequireRank(ctx, 1, "orig_output", 4));
  ctx.set_output(0, std::move(pooled));
  return OkStatus();
}

// ---- with the places of the largest elements ----

Result<Shape> Pooled(const ShapeContext& ctx, const Shape& image) {
  RUNNEL_ASSIGN_OR_RETURN(const Window window, ReadWindow(ctx));
  if (window.depth > 1) return InvalidArgument("attr \"ksize\": the pool goes over channels");
  Shape out = image;
  for (int axis = 0; axis < 2; ++axis) {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count,
                            window.Count(axis, image.dim(axis + 1), window.size[axis]));
    out.set_dim(axis + 1, count);
  }
  return out;
}
Status ArgmaxShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, "input", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape out, Pooled(ctx, image));
  ctx.set_output(0, out);
  ctx.set_output(1, out);
  return OkStatus();
}
Status ArgmaxGradShape(ShapeContext& ctx) {
  const bool second = ctx.schema().name == "MaxPoolGradGradWithArgmax";
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, "input", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape pooled, Pooled(ctx, image));
  for (const int i : {1, 2}) {
    const Shape& wanted = second && i == 1 ? image : pooled;
    const std::string_view name = i == 1 ? "grad" : "argmax";
    if (ctx.input(i).IsCompatibleWith(wanted)) continue;
    return InvalidArgument(ArgIs(ctx, i, name), ": expected ", wanted.ToString());
  }
  ctx.set_output(0, second ? pooled : image);
  return OkStatus();
}

// The places as indices of the whole batch, in a vector.
OutputRef WholePlaces(CompositionContext& ctx, Sizes& s) {
  GraphBuilder& b = ctx.b();
  const OutputRef image = ctx.input(0);
  OutputRef places = ctx.input(2);
  const DType type = TypeOf(places);
  const bool* whole = ctx.attr<bool>("include_batch_in_index");
  if (whole == nullptr || !*whole) {
    const auto wide = [&](const Size& size) {
      return b.Op("Cast", {s.Scalar(size)}, {{"DstT", DType::kInt64}});
    };
    const Size batch = s.Of(image, 0);
    const OutputRef image_size = wide(s.Product({s.Of(image, 1), s.Of(image, 2), s.Of(image, 3)}));
    OutputRef starts = b.Op("Mul", {b.Op("Range", {wide(0), wide(batch), wide(1)}), image_size});
    starts = b.Op("Reshape", {starts, s.Vector({batch, 1, 1, 1})});
    if (type != DType::kInt64) places = b.Op("Cast", {places}, {{"DstT", DType::kInt64}});
    places = b.Op("AddV2", {places, starts});
  }
  return b.Op("Reshape", {places, s.Vector({-1})});
}

Status ArgmaxGradComposition(CompositionContext& ctx) {
  Sizes s(ctx);
  GraphBuilder& b = ctx.b();
  const OutputRef image = ctx.input(0);
  std::vector<Size> sizes;
  for (int d = 0; d < 4; ++d) sizes.push_back(s.Of(image, d));
  const OutputRef flat = b.Op("Reshape", {ctx.input(1), s.Vector({-1})});
  const OutputRef sum =
      b.Op("UnsortedSegmentSum", {flat, WholePlaces(ctx, s), s.Scalar(s.Product(sizes))});
  ctx.set_output(0, s.Reshape(sum, sizes));
  return OkStatus();
}

Status ArgmaxGradGradComposition(CompositionContext& ctx) {
  Sizes s(ctx);
  GraphBuilder& b = ctx.b();
  const OutputRef flat = b.Op("Reshape", {ctx.input(1), s.Vector({-1})});
  const OutputRef picked = b.Op("GatherV2", {flat, WholePlaces(ctx, s), s.Scalar(0)});
  ctx.set_output(0, b.Op("Reshape", {picked, ShapeTensor(ctx, ctx.input_ref(2))}));
  return OkStatus();
}

#define RUNNEL_POOL_V2_ATTRS(formats) \
  "padding: {'SAME', 'VALID'}; data_format: {" formats "} = 'NHWC'; T: "
#define RUNNEL_ARGMAX_ATTRS                                                      \
  "ksize: list(int) >= 4; strides: list(int) >= 4; padding: {'SAME', 'VALID'}; " \
  "include_batch_in_index: bool = false; "

constexpr OpRow kPoolFormOps[] = {
    {
        .name = "MaxPoolV2",
        .inputs = "input: T, ksize: int32, strides: int32",
        .outputs = "output: T",
        .attrs = RUNNEL_POOL_V2_ATTRS(
            "'NHWC', 'NCHW', 'NCHW_VECT_C'") "{half, bfloat16, float, double, int32, int64, uint8, "
                                             "int16, int8, uint16} = float",
        .doc =
            "MaxPool with windows and steps of inputs, vectors of four. Devices without a kernel must "
            "know "
            "their values when the graph is planned. Errors: as MaxPool; UNIMPLEMENTED for NCHW_VECT_C.",
        .shape = MaxV2Shape,
        .gradient = "input: MaxPoolGradV2(input, output, g, ksize, strides, ...)",
        .composition = MaxComposition,
    },
    {
        .name = "MaxPoolGradV2",
        .inputs = "orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32",
        .outputs = "output: T",
        .attrs = RUNNEL_POOL_V2_ATTRS("'NHWC', 'NCHW'") RUNNEL_REAL_TYPES " = float",
        .doc = "Gives the gradient of MaxPoolV2. Shapes and errors: as MaxPoolGrad.",
        .shape = MaxGradV2Shape,
        .gradient = "grad: MaxPoolGradGradV2(orig_input, orig_output, g, ksize, strides, ...)",
        .composition = MaxGradComposition,
    },
    {
        .name = "MaxPoolGradGradV2",
        .inputs = "orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32",
        .outputs = "output: T",
        .attrs = RUNNEL_POOL_V2_ATTRS("'NHWC', 'NCHW'") RUNNEL_REAL_TYPES,
        .doc = "Gives the gradient of MaxPoolGradV2. Shapes and errors: as MaxPoolGradGrad.",
        .shape = MaxGradGradV2Shape,
        .gradient = "grad: MaxPoolGradV2(orig_input, orig_output, g, ksize, strides, ...)",
        .composition = MaxGradGradComposition,
    },
    {
        .name = "MaxPoolWithArgmax",
        .inputs = "input: T",
        .outputs = "output: T, argmax: Targmax",
        .attrs = RUNNEL_ARGMAX_ATTRS "Targmax: {int32, int64} = int64; T: " RUNNEL_REAL_TYPES,
        .doc =
            "Gives the largest element of every window, channel by channel, and where the first of them "
            "is: (row * columns + column) * channels + channel, with the image's number * rows before "
            "if include_batch_in_index. Shapes: input is [batch,rows,columns,channels]. Errors: "
            "INVALID_ARGUMENT if a window does not fit into the padded image or goes over channels.",
        .shape = ArgmaxShape,
        .gradient = "input: MaxPoolGradWithArgmax(input, g, argmax, ...)",
    },
    {
        .name = "MaxPoolGradWithArgmax",
        .inputs = "input: T, grad: T, argmax: Targmax",
        .outputs = "output: T",
        .attrs = RUNNEL_ARGMAX_ATTRS "Targmax: {int32, int64}; T: " RUNNEL_REAL_TYPES,
        .doc = "Gives the gradient of MaxPoolWithArgmax: adds each element of grad where argmax says. "
               "Shapes: output is like input, grad and argmax like the pool's outputs. Errors: "
               "INVALID_ARGUMENT for a place behind the last.",
        .shape = ArgmaxGradShape,
        .gradient = "grad: MaxPoolGradGradWithArgmax(input, g, argmax, ...)",
        .composition = ArgmaxGradComposition,
    },
    {
        .name = "MaxPoolGradGradWithArgmax",
        .inputs = "input: T, grad: T, argmax: Targmax",
        .outputs = "output: T",
        .attrs = RUNNEL_ARGMAX_ATTRS "Targmax: {int32, int64}; T: " RUNNEL_REAL_TYPES,
        .doc =
            "Gives the gradient of MaxPoolGradWithArgmax: from grad, which is like input, the elements "
            "where argmax says. Errors: INVALID_ARGUMENT for a place outside.",
        .shape = ArgmaxGradShape,
        .gradient = "grad: MaxPoolGradWithArgmax(input, g, argmax, ...)",
        .composition = ArgmaxGradGradComposition,
    },
};

}  // namespace

std::span<const OpRow> PoolFormOps() { return ChosenRows<kPoolFormOps>::All(); }

}  // namespace runnel
