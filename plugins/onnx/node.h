// One node of a model while it is converted: its inputs and attributes, and where its outputs go. A
// conversion reads all that it understands; what it has not read at the end is refused by name, so that
// no input or attribute is passed over.
#ifndef RUNNEL_PLUGINS_ONNX_NODE_H_
#define RUNNEL_PLUGINS_ONNX_NODE_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/onnx/builder.h"
#include "plugins/onnx/model.h"

namespace runnel::onnx {

class Importer;

// Why a node is refused that reads what a refused node gives.
inline constexpr std::string_view kUnknownType = "an input of unknown type";

// Names of values in one graph or function body of the model.
struct Scope {
  Builder* b = nullptr;
  const Scope* outer = nullptr;  // whose values are seen here, too
  std::map<std::string_view, Value> values;
  std::map<std::string_view, const ValueInfo*> infos;
  const std::map<std::string_view, int64_t>* opsets = nullptr;
  const std::map<std::string_view, const Attribute*>* bindings = nullptr;  // of a function's attributes
  int depth = 0;
  bool may_not_run = false;  // a branch: what is wrong in it is wrong if it runs

  const Value* Find(std::string_view name) const;
};

class Node {
 public:
  Node(Importer* importer, Scope* scope, const NodeProto& proto);

  Builder& b;
  const NodeProto& proto;
  int64_t opset;  // of the node's domain
  Importer& importer;
  Scope& scope;

  // ---- inputs ----
  size_t num_inputs() const { return proto.inputs.size(); }
  size_t num_outputs() const { return proto.outputs.size(); }
  bool Has(size_t i) const { return i < num_inputs() && !proto.inputs[i].empty(); }
  bool Wants(size_t i) const { return i < num_outputs() && !proto.outputs[i].empty(); }
  // Refuses a missing one, and one whose type is not known.
  Value In(size_t i);
  std::optional<Value> Opt(size_t i);
  // Also sequences and absent optionals.
  Value Any(size_t i);
  Values AllIn();

  // ---- attributes ----
  const Attribute* Attr(std::string_view name);  // NULL without it
  bool HasAttr(std::string_view name) { return Attr(name) != nullptr; }
  int64_t Int(std::string_view name, int64_t otherwise);
  float Float(std::string_view name, float otherwise);
  std::string Str(std::string_view name, std::string_view otherwise);
  std::optional<Ints> IntList(std::string_view name);
  Ints IntList(std::string_view name, const Ints& otherwise);
  std::optional<List<float>> FloatList(std::string_view name);
  std::vector<std::string> StrList(std::string_view name);
  // For attributes that change nothing here.
  void Ignore(std::string_view name) { Attr(name); }

  // An attribute in older opsets, an input in newer ones: constants are read, all else is refused.
  std::optional<Ints> ConstantInts(size_t i);

  // ---- outputs ----
  void Out(size_t i, Value value);
  void Out(Value value) { Out(0, std::move(value)); }

  // Refuses what was not read.
  void CheckAllRead() const;
  std::vector<std::optional<Value>>& outputs() { return outputs_; }

 private:
  std::vector<bool> read_inputs_, read_attributes_;
  std::vector<std::optional<Value>> outputs_;
};

struct OpRow {
  const char* domain;
  const char* name;
  void (*convert)(Node& n);
};

// As the op Cast, with numbers from and to text.
Value CastTo(Builder& b, const Value& x, int32_t dtype);

// The cache with `update` at places along the axis that begin at `start` of each batch, or at 0;
// `circular`: places behind the end are those from 0 on.
Value WriteAt(Builder& b, const Value& cache, const Value& update, int64_t axis,
              const std::optional<Value>& start, bool circular);

// Conv without a bias, with the attributes of the node.
Value Convolve(Node& n, Value x, Value filter);

// The families; each is a file.
std::span<const OpRow> MathOps();
std::span<const OpRow> LogicOps();
std::span<const OpRow> ReduceOps();
std::span<const OpRow> ShapeOps();
std::span<const OpRow> IndexOps();
std::span<const OpRow> ConvOps();
std::span<const OpRow> PoolOps();
std::span<const OpRow> NormOps();
std::span<const OpRow> RecurrentOps();
std::span<const OpRow> ControlOps();
std::span<const OpRow> SequenceOps();
std::span<const OpRow> QuantizeOps();
std::span<const OpRow> ResizeOps();
std::span<const OpRow> AttentionOps();
std::span<const OpRow> LossOps();
std::span<const OpRow> SignalOps();
std::span<const OpRow> ImageOps();
std::span<const OpRow> TextOps();
std::span<const OpRow> LearnOps();
std::span<const OpRow> RandomOps();
std::span<const OpRow> TreeOps();
std::span<const OpRow> ClassOps();

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_NODE_H_
