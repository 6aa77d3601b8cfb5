// What watches a fit between epochs: callbacks by spec, as EarlyStopping(patience=3).
#ifndef RUNNEL_CORE_LEARN_CALLBACKS_H_
#define RUNNEL_CORE_LEARN_CALLBACKS_H_

#include <memory>
#include <string_view>
#include <vector>

#include "core/io/file.h"
#include "core/learn/learn.h"
#include "core/learn/row.h"

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
};

class Callback {
 public:
  virtual ~Callback() = default;
  virtual Status OnBatchEnd(FitControl*, double) { return OkStatus(); }  // the batch's loss
  virtual Status OnEpochEnd(FitControl*, int64_t, Logs*) { return OkStatus(); }
  virtual Status OnEnd(FitControl*) { return OkStatus(); }
};

// Errors: those of specs and rows.
Result<std::vector<std::unique_ptr<Callback>>> MakeCallbacks(std::string_view specs,
                                                             const FileSystem& files);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_CALLBACKS_H_
