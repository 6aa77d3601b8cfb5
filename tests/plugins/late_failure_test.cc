// Work that fails on the device after the host has gone on: the step that gave the work ends with its
// failure, however it runs and whoever hears of it first.
#include <gtest/gtest.h>

#include <condition_variable>
#include <map>
#include <mutex>

#include "tests/plugins/gate.h"
#include "tests/plugins/model.h"

namespace runnel {
namespace {

// A gather on the virtual device whose index its variable lacks, and a queue on the host.
class LateFailure : public ::testing::Test {
 protected:
  LateFailure() {
    w_ = m_.Variable("w", Shape({4, 2}), kVirtual);
    const OutputRef rows = m_.b.Constant(Floats(Shape({4, 2}), {0, 1, 2, 3, 4, 5, 6, 7}));
    Node* init = m_.b.AddNode({"", "AssignVariableOp", {w_, rows}, {}, {}, ""});
    queue_ = m_.b.Op("FIFOQueueV2", {},
                     {{"component_types", AttrValue(std::vector<DType>{DType::kFloat})},
                      {"shapes", AttrValue(std::vector<Shape>{Shape({2})})}});
    x_ = m_.Placeholder("x", Shape({2}));
    enqueue_ = m_.b.AddNode({"enqueue", "QueueEnqueueV2", {queue_, x_}, {}, {}, {}});
    taken_ = m_.b.Op("QueueDequeueV2", {queue_},
                     {{"component_types", AttrValue(std::vector<DType>{DType::kFloat})}});
    const int32_t no_such_row[] = {9};
    const OutputRef indices =
        m_.b.Constant(*Tensor::FromValues<int32_t>(Shape({1}), std::span<const int32_t>(no_such_row)));
    m_.b.set_device(kVirtual);
    bad_ = m_.b.Op("ResourceGather", {w_, indices},
                   {{"dtype", AttrValue(DType::kFloat)}, {"Tindices", AttrValue(DType::kInt32)}})
               .node;
    later_ = m_.b.Op("Neg", {taken_});
    sound_ = m_.b.Op("Neg", {x_});
    const Status started = m_.Start();
    EXPECT_TRUE(started.ok()) << started.ToString();
    EXPECT_TRUE(m_.Run({}, {init}, {}, &out_).ok());
  }

  void Begin(const std::string& name, const Signature& signature, std::vector<Tensor> feeds) {
    m_.session->RunAsync(signature, std::move(feeds), {},
                         [this, name](Status status, const std::vector<Tensor>&) {
                           const std::lock_guard lock(mutex_);
                           ended_[name] = std::move(status);
                           changed_.notify_all();
                         });
  }
  Status AwaitEnd(const std::string& name) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_.count(name) != 0; });
    return ended_[name];
  }

  Model m_{MakeRuntime()};
  OutputRef w_, queue_, x_, taken_, later_, sound_;
  Node *enqueue_ = nullptr, *bad_ = nullptr;
  const Tensor pair_ = Floats(Shape({2}), {1, 2});
  std::vector<Tensor> out_;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Status> ended_;
};

// Nothing is fetched in these, so that only the wait at the end of a step can tell.
TEST_F(LateFailure, EndsAStepOfOneRegion) {
  EXPECT_EQ(m_.Run({}, {bad_}, {}, &out_).code(), Code::kInvalidArgument);
}

TEST_F(LateFailure, EndsAStepOfSeveralParts) {
  EXPECT_EQ(m_.Run({}, {bad_, enqueue_}, {{x_, pair_}}, &out_).code(), Code::kInvalidArgument);
}

TEST_F(LateFailure, EndsAnAsynchronousStepWhoseNodesHaveAllRun) {
  for (const bool several : {false, true}) {
    Gate gate;
    ASSERT_OK(gate.SubmitTo(m_.runtime->devices()[1]->compute()));
    const std::string name = several ? "several" : "one";
    Signature signature{{}, {}, {bad_}};
    if (several) {
      signature.feeds.push_back(x_);
      signature.targets.push_back(enqueue_);
    }
    Begin(name, signature, several ? std::vector<Tensor>{pair_} : std::vector<Tensor>());
    // What the host has to do is done while the device still has all before it.
    if (several) {
      ASSERT_OK(m_.Run({taken_}, {}, {}, &out_));
    }
    gate.Open();
    const Status failed = AwaitEnd(name);
    EXPECT_EQ(failed.code(), Code::kInvalidArgument) << failed.ToString();
    EXPECT_FALSE(gate.gave_up());
  }
}

// One step fails on the device and goes on waiting for something else; another step meets its failure
// first, after which the device's later work is sound.
TEST_F(LateFailure, ThatAnotherStepMeetsFirstStillEndsItsOwn) {
  Begin("failing", {{}, {later_}, {bad_}}, {});
  Begin("other", {{x_}, {sound_}, {}}, {pair_});
  const Status other = AwaitEnd("other");
  EXPECT_TRUE(other.ok()) << other.ToString();
  Begin("after", {{x_}, {sound_}, {}}, {pair_});
  const Status after = AwaitEnd("after");
  EXPECT_TRUE(after.ok()) << after.ToString();
  ASSERT_OK(m_.Run({}, {enqueue_}, {{x_, pair_}}, &out_));
  const Status failed = AwaitEnd("failing");
  EXPECT_FALSE(failed.ok());
  EXPECT_NE(failed.message().find('9'), std::string_view::npos) << failed.ToString();
}

}  // namespace
}  // namespace runnel
