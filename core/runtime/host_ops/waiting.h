// WaitingResource: a resource whose operations wait until they can be done, without holding a thread.
//
// An operation is a function that is tried, under the resource's lock, when it comes and whenever
// another one has changed something, in order of arrival; one that cannot be done yet delays no other.
// Every `done` runs exactly once, with no lock held, on the thread that made it possible.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_WAITING_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_WAITING_H_

#include <functional>
#include <list>
#include <mutex>
#include <string>

#include "core/runtime/exchange/cancellation.h"
#include "core/runtime/resources/resource.h"

namespace runnel {

class WaitingResource : public Resource {
 public:
  using Done = std::function<void(Status)>;

  // Waiting operations end with `status`, and so do all later ones.
  void Abort(const Status& status) override;

 protected:
  // Whether the operation is over; *status says how, and is OK before. Called under mutex_.
  using Try = std::function<bool(Status* status)>;

  explicit WaitingResource(std::string name) : Resource(std::move(name)) {}
  // Errors, to `done`: those of `attempt`; CANCELLED if `cancellation` (may be null) fires first.
  void Submit(Try attempt, CancellationManager* cancellation, Done done);

  mutable std::mutex mutex_;  // guards all below, and what the operations of the derived class use

 private:
  struct Operation {
    uint64_t id = 0;
    Try attempt;
    Ref<CancellationManager> cancellation;
    CancellationManager::Token token = 0;
    Status status;
    Done done;
  };
  using Line = std::list<Operation>;

  void AdvanceAll(Line* finished);
  void OnCancel(uint64_t id, const Status& reason);
  static void Finish(Line finished);

  Status aborted_;
  uint64_t next_id_ = 1;
  Line waiting_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_WAITING_H_
