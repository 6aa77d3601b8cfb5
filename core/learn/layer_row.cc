#include "core/learn/layer_row.h"

#include <algorithm>

#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

Result<OutputRef> MaskOf(GraphBuilder* b, const BoundRow& row, const RowCall& call) {
  const std::string_view rule = row.schema->row->mask;
  if (rule.empty() || (rule == kKeepsMask && call.masks.empty())) return OutputRef();
  if (rule == kKeepsMask) return call.masks[0];
  if (rule == kJoinsMasks) {
    OutputRef joined;
    for (size_t i = 0; i < call.inputs.size(); ++i) {
      if (i >= call.masks.size() || !call.masks[i]) return OutputRef();
      joined = joined ? b->Op("LogicalOr", {joined, call.masks[i]}) : call.masks[i];
    }
    return joined;
  }
  return RunFormulaOf(b, row, rule, "mask", DType::kBool, call);
}

}  // namespace

LayerContext::LayerContext(GraphBuilder* b, const BoundRow& row, const RowCall& call,
                           PreparedRow prepared, const CallPartFn& call_part, const StateFn& state)
    : b_(b),
      row_(row),
      call_(call),
      prepared_(std::move(prepared)),
      call_part_(call_part),
      state_(state) {}

OutputRef LayerContext::weight(std::string_view name) const {
  const std::span<const WeightRow> weights = row_.schema->weights();
  for (size_t i = 0; i < weights.size(); ++i) {
    if (weights[i].name == name) return i < call_.weights.size() ? call_.weights[i] : OutputRef();
  }
  return {};
}

OutputRef LayerContext::Uniform(OutputRef shape, int number) {
  const AttrValue* given = FindAttr(row_.args, "seed");
  const int64_t seed = given != nullptr && *given->get_if<int64_t>() != 0 ? *given->get_if<int64_t>()
                                                                          : call_.seed & 0x7fffffff;
  const int64_t seed2 = ((call_.seed >> 31) + number) & 0x7fffffff;
  return b_->Op("RandomUniform", {shape}, {{"dtype", dtype()}, {"seed", seed}, {"seed2", seed2}});
}

OutputRef LayerContext::Kept(OutputRef shape, double rate, int number) {
  const OutputRef drawn = Uniform(shape, number);
  const OutputRef kept =
      b_->Op("Cast", {b_->Op("GreaterEqual", {drawn, b_->Scalar(dtype(), rate)})}, {{"DstT", dtype()}});
  return b_->Op("Mul", {kept, b_->Scalar(dtype(), 1 / (1 - rate))});
}

Result<LayerResult> RunLayerRow(GraphBuilder* b, const BoundRow& row, const RowCall& call,
                                const CallPartFn& call_part, const StateFn& state) {
  const Row& schema = *row.schema->row;
  if (schema.layer != nullptr) {
    RUNNEL_ASSIGN_OR_RETURN(PreparedRow prepared, PrepareRow(b, row, call));
    LayerContext ctx(b, row, call, std::move(prepared), call_part, state);
    Status status = schema.layer(ctx);
    if (status.ok()) status = b->status();
    if (!status.ok()) return status.WithPrefix(StrCat("layer ", row.name()));
    return std::move(ctx.result);
  }
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> outputs, RunRow(b, row, call));
  if (!outputs[0]) return Unimplemented(row.name(), ": such axes for inputs of these dimensions");
  LayerResult result;
  result.values = {outputs[0]};
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef mask, MaskOf(b, row, call));
  result.masks = {mask};
  // The outputs behind y are new values of the weights that are not trained, in their order.
  size_t output = 1;
  const std::span<const WeightRow> weights = row.schema->weights();
  for (size_t i = 0; i < weights.size(); ++i) {
    if (weights[i].trainable) continue;
    const OutputRef value = outputs[output++];
    if (value) result.updates.push_back({static_cast<int>(i), value});
  }
  return result;
}

Result<Shape> RankOf(OutputRef edge, int rank, std::string_view what) {
  const Shape& shape = ShapeOf(edge);
  if (!shape.has_rank() || shape.rank() != rank) {
    return InvalidArgument(what, ": expected ", rank, " dimensions, got ", shape.ToString());
  }
  return shape;
}

}  // namespace runnel::learn
