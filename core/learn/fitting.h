// The loops of fit and evaluate: epochs of batches, callbacks, and what is told of them.
#ifndef RUNNEL_CORE_LEARN_FITTING_H_
#define RUNNEL_CORE_LEARN_FITTING_H_

#include <memory>
#include <string_view>
#include <vector>

#include "core/learn/batch_source.h"
#include "core/learn/callbacks.h"

namespace runnel::learn {

// What is trained: a compiled model.
class Trainee {
 public:
  virtual ~Trainee() = default;
  // Runs a step, of training or of testing, and adds it to the metrics; its loss.
  virtual Result<double> Step(const Batch& batch, bool trains) = 0;
  // After the last step, before callbacks end: what an optimizer does to the weights then.
  virtual Status Finish() = 0;
  virtual Status ResetMetrics() = 0;
  virtual Status ReadMetrics(Logs* logs) = 0;
  virtual Result<double> ReadLearningRate() = 0;
  virtual Status AssignLearningRate(double rate) = 0;
  virtual Result<std::vector<Tensor>> ReadWeights() = 0;
  virtual Status AssignWeights(std::span<const Tensor> values) = 0;
  virtual std::vector<std::string> NamesOfWeights() = 0;
  virtual Status SaveKerasWeights(const std::string& path) = 0;
  virtual Status WriteState(BundleWriter* writer) = 0;
  virtual Status ReadState(const BundleReader& reader) = 0;
  virtual const std::shared_ptr<Graph>& graph() = 0;
};

struct FitLoop {
  int64_t initial_epoch = 0, epochs = 1;
  int64_t steps_per_epoch = 0;  // 0: until the source ends
  int64_t validation_freq = 1;
};

// `validation` and `observer` may be null.
Result<History> Fit(Trainee* model, const FitLoop& loop, BatchSource* training, BatchSource* validation,
                    const std::vector<std::unique_ptr<Callback>>& callbacks, Observer* observer);
// The mean loss over all samples, and the metrics. Errors: INVALID_ARGUMENT for a source without any.
Result<Logs> Evaluate(Trainee* model, BatchSource* source);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_FITTING_H_
