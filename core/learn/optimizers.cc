// Optimizers and schedules of the learning rate. Formulas are those of Keras 3.
#include "core/learn/row.h"

namespace runnel::learn {
namespace {

#define RUNNEL_SLOT(slot) \
  { .name = slot, .shape = "shape_of_variable", .initializer = "zeros" }
#define RUNNEL_RATE(value) "learning_rate: string = '" value "'"
#define RUNNEL_BETAS "beta_1: float = 0.9; beta_2: float = 0.999; epsilon: float = 1e-7"
#define RUNNEL_POWER(base) "Pow(constant(" base ", T), step)"
#define RUNNEL_ADAM \
  "m = momentum + (gradient - momentum) * (1 - beta_1); v = velocity + (Square(gradient) - velocity) " \
  "* (1 - "                                                                                            \
  "beta_2); momentum: m; velocity: v; h = amsgrad ? Maximum(velocity_hat, v) : v; "                    \
  "velocity_hat: amsgrad ? h : none; a = rate * Sqrt(1 - " RUNNEL_POWER(                               \
      "beta_2") ") / (1 - " RUNNEL_POWER("beta_1") "); variable: variable - m * a / (Sqrt(h) + "       \
                                                   "epsilon)"

#define RUNNEL_ADAM_SLOTS                             \
  {                                                   \
    RUNNEL_SLOT("momentum"), RUNNEL_SLOT("velocity"), \
        {.name = "velocity_hat",                      \
         .shape = "shape_of_variable",                \
         .initializer = "zeros",                      \
         .when = "amsgrad",                           \
         .apart = true},                              \
  }

Status PiecewiseCall(CompositionContext& ctx) {
  const auto& boundaries = *ctx.attr<std::vector<int64_t>>("boundaries");
  const auto& values = *ctx.attr<std::vector<float>>("values");
  if (values.size() != boundaries.size() + 1) {
    return InvalidArgument("values: expected ", boundaries.size() + 1,
                           ", one more than boundaries, got ", values.size());
  }
  GraphBuilder& b = ctx.b();
  const DType dtype = *ctx.attr<DType>("T");
  OutputRef rate = b.Scalar(dtype, static_cast<double>(values.back()));
  for (size_t i = boundaries.size(); i-- > 0;) {
    const OutputRef below =
        b.Op("LessEqual", {ctx.input(0), b.Scalar(dtype, static_cast<double>(boundaries[i]))});
    rate = b.Op("SelectV2", {below, b.Scalar(dtype, static_cast<double>(values[i])), rate});
  }
  ctx.set_output(0, rate);
  return b.status();
}

constexpr Row kOptimizers[] = {
    {.kind = RowKind::kOptimizer,
     .name = "SGD",
     .args = RUNNEL_RATE("0.01") "; momentum: float = 0; nesterov: bool = false",
     .doc = "Gradient descent, with momentum if that is not 0.",
     .call = "v = velocity * momentum - gradient * rate; velocity: momentum == 0 ? none : v; "
             "variable: momentum == 0 ? variable - gradient * rate : nesterov ? variable + v * momentum "
             "- gradient * "
             "rate : variable + v",
     .weights = {{.name = "velocity",
                  .shape = "shape_of_variable",
                  .initializer = "zeros",
                  .when = "momentum != 0"}}},
    {.kind = RowKind::kOptimizer,
     .name = "RMSprop",
     .args = RUNNEL_RATE(
         "0.001") "; rho: float = 0.9; momentum: float = 0; epsilon: float = 1e-7; centered: bool = "
                  "false",
     .doc = "Divides gradients by the root of a moving mean of their squares.",
     .call = "v = velocity * rho + Square(gradient) * (1 - rho); velocity: v; "
             "a = centered ? average * rho + gradient * (1 - rho) : none; average: centered ? a : none; "
             "d = (centered ? v - Square(a) : v) + epsilon; i = rate * gradient * Rsqrt(d); "
             "m = momentum == 0 ? i : inertia * momentum + i; inertia: momentum == 0 ? none : m; "
             "variable: variable - m",
     .weights = {RUNNEL_SLOT("velocity"),
                 {.name = "inertia",
                  .shape = "shape_of_variable",
                  .initializer = "zeros",
                  .when = "momentum != 0",
                  .apart = true},
                 {.name = "average",
                  .shape = "shape_of_variable",
                  .initializer = "zeros",
                  .when = "centered",
                  .apart = true}}},
    {.kind = RowKind::kOptimizer,
     .name = "Adam",
     .args = RUNNEL_RATE("0.001") "; " RUNNEL_BETAS "; amsgrad: bool = false",
     .doc = "Moving means of gradients and of their squares. Source: Kingma and Ba 2014.",
     .call = RUNNEL_ADAM,
     .weights = RUNNEL_ADAM_SLOTS},
    {.kind = RowKind::kOptimizer,
     .name = "AdamW",
     .args = RUNNEL_RATE("0.001") "; " RUNNEL_BETAS "; amsgrad: bool = false",
     .doc = "Adam with weights that decay by themselves, 0.004 unless weight_decay says otherwise.",
     .call = RUNNEL_ADAM,
     .weights = RUNNEL_ADAM_SLOTS},
    {.kind = RowKind::kOptimizer,
     .name = "Adamax",
     .args = RUNNEL_RATE("0.001") "; " RUNNEL_BETAS,
     .doc = "Adam with the largest recent gradient in place of the squares.",
     .call = "m = momentum + (gradient - momentum) * (1 - beta_1); u = Maximum(norm * beta_2, "
             "Abs(gradient)); "
             "momentum: m; norm: u; variable: variable - rate * m / ((1 - " RUNNEL_POWER(
                 "beta_1") ") * (u + epsilon))",
     .weights = {RUNNEL_SLOT("momentum"), RUNNEL_SLOT("norm")}},
    {.kind = RowKind::kOptimizer,
     .name = "Nadam",
     .args = RUNNEL_RATE("0.001") "; " RUNNEL_BETAS,
     .doc = "Adam with Nesterov's momentum. Source: Dozat 2015.",
     .call = "m = momentum + (gradient - momentum) * (1 - beta_1); v = velocity + (Square(gradient) - "
             "velocity) * (1 - "
             "beta_2); momentum: m; velocity: v; "
             "c = beta_1 * (1 - 0.5 * Pow(constant(0.96, T), step)); d = beta_1 * (1 - 0.5 * "
             "Pow(constant(0.96, T), step + 1)); "
             "p = product * c; product: p; "
             "h = d * m / (1 - p * d) + (1 - c) * gradient / (1 - p); "
             "variable: variable - h * rate / (Sqrt(v / (1 - " RUNNEL_POWER("beta_2") ")) + epsilon)",
     .weights = {RUNNEL_SLOT("momentum"),
                 RUNNEL_SLOT("velocity"),
                 {.name = "product", .shape = "[]", .initializer = "ones", .apart = true}}},
    {.kind = RowKind::kOptimizer,
     .name = "Adagrad",
     .args = RUNNEL_RATE("0.001") "; initial_accumulator_value: float = 0.1; epsilon: float = 1e-7",
     .doc = "Divides gradients by the root of the sum of their squares. Source: Duchi et al. 2011.",
     .call = "a = accumulator + Square(gradient); accumulator: a; variable: variable - rate * gradient "
             "* Rsqrt(a + epsilon)",
     .weights = {{.name = "accumulator",
                  .shape = "shape_of_variable",
                  .initializer = "initial_accumulator_value"}}},
    {.kind = RowKind::kOptimizer,
     .name = "Adadelta",
     .args = RUNNEL_RATE("0.001") "; rho: float = 0.95; epsilon: float = 1e-7",
     .doc = "Steps as large as recent ones. Source: Zeiler 2012.",
     .call = "g = accumulated_gradient * rho + Square(gradient) * (1 - rho); accumulated_gradient: g; "
             "s = Sqrt(accumulated_delta + epsilon) * gradient * Rsqrt(g + epsilon); "
             "accumulated_delta: accumulated_delta * rho + Square(s) * (1 - rho); variable: variable - "
             "rate * s",
     .weights = {RUNNEL_SLOT("accumulated_gradient"), RUNNEL_SLOT("accumulated_delta")}},
    {.kind = RowKind::kOptimizer,
     .name = "Ftrl",
     .args = RUNNEL_RATE(
         "0.001") "; learning_rate_power: float = -0.5; initial_accumulator_value: float = 0.1; "
                  "l1_regularization_strength: float = 0; l2_regularization_strength: float = 0; "
                  "l2_shrinkage_regularization_strength: float = 0; beta: float = 0",
     .doc = "Follow the regularised leader. Source: McMahan et al. 2013.",
     .call =
         "g = l2_shrinkage_regularization_strength == 0 ? gradient : gradient + 2 * "
         "l2_shrinkage_regularization_strength * variable; a = accumulator + Square(g); accumulator: a; "
         "e = constant(-learning_rate_power, T); n = Pow(a, e); "
         "z = linear + g - (n - Pow(accumulator, e)) / rate * variable; linear: z; "
         "q = n / rate + 2 * l2_regularization_strength + beta / rate; "
         "c = Minimum(Maximum(z, -l1_regularization_strength), l1_regularization_strength); variable: "
         "(c - z) / q",
     .weights = {{.name = "accumulator",
                  .shape = "shape_of_variable",
                  .initializer = "initial_accumulator_value"},
                 RUNNEL_SLOT("linear")}},
    {.kind = RowKind::kOptimizer,
     .name = "Lion",
     .args = RUNNEL_RATE("0.001") "; beta_1: float = 0.9; beta_2: float = 0.99",
     .doc = "The sign of a moving mean. Source: Chen et al. 2023.",
     .call = "variable: variable - rate * Sign(momentum * beta_1 + gradient * (1 - beta_1)); "
             "momentum: momentum * beta_2 + gradient * (1 - beta_2)",
     .weights = {RUNNEL_SLOT("momentum")}},
    {.kind = RowKind::kOptimizer,
     .name = "Lamb",
     .args = RUNNEL_RATE("0.001") "; " RUNNEL_BETAS,
     .doc = "Adam's steps, as long as the variable is large. Source: You et al. 2019.",
     .call = "m = momentum + (gradient - momentum) * (1 - beta_1); v = velocity + (Square(gradient) - "
             "velocity) * (1 - "
             "beta_2); momentum: m; velocity: v; "
             "r = m / (1 - " RUNNEL_POWER("beta_1") ") / (Sqrt(v / (1 - " RUNNEL_POWER(
                 "beta_2") ")) + epsilon); "
                           "a = Sqrt(Sum(Reshape(Square(variable), [-1]), [0])); b = "
                           "Sqrt(Sum(Reshape(Square(r), [-1]), [0])); "
                           "k = a * b; o = Cast(Equal(k, 0), DstT = T); variable: variable - "
                           "(DivNoNan(a, b) * (1 - o) + o) * rate * r",
     .weights = {RUNNEL_SLOT("momentum"), RUNNEL_SLOT("velocity")}},
    {.kind = RowKind::kOptimizer,
     .name = "Adafactor",
     .args = RUNNEL_RATE(
         "0.001") "; beta_2_decay: float = -0.8; epsilon_1: float = 1e-30; epsilon_2: float = "
                  "0.001; clip_threshold: float = 1; relative_step: bool = true",
     .doc =
         "Divides gradients by the root of their mean squares, of which a matrix keeps those of rows "
         "and "
         "columns alone; steps are as large as weights are, and at most 1 / sqrt(step). Source: Shazeer "
         "and Stern 2018.",
     .call =
         "matrix = rank(variable) == 0 ? false : rank(variable) != 1; "
         "t = 1 / Sqrt(step); s = Square(gradient) + epsilon_1; "
         "b = 1 - Pow(step, constant(beta_2_decay, T)); "
         "r = matrix ? b * row + (1 - b) * Mean(s, [-1]) : none; row: r; "
         "c = matrix ? b * column + (1 - b) * Mean(s, [-2]) : none; column: c; "
         "w = matrix ? none : b * velocity + (1 - b) * s; velocity: w; "
         "v = matrix ? ExpandDims(r / Mean(r, [-1], keep_dims = true), -1) * ExpandDims(c, -2) : w; "
         "u = gradient / Sqrt(v); "
         "a = Maximum(Sqrt(Mean(Reshape(Square(variable), [-1]), [0])), epsilon_2) * Minimum(rate, t); "
         "k = Maximum(Sqrt(Mean(Reshape(Square(u), [-1]), [0])) / clip_threshold, 1); "
         "variable: variable - a * (u / k)",
     .weights = {{.name = "row",
                  .shape = "rows_of_variable",
                  .initializer = "zeros",
                  .when = "rank(variable) == 0 ? false : rank(variable) != 1"},
                 {.name = "column",
                  .shape = "columns_of_variable",
                  .initializer = "zeros",
                  .when = "rank(variable) == 0 ? false : rank(variable) != 1"},
                 {.name = "velocity",
                  .shape = "shape_of_variable",
                  .initializer = "zeros",
                  .when = "rank(variable) == 0 ? true : rank(variable) == 1"}}},
    {.kind = RowKind::kOptimizer,
     .name = "LossScaleOptimizer",
     .args =
         "inner_optimizer: string; initial_scale: float = 32768; dynamic_growth_steps: int >= 1 = 2000",
     .doc = "Another optimizer, by its spec, over gradients of a loss times a scale, by which they are "
            "divided "
            "again: so that small ones are not 0 in half. The scale doubles after so many steps; a step "
            "with a "
            "gradient that is not finite is left out and halves it."},

    {.kind = RowKind::kSchedule,
     .name = "ExponentialDecay",
     .args = "initial_learning_rate: float; decay_steps: int >= 1; decay_rate: float; staircase: bool = "
             "false",
     .doc = "initial_learning_rate decay_rate^(step / decay_steps).",
     .call = "p = step / decay_steps; rate: initial_learning_rate * Pow(constant(decay_rate, T), "
             "staircase ? Floor(p) : p)"},
    {.kind = RowKind::kSchedule,
     .name = "InverseTimeDecay",
     .args = "initial_learning_rate: float; decay_steps: int >= 1; decay_rate: float; staircase: bool = "
             "false",
     .doc = "initial_learning_rate / (1 + decay_rate step / decay_steps).",
     .call = "p = step / decay_steps; rate: initial_learning_rate / (1 + decay_rate * (staircase ? "
             "Floor(p) : p))"},
    {.kind = RowKind::kSchedule,
     .name = "PolynomialDecay",
     .args = "initial_learning_rate: float; decay_steps: int >= 1; end_learning_rate: float = 0.0001; "
             "power: float = 1; cycle: bool = false",
     .doc =
         "From the first rate to the last one along a power of what is left of decay_steps; with cycle "
         "of the next multiple of them.",
     .call = "k = cycle ? Maximum(Ceil(step / decay_steps), 1) * decay_steps : none; "
             "p = 1 - (cycle ? step / k : Minimum(step, decay_steps) / decay_steps); "
             "rate: (initial_learning_rate - end_learning_rate) * Pow(p, constant(power, T)) + "
             "end_learning_rate"},
    {.kind = RowKind::kSchedule,
     .name = "CosineDecay",
     .args =
         "initial_learning_rate: float; decay_steps: int >= 1; alpha: float = 0; warmup_target: float = "
         "-1; warmup_steps: int >= 0 = 0",
     .doc = "Half a cosine down to alpha initial_learning_rate. With a warmup_target that is not "
            "negative the "
            "rate first goes there along a line, in warmup_steps, and the cosine begins there.",
     .call =
         "warm = warmup_target == -1 ? false : warmup_steps != 0; "
         "s = warm ? Maximum(step - warmup_steps, 0) : step; p = Minimum(s, decay_steps) / decay_steps; "
         "top = warmup_target == -1 ? initial_learning_rate : warmup_target; "
         "c = top * ((1 - alpha) * 0.5 * (1 + Cos(3.14159265358979323846 * p)) + alpha); "
         "l = warm ? (top - initial_learning_rate) * (step / warmup_steps) + initial_learning_rate : "
         "none; "
         "rate: warm ? SelectV2(Less(step, warmup_steps), l, c) : c"},
    {.kind = RowKind::kSchedule,
     .name = "CosineDecayRestarts",
     .args = "initial_learning_rate: float; first_decay_steps: int >= 1; t_mul: float = 2; m_mul: float "
             "= 1; "
             "alpha: float = 0",
     .doc = "Half cosines down to alpha initial_learning_rate, each t_mul times as long as the one "
            "before and "
            "m_mul times as high. Source: Loshchilov and Hutter 2016.",
     .call = "f = step / first_decay_steps; t = constant(t_mul, T); same = t_mul == 1; "
             "i = same ? Floor(f) : Floor(Log(1 - f * (1 - t)) / Log(t)); "
             "p = same ? f - i : (f - (1 - Pow(t, i)) / (1 - t)) / Pow(t, i); "
             "rate: initial_learning_rate * ((1 - alpha) * (0.5 * Pow(constant(m_mul, T), i) * (1 + "
             "Cos(3.14159265358979323846 * p))) + alpha)"},
    {.kind = RowKind::kSchedule,
     .name = "PiecewiseConstantDecay",
     .args = "boundaries: list(int) >= 1; values: list(float) >= 2",
     .doc = "values[i] for steps above boundaries[i - 1] and up to boundaries[i].",
     .call = PiecewiseCall},
};

}  // namespace

std::span<const Row> OptimizerRows() { return kOptimizers; }

}  // namespace runnel::learn
