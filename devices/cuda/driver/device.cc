#include "devices/cuda/driver/device.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "devices/cuda/driver/fence.h"
#include "devices/cuda/driver/staging.h"
#include "devices/cuda/driver/update_group.h"
#include "plugins/sdk/node.h"

using runnel::cuda::Current;
using runnel::cuda::Event;
using runnel::cuda::Fail;
using runnel::cuda::Fence;
using runnel::cuda::Guard;
using runnel::cuda::kId;
using runnel::cuda::Ull;

rnlp_status_t* rnlp_instance_t::Init() {
  using runnel::plugin::ConfigNumber;
  return Guard(host, [&]() -> rnlp_status_t* {
    uint64_t allow_growth = 1, tf32 = 0, peer_access = 0;
    options.driver = runnel::plugin::Config(host, "driver");
    options.nvrtc = runnel::plugin::Config(host, "nvrtc");
    options.cublaslt = runnel::plugin::Config(host, "cublaslt");
    options.cudnn = runnel::plugin::Config(host, "cudnn");
    options.nccl = runnel::plugin::Config(host, "nccl");
    options.cache_dir = runnel::plugin::Config(host, "cache_dir");
    RNLP_TRY(ConfigNumber(host, "devices", &options.devices));
    RNLP_TRY(ConfigNumber(host, "memory_bytes", &options.memory_bytes));
    RNLP_TRY(ConfigNumber(host, "memory_percent", &options.memory_percent));
    RNLP_TRY(ConfigNumber(host, "pinned_bytes", &options.pinned_bytes));
    RNLP_TRY(ConfigNumber(host, "spin_us", &options.spin_us));
    RNLP_TRY(ConfigNumber(host, "allow_growth", &allow_growth));
    RNLP_TRY(ConfigNumber(host, "tf32", &tf32));
    RNLP_TRY(ConfigNumber(host, "peer_access", &peer_access));
    options.allow_growth = allow_growth != 0;
    options.tf32 = tf32 != 0;
    options.peer_access = peer_access != 0;
    options.spin_us = std::min<uint64_t>(options.spin_us, 1'000'000);
    if (options.memory_percent > 100) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: configuration \"memory_percent\" is %llu, expected at most 100", kId,
                  Ull(options.memory_percent));
    }
    return nullptr;
  });
}

bool rnlp_instance_t::OpenDriver() {
  if (options.devices == 0) return false;
  std::call_once(driver_once_, [this] { is_open_ = driver.Open(options.driver, &no_driver); });
  return is_open_;
}

bool rnlp_instance_t::OpenCompiler() {
  std::call_once(compiler_once_, [this] {
    images = std::make_unique<runnel::cuda::ImageCache>(options.cache_dir);
    compiler.Open(options.nvrtc);
  });
  return compiler.is_open();
}

rnlp_queue_t::rnlp_queue_t(rnlp_device_t* d, CUstream s) : device(d), error(d->host), stream_(s) {}
rnlp_queue_t::~rnlp_queue_t() = default;

std::shared_ptr<Event> rnlp_queue_t::LastEvent() const {
  return updates == nullptr || updates->empty() ? last_event_ : nullptr;
}
void rnlp_queue_t::Signalled(std::shared_ptr<Event> event) { last_event_ = std::move(event); }

rnlp_status_t* rnlp_queue_t::WaitFor(std::shared_ptr<Event> event) {
  if (event == waited_for_) return nullptr;
  CUstream stream = nullptr;
  RNLP_TRY(Stream(&stream));
  RUNNEL_CUDA_TRY(device, StreamWaitEvent, stream, event->handle, 0);
  waited_for_ = std::move(event);
  return nullptr;
}

rnlp_status_t* rnlp_queue_t::Stream(CUstream* out) {
  *out = stream_;
  last_event_ = nullptr;
  return updates == nullptr ? nullptr : updates->Launch(device, stream_);
}

Event::~Event() {
  std::lock_guard<std::mutex> lock(device->mutex_);
  try {
    device->events_.push_back(handle);
  } catch (const std::bad_alloc&) {
    device->driver.EventDestroy(handle);
  }
}

rnlp_device_t::rnlp_device_t(rnlp_instance_t* i, uint32_t ordinal_in_plugin)
    : instance(i),
      host(i->host),
      driver(i->driver),
      ordinal(ordinal_in_plugin),
      number(i->devices_opened.fetch_add(1, std::memory_order_relaxed)) {}

namespace {

// About what kernels reach of the device's limits. Only estimates rest on it, so an attribute that the
// driver does not tell is taken to be a usual one.
runnel::plugin::DeviceRates RatesOf(const runnel::cuda::Driver& driver, CUdevice id,
                                    int multiprocessors) {
  const auto attribute = [&](CUdevice_attribute which, double otherwise) {
    int value = 0;
    const bool known = driver.DeviceGetAttribute(&value, which, id) == CUDA_SUCCESS && value > 0;
    return known ? static_cast<double>(value) : otherwise;
  };
  constexpr double kFlopsPerClock = 256;  // of a multiprocessor: 128 multiply-adds
  const double clock_khz = attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1.5e6);
  const double memory_khz = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 5e6);
  const double bus_bits = attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 256);
  runnel::plugin::DeviceRates rates;
  rates.flops_per_ns = 0.5 * multiprocessors * kFlopsPerClock * clock_khz / 1e6;
  rates.bytes_per_ns = 0.7 * 2 * memory_khz * bus_bits / 8 / 1e6;
  rates.launch_ns = 3000;
  return rates;
}

}  // namespace

rnlp_status_t* rnlp_device_t::Init() {
  RUNNEL_CUDA_TRY(this, DeviceGet, &id, static_cast<int>(ordinal));
  int major = 0, minor = 0;
  RUNNEL_CUDA_TRY(this, DeviceGetAttribute, &multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                  id);
  RUNNEL_CUDA_TRY(this, DeviceGetAttribute, &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, id);
  RUNNEL_CUDA_TRY(this, DeviceGetAttribute, &minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, id);
  capability = major * 10 + minor;
  rates = RatesOf(driver, id, multiprocessors);
  RUNNEL_CUDA_TRY(this, DevicePrimaryCtxRetain, &context, id);
  const Current current(this);
  notifier = std::make_unique<runnel::cuda::Notifier>(this);
  staging = std::make_unique<runnel::cuda::Staging>(this, instance->options.pinned_bytes);
  return InitMemory();
}

rnlp_status_t* rnlp_device_t::InitMemory() {
  size_t total = 0;
  RUNNEL_CUDA_TRY(this, DeviceTotalMem, &total, id);
  limit_bytes = instance->options.memory_bytes;
  if (instance->options.memory_percent != 0) {
    const uint64_t share = uint64_t{total} / 100 * instance->options.memory_percent;
    limit_bytes = limit_bytes == 0 ? share : std::min(limit_bytes, share);
  }
  if (limit_bytes == 0) limit_bytes = total;
  RUNNEL_CUDA_TRY(this, StreamCreate, &memory_stream, CU_STREAM_NON_BLOCKING);
  int pools = 0;
  RUNNEL_CUDA_TRY(this, DeviceGetAttribute, &pools, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, id);
  const bool grows = instance->options.allow_growth;
  if (pools == 0) {  // memory is taken from the driver one by one
    if (!grows) {
      runnel::plugin::Log(host, RNLP_LOG_WARNING,
                          "CUDA:%u has no memory pools: memory is taken as it is needed, though "
                          "\"allow_growth\" is 0",
                          ordinal);
    }
    return nullptr;
  }
  CUmemPoolProps properties{};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = id;
  RUNNEL_CUDA_TRY(this, MemPoolCreate, &pool, &properties);
  // What was freed stays with the pool: core frees only what it does not want to keep for itself.
  cuuint64_t keep = UINT64_MAX;
  RUNNEL_CUDA_TRY(this, MemPoolSetAttribute, pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep);
  if (grows) return nullptr;
  // Taken once and given back to the pool, which keeps it. Of a whole device the driver wants some.
  const uint64_t wanted = std::min<uint64_t>(limit_bytes, uint64_t{total} / 10 * 9);
  CUdeviceptr all = 0;
  const CUresult taken = driver.MemAllocFromPoolAsync(&all, wanted, pool, memory_stream);
  if (taken == CUDA_ERROR_OUT_OF_MEMORY) {
    return Fail(host, RNLP_RESOURCE_EXHAUSTED,
                "%s: CUDA:%u: no memory for the %llu bytes that it begins with where \"allow_growth\" "
                "is 0; the device has %llu, others may use it",
                kId, ordinal, Ull(wanted), Ull(total));
  }
  if (taken != CUDA_SUCCESS) return Failed(taken, "cuMemAllocFromPoolAsync");
  RUNNEL_CUDA_TRY(this, MemFreeAsync, all, memory_stream);
  RUNNEL_CUDA_TRY(this, StreamSynchronize, memory_stream);
  return nullptr;
}

// What fails here is lost: there is nobody to tell, and the context goes in any case.
rnlp_device_t::~rnlp_device_t() {
  if (context == nullptr) return;
  JoinEndedGroups();
  {
    const Current current(this);
    notifier.reset();
    blas_.reset();
    dnn_.reset();
    staging.reset();
    for (const CUevent event : events_) driver.EventDestroy(event);
    for (const auto& [key, module] : modules_) {
      if (module != nullptr) driver.ModuleUnload(module);
    }
    if (pool != nullptr) driver.MemPoolDestroy(pool);
    if (memory_stream != nullptr) driver.StreamDestroy(memory_stream);
  }
  driver.DevicePrimaryCtxRelease(id);
  // A context that is broken stays so until it is made anew, for everyone in the process.
  if (lost.load(std::memory_order_acquire)) driver.DevicePrimaryCtxReset(id);
}

rnlp_status_t* rnlp_device_t::CheckAlive() const {
  if (!lost.load(std::memory_order_acquire)) [[likely]]
    return nullptr;
  std::lock_guard<std::mutex> lock(mutex_);
  return Fail(host, RNLP_UNAVAILABLE, "%s: device CUDA:%u is lost: %s", kId, ordinal, lost_why_.c_str());
}

rnlp_status_t* rnlp_device_t::Failed(CUresult result, const char* call) {
  return Guard(host, [&]() -> rnlp_status_t* {
    const std::string text = driver.Describe(call, result);
    if (runnel::cuda::IsSticky(result)) {
      Lose(text);
      return CheckAlive();
    }
    return Fail(host, runnel::cuda::CodeOf(result), "%s: CUDA:%u: %s", kId, ordinal, text.c_str());
  });
}

void rnlp_device_t::Lose(const std::string& why) {
  std::vector<std::weak_ptr<Fence>> pending;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (lost.load(std::memory_order_relaxed)) return;
    lost_why_ = why;
    lost.store(true, std::memory_order_seq_cst);
    pending.swap(fences_);
  }
  // Where values are delivered may be freed once fences have failed.
  if (staging != nullptr) staging->AwaitDeliveries();
  for (const auto& fence : pending) {
    if (const auto state = fence.lock()) state->Signal(0, CheckAlive());
  }
}

void rnlp_device_t::Remember(const std::shared_ptr<Fence>& fence) {
  std::lock_guard<std::mutex> lock(mutex_);
  std::erase_if(fences_, [](const auto& known) { return known.expired(); });
  fences_.push_back(fence);
}

rnlp_status_t* rnlp_device_t::TakeEvent(std::shared_ptr<Event>* out) {
  CUevent handle = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!events_.empty()) {
      handle = events_.back();
      events_.pop_back();
    }
  }
  if (handle == nullptr) {
    RUNNEL_CUDA_TRY(this, EventCreate, &handle, CU_EVENT_DISABLE_TIMING | CU_EVENT_BLOCKING_SYNC);
  }
  *out = std::make_shared<Event>(this, handle);
  return nullptr;
}

namespace {

// A library's work on a device; *work stays NULL where the library is not there or does not start.
template <typename Work, typename Library>
void StartLibrary(rnlp_device_t* device, std::once_flag* opened, Library* library,
                  const std::string& path, std::unique_ptr<Work>* work) {
  std::call_once(*opened, [&] { library->Open(path); });
  if (!library->is_open()) return;
  const Current current(device);
  *work = std::make_unique<Work>(*library, device->instance->options.tf32);
  if (!(*work)->Start()) work->reset();
}

}  // namespace

runnel::cuda::Blas* rnlp_device_t::FindBlas() {
  std::call_once(blas_once_, [this] {
    StartLibrary(this, &instance->blas_once_, &instance->blas, instance->options.cublaslt, &blas_);
  });
  return blas_.get();
}

runnel::cuda::Dnn* rnlp_device_t::FindDnn() {
  std::call_once(dnn_once_, [this] {
    StartLibrary(this, &instance->dnn_once_, &instance->dnn, instance->options.cudnn, &dnn_);
  });
  return dnn_.get();
}

void rnlp_device_t::AllowPeer(rnlp_device_t* other) {
  if (!instance->options.peer_access) return;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!peers_.insert(other->number).second) return;
  }
  int can = 0;
  if (other->pool == nullptr || driver.DeviceCanAccessPeer(&can, id, other->id) != CUDA_SUCCESS ||
      can == 0)
    return;
  CUmemAccessDesc access{};
  access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  access.location.id = id;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  if (const CUresult result = driver.MemPoolSetAccess(other->pool, &access, 1)) {
    runnel::plugin::Log(host, RNLP_LOG_DEBUG, "CUDA:%u does not see CUDA:%u: %s", ordinal,
                        other->ordinal, driver.Describe("cuMemPoolSetAccess", result).c_str());
  }
}

const runnel::cuda::NcclLibrary& rnlp_device_t::FindNccl() {
  std::call_once(instance->nccl_once_, [this] { instance->nccl.Open(instance->options.nccl); });
  return instance->nccl;
}

void rnlp_device_t::KeepEndedGroup(std::thread thread) {
  std::lock_guard<std::mutex> lock(mutex_);
  ended_groups_.push_back(std::move(thread));
}

void rnlp_device_t::JoinEndedGroups() {
  std::vector<std::thread> ended;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ended.swap(ended_groups_);
  }
  for (std::thread& thread : ended) thread.join();
}
