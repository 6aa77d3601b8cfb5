// The grammar of formulas. formula_values.cc has the meaning of the pieces, formula_functions.cc the
// functions.
#include "core/ops/formula_interpreter.h"

#include <charconv>
#include <cmath>

#include "core/base/number.h"
#include "plugins/abi/rnlp_formula.h"

namespace runnel {
namespace {

// Precedence of infix operators, the loosest first; 0: none.
int LevelOf(const FormulaLexer& lexer) {
  const FormulaToken token = lexer.token();
  if (token == FormulaToken::kEqual || token == FormulaToken::kUnequal) return 1;
  if (lexer.is('+') || lexer.is('-')) return 2;
  return lexer.is('*') || lexer.is('/') ? 3 : 0;
}

}  // namespace

FormulaInterpreter::FormulaInterpreter(FormulaKind kind, std::string_view text, const OpSchema& schema,
                                       const OpRegistry& registry, RuleContext* context,
                                       GradientContext* gradient)
    : kind_(kind),
      text_(text),
      schema_(schema),
      registry_(registry),
      context_(context),
      gradient_(gradient),
      lexer_(text.substr(0, RNLP_FORMULA_MAX_BYTES)) {}

void FormulaInterpreter::Fail(size_t position, std::initializer_list<internal::Piece> message) {
  if (failed()) return;
  status_ = InvalidArgument(
      "op \"", schema_.name, "\": its ", kind_ == FormulaKind::kGradient ? "gradient" : "composition",
      " formula is wrong at ", position, ": ", internal::StrCatPieces(message.begin(), message.size()));
}

void FormulaInterpreter::FailExpecting(std::string_view what) {
  const FormulaToken token = lexer_.token();
  if (token == FormulaToken::kEnd) return Fail(lexer_.position(), {"expected ", what, ", got the end"});
  std::string_view got = lexer_.word();
  if (token == FormulaToken::kBad && got.size() > 1) {
    return Fail(lexer_.position(), {"the string does not end"});
  }
  if (token == FormulaToken::kBad && (got[0] < ' ' || got[0] > '~')) {
    const int byte = static_cast<unsigned char>(got[0]);
    return Fail(lexer_.position(), {"expected ", what, ", got the byte ", byte});
  }
  Fail(lexer_.position(), {"expected ", what, ", got \"", got.substr(0, 40), "\""});
}

bool FormulaInterpreter::Take(char c) {
  if (failed() || !lexer_.is(c)) return false;
  lexer_.Advance();
  return true;
}

void FormulaInterpreter::Expect(char c) {
  if (failed() || Take(c)) return;
  const char quoted[] = {'"', c, '"', 0};
  FailExpecting(quoted);
}

void FormulaInterpreter::Skip(Value (FormulaInterpreter::*rule)()) {
  ++skip_;
  (this->*rule)();
  --skip_;
}

Status FormulaInterpreter::Check() {
  if (text_.size() > RNLP_FORMULA_MAX_BYTES) {
    Fail(RNLP_FORMULA_MAX_BYTES, {"it is longer than ", RNLP_FORMULA_MAX_BYTES, " bytes"});
  }
  do {
    Statement();
  } while (Take(';') && lexer_.token() != FormulaToken::kEnd);
  if (!failed() && lexer_.token() != FormulaToken::kEnd) FailExpecting("an operator or \";\"");
  if (kind_ == FormulaKind::kComposition && !failed()) {
    for (size_t i = 0; i < schema_.outputs.size(); ++i) {
      bool set = false;
      for (const Target& r : results_) set |= r.arg == static_cast<int>(i);
      if (!set) Fail(text_.size(), {"it does not say what output \"", schema_.outputs[i].name, "\" is"});
    }
  }
  return status_;
}

void FormulaInterpreter::Statement() {
  if (failed()) return;
  const bool gradient = kind_ == FormulaKind::kGradient;
  const std::string_view name = lexer_.word();
  const size_t at = lexer_.position();
  if (lexer_.token() != FormulaToken::kName) {
    return FailExpecting(gradient ? "the name of an input or of a new value"
                                  : "the name of an output or of a new value");
  }
  lexer_.Advance();
  if (Take(':')) {
    const auto& args = gradient ? schema_.inputs : schema_.outputs;
    int arg = -1;
    for (size_t i = 0; i < args.size(); ++i) {
      if (args[i].name == name) arg = static_cast<int>(i);
    }
    if (arg < 0) return Fail(at, {"the op has no ", gradient ? "input" : "output", " \"", name, "\""});
    for (const Target& r : results_) {
      if (r.arg == arg) return Fail(at, {"\"", name, "\" is given twice"});
    }
    results_.push_back({arg, lexer_.position()});
    Expression();
    return;
  }
  if (!Take('=')) return FailExpecting("\":\" or \"=\"");
  const size_t begin = lexer_.position();
  Value value = Expression();
  if (failed()) return;
  Value other;
  if (Find(name, &other)) return Fail(at, {"\"", name, "\" has a meaning already"});
  locals_.push_back({name, begin, false, std::move(value)});
}

FormulaInterpreter::Value FormulaInterpreter::Expression() {
  if (depth_ >= RNLP_FORMULA_MAX_DEPTH) {
    Fail(lexer_.position(), {"it is nested more than ", RNLP_FORMULA_MAX_DEPTH, " deep"});
  }
  if (failed()) return {};
  ++depth_;
  const size_t at = lexer_.position();
  Value value = Infix(1);
  if (Take('?')) {
    const bool chosen = skip_ == 0 && Truth(value);
    const auto branch = [&](bool is_chosen) {
      if (is_chosen || skip_ > 0) {
        value = Expression();
      } else {
        Skip(&FormulaInterpreter::Expression);
      }
    };
    branch(chosen);
    Expect(':');
    branch(!chosen);
    value.schema = nullptr;
  }
  --depth_;
  value.position = at;
  return value;
}

// Parses operators of this precedence and tighter ones.
FormulaInterpreter::Value FormulaInterpreter::Infix(int loosest) {
  const size_t at = lexer_.position();
  Value left = Unary();
  for (int level = LevelOf(lexer_); !failed() && level >= loosest; level = LevelOf(lexer_)) {
    const FormulaToken token = lexer_.token();
    const char op = lexer_.word()[0];
    lexer_.Advance();
    // An absent value times anything is absent: the other factor is not built.
    const bool absent = skip_ == 0 && level == 3 && left.is_none();
    skip_ += absent ? 1 : 0;
    const Value right = Infix(level + 1);
    skip_ -= absent ? 1 : 0;
    if (failed() || absent) continue;
    if (skip_ > 0) {
      left = {};
    } else if (level == 1) {
      left = Compare(token == FormulaToken::kEqual, left, right);
    } else {
      left = Arithmetic(op, left, right);
    }
    left.position = at;
  }
  return left;
}

FormulaInterpreter::Value FormulaInterpreter::Unary() {
  std::string signs;
  const size_t at = lexer_.position();
  while (lexer_.is('-') || lexer_.is('!')) {
    signs += lexer_.word()[0];
    lexer_.Advance();
  }
  Value value = Postfix();
  if (!signs.empty()) value.schema = nullptr;
  for (; !signs.empty() && skip_ == 0 && !failed(); signs.pop_back()) {
    if (signs.back() == '!') {
      value = FromAttr(AttrValue(!Truth(value)));
    } else if (value.is_number()) {
      value = Numbers('-', FromAttr(AttrValue(0)), value);
    } else if (!value.is_none()) {
      value = One(b().Op("Neg", {Edge(value)}));
    }
  }
  value.position = at;
  return value;
}

FormulaInterpreter::Value FormulaInterpreter::Postfix() {
  Value value = Primary();
  while (Take('.')) {
    if (lexer_.token() != FormulaToken::kName) FailExpecting("the name of an output");
    if (failed()) return {};
    const std::string_view name = lexer_.word();
    const size_t at = lexer_.position();
    lexer_.Advance();
    value = Output(value, name, at);
  }
  return value;
}

FormulaInterpreter::Value FormulaInterpreter::Primary() {
  if (failed()) return {};
  const std::string_view word = lexer_.word();
  const size_t at = lexer_.position();
  Value value;
  value.position = at;
  switch (lexer_.token()) {
    case FormulaToken::kNumber: {
      const char* const end = word.data() + word.size();
      const bool whole = word.find_first_of(".eE") == std::string_view::npos;
      bool read = false;
      if (whole) {
        const auto result = std::from_chars(word.data(), end, value.integer);
        read = result.ec == std::errc() && result.ptr == end;
      } else {
        read = ReadReal(word, &value.real) == word.size() && std::isfinite(value.real);
      }
      if (!read) {
        Fail(at, {"\"", word.substr(0, 40), "\" is no number, or too large"});
      }
      value.kind = whole ? Kind::kInt : Kind::kReal;
      lexer_.Advance();
      return value;
    }
    case FormulaToken::kString:
      value = FromAttr(AttrValue(word));
      value.position = at;
      lexer_.Advance();
      return value;
    case FormulaToken::kName:
      lexer_.Advance();
      return Take('(') ? Call(word, at) : Name(word, at);
    default:
      break;
  }
  if (Take('(')) {
    value = Expression();
    Expect(')');
  } else if (Take('[')) {
    value = BracketList();
  } else {
    FailExpecting("a value");
  }
  value.position = at;
  return value;
}

// After the opening bracket: numbers, or tensors.
FormulaInterpreter::Value FormulaInterpreter::BracketList() {
  std::vector<Value> items;
  if (!Take(']')) {
    do {
      items.push_back(Expression());
    } while (Take(','));
    Expect(']');
  }
  if (skip_ > 0 || failed()) return {};
  bool tensors = false;
  for (const Value& item : items) tensors |= item.kind == Kind::kEdges;
  if (tensors) {
    std::vector<OutputRef> edges;
    for (const Value& item : items) edges.push_back(item.is_none() ? OutputRef() : Edge(item));
    return Range(std::move(edges), true, false);
  }
  std::vector<int64_t> numbers;
  for (const Value& item : items) {
    const auto* list = item.kind == Kind::kAttr ? item.attr.get_if<std::vector<int64_t>>() : nullptr;
    if (list != nullptr) {
      numbers.insert(numbers.end(), list->begin(), list->end());
      continue;
    }
    if (item.kind != Kind::kInt) Fail(item.position, {"a list holds whole numbers or tensors"});
    numbers.push_back(item.integer);
  }
  return FromAttr(AttrValue(std::move(numbers)));
}

// After the opening parenthesis.
FormulaInterpreter::Value FormulaInterpreter::Call(std::string_view name, size_t position) {
  const Function* function = nullptr;
  for (const Function* f = kFunctions; !f->name.empty(); ++f) {
    if (f->name == name) function = f;
  }
  const OpSchema* op = nullptr;
  if (function == nullptr) {
    auto found = registry_.Find(name);
    if (!found.ok()) {
      Fail(position, {found.status().message()});
      return {};
    }
    op = *found;
  } else if (function->gradients_only && kind_ != FormulaKind::kGradient) {
    Fail(position, {"the function ", name, " is for gradients only"});
    return {};
  }
  std::vector<Value> args;
  std::vector<AttrArg> given;
  bool pass_on = false, absent = false;
  const int skipped = skip_;
  while (!failed() && !lexer_.is(')')) {
    const size_t at = lexer_.position();
    const std::string_view word = lexer_.word();
    if (op != nullptr && lexer_.token() == FormulaToken::kDots) {
      lexer_.Advance();
      pass_on = true;
    } else {
      const bool is_name = op != nullptr && lexer_.token() == FormulaToken::kName;
      if (is_name) lexer_.Advance();
      if (is_name && Take('=')) {
        given.push_back({word, Expression()});
        given.back().value.position = at;
      } else {
        lexer_.MoveTo(at);
        if (!given.empty() || pass_on) Fail(at, {"inputs come before attrs"});
        args.push_back(Expression());
        // A call with an absent argument is absent: the rest is not built.
        const bool keeps_none = function != nullptr && function->name == "complete";
        if (skip_ == 0 && !failed() && !keeps_none && args.back().is_none()) {
          absent = true;
          ++skip_;
        }
      }
    }
    if (!Take(',')) break;
  }
  skip_ = skipped;
  if (!failed() && !lexer_.is(')')) FailExpecting("\",\" or \")\"");
  if (failed()) return {};
  lexer_.Advance();
  if (function != nullptr) {
    if (args.size() < function->min_args || args.size() > function->max_args) {
      Fail(position, {"the function ", name, " takes ", function->min_args,
                      function->min_args == function->max_args ? "" : StrCat(" to ", function->max_args),
                      " arguments, got ", args.size()});
    }
    if (failed() || skip_ > 0 || absent) return {};
    Value value = (this->*function->build)(args);
    if (!failed() && !b().status().ok()) {
      status_ = b().status().WithPrefix(StrCat("its formula at ", position));
    }
    return value;
  }
  CheckCall(*op, args.size(), given, position);
  if (failed() || absent) return {};
  if (skip_ > 0) {
    Value value;
    value.schema = op;
    return value;
  }
  return CallOp(*op, args, given, pass_on, position);
}

Status FormulaInterpreter::Run(CompositionContext* composition) {
  RUNNEL_RETURN_IF_ERROR(Check());
  skip_ = 0;
  const auto& args = gradient_ != nullptr ? schema_.inputs : schema_.outputs;
  for (const Target& result : results_) {
    const size_t arg = static_cast<size_t>(result.arg);
    const auto [first, last] = ArgRange(args, context_->attrs(), args[arg].name);
    bool wanted = gradient_ == nullptr;
    for (int i = first; i < last && !wanted; ++i) wanted = gradient_->wants(i);
    if (!wanted) continue;
    lexer_.MoveTo(result.position);
    const Value value = Expression();
    if (failed()) break;
    if (value.is_none()) continue;
    const std::vector<OutputRef> edges = Edges(value);
    const size_t count = static_cast<size_t>(last - first);
    const bool repeated = edges.size() == 1 && !value.is_list;
    if (!repeated && (!args[arg].is_list() || edges.size() != count)) {
      Fail(result.position, {"\"", args[arg].name, "\" takes ", count, " values, got ",
                             value.is_list ? "a list of " : "", edges.size()});
    }
    if (failed()) break;
    for (int i = first; i < last; ++i) {
      const OutputRef edge = edges[repeated ? 0 : static_cast<size_t>(i - first)];
      if (composition != nullptr) {
        composition->set_output(i, edge);
      } else {
        gradient_->set_input_grad(i, edge);
      }
    }
  }
  return failed() ? status_ : b().status();
}

Result<AttrValue> FormulaInterpreter::Evaluate() {
  skip_ = 0;
  const Value value = Expression();
  if (!failed() && lexer_.token() != FormulaToken::kEnd) FailExpecting("an operator or the end");
  if (!failed() && value.kind == Kind::kEdges)
    Fail(0, {"expected a value that is known now, got a tensor"});
  if (failed()) return status_;
  if (value.kind == Kind::kInt) return AttrValue(value.integer);
  if (value.kind == Kind::kReal) return AttrValue(static_cast<float>(value.real));
  return value.attr;
}

Status BuildGradient(GradientContext& ctx) {
  const Rule<GradientFn> rule = ctx.schema().gradient();
  if (rule.function != nullptr) return rule.function(ctx);
  if (!rule) return Unimplemented("op \"", ctx.schema().name, "\" has no gradient");
  return rule.interpret(rule.formula, ctx);
}

Status BuildComposition(CompositionContext& ctx) {
  const Rule<CompositionFn> rule = ctx.schema().composition();
  if (rule.function != nullptr) return rule.function(ctx);
  if (!rule) return Unimplemented("op \"", ctx.schema().name, "\" has no composition");
  return rule.interpret(rule.formula, ctx);
}

Status RunFormula(std::string_view formula, GradientContext& ctx) {
  return FormulaInterpreter(FormulaKind::kGradient, formula, ctx.schema(), ctx.b().graph()->registry(),
                            &ctx, &ctx)
      .Run(nullptr);
}

Status RunFormula(std::string_view formula, CompositionContext& ctx) {
  return FormulaInterpreter(FormulaKind::kComposition, formula, ctx.schema(),
                            ctx.b().graph()->registry(), &ctx, nullptr)
      .Run(&ctx);
}

Result<AttrValue> EvaluateFormula(std::string_view text, RuleContext& ctx) {
  return FormulaInterpreter(FormulaKind::kComposition, text, ctx.schema(), ctx.b().graph()->registry(),
                            &ctx, nullptr)
      .Evaluate();
}

Status CheckFormula(FormulaKind kind, std::string_view text, const OpSchema& schema,
                    const OpRegistry& registry) {
  return FormulaInterpreter(kind, text, schema, registry, nullptr, nullptr).Check();
}

}  // namespace runnel
