// Training by steps with roles and hooks, as librunnel sees it: TensorFlow 1's MonitoredSession. What
// implements this is in librunnel_learn.so.
//
// All of a trainer's hooks run on the thread that calls the trainer, one after another, with no lock
// held.
#ifndef RUNNEL_CORE_LEARN_TRAIN_TRAIN_H_
#define RUNNEL_CORE_LEARN_TRAIN_TRAIN_H_

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/event_file.h"
#include "core/learn/train/run_config.h"
#include "core/runtime/session/session.h"

namespace runnel::learn {

// ---- What librunnel gives to training: sessions wherever they are, checkpoints, servers.

// Where a session runs.
struct SessionPlace {
  std::string target;                // empty: in this process
  std::vector<std::string> filters;  // device strings of the tasks that it uses; empty: all
  int64_t connect_timeout_ms = 60'000;
  std::string default_device;  // of nodes without one; empty: the target's own choice
  bool soft = false;           // nodes that lack a kernel where they should run do so elsewhere
};

// How checkpoints are written and kept.
struct SavePlan {
  std::string prefix;  // "folder/model.ckpt"; a checkpoint is "folder/model.ckpt-STEP"
  int keep = 5;
  double keep_every_hours = 0;
};

// Sessions over one graph, one at a time. One thread.
class GraphHost {
 public:
  virtual ~GraphHost() = default;
  virtual const std::shared_ptr<Graph>& graph() = 0;
  virtual Runtime& runtime() = 0;
  // Makes a session and closes the one before it.
  virtual Result<Ref<Session>> Connect(const SessionPlace& place) = 0;
  virtual Status Close() = 0;

  // Of the session that is open. Variables of the collection "local_variables" are no part of
  // checkpoints.
  virtual Result<std::vector<std::string>> Uninitialized() = 0;
  virtual Status StartQueueRunners() = 0;
  // The first failure of what fills queues.
  virtual Status QueueFailure() = 0;
  virtual Result<std::string> Save(const SavePlan& plan, int64_t step) = 0;
  virtual Status Restore(const std::string& prefix) = 0;
};

// ---- Hooks

class Trainer;

// What a hook is told, and what it asks for. Of one call.
struct HookCall {
  Trainer* trainer = nullptr;
  const std::shared_ptr<Graph>* graph = nullptr;
  Session* session = nullptr;  // null in Begin
  int64_t step = 0;            // the global step: before the run, or after it
  // BeforeRun: what the run is to fetch and feed besides, and whether it is traced.
  std::vector<OutputRef> fetches = {};
  std::vector<std::pair<OutputRef, Tensor>> feeds = {};
  bool trace = false;
  // AfterRun: values of `fetches`, and of a traced run what it told.
  std::span<const Tensor> values = {};
  const RunMetadata* metadata = nullptr;
  bool stop = false;            // the hook wants no more runs
  bool again = false;           // Complete: the step came to nothing and is to be run once more
  std::string checkpoint = {};  // AfterSave: its prefix
};

class Hook {
 public:
  virtual ~Hook() = default;
  virtual std::string_view name() const = 0;
  // A hook of the program's: its failure ends the run, whatever the code. Those of Runnel's own hooks
  // are as those of a step.
  virtual bool is_foreign() const { return false; }
  // Once, before any session; may add nodes to the graph.
  virtual Status Begin(HookCall*) { return OkStatus(); }
  // After each session that was made, the first and those of recoveries.
  virtual Status AfterCreateSession(HookCall*) { return OkStatus(); }
  virtual Status BeforeRun(HookCall*) { return OkStatus(); }
  // Whether a run is only part of a step: Complete then does the rest, before the step is counted, and
  // sets call->step to the global step.
  virtual bool completes() const { return false; }
  virtual Status Complete(HookCall*) { return OkStatus(); }
  virtual Status AfterRun(HookCall*) { return OkStatus(); }
  // Once, with the session still open, unless the run has failed.
  virtual Status End(HookCall*) { return OkStatus(); }
  // Around every checkpoint that the trainer writes.
  virtual Status BeforeSave(HookCall*) { return OkStatus(); }
  virtual Status AfterSave(HookCall*) { return OkStatus(); }
};

// ---- The trainer

// Nodes of the graph that are not found by name. All may be missing.
struct Scaffold {
  std::vector<Node*> init_ops = {};        // empty: every variable's first assignment
  std::vector<Node*> local_init_ops = {};  // in every session, restored or not
  OutputRef ready_op;     // names of what is not ready, strings; none: the variables' names
  OutputRef global_step;  // a variable's handle or value; none: "global_step"
  OutputRef summary_op;   // what the summary saver writes
  std::vector<OutputRef> init_feeds = {};
  std::vector<Tensor> init_values = {};
  std::string checkpoint = {};  // to begin with where model_dir has none
  // What a chief runs when training has ended, before the hooks' ends and so before the last checkpoint.
  std::vector<Node*> finalize = {};
  // Runs when variables have their first values and there was no checkpoint; may be empty.
  std::function<Status(Session*)> after_init = {};
  // Whether the job that a worker waits to take part in has ended; may be empty.
  std::function<bool()> is_over = {};
};

// One thread, but for RequestStop.
class Trainer : public RefCounted {
 public:
  // Before Start. `specs` name rows, as StopAtStepHook(last_step=100), one or a list.
  virtual Status AddHook(std::unique_ptr<Hook> hook) = 0;
  virtual Status AddHookRows(std::string_view specs) = 0;
  // Makes the session: a chief initialises or restores, others wait until variables have values. Run
  // does it, if nobody else has. Errors: DEADLINE_EXCEEDED naming what is not ready; those of sessions
  // and hooks.
  virtual Status Start() = 0;
  // One step, with all hooks. UNAVAILABLE and ABORTED make a new session, with the last checkpoint, in
  // which the step is run again. Errors: OUT_OF_RANGE at the end of input, after which no more runs are
  // wanted; FAILED_PRECONDITION after the end. After any other failure the trainer is at its end.
  virtual Status Run(const Signature& signature, std::span<const Tensor> feeds,
                     std::span<Tensor> fetches) = 0;
  virtual bool should_stop() = 0;
  // Whether the last failure of Run was none: the end of input, or a stop that was asked for.
  virtual bool ended_normally() = 0;
  // Any thread. The run that is under way ends as usual, what waits for other tasks gives up.
  virtual void RequestStop() = 0;
  // Runs the hooks' ends, and closes the session. Errors: the first failure of a hook.
  virtual Status Close() = 0;

  virtual int64_t step() = 0;
  virtual int64_t recoveries() = 0;
  virtual Session* session() = 0;  // null before Start and after Close
  // Whether the end of training changes variables, so that what a step leaves is not what the end
  // leaves.
  virtual bool finalizes() = 0;
  virtual const RunConfig& config() = 0;
  virtual GraphHost& host() = 0;
  // What FinalOpsHook fetched, in its order.
  virtual std::vector<Tensor>& final_values() = 0;
  virtual const std::string& last_checkpoint() = 0;
  // Writes a checkpoint now, with the listeners around it; for hooks. A failure is logged instead where
  // the configuration says so.
  virtual Status SaveCheckpoint(const SavePlan& plan, int64_t step) = 0;
  // The trainer's one event file in that folder.
  virtual Result<EventWriter*> Events(const std::string& folder) = 0;
  // Waits for up to `ms`, or until a stop is asked for; whether it was.
  virtual bool WaitForStop(int64_t ms) = 0;
  // Cancelled when a stop is asked for: for what hooks wait for. A hook that fails with CANCELLED then
  // ends the training normally, without the step that was under way.
  virtual const Ref<CancellationManager>& stopping() = 0;
  virtual bool has_global_step() = 0;
  // Reads the global step in a run of its own.
  virtual Result<int64_t> ReadGlobalStep() = 0;
};

class Estimator;
class EstimatorHost;
class Model;
class ModelFunction;

struct TrainPart {
  // `options` and `tf_config` as rnl_learn_config_create has them.
  Result<RunConfig> (*parse_config)(std::string_view options, std::string_view tf_config);
  Result<Ref<Trainer>> (*make_trainer)(std::unique_ptr<GraphHost> host, const RunConfig& config,
                                       const Scaffold& scaffold);
  // Of a function, or of a compiled model (core/learn/train/estimator.h).
  Result<Ref<Estimator>> (*estimator_of_function)(std::unique_ptr<EstimatorHost> host,
                                                  std::unique_ptr<ModelFunction> function,
                                                  const RunConfig& config);
  Result<Ref<Estimator>> (*estimator_of_model)(std::unique_ptr<EstimatorHost> host,
                                               const Ref<Model>& model, const RunConfig& config);
  // Canned, by spec.
  Result<Ref<Estimator>> (*estimator_of_spec)(std::unique_ptr<EstimatorHost> host, std::string_view spec,
                                              const RunConfig& config);
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_TRAIN_H_
