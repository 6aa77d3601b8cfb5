// What a run tells of itself, in plain values: counts, placement, the times of traced nodes, and the
// graphs of partitions.
#ifndef RUNNEL_CORE_RUNTIME_EXCHANGE_RUN_METADATA_H_
#define RUNNEL_CORE_RUNTIME_EXCHANGE_RUN_METADATA_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/graph/graph_def.h"

namespace runnel {

// What one node of a traced step did, and when.
struct NodeStats {
  enum class Kind : uint8_t {
    kNode,      // on a thread; for a device that computes later, the time to give it the work
    kAsync,     // a node that waits and holds no thread
    kTransfer,  // a tensor's way to another memory
    // Of RunMetadata::spans:
    kRegion,  // a region; its nodes are there as well
    kWait,    // the caller waits for a device that computes later
  };
  Kind kind = Kind::kNode;
  std::string node, op, device;
  std::string from;                  // kTransfer: where the tensor was; `device` is where it goes
  std::string outputs;               // "float[2,3] int32[]"
  uint64_t thread = 0;               // as the system numbers them; 0: none
  uint64_t bytes = 0;                // kTransfer
  int64_t start_ns = 0, end_ns = 0;  // since the step began
};

struct RunMetadata {
  int64_t launches = 0;  // kernels run in this step
  int64_t copies = 0;    // tensor copies between devices
  int64_t replays = 0;  // regions that were given to their device as captures; their kernels count above
  uint64_t arena_bytes = 0;
  std::vector<std::pair<std::string, std::string>> placement;      // node -> device
  std::vector<std::string> fallbacks;                              // "node: wanted ..., runs on ..."
  std::vector<NodeStats> node_stats;                               // in order of beginning
  std::vector<NodeStats> spans;                                    // likewise: regions and waits
  std::vector<std::pair<std::string, GraphDef>> partition_graphs;  // device -> graph
  double planning_seconds = 0;                                     // 0: plan was cached
  // Of traced steps: when it began and ended by the clock of traces, and when that was since 1970.
  int64_t start_ns = 0, end_ns = 0;
  int64_t start_unix_us = 0;
};

// TensorFlow's RunMetadata, for TensorBoard: the times of nodes by device, and the partition graphs if
// they are there.
Result<std::string> EncodeRunMetadata(const RunMetadata& metadata);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_EXCHANGE_RUN_METADATA_H_
