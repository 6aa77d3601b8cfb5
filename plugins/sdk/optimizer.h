// The training ops as data: which variables each updates, what its other inputs are, and the rule that
// it applies. The rules' formulas are in the docs of the ops; how one is computed is the device's.
#ifndef RNLP_SDK_OPTIMIZER_H_
#define RNLP_SDK_OPTIMIZER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "status.h"

namespace runnel::plugin {

enum OptimizerRule : int {
  kDescendRule,
  kMomentumRule,
  kKerasMomentumRule,
  kAdamRule,
  kAdaMaxRule,
  kAdagradRule,
  kAdagradV2Rule,
  kAdadeltaRule,
  kRmsPropRule,
  kCenteredRmsPropRule,
  kFtrlRule,
  kFtrlV2Rule,
  kProximalDescendRule,
  kProximalAdagradRule,
  kAdagradDaRule,
  kAddSignRule,
  kPowerSignRule,
  kAmsgradRule,
  kNumOptimizerRules
};
inline constexpr int kMaxOptimizerSlots = 4;
inline constexpr int kMaxOptimizerScalars = 6;

namespace internal {
inline constexpr rnlp_arg_mark_t kVarSlot[] = {{"var", RNLP_ARG_UPDATE}};
inline constexpr rnlp_arg_mark_t kAccumSlots[] = {{"var", RNLP_ARG_UPDATE}, {"accum", RNLP_ARG_UPDATE}};
inline constexpr rnlp_arg_mark_t kMomentSlots[] = {
    {"var", RNLP_ARG_UPDATE}, {"m", RNLP_ARG_UPDATE}, {"v", RNLP_ARG_UPDATE}};
inline constexpr rnlp_arg_mark_t kAccumUpdateSlots[] = {
    {"var", RNLP_ARG_UPDATE}, {"accum", RNLP_ARG_UPDATE}, {"accum_update", RNLP_ARG_UPDATE}};
inline constexpr rnlp_arg_mark_t kSquareSlots[] = {
    {"var", RNLP_ARG_UPDATE}, {"ms", RNLP_ARG_UPDATE}, {"mom", RNLP_ARG_UPDATE}};
inline constexpr rnlp_arg_mark_t kCenteredSlots[] = {{"var", RNLP_ARG_UPDATE},
                                                     {"mg", RNLP_ARG_UPDATE},
                                                     {"ms", RNLP_ARG_UPDATE},
                                                     {"mom", RNLP_ARG_UPDATE}};
inline constexpr rnlp_arg_mark_t kLinearSlots[] = {
    {"var", RNLP_ARG_UPDATE}, {"accum", RNLP_ARG_UPDATE}, {"linear", RNLP_ARG_UPDATE}};
inline constexpr rnlp_arg_mark_t kSumSlots[] = {{"var", RNLP_ARG_UPDATE},
                                                {"gradient_accumulator", RNLP_ARG_UPDATE},
                                                {"gradient_squared_accumulator", RNLP_ARG_UPDATE}};
inline constexpr rnlp_arg_mark_t kMomentSlot[] = {{"var", RNLP_ARG_UPDATE}, {"m", RNLP_ARG_UPDATE}};
inline constexpr rnlp_arg_mark_t kHighestSlots[] = {
    {"var", RNLP_ARG_UPDATE}, {"m", RNLP_ARG_UPDATE}, {"v", RNLP_ARG_UPDATE}, {"vhat", RNLP_ARG_UPDATE}};
}  // namespace internal

// What all ops of a rule have in common. slots[0] is the variable, the others what the rule keeps beside
// it: the first inputs, as marks for the kernel's row.
struct OptimizerRuleInfo {
  OptimizerRule rule;
  std::span<const rnlp_arg_mark_t> slots;
  const char* option = nullptr;  // a bool attr beside use_locking
  bool option_default = false;
};
// By OptimizerRule.
inline constexpr OptimizerRuleInfo kOptimizerRules[] = {
    {kDescendRule, internal::kVarSlot},
    {kMomentumRule, internal::kAccumSlots, "use_nesterov"},
    {kKerasMomentumRule, internal::kAccumSlots, "use_nesterov"},
    {kAdamRule, internal::kMomentSlots, "use_nesterov"},
    {kAdaMaxRule, internal::kMomentSlots},
    {kAdagradRule, internal::kAccumSlots, "update_slots", true},
    {kAdagradV2Rule, internal::kAccumSlots, "update_slots", true},
    {kAdadeltaRule, internal::kAccumUpdateSlots},
    {kRmsPropRule, internal::kSquareSlots},
    {kCenteredRmsPropRule, internal::kCenteredSlots},
    {kFtrlRule, internal::kLinearSlots, "multiply_linear_by_lr"},
    {kFtrlV2Rule, internal::kLinearSlots, "multiply_linear_by_lr"},
    {kProximalDescendRule, internal::kVarSlot},
    {kProximalAdagradRule, internal::kAccumSlots},
    {kAdagradDaRule, internal::kSumSlots},
    {kAddSignRule, internal::kMomentSlot},
    {kPowerSignRule, internal::kMomentSlot},
    {kAmsgradRule, internal::kHighestSlots},
};

struct OptimizerOp {
  const char* op;
  OptimizerRule rule;
  // The inputs behind the slots, by their names in the schema. All but the gradient ("grad" or "delta")
  // and the indices are scalars, global_step one of 64 bits.
  std::string_view inputs;

  constexpr const OptimizerRuleInfo& info() const { return kOptimizerRules[rule]; }
  // Whether it steps the rows that indices name, rather than all of the variable.
  constexpr bool by_rows() const { return inputs.find("indices") != std::string_view::npos; }
};
inline constexpr OptimizerOp kOptimizerOps[] = {
    {"ResourceApplyGradientDescent", kDescendRule, "alpha delta"},
    {"ResourceApplyMomentum", kMomentumRule, "lr grad momentum"},
    {"ResourceSparseApplyMomentum", kMomentumRule, "lr grad indices momentum"},
    {"ResourceApplyKerasMomentum", kKerasMomentumRule, "lr grad momentum"},
    {"ResourceSparseApplyKerasMomentum", kKerasMomentumRule, "lr grad indices momentum"},
    {"ResourceApplyAdam", kAdamRule, "beta1_power beta2_power lr beta1 beta2 epsilon grad"},
    {"ResourceApplyAdaMax", kAdaMaxRule, "beta1_power lr beta1 beta2 epsilon grad"},
    {"ResourceApplyAdagrad", kAdagradRule, "lr grad"},
    {"ResourceSparseApplyAdagrad", kAdagradRule, "lr grad indices"},
    {"ResourceApplyAdagradV2", kAdagradV2Rule, "lr epsilon grad"},
    {"ResourceSparseApplyAdagradV2", kAdagradV2Rule, "lr epsilon grad indices"},
    {"ResourceApplyAdadelta", kAdadeltaRule, "lr rho epsilon grad"},
    {"ResourceSparseApplyAdadelta", kAdadeltaRule, "lr rho epsilon grad indices"},
    {"ResourceApplyRMSProp", kRmsPropRule, "lr rho momentum epsilon grad"},
    {"ResourceSparseApplyRMSProp", kRmsPropRule, "lr rho momentum epsilon grad indices"},
    {"ResourceApplyCenteredRMSProp", kCenteredRmsPropRule, "lr rho momentum epsilon grad"},
    {"ResourceSparseApplyCenteredRMSProp", kCenteredRmsPropRule, "lr rho momentum epsilon grad indices"},
    {"ResourceApplyFtrl", kFtrlRule, "grad lr l1 l2 lr_power"},
    {"ResourceSparseApplyFtrl", kFtrlRule, "grad indices lr l1 l2 lr_power"},
    {"ResourceApplyFtrlV2", kFtrlV2Rule, "grad lr l1 l2 l2_shrinkage lr_power"},
    {"ResourceSparseApplyFtrlV2", kFtrlV2Rule, "grad indices lr l1 l2 l2_shrinkage lr_power"},
    {"ResourceApplyProximalGradientDescent", kProximalDescendRule, "alpha l1 l2 delta"},
    {"ResourceSparseApplyProximalGradientDescent", kProximalDescendRule, "alpha l1 l2 grad indices"},
    {"ResourceApplyProximalAdagrad", kProximalAdagradRule, "lr l1 l2 grad"},
    {"ResourceSparseApplyProximalAdagrad", kProximalAdagradRule, "lr l1 l2 grad indices"},
    {"ResourceApplyAdagradDA", kAdagradDaRule, "grad lr l1 l2 global_step"},
    {"ResourceSparseApplyAdagradDA", kAdagradDaRule, "grad indices lr l1 l2 global_step"},
    {"ResourceApplyAddSign", kAddSignRule, "lr alpha sign_decay beta grad"},
    {"ResourceApplyPowerSign", kPowerSignRule, "lr logbase sign_decay beta grad"},
    {"ResourceApplyAdamWithAmsgrad", kAmsgradRule,
     "beta1_power beta2_power lr beta1 beta2 epsilon grad"},
};

// How many ops have one of the first `rules`: a device need not know the others.
constexpr size_t CountOptimizerOps(int rules) {
  size_t count = 0;
  for (const OptimizerOp& one : kOptimizerOps) count += one.rule < rules ? 1 : 0;
  return count;
}

// The numbers of an op's inputs; -1 where there is none.
struct OptimizerInputs {
  int gradient = -1;
  int indices = -1;
  int num_scalars = 0;
  int scalars[kMaxOptimizerScalars] = {};
  std::string_view scalar_names[kMaxOptimizerScalars] = {};
  std::string_view gradient_name;
};
constexpr OptimizerInputs InputsOf(const OptimizerOp& op) {
  OptimizerInputs out;
  int input = static_cast<int>(op.info().slots.size());
  for (std::string_view rest = op.inputs; !rest.empty(); ++input) {
    const std::string_view name = rest.substr(0, rest.find(' '));
    rest.remove_prefix(name.size() < rest.size() ? name.size() + 1 : name.size());
    if (name == "grad" || name == "delta") {
      out.gradient = input;
      out.gradient_name = name;
    } else if (name == "indices") {
      out.indices = input;
    } else {
      out.scalar_names[out.num_scalars] = name;
      out.scalars[out.num_scalars++] = input;
    }
  }
  return out;
}

// NULL for another op.
constexpr const OptimizerOp* FindOptimizerOp(std::string_view name) {
  for (const OptimizerOp& one : kOptimizerOps) {
    if (name == one.op) return &one;
  }
  return nullptr;
}

namespace internal {
constexpr bool OptimizerTablesFit() {
  size_t count = 0;
  for (const OptimizerRuleInfo& info : kOptimizerRules) {
    if (info.rule != static_cast<int>(count++) || info.slots.size() > kMaxOptimizerSlots) return false;
  }
  for (const OptimizerOp& op : kOptimizerOps) {
    if (InputsOf(op).gradient < 0 || (InputsOf(op).indices >= 0) != op.by_rows()) return false;
  }
  return count == kNumOptimizerRules;
}
static_assert(OptimizerTablesFit());
}  // namespace internal

}  // namespace runnel::plugin

#endif  // RNLP_SDK_OPTIMIZER_H_
