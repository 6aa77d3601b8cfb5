// Writes a TensorFlow graph as an ONNX model, opset 17. What has no equivalent is refused, all of it in
// one message.
//
// TensorFlow keeps channels last and ONNX first. A value that a convolution or pool gives is kept as it
// comes, channels first, as long as what takes it works element by element; a Transpose is written where
// it is needed, once.
#ifndef RUNNEL_PLUGINS_ONNX_EXPORT_H_
#define RUNNEL_PLUGINS_ONNX_EXPORT_H_

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/onnx/model.h"
#include "plugins/onnx/value.h"
#include "plugins/onnx/wire.h"
#include "plugins/sdk/graph_writer.h"

namespace runnel::onnx {

// A constant of TensorFlow's graph; numbers are row-major, little-endian.
struct TfTensor {
  int32_t dtype = RNLP_INVALID;
  Ints dims;
  std::string_view content;
  std::vector<std::string_view> strings;
};

struct TfNode {
  std::string_view name, op;
  std::vector<std::string_view> inputs;                // without control inputs
  std::map<std::string_view, std::string_view> attrs;  // AttrValue messages
};

// Attributes of an ONNX node, by name.
class OnnxAttrs {
 public:
  OnnxAttrs& Int(std::string_view name, int64_t value);
  OnnxAttrs& Float(std::string_view name, float value);
  OnnxAttrs& String(std::string_view name, std::string_view value);
  OnnxAttrs& Ints(std::string_view name, const std::vector<int64_t>& values);
  const plugin::WireMessage& message() const { return message_; }

 private:
  OnnxAttrs& Add(std::string_view name, int64_t type, plugin::WireMessage* value);
  plugin::WireMessage message_;  // fields 5 of a node
};

class Exporter;

// One node while it is written. What a conversion throws as Refusal names what has no equivalent.
class ExportNode {
 public:
  ExportNode(Exporter* exporter, const TfNode& node) : exporter_(*exporter), node_(node) {}
  std::string_view op() const { return node_.op; }
  size_t num_inputs() const { return node_.inputs.size(); }

  // ---- attributes, by TensorFlow's names
  int64_t Int(std::string_view attr, int64_t otherwise = 0) const;
  bool Bool(std::string_view attr, bool otherwise = false) const { return Int(attr, otherwise) != 0; }
  float Float(std::string_view attr, float otherwise) const;
  std::string_view Text(std::string_view attr, std::string_view otherwise = "") const;
  Ints List(std::string_view attr) const;
  int32_t Type(std::string_view attr) const;  // RNLP_INVALID without it

  // ---- inputs: ONNX names
  std::string In(size_t i);
  std::string Int64(size_t i);  // of integers, as int64
  std::optional<TfTensor> Constant(size_t i) const;
  int64_t RankOf(size_t i) const;        // -1: not known
  Ints Integers(size_t i) const;         // of a constant; refuses another
  bool IsChannelsFirst(size_t i) const;  // there is a form with channels first already
  std::string ChannelsFirst(size_t i);

  // ---- nodes: each gives the name of its first output
  std::string Add(std::string_view op, std::vector<std::string> inputs, const OnnxAttrs& attrs = {});
  std::vector<std::string> AddMany(std::string_view op, std::vector<std::string> inputs, size_t outputs,
                                   const OnnxAttrs& attrs = {});
  std::string Transposed(const std::string& x, const Ints& perm);
  std::string CastTo(const std::string& x, int32_t dtype);

  // ---- constants
  std::string Numbers(const Ints& values);  // int64, a vector
  std::string Scalar(int32_t dtype, double value);
  std::string Bytes(int32_t dtype, const Ints& dims, std::string_view content);

  // ---- outputs
  void Out(std::string name, size_t index = 0);
  void OutOfRank(std::string name, int64_t rank);
  void OutChannelsFirst(std::string name);
  void OutAsInput();  // the first input, in all its forms

 private:
  std::string_view InputName(size_t i) const;  // refuses one that is missing

  Exporter& exporter_;
  const TfNode& node_;
};

struct ExportRow {
  std::string_view op;
  void (*write)(ExportNode& n);
};
// By op: in export_ops.cc and export_arrays.cc.
std::span<const ExportRow> ExportedOps();
std::span<const ExportRow> ExportedArrayOps();

class Exporter {
 public:
  explicit Exporter(const rnlp_export_t* job) : job_(job) {}
  // Throws Failure. Ownership: the caller owns the status.
  rnlp_status_t* Run();

 private:
  friend class ExportNode;
  struct Known {
    std::string name;            // as TensorFlow has it; empty: only channels first is there
    std::string channels_first;  // empty: that form is not there
    const TfTensor* constant = nullptr;
    int64_t rank = -1;  // -1: not known
  };
  struct End {
    std::string key, tensor;
    int32_t dtype = RNLP_INVALID;
    std::string_view shape;  // a TensorShapeProto
  };

  void Read(std::string_view meta);
  void ReadGraph(std::string_view graph);
  void ReadSignature(std::string_view signature);
  std::vector<const TfNode*> InOrder() const;
  void Write(const TfNode& node);
  bool Fold(const TfNode& node);
  Known* Find(std::string_view tensor);
  std::string NameOf(std::string_view tensor);
  std::string ChannelsFirstOf(std::string_view tensor);
  std::string NewName(std::string_view wanted);
  std::string Initializer(std::string_view wanted, const TfTensor& tensor);
  void Node(std::string_view op, std::span<const std::string> inputs,
            std::span<const std::string> outputs, const OnnxAttrs& attrs);
  rnlp_status_t* Finish();

  const rnlp_export_t* const job_;
  std::vector<TfNode> nodes_;
  std::map<std::string_view, const TfNode*> by_name_;
  std::map<std::string_view, TfTensor> constants_;   // by node
  std::deque<std::string> folded_;                   // contents of those that were computed
  std::map<std::string, Known, std::less<>> known_;  // by tensor: "node", "node:1"
  std::vector<End> inputs_, outputs_;
  std::set<std::string, std::less<>> names_;
  std::map<std::pair<int32_t, std::string>, std::string> small_;  // initializers by type and bytes
  plugin::WireMessage graph_;                                     // GraphProto
};

// What ONNX calls an element type of TensorFlow's. Refuses others.
int64_t ElementTypeOf(int32_t dtype);

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_EXPORT_H_
