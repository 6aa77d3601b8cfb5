// The handle of a cluster's description.
#ifndef RUNNEL_C_API_CLUSTER_H_
#define RUNNEL_C_API_CLUSTER_H_

#include "c_api/runnel.h"
#include "net/wire/cluster_spec.h"

struct rnl_cluster_t {
  runnel::net::ClusterSpec spec;
};

struct rnl_device_setter_t {
  bool by_bytes = false;
  std::vector<std::string> devices;  // never empty
  std::vector<uint64_t> bytes;       // given to each so far
  size_t next = 0;
};

#endif  // RUNNEL_C_API_CLUSTER_H_
