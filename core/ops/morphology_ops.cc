// Morphology on images in grey: dilation, with its gradients.
#include "core/graph/builder.h"
#include "core/ops/type_sets.h"
#include "core/ops/window.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Attrs strides and rates, with 1 for batch and channels.
Result<Window> ReadDilation(const ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Window window, ReadWindow(ctx));
  const auto* rates = ctx.attr<std::vector<int64_t>>("rates");
  const bool fits = rates != nullptr && rates->size() == 4 && (*rates)[0] == 1 && (*rates)[3] == 1 &&
                    (*rates)[1] >= 1 && (*rates)[2] >= 1;
  if (!fits) {
    return InvalidArgument(
        "attr \"rates\" should have four numbers from 1, and 1 for batch and channels");
  }
  for (int axis = 0; axis < 2; ++axis) window.dilations[axis] = (*rates)[static_cast<size_t>(axis + 1)];
  return window;
}

Result<Shape> Dilated(const ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Window window, ReadDilation(ctx));
  RUNNEL_ASSIGN_OR_RETURN(const Shape input, RequireRank(ctx, 0, "input", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape filter, RequireRank(ctx, 1, "filter", 3));
  Shape out = input;
  for (int axis = 0; axis < 2; ++axis) {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count,
                            window.Count(axis, input.dim(axis + 1), filter.dim(axis)));
    out.set_dim(axis + 1, count);
  }
  int64_t channels = 0;
  if (!ctx.MergeDim(input.dim(3), filter.dim(2), &channels).ok()) {
    return InvalidArgument(ArgIs(ctx, 0, "input"), ", ", ArgIs(ctx, 1, "filter"),
                           ": expected as many channels");
  }
  out.set_dim(3, channels);
  return out;
}

Status DilationShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape out, Dilated(ctx));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status DilationGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape out, Dilated(ctx));
  if (!ctx.input(2).IsCompatibleWith(out)) {
    return InvalidArgument(ArgIs(ctx, 2, "out_backprop"), ": expected ", out.ToString());
  }
  ctx.set_output(0, ctx.input(ctx.schema().name == "Dilation2DBackpropInput" ? 0 : 1));
  return OkStatus();
}

Status NoGradient(GradientContext& ctx) {
  return Unimplemented("the gradient of ", ctx.schema().name, ", which TensorFlow has none of either");
}

#define RUNNEL_DILATION_ATTRS                          \
  "T: " RUNNEL_REAL_TYPES                              \
  "; strides: list(int) >= 4; rates: list(int) >= 4; " \
  "padding: {'SAME', 'VALID'}"

constexpr OpRow kMorphologyOps[] = {
    {
        .name = "Dilation2D",
        .inputs = "input: T, filter: T",
        .outputs = "output: T",
        .attrs = RUNNEL_DILATION_ATTRS,
        .doc =
            "Gives the largest sum of a pixel and its place in the filter, of every window of an image, "
            "channel by channel; what lies outside of the image does not count. Shapes: input is "
            "[batch,rows,columns,channels], filter [rows,columns,channels]. Errors: INVALID_ARGUMENT if "
            "the filter does not fit into the padded image.",
        .shape = DilationShape,
        .gradient = "input: Dilation2DBackpropInput(input, filter, g, ...); "
                    "filter: Dilation2DBackpropFilter(input, filter, g, ...)",
    },
    {
        .name = "Dilation2DBackpropInput",
        .inputs = "input: T, filter: T, out_backprop: T",
        .outputs = "in_backprop: T",
        .attrs = RUNNEL_DILATION_ATTRS,
        .doc =
            "Gives the gradient of Dilation2D for its input: each element of out_backprop goes to the "
            "pixel of the first of the largest sums of its window. Shapes: as there.",
        .shape = DilationGradShape,
        .gradient = NoGradient,
    },
    {
        .name = "Dilation2DBackpropFilter",
        .inputs = "input: T, filter: T, out_backprop: T",
        .outputs = "filter_backprop: T",
        .attrs = RUNNEL_DILATION_ATTRS,
        .doc =
            "Gives the gradient of Dilation2D for its filter: each element of out_backprop goes to the "
            "place in the filter of the first of the largest sums of its window. Shapes: as there.",
        .shape = DilationGradShape,
        .gradient = NoGradient,
    },
};

}  // namespace

std::span<const OpRow> MorphologyOps() { return ChosenRows<kMorphologyOps>::All(); }

}  // namespace runnel
