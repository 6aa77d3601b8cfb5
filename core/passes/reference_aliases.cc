#include "core/passes/reference_aliases.h"

#include <algorithm>
#include <string_view>

#include "core/graph/ref_variables.h"

namespace runnel {
namespace {

std::string_view Text(const PlanNode& node, std::string_view attr) {
  const auto* text = node.attr<std::string>(attr);
  return text == nullptr ? std::string_view() : *text;
}

bool MergeInto(std::vector<int>* to, const std::vector<int>& from) {
  std::vector<int> both;
  std::set_union(to->begin(), to->end(), from.begin(), from.end(), std::back_inserter(both));
  const bool grew = both.size() > to->size();
  *to = std::move(both);
  return grew;
}

bool IsReshape(const PlanNode& node) {
  return node.is("Reshape") || node.is("ExpandDims") || node.is("Squeeze") || node.is("Pack");
}

// Ops that read a variable without changing it.
bool OnlyReads(const PlanNode& node) {
  return node.is("ReadVariableOp") || node.is("VarIsInitializedOp") || node.is("ResourceGather") ||
         node.is("ResourceGatherNd") || node.is("VariableShape");
}

}  // namespace

bool IsReferenceRead(const PlanNode& node) {
  if (!node.is("ReadVariableOp") || node.removed || node.feed >= 0) return false;
  const bool* reference = node.attr<bool>(kReferenceAttr);
  return reference != nullptr && *reference;
}

int SharedInput(const PlanNode& node, int output) {
  if (node.feed >= 0 || node.inputs.empty()) return -1;
  if (node.is("Switch")) return 0;
  if (node.is("IdentityN")) return output;
  if (output != 0) return -1;
  const auto is_one = [&](std::string_view attr) {
    const auto* count = node.attr<int64_t>(attr);
    return count != nullptr && *count == 1;
  };
  if (node.is("AddN") || node.is("Pack")) return is_one("N") ? 0 : -1;
  if (node.is("Split")) return is_one("num_split") ? 1 : -1;
  if (node.is("Cast")) {
    const auto *from = node.attr<DType>("SrcT"), *to = node.attr<DType>("DstT");
    return from != nullptr && to != nullptr && *from == *to ? 0 : -1;
  }
  const bool shares = node.is("Identity") || node.is("Enter") || node.is("Exit") ||
                      node.is("NextIteration") || node.is("StopGradient") ||
                      node.is("PreventGradient") || node.is("PlaceholderWithDefault") ||
                      node.is("CheckNumerics") || node.is("EnsureShape") || node.is("GuaranteeConst") ||
                      node.is("DebugGradientIdentity") || IsReshape(node);
  return shares ? 0 : -1;
}

HandleOrigins::HandleOrigins(const PlanGraph& plan, const std::vector<int>& order) : plan_(plan) {
  std::map<std::pair<std::string_view, std::string_view>, int> first;
  bool changed = true;
  while (changed) {
    changed = false;
    for (const int i : order) {
      const PlanNode& node = plan.at(i);
      for (size_t k = 0; k < node.output_types.size(); ++k) {
        if (node.output_types[k] != DType::kResource) continue;
        const PlanEdge to{i, static_cast<int>(k)};
        const int input = SharedInput(node, to.index);
        if (node.is("Merge")) {
          for (const PlanEdge& in : node.inputs) changed |= Join(to, Of(in));
        } else if (input >= 0) {
          changed |= Join(to, Of(node.inputs[static_cast<size_t>(input)]));
        } else if (node.is("VarHandleOp")) {
          const std::string_view shared = Text(node, "shared_name");
          const auto it =
              first.try_emplace({Text(node, "container"), shared.empty() ? node.name : shared}, i);
          changed |= Join(to, {it.first->second});
        } else if (node.inputs.empty() || node.feed >= 0) {
          // A feed, an argument, or the resource of another op such as a queue: only a feed may be a
          // variable.
          if (node.feed >= 0 || node.is("_Arg") || node.is("Placeholder") || node.is("_HostRecv")) {
            changed |= Join(to, {kAny});
          }
        }
      }
    }
  }
}

bool HandleOrigins::Join(PlanEdge to, const std::vector<int>& from) {
  return !from.empty() && MergeInto(&of_[{to.node, to.index}], from);
}

const std::vector<int>& HandleOrigins::Of(PlanEdge handle) const {
  static const std::vector<int> kNone;
  const auto it = of_.find({handle.node, handle.index});
  return it == of_.end() ? kNone : it->second;
}

std::vector<int> HandleOrigins::WrittenBy(int i) const {
  const PlanNode& node = plan_.at(i);
  std::vector<int> written;
  if (OnlyReads(node)) return written;
  for (size_t k = 0; k < node.inputs.size(); ++k) {
    if (plan_.type(node.inputs[k]) != DType::kResource) continue;
    // Passed on, not used.
    if (node.is("Merge") || SharedInput(node, node.is("IdentityN") ? static_cast<int>(k) : 0) >= 0)
      continue;
    MergeInto(&written, Of(node.inputs[k]));
  }
  return written;
}

Aliases::Aliases(const PlanGraph& plan, const std::vector<int>& order) : plan_(plan) {
  bool changed = true;
  for (bool first = true; changed; first = false) {
    changed = false;
    for (const int i : order) changed |= Update(i, first);
  }
}

bool Aliases::Update(int i, bool is_first_round) {
  const PlanNode& node = plan_.at(i);
  if (IsReferenceRead(node)) {
    Alias self;
    self.reads = {i};
    return Join({i, 0}, self);
  }
  if (node.is("Merge")) {
    Alias all;
    for (const PlanEdge& in : node.inputs) {
      const Alias* one = Find(in);
      if (one == nullptr) {
        // A back edge's value is not known yet: the guess is corrected in the next round.
        all.certain &= is_first_round && plan_.IsBackEdge(i, in);
        continue;
      }
      MergeInto(&all.reads, one->reads);
      all.certain &= one->certain;
      all.moved |= one->moved || plan_.IsBackEdge(i, in);
      all.reshaped |= one->reshaped;
    }
    return !all.reads.empty() && Join({i, 0}, all);
  }
  bool changed = false;
  for (size_t k = 0; k < node.output_types.size(); ++k) {
    const int input = SharedInput(node, static_cast<int>(k));
    const Alias* one = input < 0 ? nullptr : Find(node.inputs[static_cast<size_t>(input)]);
    if (one == nullptr) continue;
    Alias copy = *one;
    copy.moved |= node.is("Exit") || node.is("NextIteration");
    copy.reshaped |= IsReshape(node);
    changed |= Join({i, static_cast<int>(k)}, copy);
  }
  return changed;
}

bool Aliases::Join(PlanEdge to, const Alias& from) {
  const auto [it, is_new] = of_.try_emplace({to.node, to.index}, from);
  Alias& at = it->second;
  if (is_new) return true;
  const Alias before = at;
  at.certain &= from.certain;
  at.moved |= from.moved;
  at.reshaped |= from.reshaped;
  return MergeInto(&at.reads, from.reads) || at.certain != before.certain || at.moved != before.moved ||
         at.reshaped != before.reshaped;
}

}  // namespace runnel
