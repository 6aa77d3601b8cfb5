// Session: runs parts of one graph. Owns the graph's variables, queues and other resources.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_SESSION_H_
#define RUNNEL_CORE_RUNTIME_SESSION_SESSION_H_

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/passes/plan_limits.h"
#include "core/runtime/exchange/cancellation.h"
#include "core/runtime/exchange/rendezvous.h"
#include "core/runtime/exchange/run_metadata.h"
#include "core/runtime/plan/plan_description.h"
#include "core/runtime/runtime.h"

namespace runnel {

class FunctionLibrary;
class ResourceManager;
struct PlacementMemory;
class RandomCounters;

// Errors: INVALID_ARGUMENT, listing the passes, for a name that is none of them and not "all".
Status CheckPassName(std::string_view pass);

struct SessionOptions {
  bool soft_placement = false;
  bool log_device_placement = false;
  // Passes that are off: those that can be (Pass::can_be_off), or "all".
  std::vector<std::string> disabled_passes;
  bool print_passes = false;  // to the log
  size_t max_cached_plans = 64;
  uint64_t max_cached_plan_bytes = 1ull << 30;
  PlanLimits planning;  // beyond them a run is RESOURCE_EXHAUSTED
  int64_t default_timeout_ms = -1;
  std::string default_device;  // for nodes without a device; empty: the first one, CPU
  // The cost model chooses among the devices that a node's constraints leave, and steps are measured now
  // and then to correct it; the default device only breaks ties.
  bool automatic_placement = false;
  // Where variables and queues live; null: in the session, which then drops them when it is closed.
  std::shared_ptr<ResourceManager> resources;
  // What the session's steps find functions in; null: a library of its own over its graph. It outlives
  // the session.
  FunctionLibrary* functions = nullptr;
  // What automatic placement has learned, which sessions over parts of one graph share; null: its own.
  std::shared_ptr<PlacementMemory> placement_memory;
  // Of the random nodes, which sessions over parts of one graph share; null: its own.
  std::shared_ptr<RandomCounters> random_counters;
};

struct RunOptions {
  int64_t timeout_ms = -1;                // -1: the session's default
  Ref<CancellationManager> cancellation;  // may be null
  bool trace = false;                     // fill node_stats and spans
  // Traced, and each kernel and copy is waited for before the next: times are those of the devices, and
  // go to the session's cost model.
  bool profile = false;
  // Profiled for the cost model only: metadata is as for any other step.
  bool sample = false;
  bool partition_graphs = false;  // fill partition_graphs
  bool keep_on_device = false;    // fetches stay in the memory of their device
  Ref<Rendezvous> rendezvous;     // what the step exchanges with other tasks; may be null
  // Of RunAsync, what Run takes as an argument: filled before `done` hears of success. May be null.
  std::shared_ptr<RunMetadata> metadata = nullptr;
  // Of RunAsync: the step may run and end on the calling thread, before RunAsync returns.
  bool lends_thread = false;
  // Of RunAsync: set to whether the step has nothing to compute and waits on no thread, if not null.
  std::atomic<bool>* is_brief = nullptr;
};

struct Signature {
  std::vector<OutputRef> feeds;
  std::vector<OutputRef> fetches;
  std::vector<Node*> targets;
};

// Told once how an asynchronous run ended, on a pool thread, with no lock held.
using AsyncDone = std::function<void(Status, std::vector<Tensor> fetches)>;

// A prepared signature. Steady-state calls neither search, compile nor allocate. Any thread.
class Callable : public RefCounted {
 public:
  // feeds and fetches are in the signature's order; fetched tensors are new references. Errors as
  // Session::Run.
  virtual Status Run(std::span<const Tensor> feeds, std::span<Tensor> fetches,
                     const RunOptions& options = {}, RunMetadata* metadata = nullptr) = 0;
  // Returns at once.
  virtual void RunAsync(std::vector<Tensor> feeds, const RunOptions& options, AsyncDone done) = 0;
};

class Session : public RefCounted {
 public:
  static Result<Ref<Session>> Create(Ref<Runtime> runtime, std::shared_ptr<Graph> graph,
                                     const SessionOptions& options = {});

  virtual const std::shared_ptr<Graph>& graph() const = 0;
  virtual Runtime& runtime() = 0;

  // Blocks until the step has ended. Errors: INVALID_ARGUMENT (empty request, duplicate feed, fed and
  // fetched, wrong dtype or shape, unfed placeholder), DEADLINE_EXCEEDED, CANCELLED, FAILED_PRECONDITION
  // after Close, else the first failing node's error with its name. fetches are empty on error.
  virtual Status Run(const Signature& signature, std::span<const Tensor> feeds,
                     std::span<Tensor> fetches, const RunOptions& options = {},
                     RunMetadata* metadata = nullptr) = 0;
  // Returns at once.
  virtual void RunAsync(const Signature& signature, std::vector<Tensor> feeds, const RunOptions& options,
                        AsyncDone done) = 0;
  virtual Result<Ref<Callable>> MakeCallable(const Signature& signature) = 0;

  // Partial run: the set-up names everything that will be fed and fetched; each call feeds and fetches
  // some of it. Errors: INVALID_ARGUMENT for an undeclared, repeated or not yet computable item.
  virtual Result<std::string> PartialRunSetup(const Signature& signature) = 0;
  virtual Status PartialRun(const std::string& handle, std::span<const OutputRef> feeds,
                            std::span<const Tensor> feed_values, std::span<const OutputRef> fetches,
                            std::span<Tensor> fetch_values) = 0;

  // What a run would do, for feeds of these shapes (unknown sizes allowed), without running it. Errors:
  // as Run's, before anything runs; UNIMPLEMENTED for sessions whose plans are made elsewhere.
  virtual Result<PlanDescription> DescribePlan(const Signature& signature,
                                               std::span<const Shape> feed_shapes);

  // The full names of the devices that nodes may be placed on.
  virtual Result<std::vector<std::string>> ListDevices();
  // Drops what containers hold, on every task of the session; none named: all of them. Errors:
  // FAILED_PRECONDITION for a session whose resources are its own.
  virtual Status ResetContainers(const std::vector<std::string>& containers);
  // Recent log lines of the session's tasks, oldest first within a task. Empty without tasks.
  virtual Result<std::vector<std::string>> TaskLogs();

  // Cancels running steps, waits for them, drops resources. Later calls: FAILED_PRECONDITION. In a
  // callback of the runtime it does not wait: the rest happens when the steps have ended.
  virtual Status Close() = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_SESSION_H_
