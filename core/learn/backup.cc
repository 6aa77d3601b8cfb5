#include "core/learn/backup.h"

#include "core/io/bundle_writer.h"

namespace runnel::learn {
namespace {

// Where the fit goes on, beside the weights.
constexpr std::string_view kEpoch = "fit/epoch", kBatch = "fit/batch";

class BackupAndRestore final : public Callback {
 public:
  // every_batches: 0: after each epoch.
  BackupAndRestore(std::string folder, FileSystem files, int64_t every_batches, bool is_kept)
      : folder_(std::move(folder)),
        prefix_(JoinPath(folder_, "backup")),
        files_(files),
        every_batches_(every_batches),
        is_kept_(is_kept) {}

  Status OnBegin(FitControl* fit, FitPlace* place) override { return Named(Restore(fit, place)); }

  Status OnBatchEnd(FitControl* fit, double, double) override {
    if (every_batches_ == 0 || ++since_ < every_batches_) return OkStatus();
    since_ = 0;
    return Named(Save(fit, fit->Place()));
  }

  // Where batches count, too, so that an epoch that has ended does not begin again.
  Status OnEpochEnd(FitControl* fit, int64_t epoch, Logs*) override {
    since_ = 0;
    return Named(Save(fit, {epoch + 1, 0}));
  }

  Status OnEnd(FitControl*, bool is_whole) override {
    if (!is_whole || is_kept_) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(const bool is_there, files_.Exists(BundleIndexPath(prefix_)));
    return is_there ? Named(RemoveBundle(files_, prefix_)) : OkStatus();
  }

 private:
  static Status Named(const Status& status) {
    return status.ok() ? status : status.WithPrefix("callback BackupAndRestore");
  }

  // place: where a fit from now on would begin.
  Status Save(FitControl* fit, FitPlace place) {
    RUNNEL_RETURN_IF_ERROR(files_.MakeFolders(folder_));
    BundleWriter writer(files_, prefix_);
    RUNNEL_RETURN_IF_ERROR(fit->WriteState(&writer));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor epoch, Tensor::FromScalar<int64_t>(place.epoch));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor batch, Tensor::FromScalar<int64_t>(place.batch));
    RUNNEL_RETURN_IF_ERROR(writer.Add(kEpoch, epoch));
    RUNNEL_RETURN_IF_ERROR(writer.Add(kBatch, batch));
    return writer.Finish();
  }

  Status Restore(FitControl* fit, FitPlace* place) {
    RUNNEL_ASSIGN_OR_RETURN(const bool is_there, files_.Exists(BundleIndexPath(prefix_)));
    if (!is_there) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(const auto reader, BundleReader::Open(files_, prefix_));
    FitPlace found;
    RUNNEL_ASSIGN_OR_RETURN(found.epoch, NumberOf(*reader, kEpoch));
    RUNNEL_ASSIGN_OR_RETURN(found.batch, NumberOf(*reader, kBatch));
    RUNNEL_RETURN_IF_ERROR(fit->ReadState(*reader));
    *place = found;
    return OkStatus();
  }

  Result<int64_t> NumberOf(const BundleReader& reader, std::string_view name) const {
    const BundleEntry* const entry = reader.Find(name);
    if (entry == nullptr || entry->dtype != DType::kInt64 || entry->shape != Shape())
      return InvalidArgument("\"", prefix_, "\" is no checkpoint of a fit: it has no number \"", name,
                             "\"");
    RUNNEL_ASSIGN_OR_RETURN(const Tensor value, reader.Read(name, SystemAllocator()));
    if (value.int_at(0) < 0)
      return InvalidArgument("\"", prefix_, "\": ", name, ": ", value.int_at(0), " is below 0");
    return value.int_at(0);
  }

  const std::string folder_, prefix_;
  const FileSystem files_;
  const int64_t every_batches_;
  const bool is_kept_;
  int64_t since_ = 0;
};

}  // namespace

Result<std::unique_ptr<Callback>> MakeBackup(const BoundRow& row, const FileSystem& files) {
  const std::string& folder = row.arg<std::string>("backup_dir");
  if (folder.empty()) return InvalidArgument("callback BackupAndRestore: backup_dir is empty");
  RUNNEL_ASSIGN_OR_RETURN(const int64_t every,
                          BatchesBetween(row.name(), "save_freq", row.arg<std::string>("save_freq")));
  return std::unique_ptr<Callback>(
      std::make_unique<BackupAndRestore>(folder, files, every, !row.arg<bool>("delete_checkpoint")));
}

}  // namespace runnel::learn
