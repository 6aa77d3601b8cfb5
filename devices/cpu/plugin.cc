// The CPU device plugin: a device, "CPU", that computes in host memory while `run` is called, and the
// rows of kernel_rows.h. No queues, no fences, no buffers: RNLP_DEVICE_HOST_MEMORY says so. There are as
// many such devices as the configuration "devices" says: all of them are the same processor and memory.
#include <cstring>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/kernel_rows.h"
#include "devices/cpu/simd.h"
#include "plugins/abi/rnlp_plugin.h"
#include "plugins/sdk/node.h"

// The shared library exports rnlp_plugin_query; an object linked statically has a name of its own, so
// that several plugins fit into one program.
#ifdef RUNNEL_CPU_STATIC
#define RUNNEL_CPU_QUERY rnlp_cpu_plugin_query
extern "C" const rnlp_plugin_t* rnlp_cpu_plugin_query(void);
#else
#define RUNNEL_CPU_QUERY rnlp_plugin_query
extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void);
#endif

struct rnlp_instance_t {
  const rnlp_host_t* host;
  uint64_t devices;
};
struct rnlp_device_t {
  const rnlp_host_t* host;
};

namespace runnel::cpu {
namespace {

constexpr uint64_t kMostDevices = 64;

rnlp_status_t* CreateInstance(const rnlp_host_t* host, rnlp_instance_t** out) {
  if (host->abi_major != RNLP_ABI_MAJOR) {
    return Fail(host, RNLP_FAILED_PRECONDITION, "runnel.cpu speaks plugin ABI %d, the host %d",
                RNLP_ABI_MAJOR, host->abi_major);
  }
  if (!RNLP_HAS(rnlp_host_t, host, step_random_counter)) {
    return Fail(host, RNLP_FAILED_PRECONDITION, "runnel.cpu needs a host table of %u bytes, got %u",
                RNLP_SIZE_TO(rnlp_host_t, step_random_counter), host->size_bytes);
  }
  if (!HasOwnIsa()) {
    return Fail(host, RNLP_UNAVAILABLE,
                "runnel.cpu was built for one kind of processor (RUNNEL_CPU_MARCH), and this one lacks "
                "its vector instructions");
  }
  RNLP_TRY(CheckIsaConfig(host));
  uint64_t devices = 1;
  RNLP_TRY(plugin::ConfigNumber(host, "devices", &devices));
  if (devices < 1 || devices > kMostDevices) {
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "runnel.cpu: configuration \"devices\" is %llu, expected 1 to %llu",
                static_cast<unsigned long long>(devices), static_cast<unsigned long long>(kMostDevices));
  }
  auto* instance = New<rnlp_instance_t>(host);
  if (instance == nullptr) return OutOfMemory(host, "runnel.cpu");
  instance->host = host;
  instance->devices = devices;
  *out = instance;
  return nullptr;
}

void DestroyInstance(rnlp_instance_t* instance) {
  instance->host->free(instance->host, instance, sizeof(*instance));
}

rnlp_status_t* Enumerate(rnlp_instance_t* instance, uint32_t capacity, rnlp_device_info_t* out,
                         uint32_t* out_count) {
  *out_count = static_cast<uint32_t>(instance->devices);
  for (uint32_t i = 0; i < *out_count && i < capacity; ++i) {
    rnlp_device_info_t info = {};
    info.size_bytes = RNLP_SIZE_TO(rnlp_device_info_t, memory_bytes);
    info.flags = RNLP_DEVICE_HOST_MEMORY | RNLP_DEVICE_CHANNELS_LAST;
    std::memcpy(info.type, "CPU", 4);
    static constexpr char kDescription[] = "host processor, kernels vectorised at run time";
    std::memcpy(info.description, kDescription, sizeof(kDescription));
    info.ordinal = i;
    info.alignment_bytes = 64;
    out[i] = info;
  }
  return nullptr;
}

rnlp_status_t* Open(rnlp_instance_t* instance, uint32_t ordinal, rnlp_device_t** out) {
  const rnlp_host_t* host = instance->host;
  if (ordinal >= instance->devices) {
    return Fail(host, RNLP_NOT_FOUND, "runnel.cpu: ordinal %u, there are %llu devices", ordinal,
                static_cast<unsigned long long>(instance->devices));
  }
  auto* device = New<rnlp_device_t>(host);
  if (device == nullptr) return OutOfMemory(host, "runnel.cpu");
  device->host = host;
  *out = device;
  return nullptr;
}

void Close(rnlp_device_t* device) { device->host->free(device->host, device, sizeof(*device)); }

constexpr rnlp_device_api_t MakeDeviceApi() {
  rnlp_device_api_t api = {};
  api.size_bytes = RNLP_SIZE_TO(rnlp_device_api_t, capture_destroy);
  api.enumerate = Enumerate;
  api.open = Open;
  api.close = Close;
  return api;
}
constinit const rnlp_device_api_t kDeviceApi = MakeDeviceApi();

constexpr uint64_t BuildFlags() {
  uint64_t flags = 0;
#ifndef NDEBUG
  flags |= RNLP_BUILD_DEBUG;
#endif
#ifdef __SANITIZE_ADDRESS__
  flags |= RNLP_BUILD_ASAN;
#endif
#ifdef __SANITIZE_THREAD__
  flags |= RNLP_BUILD_TSAN;
#endif
#ifdef __has_feature
#if __has_feature(address_sanitizer)
  flags |= RNLP_BUILD_ASAN;
#endif
#if __has_feature(thread_sanitizer)
  flags |= RNLP_BUILD_TSAN;
#endif
#endif
  return flags;
}

rnlp_plugin_t MakePlugin() {
  rnlp_plugin_t plugin = {};
  plugin.prefix.magic = RNLP_MAGIC;
  plugin.prefix.size_bytes = RNLP_SIZE_TO(rnlp_plugin_t, ops);
  plugin.prefix.abi_major = RNLP_ABI_MAJOR;
  plugin.prefix.abi_minor = RNLP_ABI_MINOR;
  plugin.prefix.build_flags = BuildFlags();
  plugin.prefix.id = "runnel.cpu";
  plugin.prefix.version = "0.1.0";
  plugin.create = CreateInstance;
  plugin.destroy = DestroyInstance;
  plugin.device = &kDeviceApi;
  plugin.kernels = rnlp_cpu_kernel_rows(&plugin.num_kernels);
  return plugin;
}
}  // namespace
}  // namespace runnel::cpu

extern "C" const rnlp_plugin_t* RUNNEL_CPU_QUERY(void) {
  static const rnlp_plugin_t plugin = runnel::cpu::MakePlugin();
  return &plugin;
}
