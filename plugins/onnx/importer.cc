// The walk over a model's graph.
#include "plugins/onnx/importer.h"

#include <algorithm>
#include <charconv>

#include "plugins/onnx/affine.h"

namespace runnel::onnx {
namespace {

constexpr int kMaxDepth = 64;         // of functions and graphs in each other
constexpr int64_t kMostVersion = 26;  // of the default domain that the conversions were read for

std::string Quoted(std::string_view name) { return "\"" + std::string(name) + "\""; }

std::string NodeName(const NodeProto& node) {
  if (!node.name.empty()) return std::string(node.name);
  for (const std::string_view output : node.outputs) {
    if (!output.empty()) return std::string(output);
  }
  return std::string(node.op);
}

const OpRow* FindRow(std::string_view domain, std::string_view op) {
  constexpr std::span<const OpRow> (*kFamilies[])() = {
      MathOps,      LogicOps,   ReduceOps,   ShapeOps,    IndexOps,  ConvOps,      PoolOps, NormOps,
      RecurrentOps, ControlOps, SequenceOps, QuantizeOps, ResizeOps, AttentionOps, LossOps, SignalOps,
      ImageOps,     TextOps,    LearnOps,    RandomOps,   TreeOps,   ClassOps};
  for (const auto family : kFamilies) {
    for (const OpRow& row : family()) {
      if (op == row.name && domain == row.domain) return &row;
    }
  }
  return nullptr;
}

Shape ShapeOfInfo(const ValueInfo& info) { return info.has_rank ? Shape::Of(info.dims) : Shape(); }

}  // namespace

Importer::Importer(const rnlp_host_t* host, const rnlp_import_t* import)
    : host_(host),
      import_(import),
      graph_(host, import),
      allowance_(import->model.size),
      builder_(&graph_, &allowance_) {}

rnlp_status_t* Importer::Run() {
  model_ = ParseModel(std::string_view(import_->model.data, import_->model.size));
  if (!model_.has_graph) Damaged("the model has no graph");
  if (model_.ir_version < 3)
    Invalid("IR version " + std::to_string(model_.ir_version) + ", expected 3 or later");
  if (model_.opsets.empty()) model_.opsets[""] = 1;
  const auto version = model_.opsets.find("");
  if (version != model_.opsets.end() && version->second > kMostVersion) {
    throw Failure{RNLP_UNIMPLEMENTED, "opset " + std::to_string(version->second) + ", and at most " +
                                          std::to_string(kMostVersion) + " is known"};
  }
  for (const FunctionProto& function : model_.functions)
    functions_[{function.domain, function.name}] = &function;
  budget_ = 10000 + static_cast<int64_t>(import_->model.size);

  const GraphProto& graph = model_.graph;
  Scope scope;
  scope.b = &builder_;
  scope.opsets = &model_.opsets;
  const std::string wanted = Option("variables");
  if (!wanted.empty() && wanted != "0" && wanted != "1")
    Invalid("option variables is \"" + wanted + "\", expected 0 or 1");
  makes_variables_ = wanted == "1";
  for (const NodeProto& node : graph.nodes) {
    if (node.op != "BatchNormalization") continue;
    for (size_t i = 3; i < node.inputs.size(); ++i) statistics_.insert(node.inputs[i]);
  }
  AddInitializers(scope, graph);
  makes_variables_ = false;  // those of inner graphs are constants
  if (!assignments_.empty()) {
    plugin::NodeWriter init = graph_.Node("NoOp", "init");
    for (const std::string& assignment : assignments_) init.After(assignment);
    graph_.InitOp(init.Done());
  }
  std::vector<plugin::SignatureTensor> inputs, outputs;
  for (const ValueInfo& info : graph.inputs) {
    if (scope.values.count(info.name) != 0) continue;  // an initializer: its value unless it is fed
    const Value value = Placeholder(info);
    if (value.dtype != RNLP_INVALID) {
      inputs.push_back({std::string(info.name), builder_.Tensor(value), value.dtype, value.shape.dims,
                        !value.shape.ranked});
    }
    Define(scope, info.name, value);
  }
  for (const ValueInfo& info : graph.values) scope.infos[info.name] = &info;
  for (const ValueInfo& info : graph.outputs) scope.infos[info.name] = &info;
  ConvertNodes(scope, graph.nodes);
  for (const ValueInfo& info : graph.outputs) {
    const Value* found = scope.Find(info.name);
    if (found == nullptr) Invalid("output " + Quoted(info.name) + " is given by no node");
    Value value = *found;
    builder_.set_prefix(std::string(info.name));
    if (value.is_sequence() || value.absent) {
      const char* what = value.is_sequence() ? "ONNX>Output[a sequence]" : "ONNX>Output[an optional]";
      value = Value();
      value.tensor = graph_.Node(what, info.name).Done();
    }
    // What is fed cannot be fetched.
    const bool is_input = std::any_of(inputs.begin(), inputs.end(), [&](const auto& input) {
      return !value.tensor.empty() && input.tensor == value.tensor;
    });
    if (is_input) value = builder_.Identity(value);
    int32_t dtype = value.dtype != RNLP_INVALID ? value.dtype : DTypeOf(info.element_type);
    if (dtype == RNLP_INVALID || info.kind != ValueInfo::kTensor) dtype = RNLP_VARIANT;
    outputs.push_back(
        {std::string(info.name), builder_.Tensor(value), dtype, value.shape.dims, !value.shape.ranked});
  }
  graph_.Signature("serving_default", inputs, outputs);
  return graph_.Finish();
}

Value Importer::Placeholder(const ValueInfo& info) {
  Value value;
  value.dtype = info.kind == ValueInfo::kTensor ? DTypeOf(info.element_type) : RNLP_INVALID;
  if (value.dtype == RNLP_INVALID) {
    value.tensor = graph_.Node("ONNX>Input[of a type that is no tensor's here]", info.name).Done();
    return value;
  }
  value.shape = ShapeOfInfo(info);
  plugin::NodeWriter node = graph_.Node("Placeholder", info.name);
  node.Type("dtype", value.dtype);
  if (value.shape.ranked) {
    node.Shape("shape", value.shape.dims);
  } else {
    node.UnknownShape("shape");
  }
  value.tensor = node.Done();
  return value;
}

void Importer::Define(Scope& scope, std::string_view name, Value value) {
  if (name.empty()) return;
  if (const auto info = scope.infos.find(name); info != scope.infos.end() && !value.is_sequence()) {
    const Shape known = ShapeOfInfo(*info->second);
    if (value.dtype == RNLP_INVALID) value.dtype = DTypeOf(info->second->element_type);
    if (!value.shape.ranked) value.shape = known;
    if (known.ranked && value.shape.rank() == known.rank()) {
      for (size_t i = 0; i < known.dims.size(); ++i) {
        if (value.shape.dims[i] < 0) value.shape.dims[i] = known.dims[i];
      }
    }
  }
  if (!scope.values.emplace(name, std::move(value)).second)
    Invalid("two nodes or initializers give " + Quoted(name));
}

void Importer::AddInitializers(Scope& scope, const GraphProto& graph) {
  for (const TensorProto& tensor : graph.initializers) {
    Value value;
    try {
      value = ReadTensor(tensor);
      if (makes_variables_ && IsFloating(value.dtype) && value.rank() > 0)
        value = Variable(tensor, value);
    } catch (const Refusal& refusal) {
      value.tensor = scope.b->list()->Node("ONNX>Initializer[" + refusal.why + "]", tensor.name).Done();
      value.shape = Shape::Of(tensor.dims);
    }
    Define(scope, tensor.name, std::move(value));
  }
  for (const std::string_view name : graph.sparse) {
    Value value;
    value.tensor = scope.b->list()->Node("ONNX>Initializer[sparse]", name).Done();
    Define(scope, name, std::move(value));
  }
}

std::string Importer::Option(std::string_view key) const {
  if (import_->option == nullptr) return "";
  const rnlp_str_t value = import_->option(import_, key.data(), key.size());
  return value.data == nullptr ? "" : std::string(value.data, value.size);
}

Value Importer::Variable(const TensorProto& tensor, const Value& initial) {
  const std::string wanted(tensor.name);
  plugin::NodeWriter node = graph_.Node("VarHandleOp", wanted);
  node.Type("dtype", initial.dtype).Shape("shape", initial.shape.dims).String("shared_name", wanted);
  const std::string handle = node.Done();
  const std::string value =
      graph_.Const(handle + "/initial", initial.dtype, initial.shape.dims, initial.literal->bytes);
  const std::string assign = graph_.Node("AssignVariableOp", handle + "/Assign")
                                 .In(handle)
                                 .In(value)
                                 .Type("dtype", initial.dtype)
                                 .Done();
  Value read;
  read.tensor =
      graph_.Node("ReadVariableOp", handle + "/Read").In(handle).Type("dtype", initial.dtype).Done();
  read.dtype = initial.dtype;
  read.shape = initial.shape;
  assignments_.push_back(assign);
  graph_.Variable(handle, assign, value, read.tensor, statistics_.count(tensor.name) == 0);
  return read;
}

void Importer::ConvertNodes(Scope& scope, const std::vector<NodeProto>& nodes) {
  if (scope.depth > kMaxDepth) Invalid("graphs and functions are more than 64 deep in each other");
  for (const NodeProto& node : nodes) ConvertNode(scope, node);
}

void Importer::ConvertNode(Scope& scope, const NodeProto& proto) {
  if (--budget_ < 0) Invalid("functions that call functions make too many nodes");
  const std::string name = NodeName(proto);
  const std::string before = scope.b->prefix();
  scope.b->set_prefix(name);
  try {
    for (const std::string_view input : proto.inputs) {
      if (!input.empty() && scope.Find(input) == nullptr)
        Invalid("input " + Quoted(input) + " is given by nothing before it");
    }
    Node n(this, &scope, proto);
    try {
      Convert(n);
      n.CheckAllRead();
      for (size_t i = 0; i < proto.outputs.size(); ++i) {
        if (n.outputs()[i]) Define(scope, proto.outputs[i], *n.outputs()[i]);
      }
    } catch (const Refusal& refusal) {
      Unknown(scope, proto, refusal.why);
    } catch (const Failure& failure) {
      if (!scope.may_not_run || failure.code != RNLP_INVALID_ARGUMENT || budget_ < 0) throw;
      Unknown(scope, proto, failure.message);
    }
  } catch (Failure& failure) {
    if (!failure.message.starts_with("node ")) {
      failure.message = "node " + Quoted(name) + " (" + std::string(proto.op) + "): " + failure.message;
    }
    throw;
  }
  scope.b->set_prefix(before);
}

void Importer::Convert(Node& n) {
  if (const auto it = functions_.find({n.proto.domain, n.proto.op}); it != functions_.end())
    return Call(n, *it->second);
  const OpRow* row = FindRow(n.proto.domain, n.proto.op);
  if (row == nullptr) Refuse("");
  row->convert(n);
  Remember(n);
}

void Importer::Call(Node& n, const FunctionProto& function) {
  std::map<std::string_view, const Attribute*> bindings;
  for (const Attribute& attribute : function.defaults) bindings[attribute.name] = &attribute;
  for (const Attribute& attribute : n.proto.attributes) {
    if (const Attribute* bound = n.Attr(attribute.name)) bindings[attribute.name] = bound;
  }
  Scope inner;
  inner.b = n.scope.b;
  inner.opsets = function.opsets.empty() ? &model_.opsets : &function.opsets;
  inner.bindings = &bindings;
  inner.depth = n.scope.depth + 1;
  inner.may_not_run = n.scope.may_not_run;
  for (size_t i = 0; i < function.inputs.size(); ++i) {
    Value value;
    value.absent = true;
    if (n.Has(i)) value = n.Any(i);
    Define(inner, function.inputs[i], std::move(value));
  }
  ConvertNodes(inner, function.nodes);
  for (size_t i = 0; i < function.outputs.size(); ++i) {
    if (!n.Wants(i)) continue;
    const Value* value = inner.Find(function.outputs[i]);
    if (value == nullptr)
      Invalid("function " + Quoted(function.name) + " gives no " + Quoted(function.outputs[i]));
    n.Out(i, *value);
  }
}

void Importer::Unknown(Scope& scope, const NodeProto& proto, const std::string& why) {
  std::string op = "ONNX>";
  if (!proto.domain.empty()) op += std::string(proto.domain) + ".";
  op += proto.op;
  if (!why.empty()) op += "[" + why + "]";
  // What follows from another is not told again.
  if (why != kUnknownType) last_unknown_ = op;
  plugin::NodeWriter node = scope.b->list()->Node(op, NodeName(proto));
  for (const std::string_view input : proto.inputs) {
    const Value* value = input.empty() ? nullptr : scope.Find(input);
    if (value == nullptr || value->is_sequence() || value->absent) continue;
    if (value->tensor.empty() && value->literal == nullptr) continue;
    node.In(scope.b->Tensor(*value));
  }
  for (const Attribute& attribute : proto.attributes) {
    switch (attribute.type) {
      case 1:
        node.Float(attribute.name, attribute.real);
        break;
      case 2:
        node.Int(attribute.name, attribute.integer);
        break;
      case 3:
        node.String(attribute.name, attribute.string);
        break;
      case 6:
        node.Floats(attribute.name, attribute.reals);
        break;
      case 7:
        node.Ints(attribute.name, attribute.integers);
        break;
      case 8:
        node.Strings(attribute.name, attribute.strings);
        break;
      default:
        break;
    }
  }
  const std::string name = node.Done();
  for (size_t i = 0; i < proto.outputs.size(); ++i) {
    if (scope.values.count(proto.outputs[i]) != 0) continue;
    Value value;
    value.tensor = plugin::Output(name, static_cast<int>(i));
    Define(scope, proto.outputs[i], std::move(value));
  }
}

Values Importer::Inline(Scope& scope, const GraphProto& graph, const Values& inputs) {
  if (graph.inputs.size() != inputs.size()) {
    Invalid("graph " + Quoted(graph.name) + " has " + std::to_string(graph.inputs.size()) +
            " inputs, and gets " + std::to_string(inputs.size()));
  }
  Scope inner;
  inner.b = scope.b;
  inner.outer = &scope;
  inner.opsets = scope.opsets;
  inner.bindings = scope.bindings;
  inner.depth = scope.depth + 1;
  inner.may_not_run = scope.may_not_run;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].tensor.empty()) {
      Define(inner, graph.inputs[i].name, inputs[i]);
      continue;
    }
    inner.infos[graph.inputs[i].name] = &graph.inputs[i];
    Define(inner, graph.inputs[i].name, inputs[i]);
  }
  AddInitializers(inner, graph);
  for (const ValueInfo& info : graph.values) inner.infos[info.name] = &info;
  for (const ValueInfo& info : graph.outputs) inner.infos[info.name] = &info;
  ConvertNodes(inner, graph.nodes);
  Values outputs;
  for (const ValueInfo& info : graph.outputs) {
    const Value* value = inner.Find(info.name);
    if (value == nullptr) Invalid("output " + Quoted(info.name) + " is given by no node");
    outputs.push_back(*value);
  }
  return outputs;
}

void Importer::CollectReads(const GraphProto& graph, std::set<std::string_view>* out) const {
  for (const NodeProto& node : graph.nodes) {
    out->insert(node.inputs.begin(), node.inputs.end());
    for (const Attribute& attribute : node.attributes) {
      if (attribute.graph != nullptr) CollectReads(*attribute.graph, out);
    }
  }
  for (const ValueInfo& info : graph.outputs) out->insert(info.name);
}

std::vector<std::pair<std::string_view, Value>> Importer::Captures(const Scope& scope,
                                                                   const GraphProto& graph) {
  std::set<std::string_view> reads;
  CollectReads(graph, &reads);
  for (const ValueInfo& info : graph.inputs) reads.erase(info.name);
  std::vector<std::pair<std::string_view, Value>> captures;
  for (const std::string_view name : reads) {
    const Value* value = name.empty() ? nullptr : scope.Find(name);
    if (value == nullptr || value->tensor.empty()) continue;
    captures.emplace_back(name, *value);
  }
  return captures;
}

void Importer::Begin(Body* body, const Scope& outer, const Values& arguments,
                     const std::vector<std::pair<std::string_view, Value>>& captures) {
  Scope& scope = body->scope;
  scope.b = &body->b;
  scope.opsets = outer.opsets;
  scope.bindings = outer.bindings;
  scope.depth = outer.depth + 1;
  scope.may_not_run = outer.may_not_run;
  const auto argument = [&](const Value& value, std::string_view name) {
    if (value.dtype == RNLP_INVALID) Refuse(std::string(kUnknownType));
    Value inside = value;
    inside.literal = nullptr;
    inside.tensor = body->writer.Argument(name, value.dtype);
    return inside;
  };
  for (const Value& value : arguments) body->arguments.push_back(argument(value, "in"));
  for (const auto& [name, value] : captures) scope.values[name] = argument(value, name);
  // Constants and sequences of constants go in as they are.
  for (const Scope* s = &outer; s != nullptr; s = s->outer) {
    for (const auto& [name, value] : s->values) {
      if (value.tensor.empty() && !value.is_sequence()) scope.values.emplace(name, value);
    }
  }
}

std::string Importer::End(Body* body, std::string_view wanted, const Values& results) {
  for (const Value& value : results) {
    if (value.is_sequence() || value.absent) Refuse("a body that gives a sequence or an optional");
    if (value.dtype == RNLP_INVALID) Refuse("a body with " + last_unknown_);
    body->writer.Result(body->b.Tensor(value), value.dtype);
  }
  std::string name;
  for (const char c : wanted) {
    const bool allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name.push_back(allowed ? c : '_');
  }
  std::string unique = name;
  for (int i = 1; !function_names_.insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
  graph_.Function(unique, body->writer);
  return unique;
}

std::string_view Importer::External(const TensorProto& proto, uint64_t needed) {
  const auto number = [&](std::string_view key) -> uint64_t {
    const auto it = proto.external.find(key);
    if (it == proto.external.end()) return 0;
    uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(it->second.data(), it->second.data() + it->second.size(), value);
    if (error != std::errc() || end != it->second.data() + it->second.size())
      Invalid("tensor " + Quoted(proto.name) + ": " + Quoted(it->second) + " is no " + std::string(key));
    return value;
  };
  const auto path = proto.external.find("location");
  if (path == proto.external.end())
    Invalid("tensor " + Quoted(proto.name) + " says no file for its data");
  rnlp_str_t file{};
  if (rnlp_status_t* status = import_->open(import_, path->second.data(), path->second.size(), &file)) {
    Failure failure{host_->status_code(host_, status), ""};
    const rnlp_str_t text = host_->status_message(host_, status);
    failure.message = "tensor " + Quoted(proto.name) + ": " + std::string(text.data, text.size);
    host_->status_release(host_, status);
    throw failure;
  }
  if (opened_.insert(path->second).second) allowance_ += file.size;
  const uint64_t offset = number("offset"), length = number("length");
  if (offset > file.size || file.size - offset < needed || (length != 0 && length != needed)) {
    Damaged("tensor " + Quoted(proto.name) + ": file " + Quoted(path->second) + " has " +
            std::to_string(file.size) + " bytes, and " + std::to_string(needed) + " are expected from " +
            std::to_string(offset) + ", where the model says " + std::to_string(length));
  }
  return {file.data + offset, needed};
}

}  // namespace runnel::onnx
