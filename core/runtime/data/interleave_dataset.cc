// FlatMap, Interleave and ParallelInterleave: the elements of the datasets that a function makes of each
// element of the input, from several of them in turn.
//
// There is a cycle of slots, each with one of these datasets under way. A block of elements comes from
// one slot, then from the next; a slot whose dataset has ended takes the input's next element when its
// turn comes. In parallel, all slots are filled ahead, and each dataset runs ahead of its consumer
// (RunAhead); the order is the same.
#include <algorithm>

#include "core/base/cpu_count.h"
#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"
#include "core/runtime/data/run_ahead.h"

namespace runnel {
namespace {

class Interleave final : public UnaryDataset {
 public:
  Interleave(DatasetInfo info, Ref<Dataset> input, CapturedFunction function,
             const InterleaveOptions& options)
      : UnaryDataset(std::move(info), std::move(input)),
        function_(std::move(function)),
        options_(options) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }

 private:
  class Iterator final : public InputIterator<Interleave> {
   public:
    Iterator(const Ref<const Interleave>& of, Ref<IteratorContext> context, Ref<DatasetIterator> input)
        : InputIterator(of, std::move(context), std::move(input)) {
      int64_t cycle = of->options_.cycle_length;
      if (cycle < 0) cycle = UsableCpus();  // as TensorFlow: the order is no matter of threads
      slots_.resize(static_cast<size_t>(std::max<int64_t>(cycle, 1)));
    }

    Result<Progress> Next(const PollContext& cx, Element* out) override {
      const bool parallel = dataset().options_.parallel;
      for (;;) {
        if (cx.ShouldYield()) return YieldTo(cx);
        if (parallel) RUNNEL_RETURN_IF_ERROR(FillAhead(cx));
        if (input() == nullptr && open_ == 0) return Progress::kEnd;
        Slot& slot = slots_[turn_];
        if (!slot.used) {
          if (input() == nullptr) {
            Advance();
            continue;
          }
          RUNNEL_ASSIGN_OR_RETURN(const Progress progress, Fill(cx, &slot));
          if (progress == Progress::kPending) return progress;
          continue;
        }
        const bool failed = !slot.failure.ok();
        Result<Progress> progress = NextOf(cx, &slot, out);
        if (failed) Advance();
        if (progress.ok() && *progress == Progress::kPending) {
          if (dataset().options_.deterministic) return progress;
          return NextOfAny(cx, out);
        }
        if (!progress.ok()) return progress;
        if (*progress == Progress::kElement) {
          if (++in_block_ >= dataset().options_.block_length) Advance();
          return progress;
        }
        Close(&slot);
        Advance();
      }
    }

    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(static_cast<int64_t>(slots_.size()));
      writer->Number(static_cast<int64_t>(turn_));
      writer->Number(in_block_);
      writer->Number(index_);
      for (Slot& slot : slots_) {
        writer->Number(slot.used ? 1 : 0);
        if (!slot.used) continue;
        if (!slot.failure.ok())
          return Unimplemented("the state of a cycle with an element that has failed");
        RUNNEL_RETURN_IF_ERROR(writer->Tensors(slot.arguments));
        writer->Number(slot.index);
        auto inner = MakeRef<IteratorState>();
        if (slot.saved) {
          inner = slot.saved;
        } else if (slot.ahead || slot.child) {
          StateWriter inner_writer(inner.get());
          RUNNEL_POLL(slot.ahead ? slot.ahead->Save(cx, &inner_writer)
                                 : slot.child->Save(cx, &inner_writer));
        }
        writer->State(*inner);
      }
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      const auto cycle = static_cast<int64_t>(slots_.size());
      RUNNEL_RETURN_IF_ERROR(reader->Number(cycle, cycle).status());
      RUNNEL_ASSIGN_OR_RETURN(const int64_t turn, reader->Number(0, cycle - 1));
      turn_ = static_cast<size_t>(turn);
      RUNNEL_ASSIGN_OR_RETURN(in_block_, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(index_, reader->Number(0));
      open_ = 0;
      for (Slot& slot : slots_) {
        slot = Slot();
        RUNNEL_ASSIGN_OR_RETURN(const int64_t used, reader->Number(0, 1));
        if (used == 0) continue;
        RUNNEL_ASSIGN_OR_RETURN(slot.arguments, reader->Tensors(dataset().input()->info().types));
        RUNNEL_ASSIGN_OR_RETURN(slot.index, reader->Number(0));
        RUNNEL_ASSIGN_OR_RETURN(slot.saved, reader->State());
        // An empty one: the dataset had not been made yet.
        if (slot.saved->numbers.empty()) slot.saved = nullptr;
        slot.used = true;
        ++open_;
      }
      return OkStatus();
    }

   private:
    struct Slot {
      bool used = false;
      int64_t index = 0;           // of the input's element
      Element arguments;           // which is this
      Ref<ElementFuture> opening;  // the call that makes the dataset
      Ref<DatasetIterator> child;  // its iterator, or
      RunAheadHandle ahead;        // that ahead of its consumer
      Ref<IteratorState> saved;    // what the iterator is to go on with
      Status failure;              // the input had this in place of an element
    };

    void Advance() {
      in_block_ = 0;
      turn_ = (turn_ + 1) % slots_.size();
    }
    void Close(Slot* slot) {
      *slot = Slot();
      --open_;
    }
    void Open(Slot* slot) {
      slot->opening = ElementFuture::Call(dataset().function_, slot->arguments,
                                          !dataset().options_.parallel, context()->cancellation());
    }
    // Takes the input's next element.
    Result<Progress> Fill(const PollContext& cx, Slot* slot) {
      Element arguments;
      RUNNEL_POLL(NextInput(cx, &arguments));
      slot->used = true;
      slot->index = index_++;
      slot->arguments = std::move(arguments);
      ++open_;
      Open(slot);
      return Progress::kElement;
    }
    // Fills the slots that are not, beginning with the one whose turn it is, as far as the input has
    // elements now, and begins with the datasets that are there.
    Status FillAhead(const PollContext& cx) {
      for (size_t k = 0; k < slots_.size() && input() != nullptr; ++k) {
        Slot& slot = slots_[(turn_ + k) % slots_.size()];
        if (slot.used) continue;
        const Result<Progress> progress = Fill(cx, &slot);
        if (!progress.ok()) {
          // Told when its turn comes.
          slot.used = true;
          slot.failure = progress.status();
          ++open_;
          continue;
        }
        if (*progress != Progress::kElement) break;
      }
      for (Slot& slot : slots_) {
        if (!slot.used || slot.child || slot.ahead || !slot.failure.ok()) continue;
        if (!slot.opening) Open(&slot);
        if (slot.opening->WakeWhenEnded(cx.waker()) && slot.opening->status().ok())
          RUNNEL_RETURN_IF_ERROR(Begin(&slot));
      }
      return OkStatus();
    }
    // Makes the iterator over the dataset that the call gave.
    Status Begin(Slot* slot) {
      const Ref<ElementFuture> opening = std::move(slot->opening);
      Status status = [&] {
        const Element& made = opening->element();
        if (made.size() != 1)
          return InvalidArgument("the function must return one dataset, it returned ", made.size(),
                                 " values");
        RUNNEL_ASSIGN_OR_RETURN(const Ref<Dataset> child,
                                DatasetFromTensor(made[0], "the function's result"));
        if (child->info().types != dataset().info().types) {
          return InvalidArgument(
              "the function's dataset has elements of other types than the node's "
              "output_types");
        }
        RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> iterator, child->MakeIterator(context()));
        const InterleaveOptions& options = dataset().options_;
        if (!options.parallel) {
          slot->child = std::move(iterator);
        } else {
          RunAhead::Options ahead;
          ahead.capacity =
              static_cast<size_t>(options.buffer_output_elements > 0 ? options.buffer_output_elements
                                                                     : options.block_length);
          slot->ahead = RunAheadHandle(MakeRef<RunAhead>(context(), std::move(iterator), ahead));
        }
        if (const Ref<IteratorState> saved = std::move(slot->saved)) {
          StateReader reader(saved.get());
          RUNNEL_RETURN_IF_ERROR(slot->ahead ? slot->ahead->Restore(&reader, dataset().info().types)
                                             : slot->child->Restore(&reader));
        }
        if (slot->ahead) slot->ahead->Begin();
        return OkStatus();
      }();
      if (status.ok()) return status;
      const int64_t at = slot->index;
      Close(slot);
      return dataset().At(at, status);
    }
    // The next element of the slot's dataset; kEnd if that has ended.
    Result<Progress> NextOf(const PollContext& cx, Slot* slot, Element* out) {
      if (!slot->failure.ok()) {
        const Status failure = slot->failure;
        Close(slot);
        return failure;
      }
      if (!slot->child && !slot->ahead) {
        if (!slot->opening) Open(slot);
        if (!slot->opening->WakeWhenEnded(cx.waker())) return Progress::kPending;
        const Status status = slot->opening->status();
        if (!status.ok()) {
          const int64_t at = slot->index;
          Close(slot);
          return dataset().At(at, status);
        }
        RUNNEL_RETURN_IF_ERROR(Begin(slot));
      }
      return slot->ahead ? slot->ahead->Next(cx, out, nullptr) : slot->child->Next(cx, out);
    }
    // The slot whose turn it is has nothing yet, and any order will do.
    Result<Progress> NextOfAny(const PollContext& cx, Element* out) {
      for (size_t k = 1; k < slots_.size(); ++k) {
        Slot& slot = slots_[(turn_ + k) % slots_.size()];
        if (!slot.used) continue;
        Result<Progress> progress = NextOf(cx, &slot, out);
        if (!progress.ok()) return progress;
        if (*progress == Progress::kElement) return progress;
        if (*progress == Progress::kEnd) {
          Close(&slot);
          return YieldTo(cx);
        }
      }
      return Progress::kPending;
    }

    std::vector<Slot> slots_;
    size_t turn_ = 0;
    int64_t in_block_ = 0;
    int64_t open_ = 0;   // slots that are used
    int64_t index_ = 0;  // of the input's next element
  };
  const CapturedFunction function_;
  const InterleaveOptions options_;
};

// More slots than this are a mistake: each is kept, used or not.
constexpr int64_t kMostSlots = 1 << 20;

}  // namespace

Ref<Dataset> FlatMapDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction function) {
  return MakeRef<Interleave>(std::move(info), std::move(input), std::move(function),
                             InterleaveOptions());
}

Result<Ref<Dataset>> InterleaveDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction function,
                                       const InterleaveOptions& options) {
  if (options.cycle_length == 0 || options.cycle_length < -1 || options.cycle_length > kMostSlots) {
    return InvalidArgument("`cycle_length` must be greater than zero, or -1; got ",
                           options.cycle_length);
  }
  if (options.block_length < 1) return InvalidArgument("`block_length` must be > 0");
  return Ref<Dataset>(
      MakeRef<Interleave>(std::move(info), std::move(input), std::move(function), options));
}

}  // namespace runnel
