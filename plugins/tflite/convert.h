// From operators to nodes. Subgraph 0 and those that signatures name become nodes of the graph, those
// that operators call become functions.
//
// A Scope is one subgraph on its way: which node output each of its tensors is. An Op is one operator
// with the functions by which the families (the files ops_*.cc) write its nodes. What a family cannot
// express it refuses, and the operator becomes a node "TFLite>NAME" that says why.
#ifndef RUNNEL_PLUGINS_TFLITE_CONVERT_H_
#define RUNNEL_PLUGINS_TFLITE_CONVERT_H_

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/sdk/graph_writer.h"
#include "plugins/tflite/model.h"

namespace runnel::tflite {

using plugin::NodeList;
using plugin::NodeWriter;

class Op;
class Scope;

// How an operator is written.
struct OpRow {
  const char* name;  // as the schema has it
  // Writes nodes and sets the outputs, or refuses. Quantised tensors: see `moves` and `quantized`.
  void (*write)(Op& op);
  // Elements are moved or compared and keep their stored form. Without it `write` sees real numbers.
  bool moves = false;
  // Writes the operator over quantised tensors bit by bit as LiteRT computes it; without it `write`
  // works on real numbers and its results are rounded to the output's.
  void (*quantized)(Op& op) = nullptr;
};

std::span<const OpRow> ArithmeticOps();
std::span<const OpRow> ArrayOps();
std::span<const OpRow> ControlOps();
std::span<const OpRow> ImageOps();
std::span<const OpRow> IndexOps();
std::span<const OpRow> ProductOps();
std::span<const OpRow> QuantizeOps();
std::span<const OpRow> RecurrentOps();
std::span<const OpRow> ReductionOps();
std::span<const OpRow> StateOps();

// One import.
class Import {
 public:
  Import(const rnlp_host_t* host, const rnlp_import_t* import, const Model& model);
  Problem Run();
  rnlp_status_t* Finish() { return graph_.Finish(); }

  const Model& model() const { return model_; }
  // Whether fixed-point products are rounded once, as XNNPACK does, and not twice.
  bool rounds_once() const { return rounds_once_; }
  // Whether quantised weights that meet real numbers become real numbers, which every device multiplies.
  bool has_real_hybrids() const { return has_real_hybrids_; }
  plugin::GraphWriter& graph() { return graph_; }
  // The function of a subgraph, written on first use. Empty if there is a problem, which is then kept.
  std::string Function(int32_t subgraph);
  const OpRow* Find(int32_t code) const;
  void Fail(int32_t code, std::string text) {
    if (!problem_) problem_ = {code, std::move(text)};
  }
  bool failed() const { return problem_.code != 0; }
  // Of a subgraph whose function is written.
  bool HasEffects(int32_t subgraph) const {
    const auto at = static_cast<size_t>(subgraph);
    return at < bodies_.size() && bodies_[at].has_effects;
  }
  // Whether a function of this name has not been asked for before.
  bool IsFirstUse(const std::string& function) { return used_.insert(function).second; }
  // Counts bytes of constants, which subgraphs may share.
  bool Spend(uint64_t bytes);

 private:
  // An importer option with two values.
  Problem ReadOption(std::string_view key, std::string_view usual, std::string_view other,
                     bool* is_other) const;
  void Signatures(const std::map<int32_t, Scope*>& scopes);

  const rnlp_import_t* const import_;
  const Model& model_;
  bool rounds_once_ = false, has_real_hybrids_ = false;
  plugin::GraphWriter graph_;
  std::map<std::string, const OpRow*, std::less<>> rows_;
  struct Body {
    bool is_under_way = false, has_effects = false;
    std::string name;  // empty: not written yet
  };
  std::vector<Body> bodies_;
  std::set<std::string> used_;
  int depth_ = 0;
  uint64_t budget_;
  Problem problem_;
};

class Scope {
 public:
  Scope(Import* import, int32_t subgraph, NodeList* list, std::string prefix);

  Import& import() const { return *import_; }
  int32_t index() const { return index_; }
  const Subgraph& graph() const { return graph_; }
  NodeList& list() { return *list_; }
  const Tensor& tensor(int32_t i) const { return graph_.tensors[static_cast<size_t>(i)]; }
  std::string Named(std::string_view name) const { return prefix_ + std::string(name); }

  // The stored value of a tensor; constants are written on first use.
  std::string Value(int32_t tensor);
  void Set(int32_t tensor, std::string value) {
    values_[static_cast<size_t>(tensor)] = std::move(value);
  }
  bool IsConstant(int32_t tensor) const;
  // A constant's data; nullopt if it is none.
  std::optional<std::string_view> Data(int32_t tensor, std::string* storage);
  // A constant of int32 or int64.
  std::optional<std::vector<int64_t>> Integers(int32_t tensor);
  // A constant's numbers as `write` sees them: floats if it is quantised.
  std::optional<std::string_view> RealData(int32_t tensor, std::string* storage);
  // A quantised constant as real numbers, written once.
  std::string RealConstant(int32_t tensor);

  // What this node does counts beside its values: later effects and the outputs wait for it.
  NodeWriter& AfterEffects(NodeWriter& node);
  void AddEffect(const std::string& node) { last_effect_ = node; }
  const std::string& last_effect() const { return last_effect_; }

  // Gives a tensor that is a variable its value for the next run.
  void Assign(int32_t tensor, const std::string& value);

  void Operators();
  // The value of an output; it waits for all effects.
  std::string Result(int32_t tensor);

 private:
  friend class Op;
  std::string WriteConstant(const Tensor& tensor, std::string_view data);
  // A tensor that keeps its value from run to run, zeros at first.
  std::string Variable(int32_t tensor);

  Import* const import_;
  const int32_t index_;
  const Subgraph& graph_;
  NodeList* const list_;
  const std::string prefix_;
  std::vector<std::string> values_, reals_;
  std::map<std::string, std::string> results_;
  std::map<int32_t, std::string> handles_;
  std::string last_effect_;
  const Tensor nothing_;
};

// A fused activation's number in the schema.
enum Activation : int8_t { kNone = 0, kRelu = 1, kReluN1To1 = 2, kRelu6 = 3, kTanhActivation = 4 };

class Op {
 public:
  Op(Scope* scope, const Operator& op) : scope_(*scope), op_(op) {}

  Scope& scope() { return scope_; }
  const Operator& table() const { return op_; }
  const Table& options() const { return op_.options; }
  size_t num_inputs() const { return op_.inputs.size(); }
  size_t num_outputs() const { return op_.outputs.size(); }
  bool Has(size_t i) const { return i < op_.inputs.size() && op_.inputs[i] != kNoTensor; }
  int32_t index(size_t i) const { return Has(i) ? op_.inputs[i] : kNoTensor; }
  // A tensor of no elements, and a problem that is kept, where the model lacks one.
  const Tensor& In(size_t i) const {
    return Has(i) ? scope_.tensor(op_.inputs[i]) : Missing("input", i);
  }
  const Tensor& Out(size_t i = 0) const {
    return i < op_.outputs.size() ? scope_.tensor(op_.outputs[i]) : Missing("output", i);
  }

  // Values as `write` sees them: real where the row asks for it and the tensor is quantised.
  std::string X(size_t i);
  std::vector<std::string> Xs(size_t first = 0);
  int32_t Type(size_t i) const { return TypeOf(In(i)); }
  int32_t OutType(size_t i = 0) const { return TypeOf(Out(i)); }
  std::string Stored(size_t i);
  std::string Real(size_t i);

  // A node of this operator: `Node` has a name of its own, `Last` that of output i.
  NodeWriter Node(std::string_view op) {
    return scope_.list().Node(op, scope_.Named(std::string(OutName()) + "/" + std::string(op)));
  }
  NodeWriter Last(std::string_view op, size_t i = 0) {
    // An output that is rounded afterwards leaves its name to that node.
    if (IsReal(Out(i)) || activation_ != kNone) return Node(op);
    return scope_.list().Node(op, scope_.Named(OutName(i)));
  }
  void Set(size_t i, std::string value);
  void Set(std::string value) { Set(0, std::move(value)); }
  // Output 0, after the activation of the options' field `slot`. Before the node that makes it.
  void Activate(int8_t activation);
  // Gives input i, a variable, a value for the next run, in its scale if it is quantised.
  void Keep(size_t i, const std::string& value);
  // Nodes that hold a value's outputs in order.
  void SetAll(const std::string& node);

  // Input i with its axes in another order; a constant is moved here.
  std::string InOrder(size_t i, std::span<const int64_t> order);

  // Constants.
  std::string Ints(std::span<const int64_t> values, int32_t dtype = RNLP_INT32);
  std::string Ints(std::initializer_list<int64_t> values, int32_t dtype = RNLP_INT32) {
    return Ints(std::span<const int64_t>(values.begin(), values.size()), dtype);
  }
  std::string Int(int64_t value, int32_t dtype = RNLP_INT32);
  std::string Number(int32_t dtype, double value);  // a scalar of float or an integer type
  // Input i, a constant of integers.
  std::optional<std::vector<int64_t>> Integers(size_t i) {
    return Has(i) ? scope_.Integers(op_.inputs[i]) : std::nullopt;
  }

  // The usual nodes.
  std::string Unary(std::string_view op, const std::string& x, int32_t dtype);
  std::string Binary(std::string_view op, const std::string& x, const std::string& y, int32_t dtype);
  std::string CastTo(const std::string& x, int32_t from, int32_t to);
  std::string Reshaped(const std::string& x, int32_t dtype, std::span<const int64_t> dims);
  std::string Transposed(const std::string& x, int32_t dtype, std::initializer_list<int64_t> order);

  void Refuse(std::string why) {
    if (refusal_.empty()) refusal_ = std::move(why);
  }
  bool refused() const { return !refusal_.empty(); }

  // Calls `write` with real numbers for what is quantised.
  void WriteReal(void (*write)(Op& op)) {
    real_ = true;
    write(*this);
  }
  // Writes it by its row, or as a node that cannot run.
  void Write(const OpRow* row);

 private:
  // Whether `write` sees the tensor as real numbers though it is stored otherwise.
  bool IsReal(const Tensor& tensor) const;
  int32_t TypeOf(const Tensor& tensor) const {
    return IsReal(tensor) ? static_cast<int32_t>(RNLP_FLOAT) : tensor.dtype;
  }
  std::string_view OutName(size_t i = 0) const {
    return op_.outputs.empty() ? std::string_view("effect") : Out(i).name;
  }
  const Tensor& Missing(const char* what, size_t i) const;
  void WriteRefused();
  bool ChangesScale() const;

  Scope& scope_;
  const Operator& op_;
  bool real_ = false;
  int8_t activation_ = kNone;
  std::string refusal_;
};

// The name of a TensorFlow op as a template argument.
template <size_t kSize>
struct Text {
  constexpr Text(const char (&from)[kSize]) { std::copy_n(from, kSize, text); }  // NOLINT
  char text[kSize];
};

// Whether a tensor is stored as 8 or 16 bits that stand for real numbers.
bool IsAffine(const Tensor& tensor);
// Writes the nodes between real numbers and a quantised tensor's.
std::string Quantize(Scope& scope, const Tensor& like, const std::string& real,
                     const std::string& wanted);
std::string Dequantize(Scope& scope, const Tensor& like, const std::string& stored,
                       const std::string& wanted);

}  // namespace runnel::tflite

#endif  // RUNNEL_PLUGINS_TFLITE_CONVERT_H_
