// GraphDef as plain structs, and its two encodings: TensorFlow's protobuf wire format and text form.
//
// Decoding never trusts lengths, counts or nesting; what TensorFlow writes and Runnel does not use is
// skipped. Encoding is deterministic: attrs sorted by name, nodes in the given order.
#ifndef RUNNEL_CORE_GRAPH_GRAPH_DEF_H_
#define RUNNEL_CORE_GRAPH_GRAPH_DEF_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/graph/attr_value.h"
#include "core/graph/op_schema.h"

namespace runnel {

struct NodeDef {
  std::string name;
  std::string op;
  std::vector<std::string> inputs;  // "node", "node:1", "^control"; in functions "node:out:0", "arg"
  std::string device;
  AttrList attrs;
};

struct FunctionDef {
  OpSchema signature;  // name, args, attrs
  std::vector<NodeDef> nodes;
  std::vector<std::pair<std::string, std::string>> ret;          // output arg -> "node:out:0"
  std::vector<std::pair<std::string, std::string>> control_ret;  // name -> node
  AttrList attrs;
};

struct GraphDef {
  std::vector<NodeDef> nodes;
  std::vector<FunctionDef> functions;
  std::vector<std::pair<std::string, std::string>> gradients;  // function -> gradient function
  int producer = 175;  // versions.producer; what TensorFlow 1.15 writes is 134
  int min_consumer = 0;
};

// Errors: INVALID_ARGUMENT or DATA_LOSS naming the field and byte offset (binary) or line (text).
Result<GraphDef> DecodeGraphDef(std::string_view bytes);
Result<GraphDef> ParseTextGraphDef(std::string_view text);
// Binary or text, told apart by trying.
Result<GraphDef> ReadGraphDef(std::string_view bytes);
Result<std::string> EncodeGraphDef(const GraphDef& graph);
Result<std::string> PrintTextGraphDef(const GraphDef& graph);

// Single messages, used by attrs, plugins, events and checkpoints.
Result<Tensor> DecodeTensorProto(std::string_view bytes);
Result<std::string> EncodeTensorProto(const Tensor& tensor);
Result<AttrValue> DecodeAttrValue(std::string_view bytes);
Result<std::string> EncodeAttrValue(const AttrValue& value);
Result<FunctionDef> DecodeFunctionDef(std::string_view bytes);
Result<std::string> EncodeFunctionDef(const FunctionDef& function);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_GRAPH_DEF_H_
