// Region: nodes of one device, without control flow and of known shapes, that run one after another over
// a planned arena. The fast case: per node, one indirect call on prepared arguments.
//
// Values live in the arena at fixed offsets, outputs over dying inputs where kernels allow it. What
// enters a region, leaves it (exports), is constant or belongs to a variable lies elsewhere and is never
// overwritten.
#ifndef RUNNEL_CORE_RUNTIME_REGION_REGION_H_
#define RUNNEL_CORE_RUNTIME_REGION_REGION_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/checked.h"
#include "core/base/spare.h"
#include "core/runtime/kernels/kernel_select.h"
#include "core/runtime/kernels/packed_form.h"
#include "core/runtime/plugins/step_services.h"
#include "core/runtime/resources/variable.h"

namespace runnel {

class RegionArena;

struct RegionValue {
  enum class Kind : uint8_t { kArena, kExternal, kExport, kConstant, kBorrow, kHandle };
  Kind kind = Kind::kArena;
  DType dtype = DType::kInvalid;
  Shape shape;
  int32_t index = -1;   // external slot, export memory, constant, borrow, or variable
  uint64_t offset = 0;  // kArena
};

struct RegionOp {
  enum class Kind : uint8_t { kKernel, kRead, kReadCopy, kAssign, kIsInitialized, kDestroy };
  Kind kind = Kind::kKernel;
  bool updates = false;  // kKernel: has resource inputs to lock
  bool strict = false;   // kDestroy: fails if there is no value; kAssign: if the shape would change
  const PlannedKernel* kernel = nullptr;
  int32_t first_input = 0, num_inputs = 0;  // into Region::operands
  int32_t first_output = 0, num_outputs = 0;
  uint64_t workspace_offset = 0;
  int32_t variable = -1;
  int32_t borrow = -1;
  int32_t first_export = 0, last_export = 0;  // exports that are complete after this op
  bool hands_on = false;                      // one of them is used while the region goes on
  std::atomic<uint64_t>* counter = nullptr;
  int32_t packed = -1;  // into Region::packed
  std::string name;
  std::string op;
};

// An input that a kernel wants in a form of its own.
struct RegionPacked {
  int32_t value = -1;
  int32_t borrow = -1;  // of a variable; -1: a constant, whose form is there
  std::shared_ptr<PackedForm> form;
  Ref<Buffer> constant;
};

inline constexpr int kMaxUpdatesPerOp = 16;

// A variable among a kernel's inputs, and how it is used. Each variable once per op; those of one op in
// the order of the variables' addresses, which is the order of locking.
struct RegionBinding {
  int32_t op;
  int32_t variable;
  bool update;
  Shape shape;  // as planned
};

struct Region {
  int32_t InputOf(const RegionOp& op, int k) const {
    return operands[static_cast<size_t>(op.first_input) + static_cast<size_t>(k)];
  }
  int32_t OutputOf(const RegionOp& op, int k) const {
    return operands[static_cast<size_t>(op.first_output) + static_cast<size_t>(k)];
  }

  // As its device wants it aligned.
  uint64_t BytesInArena(uint64_t bytes) const { return AlignUp(bytes, device->alignment_bytes()); }
  uint64_t BytesInArena(const RegionValue& value) const {
    return BytesInArena(static_cast<uint64_t>(value.shape.num_elements()) * DTypeSize(value.dtype));
  }

  Device* device = nullptr;
  std::vector<RegionOp> ops;
  std::vector<int32_t> operands;  // values, by op
  std::vector<RegionValue> values;
  std::vector<Tensor> constants;  // in the memory where they are read
  std::vector<Ref<Variable>> variables;
  std::vector<RegionBinding> bindings;  // sorted by op
  std::vector<RegionPacked> packed;
  std::vector<int32_t> export_values;  // export -> value, in order of completion
  int num_initial_exports = 0;         // complete before the first op: what only passes through
  std::vector<std::vector<int32_t>> variable_borrows;  // variable -> its borrows
  // Variable -> external slots that may hold its value and are read only before it is changed.
  std::vector<std::vector<int32_t>> variable_externals;
  int num_export_memories = 0;
  int num_externals = 0;
  int num_borrows = 0;
  uint64_t arena_bytes = 0;
  uint64_t live_bytes = 0;  // the largest sum of values alive at once, for reports
  int64_t launches = 0;
  // The sum of its kernels' estimates, and whether one of them has none.
  uint64_t cost_ns = 0;
  bool has_unknown_cost = false;
  // For captures: op after which each part ends; empty: there can be none. What a part makes leaves the
  // region when all of it was launched. See region_capture.cc.
  struct Updated {
    int32_t variable;
    uint32_t count;  // how often
  };
  std::vector<int32_t> segment_ends;
  std::vector<Updated> updated;  // in the order of the variables' addresses

  ~Region();
  void PlanCaptures();  // once all of the above is there
  // Takes a pooled arena or makes one. Errors: RESOURCE_EXHAUSTED.
  Result<std::unique_ptr<RegionArena>> TakeArena(Allocator* allocator);
  void GiveBack(std::unique_ptr<RegionArena> arena);
  // Frees pooled arenas that no step has taken since the last call, but one where that is not large.
  void TrimIdle();

 private:
  static constexpr size_t kMaxPooled = 16;
  Spare<RegionArena> last_;  // first in line, and kept when the others are trimmed, unless it is large
  std::mutex mutex_;         // guards all below
  std::vector<std::unique_ptr<RegionArena>> pool_;
  size_t idle_ = 0;  // how many were in the pool all the time since TrimIdle
};

// What a region asks of the step that runs it.
class RegionClient {
 public:
  virtual bool Cancelled() const = 0;
  virtual Allocator* allocator() = 0;
  // The step's fence on a queue of the region's device.
  virtual Result<StepFence*> FenceOn(DeviceQueue& queue) = 0;
  // Export `e` is complete; the region may still be running.
  virtual void Exported(int e, Tensor value) = 0;
  // Null unless the step is traced.
  virtual void Trace(const RegionOp& op, int64_t start_ns, int64_t end_ns) = 0;
  virtual bool tracing() const = 0;
  // In a step that is profiled: waits for what it has given the queue.
  virtual Status Settle(DeviceQueue& queue) = 0;
  // The region was given to its device as a capture.
  virtual void Replayed() = 0;

 protected:
  ~RegionClient() = default;
};

// One region's memory and prepared arguments: for one run at a time.
class RegionArena {
 public:
  static Result<std::unique_ptr<RegionArena>> Create(const Region& region, Allocator* allocator);
  ~RegionArena();

  // Runs the region. externals[i] is the value of external slot i; they are let go of.
  // Errors: the failing kernel's, with its node's name; CANCELLED.
  Status Run(const Region& region, std::span<Tensor> externals, RegionClient* client);

 private:
  class Services;
  // What the loop over ops touches, packed.
  struct Call {
    rnlp_status_t* (*run)(rnlp_kernel_t* kernel, const rnlp_run_t* run);  // null: not a plain kernel
    rnlp_kernel_t* kernel;
    bool has_exports;
  };
  RegionArena() = default;
  Status AllocateMemory(const Region& region, Allocator* allocator);
  void PrepareView(const Region& region, int32_t value);
  void PrepareBindings(const Region& region);
  void PrepareCall(const Region& region, size_t op);
  Status Prepare(const Region& region, std::span<Tensor> externals, RegionClient* client);
  class VariableHold;
  struct Capture {
    std::vector<uint64_t> signature;
    std::vector<rnlp_capture_t*> segments;
  };
  Status RunCaptured(const Region& region, RegionClient* client, bool* ran);
  bool BindForCapture(const Region& region);
  Status MakeCapture(const Region& region, Capture* out);
  rnlp_status_t* Record(const Region& region, size_t begin, size_t end, rnlp_queue_t* queue);
  Status Launch(const Region& region, const Capture& capture, RegionClient* client);
  void Remember();
  void DropCapture(Capture* capture);
  Status RunOps(const Region& region, RegionClient* client);
  Status RunTraced(const Region& region, RegionClient* client);
  Status RunPlainOnDevice(const Region& region, size_t begin, size_t end);
  Status RunOne(const Region& region, size_t op, RegionClient* client);
  Status RunUpdate(const Region& region, size_t op);
  Status RunPacked(const Region& region, size_t op);
  void PointAtPacked(size_t op, const Ref<Buffer>& form);
  Status CallKernel(const Region& region, size_t op);
  // With the step's fence, behind what it waits for.
  template <typename Record>
  Status Submit(const Region& region, Record&& record) {
    SubmitOrder order;
    order.fence = fence_;
    order.after = waits_;
    Status status = region.device->Submit(std::forward<Record>(record), order);
    waits_.clear();
    return status;
  }
  Status Fail(const Region& region, size_t op, rnlp_status_t* failed) const;
  void PointAt(int32_t value, const Tensor& tensor);
  static void Bind(const Variable* variable, const Tensor& value, rnlp_variable_t* bound);
  Status Copy(const Region& region, const Tensor& from, int32_t value);
  Tensor AsTensor(const Region& region, int32_t value) const;
  void Export(const Region& region, int first, int last, RegionClient* client);
  void ExportAfter(const Region& region, size_t op, RegionClient* client);
  Variable::UsedBorrows UsedExternals(const Region& region, int32_t variable) const {
    return {externals_, region.variable_externals[static_cast<size_t>(variable)]};
  }
  void LetGo();
  void Release();

  Ref<Buffer> memory_;
  std::vector<Call> calls_;                           // by op
  std::vector<rnlp_tensor_t> views_;                  // by value
  std::vector<const rnlp_tensor_t*> input_pointers_;  // by operand
  std::vector<rnlp_tensor_t*> output_pointers_;       // by operand
  std::vector<rnlp_run_t> runs_;                      // by op
  std::vector<std::unique_ptr<Services>> services_;   // [0] is shared, others belong to random kernels
  std::vector<rnlp_variable_t> bound_;                // by variable: what its handle points to
  std::vector<Tensor> held_;                          // by variable: borrowed for one kernel call
  std::vector<size_t> first_binding_;                 // by op, and the end
  std::vector<Tensor> borrows_;
  std::vector<uint64_t> borrow_versions_;
  std::vector<Tensor> export_memories_;
  std::span<Tensor> externals_;
  StepFence* fence_ = nullptr;                    // of the step, on a device that computes later
  std::vector<FencePoint> waits_;                 // for the makers of externals, by the next submission
  Device* device_ = nullptr;                      // once something was captured
  std::vector<uint64_t> signature_;               // buffers of this run
  std::vector<std::vector<uint64_t>> seen_once_;  // of runs before it; the oldest first
  std::vector<Capture> captures_;                 // the oldest first
  bool cannot_capture_ = false;
  // Values to point at memory that differs from run to run.
  struct Patch {
    int32_t index;
    int32_t value;
    uint64_t last_buffer = 0;  // of an export: serial of its memory in the run before
  };
  std::vector<Patch> external_patches_, export_patches_;
  std::vector<std::vector<int32_t>> borrow_values_;  // by borrow
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_REGION_REGION_H_
