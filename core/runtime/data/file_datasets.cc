// Datasets of what files hold: records, lines, pieces of a fixed length.
#include <algorithm>
#include <utility>

#include "core/base/checked.h"
#include "core/io/tfrecord.h"
#include "core/runtime/data/files_dataset.h"

namespace runnel {
namespace {

// Reads strings.
class StringReader : public FileReader {
 public:
  Result<bool> Read(Allocator* allocator, Element* out) final {
    RUNNEL_ASSIGN_OR_RETURN(const bool any, ReadString(&value_));
    if (!any) return false;
    RUNNEL_ASSIGN_OR_RETURN(Tensor value, Tensor::Allocate(allocator, DType::kString, Shape()));
    RUNNEL_RETURN_IF_ERROR(static_cast<StringBuffer*>(value.buffer().get())->Set(0, value_));
    out->clear();
    out->push_back(std::move(value));
    return true;
  }

 protected:
  virtual Result<bool> ReadString(std::string* value) = 0;

 private:
  std::string value_;
};

class RecordFiles final : public FilesDataset {
 public:
  using FilesDataset::FilesDataset;

 private:
  class Reader final : public StringReader {
   public:
    explicit Reader(std::unique_ptr<InputStream> stream) : records_(std::move(stream)) {}
    Result<bool> ReadString(std::string* value) override {
      const Status status = records_.Read(value);
      if (status.code() == Code::kOutOfRange) return false;
      if (!status.ok()) return status;
      return true;
    }
    uint64_t offset() const override { return records_.offset(); }
    Status SkipTo(uint64_t offset) override { return records_.SkipTo(offset); }

   private:
    RecordReader records_;
  };
  Result<std::unique_ptr<FileReader>> MakeReader(std::unique_ptr<InputStream> stream) const override {
    return std::unique_ptr<FileReader>(std::make_unique<Reader>(std::move(stream)));
  }
};

class LineFiles final : public FilesDataset {
 public:
  using FilesDataset::FilesDataset;

 private:
  class Reader final : public StringReader {
   public:
    explicit Reader(std::unique_ptr<InputStream> stream) : stream_(std::move(stream)) {}
    Result<bool> ReadString(std::string* value) override {
      RUNNEL_ASSIGN_OR_RETURN(const bool any, stream_->ReadLine(value));
      if (any && value->ends_with('\r')) value->pop_back();
      return any;
    }
    uint64_t offset() const override { return stream_->offset(); }
    Status SkipTo(uint64_t offset) override {
      uint64_t skipped = 0;
      return stream_->Skip(offset, &skipped);
    }

   private:
    const std::unique_ptr<InputStream> stream_;
  };
  Result<std::unique_ptr<FileReader>> MakeReader(std::unique_ptr<InputStream> stream) const override {
    return std::unique_ptr<FileReader>(std::make_unique<Reader>(std::move(stream)));
  }
};

class FixedLengthFiles final : public FilesDataset {
 public:
  FixedLengthFiles(DatasetInfo info, FileSet files, Compression compression, uint64_t header,
                   uint64_t record, uint64_t footer)
      : FilesDataset(std::move(info), std::move(files), compression),
        header_(header),
        record_(record),
        footer_(footer) {}

 private:
  // Reads ahead by the footer's length, to know where the records end.
  class Reader final : public StringReader {
   public:
    Reader(std::unique_ptr<InputStream> stream, const FixedLengthFiles& of)
        : stream_(std::move(stream)), of_(of), offset_(of.header_) {}
    // A file of known length tells at once if its records do not fit.
    Status Begin() {
      const uint64_t size = stream_->left_at_most();
      if (size != UINT64_MAX) {
        if (size < of_.header_ + of_.footer_ || (size - of_.header_ - of_.footer_) % of_.record_ != 0) {
          return InvalidArgument("Excess bytes: \"", stream_->path(), "\" has ", size,
                                 " bytes, expected a header of ", of_.header_, ", records of ",
                                 of_.record_, " and a footer of ", of_.footer_);
        }
      }
      uint64_t skipped = 0;
      RUNNEL_RETURN_IF_ERROR(stream_->Skip(of_.header_, &skipped));
      return skipped == of_.header_ ? OkStatus() : Short();
    }
    Result<bool> ReadString(std::string* value) override {
      // What is read and not given: as much of record and footer as there is.
      const uint64_t whole = of_.record_ + of_.footer_;
      while (ahead_.size() < whole) {
        const size_t before = ahead_.size();
        const auto piece = static_cast<size_t>(std::min<uint64_t>(whole - before, 1 << 20));
        ahead_.resize(before + piece);
        size_t got = 0;
        RUNNEL_RETURN_IF_ERROR(stream_->Read(ahead_.data() + before, piece, &got));
        ahead_.resize(before + got);
        if (got < piece) break;
      }
      if (ahead_.size() < whole) {
        if (ahead_.size() == of_.footer_) return false;
        return Short();
      }
      value->assign(ahead_, 0, static_cast<size_t>(of_.record_));
      ahead_.erase(0, static_cast<size_t>(of_.record_));
      offset_ += of_.record_;
      return true;
    }
    uint64_t offset() const override { return offset_; }
    Status SkipTo(uint64_t offset) override {
      if (offset < offset_) return DataLoss("there is no record at byte ", offset);
      uint64_t skipped = 0;
      RUNNEL_RETURN_IF_ERROR(stream_->Skip(offset - offset_, &skipped));
      offset_ = offset;
      return OkStatus();
    }

   private:
    Status Short() const {
      return DataLoss("\"", stream_->path(), "\" ends within the record at byte ", offset_,
                      ", expected records of ", of_.record_, " bytes and a footer of ", of_.footer_);
    }
    const std::unique_ptr<InputStream> stream_;
    const FixedLengthFiles& of_;  // kept by the iterator
    std::string ahead_;
    uint64_t offset_;
  };
  Result<std::unique_ptr<FileReader>> MakeReader(std::unique_ptr<InputStream> stream) const override {
    auto reader = std::make_unique<Reader>(std::move(stream), *this);
    RUNNEL_RETURN_IF_ERROR(reader->Begin());
    return std::unique_ptr<FileReader>(std::move(reader));
  }
  const uint64_t header_, record_, footer_;
};

}  // namespace

class FilesDataset::Iterator final : public DatasetIterator {
 public:
  Iterator(Ref<const FilesDataset> dataset, Ref<IteratorContext> context)
      : dataset_(std::move(dataset)), context_(std::move(context)) {}
  Result<Progress> Next(const PollContext& cx, Element* out) override {
    const FileSet& files = dataset_->files_;
    while (file_ < files.paths.size()) {
      if (cx.ShouldYield()) return YieldTo(cx);
      if (std::exchange(reading_,
                        false)) {  // memory ran out in the middle of a value: what follows is none
        Leave();
        continue;
      }
      reading_ = true;
      const Result<bool> any = ReadHere(out);
      reading_ = false;
      if (!any.ok()) {
        if (!reader_ || !reader_->GoesOnAfter(any.status())) Leave();
        return any.status();
      }
      if (!*any) {
        Leave();
        continue;
      }
      return Progress::kElement;
    }
    return Progress::kEnd;
  }
  Result<Progress> Save(const PollContext&, StateWriter* writer) override {
    writer->Mark(dataset_->info().op);
    writer->Number(static_cast<int64_t>(file_));
    writer->Number(reader_ ? static_cast<int64_t>(reader_->offset()) : -1);
    return Progress::kElement;
  }
  Status Restore(StateReader* reader) override {
    RUNNEL_RETURN_IF_ERROR(reader->Expect(dataset_->info().op));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t file,
                            reader->Number(0, static_cast<int64_t>(dataset_->files_.paths.size())));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t offset, reader->Number(-1));
    Leave();
    file_ = static_cast<size_t>(file);
    if (offset < 0) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(Open());
    return reader_->SkipTo(static_cast<uint64_t>(offset));
  }

 private:
  void Leave() {
    reader_ = nullptr;
    ++file_;
  }
  Status Open() {
    const FileSet& files = dataset_->files_;
    if (file_ >= files.paths.size()) return Internal("there is no file ", file_);
    RUNNEL_ASSIGN_OR_RETURN(
        std::unique_ptr<InputStream> stream,
        InputStream::Open(FileSystem(files.calls.get()), files.paths[file_], dataset_->compression_));
    RUNNEL_ASSIGN_OR_RETURN(reader_, dataset_->MakeReader(std::move(stream)));
    if (files.offsets.empty() || files.offsets[file_] == 0) return OkStatus();
    return reader_->SkipTo(static_cast<uint64_t>(files.offsets[file_]));
  }
  Result<bool> ReadHere(Element* out) {
    if (!reader_) RUNNEL_RETURN_IF_ERROR(Open());
    return reader_->Read(context_->allocator(), out);
  }

  const Ref<const FilesDataset> dataset_;
  const Ref<IteratorContext> context_;
  size_t file_ = 0;
  std::unique_ptr<FileReader> reader_;  // of file_; null before its first value
  bool reading_ = false;
};

Result<Ref<DatasetIterator>> FilesDataset::MakeIterator(const Ref<IteratorContext>& context) const {
  return Ref<DatasetIterator>(MakeRef<Iterator>(Ref<const FilesDataset>::Share(this), context));
}

Result<Ref<Dataset>> RecordDataset(DatasetInfo info, FileSet files) {
  RUNNEL_ASSIGN_OR_RETURN(const Compression compression, ParseCompression(files.compression));
  for (const int64_t offset : files.offsets) {
    if (offset < 0) return InvalidArgument("byte_offsets must not be below 0, got ", offset);
  }
  return Ref<Dataset>(MakeRef<RecordFiles>(std::move(info), std::move(files), compression));
}

Result<Ref<Dataset>> TextLineDataset(DatasetInfo info, FileSet files) {
  RUNNEL_ASSIGN_OR_RETURN(const Compression compression, ParseCompression(files.compression));
  return Ref<Dataset>(MakeRef<LineFiles>(std::move(info), std::move(files), compression));
}

Result<Ref<Dataset>> FixedLengthRecordDataset(DatasetInfo info, FileSet files, int64_t header_bytes,
                                              int64_t record_bytes, int64_t footer_bytes) {
  RUNNEL_ASSIGN_OR_RETURN(const Compression compression, ParseCompression(files.compression));
  if (header_bytes < 0) return InvalidArgument("`header_bytes` must be >= 0");
  if (record_bytes <= 0) return InvalidArgument("`record_bytes` must be > 0");
  if (footer_bytes < 0) return InvalidArgument("`footer_bytes` must be >= 0");
  int64_t all = 0;
  if (!CheckedAdd(header_bytes, record_bytes, &all) || !CheckedAdd(all, footer_bytes, &all))
    return InvalidArgument("header, record and footer are longer than any file");
  return Ref<Dataset>(MakeRef<FixedLengthFiles>(
      std::move(info), std::move(files), compression, static_cast<uint64_t>(header_bytes),
      static_cast<uint64_t>(record_bytes), static_cast<uint64_t>(footer_bytes)));
}

}  // namespace runnel
