// Regions as captures on the virtual device: the same bits as without, launches counted as ever, and no
// capture where a run depends on more than its buffers.
#include <cmath>
#include <cstring>

#include "core/passes/gradients.h"
#include "tests/plugins/model.h"

namespace runnel {
namespace {

// A regression on the virtual device, one step at a time.
class Regression {
 public:
  explicit Regression(const Config& config) : m(MakeRuntime(config)) {
    GraphBuilder& b = m.b;
    x = m.Placeholder("x", Shape({8, 3}));
    t = m.Placeholder("t", Shape({8, 2}));
    w = m.Variable("w", Shape({3, 2}), kVirtual);
    momentum = m.Variable("momentum", Shape({3, 2}), kVirtual);
    std::vector<float> first(6), zeros(6, 0);
    for (size_t i = 0; i < first.size(); ++i) first[i] = std::sin(static_cast<float>(i));
    init = {
        b.AddNode({"", "AssignVariableOp", {w, b.Constant(Floats(Shape({3, 2}), first))}, {}, {}, ""}),
        b.AddNode(
            {"", "AssignVariableOp", {momentum, b.Constant(Floats(Shape({3, 2}), zeros))}, {}, {}, ""})};
    b.set_device(kVirtual);
    const OutputRef y = b.Op("Tanh", {b.Op("MatMul", {x, m.Read(w)})});
    loss = b.Op("Sum", {b.Op("SquaredDifference", {y, t}), b.Int32Vector({0, 1})});
    EXPECT_TRUE(b.status().ok()) << b.status().ToString();
    const OutputRef ys[] = {loss}, xs[] = {w};
    const auto grads = AddGradients(m.graph.get(), ys, xs);
    EXPECT_TRUE(grads.ok()) << grads.status().ToString();
    train = b.AddNode(
        {"train",
         "ResourceApplyMomentum",
         {w, momentum, b.Scalar(DType::kFloat, 0.02), (*grads)[0], b.Scalar(DType::kFloat, 0.5)},
         {},
         {},
         kVirtual});
    read = m.Read(w);
    EXPECT_TRUE(m.Start().ok());
    std::vector<Tensor> out;
    EXPECT_TRUE(m.Run({}, init, {}, &out).ok());
  }

  Status Step(float phase, std::vector<Tensor>* out, RunMetadata* metadata) {
    std::vector<float> in(24), want(16);
    for (size_t i = 0; i < in.size(); ++i) in[i] = std::cos(static_cast<float>(i) * 3 + phase);
    for (size_t i = 0; i < want.size(); ++i) want[i] = in[i] / 2;
    Signature signature{{x, t}, {loss}, {train}};
    const Tensor feeds[] = {Floats(Shape({8, 3}), in), Floats(Shape({8, 2}), want)};
    out->resize(1);
    return m.session->Run(signature, feeds, *out, {}, metadata);
  }
  Tensor Weights() {
    std::vector<Tensor> out;
    EXPECT_TRUE(m.Run({read}, {}, {}, &out).ok());
    return out[0];
  }

  Model m;
  OutputRef x, t, w, momentum, loss, read;
  std::vector<Node*> init;
  Node* train = nullptr;
};

void ExpectSameBits(const Tensor& a, const Tensor& b) {
  ASSERT_EQ(a.size_bytes(), b.size_bytes());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0)
      << a.ToString() << " and " << b.ToString();
}

TEST(Capture, TrainsToTheBitsOfRunsWithoutIt) {
  Regression with{Config{}}, without{Config{{"virtual.capture", "0"}}};
  int64_t replays = 0;
  for (int step = 0; step < 20; ++step) {
    std::vector<Tensor> a, b;
    RunMetadata of_a, of_b;
    ASSERT_OK(with.Step(static_cast<float>(step), &a, &of_a));
    ASSERT_OK(without.Step(static_cast<float>(step), &b, &of_b));
    ExpectSameBits(a[0], b[0]);
    EXPECT_EQ(of_a.launches, of_b.launches);
    EXPECT_GT(of_a.launches, 3);
    EXPECT_EQ(of_a.copies, of_b.copies);
    EXPECT_EQ(of_b.replays, 0);
    replays += of_a.replays;
  }
  EXPECT_GE(replays, 15) << "the second run of the same buffers is captured, the others replay it";
  ExpectSameBits(with.Weights(), without.Weights());
}

// A value that is read and kept makes the next update a copy: another buffer, which no capture knows.
TEST(Capture, KnowsAVariableThatHasMoved) {
  Regression with{Config{}}, without{Config{{"virtual.capture", "0"}}};
  RunOptions keep;
  keep.keep_on_device = true;
  std::vector<Tensor> kept;
  for (int step = 0; step < 24; ++step) {
    std::vector<Tensor> a, b;
    RunMetadata metadata;
    ASSERT_OK(with.Step(static_cast<float>(step), &a, &metadata));
    ASSERT_OK(without.Step(static_cast<float>(step), &b, nullptr));
    ExpectSameBits(a[0], b[0]);
    if (step % 4 == 3) {
      std::vector<Tensor> out;
      ASSERT_OK(with.m.Run({with.read}, {}, {}, &out, keep));
      kept.push_back(out[0]);
    }
  }
  ExpectSameBits(with.Weights(), without.Weights());
  // Assigned anew, in place or not, it is the same variable.
  std::vector<Tensor> out;
  ASSERT_OK(with.m.Run({}, with.init, {}, &out));
  ASSERT_OK(without.m.Run({}, without.init, {}, &out));
  for (int step = 0; step < 4; ++step) {
    std::vector<Tensor> a, b;
    ASSERT_OK(with.Step(1, &a, nullptr));
    ASSERT_OK(without.Step(1, &b, nullptr));
    ExpectSameBits(a[0], b[0]);
  }
}

// As where the next batch is uploaded while a step reads the last one.
TEST(Capture, ValuesComeInTurnFromTwoBuffers) {
  Model m(MakeRuntime());
  const OutputRef x = m.Placeholder("x", Shape({16}));
  m.b.set_device(kVirtual);
  const OutputRef there = m.b.Op("Neg", {x});
  const OutputRef y = m.b.Op("Softmax", {m.b.Op("Reshape", {there, m.b.Int32Vector({4, 4})})});
  ASSERT_OK(m.Start());
  RunOptions keep;
  keep.keep_on_device = true;
  std::vector<Tensor> batches, expected;
  for (int i = 0; i < 2; ++i) {
    std::vector<float> values(16);
    for (size_t k = 0; k < values.size(); ++k) values[k] = std::sin(static_cast<float>(k * (i + 3)));
    std::vector<Tensor> out;
    ASSERT_OK(m.Run({there}, {}, {{x, Floats(Shape({16}), values)}}, &out, keep));
    batches.push_back(out[0]);
    ASSERT_OK(m.Run({y}, {}, {{x, Floats(Shape({16}), values)}}, &out));
    expected.push_back(out[0]);
  }
  int64_t replays = 0;
  for (int step = 0; step < 12; ++step) {
    const auto turn = static_cast<size_t>(step % 2);
    std::vector<Tensor> out(1);
    RunMetadata metadata;
    const Tensor feeds[] = {batches[turn]};
    ASSERT_OK(m.session->Run({{there}, {y}, {}}, feeds, out, {}, &metadata));
    ExpectSameBits(out[0], expected[turn]);
    replays += metadata.replays;
  }
  EXPECT_GE(replays, 8) << "the second run of each of the two is captured, and replayed from then on";
}

TEST(Capture, RandomNumbersAreDrawnAnewInEveryRun) {
  const auto draw = [](const std::string& device, std::vector<Tensor>* all) -> Status {
    Model m(MakeRuntime());
    m.b.set_device(device);
    const OutputRef noise =
        m.b.Op("RandomUniform", {m.b.Int32Vector({5})},
               {{"dtype", AttrValue(DType::kFloat)}, {"seed", AttrValue(int64_t{7})}});
    const OutputRef y = m.b.Op("Neg", {noise});
    RUNNEL_RETURN_IF_ERROR(m.Start());
    for (int i = 0; i < 6; ++i) {
      std::vector<Tensor> out;
      RUNNEL_RETURN_IF_ERROR(m.Run({y}, {}, {}, &out));
      all->push_back(out[0]);
    }
    return OkStatus();
  };
  std::vector<Tensor> there, here;
  ASSERT_OK(draw(kVirtual, &there));
  ASSERT_OK(draw("/device:CPU:0", &here));
  for (size_t i = 0; i < there.size(); ++i) {
    ExpectSameBits(there[i], here[i]);
    if (i == 0) continue;
    EXPECT_NE(std::memcmp(there[i].data(), there[i - 1].data(), there[i].size_bytes()), 0);
  }
}

TEST(Capture, AFailureInAReplayIsItsStepsAlone) {
  Model m(MakeRuntime());
  GraphBuilder& b = m.b;
  const OutputRef x = m.Placeholder("x", Shape({4, 2}));
  const OutputRef rows = {
      b.AddNode({"rows",
                 "Placeholder",
                 {},
                 {},
                 {{"dtype", AttrValue(DType::kInt32)}, {"shape", AttrValue(Shape({2}))}},
                 ""}),
      0};
  b.set_device(kVirtual);
  const OutputRef taken = b.Op("Gather", {b.Op("Neg", {x}), rows});
  const OutputRef y = b.Op("Neg", {taken});
  ASSERT_OK(m.Start());
  const Tensor table = Floats(Shape({4, 2}), {0, 1, 2, 3, 4, 5, 6, 7});
  int64_t replays = 0;
  for (int step = 0; step < 9; ++step) {
    const int32_t which[] = {1, step % 3 == 2 ? 9 : 3};
    const Tensor feeds[] = {table,
                            *Tensor::FromValues<int32_t>(Shape({2}), std::span<const int32_t>(which))};
    std::vector<Tensor> out(1);
    RunMetadata metadata;
    const Status status = m.session->Run({{x, rows}, {y}, {}}, feeds, out, {}, &metadata);
    if (step % 3 == 2) {
      EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
      continue;
    }
    ASSERT_OK(status);
    replays += metadata.replays;
    EXPECT_EQ(out[0].values<float>()[3], 7.0f);
  }
  EXPECT_GT(replays, 0);
}

}  // namespace
}  // namespace runnel
