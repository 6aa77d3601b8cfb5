// Runtimes and their devices.
#include "c_api/internal.h"
#include "c_api/runtime_options.h"
#include "core/runtime/devices/device.h"

using runnel::Device;
using runnel::Status;
using namespace runnel::capi;

namespace {

// Null beyond the end.
Device* FindDevice(const rnl_runtime_t* runtime, size_t index) {
  if (runtime == nullptr) return nullptr;
  try {
    const auto devices = runtime->runtime->devices();
    return index < devices.size() ? devices[index] : nullptr;
  } catch (...) {
    return nullptr;
  }
}

}  // namespace

rnl_status_t* rnl_runtime_create(const rnl_runtime_options_t* options, rnl_runtime_t** out_runtime) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_runtime);
    *out_runtime = nullptr;
    const runnel::RuntimeOptions defaults;
    RUNNEL_ASSIGN_OR_RETURN(runnel::Ref<runnel::Runtime> runtime,
                            runnel::Runtime::Create(options == nullptr ? defaults : options->options));
    *out_runtime = new rnl_runtime_t(std::move(runtime));
    return runnel::OkStatus();
  });
}

rnl_runtime_t* rnl_runtime_retain(rnl_runtime_t* runtime) { return Retain(runtime); }

void rnl_runtime_release(rnl_runtime_t* runtime) { Release(runtime); }

rnl_status_t* rnl_runtime_load_plugin(rnl_runtime_t* runtime, rnl_str_t path_or_id) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view path;
    RUNNEL_RETURN_IF_ERROR(ToView(path_or_id, "path_or_id", &path));
    return runtime->runtime->LoadPlugin(std::string(path));
  });
}

rnl_status_t* rnl_runtime_add_static_plugin(rnl_runtime_t* runtime, const struct rnlp_plugin_t* plugin) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(runtime);
    RNL_CHECK_NOT_NULL(plugin);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    return runtime->runtime->AddStaticPlugin(plugin);
  });
}

uint64_t rnl_runtime_memory_in_use(const rnl_runtime_t* runtime) {
  return runtime == nullptr ? 0 : runtime->runtime->host_bytes_in_use();
}

rnl_status_t* rnl_runtime_log(rnl_runtime_t* runtime, rnl_severity_t severity, rnl_str_t message) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(CheckSeverity(severity));
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(message, "message", &view));
    runtime->runtime->Log(static_cast<runnel::Severity>(severity), view);
    return runnel::OkStatus();
  });
}

size_t rnl_runtime_num_devices(const rnl_runtime_t* runtime) {
  if (runtime == nullptr) return 0;
  try {
    return runtime->runtime->devices().size();
  } catch (...) {
    return 0;
  }
}

rnl_str_t rnl_runtime_device_name(const rnl_runtime_t* runtime, size_t device) {
  const Device* d = FindDevice(runtime, device);
  return d == nullptr ? kEmpty : ToC(std::string_view(d->name()));
}

rnl_str_t rnl_runtime_device_type(const rnl_runtime_t* runtime, size_t device) {
  const Device* d = FindDevice(runtime, device);
  return d == nullptr ? kEmpty : ToC(d->type());
}

rnl_str_t rnl_runtime_device_description(const rnl_runtime_t* runtime, size_t device) {
  const Device* d = FindDevice(runtime, device);
  return d == nullptr ? kEmpty : ToC(std::string_view(d->info().description));
}

rnl_status_t* rnl_runtime_device_memory(const rnl_runtime_t* runtime, size_t device,
                                        uint64_t* out_in_use_bytes, uint64_t* out_peak_bytes,
                                        uint64_t* out_limit_bytes) {
  for (uint64_t* out : {out_in_use_bytes, out_peak_bytes, out_limit_bytes}) {
    if (out != nullptr) *out = 0;
  }
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    Device* d = FindDevice(runtime, device);
    if (d == nullptr) {
      return runnel::OutOfRange("device ", device, " of ", rnl_runtime_num_devices(runtime));
    }
    RUNNEL_ASSIGN_OR_RETURN(const rnlp_memory_stats_t stats, d->MemoryStats());
    if (out_in_use_bytes != nullptr) *out_in_use_bytes = stats.bytes_in_use;
    if (out_peak_bytes != nullptr) *out_peak_bytes = stats.peak_bytes_in_use;
    if (out_limit_bytes != nullptr) *out_limit_bytes = stats.limit_bytes;
    return runnel::OkStatus();
  });
}
