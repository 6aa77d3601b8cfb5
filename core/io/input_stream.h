// InputStream: a file from its beginning to its end, through a buffer, decompressed on the way.
#ifndef RUNNEL_CORE_IO_INPUT_STREAM_H_
#define RUNNEL_CORE_IO_INPUT_STREAM_H_

#include <memory>
#include <string>
#include <string_view>

#include "core/io/file.h"

namespace runnel {

enum class Compression { kNone, kZlib, kGzip };
// TensorFlow's names: "", "ZLIB", "GZIP". Errors: INVALID_ARGUMENT for another one.
Result<Compression> ParseCompression(std::string_view name);

// One thread. Memory: the buffers, whatever the file holds.
class InputStream {
 public:
  static Result<std::unique_ptr<InputStream>> Open(const FileSystem& files, const std::string& path,
                                                   Compression compression = Compression::kNone);
  InputStream(std::unique_ptr<ReadableFile> file, std::string path,
              Compression compression = Compression::kNone);
  ~InputStream();
  InputStream(const InputStream&) = delete;

  // Errors of all: DATA_LOSS with path and offset for damaged compressed data; those of reading.

  // Up to `size` bytes; fewer only at the end. `*got`: how many.
  Status Read(void* data, size_t size, size_t* got);
  // Likewise.
  Status Skip(uint64_t size, uint64_t* skipped);
  // Up to the next newline, which is taken and not given. False: there was nothing left.
  Result<bool> ReadLine(std::string* line);
  // Of what was given, decompressed.
  uint64_t offset() const { return offset_; }
  const std::string& path() const { return path_; }
  // How far the file has been read, and how large it is; both in bytes as they are in the file.
  uint64_t file_offset() const { return file_offset_; }
  uint64_t file_size() const { return file_->size(); }
  // How many bytes are left at most; UINT64_MAX where that is not known ahead.
  uint64_t left_at_most() const;

 private:
  struct Inflater;
  // Makes the buffer hold at least a byte, unless the file is at its end.
  Status Fill();
  Status FillFromFile(char* data, size_t size, size_t* got);
  Status FillInflated();

  const std::unique_ptr<ReadableFile> file_;
  const std::string path_;
  const uint64_t buffer_bytes_;
  std::unique_ptr<char[]> buffer_;
  size_t begin_ = 0, end_ = 0;  // of what is left in the buffer
  uint64_t file_offset_ = 0;    // of the next byte to read from the file
  uint64_t offset_ = 0;
  std::unique_ptr<Inflater> inflater_;  // null: not compressed
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_INPUT_STREAM_H_
