#include "core/io/tfrecord.h"

#include "core/base/crc32c.h"
#include "core/io/coding.h"

namespace runnel {
namespace {

constexpr uint64_t kHeaderSize = 12;
constexpr uint64_t kTrailerSize = 4;

}  // namespace

Result<RecordReader> RecordReader::Open(const FileSystem& files, const std::string& path) {
  Result<std::unique_ptr<ReadableFile>> file = files.OpenForReading(path);
  if (!file.ok()) return file.status();
  return RecordReader(std::move(*file), path);
}

Status RecordReader::Read(std::string* record) {
  if (status_.ok()) status_ = ReadNext(record);
  return status_;
}

Status RecordReader::ReadNext(std::string* record) {
  const auto damaged = [this](std::string_view what) {
    return DataLoss("record at byte ", offset_, " of \"", path_, "\" ", what);
  };
  if (offset_ == file_->size()) return OutOfRange("\"", path_, "\" has no more records");
  const uint64_t left = file_->size() - offset_;
  if (left < kHeaderSize) return damaged("is cut off within its header");
  char header[kHeaderSize];
  RUNNEL_RETURN_IF_ERROR(file_->Read(offset_, header, sizeof(header)));
  if (UnmaskCrc32c(LoadFixed32(header + 8)) != ExtendCrc32c(0, header, 8)) {
    return damaged("has a length that does not match its checksum");
  }
  const uint64_t size = LoadFixed64(header);
  if (left - kHeaderSize < kTrailerSize || size > left - kHeaderSize - kTrailerSize) {
    return damaged("is cut off");
  }
  record->resize(static_cast<size_t>(size));
  RUNNEL_RETURN_IF_ERROR(file_->Read(offset_ + kHeaderSize, record->data(), record->size()));
  char trailer[kTrailerSize];
  RUNNEL_RETURN_IF_ERROR(file_->Read(offset_ + kHeaderSize + size, trailer, sizeof(trailer)));
  if (UnmaskCrc32c(LoadFixed32(trailer)) != Crc32c(*record))
    return damaged("does not match its checksum");
  offset_ += kHeaderSize + size + kTrailerSize;
  return OkStatus();
}

Result<RecordWriter> RecordWriter::Create(const FileSystem& files, const std::string& path) {
  Result<std::unique_ptr<WritableFile>> file = files.OpenForWriting(path);
  if (!file.ok()) return file.status();
  return RecordWriter(std::move(*file));
}

Status RecordWriter::Write(std::string_view record) {
  std::string frame;
  frame.reserve(record.size() + kHeaderSize + kTrailerSize);
  AppendFixed64(&frame, record.size());
  AppendFixed32(&frame, MaskCrc32c(Crc32c(frame)));
  frame.append(record);
  AppendFixed32(&frame, MaskCrc32c(Crc32c(record)));
  RUNNEL_RETURN_IF_ERROR(failed_);
  Status status = file_->Append(frame);
  if (status.ok()) {
    size_ += frame.size();
  } else {
    failed_ = file_->Truncate(size_);
  }
  return status;
}

}  // namespace runnel
