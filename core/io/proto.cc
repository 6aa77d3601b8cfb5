#include "core/io/proto.h"

#include <pb_encode.h>

#include <cstring>

namespace runnel {
namespace {

// Scalars are encoded on the stack: an exception of a string must not pass through nanopb's frames.
class Scratch {
 public:
  Scratch() : stream_(pb_ostream_from_buffer(buffer_, sizeof(buffer_))) {}
  pb_ostream_t* stream() { return &stream_; }
  void AppendTo(std::string* out) const {
    out->append(reinterpret_cast<const char*>(buffer_), stream_.bytes_written);
  }

 private:
  pb_byte_t buffer_[24];  // a tag and a varint take at most 5 + 10
  pb_ostream_t stream_;
};

}  // namespace

bool ProtoReader::Next() {
  if (ok_ && pending_) ok_ = pb_skip_field(&stream_, type_);
  pending_ = false;
  if (!ok_) return false;
  bool eof = false;
  if (!pb_decode_tag(&stream_, &type_, &field_, &eof)) {
    ok_ = eof && stream_.bytes_left == 0;
    return false;
  }
  if (field_ == 0) return ok_ = false;
  pending_ = true;
  return true;
}

bool ProtoReader::Take(pb_wire_type_t expected) {
  if (!pending_ || type_ != expected) ok_ = false;
  pending_ = false;
  return ok_;
}

bool ProtoReader::ReadVarint(uint64_t* value) {
  return Take(PB_WT_VARINT) && (ok_ = pb_decode_varint(&stream_, value));
}

bool ProtoReader::ReadInt64(int64_t* value) {
  uint64_t wide = 0;
  if (!ReadVarint(&wide)) return false;
  *value = static_cast<int64_t>(wide);
  return true;
}

bool ProtoReader::ReadInt32(int32_t* value) {
  int64_t wide = 0;
  if (!ReadInt64(&wide)) return false;
  if (wide < INT32_MIN || wide > INT32_MAX) return ok_ = false;
  *value = static_cast<int32_t>(wide);
  return true;
}

bool ProtoReader::ReadFixed32(uint32_t* value) {
  return Take(PB_WT_32BIT) && (ok_ = pb_decode_fixed32(&stream_, value));
}

bool ProtoReader::ReadFixed64(uint64_t* value) {
  return Take(PB_WT_64BIT) && (ok_ = pb_decode_fixed64(&stream_, value));
}

bool ProtoReader::ReadFloat(float* value) {
  uint32_t bits = 0;
  if (!ReadFixed32(&bits)) return false;
  std::memcpy(value, &bits, sizeof(bits));
  return true;
}

bool ProtoReader::ReadDouble(double* value) {
  uint64_t bits = 0;
  if (!ReadFixed64(&bits)) return false;
  std::memcpy(value, &bits, sizeof(bits));
  return true;
}

bool ProtoReader::ReadBytes(std::string_view* value) {
  uint64_t size = 0;
  if (!Take(PB_WT_STRING) || !(ok_ = pb_decode_varint(&stream_, &size))) return false;
  if (size > stream_.bytes_left) return ok_ = false;
  *value = std::string_view(end_ - stream_.bytes_left, static_cast<size_t>(size));
  return ok_ = pb_read(&stream_, nullptr, static_cast<size_t>(size));
}

void ProtoWriter::Varint(uint32_t field, uint64_t value) {
  Scratch scratch;
  pb_encode_tag(scratch.stream(), PB_WT_VARINT, field);
  pb_encode_varint(scratch.stream(), value);
  scratch.AppendTo(&bytes_);
}

void ProtoWriter::Fixed32(uint32_t field, uint32_t value) {
  Scratch scratch;
  pb_encode_tag(scratch.stream(), PB_WT_32BIT, field);
  pb_encode_fixed32(scratch.stream(), &value);
  scratch.AppendTo(&bytes_);
}

void ProtoWriter::Float(uint32_t field, float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  Fixed32(field, bits);
}

void ProtoWriter::Double(uint32_t field, double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  Scratch scratch;
  pb_encode_tag(scratch.stream(), PB_WT_64BIT, field);
  pb_encode_fixed64(scratch.stream(), &bits);
  scratch.AppendTo(&bytes_);
}

void ProtoWriter::Bytes(uint32_t field, std::string_view value) {
  Scratch scratch;
  pb_encode_tag(scratch.stream(), PB_WT_STRING, field);
  pb_encode_varint(scratch.stream(), value.size());
  scratch.AppendTo(&bytes_);
  bytes_.append(value);
}

}  // namespace runnel
