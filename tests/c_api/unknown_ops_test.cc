// Graphs that name what is not here: ops that nobody has registered, attrs of a newer producer, shapes
// as an older one wrote them. They matter to a step that needs them, and to nobody else.
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

const Attrs kT = {{"T", kFloatT}};

class UnknownOpsTest : public testing::Test {
 protected:
  rnl_status_t* Load(const std::string& text) { return net_.Load(runtime_, text); }
  std::string Exported() {
    Bytes bytes;
    EXPECT_TRUE(IsOk(rnl_graph_export_text(net_.graph(), bytes.out())));
    return Str(rnl_bytes_view(bytes));
  }
  LogLines log_;
  Runtime runtime_ = NewVirtualRuntime(&log_);
  Net net_;
  const Tensor x_ = FloatTensor(runtime_, {2}, {1, -2});
};

// x -> Stranger -> Alien -> z, beside x -> y.
const std::string kGraph =
    PlaceholderText("x", {2}) + NodeText("y", "Neg", {"x"}, kT) +
    NodeText("s", "Stranger", {"x", "y", "^y"},
             {{"mode", "s: \"fast\""}, {"n", "i: 3"}, {"_mark", "b: true"}}, "/device:CPU:0") +
    NodeText("t", "Stranger", {"s:1"}) + NodeText("a", "Alien", {"s", "t"}) +
    NodeText("z", "Relu", {"a:2"}, kT) + NodeText("beside", "Abs", {"s:1"}, kT);

TEST_F(UnknownOpsTest, RunWhereNoStepNeedsThemAndAreListedOnce) {
  ASSERT_TRUE(IsOk(Load(kGraph)));
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "y"), (std::vector<float>{-1, 2}));
  EXPECT_EQ(log_.Count("not registered"), 1u) << log_.All();
  EXPECT_TRUE(log_.Has("Alien (\"a\"), Stranger (2 nodes: \"s\", \"t\")")) << log_.All();
}

TEST_F(UnknownOpsTest, AreAllNamedByAStepThatNeedsThem) {
  ASSERT_TRUE(IsOk(Load(kGraph)));
  for (const char* fetch : {"z", "a"}) {
    EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {fetch}), RNL_NOT_FOUND,
                      {"the step needs 2 ops that are not registered", "Alien (\"a\")",
                       "Stranger (2 nodes: \"s\", \"t\")"}));
  }
  // Also where nothing is fed, and as a target.
  EXPECT_TRUE(Fails(net_.Run({}, {"z"}), RNL_NOT_FOUND, {"Alien", "Stranger"}));
  EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {}, nullptr, {"t"}), RNL_NOT_FOUND, {"Stranger"}));
  // Any output, whether it is used or not.
  for (const char* fetch : {"s:2", "t:5", "t:100"})
    EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {fetch}), RNL_NOT_FOUND, {"Stranger"}));
  EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {"beside"}), RNL_NOT_FOUND, {"Stranger (\"s\")"}));
}

TEST_F(UnknownOpsTest, MayBeFedOverForTheirUsersSayOfWhichTypeTheyAre) {
  ASSERT_TRUE(IsOk(Load(kGraph)));
  EXPECT_EQ(net_.Fetch({{"a:2", x_}}, "z"), (std::vector<float>{1, 0}));
  EXPECT_EQ(net_.Fetch({{"s:1", x_}}, "beside"), (std::vector<float>{1, 2}));
  const Tensor wrong = IntTensor(runtime_, {2}, {1, 2});
  EXPECT_TRUE(Fails(net_.Run({{"a:2", wrong}}, {"z"}), RNL_INVALID_ARGUMENT, {"a:2", "float"}));
}

TEST_F(UnknownOpsTest, AreToldOnceOfAGraphThatGrows) {
  ASSERT_TRUE(IsOk(Load(kGraph)));
  ImportOptions options;
  ASSERT_TRUE(IsOk(rnl_import_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_import_options_set_extend(options, true)));
  const std::string more =
      kGraph + NodeText("new", "Foreign", {"a:3"}) + NodeText("w", "Abs", {"y"}, kT);
  ASSERT_TRUE(IsOk(rnl_graph_import(net_.graph(), rnl_str(more.c_str()), options)));
  EXPECT_EQ(log_.Count("Alien"), 1u) << log_.All();
  EXPECT_EQ(log_.Count("Foreign (\"new\")"), 1u) << log_.All();
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "w"), (std::vector<float>{1, 2}));
  EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {"new"}), RNL_NOT_FOUND, {"Alien", "Foreign", "Stranger"}));
}

TEST_F(UnknownOpsTest, AreExportedAsTheyCame) {
  ASSERT_TRUE(IsOk(Load(kGraph)));
  const std::string once = Exported();
  for (const char* piece :
       {"op: \"Stranger\"", "op: \"Alien\"", "input: \"s:1\"", "input: \"a:2\"", "input: \"^y\"",
        "\"mode\"", "s: \"fast\"", "i: 3", "\"_mark\"", "device: \"/device:CPU:0\""}) {
    EXPECT_NE(once.find(piece), std::string::npos) << piece << "\n" << once;
  }
  ASSERT_TRUE(IsOk(net_.Load(runtime_, once)));
  EXPECT_EQ(Exported(), once);
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "y"), (std::vector<float>{-1, 2}));
}

TEST_F(UnknownOpsTest, AreNamedByAGradientThatGoesThroughThem) {
  ASSERT_TRUE(IsOk(Load(kGraph)));
  const rnl_output_t x = net_.Output("x"), y = net_.Output("y"), z = net_.Output("z");
  rnl_output_t out;
  EXPECT_TRUE(
      Fails(rnl_graph_add_gradients(net_.graph(), &z, nullptr, 1, &x, 1, nullptr, 0, rnl_str("g"), &out),
            RNL_NOT_FOUND, {"the gradient needs 2 ops", "Alien (\"a\")", "\"s\", \"t\""}));
  EXPECT_TRUE(IsOk(
      rnl_graph_add_gradients(net_.graph(), &y, nullptr, 1, &x, 1, nullptr, 0, rnl_str("h"), &out)));
}

TEST_F(UnknownOpsTest, InFunctionsMatterToWhoeverCallsThem) {
  const std::string library =
      "library { function { signature { name: \"good\" input_arg { name: \"a\" type: DT_FLOAT } "
      "output_arg { name: \"r\" type: DT_FLOAT } } node_def { name: \"n\" op: \"Neg\" input: \"a\" "
      "attr { key: \"T\" value { type: DT_FLOAT } } attr { key: \"newer\" value { i: 7 } } } "
      "ret { key: \"r\" value: \"n:y:0\" } } "
      "function { signature { name: \"bad\" input_arg { name: \"a\" type: DT_FLOAT } "
      "output_arg { name: \"r\" type: DT_FLOAT } } node_def { name: \"p\" op: \"Stranger\" input: \"a\" "
      "} "
      "node_def { name: \"q\" op: \"Alien\" input: \"p:out:0\" } "
      "node_def { name: \"n\" op: \"Neg\" input: \"a\" attr { key: \"T\" value { type: DT_FLOAT } } } "
      "ret { key: \"r\" value: \"n:y:0\" } } }\n";
  const auto call = [](const std::string& name, const std::string& function) {
    return NodeText(name, "PartitionedCall", {"x"},
                    {{"f", "func { name: \"" + function + "\" }"},
                     {"Tin", "list { type: DT_FLOAT }"},
                     {"Tout", "list { type: DT_FLOAT }"}});
  };
  ASSERT_TRUE(IsOk(Load(library + PlaceholderText("x", {2}) + call("y", "good") + call("z", "bad"))));
  EXPECT_TRUE(log_.Has("Alien (\"bad/q\"), Stranger (\"bad/p\")")) << log_.All();
  EXPECT_TRUE(log_.Has("Neg.newer (\"good/n\")")) << log_.All();
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "y"), (std::vector<float>{-1, 2}));
  EXPECT_TRUE(
      Fails(net_.Run({{"x", x_}}, {"z"}), RNL_NOT_FOUND, {"Alien (\"bad/q\")", "Stranger (\"bad/p\")"}));
  EXPECT_NE(Exported().find("op: \"Stranger\""), std::string::npos);
  EXPECT_NE(Exported().find("\"newer\""), std::string::npos);
}

TEST_F(UnknownOpsTest, WithoutTypesTheirUsersHangOnThem) {
  // Neg says no type here, so nobody knows what comes out of either.
  ASSERT_TRUE(IsOk(Load(PlaceholderText("x", {2}) + NodeText("y", "Abs", {"x"}) +
                        NodeText("s", "Stranger", {"x"}) + NodeText("n", "Neg", {"s"}) +
                        NodeText("m", "Neg", {"n"}))));
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "y"), (std::vector<float>{1, 2}));
  EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {"m"}), RNL_NOT_FOUND, {"Stranger (\"s\")"}));
  EXPECT_FALSE(log_.Has("Neg ("));
}

TEST_F(UnknownOpsTest, ThatAreWrittenWronglyStayWrong) {
  EXPECT_TRUE(Fails(Load(NodeText("s", "Stranger", {"nobody"})), RNL_INVALID_ARGUMENT, {"nobody"}));
  EXPECT_TRUE(Fails(Load(NodeText("s", "Stranger", {"s"})), RNL_INVALID_ARGUMENT, {"cycle"}));
  EXPECT_TRUE(Fails(Load(NodeText("s", "Stranger") + NodeText("y", "Neg", {"s:2147483000"}, kT)),
                    RNL_INVALID_ARGUMENT, {"s:2147483000"}));
  EXPECT_TRUE(Fails(Load(NodeText("s", "Stranger") + NodeText("y", "Neg", {"s"}, kT) +
                         NodeText("z", "LogicalNot", {"s"})),
                    RNL_INVALID_ARGUMENT, {"\"z\"", "bool", "float"}));
  EXPECT_TRUE(Fails(Load(PlaceholderText("x", {2}) + NodeText("s", "Stranger") + NodeText("s", "Alien")),
                    RNL_INVALID_ARGUMENT, {"two nodes"}));
}

TEST_F(UnknownOpsTest, OfALoopAreNamedAndHarmNoOther) {
  const Attrs frame = {{"T", kFloatT}, {"frame_name", "s: \"f\""}};
  const std::string loop = NodeText("e", "Enter", {"x"}, frame) +
                           NodeText("m", "Merge", {"e", "n"}, {{"T", kFloatT}, {"N", "i: 2"}}) +
                           NodeText("c", "Stranger", {"m"}) + NodeText("l", "LoopCond", {"c"}) +
                           NodeText("w", "Switch", {"m", "l"}, kT) + NodeText("b", "Neg", {"w:1"}, kT) +
                           NodeText("n", "NextIteration", {"b"}, kT) + NodeText("o", "Exit", {"w"}, kT);
  ASSERT_TRUE(IsOk(Load(PlaceholderText("x", {2}) + NodeText("y", "Neg", {"x"}, kT) + loop)));
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "y"), (std::vector<float>{-1, 2}));
  EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {"o"}), RNL_NOT_FOUND, {"Stranger (\"c\")"}));
}

TEST_F(UnknownOpsTest, DoNotKeepAutomaticPlacementFromTheRest) {
  SessionOptions options;
  ASSERT_TRUE(IsOk(rnl_session_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_session_options_set_automatic_placement(options, true)));
  ASSERT_TRUE(IsOk(net_.Load(runtime_, kGraph, options)));
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "y"), (std::vector<float>{-1, 2}));
  EXPECT_FALSE(log_.Has("could not be looked at")) << log_.All();
}

TEST_F(UnknownOpsTest, ABuilderStillRefusesThem) {
  ASSERT_TRUE(IsOk(Load(kGraph)));
  rnl_node_builder_t* const builder =
      rnl_node_builder_create(net_.graph(), rnl_str("Relux"), rnl_str("n"));
  rnl_node_t node;
  EXPECT_TRUE(Fails(rnl_node_builder_finish(builder, &node), RNL_NOT_FOUND, {"Relux", "did you mean"}));
}

// ---- attrs ----

TEST_F(UnknownOpsTest, AttrsOfANewerProducerCountForNothingAndAreExportedAgain) {
  const Attrs newer = {{"T", kFloatT}, {"keep_sign", "b: false"}, {"later", "list { i: 1 i: 2 }"}};
  ASSERT_TRUE(IsOk(Load(PlaceholderText("x", {2}) + NodeText("y", "Relu", {"x"}, newer) +
                        NodeText("z", "Relu", {"y"}, newer) + "versions { producer: 2600 }")));
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "z"), (std::vector<float>{1, 0}));
  EXPECT_EQ(log_.Count("count for nothing"), 1u) << log_.All();
  EXPECT_TRUE(log_.Has("Relu.keep_sign (2 nodes: \"y\", \"z\"), Relu.later (2 nodes: \"y\", \"z\")"))
      << log_.All();
  const rnl_output_t x = net_.Output("x"), z = net_.Output("z");
  rnl_output_t gradient;
  ASSERT_TRUE(IsOk(rnl_graph_add_gradients(net_.graph(), &z, nullptr, 1, &x, 1, nullptr, 0, rnl_str("g"),
                                           &gradient)));
  EXPECT_NE(Exported().find("keep_sign"), std::string::npos);
  EXPECT_NE(Exported().find("later"), std::string::npos);
}

// ---- shapes ----

TEST_F(UnknownOpsTest, APlaceholderOfAnOldProducerWithoutSizesIsOfAnyShape) {
  const auto graph = [](int producer, const std::vector<int64_t>& dims) {
    return PlaceholderText("x", dims) + NodeText("y", "Neg", {"x"}, kT) +
           "versions { producer: " + std::to_string(producer) + " }";
  };
  for (const int producer : {0, 20, 21, 23}) {
    ASSERT_TRUE(IsOk(Load(graph(producer, {}))));
    EXPECT_EQ(net_.Fetch({{"x", x_}}, "y"), (std::vector<float>{-1, 2})) << producer;
  }
  ASSERT_TRUE(IsOk(Load(graph(24, {}))));
  EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {"y"}), RNL_INVALID_ARGUMENT, {"[2]"}));
  ASSERT_TRUE(IsOk(Load(graph(21, {3}))));
  EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {"y"}), RNL_INVALID_ARGUMENT, {"[2]"})) << "a size is a size";
}

}  // namespace
}  // namespace runnel_test
