#include "core/learn/aggregation.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

constexpr int64_t kNeverStale = INT64_MAX;
constexpr std::string_view kName = "rnl_aggregation";

}  // namespace

std::vector<Node**> AggregationNodes::All() {
  std::vector<Node**> all = {&clock,         &now.node,     &based_on.node, &send,
                             &update,        &discard,      &first.node,    &reset,
                             &required.node, &arrived.node, &sent.node,     &waiting.node,
                             &end,           &turn.node,    &prime,         &leave};
  for (OutputRef& task : absent) all.push_back(&task.node);
  return all;
}

Aggregation::Aggregation(Graph* graph, const std::string& scope, const Strategy& strategy)
    : graph_(graph), scope_(StrCat(scope, kName)), strategy_(strategy) {}

GraphBuilder Aggregation::BuilderAt(const std::string& colocate_with) {
  GraphBuilder b(graph_, scope_);
  if (is_sync()) {
    b.set_colocate_with(colocate_with);
  } else {
    b.set_device(strategy_.members[0]);
  }
  return b;
}

OutputRef Aggregation::Whole(int64_t value) {
  GraphBuilder b(graph_, scope_);
  const auto tensor = Tensor::FromScalar<int64_t>(value);
  if (status_.ok()) status_ = tensor.status();
  const OutputRef made = tensor.ok() ? b.Constant(*tensor) : OutputRef();
  if (status_.ok()) status_ = b.status();
  return made;
}

Node* Aggregation::Group(std::string_view name, std::vector<Node*> nodes) {
  GraphBuilder b(graph_, scope_);
  NodeSpec spec;
  spec.op = "NoOp";
  spec.name = graph_->UniqueName(StrCat(scope_, "/", name));
  spec.control_inputs = std::move(nodes);
  Node* const group = b.AddNode(std::move(spec));
  if (status_.ok()) status_ = b.status();
  return group;
}

OutputRef Aggregation::Accumulator(GraphBuilder* b, std::string_view name, DType dtype,
                                   const Shape& shape) {
  // Numbers that are told by accumulators add up; gradients are averaged.
  const bool adds = dtype == DType::kInt64;
  return b->Op("ResourceConditionalAccumulator", {},
               {{"dtype", dtype},
                {"shape", shape},
                {"shared_name", StrCat(kName, "/", name)},
                {"reduction_type", std::string(adds ? "SUM" : "MEAN")}});
}

Node* Aggregation::Apply(GraphBuilder* b, OutputRef accumulator, OutputRef value, OutputRef based_on) {
  if (!based_on) based_on = Whole(kNeverStale);
  Node* const node = b->Op("ResourceAccumulatorApplyGradient", {accumulator, based_on, value}).node;
  if (status_.ok()) status_ = b->status();
  return node;
}

OutputRef Aggregation::Take(GraphBuilder* b, OutputRef accumulator, DType dtype, OutputRef required) {
  if (!required) required = b->Scalar(DType::kInt32, 1);
  const OutputRef taken =
      b->Op("ResourceAccumulatorTakeGradient", {accumulator, required}, {{"dtype", dtype}});
  if (status_.ok()) status_ = b->status();
  return taken;
}

Status Aggregation::MakeClock() {
  if (made_.clock != nullptr) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(
      clock_, AddWeight(graph_, StrCat(scope_, "/clock"), DType::kInt64, Shape(), "zeros", 1));
  made_.clock = clock_.handle;
  made_.now = clock_.read;
  GraphBuilder b(graph_, scope_);
  const auto placeholder = [&](std::string_view name, DType dtype) {
    NodeSpec spec;
    spec.op = "Placeholder";
    spec.name = graph_->UniqueName(StrCat(scope_, "/", name));
    SetAttr(&spec.attrs, "dtype", dtype);
    SetAttr(&spec.attrs, "shape", Shape());
    return OutputRef{b.AddNode(std::move(spec)), 0};
  };
  made_.based_on = placeholder("based_on", DType::kInt64);
  made_.first = placeholder("first", DType::kInt64);
  made_.required = placeholder("required", DType::kInt32);
  return b.status();
}

Status Aggregation::Reset(OutputRef accumulator, const Weight& like) {
  GraphBuilder b = BuilderAt(like.handle->name());
  if (is_sync()) {
    // The take below counts one more.
    const OutputRef before = b.Op("Sub", {made_.first, b.Scalar(DType::kInt64, 1)});
    Node* const set = b.Op("ResourceAccumulatorSetGlobalStep", {accumulator, before}).node;
    b.set_control_inputs({set});
  }
  // A take of at least one always finds one.
  const std::vector<int64_t> dims(like.shape.dims().begin(), like.shape.dims().end());
  RUNNEL_ASSIGN_OR_RETURN(const Tensor sizes,
                          Tensor::FromValues<int64_t>(Shape({static_cast<int64_t>(dims.size())}), dims));
  const OutputRef zeros = b.Op("Fill", {b.Constant(sizes), b.Scalar(like.dtype, 0)});
  Node* const applied = Apply(&b, accumulator, zeros);
  b.set_control_inputs({applied});
  resets_.push_back(Take(&b, accumulator, like.dtype).node);
  return status_.ok() ? b.status() : status_;
}

Status Aggregation::Exchange(std::span<const Weight> weights, std::vector<OutputRef>* gradients) {
  RUNNEL_RETURN_IF_ERROR(MakeClock());
  for (size_t i = 0; i < weights.size(); ++i) {
    OutputRef& gradient = (*gradients)[i];
    if (!gradient) continue;
    Weight like = weights[i];
    like.dtype = TypeOf(gradient);
    GraphBuilder b = BuilderAt(like.handle->name());
    const OutputRef accumulator = Accumulator(&b, like.name, like.dtype, like.shape);
    sends_.push_back(Apply(&b, accumulator, gradient, is_sync() ? made_.based_on : OutputRef()));
    // What a chief waits for has arrived behind its gradients, so all of these are there.
    gradient = Take(&b, accumulator, like.dtype);
    RUNNEL_RETURN_IF_ERROR(status_);
    if (!is_sync()) discards_.push_back(Take(&b, accumulator, like.dtype).node);
    if (!is_sync() || strategy_.is_chief) RUNNEL_RETURN_IF_ERROR(Reset(accumulator, like));
  }
  return status_;
}

std::vector<Node*> Aggregation::GiveTurns(const std::vector<Node*>& after) {
  GraphBuilder b = BuilderAt(clock_.handle->name());
  std::vector<Node*> turns;
  for (size_t i = 1; i < strategy_.members.size(); ++i) {
    const OutputRef turn = Accumulator(&b, StrCat("turn", strategy_.members[i]), DType::kInt64, Shape());
    b.set_control_inputs(after);
    turns.push_back(Apply(&b, turn, Whole(1)));
    b.set_control_inputs({});
  }
  return turns;
}

Status Aggregation::FinishSync(const std::vector<Node*>& updates, std::vector<Node*>* sends) {
  GraphBuilder b = BuilderAt(clock_.handle->name());
  const OutputRef arrived = Accumulator(&b, "arrived", DType::kInt64, Shape());
  const OutputRef sent = Accumulator(&b, "sent", DType::kInt64, Shape());
  // What has arrived has been sent.
  b.set_control_inputs(sends_);
  Node* const told = Apply(&b, sent, Whole(1));
  b.set_control_inputs({told});
  *sends = {Apply(&b, arrived, Whole(1), made_.based_on)};
  b.set_control_inputs({});
  if (!strategy_.is_chief) return FinishWorker(arrived);
  made_.arrived = Take(&b, arrived, DType::kInt64, made_.required);
  for (size_t i = 1; i < strategy_.members.size(); ++i) {
    const OutputRef left = Accumulator(&b, StrCat("left", strategy_.members[i]), DType::kInt64, Shape());
    made_.absent.push_back(b.Op("ResourceAccumulatorNumAccumulated", {left}));
  }
  made_.sent = b.Op("ResourceAccumulatorNumAccumulated", {sent});
  b.set_control_inputs({Apply(&b, arrived, Whole(0))});
  made_.waiting = Take(&b, arrived, DType::kInt64);
  b.set_control_inputs({});
  RUNNEL_RETURN_IF_ERROR(Reset(arrived, clock_));
  RUNNEL_RETURN_IF_ERROR(Reset(sent, clock_));
  std::vector<Node*> done = GiveTurns(updates);
  done.insert(done.end(), updates.begin(), updates.end());
  made_.update = Group("update", std::move(done));
  Node* const set =
      b.Op("AssignVariableOp", {{clock_.handle, 0}, Whole(-1)}, {{"dtype", DType::kInt64}}).node;
  made_.end = Group("end", GiveTurns({set}));
  return status_.ok() ? b.status() : status_;
}

Status Aggregation::FinishWorker(OutputRef arrived) {
  GraphBuilder b = BuilderAt(clock_.handle->name());
  const std::string& self = strategy_.members[0];
  const OutputRef turn = Accumulator(&b, StrCat("turn", self), DType::kInt64, Shape());
  const OutputRef left = Accumulator(&b, StrCat("left", self), DType::kInt64, Shape());
  // A chief that waits wakes up of arrivals that are none.
  Node* const leaves = Apply(&b, left, Whole(1));
  std::vector<Node*> wakes = {leaves};
  b.set_control_inputs({leaves});
  for (int64_t i = 0; i < strategy_.replicas_to_aggregate; ++i)
    wakes.push_back(Apply(&b, arrived, Whole(0)));
  b.set_control_inputs({});
  made_.leave = Group("leave", std::move(wakes));
  // Whoever begins has not left.
  b.set_control_inputs({Apply(&b, left, Whole(1))});
  b.set_control_inputs({Take(&b, left, DType::kInt64).node});
  made_.prime = Apply(&b, turn, Whole(1));
  b.set_control_inputs({});
  b.set_control_inputs({Take(&b, turn, DType::kInt64).node});
  made_.turn = b.Op("ReadVariableOp", {{clock_.handle, 0}}, {{"dtype", DType::kInt64}});
  return status_.ok() ? b.status() : status_;
}

Result<AggregationNodes> Aggregation::Finish(const std::vector<Node*>& step,
                                             const std::vector<Node*>& updates) {
  RUNNEL_RETURN_IF_ERROR(MakeClock());
  GraphBuilder b(graph_, scope_);
  b.set_control_inputs(updates);
  const OutputRef one = Whole(1);
  Node* const counted =
      b.Op("AssignAddVariableOp", {{clock_.handle, 0}, one}, {{"dtype", DType::kInt64}}).node;
  std::vector<Node*> sends = sends_;
  if (is_sync()) {
    RUNNEL_RETURN_IF_ERROR(FinishSync({counted}, &sends));
  } else {
    made_.update = counted;
    made_.discard = Group("discard", discards_);
  }
  sends.insert(sends.end(), step.begin(), step.end());
  made_.send = Group("send", std::move(sends));
  if (!is_sync() || strategy_.is_chief) {
    if (strategy_.is_chief) {
      b.set_control_inputs(resets_);
      resets_ = {
          b.Op("AssignVariableOp", {{clock_.handle, 0}, made_.first}, {{"dtype", DType::kInt64}}).node};
      if (is_sync()) {
        const std::vector<Node*> turns = GiveTurns(resets_);
        resets_.insert(resets_.end(), turns.begin(), turns.end());
      }
    }
    made_.reset = Group("reset", resets_);
  }
  RUNNEL_RETURN_IF_ERROR(status_);
  RUNNEL_RETURN_IF_ERROR(b.status());
  made_.is_chief = strategy_.is_chief;
  return made_;
}

}  // namespace runnel::learn
