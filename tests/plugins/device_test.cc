// Device over the null and the virtual plugin: memory, copies, points, failures, loss.
#include "core/runtime/devices/device.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <numeric>

#include "core/runtime/plugins/plugin_loader.h"
#include "core/runtime/runtime.h"

namespace runnel {
namespace {

Ref<Runtime> Load(const char* plugin, std::map<std::string, std::string, std::less<>> config = {},
                  std::string* log = nullptr) {
  RuntimeOptions options;
  options.load_default_plugins = false;
  options.num_threads = 2;
  options.plugins = {plugin};
  options.config = std::move(config);
  options.log_sink = [log](Severity, std::string_view line) {
    if (log != nullptr) *log += StrCat(line, "\n");
  };
  auto runtime = Runtime::Create(options);
  EXPECT_TRUE(runtime.ok()) << runtime.status().ToString();
  return runtime.ok() ? *runtime : nullptr;
}

Ref<Buffer> HostBuffer(size_t size_bytes) {
  auto buffer = AllocateHostBuffer(SystemAllocator(), size_bytes);
  EXPECT_TRUE(buffer.ok());
  return *buffer;
}
Ref<Buffer> Numbers(int count) {
  Ref<Buffer> buffer = HostBuffer(static_cast<size_t>(count) * sizeof(float));
  std::iota(static_cast<float*>(buffer->data()), static_cast<float*>(buffer->data()) + count, 1.0f);
  return buffer;
}

#define ASSERT_OK(expr)                                  \
  do {                                                   \
    const Status ok_status = (expr);                     \
    ASSERT_TRUE(ok_status.ok()) << ok_status.ToString(); \
  } while (false)

class DeviceTest : public ::testing::TestWithParam<const char*> {};

TEST_P(DeviceTest, CopiesInWithinAndOut) {
  const Ref<Runtime> runtime = Load(GetParam());
  Device* device = runtime->devices()[0];
  EXPECT_EQ(device->handle(), nullptr);
  ASSERT_OK(device->Open());
  EXPECT_FALSE(device->host_memory());
  constexpr uint64_t kBytes = 100 * sizeof(float);
  const Ref<Buffer> a = *device->AllocateBuffer(kBytes);
  const Ref<Buffer> b = *device->AllocateBuffer(2 * kBytes);
  EXPECT_EQ(a->kind(), Buffer::Kind::kDevice);
  EXPECT_EQ(a->device(), device);
  EXPECT_EQ(a->data(), nullptr);
  EXPECT_EQ(a->size_bytes(), kBytes);
  const Ref<Buffer> out = HostBuffer(kBytes);
  ASSERT_OK(device->CopyToDevice(Numbers(100), 0, a, 0, kBytes));
  ASSERT_OK(device->CopyWithin(a, 0, b, kBytes, kBytes));
  uint64_t point = 0;
  ASSERT_OK(device->CopyFromDevice(b, kBytes + 40, out, 40, kBytes - 40, &point));
  EXPECT_EQ(point, device->CurrentPoint());
  ASSERT_OK(device->Wait(point));
  EXPECT_EQ(static_cast<float*>(out->data())[10], 11.0f);
  EXPECT_EQ(static_cast<float*>(out->data())[99], 100.0f);
  EXPECT_TRUE(*device->Reached(point));
}

TEST_P(DeviceTest, KeepsHostMemoryUntilItsCopyIsDone) {
  const Ref<Runtime> runtime = Load(GetParam());
  Device* device = runtime->devices()[0];
  ASSERT_OK(device->Open());
  const Ref<Buffer> a = *device->AllocateBuffer(64);
  struct Owner {
    char bytes[64] = {42};
    int freed = 0;
  } owner;
  Ref<Buffer> wrapped = *WrapHostBuffer(
      owner.bytes, 64, [](void*, size_t, void* arg) { ++static_cast<Owner*>(arg)->freed; }, &owner,
      false);
  uint64_t point = 0;
  ASSERT_OK(device->CopyToDevice(std::move(wrapped), 0, a, 0, 64, &point));
  ASSERT_OK(device->Wait(point));
  EXPECT_EQ(owner.freed, 1);
}

TEST_P(DeviceTest, NotifiesOnce) {
  const Ref<Runtime> runtime = Load(GetParam());
  Device* device = runtime->devices()[0];
  ASSERT_OK(device->Open());
  const Ref<Buffer> a = *device->AllocateBuffer(64);
  uint64_t point = 0;
  ASSERT_OK(device->CopyToDevice(Numbers(16), 0, a, 0, 64, &point));
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    int calls = 0;
    Status status;
  } state;
  ASSERT_OK(device->Notify(
      point,
      [](void* arg, rnlp_status_t* status) {
        auto* s = static_cast<State*>(arg);
        std::lock_guard<std::mutex> lock(s->mutex);
        s->status = FromPluginStatus(status);
        ++s->calls;
        s->changed.notify_all();
      },
      &state));
  std::unique_lock<std::mutex> lock(state.mutex);
  state.changed.wait(lock, [&] { return state.calls > 0; });
  EXPECT_EQ(state.calls, 1);
  EXPECT_TRUE(state.status.ok());
}

TEST_P(DeviceTest, GivesMemoryOutAgain) {
  const Ref<Runtime> runtime = Load(GetParam());
  Device* device = runtime->devices()[0];
  rnlp_buffer_t* first = (*device->AllocateBuffer(5000))->device_buffer();
  const Ref<Buffer> again = *device->AllocateBuffer(5000);
  EXPECT_EQ(again->device_buffer(), first);
  EXPECT_NE((*device->AllocateBuffer(5000))->device_buffer(), first);

  // The one that is wanted, if it is free; else the oldest.
  Ref<Buffer> second = *device->AllocateBuffer(5000);
  const uint64_t wanted = Device::SerialOf(*second);
  EXPECT_GT(wanted, Device::SerialOf(*again));
  const Ref<Buffer> third = *device->AllocateBuffer(5000, wanted);
  EXPECT_NE(Device::SerialOf(*third), wanted);
  Ref<Buffer> fourth = *device->AllocateBuffer(5000);
  const uint64_t oldest = std::min(wanted, Device::SerialOf(*fourth));
  second = Ref<Buffer>();
  fourth = Ref<Buffer>();
  EXPECT_EQ(Device::SerialOf(**device->AllocateBuffer(5000, wanted)), wanted);
  EXPECT_EQ(Device::SerialOf(**device->AllocateBuffer(5000)), oldest);
}

TEST_P(DeviceTest, BuffersKeepTheRuntimeAlive) {
  Ref<Runtime> runtime = Load(GetParam());
  Ref<Buffer> buffer = *runtime->devices()[0]->AllocateBuffer(64);
  Device* device = buffer->device();
  runtime = nullptr;
  const Ref<Buffer> out = HostBuffer(64);
  ASSERT_OK(device->CopyToDevice(Numbers(16), 0, buffer, 0, 64));
  ASSERT_OK(device->CopyFromDevice(buffer, 0, out, 0, 64));
  ASSERT_OK(device->Wait(device->CurrentPoint()));
  EXPECT_EQ(static_cast<float*>(out->data())[3], 4.0f);
}

TEST_P(DeviceTest, AFailedRecordStillEndsInAPoint) {
  const Ref<Runtime> runtime = Load(GetParam());
  Device* device = runtime->devices()[0];
  uint64_t point = 0;
  const Status status = device->Submit([](rnlp_queue_t*) { return InvalidArgument("no"); }, &point);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_EQ(point, 1u);
  EXPECT_TRUE(device->Wait(point).ok());
}

INSTANTIATE_TEST_SUITE_P(Plugins, DeviceTest, ::testing::Values("null", "virtual"),
                         [](const auto& info) { return std::string(info.param); });

TEST(VirtualDevice, NumbersItsOrdinalsAndDescribesItself) {
  const Ref<Runtime> runtime =
      Load("virtual", {{"virtual.devices", "3"}, {"virtual.memory_bytes", "4096"}});
  const auto devices = runtime->devices();
  ASSERT_EQ(devices.size(), 3u);
  EXPECT_EQ(devices[2]->name(), "/job:localhost/replica:0/task:0/device:VIRTUAL:2");
  EXPECT_EQ(devices[0]->info().memory_bytes, 4096u);
  EXPECT_FALSE(runtime->plugins().FindKernels("MatMul", "VIRTUAL").empty());
  EXPECT_TRUE(runtime->plugins().FindKernels("StringJoin", "VIRTUAL").empty());
}

TEST(CpuDevice, ChecksItsConfiguration) {
  std::string log;
  Load("cpu", {{"cpu.isa", "sse4"}}, &log);
  EXPECT_EQ(log, "");
  RuntimeOptions options;
  options.config = {{"cpu.isa", "avx9"}};
  const auto runtime = Runtime::Create(options);
  EXPECT_EQ(runtime.status().code(), Code::kInvalidArgument);
  EXPECT_NE(runtime.status().message().find(
                "configuration \"isa\" is \"avx9\", expected scalar, sse4, avx2 or avx3"),
            std::string::npos)
      << runtime.status().ToString();
}

TEST(VirtualDevice, AMisspeltKeyIsNotPassedOver) {
  std::string log;
  const std::map<std::string, std::string, std::less<>> good{{"runnel.virtual.devices", "2"},
                                                             {"virtual.memory_bytes", "4096"}};
  Load("virtual", good, &log);
  EXPECT_EQ(log, "");
  auto bad = good;
  bad["virtual.memory_byte"] = "4096";
  Load("virtual", bad, &log);
  EXPECT_NE(
      log.find("(runnel.virtual) did not read configuration \"virtual.memory_byte\"; it has read "),
      std::string::npos)
      << log;
  EXPECT_NE(log.find(", memory_bytes, "), std::string::npos) << log;
  EXPECT_EQ(log.find("devices\";"), std::string::npos) << log;
}

TEST(VirtualDevice, RefusesConfigurationThatIsNoNumber) {
  RuntimeOptions options;
  options.load_default_plugins = false;
  options.plugins = {"virtual"};
  options.config = {{"virtual.seed", "soon"}};
  const Status status = Runtime::Create(options).status();
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_NE(status.message().find("\"seed\" is \"soon\""), std::string_view::npos) << status.ToString();
}

TEST(VirtualDevice, AMissingWaitReadsWhatWasThereBefore) {
  const Ref<Runtime> runtime = Load("virtual");
  Device* device = runtime->devices()[0];
  const Ref<Buffer> a = *device->AllocateBuffer(64);
  const Ref<Buffer> out = HostBuffer(64);
  std::memset(out->data(), 0, 64);
  ASSERT_OK(device->CopyToDevice(Numbers(16), 0, a, 0, 64));
  uint64_t point = 0;
  // Not CopyFromDevice, which asks what is done: asking makes what was submitted start.
  const rnlp_place_t from{a->device_buffer(), 0, nullptr}, to{nullptr, 0, out->data()};
  const auto copy = [&](rnlp_queue_t* queue) {
    return FromPluginStatus(device->api().queue_copy(queue, &from, &to, 64));
  };
  ASSERT_OK(device->Submit(copy, &point));
  EXPECT_EQ(static_cast<float*>(out->data())[0], 0.0f);  // nothing starts before somebody waits
  ASSERT_OK(device->Wait(point));
  EXPECT_EQ(static_cast<float*>(out->data())[0], 1.0f);
}

TEST(VirtualDevice, FreshMemoryIsPoison) {
  const Ref<Runtime> runtime = Load("virtual");
  Device* device = runtime->devices()[0];
  const Ref<Buffer> a = *device->AllocateBuffer(64);
  const Ref<Buffer> out = HostBuffer(64);
  ASSERT_OK(device->CopyFromDevice(a, 0, out, 0, 64));
  ASSERT_OK(device->Wait(device->CurrentPoint()));
  for (int i = 0; i < 16; ++i)
    EXPECT_NE(static_cast<float*>(out->data())[i], static_cast<float*>(out->data())[i]);
}

TEST(VirtualDevice, ExhaustionNamesWhatWasAskedInUseAndTheLimit) {
  const Ref<Runtime> runtime = Load("virtual", {{"virtual.memory_bytes", "100000"}});
  Device* device = runtime->devices()[0];
  Ref<Buffer> a = *device->AllocateBuffer(60000);
  const Status status = device->AllocateBuffer(60000).status();
  EXPECT_EQ(status.code(), Code::kResourceExhausted);
  for (const char* word : {"60032", "100000", "VIRTUAL:0"}) {
    EXPECT_NE(status.message().find(word), std::string_view::npos)
        << word << " in: " << status.ToString();
  }
  a = nullptr;
  // What is cached makes room for a size of another class.
  EXPECT_TRUE(device->AllocateBuffer(99000).ok());
  EXPECT_EQ(device->MemoryStats()->limit_bytes, 100000u);
}

TEST(VirtualDevice, ACopyOutsideItsBufferIsRefused) {
  const Ref<Runtime> runtime = Load("virtual");
  Device* device = runtime->devices()[0];
  const Ref<Buffer> a = *device->AllocateBuffer(64);
  const Status status = device->CopyToDevice(Numbers(16), 0, a, 32, 64);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
}

TEST(VirtualDevice, WorkThatFailsEndsItsPointsAndNotTheDevice) {
  const Ref<Runtime> runtime = Load("virtual");
  Device* device = runtime->devices()[0];
  ASSERT_OK(device->Open());
  const rnlp_device_api_t& api = device->api();
  // A buffer freed under a recorded copy: that copy must fail.
  uint64_t before = 0;
  uint64_t failed = 0;
  uint64_t behind = 0;
  ASSERT_OK(device->Submit([](rnlp_queue_t*) { return Status(); }, &before));
  const Ref<Buffer> out = HostBuffer(64);
  rnlp_buffer_t* raw = nullptr;
  ASSERT_EQ(api.buffer_alloc(device->handle(), 64, &raw), nullptr);
  ASSERT_OK(device->Submit(
      [&](rnlp_queue_t* queue) {
        const rnlp_place_t src{raw, 0, nullptr};
        const rnlp_place_t dst{nullptr, 0, out->data()};
        return FromPluginStatus(api.queue_copy(queue, &src, &dst, 64));
      },
      &failed));
  api.buffer_free(device->handle(), raw);
  ASSERT_OK(device->Submit([](rnlp_queue_t*) { return Status(); }, &behind));
  EXPECT_EQ(device->Wait(behind).code(), Code::kInternal);
  EXPECT_EQ(device->Wait(failed).code(), Code::kInternal);
  EXPECT_TRUE(device->Wait(before).ok());
  EXPECT_FALSE(device->lost());

  uint64_t after = 0;
  ASSERT_OK(device->Submit([](rnlp_queue_t*) { return Status(); }, &after));
  EXPECT_TRUE(device->Wait(after).ok());
  EXPECT_EQ(device->Wait(failed).code(), Code::kInternal);  // history does not change
}

TEST(VirtualDevice, ANotificationHearsOfAFailureAndTheNextSubmissionIsSound) {
  const Ref<Runtime> runtime = Load("virtual");
  Device* device = runtime->devices()[0];
  ASSERT_OK(device->Open());
  const rnlp_device_api_t& api = device->api();
  const Ref<Buffer> out = HostBuffer(64);
  rnlp_buffer_t* raw = nullptr;
  ASSERT_EQ(api.buffer_alloc(device->handle(), 64, &raw), nullptr);
  uint64_t failed = 0;
  ASSERT_OK(device->Submit(
      [&](rnlp_queue_t* queue) {
        const rnlp_place_t src{raw, 0, nullptr};
        const rnlp_place_t dst{nullptr, 0, out->data()};
        return FromPluginStatus(api.queue_copy(queue, &src, &dst, 64));
      },
      &failed));
  device->KeepUntil(failed, out);
  api.buffer_free(device->handle(), raw);
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    bool called = false;
    Status status;
  } state;
  ASSERT_OK(device->Notify(
      failed,
      [](void* arg, rnlp_status_t* status) {
        auto* s = static_cast<State*>(arg);
        std::lock_guard<std::mutex> lock(s->mutex);
        s->status = FromPluginStatus(status);
        s->called = true;
        s->changed.notify_all();
      },
      &state));
  {
    std::unique_lock<std::mutex> lock(state.mutex);
    state.changed.wait(lock, [&] { return state.called; });
  }
  EXPECT_EQ(state.status.code(), Code::kInternal);
  EXPECT_NE(state.status.message().find("VIRTUAL:0"), std::string_view::npos) << state.status.ToString();
  EXPECT_FALSE(out->Unique());  // work behind the failure may still use it
  uint64_t after = 0;
  ASSERT_OK(device->Submit([](rnlp_queue_t*) { return Status(); }, &after));
  ASSERT_OK(device->Wait(after));
  EXPECT_TRUE(out->Unique());
}

TEST(VirtualDevice, OrderBetweenQueuesIsDrawnFromTheSeed) {
  const auto order_of = [](const char* seed) {
    const Ref<Runtime> runtime = Load("virtual", {{"virtual.seed", seed}});
    Device* device = runtime->devices()[0];
    EXPECT_TRUE(device->Open().ok());
    const rnlp_device_api_t& api = device->api();
    rnlp_queue_t* queues[4];
    rnlp_fence_t* fences[4];
    std::string order;
    struct Note {
      std::string* order;
      char name;
    } notes[4];
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(api.queue_create(device->handle(), RNLP_QUEUE_COMPUTE, &queues[i]), nullptr);
      EXPECT_EQ(api.fence_create(device->handle(), &fences[i]), nullptr);
      notes[i] = {&order, static_cast<char>('a' + i)};
      for (int repeat = 0; repeat < 4; ++repeat) {
        EXPECT_EQ(api.queue_host_call(
                      queues[i],
                      [](void* arg, int64_t, int64_t) {
                        const auto* note = static_cast<Note*>(arg);
                        *note->order += note->name;
                      },
                      &notes[i]),
                  nullptr);
      }
      EXPECT_EQ(api.queue_signal(queues[i], fences[i], 1), nullptr);
    }
    for (int i = 0; i < 4; ++i) EXPECT_EQ(api.fence_wait(fences[i], 1, UINT64_MAX), nullptr);
    for (int i = 0; i < 4; ++i) {
      api.queue_destroy(device->handle(), queues[i]);
      api.fence_destroy(device->handle(), fences[i]);
    }
    return order;
  };
  const std::string first = order_of("1");
  EXPECT_EQ(first.size(), 16u);
  EXPECT_EQ(first, order_of("1"));
  EXPECT_NE(first, order_of("2"));
  EXPECT_NE(first, "aaaabbbbccccdddd");
}

// Records a launch of a kernel that copies nothing: enough for the device to count it.
Status LaunchNoOp(Runtime& runtime, Device* device) {
  const LoadedPlugin& plugin = *runtime.plugins().plugins()[0];
  const auto rows = plugin.table;
  AttrList attrs;
  SetAttr(&attrs, "T", AttrValue(DType::kFloat));
  const DType types[] = {DType::kFloat};
  const NodeView view{"n", "Relu", &attrs, types, types};
  for (uint32_t i = 0; i < rows->num_kernels; ++i) {
    const rnlp_kernel_row_t* row = rows->kernels[i];
    if (std::string_view(row->op) != "Relu") continue;
    const rnlp_host_t* host = plugin.host->table();
    rnlp_kernel_t* kernel = nullptr;
    RUNNEL_RETURN_IF_ERROR(
        FromPluginStatus(row->create(host, device->handle(), ToNode(&view), &kernel)));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Buffer> buffer, device->AllocateBuffer(64));
    const int64_t dims[] = {16};
    rnlp_tensor_t tensor{RNLP_FLOAT, 1, dims, 16, 64, nullptr, buffer->device_buffer(), 0};
    const rnlp_tensor_t* inputs[] = {&tensor};
    rnlp_tensor_t* outputs[] = {&tensor};
    Status status = device->Submit([&](rnlp_queue_t* queue) {
      rnlp_run_t run{};
      run.size_bytes = RNLP_SIZE_TO(rnlp_run_t, step);  // NOLINT: a pointer is its last field
      run.num_inputs = 1;
      run.num_outputs = 1;
      run.inputs = inputs;
      run.outputs = outputs;
      run.queue = queue;
      run.host = host;
      return FromPluginStatus(row->run(kernel, &run));
    });
    row->destroy(host, kernel);
    return status;
  }
  return NotFound("no kernel of Relu");
}

TEST(VirtualDevice, LossFailsEveryPointAndTheDeviceCanBeOpenedAgain) {
  const Ref<Runtime> runtime = Load("virtual", {{"virtual.lose_after", "3"}});
  Device* device = runtime->devices()[0];
  ASSERT_OK(device->Open());
  Ref<Buffer> buffer = *device->AllocateBuffer(64);
  ASSERT_OK(LaunchNoOp(*runtime, device));
  ASSERT_OK(LaunchNoOp(*runtime, device));
  const uint64_t pending = device->CurrentPoint();
  EXPECT_EQ(LaunchNoOp(*runtime, device).code(), Code::kUnavailable);
  EXPECT_TRUE(device->lost());
  EXPECT_EQ(device->Wait(pending).code(), Code::kUnavailable);
  EXPECT_EQ(device->AllocateBuffer(1 << 20).status().code(), Code::kUnavailable);
  EXPECT_EQ(device->CopyToDevice(Numbers(16), 0, buffer, 0, 64).code(), Code::kUnavailable);
  EXPECT_EQ(device->Reopen().code(), Code::kFailedPrecondition);
  buffer = nullptr;
  ASSERT_OK(device->Reopen());
  EXPECT_FALSE(device->lost());
  ASSERT_OK(LaunchNoOp(*runtime, device));
  ASSERT_OK(device->Wait(device->CurrentPoint()));
}

}  // namespace
}  // namespace runnel
