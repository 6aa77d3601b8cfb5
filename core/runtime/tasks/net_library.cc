#include "core/runtime/tasks/net_library.h"

#include <dlfcn.h>

#include "core/base/thread_pool.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/devices/device_group.h"
#include "core/runtime/plan/build_plan.h"
#include "core/runtime/plugins/library_file.h"
#include "core/runtime/session/calibrate.h"
#include "core/runtime/session/session_impl.h"

namespace runnel {

CoreServices ThisCore() {
  CoreServices core{};
  // A program that has no clusters needs none of it.
  if constexpr (kMinimal) return core;
  core.create_session = &Session::Create;
  core.kernels = [](const Runtime& runtime) { return runtime.kernels(); };
  core.devices = [](const Runtime& runtime) {
    std::vector<std::pair<std::string, int>> out;
    for (const Device* device : runtime.devices()) {
      out.emplace_back(std::string(device->type()), device->ordinal());
    }
    return out;
  };
  core.host_bytes = [](const Runtime& runtime) { return runtime.host_bytes_in_use(); };
  core.run_on_pool = [](Runtime& runtime, std::function<void()> work) {
    runtime.pool().Run(std::move(work));
  };
  core.trim_session = [](Session& session) { static_cast<LocalSession&>(session).TrimIdle(); };
  core.means_of_device = MeansOfDevice;
  core.name_device_group = NameDeviceGroup;
  core.join_device_group = JoinDeviceGroup;
  core.copy_across = CopyAcross;
  core.estimate_costs =
      [](const Ref<Runtime>& runtime, const Graph& graph, const FedShapes& fed,
         const std::shared_ptr<PlacementMemory>& memory) -> Result<std::vector<NodeCost>> {
    RUNNEL_RETURN_IF_ERROR(Calibrate(runtime, memory));
    PlanContext context;
    context.runtime = runtime.get();
    context.costs = &memory->costs;
    RUNNEL_ASSIGN_OR_RETURN(std::vector<NodeCost> costs, EstimateCosts(context, graph, fed));
    if (runtime->devices().size() < 2) return costs;
    PlannerOptions options;
    options.automatic_placement = options.soft_placement = true;
    PlanWatch watch;  // the usual limits
    const auto homes = PlaceVariables(context, options, graph, fed, &watch);
    if (!homes.ok()) {
      runtime->Log(Severity::kWarning,
                   StrCat("automatic placement: variables go where their first step wants them: ",
                          homes.status().message()));
      return costs;
    }
    const std::lock_guard lock(memory->mutex);
    for (const auto& [name, device] : *homes) memory->homes.emplace(name, device);
    return costs;
  };
  return core;
}

Result<const NetLibrary*> OpenNetLibrary() {
  if constexpr (kMinimal) return LeftOut("clusters");
  const auto file = OpenOwnLibrary("librunnel_net.so");
  if (!file.ok()) return file.status().WithPrefix("a cluster needs librunnel_net.so beside librunnel");
  const auto open = reinterpret_cast<NetOpenFn>(dlsym(file->handle, kNetOpenSymbol));
  const NetLibrary* const library = open == nullptr ? nullptr : open(kNetBuild);
  if (library == nullptr) {
    return FailedPrecondition(file->path, " is of another build than this library (", kNetBuild, ")");
  }
  return library;
}

}  // namespace runnel
