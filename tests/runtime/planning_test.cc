// That planning is bounded: by limits, by the run's cancellation and deadline, by the session's end; and
// that kernels that take long look at them too. What is counted is how often they look, not time.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/graph/graph_def.h"
#include "core/runtime/exchange/cancellation.h"
#include "core/runtime/session/planning_options.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

constexpr char kFloat[] = "attr { key: \"T\" value { type: DT_FLOAT } }";

std::string CallText(const std::string& name, const std::string& function, const std::string& input,
                     bool is_body) {
  return StrCat(is_body ? "node_def" : "node", " { name: \"", name,
                "\" op: \"PartitionedCall\" input: \"", input,
                "\" attr { key: \"f\" value { func { name: \"", function,
                "\" } } } attr { key: \"Tin\" value { list { type: DT_FLOAT } } } attr { key: \"Tout\" "
                "value { list { type: DT_FLOAT } } } }\n");
}

std::string FunctionText(const std::string& name, const std::string& nodes, const std::string& result) {
  return StrCat(
      "function { signature { name: \"", name,
      "\" input_arg { name: \"x\" type: DT_FLOAT } output_arg { name: \"y\" type: DT_FLOAT } }\n", nodes,
      "ret { key: \"y\" value: \"", result, "\" } }\n");
}

// "laughs" calls f0, which calls f1 ten times, and so on: 10^depth additions of 1 to "x".
std::string LaughsText(int depth) {
  std::string functions;
  for (int level = 0; level < depth; ++level) {
    std::string nodes;
    for (int i = 0; i < 10; ++i) {
      nodes += CallText(StrCat("c", i), StrCat("f", level + 1),
                        i == 0 ? std::string("x") : StrCat("c", i - 1, ":output:0"), true);
    }
    functions += FunctionText(StrCat("f", level), nodes, "c9:output:0");
  }
  functions += FunctionText(
      StrCat("f", depth),
      StrCat(
          "node_def { name: \"one\" op: \"Const\" attr { key: \"dtype\" value { type: DT_FLOAT } } attr "
          "{ key: \"value\" value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 1 } } } }\n"
          "node_def { name: \"add\" op: \"AddV2\" input: \"x\" input: \"one:output:0\" ",
          kFloat, " }\n"),
      "add:z:0");
  return StrCat(
      "node { name: \"x\" op: \"Placeholder\" attr { key: \"dtype\" value { type: DT_FLOAT } } "
      "attr { key: \"shape\" value { shape { } } } }\n",
      CallText("laughs", "f0", "x", false), "library { ", functions, "}");
}

class PlanningTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    planning_.on_look = [this] {
      const int64_t look = looks_.fetch_add(1) + 1;
      if (on_look_) on_look_(look);
    };
  }
  void TearDown() override { session_ = nullptr; }
  // The session of the fixture, with these.
  void NewSession() {
    ASSERT_TRUE(b().status().ok()) << b().status().ToString();
    auto session = CreateSession(runtime_, graph_, session_options_, planning_);
    ASSERT_TRUE(session.ok()) << session.status().ToString();
    session_ = *session;
  }
  void Import(const std::string& text) {
    auto def = ParseTextGraphDef(text);
    ASSERT_TRUE(def.ok()) << def.status().ToString();
    const Status status = graph_->Import(*def);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  OutputRef At(const std::string& name) { return *graph_->FindOutput(name); }
  // In a session of its own, so that everything is planned.
  Status RunAnew(const OutputRef& fetch, const std::vector<std::pair<OutputRef, Tensor>>& feeds,
                 const RunOptions& options = {}, std::vector<Tensor>* out = nullptr) {
    std::vector<Tensor> own;
    NewSession();
    looks_ = 0;
    return TryRun({fetch}, feeds, {}, out == nullptr ? &own : out, options);
  }
  // Cancels at every look that `step` names and one behind it; each run ends so, at the next look of
  // every thread.
  void ExpectEndsAtAnyLook(const OutputRef& fetch,
                           const std::vector<std::pair<OutputRef, Tensor>>& feeds, int64_t tries,
                           int64_t most_more = 16) {
    on_look_ = nullptr;
    const Status whole = RunAnew(fetch, feeds);
    ASSERT_TRUE(whole.ok()) << whole.ToString();
    const int64_t all = looks_;
    for (int64_t n = 1; n <= tries; ++n) {
      const int64_t at = 1 + (all - 1) * n / (tries + 1);
      RunOptions options;
      options.cancellation = MakeRef<CancellationManager>();
      on_look_ = [&](int64_t look) {
        if (look == at) options.cancellation->Cancel(Cancelled("by the test"));
      };
      const Status status = RunAnew(fetch, feeds, options);
      EXPECT_EQ(status.code(), Code::kCancelled)
          << "at look " << at << " of " << all << ": " << status.ToString();
      // Some threads look once more each, and the executor does so on its way out.
      EXPECT_LE(looks_, at + most_more) << "of " << all;
    }
    on_look_ = nullptr;
  }

  PlanningOptions planning_;
  std::atomic<int64_t> looks_{0};
  std::function<void(int64_t)> on_look_;
};

TEST_F(PlanningTest, CallsOfCallsAreInlinedAndRight) {
  Import(LaughsText(2));
  std::vector<Tensor> out;
  ASSERT_TRUE(RunAnew(At("laughs"), {{At("x"), Scalar<float>(0.5F)}}, {}, &out).ok());
  EXPECT_EQ(ToFloats(out[0]), std::vector<float>{100.5F});
  // Each node that is made is looked at a few times, and nothing is as often as there are others.
  const int64_t hundred = looks_;
  Restart({});
  Import(LaughsText(1));
  ASSERT_TRUE(RunAnew(At("laughs"), {{At("x"), Scalar<float>(0.5F)}}, {}, &out).ok());
  EXPECT_EQ(ToFloats(out[0]), std::vector<float>{10.5F});
  EXPECT_LT(hundred, 11 * looks_);
}

TEST_F(PlanningTest, MoreNodesThanTheOptionAllowsAreNotMade) {
  Import(LaughsText(2));
  session_options_.planning.inlined_nodes = 50;
  const Status status = RunAnew(At("laughs"), {{At("x"), Scalar<float>(0)}});
  EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
  for (const char* piece : {"50 nodes", "max_inlined_nodes", "laughs/", "PartitionedCall of f"})
    EXPECT_NE(status.message().find(piece), std::string::npos) << status.ToString();
  EXPECT_FALSE(status.node().empty());
  session_options_.planning.inlined_nodes = 500;
  EXPECT_TRUE(RunAnew(At("laughs"), {{At("x"), Scalar<float>(0)}}).ok());
}

TEST_F(PlanningTest, AFunctionThatCallsItselfTwiceEndsByTheSameLimit) {
  Import(StrCat(
      "node { name: \"x\" op: \"Placeholder\" attr { key: \"dtype\" value { type: DT_FLOAT } } }\n",
      CallText("call", "twice", "x", false), "library { ",
      FunctionText("twice",
                   CallText("a", "twice", "x", true) + CallText("b", "twice", "a:output:0", true),
                   "b:output:0"),
      "}"));
  session_options_.planning.inlined_nodes = 500;
  const Status status = RunAnew(At("call"), {{At("x"), Scalar<float>(0)}});
  EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
  EXPECT_NE(status.message().find("max_inlined_nodes"), std::string::npos) << status.ToString();
}

TEST_F(PlanningTest, LongNamesCountAsNodes) {
  const std::string name(60'000, 'n');
  Import(StrCat(
      "node { name: \"x\" op: \"Placeholder\" attr { key: \"dtype\" value { type: DT_FLOAT } } }\n",
      CallText("call", "f", "x", false), "library { ",
      FunctionText("f",
                   StrCat("node_def { name: \"", name, "\" op: \"Neg\" input: \"x\" ", kFloat, " }\n"),
                   StrCat(name, ":y:0")),
      "}"));
  session_options_.planning.inlined_nodes = 20;
  const Status status = RunAnew(At("call"), {{At("x"), Scalar<float>(0)}});
  EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
}

// What a function computes has no shapes before its body is in the plan; an equation with an ellipsis
// needs them.
TEST_F(PlanningTest, ShapesWithinFunctionsAreKnownBeforeAnOpIsRefused) {
  const std::string nodes = StrCat(
      "node_def { name: \"n\" op: \"Neg\" input: \"x\" ", kFloat, " }\n",
      "node_def { name: \"e\" op: \"Einsum\" input: \"n:y:0\" ", kFloat,
      " attr { key: \"N\" value { i: 1 } } attr { key: \"equation\" value { s: \"...i->...\" } } }\n");
  Import(StrCat(
      "node { name: \"x\" op: \"Placeholder\" attr { key: \"dtype\" value { type: DT_FLOAT } } "
      "attr { key: \"shape\" value { shape { dim { size: 2 } dim { size: 3 } } } } }\n",
      CallText("call", "f", "x", false), "library { ", FunctionText("f", nodes, "e:output:0"), "}"));
  const std::vector<float> values = {1, 2, 3, 4, 5, 6};
  const auto x = Tensor::FromValues<float>(Shape{2, 3}, values);
  ASSERT_TRUE(x.ok());
  std::vector<Tensor> out;
  const Status status = RunAnew(At("call"), {{At("x"), *x}}, {}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(out[0]), (std::vector<float>{-6, -15}));
}

// A control edge behind a call with many results waits for all that it became.
TEST_F(PlanningTest, AControlEdgeBehindACallWaitsForAllOfIt) {
  std::string args, outs, nodes, rets, types;
  for (int i = 0; i < 20; ++i) {
    outs += StrCat("output_arg { name: \"y", i, "\" type: DT_FLOAT } ");
    nodes += StrCat("node_def { name: \"n", i, "\" op: \"Neg\" input: \"x\" ", kFloat, " }\n");
    rets += StrCat("ret { key: \"y", i, "\" value: \"n", i, ":y:0\" } ");
    types += "type: DT_FLOAT ";
  }
  Import(StrCat(
      "node { name: \"x\" op: \"Placeholder\" attr { key: \"dtype\" value { type: DT_FLOAT } } }\n",
      "node { name: \"call\" op: \"PartitionedCall\" input: \"x\" attr { key: \"f\" value { func { "
      "name: "
      "\"many\" } } } attr { key: \"Tin\" value { list { type: DT_FLOAT } } } attr { key: \"Tout\" "
      "value { "
      "list { ",
      types, "} } } }\n", "node { name: \"after\" op: \"Neg\" input: \"x\" input: \"^call\" ", kFloat,
      " }\n",
      "library { function { signature { name: \"many\" input_arg { name: \"x\" type: DT_FLOAT } ", outs,
      "} ", nodes, rets, "} }"));
  session_options_.disabled_passes = {"all"};
  NewSession();
  RunMetadata metadata;
  std::vector<Tensor> out;
  const Status status = TryRun({At("after")}, {{At("x"), Scalar<float>(2)}}, {}, &out, {}, &metadata);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(out[0]), std::vector<float>{-2});
  EXPECT_GE(metadata.launches, 21) << "all of the call's nodes ran";
}

TEST_F(PlanningTest, ConstantsThatHoldMoreThanTheOptionAllowsAreNotComputed) {
  // Each doubles what is there: 8 MB in all.
  OutputRef value = Vector({1, 2});
  for (int i = 0; i < 20; ++i)
    value = b().Op("ConcatV2", {value, value, b().Constant(Scalar<int32_t>(0))});
  session_options_.planning.folded_bytes = 1 << 20;
  const Status status = RunAnew(b().Op("Sum", {value, b().Constant(Scalar<int32_t>(0))}), {});
  EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
  for (const char* piece : {"1048576 bytes", "max_folded_bytes", "node \""})
    EXPECT_NE(status.message().find(piece), std::string::npos) << status.ToString();
  session_options_.planning.folded_bytes = 1 << 26;
  EXPECT_TRUE(RunAnew(b().Op("Sum", {value, b().Constant(Scalar<int32_t>(0))}), {}).ok());
}

TEST_F(PlanningTest, EndsAtTheNextLookOnceTheRunIsCancelled) {
  Import(LaughsText(2));
  ExpectEndsAtAnyLook(At("laughs"), {{At("x"), Scalar<float>(0)}}, 25);
}

TEST_F(PlanningTest, FoldingLooksWhileItsKernelsRun) {
  const OutputRef large = b().Op(
      "Fill", {b().Constant(*Tensor::FromValues<int32_t>(Shape({1}), std::vector<int32_t>{2'000'000})),
               b().Constant(Scalar<float>(1))});
  OutputRef value = large;
  for (int i = 0; i < 4; ++i) value = b().Op("Sqrt", {value});
  const OutputRef sum = b().Op("Sum", {value, b().Constant(Scalar<int32_t>(0))});
  ASSERT_TRUE(RunAnew(sum, {}).ok());
  EXPECT_GT(looks_, 4 * 50) << "in kernels of two million elements each";
  ExpectEndsAtAnyLook(sum, {}, 25, looks_);
}

TEST_F(PlanningTest, ADeadlineThatPassesWhileARunIsPlannedEndsIt) {
  Import(LaughsText(2));
  RunOptions options;
  options.timeout_ms = 5;
  on_look_ = [end = std::chrono::steady_clock::now() + std::chrono::milliseconds(30)](int64_t) {
    while (std::chrono::steady_clock::now() < end) std::this_thread::yield();
  };
  const Status status = RunAnew(At("laughs"), {{At("x"), Scalar<float>(0)}}, options);
  EXPECT_EQ(status.code(), Code::kDeadlineExceeded) << status.ToString();
  EXPECT_NE(status.message().find("5 ms"), std::string::npos) << status.ToString();
}

TEST_F(PlanningTest, ClosingTheSessionEndsARunThatIsPlanned) {
  Import(LaughsText(3));
  NewSession();
  Session* const session = session_.get();
  std::thread closing;
  on_look_ = [&](int64_t look) {
    if (look != 50) return;
    closing = std::thread([session] { EXPECT_TRUE(session->Close().ok()); });
    // Closed and told of in one: whoever sees the one has the other.
    while (session->MakeCallable({{}, {At("x")}, {}}).status().code() != Code::kFailedPrecondition)
      std::this_thread::yield();
  };
  std::vector<Tensor> out;
  const Status status = TryRun({At("laughs")}, {{At("x"), Scalar<float>(0)}}, {}, &out);
  closing.join();
  EXPECT_EQ(status.code(), Code::kCancelled) << status.ToString();
  EXPECT_NE(status.message().find("closed"), std::string::npos) << status.ToString();
  EXPECT_LE(looks_, 52);
}

// A gate that the planning thread waits at.
class Gate {
 public:
  void Arrive() {
    std::unique_lock lock(mutex_);
    arrived_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return open_; });
  }
  void AwaitArrival() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return arrived_; });
  }
  void Open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool arrived_ = false, open_ = false;
};

TEST_F(PlanningTest, WhoWaitsForAnotherRunsPlanMayGiveUpOrTakesIt) {
  Import(LaughsText(2));
  const std::vector<std::pair<OutputRef, Tensor>> feeds = {{At("x"), Scalar<float>(1)}};
  NewSession();
  Gate gate;
  on_look_ = [&](int64_t look) {
    if (look == 20) gate.Arrive();
  };
  Status first;
  std::thread planner([&] {
    std::vector<Tensor> out;
    first = TryRun({At("laughs")}, feeds, {}, &out);
  });
  gate.AwaitArrival();
  // While somebody plans the very same, a deadline and a cancellation end the wait for it.
  std::vector<Tensor> out;
  RunOptions hasty;
  hasty.timeout_ms = 10;
  EXPECT_EQ(TryRun({At("laughs")}, feeds, {}, &out, hasty).code(), Code::kDeadlineExceeded);
  RunOptions cancelled;
  cancelled.cancellation = MakeRef<CancellationManager>();
  Status second;
  std::thread waiter([&] {
    std::vector<Tensor> got;
    second = TryRun({At("laughs")}, feeds, {}, &got, cancelled);
  });
  cancelled.cancellation->Cancel(Cancelled("by the test"));
  waiter.join();
  EXPECT_EQ(second.code(), Code::kCancelled) << second.ToString();
  // Another signature is planned meanwhile.
  EXPECT_TRUE(TryRun({At("x")}, {}, {}, &out).code() == Code::kInvalidArgument);
  Status third;
  RunMetadata metadata;
  std::thread patient([&] {
    std::vector<Tensor> got;
    third = TryRun({At("laughs")}, feeds, {}, &got, {}, &metadata);
    EXPECT_EQ(ToFloats(got[0]), std::vector<float>{101});
  });
  gate.Open();
  planner.join();
  patient.join();
  EXPECT_TRUE(first.ok()) << first.ToString();
  EXPECT_TRUE(third.ok()) << third.ToString();
}

TEST_F(PlanningTest, WhoWaitsPlansItselfWhenTheOtherGaveUp) {
  Import(LaughsText(2));
  const std::vector<std::pair<OutputRef, Tensor>> feeds = {{At("x"), Scalar<float>(1)}};
  NewSession();
  Gate gate;
  on_look_ = [&](int64_t look) {
    if (look == 20) gate.Arrive();
  };
  RunOptions options;
  options.cancellation = MakeRef<CancellationManager>();
  Status first;
  std::thread planner([&] {
    std::vector<Tensor> out;
    first = TryRun({At("laughs")}, feeds, {}, &out, options);
  });
  gate.AwaitArrival();
  Status second;
  std::vector<Tensor> out;
  std::thread waiter([&] { second = TryRun({At("laughs")}, feeds, {}, &out); });
  options.cancellation->Cancel(Cancelled("by the test"));
  gate.Open();
  planner.join();
  waiter.join();
  EXPECT_EQ(first.code(), Code::kCancelled) << first.ToString();
  ASSERT_TRUE(second.ok()) << second.ToString();
  EXPECT_EQ(ToFloats(out[0]), std::vector<float>{101});
}

// ---- kernels ----

TEST_F(PlanningTest, LongKernelsEndAtTheNextLook) {
  const auto shape = [&](std::vector<int32_t> dims) {
    return b().Constant(*Tensor::FromValues<int32_t>(Shape({static_cast<int64_t>(dims.size())}),
                                                     std::span<const int32_t>(dims)));
  };
  const auto random = [&](std::vector<int32_t> dims) {
    return b().Op("RandomUniform", {shape(std::move(dims))}, {{"dtype", AttrValue(DType::kFloat)}});
  };
  const OutputRef axis = b().Constant(Scalar<int32_t>(0));
  const struct {
    const char* what;
    OutputRef fetch;
  } cases[] = {
      {"a random fill", random({1'000'000})},
      {"truncated normals",
       b().Op("TruncatedNormal", {shape({300'000})}, {{"dtype", AttrValue(DType::kFloat)}})},
      {"a product", b().Op("MatMul", {random({400, 400}), random({400, 400})})},
      {"many products", b().Op("BatchMatMulV2", {random({32, 64, 64}), random({32, 64, 64})})},
      {"element-wise", b().Op("Exp", {b().Op("Square", {random({1'000'000})})})},
      {"a sort", b().Op("TopKV2", {random({1, 500'000}), b().Constant(Scalar<int32_t>(100'000))})},
      {"a sum", b().Op("Sum", {random({1'000'000}), axis})},
      {"a gather", b().Op("GatherV2", {random({1000, 1000}),
                                       b().Op("Range", {axis, b().Constant(Scalar<int32_t>(1000)),
                                                        b().Constant(Scalar<int32_t>(1))}),
                                       axis})},
  };
  session_options_.disabled_passes = {"all"};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.what);
    ASSERT_TRUE(RunAnew(c.fetch, {}).ok());
    const int64_t planning_and_run = looks_;
    std::vector<Tensor> out;
    looks_ = 0;
    ASSERT_TRUE(TryRun({c.fetch}, {}, {}, &out).ok());
    EXPECT_GE(looks_, 8) << "of " << planning_and_run << " with planning";
    // Blocks that are left out look once each.
    ExpectEndsAtAnyLook(c.fetch, {}, 4, planning_and_run);
  }
}

// An update of a variable is made whole or not at all, whenever the step is ended; and what a kernel
// left half made never gets into one.
TEST_F(PlanningTest, AnUpdateIsMadeWholeOrNotAtAll) {
  constexpr int32_t kSize = 1'000'000;
  const OutputRef shape =
      b().Constant(*Tensor::FromValues<int32_t>(Shape({1}), std::vector<int32_t>{kSize}));
  const OutputRef v = Variable("v", DType::kFloat, Shape({kSize}));
  const OutputRef w = Variable("w", DType::kFloat, Shape({kSize}));
  const OutputRef zeros = b().Op("Fill", {shape, b().Constant(Scalar<float>(0))});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape());
  const OutputRef ones = b().Op("Exp", {b().Op("Mul", {b().Op("Fill", {shape, x}), zeros})});
  Node* const init_v = Assign(v, zeros);
  Node* const init_w = Assign(w, zeros);
  Node* const add = b().AddNode({{}, "AssignAddVariableOp", {v, ones}, {}, {}, {}});
  Node* const assign = Assign(w, b().Op("Exp", {b().Op("Log", {ones})}));
  for (const bool regions : {true, false}) {
    session_options_.disabled_passes = {"fold", "fuse"};
    if (!regions) session_options_.disabled_passes.emplace_back("regions");
    NewSession();
    on_look_ = nullptr;
    Run({}, {}, {init_v, init_w});
    std::vector<Tensor> out;
    const std::vector<std::pair<OutputRef, Tensor>> feeds = {{x, Scalar<float>(1)}};
    ASSERT_TRUE(TryRun({}, feeds, {add, assign}, &out).ok());
    looks_ = 0;
    ASSERT_TRUE(TryRun({}, feeds, {add, assign}, &out).ok());
    const int64_t all = looks_;
    EXPECT_GT(all, 100);
    float before = 2;
    for (int64_t n = 0; n < 6; ++n) {
      RunOptions options;
      options.cancellation = MakeRef<CancellationManager>();
      on_look_ = [&, at = 1 + all * n / 6](int64_t look) {
        if (look == at) options.cancellation->Cancel(Cancelled("by the test"));
      };
      looks_ = 0;
      (void)TryRun({}, feeds, {add, assign}, &out, options);
      on_look_ = nullptr;
      const std::vector<Tensor> values = Run({Read(v), Read(w)});
      const std::vector<float> of_v = ToFloats(values[0]), of_w = ToFloats(values[1]);
      EXPECT_TRUE(of_v[0] == before || of_v[0] == before + 1) << of_v[0];
      before = of_v[0];
      EXPECT_EQ(std::count(of_v.begin(), of_v.end(), before), kSize) << "a torn variable";
      EXPECT_EQ(std::count(of_w.begin(), of_w.end(), 1.0F), kSize) << "what was half made was assigned";
    }
  }
}

}  // namespace
}  // namespace runnel
