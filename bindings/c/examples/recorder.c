#include "recorder.h"

#include <stdio.h>
#include <string.h>

enum { NOW = -1 }; /* wall time */

static rnl_status_t* write_graph(rnl_event_writer_t* events, const rnl_graph_t* graph) {
  rnl_bytes_t* graph_def = NULL;
  rnl_status_t* status = rnl_graph_export(graph, &graph_def);
  if (status == NULL) status = rnl_event_writer_add_graph(events, rnl_bytes_view(graph_def), NOW);
  rnl_bytes_release(graph_def);
  return status;
}

rnl_status_t* recorder_open(recorder_t* recorder, rnl_runtime_t* runtime, const rnl_graph_t* graph,
                            const char* events, const char* trace) {
  rnl_status_t* status = NULL;
  memset(recorder, 0, sizeof(*recorder));
  if (events != NULL) {
    status = rnl_event_writer_create(runtime, rnl_str(events), rnl_str(""), &recorder->events);
    if (status == NULL) status = write_graph(recorder->events, graph);
  }
  if (status != NULL || trace == NULL) return status;
  recorder->trace_path = trace;
  status = rnl_trace_create(&recorder->trace);
  if (status == NULL) status = rnl_metadata_create(&recorder->metadata);
  if (status == NULL) status = rnl_run_options_create(&recorder->traced);
  if (status == NULL) status = rnl_run_options_set_trace(recorder->traced, true);
  return status;
}

rnl_status_t* recorder_scalar(recorder_t* recorder, int64_t step, const char* tag, double value) {
  if (recorder->events == NULL) return NULL;
  return rnl_event_writer_add_scalar(recorder->events, rnl_str(tag), (float)value, step, NOW);
}

rnl_status_t* recorder_curves(recorder_t* recorder, int64_t step, double loss, double accuracy,
                              double images_per_second) {
  rnl_status_t* status = recorder_scalar(recorder, step, "loss", loss);
  if (status == NULL) status = recorder_scalar(recorder, step, "accuracy", accuracy);
  if (status == NULL) status = recorder_scalar(recorder, step, "images_per_second", images_per_second);
  return status;
}

rnl_status_t* recorder_weights(recorder_t* recorder, rnl_session_t* session, const model_t* model,
                               int64_t step) {
  rnl_tensor_t* summary = NULL;
  rnl_str_t bytes;
  rnl_status_t* status;
  if (recorder->events == NULL) return NULL;
  status =
      rnl_session_run_outputs(session, NULL, NULL, NULL, 0, &model->summary, &summary, 1, NULL, 0, NULL);
  if (status == NULL) status = rnl_tensor_get_string(summary, 0, &bytes);
  if (status == NULL) status = rnl_event_writer_add_summary(recorder->events, bytes, step, NOW);
  rnl_tensor_release(summary);
  return status;
}

rnl_status_t* recorder_traced(recorder_t* recorder, int64_t step, int is_last) {
  rnl_bytes_t* run_metadata = NULL;
  char tag[40];
  rnl_status_t* status = rnl_trace_add_step(recorder->trace, recorder->metadata);
  if (status != NULL || !is_last || recorder->events == NULL) return status;
  snprintf(tag, sizeof(tag), "step %lld", (long long)step);
  status = rnl_metadata_export(recorder->metadata, &run_metadata);
  if (status == NULL) {
    status = rnl_event_writer_add_run_metadata(recorder->events, rnl_str(tag),
                                               rnl_bytes_view(run_metadata), step, NOW);
  }
  rnl_bytes_release(run_metadata);
  return status;
}

static rnl_status_t* write_trace(recorder_t* recorder, int* out_written) {
  rnl_bytes_t* json = NULL;
  FILE* file;
  rnl_status_t* status = rnl_trace_json(recorder->trace, &json);
  *out_written = 0;
  if (status != NULL) return status;
  file = fopen(recorder->trace_path, "wb");
  if (file != NULL) {
    rnl_str_t text = rnl_bytes_view(json);
    *out_written = fwrite(text.data, 1, text.size, file) == text.size;
    if (fclose(file) != 0) *out_written = 0;
  }
  rnl_bytes_release(json);
  return NULL;
}

rnl_status_t* recorder_close(recorder_t* recorder, int failed, int* out_written) {
  rnl_status_t* status = NULL;
  *out_written = 1;
  if (!failed && recorder->trace != NULL) status = write_trace(recorder, out_written);
  if (!failed && status == NULL && recorder->events != NULL)
    status = rnl_event_writer_close(recorder->events);
  rnl_event_writer_release(recorder->events);
  rnl_trace_release(recorder->trace);
  rnl_metadata_release(recorder->metadata);
  rnl_run_options_release(recorder->traced);
  memset(recorder, 0, sizeof(*recorder));
  return status;
}
