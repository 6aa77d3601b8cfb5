// runnel run: feeds files to a graph, writes what it fetches, and tells how it ran.
//
// The answer is that of the first step. After it come a few more of the same, through the same callable,
// to time a steady step and to count its heap allocations; a graph that keeps state (a queue, a counter)
// runs once only, and its heap_allocs is null.
#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/common/heap_count.h"
#include "tools/runnel/command.h"
#include "tools/runnel/saved_model.h"
#include "tools/runnel/tensors.h"

namespace runnel::tools {
namespace {

constexpr int kWarmUpSteps = 3, kMeasuredSteps = 5;

struct Feed {
  std::string name;
  rnl_output_t output;
  TensorHandle tensor;
};

struct Request {
  std::vector<Feed> feeds;
  std::vector<std::string> fetch_names;
  std::vector<rnl_output_t> fetches;
  std::vector<rnl_node_t> targets;
};

struct Measured {
  double seconds = 0;
  std::optional<int64_t> heap_allocs;
};

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The tensor that a --feed or --fetch means by a name.
using TensorOf = std::function<std::string(const std::string& name)>;

// NAME and FILE of a --feed.
std::pair<std::string, std::string> SplitFeed(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw UsageError(Cat("--feed: expected NAME=FILE.npy, got \"", text, "\""));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Request ReadRequest(const rnl_graph_t* graph, rnl_runtime_t* runtime, const TensorOf& tensor_of,
                    const Args& args) {
  Request request;
  for (const std::string& text : args.All("feed")) {
    const auto [name, file] = SplitFeed(text);
    Feed& feed = request.feeds.emplace_back();
    feed.name = name;
    feed.output = FindOutput(graph, tensor_of(name));
    feed.tensor = ToTensor(runtime, ReadNpy(file), rnl_graph_output_dtype(graph, feed.output));
  }
  request.fetch_names = args.All("fetch");
  for (const std::string& name : request.fetch_names) {
    request.fetches.push_back(FindOutput(graph, tensor_of(name)));
  }
  for (const std::string& name : args.All("target")) {
    request.targets.push_back(FindNode(graph, name));
  }
  return request;
}

// Running these again gives the same answer, or at least takes nothing from the next step.
bool IsRepeatable(std::string_view op) {
  static constexpr std::string_view kOps[] = {
      "VarHandleOp",     "ReadVariableOp",   "VarIsInitializedOp",   "Placeholder", "RandomUniform",
      "TruncatedNormal", "RandomUniformInt", "RandomStandardNormal", "Assert"};
  return std::find(std::begin(kOps), std::end(kOps), op) != std::end(kOps);
}

// Whether the step may be run again: no node that it needs keeps state.
bool MayRepeat(const rnl_graph_t* graph, const Request& request) {
  const rnl_runtime_t* runtime = rnl_graph_runtime(graph);
  std::set<rnl_node_t> seen;
  std::vector<rnl_node_t> open = request.targets;
  for (rnl_output_t fetch : request.fetches) open.push_back(fetch.node);
  while (!open.empty()) {
    const rnl_node_t node = open.back();
    open.pop_back();
    if (!seen.insert(node).second) continue;
    const std::string_view name = View(rnl_graph_node_op(graph, node));
    OpHandle op;
    rnl_status_t* unlisted = rnl_runtime_find_op(runtime, Str(name), Out(&op));
    rnl_status_release(unlisted);  // a function of the graph, called by its name
    if ((op == nullptr || rnl_op_is_stateful(op.get())) && !IsRepeatable(name)) return false;
    for (size_t i = 0; i < rnl_graph_num_inputs(graph, node); ++i) {
      open.push_back(rnl_graph_input(graph, node, i).node);
    }
    for (size_t i = 0; i < rnl_graph_num_control_inputs(graph, node); ++i) {
      open.push_back(rnl_graph_control_input(graph, node, i));
    }
  }
  return true;
}

SessionOptionsHandle ReadOptions(const std::string& device, const Args& args) {
  SessionOptionsHandle options;
  Check(rnl_session_options_create(Out(&options)));
  if (!device.empty()) Check(rnl_session_options_set_default_device(options.get(), Str(device)));
  if (args.Choice("passes", "on", {"on", "off"}) == "off") {
    Check(rnl_session_options_disable_pass(options.get(), rnl_str("all")));
  }
  Check(rnl_session_options_set_soft_placement(options.get(), args.Has("soft-placement")));
  Check(rnl_session_options_set_timeout(options.get(), args.Integer("timeout", -1, 1, INT64_MAX)));
  return options;
}

// A graph, its session, and what names of tensors mean in it.
struct Loaded {
  GraphHandle graph;
  SessionHandle session;
  TensorOf tensor_of = [](const std::string& name) { return name; };
};

Loaded LoadSavedModel(rnl_runtime_t* runtime, const std::string& path,
                      const rnl_session_options_t* options, const Args& args) {
  const auto model = std::make_shared<SavedModel>(runtime, path, args.Text("signature"));
  Loaded loaded;
  loaded.tensor_of = [model](const std::string& name) { return model->Tensor(name); };
  std::vector<std::string> outputs = args.All("target");
  const std::vector<std::string> init = args.All("init");
  outputs.insert(outputs.end(), init.begin(), init.end());
  for (const std::string& name : args.All("fetch")) outputs.push_back(model->Tensor(name));
  std::vector<std::string> inputs;
  for (const std::string& feed : args.All("feed"))
    inputs.push_back(model->Tensor(SplitFeed(feed).first));
  model->Load(inputs, outputs, options, &loaded.graph, &loaded.session);
  return loaded;
}

Loaded Load(rnl_runtime_t* runtime, const std::string& device, const Args& args) {
  const std::string& path = args.positional()[0];
  const SessionOptionsHandle options = ReadOptions(device, args);
  Loaded loaded;
  if (IsSavedModel(path)) {
    loaded = LoadSavedModel(runtime, path, options.get(), args);
  } else {
    if (args.Has("signature")) throw UsageError("--signature is for SavedModels");
    loaded.graph = LoadGraph(runtime, path);
    Check(rnl_session_create(loaded.graph.get(), options.get(), Out(&loaded.session)));
  }
  if (args.Has("restore")) Check(rnl_session_restore(loaded.session.get(), Str(args.Text("restore"))));
  for (const std::string& name : args.All("init")) {
    const rnl_str_t target = Str(name);
    Check(rnl_session_run(loaded.session.get(), nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                          &target, 1, nullptr));
  }
  return loaded;
}

// A prepared request, with room for its fetches.
class Step {
 public:
  Step(rnl_session_t* session, const Request& request) : fetched_(request.fetches.size()) {
    std::vector<rnl_output_t> feed_outputs;
    for (const Feed& feed : request.feeds) {
      feed_outputs.push_back(feed.output);
      feeds_.push_back(feed.tensor.get());
    }
    Check(rnl_session_prepare(session, feed_outputs.data(), feed_outputs.size(), request.fetches.data(),
                              request.fetches.size(), request.targets.data(), request.targets.size(),
                              Out(&callable_)));
  }
  ~Step() { Release(); }
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

  void Run(rnl_metadata_t* metadata) {
    Check(rnl_callable_run(callable_.get(), nullptr, feeds_.data(), feeds_.size(), fetched_.data(),
                           fetched_.size(), metadata));
  }
  rnl_tensor_t* fetched(size_t i) const { return fetched_[i]; }
  void Release() {
    for (rnl_tensor_t*& tensor : fetched_) {
      rnl_tensor_release(tensor);
      tensor = nullptr;
    }
  }

 private:
  std::vector<rnl_tensor_t*> feeds_, fetched_;
  CallableHandle callable_;
};

// Median time of a steady step, and the most heap allocations that one of them made.
Measured Measure(Step* step) {
  for (int i = 0; i < kWarmUpSteps; ++i) {
    step->Run(nullptr);
    step->Release();
  }
  double times[kMeasuredSteps];
  Measured measured;
  for (double& time : times) {
    const std::optional<int64_t> before = HeapAllocations();
    const Clock clock;
    step->Run(nullptr);
    time = clock.seconds();
    step->Release();
    const std::optional<int64_t> after = HeapAllocations();
    if (before && after)
      measured.heap_allocs = std::max(measured.heap_allocs.value_or(0), *after - *before);
  }
  std::nth_element(times, times + kMeasuredSteps / 2, times + kMeasuredSteps);
  measured.seconds = times[kMeasuredSteps / 2];
  return measured;
}

// "dir/a_b_1.npy" for "a/b:1"; a second such name gets a number.
std::string FileFor(const std::string& dir, const std::string& name, std::set<std::string>* taken) {
  std::string plain = name;
  for (char& c : plain) {
    if (c == '/' || c == ':') c = '_';
  }
  std::string file = plain;
  for (int n = 2; !taken->insert(file).second; ++n) file = Cat(plain, "-", n);
  return Cat(dir, "/", file, ".npy");
}

void DescribeRun(const rnl_metadata_t* metadata, JsonWriter* json) {
  json->Key("placement").BeginObject();
  for (size_t i = 0; i < rnl_metadata_num_placements(metadata); ++i) {
    rnl_str_t node, device;
    Check(rnl_metadata_placement(metadata, i, &node, &device));
    json->Key(View(node)).String(View(device));
  }
  json->EndObject().Key("launches").Int(rnl_metadata_launches(metadata));
  json->Key("copies").Int(rnl_metadata_copies(metadata)).Key("fallbacks").BeginArray();
  for (size_t i = 0; i < rnl_metadata_num_fallbacks(metadata); ++i) {
    rnl_str_t text;
    Check(rnl_metadata_fallback(metadata, i, &text));
    json->String(View(text));
  }
  json->EndArray().Key("arena_bytes").Uint(rnl_metadata_arena_bytes(metadata));
  json->Key("planning_seconds").Double(rnl_metadata_planning_seconds(metadata));
}

// Writes every fetch and lists it; returns lines for people.
std::string WriteFetches(const Request& request, const Step& step, const Args& args, JsonWriter* json) {
  const std::string dir = args.Text("out");
  if (!dir.empty()) MakeDirectory(dir);
  std::set<std::string> taken;
  std::string text;
  json->Key("fetches").BeginArray();
  for (size_t i = 0; i < request.fetches.size(); ++i) {
    const std::string& name = request.fetch_names[i];
    rnl_tensor_t* tensor = step.fetched(i);
    json->BeginObject().Key("name").String(name).Key("dtype").String(
        View(rnl_dtype_name(rnl_tensor_dtype(tensor))));
    json->Key("shape").BeginArray();
    for (int32_t d = 0; d < rnl_tensor_rank(tensor); ++d) json->Int(rnl_tensor_dims(tensor)[d]);
    json->EndArray().Key("file");
    if (dir.empty()) {
      json->Null();
    } else {
      const std::string file = FileFor(dir, name, &taken);
      WriteNpy(file, ToArray(tensor));
      json->String(file);
    }
    json->EndObject();
    BytesHandle value;
    Check(rnl_tensor_to_text(tensor, 16, Out(&value)));
    text += Cat(text.empty() ? "" : "\n", name, " = ", View(rnl_bytes_view(value.get())));
  }
  json->EndArray();
  return text;
}

int Run(const Args& args) {
  if (!args.Has("fetch") && !args.Has("target"))
    throw UsageError("expected --fetch TENSOR or --target NODE");
  const RuntimeHandle runtime = MakeRuntime(args);
  const std::string device = DeviceName(runtime.get(), args);
  const Loaded loaded = Load(runtime.get(), device, args);
  const Request request = ReadRequest(loaded.graph.get(), runtime.get(), loaded.tensor_of, args);
  MetadataHandle metadata;
  Check(rnl_metadata_create(Out(&metadata)));

  Step step(loaded.session.get(), request);
  const Clock clock;
  step.Run(metadata.get());
  Measured measured;
  measured.seconds = clock.seconds();
  JsonWriter json;
  json.BeginObject();
  const std::string text = WriteFetches(request, step, args, &json);
  DescribeRun(metadata.get(), &json);
  step.Release();
  if (args.Has("json")) {
    if (MayRepeat(loaded.graph.get(), request)) measured = Measure(&step);
    json.Key("heap_allocs");
    if (measured.heap_allocs) {
      json.Int(*measured.heap_allocs);
    } else {
      json.Null();
    }
    json.Key("seconds").Double(measured.seconds).EndObject();
    PrintLine(json.text());
  } else {
    PrintLine(text);
  }
  return 0;
}

constexpr Option kOptions[] = {
    {"feed", "NAME=FILE", "feed a .npy file to a tensor", true},
    {"fetch", "TENSOR", "what to fetch: a node's name, or NAME:1 for another output than its first",
     true},
    {"target", "NODE", "run a node without fetching from it", true},
    {"init", "NODE", "run a node once before, to give variables their values", true},
    {"restore", "PREFIX", "restore the variables from a checkpoint before"},
    {"signature", "KEY", "of a SavedModel: --feed and --fetch name its inputs and outputs, not tensors"},
    {"out", "DIR", "where the fetches go, one .npy file each"},
    kDeviceOption,
    {"soft-placement", "", "let a node whose device has no kernel for it run on another one"},
    {"passes", "on|off", "optimise the graph or run it as it is (default: on)"},
    {"timeout", "MS", "give up after so many milliseconds"},
    kThreadsOption,
    kPluginOption,
    kJsonOption};

}  // namespace

constexpr Command kRunCommand = {
    "run",
    "GRAPH",
    1,
    1,
    "Run a graph once and fetch tensors from it.",
    "GRAPH is a GraphDef, binary or text, or the folder of a SavedModel. With --json, a graph without "
    "state is run a few times more to "
    "tell the\n"
    "time (seconds, a median) and the heap allocations (heap_allocs, the most) of a steady step.",
    kOptions,
    Run};

}  // namespace runnel::tools
