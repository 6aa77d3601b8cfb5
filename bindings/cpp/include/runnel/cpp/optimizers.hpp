// Optimizers: from a loss to the node that takes one step of training. A rate is an Input: a number, or
// an output to feed.
#ifndef RUNNEL_CPP_OPTIMIZERS_HPP_
#define RUNNEL_CPP_OPTIMIZERS_HPP_

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
    RUNNEL_TRY_ASSIGN(gradients, graph.Gradients(std::span<const Output>(&loss, 1), handles));
    std::vector<Node> updates;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      // An update is where its variable is.
      const DeviceScope at_home(graph, Node(variables[i].handle).device());
      if (gradients[i]) updates.push_back(Update(graph, variables[i], gradients[i]));
    }
    if (updates.empty()) return Independent();
    Finish(graph, updates);
    const Node step = graph.Group(updates);
    RUNNEL_TRY(graph.status());
    return step;
  }

 protected:
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

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_OPTIMIZERS_HPP_
