#include "core/learn/recurrent.h"

#include <algorithm>

#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

OutputRef Along(GraphBuilder& b, const char* op, OutputRef x, const std::vector<int64_t>& axes) {
  return b.Op(op, {x, IntVector(b, DType::kInt32, axes)});
}

// 0, 1 and so on up to `rank`, but with axis `from` at place `to`.
std::vector<int64_t> Moved(int rank, int from, int to) {
  std::vector<int64_t> order;
  for (int i = 0; i < rank; ++i) {
    if (i != from) order.push_back(i);
  }
  order.insert(order.begin() + to, from);
  return order;
}

}  // namespace

OutputRef SizeAt(GraphBuilder& b, OutputRef x, int32_t at) {
  return b.Op("StridedSlice",
              {b.Op("Shape", {x}), b.Int32Vector({at}), b.Int32Vector({at + 1}), b.Int32Vector({1})});
}

Recurrent::Recurrent(LayerContext& ctx, std::vector<int64_t> sizes, size_t num_states,
                     bool channels_first)
    : ctx_(ctx),
      b_(ctx.b()),
      sizes_(std::move(sizes)),
      num_states_(num_states),
      channels_first_(channels_first) {
  for (const int64_t size : sizes_) {
    if (__builtin_mul_overflow(units_, size, &units_)) units_ = -1;
  }
}

Status Recurrent::Begin() {
  const int rank = static_cast<int>(sizes_.size()) + 2;
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, RankOf(ctx_.input(0), rank, "its input"));
  if (units_ < 1) return InvalidArgument("its state is empty or too large");
  for (int i = 2; i < rank; ++i) {
    if (shape.dim(i) < 0)
      return InvalidArgument("dimension ", i, " of its input ", shape.ToString(), " is not known");
  }
  steps_ = shape.dim(1);
  std::vector<int64_t> order = channels_first_ ? Moved(rank, 2, rank - 1) : Moved(rank, 0, 0);
  std::swap(order[0], order[1]);
  x_ = Along(b_, "Transpose", ctx_.input(0), order);
  // As in Keras, where a layer that is given states is not given its input's mask.
  if (ctx_.mask(0) && ctx_.num_inputs() == 1) mask_ = Along(b_, "Transpose", ctx_.mask(0), {1, 0});
  if (ctx_.arg<bool>("go_backwards")) {
    x_ = Along(b_, "ReverseV2", x_, {0});
    if (mask_) mask_ = Along(b_, "ReverseV2", mask_, {0});
  }
  const OutputRef batch = SizeAt(b_, x_, 1);
  const double dropout = ctx_.number("dropout"), recurrent = ctx_.number("recurrent_dropout");
  // The same elements are dropped in every step.
  if (ctx_.training() && dropout > 0 && dropout < 1) {
    std::vector<int64_t> behind;
    for (int i = 2; i < rank; ++i)
      behind.push_back(shape.dim(static_cast<int>(order[static_cast<size_t>(i)])));
    x_ = b_.Op("Mul", {x_, ctx_.Kept(WithBatch(batch, behind), dropout, 1)});
  }
  if (ctx_.training() && recurrent > 0 && recurrent < 1) {
    kept_states_ = ctx_.Kept(WithBatch(batch, {units_}), recurrent, 2);
  }
  if (ctx_.arg<bool>("stateful")) RUNNEL_RETURN_IF_ERROR(ReadKept(shape));
  if (ctx_.num_inputs() > 1) {
    RUNNEL_RETURN_IF_ERROR(ReadInitial());
  } else if (!kept_.empty()) {
    for (const KeptState& kept : kept_) {
      const bool fits = TypeOf(kept.read) == ctx_.dtype();
      states_.push_back(Flat(fits ? kept.read : b_.Op("Cast", {kept.read}, {{"DstT", ctx_.dtype()}})));
    }
  } else {
    const OutputRef zeros = b_.Op("Fill", {WithBatch(batch, {units_}), b_.Scalar(ctx_.dtype(), 0)});
    states_.assign(num_states_, zeros);
  }
  return b_.status();
}

Status Recurrent::ReadInitial() {
  if (ctx_.num_inputs() != num_states_ + 1) {
    return InvalidArgument("takes an input, or an input and ", num_states_, " initial states, got ",
                           ctx_.num_inputs(), " inputs");
  }
  for (size_t i = 1; i <= num_states_; ++i) {
    const int rank = static_cast<int>(sizes_.size()) + 1;
    RUNNEL_ASSIGN_OR_RETURN(const Shape state, RankOf(ctx_.input(i), rank, "an initial state"));
    Shape expected{-1};
    if (channels_first_) expected.Append(sizes_.back());
    for (size_t k = 0; k < sizes_.size() - (channels_first_ ? 1 : 0); ++k) expected.Append(sizes_[k]);
    if (!expected.IsCompatibleWith(state))
      return InvalidArgument("an initial state: expected ", expected.ToString(), ", got ",
                             state.ToString());
    states_.push_back(Flat(ctx_.input(i)));
  }
  return OkStatus();
}

Status Recurrent::ReadKept(const Shape& input) {
  if (input.dim(0) < 0) {
    return InvalidArgument(
        "stateful=true: expected a batch of known size, as Input([...], "
        "batch_size=10) gives, got ",
        input.ToString());
  }
  std::vector<int64_t> dims = {input.dim(0)};
  dims.insert(dims.end(), sizes_.begin(), sizes_.end());
  if (channels_first_) std::rotate(dims.begin() + 1, dims.end() - 1, dims.end());
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(dims));
  for (size_t i = 0; i < num_states_; ++i) {
    RUNNEL_ASSIGN_OR_RETURN(kept_.emplace_back(), ctx_.State(i, shape));
  }
  return OkStatus();
}

OutputRef Recurrent::Flat(OutputRef state) {
  if (sizes_.size() == 1) return state;
  const int rank = static_cast<int>(sizes_.size()) + 1;
  if (channels_first_) state = Along(b_, "Transpose", state, Moved(rank, 1, rank - 1));
  return b_.Op("Reshape", {state, IntVector(b_, DType::kInt64, {-1, units_})});
}

OutputRef Recurrent::Whole(OutputRef state) {
  if (sizes_.size() == 1) return state;
  const int rank = static_cast<int>(sizes_.size()) + 1;
  std::vector<int64_t> dims = {-1};
  dims.insert(dims.end(), sizes_.begin(), sizes_.end());
  state = b_.Op("Reshape", {state, IntVector(b_, DType::kInt64, dims)});
  return channels_first_ ? Along(b_, "Transpose", state, Moved(rank, rank - 1, 1)) : state;
}

OutputRef Recurrent::WithBatch(OutputRef batch, const std::vector<int64_t>& sizes) {
  return b_.Op("ConcatV2",
               {batch, IntVector(b_, DType::kInt32, sizes), IntScalar(b_, DType::kInt32, 0)});
}

OutputRef Recurrent::BySteps(OutputRef flat) {
  const Shape& shape = ShapeOf(flat);
  std::vector<int64_t> behind;
  for (int i = 1; shape.has_rank() && i < shape.rank(); ++i) behind.push_back(shape.dim(i));
  if (steps_ >= 0) {
    std::vector<int64_t> dims = {steps_, -1};
    dims.insert(dims.end(), behind.begin(), behind.end());
    return b_.Op("Reshape", {flat, IntVector(b_, DType::kInt64, dims)});
  }
  const OutputRef sizes =
      b_.Op("ConcatV2", {SizeAt(b_, x_, 0), SizeAt(b_, x_, 1), IntVector(b_, DType::kInt32, behind),
                         IntScalar(b_, DType::kInt32, 0)});
  return b_.Op("Reshape", {flat, sizes});
}

Status Recurrent::Loop(OutputRef projected, std::vector<OutputRef> constants, ScanStepFn step) {
  Scan scan;
  scan.name = StrCat(ctx_.row().name(), "/loop");
  scan.x = projected;
  scan.mask = mask_;
  scan.states = states_;
  scan.constants = std::move(constants);
  scan.constants.insert(scan.constants.begin(), ctx_.weight("recurrent_kernel"));
  // The last constant, so that steps find the others at fixed places.
  const bool drops = static_cast<bool>(kept_states_);
  if (drops) scan.constants.push_back(kept_states_);
  scan.step = std::move(step);
  scan.units = units_;
  scan.starts_at_zero = ctx_.num_inputs() == 1 && kept_.empty();
  scan.zero_masked = ctx_.arg<bool>("zero_output_for_mask");
  scan.sequence = ctx_.arg<bool>("return_sequences");
  scan.unroll = ctx_.arg<bool>("unroll");
  RUNNEL_ASSIGN_OR_RETURN(const ScanResult result, RunScan(b_, scan));
  return End(result);
}

Status Recurrent::End(const ScanResult& result) {
  std::vector<OutputRef> states;
  for (const OutputRef& state : result.states) states.push_back(Whole(state));
  // Whatever uses an output of the layer leaves the states to the next batch.
  std::vector<Node*> assigned;
  for (size_t i = 0; i < kept_.size(); ++i) {
    const DType dtype = TypeOf(kept_[i].read);
    OutputRef value = states[i];
    if (TypeOf(value) != dtype) value = b_.Op("Cast", {value}, {{"DstT", dtype}});
    assigned.push_back(b_.Op("AssignVariableOp", {{kept_[i].handle, 0}, value}).node);
  }
  RUNNEL_RETURN_IF_ERROR(b_.status());
  const auto after = [&](OutputRef value, bool of_steps) {
    if (assigned.empty()) return value;
    // The next layer may be such a one, too, and needs to know the batch.
    const Shape& state = ShapeOf(kept_[0].read);
    std::vector<int64_t> dims = {state.dim(0)};
    if (of_steps) dims.push_back(steps_);
    for (int i = 1; i < state.rank(); ++i) dims.push_back(state.dim(i));
    const auto shape = Shape::Make(dims, -1);
    b_.set_control_inputs(assigned);
    value = b_.Op("EnsureShape", {value}, {{"shape", shape.ok() ? *shape : Shape::Unknown()}});
    b_.set_control_inputs({});
    return value;
  };
  if (ctx_.arg<bool>("return_sequences")) {
    ctx_.Give(after(Steps(result.sequence), true), ctx_.mask(0));
  } else {
    ctx_.Give(after(Whole(result.last), false));
  }
  if (ctx_.arg<bool>("return_state")) {
    for (const OutputRef& state : states) ctx_.Give(after(state, false));
  }
  return b_.status();
}

// [time, batch, units] as the layer has it: [batch, time, ...].
OutputRef Recurrent::Steps(OutputRef sequence) {
  if (sizes_.size() == 1) return Along(b_, "Transpose", sequence, {1, 0, 2});
  const int rank = static_cast<int>(sizes_.size()) + 2;
  OutputRef dims;
  if (steps_ >= 0) {
    std::vector<int64_t> known = {steps_, -1};
    known.insert(known.end(), sizes_.begin(), sizes_.end());
    dims = IntVector(b_, DType::kInt64, known);
  } else {
    dims = b_.Op("ConcatV2", {SizeAt(b_, sequence, 0), SizeAt(b_, sequence, 1),
                              IntVector(b_, DType::kInt32, sizes_), IntScalar(b_, DType::kInt32, 0)});
  }
  std::vector<int64_t> order = channels_first_ ? Moved(rank, rank - 1, 2) : Moved(rank, 0, 0);
  std::swap(order[0], order[1]);
  return Along(b_, "Transpose", b_.Op("Reshape", {sequence, dims}), order);
}

OutputRef Recurrent::Dropped(GraphBuilder& b, OutputRef state,
                             const std::vector<OutputRef>& constants) const {
  return kept_states_ ? b.Op("Mul", {state, constants.back()}) : state;
}

std::string LstmBias(const BoundRow& row) {
  const std::string& others = row.arg<std::string>("bias_initializer");
  if (!row.arg<bool>("unit_forget_bias")) return others;
  Spec spec;
  spec.name = "UnitForgetBias";
  spec.positional.emplace_back();
  spec.positional[0].value = others;
  return ToText(spec);
}

}  // namespace runnel::learn
