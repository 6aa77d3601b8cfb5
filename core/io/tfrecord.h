// TFRecord files: framed records with checksums, as TensorFlow and TensorBoard read them.
//
// A record is its length (u64), a masked checksum of those 8 bytes, the bytes, and a masked checksum of
// them; all little-endian.
#ifndef RUNNEL_CORE_IO_TFRECORD_H_
#define RUNNEL_CORE_IO_TFRECORD_H_

#include <memory>
#include <string>
#include <string_view>

#include "core/io/file.h"

namespace runnel {

// One thread.
class RecordReader {
 public:
  static Result<RecordReader> Open(const FileSystem& files, const std::string& path);
  RecordReader(std::unique_ptr<ReadableFile> file, std::string path)
      : file_(std::move(file)), path_(std::move(path)) {}

  // The next record. Errors: OUT_OF_RANGE at the end of the file; DATA_LOSS with the offset of a record
  // that is truncated or does not match its checksums. After an error every call returns it again.
  Status Read(std::string* record);
  // Of the next record.
  uint64_t offset() const { return offset_; }

 private:
  Status ReadNext(std::string* record);
  std::unique_ptr<ReadableFile> file_;
  std::string path_;
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
