// Reads inputs and attributes of a node, and remembers which.
#include "plugins/onnx/node.h"

#include <algorithm>

namespace runnel::onnx {

const Value* Scope::Find(std::string_view name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->outer) {
    if (const auto it = scope->values.find(name); it != scope->values.end()) return &it->second;
  }
  return nullptr;
}

Node::Node(Importer* importer, Scope* scope, const NodeProto& proto)
    : b(*scope->b),
      proto(proto),
      opset(0),
      importer(*importer),
      scope(*scope),
      read_inputs_(proto.inputs.size()),
      read_attributes_(proto.attributes.size()),
      outputs_(proto.outputs.size()) {
  const auto it = scope->opsets->find(proto.domain);
  opset = it == scope->opsets->end() ? 1 : it->second;
}

Value Node::Any(size_t i) {
  if (!Has(i)) Refuse("without input " + std::to_string(i));
  read_inputs_[i] = true;
  const Value* value = scope.Find(proto.inputs[i]);
  if (value == nullptr) Invalid("input \"" + std::string(proto.inputs[i]) + "\" is given by nothing");
  return *value;
}

Value Node::In(size_t i) {
  Value value = Any(i);
  if (value.is_sequence()) Refuse("a sequence as input " + std::to_string(i));
  if (value.absent) Refuse("an optional without a value as input " + std::to_string(i));
  if (value.dtype == RNLP_INVALID) Refuse(std::string(kUnknownType));
  return value;
}

std::optional<Value> Node::Opt(size_t i) {
  if (!Has(i)) return {};
  if (Any(i).absent) return {};
  return In(i);
}

Values Node::AllIn() {
  Values all;
  for (size_t i = 0; i < num_inputs(); ++i) all.push_back(In(i));
  if (all.empty()) Refuse("without inputs");
  return all;
}

const Attribute* Node::Attr(std::string_view name) {
  for (size_t i = 0; i < proto.attributes.size(); ++i) {
    const Attribute& attribute = proto.attributes[i];
    if (attribute.name != name) continue;
    read_attributes_[i] = true;
    if (attribute.reference.empty()) return &attribute;
    if (scope.bindings == nullptr) return nullptr;
    const auto it = scope.bindings->find(attribute.reference);
    return it == scope.bindings->end() ? nullptr : it->second;
  }
  return nullptr;
}

int64_t Node::Int(std::string_view name, int64_t otherwise) {
  const Attribute* attribute = Attr(name);
  return attribute == nullptr ? otherwise : attribute->integer;
}
float Node::Float(std::string_view name, float otherwise) {
  const Attribute* attribute = Attr(name);
  return attribute == nullptr ? otherwise : attribute->real;
}
std::string Node::Str(std::string_view name, std::string_view otherwise) {
  const Attribute* attribute = Attr(name);
  return std::string(attribute == nullptr ? otherwise : attribute->string);
}
std::optional<Ints> Node::IntList(std::string_view name) {
  const Attribute* attribute = Attr(name);
  if (attribute == nullptr) return {};
  return attribute->integers;
}
Ints Node::IntList(std::string_view name, const Ints& otherwise) {
  return IntList(name).value_or(otherwise);
}
std::optional<List<float>> Node::FloatList(std::string_view name) {
  const Attribute* attribute = Attr(name);
  if (attribute == nullptr) return {};
  return attribute->reals;
}
std::vector<std::string> Node::StrList(std::string_view name) {
  const Attribute* attribute = Attr(name);
  if (attribute == nullptr) return {};
  return {attribute->strings.begin(), attribute->strings.end()};
}

std::optional<Ints> Node::ConstantInts(size_t i) {
  const auto value = Opt(i);
  if (!value) return {};
  auto numbers = IntegersOf(*value);
  if (!numbers) Refuse("input " + std::to_string(i) + " that is not constant");
  return numbers;
}

void Node::Out(size_t i, Value value) {
  if (i < outputs_.size()) outputs_[i] = std::move(value);
}

void Node::CheckAllRead() const {
  for (size_t i = 0; i < read_inputs_.size(); ++i) {
    if (!read_inputs_[i] && !proto.inputs[i].empty()) Refuse("input " + std::to_string(i));
  }
  for (size_t i = 0; i < read_attributes_.size(); ++i) {
    if (!read_attributes_[i]) Refuse("attribute " + std::string(proto.attributes[i].name));
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (!outputs_[i] && !proto.outputs[i].empty()) Refuse("output " + std::to_string(i));
  }
}

}  // namespace runnel::onnx
