// Functions made of graphs: called as ops, differentiated by tapes.
#include <array>

#include "tests/eager/support.h"

namespace runnel_test {
namespace {

class FunctionTest : public EagerTest {
 protected:
  FunctionTest() { EXPECT_TRUE(IsOk(rnl_graph_create(runtime, graph.out()))); }
  rnl_output_t Argument(const char* name) {
    rnl_output_t out{RNL_NO_NODE, 0};
    EXPECT_TRUE(IsOk(rnl_graph_add_placeholder(graph, rnl_str(name), RNL_FLOAT, -1, nullptr, &out)));
    return out;
  }
  rnl_output_t Add(const char* op, std::vector<rnl_output_t> inputs) {
    rnl_output_t out{RNL_NO_NODE, 0};
    EXPECT_TRUE(
        IsOk(rnl_graph_add_op(graph, rnl_str(op), rnl_str(""), inputs.data(), inputs.size(), &out)));
    return out;
  }
  rnl_output_t Typed(const char* op, std::vector<rnl_output_t> inputs) {
    rnl_node_builder_t* builder = rnl_node_builder_create(graph, rnl_str(op), rnl_str(""));
    rnl_node_builder_add_input_list(builder, inputs.data(), inputs.size());
    rnl_node_builder_set_attr_type(builder, rnl_str("dtype"), RNL_FLOAT);
    rnl_node_t node = RNL_NO_NODE;
    EXPECT_TRUE(IsOk(rnl_node_builder_finish(builder, &node)));
    return rnl_output(node, 0);
  }
  EagerOp Function(std::vector<rnl_output_t> inputs, std::vector<rnl_output_t> outputs,
                   std::vector<rnl_node_t> targets = {}) {
    EagerOp made;
    EXPECT_TRUE(IsOk(rnl_eager_op_from_graph(eager, rnl_str("f"), graph, inputs.data(), inputs.size(),
                                             outputs.data(), outputs.size(), targets.data(),
                                             targets.size(), made.out())));
    return made;
  }
  Graph graph;
};

TEST_F(FunctionTest, AFunctionIsCalledAsAnOpAndDifferentiated) {
  const rnl_output_t x = Argument("x"), y = Add("Mul", {x, Add("Exp", {x})});
  const EagerOp f = Function({x}, {y});
  const Tensor value = Of({0, 1});
  EXPECT_NEAR(Values(Run(f, {value}))[1], 2.7182817f, 1e-6);
  const Tape outer = NewTape(), tape = NewTape(outer);
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, value)));
  ASSERT_TRUE(IsOk(rnl_tape_watch(outer, value)));
  const Tensor first = Gradient(tape, Run(f, {value}, tape), value);
  EXPECT_NEAR(Values(first)[0], 1.0f, 1e-6);
  EXPECT_NEAR(Values(first)[1], 2 * 2.7182817f, 1e-5);
  const Tensor second = Gradient(outer, first, value);
  EXPECT_NEAR(Values(second)[0], 2.0f, 1e-6);
  EXPECT_NEAR(Values(second)[1], 3 * 2.7182817f, 1e-5);
}

TEST_F(FunctionTest, AVariableOfTheContextIsUsedByItsNode) {
  const Tensor w = Variable(Of({2, 3}));
  rnl_output_t handle, again;
  ASSERT_TRUE(IsOk(rnl_eager_add_handle(eager, graph, w, &handle)));
  ASSERT_TRUE(IsOk(rnl_eager_add_handle(eager, graph, w, &again)));
  EXPECT_EQ(handle.node, again.node);
  const rnl_output_t x = Argument("x"), y = Add("Mul", {x, Typed("ReadVariableOp", {handle})});
  const EagerOp f = Function({x, handle}, {y});
  const Tensor value = Of({10, 100});
  const Tape tape = NewTape();
  const Tensor out = Run(f, {value, w}, tape);
  EXPECT_EQ(Values(out), (std::vector<float>{20, 300}));
  EXPECT_EQ(Values(Gradient(tape, out, w)), (std::vector<float>{10, 100}));
  const Tensor other = Variable(Of({1, 1}), "other");
  rnl_tensor_t* inputs[] = {value, other};
  Tensor none;
  size_t count = 0;
  EXPECT_TRUE(Fails(rnl_eager_op_execute(f, nullptr, nullptr, inputs, 2, none.out(), 1, &count),
                    RNL_INVALID_ARGUMENT, {"\"f\"", "\"w\"", "\"other\""}));
}

TEST_F(FunctionTest, ARandomValueInAFunctionIsNotDrawnAgain) {
  const rnl_output_t x = Argument("x");
  rnl_node_builder_t* builder = rnl_node_builder_create(graph, rnl_str("RandomUniform"), rnl_str(""));
  rnl_node_builder_add_input(builder, Add("Shape", {x}));
  rnl_node_builder_set_attr_type(builder, rnl_str("dtype"), RNL_FLOAT);
  rnl_node_t node = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_node_builder_finish(builder, &node)));
  const rnl_output_t y = Add("Mul", {x, rnl_output(node, 0)});
  const EagerOp f = Function({x}, {y});
  const Tensor ones = Of({1, 1, 1});
  const Tape tape = NewTape();
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, ones)));
  const Tensor out = Run(f, {ones}, tape);
  EXPECT_EQ(Values(Gradient(tape, out, ones)), Values(out));
}

TEST_F(FunctionTest, TargetsRunAndInputsMayBeOutputs) {
  const Tensor w = Variable(Of({1}));
  rnl_output_t handle;
  ASSERT_TRUE(IsOk(rnl_eager_add_handle(eager, graph, w, &handle)));
  const rnl_output_t x = Argument("x");
  rnl_node_builder_t* builder =
      rnl_node_builder_create(graph, rnl_str("AssignAddVariableOp"), rnl_str(""));
  rnl_node_builder_add_input(builder, handle);
  rnl_node_builder_add_input(builder, x);
  rnl_node_t assign = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_node_builder_finish(builder, &assign)));
  const EagerOp f = Function({x, handle}, {x}, {assign});
  const Tensor value = Of({5});
  EXPECT_EQ(Values(Run(f, {value, w})), (std::vector<float>{5}));
  EXPECT_EQ(Values(Run(Reader(), {w})), (std::vector<float>{6}));
}

TEST_F(FunctionTest, WhatIsNoFunctionIsRefused) {
  const rnl_output_t x = Argument("x"), y = Add("Neg", {x});
  EagerOp made;
  EXPECT_TRUE(
      Fails(rnl_eager_op_from_graph(eager, rnl_str("f"), graph, &y, 1, &x, 1, nullptr, 0, made.out()),
            RNL_INVALID_ARGUMENT, {"Neg", "Placeholder"}));
  const std::array<rnl_output_t, 2> twice = {x, x};
  EXPECT_TRUE(Fails(rnl_eager_op_from_graph(eager, rnl_str("f"), graph, twice.data(), 2, &y, 1, nullptr,
                                            0, made.out()),
                    RNL_INVALID_ARGUMENT, {"twice"}));
  EXPECT_TRUE(Fails(
      rnl_eager_op_from_graph(eager, rnl_str("f"), graph, &x, 1, nullptr, 0, nullptr, 0, made.out()),
      RNL_INVALID_ARGUMENT, {"neither"}));
  const Tensor value = Of({5});
  rnl_output_t out;
  EXPECT_TRUE(
      Fails(rnl_eager_add_handle(eager, graph, value, &out), RNL_INVALID_ARGUMENT, {"no handle"}));
}

}  // namespace
}  // namespace runnel_test
