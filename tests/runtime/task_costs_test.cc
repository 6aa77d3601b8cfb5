// Automatic placement over tasks, by costs that the tests make up: where each node goes, and why.
#include <gmock/gmock-matchers.h>

#include "core/runtime/tasks/partition_tasks.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kMaster = "/job:worker/replica:0/task:0";
const std::string kOther = "/job:worker/replica:0/task:1";
const std::string kPs = "/job:ps/replica:0/task:0";

// Two workers and a ps. Unless a test says so, a kernel takes 1 ms on the first, which is the master, a
// microsecond on the second and a nanosecond on the ps; links are quick.
class TaskCostsTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    for (int i = 0; i < 2; ++i) tasks_.push_back({"worker", i, {{"CPU", 0}}, runtime_->kernels()});
    tasks_.push_back({"ps", 0, {{"CPU", 0}}, runtime_->kernels()});
    costs_.links.assign(3, {10, 0.001});
    options_.costs = &costs_;
  }

  // Of every node that the graph has by then.
  void Cost(double master_ns, double other_ns, double ps_ns) {
    costs_.node_ns.assign(3, {});
    for (int i = 0; i < graph_->num_nodes(); ++i) {
      const std::string& name = graph_->node(i)->name();
      costs_.node_ns[0][name] = master_ns;
      costs_.node_ns[1][name] = other_ns;
      costs_.node_ns[2][name] = ps_ns;
    }
  }
  OutputRef Named(const std::string& name, const std::string& op, std::vector<OutputRef> inputs,
                  const std::string& device = "", AttrList attrs = {}) {
    return {b().AddNode({name, op, std::move(inputs), {}, std::move(attrs), device}), 0};
  }
  // x, then n0 to n(length - 1).
  OutputRef Chain(int length) {
    OutputRef last = Placeholder("x", DType::kFloat, Shape({2, 2}));
    for (int i = 0; i < length; ++i) last = Named(StrCat("n", i), i % 2 == 0 ? "Neg" : "Square", {last});
    return last;
  }

  Status Place(const Signature& signature) {
    EXPECT_TRUE(b().status().ok()) << b().status().ToString();
    if (costs_.node_ns.empty()) Cost(1e6, 1e3, 1);
    placement_ = {};
    where_.clear();
    because_.clear();
    auto parts = PartitionByTask(*graph_, signature, tasks_, options_, &placement_);
    if (!parts.ok()) return parts.status();
    parts_ = std::move(*parts);
    for (const TaskPlacement::Node& node : placement_.nodes) {
      where_[node.name] = node.task;
      because_[node.name] = node.reason;
    }
    return OkStatus();
  }

  std::vector<TaskInfo> tasks_;
  TaskCosts costs_;
  TaskPlacementOptions options_;
  TaskPlacement placement_;
  std::vector<TaskPartition> parts_;
  std::map<std::string, std::string> where_, because_;
};

TEST_F(TaskCostsTest, AFasterTaskTakesAChainAsAWhole) {
  const OutputRef y = Chain(6);
  ASSERT_TRUE(Place({{{graph_->FindNode("x"), 0}}, {y}, {}}).ok());
  for (int i = 0; i < 6; ++i) EXPECT_EQ(where_[StrCat("n", i)], kPs) << i;
  EXPECT_TRUE(placement_.forecast.had_choice);
  EXPECT_LT(placement_.forecast.step_ns, 1e3);
  EXPECT_THAT(because_["n3"], HasSubstr("by the cost model"));
}

TEST_F(TaskCostsTest, DearLinksKeepItWithTheMaster) {
  costs_.links.assign(3, {1e8, 1});
  const OutputRef y = Chain(6);
  ASSERT_TRUE(Place({{{graph_->FindNode("x"), 0}}, {y}, {}}).ok());
  for (int i = 0; i < 6; ++i) EXPECT_EQ(where_[StrCat("n", i)], kMaster) << i;
  EXPECT_EQ(parts_.size(), 1u);
}

TEST_F(TaskCostsTest, WithoutCostsTheDefaultTakesAll) {
  options_.costs = nullptr;
  const OutputRef y = Chain(2);
  ASSERT_TRUE(Place({{{graph_->FindNode("x"), 0}}, {y}, {}}).ok());
  EXPECT_EQ(where_["n1"], kMaster);
  EXPECT_EQ(because_["n1"], "default device");
  EXPECT_FALSE(placement_.forecast.had_choice);
}

TEST_F(TaskCostsTest, WhatIsAskedForIsNeverOverruled) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef here = Named("here", "Neg", {x}, "/job:worker/task:0");
  const OutputRef beside =
      Named("beside", "Square", {x}, "", {{"_class", AttrValue(std::vector<std::string>{"loc:@here"})}});
  const OutputRef job = Named("job", "Exp", {x}, "/job:worker");
  const OutputRef type = Named("type", "Abs", {x}, "/device:CPU:0");
  ASSERT_TRUE(Place({{x}, {here, beside, job, type}, {}}).ok());
  EXPECT_EQ(where_["here"], kMaster);
  EXPECT_EQ(where_["beside"], kMaster);
  EXPECT_EQ(where_["job"], kOther) << "the faster of the two that it leaves";
  EXPECT_NE(where_["type"], kMaster) << "which has enough to do";
  EXPECT_EQ(because_["here"], "asks for /job:worker/task:0");
  EXPECT_THAT(because_["beside"], HasSubstr("with others that ask for /job:worker"));
}

TEST_F(TaskCostsTest, OneSlowNodeIsTakenElsewhereAndTheRestStays) {
  const OutputRef y = Chain(5);
  Cost(100, 1e6, 1e6);
  costs_.node_ns[0]["n2"] = costs_.node_ns[2]["n2"] = 1e9;
  costs_.links.assign(3, {5e4, 0.1});
  ASSERT_TRUE(Place({{{graph_->FindNode("x"), 0}}, {y}, {}}).ok());
  EXPECT_EQ(where_["n2"], kOther);
  for (const char* node : {"n0", "n1", "n3", "n4"}) EXPECT_EQ(where_[node], kMaster) << node;
  EXPECT_THAT(because_["n2"], HasSubstr("on /job:worker/replica:0/task:0 after"));
}

// What counts as it goes, what waits and what touches files is where it always was.
TEST_F(TaskCostsTest, StatefulNodesStayWithTheDefault) {
  const OutputRef shape = b().Int32Vector({4});
  const OutputRef random =
      Named("random", "RandomUniform", {shape}, "", {{"dtype", AttrValue(DType::kFloat)}});
  const OutputRef queue = Named("queue", "FIFOQueueV2", {}, "",
                                {{"component_types", AttrValue(std::vector<DType>{DType::kFloat})}});
  Node* const put = b().AddNode({"put", "QueueEnqueueV2", {queue, random}, {}, {}, {}});
  const OutputRef name = b().Constant(*Tensor::FromStrings(Shape(), std::vector<std::string>{"f"}));
  const OutputRef file = Named("file", "ReadFile", {name});
  const OutputRef free = Named("free", "Neg", {random});
  ASSERT_TRUE(Place({{}, {file, free}, {put}}).ok());
  for (const char* node : {"random", "queue", "put", "file"}) EXPECT_EQ(where_[node], kMaster) << node;
  EXPECT_NE(where_["free"], kMaster);
}

TEST_F(TaskCostsTest, ATaskWithoutTheKernelIsNotThoughtOf) {
  const OutputRef y = Chain(3);
  Cost(1e6, 1e3, 1);
  costs_.node_ns[2]["n1"] = TaskCosts::kNoKernel;
  ASSERT_TRUE(Place({{{graph_->FindNode("x"), 0}}, {y}, {}}).ok());
  EXPECT_EQ(where_["n1"], kOther);
}

TEST_F(TaskCostsTest, ATaskThatCannotBeAskedGetsWhatAsksForIt) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef free = Named("free", "Neg", {x});
  const OutputRef there = Named("there", "Neg", {x}, "/job:ps");
  Cost(1e6, 1e3, 1);
  costs_.cannot = {false, false, true};
  ASSERT_TRUE(Place({{x}, {free, there}, {}}).ok());
  EXPECT_EQ(where_["free"], kOther);
  EXPECT_EQ(where_["there"], kPs);
}

// x * v on whoever is quick, though its initialiser alone would stay with the master.
TEST_F(TaskCostsTest, VariablesGoWhereTheWholeGraphWantsThem) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({-1}));
  const OutputRef v = Variable("v", DType::kFloat, Shape({2}));
  Node* const init = Assign(v, Vector({1, 2}));
  const OutputRef product = Named("product", "Mul", {x, Read(v)});
  Node* const step = b().AddNode({"step", "AssignAddVariableOp", {v, product}, {}, {}, {}});
  Cost(1e6, 1e3, 1e5);
  costs_.links.assign(3, {2e4, 0.1});
  ASSERT_TRUE(Place({{}, {}, {init}}).ok());
  EXPECT_EQ(where_["v"], kMaster) << "setting it costs nothing there";
  const auto homes = PlaceVariablesByTask(*graph_, tasks_, options_);
  ASSERT_TRUE(homes.ok()) << homes.status().ToString();
  EXPECT_THAT(*homes, ElementsAre(std::pair(std::pair<std::string, std::string>("localhost", "v"), 1u)));
  costs_.homes = *homes;
  for (const Signature& signature : {Signature{{}, {}, {init}}, Signature{{x}, {}, {step}}}) {
    ASSERT_TRUE(Place(signature).ok());
    EXPECT_EQ(where_["v"], kOther);
    EXPECT_EQ(because_["v"], "where its variable lives");
  }
}

TEST_F(TaskCostsTest, HandlesOfOneVariableHaveOnePlace) {
  const AttrList named = {{"dtype", AttrValue(DType::kFloat)},
                          {"shape", AttrValue(Shape({2}))},
                          {"shared_name", AttrValue(std::string("v"))}};
  const OutputRef a{b().AddNode({"a", "VarHandleOp", {}, {}, named, {}}), 0};
  const OutputRef c{b().AddNode({"c", "VarHandleOp", {}, {}, named, {}}), 0};
  Node* const init = Assign(a, Vector({1, 2}));
  const OutputRef read = Read(c);
  const OutputRef slow = Named("slow", "Square", {read});
  ASSERT_TRUE(Place({{}, {slow}, {init}}).ok());
  EXPECT_EQ(where_["a"], where_["c"]);
}

// A call is not one thing that goes somewhere: what is in it goes where it is best.
TEST_F(TaskCostsTest, WhatIsInACallIsPlacedByItself) {
  FunctionDef def;
  def.signature.name = "twice";
  const auto arg = [](const std::string& name) {
    ArgSchema out;
    out.name = name;
    out.dtype = DType::kFloat;
    return out;
  };
  def.signature.inputs = {arg("x")};
  def.signature.outputs = {arg("y")};
  const AttrList t = {{"T", AttrValue(DType::kFloat)}};
  def.nodes = {{"first", "Neg", {"x"}, "", t}, {"second", "Square", {"first:y:0"}, "", t}};
  def.ret = {{"y", "second:y:0"}};
  ASSERT_TRUE(graph_->AddFunction(def).ok());
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Named("call", "PartitionedCall", {x}, "",
                            {{"Tin", AttrValue(std::vector<DType>{DType::kFloat})},
                             {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
                             {"f", AttrValue(FuncRef{"twice", {}})}});
  Cost(1, 1, 1);
  costs_.node_ns[0]["call/first"] = 1;
  costs_.node_ns[0]["call/second"] = 1e9;
  costs_.node_ns[1]["call/first"] = costs_.node_ns[1]["call/second"] = 1e9;
  costs_.node_ns[2]["call/first"] = 1e9;
  costs_.node_ns[2]["call/second"] = 1;
  ASSERT_TRUE(Place({{x}, {y}, {}}).ok());
  EXPECT_EQ(where_["call/first"], kMaster);
  EXPECT_EQ(where_["call/second"], kPs);
}

TEST_F(TaskCostsTest, LargeConstantsCostTheirWay) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({1 << 16}));
  const OutputRef large =
      b().Constant(*Tensor::Allocate(SystemAllocator(), DType::kFloat, Shape({1 << 16})));
  const OutputRef y = Named("y", "AddV2", {x, large});
  const OutputRef sum = Named("sum", "Neg", {y});
  Cost(1e5, 1e4, 1e4);
  costs_.links.assign(3, {0, 10});  // 2.6 ms for x or the constant
  ASSERT_TRUE(Place({{x}, {sum}, {}}).ok());
  EXPECT_EQ(where_["y"], kMaster);
  EXPECT_EQ(parts_.size(), 1u);
}

TEST_F(TaskCostsTest, WhatStepsTakeElsewhereIsTold) {
  const OutputRef y = Chain(2);
  const std::map<std::string, std::string> earlier = {{"n0", kMaster}, {"n1", kMaster}};
  options_.earlier = &earlier;
  ASSERT_TRUE(Place({{{graph_->FindNode("x"), 0}}, {y}, {}}).ok());
  EXPECT_EQ(where_["n1"], kPs);
  EXPECT_EQ(placement_.forecast.earlier_step_ns, 2e6);
  EXPECT_LT(placement_.forecast.step_ns, 1e3);
}

// ---- soft placement ----

TEST_F(TaskCostsTest, SoftPlacementFallsBackAndSaysSo) {
  std::erase_if(tasks_[1].kernels, [](const KernelInfo& kernel) { return kernel.op == "Neg"; });
  options_.costs = nullptr;
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Named("y", "Neg", {x}, "/job:worker/task:1");
  const OutputRef gpu = Named("gpu", "Square", {x}, "/job:worker/task:1/device:CUDA:3");
  const Signature signature{{x}, {y, gpu}, {}};
  const Status refused = Place(signature);
  EXPECT_EQ(refused.code(), Code::kInvalidArgument);
  options_.soft = true;
  ASSERT_TRUE(Place(signature).ok());
  EXPECT_EQ(where_["y"], kMaster);
  EXPECT_EQ(where_["gpu"], kMaster);
  EXPECT_THAT(
      placement_.fallbacks,
      Contains(AllOf(HasSubstr("y: wanted \"/job:worker/task:1\", runs on"), HasSubstr(kMaster))));
  EXPECT_THAT(placement_.fallbacks, Contains(HasSubstr("CUDA:3")));
  EXPECT_THAT(because_["y"], HasSubstr("soft placement: y (Neg) has no kernel on /job:worker/task:1"));
}

TEST_F(TaskCostsTest, SoftPlacementSaysWhatNobodyCanCompute) {
  for (TaskInfo& task : tasks_)
    std::erase_if(task.kernels, [](const KernelInfo& kernel) { return kernel.op == "Neg"; });
  options_.soft = true;
  const OutputRef y = Chain(1);
  const Status status = Place({{{graph_->FindNode("x"), 0}}, {y}, {}});
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(status.ToString(), HasSubstr("\"n0\" (Neg) has no kernel"));
}

}  // namespace
}  // namespace runnel
