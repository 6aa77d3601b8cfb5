// Training by steps: which task of which cluster a program is, sessions that recover by themselves, and
// hooks that see each step.
//
//   auto config = RunConfig::Create(runtime, {.model_dir = "/tmp/model"});
//   auto trainer = Trainer::Create(graph, config);
//   trainer.AddHooks({hooks::StopAtStepHook({.last_step = 1000})});
//   while (!trainer.should_stop()) trainer.Run({{x, batch}}, {loss}, {train});
//   trainer.Close();
#ifndef RUNNEL_CPP_TRAINER_HPP_
#define RUNNEL_CPP_TRAINER_HPP_

#include <map>
#include <optional>

#include "cluster.hpp"
#include "files.hpp"
#include "learn.hpp"

RUNNEL_CPP_NAMESPACE

// What rnl_learn_config_create takes; values that are not given have its defaults.
struct RunConfigOptions {
  std::string model_dir = {};  // of checkpoints and event files; empty: none
  std::optional<std::int64_t> save_checkpoints_steps = {}, keep_checkpoint_max = {},
                              log_step_count_steps = {}, save_summary_steps = {}, tf_random_seed = {},
                              max_recoveries = {};
  std::optional<double> save_checkpoints_secs = {}, keep_checkpoint_every_n_hours = {}, ready_secs = {},
                        connect_secs = {}, shutdown_secs = {};
  std::string checkpoint_failures = {};  // end, or log: training goes on without that checkpoint
  std::string master = {};
  std::map<std::string, std::vector<std::string>> cluster = {};  // addresses of tasks by job
  std::string task_type = {};
  std::int64_t task_index = 0;
  std::int64_t listen_fd = -1;  // a socket that listens already, for the task's server
  Spec strategy = "";           // how an estimator divides batches
  // The JSON that TensorFlow takes from TF_CONFIG: its cluster and task replace those above.
  std::string tf_config = {};
};

namespace detail {

// Arguments without a name in front, as calls take their options.
class OptionsWriter {
 public:
  template <typename T>
  OptionsWriter& Add(std::string_view name, const std::optional<T>& value) {
    if (value) writer_.Add(name, *value);
    return *this;
  }
  OptionsWriter& Add(std::string_view name, const std::string& value) {
    writer_.Add(name, value, std::string());
    return *this;
  }
  OptionsWriter& Add(std::string_view name, std::int64_t value, std::int64_t normal) {
    writer_.Add(name, value, normal);
    return *this;
  }
  std::string Take() {
    const std::string text = writer_.Take();
    return text.empty() ? text : text.substr(1, text.size() - 2);
  }

 private:
  SpecWriter writer_{""};
};

}  // namespace detail

// How a program trains, and which task of which cluster it is. It does not change; any thread.
class RunConfig : public Shared<rnl_learn_config_t, rnl_learn_config_retain, rnl_learn_config_release> {
 public:
  RunConfig() = default;
  static Outcome<RunConfig> Create(const Runtime& runtime, const RunConfigOptions& o = {}) {
    std::string cluster;
    for (const auto& [job, tasks] : o.cluster) {
      cluster += (cluster.empty() ? "" : ";") + job + "=";
      for (std::size_t i = 0; i < tasks.size(); ++i) cluster += (i == 0 ? "" : ",") + tasks[i];
    }
    const std::string text = detail::OptionsWriter()
                                 .Add("model_dir", o.model_dir)
                                 .Add("save_checkpoints_steps", o.save_checkpoints_steps)
                                 .Add("save_checkpoints_secs", o.save_checkpoints_secs)
                                 .Add("keep_checkpoint_max", o.keep_checkpoint_max)
                                 .Add("keep_checkpoint_every_n_hours", o.keep_checkpoint_every_n_hours)
                                 .Add("log_step_count_steps", o.log_step_count_steps)
                                 .Add("save_summary_steps", o.save_summary_steps)
                                 .Add("tf_random_seed", o.tf_random_seed)
                                 .Add("checkpoint_failures", o.checkpoint_failures)
                                 .Add("max_recoveries", o.max_recoveries)
                                 .Add("ready_secs", o.ready_secs)
                                 .Add("connect_secs", o.connect_secs)
                                 .Add("shutdown_secs", o.shutdown_secs)
                                 .Add("master", o.master)
                                 .Add("cluster", cluster)
                                 .Add("task_type", o.task_type)
                                 .Add("task_index", o.task_index, 0)
                                 .Add("listen_fd", o.listen_fd, -1)
                                 .Add("strategy", o.strategy.text())
                                 .Take();
    rnl_learn_config_t* out = nullptr;
    rnl_status_t* status = rnl_learn_config_create(runtime.get(), Str(text), Str(o.tf_config), &out);
    return detail::Finish(status, [&] { return RunConfig(out, runtime); });
  }

  // chief, worker, ps or evaluator.
  std::string task_type() const { return std::string(View(rnl_learn_config_task_type(get()))); }
  std::int64_t task_index() const { return rnl_learn_config_task_index(get()); }
  bool is_chief() const { return rnl_learn_config_is_chief(get()); }
  std::string model_dir() const { return std::string(View(rnl_learn_config_model_dir(get()))); }
  std::size_t num_tasks(std::string_view job) const {
    return rnl_learn_config_num_tasks(get(), Str(job));
  }
  // The server of this task: none for an evaluator, and without a cluster.
  Outcome<Server> StartServer() const {
    rnl_server_t* out = nullptr;
    rnl_status_t* status = rnl_learn_config_start_server(get(), &out);
    return detail::Finish(status, [&] { return Server::Adopt(out); });
  }
  const Runtime& runtime() const { return runtime_; }

 private:
  RunConfig(rnl_learn_config_t* adopted, Runtime runtime)
      : Shared(adopted), runtime_(std::move(runtime)) {}
  Runtime runtime_;
};

// One call of a hook, which it ends with.
class HookCall {
 public:
  HookCall(rnl_learn_hook_call_t* raw, Runtime runtime) : raw_(raw), runtime_(std::move(runtime)) {}
  // In Begin, nodes may be added to it.
  class Graph Graph() const {
    return runnel::Graph::Adopt(rnl_graph_retain(rnl_learn_hook_call_graph(raw_)), runtime_);
  }
  // None in Begin.
  class Session Session() const {
    return runnel::Session::Adopt(rnl_session_retain(rnl_learn_hook_call_session(raw_)));
  }
  // The global step, or without one how many steps have been run: before the run, or after it.
  std::int64_t step() const { return rnl_learn_hook_call_step(raw_); }
  // In BeforeRun: the step fetches this too; its number among the values in AfterRun.
  Outcome<std::size_t> Fetch(const Output& output) const {
    std::size_t index = 0;
    rnl_status_t* status = rnl_learn_hook_call_fetch(raw_, output.raw, &index);
    return detail::Finish(status, [&] { return index; });
  }
  // In BeforeRun: the step is fed with this, too.
  Outcome<void> Feed(const Output& output, const Tensor& value) const {
    return detail::Check(rnl_learn_hook_call_feed(raw_, output.raw, value.get()));
  }
  // In AfterRun: what was fetched, in order.
  std::size_t num_values() const { return rnl_learn_hook_call_num_values(raw_); }
  Outcome<Tensor> value(std::size_t index) const {
    rnl_tensor_t* out = nullptr;
    rnl_status_t* status = rnl_learn_hook_call_value(raw_, index, &out);
    return detail::Finish(status, [&] { return Tensor::Adopt(out); });
  }
  // No more steps after this one.
  void RequestStop() const { rnl_learn_hook_call_request_stop(raw_); }
  // In AfterSave: the checkpoint's prefix.
  std::string checkpoint() const { return std::string(View(rnl_learn_hook_call_checkpoint(raw_))); }

 private:
  rnl_learn_hook_call_t* raw_;
  Runtime runtime_;
};

// What sees each step of a trainer, as TensorFlow's SessionRunHook. Calls come on the thread that calls
// the trainer, with no lock held; they may run the session, but not the trainer. What one throws, or the
// error that it gives, ends the run with it.
class Hook {
 public:
  virtual ~Hook() = default;
  // For messages.
  virtual std::string name() const { return "of the program"; }
  // Once, before there is a session.
  virtual Outcome<void> Begin(const HookCall&) { return Outcome<void>(); }
  // After each session that was made, those of recoveries too.
  virtual Outcome<void> AfterCreateSession(const HookCall&) { return Outcome<void>(); }
  virtual Outcome<void> BeforeRun(const HookCall&) { return Outcome<void>(); }
  virtual Outcome<void> AfterRun(const HookCall&) { return Outcome<void>(); }
  // Once, unless the run has failed.
  virtual Outcome<void> End(const HookCall&) { return Outcome<void>(); }
  // Around each checkpoint.
  virtual Outcome<void> BeforeSave(const HookCall&) { return Outcome<void>(); }
  virtual Outcome<void> AfterSave(const HookCall&) { return Outcome<void>(); }
};
using Hooks = std::vector<std::shared_ptr<Hook>>;

// A hook that is told after each run.
class AfterRunHook final : public Hook {
 public:
  explicit AfterRunHook(std::function<Outcome<void>(const HookCall&)> function)
      : function_(std::move(function)) {}
  Outcome<void> AfterRun(const HookCall& call) override { return function_(call); }

 private:
  const std::function<Outcome<void>(const HookCall&)> function_;
};

namespace detail {

// Hooks that C calls as one, in their order.
struct KeptHooks {
  Hooks hooks;
  Runtime runtime;
  std::string name = {};

  KeptHooks(Hooks given, Runtime r) : hooks(std::move(given)), runtime(std::move(r)) {
    for (const auto& hook : hooks) name += (name.empty() ? "" : ", ") + hook->name();
  }
  rnl_learn_hook_t raw() const;
};

template <Outcome<void> (Hook::*kMember)(const HookCall&)>
rnl_status_t* TellHooks(void* arg, rnl_learn_hook_call_t* raw) {
  return Contained([&]() -> Outcome<void> {
    const KeptHooks& kept = *static_cast<const KeptHooks*>(arg);
    const HookCall call(raw, kept.runtime);
    for (const auto& hook : kept.hooks) RUNNEL_TRY((*hook.*kMember)(call));
    return Outcome<void>();
  });
}

inline rnl_learn_hook_t KeptHooks::raw() const {
  return {sizeof(rnl_learn_hook_t),    Str(name),
          TellHooks<&Hook::Begin>,     TellHooks<&Hook::AfterCreateSession>,
          TellHooks<&Hook::BeforeRun>, TellHooks<&Hook::AfterRun>,
          TellHooks<&Hook::End>,       TellHooks<&Hook::BeforeSave>,
          TellHooks<&Hook::AfterSave>};
}

inline void DropHooks(void* arg) { delete static_cast<KeptHooks*>(arg); }

}  // namespace detail

// What a trainer needs to know of a graph: names of nodes and values. What is empty is taken from the
// collections of `meta`, as TensorFlow's Scaffold does, and else found.
struct Scaffold {
  std::string init_op = {}, local_init_op = {}, ready_op = {}, global_step = {}, summary_op = {};
  std::string checkpoint = {};  // to begin with where the model_dir has none
  const MetaGraph* meta = nullptr;
  std::string finalize_op = {};  // what a chief runs when training has ended, before the last checkpoint
};

// Runs steps of a graph as TensorFlow's MonitoredTrainingSession: a chief restores the newest checkpoint
// of model_dir or initialises, others wait until it has; when a task dies the session is made anew and
// the step is run again; hooks see all of it. Copies are the same one. Threads: one at a time, but for
// RequestStop.
class Trainer : public Shared<rnl_learn_trainer_t, rnl_learn_trainer_retain, rnl_learn_trainer_release> {
 public:
  Trainer() = default;
  // `server` is that of the configuration's task, if there is a cluster.
  static Outcome<Trainer> Create(const Graph& graph, const RunConfig& config,
                                 const Scaffold& scaffold = {}, const SessionOptions& options = {},
                                 const Server& server = {}) {
    RUNNEL_TRY_ASSIGN(made, detail::MakeSessionOptions(options));
    const rnl_learn_scaffold_t given = {sizeof(given),
                                        Str(scaffold.init_op),
                                        Str(scaffold.local_init_op),
                                        Str(scaffold.ready_op),
                                        Str(scaffold.global_step),
                                        Str(scaffold.summary_op),
                                        Str(scaffold.checkpoint),
                                        scaffold.meta == nullptr ? nullptr : scaffold.meta->get(),
                                        Str(scaffold.finalize_op)};
    rnl_learn_trainer_t* out = nullptr;
    rnl_status_t* status =
        rnl_learn_trainer_create(graph.get(), config.get(), &given, made.get(), server.get(), &out);
    return detail::Finish(status, [&] { return Trainer(out, graph.runtime()); });
  }

  // Before the first step.
  Outcome<void> AddHook(std::shared_ptr<Hook> hook) const {
    auto kept = std::make_unique<detail::KeptHooks>(Hooks{std::move(hook)}, runtime_);
    const rnl_learn_hook_t raw = kept->raw();
    rnl_status_t* status = rnl_learn_trainer_add_hook(get(), &raw, kept.get(), detail::DropHooks);
    if (status == nullptr) static_cast<void>(kept.release());  // the trainer's now
    return detail::Check(status);
  }
  // Of Runnel's own: hooks::StopAtStepHook({.last_step = 100}).
  Outcome<void> AddHooks(const std::vector<Spec>& specs) const {
    return detail::Check(rnl_learn_trainer_add_hooks(get(), Str(detail::ListText(specs))));
  }
  // Makes the session, which the first step does otherwise.
  Outcome<void> Start() const { return detail::Check(rnl_learn_trainer_start(get())); }
  // One step, with all hooks. Errors: kOutOfRange at the end of input; kFailedPrecondition after a stop.
  // After any other failure there are no more steps.
  Outcome<std::vector<Tensor>> Run(std::span<const Feed> feeds, std::span<const Output> fetches,
                                   std::span<const Node> targets) const {
    detail::Request r(feeds, fetches, targets);
    detail::Array<rnl_tensor_t*> out(fetches.size());
    rnl_status_t* status = rnl_learn_trainer_run(get(), r.feed_outputs.data(), r.tensors.data(),
                                                 r.tensors.size(), r.fetches.data(), out.data(),
                                                 out.size(), r.targets.data(), r.targets.size());
    return detail::Finish(status, [&] { return detail::Adopted(out); });
  }
  Outcome<std::vector<Tensor>> Run(runnel::Session::Feeds feeds, runnel::Session::Outputs fetches,
                                   runnel::Session::Nodes targets) const {
    return Run(std::span<const Feed>(feeds.begin(), feeds.size()),
               std::span<const Output>(fetches.begin(), fetches.size()),
               std::span<const Node>(targets.begin(), targets.size()));
  }
  // Runs steps of these targets until a hook or the end of input stops, and then the hooks' ends, as
  // Close.
  Outcome<void> Train(runnel::Session::Nodes targets) const {
    detail::Request r({}, {}, std::span<const Node>(targets.begin(), targets.size()));
    return detail::Check(rnl_learn_trainer_train(get(), r.targets.data(), r.targets.size()));
  }
  bool should_stop() const { return rnl_learn_trainer_should_stop(get()); }
  // Any thread. What waits for other tasks gives up.
  void RequestStop() const { rnl_learn_trainer_request_stop(get()); }
  // Runs the hooks' ends, unless a step has failed, and closes the session. The last handle's end closes
  // it without them.
  Outcome<void> Close() const { return detail::Check(rnl_learn_trainer_close(get())); }
  std::int64_t global_step() const { return rnl_learn_trainer_global_step(get()); }
  // How often the session was made anew.
  std::int64_t recoveries() const { return rnl_learn_trainer_recoveries(get()); }
  // The present session. Errors: kFailedPrecondition before the first step and after the end.
  Outcome<class Session> Session() const {
    rnl_session_t* out = nullptr;
    rnl_status_t* status = rnl_learn_trainer_session(get(), &out);
    return detail::Finish(status, [&] { return runnel::Session::Adopt(out); });
  }
  // What FinalOpsHook fetched.
  std::size_t num_final_values() const { return rnl_learn_trainer_num_final_values(get()); }
  Outcome<Tensor> final_value(std::size_t index) const {
    rnl_tensor_t* out = nullptr;
    rnl_status_t* status = rnl_learn_trainer_final_value(get(), index, &out);
    return detail::Finish(status, [&] { return Tensor::Adopt(out); });
  }

 private:
  Trainer(rnl_learn_trainer_t* adopted, Runtime runtime)
      : Shared(adopted), runtime_(std::move(runtime)) {}
  Runtime runtime_;
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_TRAINER_HPP_
