#include "plugins/tflite/convert.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

namespace runnel::tflite {

using plugin::FunctionWriter;
using plugin::Output;
using plugin::TensorMessage;

namespace {

constexpr int kMostDepth = 32;  // of subgraphs that call each other

std::string Quoted(std::string_view name) { return "\"" + std::string(name.substr(0, 200)) + "\""; }

// Entries of a string tensor: a count, offsets, characters.
bool ReadStrings(const Tensor& tensor, std::string_view data, std::vector<std::string_view>* out) {
  const auto number = [&](uint64_t at) {
    int32_t value;
    std::memcpy(&value, data.data() + at, sizeof(value));
    return static_cast<int64_t>(value);
  };
  const int64_t count = tensor.count();
  if (data.size() < 4 || number(0) != count) return false;
  if (count < 0 || static_cast<uint64_t>(count) > data.size() / 4 - 1) return false;
  const auto head = static_cast<uint64_t>(count + 2) * 4;
  if (head > data.size()) return false;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t begin = number(static_cast<uint64_t>(4 + 4 * i)),
                  end = number(static_cast<uint64_t>(8 + 4 * i));
    if (begin < 0 || end < begin || static_cast<uint64_t>(end) > data.size()) return false;
    out->push_back(data.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin)));
  }
  return true;
}

// What a signature says of a tensor.
plugin::SignatureTensor Described(std::string_view key, std::string value, const Tensor& tensor) {
  plugin::SignatureTensor out;
  out.key = std::string(key);
  out.tensor = std::move(value);
  out.dtype = tensor.dtype;
  out.dims = tensor.dims;
  out.unknown_rank = !tensor.has_rank;
  return out;
}

}  // namespace

bool IsAffine(const Tensor& tensor) {
  const bool few_bits =
      tensor.dtype == RNLP_INT8 || tensor.dtype == RNLP_UINT8 || tensor.dtype == RNLP_INT16;
  return few_bits && tensor.is_quantized();
}

// ---- the whole model ----

Import::Import(const rnlp_host_t* host, const rnlp_import_t* import, const Model& model)
    : import_(import),
      model_(model),
      graph_(host, import),
      bodies_(model.subgraphs.size()),
      budget_(16 * uint64_t{import->model.size} + (uint64_t{64} << 20)) {
  for (const auto rows : {ArithmeticOps(), ArrayOps(), ControlOps(), ImageOps(), IndexOps(),
                          ProductOps(), QuantizeOps(), RecurrentOps(), ReductionOps(), StateOps()}) {
    for (const OpRow& row : rows) rows_.emplace(row.name, &row);
  }
}

bool Import::Spend(uint64_t bytes) {
  if (bytes <= budget_) {
    budget_ -= bytes;
    return true;
  }
  Fail(RNLP_RESOURCE_EXHAUSTED, "the constants of the model are many times as large as its file");
  return false;
}

const OpRow* Import::Find(int32_t code) const {
  const auto it = rows_.find(OperatorName(code));
  return it == rows_.end() ? nullptr : it->second;
}

std::string Import::Function(int32_t subgraph) {
  if (subgraph < 0 || static_cast<size_t>(subgraph) >= bodies_.size()) {
    Fail(RNLP_INVALID_ARGUMENT, "an operator calls subgraph " + std::to_string(subgraph) +
                                    ", there are " + std::to_string(bodies_.size()));
    return {};
  }
  Body& body = bodies_[static_cast<size_t>(subgraph)];
  if (!body.name.empty()) return body.name;
  if (body.is_under_way || depth_ >= kMostDepth) {
    Fail(RNLP_INVALID_ARGUMENT,
         "subgraph " + std::to_string(subgraph) +
             (body.is_under_way ? " calls itself" : " is called too many levels deep"));
    return {};
  }
  body.is_under_way = true;
  ++depth_;
  FunctionWriter function(graph_);
  const Subgraph& graph = model_.subgraphs[static_cast<size_t>(subgraph)];
  Scope scope(this, subgraph, &function, "");
  for (const int32_t input : graph.inputs)
    scope.Set(input, function.Argument(scope.tensor(input).name, scope.tensor(input).dtype));
  scope.Operators();
  for (const int32_t output : graph.outputs)
    function.Result(scope.Result(output), scope.tensor(output).dtype);
  --depth_;
  body.is_under_way = false;
  if (failed()) return {};
  body.has_effects = !scope.last_effect().empty();
  body.name = "tflite_subgraph_" + std::to_string(subgraph);
  graph_.Function(body.name, function);
  return body.name;
}

Problem Import::ReadOption(std::string_view key, std::string_view usual, std::string_view other,
                           bool* is_other) const {
  if (import_->option == nullptr) return {};
  const rnlp_str_t value = import_->option(import_, key.data(), key.size());
  const std::string_view text(value.data == nullptr ? "" : value.data, value.size);
  *is_other = text == other;
  if (text.empty() || text == usual || text == other) return {};
  return {RNLP_INVALID_ARGUMENT, "option " + std::string(key) + " is " + Quoted(text) + ", expected " +
                                     Quoted(usual) + " or " + Quoted(other)};
}

Problem Import::Run() {
  if (Problem problem = ReadOption("rounding", "double", "single", &rounds_once_)) return problem;
  if (Problem problem = ReadOption("hybrid", "integer", "real", &has_real_hybrids_)) return problem;
  // The main subgraph, and others that a signature names, under their own names.
  std::map<int32_t, Scope*> scopes;
  std::vector<std::unique_ptr<Scope>> owned;
  const auto add = [&](int32_t subgraph, std::string prefix) {
    if (scopes.count(subgraph) != 0 || failed()) return;
    owned.push_back(std::make_unique<Scope>(this, subgraph, &graph_, std::move(prefix)));
    Scope& scope = *owned.back();
    scopes[subgraph] = &scope;
    for (const int32_t input : scope.graph().inputs) {
      const Tensor& tensor = scope.tensor(input);
      NodeWriter node = graph_.Node("Placeholder", scope.Named(tensor.name));
      node.Type("dtype", tensor.dtype);
      if (tensor.has_rank) {
        node.Shape("shape", tensor.dims);
      } else {
        node.UnknownShape("shape");
      }
      scope.Set(input, node.Done());
    }
    scope.Operators();
  };
  add(0, "");
  for (const Signature& signature : model_.signatures)
    add(signature.subgraph, std::string(signature.key) + "/");
  if (!failed()) Signatures(scopes);
  return problem_;
}

void Import::Signatures(const std::map<int32_t, Scope*>& scopes) {
  bool has_default = false;
  const auto write = [&](const std::string& key, Scope& scope, std::span<const SignatureEntry> inputs,
                         std::span<const SignatureEntry> outputs) {
    std::vector<plugin::SignatureTensor> in, out;
    for (const SignatureEntry& entry : inputs)
      in.push_back(Described(entry.name, scope.Value(entry.tensor), scope.tensor(entry.tensor)));
    for (const SignatureEntry& entry : outputs)
      out.push_back(Described(entry.name, scope.Result(entry.tensor), scope.tensor(entry.tensor)));
    if (failed()) return;
    graph_.Signature(key, in, out);
    has_default |= key == "serving_default";
  };
  for (const Signature& signature : model_.signatures) {
    write(std::string(signature.key), *scopes.at(signature.subgraph), signature.inputs,
          signature.outputs);
  }
  if (has_default || failed()) return;
  // Without one the model's inputs and outputs go by their tensors' names.
  Scope& scope = *scopes.at(0);
  const auto by_name = [&](const std::vector<int32_t>& tensors) {
    std::vector<SignatureEntry> entries;
    for (const int32_t tensor : tensors) entries.push_back({scope.tensor(tensor).name, tensor});
    return entries;
  };
  const std::vector<SignatureEntry> inputs = by_name(scope.graph().inputs),
                                    outputs = by_name(scope.graph().outputs);
  write("serving_default", scope, inputs, outputs);
}

// ---- one subgraph ----

Scope::Scope(Import* import, int32_t subgraph, NodeList* list, std::string prefix)
    : import_(import),
      index_(subgraph),
      graph_(import->model().subgraphs[static_cast<size_t>(subgraph)]),
      list_(list),
      prefix_(std::move(prefix)),
      values_(graph_.tensors.size()),
      reals_(graph_.tensors.size()) {}

void Scope::Operators() {
  for (const Operator& op : graph_.operators) {
    if (import_->failed()) return;
    Op(this, op).Write(import_->Find(op.code));
  }
}

bool Scope::IsConstant(int32_t i) const {
  const Tensor& tensor = this->tensor(i);
  if (!values_[static_cast<size_t>(i)].empty() && !tensor.has_data) return false;
  return tensor.has_data || (tensor.has_rank && tensor.count() == 0 && !tensor.dims.empty());
}

std::optional<std::string_view> Scope::Data(int32_t i, std::string* storage) {
  if (!IsConstant(i)) return std::nullopt;
  std::string_view data;
  if (Problem problem = DenseData(tensor(i), storage, &data)) {
    import_->Fail(problem.code, problem.text);
    return std::nullopt;
  }
  return data;
}

std::optional<std::vector<int64_t>> Scope::Integers(int32_t i) {
  const Tensor& tensor = this->tensor(i);
  if (tensor.dtype != RNLP_INT32 && tensor.dtype != RNLP_INT64) return std::nullopt;
  std::string storage;
  const auto data = Data(i, &storage);
  if (!data) return std::nullopt;
  const auto size = static_cast<size_t>(SizeOf(tensor.dtype));
  std::vector<int64_t> values;
  for (size_t at = 0; at + size <= data->size(); at += size) {
    int64_t wide = 0;
    int32_t narrow = 0;
    std::memcpy(size == 8 ? static_cast<void*>(&wide) : static_cast<void*>(&narrow), data->data() + at,
                size);
    values.push_back(size == 8 ? wide : narrow);
  }
  return values;
}

std::string Scope::WriteConstant(const Tensor& tensor, std::string_view data) {
  if (!import_->Spend(data.size() + 8 * tensor.dims.size() + 64)) return {};
  const std::string wanted = Named(tensor.name);
  if (tensor.element != kString) {
    return list_->Const(wanted, tensor.dtype, tensor.dims, data);
  }
  std::vector<std::string_view> strings;
  if (!ReadStrings(tensor, data, &strings)) {
    import_->Fail(RNLP_DATA_LOSS, "tensor " + Quoted(tensor.name) + ": its strings are damaged");
    return {};
  }
  return list_->Const(wanted, RNLP_STRING, plugin::StringTensorMessage(tensor.dims, strings));
}

std::string Scope::Value(int32_t i) {
  std::string& value = values_[static_cast<size_t>(i)];
  if (!value.empty() || import_->failed()) return value;
  const Tensor& tensor = this->tensor(i);
  if (IsConstant(i)) {
    std::string storage;
    if (const auto data = Data(i, &storage)) value = WriteConstant(tensor, *data);
    return value;
  }
  if (tensor.is_variable) return Variable(i);
  import_->Fail(RNLP_INVALID_ARGUMENT, "subgraph " + std::to_string(index_) + ": tensor " +
                                           Quoted(tensor.name) +
                                           " is used, and no operator before makes it");
  return {};
}

std::optional<std::string_view> Scope::RealData(int32_t i, std::string* storage) {
  const Tensor& tensor = this->tensor(i);
  std::string stored_here;
  if (!IsAffine(tensor) && !(tensor.dtype == RNLP_INT32 && tensor.is_quantized()))
    return Data(i, storage);
  const auto data = Data(i, &stored_here);
  if (!data || !import_->Spend(data->size() * 4)) return std::nullopt;
  const Quantization& q = tensor.quantization;
  const int64_t count = tensor.count();
  int64_t inner = 1;
  const auto channels = static_cast<int64_t>(q.scales.size());
  if (channels > 1) {
    for (size_t d = static_cast<size_t>(q.axis) + 1; d < tensor.dims.size(); ++d)
      inner *= tensor.dims[d];
  }
  storage->resize(static_cast<size_t>(count) * sizeof(float));
  for (int64_t k = 0; k < count; ++k) {
    int64_t stored = 0;
    if (tensor.dtype == RNLP_INT16) {
      int16_t narrow;
      std::memcpy(&narrow, data->data() + 2 * k, 2);
      stored = narrow;
    } else if (tensor.dtype == RNLP_INT32) {
      int32_t wide;
      std::memcpy(&wide, data->data() + 4 * k, 4);
      stored = wide;
    } else {
      const char byte = (*data)[static_cast<size_t>(k)];
      stored = tensor.dtype == RNLP_INT8 ? static_cast<int8_t>(byte) : static_cast<uint8_t>(byte);
    }
    const auto c = static_cast<size_t>(channels > 1 ? k / inner % channels : 0);
    const float number = q.scales[c] * static_cast<float>(stored - q.zero_points[c]);
    std::memcpy(storage->data() + static_cast<size_t>(k) * sizeof(float), &number, sizeof(float));
  }
  return *storage;
}

std::string Scope::RealConstant(int32_t i) {
  std::string& value = reals_[static_cast<size_t>(i)];
  if (!value.empty()) return value;
  std::string storage;
  const auto data = RealData(i, &storage);
  if (!data) return {};
  value = list_->Const(Named(std::string(tensor(i).name) + "/real"), RNLP_FLOAT, tensor(i).dims, *data);
  return value;
}

NodeWriter& Scope::AfterEffects(NodeWriter& node) {
  if (!last_effect_.empty()) node.After(last_effect_);
  return node;
}

std::string Scope::Result(int32_t tensor) {
  std::string value = Value(tensor);
  if (last_effect_.empty() || value.empty()) return value;
  std::string& result = results_[value];
  if (result.empty()) {
    const Tensor& info = this->tensor(tensor);
    result = list_->Node("Identity", Named(std::string(info.name) + "/result"))
                 .In(value)
                 .After(last_effect_)
                 .Type("T", info.dtype)
                 .Done();
  }
  return result;
}

// ---- one operator ----

bool Op::IsReal(const Tensor& tensor) const { return real_ && IsAffine(tensor); }

std::string Op::Real(size_t i) {
  if (!Has(i)) return Stored(i);
  const int32_t tensor = op_.inputs[i];
  if (!IsAffine(scope_.tensor(tensor))) return scope_.Value(tensor);
  if (scope_.IsConstant(tensor)) return scope_.RealConstant(tensor);
  std::string& real = scope_.reals_[static_cast<size_t>(tensor)];
  if (real.empty()) {
    const Tensor& info = scope_.tensor(tensor);
    real = Dequantize(scope_, info, scope_.Value(tensor), std::string(info.name) + "/real");
  }
  return real;
}

const Tensor& Op::Missing(const char* what, size_t i) const {
  scope_.import().Fail(RNLP_INVALID_ARGUMENT, "subgraph " + std::to_string(scope_.index()) +
                                                  ": an operator " + OperatorName(op_.code) + " lacks " +
                                                  what + " " + std::to_string(i));
  return scope_.nothing_;
}
std::string Op::Stored(size_t i) {
  In(i);
  return Has(i) ? scope_.Value(op_.inputs[i]) : std::string();
}
std::string Op::X(size_t i) {
  const Tensor& tensor = In(i);
  const bool is_bias = real_ && tensor.dtype == RNLP_INT32 && tensor.is_quantized() && tensor.has_data;
  if (is_bias) return scope_.RealConstant(index(i));
  return IsReal(tensor) ? Real(i) : Stored(i);
}
std::vector<std::string> Op::Xs(size_t first) {
  std::vector<std::string> values;
  for (size_t i = first; i < num_inputs(); ++i) values.push_back(X(i));
  return values;
}

void Op::Set(size_t i, std::string value) {
  if (i >= op_.outputs.size()) return;
  if (i == 0 && activation_ != kNone && !value.empty()) {
    const int8_t activation = std::exchange(activation_, int8_t{kNone});
    const int32_t dtype = OutType();
    if (activation == kRelu) {
      value = Last("Relu").In(value).Type("T", dtype).Done();
    } else if (activation == kRelu6) {
      value = Last("Relu6").In(value).Type("T", dtype).Done();
    } else if (activation == kTanhActivation) {
      value = Last("Tanh").In(value).Type("T", dtype).Done();
    } else {
      const std::string low = Binary("Maximum", value, Number(dtype, -1), dtype);
      value = Last("Minimum").In(low).In(Number(dtype, 1)).Type("T", dtype).Done();
    }
  }
  const int32_t tensor = op_.outputs[i];
  if (IsReal(Out(i)) && !value.empty()) {
    scope_.reals_[static_cast<size_t>(tensor)].clear();
    value = Quantize(scope_, Out(i), value, std::string(Out(i).name));
  }
  scope_.Set(tensor, std::move(value));
}

void Op::Keep(size_t i, const std::string& value) {
  if (!Has(i)) return;
  const Tensor& tensor = In(i);
  if (!IsReal(tensor)) return scope_.Assign(index(i), value);
  scope_.reals_[static_cast<size_t>(index(i))].clear();
  scope_.Assign(index(i), Quantize(scope_, tensor, value, std::string(tensor.name) + "/next"));
}

void Op::SetAll(const std::string& node) {
  for (size_t i = 0; i < num_outputs(); ++i) Set(i, Output(node, static_cast<int>(i)));
}

void Op::Activate(int8_t activation) {
  if (activation < kNone || activation > kTanhActivation) {
    Refuse("fused activation " + std::to_string(activation));
    return;
  }
  activation_ = activation;
}

std::string Op::InOrder(size_t i, std::span<const int64_t> order) {
  const Tensor& tensor = In(i);
  const int32_t dtype = Type(i);
  std::string storage;
  const size_t rank = order.size();
  if (tensor.dims.size() != rank || SizeOf(dtype) == 0) {
    Refuse("input " + std::to_string(i) + " of rank " + std::to_string(tensor.dims.size()));
    return {};
  }
  if (!Has(i)) return {};
  const auto data = real_ ? scope_.RealData(index(i), &storage) : scope_.Data(index(i), &storage);
  if (!data) {
    return Node("Transpose").In(X(i)).In(Ints(order)).Type("T", dtype).Type("Tperm", RNLP_INT32).Done();
  }
  if (!scope_.import().Spend(data->size())) return {};
  const auto size = static_cast<size_t>(SizeOf(dtype));
  std::vector<int64_t> dims(rank), strides(rank), at(rank, 0);
  for (size_t d = 0; d < rank; ++d) {
    const auto from = static_cast<size_t>(order[d]);
    dims[d] = tensor.dims[from];
    strides[d] = static_cast<int64_t>(size);
    for (size_t k = from + 1; k < rank; ++k) strides[d] *= tensor.dims[k];
  }
  const auto moved = scope_.list().NewContent(data->size());
  int64_t from = 0;
  for (size_t to = 0; to + size <= moved->size(); to += size) {
    std::memcpy(moved->data() + to, data->data() + from, size);
    for (size_t d = rank; d-- > 0;) {
      from += strides[d];
      if (++at[d] < dims[d]) break;
      from -= strides[d] * dims[d];
      at[d] = 0;
    }
  }
  return scope_.list().Const(scope_.Named(std::string(tensor.name) + "/moved"), dtype, dims, *moved);
}

std::string Op::Ints(std::span<const int64_t> values, int32_t dtype) {
  std::string bytes;
  for (const int64_t value : values) {
    const auto narrow = static_cast<int32_t>(value);
    const bool wide = dtype == RNLP_INT64;
    bytes.append(wide ? reinterpret_cast<const char*>(&value) : reinterpret_cast<const char*>(&narrow),
                 wide ? sizeof(value) : sizeof(narrow));
  }
  const int64_t dims[] = {static_cast<int64_t>(values.size())};
  return scope_.list().Const(scope_.Named(std::string(OutName()) + "/sizes"), dtype,
                             TensorMessage(dtype, dims, bytes));
}
std::string Op::Int(int64_t value, int32_t dtype) { return Number(dtype, static_cast<double>(value)); }

std::string Op::Number(int32_t dtype, double value) {
  std::string bytes;
  const auto put = [&](auto typed) {
    bytes.assign(reinterpret_cast<const char*>(&typed), sizeof(typed));
  };
  switch (dtype) {
    case RNLP_FLOAT:
      put(static_cast<float>(value));
      break;
    case RNLP_DOUBLE:
      put(value);
      break;
    case RNLP_INT64:
      put(static_cast<int64_t>(value));
      break;
    case RNLP_INT32:
      put(static_cast<int32_t>(value));
      break;
    case RNLP_INT16:
      put(static_cast<int16_t>(value));
      break;
    case RNLP_INT8:
      put(static_cast<int8_t>(value));
      break;
    case RNLP_UINT8:
      put(static_cast<uint8_t>(value));
      break;
    case RNLP_BOOL:
      put(static_cast<uint8_t>(value != 0));
      break;
    default:
      Refuse("numbers of type " + std::to_string(dtype));
      put(0.0F);
      dtype = RNLP_FLOAT;
  }
  return scope_.list().Const(scope_.Named(std::string(OutName()) + "/number"), dtype,
                             TensorMessage(dtype, {}, bytes));
}

std::string Op::Unary(std::string_view op, const std::string& x, int32_t dtype) {
  return Node(op).In(x).Type("T", dtype).Done();
}
std::string Op::Binary(std::string_view op, const std::string& x, const std::string& y, int32_t dtype) {
  return Node(op).In(x).In(y).Type("T", dtype).Done();
}
std::string Op::CastTo(const std::string& x, int32_t from, int32_t to) {
  if (from == to) return x;
  return Node("Cast").In(x).Type("SrcT", from).Type("DstT", to).Done();
}
std::string Op::Reshaped(const std::string& x, int32_t dtype, std::span<const int64_t> dims) {
  return Node("Reshape").In(x).In(Ints(dims)).Type("T", dtype).Type("Tshape", RNLP_INT32).Done();
}
std::string Op::Transposed(const std::string& x, int32_t dtype, std::initializer_list<int64_t> order) {
  return Node("Transpose").In(x).In(Ints(order)).Type("T", dtype).Type("Tperm", RNLP_INT32).Done();
}

void Op::Write(const OpRow* row) {
  if (row == nullptr) {
    Refuse("this operator is not known here");
  } else {
    bool affine = false;
    for (const int32_t i : op_.inputs) affine |= i != kNoTensor && IsAffine(scope_.tensor(i));
    for (const int32_t i : op_.outputs) affine |= IsAffine(scope_.tensor(i));
    real_ = affine && row->quantized == nullptr && (!row->moves || ChangesScale());
    if (scope_.import().failed()) return;
    if (affine && row->quantized != nullptr) {
      row->quantized(*this);
    } else {
      row->write(*this);
    }
  }
  if (refused()) WriteRefused();
}

// Whether what an operator moves has another scale where it arrives.
bool Op::ChangesScale() const {
  for (const int32_t o : op_.outputs) {
    const Tensor& out = scope_.tensor(o);
    for (const int32_t i : op_.inputs) {
      if (i == kNoTensor || !IsAffine(scope_.tensor(i))) continue;
      const Tensor& in = scope_.tensor(i);
      if (!IsAffine(out) ? out.dtype == RNLP_FLOAT
                         : in.dtype != out.dtype || in.quantization.scales != out.quantization.scales ||
                               in.quantization.zero_points != out.quantization.zero_points)
        return true;
    }
  }
  return false;
}

// Its message is what the step that needs it tells: the name of the op.
void Op::WriteRefused() {
  const bool custom = OperatorName(op_.code) == "CUSTOM";
  NodeWriter node = scope_.list().Node(
      "TFLite>" + (custom ? "CUSTOM." + std::string(op_.custom) : OperatorName(op_.code)),
      scope_.Named(OutName()));
  for (const int32_t i : op_.inputs) {
    if (i != kNoTensor) node.In(scope_.Value(i));
  }
  node.String("why", refusal_);
  node.Int("version", op_.version);
  std::vector<int32_t> types;
  for (size_t i = 0; i < op_.outputs.size(); ++i) types.push_back(Out(i).dtype);
  node.Types("output_types", types);
  const std::string name = node.Done();
  for (size_t i = 0; i < op_.outputs.size(); ++i)
    scope_.Set(op_.outputs[i], Output(name, static_cast<int>(i)));
}

}  // namespace runnel::tflite
