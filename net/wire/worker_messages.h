// What a worker is asked, and what it answers.
#ifndef RUNNEL_NET_WIRE_WORKER_MESSAGES_H_
#define RUNNEL_NET_WIRE_WORKER_MESSAGES_H_

#include "core/runtime/plan/plan.h"
#include "core/runtime/runtime.h"
#include "net/wire/messages.h"

namespace runnel::net {

// ---- what it has ----

using KernelType = std::pair<std::string, std::vector<DType>>;  // an attr, and what it may be
template <>
struct Wire<KernelType> {
  static constexpr std::string_view kName = "KernelType";
  static constexpr std::array kFields = {
      Field<&KernelType::first>(1, "attr"),
      Field<&KernelType::second>(2, "dtypes"),
  };
};

template <>
struct Wire<KernelInfo> {
  static constexpr std::string_view kName = "Kernel";
  static constexpr std::array kFields = {
      Field<&KernelInfo::op>(1, "op"),
      Field<&KernelInfo::device_type>(2, "device_type"),
      Field<&KernelInfo::types>(3, "types"),
      Field<&KernelInfo::plugin_id>(4, "plugin"),
  };
};

struct GetStatusReply {
  Status status;
  std::vector<DeviceOfTask> devices;
  std::vector<KernelInfo> kernels;
};
template <>
struct Wire<GetStatusReply> {
  static constexpr std::string_view kName = "GetStatusReply";
  static constexpr std::array kFields = {
      Field<&GetStatusReply::status>(1, "status"),
      Field<&GetStatusReply::devices>(2, "devices"),
      Field<&GetStatusReply::kernels>(3, "kernels"),
  };
};

struct GetStatusRequest {
  static constexpr Method kMethod = Method::kGetStatus;
  using Reply = GetStatusReply;
};
template <>
struct Wire<GetStatusRequest> {
  static constexpr std::string_view kName = "GetStatusRequest";
  static constexpr std::array<WireField, 0> kFields{};
};

// ---- graphs ----

// A feed or a fetch of a part: which one of the master's signature, and the output that it is here.
using NumberedOutput = std::pair<int, std::string>;
template <>
struct Wire<NumberedOutput> {
  static constexpr std::string_view kName = "NumberedOutput";
  static constexpr std::array kFields = {
      Field<&NumberedOutput::first>(1, "number"),
      Field<&NumberedOutput::second>(2, "output"),
  };
};

struct RegisterGraphReply {
  Status status;
  uint64_t graph_handle = 0;
};
template <>
struct Wire<RegisterGraphReply> {
  static constexpr std::string_view kName = "RegisterGraphReply";
  static constexpr std::array kFields = {
      Field<&RegisterGraphReply::status>(1, "status"),
      Field<&RegisterGraphReply::graph_handle>(2, "graph_handle"),
  };
};

// A task's part of a signature.
struct RegisterGraphRequest {
  static constexpr Method kMethod = Method::kRegisterGraph;
  using Reply = RegisterGraphReply;
  uint64_t session = 0;  // the master's
  std::string graph;
  std::vector<NumberedOutput> feeds, fetches;
  std::vector<std::string> targets;
  std::vector<std::string> disabled_passes;
  bool automatic_placement = false, soft_placement = false;
};
template <>
struct Wire<RegisterGraphRequest> {
  static constexpr std::string_view kName = "RegisterGraphRequest";
  static constexpr std::array kFields = {
      Field<&RegisterGraphRequest::session>(1, "session"),
      Bytes<&RegisterGraphRequest::graph>(2, "graph"),
      Field<&RegisterGraphRequest::feeds>(3, "feeds"),
      Field<&RegisterGraphRequest::fetches>(4, "fetches"),
      Field<&RegisterGraphRequest::targets>(5, "targets"),
      Field<&RegisterGraphRequest::disabled_passes>(6, "disabled_passes"),
      Field<&RegisterGraphRequest::automatic_placement>(7, "automatic_placement"),
      Field<&RegisterGraphRequest::soft_placement>(8, "soft_placement"),
  };
};

// All graphs of a session go.
struct DeregisterGraphsRequest {
  static constexpr Method kMethod = Method::kDeregisterGraphs;
  using Reply = StatusReply;
  uint64_t session = 0;
};
template <>
struct Wire<DeregisterGraphsRequest> {
  static constexpr std::string_view kName = "DeregisterGraphsRequest";
  static constexpr std::array kFields = {Field<&DeregisterGraphsRequest::session>(1, "session")};
};

// The graph of one signature goes.
struct ForgetGraphRequest {
  static constexpr Method kMethod = Method::kForgetGraph;
  using Reply = StatusReply;
  uint64_t graph_handle = 0;
};
template <>
struct Wire<ForgetGraphRequest> {
  static constexpr std::string_view kName = "ForgetGraphRequest";
  static constexpr std::array kFields = {Field<&ForgetGraphRequest::graph_handle>(1, "graph_handle")};
};

// Containers whose resources go, none: all; graphs and steps go with them.
struct CleanupAllRequest {
  static constexpr Method kMethod = Method::kCleanupAll;
  using Reply = StatusReply;
  std::vector<std::string> containers;
};
template <>
struct Wire<CleanupAllRequest> {
  static constexpr std::string_view kName = "CleanupAllRequest";
  static constexpr std::array kFields = {Field<&CleanupAllRequest::containers>(1, "containers")};
};

// ---- steps ----

struct RunGraphReply {
  Status status;
  std::string metadata;  // StepMetadata (net/wire/metadata.h), of what was wanted
};
template <>
struct Wire<RunGraphReply> {
  static constexpr std::string_view kName = "RunGraphReply";
  static constexpr std::array kFields = {
      Field<&RunGraphReply::status>(1, "status"),
      Bytes<&RunGraphReply::metadata>(2, "metadata"),
  };
};

// Feeds come as tensors "in<number>" of the step, fetches go as "out<number>".
struct RunGraphRequest {
  static constexpr Method kMethod = Method::kRunGraph;
  using Reply = RunGraphReply;
  uint64_t graph_handle = 0;
  uint64_t step = 0;
  int64_t timeout_ms = -1;
  uint32_t want = 0;  // bits of kWant...
};
template <>
struct Wire<RunGraphRequest> {
  static constexpr std::string_view kName = "RunGraphRequest";
  static constexpr std::array kFields = {
      Field<&RunGraphRequest::graph_handle>(1, "graph_handle"),
      Field<&RunGraphRequest::step>(2, "step"),
      Timeout<&RunGraphRequest::timeout_ms>(3, "timeout_ms"),
      Field<&RunGraphRequest::want, kWantAll>(4, "want"),
  };
};

// The step is over; what still runs ends with the reason.
struct EndStepRequest {
  static constexpr Method kMethod = Method::kEndStep;
  using Reply = StatusReply;
  uint64_t step = 0;
  Status reason;
};
template <>
struct Wire<EndStepRequest> {
  static constexpr std::string_view kName = "EndStepRequest";
  static constexpr std::array kFields = {
      Field<&EndStepRequest::step>(1, "step"),
      Field<&EndStepRequest::reason>(2, "reason"),
  };
};

// ---- measures ----

struct PingReply {
  Status status;
  int64_t clock_ns = 0;  // what the clock of who replies shows
};
template <>
struct Wire<PingReply> {
  static constexpr std::string_view kName = "PingReply";
  static constexpr std::array kFields = {
      Field<&PingReply::status>(1, "status"),
      Field<&PingReply::clock_ns>(2, "clock_ns"),
  };
};

struct PingRequest {
  static constexpr Method kMethod = Method::kPing;
  using Reply = PingReply;
  std::string payload;  // so that it is as large as who asks wants it
};
template <>
struct Wire<PingRequest> {
  static constexpr std::string_view kName = "PingRequest";
  static constexpr std::array kFields = {Bytes<&PingRequest::payload>(1, "payload")};
};

// A node whose kernels are not there has no time.
struct CostNumbers {
  static constexpr double kMostNs = 1e18;
  static uint64_t Ns(const NodeCost& cost) {
    return cost.ns > 0 ? static_cast<uint64_t>(cost.ns < kMostNs ? cost.ns : kMostNs) : 0;
  }
  static void SetNs(NodeCost* cost, uint64_t ns) {
    if (cost->ns != NodeCost::kNoKernel) cost->ns = static_cast<double>(ns);
  }
  static uint64_t NoKernel(const NodeCost& cost) { return cost.ns == NodeCost::kNoKernel ? 1 : 0; }
  static void SetNoKernel(NodeCost* cost, uint64_t value) {
    if (value != 0) cost->ns = NodeCost::kNoKernel;
  }
};
template <>
struct Wire<NodeCost> {
  static constexpr std::string_view kName = "NodeCost";
  static constexpr std::array kFields = {
      Field<&NodeCost::node>(1, "node"),
      Computed<NodeCost, &CostNumbers::Ns, &CostNumbers::SetNs,
               static_cast<uint64_t>(CostNumbers::kMostNs)>(2, "ns", "uint64"),
      Computed<NodeCost, &CostNumbers::NoKernel, &CostNumbers::SetNoKernel, kAnyNumber>(3, "no_kernel",
                                                                                        "bool"),
  };
};

// What is fed, by node.
using FedShape = std::pair<std::string, Shape>;
template <>
struct Wire<FedShape> {
  static constexpr std::string_view kName = "FedShape";
  static constexpr std::array kFields = {
      Field<&FedShape::first>(1, "node"),
      Field<&FedShape::second>(2, "dims"),
  };
};

struct EstimateCostsReply {
  Status status;
  std::vector<NodeCost> costs;
  std::vector<std::string> variables;  // VarHandleOps whose variables exist
};
template <>
struct Wire<EstimateCostsReply> {
  static constexpr std::string_view kName = "EstimateCostsReply";
  static constexpr std::array kFields = {
      Field<&EstimateCostsReply::status>(1, "status"),
      Field<&EstimateCostsReply::costs>(2, "costs"),
      Field<&EstimateCostsReply::variables>(3, "variables"),
  };
};

struct EstimateCostsRequest {
  static constexpr Method kMethod = Method::kEstimateCosts;
  using Reply = EstimateCostsReply;
  uint64_t session = 0;
  std::string graph;
  std::vector<FedShape> fed_shapes;
};
template <>
struct Wire<EstimateCostsRequest> {
  static constexpr std::string_view kName = "EstimateCostsRequest";
  static constexpr std::array kFields = {
      Field<&EstimateCostsRequest::session>(1, "session"),
      Bytes<&EstimateCostsRequest::graph>(2, "graph"),
      Field<&EstimateCostsRequest::fed_shapes>(3, "fed_shapes"),
  };
};

// ---- for people ----

struct GetLogRequest {
  static constexpr Method kMethod = Method::kGetLog;
  using Reply = LogReply;
};
template <>
struct Wire<GetLogRequest> {
  static constexpr std::string_view kName = "GetLogRequest";
  static constexpr std::array<WireField, 0> kFields{};
};

struct TaskStatusReply {
  Status status;
  TaskStatus task;
};
template <>
struct Wire<TaskStatusReply> {
  static constexpr std::string_view kName = "TaskStatusReply";
  static constexpr std::array kFields = {
      Field<&TaskStatusReply::status>(1, "status"),
      Field<&TaskStatusReply::task>(2, "task"),
  };
};

struct TaskStatusRequest {
  static constexpr Method kMethod = Method::kTaskStatus;
  using Reply = TaskStatusReply;
};
template <>
struct Wire<TaskStatusRequest> {
  static constexpr std::string_view kName = "TaskStatusRequest";
  static constexpr std::array<WireField, 0> kFields{};
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_WIRE_WORKER_MESSAGES_H_
