// Activations of neural networks beyond Relu, Tanh and Sigmoid, with the ops that their gradients are.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr OpRow kActivationOps[] = {
    {
        .name = "Relu6",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Gives min(max(features, 0), 6); NaN stays NaN. Shapes: activations is like features.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "features: Relu6Grad(g, activations)",
    },
    {
        .name = "Relu6Grad",
        .inputs = "gradients: T, features: T",
        .outputs = "backprops: T",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc =
            "Gives gradients where 0 < features < 6 and 0 elsewhere. features may be the input or the "
            "output of Relu6. Shapes: all alike.",
        .flags = kOpAnyLayout,
        .shape = SameInputsShape,
        .gradient = "gradients: Relu6Grad(g, features)",
    },
    {
        .name = "LeakyRelu",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "alpha: float = 0.2; T: {half, bfloat16, float, double} = float",
        .doc =
            "Gives features where they are above 0 and alpha * features elsewhere. Shapes: activations "
            "is like features.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "features: LeakyReluGrad(g, features, ...)",
    },
    {
        .name = "LeakyReluGrad",
        .inputs = "gradients: T, features: T",
        .outputs = "backprops: T",
        .attrs = "alpha: float = 0.2; T: {half, bfloat16, float, double} = float",
        .doc =
            "Gives gradients where features > 0 and alpha * gradients elsewhere. features is the input "
            "of LeakyRelu, or its output if alpha > 0. Shapes: all alike.",
        .flags = kOpAnyLayout,
        .shape = SameInputsShape,
        .gradient = "gradients: LeakyReluGrad(g, features, ...)",
    },
    {
        .name = "Elu",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives exp(features) - 1 below 0 and features elsewhere. Shapes: activations is like "
               "features. Source: Clevert, Unterthiner & Hochreiter 2015.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "features: EluGrad(g, activations)",
    },
    {
        .name = "EluGrad",
        .inputs = "gradients: T, outputs: T",
        .outputs = "backprops: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Gives gradients * (outputs + 1) where outputs, which Elu gave, are below 0 and gradients "
            "elsewhere. Shapes: all alike.",
        .flags = kOpAnyLayout,
        .shape = SameInputsShape,
        .gradient = "gradients: EluGrad(g, outputs); "
                    "outputs: SelectV2(Less(outputs, 0), g * gradients, 0)",
    },
    {
        .name = "Selu",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives scale * features, below 0 scale * alpha * (exp(features) - 1), where scale is "
               "1.0507009873554805 and alpha 1.6732632423543772. Shapes: activations is like features. "
               "Source: Klambauer et al. 2017.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "features: SeluGrad(g, activations)",
    },
    {
        .name = "SeluGrad",
        .inputs = "gradients: T, outputs: T",
        .outputs = "backprops: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives gradients * (outputs + scale * alpha) where outputs, which Selu gave, are below 0 "
               "and gradients * scale elsewhere. Shapes: all alike.",
        .flags = kOpAnyLayout,
        .shape = SameInputsShape,
        .gradient = "gradients: SeluGrad(g, outputs); "
                    "outputs: SelectV2(Less(outputs, 0), g * gradients, 0)",
    },
    {
        .name = "Softplus",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives log(exp(features) + 1) without overflow. Shapes: activations is like features.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "features: SoftplusGrad(g, features)",
    },
    {
        .name = "SoftplusGrad",
        .inputs = "gradients: T, features: T",
        .outputs = "backprops: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives gradients / (exp(-features) + 1); features is the input of Softplus. Shapes: all "
               "alike.",
        .flags = kOpAnyLayout,
        .shape = SameInputsShape,
        .gradient = "gradients: SoftplusGrad(g, features); "
                    "features: SigmoidGrad(Sigmoid(features), g * gradients)",
    },
    {
        .name = "Softsign",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives features / (|features| + 1). Shapes: activations is like features.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "features: SoftsignGrad(g, features)",
    },
    {
        .name = "SoftsignGrad",
        .inputs = "gradients: T, features: T",
        .outputs = "backprops: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives gradients / (|features| + 1)^2; features is the input of Softsign. Shapes: all "
               "alike.",
        .flags = kOpAnyLayout,
        .shape = SameInputsShape,
        .gradient = "gradients: SoftsignGrad(g, features); "
                    "features: -2 * SoftsignGrad(g * gradients, features) * Sign(features) / "
                    "(Abs(features) + 1)",
    },
};

}  // namespace

std::span<const OpRow> ActivationOps() { return ChosenRows<kActivationOps>::All(); }

}  // namespace runnel
