// Work that fails on a device while other steps use it: the failure is heard by the step whose work it
// was, and by whoever takes its values.
#include <atomic>
#include <thread>

#include "tests/plugins/gate.h"
#include "tests/plugins/model.h"

namespace runnel {
namespace {

// Takes rows of a variable on the virtual device; a row that does not exist fails there, later.
class FailureTest : public ::testing::Test {
 protected:
  void SetUp() override {
    m_ = std::make_unique<Model>(MakeRuntime());
    GraphBuilder& b = m_->b;
    table_ = m_->Variable("table", Shape({4, 2}), kVirtual);
    count_ = m_->Variable("count", Shape({}), kVirtual);
    rows_ = {b.AddNode({"rows",
                        "Placeholder",
                        {},
                        {},
                        {{"dtype", AttrValue(DType::kInt32)}, {"shape", AttrValue(Shape({2}))}},
                        ""}),
             0};
    x_ = m_->Placeholder("x", Shape({2, 2}));
    init_ = {b.AddNode({"",
                        "AssignVariableOp",
                        {table_, b.Constant(Floats(Shape({4, 2}), {0, 1, 2, 3, 4, 5, 6, 7}))},
                        {},
                        {},
                        ""}),
             b.AddNode({"", "AssignVariableOp", {count_, b.Scalar(DType::kFloat, 0)}, {}, {}, ""})};
    b.set_device(kVirtual);
    taken_ = b.Op("ResourceGather", {table_, rows_},
                  {{"dtype", AttrValue(DType::kFloat)}, {"Tindices", AttrValue(DType::kInt32)}});
    negative_ = b.Op("Neg", {x_});
    counted_ = b.AddNode({"counted",
                          "AssignAddVariableOp",
                          {count_, b.Scalar(DType::kFloat, 1)},
                          {taken_.node},
                          {{"dtype", AttrValue(DType::kFloat)}},
                          kVirtual});
    b.set_device("");
    read_ = m_->Read(count_);
    ASSERT_OK(m_->Start());
    std::vector<Tensor> out;
    ASSERT_OK(m_->Run({}, init_, {}, &out));
  }

  static Tensor Rows(int32_t a, int32_t b) {
    const int32_t values[] = {a, b};
    return *Tensor::FromValues<int32_t>(Shape({2}), std::span<const int32_t>(values));
  }
  Device* device() { return m_->runtime->devices()[1]; }
  Result<Tensor> ToHost(const Tensor& t) {
    RUNNEL_ASSIGN_OR_RETURN(Tensor host, Tensor::Allocate(SystemAllocator(), t.dtype(), t.shape()));
    RUNNEL_RETURN_IF_ERROR(device()->Fetch(t.buffer(), t.offset_bytes(), host.buffer(), t.size_bytes()));
    return host;
  }

  std::unique_ptr<Model> m_;
  OutputRef table_, count_, rows_, x_, taken_, negative_, read_;
  std::vector<Node*> init_;
  Node* counted_ = nullptr;
};

void ExpectTheFailure(const Status& status) {
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_NE(status.message().find('9'), std::string_view::npos) << status.ToString();
}

TEST_F(FailureTest, WhatFollowsAFailureInItsStepIsNotDone) {
  std::vector<Tensor> out;
  ExpectTheFailure(m_->Run({}, {counted_}, {{rows_, Rows(1, 9)}}, &out));
  ASSERT_OK(m_->Run({read_}, {}, {}, &out));
  EXPECT_EQ(out[0].values<float>()[0], 0.0f);
  ASSERT_OK(m_->Run({}, {counted_}, {{rows_, Rows(1, 2)}}, &out));
  ASSERT_OK(m_->Run({read_}, {}, {}, &out));
  EXPECT_EQ(out[0].values<float>()[0], 1.0f);
}

TEST_F(FailureTest, ATensorKeptOnItsDeviceCarriesItsFailure) {
  RunOptions keep;
  keep.keep_on_device = true;
  for (int round = 0; round < 20; ++round) {
    std::vector<Tensor> bad, good, out;
    ASSERT_OK(m_->Run({taken_}, {}, {{rows_, Rows(1, 9)}}, &bad, keep));
    ASSERT_OK(m_->Run({taken_}, {}, {{rows_, Rows(1, 2)}}, &good, keep));
    ASSERT_EQ(bad[0].buffer()->device(), device());

    // Whoever takes it fails with it, and keeps failing; nobody else does.
    ExpectTheFailure(m_->Run({negative_}, {}, {{x_, bad[0]}}, &out));
    std::vector<Tensor> kept;
    ASSERT_OK(m_->Run({negative_}, {}, {{x_, bad[0]}}, &kept, keep));
    ASSERT_OK(m_->Run({negative_}, {}, {{x_, good[0]}}, &out));
    EXPECT_EQ(out[0].values<float>()[3], -5.0f);
    ExpectTheFailure(ToHost(bad[0]).status());
    ExpectTheFailure(ToHost(kept[0]).status());
    ExpectTheFailure(ToHost(bad[0]).status());
    const auto host = ToHost(good[0]);
    ASSERT_OK(host.status());
    EXPECT_EQ(host->values<float>()[0], 2.0f);
  }
}

TEST_F(FailureTest, AKeptStepWithoutValuesOnTheDeviceHearsOfItsOwnFailure) {
  RunOptions keep;
  keep.keep_on_device = true;
  std::vector<Tensor> out;
  ExpectTheFailure(m_->Run({}, {counted_}, {{rows_, Rows(9, 1)}}, &out, keep));
}

TEST_F(FailureTest, OneFailingStepFailsNoneOfThoseInFlight) {
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 60; ++i) {
        std::vector<Tensor> out;
        const bool fails = (i + t) % 3 == 0;
        const Status status = m_->Run({taken_}, {}, {{rows_, fails ? Rows(0, 9) : Rows(0, 3)}}, &out);
        if (fails ? status.code() != Code::kInvalidArgument
                  : !status.ok() || out[0].values<float>()[3] != 7.0f) {
          ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong.load(), 0);
}

// The step is over before the device is: what comes back then is nobody's, and the next steps are sound.
TEST(LateDevice, AStepThatWasGivenUpLeavesNothingBehind) {
  Model m(MakeRuntime({{"virtual.threads", "2"}}));
  const OutputRef x = m.Placeholder("x", Shape({2}));
  m.b.set_device(kVirtual);
  const OutputRef y = m.b.Op("Neg", {x});
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  ASSERT_OK(m.Run({y}, {}, {{x, Floats(Shape({2}), {1, 2})}}, &out));  // opens the device
  Device* device = m.runtime->devices()[1];
  Gate late;
  ASSERT_OK(late.SubmitTo(device->compute()));
  RunOptions soon;
  soon.timeout_ms = 20;
  const Status status = m.Run({y}, {}, {{x, Floats(Shape({2}), {3, 4})}}, &out, soon);
  EXPECT_EQ(status.code(), Code::kDeadlineExceeded) << status.ToString();
  EXPECT_FALSE(*device->Reached(late.point()));
  late.Open();
  for (int i = 0; i < 20; ++i) {
    const float value = static_cast<float>(i);
    ASSERT_OK(m.Run({y}, {}, {{x, Floats(Shape({2}), {value, 5})}}, &out));
    EXPECT_EQ(out[0].values<float>()[0], -value);
  }
  EXPECT_FALSE(late.gave_up());
}

}  // namespace
}  // namespace runnel
