#include "core/graph/ref_ops.h"

namespace runnel {
namespace {

constexpr RefOp kRefOps[] = {
    {"VariableV2", "VarHandleOp", RefOpKind::kVariable, 0},
    {"Variable", "VarHandleOp", RefOpKind::kVariable, 0},
    {"Assign", "AssignVariableOp", RefOpKind::kUpdate, 1, "dtype"},
    {"AssignAdd", "AssignAddVariableOp", RefOpKind::kUpdate, 1, "dtype"},
    {"AssignSub", "AssignSubVariableOp", RefOpKind::kUpdate, 1, "dtype"},
    {"ScatterUpdate", "ResourceScatterUpdate", RefOpKind::kUpdate, 1, "dtype"},
    {"ScatterAdd", "ResourceScatterAdd", RefOpKind::kUpdate, 1, "dtype"},
    {"ScatterSub", "ResourceScatterSub", RefOpKind::kUpdate, 1, "dtype"},
    {"ScatterMul", "ResourceScatterMul", RefOpKind::kUpdate, 1, "dtype"},
    {"ScatterDiv", "ResourceScatterDiv", RefOpKind::kUpdate, 1, "dtype"},
    {"ScatterMin", "ResourceScatterMin", RefOpKind::kUpdate, 1, "dtype"},
    {"ScatterMax", "ResourceScatterMax", RefOpKind::kUpdate, 1, "dtype"},
    {"ScatterNdUpdate", "ResourceScatterNdUpdate", RefOpKind::kUpdate},
    {"ScatterNdAdd", "ResourceScatterNdAdd", RefOpKind::kUpdate},
    {"ScatterNdSub", "ResourceScatterNdSub", RefOpKind::kUpdate},
    {"ScatterNdMin", "ResourceScatterNdMin", RefOpKind::kUpdate},
    {"ScatterNdMax", "ResourceScatterNdMax", RefOpKind::kUpdate},
    {"ApplyGradientDescent", "ResourceApplyGradientDescent", RefOpKind::kUpdate},
    {"ApplyMomentum", "ResourceApplyMomentum", RefOpKind::kUpdate, 2},
    {"ApplyAdam", "ResourceApplyAdam", RefOpKind::kUpdate, 3},
    {"ApplyAdaMax", "ResourceApplyAdaMax", RefOpKind::kUpdate, 3},
    {"ApplyAdagrad", "ResourceApplyAdagrad", RefOpKind::kUpdate, 2},
    {"ApplyAdagradV2", "ResourceApplyAdagradV2", RefOpKind::kUpdate, 2},
    {"ApplyAdadelta", "ResourceApplyAdadelta", RefOpKind::kUpdate, 3},
    {"ApplyRMSProp", "ResourceApplyRMSProp", RefOpKind::kUpdate, 3},
    {"ApplyCenteredRMSProp", "ResourceApplyCenteredRMSProp", RefOpKind::kUpdate, 4},
    {"ApplyFtrl", "ResourceApplyFtrl", RefOpKind::kUpdate, 3},
    {"ApplyFtrlV2", "ResourceApplyFtrlV2", RefOpKind::kUpdate, 3},
    {"SparseApplyMomentum", "ResourceSparseApplyMomentum", RefOpKind::kUpdate, 2},
    {"SparseApplyAdagrad", "ResourceSparseApplyAdagrad", RefOpKind::kUpdate, 2},
    {"SparseApplyAdagradV2", "ResourceSparseApplyAdagradV2", RefOpKind::kUpdate, 2},
    {"SparseApplyAdadelta", "ResourceSparseApplyAdadelta", RefOpKind::kUpdate, 3},
    {"SparseApplyRMSProp", "ResourceSparseApplyRMSProp", RefOpKind::kUpdate, 3},
    {"SparseApplyCenteredRMSProp", "ResourceSparseApplyCenteredRMSProp", RefOpKind::kUpdate, 4},
    {"SparseApplyFtrl", "ResourceSparseApplyFtrl", RefOpKind::kUpdate, 3},
    {"SparseApplyFtrlV2", "ResourceSparseApplyFtrlV2", RefOpKind::kUpdate, 3},
    {"ApplyProximalGradientDescent", "ResourceApplyProximalGradientDescent", RefOpKind::kUpdate},
    {"ApplyProximalAdagrad", "ResourceApplyProximalAdagrad", RefOpKind::kUpdate, 2},
    {"ApplyAdagradDA", "ResourceApplyAdagradDA", RefOpKind::kUpdate, 3},
    {"ApplyAddSign", "ResourceApplyAddSign", RefOpKind::kUpdate, 2},
    {"ApplyPowerSign", "ResourceApplyPowerSign", RefOpKind::kUpdate, 2},
    {"SparseApplyProximalGradientDescent", "ResourceSparseApplyProximalGradientDescent",
     RefOpKind::kUpdate},
    {"SparseApplyProximalAdagrad", "ResourceSparseApplyProximalAdagrad", RefOpKind::kUpdate, 2},
    {"SparseApplyAdagradDA", "ResourceSparseApplyAdagradDA", RefOpKind::kUpdate, 3},
    {"StridedSliceAssign", "ResourceStridedSliceAssign", RefOpKind::kUpdate},
    {"CountUpTo", "ResourceCountUpTo", RefOpKind::kTest},
    {"IsVariableInitialized", "VarIsInitializedOp", RefOpKind::kTest},
    {"RefIdentity", "Identity", RefOpKind::kMove},
    {"RefSwitch", "Switch", RefOpKind::kMove},
    {"RefMerge", "Merge", RefOpKind::kMove, -1},
    {"RefEnter", "Enter", RefOpKind::kMove},
    {"RefExit", "Exit", RefOpKind::kMove},
    {"RefNextIteration", "NextIteration", RefOpKind::kMove},
    {"RefSelect", "Merge", RefOpKind::kSelect},
};

}  // namespace

const RefOp* FindRefOp(std::string_view op) {
  for (const RefOp& row : kRefOps) {
    if (row.op == op) return &row;
  }
  return nullptr;
}

const RefOp* FindRaisedOp(std::string_view lowered) {
  for (const RefOp& row : kRefOps) {
    const bool is_one = row.kind != RefOpKind::kVariable && row.kind != RefOpKind::kSelect;
    if (is_one && row.lowered == lowered) return &row;
  }
  return nullptr;
}

}  // namespace runnel
