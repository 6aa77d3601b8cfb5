// The manifest of a sharded checkpoint: which save it belongs to, which task wrote which file, and what
// lies in each. It is stored as a small checkpoint of its own, so that it is as whole as one.
#ifndef RUNNEL_C_API_SHARD_MANIFEST_H_
#define RUNNEL_C_API_SHARD_MANIFEST_H_

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/tensor.h"

namespace runnel::capi {

struct ShardManifest {
  struct Shard {
    std::string task;  // "/job:ps/replica:0/task:0"
    std::string file;  // behind the prefix and a dot: "ps-0.1"
  };
  struct Entry {
    std::string name;
    DType dtype = DType::kInvalid;
    Shape shape;
    size_t shard = 0;
  };

  // The manifest's own tensors: names, and types in that order.
  static constexpr size_t kNumTensors = 8;
  static constexpr std::array<std::string_view, kNumTensors> kNames = {
      "id", "generation", "tasks", "files", "names", "dtypes", "shapes", "shards"};
  static constexpr std::array<DType, kNumTensors> kTypes = {
      DType::kInt64,  DType::kInt64, DType::kString, DType::kString,
      DType::kString, DType::kInt32, DType::kString, DType::kInt32};

  int64_t id = 0;          // every file of a save holds it
  int64_t generation = 0;  // one more than that of the save before, under the same prefix
  std::vector<Shard> shards;
  std::vector<Entry> entries;

  Result<std::vector<Tensor>> ToTensors() const;
  // Errors: DATA_LOSS naming what does not fit.
  static Result<ShardManifest> FromTensors(std::span<const Tensor> tensors);
};

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_SHARD_MANIFEST_H_
