// HostTable: the rnlp_host_t that one runtime hands to one plugin, and the conversions at that border.
//
// One per (runtime, plugin), because configuration is looked up under the plugin's id. It outlives the
// plugin's instance. Nothing here throws into a plugin.
#ifndef RUNNEL_CORE_RUNTIME_PLUGINS_HOST_TABLE_H_
#define RUNNEL_CORE_RUNTIME_PLUGINS_HOST_TABLE_H_

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/node_view.h"
#include "core/runtime/devices/plugin_status.h"
#include "plugins/abi/rnlp_host.h"

namespace runnel {

class Host;

class HostTable : private rnlp_host_t {
 public:
  // `id` is the plugin's. The host outlives the table.
  HostTable(Host* host, std::string id);
  HostTable(const HostTable&) = delete;

  const rnlp_host_t* table() const { return this; }
  // The value of "key" for this plugin: RuntimeOptions.config under "id.key" (a leading "runnel." of the
  // id may be left out), else the environment's RUNNEL_<ID>_<KEY> with every other character than
  // letters and digits written as '_'. data null: unset. Valid as long as the table.
  rnlp_str_t Config(std::string_view key);
  // Keys of RuntimeOptions.config for this plugin that it has not asked for, and all that it has.
  struct ConfigUse {
    std::vector<std::string> unread, asked;
  };
  ConfigUse UseOfConfig();

 private:
  struct Calls;  // the functions of the table
  static HostTable* Self(const rnlp_host_t* host);
  std::string_view ShortId() const;  // without a leading "runnel."

  Host* host_;
  std::string id_;
  std::mutex mutex_;  // guards config_
  // What was asked for, with the values that were handed out.
  std::map<std::string, std::optional<std::string>, std::less<>> config_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_HOST_TABLE_H_
