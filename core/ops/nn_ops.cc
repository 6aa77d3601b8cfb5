// Bias, softmax and the fused cross entropies.
#include "core/ops/families.h"
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

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

OutputRef Mul(GraphBuilder& b, OutputRef x, OutputRef y) { return b.Op("Mul", {x, y}); }

// The sum along the last dimension, kept as a dimension of 1.
OutputRef SumLast(GraphBuilder& b, OutputRef x) {
  return b.Op("Sum", {x, b.Int32Vector({-1})}, {{"keep_dims", AttrValue(true)}});
}

Status BiasAddGradient(GradientContext& ctx) {
  ctx.set_input_grad(0, ctx.grad());
  ctx.set_input_grad(1, ctx.b().Op("BiasAddGrad", {ctx.grad()},
                                   {{"data_format", *FindAttr(ctx.node().attrs(), "data_format")}}));
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

Status SoftmaxGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef y = ctx.output(0);
  const OutputRef sum = SumLast(b, Mul(b, ctx.grad(), y));
  ctx.set_input_grad(0, Mul(b, b.Op("Sub", {ctx.grad(), sum}), y));
  return OkStatus();
}

Status LogSoftmaxGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef softmax = b.Op("Exp", {ctx.output(0)});
  ctx.set_input_grad(0, b.Op("Sub", {ctx.grad(), Mul(b, SumLast(b, ctx.grad()), softmax)}));
  return OkStatus();
}

// The gradient for features: the kernel has computed it, save for the weight of each row. What arrives
// at backprop itself (second derivatives) goes through softmax's own gradient.
OutputRef FeaturesGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  OutputRef grad;
  if (ctx.grad(0)) {
    grad = Mul(b, b.Op("ExpandDims", {ctx.grad(0), b.Scalar(DType::kInt32, -1)}), ctx.output(1));
  }
  if (ctx.grad(1)) {
    const OutputRef softmax = b.Op("Softmax", {ctx.input(0)});
    const OutputRef centred = b.Op("Sub", {ctx.grad(1), SumLast(b, Mul(b, ctx.grad(1), softmax))});
    const OutputRef second = Mul(b, centred, softmax);
    grad = grad ? b.Op("AddV2", {grad, second}) : second;
  }
  return grad;
}

Status CrossEntropyGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  OutputRef labels;
  if (ctx.wants(1) && ctx.grad(0)) {
    const OutputRef weight = b.Op("ExpandDims", {ctx.grad(0), b.Scalar(DType::kInt32, -1)});
    labels = b.Op("Neg", {Mul(b, weight, b.Op("LogSoftmax", {ctx.input(0)}))});
  }
  if (ctx.wants(1) && ctx.grad(1))
    labels = labels ? b.Op("Sub", {labels, ctx.grad(1)}) : b.Op("Neg", {ctx.grad(1)});
  SetBroadcastGrads(ctx, ctx.wants(0) ? FeaturesGrad(ctx) : OutputRef(), labels);
  return OkStatus();
}

Status SparseCrossEntropyGrad(GradientContext& ctx) {
  ctx.set_input_grad(0, FeaturesGrad(ctx));
  return OkStatus();
}

constinit const OpRow kNnOps[] = {
    {
        .name = "BiasAdd",
        .inputs = "value: T, bias: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        .doc = "Adds a vector along the channels: the last dimension for NHWC, the second for NCHW. "
               "Shapes: value has rank 2 or more, bias is a vector as long as the channel dimension.",
        .shape = BiasAddShape,
        .gradient = BiasAddGradient,
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
        .gradient = SoftmaxGrad,
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
        .gradient = LogSoftmaxGrad,
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
        .gradient = CrossEntropyGrad,
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
        .gradient = SparseCrossEntropyGrad,
    },
};

}  // namespace

std::span<const OpRow> NnOps() { return kNnOps; }

}  // namespace runnel
