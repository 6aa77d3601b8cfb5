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
         .when = "amsgrad"},                          \
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
                  .when = "momentum != 0"},
                 {.name = "average",
                  .shape = "shape_of_variable",
                  .initializer = "zeros",
                  .when = "centered"}}},
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
                 {.name = "product", .shape = "[]", .initializer = "ones"}}},
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
             "power: float = 1",
     .doc = "From the first rate to the last one along a power of what is left of decay_steps.",
     .call = "p = 1 - Minimum(step, decay_steps) / decay_steps; "
             "rate: (initial_learning_rate - end_learning_rate) * Pow(p, constant(power, T)) + "
             "end_learning_rate"},
    {.kind = RowKind::kSchedule,
     .name = "CosineDecay",
     .args = "initial_learning_rate: float; decay_steps: int >= 1; alpha: float = 0",
     .doc = "Half a cosine down to alpha initial_learning_rate.",
     .call = "p = Minimum(step, decay_steps) / decay_steps; "
             "rate: initial_learning_rate * ((1 - alpha) * 0.5 * (1 + Cos(3.14159265358979323846 * p)) "
             "+ alpha)"},
};

}  // namespace

std::span<const Row> OptimizerRows() { return kOptimizers; }

}  // namespace runnel::learn
