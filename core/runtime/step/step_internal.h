// The moving parts of a step: frames, iterations, workers. Only for the executor's own files.
#ifndef RUNNEL_CORE_RUNTIME_STEP_STEP_INTERNAL_H_
#define RUNNEL_CORE_RUNTIME_STEP_STEP_INTERNAL_H_

#include <algorithm>

#include "core/base/clock.h"
#include "core/runtime/host/host.h"
#include "core/runtime/step/step.h"

namespace runnel {

// One iteration of a frame: the input slots and counts of its nodes.
struct Step::Iteration {
  int64_t number = 0;
  std::atomic<int64_t> outstanding{0};  // nodes that are ready or running
  int32_t outstanding_frames = 0;       // children; guarded by the frame's lock
  std::unique_ptr<Entry[]> entries;
  std::unique_ptr<std::atomic<int32_t>[]> pending;  // by ExecNode::count
  std::unique_ptr<std::atomic<int32_t>[]> dead;     // dead inputs so far
  std::vector<std::unique_ptr<Frame>> children;     // guarded by the frame's lock
};

struct Step::Frame {
  const FrameInfo* info = nullptr;
  int32_t number = 0;  // static
  Frame* parent = nullptr;
  Iteration* parent_iteration = nullptr;
  std::mutex mutex;  // guards all below, except in the root what Activate does without Merges
  int64_t iteration_count = 0;
  int32_t pending_enters = 0;
  int32_t outstanding_iterations = 1;
  std::vector<std::unique_ptr<Iteration>> iterations;         // ring, by number
  std::vector<std::pair<const ExecNode*, Entry>> next_roots;  // values that wait for an iteration to end
  std::vector<std::pair<const ExecNode*, Entry>> invariants;  // constant Enters
  std::vector<const ExecNode*> dead_exits;                    // in the last iteration
  std::vector<const ExecNode*> live_exits;                    // those that have given their value

  bool HasLeft(const ExecNode* exit) const {
    return std::find(live_exits.begin(), live_exits.end(), exit) != live_exits.end();
  }

  std::unique_ptr<Iteration>& slot(int64_t number_of_iteration) {
    return iterations[static_cast<size_t>(number_of_iteration) % iterations.size()];
  }
  bool is_root() const { return parent == nullptr; }
};

// A variable that a kernel updates, and which of its inputs names it.
struct Step::VariableUse {
  Variable* variable = nullptr;
  size_t input = 0;
};

// One worker's share of a step: its queue, and scratch memory for one node, sized for the plan's
// largest.
struct Step::Worker : ThreadPool::Task {
  Worker(Step* owner, size_t max_inputs, size_t max_outputs)
      : step(owner),
        outputs(max_outputs),
        input_views(max_inputs),
        output_views(max_outputs),
        input_pointers(max_inputs),
        output_pointers(max_outputs),
        values(max_inputs),
        arrived(max_inputs),
        variables(max_inputs),
        held(max_inputs) {
    for (size_t k = 0; k < max_outputs; ++k) output_pointers[k] = &output_views[k];
    updates.reserve(max_inputs);
  }
  // Reserves room, so that queueing nodes that are already counted cannot fail.
  void MakeRoom(size_t more) {
    if (queue.size() + more > queue.capacity()) queue.reserve(2 * (queue.size() + more));
  }
  std::span<Entry> outputs_of(const ExecNode& node) {
    return {outputs.data(), static_cast<size_t>(node.num_outputs)};
  }

  Step* const step;
  ReadyList queue;  // last in, first out
  ReadyList next;
  std::vector<Tensor> inputs;
  std::vector<Entry> outputs;  // empty between nodes
  int64_t launches = 0;        // not yet added to the step's

  // ---- of the kernel that runs ----
  size_t num_inputs = 0;
  std::vector<rnlp_tensor_t> input_views, output_views;
  std::vector<const rnlp_tensor_t*> input_pointers;
  std::vector<rnlp_tensor_t*> output_pointers;
  std::vector<const Tensor*> values;
  std::vector<Tensor*> arrived;  // the same, but null where it is the plan's own
  std::vector<rnlp_variable_t> variables;
  std::vector<Tensor> held;  // values of variables that are only read
  std::vector<VariableUse> updates;
  std::vector<FencePoint> waits;  // for what its inputs' makers do
};

// An asynchronous node that has been started.
struct Step::AsyncRun {
  Step* step = nullptr;
  Ready ready;
  std::vector<Tensor> inputs;
  std::vector<Tensor> results;
  std::vector<Entry> outputs;
  HostContext host;
  FencePoint copied;                   // of a copy from another device
  rnlp_done_fn_t when_made = nullptr;  // what is called once the first input is valid
  int64_t start_ns = 0;
  // A copy that is waited for; guarded by the step's lock. Null: none.
  DeviceQueue* queue = nullptr;
  DeviceQueue::Ticket ticket;
};

// The variables that one kernel call has locked.
class Step::VariableLocks {
 public:
  explicit VariableLocks(Worker* worker) : worker_(worker) {}
  VariableLocks(const VariableLocks&) = delete;
  ~VariableLocks();
  // Errors: FAILED_PRECONDITION for one without a value.
  Status Bind(const ExecNode& node, StepFence* fence);

 private:
  Worker* const worker_;
  size_t num_locked_ = 0;  // of the worker's updates, in the order of addresses
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_STEP_STEP_INTERNAL_H_
