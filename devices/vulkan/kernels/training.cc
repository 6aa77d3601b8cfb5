// Optimizers: one kernel, the rule a constant of the shader; what changes in place is the variable and
// what is kept beside it, all of it or the rows that indices name. AssignAddVariableOp and
// AssignSubVariableOp too.
#include <algorithm>
#include <string_view>

#include "devices/vulkan/kernels/kernel.h"

namespace runnel::vulkan {
namespace {

constexpr rnlp_arg_mark_t kVar[] = {{"var", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kAccum[] = {{"var", RNLP_ARG_UPDATE}, {"accum", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kMoments[] = {
    {"var", RNLP_ARG_UPDATE}, {"m", RNLP_ARG_UPDATE}, {"v", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kAccumUpdate[] = {
    {"var", RNLP_ARG_UPDATE}, {"accum", RNLP_ARG_UPDATE}, {"accum_update", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kSquares[] = {
    {"var", RNLP_ARG_UPDATE}, {"ms", RNLP_ARG_UPDATE}, {"mom", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kCentered[] = {{"var", RNLP_ARG_UPDATE},
                                         {"mg", RNLP_ARG_UPDATE},
                                         {"ms", RNLP_ARG_UPDATE},
                                         {"mom", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kLinear[] = {
    {"var", RNLP_ARG_UPDATE}, {"accum", RNLP_ARG_UPDATE}, {"linear", RNLP_ARG_UPDATE}};

// The inputs behind the slots: `grad` is where the gradient stands, with the indices of `rows_op` behind
// it; the others are scalars in order.
struct Rule {
  const char* op;
  const char* rows_op;  // the same for some rows; NULL: there is none
  const rnlp_arg_mark_t* slots;
  uint32_t num_slots;
  uint32_t num_scalars;
  uint32_t grad;
  const char* option = nullptr;
  bool option_default = false;
};
constexpr Rule kRules[] = {
    {"ResourceApplyGradientDescent", nullptr, kVar, 1, 1, 1},
    {"ResourceApplyMomentum", "ResourceSparseApplyMomentum", kAccum, 2, 2, 1, "use_nesterov"},
    {"ResourceApplyKerasMomentum", "ResourceSparseApplyKerasMomentum", kAccum, 2, 2, 1, "use_nesterov"},
    {"ResourceApplyAdam", nullptr, kMoments, 3, 6, 6, "use_nesterov"},
    {"ResourceApplyAdaMax", nullptr, kMoments, 3, 5, 5},
    {"ResourceApplyAdagrad", "ResourceSparseApplyAdagrad", kAccum, 2, 1, 1, "update_slots", true},
    {"ResourceApplyAdagradV2", "ResourceSparseApplyAdagradV2", kAccum, 2, 2, 2, "update_slots", true},
    {"ResourceApplyAdadelta", "ResourceSparseApplyAdadelta", kAccumUpdate, 3, 3, 3},
    {"ResourceApplyRMSProp", "ResourceSparseApplyRMSProp", kSquares, 3, 4, 4},
    {"ResourceApplyCenteredRMSProp", "ResourceSparseApplyCenteredRMSProp", kCentered, 4, 4, 4},
    {"ResourceApplyFtrl", "ResourceSparseApplyFtrl", kLinear, 3, 4, 0, "multiply_linear_by_lr"},
    {"ResourceApplyFtrlV2", "ResourceSparseApplyFtrlV2", kLinear, 3, 5, 0, "multiply_linear_by_lr"},
};

// The value of a variable among the inputs.
const rnlp_tensor_t* ValueOf(const rnlp_run_t* run, uint32_t input) {
  return &static_cast<const rnlp_variable_t*>(run->inputs[input]->data)->value;
}

struct TrainingKernel {
  uint32_t number = 0;
  bool option = false;
  bool by_rows = false;
  const char* Name() const { return by_rows ? kRules[number].rows_op : kRules[number].op; }
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const rnlp_str_t op = host->node_op(host, node);
    const std::string_view name(op.data, op.size);
    for (; number < std::size(kRules) && name != kRules[number].op; ++number) {
      by_rows = kRules[number].rows_op != nullptr && name == kRules[number].rows_op;
      if (by_rows) break;
    }
    if (number == std::size(kRules)) return Fail(host, RNLP_INTERNAL, "%s: no rule", kId);
    const Rule& rule = kRules[number];
    option = rule.option_default;
    return rule.option == nullptr ? nullptr : plugin::AttrBool(host, node, rule.option, &option);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const Rule& rule = kRules[number];
    const rnlp_tensor_t* var = ValueOf(run, 0);
    const rnlp_tensor_t* grad = run->inputs[rule.num_slots + rule.grad];
    const rnlp_tensor_t* indices = by_rows ? run->inputs[rule.num_slots + rule.grad + 1] : nullptr;
    if (by_rows && !plugin::RowsFit(grad, var, indices)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: gradient %s and indices %s for a variable %s",
                  Name(), plugin::ShapeText(grad).c_str(), plugin::ShapeText(indices).c_str(),
                  plugin::ShapeText(var).c_str());
    }
    for (uint32_t i = 1; i < rule.num_slots + (by_rows ? 0u : 1u); ++i) {
      const rnlp_tensor_t* other = i < rule.num_slots ? ValueOf(run, i) : grad;
      if (plugin::SameShape(other, var)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s has shape %s, the variable %s", Name(),
                  i < rule.num_slots ? rule.slots[i].name : "the gradient",
                  plugin::ShapeText(other).c_str(), plugin::ShapeText(var).c_str());
    }
    const rnlp_tensor_t* scalars[6];
    for (uint32_t i = 0, k = 0; k < rule.num_scalars; ++i) {
      if (i == rule.grad || (by_rows && i == rule.grad + 1)) continue;
      scalars[k] = run->inputs[rule.num_slots + i];
      if (scalars[k]->num_elements != 1)
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %u should be a scalar, got shape %s",
                    Name(), rule.num_slots + i, plugin::ShapeText(scalars[k]).c_str());
      ++k;
    }
    Call call(run, Shader("optimizer", TypeWord(var->dtype), by_rows ? "rows" : "all"));
    call.Const(number).Const(rule.num_slots).Const(option ? 1 : 0);
    if (by_rows) call.Const(indices->dtype == RNLP_INT64 ? 1 : 0);
    // Bindings that a rule does not use repeat the gradient, which nobody writes.
    for (uint32_t i = 0; i < 4; ++i) {
      if (i < rule.num_slots)
        call.Write(ValueOf(run, i));
      else
        call.Read(grad);
    }
    call.Read(grad);
    for (uint32_t i = 0; i < 6; ++i) call.Read(i < rule.num_scalars ? scalars[i] : grad);
    if (!by_rows) return call.Push(var->num_elements).Threads(var->num_elements);
    if (var->num_elements == 0 || indices->num_elements == 0) return nullptr;
    // As scatter.comp shares rows out: each invocation walks all indices.
    constexpr int64_t kWanted = 8192;
    const int64_t rows = var->dims[0], inner = var->num_elements / rows;
    const int64_t shares = std::max<int64_t>(1, std::min(rows, kWanted / inner));
    call.Read(indices).Push(shares).Push(indices->num_elements).Push(inner).Push(rows);
    return call.Threads(shares * inner);
  }
};

struct AssignKernel {
  bool subtracts = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    subtracts = host->node_op(host, node).data[6] == 'S';
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = ValueOf(run, 0);
    const rnlp_tensor_t* value = run->inputs[1];
    if (!plugin::SameShape(var, value)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "a value of shape %s for a variable of shape %s",
                  plugin::ShapeText(value).c_str(), plugin::ShapeText(var).c_str());
    }
    Call call(run, Shader("binary", TypeWord(var->dtype)));
    call.Const(subtracts ? 1 : 0).Const(0).Const(0).Read(var).Read(value).Write(var);
    return call.Push(var->num_elements).Threads((var->num_elements + 3) / 4);
  }
};

constexpr rnlp_kernel_row_t Training(int i) {
  return Row<TrainingKernel>({.op = kRules[i].op,
                              .flags = RNLP_KERNEL_STATEFUL,
                              .types = kFloatT,
                              .num_types = 1,
                              .args = kRules[i].slots,
                              .num_args = kRules[i].num_slots});
}
constexpr rnlp_type_constraint_t kRowsT[] = {plugin::Types("T", kFloats),
                                             plugin::Types("Tindices", kIndices)};
constexpr rnlp_kernel_row_t ByRows(int i) {
  rnlp_kernel_row_t row = Training(i);
  row.op = kRules[i].rows_op;
  row.types = kRowsT;
  row.num_types = 2;
  return row;
}
constexpr rnlp_arg_mark_t kUpdate[] = {{"resource", RNLP_ARG_UPDATE}};
constexpr rnlp_type_constraint_t kAssignT[] = {plugin::Types("dtype", kNumbers)};

}  // namespace

constinit const rnlp_kernel_row_t kTrainingRows[] = {
    Training(0),
    Training(1),
    Training(2),
    Training(3),
    Training(4),
    Training(5),
    Training(6),
    Training(7),
    Training(8),
    Training(9),
    Training(10),
    Training(11),
    ByRows(1),
    ByRows(2),
    ByRows(5),
    ByRows(6),
    ByRows(7),
    ByRows(8),
    ByRows(9),
    ByRows(10),
    ByRows(11),
    Row<AssignKernel>({.op = "AssignAddVariableOp",
                       .flags = RNLP_KERNEL_STATEFUL,
                       .types = kAssignT,
                       .num_types = 1,
                       .args = kUpdate,
                       .num_args = 1}),
    Row<AssignKernel>({.op = "AssignSubVariableOp",
                       .flags = RNLP_KERNEL_STATEFUL,
                       .types = kAssignT,
                       .num_types = 1,
                       .args = kUpdate,
                       .num_args = 1}),
};
std::span<const rnlp_kernel_row_t> TrainingRows() { return kTrainingRows; }

}  // namespace runnel::vulkan
