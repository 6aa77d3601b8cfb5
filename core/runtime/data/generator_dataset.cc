// Generator: elements that a function gives one by one, with a state between a first and a last call.
#include "core/runtime/data/datasets.h"

namespace runnel {
namespace {

class Generator final : public Dataset {
 public:
  Generator(DatasetInfo info, CapturedFunction init, CapturedFunction next, CapturedFunction finalize)
      : Dataset(std::move(info)),
        init_(std::move(init)),
        next_(std::move(next)),
        finalize_(std::move(finalize)) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return Ref<DatasetIterator>(MakeRef<Iterator>(Ref<const Generator>::Share(this), context));
  }

 private:
  class Iterator final : public DatasetIterator {
   public:
    Iterator(Ref<const Generator> dataset, Ref<IteratorContext> context)
        : dataset_(std::move(dataset)), context_(std::move(context)) {}
    ~Iterator() override {
      // A pass that was left early. Its generator is told, and nobody waits for it.
      if (phase_ == Phase::kNext) (void)ElementFuture::Call(dataset_->finalize_, state_, false, nullptr);
    }

    Result<Progress> Next(const PollContext& cx, Element* out) override {
      for (;;) {
        switch (phase_) {
          case Phase::kInit: {
            if (!call_) call_ = ElementFuture::Call(dataset_->init_, {}, true, context_->cancellation());
            RUNNEL_ASSIGN_OR_RETURN(const Progress progress, Take(cx, &state_));
            if (progress == Progress::kPending) return progress;
            phase_ = Phase::kNext;
            break;
          }
          case Phase::kNext: {
            if (!call_)
              call_ = ElementFuture::Call(dataset_->next_, state_, true, context_->cancellation());
            const Result<Progress> progress = Take(cx, out);
            if (progress.ok()) {
              if (*progress == Progress::kElement) ++index_;
              return progress;
            }
            if (progress.status().code() != Code::kOutOfRange)
              return dataset_->At(index_++, progress.status());
            phase_ = Phase::kFinalize;
            break;
          }
          case Phase::kFinalize: {
            if (!call_)
              call_ = ElementFuture::Call(dataset_->finalize_, state_, true, context_->cancellation());
            Element unused;
            const Result<Progress> progress = Take(cx, &unused);
            if (progress.ok() && *progress == Progress::kPending) return progress;
            phase_ = Phase::kEnded;
            state_.clear();
            if (!progress.ok()) return progress;
            break;
          }
          case Phase::kEnded:
            return Progress::kEnd;
        }
      }
    }
    Result<Progress> Save(const PollContext&, StateWriter*) override {
      return Unimplemented("the state of a generator, which lies outside of the runtime");
    }
    Status Restore(StateReader*) override {
      return Unimplemented("the state of a generator, which lies outside of the runtime");
    }

   private:
    enum class Phase { kInit, kNext, kFinalize, kEnded };
    Result<Progress> Take(const PollContext& cx, Element* out) {
      Result<Progress> progress = call_->Poll(cx, out);
      if (!progress.ok() || *progress != Progress::kPending) call_ = nullptr;
      return progress;
    }

    const Ref<const Generator> dataset_;
    const Ref<IteratorContext> context_;
    Phase phase_ = Phase::kInit;
    Ref<ElementFuture> call_;
    Element state_;
    int64_t index_ = 0;
  };
  const CapturedFunction init_, next_, finalize_;
};

}  // namespace

Ref<Dataset> GeneratorDataset(DatasetInfo info, CapturedFunction init, CapturedFunction next,
                              CapturedFunction finalize) {
  return MakeRef<Generator>(std::move(info), std::move(init), std::move(next), std::move(finalize));
}

}  // namespace runnel
