#include "exchange_graph.h"

static int64_t num_elements(const parameter_t* p) {
  int64_t count = 1;
  int i;
  for (i = 0; i < p->rank; ++i) count *= p->dims[i];
  return count;
}

/* A node with an output of the given type that no input determines. */
static rnl_output_t source(builder_t* b, const char* type, const char* name, const char* device,
                           const rnl_output_t* input, const rnl_output_t* second, const char* attr,
                           rnl_dtype_t dtype, int is_list) {
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  if (b->status != NULL) return rnl_output(added, 0);
  node = rnl_node_builder_create(b->graph, rnl_str(type), rnl_str(name));
  if (input != NULL) rnl_node_builder_add_input(node, *input);
  if (second != NULL) rnl_node_builder_add_input(node, *second);
  if (is_list) {
    rnl_node_builder_set_attr_type_list(node, rnl_str(attr), &dtype, 1);
  } else {
    rnl_node_builder_set_attr_type(node, rnl_str(attr), dtype);
  }
  if (device != NULL && device[0] != '\0') rnl_node_builder_set_device(node, rnl_str(device));
  keep(b, rnl_node_builder_finish(node, &added));
  return rnl_output(added, 0);
}

static rnl_output_t accumulator(builder_t* b, const parameter_t* p) {
  char name[96];
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  if (b->status != NULL) return rnl_output(added, 0);
  snprintf(name, sizeof(name), "%s/accumulator", p->name);
  node = rnl_node_builder_create(b->graph, rnl_str("ConditionalAccumulator"), rnl_str(name));
  rnl_node_builder_set_attr_type(node, rnl_str("dtype"), RNL_FLOAT);
  rnl_node_builder_set_attr_shape(node, rnl_str("shape"), p->rank, p->dims);
  if (p->device[0] != '\0') rnl_node_builder_set_device(node, rnl_str(p->device));
  keep(b, rnl_node_builder_finish(node, &added));
  return rnl_output(added, 0);
}

static rnl_output_t queue(builder_t* b, const char* name) {
  return source(b, "FIFOQueueV2", name, b->shared_device, NULL, NULL, "component_types", RNL_INT64, 1);
}

static rnl_output_t dequeue(builder_t* b, rnl_output_t from) {
  return source(b, "QueueDequeueV2", "", NULL, &from, NULL, "component_types", RNL_INT64, 1);
}

static rnl_node_t enqueue(builder_t* b, rnl_output_t to, rnl_output_t value, const rnl_node_t* after,
                          int num_after) {
  rnl_output_t in[2];
  in[0] = to;
  in[1] = value;
  return node_after(b, "QueueEnqueueV2", in, 2, after, num_after);
}

/* Gradients go into an accumulator for each variable, beside it; what is taken from there updates it.
 * Source: Chen et al. 2016, "Revisiting distributed synchronous SGD". */
static void exchange_sync(builder_t* b, exchange_t* x, rnl_output_t* gradients) {
  const int64_t three[1] = {3}, two[1] = {2};
  rnl_node_t applied[MAX_PARAMETERS], set[MAX_PARAMETERS];
  rnl_output_t messages, in[3];
  int i, n = b->num_parameters;
  x->local_step = placeholder(b, "local_step", RNL_INT64, 0, NULL);
  x->message = placeholder(b, "message", RNL_INT64, 1, three);
  x->token = placeholder(b, "token", RNL_INT64, 1, two);
  x->required = placeholder(b, "required", RNL_INT32, 0, NULL);
  for (i = 0; i < n; ++i) {
    rnl_output_t handle = in[0] = accumulator(b, &b->parameters[i]);
    in[1] = x->local_step;
    in[2] = gradients[i];
    applied[i] = node_after(b, "AccumulatorApplyGradient", in, 3, NULL, 0);
    set[i] = node_after(b, "AccumulatorSetGlobalStep", in, 2, NULL, 0);
    x->counts[i] = unary(b, "AccumulatorNumAccumulated", "", handle);
    x->taken[i] = gradients[i] =
        source(b, "AccumulatorTakeGradient", "", NULL, &handle, &x->required, "dtype", RNL_FLOAT, 0);
  }
  x->num_accumulators = n;
  messages = queue(b, "messages");
  x->apply = enqueue(b, messages, x->message, applied, n);
  x->send = enqueue(b, messages, x->message, NULL, 0);
  x->next_message = dequeue(b, messages);
  for (i = 0; i < x->spec.replicas; ++i) {
    char name[32];
    rnl_output_t tokens;
    snprintf(name, sizeof(name), "tokens_%d", i);
    tokens = queue(b, name);
    x->give[i] = enqueue(b, tokens, x->token, NULL, 0);
    if (i != x->spec.replica) continue;
    x->next_token = dequeue(b, tokens);
    x->tokens_left = unary(b, "QueueSizeV2", "", tokens);
  }
  group(b, "set_step", set, (size_t)n, &x->set_step);
}

/* Reductions of gradients have the numbers from 1 on. */
enum { MEET = 1000, ADOPT };

/* The sum ("Id") or mean ("Div") over all replicas of what each of them gives for the same number. */
static rnl_output_t reduce(builder_t* b, const exchange_t* x, int instance, const char* final,
                           rnl_output_t value) {
  rnl_node_t added = RNL_NO_NODE;
  const int64_t whole = 0;
  rnl_node_builder_t* node;
  if (b->status != NULL) return rnl_output(added, 0);
  node = rnl_node_builder_create(b->graph, rnl_str("CollectiveReduce"), rnl_str(""));
  rnl_node_builder_add_input(node, value);
  rnl_node_builder_set_attr_int(node, rnl_str("group_size"), x->spec.replicas);
  rnl_node_builder_set_attr_int(node, rnl_str("group_key"), 1);
  rnl_node_builder_set_attr_int(node, rnl_str("instance_key"), instance);
  rnl_node_builder_set_attr_string(node, rnl_str("merge_op"), rnl_str("Add"));
  rnl_node_builder_set_attr_string(node, rnl_str("final_op"), rnl_str(final));
  rnl_node_builder_set_attr_int_list(node, rnl_str("subdiv_offsets"), &whole, 1);
  keep(b, rnl_node_builder_finish(node, &added));
  return rnl_output(added, 0);
}

/* One reduction of gradients [first, last], laid end to end, and taken apart again. */
static void reduce_bucket(builder_t* b, const exchange_t* x, int first, int last,
                          rnl_output_t* gradients) {
  const int32_t flat = -1;
  int32_t counts[MAX_PARAMETERS], dims[4];
  rnl_output_t parts[MAX_PARAMETERS], all;
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  int i, k, n = last - first + 1;
  for (i = 0; i < n; ++i) {
    counts[i] = (int32_t)num_elements(&b->parameters[first + i]);
    parts[i] = binary(b, "Reshape", "", gradients[first + i], int32_vector(b, &flat, 1));
  }
  all = number(b, RNL_INT32, 0);
  if (b->status != NULL) return;
  node = rnl_node_builder_create(b->graph, rnl_str("ConcatV2"), rnl_str(""));
  rnl_node_builder_add_input_list(node, parts, (size_t)n);
  rnl_node_builder_add_input(node, all);
  keep(b, rnl_node_builder_finish(node, &added));
  parts[0] = reduce(b, x, first + 1, "Div", rnl_output(added, 0));
  parts[1] = int32_vector(b, counts, n);
  if (b->status != NULL) return;
  node = rnl_node_builder_create(b->graph, rnl_str("SplitV"), rnl_str(""));
  rnl_node_builder_add_input(node, parts[0]);
  rnl_node_builder_add_input(node, parts[1]);
  rnl_node_builder_add_input(node, all);
  rnl_node_builder_set_attr_int(node, rnl_str("num_split"), n);
  keep(b, rnl_node_builder_finish(node, &added));
  for (i = 0; i < n; ++i) {
    const parameter_t* p = &b->parameters[first + i];
    for (k = 0; k < p->rank; ++k) dims[k] = (int32_t)p->dims[k];
    gradients[first + i] =
        binary(b, "Reshape", "", rnl_output(added, i), int32_vector(b, dims, p->rank));
  }
}

/* The mean of all replicas' gradients. Those of the last layers are computed first: going backwards, as
 * many as fit share a bucket, which is sent as soon as it is whole while the rest is computed. */
static void exchange_allreduce(builder_t* b, exchange_t* x, rnl_output_t* gradients) {
  int first, last;
  for (last = b->num_parameters - 1; last >= 0 && b->status == NULL; last = first - 1) {
    int64_t bytes = num_elements(&b->parameters[last]) * (int64_t)sizeof(float);
    for (first = last; first > 0; --first) {
      bytes += num_elements(&b->parameters[first - 1]) * (int64_t)sizeof(float);
      if (bytes > x->spec.bucket_bytes) break;
    }
    if (first == last) {
      gradients[last] = reduce(b, x, last + 1, "Div", gradients[last]);
    } else {
      reduce_bucket(b, x, first, last, gradients);
    }
  }
}

/* How many updates came between the values that a gradient was computed from and the gradient decides
 * whether it is used. Source: after Zhang et al. 2015, "Staleness-aware async-SGD". */
static void exchange_stale(builder_t* b, exchange_t* x, rnl_output_t step, rnl_output_t start,
                           rnl_output_t* gradients) {
  rnl_node_t computed[MAX_PARAMETERS];
  rnl_output_t now, over, bound = number(b, RNL_INT64, (double)x->spec.staleness);
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  int i, n = b->num_parameters;
  for (i = 0; i < n; ++i) computed[i] = gradients[i].node;
  if (b->status != NULL) return;
  node = rnl_node_builder_create(b->graph, rnl_str("ReadVariableOp"), rnl_str(""));
  rnl_node_builder_add_input(node, step);
  rnl_node_builder_set_attr_type(node, rnl_str("dtype"), RNL_INT64);
  for (i = 0; i < n; ++i) rnl_node_builder_add_control_input(node, computed[i]);
  keep(b, rnl_node_builder_finish(node, &added));
  now = rnl_output(added, 0);
  x->missed = binary(b, "Sub", "missed", now, start);
  if (x->spec.scale_stale) {
    /* As many updates too late, so many times smaller. */
    over = binary(b, "Maximum", "", binary(b, "Sub", "", x->missed, bound), number(b, RNL_INT64, 0));
    over = typed(b, "Cast", "", "DstT", RNL_FLOAT, over);
    over = unary(b, "Reciprocal", "", binary(b, "AddV2", "", over, number(b, RNL_FLOAT, 1)));
    for (i = 0; i < n; ++i) gradients[i] = binary(b, "Mul", "", gradients[i], over);
  } else {
    /* What is dropped is a dead value: the update does not run, nor is it counted. */
    rnl_output_t fresh = binary(b, "LessEqual", "", x->missed, bound);
    for (i = 0; i < n; ++i) {
      gradients[i] = binary(b, "Switch", "", gradients[i], fresh);
      gradients[i].index = 1;
    }
  }
}

void exchange_build(builder_t* b, exchange_t* x, rnl_output_t step, rnl_output_t start,
                    rnl_output_t* gradients) {
  if (b->status != NULL) return;
  switch (x->spec.kind) {
    case REPLICAS_SYNC:
      exchange_sync(b, x, gradients);
      break;
    case REPLICAS_ALLREDUCE:
      exchange_allreduce(b, x, gradients);
      break;
    case REPLICAS_ASYNC:
      if (x->spec.staleness >= 0) exchange_stale(b, x, step, start, gradients);
      break;
    case REPLICAS_NONE:
      break;
  }
}

/* What replica 0 has, which is the sum of that and of what the others give, zeros. The count of steps
 * changes last: whoever has it has all. */
static void exchange_adopt(builder_t* b, exchange_t* x) {
  rnl_node_t assigned[MAX_ASSIGNMENTS];
  const int last = (int)b->num_initializers - 1;
  rnl_output_t sums[MAX_ASSIGNMENTS], one;
  rnl_node_t summed[MAX_ASSIGNMENTS];
  int i;
  for (i = 0; i <= last; ++i) {
    rnl_output_t value = read(b, b->handles[i], b->dtypes[i]);
    if (x->spec.replica != 0) value = unary(b, "ZerosLike", "", value);
    sums[i] = reduce(b, x, ADOPT + i, "Id", value);
    summed[i] = sums[i].node;
  }
  /* All or nothing: none changes before all have come. */
  for (i = 0; i <= last; ++i) {
    rnl_output_t in[2];
    rnl_node_t set;
    if (b->status != NULL) return;
    in[0] = b->handles[i];
    in[1] = sums[i];
    if (i < last) {
      set = node_after(b, "AssignVariableOp", in, 2, summed, last + 1);
    } else {
      set = node_after(b, "AssignVariableOp", in, 2, assigned, last);
    }
    assigned[i] = set;
  }
  group(b, "adopt", assigned, (size_t)last + 1, &x->adopt);
  one = reduce(b, x, MEET, "Id", number(b, RNL_FLOAT, 1));
  x->meet = one.node;
}

void exchange_recover(builder_t* b, exchange_t* x) {
  size_t i;
  if (x->spec.kind == REPLICAS_NONE) return;
  for (i = 0; i < b->num_initializers && b->status == NULL; ++i) {
    const rnl_output_t set = unary(b, "VarIsInitializedOp", "", b->handles[i]);
    x->ready = i == 0 ? set : binary(b, "LogicalAnd", "", x->ready, set);
  }
  if (x->spec.kind == REPLICAS_ALLREDUCE) exchange_adopt(b, x);
}
