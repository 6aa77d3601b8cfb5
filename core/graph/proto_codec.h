// Walks between protobuf messages and the structs of graph_def.h, one function per message. Inside
// core/graph only; graph_def.h and meta_graph.h are what others use.
#ifndef RUNNEL_CORE_GRAPH_PROTO_CODEC_H_
#define RUNNEL_CORE_GRAPH_PROTO_CODEC_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/graph/content_store.h"
#include "core/graph/graph_def.h"
#include "core/graph/proto_table.h"
#include "core/graph/wire.h"

namespace runnel {

using StringPairs = std::vector<std::pair<std::string, std::string>>;

// How a dtype's values lie in TensorProto's typed lists.
struct ValueField {
  uint32_t number = 0;       // 0: the dtype has none
  uint8_t wire_bytes = 0;    // 4 or 8; 0: varints
  uint8_t memory_bytes = 0;  // of one unit
  uint8_t units = 1;         // per element: 2 of complex types
  bool is_signed = false;    // negative varints are sign-extended
};
ValueField ValueFieldOf(DType dtype);

// Indices of a list sorted by key; of equal keys only the last is kept. Empty if the list is in that
// form already.
std::vector<size_t> MapOrder(const std::vector<std::string_view>& keys);

// Sorts the entries of a map by key: in a map they may come in any order, and the last of equal keys
// counts. `key` is the member with the keys.
template <typename T, typename K>
void SortMap(std::vector<T>* list, K T::*key) {
  if (list->size() < 2) return;
  std::vector<std::string_view> keys;
  keys.reserve(list->size());
  for (const T& entry : *list) keys.push_back(entry.*key);
  const std::vector<size_t> order = MapOrder(keys);
  if (order.empty()) return;
  std::vector<T> sorted;
  sorted.reserve(order.size());
  for (const size_t i : order) sorted.push_back(std::move((*list)[i]));
  *list = std::move(sorted);
}

// Decodes what one buffer holds. Every function returns false once something failed; the failure is with
// the readers. Fields that are not in a struct are skipped.
class GraphDecoder {
 public:
  // Contents of large constants are kept in `store`, if it is not null.
  explicit GraphDecoder(const DecodeOptions& options, ContentStore* store = nullptr)
      : splat_bytes_left_(options.max_splat_bytes), store_(store) {}

  bool Decode(WireReader in, GraphDef* out);
  bool Decode(WireReader in, FunctionDef* out);
  bool Decode(WireReader in, OpSchema* out);
  bool Decode(WireReader in, NodeDef* out);
  bool Decode(WireReader in, AttrValue* out);
  bool Decode(WireReader in, Tensor* out);
  // min_dim -1: unknown dims and ranks are fine.
  bool DecodeShape(WireReader in, int64_t min_dim, Shape* out);
  // Reads the current field as a DataType: 0, a listed number, or one plus 100.
  bool ReadDType(WireReader& in, DType* out);

 private:
  bool Decode(WireReader in, FuncRef* out);
  bool Decode(WireReader in, ArgSchema* out);
  bool Decode(WireReader in, AttrSchema* out);
  // One entry of a map: SortMap when all are read.
  bool DecodeEntry(WireReader in, AttrList* out);
  bool DecodeEntry(WireReader in, StringPairs* out);
  bool DecodeList(WireReader in, AttrValue::Value* out);
  bool DecodeLibrary(WireReader in, GraphDef* out);
  bool DecodeAllowedValues(WireReader in, AttrSchema* out);

  struct TensorFields;
  bool FillFromContent(WireReader in, const TensorFields& fields, Tensor* out);
  bool Keep(WireReader in, const TensorFields& fields, Tensor* out);
  bool ReadNamed(WireReader& in, TensorFields* fields);
  bool FillFromValues(WireReader in, const TensorFields& fields, Tensor* out);
  bool FillStrings(WireReader in, const TensorFields& fields, uint64_t given, Tensor* out);
  bool AllocateTensor(WireReader in, const TensorFields& fields, uint64_t splat_bytes, Tensor* out);

  uint64_t splat_bytes_left_;
  ContentStore* const store_;
};

template <typename T>
Result<T> DecodeBytes(const ProtoMessage& table, std::string_view bytes, const DecodeOptions& options,
                      ContentStore* store = nullptr) {
  WireFailure failure;
  T out;
  if (!GraphDecoder(options, store).Decode(WireReader(bytes, &failure), &out))
    return WireStatus(table, bytes, failure);
  return out;
}

// Encodes in two passes (see WireWriter): each function writes one field, or with Write* the fields of a
// message that has been begun. Failures are noted in the writer.
class GraphEncoder {
 public:
  // `for_text`: a tensor of one element is written as a value, not as bytes. `names`, if not null, are
  // for contents that are written elsewhere.
  GraphEncoder(WireWriter* out, bool for_text, ContentNames* names = nullptr)
      : out_(*out), for_text_(for_text), names_(names) {}

  void Write(const GraphDef& graph);
  void Write(const FunctionDef& function);
  void Write(const OpSchema& schema, const StringPairs& control_outputs);
  void Write(const NodeDef& node);
  void Write(const AttrValue& value);
  void Write(const Tensor& tensor);
  void Write(const Shape& shape);

 private:
  void Write(const FuncRef& func);
  void Write(const ArgSchema& arg);
  void Write(const AttrSchema& attr);
  void WriteList(const AttrValue::Value& list);
  template <typename T>
  void Message(uint32_t field, const T& value);
  void Attrs(uint32_t field, const AttrList& attrs);
  void Pairs(uint32_t field, const StringPairs& pairs);
  void WriteScalar(const ValueField& field, const Tensor& tensor);

  WireWriter& out_;
  bool for_text_;
  ContentNames* names_;
};

// Runs `walk(encoder)` twice, to measure and to write.
template <typename F>
Result<std::string> EncodeMessage(bool for_text, F walk) {
  WireWriter writer;
  GraphEncoder encoder(&writer, for_text);
  walk(encoder);
  std::string bytes;
  RUNNEL_RETURN_IF_ERROR(writer.Start(&bytes));
  walk(encoder);
  return bytes;
}

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_PROTO_CODEC_H_
