// Messages as tables: a struct and, beside it, one row for each field that goes over the wire. Encoding,
// decoding, the fuzzer of all messages and the test that compares them with proto/wire.proto read the
// same rows, so a new field is a member, its row, and its line in that file.
//
//   struct ForgetGraphRequest {
//     uint64_t graph_handle = 0;
//   };
//   template <>
//   struct Wire<ForgetGraphRequest> {
//     static constexpr std::string_view kName = "ForgetGraphRequest";
//     static constexpr std::array kFields = {Field<&ForgetGraphRequest::graph_handle>(1,
//     "graph_handle")};
//   };
//
// The bytes are protobuf's. Fields that no row names are skipped; what a number may be at most is in its
// row, as Field's second argument, where the member's type allows more. What has its default value is
// not written.
#ifndef RUNNEL_NET_WIRE_WIRE_TABLE_H_
#define RUNNEL_NET_WIRE_WIRE_TABLE_H_

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/graph/wire.h"
#include "core/tensor/dtype.h"
#include "core/tensor/shape.h"

namespace runnel::net {

// The names of the fields that lead to the one that could not be read, outermost first.
class WirePath {
 public:
  // Called from the inside out.
  void Enter(std::string_view field) {
    text_ = text_.empty() ? std::string(field) : StrCat(field, ".", text_);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// One row. The message that the functions get is of the type whose table this is in.
struct WireField {
  uint32_t tag = 0;
  std::string_view name;
  std::string_view type;  // as wire.proto has it
  bool repeated = false;
  // Reads the reader's current field. False: the reader has failed.
  bool (*read)(WireReader& in, void* message, WirePath* path) = nullptr;
  void (*write)(WireWriter& out, uint32_t tag, const void* message) = nullptr;
};

struct WireMessage {
  std::string_view name;
  std::span<const WireField> fields;
};

// Specialised for each message: kName, and kFields as an array of WireField.
template <typename M>
struct Wire;

template <typename M>
inline constexpr WireMessage kWireMessage{Wire<M>::kName, Wire<M>::kFields};

bool ReadFields(WireReader in, const WireMessage& table, void* message, WirePath* path);
void WriteFields(WireWriter& out, const WireMessage& table, const void* message);
Result<std::string> EncodeMessage(const WireMessage& table, const void* message);
Status DecodeMessage(const WireMessage& table, std::string_view bytes, void* message);

template <typename M>
Result<std::string> Encode(const M& message) {
  return EncodeMessage(kWireMessage<M>, &message);
}
// Errors: DATA_LOSS and INVALID_ARGUMENT, with the message's name, the field's and the byte.
template <typename M>
Result<M> Decode(std::string_view bytes) {
  M message;
  RUNNEL_RETURN_IF_ERROR(DecodeMessage(kWireMessage<M>, bytes, &message));
  return message;
}

// ---- how a member of each type is written ----

// A message within the message.
template <typename T>
struct WireValue {
  static constexpr std::string_view kType = Wire<T>::kName;
  static constexpr bool kRepeated = false;
  static bool Read(WireReader& in, uint64_t, T* out, WirePath* path) {
    return ReadFields(in.Message(), kWireMessage<T>, out, path);
  }
  static void Write(WireWriter& out, uint32_t tag, const T& value) {
    const size_t mark = out.Begin(tag);
    WriteFields(out, kWireMessage<T>, &value);
    out.End(mark);
  }
};

bool ReadNumber(WireReader& in, uint64_t most, uint64_t* out);

template <typename T>
requires std::is_integral_v<T>
struct WireValue<T> {
  static constexpr bool kSigned = std::is_signed_v<T>;
  static constexpr std::string_view kType = std::is_same_v<T, bool> ? "bool"
                                            : sizeof(T) == 8        ? (kSigned ? "int64" : "uint64")
                                                                    : (kSigned ? "int32" : "uint32");
  static constexpr bool kRepeated = false;
  static bool Read(WireReader& in, uint64_t most, T* out, WirePath*) {
    uint64_t value = 0;
    if (!ReadNumber(in, std::is_same_v<T, bool> ? UINT64_MAX : most, &value)) return false;
    *out = static_cast<T>(value);
    return true;
  }
  static void Write(WireWriter& out, uint32_t tag, T value) {
    out.VarintIfSet(tag, static_cast<uint64_t>(value));
  }
};

template <>
struct WireValue<std::string> {
  static constexpr std::string_view kType = "string";
  static constexpr bool kRepeated = false;
  static bool Read(WireReader& in, uint64_t, std::string* out, WirePath*) { return in.Read(out); }
  static void Write(WireWriter& out, uint32_t tag, const std::string& value) {
    out.StringIfSet(tag, value);
  }
};

template <>
struct WireValue<std::vector<std::string>> {
  static constexpr std::string_view kType = "string";
  static constexpr bool kRepeated = true;
  static bool Read(WireReader& in, uint64_t, std::vector<std::string>* out, WirePath*) {
    return in.Read(&out->emplace_back());
  }
  static void Write(WireWriter& out, uint32_t tag, const std::vector<std::string>& values) {
    for (const std::string& value : values) out.String(tag, value);
  }
};

// Messages, not numbers: those that are 0 would be left out.
template <typename T>
requires std::is_class_v<T>
struct WireValue<std::vector<T>> {
  static constexpr std::string_view kType = WireValue<T>::kType;
  static constexpr bool kRepeated = true;
  static bool Read(WireReader& in, uint64_t most, std::vector<T>* out, WirePath* path) {
    return WireValue<T>::Read(in, most, &out->emplace_back(), path);
  }
  static void Write(WireWriter& out, uint32_t tag, const std::vector<T>& values) {
    for (const T& value : values) WireValue<T>::Write(out, tag, value);
  }
};

// Numbers that can be no type's are left out.
template <>
struct WireValue<std::vector<DType>> {
  static constexpr std::string_view kType = "int32";
  static constexpr bool kRepeated = true;
  static bool Read(WireReader& in, uint64_t, std::vector<DType>* out, WirePath*);
  static void Write(WireWriter& out, uint32_t tag, const std::vector<DType>& values);
};

// Its dims, all of them known.
template <>
struct WireValue<Shape> {
  static constexpr std::string_view kType = "int64";
  static constexpr bool kRepeated = true;
  static bool Read(WireReader& in, uint64_t, Shape* out, WirePath*);
  static void Write(WireWriter& out, uint32_t tag, const Shape& shape);
};

// A failure; what is well is not written.
struct StatusFields {
  uint32_t code = 0;
  std::string message;
  std::string node;
};
template <>
struct WireValue<Status> {
  static constexpr std::string_view kType = "Status";
  static constexpr bool kRepeated = false;
  static bool Read(WireReader& in, uint64_t, Status* out, WirePath* path);
  static void Write(WireWriter& out, uint32_t tag, const Status& status);
};

// ---- rows ----

template <typename Member>
struct MemberTypes;
template <typename M, typename T>
struct MemberTypes<T M::*> {
  using Message = M;
  using Value = T;
};
template <auto kMember>
using MessageOf = typename MemberTypes<decltype(kMember)>::Message;
template <auto kMember>
using ValueOf = typename MemberTypes<decltype(kMember)>::Value;

// What a number may be at most, where its row does not say: no negative numbers.
template <typename T>
constexpr uint64_t MostOf() {
  if constexpr (std::is_integral_v<T>) return static_cast<uint64_t>(std::numeric_limits<T>::max());
  return UINT64_MAX;
}
inline constexpr uint64_t kAnyNumber = UINT64_MAX;

template <auto kMember, uint64_t kMost = MostOf<ValueOf<kMember>>()>
constexpr WireField Field(uint32_t tag, std::string_view name) {
  using M = MessageOf<kMember>;
  using Value = WireValue<ValueOf<kMember>>;
  return {tag,
          name,
          Value::kType,
          Value::kRepeated,
          [](WireReader& in, void* message, WirePath* path) {
            return Value::Read(in, kMost, &(static_cast<M*>(message)->*kMember), path);
          },
          [](WireWriter& out, uint32_t number, const void* message) {
            Value::Write(out, number, static_cast<const M*>(message)->*kMember);
          }};
}

// A string that is no text.
template <auto kMember>
constexpr WireField Bytes(uint32_t tag, std::string_view name) {
  WireField field = Field<kMember>(tag, name);
  field.type = "bytes";
  return field;
}

// A time that may be 0; below 0 there is none, and nothing is written.
template <auto kMember>
constexpr WireField Timeout(uint32_t tag, std::string_view name) {
  WireField field = Field<kMember>(tag, name);
  field.write = [](WireWriter& out, uint32_t number, const void* message) {
    const int64_t value = static_cast<const MessageOf<kMember>*>(message)->*kMember;
    if (value >= 0) out.Varint(number, static_cast<uint64_t>(value));
  };
  return field;
}

// A number that no member holds as it is: kGet(message) -> uint64_t, kSet(message*, uint64_t).
template <typename M, auto kGet, auto kSet, uint64_t kMost>
constexpr WireField Computed(uint32_t tag, std::string_view name, std::string_view type) {
  return {tag,
          name,
          type,
          false,
          [](WireReader& in, void* message, WirePath*) {
            uint64_t value = 0;
            if (!ReadNumber(in, kMost, &value)) return false;
            kSet(static_cast<M*>(message), value);
            return true;
          },
          [](WireWriter& out, uint32_t number, const void* message) {
            out.VarintIfSet(number, kGet(*static_cast<const M*>(message)));
          }};
}

template <>
struct Wire<StatusFields> {
  static constexpr std::string_view kName = "Status";
  static constexpr std::array kFields = {
      Field<&StatusFields::code, static_cast<uint64_t>(Code::kUnauthenticated)>(1, "code"),
      Field<&StatusFields::message>(2, "message"),
      Field<&StatusFields::node>(3, "node"),
  };
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_WIRE_WIRE_TABLE_H_
