#include "core/learn/fitting.h"

#include <algorithm>

namespace runnel::learn {
namespace {

// One fit.
class Fitting final : public FitControl {
 public:
  Fitting(Trainee* model, const FitLoop& loop, Observer* observer)
      : model_(*model), loop_(loop), observer_(observer) {}

  Result<History> Run(BatchSource* training, BatchSource* validation,
                      const std::vector<std::unique_ptr<Callback>>& callbacks) {
    History history;
    Status status;
    FitPlace place = {loop_.initial_epoch, 0};
    for (const auto& callback : callbacks) {
      if (status.ok()) status = callback->OnBegin(this, &place);
    }
    for (int64_t epoch = place.epoch; epoch < loop_.epochs && status.ok() && stopped_by_.empty();
         ++epoch) {
      Logs logs;
      status = TrainEpoch(training, {epoch, epoch == place.epoch ? place.batch : 0}, callbacks, &logs);
      if (status.ok() && logs.empty()) continue;  // all of its batches were trained on before
      if (status.ok() && validation != nullptr && (epoch + 1) % loop_.validation_freq == 0)
        status = Validate(validation, &logs);
      for (const auto& callback : callbacks) {
        if (status.ok()) status = callback->OnEpochEnd(this, epoch, &logs);
      }
      if (status.ok() && observer_ != nullptr) {
        status = observer_->OnProgress({epoch, loop_.epochs, batches_, batches_, true, logs});
      }
      if (!status.ok()) break;
      history.epochs.push_back(epoch);
      history.logs.push_back(std::move(logs));
    }
    if (status.ok()) status = model_.Finish();
    // Files are closed and the best weights restored, however it ended; the first failure is told.
    for (const auto& callback : callbacks) {
      Status end = callback->OnEnd(this, status.ok());
      if (status.ok()) status = std::move(end);
    }
    RUNNEL_RETURN_IF_ERROR(status);
    history.stopped_by = stopped_by_;
    return history;
  }

  FitPlace Place() override { return {epoch_, batches_}; }
  void Stop(std::string_view callback) override { stopped_by_ = callback; }
  Result<double> LearningRate() override { return model_.ReadLearningRate(); }
  Status SetLearningRate(double rate) override { return model_.AssignLearningRate(rate); }
  Result<std::vector<Tensor>> GetWeights() override { return model_.ReadWeights(); }
  Status SetWeights(std::span<const Tensor> values) override { return model_.AssignWeights(values); }
  std::vector<std::string> WeightNames() override { return model_.NamesOfWeights(); }
  Status SaveKerasWeights(const std::string& path) override { return model_.SaveKerasWeights(path); }
  Status WriteState(BundleWriter* writer) override { return model_.WriteState(writer); }
  Status ReadState(const BundleReader& reader) override { return model_.ReadState(reader); }
  const Graph& ModelGraph() override { return *model_.graph(); }

 private:
  // How many batches the epoch has, as far as it is known.
  int64_t NumBatches(const BatchSource& source) const {
    const int64_t all = source.num_batches(), steps = loop_.steps_per_epoch;
    return steps > 0 && all > 0 ? std::min(all, steps) : std::max(all, steps);
  }

  // Batches before `begin` are taken and not trained on; no logs if there are no others.
  Status TrainEpoch(BatchSource* source, FitPlace begin,
                    const std::vector<std::unique_ptr<Callback>>& callbacks, Logs* logs) {
    const int64_t epoch = epoch_ = begin.epoch;
    RUNNEL_RETURN_IF_ERROR(source->Begin(epoch));
    RUNNEL_RETURN_IF_ERROR(model_.ResetMetrics());
    double sum = 0;
    int64_t seen = 0;
    Batch batch;
    const int64_t known = NumBatches(*source);
    batches_ = 0;
    while (stopped_by_.empty() && (loop_.steps_per_epoch == 0 || batches_ < loop_.steps_per_epoch)) {
      RUNNEL_ASSIGN_OR_RETURN(const bool is_one, source->Next(&batch));
      if (!is_one) break;
      if (++batches_ <= begin.batch) continue;
      RUNNEL_ASSIGN_OR_RETURN(const double loss, model_.Step(batch, true));
      sum += loss * static_cast<double>(batch.rows);
      seen += batch.rows;
      const double mean = sum / static_cast<double>(seen);
      for (const auto& callback : callbacks)
        RUNNEL_RETURN_IF_ERROR(callback->OnBatchEnd(this, loss, mean));
      if (observer_ != nullptr) {
        RUNNEL_RETURN_IF_ERROR(
            observer_->OnProgress({epoch, loop_.epochs, batches_, known, false, {{"loss", mean}}}));
      }
    }
    if (seen == 0 && begin.batch > 0 && batches_ > 0) return OkStatus();
    if (seen == 0) return InvalidArgument("epoch ", epoch, ": there is no batch to train on");
    logs->emplace_back("loss", sum / static_cast<double>(seen));
    return model_.ReadMetrics(logs);
  }

  Status Validate(BatchSource* validation, Logs* logs) {
    RUNNEL_ASSIGN_OR_RETURN(const Logs values, Evaluate(&model_, validation));
    for (const auto& [name, value] : values) logs->emplace_back(StrCat("val_", name), value);
    return OkStatus();
  }

  Trainee& model_;
  const FitLoop loop_;
  Observer* const observer_;
  std::string stopped_by_;
  int64_t epoch_ = 0, batches_ = 0;  // the epoch that was last, and how many batches of it
};

}  // namespace

Result<History> Fit(Trainee* model, const FitLoop& loop, BatchSource* training, BatchSource* validation,
                    const std::vector<std::unique_ptr<Callback>>& callbacks, Observer* observer) {
  return Fitting(model, loop, observer).Run(training, validation, callbacks);
}

Result<Logs> Evaluate(Trainee* model, BatchSource* source) {
  RUNNEL_RETURN_IF_ERROR(source->Begin(0));
  RUNNEL_RETURN_IF_ERROR(model->ResetMetrics());
  double sum = 0;
  int64_t seen = 0;
  Batch batch;
  for (;;) {
    RUNNEL_ASSIGN_OR_RETURN(const bool is_one, source->Next(&batch));
    if (!is_one) break;
    RUNNEL_ASSIGN_OR_RETURN(const double loss, model->Step(batch, false));
    sum += loss * static_cast<double>(batch.rows);
    seen += batch.rows;
  }
  if (seen == 0) return InvalidArgument("there is no batch to evaluate");
  Logs logs = {{"loss", sum / static_cast<double>(seen)}};
  RUNNEL_RETURN_IF_ERROR(model->ReadMetrics(&logs));
  return logs;
}

}  // namespace runnel::learn
