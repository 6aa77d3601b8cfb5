/* The main path in C99, as a user would write it: build, differentiate, train, save, restore, freeze,
 * run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "runnel/runnel.h"

static void check(rnl_status_t* status, const char* what, int line) {
  if (status == NULL) return;
  fprintf(stderr, "line %d: %s: %s: %s\n", line, what, rnl_code_name(rnl_status_code(status)).data,
          rnl_status_message(status).data);
  rnl_status_release(status);
  exit(1);
}
#define CHECK(call) check((call), #call, __LINE__)
#define REQUIRE(condition)                                                  \
  do {                                                                      \
    if (!(condition)) {                                                     \
      fprintf(stderr, "line %d: %s does not hold\n", __LINE__, #condition); \
      exit(1);                                                              \
    }                                                                       \
  } while (0)

static rnl_output_t op2(rnl_graph_t* g, const char* op, const char* name, rnl_output_t a,
                        rnl_output_t b) {
  rnl_output_t inputs[2], out;
  inputs[0] = a;
  inputs[1] = b;
  CHECK(rnl_graph_add_op(g, rnl_str(op), rnl_str(name), inputs, 2, &out));
  return out;
}

static rnl_output_t scalar(rnl_graph_t* g, const char* name, double value) {
  rnl_tensor_t* t = NULL;
  rnl_output_t out;
  CHECK(rnl_tensor_from_scalar(rnl_graph_runtime(g), RNL_FLOAT, value, &t));
  CHECK(rnl_graph_add_constant(g, rnl_str(name), t, &out));
  rnl_tensor_release(t);
  return out;
}

static rnl_output_t read_variable(rnl_graph_t* g, const char* name, rnl_output_t handle) {
  rnl_node_t node;
  rnl_node_builder_t* b = rnl_node_builder_create(g, rnl_str("ReadVariableOp"), rnl_str(name));
  rnl_node_builder_add_input(b, handle);
  rnl_node_builder_set_attr_type(b, rnl_str("dtype"), RNL_FLOAT);
  CHECK(rnl_node_builder_finish(b, &node));
  return rnl_output(node, 0);
}

/* y = a * x + b learns a = 3 and b = -1 from points on that line. */
int main(int argc, char** argv) {
  rnl_runtime_t* runtime = NULL;
  rnl_graph_t* g = NULL;
  rnl_session_t* session = NULL;
  rnl_tensor_t *xs = NULL, *ys = NULL, *out[2] = {NULL, NULL};
  rnl_output_t x, y, a, b, a_read, b_read, prediction, error, square, grads[2], wrt[2], loss, axes, rate,
      tmp;
  rnl_node_t inits[2], trains[2], init, train;
  rnl_str_t names[2], target;
  rnl_bytes_t* frozen = NULL;
  rnl_tensor_t* axis = NULL;
  const int64_t one[1] = {1}, any[1] = {-1}, four[1] = {4};
  const float x_values[4] = {-1, 0, 1, 2}, y_values[4] = {-4, -1, 2, 5};
  const int32_t zero = 0;
  char prefix[4096];
  int i;
  float got;

  CHECK(rnl_require(RNL_ABI_VERSION));
  CHECK(rnl_runtime_create(NULL, &runtime));
  REQUIRE(rnl_runtime_num_devices(runtime) >= 1);
  REQUIRE(strcmp(rnl_runtime_device_type(runtime, 0).data, "CPU") == 0);
  CHECK(rnl_graph_create(runtime, &g));
  CHECK(rnl_graph_add_placeholder(g, rnl_str("x"), RNL_FLOAT, 1, any, &x));
  CHECK(rnl_graph_add_placeholder(g, rnl_str("y"), RNL_FLOAT, 1, any, &y));
  CHECK(rnl_graph_add_variable(g, rnl_str("a"), RNL_FLOAT, 0, NULL, &a));
  CHECK(rnl_graph_add_variable(g, rnl_str("b"), RNL_FLOAT, 0, NULL, &b));
  inits[0] = op2(g, "AssignVariableOp", "init_a", a, scalar(g, "zero_a", 0)).node;
  inits[1] = op2(g, "AssignVariableOp", "init_b", b, scalar(g, "zero_b", 0)).node;
  CHECK(rnl_graph_add_group(g, rnl_str("init"), inits, 2, &init));
  a_read = read_variable(g, "a/read", a);
  b_read = read_variable(g, "b/read", b);
  prediction = op2(g, "AddV2", "prediction", op2(g, "Mul", "scaled", a_read, x), b_read);
  error = op2(g, "Sub", "error", prediction, y);
  CHECK(rnl_graph_add_op(g, rnl_str("Square"), rnl_str("square"), &error, 1, &square));
  CHECK(rnl_tensor_from_data(runtime, RNL_INT32, 1, one, &zero, sizeof(zero), &axis));
  CHECK(rnl_graph_add_constant(g, rnl_str("axes"), axis, &axes));
  rnl_tensor_release(axis);
  loss = op2(g, "Mean", "loss", square, axes);
  wrt[0] = a_read;
  wrt[1] = b_read;
  CHECK(rnl_graph_add_gradients(g, &loss, NULL, 1, wrt, 2, NULL, 0, rnl_str(NULL), grads));
  rate = scalar(g, "rate", 0.2);
  {
    rnl_output_t apply[3];
    apply[0] = a, apply[1] = rate, apply[2] = grads[0];
    CHECK(rnl_graph_add_op(g, rnl_str("ResourceApplyGradientDescent"), rnl_str("apply_a"), apply, 3,
                           &tmp));
    trains[0] = tmp.node;
    apply[0] = b, apply[2] = grads[1];
    CHECK(rnl_graph_add_op(g, rnl_str("ResourceApplyGradientDescent"), rnl_str("apply_b"), apply, 3,
                           &tmp));
    trains[1] = tmp.node;
  }
  CHECK(rnl_graph_add_group(g, rnl_str("train"), trains, 2, &train));

  CHECK(rnl_session_create(g, NULL, &session));
  target = rnl_str("init");
  CHECK(rnl_session_run(session, NULL, NULL, NULL, 0, NULL, NULL, 0, &target, 1, NULL));
  CHECK(rnl_tensor_from_data(runtime, RNL_FLOAT, 1, four, x_values, sizeof(x_values), &xs));
  CHECK(rnl_tensor_from_data(runtime, RNL_FLOAT, 1, four, y_values, sizeof(y_values), &ys));
  target = rnl_str("train");
  names[0] = rnl_str("x");
  names[1] = rnl_str("y");
  for (i = 0; i < 200; ++i) {
    rnl_tensor_t* feeds[2];
    feeds[0] = xs;
    feeds[1] = ys;
    CHECK(rnl_session_run(session, NULL, names, feeds, 2, NULL, NULL, 0, &target, 1, NULL));
  }
  names[0] = rnl_str("a/read");
  names[1] = rnl_str("b/read:0");
  CHECK(rnl_session_run(session, NULL, NULL, NULL, 0, names, out, 2, NULL, 0, NULL));
  REQUIRE(fabsf(*(const float*)rnl_tensor_data(out[0]) - 3) < 1e-3f);
  REQUIRE(fabsf(*(const float*)rnl_tensor_data(out[1]) + 1) < 1e-3f);
  rnl_tensor_release(out[0]);
  rnl_tensor_release(out[1]);

  snprintf(prefix, sizeof(prefix), "%s/c99_main_path", argc > 1 ? argv[1] : ".");
  CHECK(rnl_session_save(session, rnl_str(prefix)));
  names[0] = rnl_str("prediction");
  CHECK(rnl_session_freeze(session, names, 1, &frozen));
  CHECK(rnl_session_close(session));
  rnl_session_release(session);

  /* A new session restores what was saved; a new graph runs what was frozen. */
  CHECK(rnl_session_create(g, NULL, &session));
  CHECK(rnl_session_restore(session, rnl_str(prefix)));
  names[1] = rnl_str("x");
  CHECK(rnl_session_run(session, NULL, &names[1], &xs, 1, &names[0], out, 1, NULL, 0, NULL));
  got = ((const float*)rnl_tensor_data(out[0]))[3];
  REQUIRE(fabsf(got - 5) < 1e-2f);
  rnl_tensor_release(out[0]);
  rnl_session_release(session);
  rnl_graph_release(g);

  CHECK(rnl_graph_create(runtime, &g));
  CHECK(rnl_graph_import(g, rnl_bytes_view(frozen), NULL));
  CHECK(rnl_session_create(g, NULL, &session));
  CHECK(rnl_session_run(session, NULL, &names[1], &xs, 1, &names[0], out, 1, NULL, 0, NULL));
  REQUIRE(((const float*)rnl_tensor_data(out[0]))[3] == got);
  rnl_tensor_release(out[0]);
  rnl_bytes_release(frozen);
  rnl_session_release(session);
  rnl_graph_release(g);
  rnl_tensor_release(xs);
  rnl_tensor_release(ys);
  rnl_runtime_release(runtime);
  return 0;
}
