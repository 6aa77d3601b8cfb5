// Optimizers: from a loss to the node that takes one step of training. A rate is an Input: a number, or
// an output to feed.
#ifndef RUNNEL_CPP_OPTIMIZERS_HPP_
#define RUNNEL_CPP_OPTIMIZERS_HPP_

#include <limits>

#include "operators.hpp"

RUNNEL_CPP_NAMESPACE

// Slots are variables named "<variable>/<slot>", so checkpoints have them too.
class Optimizer {
 public:
  virtual ~Optimizer() = default;

  // A step against the gradients of `loss` of all trainable variables of `graph`, or of those that are
  // named. Errors: INVALID_ARGUMENT if it depends on none of them; as Graph::Gradients.
  Outcome<Node> Minimize(const Graph& graph, const Output& loss, std::vector<Variable> variables = {}) {
    if (variables.empty()) {
      for (const Variable& v : graph.variables()) {
        if (v.trainable) variables.push_back(v);
      }
    }
    if (variables.empty()) return Independent();
    std::vector<Output> handles;
    for (const Variable& v : variables) handles.push_back(v.handle);
    const Output scaled = Scaled(graph, loss);
    RUNNEL_TRY_ASSIGN(gradients, graph.Gradients(std::span<const Output>(&scaled, 1), handles));
    std::vector<Variable> depended_on;
    std::vector<Output> given;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (!gradients[i]) continue;
      depended_on.push_back(variables[i]);
      given.push_back(gradients[i]);
    }
    return Apply(graph, depended_on, given);
  }

  // A node after which each variable was updated by its gradient. Errors: INVALID_ARGUMENT without any.
  virtual Outcome<Node> Apply(const Graph& graph, const std::vector<Variable>& variables,
                              const std::vector<Output>& gradients) {
    std::vector<Node> updates;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      // An update is where its variable is.
      const DeviceScope at_home(graph, Node(variables[i].handle).device());
      updates.push_back(Update(graph, variables[i], gradients[i]));
    }
    if (updates.empty()) return Independent();
    Finish(graph, updates);
    const Node step = graph.Group(updates);
    RUNNEL_TRY(graph.status());
    return step;
  }

 protected:
  virtual Output Scaled(const Graph&, const Output& loss) { return loss; }
  virtual Node Update(const Graph& graph, const Variable& variable, const Output& gradient) = 0;
  virtual void Finish(const Graph&, std::vector<Node>&) {}
  static Outcome<Node> Independent() {
    return detail::Fail<Node>(
        Error(Code::kInvalidArgument, "the loss depends on none of the variables"));
  }
  static Variable Slot(const Graph& graph, const Variable& variable, std::string_view name) {
    return graph.Variable(ops::ZerosLike(variable.initial), variable.name() + "/" + std::string(name),
                          false);
  }
};

// variable -= rate * gradient.
class Sgd final : public Optimizer {
 public:
  explicit Sgd(Input rate) : rate_(std::move(rate)) {}

 private:
  Node Update(const Graph&, const Variable& v, const Output& gradient) override {
    return ops::ResourceApplyGradientDescent(v, rate_, gradient);
  }
  Input rate_;
};

// accumulator = momentum * accumulator + gradient; variable -= rate * accumulator.
class Momentum final : public Optimizer {
 public:
  explicit Momentum(Input rate, Input momentum = 0.9, bool nesterov = false)
      : rate_(std::move(rate)), momentum_(std::move(momentum)), nesterov_(nesterov) {}

 private:
  Node Update(const Graph& graph, const Variable& v, const Output& gradient) override {
    return ops::ResourceApplyMomentum(v, Slot(graph, v, "Momentum"), rate_, gradient, momentum_,
                                      {.use_nesterov = nesterov_});
  }
  Input rate_, momentum_;
  bool nesterov_;
};

// Source: Kingma and Ba 2015, algorithm 1. One Adam serves one graph: its powers of beta are variables
// of it.
class Adam final : public Optimizer {
 public:
  explicit Adam(Input rate = 0.001, double beta1 = 0.9, double beta2 = 0.999, double epsilon = 1e-8,
                std::string name = "Adam")
      : rate_(std::move(rate)),
        beta1_(beta1),
        beta2_(beta2),
        epsilon_(epsilon),
        name_(std::move(name)) {}

 private:
  // A scalar constant of another output's type.
  static Output Like(const Graph& graph, double value, const Output& like) {
    rnl_tensor_t* tensor = nullptr;
    if (rnl_status_t* status = rnl_tensor_from_scalar(
            graph.runtime().get(), static_cast<rnl_dtype_t>(like.dtype()), value, &tensor)) {
      rnl_status_release(status);  // of a type that is no number: the update says so
      return like;
    }
    return graph.Constant(Tensor::Adopt(tensor));
  }
  Node Update(const Graph& graph, const Variable& v, const Output& gradient) override {
    if (!power1_) {
      power1_ = graph.Variable(Like(graph, beta1_, gradient), name_ + "/beta1_power", false);
      power2_ = graph.Variable(Like(graph, beta2_, gradient), name_ + "/beta2_power", false);
    }
    return ops::ResourceApplyAdam(v, Slot(graph, v, name_), Slot(graph, v, name_ + "_1"), *power1_,
                                  *power2_, rate_, beta1_, beta2_, epsilon_, gradient);
  }
  // The powers move on when every update has read them.
  void Finish(const Graph& graph, std::vector<Node>& updates) override {
    const ControlScope after(graph, updates);
    const DeviceScope at_home(graph, Node(power1_->handle).device());
    updates.push_back(ops::AssignVariableOp(power1_->handle, *power1_ * beta1_));
    updates.push_back(ops::AssignVariableOp(power2_->handle, *power2_ * beta2_));
  }

  Input rate_;
  double beta1_, beta2_, epsilon_;
  std::string name_;
  std::optional<Variable> power1_, power2_;
};

// For values in half precision: another optimizer on the gradients of the loss times a scale, so that
// small ones do not vanish, divided by it again. A step whose gradients are not all finite changes no
// variable and no slot, and the scale is divided by `factor`, down to 1; after `growth_steps` finite
// steps in a row it is multiplied. The loss and the variables should be of float, or whatever holds the
// scale. Source: Micikevicius et al. 2018, section 3.2. One LossScale serves one graph.
class LossScale final : public Optimizer {
 public:
  struct Options {
    float initial = 32768;
    std::int64_t growth_steps = 2000;
    float factor = 2;
    std::string name = "loss_scale";
  };
  // `optimizer` outlives this.
  explicit LossScale(Optimizer& optimizer) : LossScale(optimizer, Options()) {}
  LossScale(Optimizer& optimizer, Options options)
      : optimizer_(optimizer), options_(std::move(options)) {}

  // Once there is a loss: the scale, of float, and how many finite steps there were since it changed, of
  // int64. They are variables of the graph.
  const std::optional<Variable>& scale() const { return scale_; }
  const std::optional<Variable>& good_steps() const { return good_steps_; }

  // Of gradients of the scaled loss. Errors: also INVALID_ARGUMENT for options that cannot be.
  Outcome<Node> Apply(const Graph& graph, const std::vector<Variable>& variables,
                      const std::vector<Output>& gradients) override {
    constexpr float kLargest = std::numeric_limits<float>::max();
    const auto& [initial, growth_steps, factor, name] = options_;
    if (!(initial >= 1 && initial <= kLargest && growth_steps >= 1 && factor > 1 &&
          factor <= kLargest)) {
      return detail::Fail<Node>(
          Error(Code::kInvalidArgument,
                "a loss scale from 1, growth steps from 1 and a factor above 1, all finite, got " +
                    std::to_string(initial) + ", " + std::to_string(growth_steps) + " and " +
                    std::to_string(factor)));
    }
    if (!scale_) {
      return detail::Fail<Node>(
          Error(Code::kFailedPrecondition, "gradients without a scaled loss: call Minimize"));
    }
    if (gradients.empty()) return Independent();
    const Output scale = scale_->Read(), good = good_steps_->Read(),
                 one = graph.Constant(std::int64_t{1});
    Output finite;
    std::vector<Output> passed;
    for (const Output& gradient : gradients) {
      passed.push_back(gradient / ops::Cast(scale, gradient.dtype()));
      const Output flat = ops::Reshape(passed.back(), graph.Constant<std::int32_t>({-1}, Shape{1}));
      const Output all = ops::All(ops::IsFinite(flat), 0);
      finite = finite ? ops::LogicalAnd(finite, all) : all;
    }
    // What is dead updates nothing, nor does what waits for it.
    for (Output& gradient : passed) gradient = ops::Switch(gradient, finite).output_true;
    RUNNEL_TRY_ASSIGN(update, optimizer_.Apply(graph, variables, passed));
    const Output grows = good + one >= graph.Constant(options_.growth_steps);
    const Output none = graph.Constant(std::int64_t{0});
    const Output larger = ops::Minimum(scale * options_.factor, std::numeric_limits<float>::max());
    const Output next_scale = ops::Select(finite, ops::Select(grows, larger, scale),
                                          ops::Maximum(scale / options_.factor, 1.0F));
    const Output next_good = ops::Select(finite, ops::Select(grows, none, good + one), none);
    const std::vector<Node> all = {update, ops::AssignVariableOp(scale_->handle, next_scale),
                                   ops::AssignVariableOp(good_steps_->handle, next_good)};
    const Node step = graph.Group(all);
    RUNNEL_TRY(graph.status());
    return step;
  }

 private:
  Output Scaled(const Graph& graph, const Output& loss) override {
    scale_ =
        graph.Variable(graph.Constant(options_.initial), options_.name + "/current_loss_scale", false);
    good_steps_ = graph.Variable(graph.Constant(std::int64_t{0}), options_.name + "/good_steps", false);
    return loss * ops::Cast(scale_->Read(), loss.dtype());
  }
  Node Update(const Graph&, const Variable&, const Output&) override { return {}; }  // not in Apply

  Optimizer& optimizer_;
  Options options_;
  std::optional<Variable> scale_, good_steps_;
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_OPTIMIZERS_HPP_
