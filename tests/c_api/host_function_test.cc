// Functions of the host program that nodes call: what they get and give, how they fail, cancellation,
// steps that run inside of them, and when their argument is let go of.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "tests/c_api/support/net.h"
#include "tests/support/case_log.h"

namespace runnel_test {
namespace {

using Body = std::function<rnl_status_t*(rnl_host_call_t*)>;

// A function with a closure; counts what was let go of.
struct Registered {
  Body body;
  std::atomic<int>* dropped;
  static rnl_status_t* Call(void* arg, rnl_host_call_t* call) {
    return static_cast<Registered*>(arg)->body(call);
  }
  static void Drop(void* arg) {
    auto* self = static_cast<Registered*>(arg);
    ++*self->dropped;
    delete self;
  }
};

// Threads wait for each other without a clock.
class Gate {
 public:
  void Open() {
    const std::lock_guard lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  void Await(int count = 1) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return count_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

std::string Types(const std::string& types) { return "list { " + types + " }"; }
std::string CallText(const std::string& name, const std::vector<std::string>& inputs,
                     const std::string& out, const std::string& op = "PyFunc",
                     const std::string& token = "f") {
  std::string in;
  for (const std::string& input : inputs) in += input.starts_with('^') ? "" : " " + kFloatT;
  return NodeText(name, op, inputs,
                  {{"token", "s: \"" + token + "\""}, {"Tin", Types(in)}, {"Tout", Types(out)}});
}

class HostFunctionTest : public testing::Test {
 protected:
  rnl_status_t* Set(Body body, const char* token = "f") {
    auto* arg = new Registered{std::move(body), &dropped_};
    return rnl_runtime_set_host_function(runtime_, rnl_str(token), Registered::Call, arg,
                                         Registered::Drop);
  }
  // Output `index` is the input times `factor`.
  static rnl_status_t* Scale(rnl_host_call_t* call, float factor) {
    const Runtime runtime(rnl_host_call_runtime(call));
    Tensor input;
    if (rnl_status_t* status = rnl_host_call_input(call, 0, input.out())) return status;
    std::vector<float> values = Floats(input);
    for (float& v : values) v *= factor;
    const Tensor output = FloatTensor(runtime, {static_cast<int64_t>(values.size())}, values);
    return rnl_host_call_set_output(call, 0, output);
  }

  std::atomic<int> dropped_{0};
  Runtime runtime_ = NewRuntime(1);
  Net net_;
  const Tensor x_ = FloatTensor(runtime_, {2}, {1, -2});
};

TEST_F(HostFunctionTest, GetsTheInputsAndGivesTheOutputs) {
  ASSERT_TRUE(IsOk(Set([](rnl_host_call_t* call) -> rnl_status_t* {
    EXPECT_EQ(Str(rnl_host_call_token(call)), "f");
    EXPECT_EQ(Str(rnl_host_call_node(call)), "call");
    EXPECT_EQ(rnl_host_call_num_inputs(call), 2u);
    EXPECT_EQ(rnl_host_call_num_outputs(call), 2u);
    EXPECT_EQ(rnl_host_call_output_dtype(call, 0), RNL_FLOAT);
    EXPECT_EQ(rnl_host_call_output_dtype(call, 1), RNL_INT32);
    EXPECT_EQ(rnl_host_call_output_dtype(call, 2), RNL_INVALID);
    EXPECT_FALSE(rnl_host_call_is_cancelled(call));
    Tensor none;
    EXPECT_TRUE(Fails(rnl_host_call_input(call, 2, none.out()), RNL_OUT_OF_RANGE, {"\"call\"", "2"}));
    const Runtime runtime(rnl_host_call_runtime(call));
    const Tensor count = IntTensor(runtime, {}, {7});
    EXPECT_TRUE(Fails(rnl_host_call_set_output(call, 2, count), RNL_OUT_OF_RANGE, {"\"call\"", "2"}));
    EXPECT_TRUE(IsOk(rnl_host_call_set_output(call, 1, count)));
    return Scale(call, 3);
  })));
  for (const char* op : {"PyFunc", "PyFuncStateless", "EagerPyFunc"}) {
    Net net;
    ASSERT_TRUE(IsOk(net.Load(runtime_, PlaceholderText("x", {2}) +
                                            CallText("call", {"x", "x"}, kFloatT + " " + kInt32T, op) +
                                            NodeText("y", "Neg", {"call"}, {{"T", kFloatT}}))));
    std::vector<Tensor> out;
    ASSERT_TRUE(IsOk(net.Run({{"x", x_}}, {"y", "call:1"}, &out))) << op;
    EXPECT_EQ(Floats(out[0]), (std::vector<float>{-3, 6}));
    EXPECT_EQ(*static_cast<const int32_t*>(rnl_tensor_data(out[1])), 7);
  }
  if (!HasFailure()) runnel::testing::LogHostOps({"PyFunc", "PyFuncStateless", "EagerPyFunc"});
}

TEST_F(HostFunctionTest, IsNamedByNodeAndTokenWhereThereIsNone) {
  ASSERT_TRUE(IsOk(net_.Load(runtime_, PlaceholderText("x", {2}) + CallText("call", {"x"}, kFloatT) +
                                           NodeText("y", "Neg", {"x"}, {{"T", kFloatT}}))));
  const auto fails = [&] {
    Status status = net_.Run({{"x", x_}}, {"call"});
    EXPECT_EQ(status.node(), "call");
    EXPECT_EQ(status.code(), RNL_UNIMPLEMENTED);
    EXPECT_NE(status.message().find("\"f\""), std::string::npos) << status.message();
    EXPECT_NE(status.message().find("\"call\""), std::string::npos) << status.message();
  };
  fails();
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "y"), (std::vector<float>{-1, 2}));
  ASSERT_TRUE(IsOk(Set([](rnl_host_call_t* call) { return Scale(call, 2); })));
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "call"), (std::vector<float>{2, -4}));
  ASSERT_TRUE(IsOk(Set([](rnl_host_call_t* call) { return Scale(call, 5); })));
  EXPECT_EQ(dropped_, 1);
  EXPECT_EQ(net_.Fetch({{"x", x_}}, "call"), (std::vector<float>{5, -10}));
  ASSERT_TRUE(IsOk(rnl_runtime_set_host_function(runtime_, rnl_str("f"), nullptr, nullptr, nullptr)));
  EXPECT_EQ(dropped_, 2);
  fails();
}

TEST_F(HostFunctionTest, EndsTheStepWithItsStatus) {
  ASSERT_TRUE(IsOk(net_.Load(runtime_, PlaceholderText("x", {2}) + CallText("call", {"x"}, kFloatT))));
  ASSERT_TRUE(IsOk(Set(
      [](rnl_host_call_t*) { return rnl_status_create(RNL_DATA_LOSS, rnl_str("the tape is torn")); })));
  Status status = net_.Run({{"x", x_}}, {"call"});
  EXPECT_EQ(status.code(), RNL_DATA_LOSS);
  EXPECT_EQ(status.node(), "call");
  EXPECT_NE(status.message().find("the tape is torn"), std::string::npos) << status.message();
  ASSERT_TRUE(IsOk(Set([](rnl_host_call_t*) -> rnl_status_t* { return nullptr; })));
  EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {"call"}), RNL_INVALID_ARGUMENT, {"no output 0", "\"f\""}));
  ASSERT_TRUE(IsOk(Set([](rnl_host_call_t* call) {
    const Runtime runtime(rnl_host_call_runtime(call));
    return rnl_host_call_set_output(call, 0, IntTensor(runtime, {}, {1}));
  })));
  EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {"call"}), RNL_INVALID_ARGUMENT, {"int32", "float"}));
  EXPECT_TRUE(Fails(rnl_status_create(RNL_OK, rnl_str("fine")), RNL_INVALID_ARGUMENT, {"code"}));
}

TEST_F(HostFunctionTest, IsNotAwaitedByAStepThatWasCancelled) {
  ASSERT_TRUE(IsOk(net_.Load(runtime_, PlaceholderText("x", {2}) + CallText("call", {"x"}, kFloatT))));
  Gate begun, go, ended;
  std::atomic<bool> saw{false};
  ASSERT_TRUE(IsOk(Set([&](rnl_host_call_t* call) {
    begun.Open();
    go.Await();
    saw = rnl_host_call_is_cancelled(call);
    rnl_status_t* status = Scale(call, 2);
    ended.Open();
    return status;
  })));
  Cancellation cancellation;
  ASSERT_TRUE(IsOk(rnl_cancellation_create(cancellation.out())));
  RunOptions options;
  ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_cancellation(options, cancellation)));
  std::thread canceller([&] {
    begun.Await();
    EXPECT_TRUE(IsOk(rnl_cancellation_cancel(cancellation)));
  });
  EXPECT_TRUE(Fails(net_.Run({{"x", x_}}, {"call"}, nullptr, {}, options), RNL_CANCELLED));
  canceller.join();
  EXPECT_FALSE(saw);
  ASSERT_TRUE(IsOk(rnl_runtime_set_host_function(runtime_, rnl_str("f"), nullptr, nullptr, nullptr)));
  EXPECT_EQ(dropped_, 0) << "the function still runs";
  go.Open();
  ended.Await();
  EXPECT_TRUE(saw);
}

// One thread computes; as many calls as there are nodes run at once, and each runs a step of its own.
TEST_F(HostFunctionTest, MayBlockAndRunStepsBesideOthers) {
  std::string text = PlaceholderText("x", {2}) + NodeText("y", "Neg", {"x"}, {{"T", kFloatT}});
  std::vector<std::string> calls;
  for (int i = 0; i < 4; ++i) {
    calls.push_back("call" + std::to_string(i));
    text += CallText(calls.back(), {"x"}, kFloatT);
  }
  ASSERT_TRUE(IsOk(net_.Load(runtime_, text)));
  Gate met;
  ASSERT_TRUE(IsOk(Set([&](rnl_host_call_t* call) {
    met.Open();
    met.Await(4);
    EXPECT_EQ(net_.Fetch({{"x", x_}}, "y"), (std::vector<float>{-1, 2}));
    return Scale(call, 2);
  })));
  std::vector<Tensor> out;
  ASSERT_TRUE(IsOk(net_.Run({{"x", x_}}, calls, &out)));
  for (const Tensor& value : out) EXPECT_EQ(Floats(value), (std::vector<float>{2, -4}));
}

TEST_F(HostFunctionTest, MayLetGoOfTheLastReferenceToItsRuntime) {
  Gate begun, go;
  std::atomic<int> dropped{0};
  Gate gone;
  struct Argument {
    Gate *begun, *go, *gone;
  } argument{&begun, &go, &gone};
  {
    const Runtime runtime = NewRuntime(1);
    const auto call = [](void* arg, rnl_host_call_t*) -> rnl_status_t* {
      static_cast<Argument*>(arg)->begun->Open();
      static_cast<Argument*>(arg)->go->Await();
      return nullptr;
    };
    const auto drop = [](void* arg) { static_cast<Argument*>(arg)->gone->Open(); };
    ASSERT_TRUE(IsOk(rnl_runtime_set_host_function(runtime, rnl_str("f"), call, &argument, drop)));
    Net net;
    ASSERT_TRUE(IsOk(net.Load(runtime, CallText("call", {}, kFloatT))));
    RunOptions options;
    ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
    Cancellation cancellation;
    ASSERT_TRUE(IsOk(rnl_cancellation_create(cancellation.out())));
    ASSERT_TRUE(IsOk(rnl_run_options_set_cancellation(options, cancellation)));
    std::thread canceller([&] {
      begun.Await();
      EXPECT_TRUE(IsOk(rnl_cancellation_cancel(cancellation)));
    });
    EXPECT_TRUE(Fails(net.Run({}, {"call"}, nullptr, {}, options), RNL_CANCELLED));
    canceller.join();
  }
  go.Open();
  gone.Await();
}

TEST_F(HostFunctionTest, RefusesArgumentsThatMakeNoSense) {
  int argument = 0;
  const auto call = [](void*, rnl_host_call_t*) -> rnl_status_t* { return nullptr; };
  EXPECT_TRUE(Fails(rnl_runtime_set_host_function(runtime_, rnl_str(""), call, nullptr, nullptr),
                    RNL_INVALID_ARGUMENT, {"token"}));
  EXPECT_TRUE(Fails(rnl_runtime_set_host_function(runtime_, rnl_str("f"), nullptr, &argument, nullptr),
                    RNL_INVALID_ARGUMENT, {"\"f\""}));
  EXPECT_TRUE(Fails(rnl_runtime_set_host_function(nullptr, rnl_str("f"), call, nullptr, nullptr),
                    RNL_INVALID_ARGUMENT));
  EXPECT_EQ(rnl_host_call_num_inputs(nullptr), 0u);
  EXPECT_FALSE(rnl_host_call_is_cancelled(nullptr));
}

}  // namespace
}  // namespace runnel_test
