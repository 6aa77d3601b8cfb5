#include "core/runtime/kernels/kernel_select.h"

#include <algorithm>

namespace runnel {
namespace {

struct KindRow {
  std::string_view op;
  NodeKind kind;
};

// In the order of KindLess: every node of every plan is looked up several times.
constexpr KindRow kKinds[] = {
    {"Exit", NodeKind::kExit},
    {"NoOp", NodeKind::kNoOp},
    {"Rank", NodeKind::kMetadata},
    {"Size", NodeKind::kMetadata},
    {"Const", NodeKind::kConst},
    {"Enter", NodeKind::kEnter},
    {"Merge", NodeKind::kMerge},
    {"Shape", NodeKind::kMetadata},
    {"_Recv", NodeKind::kTransfer},
    {"_Send", NodeKind::kPassThrough},
    {"ShapeN", NodeKind::kMetadata},
    {"Switch", NodeKind::kSwitch},
    {"Reshape", NodeKind::kReshape},
    {"Squeeze", NodeKind::kReshape},
    {"_Retval", NodeKind::kNoOp},  // a target: its input has been computed
    {"Identity", NodeKind::kPassThrough},
    {"LoopCond", NodeKind::kPassThrough},
    {"IdentityN", NodeKind::kPassThrough},
    {"ExpandDims", NodeKind::kReshape},
    {"VarHandleOp", NodeKind::kVarHandle},
    {"StopGradient", NodeKind::kPassThrough},
    {"_PackedConst", NodeKind::kConst},
    {"NextIteration", NodeKind::kNextIteration},
    {"ControlTrigger", NodeKind::kControlTrigger},
    {"ReadVariableOp", NodeKind::kReadVariable},
    {"PreventGradient", NodeKind::kPassThrough},
    {"AssignVariableOp", NodeKind::kAssignVariable},
    {"DestroyResourceOp", NodeKind::kDestroyResource},
    {"DisableCopyOnRead", NodeKind::kNoOp},
    {"VarIsInitializedOp", NodeKind::kVarIsInitialized},
    {"PlaceholderWithDefault", NodeKind::kPassThrough},
};

constexpr bool KindLess(const KindRow& row, std::string_view op) {
  return row.op.size() != op.size() ? row.op.size() < op.size() : row.op < op;
}
static_assert([] {
  for (size_t i = 1; i < std::size(kKinds); ++i) {
    if (!KindLess(kKinds[i - 1], kKinds[i].op)) return false;
  }
  return true;
}());

// Ops that a plan no longer has when it runs: calls are inlined, conditions and loops lowered,
// placeholders fed.
constexpr std::string_view kPlannedAway[] = {"PartitionedCall",
                                             "StatefulPartitionedCall",
                                             "If",
                                             "StatelessIf",
                                             "Case",
                                             "StatelessCase",
                                             "While",
                                             "StatelessWhile",
                                             "Placeholder",
                                             "_Arg",
                                             "RemoteCall",
                                             "SymbolicGradient"};

}  // namespace

rnlp_tensor_t ShapeView(DType dtype, const Shape& shape) {
  rnlp_tensor_t view{};
  view.dtype = static_cast<int32_t>(dtype);
  view.rank = shape.rank();
  view.dims = shape.data();
  view.num_elements = shape.num_elements();
  view.size_bytes =
      shape.IsFullyDefined() ? static_cast<uint64_t>(view.num_elements) * DTypeSize(dtype) : 0;
  return view;
}

namespace {

// The views of a node for a plugin at plan time, and the storage behind them.
struct PlanViews {
  std::vector<DType> input_types;
  std::vector<rnlp_tensor_t> inputs, outputs;
  std::vector<const rnlp_tensor_t*> input_pointers, output_pointers;
  NodeView node;

  PlanViews(const PlanGraph& plan, const PlanNode& from, const rnlp_kernel_row_t* row) {
    std::vector<uint32_t> marks;
    if (row != nullptr) marks = InputMarks(*row, from);
    for (size_t i = 0; i < from.inputs.size(); ++i) {
      const PlanEdge in = from.inputs[i];
      input_types.push_back(plan.type(in));
      inputs.push_back(ShapeView(plan.type(in), plan.shape(in)));
      const PlanNode& source = plan.at(in.node);
      const size_t index = static_cast<size_t>(in.index);
      if (row != nullptr && (marks[i] & RNLP_ARG_CONSTANT) != 0 && index < source.known.size() &&
          !source.known[index].empty() && source.known[index].on_host()) {
        inputs.back() = source.known[index].View();
      }
    }
    for (size_t i = 0; i < from.output_types.size(); ++i) {
      outputs.push_back(ShapeView(from.output_types[i], from.shapes[i]));
    }
    for (const rnlp_tensor_t& t : inputs) input_pointers.push_back(&t);
    for (const rnlp_tensor_t& t : outputs) output_pointers.push_back(&t);
    node = {from.name, from.op(), from.attrs, input_types, from.output_types};
  }
  PlanViews(const PlanViews&) = delete;
};

// Whether each type of the attr called `name` is allowed. No such attr, or one of another kind: no.
template <typename Allowed>
bool AttrFits(const PlanNode& node, std::string_view name, const Allowed& allowed) {
  if (const DType* one = node.attr<DType>(name)) return allowed(*one);
  const auto* list = node.attr<std::vector<DType>>(name);
  return list != nullptr && std::all_of(list->begin(), list->end(), allowed);
}

bool TypesFit(const rnlp_kernel_row_t& row, const PlanNode& node) {
  return std::all_of(row.types, row.types + row.num_types, [&](const rnlp_type_constraint_t& one) {
    return AttrFits(node, one.attr, [&](DType dtype) {
      const int32_t* const end = one.dtypes + one.count;
      return std::find(one.dtypes, end, static_cast<int32_t>(dtype)) != end;
    });
  });
}

std::vector<uint32_t> Marks(const rnlp_kernel_row_t& row, const PlanNode& node,
                            const std::vector<ArgSchema>& args, size_t total) {
  std::vector<uint32_t> out(total, 0);
  size_t at = 0;
  for (const ArgSchema& arg : args) {
    size_t length = 1;
    if (!arg.number_attr.empty()) {
      length = static_cast<size_t>(*node.attr<int64_t>(arg.number_attr));
    } else if (!arg.type_list_attr.empty()) {
      length = node.attr<std::vector<DType>>(arg.type_list_attr)->size();
    }
    for (uint32_t m = 0; m < row.num_args; ++m) {
      if (arg.name != row.args[m].name) continue;
      for (size_t k = at; k < at + length && k < total; ++k) out[k] |= row.args[m].flags;
    }
    at += length;
  }
  return out;
}

}  // namespace

std::vector<std::string_view> GenericOps() {
  std::vector<std::string_view> ops(std::begin(kPlannedAway), std::end(kPlannedAway));
  for (const KindRow& row : kKinds) ops.push_back(row.op);
  return ops;
}

NodeKind KindOf(const PlanNode& node) {
  if (node.feed >= 0) return NodeKind::kFeed;
  const KindRow* row = std::lower_bound(std::begin(kKinds), std::end(kKinds), node.op(), KindLess);
  if (row != std::end(kKinds) && row->op == node.op()) return row->kind;
  return (node.schema->flags & kOpHost) != 0 ? NodeKind::kHost : NodeKind::kKernel;
}

std::vector<uint32_t> InputMarks(const rnlp_kernel_row_t& row, const PlanNode& node) {
  return Marks(row, node, node.schema->inputs, node.inputs.size());
}

std::vector<uint32_t> OutputMarks(const rnlp_kernel_row_t& row, const PlanNode& node) {
  return Marks(row, node, node.schema->outputs, node.output_types.size());
}

bool TypesFit(const KernelInfo& kernel, const PlanNode& node) {
  return std::all_of(kernel.types.begin(), kernel.types.end(), [&](const auto& one) {
    return AttrFits(node, one.first, [&](DType dtype) {
      return std::find(one.second.begin(), one.second.end(), dtype) != one.second.end();
    });
  });
}

Result<KernelEntry> SelectKernel(const PluginSet& plugins, const PlanGraph& plan, const PlanNode& node,
                                 Device* device, uint64_t* cost_ns, std::string* why_not) {
  if (cost_ns != nullptr) *cost_ns = 0;
  for (const KernelEntry& entry : plugins.FindKernels(node.op(), device->type())) {
    if (!TypesFit(*entry.row, node) || (entry.row->flags & RNLP_KERNEL_ASYNC) != 0) continue;
    if (entry.row->supports == nullptr) return entry;
    RUNNEL_RETURN_IF_ERROR(device->Open());
    const PlanViews views(plan, node, entry.row);
    rnlp_support_t answer{};
    answer.size_bytes = sizeof(answer);
    answer.num_outputs = static_cast<uint32_t>(views.output_pointers.size());
    answer.outputs = views.output_pointers.data();
    rnlp_status_t* failed = entry.row->supports(
        entry.plugin->host->table(), device->handle(), ToNode(&views.node), views.input_pointers.data(),
        static_cast<uint32_t>(views.input_pointers.size()), &answer);
    if (failed != nullptr) return FromPluginStatus(failed).WithNode(node.name);
    if (answer.supported == 0) {
      const std::string_view reason = answer.reason == nullptr ? "" : answer.reason;
      if (why_not != nullptr && why_not->find(reason) == std::string::npos)
        *why_not += StrCat(why_not->empty() ? "" : ", ", reason);
      continue;
    }
    if (cost_ns != nullptr) *cost_ns = answer.cost_ns;
    return entry;
  }
  return KernelEntry{};
}

std::string DescribeKernels(const PluginSet& plugins, std::string_view op) {
  std::string out;
  for (const KernelEntry& entry : plugins.kernels()) {
    if (op != entry.row->op) continue;
    out += StrCat(out.empty() ? "" : "; ", entry.row->device_type);
    for (uint32_t i = 0; i < entry.row->num_types; ++i) {
      out += StrCat(" ", entry.row->types[i].attr, " in [");
      for (uint32_t k = 0; k < entry.row->types[i].count; ++k) {
        out += StrCat(k > 0 ? ", " : "", DTypeName(static_cast<DType>(entry.row->types[i].dtypes[k])));
      }
      out += "]";
    }
    if ((entry.row->flags & RNLP_KERNEL_ASYNC) != 0)
      out += " (asynchronous: no host runs such ones yet)";
  }
  return out.empty() ? "none" : out;
}

namespace {

// Takes the packed form that a kernel has asked for, unless it is one that nobody could make.
Status TakePacked(const rnlp_plan_t& answer, std::span<const uint32_t> lives, const PlanNode& node,
                  PlannedKernel* kernel) {
  const rnlp_kernel_row_t& row = kernel->row();
  if (answer.packed_bytes == 0 || lives.empty()) return OkStatus();
  if (!RNLP_HAS(rnlp_kernel_row_t, &row, pack) || row.pack == nullptr ||
      answer.packed_input >= lives.size() || lives[answer.packed_input] == RNLP_INPUT_PER_RUN) {
    return Internal("node \"", node.name, "\" (", node.op(), "): plugin ", kernel->plugin().id,
                    " asks for a packed form of input ", answer.packed_input,
                    ", which it cannot pack or which has no value that stays");
  }
  kernel->packed_bytes = answer.packed_bytes;
  kernel->packed_layout = answer.packed_layout;
  kernel->packed_input = answer.packed_input;
  return OkStatus();
}

}  // namespace

Result<std::unique_ptr<PlannedKernel>> CreateKernel(const KernelEntry& entry, const PlanGraph& plan,
                                                    const PlanNode& node, Device* device,
                                                    std::span<const uint32_t> lives) {
  RUNNEL_RETURN_IF_ERROR(device->Open());
  const PlanViews views(plan, node, entry.row);
  auto kernel = std::make_unique<PlannedKernel>(entry);
  if (rnlp_status_t* failed = kernel->Create(device->handle(), ToNode(&views.node))) {
    return FromPluginStatus(failed)
        .WithPrefix(StrCat("node \"", node.name, "\" (", node.op(), ")"))
        .WithNode(node.name);
  }
  if (entry.row->plan != nullptr) {
    rnlp_plan_t answer{};
    answer.size_bytes = sizeof(answer);
    answer.num_inputs = static_cast<uint32_t>(views.inputs.size());
    answer.num_outputs = static_cast<uint32_t>(views.outputs.size());
    answer.inputs = views.input_pointers.data();
    answer.outputs = views.output_pointers.data();
    const std::vector<uint32_t> none(lives.empty() ? views.inputs.size() : 0, RNLP_INPUT_PER_RUN);
    answer.input_lives = lives.empty() ? none.data() : lives.data();
    rnlp_status_t* failed = entry.row->plan(kernel->host(), kernel->state(), &answer);
    if (failed != nullptr) {
      return FromPluginStatus(failed)
          .WithPrefix(StrCat("node \"", node.name, "\" (", node.op(), ")"))
          .WithNode(node.name);
    }
    kernel->workspace_bytes = answer.workspace_bytes;
    kernel->cost_ns = answer.cost_ns;
    RUNNEL_RETURN_IF_ERROR(TakePacked(answer, lives, node, kernel.get()));
  }
  return kernel;
}

}  // namespace runnel
