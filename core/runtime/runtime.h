// Runtime: everything that sessions share: plugins, devices and ops, over the host's memory, threads and
// log.
//
// Nothing of a runtime is per process; two of them do not know each other. Children (sessions, graphs,
// tensors) keep it alive.
#ifndef RUNNEL_CORE_RUNTIME_RUNTIME_H_
#define RUNNEL_CORE_RUNTIME_RUNTIME_H_

#include <memory>
#include <string>
#include <vector>

#include "core/graph/op_schema.h"
#include "core/runtime/host/host.h"
#include "core/runtime/kernels/kernel_info.h"
#include "plugins/abi/rnlp_plugin.h"

namespace runnel {

class Device;
class PluginSet;
class PackedForms;
class LinkSpeeds;

class Runtime final : public Host {
 public:
  // Finds the default plugins beside this library. Errors: NOT_FOUND listing every path tried.
  static Result<Ref<Runtime>> Create(const RuntimeOptions& options);

  // `path_or_id`: a path if it has a slash, else "name" is looked for as librunnel_name.so beside this
  // library and in RUNNEL_PLUGIN_PATH. Errors: NOT_FOUND listing the paths; FAILED_PRECONDITION for a
  // version mismatch (both numbers and the path); ALREADY_EXISTS for a second copy of an id.
  Status LoadPlugin(const std::string& path_or_id);
  // One that is linked in.
  Status AddStaticPlugin(const rnlp_plugin_t* plugin);

  const OpRegistry& ops() const { return *ops_; }
  std::vector<Device*> devices() const;     // all, in order of loading; valid as long as the runtime
  std::vector<KernelInfo> kernels() const;  // device type "*": the host's and the executor's own
  PluginSet& plugins() { return *plugins_; }
  PackedForms& packed_forms() { return *packed_forms_; }
  LinkSpeeds& links() { return *links_; }

 private:
  Runtime();
  ~Runtime() override;
  // The last reference may be dropped on a thread of the pool or of a plugin, which cannot wait for its
  // own end.
  void Destroy() const override;

  std::unique_ptr<OpRegistry> ops_;
  std::unique_ptr<PluginSet> plugins_;
  std::unique_ptr<PackedForms> packed_forms_;
  std::unique_ptr<LinkSpeeds> links_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_RUNTIME_H_
