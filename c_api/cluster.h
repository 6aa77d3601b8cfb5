// The handle of a cluster's description.
#ifndef RUNNEL_C_API_CLUSTER_H_
#define RUNNEL_C_API_CLUSTER_H_

#include "c_api/runnel.h"
#include "net/cluster_spec.h"

struct rnl_cluster_t {
  runnel::net::ClusterSpec spec;
};

#endif  // RUNNEL_C_API_CLUSTER_H_
