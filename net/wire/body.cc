#include "net/wire/body.h"

#include <algorithm>

#include "core/graph/wire.h"
#include "net/proto/wire.pb.h"

namespace runnel::net {
namespace {

void Strings(WireWriter& out, uint32_t field, const std::vector<std::string>& values) {
  for (const std::string& value : values) out.String(field, value);
}

constexpr double kMostNs = 1e18;

uint64_t ToNs(double ns) { return static_cast<uint64_t>(std::clamp(ns, 0.0, kMostNs)); }

void Walk(WireWriter& out, const Body& body) {
  out.VarintIfSet(runnel_net_Body_protocol_tag, body.protocol);
  out.StringIfSet(runnel_net_Body_version_tag, body.version);
  out.StringIfSet(runnel_net_Body_token_tag, body.token);
  out.StringIfSet(runnel_net_Body_job_tag, body.job);
  out.VarintIfSet(runnel_net_Body_task_tag, static_cast<uint64_t>(body.task));
  out.VarintIfSet(runnel_net_Body_incarnation_tag, body.incarnation);
  if (!body.status.ok()) {
    out.Varint(runnel_net_Body_code_tag, static_cast<uint64_t>(body.status.code()));
    out.StringIfSet(runnel_net_Body_message_tag, body.status.message());
    out.StringIfSet(runnel_net_Body_node_tag, body.status.node());
  }
  out.VarintIfSet(runnel_net_Body_session_tag, body.session);
  out.VarintIfSet(runnel_net_Body_step_tag, body.step);
  out.VarintIfSet(runnel_net_Body_handle_tag, body.handle);
  out.StringIfSet(runnel_net_Body_graph_tag, body.graph);
  Strings(out, runnel_net_Body_feeds_tag, body.feeds);
  Strings(out, runnel_net_Body_fetches_tag, body.fetches);
  Strings(out, runnel_net_Body_targets_tag, body.targets);
  if (body.timeout_ms >= 0) {
    out.Varint(runnel_net_Body_timeout_ms_tag, static_cast<uint64_t>(body.timeout_ms));
  }
  out.StringIfSet(runnel_net_Body_default_device_tag, body.default_device);
  for (const auto& [type, number] : body.devices) {
    const size_t mark = out.Begin(runnel_net_Body_devices_tag);
    out.String(runnel_net_Device_type_tag, type);
    out.VarintIfSet(runnel_net_Device_number_tag, static_cast<uint64_t>(number));
    out.End(mark);
  }
  for (const KernelInfo& kernel : body.kernels) {
    const size_t mark = out.Begin(runnel_net_Body_kernels_tag);
    out.String(runnel_net_Kernel_op_tag, kernel.op);
    out.String(runnel_net_Kernel_device_type_tag, kernel.device_type);
    for (const auto& [attr, dtypes] : kernel.types) {
      const size_t type = out.Begin(runnel_net_Kernel_types_tag);
      out.String(runnel_net_KernelType_attr_tag, attr);
      const size_t list = out.Begin(runnel_net_KernelType_dtypes_tag);
      for (const DType dtype : dtypes) out.PackedVarint(static_cast<uint64_t>(dtype));
      out.End(list);
      out.End(type);
    }
    out.StringIfSet(runnel_net_Kernel_plugin_tag, kernel.plugin_id);
    out.End(mark);
  }
  Strings(out, runnel_net_Body_disabled_passes_tag, body.disabled_passes);
  Strings(out, runnel_net_Body_device_filters_tag, body.device_filters);
  out.VarintIfSet(runnel_net_Body_dead_ms_tag, static_cast<uint64_t>(body.dead_ms));
  out.VarintIfSet(runnel_net_Body_latency_ns_tag, body.latency_ns);
  out.VarintIfSet(runnel_net_Body_bytes_per_s_tag, body.bytes_per_s);
  out.VarintIfSet(runnel_net_Body_want_tag, body.want);
  out.StringIfSet(runnel_net_Body_metadata_tag, body.metadata);
  out.VarintIfSet(runnel_net_Body_clock_ns_tag, static_cast<uint64_t>(body.clock_ns));
  out.VarintIfSet(runnel_net_Body_partial_tag, body.partial ? 1 : 0);
  Strings(out, runnel_net_Body_names_tag, body.names);
  out.VarintIfSet(runnel_net_Body_link_tag, body.link);
  out.VarintIfSet(runnel_net_Body_bulk_tag, body.bulk ? 1 : 0);
  out.VarintIfSet(runnel_net_Body_credit_bytes_tag, body.credit_bytes);
  out.VarintIfSet(runnel_net_Body_automatic_placement_tag, body.automatic_placement ? 1 : 0);
  out.VarintIfSet(runnel_net_Body_soft_placement_tag, body.soft_placement ? 1 : 0);
  out.VarintIfSet(runnel_net_Body_log_placement_tag, body.log_placement ? 1 : 0);
  for (const NodeCost& cost : body.costs) {
    const size_t mark = out.Begin(runnel_net_Body_costs_tag);
    out.String(runnel_net_NodeCost_node_tag, cost.node);
    const bool known = cost.ns != NodeCost::kNoKernel;
    out.VarintIfSet(runnel_net_NodeCost_ns_tag, known ? ToNs(cost.ns) : 0);
    out.VarintIfSet(runnel_net_NodeCost_no_kernel_tag, known ? 0 : 1);
    out.End(mark);
  }
  for (const auto& [node, shape] : body.shapes) {
    const size_t mark = out.Begin(runnel_net_Body_shapes_tag);
    out.String(runnel_net_FedShape_node_tag, node);
    const size_t list = out.Begin(runnel_net_FedShape_dims_tag);
    for (int d = 0; d < shape.rank(); ++d) out.PackedVarint(static_cast<uint64_t>(shape.dim(d)));
    out.End(list);
    out.End(mark);
  }
  for (const TaskStatus& task : body.tasks) {
    const size_t mark = out.Begin(runnel_net_Body_tasks_tag);
    out.StringIfSet(runnel_net_TaskStatus_name_tag, task.name);
    out.StringIfSet(runnel_net_TaskStatus_address_tag, task.address);
    out.VarintIfSet(runnel_net_TaskStatus_incarnation_tag, task.incarnation);
    for (const auto& [type, number] : task.devices) {
      const size_t device = out.Begin(runnel_net_TaskStatus_devices_tag);
      out.String(runnel_net_Device_type_tag, type);
      out.VarintIfSet(runnel_net_Device_number_tag, static_cast<uint64_t>(number));
      out.End(device);
    }
    out.VarintIfSet(runnel_net_TaskStatus_step_tag, task.step);
    out.VarintIfSet(runnel_net_TaskStatus_bytes_tag, task.bytes);
    out.StringIfSet(runnel_net_TaskStatus_error_tag, task.error);
    out.End(mark);
  }
}

// A number that must fit; others are the reader's failure.
template <typename T>
bool ReadNumber(WireReader& in, uint64_t max, T* out) {
  uint64_t value = 0;
  if (!in.Varint(&value)) return false;
  if (value > max) return in.Invalid(in.field_start(), "a number of ", value, "; at most ", max);
  *out = static_cast<T>(value);
  return true;
}

bool ReadDevice(WireReader in, std::pair<std::string, int>* out) {
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_Device_type_tag:
        in.Read(&out->first);
        break;
      case runnel_net_Device_number_tag:
        ReadNumber(in, 4096, &out->second);
        break;
      default:
        in.Skip();
    }
  }
  return in.Done();
}

bool ReadCost(WireReader in, NodeCost* out) {
  bool no_kernel = false;
  uint64_t ns = 0;
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_NodeCost_node_tag:
        in.Read(&out->node);
        break;
      case runnel_net_NodeCost_ns_tag:
        ReadNumber(in, static_cast<uint64_t>(kMostNs), &ns);
        break;
      case runnel_net_NodeCost_no_kernel_tag:
        in.Read(&no_kernel);
        break;
      default:
        in.Skip();
    }
  }
  out->ns = no_kernel ? NodeCost::kNoKernel : static_cast<double>(ns);
  return in.Done();
}

bool ReadShape(WireReader in, std::pair<std::string, Shape>* out) {
  std::vector<int64_t> dims;
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_FedShape_node_tag:
        in.Read(&out->first);
        break;
      case runnel_net_FedShape_dims_tag:
        in.Varints([&](uint64_t value) { dims.push_back(static_cast<int64_t>(value)); });
        break;
      default:
        in.Skip();
    }
  }
  if (!in.Done()) return false;
  auto shape = Shape::Make(dims);
  if (!shape.ok()) return in.Invalid(in.field_start(), shape.status().message());
  out->second = *shape;
  return true;
}

bool ReadTask(WireReader in, TaskStatus* out) {
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_TaskStatus_name_tag:
        in.Read(&out->name);
        break;
      case runnel_net_TaskStatus_address_tag:
        in.Read(&out->address);
        break;
      case runnel_net_TaskStatus_incarnation_tag:
        in.Varint(&out->incarnation);
        break;
      case runnel_net_TaskStatus_devices_tag:
        ReadDevice(in.Message(), &out->devices.emplace_back());
        break;
      case runnel_net_TaskStatus_step_tag:
        in.Varint(&out->step);
        break;
      case runnel_net_TaskStatus_bytes_tag:
        in.Varint(&out->bytes);
        break;
      case runnel_net_TaskStatus_error_tag:
        in.Read(&out->error);
        break;
      default:
        in.Skip();
    }
  }
  return in.Done();
}

bool ReadKernelType(WireReader in, std::pair<std::string, std::vector<DType>>* out) {
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_KernelType_attr_tag:
        in.Read(&out->first);
        break;
      case runnel_net_KernelType_dtypes_tag:
        in.Varints([&](uint64_t value) {
          if (value < 256) out->second.push_back(static_cast<DType>(value));
        });
        break;
      default:
        in.Skip();
    }
  }
  return in.Done();
}

bool ReadKernel(WireReader in, KernelInfo* out) {
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_Kernel_op_tag:
        in.Read(&out->op);
        break;
      case runnel_net_Kernel_device_type_tag:
        in.Read(&out->device_type);
        break;
      case runnel_net_Kernel_types_tag:
        ReadKernelType(in.Message(), &out->types.emplace_back());
        break;
      case runnel_net_Kernel_plugin_tag:
        in.Read(&out->plugin_id);
        break;
      default:
        in.Skip();
    }
  }
  return in.Done();
}

}  // namespace

Result<std::string> EncodeBody(const Body& body) {
  WireWriter out;
  Walk(out, body);
  std::string bytes;
  RUNNEL_RETURN_IF_ERROR(out.Start(&bytes));
  Walk(out, body);
  return bytes;
}

Result<Body> DecodeBody(std::string_view bytes) {
  Body out;
  WireFailure failure;
  WireReader in(bytes, &failure);
  uint64_t code = 0;
  std::string message, node;
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_Body_protocol_tag:
        ReadNumber(in, UINT32_MAX, &out.protocol);
        break;
      case runnel_net_Body_version_tag:
        in.Read(&out.version);
        break;
      case runnel_net_Body_token_tag:
        in.Read(&out.token);
        break;
      case runnel_net_Body_job_tag:
        in.Read(&out.job);
        break;
      case runnel_net_Body_task_tag:
        ReadNumber(in, INT32_MAX, &out.task);
        break;
      case runnel_net_Body_incarnation_tag:
        in.Varint(&out.incarnation);
        break;
      case runnel_net_Body_code_tag:
        ReadNumber(in, static_cast<uint64_t>(Code::kUnauthenticated), &code);
        break;
      case runnel_net_Body_message_tag:
        in.Read(&message);
        break;
      case runnel_net_Body_node_tag:
        in.Read(&node);
        break;
      case runnel_net_Body_session_tag:
        in.Varint(&out.session);
        break;
      case runnel_net_Body_step_tag:
        in.Varint(&out.step);
        break;
      case runnel_net_Body_handle_tag:
        in.Varint(&out.handle);
        break;
      case runnel_net_Body_graph_tag:
        in.Read(&out.graph);
        break;
      case runnel_net_Body_feeds_tag:
        in.Read(&out.feeds.emplace_back());
        break;
      case runnel_net_Body_fetches_tag:
        in.Read(&out.fetches.emplace_back());
        break;
      case runnel_net_Body_targets_tag:
        in.Read(&out.targets.emplace_back());
        break;
      case runnel_net_Body_timeout_ms_tag:
        ReadNumber(in, INT64_MAX, &out.timeout_ms);
        break;
      case runnel_net_Body_default_device_tag:
        in.Read(&out.default_device);
        break;
      case runnel_net_Body_devices_tag:
        ReadDevice(in.Message(), &out.devices.emplace_back());
        break;
      case runnel_net_Body_kernels_tag:
        ReadKernel(in.Message(), &out.kernels.emplace_back());
        break;
      case runnel_net_Body_disabled_passes_tag:
        in.Read(&out.disabled_passes.emplace_back());
        break;
      case runnel_net_Body_device_filters_tag:
        in.Read(&out.device_filters.emplace_back());
        break;
      case runnel_net_Body_dead_ms_tag:
        ReadNumber(in, INT64_MAX, &out.dead_ms);
        break;
      case runnel_net_Body_latency_ns_tag:
        in.Varint(&out.latency_ns);
        break;
      case runnel_net_Body_bytes_per_s_tag:
        in.Varint(&out.bytes_per_s);
        break;
      case runnel_net_Body_want_tag:
        ReadNumber(in, kWantMetadata | kWantTrace | kWantGraphs | kWantSample, &out.want);
        break;
      case runnel_net_Body_metadata_tag:
        in.Read(&out.metadata);
        break;
      case runnel_net_Body_clock_ns_tag:
        ReadNumber(in, INT64_MAX, &out.clock_ns);
        break;
      case runnel_net_Body_partial_tag:
        in.Read(&out.partial);
        break;
      case runnel_net_Body_names_tag:
        in.Read(&out.names.emplace_back());
        break;
      case runnel_net_Body_link_tag:
        in.Varint(&out.link);
        break;
      case runnel_net_Body_bulk_tag:
        in.Read(&out.bulk);
        break;
      case runnel_net_Body_credit_bytes_tag:
        in.Varint(&out.credit_bytes);
        break;
      case runnel_net_Body_automatic_placement_tag:
        in.Read(&out.automatic_placement);
        break;
      case runnel_net_Body_soft_placement_tag:
        in.Read(&out.soft_placement);
        break;
      case runnel_net_Body_log_placement_tag:
        in.Read(&out.log_placement);
        break;
      case runnel_net_Body_costs_tag:
        ReadCost(in.Message(), &out.costs.emplace_back());
        break;
      case runnel_net_Body_shapes_tag:
        ReadShape(in.Message(), &out.shapes.emplace_back());
        break;
      case runnel_net_Body_tasks_tag:
        ReadTask(in.Message(), &out.tasks.emplace_back());
        break;
      default:
        in.Skip();
    }
  }
  if (failure.failed()) {
    return MakeStatus(failure.code, "message body: byte ", failure.at - bytes.data(), ": ",
                      failure.message);
  }
  if (code != 0) out.status = Status(static_cast<Code>(code), message, node);
  return out;
}

}  // namespace runnel::net
