#include "core/learn/updates.h"
#include "core/ops/gradient_helpers.h"

#include <algorithm>
#include <cmath>

namespace runnel::learn {
namespace {

class Updates {
 public:
  Updates(const Trained& trained, const OptimizerSpec& optimizer, OptimizerNodes* out,
          std::vector<Node*>* nodes)
      : trained_(trained),
        spec_(optimizer),
        optimizer_(optimizer.row),
        out_(out),
        nodes_(nodes),
        b_(trained.graph, trained.scope) {}

  Status Run(decltype(&AddGradients) add_gradients) {
    if (trained_.is_shared && optimizer_.arg<int64_t>("gradient_accumulation_steps") > 1) {
      return Unimplemented("optimizer ", optimizer_.name(),
                           ": gradient_accumulation_steps where tasks update the same weights without ",
                           "waiting for each other, as with ParameterServer: whose steps would count?");
    }
    std::vector<OutputRef> handles;
    for (const Weight& weight : trained_.weights) handles.push_back({weight.handle, 0});
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef scaled, Scaled(trained_.loss));
    GradientOptions options;
    options.name_scope = StrCat(trained_.scope, "/gradients");
    RUNNEL_ASSIGN_OR_RETURN(std::vector<OutputRef> gradients,
                            add_gradients(trained_.graph, {&scaled, 1}, handles, {}, options));
    if (!handles.empty() && std::none_of(gradients.begin(), gradients.end(),
                                         [](OutputRef g) { return static_cast<bool>(g); })) {
      return InvalidArgument("the loss \"", trained_.loss.node->name(), "\" depends on none of the ",
                             handles.size(), " variables that could be trained");
    }
    if (trained_.whole) RUNNEL_RETURN_IF_ERROR(trained_.whole(trained_.weights, &gradients));
    RUNNEL_RETURN_IF_ERROR(Unscale(&gradients));
    RUNNEL_RETURN_IF_ERROR(AddRate(TypeOf(trained_.loss)));
    RUNNEL_RETURN_IF_ERROR(Accumulate(&gradients));
    RUNNEL_RETURN_IF_ERROR(Clip(&gradients));
    for (size_t i = 0; i < handles.size(); ++i) {
      if (!gradients[i] && !trained_.all_have_slots) continue;
      StayBeside(trained_.weights[i].handle);
      RUNNEL_RETURN_IF_ERROR(UpdateWeight(static_cast<int>(i), gradients[i]));
    }
    StayBeside(nullptr);
    out_->row = optimizer_.name();
    out_->trained = trained_.weights;
    if (!finals_.empty()) {
      NodeSpec spec;
      spec.op = "NoOp";
      spec.name = NewName("finalize");
      spec.control_inputs = finals_;
      out_->finalize = b_.AddNode(std::move(spec));
    }
    return b_.status();
  }

 private:
  // Scalars that updates of all weights need.
  struct StepValues {
    OutputRef finite;   // whether all gradients are finite; empty: nobody asks
    OutputRef applies;  // whether this step is applied, not only accumulated; empty: each one is
    OutputRef done;     // how many steps were applied, int64
    OutputRef number;   // 1 at the first
  };

  OutputRef Typed(OutputRef x, DType dtype) {
    return TypeOf(x) == dtype ? x : b_.Op("Cast", {x}, {{"DstT", dtype}});
  }
  // `fresh` where the condition holds or there is none, else `old`.
  OutputRef If(OutputRef condition, OutputRef fresh, OutputRef old) {
    return condition ? b_.Op("SelectV2", {condition, fresh, old}) : fresh;
  }
  OutputRef Both(OutputRef one, OutputRef other) {
    if (!one || !other) return one ? one : other;
    return b_.Op("LogicalAnd", {one, other});
  }

  std::string NewName(std::string_view name) const {
    return trained_.graph->UniqueName(StrCat(trained_.scope, "/", name));
  }

  // What is added from here on is where this variable is, if the updates are to be; null: anywhere.
  void StayBeside(const Node* handle) {
    const bool stays = trained_.is_colocated || trained_.is_shared;
    beside_ = handle != nullptr && stays ? handle->name() : "";
    b_.set_colocate_with(beside_);
  }

  // Where weights are shared, other updates of this one wait from here to Leave. What is needed of other
  // tasks comes before: `arrivals`, of which empty ones stay so, become values beside the weight.
  void Enter(const Weight& weight, std::initializer_list<OutputRef*> arrivals) {
    if (!trained_.is_shared) return;
    std::vector<Node*> there;
    for (OutputRef* value : arrivals) {
      if (!*value) continue;
      *value = b_.Op("Identity", {*value});
      there.push_back(value->node);
    }
    const OutputRef mutex =
        b_.Op("MutexV2", {}, {{"shared_name", StrCat(weight.handle->name(), "/update")}});
    b_.set_control_inputs(std::move(there));
    lock_ = b_.Op("MutexLock", {mutex});
    b_.set_control_inputs({});
    first_within_ = nodes_->size();
  }
  void Leave() {
    if (!lock_) return;
    b_.set_control_inputs({nodes_->begin() + static_cast<std::ptrdiff_t>(first_within_), nodes_->end()});
    nodes_->push_back(b_.Op("ConsumeMutexLock", {lock_}).node);
    b_.set_control_inputs({});
    lock_ = {};
  }
  // A variable with the value that it has within the lock; without one, as it is.
  Weight Now(Weight variable) {
    if (!lock_) return variable;
    b_.set_control_inputs({lock_.node});
    variable.read = b_.Op("ReadVariableOp", {{variable.handle, 0}}, {{"dtype", variable.dtype}});
    b_.set_control_inputs({});
    return variable;
  }

  Node* AddAssign(const Weight& weight, OutputRef value, std::string_view what) {
    NodeSpec spec;
    spec.op = "AssignVariableOp";
    spec.name = NewName(StrCat(weight.name, what));
    spec.inputs = {{weight.handle, 0}, value};
    return b_.AddNode(std::move(spec));
  }
  void Assign(const Weight& weight, OutputRef value) {
    nodes_->push_back(AddAssign(weight, value, "/Assign"));
  }

  // A state of one of the trained weights, or of all together. Its kind is `name` unless that is given.
  Result<Weight> AddState(std::string_view name, DType dtype, const Shape& shape,
                          std::string_view initializer, int trained = -1, std::string_view kind = {}) {
    if (kind.empty()) kind = name;
    const std::string path =
        trained < 0 ? std::string(name)
                    : StrCat(trained_.weights[static_cast<size_t>(trained)].name, "/", name);
    RUNNEL_ASSIGN_OR_RETURN(
        Weight weight, AddWeight(trained_.graph, NewName(path), dtype, shape, initializer, 1, beside_));
    weight.trainable = false;
    out_->initialize.push_back(weight.initialize);
    out_->state.push_back({weight, std::string(kind), trained});
    return weight;
  }

  // ---- scaled losses ----

  Result<OutputRef> Scaled(OutputRef loss) {
    const double fixed = static_cast<double>(optimizer_.arg<float>("loss_scale_factor"));
    if (spec_.initial_scale > 0) {
      RUNNEL_ASSIGN_OR_RETURN(counter_, AddState("step_counter", DType::kInt64, Shape(), "zeros"));
      const std::string first = StrCat("Constant(", ToText(SpecValue{spec_.initial_scale}), ")");
      RUNNEL_ASSIGN_OR_RETURN(dynamic_scale_, AddState("dynamic_scale", DType::kFloat, Shape(), first));
      scale_ = dynamic_scale_.read;
    } else if (fixed != 1) {
      scale_ = b_.Scalar(DType::kFloat, fixed);
    } else {
      return loss;
    }
    const OutputRef scaled = b_.Op("Mul", {loss, Typed(scale_, TypeOf(loss))});
    RUNNEL_RETURN_IF_ERROR(b_.status());
    return scaled;
  }

  // Divides by the scale. A step with a gradient that is not finite changes nothing but the scale.
  Status Unscale(std::vector<OutputRef>* gradients) {
    if (!scale_) return OkStatus();
    for (OutputRef& g : *gradients) {
      if (!g) continue;
      if (spec_.initial_scale > 0) {
        const OutputRef flat = b_.Op("Reshape", {b_.Op("IsFinite", {g}), b_.Int32Vector({-1})});
        step_.finite = Both(step_.finite, b_.Op("All", {flat, b_.Int32Vector({0})}));
      }
      g = b_.Op("RealDiv", {g, Typed(scale_, TypeOf(g))});
    }
    if (!step_.finite) return b_.status();
    const OutputRef one = b_.Scalar(DType::kInt64, 1), zero = b_.Scalar(DType::kInt64, 0);
    const OutputRef grows = b_.Op(
        "Equal", {counter_.read, b_.Scalar(DType::kInt64, static_cast<double>(spec_.growth_steps - 1))});
    const OutputRef more = b_.Op("AddV2", {counter_.read, one});
    Assign(counter_, If(step_.finite, If(grows, zero, more), zero));
    const OutputRef twice = b_.Op("Mul", {scale_, b_.Scalar(DType::kFloat, 2)});
    const OutputRef half = b_.Op("Mul", {scale_, b_.Scalar(DType::kFloat, 0.5)});
    Assign(dynamic_scale_, If(step_.finite, If(grows, twice, scale_), half));
    return b_.status();
  }

  // ---- steps ----

  // The iteration, the learning rate, and their step.
  Status AddRate(DType dtype) {
    RUNNEL_ASSIGN_OR_RETURN(const Weight iteration,
                            AddState("iteration", DType::kInt64, Shape(), "zeros"));
    const OutputRef one = step_.finite ? b_.Op("Cast", {step_.finite}, {{"DstT", DType::kInt64}})
                                       : b_.Scalar(DType::kInt64, 1);
    nodes_->push_back(b_.Op("AssignAddVariableOp", {{iteration.handle, 0}, one}).node);
    const OutputRef batches = b_.Op("Cast", {iteration.read}, {{"DstT", dtype}});
    // Steps count what was applied, schedules what was seen.
    const int64_t each = optimizer_.arg<int64_t>("gradient_accumulation_steps");
    step_.done = iteration.read;
    if (each > 1) {
      const OutputRef size = b_.Scalar(DType::kInt64, static_cast<double>(each));
      step_.done = b_.Op("FloorDiv", {iteration.read, size});
      const OutputRef next = b_.Op("AddV2", {iteration.read, b_.Scalar(DType::kInt64, 1)});
      step_.applies = b_.Op("Equal", {b_.Op("FloorMod", {next, size}), b_.Scalar(DType::kInt64, 0)});
    }
    step_.number = b_.Op("AddV2", {b_.Op("Cast", {step_.done}, {{"DstT", dtype}}), b_.Scalar(dtype, 1)});
    const std::string& text = optimizer_.arg<std::string>("learning_rate");
    const char first = text.empty() ? 'x' : text[0];
    const bool is_number = first == '-' || first == '.' || (first >= '0' && first <= '9');
    if (is_number && trained_.rate_is_state) {
      RUNNEL_ASSIGN_OR_RETURN(const Weight rate,
                              AddState("learning_rate", dtype, Shape(), StrCat("Constant(", text, ")")));
      out_->rate = rate;
      out_->rate_value = rate.read;
    } else if (is_number) {
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow constant,
                              BindRow(RowKind::kInitializer, StrCat("Constant(", text, ")")));
      RowCall call;
      call.dtype = dtype;
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> rate, RunRow(&b_, constant, call));
      out_->rate_value = rate[0];
    } else {
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow schedule, BindRow(RowKind::kSchedule, text));
      RowCall call;
      call.inputs = {batches};
      call.dtype = dtype;
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> rate, RunRow(&b_, schedule, call));
      out_->rate_value = rate[0];
    }
    return b_.status();
  }

  // Gradients become the means of those since the last step that was applied.
  Status Accumulate(std::vector<OutputRef>* gradients) {
    if (!step_.applies) return OkStatus();
    const auto each = static_cast<double>(optimizer_.arg<int64_t>("gradient_accumulation_steps"));
    for (size_t i = 0; i < gradients->size(); ++i) {
      OutputRef& g = (*gradients)[i];
      if (!g && !trained_.all_have_slots) continue;
      const Weight& weight = trained_.weights[i];
      StayBeside(weight.handle);
      RUNNEL_ASSIGN_OR_RETURN(const Weight sum, AddState("gradient_accumulator", weight.dtype,
                                                         weight.shape, "zeros", static_cast<int>(i)));
      if (!g) continue;
      const OutputRef total = b_.Op("AddV2", {Typed(g, weight.dtype), sum.read});
      const OutputRef next = If(step_.applies, b_.Op("ZerosLike", {total}), total);
      Assign(sum, If(step_.finite, next, sum.read));
      g = b_.Op("RealDiv", {total, b_.Scalar(weight.dtype, each)});
    }
    StayBeside(nullptr);
    return b_.status();
  }

  OutputRef SquaredNorm(OutputRef x) {
    return b_.Op("Sum",
                 {b_.Op("Reshape", {b_.Op("Square", {x}), b_.Int32Vector({-1})}), b_.Int32Vector({0})});
  }

  // x, made as small as `limit` if its norm, whose square is given, is larger.
  OutputRef Shrink(OutputRef x, OutputRef squared, double limit) {
    const DType dtype = TypeOf(x);
    const OutputRef norm = b_.Op("Sqrt", {squared});
    const OutputRef most = b_.Scalar(dtype, limit);
    return b_.Op("Mul", {x, b_.Op("RealDiv", {most, b_.Op("Maximum", {norm, most})})});
  }

  Status Clip(std::vector<OutputRef>* gradients) {
    const auto number = [&](std::string_view arg) {
      return static_cast<double>(optimizer_.arg<float>(arg));
    };
    const double norm = number("clipnorm"), value = number("clipvalue");
    const double global = number("global_clipnorm");
    OutputRef sum;
    for (OutputRef& g : *gradients) {
      if (!g) continue;
      if (norm > 0) g = Shrink(g, SquaredNorm(g), norm);
      if (value > 0) {
        g = b_.Op("Minimum",
                  {b_.Op("Maximum", {g, b_.Scalar(TypeOf(g), -value)}), b_.Scalar(TypeOf(g), value)});
      }
      if (global > 0) {
        const OutputRef one = SquaredNorm(g);
        sum = sum ? b_.Op("AddV2", {sum, one}) : one;
      }
    }
    for (OutputRef& g : *gradients) {
      if (g && sum) g = Shrink(g, sum, global);
    }
    return b_.status();
  }

  // ---- weights ----

  // The shape of a slot: that of the weight, or a part of it.
  static Result<Shape> SlotShape(std::string_view shape, const Shape& of) {
    if (shape == "[]") return Shape();
    std::vector<int64_t> dims(of.dims().begin(), of.dims().end());
    if (shape == "rows_of_variable") dims.pop_back();
    if (shape == "columns_of_variable") dims.erase(dims.end() - 2);
    return Shape::Make(dims);
  }

  // The slots of a weight, by the row's weights: nothing for one that the arguments leave out.
  Result<std::vector<std::optional<Weight>>> AddSlots(int trained, RowCall* call) {
    const Weight& weight = trained_.weights[static_cast<size_t>(trained)];
    std::vector<std::optional<Weight>> slots;
    for (const WeightRow& row : optimizer_.schema->weights()) {
      slots.emplace_back();
      if (!row.when.empty()) {
        RUNNEL_ASSIGN_OR_RETURN(const AttrValue there, EvaluateOf(&b_, optimizer_, row.when, *call));
        if (!*there.get_if<bool>()) {
          call->weights.emplace_back();
          continue;
        }
      }
      RUNNEL_ASSIGN_OR_RETURN(const Shape shape, SlotShape(row.shape, weight.shape));
      std::string initializer(row.initializer);
      if (const AttrValue* arg = FindAttr(optimizer_.args, row.initializer)) {
        initializer =
            StrCat("Constant(", ToText(SpecValue{static_cast<double>(*arg->get_if<float>())}), ")");
      }
      RUNNEL_ASSIGN_OR_RETURN(const Weight slot,
                              AddState(row.name, weight.dtype, shape, initializer, trained));
      slots.back() = Now(slot);
      call->weights.push_back(slots.back()->read);
    }
    return slots;
  }

  // Without a gradient the weight stays, and so do its slots.
  Status UpdateWeight(int trained, OutputRef gradient) {
    Weight weight = trained_.weights[static_cast<size_t>(trained)];
    RowCall call;
    call.dtype = weight.dtype;
    StepValues step = step_;
    if (!gradient) {
      call.inputs = {weight.read, weight.read, weight.read, weight.read};  // only their shapes matter
      RUNNEL_RETURN_IF_ERROR(AddSlots(trained, &call).status());
      if (!optimizer_.arg<bool>("use_ema")) return OkStatus();
      Enter(weight, {&step.done, &step.finite});
      RUNNEL_RETURN_IF_ERROR(Averaged(trained, step, Now(weight).read).status());
      Leave();
      return b_.status();
    }
    OutputRef rate = Typed(out_->rate_value, weight.dtype);
    step.number = Typed(step.number, weight.dtype);
    gradient = Typed(gradient, weight.dtype);
    if (!optimizer_.arg<bool>("use_ema")) step.done = {};
    Enter(weight, {&gradient, &rate, &step.number, &step.done, &step.finite, &step.applies});
    weight = Now(weight);
    OutputRef variable = weight.read;
    auto decay = static_cast<double>(optimizer_.arg<float>("weight_decay"));
    if (decay == 0 && optimizer_.name() == "AdamW") decay = 0.004;
    if (decay > 0) {
      const OutputRef part = b_.Op("Mul", {rate, b_.Scalar(weight.dtype, decay)});
      variable = b_.Op("Sub", {variable, b_.Op("Mul", {variable, part})});
    }
    call.inputs = {variable, gradient, rate, step.number};
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::optional<Weight>> slots, AddSlots(trained, &call));
    RUNNEL_ASSIGN_OR_RETURN(std::vector<OutputRef> values, RunRow(&b_, optimizer_, call));
    const OutputRef applies = Both(step.finite, step.applies);
    for (size_t i = 0; i < slots.size(); ++i) {
      if (slots[i] && values[i + 1]) Assign(*slots[i], If(applies, values[i + 1], slots[i]->read));
    }
    OutputRef value = If(applies, values[0], weight.read);
    RUNNEL_ASSIGN_OR_RETURN(value, Averaged(trained, step, value));
    if (!weight.constraint.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow constraint,
                              BindRow(RowKind::kConstraint, weight.constraint));
      RowCall constrain;
      constrain.inputs = {value};
      constrain.dtype = weight.dtype;
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> allowed, RunRow(&b_, constraint, constrain));
      value = If(step.finite, allowed[0], weight.read);
    }
    Assign(weight, value);
    Leave();
    return b_.status();
  }

  // With use_ema: moves the average, which replaces the weight in every so many steps and at the end.
  Result<OutputRef> Averaged(int trained, const StepValues& step, OutputRef value) {
    if (!optimizer_.arg<bool>("use_ema")) return value;
    const Weight& weight = trained_.weights[static_cast<size_t>(trained)];
    const DType dtype = weight.dtype;
    RUNNEL_ASSIGN_OR_RETURN(const Weight average, AddState("average", dtype, weight.shape, "zeros",
                                                           trained, "moving_average"));
    const OutputRef zero = b_.Scalar(DType::kInt64, 0), one = b_.Scalar(DType::kInt64, 1);
    const OutputRef later = b_.Op("Cast", {b_.Op("NotEqual", {step.done, zero})}, {{"DstT", dtype}});
    const OutputRef momentum = b_.Op(
        "Mul", {later, b_.Scalar(dtype, static_cast<double>(optimizer_.arg<float>("ema_momentum")))});
    const OutputRef rest = b_.Op("Sub", {b_.Scalar(dtype, 1), momentum});
    const OutputRef old = Now(average).read;
    const OutputRef moved = b_.Op("AddV2", {b_.Op("Mul", {momentum, old}), b_.Op("Mul", {rest, value})});
    Assign(average, If(step.finite, moved, old));
    finals_.push_back(AddAssign(weight, average.read, "/Finalize"));
    const int64_t every = optimizer_.arg<int64_t>("ema_overwrite_frequency");
    if (every == 0) return value;
    const OutputRef rest_of = b_.Op("FloorMod", {b_.Op("AddV2", {step.done, one}),
                                                 b_.Scalar(DType::kInt64, static_cast<double>(every))});
    return If(Both(step.finite, b_.Op("Equal", {rest_of, zero})), moved, value);
  }

  const Trained& trained_;
  const OptimizerSpec& spec_;
  const BoundRow& optimizer_;
  OptimizerNodes* const out_;
  std::vector<Node*>* const nodes_;
  GraphBuilder b_;
  Weight counter_, dynamic_scale_;
  OutputRef scale_;
  StepValues step_;
  std::vector<Node*> finals_;
  std::string beside_;       // the variable that all is colocated with now; empty: none
  OutputRef lock_;           // of the variable that is updated now; empty: none is locked
  size_t first_within_ = 0;  // of the nodes that lock_ is held for
};

}  // namespace

Result<OptimizerSpec> BindOptimizer(std::string_view text, bool scales) {
  OptimizerSpec made;
  RUNNEL_ASSIGN_OR_RETURN(made.row, BindRow(RowKind::kOptimizer, text));
  if (made.row.has_arg("inner_optimizer")) {
    const BoundRow outer = made.row;
    RUNNEL_ASSIGN_OR_RETURN(made.row,
                            BindRow(RowKind::kOptimizer, outer.arg<std::string>("inner_optimizer")));
    if (made.row.has_arg("inner_optimizer"))
      return InvalidArgument("optimizer ", outer.name(), ": its inner optimizer is another ",
                             outer.name());
    made.initial_scale = static_cast<double>(outer.arg<float>("initial_scale"));
    made.growth_steps = outer.arg<int64_t>("dynamic_growth_steps");
    if (!(made.initial_scale > 0))
      return InvalidArgument("optimizer ", outer.name(), ": initial_scale: expected more than 0, got ",
                             made.initial_scale);
  } else if (scales) {
    made.initial_scale = 32768;
    made.growth_steps = 2000;
  }
  const BoundRow& row = made.row;
  if ((row.arg<float>("clipnorm") > 0) + (row.arg<float>("clipvalue") > 0) +
          (row.arg<float>("global_clipnorm") > 0) >
      1) {
    return InvalidArgument("optimizer ", row.name(),
                           ": at most one of clipnorm, clipvalue, global_clipnorm");
  }
  const float factor = row.arg<float>("loss_scale_factor"), momentum = row.arg<float>("ema_momentum");
  if (!(factor > 0 && std::isfinite(factor))) {
    return InvalidArgument("optimizer ", row.name(), ": loss_scale_factor: expected more than 0, got ",
                           factor);
  }
  if (row.arg<bool>("use_ema") && !(momentum >= 0 && momentum <= 1)) {
    return InvalidArgument("optimizer ", row.name(), ": ema_momentum: expected 0 to 1, got ", momentum);
  }
  return made;
}

Status AddUpdates(const Trained& trained, decltype(&AddGradients) add_gradients,
                  const OptimizerSpec& optimizer, OptimizerNodes* out, std::vector<Node*>* updates) {
  return Updates(trained, optimizer, out, updates).Run(add_gradients);
}

}  // namespace runnel::learn
