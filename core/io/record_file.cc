#include "core/io/record_file.h"

#include <zlib.h>

#include <algorithm>
#include <utility>

#include "core/base/crc32c.h"
#include "core/io/coding.h"

namespace runnel {
namespace {

constexpr size_t kBufferBytes = 256 << 10;

}  // namespace

// zlib's state and where its output goes first.
struct RecordFileWriter::Deflater {
  z_stream stream{};
  bool begun = false;
  std::unique_ptr<char[]> output = std::make_unique_for_overwrite<char[]>(kBufferBytes);
  ~Deflater() {
    if (begun) deflateEnd(&stream);
  }
};

RecordFileWriter::RecordFileWriter(std::unique_ptr<WritableFile> file, std::string path)
    : file_(std::move(file)), path_(std::move(path)) {
  // Deflate appends a piece of that size to less than that: it never lacks memory in the middle of a
  // stream, which could not be gone on with.
  buffer_.reserve(2 * kBufferBytes);
}

RecordFileWriter::RecordFileWriter(RecordFileWriter&&) noexcept = default;

RecordFileWriter::~RecordFileWriter() {
  if (file_) static_cast<void>(Close().ok());
}

Result<RecordFileWriter> RecordFileWriter::Create(const FileSystem& files, const std::string& path,
                                                  Compression compression, int level) {
  if (level < -1 || level > 9)
    return InvalidArgument("the level of compression is ", level, ", expected -1 to 9");
  if (level >= 0 && compression == Compression::kNone)
    return InvalidArgument("a level of compression, ", level, ", without a compression");
  std::unique_ptr<Deflater> deflater;
  if (compression != Compression::kNone) {
    deflater = std::make_unique<Deflater>();
    // zlib's way of telling the two headers apart; 8 is its default for memory.
    const int window_bits = compression == Compression::kGzip ? MAX_WBITS + 16 : MAX_WBITS;
    if (deflateInit2(&deflater->stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
      return ResourceExhausted("no memory to compress \"", path, "\"");
    deflater->begun = true;
  }
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<WritableFile> file, files.OpenForWriting(path));
  RecordFileWriter writer(std::move(file), path);
  writer.deflater_ = std::move(deflater);
  return writer;
}

Status RecordFileWriter::WriteBuffer() {
  if (buffer_.empty()) return OkStatus();
  Status status = file_->Append(buffer_);
  if (status.ok()) {
    size_ += buffer_.size();
    buffer_.clear();
    return status;
  }
  // Half a record is of no use to anybody. What cannot be taken back is found by its checksum.
  if (!deflater_) static_cast<void>(file_->Truncate(size_).ok());
  return status;
}

Status RecordFileWriter::Deflate(std::string_view bytes, int flush) {
  z_stream& zip = deflater_->stream;
  do {
    const size_t piece = std::min<size_t>(bytes.size(), 1 << 30);  // zlib counts in 32 bits
    zip.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    zip.avail_in = static_cast<uInt>(piece);
    bytes.remove_prefix(piece);
    const int how = bytes.empty() ? flush : Z_NO_FLUSH;
    do {
      zip.next_out = reinterpret_cast<Bytef*>(deflater_->output.get());
      zip.avail_out = static_cast<uInt>(kBufferBytes);
      if (deflate(&zip, how) == Z_STREAM_ERROR)
        return Internal("zlib cannot go on with \"", path_, "\"");
      buffer_.append(deflater_->output.get(), kBufferBytes - zip.avail_out);
      if (buffer_.size() >= kBufferBytes) RUNNEL_RETURN_IF_ERROR(WriteBuffer());
    } while (zip.avail_out == 0);
  } while (!bytes.empty());
  return OkStatus();
}

Status RecordFileWriter::Append(std::string_view bytes) {
  if (deflater_) return Deflate(bytes, Z_NO_FLUSH);
  buffer_.append(bytes);
  return OkStatus();
}

Status RecordFileWriter::Write(std::string_view record) {
  RUNNEL_RETURN_IF_ERROR(failed_);
  if (!file_) return FailedPrecondition("\"", path_, "\" is closed");
  std::string header;
  AppendFixed64(&header, record.size());
  AppendFixed32(&header, MaskCrc32c(Crc32c(header)));
  std::string trailer;
  AppendFixed32(&trailer, MaskCrc32c(Crc32c(record)));
  // Before anything of the record is buffered, so that the buffer always ends with a whole one.
  if (!deflater_) {
    const size_t size = header.size() + record.size() + trailer.size();
    if (!buffer_.empty() && buffer_.size() + size > kBufferBytes) {
      failed_ = WriteBuffer();
      RUNNEL_RETURN_IF_ERROR(failed_);
    }
    buffer_.reserve(buffer_.size() + size);
  }
  for (const std::string_view piece : {std::string_view(header), record, std::string_view(trailer)}) {
    failed_ = Append(piece);
    RUNNEL_RETURN_IF_ERROR(failed_);
  }
  if (buffer_.size() >= kBufferBytes) failed_ = WriteBuffer();
  return failed_;
}

Status RecordFileWriter::FlushNow() {
  if (deflater_) RUNNEL_RETURN_IF_ERROR(Deflate({}, Z_SYNC_FLUSH));
  return WriteBuffer();
}

Status RecordFileWriter::Flush() {
  RUNNEL_RETURN_IF_ERROR(failed_);
  if (!file_) return FailedPrecondition("\"", path_, "\" is closed");
  return failed_ = FlushNow();
}

Status RecordFileWriter::Sync() {
  RUNNEL_RETURN_IF_ERROR(Flush());
  failed_ = file_->Sync();
  RUNNEL_RETURN_IF_ERROR(failed_);
  return file_->CheckNamed();
}

Status RecordFileWriter::Close() {
  if (!file_) return OkStatus();
  Status status = failed_;
  if (status.ok() && deflater_) status = Deflate({}, Z_FINISH);
  if (status.ok()) status = WriteBuffer();
  const Status closed = file_->Close();
  file_.reset();
  return status.ok() ? closed : status;
}

}  // namespace runnel
