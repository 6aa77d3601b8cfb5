// RecordFileWriter: a whole TFRecord file, compressed or not, through a buffer.
//
// RecordWriter beside it is for event files, whose records are there for readers at once. Here they are
// there after a Flush, and at the end.
#ifndef RUNNEL_CORE_IO_RECORD_FILE_H_
#define RUNNEL_CORE_IO_RECORD_FILE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/io/input_stream.h"

namespace runnel {

// One thread. Memory: a buffer, whatever is written.
class RecordFileWriter {
 public:
  // Empties the file if there is one. `level`: zlib's, 0 to 9, or -1 for its default.
  // Errors: INVALID_ARGUMENT for another level, or for one without a compression.
  static Result<RecordFileWriter> Create(const FileSystem& files, const std::string& path,
                                         Compression compression, int level);
  RecordFileWriter(RecordFileWriter&& other) noexcept;
  // Ends the file as Close does, and nobody learns of what fails.
  ~RecordFileWriter();

  // Errors of all: those of the file system, with the path. The first is final. A file that is not
  // compressed then still consists of whole records, those of the last Flush at least.
  Status Write(std::string_view record);
  // What was written is in the file for other readers.
  Status Flush();
  // And survives a loss of power. Errors: also NOT_FOUND if the file was deleted or replaced meanwhile.
  Status Sync();
  Status Close();

 private:
  struct Deflater;
  explicit RecordFileWriter(std::unique_ptr<WritableFile> file, std::string path);
  Status Append(std::string_view bytes);
  // Gives `bytes` to zlib, and what comes of them to the file. `flush` is one of zlib's.
  Status Deflate(std::string_view bytes, int flush);
  Status WriteBuffer();
  Status FlushNow();

  std::unique_ptr<WritableFile> file_;
  std::string path_;
  std::string buffer_;  // what is not in the file yet: whole records, or compressed bytes
  uint64_t size_ = 0;   // of the file
  Status failed_;
  std::unique_ptr<Deflater> deflater_;  // null: not compressed
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_RECORD_FILE_H_
