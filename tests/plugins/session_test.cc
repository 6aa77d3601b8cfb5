// Sessions over plugins: a plugin's op on the CPU that another plugin opened, models on the virtual
// device and split between it and the CPU, its loss and its small memory.
#include "core/runtime/session/session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>

#include "core/passes/gradients.h"
#include "core/runtime/kernels/packed_form.h"
#include "tests/plugins/model.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

TEST(PluginSession, RunsAndDifferentiatesAPluginsOpOnTheCpu) {
  Model m(MakeRuntime({}, {std::string(RUNNEL_TEST_PLUGIN_DIR) + "/test_plugin_axpy.so"}));
  const OutputRef x = m.Placeholder("x", Shape({3}));
  const OutputRef y = m.Placeholder("y", Shape({3}));
  const OutputRef z = m.b.Op("Test>Axpy", {x, y}, {{"alpha", AttrValue(2.0f)}});
  const OutputRef squared = m.b.Op("Square", {z});
  const OutputRef ys[] = {squared};
  const OutputRef xs[] = {x, y};
  const auto grads = AddGradients(m.graph.get(), ys, xs);
  ASSERT_TRUE(grads.ok()) << grads.status().ToString();
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  ASSERT_OK(m.Run({z, (*grads)[0], (*grads)[1]}, {},
                  {{x, Floats(Shape({3}), {1, 2, 3})}, {y, Floats(Shape({3}), {10, 20, 30})}}, &out));
  EXPECT_EQ(out[0].values<float>()[2], 36.0f);
  EXPECT_EQ(out[1].values<float>()[2], 144.0f);  // d(z^2)/dx = 2 z alpha
  EXPECT_EQ(out[2].values<float>()[2], 72.0f);
}

// Its nodes run on the device that the call's first input says.
TEST(VirtualSession, ARemoteCallRunsOnItsTarget) {
  Model m(MakeRuntime());
  FunctionDef twice;
  ArgSchema arg;
  arg.dtype = DType::kFloat;
  twice.signature.name = "twice";
  for (const char* name : {"x", "y"}) {
    arg.name = name;
    (*name == 'x' ? twice.signature.inputs : twice.signature.outputs).push_back(arg);
  }
  twice.nodes = {{"op", "AddV2", {"x", "x"}, "", {{"T", AttrValue(DType::kFloat)}}}};
  twice.ret = {{"y", "op:z:0"}};
  ASSERT_OK(m.graph->AddFunction(twice));
  const OutputRef x = m.Placeholder("x", Shape({2}));
  const OutputRef text = m.b.Op("Placeholder", {}, {{"dtype", AttrValue(DType::kString)}});
  const auto call = [&](const char* name, OutputRef target) {
    return OutputRef{m.b.AddNode({name,
                                  "RemoteCall",
                                  {target, x},
                                  {},
                                  {{"Tin", AttrValue(std::vector<DType>{DType::kFloat})},
                                   {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
                                   {"f", AttrValue(FuncRef{"twice", {}})}},
                                  ""}),
                     0};
  };
  const auto constant = [&](const std::string& target) {
    return m.b.Constant(*Tensor::FromStrings(Shape(), {{target}}));
  };
  const OutputRef there = call("there", constant(kVirtual));
  const OutputRef here = call("here", constant("/job:localhost/replica:0/task:0/cpu:0"));
  const OutputRef nowhere = call("nowhere", constant("/device:VIRTUAL:9"));
  const OutputRef fed = call("fed", text);
  ASSERT_OK(m.Start());
  const Tensor value = Floats(Shape({2}), {1, 2});
  std::vector<Tensor> out(2);
  RunOptions options;
  options.trace = true;
  RunMetadata metadata;
  ASSERT_OK(m.session->Run({{x}, {there, here}, {}}, {&value, 1}, out, options, &metadata));
  EXPECT_EQ(out[0].values<float>()[1], 4);
  EXPECT_EQ(out[1].values<float>()[1], 4);
  std::map<std::string, std::string> where(metadata.placement.begin(), metadata.placement.end());
  EXPECT_NE(where["there/op"].find("VIRTUAL"), std::string::npos) << where["there/op"];
  EXPECT_NE(where["here/op"].find("CPU"), std::string::npos) << where["here/op"];
  EXPECT_EQ(m.Run({nowhere}, {}, {{x, value}}, &out).code(), Code::kInvalidArgument);
  const Status unknown =
      m.Run({fed}, {}, {{x, value}, {text, *Tensor::FromStrings(Shape(), {{"/cpu:0"}})}}, &out);
  EXPECT_EQ(unknown.code(), Code::kUnimplemented) << unknown.ToString();
  testing::LogHostOps({"RemoteCall"});
}

TEST(PluginSession, RunsAnOpThatIsOnlyText) {
  Model m(MakeRuntime({}, {std::string(RUNNEL_TEST_PLUGIN_DIR) + "/test_plugin_axpy.so"}));
  const OutputRef x = m.Placeholder("x", Shape({3}));
  const OutputRef y = m.Placeholder("y", Shape({3}));
  const OutputRef z =
      m.b.Op("Test>Axpby", {x, y}, {{"alpha", AttrValue(2.0f)}, {"beta", AttrValue(0.5f)}});
  const OutputRef ys[] = {m.b.Op("Square", {z})};
  const OutputRef xs[] = {x, y};
  const auto grads = AddGradients(m.graph.get(), ys, xs);
  ASSERT_TRUE(grads.ok()) << grads.status().ToString();
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  ASSERT_OK(m.Run({z, (*grads)[0], (*grads)[1]}, {},
                  {{x, Floats(Shape({3}), {1, 2, 3})}, {y, Floats(Shape({3}), {10, 20, 30})}}, &out));
  EXPECT_EQ(out[0].values<float>()[2], 21.0f);
  EXPECT_EQ(out[1].values<float>()[2], 84.0f);  // d(z^2)/dx = 2 z alpha
  EXPECT_EQ(out[2].values<float>()[2], 21.0f);
}

// A device without a kernel for it: what it is composed of runs instead, wherever that can.
TEST(PluginSession, ALayerNormIsComposedWhereADeviceHasNoKernel) {
  Model m(MakeRuntime({}, {"null"}));
  const OutputRef x = m.Placeholder("x", Shape({2, 3}));
  const OutputRef scale = m.Placeholder("scale", Shape({3})),
                  offset = m.Placeholder("offset", Shape({3}));
  Node* norm = m.b.AddNode({"norm",
                            "Runnel>LayerNorm",
                            {x, scale, offset},
                            {},
                            {{"epsilon", AttrValue(0.125F)}},
                            "/device:NULL:0"});
  ASSERT_OK(m.b.status());
  SessionOptions options;
  options.soft_placement = true;
  options.disabled_passes = {"fuse"};
  auto session = Session::Create(m.runtime, m.graph, options);
  ASSERT_OK(session.status());
  m.session = *session;
  const std::vector<float> values = {1, 2, 6, -1, 0, 0.5F}, s = {2, -1, 0.5F}, o = {0, 1, -3};
  const std::vector<std::pair<OutputRef, Tensor>> feeds = {{x, Floats(Shape({2, 3}), values)},
                                                           {scale, Floats(Shape({3}), s)},
                                                           {offset, Floats(Shape({3}), o)}};
  std::vector<Tensor> out(3);
  RunMetadata metadata;
  std::vector<Tensor> fed;
  Signature signature{{}, {{norm, 0}, {norm, 1}, {norm, 2}}, {}};
  for (const auto& [edge, value] : feeds) signature.feeds.push_back(edge), fed.push_back(value);
  ASSERT_OK(m.session->Run(signature, fed, out, {}, &metadata));
  EXPECT_GT(metadata.launches, 3);  // more than one kernel
  for (const auto& [node, device] : metadata.placement) EXPECT_NE(node, "norm") << device;
  for (size_t row = 0; row < 2; ++row) {
    double mean = 0, variance = 0;
    for (size_t i = 0; i < 3; ++i) mean += double{values[row * 3 + i]} / 3;
    for (size_t i = 0; i < 3; ++i) variance += std::pow(values[row * 3 + i] - mean, 2) / 3;
    const double inverse = 1 / std::sqrt(variance + 0.125);
    EXPECT_NEAR(out[1].values<float>()[row], mean, 1e-6);
    EXPECT_NEAR(out[2].values<float>()[row], inverse, 1e-6);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(out[0].values<float>()[row * 3 + i],
                  (values[row * 3 + i] - mean) * inverse * s[i] + o[i], 1e-5);
    }
  }
  if (!::testing::Test::HasFailure())
    testing::LogCase("forward", "Runnel>LayerNorm", "*", "composition");
}

// Constants are packed on the device, once; weights anew when they were written, unless captured.
TEST(VirtualSession, PacksConstantsOnTheDeviceAndWeightsUnlessTheyAreCaptured) {
  for (const bool capture : {false, true}) {
    Model m(MakeRuntime({{"virtual.capture", capture ? "1" : "0"}}));
    const OutputRef x = m.Placeholder("x", Shape({4, 6})),
                    value = m.Placeholder("value", Shape({6, 40}));
    const OutputRef w = m.Variable("w", Shape({6, 40}), kVirtual);
    Node* assign = m.b.AddNode({"assign", "AssignVariableOp", {w, value}, {}, {}, kVirtual});
    const OutputRef y = {m.b.AddNode({"y", "MatMul", {x, m.Read(w)}, {}, {}, kVirtual}), 0};
    std::vector<float> fixed(6 * 40);
    for (size_t i = 0; i < fixed.size(); ++i) fixed[i] = static_cast<float>(i % 7) - 3;
    const OutputRef held = {m.b.AddNode({"held",
                                         "Const",
                                         {},
                                         {},
                                         {{"dtype", AttrValue(DType::kFloat)},
                                          {"value", AttrValue(Floats(Shape({6, 40}), fixed))}},
                                         kVirtual}),
                            0};
    const OutputRef z = {m.b.AddNode({"z", "MatMul", {x, held}, {}, {}, kVirtual}), 0};
    ASSERT_OK(m.Start());
    std::vector<float> input(4 * 6);
    for (size_t i = 0; i < input.size(); ++i) input[i] = static_cast<float>(i % 5) - 2;
    for (int round = 0; round < 4; ++round) {
      std::vector<float> weights(6 * 40);
      for (size_t i = 0; i < weights.size(); ++i)
        weights[i] = static_cast<float>((i * 3 + static_cast<size_t>(round)) % 11) - 5;
      std::vector<Tensor> none, out;
      ASSERT_OK(m.Run({}, {assign}, {{value, Floats(Shape({6, 40}), weights)}}, &none));
      for (int again = 0; again < 3; ++again) {
        ASSERT_OK(m.Run({y, z}, {}, {{x, Floats(Shape({4, 6}), input)}}, &out));
        for (size_t i = 0; i < 4; ++i) {
          for (size_t j = 0; j < 40; ++j) {
            float want = 0, want_fixed = 0;  // whole numbers: exact in any order
            for (size_t k = 0; k < 6; ++k) {
              want += input[i * 6 + k] * weights[k * 40 + j];
              want_fixed += input[i * 6 + k] * fixed[k * 40 + j];
            }
            ASSERT_EQ(out[0].values<float>()[i * 40 + j], want) << round << " " << again;
            ASSERT_EQ(out[1].values<float>()[i * 40 + j], want_fixed);
          }
        }
      }
      // The constant's, and the variable's unless the region is captured: a capture knows no versions.
      EXPECT_EQ(m.runtime->packed_forms().size(), capture ? 1u : 2u);
    }
  }
}

// Trains y = x w1 relu w2 by gradient descent; the hidden layer is placed on `hidden_device`. Returns
// the final loss and weights.
Status Train(const Ref<Runtime>& runtime, const std::string& hidden_device, std::vector<Tensor>* out) {
  Model m(runtime);
  const OutputRef x = m.Placeholder("x", Shape({8, 3}));
  const OutputRef t = m.Placeholder("t", Shape({8, 1}));
  m.b.set_device(hidden_device);
  const OutputRef w1 = m.Variable("w1", Shape({3, 5}), hidden_device);
  const OutputRef hidden = m.b.Op("Relu", {m.b.Op("MatMul", {x, m.Read(w1)})});
  m.b.set_device("");
  const OutputRef w2 = m.Variable("w2", Shape({5, 1}), "/device:CPU:0");
  const OutputRef y = m.b.Op("MatMul", {hidden, m.Read(w2)});
  const OutputRef loss = m.b.Op("Sum", {m.b.Op("SquaredDifference", {y, t}), m.b.Int32Vector({0, 1})});

  std::vector<float> first(15);
  for (size_t i = 0; i < first.size(); ++i) first[i] = std::sin(static_cast<float>(i) + 1) / 2;
  std::vector<float> second(5);
  for (size_t i = 0; i < second.size(); ++i) second[i] = std::cos(static_cast<float>(i)) / 2;
  std::vector<Node*> init;
  init.push_back(m.b.AddNode(
      {"", "AssignVariableOp", {w1, m.b.Constant(Floats(Shape({3, 5}), first))}, {}, {}, ""}));
  init.push_back(m.b.AddNode(
      {"", "AssignVariableOp", {w2, m.b.Constant(Floats(Shape({5, 1}), second))}, {}, {}, ""}));
  RUNNEL_RETURN_IF_ERROR(m.b.status());
  const OutputRef ys[] = {loss};
  const OutputRef xs[] = {w1, w2};
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> grads, AddGradients(m.graph.get(), ys, xs));
  std::vector<Node*> train;
  for (size_t i = 0; i < 2; ++i) {
    train.push_back(m.b.AddNode({"",
                                 "ResourceApplyGradientDescent",
                                 {xs[i], m.b.Scalar(DType::kFloat, 0.01), grads[i]},
                                 {},
                                 {},
                                 i == 0 ? hidden_device : ""}));
  }
  const OutputRef final1 = m.Read(w1);
  const OutputRef final2 = m.Read(w2);
  RUNNEL_RETURN_IF_ERROR(m.Start());

  std::vector<float> inputs(24);
  std::vector<float> targets(8);
  for (size_t i = 0; i < inputs.size(); ++i) inputs[i] = std::cos(static_cast<float>(i) * 3);
  for (size_t i = 0; i < targets.size(); ++i) targets[i] = inputs[3 * i] - inputs[3 * i + 1];
  const Tensor input = Floats(Shape({8, 3}), inputs);
  const Tensor target = Floats(Shape({8, 1}), targets);
  RUNNEL_RETURN_IF_ERROR(m.Run({}, init, {}, out));
  for (int step = 0; step < 20; ++step) {
    RUNNEL_RETURN_IF_ERROR(m.Run({loss}, train, {{x, input}, {t, target}}, out));
  }
  return m.Run({loss, final1, final2}, {}, {{x, input}, {t, target}}, out);
}

TEST(VirtualSession, AModelSplitOverCpuAndVirtualTrainsToTheBitsOfTheCpu) {
  std::vector<Tensor> on_cpu;
  ASSERT_OK(Train(MakeRuntime(), "/device:CPU:0", &on_cpu));
  EXPECT_LT(on_cpu[0].values<float>()[0], 5.0f);
  for (const char* seed : {"1", "2", "3"}) {
    std::vector<Tensor> split;
    ASSERT_OK(Train(MakeRuntime({{"virtual.seed", seed}}), kVirtual, &split));
    for (size_t i = 0; i < split.size(); ++i) {
      ASSERT_EQ(split[i].num_elements(), on_cpu[i].num_elements());
      EXPECT_EQ(std::memcmp(split[i].data(), on_cpu[i].data(), split[i].size_bytes()), 0)
          << "fetch " << i << ": " << split[i].ToString() << " against " << on_cpu[i].ToString();
    }
  }
  if (!::testing::Test::HasFailure()) runnel::testing::LogHostOps({"_Send", "_Recv", "NoOp"});
}

// A variable that asks for no device, made by a step of its own, and updated beside one that asks for
// VIRTUAL.
TEST(VirtualSession, AVariableLivesWhereTheRestOfTheGraphWantsIt) {
  Model m(MakeRuntime());
  const OutputRef w = m.Variable("w", Shape({2}), "/device:VIRTUAL:0");
  const OutputRef slot = m.Variable("slot", Shape({2}), "");
  const auto assign = [&](OutputRef to, const std::vector<float>& values) {
    return m.b.AddNode(
        {"", "AssignVariableOp", {to, m.b.Constant(Floats(Shape({2}), values))}, {}, {}, ""});
  };
  Node* const first = assign(w, {1, 2});
  Node* const second = assign(slot, {0, 4});
  Node* const update =
      m.b.AddNode({"",
                   "ResourceApplyMomentum",
                   {w, slot, m.b.Scalar(DType::kFloat, 1), m.b.Constant(Floats(Shape({2}), {1, 1})),
                    m.b.Scalar(DType::kFloat, 0.5)},
                   {},
                   {},
                   ""});
  const OutputRef read = m.Read(w);
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  for (Node* target : {second, first, update}) ASSERT_OK(m.Run({}, {target}, {}, &out));
  ASSERT_OK(m.Run({read}, {}, {}, &out));
  EXPECT_EQ(out[0].values<float>()[0], 0.0f);
  EXPECT_EQ(out[0].values<float>()[1], -1.0f);
}

TEST(VirtualSession, LateShapesAndHostArgumentsWorkOnTheDevice) {
  Model m(MakeRuntime());
  const OutputRef x = m.Placeholder("x", Shape({-1}));
  m.b.set_device(kVirtual);
  const OutputRef doubled = m.b.Op("AddV2", {x, x});
  const OutputRef total = m.b.Op("Sum", {doubled, m.b.Int32Vector({0})});
  const OutputRef large = m.b.Op("Greater", {doubled, m.b.Scalar(DType::kFloat, 4)});
  const OutputRef places = m.b.Op("Where", {large});
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  for (int round = 0; round < 3; ++round) {
    ASSERT_OK(m.Run({total, places}, {}, {{x, Floats(Shape({4}), {1, 5, 2, 7})}}, &out));
    EXPECT_EQ(out[0].values<float>()[0], 30.0f);
    ASSERT_EQ(out[1].num_elements(), 2);
    EXPECT_EQ(out[1].values<int64_t>()[1], 3);
  }
}

TEST(VirtualSession, LossOfTheDeviceEndsTheStepWithItsName) {
  Model m(MakeRuntime({{"virtual.lose_after", "2"}}));
  const OutputRef x = m.Placeholder("x", Shape({16}));
  m.b.set_device(kVirtual);
  const OutputRef y = m.b.Op("Tanh", {m.b.Op("Exp", {x})});
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  const Tensor input = Floats(Shape({16}), std::vector<float>(16, 0.5f));
  ASSERT_OK(m.Run({y}, {}, {{x, input}}, &out));
  const Status status = m.Run({y}, {}, {{x, input}}, &out);
  EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
  EXPECT_NE(status.message().find("VIRTUAL:0"), std::string_view::npos) << status.ToString();
  EXPECT_TRUE(out[0].empty());
  EXPECT_EQ(m.Run({y}, {}, {{x, input}}, &out).code(), Code::kUnavailable);
}

TEST(VirtualSession, AFullDeviceIsAStatusAndTheSessionGoesOn) {
  Model m(MakeRuntime({{"virtual.memory_bytes", "300000"}}));
  const OutputRef x = m.Placeholder("x", Shape({-1}));
  m.b.set_device(kVirtual);
  const OutputRef y = m.b.Op("Exp", {x});
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  const Status status =
      m.Run({y}, {}, {{x, Floats(Shape({100000}), std::vector<float>(100000, 0))}}, &out);
  EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
  for (const char* piece : {"_Recv", "400000", "300000", "in use"})
    EXPECT_NE(status.message().find(piece), std::string_view::npos) << status.ToString();
  ASSERT_OK(m.Run({y}, {}, {{x, Floats(Shape({3}), {0, 0, 0})}}, &out));
  EXPECT_EQ(out[0].values<float>()[1], 1.0f);
}

// Wherever on its way a value does not fit: what a region computes, what leaves it, a constant.
TEST(VirtualSession, AFullDeviceNamesTheTensorThatDidNotFit) {
  Model m(MakeRuntime({{"virtual.memory_bytes", "300000"}}));
  const OutputRef x = m.Placeholder("x", Shape({-1}));
  const auto named = [&](const char* name, const char* op, std::vector<OutputRef> inputs) {
    return OutputRef{m.b.AddNode({name, op, std::move(inputs), {}, {}, kVirtual}), 0};
  };
  const OutputRef leaves = named("leaves", "Exp", {x});
  const OutputRef large = m.b.Constant(Floats(Shape({100000}), std::vector<float>(100000)));
  const OutputRef wide = named("wide", "AddV2", {large, x});
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  const auto expect = [&](const OutputRef& fetch, int64_t size, std::vector<std::string> pieces) {
    const Tensor fed = Floats(Shape({size}), std::vector<float>(static_cast<size_t>(size)));
    const Status status = m.Run({fetch}, {}, {{x, fed}}, &out);
    EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
    pieces.insert(pieces.end(), {"300000", "in use"});
    for (const std::string& piece : pieces)
      EXPECT_NE(status.message().find(piece), std::string_view::npos) << status.ToString();
  };
  expect(leaves, 50000, {"\"leaves:0\" (float[50000], 200000 bytes)"});
  expect(wide, 1, {large.node->name(), "Const", "400000"});
  // Session and device go on.
  ASSERT_OK(m.Run({leaves}, {}, {{x, Floats(Shape({1}), {0})}}, &out));
  EXPECT_EQ(out[0].values<float>()[0], 1.0f);
}

TEST(VirtualSession, AnIndexOutOfRangeOnTheDeviceEndsOneStepOnly) {
  Model m(MakeRuntime());
  const OutputRef w = m.Variable("w", Shape({4, 2}), kVirtual);
  const OutputRef indices = {
      m.b.AddNode({"indices",
                   "Placeholder",
                   {},
                   {},
                   {{"dtype", AttrValue(DType::kInt32)}, {"shape", AttrValue(Shape({2}))}},
                   ""}),
      0};
  const std::vector<float> rows = {0, 1, 2, 3, 4, 5, 6, 7};
  Node* init =
      m.b.AddNode({"", "AssignVariableOp", {w, m.b.Constant(Floats(Shape({4, 2}), rows))}, {}, {}, ""});
  m.b.set_device(kVirtual);
  const OutputRef taken =
      m.b.Op("ResourceGather", {w, indices},
             {{"dtype", AttrValue(DType::kFloat)}, {"Tindices", AttrValue(DType::kInt32)}});
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  ASSERT_OK(m.Run({}, {init}, {}, &out));
  const auto ints = [](std::vector<int32_t> values) {
    return *Tensor::FromValues<int32_t>(Shape({2}), std::span<const int32_t>(values));
  };
  const Status status = m.Run({taken}, {}, {{indices, ints({1, 9})}}, &out);
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.message().find('9'), std::string_view::npos) << status.ToString();
  ASSERT_OK(m.Run({taken}, {}, {{indices, ints({1, 3})}}, &out));
  EXPECT_EQ(out[0].values<float>()[2], 6.0f);
}

}  // namespace
}  // namespace runnel
