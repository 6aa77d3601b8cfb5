// MetaGraphs: read, said by programs, and exported with a graph.
#include "c_api/meta_graph.h"

#include <algorithm>
#include <charconv>
#include <memory>

#include "core/base/file_kind.h"
#include "core/graph/ref_ops.h"

using runnel::AlreadyExists;
using runnel::AssetFileDef;
using runnel::CollectionDef;
using runnel::CollectionKind;
using runnel::InvalidArgument;
using runnel::MetaGraphDef;
using runnel::MetaGraphSpec;
using runnel::OutOfRange;
using runnel::QueueRunnerDef;
using runnel::Result;
using runnel::SaverDef;
using runnel::SignatureDef;
using runnel::Status;
using runnel::TensorInfo;
using runnel::VariableDef;
using namespace runnel::capi;

namespace runnel::capi {

Result<std::unique_ptr<rnl_meta_graph_t>> NewMetaGraph(MetaGraphDef def) {
  auto meta = std::make_unique<rnl_meta_graph_t>();
  def.graph = GraphDef();
  meta->saver = def.saver;
  for (const CollectionDef& collection : def.collections) {
    const std::string& name = collection.name;
    const auto failed = [&](const Status& status) {
      return status.WithPrefix(StrCat("collection \"", name, "\""));
    };
    if (name == "queue_runners") {
      for (const std::string& bytes : collection.bytes) {
        Result<QueueRunnerDef> runner = DecodeQueueRunnerDef(bytes);
        if (!runner.ok()) return failed(runner.status());
        meta->queue_runners.push_back(std::move(*runner));
      }
    } else if (name == "savers" && meta->saver.restore_op.empty() && !collection.bytes.empty()) {
      Result<SaverDef> saver = DecodeSaverDef(collection.bytes.front());
      if (!saver.ok()) return failed(saver.status());
      meta->saver = std::move(*saver);
    } else if (name == "variables" || name.ends_with("_variables") ||
               (name == "global_step" && collection.kind == CollectionKind::kBytes)) {
      std::vector<rnl_meta_graph_t::Variable>& list = meta->variables[name];
      for (const std::string& bytes : collection.bytes) {
        Result<VariableDef> variable = DecodeVariableDef(bytes);
        if (!variable.ok()) return failed(variable.status());
        std::string handle = variable->variable.substr(0, variable->variable.rfind(':'));
        if (!variable->is_resource) handle += kHandleSuffix;
        list.push_back({std::move(handle), std::move(*variable)});
      }
    }
  }
  meta->spec.def = std::move(def);
  return meta;
}

}  // namespace runnel::capi

namespace {

Status ToText(rnl_str_t s, std::string_view argument, std::string* out) {
  std::string_view view;
  RUNNEL_RETURN_IF_ERROR(ToView(s, argument, &view));
  *out = view;
  return runnel::OkStatus();
}

// A name that must not be empty.
Status ToName(rnl_str_t s, std::string_view argument, std::string* out) {
  RUNNEL_RETURN_IF_ERROR(ToText(s, argument, out));
  return out->empty() ? InvalidArgument("argument ", argument, " is empty") : runnel::OkStatus();
}

CollectionDef* Collection(MetaGraphDef* def, std::string_view name) {
  for (CollectionDef& collection : def->collections) {
    if (collection.name == name) return &collection;
  }
  CollectionDef& added = def->collections.emplace_back();
  added.name = name;
  return &added;
}

SignatureDef* Signature(MetaGraphDef* def, std::string_view key) {
  for (SignatureDef& signature : def->signatures) {
    if (signature.key == key) return &signature;
  }
  SignatureDef& added = def->signatures.emplace_back();
  added.key = key;
  return &added;
}

rnl_status_t* AddTensor(rnl_meta_graph_t* meta, rnl_str_t signature, rnl_str_t key, rnl_str_t tensor,
                        std::vector<TensorInfo> SignatureDef::*list) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(meta);
    std::string name;
    TensorInfo info;
    RUNNEL_RETURN_IF_ERROR(ToName(signature, "signature", &name));
    RUNNEL_RETURN_IF_ERROR(ToName(key, "key", &info.key));
    RUNNEL_RETURN_IF_ERROR(ToName(tensor, "tensor", &info.name));
    std::vector<TensorInfo>& tensors = Signature(&meta->spec.def, name)->*list;
    for (const TensorInfo& other : tensors) {
      if (other.key == info.key) {
        return AlreadyExists("signature \"", name, "\" has \"", info.key, "\" already: \"", other.name,
                             "\"");
      }
    }
    tensors.push_back(std::move(info));
    return runnel::OkStatus();
  });
}

// The tensor as assets are looked up by it.
std::string Canonical(const std::string& tensor) {
  return tensor.find(':') == std::string::npos ? tensor + ":0" : tensor;
}

template <typename T>
Status ParseNumber(std::string_view text, std::vector<T>* out) {
  T value{};
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (ec != std::errc() || end != text.data() + text.size()) {
    return InvalidArgument("\"", text, "\" is no number that a collection can hold");
  }
  out->push_back(value);
  return runnel::OkStatus();
}

template <typename T>
std::string NumberText(T value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

std::vector<std::string> ValuesOf(const CollectionDef& collection) {
  std::vector<std::string> values = collection.nodes;
  values.insert(values.end(), collection.bytes.begin(), collection.bytes.end());
  values.insert(values.end(), collection.messages.begin(), collection.messages.end());
  for (const int64_t value : collection.ints) values.push_back(NumberText(value));
  for (const float value : collection.floats) values.push_back(NumberText(value));
  return values;
}

Status AddValue(CollectionDef* collection, CollectionKind kind, std::string_view value) {
  switch (kind) {
    case CollectionKind::kNodes:
      collection->nodes.emplace_back(value);
      break;
    case CollectionKind::kBytes:
      collection->bytes.emplace_back(value);
      break;
    case CollectionKind::kInts:
      RUNNEL_RETURN_IF_ERROR(ParseNumber(value, &collection->ints));
      break;
    case CollectionKind::kFloats:
      RUNNEL_RETURN_IF_ERROR(ParseNumber(value, &collection->floats));
      break;
    case CollectionKind::kMessages:
      collection->messages.emplace_back(value);
      break;
    case CollectionKind::kNone:
      return InvalidArgument("a collection of kind RNL_COLLECTION_NONE holds nothing");
  }
  collection->kind = kind;
  return runnel::OkStatus();
}

}  // namespace

rnl_status_t* rnl_meta_graph_create(rnl_meta_graph_t** out_meta) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_meta);
    *out_meta = nullptr;
    if constexpr (runnel::kMinimal) return runnel::LeftOut("MetaGraphs");
    *out_meta = new rnl_meta_graph_t;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_meta_graph_read(rnl_str_t bytes, rnl_meta_graph_t** out_meta) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_meta);
    *out_meta = nullptr;
    if constexpr (runnel::kMinimal) return runnel::LeftOut("MetaGraphs");
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(bytes, "bytes", &view));
    Result<MetaGraphDef> def = runnel::ReadMetaGraphDef(view);
    const runnel::FileKind kind = runnel::SniffFile(view).kind;
    if (!def.ok() || kind == runnel::FileKind::kGraphDef || kind == runnel::FileKind::kSavedModel) {
      const Status failed = def.ok() ? InvalidArgument("expected a MetaGraph") : def.status();
      return runnel::ForeignFile(view, runnel::FileKind::kMetaGraph, failed);
    }
    RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<rnl_meta_graph_t> meta, NewMetaGraph(std::move(*def)));
    *out_meta = meta.release();
    return runnel::OkStatus();
  });
}

void rnl_meta_graph_release(rnl_meta_graph_t* meta) { delete meta; }

rnl_status_t* rnl_meta_graph_collections(const rnl_meta_graph_t* meta, rnl_names_t** out_names) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_names);
    *out_names = nullptr;
    RNL_CHECK_NOT_NULL(meta);
    std::vector<std::string> names;
    for (const CollectionDef& collection : meta->spec.def.collections) names.push_back(collection.name);
    *out_names = NewNames(std::move(names));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_meta_graph_collection(const rnl_meta_graph_t* meta, rnl_str_t name,
                                        rnl_collection_kind_t* out_kind, rnl_names_t** out_values) {
  if (out_kind != nullptr) *out_kind = RNL_COLLECTION_NONE;
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_values);
    *out_values = nullptr;
    RNL_CHECK_NOT_NULL(meta);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    const CollectionDef* found = meta->spec.def.FindCollection(view);
    *out_values = NewNames(found == nullptr ? std::vector<std::string>() : ValuesOf(*found));
    if (out_kind != nullptr && found != nullptr)
      *out_kind = static_cast<rnl_collection_kind_t>(found->kind);
    return runnel::OkStatus();
  });
}

size_t rnl_meta_graph_num_variables(const rnl_meta_graph_t* meta, rnl_str_t collection) {
  std::string_view view;
  if (meta == nullptr || !ToView(collection, "collection", &view).ok()) return 0;
  const auto it = meta->variables.find(view);
  return it == meta->variables.end() ? 0 : it->second.size();
}

rnl_status_t* rnl_meta_graph_variable(const rnl_meta_graph_t* meta, rnl_str_t collection, size_t index,
                                      rnl_str_t* out_handle, rnl_str_t* out_initializer,
                                      rnl_str_t* out_value, bool* out_trainable) {
  for (rnl_str_t* out : {out_handle, out_initializer, out_value}) {
    if (out != nullptr) *out = kEmpty;
  }
  if (out_trainable != nullptr) *out_trainable = false;
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(meta);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(collection, "collection", &view));
    const auto it = meta->variables.find(view);
    const size_t count = it == meta->variables.end() ? 0 : it->second.size();
    if (index >= count) return OutOfRange("variable ", index, " of ", count, " in \"", view, "\"");
    const rnl_meta_graph_t::Variable& variable = it->second[index];
    const auto set = [](rnl_str_t* out, const std::string& value) {
      if (out != nullptr) *out = ToC(std::string_view(value));
    };
    set(out_handle, variable.handle);
    set(out_initializer, variable.def.initializer);
    set(out_value, variable.def.snapshot);
    if (out_trainable != nullptr) {
      *out_trainable = variable.def.trainable || view == "trainable_variables";
    }
    return runnel::OkStatus();
  });
}

size_t rnl_meta_graph_num_queue_runners(const rnl_meta_graph_t* meta) {
  return meta == nullptr ? 0 : meta->queue_runners.size();
}

rnl_status_t* rnl_meta_graph_queue_runner(const rnl_meta_graph_t* meta, size_t index,
                                          rnl_str_t* out_queue, rnl_names_t** out_enqueue_ops,
                                          rnl_str_t* out_close_op, rnl_str_t* out_cancel_op) {
  for (rnl_str_t* out : {out_queue, out_close_op, out_cancel_op}) {
    if (out != nullptr) *out = kEmpty;
  }
  if (out_enqueue_ops != nullptr) *out_enqueue_ops = nullptr;
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(meta);
    if (index >= meta->queue_runners.size()) {
      return OutOfRange("queue runner ", index, " of ", meta->queue_runners.size());
    }
    const QueueRunnerDef& runner = meta->queue_runners[index];
    if (out_enqueue_ops != nullptr) *out_enqueue_ops = NewNames(runner.enqueue_ops);
    if (out_queue != nullptr) *out_queue = ToC(std::string_view(runner.queue));
    if (out_close_op != nullptr) *out_close_op = ToC(std::string_view(runner.close_op));
    if (out_cancel_op != nullptr) *out_cancel_op = ToC(std::string_view(runner.cancel_op));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_meta_graph_saver(const rnl_meta_graph_t* meta, rnl_str_t* out_filename,
                                   rnl_str_t* out_save, rnl_str_t* out_restore, int32_t* out_max_to_keep,
                                   double* out_keep_every_hours) {
  return Guard([&]() -> Status {
    static const SaverDef none;
    const SaverDef& saver = meta == nullptr ? none : meta->saver;
    if (out_filename != nullptr) *out_filename = ToC(std::string_view(saver.filename_tensor));
    if (out_save != nullptr) *out_save = ToC(std::string_view(saver.save_tensor));
    if (out_restore != nullptr) *out_restore = ToC(std::string_view(saver.restore_op));
    if (out_max_to_keep != nullptr) *out_max_to_keep = saver.max_to_keep;
    if (out_keep_every_hours != nullptr)
      *out_keep_every_hours = static_cast<double>(saver.keep_checkpoint_every_n_hours);
    RNL_CHECK_NOT_NULL(meta);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_meta_graph_add_tag(rnl_meta_graph_t* meta, rnl_str_t tag) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(meta);
    std::string name;
    RUNNEL_RETURN_IF_ERROR(ToName(tag, "tag", &name));
    std::vector<std::string>& tags = meta->spec.def.tags;
    if (std::find(tags.begin(), tags.end(), name) == tags.end()) tags.push_back(std::move(name));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_meta_graph_add_input(rnl_meta_graph_t* meta, rnl_str_t signature, rnl_str_t key,
                                       rnl_str_t tensor) {
  return AddTensor(meta, signature, key, tensor, &SignatureDef::inputs);
}

rnl_status_t* rnl_meta_graph_add_output(rnl_meta_graph_t* meta, rnl_str_t signature, rnl_str_t key,
                                        rnl_str_t tensor) {
  return AddTensor(meta, signature, key, tensor, &SignatureDef::outputs);
}

rnl_status_t* rnl_meta_graph_set_method(rnl_meta_graph_t* meta, rnl_str_t signature, rnl_str_t method) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(meta);
    std::string name;
    RUNNEL_RETURN_IF_ERROR(ToName(signature, "signature", &name));
    return ToName(method, "method", &Signature(&meta->spec.def, name)->method_name);
  });
}

rnl_status_t* rnl_meta_graph_add_to_collection(rnl_meta_graph_t* meta, rnl_str_t collection,
                                               rnl_collection_kind_t kind, rnl_str_t value) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(meta);
    std::string name;
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToName(collection, "collection", &name));
    RUNNEL_RETURN_IF_ERROR(ToView(value, "value", &view));
    if (kind < RNL_COLLECTION_NODES || kind > RNL_COLLECTION_MESSAGES)
      return InvalidArgument("there is no kind ", kind, " of collections");
    const CollectionDef* found = meta->spec.def.FindCollection(name);
    const auto wanted = static_cast<CollectionKind>(kind);
    if (found != nullptr && found->kind != CollectionKind::kNone && found->kind != wanted) {
      return InvalidArgument("collection \"", name, "\" is of kind ", static_cast<int>(found->kind),
                             ", not ", kind);
    }
    CollectionDef added;
    RUNNEL_RETURN_IF_ERROR(AddValue(&added, wanted, view));
    return AddValue(Collection(&meta->spec.def, name), wanted, view);
  });
}

rnl_status_t* rnl_meta_graph_add_trainable(rnl_meta_graph_t* meta, rnl_str_t handle) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(meta);
    std::string name;
    RUNNEL_RETURN_IF_ERROR(ToName(handle, "handle", &name));
    meta->spec.trainable.push_back(std::move(name));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_meta_graph_add_queue_runner(rnl_meta_graph_t* meta, rnl_str_t queue,
                                              const rnl_str_t* enqueue_ops, size_t num_enqueue_ops,
                                              rnl_str_t close_op, rnl_str_t cancel_op) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(meta);
    QueueRunnerDef runner;
    RUNNEL_RETURN_IF_ERROR(ToName(queue, "queue", &runner.queue));
    std::span<const rnl_str_t> ops;
    RUNNEL_RETURN_IF_ERROR(ToSpan(enqueue_ops, num_enqueue_ops, "enqueue_ops", &ops));
    for (const rnl_str_t op : ops)
      RUNNEL_RETURN_IF_ERROR(ToName(op, "enqueue_ops", &runner.enqueue_ops.emplace_back()));
    RUNNEL_RETURN_IF_ERROR(ToText(close_op, "close_op", &runner.close_op));
    RUNNEL_RETURN_IF_ERROR(ToText(cancel_op, "cancel_op", &runner.cancel_op));
    RUNNEL_ASSIGN_OR_RETURN(std::string bytes, EncodeQueueRunnerDef(runner));
    CollectionDef* collection = Collection(&meta->spec.def, "queue_runners");
    RUNNEL_RETURN_IF_ERROR(AddValue(collection, CollectionKind::kBytes, bytes));
    meta->queue_runners.push_back(std::move(runner));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_meta_graph_set_init_op(rnl_meta_graph_t* meta, rnl_str_t node) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(meta);
    return ToName(node, "node", &meta->spec.init_op);
  });
}

rnl_status_t* rnl_meta_graph_add_asset(rnl_meta_graph_t* meta, rnl_str_t tensor, rnl_str_t path) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(meta);
    std::string name, source;
    RUNNEL_RETURN_IF_ERROR(ToName(tensor, "tensor", &name));
    RUNNEL_RETURN_IF_ERROR(ToName(path, "path", &source));
    name = Canonical(name);
    std::vector<AssetFileDef>& assets = meta->spec.def.assets;
    std::erase_if(assets, [&](const AssetFileDef& asset) { return Canonical(asset.tensor) == name; });
    assets.push_back({name, source.substr(source.rfind('/') + 1)});
    meta->asset_sources[name] = std::move(source);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_graph_export_meta_graph(const rnl_graph_t* graph, const rnl_meta_graph_t* meta,
                                          rnl_bytes_t** out_bytes) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_bytes);
    *out_bytes = nullptr;
    RNL_CHECK_NOT_NULL(graph);
    RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
    if constexpr (runnel::kMinimal) return runnel::LeftOut("MetaGraphs");
    const MetaGraphSpec none;
    const MetaGraphSpec& spec = meta == nullptr ? none : meta->spec;
    RUNNEL_ASSIGN_OR_RETURN(auto variables, runnel::ListVariables(*graph->graph));
    RUNNEL_ASSIGN_OR_RETURN(variables, runnel::GlobalVariables(spec, std::move(variables)));
    RUNNEL_ASSIGN_OR_RETURN(const auto saved, runnel::SavedVariables(spec, variables));
    RUNNEL_ASSIGN_OR_RETURN(const MetaGraphDef def, runnel::BuildMetaGraph(*graph->graph, spec, saved));
    RUNNEL_ASSIGN_OR_RETURN(std::string bytes, runnel::EncodeMetaGraphDef(def));
    *out_bytes = NewBytes(std::move(bytes));
    return runnel::OkStatus();
  });
}
