// Writes what an importer appends: a MetaGraphDef in TensorFlow's wire format, node by node, without a
// protobuf library. Nodes may be added in any order.
//
//   GraphWriter graph(host, import);
//   const std::string x =
//       graph.Node("Placeholder", "x").Type("dtype", RNLP_FLOAT).Shape("shape", dims).Done();
//   const std::string y = graph.Node("Relu", "y").In(x).Type("T", RNLP_FLOAT).Done();
//   const SignatureTensor input{"x", x, RNLP_FLOAT, dims}, output{"y", y, RNLP_FLOAT, dims};
//   graph.Signature("serving_default", {&input, 1}, {&output, 1});
//   return graph.Finish();
#ifndef RNLP_SDK_GRAPH_WRITER_H_
#define RNLP_SDK_GRAPH_WRITER_H_

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "plugin.h"

namespace runnel::plugin {

// Fields of a protobuf message, one behind the other.
class WireMessage {
 public:
  const std::string& bytes() const { return bytes_; }
  void Varint(int field, uint64_t value) {
    Raw(static_cast<uint64_t>(field) << 3);
    Raw(value);
  }
  void Int(int field, int64_t value) { Varint(field, static_cast<uint64_t>(value)); }
  void Float(int field, float value) {
    Raw(static_cast<uint64_t>(field) << 3 | 5);
    char bits[sizeof(value)];
    std::memcpy(bits, &value, sizeof(value));
    bytes_.append(bits, sizeof(bits));
  }
  void Bytes(int field, std::string_view value) {
    Begin(field, value.size());
    bytes_.append(value);
  }
  void Message(int field, const WireMessage& message) { Bytes(field, message.bytes_); }
  // The head of a field of `size` bytes, which the caller appends.
  void Begin(int field, size_t size) {
    Raw(static_cast<uint64_t>(field) << 3 | 2);
    Raw(size);
  }
  // A number without a field, as in packed lists.
  void Raw(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
    bytes_.push_back(static_cast<char>(value));
  }
  void Append(std::string_view bytes) { bytes_.append(bytes); }

 private:
  std::string bytes_;
};

// A TensorShapeProto; -1 is an unknown size.
inline WireMessage ShapeMessage(std::span<const int64_t> dims) {
  WireMessage shape;
  for (const int64_t size : dims) {
    WireMessage dim;
    dim.Int(1, size);
    shape.Message(2, dim);
  }
  return shape;
}
inline WireMessage UnknownShapeMessage() {
  WireMessage shape;
  shape.Varint(3, 1);
  return shape;
}

// A TensorProto of numbers: row-major, little-endian, as many bytes as `dims` need.
inline WireMessage TensorMessage(int32_t dtype, std::span<const int64_t> dims,
                                 std::string_view content) {
  WireMessage tensor;
  tensor.Int(1, dtype);
  tensor.Message(2, ShapeMessage(dims));
  tensor.Bytes(4, content);
  return tensor;
}
inline WireMessage StringTensorMessage(std::span<const int64_t> dims,
                                       std::span<const std::string_view> values) {
  WireMessage tensor;
  tensor.Int(1, RNLP_STRING);
  tensor.Message(2, ShapeMessage(dims));
  for (const std::string_view value : values) tensor.Bytes(8, value);
  return tensor;
}

class NodeList;

// One node. Inputs come before control inputs. Attributes are those of TensorFlow's op.
class NodeWriter {
 public:
  NodeWriter& In(std::string_view tensor) {  // "node", "node:1", or a function's argument
    node_.Bytes(3, tensor);
    return *this;
  }
  NodeWriter& Ins(std::span<const std::string> tensors) {
    for (const std::string& tensor : tensors) In(tensor);
    return *this;
  }
  NodeWriter& After(std::string_view node) {
    node_.Bytes(3, "^" + std::string(node.substr(0, node.find(':'))));
    return *this;
  }
  NodeWriter& String(std::string_view attr, std::string_view value) { return Bytes(attr, 2, value); }
  NodeWriter& Int(std::string_view attr, int64_t value) {
    WireMessage message;
    message.Int(3, value);
    return Value(attr, message);
  }
  NodeWriter& Float(std::string_view attr, float value) {
    WireMessage message;
    message.Float(4, value);
    return Value(attr, message);
  }
  NodeWriter& Bool(std::string_view attr, bool value) {
    WireMessage message;
    message.Varint(5, value ? 1 : 0);
    return Value(attr, message);
  }
  NodeWriter& Type(std::string_view attr, int32_t dtype) {
    WireMessage message;
    message.Int(6, dtype);
    return Value(attr, message);
  }
  NodeWriter& Shape(std::string_view attr, std::span<const int64_t> dims) {
    return Bytes(attr, 7, ShapeMessage(dims).bytes());
  }
  NodeWriter& UnknownShape(std::string_view attr) {
    return Bytes(attr, 7, UnknownShapeMessage().bytes());
  }
  NodeWriter& Tensor(std::string_view attr, const WireMessage& tensor) {
    return Bytes(attr, 8, tensor.bytes());
  }
  NodeWriter& Function(std::string_view attr, std::string_view name) {
    WireMessage function;
    function.Bytes(1, name);
    return Bytes(attr, 10, function.bytes());
  }
  NodeWriter& Ints(std::string_view attr, std::span<const int64_t> values) {
    WireMessage list;
    for (const int64_t value : values) list.Int(3, value);
    return Bytes(attr, 1, list.bytes());
  }
  NodeWriter& Ints(std::string_view attr, std::initializer_list<int64_t> values) {
    return Ints(attr, std::span<const int64_t>(values.begin(), values.size()));
  }
  NodeWriter& Floats(std::string_view attr, std::span<const float> values) {
    WireMessage list;
    for (const float value : values) list.Float(4, value);
    return Bytes(attr, 1, list.bytes());
  }
  NodeWriter& Types(std::string_view attr, std::span<const int32_t> dtypes) {
    WireMessage list;
    for (const int32_t dtype : dtypes) list.Int(6, dtype);
    return Bytes(attr, 1, list.bytes());
  }
  NodeWriter& Strings(std::string_view attr, std::span<const std::string_view> values) {
    WireMessage list;
    for (const std::string_view value : values) list.Bytes(2, value);
    return Bytes(attr, 1, list.bytes());
  }
  // Adds the node; gives its name, which is also its first output.
  std::string Done();

 private:
  friend class NodeList;
  NodeWriter(NodeList* list, std::string_view op, std::string name)
      : list_(list), name_(std::move(name)) {
    node_.Bytes(1, name_);
    node_.Bytes(2, op);
  }
  NodeWriter& Bytes(std::string_view attr, int field, std::string_view value) {
    WireMessage message;
    message.Bytes(field, value);
    return Value(attr, message);
  }
  NodeWriter& Value(std::string_view attr, const WireMessage& value) {
    WireMessage entry;
    entry.Bytes(1, attr);
    entry.Message(2, value);
    node_.Message(5, entry);
    return *this;
  }

  NodeList* list_;
  std::string name_;
  WireMessage node_;
};

// "node" -> "node:1".
inline std::string Output(const std::string& node, int index) {
  return index == 0 ? node : node + ":" + std::to_string(index);
}

// Nodes of one graph or function body, under names of their own.
class NodeList {
 public:
  explicit NodeList(int field) : field_(field) {}
  virtual ~NodeList() = default;
  NodeList(const NodeList&) = delete;

  // `wanted` is any text: what TensorFlow does not allow in a name becomes '_', and a name that is taken
  // gets a number.
  NodeWriter Node(std::string_view op, std::string_view wanted) {
    return NodeWriter(this, op, NewName(wanted));
  }
  std::string Const(std::string_view wanted, int32_t dtype, const WireMessage& tensor) {
    return Node("Const", wanted).Type("dtype", dtype).Tensor("value", tensor).Done();
  }
  // Of numbers: row-major, little-endian, as many bytes as `dims` need. What is large and lies in the
  // files of the model stays there.
  std::string Const(std::string_view wanted, int32_t dtype, std::span<const int64_t> dims,
                    std::string_view content) {
    uint64_t number = 0;
    if (content.size() < kLeastNamed || import_ == nullptr ||
        !RNLP_HAS(rnlp_import_t, import_, name_content) ||
        !Done(import_->name_content(import_, content.data(), content.size(), &number)))
      return Const(wanted, dtype, TensorMessage(dtype, dims, content));
    return NamedConst(wanted, dtype, dims, number);
  }
  // A content to be computed, in the memory where the constant is to have it if the host lends some.
  class Content {
   public:
    char* data() { return data_; }
    size_t size() const { return size_; }

   private:
    friend class NodeList;
    std::string own_;
    char* data_ = nullptr;
    size_t size_ = 0;
    uint64_t number_ = 0;
    bool is_named_ = false;
  };
  std::unique_ptr<Content> NewContent(size_t size) {
    auto content = std::make_unique<Content>();
    content->size_ = size;
    void* data = nullptr;
    if (size >= kLeastNamed && import_ != nullptr &&
        RNLP_HAS(rnlp_import_t, import_, allocate_content) &&
        Done(import_->allocate_content(import_, size, &data, &content->number_))) {
      content->is_named_ = true;
      content->data_ = static_cast<char*>(data);
      return content;
    }
    content->own_.resize(size);
    content->data_ = content->own_.data();
    return content;
  }
  std::string Const(std::string_view wanted, int32_t dtype, std::span<const int64_t> dims,
                    const Content& content) {
    if (content.is_named_) return NamedConst(wanted, dtype, dims, content.number_);
    return Const(wanted, dtype, TensorMessage(dtype, dims, content.own_));
  }
  std::string NewName(std::string_view wanted) {
    std::string name;
    for (const char c : wanted) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      const bool allowed = letter || c == '.' || (!name.empty() && (c == '_' || c == '/' || c == '-'));
      if (allowed) {
        name.push_back(c);
      } else if (!name.empty()) {
        name.push_back('_');
      }
    }
    if (name.empty()) name = "node";
    // Numbers below are taken: nodes of one name are many.
    int& next = next_number_[name];
    for (;; ++next) {
      std::string unique = next == 0 ? name : name + "_" + std::to_string(next);
      if (names_.insert(unique).second) return unique;
    }
  }

 protected:
  friend class NodeWriter;
  virtual void Added() {}
  // Contents of constants may be the import's from now on.
  void ShareContents(const rnlp_host_t* host, const rnlp_import_t* import) {
    host_ = host;
    import_ = import;
  }
  void ShareContents(const NodeList& list) { ShareContents(list.host_, list.import_); }
  WireMessage nodes_;
  const rnlp_host_t* host_ = nullptr;
  const rnlp_import_t* import_ = nullptr;

 private:
  static constexpr size_t kLeastNamed = 1024;  // bytes; less is copied

  std::string NamedConst(std::string_view wanted, int32_t dtype, std::span<const int64_t> dims,
                         uint64_t number) {
    WireMessage tensor;
    tensor.Int(1, dtype);
    tensor.Message(2, ShapeMessage(dims));
    tensor.Varint(RNLP_TENSOR_CONTENT, number);
    return Const(wanted, dtype, tensor);
  }
  // A content that cannot be named is copied: what fails then is told by `append`.
  bool Done(rnlp_status_t* status) {
    if (status != nullptr) host_->status_release(host_, status);
    return status == nullptr;
  }

  const int field_;  // of the nodes in their message
  std::set<std::string, std::less<>> names_;
  std::unordered_map<std::string, int> next_number_;  // by name as wanted; see NewName
};

inline std::string NodeWriter::Done() {
  list_->nodes_.Message(list_->field_, node_);
  list_->Added();
  return std::move(name_);
}

struct FunctionArgument {
  std::string name;
  int32_t dtype = RNLP_INVALID;
};
struct FunctionResult {
  std::string tensor;  // "node", "node:1", or an argument
  int32_t dtype = RNLP_INVALID;
};

// The body of a function, as If, While and PartitionedCall take them.
class FunctionWriter : public NodeList {
 public:
  FunctionWriter() : NodeList(3) {}
  // Its constants' contents are shared as those of `graph` are.
  explicit FunctionWriter(const NodeList& graph) : NodeList(3) { ShareContents(graph); }
  // Names under which the body takes its inputs; before the first node.
  std::string Argument(std::string_view wanted, int32_t dtype) {
    arguments_.push_back({NewName(wanted), dtype});
    return arguments_.back().name;
  }
  void Result(std::string tensor, int32_t dtype) { results_.push_back({std::move(tensor), dtype}); }
  const std::vector<FunctionArgument>& arguments() const { return arguments_; }
  const std::vector<FunctionResult>& results() const { return results_; }

 private:
  friend class GraphWriter;
  WireMessage Message(std::string_view name) const {
    WireMessage signature;
    signature.Bytes(1, name);
    for (const FunctionArgument& argument : arguments_)
      signature.Message(2, Described(argument.name, argument.dtype));
    WireMessage function;
    for (size_t i = 0; i < results_.size(); ++i) {
      const std::string result = "result_" + std::to_string(i);
      signature.Message(3, Described(result, results_[i].dtype));
      WireMessage entry;
      entry.Bytes(1, result);
      entry.Bytes(2, results_[i].tensor);
      function.Message(4, entry);
    }
    function.Message(1, signature);
    function.Append(nodes_.bytes());
    return function;
  }
  static WireMessage Described(std::string_view name, int32_t dtype) {
    WireMessage described;
    described.Bytes(1, name);
    described.Int(3, dtype);
    return described;
  }

  std::vector<FunctionArgument> arguments_;
  std::vector<FunctionResult> results_;
};

// An input or output of a signature.
struct SignatureTensor {
  std::string key;     // as the model calls it
  std::string tensor;  // "node", "node:1"
  int32_t dtype = RNLP_INVALID;
  std::vector<int64_t> dims;  // -1: unknown size
  bool unknown_rank = false;
};

// Appends to an import as it goes; keeps little of what was added.
class GraphWriter : public NodeList {
 public:
  GraphWriter(const rnlp_host_t* host, const rnlp_import_t* import) : NodeList(1) {
    ShareContents(host, import);
  }
  ~GraphWriter() override {
    if (status_ != nullptr) host_->status_release(host_, status_);
  }

  // Under a name that no other function has.
  void Function(std::string_view name, const FunctionWriter& body) {
    library_.Message(1, body.Message(name));
  }
  void Signature(std::string_view name, std::span<const SignatureTensor> inputs,
                 std::span<const SignatureTensor> outputs) {
    WireMessage signature;
    for (const SignatureTensor& input : inputs) signature.Message(1, Entry(input));
    for (const SignatureTensor& output : outputs) signature.Message(2, Entry(output));
    signature.Bytes(3, "tensorflow/serving/predict");
    WireMessage entry;
    entry.Bytes(1, name);
    entry.Message(2, signature);
    rest_.Message(5, entry);
  }
  // The node that runs once, before any other, when the model is opened to be run.
  void InitOp(std::string_view node) {
    WireMessage info, output, signature, entry;
    info.Bytes(1, node);
    output.Bytes(1, "__saved_model_init_op");
    output.Message(2, info);
    signature.Message(2, output);
    entry.Bytes(1, "__saved_model_init_op");
    entry.Message(2, signature);
    rest_.Message(5, entry);
  }
  // A variable by its nodes: VarHandleOp, AssignVariableOp, the initial value and ReadVariableOp.
  void Variable(std::string_view handle, std::string_view assign, std::string_view initial,
                std::string_view read, bool trainable) {
    const auto tensor = [](std::string_view node) { return std::string(node) + ":0"; };
    WireMessage variable;
    variable.Bytes(1, tensor(handle));
    variable.Bytes(2, assign);
    variable.Bytes(3, tensor(read));
    variable.Varint(5, 1);
    variable.Bytes(6, tensor(initial));
    variable.Varint(7, trainable ? 1 : 0);
    variables_.Message(1, variable);
    if (trainable) trainable_.Message(1, variable);
  }
  // Appends what is left. Ownership: the caller owns the status; NULL is OK.
  rnlp_status_t* Finish() {
    WireMessage last;
    last.Append(nodes_.bytes());
    if (!library_.bytes().empty()) last.Message(2, library_);
    WireMessage versions;
    versions.Int(1, kProducer);
    last.Message(4, versions);
    WireMessage graph;
    graph.Message(2, last);
    graph.Append(rest_.bytes());
    Collection("variables", variables_, &graph);
    Collection("trainable_variables", trainable_, &graph);
    Append(graph);
    return std::exchange(status_, nullptr);
  }

 private:
  static constexpr int kProducer = 1395;  // of GraphDefs that TensorFlow 2.12 and later read
  static constexpr size_t kFlushBytes = 1u << 20;

  void Added() override {
    if (nodes_.bytes().size() < kFlushBytes) return;
    WireMessage graph;
    graph.Message(2, nodes_);
    nodes_ = WireMessage();
    Append(graph);
  }
  static void Collection(std::string_view name, const WireMessage& list, WireMessage* graph) {
    if (list.bytes().empty()) return;
    WireMessage collection, entry;
    collection.Message(2, list);
    entry.Bytes(1, name);
    entry.Message(2, collection);
    graph->Message(4, entry);
  }
  void Append(const WireMessage& piece) {
    if (status_ == nullptr)
      status_ = import_->append(import_, piece.bytes().data(), piece.bytes().size());
  }
  static WireMessage Entry(const SignatureTensor& tensor) {
    WireMessage info;
    info.Bytes(1, tensor.tensor.find(':') == std::string::npos ? tensor.tensor + ":0" : tensor.tensor);
    info.Int(2, tensor.dtype);
    info.Message(3, tensor.unknown_rank ? UnknownShapeMessage() : ShapeMessage(tensor.dims));
    WireMessage entry;
    entry.Bytes(1, tensor.key);
    entry.Message(2, info);
    return entry;
  }

  WireMessage library_, rest_, variables_, trainable_;
  rnlp_status_t* status_ = nullptr;
};

}  // namespace runnel::plugin

#endif  // RNLP_SDK_GRAPH_WRITER_H_
