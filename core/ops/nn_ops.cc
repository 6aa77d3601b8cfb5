// Bias, softmax and the fused cross entropies.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kNnOps[] = {
    {
        .name = "BiasAdd",
        .inputs = "value: T, bias: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        .doc = "Adds a vector along the channels: the last dimension for NHWC, the second for NCHW. "
               "Shapes: value has rank 2 or more, bias is a vector as long as the channel dimension.",
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
    },
    {
        .name = "Softmax",
        .inputs = "logits: T",
        .outputs = "softmax: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Gives exp(logits) / sum(exp(logits)) along the last dimension, without overflow. Shapes: "
            "logits has rank 1 or more; softmax is like it.",
    },
    {
        .name = "LogSoftmax",
        .inputs = "logits: T",
        .outputs = "logsoftmax: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Gives logits - log(sum(exp(logits))) along the last dimension, without overflow. Shapes: "
            "logits has rank 1 or more; logsoftmax is like it.",
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
    },
    {
        .name = "SparseSoftmaxCrossEntropyWithLogits",
        .inputs = "features: T, labels: Tlabels",
        .outputs = "loss: T, backprop: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES "; Tlabels: {int32, int64} = int64",
        .doc = "Gives for every row -log(softmax(features))[label], and its gradient for features as "
               "backprop. Shapes: features is [batch,classes], labels and loss are [batch]. Errors: "
               "INVALID_ARGUMENT for a label outside [0,classes).",
    },
};

}  // namespace

std::span<const OpRow> NnOps() { return kNnOps; }

}  // namespace runnel
