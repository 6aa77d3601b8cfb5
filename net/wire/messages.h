// What every service shares: the methods' numbers, what two peers say of themselves and as they part,
// and the reply that says no more than how it went. The requests and replies of the methods are in
// worker_messages.h, master_messages.h and group_messages.h.
#ifndef RUNNEL_NET_WIRE_MESSAGES_H_
#define RUNNEL_NET_WIRE_MESSAGES_H_

#include <concepts>

#include "core/runtime/tasks/net_library.h"
#include "net/wire/wire_table.h"

namespace runnel::net {

enum class Method : uint32_t {
  // Of every server as a worker.
  kGetStatus = 1,
  kRegisterGraph = 2,
  kRunGraph = 3,
  kEndStep = 4,
  kDeregisterGraphs = 5,
  kForgetGraph = 22,
  kPing = 9,
  kEstimateCosts = 21,
  kCleanupAll = 16,
  kGetLog = 17,
  kTaskStatus = 24,
  // As a member of groups, and as their leader.
  kJoinGroup = 6,
  kGroupMeasured = 7,
  kEndGroup = 8,
  // As a master.
  kCreateSession = 10,
  kExtendSession = 11,
  kRunStep = 12,
  kCancelRun = 13,
  kCloseSession = 14,
  kStepFailed = 15,
  kListDevices = 18,
  kReset = 19,
  kSessionLog = 20,
  kClusterStatus = 23,
};

// A request names its method and the type of its reply. A reply has a status, in field 1, which is how
// it went; of a reply that is not OK nothing else counts.
template <typename P>
concept ReplyMessage = std::same_as<decltype(P::status), Status>;
template <typename R>
concept RequestMessage =
    std::same_as<decltype(R::kMethod), const Method> && ReplyMessage<typename R::Reply>;

struct StatusReply {
  Status status;
};
template <>
struct Wire<StatusReply> {
  static constexpr std::string_view kName = "StatusReply";
  static constexpr std::array kFields = {Field<&StatusReply::status>(1, "status")};
};

// What a side says of itself, before all else.
struct Hello {
  std::string token;  // of the cluster, where bytes are plain
  std::string job;    // empty: it is no task
  int32_t task = 0;
  uint64_t incarnation = 0;   // of this process, or its endpoint
  int64_t dead_ms = 0;        // who is silent for so long counts as dead here
  uint64_t link = 0;          // the number of a control connection
  bool bulk = false;          // the connection for large tensors that belongs to it
  uint64_t credit_bytes = 0;  // of tensors that may come before any is used
};
template <>
struct Wire<Hello> {
  static constexpr std::string_view kName = "Hello";
  static constexpr std::array kFields = {
      Field<&Hello::token>(1, "token"),     Field<&Hello::job>(2, "job"),
      Field<&Hello::task>(3, "task"),       Field<&Hello::incarnation>(4, "incarnation"),
      Field<&Hello::dead_ms>(5, "dead_ms"), Field<&Hello::link>(6, "link"),
      Field<&Hello::bulk>(7, "bulk"),       Field<&Hello::credit_bytes>(8, "credit_bytes"),
  };
};

// Why the sender closes.
struct Goodbye {
  Status reason;
};
template <>
struct Wire<Goodbye> {
  static constexpr std::string_view kName = "Goodbye";
  static constexpr std::array kFields = {Field<&Goodbye::reason>(1, "reason")};
};

// A device's type and its number.
using DeviceOfTask = std::pair<std::string, int>;
template <>
struct Wire<DeviceOfTask> {
  static constexpr std::string_view kName = "Device";
  static constexpr std::array kFields = {
      Field<&DeviceOfTask::first>(1, "type"),
      Field<&DeviceOfTask::second, 4096>(2, "number"),
  };
};

template <>
struct Wire<TaskStatus> {
  static constexpr std::string_view kName = "TaskStatus";
  static constexpr std::array kFields = {
      Field<&TaskStatus::name>(1, "name"),
      Field<&TaskStatus::address>(2, "address"),
      Field<&TaskStatus::incarnation>(3, "incarnation"),
      Field<&TaskStatus::devices>(4, "devices"),
      Field<&TaskStatus::step>(5, "step"),
      Field<&TaskStatus::bytes>(6, "bytes"),
      Field<&TaskStatus::error>(7, "error"),
  };
};

// Lines of a server's log, or of several servers'.
struct LogReply {
  Status status;
  std::vector<std::string> lines;
};
template <>
struct Wire<LogReply> {
  static constexpr std::string_view kName = "LogReply";
  static constexpr std::array kFields = {
      Field<&LogReply::status>(1, "status"),
      Field<&LogReply::lines>(2, "lines"),
  };
};

// What a step is to tell of itself. kWantSample: nothing; its nodes are timed for automatic placement.
inline constexpr uint32_t kWantMetadata = 1, kWantTrace = 2, kWantGraphs = 4, kWantSample = 8;
inline constexpr uint32_t kWantAll = kWantMetadata | kWantTrace | kWantGraphs | kWantSample;

}  // namespace runnel::net

#endif  // RUNNEL_NET_WIRE_MESSAGES_H_
