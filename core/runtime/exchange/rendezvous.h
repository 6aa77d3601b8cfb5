// Rendezvous: where the tasks of one step leave tensors for each other and wait for them.
//
// Within a process values follow edges; a rendezvous is for values that another task computes. One
// object serves one step on one task. `net` implements it between processes; LocalRendezvous is the
// table that each task keeps, and suffices for tasks of one process.
#ifndef RUNNEL_CORE_RUNTIME_EXCHANGE_RENDEZVOUS_H_
#define RUNNEL_CORE_RUNTIME_EXCHANGE_RENDEZVOUS_H_

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/tensor/tensor.h"

namespace runnel {

class Collectives;

// Which value. Names are the attrs of _HostSend and _HostRecv; a device is "/job:a/replica:0/task:1"
// with or without more.
struct RendezvousKey {
  std::string_view send_device;
  std::string_view recv_device;
  std::string_view tensor_name;  // differs for every edge between tasks of one step
};

// Any thread.
class Rendezvous : public RefCounted {
 public:
  // `value` is whole when this is called and must not change later; it is empty if `dead`. Never waits.
  // Errors: the reason of an abort; UNAVAILABLE naming a task that cannot be reached.
  virtual Status Send(const RendezvousKey& key, Tensor value, bool dead) = 0;
  // Calls `done` once, on any thread, maybe before this returns: with the value, or with the reason of
  // an abort. The key is copied.
  using RecvDone = std::function<void(Status status, Tensor value, bool dead)>;
  virtual void RecvAsync(const RendezvousKey& key, RecvDone done) = 0;
  // Ends present and later waits with `reason`; the first reason is kept.
  virtual void Abort(const Status& reason) = 0;
  // What this step's task does together with others; null: nothing.
  virtual Collectives* collectives() { return nullptr; }
};

// Accounts for bytes that lie in tables.
class Creditor : public RefCounted {
 public:
  virtual void GiveBack(uint64_t size_bytes) = 0;  // any thread; throws nothing
};

// Bytes that count until this is gone.
class Charge {
 public:
  Charge() = default;
  Charge(Ref<Creditor> to, uint64_t size_bytes) : to_(std::move(to)), size_bytes_(size_bytes) {}
  Charge(Charge&& other) noexcept : to_(std::move(other.to_)), size_bytes_(other.size_bytes_) {}
  Charge& operator=(Charge&& other) noexcept {
    std::swap(to_, other.to_);
    std::swap(size_bytes_, other.size_bytes_);
    return *this;
  }
  ~Charge() {
    if (to_) to_->GiveBack(size_bytes_);
  }

 private:
  Ref<Creditor> to_;
  uint64_t size_bytes_ = 0;
};

// Values by their tensor name, first come first served where one name is sent several times.
class LocalRendezvous final : public Rendezvous {
 public:
  Status Send(const RendezvousKey& key, Tensor value, bool dead) override {
    return Put(key.tensor_name, std::move(value), dead);
  }
  void RecvAsync(const RendezvousKey& key, RecvDone done) override;
  void Abort(const Status& reason) override;

  // `charge` ends when the value is taken or dropped.
  Status Put(std::string_view tensor_name, Tensor value, bool dead, Charge charge = {});
  // Announces a value. `answer` is called once, on any thread, maybe before this returns: with true when
  // a receiver waits for it, with false when none will. `offer` is a number chosen by the caller.
  using OfferAnswer = std::function<void(bool wanted)>;
  void Offer(std::string_view tensor_name, uint64_t offer, OfferAnswer answer);
  // The value comes in any case: the answer is not called, unless the call is already under way.
  void Withdraw(std::string_view tensor_name, uint64_t offer);
  // Registers memory for a value that will arrive. Whoever delivers it takes the room, once, and fills
  // it.
  void SetRoom(std::string_view tensor_name, Tensor room);
  // Empty if there is no room, or it was taken.
  Tensor TakeRoom(std::string_view tensor_name);
  // What was put and not yet taken.
  uint64_t waiting_bytes() const;

 private:
  struct Value {
    Tensor tensor;
    bool dead = false;
    Charge charge;
  };
  struct Offered {
    uint64_t number = 0;
    OfferAnswer answer;
  };
  mutable std::mutex mutex_;  // guards all below
  Status aborted_;
  uint64_t waiting_bytes_ = 0;
  std::multimap<std::string, Value, std::less<>> values_;
  std::multimap<std::string, RecvDone, std::less<>> waiters_;
  std::multimap<std::string, Offered, std::less<>> offers_;
  std::map<std::string, Tensor, std::less<>> rooms_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_EXCHANGE_RENDEZVOUS_H_
