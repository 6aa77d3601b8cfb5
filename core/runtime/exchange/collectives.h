// Collectives: operations that several tasks do together, each with a value of its own.
//
// An op of one step, or of steps of different sessions that never heard of each other: what belongs
// together is said by keys. `net` implements it; a step reaches it by its rendezvous.
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
  // all get the same bits. `value` is read, and `result`, which is like it and this call's own, written
  // until done is called, which gets it; both may lie on a device, where what makes the value is over.
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
