// Reads TensorFlow V2 checkpoints: `prefix.index` and `prefix.data-0000i-of-0000n`.
//
// Everything in the files is untrusted. The index is read and checked whole when a checkpoint is opened;
// sizes, offsets and counts are checked against the files before memory is claimed for them, and every
// tensor against its checksum before it is returned.
#ifndef RUNNEL_CORE_IO_BUNDLE_READER_H_
#define RUNNEL_CORE_IO_BUNDLE_READER_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/bundle_format.h"
#include "core/io/file.h"
#include "core/tensor/tensor.h"

namespace runnel {

// Takes any bytes. Errors: DATA_LOSS naming byte offset or tensor; UNIMPLEMENTED for the other byte
// order or a format that asks for newer readers.
Result<BundleIndex> ParseBundleIndex(std::string_view bytes);

// Any thread.
class BundleReader {
 public:
  using OpenShard =
      std::function<Result<std::unique_ptr<ReadableFile>>(int32_t shard, int32_t num_shards)>;

  // Of the first format (core/io/first_format.h) too, where there is no index. Errors: NOT_FOUND naming
  // the path; those of ParseBundleIndex and FindFirstFormat.
  static Result<std::unique_ptr<BundleReader>> Open(const FileSystem& files, const std::string& prefix);
  // For shards that are no files. `prefix` is for messages.
  BundleReader(std::string prefix, BundleIndex index, OpenShard open_shard);

  const std::string& prefix() const { return prefix_; }
  const BundleHeader& header() const { return index_.header; }
  // Ordered by name.
  const std::map<std::string, BundleEntry, std::less<>>& tensors() const { return index_.tensors; }
  // Null if there is none.
  const BundleEntry* Find(std::string_view name) const;

  // The whole tensor, put together if it is stored in pieces. Errors: NOT_FOUND naming the tensor;
  // DATA_LOSS naming tensor and file for damage; RESOURCE_EXHAUSTED; UNIMPLEMENTED for types that have
  // no bytes on disk (resource). Variants come as core/io/saved_variant.h says.
  Result<Tensor> Read(std::string_view name, Allocator* allocator) const;
  // A box of it. Errors: also INVALID_ARGUMENT if the slice does not lie in the tensor.
  Result<Tensor> ReadSlice(std::string_view name, const TensorSlice& slice, Allocator* allocator) const;
  // Reads everything and keeps nothing. Errors: as Read, of the first tensor that has one.
  Status Verify() const;

 private:
  std::string DataPath(const BundleEntry& entry) const;
  Result<const ReadableFile*> Shard(int32_t shard) const;
  Result<Tensor> ReadEntry(std::string_view name, const BundleEntry& entry, Allocator* allocator) const;
  Status CheckExtent(std::string_view name, const BundleEntry& entry, const ReadableFile& file) const;
  Status ReadStrings(std::string_view name, const BundleEntry& entry, const ReadableFile& file,
                     Tensor* tensor) const;
  Status ReadVariants(std::string_view name, const BundleEntry& entry, const ReadableFile& file,
                      Tensor* tensor) const;
  Status VerifyEntry(std::string_view name, const BundleEntry& entry) const;

  const std::string prefix_;
  const BundleIndex index_;
  const OpenShard open_shard_;
  mutable std::mutex mutex_;  // guards shards_
  mutable std::map<int32_t, std::unique_ptr<ReadableFile>> shards_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_BUNDLE_READER_H_
