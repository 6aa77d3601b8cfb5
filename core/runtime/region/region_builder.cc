// RegionBuilder: from plan nodes to a region.
//
// The members are put into an order that respects variables (region_order.cc). Each op's operands become
// numbered values: externals, constants, borrows of variables, handles, or results in the arena. A value
// that only shares another's memory (a reshape) gets that storage. The storages get offsets by their
// lifetimes, outputs over dying inputs where kernels allow it (region_memory.cc). Exports are sorted by
// the op that completes them, so that each leaves as early as possible.
#include "core/runtime/region/region_builder.h"
#include "runnel_chosen.h"

#include <algorithm>

namespace runnel {
RegionBuilder::RegionBuilder(const PlanGraph& plan, Device* device, std::vector<int> members,
                             std::vector<RegionExport> exports, const Services& services)
    : plan_(plan),
      members_(std::move(members)),
      exports_(std::move(exports)),
      services_(services),
      region_(std::make_unique<Region>()),
      is_member_(plan.nodes.size(), false),
      copy_read_(plan.nodes.size(), false) {
  region_->device = device;
  for (const int m : members_) is_member_[static_cast<size_t>(m)] = true;
}

Status RegionBuilder::Build() {
  if constexpr (kHasVariables) RUNNEL_RETURN_IF_ERROR(OrderReadsBeforeWrites());
  RUNNEL_RETURN_IF_ERROR(CreateOps());
  if constexpr (kHasVariables) RUNNEL_RETURN_IF_ERROR(BindUsedExternals());
  RUNNEL_RETURN_IF_ERROR(PlanExports());
  RUNNEL_RETURN_IF_ERROR(CheckPackedConstants());
  PlanMemory();
  return OkStatus();
}

int RegionBuilder::AddValue(RegionValue value, int storage) {
  region_->values.push_back(std::move(value));
  storage_of_.push_back(storage);
  return static_cast<int>(region_->values.size()) - 1;
}

Result<int> RegionBuilder::VariableIndex(int handle_node) {
  const auto it = variable_of_.find(handle_node);
  if (it != variable_of_.end()) return it->second;
  RUNNEL_ASSIGN_OR_RETURN(Ref<Variable> variable, services_.variable(handle_node));
  // Two handle ops may name one variable.
  for (size_t v = 0; v < region_->variables.size(); ++v) {
    if (region_->variables[v].get() == variable.get())
      return variable_of_[handle_node] = static_cast<int>(v);
  }
  region_->variables.push_back(std::move(variable));
  region_->variable_borrows.emplace_back();
  region_->variable_externals.emplace_back();
  return variable_of_[handle_node] = static_cast<int>(region_->variables.size()) - 1;
}

Result<int> RegionBuilder::ValueOf(PlanEdge edge) {
  const auto key = std::pair(edge.node, edge.index);
  if (const auto it = value_of_.find(key); it != value_of_.end()) return it->second;
  RegionValue value;
  value.dtype = plan_.type(edge);
  value.shape = plan_.shape(edge);
  if (value.dtype == DType::kResource) {
    RUNNEL_ASSIGN_OR_RETURN(value.index, VariableIndex(services_.handle_of(edge)));
    value.kind = RegionValue::Kind::kHandle;
    value.shape = Shape();
  } else if (services_.is_literal(edge.node)) {
    value.kind = RegionValue::Kind::kConstant;
    RUNNEL_ASSIGN_OR_RETURN(Tensor constant, services_.constant(edge.node));
    value.index = static_cast<int32_t>(region_->constants.size());
    region_->constants.push_back(std::move(constant));
    constant_nodes_.push_back(edge.node);
  } else {
    value.kind = RegionValue::Kind::kExternal;
    value.index = region_->num_externals++;
    externals_.push_back(edge);
  }
  return value_of_[key] = AddValue(std::move(value), -1);
}

Status RegionBuilder::CreateOps() {
  for (const int m : members_) RUNNEL_RETURN_IF_ERROR(CreateOp(m));
  return OkStatus();
}

int RegionBuilder::NewValue(int m, size_t output) {
  const PlanNode& node = plan_.at(m);
  RegionValue value;
  value.dtype = node.output_types[output];
  value.shape = node.shapes[output];
  Storage storage;
  storage.bytes = region_->BytesInArena(value);
  storages_.push_back(storage);
  return value_of_[{m, static_cast<int>(output)}] =
             AddValue(std::move(value), static_cast<int>(storages_.size()) - 1);
}

Status RegionBuilder::CreateOp(int m) {
  const PlanNode& node = plan_.at(m);
  RegionOp op;
  op.name = node.name;
  op.op = node.op();
  op.first_input = static_cast<int32_t>(region_->operands.size());
  switch (KindOf(node)) {
    case NodeKind::kPassThrough:
      for (size_t k = 0; k < node.inputs.size(); ++k) {
        RUNNEL_ASSIGN_OR_RETURN(value_of_[std::pair(m, static_cast<int>(k))], ValueOf(node.inputs[k]));
      }
      return OkStatus();
    case NodeKind::kReshape: {
      RUNNEL_ASSIGN_OR_RETURN(const int source, ValueOf(node.inputs[0]));
      RegionValue value = region_->values[static_cast<size_t>(source)];
      value.shape = node.shapes[0];
      value_of_[{m, 0}] = AddValue(std::move(value), storage_of_[static_cast<size_t>(source)]);
      return OkStatus();
    }
    case NodeKind::kConst:
    case NodeKind::kVarHandle:
      return ValueOf({m, 0}).status();
    case NodeKind::kNoOp:
      return OkStatus();
    case NodeKind::kKernel:
      return AddKernelOp(m);
    case NodeKind::kReadVariable:
      return AddReadOp(m, std::move(op));
    case NodeKind::kAssignVariable:
    case NodeKind::kVarIsInitialized:
    case NodeKind::kDestroyResource:
      return AddVariableOp(m, std::move(op));
    default:
      return Internal("node \"", node.name, "\" (", node.op(), ") cannot be part of a region");
  }
}

Status RegionBuilder::AddReadOp(int m, RegionOp op) {
  const PlanNode& node = plan_.at(m);
  RUNNEL_ASSIGN_OR_RETURN(op.variable, VariableIndex(services_.handle_of(node.inputs[0])));
  const bool copied = copy_read_[static_cast<size_t>(m)] ||
                      std::any_of(exports_.begin(), exports_.end(), [&](const RegionExport& e) {
                        return e.copy && e.edge == PlanEdge{m, 0};
                      });
  op.first_output = op.first_input;
  op.num_outputs = 1;
  if (copied) {
    op.kind = RegionOp::Kind::kReadCopy;
    region_->operands.push_back(NewValue(m, 0));
  } else {
    op.kind = RegionOp::Kind::kRead;
    RegionValue value;
    value.kind = RegionValue::Kind::kBorrow;
    value.dtype = node.output_types[0];
    value.shape = node.shapes[0];
    value.index = op.borrow = region_->num_borrows++;
    region_->variable_borrows[static_cast<size_t>(op.variable)].push_back(op.borrow);
    region_->operands.push_back(value_of_[{m, 0}] = AddValue(std::move(value), -1));
  }
  region_->ops.push_back(std::move(op));
  return OkStatus();
}

Status RegionBuilder::AddVariableOp(int m, RegionOp op) {
  const PlanNode& node = plan_.at(m);
  RUNNEL_ASSIGN_OR_RETURN(op.variable, VariableIndex(services_.handle_of(node.inputs[0])));
  op.first_output = op.first_input;
  switch (KindOf(node)) {
    case NodeKind::kAssignVariable: {
      op.kind = RegionOp::Kind::kAssign;
      op.strict = *node.attr<bool>("validate_shape");
      RUNNEL_ASSIGN_OR_RETURN(const int value, ValueOf(node.inputs[1]));
      region_->operands.push_back(value);
      op.num_inputs = 1;
      op.first_output = op.first_input + 1;
      break;
    }
    case NodeKind::kVarIsInitialized:
      op.kind = RegionOp::Kind::kIsInitialized;
      op.num_outputs = 1;
      region_->operands.push_back(NewValue(m, 0));
      break;
    default:
      op.kind = RegionOp::Kind::kDestroy;
      op.strict = !*node.attr<bool>("ignore_lookup_error");
      break;
  }
  region_->ops.push_back(std::move(op));
  return OkStatus();
}

Status RegionBuilder::AddKernelOp(int m) {
  const PlanNode& node = plan_.at(m);
  RegionOp op;
  op.name = node.name;
  op.op = node.op();
  RUNNEL_ASSIGN_OR_RETURN(op.kernel, services_.kernel(m));
  op.counter = (op.kernel->row().flags & RNLP_KERNEL_STATEFUL) != 0 ? services_.counter(m) : nullptr;
  std::vector<int> inputs;
  for (const PlanEdge& in : node.inputs) {
    RUNNEL_ASSIGN_OR_RETURN(const int value, ValueOf(in));
    inputs.push_back(value);
  }
  op.first_input = static_cast<int32_t>(region_->operands.size());
  op.num_inputs = static_cast<int32_t>(inputs.size());
  region_->operands.insert(region_->operands.end(), inputs.begin(), inputs.end());
  op.first_output = static_cast<int32_t>(region_->operands.size());
  op.num_outputs = static_cast<int32_t>(node.output_types.size());
  for (size_t k = 0; k < node.output_types.size(); ++k) region_->operands.push_back(NewValue(m, k));
  RUNNEL_RETURN_IF_ERROR(BindVariables(m, &op, static_cast<int>(region_->ops.size())));
  if (op.kernel->packed_bytes > 0) RUNNEL_RETURN_IF_ERROR(PackInput(&op));
  region_->cost_ns += op.kernel->cost_ns;
  region_->has_unknown_cost |= op.kernel->cost_ns == 0;
  ++region_->launches;
  region_->ops.push_back(std::move(op));
  return OkStatus();
}

Status RegionBuilder::BindUsedExternals() {
  for (const UsedExternal& used : used_externals_) {
    RUNNEL_ASSIGN_OR_RETURN(const int value, ValueOf(used.edge));
    RUNNEL_ASSIGN_OR_RETURN(const int variable, VariableIndex(used.handle));
    region_->variable_externals[static_cast<size_t>(variable)].push_back(
        region_->values[static_cast<size_t>(value)].index);
  }
  return OkStatus();
}

Status RegionBuilder::BindVariables(int m, RegionOp* op, int op_index) {
  const PlanNode& node = plan_.at(m);
  const std::vector<uint32_t> marks = InputMarks(op->kernel->row(), node);
  std::map<Variable*, RegionBinding> bindings;  // by address
  for (size_t k = 0; k < node.inputs.size(); ++k) {
    if (plan_.type(node.inputs[k]) != DType::kResource) continue;
    RUNNEL_ASSIGN_OR_RETURN(const int variable, VariableIndex(services_.handle_of(node.inputs[k])));
    const bool update = (marks[k] & RNLP_ARG_UPDATE) != 0;
    RegionBinding& binding = bindings[region_->variables[static_cast<size_t>(variable)].get()];
    const PlanEdge& handle = node.inputs[k];
    const Shape& shape = plan_.at(handle.node).handles[static_cast<size_t>(handle.index)].shape;
    binding = {op_index, variable, binding.update || update, shape};
  }
  if (bindings.size() > kMaxUpdatesPerOp) {
    return Unimplemented("node \"", node.name, "\": more than ", kMaxUpdatesPerOp,
                         " variables in one op");
  }
  op->updates = !bindings.empty();
  for (const auto& [variable, binding] : bindings) region_->bindings.push_back(binding);
  return OkStatus();
}

// Sorts the exports by the op that completes them; a value that only passes through is complete at once.
Status RegionBuilder::PlanExports() {
  struct Item {
    int op;
    int value;
    size_t given;
  };
  std::vector<Item> items;
  std::vector<int> producer(region_->values.size(), -1);
  for (size_t i = 0; i < region_->ops.size(); ++i) {
    const RegionOp& op = region_->ops[i];
    for (int k = 0; k < op.num_outputs; ++k) {
      producer[static_cast<size_t>(region_->OutputOf(op, k))] = static_cast<int>(i);
    }
  }
  // A view is complete when its storage or borrow is.
  std::map<int, int> of_storage, of_borrow;
  for (size_t v = 0; v < region_->values.size(); ++v) {
    if (producer[v] < 0) continue;
    if (storage_of_[v] >= 0) of_storage[storage_of_[v]] = producer[v];
    if (region_->values[v].kind == RegionValue::Kind::kBorrow)
      of_borrow[region_->values[v].index] = producer[v];
  }
  for (size_t e = 0; e < exports_.size(); ++e) {
    RUNNEL_ASSIGN_OR_RETURN(const int v, ValueOf(exports_[e].edge));
    const size_t value = static_cast<size_t>(v);
    int op = -1;
    if (storage_of_[value] >= 0) {
      op = of_storage.at(storage_of_[value]);
      storages_[static_cast<size_t>(storage_of_[value])].exported = true;
    } else if (region_->values[value].kind == RegionValue::Kind::kBorrow) {
      op = of_borrow.at(region_->values[value].index);
    }
    items.push_back({op, v, e});
  }
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.op < b.op; });
  export_numbers_.resize(exports_.size());
  for (RegionOp& op : region_->ops) op.first_export = op.last_export = 0;
  for (size_t e = 0; e < items.size(); ++e) {
    region_->export_values.push_back(items[e].value);
    export_numbers_[items[e].given] = static_cast<int>(e);
    if (items[e].op < 0) {
      region_->num_initial_exports = static_cast<int>(e) + 1;
      continue;
    }
    RegionOp& op = region_->ops[static_cast<size_t>(items[e].op)];
    if (op.first_export == op.last_export) op.first_export = static_cast<int32_t>(e);
    op.last_export = static_cast<int32_t>(e) + 1;
    op.hands_on |= exports_[items[e].given].soon;
  }
  return OkStatus();
}

}  // namespace runnel
