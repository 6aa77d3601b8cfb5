// The plans of a session: made when a signature is first run with feeds of some shapes, kept, dropped
// when there are too many.
#include <algorithm>

#include "core/runtime/session_impl.h"
#include "core/runtime/signature_check.h"

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
  std::shared_ptr<Prepared>& prepared = prepared_[key];
  if (prepared == nullptr) {
    prepared = std::make_shared<Prepared>();
    prepared->signature = signature;
  }
  return prepared;
}

Result<Ref<Plan>> LocalSession::BuildPlan(
    const Signature& signature, const Prepared::Variant& variant, bool deferred_feeds,
    PlanDescription* description, const std::vector<std::pair<std::string, std::string>>* earlier) {
  std::vector<PlanFeed> feeds;
  for (size_t i = 0; i < signature.feeds.size(); ++i) {
    const OutputRef& output = signature.feeds[i];
    PlanFeed feed;
    feed.output = output;
    feed.dtype = output.node->output_type(output.index);
    feed.shape = variant.generic ? output.node->output_shape(output.index) : variant.shapes[i];
    feed.device = variant.generic && variant.devices.empty() ? nullptr : variant.devices[i];
    feeds.push_back(std::move(feed));
  }
  PlannerOptions options = planner_options_;
  options.keep_on_device = variant.keep_on_device;
  options.partition_graphs = variant.partition_graphs;
  options.deferred_feeds = deferred_feeds;
  options.description = description;
  options.earlier = earlier;
  Plan::Context context;
  context.runtime = runtime_.get();
  context.resources = resources_.get();
  context.random_counter = [this](const std::string& node) { return RandomCounter(node); };
  context.costs = &memory_->costs;
  if (!kMinimal &&
      (options.automatic_placement || (options.soft_placement && runtime_->devices().size() > 1))) {
    context.variable_device = [this](const PlanNode& handle) { return VariableDevice(handle); };
    PlaceVariables(context);
  }
  return Plan::Build(context, options, *graph_, feeds, signature.fetches, signature.targets);
}

Result<Ref<Plan>> LocalSession::PlanFor(Prepared* prepared, std::span<const Tensor> feeds,
                                        const RunOptions& options, double* planning_seconds) {
  if (kMinimal && (options.trace || options.profile)) return LeftOut("traces of steps");
  const auto fits = [&](const Prepared::Variant& v) {
    if (v.keep_on_device != options.keep_on_device || v.partition_graphs != options.partition_graphs)
      return false;
    for (size_t i = 0; i < feeds.size(); ++i) {
      if (v.devices[i] != DeviceOf(feeds[i])) return false;
      if (!v.generic && !(v.shapes[i] == feeds[i].shape())) return false;
    }
    return true;
  };
  uint64_t bytes = 0;
  Ref<Plan> plan;
  {
    const std::lock_guard lock(prepared->mutex);
    size_t shapes_seen = 0;
    for (Prepared::Variant& v : prepared->variants) {
      shapes_seen += v.generic ? 0 : 1;
      if (!fits(v)) continue;
      v.last_use = ++use_clock_;
      return v.plan;
    }
    Prepared::Variant variant;
    variant.generic = shapes_seen >= kMaxShapesPerSignature;
    variant.keep_on_device = options.keep_on_device;
    variant.partition_graphs = options.partition_graphs;
    for (const Tensor& feed : feeds) {
      variant.shapes.push_back(feed.shape());
      variant.devices.push_back(DeviceOf(feed));
    }
    RUNNEL_ASSIGN_OR_RETURN(plan, BuildPlan(prepared->signature, variant, false));
    *planning_seconds = plan->planning_seconds;
    bytes = plan->approximate_bytes;
    variant.plan = plan;
    variant.last_use = ++use_clock_;
    prepared->variants.push_back(std::move(variant));
  }
  {
    const std::lock_guard lock(mutex_);
    ++num_plans_;
    plan_bytes_ += bytes;
    Evict();
  }
  return plan;
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

Result<PlanDescription> LocalSession::DescribePlan(const Signature& signature,
                                                   std::span<const Shape> feed_shapes) {
  if constexpr (kMinimal) return LeftOut("descriptions of plans");
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
  PlanDescription description;
  RUNNEL_RETURN_IF_ERROR(BuildPlan(signature, variant, false, &description).status());
  return description;
}

// Drops the plans that were used least recently, down to the limits; those in use live on until then.
void LocalSession::Evict() {
  while (num_plans_ > options_.max_cached_plans ||
         (plan_bytes_ > options_.max_cached_plan_bytes && num_plans_ > 1)) {
    Prepared* oldest = nullptr;
    uint64_t oldest_use = UINT64_MAX;
    size_t oldest_index = 0;
    for (const auto& [key, prepared] : prepared_) {
      std::unique_lock lock(prepared->mutex, std::try_to_lock);
      if (!lock.owns_lock()) continue;  // in use: not the oldest
      for (size_t i = 0; i < prepared->variants.size(); ++i) {
        if (prepared->variants[i].last_use < oldest_use) {
          oldest_use = prepared->variants[i].last_use;
          oldest = prepared.get();
          oldest_index = i;
        }
      }
    }
    if (oldest == nullptr) return;
    std::unique_lock lock(oldest->mutex, std::try_to_lock);
    if (!lock.owns_lock() || oldest_index >= oldest->variants.size()) return;
    plan_bytes_ -= oldest->variants[oldest_index].plan->approximate_bytes;
    oldest->variants.erase(oldest->variants.begin() + static_cast<ptrdiff_t>(oldest_index));
    --num_plans_;
  }
}

void LocalSession::TrimIdle() {
  std::vector<Ref<Plan>> plans;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, prepared] : prepared_) {
      const std::unique_lock variants(prepared->mutex, std::try_to_lock);
      if (!variants.owns_lock()) continue;  // in use: not idle
      for (const Prepared::Variant& variant : prepared->variants) plans.push_back(variant.plan);
    }
  }
  for (const Ref<Plan>& plan : plans) plan->TrimIdle();
}

}  // namespace runnel
