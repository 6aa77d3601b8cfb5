// What the members of a group of all-reduce and its leader say to each other.
#ifndef RUNNEL_NET_WIRE_GROUP_MESSAGES_H_
#define RUNNEL_NET_WIRE_GROUP_MESSAGES_H_

#include "net/wire/messages.h"

namespace runnel::net {

struct GroupMember {
  std::string job;
  int32_t task = 0;
};
template <>
struct Wire<GroupMember> {
  static constexpr std::string_view kName = "GroupMember";
  static constexpr std::array kFields = {
      Field<&GroupMember::job>(1, "job"),
      Field<&GroupMember::task>(2, "task"),
  };
};

// When all members have asked.
struct JoinGroupReply {
  Status status;
  uint64_t group_id = 0;  // the number of the step that its tensors are of
  std::vector<GroupMember> members;
  std::string device_means;  // by which all their devices reach each other; empty: they do not
};
template <>
struct Wire<JoinGroupReply> {
  static constexpr std::string_view kName = "JoinGroupReply";
  static constexpr std::array kFields = {
      Field<&JoinGroupReply::status>(1, "status"),
      Field<&JoinGroupReply::group_id>(2, "group_id"),
      Field<&JoinGroupReply::members>(3, "members"),
      Field<&JoinGroupReply::device_means>(4, "device_means"),
  };
};

struct JoinGroupRequest {
  static constexpr Method kMethod = Method::kJoinGroup;
  using Reply = JoinGroupReply;
  int64_t group_key = 0;   // as the op has it, and so is the next
  int64_t group_size = 0;  // in tasks
  std::string job;         // of the member
  int32_t task = 0;
  std::string device_means;  // by which its device reaches others; empty: it has none
};
template <>
struct Wire<JoinGroupRequest> {
  static constexpr std::string_view kName = "JoinGroupRequest";
  static constexpr std::array kFields = {
      Field<&JoinGroupRequest::group_key, kAnyNumber>(1, "group_key"),
      Field<&JoinGroupRequest::group_size, kAnyNumber>(2, "group_size"),
      Field<&JoinGroupRequest::job>(3, "job"),
      Field<&JoinGroupRequest::task>(4, "task"),
      Field<&JoinGroupRequest::device_means>(5, "device_means"),
  };
};

// When all members have measured: the worst of what they found.
struct GroupMeasuredReply {
  Status status;
  uint64_t latency_ns = 0, bytes_per_s = 0;
};
template <>
struct Wire<GroupMeasuredReply> {
  static constexpr std::string_view kName = "GroupMeasuredReply";
  static constexpr std::array kFields = {
      Field<&GroupMeasuredReply::status>(1, "status"),
      Field<&GroupMeasuredReply::latency_ns>(2, "latency_ns"),
      Field<&GroupMeasuredReply::bytes_per_s>(3, "bytes_per_s"),
  };
};

struct GroupMeasuredRequest {
  static constexpr Method kMethod = Method::kGroupMeasured;
  using Reply = GroupMeasuredReply;
  uint64_t group_id = 0;
  uint64_t latency_ns = 0, bytes_per_s = 0;  // of the way to the next member
};
template <>
struct Wire<GroupMeasuredRequest> {
  static constexpr std::string_view kName = "GroupMeasuredRequest";
  static constexpr std::array kFields = {
      Field<&GroupMeasuredRequest::group_id>(1, "group_id"),
      Field<&GroupMeasuredRequest::latency_ns>(2, "latency_ns"),
      Field<&GroupMeasuredRequest::bytes_per_s>(3, "bytes_per_s"),
  };
};

struct EndGroupRequest {
  static constexpr Method kMethod = Method::kEndGroup;
  using Reply = StatusReply;
  uint64_t group_id = 0;
  Status reason;
};
template <>
struct Wire<EndGroupRequest> {
  static constexpr std::string_view kName = "EndGroupRequest";
  static constexpr std::array kFields = {
      Field<&EndGroupRequest::group_id>(1, "group_id"),
      Field<&EndGroupRequest::reason>(2, "reason"),
  };
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_WIRE_GROUP_MESSAGES_H_
