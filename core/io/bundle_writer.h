// Writes TensorFlow V2 checkpoints so that at every moment the folder holds a whole one.
//
// The data goes to temporary names and is synced, renamed, and only then is the index renamed over the
// old one: that rename is the commit. A checkpoint that is saved over one of the same prefix takes data
// file names which the old index does not mention (one shard more, or one again), so the old one stays
// whole until the commit. Data files of the old one are removed after it.
#ifndef RUNNEL_CORE_IO_BUNDLE_WRITER_H_
#define RUNNEL_CORE_IO_BUNDLE_WRITER_H_

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/bundle_format.h"
#include "core/io/file.h"
#include "core/tensor/tensor.h"

namespace runnel {

// One thread. Nothing touches the disk before Finish; tensors are shared, not copied, until then.
class BundleWriter {
 public:
  BundleWriter(FileSystem files, std::string prefix) : files_(files), prefix_(std::move(prefix)) {}

  // Errors: INVALID_ARGUMENT for an empty or repeated name or a tensor that is not in host memory;
  // UNIMPLEMENTED for what has no bytes on disk: resources, and variants that are no SavableVariant.
  Status Add(std::string_view name, const Tensor& tensor);
  // Adds the box `slice` of a tensor of shape `full_shape`. Errors: also INVALID_ARGUMENT if it does not
  // fit the shape or `tensor`, or other slices of that name say another type or shape.
  Status AddSlice(std::string_view name, const ShapeAndSlice& where, const Tensor& tensor);
  // Writes all. Errors: RESOURCE_EXHAUSTED when the disk is full, before anything is written where the
  // file system can tell; ABORTED if another writer is at work on this prefix, and it may be called
  // again then; the old checkpoint is whole after any of them. If the last sync of the folder fails,
  // either may be found after a crash.
  Status Finish();

 private:
  struct Item {
    BundleEntry entry;
    Tensor tensor;                      // empty for a tensor that is stored in pieces
    std::vector<std::string> variants;  // instead of it: the elements, encoded
  };
  Status WriteData(WritableFile* file);

  const FileSystem files_;
  const std::string prefix_;
  using Items = std::map<std::string, Item, std::less<>>;
  Items items_;                         // by key of the index
  std::vector<Items::iterator> order_;  // of those with data, as added: how TensorFlow lays out the file
  uint64_t total_bytes_ = 0;
};

// Joins checkpoints that hold disjoint tensors (or slices of one tensor) into one at `destination`, by
// renaming their data files. The sources are gone afterwards, and their folders too if
// `delete_old_folders` and they are empty. Errors: INVALID_ARGUMENT for a tensor that two sources have;
// those of reading an index.
Status MergeBundles(const FileSystem& files, std::span<const std::string> sources,
                    const std::string& destination, bool delete_old_folders);

// Removes a checkpoint's files, the index first. OK if there is none.
Status RemoveBundle(const FileSystem& files, const std::string& prefix);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_BUNDLE_WRITER_H_
