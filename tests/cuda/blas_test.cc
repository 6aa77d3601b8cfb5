// Matrix products by cuBLASLt, against the plugin's own kernel: what the library is told, and what
// happens where it has no way.
#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

class CudaBlas : public CudaTest {
 protected:
  std::vector<float> Product(const char* library, const Shape& a, const Shape& b_shape, bool transpose_a,
                             bool transpose_b) {
    End();
    Begin({{"cuda.cublaslt", library}});
    b().set_device(kCuda);
    const bool batched = a.rank() > 2 || b_shape.rank() > 2;
    const OutputRef x = Placeholder("x", DType::kFloat, a), y = Placeholder("y", DType::kFloat, b_shape);
    const OutputRef product = b().Op(batched ? "BatchMatMulV2" : "MatMul", {x, y},
                                     {{batched ? "adj_x" : "transpose_a", AttrValue(transpose_a)},
                                      {batched ? "adj_y" : "transpose_b", AttrValue(transpose_b)}});
    const auto whole = [](const Shape& shape, int seed) {
      std::vector<float> values;
      for (int64_t i = 0; i < shape.num_elements(); ++i)
        values.push_back(static_cast<float>((i * 7 + seed) % 11) - 5);
      return Floats(values, shape);
    };
    const int64_t before = fake_->launches();
    const auto out = Run({product}, {{x, whole(a, 1)}, {y, whole(b_shape, 4)}});
    launches_ = fake_->launches() - before;
    return ToFloats(out.at(0));
  }
  int64_t launches_ = 0;
};

// Whole numbers, so that every order of summing gives the same bits.
TEST_F(CudaBlas, GivesWhatTheOwnKernelGives) {
  const struct {
    Shape a, b;
    bool transpose_a, transpose_b;
  } cases[] = {
      {{5, 7}, {7, 4}, false, false},
      {{7, 5}, {7, 4}, true, false},
      {{5, 7}, {4, 7}, false, true},
      {{7, 5}, {4, 7}, true, true},
      {{3, 5, 7}, {3, 7, 4}, false, false},
      {{3, 7, 5}, {3, 4, 7}, true, true},
      {{3, 5, 7}, {7, 4}, false, false},
      {{2, 1, 5, 7}, {2, 3, 7, 4}, false, false},
      {{2, 1, 5, 7}, {1, 3, 7, 4}, false, false},
  };
  for (const auto& c : cases) {
    const std::vector<float> own = Product("none", c.a, c.b, c.transpose_a, c.transpose_b);
    EXPECT_EQ(launches_, 1);
    const std::vector<float> library =
        Product(RUNNEL_FAKE_CUBLASLT, c.a, c.b, c.transpose_a, c.transpose_b);
    EXPECT_EQ(library, own) << c.a.ToString() << " " << c.b.ToString();
    if (c.a.rank() < 4) {
      EXPECT_EQ(launches_, 0) << "not by the library";
    }
  }
}

// Twelve bits of the fraction are needed, and TF32 has ten.
TEST_F(CudaBlas, FloatsAreMultipliedAsTf32WhereThatIsChosen) {
  constexpr float kFine = 1.0F + 0x1p-12F;
  for (const char* tf32 : {"0", "1"}) {
    End();
    Begin({{"cuda.cublaslt", RUNNEL_FAKE_CUBLASLT}, {"cuda.tf32", tf32}});
    b().set_device(kCuda);
    const OutputRef x = Placeholder("x", DType::kFloat, {4, 4});
    const OutputRef y = Placeholder("y", DType::kFloat, {4, 4});
    const OutputRef product = b().Op("MatMul", {x, y});
    std::vector<float> identity(16, 0);
    for (size_t i = 0; i < 4; ++i) identity[5 * i] = 1;
    const auto out = Run(
        {product}, {{x, Floats(std::vector<float>(16, kFine), {4, 4})}, {y, Floats(identity, {4, 4})}});
    EXPECT_EQ(ToFloats(out[0]), std::vector<float>(16, *tf32 == '1' ? 1.0F : kFine));
  }
}

TEST_F(CudaBlas, WhatTheLibraryHasNoWayForIsDoneByTheOwnKernel) {
  const std::vector<float> own = Product("none", {5, 7}, {7, 3}, false, false);
  EXPECT_EQ(Product(RUNNEL_FAKE_CUBLASLT, {5, 7}, {7, 3}, false, false), own);
  EXPECT_EQ(launches_, 1);
  EXPECT_EQ(Product("/no/such/libcublasLt.so", {5, 7}, {7, 3}, false, false), own);
}

}  // namespace
}  // namespace runnel
