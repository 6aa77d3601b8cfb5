// One graph over several tasks: the partition by task, and its parts run side by side in one process
// over one rendezvous, compared with the whole graph in one session.
#include <gmock/gmock-matchers.h>

#include <condition_variable>
#include <mutex>

#include "core/runtime/resources/resource.h"
#include "core/runtime/tasks/partition_tasks.h"
#include "tests/runtime/runtime_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

using ::testing::HasSubstr;

class TaskPartitionTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    for (int i = 0; i < 2; ++i) tasks_.push_back({"worker", i, {{"CPU", 0}}, runtime_->kernels()});
    tasks_.push_back({"ps", 0, {{"CPU", 0}}, runtime_->kernels()});
  }

  OutputRef On(const std::string& device, const std::string& op, std::vector<OutputRef> inputs,
               AttrList attrs = {}) {
    return {b().AddNode({{}, op, std::move(inputs), {}, std::move(attrs), device}), 0};
  }

  Result<std::vector<TaskPartition>> Partition(const Signature& signature) {
    EXPECT_TRUE(b().status().ok()) << b().status().ToString();
    return PartitionByTask(*graph_, signature, tasks_, {});
  }

  // Runs all parts at once, each in its own session over one rendezvous.
  Status RunParts(const Signature& signature, const std::vector<Tensor>& feeds,
                  std::vector<Tensor>* fetches) {
    auto parts = Partition(signature);
    if (!parts.ok()) return parts.status();
    last_parts_ = parts->size();
    fetches->assign(signature.fetches.size(), Tensor());
    RunOptions options;
    options.rendezvous = MakeRef<LocalRendezvous>();
    std::mutex mutex;
    std::condition_variable changed;
    size_t left = parts->size();
    Status status;
    std::vector<Ref<Session>> sessions;
    std::vector<std::vector<Tensor>> results(parts->size());
    for (size_t p = 0; p < parts->size(); ++p) {
      const TaskPartition& part = (*parts)[p];
      auto graph = std::make_shared<Graph>(&runtime_->ops());
      RUNNEL_RETURN_IF_ERROR(graph->Import(part.graph));
      SessionOptions session_options;
      session_options.resources = resources_[part.task];
      RUNNEL_ASSIGN_OR_RETURN(Ref<Session> session, Session::Create(runtime_, graph, session_options));
      Signature own;
      std::vector<Tensor> values;
      for (const auto& [index, name] : part.feeds) {
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph->FindOutput(name));
        own.feeds.push_back(output);
        values.push_back(feeds[static_cast<size_t>(index)]);
      }
      for (const auto& [index, name] : part.fetches) {
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph->FindOutput(name));
        own.fetches.push_back(output);
      }
      for (const std::string& name : part.targets) own.targets.push_back(graph->FindNode(name));
      session->RunAsync(own, values, options, [&, p](const Status& done, std::vector<Tensor> got) {
        if (!done.ok()) options.rendezvous->Abort(done);
        const std::lock_guard lock(mutex);
        if (!done.ok() && status.ok()) status = done;
        results[p] = std::move(got);
        if (--left == 0) changed.notify_all();
      });
      sessions.push_back(std::move(session));
    }
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return left == 0; });
    }
    RUNNEL_RETURN_IF_ERROR(status);
    for (size_t p = 0; p < parts->size(); ++p) {
      for (size_t k = 0; k < (*parts)[p].fetches.size(); ++k) {
        (*fetches)[static_cast<size_t>((*parts)[p].fetches[k].first)] = results[p][k];
      }
    }
    return OkStatus();
  }

  std::vector<TaskInfo> tasks_;
  std::vector<std::shared_ptr<ResourceManager>> resources_ = {std::make_shared<ResourceManager>(),
                                                              std::make_shared<ResourceManager>(),
                                                              std::make_shared<ResourceManager>()};
  size_t last_parts_ = 0;
};

TEST_F(TaskPartitionTest, ValuesCrossTasksOncePerDestination) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({3}));
  const OutputRef a = On("/job:worker/task:0", "Square", {x});
  const OutputRef s = On("/job:ps", "AddV2", {a, a});
  const OutputRef t = On("/job:ps/task:0", "Mul", {a, s});
  const OutputRef y = On("/job:worker/task:1/device:CPU:0", "Sub", {t, x});
  std::vector<Tensor> got;
  const Status status = RunParts({{x}, {y, s}, {}}, {Floats({1, 2, 3})}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(last_parts_, 3u);
  EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{1, 30, 159}));
  EXPECT_EQ(ToFloats(got[1]), (std::vector<float>{2, 8, 18}));
  const auto parts = Partition({{x}, {y, s}, {}});
  ASSERT_TRUE(parts.ok());
  int sends = 0;
  for (const TaskPartition& part : *parts) {
    for (const NodeDef& node : part.graph.nodes) sends += node.op == "_HostSend" ? 1 : 0;
  }
  EXPECT_EQ(sends, 2);  // a to ps, t to worker 1; x is fed where it is read
  if (!HasFailure()) testing::LogHostOps({"_HostSend", "_HostRecv"});
}

TEST_F(TaskPartitionTest, ADeadBranchIsDeadOnTheOtherTaskToo) {
  const OutputRef pred = Placeholder("pred", DType::kBool, Shape());
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const std::string here = "/job:worker/task:0", there = "/job:worker/task:1";
  Node* const split = b().AddNode({"split", "Switch", {x, pred}, {}, {}, here});
  const OutputRef low = On(there, "Neg", {{split, 0}});
  const OutputRef high = On(there, "Square", {{split, 1}});
  const OutputRef merged = On(here, "Merge", {low, high});
  for (const bool taken : {false, true}) {
    std::vector<Tensor> got;
    const Status status =
        RunParts({{pred, x}, {merged}, {}}, {Scalar<bool>(taken), Floats({2, 3})}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(ToFloats(got[0]), taken ? (std::vector<float>{4, 9}) : (std::vector<float>{-2, -3}));
  }
}

TEST_F(TaskPartitionTest, OrderHoldsAcrossTasksAndVariablesStayWhereTheyAre) {
  const OutputRef v = Variable("v", DType::kFloat, Shape({1}), "/job:ps");
  Node* const init = Assign(v, Vector({5}));
  const OutputRef one = On("/job:worker/task:1", "Square", {Vector({1})});
  Node* const add = b().AddNode({{}, "AssignAddVariableOp", {v, one}, {}, {}, {}});
  // Reads after the update, on the variable's task, told by an edge that comes back from a worker.
  Node* const pass = b().AddNode({{}, "NoOp", {}, {add}, {}, "/job:worker/task:0"});
  const OutputRef read{
      b().AddNode({{}, "ReadVariableOp", {v}, {pass}, {{"dtype", AttrValue(DType::kFloat)}}, {}}), 0};
  std::vector<Tensor> got;
  const Status initialised = RunParts({{}, {}, {init}}, {}, &got);
  ASSERT_TRUE(initialised.ok()) << initialised.ToString();
  for (const float want : {6.f, 7.f, 8.f}) {
    const Status status = RunParts({{}, {read}, {}}, {}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(ToFloats(got[0]), std::vector<float>{want});
  }
}

// The slot of an optimizer asks for no device. It has to be made where the variable is that it is used
// with, though the step that makes it knows nothing of that variable.
TEST_F(TaskPartitionTest, AVariableIsMadeWhereTheRestOfTheGraphUsesIt) {
  const OutputRef v = Variable("v", DType::kFloat, Shape({1}), "/job:ps");
  const OutputRef slot = Variable("slot", DType::kFloat, Shape({1}), "");
  const OutputRef beside = Variable("beside", DType::kFloat, Shape({1}), "");
  Node* const init = Assign(v, Vector({5}));
  Node* const init_slot = Assign(slot, Vector({0.5f}));
  Node* const update =
      b().AddNode({{},
                   "ResourceApplyMomentum",
                   {v, slot, b().Scalar(DType::kFloat, 1), Vector({1}), b().Scalar(DType::kFloat, 0.5)},
                   {},
                   {},
                   {}});
  Node* const named = b().AddNode({"named",
                                   "AssignVariableOp",
                                   {beside, Vector({1})},
                                   {},
                                   {{"_class", AttrValue(std::vector<std::string>{"loc:@v"})}},
                                   {}});
  // Beside another step's work on the variable, too.
  Node* const both = b().AddNode({{}, "NoOp", {}, {init, init_slot}, {}, "/job:worker/task:1"});
  for (Node* target : {init_slot, named, both}) {
    const auto parts = Partition({{}, {}, {target}});
    ASSERT_TRUE(parts.ok()) << parts.status().ToString();
    for (const TaskPartition& part : *parts) {
      for (const NodeDef& node : part.graph.nodes) {
        if (node.op != "VarHandleOp") continue;
        EXPECT_EQ(tasks_[part.task].job, "ps") << node.name;
      }
    }
  }
  std::vector<Tensor> got;
  for (Node* target : {init, init_slot, update}) {
    const Status status = RunParts({{}, {}, {target}}, {}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  const OutputRef read{
      b().AddNode({{}, "ReadVariableOp", {v}, {}, {{"dtype", AttrValue(DType::kFloat)}}, {}}), 0};
  const Status status = RunParts({{}, {read}, {}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), std::vector<float>{5 - 1.25f});  // the slot is 0.5 * 0.5 + 1
}

TEST_F(TaskPartitionTest, AFailureOnOneTaskEndsTheOthersWithItsReason) {
  const OutputRef pred = Placeholder("pred", DType::kBool, Shape());
  Node* const check = b().AddNode({"check",
                                   "Assert",
                                   {pred, Vector({1})},
                                   {},
                                   {{"T", AttrValue(std::vector<DType>{DType::kFloat})}},
                                   "/job:worker/task:0"});
  Node* const constant =
      b().AddNode({"late", "Square", {Vector({4})}, {check}, {}, "/job:worker/task:0"});
  const OutputRef y = On("/job:worker/task:1", "Neg", {{constant, 0}});
  std::vector<Tensor> got;
  const Status status = RunParts({{pred}, {y}, {}}, {Scalar<bool>(false)}, &got);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(status.ToString(), HasSubstr("check"));
}

TEST_F(TaskPartitionTest, WhatCannotBePlacedIsNamed) {
  const OutputRef x = Vector({1});
  const auto expect = [&](OutputRef fetch, Code code, const std::string& text) {
    const auto parts = Partition({{}, {fetch}, {}});
    ASSERT_FALSE(parts.ok());
    EXPECT_EQ(parts.status().code(), code);
    EXPECT_THAT(parts.status().ToString(), HasSubstr(text));
  };
  expect(On("/job:ps/task:7", "Neg", {x}), Code::kInvalidArgument,
         "asks for device \"/job:ps/task:7\", but the cluster has only: /job:worker");
  const OutputRef a = On("/job:ps", "Neg", {x});
  expect(On("/job:worker/task:0", "Neg", {a},
            {{"_class", AttrValue(std::vector<std::string>{StrCat("loc:@", a.node->name())})}}),
         Code::kInvalidArgument, StrCat("it is colocated with \"", a.node->name(), "\" on \"/job:ps\""));
  tasks_[1].kernels.clear();
  expect(On("/job:worker/task:1", "MatMul",
            {b().Op("Reshape", {x, b().Constant(*Tensor::FromValues<int32_t>(
                                       Shape({2}), std::vector<int32_t>{1, 1}))}),
             b().Op("Reshape", {x, b().Constant(*Tensor::FromValues<int32_t>(
                                       Shape({2}), std::vector<int32_t>{1, 1}))})}),
         Code::kInvalidArgument, "(MatMul) has no kernel for its types on /job:worker/task:1");
}

TEST_F(TaskPartitionTest, WhoUsesAResourceGoesToItsOwnersTask) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({1}));
  const OutputRef v = Variable("v", DType::kFloat, Shape({1}), "/job:ps");
  const auto use = [&](const std::string& name, const std::string& op, std::vector<OutputRef> inputs,
                       std::vector<Node*> controls) {
    return b().AddNode({name,
                        op,
                        std::move(inputs),
                        std::move(controls),
                        {{"dtype", AttrValue(DType::kFloat)}},
                        "/job:worker/task:1/device:CPU:0"});
  };
  Node* const init = use("init", "AssignVariableOp", {v, x}, {});
  Node* const grow = use("grow", "AssignAddVariableOp", {v, x}, {init});
  const OutputRef read{use("read", "ReadVariableOp", {v}, {grow}), 0};
  const OutputRef y = On("/job:worker/task:0", "Neg", {read});
  const Signature signature{{x}, {y}, {}};
  std::vector<Tensor> got;
  const Status status = RunParts(signature, {Floats({3})}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), std::vector<float>{-6});
  TaskPlacement placement;
  const auto parts = PartitionByTask(*graph_, signature, tasks_, {}, &placement);
  ASSERT_TRUE(parts.ok()) << parts.status().ToString();
  for (const auto& node : placement.nodes) {
    const bool uses =
        node.name == "init" || node.name == "grow" || node.name == "read" || node.name == "v";
    if (uses) {
      EXPECT_EQ(node.task, "/job:ps/replica:0/task:0") << node.name;
    }
  }
  EXPECT_THAT(placement.dropped,
              ::testing::Contains("read: wanted \"/job:worker/task:1/device:CPU:0\", goes with v, whose "
                                  "resource it uses, on \"/job:ps\""));
}

// Tasks with a second device that lacks an op which only some steps need.
TEST_F(TaskPartitionTest, SoftVariablesAreWhereEveryStepFindsItsKernels) {
  for (TaskInfo& task : tasks_) {
    task.devices.emplace_back("POOR", 0);
    task.kernels.push_back({"AssignAddVariableOp", "POOR", {}, ""});
  }
  const std::string poor = "/job:ps/device:POOR:0";
  const OutputRef v = Variable("v", DType::kFloat, Shape({1}), poor);
  const OutputRef one = Vector({1});
  const AttrList dtype = {{"dtype", AttrValue(DType::kFloat)}};
  Node* const init = b().AddNode({"init", "AssignVariableOp", {v, one}, {}, dtype, poor});
  Node* const grow = b().AddNode({"grow", "AssignAddVariableOp", {v, one}, {}, dtype, poor});
  Node* const shrink = b().AddNode({"shrink", "AssignSubVariableOp", {v, one}, {}, dtype, poor});
  ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  TaskPlacementOptions options;
  options.soft = true;
  for (Node* const step : {init, grow, shrink}) {
    TaskPlacement placement;
    const auto parts = PartitionByTask(*graph_, {{}, {}, {step}}, tasks_, options, &placement);
    ASSERT_TRUE(parts.ok()) << parts.status().ToString();
    ASSERT_EQ(parts->size(), 1u);
    for (const NodeDef& node : (*parts)[0].graph.nodes) {
      if (node.name == "v" || node.name == step->name()) {
        EXPECT_EQ(node.device, "/device:CPU:0") << node.name << " of " << step->name();
      }
    }
    EXPECT_FALSE(placement.fallbacks.empty()) << step->name();
  }
}

TEST_F(TaskPartitionTest, ASessionWithoutARendezvousSaysSo) {
  auto graph = std::make_shared<Graph>(&runtime_->ops());
  const auto node = graph->AddNode({"recv",
                                    "_HostRecv",
                                    {},
                                    {},
                                    {{"tensor_type", AttrValue(DType::kFloat)},
                                     {"tensor_name", AttrValue("e0")},
                                     {"send_device", AttrValue("/job:a/task:0")},
                                     {"send_device_incarnation", AttrValue(int64_t{0})},
                                     {"recv_device", AttrValue("/job:b/task:0")}},
                                    {}});
  ASSERT_TRUE(node.ok()) << node.status().ToString();
  const auto session = Session::Create(runtime_, graph);
  ASSERT_TRUE(session.ok());
  std::vector<Tensor> got(1);
  const Status status = (*session)->Run({{}, {{*node, 0}}, {}}, {}, got);
  EXPECT_EQ(status.code(), Code::kFailedPrecondition);
  EXPECT_THAT(status.ToString(), HasSubstr("\"e0\" goes from /job:a/task:0 to /job:b/task:0"));
}

TEST(Rendezvous, GivesValuesInTheOrderOfTheirNameAndTheReasonAfterAnAbort) {
  LocalRendezvous* const table = new LocalRendezvous;
  const Ref<LocalRendezvous> owner = Ref<LocalRendezvous>::Adopt(table);
  const RendezvousKey key{"/job:a/task:0", "/job:b/task:0", "t"};
  std::vector<std::string> seen;
  const auto note = [&](const Status& status, const Tensor& value, bool dead) {
    seen.push_back(!status.ok() ? status.ToString() : dead ? "dead" : value.ToString());
  };
  table->RecvAsync(key, note);
  EXPECT_TRUE(seen.empty());
  EXPECT_TRUE(table->Send(key, *Tensor::FromScalar<int32_t>(7), false).ok());
  EXPECT_TRUE(table->Send(key, *Tensor::FromScalar<int32_t>(8), false).ok());
  EXPECT_EQ(table->waiting_bytes(), 4u);
  EXPECT_TRUE(table->Send(key, Tensor(), true).ok());
  table->RecvAsync(key, note);
  table->RecvAsync(key, note);
  EXPECT_EQ(table->waiting_bytes(), 0u);
  table->RecvAsync(key, note);
  table->Abort(Unavailable("gone"));
  table->Abort(Internal("later"));
  table->RecvAsync(key, note);
  EXPECT_EQ(table->Send(key, Tensor(), true).code(), Code::kUnavailable);
  EXPECT_EQ(seen, (std::vector<std::string>{"int32[] = [7]", "int32[] = [8]", "dead",
                                            "UNAVAILABLE: gone", "UNAVAILABLE: gone"}));
}

}  // namespace
}  // namespace runnel
