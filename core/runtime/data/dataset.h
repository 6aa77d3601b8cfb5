// Dataset: what a pipeline is, and DatasetIterator: one pass over it.
//
// A dataset is immutable: a kind, its inputs, the functions and values that it captured. It is the
// element of the variant tensors that the Dataset ops give. Iterators have all the state, and are used
// by one poller at a time.
#ifndef RUNNEL_CORE_RUNTIME_DATA_DATASET_H_
#define RUNNEL_CORE_RUNTIME_DATA_DATASET_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/runtime/data/iterator_state.h"
#include "core/runtime/data/poll.h"
#include "core/runtime/exchange/cancellation.h"
#include "core/runtime/host/host.h"
#include "core/tensor/variant.h"

namespace runnel {

using Element = std::vector<Tensor>;  // one tensor for each component

// What a poll came to, failures apart.
enum class Progress {
  kPending,  // nothing yet; the context's waker is or will be woken
  kElement,  // a value was given
  kEnd,      // there are no more
};

// What the iterators of one pass share. Any thread.
class IteratorContext : public RefCounted {
 public:
  explicit IteratorContext(Ref<Host> host)
      : host_(std::move(host)), cancellation_(MakeRef<CancellationManager>()) {}
  // Keeps the runtime, whose pool runs what is under way.
  const Ref<Host>& host() const { return host_; }
  Allocator* allocator() const { return host_->allocator(); }
  ThreadPool* pool() const { return &host_->pool(); }
  // Of all calls of functions: fires when the pass is over.
  const Ref<CancellationManager>& cancellation() const { return cancellation_; }

 private:
  const Ref<Host> host_;
  const Ref<CancellationManager> cancellation_;
};

class DatasetIterator : public RefCounted {
 public:
  // Asks for the next element. kElement: *out holds it. After kEnd every call says kEnd. After an error
  // the next call goes on behind the element that failed, where there is one.
  virtual Result<Progress> Next(const PollContext& cx, Element* out) = 0;
  // Writes where the pass is: kElement when that is done. kPending: something is under way; the writer
  // holds nothing of use then. Errors: UNIMPLEMENTED where the state cannot be kept.
  virtual Result<Progress> Save(const PollContext& cx, StateWriter* writer) = 0;
  // Of a new iterator over an equal dataset. Errors: DATA_LOSS if the state is of another one.
  virtual Status Restore(StateReader* reader) = 0;
};

struct DatasetInfo {
  std::string name;  // of the node; for messages
  std::string op;
  std::vector<DType> types;
  std::vector<Shape> shapes;
};

inline constexpr int64_t kInfiniteCardinality = -1;
inline constexpr int64_t kUnknownCardinality = -2;

class Dataset : public Variant {
 public:
  static constexpr std::string_view kTypeName = "Dataset";
  explicit Dataset(DatasetInfo info) : info_(std::move(info)) {}
  std::string_view TypeName() const override { return kTypeName; }
  const DatasetInfo& info() const { return info_; }

  virtual Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const = 0;
  // How many elements there are, or one of the constants above.
  virtual int64_t Cardinality() const { return kUnknownCardinality; }
  // The same failure, with the dataset and which element of its input it is about, counted from 0.
  Status At(int64_t index, const Status& status) const;

 private:
  const DatasetInfo info_;
};

// What a tensor's element is. Errors: INVALID_ARGUMENT if it is no scalar of a dataset.
Result<Ref<Dataset>> DatasetFromTensor(const Tensor& tensor, std::string_view what);

// Next, where what is thrown becomes its status.
Result<Progress> NextGuarded(DatasetIterator* iterator, const PollContext& cx, Element* out);

// For loops: wakes the poller of `cx` and is pending.
Progress YieldTo(const PollContext& cx);

}  // namespace runnel

// Polls `expr`; what is no element is this function's answer too.
#define RUNNEL_POLL(expr)                                                                            \
  do {                                                                                               \
    ::runnel::Result<::runnel::Progress> runnel_polled = (expr);                                     \
    if (!runnel_polled.ok() || *runnel_polled != ::runnel::Progress::kElement) return runnel_polled; \
  } while (false)

#endif  // RUNNEL_CORE_RUNTIME_DATA_DATASET_H_
