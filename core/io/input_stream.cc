#include "core/io/input_stream.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace runnel {
namespace {

constexpr uint64_t kBufferBytes = 256 << 10;

}  // namespace

// zlib's state, its input, and what of the file it has taken.
struct InputStream::Inflater {
  z_stream stream{};
  std::unique_ptr<char[]> input;
  bool begun = false;
  bool at_stream_end = false;  // of one member; a gzip file may have several
  int window_bits = 0;
  ~Inflater() {
    if (begun) inflateEnd(&stream);
  }
};

Result<Compression> ParseCompression(std::string_view name) {
  if (name.empty()) return Compression::kNone;
  if (name == "ZLIB") return Compression::kZlib;
  if (name == "GZIP") return Compression::kGzip;
  return InvalidArgument("Unsupported compression_type: \"", name, "\"; there are \"\", ZLIB and GZIP");
}

Result<std::unique_ptr<InputStream>> InputStream::Open(const FileSystem& files, const std::string& path,
                                                       Compression compression) {
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<ReadableFile> file, files.OpenForReading(path));
  return std::make_unique<InputStream>(std::move(file), path, compression);
}

InputStream::InputStream(std::unique_ptr<ReadableFile> file, std::string path, Compression compression)
    : file_(std::move(file)),
      path_(std::move(path)),
      buffer_bytes_(compression == Compression::kNone
                        ? std::clamp<uint64_t>(file_->size(), 1, kBufferBytes)
                        : kBufferBytes) {
  if (compression == Compression::kNone) return;
  inflater_ = std::make_unique<Inflater>();
  // zlib's way of telling the two headers apart.
  inflater_->window_bits = compression == Compression::kGzip ? MAX_WBITS + 16 : MAX_WBITS;
}

InputStream::~InputStream() = default;

uint64_t InputStream::left_at_most() const {
  if (inflater_) return std::numeric_limits<uint64_t>::max();
  return end_ - begin_ + (file_->size() - file_offset_);
}

Status InputStream::FillFromFile(char* data, size_t size, size_t* got) {
  *got = static_cast<size_t>(std::min<uint64_t>(size, file_->size() - file_offset_));
  if (*got == 0) return OkStatus();
  RUNNEL_RETURN_IF_ERROR(file_->Read(file_offset_, data, *got));
  file_offset_ += *got;
  return OkStatus();
}

Status InputStream::Fill() {
  if (begin_ < end_) return OkStatus();
  if (!buffer_) buffer_ = std::make_unique_for_overwrite<char[]>(buffer_bytes_);
  begin_ = end_ = 0;
  if (inflater_) return FillInflated();
  return FillFromFile(buffer_.get(), static_cast<size_t>(buffer_bytes_), &end_);
}

Status InputStream::FillInflated() {
  Inflater& zip = *inflater_;
  const auto damaged = [this](std::string_view what) {
    return DataLoss("compressed data of \"", path_, "\" before byte ", file_offset_, " ", what);
  };
  if (!zip.begun) {
    zip.input = std::make_unique_for_overwrite<char[]>(kBufferBytes);
    if (inflateInit2(&zip.stream, zip.window_bits) != Z_OK)
      return ResourceExhausted("no memory to decompress \"", path_, "\"");
    zip.begun = true;
  }
  zip.stream.next_out = reinterpret_cast<Bytef*>(buffer_.get());
  zip.stream.avail_out = static_cast<uInt>(buffer_bytes_);
  while (zip.stream.avail_out == buffer_bytes_) {
    if (zip.stream.avail_in == 0) {
      size_t got = 0;
      RUNNEL_RETURN_IF_ERROR(FillFromFile(zip.input.get(), kBufferBytes, &got));
      if (got == 0) {
        // An empty file has nothing, which is a whole stream for TensorFlow's readers.
        if (zip.at_stream_end || file_->size() == 0) return OkStatus();
        return damaged("is cut off");
      }
      zip.stream.next_in = reinterpret_cast<Bytef*>(zip.input.get());
      zip.stream.avail_in = static_cast<uInt>(got);
    }
    if (zip.at_stream_end) {
      if (inflateReset(&zip.stream) != Z_OK) return damaged("cannot be read on");
      zip.at_stream_end = false;
    }
    const int code = inflate(&zip.stream, Z_NO_FLUSH);
    if (code == Z_STREAM_END) {
      zip.at_stream_end = true;
    } else if (code == Z_MEM_ERROR) {
      return ResourceExhausted("no memory to decompress \"", path_, "\"");
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      return damaged(zip.stream.msg != nullptr ? zip.stream.msg : "is no compressed data");
    }
  }
  end_ = static_cast<size_t>(buffer_bytes_) - zip.stream.avail_out;
  return OkStatus();
}

Status InputStream::Read(void* data, size_t size, size_t* got) {
  char* const out = static_cast<char*>(data);
  *got = 0;
  while (*got < size) {
    // A large piece does not go through the buffer.
    if (begin_ == end_ && !inflater_ && size - *got >= buffer_bytes_) {
      size_t direct = 0;
      RUNNEL_RETURN_IF_ERROR(FillFromFile(out + *got, size - *got, &direct));
      *got += direct;
      offset_ += direct;
      return OkStatus();
    }
    RUNNEL_RETURN_IF_ERROR(Fill());
    if (begin_ == end_) return OkStatus();
    const size_t piece = std::min(size - *got, end_ - begin_);
    std::memcpy(out + *got, buffer_.get() + begin_, piece);
    begin_ += piece;
    *got += piece;
    offset_ += piece;
  }
  return OkStatus();
}

Status InputStream::Skip(uint64_t size, uint64_t* skipped) {
  *skipped = 0;
  while (*skipped < size) {
    if (begin_ == end_ && !inflater_) {
      const uint64_t jump = std::min(size - *skipped, file_->size() - file_offset_);
      file_offset_ += jump;
      offset_ += jump;
      *skipped += jump;
      return OkStatus();
    }
    RUNNEL_RETURN_IF_ERROR(Fill());
    if (begin_ == end_) return OkStatus();
    const auto piece = static_cast<size_t>(std::min<uint64_t>(size - *skipped, end_ - begin_));
    begin_ += piece;
    offset_ += piece;
    *skipped += piece;
  }
  return OkStatus();
}

Result<bool> InputStream::ReadLine(std::string* line) {
  line->clear();
  for (;;) {
    RUNNEL_RETURN_IF_ERROR(Fill());
    if (begin_ == end_) return !line->empty();
    const char* const first = buffer_.get() + begin_;
    const auto* const newline = static_cast<const char*>(std::memchr(first, '\n', end_ - begin_));
    const size_t size = newline == nullptr ? end_ - begin_ : static_cast<size_t>(newline - first);
    line->append(first, size);
    const size_t taken = size + (newline == nullptr ? 0 : 1);
    begin_ += taken;
    offset_ += taken;
    if (newline != nullptr) return true;
  }
}

}  // namespace runnel
