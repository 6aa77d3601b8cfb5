// Tensors: making, reading, wrapping, strings, DLPack.
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/c_api/support/expect.h"

// DLPack's structs as the other side declares them.
struct DLDevice {
  int32_t device_type;
  int32_t device_id;
};
struct DLDataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(DLManagedTensor*);
};

namespace runnel_test {
namespace {

TEST(Tensor, HoldsACopyOfItsData) {
  const Runtime runtime = NewBareRuntime();
  float values[6] = {1, 2, 3, 4, 5, 6};
  const int64_t dims[] = {2, 3};
  Tensor tensor;
  ASSERT_TRUE(
      IsOk(rnl_tensor_from_data(runtime, RNL_FLOAT, 2, dims, values, sizeof(values), tensor.out())));
  values[0] = 99;
  EXPECT_EQ(rnl_tensor_dtype(tensor), RNL_FLOAT);
  EXPECT_EQ(rnl_tensor_rank(tensor), 2);
  EXPECT_EQ(rnl_tensor_dims(tensor)[0], 2);
  EXPECT_EQ(rnl_tensor_dims(tensor)[1], 3);
  EXPECT_EQ(rnl_tensor_num_elements(tensor), 6);
  EXPECT_EQ(rnl_tensor_size_bytes(tensor), 24u);
  EXPECT_EQ(Floats(tensor), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(rnl_tensor_data(tensor)) % 64, 0u);
  EXPECT_EQ(rnl_tensor_device(tensor).size, 0u);
  float copy[6];
  ASSERT_TRUE(IsOk(rnl_tensor_copy_to(tensor, copy, sizeof(copy))));
  EXPECT_EQ(copy[5], 6);
  EXPECT_TRUE(Fails(rnl_tensor_copy_to(tensor, copy, 20), RNL_INVALID_ARGUMENT, {"24", "20"}));
  EXPECT_TRUE(Fails(rnl_tensor_copy_to(tensor, nullptr, 24), RNL_INVALID_ARGUMENT, {"data"}));
  Tensor host;
  ASSERT_TRUE(IsOk(rnl_tensor_to_host(tensor, host.out())));
  EXPECT_EQ(host.get(), tensor.get());
  Bytes text;
  ASSERT_TRUE(IsOk(rnl_tensor_to_text(tensor, 2, text.out())));
  EXPECT_NE(Str(rnl_bytes_view(text)).find("float[2,3]"), std::string::npos);
}

TEST(Tensor, TextHasTheFewestDigitsThatReadBackAsItsType) {
  const Runtime runtime = NewBareRuntime();
  const auto text = [&](rnl_dtype_t dtype, const void* data, size_t size_bytes, int64_t count) {
    Tensor tensor;
    EXPECT_TRUE(IsOk(rnl_tensor_from_data(runtime, dtype, 1, &count, data, size_bytes, tensor.out())));
    Bytes bytes;
    EXPECT_TRUE(IsOk(rnl_tensor_to_text(tensor, 16, bytes.out())));
    const std::string all = Str(rnl_bytes_view(bytes));
    return all.substr(all.find('=') + 2);
  };
  const float floats[] = {0.001f, 0.1f, 1.0f / 3, 16777216, 1e-45f, 3.4028235e38f};
  EXPECT_EQ(text(RNL_FLOAT, floats, sizeof(floats), 6),
            "[0.001 0.1 0.33333334 16777216 1e-45 3.4028235e+38]");
  const double doubles[] = {0.001, 0.1f, 1.0 / 3};
  EXPECT_EQ(text(RNL_DOUBLE, doubles, sizeof(doubles), 3),
            "[0.001 0.10000000149011612 0.3333333333333333]");
  const uint16_t halves[] = {0x1419, 0x2e66, 0x3555, 0x7bff, 0x8001, 0x7c00, 0x7e00};
  EXPECT_EQ(text(RNL_HALF, halves, sizeof(halves), 7), "[0.001 0.1 0.3333 65504 -6e-08 inf nan]");
  const uint16_t brains[] = {0x3a83, 0x3dcd, 0x3eab, 0xff80};
  EXPECT_EQ(text(RNL_BFLOAT16, brains, sizeof(brains), 4), "[0.001 0.1 0.334 -inf]");
  const float complex[] = {0.1f, -2, 1, 0.001f};
  EXPECT_EQ(text(RNL_COMPLEX64, complex, sizeof(complex), 2), "[0.1-2j 1+0.001j]");
  const int8_t small[] = {-3, 7};
  EXPECT_EQ(text(RNL_QINT8, small, sizeof(small), 2), "[-3 7]");
}

TEST(Tensor, NullAnswersHarmlessly) {
  EXPECT_EQ(rnl_tensor_dtype(nullptr), RNL_INVALID);
  EXPECT_EQ(rnl_tensor_rank(nullptr), 0);
  EXPECT_EQ(rnl_tensor_dims(nullptr), nullptr);
  EXPECT_EQ(rnl_tensor_num_elements(nullptr), 0);
  EXPECT_EQ(rnl_tensor_size_bytes(nullptr), 0u);
  EXPECT_EQ(rnl_tensor_data(nullptr), nullptr);
  EXPECT_EQ(rnl_tensor_device(nullptr).size, 0u);
  EXPECT_EQ(rnl_tensor_retain(nullptr), nullptr);
  rnl_tensor_release(nullptr);
  Tensor out;
  void* data = nullptr;
  EXPECT_TRUE(Fails(rnl_tensor_to_host(nullptr, out.out()), RNL_INVALID_ARGUMENT, {"tensor"}));
  EXPECT_TRUE(Fails(rnl_tensor_mutable_data(nullptr, &data), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_tensor_create(nullptr, RNL_FLOAT, 0, nullptr, out.out()), RNL_INVALID_ARGUMENT,
                    {"runtime"}));
}

TEST(Tensor, RejectsWhatCannotBeATensor) {
  const Runtime runtime = NewBareRuntime();
  Tensor t;
  const int64_t negative[] = {2, -1};
  const int64_t huge[] = {int64_t{1} << 40, int64_t{1} << 40};
  const int64_t large[] = {int64_t{1} << 61};
  const std::vector<int64_t> ones(300, 1);
  EXPECT_TRUE(
      Fails(rnl_tensor_create(runtime, RNL_FLOAT, 2, negative, t.out()), RNL_INVALID_ARGUMENT, {"-1"}));
  EXPECT_EQ(t.get(), nullptr);
  EXPECT_TRUE(Fails(rnl_tensor_create(runtime, RNL_FLOAT, 2, huge, t.out()), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_tensor_create(runtime, RNL_DOUBLE, 1, large, t.out()), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_tensor_create(runtime, RNL_FLOAT, 300, ones.data(), t.out()),
                    RNL_INVALID_ARGUMENT, {"300"}));
  EXPECT_TRUE(Fails(rnl_tensor_create(runtime, RNL_FLOAT, -1, nullptr, t.out()), RNL_INVALID_ARGUMENT,
                    {"rank"}));
  EXPECT_TRUE(
      Fails(rnl_tensor_create(runtime, RNL_FLOAT, 2, nullptr, t.out()), RNL_INVALID_ARGUMENT, {"dims"}));
  EXPECT_TRUE(Fails(rnl_tensor_create(runtime, 99, 0, nullptr, t.out()), RNL_INVALID_ARGUMENT, {"99"}));
  EXPECT_TRUE(Fails(rnl_tensor_create(runtime, RNL_RESOURCE, 0, nullptr, t.out()), RNL_INVALID_ARGUMENT,
                    {"resource"}));
  const int64_t much[] = {int64_t{1} << 50};
  EXPECT_TRUE(Fails(rnl_tensor_create(runtime, RNL_UINT8, 1, much, t.out()), RNL_RESOURCE_EXHAUSTED));
  EXPECT_TRUE(Fails(rnl_tensor_from_data(runtime, RNL_FLOAT, 0, nullptr, negative, 8, t.out()),
                    RNL_INVALID_ARGUMENT, {"4", "8"}));
  EXPECT_TRUE(Fails(rnl_tensor_from_data(runtime, RNL_STRING, 0, nullptr, "a", 1, t.out()),
                    RNL_INVALID_ARGUMENT, {"string"}));
  EXPECT_TRUE(Fails(rnl_tensor_from_data(runtime, RNL_FLOAT, 0, nullptr, nullptr, 4, t.out()),
                    RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_tensor_create(runtime, RNL_FLOAT, 0, nullptr, nullptr), RNL_INVALID_ARGUMENT,
                    {"out_tensor"}));
}

// The rank that is promised, all the way: made, reshaped, fed, computed, fetched, kept in a graph,
// saved.
TEST(Tensor, OfTheGreatestRankGoesEverywhere) {
  const Runtime runtime = NewRuntime();
  std::vector<int64_t> dims(254, 1);
  dims[0] = 2;
  dims[253] = 3;
  const Tensor t = FloatTensor(runtime, dims, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(rnl_tensor_rank(t), 254);
  EXPECT_EQ(rnl_tensor_dims(t)[253], 3);
  EXPECT_EQ(rnl_tensor_num_elements(t), 6);
  Tensor flat, deep;
  const int64_t six[] = {6};
  ASSERT_TRUE(IsOk(rnl_tensor_reshape(t, 1, six, flat.out())));
  ASSERT_TRUE(IsOk(rnl_tensor_reshape(flat, 254, dims.data(), deep.out())));
  EXPECT_EQ(Floats(deep), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  dims.push_back(1);
  EXPECT_TRUE(Fails(rnl_tensor_reshape(flat, 255, dims.data(), deep.out()), RNL_INVALID_ARGUMENT,
                    {"255", "254"}));
  EXPECT_TRUE(Fails(rnl_tensor_create(runtime, RNL_FLOAT, 255, dims.data(), deep.out()),
                    RNL_INVALID_ARGUMENT, {"255", "254"}));
  dims.pop_back();

  Graph graph, copy;
  Session session;
  rnl_output_t x{}, c{}, sum{}, expanded{}, axis{};
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime, graph.out())));
  ASSERT_TRUE(IsOk(rnl_graph_add_placeholder(graph, rnl_str("x"), RNL_FLOAT, 254, dims.data(), &x)));
  ASSERT_TRUE(IsOk(rnl_graph_add_constant(graph, rnl_str("c"), t, &c)));
  const rnl_output_t both[] = {x, c};
  ASSERT_TRUE(IsOk(rnl_graph_add_op(graph, rnl_str("AddV2"), rnl_str("sum"), both, 2, &sum)));
  Tensor zero;
  ASSERT_TRUE(IsOk(rnl_tensor_from_scalar(runtime, RNL_INT32, 0, zero.out())));
  ASSERT_TRUE(IsOk(rnl_graph_add_constant(graph, rnl_str("axis"), zero, &axis)));
  const rnl_output_t expand[] = {x, axis};
  EXPECT_TRUE(Fails(rnl_graph_add_op(graph, rnl_str("ExpandDims"), rnl_str("e"), expand, 2, &expanded),
                    RNL_INVALID_ARGUMENT, {"\"e\"", "254"}))
      << "one more would be too many";
  ASSERT_TRUE(IsOk(rnl_session_create(graph, nullptr, session.out())));
  rnl_tensor_t* const feed[] = {t};
  Tensor out;
  ASSERT_TRUE(IsOk(
      rnl_session_run_outputs(session, nullptr, &x, feed, 1, &sum, out.out(), 1, nullptr, 0, nullptr)));
  EXPECT_EQ(rnl_tensor_rank(out), 254);
  EXPECT_EQ(Floats(out), (std::vector<float>{2, 4, 6, 8, 10, 12}));
  Bytes bytes;
  ASSERT_TRUE(IsOk(rnl_graph_export(graph, bytes.out())));
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime, copy.out())));
  ASSERT_TRUE(IsOk(rnl_graph_import(copy, rnl_bytes_view(bytes), nullptr)));
  int32_t rank = 0;
  ASSERT_TRUE(IsOk(rnl_graph_output_shape(copy, sum, 0, nullptr, &rank)));
  EXPECT_EQ(rank, 254);
}

TEST(Tensor, EmptyOnesHaveNoData) {
  const Runtime runtime = NewBareRuntime();
  const int64_t dims[] = {3, 0};
  Tensor t;
  ASSERT_TRUE(IsOk(rnl_tensor_from_data(runtime, RNL_INT64, 2, dims, nullptr, 0, t.out())));
  EXPECT_EQ(rnl_tensor_num_elements(t), 0);
  EXPECT_EQ(rnl_tensor_data(t), nullptr);
  EXPECT_TRUE(IsOk(rnl_tensor_copy_to(t, nullptr, 0)));
}

template <typename T>
T ScalarAs(rnl_runtime_t* runtime, rnl_dtype_t dtype, double value) {
  Tensor t;
  T out{};
  EXPECT_TRUE(IsOk(rnl_tensor_from_scalar(runtime, dtype, value, t.out())));
  EXPECT_TRUE(IsOk(rnl_tensor_copy_to(t, &out, sizeof(out))));
  return out;
}

TEST(Tensor, ScalarsAreExactOrRefused) {
  const Runtime runtime = NewBareRuntime();
  EXPECT_EQ(ScalarAs<float>(runtime, RNL_FLOAT, 0.5), 0.5f);
  EXPECT_EQ(ScalarAs<int8_t>(runtime, RNL_INT8, -128), -128);
  EXPECT_EQ(ScalarAs<uint64_t>(runtime, RNL_UINT64, std::ldexp(1, 63)), uint64_t{1} << 63);
  EXPECT_EQ(ScalarAs<int64_t>(runtime, RNL_INT64, -std::ldexp(1, 63)),
            std::numeric_limits<int64_t>::min());
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_HALF, 1.0), 0x3c00);
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_HALF, -2.5), 0xc100);
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_HALF, 65504), 0x7bff);
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_HALF, 65520), 0x7c00);
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_HALF, std::ldexp(1, -24)), 0x0001);
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_HALF, std::ldexp(1, -14)), 0x0400);
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_HALF, std::ldexp(1023.75, -24)), 0x0400);
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_HALF, 0), 0);
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_HALF, INFINITY), 0x7c00);
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_BFLOAT16, 1.0), 0x3f80);
  EXPECT_EQ(ScalarAs<uint16_t>(runtime, RNL_BFLOAT16, 1.00390625), 0x3f80);
  EXPECT_EQ(ScalarAs<uint8_t>(runtime, RNL_BOOL, 1), 1);
  Tensor t;
  EXPECT_TRUE(Fails(rnl_tensor_from_scalar(runtime, RNL_INT8, 128, t.out()), RNL_INVALID_ARGUMENT,
                    {"int8", "128"}));
  EXPECT_TRUE(Fails(rnl_tensor_from_scalar(runtime, RNL_INT32, 0.5, t.out()), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_tensor_from_scalar(runtime, RNL_INT64, NAN, t.out()), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_tensor_from_scalar(runtime, RNL_UINT8, -1, t.out()), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_tensor_from_scalar(runtime, RNL_BOOL, 2, t.out()), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(
      Fails(rnl_tensor_from_scalar(runtime, RNL_STRING, 2, t.out()), RNL_INVALID_ARGUMENT, {"string"}));
  EXPECT_TRUE(Fails(rnl_tensor_from_scalar(runtime, RNL_COMPLEX64, 2, t.out()), RNL_INVALID_ARGUMENT));
}

TEST(Tensor, StringsHoldAnyBytes) {
  const Runtime runtime = NewBareRuntime();
  const int64_t dims[] = {2};
  const rnl_str_t values[] = {{"a\0b", 3}, {nullptr, 0}};
  Tensor t;
  ASSERT_TRUE(IsOk(rnl_tensor_from_strings(runtime, 1, dims, values, 2, t.out())));
  rnl_str_t got;
  ASSERT_TRUE(IsOk(rnl_tensor_get_string(t, 0, &got)));
  EXPECT_EQ(Str(got), std::string("a\0b", 3));
  ASSERT_TRUE(IsOk(rnl_tensor_get_string(t, 1, &got)));
  EXPECT_EQ(got.size, 0u);
  ASSERT_TRUE(IsOk(rnl_tensor_set_string(t, 1, rnl_str("a longer string than fits anywhere inline"))));
  ASSERT_TRUE(IsOk(rnl_tensor_get_string(t, 1, &got)));
  EXPECT_EQ(Str(got), "a longer string than fits anywhere inline");
  EXPECT_EQ(rnl_tensor_data(t), nullptr);
  EXPECT_EQ(rnl_tensor_size_bytes(t), 0u);
  EXPECT_TRUE(Fails(rnl_tensor_get_string(t, 2, &got), RNL_OUT_OF_RANGE, {"2"}));
  EXPECT_TRUE(Fails(rnl_tensor_get_string(t, -1, &got), RNL_OUT_OF_RANGE));
  EXPECT_TRUE(Fails(rnl_tensor_set_string(t, 0, rnl_str_t{nullptr, 4}), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_tensor_from_strings(runtime, 1, dims, values, 1, t.out()), RNL_INVALID_ARGUMENT,
                    {"2", "1"}));
  const Tensor number = FloatTensor(runtime, {1}, {1});
  EXPECT_TRUE(Fails(rnl_tensor_get_string(number, 0, &got), RNL_INVALID_ARGUMENT, {"float"}));
  Tensor alias;
  ASSERT_TRUE(IsOk(rnl_tensor_from_strings(runtime, 1, dims, values, 2, t.out())));
  ASSERT_TRUE(IsOk(rnl_tensor_reshape(t, 1, dims, alias.out())));
  EXPECT_TRUE(Fails(rnl_tensor_set_string(t, 0, rnl_str("x")), RNL_FAILED_PRECONDITION, {"shared"}));
}

TEST(Tensor, IsWritableOnlyWhileNobodyElseSharesIt) {
  const Runtime runtime = NewBareRuntime();
  Tensor t = FloatTensor(runtime, {2, 2}, {1, 2, 3, 4});
  void* data = nullptr;
  ASSERT_TRUE(IsOk(rnl_tensor_mutable_data(t, &data)));
  static_cast<float*>(data)[0] = 7;
  Tensor flat;
  const int64_t four[] = {4}, five[] = {5};
  ASSERT_TRUE(IsOk(rnl_tensor_reshape(t, 1, four, flat.out())));
  EXPECT_EQ(Floats(flat), (std::vector<float>{7, 2, 3, 4}));
  EXPECT_TRUE(Fails(rnl_tensor_mutable_data(t, &data), RNL_FAILED_PRECONDITION, {"shared"}));
  EXPECT_EQ(data, nullptr);
  t.reset();
  EXPECT_TRUE(IsOk(rnl_tensor_mutable_data(flat, &data)));
  Tensor bad;
  EXPECT_TRUE(Fails(rnl_tensor_reshape(flat, 1, five, bad.out()), RNL_INVALID_ARGUMENT));
}

struct Deletions {
  int count = 0;
  void* data = nullptr;
  size_t size = 0;
};
void CountDeletion(void* arg, void* data, size_t size) {
  auto* deletions = static_cast<Deletions*>(arg);
  ++deletions->count;
  deletions->data = data;
  deletions->size = size;
}

TEST(Tensor, WrappedMemoryIsSharedAndDeletedOnce) {
  const Runtime runtime = NewBareRuntime();
  alignas(64) float values[4] = {1, 2, 3, 4};
  const int64_t dims[] = {4};
  Deletions deletions;
  Tensor t, flat;
  ASSERT_TRUE(IsOk(rnl_tensor_wrap(runtime, RNL_FLOAT, 1, dims, values, sizeof(values), CountDeletion,
                                   &deletions, t.out())));
  EXPECT_EQ(rnl_tensor_data(t), values);
  void* data = nullptr;
  EXPECT_TRUE(Fails(rnl_tensor_mutable_data(t, &data), RNL_FAILED_PRECONDITION));
  ASSERT_TRUE(IsOk(rnl_tensor_reshape(t, 1, dims, flat.out())));
  t.reset();
  EXPECT_EQ(deletions.count, 0);
  flat.reset();
  EXPECT_EQ(deletions.count, 1);
  EXPECT_EQ(deletions.data, values);
  EXPECT_EQ(deletions.size, sizeof(values));

  EXPECT_TRUE(
      Fails(rnl_tensor_wrap(runtime, RNL_FLOAT, 1, dims, values, 12, CountDeletion, &deletions, t.out()),
            RNL_INVALID_ARGUMENT, {"16", "12"}));
  const int64_t three[] = {3};
  EXPECT_TRUE(Fails(rnl_tensor_wrap(runtime, RNL_FLOAT, 1, three, reinterpret_cast<char*>(values) + 1,
                                    12, CountDeletion, &deletions, t.out()),
                    RNL_INVALID_ARGUMENT, {"aligned"}));
  EXPECT_EQ(deletions.count, 1) << "on failure the deleter is not called";
  EXPECT_TRUE(IsOk(rnl_tensor_wrap(runtime, RNL_FLOAT, 1, dims, values, 16, nullptr, nullptr, t.out())));
}

TEST(Tensor, KeepsItsRuntimeAlive) {
  Runtime runtime = NewBareRuntime();
  const Tensor t = FloatTensor(runtime, {2}, {1, 2});
  runtime.reset();
  EXPECT_EQ(Floats(t), (std::vector<float>{1, 2}));
}

TEST(Tensor, MemoryIsCountedAndLimited) {
  RuntimeOptions options;
  Runtime runtime;
  ASSERT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_default_plugins(options, false)));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_memory_limit(options, 1 << 20)));
  ASSERT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
  const uint64_t before = rnl_runtime_memory_in_use(runtime);
  Tensor t, too_large;
  const int64_t half[] = {1 << 19}, whole[] = {1 << 20};
  ASSERT_TRUE(IsOk(rnl_tensor_create(runtime, RNL_UINT8, 1, half, t.out())));
  EXPECT_GE(rnl_runtime_memory_in_use(runtime), before + (1 << 19));
  EXPECT_TRUE(
      Fails(rnl_tensor_create(runtime, RNL_UINT8, 1, whole, too_large.out()), RNL_RESOURCE_EXHAUSTED));
  t.reset();
  EXPECT_EQ(rnl_runtime_memory_in_use(runtime), before);
}

void CountDl(DLManagedTensor* self) { ++*static_cast<int*>(self->manager_ctx); }

TEST(DLPack, SharesDenseMemoryAndCopiesStrided) {
  const Runtime runtime = NewBareRuntime();
  float values[] = {0, 1, 2, 3, 4, 5, 6};
  int64_t shape[] = {2, 3}, strides[] = {1, 2};
  int deleted = 0;
  DLManagedTensor dense{{values, {1, 0}, 2, {2, 32, 1}, shape, nullptr, 4}, &deleted, CountDl};
  Tensor t;
  ASSERT_TRUE(IsOk(rnl_tensor_from_dlpack(runtime, &dense, t.out())));
  EXPECT_EQ(rnl_tensor_data(t), values + 1);
  EXPECT_EQ(Floats(t), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(deleted, 0);
  t.reset();
  EXPECT_EQ(deleted, 1);

  DLManagedTensor strided{{values, {1, 0}, 2, {2, 32, 1}, shape, strides, 4}, &deleted, CountDl};
  ASSERT_TRUE(IsOk(rnl_tensor_from_dlpack(runtime, &strided, t.out())));
  EXPECT_EQ(deleted, 2);
  EXPECT_EQ(Floats(t), (std::vector<float>{1, 3, 5, 2, 4, 6}));

  DLManagedTensor on_device{{values, {2, 0}, 2, {2, 32, 1}, shape, nullptr, 0}, &deleted, CountDl};
  EXPECT_TRUE(
      Fails(rnl_tensor_from_dlpack(runtime, &on_device, t.out()), RNL_UNIMPLEMENTED, {"device type 2"}));
  DLManagedTensor odd{{values, {1, 0}, 2, {2, 8, 1}, shape, nullptr, 0}, &deleted, CountDl};
  EXPECT_TRUE(Fails(rnl_tensor_from_dlpack(runtime, &odd, t.out()), RNL_UNIMPLEMENTED, {"8 bits"}));
  EXPECT_EQ(deleted, 2) << "on failure the deleter is not called";
}

TEST(DLPack, ExportKeepsTheTensorAlive) {
  Runtime runtime = NewBareRuntime();
  Tensor t = FloatTensor(runtime, {2, 2}, {1, 2, 3, 4});
  DLManagedTensor* out = nullptr;
  ASSERT_TRUE(IsOk(rnl_tensor_to_dlpack(t, &out)));
  t.reset();
  runtime.reset();
  EXPECT_EQ(out->dl_tensor.ndim, 2);
  EXPECT_EQ(out->dl_tensor.shape[1], 2);
  EXPECT_EQ(out->dl_tensor.dtype.bits, 32);
  EXPECT_EQ(static_cast<float*>(out->dl_tensor.data)[3], 4);
  out->deleter(out);
}

}  // namespace
}  // namespace runnel_test
