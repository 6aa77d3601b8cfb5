#include "tools/runnel/record_input.h"

#include <cerrno>
#include <cstring>

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

RecordReaderHandle Open(rnl_runtime_t* runtime, const std::string& path, std::string_view compression) {
  RecordReaderHandle reader;
  Check(rnl_record_reader_open(runtime, Str(path), Str(compression), Out(&reader)));
  return reader;
}

// What the file is compressed with, by its first bytes: those of zlib and gzip are no length with its
// checksum, which a record begins with.
std::string FindCompression(rnl_runtime_t* runtime, const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  unsigned char begin[2] = {};
  const size_t got = file == nullptr ? 0 : std::fread(begin, 1, sizeof(begin), file);
  if (file != nullptr) std::fclose(file);
  if (got < sizeof(begin)) return "";
  const bool gzip = begin[0] == 0x1f && begin[1] == 0x8b;
  const bool zlib = (begin[0] & 0x0f) == 8 && (begin[0] << 8 | begin[1]) % 31 == 0;
  if (!gzip && !zlib) return "";
  const RecordReaderHandle plain = Open(runtime, path, "");
  BytesHandle record;
  rnl_status_t* const status = rnl_record_reader_next(plain.get(), Out(&record));
  const bool is_plain = status == nullptr;
  rnl_status_release(status);
  return is_plain ? "" : gzip ? "GZIP" : "ZLIB";
}

std::string Compression(rnl_runtime_t* runtime, const std::string& path, const Args& args) {
  if (!args.Has("compression")) return FindCompression(runtime, path);
  const std::string kind = args.Choice("compression", "none", {"none", "zlib", "gzip"});
  return kind == "none" ? "" : kind == "zlib" ? "ZLIB" : "GZIP";
}

size_t CharacterBytes(std::string_view s) {
  const auto first = static_cast<unsigned char>(s[0]);
  const size_t size = first < 0x80   ? 1
                      : first < 0xc2 ? 0
                      : first < 0xe0 ? 2
                      : first < 0xf0 ? 3
                      : first < 0xf5 ? 4
                                     : 0;
  if (size > s.size()) return 0;
  uint32_t c = size == 1 ? first : first & (0x7fu >> size);
  for (size_t i = 1; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(s[i]);
    if ((byte & 0xc0) != 0x80) return 0;
    c = c << 6 | (byte & 0x3fu);
  }
  const uint32_t least = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0;
  return c < least || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? 0 : size;
}

std::string Base64(std::string_view bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t three = 0;
    for (size_t j = 0; j < 3; ++j)
      three = three << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (size_t j = 0; j < 4; ++j)
      text += i + j > bytes.size() ? '=' : kDigits[three >> (18 - 6 * j) & 63];
  }
  return text;
}

}  // namespace

void ReadRecords(rnl_runtime_t* runtime, const std::string& path, const Args& args,
                 const std::function<bool(uint64_t offset, std::string_view record)>& record) {
  const RecordReaderHandle reader = Open(runtime, path, Compression(runtime, path, args));
  uint64_t read = 0, size = 0;
  Check(rnl_record_reader_progress(reader.get(), &read, &size));
  Progress progress(path, static_cast<int64_t>(size), ProgressWhen(args));
  for (int64_t count = 0;; ++count) {
    const uint64_t offset = rnl_record_reader_offset(reader.get());
    BytesHandle bytes;
    Check(rnl_record_reader_next(reader.get(), Out(&bytes)));
    if (bytes == nullptr || !record(offset, View(rnl_bytes_view(bytes.get())))) return;
    Check(rnl_record_reader_progress(reader.get(), &read, &size));
    progress.Update(static_cast<int64_t>(read), Cat(count + 1, " records"));
  }
}

LineWriter::LineWriter(const Args& args)
    : path_(args.Text("out")), file_(path_.empty() ? stdout : std::fopen(path_.c_str(), "wb")) {
  if (file_ == nullptr) Fail("\"", path_, "\" cannot be written: ", std::strerror(errno));
}

LineWriter::~LineWriter() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
}

void LineWriter::FailToWrite() const {
  if (path_.empty()) Fail("standard output cannot be written");
  Fail("\"", path_, "\" cannot be written: ", std::strerror(errno));
}

void LineWriter::Write(std::string_view line) {
  if (std::fwrite(line.data(), 1, line.size(), file_) != line.size() || std::fputc('\n', file_) == EOF)
    FailToWrite();
}

void LineWriter::Close() {
  if (std::fflush(file_) != 0) FailToWrite();
  if (file_ == stdout) return;
  std::FILE* const file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) FailToWrite();
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t size = CharacterBytes(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

void WriteBytes(std::string_view bytes, JsonWriter* json) {
  if (IsUtf8(bytes)) {
    json->String(bytes);
  } else {
    json->BeginObject().Key("base64").String(Base64(bytes)).EndObject();
  }
}

std::string CsvCell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

}  // namespace runnel::tools
