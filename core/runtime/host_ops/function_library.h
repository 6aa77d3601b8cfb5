// Functions as host kernels call them: prepared once, run any number of times, each as a step of its
// own.
//
// Sessions implement it (session/function_runner.h); whoever has no session may implement HostFunction
// over code of its own.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_FUNCTION_LIBRARY_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_FUNCTION_LIBRARY_H_

#include <functional>
#include <span>
#include <vector>

#include "core/graph/attr_value.h"
#include "core/runtime/exchange/cancellation.h"
#include "core/tensor/tensor.h"

namespace runnel {

// Any thread.
class HostFunction : public RefCounted {
 public:
  using Done = std::function<void(Status, std::vector<Tensor> results)>;

  virtual const std::vector<DType>& output_types() const = 0;
  // Calls done exactly once, with no lock held. `lend`: the call may run on this thread and end before
  // this returns; otherwise it runs on the pool. `cancellation` may be null; when it fires the call ends
  // with its reason. Errors, through `done`: INVALID_ARGUMENT for arguments of other types;
  // FAILED_PRECONDITION after the session was closed; else those of the function's nodes.
  virtual void Call(std::vector<Tensor> arguments, bool lend,
                    const Ref<CancellationManager>& cancellation, Done done) = 0;
};

class FunctionLibrary {
 public:
  virtual ~FunctionLibrary() = default;
  // Errors: NOT_FOUND if there is no such function; INVALID_ARGUMENT if it takes other types.
  virtual Result<Ref<HostFunction>> Find(const FuncRef& function,
                                         std::span<const DType> input_types) = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_FUNCTION_LIBRARY_H_
