// Traces of steps.
#include "core/runtime/step/trace.h"

#include "c_api/internal.h"

using runnel::FailedPrecondition;
using runnel::Status;
using namespace runnel::capi;

struct rnl_trace_t {
  runnel::TraceFile file;
};

rnl_status_t* rnl_trace_create(rnl_trace_t** out_trace) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_trace);
    *out_trace = nullptr;
    *out_trace = new rnl_trace_t;
    return runnel::OkStatus();
  });
}

void rnl_trace_release(rnl_trace_t* trace) { delete trace; }

rnl_status_t* rnl_trace_add_step(rnl_trace_t* trace, const rnl_metadata_t* metadata) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(trace);
    RNL_CHECK_NOT_NULL(metadata);
    if (metadata->metadata.start_ns == 0) {
      return FailedPrecondition("the metadata is of no traced run: see rnl_run_options_set_trace");
    }
    trace->file.AddStep(metadata->metadata);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_trace_json(const rnl_trace_t* trace, rnl_bytes_t** out_json) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_json);
    *out_json = nullptr;
    RNL_CHECK_NOT_NULL(trace);
    *out_json = NewBytes(trace->file.Json());
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_metadata_export(const rnl_metadata_t* metadata, rnl_bytes_t** out_run_metadata) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_run_metadata);
    *out_run_metadata = nullptr;
    RNL_CHECK_NOT_NULL(metadata);
    RUNNEL_ASSIGN_OR_RETURN(std::string bytes, runnel::EncodeRunMetadata(metadata->metadata));
    *out_run_metadata = NewBytes(std::move(bytes));
    return runnel::OkStatus();
  });
}
