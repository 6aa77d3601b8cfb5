// Lists of all messages that have a table: for tests, and for who takes any of them.
#ifndef RUNNEL_NET_WIRE_ALL_MESSAGES_H_
#define RUNNEL_NET_WIRE_ALL_MESSAGES_H_

#include "net/wire/group_messages.h"
#include "net/wire/master_messages.h"
#include "net/wire/worker_messages.h"

namespace runnel::net {

template <typename... M>
struct MessageList {
  static constexpr size_t kSize = sizeof...(M);
  // Calls visit.operator()<M>() for each, in order.
  template <typename F>
  static void ForEach(F&& visit) {
    (visit.template operator()<M>(), ...);
  }
};

using AllRequests =
    MessageList<GetStatusRequest, RegisterGraphRequest, RunGraphRequest, EndStepRequest,
                DeregisterGraphsRequest, ForgetGraphRequest, PingRequest, EstimateCostsRequest,
                CleanupAllRequest, GetLogRequest, TaskStatusRequest, JoinGroupRequest,
                GroupMeasuredRequest, EndGroupRequest, CreateSessionRequest, ExtendSessionRequest,
                RunStepRequest, CancelRunRequest, CloseSessionRequest, StepFailedRequest,
                ListDevicesRequest, ResetRequest, SessionLogRequest, ClusterStatusRequest>;
using AllReplies =
    MessageList<StatusReply, GetStatusReply, RegisterGraphReply, RunGraphReply, PingReply,
                EstimateCostsReply, LogReply, TaskStatusReply, JoinGroupReply, GroupMeasuredReply,
                CreateSessionReply, RunStepReply, ListDevicesReply, ClusterStatusReply>;
using OtherMessages = MessageList<Hello, Goodbye>;
// What stands only within others.
using PartMessages = MessageList<StatusFields, DeviceOfTask, TaskStatus, KernelType, KernelInfo,
                                 NumberedOutput, NodeCost, FedShape, GroupMember>;

// Calls visit.operator()<M>() for everything that is the payload of a frame.
template <typename F>
void ForEachWholeMessage(F&& visit) {
  AllRequests::ForEach(visit);
  AllReplies::ForEach(visit);
  OtherMessages::ForEach(visit);
}

}  // namespace runnel::net

#endif  // RUNNEL_NET_WIRE_ALL_MESSAGES_H_
