// Arguments of the updates of variables.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_OPTIMIZER_ARGS_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_OPTIMIZER_ARGS_H_

#include "devices/cuda/device_code/args.h"

namespace runnel::cuda {

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
  kNumOptimizerRules
};
constexpr int kMaxSlots = 4;
constexpr int kMaxScalars = 6;

// As many as fit into the 4096 bytes of a launch's arguments.
constexpr int kMaxMembers = 64;
constexpr int kUpdateThreads = 256;
constexpr int kUpdatesPerBlock = 8 * kUpdateThreads;  // elements

// slots[0] is the variable, the others what the rule keeps beside it, all with `count` elements.
struct OptimizerMember {
  u64 slots[kMaxSlots];
  u64 grad;
  i64 count;
  int first_block;
};

// Steps of several variables; no one writes what another uses. Scalars lie on the device, in the order
// of the op's inputs, so that a step that is replayed reads those of its time.
struct OptimizerArgs {  // optimizer_<type>
  u64 scalars[kMaxScalars];
  int rule;
  int num_slots;
  int num_scalars;
  int option;
  int members;
  int blocks;
  OptimizerMember member[kMaxMembers];
};
static_assert(sizeof(OptimizerArgs) <= 4096);

// Row i of the gradient belongs to row indices[i] of the variable; the rows are done in order.
struct OptimizerRowsArgs {  // optimizer_rows_<type>
  u64 slots[kMaxSlots];
  u64 grad;
  u64 scalars[kMaxScalars];
  int rule;
  int num_slots;
  int num_scalars;
  int option;
  i64 row;  // elements of one
  u64 indices;
  int wide;  // int64 indices
  i64 num_indices;
  i64 num_rows;
};

enum ScatterCode : int {
  kScatterUpdate,
  kScatterAdd,
  kScatterSub,
  kScatterMul,
  kScatterDiv,
  kScatterMax,
  kScatterMin
};

// For each index, in order: row to[index] and row i of `from` become one. Indices outside are left out;
// without any there is one row.
struct ScatterRowsArgs {  // scatter_rows_<type>
  u64 to, from, indices;
  int code;
  int wide;
  int from_is_scalar;
  i64 row, num_indices, num_rows;
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_OPTIMIZER_ARGS_H_
