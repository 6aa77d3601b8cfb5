// TensorFlow's first checkpoint format: one table per shard that holds the tensors themselves, slice by
// slice, where the second format has an index and data files.
//
// `prefix` is the file, or `prefix-00000-of-00003` and its kin are, which savers also name
// `prefix-?????-of-00003`. Key "" says which tensors there are;
// the key of a slice (core/io/bundle_format.h) leads to its values as a TensorProto. Read as a whole
// into memory, and seen from then on as a checkpoint of the second format. Source: TensorFlow 1.15,
// saved_tensor_slice.proto, tensor_slice_writer, tensor_slice_reader.
#ifndef RUNNEL_CORE_IO_FIRST_FORMAT_H_
#define RUNNEL_CORE_IO_FIRST_FORMAT_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/bundle_format.h"
#include "core/io/file.h"

namespace runnel {

// As the second format would have it: one shard, which is in memory.
struct FirstFormat {
  BundleIndex index;
  std::shared_ptr<const std::string> data;
  std::unique_ptr<ReadableFile> OpenData() const;
};

// Takes the bytes of all shards, which may hold anything. Errors: DATA_LOSS naming shard and byte,
// tensor or slice; UNIMPLEMENTED for types that have no bytes on disk; RESOURCE_EXHAUSTED.
Result<FirstFormat> ReadFirstFormat(const std::vector<std::string>& shards);

// None if there is no file of such a checkpoint at `prefix`. Errors: those of ReadFirstFormat with the
// path; NOT_FOUND naming a shard that is missing.
Result<std::optional<FirstFormat>> FindFirstFormat(const FileSystem& files, const std::string& prefix);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_FIRST_FORMAT_H_
