// Spare: one object that went out of use, for the next user, without a lock.
#ifndef RUNNEL_CORE_BASE_SPARE_H_
#define RUNNEL_CORE_BASE_SPARE_H_

#include <atomic>

namespace runnel {

// The first place of a pool: one atomic operation to take and one to give back, where a mutex needs two
// of each. Whoever has the Spare takes what is left in it at the end. Any thread.
template <typename T>
class Spare {
 public:
  // The object, which is the caller's now, or null.
  T* Take() {
    used_.store(true, std::memory_order_relaxed);
    return object_.exchange(nullptr, std::memory_order_acq_rel);
  }
  // False: the place is taken, and `object` still the caller's.
  bool Keep(T* object) {
    T* free = nullptr;
    return object_.compare_exchange_strong(free, object, std::memory_order_acq_rel);
  }
  // Whether nobody has asked for an object since the last call.
  bool WasIdle() { return !used_.exchange(false, std::memory_order_relaxed); }

 private:
  std::atomic<T*> object_{nullptr};
  std::atomic<bool> used_{false};
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_SPARE_H_
