// Groups of nodes that have to be on one device, over the whole graph.
#include "core/passes/colocation.h"

#include <numeric>
#include <unordered_map>

#include "core/graph/device_name.h"

namespace runnel {
namespace {

class Groups {
 public:
  explicit Groups(const Graph& graph) : graph_(graph), parent_(static_cast<size_t>(graph.num_nodes())) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (int i = 0; i < graph.num_nodes(); ++i) JoinOthers(*graph.node(i));
    for (int i = 0; i < graph.num_nodes(); ++i) Ask(*graph.node(i));
  }

  // nullptr where nobody asks for anything.
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

}  // namespace

void InheritDevices(const Graph& graph, std::span<const std::pair<const Node*, int>> copies,
                    PlanGraph* plan) {
  bool asked = false;
  for (int i = 0; i < graph.num_nodes() && !asked; ++i) asked = !graph.node(i)->device().empty();
  if (!asked) return;
  Groups groups(graph);
  // What the copies of a group ask for themselves, placement sees, and can name who asks.
  std::unordered_map<const DeviceName*, DeviceName> seen;
  for (const auto& [node, number] : copies) {
    const DeviceName* wanted = groups.wanted(*node);
    if (wanted == nullptr || plan->at(number).device.empty()) continue;
    const auto own = DeviceName::Parse(plan->at(number).device);
    if (own.ok()) seen[wanted].MergeFrom(*own);
  }
  for (const auto& [node, number] : copies) {
    PlanNode& copy = plan->at(number);
    const DeviceName* wanted = groups.wanted(*node);
    if (wanted == nullptr || !copy.device.empty()) continue;
    const auto it = seen.find(wanted);
    if (it == seen.end() || it->second.ToString() != wanted->ToString())
      copy.device = wanted->ToString();
  }
}

}  // namespace runnel
