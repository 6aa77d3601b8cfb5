// The file of a saved plan: a graph after planning, and its large constants as kernels read them.
//
//   bytes 0..7   kPlanMagic (core/base/file_kind.h)
//   8..11        format, of 32 bits as all that follows is little-endian
//   12..15       masked CRC-32C of the head from byte 16 on
//   16..39       three sizes of 64 bits: of the file, of the MetaGraphDef, and how many contents follow
//   then         the MetaGraphDef, whose large tensors have RNLP_TENSOR_CONTENT in place of their bytes;
//                for each content 64 bits of offset, 64 of size, 32 of masked CRC-32C, 32 of zeros: the
//                end of the head; and the contents, each at a multiple of kTensorAlignment
//
// A reader trusts nothing: every place is checked against the file's size, every byte of use has a
// checksum, and the graph is a user's graph in all but the ops that it may have.
#ifndef RUNNEL_CORE_IO_PLAN_FILE_H_
#define RUNNEL_CORE_IO_PLAN_FILE_H_

#include <string>

#include "core/graph/meta_graph.h"
#include "core/io/file_bytes.h"

namespace runnel {

// Raised with every change of the file, of the ops in core/graph/internal_ops.h that a plan may have,
// and of what their attrs mean.
inline constexpr uint32_t kPlanFormat = 1;

// Appears whole or not at all. Errors: those of FileSystem::WriteAtomically and of EncodeMetaGraphDef.
Status WritePlanFile(const std::string& path, const MetaGraphDef& meta);

// With the constants where they lie in `file`, which `contents` keeps: Settle is up to the caller.
// Errors: DATA_LOSS naming what is damaged, what was expected and what came; FAILED_PRECONDITION for
// another format; INVALID_ARGUMENT for a file that is none.
Result<MetaGraphDef> ReadPlanFile(const Ref<FileBytes>& file, FileContents* contents);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_PLAN_FILE_H_
