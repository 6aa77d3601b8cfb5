#include "core/graph/meta_graph.h"

#include <algorithm>
#include <bit>

#include "core/base/file_kind.h"
#include "core/graph/proto/meta_graph.pb.h"
#include "core/graph/proto_codec.h"
#include "core/graph/proto_text.h"

namespace runnel {
namespace {

class MetaDecoder {
 public:
  explicit MetaDecoder(const DecodeOptions& options, ContentStore* store = nullptr)
      : graphs_(options, store) {}

  bool Decode(WireReader in, SavedModel* out) {
    while (in.Next()) {
      bool ok = true;
      switch (in.field()) {
        case tensorflow_SavedModel_saved_model_schema_version_tag:
          ok = in.Read(&out->schema_version);
          break;
        case tensorflow_SavedModel_meta_graphs_tag:
          ok = Decode(in.Message(), &out->meta_graphs.emplace_back());
          break;
        default:
          ok = in.Skip();
      }
      if (!ok) return false;
    }
    return in.Done();
  }

  bool Decode(WireReader in, MetaGraphDef* out) {
    while (in.Next()) {
      bool ok = true;
      switch (in.field()) {
        case tensorflow_MetaGraphDef_meta_info_def_tag:
          ok = DecodeInfo(in.Message(), out);
          break;
        case tensorflow_MetaGraphDef_graph_def_tag:
          ok = graphs_.Decode(in.Message(), &out->graph);
          break;
        case tensorflow_MetaGraphDef_saver_def_tag:
          ok = Decode(in.Message(), &out->saver);
          break;
        case tensorflow_MetaGraphDef_collection_def_tag: {
          CollectionDef& entry = out->collections.emplace_back();
          ok = DecodeEntry(in.Message(), &entry.name, &entry);
          break;
        }
        case tensorflow_MetaGraphDef_signature_def_tag: {
          SignatureDef& entry = out->signatures.emplace_back();
          ok = DecodeEntry(in.Message(), &entry.key, &entry);
          break;
        }
        case tensorflow_MetaGraphDef_asset_file_def_tag:
          ok = Decode(in.Message(), &out->assets.emplace_back());
          break;
        default:
          ok = in.Skip();
      }
      if (!ok) return false;
    }
    if (out->assets.empty()) out->assets = std::move(old_assets_);
    old_assets_.clear();
    SortMap(&out->collections, &CollectionDef::name);
    SortMap(&out->signatures, &SignatureDef::key);
    return in.Done();
  }

  bool Decode(WireReader in, VariableDef* out) {
    while (in.Next()) {
      bool ok = true;
      switch (in.field()) {
        case tensorflow_VariableDef_variable_name_tag:
          ok = in.Read(&out->variable);
          break;
        case tensorflow_VariableDef_initializer_name_tag:
          ok = in.Read(&out->initializer);
          break;
        case tensorflow_VariableDef_snapshot_name_tag:
          ok = in.Read(&out->snapshot);
          break;
        case tensorflow_VariableDef_initial_value_name_tag:
          ok = in.Read(&out->initial_value);
          break;
        case tensorflow_VariableDef_save_slice_info_def_tag:
          ok = DecodeSlice(in.Message(), out);
          break;
        case tensorflow_VariableDef_is_resource_tag:
          ok = in.Read(&out->is_resource);
          break;
        case tensorflow_VariableDef_trainable_tag:
          ok = in.Read(&out->trainable);
          break;
        default:
          ok = in.Skip();
      }
      if (!ok) return false;
    }
    return in.Done();
  }

  bool Decode(WireReader in, QueueRunnerDef* out) {
    while (in.Next()) {
      bool ok = true;
      switch (in.field()) {
        case tensorflow_QueueRunnerDef_queue_name_tag:
          ok = in.Read(&out->queue);
          break;
        case tensorflow_QueueRunnerDef_enqueue_op_name_tag:
          ok = in.Read(&out->enqueue_ops.emplace_back());
          break;
        case tensorflow_QueueRunnerDef_close_op_name_tag:
          ok = in.Read(&out->close_op);
          break;
        case tensorflow_QueueRunnerDef_cancel_op_name_tag:
          ok = in.Read(&out->cancel_op);
          break;
        case tensorflow_QueueRunnerDef_queue_closed_exception_types_tag:
          ok = in.Varints(
              [out](uint64_t raw) { out->closed_codes.push_back(static_cast<int32_t>(raw)); });
          break;
        default:
          ok = in.Skip();
      }
      if (!ok) return false;
    }
    return in.Done();
  }

  bool Decode(WireReader in, SaverDef* out) {
    while (in.Next()) {
      bool ok = true;
      switch (in.field()) {
        case tensorflow_SaverDef_filename_tensor_name_tag:
          ok = in.Read(&out->filename_tensor);
          break;
        case tensorflow_SaverDef_save_tensor_name_tag:
          ok = in.Read(&out->save_tensor);
          break;
        case tensorflow_SaverDef_restore_op_name_tag:
          ok = in.Read(&out->restore_op);
          break;
        case tensorflow_SaverDef_max_to_keep_tag:
          ok = in.Read(&out->max_to_keep);
          break;
        case tensorflow_SaverDef_sharded_tag:
          ok = in.Read(&out->sharded);
          break;
        case tensorflow_SaverDef_keep_checkpoint_every_n_hours_tag:
          ok = in.Read(&out->keep_checkpoint_every_n_hours);
          break;
        case tensorflow_SaverDef_version_tag:
          ok = in.Read(&out->version);
          break;
        default:
          ok = in.Skip();
      }
      if (!ok) return false;
    }
    return in.Done();
  }

 private:
  // One entry of a map whose values are messages. All map entries have these field numbers.
  template <typename T>
  bool DecodeEntry(WireReader in, std::string* key, T* value) {
    while (in.Next()) {
      bool ok = true;
      switch (in.field()) {
        case tensorflow_MetaGraphDef_SignatureDefEntry_key_tag:
          ok = in.Read(key);
          break;
        case tensorflow_MetaGraphDef_SignatureDefEntry_value_tag:
          ok = Decode(in.Message(), value);
          break;
        default:
          ok = in.Skip();
      }
      if (!ok) return false;
    }
    return in.Done();
  }

  bool DecodeInfo(WireReader in, MetaGraphDef* out) {
    while (in.Next()) {
      bool ok = true;
      switch (in.field()) {
        case tensorflow_MetaGraphDef_MetaInfoDef_tags_tag:
          ok = in.Read(&out->tags.emplace_back());
          break;
        case tensorflow_MetaGraphDef_MetaInfoDef_tensorflow_version_tag:
          ok = in.Read(&out->tensorflow_version);
          break;
        case tensorflow_MetaGraphDef_MetaInfoDef_stripped_default_attrs_tag:
          ok = in.Read(&out->stripped_default_attrs);
          break;
        default:
          ok = in.Skip();
      }
      if (!ok) return false;
    }
    return in.Done();
  }

  // A oneof of lists: the last one counts.
  bool Decode(WireReader in, CollectionDef* out) {
    while (in.Next()) {
      const uint32_t kind = in.field();
      if (kind > tensorflow_CollectionDef_any_list_tag) {
        if (!in.Skip()) return false;
        continue;
      }
      *out = {std::move(out->name), static_cast<CollectionKind>(kind), {}, {}, {}, {}, {}};
      WireReader list = in.Message();
      while (list.Next()) {
        bool ok = true;
        if (list.field() != tensorflow_CollectionDef_NodeList_value_tag) {
          ok = list.Skip();
        } else if (kind == tensorflow_CollectionDef_node_list_tag) {
          ok = list.Read(&out->nodes.emplace_back());
        } else if (kind == tensorflow_CollectionDef_bytes_list_tag) {
          ok = list.Read(&out->bytes.emplace_back());
        } else if (kind == tensorflow_CollectionDef_int64_list_tag) {
          ok = list.Varints([out](uint64_t raw) { out->ints.push_back(static_cast<int64_t>(raw)); });
        } else if (kind == tensorflow_CollectionDef_float_list_tag) {
          ok = list.Fixed<uint32_t>(
              [out](uint32_t raw) { out->floats.push_back(std::bit_cast<float>(raw)); });
        } else {
          std::string_view message;
          WireReader same = list;
          if (same.Bytes(&message)) out->messages.emplace_back(message);
          ok = DecodeAny(list.Message());
        }
        if (!ok) return false;
      }
    }
    return in.Done();
  }

  // Which box of a larger variable a part of it is: checked, and written as the saver's ops have it.
  bool DecodeSlice(WireReader in, VariableDef* out) {
    std::vector<int64_t> full, offset, extent;
    while (in.Next()) {
      bool ok = true;
      std::vector<int64_t>* list = nullptr;
      switch (in.field()) {
        case tensorflow_SaveSliceInfoDef_full_name_tag:
          ok = in.Read(&out->full_name);
          break;
        case tensorflow_SaveSliceInfoDef_full_shape_tag:
          list = &full;
          break;
        case tensorflow_SaveSliceInfoDef_var_offset_tag:
          list = &offset;
          break;
        case tensorflow_SaveSliceInfoDef_var_shape_tag:
          list = &extent;
          break;
        default:
          ok = in.Skip();
      }
      if (list != nullptr)
        ok = in.Varints([list](uint64_t raw) { list->push_back(static_cast<int64_t>(raw)); });
      if (!ok) return false;
    }
    if (!in.Done()) return false;
    if (full.size() != offset.size() || full.size() != extent.size()) {
      return in.Invalid(in.whole(), "a slice of rank ", extent.size(), " at an offset of rank ",
                        offset.size(), " of a shape of rank ", full.size());
    }
    std::string shape, slice;
    for (size_t i = 0; i < full.size(); ++i) {
      if (full[i] < 0 || offset[i] < 0 || extent[i] < 0 || extent[i] > full[i] ||
          offset[i] > full[i] - extent[i]) {
        return in.Invalid(in.whole(), "dimension ", i, " of a slice has ", extent[i], " elements from ",
                          offset[i], " on, of ", full[i]);
      }
      shape += StrCat(full[i], " ");
      slice += StrCat(i == 0 ? "" : ":", offset[i], ",", extent[i]);
    }
    out->slice = shape + slice;
    return true;
  }

  // Old SavedModels list their assets as messages of any type, in a collection.
  bool DecodeAny(WireReader in) {
    bool is_asset = false;
    for (WireReader scan = in; scan.Next();) {
      std::string_view url;
      const bool is_url = scan.field() == tensorflow_Any_type_url_tag;
      if (!(is_url ? scan.Bytes(&url) : scan.Skip())) return false;
      if (is_url) is_asset = url.ends_with("/tensorflow.AssetFileDef");
    }
    while (in.Next()) {
      const bool is_value = is_asset && in.field() == tensorflow_Any_value_tag;
      if (!(is_value ? Decode(in.Message(), &old_assets_.emplace_back()) : in.Skip())) return false;
    }
    return in.Done();
  }

  bool Decode(WireReader in, SignatureDef* out) {
    while (in.Next()) {
      bool ok = true;
      switch (in.field()) {
        case tensorflow_SignatureDef_inputs_tag: {
          TensorInfo& entry = out->inputs.emplace_back();
          ok = DecodeEntry(in.Message(), &entry.key, &entry);
          break;
        }
        case tensorflow_SignatureDef_outputs_tag: {
          TensorInfo& entry = out->outputs.emplace_back();
          ok = DecodeEntry(in.Message(), &entry.key, &entry);
          break;
        }
        case tensorflow_SignatureDef_method_name_tag:
          ok = in.Read(&out->method_name);
          break;
        default:
          ok = in.Skip();
      }
      if (!ok) return false;
    }
    SortMap(&out->inputs, &TensorInfo::key);
    SortMap(&out->outputs, &TensorInfo::key);
    return in.Done();
  }

  bool Decode(WireReader in, TensorInfo* out) {
    while (in.Next()) {
      bool ok = true;
      switch (in.field()) {
        case tensorflow_TensorInfo_name_tag:
          out->parts.clear();
          ok = in.Read(&out->name);
          break;
        case tensorflow_TensorInfo_dtype_tag:
          ok = graphs_.ReadDType(in, &out->dtype);
          // A reference to a variable stands for its value.
          if (static_cast<int>(out->dtype) > kRefOffset) {
            out->dtype = static_cast<DType>(static_cast<int>(out->dtype) - kRefOffset);
          }
          break;
        case tensorflow_TensorInfo_tensor_shape_tag:
          ok = graphs_.DecodeShape(in.Message(), kUnknownDim, &out->shape);
          break;
        case tensorflow_TensorInfo_coo_sparse_tag:
        case tensorflow_TensorInfo_composite_tensor_tag:
          out->name.clear();
          out->parts.clear();
          out->is_sparse = in.field() == tensorflow_TensorInfo_coo_sparse_tag;
          ok = DecodeParts(in.Message(), in.field(), &out->parts);
          break;
        default:
          ok = in.Skip();
      }
      if (!ok) return false;
    }
    return in.Done();
  }

  bool DecodeParts(WireReader in, uint32_t encoding, std::vector<std::string>* out) {
    if (encoding == tensorflow_TensorInfo_coo_sparse_tag) {
      out->resize(3);
      while (in.Next()) {
        const bool known = in.field() <= tensorflow_TensorInfo_CooSparse_dense_shape_tensor_name_tag;
        if (!(known ? in.Read(&(*out)[in.field() - 1]) : in.Skip())) return false;
      }
      return in.Done();
    }
    while (in.Next()) {
      if (in.field() != tensorflow_TensorInfo_CompositeTensor_components_tag) {
        if (!in.Skip()) return false;
        continue;
      }
      TensorInfo component;
      if (!Decode(in.Message(), &component)) return false;
      out->push_back(std::move(component.name));
    }
    return in.Done();
  }

  bool Decode(WireReader in, AssetFileDef* out) {
    while (in.Next()) {
      bool ok = true;
      TensorInfo info;
      switch (in.field()) {
        case tensorflow_AssetFileDef_tensor_info_tag:
          ok = Decode(in.Message(), &info);
          out->tensor = std::move(info.name);
          break;
        case tensorflow_AssetFileDef_filename_tag:
          ok = in.Read(&out->filename);
          break;
        default:
          ok = in.Skip();
      }
      if (!ok) return false;
    }
    return in.Done();
  }

  GraphDecoder graphs_;
  std::vector<AssetFileDef> old_assets_;
};

template <typename T>
Result<T> ReadEither(const ProtoMessage& table, std::string_view bytes, const DecodeOptions& options,
                     ContentStore* store = nullptr) {
  WireFailure failure;
  T out;
  const bool is_text = LooksLikeText(table, bytes, false);
  if (!is_text) {
    if (MetaDecoder(options, store).Decode(WireReader(bytes, &failure), &out)) return out;
    if (!LooksLikeText(table, bytes, true)) return WireStatus(table, bytes, failure);
  }
  RUNNEL_ASSIGN_OR_RETURN(const TextMessage message, ParseText(table, bytes));
  failure = {};
  T from_text;
  if (!MetaDecoder(options).Decode(WireReader(message.wire, &failure), &from_text)) {
    return TextStatus(table, bytes, message, failure);
  }
  return from_text;
}

std::string Joined(const std::vector<std::string>& tags) {
  std::string out = "{";
  for (const std::string& tag : tags) out += out.size() > 1 ? ", " + tag : tag;
  return out + "}";
}

}  // namespace

const SignatureDef* MetaGraphDef::FindSignature(std::string_view key) const {
  for (const SignatureDef& signature : signatures) {
    if (signature.key == key) return &signature;
  }
  return nullptr;
}

const CollectionDef* MetaGraphDef::FindCollection(std::string_view name) const {
  for (const CollectionDef& collection : collections) {
    if (collection.name == name) return &collection;
  }
  return nullptr;
}

Result<const MetaGraphDef*> SavedModel::Find(const std::vector<std::string>& tags) const {
  const auto sorted = [](std::vector<std::string> list) {
    std::sort(list.begin(), list.end());
    return list;
  };
  std::string available;
  for (const MetaGraphDef& meta : meta_graphs) {
    if (sorted(meta.tags) == sorted(tags)) return &meta;
    available += " " + Joined(meta.tags);
  }
  return NotFound("the SavedModel has no graph with tags ", Joined(tags), "; it has",
                  available.empty() ? " none at all" : available);
}

Result<MetaGraphDef> ReadMetaGraphDef(std::string_view bytes, const DecodeOptions& options) {
  return ReadEither<MetaGraphDef>(proto_table::tensorflow_MetaGraphDef, bytes, options);
}

Result<MetaGraphDef> ReadMetaGraphDefWith(std::string_view bytes, ContentStore* store) {
  return ReadEither<MetaGraphDef>(proto_table::tensorflow_MetaGraphDef, bytes, {}, store);
}

Result<SavedModel> ReadSavedModelWith(std::string_view bytes, ContentStore* store) {
  return ReadEither<SavedModel>(proto_table::tensorflow_SavedModel, bytes, {}, store);
}

Result<GraphDef> ReadGraphFile(std::string_view bytes) { return ReadGraphFileWith(bytes, nullptr); }

Result<GraphDef> ReadGraphFileWith(std::string_view bytes, ContentStore* store) {
  if constexpr (kMinimal) return ReadGraphDefWith(bytes, store);
  // A MetaGraph can also be read as a GraphDef without nodes, so MetaGraph is tried first.
  if (SniffFile(bytes).kind == FileKind::kMetaGraph) {
    Result<MetaGraphDef> meta = ReadMetaGraphDefWith(bytes, store);
    if (!meta.ok()) return meta.status().WithPrefix("MetaGraph");
    return std::move(meta->graph);
  }
  Result<GraphDef> graph = ReadGraphDefWith(bytes, store);
  if (graph.ok()) return graph;
  return ForeignFile(bytes, FileKind::kGraphDef, graph.status());
}

Result<SavedModel> ReadSavedModel(std::string_view bytes, const DecodeOptions& options) {
  return ReadEither<SavedModel>(proto_table::tensorflow_SavedModel, bytes, options);
}

namespace {

template <typename T>
Result<T> DecodeOne(const ProtoMessage& table, std::string_view bytes) {
  WireFailure failure;
  T out;
  if (!MetaDecoder({}).Decode(WireReader(bytes, &failure), &out))
    return WireStatus(table, bytes, failure);
  return out;
}

}  // namespace

Result<VariableDef> DecodeVariableDef(std::string_view bytes) {
  return DecodeOne<VariableDef>(proto_table::tensorflow_VariableDef, bytes);
}

Result<QueueRunnerDef> DecodeQueueRunnerDef(std::string_view bytes) {
  return DecodeOne<QueueRunnerDef>(proto_table::tensorflow_QueueRunnerDef, bytes);
}

Result<SaverDef> DecodeSaverDef(std::string_view bytes) {
  return DecodeOne<SaverDef>(proto_table::tensorflow_SaverDef, bytes);
}

}  // namespace runnel
