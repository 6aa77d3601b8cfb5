// Bias, softmax and the fused cross entropies; checks and losses of single tensors.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Which dimension of a value of known rank holds the channels.
Result<int> ChannelDim(const ShapeContext& ctx, std::string_view arg) {
  if (ctx.input(0).rank() < 2) {
    return InvalidArgument(ArgIs(ctx, 0, arg), ": must have rank 2 or more");
  }
  const std::string* format = ctx.attr<std::string>("data_format");
  return format != nullptr && *format == "NCHW" ? 1 : ctx.input(0).rank() - 1;
}

Status BiasAddShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape bias, RequireRank(ctx, 1, "bias", 1));
  Shape value = ctx.input(0);
  if (value.has_rank()) {
    RUNNEL_ASSIGN_OR_RETURN(const int channel, ChannelDim(ctx, "value"));
    int64_t size = 0;
    if (!ctx.MergeDim(value.dim(channel), bias.dim(0), &size).ok()) {
      return InvalidArgument(ArgIs(ctx, 0, "value"), ", ", ArgIs(ctx, 1, "bias"), ": value has ",
                             value.dim(channel), " channels");
    }
    value.set_dim(channel, size);
  }
  ctx.set_output(0, std::move(value));
  return OkStatus();
}

Status BiasAddGradShape(ShapeContext& ctx) {
  Shape out = Shape::UnknownOfRank(1);
  if (ctx.input(0).has_rank()) {
    RUNNEL_ASSIGN_OR_RETURN(const int channel, ChannelDim(ctx, "out_backprop"));
    out.set_dim(0, ctx.input(0).dim(channel));
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status SoftmaxShape(ShapeContext& ctx) {
  if (ctx.input(0).has_rank() && ctx.input(0).rank() < 1) {
    return InvalidArgument(ArgIs(ctx, 0, "logits"), ": must have rank 1 or more");
  }
  return UnchangedShape(ctx);
}

Status CrossEntropyShape(ShapeContext& ctx) {
  auto both = Shape::Broadcast(ctx.input(0), ctx.input(1));
  if (!both.ok() || (both->has_rank() && both->rank() != 2)) {
    return InvalidArgument(ArgIs(ctx, 0, "features"), ", ", ArgIs(ctx, 1, "labels"),
                           ": must broadcast to [batch,classes]");
  }
  if (!both->has_rank()) both = Shape::UnknownOfRank(2);
  ctx.set_output(0, Shape{both->dim(0)});
  ctx.set_output(1, std::move(*both));
  return OkStatus();
}

Status SparseCrossEntropyShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape features, RequireRank(ctx, 0, "features", 2));
  RUNNEL_ASSIGN_OR_RETURN(const Shape labels, RequireRank(ctx, 1, "labels", 1));
  int64_t batch = 0;
  if (!ctx.MergeDim(features.dim(0), labels.dim(0), &batch).ok()) {
    return InvalidArgument(ArgIs(ctx, 0, "features"), ", ", ArgIs(ctx, 1, "labels"),
                           ": batch sizes differ");
  }
  features.set_dim(0, batch);
  ctx.set_output(0, Shape{batch});
  ctx.set_output(1, std::move(features));
  return OkStatus();
}

Status BiasAddGradGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  OutputRef grad = ctx.grad();
  if (*ctx.node().attr<std::string>("data_format") == "NCHW") {
    if (!ctx.input_shape(0).has_rank()) {
      return Unimplemented("second derivatives of BiasAdd in NCHW for values of unknown rank");
    }
    std::vector<int64_t> dims(static_cast<size_t>(ctx.input_shape(0).rank() - 1), 1);
    dims[0] = -1;
    grad = b.Op("Reshape", {grad, IntVector(b, DType::kInt32, dims)});
  }
  ctx.set_input_grad(0, b.Op("BroadcastTo", {grad, ShapeTensor(ctx, ctx.input_ref(0))}));
  return OkStatus();
}

constexpr OpRow kNnOps[] = {
    {
        .name = "BiasAdd",
        .inputs = "value: T, bias: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        .doc = "Adds a vector along the channels: the last dimension for NHWC, the second for NCHW. "
               "Shapes: value has rank 2 or more, bias is a vector as long as the channel dimension.",
        .shape = BiasAddShape,
        .gradient = "value: g; bias: BiasAddGrad(g, ...)",
    },
    {
        .name = "BiasAddGrad",
        .inputs = "out_backprop: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        .doc =
            "Sums over all dimensions but that of the channels: the gradient of BiasAdd for its bias. "
            "Shapes: out_backprop has rank 2 or more, output is a vector as long as the channel "
            "dimension.",
        .shape = BiasAddGradShape,
        .gradient = BiasAddGradGrad,
    },
    {
        .name = "Softmax",
        .inputs = "logits: T",
        .outputs = "softmax: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Gives exp(logits) / sum(exp(logits)) along the last dimension, without overflow. Shapes: "
            "logits has rank 1 or more; softmax is like it.",
        .shape = SoftmaxShape,
        .gradient = "logits: (g - Sum(g * softmax, [-1], keep_dims = true)) * softmax",
    },
    {
        .name = "LogSoftmax",
        .inputs = "logits: T",
        .outputs = "logsoftmax: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Gives logits - log(sum(exp(logits))) along the last dimension, without overflow. Shapes: "
            "logits has rank 1 or more; logsoftmax is like it.",
        .shape = SoftmaxShape,
        .gradient = "logits: g - Sum(g, [-1], keep_dims = true) * Exp(logsoftmax)",
    },
    {
        .name = "SoftmaxCrossEntropyWithLogits",
        .inputs = "features: T, labels: T",
        .outputs = "loss: T, backprop: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Gives for every row -sum(labels * log(softmax(features))), and softmax(features) - labels "
            "as backprop, its gradient for features where a row of labels sums to 1. Shapes: features "
            "and labels are [batch,classes] after broadcasting, loss is [batch].",
        .shape = CrossEntropyShape,
        .gradient = "w = ExpandDims(g.loss, -1); "
                    "q = g.backprop; "
                    "p = Softmax(features); "
                    "features: sum_to(w * backprop + (q - Sum(q * p, [-1], keep_dims = true)) * p, "
                    "features); "
                    "labels: sum_to(-(w * LogSoftmax(features) + q), labels)",
    },
    {
        .name = "SparseSoftmaxCrossEntropyWithLogits",
        .inputs = "features: T, labels: Tlabels",
        .outputs = "loss: T, backprop: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES "; Tlabels: {int32, int64} = int64",
        .doc = "Gives for every row -log(softmax(features))[label], and its gradient for features as "
               "backprop. Shapes: features is [batch,classes], labels and loss are [batch]. Errors: "
               "INVALID_ARGUMENT for a label outside [0,classes).",
        .shape = SparseCrossEntropyShape,
        .gradient = "w = ExpandDims(g.loss, -1); "
                    "q = g.backprop; "
                    "p = Softmax(features); "
                    "features: w * backprop + (q - Sum(q * p, [-1], keep_dims = true)) * p",
    },
    {
        .name = "CheckNumerics",
        .inputs = "tensor: T",
        .outputs = "output: T",
        .attrs = "T: {bfloat16, half, float, double}; message: string",
        .doc =
            "Passes tensor on if all of its elements are finite. Errors: INVALID_ARGUMENT with message "
            "and the index of the first element that is not.",
        .flags = kOpStateful,
        .shape = UnchangedShape,
        .gradient = "tensor: CheckNumerics(g, message = 'the gradient of what CheckNumerics passed on')",
    },
    {
        .name = "L2Loss",
        .inputs = "t: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives half the sum of the squares of all elements. Shapes: output is a scalar.",
        .shape = ScalarShape,
        .gradient = "t: g * t",
        .composition = "output: 0.5 * Sum(Reshape(Square(t), [-1]), [0])",
    },
};

}  // namespace

std::span<const OpRow> NnOps() { return ChosenRows<kNnOps>::All(); }

}  // namespace runnel
