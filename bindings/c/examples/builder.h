/* What the graphs of these examples are built with. Every call that adds to the graph keeps the first
 * failure in builder_t and does nothing after it, so that the models read as the formulas they are. */
#ifndef RUNNEL_EXAMPLES_BUILDER_H_
#define RUNNEL_EXAMPLES_BUILDER_H_

#include <runnel/runnel.h>
#include <stdio.h>
#include <string.h>

enum { MAX_PARAMETERS = 8, MAX_ASSIGNMENTS = 3 * MAX_PARAMETERS + 3 };

/* A variable that is trained. */
typedef struct {
  const char* name;
  int rank;
  int64_t dims[4];
  char device[64]; /* where it is to be; empty: anywhere */
  rnl_output_t handle, value;
} parameter_t;

typedef struct {
  rnl_graph_t* graph;
  rnl_status_t* status; /* the first failure */
  uint64_t seed;
  rnl_device_setter_t* setter;  /* may be NULL */
  const rnl_node_t* read_after; /* variables are read after this node; may be NULL */
  char shared_device[64];       /* for what all replicas share besides parameters */
  parameter_t parameters[MAX_PARAMETERS];
  int num_parameters;
  rnl_node_t initializers[MAX_ASSIGNMENTS];
  rnl_output_t handles[MAX_ASSIGNMENTS]; /* of the variables that these give values */
  rnl_dtype_t dtypes[MAX_ASSIGNMENTS];
  size_t num_initializers;
} builder_t;

/* Remembers a failure; tells whether building goes on. */
static inline int keep(builder_t* b, rnl_status_t* status) {
  if (b->status == NULL) {
    b->status = status;
  } else {
    rnl_status_release(status);
  }
  return b->status == NULL;
}

static inline rnl_output_t op(builder_t* b, const char* type, const char* name,
                              const rnl_output_t* inputs, size_t count) {
  rnl_output_t out = {RNL_NO_NODE, 0};
  if (b->status == NULL)
    keep(b, rnl_graph_add_op(b->graph, rnl_str(type), rnl_str(name), inputs, count, &out));
  return out;
}

static inline rnl_output_t unary(builder_t* b, const char* type, const char* name, rnl_output_t x) {
  return op(b, type, name, &x, 1);
}

static inline rnl_output_t binary(builder_t* b, const char* type, const char* name, rnl_output_t x,
                                  rnl_output_t y) {
  rnl_output_t inputs[2];
  inputs[0] = x;
  inputs[1] = y;
  return op(b, type, name, inputs, 2);
}

/* An op with one type attr that its inputs do not determine. */
static inline rnl_output_t typed(builder_t* b, const char* type, const char* name, const char* attr,
                                 rnl_dtype_t dtype, rnl_output_t x) {
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  if (b->status != NULL) return x;
  node = rnl_node_builder_create(b->graph, rnl_str(type), rnl_str(name));
  rnl_node_builder_add_input(node, x);
  rnl_node_builder_set_attr_type(node, rnl_str(attr), dtype);
  keep(b, rnl_node_builder_finish(node, &added));
  return rnl_output(added, 0);
}

static inline rnl_output_t constant(builder_t* b, rnl_tensor_t* value) {
  rnl_output_t out = {RNL_NO_NODE, 0};
  if (b->status == NULL) keep(b, rnl_graph_add_constant(b->graph, rnl_str(""), value, &out));
  rnl_tensor_release(value);
  return out;
}

static inline rnl_output_t number(builder_t* b, rnl_dtype_t dtype, double value) {
  rnl_tensor_t* tensor = NULL;
  if (b->status == NULL)
    keep(b, rnl_tensor_from_scalar(rnl_graph_runtime(b->graph), dtype, value, &tensor));
  return constant(b, tensor);
}

static inline rnl_output_t int32_vector(builder_t* b, const int32_t* values, int64_t count) {
  rnl_tensor_t* tensor = NULL;
  if (b->status == NULL) {
    keep(b, rnl_tensor_from_data(rnl_graph_runtime(b->graph), RNL_INT32, 1, &count, values,
                                 (size_t)count * sizeof(int32_t), &tensor));
  }
  return constant(b, tensor);
}

static inline rnl_output_t read(builder_t* b, rnl_output_t variable, rnl_dtype_t dtype) {
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  if (b->status != NULL) return rnl_output(added, 0);
  node = rnl_node_builder_create(b->graph, rnl_str("ReadVariableOp"), rnl_str(""));
  rnl_node_builder_add_input(node, variable);
  rnl_node_builder_set_attr_type(node, rnl_str("dtype"), dtype);
  if (b->read_after != NULL) rnl_node_builder_add_control_input(node, *b->read_after);
  keep(b, rnl_node_builder_finish(node, &added));
  return rnl_output(added, 0);
}

/* Adds a node that runs after all of `after`. */
static inline rnl_node_t node_after(builder_t* b, const char* type, const rnl_output_t* inputs,
                                    size_t count, const rnl_node_t* after, int num_after) {
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  int i;
  if (b->status != NULL) return added;
  node = rnl_node_builder_create(b->graph, rnl_str(type), rnl_str(""));
  for (i = 0; i < (int)count; ++i) rnl_node_builder_add_input(node, inputs[i]);
  for (i = 0; i < num_after; ++i) rnl_node_builder_add_control_input(node, after[i]);
  keep(b, rnl_node_builder_finish(node, &added));
  return added;
}

/* The device for a variable of so many numbers. */
static inline void choose_device(builder_t* b, int64_t count, char device[64]) {
  rnl_str_t chosen = {"", 0};
  if (b->setter != NULL && b->status == NULL)
    keep(b, rnl_device_setter_next(b->setter, (uint64_t)count * sizeof(float), &chosen));
  snprintf(device, 64, "%.*s", (int)chosen.size, chosen.data);
}

/* The handle of a variable. */
static inline rnl_output_t variable_handle(builder_t* b, const char* name, rnl_dtype_t dtype, int rank,
                                           const int64_t* dims, const char* device) {
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  if (b->status == NULL) {
    node = rnl_node_builder_create(b->graph, rnl_str("VarHandleOp"), rnl_str(name));
    rnl_node_builder_set_attr_type(node, rnl_str("dtype"), dtype);
    rnl_node_builder_set_attr_shape(node, rnl_str("shape"), rank, dims);
    if (device[0] != '\0') rnl_node_builder_set_device(node, rnl_str(device));
    keep(b, rnl_node_builder_finish(node, &added));
  }
  return rnl_output(added, 0);
}

/* Gives a variable its first value, after those that `last` waits for. */
static inline void initialize(builder_t* b, rnl_output_t handle, rnl_dtype_t dtype,
                              rnl_output_t first_value, int last) {
  rnl_output_t in[2];
  in[0] = handle;
  in[1] = first_value;
  b->handles[b->num_initializers] = handle;
  b->dtypes[b->num_initializers] = dtype;
  b->initializers[b->num_initializers] =
      node_after(b, "AssignVariableOp", in, 2, b->initializers, last ? (int)b->num_initializers : 0);
  ++b->num_initializers;
}

static inline rnl_output_t variable(builder_t* b, const char* name, rnl_dtype_t dtype, int rank,
                                    const int64_t* dims, const char* device, rnl_output_t first_value) {
  rnl_output_t handle = variable_handle(b, name, dtype, rank, dims, device);
  initialize(b, handle, dtype, first_value, 0);
  return handle;
}

static inline rnl_output_t zeros(builder_t* b, int rank, const int64_t* dims) {
  int32_t shape[4] = {0, 0, 0, 0};
  int i;
  for (i = 0; i < rank; ++i) shape[i] = (int32_t)dims[i];
  return binary(b, "Fill", "", int32_vector(b, shape, rank), number(b, RNL_FLOAT, 0));
}

static inline rnl_output_t placeholder(builder_t* b, const char* name, rnl_dtype_t dtype, int rank,
                                       const int64_t* dims) {
  rnl_output_t out = {RNL_NO_NODE, 0};
  if (b->status == NULL) {
    keep(b, rnl_graph_add_placeholder(b->graph, rnl_str(name), dtype, rank, dims, &out));
  }
  return out;
}

static inline void group(builder_t* b, const char* name, const rnl_node_t* nodes, size_t count,
                         rnl_node_t* out) {
  if (b->status == NULL) keep(b, rnl_graph_add_group(b->graph, rnl_str(name), nodes, count, out));
}

#endif /* RUNNEL_EXAMPLES_BUILDER_H_ */
