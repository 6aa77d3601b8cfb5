// What a file is, by its content: so that a loader that was handed another program's file says which it
// is, and what to do instead, in place of the first byte that it could not read.
#ifndef RUNNEL_CORE_BASE_FILE_KIND_H_
#define RUNNEL_CORE_BASE_FILE_KIND_H_

#include <string_view>

#include "core/base/status.h"

namespace runnel {

enum class FileKind {
  kUnknown,
  kEmpty,
  kGraphDef,   // binary or text, like the next two
  kMetaGraph,  // TensorFlow 1's .meta, which has a graph in it
  kSavedModel,
  kCheckpointIndex,
  kCheckpointState,  // the text file "checkpoint"
  kEvents,
  kRecords,  // TFRecord
  kNpy,
  kOnnx,
  kTfLite,
  kHdf5,
  kKeras,
  kPyTorch,
  kPickle,
  kNpz,
  kZip,
  kGguf,
  kGgml,
  kSafetensors,
  kCoreMl,
  kCaffe,
  kTensorFlowJs,
  kOpenVino,
  kGzip,
  kCompressed,
  kTar,
  kProgram,
  kImage,
  kPdf,
  kLfsPointer,
  kWebPage,
  kJson,
  kText,
};

struct FileInfo {
  FileKind kind = FileKind::kUnknown;
  std::string_view name;    // "ONNX", as in "this is ONNX"; empty if unknown
  std::string_view advice;  // what to do with it
};

// Looks at the content alone, of which a file cut off has enough; never at all of it but for a few bytes
// of each field of a message. Views are of constants.
FileInfo SniffFile(std::string_view bytes);

// What a loader that reads `wanted` says of bytes that it could not read: INVALID_ARGUMENT "this is ...;
// do ..." where they are of another kind that is known, else `failure`.
Status ForeignFile(std::string_view bytes, FileKind wanted, const Status& failure);

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_FILE_KIND_H_
