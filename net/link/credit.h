// Credit for small tensors, which are sent without an offer: what a peer may send comes back to it as it
// is used, some at a time. Credit is the receiver's side, SendCredit the sender's.
#ifndef RUNNEL_NET_LINK_CREDIT_H_
#define RUNNEL_NET_LINK_CREDIT_H_

#include <atomic>
#include <functional>
#include <memory>
#include <new>
#include <utility>

#include "core/runtime/exchange/rendezvous.h"
#include "net/link/loop.h"

namespace runnel::net {

class Credit final : public Creditor {
 public:
  // `tell` is called on the loop's thread with the total of bytes used, whenever `step_bytes` more were
  // used.
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
      posted_ = false;  // the next call reports it
    }
  }
  uint64_t used_bytes() const { return used_bytes_; }
  // Makes no further calls. Loop's thread.
  void Forget() { tell_ = nullptr; }

 private:
  const std::shared_ptr<Loop> loop_;
  const uint64_t step_bytes_;
  std::function<void(uint64_t)> tell_;  // loop's thread only
  std::atomic<uint64_t> used_bytes_{0}, told_bytes_{0};
  std::atomic<bool> posted_{false};
};

// On the loop's thread.
class SendCredit {
 public:
  // The peer has said how many bytes may be on their way at once.
  void Open(uint64_t window_bytes) { window_bytes_ = window_bytes; }
  bool Covers(uint64_t size_bytes) const {
    return size_bytes == 0 || sent_bytes_ - back_bytes_ + size_bytes <= window_bytes_;
  }
  void NoteSent(uint64_t size_bytes) { sent_bytes_ += size_bytes; }
  // Whether the peer is to be asked what was used: it was not yet, or has answered.
  bool BeginAsking() { return !std::exchange(asking_, true); }
  // The peer says that it has used so many bytes since the connection began; `answers`: because it was
  // asked. Errors: DATA_LOSS for more than it got or less than it said before.
  Status OnCredit(uint64_t used_bytes, bool answers) {
    if (used_bytes > sent_bytes_ || used_bytes < back_bytes_) {
      return DataLoss("credit for ", used_bytes, " bytes of ", sent_bytes_, ", of which ", back_bytes_,
                      " came back before");
    }
    back_bytes_ = used_bytes;
    if (answers) asking_ = false;
    return OkStatus();
  }

 private:
  uint64_t window_bytes_ = 0;
  uint64_t sent_bytes_ = 0, back_bytes_ = 0;
  bool asking_ = false;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_CREDIT_H_
