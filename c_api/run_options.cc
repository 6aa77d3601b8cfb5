// Cancellation, run options and run metadata.
#include "c_api/internal.h"

using runnel::InvalidArgument;
using runnel::Status;
using namespace runnel::capi;

namespace {

Status CheckIndex(size_t index, size_t count, std::string_view what) {
  if (index < count) return runnel::OkStatus();
  return runnel::OutOfRange(what, " ", index, " of ", count);
}

void Put(rnl_str_t* out, const std::string& text) {
  if (out != nullptr) *out = ToC(std::string_view(text));
}

void Clear(std::initializer_list<rnl_str_t*> outs) {
  for (rnl_str_t* out : outs) {
    if (out != nullptr) *out = kEmpty;
  }
}

}  // namespace

rnl_status_t* rnl_cancellation_create(rnl_cancellation_t** out_cancellation) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_cancellation);
    *out_cancellation = nullptr;
    auto handle = runnel::MakeRef<rnl_cancellation_t>();
    handle->manager = runnel::MakeRef<runnel::CancellationManager>();
    *out_cancellation = handle.release();
    return runnel::OkStatus();
  });
}

rnl_cancellation_t* rnl_cancellation_retain(rnl_cancellation_t* cancellation) {
  return Retain(cancellation);
}

void rnl_cancellation_release(rnl_cancellation_t* cancellation) { Release(cancellation); }

rnl_status_t* rnl_cancellation_cancel(rnl_cancellation_t* cancellation) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(cancellation);
    cancellation->manager->Cancel(runnel::Cancelled("the run was cancelled by its caller"));
    return runnel::OkStatus();
  });
}

bool rnl_cancellation_is_cancelled(const rnl_cancellation_t* cancellation) {
  return cancellation != nullptr && cancellation->manager->cancelled();
}

rnl_status_t* rnl_run_options_create(rnl_run_options_t** out_options) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_options);
    *out_options = nullptr;
    *out_options = new rnl_run_options_t;
    return runnel::OkStatus();
  });
}

void rnl_run_options_release(rnl_run_options_t* options) { delete options; }

rnl_status_t* rnl_run_options_set_timeout(rnl_run_options_t* options, int64_t timeout_ms) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    if (timeout_ms < -1) return InvalidArgument("timeout_ms must be at least -1, got ", timeout_ms);
    options->options.timeout_ms = timeout_ms;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_run_options_set_cancellation(rnl_run_options_t* options,
                                               rnl_cancellation_t* cancellation) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.cancellation = nullptr;
    if (cancellation != nullptr) options->options.cancellation = cancellation->manager;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_run_options_set_trace(rnl_run_options_t* options, bool trace) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.trace = trace;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_run_options_set_profile(rnl_run_options_t* options, bool profile) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.profile = profile;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_run_options_set_partition_graphs(rnl_run_options_t* options, bool want) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.partition_graphs = want;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_run_options_set_keep_on_device(rnl_run_options_t* options, bool keep) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.keep_on_device = keep;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_metadata_create(rnl_metadata_t** out_metadata) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_metadata);
    *out_metadata = nullptr;
    *out_metadata = new rnl_metadata_t;
    return runnel::OkStatus();
  });
}

void rnl_metadata_release(rnl_metadata_t* metadata) { delete metadata; }

int64_t rnl_metadata_launches(const rnl_metadata_t* metadata) {
  return metadata == nullptr ? 0 : metadata->metadata.launches;
}

int64_t rnl_metadata_copies(const rnl_metadata_t* metadata) {
  return metadata == nullptr ? 0 : metadata->metadata.copies;
}

uint64_t rnl_metadata_arena_bytes(const rnl_metadata_t* metadata) {
  return metadata == nullptr ? 0 : metadata->metadata.arena_bytes;
}

double rnl_metadata_planning_seconds(const rnl_metadata_t* metadata) {
  return metadata == nullptr ? 0 : metadata->metadata.planning_seconds;
}

size_t rnl_metadata_num_placements(const rnl_metadata_t* metadata) {
  return metadata == nullptr ? 0 : metadata->metadata.placement.size();
}

rnl_status_t* rnl_metadata_placement(const rnl_metadata_t* metadata, size_t index, rnl_str_t* out_node,
                                     rnl_str_t* out_device) {
  return Guard([&]() -> Status {
    Clear({out_node, out_device});
    RNL_CHECK_NOT_NULL(metadata);
    const auto& list = metadata->metadata.placement;
    RUNNEL_RETURN_IF_ERROR(CheckIndex(index, list.size(), "placement"));
    Put(out_node, list[index].first);
    Put(out_device, list[index].second);
    return runnel::OkStatus();
  });
}

size_t rnl_metadata_num_fallbacks(const rnl_metadata_t* metadata) {
  return metadata == nullptr ? 0 : metadata->metadata.fallbacks.size();
}

rnl_status_t* rnl_metadata_fallback(const rnl_metadata_t* metadata, size_t index, rnl_str_t* out_text) {
  return Guard([&]() -> Status {
    Clear({out_text});
    RNL_CHECK_NOT_NULL(metadata);
    const auto& list = metadata->metadata.fallbacks;
    RUNNEL_RETURN_IF_ERROR(CheckIndex(index, list.size(), "fallback"));
    Put(out_text, list[index]);
    return runnel::OkStatus();
  });
}

size_t rnl_metadata_num_node_stats(const rnl_metadata_t* metadata) {
  return metadata == nullptr ? 0 : metadata->metadata.node_stats.size();
}

rnl_status_t* rnl_metadata_node_stats(const rnl_metadata_t* metadata, size_t index, rnl_str_t* out_node,
                                      rnl_str_t* out_op, rnl_str_t* out_device, int64_t* out_start_ns,
                                      int64_t* out_end_ns) {
  return Guard([&]() -> Status {
    Clear({out_node, out_op, out_device});
    if (out_start_ns != nullptr) *out_start_ns = 0;
    if (out_end_ns != nullptr) *out_end_ns = 0;
    RNL_CHECK_NOT_NULL(metadata);
    const auto& list = metadata->metadata.node_stats;
    RUNNEL_RETURN_IF_ERROR(CheckIndex(index, list.size(), "node stats"));
    Put(out_node, list[index].node);
    Put(out_op, list[index].op);
    Put(out_device, list[index].device);
    if (out_start_ns != nullptr) *out_start_ns = list[index].start_ns;
    if (out_end_ns != nullptr) *out_end_ns = list[index].end_ns;
    return runnel::OkStatus();
  });
}

size_t rnl_metadata_num_partitions(const rnl_metadata_t* metadata) {
  return metadata == nullptr ? 0 : metadata->metadata.partition_graphs.size();
}

rnl_status_t* rnl_metadata_partition(const rnl_metadata_t* metadata, size_t index, rnl_str_t* out_device,
                                     rnl_bytes_t** out_graph_def) {
  return Guard([&]() -> Status {
    Clear({out_device});
    if (out_graph_def != nullptr) *out_graph_def = nullptr;
    RNL_CHECK_NOT_NULL(metadata);
    const auto& list = metadata->metadata.partition_graphs;
    RUNNEL_RETURN_IF_ERROR(CheckIndex(index, list.size(), "partition"));
    if (out_graph_def != nullptr) {
      RUNNEL_ASSIGN_OR_RETURN(std::string bytes, runnel::EncodeGraphDef(list[index].second));
      *out_graph_def = NewBytes(std::move(bytes));
    }
    Put(out_device, list[index].first);
    return runnel::OkStatus();
  });
}
