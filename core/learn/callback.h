// What watches a fit, and what it may do to it.
#ifndef RUNNEL_CORE_LEARN_CALLBACK_H_
#define RUNNEL_CORE_LEARN_CALLBACK_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"
#include "core/learn/learn.h"

namespace runnel::learn {

// A place in a fit: before a batch of an epoch, both from 0.
struct FitPlace {
  int64_t epoch = 0, batch = 0;
};

// What a callback may do to the fit that it watches.
class FitControl {
 public:
  virtual ~FitControl() = default;
  virtual void Stop(std::string_view callback) = 0;
  // Behind the batch that was last.
  virtual FitPlace Place() = 0;
  virtual Result<double> LearningRate() = 0;
  virtual Status SetLearningRate(double rate) = 0;
  virtual Result<std::vector<Tensor>> GetWeights() = 0;
  virtual Status SetWeights(std::span<const Tensor> values) = 0;
  // In the order of GetWeights.
  virtual std::vector<std::string> WeightNames() = 0;
  // A file of Keras.
  virtual Status SaveKerasWeights(const std::string& path) = 0;
  // Weights and the optimizer's state; a fit goes on from them.
  virtual Status WriteState(BundleWriter* writer) = 0;
  virtual Status ReadState(const BundleReader& reader) = 0;
  virtual const Graph& ModelGraph() = 0;
};

class Callback {
 public:
  virtual ~Callback() = default;
  // May move the place where the fit begins.
  virtual Status OnBegin(FitControl*, FitPlace*) { return OkStatus(); }
  // The batch's loss, and the mean of the epoch so far.
  virtual Status OnBatchEnd(FitControl*, double, double) { return OkStatus(); }
  virtual Status OnEpochEnd(FitControl*, int64_t, Logs*) { return OkStatus(); }
  // is_whole: the fit has not failed.
  virtual Status OnEnd(FitControl*, bool /*is_whole*/) { return OkStatus(); }
};

// What an argument says of how often a callback acts: 0 for epoch, else after how many batches. Errors:
// INVALID_ARGUMENT naming the callback and the argument.
Result<int64_t> BatchesBetween(std::string_view callback, std::string_view argument,
                               std::string_view text);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_CALLBACK_H_
