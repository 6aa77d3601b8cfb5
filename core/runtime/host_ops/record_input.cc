// RecordInput: batches of records of files, in random order, epoch after epoch.
//
// Files are read one after the other into a buffer, out of which records are drawn. All records of an
// epoch are given before the first of the next one.
#include <algorithm>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/io/match_files.h"
#include "core/io/tfrecord.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

struct RecordInputOptions {
  std::string pattern;
  uint64_t seed = 0;
  double shift_ratio = 0;
  size_t buffer_size = 1;
  Compression compression = Compression::kNone;
};

// Any thread; calls take turns.
class RecordYielder : public Resource {
 public:
  static constexpr std::string_view kTypeName = "RecordYielder";
  RecordYielder(std::string name, RecordInputOptions options)
      : Resource(std::move(name)), options_(std::move(options)), random_(options_.seed) {}
  std::string_view TypeName() const override { return kTypeName; }

  // Errors: those of the files, of which every later call has the first too; NOT_FOUND for a pattern
  // without files; OUT_OF_RANGE for files without records; CANCELLED, and then no record is lost.
  Status Yield(const HostContext& ctx, size_t count, std::vector<std::string>* out) {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(failure_);
    while (out->size() < count) {
      Status status = FillLocked(ctx);
      if (!status.ok()) {
        for (std::string& record : *out) buffer_.push_back(std::move(record));
        out->clear();
        if (status.code() != Code::kCancelled) failure_ = status;
        return status;
      }
      const size_t drawn = std::uniform_int_distribution<size_t>(0, buffer_.size() - 1)(random_);
      std::swap(buffer_[drawn], buffer_.back());
      out->push_back(std::move(buffer_.back()));
      buffer_.pop_back();
    }
    return OkStatus();
  }

 private:
  // Makes the buffer full, or hold what is left of the epoch; at least one record.
  Status FillLocked(const HostContext& ctx) {
    bool is_new = false;
    while (buffer_.size() < options_.buffer_size) {
      if (buffer_.size() % 256 == 0) RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      if (!reader_ && next_file_ == files_.size()) {
        if (!buffer_.empty()) return OkStatus();
        if (is_new) return OutOfRange("\"", options_.pattern, "\": the files hold no records");
        RUNNEL_RETURN_IF_ERROR(BeginEpochLocked(ctx));
        is_new = true;
      }
      if (!reader_) {
        RUNNEL_ASSIGN_OR_RETURN(RecordReader reader, RecordReader::Open(Files(ctx), files_[next_file_],
                                                                        options_.compression));
        ++next_file_;
        reader_ = std::make_unique<RecordReader>(std::move(reader));
      }
      std::string record;
      Status status = reader_->Read(&record);
      if (status.ok()) {
        buffer_.push_back(std::move(record));
      } else if (status.code() == Code::kOutOfRange) {
        reader_ = nullptr;
      } else {
        return status;
      }
    }
    return OkStatus();
  }

  Status BeginEpochLocked(const HostContext& ctx) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string pattern, FilePath(ctx, options_.pattern));
    RUNNEL_ASSIGN_OR_RETURN(files_, MatchFiles(Files(ctx), pattern));
    if (files_.empty()) return NotFound("Found no files at ", options_.pattern);
    std::sort(files_.begin(), files_.end());
    std::shuffle(files_.begin(), files_.end(), random_);
    if (options_.shift_ratio >= 0 && options_.shift_ratio < 1) {
      const auto shift =
          static_cast<ptrdiff_t>(options_.shift_ratio * static_cast<double>(files_.size()));
      std::rotate(files_.begin(), files_.begin() + shift, files_.end());
    }
    next_file_ = 0;
    return OkStatus();
  }

  const RecordInputOptions options_;
  std::mutex mutex_;  // guards all below
  std::mt19937_64 random_;
  std::vector<std::string> files_;  // of the epoch, in its order
  size_t next_file_ = 0;
  std::unique_ptr<RecordReader> reader_;
  std::vector<std::string> buffer_;
  Status failure_;
};

class RecordInput : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    name_ = std::string(node.name);
    batch_ = AttrOr<int64_t>(node, "batch_size", 32);
    options_.pattern = StringAttrOr(node, "file_pattern", "");
    options_.seed = static_cast<uint64_t>(AttrOr<int64_t>(node, "file_random_seed", 301));
    options_.shift_ratio = static_cast<double>(AttrOr<float>(node, "file_shuffle_shift_ratio", 0));
    const int64_t buffer = AttrOr<int64_t>(node, "file_buffer_size", 10000);
    if (batch_ < 1 || buffer < 1) {
      return InvalidArgument("batch_size is ", batch_, ", file_buffer_size ", buffer,
                             ", expected at least 1");
    }
    options_.buffer_size = static_cast<size_t>(buffer);
    RUNNEL_ASSIGN_OR_RETURN(options_.compression,
                            ParseCompression(StringAttrOr(node, "compression_type", "")));
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> yielder,
                            ctx.session_resources->LookupOrCreate(
                                ResourceManager::kDefaultContainer, RecordYielder::kTypeName, name_,
                                [this]() -> Result<Ref<Resource>> {
                                  return Ref<Resource>(MakeRef<RecordYielder>(name_, options_));
                                }));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const records, NewOutput(ctx, 0, DType::kString, Shape{batch_}));
    std::vector<std::string> batch;
    RUNNEL_RETURN_IF_ERROR(
        static_cast<RecordYielder*>(yielder.get())->Yield(ctx, static_cast<size_t>(batch_), &batch));
    for (int64_t i = 0; i < batch_; ++i) {
      RUNNEL_RETURN_IF_ERROR(SetString(*records, i, batch[static_cast<size_t>(i)]));
    }
    return OkStatus();
  }

 private:
  std::string name_;
  int64_t batch_ = 32;
  RecordInputOptions options_;
};

constexpr HostKernelRow kRows[] = {
    {.op = "RecordInput", .create = CreateKernel<RecordInput>},
};

}  // namespace

std::span<const HostKernelRow> RecordInputKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
