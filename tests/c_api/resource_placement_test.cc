// Where resources and who uses them are: beside their owner, whatever they ask for; and where every step
// of the graph finds its kernels.
#include <map>

#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

const std::string kCpu = "/job:localhost/replica:0/task:0/device:CPU:0";
const std::string kVirtual = "/job:localhost/replica:0/task:0/device:VIRTUAL:0";

class ResourcePlacementTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(IsOk(rnl_metadata_create(metadata_.out())));
    ASSERT_TRUE(IsOk(rnl_session_options_create(options_.out())));
    ASSERT_TRUE(IsOk(rnl_run_options_create(run_.out())));
  }
  rnl_status_t* Load(const std::string& text) { return net_.Load(runtime_, text, options_); }
  // Runs and fills placed_.
  testing::AssertionResult Run(const Net::Feeds& feeds, const std::vector<std::string>& fetches,
                               const std::vector<std::string>& targets = {}) {
    testing::AssertionResult ran = IsOk(net_.Run(feeds, fetches, &out_, targets, run_, metadata_));
    placed_.clear();
    for (size_t i = 0; ran && i < rnl_metadata_num_placements(metadata_); ++i) {
      rnl_str_t node, device;
      if (auto ok = IsOk(rnl_metadata_placement(metadata_, i, &node, &device)); !ok) return ok;
      placed_[Str(node)] = Str(device);
    }
    return ran;
  }
  LogLines log_;
  Runtime runtime_ = NewVirtualRuntime(&log_);
  Metadata metadata_;
  SessionOptions options_;
  RunOptions run_;
  Net net_;
  std::vector<Tensor> out_;
  std::map<std::string, std::string> placed_;
};

const Attrs kFloatVariable = {{"dtype", kFloatT}, {"shape", ShapeText({2})}};
const Attrs kFloatDtype = {{"dtype", kFloatT}};
// A variable, a queue and a table of rows on one device, all of whose users ask for the other.
std::string UsersElsewhere(const std::string& owners, const std::string& users) {
  const Attrs gather = {{"dtype", kFloatT}, {"Tindices", kInt32T}};
  const Attrs queue = {{"component_types", "list { type: DT_FLOAT }"}, {"capacity", "i: 5"}};
  return PlaceholderText("x", {2}) + NodeText("v", "VarHandleOp", {}, kFloatVariable, owners) +
         NodeText("init", "AssignVariableOp", {"v", "x"}, kFloatDtype, users) +
         NodeText("grow", "AssignAddVariableOp", {"v", "x", "^init"}, kFloatDtype, users) +
         NodeText("read", "ReadVariableOp", {"v", "^grow"}, kFloatDtype, users) +
         ConstInts("rows", {1, 0, 1}) +
         NodeText("gather", "ResourceGather", {"v", "rows", "^grow"}, gather, users) +
         NodeText("q", "FIFOQueueV2", {}, queue, owners) +
         NodeText("put", "QueueEnqueueV2", {"q", "read"}, {{"Tcomponents", "list { type: DT_FLOAT }"}},
                  users) +
         NodeText("take", "QueueDequeueV2", {"q", "^put"},
                  {{"component_types", "list { type: DT_FLOAT }"}}, users) +
         NodeText("y", "Neg", {"take"}, {}, users);
}

TEST_F(ResourcePlacementTest, WhoUsesAResourceGoesWhereItsOwnerIsWhateverItAsksFor) {
  ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(options_, rnl_str("all"))));
  const std::pair<const char*, const char*> kBoth[] = {{"/device:CPU:0", "/device:VIRTUAL:0"},
                                                       {"/device:VIRTUAL:0", "/device:CPU:0"},
                                                       {"/task:0/device:CPU:0", "/device:VIRTUAL:*"}};
  for (const bool soft : {false, true}) {
    ASSERT_TRUE(IsOk(rnl_session_options_set_soft_placement(options_, soft)));
    for (const auto& [owners, users] : kBoth) {
      SCOPED_TRACE(std::string(owners) + (soft ? " softly" : ""));
      ASSERT_TRUE(IsOk(Load(UsersElsewhere(owners, users))));
      const Tensor x = FloatTensor(runtime_, {2}, {3, 4});
      ASSERT_TRUE(Run({{"x", x}}, {"y", "gather"}));
      EXPECT_EQ(Floats(out_[0]), (std::vector<float>{-6, -8}));
      EXPECT_EQ(Floats(out_[1]), (std::vector<float>{8, 6, 8}));
      const std::string owner = std::string(owners).find("CPU") != std::string::npos ? kCpu : kVirtual;
      for (const char* node : {"v", "init", "grow", "read", "gather", "q", "put", "take"})
        EXPECT_EQ(placed_[node], owner) << node;
      EXPECT_EQ(placed_["y"], owner == kCpu ? kVirtual : kCpu) << "it uses no resource";
    }
  }
  for (const char* node : {"init", "grow", "read", "gather"}) {
    EXPECT_TRUE(log_.Has(std::string("placement: ") + node +
                         ": wanted \"/device:VIRTUAL:0\", goes with v, " +
                         "whose resource it uses, on \"/device:CPU:0\""))
        << node << "\n"
        << log_.All();
  }
  EXPECT_TRUE(log_.Has("placement: take: wanted \"/device:VIRTUAL:0\", goes with q, "));
  // What does not exist is not asked for by who gives way; an owner's wish still is.
  ASSERT_TRUE(IsOk(rnl_session_options_set_soft_placement(options_, false)));
  ASSERT_TRUE(IsOk(Load(UsersElsewhere("/device:CPU:0", "/device:GPU:7"))));
  const Tensor x = FloatTensor(runtime_, {2}, {3, 4});
  EXPECT_TRUE(Run({{"x", x}}, {"read", "gather", "take"}));
  ASSERT_TRUE(IsOk(Load(UsersElsewhere("/device:GPU:7", "/device:CPU:0"))));
  EXPECT_TRUE(Fails(net_.Run({{"x", x}}, {"read"}), RNL_INVALID_ARGUMENT, {"\"v\"", "/device:GPU:7"}));
}

// A loop that pushes its counter, and one that pops and adds up: what gradients of loops are made of.
TEST_F(ResourcePlacementTest, AStackMayBeOnAnotherDeviceThanTheLoopsThatUseIt) {
  const std::string kStack = "/device:VIRTUAL:0", kLoop = "/device:CPU:0";
  const auto loop = [&](const std::string& p, const std::string& first, bool pops) {
    const Attrs frame = {{"T", kFloatT}, {"frame_name", "s: \"" + p + "\""}};
    const Attrs constant = {
        {"T", kFloatT}, {"frame_name", "s: \"" + p + "\""}, {"is_constant", "b: true"}};
    const Attrs handle = {
        {"T", "type: DT_RESOURCE"}, {"frame_name", "s: \"" + p + "\""}, {"is_constant", "b: true"}};
    std::string text =
        NodeText(p + "/one", "Enter", {"one"}, constant, kLoop) +
        NodeText(p + "/limit", "Enter", {"limit"}, constant, kLoop) +
        NodeText(p + "/stack", "Enter", {"stack"}, handle, kLoop) +
        NodeText(p + "/i0", "Enter", {"zero"}, frame, kLoop) +
        NodeText(p + "/s0", "Enter", {first}, frame, kLoop) +
        NodeText(p + "/i", "Merge", {p + "/i0", p + "/i1"}, {{"N", "i: 2"}, {"T", kFloatT}}, kLoop) +
        NodeText(p + "/s", "Merge", {p + "/s0", p + "/s1"}, {{"N", "i: 2"}, {"T", kFloatT}}, kLoop) +
        NodeText(p + "/less", "Less", {p + "/i", p + "/limit"}, {}, kLoop) +
        NodeText(p + "/cond", "LoopCond", {p + "/less"}, {}, kLoop) +
        NodeText(p + "/is", "Switch", {p + "/i", p + "/cond"}, {}, kLoop) +
        NodeText(p + "/ss", "Switch", {p + "/s", p + "/cond"}, {}, kLoop) +
        NodeText(p + "/next", "AddV2", {p + "/is:1", p + "/one"}, {}, kLoop);
    // The sum comes from the first loop, the counter does not: a pop waits for the sum.
    text += pops ? NodeText(p + "/turn", "Identity", {p + "/ss:1"}, {}, kLoop) +
                       NodeText(p + "/pop", "StackPopV2", {p + "/stack", "^" + p + "/turn"},
                                {{"elem_type", kFloatT}}, kLoop) +
                       NodeText(p + "/sum", "AddV2", {p + "/ss:1", p + "/pop"}, {}, kLoop)
                 : NodeText(p + "/push", "StackPushV2", {p + "/stack", p + "/is:1"}, {{"T", kFloatT}},
                            kLoop) +
                       NodeText(p + "/sum", "AddV2", {p + "/ss:1", p + "/push"}, {}, kLoop);
    return text + NodeText(p + "/i1", "NextIteration", {p + "/next"}, {{"T", kFloatT}}, kLoop) +
           NodeText(p + "/s1", "NextIteration", {p + "/sum"}, {{"T", kFloatT}}, kLoop) +
           NodeText(p + "/out", "Exit", {p + "/ss"}, {{"T", kFloatT}}, kLoop);
  };
  const std::string graph = ConstFloat("zero", 0) + ConstFloat("one", 1) + PlaceholderText("limit", {}) +
                            ConstInt("size", -1) +
                            NodeText("stack", "StackV2", {"size"}, {{"elem_type", kFloatT}}, kStack) +
                            loop("in", "zero", false) + NodeText("begin", "Mul", {"in/out", "zero"}) +
                            loop("out", "begin", true);
  for (const bool soft : {false, true}) {
    ASSERT_TRUE(IsOk(rnl_session_options_set_soft_placement(options_, soft)));
    ASSERT_TRUE(IsOk(Load(graph)));
    const Tensor limit = FloatTensor(runtime_, {}, {4});
    ASSERT_TRUE(Run({{"limit", limit}}, {"in/out", "out/out"}));
    EXPECT_EQ(Floats(out_[0]), std::vector<float>{6});
    EXPECT_EQ(Floats(out_[1]), std::vector<float>{6}) << "what was pushed comes back";
  }
  EXPECT_TRUE(log_.Has("placement: in/push: wanted \"/device:CPU:0\", goes with stack, ")) << log_.All();
}

// The null device has kernels for hardly anything, so nothing trains there.
class SoftVariables : public ResourcePlacementTest {
 protected:
  SoftVariables() {
    RuntimeOptions options;
    EXPECT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
    EXPECT_TRUE(IsOk(rnl_runtime_options_add_plugin(options, rnl_str("null"))));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_log(options, &LogLines::Take, &log_)));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_log_level(options, RNL_LOG_INFO)));
    EXPECT_TRUE(IsOk(rnl_runtime_create(options, null_runtime_.out())));
  }
  static std::string Training(const std::string& device) {
    const Attrs sgd = {{"T", "type: DT_DOUBLE"}};
    const Attrs dtype = {{"dtype", "type: DT_DOUBLE"}};
    const auto constant = [&](const std::string& name, double value) {
      return ConstText(name, "dtype: DT_DOUBLE tensor_shape { } double_val: " + std::to_string(value),
                       device);
    };
    return constant("start", 8) + constant("rate", 0.25) +
           NodeText("w", "VarHandleOp", {}, {{"dtype", "type: DT_DOUBLE"}, {"shape", ShapeText({})}},
                    device) +
           NodeText("initialize", "AssignVariableOp", {"w", "start"}, dtype, device) +
           NodeText("read", "ReadVariableOp", {"w"}, dtype, device) +
           NodeText("train", "ResourceApplyGradientDescent", {"w", "rate", "read"}, sgd, device);
  }
  Runtime null_runtime_;
};

TEST_F(SoftVariables, AreWhereEveryStepOfTheGraphFindsItsKernels) {
  ASSERT_TRUE(IsOk(rnl_session_options_set_soft_placement(options_, true)));
  for (const std::string device : {"/device:NULL:0", ""}) {
    SCOPED_TRACE(device);
    if (device.empty())
      ASSERT_TRUE(IsOk(rnl_session_options_set_default_device(options_, rnl_str("/device:NULL:0"))));
    // An op that nothing registers and a placeholder that is never fed do not keep it from being seen.
    const std::string more = PlaceholderText("never", {}) +
                             NodeText("stranger", "NoSuchOp", {"never", "w"}) +
                             NodeText("after", "Neg", {"stranger"}, {{"T", kFloatT}});
    ASSERT_TRUE(IsOk(net_.Load(null_runtime_, Training(device) + more, options_)));
    ASSERT_TRUE(Run({}, {}, {"initialize"}));
    EXPECT_EQ(placed_["w"], kCpu) << "though this step would do without";
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(Run({}, {}, {"train"}));
    ASSERT_TRUE(Run({}, {"read"}));
    double w = 0;
    ASSERT_TRUE(IsOk(rnl_tensor_copy_to(out_[0], &w, sizeof(w))));
    EXPECT_EQ(w, 4.5);
    EXPECT_TRUE(log_.Has("soft placement: w: wanted \"")) << log_.All();
  }
}

TEST_F(SoftVariables, AGraphThatGrowsIsSeenAgainBeforeTheFirstStep) {
  ASSERT_TRUE(IsOk(rnl_session_options_set_soft_placement(options_, true)));
  const std::string whole = Training("/device:NULL:0");
  const size_t cut = whole.find("node { name: \"train\"");
  ASSERT_TRUE(IsOk(net_.Load(null_runtime_, whole.substr(0, cut), options_)));
  ASSERT_TRUE(Run({}, {"start"})) << "a step that touches no variable";
  ImportOptions import;
  ASSERT_TRUE(IsOk(rnl_import_options_create(import.out())));
  for (const char* name : {"w", "rate", "read"})
    ASSERT_TRUE(IsOk(rnl_import_options_map_input(import, rnl_str(name), net_.Output(name))));
  const std::string rest = whole.substr(cut);
  ASSERT_TRUE(IsOk(rnl_graph_import(net_.graph(), {rest.data(), rest.size()}, import)));
  ASSERT_TRUE(Run({}, {}, {"initialize"}));
  ASSERT_TRUE(Run({}, {}, {"train"}));
  EXPECT_EQ(placed_["w"], kCpu);
}

}  // namespace
}  // namespace runnel_test
