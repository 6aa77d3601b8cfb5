// Owning handles over the C ABI's objects, and failures as exceptions.
#ifndef RUNNEL_TOOLS_COMMON_HANDLE_H_
#define RUNNEL_TOOLS_COMMON_HANDLE_H_

#include <memory>
#include <string>
#include <string_view>

#include "c_api/runnel.h"

namespace runnel::tools {

// Throws Error "CODE: message" and releases `status`, unless it is NULL.
void Check(rnl_status_t* status);

inline rnl_str_t Str(std::string_view text) {
  rnl_str_t s;
  s.data = text.data();
  s.size = text.size();
  return s;
}
inline std::string_view View(rnl_str_t s) { return {s.data == nullptr ? "" : s.data, s.size}; }

template <auto kRelease>
struct Releaser {
  template <typename T>
  void operator()(T* handle) const {
    kRelease(handle);
  }
};
template <typename T, auto kRelease>
using Handle = std::unique_ptr<T, Releaser<kRelease>>;

using RuntimeHandle = Handle<rnl_runtime_t, rnl_runtime_release>;
using RuntimeOptionsHandle = Handle<rnl_runtime_options_t, rnl_runtime_options_release>;
using GraphHandle = Handle<rnl_graph_t, rnl_graph_release>;
using ImportOptionsHandle = Handle<rnl_import_options_t, rnl_import_options_release>;
using SessionHandle = Handle<rnl_session_t, rnl_session_release>;
using SessionOptionsHandle = Handle<rnl_session_options_t, rnl_session_options_release>;
using CallableHandle = Handle<rnl_callable_t, rnl_callable_release>;
using RunOptionsHandle = Handle<rnl_run_options_t, rnl_run_options_release>;
using MetadataHandle = Handle<rnl_metadata_t, rnl_metadata_release>;
using TraceHandle = Handle<rnl_trace_t, rnl_trace_release>;
using TensorHandle = Handle<rnl_tensor_t, rnl_tensor_release>;
using BytesHandle = Handle<rnl_bytes_t, rnl_bytes_release>;
using NamesHandle = Handle<rnl_names_t, rnl_names_release>;
using OpHandle = Handle<rnl_op_t, rnl_op_release>;
using KernelsHandle = Handle<rnl_kernels_t, rnl_kernels_release>;
using ClusterHandle = Handle<rnl_cluster_t, rnl_cluster_release>;
using ServerHandle = Handle<rnl_server_t, rnl_server_release>;
using ServerOptionsHandle = Handle<rnl_server_options_t, rnl_server_options_release>;
using RecordReaderHandle = Handle<rnl_record_reader_t, rnl_record_reader_release>;
using ExampleHandle = Handle<rnl_example_t, rnl_example_release>;
using MetaGraphHandle = Handle<rnl_meta_graph_t, rnl_meta_graph_release>;
using SaverHandle = Handle<rnl_saver_t, rnl_saver_release>;
using EventWriterHandle = Handle<rnl_event_writer_t, rnl_event_writer_release>;
using CheckpointHandle = Handle<rnl_checkpoint_t, rnl_checkpoint_release>;

// A handle's out parameter: Check(rnl_graph_create(runtime, Out(&graph))).
template <typename T, auto kRelease>
class OutPointer {
 public:
  explicit OutPointer(Handle<T, kRelease>* target) : target_(target) {}
  ~OutPointer() { target_->reset(raw_); }
  OutPointer(const OutPointer&) = delete;
  OutPointer& operator=(const OutPointer&) = delete;
  operator T**() { return &raw_; }  // NOLINT: stands in for a pointer

 private:
  Handle<T, kRelease>* target_;
  T* raw_ = nullptr;
};
template <typename T, auto kRelease>
OutPointer<T, kRelease> Out(std::unique_ptr<T, Releaser<kRelease>>* target) {
  return OutPointer<T, kRelease>(target);
}

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_COMMON_HANDLE_H_
