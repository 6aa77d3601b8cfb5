// Handles of the C ABI that release themselves, and statuses that print themselves, for tests.
#ifndef RUNNEL_TESTS_C_API_SUPPORT_HANDLES_H_
#define RUNNEL_TESTS_C_API_SUPPORT_HANDLES_H_

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "c_api/runnel.h"

namespace runnel_test {

template <typename T, void (*kRelease)(T*)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T* handle) : handle_(handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { kRelease(handle_); }
  operator T*() const { return handle_; }  // NOLINT: passes for the pointer
  T* get() const { return handle_; }
  // For out parameters; what was held is released.
  T** out() {
    kRelease(handle_);
    handle_ = nullptr;
    return &handle_;
  }
  void reset() { *out() = nullptr; }

 private:
  T* handle_ = nullptr;
};

using Runtime = Handle<rnl_runtime_t, rnl_runtime_release>;
using RuntimeOptions = Handle<rnl_runtime_options_t, rnl_runtime_options_release>;
using Tensor = Handle<rnl_tensor_t, rnl_tensor_release>;
using Bytes = Handle<rnl_bytes_t, rnl_bytes_release>;
using Names = Handle<rnl_names_t, rnl_names_release>;
using Graph = Handle<rnl_graph_t, rnl_graph_release>;
using ImportOptions = Handle<rnl_import_options_t, rnl_import_options_release>;
using Session = Handle<rnl_session_t, rnl_session_release>;
using SessionOptions = Handle<rnl_session_options_t, rnl_session_options_release>;
using RunOptions = Handle<rnl_run_options_t, rnl_run_options_release>;
using Metadata = Handle<rnl_metadata_t, rnl_metadata_release>;
using Callable = Handle<rnl_callable_t, rnl_callable_release>;
using Cancellation = Handle<rnl_cancellation_t, rnl_cancellation_release>;
using CompletionQueue = Handle<rnl_completion_queue_t, rnl_completion_queue_release>;
using Completion = Handle<rnl_completion_t, rnl_completion_release>;
using PartialRun = Handle<rnl_partial_run_t, rnl_partial_run_release>;
using Checkpoint = Handle<rnl_checkpoint_t, rnl_checkpoint_release>;
using RecordReader = Handle<rnl_record_reader_t, rnl_record_reader_release>;
using RecordWriter = Handle<rnl_record_writer_t, rnl_record_writer_release>;
using Example = Handle<rnl_example_t, rnl_example_release>;
using Op = Handle<rnl_op_t, rnl_op_release>;
using SavedModel = Handle<rnl_saved_model_t, rnl_saved_model_release>;
using Kernels = Handle<rnl_kernels_t, rnl_kernels_release>;
using Cluster = Handle<rnl_cluster_t, rnl_cluster_release>;
using Server = Handle<rnl_server_t, rnl_server_release>;
using ServerOptions = Handle<rnl_server_options_t, rnl_server_options_release>;

inline std::string Str(rnl_str_t s) { return std::string(s.data, s.size); }

// Takes over a status.
class Status {
 public:
  Status(rnl_status_t* status) : status_(status) {}  // NOLINT: from every call
  Status(Status&& other) noexcept : status_(std::exchange(other.status_, nullptr)) {}
  ~Status() { rnl_status_release(status_); }
  bool ok() const { return status_ == nullptr; }
  rnl_code_t code() const { return rnl_status_code(status_); }
  std::string message() const { return Str(rnl_status_message(status_)); }
  std::string node() const { return Str(rnl_status_node(status_)); }
  std::string ToString() const { return ok() ? "OK" : Str(rnl_code_name(code())) + ": " + message(); }

 private:
  rnl_status_t* status_;
};

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_C_API_SUPPORT_HANDLES_H_
