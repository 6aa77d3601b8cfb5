/* What a library that tools/embed has built says when it is asked for what it was built without. Each
 * line is a name, the status code, and the message. */
#include <runnel/runnel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rnl_runtime_t* runtime;

static void tell(const char* name, rnl_status_t* status) {
  const rnl_str_t message = rnl_status_message(status);
  printf("%s\t%d\t%.*s\n", name, (int)rnl_status_code(status), (int)message.size, message.data);
  rnl_status_release(status);
}

static rnl_graph_t* new_graph(void) {
  rnl_graph_t* graph = NULL;
  rnl_status_release(rnl_graph_create(runtime, &graph));
  return graph;
}

static rnl_output_t placeholder(rnl_graph_t* graph, const char* name, rnl_dtype_t dtype) {
  rnl_output_t output;
  tell("placeholder", rnl_graph_add_placeholder(graph, rnl_str(name), dtype, -1, NULL, &output));
  return output;
}

static void ops_and_types(void) {
  rnl_graph_t* graph = new_graph();
  rnl_output_t x = placeholder(graph, "x", RNL_FLOAT), y = placeholder(graph, "y", RNL_DOUBLE), out,
               pair[2];
  rnl_session_t* session;
  rnl_tensor_t *value, *fetched;
  rnl_str_t feed = rnl_str("y"), fetch = rnl_str("product");
  const int64_t dims[2] = {1, 1};
  void* data;
  tell("op", rnl_graph_add_op(graph, rnl_str("Sin"), rnl_str("sin"), &x, 1, &out));
  pair[0] = pair[1] = y;
  tell("add", rnl_graph_add_op(graph, rnl_str("MatMul"), fetch, pair, 2, &out));
  tell("session", rnl_session_create(graph, NULL, &session));
  tell("tensor", rnl_tensor_create(runtime, RNL_DOUBLE, 2, dims, &value));
  tell("data", rnl_tensor_mutable_data(value, &data));
  memset(data, 0, rnl_tensor_size_bytes(value));
  tell("type", rnl_session_run(session, NULL, &feed, &value, 1, &fetch, &fetched, 1, NULL, 0, NULL));
  rnl_tensor_release(value);
  rnl_session_release(session);
  rnl_graph_release(graph);
}

static void text(void) {
  rnl_graph_t* graph = new_graph();
  tell("text", rnl_graph_import(graph, rnl_str("node { name: \"n\" op: \"NoOp\" }"), NULL));
  rnl_graph_release(graph);
}

static void gradients(void) {
  rnl_graph_t* graph = new_graph();
  rnl_output_t x = placeholder(graph, "x", RNL_FLOAT), y, dx;
  tell("add", rnl_graph_add_op(graph, rnl_str("Relu"), rnl_str("relu"), &x, 1, &y));
  tell("gradient", rnl_graph_add_gradients(graph, &y, NULL, 1, &x, 1, NULL, 0, rnl_str(""), &dx));
  rnl_graph_release(graph);
}

static void sessions(void) {
  rnl_graph_t* graph = new_graph();
  rnl_session_options_t* options;
  rnl_session_t* session = NULL;
  tell("options", rnl_session_options_create(&options));
  tell("option", rnl_session_options_set_automatic_placement(options, true));
  tell("automatic", rnl_session_create(graph, options, &session));
  tell("option", rnl_session_options_set_automatic_placement(options, false));
  tell("option", rnl_session_options_set_target(options, rnl_str("runnel://127.0.0.1:1")));
  tell("cluster", rnl_session_create(graph, options, &session));
  rnl_session_options_release(options);
  rnl_graph_release(graph);
}

static void meta_graphs(void) {
  rnl_meta_graph_t* meta;
  tell("metagraph", rnl_meta_graph_create(&meta));
  rnl_meta_graph_release(meta);
}

static rnl_status_t* call(void* arg, rnl_host_call_t* host_call) {
  (void)arg;
  (void)host_call;
  return NULL;
}

static void eager(void) {
  rnl_eager_t* context = NULL;
  tell("eager", rnl_eager_create(runtime, NULL, &context));
  rnl_eager_release(context);
}

static void plugins(void) {
  tell("function", rnl_runtime_set_host_function(runtime, rnl_str("f"), call, NULL, NULL));
  tell("plugin", rnl_runtime_load_plugin(runtime, rnl_str("/librunnel_cuda.so")));
}

int main(void) {
  rnl_status_t* status = rnl_runtime_create(NULL, &runtime);
  tell("runtime", status);
  if (runtime == NULL) return 1;
  ops_and_types();
  text();
  gradients();
  sessions();
  meta_graphs();
  eager();
  plugins();
  rnl_runtime_release(runtime);
  return 0;
}
