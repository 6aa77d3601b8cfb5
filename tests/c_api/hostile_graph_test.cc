// Graphs that are made to do harm: ops that are the runtime's own, and a few functions that mean more
// nodes than anybody has memory for.
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

class HostileGraphTest : public testing::Test {
 protected:
  Runtime runtime_ = NewRuntime();
  Net net_;
};

const Attrs kEdge = {{"tensor_type", kFloatT},
                     {"tensor_name", "s: \"a\""},
                     {"send_device", "s: \"a\""},
                     {"recv_device", "s: \"a\""},
                     {"send_device_incarnation", "i: 3"}};
const Attrs kEnd = {{"T", kFloatT}, {"index", "i: 0"}};

TEST_F(HostileGraphTest, InternalOpsAreRefusedWhereverTheyAreAdded) {
  ASSERT_TRUE(IsOk(net_.Load(runtime_, PlaceholderText("x", {2}))));
  Attrs send = kEdge;
  send[0].first = "T";
  const std::string placeholder = PlaceholderText("p", {2, 2});
  for (const std::string& node :
       {NodeText("bad", "_Recv", {}, kEdge), NodeText("bad", "_HostRecv", {}, kEdge),
        NodeText("bad", "_Send", {"p"}, send), NodeText("bad", "_HostSend", {"p"}, send),
        NodeText("bad", "_Arg", {}, kEnd), NodeText("bad", "_Retval", {"p"}, kEnd),
        NodeText("bad", "_FusedMatMul", {"p", "p"},
                 {{"T", kFloatT}, {"N", "i: 0"}, {"epilogue", "s: \"\""}}),
        NodeText("bad", "_FusedConv2D", {"p", "p"}), NodeText("bad", "_FusedElementwise", {"p"}),
        NodeText("bad", "_NobodyKnows", {"p"})}) {
    const size_t before = rnl_graph_num_nodes(net_.graph());
    EXPECT_TRUE(Fails(net_.Add(placeholder + node), RNL_INVALID_ARGUMENT,
                      {"\"bad\"", "(_", "the runtime's own"}))
        << node;
    EXPECT_EQ(rnl_graph_num_nodes(net_.graph()), before);
    std::string body = node;
    body.replace(0, 4, "node_def");
    const std::string function =
        "library { function { signature { name: \"f\" input_arg { name: \"p\" type: DT_FLOAT } } " +
        body + " } }";
    if (node.find("_NobodyKnows") == std::string::npos) {
      EXPECT_TRUE(Fails(net_.Add(function), RNL_INVALID_ARGUMENT, {"\"f\"", "\"bad\"", "(_"}))
          << function;
    }
  }
  rnl_node_builder_t* builder = rnl_node_builder_create(net_.graph(), rnl_str("_Recv"), rnl_str("bad"));
  rnl_node_builder_set_attr_type(builder, rnl_str("tensor_type"), RNL_FLOAT);
  rnl_node_t node = RNL_NO_NODE;
  EXPECT_TRUE(
      Fails(rnl_node_builder_finish(builder, &node), RNL_INVALID_ARGUMENT, {"\"bad\"", "_Recv"}));
  const rnl_output_t x = net_.Output("x");
  rnl_output_t out;
  EXPECT_TRUE(Fails(rnl_graph_add_op(net_.graph(), rnl_str("_Retval"), rnl_str("bad"), &x, 1, &out),
                    RNL_INVALID_ARGUMENT, {"\"bad\"", "_Retval"}));
}

// TensorFlow names functions "__inference_f_12"; but none may take an op's name.
TEST_F(HostileGraphTest, FunctionsMayBeginWithAnUnderscoreButNotReplaceOps) {
  const auto function = [](const std::string& name) {
    return "library { function { signature { name: \"" + name +
           "\" input_arg { name: \"x\" type: DT_FLOAT } output_arg { name: \"y\" type: DT_FLOAT } } "
           "node_def { name: \"n\" op: \"Neg\" input: \"x\" attr { key: \"T\" value { type: DT_FLOAT } "
           "} } "
           "ret { key: \"y\" value: \"n:y:0\" } } }";
  };
  ASSERT_TRUE(
      IsOk(net_.Load(runtime_, PlaceholderText("x", {1}) + NodeText("y", "__inference_f_12", {"x"}) +
                                   function("__inference_f_12"))));
  EXPECT_EQ(net_.Fetch({{"x", FloatTensor(runtime_, {1}, {3})}}, "y"), std::vector<float>{-3});
  for (const char* op : {"Const", "PartitionedCall", "_Recv", "NoOp"}) {
    EXPECT_TRUE(Fails(net_.Add(function(op)), RNL_INVALID_ARGUMENT, {op, "name of an op"}));
  }
}

// f0 calls f1 ten times, and so on: 10^depth additions of one.
std::string Laughs(int depth) {
  const auto call = [](const std::string& kind, const std::string& name, const std::string& f,
                       const std::string& x) {
    return kind + " { name: \"" + name + "\" op: \"PartitionedCall\" input: \"" + x +
           "\" attr { key: \"f\" value { func { name: \"" + f +
           "\" } } } attr { key: \"Tin\" value { list { type: DT_FLOAT } } } attr { key: \"Tout\" value "
           "{ "
           "list { type: DT_FLOAT } } } }\n";
  };
  std::string functions;
  for (int level = 0; level <= depth; ++level) {
    functions +=
        "function { signature { name: \"f" + std::to_string(level) +
        "\" input_arg { name: \"x\" type: DT_FLOAT } output_arg { name: \"y\" type: DT_FLOAT } }\n";
    std::string last = "x";
    for (int i = 0; level < depth && i < 10; ++i) {
      functions += call("node_def", "c" + std::to_string(i), "f" + std::to_string(level + 1), last);
      last = "c" + std::to_string(i) + ":output:0";
    }
    if (level == depth) {
      functions +=
          "node_def { name: \"n\" op: \"Neg\" input: \"x\" attr { key: \"T\" value { type: DT_FLOAT } } "
          "}\n";
      last = "n:y:0";
    }
    functions += "ret { key: \"y\" value: \"" + last + "\" } }\n";
  }
  return PlaceholderText("x", {}) + call("node", "y", "f0", "x") + "library { " + functions + "}";
}

TEST_F(HostileGraphTest, ADeadlineAndACancellationAreHeardWhileARunIsPlanned) {
  ASSERT_TRUE(IsOk(net_.Load(runtime_, Laughs(5))));
  const Tensor x = FloatTensor(runtime_, {}, {2});
  RunOptions options;
  ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_timeout(options, 5)));
  EXPECT_TRUE(Fails(net_.Run({{"x", x}}, {"y"}, nullptr, {}, options), RNL_DEADLINE_EXCEEDED, {"5 ms"}));
  Cancellation cancellation;
  ASSERT_TRUE(IsOk(rnl_cancellation_create(cancellation.out())));
  ASSERT_TRUE(IsOk(rnl_cancellation_cancel(cancellation)));
  ASSERT_TRUE(IsOk(rnl_run_options_set_timeout(options, -1)));
  ASSERT_TRUE(IsOk(rnl_run_options_set_cancellation(options, cancellation)));
  EXPECT_TRUE(Fails(net_.Run({{"x", x}}, {"y"}, nullptr, {}, options), RNL_CANCELLED));
}

}  // namespace
}  // namespace runnel_test
