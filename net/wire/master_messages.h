// What a master is asked, by clients and by the workers of its steps, and what it answers.
#ifndef RUNNEL_NET_WIRE_MASTER_MESSAGES_H_
#define RUNNEL_NET_WIRE_MASTER_MESSAGES_H_

#include "net/wire/messages.h"

namespace runnel::net {

// ---- sessions ----

struct CreateSessionReply {
  Status status;
  uint64_t session = 0;
};
template <>
struct Wire<CreateSessionReply> {
  static constexpr std::string_view kName = "CreateSessionReply";
  static constexpr std::array kFields = {
      Field<&CreateSessionReply::status>(1, "status"),
      Field<&CreateSessionReply::session>(2, "session"),
  };
};

struct CreateSessionRequest {
  static constexpr Method kMethod = Method::kCreateSession;
  using Reply = CreateSessionReply;
  std::string graph;
  std::string default_device;
  int64_t timeout_ms = -1;  // for all tasks to answer
  std::vector<std::string> disabled_passes, device_filters;
  bool automatic_placement = false, soft_placement = false, log_placement = false;
};
template <>
struct Wire<CreateSessionRequest> {
  static constexpr std::string_view kName = "CreateSessionRequest";
  static constexpr std::array kFields = {
      Bytes<&CreateSessionRequest::graph>(1, "graph"),
      Field<&CreateSessionRequest::default_device>(2, "default_device"),
      Timeout<&CreateSessionRequest::timeout_ms>(3, "timeout_ms"),
      Field<&CreateSessionRequest::disabled_passes>(4, "disabled_passes"),
      Field<&CreateSessionRequest::device_filters>(5, "device_filters"),
      Field<&CreateSessionRequest::automatic_placement>(6, "automatic_placement"),
      Field<&CreateSessionRequest::soft_placement>(7, "soft_placement"),
      Field<&CreateSessionRequest::log_placement>(8, "log_placement"),
  };
};

// The graph has grown; this is the whole of it.
struct ExtendSessionRequest {
  static constexpr Method kMethod = Method::kExtendSession;
  using Reply = StatusReply;
  uint64_t session = 0;
  std::string graph;
};
template <>
struct Wire<ExtendSessionRequest> {
  static constexpr std::string_view kName = "ExtendSessionRequest";
  static constexpr std::array kFields = {
      Field<&ExtendSessionRequest::session>(1, "session"),
      Bytes<&ExtendSessionRequest::graph>(2, "graph"),
  };
};

struct CloseSessionRequest {
  static constexpr Method kMethod = Method::kCloseSession;
  using Reply = StatusReply;
  uint64_t session = 0;
};
template <>
struct Wire<CloseSessionRequest> {
  static constexpr std::string_view kName = "CloseSessionRequest";
  static constexpr std::array kFields = {Field<&CloseSessionRequest::session>(1, "session")};
};

// Containers whose resources go on every task of the session, none: all. The session ends.
struct ResetRequest {
  static constexpr Method kMethod = Method::kReset;
  using Reply = StatusReply;
  uint64_t session = 0;
  std::vector<std::string> containers;
};
template <>
struct Wire<ResetRequest> {
  static constexpr std::string_view kName = "ResetRequest";
  static constexpr std::array kFields = {
      Field<&ResetRequest::session>(1, "session"),
      Field<&ResetRequest::containers>(2, "containers"),
  };
};

// ---- steps ----

struct RunStepReply {
  Status status;
  std::string metadata;  // StepMetadata (net/wire/metadata.h), of what was wanted
};
template <>
struct Wire<RunStepReply> {
  static constexpr std::string_view kName = "RunStepReply";
  static constexpr std::array kFields = {
      Field<&RunStepReply::status>(1, "status"),
      Bytes<&RunStepReply::metadata>(2, "metadata"),
  };
};

// Feeds come as tensors "feed<i>" of the step, fetches go as "fetch<i>".
struct RunStepRequest {
  static constexpr Method kMethod = Method::kRunStep;
  using Reply = RunStepReply;
  uint64_t session = 0;
  uint64_t step = 0;
  std::vector<std::string> feeds, fetches;  // "node:0"
  std::vector<std::string> targets;         // nodes
  int64_t timeout_ms = -1;
  uint32_t want = 0;     // bits of kWant...
  bool partial = false;  // feeds and fetches come and go one by one; "started" says that it has begun
};
template <>
struct Wire<RunStepRequest> {
  static constexpr std::string_view kName = "RunStepRequest";
  static constexpr std::array kFields = {
      Field<&RunStepRequest::session>(1, "session"),
      Field<&RunStepRequest::step>(2, "step"),
      Field<&RunStepRequest::feeds>(3, "feeds"),
      Field<&RunStepRequest::fetches>(4, "fetches"),
      Field<&RunStepRequest::targets>(5, "targets"),
      Timeout<&RunStepRequest::timeout_ms>(6, "timeout_ms"),
      Field<&RunStepRequest::want, kWantAll>(7, "want"),
      Field<&RunStepRequest::partial>(8, "partial"),
  };
};

// From the client.
struct CancelRunRequest {
  static constexpr Method kMethod = Method::kCancelRun;
  using Reply = StatusReply;
  uint64_t step = 0;
  Status reason;  // OK: it was cancelled
};
template <>
struct Wire<CancelRunRequest> {
  static constexpr std::string_view kName = "CancelRunRequest";
  static constexpr std::array kFields = {
      Field<&CancelRunRequest::step>(1, "step"),
      Field<&CancelRunRequest::reason>(2, "reason"),
  };
};

// From a worker that can no longer do its part.
struct StepFailedRequest {
  static constexpr Method kMethod = Method::kStepFailed;
  using Reply = StatusReply;
  uint64_t step = 0;
  Status reason;
};
template <>
struct Wire<StepFailedRequest> {
  static constexpr std::string_view kName = "StepFailedRequest";
  static constexpr std::array kFields = {
      Field<&StepFailedRequest::step>(1, "step"),
      Field<&StepFailedRequest::reason>(2, "reason"),
  };
};

// ---- for people ----

struct ListDevicesReply {
  Status status;
  std::vector<std::string> devices;  // "/job:a/replica:0/task:1/device:CPU:0"
};
template <>
struct Wire<ListDevicesReply> {
  static constexpr std::string_view kName = "ListDevicesReply";
  static constexpr std::array kFields = {
      Field<&ListDevicesReply::status>(1, "status"),
      Field<&ListDevicesReply::devices>(2, "devices"),
  };
};

struct ListDevicesRequest {
  static constexpr Method kMethod = Method::kListDevices;
  using Reply = ListDevicesReply;
  uint64_t session = 0;
};
template <>
struct Wire<ListDevicesRequest> {
  static constexpr std::string_view kName = "ListDevicesRequest";
  static constexpr std::array kFields = {Field<&ListDevicesRequest::session>(1, "session")};
};

// Of all tasks of the session.
struct SessionLogRequest {
  static constexpr Method kMethod = Method::kSessionLog;
  using Reply = LogReply;
  uint64_t session = 0;
};
template <>
struct Wire<SessionLogRequest> {
  static constexpr std::string_view kName = "SessionLogRequest";
  static constexpr std::array kFields = {Field<&SessionLogRequest::session>(1, "session")};
};

struct ClusterStatusReply {
  Status status;
  std::vector<TaskStatus> tasks;
};
template <>
struct Wire<ClusterStatusReply> {
  static constexpr std::string_view kName = "ClusterStatusReply";
  static constexpr std::array kFields = {
      Field<&ClusterStatusReply::status>(1, "status"),
      Field<&ClusterStatusReply::tasks>(2, "tasks"),
  };
};

// Of all tasks of the cluster.
struct ClusterStatusRequest {
  static constexpr Method kMethod = Method::kClusterStatus;
  using Reply = ClusterStatusReply;
  int64_t timeout_ms = -1;  // for each task
};
template <>
struct Wire<ClusterStatusRequest> {
  static constexpr std::string_view kName = "ClusterStatusRequest";
  static constexpr std::array kFields = {
      Timeout<&ClusterStatusRequest::timeout_ms>(1, "timeout_ms"),
  };
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_WIRE_MASTER_MESSAGES_H_
