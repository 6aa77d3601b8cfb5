#include "net/wire/metadata.h"

#include <algorithm>

#include "core/graph/graph_def.h"
#include "core/graph/wire.h"
#include "net/proto/wire.pb.h"

namespace runnel::net {
namespace {

constexpr std::string_view kLocal = "/job:localhost/replica:0/task:0";
constexpr uint64_t kMaxKind = static_cast<uint64_t>(NodeStats::Kind::kWait);

uint64_t ZigZag(int64_t value) {
  return static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63);
}

void Walk(WireWriter& out, const NodeStats& node, bool span) {
  const size_t mark = out.Begin(runnel_net_StepMetadata_nodes_tag);
  out.VarintIfSet(runnel_net_NodeTime_kind_tag, static_cast<uint64_t>(node.kind));
  out.StringIfSet(runnel_net_NodeTime_node_tag, node.node);
  out.StringIfSet(runnel_net_NodeTime_op_tag, node.op);
  out.StringIfSet(runnel_net_NodeTime_device_tag, node.device);
  out.StringIfSet(runnel_net_NodeTime_from_tag, node.from);
  out.StringIfSet(runnel_net_NodeTime_outputs_tag, node.outputs);
  out.VarintIfSet(runnel_net_NodeTime_thread_tag, node.thread);
  out.VarintIfSet(runnel_net_NodeTime_bytes_tag, node.bytes);
  out.VarintIfSet(runnel_net_NodeTime_start_ns_tag, ZigZag(node.start_ns));
  out.VarintIfSet(runnel_net_NodeTime_end_ns_tag, ZigZag(node.end_ns));
  out.VarintIfSet(runnel_net_NodeTime_span_tag, span ? 1 : 0);
  out.End(mark);
}

void Walk(WireWriter& out, const RunMetadata& metadata, const std::vector<std::string>& graphs) {
  out.VarintIfSet(runnel_net_StepMetadata_launches_tag, static_cast<uint64_t>(metadata.launches));
  out.VarintIfSet(runnel_net_StepMetadata_copies_tag, static_cast<uint64_t>(metadata.copies));
  out.VarintIfSet(runnel_net_StepMetadata_replays_tag, static_cast<uint64_t>(metadata.replays));
  out.VarintIfSet(runnel_net_StepMetadata_arena_bytes_tag, metadata.arena_bytes);
  out.VarintIfSet(runnel_net_StepMetadata_planning_ns_tag,
                  static_cast<uint64_t>(metadata.planning_seconds * 1e9));
  out.VarintIfSet(runnel_net_StepMetadata_start_ns_tag, static_cast<uint64_t>(metadata.start_ns));
  out.VarintIfSet(runnel_net_StepMetadata_end_ns_tag, static_cast<uint64_t>(metadata.end_ns));
  out.VarintIfSet(runnel_net_StepMetadata_start_unix_us_tag,
                  static_cast<uint64_t>(metadata.start_unix_us));
  for (const auto& [node, device] : metadata.placement) {
    const size_t mark = out.Begin(runnel_net_StepMetadata_placement_tag);
    out.StringIfSet(runnel_net_Placement_node_tag, node);
    out.StringIfSet(runnel_net_Placement_device_tag, device);
    out.End(mark);
  }
  for (const std::string& text : metadata.fallbacks) {
    out.String(runnel_net_StepMetadata_fallbacks_tag, text);
  }
  for (const NodeStats& node : metadata.node_stats) Walk(out, node, false);
  for (const NodeStats& node : metadata.spans) Walk(out, node, true);
  for (size_t i = 0; i < graphs.size(); ++i) {
    const size_t mark = out.Begin(runnel_net_StepMetadata_graphs_tag);
    out.StringIfSet(runnel_net_DeviceGraph_device_tag, metadata.partition_graphs[i].first);
    out.StringIfSet(runnel_net_DeviceGraph_graph_tag, graphs[i]);
    out.End(mark);
  }
}

bool ReadSigned(WireReader& in, int64_t* out) {
  uint64_t value = 0;
  if (!in.Varint(&value)) return false;
  *out = static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
  return true;
}

// A number of at most `max`; a larger one is a failure of the reader.
template <typename T>
bool ReadCount(WireReader& in, T* out, uint64_t max = INT64_MAX) {
  uint64_t value = 0;
  if (!in.Varint(&value)) return false;
  if (value > max) return in.Invalid(in.field_start(), "a number of ", value, "; at most ", max);
  *out = static_cast<T>(value);
  return true;
}

bool ReadNode(WireReader in, RunMetadata* out) {
  NodeStats node;
  bool span = false;
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_NodeTime_kind_tag:
        ReadCount(in, &node.kind, kMaxKind);
        break;
      case runnel_net_NodeTime_node_tag:
        in.Read(&node.node);
        break;
      case runnel_net_NodeTime_op_tag:
        in.Read(&node.op);
        break;
      case runnel_net_NodeTime_device_tag:
        in.Read(&node.device);
        break;
      case runnel_net_NodeTime_from_tag:
        in.Read(&node.from);
        break;
      case runnel_net_NodeTime_outputs_tag:
        in.Read(&node.outputs);
        break;
      case runnel_net_NodeTime_thread_tag:
        in.Varint(&node.thread);
        break;
      case runnel_net_NodeTime_bytes_tag:
        ReadCount(in, &node.bytes);
        break;
      case runnel_net_NodeTime_start_ns_tag:
        ReadSigned(in, &node.start_ns);
        break;
      case runnel_net_NodeTime_end_ns_tag:
        ReadSigned(in, &node.end_ns);
        break;
      case runnel_net_NodeTime_span_tag:
        in.Read(&span);
        break;
      default:
        in.Skip();
    }
  }
  (span ? out->spans : out->node_stats).push_back(std::move(node));
  return in.Done();
}

bool ReadPair(WireReader in, std::string* first, std::string* second) {
  static_assert(runnel_net_Placement_node_tag == runnel_net_DeviceGraph_device_tag);
  static_assert(runnel_net_Placement_device_tag == runnel_net_DeviceGraph_graph_tag);
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_Placement_node_tag:
        in.Read(first);
        break;
      case runnel_net_Placement_device_tag:
        in.Read(second);
        break;
      default:
        in.Skip();
    }
  }
  return in.Done();
}

std::string Renamed(std::string_view task, const std::string& device) {
  if (device.starts_with(kLocal)) return StrCat(task, device.substr(kLocal.size()));
  if (device.empty()) return std::string(task);
  return device.starts_with('/') ? device : StrCat(task, "/", device);
}

}  // namespace

void NameTask(std::string_view task, RunMetadata* metadata) {
  for (auto& [node, device] : metadata->placement) device = Renamed(task, device);
  for (auto& [device, graph] : metadata->partition_graphs) device = Renamed(task, device);
  for (auto* list : {&metadata->node_stats, &metadata->spans}) {
    for (NodeStats& node : *list) {
      node.device = Renamed(task, node.device);
      if (node.kind == NodeStats::Kind::kTransfer) node.from = Renamed(task, node.from);
    }
  }
}

Result<std::string> EncodeMetadata(const RunMetadata& metadata) {
  std::vector<std::string> graphs;
  for (const auto& [device, graph] : metadata.partition_graphs) {
    RUNNEL_ASSIGN_OR_RETURN(graphs.emplace_back(), EncodeGraphDef(graph));
  }
  WireWriter out;
  Walk(out, metadata, graphs);
  std::string bytes;
  RUNNEL_RETURN_IF_ERROR(out.Start(&bytes));
  Walk(out, metadata, graphs);
  return bytes;
}

Result<RunMetadata> DecodeMetadata(std::string_view bytes) {
  RunMetadata out;
  WireFailure failure;
  WireReader in(bytes, &failure);
  uint64_t planning_ns = 0;
  std::vector<std::pair<std::string, std::string>> graphs;
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_StepMetadata_launches_tag:
        ReadCount(in, &out.launches);
        break;
      case runnel_net_StepMetadata_copies_tag:
        ReadCount(in, &out.copies);
        break;
      case runnel_net_StepMetadata_replays_tag:
        ReadCount(in, &out.replays);
        break;
      case runnel_net_StepMetadata_arena_bytes_tag:
        ReadCount(in, &out.arena_bytes);
        break;
      case runnel_net_StepMetadata_planning_ns_tag:
        ReadCount(in, &planning_ns);
        break;
      case runnel_net_StepMetadata_start_ns_tag:
        ReadCount(in, &out.start_ns);
        break;
      case runnel_net_StepMetadata_end_ns_tag:
        ReadCount(in, &out.end_ns);
        break;
      case runnel_net_StepMetadata_start_unix_us_tag:
        ReadCount(in, &out.start_unix_us);
        break;
      case runnel_net_StepMetadata_placement_tag: {
        auto& [node, device] = out.placement.emplace_back();
        ReadPair(in.Message(), &node, &device);
        break;
      }
      case runnel_net_StepMetadata_fallbacks_tag:
        in.Read(&out.fallbacks.emplace_back());
        break;
      case runnel_net_StepMetadata_nodes_tag:
        ReadNode(in.Message(), &out);
        break;
      case runnel_net_StepMetadata_graphs_tag: {
        auto& [device, graph] = graphs.emplace_back();
        ReadPair(in.Message(), &device, &graph);
        break;
      }
      default:
        in.Skip();
    }
  }
  if (failure.failed()) {
    return MakeStatus(failure.code, "step metadata: byte ", failure.at - bytes.data(), ": ",
                      failure.message);
  }
  out.planning_seconds = static_cast<double>(planning_ns) * 1e-9;
  for (auto& [device, graph] : graphs) {
    RUNNEL_ASSIGN_OR_RETURN(GraphDef def, DecodeGraphDef(graph));
    out.partition_graphs.emplace_back(std::move(device), std::move(def));
  }
  return out;
}

namespace {

// Unsigned: whatever another machine sends, sums are defined.
int64_t Add(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
int64_t Subtract(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

}  // namespace

void ShiftClock(int64_t clock_ns, RunMetadata* metadata) {
  if (metadata->start_ns == 0) return;
  metadata->start_ns = Subtract(metadata->start_ns, clock_ns);
  metadata->end_ns = Subtract(metadata->end_ns, clock_ns);
}

void SetStart(int64_t start_ns, RunMetadata* metadata) {
  const int64_t later = Subtract(metadata->start_ns, start_ns);
  metadata->start_ns = start_ns;
  metadata->start_unix_us = Subtract(metadata->start_unix_us, later / 1000);
  for (auto* list : {&metadata->node_stats, &metadata->spans}) {
    for (NodeStats& node : *list) {
      node.start_ns = Add(node.start_ns, later);
      node.end_ns = Add(node.end_ns, later);
    }
  }
}

void MergeMetadata(RunMetadata part, RunMetadata* whole) {
  whole->launches = Add(whole->launches, part.launches);
  whole->copies = Add(whole->copies, part.copies);
  whole->replays = Add(whole->replays, part.replays);
  whole->arena_bytes += part.arena_bytes;
  // Parts are planned in parallel.
  whole->planning_seconds = std::max(whole->planning_seconds, part.planning_seconds);
  if (part.start_ns != 0) SetStart(whole->start_ns, &part);
  const auto append = [](auto& from, auto* to) {
    to->insert(to->end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  append(part.placement, &whole->placement);
  append(part.fallbacks, &whole->fallbacks);
  append(part.node_stats, &whole->node_stats);
  append(part.spans, &whole->spans);
  append(part.partition_graphs, &whole->partition_graphs);
  for (auto* list : {&whole->node_stats, &whole->spans}) {
    std::stable_sort(list->begin(), list->end(),
                     [](const NodeStats& a, const NodeStats& b) { return a.start_ns < b.start_ns; });
  }
}

}  // namespace runnel::net
