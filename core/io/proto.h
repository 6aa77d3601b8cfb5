// Protobuf messages field by field, on nanopb's streams: enough for the small messages of checkpoints
// and event files, which are known here by their field numbers.
#ifndef RUNNEL_CORE_IO_PROTO_H_
#define RUNNEL_CORE_IO_PROTO_H_

#include <pb_decode.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace runnel {

// Iterates over the fields of one message. After Next is false, ok() distinguishes the end from damage.
// A field that is not read is skipped by the next Next.
class ProtoReader {
 public:
  explicit ProtoReader(std::string_view bytes)
      : stream_(pb_istream_from_buffer(reinterpret_cast<const pb_byte_t*>(bytes.data()), bytes.size())),
        end_(bytes.data() + bytes.size()) {}

  bool Next();
  bool ok() const { return ok_; }
  uint32_t field() const { return field_; }

  // Each is false, and so is ok() then, if the field is of another wire type or damaged.
  bool ReadVarint(uint64_t* value);
  bool ReadInt64(int64_t* value);
  bool ReadInt32(int32_t* value);
  bool ReadFixed32(uint32_t* value);
  bool ReadFixed64(uint64_t* value);
  bool ReadFloat(float* value);
  bool ReadDouble(double* value);
  bool ReadBytes(std::string_view* value);  // points into the message

 private:
  bool Take(pb_wire_type_t expected);
  pb_istream_t stream_;
  const char* end_;
  uint32_t field_ = 0;
  pb_wire_type_t type_ = PB_WT_VARINT;
  bool pending_ = false;  // the value of field_ has not been read
  bool ok_ = true;
};

// Appends fields. As in proto3, callers omit zeros where the reader cannot tell the difference.
class ProtoWriter {
 public:
  void Varint(uint32_t field, uint64_t value);
  void Int64(uint32_t field, int64_t value) { Varint(field, static_cast<uint64_t>(value)); }
  void Fixed32(uint32_t field, uint32_t value);
  void Float(uint32_t field, float value);
  void Double(uint32_t field, double value);
  void Bytes(uint32_t field, std::string_view value);
  const std::string& bytes() const { return bytes_; }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_PROTO_H_
