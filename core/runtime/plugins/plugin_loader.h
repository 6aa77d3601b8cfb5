// PluginSet: the plugins of one runtime: found, checked, started, and indexed.
//
// A library that is loaded stays mapped for the life of the process; a plugin's instance lives as long
// as its runtime. Rows and tables are borrowed from the plugin, so everything handed out here is valid
// as long as the runtime.
#ifndef RUNNEL_CORE_RUNTIME_PLUGINS_PLUGIN_LOADER_H_
#define RUNNEL_CORE_RUNTIME_PLUGINS_PLUGIN_LOADER_H_

#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/status.h"
#include "core/runtime/plugins/host_table.h"
#include "plugins/abi/rnlp_plugin.h"

namespace runnel {

class Device;
class Host;
class OpRegistry;

// A plugin that runs in this runtime.
struct LoadedPlugin {
  std::string id;
  std::string version;
  std::string path;  // as opened; "(linked in)" for a static one
  const rnlp_plugin_t* table = nullptr;
  rnlp_instance_t* instance = nullptr;
  std::unique_ptr<HostTable> host;
  std::vector<std::unique_ptr<Device>> devices;
  int index = 0;  // order of loading
};

// One kernel row and whom it belongs to: row functions are called with plugin->host->table().
struct KernelEntry {
  const rnlp_kernel_row_t* row = nullptr;
  const LoadedPlugin* plugin = nullptr;
};

// Threads: any.
class PluginSet {
 public:
  // Both outlive it. Ops that plugins bring go to `ops`.
  PluginSet(Host* host, OpRegistry* ops);
  // Closes devices and destroys instances, the last loaded first. No kernel or buffer is left by then.
  ~PluginSet();
  // Before the runtime ends: false if work of a device never ends (Device::CloseForGood).
  bool CloseDevices();

  // See Runtime::LoadPlugin. Errors also: DATA_LOSS for a truncated file, INVALID_ARGUMENT for a file
  // that is no plugin. Nothing of a refused plugin stays.
  // Asking again for one of the first `there`, which are loaded by default, changes nothing.
  Status Load(const std::string& path_or_id, size_t there = 0);
  Status AddStatic(const rnlp_plugin_t* table);

  std::vector<const LoadedPlugin*> plugins() const;
  std::vector<Device*> devices() const;  // in order of loading
  // The rows for (op, device type): highest priority first, ties in order of loading. Type constraints
  // and `supports` are the caller's to ask. Later loads do not change a span already returned.
  std::span<const KernelEntry> FindKernels(std::string_view op, std::string_view device_type) const;
  // All rows, in order of loading.
  std::vector<KernelEntry> kernels() const;

 private:
  // Checks `table` and starts it. Under load_mutex_; takes mutex_.
  Status Add(const rnlp_plugin_t* table, const std::string& path);
  std::span<const KernelEntry> FindKernelsLocked(std::string_view op,
                                                 std::string_view device_type) const;

  using Entries = std::vector<KernelEntry>;
  // Lists of kernels that are to replace those of the same op and device type.
  struct NewLists {
    std::vector<std::pair<const rnlp_kernel_row_t*, std::unique_ptr<Entries>>>
        lists;                                                        // by any row of it
    std::unordered_map<std::string_view, std::vector<size_t>> by_op;  // where in `lists`
  };
  Status CheckIsNew(const rnlp_plugin_t* table, const std::string& path) const;
  void AddDevices(std::span<const rnlp_device_info_t> infos, LoadedPlugin* plugin) const;
  NewLists ListsWith(const LoadedPlugin& plugin) const;
  void Publish(NewLists* added);
  struct OpHash {
    using is_transparent = void;
    size_t operator()(std::string_view op) const { return std::hash<std::string_view>()(op); }
  };
  struct ByType {
    std::string_view device_type;
    const Entries* entries;
  };

  Host* const host_;
  OpRegistry* const ops_;
  std::mutex load_mutex_;            // one load at a time
  mutable std::shared_mutex mutex_;  // guards all below
  std::vector<std::unique_ptr<LoadedPlugin>> plugins_;
  std::unordered_map<std::string, std::vector<ByType>, OpHash, std::equal_to<>> index_;  // by op
  std::vector<std::unique_ptr<Entries>> entries_;  // all versions of all lists
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_PLUGIN_LOADER_H_
