// Values that move between memories have their _Send and _Recv in the plan already. Other edges between
// two devices (data that stays in host memory, mere order) are no nodes there, since one executor serves
// all local devices; here each is written as the pair that it stands for, one per tensor and
// destination.
#include "core/runtime/plan/partition_graphs.h"

#include <map>

#include "core/runtime/devices/device.h"

namespace runnel {
namespace {

std::string InputName(std::string_view node, int index) {
  return index == 0 ? std::string(node) : StrCat(node, ":", index);
}

class PartitionWriter {
 public:
  // `nothing` is a float tensor without elements.
  PartitionWriter(const PlanGraph& graph, const Tensor& nothing) : graph_(graph), nothing_(nothing) {}

  std::map<std::string, GraphDef> Run() {
    for (const PlanNode& node : graph_.nodes) {
      if (!node.removed && node.placed != nullptr) Write(node);
    }
    return std::move(by_device_);
  }

 private:
  void Write(const PlanNode& node) {
    NodeDef def;
    def.name = node.name;
    def.op = node.op();
    def.device = node.placed->name();
    def.attrs = *node.attrs;
    // The edge from a _Send to its _Recv is the rendezvous.
    if (!node.is("_Recv")) {
      for (const PlanEdge& in : node.inputs) {
        def.inputs.push_back(Crosses(in.node, node) ? Transfer(in, node.placed)
                                                    : InputName(graph_.at(in.node).name, in.index));
      }
    }
    for (const int c : node.controls) {
      def.inputs.push_back("^" +
                           (Crosses(c, node) ? Transfer({c, -1}, node.placed) : graph_.at(c).name));
    }
    Add(std::move(def));
  }

  bool Crosses(int source, const PlanNode& to) const {
    const Device* from = graph_.at(source).placed;
    return from != nullptr && from != to.placed;
  }

  void Add(NodeDef def) { by_device_[def.device].nodes.push_back(std::move(def)); }

  // The _Recv on `to` that stands for `edge`; index -1 is the node's end, told by an empty tensor.
  std::string Transfer(PlanEdge edge, const Device* to) {
    std::string& recv_name = transfers_[std::tuple(edge.node, edge.index, to)];
    if (!recv_name.empty()) return recv_name;
    const PlanNode& source = graph_.at(edge.node);
    const int number = static_cast<int>(transfers_.size());
    const std::string tensor_name =
        edge.index < 0 ? StrCat("order_", source.name) : StrCat("edge_", source.name, "_", edge.index);
    std::string input = InputName(source.name, edge.index);
    DType dtype = DType::kFloat;
    if (edge.index < 0) {
      NodeDef order;
      order.name = input = StrCat(source.name, "/_rnl_order_", number);
      order.op = "Const";
      order.device = source.placed->name();
      order.inputs = {"^" + source.name};
      order.attrs = {{"dtype", AttrValue(dtype)}, {"value", AttrValue(nothing_)}};
      Add(std::move(order));
    } else {
      dtype = graph_.type(edge);
    }
    AttrList ends{{"client_terminated", AttrValue(false)},
                  {"recv_device", AttrValue(to->name())},
                  {"send_device", AttrValue(source.placed->name())},
                  {"send_device_incarnation", AttrValue(int64_t{1})},
                  {"tensor_name", AttrValue(tensor_name)}};
    NodeDef send{
        StrCat(source.name, "/_rnl_send_", number), "_Send", {input}, source.placed->name(), ends};
    send.attrs.emplace(send.attrs.begin(), "T", AttrValue(dtype));
    NodeDef recv{StrCat(source.name, "/_rnl_recv_", number), "_Recv", {}, to->name(), std::move(ends)};
    recv.attrs.emplace_back("tensor_type", AttrValue(dtype));
    recv_name = recv.name;
    Add(std::move(send));
    Add(std::move(recv));
    return recv_name;
  }

  const PlanGraph& graph_;
  const Tensor& nothing_;
  std::map<std::string, GraphDef> by_device_;
  std::map<std::tuple<int, int, const Device*>, std::string> transfers_;
};

}  // namespace

Result<std::vector<std::pair<std::string, GraphDef>>> PartitionGraphs(const PlanGraph& graph) {
  RUNNEL_ASSIGN_OR_RETURN(const Tensor nothing,
                          Tensor::FromValues<float>(Shape({0}), std::span<const float>()));
  std::vector<std::pair<std::string, GraphDef>> graphs;
  for (auto& [device, def] : PartitionWriter(graph, nothing).Run()) {
    graphs.emplace_back(device, std::move(def));
  }
  return graphs;
}

}  // namespace runnel
