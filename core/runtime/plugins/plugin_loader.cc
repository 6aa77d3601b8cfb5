#include "core/runtime/plugins/plugin_loader.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/graph/op_schema.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/host/host.h"
#include "core/runtime/plugins/library_file.h"
#include "core/runtime/plugins/plugin_check.h"

namespace runnel {
namespace {

constexpr const char* kLinkedIn = "(linked in)";

std::string Join(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

// A refused library is closed; one that is kept stays mapped for ever.
struct Library {
  void* handle = nullptr;
  ~Library() {
    if (handle != nullptr) dlclose(handle);
  }
};

Status FindPlugin(const std::string& path_or_id, std::string* out_path) {
  std::vector<std::string> skipped;
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::string> candidates,
                          PluginCandidates(path_or_id, &skipped));
  for (const std::string& candidate : candidates) {
    Status status = CheckLibraryFile(candidate);
    if (status.ok()) {
      *out_path = candidate;
      return {};
    }
    // A bad file ends the search with its error; the search never passes it silently.
    if (status.code() != Code::kNotFound) return status;
  }
  std::string message = StrCat("plugin \"", path_or_id, "\" was not found; tried: ", Join(candidates));
  if (candidates.empty()) message += "nothing";
  if (!skipped.empty()) message += StrCat("; skipped, not absolute: \"", Join(skipped), "\"");
  if (path_or_id.find('/') == std::string::npos)
    message += "; set RUNNEL_PLUGIN_PATH to the folder that has it";
  return NotFound(message);
}

// Ops are checked before any is added, so that a refused plugin leaves none behind.
Status CheckOps(const OpRegistry& registry, const rnlp_plugin_t* table, const std::string& path) {
  if (kMinimal && table->num_ops > 0)
    return LeftOut(StrCat("plugin ", path, ": ops that plugins bring"));
  if constexpr (kMinimal) return OkStatus();
  for (uint32_t i = 0; i < table->num_ops; ++i) {
    const rnlp_op_row_t* row = table->ops[i];
    const auto schema = ParseOpSchema(row->name, row->inputs, row->outputs, row->attrs);
    if (!schema.ok()) return schema.status().WithPrefix(StrCat("plugin ", path));
    if (registry.Find(row->name).ok()) {
      return AlreadyExists("plugin ", path, " (", table->prefix.id, "): op \"", row->name,
                           "\" exists already");
    }
    for (uint32_t j = 0; j < i; ++j) {
      if (std::string_view(table->ops[j]->name) == row->name) {
        return InvalidArgument("plugin ", path, " (", table->prefix.id, "): brings op \"", row->name,
                               "\" twice");
      }
    }
  }
  return {};
}

Status CheckInfo(const rnlp_device_info_t& info, const LoadedPlugin& plugin, uint32_t index) {
  const auto blame = [&](auto&&... what) {
    return InvalidArgument("plugin ", plugin.path, " (", plugin.id, "): device ", index, " ", what...);
  };
  if (info.size_bytes < RNLP_SIZE_TO(rnlp_device_info_t, memory_bytes)) {
    return blame("has an info of ", info.size_bytes, " bytes");
  }
  const size_t length = strnlen(info.type, sizeof(info.type));
  if (length == 0 || length == sizeof(info.type))
    return blame("has no type, or one longer than 31 bytes");
  for (size_t i = 0; i < length; ++i) {
    const char c = info.type[i];
    if (!((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')) {
      return blame("has a type with other characters than A-Z, 0-9 and _");
    }
  }
  if (strnlen(info.description, sizeof(info.description)) == sizeof(info.description)) {
    return blame("has a description longer than 127 bytes");
  }
  const uint32_t alignment = info.alignment_bytes;
  if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > 4096) {
    return blame("wants tensors aligned to ", alignment, " bytes, expected a power of two up to 4096");
  }
  const rnlp_device_api_t& api = *plugin.table->device;
  if (kMinimal && (info.flags & RNLP_DEVICE_HOST_MEMORY) == 0) {
    return blame("has memory of its own; such devices are not in this build (RUNNEL_MINIMAL)");
  }
  if (!kMinimal && (info.flags & RNLP_DEVICE_HOST_MEMORY) == 0 &&
      (api.buffer_alloc == nullptr || api.buffer_free == nullptr || api.queue_create == nullptr ||
       api.queue_destroy == nullptr || api.queue_copy == nullptr || api.queue_signal == nullptr ||
       api.queue_wait == nullptr || api.queue_flush == nullptr || api.fence_create == nullptr ||
       api.fence_destroy == nullptr || api.fence_query == nullptr || api.fence_wait == nullptr ||
       api.fence_notify == nullptr)) {
    return blame("has memory of its own, but its table lacks buffers, queues or fences");
  }
  return {};
}

Result<std::vector<rnlp_device_info_t>> Enumerate(const LoadedPlugin& plugin) {
  std::vector<rnlp_device_info_t> infos;
  if (plugin.table->device == nullptr) return infos;
  uint32_t count = 0;
  // The number may grow between two calls; it settles, or the list is cut.
  for (int attempt = 0; attempt < 3; ++attempt) {
    infos.assign(count, rnlp_device_info_t{});
    RUNNEL_RETURN_IF_ERROR(
        FromPluginStatus(plugin.table->device->enumerate(plugin.instance, count, infos.data(), &count))
            .WithPrefix(StrCat("plugin ", plugin.path, " (", plugin.id, "): listing its devices")));
    if (count > 4096) {
      return InvalidArgument("plugin ", plugin.path, " (", plugin.id, "): lists ", count,
                             " devices, expected at most 4096");
    }
    if (count <= infos.size()) break;
  }
  infos.resize(std::min<size_t>(infos.size(), count));
  for (uint32_t i = 0; i < infos.size(); ++i) RUNNEL_RETURN_IF_ERROR(CheckInfo(infos[i], plugin, i));
  return infos;
}

// A misspelt key would silently leave the user with a default. It is a warning and no error: a plugin
// may ask later.
void WarnOfUnreadConfig(Host* log, HostTable* host, const std::string& where) {
  const HostTable::ConfigUse use = host->UseOfConfig();
  if (use.unread.empty()) return;
  std::string asked;
  for (const std::string& key : use.asked) asked += StrCat(asked.empty() ? "" : ", ", key);
  for (const std::string& name : use.unread) {
    log->Log(Severity::kWarning, StrCat(where, " did not read configuration \"", name,
                                        "\"; it has read ", asked.empty() ? "none" : asked));
  }
}

}  // namespace

PluginSet::PluginSet(Host* host, OpRegistry* ops) : host_(host), ops_(ops) {}

bool PluginSet::CloseDevices() {
  bool all = true;
  for (const auto& plugin : plugins_) {
    for (const auto& device : plugin->devices) all &= device->CloseForGood();
  }
  return all;
}

PluginSet::~PluginSet() {
  while (!plugins_.empty()) {
    LoadedPlugin& plugin = *plugins_.back();
    plugin.devices.clear();
    plugin.table->destroy(plugin.instance);
    plugins_.pop_back();
  }
}

Status PluginSet::Load(const std::string& path_or_id, size_t there) {
  if constexpr (kMinimal) return LeftOut(StrCat("plugin \"", path_or_id, "\": plugins from files"));
  std::lock_guard<std::mutex> load_lock(load_mutex_);
  const std::span known(plugins_.data(), std::min(there, plugins_.size()));
  for (const auto& plugin : known) {  // one that is linked in has no file
    if (plugin->id == path_or_id || plugin->id == StrCat("runnel.", path_or_id)) return {};
  }
  std::string path;
  RUNNEL_RETURN_IF_ERROR(FindPlugin(path_or_id, &path));
  Library library;
  // A path without a slash would be searched for by the linker's own rules; candidates always have one.
  library.handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library.handle == nullptr) {
    const char* reason = dlerror();
    if (reason != nullptr && SaysShortage(path, reason)) {
      return ResourceExhausted("plugin ", path, ": cannot be loaded: ", reason);
    }
    return FailedPrecondition("plugin ", path,
                              ": cannot be loaded: ", reason == nullptr ? "unknown" : reason);
  }
  auto query = reinterpret_cast<rnlp_plugin_query_fn_t>(dlsym(library.handle, RNLP_PLUGIN_QUERY_SYMBOL));
  if (query == nullptr) {
    return InvalidArgument("plugin ", path, ": no symbol ", RNLP_PLUGIN_QUERY_SYMBOL,
                           ", so it is no Runnel plugin");
  }
  const rnlp_plugin_t* const table = query();
  for (const auto& plugin : known) {
    if (plugin->table == table) return {};
  }
  RUNNEL_RETURN_IF_ERROR(Add(table, path));
  library.handle = nullptr;
  return {};
}

Status PluginSet::AddStatic(const rnlp_plugin_t* table) {
  std::lock_guard<std::mutex> load_lock(load_mutex_);
  return Add(table, kLinkedIn);
}

Status PluginSet::CheckIsNew(const rnlp_plugin_t* table, const std::string& path) const {
  for (const auto& other : plugins_) {  // changed under load_mutex_ only
    if (other->table == table) {
      return AlreadyExists("plugin \"", other->id, "\" is loaded already, from ", other->path,
                           "; asked for again as ", path, ", which is the same library");
    }
    if (other->id == table->prefix.id) {
      return AlreadyExists("plugin \"", other->id, "\" is loaded already, from ", other->path,
                           " (version ", other->version, "); ", path, " (version ",
                           table->prefix.version == nullptr ? "unknown" : table->prefix.version,
                           ") is a second copy");
    }
  }
  return OkStatus();
}

void PluginSet::AddDevices(std::span<const rnlp_device_info_t> infos, LoadedPlugin* plugin) const {
  const std::vector<Device*> others = devices();
  for (const rnlp_device_info_t& info : infos) {
    int ordinal = 0;
    for (const Device* device : others) ordinal += device->type() == info.type ? 1 : 0;
    for (const auto& device : plugin->devices) ordinal += device->type() == info.type ? 1 : 0;
    plugin->devices.push_back(
        std::make_unique<Device>(host_, plugin->table->device, plugin->instance, info, ordinal));
  }
}

// New lists beside the old ones: spans that were handed out stay valid.
PluginSet::NewLists PluginSet::ListsWith(const LoadedPlugin& plugin) const {
  NewLists added;
  for (uint32_t i = 0; i < plugin.table->num_kernels; ++i) {
    const rnlp_kernel_row_t* row = plugin.table->kernels[i];
    std::vector<size_t>& places = added.by_op[row->op];
    const auto same = std::find_if(places.begin(), places.end(), [&](size_t place) {
      return std::string_view(added.lists[place].first->device_type) == row->device_type;
    });
    const auto insert = [&](Entries* entries) {
      const auto before = std::find_if(entries->begin(), entries->end(), [&](const KernelEntry& other) {
        return other.row->priority < row->priority;
      });
      entries->insert(before, {row, &plugin});
    };
    if (same != places.end()) {
      insert(added.lists[*same].second.get());
      continue;
    }
    auto entries = std::make_unique<Entries>();
    const std::span<const KernelEntry> old = FindKernelsLocked(row->op, row->device_type);
    entries->assign(old.begin(), old.end());
    insert(entries.get());
    places.push_back(added.lists.size());
    added.lists.emplace_back(row, std::move(entries));
  }
  return added;
}

// Cannot fail: Add has made room.
void PluginSet::Publish(NewLists* added) {
  for (auto& [row, entries] : added->lists) {
    std::vector<ByType>& types = index_.find(std::string_view(row->op))->second;
    const auto type = std::find_if(types.begin(), types.end(), [&, r = row](const ByType& by_type) {
      return by_type.device_type == r->device_type;
    });
    if (type != types.end()) {
      type->entries = entries.get();
    } else {
      types.push_back({row->device_type, entries.get()});
    }
    entries_.push_back(std::move(entries));
  }
}

Status PluginSet::Add(const rnlp_plugin_t* table, const std::string& path) {
  RUNNEL_RETURN_IF_ERROR(CheckPluginTable(table, path));
  RUNNEL_RETURN_IF_ERROR(CheckIsNew(table, path));
  RUNNEL_RETURN_IF_ERROR(CheckOps(*ops_, table, path));

  auto plugin = std::make_unique<LoadedPlugin>();
  plugin->id = table->prefix.id;
  plugin->version = table->prefix.version == nullptr ? "" : table->prefix.version;
  plugin->path = path;
  plugin->table = table;
  plugin->index = static_cast<int>(plugins_.size());
  plugin->host = std::make_unique<HostTable>(host_, plugin->id);
  const std::string where = StrCat("plugin ", path, " (", plugin->id, ")");
  RUNNEL_RETURN_IF_ERROR(
      FromPluginStatus(table->create(plugin->host->table(), &plugin->instance)).WithPrefix(where));
  // From here on a failure destroys the instance; nothing in between allocates.
  struct Undo {
    LoadedPlugin* plugin;
    ~Undo() {
      if (plugin == nullptr) return;
      plugin->devices.clear();
      plugin->table->destroy(plugin->instance);
    }
  } undo{plugin.get()};
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<rnlp_device_info_t> infos, Enumerate(*plugin));
  WarnOfUnreadConfig(host_, plugin->host.get(), where);
  AddDevices(infos, plugin.get());
  std::unique_lock<std::shared_mutex> lock(mutex_);
  NewLists added = ListsWith(*plugin);
  // Everything that may run out of memory comes first; the commit after it cannot fail.
  entries_.reserve(entries_.size() + added.lists.size());
  plugins_.reserve(plugins_.size() + 1);
  for (const auto& [op, places] : added.by_op) {
    const auto it = index_.try_emplace(std::string(op)).first;
    it->second.reserve(it->second.size() + places.size());
  }
  if constexpr (!kMinimal) {
    const std::span rows(table->ops, table->num_ops);
    RUNNEL_RETURN_IF_ERROR(ops_->AddPluginOps(rows, plugin->host->table()));
  }
  Publish(&added);
  plugins_.push_back(std::move(plugin));
  undo.plugin = nullptr;
  return {};
}

std::vector<const LoadedPlugin*> PluginSet::plugins() const {
  std::shared_lock<std::shared_mutex> lock(mutex_);
  std::vector<const LoadedPlugin*> out;
  for (const auto& plugin : plugins_) out.push_back(plugin.get());
  return out;
}

std::vector<Device*> PluginSet::devices() const {
  std::shared_lock<std::shared_mutex> lock(mutex_);
  std::vector<Device*> out;
  for (const auto& plugin : plugins_) {
    for (const auto& device : plugin->devices) out.push_back(device.get());
  }
  return out;
}

std::span<const KernelEntry> PluginSet::FindKernels(std::string_view op,
                                                    std::string_view device_type) const {
  std::shared_lock<std::shared_mutex> lock(mutex_);
  return FindKernelsLocked(op, device_type);
}

std::span<const KernelEntry> PluginSet::FindKernelsLocked(std::string_view op,
                                                          std::string_view device_type) const {
  const auto it = index_.find(op);
  if (it == index_.end()) return {};
  for (const ByType& by_type : it->second) {
    if (by_type.device_type == device_type) return *by_type.entries;
  }
  return {};
}

std::vector<KernelEntry> PluginSet::kernels() const {
  std::shared_lock<std::shared_mutex> lock(mutex_);
  std::vector<KernelEntry> out;
  for (const auto& plugin : plugins_) {
    for (uint32_t i = 0; i < plugin->table->num_kernels; ++i) {
      out.push_back({plugin->table->kernels[i], plugin.get()});
    }
  }
  return out;
}

}  // namespace runnel
