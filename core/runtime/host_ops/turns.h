// Turns: what a mutex is for threads, for operations that hold none while they wait.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_TURNS_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_TURNS_H_

#include <functional>
#include <list>
#include <mutex>

#include "core/runtime/exchange/cancellation.h"

namespace runnel {

// Any thread.
class Turns : public RefCounted {
 public:
  using Entered = std::function<void(Status)>;

  // Calls `entered` once: with OK when it is this operation's turn, which lasts until Leave; with
  // CANCELLED, and no turn, if `cancellation` (may be null) fires first.
  void Enter(CancellationManager* cancellation, Entered entered);
  // Ends the turn; the next one begins, on this thread.
  void Leave();

 private:
  struct Waiting {
    uint64_t id = 0;
    Ref<CancellationManager> cancellation;
    CancellationManager::Token token = 0;
    Entered entered;
  };
  void OnCancel(uint64_t id, const Status& reason);

  std::mutex mutex_;  // guards all below
  bool taken_ = false;
  uint64_t next_id_ = 1;
  std::list<Waiting> waiting_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_TURNS_H_
