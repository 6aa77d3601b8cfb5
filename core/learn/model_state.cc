#include "core/learn/model_state.h"

#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"

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

Status SaveModel(Session& session, const Layers& layers, const CompiledModel* compiled,
                 const std::string& prefix) {
  const std::vector<Saved> saved = ListSaved(layers, compiled);
  if (saved.empty()) return FailedPrecondition("the model has no weights to save");
  Signature signature;
  for (const Saved& one : saved) signature.fetches.push_back(one.variable->read);
  std::vector<Tensor> values(saved.size());
  RUNNEL_RETURN_IF_ERROR(session.Run(signature, {}, values));
  BundleWriter writer(FileSystem(), prefix);
  for (size_t i = 0; i < saved.size(); ++i) RUNNEL_RETURN_IF_ERROR(writer.Add(saved[i].name, values[i]));
  return writer.Finish();
}

Status LoadModel(Session& session, Allocator* allocator, const Layers& layers,
                 const CompiledModel* compiled, const std::string& prefix) {
  RUNNEL_ASSIGN_OR_RETURN(const auto reader, BundleReader::Open(FileSystem(), prefix));
  const auto first = reader->tensors().lower_bound(kOptimizer);
  const bool has_state = first != reader->tensors().end() && first->first.starts_with(kOptimizer);
  Signature signature;
  std::vector<Tensor> values;
  std::string missing;
  for (const Saved& one : ListSaved(layers, has_state ? compiled : nullptr)) {
    const BundleEntry* const entry = reader->Find(one.name);
    if (entry == nullptr) {
      missing += StrCat(missing.empty() ? "" : ", ", one.name);
      continue;
    }
    const Weight& variable = *one.variable;
    if (entry->dtype != variable.dtype || !(entry->shape == variable.shape)) {
      return InvalidArgument("checkpoint \"", prefix, "\": \"", one.name, "\": expected ",
                             DTypeName(variable.dtype), variable.shape.ToString(), ", got ",
                             DTypeName(entry->dtype), entry->shape.ToString());
    }
    if (!missing.empty()) continue;
    RUNNEL_ASSIGN_OR_RETURN(Tensor value, reader->Read(one.name, allocator));
    values.push_back(std::move(value));
    // The initializer's value is what is assigned; fed, it is another one.
    signature.feeds.push_back(variable.initialize->input(1));
    signature.targets.push_back(variable.initialize);
  }
  if (!missing.empty()) return NotFound("checkpoint \"", prefix, "\" has no ", missing);
  return signature.targets.empty() ? OkStatus() : session.Run(signature, values, {});
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
