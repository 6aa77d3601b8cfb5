// How training is divided over devices and tasks: a row that text names, as Mirrored(['GPU:0',
// 'GPU:1']).
#ifndef RUNNEL_CORE_LEARN_STRATEGY_H_
#define RUNNEL_CORE_LEARN_STRATEGY_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace runnel {
class Runtime;
}

namespace runnel::learn {

struct Strategy {
  enum class Kind { kOne, kMirrored, kCentralStorage, kParameterServer, kMultiWorkerMirrored };
  Kind kind = Kind::kOne;
  // One for each part of a batch, as "/device:GPU:0" or "/job:worker/task:1"; several may be the same.
  std::vector<std::string> devices;
  std::string host = "/device:CPU:0";  // where batches are divided
  std::string
      home;  // where variables are, and nodes without a device; empty: the session's first device
  int64_t shards = 0;
  bool elastic = false;
  // How gradients of parts become those of the batch.
  enum class Reduction { kAuto, kToOneDevice, kAllReduce };
  Reduction reduction = Reduction::kAuto;
  bool forms_group = false;  // the devices of this process combine values without the host

  // Each task computes gradients of batches of its own, with a graph of its own.
  int64_t replicas_to_aggregate = 0;  // gradients that make an update; 0: they are not aggregated
  int64_t max_staleness = -1;         // of a gradient, in updates; -1: any
  std::vector<std::string> members;   // tasks that train, this one first
  bool is_chief = false;
  // Other tasks train the same weights, each with batches of its own, and wait for nobody.
  bool shares_weights = false;

  // Parts of every batch are computed apart.
  bool divides() const { return kind != Kind::kOne && !devices.empty(); }
  // The parts are on tasks of a cluster, where there is one; else on devices of the process.
  bool is_over_tasks() const {
    return (kind == Kind::kParameterServer && !aggregates()) || kind == Kind::kMultiWorkerMirrored;
  }
  // Gradients are sent before they make an update (core/learn/aggregation.h).
  bool aggregates() const { return replicas_to_aggregate > 0 || max_staleness >= 0; }
  // Updates of several tasks may meet at a weight.
  bool updates_meet() const { return shares_weights || max_staleness >= 0; }
  // Each device but `home` has a copy of the variables.
  bool mirrors() const { return kind == Kind::kMirrored || kind == Kind::kMultiWorkerMirrored; }
  // Every part gets the gradients of the batch from a collective, and updates its own copy of the
  // variables. With shards the order of additions is that of the parts, wherever they are computed.
  bool ReducesToAll() const {
    return (kind == Kind::kMultiWorkerMirrored || (kind == Kind::kMirrored && forms_group)) &&
           shards == 0 && devices.size() > 1 && reduction != Reduction::kToOneDevice;
  }
  // Equal texts: equal graphs.
  std::string Key() const;
};

// An empty text is kOne. Devices are as the text says. Errors: those of specs and rows.
Result<Strategy> BindStrategy(std::string_view text);

// The full name of the runtime's device that a name means, which may lack parts: "GPU:0". Errors:
// NOT_FOUND, listing what there is.
Result<std::string> FindDevice(const Runtime& runtime, std::string_view text);

// Devices, whose names may lack parts, become those of the runtime. Without any a strategy takes all but
// the host's, or the host's if there is no other. Errors: NOT_FOUND naming a device that is not there;
// INVALID_ARGUMENT for one that is named twice, and for devices that cannot do what
// cross_device_ops asks for.
Status FindDevices(const Runtime& runtime, Strategy* strategy);

// Tasks, by device name, share the parts: one each, or the strategy's shards in turn. The first one has
// the variables and divides the batches. An empty name is this process.
void DivideOver(std::span<const std::string> tasks, Strategy* strategy);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_STRATEGY_H_
