// Layers around layers.
#include <algorithm>

#include "core/learn/layer_row.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// An argument of a spec, given another value.
void SetNamed(Spec* spec, std::string_view name, bool value) {
  for (auto& [other, old] : spec->named) {
    if (other == name) {
      old.value = value;
      return;
    }
  }
  SpecValue fresh;
  fresh.value = value;
  spec->named.emplace_back(name, std::move(fresh));
}

Result<Spec> SpecOf(const BoundRow& row, std::string_view arg, BoundRow* bound) {
  RUNNEL_ASSIGN_OR_RETURN(Spec spec, ParseSpec(row.arg<std::string>(arg), arg));
  RUNNEL_ASSIGN_OR_RETURN(*bound, BindRow(RowKind::kLayer, spec));
  return spec;
}

Status BidirectionalParts(const BoundRow& row, std::vector<LayerPart>* parts) {
  BoundRow forward, backward;
  RUNNEL_ASSIGN_OR_RETURN(Spec spec, SpecOf(row, "layer", &forward));
  const auto check = [](const BoundRow& part) {
    return part.has_arg("go_backwards")
               ? OkStatus()
               : InvalidArgument("layer Bidirectional: expected a recurrent layer, got ", part.name());
  };
  RUNNEL_RETURN_IF_ERROR(check(forward));
  const bool sequences = forward.arg<bool>("return_sequences");
  SetNamed(&spec, "zero_output_for_mask", sequences);
  Spec back = spec;
  SetNamed(&back, "go_backwards", !forward.arg<bool>("go_backwards"));
  if (!row.arg<std::string>("backward_layer").empty()) {
    RUNNEL_ASSIGN_OR_RETURN(back, SpecOf(row, "backward_layer", &backward));
    RUNNEL_RETURN_IF_ERROR(check(backward));
    if (backward.arg<bool>("go_backwards") == forward.arg<bool>("go_backwards")) {
      return InvalidArgument("layer Bidirectional: layer and backward_layer go the same way");
    }
    for (const char* arg : {"return_sequences", "return_state"}) {
      if (backward.arg<bool>(arg) != forward.arg<bool>(arg)) {
        return InvalidArgument("layer Bidirectional: ", arg, " of layer and backward_layer differ");
      }
    }
    SetNamed(&back, "zero_output_for_mask", sequences);
    parts->push_back({std::move(spec), "forward_"});
    parts->push_back({std::move(back), ""});
    return OkStatus();
  }
  parts->push_back({std::move(spec), "forward_"});
  parts->push_back({std::move(back), "backward_"});
  return OkStatus();
}

Status BidirectionalCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  const size_t states = ctx.num_inputs() - 1;
  if (states % 2 != 0) {
    return InvalidArgument("takes as many initial states for both directions, got ", states);
  }
  std::vector<OutputRef> forward = {ctx.input(0)}, backward = {ctx.input(0)};
  for (size_t i = 0; i < states; ++i) (i < states / 2 ? forward : backward).push_back(ctx.input(i + 1));
  const std::vector<OutputRef> masks = {ctx.mask(0)};
  RUNNEL_ASSIGN_OR_RETURN(const LayerResult there, ctx.CallPart(0, forward, masks));
  RUNNEL_ASSIGN_OR_RETURN(const LayerResult back, ctx.CallPart(1, backward, masks));
  OutputRef y = there.values[0], other = back.values[0];
  const bool sequences = ShapeOf(y).rank() == 3;
  if (sequences) other = b.Op("ReverseV2", {other, b.Int32Vector({1})});
  const OutputRef mask = sequences ? ctx.mask(0) : OutputRef();
  const std::string& mode = ctx.text("merge_mode");
  if (mode == "concat") {
    ctx.Give(b.Op("ConcatV2", {y, other, IntScalar(b, DType::kInt32, -1)}), mask);
  } else if (mode == "sum") {
    ctx.Give(b.Op("AddV2", {y, other}), mask);
  } else if (mode == "ave") {
    ctx.Give(b.Op("Mul", {b.Op("AddV2", {y, other}), b.Scalar(TypeOf(y), 0.5)}), mask);
  } else if (mode == "mul") {
    ctx.Give(b.Op("Mul", {y, other}), mask);
  } else if (mode.empty()) {
    ctx.Give(y, mask);
    ctx.Give(other, mask);
  } else {
    return InvalidArgument("merge_mode: expected concat, sum, ave, mul or none, got \"", mode, "\"");
  }
  for (const LayerResult* part : {&there, &back}) {
    for (size_t i = 1; i < part->values.size(); ++i) ctx.Give(part->values[i]);
  }
  return b.status();
}

Status TimeDistributedParts(const BoundRow& row, std::vector<LayerPart>* parts) {
  BoundRow part;
  RUNNEL_ASSIGN_OR_RETURN(Spec spec, SpecOf(row, "layer", &part));
  parts->push_back({std::move(spec), ""});
  return OkStatus();
}

// Whether a layer has statistics that training moves.
Result<bool> Moves(const BoundRow& row) {
  for (const WeightRow& weight : row.schema->weights()) {
    if (!weight.trainable) return true;
  }
  if (row.schema->row->parts == nullptr) return false;
  std::vector<LayerPart> parts;
  RUNNEL_RETURN_IF_ERROR(row.schema->row->parts(row, &parts));
  for (const LayerPart& part : parts) {
    RUNNEL_ASSIGN_OR_RETURN(const BoundRow inner, BindRow(RowKind::kLayer, part.spec));
    RUNNEL_ASSIGN_OR_RETURN(const bool moves, Moves(inner));
    if (moves) return true;
  }
  return false;
}

// One step after the other: statistics are those of a step, and each moves what the one before it moved.
Status StepByStep(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0), mask = ctx.mask(0);
  const int64_t steps = ShapeOf(x).dim(1);
  if (steps < 1) {
    return Unimplemented("training of a layer with moving statistics over the steps of its input ",
                         ShapeOf(x).ToString(), ", whose number is not known");
  }
  const std::vector<OutputRef> each = b.Ops("Unpack", {x}, {{"num", steps}, {"axis", int64_t{1}}});
  std::vector<OutputRef> masks(static_cast<size_t>(steps)), made;
  if (mask) masks = b.Ops("Unpack", {mask}, {{"num", steps}, {"axis", int64_t{1}}});
  RUNNEL_RETURN_IF_ERROR(b.status());
  for (size_t i = 0; i < each.size(); ++i) {
    RUNNEL_ASSIGN_OR_RETURN(const LayerResult one, ctx.CallPart(0, {each[i]}, {masks[i]}));
    if (one.values.size() != 1) return InvalidArgument("takes a layer of one value");
    made.push_back(one.values[0]);
  }
  ctx.Give(b.Op("Pack", made, {{"axis", int64_t{1}}}), mask);
  return b.status();
}

// Steps of samples beside each other: [batch steps, ...].
Status TimeDistributedCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0);
  const Shape& shape = ShapeOf(x);
  if (!shape.has_rank() || shape.rank() < 3)
    return InvalidArgument("its input: expected [batch, steps, ...], got ", shape.ToString());
  for (int i = 2; i < shape.rank(); ++i) {
    if (shape.dim(i) < 0)
      return InvalidArgument("dimension ", i, " of its input ", shape.ToString(), " is not known");
  }
  BoundRow part;
  RUNNEL_RETURN_IF_ERROR(SpecOf(ctx.row(), "layer", &part).status());
  RUNNEL_ASSIGN_OR_RETURN(const bool moves, Moves(part));
  if (moves && ctx.training()) return StepByStep(ctx);
  const auto join = [&](OutputRef value, const Shape& of) {
    std::vector<int64_t> sizes = {-1};
    for (int i = 2; i < of.rank(); ++i) sizes.push_back(of.dim(i));
    return b.Op("Reshape", {value, IntVector(b, DType::kInt64, sizes)});
  };
  // A mask of steps alone is none of the layer within.
  OutputRef mask;
  if (ctx.mask(0)) {
    const Shape& of = ShapeOf(ctx.mask(0));
    if (of.has_rank() && of.rank() > 2) mask = join(ctx.mask(0), of);
  }
  RUNNEL_ASSIGN_OR_RETURN(const LayerResult made, ctx.CallPart(0, {join(x, shape)}, {mask}));
  if (made.values.size() != 1) return InvalidArgument("takes a layer of one value");
  const OutputRef y = made.values[0];
  const Shape& out = ShapeOf(y);
  if (!out.has_rank() || out.rank() < 1)
    return InvalidArgument("the number of dimensions of what its layer gives is not known");
  OutputRef sizes;
  if (shape.dim(1) >= 0) {
    std::vector<int64_t> known = {-1, shape.dim(1)};
    for (int i = 1; i < out.rank(); ++i) known.push_back(out.dim(i));
    if (std::find(known.begin() + 1, known.end(), -1) == known.end())
      sizes = IntVector(b, DType::kInt64, known);
  }
  if (!sizes) {
    const OutputRef zero = b.Int32Vector({0}), one = b.Int32Vector({1}), two = b.Int32Vector({2});
    const OutputRef front = b.Op("StridedSlice", {b.Op("Shape", {x}), zero, two, one});
    const OutputRef rest = b.Op("StridedSlice", {b.Op("Shape", {y}), one, zero, one}, {{"end_mask", 1}});
    sizes = b.Op("ConcatV2", {front, rest, IntScalar(b, DType::kInt32, 0)});
  }
  ctx.Give(b.Op("Reshape", {y, sizes}), ctx.mask(0));
  return b.status();
}

constexpr Row kWrapperLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "Bidirectional",
        .inputs = "x: T, initial_state: N * T",
        .args = "layer: string; merge_mode: string = 'concat'; backward_layer: string = ''",
        .doc = "Calls a recurrent layer, by its spec, and one like it that goes backwards, or "
               "backward_layer, and merges what both give: concat, sum, ave, mul, or none, which gives "
               "both. With sequences, masked steps give zeros. States and initial states: those of the "
               "first layer, then those of the second. Shapes: as the layer's, with concat of twice its "
               "units.",
        .layer = BidirectionalCall,
        .parts = BidirectionalParts,
    },
    {
        .kind = RowKind::kLayer,
        .name = "TimeDistributed",
        .args = "layer: string",
        .doc =
            "Calls a layer, by its spec, on every step. One with moving statistics trains on one step "
            "after the other. Errors: of training, UNIMPLEMENTED for such a layer where the number of "
            "steps is not known. Shapes: x [b, steps, ...], y [b, steps, ...]; the layer takes [b, "
            "...].",
        .layer = TimeDistributedCall,
        .parts = TimeDistributedParts,
    },
};

}  // namespace

std::span<const Row> WrapperLayerRows() { return kWrapperLayers; }

}  // namespace runnel::learn
