#include "core/graph/builder.h"

#include "core/tensor/half.h"

namespace runnel {
namespace {

template <typename T>
Result<Tensor> Make(double value) {
  return Tensor::FromScalar<T>(static_cast<T>(value));
}

Result<Tensor> MakeScalar(DType dtype, double value) {
  switch (dtype) {
    case DType::kFloat:
      return Make<float>(value);
    case DType::kDouble:
      return Make<double>(value);
    case DType::kInt8:
      return Make<int8_t>(value);
    case DType::kInt16:
      return Make<int16_t>(value);
    case DType::kInt32:
      return Make<int32_t>(value);
    case DType::kInt64:
      return Make<int64_t>(value);
    case DType::kUInt8:
      return Make<uint8_t>(value);
    case DType::kUInt16:
      return Make<uint16_t>(value);
    case DType::kUInt32:
      return Make<uint32_t>(value);
    case DType::kUInt64:
      return Make<uint64_t>(value);
    case DType::kBool:
      return Tensor::FromScalar<bool>(value != 0);
    case DType::kComplex64:
      return Tensor::FromScalar(std::complex<float>(static_cast<float>(value)));
    case DType::kComplex128:
      return Tensor::FromScalar(std::complex<double>(value));
    case DType::kHalf:
    case DType::kBFloat16: {
      RUNNEL_ASSIGN_OR_RETURN(Tensor t, Tensor::Allocate(SystemAllocator(), dtype, Shape()));
      const float f = static_cast<float>(value);
      t.values<uint16_t>()[0] = dtype == DType::kHalf ? HalfOfFloat(f) : Bfloat16OfFloat(f);
      return t;
    }
    default:
      return InvalidArgument("no scalar constant of type ", DTypeName(dtype));
  }
}

}  // namespace

GraphBuilder::GraphBuilder(Graph* graph, std::string scope) : graph_(graph), scope_(std::move(scope)) {}

Node* GraphBuilder::AddNode(NodeSpec spec) {
  if (!status_.ok()) return nullptr;
  if (spec.name.empty()) {
    // "Runnel>Gelu" and "_Send" name their nodes "Gelu" and "Send".
    std::string_view base = spec.op;
    if (const size_t at = base.rfind('>'); at != std::string_view::npos) base.remove_prefix(at + 1);
    while (base.starts_with('_')) base.remove_prefix(1);
    spec.name = graph_->UniqueName(scope_.empty() ? std::string(base) : StrCat(scope_, "/", base));
  }
  if (spec.device.empty()) spec.device = device_;
  spec.control_inputs.insert(spec.control_inputs.end(), control_inputs_.begin(), control_inputs_.end());
  if (spec.inputs.empty()) {
    spec.control_inputs.insert(spec.control_inputs.end(), source_controls_.begin(),
                               source_controls_.end());
  }
  if (!colocate_with_.empty()) {
    spec.attrs.emplace_back("_class", AttrValue(std::vector<std::string>{"loc:@" + colocate_with_}));
  }
  auto node = graph_->AddNode(std::move(spec));
  if (!node.ok()) {
    status_ = node.status();
    return nullptr;
  }
  return *node;
}

Node* GraphBuilder::Add(std::string_view op, std::span<const OutputRef> inputs, Attrs attrs) {
  if (!status_.ok()) return nullptr;
  NodeSpec spec;
  spec.op = op;
  spec.inputs.assign(inputs.begin(), inputs.end());
  for (const AttrArg& attr : attrs) spec.attrs.emplace_back(attr.name(), attr.value());
  return AddNode(std::move(spec));
}

OutputRef GraphBuilder::Op(std::string_view op, const std::vector<OutputRef>& inputs,
                           const AttrList& attrs) {
  return {AddNode({{}, std::string(op), inputs, {}, attrs, {}}), 0};
}

namespace {

std::vector<OutputRef> OutputsOf(Node* node) {
  std::vector<OutputRef> outputs;
  for (int i = 0; node != nullptr && i < node->num_outputs(); ++i) outputs.push_back({node, i});
  return outputs;
}

}  // namespace

std::vector<OutputRef> GraphBuilder::Ops(std::string_view op, const std::vector<OutputRef>& inputs,
                                         Attrs attrs) {
  return OutputsOf(Add(op, inputs, attrs));
}

std::vector<OutputRef> GraphBuilder::Ops(std::string_view op, const std::vector<OutputRef>& inputs,
                                         const AttrList& attrs) {
  return OutputsOf(Op(op, inputs, attrs).node);
}

OutputRef GraphBuilder::Constant(const Tensor& value) {
  return Op("Const", {}, {{"dtype", value.dtype()}, {"value", value}});
}

OutputRef GraphBuilder::Scalar(DType dtype, double value) {
  auto tensor = MakeScalar(dtype, value);
  if (!tensor.ok()) {
    Fail(tensor.status());
    return {};
  }
  return Constant(*tensor);
}

OutputRef GraphBuilder::Int32Vector(std::initializer_list<int32_t> values) {
  auto tensor = Tensor::FromValues<int32_t>(Shape({static_cast<int64_t>(values.size())}),
                                            std::span(values.begin(), values.size()));
  if (!tensor.ok()) {
    Fail(tensor.status());
    return {};
  }
  return Constant(*tensor);
}

RuleContext::RuleContext(const OpSchema& schema, const AttrList& attrs, std::vector<OutputRef> inputs,
                         GraphBuilder* builder, ForwardFn forward)
    : schema_(schema),
      attrs_(attrs),
      inputs_(std::move(inputs)),
      builder_(builder),
      forward_(std::move(forward)) {}

RuleContext::~RuleContext() = default;

}  // namespace runnel
