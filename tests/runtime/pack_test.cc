// Weights packed ahead: the same bits as without, whatever is written between steps, and one form for
// all plans that read the same weights.
#include <atomic>
#include <cstring>
#include <thread>

#include "core/passes/plan_graph.h"
#include "core/runtime/kernels/kernel_select.h"
#include "core/runtime/kernels/packed_form.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class PackTest : public RuntimeTest {
 protected:
  static Tensor Numbers(const Shape& shape, int64_t seed) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(static_cast<float>((i * 37 + seed * 11) % 23 - 11) / 8);
    return Floats(values, shape);
  }
  size_t Forms() const { return runtime_->packed_forms().size(); }
  // The same fetch in a session without the pass over the same variables.
  Tensor Unpacked(OutputRef fetch, const std::vector<std::pair<OutputRef, Tensor>>& feeds) {
    Ref<Session> packing = session_;
    session_ = plain_;
    session_options_.disabled_passes = {"pack"};
    session_options_.resources = resources_;
    std::vector<Tensor> out = Run({fetch}, feeds);
    plain_ = session_;
    session_ = packing;
    session_options_.disabled_passes.clear();
    return out.empty() ? Tensor() : out[0];
  }
  static void ExpectSame(const Tensor& a, const Tensor& b) {
    ASSERT_EQ(a.shape(), b.shape());
    ASSERT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0);
  }
  void Share() {
    resources_ = std::make_shared<ResourceManager>();
    session_options_.resources = resources_;
  }

  std::shared_ptr<ResourceManager> resources_;
  Ref<Session> plain_;
};

TEST_F(PackTest, AVariableWrittenBetweenStepsIsPackedAgain) {
  Share();
  const OutputRef x = Placeholder("x", DType::kFloat, {-1, 70});
  const OutputRef w = Variable("w", DType::kFloat, {70, 90});
  const OutputRef value = Placeholder("value", DType::kFloat, {70, 90});
  Node* assign = Assign(w, value);
  const OutputRef y = b().Op("MatMul", {x, Read(w)});
  for (int64_t i = 0; i < 6; ++i) {
    Run({}, {{value, Numbers({70, 90}, i)}}, {assign});
    for (const int64_t rows : {40, 3, 40, 1}) {
      const Tensor input = Numbers({rows, 70}, i + 5);
      const std::vector<Tensor> out = Run({y}, {{x, input}});
      ASSERT_EQ(out.size(), 1u);
      ExpectSame(out[0], Unpacked(y, {{x, input}}));
    }
    EXPECT_EQ(Forms(), 1u);  // one row needs none, and the other plans share it
  }
}

TEST_F(PackTest, AnUpdateInPlaceOfAnotherPlanIsSeen) {
  Share();
  const OutputRef x = Placeholder("x", DType::kFloat, {8, 33});
  const OutputRef w = Variable("w", DType::kFloat, {17, 33});
  Node* assign = Assign(w, b().Constant(Numbers({17, 33}, 1)));
  Node* train =
      b().AddNode({{},
                   "ResourceApplyGradientDescent",
                   {w, b().Constant(Floats({0.5f}, Shape())), b().Constant(Numbers({17, 33}, 4))},
                   {},
                   {},
                   {}});
  const OutputRef y = b().Op("MatMul", {x, Read(w)}, {{"transpose_b", AttrValue(true)}});
  Run({}, {}, {assign});
  for (int64_t i = 0; i < 5; ++i) {
    const Tensor input = Numbers({8, 33}, i);
    const std::vector<Tensor> out = Run({y}, {{x, input}});
    ASSERT_EQ(out.size(), 1u);
    ExpectSame(out[0], Unpacked(y, {{x, input}}));
    Run({}, {}, {train});
  }
  EXPECT_EQ(Forms(), 1u);
}

TEST_F(PackTest, APlanThatWritesItsWeightsPacksNothing) {
  const OutputRef x = Placeholder("x", DType::kFloat, {8, 16});
  const OutputRef w = Variable("w", DType::kFloat, {16, 16});
  Run({}, {}, {Assign(w, b().Constant(Numbers({16, 16}, 1)))});
  const OutputRef y = b().Op("MatMul", {x, Read(w)});
  Node* train = b().AddNode({{},
                             "AssignSubVariableOp",
                             {w, b().Op("MatMul", {x, y}, {{"transpose_a", AttrValue(true)}})},
                             {},
                             {},
                             {}});
  Run({y}, {{x, Numbers({8, 16}, 2)}}, {train});
  EXPECT_EQ(Forms(), 0u);
}

// Steps in a chain that share a weight, each reading it for itself as unrolled models do, then an update
// of it.
TEST_F(PackTest, AWeightThatManyNodesOfAStepReadIsPackedOnceAStep) {
  Share();
  const OutputRef x = Placeholder("x", DType::kFloat, {8, 16});
  const OutputRef w = Variable("w", DType::kFloat, {16, 16});
  Node* assign = Assign(w, b().Constant(Numbers({16, 16}, 1)));
  OutputRef y = x;
  for (int i = 0; i < 4; ++i) y = b().Op("Sign", {b().Op("MatMul", {y, Read(w)})});
  Node* train = b().AddNode({{},
                             "AssignSubVariableOp",
                             {w, b().Op("MatMul", {x, y}, {{"transpose_a", AttrValue(true)}})},
                             {},
                             {},
                             {}});
  std::vector<Tensor> packed, plain;
  for (const bool pack : {true, false}) {
    session_ = nullptr;
    session_options_.disabled_passes =
        pack ? std::vector<std::string>{} : std::vector<std::string>{"pack"};
    Run({}, {}, {assign});
    for (int64_t i = 0; i < 4; ++i) {
      const std::vector<Tensor> out = Run({y}, {{x, Numbers({8, 16}, i)}}, {train});
      ASSERT_EQ(out.size(), 1u);
      (pack ? packed : plain).push_back(out[0]);
    }
    EXPECT_EQ(Forms(), pack ? 1u : 0u);
  }
  for (size_t i = 0; i < packed.size(); ++i) ExpectSame(packed[i], plain[i]);
  EXPECT_NE(std::memcmp(packed[0].data(), packed[1].data(), packed[0].size_bytes()), 0);
}

TEST_F(PackTest, ADroppedVariableThatComesBackIsAnotherValue) {
  Share();
  const OutputRef x = Placeholder("x", DType::kFloat, {8, 16});
  const OutputRef w = Variable("w", DType::kFloat, {16, 24});
  const OutputRef value = Placeholder("value", DType::kFloat, {16, 24});
  Node* assign = Assign(w, value);
  Node* drop = b().AddNode({{}, "DestroyResourceOp", {w}, {}, {}, {}});
  const OutputRef y = b().Op("MatMul", {x, Read(w)});
  const Tensor input = Numbers({8, 16}, 9);
  for (int64_t i = 0; i < 3; ++i) {
    Run({}, {{value, Numbers({16, 24}, i)}}, {assign});
    const std::vector<Tensor> out = Run({y}, {{x, input}});
    ASSERT_EQ(out.size(), 1u);
    ExpectSame(out[0], Unpacked(y, {{x, input}}));
    Run({}, {}, {drop});
    std::vector<Tensor> none;
    EXPECT_EQ(TryRun({y}, {{x, input}}, {}, &none).code(), Code::kFailedPrecondition);
  }
}

TEST_F(PackTest, ConvolutionsAndWhatFollowsThemDoAsWell) {
  for (const DType dtype : {DType::kFloat, DType::kDouble, DType::kHalf}) {
    for (const char* format : {"NHWC", "NCHW"}) {
      SCOPED_TRACE(StrCat(DTypeName(dtype), " ", format));
      Restart({});
      plain_ = nullptr;
      Share();
      const bool last = format == std::string("NHWC");
      const Shape image = last ? Shape{2, 9, 11, 3} : Shape{2, 3, 9, 11};
      const OutputRef x = Placeholder("x", DType::kFloat, image);
      const auto cast = [&](OutputRef v) {
        return dtype == DType::kFloat ? v : b().Op("Cast", {v}, {{"DstT", AttrValue(dtype)}});
      };
      const OutputRef value = Placeholder("value", DType::kFloat, {3, 3, 3, 37});
      const OutputRef w = Variable("w", dtype, {3, 3, 3, 37});
      Node* assign = Assign(w, cast(value));
      const AttrList attrs = {{"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})},
                              {"padding", AttrValue("SAME")},
                              {"data_format", AttrValue(format)}};
      const OutputRef bias = cast(b().Constant(Numbers({37}, 3)));
      const OutputRef sum = b().Op("BiasAdd", {b().Op("Conv2D", {cast(x), Read(w, dtype)}, attrs), bias},
                                   {{"data_format", AttrValue(format)}});
      const OutputRef y = b().Op("Relu", {sum});
      for (int64_t i = 0; i < 3; ++i) {
        Run({}, {{value, Numbers({3, 3, 3, 37}, i)}}, {assign});
        const Tensor input = Numbers(image, i + 5);
        const std::vector<Tensor> out = Run({y}, {{x, input}});
        ASSERT_EQ(out.size(), 1u);
        ExpectSame(out[0], Unpacked(y, {{x, input}}));
        EXPECT_EQ(Forms(), 1u);
      }
    }
  }
}

TEST_F(PackTest, ConstantsAreSharedBetweenPlansAndGoWithTheLast) {
  const OutputRef x = Placeholder("x", DType::kFloat, {-1, 16});
  const OutputRef batch = Placeholder("batch", DType::kFloat, {3, -1, 16});
  const OutputRef w = b().Constant(Numbers({16, 40}, 1));
  const OutputRef y = b().Op("MatMul", {x, w}), z = b().Op("BatchMatMulV2", {batch, w});
  EXPECT_EQ(Forms(), 0u);
  for (const int64_t rows : {2, 5, 30}) {
    ExpectSame(Run({y}, {{x, Numbers({rows, 16}, 3)}})[0], Unpacked(y, {{x, Numbers({rows, 16}, 3)}}));
    ExpectSame(Run({z}, {{batch, Numbers({3, rows, 16}, 3)}})[0],
               Unpacked(z, {{batch, Numbers({3, rows, 16}, 3)}}));
    EXPECT_EQ(Forms(), 1u);
  }
  EXPECT_TRUE(session().Close().ok());
  session_ = nullptr;
  EXPECT_EQ(Forms(), 0u);
}

// Every result is of one value of the variable, and no older than the last assignment that had ended
// before the step began.
TEST_F(PackTest, StepsBesideAssignmentsNeverMixValues) {
  const OutputRef x = Placeholder("x", DType::kFloat, {6, 64});
  const OutputRef w = Variable("w", DType::kFloat, {64, 64});
  const OutputRef value = Placeholder("value", DType::kFloat, Shape());
  Node* assign = Assign(
      w, b().Op("Fill",
                {b().Constant(*Tensor::FromValues<int32_t>(Shape({2}), std::vector<int32_t>{64, 64})),
                 value}));
  const OutputRef y = b().Op("MatMul", {x, Read(w)});
  const Tensor ones = Floats(std::vector<float>(6 * 64, 1.0f), {6, 64});
  Run({}, {{value, Floats({0}, Shape())}}, {assign});
  std::atomic<int> assigned{0};
  std::atomic<bool> done{false};
  std::vector<std::thread> readers;
  std::atomic<int> wrong{0}, steps{0};
  for (int t = 0; t < 3; ++t) {
    readers.emplace_back([&] {
      while (!done) {
        const int before = assigned;
        std::vector<Tensor> out;
        if (!TryRun({y}, {{x, ones}}, {}, &out).ok()) {
          ++wrong;
          return;
        }
        const auto got = out[0].values<const float>();
        const int after = assigned;
        for (const float v : got) {
          if (v != got[0]) ++wrong;
        }
        if (got[0] < 64.0f * static_cast<float>(before) ||
            got[0] > 64.0f * static_cast<float>(after + 1))
          ++wrong;
        ++steps;
      }
    });
  }
  for (int i = 1; i <= 200 || steps < 100; ++i) {
    Run({}, {{value, Floats({static_cast<float>(i)}, Shape())}}, {assign});
    assigned = i;
    if (HasFailure() || wrong > 0) break;
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong, 0);
}

// What a kernel of one step still reads stays as it is while another step packs a newer value; what
// nobody reads any more is written over.
TEST_F(PackTest, AFormThatIsReadIsNotWrittenOver) {
  PlanGraph plan(&runtime_->ops());
  const Tensor values[] = {Numbers({64, 64}, 1), Numbers({64, 64}, 2), Numbers({64, 64}, 3)};
  Device* const device = runtime_->devices()[0];
  const int x = *plan.AddConst("x", Numbers({6, 64}, 4)), w = *plan.AddConst("w", values[0]);
  PlanNode& node = plan.at(*plan.Add("y", "MatMul", {{x, 0}, {w, 0}}, {}));
  node.placed = device;
  node.shapes = {Shape({6, 64})};
  const auto entry = SelectKernel(runtime_->plugins(), plan, node, device);
  ASSERT_TRUE(entry.ok()) << entry.status().ToString();
  const uint32_t lives[] = {RNLP_INPUT_PER_RUN, RNLP_INPUT_VARIABLE};
  const auto kernel = CreateKernel(*entry, plan, node, device, lives);
  ASSERT_TRUE(kernel.ok()) << kernel.status().ToString();
  ASSERT_GT((*kernel)->packed_bytes, 0u);

  PackedForm form(**kernel, device, runtime_->allocator(), values[0], {});
  const auto get = [&](uint64_t version) {
    return *form.Get(**kernel, values[version - 1].View(), version);
  };
  Ref<Buffer> first = get(1);
  const std::string before(static_cast<const char*>(first->data()), form.size_bytes());
  const Ref<Buffer> second = get(2);
  EXPECT_NE(first.get(), second.get());
  EXPECT_EQ(std::memcmp(first->data(), before.data(), before.size()), 0);
  EXPECT_EQ(get(2).get(), second.get());
  const void* const read = second->data();
  EXPECT_NE(get(3)->data(), read);
  const void* const free_now = get(3)->data();
  EXPECT_EQ(form.Get(**kernel, values[0].View(), 4).value()->data(), free_now);
}

TEST_F(PackTest, WithoutMemoryForAFormTheStepSaysSo) {
  RuntimeOptions options;
  options.memory_limit_bytes = 7 << 20;  // for the variable, but not for its form beside it
  Restart(options);
  Share();
  const OutputRef x = Placeholder("x", DType::kFloat, {2, 4096});
  const OutputRef w = Variable("w", DType::kFloat, {4096, 256});
  const OutputRef value = Placeholder("value", DType::kFloat, {4096, 256});
  const OutputRef y = b().Op("MatMul", {x, Read(w)});
  Run({}, {{value, Numbers({4096, 256}, 1)}}, {Assign(w, value)});
  const Tensor input = Numbers({2, 4096}, 1);
  const Tensor want = Unpacked(y, {{x, input}});
  std::vector<Tensor> out;
  const Status status = TryRun({y}, {{x, input}}, {}, &out);
  EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
  ExpectSame(Unpacked(y, {{x, input}}), want);
}

}  // namespace
}  // namespace runnel
