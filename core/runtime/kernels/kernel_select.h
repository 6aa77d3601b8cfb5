// Which kernel computes a node on a device: the generic ops of the runtime itself, a host kernel, or a
// row that a plugin brought.
#ifndef RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_SELECT_H_
#define RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_SELECT_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/passes/plan_graph.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/host_ops/host_kernel.h"
#include "core/runtime/kernels/kernel_info.h"
#include "core/runtime/plugins/plugin_loader.h"

namespace runnel {

// What the executor does with a node. All but kKernel and kHost work on every device without a kernel.
enum class NodeKind : uint8_t {
  kKernel,
  kHost,
  kFeed,
  kFetch,
  kConst,
  kPassThrough,  // Identity and its kin, LoopCond
  kReshape,      // Reshape, ExpandDims, Squeeze: the same elements under another shape
  kMetadata,     // Shape, ShapeN, Size, Rank
  kNoOp,
  kVarHandle,
  kReadVariable,
  kAssignVariable,
  kVarIsInitialized,
  kDestroyResource,
  kSwitch,
  kMerge,
  kEnter,
  kExit,
  kNextIteration,
  kControlTrigger,
  kTransfer,  // _Recv: the copy between two memories
  kRegion,
};

// kKernel for everything that needs a row.
NodeKind KindOf(const PlanNode& node);

// Ops that need no kernel on any device: the executor's own, and those that planning replaces or feeds.
std::vector<std::string_view> GenericOps();

// A kernel object, created and planned.
class PlannedKernel {
 public:
  explicit PlannedKernel(const KernelEntry& entry) : entry_(entry) {}
  PlannedKernel(const PlannedKernel&) = delete;
  ~PlannedKernel() {
    if (created_ && row().destroy != nullptr) row().destroy(host(), kernel_);
  }
  // Once, before anything else; a failure is the caller's to release.
  rnlp_status_t* Create(rnlp_device_t* device, const rnlp_node_t* node) {
    rnlp_status_t* failed =
        row().create == nullptr ? nullptr : row().create(host(), device, node, &kernel_);
    created_ = failed == nullptr;
    return failed;
  }
  const rnlp_kernel_row_t& row() const { return *entry_.row; }
  rnlp_kernel_t* state() const { return kernel_; }
  const rnlp_host_t* host() const { return entry_.plugin->host->table(); }
  const LoadedPlugin& plugin() const { return *entry_.plugin; }
  uint64_t workspace_bytes = 0;
  uint64_t cost_ns = 0;
  // The form of an input that it wants, if any; see packed_form.h.
  uint64_t packed_bytes = 0;
  uint64_t packed_layout = 0;
  uint32_t packed_input = 0;

 private:
  KernelEntry entry_;
  rnlp_kernel_t* kernel_ = nullptr;
  bool created_ = false;
};

// The first row for (node, device) whose types fit and that supports it; row null if there is none.
// *cost_ns receives the cost that `supports` answered with, 0 if none. *why_not receives the refusals of
// the rows whose types fit. Errors: only real failures of a plugin.
Result<KernelEntry> SelectKernel(const PluginSet& plugins, const PlanGraph& plan, const PlanNode& node,
                                 Device* device, uint64_t* cost_ns = nullptr,
                                 std::string* why_not = nullptr);
// "CPU: T in [float, double]; VIRTUAL: ..." for the message about a missing kernel.
std::string DescribeKernels(const PluginSet& plugins, std::string_view op);

// Whether the types of a kernel allow the node's.
bool TypesFit(const KernelInfo& kernel, const PlanNode& node);

// Creates and plans. Shapes and known inputs come from the plan graph. `lives`: rnlp_input_life_t of
// each input; empty: they all differ from run to run, and the kernel asks for no packed form.
Result<std::unique_ptr<PlannedKernel>> CreateKernel(const KernelEntry& entry, const PlanGraph& plan,
                                                    const PlanNode& node, Device* device,
                                                    std::span<const uint32_t> lives = {});

// A tensor of this shape, as plugins see it before it has memory. Borrows `shape`.
rnlp_tensor_t ShapeView(DType dtype, const Shape& shape);

// rnlp_arg_flags_t of every flat input or output of a node, as its row marks them.
std::vector<uint32_t> InputMarks(const rnlp_kernel_row_t& row, const PlanNode& node);
std::vector<uint32_t> OutputMarks(const rnlp_kernel_row_t& row, const PlanNode& node);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_SELECT_H_
