// Forms of ops that take some trouble (their values are recorded: tests/recorded/forms.txt): what a
// device composes of simpler ops gives what a kernel gives, and sizes that are known late are judged
// late.
#include <gmock/gmock-matchers.h>

#include "core/ops/formula.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

using ::testing::HasSubstr;

class FormsTest : public RuntimeTest {
 protected:
  // A float tensor of small numbers.
  static Tensor Some(const Shape& shape, int start) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(static_cast<float>((i + start) * 5 % 11 - 5) / 4);
    return Floats(values, shape);
  }
  OutputRef Fed(const Tensor& value, bool known) {
    const OutputRef x = Placeholder("", DType::kFloat, known ? value.shape() : Shape::Unknown());
    feeds_.emplace_back(x, value);
    return x;
  }
  OutputRef Sizes(const Shape& shape) {
    const std::vector<int32_t> dims(shape.dims().begin(), shape.dims().end());
    return b().Constant(*Tensor::FromValues<int32_t>(Shape{shape.rank()}, dims));
  }
  // What the op's row composes it of.
  OutputRef Composed(OutputRef of) {
    const Node& node = *of.node;
    CompositionContext ctx(node.schema(), node.attrs(), node.inputs(), 1, &b());
    ctx.set_output_shapes({node.output_shape(0)});
    const Status status = BuildComposition(ctx);
    EXPECT_TRUE(status.ok()) << status.ToString();
    return ctx.outputs()[0];
  }
  void ExpectAlike(OutputRef kernel, OutputRef composed) {
    ASSERT_TRUE(static_cast<bool>(composed)) << kernel.node->op();
    ASSERT_NE(composed.node->op(), kernel.node->op());
    const std::vector<Tensor> got = Run({kernel, composed}, feeds_);
    ASSERT_EQ(got.size(), 2u);
    ASSERT_EQ(got[0].shape(), got[1].shape());
    const std::vector<float> a = ToFloats(got[0]), c = ToFloats(got[1]);
    for (size_t i = 0; i < a.size(); ++i)
      ASSERT_NEAR(a[i], c[i], 1e-4) << kernel.node->op() << " at " << i;
  }

  std::vector<std::pair<OutputRef, Tensor>> feeds_;
  std::vector<OutputRef> kept_;
};

TEST_F(FormsTest, AConvolutionInGroupsIsComposedOfOneForEach) {
  struct Case {
    Shape image, filter;
    int64_t stride;
    const char* padding;
    bool first;
  };
  const Case kCases[] = {{{2, 5, 4, 4}, {3, 2, 2, 6}, 1, "SAME", false},
                         {{1, 6, 4, 5}, {2, 2, 2, 3}, 2, "VALID", true},
                         {{2, 4, 4, 3}, {3, 2, 1, 6}, 1, "SAME", false},
                         {{1, 4, 5, 5}, {2, 2, 1, 4}, 1, "VALID", true},
                         {{1, 3, 3, 16}, {1, 1, 4, 8}, 1, "SAME", false}};
  for (const Case& c : kCases) {
    for (const bool known : {true, false}) {
      // A composition sees shapes as the plan knows them; a kernel also learns them when it runs.
      const AttrList attrs = {
          {"data_format", AttrValue(c.first ? "NCHW" : "NHWC")},
          {"padding", AttrValue(c.padding)},
          {"strides", AttrValue(c.first ? std::vector<int64_t>{1, 1, c.stride, c.stride}
                                        : std::vector<int64_t>{1, c.stride, c.stride, 1})}};
      const OutputRef image = Fed(Some(c.image, 1), known), filter = Fed(Some(c.filter, 4), known);
      const OutputRef y = b().Op("Conv2D", std::vector<OutputRef>{image, filter}, attrs);
      ASSERT_TRUE(b().status().ok()) << b().status().ToString();
      const std::vector<Tensor> made = Run({y}, feeds_);
      ASSERT_EQ(made.size(), 1u);
      const OutputRef grad = Fed(Some(made[0].shape(), 3), known);
      const OutputRef gx =
          b().Op("Conv2DBackpropInput", std::vector<OutputRef>{Sizes(c.image), filter, grad}, attrs);
      const OutputRef gf =
          b().Op("Conv2DBackpropFilter", std::vector<OutputRef>{image, Sizes(c.filter), grad}, attrs);
      ASSERT_TRUE(b().status().ok()) << b().status().ToString();
      for (const OutputRef out : {y, gx, gf}) {
        if (known) {
          ExpectAlike(out, Composed(out));
        } else {
          kept_.push_back(out);
        }
      }
      if (!known) {
        // Late: the same values as where the shapes are known.
        const size_t n = kept_.size();
        const std::vector<Tensor> late = Run({kept_[n - 3], kept_[n - 2], kept_[n - 1]}, feeds_);
        ASSERT_EQ(late.size(), 3u);
        EXPECT_EQ(late[1].shape(), c.image);
        EXPECT_EQ(late[2].shape(), c.filter);
      }
    }
  }
}

TEST_F(FormsTest, AConvolutionOfAllChannelsIsComposedOfNothing) {
  const OutputRef y =
      b().Op("Conv2D",
             std::vector<OutputRef>{Fed(Some({1, 3, 3, 2}, 1), true), Fed(Some({2, 2, 2, 4}, 1), true)},
             AttrList{{"padding", AttrValue("SAME")},
                      {"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})}});
  EXPECT_FALSE(static_cast<bool>(Composed(y)));
}

TEST_F(FormsTest, ChannelsThatDoNotDivideAreRefused) {
  const AttrList attrs = {{"padding", AttrValue("SAME")},
                          {"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})}};
  struct Case {
    Shape image, filter;
  };
  for (const bool known : {true, false}) {
    for (const Case& c : {Case{{1, 3, 3, 6}, {2, 2, 4, 4}}, Case{{1, 3, 3, 6}, {2, 2, 2, 4}},
                          Case{{1, 3, 3, 2}, {2, 2, 4, 4}}, Case{{1, 3, 3, 2}, {2, 2, 0, 4}}}) {
      graph_ = std::make_shared<Graph>(&runtime_->ops());
      builder_ = std::make_unique<GraphBuilder>(graph_.get(), "");
      session_ = nullptr;
      feeds_.clear();
      const OutputRef y = b().Op(
          "Conv2D", std::vector<OutputRef>{Fed(Some(c.image, 1), known), Fed(Some(c.filter, 1), known)},
          attrs);
      Status status = b().status();
      std::vector<Tensor> out;
      if (status.ok()) status = TryRun({y}, feeds_, {}, &out);
      EXPECT_EQ(status.code(), Code::kInvalidArgument) << c.image.ToString() << c.filter.ToString();
      EXPECT_THAT(status.ToString(), HasSubstr("channels"));
    }
  }
}

TEST_F(FormsTest, APoolOverChannelsIsForChannelsAlone) {
  const auto pool = [&](std::vector<int64_t> size, std::vector<int64_t> strides, const char* padding) {
    graph_ = std::make_shared<Graph>(&runtime_->ops());
    builder_ = std::make_unique<GraphBuilder>(graph_.get(), "");
    b().Op("MaxPool", {Placeholder("x", DType::kFloat, {1, 4, 4, 6})},
           {{"ksize", AttrValue(size)}, {"strides", AttrValue(strides)}, {"padding", padding}});
    return b().status();
  };
  EXPECT_TRUE(pool({1, 1, 1, 3}, {1, 1, 1, 3}, "VALID").ok());
  EXPECT_TRUE(pool({1, 1, 1, 3}, {1, 1, 1, 3}, "SAME").ok());
  EXPECT_THAT(pool({1, 1, 1, 4}, {1, 1, 1, 4}, "VALID").ToString(), HasSubstr("does not divide the 6"));
  EXPECT_THAT(pool({1, 1, 1, 2}, {1, 1, 1, 1}, "VALID").ToString(), HasSubstr("in steps of as many"));
  EXPECT_THAT(pool({1, 2, 2, 2}, {1, 2, 2, 2}, "VALID").ToString(), HasSubstr("1 for all but channels"));
  EXPECT_THAT(pool({2, 1, 1, 1}, {2, 1, 1, 1}, "VALID").ToString(), HasSubstr("1 for batch"));
}

TEST_F(FormsTest, ALabelTwiceWantsASquareAlsoWhenTheStepRuns) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape::Unknown());
  const OutputRef y = b().Op("Einsum", std::vector<OutputRef>{x}, {{"equation", "ii->i"}});
  // Beyond a few shapes one plan serves all.
  for (int n = 1; n < 8; ++n) {
    const std::vector<Tensor> out = Run({y}, {{x, Some({n, n}, 0)}});
    ASSERT_EQ(out.size(), 1u);
    EXPECT_EQ(out[0].shape(), Shape{n});
    std::vector<Tensor> none;
    EXPECT_EQ(TryRun({y}, {{x, Some({n, n + 1}, 0)}}, {}, &none).code(), Code::kInvalidArgument) << n;
  }
}

// What gathers strings is composed of a read and a gather: the read waits for all that the op waits for.
TEST_F(FormsTest, StringsAreGatheredFromAVariableAsItIsThen) {
  const OutputRef v = Variable("v", DType::kString, Shape({3}));
  const auto text = [&](std::vector<std::string> values) {
    return b().Constant(*Tensor::FromStrings(Shape{static_cast<int64_t>(values.size())}, values));
  };
  const OutputRef rows = Placeholder("rows", DType::kInt32, Shape::Unknown());
  Node* const first = Assign(v, text({"a", "b", "c"}));
  Node* const second =
      b().AddNode({"second", "AssignVariableOp", {v, text({"x", "y", "z"})}, {first}, {}, {}});
  const AttrList attrs = {{"dtype", AttrValue(DType::kString)}};
  const OutputRef gathered{b().AddNode({"gather", "ResourceGather", {v, rows}, {second}, attrs, {}}), 0};
  // Behind its indices alone.
  const OutputRef late{b().AddNode({"late", "Identity", {rows}, {second}, {}, {}}), 0};
  const OutputRef also{b().AddNode({"also", "ResourceGather", {v, late}, {}, attrs, {}}), 0};
  const Tensor indices = *Tensor::FromValues<int32_t>(Shape{2}, std::vector<int32_t>{2, 0});
  for (const std::vector<std::string>& disabled : {std::vector<std::string>(), {"all"}}) {
    session_options_.disabled_passes = disabled;
    session_ = nullptr;
    const std::vector<Tensor> out = Run({gathered, also}, {{rows, indices}});
    ASSERT_EQ(out.size(), 2u);
    for (const Tensor& got : out) {
      EXPECT_EQ(got.string_at(0), "z");
      EXPECT_EQ(got.string_at(1), "x");
    }
  }
  const Tensor far = *Tensor::FromValues<int32_t>(Shape{1}, std::vector<int32_t>{3});
  std::vector<Tensor> none;
  EXPECT_EQ(TryRun({gathered}, {{rows, far}}, {}, &none).code(), Code::kInvalidArgument);
}

TEST_F(FormsTest, DisableCopyOnReadChangesNothing) {
  const OutputRef v = Variable("v", DType::kFloat, Shape({2}));
  Node* const init = Assign(v, Vector({1, 2}));
  Node* const disable = b().AddNode({"disable", "DisableCopyOnRead", {v}, {init}, {}, {}});
  const OutputRef read{
      b().AddNode({"read", "ReadVariableOp", {v}, {disable}, {{"dtype", AttrValue(DType::kFloat)}}, {}}),
      0};
  const std::vector<Tensor> out = Run({read}, {}, {disable});
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(ToFloats(out[0]), (std::vector<float>{1, 2}));
}

TEST_F(FormsTest, APatternThatIsNoneIsNamedByItsNode) {
  const OutputRef y{b().AddNode({"match",
                                 "StaticRegexFullMatch",
                                 {b().Constant(*Tensor::FromStrings(Shape{1}, {{std::string("a")}}))},
                                 {},
                                 {{"pattern", AttrValue("a(b")}},
                                 {}}),
                    0};
  std::vector<Tensor> out;
  const Status status = TryRun({y}, {}, {}, &out);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(status.ToString(), HasSubstr("match"));
  EXPECT_THAT(status.ToString(), HasSubstr("regular expression \"a(b\""));
}

}  // namespace
}  // namespace runnel
