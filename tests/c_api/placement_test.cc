// Where nodes run: device strings, colocation, kernels that are missing, soft placement, the log, and
// what crosses from one device to another.
#include <map>
#include <set>

#include "tests/c_api/support/graph_def_view.h"
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

const std::string kCpu = "/job:localhost/replica:0/task:0/device:CPU:0";
const std::string kVirtual = "/job:localhost/replica:0/task:0/device:VIRTUAL:0";

class PlacementTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(IsOk(rnl_metadata_create(metadata_.out())));
    ASSERT_TRUE(IsOk(rnl_session_options_create(options_.out())));
    ASSERT_TRUE(IsOk(rnl_run_options_create(run_.out())));
    ASSERT_TRUE(IsOk(rnl_run_options_set_partition_graphs(run_, true)));
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
  // The nodes of the last run's partitions, by device: every partition is whole.
  void ReadPartitions(std::map<std::string, std::vector<std::string>>* ops,
                      std::map<std::string, std::multiset<std::string>>* sent,
                      std::map<std::string, std::multiset<std::string>>* received) {
    for (size_t i = 0; i < rnl_metadata_num_partitions(metadata_); ++i) {
      rnl_str_t device;
      Bytes bytes;
      ASSERT_TRUE(IsOk(rnl_metadata_partition(metadata_, i, &device, bytes.out())));
      const std::vector<NodeView> nodes =
          ReadNodes({rnl_bytes_view(bytes).data, rnl_bytes_view(bytes).size});
      ASSERT_FALSE(nodes.empty()) << Str(device);
      std::set<std::string> names;
      for (const NodeView& node : nodes) EXPECT_TRUE(names.insert(node.name).second) << node.name;
      for (const NodeView& node : nodes) {
        for (const std::string& input : node.inputs) {
          const std::string source = input.substr(input.starts_with('^') ? 1 : 0);
          EXPECT_TRUE(names.contains(source.substr(0, source.find(':'))))
              << input << " of " << node.name;
        }
        EXPECT_EQ(node.device, Str(device));
        (*ops)[Str(device)].push_back(node.op);
        if (node.op != "_Send" && node.op != "_Recv") continue;
        const std::string &from = node.strings.at("send_device"), &to = node.strings.at("recv_device");
        EXPECT_EQ(node.op == "_Send" ? from : to, Str(device));
        std::string edge = from;
        edge.append(";").append(to);
        (node.op == "_Send" ? *sent : *received)[edge].insert(node.strings.at("tensor_name"));
      }
    }
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

TEST_F(PlacementTest, DeviceStringsMayLackAnyPart) {
  const std::pair<const char*, std::string> kCases[] = {
      {"", kCpu},
      {"/device:CPU:0", kCpu},
      {"/device:cpu:0", kCpu},
      {"/cpu:0", kCpu},
      {"/CPU:0", kCpu},
      {"/device:CPU", kCpu},
      {"/device:CPU:*", kCpu},
      {"/device:*", kCpu},
      {"/device:*:0", kCpu},
      {"/job:localhost", kCpu},
      {"/replica:0", kCpu},
      {"/task:0", kCpu},
      {"/job:*/replica:*/task:*", kCpu},
      {"/job:localhost/replica:0/task:0/device:VIRTUAL:0", kVirtual},
      {"/job:*/replica:*/task:*/device:VIRTUAL:*", kVirtual},
      {"/job:localhost/device:VIRTUAL:0", kVirtual},
      {"/replica:0/task:0/device:VIRTUAL:0", kVirtual},
      {"/device:VIRTUAL:0", kVirtual},
      {"/device:VIRTUAL", kVirtual},
      {"/device:virtual:0", kVirtual},
      {"/virtual:0", kVirtual},
      {"/task:0/virtual:0", kVirtual},
  };
  std::string text = PlaceholderText("x", {});
  int n = 0;
  for (const auto& [device, where] : kCases)
    text += NodeText("n" + std::to_string(n++), "Neg", {"x"}, {}, device);
  ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(options_, rnl_str("all"))));
  ASSERT_TRUE(IsOk(Load(text)));
  const Tensor x = FloatTensor(runtime_, {}, {3});
  n = 0;
  for (const auto& [device, where] : kCases) {
    const std::string name = "n" + std::to_string(n++);
    ASSERT_TRUE(Run({{"x", x}}, {name})) << device;
    EXPECT_EQ(placed_[name], where) << device;
    EXPECT_EQ(Floats(out_[0]), std::vector<float>{-3}) << device;
  }
}

TEST_F(PlacementTest, MalformedAndUnknownDevicesAreNamed) {
  const char* malformed[] = {"cpu",
                             "/device:",
                             "/device:CPU:x",
                             "/device:CPU:-1",
                             "/job:",
                             "/task:-1",
                             "/task:",
                             "/replica:a",
                             "/gpu",
                             "/device:CPU:0:1",
                             "//device:CPU:0",
                             "/device:9:0",
                             "/machine:m:0",
                             "/device:CPU:99999999999999"};
  std::string text = PlaceholderText("x", {});
  for (size_t i = 0; i < std::size(malformed); ++i)
    text += NodeText("bad" + std::to_string(i), "Neg", {"x"}, {}, malformed[i]);
  const char* unknown[] = {"/device:GPU:0", "/device:VIRTUAL:1", "/job:worker/device:CPU:0", "/task:3",
                           "/replica:1/cpu:0"};
  for (size_t i = 0; i < std::size(unknown); ++i)
    text += NodeText("none" + std::to_string(i), "Neg", {"x"}, {}, unknown[i]);
  text += NodeText("good", "Neg", {"x"});
  ASSERT_TRUE(IsOk(Load(text)));
  const Tensor x = FloatTensor(runtime_, {}, {3});
  for (size_t i = 0; i < std::size(malformed); ++i) {
    const std::string name = "bad" + std::to_string(i);
    EXPECT_TRUE(Fails(net_.Run({{"x", x}}, {name}), RNL_INVALID_ARGUMENT,
                      {("\"" + name + "\"").c_str(),
                       ("device \"" + std::string(malformed[i]) + "\"").c_str(), "expected"}))
        << malformed[i];
  }
  for (size_t i = 0; i < std::size(unknown); ++i) {
    const std::string name = "none" + std::to_string(i);
    EXPECT_TRUE(Fails(net_.Run({{"x", x}}, {name}), RNL_INVALID_ARGUMENT,
                      {("\"" + name + "\"").c_str(), "asks for device", kCpu.c_str(), kVirtual.c_str()}))
        << unknown[i];
  }
  EXPECT_EQ(net_.Fetch({{"x", x}}, "good"), std::vector<float>{-3});
  Session session;
  ASSERT_TRUE(IsOk(rnl_session_options_set_default_device(options_, rnl_str("/device:GPU:0"))));
  ASSERT_TRUE(IsOk(rnl_session_create(net_.graph(), options_, session.out())));
  const rnl_str_t feed = rnl_str("x"), fetch = rnl_str("good");
  rnl_tensor_t* const value[] = {x};
  Tensor out;
  EXPECT_TRUE(Fails(
      rnl_session_run(session, nullptr, &feed, value, 1, &fetch, out.out(), 1, nullptr, 0, nullptr),
      RNL_INVALID_ARGUMENT, {"default device", "/device:GPU:0", kCpu.c_str()}));
}

TEST_F(PlacementTest, TheDefaultDeviceTakesWhatAsksForNone) {
  ASSERT_TRUE(IsOk(rnl_session_options_set_default_device(options_, rnl_str("/device:VIRTUAL:0"))));
  ASSERT_TRUE(IsOk(Load(PlaceholderText("x", {}) + NodeText("free", "Neg", {"x"}) +
                        NodeText("pinned", "Square", {"x"}, {}, "/cpu:0"))));
  ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {}, {3})}}, {"free", "pinned"}));
  EXPECT_EQ(placed_["free"], kVirtual);
  EXPECT_EQ(placed_["pinned"], kCpu);
}

TEST_F(PlacementTest, ColocatedNodesGoWhereOneOfThemMust) {
  const auto with = [](const std::string& name) {
    return Attrs{{"_class", "list { s: \"loc:@" + name + "\" }"}};
  };
  const Attrs variable = {{"dtype", kFloatT}, {"shape", ShapeText({})}};
  ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(options_, rnl_str("all"))));
  ASSERT_TRUE(
      IsOk(Load(PlaceholderText("x", {}) + NodeText("anchor", "Neg", {"x"}, {}, "/device:VIRTUAL:0") +
                NodeText("near", "Square", {"x"}, with("anchor")) +
                NodeText("nearer", "Abs", {"x"}, with("near")) + NodeText("free", "Exp", {"x"}) +
                // Parts from two nodes make one device.
                NodeText("task", "Neg", {"x"}, with("type"), "/task:0") +
                NodeText("type", "Neg", {"x"}, {}, "/device:VIRTUAL:0") +
                NodeText("v", "VarHandleOp", {}, variable, "/device:VIRTUAL:0") +
                NodeText("init", "AssignVariableOp", {"v", "x"}, {{"dtype", kFloatT}}) +
                NodeText("read", "ReadVariableOp", {"v", "^init"}, {{"dtype", kFloatT}}))));
  const Tensor x = FloatTensor(runtime_, {}, {3});
  ASSERT_TRUE(Run({{"x", x}}, {"anchor", "near", "nearer", "free", "task", "type", "read"}));
  for (const char* name : {"anchor", "near", "nearer", "task", "type", "v", "init", "read"})
    EXPECT_EQ(placed_[name], kVirtual) << name;
  EXPECT_EQ(placed_["free"], kCpu);
  EXPECT_EQ(Floats(out_[1]), std::vector<float>{9});
  EXPECT_EQ(Floats(out_[6]), std::vector<float>{3});
  // So they do in a run that does not need that one: what is beside a variable stays there.
  ASSERT_TRUE(Run({{"x", x}}, {"near"}));
  EXPECT_EQ(placed_["near"], kVirtual);
}

TEST_F(PlacementTest, ColocationThatContradictsItselfNamesBothNodes) {
  const auto with = [](const std::string& name) {
    return Attrs{{"_class", "list { s: \"loc:@" + name + "\" }"}};
  };
  const std::string graph = PlaceholderText("x", {}) +
                            NodeText("a", "Neg", {"x"}, {}, "/device:VIRTUAL:0") +
                            NodeText("b", "Square", {"a"}, with("a"), "/device:CPU:0");
  ASSERT_TRUE(IsOk(Load(graph)));
  const Tensor x = FloatTensor(runtime_, {}, {3});
  EXPECT_TRUE(Fails(net_.Run({{"x", x}}, {"b"}), RNL_INVALID_ARGUMENT,
                    {"\"b\"", "/device:CPU:0", "colocated with", "\"a\"", "/device:VIRTUAL:0"}));
  EXPECT_EQ(net_.Fetch({{"x", x}}, "a"), std::vector<float>{-3});
  // Soft placement lets the one that is named have its way, and says so.
  ASSERT_TRUE(IsOk(rnl_session_options_set_soft_placement(options_, true)));
  Net soft;
  ASSERT_TRUE(IsOk(soft.Load(runtime_, graph, options_)));
  EXPECT_EQ(soft.Fetch({{"x", x}}, "b"), std::vector<float>{9});
  EXPECT_TRUE(log_.Has("placement: b: wanted \"/device:CPU:0\", is colocated with a on")) << log_.All();
}

// Strings never leave host memory, so the virtual device has no kernel for them.
const std::string kJoin =
    PlaceholderText("s", {}, "type: DT_STRING") +
    NodeText("joined", "StringJoin", {"s", "s"}, {{"N", "i: 2"}}, "/device:VIRTUAL:0");

TEST_F(PlacementTest, ANodeWithoutAKernelNamesTheKernelsThatThereAre) {
  ASSERT_TRUE(IsOk(Load(kJoin + PlaceholderText("q", {}, "type: DT_STRING") +
                        PlaceholderText("z", {}, "type: DT_COMPLEX64") +
                        NodeText("floor", "Relu", {"u"}, {}, "/device:VIRTUAL:0") +
                        PlaceholderText("u", {}, "type: DT_UINT64"))));
  Tensor s;
  const rnl_str_t text = rnl_str("ab");
  ASSERT_TRUE(IsOk(rnl_tensor_from_strings(runtime_, 0, nullptr, &text, 1, s.out())));
  const Status status(net_.Run({{"s", s}}, {"joined"}));
  EXPECT_EQ(status.code(), RNL_INVALID_ARGUMENT);
  EXPECT_EQ(status.node(), "joined");
  for (const char* piece :
       {"node \"joined\" (StringJoin", "has no kernel on /device:VIRTUAL:0", "kernels of this op: CPU"})
    EXPECT_NE(status.message().find(piece), std::string::npos) << piece << " in: " << status.message();
  // Where types decide, they are listed per device.
  const Status types(net_.Run({{"u", TensorOf<uint64_t>(runtime_, RNL_UINT64, {}, {1})}}, {"floor"}));
  if (!types.ok()) {
    for (const char* piece :
         {"node \"floor\" (Relu", "T=uint64", "CPU T in [", "VIRTUAL T in [", "float"})
      EXPECT_NE(types.message().find(piece), std::string::npos) << piece << " in: " << types.message();
  }
  EXPECT_EQ(log_.Count("soft placement"), 0u) << "never silently, never unasked";
}

TEST_F(PlacementTest, SoftPlacementMovesANodeAndSaysSo) {
  ASSERT_TRUE(IsOk(rnl_session_options_set_soft_placement(options_, true)));
  ASSERT_TRUE(IsOk(Load(kJoin + PlaceholderText("x", {}) +
                        NodeText("stays", "Neg", {"x"}, {}, "/device:VIRTUAL:0") +
                        NodeText("gpu", "Square", {"x"}, {}, "/device:GPU:3"))));
  Tensor s;
  const rnl_str_t text = rnl_str("ab");
  ASSERT_TRUE(IsOk(rnl_tensor_from_strings(runtime_, 0, nullptr, &text, 1, s.out())));
  const Tensor x = FloatTensor(runtime_, {}, {3});
  ASSERT_TRUE(Run({{"s", s}, {"x", x}}, {"joined", "stays", "gpu"}));
  rnl_str_t joined;
  ASSERT_TRUE(IsOk(rnl_tensor_get_string(out_[0], 0, &joined)));
  EXPECT_EQ(Str(joined), "abab");
  EXPECT_EQ(placed_["joined"], kCpu);
  EXPECT_EQ(placed_["stays"], kVirtual);
  EXPECT_EQ(placed_["gpu"], kCpu);
  std::set<std::string> fallbacks;
  for (size_t i = 0; i < rnl_metadata_num_fallbacks(metadata_); ++i) {
    rnl_str_t line;
    ASSERT_TRUE(IsOk(rnl_metadata_fallback(metadata_, i, &line)));
    fallbacks.insert(Str(line));
  }
  EXPECT_EQ(fallbacks, (std::set<std::string>{"joined: wanted \"/device:VIRTUAL:0\", runs on " + kCpu +
                                                  ", since joined (StringJoin) has no kernel there",
                                              "gpu: wanted \"/device:GPU:3\", runs on " + kCpu}));
  EXPECT_TRUE(log_.Has("soft placement: joined: wanted \"/device:VIRTUAL:0\", runs on " + kCpu))
      << log_.All();
}

// A gradient's computations of shapes are colocated with the op that it belongs to.
TEST_F(PlacementTest, SoftPlacementMovesNothingThatIsOnlyColocatedWithWhatHasNoKernel) {
  ASSERT_TRUE(IsOk(rnl_session_options_set_soft_placement(options_, true)));
  const Attrs beside = {{"_class", "list { s: \"loc:@stays\" }"}, {"N", "i: 2"}};
  ASSERT_TRUE(IsOk(Load(PlaceholderText("s", {}, "type: DT_STRING") + PlaceholderText("x", {}) +
                        NodeText("stays", "Neg", {"x"}, {}, "/device:VIRTUAL:0") +
                        NodeText("moves", "StringJoin", {"s", "s"}, beside))));
  Tensor s;
  const rnl_str_t text = rnl_str("ab");
  ASSERT_TRUE(IsOk(rnl_tensor_from_strings(runtime_, 0, nullptr, &text, 1, s.out())));
  ASSERT_TRUE(Run({{"s", s}, {"x", FloatTensor(runtime_, {}, {3})}}, {"moves", "stays"}));
  EXPECT_EQ(placed_["stays"], kVirtual);
  EXPECT_EQ(placed_["moves"], kCpu);
  EXPECT_TRUE(log_.Has("since moves (StringJoin) has no kernel there")) << log_.All();
  EXPECT_EQ(log_.Count("stays: wanted"), 0u);
}

TEST_F(PlacementTest, TheLogTellsWhereEachNodeRuns) {
  ASSERT_TRUE(IsOk(rnl_session_options_set_log_placement(options_, true)));
  ASSERT_TRUE(IsOk(Load(PlaceholderText("x", {}) + NodeText("y", "Neg", {"x"}, {}, "/device:VIRTUAL:0") +
                        NodeText("z", "Square", {"y"}, {}, "/cpu:0"))));
  const Tensor x = FloatTensor(runtime_, {}, {3});
  ASSERT_TRUE(Run({{"x", x}}, {"z"}));
  EXPECT_EQ(log_.Count("y (Neg): " + kVirtual), 1u) << log_.All();
  EXPECT_EQ(log_.Count("z (Square): " + kCpu), 1u) << log_.All();
  ASSERT_TRUE(Run({{"x", x}}, {"z"}));
  EXPECT_EQ(log_.Count("y (Neg): "), 1u) << "a plan that is there is not placed again";
}

TEST_F(PlacementTest, PassesArePrintedAsTheyAreSwitched) {
  const std::string graph =
      PlaceholderText("x", {2}) + ConstFloat("two", 2) + ConstFloat("three", 3) +
      NodeText("five", "AddV2", {"two", "three"}) + NodeText("same", "Identity", {"x"}) +
      NodeText("p", "Mul", {"same", "five"}) + NodeText("q", "Mul", {"same", "five"}) +
      NodeText("unused", "Neg", {"x"}) + NodeText("sum", "AddV2", {"p", "q"});
  ASSERT_TRUE(IsOk(rnl_session_options_set_print_passes(options_, true)));
  ASSERT_TRUE(IsOk(Load(graph)));
  const Tensor x = FloatTensor(runtime_, {2}, {1, 2});
  EXPECT_EQ(net_.Fetch({{"x", x}}, "sum"), (std::vector<float>{10, 20}));
  const auto printed = [&](const std::string& pass) {
    const std::string all = log_.All();
    const size_t begin = all.find("after " + pass + ":");
    if (begin == std::string::npos) return std::string();
    return all.substr(begin, all.find("after ", begin + 1) - begin);
  };
  EXPECT_NE(printed("prune").find("five = AddV2(two, three): float[]"), std::string::npos) << log_.All();
  EXPECT_EQ(printed("prune").find("unused"), std::string::npos);
  EXPECT_NE(printed("prune").find("same = Identity("), std::string::npos);
  EXPECT_EQ(printed("fold").find("AddV2(two, three)"), std::string::npos) << printed("fold");
  EXPECT_NE(printed("fold").find("same = Identity("), std::string::npos);
  EXPECT_EQ(printed("simplify").find("same = Identity("), std::string::npos) << printed("simplify");
  EXPECT_NE(printed("simplify").find("q = Mul("), std::string::npos);
  EXPECT_TRUE(printed("cse").find("p = Mul(") == std::string::npos ||
              printed("cse").find("q = Mul(") == std::string::npos)
      << printed("cse");
  EXPECT_NE(printed("place").find(" on " + kCpu), std::string::npos);
  // Switched off, a pass neither acts nor prints.
  const size_t folds = log_.Count("after fold:");
  ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(options_, rnl_str("fold"))));
  ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(options_, rnl_str("cse"))));
  Net plain;
  ASSERT_TRUE(IsOk(plain.Load(runtime_, graph, options_)));
  EXPECT_EQ(plain.Fetch({{"x", x}}, "sum"), (std::vector<float>{10, 20}));
  EXPECT_EQ(log_.Count("after fold:"), folds);
  EXPECT_EQ(log_.Count("after simplify:"), 2u);
  EXPECT_EQ(log_.Count("after cse:"), 1u);
  const std::string all = log_.All();
  EXPECT_NE(all.find("five = AddV2(two, three)", all.rfind("after simplify:")), std::string::npos);
}

// ---- what crosses ----

TEST_F(PlacementTest, OnePairPerTensorAndDestination) {
  const std::string v = "/device:VIRTUAL:0", c = "/device:CPU:0";
  ASSERT_TRUE(
      IsOk(Load(PlaceholderText("x", {2}) + NodeText("a", "Neg", {"x"}, {}, c) +
                // Three users there, one here.
                NodeText("v1", "Square", {"a"}, {}, v) + NodeText("v2", "Exp", {"a"}, {}, v) +
                NodeText("v3", "AddV2", {"a", "v1"}, {}, v) + NodeText("here", "Abs", {"a"}, {}, c) +
                // One of theirs has two users here.
                NodeText("c1", "Neg", {"v3"}, {}, c) + NodeText("c2", "Square", {"v3"}, {}, c) +
                NodeText("v4", "AddV2", {"v2", "v3"}, {}, v) + NodeText("c3", "Abs", {"v4"}, {}, c))));
  ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {2}, {1, 2})}}, {"c1", "c2", "c3", "here"}));
  EXPECT_EQ(Floats(out_[0]), (std::vector<float>{0, -2}));
  EXPECT_EQ(Floats(out_[1]), (std::vector<float>{0, 4}));
  EXPECT_EQ(Floats(out_[3]), (std::vector<float>{1, 2}));
  EXPECT_EQ(rnl_metadata_copies(metadata_), 3) << "a there; v3 and v4 back";
  std::map<std::string, std::vector<std::string>> ops;
  std::map<std::string, std::multiset<std::string>> sent, received;
  ASSERT_NO_FATAL_FAILURE(ReadPartitions(&ops, &sent, &received));
  ASSERT_EQ(ops.size(), 2u);
  EXPECT_EQ(sent, received);
  EXPECT_EQ(sent[kCpu + ";" + kVirtual], (std::multiset<std::string>{"edge_a_0"}));
  EXPECT_EQ(sent[kVirtual + ";" + kCpu], (std::multiset<std::string>{"edge_v3_0", "edge_v4_0"}));
}

TEST_F(PlacementTest, ControlEdgesAndHostValuesCrossInOnePairEach) {
  const std::string v = "/device:VIRTUAL:0", c = "/device:CPU:0";
  const Attrs variable = {{"dtype", kFloatT}, {"shape", ShapeText({})}};
  const Attrs dtype = {{"dtype", kFloatT}};
  // `set` on the virtual device must have run before the two on the CPU, and those before `after`, which
  // reads.
  ASSERT_TRUE(IsOk(Load(PlaceholderText("x", {}) + NodeText("there", "VarHandleOp", {}, variable, v) +
                        NodeText("here", "VarHandleOp", {}, variable, c) +
                        NodeText("set", "AssignVariableOp", {"there", "x"}, dtype, v) +
                        NodeText("put", "AssignVariableOp", {"here", "x", "^set"}, dtype, c) +
                        NodeText("add", "AssignAddVariableOp", {"here", "x", "^set", "^put"}, dtype, c) +
                        NodeText("read_there", "ReadVariableOp", {"there", "^add"}, dtype, v) +
                        NodeText("read_here", "ReadVariableOp", {"here", "^add"}, dtype, c))));
  for (int i = 0; i < 20; ++i) {
    const float value = static_cast<float>(i);
    ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {}, {value})}}, {"read_there", "read_here"}));
    ASSERT_EQ(Floats(out_[0]), std::vector<float>{value});
    ASSERT_EQ(Floats(out_[1]), std::vector<float>{2 * value});
  }
  std::map<std::string, std::vector<std::string>> ops;
  std::map<std::string, std::multiset<std::string>> sent, received;
  ASSERT_NO_FATAL_FAILURE(ReadPartitions(&ops, &sent, &received));
  EXPECT_EQ(sent, received);
  EXPECT_EQ(sent[kVirtual + ";" + kCpu].count("order_set"), 1u)
      << "two nodes wait for it, one pair tells them";
  EXPECT_EQ(sent[kCpu + ";" + kVirtual].count("order_add"), 1u);
}

// x = x * 2 on the virtual device, i = i + 1 and the condition on the CPU.
std::string LoopText(int parallel, const std::string& body_device) {
  const std::string frame = "s: \"loop" + std::to_string(parallel) + "\"";
  const Attrs enter = {{"frame_name", frame}, {"parallel_iterations", "i: " + std::to_string(parallel)}};
  Attrs constant = enter;
  constant.push_back({"is_constant", "b: true"});
  const Attrs two = {{"N", "i: 2"}};
  return PlaceholderText("x", {2}) + PlaceholderText("n", {}, kInt32T) + ConstInt("zero", 0) +
         NodeText("enter_i", "Enter", {"zero"}, enter) + NodeText("enter_x", "Enter", {"x"}, enter) +
         NodeText("enter_n", "Enter", {"n"}, constant) +
         NodeText("merge_i", "Merge", {"enter_i", "next_i"}, two) +
         NodeText("merge_x", "Merge", {"enter_x", "next_x"}, two) +
         NodeText("less", "Less", {"merge_i", "enter_n"}, {}, "/cpu:0") +
         NodeText("cond", "LoopCond", {"less"}) + NodeText("switch_i", "Switch", {"merge_i", "cond"}) +
         NodeText("switch_x", "Switch", {"merge_x", "cond"}) +
         NodeText(
             "one", "Const", {"^switch_body"},
             {{"dtype", kInt32T}, {"value", "tensor { dtype: DT_INT32 tensor_shape { } int_val: 1 }"}}) +
         NodeText("switch_body", "Identity", {"switch_i:1"}) +
         NodeText("add", "AddV2", {"switch_body", "one"}, {}, "/cpu:0") +
         NodeText("double", "AddV2", {"switch_x:1", "switch_x:1"}, {}, body_device) +
         NodeText("next_i", "NextIteration", {"add"}) + NodeText("next_x", "NextIteration", {"double"}) +
         NodeText("exit_i", "Exit", {"switch_i"}) + NodeText("exit_x", "Exit", {"switch_x"});
}

TEST_F(PlacementTest, ALoopRunsItsBodyOnAnotherDevice) {
  for (const int parallel : {1, 2, 10, 32}) {
    ASSERT_TRUE(IsOk(Load(LoopText(parallel, "/device:VIRTUAL:0"))));
    for (const int n : {0, 1, 2, 9, 20}) {
      ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {2}, {1, -3})}, {"n", IntTensor(runtime_, {}, {n})}},
                      {"exit_x", "exit_i"}));
      const float power = static_cast<float>(1 << n);
      EXPECT_EQ(Floats(out_[0]), (std::vector<float>{power, -3 * power})) << n << " by " << parallel;
      EXPECT_EQ(placed_["double"], kVirtual);
      EXPECT_EQ(placed_["less"], kCpu);
    }
    std::map<std::string, std::vector<std::string>> ops;
    std::map<std::string, std::multiset<std::string>> sent, received;
    ASSERT_NO_FATAL_FAILURE(ReadPartitions(&ops, &sent, &received));
    EXPECT_EQ(sent, received);
  }
}

TEST_F(PlacementTest, AFunctionalWhileRunsItsBodyOnAnotherDevice) {
  const std::string args =
      "input_arg { name: \"i\" type: DT_INT32 } input_arg { name: \"x\" type: DT_FLOAT } ";
  const std::string one =
      "node_def { name: \"one\" op: \"Const\" attr { key: \"dtype\" value { type: DT_INT32 } } attr { "
      "key: \"value\" "
      "value { tensor { dtype: DT_INT32 tensor_shape { } int_val: 1 } } } } ";
  const std::string five =
      "node_def { name: \"five\" op: \"Const\" attr { key: \"dtype\" value { type: DT_INT32 } } attr { "
      "key: \"value\" "
      "value { tensor { dtype: DT_INT32 tensor_shape { } int_val: 5 } } } } ";
  const auto typed = [](const std::string& type) {
    return " attr { key: \"T\" value { type: " + type + " } } } ";
  };
  ASSERT_TRUE(IsOk(Load(
      "library { function { signature { name: \"cond\" " + args +
      "output_arg { name: \"go\" type: DT_BOOL } } " + five +
      "node_def { name: \"less\" op: \"Less\" input: \"i\" input: \"five:output:0\" device: \"/cpu:0\"" +
      typed("DT_INT32") +
      "ret { key: \"go\" value: \"less:z:0\" } } function { signature { name: \"body\" " + args +
      "output_arg { name: \"j\" type: DT_INT32 } output_arg { name: \"y\" type: DT_FLOAT } } " + one +
      "node_def { name: \"add\" op: \"AddV2\" input: \"i\" input: \"one:output:0\" device: \"/cpu:0\"" +
      typed("DT_INT32") +
      "node_def { name: \"triple\" op: \"AddV2\" input: \"x\" input: \"twice:z:0\" device: "
      "\"/device:VIRTUAL:0\"" +
      typed("DT_FLOAT") +
      "node_def { name: \"twice\" op: \"AddV2\" input: \"x\" input: \"x\" device: "
      "\"/device:VIRTUAL:0\"" +
      typed("DT_FLOAT") +
      "ret { key: \"j\" value: \"add:z:0\" } ret { key: \"y\" value: \"triple:z:0\" } } } " +
      PlaceholderText("x", {}) + ConstInt("zero", 0) +
      NodeText("loop", "While", {"zero", "x"},
               {{"T", "list { type: DT_INT32 type: DT_FLOAT }"},
                {"body", "func { name: \"body\" }"},
                {"cond", "func { name: \"cond\" }"},
                {"parallel_iterations", "i: 4"}}))));
  ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {}, {2})}}, {"loop:1"}));
  EXPECT_EQ(Floats(out_[0]), std::vector<float>{486});
  size_t there = 0;
  for (const auto& [node, device] : placed_) there += device == kVirtual && node.ends_with("triple");
  EXPECT_EQ(there, 1u);
  // And back: every iteration's factor, on the device where it was.
  const rnl_output_t y = net_.Output("loop:1"), x = net_.Output("x");
  rnl_output_t gradient{};
  ASSERT_TRUE(IsOk(rnl_graph_add_gradients(net_.graph(), &y, nullptr, 1, &x, 1, nullptr, 0,
                                           rnl_str(nullptr), &gradient)));
  const std::string name =
      Str(rnl_graph_node_name(net_.graph(), gradient.node)) + ":" + std::to_string(gradient.index);
  ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {}, {2})}}, {name}));
  EXPECT_EQ(Floats(out_[0]), std::vector<float>{243});
}

TEST_F(PlacementTest, ValuesGoFromDeviceToDevice) {
  runtime_ = NewVirtualRuntime(&log_, 2, {{"virtual.devices", "3"}, {"virtual.seed", "5"}});
  const auto device = [](int n) { return "/device:VIRTUAL:" + std::to_string(n); };
  ASSERT_TRUE(IsOk(Load(PlaceholderText("x", {2}) + NodeText("a", "Neg", {"x"}, {}, device(0)) +
                        NodeText("b", "Square", {"a"}, {}, device(1)) +
                        NodeText("c", "AddV2", {"a", "b"}, {}, device(2)) +
                        NodeText("d", "Mul", {"c", "a"}, {}, device(1)) +
                        NodeText("e", "AddV2", {"d", "c"}, {}, "/cpu:0"))));
  for (int i = 0; i < 20; ++i) {
    const auto v = static_cast<float>(i);
    ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {2}, {v, -1})}}, {"e", "b"}));
    const float c = v * v - v;
    ASSERT_EQ(Floats(out_[0]), (std::vector<float>{c - c * v, 4}));
    ASSERT_EQ(Floats(out_[1]), (std::vector<float>{v * v, 1}));
  }
  std::map<std::string, std::vector<std::string>> ops;
  std::map<std::string, std::multiset<std::string>> sent, received;
  ASSERT_NO_FATAL_FAILURE(ReadPartitions(&ops, &sent, &received));
  ASSERT_EQ(ops.size(), 4u);
  EXPECT_EQ(sent, received);
  for (const auto& [route, tensors] : sent) {
    for (const std::string& tensor : tensors)
      EXPECT_EQ(tensors.count(tensor), 1u) << tensor << " on " << route;
  }
}

}  // namespace
}  // namespace runnel_test
