#include "core/eager/entry.h"

#include <algorithm>
#include <new>

#include "core/runtime/session/random_counters.h"

namespace runnel {

TensorArray::TensorArray(size_t count) : count_(count) {
  data_ = count <= kInline ? reinterpret_cast<Tensor*>(inline_) : new Tensor[count];
  if (count > kInline) return;
  for (size_t i = 0; i < count; ++i) new (data_ + i) Tensor();
}

TensorArray::~TensorArray() {
  if (count_ > kInline) {
    delete[] data_;
    return;
  }
  for (size_t i = 0; i < count_; ++i) data_[i].~Tensor();
}

EagerEntry::EagerEntry(std::shared_ptr<EagerState> state, Body body)
    : id_(state->next_id.fetch_add(1, std::memory_order_relaxed)),
      state_(std::move(state)),
      body_(std::move(body)) {}

EagerEntry::~EagerEntry() {
  const std::lock_guard lock(state_->mutex);
  state_->entries.erase(this);
}

bool EagerEntry::Takes(uint64_t maker) const {
  return std::any_of(body_.makers.begin(), body_.makers.end(),
                     [&](const auto& each) { return each != nullptr && each->id == maker; });
}

std::pair<Ref<Session>, Ref<Callable>> EagerEntry::Abandon() {
  abandoned_.store(true, std::memory_order_relaxed);
  return {std::move(session_), std::move(callable_)};
}

Result<Ref<EagerEntry>> EagerEntry::Create(std::shared_ptr<EagerState> state, Body body,
                                           std::shared_ptr<RandomCounters> random_counters) {
  const auto entry = Ref<EagerEntry>::Adopt(new EagerEntry(std::move(state), std::move(body)));
  const Body& its = entry->body_;
  Signature signature;
  for (size_t i = 0; i < its.inputs.size(); ++i) {
    if (its.makers[i] != nullptr) continue;
    entry->fed_.push_back(i);
    signature.feeds.push_back(its.inputs[i]);
  }
  for (const OutputRef& output : its.outputs) {
    const auto input = std::find(its.inputs.begin(), its.inputs.end(), output);
    if (input != its.inputs.end()) {
      entry->given_.push_back(~(input - its.inputs.begin()));
      continue;
    }
    entry->given_.push_back(static_cast<ptrdiff_t>(signature.fetches.size()));
    signature.fetches.push_back(output);
    entry->gives_handles_ |= output.node->output_type(output.index) == DType::kResource;
  }
  signature.targets = its.targets;
  entry->num_fetches_ = signature.fetches.size();
  entry->straight_ = entry->fed_.size() == its.inputs.size() &&
                     signature.fetches.size() == its.outputs.size() && !entry->gives_handles_;
  SessionOptions options = entry->state_->options;
  options.random_counters = std::move(random_counters);
  if (!signature.fetches.empty() || !signature.targets.empty()) {
    RUNNEL_ASSIGN_OR_RETURN(entry->session_,
                            Session::Create(entry->state_->runtime, its.graph, options));
    RUNNEL_ASSIGN_OR_RETURN(entry->callable_, entry->session_->MakeCallable(signature));
  }
  const std::lock_guard lock(entry->state_->mutex);
  if (entry->state_->closed) return FailedPrecondition("the eager context is closed");
  entry->state_->entries.insert(entry.get());
  return entry;
}

Status EagerEntry::CheckHandle(size_t input, const Tensor& given) const {
  const EagerHandle* const handle = AsEagerHandle(given);
  const EagerMaker& want = *body_.makers[input];
  if (handle != nullptr && handle->maker()->id == want.id) return OkStatus();
  return InvalidArgument("input ", input, " must be the handle of \"", want.spec.name, "\" (",
                         want.spec.op, "), which the function was made with; got ",
                         handle == nullptr ? "a " : "that of \"",
                         handle == nullptr ? DTypeName(given.dtype()) : handle->maker()->spec.name,
                         handle == nullptr ? "" : "\"");
}

void EagerEntry::KeepHandles(std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  for (Tensor& output : outputs) {
    if (output.dtype() != DType::kResource) continue;
    for (const Tensor& input : inputs) {
      if (input.dtype() != DType::kResource) continue;
      const auto of = [](const Tensor& handle) {
        return static_cast<const ResourceBuffer*>(handle.buffer().get())->resource().get();
      };
      if (of(input) != of(output)) continue;
      output = input;
      break;
    }
  }
}

Status EagerEntry::Run(std::span<const Tensor> inputs, std::span<Tensor> outputs,
                       const RunOptions* options) {
  if (inputs.size() != body_.inputs.size() || outputs.size() != body_.outputs.size()) {
    return InvalidArgument("there are ", body_.inputs.size(), " inputs and ", body_.outputs.size(),
                           " outputs, got ", inputs.size(), " and ", outputs.size());
  }
  if (options != nullptr && !options->keep_on_device) {
    RunOptions kept = *options;
    kept.keep_on_device = true;
    return Run(inputs, outputs, &kept);
  }
  RunOptions defaults;
  if (options == nullptr) {
    defaults.keep_on_device = true;
    options = &defaults;
  }
  if (straight_ && callable_) return callable_->Run(inputs, outputs, *options);
  return RunAround(inputs, outputs, *options);
}

Status EagerEntry::RunAround(std::span<const Tensor> inputs, std::span<Tensor> outputs,
                             const RunOptions& options) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (body_.makers[i] != nullptr) RUNNEL_RETURN_IF_ERROR(CheckHandle(i, inputs[i]));
  }
  TensorArray feeds(fed_.size());
  for (size_t i = 0; i < fed_.size(); ++i) feeds[i] = inputs[fed_[i]];
  TensorArray fetches(num_fetches_);
  if (callable_) {
    RUNNEL_RETURN_IF_ERROR(callable_->Run(feeds.span(), fetches.span(), options));
    if (gives_handles_) KeepHandles(inputs, fetches.span());
  }
  for (size_t k = 0; k < outputs.size(); ++k) {
    outputs[k] = given_[k] < 0 ? inputs[static_cast<size_t>(~given_[k])]
                               : std::move(fetches[static_cast<size_t>(given_[k])]);
  }
  return OkStatus();
}

}  // namespace runnel
