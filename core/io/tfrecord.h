// TFRecord files: framed records with checksums, as TensorFlow and TensorBoard read them.
//
// A record is its length (u64), a masked checksum of those 8 bytes, the bytes, and a masked checksum of
// them; all little-endian.
#ifndef RUNNEL_CORE_IO_TFRECORD_H_
#define RUNNEL_CORE_IO_TFRECORD_H_

#include <memory>
#include <string>
#include <string_view>

#include "core/io/input_stream.h"

namespace runnel {

// One thread.
class RecordReader {
 public:
  static Result<RecordReader> Open(const FileSystem& files, const std::string& path,
                                   Compression compression = Compression::kNone);
  RecordReader(std::unique_ptr<ReadableFile> file, std::string path)
      : stream_(std::make_unique<InputStream>(std::move(file), std::move(path))) {}
  explicit RecordReader(std::unique_ptr<InputStream> stream) : stream_(std::move(stream)) {}

  // The next record. Errors: OUT_OF_RANGE at the end of the file; DATA_LOSS with the offset of a record
  // that is truncated or does not match its checksums. After an error every call returns it again.
  Status Read(std::string* record);
  // Begins at the record there. Before the first Read. Errors: OUT_OF_RANGE behind the end of the file.
  Status SkipTo(uint64_t offset);
  // Of the next record, in what is decompressed.
  uint64_t offset() const { return offset_; }
  const InputStream& stream() const { return *stream_; }

 private:
  Status ReadNext(std::string* record);
  // All of `size` bytes, which the record has at least. Errors: DATA_LOSS.
  Status ReadAll(void* data, size_t size);
  Status Damaged(std::string_view what) const;
  std::unique_ptr<InputStream> stream_;
  uint64_t offset_ = 0;
  Status status_;
};

// Appends to a file that it has locked. One thread.
class RecordWriter {
 public:
  // Empties the file if there is one.
  static Result<RecordWriter> Create(const FileSystem& files, const std::string& path);
  // Each record is one write, so a killed process leaves at most one truncated record. A record that
  // cannot be written completely is taken back, so that later ones may follow; if that fails too, all
  // later writes fail.
  Status Write(std::string_view record);
  // Errors: NOT_FOUND if the file was deleted, moved or replaced meanwhile.
  Status Sync() {
    RUNNEL_RETURN_IF_ERROR(file_->Sync());
    return file_->CheckNamed();
  }
  Status Close() { return file_->Close(); }

 private:
  explicit RecordWriter(std::unique_ptr<WritableFile> file) : file_(std::move(file)) {}
  std::unique_ptr<WritableFile> file_;
  uint64_t size_ = 0;  // bytes of complete records
  Status failed_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_TFRECORD_H_
