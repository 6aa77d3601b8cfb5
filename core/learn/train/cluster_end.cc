#include "core/learn/train/cluster_end.h"

#include <optional>
#include <set>

#include "core/base/clock.h"
#include "core/graph/builder.h"

namespace runnel::learn {
namespace {

constexpr int64_t kChief = -1;  // what a chief tells; a worker its number
constexpr int64_t kPollMs = 250;

OutputRef Queue(GraphBuilder* b, const std::string& device) {
  b->set_device(device);
  const AttrValue types(std::vector<DType>{DType::kInt64});
  return b->Op("FIFOQueueV2", {}, {{"component_types", types}, {"shared_name", "runnel_train_end"}});
}

int64_t NumberOf(const RunConfig& config) { return config.is_chief() ? kChief : config.task_index; }

}  // namespace

Status TellEnd(EstimatorHost* host, const RunConfig& config) {
  const size_t servers = config.num_tasks("ps");
  if (servers == 0) return OkStatus();
  for (size_t task = 0; task < servers; ++task) {
    const auto graph = std::make_shared<Graph>(&host->runtime()->ops());
    GraphBuilder b(graph.get(), "end");
    const std::string device = StrCat("/job:ps/task:", task);
    const OutputRef queue = Queue(&b, device);
    RUNNEL_ASSIGN_OR_RETURN(const Tensor number, Tensor::FromScalar<int64_t>(NumberOf(config)));
    const OutputRef who = b.Constant(number);
    const AttrValue types(std::vector<DType>{DType::kInt64});
    Signature signature;
    signature.targets = {b.Op("QueueEnqueueV2", {queue, who}, {{"Tcomponents", types}}).node};
    RUNNEL_RETURN_IF_ERROR(b.status());
    RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<GraphHost> over, host->Over(graph, {}));
    SessionPlace place;
    place.target = config.target;
    place.filters = {device};
    place.connect_timeout_ms = 5000;
    const auto session = over->Connect(place);
    if (session.ok()) static_cast<void>((*session)->Run(signature, {}, {}).ok());
    static_cast<void>(over->Close().ok());
  }
  return OkStatus();
}

Status AwaitEnd(EstimatorHost* host, const RunConfig& config, const std::function<bool()>& is_over,
                const std::function<bool()>& stops) {
  const auto graph = std::make_shared<Graph>(&host->runtime()->ops());
  GraphBuilder b(graph.get(), "end");
  const OutputRef queue = Queue(&b, config.DeviceName());
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
  while (ended.size() < all && !stops()) {
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
