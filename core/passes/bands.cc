#include "core/passes/bands.h"

#include <algorithm>
#include <string>
#include <utility>

#include "plugins/abi/rnlp_fused.h"

namespace runnel {
namespace {

// What is between, of one image, in floats: less stays in the second cache of a core by itself.
constexpr int64_t kLeastElements = (1 << 20) / 4;
constexpr int64_t kLeastChannels = 32;
constexpr int64_t kMostDepth = 384;  // channels of the image, which a tile sums at once

bool IsChannelsLast(const PlanNode& node) {
  const auto* format = node.attr<std::string>("data_format");
  return format == nullptr || *format == "NHWC";
}

// Whether a list attribute of four numbers has `value` in both of its spatial places.
bool HasPair(const PlanNode& node, const char* name, int64_t value) {
  const auto* list = node.attr<std::vector<int64_t>>(name);
  return list == nullptr || (list->size() == 4 && (*list)[1] == value && (*list)[2] == value);
}

std::string TextOf(const PlanNode& node, const char* name) {
  const auto* text = node.attr<std::string>(name);
  return text == nullptr ? std::string() : *text;
}

std::vector<int64_t> RunsOf(const PlanNode& node) {
  const auto* runs = node.attr<std::vector<int64_t>>("runs");
  return runs == nullptr ? std::vector<int64_t>() : *runs;
}

}  // namespace

bool BandFusion::Widens(const PlanNode& node) const {
  if (!node.is("Conv2D") && !node.is("_FusedConv2D")) return false;
  const Shape &image = plan_->shape(node.inputs[0]), &filter = plan_->shape(node.inputs[1]);
  const Shape& wide = node.shapes[0];
  if (image.rank() != 4 || !filter.IsFullyDefined() || !wide.IsFullyDefined()) return false;
  const bool pointwise = filter.rank() == 4 && filter.dim(0) == 1 && filter.dim(1) == 1 &&
                         filter.dim(2) == image.dim(3) && filter.dim(2) > 0;
  if (!pointwise || filter.dim(2) > kMostDepth || filter.dim(3) < kLeastChannels) return false;
  if (wide.dim(1) * wide.dim(2) * wide.dim(3) < kLeastElements) return false;
  const std::vector<int64_t> runs = RunsOf(node);
  return TextOf(node, "padding") != "EXPLICIT" && HasPair(node, "strides", 1) && IsChannelsLast(node) &&
         std::find(runs.begin(), runs.end(), RNLP_RUN_ALL) == runs.end();
}

bool BandFusion::GoesInBands(const PlanNode& node) const {
  if (!node.is("DepthwiseConv2dNative") && !node.is("_FusedDepthwiseConv2dNative")) return false;
  const Shape& filter = plan_->shape(node.inputs[1]);
  const bool square = filter.rank() == 4 && filter.dim(0) == filter.dim(1) && filter.dim(3) == 1;
  if (!square || (filter.dim(0) != 3 && filter.dim(0) != 5) || !IsChannelsLast(node)) return false;
  return HasPair(node, "dilations", 1) && (HasPair(node, "strides", 1) || HasPair(node, "strides", 2));
}

Status BandFusion::Fuse(int pointwise, int depthwise) {
  const PlanNode &first = plan_->at(pointwise), &last = plan_->at(depthwise);
  std::vector<PlanEdge> inputs = {first.inputs[0], first.inputs[1], last.inputs[1]};
  inputs.insert(inputs.end(), first.inputs.begin() + 2, first.inputs.end());
  inputs.insert(inputs.end(), last.inputs.begin() + 2, last.inputs.end());
  AttrList attrs = {{"M", AttrValue(static_cast<int64_t>(first.inputs.size() - 2))},
                    {"N", AttrValue(static_cast<int64_t>(last.inputs.size() - 2))},
                    {"pointwise_epilogue", AttrValue(TextOf(first, "epilogue"))},
                    {"pointwise_runs", AttrValue(RunsOf(first))},
                    {"epilogue", AttrValue(TextOf(last, "epilogue"))},
                    {"runs", AttrValue(RunsOf(last))}};
  for (const char* name : {"strides", "padding", "explicit_paddings", "dilations"}) {
    if (const AttrValue* value = FindAttr(*last.attrs, name)) attrs.emplace_back(name, *value);
  }
  RUNNEL_ASSIGN_OR_RETURN(const int made,
                          plan_->Add(plan_->UniqueName(last.name), "_FusedPointwiseDepthwise", inputs,
                                     std::move(attrs), last.device, first.controls));
  plan_->at(made).where = last.where;
  plan_->at(made).placed = last.placed;
  plan_->at(made).shapes = {last.shapes[0]};
  if (!same_library_(first, plan_->at(made)) || !same_library_(last, plan_->at(made))) {
    plan_->at(made).removed = true;
    return OkStatus();
  }
  Replace(made, depthwise, {pointwise, depthwise});
  return OkStatus();
}

Status BandFusion::Run(std::span<const int> members, const std::function<bool(int node)>& is_kernel) {
  std::vector<bool> inside(plan_->nodes.size(), false);
  for (const int i : members) inside[static_cast<size_t>(i)] = true;
  for (const int i : members) {
    const PlanNode& node = plan_->at(i);
    if (node.removed || node.feed >= 0 || node.placed == nullptr || !is_kernel(i)) continue;
    if (!Widens(node) || node.output_types[0] != DType::kFloat || !MayGo(i, node.placed)) continue;
    const int next = ReaderOf(i);
    if (!MayGo(next, node.placed) || !inside[static_cast<size_t>(next)] || !is_kernel(next)) continue;
    const PlanNode& reader = plan_->at(next);
    if (!reader.controls.empty() || reader.inputs[0] != PlanEdge{i, 0} || !GoesInBands(reader)) continue;
    RUNNEL_RETURN_IF_ERROR(Fuse(i, next));
  }
  return OkStatus();
}

}  // namespace runnel
