// An op that a plugin brings, in a graph: schema, attributes, shape function, gradient as bytes or as
// text.
#include <gtest/gtest.h>

#include "core/graph/builder.h"
#include "core/graph/graph.h"
#include "core/passes/gradients.h"
#include "core/runtime/runtime.h"
#include "core/runtime/session/session.h"

namespace runnel {
namespace {

class PluginOp : public ::testing::Test {
 protected:
  PluginOp() {
    RuntimeOptions options;
    options.load_default_plugins = false;
    options.num_threads = 1;
    options.plugins = {std::string(RUNNEL_TEST_PLUGIN_DIR) + "/test_plugin_axpy.so"};
    runtime_ = *Runtime::Create(options);
    graph_ = std::make_unique<Graph>(&runtime_->ops());
  }
  OutputRef Placeholder(const std::string& name, const Shape& shape, DType dtype = DType::kFloat) {
    NodeSpec spec;
    spec.name = name;
    spec.op = "Placeholder";
    SetAttr(&spec.attrs, "dtype", AttrValue(dtype));
    SetAttr(&spec.attrs, "shape", AttrValue(shape));
    auto node = graph_->AddNode(std::move(spec));
    EXPECT_TRUE(node.ok()) << node.status().ToString();
    return {*node, 0};
  }
  Result<Node*> Axpy(OutputRef x, OutputRef y) {
    NodeSpec spec;
    spec.name = "axpy";
    spec.op = "Test>Axpy";
    spec.inputs = {x, y};
    SetAttr(&spec.attrs, "alpha", AttrValue(2.5f));
    return graph_->AddNode(std::move(spec));
  }

  Result<Node*> Axpby(OutputRef x, OutputRef y) {
    NodeSpec spec;
    spec.name = "axpby";
    spec.op = "Test>Axpby";
    spec.inputs = {x, y};
    SetAttr(&spec.attrs, "alpha", AttrValue(2.5f));
    return graph_->AddNode(std::move(spec));
  }

  Ref<Runtime> runtime_;
  std::unique_ptr<Graph> graph_;
};

TEST_F(PluginOp, InfersItsShapesThroughThePlugin) {
  const auto node = Axpy(Placeholder("x", Shape({-1, 3})), Placeholder("y", Shape({4, -1})));
  ASSERT_TRUE(node.ok()) << node.status().ToString();
  EXPECT_EQ((*node)->output_shape(0).ToString(), "[4,3]");
  EXPECT_EQ((*node)->output_type(0), DType::kFloat);
}

TEST_F(PluginOp, RefusesShapesThatThePluginRefuses) {
  const Status status = Axpy(Placeholder("x", Shape({2, 3})), Placeholder("y", Shape({4, 3}))).status();
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  for (const char* word : {"axpy", "[2,3]", "[4,3]"}) {
    EXPECT_NE(status.message().find(word), std::string_view::npos)
        << word << " in: " << status.ToString();
  }
}

TEST_F(PluginOp, RefusesTypesOutsideItsSchema) {
  const Status status =
      Axpy(Placeholder("x", Shape({2}), DType::kInt32), Placeholder("y", Shape({2}), DType::kInt32))
          .status();
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_NE(status.message().find("Test>Axpy"), std::string_view::npos) << status.ToString();
}

TEST_F(PluginOp, DifferentiatesByItsFunctionOfBytes) {
  const OutputRef x = Placeholder("x", Shape({3}));
  const OutputRef y = Placeholder("y", Shape({3}));
  const auto node = Axpy(x, y);
  ASSERT_TRUE(node.ok()) << node.status().ToString();
  const OutputRef ys[] = {{*node, 0}};
  const OutputRef xs[] = {x, y};
  const auto grads = AddGradients(graph_.get(), ys, xs);
  ASSERT_TRUE(grads.ok()) << grads.status().ToString();
  ASSERT_TRUE((*grads)[0] && (*grads)[1]);
  // dx = alpha * dz + 0, by the plugin's own op.
  const Node* dx = (*grads)[0].node;
  EXPECT_EQ(dx->op(), "Test>Axpy");
  EXPECT_EQ(*dx->attr<float>("alpha"), 2.5f);
  EXPECT_EQ(dx->output_shape(0).ToString(), "[3]");
}

TEST_F(PluginOp, DifferentiatesByItsFormula) {
  const OutputRef x = Placeholder("x", Shape({3}));
  const OutputRef y = Placeholder("y", Shape({3}));
  const auto node = Axpby(x, y);
  ASSERT_TRUE(node.ok()) << node.status().ToString();
  EXPECT_TRUE((*node)->schema().has_gradient());
  EXPECT_TRUE((*node)->schema().has_composition());
  const OutputRef ys[] = {{*node, 0}};
  const OutputRef xs[] = {x};
  const auto grads = AddGradients(graph_.get(), ys, xs);
  ASSERT_TRUE(grads.ok()) << grads.status().ToString();
  const Node* dx = (*grads)[0].node;
  ASSERT_EQ(dx->op(), "Mul");
  EXPECT_EQ(dx->input(0).node->attr<Tensor>("value")->values<const float>()[0], 2.5f);
  EXPECT_EQ(dx->output_shape(0).ToString(), "[3]");
}

// Whoever plans is told, not whoever runs.
TEST(PluginKernel, AnAsynchronousOneIsNotThere) {
  RuntimeOptions options;
  options.num_threads = 1;
  options.plugins = {std::string(RUNNEL_TEST_PLUGIN_DIR) + "/test_plugin_axpy_async.so"};
  const auto runtime = Runtime::Create(options);
  ASSERT_TRUE(runtime.ok()) << runtime.status().ToString();
  auto graph = std::make_shared<Graph>(&(*runtime)->ops());
  GraphBuilder b(graph.get(), "");
  const OutputRef x = b.Constant(*Tensor::FromScalar<float>(2));
  const OutputRef z = b.Op("Test>Axpy", {x, x});
  ASSERT_TRUE(b.status().ok()) << b.status().ToString();
  const auto session = Session::Create(*runtime, graph);
  ASSERT_TRUE(session.ok()) << session.status().ToString();
  std::vector<Tensor> got(1);
  const Status status = (*session)->Run({{}, {z}, {}}, {}, got, {});
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.ToString().find("asynchronous: no host runs such ones yet"), std::string::npos)
      << status.ToString();
}

}  // namespace
}  // namespace runnel
