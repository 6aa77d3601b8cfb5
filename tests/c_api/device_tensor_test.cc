// Tensors in device memory: fetched where they lie, fed again without a copy, read back, and refused
// where only host memory will do.
#include <cstring>

#include "tests/c_api/support/net.h"

struct DLManagedTensor;

namespace runnel_test {
namespace {

const std::string kVirtual = "/job:localhost/replica:0/task:0/device:VIRTUAL:0";

class DeviceTensorTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string v = "/device:VIRTUAL:0";
    ASSERT_TRUE(IsOk(net_.Load(runtime_, PlaceholderText("x", {2}) + NodeText("y", "Neg", {"x"}, {}, v) +
                                             NodeText("z", "Square", {"x"}, {}, v) +
                                             NodeText("sum", "AddV2", {"y", "z"}, {}, v) +
                                             NodeText("here", "Abs", {"x"}, {}, "/cpu:0"))));
    ASSERT_TRUE(IsOk(rnl_run_options_create(keep_.out())));
    ASSERT_TRUE(IsOk(rnl_run_options_set_keep_on_device(keep_, true)));
    ASSERT_TRUE(IsOk(rnl_metadata_create(metadata_.out())));
  }
  // -x, in device memory.
  Tensor OnDevice(std::vector<float> x) {
    std::vector<Tensor> out;
    EXPECT_TRUE(
        IsOk(net_.Run({{"x", FloatTensor(runtime_, {2}, std::move(x))}}, {"y"}, &out, {}, keep_)));
    return out.empty() ? Tensor() : std::move(out[0]);
  }

  Runtime runtime_ = NewVirtualRuntime();
  Net net_;
  RunOptions keep_;
  Metadata metadata_;
};

TEST_F(DeviceTensorTest, SaysWhereItIsAndComesToTheHostWhenAsked) {
  const Tensor t = OnDevice({1, -2});
  EXPECT_EQ(Str(rnl_tensor_device(t)), kVirtual);
  EXPECT_EQ(rnl_tensor_dtype(t), RNL_FLOAT);
  EXPECT_EQ(rnl_tensor_num_elements(t), 2);
  EXPECT_EQ(rnl_tensor_size_bytes(t), 8u);
  EXPECT_EQ(rnl_tensor_data(t), nullptr) << "no address of ours";
  float copied[2] = {};
  ASSERT_TRUE(IsOk(rnl_tensor_copy_to(t, copied, sizeof(copied))));
  EXPECT_EQ(copied[0], -1);
  EXPECT_EQ(copied[1], 2);
  Tensor host, shaped;
  ASSERT_TRUE(IsOk(rnl_tensor_to_host(t, host.out())));
  EXPECT_EQ(Str(rnl_tensor_device(host)), "");
  EXPECT_EQ(Floats(host), (std::vector<float>{-1, 2}));
  const int64_t dims[] = {2, 1};
  ASSERT_TRUE(IsOk(rnl_tensor_reshape(t, 2, dims, shaped.out())));
  EXPECT_EQ(Str(rnl_tensor_device(shaped)), kVirtual);
  EXPECT_EQ(rnl_tensor_rank(shaped), 2);
  Bytes text;
  ASSERT_TRUE(IsOk(rnl_tensor_to_text(t, 10, text.out())));
  EXPECT_NE(Str(rnl_bytes_view(text)).find("-1 2"), std::string::npos) << Str(rnl_bytes_view(text));
}

TEST_F(DeviceTensorTest, RefusesWhatOnlyHostMemoryCanDo) {
  const Tensor t = OnDevice({1, -2});
  void* data = reinterpret_cast<void*>(8);
  EXPECT_TRUE(Fails(rnl_tensor_mutable_data(t, &data), RNL_INVALID_ARGUMENT, {"VIRTUAL:0"}));
  EXPECT_EQ(data, nullptr);
  struct DLManagedTensor* dlpack = reinterpret_cast<struct DLManagedTensor*>(8);
  EXPECT_TRUE(
      Fails(rnl_tensor_to_dlpack(t, &dlpack), RNL_UNIMPLEMENTED, {"DLPack", kVirtual.c_str(), "host"}));
  EXPECT_EQ(dlpack, nullptr);
  float few[1];
  EXPECT_TRUE(Fails(rnl_tensor_copy_to(t, few, sizeof(few)), RNL_INVALID_ARGUMENT, {"8", "4"}));
}

TEST_F(DeviceTensorTest, DlpackFromADeviceIsUnimplementedAndKeepsItsDeleter) {
  struct Dl {
    void* data;
    int32_t device_type, device_id, ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t* shape;
    int64_t* strides;
    uint64_t byte_offset;
    void* manager;
    void (*deleter)(void*);
  };
  static int deleted = 0;
  int64_t shape[] = {2};
  Dl dl{reinterpret_cast<void*>(64), 2, 0, 1, 2, 32, 1, shape, nullptr, 0, nullptr,
        [](void*) { ++deleted; }};
  Tensor t;
  EXPECT_TRUE(
      Fails(rnl_tensor_from_dlpack(runtime_, reinterpret_cast<struct DLManagedTensor*>(&dl), t.out()),
            RNL_UNIMPLEMENTED, {"DLPack", "device type 2", "host"}));
  EXPECT_EQ(deleted, 0) << "on failure the caller still owns it";
}

TEST_F(DeviceTensorTest, FeedsAndFetchesOfACallableStayOnTheDevice) {
  Callable callable;
  const rnl_output_t x = net_.Output("x"), fetches[] = {net_.Output("y"), net_.Output("sum")};
  ASSERT_TRUE(IsOk(rnl_session_prepare(net_.session(), &x, 1, fetches, 2, nullptr, 0, callable.out())));
  Tensor value = OnDevice({1, -2});  // -1, 2
  std::vector<float> want = {-1, 2};
  for (int step = 0; step < 5; ++step) {
    rnl_tensor_t* const feed[] = {value};
    rnl_tensor_t* out[2] = {};
    ASSERT_TRUE(IsOk(rnl_callable_run(callable, keep_, feed, 1, out, 2, metadata_)));
    Tensor y(out[0]), sum(out[1]);
    EXPECT_EQ(rnl_metadata_copies(metadata_), 0) << "nothing leaves the device";
    EXPECT_EQ(rnl_metadata_planning_seconds(metadata_) == 0, step > 0) << step;
    EXPECT_EQ(Str(rnl_tensor_device(y)), kVirtual);
    Tensor host;
    ASSERT_TRUE(IsOk(rnl_tensor_to_host(sum, host.out())));
    EXPECT_EQ(Floats(host),
              (std::vector<float>{want[0] * want[0] - want[0], want[1] * want[1] - want[1]}));
    for (float& w : want) w = -w;
    value = std::move(y);
  }
  // The same callable takes the same from the host, and gives to the host.
  const Tensor host = FloatTensor(runtime_, {2}, {3, 4});
  rnl_tensor_t* const feed[] = {host};
  rnl_tensor_t* out[2] = {};
  ASSERT_TRUE(IsOk(rnl_callable_run(callable, nullptr, feed, 1, out, 2, metadata_)));
  const Tensor y(out[0]), sum(out[1]);
  EXPECT_EQ(Floats(y), (std::vector<float>{-3, -4}));
  EXPECT_EQ(Floats(sum), (std::vector<float>{6, 12}));
  EXPECT_GT(rnl_metadata_copies(metadata_), 0);
}

TEST_F(DeviceTensorTest, IsBroughtToANodeOfAnotherDevice) {
  const Tensor t = OnDevice({1, -2});
  std::vector<Tensor> out;
  ASSERT_TRUE(IsOk(net_.Run({{"x", t}}, {"here", "z"}, &out, {}, nullptr, metadata_)));
  EXPECT_EQ(Floats(out[0]), (std::vector<float>{1, 2}));
  EXPECT_EQ(Floats(out[1]), (std::vector<float>{1, 4}));
}

TEST_F(DeviceTensorTest, OutlivesItsSessionGraphAndRuntime) {
  Tensor t = OnDevice({1, -2});
  net_ = Net();
  runtime_.reset();
  Tensor host;
  ASSERT_TRUE(IsOk(rnl_tensor_to_host(t, host.out())));
  t.reset();
  EXPECT_EQ(Floats(host), (std::vector<float>{-1, 2}));
}

TEST_F(DeviceTensorTest, OfAnotherRuntimeIsRefusedOrCopiedNeverMisread) {
  const Runtime other = NewVirtualRuntime();
  Net net;
  ASSERT_TRUE(IsOk(net.Load(
      other, PlaceholderText("x", {2}) + NodeText("y", "Neg", {"x"}, {}, "/device:VIRTUAL:0"))));
  const Tensor t = OnDevice({1, -2});
  std::vector<Tensor> out;
  EXPECT_TRUE(
      Fails(net.Run({{"x", t}}, {"y"}, &out), RNL_INVALID_ARGUMENT, {"x", "VIRTUAL:0", "runtime"}));
}

TEST_F(DeviceTensorTest, WorkThatFailsOnTheDeviceIsToldAtTheFetch) {
  Net net;
  ASSERT_TRUE(IsOk(net.Load(
      runtime_, PlaceholderText("x", {2}) + PlaceholderText("i", {1}, kInt32T) + ConstInt("axis", 0) +
                    NodeText("g", "GatherV2", {"x", "i", "axis"}, {}, "/device:VIRTUAL:0"))));
  const Tensor x = FloatTensor(runtime_, {2}, {1, 2});
  std::vector<Tensor> out;
  const Status status(net.Run({{"x", x}, {"i", IntTensor(runtime_, {1}, {7})}}, {"g"}, &out, {}, keep_));
  if (status.ok()) {
    // It was told the tensor only; whoever reads it hears of it.
    Tensor host;
    EXPECT_TRUE(Fails(rnl_tensor_to_host(out[0], host.out()), RNL_INVALID_ARGUMENT, {"7"}));
  } else {
    EXPECT_EQ(status.code(), RNL_INVALID_ARGUMENT) << status.ToString();
  }
  ASSERT_TRUE(IsOk(net.Run({{"x", x}, {"i", IntTensor(runtime_, {1}, {1})}}, {"g"}, &out, {}, keep_)));
  Tensor host;
  ASSERT_TRUE(IsOk(rnl_tensor_to_host(out[0], host.out())));
  EXPECT_EQ(Floats(host), std::vector<float>{2});
}

}  // namespace
}  // namespace runnel_test
