// Products and convolutions that take along the bias and the Relu behind them: what they would give one
// after the other, in one launch, by cuBLASLt and by the plugin's own kernels.
#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

class CudaEpilogue : public CudaTest {
 protected:
  void Restart(const char* library) {
    End();
    Begin({{"cuda.cublaslt", library}});
    b().set_device(kCuda);
    feeds_.clear();
  }
  // `y` without the pass and with it: the same values, and `gone` launches fewer.
  void ExpectSame(OutputRef y, uint64_t gone) {
    const OutputRef out = b().Op("Cast", {y}, {{"DstT", AttrValue(DType::kFloat)}});
    std::vector<float> values[2];
    uint64_t launches[2] = {};
    for (const bool on : {false, true}) {
      session_options_.disabled_passes = {"fuse", "follow", "fold", "cse", "simplify"};
      if (!on) session_options_.disabled_passes.push_back("epilogue");
      session_ = nullptr;
      RunMetadata metadata;
      std::vector<Tensor> got;
      const Status status = TryRun({out}, feeds_, {}, &got, {}, &metadata);
      ASSERT_TRUE(status.ok()) << status.ToString();
      values[on] = ToFloats(got[0]);
      launches[on] = metadata.launches;
    }
    EXPECT_EQ(values[0], values[1]);
    EXPECT_EQ(launches[0] - launches[1], gone);
  }
};

TEST_F(CudaEpilogue, AProductInEveryTypeByTheLibraryAndByTheOwnKernel) {
  for (const char* library : {"none", RUNNEL_FAKE_CUBLASLT}) {
    for (const DType dtype : {DType::kFloat, DType::kHalf, DType::kBFloat16}) {
      // The library has no way for 3 columns.
      for (const int64_t n : {3, 4, 70}) {
        for (const bool transposed : {false, true}) {
          SCOPED_TRACE(StrCat(library, " ", DTypeName(dtype), " ", n, " ", transposed));
          Restart(library);
          const OutputRef product =
              b().Op("MatMul",
                     {Whole(dtype, transposed ? Shape{6, 5} : Shape{5, 6}, 1),
                      Whole(dtype, transposed ? Shape{n, 6} : Shape{6, n}, 2)},
                     {{"transpose_a", AttrValue(transposed)}, {"transpose_b", AttrValue(transposed)}});
          const OutputRef sum = b().Op("BiasAdd", {product, Whole(dtype, {n}, 3)});
          ExpectSame(b().Op("Relu", {sum}), 2);
        }
      }
    }
  }
}

TEST_F(CudaEpilogue, ABiasAloneAReluAloneAndWhatStaysBehind) {
  for (const char* library : {"none", RUNNEL_FAKE_CUBLASLT}) {
    SCOPED_TRACE(library);
    const auto product = [&] {
      Restart(library);
      return b().Op("MatMul", {Whole(DType::kFloat, {5, 6}, 1), Whole(DType::kFloat, {6, 8}, 2)});
    };
    const auto biased = [&] {
      const OutputRef x = product();
      return b().Op("BiasAdd", {x, Whole(DType::kFloat, {8}, 3)});
    };
    ExpectSame(biased(), 1);
    OutputRef x = product();
    ExpectSame(b().Op("Relu", {x}), 1);
    // The bias is taken along, the other function is a kernel of its own.
    x = biased();
    ExpectSame(b().Op("Tanh", {x}), 1);
    x = product();
    ExpectSame(b().Op("Tanh", {x}), 0);
  }
}

TEST_F(CudaEpilogue, BiasesOfTwoProductsOfOneShapeAreKeptApart) {
  Restart(RUNNEL_FAKE_CUBLASLT);
  OutputRef x = Whole(DType::kFloat, {5, 6}, 1);
  for (int64_t layer = 0; layer < 3; ++layer) {
    x = b().Op("MatMul", {x, Whole(DType::kFloat, {6, 6}, 2 + layer)});
    x = b().Op("Relu", {b().Op("BiasAdd", {x, Whole(DType::kFloat, {6}, 3 + layer)})});
  }
  ExpectSame(x, 6);
}

TEST_F(CudaEpilogue, AConvolutionInBothLayouts) {
  for (const DType dtype : {DType::kFloat, DType::kHalf, DType::kBFloat16}) {
    for (const char* format : {"NHWC", "NCHW"}) {
      SCOPED_TRACE(StrCat(DTypeName(dtype), " ", format));
      Restart("none");
      const bool last = format == std::string("NHWC");
      const OutputRef x = Whole(dtype, last ? Shape{2, 7, 6, 3} : Shape{2, 3, 7, 6}, 1);
      const OutputRef y = b().Op("Conv2D", {x, Whole(dtype, {3, 3, 3, 5}, 2)},
                                 {{"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})},
                                  {"padding", AttrValue("SAME")},
                                  {"data_format", AttrValue(format)}});
      const OutputRef sum =
          b().Op("BiasAdd", {y, Whole(dtype, {5}, 3)}, {{"data_format", AttrValue(format)}});
      ExpectSame(b().Op("Relu", {sum}), 2);
    }
  }
}

TEST_F(CudaEpilogue, SumsOfNothingAreTheBias) {
  for (const char* library : {"none", RUNNEL_FAKE_CUBLASLT}) {
    SCOPED_TRACE(library);
    Restart(library);
    const OutputRef product =
        b().Op("MatMul", {Whole(DType::kFloat, {3, 0}, 1), Whole(DType::kFloat, {0, 4}, 2)});
    ExpectSame(b().Op("BiasAdd", {product, Whole(DType::kFloat, {4}, 3)}), 1);
  }
}

}  // namespace
}  // namespace runnel
