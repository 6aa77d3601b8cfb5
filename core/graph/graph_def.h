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
  bool operator==(const NodeDef&) const = default;
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

struct DecodeOptions {
  // A TensorProto may give fewer values than its shape has elements; the last one is then repeated. The
  // bound of memory for all such tensors of one message.
  uint64_t max_splat_bytes = uint64_t{1} << 30;
};

// Errors of all that decode: DATA_LOSS where the bytes are not the message, INVALID_ARGUMENT where they
// are and say nonsense (INVALID_ARGUMENT for all of text), UNIMPLEMENTED for constants of resources and
// variants, RESOURCE_EXHAUSTED beyond the options' limits; the field is named with its byte offset, in
// text with its line. A graph without versions gets producer 0, as TensorFlow has it.
Result<GraphDef> DecodeGraphDef(std::string_view bytes, const DecodeOptions& options = {});
Result<GraphDef> ParseTextGraphDef(std::string_view text, const DecodeOptions& options = {});
// Binary or text, whichever it is.
Result<GraphDef> ReadGraphDef(std::string_view bytes, const DecodeOptions& options = {});

// Errors of all that encode: INVALID_ARGUMENT for a tensor outside host memory, of resources or
// variants, and for attrs nested deeper than kMaxMessageNesting messages.
Result<std::string> EncodeGraphDef(const GraphDef& graph);
// What TensorFlow would print, attrs sorted; parses back to what encodes to the same bytes.
Result<std::string> PrintTextGraphDef(const GraphDef& graph);

// Single messages, used by attrs, plugins, events and checkpoints.
Result<Tensor> DecodeTensorProto(std::string_view bytes, const DecodeOptions& options = {});
Result<std::string> EncodeTensorProto(const Tensor& tensor);
Result<AttrValue> DecodeAttrValue(std::string_view bytes, const DecodeOptions& options = {});
Result<std::string> EncodeAttrValue(const AttrValue& value);
Result<FunctionDef> DecodeFunctionDef(std::string_view bytes, const DecodeOptions& options = {});
Result<std::string> EncodeFunctionDef(const FunctionDef& function);
// An op's schema; doc is the OpDef's description, or its summary if that is empty.
Result<OpSchema> DecodeOpDef(std::string_view bytes, const DecodeOptions& options = {});
Result<std::string> EncodeOpDef(const OpSchema& schema);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_GRAPH_DEF_H_
