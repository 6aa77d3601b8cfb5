// A device that computes when its queue is told to, and lies as configuration says:
//   fail_verb, fail_at   the fail_at-th call of that entry of the tables answers INTERNAL
//   hang                 fences are never reached: 1 from the start
//   kernel               "unimplemented": run says so, though supports said yes
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "plugins/sdk/plugin.h"
#include "plugins/sdk/timeline.h"

using namespace runnel::plugin;  // NOLINT: a plugin of one file

struct rnlp_instance_t {
  explicit rnlp_instance_t(const rnlp_host_t* h) : host(h) {}
  rnlp_status_t* Init() {
    verb = Config(host, "fail_verb");
    kernel = Config(host, "kernel");
    RNLP_TRY(ConfigNumber(host, "fail_at", &fail_at));
    return ConfigNumber(host, "hang", &hang);
  }
  const rnlp_host_t* host;
  std::string verb, kernel;
  uint64_t fail_at = 0, hang = 0;
  std::mutex mutex;  // guards calls
  uint64_t calls = 0;

  rnlp_status_t* Lie(const char* name) {
    if (verb != name) return nullptr;
    std::lock_guard<std::mutex> lock(mutex);
    if (++calls != fail_at) return nullptr;
    return Fail(host, RNLP_INTERNAL, "told to fail: %s", name);
  }
};
struct rnlp_device_t {
  rnlp_instance_t* instance;
};
struct rnlp_buffer_t {
  char* data;
};
struct rnlp_queue_t {
  rnlp_device_t* device;
};
struct rnlp_fence_t {
  rnlp_fence_t(const rnlp_host_t* host, rnlp_device_t* d) : timeline(host), device(d) {}
  Timeline timeline;
  rnlp_device_t* device;
};

namespace {

// What belongs to devices that hang. As on a real one, what waits for it is held for ever, and not lost.
struct Hung {
  std::mutex mutex;
  std::set<void*> kept;
};
// Gone with the plugin, unless something hangs.
struct HungOwner {
  Hung* const hung = new Hung;
  ~HungOwner() {
    if (hung->kept.empty()) delete hung;
  }
};
const HungOwner kOwner;
Hung* const kHung = kOwner.hung;

template <typename T>
rnlp_status_t* Keep(rnlp_device_t* device, T* made) {
  if (made == nullptr) return OutOfMemory(device->instance->host, sizeof(T), "liar");
  if (device->instance->hang == 0) return nullptr;
  const std::lock_guard<std::mutex> lock(kHung->mutex);
  kHung->kept.insert(made);
  return nullptr;
}
template <typename T>
void Destroy(rnlp_device_t* device, T* made) {
  {
    const std::lock_guard<std::mutex> lock(kHung->mutex);
    kHung->kept.erase(made);
  }
  Delete(device->instance->host, made);
}

rnlp_instance_t* Of(rnlp_device_t* device) { return device->instance; }

rnlp_status_t* Enumerate(rnlp_instance_t* instance, uint32_t capacity, rnlp_device_info_t* out,
                         uint32_t* out_count) {
  RNLP_TRY(instance->Lie("enumerate"));
  *out_count = 1;
  if (capacity == 0) return nullptr;
  rnlp_device_info_t info{};
  info.size_bytes = RNLP_SIZE_TO(rnlp_device_info_t, memory_bytes);
  std::memcpy(info.type, "LIAR", 5);
  info.alignment_bytes = 64;
  *out = info;
  return nullptr;
}
rnlp_status_t* Open(rnlp_instance_t* instance, uint32_t, rnlp_device_t** out) {
  RNLP_TRY(instance->Lie("open"));
  *out = New<rnlp_device_t>(instance->host, rnlp_device_t{instance});
  return *out == nullptr ? OutOfMemory(instance->host, sizeof(rnlp_device_t), "liar") : nullptr;
}
void Close(rnlp_device_t* device) { Delete(Of(device)->host, device); }

rnlp_status_t* BufferAlloc(rnlp_device_t* device, uint64_t size, rnlp_buffer_t** out) {
  RNLP_TRY(Of(device)->Lie("buffer_alloc"));
  *out = New<rnlp_buffer_t>(Of(device)->host);
  if (*out == nullptr) return OutOfMemory(Of(device)->host, size, "liar");
  (*out)->data = static_cast<char*>(std::calloc(1, size + 1));
  return nullptr;
}
void BufferFree(rnlp_device_t* device, rnlp_buffer_t* buffer) {
  std::free(buffer->data);
  Delete(Of(device)->host, buffer);
}
rnlp_status_t* MemoryStats(rnlp_device_t* device, rnlp_memory_stats_t*) {
  return Of(device)->Lie("memory_stats");
}

rnlp_status_t* QueueCreate(rnlp_device_t* device, int32_t, rnlp_queue_t** out) {
  RNLP_TRY(Of(device)->Lie("queue_create"));
  *out = New<rnlp_queue_t>(Of(device)->host, rnlp_queue_t{device});
  return Keep(device, *out);
}
void QueueDestroy(rnlp_device_t* device, rnlp_queue_t* queue) { Destroy(device, queue); }
char* At(const rnlp_place_t* place) {
  return place->buffer == nullptr ? static_cast<char*>(place->host)
                                  : place->buffer->data + place->offset_bytes;
}
rnlp_status_t* QueueCopy(rnlp_queue_t* queue, const rnlp_place_t* src, const rnlp_place_t* dst,
                         uint64_t size) {
  RNLP_TRY(Of(queue->device)->Lie("queue_copy"));
  if (Of(queue->device)->hang == 0) std::memmove(At(dst), At(src), size);
  return nullptr;
}
rnlp_status_t* QueueWait(rnlp_queue_t* queue, rnlp_fence_t*, uint64_t) {
  return Of(queue->device)->Lie("queue_wait");
}
rnlp_status_t* QueueSignal(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value) {
  RNLP_TRY(Of(queue->device)->Lie("queue_signal"));
  if (Of(queue->device)->hang == 0) fence->timeline.Signal(value);
  return nullptr;
}
rnlp_status_t* QueueFlush(rnlp_queue_t* queue) { return Of(queue->device)->Lie("queue_flush"); }

rnlp_status_t* FenceCreate(rnlp_device_t* device, rnlp_fence_t** out) {
  RNLP_TRY(Of(device)->Lie("fence_create"));
  *out = New<rnlp_fence_t>(Of(device)->host, Of(device)->host, device);
  return Keep(device, *out);
}
void FenceDestroy(rnlp_device_t* device, rnlp_fence_t* fence) { Destroy(device, fence); }
rnlp_status_t* FenceQuery(rnlp_fence_t* fence, uint64_t* out) {
  RNLP_TRY(Of(fence->device)->Lie("fence_query"));
  return fence->timeline.Query(out);
}
rnlp_status_t* FenceWait(rnlp_fence_t* fence, uint64_t value, uint64_t timeout_ns) {
  RNLP_TRY(Of(fence->device)->Lie("fence_wait"));
  return fence->timeline.Wait(value, timeout_ns);
}
rnlp_status_t* FenceNotify(rnlp_fence_t* fence, uint64_t value, rnlp_done_fn_t fn, void* arg) {
  RNLP_TRY(Of(fence->device)->Lie("fence_notify"));
  return fence->timeline.Notify(value, fn, arg);
}
rnlp_status_t* FenceSignal(rnlp_fence_t* fence, uint64_t value, rnlp_status_t* status) {
  if (status != nullptr) {
    fence->timeline.Fail(status);
  } else {
    fence->timeline.Signal(value);
  }
  return nullptr;
}

constexpr rnlp_device_api_t kApi = [] {
  rnlp_device_api_t api{};
  api.size_bytes = RNLP_SIZE_TO(rnlp_device_api_t, capture_destroy);
  api.enumerate = Enumerate;
  api.open = Open;
  api.close = Close;
  api.buffer_alloc = BufferAlloc;
  api.buffer_free = BufferFree;
  api.memory_stats = MemoryStats;
  api.queue_create = QueueCreate;
  api.queue_destroy = QueueDestroy;
  api.queue_copy = QueueCopy;
  api.queue_wait = QueueWait;
  api.queue_signal = QueueSignal;
  api.queue_flush = QueueFlush;
  api.fence_create = FenceCreate;
  api.fence_destroy = FenceDestroy;
  api.fence_query = FenceQuery;
  api.fence_wait = FenceWait;
  api.fence_notify = FenceNotify;
  api.fence_signal = FenceSignal;
  return api;
}();

rnlp_status_t* Supports(const rnlp_host_t*, rnlp_device_t* device, const rnlp_node_t*,
                        const rnlp_tensor_t* const*, uint32_t, rnlp_support_t* out) {
  RNLP_TRY(Of(device)->Lie("supports"));
  out->supported = 1;
  return nullptr;
}
rnlp_status_t* Create(const rnlp_host_t*, rnlp_device_t* device, const rnlp_node_t*,
                      rnlp_kernel_t** out) {
  RNLP_TRY(Of(device)->Lie("create"));
  *out = reinterpret_cast<rnlp_kernel_t*>(device);
  return nullptr;
}
rnlp_status_t* Plan(const rnlp_host_t*, rnlp_kernel_t* kernel, rnlp_plan_t*) {
  return Of(reinterpret_cast<rnlp_device_t*>(kernel))->Lie("plan");
}
rnlp_status_t* RunNeg(rnlp_kernel_t* kernel, const rnlp_run_t* run) {
  rnlp_instance_t* instance = Of(reinterpret_cast<rnlp_device_t*>(kernel));
  RNLP_TRY(instance->Lie("run"));
  if (instance->kernel == "unimplemented")
    return Fail(run->host, RNLP_UNIMPLEMENTED, "this kernel is not written yet");
  const rnlp_tensor_t& x = *run->inputs[0];
  const rnlp_tensor_t& y = *run->outputs[0];
  for (int64_t i = 0; i < x.num_elements; ++i) {
    float number = 0;
    std::memcpy(&number, x.buffer->data + x.offset_bytes + 4 * i, 4);
    number = -number;
    std::memcpy(y.buffer->data + y.offset_bytes + 4 * i, &number, 4);
  }
  return nullptr;
}

constexpr int32_t kFloats[] = {RNLP_FLOAT};
constexpr rnlp_type_constraint_t kTypes[] = {Types("T", kFloats)};
constexpr rnlp_kernel_row_t kNeg = [] {
  rnlp_kernel_row_t row{};
  row.size_bytes = RNLP_SIZE_TO(rnlp_kernel_row_t, cancel);
  row.op = "Neg";
  row.device_type = "LIAR";
  row.types = kTypes;
  row.num_types = 1;
  row.supports = Supports;
  row.create = Create;
  row.plan = Plan;
  row.run = RunNeg;
  return row;
}();
constexpr const rnlp_kernel_row_t* kKernels[] = {&kNeg};
constexpr rnlp_plugin_t kPlugin = MakePlugin<rnlp_instance_t>(
    {.id = "runnel.liar", .version = "1", .device = &kApi, .kernels = kKernels, .num_kernels = 1});

}  // namespace

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &kPlugin; }
