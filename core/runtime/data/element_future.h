// An element that is being made: the results of a call of a function, or what was made already.
#ifndef RUNNEL_CORE_RUNTIME_DATA_ELEMENT_FUTURE_H_
#define RUNNEL_CORE_RUNTIME_DATA_ELEMENT_FUTURE_H_

#include <mutex>

#include "core/runtime/data/dataset.h"
#include "core/runtime/host_ops/function_library.h"

namespace runnel {

// A function with the values that it captured, which follow the components of an element.
struct CapturedFunction {
  Ref<HostFunction> function;
  std::vector<Tensor> captured;
};

// Any thread; one thread at a time takes or asks.
class ElementFuture : public RefCounted {
 public:
  // Starts a call. `lend`: it may run here, and may have ended when this returns. `cancellation` may be
  // null.
  static Ref<ElementFuture> Call(const CapturedFunction& function, const Element& arguments, bool lend,
                                 const Ref<CancellationManager>& cancellation);
  // One that has ended.
  static Ref<ElementFuture> Made(Status status, Element element);

  // kElement: gives away what was made, once. Errors: the call's.
  Result<Progress> Poll(const PollContext& cx, Element* out);
  // Whether it has ended; if not, `waker` is woken when it does, in place of whoever polled last.
  bool WakeWhenEnded(const Ref<Waker>& waker);
  bool ended();
  // What was made, to be looked at; after it has ended.
  const Status& status() const { return status_; }
  const Element& element() const { return element_; }

 private:
  void End(Status status, Element element);

  std::mutex mutex_;  // guards all below
  bool ended_ = false;
  Ref<Waker> waker_;
  Status status_;
  Element element_;
};

// What a transformation makes of the failure of its function: OUT_OF_RANGE ends the sequence, unless one
// element is to come of each (then it is INVALID_ARGUMENT), as in TensorFlow.
Result<Progress> AfterFailedCall(const Dataset& dataset, int64_t index, const Status& status,
                                 bool preserve_cardinality);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_ELEMENT_FUTURE_H_
