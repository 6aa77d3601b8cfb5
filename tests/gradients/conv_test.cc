// Gradients of convolutions and pools against finite differences.
#include <gtest/gtest.h>

#include "tests/gradients/numeric.h"

namespace runnel::testing {
namespace {

struct Geometry {
  std::vector<int64_t> strides = {1, 1, 1, 1};
  const char* padding = "VALID";
  std::vector<int64_t> dilations = {1, 1, 1, 1};
  const char* format = "NHWC";
  std::vector<int64_t> pads = {};
};

AttrList Attrs(const Geometry& g) {
  AttrList attrs = {{"strides", AttrValue(g.strides)},
                    {"padding", AttrValue(g.padding)},
                    {"data_format", AttrValue(g.format)},
                    {"dilations", AttrValue(g.dilations)}};
  if (!g.pads.empty()) attrs.emplace_back("explicit_paddings", AttrValue(g.pads));
  return attrs;
}

// An op over two inputs.
GradientCase Conv(const char* name, const char* op, Shape image, Shape filter, const Geometry& g) {
  return {name, {op}, {std::move(image), std::move(filter)}, [=](GraphBuilder& b, const Edges& x) {
            return b.Op(op, {x[0], x[1]}, Attrs(g));
          }};
}

// MaxPool or AvgPool of windows of 2 by 3.
GradientCase Pool(const char* name, const char* op, const Shape& image, const Geometry& g) {
  return {name, {op}, {image}, [=](GraphBuilder& b, const Edges& x) {
            const bool nchw = std::string_view(g.format) == "NCHW";
            const std::vector<int64_t> ksize = {1, nchw ? 1 : 2, nchw ? 2 : 3, nchw ? 3 : 1};
            return b.Op(op, {x[0]},
                        {{"ksize", AttrValue(ksize)},
                         {"strides", AttrValue(g.strides)},
                         {"padding", AttrValue(g.padding)},
                         {"data_format", AttrValue(g.format)}});
          }};
}

// One over as many channels as its windows are large.
GradientCase DepthPool(const char* name, const char* op, const Shape& image, const char* format) {
  return {name, {op}, {image}, [=](GraphBuilder& b, const Edges& x) {
            const bool nchw = std::string_view(format) == "NCHW";
            const std::vector<int64_t> size = {1, nchw ? 2 : 1, 1, nchw ? 1 : 2};
            return b.Op(op, {x[0]},
                        {{"ksize", AttrValue(size)},
                         {"strides", AttrValue(size)},
                         {"padding", AttrValue("VALID")},
                         {"data_format", AttrValue(format)}});
          }};
}

// A gradient of a pool as a function of its last input alone: where the largest elements are is
// constant.
GradientCase PoolOfGrad(const char* op, const Shape& in) {
  return {op, {op}, {in}, [=](GraphBuilder& b, const Edges& x) {
            const DType t = x[0].node->output_type(0);
            const AttrList attrs = {{"ksize", AttrValue(std::vector<int64_t>{1, 2, 2, 1})},
                                    {"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})},
                                    {"padding", AttrValue("VALID")}};
            if (std::string_view(op) == "AvgPoolGrad") {
              return b.Op(op, {b.Int32Vector({1, 3, 3, 1}), x[0]}, attrs);
            }
            const std::vector<float> drawn = {3, 1, 2, 9, 8, 4, 7, 5, 6}, pooled = {9, 8, 9, 8};
            const OutputRef image =
                b.Op("Cast", {b.Constant(*Tensor::FromValues<float>(Shape{1, 3, 3, 1}, drawn))},
                     {{"DstT", AttrValue(t)}});
            const OutputRef most =
                b.Op("Cast", {b.Constant(*Tensor::FromValues<float>(Shape{1, 2, 2, 1}, pooled))},
                     {{"DstT", AttrValue(t)}});
            return b.Op(op, {image, most, x[0]}, attrs);
          }};
}

// clang-format off
const GradientCase kCases[] = {
    Conv("Conv2D", "Conv2D", {2, 4, 3, 2}, {2, 2, 2, 3}, {}),
    Conv("Conv2DSame", "Conv2D", {1, 4, 3, 2}, {3, 2, 2, 2}, {{1, 2, 1, 1}, "SAME"}),
    Conv("Conv2DDilated", "Conv2D", {1, 6, 5, 1}, {2, 2, 1, 2}, {{1, 2, 1, 1}, "SAME", {1, 3, 2, 1}}),
    Conv("Conv2DNchw", "Conv2D", {1, 2, 4, 3}, {2, 2, 2, 2}, {{1, 1, 2, 1}, "VALID", {1, 1, 1, 1}, "NCHW"}),
    Conv("Conv2DExplicit", "Conv2D", {1, 3, 3, 1}, {2, 2, 1, 2}, {{1, 1, 1, 1}, "EXPLICIT", {1, 1, 1, 1}, "NHWC", {0, 0, 1, 0, 0, 2, 0, 0}}),
    Conv("Conv2DGroups", "Conv2D", {2, 4, 3, 4}, {2, 2, 2, 6}, {{1, 2, 1, 1}, "SAME"}),
    Conv("Conv2DGroupsNchw", "Conv2D", {1, 6, 4, 3}, {2, 2, 2, 3}, {{1, 1, 2, 1}, "VALID", {1, 1, 1, 1}, "NCHW"}),
    Conv("Conv2DGroupsOfOne", "Conv2D", {1, 4, 3, 3}, {2, 2, 1, 6}, {{1, 1, 1, 1}, "SAME", {1, 2, 1, 1}}),
    {"Conv2DGroupsBackpropInput", {"Conv2DBackpropInput"}, {{2, 2, 2, 4}, {1, 2, 2, 4}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Conv2DBackpropInput", {b.Int32Vector({1, 3, 3, 4}), x[0], x[1]}, Attrs({}));
     }},
    {"Conv2DGroupsBackpropFilter", {"Conv2DBackpropFilter"}, {{1, 3, 3, 4}, {1, 2, 2, 4}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Conv2DBackpropFilter", {x[0], b.Int32Vector({2, 2, 2, 4}), x[1]}, Attrs({}));
     }},
    {"Conv2DBackpropInput", {"Conv2DBackpropInput"}, {{2, 2, 2, 1}, {1, 2, 2, 2}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Conv2DBackpropInput", {b.Int32Vector({1, 4, 3, 2}), b.Op("Reshape", {x[0], b.Int32Vector({2, 2, 2, 1})}),
                                           b.Op("Reshape", {x[1], b.Int32Vector({1, 2, 4, 1})})},
                   Attrs({{1, 2, 1, 1}, "EXPLICIT", {1, 1, 1, 1}, "NHWC", {0, 0, 0, 0, 1, 1, 0, 0}}));
     }},
    {"Conv2DBackpropFilter", {"Conv2DBackpropFilter"}, {{1, 4, 3, 2}, {1, 2, 3, 2}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Conv2DBackpropFilter", {x[0], b.Int32Vector({3, 2, 2, 2}), x[1]}, Attrs({{1, 2, 1, 1}, "SAME"}));
     }},
    Conv("Depthwise", "DepthwiseConv2dNative", {2, 4, 3, 2}, {2, 2, 2, 2}, {{1, 2, 1, 1}, "SAME"}),
    Conv("DepthwiseNchw", "DepthwiseConv2dNative", {1, 2, 5, 4}, {2, 2, 2, 1}, {{1, 1, 2, 1}, "VALID", {1, 1, 1, 2}, "NCHW"}),
    {"DepthwiseBackpropInput", {"DepthwiseConv2dNativeBackpropInput"}, {{2, 2, 2, 1}, {1, 2, 2, 2}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("DepthwiseConv2dNativeBackpropInput", {b.Int32Vector({1, 4, 3, 2}), x[0], x[1]},
                   Attrs({{1, 2, 1, 1}, "EXPLICIT", {1, 1, 1, 1}, "NHWC", {0, 0, 1, 0, 0, 0, 0, 0}}));
     }},
    {"DepthwiseBackpropFilter", {"DepthwiseConv2dNativeBackpropFilter"}, {{1, 4, 3, 2}, {1, 2, 3, 4}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("DepthwiseConv2dNativeBackpropFilter", {x[0], b.Int32Vector({3, 2, 2, 2}), x[1]}, Attrs({{1, 2, 1, 1}, "SAME"}));
     }},
    Pool("MaxPool", "MaxPool", {2, 4, 5, 2}, {{1, 2, 1, 1}, "SAME"}),
    Pool("MaxPoolNchw", "MaxPool", {1, 2, 4, 5}, {{1, 1, 1, 2}, "VALID", {1, 1, 1, 1}, "NCHW"}),
    Pool("AvgPool", "AvgPool", {2, 4, 5, 2}, {{1, 2, 1, 1}, "SAME"}),
    Pool("AvgPoolNchw", "AvgPool", {1, 2, 4, 5}, {{1, 1, 1, 2}, "VALID", {1, 1, 1, 1}, "NCHW"}),
    DepthPool("MaxPoolDepth", "MaxPool", {2, 2, 2, 4}, "NHWC"), DepthPool("MaxPoolDepthNchw", "MaxPool", {1, 4, 2, 3}, "NCHW"),
    DepthPool("AvgPoolDepth", "AvgPool", {2, 2, 2, 4}, "NHWC"), DepthPool("AvgPoolDepthNchw", "AvgPool", {1, 4, 2, 3}, "NCHW"),
    PoolOfGrad("MaxPoolGrad", {1, 2, 2, 1}), PoolOfGrad("MaxPoolGradGrad", {1, 3, 3, 1}),
    PoolOfGrad("AvgPoolGrad", {1, 2, 2, 1}),
};
// clang-format on

class ConvGradients : public ::testing::TestWithParam<GradientCase> {};

TEST_P(ConvGradients, MatchFiniteDifferences) { CheckGradients(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, ConvGradients, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runnel::testing
