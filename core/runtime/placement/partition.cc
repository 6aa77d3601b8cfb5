// Which memory every value lies in, and the transfers between memories.
//
// Devices that compute in host memory, host kernels and the runtime's own ops share one memory, "host".
// Every other device has its own. A transfer is a _Send, which hands the value on, and a _Recv, which
// makes the copy and completes when the copy has arrived; both stay in the frame of the value, so loops
// across devices need nothing more.
#include "core/runtime/placement/partition.h"

#include <algorithm>
#include <map>

#include "core/runtime/devices/device.h"
#include "core/runtime/devices/device_group.h"
#include "core/runtime/host_ops/host_kernel.h"
#include "core/runtime/kernels/kernel_select.h"

namespace runnel {
namespace {

Device* MemoryOf(Device* device) {
  return device == nullptr || device->host_memory() ? nullptr : device;
}

class Partitioner {
 public:
  Partitioner(const PluginSet& plugins, PlanGraph* plan) : plugins_(plugins), plan_(plan) {
    for (Device* device : plugins.devices()) {
      if (host_ == nullptr && device->host_memory()) host_ = device;
    }
  }

  Status Run() {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan_->TopologicalOrder());
    for (const int i : order) RUNNEL_RETURN_IF_ERROR(Visit(i));
    // Adds the back edges: their Merges were placed before the values existed.
    for (const int i : order) {
      if (!plan_->at(i).is("Merge")) continue;
      for (size_t k = 1; k < plan_->at(i).inputs.size(); ++k) {
        const PlanEdge in = plan_->at(i).inputs[k];
        if (!plan_->IsBackEdge(i, in)) continue;  // Visit has brought it
        RUNNEL_ASSIGN_OR_RETURN(plan_->at(i).inputs[k], BringBackEdge(in, plan_->at(i).where[0]));
      }
    }
    for (const int next : replaced_) plan_->at(next).removed = !IsUsed(next);
    return OkStatus();
  }

  Status FetchesToHost() {
    for (PlanFetch& fetch : plan_->fetches) {
      RUNNEL_ASSIGN_OR_RETURN(fetch.source, Bring(fetch.source, nullptr));
    }
    return OkStatus();
  }

 private:
  // The place of `edge`'s value in the memory of `to`, with a transfer if it is not there yet.
  Result<PlanEdge> Bring(PlanEdge edge, Device* to) {
    Device* from = plan_->at(edge.node).where[static_cast<size_t>(edge.index)];
    if (from == to) return edge;
    const auto key = std::tuple(edge.node, edge.index, to);
    if (const auto it = transfers_.find(key); it != transfers_.end()) return it->second;
    const DType dtype = plan_->type(edge);
    if (!IsPlainData(dtype)) {
      return InvalidArgument("node \"", plan_->at(edge.node).name, "\": a value of type ",
                             DTypeName(dtype), " cannot be copied between ",
                             from == nullptr ? "host memory" : from->name(), " and ",
                             to == nullptr ? "host memory" : to->name());
    }
    if (plan_->at(edge.node).is("Const")) return CopyConstant(edge, to);
    const PlanNode& source = plan_->at(edge.node);
    const std::string tensor_name = StrCat("edge_", source.name, "_", edge.index);
    const Shape shape = plan_->shape(edge);
    Device* source_device = from != nullptr ? from : source.placed;
    Device* destination = to != nullptr ? to : host_ != nullptr ? host_ : source_device;
    AttrList attrs{{"T", AttrValue(dtype)},
                   {"client_terminated", AttrValue(false)},
                   {"recv_device", AttrValue(destination->name())},
                   {"send_device", AttrValue(source_device->name())},
                   {"send_device_incarnation", AttrValue(int64_t{1})},
                   {"tensor_name", AttrValue(tensor_name)}};
    const std::string name = source.name;
    RUNNEL_ASSIGN_OR_RETURN(
        const int send, AddTransferNode("_Send", name, attrs, edge, dtype, shape, from, source_device));
    attrs.erase(attrs.begin());
    attrs.emplace_back("tensor_type", AttrValue(dtype));
    RUNNEL_ASSIGN_OR_RETURN(
        const int recv, AddTransferNode("_Recv", name, attrs, {send, 0}, dtype, shape, to, destination));
    const PlanEdge arrived{recv, 0};
    transfers_[key] = arrived;
    return arrived;
  }

  // Moves a back edge's value before its NextIteration, because a Merge must read a NextIteration. There
  // is one NextIteration per memory.
  Result<PlanEdge> BringBackEdge(PlanEdge edge, Device* to) {
    if (plan_->at(edge.node).where[0] == to) return edge;
    const auto key = std::tuple(edge.node, edge.index, to);
    if (const auto it = transfers_.find(key); it != transfers_.end()) return it->second;
    const PlanEdge value = plan_->at(edge.node).inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge brought, Bring(value, to));
    PlanNode next = plan_->at(edge.node);
    next.name = plan_->UniqueName(next.name);
    next.inputs = {brought};
    next.where = {to};
    next.placed = plan_->at(brought.node).placed;
    plan_->nodes.push_back(std::move(next));
    replaced_.push_back(edge.node);
    return transfers_[key] = PlanEdge{static_cast<int>(plan_->nodes.size()) - 1, 0};
  }

  bool IsUsed(int node) const {
    for (const PlanNode& user : plan_->nodes) {
      if (user.removed) continue;
      for (const PlanEdge& in : user.inputs) {
        if (in.node == node) return true;
      }
      if (std::find(user.controls.begin(), user.controls.end(), node) != user.controls.end())
        return true;
    }
    for (const PlanFetch& fetch : plan_->fetches) {
      if (fetch.source.node == node) return true;
    }
    return std::find(plan_->targets.begin(), plan_->targets.end(), node) != plan_->targets.end();
  }

  // A constant is copied to where it is needed when the plan is made; no step moves it.
  Result<PlanEdge> CopyConstant(PlanEdge edge, Device* to) {
    PlanNode copy = plan_->at(edge.node);
    copy.name = plan_->UniqueName(copy.name);
    copy.where = {to};
    plan_->nodes.push_back(std::move(copy));
    const PlanEdge arrived{static_cast<int>(plan_->nodes.size()) - 1, 0};
    transfers_[std::tuple(edge.node, edge.index, to)] = arrived;
    return arrived;
  }

  // In a plan, unlike in a GraphDef, a _Send has an output and a _Recv an input: the edge between the
  // two.
  Result<int> AddTransferNode(std::string_view op, const std::string& of, const AttrList& attrs,
                              PlanEdge input, DType dtype, const Shape& shape, Device* where,
                              Device* placed) {
    RUNNEL_ASSIGN_OR_RETURN(const OpSchema* schema, plan_->registry().Find(op));
    PlanNode node;
    node.name = plan_->UniqueName(of);
    node.schema = schema;
    node.attrs = plan_->Own(attrs);
    node.inputs = {input};
    node.output_types = {dtype};
    node.shapes = {shape};
    node.handles.resize(1);
    node.placed = placed;
    node.where = {where};
    plan_->nodes.push_back(std::move(node));
    return static_cast<int>(plan_->nodes.size()) - 1;
  }

  Status BringAll(int i, Device* to) {
    for (size_t k = 0; k < plan_->at(i).inputs.size(); ++k) {
      const PlanEdge in = plan_->at(i).inputs[k];
      if (plan_->IsBackEdge(i, in)) continue;
      RUNNEL_ASSIGN_OR_RETURN(plan_->at(i).inputs[k], Bring(in, Constrained(in, to)));
    }
    return OkStatus();
  }

  // Strings and resources never leave host memory.
  Device* Constrained(PlanEdge in, Device* to) const {
    return IsPlainData(plan_->type(in)) ? to : nullptr;
  }

  Status Visit(int i) {
    PlanNode* node = &plan_->at(i);
    Device* const memory = MemoryOf(node->placed);
    const size_t outputs = node->output_types.size();
    const auto input_memory = [&](size_t k) {
      const PlanEdge in = plan_->at(i).inputs[k];
      return plan_->at(in.node).where[static_cast<size_t>(in.index)];
    };
    switch (KindOf(*node)) {
      case NodeKind::kFeed:
        node->where = {plan_->feeds[static_cast<size_t>(node->feed)].device};
        return OkStatus();
      case NodeKind::kConst:
        node->where.assign(outputs, IsPlainData(node->output_types[0]) ? memory : nullptr);
        return OkStatus();
      case NodeKind::kKernel:
        return VisitKernel(i);
      case NodeKind::kPassThrough:
      case NodeKind::kReshape:
      case NodeKind::kEnter:
      case NodeKind::kExit:
      case NodeKind::kNextIteration:
      case NodeKind::kSwitch: {
        std::vector<Device*> where(outputs);
        const bool per_output = KindOf(*node) == NodeKind::kPassThrough;
        for (size_t k = 0; k < outputs; ++k) where[k] = input_memory(per_output ? k : 0);
        // The second input, where there is one, is a shape, an axis or a predicate.
        const bool has_host_input = node->is("Reshape") || node->is("ExpandDims") || node->is("Switch");
        if (has_host_input) {
          const PlanEdge second = node->inputs[1];
          RUNNEL_ASSIGN_OR_RETURN(const PlanEdge brought, Bring(second, nullptr));
          plan_->at(i).inputs[1] = brought;
        }
        if (plan_->at(i).is("LoopCond")) {
          const PlanEdge pred = plan_->at(i).inputs[0];
          RUNNEL_ASSIGN_OR_RETURN(const PlanEdge brought, Bring(pred, nullptr));
          plan_->at(i).inputs[0] = brought;
          where[0] = nullptr;
        }
        plan_->at(i).where = std::move(where);
        return OkStatus();
      }
      case NodeKind::kMerge: {
        Device* first = input_memory(0);
        node->where = {first, nullptr};
        return BringAll(i, first);
      }
      case NodeKind::kReadVariable:
        node->where = {Constrained({i, 0}, memory)};
        return OkStatus();
      case NodeKind::kAssignVariable: {
        node->where.clear();
        const PlanEdge value = node->inputs[1];
        RUNNEL_ASSIGN_OR_RETURN(const PlanEdge brought, Bring(value, Constrained(value, memory)));
        plan_->at(i).inputs[1] = brought;
        return OkStatus();
      }
      case NodeKind::kMetadata:
        node->where.assign(outputs, nullptr);
        return OkStatus();
      default:
        Device* const to = StaysOn(*node, memory) ? memory : nullptr;
        node->where.assign(outputs, to);
        return BringAll(i, to);
    }
  }

  // Of host kernels: whether values stay where they are.
  static bool StaysOn(const PlanNode& node, Device* memory) {
    if (kMinimal || memory == nullptr || KindOf(node) != NodeKind::kHost) return false;
    const HostKernelRow* const row = FindHostKernel(*node.schema);
    return row != nullptr && row->takes_grouped && !MeansOfDevice(memory).empty();
  }

  Status VisitKernel(int i) {
    Device* const memory = MemoryOf(plan_->at(i).placed);
    plan_->at(i).where.assign(plan_->at(i).output_types.size(), nullptr);
    if (memory == nullptr) return BringAll(i, nullptr);
    RUNNEL_ASSIGN_OR_RETURN(const KernelEntry entry,
                            SelectKernel(plugins_, *plan_, plan_->at(i), plan_->at(i).placed));
    if (entry.row == nullptr)
      return Internal("node \"", plan_->at(i).name, "\" was placed without a kernel");
    const std::vector<uint32_t> inputs = InputMarks(*entry.row, plan_->at(i));
    const std::vector<uint32_t> outputs = OutputMarks(*entry.row, plan_->at(i));
    for (size_t k = 0; k < inputs.size(); ++k) {
      const PlanEdge in = plan_->at(i).inputs[k];
      Device* to = (inputs[k] & RNLP_ARG_HOST) != 0 ? nullptr : Constrained(in, memory);
      RUNNEL_ASSIGN_OR_RETURN(plan_->at(i).inputs[k], Bring(in, to));
    }
    for (size_t k = 0; k < outputs.size(); ++k) {
      const bool host = (outputs[k] & RNLP_ARG_HOST) != 0 || !IsPlainData(plan_->at(i).output_types[k]);
      plan_->at(i).where[k] = host ? nullptr : memory;
    }
    return OkStatus();
  }

  const PluginSet& plugins_;
  PlanGraph* plan_;
  Device* host_ = nullptr;     // the first that computes in host memory
  std::vector<int> replaced_;  // NextIterations that got a substitute
  std::map<std::tuple<int, int, Device*>, PlanEdge> transfers_;
};

}  // namespace

Status PartitionMemory(const PluginSet& plugins, bool keep_on_device, PlanGraph* plan) {
  // With one kind of memory there is nothing to move.
  bool all_host = true;
  for (const Device* device : plugins.devices()) all_host &= device->host_memory();
  if (all_host) {
    for (PlanNode& node : plan->nodes) node.where.assign(node.output_types.size(), nullptr);
    return OkStatus();
  }
  Partitioner partitioner(plugins, plan);
  RUNNEL_RETURN_IF_ERROR(partitioner.Run());
  return keep_on_device ? OkStatus() : partitioner.FetchesToHost();
}

}  // namespace runnel
