// Handles of resources that eager ops have made, and what made them.
//
// An entry that takes such a handle has the node of its maker in its graph, under the same names, so
// that plans know the resource as they do in a session's graph. A resource that was given no name has a
// container to itself, which is cleared when its last handle goes.
#ifndef RUNNEL_CORE_EAGER_HANDLE_H_
#define RUNNEL_CORE_EAGER_HANDLE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "core/graph/graph.h"
#include "core/runtime/resources/resource.h"
#include "core/runtime/session/session.h"

namespace runnel {

// What runs over resources (EagerEntry), as handles see it. All with the state's lock held.
class EagerResourceUser {
 public:
  virtual bool Takes(uint64_t maker) const = 0;
  // A resource that it takes is gone, so nobody can run it. Its plans go with what this returns.
  virtual std::pair<Ref<Session>, Ref<Callable>> Abandon() = 0;
  // Null: there is nothing to run, or it was abandoned.
  virtual const Ref<Session>& session() const = 0;

 protected:
  ~EagerResourceUser() = default;
};

// What the entries of a context have in common. Entries and handles keep it.
struct EagerState {
  EagerState(Ref<Runtime> r, const SessionOptions& o);

  const Ref<Runtime> runtime;
  SessionOptions options;  // of all entries' sessions; has the resources
  std::atomic<uint64_t> next_id{1};
  std::mutex mutex;  // guards all below
  bool closed = false;
  std::set<EagerResourceUser*> entries;  // all that have a session
};

// The node that made a resource. Immutable.
struct EagerMaker {
  uint64_t id = 0;     // never used again
  NodeSpec spec;       // without inputs; its name is what the user called it
  bool owned = false;  // nobody else can name the resource
};

class EagerHandle final : public ResourceBuffer {
 public:
  EagerHandle(Ref<Resource> resource, std::shared_ptr<EagerState> state,
              std::shared_ptr<const EagerMaker> maker)
      : ResourceBuffer(std::move(resource)), state_(std::move(state)), maker_(std::move(maker)) {}
  const std::shared_ptr<const EagerMaker>& maker() const { return maker_; }
  const EagerState* state() const { return state_.get(); }

 private:
  ~EagerHandle() override;
  const std::shared_ptr<EagerState> state_;
  const std::shared_ptr<const EagerMaker> maker_;
};

// Null for any other tensor.
const EagerHandle* AsEagerHandle(const Tensor& tensor);

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_HANDLE_H_
