// Datasets that choose by position: Take, Skip, Repeat, Shard.
#include <algorithm>

#include "core/base/checked.h"
#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"

namespace runnel {
namespace {

class Take final : public UnaryDataset {
 public:
  Take(DatasetInfo info, Ref<Dataset> input, int64_t count)
      : UnaryDataset(std::move(info), std::move(input)), count_(count) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override {
    const int64_t n = input()->Cardinality();
    if (n == kUnknownCardinality || count_ < 0) return n;
    return n == kInfiniteCardinality ? count_ : std::min(n, count_);
  }

 private:
  class Iterator final : public InputIterator<Take> {
   public:
    using InputIterator::InputIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      if (dataset().count_ >= 0 && taken_ >= dataset().count_) {
        set_input(nullptr);
        return Progress::kEnd;
      }
      Result<Progress> progress = NextInput(cx, out);
      // An element that failed is one of them.
      if (!progress.ok() || *progress == Progress::kElement) ++taken_;
      return progress;
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(taken_);
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(taken_, reader->Number(0));
      return OkStatus();
    }

   private:
    int64_t taken_ = 0;
  };
  const int64_t count_;
};

class Skip final : public UnaryDataset {
 public:
  Skip(DatasetInfo info, Ref<Dataset> input, int64_t count)
      : UnaryDataset(std::move(info), std::move(input)), count_(count) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override {
    const int64_t n = input()->Cardinality();
    if (count_ < 0) return 0;
    return n < 0 ? n : std::max<int64_t>(0, n - count_);
  }

 private:
  class Iterator final : public InputIterator<Skip> {
   public:
    using InputIterator::InputIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      if (dataset().count_ < 0) set_input(nullptr);
      for (; skipped_ < dataset().count_ && input() != nullptr; ++skipped_) {
        if (cx.ShouldYield()) return YieldTo(cx);
        RUNNEL_POLL(NextInput(cx, out));
      }
      return NextInput(cx, out);
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(skipped_);
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(skipped_, reader->Number(0));
      return OkStatus();
    }

   private:
    int64_t skipped_ = 0;
  };
  const int64_t count_;
};

class Repeat final : public UnaryDataset {
 public:
  Repeat(DatasetInfo info, Ref<Dataset> input, int64_t count)
      : UnaryDataset(std::move(info), std::move(input)), count_(count) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override {
    const int64_t n = input()->Cardinality();
    if (count_ < 0) return n == 0 ? 0 : kInfiniteCardinality;
    if (count_ == 0) return 0;
    int64_t product = 0;
    return n < 0 ? n : CheckedMul(n, count_, &product) ? product : kInfiniteCardinality;
  }

 private:
  class Iterator final : public InputIterator<Repeat> {
   public:
    using InputIterator::InputIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      for (;;) {
        if (dataset().count_ >= 0 && passes_ >= dataset().count_) {
          set_input(nullptr);
          return Progress::kEnd;
        }
        if (input() == nullptr) {
          if (ended_) return Progress::kEnd;
          if (cx.ShouldYield()) return YieldTo(cx);
          RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> again,
                                  dataset().input()->MakeIterator(context()));
          set_input(std::move(again));
        }
        Result<Progress> progress = NextInput(cx, out);
        if (!progress.ok() || *progress != Progress::kEnd) {
          if (!progress.ok() || *progress == Progress::kElement) any_ = true;
          return progress;
        }
        // For ever nothing would be a pass without an end.
        if (dataset().count_ < 0 && !any_) {
          ended_ = true;
          return Progress::kEnd;
        }
        any_ = false;
        ++passes_;
      }
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(passes_);
      writer->Number(any_ ? 1 : 0);
      writer->Number(ended_ ? 1 : 0);
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(passes_, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t any, reader->Number(0, 1));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t ended, reader->Number(0, 1));
      any_ = any != 0;
      ended_ = ended != 0;
      return OkStatus();
    }

   private:
    int64_t passes_ = 0;  // that have ended
    bool any_ = false;    // of this pass
    bool ended_ = false;
  };
  const int64_t count_;
};

class Shard final : public UnaryDataset {
 public:
  Shard(DatasetInfo info, Ref<Dataset> input, int64_t shards, int64_t index, bool require_non_empty)
      : UnaryDataset(std::move(info), std::move(input)),
        shards_(shards),
        index_(index),
        require_non_empty_(require_non_empty) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }
  int64_t Cardinality() const override {
    const int64_t n = input()->Cardinality();
    return n < 0 ? n : n / shards_ + (index_ < n % shards_ ? 1 : 0);
  }

 private:
  class Iterator final : public InputIterator<Shard> {
   public:
    using InputIterator::InputIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      for (;;) {
        if (cx.ShouldYield()) return YieldTo(cx);
        const Result<Progress> progress = NextInput(cx, out);
        if (progress.ok() && *progress == Progress::kEnd && dataset().require_non_empty_ &&
            seen_ < dataset().shards_ && !told_) {
          told_ = true;
          return InvalidArgument("Could not apply FULL_SHARD/FILE auto sharding: the input has ", seen_,
                                 " elements, there are ", dataset().shards_, " shards");
        }
        if (progress.ok() && *progress != Progress::kElement) return progress;
        const bool mine = seen_++ % dataset().shards_ == dataset().index_;
        if (mine || !progress.ok()) return progress;
      }
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(seen_);
      writer->Number(told_ ? 1 : 0);
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(seen_, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t told, reader->Number(0, 1));
      told_ = told != 0;
      return OkStatus();
    }

   private:
    int64_t seen_ = 0;
    bool told_ = false;
  };
  const int64_t shards_, index_;
  const bool require_non_empty_;
};

}  // namespace

Ref<Dataset> TakeDataset(DatasetInfo info, Ref<Dataset> input, int64_t count) {
  return MakeRef<Take>(std::move(info), std::move(input), count);
}

Ref<Dataset> SkipDataset(DatasetInfo info, Ref<Dataset> input, int64_t count) {
  return MakeRef<Skip>(std::move(info), std::move(input), count);
}

Ref<Dataset> RepeatDataset(DatasetInfo info, Ref<Dataset> input, int64_t count) {
  return MakeRef<Repeat>(std::move(info), std::move(input), count);
}

Result<Ref<Dataset>> ShardDataset(DatasetInfo info, Ref<Dataset> input, int64_t shards, int64_t index,
                                  bool require_non_empty) {
  if (shards < 1) {
    return InvalidArgument("Number of shards must be greater than zero (currently num_shards = ", shards,
                           ").");
  }
  if (index < 0 || index >= shards) {
    return InvalidArgument("Index must be between 0 and ", shards - 1, " (currently index = ", index,
                           ").");
  }
  return Ref<Dataset>(
      MakeRef<Shard>(std::move(info), std::move(input), shards, index, require_non_empty));
}

}  // namespace runnel
