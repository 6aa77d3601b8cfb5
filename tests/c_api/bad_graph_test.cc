// Graphs that make no sense: cycles, duplicates, unknown names, shapes and types that do not fit, shapes
// that overflow. Every refusal names the thing, what was expected and what came, and changes nothing.
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

class BadGraphTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(IsOk(net_.Load(runtime_, ""))); }
  // A refusal that leaves the graph as it was.
  testing::AssertionResult Refused(const std::string& text, rnl_code_t code,
                                   std::initializer_list<const char*> pieces) {
    const size_t before = rnl_graph_num_nodes(net_.graph());
    testing::AssertionResult result = Fails(net_.Add(text), code, pieces);
    if (result && rnl_graph_num_nodes(net_.graph()) != before) {
      return testing::AssertionFailure() << "nodes were added";
    }
    return result;
  }

  Runtime runtime_ = NewRuntime();
  Net net_;
};

TEST_F(BadGraphTest, CyclesAreNamedNodeByNode) {
  const Attrs t = {{"T", kFloatT}};
  EXPECT_TRUE(Refused(
      PlaceholderText("x", {}) + NodeText("a", "Add", {"x", "c"}, t) + NodeText("b", "Neg", {"a"}, t) +
          NodeText("c", "Neg", {"b"}, t),
      RNL_INVALID_ARGUMENT,
      {"cycle", "\"a\" -> ", "\"b\" -> ", "\"c\" -> ", "only the NextIteration input of a Merge"}));
  EXPECT_TRUE(Refused(NodeText("self", "Neg", {"self"}, t), RNL_INVALID_ARGUMENT,
                      {"cycle", "\"self\" -> \"self\""}));
  EXPECT_TRUE(Refused(NodeText("a", "NoOp", {"^b"}) + NodeText("b", "NoOp", {"^a"}),
                      RNL_INVALID_ARGUMENT, {"cycle", "\"a\" -> ", "\"b\" -> "}))
      << "of control edges";
  // Through a Merge, but not by a NextIteration.
  EXPECT_TRUE(Refused(PlaceholderText("x", {}) +
                          NodeText("m", "Merge", {"x", "n"}, {{"T", kFloatT}, {"N", "i: 2"}}) +
                          NodeText("n", "Neg", {"m"}, t),
                      RNL_INVALID_ARGUMENT, {"cycle", "\"m\" -> ", "\"n\" -> "}));
  // By the NextIteration, but as a control edge.
  EXPECT_TRUE(Refused(PlaceholderText("x", {}) +
                          NodeText("m", "Merge", {"x", "x", "^n"}, {{"T", kFloatT}, {"N", "i: 2"}}) +
                          NodeText("n", "NextIteration", {"m"}, t),
                      RNL_INVALID_ARGUMENT, {"cycle", "\"m\" -> ", "\"n\" -> "}));
}

TEST_F(BadGraphTest, LoopsAreClosedOnceAndByTheRightNode) {
  ASSERT_TRUE(
      IsOk(net_.Add(PlaceholderText("x", {}) + PlaceholderText("i", {}, kInt32T) +
                    NodeText("enter", "Enter", {"x"}, {{"T", kFloatT}, {"frame_name", "s: \"f\""}}))));
  rnl_node_builder_t* b = rnl_node_builder_create(net_.graph(), rnl_str("Merge"), rnl_str("merge"));
  rnl_node_builder_add_input(b, net_.Output("enter"));
  rnl_node_builder_set_attr_int(b, rnl_str("N"), 2);
  rnl_node_t merge = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_node_builder_finish(b, &merge)));
  EXPECT_TRUE(Fails(net_.Run({{"x", FloatTensor(runtime_, {}, {1})}}, {"merge"}), RNL_INVALID_ARGUMENT,
                    {"Merge \"merge\"", "back edge"}));
  ASSERT_TRUE(IsOk(net_.Add(NodeText("next_int", "NextIteration", {"i"}, {{"T", kInt32T}}) +
                            NodeText("next", "NextIteration", {"x"}, {{"T", kFloatT}}))) == false)
      << "an import sees the names of its own GraphDef only";
  rnl_output_t next{}, next_int{}, neg{};
  const rnl_output_t x = net_.Output("x"), i = net_.Output("i");
  ASSERT_TRUE(
      IsOk(rnl_graph_add_op(net_.graph(), rnl_str("NextIteration"), rnl_str("next"), &x, 1, &next)));
  ASSERT_TRUE(IsOk(
      rnl_graph_add_op(net_.graph(), rnl_str("NextIteration"), rnl_str("next_int"), &i, 1, &next_int)));
  ASSERT_TRUE(IsOk(rnl_graph_add_op(net_.graph(), rnl_str("Neg"), rnl_str("neg"), &x, 1, &neg)));
  EXPECT_TRUE(Fails(rnl_graph_close_loop(net_.graph(), merge, neg), RNL_INVALID_ARGUMENT,
                    {"\"merge\"", "NextIteration"}));
  EXPECT_TRUE(Fails(rnl_graph_close_loop(net_.graph(), merge, next_int), RNL_INVALID_ARGUMENT,
                    {"\"merge\"", "float", "int32"}));
  EXPECT_TRUE(
      Fails(rnl_graph_close_loop(net_.graph(), neg.node, next), RNL_INVALID_ARGUMENT, {"Merge"}));
  EXPECT_TRUE(Fails(rnl_graph_close_loop(net_.graph(), merge, rnl_output(999, 0)), RNL_INVALID_ARGUMENT,
                    {"999"}));
  ASSERT_TRUE(IsOk(rnl_graph_close_loop(net_.graph(), merge, next)));
  EXPECT_TRUE(Fails(rnl_graph_close_loop(net_.graph(), merge, next), RNL_FAILED_PRECONDITION,
                    {"\"merge\"", "already"}));
}

TEST_F(BadGraphTest, FunctionsThatCallThemselvesAreRefused) {
  const auto call = [](const std::string& name, const std::string& f) {
    return "node_def { name: \"" + name +
           "\" op: \"PartitionedCall\" input: \"x\" attr { key: \"f\" value { func { name: \"" + f +
           "\" } } } attr { key: \"Tin\" value { list { type: DT_FLOAT } } } attr { key: \"Tout\" value "
           "{ list { type: DT_FLOAT } } } }";
  };
  const auto function = [&](const std::string& name, const std::string& callee) {
    return "function { signature { name: \"" + name +
           "\" input_arg { name: \"x\" type: DT_FLOAT } output_arg { name: \"y\" type: DT_FLOAT } } " +
           call("c", callee) + " ret { key: \"y\" value: \"c:output:0\" } }";
  };
  ASSERT_TRUE(IsOk(net_.Add("library { " + function("ping", "pong") + function("pong", "ping") + " } " +
                            PlaceholderText("x", {}) +
                            NodeText("y", "PartitionedCall", {"x"},
                                     {{"f", "func { name: \"ping\" }"},
                                      {"Tin", "list { type: DT_FLOAT }"},
                                      {"Tout", "list { type: DT_FLOAT }"}}))));
  EXPECT_TRUE(Fails(net_.Run({{"x", FloatTensor(runtime_, {}, {1})}}, {"y"}), RNL_UNIMPLEMENTED,
                    {"recursive", "PartitionedCall of"}));
}

TEST_F(BadGraphTest, DuplicatesAreNamed) {
  EXPECT_TRUE(Refused(PlaceholderText("x", {}) + PlaceholderText("y", {}) + PlaceholderText("x", {}),
                      RNL_INVALID_ARGUMENT, {"two nodes named \"x\""}));
  ASSERT_TRUE(IsOk(net_.Add(PlaceholderText("x", {}))));
  EXPECT_TRUE(Refused(PlaceholderText("z", {}) + PlaceholderText("x", {}), RNL_ALREADY_EXISTS,
                      {"node \"x\" already exists"}))
      << "z is not added either";
  const auto function = [](const char* op) {
    return std::string(
               "library { function { signature { name: \"f\" input_arg { name: \"x\" type: DT_FLOAT } "
               "output_arg { name: \"y\" type: DT_FLOAT } } node_def { name: \"n\" op: \"") +
           op +
           "\" input: \"x\" attr { key: \"T\" value { type: DT_FLOAT } } } ret { key: \"y\" value: "
           "\"n:y:0\" } } }";
  };
  ASSERT_TRUE(IsOk(net_.Add(function("Neg"))));
  EXPECT_TRUE(IsOk(net_.Add(function("Neg")))) << "the same again";
  EXPECT_TRUE(Refused(function("Square") + PlaceholderText("w", {}), RNL_ALREADY_EXISTS, {"\"f\""}));
}

TEST_F(BadGraphTest, UnknownOpsAttrsAndNamesAreNamed) {
  ASSERT_TRUE(IsOk(net_.Add(PlaceholderText("x", {2}))));
  rnl_output_t out{};
  const rnl_output_t x = net_.Output("x");
  EXPECT_TRUE(Fails(rnl_graph_add_op(net_.graph(), rnl_str("MatMull"), rnl_str("n"), &x, 1, &out),
                    RNL_NOT_FOUND, {"node \"n\"", "MatMull", "MatMul"}));
  EXPECT_TRUE(Refused(PlaceholderText("p", {}) + NodeText("n", "Neg", {"q"}), RNL_INVALID_ARGUMENT,
                      {"\"n\"", "\"q\""}));
  EXPECT_TRUE(Refused(PlaceholderText("p", {}) + NodeText("n", "Neg", {"p:3"}), RNL_INVALID_ARGUMENT,
                      {"\"n\"", "output 3", "\"p\"", "1"}));
  EXPECT_TRUE(Refused(PlaceholderText("p", {}) + NodeText("n", "Neg", {"^p", "p"}), RNL_INVALID_ARGUMENT,
                      {"\"n\"", "\"p\"", "control"}));
  EXPECT_TRUE(Refused(NodeText("no name", "NoOp"), RNL_INVALID_ARGUMENT, {"\"no name\"", "letters"}));
  rnl_node_t node = RNL_NO_NODE;
  EXPECT_TRUE(Fails(rnl_graph_find_node(net_.graph(), rnl_str("y"), &node), RNL_NOT_FOUND, {"\"y\""}));
  EXPECT_TRUE(Fails(rnl_graph_find_output(net_.graph(), rnl_str("x:1"), &out), RNL_INVALID_ARGUMENT,
                    {"x", "1"}));
  Op op;
  EXPECT_TRUE(Fails(rnl_runtime_find_op(runtime_, rnl_str("Matmul"), op.out()), RNL_NOT_FOUND,
                    {"Matmul", "MatMul"}));
}

// op, node, attr, what came and what is allowed.
TEST_F(BadGraphTest, AttrErrorsNameOpNodeAttrGotAndAllowed) {
  const std::string text = PlaceholderText("s", {}, "type: DT_STRING");
  EXPECT_TRUE(Refused(text + NodeText("m", "Neg", {"s"}), RNL_INVALID_ARGUMENT,
                      {"\"m\"", "Neg", "attr \"T\"", "string", "allowed are", "float", "int64"}));
  EXPECT_TRUE(Refused(PlaceholderText("x", {}) + NodeText("n", "Neg", {"x"}, {{"T", kInt32T}}),
                      RNL_INVALID_ARGUMENT,
                      {"\"n\"", "Neg", "attr \"T\"", "float", "int32", "input 0"}));
  EXPECT_TRUE(Refused(PlaceholderText("x", {}) + NodeText("n", "Neg", {"x"}, {{"T", "i: 1"}}),
                      RNL_INVALID_ARGUMENT, {"\"n\"", "Neg", "attr \"T\"", "int", "type"}));
  EXPECT_TRUE(Refused(NodeText("p", "Placeholder"), RNL_INVALID_ARGUMENT,
                      {"\"p\"", "Placeholder", "attr \"dtype\"", "missing"}));
  EXPECT_TRUE(Refused(PlaceholderText("x", {}) + NodeText("n", "Pack", {"x"}, {{"N", "i: 0"}}),
                      RNL_INVALID_ARGUMENT, {"\"n\"", "Pack", "\"N\"", "0", "1"}));
}

TEST_F(BadGraphTest, ShapesAndTypesThatDoNotFitFailWhileBuilding) {
  const std::string two = PlaceholderText("a", {2, 3}) + PlaceholderText("b", {4, 5});
  EXPECT_TRUE(Refused(two + NodeText("m", "MatMul", {"a", "b"}), RNL_INVALID_ARGUMENT,
                      {"\"m\"", "MatMul", "[2,3]", "[4,5]"}));
  EXPECT_TRUE(Refused(two + NodeText("s", "AddV2", {"a", "b"}), RNL_INVALID_ARGUMENT,
                      {"\"s\"", "AddV2", "[2,3]", "[4,5]"}));
  EXPECT_TRUE(Refused(two + ConstInts("shape", {7}) + NodeText("r", "Reshape", {"a", "shape"}),
                      RNL_INVALID_ARGUMENT, {"\"r\"", "Reshape", "[2,3]", "[7]"}));
  EXPECT_TRUE(
      Refused(two + ConstInt("axis", 5) + NodeText("c", "ConcatV2", {"a", "b", "axis"}, {{"N", "i: 2"}}),
              RNL_INVALID_ARGUMENT, {"\"c\"", "ConcatV2", "axis", "5"}));
  EXPECT_TRUE(Refused(PlaceholderText("i", {2}, kInt32T) + PlaceholderText("f", {2}) +
                          NodeText("s", "AddV2", {"i", "f"}),
                      RNL_INVALID_ARGUMENT, {"\"s\"", "AddV2", "int32", "float"}));
}

TEST_F(BadGraphTest, ShapesAndTypesThatDoNotFitFailWhileRunning) {
  ASSERT_TRUE(
      IsOk(net_.Add(AnyPlaceholderText("a") + AnyPlaceholderText("b") +
                    AnyPlaceholderText("shape", kInt32T) + PlaceholderText("exact", {2, -1}) +
                    NodeText("exact_neg", "Neg", {"exact"}) + NodeText("m", "MatMul", {"a", "b"}) +
                    NodeText("s", "AddV2", {"a", "b"}) + NodeText("r", "Reshape", {"a", "shape"}))));
  const Tensor a = FloatTensor(runtime_, {2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor b = FloatTensor(runtime_, {4, 1}, {1, 2, 3, 4});
  EXPECT_TRUE(Fails(net_.Run({{"a", a}, {"b", b}}, {"m"}), RNL_INVALID_ARGUMENT,
                    {"m", "MatMul", "[2,3]", "[4,1]"}));
  EXPECT_TRUE(Fails(net_.Run({{"a", a}, {"b", b}}, {"s"}), RNL_INVALID_ARGUMENT,
                    {"s", "AddV2", "[2,3]", "[4,1]"}));
  EXPECT_TRUE(Fails(net_.Run({{"a", a}, {"shape", IntTensor(runtime_, {1}, {7})}}, {"r"}),
                    RNL_INVALID_ARGUMENT, {"r", "Reshape", "[2,3]", "7"}));
  EXPECT_TRUE(
      Fails(net_.Run({{"exact", b}}, {"exact_neg"}), RNL_INVALID_ARGUMENT, {"exact", "[2,?]", "[4,1]"}));
  EXPECT_TRUE(Fails(net_.Run({{"exact", IntTensor(runtime_, {2, 1}, {1, 2})}}, {"exact_neg"}),
                    RNL_INVALID_ARGUMENT, {"exact", "float", "int32"}));
  EXPECT_TRUE(Fails(net_.Run({}, {"m"}), RNL_INVALID_ARGUMENT, {"feed", "placeholder", "float"}));
  const Status unfed(net_.Run({{"a", a}}, {"m"}));
  EXPECT_EQ(unfed.code(), RNL_INVALID_ARGUMENT);
  EXPECT_EQ(unfed.node(), "b");
  EXPECT_EQ(net_.Fetch({{"a", a}, {"b", FloatTensor(runtime_, {3, 1}, {1, 0, 0})}}, "m"),
            (std::vector<float>{1, 4}))
      << "the session goes on";
}

TEST_F(BadGraphTest, ShapesThatOverflowAreRefusedWhereverTheyComeFrom) {
  const std::string huge = "4611686018427387904";
  EXPECT_TRUE(Refused(NodeText("c", "Const", {},
                               {{"dtype", kFloatT},
                                {"value", "tensor { dtype: DT_FLOAT tensor_shape { dim { size: " + huge +
                                              " } dim { size: 4 } } float_val: 1 }"}}),
                      RNL_INVALID_ARGUMENT, {"4611686018427387904"}));
  ASSERT_TRUE(
      IsOk(net_.Add(AnyPlaceholderText("dims", "type: DT_INT64") + PlaceholderText("value", {}) +
                    NodeText("fill", "Fill", {"dims", "value"}, {{"index_type", "type: DT_INT64"}}) +
                    PlaceholderText("x", {2}) + AnyPlaceholderText("times", "type: DT_INT64") +
                    NodeText("tile", "Tile", {"x", "times"}, {{"Tmultiples", "type: DT_INT64"}}) +
                    NodeText("reshape", "Reshape", {"x", "dims"}, {{"Tshape", "type: DT_INT64"}}))));
  const Tensor value = FloatTensor(runtime_, {}, {1}), x = FloatTensor(runtime_, {2}, {1, 2});
  const auto dims = [&](std::vector<int64_t> values) {
    const auto count = static_cast<int64_t>(values.size());
    return TensorOf<int64_t>(runtime_, RNL_INT64, {count}, std::move(values));
  };
  const Tensor product = dims({int64_t{1} << 40, int64_t{1} << 40}), bytes = dims({INT64_MAX});
  const Tensor negative = dims({-2}), memory = dims({int64_t{1} << 45}),
               many = dims(std::vector<int64_t>(300, 1));
  EXPECT_TRUE(Fails(net_.Run({{"dims", product}, {"value", value}}, {"fill"}), RNL_INVALID_ARGUMENT,
                    {"fill", "1099511627776"}));
  EXPECT_TRUE(Fails(net_.Run({{"dims", bytes}, {"value", value}}, {"fill"}), RNL_INVALID_ARGUMENT,
                    {"fill", "9223372036854775807"}));
  EXPECT_TRUE(Fails(net_.Run({{"dims", negative}, {"value", value}}, {"fill"}), RNL_INVALID_ARGUMENT,
                    {"fill", "-2"}));
  EXPECT_TRUE(Fails(net_.Run({{"dims", many}, {"value", value}}, {"fill"}), RNL_INVALID_ARGUMENT,
                    {"fill", "300", "254"}));
  EXPECT_TRUE(
      Fails(net_.Run({{"dims", memory}, {"value", value}}, {"fill"}), RNL_RESOURCE_EXHAUSTED, {"fill"}));
  EXPECT_TRUE(Fails(net_.Run({{"x", x}, {"times", bytes}}, {"tile"}), RNL_INVALID_ARGUMENT,
                    {"tile", "9223372036854775807"}));
  EXPECT_TRUE(Fails(net_.Run({{"x", x}, {"dims", product}}, {"reshape"}), RNL_INVALID_ARGUMENT,
                    {"reshape", "1099511627776"}));
  EXPECT_EQ(net_.Fetch({{"dims", dims({2})}, {"value", value}}, "fill"), (std::vector<float>{1, 1}));
}

TEST_F(BadGraphTest, AnUninitialisedVariableIsNamedByEveryUseOfIt) {
  const Attrs dtype = {{"dtype", kFloatT}};
  const std::string v =
      NodeText("weights", "VarHandleOp", {}, {{"dtype", kFloatT}, {"shape", ShapeText({2})}});
  ASSERT_TRUE(IsOk(
      net_.Add(v + ConstText("two", "dtype: DT_FLOAT tensor_shape { dim { size: 2 } } float_val: 2") +
               ConstFloat("rate", 1) + ConstInts("row", {0}) + ConstInt("first", 0) +
               NodeText("read", "ReadVariableOp", {"weights"}, dtype) +
               NodeText("add", "AssignAddVariableOp", {"weights", "two"}, dtype) +
               NodeText("sub", "AssignSubVariableOp", {"weights", "two"}, dtype) +
               NodeText("apply", "ResourceApplyGradientDescent", {"weights", "rate", "two"}) +
               NodeText("scatter", "ResourceScatterAdd", {"weights", "first", "rate"},
                        {{"dtype", kFloatT}, {"Tindices", kInt32T}}) +
               NodeText("init", "AssignVariableOp", {"weights", "two"}, dtype))));
  for (const char* use : {"read"}) {
    EXPECT_TRUE(Fails(net_.Run({}, {use}), RNL_FAILED_PRECONDITION,
                      {use, "\"weights\"", "before a value was assigned"}))
        << use;
  }
  for (const char* use : {"add", "sub", "apply", "scatter"}) {
    EXPECT_TRUE(Fails(net_.Run({}, {}, nullptr, {use}), RNL_FAILED_PRECONDITION,
                      {use, "\"weights\"", "before a value was assigned"}))
        << use;
  }
  ASSERT_TRUE(IsOk(net_.Run({}, {}, nullptr, {"init"})));
  ASSERT_TRUE(IsOk(net_.Run({}, {}, nullptr, {"add"})));
  EXPECT_EQ(net_.Fetch({}, "read"), (std::vector<float>{4, 4}));
}

}  // namespace
}  // namespace runnel_test
