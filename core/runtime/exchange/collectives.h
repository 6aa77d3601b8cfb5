// Collectives: operations that several tasks do together, each with a value of its own.
//
// A collective belongs to one step, or to steps of different sessions that do not know of each other;
// keys say what belongs together. `net` implements it, and a step reaches it through its rendezvous.
#ifndef RUNNEL_CORE_RUNTIME_EXCHANGE_COLLECTIVES_H_
#define RUNNEL_CORE_RUNTIME_EXCHANGE_COLLECTIVES_H_

#include <functional>
#include <string>

#include "core/runtime/exchange/cancellation.h"
#include "core/runtime/exchange/combine.h"
#include "core/tensor/tensor.h"

namespace runnel {

struct CollectiveRequest {
  int64_t group_key = 0;     // who takes part
  int64_t group_size = 1;    // how many tasks that are
  int64_t instance_key = 0;  // which operation of the group
  Combine merge = Combine::kAdd;
  bool mean = false;       // divided by group_size at the end
  std::string algorithm;   // "ring", "halving"; "auto": what is faster as measured
  int64_t timeout_ms = 0;  // 0: none
};

// Any thread.
class Collectives {
 public:
  using Done = std::function<void(Status, Tensor)>;
  // Combines the values that all members of the group give for the same execution of the same instance;
  // all members get the same bits. Until `done` is called, `value` is read and `result` is written;
  // `result` is of the same type and shape and belongs to this call. Both may lie on a device; what
  // computes the value must be done.
  // Calls done once. Errors:
  // UNAVAILABLE naming a member that was lost or did not come; INVALID_ARGUMENT where members contradict
  // each other; CANCELLED, DEADLINE_EXCEEDED. After an error the group is formed anew.
  virtual void AllReduce(const CollectiveRequest& request, Tensor value, Tensor result,
                         Ref<CancellationManager> cancellation, Done done) = 0;

 protected:
  ~Collectives() = default;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_EXCHANGE_COLLECTIVES_H_
