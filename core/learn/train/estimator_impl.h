// What the files of estimators share.
#ifndef RUNNEL_CORE_LEARN_TRAIN_ESTIMATOR_IMPL_H_
#define RUNNEL_CORE_LEARN_TRAIN_ESTIMATOR_IMPL_H_

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/options.h"
#include "core/learn/train/estimator.h"

namespace runnel::learn {

// The step that a checkpoint's prefix ends with; -1: none.
int64_t StepOf(std::string_view checkpoint);
// The newest checkpoint of a folder; empty: there is none yet.
Result<std::string> Newest(const std::string& folder);
// Whether a name matches a pattern in which * is any text.
bool Matches(std::string_view name, std::string_view pattern);
// The row's dataset fitted to what a placeholder takes: a last dimension of 1 may be there or not.
Result<Tensor> FitTo(const Tensor& value, OutputRef placeholder);

class BuiltEstimator final : public Estimator {
 public:
  BuiltEstimator(std::unique_ptr<EstimatorHost> host, std::unique_ptr<GraphMaker> maker,
                 RunConfig config)
      : host_(std::move(host)), maker_(std::move(maker)), config_(std::move(config)) {}

  Status WarmStart(std::string_view checkpoint, std::string_view pattern) override;
  Status Train(InputSource* input, std::string_view options, Hooks hooks) override;
  Result<Logs> Evaluate(InputSource* input, std::string_view options, Hooks hooks) override;
  Result<std::unique_ptr<Predictions>> Predict(std::unique_ptr<InputSource> input,
                                               std::string_view options) override;
  Result<Logs> TrainAndEvaluate(InputSource* train, std::string_view train_options,
                                InputSource* evaluate, std::string_view evaluate_options,
                                Hooks hooks) override;
  Result<std::string> Export(const std::string& base, InputSource* input,
                             std::string_view checkpoint) override;
  void RequestStop() override;
  const RunConfig& config() override { return config_; }

  EstimatorHost& host() { return *host_; }
  bool WaitForStop(int64_t ms);
  bool stops() const { return stop_; }
  // Whether there is a checkpoint of the last step.
  bool IsOver(int64_t max_steps) const;
  void Log(Severity severity, const std::string& text);

 private:
  struct TrainRun {
    InputSource* input = nullptr;
    int64_t steps = 0, max_steps = 0;
    int64_t reached = 0;  // the highest step so far
    std::string_view specs;
    std::shared_ptr<Hook> hook;
  };
  // `strategy` is that of training, with devices.
  Result<ModeGraph> Make(Mode mode, const InputParts& parts, const Strategy& strategy = {});
  Status TrainOnce(TrainRun* run);
  Result<std::string> CheckpointFor(const std::string& given) const;

  // ---- divided.cc: training as the strategy divides it
  // A worker that the chief runs: until the job has ended.
  Status Serve(int64_t max_steps);
  // Until the end, anew where a task was lost and no trainer could help itself, or who takes part has
  // changed.
  Status TrainAll(TrainRun* run);
  // The configuration with the devices that divide a batch now.
  Result<RunConfig> ConfigNow() const;
  // A step has the same input however often it is run: training that begins anew goes on with that of
  // its step.
  bool repeats_exactly() const { return config_.strategy.shards > 0; }
  // What sees that workers come; null where none can.
  std::unique_ptr<Hook> WatchMembers();

  const std::unique_ptr<EstimatorHost> host_;
  const std::unique_ptr<GraphMaker> maker_;
  RunConfig config_;  // with the target of the task's server, once that runs
  std::string warm_checkpoint_, warm_pattern_;
  // Of an elastic strategy, on the chief: the workers that take part, and whether that is to change.
  std::set<int64_t> members_;
  bool regroups_ = false;

  std::mutex mutex_;  // guards trainer_
  std::condition_variable stopped_;
  std::atomic<bool> stop_{false};
  Trainer* trainer_ = nullptr;  // the one that runs
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_ESTIMATOR_IMPL_H_
