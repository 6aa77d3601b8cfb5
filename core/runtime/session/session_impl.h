// The session of one process: plans and their cache, runs, callables, partial runs.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_SESSION_IMPL_H_
#define RUNNEL_CORE_RUNTIME_SESSION_SESSION_IMPL_H_

#include <atomic>
#include <condition_variable>
#include <list>
#include <map>
#include <unordered_map>

#include "core/base/timer.h"
#include "core/passes/plan_watch.h"
#include "core/runtime/placement/placement_memory.h"
#include "core/runtime/plan/build_plan.h"
#include "core/runtime/plan/saved_plan.h"
#include "core/runtime/session/function_runner.h"
#include "core/runtime/session/planning_options.h"
#include "core/runtime/session/random_counters.h"
#include "core/runtime/step/step_pool.h"

namespace runnel {

class PartialStep;

class LocalSession final : public Session {
 public:
  LocalSession(Ref<Runtime> runtime, std::shared_ptr<Graph> graph, const SessionOptions& options,
               const PlanningOptions& planning);
  ~LocalSession() override;

  const std::shared_ptr<Graph>& graph() const override { return graph_; }
  Runtime& runtime() override { return *runtime_; }
  Status Run(const Signature& signature, std::span<const Tensor> feeds, std::span<Tensor> fetches,
             const RunOptions& options, RunMetadata* metadata) override;
  void RunAsync(const Signature& signature, std::vector<Tensor> feeds, const RunOptions& options,
                AsyncDone done) override;
  Result<Ref<Callable>> MakeCallable(const Signature& signature) override;
  Result<std::string> PartialRunSetup(const Signature& signature) override;
  Status PartialRun(const std::string& handle, std::span<const OutputRef> feeds,
                    std::span<const Tensor> feed_values, std::span<const OutputRef> fetches,
                    std::span<Tensor> fetch_values) override;
  Result<PlanDescription> DescribePlan(const Signature& signature,
                                       std::span<const Shape> feed_shapes) override;
  // The same plan as a graph that can be written and planned again without its passes. Errors: as Run's,
  // before anything runs; UNIMPLEMENTED for what cannot be saved.
  Result<SavedPlan> SavePlan(const Signature& signature, std::span<const Shape> feed_shapes);
  Status Close() override;
  // Frees what is pooled for steps and was not used since the last call. Any thread.
  void TrimIdle();

 private:
  // Closing waits for steps, which a thread of the pool must not do: there another thread does it.
  void Destroy() const override;

  friend class LocalCallable;
  friend class PartialStep;

  // One signature that was checked, and the plans made for it, by shapes and places of its feeds.
  struct Prepared {
    Signature signature;
    struct Variant {
      std::vector<Shape> shapes;
      std::vector<Device*> devices;
      bool keep_on_device = false, partition_graphs = false;
      bool generic = false;  // serves any shapes
      Ref<StepPool> steps;   // of its plan
      uint64_t last_use = 0;
      bool Fits(std::span<const Tensor> feeds, const RunOptions& options) const;
    };
    // A plan under construction, and the runs that wait for it.
    struct Planning {
      Variant variant;
      bool done = false;
      bool gave_up = false;  // failed for a reason of its own run: another run may succeed
      Status status;
    };
    std::mutex mutex;  // guards all below; nobody plans or takes the session's lock while holding it
    std::condition_variable planned;
    std::vector<Variant> variants;
    std::vector<std::shared_ptr<Planning>> planning;
    uint64_t resized = 0;  // of the resources, when the variants were made
    // Null if there is no plan for a run. With the lock held.
    Variant* Find(std::span<const Tensor> feeds, const RunOptions& options);
  };
  // By when a run is to have ended, planning included.
  struct Deadline {
    bool timed = false;
    Timer::Clock::time_point at;
    int64_t timeout_ms = -1;
    Status Exceeded() const;
  };
  class Running;  // below
  // Everything that an asynchronous run needs until it is done.
  struct AsyncRecord;
  struct Unplanned;

  Status CheckOpen() const;
  static Status CheckFetched(const Signature& signature, std::span<const Tensor> fetches);
  std::shared_ptr<Prepared> Prepare(const Signature& signature);
  Deadline DeadlineOf(const RunOptions& options) const;
  Result<Ref<StepPool>> PlanFor(Prepared* prepared, std::span<const Tensor> feeds,
                                const RunOptions& options, const Deadline& deadline,
                                double* planning_seconds);
  // Null if there is no plan yet. Drops plans that rely on shapes which variables no longer have.
  Ref<StepPool> FindPlan(Prepared* prepared, std::span<const Tensor> feeds, const RunOptions& options);
  // Makes the plan, or waits for another run that makes it, until `watch` is stopped.
  Result<Ref<StepPool>> MakePlan(Prepared* prepared, std::span<const Tensor> feeds,
                                 const RunOptions& options, PlanWatch* watch, double* planning_seconds);
  Result<Ref<Plan>> BuildPlan(const Signature& signature, const Prepared::Variant& variant,
                              bool deferred_feeds, PlanWatch* watch,
                              PlanDescription* description = nullptr,
                              const std::vector<std::pair<std::string, std::string>>* earlier = nullptr);
  // What planning is given.
  struct Planner {
    std::vector<PlanFeed> feeds;
    PlannerOptions options;
    PlanContext context;
  };
  // Errors: why the run that plans is to end early.
  Result<Planner> MakePlanner(const Signature& signature, const Prepared::Variant& variant,
                              PlanWatch* watch);
  // For plans to look at or to save: feeds of these shapes, in the host's memory. Errors:
  // INVALID_ARGUMENT for shapes that do not fit.
  Result<Prepared::Variant> VariantOf(const Signature& signature,
                                      std::span<const Shape> feed_shapes) const;
  // BuildPlan outside of a run; the session's end and its default timeout end it.
  Result<Ref<Plan>> BuildApart(
      const Signature& signature, const Prepared::Variant& variant, bool deferred_feeds,
      PlanDescription* description = nullptr,
      const std::vector<std::pair<std::string, std::string>>* earlier = nullptr);
  void Evict();
  void ForgetUnused();  // of the signatures that have no plan

  // ---- automatic placement (session_placement.cc) ----
  // Where a variable lives or will live; null: undecided.
  Device* VariableDevice(const PlanNode& handle);
  // Errors: why the run that asks is to end early.
  Status PlaceVariables(const PlanContext& context, PlanWatch* watch);
  // Whether this run of the plan is one of those that are measured. Counts it.
  bool IsSampled(StepPool& steps) const;
  // What a profiled step took.
  void Learn(Prepared* prepared, StepPool& steps, const RunMetadata& metadata);
  Status Reconsider(Prepared* prepared, const StepPool& old);

  Status RunPrepared(Prepared* prepared, std::span<const Tensor> feeds, std::span<Tensor> fetches,
                     const RunOptions& options, RunMetadata* metadata);
  // `status`: a failure that was seen already, which `done` is told of.
  void RunPreparedAsync(std::shared_ptr<Prepared> prepared, std::vector<Tensor> feeds,
                        const RunOptions& options, AsyncDone done, Status status);
  static void PlanLater(std::shared_ptr<Unplanned> later);
  // `planned`: what it was planned with, apart from its caller; may be null.
  void StartPlanned(std::shared_ptr<AsyncRecord> record, const RunOptions& options,
                    const Deadline& deadline, AsyncDone done, Status status, Unplanned* planned);
  void FinishClosing();  // waits for what runs, then drops plans, variables and queues
  StepContext MakeContext(const RunOptions& options);
  static void FillMetadata(const Plan& plan, Step& step, double planning_seconds, bool traced,
                           RunMetadata* metadata);
  // To be called when a step has ended well: learns from it if it was profiled, and fills the metadata.
  // `traced`: as the caller asked. metadata may be null.
  void Conclude(Prepared* prepared, StepPool& steps, Step& step, double planning_seconds, bool profiled,
                bool traced, RunMetadata* metadata);

  Ref<Runtime> runtime_;
  std::shared_ptr<Graph> graph_;
  SessionOptions options_;
  const PlanningOptions planning_;
  PlannerOptions planner_options_;
  const std::shared_ptr<ResourceManager> resources_;
  const bool owns_resources_;
  const std::shared_ptr<PlacementMemory> memory_;
  const std::shared_ptr<RandomCounters> random_counters_;
  const Ref<FunctionRunner> functions_;  // null where the options name another
  std::timed_mutex placing_mutex_;       // held while the whole graph is placed; guards placed_nodes_
  int placed_nodes_ = -1;                // how many the graph had then
  Timer timer_;
  std::atomic<uint64_t> next_step_{1};
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable idle_;
  std::atomic<bool> closed_{false};  // written with the lock, so that who enters with it sees it
  int running_count_ = 0;
  Running* running_ = nullptr;  // list of those that can be ended early
  std::unordered_map<std::string, std::shared_ptr<Prepared>> prepared_;
  std::atomic<uint64_t> use_clock_{0};
  size_t num_plans_ = 0;
  uint64_t plan_bytes_ = 0;
  std::map<std::string, std::shared_ptr<PartialStep>> partial_;
  uint64_t next_partial_ = 1;
};

// On the stack of a run (or in its asynchronous record): in the session's list while it runs, so that
// Close can end it, and tied to the user's cancellation and the deadline.
class LocalSession::Running {
 public:
  // Ends a step, or planning. Planning may be a wait for another run that plans the same: that wait ends
  // too.
  Running(LocalSession* session, Step* step, const RunOptions& options, const Deadline& deadline);
  Running(LocalSession* session, PlanWatch* watch, Prepared* prepared, const RunOptions& options,
          const Deadline& deadline);
  Running(const Running&) = delete;
  ~Running() { Leave(); }

  // Adds itself to the session. Errors: FAILED_PRECONDITION if it is closed; why the run is over before
  // it has begun.
  Status Enter();
  // The run has ended; nothing touches it any more.
  void Leave();

 private:
  friend class LocalSession;
  Status Tie(const RunOptions& options, const Deadline& deadline);
  void Fail(const Status& reason);

  LocalSession* const session_;
  Step* const step_ = nullptr;
  PlanWatch* const watch_ = nullptr;  // of planning; then there is no step
  Prepared* const prepared_ = nullptr;
  Ref<CancellationManager> user_;
  CancellationManager::Token token_ = 0;
  bool timed_ = false;
  Timer::Key key_;
  Status early_;
  bool entered_ = false;
  Running* next_ = nullptr;
  Running* previous_ = nullptr;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_SESSION_IMPL_H_
