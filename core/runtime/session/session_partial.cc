// Partial runs of a session: a step that gets its feeds call by call.
#include "core/runtime/session/session_impl.h"

#include "core/runtime/session/partial_run.h"
#include "core/runtime/session/signature_check.h"

namespace runnel {

Result<std::string> LocalSession::PartialRunSetup(const Signature& signature) {
  if constexpr (kMinimal) return LeftOut("partial runs");
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  RUNNEL_RETURN_IF_ERROR(CheckSignature(*graph_, signature));
  Prepared::Variant variant;
  variant.generic = true;
  RUNNEL_ASSIGN_OR_RETURN(Ref<Plan> plan, BuildApart(signature, variant, true));
  auto step = std::make_shared<PartialStep>(std::move(plan), signature);
  step->Start(MakeContext({}));
  const std::lock_guard lock(mutex_);
  if (closed_) return FailedPrecondition("the session is closed");
  const std::string handle = StrCat("partial_", next_partial_++);
  partial_[handle] = std::move(step);
  return handle;
}

Status LocalSession::PartialRun(const std::string& handle, std::span<const OutputRef> feeds,
                                std::span<const Tensor> feed_values, std::span<const OutputRef> fetches,
                                std::span<Tensor> fetch_values) {
  if constexpr (kMinimal) return LeftOut("partial runs");
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  std::shared_ptr<PartialStep> step;
  {
    const std::lock_guard lock(mutex_);
    const auto it = partial_.find(handle);
    if (it == partial_.end())
      return InvalidArgument("there is no partial run \"", handle, "\", or it has ended");
    step = it->second;
  }
  RUNNEL_RETURN_IF_ERROR(
      step->items().CheckCall(runtime_.get(), feeds, feed_values, fetches, fetch_values));
  Status status = step->Run(feeds, feed_values, fetches, fetch_values);
  if (step->ended()) {
    const std::lock_guard lock(mutex_);
    partial_.erase(handle);
  }
  return status;
}

}  // namespace runnel
