// Runnel for C++20, header only, over the C ABI.
//
//   runnel::Runtime runtime = runnel::Runtime::Create();
//   runnel::Graph graph = runnel::Graph::Create(runtime);
//   auto x = graph.Placeholder(runnel::DType::kFloat, runnel::Shape{});
//   auto y = runnel::ops::Square(x) + 1;
//   runnel::Session session = runnel::Session::Create(graph);
//   auto three = runnel::Tensor::Scalar(runtime, 3.0f);
//   std::printf("%g\n", session.Fetch(y, {{x, three}}).item<float>());
//
// Failures are exceptions, or results where RUNNEL_RESULTS is defined: see cpp/error.hpp. Handles count
// references; copying one copies no data.
#ifndef RUNNEL_RUNNEL_HPP_
#define RUNNEL_RUNNEL_HPP_

#include "cpp/call.hpp"
#include "cpp/cluster.hpp"
#include "cpp/coordination.hpp"
#include "cpp/dataset.hpp"
#include "cpp/dtype.hpp"
#include "cpp/eager.hpp"
#include "cpp/eager_ops.hpp"
#include "cpp/eager_tape.hpp"
#include "cpp/error.hpp"
#include "cpp/estimator.hpp"
#include "cpp/files.hpp"
#include "cpp/function.hpp"
#include "cpp/graph.hpp"
#include "cpp/handle.hpp"
#include "cpp/host_function.hpp"
#include "cpp/inspect.hpp"
#include "cpp/layers.hpp"
#include "cpp/learn.hpp"
#include "cpp/metadata.hpp"
#include "cpp/operators.hpp"
#include "cpp/ops.hpp"
#include "cpp/optimizers.hpp"
#include "cpp/plan.hpp"
#include "cpp/records.hpp"
#include "cpp/runtime.hpp"
#include "cpp/schema.hpp"
#include "cpp/session.hpp"
#include "cpp/session_options.hpp"
#include "cpp/sparse.hpp"
#include "cpp/spec.hpp"
#include "cpp/tensor.hpp"
#include "cpp/trainer.hpp"

#endif  // RUNNEL_RUNNEL_HPP_
