// Credit: what a peer may send without an offer comes back to it as it is used, some at a time.
#ifndef RUNNEL_NET_LINK_CREDIT_H_
#define RUNNEL_NET_LINK_CREDIT_H_

#include <atomic>
#include <functional>
#include <memory>
#include <new>

#include "core/runtime/exchange/rendezvous.h"
#include "net/link/loop.h"

namespace runnel::net {

class Credit final : public Creditor {
 public:
  // `tell` is called on the loop's thread, whenever `step_bytes` more were used, with all that were.
  Credit(std::shared_ptr<Loop> loop, uint64_t step_bytes, std::function<void(uint64_t)> tell)
      : loop_(std::move(loop)), step_bytes_(step_bytes), tell_(std::move(tell)) {}

  void GiveBack(uint64_t size_bytes) override {
    const uint64_t used = used_bytes_.fetch_add(size_bytes) + size_bytes;
    if (used - told_bytes_ < step_bytes_ || posted_.exchange(true)) return;
    try {
      (void)loop_->Post([self = Ref<Credit>::Share(this)] {
        self->posted_ = false;
        self->told_bytes_ = self->used_bytes_.load();
        if (self->tell_) self->tell_(self->told_bytes_);
      });
    } catch (const std::bad_alloc&) {
      posted_ = false;  // the next one does it
    }
  }
  uint64_t used_bytes() const { return used_bytes_; }
  // Nobody is told any more. Loop's thread.
  void Forget() { tell_ = nullptr; }

 private:
  const std::shared_ptr<Loop> loop_;
  const uint64_t step_bytes_;
  std::function<void(uint64_t)> tell_;  // loop's thread only
  std::atomic<uint64_t> used_bytes_{0}, told_bytes_{0};
  std::atomic<bool> posted_{false};
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_CREDIT_H_
