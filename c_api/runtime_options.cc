// Options of a runtime.
#include "c_api/runtime_options.h"

#include "c_api/callback_argument.h"
#include "c_api/internal.h"

using runnel::Status;
using namespace runnel::capi;

namespace {

// The caller's allocator as core sees it.
class InjectedAllocator final : public runnel::Allocator {
 public:
  InjectedAllocator(rnl_alloc_fn_t alloc_fn, rnl_free_fn_t free_fn, std::shared_ptr<Argument> argument)
      : alloc_(alloc_fn), free_(free_fn), argument_(std::move(argument)), arg_(argument_->data()) {}
  void* Allocate(size_t bytes) override {
    void* data = alloc_(arg_, bytes);
    if (reinterpret_cast<uintptr_t>(data) % runnel::kTensorAlignment != 0) {
      free_(arg_, data, bytes);
      return nullptr;
    }
    return data;
  }
  void Free(void* data, size_t bytes) override { free_(arg_, data, bytes); }

 private:
  const rnl_alloc_fn_t alloc_;
  const rnl_free_fn_t free_;
  const std::shared_ptr<Argument> argument_;
  void* const arg_;
};

}  // namespace

rnl_status_t* rnl_runtime_options_create(rnl_runtime_options_t** out_options) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_options);
    *out_options = nullptr;
    *out_options = new rnl_runtime_options_t;
    return runnel::OkStatus();
  });
}

void rnl_runtime_options_release(rnl_runtime_options_t* options) { delete options; }

rnl_status_t* rnl_runtime_options_set_threads(rnl_runtime_options_t* options, int32_t threads) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    if (threads < 0 || threads > runnel::kMaxThreads) {
      return runnel::InvalidArgument("threads must be 0..", runnel::kMaxThreads, ", got ", threads);
    }
    options->options.num_threads = threads;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_runtime_options_set_memory_limit(rnl_runtime_options_t* options,
                                                   uint64_t limit_bytes) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.memory_limit_bytes = limit_bytes;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_runtime_options_set_allocator(rnl_runtime_options_t* options, rnl_alloc_fn_t alloc_fn,
                                                rnl_free_fn_t free_fn, void* arg) {
  return rnl_runtime_options_set_owned_allocator(options, alloc_fn, free_fn, arg, nullptr);
}

rnl_status_t* rnl_runtime_options_set_owned_allocator(rnl_runtime_options_t* options,
                                                      rnl_alloc_fn_t alloc_fn, rnl_free_fn_t free_fn,
                                                      void* arg, rnl_drop_fn_t drop) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    RNL_CHECK_NOT_NULL(alloc_fn);
    RNL_CHECK_NOT_NULL(free_fn);
    KeepArgument(arg, drop, [&](const std::shared_ptr<Argument>& argument) {
      options->options.allocator_owner =
          std::make_shared<InjectedAllocator>(alloc_fn, free_fn, argument);
      options->options.allocator = options->options.allocator_owner.get();
    });
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_runtime_options_set_log(rnl_runtime_options_t* options, rnl_log_fn_t log, void* arg) {
  if (log != nullptr) return rnl_runtime_options_set_owned_log(options, log, arg, nullptr);
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.log_sink = nullptr;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_runtime_options_set_owned_log(rnl_runtime_options_t* options, rnl_log_fn_t log,
                                                void* arg, rnl_drop_fn_t drop) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    RNL_CHECK_NOT_NULL(log);
    KeepArgument(arg, drop, [&](const std::shared_ptr<Argument>& argument) {
      options->options.log_sink = [log, argument](runnel::Severity severity, std::string_view message) {
        log(argument->data(), static_cast<rnl_severity_t>(severity), ToC(message));
      };
    });
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_runtime_options_set_log_level(rnl_runtime_options_t* options,
                                                rnl_severity_t severity) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    RUNNEL_RETURN_IF_ERROR(CheckSeverity(severity));
    options->options.min_severity = static_cast<runnel::Severity>(severity);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_runtime_options_set_default_plugins(rnl_runtime_options_t* options, bool load) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.load_default_plugins = load;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_runtime_options_add_plugin(rnl_runtime_options_t* options, rnl_str_t path_or_id) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view path;
    RUNNEL_RETURN_IF_ERROR(ToView(path_or_id, "path_or_id", &path));
    options->options.plugins.emplace_back(path);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_runtime_options_set_config(rnl_runtime_options_t* options, rnl_str_t key,
                                             rnl_str_t value) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view key_view, value_view;
    RUNNEL_RETURN_IF_ERROR(ToView(key, "key", &key_view));
    RUNNEL_RETURN_IF_ERROR(ToView(value, "value", &value_view));
    options->options.config[std::string(key_view)] = std::string(value_view);
    return runnel::OkStatus();
  });
}
