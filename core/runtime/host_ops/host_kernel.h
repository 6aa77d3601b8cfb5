// Host kernels: the ops that touch the runtime itself (queues, stacks, functions of the session's
// resources, files). They live in core/runtime/host_ops, run on a host thread for every device, and see
// host tensors only; the planner brings inputs to the host and results to the device where needed.
//
// To add one: a class, and a row in that file's array; host_ops/families.h says how the build finds
// arrays.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_HOST_KERNEL_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_HOST_KERNEL_H_

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/graph/attr_value.h"
#include "core/runtime/exchange/cancellation.h"
#include "core/runtime/resources/resource.h"
#include "core/tensor/tensor.h"

namespace runnel {

class FunctionLibrary;
class Host;
class Rendezvous;
class ThreadPool;
struct OpSchema;

// What a host kernel may read of its node when it is created.
struct HostNode {
  std::string_view name;
  std::string_view op;
  const AttrList& attrs;
  std::span<const DType> input_types;
  std::span<const DType> output_types;
  template <typename T>
  const T* attr(std::string_view attr_name) const {
    const AttrValue* value = FindAttr(attrs, attr_name);
    return value == nullptr ? nullptr : value->get_if<T>();
  }
};

// Of loops whose iterations have names between tasks.
inline constexpr int kMaxLoopDepth = 8;

// One execution of a host kernel. Valid until Run returns or `done` was called.
class HostContext {
 public:
  std::span<const Tensor> inputs;
  std::span<Tensor> outputs;  // to be filled
  Allocator* allocator = nullptr;
  ThreadPool* pool = nullptr;
  ResourceManager* session_resources = nullptr;  // outlives steps
  ResourceManager* step_resources = nullptr;     // cleared when the step ends (stacks)
  CancellationManager* cancellation = nullptr;
  Rendezvous* rendezvous = nullptr;      // with other tasks; null where the step has none
  Host* host = nullptr;                  // of the runtime
  FunctionLibrary* functions = nullptr;  // of the session's graph; null where the step has none
  Device* device =
      nullptr;        // rows that take values of devices: whose memory they are in; null: the host's
  bool dead = false;  // rows that take dead values: what came is dead, inputs are empty
  bool outputs_dead = false;  // to be set where the output is dead
  uint64_t step_id = 0;
  std::string_view node_name;
  // The numbers of the iterations that this runs in, outermost loop first; deeper loops are left out.
  int loop_depth = 0;
  int64_t iterations[kMaxLoopDepth] = {};
};

class HostKernel {
 public:
  virtual ~HostKernel() = default;
  // Any number at once, unless the kernel guards itself.
  virtual Status Run(HostContext& ctx) {
    (void)ctx;
    return Internal("asynchronous kernel was run synchronously");
  }
  // Asynchronous rows only: calls done exactly once, on any thread, maybe before returning. Registers
  // with ctx.cancellation and ends early with CANCELLED when the step is cancelled. Holds no thread.
  virtual void Start(HostContext& ctx, std::function<void(Status)> done) {
    const std::function<void(Status)> call = std::move(done);
    call(Run(ctx));
  }
};

struct HostKernelRow {
  std::string_view op;
  bool is_async = false;
  bool takes_dead =
      false;  // runs for dead inputs too, and says whether its outputs are; asynchronous only
  // Where the node was placed on a device that forms groups, inputs and outputs are in its memory and
  // the inputs are computed when the kernel starts; asynchronous only.
  bool takes_grouped = false;
  Result<std::unique_ptr<HostKernel>> (*create)(const HostNode& node) = nullptr;
};

// Null if the op has none.
const HostKernelRow* FindHostKernel(const OpSchema& schema);
// All rows that are linked in (host_ops/families.cc).
const HostKernelRow* FindLinkedHostKernel(std::string_view op);
std::vector<std::span<const HostKernelRow>> HostKernelFamilies();

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_HOST_KERNEL_H_
