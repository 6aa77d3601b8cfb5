// MultiDeviceIterator: one pass over a dataset that is dealt out to several takers: element i goes to
// shard i modulo their number, in the order of the dataset.
//
// Nothing is made ahead of demand: a shard that wants an element has those before it made too, which
// wait for their shards. A shard that never takes its own so holds up the others once it has as many as
// it may.
#ifndef RUNNEL_CORE_RUNTIME_DATA_MULTI_DEVICE_ITERATOR_H_
#define RUNNEL_CORE_RUNTIME_DATA_MULTI_DEVICE_ITERATOR_H_

#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "core/runtime/data/iterator_driver.h"
#include "core/runtime/resources/resource.h"

namespace runnel {

// One pass. Any thread.
class DealtPass : public RefCounted {
 public:
  DealtPass(Ref<IteratorDriver> driver, size_t shards, int64_t most)
      : driver_(std::move(driver)), most_(static_cast<size_t>(most)), shards_(shards) {}

  // As IteratorDriver::Next, for a shard that there is.
  void Next(size_t shard, CancellationManager* cancellation, const IteratorDriver::Done& done);
  void Abort(const Status& status);

 private:
  struct Outcome {
    Status status;
    Progress progress = Progress::kElement;
    Element element;
  };
  struct Request {
    uint64_t id = 0;
    IteratorDriver::Done done;
    Ref<CancellationManager> cancellation;
    CancellationManager::Token token = 0;
  };
  struct Shard {
    std::deque<Outcome> made;
    std::deque<Request> requests;
  };

  // Serves who can be served, and has elements made as long as somebody waits.
  void Pump();
  bool TakeServed(Request* request, Outcome* outcome);
  void Made(Outcome outcome);
  bool Withdraw(size_t shard, uint64_t id, Request* out);
  static void Finish(const Request& request, Outcome outcome);

  const Ref<IteratorDriver> driver_;
  const size_t most_;  // elements that wait for a shard
  std::mutex mutex_;   // guards all below
  std::vector<Shard> shards_;
  size_t next_ = 0;  // whose the next element is
  uint64_t next_id_ = 1;
  bool making_ = false;
  bool ended_ = false;
  Status aborted_;
};

// What a handle of a MultiDeviceIterator refers to. Any thread.
class MultiDeviceIterator final : public Resource {
 public:
  static constexpr std::string_view kTypeName = "MultiDeviceIterator";
  // `key`: what other handles find it by; empty: nothing does.
  MultiDeviceIterator(std::string name, std::string key, size_t shards, std::vector<DType> types,
                      std::vector<Shape> shapes);
  std::string_view TypeName() const override { return kTypeName; }
  const std::string& key() const { return key_; }
  size_t shards() const { return shards_; }
  const std::vector<DType>& types() const { return types_; }
  const std::vector<Shape>& shapes() const { return shapes_; }

  // Begins a pass in place of the one before, and gives its number. most: elements that may wait for a
  // shard. Errors: INVALID_ARGUMENT for elements of another kind, or `most` below 1; CANCELLED after
  // Abort.
  Result<int64_t> Begin(const Ref<Dataset>& dataset, int64_t most, Ref<Host> host);
  // The pass of that number. Errors: FAILED_PRECONDITION before the first one; INVALID_ARGUMENT for
  // another number than the last one.
  Result<Ref<DealtPass>> pass(int64_t incarnation);
  void Abort(const Status& status) override;

 private:
  const std::string key_;
  const size_t shards_;
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
  std::mutex mutex_;  // guards all below
  Ref<DealtPass> pass_;
  int64_t incarnation_ = 0;
  Status aborted_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_MULTI_DEVICE_ITERATOR_H_
