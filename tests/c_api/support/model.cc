#include "tests/c_api/support/model.h"

namespace runnel_test {

#define RETURN_IF_FAILED(expr)              \
  do {                                      \
    rnl_status_t* status_ = (expr);         \
    if (status_ != nullptr) return status_; \
  } while (false)

namespace {

rnl_status_t* Add(rnl_graph_t* graph, const char* op, const char* name,
                  std::initializer_list<rnl_output_t> inputs, rnl_output_t* out) {
  return rnl_graph_add_op(graph, rnl_str(op), rnl_str(name), inputs.begin(), inputs.size(), out);
}

// No heap of our own here: in a test it is made to fail.
rnl_status_t* ZeroConstant(rnl_graph_t* graph, const char* name, int32_t rank, const int64_t* dims,
                           rnl_output_t* out) {
  static const float kZeros[12] = {};
  size_t size_bytes = sizeof(float);
  for (int32_t i = 0; i < rank; ++i) size_bytes *= static_cast<size_t>(dims[i]);
  Tensor value;
  RETURN_IF_FAILED(rnl_tensor_from_data(rnl_graph_runtime(graph), RNL_FLOAT, rank, dims, kZeros,
                                        size_bytes, value.out()));
  return rnl_graph_add_constant(graph, rnl_str(name), value, out);
}

rnl_status_t* Read(rnl_graph_t* graph, const char* name, rnl_output_t handle, rnl_output_t* out) {
  rnl_node_builder_t* b = rnl_node_builder_create(graph, rnl_str("ReadVariableOp"), rnl_str(name));
  rnl_node_builder_add_input(b, handle);
  rnl_node_builder_set_attr_type(b, rnl_str("dtype"), RNL_FLOAT);
  rnl_node_t node = RNL_NO_NODE;
  rnl_status_t* status = rnl_node_builder_finish(b, &node);
  *out = rnl_output(node, 0);
  return status;
}

}  // namespace

rnl_status_t* BuildModel(rnl_runtime_t* runtime, Model* model) {
  RETURN_IF_FAILED(rnl_graph_create(runtime, model->graph.out()));
  rnl_graph_t* g = model->graph;
  const int64_t x_dims[] = {-1, 4}, label_dims[] = {-1}, w_dims[] = {4, 3}, b_dims[] = {3};
  RETURN_IF_FAILED(rnl_graph_add_placeholder(g, rnl_str("x"), RNL_FLOAT, 2, x_dims, &model->x));
  RETURN_IF_FAILED(
      rnl_graph_add_placeholder(g, rnl_str("labels"), RNL_INT64, 1, label_dims, &model->labels));
  rnl_output_t w{}, b{}, zero_w{}, zero_b{}, product{}, cross{}, axes{};
  RETURN_IF_FAILED(rnl_graph_add_variable(g, rnl_str("w"), RNL_FLOAT, 2, w_dims, &w));
  RETURN_IF_FAILED(rnl_graph_add_variable(g, rnl_str("b"), RNL_FLOAT, 1, b_dims, &b));
  RETURN_IF_FAILED(ZeroConstant(g, "zero_w", 2, w_dims, &zero_w));
  RETURN_IF_FAILED(ZeroConstant(g, "zero_b", 1, b_dims, &zero_b));
  rnl_output_t assign_w{}, assign_b{};
  RETURN_IF_FAILED(Add(g, "AssignVariableOp", "init_w", {w, zero_w}, &assign_w));
  RETURN_IF_FAILED(Add(g, "AssignVariableOp", "init_b", {b, zero_b}, &assign_b));
  const rnl_node_t inits[] = {assign_w.node, assign_b.node};
  RETURN_IF_FAILED(rnl_graph_add_group(g, rnl_str("init"), inits, 2, &model->init));

  RETURN_IF_FAILED(Read(g, "w/read", w, &model->weights));
  RETURN_IF_FAILED(Read(g, "b/read", b, &model->bias));
  RETURN_IF_FAILED(Add(g, "MatMul", "product", {model->x, model->weights}, &product));
  RETURN_IF_FAILED(Add(g, "BiasAdd", "logits", {product, model->bias}, &model->logits));
  RETURN_IF_FAILED(
      Add(g, "SparseSoftmaxCrossEntropyWithLogits", "cross", {model->logits, model->labels}, &cross));
  const int32_t zero = 0;
  Tensor axes_value;
  const int64_t one[] = {1};
  RETURN_IF_FAILED(
      rnl_tensor_from_data(runtime, RNL_INT32, 1, one, &zero, sizeof(zero), axes_value.out()));
  RETURN_IF_FAILED(rnl_graph_add_constant(g, rnl_str("axes"), axes_value, &axes));
  RETURN_IF_FAILED(Add(g, "Mean", "loss", {cross, axes}, &model->loss));

  const rnl_output_t xs[] = {model->weights, model->bias};
  rnl_output_t grads[2];
  RETURN_IF_FAILED(
      rnl_graph_add_gradients(g, &model->loss, nullptr, 1, xs, 2, nullptr, 0, rnl_str(nullptr), grads));
  Tensor rate_value;
  RETURN_IF_FAILED(rnl_tensor_from_scalar(runtime, RNL_FLOAT, 0.5, rate_value.out()));
  rnl_output_t rate{}, apply_w{}, apply_b{};
  RETURN_IF_FAILED(rnl_graph_add_constant(g, rnl_str("rate"), rate_value, &rate));
  RETURN_IF_FAILED(Add(g, "ResourceApplyGradientDescent", "apply_w", {w, rate, grads[0]}, &apply_w));
  RETURN_IF_FAILED(Add(g, "ResourceApplyGradientDescent", "apply_b", {b, rate, grads[1]}, &apply_b));
  const rnl_node_t applies[] = {apply_w.node, apply_b.node};
  return rnl_graph_add_group(g, rnl_str("train"), applies, 2, &model->train);
}

rnl_status_t* MakeBatch(rnl_runtime_t* runtime, Tensor* x, Tensor* labels) {
  const float xs[] = {1, 0, 0, 1, 1, 0.1f, 0, 1, 0, 1, 0, 1, 0.1f, 1, 0, 1, 0, 0, 1, 1, 0, 0.1f, 1, 1};
  const int64_t ls[] = {0, 0, 1, 1, 2, 2};
  const int64_t dims[] = {6, 4};
  RETURN_IF_FAILED(rnl_tensor_from_data(runtime, RNL_FLOAT, 2, dims, xs, sizeof(xs), x->out()));
  return rnl_tensor_from_data(runtime, RNL_INT64, 1, dims, ls, sizeof(ls), labels->out());
}

rnl_status_t* Initialise(const Model& model, rnl_session_t* session) {
  return rnl_session_run_outputs(session, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0, &model.init,
                                 1, nullptr);
}

rnl_status_t* TrainStep(const Model& model, rnl_session_t* session, rnl_tensor_t* x,
                        rnl_tensor_t* labels, const rnl_run_options_t* options, float* out_loss) {
  const rnl_output_t feeds[] = {model.x, model.labels};
  rnl_tensor_t* const values[] = {x, labels};
  Tensor loss;
  RETURN_IF_FAILED(rnl_session_run_outputs(session, options, feeds, values, 2, &model.loss, loss.out(),
                                           1, &model.train, 1, nullptr));
  float value = 0;
  RETURN_IF_FAILED(rnl_tensor_copy_to(loss, &value, sizeof(value)));
  if (out_loss != nullptr) *out_loss = value;
  return nullptr;
}

rnl_status_t* AddBlockedDequeue(rnl_graph_t* graph, rnl_output_t* out_dequeued, rnl_output_t* out_value,
                                rnl_node_t* out_enqueue) {
  const rnl_dtype_t types[] = {RNL_FLOAT};
  rnl_node_builder_t* b = rnl_node_builder_create(graph, rnl_str("FIFOQueueV2"), rnl_str("queue"));
  rnl_node_builder_set_attr_type_list(b, rnl_str("component_types"), types, 1);
  rnl_node_t queue = RNL_NO_NODE, dequeue = RNL_NO_NODE;
  RETURN_IF_FAILED(rnl_node_builder_finish(b, &queue));
  b = rnl_node_builder_create(graph, rnl_str("QueueDequeueV2"), rnl_str("dequeue"));
  rnl_node_builder_add_input(b, rnl_output(queue, 0));
  rnl_node_builder_set_attr_type_list(b, rnl_str("component_types"), types, 1);
  RETURN_IF_FAILED(rnl_node_builder_finish(b, &dequeue));
  *out_dequeued = rnl_output(dequeue, 0);
  RETURN_IF_FAILED(rnl_graph_add_placeholder(graph, rnl_str("value"), RNL_FLOAT, 0, nullptr, out_value));
  b = rnl_node_builder_create(graph, rnl_str("QueueEnqueueV2"), rnl_str("enqueue"));
  rnl_node_builder_add_input(b, rnl_output(queue, 0));
  rnl_node_builder_add_input(b, *out_value);
  return rnl_node_builder_finish(b, out_enqueue);
}

}  // namespace runnel_test
