// runnel run: feeds files to a graph, writes what it fetches, and tells how it ran.
//
// The answer is that of the first step. After it come a few more of the same, through the same callable,
// to time a steady step and to count its heap allocations; a graph that keeps state (a queue, a counter)
// runs once only, and its heap_allocs is null.
#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/common/heap_count.h"
#include "tools/runnel/command.h"
#include "tools/runnel/map_option.h"
#include "tools/runnel/request.h"
#include "tools/runnel/tensors.h"

namespace runnel::tools {
namespace {

constexpr int kWarmUpSteps = 3, kMeasuredSteps = 5;

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

// Median time of a steady step, and the most heap allocations that one of them made.
Measured Measure(Step* step) {
  for (int i = 0; i < kWarmUpSteps; ++i) {
    step->Run(nullptr, nullptr);
    step->Release();
  }
  double times[kMeasuredSteps];
  Measured measured;
  for (double& time : times) {
    const std::optional<int64_t> before = HeapAllocations();
    const Clock clock;
    step->Run(nullptr, nullptr);
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
  const Request request = ReadRequest(loaded, runtime.get(), args);
  MetadataHandle metadata;
  Check(rnl_metadata_create(Out(&metadata)));

  Step step(loaded.session.get(), request);
  const Clock clock;
  step.Run(nullptr, metadata.get());
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

constexpr Option kOptions[] = {kFeedOption,
                               kFetchOption,
                               kTargetOption,
                               kInitOption,
                               kRestoreOption,
                               kSignatureOption,
                               {"out", "DIR", "where the fetches go, one .npy file each"},
                               kDeviceOption,
                               kMasterOption,
                               kSoftPlacementOption,
                               kAutomaticPlacementOption,
                               kPassesOption,
                               kTimeoutOption,
                               kThreadsOption,
                               kMapOption,
                               kPluginOption,
                               kConfigOption,
                               kJsonOption};

}  // namespace

constexpr Command kRunCommand = {
    "run",
    "GRAPH",
    1,
    1,
    "Run a graph once and fetch tensors from it.",
    "GRAPH is a GraphDef or MetaGraph, binary or text, the folder of a SavedModel, or a model that a "
    "plugin imports: ONNX, TFLite. With --json, a "
    "graph without "
    "state is run a few times more to "
    "tell the\n"
    "time (seconds, a median) and the heap allocations (heap_allocs, the most) of a steady step.",
    kOptions,
    Run};

}  // namespace runnel::tools
