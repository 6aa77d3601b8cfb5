// Training of an estimator as its strategy divides it: over the devices of this process or the tasks of
// a cluster, which may come and go.
//
// The chief of an elastic job begins alone. Workers tell it again and again that they are there; between
// two steps it writes a checkpoint and begins a session with those that are new. When a worker is lost
// it goes on alone from the last checkpoint, until the others have told again. The parts of a batch and
// the order in which they are added up stay the same, so the result does, too.
#include <algorithm>

#include "core/base/clock.h"
#include "core/learn/train/cluster_end.h"
#include "core/learn/train/estimator_impl.h"
#include "core/runtime/host/host.h"

namespace runnel::learn {
namespace {

constexpr std::string_view kComing = "runnel_train_coming";
constexpr int64_t kTellEveryNs = 1'000'000'000;

bool IsLost(const Status& status) {
  return status.code() == Code::kUnavailable || status.code() == Code::kAborted;
}

// Sees which workers have told that they are there, and stops the trainer when one of them is new.
class MembersHook final : public Hook {
 public:
  MembersHook(std::string device, std::set<int64_t>* members, bool* regroups)
      : device_(std::move(device)), members_(members), regroups_(regroups) {}
  std::string_view name() const override { return "members"; }

  Status Begin(HookCall* call) override {
    GraphBuilder b(call->graph->get(), "rnl_train/members");
    const OutputRef queue = TaskQueue(&b, kComing, device_);
    const AttrValue types(std::vector<DType>{DType::kInt64});
    size_ = b.Op("QueueSizeV2", {queue});
    next_ = b.Op("QueueDequeueV2", {queue}, {{"component_types", types}});
    return b.status();
  }
  Status BeforeRun(HookCall* call) override {
    call->fetches.push_back(size_);
    return OkStatus();
  }
  Status AfterRun(HookCall* call) override {
    Signature signature;
    signature.fetches = {next_};
    for (int64_t left = call->values[0].int_at(0); left > 0; --left) {
      Tensor who;
      RUNNEL_RETURN_IF_ERROR(call->session->Run(signature, {}, {&who, 1}));
      *regroups_ |= members_->insert(who.int_at(0)).second;
    }
    call->stop = *regroups_;
    return OkStatus();
  }

 private:
  const std::string device_;
  std::set<int64_t>* const members_;
  bool* const regroups_;
  OutputRef size_, next_;
};

}  // namespace

Result<RunConfig> BuiltEstimator::ConfigNow() const {
  RunConfig config = config_;
  Strategy& strategy = config.strategy;
  if (strategy.is_over_tasks()) {
    std::vector<std::string> tasks = config_.TrainingTasks();
    if (config_.runs_over_tasks() && strategy.elastic) {
      tasks.resize(1);
      for (const int64_t worker : members_) tasks.push_back(StrCat("/job:worker/task:", worker));
    }
    DivideOver(tasks, &strategy);
  } else if (strategy.aggregates()) {
    strategy.members = config_.TrainingTasks();
    strategy.is_chief = config_.is_chief();
  } else if (strategy.kind == Strategy::Kind::kOne) {
    strategy.shares_weights = config_.is_distributed() && config_.TrainingTasks().size() > 1;
  } else {
    RUNNEL_RETURN_IF_ERROR(FindDevices(*host_->runtime(), &strategy));
  }
  // A trainer that begins a session anew goes on with the next input.
  if (repeats_exactly()) config.max_recoveries = 0;
  return config;
}

std::unique_ptr<Hook> BuiltEstimator::WatchMembers() {
  if (!config_.runs_over_tasks() || !config_.strategy.elastic) return nullptr;
  return std::make_unique<MembersHook>(config_.DeviceName(), &members_, &regroups_);
}

Status BuiltEstimator::Serve(int64_t max_steps) {
  int64_t told_ns = 0;
  const std::string chief = config_.TrainingTasks()[1];
  const auto stops = [&] {
    if (config_.strategy.elastic && MonotonicNs() - told_ns >= kTellEveryNs) {
      // A chief that is not there is told later.
      static_cast<void>(Tell(host_.get(), config_, kComing, chief, config_.task_index).ok());
      told_ns = MonotonicNs();
    }
    return this->stops();
  };
  return AwaitEnd(
      host_.get(), config_, [this, max_steps] { return IsOver(max_steps); }, stops);
}

Status BuiltEstimator::TrainAll(TrainRun* run) {
  if (repeats_exactly() && run->steps > 0)
    return InvalidArgument("train: a strategy with shards takes max_steps, not steps");
  int64_t epoch = 0;
  for (int64_t tries = 0, reached = 0;; ++tries) {
    if (IsOver(run->max_steps)) {
      Log(Severity::kInfo, StrCat("nothing to train: there is a checkpoint of step ", run->max_steps));
      break;
    }
    if (WatchMembers() != nullptr)
      Log(Severity::kInfo,
          StrCat("membership epoch ", epoch++, ": the chief and ", members_.size(), " workers"));
    regroups_ = false;
    Status status = TrainOnce(run);
    if (status.ok() && !regroups_) break;
    if (run->reached > reached) {
      reached = run->reached;
      tries = 0;
    }
    if (status.ok() && !stop_) continue;
    if (!IsLost(status) || tries >= config_.max_recoveries || run->steps > 0 || stop_) return status;
    members_.clear();
    Log(Severity::kWarning, StrCat("training begins anew: ", status.ToString()));
  }
  // Parameter servers are told by train_and_evaluate.
  return config_.runs_over_tasks() ? TellEnd(host_.get(), config_, "worker") : OkStatus();
}

}  // namespace runnel::learn
