// runnel train: the C example's training loop as a command.
#include "train.h"

#include <cstdio>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/common/npy.h"
#include "tools/runnel/command.h"
#include "tools/runnel/replica.h"

namespace runnel::tools {
namespace {

struct LoadedData {
  mnist_t mnist;
  ~LoadedData() { mnist_free(&mnist); }
};

void ShowProgress(void* arg, const train_progress_t* p) {
  char note[96];
  std::snprintf(note, sizeof(note), "loss %.4f  accuracy %5.1f%%  %.0f images/s", p->loss,
                100 * p->accuracy, p->images_per_second);
  static_cast<Progress*>(arg)->Update(p->step, note);
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
  for (int64_t i = 0; i < options.steps && i < TRAIN_RECORDED_LOSSES; ++i) json.Double(result.losses[i]);
  json.EndArray().Key("loss");
  if (options.steps > 0) {
    json.Double(result.loss);
  } else {
    json.Null();
  }
  json.Key("correct").Int(result.correct).Key("total").Int(result.total);
  json.Key("test_accuracy")
      .Double(static_cast<double>(result.correct) / static_cast<double>(result.total));
  json.Key("seconds").Double(result.seconds);
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

int Run(const Args& args) {
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
  const Replica replica = JoinCluster(runtime.get());
  if (replica.server != nullptr) {
    for (const char* name : {"save", "restore", "freeze"}) {
      if (args.Has(name)) Fail("--", name, " of a model on a cluster is not there yet");
    }
    options.server = replica.server.get();
    options.setter = replica.setter.get();
    options.variables_device = replica.setter != nullptr ? "/job:ps" : "";
    options.replica = replica.index;
    options.steps /= replica.count;  // each its share
  }
  train_result_t result;
  {
    Progress progress(model_name, options.steps, ProgressWhen(args));
    options.progress = ShowProgress;
    options.arg = &progress;
    if (!train(runtime.get(), &data.mnist, &options, &result, error, sizeof(error))) throw Error(error);
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
  return 0;
}

constexpr Option kOptions[] = {
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
    {"write-test", "DIR", "write test_images.npy and test_labels.npy, to feed the frozen graph with"},
    kDeviceOption,
    kThreadsOption,
    kPluginOption,
    kProgressOption,
    kJsonOption};

}  // namespace

constexpr Command kTrainCommand = {
    "train",
    "",
    0,
    0,
    "Learn to read the digits of MNIST.",
    "Without MNIST's files it says so and learns from digits that it draws. As the program of\n"
    "`runnel cluster` it is one replica of several, which train variables on the job ps asynchronously.",
    kOptions,
    Run};

}  // namespace runnel::tools
