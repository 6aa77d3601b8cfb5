// A small classifier with everything that training needs, built through the C ABI: three classes, four
// inputs, softmax regression with plain gradient descent.
#ifndef RUNNEL_TESTS_C_API_SUPPORT_MODEL_H_
#define RUNNEL_TESTS_C_API_SUPPORT_MODEL_H_

#include "tests/c_api/support/handles.h"

namespace runnel_test {

struct Model {
  Graph graph;
  rnl_output_t x{RNL_NO_NODE, 0};       // float [?, 4]
  rnl_output_t labels{RNL_NO_NODE, 0};  // int64 [?]
  rnl_output_t logits{RNL_NO_NODE, 0};
  rnl_output_t loss{RNL_NO_NODE, 0};
  rnl_output_t weights{RNL_NO_NODE, 0};  // as read
  rnl_output_t bias{RNL_NO_NODE, 0};     // as read
  rnl_node_t init = RNL_NO_NODE;
  rnl_node_t train = RNL_NO_NODE;
};

// The first failure, or NULL.
rnl_status_t* BuildModel(rnl_runtime_t* runtime, Model* model);

// Six examples, two of each class.
rnl_status_t* MakeBatch(rnl_runtime_t* runtime, Tensor* x, Tensor* labels);

// Runs `init`, then nothing.
rnl_status_t* Initialise(const Model& model, rnl_session_t* session);
// One step; *out_loss (may be null) receives the loss before it.
rnl_status_t* TrainStep(const Model& model, rnl_session_t* session, rnl_tensor_t* x,
                        rnl_tensor_t* labels, const rnl_run_options_t* options, float* out_loss);

// Blocks until it is cancelled or fed: a dequeue from an empty queue. *out_enqueue enqueues a float
// scalar that is fed to *out_value.
rnl_status_t* AddBlockedDequeue(rnl_graph_t* graph, rnl_output_t* out_dequeued, rnl_output_t* out_value,
                                rnl_node_t* out_enqueue);

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_C_API_SUPPORT_MODEL_H_
