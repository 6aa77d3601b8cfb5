#include "core/passes/follow.h"

#include <algorithm>

#include "plugins/abi/rnlp_fused.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The op that takes programs along; NULL if the node is no product of rows of channels.
const char* FusedOp(const PlanGraph& plan, const PlanNode& node) {
  const bool matmul = node.is("MatMul") || node.is("_FusedMatMul");
  if (matmul) return HasOp("_FusedMatMul") ? "_FusedMatMul" : nullptr;
  if (node.is("BatchMatMulV2")) return HasOp("_FusedBatchMatMulV2") ? "_FusedBatchMatMulV2" : nullptr;
  if (node.is("_MixedMatMul")) return "_MixedMatMul";
  if (node.is("_MixedBatchMatMulV2")) return "_MixedBatchMatMulV2";
  const bool depthwise = node.is("DepthwiseConv2dNative") || node.is("_FusedDepthwiseConv2dNative");
  const bool mixed = node.is("_MixedConv2D");
  if (!depthwise && !mixed && !node.is("Conv2D") && !node.is("_FusedConv2D")) return nullptr;
  const auto* format = node.attr<std::string>("data_format");
  if (format != nullptr && *format != "NHWC") return nullptr;
  const Shape &image = plan.shape(node.inputs[0]), &filter = plan.shape(node.inputs[1]);
  if (image.rank() != 4 || filter.rank() != 4 || image.dim(3) != filter.dim(2))
    return nullptr;  // groups
  if (mixed) return "_MixedConv2D";
  if (depthwise) return HasOp("_FusedDepthwiseConv2dNative") ? "_FusedDepthwiseConv2dNative" : nullptr;
  return HasOp("_FusedConv2D") ? "_FusedConv2D" : nullptr;
}

// The numbers of the values in a program, each in its new place.
std::string Renumbered(std::string_view text, const std::vector<int>& places) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    out += text[i];
    if (text[i++] != ' ') continue;
    size_t value = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
      value = value * 10 + static_cast<size_t>(text[i] - '0');
    out += StrCat(value < places.size() ? places[value] : static_cast<int>(value));
  }
  return out;
}

}  // namespace

bool FollowerFusion::ReadFused(PlanEdge product, const PlanNode& node, Program* out) const {
  const auto* text = node.attr<std::string>("program");
  const auto* runs = node.attr<std::vector<int64_t>>("runs");
  const auto* results = node.attr<std::vector<int64_t>>("results");
  if (text == nullptr || runs == nullptr || results == nullptr || results->size() != 1) return false;
  const auto instructions = std::count(text->begin(), text->end(), ';');
  const auto last = static_cast<int64_t>(node.inputs.size()) + instructions - 1;
  if ((*results)[0] != last) return false;
  std::vector<int> places(node.inputs.size());
  bool found = false;
  for (size_t k = 0; k < node.inputs.size(); ++k) {
    if (node.inputs[k] == product) {
      if (found || (*runs)[k] != RNLP_RUN_ALL) return false;
      found = true;
      continue;
    }
    out->inputs.push_back(node.inputs[k]);
    out->runs.push_back((*runs)[k]);
    places[k] = static_cast<int>(out->inputs.size());
  }
  out->text = Renumbered(*text, places);
  return found;
}

// What the follower makes of the product; false if that cannot be taken along.
bool FollowerFusion::Read(int product, int follower, Program* out) {
  const PlanNode& node = plan_->at(follower);
  const PlanEdge value{product, 0};
  if (node.is(RNLP_OP_FUSED_ELEMENTWISE)) {
    if (!ReadFused(value, node, out)) return false;
  } else {
    if (!elements_.CanJoin(follower)) return false;
    out->text = node.op();
    for (const PlanEdge& in : node.inputs) {
      out->text += in == value ? " 0" : " 1";
      if (in == value) continue;
      int64_t run = 0;
      if (!SpreadsOver(plan_->shape(in), node.shapes[0], &run)) return false;
      out->inputs.push_back(in);
      out->runs.push_back(run);
    }
    out->text += ";";
  }
  const Shape& shape = plan_->at(product).shapes[0];
  if (node.shapes[0] != shape) return false;
  for (size_t k = 0; k < out->inputs.size(); ++k) {
    const int64_t elements = plan_->shape(out->inputs[k]).num_elements();
    if (out->runs[k] > 1) return false;
    if (out->runs[k] == 1 && elements != shape.dim(shape.rank() - 1)) return false;
  }
  return out->inputs.size() < RNLP_FUSED_MAX_INPUTS;
}

Status FollowerFusion::Fuse(int product, int follower, const Program& program) {
  const PlanNode &first = plan_->at(product), &last = plan_->at(follower);
  const auto* epilogue = first.attr<std::string>("epilogue");
  const std::string before =
      epilogue == nullptr || epilogue->empty() ? std::string() : StrCat(*epilogue, ";");
  std::vector<PlanEdge> inputs = first.inputs;
  inputs.insert(inputs.end(), program.inputs.begin(), program.inputs.end());
  AttrList attrs = {{"N", AttrValue(static_cast<int64_t>(inputs.size() - 2))},
                    {"epilogue", AttrValue(StrCat(before, program.text))},
                    {"runs", AttrValue(program.runs)}};
  for (const char* name : {"transpose_a", "transpose_b", "adj_x", "adj_y", "strides", "padding",
                           "explicit_paddings", "data_format", "dilations"}) {
    if (const AttrValue* value = FindAttr(*first.attrs, name)) attrs.emplace_back(name, *value);
  }
  RUNNEL_ASSIGN_OR_RETURN(const int made,
                          plan_->Add(plan_->UniqueName(last.name), FusedOp(*plan_, first), inputs,
                                     std::move(attrs), last.device, first.controls));
  plan_->at(made).where = last.where;
  plan_->at(made).placed = last.placed;
  plan_->at(made).shapes = {last.shapes[0]};
  if (!same_library_(first, plan_->at(made))) {
    plan_->at(made).removed = true;
    return OkStatus();
  }
  Replace(made, follower, {product, follower});
  return OkStatus();
}

Status FollowerFusion::Run(std::span<const int> members,
                           const std::function<bool(int node)>& is_kernel) {
  std::vector<bool> inside(plan_->nodes.size(), false);
  for (const int i : members) inside[static_cast<size_t>(i)] = true;
  for (const int i : members) {
    const PlanNode& node = plan_->at(i);
    if (node.removed || node.feed >= 0 || node.placed == nullptr || !is_kernel(i)) continue;
    if (FusedOp(*plan_, node) == nullptr || !MayGo(i, node.placed) || !IsFloating(node.output_types[0]))
      continue;
    const auto* runs = node.attr<std::vector<int64_t>>("runs");
    if (runs != nullptr && !runs->empty()) continue;
    const int next = ReaderOf(i);
    if (!MayGo(next, node.placed) || !inside[static_cast<size_t>(next)]) continue;
    if (!plan_->at(next).controls.empty() || !is_kernel(next)) continue;
    Program program;
    if (Read(i, next, &program)) RUNNEL_RETURN_IF_ERROR(Fuse(i, next, program));
  }
  return OkStatus();
}

}  // namespace runnel
