// Staging areas: tuples of tensors that one step leaves for another, in order. Waiting holds no thread.
#include <algorithm>
#include <deque>
#include <utility>

#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/staged.h"
#include "core/runtime/host_ops/waiting.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class StagingArea : public WaitingResource {
 public:
  static constexpr std::string_view kTypeName = "StagingArea";
  StagingArea(std::string name, StagedLimits limits) : WaitingResource(std::move(name)), room_(limits) {}
  std::string_view TypeName() const override { return kTypeName; }

  void Put(StagedTuple tuple, CancellationManager* cancellation, Done done) {
    const uint64_t bytes = StagedBytes(tuple);
    if (Status status = room_.CheckFits(name(), bytes); !status.ok()) return done(std::move(status));
    Submit(
        [this, bytes, tuple = std::move(tuple)](Status*) mutable {
          if (!room_.HasRoom(tuples_.size(), bytes)) return false;
          room_.bytes += bytes;
          tuples_.push_back(std::move(tuple));
          return true;
        },
        cancellation, std::move(done));
  }

  // Waits for tuple `index`, gives it to `use`, and removes it if `remove` and `use` could use it.
  void Get(int64_t index, bool remove, std::function<Status(const StagedTuple&)> use,
           CancellationManager* cancellation, Done done) {
    Submit(
        [this, index, remove, use = std::move(use)](Status* status) {
          if (index >= static_cast<int64_t>(tuples_.size())) return false;
          const auto it = tuples_.begin() + index;
          *status = use(*it);
          if (!status->ok() || !remove) return true;
          room_.bytes -= StagedBytes(*it);
          tuples_.erase(it);
          return true;
        },
        cancellation, std::move(done));
  }

  void Clear(Done done) {
    Submit(
        [this](Status*) {
          tuples_.clear();
          room_.bytes = 0;
          return true;
        },
        nullptr, std::move(done));
  }

  int64_t size() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int64_t>(tuples_.size());
  }

 private:
  // Under mutex_.
  StagedRoom room_;
  std::deque<StagedTuple> tuples_;
};

class StageKernel : public HostKernel {
 public:
  template <typename Kernel>
  static Result<std::unique_ptr<HostKernel>> CreateAs(const HostNode& node) {
    auto kernel = std::make_unique<Kernel>();
    RUNNEL_ASSIGN_OR_RETURN(kernel->key_, MakeResourceKey(node));
    RUNNEL_ASSIGN_OR_RETURN(kernel->limits_, StagedLimits::Of(node));
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

 protected:
  Result<Ref<StagingArea>> Area(const HostContext& ctx) const {
    return FindStaged<StagingArea>(ctx, key_, limits_);
  }
  // Makes the outputs the staged tensors.
  static Status Give(HostContext& ctx, const StagedTuple& tuple) {
    if (tuple.size() != ctx.outputs.size()) {
      return InvalidArgument("the staged tuple has ", tuple.size(), " tensors, the node expects ",
                             ctx.outputs.size());
    }
    std::copy(tuple.begin(), tuple.end(), ctx.outputs.begin());
    return OkStatus();
  }

 private:
  ResourceKey key_;
  StagedLimits limits_;
};

class Stage : public StageKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto area = Area(ctx);
    if (!area.ok()) return done(area.status());
    StagedTuple tuple;
    for (const Tensor& value : ctx.inputs) {
      auto kept = KeepBeyondStep(value, ctx.allocator);
      if (!kept.ok()) return done(kept.status());
      tuple.push_back(std::move(*kept));
    }
    (*area)->Put(std::move(tuple), ctx.cancellation, std::move(done));
  }
};

class Unstage : public StageKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    return CreateStaged<Unstage>(node);
  }
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto area = Area(ctx);
    if (!area.ok()) return done(area.status());
    (*area)->Get(
        0, /*remove=*/true,
        [this, &ctx](const StagedTuple& tuple) {
          RUNNEL_RETURN_IF_ERROR(CheckStagedTypes(tuple, types_));
          return Give(ctx, tuple);
        },
        ctx.cancellation, std::move(done));
  }

 protected:
  template <typename Kernel>
  static Result<std::unique_ptr<HostKernel>> CreateStaged(const HostNode& node) {
    RUNNEL_ASSIGN_OR_RETURN(auto kernel, CreateAs<Kernel>(node));
    static_cast<Kernel*>(kernel.get())
        ->types_.assign(node.output_types.begin(), node.output_types.end());
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }
  std::vector<DType> types_;
};

class StagePeek : public Unstage {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    return CreateStaged<StagePeek>(node);
  }
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto area = Area(ctx);
    Status status = area.status();
    if (status.ok()) status = CheckScalar(ctx.inputs[0], DType::kInt32, "index");
    const int64_t index = status.ok() ? ctx.inputs[0].int_at(0) : 0;
    if (index < 0) status = InvalidArgument("index is ", index, ", expected at least 0");
    if (!status.ok()) return done(std::move(status));
    (*area)->Get(
        index, /*remove=*/false,
        [this, &ctx](const StagedTuple& tuple) {
          RUNNEL_RETURN_IF_ERROR(CheckStagedTypes(tuple, types_));
          return Give(ctx, tuple);
        },
        ctx.cancellation, std::move(done));
  }
};

class StageSize : public StageKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<StagingArea> area, Area(ctx));
    return SetIntScalar(ctx, 0, area->size());
  }
};

class StageClear : public StageKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto area = Area(ctx);
    if (!area.ok()) return done(area.status());
    (*area)->Clear(std::move(done));
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "Stage", .is_async = true, .create = StageKernel::CreateAs<Stage>},
    {.op = "Unstage", .is_async = true, .create = Unstage::Create},
    {.op = "StagePeek", .is_async = true, .create = StagePeek::Create},
    {.op = "StageSize", .create = StageKernel::CreateAs<StageSize>},
    {.op = "StageClear", .is_async = true, .create = StageKernel::CreateAs<StageClear>},
};

}  // namespace

std::span<const HostKernelRow> StageKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
