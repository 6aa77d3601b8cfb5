#include "core/runtime/host_ops/record_format.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/io/tfrecord.h"
#include "core/runtime/host_ops/host_util.h"

namespace runnel {
namespace {

class Identity : public RecordFormat {
 public:
  Status Begin(const HostContext&, const std::string& work) override {
    work_ = work;
    given_ = false;
    return OkStatus();
  }
  Result<bool> Next(std::string* key, std::string* value) override {
    if (std::exchange(given_, true)) return false;
    *key = *value = work_;
    return true;
  }
  void End() override { work_.clear(); }
  bool is_one_record() const override { return true; }

 private:
  std::string work_;
  bool given_ = true;
};

class WholeFile : public RecordFormat {
 public:
  Status Begin(const HostContext& ctx, const std::string& work) override {
    work_ = work;
    files_ = Files(ctx);
    RUNNEL_ASSIGN_OR_RETURN(path_, FilePath(ctx, work));
    given_ = false;
    return OkStatus();
  }
  // As in TensorFlow a file that cannot be read stays the one to read.
  Result<bool> Next(std::string* key, std::string* value) override {
    if (given_) return false;
    RUNNEL_ASSIGN_OR_RETURN(*value, files_.ReadAll(path_));
    *key = work_;
    given_ = true;
    return true;
  }
  void End() override {}
  bool is_one_record() const override { return true; }

 private:
  FileSystem files_;
  std::string work_, path_;
  bool given_ = true;
};

// Those that read a file through a stream.
class Streamed : public RecordFormat {
 public:
  explicit Streamed(Compression compression) : compression_(compression) {}
  Status Begin(const HostContext& ctx, const std::string& work) override {
    RUNNEL_ASSIGN_OR_RETURN(const std::string path, FilePath(ctx, work));
    RUNNEL_ASSIGN_OR_RETURN(stream_, InputStream::Open(Files(ctx), path, compression_));
    work_ = work;
    return Opened();
  }
  void End() override { stream_ = nullptr; }

 protected:
  virtual Status Opened() { return OkStatus(); }
  std::string KeyOf(uint64_t number) const { return StrCat(work_, ":", number); }
  std::string work_;
  std::unique_ptr<InputStream> stream_;

 private:
  const Compression compression_;
};

class TextLine : public Streamed {
 public:
  explicit TextLine(int64_t skip) : Streamed(Compression::kNone), skip_(skip) {}
  Result<bool> Next(std::string* key, std::string* value) override {
    RUNNEL_ASSIGN_OR_RETURN(const bool any, stream_->ReadLine(value));
    if (!any) return false;
    value->erase(std::remove(value->begin(), value->end(), '\r'), value->end());
    *key = KeyOf(++line_);
    return true;
  }

 private:
  Status Opened() override {
    std::string skipped;
    for (line_ = 0; line_ < static_cast<uint64_t>(skip_); ++line_) {
      RUNNEL_ASSIGN_OR_RETURN(const bool any, stream_->ReadLine(&skipped));
      if (!any) break;
    }
    return OkStatus();
  }
  const int64_t skip_;
  uint64_t line_ = 0;
};

class TfRecord : public Streamed {
 public:
  using Streamed::Streamed;
  Result<bool> Next(std::string* key, std::string* value) override {
    *key = KeyOf(reader_->offset());
    const Status status = reader_->Read(value);
    if (status.ok()) return true;
    if (status.code() == Code::kOutOfRange) return false;
    return status;
  }
  void End() override { reader_.reset(); }

 private:
  Status Opened() override {
    reader_.emplace(std::move(stream_));
    return OkStatus();
  }
  std::optional<RecordReader> reader_;
};

// What is left before the footer and is no whole record is not given.
class FixedLengthRecords : public Streamed {
 public:
  explicit FixedLengthRecords(const FixedLength& lengths)
      : Streamed(lengths.compression), lengths_(lengths) {
    if (lengths_.hop_bytes == 0) lengths_.hop_bytes = lengths_.record_bytes;
  }
  Result<bool> Next(std::string* key, std::string* value) override {
    // The window begins at the record and reaches over the footer, if this is the last one.
    const auto record = static_cast<size_t>(lengths_.record_bytes);
    const auto hop = static_cast<size_t>(lengths_.hop_bytes);
    RUNNEL_RETURN_IF_ERROR(FillWindow(record + static_cast<size_t>(lengths_.footer_bytes)));
    if (window_.size() < record + static_cast<size_t>(lengths_.footer_bytes)) return false;
    value->assign(window_, 0, record);
    *key = KeyOf(number_++);
    if (hop <= window_.size()) {
      window_.erase(0, hop);
      return true;
    }
    uint64_t skipped = 0;
    RUNNEL_RETURN_IF_ERROR(stream_->Skip(hop - window_.size(), &skipped));
    window_.clear();
    return true;
  }

 private:
  Status Opened() override {
    number_ = 0;
    window_.clear();
    uint64_t skipped = 0;
    return stream_->Skip(static_cast<uint64_t>(lengths_.header_bytes), &skipped);
  }
  // Claims memory as data comes: lengths are whatever a graph says.
  Status FillWindow(size_t size) {
    constexpr size_t kPiece = size_t{1} << 20;
    while (window_.size() < size) {
      const size_t before = window_.size();
      const size_t piece = std::min(size - before, kPiece);
      window_.resize(before + piece);
      size_t got = 0;
      RUNNEL_RETURN_IF_ERROR(stream_->Read(window_.data() + before, piece, &got));
      window_.resize(before + got);
      if (got < piece) return OkStatus();
    }
    return OkStatus();
  }

  FixedLength lengths_;
  uint64_t number_ = 0;
  std::string window_;
};

}  // namespace

std::unique_ptr<RecordFormat> MakeIdentityFormat() { return std::make_unique<Identity>(); }
std::unique_ptr<RecordFormat> MakeWholeFileFormat() { return std::make_unique<WholeFile>(); }
std::unique_ptr<RecordFormat> MakeTextLineFormat(int64_t skip_header_lines) {
  return std::make_unique<TextLine>(skip_header_lines);
}
std::unique_ptr<RecordFormat> MakeTfRecordFormat(Compression compression) {
  return std::make_unique<TfRecord>(compression);
}
std::unique_ptr<RecordFormat> MakeFixedLengthFormat(const FixedLength& lengths) {
  return std::make_unique<FixedLengthRecords>(lengths);
}

}  // namespace runnel
