// Datasets of several inputs: side by side (Zip), one after the other (Concatenate).
#include <algorithm>

#include "core/base/checked.h"
#include "core/runtime/data/datasets.h"

namespace runnel {
namespace {

class Zip final : public Dataset {
 public:
  Zip(DatasetInfo info, std::vector<Ref<Dataset>> inputs)
      : Dataset(std::move(info)), inputs_(std::move(inputs)) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    std::vector<Ref<DatasetIterator>> inputs;
    for (const Ref<Dataset>& input : inputs_) {
      RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> iterator, input->MakeIterator(context));
      inputs.push_back(std::move(iterator));
    }
    return Ref<DatasetIterator>(MakeRef<Iterator>(Ref<const Zip>::Share(this), std::move(inputs)));
  }
  int64_t Cardinality() const override {
    int64_t least = kInfiniteCardinality;
    for (const Ref<Dataset>& input : inputs_) {
      const int64_t n = input->Cardinality();
      if (n == kUnknownCardinality) return n;
      if (n >= 0) least = least < 0 ? n : std::min(least, n);
    }
    return least;
  }

 private:
  class Iterator final : public DatasetIterator {
   public:
    Iterator(Ref<const Zip> dataset, std::vector<Ref<DatasetIterator>> inputs)
        : dataset_(std::move(dataset)), inputs_(std::move(inputs)) {}
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      // All inputs advance, also behind one that failed, so that they stay side by side.
      while (asked_ < inputs_.size()) {
        Element part;
        const Result<Progress> progress = inputs_[asked_]->Next(cx, &part);
        if (progress.ok() && *progress == Progress::kPending) return progress;
        if (progress.ok() && *progress == Progress::kEnd) {
          inputs_.clear();
          gathered_.clear();
          return Progress::kEnd;
        }
        if (!progress.ok() && failed_.ok()) failed_ = progress.status();
        std::move(part.begin(), part.end(), std::back_inserter(gathered_));
        ++asked_;
      }
      if (inputs_.empty()) return Progress::kEnd;
      asked_ = 0;
      Element whole = std::move(gathered_);
      gathered_.clear();
      if (!failed_.ok()) return std::exchange(failed_, OkStatus());
      *out = std::move(whole);
      return Progress::kElement;
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      writer->Mark(dataset_->info().op);
      writer->Number(inputs_.empty() ? 1 : 0);
      if (inputs_.empty()) return Progress::kElement;
      for (const auto& input : inputs_) RUNNEL_POLL(input->Save(cx, writer));
      writer->Number(static_cast<int64_t>(asked_));
      writer->Number(failed_.ok() ? 0 : 1);
      if (!failed_.ok()) return Unimplemented("the state of a Zip whose element has failed in part");
      RUNNEL_RETURN_IF_ERROR(writer->Tensors(gathered_));
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(reader->Expect(dataset_->info().op));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t ended, reader->Number(0, 1));
      if (ended != 0) {
        inputs_.clear();
        return OkStatus();
      }
      for (const auto& input : inputs_) RUNNEL_RETURN_IF_ERROR(input->Restore(reader));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t asked,
                              reader->Number(0, static_cast<int64_t>(inputs_.size())));
      asked_ = static_cast<size_t>(asked);
      RUNNEL_RETURN_IF_ERROR(reader->Number(0, 0).status());
      RUNNEL_ASSIGN_OR_RETURN(gathered_, reader->Tensors());
      return OkStatus();
    }

   private:
    const Ref<const Zip> dataset_;
    std::vector<Ref<DatasetIterator>> inputs_;  // none at the end
    size_t asked_ = 0;                          // whose part of the next element is here
    Element gathered_;
    Status failed_;
  };
  const std::vector<Ref<Dataset>> inputs_;
};

class Concatenate final : public Dataset {
 public:
  Concatenate(DatasetInfo info, Ref<Dataset> first, Ref<Dataset> second)
      : Dataset(std::move(info)), inputs_{std::move(first), std::move(second)} {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> first, inputs_[0]->MakeIterator(context));
    return Ref<DatasetIterator>(
        MakeRef<Iterator>(Ref<const Concatenate>::Share(this), context, std::move(first)));
  }
  int64_t Cardinality() const override {
    const int64_t a = inputs_[0]->Cardinality(), b = inputs_[1]->Cardinality();
    if (a == kInfiniteCardinality || b == kInfiniteCardinality) return kInfiniteCardinality;
    if (a < 0 || b < 0) return kUnknownCardinality;
    int64_t sum = 0;
    return CheckedAdd(a, b, &sum) ? sum : kInfiniteCardinality;
  }

 private:
  class Iterator final : public DatasetIterator {
   public:
    Iterator(Ref<const Concatenate> dataset, Ref<IteratorContext> context, Ref<DatasetIterator> first)
        : dataset_(std::move(dataset)), context_(std::move(context)), current_(std::move(first)) {}
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      while (current_) {
        const Result<Progress> progress = current_->Next(cx, out);
        if (!progress.ok() || *progress != Progress::kEnd) return progress;
        RUNNEL_RETURN_IF_ERROR(GoTo(which_ + 1));
      }
      return Progress::kEnd;
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      writer->Mark(dataset_->info().op);
      writer->Number(which_);
      if (!current_) return Progress::kElement;
      return current_->Save(cx, writer);
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(reader->Expect(dataset_->info().op));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t which, reader->Number(0, 2));
      if (which != which_) RUNNEL_RETURN_IF_ERROR(GoTo(static_cast<int>(which)));
      return current_ ? current_->Restore(reader) : OkStatus();
    }

   private:
    Status GoTo(int which) {
      Ref<DatasetIterator> next;
      if (which < 2) {
        RUNNEL_ASSIGN_OR_RETURN(next, dataset_->inputs_[which]->MakeIterator(context_));
      }
      which_ = which;
      current_ = std::move(next);
      return OkStatus();
    }

    const Ref<const Concatenate> dataset_;
    const Ref<IteratorContext> context_;
    Ref<DatasetIterator> current_;  // null at the end
    int which_ = 0;
  };
  const Ref<Dataset> inputs_[2];
};

}  // namespace

Ref<Dataset> ZipDataset(DatasetInfo info, std::vector<Ref<Dataset>> inputs) {
  return MakeRef<Zip>(std::move(info), std::move(inputs));
}

Ref<Dataset> ConcatenateDataset(DatasetInfo info, Ref<Dataset> first, Ref<Dataset> second) {
  return MakeRef<Concatenate>(std::move(info), std::move(first), std::move(second));
}

}  // namespace runnel
