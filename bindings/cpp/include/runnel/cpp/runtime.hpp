// A runtime: devices, ops, threads and memory. Everything else is made from one.
#ifndef RUNNEL_CPP_RUNTIME_HPP_
#define RUNNEL_CPP_RUNTIME_HPP_

#include <map>
#include <span>

#include "handle.hpp"

RUNNEL_CPP_NAMESPACE

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
  // Where the log goes; must outlive everything that is made from the runtime. Null: standard error.
  rnl_log_fn_t log = nullptr;
  void* log_arg = nullptr;
};

struct Device {
  std::string name, type, description;
};

class Runtime : public Shared<rnl_runtime_t, rnl_runtime_retain, rnl_runtime_release> {
 public:
  Runtime() = default;
  static Runtime Adopt(rnl_runtime_t* handle) { return Runtime(handle); }

  // Errors: NOT_FOUND listing the paths tried; INVALID_ARGUMENT for an option; as rnl_runtime_create.
  static Outcome<Runtime> Create(const RuntimeOptions& options = {}) {
    rnl_runtime_options_t* raw = nullptr;
    RUNNEL_TRY(detail::Check(rnl_runtime_options_create(&raw)));
    const Unique<rnl_runtime_options_t, rnl_runtime_options_release> owned(raw);
    RUNNEL_TRY(detail::Check(rnl_runtime_options_set_threads(raw, options.threads)));
    RUNNEL_TRY(detail::Check(rnl_runtime_options_set_memory_limit(raw, options.memory_limit_bytes)));
    RUNNEL_TRY(detail::Check(rnl_runtime_options_set_default_plugins(raw, options.default_plugins)));
    RUNNEL_TRY(detail::Check(rnl_runtime_options_set_log(raw, options.log, options.log_arg)));
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

 private:
  explicit Runtime(rnl_runtime_t* adopted) : Shared(adopted) {}
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_RUNTIME_HPP_
