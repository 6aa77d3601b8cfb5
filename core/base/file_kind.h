// Identifies a file by its content. A loader that was given another program's file then says what it is
// and what to do with it, instead of naming the first byte that it could not read.
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
  kPlan,  // of Runnel: core/io/plan_file.h
};

// The first bytes of a saved plan. The line's end and the byte that is no text show a copy in text mode.
inline constexpr std::string_view kPlanMagic = "\x8bRNLPLN\n";

struct FileInfo {
  FileKind kind = FileKind::kUnknown;
  std::string_view name;    // "ONNX", as in "this is ONNX"; empty if unknown
  std::string_view advice;  // what to do with it
};

// Looks at the content only; a truncated file is enough. It reads a few bytes of each protobuf field,
// never the whole. The returned views are of constants.
FileInfo SniffFile(std::string_view bytes);

// The answer of a loader for `wanted` to bytes that it could not read: INVALID_ARGUMENT "this is ...; do
// ..." if they are of another known kind, else `failure`.
Status ForeignFile(std::string_view bytes, FileKind wanted, const Status& failure);

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_FILE_KIND_H_
