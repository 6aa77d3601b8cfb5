// Tensors: values, spans over the same memory, lifetimes, DLPack, refusals.
#include "expect.h"

namespace runnel_test {
namespace {

using namespace runnel;  // NOLINT

TEST(Tensor, HoldsValuesOfEveryElementType) {
  const Runtime& r = SharedRuntime();
  const auto round = [&]<typename T>(std::vector<T> values) {
    const Tensor t = Tensor::From(r, std::span<const T>(values), {2, 1});
    EXPECT_EQ(t.dtype(), kDTypeOf<T>);
    EXPECT_EQ(t.shape(), (Shape{2, 1}));
    EXPECT_EQ(Values<T>(t), values);
  };
  round(std::vector<float>{1.5F, -2});
  round(std::vector<double>{1.5, -2});
  round(std::vector<std::int8_t>{-128, 127});
  round(std::vector<std::uint8_t>{0, 255});
  round(std::vector<std::int16_t>{-5, 6});
  round(std::vector<std::uint16_t>{5, 6});
  round(std::vector<std::int32_t>{-5, 6});
  round(std::vector<std::uint32_t>{5, 6});
  round(std::vector<std::int64_t>{-5, 6});
  round(std::vector<std::uint64_t>{5, 6});
  round(std::vector<std::complex<float>>{{1, 2}, {3, 4}});
  round(std::vector<std::complex<double>>{{1, 2}, {3, 4}});
  EXPECT_EQ(static_cast<bool>(Tensor::Scalar(r, true).item<bool>()), true);
  EXPECT_EQ(Tensor::From<Half>(r, {Half{0x3c00}}, {1}).data<Half>()[0].bits, 0x3c00);
  const std::vector<std::string> words{"a", std::string("\0b", 2)};
  const Tensor strings = Tensor::Strings(r, words, {2});
  EXPECT_EQ(strings.string(1), words[1]);
  EXPECT_EQ(Tensor::From<float>(r, {1, 2}, {2}).text(), "float[2] = [1 2]");
}

TEST(Tensor, SpansShareItsMemory) {
  Tensor t = Tensor::Empty(SharedRuntime(), DType::kFloat, {3});
  const std::span<float> write = t.mutable_data<float>();
  std::fill(write.begin(), write.end(), 2.0F);
  EXPECT_EQ(t.data<float>().data(), write.data());
  const Tensor same = t.reshape({3, 1});
  EXPECT_EQ(same.data<float>().data(), write.data());
  EXPECT_TRUE(Throws([&] { (void)t.mutable_data<float>(); }, Code::kFailedPrecondition)) << "shared";
  EXPECT_EQ(Tensor::Empty(SharedRuntime(), DType::kFloat, {0, 3}).data<float>().size(), 0U);
}

TEST(Tensor, WrappedMemoryIsUsedAndGivenBackOnce) {
  std::vector<float> values{1, 2, 3};
  int done = 0;
  {
    const Tensor t = Tensor::Wrap(SharedRuntime(), std::span<float>(values), {3}, [&] { ++done; });
    EXPECT_EQ(t.data<float>().data(), values.data());
    const Tensor copy = t;  // NOLINT: of the handle
    EXPECT_EQ(done, 0);
  }
  EXPECT_EQ(done, 1);
  EXPECT_TRUE(Throws(
      [&] { (void)Tensor::Wrap(SharedRuntime(), std::span<float>(values), {4}, [&] { ++done; }); },
      Code::kInvalidArgument));
  EXPECT_EQ(done, 2) << "also when it fails";
  std::vector<double> moved{4, 5};
  const double* address = moved.data();
  const Tensor owned = Tensor::Wrap(SharedRuntime(), std::move(moved), {2});
  EXPECT_EQ(owned.data<double>().data(), address);
}

TEST(Tensor, GoesThroughDlpackWithoutACopy) {
  const std::uint64_t before = SharedRuntime().memory_in_use();
  {
    const Tensor t = Tensor::From<float>(SharedRuntime(), {1, 2}, {2});
    const Tensor back = Tensor::FromDlpack(SharedRuntime(), t.ToDlpack());
    EXPECT_EQ(back.data<float>().data(), t.data<float>().data());
    EXPECT_TRUE(Throws([&] { (void)Tensor::Strings(SharedRuntime(), {}, {0}).ToDlpack(); },
                       Code::kInvalidArgument));
  }
  EXPECT_EQ(SharedRuntime().memory_in_use(), before);
}

TEST(Tensor, RefusesWhatCannotBeOne) {
  const Runtime& r = SharedRuntime();
  EXPECT_TRUE(Throws(
      [&] {
        (void)Tensor::Empty(r, DType::kFloat, {2, -1});
      },
      Code::kInvalidArgument, {"-1"}));
  EXPECT_TRUE(Throws(
      [&] {
        (void)Tensor::Empty(r, DType::kFloat, {std::int64_t{1} << 40, std::int64_t{1} << 40});
      },
      Code::kInvalidArgument));
  EXPECT_TRUE(Throws([&] { (void)Tensor::Empty(r, DType::kFloat, Shape(300, 1)); },
                     Code::kInvalidArgument, {"300"}));
  EXPECT_TRUE(Throws([&] { (void)Tensor::Empty(r, DType::kUint8, {std::int64_t{1} << 50}); },
                     Code::kResourceExhausted));
  EXPECT_TRUE(Throws([&] { (void)Tensor::Empty(r, DType::kResource, {}); }, Code::kInvalidArgument,
                     {"resource"}));
  EXPECT_TRUE(Throws(
      [&] {
        (void)Tensor::From<float>(r, {1, 2}, {3});
      },
      Code::kInvalidArgument, {"12", "8"}));
  EXPECT_TRUE(Throws([&] { (void)Tensor::Strings(r, {}, {1}); }, Code::kInvalidArgument));
  const Tensor t = Tensor::From<float>(r, {1, 2}, {2});
  EXPECT_TRUE(Throws([&] { (void)t.data<double>(); }, Code::kInvalidArgument, {"float", "double"}));
  EXPECT_TRUE(Throws([&] { (void)t.item<float>(); }, Code::kInvalidArgument, {"2"}));
  EXPECT_TRUE(Throws([&] { (void)t.reshape({3}); }, Code::kInvalidArgument));
  EXPECT_TRUE(Throws([&] { (void)t.string(0); }, Code::kInvalidArgument));
  EXPECT_TRUE(Throws([] { (void)Tensor().reshape({1}); }, Code::kInvalidArgument, {"tensor"}))
      << "an empty handle";
  EXPECT_EQ(Tensor().shape(), Shape{});
}

TEST(Runtime, OptionsAreChecked) {
  EXPECT_TRUE(Throws([] { (void)Runtime::Create({.threads = -1}); }, Code::kInvalidArgument));
  EXPECT_TRUE(Throws([] { (void)Runtime::Create({.plugins = {"absent"}}); }, Code::kNotFound,
                     {"librunnel_absent.so"}));
  EXPECT_EQ(SharedRuntime().devices().at(0).type, "CPU");
  EXPECT_GT(SharedRuntime().ops().size(), 200U);
  EXPECT_EQ(SharedRuntime().op_family("MatMul"), "");
}

}  // namespace
}  // namespace runnel_test
