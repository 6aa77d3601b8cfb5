// TensorFlow's RunMetadata, as TensorBoard reads it from event files.
// Source: TensorFlow's config.proto (RunMetadata), step_stats.proto.
#include "core/runtime/exchange/run_metadata.h"

#include <map>

#include "core/io/proto.h"

namespace runnel {
namespace {

// NodeExecStats: 1 node_name, 2 all_start_micros, 3 op_start_rel_micros, 4 op_end_rel_micros,
// 5 all_end_rel_micros, 8 timeline_label, 10 thread_id. Labels are "name = Op(outputs)".
std::string EncodeNode(const NodeStats& node, int64_t start_unix_us) {
  ProtoWriter writer;
  const int64_t start_us = node.start_ns / 1000;
  const int64_t length_us = node.end_ns / 1000 - start_us;
  writer.Bytes(1, node.node);
  writer.Int64(2, start_unix_us + start_us);
  if (length_us > 0) writer.Int64(4, length_us);
  if (length_us > 0) writer.Int64(5, length_us);
  writer.Bytes(8,
               node.op.empty() ? node.node : StrCat(node.node, " = ", node.op, "(", node.outputs, ")"));
  if (node.thread != 0) writer.Varint(10, node.thread & UINT32_MAX);
  return writer.Take();
}

}  // namespace

// RunMetadata: 1 step_stats, 3 partition_graphs. StepStats: 1 dev_stats. DeviceStepStats: 1 device,
// 2 node_stats.
Result<std::string> EncodeRunMetadata(const RunMetadata& metadata) {
  const std::string kHost = "host";
  std::map<std::string, ProtoWriter> devices;
  for (const NodeStats& node : metadata.node_stats) {
    const std::string& name = node.device.empty() ? kHost : node.device;
    ProtoWriter& device = devices[name];
    if (device.bytes().empty()) device.Bytes(1, name);
    device.Bytes(2, EncodeNode(node, metadata.start_unix_us));
  }
  ProtoWriter step_stats, writer;
  for (const auto& [name, device] : devices) step_stats.Bytes(1, device.bytes());
  if (!devices.empty()) writer.Bytes(1, step_stats.bytes());
  for (const auto& [device, graph] : metadata.partition_graphs) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, EncodeGraphDef(graph));
    writer.Bytes(3, bytes);
  }
  return writer.Take();
}

}  // namespace runnel
