// Step: one execution of a plan. Runs nodes as their inputs become ready: cheap ones inline on the
// thread that made them ready, expensive ones on the pool, asynchronous ones on no thread at all.
//
// Frames follow TensorFlow's: an Enter opens a child frame per iteration of its parent, NextIteration
// moves values into the next iteration (at most parallel_iterations of them at once), dead values flow
// and are dropped at the end of loops. The root frame, which most graphs never leave, needs no lock:
// pending counts are atomic; only Merges and loop frames take one.
#ifndef RUNNEL_CORE_RUNTIME_STEP_STEP_H_
#define RUNNEL_CORE_RUNTIME_STEP_STEP_H_

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/runtime/plan/plan.h"
#include "core/runtime/step/trace.h"

namespace runnel {

class FunctionLibrary;
class Host;
class Rendezvous;

// What a step needs from outside. Borrowed until the step has ended.
struct StepContext {
  Host* host = nullptr;
  ResourceManager* resources = nullptr;
  FunctionLibrary* functions = nullptr;  // may be null
  bool trace = false;
  bool profile = false;  // with trace: every kernel and copy is waited for
  bool traced() const { return !kMinimal && trace; }
  uint64_t step_id = 0;
  Rendezvous* rendezvous = nullptr;                // null: the step exchanges nothing with other tasks
  const std::function<void()>* on_look = nullptr;  // SessionOptions::on_look, if there is one
  bool lent = false;  // Start may run the step on the calling thread, and call done there
  // Partial runs: requests feed i, and calls done when it has come; receives every fetch as it is
  // computed.
  std::function<void(int feed, std::function<void(Status, Tensor)> done)> await_feed;
  std::function<void(int fetch, const Tensor& value)> on_fetch;
};

class Step {
 public:
  explicit Step(const Plan& plan);  // which outlives it
  ~Step();
  Step(const Step&) = delete;

  // Starts, takes part in the work, and returns when the step has ended. Renew before another run.
  Status Run(const StepContext& context, std::span<const Tensor> feeds, std::span<Tensor> fetches);
  // Starts on the pool and returns; `done` is called once, on a pool thread, when the step has ended,
  // and may destroy the step. feeds and fetches stay valid until then.
  void Start(const StepContext& context, std::span<const Tensor> feeds, std::span<Tensor> fetches,
             std::function<void(Status)> done);
  // Ends the run early with `reason`. Any thread, also before the run has begun: the run then ends at
  // once.
  void Fail(const Status& reason);
  // Prepares the step for another run. No thread that may call Fail for the last run is left.
  void Renew();

  int64_t launches() const { return launches_.load(std::memory_order_relaxed); }
  // Regions that were given to their device as captures.
  int64_t replays() const { return replays_.load(std::memory_order_relaxed); }
  int64_t copies() const { return copies_.load(std::memory_order_relaxed); }
  // When it began, by the clock of traces, if it was traced; and what it noted.
  int64_t start_ns() const { return start_ns_; }
  StepTrace& trace() { return trace_; }

 private:
  struct Entry {
    Tensor tensor;
    bool dead = false;
  };
  struct Frame;
  struct Iteration;
  // A node that is ready to run in an iteration.
  struct Ready {
    const ExecNode* node = nullptr;
    Frame* frame = nullptr;
    Iteration* iteration = nullptr;
    bool dead = false;
  };
  using ReadyList = std::vector<Ready>;
  struct Worker;
  struct AsyncRun;
  struct VariableUse;
  class KernelServices;
  class VariableLocks;
  class RegionRun;
  class OnlyRegionRun;

  // What kernels and regions ask between pieces of work: whether the step is to end early.
  bool Look() const {
    if (context_.on_look != nullptr) (*context_.on_look)();
    return failed_.load(std::memory_order_acquire);
  }
  // This step's fence on a queue: taken at its first use, given back at the step's end.
  Result<StepFence*> FenceOn(DeviceQueue& queue);
  // The end of this step's work on that queue; empty if there was none.
  FencePoint PointOn(DeviceQueue& queue);
  bool Awaits(const StepFence& fence) const;
  Status WaitFor(StepFence* fence);  // until its work is done, unless somebody else will
  Status WaitUntilReached(StepFence* fence);
  // In a profiled step: waits for what the step has given the queue so far.
  Status Settle(DeviceQueue& queue);
  // Calls fn(arg, status) when `point` is reached or the step ends early, whichever comes first. `keep`
  // is held until the point is reached.
  Status NotifyOf(const FencePoint& point, AsyncRun* run, rnlp_done_fn_t fn, void* arg,
                  Ref<Buffer> keep = nullptr);
  void WithdrawAll(const Status& reason);
  void Begin(const StepContext& context, std::span<const Tensor> feeds, std::span<Tensor> fetches);
  Status RunOnlyRegion();
  void End();  // releases what the run held
  bool HasOpenFrames() const;
  void Completed();  // the last node is done: waits for devices, then wakes or calls whoever waits
  bool AwaitDevices();
  void CompletedElsewhere();
  Status Outcome();

  // Runs what is on the worker's queue, and what that makes ready, until nothing is left for this
  // thread. The worker is gone when it returns. True if it ran the step's last node.
  bool Process(Worker* worker);
  Status RunAndPropagate(const Ready& ready, Worker* worker);
  // Queues ready nodes for this worker, starts asynchronous ones, gives expensive ones to the pool.
  void Distribute(Worker* worker, ReadyList* ready);
  bool Spawn(const Ready& ready);
  void SchedulePoolWorker(Worker* worker);
  void StartAsync(const Ready& ready);
  void AsyncDone(AsyncRun* run, const Status& status);
  void TraceAsync(const AsyncRun& run);
  // After a node's outputs were propagated. True if it was the step's last.
  bool Account(const Status& status, ReadyList* next);
  Worker* StartRoots();
  Worker* TakeWorker();
  void GiveBackWorker(Worker* worker);

  // ---- one node (run_node.cc, run_kernel.cc, run_async.cc) ----
  Status RunNode(const Ready& ready, Worker* worker);
  Status RunKernel(const Ready& ready, Worker* worker);
  void BindInputs(const Ready& ready, Worker* worker);
  static bool TakeOver(const rnlp_kernel_row_t& row, const ExecOutput& info, size_t k, Worker* worker,
                       Tensor* output);
  Status RunFetch(const Ready& ready, Worker* worker);
  Status RunSwitch(const Ready& ready, Worker* worker);
  Status RunMerge(const Ready& ready, Worker* worker);
  void TraceNode(const ExecNode& node, int64_t start_ns, std::span<const Entry> outputs);
  Status AllocateOutputs(const ExecNode& node, Worker* worker);
  Status RunHost(const Ready& ready, Worker* worker);
  Status RunRegion(const Ready& ready, Worker* worker);
  static Status RunReshape(const ExecNode& node, std::span<const Tensor> inputs, Tensor* output);
  Status RunVariable(const ExecNode& node, std::span<const Tensor> inputs, std::span<Entry> outputs);
  Status RunMetadata(const ExecNode& node, std::span<const Tensor> inputs, std::span<Entry> outputs);
  Result<Tensor> AllocateOutput(const ExecNode& node, size_t output, const Shape& shape);
  const ExecOutput& OutputOf(const ExecNode& node, size_t k) const {
    const int32_t kind = plan_->output_kinds[static_cast<size_t>(node.first_output) + k];
    return plan_->outputs[static_cast<size_t>(kind)];
  }
  void GatherInputs(const Ready& ready, std::vector<Tensor>* inputs);
  void FillHostContext(const Ready& ready, HostContext* ctx);
  void StartTransfer(AsyncRun* run);
  Status CopyTo(const ExecNode& transfer, const Tensor& value, Tensor* out);
  Status NotifyWhenMade(AsyncRun* run, rnlp_done_fn_t then);
  static void ComputedInPlace(void* arg, rnlp_status_t* failed);
  static void CopiedToHost(void* run, rnlp_status_t* failed);
  static void ComputedOnDevice(void* run, rnlp_status_t* failed);
  static void ComputedForPeer(void* run, rnlp_status_t* failed);
  static void CopiedFromPeer(void* run, rnlp_status_t* failed);
  bool ReachInto(Device* from, AsyncRun* run);
  bool LendTo(Device* to, AsyncRun* run);
  void StartHost(AsyncRun* run);
  void StartHostKernel(AsyncRun* run);
  Status BehindAll(Device* device, FencePoint* out);
  void StartPeer(AsyncRun* run);
  Status CopyFromPeer(AsyncRun* run, bool* out_copies);
  void StartFeed(AsyncRun* run);

  // ---- frames (propagate.cc) ----
  // Errors: INVALID_ARGUMENT for an Exit with several values.
  Status Propagate(const Ready& from, std::span<Entry> outputs, bool data_done, ReadyList* next);
  void EnterFrame(const Ready& from, std::span<Entry> outputs, ReadyList* next);
  Status LeaveFrame(const Ready& from, std::span<Entry> outputs, ReadyList* next);
  // Of a NextIteration. True if the frame is done.
  bool PassOn(const Ready& from, std::span<Entry> outputs, ReadyList* next);
  // The node has run in its iteration; the frame's lock is held. True if the frame is done.
  bool FinishOp(Frame* frame, Iteration* iteration, ReadyList* next);
  Status LeavesTwice(const ExecNode& exit, const Iteration& iteration);
  // Gives output entries to the consumers in (frame, iteration). The lock is held for any frame but the
  // root. only_output >= 0: just that output's edges; -2: just control edges.
  static constexpr int kAll = -1, kOnlyControl = -2;
  void Activate(const ExecNode& node, bool dead, Frame* frame, Iteration* iteration,
                std::span<Entry> outputs, int only_output, ReadyList* next);
  void ActivateMerge(const ExecNode& merge, const ExecEdge& edge, const Entry* entry, Frame* frame,
                     Iteration* iteration, ReadyList* next);
  Frame* ChildFrame(Frame* parent, Iteration* iteration, const ExecNode& enter);
  void IncrementIteration(Frame* frame, ReadyList* next);
  bool CleanupIterations(Frame* frame, int64_t from, ReadyList* next);
  void FrameDone(Frame* frame, ReadyList* next);
  Iteration* NewIteration(Frame* frame, int64_t number);

  const Plan* const plan_;
  StepContext context_;
  std::span<const Tensor> feeds_;
  std::span<Tensor> fetches_;
  ResourceManager step_resources_;
  Ref<CancellationManager> cancellation_;  // of this run; null where nothing can wait
  std::unique_ptr<Frame> root_;
  std::atomic<int64_t> outstanding_{0};
  std::atomic<bool> failed_{false};
  std::atomic<int64_t> launches_{0}, copies_{0}, replays_{0};
  StepTrace trace_;
  std::mutex mutex_;  // guards status_ and the pools below
  Status status_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Worker*> free_workers_;
  std::vector<std::unique_ptr<AsyncRun>> runs_;
  std::vector<AsyncRun*> free_runs_;
  std::vector<std::vector<std::unique_ptr<Iteration>>> free_iterations_;  // by static frame
  std::vector<Tensor> region_inputs_;                                     // of the only region
  std::function<void(Status)> done_;
  struct Ended : ThreadPool::Task {
    Step* step = nullptr;
  } ended_;
  std::mutex fences_mutex_;             // guards fences_ while nodes run
  std::vector<Ref<StepFence>> fences_;  // one for each queue that was given work
  std::atomic<uint32_t> finished_{0};
  size_t awaited_ = 0;                 // how many of fences_
  DeviceQueue* last_queue_ = nullptr;  // guarded by mutex_: of the wait at the end of Start's step
  DeviceQueue::Ticket last_ticket_;
  int64_t start_ns_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_STEP_STEP_H_
