#include "core/learn/strategy.h"

#include <algorithm>

#include "core/graph/device_name.h"
#include "core/learn/row.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/devices/device_group.h"
#include "core/runtime/runtime.h"

namespace runnel::learn {
namespace {

constexpr int64_t kMostShards = 1024;  // each one is a copy of the model's nodes

#define RUNNEL_CROSS_DEVICE_OPS \
  "cross_device_ops: {'auto', 'reduction_to_one_device', 'all_reduce'} = 'auto'"

constexpr Row kStrategies[] = {
    {.kind = RowKind::kStrategy,
     .name = "Mirrored",
     .aliases = "MirroredStrategy",
     .args = "devices: list(string) = []; " RUNNEL_CROSS_DEVICE_OPS,
     .doc =
         "Every device has a copy of the weights and computes a part of each batch; gradients are "
         "added up in the order of the devices. cross_device_ops: with all_reduce the devices add "
         "them up as the group that they form (NCCL), and each updates its own copy of the weights "
         "and of the optimizer's state; with reduction_to_one_device the first one adds, updates, and "
         "gives the weights to all. auto is all_reduce where the devices form a group. Loss, gradients "
         "and metrics are those of the whole "
         "batch on one device, whatever its size, but for layers that normalise by their batch: they "
         "take the statistics of their part, as with Keras' MirroredStrategy. Moving statistics are "
         "the means of the parts', weighed by their rows, which Keras does not weigh. devices: as "
         "'GPU:0'; "
         "none: all but the host."},
    {.kind = RowKind::kStrategy,
     .name = "CentralStorage",
     .aliases = "CentralStorageStrategy",
     .args = "devices: list(string) = []",
     .doc = "The weights and the optimizer's state are in the host's memory; every device reads them in "
            "each step and "
            "computes a part of the batch. Otherwise as Mirrored."},
    {.kind = RowKind::kStrategy,
     .name = "ParameterServer",
     .aliases = "ParameterServerStrategy",
     .args = "sync: bool = false; shards: int >= 0 = 0; elastic: bool = false; "
             "replicas_to_aggregate: int >= 0 = 0; max_staleness: int >= -1 = -1",
     .doc =
         "The weights and the optimizer's state are on parameter servers. Without sync each task "
         "trains with batches "
         "of its own, as it does without a strategy: updates may be of weights that others have "
         "changed, but none is lost: each one of a weight and of what the optimizer keeps of it is made "
         "on "
         "its server of the values that are there by then, one after another. Counts of steps, as "
         "Adam's "
         "correction and schedules have them, are those that a task has read; moving statistics are the "
         "last task's. gradient_accumulation_steps is UNIMPLEMENTED there. max_staleness: a task drops "
         "a gradient if there have been more updates than that "
         "since it read the weights; updates that others make in the same moment do not count. With "
         "sync "
         "the tasks compute parts of each batch, as with MultiWorkerMirrored, but read the weights "
         "from the servers "
         "in each step. replicas_to_aggregate: with sync, each task has batches of its own, and the "
         "chief makes an update of the mean of so many gradients, its own and the first that come, as "
         "TensorFlow's SyncReplicasOptimizer; those that come later are dropped. Tasks beyond that "
         "number are backups: workers may die and come back while training goes on."},
    {.kind = RowKind::kStrategy,
     .name = "MultiWorkerMirrored",
     .aliases = "MultiWorkerMirroredStrategy",
     .args = "shards: int >= 0 = 0; elastic: bool = false; " RUNNEL_CROSS_DEVICE_OPS,
     .doc = "Every task of a cluster, chief and workers, has a copy of the weights and computes a part "
            "of each batch, which the chief reads; otherwise as Mirrored. cross_device_ops: with "
            "all_reduce the tasks add gradients up by CollectiveReduce, over NCCL where their devices "
            "reach each other, and each updates its own copy of the weights and of the optimizer's "
            "state; with reduction_to_one_device the chief adds them up, updates, and sends the weights "
            "to all. auto is all_reduce, unless there are shards or there is one task. With shards each "
            "batch is divided into so many parts however many tasks there are, which are added up in "
            "their order: equal data and seeds then give equal bits. elastic: tasks may come and go "
            "between steps, and training goes on with those that are there; it needs shards and a "
            "model_dir."},
};

}  // namespace

Result<std::string> FindDevice(const Runtime& runtime, std::string_view text) {
  RUNNEL_ASSIGN_OR_RETURN(
      const DeviceName want,
      DeviceName::Parse(text.starts_with('/') ? std::string(text) : StrCat("/device:", text)));
  std::string all;
  for (const Device* device : runtime.devices()) {
    RUNNEL_ASSIGN_OR_RETURN(const DeviceName name, DeviceName::Parse(device->name()));
    if (!want.empty() && want.Matches(name)) return std::string(device->name());
    all += StrCat(all.empty() ? "" : ", ", device->name());
  }
  return NotFound("there is no device \"", text, "\"; there are ", all);
}

std::string Strategy::Key() const {
  std::string key = StrCat(static_cast<int>(kind), " ", host, " ", home);
  for (const std::string& device : devices) key += StrCat(" ", device);
  key += StrCat(" ", replicas_to_aggregate, " ", max_staleness, " ", is_chief, " ",
                static_cast<int>(reduction), " ", shards, " ", shares_weights, " ", forms_group);
  for (const std::string& member : members) key += StrCat(" ", member);
  return key;
}

namespace {

// What tasks do whose gradients meet on parameter servers.
Status BindAggregation(const BoundRow& row, Strategy* strategy) {
  strategy->replicas_to_aggregate = row.arg<int64_t>("replicas_to_aggregate");
  strategy->max_staleness = row.arg<int64_t>("max_staleness");
  const bool is_sync = row.arg<bool>("sync");
  if (strategy->replicas_to_aggregate > 0 && !is_sync)
    return InvalidArgument("strategy ", row.name(), ": replicas_to_aggregate needs sync");
  if (strategy->max_staleness >= 0 && is_sync)
    return InvalidArgument("strategy ", row.name(), ": max_staleness is of steps that are not in sync");
  if (strategy->replicas_to_aggregate > 0 && strategy->shards > 0)
    return InvalidArgument("strategy ", row.name(),
                           ": shards are of one batch, replicas_to_aggregate of batches of each task");
  if (strategy->replicas_to_aggregate > INT32_MAX)
    return InvalidArgument("strategy ", row.name(), ": replicas_to_aggregate is ",
                           strategy->replicas_to_aggregate);
  return OkStatus();
}

// How the parts' gradients meet.
Status BindReduction(const BoundRow& row, Strategy* strategy) {
  using Reduction = Strategy::Reduction;
  const std::string& text = row.arg<std::string>("cross_device_ops");
  strategy->reduction = text == "all_reduce"                ? Reduction::kAllReduce
                        : text == "reduction_to_one_device" ? Reduction::kToOneDevice
                                                            : Reduction::kAuto;
  if (strategy->reduction == Reduction::kAllReduce && strategy->shards > 0)
    return InvalidArgument("strategy ", row.name(),
                           ": cross_device_ops=all_reduce adds up in no fixed order, as shards need it");
  return OkStatus();
}

}  // namespace

Result<Strategy> BindStrategy(std::string_view text) {
  Strategy strategy;
  if (text.empty()) return strategy;
  RUNNEL_ASSIGN_OR_RETURN(const BoundRow row, BindRow(RowKind::kStrategy, text));
  const bool has_servers = row.name() == "ParameterServer";
  if (has_servers || row.name() == "MultiWorkerMirrored") {
    strategy.kind =
        has_servers ? Strategy::Kind::kParameterServer : Strategy::Kind::kMultiWorkerMirrored;
    strategy.shards = row.arg<int64_t>("shards");
    strategy.elastic = row.arg<bool>("elastic");
    if (strategy.shards > kMostShards)
      return InvalidArgument("strategy ", row.name(), ": shards is ", strategy.shards,
                             ", expected at most ", kMostShards);
    if (strategy.elastic && strategy.shards == 0)
      return InvalidArgument("strategy ", row.name(), ": elastic needs shards");
    if (has_servers) {
      RUNNEL_RETURN_IF_ERROR(BindAggregation(row, &strategy));
    } else {
      RUNNEL_RETURN_IF_ERROR(BindReduction(row, &strategy));
    }
    if (!has_servers || row.arg<bool>("sync")) return strategy;
    if (strategy.shards > 0)
      return InvalidArgument("strategy ", row.name(), ": shards are of steps in sync");
    return strategy.aggregates() ? strategy : Strategy();
  }
  strategy.kind = row.name() == "Mirrored" ? Strategy::Kind::kMirrored : Strategy::Kind::kCentralStorage;
  strategy.devices = row.arg<std::vector<std::string>>("devices");
  if (strategy.kind == Strategy::Kind::kMirrored) RUNNEL_RETURN_IF_ERROR(BindReduction(row, &strategy));
  return strategy;
}

namespace {

// Whether the devices reach each other, all in the same way.
Status FindGroup(const Runtime& runtime, Strategy* strategy) {
  std::string means, lacks;
  for (const std::string& name : strategy->devices) {
    for (Device* const device : runtime.devices()) {
      if (name != device->name()) continue;
      const std::string its = MeansOfDevice(device);
      if (its.empty() || (!means.empty() && its != means)) lacks = name;
      means = its;
    }
  }
  strategy->forms_group = lacks.empty() && strategy->devices.size() > 1;
  if (lacks.empty() || strategy->reduction != Strategy::Reduction::kAllReduce) return OkStatus();
  return InvalidArgument("cross_device_ops=all_reduce: the device ", lacks,
                         " is in no group with the others, which could combine values without the host");
}

}  // namespace

Status FindDevices(const Runtime& runtime, Strategy* strategy) {
  std::vector<std::string> present;
  for (const Device* device : runtime.devices()) present.push_back(device->name());
  std::vector<std::string> found;
  for (const std::string& device : strategy->devices) {
    RUNNEL_ASSIGN_OR_RETURN(std::string name, FindDevice(runtime, device));
    if (std::find(found.begin(), found.end(), name) != found.end())
      return InvalidArgument("the strategy names the device \"", device, "\" twice");
    found.push_back(std::move(name));
  }
  for (const std::string& device : present) {
    if (!strategy->devices.empty()) break;
    RUNNEL_ASSIGN_OR_RETURN(const DeviceName name, DeviceName::Parse(device));
    if (name.type != "CPU") found.push_back(device);
  }
  if (found.empty() && !present.empty()) found = {present[0]};
  strategy->devices = std::move(found);
  if (!strategy->mirrors() || strategy->devices.empty()) return OkStatus();
  strategy->home = strategy->devices[0];
  return FindGroup(runtime, strategy);
}

void DivideOver(std::span<const std::string> tasks, Strategy* strategy) {
  strategy->devices.clear();
  const size_t parts = strategy->shards > 0 ? static_cast<size_t>(strategy->shards) : tasks.size();
  for (size_t i = 0; i < parts; ++i) strategy->devices.push_back(tasks[i % tasks.size()]);
  strategy->home = tasks[0];
  strategy->host = StrCat(tasks[0], "/device:CPU:0");
}

std::span<const Row> StrategyRows() { return kStrategies; }

}  // namespace runnel::learn
