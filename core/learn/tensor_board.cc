// As Keras, with its tags: log_dir/train and log_dir/validation have "epoch_loss" and so on by epoch,
// and train, if that is wanted, "batch_loss" by batch, histograms of weights, and the graph.
#include "core/learn/tensor_board.h"

#include <cmath>
#include <optional>

#include "core/base/clock.h"
#include "core/base/number.h"
#include "core/io/event_file.h"
#include "core/io/histogram.h"
#include "core/io/summary.h"
#include "core/runtime/host_ops/real_values.h"

namespace runnel::learn {
namespace {

constexpr std::string_view kValidation = "val_";

class TensorBoard final : public Callback {
 public:
  // every_batches: 0 for none.
  TensorBoard(BoundRow row, FileSystem files, int64_t every_batches)
      : row_(std::move(row)), files_(files), every_batches_(every_batches) {}

  Status OnBatchEnd(FitControl* fit, double, double mean) override {
    const int64_t batch = batches_++;
    if (every_batches_ == 0 || batch % every_batches_ != 0) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(OpenTraining(fit));
    return Write(&*training_, batch, EncodeScalarSummary("batch_loss", static_cast<float>(mean)));
  }

  Status OnEpochEnd(FitControl* fit, int64_t epoch, Logs* logs) override {
    RUNNEL_RETURN_IF_ERROR(OpenTraining(fit));
    std::string trained, validated;
    bool has_rate = false;
    for (const auto& [name, value] : *logs) {
      const bool is_validation = name.starts_with(kValidation);
      const std::string_view bare =
          std::string_view(name).substr(is_validation ? kValidation.size() : 0);
      (is_validation ? validated : trained) +=
          EncodeScalarSummary(StrCat("epoch_", bare), static_cast<float>(value));
      has_rate |= name == "learning_rate";
    }
    if (!has_rate) {
      RUNNEL_ASSIGN_OR_RETURN(const double rate, fit->LearningRate());
      trained += EncodeScalarSummary("epoch_learning_rate", static_cast<float>(rate));
    }
    const int64_t histograms = row_.arg<int64_t>("histogram_freq");
    if (histograms > 0 && epoch % histograms == 0) RUNNEL_RETURN_IF_ERROR(AddHistograms(fit, &trained));
    RUNNEL_RETURN_IF_ERROR(Write(&*training_, epoch, std::move(trained)));
    if (validated.empty()) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(Open("validation", &validation_));
    return Write(&*validation_, epoch, std::move(validated));
  }

  Status OnEnd(FitControl*, bool) override {
    Status first;
    for (std::optional<EventWriter>* writer : {&training_, &validation_}) {
      if (!*writer) continue;
      Status closed = (*writer)->Close();
      if (first.ok()) first = std::move(closed);
      writer->reset();
    }
    return first;
  }

 private:
  static double Now() { return static_cast<double>(UnixMicros()) / 1e6; }
  static Status Write(EventWriter* writer, int64_t step, std::string summary) {
    return writer->Write({.wall_time = Now(), .step = step, .summary = std::move(summary)});
  }

  Status Open(std::string_view name, std::optional<EventWriter>* writer) {
    if (*writer) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(
        *writer,
        EventWriter::Create(files_, JoinPath(row_.arg<std::string>("log_dir"), std::string(name)), "fit",
                            Now()));
    return OkStatus();
  }
  Status OpenTraining(FitControl* fit) {
    if (training_) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(Open("train", &training_));
    if (!row_.arg<bool>("write_graph")) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(std::string graph, EncodeGraphDef(fit->ModelGraph().Export()));
    return training_->Write({.wall_time = Now(), .graph_def = std::move(graph)});
  }

  // Of the weights; values that are not finite are left out.
  static Status AddHistograms(FitControl* fit, std::string* summary) {
    const std::vector<std::string> names = fit->WeightNames();
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> weights, fit->GetWeights());
    for (size_t i = 0; i < names.size(); ++i) {
      if (!IsFloating(weights[i].dtype())) continue;
      Histogram histogram;
      for (int64_t k = 0; k < weights[i].num_elements(); ++k) {
        if (const double value = RealValue(weights[i], k); std::isfinite(value)) histogram.Add(value);
      }
      *summary += EncodeHistogramSummary(StrCat(names[i], "/histogram"), histogram.Encode());
    }
    return OkStatus();
  }

  const BoundRow row_;
  const FileSystem files_;
  const int64_t every_batches_;
  int64_t batches_ = 0;  // of the whole fit
  std::optional<EventWriter> training_, validation_;
};

}  // namespace

Result<std::unique_ptr<Callback>> MakeTensorBoard(BoundRow row, const FileSystem& files) {
  RUNNEL_ASSIGN_OR_RETURN(const int64_t every, BatchesBetween(row.name(), "update_freq",
                                                              row.arg<std::string>("update_freq")));
  return std::unique_ptr<Callback>(std::make_unique<TensorBoard>(std::move(row), files, every));
}

}  // namespace runnel::learn
