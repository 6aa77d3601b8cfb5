// A runtime: devices, ops, threads and memory. Everything else is made from one.
#ifndef RUNNEL_CPP_RUNTIME_HPP_
#define RUNNEL_CPP_RUNTIME_HPP_

#include <functional>
#include <map>
#include <memory>
#include <span>

#include "handle.hpp"

RUNNEL_CPP_NAMESPACE

// Of the library that is linked, for people: "0.1.0".
inline std::string_view Version() { return View(rnl_version()); }

enum class Severity : std::int32_t {
  kDebug = RNL_LOG_DEBUG,
  kInfo = RNL_LOG_INFO,
  kWarning = RNL_LOG_WARNING,
  kError = RNL_LOG_ERROR,
};

// Host memory for tensors, on any thread.
class Allocator {
 public:
  virtual ~Allocator() = default;
  // 64-byte aligned; null when there is none.
  virtual void* Allocate(std::size_t size_bytes) noexcept = 0;
  virtual void Free(void* data, std::size_t size_bytes) noexcept = 0;
};

struct RuntimeOptions {
  // Threads that compute, the caller of a run counted. 0: RUNNEL_NUM_THREADS, else the CPUs of the
  // process.
  std::int32_t threads = 0;
  // Of host memory for tensors and arenas. 0: no limit.
  std::uint64_t memory_limit_bytes = 0;
  bool default_plugins = true;
  // Paths or ids to load.
  std::vector<std::string> plugins = {};
  std::map<std::string, std::string> config = {};
  // Where the log goes, on any thread, one call at a time; it must not use Runnel. Empty: standard
  // error.
  std::function<void(Severity, std::string_view)> log = {};
  // Drops messages below; RUNNEL_LOG overrides it.
  Severity log_level = Severity::kWarning;
  // Where host memory comes from, kept until the runtime needs it no more. Null: the system.
  std::shared_ptr<Allocator> allocator = {};
};

struct Device {
  std::string name, type, description;
};

class Runtime : public Shared<rnl_runtime_t, rnl_runtime_retain, rnl_runtime_release> {
 public:
  Runtime() = default;
  static Runtime Adopt(rnl_runtime_t* handle) { return Runtime(handle); }

  // Errors: FAILED_PRECONDITION for a library that does not fit these headers; NOT_FOUND listing the
  // paths tried; INVALID_ARGUMENT for an option; as rnl_runtime_create.
  static Outcome<Runtime> Create(const RuntimeOptions& options = {}) {
    RUNNEL_TRY(detail::Check(rnl_require(RNL_ABI_VERSION)));
    rnl_runtime_options_t* raw = nullptr;
    RUNNEL_TRY(detail::Check(rnl_runtime_options_create(&raw)));
    const Unique<rnl_runtime_options_t, rnl_runtime_options_release> owned(raw);
    RUNNEL_TRY(detail::Check(rnl_runtime_options_set_threads(raw, options.threads)));
    RUNNEL_TRY(detail::Check(rnl_runtime_options_set_memory_limit(raw, options.memory_limit_bytes)));
    RUNNEL_TRY(detail::Check(rnl_runtime_options_set_default_plugins(raw, options.default_plugins)));
    RUNNEL_TRY(detail::Check(
        rnl_runtime_options_set_log_level(raw, static_cast<rnl_severity_t>(options.log_level))));
    if (options.log) {
      auto log = std::make_unique<Log>(options.log);
      RUNNEL_TRY(detail::Check(rnl_runtime_options_set_owned_log(raw, OnLog, log.get(), Drop<Log>)));
      static_cast<void>(log.release());
    }
    if (options.allocator != nullptr) {
      auto allocator = std::make_unique<SharedAllocator>(options.allocator);
      RUNNEL_TRY(detail::Check(rnl_runtime_options_set_owned_allocator(
          raw, OnAllocate, OnFree, allocator.get(), Drop<SharedAllocator>)));
      static_cast<void>(allocator.release());
    }
    for (const std::string& plugin : options.plugins) {
      RUNNEL_TRY(detail::Check(rnl_runtime_options_add_plugin(raw, Str(plugin))));
    }
    for (const auto& [key, value] : options.config) {
      RUNNEL_TRY(detail::Check(rnl_runtime_options_set_config(raw, Str(key), Str(value))));
    }
    rnl_runtime_t* runtime = nullptr;
    rnl_status_t* status = rnl_runtime_create(raw, &runtime);
    return detail::Finish(status, [&] { return Runtime(runtime); });
  }

  Outcome<void> LoadPlugin(std::string_view path_or_id) const {
    return detail::Check(rnl_runtime_load_plugin(get(), Str(path_or_id)));
  }
  std::uint64_t memory_in_use() const { return rnl_runtime_memory_in_use(get()); }
  std::vector<Device> devices() const {
    std::vector<Device> out;
    for (std::size_t i = 0; i < rnl_runtime_num_devices(get()); ++i) {
      out.push_back({std::string(View(rnl_runtime_device_name(get(), i))),
                     std::string(View(rnl_runtime_device_type(get(), i))),
                     std::string(View(rnl_runtime_device_description(get(), i)))});
    }
    return out;
  }
  // Names of all ops, sorted.
  Outcome<std::vector<std::string>> ops() const {
    rnl_names_t* names = nullptr;
    rnl_status_t* status = rnl_runtime_ops(get(), &names);
    return detail::Finish(status, [&] { return detail::TakeNames(names); });
  }
  // The family in whose library, librunnel_<family>.so, the op is; empty for all others. Opens nothing.
  std::string op_family(std::string_view op) const {
    return std::string(View(rnl_runtime_op_family(get(), Str(op))));
  }

  // Writes to the runtime's log.
  Outcome<void> Write(Severity severity, std::string_view message) const {
    return detail::Check(rnl_runtime_log(get(), static_cast<rnl_severity_t>(severity), Str(message)));
  }

 private:
  using Log = std::function<void(Severity, std::string_view)>;
  using SharedAllocator = std::shared_ptr<Allocator>;

  explicit Runtime(rnl_runtime_t* adopted) : Shared(adopted) {}
  // Nothing of the program's may unwind into C; what it throws here is dropped.
  static void OnLog(void* arg, rnl_severity_t severity, rnl_str_t message) {
#if defined(__cpp_exceptions)
    try {
      (*static_cast<const Log*>(arg))(static_cast<Severity>(severity), View(message));
    } catch (...) {
    }
#else
    (*static_cast<const Log*>(arg))(static_cast<Severity>(severity), View(message));
#endif
  }
  static void* OnAllocate(void* arg, std::size_t size_bytes) noexcept {
    return (*static_cast<SharedAllocator*>(arg))->Allocate(size_bytes);
  }
  static void OnFree(void* arg, void* data, std::size_t size_bytes) noexcept {
    (*static_cast<SharedAllocator*>(arg))->Free(data, size_bytes);
  }
  template <typename T>
  static void Drop(void* arg) noexcept {
    delete static_cast<T*>(arg);
  }
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_RUNTIME_HPP_
