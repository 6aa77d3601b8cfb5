// A host-memory device with one kernel, Neg, and faults to plant by configuration: what the conformance
// program has to catch.
#include <cmath>
#include <cstring>

#include "plugins/sdk/plugin.h"

struct rnlp_instance_t {
  explicit rnlp_instance_t(const rnlp_host_t* h) : host(h) {}
  rnlp_status_t* Init() {
    fault = runnel::plugin::Config(host, "fault");
    if (fault == "LEAKS") host->alloc(host, 100);
    if (fault == "WRONG_CODE" && host->alloc(host, 64) == nullptr) {
      return runnel::plugin::Fail(host, RNLP_INTERNAL, "no memory, and the wrong code for it");
    }
    return nullptr;
  }
  const rnlp_host_t* host;
  std::string fault;
};
struct rnlp_device_t {
  rnlp_instance_t* instance;
};

namespace {

using namespace runnel::plugin;  // NOLINT: a plugin of one file

struct Neg {
  std::string fault;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t*) {
    fault = Config(host, "fault");
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    float* x = Data<float>(run->inputs[0]);
    float* y = Data<float>(run->outputs[0]);
    const int64_t count = run->inputs[0]->num_elements;
    for (int64_t i = 0; i < count; ++i) {
      y[i] = fault == "WRONG_SIGN" ? x[i] : -x[i];
      if (fault == "IGNORES_NAN" && std::isnan(x[i])) y[i] = 0;
    }
    if (fault == "OUT_OF_BOUNDS") y[count] = 1;
    if (fault == "CHANGES_INPUT" && count > 0) x[0] = 77;
    return nullptr;
  }
};

constexpr int32_t kFloats[] = {RNLP_FLOAT};
constexpr rnlp_type_constraint_t kTypes[] = {Types("T", kFloats)};
constexpr rnlp_kernel_row_t kNeg =
    KernelRow<Neg>({.op = "Neg", .device_type = "BROKEN", .types = kTypes, .num_types = 1});
constexpr const rnlp_kernel_row_t* kKernels[] = {&kNeg};

constexpr rnlp_device_api_t kDeviceApi = [] {
  rnlp_device_api_t api{};
  api.size_bytes = RNLP_SIZE_TO(rnlp_device_api_t, capture_destroy);
  api.enumerate = [](rnlp_instance_t*, uint32_t capacity, rnlp_device_info_t* out,
                     uint32_t* out_count) -> rnlp_status_t* {
    *out_count = 1;
    if (capacity == 0) return nullptr;
    rnlp_device_info_t info{};
    info.size_bytes = RNLP_SIZE_TO(rnlp_device_info_t, memory_bytes);
    info.flags = RNLP_DEVICE_HOST_MEMORY;
    std::memcpy(info.type, "BROKEN", sizeof("BROKEN"));
    info.alignment_bytes = 64;
    out[0] = info;
    return nullptr;
  };
  api.open = [](rnlp_instance_t* instance, uint32_t, rnlp_device_t** out) -> rnlp_status_t* {
    *out = New<rnlp_device_t>(instance->host, rnlp_device_t{instance});
    return *out == nullptr ? OutOfMemory(instance->host, sizeof(rnlp_device_t), "broken") : nullptr;
  };
  api.close = [](rnlp_device_t* device) { Delete(device->instance->host, device); };
  return api;
}();

constexpr rnlp_plugin_t kPlugin = MakePlugin<rnlp_instance_t>(
    {.id = "test.broken", .version = "1", .device = &kDeviceApi, .kernels = kKernels, .num_kernels = 1});

}  // namespace

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &kPlugin; }
