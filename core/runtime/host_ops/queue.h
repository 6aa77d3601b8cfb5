// Queue: a bounded queue of tuples of tensors whose operations wait without holding a thread. Which
// element comes out next is up to its kind.
//
// Operations are served strictly in order of arrival, enqueues and dequeues each in a line of their own,
// and only the head of a line makes progress: a long EnqueueMany is never overtaken. Every `done` runs
// exactly once, with no lock held, on the thread that made it possible.
// Source: TensorFlow 1.15's queue_base.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_QUEUE_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_QUEUE_H_

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "core/runtime/exchange/cancellation.h"
#include "core/runtime/host_ops/queue_elements.h"
#include "core/runtime/resources/resource.h"

namespace runnel {

enum class QueueKind : uint8_t {
  kFifo,
  kPadding,   // first in, first out; elements of different sizes are padded to a batch
  kShuffle,   // any, as long as min_after_dequeue others are left
  kPriority,  // the one with the least number in component 0
};
// "FIFOQueue", "PaddingFIFOQueue", "RandomShuffleQueue", "PriorityQueue".
std::string_view QueueKindName(QueueKind kind);

class Queue : public Resource {
 public:
  static constexpr std::string_view kTypeName = "Queue";
  using Tuple = QueueTuple;
  using Done = std::function<void(Status)>;
  using DequeueDone = std::function<void(Status, std::vector<Tuple>)>;

  struct Spec {
    QueueKind kind = QueueKind::kFifo;
    std::vector<DType> types;
    std::vector<Shape> shapes;      // of one element; empty: any shapes. kPadding: partly known ones
    int64_t capacity = -1;          // below 0: no bound
    int64_t min_after_dequeue = 0;  // kShuffle
    int64_t seed = 0, seed2 = 0;    // kShuffle
  };

  Queue(std::string name, Spec spec);
  std::string_view TypeName() const override { return kTypeName; }
  const Spec& spec() const { return spec_; }
  // Errors: INVALID_ARGUMENT naming what another definition of the same queue has differently.
  Status CheckSame(const Spec& other) const;

  // Adds all tuples, whose types and shapes the caller has checked, waiting for room as needed.
  // Errors: CANCELLED if the queue is closed or `cancellation` (may be null) fires first; tuples that
  // were already added stay.
  void Enqueue(std::vector<Tuple> tuples, CancellationManager* cancellation, Done done);
  // Takes `count` tuples; with `take_rest`, from a closed queue that has fewer those that are left.
  // Errors: OUT_OF_RANGE if the queue is closed and has fewer, or none; CANCELLED. On error everything
  // that was taken goes back.
  void Dequeue(int64_t count, bool take_rest, CancellationManager* cancellation, DequeueDone done);
  // Puts back what Dequeue gave and its caller cannot use.
  void PutBack(std::vector<Tuple> tuples);
  // Closes behind the pending enqueues, or, if `cancel_pending`, at once and they end with CANCELLED.
  // Errors: CANCELLED if already closed (not with cancel_pending).
  void Close(bool cancel_pending, CancellationManager* cancellation, Done done);

  int64_t size() const;
  bool closed() const;
  void Abort(const Status& status) override;

 private:
  enum class Kind { kEnqueue, kDequeue, kClose };
  struct Attempt {
    uint64_t id = 0;
    Kind kind = Kind::kEnqueue;
    std::vector<Tuple> tuples;  // to add, from `next` on; or taken so far
    size_t next = 0;
    int64_t wanted = 0;  // still to take
    bool take_rest = false;
    Ref<CancellationManager> cancellation;
    CancellationManager::Token token = 0;
    Status status;
    Done done;
    DequeueDone dequeue_done;
  };
  using Line = std::list<std::unique_ptr<Attempt>>;

  void Submit(std::unique_ptr<Attempt> attempt, CancellationManager* cancellation);
  void OnCancel(Kind kind, uint64_t id, const Status& reason);
  // Each says whether anything changed; finished attempts move to `finished`.
  bool AdvanceEnqueue(Line* finished);
  bool AdvanceDequeue(Line* finished);
  void AdvanceAll(Line* finished);
  void PutBackLocked(std::vector<Tuple>* tuples);
  static void Finish(Line finished);

  const Spec spec_;
  mutable std::mutex mutex_;  // guards all below
  std::unique_ptr<QueueElements> elements_;
  bool closed_ = false;
  Status aborted_;  // what ended the queue, if anything did: an end of data is something else
  uint64_t next_id_ = 1;
  Line enqueues_;  // and closes
  Line dequeues_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_QUEUE_H_
