#include "core/runtime/data/element_future.h"

#include <utility>

namespace runnel {

Ref<ElementFuture> ElementFuture::Call(const CapturedFunction& function, const Element& arguments,
                                       bool lend, const Ref<CancellationManager>& cancellation) {
  auto future = MakeRef<ElementFuture>();
  std::vector<Tensor> all = arguments;
  all.insert(all.end(), function.captured.begin(), function.captured.end());
  function.function->Call(std::move(all), lend, cancellation,
                          [future](Status status, std::vector<Tensor> results) {
                            future->End(std::move(status), std::move(results));
                          });
  return future;
}

Ref<ElementFuture> ElementFuture::Made(Status status, Element element) {
  auto future = MakeRef<ElementFuture>();
  future->End(std::move(status), std::move(element));
  return future;
}

void ElementFuture::End(Status status, Element element) {
  Ref<Waker> waker;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    status_ = std::move(status);
    element_ = std::move(element);
    waker = std::move(waker_);
  }
  if (waker) waker->Wake();
}

Result<Progress> ElementFuture::Poll(const PollContext& cx, Element* out) {
  const std::lock_guard lock(mutex_);
  if (!ended_) {
    waker_ = cx.waker();
    return Progress::kPending;
  }
  if (!status_.ok()) return status_;
  *out = std::move(element_);
  return Progress::kElement;
}

bool ElementFuture::WakeWhenEnded(const Ref<Waker>& waker) {
  const std::lock_guard lock(mutex_);
  if (!ended_) waker_ = waker;
  return ended_;
}

bool ElementFuture::ended() {
  const std::lock_guard lock(mutex_);
  return ended_;
}

Result<Progress> AfterFailedCall(const Dataset& dataset, int64_t index, const Status& status,
                                 bool preserve_cardinality) {
  if (status.code() != Code::kOutOfRange) return dataset.At(index, status);
  if (!preserve_cardinality) return Progress::kEnd;
  return dataset.At(index,
                    InvalidArgument("Function invocation produced OutOfRangeError: ", status.message()));
}

}  // namespace runnel
