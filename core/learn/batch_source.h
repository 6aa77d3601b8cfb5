// Batches one after another: of samples that are there, or of what a pass over an input gives.
#ifndef RUNNEL_CORE_LEARN_BATCH_SOURCE_H_
#define RUNNEL_CORE_LEARN_BATCH_SOURCE_H_

#include <memory>
#include <string>
#include <vector>

#include "core/learn/batches.h"

namespace runnel::learn {

struct Batch {
  std::vector<OutputRef> feeds;
  std::vector<Tensor> values;  // one for each feed
  int64_t rows = 0;
};

class BatchSource {
 public:
  virtual ~BatchSource() = default;
  // Begins an epoch.
  virtual Status Begin(int64_t epoch) = 0;
  // False at the end.
  virtual Result<bool> Next(Batch* batch) = 0;
  // Of an epoch; 0: not known yet.
  virtual int64_t num_batches() const = 0;
};

// Rows [begin, end) of samples, `batch_size` at a time, in their order or in that of Shuffled.
class SampleSource final : public BatchSource {
 public:
  struct Options {
    int64_t begin = 0, end = 0, batch_size = 1;
    bool shuffle = false;
    int64_t seed = 0;
  };
  // `batches` outlives it. Errors: INVALID_ARGUMENT for the batch size.
  static Result<std::unique_ptr<SampleSource>> Create(const Batches* batches, const Options& options);
  Status Begin(int64_t epoch) override;
  Result<bool> Next(Batch* batch) override;
  int64_t num_batches() const override;

 private:
  SampleSource(const Batches* batches, const Options& options) : batches_(batches), options_(options) {}
  const Batches* const batches_;
  const Options options_;
  std::vector<int64_t> order_;  // empty: that of the rows
  int64_t next_ = 0;            // of [begin, end)
};

// Elements of an input are batches; their components go to `feeds`, in this order, the last of which may
// be missing. Components are converted as those of Batches are. With `steps` an epoch is so many
// elements, and the next goes on where it ended; else it is one pass.
class InputBatches final : public BatchSource {
 public:
  // `input` outlives it. `names` are what messages call the feeds.
  InputBatches(Allocator* allocator, InputBegin* input, std::vector<OutputRef> feeds,
               std::vector<std::string> names, size_t least_feeds, int64_t steps)
      : allocator_(allocator),
        input_(input),
        feeds_(std::move(feeds)),
        names_(std::move(names)),
        least_feeds_(least_feeds),
        steps_(steps) {}
  Status Begin(int64_t epoch) override;
  // Errors: those of the input; OUT_OF_RANGE where it ends before `steps`; INVALID_ARGUMENT naming the
  // batch and the component that does not fit.
  Result<bool> Next(Batch* batch) override;
  int64_t num_batches() const override { return steps_ > 0 ? steps_ : known_batches_; }

 private:
  Allocator* const allocator_;
  InputBegin* const input_;
  const std::vector<OutputRef> feeds_;
  const std::vector<std::string> names_;
  const size_t least_feeds_;
  const int64_t steps_;
  std::unique_ptr<InputPass> pass_;
  int64_t epoch_ = 0, taken_ = 0, known_batches_ = 0;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_BATCH_SOURCE_H_
