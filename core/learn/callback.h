// What watches a fit, and what it may do to it.
#ifndef RUNNEL_CORE_LEARN_CALLBACK_H_
#define RUNNEL_CORE_LEARN_CALLBACK_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/learn.h"

namespace runnel::learn {

// What a callback may do to the fit that it watches.
class FitControl {
 public:
  virtual ~FitControl() = default;
  virtual void Stop(std::string_view callback) = 0;
  virtual Result<double> LearningRate() = 0;
  virtual Status SetLearningRate(double rate) = 0;
  virtual Result<std::vector<Tensor>> GetWeights() = 0;
  virtual Status SetWeights(std::span<const Tensor> values) = 0;
  // In the order of GetWeights.
  virtual std::vector<std::string> WeightNames() = 0;
  virtual const Graph& ModelGraph() = 0;
};

class Callback {
 public:
  virtual ~Callback() = default;
  // The batch's loss, and the mean of the epoch so far.
  virtual Status OnBatchEnd(FitControl*, double, double) { return OkStatus(); }
  virtual Status OnEpochEnd(FitControl*, int64_t, Logs*) { return OkStatus(); }
  virtual Status OnEnd(FitControl*) { return OkStatus(); }
};

// What an argument says of how often a callback acts: 0 for epoch, else after how many batches. Errors:
// INVALID_ARGUMENT naming the callback and the argument.
Result<int64_t> BatchesBetween(std::string_view callback, std::string_view argument,
                               std::string_view text);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_CALLBACK_H_
