// The messages and keys of TensorFlow's V2 checkpoints ("tensor bundles"): what stands in the index.
//
// The index maps "" to a header, a tensor's name to its entry, and, for tensors stored in pieces, a key
// made of name and slice to the entry of each piece.
// Source: TensorFlow 1.15, tensor_bundle.proto, tensor_slice.proto, saved_tensor_slice_util,
// ordered_code.
#ifndef RUNNEL_CORE_IO_BUNDLE_FORMAT_H_
#define RUNNEL_CORE_IO_BUNDLE_FORMAT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/dtype.h"
#include "core/tensor/shape.h"

namespace runnel {

struct BundleHeader {
  int32_t num_shards = 1;
  bool big_endian = false;
  int32_t producer = 1;
  int32_t min_consumer = 0;
};

// A box within a tensor. A dimension that is taken whole has length kWholeDim and start 0, as written.
class TensorSlice {
 public:
  static constexpr int64_t kWholeDim = -1;
  struct Extent {
    int64_t start = 0;
    int64_t length = kWholeDim;
    bool operator==(const Extent&) const = default;
  };

  TensorSlice() = default;
  explicit TensorSlice(std::vector<Extent> extents) : extents_(std::move(extents)) {}
  static TensorSlice Whole(int rank) {
    return TensorSlice(std::vector<Extent>(static_cast<size_t>(rank)));
  }

  // "-" takes a dimension whole, "2,3" takes 3 elements from 2 on; dimensions are joined by ':'.
  // Errors: INVALID_ARGUMENT naming the text.
  static Result<TensorSlice> Parse(std::string_view text);
  std::string ToString() const;

  int rank() const { return static_cast<int>(extents_.size()); }
  const std::vector<Extent>& extents() const { return extents_; }
  // The same box with every length written out. Errors: INVALID_ARGUMENT if it does not lie in `full`.
  Result<TensorSlice> Resolve(const Shape& full) const;
  // The shape of the box and whether it is all of `full`; for resolved slices.
  Shape BoxShape() const;
  bool Covers(const Shape& full) const;
  bool operator==(const TensorSlice&) const = default;

 private:
  std::vector<Extent> extents_;
};

struct BundleEntry {
  DType dtype = DType::kInvalid;
  Shape shape;  // fully defined
  int32_t shard_id = 0;
  int64_t offset = 0;
  int64_t size = 0;
  uint32_t masked_crc32c = 0;
  std::vector<TensorSlice> slices;  // not empty: the data is under the slices' keys
};

// What an index says.
struct BundleIndex {
  BundleHeader header;
  std::map<std::string, BundleEntry, std::less<>> tensors;  // by name
  std::map<std::string, BundleEntry, std::less<>> pieces;   // by SliceKey
};

// Decoding takes any bytes. Errors: DATA_LOSS naming the field.
Result<BundleHeader> DecodeBundleHeader(std::string_view bytes);
Result<BundleEntry> DecodeBundleEntry(std::string_view bytes);
std::string EncodeBundleHeader(const BundleHeader& header);
std::string EncodeBundleEntry(const BundleEntry& entry);

// The key of a piece, ordered by name and then by position.
std::string SliceKey(std::string_view tensor_name, const TensorSlice& slice);
// Inverse of SliceKey. False if `key` is none, as the name of a tensor is.
bool ParseSliceKey(std::string_view key, std::string* tensor_name, TensorSlice* slice);

// "4 3 0,2:-" -> the tensor's full shape [4,3] and the slice of it.
struct ShapeAndSlice {
  Shape full_shape;
  TensorSlice slice;
};
// Errors: INVALID_ARGUMENT naming the text, or a slice that does not fit the shape.
Result<ShapeAndSlice> ParseShapeAndSlice(std::string_view text);

// "p.index", "p.data-00002-of-00010".
std::string BundleIndexPath(std::string_view prefix);
std::string BundleDataPath(std::string_view prefix, int32_t shard, int32_t num_shards);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_BUNDLE_FORMAT_H_
