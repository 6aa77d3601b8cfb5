// Body: what requests, replies, hellos and goodbyes say, in one struct whose fields each method uses as
// it needs them. Methods are listed here too.
#ifndef RUNNEL_NET_WIRE_BODY_H_
#define RUNNEL_NET_WIRE_BODY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/runtime/plan/plan.h"
#include "core/runtime/runtime.h"
#include "core/runtime/tasks/net_library.h"

namespace runnel::net {

enum class Method : uint32_t {
  // Of every server as a worker.
  kGetStatus = 1,      // -> job, task, incarnation, devices, kernels
  kRegisterGraph = 2,  // session, graph, feeds, fetches, targets, automatic, soft -> handle
  kRunGraph = 3,       // handle, step, timeout_ms; feeds come as tensors "in<i>", fetches go as "out<i>"
  kEndStep = 4,        // step, status: the step is over; what still runs ends with the status
  kDeregisterGraphs = 5,  // session
  kForgetGraph = 22,      // handle: of one signature
  // group (handle), its size (session), job, task, names: the means of its device -> step, members
  // (targets), names: the means that all have
  kJoinGroup = 6,
  kGroupMeasured = 7,  // step, latency_ns, bytes_per_s -> the worst of all members
  kEndGroup = 8,       // step, status
  kPing = 9,           // with anything in graph -> clock_ns
  // session, graph, shapes: of what is fed -> costs, names: VarHandleOps whose variables exist
  kEstimateCosts = 21,
  kCleanupAll = 16,  // names: containers whose resources go, none: all; graphs and steps go with them
  kGetLog = 17,      // -> names: lines
  kTaskStatus = 24,  // -> tasks: this one
  // Of every server as a master.
  // graph, default_device, timeout_ms, disabled_passes, device_filters, automatic, soft, log -> session
  kCreateSession = 10,
  kExtendSession = 11,  // session, graph: the whole of it, grown
  kRunStep = 12,       // session, step, feeds, fetches, targets, timeout_ms, want; "feed<i>", "fetch<i>"
  kCancelRun = 13,     // step
  kCloseSession = 14,  // session
  kStepFailed = 15,    // step, status: from a worker that can no longer do its part
  kListDevices = 18,   // session -> names
  kReset = 19,         // session, names: kCleanupAll on every task of the session, which ends
  kSessionLog = 20,    // session -> names: lines of all its tasks
  kClusterStatus = 23,  // timeout_ms: for each task -> tasks: all of the cluster
};

// What a step is to tell of itself. kWantSample: nothing; its nodes are timed for automatic placement.
inline constexpr uint32_t kWantMetadata = 1, kWantTrace = 2, kWantGraphs = 4, kWantSample = 8;

struct Body {
  uint32_t protocol = 0;
  std::string version;
  std::string token;
  std::string job;
  int32_t task = 0;
  uint64_t incarnation = 0;
  Status status;
  uint64_t session = 0;
  uint64_t step = 0;
  uint64_t handle = 0;
  std::string graph;
  std::vector<std::string> feeds, fetches, targets;
  int64_t timeout_ms = -1;
  std::string default_device;
  std::vector<std::pair<std::string, int>> devices;
  std::vector<KernelInfo> kernels;
  std::vector<std::string> disabled_passes, device_filters;
  int64_t dead_ms = 0;
  uint64_t latency_ns = 0, bytes_per_s = 0;
  uint32_t want = 0;
  std::string metadata;
  int64_t clock_ns = 0;
  bool partial = false;
  std::vector<std::string> names;
  uint64_t link = 0;
  bool bulk = false;
  uint64_t credit_bytes = 0;
  bool automatic_placement = false, soft_placement = false, log_placement = false;
  std::vector<NodeCost> costs;
  std::vector<std::pair<std::string, Shape>> shapes;  // by node; all of it known
  std::vector<TaskStatus> tasks;
};

Result<std::string> EncodeBody(const Body& body);
// Errors: DATA_LOSS and INVALID_ARGUMENT with the byte.
Result<Body> DecodeBody(std::string_view bytes);

}  // namespace runnel::net

#endif  // RUNNEL_NET_WIRE_BODY_H_
