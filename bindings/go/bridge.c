#include "bridge.h"

#include "_cgo_export.h"

static void on_log(void* arg, rnl_severity_t severity, rnl_str_t message) {
  runnelGoLog((uintptr_t)arg, severity, message);
}

static void on_done(void* arg, rnl_status_t* status, rnl_tensor_t* const* fetches, size_t num_fetches) {
  runnelGoDone((uintptr_t)arg, status, (rnl_tensor_t**)fetches, num_fetches);
}

rnl_status_t* runnel_go_set_log(rnl_runtime_options_t* options, uintptr_t log) {
  return rnl_runtime_options_set_log(options, on_log, (void*)log);
}

rnl_status_t* runnel_go_start(rnl_session_t* session, const rnl_run_options_t* options,
                              const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds,
                              size_t num_feeds, const rnl_output_t* fetch_outputs, size_t num_fetches,
                              const rnl_node_t* targets, size_t num_targets, uintptr_t waiter) {
  return rnl_session_run_callback(session, options, feed_outputs, feeds, num_feeds, fetch_outputs,
                                  num_fetches, targets, num_targets, on_done, (void*)waiter);
}
