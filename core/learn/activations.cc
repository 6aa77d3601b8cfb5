// Activations, regularizers and constraints.
#include "core/learn/row.h"

namespace runnel::learn {
namespace {

#define RUNNEL_ACTIVATION(name_text, formula) \
  { .kind = RowKind::kActivation, .name = name_text, .call = "y: " formula }

constexpr Row kActivations[] = {
    RUNNEL_ACTIVATION("relu", "Relu(x)"),
    RUNNEL_ACTIVATION("relu6", "Relu6(x)"),
    RUNNEL_ACTIVATION("sigmoid", "Sigmoid(x)"),
    RUNNEL_ACTIVATION("tanh", "Tanh(x)"),
    RUNNEL_ACTIVATION("softmax", "Softmax(x)"),
    RUNNEL_ACTIVATION("log_softmax", "LogSoftmax(x)"),
    RUNNEL_ACTIVATION("softplus", "Softplus(x)"),
    RUNNEL_ACTIVATION("softsign", "Softsign(x)"),
    RUNNEL_ACTIVATION("elu", "Elu(x)"),
    RUNNEL_ACTIVATION("selu", "Selu(x)"),
    RUNNEL_ACTIVATION("exponential", "Exp(x)"),
    {.kind = RowKind::kActivation, .name = "silu", .aliases = "swish", .call = "y: x * Sigmoid(x)"},
    {.kind = RowKind::kActivation,
     .name = "leaky_relu",
     .args = "negative_slope: float = 0.2",
     .call = "y: LeakyRelu(x, alpha = negative_slope)"},
    {.kind = RowKind::kActivation,
     .name = "gelu",
     .args = "approximate: bool = false",
     .call = "y: approximate ? 0.5 * x * (Tanh(0.79788456080286535588 * (x + 0.044715 * (Square(x) * "
             "x))) + 1) : "
             "0.5 * x * (Erf(x * 0.70710678118654752440) + 1)"},
    RUNNEL_ACTIVATION("hard_sigmoid", "Minimum(Maximum(x * (1 / 6.0) + 0.5, 0), 1)"),
    {.kind = RowKind::kActivation,
     .name = "hard_silu",
     .aliases = "hard_swish",
     .call = "y: x * Minimum(Maximum(x * (1 / 6.0) + 0.5, 0), 1)"},
    RUNNEL_ACTIVATION("mish", "x * Tanh(Softplus(x))"),
    {.kind = RowKind::kRegularizer,
     .name = "L1",
     .args = "l1: float = 0.01",
     .doc = "l1 times the sum of all magnitudes.",
     .call = "penalty: l1 * Sum(Reshape(Abs(w), [-1]), [0])"},
    {.kind = RowKind::kRegularizer,
     .name = "L2",
     .args = "l2: float = 0.01",
     .doc = "l2 times the sum of all squares.",
     .call = "penalty: l2 * Sum(Reshape(Square(w), [-1]), [0])"},
    {.kind = RowKind::kRegularizer,
     .name = "L1L2",
     .aliases = "l1_l2",
     .args = "l1: float = 0; l2: float = 0",
     .doc = "l1 times the sum of all magnitudes and l2 times that of all squares.",
     .call = "penalty: l1 * Sum(Reshape(Abs(w), [-1]), [0]) + l2 * Sum(Reshape(Square(w), [-1]), [0])"},
    {.kind = RowKind::kConstraint,
     .name = "NonNeg",
     .doc = "Negative weights become 0.",
     .call = "value: Relu(w)"},
    {.kind = RowKind::kConstraint,
     .name = "MaxNorm",
     .args = "max_value: float = 2; axis: int = 0",
     .doc = "Weights of a larger norm along an axis are made as small as it.",
     .call = "n = Sqrt(Sum(Square(w), [axis], keep_dims = true)); value: w * (Minimum(n, max_value) / "
             "(n + 1e-7))"},
    {.kind = RowKind::kConstraint,
     .name = "UnitNorm",
     .args = "axis: int = 0",
     .doc = "Weights get norm 1 along an axis.",
     .call = "value: w / (Sqrt(Sum(Square(w), [axis], keep_dims = true)) + 1e-7)"},
};

}  // namespace

std::span<const Row> ActivationRows() { return kActivations; }

}  // namespace runnel::learn
