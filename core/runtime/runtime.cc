#include "core/runtime/runtime.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <initializer_list>

#include "core/base/thread.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/devices/link_speed.h"
#include "core/runtime/host_ops/host_kernel.h"
#include "core/runtime/kernels/kernel_select.h"
#include "core/runtime/kernels/packed_form.h"
#include "core/runtime/plugins/op_library.h"
#include "core/runtime/plugins/plugin_loader.h"
#include "core/runtime/plugins/static_plugins.h"

namespace runnel {
namespace {

// The plugin that every runtime looks for unless it is told not to. The build names it, and those below.
constexpr const char* kDefaultPlugin = RUNNEL_DEFAULT_PLUGIN;
// The plugins that are loaded if they are present; on a machine without their hardware they bring no
// device.
constexpr std::initializer_list<const char*> kOptionalPlugins = {RUNNEL_OPTIONAL_PLUGINS};

// Loads what RUNNEL_PLUGINS names beside the first `there` plugins. Errors: as Runtime::LoadPlugin;
// INVALID_ARGUMENT for a path that is not absolute.
Status LoadFromEnvironment(PluginSet* plugins, size_t there) {
  const char* const list = std::getenv("RUNNEL_PLUGINS");
  std::string_view rest = list == nullptr ? std::string_view() : std::string_view(list);
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    const std::string name(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (name.empty()) continue;
    if (name.find('/') != std::string::npos && name.front() != '/') {
      return InvalidArgument("RUNNEL_PLUGINS names \"", name,
                             "\", expected ids and absolute paths, separated by colons");
    }
    const Status loaded = plugins->Load(name, there);
    if (!loaded.ok()) return loaded.WithPrefix("RUNNEL_PLUGINS");
  }
  return OkStatus();
}

}  // namespace

Runtime::Runtime() = default;
Runtime::~Runtime() = default;

namespace {
// Keeps the last runtime that could not be destroyed reachable for leak checkers.
std::atomic<const Runtime*> left_behind;
}  // namespace

void Runtime::Destroy() const {
  const auto end = [this] {
    // A device whose work never ends may call its host at any time: the runtime is then not destroyed.
    if (plugins_ == nullptr || plugins_->CloseDevices()) {
      delete this;
      return;
    }
    left_behind = this;
  };
  const bool is_waited_for = IsOwnThread() || (!kMinimal && PluginCall::IsActive());
  if (!is_waited_for) {
    end();
    return;
  }
  // Without a thread to destroy it on the runtime stays, as if its user had kept it.
  (void)StartThread("the end of a runtime", end, nullptr);
}

Result<Ref<Runtime>> Runtime::Create(const RuntimeOptions& options) {
  Ref<Runtime> runtime = Ref<Runtime>::Adopt(new Runtime);
  RUNNEL_RETURN_IF_ERROR(runtime->Begin(options));
  runtime->ops_ = std::make_unique<OpRegistry>(&OpenOpLibrary);
  runtime->plugins_ = std::make_unique<PluginSet>(runtime.get(), runtime->ops_.get());
  runtime->packed_forms_ = std::make_unique<PackedForms>();
  runtime->links_ = std::make_unique<LinkSpeeds>(runtime.get());

  bool has_default = false;
  if (options.load_default_plugins) {
    for (const rnlp_plugin_query_fn_t query : StaticPluginQueries()) {
      const rnlp_plugin_t* plugin = query();
      RUNNEL_RETURN_IF_ERROR(runtime->AddStaticPlugin(plugin));
      has_default |= std::string_view(plugin->prefix.id) == StrCat("runnel.", kDefaultPlugin);
    }
    if (!has_default) RUNNEL_RETURN_IF_ERROR(runtime->LoadPlugin(kDefaultPlugin));
    for (const char* name : kMinimal ? std::initializer_list<const char*>() : kOptionalPlugins) {
      const Status loaded = runtime->LoadPlugin(name);
      if (loaded.ok() || loaded.code() == Code::kNotFound) continue;
      if (loaded.code() == Code::kResourceExhausted) return loaded;
      runtime->Log(Severity::kWarning, StrCat("plugin ", name, " is left out: ", loaded.message()));
    }
    RUNNEL_RETURN_IF_ERROR(
        LoadFromEnvironment(runtime->plugins_.get(), runtime->plugins_->plugins().size()));
  }
  const size_t defaults = runtime->plugins_->plugins().size();
  for (const std::string& plugin : options.plugins) {
    RUNNEL_RETURN_IF_ERROR(runtime->plugins_->Load(plugin, defaults));
  }
  return runtime;
}

Status Runtime::LoadPlugin(const std::string& path_or_id) {
  RUNNEL_RETURN_IF_ERROR(CheckProcess());
  return plugins_->Load(path_or_id);
}

Status Runtime::AddStaticPlugin(const rnlp_plugin_t* plugin) {
  RUNNEL_RETURN_IF_ERROR(CheckProcess());
  return plugins_->AddStatic(plugin);
}

std::vector<Device*> Runtime::devices() const { return plugins_->devices(); }

std::vector<KernelInfo> Runtime::kernels() const {
  std::vector<KernelInfo> out;
  for (const KernelEntry& entry : plugins_->kernels()) {
    KernelInfo info{entry.row->op, entry.row->device_type, {}, entry.plugin->id};
    for (uint32_t i = 0; i < entry.row->num_types; ++i) {
      const rnlp_type_constraint_t& type = entry.row->types[i];
      std::vector<DType> dtypes;
      for (uint32_t j = 0; j < type.count; ++j) dtypes.push_back(static_cast<DType>(type.dtypes[j]));
      info.types.emplace_back(type.attr, std::move(dtypes));
    }
    out.push_back(std::move(info));
  }
  for (const std::span<const HostKernelRow> family : HostKernelFamilies()) {
    for (const HostKernelRow& row : family) out.push_back({std::string(row.op), "*", {}, ""});
  }
  for (const OpLibrary& library : OpLibraries()) {
    ForNames(library.host_ops, [&](std::string_view op) {
      out.push_back({std::string(op), "*", {}, ""});
    });
  }
  for (const std::string_view op : GenericOps()) out.push_back({std::string(op), "*", {}, ""});
  return out;
}

}  // namespace runnel
