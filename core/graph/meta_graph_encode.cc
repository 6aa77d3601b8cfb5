// The structs of meta_graph.h to protobuf messages, fields in order of their numbers.
#include <algorithm>

#include "core/graph/meta_graph.h"
#include "core/graph/proto/meta_graph.pb.h"
#include "core/graph/proto_codec.h"

namespace runnel {
namespace {

class MetaEncoder {
 public:
  explicit MetaEncoder(WireWriter* out, ContentNames* names = nullptr)
      : out_(*out), graphs_(out, false, names) {}

  void Write(const SavedModel& model) {
    out_.VarintIfSet(tensorflow_SavedModel_saved_model_schema_version_tag,
                     static_cast<uint64_t>(model.schema_version));
    for (const MetaGraphDef& meta : model.meta_graphs) {
      Message(tensorflow_SavedModel_meta_graphs_tag, [&] { Write(meta); });
    }
  }

  void Write(const MetaGraphDef& meta) {
    Message(tensorflow_MetaGraphDef_meta_info_def_tag, [&] {
      if (!meta.op_defs.empty()) {
        Message(tensorflow_MetaGraphDef_MetaInfoDef_stripped_op_list_tag, [&] {
          for (const std::string& op : meta.op_defs) out_.String(tensorflow_OpList_op_tag, op);
        });
      }
      for (const std::string& tag : meta.tags)
        out_.String(tensorflow_MetaGraphDef_MetaInfoDef_tags_tag, tag);
      out_.StringIfSet(tensorflow_MetaGraphDef_MetaInfoDef_tensorflow_version_tag,
                       meta.tensorflow_version);
      out_.VarintIfSet(tensorflow_MetaGraphDef_MetaInfoDef_stripped_default_attrs_tag,
                       meta.stripped_default_attrs ? 1 : 0);
    });
    Message(tensorflow_MetaGraphDef_graph_def_tag, [&] { graphs_.Write(meta.graph); });
    if (!meta.saver.restore_op.empty()) {
      Message(tensorflow_MetaGraphDef_saver_def_tag, [&] { Write(meta.saver); });
    }
    Map(tensorflow_MetaGraphDef_collection_def_tag, meta.collections, &CollectionDef::name);
    Map(tensorflow_MetaGraphDef_signature_def_tag, meta.signatures, &SignatureDef::key);
    for (const AssetFileDef& asset : meta.assets) {
      Message(tensorflow_MetaGraphDef_asset_file_def_tag, [&] {
        Message(tensorflow_AssetFileDef_tensor_info_tag,
                [&] { out_.StringIfSet(tensorflow_TensorInfo_name_tag, asset.tensor); });
        out_.StringIfSet(tensorflow_AssetFileDef_filename_tag, asset.filename);
      });
    }
  }

  void Write(const VariableDef& variable) {
    out_.StringIfSet(tensorflow_VariableDef_variable_name_tag, variable.variable);
    out_.StringIfSet(tensorflow_VariableDef_initializer_name_tag, variable.initializer);
    out_.StringIfSet(tensorflow_VariableDef_snapshot_name_tag, variable.snapshot);
    out_.VarintIfSet(tensorflow_VariableDef_is_resource_tag, variable.is_resource ? 1 : 0);
    out_.StringIfSet(tensorflow_VariableDef_initial_value_name_tag, variable.initial_value);
    out_.VarintIfSet(tensorflow_VariableDef_trainable_tag, variable.trainable ? 1 : 0);
  }

  void Write(const QueueRunnerDef& runner) {
    out_.StringIfSet(tensorflow_QueueRunnerDef_queue_name_tag, runner.queue);
    for (const std::string& op : runner.enqueue_ops)
      out_.String(tensorflow_QueueRunnerDef_enqueue_op_name_tag, op);
    out_.StringIfSet(tensorflow_QueueRunnerDef_close_op_name_tag, runner.close_op);
    out_.StringIfSet(tensorflow_QueueRunnerDef_cancel_op_name_tag, runner.cancel_op);
    if (runner.closed_codes.empty()) return;
    Message(tensorflow_QueueRunnerDef_queue_closed_exception_types_tag, [&] {
      for (const int32_t code : runner.closed_codes)
        out_.PackedVarint(static_cast<uint64_t>(int64_t{code}));
    });
  }

 private:
  template <typename F>
  void Message(uint32_t field, F fields) {
    const size_t mark = out_.Begin(field);
    if (out_.status().ok()) fields();
    out_.End(mark);
  }

  // The entries of a map, by `key`. All map entries have these field numbers.
  template <typename T>
  void Map(uint32_t field, const std::vector<T>& values, std::string T::*key) {
    std::vector<const T*> sorted;
    for (const T& value : values) sorted.push_back(&value);
    std::sort(sorted.begin(), sorted.end(), [key](const T* a, const T* b) { return a->*key < b->*key; });
    for (const T* value : sorted) {
      Message(field, [&] {
        out_.StringIfSet(tensorflow_MetaGraphDef_SignatureDefEntry_key_tag, value->*key);
        Message(tensorflow_MetaGraphDef_SignatureDefEntry_value_tag, [&] { Write(*value); });
      });
    }
  }

  void Write(const SaverDef& saver) {
    out_.StringIfSet(tensorflow_SaverDef_filename_tensor_name_tag, saver.filename_tensor);
    out_.StringIfSet(tensorflow_SaverDef_save_tensor_name_tag, saver.save_tensor);
    out_.StringIfSet(tensorflow_SaverDef_restore_op_name_tag, saver.restore_op);
    out_.VarintIfSet(tensorflow_SaverDef_max_to_keep_tag, static_cast<uint64_t>(saver.max_to_keep));
    out_.VarintIfSet(tensorflow_SaverDef_sharded_tag, saver.sharded ? 1 : 0);
    if (saver.keep_checkpoint_every_n_hours != 0) {
      out_.Fixed32(tensorflow_SaverDef_keep_checkpoint_every_n_hours_tag,
                   &saver.keep_checkpoint_every_n_hours);
    }
    out_.VarintIfSet(tensorflow_SaverDef_version_tag, static_cast<uint64_t>(saver.version));
  }

  void Write(const CollectionDef& collection) {
    if (collection.kind == CollectionKind::kNone) return;
    Message(static_cast<uint32_t>(collection.kind), [&] {
      // Lists of all kinds have their values in field 1.
      constexpr uint32_t kValue = tensorflow_CollectionDef_NodeList_value_tag;
      for (const std::string& value : collection.nodes) out_.String(kValue, value);
      for (const std::string& value : collection.bytes) out_.String(kValue, value);
      for (const std::string& value : collection.messages) out_.String(kValue, value);
      if (!collection.ints.empty()) {
        Message(kValue, [&] {
          for (const int64_t value : collection.ints) out_.PackedVarint(static_cast<uint64_t>(value));
        });
      }
      if (!collection.floats.empty()) {
        Message(kValue, [&] {
          for (const float value : collection.floats) out_.PackedRaw(&value, sizeof(value));
        });
      }
    });
  }

  void Write(const SignatureDef& signature) {
    Map(tensorflow_SignatureDef_inputs_tag, signature.inputs, &TensorInfo::key);
    Map(tensorflow_SignatureDef_outputs_tag, signature.outputs, &TensorInfo::key);
    out_.StringIfSet(tensorflow_SignatureDef_method_name_tag, signature.method_name);
  }

  void Write(const TensorInfo& info) {
    out_.StringIfSet(tensorflow_TensorInfo_name_tag, info.name);
    out_.VarintIfSet(tensorflow_TensorInfo_dtype_tag, static_cast<uint64_t>(info.dtype));
    Message(tensorflow_TensorInfo_tensor_shape_tag, [&] { graphs_.Write(info.shape); });
    if (!info.parts.empty() && (!info.is_sparse || info.parts.size() != 3)) {
      out_.Fail(Unimplemented("\"", info.key,
                              "\" of a signature is a composite tensor, which is not written"));
    } else if (!info.parts.empty()) {
      Message(tensorflow_TensorInfo_coo_sparse_tag, [&] {
        for (size_t i = 0; i < 3; ++i)
          out_.StringIfSet(
              tensorflow_TensorInfo_CooSparse_values_tensor_name_tag + static_cast<uint32_t>(i),
              info.parts[i]);
      });
    }
  }

  WireWriter& out_;
  GraphEncoder graphs_;
};

template <typename T>
Result<std::string> Encode(const T& value, ContentNames* names = nullptr) {
  WireWriter writer;
  MetaEncoder encoder(&writer, names);
  encoder.Write(value);
  std::string bytes;
  RUNNEL_RETURN_IF_ERROR(writer.Start(&bytes));
  encoder.Write(value);
  return bytes;
}

}  // namespace

Result<std::string> EncodeMetaGraphDef(const MetaGraphDef& meta) { return Encode(meta); }

Result<std::string> EncodeMetaGraphDefWith(const MetaGraphDef& meta, ContentNames* names) {
  return Encode(meta, names);
}

Result<std::string> EncodeSavedModel(const SavedModel& model) { return Encode(model); }

Result<std::string> EncodeVariableDef(const VariableDef& variable) { return Encode(variable); }

Result<std::string> EncodeQueueRunnerDef(const QueueRunnerDef& runner) { return Encode(runner); }

}  // namespace runnel
