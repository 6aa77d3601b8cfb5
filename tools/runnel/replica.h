// This process as a task of the cluster that `runnel cluster` has started it in.
#ifndef RUNNEL_TOOLS_RUNNEL_REPLICA_H_
#define RUNNEL_TOOLS_RUNNEL_REPLICA_H_

#include <string>

#include "tools/common/handle.h"

namespace runnel::tools {

using DeviceSetterHandle = Handle<rnl_device_setter_t, rnl_device_setter_release>;

// Nothing is set where the environment has no RUNNEL_CLUSTER.
struct Replica {
  ServerHandle server;
  DeviceSetterHandle setter;  // over the job ps, if the cluster has one
  std::string job;
  int index = 0;
  int count = 1;  // tasks of this job
};

// Starts this task's server. Throws Error.
Replica JoinCluster(rnl_runtime_t* runtime);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_REPLICA_H_
