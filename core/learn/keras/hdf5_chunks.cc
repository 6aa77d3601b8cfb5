#include "core/learn/keras/hdf5_chunks.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "core/base/checked.h"
#include "core/io/input_stream.h"
#include "core/learn/keras/byte_cursor.h"

namespace runnel::learn::hdf5 {
namespace {

constexpr size_t kChecksumBytes = 4;

std::string NameOf(uint16_t filter, std::string_view written) {
  constexpr std::pair<uint16_t, std::string_view> kNames[] = {
      {4, "szip"}, {5, "n-bit"}, {6, "scale-offset"}, {32000, "lzf"}};
  for (const auto& [number, name] : kNames) {
    if (number == filter) return std::string(name);
  }
  written = written.substr(0, written.find('\0'));
  return written.empty() ? StrCat("number ", filter) : std::string(written);
}

class PackedBytes : public ReadableFile {
 public:
  explicit PackedBytes(std::string_view bytes) : bytes_(bytes) {}
  uint64_t size() const override { return bytes_.size(); }
  Status Read(uint64_t offset, void* data, size_t size) const override {
    if (offset > bytes_.size() || size > bytes_.size() - offset) return DataLoss("the chunk ends");
    std::memcpy(data, bytes_.data() + offset, size);
    return OkStatus();
  }

 private:
  const std::string_view bytes_;
};

// False unless it is a stream of at most `most` bytes.
bool Inflate(std::string_view packed, size_t most, std::string* out) {
  InputStream stream(std::make_unique<PackedBytes>(packed), "", Compression::kZlib);
  out->resize(most + 1);
  size_t got = 0;
  const Status status = stream.Read(out->data(), most + 1, &got);
  out->resize(std::min(got, most));
  return status.ok() && got <= most;
}

// Shuffled bytes are all first ones of the elements, then all second ones; what is left over follows.
std::string Unshuffle(const std::string& bytes, size_t element) {
  std::string out(bytes);
  const size_t count = bytes.size() / element;
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < element; ++k) out[i * element + k] = bytes[k * count + i];
  }
  return out;
}

// Source: Fletcher's checksum over words of 16 bits, as H5_checksum_fletcher32 computes it.
uint32_t Fletcher32(std::string_view bytes) {
  uint32_t first = 0, second = 0;
  for (size_t i = 0; i < bytes.size(); i += 2) {
    const auto high = static_cast<uint8_t>(bytes[i]);
    const auto low = static_cast<uint8_t>(i + 1 < bytes.size() ? bytes[i + 1] : 0);
    first += static_cast<uint32_t>(high << 8 | low);
    first = (first & 0xffff) + (first >> 16);
    second += first;
    second = (second & 0xffff) + (second >> 16);
  }
  return second << 16 | first;
}

// Whether two sums are alike, where 0 and 65535 are the same number.
bool SameChecksum(uint32_t a, uint32_t b) {
  const auto half = [](uint32_t x) { return x == 0xffff ? 0 : x; };
  return half(a >> 16) == half(b >> 16) && half(a & 0xffff) == half(b & 0xffff);
}

// Undoes the filters. Null, or what is wrong.
const char* Unpack(const Chunks& chunks, const Chunk& chunk, size_t element, std::string* bytes) {
  for (size_t i = chunks.filters.size(); i-- > 0;) {
    if (i < 32 && (chunk.left_out >> i & 1) != 0) continue;
    if (chunks.filters[i] == kShuffle) {
      *bytes = Unshuffle(*bytes, element);
    } else if (chunks.filters[i] == kDeflate) {
      std::string inflated;
      if (!Inflate(*bytes, chunks.bytes + kChecksumBytes * chunks.filters.size(), &inflated))
        return "is no whole stream of zlib of the chunk's size";
      *bytes = std::move(inflated);
    } else {
      if (bytes->size() < kChecksumBytes) return "has no checksum";
      const size_t end = bytes->size() - kChecksumBytes;
      const auto sum = ByteCursor(std::string_view(*bytes).substr(end)).U32();
      bytes->resize(end);
      if (!SameChecksum(Fletcher32(*bytes), sum)) return "has another checksum than it says";
    }
  }
  return bytes->size() == chunks.bytes ? nullptr : "has not the chunk's size";
}

// What of the chunk is in the tensor goes to its place.
void Place(const Shape& shape, const Chunks& chunks, const Chunk& chunk, uint64_t element,
           const std::string& bytes, char* data) {
  const size_t rank = chunk.at.size();
  const auto dim = [&](size_t d) { return static_cast<uint64_t>(shape.dim(static_cast<int>(d))); };
  std::vector<uint64_t> counts, row(rank, 0);
  for (size_t d = 0; d < rank; ++d) counts.push_back(std::min(chunks.dims[d], dim(d) - chunk.at[d]));
  for (bool more = true; more;) {
    uint64_t from = 0, to = 0;
    for (size_t d = 0; d < rank; ++d) {
      from = from * chunks.dims[d] + row[d];
      to = to * dim(d) + chunk.at[d] + row[d];
    }
    std::memcpy(data + to * element, bytes.data() + from * element, counts[rank - 1] * element);
    more = false;
    for (size_t d = rank - 1; !more && d-- > 0;) {
      more = ++row[d] < counts[d];
      if (!more) row[d] = 0;
    }
  }
}

}  // namespace

bool ParseFilters(std::string_view message, std::vector<uint16_t>* filters, std::string* unknown) {
  ByteCursor in(message);
  const uint8_t version = in.U8(), count = in.U8();
  if (version == 1) in.Skip(6);
  if (version < 1 || version > 2 || count > 32) return false;
  for (uint8_t i = 0; i < count; ++i) {
    const uint16_t filter = in.U16();
    const uint16_t name_bytes = version == 1 || filter >= 256 ? in.U16() : 0;
    in.Skip(2);
    const uint16_t num_values = in.U16();
    const std::string_view name = in.Take(version == 1 ? AlignUp(name_bytes, 8) : name_bytes);
    in.Skip(size_t{4} * (version == 1 && num_values % 2 == 1 ? num_values + 1 : num_values));
    if (!in.ok()) return false;
    if (filter < kDeflate || filter > kFletcher32) {
      *unknown = NameOf(filter, name);
      return true;
    }
    filters->push_back(filter);
  }
  return true;
}

Status ReadChunks(const FilePart& part, DType dtype, const Shape& shape, const Chunks& chunks,
                  char* data) {
  for (const Chunk& chunk : chunks.stored) {
    std::string bytes(chunk.bytes, '\0');
    RUNNEL_RETURN_IF_ERROR(part.Read(chunk.offset, bytes.data(), chunk.bytes));
    const char* const wrong = Unpack(chunks, chunk, DTypeSize(dtype), &bytes);
    if (wrong != nullptr) {
      return DataLoss(part.name, ": byte ", chunk.offset, ": a chunk of ", chunk.bytes, " bytes ", wrong,
                      ", ", chunks.bytes);
    }
    Place(shape, chunks, chunk, DTypeSize(dtype), bytes, data);
  }
  return OkStatus();
}

}  // namespace runnel::learn::hdf5
