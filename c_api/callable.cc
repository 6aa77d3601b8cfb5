// Callables. The steady path allocates nothing: arrays of tensors and handles are kept for the next
// call.
#include "c_api/callable.h"

using runnel::InvalidArgument;
using runnel::Ref;
using runnel::RunMetadata;
using runnel::RunOptions;
using runnel::Signature;
using runnel::Status;
using namespace runnel::capi;

rnl_status_t* rnl_session_prepare(rnl_session_t* session, const rnl_output_t* feed_outputs,
                                  size_t num_feeds, const rnl_output_t* fetch_outputs,
                                  size_t num_fetches, const rnl_node_t* targets, size_t num_targets,
                                  rnl_callable_t** out_callable) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_callable);
    *out_callable = nullptr;
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(const Signature signature,
                            ToSignature(*session->graph->graph, feed_outputs, num_feeds, fetch_outputs,
                                        num_fetches, targets, num_targets));
    const auto handle = Ref<rnl_callable_t>::Adopt(
        new rnl_callable_t(Ref<rnl_session_t>::Share(session), num_feeds, num_fetches));
    RUNNEL_ASSIGN_OR_RETURN(handle->callable, session->session->MakeCallable(signature));
    *out_callable = Retain(handle.get());
    return runnel::OkStatus();
  });
}

rnl_callable_t* rnl_callable_retain(rnl_callable_t* callable) { return Retain(callable); }

void rnl_callable_release(rnl_callable_t* callable) { Release(callable); }

namespace {

Status RunWith(rnl_callable_t* callable, const RunOptions& options, rnl_tensor_t* const* feeds,
               rnl_tensor_t** out_fetches, rnl_metadata_t* metadata, Scratch* scratch) {
  for (size_t i = 0; i < callable->num_feeds; ++i) {
    if (feeds[i] == nullptr) return InvalidArgument("feed ", i, " of ", callable->num_feeds, " is NULL");
    scratch->feeds[i] = feeds[i]->tensor;
  }
  RunMetadata* core_metadata = nullptr;
  if (metadata != nullptr) {
    metadata->metadata = RunMetadata();
    core_metadata = &metadata->metadata;
  }
  RUNNEL_RETURN_IF_ERROR(
      callable->callable->Run(scratch->feeds, scratch->fetches, options, core_metadata));
  size_t made = 0;
  try {
    for (; made < callable->num_fetches; ++made) {
      out_fetches[made] = callable->handles->Take(callable->owner);
      out_fetches[made]->tensor = std::move(scratch->fetches[made]);
    }
  } catch (const std::bad_alloc&) {
    while (made > 0) {
      out_fetches[--made]->Release();
      out_fetches[made] = nullptr;
    }
    return Status::OutOfMemory();
  }
  return runnel::OkStatus();
}

}  // namespace

rnl_status_t* rnl_callable_run(rnl_callable_t* callable, const rnl_run_options_t* options,
                               rnl_tensor_t* const* feeds, size_t num_feeds, rnl_tensor_t** out_fetches,
                               size_t num_fetches, rnl_metadata_t* metadata) {
  for (size_t i = 0; out_fetches != nullptr && i < num_fetches; ++i) out_fetches[i] = nullptr;
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(callable);
    if (num_feeds != callable->num_feeds || num_fetches != callable->num_fetches) {
      return InvalidArgument("the callable takes ", callable->num_feeds, " feeds and gives ",
                             callable->num_fetches, " fetches, got ", num_feeds, " and ", num_fetches);
    }
    if (feeds == nullptr && num_feeds != 0) return NullArgument("feeds");
    if (out_fetches == nullptr && num_fetches != 0) return NullArgument("out_fetches");
    RUNNEL_RETURN_IF_ERROR(callable->runtime().CheckProcess());
    const RunOptions defaults;
    std::unique_ptr<Scratch> scratch = callable->TakeScratch();
    Status status = RunWith(callable, options == nullptr ? defaults : options->options, feeds,
                            out_fetches, metadata, scratch.get());
    callable->GiveScratch(std::move(scratch));
    return status;
  });
}
