/* Importers: reading model files of other programs.
 *
 * An importer turns the bytes of a model into a MetaGraphDef in TensorFlow's wire format, whose ops are
 * TensorFlow's and those that Runnel or a plugin brings. It keeps nothing between two calls, and may be
 * called from several threads at once. The bytes come from anywhere: whatever they hold, an importer
 * returns, with memory in proportion to their size.
 */
#ifndef RNLP_IMPORT_H_
#define RNLP_IMPORT_H_

#include "rnlp_base.h"
#include "rnlp_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number of a field that TensorFlow's TensorProto does not have. */
#define RNLP_TENSOR_CONTENT 1000

/* One import, made by the host and valid during the call of `import`. Its functions are for the thread
 * of that call. */
typedef struct rnlp_import_t rnlp_import_t;
struct rnlp_import_t {
  uint32_t size_bytes;
  uint32_t reserved;
  rnlp_str_t model; /* the whole file, read-only */
  rnlp_str_t path;  /* as the user named it, for messages; empty if the bytes came from memory */

  /* What the user set for this import; size 0 and data NULL if unset. The row's `options` names the
   * keys; the host refuses others. */
  rnlp_str_t (*option)(const rnlp_import_t* import, const char* key, size_t key_size);
  /* Another file of the model, by its path relative to the model's folder; *out is valid until `import`
   * returns. Errors: PERMISSION_DENIED for a path that leads out of the folder, NOT_FOUND,
   * FAILED_PRECONDITION where the model came from memory; all name the path. */
  rnlp_status_t* (*open)(const rnlp_import_t* import, const char* path, size_t path_size,
                         rnlp_str_t* out);
  /* Appends to the result, which is the MetaGraphDef that all pieces together encode. A piece holds
   * whole fields of MetaGraphDef; graph_def (field 2) may come many times, and its nodes are added to
   * those before. The bytes are copied. Errors: RESOURCE_EXHAUSTED. */
  rnlp_status_t* (*append)(const rnlp_import_t* import, const void* data, size_t size);

  /* ---- large contents of tensors, without copies; both may be missing in a host (RNLP_HAS) ----
   *
   * A TensorProto that has field RNLP_TENSOR_CONTENT, a varint, in the place of tensor_content has the
   * content with that number. */

  /* Gives bytes of `model`, or of a file that `open` gave, a number. They may be misaligned. Errors:
   * INVALID_ARGUMENT for other bytes; RESOURCE_EXHAUSTED. */
  rnlp_status_t* (*name_content)(const rnlp_import_t* import, const void* data, size_t size,
                                 uint64_t* out_number);
  /* Memory of the host for a content that the importer computes, 64-byte aligned, which it may write to
   * until `import` returns. Errors: RESOURCE_EXHAUSTED. */
  rnlp_status_t* (*allocate_content)(const rnlp_import_t* import, size_t size, void** out_data,
                                     uint64_t* out_number);
};

/* One export, made by the host and valid during the call of `export_model`. */
typedef struct rnlp_export_t rnlp_export_t;
struct rnlp_export_t {
  uint32_t size_bytes;
  uint32_t reserved;
  /* A MetaGraphDef in TensorFlow's wire format: a graph without variables, its numbers in
   * tensor_content, and the signature that says what inputs and outputs are called. */
  rnlp_str_t meta_graph;
  /* Appends to the file. The bytes are copied. Errors: RESOURCE_EXHAUSTED. */
  rnlp_status_t* (*append)(const rnlp_export_t* job, const void* data, size_t size);
};

typedef struct rnlp_importer_row_t {
  uint32_t size_bytes;
  uint32_t flags;       /* 0 */
  const char* id;       /* "onnx" */
  const char* name;     /* "ONNX", for people */
  const char* suffixes; /* ".onnx", several separated by spaces; content decides, not the suffix */
  const char* options;  /* keys that `option` knows, separated by spaces; may be NULL */
  const char* doc;
  /* Whether a file that begins with these bytes (all of it, or the first 4096) and has `file_size` bytes
   * is of this format: 1 or 0. Pure. */
  int32_t (*sniff)(const void* head, size_t size, uint64_t file_size);
  /* Appends the result. Signatures (signature_def, field 5) name the inputs and outputs as the model
   * does; the one to be used by default is "serving_default". A node of an op that cannot be expressed
   * is added all the same, as an op "Format>Name" (or "Format>domain.Name") with its inputs, outputs
   * and attributes, so that everything that does not need it runs, and one message lists all such ops.
   * Errors: DATA_LOSS for a damaged file, INVALID_ARGUMENT for one that breaks its format's rules,
   * UNIMPLEMENTED; the message names the model's node or tensor. */
  rnlp_status_t* (*import)(const rnlp_host_t* host, rnlp_instance_t* instance,
                           const rnlp_import_t* import);
  /* May be missing or NULL: nothing is written in this format. Appends a model of the format. Errors:
   * UNIMPLEMENTED, listing all that has no equivalent, with a node of each; INVALID_ARGUMENT. */
  rnlp_status_t* (*export_model)(const rnlp_host_t* host, rnlp_instance_t* instance,
                                 const rnlp_export_t* job);
} rnlp_importer_row_t;

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* RNLP_IMPORT_H_ */
