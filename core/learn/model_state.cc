#include "core/learn/model_state.h"

namespace runnel::learn {
namespace {

constexpr std::string_view kOptimizer = "optimizer/";

struct Saved {
  std::string name;
  const Weight* variable;
};

// Weights in their order, then the optimizer's state.
std::vector<Saved> ListSaved(const Layers& layers, const CompiledModel* compiled) {
  std::vector<Saved> saved;
  for (const Weight& weight : layers.weights()) saved.push_back({weight.name, &weight});
  if (compiled == nullptr) return saved;
  for (const Weight& state : compiled->state) {
    const size_t at = state.name.find(kOptimizer);  // behind the compilation's scope
    saved.push_back({at == std::string::npos ? state.name : state.name.substr(at), &state});
  }
  return saved;
}

}  // namespace

Result<std::vector<Tensor>> ReadVariables(Session& session, std::span<const Weight* const> variables) {
  Signature signature;
  for (const Weight* variable : variables) signature.fetches.push_back(variable->read);
  std::vector<Tensor> values(variables.size());
  if (!values.empty()) RUNNEL_RETURN_IF_ERROR(session.Run(signature, {}, values));
  return values;
}

Status AssignVariables(Session& session, std::span<const Weight* const> variables,
                       std::span<const Tensor> values) {
  Signature signature;
  for (const Weight* variable : variables) {
    // The initializer's value is what is assigned; fed, it is another one.
    signature.feeds.push_back(variable->initialize->input(1));
    signature.targets.push_back(variable->initialize);
  }
  return variables.empty() ? OkStatus() : session.Run(signature, values, {});
}

Status WriteModel(Session& session, const Layers& layers, const CompiledModel* compiled,
                  BundleWriter* writer) {
  const std::vector<Saved> saved = ListSaved(layers, compiled);
  if (saved.empty()) return FailedPrecondition("the model has no weights to save");
  std::vector<const Weight*> variables;
  for (const Saved& one : saved) variables.push_back(one.variable);
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> values, ReadVariables(session, variables));
  for (size_t i = 0; i < saved.size(); ++i)
    RUNNEL_RETURN_IF_ERROR(writer->Add(saved[i].name, values[i]));
  return OkStatus();
}

Status SaveModel(Session& session, const Layers& layers, const CompiledModel* compiled,
                 const std::string& prefix) {
  BundleWriter writer(FileSystem(), prefix);
  RUNNEL_RETURN_IF_ERROR(WriteModel(session, layers, compiled, &writer));
  return writer.Finish();
}

Status LoadModel(Session& session, Allocator* allocator, const Layers& layers,
                 const CompiledModel* compiled, const std::string& prefix) {
  RUNNEL_ASSIGN_OR_RETURN(const auto reader, BundleReader::Open(FileSystem(), prefix));
  Status status = ReadModel(session, allocator, layers, compiled, *reader);
  return status.ok() ? status : status.WithPrefix(StrCat("checkpoint \"", prefix, "\""));
}

Status ReadModel(Session& session, Allocator* allocator, const Layers& layers,
                 const CompiledModel* compiled, const BundleReader& reader) {
  const auto first = reader.tensors().lower_bound(kOptimizer);
  const bool has_state = first != reader.tensors().end() && first->first.starts_with(kOptimizer);
  std::vector<const Weight*> variables;
  std::vector<Tensor> values;
  std::string missing;
  for (const Saved& one : ListSaved(layers, has_state ? compiled : nullptr)) {
    const BundleEntry* const entry = reader.Find(one.name);
    if (entry == nullptr) {
      missing += StrCat(missing.empty() ? "" : ", ", one.name);
      continue;
    }
    const Weight& variable = *one.variable;
    if (entry->dtype != variable.dtype || !(entry->shape == variable.shape)) {
      return InvalidArgument("\"", one.name, "\": expected ", DTypeName(variable.dtype),
                             variable.shape.ToString(), ", got ", DTypeName(entry->dtype),
                             entry->shape.ToString());
    }
    if (!missing.empty()) continue;
    RUNNEL_ASSIGN_OR_RETURN(Tensor value, reader.Read(one.name, allocator));
    values.push_back(std::move(value));
    variables.push_back(&variable);
  }
  if (!missing.empty()) return NotFound("it has no ", missing);
  return AssignVariables(session, variables, values);
}

ModelNames NamesOf(const Layers& layers) {
  ModelNames parts;
  parts.inputs = layers.inputs();
  parts.outputs = layers.outputs();
  for (const Layer& layer : layers.layers()) parts.layers.push_back(layer.name);
  for (int i = 0; i < layers.num_values(); ++i) {
    const LayerValue& value = layers.value(i);
    parts.names.push_back(
        value.call < 0
            ? value.predicted.node->name()
            : parts.layers[static_cast<size_t>(layers.calls()[static_cast<size_t>(value.call)].layer)]);
  }
  return parts;
}

}  // namespace runnel::learn
