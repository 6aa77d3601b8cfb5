// Graphs that nobody should write: each gives a status, and the process goes on.
#include <gtest/gtest.h>

#include "core/graph/builder.h"
#include "core/passes/control_flow_builder.h"
#include "core/passes/gradients.h"

namespace runnel {
namespace {

class HostileGraph : public ::testing::Test {
 protected:
  OutputRef Input(DType dtype = DType::kFloat) {
    return b_.Op("Placeholder", {}, {{"dtype", AttrValue(dtype)}, {"shape", AttrValue(Shape())}});
  }
  OutputRef Enter(OutputRef x, const char* frame) {
    return b_.Op("Enter", {x}, {{"frame_name", AttrValue(frame)}});
  }
  Status Gradient(OutputRef y, OutputRef x) {
    EXPECT_TRUE(b_.status().ok()) << b_.status().ToString();
    if (!y || !x) return Internal("no such edge");
    const OutputRef ys[] = {y}, xs[] = {x};
    return AddGradients(&graph_, ys, xs).status();
  }

  OpRegistry registry_;
  Graph graph_{&registry_};
  GraphBuilder b_{&graph_, ""};
};

TEST_F(HostileGraph, ExitOutsideOfLoops) {
  const OutputRef x = Input();
  EXPECT_EQ(Gradient(b_.Op("Exit", {x}), x).code(), Code::kInvalidArgument);
}

TEST_F(HostileGraph, LoopWithoutCondition) {
  const OutputRef x = Input();
  const Status status = Gradient(b_.Op("Exit", {b_.Op("Exp", {Enter(x, "f")})}), x);
  EXPECT_EQ(status.code(), Code::kUnimplemented) << status.ToString();
}

TEST_F(HostileGraph, InputsFromTwoLoops) {
  const OutputRef x = Input();
  const Status status = Gradient(b_.Op("Mul", {Enter(x, "f"), Enter(x, "g")}), x);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_NE(status.message().find("different loops"), std::string_view::npos) << status.ToString();
}

TEST_F(HostileGraph, LoopThatWasNeverClosed) {
  const OutputRef x = Input(), pred = Input(DType::kBool);
  const OutputRef merge = b_.Op("Merge", {Enter(x, "f")}, {{"N", AttrValue(2)}});
  const OutputRef cond = b_.Op("LoopCond", {Enter(pred, "f")});
  const OutputRef exit = b_.Op("Exit", {b_.Op("Switch", {merge, cond})});
  EXPECT_EQ(Gradient(exit, x).code(), Code::kUnimplemented);
}

TEST_F(HostileGraph, ExitThatSkipsTheSwitch) {
  const OutputRef x = Input(), pred = Input(DType::kBool);
  const OutputRef merge = b_.Op("Merge", {Enter(x, "f")}, {{"N", AttrValue(2)}});
  const OutputRef cond = b_.Op("LoopCond", {Enter(pred, "f")});
  const auto sides = b_.Ops("Switch", {merge, cond});
  ASSERT_TRUE(graph_.CloseLoop(merge.node, b_.Op("NextIteration", {sides[1]})).ok());
  const Status status = Gradient(b_.Op("Exit", {b_.Op("Exp", {sides[0]})}), x);
  EXPECT_EQ(status.code(), Code::kUnimplemented);
  EXPECT_NE(status.message().find("Exit"), std::string_view::npos) << status.ToString();
}

TEST_F(HostileGraph, ResultsEnteredAgain) {
  const OutputRef x = Input(), pred = Input(DType::kBool);
  const OutputRef merge = b_.Op("Merge", {Enter(x, "f")}, {{"N", AttrValue(2)}});
  const OutputRef cond = b_.Op("LoopCond", {Enter(pred, "f")});
  const auto sides = b_.Ops("Switch", {merge, cond});
  const OutputRef exit = b_.Op("Exit", {sides[0]});
  const OutputRef again = b_.Op("Merge", {Enter(exit, "f")}, {{"N", AttrValue(2)}});
  const auto other = b_.Ops("Switch", {again, cond});
  ASSERT_TRUE(graph_.CloseLoop(merge.node, b_.Op("NextIteration", {sides[1]})).ok());
  ASSERT_TRUE(graph_.CloseLoop(again.node, b_.Op("NextIteration", {other[1]})).ok());
  const Status status = Gradient(b_.Op("Exit", {other[0]}), x);
  EXPECT_EQ(status.code(), Code::kUnimplemented);
  EXPECT_NE(status.message().find("entered into it again"), std::string_view::npos) << status.ToString();
}

TEST_F(HostileGraph, LoopsNestedHundredsDeep) {
  const OutputRef x = Input();
  std::function<OutputRef(GraphBuilder&, OutputRef, int)> nest = [&](GraphBuilder& b, OutputRef v,
                                                                     int depth) -> OutputRef {
    if (depth == 0) return b.Op("Tanh", {v});
    const auto exits = BuildWhile(
        &graph_, {b.Scalar(DType::kInt32, 0), v}, {},
        [](GraphBuilder& c, const std::vector<OutputRef>& w) {
          return c.Op("Less", {w[0], c.Scalar(DType::kInt32, 1)});
        },
        [&](GraphBuilder& c, const std::vector<OutputRef>& w) {
          return std::vector<OutputRef>{c.Op("AddV2", {w[0], c.Scalar(DType::kInt32, 1)}),
                                        nest(c, w[1], depth - 1)};
        });
    if (exits.ok()) return (*exits)[1];
    b.Fail(exits.status());
    return {};
  };
  const Status status = Gradient(nest(b_, x, 300), x);
  EXPECT_EQ(status.code(), Code::kUnimplemented);
  EXPECT_NE(status.message().find("loops nest"), std::string_view::npos) << status.ToString();
}

TEST_F(HostileGraph, AChainOfAHundredThousandNodes) {
  const OutputRef x = Input();
  OutputRef y = x;
  for (int i = 0; i < 100000; ++i) y = b_.Op(i % 2 == 0 ? "Identity" : "Neg", {y});
  EXPECT_TRUE(Gradient(y, x).ok());
}

TEST_F(HostileGraph, ALoopBehindAChainOfIdentities) {
  const OutputRef x = Input();
  const auto exits = BuildWhile(
      &graph_, {b_.Scalar(DType::kInt32, 0), x}, {},
      [](GraphBuilder& c, const std::vector<OutputRef>& v) {
        return c.Op("Less", {v[0], c.Scalar(DType::kInt32, 2)});
      },
      [](GraphBuilder& c, const std::vector<OutputRef>& v) {
        OutputRef y = v[1];
        for (int i = 0; i < 20000; ++i) y = c.Op("Identity", {y});
        return std::vector<OutputRef>{c.Op("AddV2", {v[0], c.Scalar(DType::kInt32, 1)}),
                                      c.Op("Square", {y})};
      });
  ASSERT_TRUE(exits.ok()) << exits.status().ToString();
  EXPECT_TRUE(Gradient((*exits)[1], x).ok());
}

TEST_F(HostileGraph, StacksWithinStacks) {
  const OutputRef x = Input();
  OutputRef handle =
      b_.Op("StackV2", {b_.Scalar(DType::kInt32, -1)}, {{"elem_type", AttrValue(DType::kResource)}});
  for (int i = 0; i < 1000; ++i) {
    b_.Op("StackPushV2", {handle, handle});
    handle = b_.Op("StackPopV2", {handle}, {{"elem_type", AttrValue(DType::kResource)}});
  }
  b_.Op("StackPushV2", {handle, x});
  const OutputRef popped = b_.Op("StackPopV2", {handle}, {{"elem_type", AttrValue(DType::kFloat)}});
  EXPECT_EQ(Gradient(b_.Op("Exp", {popped}), x).code(), Code::kUnimplemented);
}

}  // namespace
}  // namespace runnel
