// Runnel's own ops, each a composition of TensorFlow's: a device needs no kernel for them.
#include "core/ops/families.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kComposedOps[] = {
    {
        .name = "Runnel>Gelu",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), element by element. Shapes: "
               "activations is like features. Source: Hendrycks & Gimpel 2016, section 2.",
        .shape = UnchangedShape,
        .composition = "activations: 0.5 * features * (Tanh(0.79788456080286535588 * (features + "
                       "0.044715 * (Square(features) * features))) + 1)",
    },
};

}  // namespace

std::span<const OpRow> ComposedOps() { return kComposedOps; }

}  // namespace runnel
