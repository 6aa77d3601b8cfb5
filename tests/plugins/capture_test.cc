// Regions as captures on the virtual device: the same bits as without, launches counted as ever, and no
// capture where a run depends on more than its buffers.
#include <cmath>
#include <cstring>
#include <limits>

#include "core/passes/gradients.h"
#include "core/runtime/resources/variable.h"
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

// Small feeds come together, so that a step with two is one region, and one launch.
TEST(Capture, FeedsThatComeTogetherAreOneRegion) {
  Regression regression{Config{}};
  for (int step = 0; step < 12; ++step) {
    std::vector<Tensor> out;
    RunMetadata metadata;
    ASSERT_OK(regression.Step(static_cast<float>(step), &out, &metadata));
    if (step < 8) continue;  // until buffers come again, and are captured
    EXPECT_EQ(metadata.replays, 1) << "in step " << step;
  }
}

// Two large feeds are waited for one after the other. The weights that both of their regions read are
// changed in place all the same: the device needs no memory for a second copy.
TEST(Capture, WeightsThatEarlierRegionsReadAreUpdatedInPlace) {
  constexpr int64_t kSide = 516;  // two feeds of more than 1 MiB
  Model m(MakeRuntime());
  const Shape square({kSide, kSide});
  const OutputRef x = m.Placeholder("x", square), t = m.Placeholder("t", square);
  std::vector<OutputRef> weights;
  std::vector<Node*> init;
  for (const char* name : {"w0", "w1"}) {
    weights.push_back(m.Variable(name, square, kVirtual));
    const OutputRef value = m.b.Constant(
        Floats(square, std::vector<float>(static_cast<size_t>(kSide * kSide), 1.0f / kSide)));
    init.push_back(m.b.AddNode({"", "AssignVariableOp", {weights.back(), value}, {}, {}, ""}));
  }
  m.b.set_device(kVirtual);
  const OutputRef hidden = m.b.Op("MatMul", {x, m.Read(weights[0])});
  const OutputRef y = m.b.Op("MatMul", {hidden, m.Read(weights[1])});
  const OutputRef loss = m.b.Op("Sum", {m.b.Op("SquaredDifference", {y, t}), m.b.Int32Vector({0, 1})});
  const OutputRef ys[] = {loss};
  const auto grads = AddGradients(m.graph.get(), ys, weights);
  ASSERT_OK(grads.status());
  std::vector<Node*> updates;
  for (size_t k = 0; k < weights.size(); ++k) {
    updates.push_back(m.b.AddNode({"",
                                   "ResourceApplyGradientDescent",
                                   {weights[k], m.b.Scalar(DType::kFloat, 1e-7), (*grads)[k]},
                                   {},
                                   {},
                                   kVirtual}));
  }
  SessionOptions options;
  options.resources = std::make_shared<ResourceManager>();
  ASSERT_OK(m.Start(options));
  std::vector<Tensor> out;
  ASSERT_OK(m.Run({}, init, {}, &out));
  const auto generation = [&](const char* name) -> uint64_t {
    const auto found =
        options.resources->Lookup(ResourceManager::kDefaultContainer, Variable::kTypeName, name);
    EXPECT_TRUE(found.ok()) << found.status().ToString();
    return found.ok() ? static_cast<Variable&>(**found).generation() : 0;
  };
  const std::vector<std::pair<OutputRef, Tensor>> feeds = {
      {x, Floats(square, std::vector<float>(static_cast<size_t>(kSide * kSide), 1))},
      {t, Floats(square, std::vector<float>(static_cast<size_t>(kSide * kSide), 3))}};
  const uint64_t first = generation("w0"), second = generation("w1");
  float before = std::numeric_limits<float>::infinity();
  for (int step = 0; step < 6; ++step) {
    ASSERT_OK(m.Run({loss}, updates, feeds, &out));
    const float now = out[0].values<const float>()[0];
    EXPECT_LT(now, before);
    before = now;
  }
  EXPECT_EQ(generation("w0"), first);
  EXPECT_EQ(generation("w1"), second);
}

// A feed, and a variable on the virtual device that `init` fills with ones.
struct FeedAndVariable : Model {
  FeedAndVariable() : Model(MakeRuntime()) { b.set_device(kVirtual); }
  const OutputRef x = Placeholder("x", Shape({2}));
  const OutputRef v = Variable("v", Shape({2}), kVirtual);
  const OutputRef ones = b.Constant(Floats(Shape({2}), {1, 1}));
  Node* const init = b.AddNode({"", "AssignVariableOp", {v, ones}, {}, {}, kVirtual});
};

// As in one region: a read that waits for nothing comes before a write that it is not ordered with.
TEST(Capture, AReadComesBeforeAWriteThatItIsNotOrderedWith) {
  FeedAndVariable m;
  const OutputRef product = m.b.Op("Mul", {m.x, m.Read(m.v)});
  Node* const add = m.b.AddNode({"", "AssignAddVariableOp", {m.v, m.ones}, {}, {}, kVirtual});
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  ASSERT_OK(m.Run({}, {m.init}, {}, &out));
  for (int step = 1; step < 6; ++step) {
    ASSERT_OK(m.Run({product}, {add}, {{m.x, Floats(Shape({2}), {10, 20})}}, &out));
    const auto now = static_cast<float>(step);
    ExpectSameBits(out[0], Floats(Shape({2}), {10 * now, 20 * now}));
  }
}

// What another region read is as it was then, though it is used behind the write.
TEST(Capture, AValueReadElsewhereIsUsedAfterAWrite) {
  FeedAndVariable m;
  const OutputRef read = m.Read(m.v);
  const OutputRef before = m.b.Op("Neg", {read});  // without the feed, so in a region with the read
  Node* const add = m.b.AddNode({"", "AssignAddVariableOp", {m.v, m.x}, {}, {}, kVirtual});
  const OutputRef late{m.b.AddNode({"", "Mul", {m.x, read}, {add}, {}, kVirtual}), 0};
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  ASSERT_OK(m.Run({}, {m.init}, {}, &out));
  for (int step = 0; step < 5; ++step) {
    ASSERT_OK(m.Run({before, late}, {}, {{m.x, Floats(Shape({2}), {2, 4})}}, &out));
    const float first = 1 + 2 * static_cast<float>(step), second = 1 + 4 * static_cast<float>(step);
    ExpectSameBits(out[0], Floats(Shape({2}), {-first, -second}));
    ExpectSameBits(out[1], Floats(Shape({2}), {2 * first, 4 * second}));
  }
}

TEST(Capture, AVariableIsWrittenFromItsOwnValue) {
  Model m(MakeRuntime());
  const OutputRef v = m.Variable("v", Shape({3}), kVirtual);
  m.b.set_device(kVirtual);
  const auto assign = [&](OutputRef value) {
    return m.b.AddNode({"", "AssignVariableOp", {v, value}, {}, {}, kVirtual});
  };
  Node* const init = assign(m.b.Constant(Floats(Shape({3}), {1, 2, 3})));
  Node* const same = assign(m.Read(v));
  Node* const doubled = m.b.AddNode({"", "AssignAddVariableOp", {v, m.Read(v)}, {}, {}, kVirtual});
  const OutputRef read = m.Read(v);
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  ASSERT_OK(m.Run({}, {init}, {}, &out));
  for (int step = 0; step < 4; ++step) {
    ASSERT_OK(m.Run({}, {same}, {}, &out));
    ASSERT_OK(m.Run({}, {doubled}, {}, &out));
  }
  ASSERT_OK(m.Run({read}, {}, {}, &out));
  ExpectSameBits(out[0], Floats(Shape({3}), {16, 32, 48}));
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
