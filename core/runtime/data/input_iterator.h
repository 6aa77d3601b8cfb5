// What most iterators are: one pass over a dataset's only input.
#ifndef RUNNEL_CORE_RUNTIME_DATA_INPUT_ITERATOR_H_
#define RUNNEL_CORE_RUNTIME_DATA_INPUT_ITERATOR_H_

#include <utility>

#include "core/runtime/data/dataset.h"

namespace runnel {

// A dataset of one input.
class UnaryDataset : public Dataset {
 public:
  UnaryDataset(DatasetInfo info, Ref<Dataset> input)
      : Dataset(std::move(info)), input_(std::move(input)) {}
  const Ref<Dataset>& input() const { return input_; }

 private:
  const Ref<Dataset> input_;
};

// `T`: the dataset's class, which its iterator keeps.
template <typename T>
class InputIterator : public DatasetIterator {
 public:
  InputIterator(Ref<const T> dataset, Ref<IteratorContext> context, Ref<DatasetIterator> input)
      : dataset_(std::move(dataset)), context_(std::move(context)), input_(std::move(input)) {}

 protected:
  const T& dataset() const { return *dataset_; }
  const Ref<IteratorContext>& context() const { return context_; }
  Allocator* allocator() const { return context_->allocator(); }
  // Null once it is no longer needed.
  DatasetIterator* input() const { return input_.get(); }
  void set_input(Ref<DatasetIterator> input) { input_ = std::move(input); }
  // Asks the input; at its end drops it.
  Result<Progress> NextInput(const PollContext& cx, Element* out) {
    if (!input_) return Progress::kEnd;
    Result<Progress> progress = input_->Next(cx, out);
    if (progress.ok() && *progress == Progress::kEnd) input_ = nullptr;
    return progress;
  }
  // Whether the input is at its end, then the input's state.
  Result<Progress> SaveInput(const PollContext& cx, StateWriter* writer) {
    writer->Mark(dataset_->info().op);
    writer->Number(input_ ? 1 : 0);
    if (!input_) return Progress::kElement;
    return input_->Save(cx, writer);
  }
  Status RestoreInput(StateReader* reader) {
    RUNNEL_RETURN_IF_ERROR(reader->Expect(dataset_->info().op));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t has_input, reader->Number(0, 1));
    if (has_input == 0) {
      input_ = nullptr;
      return OkStatus();
    }
    // A pass that has begun anew, as repetitions do.
    if (!input_) {
      RUNNEL_ASSIGN_OR_RETURN(input_, dataset_->input()->MakeIterator(context_));
    }
    return input_->Restore(reader);
  }

 private:
  const Ref<const T> dataset_;
  const Ref<IteratorContext> context_;
  Ref<DatasetIterator> input_;
};

// MakeIterator of a UnaryDataset whose iterator `I` is an InputIterator<T>.
template <typename I, typename T>
Result<Ref<DatasetIterator>> MakeInputIterator(const T* dataset, const Ref<IteratorContext>& context) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> input, dataset->input()->MakeIterator(context));
  return Ref<DatasetIterator>(MakeRef<I>(Ref<const T>::Share(dataset), context, std::move(input)));
}

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_INPUT_ITERATOR_H_
