// Datasets that choose among elements: DirectedInterleave, which takes each from the input that another
// dataset names, Unique, and AssertCardinality, which only counts them.
#include <set>
#include <string>

#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"

namespace runnel {
namespace {

class Directed final : public Dataset {
 public:
  Directed(DatasetInfo info, Ref<Dataset> selector, std::vector<Ref<Dataset>> inputs, bool stops)
      : Dataset(std::move(info)),
        selector_(std::move(selector)),
        inputs_(std::move(inputs)),
        stops_(stops) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> selector, selector_->MakeIterator(context));
    std::vector<Ref<DatasetIterator>> inputs;
    for (const Ref<Dataset>& input : inputs_) {
      RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> iterator, input->MakeIterator(context));
      inputs.push_back(std::move(iterator));
    }
    return Ref<DatasetIterator>(
        MakeRef<Iterator>(Ref<const Directed>::Share(this), std::move(selector), std::move(inputs)));
  }

 private:
  class Iterator final : public DatasetIterator {
   public:
    Iterator(Ref<const Directed> dataset, Ref<DatasetIterator> selector,
             std::vector<Ref<DatasetIterator>> inputs)
        : dataset_(std::move(dataset)), selector_(std::move(selector)), inputs_(std::move(inputs)) {}
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      for (;;) {
        if (!selector_ || left() == 0) return Progress::kEnd;
        if (cx.ShouldYield()) return YieldTo(cx);
        if (chosen_ < 0) {
          Element choice;
          const Result<Progress> progress = selector_->Next(cx, &choice);
          if (progress.ok() && *progress == Progress::kEnd) selector_ = nullptr;
          if (!progress.ok() || *progress != Progress::kElement) return progress;
          RUNNEL_RETURN_IF_ERROR(Choose(choice));
        }
        Ref<DatasetIterator>& input = inputs_[static_cast<size_t>(chosen_)];
        Result<Progress> progress = Progress::kEnd;
        if (input) progress = input->Next(cx, out);
        if (progress.ok() && *progress == Progress::kPending) return progress;
        chosen_ = -1;
        if (!progress.ok() || *progress == Progress::kElement) return progress;
        input = nullptr;
        if (dataset_->stops_) selector_ = nullptr;
      }
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      writer->Mark(dataset_->info().op);
      writer->Number(selector_ ? 1 : 0);
      if (!selector_) return Progress::kElement;
      RUNNEL_POLL(selector_->Save(cx, writer));
      writer->Number(chosen_);
      for (const auto& input : inputs_) {
        writer->Number(input ? 1 : 0);
        if (input) RUNNEL_POLL(input->Save(cx, writer));
      }
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(reader->Expect(dataset_->info().op));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t has_selector, reader->Number(0, 1));
      if (has_selector == 0) {
        selector_ = nullptr;
        return OkStatus();
      }
      RUNNEL_RETURN_IF_ERROR(selector_->Restore(reader));
      RUNNEL_ASSIGN_OR_RETURN(chosen_, reader->Number(-1, static_cast<int64_t>(inputs_.size()) - 1));
      for (auto& input : inputs_) {
        RUNNEL_ASSIGN_OR_RETURN(const int64_t has_input, reader->Number(0, 1));
        if (has_input == 0) input = nullptr;
        if (input) RUNNEL_RETURN_IF_ERROR(input->Restore(reader));
      }
      return OkStatus();
    }

   private:
    size_t left() const {
      size_t count = 0;
      for (const auto& input : inputs_) count += input ? 1 : 0;
      return count;
    }
    Status Choose(const Element& choice) {
      if (choice.size() != 1 || choice[0].dtype() != DType::kInt64 || choice[0].num_elements() != 1)
        return InvalidArgument("selector_input_dataset must give one int64 at a time");
      const int64_t number = choice[0].int_at(0);
      if (number < 0 || number >= static_cast<int64_t>(inputs_.size())) {
        return InvalidArgument("Selector index out of range: ", number, " is not in [0,", inputs_.size(),
                               ")");
      }
      chosen_ = number;
      return OkStatus();
    }
    const Ref<const Directed> dataset_;
    Ref<DatasetIterator> selector_;             // null at the end
    std::vector<Ref<DatasetIterator>> inputs_;  // null: at its end
    int64_t chosen_ = -1;                       // the input that is asked; -1: none yet
  };
  const Ref<Dataset> selector_;
  const std::vector<Ref<Dataset>> inputs_;
  const bool stops_;
};

class Unique final : public UnaryDataset {
 public:
  using UnaryDataset::UnaryDataset;
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }

 private:
  class Iterator final : public InputIterator<Unique> {
   public:
    using InputIterator::InputIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      for (;;) {
        if (cx.ShouldYield()) return YieldTo(cx);
        const Result<Progress> progress = NextInput(cx, out);
        if (progress.ok() && *progress == Progress::kEnd) seen_.clear();
        if (!progress.ok() || *progress != Progress::kElement) return progress;
        if (seen_.insert(KeyOf((*out)[0])).second) return Progress::kElement;
      }
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(static_cast<int64_t>(seen_.size()));
      for (const std::string& key : seen_) {
        RUNNEL_ASSIGN_OR_RETURN(const Tensor kept, Tensor::FromStrings(Shape{}, {{key}}));
        RUNNEL_RETURN_IF_ERROR(writer->Tensors(std::span<const Tensor>(&kept, 1)));
      }
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t count, reader->Number(0));
      seen_.clear();
      const DType string = DType::kString;
      for (int64_t i = 0; i < count; ++i) {
        RUNNEL_ASSIGN_OR_RETURN(const Element kept, reader->Tensors({&string, 1}));
        if (kept[0].num_elements() != 1) return DataLoss("what Unique has seen is no string");
        seen_.emplace(kept[0].string_at(0));
      }
      return OkStatus();
    }

   private:
    // Equal for equal tensors: their shape, then their bytes or strings with lengths.
    static std::string KeyOf(const Tensor& tensor) {
      std::string key = tensor.shape().ToString();
      if (tensor.dtype() != DType::kString) {
        const size_t bytes = static_cast<size_t>(tensor.num_elements()) * DTypeSize(tensor.dtype());
        return bytes == 0 ? key : key.append(static_cast<const char*>(tensor.data()), bytes);
      }
      for (int64_t i = 0; i < tensor.num_elements(); ++i)
        key += StrCat(tensor.string_at(i).size(), ":", tensor.string_at(i));
      return key;
    }
    std::set<std::string> seen_;
  };
};

class Counted final : public UnaryDataset {
 public:
  Counted(DatasetInfo info, Ref<Dataset> input, int64_t wanted)
      : UnaryDataset(std::move(info), std::move(input)), wanted_(wanted) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override { return wanted_; }

 private:
  class Iterator final : public InputIterator<Counted> {
   public:
    using InputIterator::InputIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      const Result<Progress> progress = NextInput(cx, out);
      if (!progress.ok() || *progress == Progress::kPending) return progress;
      const int64_t wanted = dataset().wanted_;
      const bool element = *progress == Progress::kElement;
      if (element) ++count_;
      const bool fits = wanted == kUnknownCardinality || (wanted == kInfiniteCardinality ? element
                                                          : element ? count_ <= wanted
                                                                    : count_ == wanted);
      if (fits) return progress;
      if (!element && ended_) return progress;
      ended_ = true;
      return FailedPrecondition(
          "Input dataset was expected to contain ",
          wanted == kInfiniteCardinality ? "an infinite number of" : StrCat(wanted),
          " elements but contained ", element ? "at least " : "only ", count_, " elements.");
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(count_);
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(count_, reader->Number(0));
      return OkStatus();
    }

   private:
    int64_t count_ = 0;
    bool ended_ = false;  // that there were too few has been said
  };
  const int64_t wanted_;
};

}  // namespace

Result<Ref<Dataset>> DirectedInterleaveDataset(DatasetInfo info, Ref<Dataset> selector,
                                               std::vector<Ref<Dataset>> inputs, bool stops_on_empty) {
  if (selector->info().types != std::vector<DType>{DType::kInt64})
    return InvalidArgument("selector_input_dataset must give one int64 at a time");
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i]->info().types != inputs[0]->info().types) {
      return InvalidArgument("data_input_datasets[", i,
                             "] has elements of other types than data_input_datasets[0]");
    }
  }
  return Ref<Dataset>(
      MakeRef<Directed>(std::move(info), std::move(selector), std::move(inputs), stops_on_empty));
}

Result<Ref<Dataset>> UniqueDataset(DatasetInfo info, Ref<Dataset> input) {
  if (input->info().types.size() != 1) {
    return InvalidArgument("a dataset's unique elements have one component, its have ",
                           input->info().types.size());
  }
  if (DTypeSize(input->info().types[0]) == 0 && input->info().types[0] != DType::kString)
    return Unimplemented("unique elements of type ", DTypeName(input->info().types[0]));
  return Ref<Dataset>(MakeRef<Unique>(std::move(info), std::move(input)));
}

Ref<Dataset> AssertCardinalityDataset(DatasetInfo info, Ref<Dataset> input, int64_t cardinality) {
  return MakeRef<Counted>(std::move(info), std::move(input), cardinality);
}

}  // namespace runnel
