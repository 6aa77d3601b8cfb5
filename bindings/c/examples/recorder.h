/* What a training run leaves for TensorBoard and Perfetto: event files with curves, histograms of the
 * weights, the graph and one step's run metadata; and a trace of the last steps. */
#ifndef RUNNEL_EXAMPLES_RECORDER_H_
#define RUNNEL_EXAMPLES_RECORDER_H_

#include <runnel/runnel.h>

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  rnl_event_writer_t* events; /* NULL: none are written */
  rnl_trace_t* trace;         /* NULL: no step is traced */
  rnl_run_options_t* traced;  /* for a step that is traced, with the metadata */
  rnl_metadata_t* metadata;
  const char* trace_path;
} recorder_t;

/* Opens an event file in the folder `events` and gets ready to write a trace to the file `trace`; either
 * may be NULL. `recorder` is closed by recorder_close, whatever this answers. */
rnl_status_t* recorder_open(recorder_t* recorder, rnl_runtime_t* runtime, const rnl_graph_t* graph,
                            const char* events, const char* trace);
/* A point of each curve. Does nothing without events. */
rnl_status_t* recorder_curves(recorder_t* recorder, int64_t step, double loss, double accuracy,
                              double images_per_second);
rnl_status_t* recorder_scalar(recorder_t* recorder, int64_t step, const char* tag, double value);
/* Histograms of the weights as they are now. Does nothing without events. */
rnl_status_t* recorder_weights(recorder_t* recorder, rnl_session_t* session, const model_t* model,
                               int64_t step);
/* Takes what recorder->metadata tells of a step that ran with recorder->traced. With `is_last` the run
 * metadata go to the events too. */
rnl_status_t* recorder_traced(recorder_t* recorder, int64_t step, int is_last);
/* Writes the trace, flushes the events, releases everything. With `failed` nothing more is written.
 * *out_written is 0 if the trace's file cannot be written. */
rnl_status_t* recorder_close(recorder_t* recorder, int failed, int* out_written);

#ifdef __cplusplus
}
#endif

#endif /* RUNNEL_EXAMPLES_RECORDER_H_ */
