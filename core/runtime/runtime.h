// Runtime: everything that sessions share: plugins, devices, ops, the thread pool, host memory, the log.
//
// Nothing of a runtime is per process; two of them do not know each other. Children (sessions, graphs,
// tensors) keep it alive.
#ifndef RUNNEL_CORE_RUNTIME_RUNTIME_H_
#define RUNNEL_CORE_RUNTIME_RUNTIME_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/process_mark.h"
#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/graph/op_schema.h"
#include "core/tensor/buffer.h"
#include "plugins/abi/rnlp_plugin.h"

namespace runnel {

class Device;
class PluginSet;
class ThreadPool;
class HostMemory;
class PackedForms;
class LinkSpeeds;

enum class Severity { kDebug, kInfo, kWarning, kError };
// Called from any thread, one call at a time per runtime.
using LogSink = std::function<void(Severity severity, std::string_view message)>;

inline constexpr int kMaxThreads = 1024;

struct RuntimeOptions {
  int num_threads = 0;              // 0: RUNNEL_NUM_THREADS, else the CPUs this process may use
  uint64_t memory_limit_bytes = 0;  // host memory of tensors and arenas; 0: none
  Allocator* allocator = nullptr;   // null: the system's. Outlives the runtime
  std::shared_ptr<Allocator> allocator_owner;  // may be null; the runtime keeps it as long as itself
  LogSink log_sink;                            // empty: standard error
  Severity min_severity = Severity::kWarning;  // RUNNEL_LOG overrides: debug, info, warning, error
  bool load_default_plugins = true;            // the CPU
  std::vector<std::string> plugins;            // more, by path or by id
  std::map<std::string, std::string, std::less<>> config;  // "plugin_id.key" -> value
};

struct KernelInfo {
  std::string op;
  std::string device_type;
  std::vector<std::pair<std::string, std::vector<DType>>> types;  // attr -> allowed
  std::string plugin_id;
};

class Runtime : public RefCounted {
 public:
  // Finds the CPU beside this library. Errors: NOT_FOUND listing every path tried.
  static Result<Ref<Runtime>> Create(const RuntimeOptions& options);

  // `path_or_id`: a path if it has a slash, else "cuda" is looked for as librunnel_cuda.so beside this
  // library and in RUNNEL_PLUGIN_PATH. Errors: NOT_FOUND listing the paths; FAILED_PRECONDITION for a
  // version mismatch (both numbers and the path); ALREADY_EXISTS for a second copy of an id.
  Status LoadPlugin(const std::string& path_or_id);
  // One that is linked in.
  Status AddStaticPlugin(const rnlp_plugin_t* plugin);

  const OpRegistry& ops() const { return *ops_; }
  std::vector<Device*> devices() const;     // all, in order of loading; valid as long as the runtime
  std::vector<KernelInfo> kernels() const;  // device type "*": the host's and the executor's own
  ThreadPool& pool() { return *pool_; }
  int num_threads() const { return options_.num_threads; }
  Allocator* allocator();  // counted, cached, limited
  uint64_t host_bytes_in_use() const;
  void Log(Severity severity, std::string_view message);
  // The value of RuntimeOptions.config under `key`; null if there is none.
  const std::string* FindConfig(std::string_view key) const;
  const std::map<std::string, std::string, std::less<>>& config() const { return options_.config; }
  PluginSet& plugins() { return *plugins_; }
  PackedForms& packed_forms() { return *packed_forms_; }
  LinkSpeeds& links() { return *links_; }
  // FAILED_PRECONDITION in a process that was forked from the runtime's; OK in its own.
  Status CheckProcess() const;

 private:
  friend class PluginSet;
  Runtime();
  ~Runtime() override;
  // The last reference may be dropped on a thread of the pool or of a plugin, which cannot wait for
  // itself.
  void Destroy() const override;

  const ProcessMark process_;
  RuntimeOptions options_;
  std::mutex log_mutex_;  // serialises the sink
  std::unique_ptr<HostMemory> memory_;
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<OpRegistry> ops_;
  std::unique_ptr<PluginSet> plugins_;
  std::unique_ptr<PackedForms> packed_forms_;
  std::unique_ptr<LinkSpeeds> links_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_RUNTIME_H_
