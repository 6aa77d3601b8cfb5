// Steps: the rendezvous of every step that this server takes part in, by the step's number.
//
// A tensor that arrives before the request that runs its step here is kept. An ended step is remembered
// for a while, so that late tensors are dropped instead of kept for ever.
#ifndef RUNNEL_NET_TASK_STEPS_H_
#define RUNNEL_NET_TASK_STEPS_H_

#include <deque>
#include <map>
#include <mutex>
#include <set>

#include "core/runtime/exchange/rendezvous.h"

namespace runnel::net {

// Any thread.
class Steps {
 public:
  // Errors: ABORTED for one that has ended; RESOURCE_EXHAUSTED for too many.
  Result<Ref<LocalRendezvous>> Find(uint64_t step);
  // Aborts what waits there, with `reason` or, if that is OK, because the step is over.
  void End(uint64_t step, const Status& reason);
  void EndAll(const Status& reason);
  // Calls with the table of a step, which is made if need be. For an ended step the tensor is dropped.
  void Put(uint64_t step, std::string_view key, Tensor tensor, bool dead, Charge charge);
  void Offer(uint64_t step, std::string_view key, uint64_t offer, LocalRendezvous::OfferAnswer answer);
  // For that of one that is there.
  void Withdraw(uint64_t step, std::string_view key, uint64_t offer);
  void Abort(uint64_t step, const Status& reason);
  Tensor TakeRoom(uint64_t step, std::string_view key);
  size_t size() const;

 private:
  Ref<LocalRendezvous> Look(uint64_t step) const;

  mutable std::mutex mutex_;  // guards all below
  std::map<uint64_t, Ref<LocalRendezvous>> steps_;
  std::set<uint64_t> ended_;
  std::deque<uint64_t> ended_order_;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_TASK_STEPS_H_
