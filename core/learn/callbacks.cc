#include "core/learn/callbacks.h"

#include <cmath>
#include <limits>

#include "core/io/bundle_writer.h"
#include "core/learn/tensor_board.h"

namespace runnel::learn {
namespace {

#define RUNNEL_WATCH(patience_text, delta_text)                  \
  "monitor: string = 'val_loss'; min_delta: float = " delta_text \
  "; patience: int >= 0 = " patience_text "; mode: {'auto', 'min', 'max'} = 'auto'"

constexpr Row kCallbacks[] = {
    {.kind = RowKind::kCallback,
     .name = "EarlyStopping",
     .args =
         RUNNEL_WATCH("0", "0") "; restore_best_weights: bool = false; start_from_epoch: int >= 0 = 0",
     .doc = "Ends the fit when `monitor` has not become better for `patience` epochs."},
    {.kind = RowKind::kCallback,
     .name = "ReduceLROnPlateau",
     .args =
         RUNNEL_WATCH("10", "0.0001") "; factor: float = 0.1; cooldown: int >= 0 = 0; min_lr: float = 0",
     .doc = "Multiplies the learning rate by `factor` when `monitor` has not become better for "
            "`patience` epochs."},
    {.kind = RowKind::kCallback,
     .name = "TerminateOnNaN",
     .doc = "Ends the fit at a batch whose loss is no finite number."},
    {.kind = RowKind::kCallback,
     .name = "CSVLogger",
     .args = "filename: string; separator: string = ','; append: bool = false",
     .doc = "Writes a line of values by commas for each epoch, behind a line of their names."},
    {.kind = RowKind::kCallback,
     .name = "ModelCheckpoint",
     .args = "filepath: string; monitor: string = 'val_loss'; save_best_only: bool = false; mode: "
             "{'auto', 'min', "
             "'max'} = 'auto'",
     .doc = "Writes the weights as a checkpoint after each epoch, or after one that is the best so far. "
            "In filepath "
            "{epoch} stands for the epoch's number, from 1."},
    {.kind = RowKind::kCallback,
     .name = "TensorBoard",
     .args = "log_dir: string = 'logs'; histogram_freq: int >= 0 = 0; write_graph: bool = true; "
             "update_freq: string = 'epoch'",
     .doc = "Writes event files for TensorBoard: the values of each epoch to log_dir/train and "
            "log_dir/validation, the graph once, histograms of weights every `histogram_freq` epochs, "
            "and the loss of each batch, or of every so many, if `update_freq` is batch or a number."},
};

// Whether a value is better than the best so far.
class Watch {
 public:
  explicit Watch(const BoundRow& row)
      : row_(row),
        monitor_(row.arg<std::string>("monitor")),
        delta_(row.has_arg("min_delta") ? static_cast<double>(row.arg<float>("min_delta")) : 0) {
    const std::string& mode = row.arg<std::string>("mode");
    // As in Keras, by the name: accuracies and areas grow.
    grows_ = mode == "max" || (mode == "auto" && (monitor_.find("acc") != std::string::npos ||
                                                  monitor_.find("auc") != std::string::npos ||
                                                  monitor_.find("precision") != std::string::npos ||
                                                  monitor_.find("recall") != std::string::npos));
    best_ = grows_ ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }

  Result<bool> Improves(const Logs& logs) {
    for (const auto& [name, value] : logs) {
      if (name != monitor_) continue;
      if (grows_ ? value - delta_ > best_ : value + delta_ < best_) {
        best_ = value;
        return true;
      }
      return false;
    }
    std::string names;
    for (const auto& [name, value] : logs) names += StrCat(names.empty() ? "" : ", ", name);
    return InvalidArgument("callback ", row_.name(), ": there is no \"", monitor_,
                           "\" to monitor; there is ", names);
  }

 private:
  const BoundRow& row_;
  const std::string monitor_;
  const double delta_;
  bool grows_;
  double best_;
};

class EarlyStopping : public Callback {
 public:
  explicit EarlyStopping(BoundRow row) : row_(std::move(row)), watch_(row_) {}

  Status OnEpochEnd(FitControl* fit, int64_t epoch, Logs* logs) override {
    if (epoch < row_.arg<int64_t>("start_from_epoch")) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(const bool better, watch_.Improves(*logs));
    const bool keeps = row_.arg<bool>("restore_best_weights");
    if (better || (keeps && best_.empty())) {
      if (keeps) {
        RUNNEL_ASSIGN_OR_RETURN(best_, fit->GetWeights());
      }
    }
    if (better) {
      waited_ = 0;
    } else if (++waited_ >= std::max<int64_t>(1, row_.arg<int64_t>("patience"))) {
      fit->Stop(row_.name());
    }
    return OkStatus();
  }

  Status OnEnd(FitControl* fit) override { return best_.empty() ? OkStatus() : fit->SetWeights(best_); }

 private:
  const BoundRow row_;
  Watch watch_;
  int64_t waited_ = 0;
  std::vector<Tensor> best_;
};

class ReduceOnPlateau : public Callback {
 public:
  explicit ReduceOnPlateau(BoundRow row) : row_(std::move(row)), watch_(row_) {}

  Status OnEpochEnd(FitControl* fit, int64_t, Logs* logs) override {
    RUNNEL_ASSIGN_OR_RETURN(const double rate, fit->LearningRate());
    logs->emplace_back("learning_rate", rate);
    RUNNEL_ASSIGN_OR_RETURN(const bool better, watch_.Improves(*logs));
    const bool cools = cooling_ > 0;
    if (cools) --cooling_;
    if (better || cools) {
      waited_ = 0;
      return OkStatus();
    }
    if (++waited_ < std::max<int64_t>(1, row_.arg<int64_t>("patience"))) return OkStatus();
    const double least = static_cast<double>(row_.arg<float>("min_lr"));
    waited_ = 0;
    cooling_ = row_.arg<int64_t>("cooldown");
    if (rate <= least) return OkStatus();
    return fit->SetLearningRate(std::max(least, rate * static_cast<double>(row_.arg<float>("factor"))));
  }

 private:
  const BoundRow row_;
  Watch watch_;
  int64_t waited_ = 0, cooling_ = 0;
};

class TerminateOnNan : public Callback {
 public:
  explicit TerminateOnNan(BoundRow row) : row_(std::move(row)) {}
  Status OnBatchEnd(FitControl* fit, double loss, double) override {
    if (!std::isfinite(loss)) fit->Stop(row_.name());
    return OkStatus();
  }

 private:
  const BoundRow row_;
};

class CsvLogger : public Callback {
 public:
  CsvLogger(BoundRow row, FileSystem files) : row_(std::move(row)), files_(files) {}

  Status OnEpochEnd(FitControl*, int64_t epoch, Logs* logs) override {
    const std::string& separator = row_.arg<std::string>("separator");
    const std::string& path = row_.arg<std::string>("filename");
    std::string text;
    if (file_ == nullptr) {
      const bool appends = row_.arg<bool>("append");
      RUNNEL_ASSIGN_OR_RETURN(file_,
                              appends ? files_.OpenForAppending(path) : files_.OpenForWriting(path));
      if (!appends) {
        text = "epoch";
        for (const auto& [name, value] : *logs) text += StrCat(separator, name);
        text += "\n";
      }
    }
    text += StrCat(epoch);
    for (const auto& [name, value] : *logs) text += StrCat(separator, ToText(SpecValue{value}));
    return file_->Append(text + "\n");
  }

  Status OnEnd(FitControl*) override {
    if (file_ == nullptr) return OkStatus();
    Status status = file_->Close();
    file_ = nullptr;
    return status;
  }

 private:
  const BoundRow row_;
  const FileSystem files_;
  std::unique_ptr<WritableFile> file_;
};

class ModelCheckpoint : public Callback {
 public:
  ModelCheckpoint(BoundRow row, FileSystem files) : row_(std::move(row)), files_(files), watch_(row_) {}

  Status OnEpochEnd(FitControl* fit, int64_t epoch, Logs* logs) override {
    if (row_.arg<bool>("save_best_only")) {
      RUNNEL_ASSIGN_OR_RETURN(const bool better, watch_.Improves(*logs));
      if (!better) return OkStatus();
    }
    std::string path = row_.arg<std::string>("filepath");
    static constexpr std::string_view kEpoch = "{epoch}";
    if (const size_t at = path.find(kEpoch); at != std::string::npos)
      path.replace(at, kEpoch.size(), StrCat(epoch + 1));
    const std::vector<std::string> names = fit->WeightNames();
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> values, fit->GetWeights());
    BundleWriter writer(files_, path);
    for (size_t i = 0; i < names.size(); ++i) RUNNEL_RETURN_IF_ERROR(writer.Add(names[i], values[i]));
    return writer.Finish();
  }

 private:
  const BoundRow row_;
  const FileSystem files_;
  Watch watch_;
};

}  // namespace

Result<std::vector<std::unique_ptr<Callback>>> MakeCallbacks(std::string_view text,
                                                             const FileSystem& files) {
  std::vector<std::unique_ptr<Callback>> callbacks;
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Spec> specs, ParseSpecs(text, "callbacks"));
  for (const Spec& spec : specs) {
    RUNNEL_ASSIGN_OR_RETURN(BoundRow row, BindRow(RowKind::kCallback, spec));
    const std::string name = row.name();
    if (name == "EarlyStopping") {
      callbacks.push_back(std::make_unique<EarlyStopping>(std::move(row)));
    } else if (name == "ReduceLROnPlateau") {
      callbacks.push_back(std::make_unique<ReduceOnPlateau>(std::move(row)));
    } else if (name == "TerminateOnNaN") {
      callbacks.push_back(std::make_unique<TerminateOnNan>(std::move(row)));
    } else if (name == "CSVLogger") {
      callbacks.push_back(std::make_unique<CsvLogger>(std::move(row), files));
    } else if (name == "TensorBoard") {
      RUNNEL_ASSIGN_OR_RETURN(callbacks.emplace_back(), MakeTensorBoard(std::move(row), files));
    } else {
      callbacks.push_back(std::make_unique<ModelCheckpoint>(std::move(row), files));
    }
  }
  return callbacks;
}

std::span<const Row> CallbackRows() { return kCallbacks; }

}  // namespace runnel::learn
