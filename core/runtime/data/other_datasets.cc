// Datasets about failures: IgnoreErrors.
#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"

namespace runnel {
namespace {

class IgnoreErrors final : public UnaryDataset {
 public:
  IgnoreErrors(DatasetInfo info, Ref<Dataset> input, bool log_warning)
      : UnaryDataset(std::move(info), std::move(input)), log_warning_(log_warning) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }

 private:
  class Iterator final : public InputIterator<IgnoreErrors> {
   public:
    using InputIterator::InputIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      for (;;) {
        if (cx.ShouldYield()) return YieldTo(cx);
        const Result<Progress> progress = NextInput(cx, out);
        if (progress.ok()) return progress;
        // The pass itself is over: there would be no end of such failures.
        if (context()->cancellation()->cancelled()) return progress;
        if (dataset().log_warning_) {
          context()->host()->Log(Severity::kWarning,
                                 StrCat("dataset \"", dataset().info().name,
                                        "\": error ignored: ", progress.status().ToString()));
        }
      }
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      return SaveInput(cx, writer);
    }
    Status Restore(StateReader* reader) override { return RestoreInput(reader); }
  };
  const bool log_warning_;
};

}  // namespace

Ref<Dataset> IgnoreErrorsDataset(DatasetInfo info, Ref<Dataset> input, bool log_warning) {
  return MakeRef<IgnoreErrors>(std::move(info), std::move(input), log_warning);
}

}  // namespace runnel
