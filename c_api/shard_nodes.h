// The nodes through which sharded checkpoints are written and read, each on the task whose files it
// uses. They are added to the graph under "rnl_shards/" when they are first needed, and used again.
#ifndef RUNNEL_C_API_SHARD_NODES_H_
#define RUNNEL_C_API_SHARD_NODES_H_

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "c_api/shard_manifest.h"
#include "c_api/variables.h"
#include "core/graph/device_name.h"

namespace runnel::capi {

// A task with a host device, which is where its files are.
struct TaskOfSession {
  std::string name;    // "/job:ps/replica:0/task:0"
  std::string label;   // "ps-0", in names of files
  std::string device;  // its first CPU
};
// "/job:ps/replica:0/task:0" of a device there.
std::string TaskOf(DeviceName device);
// In the order of their devices.
Result<std::vector<TaskOfSession>> ListTasks(Session& session);

// What lies together: variables, and the task that writes or reads their file.
struct ShardOfVariables {
  TaskOfSession task;
  std::vector<VariableNodes> variables;
};

// Nodes of one task. All but `find` take the prefix of a file.
struct TaskNodes {
  OutputRef find;                        // files that match the pattern
  OutputRef read_id;                     // the save that a shard belongs to
  std::vector<OutputRef> read_manifest;  // ShardManifest's tensors
  Node* write_manifest = nullptr;
};

// Nodes for one way to spread variables over files.
struct SpreadNodes {
  std::vector<OutputRef> prefixes;  // placeholders, one for each shard
  std::vector<Node*> targets;
  // Of saving: for each variable, shard by shard, the dims of its value; empty where its shape is known.
  std::vector<OutputRef> shapes;
};

// Of one graph. Any thread.
class ShardNodes {
 public:
  explicit ShardNodes(Graph* graph) : graph_(graph) {}

  // Placeholders.
  struct Fed {
    OutputRef pattern, prefix, id;
    std::vector<OutputRef> manifest;
  };
  Result<Fed> Placeholders();
  Result<TaskNodes> OfTask(const TaskOfSession& task);
  // Targets that write each shard's variables, and the id, into its file.
  Result<SpreadNodes> Saving(const std::vector<ShardOfVariables>& shards);
  // Targets that assign every variable what its shard's file holds, once all of them have been read.
  Result<SpreadNodes> Restoring(const std::vector<ShardOfVariables>& shards);

  // What a shard holds beside variables.
  static constexpr const char* kIdName = "_runnel/id";

 private:
  Status AddPlaceholders();  // mutex_ is held
  Result<SpreadNodes> AddSaving(const std::vector<ShardOfVariables>& shards);
  Result<SpreadNodes> AddRestoring(const std::vector<ShardOfVariables>& shards);

  Graph* const graph_;
  std::mutex mutex_;  // guards what follows
  Fed fed_;
  std::map<std::string, TaskNodes> tasks_;                 // by device
  std::map<std::string, SpreadNodes> saving_, restoring_;  // by tasks and variables
};

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_SHARD_NODES_H_
