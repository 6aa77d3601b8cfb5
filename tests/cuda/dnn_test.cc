// Convolutions by cuDNN, against the plugin's own kernels: what the library is told, and what happens
// where it has no way.
#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

class CudaDnn : public CudaTest {
 protected:
  void SetUp() override {
    CudaTest::SetUp();
    void* library = dlopen(RUNNEL_FAKE_CUDNN, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    count_ = reinterpret_cast<int64_t (*)()>(dlsym(library, "fake_cudnn_convolutions"));
    fail_ = reinterpret_cast<void (*)(int)>(dlsym(library, "fake_cudnn_fail"));
    ASSERT_TRUE(count_ != nullptr && fail_ != nullptr);
  }
  struct Case {
    int64_t n, h, w, c, k;
    int64_t window[2], stride[2], dilation[2];
    const char* padding;
  };

  // A convolution with bias and Relu, the two gradients of one without, and how many were the library's.
  struct Results {
    std::vector<float> forward, image, filter;
    int64_t by_library = 0;
    Status status;
  };
  Results Convolve(const char* library, const Case& c, bool nchw, DType dtype) {
    End();
    Begin({{"cuda.cudnn", library}});
    b().set_device(kCuda);
    feeds_.clear();
    session_options_.disabled_passes = {"fuse", "follow", "fold", "cse", "simplify", "layout"};
    const auto axes = [&](const int64_t* of) {
      return AttrValue(nchw ? std::vector<int64_t>{1, 1, of[0], of[1]}
                            : std::vector<int64_t>{1, of[0], of[1], 1});
    };
    const auto conv = [&](const char* op, std::initializer_list<OutputRef> inputs) {
      return b().Op(op, inputs,
                    {{"strides", axes(c.stride)},
                     {"dilations", axes(c.dilation)},
                     {"padding", AttrValue(c.padding)},
                     {"data_format", AttrValue(nchw ? "NCHW" : "NHWC")}});
    };
    const Shape image = nchw ? Shape{c.n, c.c, c.h, c.w} : Shape{c.n, c.h, c.w, c.c};
    const Shape taps = {c.window[0], c.window[1], c.c, c.k};
    const OutputRef x = Whole(dtype, image, 1), filter = Whole(dtype, taps, 2);
    const OutputRef y = conv("Conv2D", {x, filter});
    const Shape out = y.node->output_shape(y.index);
    const OutputRef grad = Whole(dtype, out, 3);
    const auto sizes = [&](const Shape& shape) {
      const auto dim = [&](int i) { return static_cast<int32_t>(shape.dim(i)); };
      return b().Int32Vector({dim(0), dim(1), dim(2), dim(3)});
    };
    const OutputRef of_image = conv("Conv2DBackpropInput", {sizes(image), filter, grad});
    const OutputRef of_filter = conv("Conv2DBackpropFilter", {x, sizes(taps), grad});
    const OutputRef bias = Whole(dtype, {c.k}, 4);
    const AttrValue format(nchw ? "NCHW" : "NHWC");
    const OutputRef after = b().Op("Relu", {b().Op("BiasAdd", {y, bias}, {{"data_format", format}})});
    std::vector<OutputRef> fetches;
    for (const OutputRef& of : {after, of_image, of_filter})
      fetches.push_back(b().Op("Cast", {of}, {{"DstT", AttrValue(DType::kFloat)}}));
    const int64_t before = count_();
    std::vector<Tensor> got;
    Results results;
    results.status = TryRun(fetches, feeds_, {}, &got);
    results.by_library = count_() - before;
    if (!results.status.ok()) return results;
    results.forward = ToFloats(got.at(0));
    results.image = ToFloats(got.at(1));
    results.filter = ToFloats(got.at(2));
    return results;
  }
  void ExpectSame(const Case& c, bool nchw, DType dtype, int64_t by_library) {
    SCOPED_TRACE(StrCat(c.h, "x", c.w, "x", c.c, nchw ? " NCHW " : " NHWC ", DTypeName(dtype)));
    const Results own = Convolve("none", c, nchw, dtype);
    const Results library = Convolve(RUNNEL_FAKE_CUDNN, c, nchw, dtype);
    ASSERT_TRUE(own.status.ok()) << own.status.ToString();
    ASSERT_TRUE(library.status.ok()) << library.status.ToString();
    EXPECT_EQ(library.forward, own.forward);
    EXPECT_EQ(library.image, own.image);
    EXPECT_EQ(library.filter, own.filter);
    EXPECT_EQ(own.by_library, 0);
    EXPECT_EQ(library.by_library, by_library);
  }

  // Gradients of filters of floats with channels last are our own.
  static constexpr int64_t kOwnFilter = 2;
  int64_t (*count_)() = nullptr;
  void (*fail_)(int) = nullptr;
};

TEST_F(CudaDnn, GivesWhatTheOwnKernelsGive) {
  const Case cases[] = {
      {2, 7, 6, 4, 5, {3, 3}, {1, 1}, {1, 1}, "SAME"}, {1, 8, 9, 2, 3, {3, 2}, {2, 1}, {1, 1}, "VALID"},
      {2, 9, 9, 4, 1, {3, 3}, {2, 2}, {1, 1}, "SAME"}, {1, 9, 8, 1, 6, {2, 3}, {1, 1}, {3, 2}, "VALID"},
      {3, 5, 4, 6, 7, {1, 1}, {1, 1}, {1, 1}, "SAME"},
  };
  for (const Case& c : cases) {
    for (const bool nchw : {false, true}) {
      for (const DType dtype : {DType::kFloat, DType::kHalf, DType::kBFloat16}) {
        ExpectSame(c, nchw, dtype, nchw || dtype != DType::kFloat ? 3 : kOwnFilter);
      }
    }
  }
}

// It pads alike on both sides.
TEST_F(CudaDnn, UnevenPaddingAndLinesThatNoWindowSeesAreTheLibrarysToo) {
  const Case cases[] = {
      {2, 8, 8, 4, 5, {3, 3}, {2, 2}, {1, 1}, "SAME"},   // one line of zeros behind the image
      {1, 10, 8, 4, 2, {7, 7}, {2, 2}, {1, 1}, "SAME"},  // two before it and three behind
      {2, 6, 9, 2, 4, {2, 4}, {1, 1}, {1, 1}, "SAME"},
      {1, 8, 8, 2, 4, {1, 3}, {2, 2}, {1, 1}, "SAME"},  // and a line that no window sees
      {2, 8, 9, 2, 2, {3, 2}, {3, 4}, {1, 1}, "VALID"},
      {1, 9, 10, 2, 2, {2, 2}, {1, 1}, {2, 3}, "SAME"},
  };
  for (const Case& c : cases) {
    for (const bool nchw : {false, true}) {
      ExpectSame(c, nchw, DType::kFloat, nchw ? 3 : kOwnFilter);
      ExpectSame(c, nchw, DType::kBFloat16, 3);
    }
  }
}

TEST_F(CudaDnn, WhatTheLibraryHasNoWayForIsDoneByTheOwnKernels) {
  const Case three_channels = {2, 7, 6, 3, 5, {3, 3}, {1, 1}, {1, 1}, "SAME"};
  ExpectSame(three_channels, false, DType::kHalf, 0);
  ExpectSame(three_channels, false, DType::kFloat, kOwnFilter);
  EXPECT_TRUE(Convolve("/no/such/libcudnn.so", three_channels, false, DType::kFloat).status.ok());
}

// Its estimates are no promises.
TEST_F(CudaDnn, WhatItRefusesAtLastIsDoneByTheOwnKernels) {
  const Case c = {2, 8, 8, 4, 5, {3, 3}, {2, 2}, {1, 1}, "SAME"};
  const Results own = Convolve("none", c, false, DType::kFloat);
  for (const int refusal : {9, 3001}) {
    fail_(refusal);
    const Results refused = Convolve(RUNNEL_FAKE_CUDNN, c, false, DType::kFloat);
    fail_(0);
    ASSERT_TRUE(refused.status.ok()) << refused.status.ToString();
    EXPECT_EQ(refused.forward, own.forward);
    EXPECT_EQ(refused.image, own.image);
    EXPECT_EQ(refused.filter, own.filter);
  }
}

TEST_F(CudaDnn, ItsFailureIsAStatusThatNamesTheOp) {
  fail_(8);
  const Case c = {2, 7, 6, 4, 5, {3, 3}, {1, 1}, {1, 1}, "SAME"};
  const Status status = Convolve(RUNNEL_FAKE_CUDNN, c, false, DType::kFloat).status;
  fail_(0);
  EXPECT_EQ(status.code(), Code::kInternal) << status.ToString();
  EXPECT_NE(status.message().find("cuDNN failed with status 8"), std::string::npos) << status.ToString();
  EXPECT_NE(status.message().find("Conv2D"), std::string::npos) << status.ToString();
}

// Twelve bits of the fraction are needed, and TF32 has ten.
TEST_F(CudaDnn, FloatsAreMultipliedAsTf32WhereThatIsChosen) {
  constexpr float kFine = 1.0F + 0x1p-12F;
  for (const char* tf32 : {"0", "1"}) {
    End();
    Begin({{"cuda.cudnn", RUNNEL_FAKE_CUDNN}, {"cuda.tf32", tf32}});
    b().set_device(kCuda);
    const OutputRef x = Placeholder("x", DType::kFloat, {1, 3, 3, 1});
    const OutputRef filter = Placeholder("filter", DType::kFloat, {1, 1, 1, 1});
    const OutputRef y = b().Op(
        "Conv2D", {x, filter},
        {{"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})}, {"padding", AttrValue("SAME")}});
    const int64_t before = count_();
    const auto out = Run({y}, {{x, Floats(std::vector<float>(9, kFine), {1, 3, 3, 1})},
                               {filter, Floats({1}, {1, 1, 1, 1})}});
    EXPECT_EQ(count_(), before + 1);
    EXPECT_EQ(ToFloats(out[0]), std::vector<float>(9, *tf32 == '1' ? 1.0F : kFine));
  }
}

}  // namespace
}  // namespace runnel
