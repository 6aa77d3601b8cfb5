// MetaGraphDef and SavedModel as plain structs: a graph, what its inputs and outputs are called, and
// what its checkpoint and files need. Decoding of binary and text, encoding in binary; every promise of
// graph_def.h holds here too.
#ifndef RUNNEL_CORE_GRAPH_META_GRAPH_H_
#define RUNNEL_CORE_GRAPH_META_GRAPH_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph_def.h"

namespace runnel {

// An input or output of a signature.
struct TensorInfo {
  std::string key;   // as callers of the signature say
  std::string name;  // "node:0"; empty for a tensor of several parts
  std::vector<std::string>
      parts;  // sparse: names of values, indices, dense shape; composite: of its components
  bool is_sparse = false;
  DType dtype = DType::kInvalid;
  Shape shape = Shape::Unknown();
};

struct SignatureDef {
  std::string key;                  // "serving_default"
  std::string method_name;          // "tensorflow/serving/predict"
  std::vector<TensorInfo> inputs;   // sorted by key
  std::vector<TensorInfo> outputs;  // sorted by key
};

// Numbered as the fields of the message.
enum class CollectionKind : uint8_t { kNone, kNodes, kBytes, kInts, kFloats, kMessages };

// One list; which one, `kind` says.
struct CollectionDef {
  std::string name;
  CollectionKind kind = CollectionKind::kNone;
  std::vector<std::string> nodes;  // names of nodes or tensors
  std::vector<std::string> bytes;  // serialised messages: VariableDef of variable collections
  std::vector<int64_t> ints;
  std::vector<float> floats;
  std::vector<std::string> messages;  // google.protobuf.Any, serialised
};

// The nodes that write and read the checkpoint.
struct SaverDef {
  std::string filename_tensor;  // "save/Const:0"
  std::string save_tensor;
  std::string restore_op;
  int max_to_keep = 0;
  bool sharded = false;
  float keep_checkpoint_every_n_hours = 0;
  int version = 0;  // 2: the V2 bundle
};

struct AssetFileDef {
  std::string tensor;    // that takes the path
  std::string filename;  // below the SavedModel's assets folder
};

struct VariableDef {
  std::string variable;  // tensor names, "w:0"
  std::string initializer;
  std::string snapshot;
  std::string initial_value;
  bool is_resource = false;
  bool trainable = false;
  // Of a part of a larger variable: that one's name in checkpoints, and "shape slice", as the saver's
  // ops have it. Else empty.
  std::string full_name;
  std::string slice;
};

// Which ops fill a queue, and which end it.
struct QueueRunnerDef {
  std::string queue;
  std::vector<std::string> enqueue_ops;  // one thread for each
  std::string close_op;
  std::string cancel_op;
  std::vector<int32_t> closed_codes;  // how an enqueue op tells that it is to end; none: OUT_OF_RANGE
};

struct MetaGraphDef {
  std::vector<std::string> tags;
  std::string tensorflow_version;
  bool stripped_default_attrs = false;
  std::vector<std::string> op_defs;  // OpDefs of the ops that the graph uses; written, not read
  GraphDef graph;
  std::vector<SignatureDef> signatures;    // sorted by key
  std::vector<CollectionDef> collections;  // sorted by name
  std::vector<AssetFileDef> assets;        // of old models too, which list them in a collection
  SaverDef saver;                          // all empty if there is none
  // Null if there is none of that name.
  const SignatureDef* FindSignature(std::string_view key) const;
  const CollectionDef* FindCollection(std::string_view name) const;
};

struct SavedModel {
  int64_t schema_version = 0;
  std::vector<MetaGraphDef> meta_graphs;
  // The one whose tags are exactly these, in any order. Errors: NOT_FOUND listing what there is.
  Result<const MetaGraphDef*> Find(const std::vector<std::string>& tags) const;
};

// Binary or text, whichever it is.
Result<MetaGraphDef> ReadMetaGraphDef(std::string_view bytes, const DecodeOptions& options = {});
// The graph in a file with a GraphDef or, else, a MetaGraph. Errors: also INVALID_ARGUMENT that says
// what the bytes are and what to do with them, where that is known.
Result<GraphDef> ReadGraphFile(std::string_view bytes);
Result<SavedModel> ReadSavedModel(std::string_view bytes, const DecodeOptions& options = {});
// One element of the bytes of a variable collection, of "queue_runners", of "savers".
Result<VariableDef> DecodeVariableDef(std::string_view bytes);
Result<QueueRunnerDef> DecodeQueueRunnerDef(std::string_view bytes);
Result<SaverDef> DecodeSaverDef(std::string_view bytes);

// Equal structs give equal bytes; maps are sorted by key. Errors: as EncodeGraphDef.
Result<std::string> EncodeMetaGraphDef(const MetaGraphDef& meta);
Result<std::string> EncodeSavedModel(const SavedModel& model);
// Without slice, which is only read.
Result<std::string> EncodeVariableDef(const VariableDef& variable);
Result<std::string> EncodeQueueRunnerDef(const QueueRunnerDef& runner);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_META_GRAPH_H_
