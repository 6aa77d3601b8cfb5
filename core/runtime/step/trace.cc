#include "core/runtime/step/trace.h"

#include <unistd.h>

#include <algorithm>

#include "core/base/json.h"
#include "core/runtime/plan/plan.h"

namespace runnel {
namespace {

const char kTransfers[] = "transfers", kWaiting[] = "waiting nodes", kSteps[] = "steps",
           kHost[] = "host";

// "/device:CPU:0" of "/job:localhost/replica:0/task:0/device:CPU:0", and "/job:a/task:1/device:CPU:0" of
// a device of a cluster, of which several tasks are drawn.
std::string ShortDevice(const std::string& name) {
  const std::string_view local = "/job:localhost/replica:0/task:0", replica = "/replica:0";
  if (name.starts_with(local) && name.size() > local.size()) return name.substr(local.size());
  const size_t at = name.find(replica);
  return at == std::string::npos ? name : name.substr(0, at) + name.substr(at + replica.size());
}

void AppendOutput(DType dtype, const Shape& shape, std::string* text) {
  if (!text->empty()) *text += ' ';
  *text += DTypeName(dtype);
  *text += shape.ToString();
}

std::string OutputsOf(const StepTrace::Record& record, const Plan& plan) {
  std::string text;
  if (record.op != nullptr) {
    const Region& region = *plan.regions[static_cast<size_t>(record.node->index)];
    for (int32_t k = 0; k < record.op->num_outputs; ++k) {
      const RegionValue& value = region.values[static_cast<size_t>(region.OutputOf(*record.op, k))];
      AppendOutput(value.dtype, value.shape, &text);
    }
    return text;
  }
  for (size_t k = 0; k < record.shapes.size(); ++k) {
    const size_t output = static_cast<size_t>(record.node->first_output) + k;
    const DType dtype = plan.outputs[static_cast<size_t>(plan.output_kinds[output])].dtype;
    AppendOutput(dtype, record.shapes[k], &text);
  }
  return text;
}

}  // namespace

void StepTrace::Clear() {
  const std::lock_guard lock(mutex_);
  records_.clear();
}

void StepTrace::Add(Record record) {
  record.thread = static_cast<uint64_t>(gettid());
  const std::lock_guard lock(mutex_);
  records_.push_back(std::move(record));
}

void StepTrace::Take(const Plan& plan, int64_t start_ns, RunMetadata* metadata) {
  std::vector<Record> records;
  {
    const std::lock_guard lock(mutex_);
    records = std::move(records_);
    records_.clear();
  }
  std::stable_sort(records.begin(), records.end(),
                   [](const Record& a, const Record& b) { return a.start_ns < b.start_ns; });
  metadata->node_stats.reserve(records.size());
  for (const Record& record : records) {
    const bool is_node =
        record.kind != NodeStats::Kind::kRegion && record.kind != NodeStats::Kind::kWait;
    NodeStats& s = (is_node ? metadata->node_stats : metadata->spans).emplace_back();
    s.kind = record.kind;
    s.start_ns = record.start_ns - start_ns;
    s.end_ns = record.end_ns - start_ns;
    s.bytes = record.bytes;
    if (record.kind != NodeStats::Kind::kAsync && record.kind != NodeStats::Kind::kTransfer)
      s.thread = record.thread;
    if (record.kind == NodeStats::Kind::kWait) {
      s.node = "wait for the device";
      s.device = record.from->name();
      continue;
    }
    const ExecDetails& details = *record.node->details;
    s.node = record.op == nullptr ? details.name : record.op->name;
    s.op = record.op == nullptr ? details.op : record.op->op;
    if (record.kind == NodeStats::Kind::kTransfer) {
      s.from = record.from == nullptr ? kHost : record.from->name();
      s.device = details.where == nullptr ? kHost : details.where->name();
    } else if (record.node->device != nullptr) {
      s.device = record.node->device->name();
    }
    if (is_node) s.outputs = OutputsOf(record, plan);
  }
}

int TraceFile::ProcessNamed(const std::string& name) {
  for (size_t i = 0; i < processes_.size(); ++i) {
    if (processes_[i].name == name) return static_cast<int>(i);
  }
  processes_.push_back({name, {}});
  return static_cast<int>(processes_.size()) - 1;
}

int TraceFile::TrackOf(int process, const std::string& name) {
  Process& p = processes_[static_cast<size_t>(process)];
  const auto it = std::find(p.tracks.begin(), p.tracks.end(), name);
  if (it != p.tracks.end()) return static_cast<int>(it - p.tracks.begin());
  p.tracks.push_back(name);
  p.lane_ends.push_back(INT64_MIN);
  return static_cast<int>(p.tracks.size()) - 1;
}

int TraceFile::LaneOf(int process, const std::string& name, int64_t start_ns, int64_t end_ns) {
  Process& p = processes_[static_cast<size_t>(process)];
  size_t lane = 0;
  while (lane < p.tracks.size() && (p.tracks[lane] != name || p.lane_ends[lane] > start_ns)) ++lane;
  if (lane == p.tracks.size()) {
    p.tracks.push_back(name);
    p.lane_ends.push_back(0);
  }
  p.lane_ends[lane] = end_ns;
  return static_cast<int>(lane);
}

void TraceFile::AddNode(const NodeStats& node, int64_t origin_ns) {
  Span span;
  span.name = node.node;
  span.start_ns = origin_ns + node.start_ns;
  span.end_ns = origin_ns + node.end_ns;
  if (!node.op.empty()) span.texts.emplace_back("op", node.op);
  if (!node.outputs.empty()) span.texts.emplace_back("outputs", node.outputs);
  switch (node.kind) {
    case NodeStats::Kind::kTransfer: {
      const std::string from = ShortDevice(node.from), to = ShortDevice(node.device);
      span.category = "transfer";
      span.process = ProcessNamed(kTransfers);
      span.track = LaneOf(span.process, StrCat(from, " to ", to), span.start_ns, span.end_ns);
      span.texts.emplace_back("from", node.from);
      span.texts.emplace_back("to", node.device);
      span.numbers.emplace_back("bytes", static_cast<int64_t>(node.bytes));
      break;
    }
    case NodeStats::Kind::kAsync: {
      span.category = "waiting";
      // On a cluster they wait on a task.
      const std::string where = ShortDevice(node.device);
      span.process =
          ProcessNamed(where.starts_with("/job:") ? StrCat(kWaiting, " of ", where) : kWaiting);
      span.track = LaneOf(span.process, node.op, span.start_ns, span.end_ns);
      break;
    }
    default: {
      span.category = node.kind == NodeStats::Kind::kRegion ? "region"
                      : node.kind == NodeStats::Kind::kWait ? "wait"
                                                            : "node";
      auto it = std::find(threads_.begin(), threads_.end(), node.thread);
      if (it == threads_.end()) it = threads_.insert(it, node.thread);
      span.process = ProcessNamed(node.device.empty() ? kHost : ShortDevice(node.device));
      span.track = TrackOf(span.process, StrCat("thread ", it - threads_.begin()));
    }
  }
  spans_.push_back(std::move(span));
}

void TraceFile::AddStep(const RunMetadata& metadata) {
  if (num_steps_ == 0) first_ns_ = metadata.start_ns;
  const int64_t origin_ns = metadata.start_ns - first_ns_;
  Span step;
  step.name = StrCat("step ", num_steps_++);
  step.category = "step";
  step.start_ns = origin_ns;
  step.end_ns = metadata.end_ns - first_ns_;
  step.process = ProcessNamed(kSteps);
  step.track = LaneOf(step.process, "runs", step.start_ns, step.end_ns);
  step.numbers = {{"launches", metadata.launches},
                  {"copies", metadata.copies},
                  {"arena_bytes", static_cast<int64_t>(metadata.arena_bytes)}};
  spans_.push_back(std::move(step));
  // What encloses comes first.
  for (const NodeStats& span : metadata.spans) AddNode(span, origin_ns);
  for (const NodeStats& node : metadata.node_stats) AddNode(node, origin_ns);
}

std::string TraceFile::Json() const {
  JsonText json;
  json.BeginObject().Key("displayTimeUnit").String("ns").Key("traceEvents").BeginArray();
  const auto begin = [&](const char* phase, int process, int track) -> JsonText& {
    json.NewLine().BeginObject().Key("ph").String(phase).Key("pid").Int(process + 1);
    return json.Key("tid").Int(track + 1);
  };
  const auto name = [&](const char* what, int process, int track, const std::string& text) {
    begin("M", process, track).Key("name").String(what);
    json.Key("args").BeginObject().Key("name").String(text).EndObject().EndObject();
  };
  for (size_t p = 0; p < processes_.size(); ++p) {
    const int process = static_cast<int>(p);
    name("process_name", process, 0, processes_[p].name);
    for (size_t t = 0; t < processes_[p].tracks.size(); ++t)
      name("thread_name", process, static_cast<int>(t), processes_[p].tracks[t]);
  }
  for (const Span& span : spans_) {
    begin("X", span.process, span.track).Key("name").String(span.name).Key("cat").String(span.category);
    json.Key("ts").Thousandths(span.start_ns).Key("dur").Thousandths(span.end_ns - span.start_ns);
    json.Key("args").BeginObject();
    for (const auto& [key, text] : span.texts) json.Key(key).String(text);
    for (const auto& [key, number] : span.numbers) json.Key(key).Int(number);
    json.EndObject().EndObject();
  }
  json.EndArray().EndObject();
  return json.Take();
}

}  // namespace runnel
