#include "tools/runnel/resume.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <optional>

#include "tools/common/error.h"
#include "tools/common/npy.h"
#include "tools/runnel/request.h"
#include "tools/runnel/tensors.h"
#include "tools/runnel/whole_model.h"

namespace runnel::tools {
namespace {

constexpr int64_t kSummarySteps = 100;
constexpr size_t kRecordedLosses = 1000;

std::vector<std::string> InitializersOf(const rnl_meta_graph_t* meta, const char* collection) {
  std::vector<std::string> names;
  for (size_t i = 0; i < rnl_meta_graph_num_variables(meta, rnl_str(collection)); ++i) {
    rnl_str_t initializer;
    Check(
        rnl_meta_graph_variable(meta, rnl_str(collection), i, nullptr, &initializer, nullptr, nullptr));
    if (initializer.size != 0) names.emplace_back(View(initializer));
  }
  return names;
}

// One fed array, of which a step takes all, or the next rows of it.
struct FedArray {
  rnl_output_t output;
  Array array;
  int64_t rows = 0;  // a step takes so many; 0: all
  int64_t next = 0;

  TensorHandle Take(rnl_runtime_t* runtime, const rnl_graph_t* graph) {
    const rnl_dtype_t wanted = rnl_graph_output_dtype(graph, output);
    if (rows == 0) return ToTensor(runtime, array, wanted);
    Array part;
    part.dtype = array.dtype;
    part.shape = array.shape;
    part.shape[0] = rows;
    const int64_t count = array.shape[0];
    const size_t row_bytes = array.bytes.size() / static_cast<size_t>(count);
    const size_t row_strings = array.strings.size() / static_cast<size_t>(count);
    for (int64_t i = 0; i < rows; ++i) {
      const auto row = static_cast<size_t>((next + i) % count);
      const auto bytes = array.bytes.begin() + static_cast<std::ptrdiff_t>(row * row_bytes);
      part.bytes.insert(part.bytes.end(), bytes, bytes + static_cast<std::ptrdiff_t>(row_bytes));
      const auto strings = array.strings.begin() + static_cast<std::ptrdiff_t>(row * row_strings);
      part.strings.insert(part.strings.end(), strings,
                          strings + static_cast<std::ptrdiff_t>(row_strings));
    }
    next = (next + rows) % count;
    return ToTensor(runtime, part, wanted);
  }
};

using CoordinatorHandle = Handle<rnl_coordinator_t, rnl_coordinator_release>;
using QueueRunnerHandle = Handle<rnl_queue_runner_t, rnl_queue_runner_release>;

// The queues of the graph, kept filled while this lives.
class Filling {
 public:
  Filling(rnl_graph_t* graph, rnl_session_t* session, const rnl_meta_graph_t* meta) {
    Check(rnl_coordinator_create(nullptr, 0, Out(&coordinator_)));
    for (size_t i = 0; i < rnl_meta_graph_num_queue_runners(meta); ++i) {
      NamesHandle ops;
      Check(rnl_meta_graph_queue_runner(meta, i, nullptr, Out(&ops), nullptr, nullptr));
      ops_ += rnl_names_count(ops.get());
      Check(
          rnl_meta_graph_make_queue_runner(meta, i, graph, rnl_str(""), Out(&runners_.emplace_back())));
    }
    for (const QueueRunnerHandle& runner : runners_)
      Check(rnl_queue_runner_start(runner.get(), session, coordinator_.get()));
  }
  size_t ops() const { return ops_; }
  // Throws what a runner failed with, if one did.
  void CheckFailure() const { Check(rnl_coordinator_error(coordinator_.get())); }
  // The same, when all have ended.
  void Stop() const {
    Check(rnl_coordinator_request_stop(coordinator_.get(), nullptr));
    Check(rnl_coordinator_join(coordinator_.get(), -1, false));
  }

 private:
  CoordinatorHandle coordinator_;
  std::vector<QueueRunnerHandle> runners_;
  size_t ops_ = 0;
};

struct Outcome {
  int64_t first_step = 0, last_step = 0, steps = 0;
  std::vector<double> losses;
  double loss = std::numeric_limits<double>::quiet_NaN();
  std::string saved;
  bool input_ended = false;
  size_t queue_ops = 0;
  double seconds = 0;
};

// A run that goes on.
class Resumed {
 public:
  Resumed(const Args& args, rnl_runtime_t* runtime)
      : args_(args), runtime_(runtime), path_(args.Text("resume")), whole_(LoadWhole(runtime, path_)) {
    SessionOptionsHandle options;
    Check(rnl_session_options_create(Out(&options)));
    const std::string device = DeviceName(runtime, args);
    if (!device.empty()) Check(rnl_session_options_set_default_device(options.get(), Str(device)));
    // A graph may name devices of the machine that it was built on.
    Check(rnl_session_options_set_soft_placement(options.get(), true));
    Check(rnl_session_create(whole_.graph.get(), options.get(), Out(&session_)));
    FindNodes();
  }

  Outcome Run() {
    Begin();
    filling_.emplace(whole_.graph.get(), session_.get(), meta());
    outcome_.queue_ops = filling_->ops();
    outcome_.first_step = outcome_.last_step = Step();
    if (saver_ != nullptr) Check(rnl_saver_step(saver_.get(), outcome_.first_step, nullptr));
    const auto start = std::chrono::steady_clock::now();
    const int64_t steps = args_.Integer("steps", 100, 0, INT64_MAX / 2);
    {
      Progress progress("resume", steps, ProgressWhen(args_));
      while (outcome_.steps < steps && RunStep()) {
        progress.Update(outcome_.steps, Cat("loss ", outcome_.loss));
        AfterStep();
      }
    }
    filling_->Stop();
    outcome_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (saver_ != nullptr && outcome_.saved != PrefixOf(outcome_.last_step)) Save();
    if (events_ != nullptr) Check(rnl_event_writer_close(events_.get()));
    return std::move(outcome_);
  }

 private:
  const rnl_graph_t* graph() const { return whole_.graph.get(); }
  const rnl_meta_graph_t* meta() const { return whole_.meta.get(); }

  void FindNodes() {
    std::vector<std::string> train = args_.All("train-op");
    if (train.empty()) {
      train = Collection(meta(), "train_op");
      if (train.empty())
        Fail(path_, ": the collection train_op is empty; --train-op NODE says what a step is");
      if (train.size() > 1) {
        std::string names;
        for (const std::string& name : train) names += Cat(names.empty() ? "" : ", ", name);
        Fail(path_, ": the collection train_op has ", names, "; --train-op NODE says which a step runs");
      }
    }
    for (const std::string& name : train)
      train_.push_back(FindNode(graph(), name.substr(0, name.find(':'))));
    std::vector<std::string> losses = args_.All("loss");
    if (losses.empty()) losses = Collection(meta(), "losses");
    for (const std::string& name : losses) losses_.push_back(FindOutput(graph(), name));
    for (const std::string& name : Collection(meta(), "summaries"))
      summaries_.push_back(FindOutput(graph(), name));
    FindStep();
    const int64_t batch = args_.Integer("batch", 0, 1, 1 << 20);
    for (const std::string& text : args_.All("feed")) {
      const auto [name, file] = SplitFeed(text);
      FedArray& fed = feeds_.emplace_back();
      fed.output = FindOutput(graph(), name);
      fed.array = ReadNpy(file);
      if (batch == 0) continue;
      if (fed.array.shape.empty() || fed.array.shape[0] == 0)
        Fail(file, ": has no rows that --batch could take");
      fed.rows = batch;
    }
  }

  void FindStep() {
    std::string value;
    if (rnl_meta_graph_num_variables(meta(), rnl_str("global_step")) > 0) {
      rnl_str_t handle, read;
      Check(
          rnl_meta_graph_variable(meta(), rnl_str("global_step"), 0, &handle, nullptr, &read, nullptr));
      value = View(read);
    } else {
      const std::vector<std::string> names = Collection(meta(), "global_step");
      value = names.empty() ? "global_step/Read/ReadVariableOp:0" : names.front();
    }
    // A ref variable of that name stands for its value; a resource variable is read by a node of its
    // own.
    for (const std::string& name : {value, std::string("global_step")}) {
      rnl_output_t output;
      rnl_status_t* status = rnl_graph_find_output(graph(), Str(name), &output);
      const bool found = status == nullptr;
      rnl_status_release(status);
      if (!found) continue;
      const rnl_dtype_t dtype = rnl_graph_output_dtype(graph(), output);
      if (dtype != RNL_INT64 && dtype != RNL_INT32) continue;
      step_ = output;
      return;
    }
  }

  void Begin() {
    std::string prefix = args_.Text("restore", whole_.checkpoint);
    if (args_.Has("fresh")) {
      const std::vector<std::string> init = Collection(meta(), "init_op");
      RunNodes(session_.get(), init.empty() ? InitializersOf(meta(), "variables") : init);
    } else {
      if (prefix.empty()) {
        Fail("NOT_FOUND: there is no checkpoint beside ", path_,
             "; --restore PREFIX names one, --fresh begins with the initial values");
      }
      RestoreFrom(session_.get(), meta(), prefix);
      checkpoint_ = prefix;
    }
    std::vector<std::string> local = Collection(meta(), "local_init_op");
    if (local.empty()) {
      local = InitializersOf(meta(), "local_variables");
      for (const std::string& name : Collection(meta(), "table_initializer")) local.push_back(name);
    }
    RunNodes(session_.get(), local);
    RunNodes(session_.get(), args_.All("init"));
    if (args_.Has("save")) {
      save_ = args_.Text("save");
      Check(rnl_saver_create(session_.get(), meta(), Str(save_), Out(&saver_)));
      SetSaver();
    } else {
      for (const char* name : {"keep", "keep-hours", "save-steps", "save-seconds"}) {
        if (args_.Has(name)) throw UsageError(Cat("--", name, " goes with --save"));
      }
    }
    if (args_.Has("events"))
      Check(rnl_event_writer_create(runtime_, Str(args_.Text("events")), rnl_str(""), Out(&events_)));
  }

  void SetSaver() {
    rnl_str_t restore;
    int32_t keep = 0;
    double hours = 0;
    Check(rnl_meta_graph_saver(meta(), nullptr, nullptr, &restore, &keep, &hours));
    if (restore.size == 0) keep = 5;
    keep = static_cast<int32_t>(args_.Integer("keep", keep, 0, INT32_MAX));
    Check(rnl_saver_set_keep(saver_.get(), keep, args_.Number("keep-hours", hours, 0, 1e9)));
    const double seconds = args_.Has("save-steps") ? 0 : 600;
    Check(rnl_saver_set_interval(saver_.get(), args_.Integer("save-steps", 0, 1, INT64_MAX),
                                 args_.Number("save-seconds", seconds, 0, 1e12)));
  }

  // One step, which gives the losses and, now and then, the summaries: what a queue or an iterator gives
  // is taken once. False if the input has ended.
  bool RunStep() {
    const bool summarises =
        events_ != nullptr && !summaries_.empty() && outcome_.steps % kSummarySteps == 0;
    std::vector<TensorHandle> fed;
    std::vector<rnl_output_t> outputs, fetches = losses_;
    std::vector<rnl_tensor_t*> values;
    for (FedArray& feed : feeds_) {
      outputs.push_back(feed.output);
      values.push_back(fed.emplace_back(feed.Take(runtime_, graph())).get());
    }
    if (summarises) fetches.insert(fetches.end(), summaries_.begin(), summaries_.end());
    CallableHandle& callable = callables_[summarises ? 1 : 0];
    if (callable == nullptr) {
      Check(rnl_session_prepare(session_.get(), outputs.data(), outputs.size(), fetches.data(),
                                fetches.size(), train_.data(), train_.size(), Out(&callable)));
    }
    std::vector<rnl_tensor_t*> fetched(fetches.size());
    rnl_status_t* status = rnl_callable_run(callable.get(), nullptr, values.data(), values.size(),
                                            fetched.data(), fetched.size(), nullptr);
    const rnl_code_t code = rnl_status_code(status);
    if (code == RNL_OUT_OF_RANGE || (code == RNL_CANCELLED && outcome_.queue_ops > 0)) {
      // A queue was closed or an iterator is at its end: the input has ended, or what fills it has
      // failed.
      rnl_status_release(status);
      filling_->CheckFailure();
      outcome_.input_ended = true;
      return false;
    }
    Check(status);
    std::vector<TensorHandle> owned;
    for (rnl_tensor_t* tensor : fetched) owned.emplace_back(tensor);
    ++outcome_.steps;
    double sum = losses_.empty() ? std::numeric_limits<double>::quiet_NaN() : 0;
    for (size_t i = 0; i < losses_.size(); ++i) sum += Number(owned[i].get(), "the loss");
    outcome_.loss = sum;
    if (outcome_.losses.size() < kRecordedLosses) outcome_.losses.push_back(sum);
    outcome_.last_step = Step();
    for (size_t i = losses_.size(); i < owned.size(); ++i) {
      rnl_str_t bytes;
      Check(rnl_tensor_get_string(owned[i].get(), 0, &bytes));
      Check(rnl_event_writer_add_summary(events_.get(), bytes, outcome_.last_step, -1));
    }
    return true;
  }

  void AfterStep() {
    if (saver_ != nullptr) {
      bool saved = false;
      Check(rnl_saver_step(saver_.get(), outcome_.last_step, &saved));
      if (saved) outcome_.saved = PrefixOf(outcome_.last_step);
    }
    if (events_ != nullptr && !losses_.empty()) {
      Check(rnl_event_writer_add_scalar(events_.get(), rnl_str("loss"),
                                        static_cast<float>(outcome_.loss), outcome_.last_step, -1));
    }
  }

  // The graph's own count of steps, or that of this run.
  int64_t Step() {
    if (!step_) return outcome_.steps;
    rnl_tensor_t* tensor = nullptr;
    if (step_callable_ == nullptr) {
      Check(
          rnl_session_prepare(session_.get(), nullptr, 0, &*step_, 1, nullptr, 0, Out(&step_callable_)));
    }
    Check(rnl_callable_run(step_callable_.get(), nullptr, nullptr, 0, &tensor, 1, nullptr));
    const TensorHandle owned(tensor);
    return static_cast<int64_t>(Number(tensor, "global_step"));
  }

  static double Number(rnl_tensor_t* tensor, const char* what) {
    const Array array = ToArray(tensor);
    if (array.count() != 1) Fail(what, " has ", array.count(), " elements, expected one");
    const void* data = array.bytes.data();
    const auto as = [&](auto value) {
      std::memcpy(&value, data, sizeof(value));
      return static_cast<double>(value);
    };
    switch (array.dtype) {
      case RNL_FLOAT:
        return as(float{});
      case RNL_DOUBLE:
        return as(double{});
      case RNL_INT32:
        return as(int32_t{});
      case RNL_INT64:
        return as(int64_t{});
      default:
        Fail(what, " is of type ", DTypeName(array.dtype), ", expected a float, double, int32 or int64");
    }
  }

  std::string PrefixOf(int64_t step) const { return Cat(save_, "-", step); }

  void Save() {
    Check(rnl_saver_save(saver_.get(), outcome_.last_step, nullptr));
    outcome_.saved = PrefixOf(outcome_.last_step);
  }

  const Args& args_;
  rnl_runtime_t* const runtime_;
  const std::string path_;
  WholeModel whole_;
  SessionHandle session_;
  std::vector<rnl_node_t> train_;
  std::vector<rnl_output_t> losses_, summaries_;
  std::optional<rnl_output_t> step_;
  std::vector<FedArray> feeds_;
  CallableHandle callables_[2];  // a step, without and with the summaries
  CallableHandle step_callable_;
  std::string save_, checkpoint_;
  SaverHandle saver_;
  EventWriterHandle events_;
  std::optional<Filling> filling_;
  Outcome outcome_;
};

void Print(const Args& args, const Outcome& outcome) {
  if (!args.Has("json")) {
    PrintLine(Cat("step ", outcome.first_step, " to ", outcome.last_step, ", loss ", outcome.loss,
                  outcome.input_ended ? "; the input has ended" : "",
                  outcome.saved.empty() ? "" : "; saved as ", outcome.saved));
    return;
  }
  JsonWriter json;
  json.BeginObject().Key("resumed").String(args.Text("resume"));
  json.Key("first_step").Int(outcome.first_step).Key("last_step").Int(outcome.last_step);
  json.Key("steps").Int(outcome.steps).Key("losses").BeginArray();
  for (const double loss : outcome.losses) json.Double(loss);
  json.EndArray().Key("loss");
  if (outcome.steps > 0 && outcome.loss == outcome.loss) {
    json.Double(outcome.loss);
  } else {
    json.Null();
  }
  json.Key("input_ended").Bool(outcome.input_ended);
  json.Key("queue_ops").Int(static_cast<int64_t>(outcome.queue_ops)).Key("save");
  if (outcome.saved.empty()) {
    json.Null();
  } else {
    json.String(outcome.saved);
  }
  PrintLine(json.Key("seconds").Double(outcome.seconds).EndObject().text());
}

}  // namespace

int Resume(const Args& args) {
  for (const char* name : {"model", "lr", "optimizer", "seed", "data", "freeze", "trace", "replicas",
                           "required", "bucket-kib", "staleness", "stale", "checkpoint", "sharded",
                           "checkpoint-steps", "patience-ms", "write-test"}) {
    if (args.Has(name))
      throw UsageError(Cat("--", name, " is for the digits of MNIST, not for --resume"));
  }
  const RuntimeHandle runtime = MakeRuntime(args);
  Print(args, Resumed(args, runtime.get()).Run());
  return 0;
}

}  // namespace runnel::tools
