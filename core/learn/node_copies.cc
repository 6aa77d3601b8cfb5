#include "core/learn/node_copies.h"

#include <algorithm>

#include "core/learn/layers.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

std::pair<int, int> KeyOf(OutputRef value) { return {value.node->id(), value.index}; }

bool IsBackEdge(const Node& node, OutputRef input) {
  return node.op() == "Merge" && input.node->op() == "NextIteration";
}

// The nodes of a loop are copied together or not at all.
bool IsLoop(const Node& node) {
  static constexpr std::string_view kOps[] = {"Enter", "Merge",         "Switch",
                                              "Exit",  "NextIteration", "LoopCond"};
  return std::find(std::begin(kOps), std::end(kOps), node.op()) != std::end(kOps);
}

// A resource that belongs to one step: a copy of what uses it needs one of its own.
bool IsOfStep(const Node& node) {
  return FindAttr(node.attrs(), "tensor_array_name") != nullptr ||
         FindAttr(node.attrs(), "stack_name") != nullptr;
}

bool UsesTable(const Node& node) {
  return std::any_of(node.inputs().begin(), node.inputs().end(), [](OutputRef input) {
    return TypeOf(input) == DType::kResource &&
           FindAttr(input.node->attrs(), "shared_name") != nullptr && input.node->op() != "VarHandleOp";
  });
}

}  // namespace

void NodeCopies::Replace(OutputRef original, OutputRef by) { replaced_[KeyOf(original)] = by; }

OutputRef NodeCopies::Now(OutputRef value) const {
  if (const auto found = replaced_.find(KeyOf(value)); found != replaced_.end()) return found->second;
  return {seen_.at(value.node->id()), value.index};
}

std::vector<Node*> NodeCopies::Needed(std::span<const OutputRef> values,
                                      std::span<Node* const> nodes) const {
  std::vector<Node*> found, left;
  std::unordered_map<int, bool> known;
  const auto need = [&](Node* node) {
    if (seen_.find(node->id()) == seen_.end() && known.emplace(node->id(), true).second)
      left.push_back(node);
  };
  const auto need_value = [&](OutputRef value) {
    if (value && replaced_.find(KeyOf(value)) == replaced_.end()) need(value.node);
  };
  for (const OutputRef value : values) need_value(value);
  for (Node* const node : nodes) need(node);
  while (!left.empty()) {
    Node* const node = left.back();
    left.pop_back();
    found.push_back(node);
    for (const OutputRef input : node->inputs()) need_value(input);
    for (Node* const before : node->control_inputs()) need(before);
  }
  // Nodes are added behind their inputs, but for back edges.
  std::sort(found.begin(), found.end(), [](Node* a, Node* b) { return a->id() < b->id(); });
  return found;
}

bool NodeCopies::IsCopied(const Node& node) const {
  if (node.op().starts_with("Placeholder") && node.num_inputs() == 0) return false;
  if (IsLoop(node) || IsOfStep(node) || (node.schema().flags & kOpStateful) == 0) return true;
  const auto differs = [this](const Node* before) { return seen_.at(before->id()) != before; };
  return std::any_of(node.inputs().begin(), node.inputs().end(),
                     [&](OutputRef input) {
                       return replaced_.find(KeyOf(input)) != replaced_.end() || differs(input.node);
                     }) ||
         std::any_of(node.control_inputs().begin(), node.control_inputs().end(), differs);
}

std::string NodeCopies::DeviceFor(const Node& node) const {
  return UsesTable(node) ? node.device() : device_;
}

Status NodeCopies::Copy(Node* node) {
  NodeSpec spec;
  spec.op = node->op();
  spec.name = graph_->UniqueName(StrCat(scope_, "/", node->name()));
  spec.device = DeviceFor(*node);
  for (const auto& [name, value] : node->attrs()) {
    if (name != "_class") spec.attrs.emplace_back(name, value);
  }
  if (const auto* frame = node->attr<std::string>("frame_name"))
    SetAttr(&spec.attrs, "frame_name", StrCat(scope_, "/", *frame));
  if (const auto* seed = node->attr<int64_t>("seed2"); seed != nullptr && number_ != 0)
    SetAttr(&spec.attrs, "seed2", MixSeed(*seed, number_) & 0x7fffffff);
  OutputRef back;
  for (const OutputRef input : node->inputs()) {
    if (IsBackEdge(*node, input)) {
      back = input;
    } else {
      spec.inputs.push_back(Now(input));
    }
  }
  for (const Node* before : node->control_inputs())
    spec.control_inputs.push_back(seen_.at(before->id()));
  RUNNEL_ASSIGN_OR_RETURN(seen_[node->id()], graph_->AddNode(std::move(spec)));
  if (back) open_.emplace_back(seen_[node->id()], back);
  return OkStatus();
}

Status NodeCopies::CopyNeeded(std::span<const OutputRef> values, std::span<Node* const> nodes) {
  for (Node* const node : Needed(values, nodes)) {
    if (IsCopied(*node)) {
      RUNNEL_RETURN_IF_ERROR(Copy(node));
    } else {
      seen_[node->id()] = node;
    }
  }
  for (const auto& [merge, back] : open_)
    RUNNEL_RETURN_IF_ERROR(graph_->CloseLoop(merge, Now(back), true));
  open_.clear();
  return OkStatus();
}

Result<std::vector<OutputRef>> NodeCopies::Of(std::span<const OutputRef> values) {
  RUNNEL_RETURN_IF_ERROR(CopyNeeded(values, {}));
  std::vector<OutputRef> copies;
  for (const OutputRef value : values) copies.push_back(value ? Now(value) : OutputRef());
  return copies;
}

Result<std::vector<Node*>> NodeCopies::Of(std::span<Node* const> nodes) {
  RUNNEL_RETURN_IF_ERROR(CopyNeeded({}, nodes));
  std::vector<Node*> copies;
  for (const Node* node : nodes) copies.push_back(seen_.at(node->id()));
  return copies;
}

}  // namespace runnel::learn
