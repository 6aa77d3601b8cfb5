// Datasets that call a function for one element after the other: Map, Filter, TakeWhile, Scan.
//
// The call runs on the thread that polls, where it does not wait; what is under way stays in the
// iterator.
#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"

namespace runnel {
namespace {

class MappedDataset : public UnaryDataset {
 public:
  MappedDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction function)
      : UnaryDataset(std::move(info), std::move(input)), function_(std::move(function)) {}
  const CapturedFunction& function() const { return function_; }

 private:
  const CapturedFunction function_;
};

// Takes the input's next element and calls the function with it.
template <typename T>
class CallingIterator : public InputIterator<T> {
 public:
  using InputIterator<T>::InputIterator;
  Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
    // A call ends by itself; until then there is no state to write.
    if (call_ && !call_->WakeWhenEnded(cx.waker())) return Progress::kPending;
    RUNNEL_POLL(this->SaveInput(cx, writer));
    writer->Number(index_);
    writer->Number(ended_ ? 1 : 0);
    writer->Number(call_ ? 1 : 0);
    if (!call_) return Progress::kElement;
    if (!call_->status().ok()) return Unimplemented("the state of a pass whose next element has failed");
    RUNNEL_RETURN_IF_ERROR(writer->Tensors(call_->element()));
    RUNNEL_RETURN_IF_ERROR(writer->Tensors(element_));
    return Progress::kElement;
  }
  Status Restore(StateReader* reader) override {
    RUNNEL_RETURN_IF_ERROR(this->RestoreInput(reader));
    RUNNEL_ASSIGN_OR_RETURN(index_, reader->Number(0));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t ended, reader->Number(0, 1));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t called, reader->Number(0, 1));
    ended_ = ended != 0;
    call_ = nullptr;
    if (called == 0) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(Element results, reader->Tensors());
    RUNNEL_ASSIGN_OR_RETURN(element_, reader->Tensors(this->dataset().input()->info().types));
    call_ = ElementFuture::Made(OkStatus(), std::move(results));
    return OkStatus();
  }

 protected:
  // The results for the next element; `before` are further arguments, ahead of its components. The
  // element stays in element().
  Result<Progress> Call(const PollContext& cx, const Element& before, bool preserve, Element* out) {
    if (ended_) return Progress::kEnd;
    if (!call_) {
      RUNNEL_POLL(this->NextInput(cx, &element_));
      Element arguments = before;
      arguments.insert(arguments.end(), element_.begin(), element_.end());
      call_ = ElementFuture::Call(this->dataset().function(), arguments, true,
                                  this->context()->cancellation());
    }
    const Result<Progress> progress = call_->Poll(cx, out);
    if (progress.ok() && *progress == Progress::kPending) return progress;
    call_ = nullptr;
    const int64_t at = index_++;
    if (progress.ok()) return progress;
    const Result<Progress> end = AfterFailedCall(this->dataset(), at, progress.status(), preserve);
    if (end.ok()) End();
    return end;
  }
  Element& element() { return element_; }
  void End() {
    ended_ = true;
    this->set_input(nullptr);
  }
  int64_t index() const { return index_; }

 private:
  Ref<ElementFuture> call_;  // under way
  Element element_;          // that it was called for
  int64_t index_ = 0;
  bool ended_ = false;
};

class Map final : public MappedDataset {
 public:
  Map(DatasetInfo info, Ref<Dataset> input, CapturedFunction function, bool preserve_cardinality)
      : MappedDataset(std::move(info), std::move(input), std::move(function)),
        preserve_cardinality_(preserve_cardinality) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override {
    return preserve_cardinality_ ? input()->Cardinality() : kUnknownCardinality;
  }

 private:
  class Iterator final : public CallingIterator<Map> {
   public:
    using CallingIterator::CallingIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      return Call(cx, {}, dataset().preserve_cardinality_, out);
    }
  };
  const bool preserve_cardinality_;
};

// The one bool that a predicate gave.
Result<bool> Verdict(const Element& results) {
  if (results.size() != 1 || results[0].dtype() != DType::kBool || results[0].num_elements() != 1) {
    return InvalidArgument("Filter predicate `f` must return a scalar bool.");
  }
  return results[0].values<bool>()[0];
}

class Filter final : public MappedDataset {
 public:
  using MappedDataset::MappedDataset;
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }

 private:
  class Iterator final : public CallingIterator<Filter> {
   public:
    using CallingIterator::CallingIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      for (;;) {
        if (cx.ShouldYield()) return YieldTo(cx);
        Element results;
        RUNNEL_POLL(Call(cx, {}, false, &results));
        const Result<bool> keep = Verdict(results);
        if (!keep.ok()) return dataset().At(index() - 1, keep.status());
        if (!*keep) continue;
        *out = std::move(element());
        return Progress::kElement;
      }
    }
  };
};

class TakeWhile final : public MappedDataset {
 public:
  using MappedDataset::MappedDataset;
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }

 private:
  class Iterator final : public CallingIterator<TakeWhile> {
   public:
    using CallingIterator::CallingIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      Element results;
      RUNNEL_POLL(Call(cx, {}, false, &results));
      const Result<bool> keep = Verdict(results);
      if (!keep.ok()) return dataset().At(index() - 1, keep.status());
      if (*keep) {
        *out = std::move(element());
        return Progress::kElement;
      }
      End();
      return Progress::kEnd;
    }
  };
};

class Scan final : public MappedDataset {
 public:
  Scan(DatasetInfo info, Ref<Dataset> input, Element initial, CapturedFunction function,
       bool preserve_cardinality)
      : MappedDataset(std::move(info), std::move(input), std::move(function)),
        initial_(std::move(initial)),
        preserve_cardinality_(preserve_cardinality) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override {
    return preserve_cardinality_ ? input()->Cardinality() : kUnknownCardinality;
  }

 private:
  class Iterator final : public CallingIterator<Scan> {
   public:
    Iterator(const Ref<const Scan>& scan, Ref<IteratorContext> context, Ref<DatasetIterator> input)
        : CallingIterator(scan, std::move(context), std::move(input)), state_(scan->initial_) {}
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      Element results;
      RUNNEL_POLL(Call(cx, state_, dataset().preserve_cardinality_, &results));
      const size_t states = dataset().initial_.size();
      if (results.size() != states + dataset().info().types.size()) {
        return dataset().At(index() - 1, InvalidArgument("Expected `scan_func` to return ",
                                                         states + dataset().info().types.size(),
                                                         " values, got ", results.size()));
      }
      for (size_t i = 0; i < states; ++i) {
        if (results[i].dtype() != dataset().initial_[i].dtype()) {
          return dataset().At(index() - 1,
                              InvalidArgument("Got wrong type for scan_func return value ", i,
                                              " (expected ", DTypeName(dataset().initial_[i].dtype()),
                                              ", got ", DTypeName(results[i].dtype()), ")."));
        }
      }
      const auto middle = results.begin() + static_cast<ptrdiff_t>(states);
      state_.assign(std::make_move_iterator(results.begin()), std::make_move_iterator(middle));
      out->assign(std::make_move_iterator(middle), std::make_move_iterator(results.end()));
      return Progress::kElement;
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(CallingIterator::Save(cx, writer));
      RUNNEL_RETURN_IF_ERROR(writer->Tensors(state_));
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(CallingIterator::Restore(reader));
      std::vector<DType> types;
      for (const Tensor& t : dataset().initial_) types.push_back(t.dtype());
      RUNNEL_ASSIGN_OR_RETURN(state_, reader->Tensors(types));
      return OkStatus();
    }

   private:
    Element state_;
  };
  const Element initial_;
  const bool preserve_cardinality_;
};

}  // namespace

Ref<Dataset> MapDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction function,
                        bool preserve_cardinality) {
  return MakeRef<Map>(std::move(info), std::move(input), std::move(function), preserve_cardinality);
}

Ref<Dataset> FilterDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction predicate) {
  return MakeRef<Filter>(std::move(info), std::move(input), std::move(predicate));
}

Ref<Dataset> TakeWhileDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction predicate) {
  return MakeRef<TakeWhile>(std::move(info), std::move(input), std::move(predicate));
}

Ref<Dataset> ScanDataset(DatasetInfo info, Ref<Dataset> input, Element initial_state,
                         CapturedFunction function, bool preserve_cardinality) {
  return MakeRef<Scan>(std::move(info), std::move(input), std::move(initial_state), std::move(function),
                       preserve_cardinality);
}

}  // namespace runnel
