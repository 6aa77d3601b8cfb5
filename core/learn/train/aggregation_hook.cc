#include "core/learn/train/aggregation_hook.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/runtime/runtime.h"

namespace runnel::learn {
namespace {

// What a run tells.
using Values = std::vector<int64_t>;

class AggregationHook : public Hook {
 public:
  AggregationHook(const ModeGraph& made, const Strategy& strategy)
      : nodes_(made.aggregation), updated_step_(made.updated_step), strategy_(strategy) {}
  std::string_view name() const override { return "aggregation"; }

 protected:
  Result<Values> Run(HookCall* call, const std::vector<OutputRef>& fetches, Node* target = nullptr) {
    Signature signature;
    signature.fetches = fetches;
    if (target != nullptr) signature.targets = {target};
    std::vector<Tensor> tensors(fetches.size());
    RUNNEL_RETURN_IF_ERROR(call->session->Run(signature, {}, tensors));
    Values values;
    for (const Tensor& tensor : tensors) values.push_back(tensor.int_at(0));
    return values;
  }
  // Until it is there, or a stop is asked for.
  Result<int64_t> Await(HookCall* call, const Signature& signature, std::span<const Tensor> feeds = {}) {
    RunOptions options;
    options.cancellation = call->trainer->stopping();
    Tensor value;
    RUNNEL_RETURN_IF_ERROR(call->session->Run(signature, feeds, {&value, 1}, options));
    return value.int_at(0);
  }
  // A chief's session begins.
  Status Reset(HookCall* call) {
    clock_ = std::max(clock_ + 1, UnixMicros());
    RUNNEL_ASSIGN_OR_RETURN(const Tensor first, Tensor::FromScalar<int64_t>(clock_));
    Signature signature;
    signature.feeds = {nodes_.first};
    signature.targets = {nodes_.reset};
    return call->session->Run(signature, {&first, 1}, {});
  }
  // The clock has no value, or is 0, until the chief's session has begun.
  Status AwaitClock(HookCall* call) {
    constexpr int64_t kPollMs = 50;
    for (;;) {
      const auto now = Run(call, {nodes_.now});
      if (now.ok() && (*now)[0] != 0) return OkStatus();
      if (!now.ok() && now.status().code() != Code::kFailedPrecondition) return now.status();
      if (call->trainer->WaitForStop(kPollMs))
        return Cancelled("asked to stop while waiting for the chief");
    }
  }
  Status FeedClock(HookCall* call) {
    RUNNEL_ASSIGN_OR_RETURN(Tensor based_on, Tensor::FromScalar<int64_t>(clock_));
    call->feeds.emplace_back(nodes_.based_on, std::move(based_on));
    return OkStatus();
  }
  static void Log(HookCall* call, const std::string& text) {
    call->trainer->host().runtime().Log(Severity::kInfo, text);
  }

  const AggregationNodes nodes_;
  const OutputRef updated_step_;
  const Strategy strategy_;
  int64_t clock_ = 0;  // when the weights of this step were read
};

// The chief of tasks in sync: alone it updates, so it knows the clock.
class SyncChiefHook final : public AggregationHook {
 public:
  using AggregationHook::AggregationHook;
  Status AfterCreateSession(HookCall* call) override {
    taken_ = sent_ = 0;
    RUNNEL_ASSIGN_OR_RETURN(const Values absent, Run(call, nodes_.absent));
    Count(absent);
    return Reset(call);
  }
  Status BeforeRun(HookCall* call) override { return FeedClock(call); }
  bool completes() const override { return true; }
  Status Complete(HookCall* call) override {
    RUNNEL_ASSIGN_OR_RETURN(const Tensor required, Tensor::FromScalar<int32_t>(required_));
    Signature signature;
    signature.feeds = {nodes_.required};
    signature.fetches = {nodes_.arrived};
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count, Await(call, signature, {&required, 1}));
    std::vector<OutputRef> fetches = nodes_.absent;
    if (count < required_) {
      // A task has left. What has come is discarded, and all compute the step once more.
      fetches.push_back(nodes_.sent);
      RUNNEL_ASSIGN_OR_RETURN(Values values, Run(call, fetches));
      sent_ += values.back();
      values.pop_back();
      Count(values);
      call->again = true;
      return Reset(call);
    }
    taken_ += count;
    fetches.push_back(updated_step_);
    RUNNEL_ASSIGN_OR_RETURN(Values values, Run(call, fetches, nodes_.update));
    ++clock_;
    call->step = values.back();
    values.pop_back();
    Count(values);
    return OkStatus();
  }
  Status End(HookCall* call) override {
    RUNNEL_ASSIGN_OR_RETURN(const Values counts, Run(call, {nodes_.sent, nodes_.waiting}, nodes_.end));
    Log(call, StrCat("aggregated ", taken_, " gradients and dropped ",
                     sent_ + counts[0] - taken_ - counts[1]));
    return OkStatus();
  }

 private:
  // How many gradients a step needs: no more than there are tasks.
  void Count(const Values& absent) {
    int64_t tasks = 1;
    for (const int64_t left : absent) tasks += left == 0 ? 1 : 0;
    required_ = static_cast<int32_t>(std::min(strategy_.replicas_to_aggregate, tasks));
  }
  int64_t taken_ = 0;  // gradients that made updates
  int64_t sent_ = 0;   // at all, before the last reset
  int32_t required_ = 1;
};

class SyncWorkerHook final : public AggregationHook {
 public:
  using AggregationHook::AggregationHook;
  Status AfterCreateSession(HookCall* call) override {
    clock_ = -1;
    RUNNEL_RETURN_IF_ERROR(AwaitClock(call));
    return Run(call, {}, nodes_.prime).status();
  }
  Status BeforeRun(HookCall* call) override {
    Signature signature;
    signature.fetches = {nodes_.turn};
    // One gradient of each step: a turn that was given twice does not count.
    for (const int64_t last = clock_; clock_ == last;) {
      RUNNEL_ASSIGN_OR_RETURN(clock_, Await(call, signature));
      if (clock_ < 0) break;
    }
    if (clock_ >= 0) return FeedClock(call);
    call->stop = true;
    return Cancelled("the chief has ended");
  }
  Status End(HookCall* call) override { return Run(call, {}, nodes_.leave).status(); }
};

// Tasks that update for themselves.
class BoundedHook final : public AggregationHook {
 public:
  using AggregationHook::AggregationHook;
  Status AfterCreateSession(HookCall* call) override {
    if (strategy_.is_chief) return Reset(call);
    RUNNEL_RETURN_IF_ERROR(AwaitClock(call));
    return Run(call, {}, nodes_.reset).status();
  }
  Status BeforeRun(HookCall* call) override {
    RUNNEL_ASSIGN_OR_RETURN(const Values now, Run(call, {nodes_.now}));
    clock_ = now[0];
    return OkStatus();
  }
  bool completes() const override { return true; }
  Status Complete(HookCall* call) override {
    RUNNEL_ASSIGN_OR_RETURN(const Values now, Run(call, {nodes_.now}));
    if (now[0] - clock_ <= strategy_.max_staleness) {
      RUNNEL_ASSIGN_OR_RETURN(const Values step, Run(call, {updated_step_}, nodes_.update));
      call->step = step[0];
      return OkStatus();
    }
    ++dropped_;
    RUNNEL_RETURN_IF_ERROR(Run(call, {}, nodes_.discard).status());
    RUNNEL_ASSIGN_OR_RETURN(call->step, call->trainer->ReadGlobalStep());
    return OkStatus();
  }
  Status End(HookCall* call) override {
    Log(call, StrCat("dropped ", dropped_, " gradients that were more than ", strategy_.max_staleness,
                     " updates old"));
    return OkStatus();
  }

 private:
  int64_t dropped_ = 0;
};

}  // namespace

std::unique_ptr<Hook> MakeAggregationHook(const ModeGraph& made, const Strategy& strategy) {
  if (strategy.replicas_to_aggregate == 0) return std::make_unique<BoundedHook>(made, strategy);
  if (strategy.is_chief) return std::make_unique<SyncChiefHook>(made, strategy);
  return std::make_unique<SyncWorkerHook>(made, strategy);
}

}  // namespace runnel::learn
