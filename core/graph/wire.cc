#include "core/graph/wire.h"

#include <bit>
#include <cstring>

namespace runnel {
namespace {

static_assert(std::endian::native == std::endian::little, "fixed-width values are copied as they are");

// nanopb checks counts against bytes_left before it calls; the state is the next byte, so that a copy of
// a stream is an independent cursor.
bool ReadMemory(pb_istream_t* stream, pb_byte_t* out, size_t count) {
  const char* next = static_cast<const char*>(stream->state);
  std::memcpy(out, next, count);
  stream->state = const_cast<char*>(next + count);
  return true;
}

bool WriteMemory(pb_ostream_t* stream, const pb_byte_t* data, size_t count) {
  char* next = static_cast<char*>(stream->state);
  std::memcpy(next, data, count);
  stream->state = next + count;
  return true;
}

const pb_byte_t* AsBytes(const void* data) { return static_cast<const pb_byte_t*>(data); }

}  // namespace

WireReader::WireReader(std::string_view bytes, WireFailure* failure, const char* whole, int depth)
    : stream_{&ReadMemory, const_cast<char*>(bytes.data()), bytes.size(), nullptr},
      whole_(whole),
      field_start_(bytes.data()),
      failure_(failure),
      depth_(depth) {}

bool WireReader::Fail(Code code, const char* at, std::string message) {
  if (!failure_->failed()) *failure_ = {code, std::move(message), at};
  return false;
}

bool WireReader::Malformed(std::string_view why) {
  return Fail(Code::kDataLoss, field_start_, std::string(why));
}

bool WireReader::LongVarint(uint64_t* out) {
  return pb_decode_varint(&stream_, out) || Malformed("truncated or too long varint");
}

bool WireReader::Next() {
  if (stream_.bytes_left == 0 || failure_->failed()) return false;
  field_start_ = position();
  uint64_t tag = 0;
  if (!RawVarint(&tag)) return false;
  wire_type_ = static_cast<pb_wire_type_t>(tag & 7);
  if (tag > UINT32_MAX || tag < 8) return Malformed("no field number");
  field_ = static_cast<uint32_t>(tag >> 3);
  return true;
}

bool WireReader::WrongType(pb_wire_type_t expected) {
  return Malformed(
      StrCat("wire type ", static_cast<int>(expected), " expected, got ", static_cast<int>(wire_type_)));
}

bool WireReader::Skip() {
  std::string_view bytes;
  uint64_t value = 0;
  switch (wire_type_) {
    case PB_WT_VARINT:
      return RawVarint(&value);
    case PB_WT_STRING:
      return Bytes(&bytes);
    case PB_WT_64BIT:
    case PB_WT_32BIT:
      return pb_skip_field(&stream_, wire_type_) || Malformed("truncated value");
    default:
      return Malformed(StrCat("unknown wire type ", static_cast<int>(wire_type_)));
  }
}

bool WireReader::Bytes(std::string_view* out) {
  uint64_t size = 0;
  if (!Expect(PB_WT_STRING) || !RawVarint(&size)) return false;
  if (size > stream_.bytes_left) {
    return Malformed(StrCat("truncated: ", size, " bytes expected, ", stream_.bytes_left, " left"));
  }
  *out = {position(), static_cast<size_t>(size)};
  stream_.state = const_cast<char*>(position() + size);
  stream_.bytes_left -= static_cast<size_t>(size);
  return true;
}

bool WireReader::Varint(uint64_t* out) { return Expect(PB_WT_VARINT) && RawVarint(out); }

bool WireReader::Read(std::string* out) {
  std::string_view view;
  if (!Bytes(&view)) return false;
  out->assign(view);
  return true;
}

bool WireReader::Read(int64_t* out) {
  uint64_t raw = 0;
  if (!Varint(&raw)) return false;
  *out = static_cast<int64_t>(raw);
  return true;
}

// A value that is too long loses its upper bits, as in other readers of the format.
bool WireReader::Read(int32_t* out) {
  uint64_t raw = 0;
  if (!Varint(&raw)) return false;
  *out = static_cast<int32_t>(raw);
  return true;
}

bool WireReader::Read(bool* out) {
  uint64_t raw = 0;
  if (!Varint(&raw)) return false;
  *out = raw != 0;
  return true;
}

bool WireReader::Read(float* out) {
  return Expect(PB_WT_32BIT) && (pb_decode_fixed32(&stream_, out) || Malformed("truncated value"));
}

WireReader WireReader::Message() {
  std::string_view bytes;
  if (Bytes(&bytes) && depth_ >= kMaxMessageNesting) {
    Malformed(StrCat("messages nested deeper than ", kMaxMessageNesting));
  }
  return {bytes, failure_, field_start_, depth_ + 1};
}

bool WireReader::CountValues(size_t unit_bytes, uint64_t* count) {
  if (wire_type_ != PB_WT_STRING) {
    ++*count;
    return Skip();
  }
  std::string_view packed;
  if (!Bytes(&packed)) return false;
  if (unit_bytes != 0) {
    *count += packed.size() / unit_bytes;
    return true;
  }
  for (const char c : packed) *count += static_cast<unsigned char>(c) < 0x80 ? 1 : 0;
  return true;
}

void WireWriter::RawVarint(uint64_t value) {
  if (value >= 0x80) {
    pb_encode_varint(&stream_, value);
    return;
  }
  if (writing_) {
    char* next = static_cast<char*>(stream_.state);
    *next = static_cast<char>(value);
    stream_.state = next + 1;
  }
  ++stream_.bytes_written;
}

void WireWriter::Varint(uint32_t field, uint64_t value) {
  Tag(field, PB_WT_VARINT);
  RawVarint(value);
}

void WireWriter::Fixed32(uint32_t field, const void* value) {
  Tag(field, PB_WT_32BIT);
  pb_encode_fixed32(&stream_, value);
}

void WireWriter::Bytes(uint32_t field, const void* data, size_t size_bytes) {
  Tag(field, PB_WT_STRING);
  RawVarint(size_bytes);
  PackedRaw(data, size_bytes);
}

size_t WireWriter::Begin(uint32_t field) {
  if (++depth_ > kMaxMessageNesting) {
    Fail(InvalidArgument("cannot be encoded: messages nest deeper than ", kMaxMessageNesting));
  }
  Tag(field, PB_WT_STRING);
  if (writing_) {
    RawVarint(sizes_[next_++]);
    return 0;
  }
  sizes_.push_back(stream_.bytes_written);
  return sizes_.size() - 1;
}

void WireWriter::End(size_t mark) {
  --depth_;
  if (writing_) return;
  sizes_[mark] = stream_.bytes_written - sizes_[mark];
  RawVarint(sizes_[mark]);
}

void WireWriter::PackedRaw(const void* data, size_t size_bytes) {
  pb_write(&stream_, AsBytes(data), size_bytes);
}

Status WireWriter::Start(std::string* out) {
  if (!status_.ok()) return status_;
  out->resize(stream_.bytes_written);
  stream_ = {&WriteMemory, out->data(), out->size(), 0, nullptr};
  writing_ = true;
  return OkStatus();
}

}  // namespace runnel
