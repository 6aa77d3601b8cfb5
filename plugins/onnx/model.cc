// The messages of an ONNX file, field by field.
#include "plugins/onnx/model.h"

#include "plugins/abi/rnlp_base.h"
#include "plugins/onnx/wire.h"

namespace runnel::onnx {

void Damaged(std::string message) { throw Failure{RNLP_DATA_LOSS, std::move(message)}; }
void Invalid(std::string message) { throw Failure{RNLP_INVALID_ARGUMENT, std::move(message)}; }

int32_t DTypeOf(int64_t element_type) {
  constexpr int32_t kTypes[] = {RNLP_INVALID,    RNLP_FLOAT,   RNLP_UINT8,  RNLP_INT8,   RNLP_UINT16,
                                RNLP_INT16,      RNLP_INT32,   RNLP_INT64,  RNLP_STRING, RNLP_BOOL,
                                RNLP_HALF,       RNLP_DOUBLE,  RNLP_UINT32, RNLP_UINT64, RNLP_COMPLEX64,
                                RNLP_COMPLEX128, RNLP_BFLOAT16};
  if (element_type < 0 || element_type >= static_cast<int64_t>(std::size(kTypes))) return RNLP_INVALID;
  return kTypes[element_type];
}

int64_t SizeOf(int32_t dtype) {
  switch (dtype) {
    case RNLP_BOOL:
    case RNLP_INT8:
    case RNLP_UINT8:
      return 1;
    case RNLP_INT16:
    case RNLP_UINT16:
    case RNLP_HALF:
    case RNLP_BFLOAT16:
      return 2;
    case RNLP_FLOAT:
    case RNLP_INT32:
    case RNLP_UINT32:
      return 4;
    case RNLP_DOUBLE:
    case RNLP_INT64:
    case RNLP_UINT64:
    case RNLP_COMPLEX64:
      return 8;
    case RNLP_COMPLEX128:
      return 16;
    default:
      return 0;
  }
}

namespace {

using F = Fields;
constexpr int kMaxDepth = 32;  // of graphs, types and what else holds itself

void Check(const Fields& fields, std::string_view what) {
  if (fields.damaged()) Damaged(std::string(what) + ": the message is damaged");
}

void AddIntegers(const Fields& field, std::vector<int64_t>* out) {
  if (field.type() == F::kVarint) {
    out->push_back(field.integer());
  } else if (field.type() == F::kBytes) {
    Fields list(field.bytes());
    uint64_t value = 0;
    while (!list.at_end() && list.Varint(&value)) out->push_back(static_cast<int64_t>(value));
    Check(list, "a list of integers");
  }
}

void AddReals(const Fields& field, std::vector<float>* out) {
  if (field.type() == F::kFixed32) {
    out->push_back(field.real());
  } else if (field.type() == F::kBytes) {
    const std::string_view bytes = field.bytes();
    if (bytes.size() % 4 != 0) Damaged("a list of floats: the message is damaged");
    const size_t before = out->size();
    out->resize(before + bytes.size() / 4);
    if (!bytes.empty()) std::memcpy(out->data() + before, bytes.data(), bytes.size());
  }
}

std::pair<std::string_view, std::string_view> ParseEntry(std::string_view bytes) {
  std::pair<std::string_view, std::string_view> entry;
  Fields f(bytes);
  while (f.Next()) {
    if (f.is(1, F::kBytes)) entry.first = f.bytes();
    if (f.is(2, F::kBytes)) entry.second = f.bytes();
  }
  Check(f, "an entry");
  return entry;
}

TensorProto ParseTensor(std::string_view bytes) {
  TensorProto out;
  Fields f(bytes);
  while (f.Next()) {
    switch (f.number()) {
      case 1:
        AddIntegers(f, &out.dims);
        break;
      case 2:
        if (f.type() == F::kVarint) out.element_type = f.integer();
        break;
      case 6:
        if (f.type() == F::kBytes) out.strings.push_back(f.bytes());
        break;
      case 4:
      case 5:
      case 7:
      case 10:
      case 11:
        if (f.type() == F::kBytes) {
          out.lists.emplace_back(f.number(), f.bytes());
        } else {
          out.single.push_back(f.value());
        }
        break;
      case 8:
        if (f.type() == F::kBytes) out.name = f.bytes();
        break;
      case 9:
        if (f.type() == F::kBytes) out.raw = f.bytes();
        break;
      case 13:
        if (f.type() == F::kBytes) out.external.insert(ParseEntry(f.bytes()));
        break;
      case 14:
        if (f.type() == F::kVarint) out.location = f.integer();
        break;
      default:
        break;
    }
  }
  Check(f, "tensor \"" + std::string(out.name) + "\"");
  return out;
}

// The name of a sparse initializer is that of its values.
std::string_view SparseName(std::string_view bytes) {
  std::string_view name;
  Fields f(bytes);
  while (f.Next()) {
    if (f.is(1, F::kBytes)) name = ParseTensor(f.bytes()).name;
  }
  Check(f, "a sparse tensor");
  return name;
}

void ParseShape(std::string_view bytes, ValueInfo* out) {
  out->has_rank = true;
  out->dims.clear();
  Fields f(bytes);
  while (f.Next()) {
    if (!f.is(1, F::kBytes)) continue;
    int64_t size = -1;
    Fields dim(f.bytes());
    while (dim.Next()) {
      if (dim.is(1, F::kVarint)) size = dim.integer() < 0 ? -1 : dim.integer();
    }
    Check(dim, "a dimension");
    out->dims.push_back(size);
  }
  Check(f, "a shape");
}

// `outer`: the type is that of a sequence's or optional's element.
void ParseType(std::string_view bytes, bool outer, int depth, ValueInfo* out) {
  if (depth > kMaxDepth) Damaged("a type is too deep");
  Fields f(bytes);
  while (f.Next()) {
    if (f.type() != F::kBytes || f.number() == 6) continue;
    ValueInfo::Kind kind = ValueInfo::kOther;
    if (f.number() == 1) kind = ValueInfo::kTensor;
    if (f.number() == 4) kind = ValueInfo::kSequence;
    if (f.number() == 9) kind = ValueInfo::kOptional;
    if (depth == 0) out->kind = kind;
    if (depth == 1) out->inner = kind;
    Fields type(f.bytes());
    while (type.Next()) {
      if (kind == ValueInfo::kTensor) {
        if (type.is(1, F::kVarint)) out->element_type = type.integer();
        if (type.is(2, F::kBytes) && outer) ParseShape(type.bytes(), out);
      } else if (kind != ValueInfo::kOther && type.is(1, F::kBytes)) {
        ParseType(type.bytes(), false, depth + 1, out);
      }
    }
    Check(type, "a type");
  }
  Check(f, "a type");
}

ValueInfo ParseValue(std::string_view bytes) {
  ValueInfo out;
  Fields f(bytes);
  while (f.Next()) {
    if (f.is(1, F::kBytes)) out.name = f.bytes();
    if (f.is(2, F::kBytes)) ParseType(f.bytes(), true, 0, &out);
  }
  Check(f, "value \"" + std::string(out.name) + "\"");
  return out;
}

GraphProto ParseGraph(std::string_view bytes, int depth);

Attribute ParseAttribute(std::string_view bytes, int depth) {
  Attribute out;
  Fields f(bytes);
  while (f.Next()) {
    const bool is_bytes = f.type() == F::kBytes;
    switch (f.number()) {
      case 1:
        if (is_bytes) out.name = f.bytes();
        break;
      case 2:
        if (f.type() == F::kFixed32) out.real = f.real();
        break;
      case 3:
        if (f.type() == F::kVarint) out.integer = f.integer();
        break;
      case 4:
        if (is_bytes) out.string = f.bytes();
        break;
      case 5:
        if (is_bytes) out.tensor = ParseTensor(f.bytes()), out.has_tensor = true;
        break;
      case 6:
        if (is_bytes) out.graph = std::make_shared<GraphProto>(ParseGraph(f.bytes(), depth + 1));
        break;
      case 7:
        AddReals(f, &out.reals);
        break;
      case 8:
        AddIntegers(f, &out.integers);
        break;
      case 9:
        if (is_bytes) out.strings.push_back(f.bytes());
        break;
      case 10:
        if (is_bytes) out.tensors.push_back(ParseTensor(f.bytes()));
        break;
      case 14:
        if (is_bytes) {
          ValueInfo type;
          ParseType(f.bytes(), true, 0, &type);
          out.type_element = type.element_type;
        }
        break;
      case 20:
        if (f.type() == F::kVarint) out.type = f.integer();
        break;
      case 21:
        if (is_bytes) out.reference = f.bytes();
        break;
      case 22:
        out.has_sparse = true;
        break;
      default:
        break;
    }
  }
  Check(f, "attribute \"" + std::string(out.name) + "\"");
  return out;
}

NodeProto ParseNode(std::string_view bytes, int depth) {
  NodeProto out;
  Fields f(bytes);
  while (f.Next()) {
    if (f.type() != F::kBytes) continue;
    if (f.number() == 1) out.inputs.push_back(f.bytes());
    if (f.number() == 2) out.outputs.push_back(f.bytes());
    if (f.number() == 3) out.name = f.bytes();
    if (f.number() == 4) out.op = f.bytes();
    if (f.number() == 5) out.attributes.push_back(ParseAttribute(f.bytes(), depth));
    if (f.number() == 7) out.domain = f.bytes();
  }
  Check(f, "node \"" + std::string(out.name) + "\"");
  if (out.domain == "ai.onnx") out.domain = "";
  return out;
}

GraphProto ParseGraph(std::string_view bytes, int depth) {
  if (depth > kMaxDepth) Damaged("graphs are more than 32 deep in each other");
  GraphProto out;
  Fields f(bytes);
  while (f.Next()) {
    if (f.type() != F::kBytes) continue;
    if (f.number() == 1) out.nodes.push_back(ParseNode(f.bytes(), depth));
    if (f.number() == 2) out.name = f.bytes();
    if (f.number() == 5) out.initializers.push_back(ParseTensor(f.bytes()));
    if (f.number() == 11) out.inputs.push_back(ParseValue(f.bytes()));
    if (f.number() == 12) out.outputs.push_back(ParseValue(f.bytes()));
    if (f.number() == 13) out.values.push_back(ParseValue(f.bytes()));
    if (f.number() == 15) out.sparse.push_back(SparseName(f.bytes()));
  }
  Check(f, "graph \"" + std::string(out.name) + "\"");
  return out;
}

void ParseOpset(std::string_view bytes, std::map<std::string_view, int64_t>* out) {
  std::string_view domain;
  int64_t version = 0;
  Fields f(bytes);
  while (f.Next()) {
    if (f.is(1, F::kBytes)) domain = f.bytes();
    if (f.is(2, F::kVarint)) version = f.integer();
  }
  Check(f, "an opset");
  (*out)[domain == "ai.onnx" ? "" : domain] = version;
}

FunctionProto ParseFunction(std::string_view bytes) {
  FunctionProto out;
  Fields f(bytes);
  while (f.Next()) {
    if (f.type() != F::kBytes) continue;
    if (f.number() == 1) out.name = f.bytes();
    if (f.number() == 4) out.inputs.push_back(f.bytes());
    if (f.number() == 5) out.outputs.push_back(f.bytes());
    if (f.number() == 7) out.nodes.push_back(ParseNode(f.bytes(), 1));
    if (f.number() == 9) ParseOpset(f.bytes(), &out.opsets);
    if (f.number() == 10) out.domain = f.bytes();
    if (f.number() == 11) out.defaults.push_back(ParseAttribute(f.bytes(), 1));
  }
  Check(f, "function \"" + std::string(out.name) + "\"");
  if (out.domain == "ai.onnx") out.domain = "";
  return out;
}

}  // namespace

ModelProto ParseModel(std::string_view bytes) {
  ModelProto out;
  Fields f(bytes);
  while (f.Next()) {
    if (f.is(1, F::kVarint)) out.ir_version = f.integer();
    if (f.is(7, F::kBytes)) out.graph = ParseGraph(f.bytes(), 0), out.has_graph = true;
    if (f.is(8, F::kBytes)) ParseOpset(f.bytes(), &out.opsets);
    if (f.is(25, F::kBytes)) out.functions.push_back(ParseFunction(f.bytes()));
  }
  Check(f, "the model");
  return out;
}

}  // namespace runnel::onnx
