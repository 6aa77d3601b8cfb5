// Groups of nodes that have to be on one device, over the whole graph.
#include "core/passes/colocation.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "core/graph/device_name.h"

namespace runnel {
namespace {

class Groups {
 public:
  explicit Groups(const Graph& graph) : graph_(graph), parent_(static_cast<size_t>(graph.num_nodes())) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (int i = 0; i < graph.num_nodes(); ++i) JoinOthers(*graph.node(i));
    // As in placement: users of a resource go where its owner is.
    for (const bool users : {false, true}) {
      for (int i = 0; i < graph.num_nodes(); ++i) {
        if (UsesResource(*graph.node(i)) == users) Ask(*graph.node(i));
      }
    }
  }

  // nullptr if no node asks for a device.
  const DeviceName* wanted(const Node& node) {
    const auto it = wanted_.find(Find(node.id()));
    return it == wanted_.end() ? nullptr : &it->second;
  }

 private:
  int Find(int i) {
    while (parent_[static_cast<size_t>(i)] != i) {
      int& parent = parent_[static_cast<size_t>(i)];
      parent = parent_[static_cast<size_t>(parent)];
      i = parent;
    }
    return i;
  }
  static bool UsesResource(const Node& node) {
    return std::any_of(node.inputs().begin(), node.inputs().end(), [](const OutputRef& in) {
      return in.node != nullptr && in.node->output_type(in.index) == DType::kResource;
    });
  }
  void Join(int a, int b) { parent_[static_cast<size_t>(Find(a))] = Find(b); }

  void JoinOthers(const Node& node) {
    for (const OutputRef& in : node.inputs()) {
      if (in.node != nullptr && in.node->output_type(in.index) == DType::kResource)
        Join(node.id(), in.node->id());
    }
    const AttrValue* classes = FindAttr(node.attrs(), "_class");
    const auto* texts = classes == nullptr ? nullptr : classes->get_if<std::vector<std::string>>();
    if (texts == nullptr) return;
    for (const std::string& text : *texts) {
      if (!text.starts_with("loc:@")) continue;
      const Node* other = graph_.FindNode(std::string_view(text).substr(5));
      if (other != nullptr) Join(node.id(), other->id());
    }
  }

  void Ask(const Node& node) {
    if (node.device().empty()) return;
    const auto device = DeviceName::Parse(node.device());
    if (!device.ok()) return;  // placement names the node, if it is ever needed
    DeviceName& wanted = wanted_[Find(node.id())];
    if (DeviceName both = wanted; both.MergeFrom(*device)) wanted = std::move(both);
  }

  const Graph& graph_;
  std::vector<int> parent_;
  std::unordered_map<int, DeviceName> wanted_;
};

bool IsBesideOne(const Node& node, const std::unordered_set<std::string_view>& names) {
  const AttrValue* classes = FindAttr(node.attrs(), "_class");
  const auto* texts = classes == nullptr ? nullptr : classes->get_if<std::vector<std::string>>();
  return texts != nullptr && std::any_of(texts->begin(), texts->end(), [&](const std::string& text) {
           return text.starts_with("loc:@") && names.contains(std::string_view(text).substr(5));
         });
}

}  // namespace

void InheritDevices(const Graph& graph, std::span<const std::pair<const Node*, int>> copies,
                    PlanGraph* plan) {
  bool asked = false;
  for (int i = 0; i < graph.num_nodes() && !asked; ++i) asked = !graph.node(i)->device().empty();
  if (!asked) return;
  Groups groups(graph);
  std::unordered_set<std::string_view> names;
  for (const auto& [node, number] : copies) names.insert(node->name());
  for (const auto& [node, number] : copies) {
    PlanNode& copy = plan->at(number);
    // Placement itself puts it beside a node that is in the plan, and can say why.
    if (!copy.device.empty() || IsBesideOne(*node, names)) continue;
    const DeviceName* wanted = groups.wanted(*node);
    if (wanted != nullptr) copy.device = wanted->ToString();
  }
}

}  // namespace runnel
