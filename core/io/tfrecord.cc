#include "core/io/tfrecord.h"

#include <algorithm>

#include "core/base/crc32c.h"
#include "core/io/coding.h"

namespace runnel {
namespace {

constexpr uint64_t kHeaderSize = 12;
constexpr uint64_t kTrailerSize = 4;
constexpr uint64_t kPieceBytes = 1 << 20;

}  // namespace

Result<RecordReader> RecordReader::Open(const FileSystem& files, const std::string& path,
                                        Compression compression) {
  Result<std::unique_ptr<InputStream>> stream = InputStream::Open(files, path, compression);
  if (!stream.ok()) return stream.status();
  return RecordReader(std::move(*stream));
}

Status RecordReader::Read(std::string* record) {
  if (status_.ok()) status_ = ReadNext(record);
  return status_;
}

Status RecordReader::Damaged(std::string_view what) const {
  return DataLoss("record at byte ", offset_, " of \"", stream_->path(), "\" ", what);
}

Status RecordReader::SkipTo(uint64_t offset) {
  uint64_t skipped = 0;
  RUNNEL_RETURN_IF_ERROR(stream_->Skip(offset, &skipped));
  offset_ = skipped;
  if (skipped == offset) return OkStatus();
  return OutOfRange("\"", stream_->path(), "\" ends at byte ", skipped, ", before the record at byte ",
                    offset);
}

Status RecordReader::ReadAll(void* data, size_t size) {
  size_t got = 0;
  RUNNEL_RETURN_IF_ERROR(stream_->Read(data, size, &got));
  return got == size ? OkStatus() : Damaged("is cut off");
}

Status RecordReader::ReadNext(std::string* record) {
  char header[kHeaderSize];
  size_t got = 0;
  RUNNEL_RETURN_IF_ERROR(stream_->Read(header, sizeof(header), &got));
  if (got == 0) return OutOfRange("\"", stream_->path(), "\" has no more records");
  if (got < sizeof(header)) return Damaged("is cut off within its header");
  if (UnmaskCrc32c(LoadFixed32(header + 8)) != ExtendCrc32c(0, header, 8))
    return Damaged("has a length that does not match its checksum");
  const uint64_t size = LoadFixed64(header);
  const uint64_t left = stream_->left_at_most();
  if (left < kTrailerSize || size > left - kTrailerSize) return Damaged("is cut off");
  // Of compressed data nobody knows how long it is: memory is claimed as it comes.
  record->clear();
  for (uint64_t done = 0; done < size;) {
    const uint64_t piece = left == UINT64_MAX ? std::min(size - done, kPieceBytes) : size;
    record->resize(static_cast<size_t>(done + piece));
    RUNNEL_RETURN_IF_ERROR(ReadAll(record->data() + done, static_cast<size_t>(piece)));
    done += piece;
  }
  char trailer[kTrailerSize];
  RUNNEL_RETURN_IF_ERROR(ReadAll(trailer, sizeof(trailer)));
  if (UnmaskCrc32c(LoadFixed32(trailer)) != Crc32c(*record))
    return Damaged("does not match its checksum");
  offset_ = stream_->offset();
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
