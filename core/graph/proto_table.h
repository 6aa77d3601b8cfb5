// What the .proto files in core/graph/proto say about each message, as constant tables: the text form
// and error messages are driven by them. They are made of the field lists that nanopb generates.
#ifndef RUNNEL_CORE_GRAPH_PROTO_TABLE_H_
#define RUNNEL_CORE_GRAPH_PROTO_TABLE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/graph/wire.h"

namespace runnel {

struct ProtoMessage;

struct ProtoEnum {
  const char* name;
  std::optional<int32_t> (*number)(std::string_view name);
  std::string (*label)(int32_t number);  // the number itself if it has no name
};

enum class ProtoKind : uint8_t {
  kBool,
  kInt32,
  kInt64,
  kUint32,
  kUint64,
  kEnum,
  kFloat,
  kDouble,
  kString,
  kBytes,
  kMessage,
};

struct ProtoType {
  ProtoKind kind;
  const ProtoMessage* message = nullptr;   // of kMessage
  const ProtoEnum* enumeration = nullptr;  // of kEnum
};

struct ProtoField {
  const char* name;
  uint8_t number;
  bool repeated;
  ProtoType type;
};

struct ProtoMessage {
  const char* name;
  std::span<const ProtoField> fields;  // in order of their numbers; empty: opaque

  const ProtoField* Find(std::string_view field_name) const;
  const ProtoField* Find(uint32_t number) const;
  // {key, value}: one entry of a map.
  bool IsMapEntry() const;
};

namespace proto_table {
extern const ProtoMessage tensorflow_TensorProto;
extern const ProtoMessage tensorflow_AttrValue;
extern const ProtoMessage tensorflow_NodeDef;
extern const ProtoMessage tensorflow_OpDef;
extern const ProtoMessage tensorflow_FunctionDef;
extern const ProtoMessage tensorflow_GraphDef;
extern const ProtoMessage tensorflow_MetaGraphDef;
extern const ProtoMessage tensorflow_SavedModel;
extern const ProtoMessage tensorflow_Any;
extern const ProtoMessage tensorflow_AssetFileDef;
extern const ProtoMessage tensorflow_VariableDef;
extern const ProtoMessage tensorflow_QueueRunnerDef;
extern const ProtoMessage tensorflow_SaverDef;
}  // namespace proto_table

// The field that holds byte `at` of a message, as people write it: node[3].attr["T"].tensor. Empty if
// none does.
std::string FieldPath(const ProtoMessage& root, std::string_view bytes, const char* at);
// The failure as a status: "node[3].name: byte 17: truncated ...".
Status WireStatus(const ProtoMessage& root, std::string_view bytes, const WireFailure& failure);

// As in a C literal: \n \r \t \" \' \\, octal for what is not printable ASCII.
void AppendEscaped(std::string_view bytes, std::string* out);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_PROTO_TABLE_H_
