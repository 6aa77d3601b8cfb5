// References of optimizer steps: every rule once, in float64, for whole variables and for some rows.
#include <cmath>
#include <utility>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

// One element: the variable and what is kept beside it, its gradient, the scalars in the op's order.
using Step = void (*)(double* x, double g, const std::vector<double>& s, bool option);

struct Slot {
  std::string_view name;
  double low, high;
};
struct Rule {
  std::string_view op;
  std::string_view sparse_op;  // empty: there is none
  std::vector<Slot> slots;
  std::vector<std::string_view> args;         // after the slots
  std::vector<std::string_view> sparse_args;  // the same, with indices
  std::vector<std::vector<double>> scalars;   // one or more sets
  std::string_view option;
  Step step;
};

// Source: Sutskever et al. 2013.
void Momentum(double* x, double g, const std::vector<double>& s, bool nesterov) {
  x[1] = s[1] * x[1] + g;
  x[0] -= s[0] * (nesterov ? g + s[1] * x[1] : x[1]);
}
void KerasMomentum(double* x, double g, const std::vector<double>& s, bool nesterov) {
  x[1] = s[1] * x[1] - s[0] * g;
  x[0] += nesterov ? s[1] * x[1] - s[0] * g : x[1];
}
// Source: Kingma & Ba 2015, the form at the end of section 2, which TensorFlow uses.
void Adam(double* x, double g, const std::vector<double>& s, bool nesterov) {
  x[1] = s[3] * x[1] + (1 - s[3]) * g;
  x[2] = s[4] * x[2] + (1 - s[4]) * g * g;
  const double direction = nesterov ? s[3] * x[1] + (1 - s[3]) * g : x[1];
  x[0] -= s[2] * std::sqrt(1 - s[1]) / (1 - s[0]) * direction / (std::sqrt(x[2]) + s[5]);
}
// Source: Kingma & Ba 2015, section 7.1.
void AdaMax(double* x, double g, const std::vector<double>& s, bool) {
  x[1] = s[2] * x[1] + (1 - s[2]) * g;
  x[2] = std::fmax(s[3] * x[2], std::fabs(g));
  x[0] -= s[1] / (1 - s[0]) * x[1] / (x[2] + s[4]);
}
// Source: Duchi, Hazan & Singer 2011.
void Adagrad(double* x, double g, const std::vector<double>& s, bool update) {
  if (update) x[1] += g * g;
  x[0] -= s[0] * g / std::sqrt(x[1]);
}
void AdagradV2(double* x, double g, const std::vector<double>& s, bool update) {
  if (update) x[1] += g * g;
  x[0] -= s[0] * g / (std::sqrt(x[1]) + s[1]);
}
// Source: Zeiler 2012, algorithm 1.
void Adadelta(double* x, double g, const std::vector<double>& s, bool) {
  x[1] = s[1] * x[1] + (1 - s[1]) * g * g;
  const double update = std::sqrt(x[2] + s[2]) / std::sqrt(x[1] + s[2]) * g;
  x[2] = s[1] * x[2] + (1 - s[1]) * update * update;
  x[0] -= s[0] * update;
}
// Source: Tieleman & Hinton 2012, lecture 6.5, with TensorFlow's momentum.
void RmsProp(double* x, double g, const std::vector<double>& s, bool) {
  x[1] = s[1] * x[1] + (1 - s[1]) * g * g;
  x[2] = s[2] * x[2] + s[0] * g / std::sqrt(x[1] + s[3]);
  x[0] -= x[2];
}
// Source: Graves 2013, section 4.2.
void CenteredRmsProp(double* x, double g, const std::vector<double>& s, bool) {
  x[1] = s[1] * x[1] + (1 - s[1]) * g;
  x[2] = s[1] * x[2] + (1 - s[1]) * g * g;
  x[3] = s[2] * x[3] + s[0] * g / std::sqrt(x[2] - x[1] * x[1] + s[3]);
  x[0] -= x[3];
}
// Source: McMahan et al. 2013, algorithm 1, with TensorFlow's l2 (theirs over two) and power of the
// rate.
void FtrlStep(double* x, double g, double shrinkage, double lr, double l1, double l2, double power,
              bool times_rate) {
  const double next = x[1] + g * g;
  const double z = (times_rate ? x[2] / lr : x[2]) + g + 2 * shrinkage * x[0] -
                   (std::pow(next, -power) - std::pow(x[1], -power)) / lr * x[0];
  x[0] = std::fabs(z) <= l1 ? 0 : (std::copysign(l1, z) - z) / (std::pow(next, -power) / lr + 2 * l2);
  x[1] = next;
  x[2] = times_rate ? z * lr : z;
}
void Ftrl(double* x, double g, const std::vector<double>& s, bool times_rate) {
  FtrlStep(x, g, 0, s[0], s[1], s[2], s[3], times_rate);
}
void FtrlV2(double* x, double g, const std::vector<double>& s, bool times_rate) {
  FtrlStep(x, g, s[3], s[0], s[1], s[2], s[4], times_rate);
}

std::vector<Case> RuleCases(const Rule& rule, bool is_sparse, const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  const int32_t dtype = types.at("T");
  const std::vector<Shape> shapes =
      is_sparse ? std::vector<Shape>{{4, 3}, {5}, {4, 0}} : std::vector<Shape>{{4, 5}, {700}, {0}};
  const std::vector<int64_t> indices = {3, 0, 3};
  for (const bool option : {false, true}) {
    if (option && rule.option.empty()) break;
    for (const std::vector<double>& scalars : rule.scalars) {
      for (const Shape& shape : shapes) {
        Case c;
        c.label = Count(shape) == 0 ? "zero size" : option ? "values, option" : "values";
        c.scale = 8;
        c.attrs["use_locking"] = false;
        if (!rule.option.empty()) c.attrs[std::string(rule.option)] = option;
        for (const Slot& slot : rule.slots) {
          c.inputs.push_back(Make(numbers, dtype, shape, slot.low, slot.high));
        }
        Shape grad_shape = shape;
        if (is_sparse) grad_shape[0] = 3;
        const Value grad = Make(numbers, dtype, grad_shape);
        size_t next = 0;
        for (const std::string_view arg : is_sparse ? rule.sparse_args : rule.args) {
          if (arg == "grad" || arg == "delta") {
            c.inputs.push_back(grad);
          } else if (arg == "indices") {
            c.inputs.push_back(Ints(types.at("Tindices"), {3}, indices));
          } else {
            c.inputs.push_back(Value(dtype, {}, {scalars[next++]}));
          }
        }
        const size_t num_slots = rule.slots.size();
        for (size_t k = 0; k < num_slots; ++k) {
          c.variables[k] = {dtype, shape, {}};
          for (int64_t i = 0; i < Count(shape); ++i) {
            c.variables[k].numbers.push_back(c.inputs[k].Get(i));
          }
        }
        const int64_t row = is_sparse && Count(shape) > 0 ? Count(shape) / shape[0] : 0;
        for (int64_t i = 0; i < grad.count(); ++i) {
          const auto at =
              static_cast<size_t>(is_sparse ? indices[static_cast<size_t>(i / row)] * row + i % row : i);
          std::vector<double> x;
          for (size_t k = 0; k < num_slots; ++k) x.push_back(c.variables[k].numbers[at]);
          rule.step(x.data(), grad.Get(i), scalars, option);
          for (size_t k = 0; k < num_slots; ++k) c.variables[k].numbers[at] = x[k];
        }
        cases.push_back(std::move(c));
      }
    }
  }
  return cases;
}

const std::vector<Rule>& Rules() {
  const Slot var = {"var", -4, 4};
  const Slot squares = {"accum", 0.5, 4};
  static const std::vector<Rule> rules = {
      {"ResourceApplyGradientDescent",
       "",
       {var},
       {"alpha", "delta"},
       {},
       {{0.25}},
       "",
       [](double* x, double g, const std::vector<double>& s, bool) { x[0] -= s[0] * g; }},
      {"ResourceApplyMomentum",
       "ResourceSparseApplyMomentum",
       {var, {"accum", -4, 4}},
       {"lr", "grad", "momentum"},
       {"lr", "grad", "indices", "momentum"},
       {{0.25, 0.5}},
       "use_nesterov",
       Momentum},
      {"ResourceApplyKerasMomentum",
       "ResourceSparseApplyKerasMomentum",
       {var, {"accum", -4, 4}},
       {"lr", "grad", "momentum"},
       {"lr", "grad", "indices", "momentum"},
       {{0.25, 0.5}},
       "use_nesterov",
       KerasMomentum},
      {"ResourceApplyAdam",
       "",
       {var, {"m", -4, 4}, {"v", 0, 4}},
       {"beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon", "grad"},
       {},
       {{0.5, 0.75, 0.25, 0.5, 0.75, 0.125}},
       "use_nesterov",
       Adam},
      {"ResourceApplyAdaMax",
       "",
       {var, {"m", -4, 4}, {"v", 0, 4}},
       {"beta1_power", "lr", "beta1", "beta2", "epsilon", "grad"},
       {},
       {{0.5, 0.25, 0.5, 0.75, 0.125}},
       "",
       AdaMax},
      {"ResourceApplyAdagrad",
       "ResourceSparseApplyAdagrad",
       {var, squares},
       {"lr", "grad"},
       {"lr", "grad", "indices"},
       {{0.25}},
       "update_slots",
       Adagrad},
      {"ResourceApplyAdagradV2",
       "ResourceSparseApplyAdagradV2",
       {var, squares},
       {"lr", "epsilon", "grad"},
       {"lr", "epsilon", "grad", "indices"},
       {{0.25, 0.125}},
       "update_slots",
       AdagradV2},
      {"ResourceApplyAdadelta",
       "ResourceSparseApplyAdadelta",
       {var, squares, {"accum_update", 0, 4}},
       {"lr", "rho", "epsilon", "grad"},
       {"lr", "rho", "epsilon", "grad", "indices"},
       {{0.25, 0.75, 0.125}},
       "",
       Adadelta},
      {"ResourceApplyRMSProp",
       "ResourceSparseApplyRMSProp",
       {var, {"ms", 0, 4}, {"mom", -4, 4}},
       {"lr", "rho", "momentum", "epsilon", "grad"},
       {"lr", "rho", "momentum", "epsilon", "grad", "indices"},
       {{0.25, 0.75, 0.5, 0.125}},
       "",
       RmsProp},
      {"ResourceApplyCenteredRMSProp",
       "ResourceSparseApplyCenteredRMSProp",
       {var, {"mg", -0.5, 0.5}, {"ms", 1, 4}, {"mom", -4, 4}},
       {"lr", "rho", "momentum", "epsilon", "grad"},
       {"lr", "rho", "momentum", "epsilon", "grad", "indices"},
       {{0.25, 0.75, 0.5, 0.125}},
       "",
       CenteredRmsProp},
      {"ResourceApplyFtrl",
       "ResourceSparseApplyFtrl",
       {var, squares, {"linear", -4, 4}},
       {"grad", "lr", "l1", "l2", "lr_power"},
       {"grad", "indices", "lr", "l1", "l2", "lr_power"},
       {{0.5, 1.5, 0.25, -0.5}, {0.5, 0, 0.25, -0.75}},
       "multiply_linear_by_lr",
       Ftrl},
      {"ResourceApplyFtrlV2",
       "ResourceSparseApplyFtrlV2",
       {var, squares, {"linear", -4, 4}},
       {"grad", "lr", "l1", "l2", "l2_shrinkage", "lr_power"},
       {"grad", "indices", "lr", "l1", "l2", "l2_shrinkage", "lr_power"},
       {{0.5, 1.5, 0.25, 0.125, -0.5}, {0.5, 0, 0.25, 0.5, -0.75}},
       "multiply_linear_by_lr",
       FtrlV2},
  };
  return rules;
}

}  // namespace

std::vector<Reference> TrainingReferences() {
  std::vector<Reference> references;
  for (const Rule& rule : Rules()) {
    for (const bool is_sparse : {false, true}) {
      if (is_sparse && rule.sparse_op.empty()) continue;
      Reference reference;
      reference.op = is_sparse ? rule.sparse_op : rule.op;
      for (const Slot& slot : rule.slots) reference.inputs.push_back(slot.name);
      const auto& args = is_sparse ? rule.sparse_args : rule.args;
      reference.inputs.insert(reference.inputs.end(), args.begin(), args.end());
      reference.outputs = {""};
      if (is_sparse) reference.defaults = {{"Tindices", RNLP_INT32}};
      reference.cases = [&rule, is_sparse](const Types& t) { return RuleCases(rule, is_sparse, t); };
      references.push_back(std::move(reference));
    }
  }
  return references;
}

}  // namespace runnel::conformance
