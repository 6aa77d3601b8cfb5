// The plans of a session: made when a signature is first run with feeds of some shapes, kept, dropped
// when there are too many.
#include "core/runtime/session/session_impl.h"

#include <algorithm>
#include <utility>

#include "core/base/find_or_make.h"
#include "core/runtime/plan/save_plan.h"
#include "core/runtime/session/signature_check.h"

namespace runnel {
namespace {

// After this many shapes of one signature, a plan for any shape serves the rest.
constexpr size_t kMaxShapesPerSignature = 4;

Device* DeviceOf(const Tensor& value) {
  return value.on_host() || !value.buffer() ? nullptr : value.buffer()->device();
}

}  // namespace

std::shared_ptr<LocalSession::Prepared> LocalSession::Prepare(const Signature& signature) {
  std::string key;
  const auto add = [&](int a, int b) {
    key.append(reinterpret_cast<const char*>(&a), sizeof(a));
    key.append(reinterpret_cast<const char*>(&b), sizeof(b));
  };
  add(static_cast<int>(signature.feeds.size()), static_cast<int>(signature.fetches.size()));
  for (const OutputRef& o : signature.feeds) add(o.node->id(), o.index);
  for (const OutputRef& o : signature.fetches) add(o.node->id(), o.index);
  for (const Node* n : signature.targets) add(n->id(), -1);
  const std::lock_guard lock(mutex_);
  return FindOrMake(prepared_, key, [&signature] {
    auto made = std::make_shared<Prepared>();
    made->signature = signature;
    return made;
  });
}

Result<LocalSession::Planner> LocalSession::MakePlanner(const Signature& signature,
                                                        const Prepared::Variant& variant,
                                                        PlanWatch* watch) {
  Planner planner;
  for (size_t i = 0; i < signature.feeds.size(); ++i) {
    const OutputRef& output = signature.feeds[i];
    PlanFeed feed;
    feed.output = output;
    feed.dtype = output.node->output_type(output.index);
    feed.shape = variant.generic ? output.node->output_shape(output.index) : variant.shapes[i];
    feed.device = variant.generic && variant.devices.empty() ? nullptr : variant.devices[i];
    planner.feeds.push_back(std::move(feed));
  }
  PlannerOptions& options = planner.options;
  options = planner_options_;
  options.keep_on_device = variant.keep_on_device;
  options.partition_graphs = variant.partition_graphs;
  PlanContext& context = planner.context;
  context.runtime = runtime_.get();
  context.resources = resources_.get();
  context.random_counter = [this](const std::string& node) { return random_counters_->Of(node); };
  context.costs = &memory_->costs;
  if (!kMinimal &&
      (options.automatic_placement || (options.soft_placement && runtime_->devices().size() > 1))) {
    context.variable_device = [this](const PlanNode& handle) { return VariableDevice(handle); };
    RUNNEL_RETURN_IF_ERROR(PlaceVariables(context, watch));
  }
  return planner;
}

Result<Ref<Plan>> LocalSession::BuildPlan(
    const Signature& signature, const Prepared::Variant& variant, bool deferred_feeds, PlanWatch* watch,
    PlanDescription* description, const std::vector<std::pair<std::string, std::string>>* earlier) {
  RUNNEL_ASSIGN_OR_RETURN(Planner planner, MakePlanner(signature, variant, watch));
  planner.options.deferred_feeds = deferred_feeds;
  planner.options.description = description;
  planner.options.earlier = earlier;
  return runnel::BuildPlan(planner.context, planner.options, *graph_, planner.feeds, signature.fetches,
                           signature.targets, watch);
}

Result<Ref<Plan>> LocalSession::BuildApart(
    const Signature& signature, const Prepared::Variant& variant, bool deferred_feeds,
    PlanDescription* description, const std::vector<std::pair<std::string, std::string>>* earlier) {
  PlanWatch watch(options_.planning, planning_.on_look);
  const RunOptions options;
  Running running(this, &watch, nullptr, options, DeadlineOf(options));
  RUNNEL_RETURN_IF_ERROR(running.Enter());
  return BuildPlan(signature, variant, deferred_feeds, &watch, description, earlier);
}

LocalSession::Prepared::Variant* LocalSession::Prepared::Find(std::span<const Tensor> feeds,
                                                              const RunOptions& options) {
  for (Variant& v : variants) {
    if (v.Fits(feeds, options)) return &v;
  }
  return nullptr;
}

bool LocalSession::Prepared::Variant::Fits(std::span<const Tensor> feeds,
                                           const RunOptions& options) const {
  if (keep_on_device != options.keep_on_device || partition_graphs != options.partition_graphs)
    return false;
  for (size_t i = 0; i < feeds.size(); ++i) {
    if (devices[i] != DeviceOf(feeds[i])) return false;
    if (!generic && !(shapes[i] == feeds[i].shape())) return false;
  }
  return true;
}

Result<Ref<StepPool>> LocalSession::PlanFor(Prepared* prepared, std::span<const Tensor> feeds,
                                            const RunOptions& options, const Deadline& deadline,
                                            double* planning_seconds) {
  if (kMinimal && (options.trace || options.profile)) return LeftOut("traces of steps");
  if (Ref<StepPool> steps = FindPlan(prepared, feeds, options)) return steps;
  PlanWatch watch(options_.planning, planning_.on_look);
  Running running(this, &watch, prepared, options, deadline);
  RUNNEL_RETURN_IF_ERROR(running.Enter());
  return MakePlan(prepared, feeds, options, &watch, planning_seconds);
}

Ref<StepPool> LocalSession::FindPlan(Prepared* prepared, std::span<const Tensor> feeds,
                                     const RunOptions& options) {
  const uint64_t resized = resources_->resized()->load(std::memory_order_acquire);
  {
    const std::lock_guard lock(prepared->mutex);
    if (prepared->resized == resized) {
      Prepared::Variant* const found = prepared->Find(feeds, options);
      if (found == nullptr) return nullptr;
      found->last_use = ++use_clock_;
      return found->steps;
    }
  }
  // Drops plans that rely on shapes which variables no longer have.
  std::vector<Prepared::Variant> outdated;  // go when no lock is held
  const std::lock_guard lock(mutex_);
  const std::lock_guard prepared_lock(prepared->mutex);
  prepared->resized = resources_->resized()->load(std::memory_order_acquire);
  outdated.swap(prepared->variants);
  for (const Prepared::Variant& variant : outdated) {
    --num_plans_;
    plan_bytes_ -= variant.steps->plan().approximate_bytes;
  }
  return nullptr;
}

Result<Ref<StepPool>> LocalSession::MakePlan(Prepared* prepared, std::span<const Tensor> feeds,
                                             const RunOptions& options, PlanWatch* watch,
                                             double* planning_seconds) {
  auto mine = std::make_shared<Prepared::Planning>();
  {
    std::unique_lock lock(prepared->mutex);
    for (;;) {
      if (Prepared::Variant* const found = prepared->Find(feeds, options)) {
        found->last_use = ++use_clock_;
        return found->steps;
      }
      const auto other =
          std::find_if(prepared->planning.begin(), prepared->planning.end(),
                       [&](const auto& planning) { return planning->variant.Fits(feeds, options); });
      if (other == prepared->planning.end()) break;
      const std::shared_ptr<Prepared::Planning> awaited = *other;
      prepared->planned.wait(lock, [&] { return awaited->done || watch->stopped(); });
      if (watch->stopped()) return watch->reason();
      if (!awaited->status.ok() && !awaited->gave_up) return awaited->status;
    }
    const auto counts = [](const Prepared::Variant& v) { return !v.generic; };
    const auto shapes_seen =
        std::count_if(prepared->variants.begin(), prepared->variants.end(), counts) +
        std::count_if(prepared->planning.begin(), prepared->planning.end(),
                      [&](const auto& planning) { return counts(planning->variant); });
    mine->variant.generic = static_cast<size_t>(shapes_seen) >= kMaxShapesPerSignature;
    mine->variant.keep_on_device = options.keep_on_device;
    mine->variant.partition_graphs = options.partition_graphs;
    for (const Tensor& feed : feeds) {
      mine->variant.shapes.push_back(feed.shape());
      mine->variant.devices.push_back(DeviceOf(feed));
    }
    prepared->variants.reserve(prepared->variants.size() + prepared->planning.size() + 1);
    prepared->planning.push_back(mine);
  }
  // From here on nothing else may fail, because the waiting runs must be notified in any case.
  Status status = Status::OutOfMemory();
  bool threw = false, is_kept = false;
  Ref<StepPool> steps;
  uint64_t bytes = 0;
  const uint64_t resized = resources_->resized()->load(std::memory_order_acquire);
  try {
    auto built = BuildPlan(prepared->signature, mine->variant, false, watch);
    if (built.ok()) steps = MakeRef<StepPool>(std::move(*built));
    status = built.status();
  } catch (const std::bad_alloc&) {
    threw = true;
  }
  if (status.ok()) {
    *planning_seconds = steps->plan().planning_seconds;
    bytes = steps->plan().approximate_bytes;
  }
  const std::lock_guard lock(mutex_);
  {
    const std::lock_guard prepared_lock(prepared->mutex);
    std::erase(prepared->planning, mine);
    mine->done = true;
    mine->gave_up = watch->stopped() || threw;
    mine->status = status;
    // A plan made with a shape that a variable has lost meanwhile serves this run alone.
    is_kept = status.ok() && resized == resources_->resized()->load(std::memory_order_acquire) &&
              resized == prepared->resized;
    if (is_kept) {
      mine->variant.steps = steps;
      mine->variant.last_use = ++use_clock_;
      prepared->variants.push_back(std::move(mine->variant));
    }
  }
  prepared->planned.notify_all();
  if (!status.ok()) {
    ForgetUnused();
    return status;
  }
  if (!is_kept) return steps;
  ++num_plans_;
  plan_bytes_ += bytes;
  Evict();
  return steps;
}

Result<PlanDescription> Session::DescribePlan(const Signature&, std::span<const Shape>) {
  return Unimplemented("the plans of this session are not made in this process");
}

Result<std::vector<std::string>> Session::ListDevices() {
  std::vector<std::string> out;
  for (const Device* device : runtime().devices()) out.push_back(device->name());
  return out;
}

Status Session::ResetContainers(const std::vector<std::string>&) {
  return FailedPrecondition(
      "a session in this process has its resources for itself: closing it drops them; containers are of "
      "clusters");
}

Result<std::vector<std::string>> Session::TaskLogs() { return std::vector<std::string>(); }

Result<LocalSession::Prepared::Variant> LocalSession::VariantOf(
    const Signature& signature, std::span<const Shape> feed_shapes) const {
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  RUNNEL_RETURN_IF_ERROR(CheckSignature(*graph_, signature));
  if (feed_shapes.size() != signature.feeds.size()) {
    return InvalidArgument("the signature has ", signature.feeds.size(), " feeds, got ",
                           feed_shapes.size(), " shapes");
  }
  Prepared::Variant variant;
  for (size_t i = 0; i < feed_shapes.size(); ++i) {
    const OutputRef& feed = signature.feeds[i];
    RUNNEL_RETURN_IF_ERROR(CheckFeedShape(feed, feed_shapes[i]));
    const Result<Shape> merged = Shape::Merge(feed.node->output_shape(feed.index), feed_shapes[i]);
    variant.shapes.push_back(merged.ok() ? *merged : feed_shapes[i]);
    variant.devices.push_back(nullptr);
  }
  return variant;
}

Result<PlanDescription> LocalSession::DescribePlan(const Signature& signature,
                                                   std::span<const Shape> feed_shapes) {
  if constexpr (kMinimal) return LeftOut("descriptions of plans");
  RUNNEL_ASSIGN_OR_RETURN(const Prepared::Variant variant, VariantOf(signature, feed_shapes));
  PlanDescription description;
  RUNNEL_RETURN_IF_ERROR(BuildApart(signature, variant, false, &description).status());
  return description;
}

Result<SavedPlan> LocalSession::SavePlan(const Signature& signature,
                                         std::span<const Shape> feed_shapes) {
  if constexpr (kMinimal) return LeftOut("saved plans");
  RUNNEL_ASSIGN_OR_RETURN(const Prepared::Variant variant, VariantOf(signature, feed_shapes));
  PlanWatch watch(options_.planning, planning_.on_look);
  const RunOptions options;
  Running running(this, &watch, nullptr, options, DeadlineOf(options));
  RUNNEL_RETURN_IF_ERROR(running.Enter());
  RUNNEL_ASSIGN_OR_RETURN(const Planner planner, MakePlanner(signature, variant, &watch));
  return MakeSavedPlan(planner.context, planner.options, *graph_, planner.feeds, signature.fetches,
                       &watch);
}

// Drops the plans that were used least recently, down to the limits; those in use live on until then.
void LocalSession::Evict() {
  while (num_plans_ > options_.max_cached_plans ||
         (plan_bytes_ > options_.max_cached_plan_bytes && num_plans_ > 1)) {
    Prepared* oldest = nullptr;
    uint64_t oldest_use = UINT64_MAX;
    for (const auto& [key, prepared] : prepared_) {
      const std::lock_guard lock(prepared->mutex);
      for (const Prepared::Variant& v : prepared->variants) {
        if (v.last_use >= oldest_use) continue;
        oldest_use = v.last_use;
        oldest = prepared.get();
      }
    }
    if (oldest == nullptr) break;
    Ref<StepPool> dropped;  // goes when no lock of its signature is held
    {
      const std::lock_guard lock(oldest->mutex);
      const auto it = std::find_if(oldest->variants.begin(), oldest->variants.end(),
                                   [&](const auto& v) { return v.last_use == oldest_use; });
      if (it == oldest->variants.end()) continue;  // it was used just now
      dropped = std::move(it->steps);
      oldest->variants.erase(it);
    }
    plan_bytes_ -= dropped->plan().approximate_bytes;
    --num_plans_;
  }
  ForgetUnused();
}

void LocalSession::ForgetUnused() {
  std::erase_if(prepared_, [](const auto& entry) {
    // A use count of one is final: others copy the pointer under the session's lock only, which is held.
    if (entry.second.use_count() > 1) return false;
    const std::lock_guard lock(entry.second->mutex);
    return entry.second->variants.empty();
  });
}

void LocalSession::TrimIdle() {
  std::vector<Ref<StepPool>> pools;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, prepared] : prepared_) {
      const std::unique_lock variants(prepared->mutex, std::try_to_lock);
      if (!variants.owns_lock()) continue;  // in use: not idle
      for (const Prepared::Variant& variant : prepared->variants) pools.push_back(variant.steps);
    }
  }
  for (const Ref<StepPool>& pool : pools) pool->TrimIdle();
}

}  // namespace runnel
