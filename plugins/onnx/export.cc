// Reading the graph, and writing the model around its nodes.
#include "plugins/onnx/export.h"

#include <algorithm>

#include "plugins/onnx/builder.h"
#include "plugins/onnx/move.h"

namespace runnel::onnx {
namespace {

using plugin::WireMessage;
constexpr int64_t kOpset = 17, kIrVersion = 8;
enum AttributeType { kTypeFloat = 1, kTypeInt = 2, kTypeString = 3, kTypeInts = 7 };

std::string Quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

// "node:0" and "node" are the same.
std::string_view WithoutZero(std::string_view tensor) {
  if (tensor.ends_with(":0")) tensor.remove_suffix(2);
  return tensor;
}

// A field of a map's entry: 1 is the key, 2 the value.
std::pair<std::string_view, std::string_view> Entry(std::string_view bytes) {
  std::pair<std::string_view, std::string_view> entry;
  Fields f(bytes);
  while (f.Next()) {
    if (f.is(1, Fields::kBytes)) entry.first = f.bytes();
    if (f.is(2, Fields::kBytes)) entry.second = f.bytes();
  }
  return entry;
}

Ints DimsOf(std::string_view shape, bool* is_ranked) {
  Ints dims;
  *is_ranked = true;
  Fields f(shape);
  while (f.Next()) {
    if (f.is(3, Fields::kVarint)) *is_ranked = f.value() == 0;
    if (!f.is(2, Fields::kBytes)) continue;
    int64_t size = 0;
    Fields dim(f.bytes());
    while (dim.Next()) {
      if (dim.is(1, Fields::kVarint)) size = dim.integer();
    }
    dims.push_back(size);
  }
  return dims;
}

TfTensor TensorOf(std::string_view bytes) {
  TfTensor out;
  bool is_ranked = true;
  Fields f(bytes);
  while (f.Next()) {
    if (f.is(1, Fields::kVarint)) out.dtype = static_cast<int32_t>(f.integer());
    if (f.is(2, Fields::kBytes)) out.dims = DimsOf(f.bytes(), &is_ranked);
    if (f.is(4, Fields::kBytes)) out.content = f.bytes();
    if (f.is(8, Fields::kBytes)) out.strings.push_back(f.bytes());
  }
  return out;
}

WireMessage TensorProtoOf(std::string_view name, const TfTensor& tensor) {
  WireMessage out;
  for (const int64_t size : tensor.dims) out.Int(1, size);
  out.Int(2, ElementTypeOf(tensor.dtype));
  for (const std::string_view text : tensor.strings) out.Bytes(6, text);
  out.Bytes(8, name);
  if (tensor.dtype != RNLP_STRING) out.Bytes(9, tensor.content);
  return out;
}

}  // namespace

int64_t ElementTypeOf(int32_t dtype) {
  for (int64_t type = kFloat; type <= kBfloat16; ++type) {
    if (DTypeOf(type) == dtype) return type;
  }
  Refuse("element type " + std::to_string(dtype));
}

// ---- attributes ----

OnnxAttrs& OnnxAttrs::Add(std::string_view name, int64_t type, WireMessage* value) {
  value->Bytes(1, name);
  value->Int(20, type);
  message_.Message(5, *value);
  return *this;
}
OnnxAttrs& OnnxAttrs::Int(std::string_view name, int64_t value) {
  WireMessage m;
  m.Int(3, value);
  return Add(name, kTypeInt, &m);
}
OnnxAttrs& OnnxAttrs::Float(std::string_view name, float value) {
  WireMessage m;
  m.Float(2, value);
  return Add(name, kTypeFloat, &m);
}
OnnxAttrs& OnnxAttrs::String(std::string_view name, std::string_view value) {
  WireMessage m;
  m.Bytes(4, value);
  return Add(name, kTypeString, &m);
}
OnnxAttrs& OnnxAttrs::Ints(std::string_view name, const std::vector<int64_t>& values) {
  WireMessage m;
  for (const int64_t value : values) m.Int(8, value);
  return Add(name, kTypeInts, &m);
}

// ---- one node ----

namespace {

// The field of an AttrValue; 1: a list, whose own fields have the same numbers.
std::optional<Fields> Find(const TfNode& node, std::string_view attr, int number) {
  const auto found = node.attrs.find(attr);
  if (found == node.attrs.end()) return std::nullopt;
  Fields f(found->second);
  while (f.Next()) {
    if (f.number() == number) return f;
  }
  return std::nullopt;
}

}  // namespace

int64_t ExportNode::Int(std::string_view attr, int64_t otherwise) const {
  if (const auto f = Find(node_, attr, 3)) return f->integer();
  if (const auto f = Find(node_, attr, 5)) return f->integer();
  return otherwise;
}
float ExportNode::Float(std::string_view attr, float otherwise) const {
  const auto f = Find(node_, attr, 4);
  return f.has_value() ? f->real() : otherwise;
}
std::string_view ExportNode::Text(std::string_view attr, std::string_view otherwise) const {
  const auto f = Find(node_, attr, 2);
  return f.has_value() ? f->bytes() : otherwise;
}
int32_t ExportNode::Type(std::string_view attr) const {
  const auto f = Find(node_, attr, 6);
  return f.has_value() ? static_cast<int32_t>(f->integer()) : RNLP_INVALID;
}
Ints ExportNode::List(std::string_view attr) const {
  Ints values;
  const auto list = Find(node_, attr, 1);
  if (!list.has_value()) return values;
  Fields f(list->bytes());
  while (f.Next()) {
    if (f.is(3, Fields::kVarint)) values.push_back(f.integer());
    if (!f.is(3, Fields::kBytes)) continue;
    Fields packed(f.bytes());
    uint64_t value = 0;
    while (!packed.at_end() && packed.Varint(&value)) values.push_back(static_cast<int64_t>(value));
  }
  return values;
}

std::string_view ExportNode::InputName(size_t i) const {
  if (i >= node_.inputs.size()) Refuse("an input that is missing");
  return node_.inputs[i];
}
std::string ExportNode::In(size_t i) { return exporter_.NameOf(InputName(i)); }

std::optional<TfTensor> ExportNode::Constant(size_t i) const {
  if (i >= node_.inputs.size()) return std::nullopt;
  const Exporter::Known* known = exporter_.Find(node_.inputs[i]);
  if (known == nullptr || known->constant == nullptr) return std::nullopt;
  return *known->constant;
}

int64_t ExportNode::RankOf(size_t i) const {
  const Exporter::Known* known = i < node_.inputs.size() ? exporter_.Find(node_.inputs[i]) : nullptr;
  if (known == nullptr) return -1;
  return known->constant != nullptr ? static_cast<int64_t>(known->constant->dims.size()) : known->rank;
}

Ints ExportNode::Integers(size_t i) const {
  const std::optional<TfTensor> tensor = Constant(i);
  if (!tensor.has_value()) Refuse("input " + std::to_string(i) + " that is no constant");
  const auto values = [&]<typename T>(T) {
    Ints out;
    for (size_t at = 0; at + sizeof(T) <= tensor->content.size(); at += sizeof(T)) {
      T value;
      std::memcpy(&value, tensor->content.data() + at, sizeof(T));
      out.push_back(value);
    }
    return out;
  };
  if (tensor->dtype == RNLP_INT32) return values(int32_t{});
  if (tensor->dtype == RNLP_INT64) return values(int64_t{});
  Refuse("input " + std::to_string(i) + " that has no integers");
}

std::string ExportNode::Int64(size_t i) {
  if (const std::optional<TfTensor> tensor = Constant(i); tensor.has_value()) {
    const Ints values = Integers(i);
    return Bytes(RNLP_INT64, tensor->dims,
                 {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(int64_t)});
  }
  return CastTo(In(i), RNLP_INT64);
}

bool ExportNode::IsChannelsFirst(size_t i) const {
  const Exporter::Known* known = exporter_.Find(InputName(i));
  return known != nullptr && !known->channels_first.empty();
}
std::string ExportNode::ChannelsFirst(size_t i) { return exporter_.ChannelsFirstOf(InputName(i)); }

std::vector<std::string> ExportNode::AddMany(std::string_view op, std::vector<std::string> inputs,
                                             size_t outputs, const OnnxAttrs& attrs) {
  std::vector<std::string> names;
  for (size_t i = 0; i < outputs; ++i) names.push_back(exporter_.NewName(node_.name));
  exporter_.Node(op, inputs, names, attrs);
  return names;
}
std::string ExportNode::Add(std::string_view op, std::vector<std::string> inputs,
                            const OnnxAttrs& attrs) {
  return AddMany(op, std::move(inputs), 1, attrs)[0];
}
std::string ExportNode::Transposed(const std::string& x, const Ints& perm) {
  return Add("Transpose", {x}, OnnxAttrs().Ints("perm", perm));
}
std::string ExportNode::CastTo(const std::string& x, int32_t dtype) {
  return Add("Cast", {x}, OnnxAttrs().Int("to", ElementTypeOf(dtype)));
}
std::string ExportNode::Bytes(int32_t dtype, const Ints& dims, std::string_view content) {
  TfTensor tensor;
  tensor.dtype = dtype;
  tensor.dims = dims;
  tensor.content = content;
  return exporter_.Initializer(node_.name, tensor);
}
std::string ExportNode::Numbers(const Ints& values) {
  return Bytes(RNLP_INT64, {static_cast<int64_t>(values.size())},
               {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(int64_t)});
}
std::string ExportNode::Scalar(int32_t dtype, double value) {
  const Value scalar = Builder::Scalar(dtype, value);
  return Bytes(dtype, {}, scalar.literal->bytes);
}

void ExportNode::Out(std::string name, size_t index) {
  exporter_.known_[plugin::Output(std::string(node_.name), static_cast<int>(index))].name =
      std::move(name);
}
void ExportNode::OutOfRank(std::string name, int64_t rank) {
  Exporter::Known& known = exporter_.known_[std::string(node_.name)];
  known.name = std::move(name);
  known.rank = rank;
}
void ExportNode::OutChannelsFirst(std::string name) {
  exporter_.known_[std::string(node_.name)].channels_first = std::move(name);
}

void ExportNode::OutAsInput() {
  if (num_inputs() == 0 || exporter_.Find(node_.inputs[0]) == nullptr)
    Refuse("an input that has no equivalent");
  const Exporter::Known known = *exporter_.Find(node_.inputs[0]);
  exporter_.known_[std::string(node_.name)] = known;
}

// ---- the graph ----

void Exporter::ReadGraph(std::string_view graph) {
  Fields f(graph);
  while (f.Next()) {
    if (!f.is(1, Fields::kBytes)) continue;
    TfNode& node = nodes_.emplace_back();
    Fields n(f.bytes());
    while (n.Next()) {
      if (n.is(1, Fields::kBytes)) node.name = n.bytes();
      if (n.is(2, Fields::kBytes)) node.op = n.bytes();
      if (n.is(3, Fields::kBytes) && !n.bytes().starts_with('^')) node.inputs.push_back(n.bytes());
      if (n.is(5, Fields::kBytes)) node.attrs.insert(Entry(n.bytes()));
    }
  }
}

void Exporter::ReadSignature(std::string_view signature) {
  Fields f(signature);
  while (f.Next()) {
    if (f.type() != Fields::kBytes || (f.number() != 1 && f.number() != 2)) continue;
    const auto [key, info] = Entry(f.bytes());
    End end;
    end.key = key;
    Fields i(info);
    while (i.Next()) {
      if (i.is(1, Fields::kBytes)) end.tensor = WithoutZero(i.bytes());
      if (i.is(2, Fields::kVarint)) end.dtype = static_cast<int32_t>(i.integer());
      if (i.is(3, Fields::kBytes)) end.shape = i.bytes();
    }
    if (end.tensor.empty()) Invalid(Quoted(key) + " of the signature is no plain tensor");
    (f.number() == 1 ? inputs_ : outputs_).push_back(std::move(end));
  }
}

void Exporter::Read(std::string_view meta) {
  std::string_view signature;
  bool has_signature = false;
  Fields f(meta);
  while (f.Next()) {
    if (f.is(2, Fields::kBytes)) ReadGraph(f.bytes());
    if (!f.is(5, Fields::kBytes)) continue;
    const auto [key, value] = Entry(f.bytes());
    if (has_signature && key != "serving_default") continue;
    signature = value;
    has_signature = true;
  }
  if (f.damaged()) Damaged("the MetaGraph is damaged");
  if (!has_signature) Invalid("the MetaGraph has no signature, which says what inputs and outputs are");
  ReadSignature(signature);
  if (outputs_.empty()) Invalid("the signature has no outputs");
  for (const TfNode& node : nodes_) {
    by_name_[node.name] = &node;
    if (node.op != "Const") continue;
    if (const auto value = onnx::Find(node, "value", 8))
      constants_[node.name] = TensorOf(value->bytes());
  }
}

// What the outputs need, inputs first.
std::vector<const TfNode*> Exporter::InOrder() const {
  std::set<std::string_view> fed;
  for (const End& input : inputs_) fed.insert(input.tensor);
  std::vector<const TfNode*> order;
  std::map<const TfNode*, int> state;  // 1: its inputs are being added, 2: it is there
  std::vector<const TfNode*> stack;
  const auto push = [&](std::string_view tensor) {
    if (fed.count(WithoutZero(tensor)) != 0) return;
    const auto found = by_name_.find(tensor.substr(0, tensor.find(':')));
    if (found == by_name_.end()) Invalid("there is no node for tensor " + Quoted(tensor));
    if (state[found->second] == 0) stack.push_back(found->second);
  };
  for (const End& output : outputs_) push(output.tensor);
  while (!stack.empty()) {
    const TfNode* node = stack.back();
    int& at = state[node];
    if (at == 0) {
      at = 1;
      for (const std::string_view input : node->inputs) push(input);
      continue;
    }
    stack.pop_back();
    if (at == 1) order.push_back(node);
    at = 2;
  }
  return order;
}

Exporter::Known* Exporter::Find(std::string_view tensor) {
  const auto found = known_.find(WithoutZero(tensor));
  return found == known_.end() ? nullptr : &found->second;
}

std::string Exporter::NameOf(std::string_view tensor) {
  Known* known = Find(tensor);
  if (known == nullptr) Refuse("an input that has no equivalent");
  if (!known->name.empty()) return known->name;
  if (known->constant != nullptr) {
    known->name = Initializer(WithoutZero(tensor), *known->constant);
  } else {
    known->name = NewName(WithoutZero(tensor));
    Node("Transpose", {&known->channels_first, 1}, {&known->name, 1},
         OnnxAttrs().Ints("perm", {0, 2, 3, 1}));
  }
  return known->name;
}

std::string Exporter::ChannelsFirstOf(std::string_view tensor) {
  Known* const known = Find(tensor);
  if (known == nullptr || known->channels_first.empty()) {
    (void)NameOf(tensor);  // refuses what is not there
    known->channels_first = NewName(WithoutZero(tensor));
    Node("Transpose", {&known->name, 1}, {&known->channels_first, 1},
         OnnxAttrs().Ints("perm", {0, 3, 1, 2}));
  }
  return known->channels_first;
}

std::string Exporter::NewName(std::string_view wanted) {
  std::string name(wanted);
  for (int i = 1; !names_.insert(name).second; ++i) name = std::string(wanted) + "_" + std::to_string(i);
  return name;
}

std::string Exporter::Initializer(std::string_view wanted, const TfTensor& tensor) {
  constexpr size_t kSmall = 64;  // bytes; such constants are shared
  std::string key;
  if (tensor.dtype != RNLP_STRING && tensor.content.size() <= kSmall) {
    key = std::to_string(tensor.dims.size());
    for (const int64_t size : tensor.dims) key += "," + std::to_string(size);
    key += ":" + std::string(tensor.content);
    if (const auto found = small_.find({tensor.dtype, key}); found != small_.end()) return found->second;
  }
  std::string name = NewName(wanted);
  graph_.Message(5, TensorProtoOf(name, tensor));
  if (!key.empty()) small_[{tensor.dtype, key}] = name;
  return name;
}

void Exporter::Node(std::string_view op, std::span<const std::string> inputs,
                    std::span<const std::string> outputs, const OnnxAttrs& attrs) {
  WireMessage node;
  for (const std::string& input : inputs) node.Bytes(1, input);
  for (const std::string& output : outputs) node.Bytes(2, output);
  node.Bytes(3, outputs[0]);
  node.Bytes(4, op);
  node.Append(attrs.message().bytes());
  graph_.Message(1, node);
}

// Joins integers that are constant, as axes and shapes are put together.
bool Exporter::Fold(const TfNode& node) {
  const bool is_pack = node.op == "Pack";
  if ((!is_pack && node.op != "ConcatV2") || node.inputs.size() < 2) return false;
  const size_t parts = node.inputs.size() - (is_pack ? 0 : 1);
  std::string content;
  TfTensor tensor;
  for (size_t i = 0; i < parts; ++i) {
    const Known* known = Find(node.inputs[i]);
    const TfTensor* part = known == nullptr ? nullptr : known->constant;
    if (part == nullptr || part->dims.size() != (is_pack ? 0U : 1U) ||
        (part->dtype != RNLP_INT32 && part->dtype != RNLP_INT64) ||
        (i > 0 && part->dtype != tensor.dtype))
      return false;
    tensor.dtype = part->dtype;
    content.append(part->content);
  }
  tensor.content = folded_.emplace_back(std::move(content));
  tensor.dims = {static_cast<int64_t>(tensor.content.size()) / SizeOf(tensor.dtype)};
  known_[std::string(node.name)].constant = &(constants_[node.name] = std::move(tensor));
  return true;
}

void Exporter::Write(const TfNode& node) {
  if (const auto constant = constants_.find(node.name); constant != constants_.end()) {
    (void)ElementTypeOf(constant->second.dtype);
    known_[std::string(node.name)].constant = &constant->second;
    return;
  }
  if (Fold(node)) return;
  for (const auto rows : {ExportedOps(), ExportedArrayOps()}) {
    for (const ExportRow& row : rows) {
      if (row.op != node.op) continue;
      ExportNode n(this, node);
      row.write(n);
      return;
    }
  }
  Refuse("");
}

// ---- the model ----

namespace {

WireMessage ValueInfoOf(std::string_view name, int32_t dtype, std::string_view shape) {
  bool is_ranked = true;
  const Ints dims = DimsOf(shape, &is_ranked);
  WireMessage tensor, type, info;
  tensor.Int(1, ElementTypeOf(dtype));
  if (is_ranked) {
    WireMessage sizes;
    for (size_t i = 0; i < dims.size(); ++i) {
      WireMessage dim;
      if (dims[i] >= 0) {
        dim.Int(1, dims[i]);
      } else {
        dim.Bytes(2, std::string(name) + "_" + std::to_string(i));
      }
      sizes.Message(1, dim);
    }
    tensor.Message(2, sizes);
  }
  type.Message(1, tensor);
  info.Bytes(1, name);
  info.Message(2, type);
  return info;
}

}  // namespace

rnlp_status_t* Exporter::Finish() {
  graph_.Bytes(2, "graph");
  for (const End& input : inputs_) graph_.Message(11, ValueInfoOf(input.key, input.dtype, input.shape));
  for (const End& output : outputs_) {
    const std::string from = NameOf(output.tensor);
    Node("Identity", {&from, 1}, {&output.key, 1}, {});
    graph_.Message(12, ValueInfoOf(output.key, output.dtype, output.shape));
  }
  WireMessage opset, model;
  opset.Bytes(1, "");
  opset.Int(2, kOpset);
  model.Int(1, kIrVersion);
  model.Bytes(2, "Runnel");
  model.Begin(7, graph_.bytes().size());
  // The graph is most of the model: it is not copied into it.
  if (rnlp_status_t* status = job_->append(job_, model.bytes().data(), model.bytes().size()))
    return status;
  if (rnlp_status_t* status = job_->append(job_, graph_.bytes().data(), graph_.bytes().size()))
    return status;
  WireMessage end;
  end.Message(8, opset);
  return job_->append(job_, end.bytes().data(), end.bytes().size());
}

rnlp_status_t* Exporter::Run() {
  Read(std::string_view(job_->meta_graph.data, job_->meta_graph.size));
  for (const End& input : inputs_) {
    names_.insert(input.key);
    known_[input.tensor].name = input.key;
  }
  for (const End& output : outputs_) {
    if (!names_.insert(output.key).second)
      Invalid("output " + Quoted(output.key) + " is called as an input is");
  }
  std::map<std::string, std::string> refused;  // what, and a node
  for (const TfNode* node : InOrder()) {
    try {
      Write(*node);
    } catch (const Refusal& refusal) {
      const std::string what =
          std::string(node->op) + (refusal.why.empty() ? "" : " with " + refusal.why);
      refused.emplace(what, node->name);
      // What follows from it is not told again.
      const std::string name(node->name);
      known_[name].name = name;
      for (int i = 1; i < 64; ++i) known_[plugin::Output(name, i)].name = name;
    }
  }
  if (!refused.empty()) {
    std::string list;
    for (const auto& [what, node] : refused)
      list += (list.empty() ? "" : ", ") + what + " (node " + Quoted(node) + ")";
    throw Failure{RNLP_UNIMPLEMENTED, "these have no equivalent in ONNX here: " + list};
  }
  return Finish();
}

}  // namespace runnel::onnx
