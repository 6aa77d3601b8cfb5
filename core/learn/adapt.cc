#include "core/learn/adapt.h"

namespace runnel::learn {

void AdaptContext::Set(std::string_view argument, SpecValue value) {
  for (auto& [name, old] : spec->named) {
    if (name == argument) {
      old = std::move(value);
      return;
    }
  }
  spec->named.emplace_back(argument, std::move(value));
}

Result<std::vector<double>> AdaptContext::Numbers() const {
  std::vector<double> numbers(static_cast<size_t>(data.num_elements()));
  switch (data.dtype()) {
    case DType::kFloat:
      for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<double>(data.values<const float>()[i]);
      break;
    case DType::kDouble:
      for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = data.values<const double>()[i];
      break;
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32:
    case DType::kInt64:
    case DType::kUInt8:
    case DType::kUInt16:
      for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<double>(data.int_at(static_cast<int64_t>(i)));
      break;
    default:
      return InvalidArgument("data: expected numbers, got ", DTypeName(data.dtype()));
  }
  return numbers;
}

Result<std::vector<Tensor>> AdaptContext::Run(const BuildFn& build) const {
  const auto graph = std::make_shared<Graph>(&runtime->ops());
  GraphBuilder b(graph.get(), "adapt");
  const OutputRef fed =
      b.Op("Placeholder", std::vector<OutputRef>{}, {{"dtype", data.dtype()}, {"shape", data.shape()}});
  RUNNEL_RETURN_IF_ERROR(b.status());
  Signature signature;
  signature.feeds = {fed};
  RUNNEL_ASSIGN_OR_RETURN(signature.fetches, build(b, fed));
  RUNNEL_RETURN_IF_ERROR(b.status());
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Session> session, Session::Create(runtime, graph));
  std::vector<Tensor> values(signature.fetches.size());
  Status status = session->Run(signature, {&data, 1}, values);
  const Status closed = session->Close();
  if (status.ok()) status = closed;
  RUNNEL_RETURN_IF_ERROR(status);
  return values;
}

SpecValue ListOf(const std::vector<double>& values) {
  SpecValue::List items;
  for (const double value : values) {
    items.emplace_back();
    items.back().value = value;
  }
  SpecValue list;
  list.value = std::move(items);
  return list;
}

Result<std::string> AdaptSpec(const Ref<Runtime>& runtime, std::string_view text, const Tensor& data) {
  RUNNEL_ASSIGN_OR_RETURN(Spec spec, ParseSpec(text, "layer"));
  RUNNEL_ASSIGN_OR_RETURN(const BoundRow row, BindRow(RowKind::kLayer, spec));
  if (row.schema->row->adapt == nullptr)
    return InvalidArgument("layer ", row.name(), " learns nothing from data");
  if (data.empty() || !data.on_host() || data.shape().rank() < 1 || data.num_elements() < 1) {
    return InvalidArgument(
        "layer ", row.name(),
        ": data: expected at least one element in at least one dimension, in host memory");
  }
  AdaptContext ctx{row, data, runtime, &spec};
  if (Status status = row.schema->row->adapt(ctx); !status.ok())
    return status.WithPrefix(StrCat("layer ", row.name()));
  return ToText(spec);
}

}  // namespace runnel::learn
