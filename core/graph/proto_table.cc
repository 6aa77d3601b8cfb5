// The tables are constants: each message's X-macro (X(a, CALLBACK, rule, type, name, number), one per
// field) is expanded to an array of ProtoField. Whoever adds a message to a .proto adds it to
// RUNNEL_PROTO_MESSAGES.
#include "core/graph/proto_table.h"

#include <algorithm>
#include <array>

#include "core/graph/proto/graph.pb.h"
#include "core/graph/proto/meta_graph.pb.h"
#include "core/tensor/dtype.h"

namespace runnel {
namespace {

#define RUNNEL_PROTO_MESSAGES(M)                   \
  M(TensorShapeProto)                              \
  M(TensorShapeProto_Dim)                          \
  M(TensorProto)                                   \
  M(AttrValue)                                     \
  M(AttrValue_ListValue)                           \
  M(NameAttrList)                                  \
  M(NameAttrList_AttrEntry)                        \
  M(NodeDef)                                       \
  M(NodeDef_AttrEntry)                             \
  M(VersionDef)                                    \
  M(OpDef)                                         \
  M(OpDef_ArgDef)                                  \
  M(OpDef_AttrDef)                                 \
  M(OpList)                                        \
  M(FunctionDef)                                   \
  M(FunctionDef_RetEntry)                          \
  M(FunctionDef_AttrEntry)                         \
  M(FunctionDef_ControlRetEntry)                   \
  M(GradientDef)                                   \
  M(FunctionDefLibrary)                            \
  M(GraphDef)                                      \
  M(Any)                                           \
  M(SaverDef)                                      \
  M(CollectionDef)                                 \
  M(CollectionDef_NodeList)                        \
  M(CollectionDef_BytesList)                       \
  M(CollectionDef_Int64List)                       \
  M(CollectionDef_FloatList)                       \
  M(CollectionDef_AnyList)                         \
  M(TensorInfo)                                    \
  M(TensorInfo_CooSparse)                          \
  M(TensorInfo_CompositeTensor)                    \
  M(SignatureDef)                                  \
  M(SignatureDef_InputsEntry)                      \
  M(SignatureDef_OutputsEntry)                     \
  M(SignatureDef_DefaultsEntry)                    \
  M(AssetFileDef)                                  \
  M(MetaGraphDef)                                  \
  M(MetaGraphDef_MetaInfoDef)                      \
  M(MetaGraphDef_MetaInfoDef_FunctionAliasesEntry) \
  M(MetaGraphDef_CollectionDefEntry)               \
  M(MetaGraphDef_SignatureDefEntry)                \
  M(SavedModel)                                    \
  M(SaveSliceInfoDef)                              \
  M(QueueRunnerDef)                                \
  M(VariableDef)

constexpr std::string_view kTypePrefix = "DT_";
constexpr std::string_view kRefSuffix = "_REF";

std::optional<int32_t> DataTypeNumber(std::string_view name) {
  if (name == "DT_INVALID") return 0;
  if (!name.starts_with(kTypePrefix)) return std::nullopt;
  const bool is_ref = name.ends_with(kRefSuffix);
  if (is_ref) name.remove_suffix(kRefSuffix.size());
  const DType dtype = DTypeFromName(name);
  if (dtype == DType::kInvalid) return std::nullopt;
  return static_cast<int32_t>(dtype) + (is_ref ? kRefOffset : 0);
}

std::string DataTypeLabel(int32_t number) {
  if (number == 0) return "DT_INVALID";
  const bool is_ref = number > kRefOffset;
  const int32_t base = is_ref ? number - kRefOffset : number;
  if (!IsValidDType(base)) return std::to_string(number);
  std::string out(kTypePrefix);
  for (const char c : DTypeName(static_cast<DType>(base))) {
    out.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
  }
  if (is_ref) out.append(kRefSuffix);
  return out;
}

constexpr std::array<std::string_view, 3> kCheckpointVersions = {"LEGACY", "V1", "V2"};

std::optional<int32_t> CheckpointVersionNumber(std::string_view name) {
  const auto found = std::find(kCheckpointVersions.begin(), kCheckpointVersions.end(), name);
  if (found == kCheckpointVersions.end()) return std::nullopt;
  return static_cast<int32_t>(found - kCheckpointVersions.begin());
}

std::string CheckpointVersionLabel(int32_t number) {
  if (number < 0 || number >= static_cast<int32_t>(kCheckpointVersions.size()))
    return std::to_string(number);
  return std::string(kCheckpointVersions[static_cast<size_t>(number)]);
}

}  // namespace

// Named like the types that the field lists name.
namespace proto_table {

constexpr ProtoEnum tensorflow_DataType = {"DataType", &DataTypeNumber, &DataTypeLabel};
constexpr ProtoEnum tensorflow_SaverDef_CheckpointFormatVersion = {
    "CheckpointFormatVersion", &CheckpointVersionNumber, &CheckpointVersionLabel};

extern const ProtoMessage tensorflow_Opaque;
#define RUNNEL_DECLARE(message) extern const ProtoMessage tensorflow_##message;
RUNNEL_PROTO_MESSAGES(RUNNEL_DECLARE)
#undef RUNNEL_DECLARE

namespace {

#define RUNNEL_TYPE_BOOL(a, name) ProtoKind::kBool
#define RUNNEL_TYPE_INT32(a, name) ProtoKind::kInt32
#define RUNNEL_TYPE_INT64(a, name) ProtoKind::kInt64
#define RUNNEL_TYPE_UINT32(a, name) ProtoKind::kUint32
#define RUNNEL_TYPE_UINT64(a, name) ProtoKind::kUint64
#define RUNNEL_TYPE_UENUM(a, name) ProtoKind::kEnum, nullptr, &proto_table::a##_##name##_ENUMTYPE
#define RUNNEL_TYPE_FLOAT(a, name) ProtoKind::kFloat
#define RUNNEL_TYPE_DOUBLE(a, name) ProtoKind::kDouble
#define RUNNEL_TYPE_STRING(a, name) ProtoKind::kString
#define RUNNEL_TYPE_BYTES(a, name) ProtoKind::kBytes
#define RUNNEL_TYPE_MESSAGE(a, name) ProtoKind::kMessage, &proto_table::a##_##name##_MSGTYPE
#define RUNNEL_REPEATED_SINGULAR false
#define RUNNEL_REPEATED_OPTIONAL false
#define RUNNEL_REPEATED_REPEATED true
#define RUNNEL_FIELD(a, storage, rule, type, name, number) \
  {#name, number, RUNNEL_REPEATED_##rule, {RUNNEL_TYPE_##type(a, name)}},

#define RUNNEL_FIELDS(message)                  \
  constexpr ProtoField kFieldsOf##message[] = { \
      tensorflow_##message##_FIELDLIST(RUNNEL_FIELD, tensorflow_##message)};
RUNNEL_PROTO_MESSAGES(RUNNEL_FIELDS)

}  // namespace

constinit const ProtoMessage tensorflow_Opaque = {"Opaque", {}};
// A minimal build reads no text, and its errors name bytes, not fields.
constexpr std::span<const ProtoField> Fields(std::span<const ProtoField> fields) {
  return kMinimal ? std::span<const ProtoField>() : fields;
}
#define RUNNEL_DEFINE(message) \
  constinit const ProtoMessage tensorflow_##message = {#message, Fields(kFieldsOf##message)};
RUNNEL_PROTO_MESSAGES(RUNNEL_DEFINE)

}  // namespace proto_table

const ProtoField* ProtoMessage::Find(std::string_view field_name) const {
  for (const ProtoField& field : fields) {
    if (field.name == field_name) return &field;
  }
  return nullptr;
}

const ProtoField* ProtoMessage::Find(uint32_t number) const {
  for (const ProtoField& field : fields) {
    if (field.number == number) return &field;
  }
  return nullptr;
}

bool ProtoMessage::IsMapEntry() const {
  return fields.size() == 2 && std::string_view(fields[0].name) == "key";
}

namespace {

// One field as it lies in its message.
struct Located {
  const ProtoField* field = nullptr;  // null: not in the table
  uint32_t number = 0;
  size_t index = 0;          // among fields of that number
  std::string_view content;  // of a length-delimited field
  bool has_content = false;
};

bool Locate(const ProtoMessage& message, std::string_view bytes, const char* at, Located* out) {
  WireFailure failure;
  WireReader in(bytes, &failure);
  std::array<size_t, 256> seen{};
  while (in.Next()) {
    *out = {message.Find(in.field()),
            in.field(),
            in.field() < seen.size() ? seen[in.field()]++ : 0,
            {},
            false};
    out->has_content = in.wire_type() == PB_WT_STRING;
    const bool ok = out->has_content ? in.Bytes(&out->content) : in.Skip();
    if (!ok) {
      out->has_content = false;
      return true;
    }
    if (at < in.position()) return true;
  }
  return false;
}

std::string_view EntryField(std::string_view entry, uint32_t number) {
  WireFailure failure;
  WireReader in(entry, &failure);
  std::string_view content;
  while (in.Next()) {
    if (in.field() == number && in.wire_type() == PB_WT_STRING) {
      if (!in.Bytes(&content)) break;
    } else if (!in.Skip()) {
      break;
    }
  }
  return content;
}

}  // namespace

std::string FieldPath(const ProtoMessage& root, std::string_view bytes, const char* at) {
  constexpr size_t kMaxKey = 100;
  std::string path;
  const ProtoMessage* message = &root;
  for (int depth = 0; depth < kMaxMessageNesting && at != nullptr; ++depth) {
    Located found;
    if (!Locate(*message, bytes, at, &found)) break;
    if (!path.empty()) path.push_back('.');
    if (found.field == nullptr) {
      path.append(StrCat("field ", found.number));
      break;
    }
    path.append(found.field->name);
    const ProtoMessage* inner = found.field->type.message;
    const bool descends = inner != nullptr && found.has_content && at >= found.content.data();
    if (inner != nullptr && inner->IsMapEntry() && found.has_content) {
      path.append("[\"");
      AppendEscaped(EntryField(found.content, 1).substr(0, kMaxKey), &path);
      path.append("\"]");
      const std::string_view value = EntryField(found.content, 2);
      inner = inner->fields[1].type.message;
      if (inner == nullptr || at < value.data() || at > value.data() + value.size()) break;
      message = inner;
      bytes = value;
      continue;
    }
    if (found.field->repeated) path.append(StrCat('[', found.index, ']'));
    if (!descends) break;
    message = inner;
    bytes = found.content;
  }
  return path;
}

Status WireStatus(const ProtoMessage& root, std::string_view bytes, const WireFailure& failure) {
  std::string path;
  if constexpr (!kMinimal) path = FieldPath(root, bytes, failure.at);
  const size_t offset = failure.at == nullptr ? 0 : static_cast<size_t>(failure.at - bytes.data());
  return MakeStatus(failure.code, path.empty() ? root.name : path, ": byte ", offset, ": ",
                    failure.message);
}

void AppendEscaped(std::string_view bytes, std::string* out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '\n':
        out->append("\\n");
        break;
      case '\r':
        out->append("\\r");
        break;
      case '\t':
        out->append("\\t");
        break;
      case '"':
      case '\'':
      case '\\':
        out->push_back('\\');
        out->push_back(c);
        break;
      default:
        if (byte >= 0x20 && byte < 0x7f) {
          out->push_back(c);
        } else {
          const char octal[] = {'\\', static_cast<char>('0' + (byte >> 6)),
                                static_cast<char>('0' + ((byte >> 3) & 7)),
                                static_cast<char>('0' + (byte & 7))};
          out->append(octal, sizeof(octal));
        }
    }
  }
}

}  // namespace runnel
