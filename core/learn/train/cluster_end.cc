#include "core/learn/train/cluster_end.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "core/base/clock.h"
#include "core/runtime/exchange/cancellation.h"

namespace runnel::learn {
namespace {

constexpr int64_t kChief = -1;  // what a chief tells; a worker its number
constexpr int64_t kPollMs = 250;

constexpr std::string_view kEndQueue = "runnel_train_end";

int64_t NumberOf(const RunConfig& config) { return config.is_chief() ? kChief : config.task_index; }

// Takes what a queue holds on a thread of its own, until it is destroyed. A step that takes an element
// and is cut by a deadline may lose it, so that no step here has one: the last is cancelled when nobody
// waits for what it takes.
class Listener {
 public:
  Listener(Ref<Session> session, OutputRef next)
      : session_(std::move(session)), thread_([this, next] { Listen(next); }) {}
  ~Listener() {
    stopping_->Cancel(Cancelled("the wait for the end of a job is over"));
    thread_.join();
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // All that were told so far, at most `ms` later and at once when there are more than `known`. Errors:
  // those of the session.
  Result<std::set<int64_t>> Wait(size_t known, int64_t ms) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(ms),
                      [&] { return told_.size() > known || !status_.ok(); });
    if (!status_.ok()) return status_;
    return told_;
  }

 private:
  void Listen(OutputRef next) {
    Signature signature;
    signature.fetches = {next};
    RunOptions options;
    options.cancellation = stopping_;
    for (Status status; status.ok();) {
      Tensor who;
      status = session_->Run(signature, {}, {&who, 1}, options);
      const std::lock_guard lock(mutex_);
      if (status.ok()) told_.insert(who.int_at(0));
      status_ = status;
      changed_.notify_all();
    }
  }

  const Ref<Session> session_;
  const Ref<CancellationManager> stopping_ = MakeRef<CancellationManager>();
  std::mutex mutex_;  // guards told_ and status_
  std::condition_variable changed_;
  std::set<int64_t> told_;
  Status status_;
  std::thread thread_;
};

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
    if (device == config.DeviceName()) continue;
    if (const Status told = Tell(host, config, kEndQueue, device, NumberOf(config)); !told.ok())
      host->runtime()->Log(Severity::kInfo,
                           StrCat(device, " was not told that the job has ended: ", told.ToString()));
  }
  return OkStatus();
}

Status AwaitEnd(EstimatorHost* host, const RunConfig& config, const std::function<bool()>& is_over,
                const std::function<bool()>& stops) {
  const auto graph = std::make_shared<Graph>(&host->runtime()->ops());
  GraphBuilder b(graph.get(), "end");
  const OutputRef queue = TaskQueue(&b, kEndQueue, config.DeviceName());
  const AttrValue types(std::vector<DType>{DType::kInt64});
  const OutputRef next = b.Op("QueueDequeueV2", {queue}, {{"component_types", types}});
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
  {
    Listener listener(session, next);
    while (!is_done() && !stops()) {
      RUNNEL_ASSIGN_OR_RETURN(ended, listener.Wait(ended.size(), kPollMs));
      if (!deadline && (ended.count(kChief) != 0 || is_over()))
        deadline = MonotonicNs() + static_cast<int64_t>(config.shutdown_secs * 1e9);
      if (deadline && MonotonicNs() >= *deadline) break;
    }
  }
  return over->Close();
}

}  // namespace runnel::learn
