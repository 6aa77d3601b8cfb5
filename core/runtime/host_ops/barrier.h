// Barrier: puts tuples together whose components come one by one, under a key, and gives those that are
// complete.
//
// Tuples are complete in a queue of their own, in order of the insertion that brought their key. A
// closed barrier takes no new keys; unless its close cancelled them, components of the keys that it has
// may still come. Source: TensorFlow 1.15's barrier_ops.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_BARRIER_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_BARRIER_H_

#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/runtime/host_ops/queue.h"

namespace runnel {

class Barrier : public Resource {
 public:
  static constexpr std::string_view kTypeName = "Barrier";
  struct Spec {
    std::vector<DType> types;
    std::vector<Shape> shapes;
    bool operator==(const Spec&) const = default;
  };

  Barrier(std::string name, Spec spec);
  std::string_view TypeName() const override { return kTypeName; }
  const Spec& spec() const { return spec_; }

  // Adds component `index` of the tuples named by `keys`; `values` are of the right type and shape, and
  // may be kept. What was added before an error stays. Errors: INVALID_ARGUMENT for a component that is
  // there already; CANCELLED for a new key if the barrier is closed.
  Status Insert(std::span<const std::string> keys, int64_t index, std::vector<Tensor> values);
  // Takes `count` complete tuples, each an int64 scalar, its key, and its components; with `take_rest`,
  // fewer where a closed barrier has no more. Errors: OUT_OF_RANGE; CANCELLED.
  void Take(int64_t count, bool take_rest, CancellationManager* cancellation, Queue::DequeueDone done);
  void PutBack(std::vector<QueueTuple> tuples) { ready_->PutBack(std::move(tuples)); }
  // Errors: CANCELLED if it is closed already and this close cancels nothing more.
  Status Close(bool cancel_pending);

  int64_t ready_size() const { return ready_->size(); }
  int64_t incomplete_size() const;
  void Abort(const Status& status) override { ready_->Abort(status); }

 private:
  struct Incomplete {
    QueueTuple tuple;
    size_t missing = 0;
  };

  Status InsertOne(const std::string& key, int64_t index, Tensor value,
                   std::vector<QueueTuple>* complete);
  void CloseReadyIfOver();

  const Spec spec_;
  const Ref<Queue> ready_;
  mutable std::mutex mutex_;  // guards all below
  int64_t insertion_ = std::numeric_limits<int64_t>::min();
  bool closed_ = false, cancelled_ = false;
  bool ready_closed_ = false;
  int inserting_ = 0;  // calls that are about to put tuples into ready_
  std::map<std::string, Incomplete, std::less<>> incomplete_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_BARRIER_H_
