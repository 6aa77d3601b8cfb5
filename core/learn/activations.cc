// Activations, regularizers and constraints.
#include "core/learn/row.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

#define RUNNEL_ACTIVATION_OF(name_text, args_text, formula) \
  { .kind = RowKind::kActivation, .name = name_text, .args = args_text, .call = "y: " formula }
#define RUNNEL_ACTIVATION(name_text, formula) RUNNEL_ACTIVATION_OF(name_text, "", formula)

// The first half of the last dimension, as far as the second lets it through.
Status GluCall(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0);
  const Shape& shape = ShapeOf(x);
  const int64_t size = shape.has_rank() && shape.rank() > 0 ? shape.dim(shape.rank() - 1) : -1;
  if (size < 0 || size % 2 != 0)
    return InvalidArgument("the last dimension of its input must be known and even, got ",
                           shape.ToString());
  const OutputRef halves =
      b.Op("Split", {IntScalar(b, DType::kInt32, -1), x}, {{"num_split", int64_t{2}}});
  ctx.set_output(0, b.Op("Mul", {{halves.node, 0}, b.Op("Sigmoid", {OutputRef{halves.node, 1}})}));
  return OkStatus();
}

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
    RUNNEL_ACTIVATION("hard_tanh", "Minimum(Maximum(x, -1), 1)"),
    RUNNEL_ACTIVATION("tanh_shrink", "x - Tanh(x)"),
    RUNNEL_ACTIVATION("log_sigmoid", "-Softplus(-x)"),
    RUNNEL_ACTIVATION("sparse_plus",
                      "SelectV2(LessEqual(x, -1), ZerosLike(x), SelectV2(Less(x, 1), 0.25 * Square(x + "
                      "1), x))"),
    RUNNEL_ACTIVATION("sparse_sigmoid", "Minimum(Maximum(0.5 * (x + 1), 0), 1)"),
    RUNNEL_ACTIVATION_OF("celu", "alpha: float = 1", "Relu(x) + alpha * Expm1(Minimum(x, 0) / alpha)"),
    RUNNEL_ACTIVATION_OF("soft_shrink", "threshold: float = 0.5",
                         "Relu(x - threshold) - Relu(-x - threshold)"),
    RUNNEL_ACTIVATION_OF("hard_shrink", "threshold: float = 0.5",
                         "SelectV2(Greater(Abs(x), threshold), x, ZerosLike(x))"),
    RUNNEL_ACTIVATION_OF("threshold", "threshold: float; default_value: float",
                         "SelectV2(Greater(x, threshold), x, OnesLike(x) * default_value)"),
    RUNNEL_ACTIVATION_OF("squareplus", "b: float = 4", "0.5 * (x + Sqrt(Square(x) + b))"),
    {.kind = RowKind::kActivation, .name = "glu", .call = GluCall},
    // The nearest point to x whose elements are at least 0 and have sum 1: x less what makes it so.
    {.kind = RowKind::kActivation,
     .name = "sparsemax",
     .call = "n = dim(x, -1); s = TopKV2(x, constant(n, int32)).values; "
             "k = Cast(Range(1, n + 1, 1), DstT = T); "
             "h = Cast(Greater(s, (Cumsum(s, -1) - 1) / k), DstT = T); "
             "sum = Sum(s * h, [-1], keep_dims = true); count = Sum(h, [-1], keep_dims = true); "
             "y: Relu(x - (sum - 1) / count)"},
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
    {.kind = RowKind::kRegularizer,
     .name = "OrthogonalRegularizer",
     .aliases = "orthogonal_regularizer",
     .args = "factor: float = 0.01; mode: {'rows', 'columns'} = 'rows'",
     .doc = "factor times the mean cosine, without sign, of any two rows, or columns, of a matrix.",
     .call = "r = mode == 'rows'; axis = r ? 1 : 0; n = dim(w, r ? 0 : 1); "
             "u = w * Rsqrt(Maximum(Sum(Square(w), [axis], keep_dims = true), 1e-12)); "
             "g = MatMul(u, u, transpose_a = !r, transpose_b = r); "
             "o = g * (1 - OneHot(Range(0, n, 1), n, constant(1, T), constant(0, T))); "
             "penalty: factor * Sum(Reshape(Abs(o), [-1]), [0]) / (n * (n - 1.0))"},
    {.kind = RowKind::kConstraint,
     .name = "NonNeg",
     .doc = "Negative weights become 0.",
     .call = "value: Relu(w)"},
    {.kind = RowKind::kConstraint,
     .name = "MaxNorm",
     .args = "max_value: float = 2; axis: list(int) >= 1 = [0]",
     .doc = "Weights of a larger norm along one or more axes are made as small as it.",
     .call = "n = Sqrt(Sum(Square(w), axis, keep_dims = true)); value: w * (Minimum(n, max_value) / "
             "(n + 1e-7))"},
    {.kind = RowKind::kConstraint,
     .name = "MinMaxNorm",
     .aliases = "min_max_norm",
     .args = "min_value: float = 0; max_value: float = 1; rate: float = 1; axis: list(int) >= 1 = [0]",
     .doc = "Norms along one or more axes come between both, by the share `rate` of the way.",
     .call = "n = Sqrt(Sum(Square(w), axis, keep_dims = true)); "
             "d = rate * Minimum(Maximum(n, min_value), max_value) + (1 - rate) * n; "
             "value: w * (d / (1e-7 + n))"},
    {.kind = RowKind::kConstraint,
     .name = "UnitNorm",
     .args = "axis: list(int) >= 1 = [0]",
     .doc = "Weights get norm 1 along one or more axes.",
     .call = "value: w / (Sqrt(Sum(Square(w), axis, keep_dims = true)) + 1e-7)"},
};

}  // namespace

std::span<const Row> ActivationRows() { return kActivations; }

}  // namespace runnel::learn
