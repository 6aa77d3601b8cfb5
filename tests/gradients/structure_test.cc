// What AddGradients builds, without running it: which nodes, in which loops, and which errors.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/graph/builder.h"
#include "core/passes/control_flow_builder.h"
#include "core/passes/gradients.h"
#include "core/passes/gradients_structure.h"

namespace runnel {
namespace {

class GradientStructure : public ::testing::Test {
 protected:
  OutputRef Input(const Shape& shape, DType dtype = DType::kFloat) {
    return b_.Op("Placeholder", {}, {{"dtype", AttrValue(dtype)}, {"shape", AttrValue(shape)}});
  }
  // The gradient of y for x; fails the test on error.
  OutputRef Gradient(OutputRef y, OutputRef x) {
    EXPECT_TRUE(b_.status().ok()) << b_.status().ToString();
    if (!b_.status().ok()) return {};
    const OutputRef ys[] = {y}, xs[] = {x};
    auto grads = AddGradients(&graph_, ys, xs);
    EXPECT_TRUE(grads.ok()) << grads.status().ToString();
    return grads.ok() ? (*grads)[0] : OutputRef();
  }
  Status Failure(OutputRef y, OutputRef x) {
    EXPECT_TRUE(b_.status().ok()) << b_.status().ToString();
    const OutputRef ys[] = {y}, xs[] = {x};
    return AddGradients(&graph_, ys, xs).status();
  }
  int Count(std::string_view op) const {
    int n = 0;
    for (int i = 0; i < graph_.num_nodes(); ++i) n += graph_.node(i)->op() == op ? 1 : 0;
    return n;
  }
  // No loop is left open, and no node mixes frames.
  void ExpectWellFormed() {
    ControlStructure structure(&graph_);
    const Status status = structure.Update();
    EXPECT_TRUE(status.ok()) << status.ToString();
    for (int i = 0; i < graph_.num_nodes(); ++i) {
      for (const OutputRef& in : graph_.node(i)->inputs()) {
        EXPECT_NE(in.node, nullptr) << graph_.node(i)->name() << " has an open input";
      }
    }
  }

  OpRegistry registry_;
  Graph graph_{&registry_};
  GraphBuilder b_{&graph_, ""};
};

TEST_F(GradientStructure, OfAScalarProductIsTheOtherFactor) {
  const OutputRef x = Input({}), y = Input({});
  const OutputRef grad = Gradient(b_.Op("Mul", {x, y}), x);
  ASSERT_TRUE(grad);
  EXPECT_EQ(grad.node->op(), "Mul");
  EXPECT_EQ(grad.node->input(1), y);
}

TEST_F(GradientStructure, EqualStaticShapesNeedNoReduction) {
  const OutputRef x = Input({2, 3}), y = Input({2, 3});
  Gradient(b_.Op("Mul", {x, y}), x);
  EXPECT_EQ(Count("Sum"), 0);
  EXPECT_EQ(Count("Reshape"), 0);
  EXPECT_EQ(Count("BroadcastGradientArgs"), 0);
}

TEST_F(GradientStructure, KnownBroadcastsAreSummedOverConstantAxes) {
  const OutputRef x = Input({2, 3}), y = Input({3});
  const OutputRef grad = Gradient(b_.Op("AddV2", {x, y}), y);
  EXPECT_EQ(grad.node->op(), "Sum");
  EXPECT_EQ(grad.node->output_shape(0), (Shape{3}));
  EXPECT_EQ(Count("BroadcastGradientArgs"), 0);
}

TEST_F(GradientStructure, UnknownShapesAreReducedAtRunTime) {
  const OutputRef x = Input({kUnknownDim}), y = Input({kUnknownDim});
  Gradient(b_.Op("AddV2", {x, y}), y);
  EXPECT_EQ(Count("BroadcastGradientArgs"), 1);
}

TEST_F(GradientStructure, ContributionsAreAddedOnce) {
  const OutputRef x = Input({2});
  const OutputRef sum = b_.Op("AddN", {b_.Op("Exp", {x}), b_.Op("Tanh", {x}), b_.Op("Square", {x})});
  EXPECT_EQ(Gradient(sum, x).node->op(), "AddN");
  EXPECT_EQ(Count("AddN"), 2);
}

TEST_F(GradientStructure, UnrelatedInputsHaveNone) {
  const OutputRef x = Input({2}), y = Input({2});
  EXPECT_FALSE(Gradient(b_.Op("Exp", {x}), y));
}

TEST_F(GradientStructure, StopsWhereItIsTold) {
  const OutputRef x = Input({2});
  EXPECT_FALSE(Gradient(b_.Op("Exp", {b_.Op("StopGradient", {x})}), x));
  const OutputRef mid = b_.Op("Exp", {x});
  const OutputRef ys[] = {b_.Op("Mul", {mid, x})}, xs[] = {x, mid};
  GradientOptions options;
  options.stop_gradients = {mid};
  const auto grads = AddGradients(&graph_, ys, xs, {}, options);
  ASSERT_TRUE(grads.ok());
  EXPECT_EQ((*grads)[0].node->op(), "Mul");  // through the product only
  EXPECT_TRUE((*grads)[1]);
}

TEST_F(GradientStructure, NodesSitBesideTheForwardNode) {
  const OutputRef x = Input({2});
  const OutputRef y = b_.Op("Tanh", {x});
  const OutputRef grad = Gradient(y, x);
  EXPECT_EQ(grad.node->name(), "gradients/Tanh_grad/TanhGrad");
  const auto* groups = grad.node->attr<std::vector<std::string>>("_class");
  ASSERT_NE(groups, nullptr);
  EXPECT_EQ((*groups)[0], "loc:@Tanh");
}

TEST_F(GradientStructure, WeighsByGivenGradients) {
  const OutputRef x = Input({2}), weight = Input({2});
  const OutputRef ys[] = {b_.Op("Neg", {x})}, xs[] = {x}, weights[] = {weight};
  const auto grads = AddGradients(&graph_, ys, xs, weights);
  ASSERT_TRUE(grads.ok());
  EXPECT_EQ((*grads)[0].node->input(0), weight);
}

TEST_F(GradientStructure, ErrorsNameWhatIsWrong) {
  const OutputRef x = Input({2}), whole = Input({2}, DType::kInt32);
  EXPECT_NE(Failure(b_.Op("Neg", {whole}), x).message().find("ys[0], \"Neg\", is int32"),
            std::string_view::npos);
  EXPECT_EQ(Failure(b_.Op("Exp", {x}), whole).code(), Code::kInvalidArgument);
  const Status prevented =
      Failure(b_.Op("PreventGradient", {x}, {{"message", AttrValue("because")}}), x);
  EXPECT_NE(prevented.message().find("because"), std::string_view::npos) << prevented.ToString();
  const OutputRef ys[] = {b_.Op("Exp", {x})}, xs[] = {x}, weights[] = {Input({3})};
  EXPECT_NE(AddGradients(&graph_, ys, xs, weights).status().message().find("grad_ys[0] is float[3]"),
            std::string_view::npos);
}

TEST_F(GradientStructure, OpsWithoutGradientAreNamed) {
  const OutputRef x = Input({2});
  const OutputRef stack =
      b_.Op("StackV2", {b_.Scalar(DType::kInt32, -1)}, {{"elem_type", AttrValue(DType::kFloat)}});
  const OutputRef pushed = b_.Op("StackPushV2", {stack, x});
  const Status status = Failure(pushed, x);
  EXPECT_EQ(status.code(), Code::kUnimplemented);
  EXPECT_NE(status.message().find("StackPushV2"), std::string_view::npos) << status.ToString();
}

TEST_F(GradientStructure, ChecksGradientsOfHandles) {
  const OutputRef handle =
      b_.Op("VarHandleOp", {}, {{"dtype", AttrValue(DType::kFloat)}, {"shape", AttrValue(Shape{4, 3})}});
  const OutputRef read = b_.Op("ReadVariableOp", {handle}, {{"dtype", AttrValue(DType::kFloat)}});
  const OutputRef rows =
      b_.Op("ResourceGather", {handle, b_.Int32Vector({0, 2})}, {{"dtype", AttrValue(DType::kFloat)}});
  const OutputRef y = b_.Op("AddV2", {b_.Op("Sum", {read, b_.Int32Vector({0, 1})}),
                                      b_.Op("Sum", {rows, b_.Int32Vector({0, 1})})});
  const OutputRef grad = Gradient(y, handle);
  ASSERT_TRUE(grad);
  EXPECT_EQ(grad.node->op(), "AddN");
  EXPECT_EQ(grad.node->output_shape(0), (Shape{4, 3}));
}

// x -> x * x * ... * x, `n` times, in a loop.
OutputRef Power(Graph* graph, OutputRef x, OutputRef n) {
  GraphBuilder b(graph, "power");
  const DType dtype = x.node->output_type(x.index);
  const auto exits = BuildWhile(
      graph, {b.Scalar(DType::kInt32, 0), b.Scalar(dtype, 1)}, {x, n},
      [](GraphBuilder& c, const std::vector<OutputRef>& v) {
        return c.Op("Less", {v[0], v[3]});
      },
      [](GraphBuilder& c, const std::vector<OutputRef>& v) {
        return std::vector<OutputRef>{c.Op("AddV2", {v[0], c.Scalar(DType::kInt32, 1)}),
                                      c.Op("Mul", {v[1], v[2]})};
      });
  EXPECT_TRUE(exits.ok()) << exits.status().ToString();
  return exits.ok() ? (*exits)[1] : OutputRef();
}

TEST_F(GradientStructure, OfALoopIsALoop) {
  const OutputRef x = Input({});
  const OutputRef y = Power(&graph_, x, b_.Scalar(DType::kInt32, 3));
  const OutputRef grad = Gradient(y, x);
  ASSERT_TRUE(grad);
  EXPECT_EQ(grad.node->op(), "Exit");
  EXPECT_EQ(Count("LoopCond"), 2);
  EXPECT_EQ(Count("StackV2"), 1) << "only the running product is needed of each iteration";
  ExpectWellFormed();
}

TEST_F(GradientStructure, OfALoopWithinALoopIsSuchALoop) {
  const OutputRef x = Input({});
  const auto exits = BuildWhile(
      &graph_, {b_.Scalar(DType::kInt32, 0), x}, {},
      [](GraphBuilder& c, const std::vector<OutputRef>& v) {
        return c.Op("Less", {v[0], c.Scalar(DType::kInt32, 2)});
      },
      [&](GraphBuilder& c, const std::vector<OutputRef>& v) {
        const OutputRef inner = [&] {
          const auto result = BuildWhile(
              &graph_, {c.Scalar(DType::kInt32, 0), v[1]}, {},
              [](GraphBuilder& d, const std::vector<OutputRef>& w) {
                return d.Op("Less", {w[0], d.Scalar(DType::kInt32, 3)});
              },
              [](GraphBuilder& d, const std::vector<OutputRef>& w) {
                return std::vector<OutputRef>{d.Op("AddV2", {w[0], d.Scalar(DType::kInt32, 1)}),
                                              d.Op("Tanh", {w[1]})};
              });
          EXPECT_TRUE(result.ok()) << result.status().ToString();
          return (*result)[1];
        }();
        return std::vector<OutputRef>{c.Op("AddV2", {v[0], c.Scalar(DType::kInt32, 1)}),
                                      c.Op("Square", {inner})};
      });
  ASSERT_TRUE(exits.ok()) << exits.status().ToString();
  const OutputRef grad = Gradient((*exits)[1], x);
  ASSERT_TRUE(grad);
  EXPECT_EQ(Count("LoopCond"), 4);
  ExpectWellFormed();

  const Status again = Failure(grad, x);
  EXPECT_EQ(again.code(), Code::kUnimplemented);
  EXPECT_NE(again.message().find("second derivatives through loop"), std::string_view::npos)
      << again.ToString();
}

TEST_F(GradientStructure, OfAConditionalMergesBothSides) {
  const OutputRef x = Input({2}), pred = Input({}, DType::kBool);
  const auto y = BuildCond(
      &graph_, pred, {x},
      [](GraphBuilder& c, const std::vector<OutputRef>& in) {
        return std::vector<OutputRef>{c.Op("Exp", {in[0]})};
      },
      [](GraphBuilder& c, const std::vector<OutputRef>& in) {
        return std::vector<OutputRef>{c.Op("Neg", {in[0]})};
      });
  ASSERT_TRUE(y.ok()) << y.status().ToString();
  EXPECT_EQ(Gradient((*y)[0], x).node->op(), "Merge");
  ExpectWellFormed();
}

TEST_F(GradientStructure, GoesThroughCompositions) {
  const OutputRef x = Input({2});
  EXPECT_TRUE(Gradient(b_.Op("Runnel>Gelu", {x}), x));
}

}  // namespace
}  // namespace runnel
