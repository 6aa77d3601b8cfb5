// All-reduce: the plans by themselves, then over servers joined by sockets.
#include <numeric>

#include "net/collective/all_reduce_plan.h"
#include "net/collective/server_collectives.h"
#include "tests/net/net_test.h"
#include "tests/support/case_log.h"

namespace runnel::net {
namespace {

using ::testing::HasSubstr;

// ---- plans, played through in one thread ----

using Planner = std::vector<AllReduceRound> (*)(int, int, int64_t);

// What each member has after the plans were followed; empty if they do not fit each other.
std::vector<std::vector<double>> Play(Planner planner, int members, int64_t count, bool mean) {
  std::vector<std::vector<AllReduceRound>> plans;
  std::vector<std::vector<double>> own, values;  // what goes in, and what is made of it
  for (int m = 0; m < members; ++m) {
    plans.push_back(planner(members, m, count));
    values.emplace_back(static_cast<size_t>(count), std::nan(""));
    auto& mine = own.emplace_back(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i)
      mine[static_cast<size_t>(i)] = std::pow(10, m) * static_cast<double>(i % 7 + 1);
  }
  std::map<std::tuple<int, int, int64_t>, std::vector<double>> sent;  // from, to, nth of this pair
  std::map<std::pair<int, int>, int64_t> nth_sent, nth_received;
  std::vector<size_t> at(static_cast<size_t>(members));
  std::vector<bool> has_sent(static_cast<size_t>(members));
  for (bool moved = true; moved;) {
    moved = false;
    for (int m = 0; m < members; ++m) {
      const auto k = static_cast<size_t>(m);
      if (at[k] == plans[k].size()) continue;
      const AllReduceRound& round = plans[k][at[k]];
      if (round.send_to >= 0 && !has_sent[k]) {
        if (round.sends_own) {
          std::copy(own[k].begin() + round.send.begin, own[k].begin() + round.send.end,
                    values[k].begin() + round.send.begin);
        }
        sent[{m, round.send_to, nth_sent[{m, round.send_to}]++}] = {values[k].begin() + round.send.begin,
                                                                    values[k].begin() + round.send.end};
        has_sent[k] = true;
        moved = true;
      }
      if (round.recv_from >= 0) {
        const auto pair = std::pair(round.recv_from, m);
        const auto it = sent.find({round.recv_from, m, nth_received[pair]});
        if (it == sent.end()) continue;
        ++nth_received[pair];
        if (static_cast<int64_t>(it->second.size()) != round.recv.size()) return {};
        for (int64_t i = 0; i < round.recv.size(); ++i) {
          const auto element = static_cast<size_t>(round.recv.begin + i);
          const double with = round.combines_own ? own[k][element] : values[k][element];
          values[k][element] = it->second[static_cast<size_t>(i)] + (round.combine ? with : 0);
        }
        for (int64_t i = round.reduced.begin; mean && i < round.reduced.end; ++i)
          values[k][static_cast<size_t>(i)] /= members;
      }
      ++at[k];
      has_sent[k] = false;
      moved = true;
    }
  }
  for (int m = 0; m < members; ++m) {
    if (at[static_cast<size_t>(m)] != plans[static_cast<size_t>(m)].size()) return {};  // stuck
  }
  return values;
}

TEST(AllReducePlan, EveryMemberEndsWithTheSumWhateverTheirNumberAndTheSize) {
  for (const Planner planner : {RingPlan, HalvingPlan}) {
    for (int members = 2; members <= 9; ++members) {
      for (const int64_t count : {int64_t{0}, int64_t{1}, int64_t{3}, int64_t{8}, int64_t{1001}}) {
        double weight = 0;
        for (int m = 0; m < members; ++m) weight += std::pow(10, m);
        for (const bool mean : {false, true}) {
          const auto got = Play(planner, members, count, mean);
          ASSERT_EQ(got.size(), static_cast<size_t>(members)) << members << " members, " << count;
          for (const auto& values : got) {
            for (int64_t i = 0; i < count; ++i) {
              ASSERT_DOUBLE_EQ(values[static_cast<size_t>(i)],
                               weight * static_cast<double>(i % 7 + 1) / (mean ? members : 1))
                  << members << " members, element " << i << " of " << count;
            }
          }
        }
      }
    }
  }
}

TEST(AllReducePlan, HalvingIsForWhatIsSmallAgainstLatency) {
  // 8 members, 5 ms, 125 MB/s: 64 KiB are well below 5 MB, 16 MiB are not.
  EXPECT_TRUE(HalvingIsFaster(8, 64 << 10, 5e-3, 125e6));
  EXPECT_FALSE(HalvingIsFaster(8, 16 << 20, 5e-3, 125e6));
  EXPECT_EQ(RingPlan(8, 3, 100).size(), 14u);
  EXPECT_EQ(HalvingPlan(8, 3, 100).size(), 6u);
}

// ---- over servers ----

class AllReduceTest : public NetTest {
 protected:
  OutputRef Reduce(const OutputRef& input, const std::string& device, int64_t members,
                   const std::string& merge = "Add", const std::string& final_op = "Id",
                   const std::string& hint = "auto", int64_t instance = 1, float timeout_s = 0) {
    return On(device, "CollectiveReduce", {input},
              {{"group_size", AttrValue(members)},
               {"group_key", AttrValue(int64_t{7})},
               {"instance_key", AttrValue(instance)},
               {"merge_op", AttrValue(merge)},
               {"final_op", AttrValue(final_op)},
               {"subdiv_offsets", AttrValue(std::vector<int64_t>{0})},
               {"communication_hint", AttrValue(hint)},
               {"timeout_seconds", AttrValue(timeout_s)}});
  }
  void StartWorkers(int n) {
    std::vector<std::pair<std::string, int>> tasks;
    for (int i = 0; i < n; ++i) tasks.emplace_back("worker", i);
    MakeCluster(tasks);
    for (int i = n - 1; i >= 0; --i) workers_.insert(workers_.begin(), StartServer("worker", i));
  }
  static std::string Worker(int i) { return StrCat("/job:worker/task:", i); }
  void TearDown() override {
    sessions_.clear();
    NetTest::TearDown();
    workers_.clear();
  }

  std::vector<Ref<Server>> workers_;
  std::vector<Ref<Session>> sessions_;
};

TEST_F(AllReduceTest, ReplicasOfOneGraphAddTheirValuesUp) {
  constexpr int kWorkers = 3;
  StartWorkers(kWorkers);
  for (const std::string hint : {"ring", "halving", "auto"}) {
    for (const int64_t count : {int64_t{1}, int64_t{5}, int64_t{300'000}}) {
      NewGraph();
      const OutputRef x = Placeholder("x", DType::kFloat, Shape({count}));
      std::vector<OutputRef> sums, means, largest;
      for (int w = 0; w < kWorkers; ++w) {
        const OutputRef mine = On(
            Worker(w), "Mul", {x, b().Constant(*Tensor::FromScalar<float>(static_cast<float>(w + 1)))});
        sums.push_back(Reduce(mine, Worker(w), kWorkers, "Add", "Id", hint, 1));
        means.push_back(Reduce(mine, Worker(w), kWorkers, "Add", "Div", hint, 2));
        largest.push_back(Reduce(mine, Worker(w), kWorkers, "Max", "Id", hint, 3));
      }
      Open(workers_[0]);
      Tensor value = *Tensor::Allocate(SystemAllocator(), DType::kFloat, Shape({count}));
      for (int64_t i = 0; i < count; ++i)
        value.values<float>()[static_cast<size_t>(i)] = static_cast<float>(i % 100);
      Signature signature{{x}, {}, {}};
      for (const auto* list : {&sums, &means, &largest})
        signature.fetches.insert(signature.fetches.end(), list->begin(), list->end());
      for (int round = 0; round < 2; ++round) {
        std::vector<Tensor> got;
        const Status status = Run(signature, {value}, &got);
        ASSERT_TRUE(status.ok()) << status.ToString();
        for (size_t k = 0; k < got.size(); ++k) {
          const float factor = k < 3 ? 6.0F : k < 6 ? 2.0F : 3.0F;
          const std::vector<float> values = ToFloats(got[k]);
          ASSERT_EQ(values.size(), static_cast<size_t>(count));
          for (size_t i = 0; i < values.size(); ++i)
            ASSERT_FLOAT_EQ(values[i], factor * static_cast<float>(i % 100)) << hint << " " << k;
        }
      }
      session_ = nullptr;
    }
  }
  if (!HasFailure()) ::runnel::testing::LogHostOps({"CollectiveReduce"});
}

// As runnel train builds it: what the last layers' bucket gives is what lets the first layer's gradient
// be computed, so a bucket that waited for all of backward would wait for ever.
TEST_F(AllReduceTest, ABucketIsReducedWhileBackwardGoesOn) {
  constexpr int kWorkers = 2;
  StartWorkers(kWorkers);
  const std::vector<DType> floats{DType::kFloat};
  std::vector<OutputRef> fetches;
  std::vector<Node*> targets;
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2, 3}));
  const OutputRef axis = b().Constant(*Tensor::FromValues<int32_t>(Shape({}), std::vector<int32_t>{0}));
  const auto shape_of = [&](const std::vector<int32_t>& dims) {
    return b().Constant(*Tensor::FromValues<int32_t>(Shape({static_cast<int64_t>(dims.size())}), dims));
  };
  for (int w = 0; w < kWorkers; ++w) {
    const std::string device = Worker(w);
    const OutputRef scale = b().Constant(
        *Tensor::FromValues<float>(Shape({}), std::vector<float>{static_cast<float>(w + 1)}));
    const OutputRef weights = On(device, "Mul", {x, scale}), bias = On(device, "Neg", {scale});
    const OutputRef bucket = On(device, "ConcatV2",
                                {On(device, "Reshape", {weights, shape_of({-1})}),
                                 On(device, "Reshape", {bias, shape_of({-1})}), axis});
    const OutputRef reduced = Reduce(bucket, device, kWorkers, "Add", "Div", "auto", 1);
    const OutputRef parts =
        On(device, "SplitV", {reduced, shape_of({6, 1}), axis}, {{"num_split", AttrValue(int64_t{2})}});
    fetches.push_back(On(device, "Reshape", {parts, shape_of({2, 3})}));
    fetches.push_back(On(device, "Reshape", {OutputRef{parts.node, 1}, shape_of({})}));
    // The rest of backward.
    const OutputRef queue = On(device, "FIFOQueueV2", {}, {{"component_types", AttrValue(floats)}});
    targets.push_back(b().AddNode({{},
                                   "QueueEnqueueV2",
                                   {queue, fetches.back()},
                                   {},
                                   {{"Tcomponents", AttrValue(floats)}},
                                   device}));
    const OutputRef first =
        On(device, "QueueDequeueV2", {queue}, {{"component_types", AttrValue(floats)}});
    fetches.push_back(Reduce(first, device, kWorkers, "Add", "Id", "auto", 2));
  }
  Open(workers_[0]);
  std::vector<Tensor> got;
  const Tensor value = *Tensor::FromValues<float>(Shape({2, 3}), std::vector<float>{1, 2, 3, 4, 5, 6});
  for (int step = 0; step < 3; ++step) {
    const Status status = Run({{x}, fetches, targets}, {value}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    for (size_t w = 0; w < kWorkers; ++w) {
      EXPECT_EQ(ToFloats(got[3 * w]), (std::vector<float>{1.5, 3, 4.5, 6, 7.5, 9}));
      EXPECT_EQ(ToFloats(got[3 * w + 1]), (std::vector<float>{-1.5}));
      EXPECT_EQ(ToFloats(got[3 * w + 2]), (std::vector<float>{-3}));
    }
  }
}

TEST_F(AllReduceTest, ReplicasWithSessionsOfTheirOwnMeetToo) {
  constexpr int kWorkers = 2;
  StartWorkers(kWorkers);
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({4}));
  const OutputRef y = Reduce(x, "", kWorkers, "Add", "Div");
  for (int w = 0; w < kWorkers; ++w) {
    remote_.device_filters = {Worker(w)};
    auto session = Connect(workers_[static_cast<size_t>(w)]->target());
    ASSERT_TRUE(session.ok()) << session.status().ToString();
    sessions_.push_back(*session);
  }
  std::vector<std::thread> threads;
  std::vector<Status> outcome(kWorkers);
  std::vector<std::vector<float>> last(kWorkers);
  for (size_t w = 0; w < kWorkers; ++w) {
    threads.emplace_back([&, w] {
      for (int step = 0; step < 50 && outcome[w].ok(); ++step) {
        std::vector<Tensor> got(1);
        const auto f = static_cast<float>(step);
        const std::vector<float> mine =
            w == 0 ? std::vector<float>{f, 1, 2, 3} : std::vector<float>{f, 3, 6, 9};
        outcome[w] = sessions_[w]->Run({{x}, {y}, {}}, std::vector<Tensor>{Floats(mine)}, got, {});
        last[w] = ToFloats(got[0]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t w = 0; w < kWorkers; ++w) {
    EXPECT_TRUE(outcome[w].ok()) << outcome[w].ToString();
    EXPECT_EQ(last[w], (std::vector<float>{49, 2, 4, 6}));
  }
}

TEST_F(AllReduceTest, AMemberThatFailsEndsTheOthersAndTheGroupIsFormedAnew) {
  StartWorkers(2);
  const OutputRef ok = Placeholder("ok", DType::kBool, Shape());
  Node* const check = b().AddNode({"check",
                                   "Assert",
                                   {ok, Vector({42})},
                                   {},
                                   {{"T", AttrValue(std::vector<DType>{DType::kFloat})}},
                                   ""});
  const OutputRef x = Vector({1, 2});
  const OutputRef guarded = {b().AddNode({"guarded", "Identity", {x}, {check}, {}, ""}), 0};
  const OutputRef y = Reduce(guarded, "", 2);
  for (int w = 0; w < 2; ++w) {
    remote_.device_filters = {Worker(w)};
    auto session = Connect(workers_[static_cast<size_t>(w)]->target());
    ASSERT_TRUE(session.ok()) << session.status().ToString();
    sessions_.push_back(*session);
  }
  const auto both = [&](bool second_is_ok, std::vector<Tensor>* got, Status* first, Status* second) {
    std::thread other([&] {
      std::vector<Tensor> unused(1);
      // Who fails before the others begin ends nothing of theirs.
      auto* const server = static_cast<ServerImpl*>(workers_[0].get());
      for (bool busy = second_is_ok; !busy;)
        server->RunOnLoop([&] { busy = server->collectives().busy(); });
      *second = sessions_[1]->Run(
          {{ok}, {y}, {}}, std::vector<Tensor>{*Tensor::FromScalar<bool>(second_is_ok)}, unused, {});
    });
    got->assign(1, Tensor());
    *first = sessions_[0]->Run({{ok}, {y}, {}}, std::vector<Tensor>{*Tensor::FromScalar<bool>(true)},
                               *got, {});
    other.join();
  };
  std::vector<Tensor> got;
  Status first, second;
  both(true, &got, &first, &second);
  ASSERT_TRUE(first.ok()) << first.ToString();
  both(false, &got, &first, &second);
  EXPECT_EQ(second.code(), Code::kInvalidArgument) << second.ToString();
  EXPECT_FALSE(first.ok());
  EXPECT_THAT(first.ToString(), HasSubstr("/job:worker/replica:0/task:1 failed"));
  both(true, &got, &first, &second);
  ASSERT_TRUE(first.ok()) << first.ToString();
  ASSERT_TRUE(second.ok()) << second.ToString();
  EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{2, 4}));
}

TEST_F(AllReduceTest, WhoWaitsAloneEndsWithItsDeadline) {
  StartWorkers(2);
  const OutputRef y = Reduce(Vector({1}), "", 2, "Add", "Id", "auto", 1, 0.05F);
  remote_.device_filters = {Worker(0)};
  Open(workers_[0]);
  std::vector<Tensor> got;
  for (int i = 0; i < 2; ++i) {
    const Status status = Run({{}, {y}, {}}, {}, &got);
    EXPECT_EQ(status.code(), Code::kDeadlineExceeded) << status.ToString();
    EXPECT_THAT(status.ToString(), HasSubstr("group 7"));
  }
  const OutputRef patient = Reduce(Vector({1}), "", 2);
  RunOptions options;
  options.timeout_ms = 50;
  const Status status = Run({{}, {patient}, {}}, {}, &got, options);
  EXPECT_EQ(status.code(), Code::kDeadlineExceeded) << status.ToString();
}

TEST_F(AllReduceTest, MembersThatContradictEachOtherAreTold) {
  StartWorkers(3);
  // Another shape on the second.
  const OutputRef a = Reduce(Vector({1, 2}), Worker(0), 2);
  const OutputRef c = Reduce(Vector({1, 2, 3}), Worker(1), 2);
  Open(workers_[0]);
  std::vector<Tensor> got;
  Status status = Run({{}, {a, c}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("another one sent"));
  // More members than the cluster has tasks.
  const OutputRef many = Reduce(Vector({1}), Worker(0), 9);
  status = Run({{}, {many}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  // One task cannot be two members.
  const OutputRef one = Reduce(Vector({1}), Worker(0), 2), two = Reduce(Vector({1}), Worker(0), 2);
  const OutputRef far = Reduce(Vector({1}), Worker(1), 2);
  status = Run({{}, {one, two, far}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("under way"));
}

TEST_F(AllReduceTest, OutsideOfAClusterThereIsNobodyToReduceWith) {
  const OutputRef x = Vector({1, 2});
  const OutputRef alone = Reduce(x, "", 1), both = Reduce(x, "", 2);
  auto session = Session::Create(runtime_, graph_);
  ASSERT_TRUE(session.ok());
  session_ = *session;
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {alone}, {}}, {}, &got).ok());
  EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{1, 2}));
  const Status status = Run({{}, {both}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kFailedPrecondition) << status.ToString();
  session_ = nullptr;
}

}  // namespace
}  // namespace runnel::net
