// Windows: overlapping or spaced groups of elements, each given as one dataset for each component.
#include <deque>

#include "core/base/checked.h"
#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"

namespace runnel {
namespace {

// The values of one component of a window.
class WindowOf final : public Dataset {
 public:
  WindowOf(DatasetInfo info, std::vector<Tensor> values)
      : Dataset(std::move(info)), values_(std::move(values)) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>&) const override {
    return Ref<DatasetIterator>(MakeRef<Iterator>(Ref<const WindowOf>::Share(this)));
  }
  int64_t Cardinality() const override { return static_cast<int64_t>(values_.size()); }

 private:
  class Iterator final : public DatasetIterator {
   public:
    explicit Iterator(Ref<const WindowOf> dataset) : dataset_(std::move(dataset)) {}
    Result<Progress> Next(const PollContext&, Element* out) override {
      if (next_ >= dataset_->values_.size()) return Progress::kEnd;
      out->assign(1, dataset_->values_[next_++]);
      return Progress::kElement;
    }
    Result<Progress> Save(const PollContext&, StateWriter* writer) override {
      writer->Number(static_cast<int64_t>(next_));
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_ASSIGN_OR_RETURN(const int64_t next, reader->Number(0, dataset_->Cardinality()));
      next_ = static_cast<size_t>(next);
      return OkStatus();
    }

   private:
    const Ref<const WindowOf> dataset_;
    size_t next_ = 0;
  };
  const std::vector<Tensor> values_;
};

class Window final : public UnaryDataset {
 public:
  Window(DatasetInfo info, Ref<Dataset> input, int64_t shift, int64_t stride, int64_t span,
         bool drop_remainder)
      : UnaryDataset(std::move(info), std::move(input)),
        shift_(shift),
        stride_(stride),
        span_(span),
        drop_remainder_(drop_remainder) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override {
    const int64_t n = input()->Cardinality();
    if (n < 0) return n;
    if (!drop_remainder_) return n / shift_ + (n % shift_ == 0 ? 0 : 1);
    return n < span_ ? 0 : (n - span_) / shift_ + 1;
  }

 private:
  struct Held {
    Status status;
    Element element;
  };
  class Iterator final : public InputIterator<Window> {
   public:
    using InputIterator::InputIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      const Window& window = dataset();
      // Elements between two windows, failed ones too, are left out.
      for (; to_skip_ > 0 && input() != nullptr; --to_skip_) {
        if (cx.ShouldYield()) return YieldTo(cx);
        Element skipped;
        const Result<Progress> progress = NextInput(cx, &skipped);
        if (progress.ok() && *progress == Progress::kPending) return progress;
      }
      while (input() != nullptr && static_cast<int64_t>(held_.size()) < window.span_) {
        if (cx.ShouldYield()) return YieldTo(cx);
        Held next;
        const Result<Progress> progress = NextInput(cx, &next.element);
        if (progress.ok() && *progress == Progress::kPending) return progress;
        if (progress.ok() && *progress == Progress::kEnd) break;
        next.status = progress.status();
        held_.push_back(std::move(next));
      }
      const auto count = static_cast<int64_t>(held_.size());
      if (count == 0 || (window.drop_remainder_ && count < window.span_)) {
        held_.clear();
        set_input(nullptr);
        return Progress::kEnd;
      }
      Status status;
      std::vector<Element> elements;
      for (int64_t i = 0; i < count && status.ok(); i += window.stride_) {
        const Held& held = held_[static_cast<size_t>(i)];
        status = held.status;
        elements.push_back(held.element);
      }
      if (window.shift_ >= count) {
        to_skip_ = window.shift_ - count;
        held_.clear();
      } else {
        held_.erase(held_.begin(), held_.begin() + static_cast<ptrdiff_t>(window.shift_));
      }
      if (!status.ok()) return status;
      return Give(elements, out);
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(to_skip_);
      writer->Number(static_cast<int64_t>(held_.size()));
      for (const Held& held : held_) {
        if (!held.status.ok()) return Unimplemented("the state of a window over an element that failed");
        RUNNEL_RETURN_IF_ERROR(writer->Tensors(held.element));
      }
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(to_skip_, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t count, reader->Number(0, dataset().span_));
      held_.clear();
      for (int64_t i = 0; i < count; ++i) {
        RUNNEL_ASSIGN_OR_RETURN(Element element, reader->Tensors(dataset().input()->info().types));
        held_.push_back({OkStatus(), std::move(element)});
      }
      return OkStatus();
    }

   private:
    Result<Progress> Give(const std::vector<Element>& elements, Element* out) const {
      const DatasetInfo& of = dataset().input()->info();
      out->clear();
      for (size_t c = 0; c < of.types.size(); ++c) {
        std::vector<Tensor> values;
        for (const Element& element : elements) values.push_back(element[c]);
        DatasetInfo info{dataset().info().name, "WindowDataset", {of.types[c]}, {Shape::Unknown()}};
        if (c < of.shapes.size()) info.shapes[0] = of.shapes[c];
        out->push_back(MakeVariant(MakeRef<WindowOf>(std::move(info), std::move(values))));
      }
      return Progress::kElement;
    }
    std::deque<Held> held_;
    int64_t to_skip_ = 0;
  };
  const int64_t shift_, stride_;
  const int64_t span_;  // how many elements a whole window reaches over
  const bool drop_remainder_;
};

}  // namespace

Result<Ref<Dataset>> WindowDataset(DatasetInfo info, Ref<Dataset> input, int64_t size, int64_t shift,
                                   int64_t stride, bool drop_remainder) {
  if (size <= 0) return InvalidArgument("Window size must be greater than zero.");
  if (shift <= 0) return InvalidArgument("Window shift must be greater than zero.");
  if (stride <= 0) return InvalidArgument("Window stride must be greater than zero.");
  int64_t span = 0;
  if (!CheckedMul(size - 1, stride, &span) || !CheckedAdd<int64_t>(span, 1, &span)) {
    return InvalidArgument("a window of ", size, " elements with stride ", stride,
                           " reaches over more elements than can be counted");
  }
  return Ref<Dataset>(
      MakeRef<Window>(std::move(info), std::move(input), shift, stride, span, drop_remainder));
}

}  // namespace runnel
