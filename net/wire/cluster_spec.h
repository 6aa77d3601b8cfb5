// ClusterSpec: which tasks a cluster has, and where each listens.
//
// Jobs have names, tasks have numbers within their job; numbers need not be dense. Everything is checked
// when it is added, so a spec that exists is sound. A plain value.
#ifndef RUNNEL_NET_WIRE_CLUSTER_SPEC_H_
#define RUNNEL_NET_WIRE_CLUSTER_SPEC_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace runnel::net {

inline constexpr int kMaxTaskIndex = 999'999;
inline constexpr int kMaxTasks = 100'000;

// "host:port" with a name, an IPv4 or a bracketed IPv6 address.
struct Address {
  std::string host;  // without brackets
  int port = 0;      // 0: any that is free, for listening
  // Errors: INVALID_ARGUMENT naming the text and what is wrong with it; UNIMPLEMENTED for "rdma://".
  static Result<Address> Parse(std::string_view text);
  // Of a session's target, "runnel://host:port". Errors: as Parse's.
  static Result<Address> ParseTarget(std::string_view text);
  std::string ToString() const;
  // An address of this machine that no other machine can reach.
  bool IsLoopback() const;
  bool operator==(const Address&) const = default;
};

class ClusterSpec {
 public:
  // Errors: INVALID_ARGUMENT for a name that is no job name ([A-Za-z][A-Za-z0-9_]*), an index outside
  // 0..kMaxTaskIndex, or an address; ALREADY_EXISTS for the task; RESOURCE_EXHAUSTED beyond kMaxTasks.
  Status AddTask(std::string_view job, int64_t index, std::string_view address);

  // Text: jobs separated by ';' or new lines, each "job=address,address": tasks 0, 1, ..., or with
  // numbers of their own, "job=2@address,5@address". White space around all of them is skipped, lines
  // that begin with '#' too.
  static Result<ClusterSpec> FromText(std::string_view text);
  std::string ToText() const;
  // TensorFlow's ClusterDef on the wire.
  static Result<ClusterSpec> FromMessage(std::string_view bytes);
  Result<std::string> ToMessage() const;

  std::vector<std::string> jobs() const;  // in alphabetical order
  // Errors of the look-ups: NOT_FOUND naming the job or task, and what there is.
  Result<std::vector<int>> TaskIndices(std::string_view job) const;  // rising
  Result<int> NumTasks(std::string_view job) const;
  Result<std::string> TaskAddress(std::string_view job, int64_t index) const;
  int num_tasks() const { return num_tasks_; }  // of all jobs
  bool empty() const { return num_tasks_ == 0; }
  bool operator==(const ClusterSpec&) const = default;

  const std::map<std::string, std::map<int, std::string>, std::less<>>& tasks() const { return tasks_; }

 private:
  Result<const std::map<int, std::string>*> FindJob(std::string_view job) const;

  std::map<std::string, std::map<int, std::string>, std::less<>> tasks_;
  int num_tasks_ = 0;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_WIRE_CLUSTER_SPEC_H_
