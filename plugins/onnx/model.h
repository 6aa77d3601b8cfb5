// An ONNX model as its file says it: the fields that an import reads. Strings and tensors are views into
// the bytes that were parsed, which must stay. Source: the ONNX IR specification, version 3 and later.
#ifndef RUNNEL_PLUGINS_ONNX_MODEL_H_
#define RUNNEL_PLUGINS_ONNX_MODEL_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace runnel::onnx {

// Thrown inside this plugin, and caught before its border: what ends an import.
struct Failure {
  int32_t code = 0;  // rnlp_code_t
  std::string message;
};
[[noreturn]] void Damaged(std::string message);
[[noreturn]] void Invalid(std::string message);

// Element types as ONNX numbers them.
enum ElementType : int32_t {
  kFloat = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kString = 8,
  kBool = 9,
  kFloat16 = 10,
  kDouble = 11,
  kUint32 = 12,
  kUint64 = 13,
  kComplex64 = 14,
  kComplex128 = 15,
  kBfloat16 = 16,
};
// The same of TensorFlow, which is the ABI's; RNLP_INVALID if there is none.
int32_t DTypeOf(int64_t element_type);
// Of one element, in bytes; 0 for strings and unknown types.
int64_t SizeOf(int32_t dtype);

struct TensorProto {
  std::string_view name, raw;
  int64_t element_type = 0, location = 0;
  std::vector<int64_t> dims;
  // Lists by the number of their field; each piece is a packed list.
  std::vector<std::pair<int, std::string_view>> lists;
  std::vector<uint64_t> single;  // numbers of lists that are not packed
  std::vector<std::string_view> strings;
  std::map<std::string_view, std::string_view> external;
};

struct GraphProto;

struct Attribute {
  std::string_view name, reference, string;
  int64_t type = 0, integer = 0;
  float real = 0;
  bool has_tensor = false, has_sparse = false;
  TensorProto tensor;
  std::shared_ptr<GraphProto> graph;
  std::vector<float> reals;
  std::vector<int64_t> integers;
  std::vector<std::string_view> strings;
  std::vector<TensorProto> tensors;
  int64_t type_element = 0;  // of a type: what a tensor or the elements of a sequence hold
};

struct NodeProto {
  std::string_view name, op, domain;
  std::vector<std::string_view> inputs, outputs;
  std::vector<Attribute> attributes;
};

struct ValueInfo {
  enum Kind { kNone, kTensor, kSequence, kOptional, kOther };
  std::string_view name;
  Kind kind = kNone;
  Kind inner = kNone;  // of a sequence or an optional
  int64_t element_type = 0;
  bool has_rank = false;
  std::vector<int64_t> dims;  // -1: unknown
};

struct GraphProto {
  std::string_view name;
  std::vector<NodeProto> nodes;
  std::vector<TensorProto> initializers;
  std::vector<ValueInfo> inputs, outputs, values;
  std::vector<std::string_view> sparse;  // names of sparse initializers
};

struct FunctionProto {
  std::string_view name, domain;
  std::vector<std::string_view> inputs, outputs;
  std::vector<Attribute> defaults;
  std::vector<NodeProto> nodes;
  std::map<std::string_view, int64_t> opsets;
};

struct ModelProto {
  int64_t ir_version = 0;
  bool has_graph = false;
  GraphProto graph;
  std::map<std::string_view, int64_t> opsets;
  std::vector<FunctionProto> functions;
};

// Throws Failure: DATA_LOSS with what was being read. Graphs may be 32 deep in each other.
ModelProto ParseModel(std::string_view bytes);

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_MODEL_H_
