// The interpreter of formulas: reads the text, and builds while it reads.
//
// Two passes. The first goes over the whole text without building: it finds every mistake of grammar and
// names, and where each result and each named value begins. The second builds the results that are
// wanted; a named value is built at its first use.
#ifndef RUNNEL_CORE_OPS_FORMULA_INTERPRETER_H_
#define RUNNEL_CORE_OPS_FORMULA_INTERPRETER_H_

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/builder.h"
#include "core/ops/formula.h"
#include "core/ops/formula_lexer.h"

namespace runnel {

// The value of an expression.
struct FormulaValue {
  enum class Kind {
    kEdges,  // of the graph; without any: absent
    kInt,
    kReal,
    kAttr,  // another value that is known when the graph is built
  };
  Kind kind = Kind::kEdges;
  size_t position = 0;           // where its expression begins
  std::vector<OutputRef> edges;  // empty ones where no gradient arrives
  bool is_list = false;
  bool is_forward = false;           // the edges belong to the op itself: take them through Forward
  int first_output = -1;             // of an output's gradients: which output comes first
  const Node* node = nullptr;        // of a call: whose outputs can be picked
  const OpSchema* schema = nullptr;  // of a call, even where nothing is built
  int64_t integer = 0;
  double real = 0;
  AttrValue attr;

  // Out of line: an interpreter passes many of them around.
  FormulaValue();
  FormulaValue(const FormulaValue& other);
  FormulaValue(FormulaValue&& other) noexcept;
  FormulaValue& operator=(const FormulaValue& other);
  FormulaValue& operator=(FormulaValue&& other) noexcept;
  ~FormulaValue();
  bool is_number() const { return kind == Kind::kInt || kind == Kind::kReal; }
  bool is_none() const;
};

class FormulaInterpreter {
 public:
  // Either context may be null; with neither only Check works.
  FormulaInterpreter(FormulaKind kind, std::string_view text, const OpSchema& schema,
                     const OpRegistry& registry, RuleContext* context, GradientContext* gradient);

  Status Check();
  // Builds and sets what is wanted: the outputs of a composition, or the gradients.
  Status Run(CompositionContext* composition);
  // The text is one expression.
  Result<AttrValue> Evaluate();

 private:
  using Value = FormulaValue;
  using Kind = FormulaValue::Kind;
  struct Local {
    std::string_view name;
    size_t position;
    bool known;
    Value value;
  };
  struct Target {
    int arg;
    size_t position;
  };
  struct Function {
    std::string_view name;
    size_t min_args, max_args;
    bool gradients_only;
    Value (FormulaInterpreter::*build)(std::vector<Value>& args);
  };
  struct AttrArg {
    std::string_view name;
    Value value;
  };

  // Grammar. While skip_ > 0 nothing is built and values are empty.
  void Statement();
  Value Expression();
  Value Infix(int loosest);
  Value Unary();
  Value Postfix();
  Value Primary();
  Value Name(std::string_view name, size_t position);
  Value Call(std::string_view name, size_t position);
  Value BracketList();
  void Expect(char c);
  bool Take(char c);
  // Parses without building.
  void Skip(Value (FormulaInterpreter::*rule)());

  // Meaning.
  Value Arithmetic(char op, const Value& x, const Value& y);
  Value Numbers(char op, const Value& x, const Value& y);
  Value Compare(bool equal, const Value& x, const Value& y);
  bool Truth(const Value& value);
  Value Output(const Value& value, std::string_view name, size_t position);
  // Resolves a name; false if it means nothing.
  bool Find(std::string_view name, Value* out);
  bool FindArg(const std::vector<ArgSchema>& args, std::string_view name, bool is_input, Value* out);
  Value Gradients(size_t output);
  static Value Range(std::vector<OutputRef> edges, bool is_list, bool is_forward);
  static Value FromAttr(AttrValue attr);
  Value CallOp(const OpSchema& op, std::vector<Value>& args, const std::vector<AttrArg>& given,
               bool pass_on, size_t position);
  void CheckCall(const OpSchema& op, size_t num_args, const std::vector<AttrArg>& given,
                 size_t position);
  AttrValue AsAttr(const AttrSchema& attr, const Value& value);
  // The type of a constant as this argument of a call.
  DType TypeFor(const OpSchema& op, size_t arg, const std::vector<Value>& args, const AttrList& attrs);

  // Edges, usable in what is built; empty after a failure.
  OutputRef Edge(const Value& value);
  std::vector<OutputRef> Edges(const Value& value);
  // A number or list as a constant.
  OutputRef Constant(const Value& value, DType dtype);
  // The op's own edge whose shape a function reads.
  OutputRef Own(const Value& value);
  DType TypeOfAttr(const Value& value);
  static Value One(OutputRef edge) { return Range({edge}, false, false); }

  // Functions.
  static const Function kFunctions[];
  Value DimFunction(std::vector<Value>& args);
  Value RankFunction(std::vector<Value>& args);
  Value ShapeFunction(std::vector<Value>& args);
  Value ZerosFunction(std::vector<Value>& args);
  Value ConstantFunction(std::vector<Value>& args);
  Value ReshapeTo(std::vector<Value>& args);
  Value BroadcastTo(std::vector<Value>& args);
  Value ExpandAxes(std::vector<Value>& args);
  Value ReducedSize(std::vector<Value>& args);
  Value Conj(std::vector<Value>& args);
  Value Real(std::vector<Value>& args);
  Value SumTo(std::vector<Value>& args);
  Value Complete(std::vector<Value>& args);

  void Fail(size_t position, std::initializer_list<internal::Piece> message);
  void FailExpecting(std::string_view what);
  bool failed() const { return !status_.ok(); }
  GraphBuilder& b() { return context_->b(); }

  const FormulaKind kind_;
  const std::string_view text_;
  const OpSchema& schema_;
  const OpRegistry& registry_;
  RuleContext* const context_;
  GradientContext* const gradient_;
  FormulaLexer lexer_;
  Status status_;
  int skip_ = 1;
  int depth_ = 0;
  std::vector<Local> locals_;
  std::vector<Target> results_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_FORMULA_INTERPRETER_H_
