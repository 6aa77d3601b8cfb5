// Datasets over a buffer that fills by itself: Prefetch, and ParallelMap, which fills it with calls.
#include <algorithm>

#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"
#include "core/runtime/data/run_ahead.h"

namespace runnel {
namespace {

// Where the runtime is to choose the size of a buffer.
constexpr int64_t kChosenBuffer = 2;

class Ahead final : public UnaryDataset {
 public:
  Ahead(DatasetInfo info, Ref<Dataset> input, int64_t capacity, CapturedFunction function,
        bool deterministic, bool preserve_cardinality)
      : UnaryDataset(std::move(info), std::move(input)),
        capacity_(capacity),
        function_(std::move(function)),
        deterministic_(deterministic),
        preserve_cardinality_(preserve_cardinality) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> input, this->input()->MakeIterator(context));
    int64_t capacity = capacity_;
    if (capacity < 0) capacity = function_.function ? context->host()->num_threads() : kChosenBuffer;
    RunAhead::Options options;
    options.capacity = static_cast<size_t>(std::max<int64_t>(capacity, 1));
    options.function = function_;
    options.in_order = deterministic_;
    return Ref<DatasetIterator>(
        MakeRef<Iterator>(Ref<const Ahead>::Share(this),
                          RunAheadHandle(MakeRef<RunAhead>(context, std::move(input), options))));
  }
  int64_t Cardinality() const override {
    return !function_.function || preserve_cardinality_ ? input()->Cardinality() : kUnknownCardinality;
  }

 private:
  class Iterator final : public DatasetIterator {
   public:
    Iterator(Ref<const Ahead> dataset, RunAheadHandle buffer)
        : dataset_(std::move(dataset)), buffer_(std::move(buffer)) {}
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      if (!buffer_) return Progress::kEnd;
      int64_t index = 0;
      const Result<Progress> progress = buffer_->Next(cx, out, &index);
      if (progress.ok()) return progress;
      if (!dataset_->function_.function) return progress;
      const Result<Progress> end =
          AfterFailedCall(*dataset_, index, progress.status(), dataset_->preserve_cardinality_);
      if (end.ok()) buffer_ = RunAheadHandle();
      return end;
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      writer->Mark(dataset_->info().op);
      writer->Number(buffer_ ? 1 : 0);
      if (!buffer_) return Progress::kElement;
      return buffer_->Save(cx, writer);
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(reader->Expect(dataset_->info().op));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t has_buffer, reader->Number(0, 1));
      if (has_buffer != 0) return buffer_->Restore(reader, dataset_->info().types);
      buffer_ = RunAheadHandle();
      return OkStatus();
    }

   private:
    const Ref<const Ahead> dataset_;
    RunAheadHandle buffer_;  // none at the end
  };
  const int64_t capacity_;
  const CapturedFunction function_;
  const bool deterministic_, preserve_cardinality_;
};

}  // namespace

Ref<Dataset> PrefetchDataset(DatasetInfo info, Ref<Dataset> input, int64_t buffer_size) {
  if (buffer_size == 0) return input;
  return MakeRef<Ahead>(std::move(info), std::move(input), buffer_size, CapturedFunction(), true, true);
}

Result<Ref<Dataset>> ParallelMapDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction function,
                                        ParallelOptions parallel, bool preserve_cardinality) {
  if (parallel.calls == 0) return InvalidArgument("num_parallel_calls must be greater than zero.");
  return Ref<Dataset>(MakeRef<Ahead>(std::move(info), std::move(input), parallel.calls,
                                     std::move(function), parallel.deterministic, preserve_cardinality));
}

}  // namespace runnel
