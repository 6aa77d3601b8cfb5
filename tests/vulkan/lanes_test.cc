// The kernels that large products and convolutions have on a processor, forced on what is small and odd:
// of small integers every result is exact, so it must be the CPU's to the bit.
#include "tests/vulkan/vulkan_test.h"

namespace runnel {
namespace {

class VulkanLanes : public VulkanTest {
 protected:
  static Tensor Integers(const Shape& shape, int step) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(static_cast<float>(i * step % 11 - 5));
    return Floats(values, shape);
  }
  OutputRef Feed(const Shape& shape, int step) {
    const OutputRef placeholder = Placeholder("x" + std::to_string(feeds_.size()), DType::kFloat, shape);
    feeds_.emplace_back(placeholder, Integers(shape, step));
    return placeholder;
  }
  // The same op on both devices; attrs are for both.
  void Add(const char* op, const std::vector<OutputRef>& inputs, const AttrList& attrs) {
    for (const char* device : {kCpu, kVulkan}) fetches_.push_back(On(device, op, inputs, attrs));
  }
  void ExpectEqual(const std::string& what) {
    session_ = nullptr;
    const auto out = Run(fetches_, feeds_);
    ASSERT_EQ(out.size(), fetches_.size()) << what;
    for (size_t i = 0; i + 1 < out.size(); i += 2)
      EXPECT_EQ(ToFloats(out[i]), ToFloats(out[i + 1])) << what << ", op " << i / 2;
    fetches_.clear();
  }
  std::vector<std::pair<OutputRef, Tensor>> feeds_;
  std::vector<OutputRef> fetches_;
};

TEST_F(VulkanLanes, ProductsOfOddSizesAreExact) {
  RUNNEL_START_OR_SKIP({{"vulkan.gemm", "lanes"}, {"vulkan.validation", "1"}});
  struct Case {
    int64_t m, n, k;
    bool transposes_a, transposes_b;
  };
  for (const Case& c :
       {Case{64, 64, 8, false, false}, Case{67, 101, 13, false, true}, Case{96, 66, 36, true, false}}) {
    const OutputRef left = Feed(c.transposes_a ? Shape{c.k, c.m} : Shape{c.m, c.k}, 7);
    const OutputRef right = Feed(c.transposes_b ? Shape{c.n, c.k} : Shape{c.k, c.n}, 5);
    Add("MatMul", {left, right},
        {{"transpose_a", AttrValue(c.transposes_a)}, {"transpose_b", AttrValue(c.transposes_b)}});
  }
  ExpectEqual("products");
  EXPECT_EQ(errors(), "");
}

TEST_F(VulkanLanes, ConvolutionsAndTheirGradientsAreExact) {
  RUNNEL_START_OR_SKIP({{"vulkan.gemm", "lanes"}, {"vulkan.validation", "1"}});
  struct Sizes {
    int64_t height, width, channels, out_channels, taps, stride;
    const char* padding;
  };
  for (const Sizes& s : {Sizes{9, 7, 4, 8, 3, 1, "SAME"}, Sizes{11, 8, 1, 5, 5, 1, "SAME"},
                         Sizes{8, 10, 3, 20, 3, 2, "VALID"}, Sizes{7, 7, 8, 3, 2, 2, "SAME"}}) {
    const auto out = [&](int64_t size) {
      return s.padding[0] == 'S' ? (size + s.stride - 1) / s.stride : (size - s.taps) / s.stride + 1;
    };
    const Shape image{3, s.height, s.width, s.channels};
    const Shape filter{s.taps, s.taps, s.channels, s.out_channels};
    const std::vector<int64_t> strides{1, s.stride, s.stride, 1};
    const AttrList attrs = {{"padding", AttrValue(s.padding)}, {"strides", AttrValue(strides)}};
    const auto sizes = [&](const Shape& shape) {
      std::vector<int32_t> dims;
      for (int i = 0; i < 4; ++i) dims.push_back(static_cast<int32_t>(shape.dim(i)));
      return b().Constant(*Tensor::FromValues<int32_t>(Shape{4}, dims));
    };
    const OutputRef x = Feed(image, 7), w = Feed(filter, 3);
    const OutputRef dy = Feed({3, out(s.height), out(s.width), s.out_channels}, 5);
    Add("Conv2D", {x, w}, attrs);
    Add("Conv2DBackpropInput", {sizes(image), w, dy}, attrs);
    Add("Conv2DBackpropFilter", {x, sizes(filter), dy}, attrs);
    ExpectEqual("channels " + std::to_string(s.channels));
  }
  EXPECT_EQ(errors(), "");
}

}  // namespace
}  // namespace runnel
