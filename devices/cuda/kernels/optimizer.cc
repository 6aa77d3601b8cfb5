// Updates of variables: optimizer steps on all of a variable or on rows of it, and rows that are
// combined with updates.
#include <array>
#include <cstring>

#include "devices/cuda/device_code/optimizer_args.h"
#include "devices/cuda/driver/update_group.h"
#include "devices/cuda/kernels/kernel.h"
#include "plugins/sdk/node.h"
#include "plugins/sdk/optimizer.h"
#include "plugins/sdk/variable.h"

namespace runnel::cuda {
namespace {

using plugin::ResolveVariable;
using plugin::SameShape;

// The numbers that the device's code has for the rules that it knows, which are the first.
static_assert(int{kDescendRule} == plugin::kDescendRule && int{kMomentumRule} == plugin::kMomentumRule &&
              int{kKerasMomentumRule} == plugin::kKerasMomentumRule &&
              int{kAdamRule} == plugin::kAdamRule && int{kAdaMaxRule} == plugin::kAdaMaxRule &&
              int{kAdagradRule} == plugin::kAdagradRule &&
              int{kAdagradV2Rule} == plugin::kAdagradV2Rule &&
              int{kAdadeltaRule} == plugin::kAdadeltaRule && int{kRmsPropRule} == plugin::kRmsPropRule &&
              int{kCenteredRmsPropRule} == plugin::kCenteredRmsPropRule &&
              int{kFtrlRule} == plugin::kFtrlRule && int{kFtrlV2Rule} == plugin::kFtrlV2Rule &&
              int{kNumOptimizerRules} <= plugin::kNumOptimizerRules &&
              kMaxSlots == plugin::kMaxOptimizerSlots && kMaxScalars == plugin::kMaxOptimizerScalars);

struct TrainingKernel : KernelBase {
  CUfunction function;  // of a whole variable, or of rows
  const plugin::OptimizerOp* entry = nullptr;
  plugin::OptimizerInputs inputs;
  int32_t dtype = 0;
  bool option = false;

  std::span<const rnlp_arg_mark_t> slots_of() const { return entry->info().slots; }
  bool by_rows() const { return inputs.indices >= 0; }

  rnlp_status_t* Init(const Build& build) {
    entry = plugin::FindOptimizerOp(op);
    if (entry == nullptr) return Fail(build.host, RNLP_UNIMPLEMENTED, "%s: no CUDA kernel", op);
    inputs = plugin::InputsOf(*entry);
    const plugin::OptimizerRuleInfo& info = entry->info();
    option = info.option_default;
    if (info.option != nullptr) RNLP_TRY(plugin::AttrBool(build.host, build.node, info.option, &option));
    dtype = build.input(static_cast<uint32_t>(inputs.gradient));
    return FindTyped(build, op, k_optimizer, by_rows() ? "optimizer_rows" : "optimizer", dtype,
                     &function);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const std::span<const rnlp_arg_mark_t> marks = slots_of();
    UpdateRule rule{function,
                    plugin::DTypeSize(dtype),
                    entry->rule,
                    static_cast<int>(marks.size()),
                    inputs.num_scalars,
                    option,
                    {}};
    u64 slots[kMaxSlots] = {};
    const rnlp_tensor_t* var = nullptr;
    for (uint32_t i = 0; i < marks.size(); ++i) {
      const rnlp_tensor_t* slot = nullptr;
      RNLP_TRY(ResolveVariable(run, op, i, dtype, &slot));
      if (i == 0) var = slot;
      if (!SameShape(slot, var)) return Mismatch(run, marks[i].name, slot, var);
      slots[i] = AddressOf(slot);
    }
    for (int i = 0; i < inputs.num_scalars; ++i) {
      const rnlp_tensor_t* scalar = run->inputs[inputs.scalars[i]];
      if (scalar->num_elements != 1) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %d should be a scalar, got shape %s",
                    op, inputs.scalars[i], ShapeText(scalar).c_str());
      }
      rule.scalars[i] = AddressOf(scalar);
    }
    return by_rows() ? UpdateRows(run, rule, slots, var) : UpdateAll(run, rule, slots, var);
  }

  rnlp_status_t* UpdateAll(const rnlp_run_t* run, const UpdateRule& rule, const u64 (&slots)[kMaxSlots],
                           const rnlp_tensor_t* var) const {
    const rnlp_tensor_t* grad = run->inputs[inputs.gradient];
    if (!SameShape(grad, var)) return Mismatch(run, "grad", grad, var);
    if (var->num_elements == 0) return nullptr;
    if (var->num_elements > i64{INT32_MAX} * kUpdatesPerBlock) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the variable has too many elements: %s", op,
                  ShapeText(var).c_str());
    }
    OptimizerMember member{};
    std::ranges::copy(slots, member.slots);
    member.grad = AddressOf(grad);
    member.count = var->num_elements;
    rnlp_queue_t* queue = run->queue;
    RNLP_TRY(queue->device->CheckAlive());
    if (queue->updates == nullptr) queue->updates = std::make_unique<UpdateGroup>();
    if (queue->updates->Join(rule, member)) return nullptr;
    const Current current(queue->device);
    CUstream stream = nullptr;
    RNLP_TRY(queue->Stream(&stream));
    queue->updates->Join(rule, member);  // an empty group takes any
    return nullptr;
  }

  rnlp_status_t* UpdateRows(const rnlp_run_t* run, const UpdateRule& rule, const u64 (&slots)[kMaxSlots],
                            const rnlp_tensor_t* var) const {
    const rnlp_tensor_t* grad = run->inputs[inputs.gradient];
    const rnlp_tensor_t* rows = run->inputs[inputs.indices];
    if (!plugin::RowsFit(grad, var, rows)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: grad %s should have a row of the variable %s for every index of indices %s", op,
                  ShapeText(grad).c_str(), ShapeText(var).c_str(), ShapeText(rows).c_str());
    }
    if (grad->num_elements == 0 || var->num_elements == 0) return nullptr;
    OptimizerRowsArgs args{};
    std::ranges::copy(slots, args.slots);
    std::ranges::copy(rule.scalars, args.scalars);
    args.grad = AddressOf(grad);
    args.rule = rule.rule;
    args.num_slots = rule.num_slots;
    args.num_scalars = rule.num_scalars;
    args.option = rule.option;
    args.row = var->num_elements / var->dims[0];
    args.indices = AddressOf(rows);
    args.wide = rows->dtype == RNLP_INT64;
    args.num_indices = rows->num_elements;
    args.num_rows = var->dims[0];
    return Launch(run, function, GridFor(run, args.row, 2), args);
  }

  rnlp_status_t* Mismatch(const rnlp_run_t* run, const char* name, const rnlp_tensor_t* tensor,
                          const rnlp_tensor_t* var) const {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s has shape %s, the variable %s", op, name,
                ShapeText(tensor).c_str(), ShapeText(var).c_str());
  }
};

constexpr rnlp_type_constraint_t kTrainingT[] = {Types("T", kFloatTypes),
                                                 Types("Tindices", kIntegerTypes)};

// ---- rows that are combined with updates ----

struct ScatterOp {
  const char* op;
  ScatterCode code;
};
constexpr ScatterOp kScatterOps[] = {
    {"ResourceScatterUpdate", kScatterUpdate}, {"ResourceScatterAdd", kScatterAdd},
    {"ResourceScatterSub", kScatterSub},       {"ResourceScatterMul", kScatterMul},
    {"ResourceScatterDiv", kScatterDiv},       {"ResourceScatterMax", kScatterMax},
    {"ResourceScatterMin", kScatterMin},
};

struct ScatterKernel : KernelBase {
  CUfunction function;
  ScatterCode code = kScatterUpdate;
  int32_t dtype = 0;
  rnlp_status_t* Init(const Build& build) {
    for (const ScatterOp& one : kScatterOps) {
      if (std::strcmp(one.op, op) == 0) code = one.code;
    }
    dtype = build.input(2);
    return FindTyped(build, op, k_optimizer, "scatter_rows", dtype, &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* indices = run->inputs[1];
    const rnlp_tensor_t* updates = run->inputs[2];
    RNLP_TRY(ResolveVariable(run, op, 0, dtype, &var));
    const bool is_scalar = updates->rank == 0;
    bool fits = var->rank > 0 && (is_scalar || updates->rank == indices->rank + var->rank - 1);
    for (int32_t d = 0; fits && !is_scalar && d < updates->rank; ++d) {
      fits =
          updates->dims[d] == (d < indices->rank ? indices->dims[d] : var->dims[d - indices->rank + 1]);
    }
    if (!fits) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: updates %s should be a scalar or have a row of the variable %s for every index of "
          "indices %s",
          op, ShapeText(updates).c_str(), ShapeText(var).c_str(), ShapeText(indices).c_str());
    }
    if (var->num_elements == 0 || indices->num_elements == 0) return nullptr;
    const i64 row = var->num_elements / var->dims[0];
    return Launch(run, function, GridFor(run, row),
                  ScatterRowsArgs{AddressOf(var), AddressOf(updates), AddressOf(indices), code,
                                  indices->dtype == RNLP_INT64, is_scalar, row, indices->num_elements,
                                  var->dims[0]});
  }
};

constexpr rnlp_type_constraint_t kScatterT[] = {Types("dtype", kNumberTypes),
                                                Types("Tindices", kIntegerTypes)};
constexpr rnlp_arg_mark_t kUpdate[] = {{"resource", RNLP_ARG_UPDATE}};

// ---- whole variables ----

struct AssignKernel : KernelBase {
  CUfunction function;
  int32_t dtype = 0;
  int code = 0;
  rnlp_status_t* Init(const Build& build) {
    dtype = build.input(1);
    code = std::strcmp(op, "AssignSubVariableOp") == 0 ? kScatterSub : kScatterAdd;
    return FindTyped(build, op, k_optimizer, "scatter_rows", dtype, &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* value = run->inputs[1];
    RNLP_TRY(ResolveVariable(run, op, 0, dtype, &var));
    if (!SameShape(value, var)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: value has shape %s, the variable %s", op,
                  ShapeText(value).c_str(), ShapeText(var).c_str());
    }
    if (var->num_elements == 0) return nullptr;
    return Launch(
        run, function, GridFor(run, var->num_elements, 4),
        ScatterRowsArgs{AddressOf(var), AddressOf(value), 0, code, 0, 0, var->num_elements, 1, 1});
  }
};
constexpr rnlp_type_constraint_t kAssignT[] = {Types("dtype", kNumberTypes)};

constexpr auto kRows = [] {
  std::array<rnlp_kernel_row_t,
             plugin::CountOptimizerOps(kNumOptimizerRules) + std::size(kScatterOps) + 2>
      rows{};
  size_t next = 0;
  for (const plugin::OptimizerOp& one : plugin::kOptimizerOps) {
    if (one.rule >= int{kNumOptimizerRules}) continue;
    rows[next++] = Row<TrainingKernel>(
        one.op, std::span(kTrainingT).first(one.by_rows() ? 2 : 1), one.info().slots, {},
        one.by_rows() ? uint32_t{RNLP_KERNEL_STATEFUL} : RNLP_KERNEL_STATEFUL | RNLP_KERNEL_GROUPED);
  }
  for (const ScatterOp& one : kScatterOps) {
    rows[next++] = Row<ScatterKernel>(one.op, kScatterT, kUpdate, {}, RNLP_KERNEL_STATEFUL);
  }
  rows[next++] = Row<AssignKernel>("AssignAddVariableOp", kAssignT, kUpdate, {}, RNLP_KERNEL_STATEFUL);
  rows[next++] = Row<AssignKernel>("AssignSubVariableOp", kAssignT, kUpdate, {}, RNLP_KERNEL_STATEFUL);
  return rows;
}();

}  // namespace

std::span<const rnlp_kernel_row_t> OptimizerRows() { return kRows; }

}  // namespace runnel::cuda
