// Optimizers: one kernel, the rule (plugins/sdk/optimizer.h) a constant of the shader; what changes in
// place is the variable and what is kept beside it, all of it or the rows that indices name.
// AssignAddVariableOp and AssignSubVariableOp too.
#include <algorithm>
#include <array>

#include "devices/vulkan/kernels/kernel.h"
#include "plugins/sdk/optimizer.h"
#include "plugins/sdk/variable.h"

namespace runnel::vulkan {
namespace {

struct TrainingKernel {
  const plugin::OptimizerOp* entry = nullptr;
  plugin::OptimizerInputs inputs;
  int32_t dtype = 0;
  bool option = false;
  bool by_rows() const { return inputs.indices >= 0; }
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const rnlp_str_t op = host->node_op(host, node);
    entry = plugin::FindOptimizerOp({op.data, op.size});
    if (entry == nullptr) return Fail(host, RNLP_INTERNAL, "%s: no rule", kId);
    inputs = plugin::InputsOf(*entry);
    dtype = host->node_input_dtype(host, node, static_cast<uint32_t>(inputs.gradient));
    const plugin::OptimizerRuleInfo& info = entry->info();
    option = info.option_default;
    return info.option == nullptr ? nullptr : plugin::AttrBool(host, node, info.option, &option);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const std::span<const rnlp_arg_mark_t> marks = entry->info().slots;
    const rnlp_tensor_t* slots[plugin::kMaxOptimizerSlots] = {};
    for (uint32_t i = 0; i < marks.size(); ++i) {
      RNLP_TRY(plugin::ResolveVariable(run, entry->op, i, dtype, &slots[i]));
      if (!plugin::SameShape(slots[i], slots[0]))
        return Mismatch(run, marks[i].name, slots[i], slots[0]);
    }
    const rnlp_tensor_t* var = slots[0];
    const rnlp_tensor_t* grad = run->inputs[inputs.gradient];
    const rnlp_tensor_t* indices = by_rows() ? run->inputs[inputs.indices] : nullptr;
    if (by_rows() && !plugin::RowsFit(grad, var, indices)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: gradient %s and indices %s for a variable %s",
                  entry->op, plugin::ShapeText(grad).c_str(), plugin::ShapeText(indices).c_str(),
                  plugin::ShapeText(var).c_str());
    }
    if (!by_rows() && !plugin::SameShape(grad, var)) return Mismatch(run, "the gradient", grad, var);
    for (int i = 0; i < inputs.num_scalars; ++i) {
      const rnlp_tensor_t* scalar = run->inputs[inputs.scalars[i]];
      if (scalar->num_elements != 1)
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %d should be a scalar, got shape %s",
                    entry->op, inputs.scalars[i], plugin::ShapeText(scalar).c_str());
    }
    Call call(run, Shader("optimizer", TypeWord(var->dtype), by_rows() ? "rows" : "all"));
    call.Const(static_cast<uint32_t>(entry->rule));
    call.Const(static_cast<uint32_t>(marks.size())).Const(option ? 1 : 0);
    if (by_rows()) call.Const(indices->dtype == RNLP_INT64 ? 1 : 0);
    // Bindings that a rule does not use repeat the gradient, which nobody writes.
    for (const rnlp_tensor_t* slot : slots) {
      if (slot != nullptr)
        call.Write(slot);
      else
        call.Read(grad);
    }
    call.Read(grad);
    for (int i = 0; i < plugin::kMaxOptimizerScalars; ++i)
      call.Read(i < inputs.num_scalars ? run->inputs[inputs.scalars[i]] : grad);
    if (!by_rows()) return call.Push(var->num_elements).Threads(var->num_elements);
    if (var->num_elements == 0 || indices->num_elements == 0) return nullptr;
    // As scatter.comp shares rows out: each invocation walks all indices.
    constexpr int64_t kWanted = 8192;
    const int64_t rows = var->dims[0], inner = var->num_elements / rows;
    const int64_t shares = std::max<int64_t>(1, std::min(rows, kWanted / inner));
    call.Read(indices).Push(shares).Push(indices->num_elements).Push(inner).Push(rows);
    return call.Threads(shares * inner);
  }
  rnlp_status_t* Mismatch(const rnlp_run_t* run, const char* name, const rnlp_tensor_t* tensor,
                          const rnlp_tensor_t* var) const {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s has shape %s, the variable %s", entry->op,
                name, plugin::ShapeText(tensor).c_str(), plugin::ShapeText(var).c_str());
  }
};

struct AssignKernel {
  bool subtracts = false;
  int32_t dtype = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    subtracts = host->node_op(host, node).data[6] == 'S';
    dtype = host->node_input_dtype(host, node, 1);
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const char* const op = subtracts ? "AssignSubVariableOp" : "AssignAddVariableOp";
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* value = run->inputs[1];
    RNLP_TRY(plugin::ResolveVariable(run, op, 0, dtype, &var));
    if (!plugin::SameShape(var, value)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: value has shape %s, the variable %s", op,
                  plugin::ShapeText(value).c_str(), plugin::ShapeText(var).c_str());
    }
    Call call(run, Shader("binary", TypeWord(var->dtype)));
    call.Const(subtracts ? 1 : 0).Const(0).Const(0).Read(var).Read(value).Write(var);
    return call.Push(var->num_elements).Threads((var->num_elements + 3) / 4);
  }
};

constexpr rnlp_type_constraint_t kTrainingT[] = {plugin::Types("T", kFloats),
                                                 plugin::Types("Tindices", kIndices)};
constexpr rnlp_arg_mark_t kUpdate[] = {{"resource", RNLP_ARG_UPDATE}};
constexpr rnlp_type_constraint_t kAssignT[] = {plugin::Types("dtype", kNumbers)};

constexpr rnlp_kernel_row_t AssignRow(const char* op) {
  return Row<AssignKernel>({.op = op,
                            .flags = RNLP_KERNEL_STATEFUL,
                            .types = kAssignT,
                            .num_types = 1,
                            .args = kUpdate,
                            .num_args = 1});
}

constexpr int kNumRules = plugin::kFtrlV2Rule + 1;  // that optimizer.comp knows

constexpr auto kRows = [] {
  std::array<rnlp_kernel_row_t, plugin::CountOptimizerOps(kNumRules) + 2> rows{};
  size_t next = 0;
  for (const plugin::OptimizerOp& one : plugin::kOptimizerOps) {
    if (one.rule >= kNumRules) continue;
    const std::span<const rnlp_arg_mark_t> slots = one.info().slots;
    rows[next++] = Row<TrainingKernel>({.op = one.op,
                                        .flags = RNLP_KERNEL_STATEFUL,
                                        .types = kTrainingT,
                                        .num_types = one.by_rows() ? 2u : 1u,
                                        .args = slots.data(),
                                        .num_args = static_cast<uint32_t>(slots.size())});
  }
  rows[next++] = AssignRow("AssignAddVariableOp");
  rows[next++] = AssignRow("AssignSubVariableOp");
  return rows;
}();

}  // namespace

std::span<const rnlp_kernel_row_t> TrainingRows() { return kRows; }

}  // namespace runnel::vulkan
