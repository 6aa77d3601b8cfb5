// runnel train: the C example's training loop as a command.
#include "train.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/common/npy.h"
#include "tools/runnel/command.h"
#include "tools/runnel/done.h"
#include "tools/runnel/replica.h"
#include "tools/runnel/resume.h"

namespace runnel::tools {
namespace {

struct LoadedData {
  mnist_t mnist;
  ~LoadedData() { mnist_free(&mnist); }
};

constexpr auto kReportEvery = std::chrono::milliseconds(200);

struct Shown {
  using Clock = std::chrono::steady_clock;
  Progress* progress = nullptr;
  const Replica* replica = nullptr;
  Clock::time_point told;  // the launcher, of progress

  // A launcher that does not want all of it hears now and then that there is some.
  bool IsTime() {
    if (replica->report_fd < 0) return false;
    const Clock::time_point now = Clock::now();
    if (!replica->every_step && now - told < kReportEvery) return false;
    told = now;
    return true;
  }
};

void ShowProgress(void* arg, const train_progress_t* p) {
  Shown& shown = *static_cast<Shown*>(arg);
  if (shown.IsTime()) Report(*shown.replica, Cat("step ", p->step));
  char note[96];
  std::snprintf(note, sizeof(note), "loss %.4f  accuracy %5.1f%%  %.0f images/s", p->loss,
                100 * p->accuracy, p->images_per_second);
  shown.progress->Update(p->step, note);
}

void ShowWork(void* arg) {
  Shown& shown = *static_cast<Shown*>(arg);
  if (!shown.replica->every_step && shown.IsTime()) Report(*shown.replica, "worked");
}

int IsFinished(void* arg, int replica) {
  return HasFinished(*static_cast<Shown*>(arg)->replica, replica) ? 1 : 0;
}

// What becomes of other tasks; -1: of one that this one's session needs.
void ShowEvent(void* arg, int replica, rnl_status_t* lost) {
  const Shown& shown = *static_cast<Shown*>(arg);
  if (lost == nullptr) return Report(*shown.replica, Cat("joined ", replica));
  const std::string why =
      Cat(View(rnl_code_name(rnl_status_code(lost))), ": ", View(rnl_status_message(lost)));
  std::fprintf(stderr, "runnel: %s\n", why.c_str());
  Report(*shown.replica, Cat("lost ", why));
}

int OpenDescriptors() {
  int count = -1;  // the folder itself
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    (void)entry;
    ++count;
  }
  return count;
}

// The test set as a user of the frozen graph would feed it.
void WriteTestSet(const mnist_set_t& test, const std::string& dir) {
  MakeDirectory(dir);
  Array images, labels;
  const int64_t count = static_cast<int64_t>(test.count);
  images.dtype = RNL_FLOAT;
  images.shape = {count, MNIST_PIXELS};
  images.bytes.resize(test.count * MNIST_PIXELS * sizeof(float));
  labels.dtype = RNL_INT64;
  labels.shape = {count};
  labels.bytes.resize(test.count * sizeof(int64_t));
  for (size_t i = 0; i < test.count; ++i) {
    mnist_pixels(&test, i, reinterpret_cast<float*>(images.bytes.data()) + i * MNIST_PIXELS);
    reinterpret_cast<int64_t*>(labels.bytes.data())[i] = test.labels[i];
  }
  WriteNpy(dir + "/test_images.npy", images);
  WriteNpy(dir + "/test_labels.npy", labels);
}

std::string Describe(const Args& args, const std::string& optimizer, const LoadedData& data,
                     const std::string& device, const train_options_t& options,
                     const train_result_t& result) {
  JsonWriter json;
  json.BeginObject()
      .Key("model")
      .String(args.Text("model", "softmax"))
      .Key("optimizer")
      .String(optimizer);
  json.Key("device").String(device).Key("data").String(data.mnist.drawn ? "drawn" : "mnist");
  json.Key("steps").Int(options.steps).Key("batch").Int(options.batch).Key("seed").Uint(options.seed);
  json.Key("learning_rate").Double(options.learning_rate);
  json.Key("first_step").Int(result.first_step).Key("last_step").Int(result.last_step);
  json.Key("losses").BeginArray();
  for (int64_t i = 0; i < options.steps && i < TRAIN_RECORDED_LOSSES; ++i) {
    json.Float(static_cast<float>(result.losses[i]));  // as the graph gives it
  }
  json.EndArray().Key("loss");
  if (options.steps > 0) {
    json.Float(static_cast<float>(result.loss));
  } else {
    json.Null();
  }
  json.Key("correct").Int(result.correct).Key("total").Int(result.total);
  json.Key("test_accuracy")
      .Double(static_cast<double>(result.correct) / static_cast<double>(result.total));
  json.Key("test_loss").Double(result.test_loss);
  json.Key("seconds").Double(result.seconds);
  if (options.server != nullptr) {
    json.Key("replica").Int(options.replicas.replica).Key("replicas").Int(options.replicas.replicas);
    json.Key("recoveries").Int(result.recoveries).Key("dropped").Int(result.dropped);
  }
  for (const char* name : {"save", "restore", "freeze", "events", "trace"}) {
    json.Key(name);
    if (args.Has(name)) {
      json.String(args.Text(name));
    } else {
      json.Null();
    }
  }
  return json.EndObject().text();
}

constexpr Option kResumeOptions[] = {
    {"train-op", "NODE", "resume: what a step runs (default: the one of the collection train_op)", true},
    {"loss", "TENSOR", "resume: what to show, summed (default: the collection losses)", true},
    {"feed", "NAME=FILE",
     "resume: feed a .npy file to a tensor; with --batch N rows of it a step, in turn", true},
    {"fresh", "", "resume: begin with the initial values instead of a checkpoint"},
    {"init", "NODE", "resume: run a node once before", true},
    {"keep", "N",
     "resume: how many checkpoints --save keeps, 0: all (default: as the saver says, or 5)"},
    {"keep-hours", "H", "resume: and one every so many hours for ever (default: as the saver says)"},
    {"save-steps", "N", "resume: save every so many steps"},
    {"save-seconds", "T", "resume: save every so many seconds (default: 600, unless --save-steps)"}};

// How this replica trains with the others.
void SetReplicas(const Args& args, const Replica& replica, train_options_t* options) {
  const std::string kind = args.Choice("replicas", "async", {"async", "sync", "allreduce"});
  replicas_spec_t& spec = options->replicas;
  spec.kind = kind == "sync" ? REPLICAS_SYNC : kind == "allreduce" ? REPLICAS_ALLREDUCE : REPLICAS_ASYNC;
  if (spec.kind == REPLICAS_SYNC && replica.setter == nullptr) {
    Fail("--replicas sync needs a job ps, whose tasks hold the variables");
  }
  if (replica.count > MAX_REPLICAS) Fail(replica.count, " replicas; at most ", int{MAX_REPLICAS});
  spec.replica = replica.index;
  spec.replicas = replica.count;
  spec.required = static_cast<int>(args.Integer("required", replica.count, 1, replica.count));
  spec.staleness = args.Integer("staleness", -1, 0, INT64_MAX / 2);
  spec.scale_stale = args.Choice("stale", "drop", {"drop", "scale"}) == "scale";
  spec.bucket_bytes = args.Integer("bucket-kib", 1024, 0, 1 << 20) << 10;
  spec.setter = spec.kind == REPLICAS_ALLREDUCE ? nullptr : replica.setter.get();
  if (spec.kind == REPLICAS_ASYNC) options->steps /= replica.count;  // each its share
  if (replica.index != 0) options->save = options->freeze = options->events = options->trace = nullptr;
}

int Run(const Args& args) {
  if (args.Has("resume")) return Resume(args);
  for (const Option& option : kResumeOptions) {
    if (args.Has(option.name)) throw UsageError(Cat("--", option.name, " goes with --resume"));
  }
  const std::string model_name = args.Choice("model", "softmax", {"softmax", "mlp", "lenet"});
  model_kind_t model;
  train_parse_model(model_name.c_str(), &model);
  train_options_t options = train_defaults(model);
  const std::string optimizer = args.Choice("optimizer", "adam", {"sgd", "momentum", "adam"});
  train_parse_optimizer(optimizer.c_str(), &options.optimizer);
  options.learning_rate = args.Number("lr", train_default_rate(model, options.optimizer), 1e-12, 1e6);
  options.steps = args.Integer("steps", options.steps, 0, INT64_MAX / 2);
  options.batch = args.Integer("batch", options.batch, 1, 1 << 20);
  options.seed = static_cast<uint64_t>(args.Integer("seed", 1, 0, INT64_MAX));
  const std::string data_dir = args.Text("data"), restore = args.Text("restore");
  const std::string save = args.Text("save"), freeze = args.Text("freeze");
  if (args.Has("restore")) options.restore = restore.c_str();
  if (args.Has("save")) options.save = save.c_str();
  if (args.Has("freeze")) options.freeze = freeze.c_str();
  const std::string events = args.Text("events"), trace = args.Text("trace");
  if (args.Has("events")) options.events = events.c_str();
  if (args.Has("trace")) options.trace = trace.c_str();

  LoadedData data;
  char error[2048];
  if (!mnist_load(args.Has("data") ? data_dir.c_str() : nullptr, options.seed, &data.mnist, error,
                  sizeof(error))) {
    throw Error(error);
  }
  if (data.mnist.drawn) {
    std::fputs("runnel: no MNIST found (--data DIR or RUNNEL_DATA_DIR): learning from drawn digits\n",
               stderr);
  }
  if (args.Has("write-test")) WriteTestSet(data.mnist.test, args.Text("write-test"));

  const RuntimeHandle runtime = MakeRuntime(args);
  const std::string device = DeviceName(runtime.get(), args);
  if (!device.empty()) options.device = device.c_str();
  // What libuv opens once for the whole process is none of a run's.
  ServerHandle first;
  if (std::getenv("RUNNEL_REPORT_FD") != nullptr)
    Check(rnl_server_start_local(runtime.get(), Out(&first)));
  first = nullptr;
  const int descriptors = OpenDescriptors();
  Replica replica = JoinCluster(runtime.get());
  const std::string own_device = Cat("/job:", replica.job, "/task:", replica.index);
  const char* const scratch = std::getenv("RUNNEL_SCRATCH");
  std::string checkpoint = args.Text("checkpoint");
  // Those of tasks lie in the tasks' own folders.
  if (scratch != nullptr && !checkpoint.starts_with('/') && !args.Has("sharded"))
    checkpoint = Cat(scratch, "/", checkpoint);
  if (replica.server != nullptr) {
    SetReplicas(args, replica, &options);
    options.server = replica.server.get();
    options.job = replica.job.c_str();
    options.variables_device = replica.setter != nullptr ? "/job:ps" : "";
    if (options.replicas.kind == REPLICAS_ALLREDUCE) options.variables_device = own_device.c_str();
    options.await_restart = replica.restarts;
    options.resumes = replica.resumes;
    if (replica.patience_ms >= 0) options.patience_ms = replica.patience_ms;
    options.patience_ms = args.Integer("patience-ms", options.patience_ms, 0, 86'400'000);
    if (options.patience_ms == 0) options.patience_ms = -1;
    if (args.Has("checkpoint")) options.checkpoint = checkpoint.c_str();
    options.sharded = args.Has("sharded");
    if (options.sharded && options.checkpoint == nullptr) {
      throw UsageError("--sharded goes with --checkpoint");
    }
    options.checkpoint_steps = args.Integer("checkpoint-steps", 100, 1, INT64_MAX);
  } else {
    for (const char* name :
         {"replicas", "required", "staleness", "checkpoint", "sharded", "patience-ms"}) {
      if (args.Has(name)) throw UsageError(Cat("--", name, " is for tasks of `runnel cluster`"));
    }
  }
  train_result_t result;
  {
    Progress progress(model_name, options.steps, ProgressWhen(args));
    Shown shown;
    shown.progress = &progress;
    shown.replica = &replica;
    options.progress = ShowProgress;
    options.event = ShowEvent;
    options.finished = IsFinished;
    options.worked = ShowWork;
    options.arg = &shown;
    if (!train(runtime.get(), &data.mnist, &options, &result, error, sizeof(error))) throw Error(error);
  }
  if (replica.server != nullptr) {
    char loss[40];
    std::snprintf(loss, sizeof(loss), "loss %.17g", result.test_loss);
    Report(replica, loss);
    // Where there is a launcher, it ends them.
    if (replica.servers > 0 && replica.report_fd < 0)
      TellDone(runtime.get(), replica.server.get(), "ps", replica.servers, replica.index);
    replica.server = nullptr;
    // The last reference to a session may be a thread's that is just ending.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(3);
    while (OpenDescriptors() > descriptors && std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    Report(replica, Cat("fds ", OpenDescriptors() - descriptors));
  }
  if (args.Has("json")) {
    const std::string used =
        device.empty() ? std::string(View(rnl_runtime_device_name(runtime.get(), 0))) : device;
    PrintLine(Describe(args, optimizer, data, used, options, result));
  } else {
    char line[160];
    std::snprintf(
        line, sizeof(line), "%s: %lld of %lld test images right (%.2f%%) after step %lld, %.2f s",
        model_name.c_str(), static_cast<long long>(result.correct), static_cast<long long>(result.total),
        100.0 * static_cast<double>(result.correct) / static_cast<double>(result.total),
        static_cast<long long>(result.last_step), result.seconds);
    PrintLine(line);
  }
  Report(replica, "finished");
  return 0;
}

constexpr Option kOptions[] = {
    {"resume", "FILE",
     "go on with the run of a MetaGraph that TensorFlow 1 wrote, PREFIX.meta, from the checkpoint "
     "PREFIX; "
     "--steps (default: 100), --batch, --restore, --save, --events and the options marked resume go "
     "with it"},
    {"model", "softmax|mlp|lenet",
     "softmax regression (the default), a perceptron 784-128-10, or two convolutions and two layers"},
    {"steps", "N", "updates (default: 1000, for mlp 6000, for lenet 1800); 0 only evaluates"},
    {"batch", "N", "images in an update (default: 100)"},
    {"lr", "RATE", "learning rate (default: what suits model and optimizer)"},
    {"optimizer", "sgd|momentum|adam", "default: adam"},
    {"seed", "N", "of the first weights and the order of images (default: 1)"},
    {"data", "DIR",
     "folder with MNIST's IDX files, .gz or plain (default: RUNNEL_DATA_DIR/datasets/mnist)"},
    {"save", "PREFIX", "write a checkpoint afterwards"},
    {"restore", "PREFIX", "go on from a checkpoint"},
    {"freeze", "FILE",
     "write the trained graph, from \"image\" to \"probabilities\" and \"prediction\""},
    {"events", "DIR", "write event files for TensorBoard: curves, histograms of the weights, the graph"},
    {"trace", "FILE", "write a trace of the last steps for Perfetto and chrome://tracing"},
    {"replicas", "async|sync|allreduce",
     "in a cluster: each updates by itself (the default), all in step, or all with variables of their "
     "own"},
    {"required", "N", "sync: so many gradients make an update, the others are backups (default: all)"},
    {"bucket-kib", "KIB",
     "allreduce: gradients that together are no larger are sent as one (default: 1024; 0: each by "
     "itself)"},
    {"staleness", "N", "async: updates by others that a gradient may miss (default: any number)"},
    {"stale", "drop|scale", "async: what becomes of a gradient that missed more (default: drop)"},
    {"checkpoint", "PREFIX",
     "in a cluster: the first replica saves here, and all go on from here up to --steps in all; what "
     "makes lost tasks cost little"},
    {"sharded", "", "each task saves what lies on it in its own folder (`runnel cluster --files`)"},
    {"checkpoint-steps", "N", "between two of these (default: 100)"},
    {"patience-ms", "MS",
     "in a cluster: give up so long after the last progress when tasks are lost (default: "
     "RUNNEL_PATIENCE_MS, else 60000; 0: never)"},
    kResumeOptions[0],
    kResumeOptions[1],
    kResumeOptions[2],
    kResumeOptions[3],
    kResumeOptions[4],
    kResumeOptions[5],
    kResumeOptions[6],
    kResumeOptions[7],
    kResumeOptions[8],
    {"write-test", "DIR", "write test_images.npy and test_labels.npy, to feed the frozen graph with"},
    kDeviceOption,
    kThreadsOption,
    kPluginOption,
    kConfigOption,
    kProgressOption,
    kJsonOption};

}  // namespace

constexpr Command kTrainCommand = {
    "train",
    "",
    0,
    0,
    "Learn to read the digits of MNIST, or go on with a run that TensorFlow began.",
    "Without MNIST's files it says so and learns from digits that it draws. As the program of\n"
    "`runnel cluster` it is one replica of several; --batch is then what each of them takes, and "
    "replica\n"
    "0 does what --save, --freeze, --events and --trace ask for.",
    kOptions,
    Run};

}  // namespace runnel::tools
