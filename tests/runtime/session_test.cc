#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

using SessionTest = RuntimeTest;

TEST_F(SessionTest, FeedsAnyEdge) {
  const OutputRef x = Vector({1, 2});
  const OutputRef y = b().Op("Neg", {x});
  const OutputRef z = b().Op("Square", {y});
  EXPECT_EQ(ToFloats(Run({z})[0]), (std::vector<float>{1, 4}));
  EXPECT_EQ(ToFloats(Run({z}, {{y, Floats({5, 6})}})[0]), (std::vector<float>{25, 36}));
}

TEST_F(SessionTest, RefusesRequestsThatMakeNoSense) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = b().Op("Neg", {x});
  std::vector<Tensor> out;
  EXPECT_EQ(TryRun({}, {}, {}, &out).code(), Code::kInvalidArgument);
  const Status unfed = TryRun({y}, {}, {}, &out);
  EXPECT_EQ(unfed.code(), Code::kInvalidArgument);
  EXPECT_EQ(unfed.node(), "x");
  EXPECT_NE(unfed.message().find("You must feed a value for placeholder tensor 'x' with dtype float"),
            std::string::npos);
  EXPECT_NE(
      TryRun({y}, {{x, Floats({1, 2, 3})}}, {}, &out).message().find("must have shape [2], got [3]"),
      std::string::npos);
  EXPECT_NE(TryRun({y}, {{x, Scalar<int32_t>(1)}}, {}, &out).message().find("must be float, got int32"),
            std::string::npos);
  EXPECT_NE(
      TryRun({y}, {{x, Floats({1, 2})}, {x, Floats({1, 2})}}, {}, &out).message().find("fed twice"),
      std::string::npos);
  EXPECT_NE(TryRun({x}, {{x, Floats({1, 2})}}, {}, &out).message().find("both fed and fetched"),
            std::string::npos);
  EXPECT_EQ(ToFloats(Run({y}, {{x, Floats({1, 2})}})[0]), (std::vector<float>{-1, -2}));
}

// 0.7 lies nearer to the number above its first bits.
TEST_F(SessionTest, RoundsConstantsOfSixteenBitsToTheNearest) {
  const auto bits = [&](DType dtype, double value) {
    const Tensor constant = Run({b().Scalar(dtype, value)})[0];
    return constant.values<const uint16_t>()[0];
  };
  EXPECT_EQ(bits(DType::kHalf, 0.1), 0x2e66);
  EXPECT_EQ(bits(DType::kHalf, 2.0 / 3), 0x3955);
  EXPECT_EQ(bits(DType::kHalf, 0.7), 0x399a);
  EXPECT_EQ(bits(DType::kHalf, 6e-8), 0x0001);
  EXPECT_EQ(bits(DType::kHalf, 1e6), 0x7c00);
  EXPECT_EQ(bits(DType::kBFloat16, 0.1), 0x3dcd);
}

TEST_F(SessionTest, RunsNodesAddedAfterItWasCreated) {
  const OutputRef x = Vector({1, 2});
  EXPECT_EQ(ToFloats(Run({x})[0]), (std::vector<float>{1, 2}));
  const OutputRef y = b().Op("Exp", {b().Op("Sub", {x, x})});
  EXPECT_EQ(ToFloats(Run({y})[0]), (std::vector<float>{1, 1}));
}

TEST_F(SessionTest, PlansAgainForNewShapesAndAtLastForAnyShape) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({-1}));
  const OutputRef y = b().Op("AddV2", {b().Op("Mul", {x, x}), x});
  for (int n = 0; n < 9; ++n) {
    std::vector<float> in, want;
    for (int i = 0; i < n; ++i) {
      in.push_back(static_cast<float>(i));
      want.push_back(static_cast<float>(i * i + i));
    }
    EXPECT_EQ(ToFloats(Run({y}, {{x, Floats(in)}})[0]), want) << n;
  }
}

TEST_F(SessionTest, KeepsFetchesApartFromVariables) {
  const OutputRef v = Variable("v", DType::kFloat, Shape({2}));
  Node* init = Assign(v, Vector({1, 2}));
  const OutputRef read = Read(v);
  Node* add = b().AddNode({{}, "AssignAddVariableOp", {v, Vector({10, 10})}, {}, {}, {}});
  Run({}, {}, {init});
  const std::vector<Tensor> before = Run({read});
  Run({}, {}, {add});
  EXPECT_EQ(ToFloats(before[0]), (std::vector<float>{1, 2}));
  EXPECT_EQ(ToFloats(Run({read})[0]), (std::vector<float>{11, 12}));
}

TEST_F(SessionTest, NamesTheVariableThatHasNoValue) {
  const OutputRef v = Variable("weights", DType::kFloat, Shape({2}));
  std::vector<Tensor> out;
  const Status status = TryRun({Read(v)}, {}, {}, &out);
  EXPECT_EQ(status.code(), Code::kFailedPrecondition);
  EXPECT_NE(status.message().find("\"weights\""), std::string::npos);
}

// The update is not ordered after the use of the value read: the use must see the old value, whatever
// the order of execution.
TEST_F(SessionTest, ReadsAreNotDisturbedByLaterUpdates) {
  for (const bool regions : {true, false}) {
    Restart({});
    session_options_.disabled_passes =
        regions ? std::vector<std::string>{} : std::vector<std::string>{"regions"};
    const OutputRef v = Variable("v", DType::kFloat, Shape({3}));
    Node* init = Assign(v, Vector({1, 2, 3}));
    const OutputRef read = Read(v);
    Node* update = b().AddNode({{}, "AssignAddVariableOp", {v, b().Op("Square", {read})}, {}, {}, {}});
    NodeSpec late{"late", "Neg", {read}, {update}, {}, {}};
    const OutputRef after{b().AddNode(late), 0};
    Run({}, {}, {init});
    EXPECT_EQ(ToFloats(Run({after})[0]), (std::vector<float>{-1, -2, -3})) << regions;
    EXPECT_EQ(ToFloats(Run({Read(v)})[0]), (std::vector<float>{2, 6, 12})) << regions;
  }
}

TEST_F(SessionTest, GivesTheSameWithAndWithoutPasses) {
  for (const char* off : {"", "fold", "cse", "simplify", "regions", "all"}) {
    Restart({});
    if (*off != 0) session_options_.disabled_passes = {off};
    const OutputRef x = Placeholder("x", DType::kFloat, Shape({2, 2}));
    const OutputRef two = b().Scalar(DType::kFloat, 2);
    const OutputRef a = b().Op("Mul", {x, b().Op("AddV2", {two, two})});
    const OutputRef c = b().Op("Mul", {x, b().Op("AddV2", {two, two})});
    const OutputRef shape = b().Op("Shape", {b().Op("Transpose", {a, b().Int32Vector({1, 0})})});
    const OutputRef d = b().Op("Reshape", {b().Op("AddV2", {a, b().Op("Identity", {c})}), shape});
    const OutputRef e = b().Op("Sum", {d, b().Int32Vector({0})});
    EXPECT_EQ(ToFloats(Run({e}, {{x, Floats({1, 2, 3, 4}, Shape({2, 2}))}})[0]),
              (std::vector<float>{32, 48}))
        << off;
  }
}

TEST_F(SessionTest, CallablesRunRepeatedly) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = b().Op("Mul", {x, x});
  auto callable = session().MakeCallable({{x}, {y}, {}});
  ASSERT_TRUE(callable.ok()) << callable.status().ToString();
  for (int i = 0; i < 100; ++i) {
    const Tensor feed = Floats({static_cast<float>(i), 2});
    Tensor out;
    ASSERT_TRUE((*callable)->Run({&feed, 1}, {&out, 1}).ok());
    EXPECT_EQ(ToFloats(out), (std::vector<float>{static_cast<float>(i * i), 4}));
  }
}

TEST_F(SessionTest, SixteenThreadsShareVariables) {
  const OutputRef v = Variable("v", DType::kFloat, Shape({64}));
  Node* init = Assign(v, b().Op("Fill", {b().Int32Vector({64}), b().Scalar(DType::kFloat, 0)}));
  Node* add = b().AddNode({{},
                           "AssignAddVariableOp",
                           {v, b().Op("Fill", {b().Int32Vector({64}), b().Scalar(DType::kFloat, 1)})},
                           {},
                           {},
                           {}});
  const OutputRef read = Read(v);
  const OutputRef low = b().Op("Min", {read, b().Int32Vector({0})});
  const OutputRef high = b().Op("Max", {read, b().Int32Vector({0})});
  Run({}, {}, {init});
  std::vector<std::thread> threads;
  std::atomic<int> torn{0}, failed{0};
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        std::vector<Tensor> out;
        if (!TryRun({}, {}, {add}, &out).ok()) ++failed;
        if (!TryRun({low, high}, {}, {}, &out).ok()) {
          ++failed;
        } else if (ToFloats(out[0]) != ToFloats(out[1])) {
          ++torn;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(torn, 0) << "a read saw half of an update";
  EXPECT_EQ(ToFloats(Run({low})[0]), (std::vector<float>{800}));
}

TEST_F(SessionTest, RunsAsynchronouslyAndCallsBackOnce) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({1}));
  const OutputRef y = b().Op("Exp", {b().Op("Neg", {x})});
  session();
  std::mutex mutex;
  std::condition_variable changed;
  int calls = 0;
  const std::thread::id self = std::this_thread::get_id();
  for (int i = 0; i < 32; ++i) {
    session().RunAsync({{x}, {y}, {}}, {Floats({0})}, {},
                       [&](const Status& status, const std::vector<Tensor>& fetches) {
                         EXPECT_TRUE(status.ok()) << status.ToString();
                         EXPECT_EQ(ToFloats(fetches[0]), (std::vector<float>{1}));
                         EXPECT_NE(std::this_thread::get_id(), self);
                         const std::lock_guard lock(mutex);
                         ++calls;
                         changed.notify_all();
                       });
  }
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return calls == 32; });
}

TEST_F(SessionTest, ReportsWhatRan) {
  session_options_.disabled_passes = {"fuse"};
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({4}));
  const OutputRef y = b().Op("Exp", {b().Op("Square", {x})});
  std::vector<Tensor> out;
  RunMetadata metadata;
  RunOptions options;
  options.trace = true;
  options.partition_graphs = true;
  ASSERT_TRUE(TryRun({y}, {{x, Floats({0, 0, 0, 0})}}, {}, &out, options, &metadata).ok());
  EXPECT_EQ(metadata.launches, 2);
  EXPECT_EQ(metadata.copies, 0);
  EXPECT_EQ(metadata.node_stats.size(), 2u);
  ASSERT_EQ(metadata.partition_graphs.size(), 1u);
  EXPECT_EQ(metadata.partition_graphs[0].first, "/job:localhost/replica:0/task:0/device:CPU:0");
}

TEST_F(SessionTest, RunsInParts) {
  const OutputRef a = Placeholder("a", DType::kFloat, Shape({1}));
  const OutputRef c = Placeholder("c", DType::kFloat, Shape({1}));
  const OutputRef first = b().Op("Neg", {a});
  const OutputRef second = b().Op("AddV2", {first, c});
  auto handle = session().PartialRunSetup({{a, c}, {first, second}, {}});
  ASSERT_TRUE(handle.ok()) << handle.status().ToString();
  Tensor in = Floats({3}), out;
  const Status early = session().PartialRun(*handle, {}, {}, {&second, 1}, {&out, 1});
  EXPECT_EQ(early.code(), Code::kInvalidArgument);
  ASSERT_TRUE(session().PartialRun(*handle, {&a, 1}, {&in, 1}, {&first, 1}, {&out, 1}).ok());
  EXPECT_EQ(ToFloats(out), (std::vector<float>{-3}));
  EXPECT_EQ(session().PartialRun(*handle, {&a, 1}, {&in, 1}, {}, {}).code(), Code::kInvalidArgument);
  Tensor more = Floats({out.values<float>()[0] * 2});
  ASSERT_TRUE(session().PartialRun(*handle, {&c, 1}, {&more, 1}, {&second, 1}, {&out, 1}).ok());
  EXPECT_EQ(ToFloats(out), (std::vector<float>{-9}));
  EXPECT_EQ(session().PartialRun(*handle, {}, {}, {&second, 1}, {&out, 1}).code(),
            Code::kInvalidArgument);
}

TEST_F(SessionTest, APartialRunEndsWithItsLastFetchWithoutTheFeedsThatNeverCame) {
  const OutputRef a = Placeholder("a", DType::kFloat, Shape({1}));
  const OutputRef c = Placeholder("c", DType::kFloat, Shape({1}));
  const OutputRef first = b().Op("Neg", {a}), other = b().Op("Exp", {c});
  auto handle = session().PartialRunSetup({{a, c}, {first}, {other.node}});
  ASSERT_TRUE(handle.ok()) << handle.status().ToString();
  Tensor in = Floats({3}), out;
  ASSERT_TRUE(session().PartialRun(*handle, {&a, 1}, {&in, 1}, {&first, 1}, {&out, 1}).ok());
  EXPECT_EQ(ToFloats(out), (std::vector<float>{-3}));
  EXPECT_EQ(session().PartialRun(*handle, {&c, 1}, {&in, 1}, {}, {}).code(), Code::kInvalidArgument);
}

TEST_F(SessionTest, APartialRunOfTargetsEndsWithItsLastFeed) {
  const OutputRef a = Placeholder("a", DType::kFloat, Shape({1}));
  const OutputRef c = Placeholder("c", DType::kFloat, Shape({1}));
  const OutputRef v = Variable("v", DType::kFloat, Shape({1}));
  Node* assign = Assign(v, b().Op("AddV2", {a, c}));
  auto handle = session().PartialRunSetup({{a, c}, {}, {assign}});
  ASSERT_TRUE(handle.ok()) << handle.status().ToString();
  const Tensor three = Floats({3}), four = Floats({4});
  ASSERT_TRUE(session().PartialRun(*handle, {&a, 1}, {&three, 1}, {}, {}).ok());
  ASSERT_TRUE(session().PartialRun(*handle, {&c, 1}, {&four, 1}, {}, {}).ok());
  EXPECT_EQ(ToFloats(Run({Read(v)})[0]), (std::vector<float>{7}));
}

TEST_F(SessionTest, CloseEndsWaitingPartialRuns) {
  const OutputRef a = Placeholder("a", DType::kFloat, Shape({1}));
  const OutputRef first = b().Op("Neg", {a});
  ASSERT_TRUE(session().PartialRunSetup({{a}, {first}, {}}).ok());
  EXPECT_TRUE(session().Close().ok());
  std::vector<Tensor> out;
  EXPECT_EQ(TryRun({first}, {{a, Floats({1})}}, {}, &out).code(), Code::kFailedPrecondition);
}

TEST_F(SessionTest, SameSeedSameNumbersWhateverTheThreads) {
  std::vector<float> first;
  for (const int threads : {1, 2, 4}) {
    RuntimeOptions options;
    options.num_threads = threads;
    Restart(options);
    const OutputRef r =
        b().Op("RandomUniform", {b().Int32Vector({1000})},
               {{"dtype", AttrValue(DType::kFloat)}, {"seed", AttrValue(7)}, {"seed2", AttrValue(9)}});
    const std::vector<float> before = ToFloats(Run({r})[0]);
    const std::vector<float> second = ToFloats(Run({r})[0]);
    EXPECT_NE(before, second) << "each step draws numbers of its own";
    if (first.empty()) first = second;
    EXPECT_EQ(second, first) << threads;
  }
}

}  // namespace
}  // namespace runnel
