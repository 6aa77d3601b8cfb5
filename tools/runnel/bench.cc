// runnel bench: how long a model takes, with inputs of its own making, and where the time goes.
//
// The first run plans and is told apart. Then come warm-up runs, timed runs without tracing, and a few
// traced ones for the profile: tracing costs time, so the profile's sum may be more than the median.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/command.h"
#include "tools/runnel/map_option.h"
#include "tools/runnel/open_model.h"
#include "tools/runnel/tensors.h"

namespace runnel::tools {
namespace {

constexpr size_t kListed = 10;         // nodes of the profile that people see
constexpr size_t kMostNameBytes = 60;  // of a node, in lines for people
constexpr int kTracedRuns = 10;
constexpr size_t kMostRuns = 1'000'000;

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// The most memory that this process has had resident; 0 where the system does not tell.
uint64_t PeakBytes() {
  std::string text;
  try {
    text = ReadFile("/proc/self/status");
  } catch (const Error&) {
    return 0;
  }
  const size_t at = text.find("VmHWM:");
  return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at + 6, nullptr, 10) * 1024;
}

// ---- what is fed and fetched ----

class Inputs {
 public:
  Inputs(rnl_runtime_t* runtime, const Args& args)
      : runtime_(runtime),
        shapes_(args),
        random_(static_cast<uint64_t>(args.Integer("seed", 1, 0, INT64_MAX))) {
    for (const std::string& text : args.All("feed")) files_.insert(SplitFeed(text));
  }

  // A value for the input `name`: a file, or random numbers of its shape, whose unknown sizes are 1, the
  // first the batch.
  TensorHandle Make(const rnl_graph_t* graph, const std::string& name, rnl_output_t output) {
    used_.insert(name);
    const rnl_dtype_t dtype = rnl_graph_output_dtype(graph, output);
    if (const auto file = files_.find(name); file != files_.end())
      return ToTensor(runtime_, ReadNpy(file->second), dtype);
    const size_t element = DTypeBytes(dtype);
    if (element == 0)
      Fail("input ", name, " is ", DTypeName(dtype), ", for which there are no random values: --feed ",
           name, "=FILE.npy");
    Array array;
    array.dtype = dtype;
    array.shape = shapes_.Of(graph, name, output);
    const int64_t count = array.count();
    if (count > (int64_t{1} << 32) / static_cast<int64_t>(element))
      Fail("input ", name, " has ", count, " elements, more than 4 GiB");
    array.bytes.resize(static_cast<size_t>(count) * element);
    for (int64_t i = 0; i < count; ++i)
      Write(dtype, array.bytes.data() + static_cast<size_t>(i) * element);
    return ToTensor(runtime_, array, dtype);
  }
  const InputShapes& shapes() const { return shapes_; }
  // After all inputs were made. Throws UsageError for a --feed or --shape that named none of them.
  void CheckUsed() const {
    for (const auto& [name, file] : files_) {
      if (!used_.contains(name)) throw UsageError(Cat("--feed: the model has no input \"", name, "\""));
    }
    shapes_.CheckUsed();
  }

 private:
  // One element: floats are from 0 to 1, integers and bools 0 or 1, which is an index or a length that
  // most models take.
  void Write(rnl_dtype_t dtype, unsigned char* out) {
    const double unit = std::uniform_real_distribution<double>(0, 1)(random_);
    const uint64_t bit = random_() & 1;
    if (dtype == RNL_FLOAT) {
      const auto value = static_cast<float>(unit);
      std::memcpy(out, &value, sizeof(value));
    } else if (dtype == RNL_DOUBLE) {
      std::memcpy(out, &unit, sizeof(unit));
    } else if (dtype == RNL_HALF || dtype == RNL_BFLOAT16) {
      // 1 and 0.5 in both: the exponent alone.
      const uint16_t value =
          dtype == RNL_HALF ? (bit != 0 ? 0x3C00 : 0x3800) : (bit != 0 ? 0x3F80 : 0x3F00);
      std::memcpy(out, &value, sizeof(value));
    } else if (dtype == RNL_COMPLEX64) {
      const float value[2] = {static_cast<float>(unit), 0};
      std::memcpy(out, value, sizeof(value));
    } else if (dtype == RNL_COMPLEX128) {
      const double value[2] = {unit, 0};
      std::memcpy(out, value, sizeof(value));
    } else {
      std::memset(out, 0, DTypeBytes(dtype));
      out[0] = static_cast<unsigned char>(bit);
    }
  }

  rnl_runtime_t* const runtime_;
  std::map<std::string, std::string> files_;
  InputShapes shapes_;
  std::mt19937_64 random_;
  std::set<std::string> used_;
};

// ---- times ----

struct Times {
  std::vector<double> ms;  // sorted
  double At(double share) const {
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(ms.size())));
    return ms[std::clamp<size_t>(rank, 1, ms.size()) - 1];
  }
  double Mean() const {
    double sum = 0;
    for (const double one : ms) sum += one;
    return sum / static_cast<double>(ms.size());
  }
};

Times Measure(Step* step, const Args& args) {
  const auto least = static_cast<size_t>(args.Integer("runs", 50, 1, kMostRuns));
  const double seconds = args.Number("min-seconds", 1, 0, 3600);
  Progress progress("runs", static_cast<int64_t>(least), ProgressWhen(args));
  Times times;
  const Clock::time_point start = Clock::now();
  while (times.ms.size() < kMostRuns &&
         (times.ms.size() < least || MillisecondsSince(start) < seconds * 1e3)) {
    const Clock::time_point one = Clock::now();
    step->Run(nullptr, nullptr);
    times.ms.push_back(MillisecondsSince(one));
    step->Release();
    progress.Update(static_cast<int64_t>(std::min(times.ms.size(), least)), "");
  }
  std::sort(times.ms.begin(), times.ms.end());
  return times;
}

struct NodeTime {
  std::string node, op, device;
  int64_t count = 0, ns = 0;
};

// The nodes of some traced runs, those that took longest first.
std::vector<NodeTime> Profile(Step* step) {
  RunOptionsHandle options;
  MetadataHandle metadata;
  Check(rnl_run_options_create(Out(&options)));
  Check(rnl_run_options_set_trace(options.get(), true));
  Check(rnl_metadata_create(Out(&metadata)));
  std::map<std::string, NodeTime> nodes;
  for (int run = 0; run < kTracedRuns; ++run) {
    step->Run(options.get(), metadata.get());
    for (size_t i = 0; i < rnl_metadata_num_node_stats(metadata.get()); ++i) {
      rnl_str_t node, op, device;
      int64_t start = 0, end = 0;
      Check(rnl_metadata_node_stats(metadata.get(), i, &node, &op, &device, &start, &end));
      NodeTime& time = nodes[std::string(View(node))];
      time.node = View(node);
      time.op = View(op);
      time.device = View(device);
      ++time.count;
      time.ns += end - start;
    }
    step->Release();
  }
  std::vector<NodeTime> list;
  for (auto& [name, time] : nodes) list.push_back(std::move(time));
  std::stable_sort(list.begin(), list.end(),
                   [](const NodeTime& a, const NodeTime& b) { return a.ns > b.ns; });
  return list;
}

struct Answer {
  double load_ms = 0, first_ms = 0;
  Times times;
  uint64_t peak_bytes = 0, arena_bytes = 0;
  int64_t launches = 0;
  std::vector<NodeTime> nodes;
};

void PrintText(const OpenedModel& model, const Answer& answer, const std::string& path) {
  char line[256];
  const Times& times = answer.times;
  PrintLine(Cat(path, " (", model.format, ")"));
  std::snprintf(line, sizeof(line), "  load %.2f ms, first run %.2f ms, %zu runs", answer.load_ms,
                answer.first_ms, times.ms.size());
  PrintLine(line);
  std::snprintf(line, sizeof(line), "  median %.3f ms, mean %.3f, least %.3f, 90 %% %.3f, 99 %% %.3f",
                times.At(0.5), times.Mean(), times.ms.front(), times.At(0.9), times.At(0.99));
  PrintLine(line);
  std::snprintf(line, sizeof(line), "  peak memory %.1f MiB, arena %.1f MiB, %lld launches a run",
                static_cast<double>(answer.peak_bytes) / (1 << 20),
                static_cast<double>(answer.arena_bytes) / (1 << 20),
                static_cast<long long>(answer.launches));
  PrintLine(line);
  double all = 0;
  for (const NodeTime& node : answer.nodes) all += static_cast<double>(node.ns);
  for (size_t i = 0; i < std::min(kListed, answer.nodes.size()); ++i) {
    const NodeTime& node = answer.nodes[i];
    std::snprintf(line, sizeof(line), "%10.1f us %5.1f %%  %s ",
                  static_cast<double>(node.ns) / kTracedRuns / 1e3,
                  100 * static_cast<double>(node.ns) / std::max(all, 1.0), node.op.c_str());
    PrintLine(line + (node.node.size() > kMostNameBytes ? node.node.substr(0, kMostNameBytes) + "..."
                                                        : node.node));
  }
}

void PrintJson(const OpenedModel& model, const Answer& answer, const Args& args) {
  JsonWriter json;
  const Times& times = answer.times;
  json.BeginObject().Key("model").String(args.positional()[0]).Key("format").String(model.format);
  json.Key("threads");
  if (args.Has("threads")) {
    json.Int(args.Integer("threads", 0, 1, 1 << 16));
  } else {
    json.Null();  // as many as the runtime takes by itself
  }
  json.Key("load_ms").Double(answer.load_ms).Key("first_ms").Double(answer.first_ms);
  json.Key("runs").Uint(times.ms.size()).Key("median_ms").Double(times.At(0.5));
  json.Key("mean_ms").Double(times.Mean()).Key("min_ms").Double(times.ms.front());
  json.Key("p90_ms").Double(times.At(0.9)).Key("p99_ms").Double(times.At(0.99));
  json.Key("peak_bytes").Uint(answer.peak_bytes).Key("arena_bytes").Uint(answer.arena_bytes);
  json.Key("launches").Int(answer.launches).Key("nodes").BeginArray();
  for (const NodeTime& node : answer.nodes) {
    json.BeginObject().Key("node").String(node.node).Key("op").String(node.op);
    json.Key("device")
        .String(node.device)
        .Key("count")
        .Double(static_cast<double>(node.count) / kTracedRuns);
    json.Key("us").Double(static_cast<double>(node.ns) / kTracedRuns / 1e3).EndObject();
  }
  PrintLine(json.EndArray().EndObject().text());
}

int Run(const Args& args) {
  const RuntimeHandle runtime = MakeRuntime(args);
  const Clock::time_point start = Clock::now();
  OpenedModel model = OpenModel(runtime.get(), args);
  Answer answer;
  answer.load_ms = MillisecondsSince(start);
  Inputs inputs(runtime.get(), args);
  for (Feed& feed : model.request.feeds)
    feed.tensor = inputs.Make(model.loaded.graph.get(), feed.name, feed.output);
  inputs.CheckUsed();

  MetadataHandle metadata;
  Check(rnl_metadata_create(Out(&metadata)));
  const Clock::time_point first = Clock::now();
  Step step(model.loaded.session.get(), model.request);
  inputs.shapes().Explain([&] { step.Run(nullptr, metadata.get()); });
  answer.first_ms = MillisecondsSince(first);
  answer.launches = rnl_metadata_launches(metadata.get());
  answer.arena_bytes = rnl_metadata_arena_bytes(metadata.get());
  step.Release();
  for (int64_t i = args.Integer("warm-up", 5, 0, kMostRuns); i > 0; --i) {
    step.Run(nullptr, nullptr);
    step.Release();
  }
  answer.times = Measure(&step, args);
  answer.peak_bytes = PeakBytes();
  answer.nodes = Profile(&step);
  if (args.Has("json")) {
    PrintJson(model, answer, args);
  } else {
    PrintText(model, answer, args.positional()[0]);
  }
  return 0;
}

constexpr Option kOptions[] = {
    {"feed", "NAME=FILE", "a .npy file for an input (default: random numbers)", true},
    kShapeOption,
    kBatchOption,
    kOutputsOption,
    {"runs", "N", "at least so many timed runs (default: 50)"},
    {"min-seconds", "S", "at least so long (default: 1)"},
    {"warm-up", "N", "runs before that are not timed (default: 5)"},
    {"seed", "N", "of the random inputs (default: 1)"},
    kSignatureOption,
    kDeviceOption,
    kSoftPlacementOption,
    kAutomaticPlacementOption,
    kPassesOption,
    kTimeoutOption,
    kMasterOption,
    kThreadsOption,
    kMapOption,
    kPluginOption,
    kConfigOption,
    kProgressOption,
    kJsonOption};

}  // namespace

constexpr Command kBenchCommand = {
    "bench",
    "MODEL",
    1,
    1,
    "Time a model, and tell where the time goes.",
    "MODEL is whatever run takes. Inputs are random numbers of the model's own shapes; the first run, "
    "which\n"
    "plans, is told apart from the others. The profile is of runs that are traced, which takes longer.",
    kOptions,
    Run};

}  // namespace runnel::tools
