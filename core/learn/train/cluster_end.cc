#include "core/learn/train/cluster_end.h"

#include <optional>
#include <set>

#include "core/base/clock.h"

namespace runnel::learn {
namespace {

constexpr int64_t kChief = -1;  // what a chief tells; a worker its number
constexpr int64_t kPollMs = 250;

constexpr std::string_view kEndQueue = "runnel_train_end";

int64_t NumberOf(const RunConfig& config) { return config.is_chief() ? kChief : config.task_index; }

}  // namespace

OutputRef TaskQueue(GraphBuilder* b, std::string_view name, const std::string& device) {
  b->set_device(device);
  const AttrValue types(std::vector<DType>{DType::kInt64});
  return b->Op("FIFOQueueV2", {}, {{"component_types", types}, {"shared_name", std::string(name)}});
}

Status Tell(EstimatorHost* host, const RunConfig& config, std::string_view queue,
            const std::string& device, int64_t number) {
  const auto graph = std::make_shared<Graph>(&host->runtime()->ops());
  GraphBuilder b(graph.get(), "tell");
  const OutputRef to = TaskQueue(&b, queue, device);
  RUNNEL_ASSIGN_OR_RETURN(const Tensor value, Tensor::FromScalar<int64_t>(number));
  const OutputRef what = b.Constant(value);
  const AttrValue types(std::vector<DType>{DType::kInt64});
  Signature signature;
  signature.targets = {b.Op("QueueEnqueueV2", {to, what}, {{"Tcomponents", types}}).node};
  RUNNEL_RETURN_IF_ERROR(b.status());
  RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<GraphHost> over, host->Over(graph, {}));
  SessionPlace place;
  place.target = config.target;
  place.filters = {device};
  place.connect_timeout_ms = 5000;
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Session> session, over->Connect(place));
  RUNNEL_RETURN_IF_ERROR(session->Run(signature, {}, {}));
  return over->Close();
}

Status TellEnd(EstimatorHost* host, const RunConfig& config, const std::string& job) {
  const auto tasks = config.cluster.find(job);
  if (tasks == config.cluster.end()) return OkStatus();
  for (const auto& [task, address] : tasks->second) {
    const std::string device = StrCat("/job:", job, "/task:", task);
    if (device != config.DeviceName())
      static_cast<void>(Tell(host, config, kEndQueue, device, NumberOf(config)).ok());
  }
  return OkStatus();
}

Status AwaitEnd(EstimatorHost* host, const RunConfig& config, const std::function<bool()>& is_over,
                const std::function<bool()>& stops) {
  const auto graph = std::make_shared<Graph>(&host->runtime()->ops());
  GraphBuilder b(graph.get(), "end");
  const OutputRef queue = TaskQueue(&b, kEndQueue, config.DeviceName());
  const AttrValue types(std::vector<DType>{DType::kInt64});
  Signature signature;
  signature.fetches = {b.Op("QueueDequeueV2", {queue}, {{"component_types", types}})};
  RUNNEL_RETURN_IF_ERROR(b.status());
  RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<GraphHost> over, host->Over(graph, {}));
  SessionPlace place;
  place.target = config.target;
  place.filters = {config.DeviceName()};
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Session> session, over->Connect(place));
  const bool has_chief = config.num_tasks("chief") + config.num_tasks("master") > 0;
  const size_t all = config.num_tasks("worker") + (has_chief ? 1 : 0);
  std::set<int64_t> ended;
  std::optional<int64_t> deadline;
  const auto is_done = [&] {
    return config.runs_over_tasks() ? ended.count(kChief) != 0 : ended.size() >= all;
  };
  while (!is_done() && !stops()) {
    RunOptions options;
    options.timeout_ms = kPollMs;
    Tensor who;
    Status status = session->Run(signature, {}, {&who, 1}, options);
    if (status.ok()) {
      ended.insert(who.int_at(0));
    } else if (status.code() != Code::kDeadlineExceeded) {
      return status;
    }
    if (!deadline && (ended.count(kChief) != 0 || is_over()))
      deadline = MonotonicNs() + static_cast<int64_t>(config.shutdown_secs * 1e9);
    if (deadline && MonotonicNs() >= *deadline) break;
  }
  return over->Close();
}

}  // namespace runnel::learn
