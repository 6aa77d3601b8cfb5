// Shuffle: a buffer from which elements are drawn at random.
//
// The order is TensorFlow's for the same seeds. The buffer is a ring over the numbers of elements in
// order of arrival. Elements of one pass of the input (a slice of these numbers) are all drawn before
// those of the next one: each draw swaps the drawn one with the slice's first. Source: TensorFlow's
// shuffle_dataset_op.
#include <sys/random.h>

#include <algorithm>
#include <deque>
#include <mutex>

#include "core/base/clock.h"
#include "core/base/philox.h"
#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"

namespace runnel {

struct Seeds {
  uint64_t seed = 0, seed2 = 0;
};

class SeedGenerator {
 public:
  SeedGenerator(Seeds seeds, bool reshuffle)
      : seeds_(seeds), reshuffle_(reshuffle), numbers_(seeds.seed, seeds.seed2) {}
  // Of the next pass.
  Seeds Next() {
    if (!reshuffle_) return seeds_;
    const std::lock_guard lock(mutex_);
    Seeds next;
    next.seed = numbers_.Next();
    next.seed2 = numbers_.Next();
    ++passes_;
    return next;
  }
  // How many passes have got seeds; and going on as if there had been so many.
  int64_t passes() {
    const std::lock_guard lock(mutex_);
    return passes_;
  }
  void GoTo(int64_t passes) {
    const std::lock_guard lock(mutex_);
    passes_ = passes;
    numbers_ = PhiloxNumbers(seeds_.seed, seeds_.seed2);
    numbers_.Skip(2 * static_cast<uint64_t>(passes));
  }

 private:
  const Seeds seeds_;
  const bool reshuffle_;
  std::mutex mutex_;  // guards all below
  PhiloxNumbers numbers_;
  int64_t passes_ = 0;
};

std::shared_ptr<SeedGenerator> MakeSeedGenerator(int64_t seed, int64_t seed2, bool reshuffle) {
  Seeds seeds{static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2)};
  if (seed == 0 && seed2 == 0) {
    // No seeds: another order each time.
    if (getrandom(&seeds, sizeof(seeds), 0) != static_cast<ssize_t>(sizeof(seeds)))
      seeds.seed = static_cast<uint64_t>(MonotonicNs());
  }
  return std::make_shared<SeedGenerator>(seeds, reshuffle);
}

namespace {

class Shuffle final : public UnaryDataset {
 public:
  Shuffle(DatasetInfo info, Ref<Dataset> input, int64_t buffer_size,
          std::shared_ptr<SeedGenerator> seeds, int64_t count)
      : UnaryDataset(std::move(info), std::move(input)),
        buffer_size_(buffer_size),
        seeds_(std::move(seeds)),
        count_(count) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override { return RepeatDataset({}, input(), count_)->Cardinality(); }

 private:
  struct Slice {
    int64_t first = 0, last = 0;  // numbers of elements in the buffer that are not drawn yet
  };
  class Iterator final : public InputIterator<Shuffle> {
   public:
    Iterator(const Ref<const Shuffle>& shuffle, Ref<IteratorContext> context, Ref<DatasetIterator> input)
        : InputIterator(shuffle, std::move(context), std::move(input)),
          seeds_(shuffle->seeds_->Next()),
          numbers_(seeds_.seed, seeds_.seed2),
          slices_{Slice()} {}
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      while (!ended_ && held_ < dataset().buffer_size_) {
        if (cx.ShouldYield()) return YieldTo(cx);
        Element element;
        RUNNEL_ASSIGN_OR_RETURN(const Progress progress, Fill(cx, &element));
        if (progress == Progress::kPending) return progress;
        if (progress == Progress::kEnd) {
          ended_ = true;
          break;
        }
        Place(&slices_.back().last) = std::move(element);
      }
      if (held_ == 0) return Progress::kEnd;
      // The next pass of the input has seeds of its own.
      while (slices_.front().first == slices_.front().last) {
        slices_.pop_front();
        seeds_ = dataset().seeds_->Next();
        numbers_ = PhiloxNumbers(seeds_.seed, seeds_.seed2);
        draws_ = 0;
      }
      Slice& slice = slices_.front();
      ++draws_;
      const int64_t offset = numbers_.Next() % static_cast<uint64_t>(slice.last - slice.first);
      Element& drawn = buffer_[SlotOf(slice.first + offset)];
      *out = std::move(drawn);
      Element& first = buffer_[SlotOf(slice.first)];
      if (&first != &drawn) drawn = std::move(first);
      first.clear();
      ++slice.first;
      --held_;
      return Progress::kElement;
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(dataset().seeds_->passes());
      writer->Number(static_cast<int64_t>(seeds_.seed));
      writer->Number(static_cast<int64_t>(seeds_.seed2));
      writer->Number(draws_);
      writer->Number(passes_);
      writer->Number(any_ ? 1 : 0);
      writer->Number(ended_ ? 1 : 0);
      writer->Number(static_cast<int64_t>(slices_.size()));
      for (const Slice& slice : slices_) {
        writer->Number(slice.first);
        writer->Number(slice.last);
        for (int64_t i = slice.first; i < slice.last; ++i)
          RUNNEL_RETURN_IF_ERROR(writer->Tensors(buffer_[SlotOf(i)]));
      }
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t seeded, reader->Number(0, INT64_MAX / 2));
      dataset().seeds_->GoTo(seeded);
      RUNNEL_ASSIGN_OR_RETURN(const int64_t seed, reader->Number());
      RUNNEL_ASSIGN_OR_RETURN(const int64_t seed2, reader->Number());
      RUNNEL_ASSIGN_OR_RETURN(draws_, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(passes_, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t any, reader->Number(0, 1));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t ended, reader->Number(0, 1));
      seeds_ = {static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2)};
      numbers_ = PhiloxNumbers(seeds_.seed, seeds_.seed2);
      numbers_.Skip(static_cast<uint64_t>(draws_));
      any_ = any != 0;
      ended_ = ended != 0;
      buffer_.clear();
      slices_.clear();
      held_ = 0;
      RUNNEL_ASSIGN_OR_RETURN(const int64_t slices, reader->Number(1));
      int64_t behind = 0;
      for (int64_t s = 0; s < slices; ++s) {
        RUNNEL_ASSIGN_OR_RETURN(const int64_t first, reader->Number(behind));
        const int64_t room = dataset().buffer_size_ - held_;
        RUNNEL_ASSIGN_OR_RETURN(
            behind, reader->Number(first, first > INT64_MAX - room ? INT64_MAX : first + room));
        slices_.push_back({first, first});
        while (slices_.back().last < behind) {
          RUNNEL_ASSIGN_OR_RETURN(Element element, reader->Tensors(dataset().input()->info().types));
          Place(&slices_.back().last) = std::move(element);
        }
      }
      return OkStatus();
    }

   private:
    // The next element, of the next passes of the input too.
    Result<Progress> Fill(const PollContext& cx, Element* element) {
      const int64_t count = dataset().count_;
      for (;;) {
        if (count >= 0 && passes_ >= count) return Progress::kEnd;
        if (input() == nullptr) {
          RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> again,
                                  dataset().input()->MakeIterator(context()));
          set_input(std::move(again));
        }
        const Result<Progress> progress = NextInput(cx, element);
        if (!progress.ok() || *progress != Progress::kEnd) {
          any_ = any_ || !progress.ok() || *progress == Progress::kElement;
          return progress;
        }
        if (count < 0 && !any_) return Progress::kEnd;
        ++passes_;
        const int64_t behind = slices_.back().last;
        slices_.push_back({behind, behind});
        if (cx.ShouldYield()) return YieldTo(cx);
      }
    }
    size_t SlotOf(int64_t number) const { return static_cast<size_t>(number % dataset().buffer_size_); }
    // Where the next element goes. The ring grows to its size as elements come.
    Element& Place(int64_t* last) {
      const size_t slot = SlotOf(*last);
      if (slot >= buffer_.size()) buffer_.resize(slot + 1);
      ++*last;
      ++held_;
      return buffer_[slot];
    }

    Seeds seeds_;
    PhiloxNumbers numbers_;
    int64_t draws_ = 0;
    std::deque<Element> buffer_;
    std::deque<Slice> slices_;
    int64_t held_ = 0;
    int64_t passes_ = 0;  // of the input, that have ended
    bool any_ = false;    // of the input
    bool ended_ = false;
  };
  const int64_t buffer_size_;
  const std::shared_ptr<SeedGenerator> seeds_;
  const int64_t count_;
};

}  // namespace

Result<Ref<Dataset>> ShuffleDataset(DatasetInfo info, Ref<Dataset> input, int64_t buffer_size,
                                    std::shared_ptr<SeedGenerator> seeds, int64_t count) {
  if (buffer_size == -1) buffer_size = INT64_MAX;  // TensorFlow: all of the input
  if (buffer_size < 1) return InvalidArgument("buffer_size must be greater than zero.");
  return Ref<Dataset>(
      MakeRef<Shuffle>(std::move(info), std::move(input), buffer_size, std::move(seeds), count));
}

}  // namespace runnel
