// What the pieces of a formula mean: names, arithmetic, and calls of ops.
#include <algorithm>

#include "core/ops/formula_interpreter.h"
#include "core/ops/gradient_helpers.h"

namespace runnel {
namespace {

// Attrs that the inputs of an op determine.
bool IsDetermined(const OpSchema& op, std::string_view attr) {
  for (const ArgSchema& arg : op.inputs) {
    if (arg.type_attr == attr || arg.number_attr == attr || arg.type_list_attr == attr) return true;
  }
  return false;
}

std::string_view KindText(const FormulaValue& value) {
  switch (value.kind) {
    case FormulaValue::Kind::kInt:
    case FormulaValue::Kind::kReal:
      return "a number";
    case FormulaValue::Kind::kAttr:
      return value.attr.KindName();
    case FormulaValue::Kind::kEdges:
      break;
  }
  return value.is_list ? "a list of tensors" : value.edges.empty() ? "none" : "a tensor";
}

}  // namespace

FormulaValue::FormulaValue() = default;
FormulaValue::FormulaValue(const FormulaValue& other) = default;
FormulaValue::FormulaValue(FormulaValue&& other) noexcept = default;
FormulaValue& FormulaValue::operator=(const FormulaValue& other) = default;
FormulaValue& FormulaValue::operator=(FormulaValue&& other) noexcept = default;
FormulaValue::~FormulaValue() = default;

bool FormulaValue::is_none() const {
  if (kind != Kind::kEdges) return false;
  for (const OutputRef& edge : edges) {
    if (edge) return false;
  }
  return edges.empty() ? !is_list : true;
}

FormulaInterpreter::Value FormulaInterpreter::Range(std::vector<OutputRef> edges, bool is_list,
                                                    bool is_forward) {
  Value value;
  value.edges = std::move(edges);
  value.is_list = is_list;
  value.is_forward = is_forward;
  return value;
}

FormulaInterpreter::Value FormulaInterpreter::FromAttr(AttrValue attr) {
  Value value;
  if (const auto* integer = attr.get_if<int64_t>()) {
    value.kind = Kind::kInt;
    value.integer = *integer;
  } else if (const auto* real = attr.get_if<float>()) {
    value.kind = Kind::kReal;
    value.real = *real;
  } else {
    value.kind = Kind::kAttr;
    value.attr = std::move(attr);
  }
  return value;
}

bool FormulaInterpreter::FindArg(const std::vector<ArgSchema>& args, std::string_view name,
                                 bool is_input, Value* out) {
  for (const ArgSchema& arg : args) {
    if (arg.name != name) continue;
    if (skip_ > 0) return true;
    const auto [first, last] = ArgRange(args, context_->attrs(), name);
    std::vector<OutputRef> edges;
    for (int i = first; i < last; ++i) {
      edges.push_back(is_input ? context_->input_ref(i) : gradient_->output_ref(i));
    }
    *out = Range(std::move(edges), arg.is_list(), true);
    return true;
  }
  return false;
}

// The gradient that arrives at one of the op's outputs.
FormulaInterpreter::Value FormulaInterpreter::Gradients(size_t output) {
  const ArgSchema& arg = schema_.outputs[output];
  const auto [first, last] = ArgRange(schema_.outputs, context_->attrs(), arg.name);
  std::vector<OutputRef> edges;
  for (int i = first; i < last; ++i) edges.push_back(gradient_->grad(i));
  Value value = Range(std::move(edges), arg.is_list(), false);
  value.first_output = first;
  return value;
}

bool FormulaInterpreter::Find(std::string_view name, Value* out) {
  for (Local& local : locals_) {
    if (local.name != name) continue;
    if (skip_ == 0 && !local.known) {
      const size_t after = lexer_.position();
      lexer_.MoveTo(local.position);
      local.value = Expression();
      local.known = true;
      lexer_.MoveTo(after);
    }
    *out = local.value;
    return true;
  }
  const bool gradient = kind_ == FormulaKind::kGradient;
  if (gradient && name == "g" && !schema_.outputs.empty()) {
    if (skip_ == 0) *out = Gradients(0);
    out->first_output = 0;
    return true;
  }
  if (FindArg(schema_.inputs, name, true, out)) return true;
  if (gradient && FindArg(schema_.outputs, name, false, out)) return true;
  if (schema_.FindAttr(name) != nullptr) {
    const AttrValue* attr = skip_ > 0 ? nullptr : FindAttr(context_->attrs(), name);
    if (attr != nullptr) *out = FromAttr(*attr);
    return true;
  }
  if (name == "none") return true;
  if (name == "true" || name == "false") {
    *out = FromAttr(AttrValue(name == "true"));
    return true;
  }
  const DType dtype = DTypeFromName(name);
  if (dtype != DType::kInvalid) *out = FromAttr(AttrValue(dtype));
  return dtype != DType::kInvalid;
}

FormulaInterpreter::Value FormulaInterpreter::Name(std::string_view name, size_t position) {
  Value value;
  if (!Find(name, &value)) {
    Fail(position, {"\"", name, "\" is no input, output, attr, type or value named before"});
  }
  value.position = position;
  return value;
}

// The name after a dot: an output of a call, or of the op whose gradients arrive.
FormulaInterpreter::Value FormulaInterpreter::Output(const Value& value, std::string_view name,
                                                     size_t position) {
  const bool gradients = value.first_output == 0;
  const OpSchema* op = gradients ? &schema_ : value.schema;
  if (op == nullptr && skip_ > 0) return {};
  if (op == nullptr) {
    if (!value.is_none()) Fail(position, {"only the result of an op, and g, have outputs to pick from"});
    return {};
  }
  for (size_t i = 0; i < op->outputs.size(); ++i) {
    if (op->outputs[i].name != name) continue;
    if (skip_ > 0 || (!gradients && value.node == nullptr)) return {};
    if (gradients) {
      Value picked = Gradients(i);
      if (i == 0) picked.first_output = 0;
      return picked;
    }
    const auto [first, last] = value.node->output_range(name);
    std::vector<OutputRef> edges;
    for (int k = first; k < last; ++k) edges.push_back({const_cast<Node*>(value.node), k});
    return Range(std::move(edges), op->outputs[i].is_list(), false);
  }
  Fail(position, {"op \"", op->name, "\" has no output \"", name, "\""});
  return {};
}

// ---- values into edges and attrs ----

std::vector<OutputRef> FormulaInterpreter::Edges(const Value& value) {
  std::vector<OutputRef> edges;
  if (value.kind != Kind::kEdges) {
    Fail(value.position, {"expected a tensor, got ", KindText(value)});
    return edges;
  }
  for (const OutputRef& edge : value.edges) {
    edges.push_back(edge && value.is_forward ? context_->Forward(edge) : edge);
  }
  return edges;
}

OutputRef FormulaInterpreter::Edge(const Value& value) {
  if (value.kind == Kind::kEdges && (value.is_list || value.edges.size() != 1)) {
    Fail(value.position, {"expected one tensor, got ", KindText(value)});
    return {};
  }
  const std::vector<OutputRef> edges = Edges(value);
  return edges.empty() ? OutputRef() : edges[0];
}

OutputRef FormulaInterpreter::Own(const Value& value) {
  // In a gradient only the op's own edges can be asked for their shapes: Forward makes these available.
  const bool allowed =
      value.is_forward || (kind_ == FormulaKind::kComposition && value.kind == Kind::kEdges);
  if (allowed && !value.is_list && value.edges.size() == 1) return value.edges[0];
  Fail(value.position,
       {"expected the name of an input", kind_ == FormulaKind::kGradient ? " or output" : ""});
  return {};
}

DType FormulaInterpreter::TypeOfAttr(const Value& value) {
  const DType* dtype = value.kind == Kind::kAttr ? value.attr.get_if<DType>() : nullptr;
  if (dtype != nullptr) return *dtype;
  Fail(value.position, {"expected a type, got ", KindText(value)});
  return DType::kInvalid;
}

OutputRef FormulaInterpreter::Constant(const Value& value, DType dtype) {
  if (failed()) return {};
  const bool index = dtype == DType::kInt32 || dtype == DType::kInt64;
  if (value.kind == Kind::kInt && index) {
    if (dtype == DType::kInt64 || value.integer == static_cast<int32_t>(value.integer)) {
      return IntScalar(b(), dtype, value.integer);
    }
    Fail(value.position, {"the number ", value.integer, " is too large for int32"});
    return {};
  }
  if (value.is_number() && (IsFloating(dtype) || IsComplex(dtype) ||
                            (value.kind == Kind::kInt && value.integer >= 0 && value.integer < 128))) {
    return b().Scalar(dtype, value.kind == Kind::kInt ? static_cast<double>(value.integer) : value.real);
  }
  if (value.kind == Kind::kAttr) {
    if (const auto* list = value.attr.get_if<std::vector<int64_t>>(); list != nullptr && index) {
      return IntVector(b(), dtype, *list);
    }
    if (const bool* flag = value.attr.get_if<bool>(); flag != nullptr && dtype == DType::kBool) {
      return b().Scalar(dtype, *flag ? 1 : 0);
    }
    if (const Tensor* tensor = value.attr.get_if<Tensor>();
        tensor != nullptr && tensor->dtype() == dtype) {
      return b().Constant(*tensor);
    }
  }
  Fail(value.position, {KindText(value), " does not become a constant of type ", DTypeName(dtype)});
  return {};
}

AttrValue FormulaInterpreter::AsAttr(const AttrSchema& attr, const Value& value) {
  if (value.kind == Kind::kInt && attr.type == "int") return AttrValue(value.integer);
  if (value.kind == Kind::kInt && attr.type == "float") {
    return AttrValue(static_cast<float>(value.integer));
  }
  if (value.kind == Kind::kReal && attr.type == "float") {
    return AttrValue(static_cast<float>(value.real));
  }
  if (value.kind == Kind::kAttr) {
    const auto* list = value.attr.get_if<std::vector<int64_t>>();
    if (list != nullptr && list->empty()) return AttrValue(EmptyList());
    if (value.attr.KindName() == attr.type) return value.attr;
  }
  Fail(value.position, {"attr \"", attr.name, "\" is of kind ", attr.type, ", got ", KindText(value)});
  return {};
}

// ---- arithmetic ----

bool FormulaInterpreter::Truth(const Value& value) {
  const bool* truth = value.kind == Kind::kAttr ? value.attr.get_if<bool>() : nullptr;
  if (truth == nullptr) Fail(value.position, {"expected true or false, got ", KindText(value)});
  return truth != nullptr && *truth;
}

FormulaInterpreter::Value FormulaInterpreter::Compare(bool equal, const Value& x, const Value& y) {
  bool same = false;
  if (x.is_number() && y.is_number()) {
    const auto real = [](const Value& v) {
      return v.kind == Kind::kInt ? static_cast<double>(v.integer) : v.real;
    };
    same = x.kind == y.kind ? x.integer == y.integer && x.real == y.real : real(x) == real(y);
  } else if (x.kind == Kind::kAttr && y.kind == Kind::kAttr && x.attr.KindName() == y.attr.KindName()) {
    same = x.attr == y.attr;
  } else {
    Fail(x.position, {"cannot compare ", KindText(x), " with ", KindText(y)});
  }
  return FromAttr(AttrValue(same == equal));
}

FormulaInterpreter::Value FormulaInterpreter::Numbers(char op, const Value& x, const Value& y) {
  Value out;
  out.kind = Kind::kInt;
  // Whole numbers that divide without a remainder stay whole: sizes are divided so.
  if (x.kind == Kind::kInt && y.kind == Kind::kInt && op == '/' && y.integer > 0 &&
      x.integer % y.integer == 0) {
    out.integer = x.integer / y.integer;
    return out;
  }
  if (x.kind == Kind::kInt && y.kind == Kind::kInt && op != '/') {
    const bool over = op == '+'   ? __builtin_add_overflow(x.integer, y.integer, &out.integer)
                      : op == '-' ? __builtin_sub_overflow(x.integer, y.integer, &out.integer)
                                  : __builtin_mul_overflow(x.integer, y.integer, &out.integer);
    if (over) Fail(x.position, {"the number is too large"});
    return out;
  }
  const double a = x.kind == Kind::kInt ? static_cast<double>(x.integer) : x.real;
  const double b = y.kind == Kind::kInt ? static_cast<double>(y.integer) : y.real;
  out.kind = Kind::kReal;
  if (op == '/' && b == 0) Fail(y.position, {"a number is divided by 0"});
  out.real = op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : b == 0 ? 0 : a / b;
  return out;
}

FormulaInterpreter::Value FormulaInterpreter::Arithmetic(char op, const Value& x, const Value& y) {
  if (x.is_number() && y.is_number()) return Numbers(op, x, y);
  if (x.is_none() || y.is_none()) {
    if (op == '*' || op == '/') return {};
    if (y.is_none()) return x;
    return op == '+' ? y : One(b().Op("Neg", {Edge(y)}));
  }
  OutputRef left, right;
  if (!x.is_number()) left = Edge(x);
  if (!y.is_number()) right = Edge(y);
  if (failed()) return {};
  if (x.is_number()) left = Constant(x, TypeOf(right));
  if (y.is_number()) right = Constant(y, TypeOf(left));
  if (failed()) return {};
  const char* name = op == '+' ? "AddV2" : op == '-' ? "Sub" : op == '*' ? "Mul" : "RealDiv";
  return One(b().Op(name, {left, right}));
}

// ---- calls ----

void FormulaInterpreter::CheckCall(const OpSchema& op, size_t num_args,
                                   const std::vector<AttrArg>& given, size_t position) {
  if (num_args != op.inputs.size()) {
    std::string names;
    for (const ArgSchema& arg : op.inputs) names += StrCat(names.empty() ? " (" : ", ", arg.name);
    Fail(position, {"op \"", op.name, "\" takes ", op.inputs.size(), " inputs", names,
                    names.empty() ? "" : ")", ", got ", num_args});
  }
  if (op.outputs.empty()) Fail(position, {"op \"", op.name, "\" has no outputs"});
  for (const AttrArg& attr : given) {
    const size_t at = attr.value.position;
    if (op.FindAttr(attr.name) == nullptr) {
      Fail(at, {"op \"", op.name, "\" has no attr \"", attr.name, "\""});
    }
    for (const AttrArg& other : given) {
      if (&other == &attr) break;
      if (other.name == attr.name) Fail(at, {"attr \"", attr.name, "\" is given twice"});
    }
  }
}

DType FormulaInterpreter::TypeFor(const OpSchema& op, size_t arg, const std::vector<Value>& args,
                                  const AttrList& attrs) {
  const std::string& name = op.inputs[arg].type_attr;
  if (name.empty()) return op.inputs[arg].dtype;
  for (const auto& [given, value] : attrs) {
    if (given == name && value.get_if<DType>() != nullptr) return *value.get_if<DType>();
  }
  for (size_t i = 0; i < args.size(); ++i) {
    if (op.inputs[i].type_attr == name && args[i].kind == Kind::kEdges && !args[i].edges.empty()) {
      return TypeOf(args[i].edges[0]);
    }
  }
  const AttrSchema* attr = op.FindAttr(name);
  if (attr->default_value && attr->default_value->get_if<DType>() != nullptr) {
    return *attr->default_value->get_if<DType>();
  }
  const auto& allowed = attr->allowed_types;
  const auto is_index = [](DType d) { return d == DType::kInt32 || d == DType::kInt64; };
  if (!allowed.empty() && std::all_of(allowed.begin(), allowed.end(), is_index)) return DType::kInt32;
  Fail(args[arg].position, {"what type it has is open: write constant(value, type)"});
  return DType::kInvalid;
}

FormulaInterpreter::Value FormulaInterpreter::CallOp(const OpSchema& op, std::vector<Value>& args,
                                                     const std::vector<AttrArg>& given, bool pass_on,
                                                     size_t position) {
  NodeSpec spec;
  spec.op = op.name;
  for (const AttrArg& attr : given) {
    spec.attrs.emplace_back(attr.name, AsAttr(*op.FindAttr(attr.name), attr.value));
  }
  for (size_t i = 0; pass_on && i < op.attrs.size(); ++i) {
    const AttrSchema& attr = op.attrs[i];
    const AttrSchema* own = schema_.FindAttr(attr.name);
    const AttrValue* value = FindAttr(context_->attrs(), attr.name);
    bool wanted = own != nullptr && own->type == attr.type && value != nullptr;
    for (const AttrArg& other : given) wanted &= other.name != attr.name;
    if (wanted && !IsDetermined(op, attr.name)) spec.attrs.emplace_back(attr.name, *value);
  }
  for (size_t i = 0; i < args.size() && !failed(); ++i) {
    const ArgSchema& arg = op.inputs[i];
    if (args[i].kind != Kind::kEdges && !arg.is_list()) {
      const DType dtype = TypeFor(op, i, args, spec.attrs);
      spec.inputs.push_back(Constant(args[i], dtype));
    } else if (!arg.is_list()) {
      spec.inputs.push_back(Edge(args[i]));
    } else {
      for (const OutputRef& edge : Edges(args[i])) {
        if (!edge) Fail(args[i].position, {"no gradient arrives at some outputs: write complete(..)"});
        spec.inputs.push_back(edge);
      }
    }
  }
  if (failed()) return {};
  Node* node = b().AddNode(std::move(spec));
  if (node == nullptr) {
    status_ = b().status().WithPrefix(StrCat("its formula at ", position));
    return {};
  }
  const auto [first, last] = node->output_range(op.outputs[0].name);
  std::vector<OutputRef> edges;
  for (int i = first; i < last; ++i) edges.push_back({node, i});
  Value value = Range(std::move(edges), op.outputs[0].is_list(), false);
  value.node = node;
  value.schema = &op;
  return value;
}

}  // namespace runnel
