#include "core/learn/callbacks.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

#include "core/base/number.h"
#include "core/learn/backup.h"
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
         RUNNEL_WATCH("0", "0") "; restore_best_weights: bool = false; start_from_epoch: int >= 0 = 0; "
                                "baseline: string = ''",
     .doc =
         "Ends the fit when `monitor` has not become better for `patience` epochs, or not better than "
         "the number `baseline`."},
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
             "{'auto', 'min', 'max'} = 'auto'; save_freq: string = 'epoch'; initial_value_threshold: "
             "string = ''",
     .doc =
         "Writes the weights as a checkpoint, or as a file of Keras where filepath ends in .weights.h5, "
         "after each epoch or, if `save_freq` is a number, after so many batches; with save_best_only "
         "only where `monitor` is the best so far, and better than "
         "the number `initial_value_threshold`. In filepath {epoch} and {batch} stand for their "
         "numbers, from 1, and the names of values for these, also by Python's formats: {epoch:02d}, "
         "{val_loss:.2f}."},
    {.kind = RowKind::kCallback,
     .name = "BackupAndRestore",
     .args = "backup_dir: string; save_freq: string = 'epoch'; delete_checkpoint: bool = true",
     .doc = "Keeps weights, the optimizer's state and the place in the fit as a checkpoint in "
            "`backup_dir`, written after each epoch and, if `save_freq` is a number, after so many "
            "batches. "
            "A fit that finds one there goes on from it. A fit that ends without a failure deletes it, "
            "unless delete_checkpoint is false."},
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

  bool IsBetter(double value, double than) const {
    return grows_ ? value - delta_ > than : value + delta_ < than;
  }
  double best() const { return best_; }
  void BeginAt(double best) { best_ = best; }

  Result<bool> Improves(const Logs& logs) {
    for (const auto& [name, value] : logs) {
      if (name != monitor_) continue;
      if (!IsBetter(value, best_)) return false;
      best_ = value;
      return true;
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
  EarlyStopping(BoundRow row, std::optional<double> baseline)
      : row_(std::move(row)), watch_(row_), baseline_(baseline) {}

  Status OnEpochEnd(FitControl* fit, int64_t epoch, Logs* logs) override {
    if (epoch < row_.arg<int64_t>("start_from_epoch")) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(const bool better, watch_.Improves(*logs));
    const bool keeps = row_.arg<bool>("restore_best_weights");
    if (better || (keeps && best_.empty())) {
      if (keeps) {
        RUNNEL_ASSIGN_OR_RETURN(best_, fit->GetWeights());
      }
    }
    ++waited_;
    if (better) {
      if (!baseline_ || watch_.IsBetter(watch_.best(), *baseline_)) waited_ = 0;
    } else if (waited_ >= std::max<int64_t>(1, row_.arg<int64_t>("patience"))) {
      fit->Stop(row_.name());
    }
    return OkStatus();
  }

  Status OnEnd(FitControl* fit, bool) override {
    return best_.empty() ? OkStatus() : fit->SetWeights(best_);
  }

 private:
  const BoundRow row_;
  Watch watch_;
  const std::optional<double> baseline_;
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

  Status OnEnd(FitControl*, bool) override {
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

// A number by one of Python's formats, as 02d or .3f; empty: as short as it may be.
Result<std::string> Formatted(double value, std::string_view format) {
  constexpr size_t kMostDigits = 2;
  const std::string_view whole = format;
  const auto digits = [&] {
    size_t count = 0;
    while (count < format.size() && count < kMostDigits && format[count] >= '0' && format[count] <= '9')
      ++count;
    std::string text(format.substr(0, count));
    format.remove_prefix(count);
    return text;
  };
  if (format.empty()) return ToText(SpecValue{value});
  const bool zeros = format[0] == '0';
  const std::string width = digits();
  std::string precision;
  if (!format.empty() && format[0] == '.') {
    format.remove_prefix(1);
    precision = digits();
  }
  const char kind = format.size() == 1 ? format[0] : '\0';
  if (kind != 'd' && kind != 'f' && kind != 'e' && kind != 'g')
    return InvalidArgument("expected a format as 02d or .3f, got \"", whole, "\"");
  if (kind == 'd') value = std::trunc(value);
  const int most = kind == 'd' ? 0 : precision.empty() ? 6 : std::stoi(precision);
  const int least = width.empty() ? 0 : std::stoi(width);
  const char* const forms[2][3] = {{"%*.*f", "%*.*e", "%*.*g"}, {"%0*.*f", "%0*.*e", "%0*.*g"}};
  const char* const form = forms[zeros ? 1 : 0][kind == 'e' ? 1 : kind == 'g' ? 2 : 0];
  std::string text(512, '\0');  // a number of 309 digits, 99 behind the point
  const int size = std::snprintf(text.data(), text.size(), form, least, most, value);
  text.resize(static_cast<size_t>(size));
  return text;
}

class ModelCheckpoint : public Callback {
 public:
  // every_batches: 0: after each epoch.
  ModelCheckpoint(BoundRow row, FileSystem files, int64_t every_batches, std::optional<double> threshold)
      : row_(std::move(row)), files_(files), every_batches_(every_batches), watch_(row_) {
    if (threshold) watch_.BeginAt(*threshold);
  }

  Status OnBatchEnd(FitControl* fit, double, double mean) override {
    ++batch_;
    if (every_batches_ == 0 || ++since_ < every_batches_) return OkStatus();
    since_ = 0;
    return Save(fit, {{"loss", mean}});
  }

  Status OnEpochEnd(FitControl* fit, int64_t epoch, Logs* logs) override {
    epoch_ = epoch;
    Status status = every_batches_ == 0 ? Save(fit, *logs) : OkStatus();
    epoch_ = epoch + 1;
    batch_ = 0;
    return status;
  }

 private:
  Status Save(FitControl* fit, const Logs& logs) {
    if (row_.arg<bool>("save_best_only")) {
      RUNNEL_ASSIGN_OR_RETURN(const bool better, watch_.Improves(logs));
      if (!better) return OkStatus();
    }
    auto path = PathFor(logs);
    if (!path.ok())
      return path.status().WithPrefix(
          StrCat("callback ModelCheckpoint: filepath \"", row_.arg<std::string>("filepath"), "\""));
    if (path->ends_with(".weights.h5")) return fit->SaveKerasWeights(*path);
    const std::vector<std::string> names = fit->WeightNames();
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> values, fit->GetWeights());
    BundleWriter writer(files_, *path);
    for (size_t i = 0; i < names.size(); ++i) RUNNEL_RETURN_IF_ERROR(writer.Add(names[i], values[i]));
    return writer.Finish();
  }

  Result<std::string> PathFor(const Logs& logs) const {
    std::string_view left = row_.arg<std::string>("filepath");
    std::string path;
    for (size_t at = left.find('{'); at != std::string_view::npos; at = left.find('{')) {
      path += left.substr(0, at);
      const size_t end = left.find('}', at);
      if (end == std::string_view::npos) return InvalidArgument("a { has no }");
      const std::string_view inside = left.substr(at + 1, end - at - 1);
      const size_t colon = std::min(inside.find(':'), inside.size());
      const std::string_view name = inside.substr(0, colon);
      std::string_view format = inside.substr(std::min(colon + 1, inside.size()));
      if (format.empty() && (name == "epoch" || name == "batch")) format = "d";
      RUNNEL_ASSIGN_OR_RETURN(const double value, ValueOf(name, logs));
      RUNNEL_ASSIGN_OR_RETURN(const std::string text, Formatted(value, format));
      path += text;
      left.remove_prefix(end + 1);
    }
    return path.append(left);
  }

  Result<double> ValueOf(std::string_view name, const Logs& logs) const {
    if (name == "epoch") return static_cast<double>(epoch_ + 1);
    if (name == "batch") return static_cast<double>(batch_);
    std::string names = "epoch, batch";
    for (const auto& [known, value] : logs) {
      if (known == name) return value;
      names += StrCat(", ", known);
    }
    return InvalidArgument("there is no \"", name, "\"; there is ", names);
  }

  const BoundRow row_;
  const FileSystem files_;
  const int64_t every_batches_;
  Watch watch_;
  int64_t epoch_ = 0, batch_ = 0, since_ = 0;
};

// The number that an argument's text says, if it says one.
Result<std::optional<double>> NumberOf(const BoundRow& row, std::string_view arg) {
  const std::string& text = row.arg<std::string>(arg);
  if (text.empty()) return std::optional<double>();
  double value = 0;
  if (ReadReal(text, &value) == text.size()) return std::optional(value);
  return InvalidArgument("callback ", row.name(), ": ", arg, ": expected a number, got ", text);
}

Result<std::unique_ptr<Callback>> MakeModelCheckpoint(BoundRow row, const FileSystem& files) {
  RUNNEL_ASSIGN_OR_RETURN(const std::optional<double> threshold,
                          NumberOf(row, "initial_value_threshold"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t every,
                          BatchesBetween(row.name(), "save_freq", row.arg<std::string>("save_freq")));
  return std::unique_ptr<Callback>(
      std::make_unique<ModelCheckpoint>(std::move(row), files, every, threshold));
}

}  // namespace

Result<std::vector<std::unique_ptr<Callback>>> MakeCallbacks(std::string_view text,
                                                             const FileSystem& files) {
  std::vector<std::unique_ptr<Callback>> callbacks;
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Spec> specs, ParseSpecs(text, "callbacks"));
  for (const Spec& spec : specs) {
    RUNNEL_ASSIGN_OR_RETURN(BoundRow row, BindRow(RowKind::kCallback, spec));
    const std::string name = row.name();
    if (name == "EarlyStopping") {
      RUNNEL_ASSIGN_OR_RETURN(const std::optional<double> baseline, NumberOf(row, "baseline"));
      callbacks.push_back(std::make_unique<EarlyStopping>(std::move(row), baseline));
    } else if (name == "ReduceLROnPlateau") {
      callbacks.push_back(std::make_unique<ReduceOnPlateau>(std::move(row)));
    } else if (name == "TerminateOnNaN") {
      callbacks.push_back(std::make_unique<TerminateOnNan>(std::move(row)));
    } else if (name == "CSVLogger") {
      callbacks.push_back(std::make_unique<CsvLogger>(std::move(row), files));
    } else if (name == "BackupAndRestore") {
      RUNNEL_ASSIGN_OR_RETURN(callbacks.emplace_back(), MakeBackup(row, files));
    } else if (name == "TensorBoard") {
      RUNNEL_ASSIGN_OR_RETURN(callbacks.emplace_back(), MakeTensorBoard(std::move(row), files));
    } else {
      RUNNEL_ASSIGN_OR_RETURN(callbacks.emplace_back(), MakeModelCheckpoint(std::move(row), files));
    }
  }
  return callbacks;
}

std::span<const Row> CallbackRows() { return kCallbacks; }

}  // namespace runnel::learn
