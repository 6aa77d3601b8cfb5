#include "tools/common/npz.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>

#include "tools/common/error.h"
#include "tools/common/files.h"

namespace runnel::tools {
namespace {

constexpr size_t kEndBytes = 22, kEntryBytes = 46, kLocalBytes = 30, kMostComment = 65535;
constexpr std::string_view kEnd = "PK\5\6", kEntry = "PK\1\2", kLocal = "PK\3\4";
constexpr uint64_t kIn64 = 0xffffffff;  // the number is in a wider field
constexpr uint64_t kMostRatio = 1032;   // of deflate

class Archive {
 public:
  Archive(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  std::map<std::string, Array> Read() const {
    const size_t tail = bytes_.size() - std::min(bytes_.size(), kEndBytes + kMostComment);
    const size_t end = bytes_.rfind(kEnd);
    if (end == std::string_view::npos || end < tail) Bad("it has no directory of a zip archive");
    const std::string_view last = Part(end, kEndBytes);
    const uint64_t count = Number(last, 10, 2);
    uint64_t at = Number(last, 16, 4);
    std::map<std::string, Array> arrays;
    for (uint64_t i = 0; i < count; ++i) {
      const std::string_view entry = Part(at, kEntryBytes);
      if (!entry.starts_with(kEntry)) Bad(Cat("byte ", at, " should begin entry ", i, " of ", count));
      const uint64_t name_bytes = Number(entry, 28, 2);
      std::string member(Part(at + kEntryBytes, name_bytes));
      const std::string content = Content(entry, member);
      if (member.ends_with(".npy")) member.resize(member.size() - 4);
      arrays[member] = ParseNpy(content, Cat(name_, ": ", member));
      at += kEntryBytes + name_bytes + Number(entry, 30, 2) + Number(entry, 32, 2);
    }
    return arrays;
  }

 private:
  [[noreturn]] void Bad(const std::string& what) const { Fail(name_, ": damaged .npz file: ", what); }
  std::string_view Part(uint64_t at, uint64_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at)
      Bad(Cat("it has ", bytes_.size(), " bytes, expected ", size, " at byte ", at));
    return bytes_.substr(at, size);
  }
  static uint64_t Number(std::string_view from, size_t at, size_t size) {
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(from[at + i]);
    return value;
  }

  std::string Content(std::string_view entry, const std::string& member) const {
    const uint64_t method = Number(entry, 10, 2), packed = Number(entry, 20, 4),
                   size = Number(entry, 24, 4), header = Number(entry, 42, 4);
    if ((Number(entry, 8, 2) & 1) != 0) Fail("UNIMPLEMENTED: ", name_, ": ", member, " is encrypted");
    if (packed == kIn64 || size == kIn64 || header == kIn64)
      Fail("UNIMPLEMENTED: ", name_, ": ", member, " has 4 GiB or more, or lies behind so many");
    const std::string_view local = Part(header, kLocalBytes);
    if (!local.starts_with(kLocal)) Bad(Cat("byte ", header, " should begin the member ", member));
    const std::string_view data =
        Part(header + kLocalBytes + Number(local, 26, 2) + Number(local, 28, 2), packed);
    if (method == Z_DEFLATED) return Inflated(data, size, member);
    if (method != 0)
      Fail("UNIMPLEMENTED: ", name_, ": ", member, " is compressed by method ", method,
           "; those of NumPy are 0 and 8");
    if (packed != size) Bad(Cat(member, " has ", packed, " bytes, its entry says ", size));
    return std::string(data);
  }

  std::string Inflated(std::string_view data, uint64_t size, const std::string& member) const {
    if (size / kMostRatio > data.size())
      Bad(Cat(member, " should become ", size, " bytes of ", data.size()));
    std::string out(size, '\0');
    z_stream stream = {};
    constexpr int kRaw = -15;  // deflate's largest window, without a header
    if (inflateInit2(&stream, kRaw) != Z_OK) Fail("RESOURCE_EXHAUSTED: no memory to read ", name_);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    stream.avail_in = static_cast<uInt>(data.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(size);
    const int result = inflate(&stream, Z_FINISH);
    const uint64_t made = stream.total_out;
    inflateEnd(&stream);
    if (result != Z_STREAM_END || made != size)
      Bad(Cat(member, " gave ", made, " bytes, its entry says ", size));
    return out;
  }

  const std::string_view bytes_;
  const std::string& name_;
};

}  // namespace

std::map<std::string, Array> ParseNpz(std::string_view bytes, const std::string& name) {
  return Archive(bytes, name).Read();
}

std::map<std::string, Array> ReadNpz(const std::string& path) { return ParseNpz(ReadFile(path), path); }

}  // namespace runnel::tools
