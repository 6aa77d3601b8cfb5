// What the files of c_api share: the handle structs, argument checks, and the wall that no exception
// passes.
//
// Every handle that a runtime stands behind keeps it alive, and lets go of nothing in a process that was
// forked from the runtime's: its threads are not there, so nothing could be waited for.
#ifndef RUNNEL_C_API_INTERNAL_H_
#define RUNNEL_C_API_INTERNAL_H_

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "c_api/runnel.h"
#include "core/base/caught.h"
#include "core/base/ref.h"
#include "core/base/spare.h"
#include "core/base/status.h"
#include "core/graph/graph.h"
#include "core/runtime/runtime.h"
#include "core/runtime/session/session.h"
#include "core/tensor/tensor.h"

struct rnl_runtime_t final : runnel::RefCounted {
  explicit rnl_runtime_t(runnel::Ref<runnel::Runtime> r) : runtime(std::move(r)) {}
  const runnel::Ref<runnel::Runtime> runtime;

 private:
  ~rnl_runtime_t() override = default;
  void Destroy() const override {
    if (runtime->CheckProcess().ok()) delete this;
  }
};

namespace runnel::capi {

// Base of the handles that are made from a runtime.
class Child : public RefCounted {
 public:
  explicit Child(Ref<rnl_runtime_t> r) : owner(std::move(r)) {}
  Ref<rnl_runtime_t> owner;
  Runtime& runtime() const { return *owner->runtime; }

 protected:
  void Destroy() const override {
    if (!owner || runtime().CheckProcess().ok()) delete this;
  }
};

class ShardNodes;
class TensorPool;

}  // namespace runnel::capi

struct rnl_tensor_t final : runnel::capi::Child {
  using Child::Child;
  runnel::Tensor tensor;
  runnel::Ref<runnel::capi::TensorPool> pool;  // where the handle goes when it is released; may be null
  runnel::Ref<const runnel::RefCounted> identity;  // what tapes know it by; null: the handle itself
  using RefCounted::Revive;

 private:
  friend class runnel::capi::TensorPool;
  ~rnl_tensor_t() override;
  void Destroy() const override;
};

struct rnl_graph_t final : runnel::capi::Child {
  rnl_graph_t(runnel::Ref<rnl_runtime_t> r, std::shared_ptr<runnel::Graph> g)
      : Child(std::move(r)), graph(std::move(g)) {}
  // Of sharded checkpoints; made when it is first asked for. Any thread.
  runnel::capi::ShardNodes& shards();
  const std::shared_ptr<runnel::Graph> graph;

 private:
  std::mutex shards_mutex_;
  std::shared_ptr<runnel::capi::ShardNodes> shards_;
};

struct rnl_session_t final : runnel::capi::Child {
  rnl_session_t(runnel::Ref<rnl_graph_t> g, runnel::Ref<runnel::Session> s)
      : Child(g->owner), graph(std::move(g)), session(std::move(s)) {}
  const runnel::Ref<rnl_graph_t> graph;
  const runnel::Ref<runnel::Session> session;
  // The last handle closes it, though others than handles have it: queue runners.
  std::atomic<bool> closes{false};

 private:
  ~rnl_session_t() override {
    if (closes) static_cast<void>(session->Close().ok());
  }
};

struct rnl_bytes_t final : runnel::RefCounted {
  std::string bytes;
};

struct rnl_names_t final : runnel::RefCounted {
  std::vector<std::string> names;
};

struct rnl_run_options_t {
  runnel::RunOptions options;
};

struct rnl_metadata_t {
  runnel::RunMetadata metadata;
};

struct rnl_cancellation_t final : runnel::RefCounted {
  runnel::Ref<runnel::CancellationManager> manager;
};

namespace runnel::capi {

// Handles of tensors that went out of use, kept for the next run. Any thread.
class TensorPool : public RefCounted {
 public:
  explicit TensorPool(size_t capacity) : capacity_(capacity) {}
  // A handle with one reference. Throws std::bad_alloc.
  rnl_tensor_t* Take(const Ref<rnl_runtime_t>& owner);
  // Takes an emptied handle back, or deletes it.
  void Give(rnl_tensor_t* handle);

 private:
  ~TensorPool() override;
  const size_t capacity_;
  Spare<rnl_tensor_t> last_;  // first in line
  std::mutex mutex_;          // guards free_
  std::vector<rnl_tensor_t*> free_;
};

inline rnl_status_t* ToC(Status status) { return reinterpret_cast<rnl_status_t*>(status.release()); }
inline rnl_str_t ToC(std::string_view s) { return {s.data(), s.size()}; }
inline constexpr rnl_str_t kEmpty = {"", 0};

// The wall: runs `body`, which returns Status, and turns whatever flies into one.
template <typename Body>
rnl_status_t* Guard(Body&& body) noexcept {
  try {
    return ToC(body());
  } catch (...) {
    return ToC(CaughtStatus());
  }
}

inline Status NullArgument(std::string_view name) {
  return InvalidArgument("argument ", name, " is NULL");
}

// Makes a name out of a view from outside. Errors: INVALID_ARGUMENT for NULL with a size.
inline Status ToView(rnl_str_t s, std::string_view name, std::string_view* out) {
  if (s.data == nullptr && s.size != 0) {
    return InvalidArgument("argument ", name, ": data is NULL, size is ", s.size);
  }
  if (s.size > static_cast<size_t>(PTRDIFF_MAX)) {
    return InvalidArgument("argument ", name, ": size is ", s.size);
  }
  *out = s.size == 0 ? std::string_view() : std::string_view(s.data, s.size);
  return OkStatus();
}

template <typename T>
Status ToSpan(const T* data, size_t count, std::string_view name, std::span<const T>* out) {
  if (data == nullptr && count != 0) {
    return InvalidArgument("argument ", name, " is NULL, its count is ", count);
  }
  if (count > static_cast<size_t>(INT32_MAX)) {
    return InvalidArgument("argument ", name, ": count is ", count);
  }
  *out = {data, count};
  return OkStatus();
}

// rank -1 (if `partial`) is the unknown shape; see Shape::Make for the other errors.
Result<Shape> ToShape(int32_t rank, const int64_t* dims, bool partial);

// What a new node is called: a name that is empty or ends in '/', a scope, is made up from the op.
std::string NodeName(const Graph& graph, std::string_view name, std::string_view op);

// Nodes and outputs by number. Errors: INVALID_ARGUMENT naming the number and the number of nodes.
Result<Node*> ToNode(const Graph& graph, rnl_node_t node);
Result<OutputRef> ToOutput(const Graph& graph, rnl_output_t output);
Result<std::vector<OutputRef>> ToOutputs(const Graph& graph, const rnl_output_t* outputs, size_t count,
                                         std::string_view name);
inline rnl_output_t FromOutput(const OutputRef& output) {
  return output ? rnl_output_t{output.node->id(), output.index} : rnl_output_t{RNL_NO_NODE, 0};
}

// A new handle of `tensor`. Throws std::bad_alloc.
rnl_tensor_t* NewTensor(const Ref<rnl_runtime_t>& owner, Tensor tensor);
rnl_bytes_t* NewBytes(std::string bytes);
rnl_names_t* NewNames(std::vector<std::string> names);

// Feeds as core takes them. Errors: INVALID_ARGUMENT naming the NULL one.
Result<std::vector<Tensor>> ToTensors(rnl_tensor_t* const* tensors, size_t count);
// Makes handles of all of `tensors` or of none. Throws std::bad_alloc.
void ToHandles(const Ref<rnl_runtime_t>& owner, std::span<Tensor> tensors, rnl_tensor_t** out);

// The signature of a run by numbers.
Result<Signature> ToSignature(const Graph& graph, const rnl_output_t* feeds, size_t num_feeds,
                              const rnl_output_t* fetches, size_t num_fetches, const rnl_node_t* targets,
                              size_t num_targets);

inline RunOptions CopyOptions(const rnl_run_options_t* options) {
  return options == nullptr ? RunOptions{} : options->options;
}

template <typename T>
T* Retain(T* handle) {
  if (handle != nullptr) handle->Retain();
  return handle;
}
template <typename T>
void Release(T* handle) {
  if (handle != nullptr) handle->Release();
}

}  // namespace runnel::capi

// Returns INVALID_ARGUMENT from a Guard body if `arg` is NULL.
#define RNL_CHECK_NOT_NULL(arg) \
  if ((arg) == nullptr) return ::runnel::capi::NullArgument(#arg)

#endif  // RUNNEL_C_API_INTERNAL_H_
