// What cgo needs beside runnel.h: callbacks of C that call Go, with a handle where C has a pointer of
// the caller's.
#ifndef RUNNEL_GO_BRIDGE_H_
#define RUNNEL_GO_BRIDGE_H_

#include <runnel/runnel.h>

rnl_status_t* runnel_go_set_log(rnl_runtime_options_t* options, uintptr_t log);
rnl_status_t* runnel_go_start(rnl_session_t* session, const rnl_run_options_t* options,
                              const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds,
                              size_t num_feeds, const rnl_output_t* fetch_outputs, size_t num_fetches,
                              const rnl_node_t* targets, size_t num_targets, uintptr_t waiter);

#endif  // RUNNEL_GO_BRIDGE_H_
