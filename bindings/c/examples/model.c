/* The models, as formulas over builder.h. */
#include "model.h"

#include <math.h>

#include "builder.h"
#include "exchange_graph.h"
#include "mnist.h"

enum { HIDDEN = 128, SIDE = 28, KERNEL = 5, FILTERS1 = 16, FILTERS2 = 32, POOLED = SIDE / 4 };

/* Random weights of the given standard deviation, the same for the same seed. */
static rnl_output_t random_weights(builder_t* b, int rank, const int64_t* dims, double deviation) {
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  int32_t shape[4] = {0, 0, 0, 0};
  rnl_output_t shape_input;
  int i;
  for (i = 0; i < rank; ++i) shape[i] = (int32_t)dims[i];
  shape_input = int32_vector(b, shape, rank);
  if (b->status != NULL) return shape_input;
  node = rnl_node_builder_create(b->graph, rnl_str("TruncatedNormal"), rnl_str(""));
  rnl_node_builder_add_input(node, shape_input);
  rnl_node_builder_set_attr_type(node, rnl_str("dtype"), RNL_FLOAT);
  rnl_node_builder_set_attr_int(node, rnl_str("seed"), (int64_t)(b->seed & INT64_MAX) + 1);
  rnl_node_builder_set_attr_int(node, rnl_str("seed2"), b->num_parameters + 1);
  keep(b, rnl_node_builder_finish(node, &added));
  return binary(b, "Mul", "", rnl_output(added, 0), number(b, RNL_FLOAT, deviation));
}

/* A variable that is trained, starting at `first_value`; returns its value. */
static rnl_output_t parameter(builder_t* b, const char* name, int rank, const int64_t* dims,
                              rnl_output_t first_value) {
  parameter_t* p = &b->parameters[b->num_parameters++];
  int64_t count = 1;
  int i;
  p->name = name;
  p->rank = rank;
  memcpy(p->dims, dims, (size_t)rank * sizeof(int64_t));
  for (i = 0; i < rank; ++i) count *= dims[i];
  choose_device(b, count, p->device);
  if (b->shared_device[0] == '\0') memcpy(b->shared_device, p->device, sizeof(p->device));
  p->handle = variable(b, name, RNL_FLOAT, rank, dims, p->device, first_value);
  return p->value = read(b, p->handle, RNL_FLOAT);
}

/* A variable of zeros with the shape of a parameter, for an optimizer's memory. */
static rnl_output_t slot(builder_t* b, const parameter_t* p, const char* suffix) {
  char name[64];
  snprintf(name, sizeof(name), "%s/%s", p->name, suffix);
  return variable(b, name, RNL_FLOAT, p->rank, p->dims, p->device, zeros(b, p->rank, p->dims));
}

/* Softmax regression. Returns the logits. */
static rnl_output_t softmax_layers(builder_t* b, rnl_output_t image) {
  const int64_t dims[2] = {MNIST_PIXELS, MNIST_CLASSES};
  rnl_output_t weights = parameter(b, "weights", 2, dims, zeros(b, 2, dims));
  rnl_output_t bias = parameter(b, "bias", 1, dims + 1, zeros(b, 1, dims + 1));
  return binary(b, "BiasAdd", "logits", binary(b, "MatMul", "", image, weights), bias);
}

/* One hidden layer of rectified units. Returns the logits. */
static rnl_output_t mlp_layers(builder_t* b, rnl_output_t image) {
  const int64_t dims1[2] = {MNIST_PIXELS, HIDDEN}, dims2[2] = {HIDDEN, MNIST_CLASSES};
  rnl_output_t weights1 =
      parameter(b, "hidden/weights", 2, dims1, random_weights(b, 2, dims1, sqrt(2.0 / MNIST_PIXELS)));
  rnl_output_t bias1 = parameter(b, "hidden/bias", 1, dims1 + 1, zeros(b, 1, dims1 + 1));
  rnl_output_t weights2 =
      parameter(b, "output/weights", 2, dims2, random_weights(b, 2, dims2, sqrt(1.0 / HIDDEN)));
  rnl_output_t bias2 = parameter(b, "output/bias", 1, dims2 + 1, zeros(b, 1, dims2 + 1));
  rnl_output_t hidden = binary(b, "BiasAdd", "", binary(b, "MatMul", "", image, weights1), bias1);
  hidden = unary(b, "Relu", "hidden/relu", hidden);
  return binary(b, "BiasAdd", "logits", binary(b, "MatMul", "", hidden, weights2), bias2);
}

static rnl_output_t reshape(builder_t* b, rnl_output_t x, const int32_t* shape, int rank) {
  return binary(b, "Reshape", "", x, int32_vector(b, shape, rank));
}

/* Conv2D, or MaxPool where there is no filter; as many pixels out as in, divided by the stride. */
static rnl_output_t windowed(builder_t* b, const char* type, rnl_output_t x, const rnl_output_t* filter,
                             int64_t window) {
  const int64_t stride = filter == NULL ? window : 1;
  int64_t sizes[4] = {1, 0, 0, 1}, strides[4] = {1, 0, 0, 1};
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  if (b->status != NULL) return x;
  sizes[1] = sizes[2] = window;
  strides[1] = strides[2] = stride;
  node = rnl_node_builder_create(b->graph, rnl_str(type), rnl_str(""));
  rnl_node_builder_add_input(node, x);
  if (filter != NULL) rnl_node_builder_add_input(node, *filter);
  if (filter == NULL) rnl_node_builder_set_attr_int_list(node, rnl_str("ksize"), sizes, 4);
  rnl_node_builder_set_attr_int_list(node, rnl_str("strides"), strides, 4);
  rnl_node_builder_set_attr_string(node, rnl_str("padding"), rnl_str("SAME"));
  keep(b, rnl_node_builder_finish(node, &added));
  return rnl_output(added, 0);
}

/* A convolution, its bias, rectified, and the largest of every two by two. */
static rnl_output_t conv_layer(builder_t* b, const char* weights_name, const char* bias_name,
                               rnl_output_t x, int64_t channels, int64_t filters) {
  int64_t dims[4] = {KERNEL, KERNEL, 0, 0};
  double deviation = sqrt(2.0 / (double)(KERNEL * KERNEL * channels));
  rnl_output_t weights, bias;
  dims[2] = channels;
  dims[3] = filters;
  weights = parameter(b, weights_name, 4, dims, random_weights(b, 4, dims, deviation));
  bias = parameter(b, bias_name, 1, dims + 3, zeros(b, 1, dims + 3));
  x = binary(b, "BiasAdd", "", windowed(b, "Conv2D", x, &weights, 1), bias);
  return windowed(b, "MaxPool", unary(b, "Relu", "", x), NULL, 2);
}

static rnl_output_t dense_layer(builder_t* b, const char* weights_name, const char* bias_name,
                                rnl_output_t x, int64_t inputs, int64_t units, double gain) {
  int64_t dims[2];
  rnl_output_t weights, bias;
  dims[0] = inputs;
  dims[1] = units;
  weights = parameter(b, weights_name, 2, dims, random_weights(b, 2, dims, sqrt(gain / (double)inputs)));
  bias = parameter(b, bias_name, 1, dims + 1, zeros(b, 1, dims + 1));
  return binary(b, "BiasAdd", "", binary(b, "MatMul", "", x, weights), bias);
}

/* Two convolutions with pooling and two dense layers. Returns the logits.
 * Source: after LeNet-5, LeCun et al. 1998, with rectified units and pooling by the largest. */
static rnl_output_t lenet_layers(builder_t* b, rnl_output_t image) {
  const int32_t picture[4] = {-1, SIDE, SIDE, 1}, flat[2] = {-1, POOLED * POOLED * FILTERS2};
  rnl_output_t x = reshape(b, image, picture, 4);
  x = conv_layer(b, "conv1/weights", "conv1/bias", x, 1, FILTERS1);
  x = conv_layer(b, "conv2/weights", "conv2/bias", x, FILTERS1, FILTERS2);
  x = reshape(b, x, flat, 2);
  x = dense_layer(b, "hidden/weights", "hidden/bias", x, flat[1], HIDDEN, 2);
  x = unary(b, "Relu", "hidden/relu", x);
  return unary(b, "Identity", "logits",
               dense_layer(b, "output/weights", "output/bias", x, HIDDEN, MNIST_CLASSES, 1));
}

static rnl_output_t layers(builder_t* b, model_kind_t kind, rnl_output_t image) {
  switch (kind) {
    case MODEL_SOFTMAX:
      return softmax_layers(b, image);
    case MODEL_MLP:
      return mlp_layers(b, image);
    default:
      return lenet_layers(b, image);
  }
}

/* A histogram of every parameter, for event files. */
static rnl_output_t weight_summary(builder_t* b) {
  rnl_output_t histograms[MAX_PARAMETERS];
  int i;
  for (i = 0; i < b->num_parameters; ++i) {
    const rnl_str_t name = rnl_str(b->parameters[i].name);
    rnl_tensor_t* tag = NULL;
    if (b->status == NULL)
      keep(b, rnl_tensor_from_strings(rnl_graph_runtime(b->graph), 0, NULL, &name, 1, &tag));
    histograms[i] = binary(b, "HistogramSummary", "", constant(b, tag), b->parameters[i].value);
  }
  return op(b, "MergeSummary", "weight_summary", histograms, (size_t)b->num_parameters);
}

/* One update of all parameters, each by an op that waits for every gradient: no weight changes while its
 * old value is still needed. */
static void add_updates(builder_t* b, optimizer_kind_t kind, double learning_rate, rnl_output_t step,
                        const rnl_output_t* gradients, model_t* out_model) {
  rnl_node_t after[MAX_PARAMETERS], updates[MAX_PARAMETERS + 3];
  rnl_output_t rate = number(b, RNL_FLOAT, learning_rate), one = number(b, RNL_INT64, 1);
  rnl_output_t beta[2], power[2], power_value[2], in[10];
  int i, j, n = b->num_parameters;
  if (kind == OPTIMIZER_ADAM) {
    for (j = 0; j < 2; ++j) {
      beta[j] = number(b, RNL_FLOAT, j == 0 ? 0.9 : 0.999);
      power[j] = variable(b, j == 0 ? "beta1_power" : "beta2_power", RNL_FLOAT, 0, NULL,
                          b->shared_device, beta[j]);
      power_value[j] = read(b, power[j], RNL_FLOAT);
    }
  }
  for (i = 0; i < n; ++i) after[i] = gradients[i].node;
  for (i = 0; i < n; ++i) {
    const parameter_t* p = &b->parameters[i];
    in[0] = p->handle;
    switch (kind) {
      case OPTIMIZER_SGD:
        in[1] = rate;
        in[2] = gradients[i];
        updates[i] = node_after(b, "ResourceApplyGradientDescent", in, 3, after, n);
        break;
      case OPTIMIZER_MOMENTUM:
        in[1] = slot(b, p, "Momentum");
        in[2] = rate;
        in[3] = gradients[i];
        in[4] = number(b, RNL_FLOAT, 0.9);
        updates[i] = node_after(b, "ResourceApplyMomentum", in, 5, after, n);
        break;
      case OPTIMIZER_ADAM:
        in[1] = slot(b, p, "Adam");
        in[2] = slot(b, p, "Adam_1");
        in[3] = power_value[0];
        in[4] = power_value[1];
        in[5] = rate;
        in[6] = beta[0];
        in[7] = beta[1];
        in[8] = number(b, RNL_FLOAT, 1e-8);
        in[9] = gradients[i];
        updates[i] = node_after(b, "ResourceApplyAdam", in, 10, after, n);
        break;
    }
  }
  if (kind == OPTIMIZER_ADAM) {
    for (j = 0; j < 2; ++j) { /* the powers decay after every parameter has used them */
      in[0] = power[j];
      in[1] = binary(b, "Mul", "", power_value[j], beta[j]);
      updates[n + j] = node_after(b, "AssignVariableOp", in, 2, updates, n);
    }
    n += 2;
  }
  initialize(b, step, RNL_INT64, number(b, RNL_INT64, 0), 1);
  in[0] = step;
  in[1] = one;
  updates[n] = node_after(b, "AssignAddVariableOp", in, 2, updates, n);
  group(b, "train", updates, (size_t)n + 1, &out_model->train);
}

rnl_status_t* model_build(rnl_graph_t* graph, model_kind_t kind, optimizer_kind_t optimizer,
                          double learning_rate, uint64_t seed, model_t* out_model) {
  return model_build_replica(graph, kind, optimizer, learning_rate, seed, NULL, out_model);
}

rnl_status_t* model_build_replica(rnl_graph_t* graph, model_kind_t kind, optimizer_kind_t optimizer,
                                  double learning_rate, uint64_t seed, const replicas_spec_t* replicas,
                                  model_t* out_model) {
  const int64_t image_dims[2] = {-1, MNIST_PIXELS}, label_dims[1] = {-1};
  const int32_t first_axis = 0;
  rnl_output_t handles[MAX_PARAMETERS], gradients[MAX_PARAMETERS];
  rnl_output_t logits, losses, axis, predicted, hits, step = {RNL_NO_NODE, 0}, start;
  builder_t b = {0};
  int i, bounded;
  b.graph = graph;
  b.seed = seed;
  memset(out_model, 0, sizeof(*out_model));
  if (replicas != NULL) out_model->exchange.spec = *replicas;
  b.setter = out_model->exchange.spec.setter;
  bounded = replicas != NULL && replicas->kind == REPLICAS_ASYNC && replicas->staleness >= 0;
  out_model->image = placeholder(&b, "image", RNL_FLOAT, 2, image_dims);
  out_model->label = placeholder(&b, "label", RNL_INT64, 1, label_dims);
  start = step;
  if (bounded) { /* what the weights are as old as is known before they are read */
    choose_device(&b, 1, b.shared_device);
    step = variable_handle(&b, "step", RNL_INT64, 0, NULL, b.shared_device);
    start = read(&b, step, RNL_INT64);
    b.read_after = &start.node;
  }
  logits = layers(&b, kind, out_model->image);
  b.read_after = NULL;
  if (!bounded) step = variable_handle(&b, "step", RNL_INT64, 0, NULL, b.shared_device);
  unary(&b, "Softmax", "probabilities", logits);
  predicted = binary(&b, "ArgMax", "prediction", logits, number(&b, RNL_INT32, 1));

  axis = int32_vector(&b, &first_axis, 1);
  losses = binary(&b, "SparseSoftmaxCrossEntropyWithLogits", "", logits, out_model->label);
  out_model->loss = binary(&b, "Mean", "loss", losses, axis);
  hits = typed(&b, "Cast", "", "DstT", RNL_FLOAT, binary(&b, "Equal", "", predicted, out_model->label));
  out_model->correct = binary(&b, "Sum", "correct", hits, axis);

  for (i = 0; i < b.num_parameters; ++i) handles[i] = b.parameters[i].handle;
  if (b.status == NULL) {
    keep(&b, rnl_graph_add_gradients(graph, &out_model->loss, NULL, 1, handles, (size_t)b.num_parameters,
                                     NULL, 0, rnl_str(""), gradients));
  }
  exchange_build(&b, &out_model->exchange, step, start, gradients);
  if (b.status == NULL) add_updates(&b, optimizer, learning_rate, step, gradients, out_model);
  out_model->step = read(&b, step, RNL_INT64);
  exchange_recover(&b, &out_model->exchange);
  out_model->summary = weight_summary(&b);
  group(&b, "initialize", b.initializers, b.num_initializers, &out_model->initialize);
  return b.status;
}
