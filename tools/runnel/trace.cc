// runnel trace: runs a graph and writes what its nodes did when, for Perfetto and chrome://tracing.
#include <algorithm>
#include <cstdio>
#include <map>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/command.h"
#include "tools/runnel/map_option.h"
#include "tools/runnel/request.h"

namespace runnel::tools {
namespace {

constexpr size_t kListed = 10;

// The time of all nodes with one op.
struct OpTime {
  std::string op;
  int64_t count = 0, ns = 0;
};

struct Totals {
  int64_t nodes = 0, launches = 0, copies = 0;
  std::map<std::string, OpTime, std::less<>> ops;

  void Add(const rnl_metadata_t* metadata) {
    launches += rnl_metadata_launches(metadata);
    copies += rnl_metadata_copies(metadata);
    const size_t count = rnl_metadata_num_node_stats(metadata);
    nodes += static_cast<int64_t>(count);
    for (size_t i = 0; i < count; ++i) {
      rnl_str_t node, op, device;
      int64_t start = 0, end = 0;
      Check(rnl_metadata_node_stats(metadata, i, &node, &op, &device, &start, &end));
      OpTime& time = ops[std::string(View(op))];
      time.op = View(op);
      ++time.count;
      time.ns += end - start;
    }
  }
  // Those that took longest first.
  std::vector<OpTime> Longest() const {
    std::vector<OpTime> times;
    for (const auto& [op, time] : ops) times.push_back(time);
    std::stable_sort(times.begin(), times.end(),
                     [](const OpTime& a, const OpTime& b) { return a.ns > b.ns; });
    return times;
  }
};

void PrintText(const std::string& path, int64_t steps, const Totals& totals) {
  PrintLine(Cat(path, ": ", steps, steps == 1 ? " step, " : " steps, ", totals.nodes,
                " nodes; open it in https://ui.perfetto.dev or chrome://tracing"));
  const std::vector<OpTime> times = totals.Longest();
  for (size_t i = 0; i < std::min(kListed, times.size()); ++i) {
    char line[128];
    std::snprintf(line, sizeof(line), "%10.1f us %6lld x %s", static_cast<double>(times[i].ns) / 1e3,
                  static_cast<long long>(times[i].count), times[i].op.c_str());
    PrintLine(line);
  }
}

int Run(const Args& args) {
  if (!args.Has("fetch") && !args.Has("target"))
    throw UsageError("expected --fetch TENSOR or --target NODE");
  if (!args.Has("out")) throw UsageError("expected --out FILE");
  const int64_t steps = args.Integer("steps", 1, 1, 1'000'000);
  const int64_t skipped = args.Integer("skip", 0, 0, 1'000'000);
  const RuntimeHandle runtime = MakeRuntime(args);
  const std::string device = DeviceName(runtime.get(), args);
  const Loaded loaded = Load(runtime.get(), device, args);
  const Request request = ReadRequest(loaded, runtime.get(), args);
  Step step(loaded.session.get(), request);
  for (int64_t i = 0; i < skipped; ++i) step.Run(nullptr, nullptr);
  RunOptionsHandle options;
  MetadataHandle metadata;
  TraceHandle trace;
  Check(rnl_run_options_create(Out(&options)));
  Check(rnl_run_options_set_trace(options.get(), true));
  Check(rnl_metadata_create(Out(&metadata)));
  Check(rnl_trace_create(Out(&trace)));
  Totals totals;
  for (int64_t i = 0; i < steps; ++i) {
    step.Run(options.get(), metadata.get());
    Check(rnl_trace_add_step(trace.get(), metadata.get()));
    totals.Add(metadata.get());
  }
  BytesHandle json;
  Check(rnl_trace_json(trace.get(), Out(&json)));
  const std::string path = args.Text("out");
  WriteFile(path, View(rnl_bytes_view(json.get())));
  if (!args.Has("json")) {
    PrintText(path, steps, totals);
    return 0;
  }
  JsonWriter answer;
  answer.BeginObject().Key("trace").String(path).Key("steps").Int(steps);
  answer.Key("nodes").Int(totals.nodes).Key("launches").Int(totals.launches);
  answer.Key("copies").Int(totals.copies).Key("ops").BeginArray();
  for (const OpTime& time : totals.Longest()) {
    answer.BeginObject().Key("op").String(time.op).Key("count").Int(time.count);
    answer.Key("seconds").Double(static_cast<double>(time.ns) / 1e9).EndObject();
  }
  PrintLine(answer.EndArray().EndObject().text());
  return 0;
}

constexpr Option kOptions[] = {kFeedOption,
                               kFetchOption,
                               kTargetOption,
                               {"out", "FILE", "where the trace goes: Chrome's JSON"},
                               {"steps", "N", "how many steps to trace (default: 1)"},
                               {"skip", "N", "how many steps to run before, untraced (default: 0)"},
                               kInitOption,
                               kRestoreOption,
                               kSignatureOption,
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

constexpr Command kTraceCommand = {
    "trace",
    "GRAPH",
    1,
    1,
    "Run a graph and write what its nodes did when.",
    "GRAPH is a GraphDef or MetaGraph, binary or text, the folder of a SavedModel, or a model that a "
    "plugin imports: ONNX, TFLite. The file opens "
    "in\n"
    "https://ui.perfetto.dev and chrome://tracing: a process for each device with a track for each\n"
    "thread, transfers between devices, regions around the nodes that run as one.",
    kOptions,
    Run};

}  // namespace runnel::tools
