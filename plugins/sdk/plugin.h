// The table of a plugin, and its check of the host. A whole plugin looks like this:
//
//   struct Instance { explicit Instance(const rnlp_host_t* h) : host(h) {} const rnlp_host_t* host; };
//   constexpr rnlp_kernel_row_t kRow = KernelRow<MyKernel>({.op = "Relu", .device_type = "CPU"});
//   constexpr const rnlp_kernel_row_t* kKernels[] = {&kRow};
//   constexpr rnlp_plugin_t kPlugin =
//       MakePlugin<Instance>({.id = "acme.relu", .version = "1.0", .kernels = kKernels, .num_kernels =
//       1});
//   extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &kPlugin; }
#ifndef RNLP_SDK_PLUGIN_H_
#define RNLP_SDK_PLUGIN_H_

#include "kernel.h"
#include "node.h"
#include "status.h"
#include "tensor.h"

namespace runnel::plugin {

// Refuses a host of another major, or one whose table ends before the last function of 1.0.
inline rnlp_status_t* CheckHost(const rnlp_host_t* host, const char* id) {
  // `fail` lies before everything that a host could lack.
  if (host->abi_major != RNLP_ABI_MAJOR) {
    return Fail(host, RNLP_FAILED_PRECONDITION, "%s: built for plugin ABI %d.%d, the host has %d.%d", id,
                RNLP_ABI_MAJOR, RNLP_ABI_MINOR, host->abi_major, host->abi_minor);
  }
  if (!RNLP_HAS(rnlp_host_t, host, step_random_counter)) {
    return Fail(host, RNLP_FAILED_PRECONDITION, "%s: needs a host table of %u bytes, got %u", id,
                RNLP_SIZE_TO(rnlp_host_t, step_random_counter), host->size_bytes);
  }
  return nullptr;
}

constexpr uint64_t BuildFlags() {
  uint64_t flags = 0;
#ifndef NDEBUG
  flags |= RNLP_BUILD_DEBUG;
#endif
#if defined(__SANITIZE_ADDRESS__)
  flags |= RNLP_BUILD_ASAN;
#endif
#if defined(__SANITIZE_THREAD__)
  flags |= RNLP_BUILD_TSAN;
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  flags |= RNLP_BUILD_ASAN;
#endif
#if __has_feature(thread_sanitizer)
  flags |= RNLP_BUILD_TSAN;
#endif
#endif
  return flags;
}

struct PluginOptions {
  const char* id = nullptr;
  const char* version = nullptr;
  uint16_t min_host_minor = 0;
  const rnlp_device_api_t* device = nullptr;
  const rnlp_kernel_row_t* const* kernels = nullptr;
  uint32_t num_kernels = 0;
  const rnlp_op_row_t* const* ops = nullptr;
  uint32_t num_ops = 0;
  const rnlp_importer_row_t* const* importers = nullptr;
  uint32_t num_importers = 0;
};

// An instance that only remembers its host.
struct PlainInstance {
  explicit PlainInstance(const rnlp_host_t* h) : host(h) {}
  rnlp_status_t* Init() { return nullptr; }
  const rnlp_host_t* host;
};

// `I` is constructed with the host, has a member `host`, and reads its configuration in
// rnlp_status_t* Init().
template <typename I = PlainInstance>
constexpr rnlp_plugin_t MakePlugin(const PluginOptions& options) {
  rnlp_plugin_t plugin{};
  plugin.prefix.magic = RNLP_MAGIC;
  plugin.prefix.size_bytes = RNLP_SIZE_TO(rnlp_plugin_t, importers);
  plugin.prefix.abi_major = RNLP_ABI_MAJOR;
  plugin.prefix.abi_minor = RNLP_ABI_MINOR;
  plugin.prefix.min_host_minor = options.min_host_minor;
  plugin.prefix.build_flags = BuildFlags();
  plugin.prefix.id = options.id;
  plugin.prefix.version = options.version;
  plugin.create = [](const rnlp_host_t* host, rnlp_instance_t** out) -> rnlp_status_t* {
    RNLP_TRY(CheckHost(host, "plugin"));
    I* instance = New<I>(host, host);
    if (instance == nullptr) return OutOfMemory(host, sizeof(I), "plugin instance");
    if (rnlp_status_t* status = instance->Init()) {
      Delete(host, instance);
      return status;
    }
    *out = reinterpret_cast<rnlp_instance_t*>(instance);
    return nullptr;
  };
  plugin.destroy = [](rnlp_instance_t* instance) {
    auto* self = reinterpret_cast<I*>(instance);
    Delete(self->host, self);
  };
  plugin.device = options.device;
  plugin.kernels = options.kernels;
  plugin.num_kernels = options.num_kernels;
  plugin.num_ops = options.num_ops;
  plugin.ops = options.ops;
  plugin.num_importers = options.num_importers;
  plugin.importers = options.importers;
  return plugin;
}

}  // namespace runnel::plugin

#endif  // RNLP_SDK_PLUGIN_H_
