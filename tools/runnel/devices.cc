// runnel devices: what can compute here.
#include <cinttypes>
#include <cstdio>

#include "tools/common/error.h"
#include "tools/runnel/command.h"

namespace runnel::tools {
namespace {

int Run(const Args& args) {
  const RuntimeHandle runtime = MakeRuntime(args);
  const size_t count = rnl_runtime_num_devices(runtime.get());
  for (size_t i = 0; i < count; ++i) {
    const std::string_view name = View(rnl_runtime_device_name(runtime.get(), i));
    const std::string_view type = View(rnl_runtime_device_type(runtime.get(), i));
    const std::string_view description = View(rnl_runtime_device_description(runtime.get(), i));
    uint64_t in_use = 0, peak = 0, limit = 0;
    Check(rnl_runtime_device_memory(runtime.get(), i, &in_use, &peak, &limit));
    if (args.Has("json")) {
      JsonWriter json;
      json.BeginObject().Key("name").String(name).Key("type").String(type);
      json.Key("description").String(description);
      json.Key("in_use_bytes")
          .Uint(in_use)
          .Key("peak_bytes")
          .Uint(peak)
          .Key("limit_bytes")
          .Uint(limit)
          .EndObject();
      PrintLine(json.text());
    } else {
      PrintLine(Cat(name, "  ", description));
    }
  }
  if (count == 0) Fail("there is no device");
  return 0;
}

constexpr Option kOptions[] = {kJsonOption, kPluginOption, kConfigOption, kDeviceOption, kThreadsOption};

}  // namespace

constexpr Command kDevicesCommand = {"devices", "",       0,  0, "List the devices that can compute.",
                                     "",        kOptions, Run};

}  // namespace runnel::tools
