// This process as a task of the cluster that `runnel cluster` has started it in.
#ifndef RUNNEL_TOOLS_RUNNEL_REPLICA_H_
#define RUNNEL_TOOLS_RUNNEL_REPLICA_H_

#include <string>
#include <string_view>

#include "tools/common/handle.h"

namespace runnel::tools {

using DeviceSetterHandle = Handle<rnl_device_setter_t, rnl_device_setter_release>;

// Nothing is set where the environment has no RUNNEL_CLUSTER.
struct Replica {
  ServerHandle server;
  DeviceSetterHandle setter;  // over the job ps, if the cluster has one
  std::string job;
  int index = 0;
  int count = 1;          // tasks of this job
  size_t servers = 0;     // tasks of the job ps
  bool restarts = false;  // a lost task is started again
  int report_fd = -1;     // where the launcher hears of this task; -1: it does not want to
};

// Starts this task's server. Throws Error.
Replica JoinCluster(rnl_runtime_t* runtime);

// Tells the launcher: "step 20", "lost UNAVAILABLE: /job:ps/...", "loss 0.123", "fds 3".
void Report(const Replica& replica, std::string_view line);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_REPLICA_H_
