// Host: what a runtime lends to its plugins, devices and sessions: host memory, threads, the log and the
// configuration.
//
// It knows none of those who use it, and each of them may keep it: the last reference ends the runtime.
#ifndef RUNNEL_CORE_RUNTIME_HOST_HOST_H_
#define RUNNEL_CORE_RUNTIME_HOST_HOST_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/process_mark.h"
#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/tensor/buffer.h"

namespace runnel {

class HostFunctions;
class HostMemory;
class ThreadPool;

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
  bool load_default_plugins = true;            // those that the build names
  std::vector<std::string> plugins;            // more, by path or by id
  std::map<std::string, std::string, std::less<>> config;  // "plugin_id.key" -> value
};

// Threads: any.
class Host : public RefCounted {
 public:
  ThreadPool& pool() { return *pool_; }
  HostFunctions& functions() { return *functions_; }
  int num_threads() const { return options_.num_threads; }
  Allocator* allocator();  // counted, cached, limited
  uint64_t host_bytes_in_use() const;
  void Log(Severity severity, std::string_view message);
  // The value of RuntimeOptions.config under `key`; null if there is none.
  const std::string* FindConfig(std::string_view key) const;
  const std::map<std::string, std::string, std::less<>>& config() const { return options_.config; }
  // FAILED_PRECONDITION in a process that was forked from the runtime's; OK in its own.
  Status CheckProcess() const;

 protected:
  Host();
  ~Host() override;
  // Reads the environment, and makes the memory and the threads. Once, before anything else is asked.
  Status Begin(const RuntimeOptions& options);
  // Whether the calling thread is the pool's or a host function's, which cannot wait for its own end.
  bool IsOwnThread() const;

 private:
  const ProcessMark process_;
  RuntimeOptions options_;
  std::mutex log_mutex_;  // serialises the sink
  std::unique_ptr<HostMemory> memory_;
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<HostFunctions> functions_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_HOST_H_
