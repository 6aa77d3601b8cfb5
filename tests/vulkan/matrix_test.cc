// Products of halves by the matrices of subgroups, which lavapipe emulates: of small integers every
// result is exact, so it must be the CPU's to the bit.
#include "tests/vulkan/vulkan_test.h"

namespace runnel {
namespace {

class VulkanMatrix : public VulkanTest {
 protected:
  OutputRef Feed(const Shape& shape, int step) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(static_cast<float>(i * step % 11 - 5));
    const OutputRef placeholder = Placeholder("", DType::kFloat, shape);
    feeds_.emplace_back(placeholder, Floats(values, shape));
    return placeholder;
  }
  // The product of two fed values, cast to half, on both devices; with a bias and Relu behind it if
  // `fused`.
  void Add(const char* op, OutputRef x, OutputRef y, OutputRef bias, const AttrList& attrs) {
    for (const char* device : {kCpu, kVulkan}) {
      const auto half = [&](OutputRef value) {
        return On(device, "Cast", {value}, {{"DstT", AttrValue(DType::kHalf)}});
      };
      OutputRef product = On(device, op, {half(x), half(y)}, attrs);
      if (bias.node != nullptr)
        product = On(device, "Relu", {On(device, "BiasAdd", {product, half(bias)}, {})}, {});
      fetches_.push_back(On(device, "Cast", {product}, {{"DstT", AttrValue(DType::kFloat)}}));
    }
  }
  void ExpectEqual() {
    session_ = nullptr;
    const auto out = Run(fetches_, feeds_);
    ASSERT_EQ(out.size(), fetches_.size());
    for (size_t i = 0; i + 1 < out.size(); i += 2)
      EXPECT_EQ(ToFloats(out[i]), ToFloats(out[i + 1])) << "product " << i / 2;
    EXPECT_EQ(errors(), "");
  }
  std::vector<std::pair<OutputRef, Tensor>> feeds_;
  std::vector<OutputRef> fetches_;
};

TEST_F(VulkanMatrix, ProductsOfAllSizesAndOrdersAreExact) {
  RUNNEL_START_OR_SKIP({{"vulkan.gemm", "matrix"}, {"vulkan.validation", "1"}});
  struct Case {
    int64_t m, n, k;
  };
  // One result; parts of a tile; whole vectors and more than one tile; and neither.
  for (const Case& c : {Case{1, 1, 1}, Case{33, 20, 7}, Case{136, 144, 40}, Case{131, 70, 19}}) {
    for (const bool trans_a : {false, true}) {
      for (const bool trans_b : {false, true}) {
        const OutputRef left = Feed(trans_a ? Shape{c.k, c.m} : Shape{c.m, c.k}, 7);
        const OutputRef right = Feed(trans_b ? Shape{c.n, c.k} : Shape{c.k, c.n}, 5);
        Add("MatMul", left, right, {},
            {{"transpose_a", AttrValue(trans_a)}, {"transpose_b", AttrValue(trans_b)}});
      }
    }
  }
  ExpectEqual();
}

TEST_F(VulkanMatrix, BatchesAndWhatFollowsAProduct) {
  RUNNEL_START_OR_SKIP({{"vulkan.gemm", "matrix"}, {"vulkan.validation", "1"}});
  Add("BatchMatMulV2", Feed({3, 1, 20, 9}, 7), Feed({2, 9, 35}, 5), {}, {});
  Add("BatchMatMulV2", Feed({2, 16, 24}, 7), Feed({2, 40, 24}, 5), {}, {{"adj_y", AttrValue(true)}});
  Add("MatMul", Feed({50, 24}, 7), Feed({24, 40}, 5), Feed({40}, 3), {});
  Add("MatMul", Feed({7, 5}, 7), Feed({5, 3}, 5), Feed({3}, 3), {});
  ExpectEqual();
}

}  // namespace
}  // namespace runnel
