#include "c_api/shard_manifest.h"

#include <charconv>

namespace runnel::capi {
namespace {

enum Part : size_t { kId, kGeneration, kTasks, kFiles, kEntryNames, kDTypes, kShapes, kShards };

std::string ShapeText(const Shape& shape) {
  std::string text;
  for (int i = 0; i < shape.rank(); ++i) text += StrCat(i == 0 ? "" : ",", shape.dim(i));
  return text;
}

Result<Shape> ParseShape(std::string_view text) {
  std::vector<int64_t> dims;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    int64_t dim = -1;
    const auto [next, error] = std::from_chars(at, end, dim);
    if (error != std::errc() || dim < 0 || (next != end && (*next != ',' || next + 1 == end))) {
      return DataLoss("\"", text, "\" is no shape");
    }
    dims.push_back(dim);
    at = next == end ? end : next + 1;
  }
  return Shape::Make(dims);
}

Result<Tensor> StringVector(const std::vector<std::string>& values) {
  return Tensor::FromStrings(Shape{static_cast<int64_t>(values.size())}, values);
}

Result<Tensor> Int32Vector(const std::vector<int32_t>& values) {
  return Tensor::FromValues<int32_t>(Shape{static_cast<int64_t>(values.size())}, values);
}

}  // namespace

Result<std::vector<Tensor>> ShardManifest::ToTensors() const {
  std::vector<std::string> tasks, files, names, shapes;
  std::vector<int32_t> dtypes, of_shards;
  for (const Shard& shard : shards) {
    tasks.push_back(shard.task);
    files.push_back(shard.file);
  }
  for (const Entry& entry : entries) {
    names.push_back(entry.name);
    dtypes.push_back(static_cast<int32_t>(entry.dtype));
    shapes.push_back(ShapeText(entry.shape));
    of_shards.push_back(static_cast<int32_t>(entry.shard));
  }
  std::vector<Tensor> tensors(kNumTensors);
  RUNNEL_ASSIGN_OR_RETURN(tensors[kId], Tensor::FromScalar(id));
  RUNNEL_ASSIGN_OR_RETURN(tensors[kGeneration], Tensor::FromScalar(generation));
  RUNNEL_ASSIGN_OR_RETURN(tensors[kTasks], StringVector(tasks));
  RUNNEL_ASSIGN_OR_RETURN(tensors[kFiles], StringVector(files));
  RUNNEL_ASSIGN_OR_RETURN(tensors[kEntryNames], StringVector(names));
  RUNNEL_ASSIGN_OR_RETURN(tensors[kDTypes], Int32Vector(dtypes));
  RUNNEL_ASSIGN_OR_RETURN(tensors[kShapes], StringVector(shapes));
  RUNNEL_ASSIGN_OR_RETURN(tensors[kShards], Int32Vector(of_shards));
  return tensors;
}

Result<ShardManifest> ShardManifest::FromTensors(std::span<const Tensor> tensors) {
  for (size_t i = 0; i < kNumTensors; ++i) {
    const int rank = i == kId || i == kGeneration ? 0 : 1;
    if (tensors[i].dtype() != kTypes[i] || tensors[i].shape().rank() != rank) {
      return DataLoss("its \"", kNames[i], "\" is ", DTypeName(tensors[i].dtype()),
                      tensors[i].shape().ToString());
    }
  }
  const int64_t num_shards = tensors[kTasks].num_elements();
  const int64_t num_entries = tensors[kEntryNames].num_elements();
  if (tensors[kFiles].num_elements() != num_shards || tensors[kDTypes].num_elements() != num_entries ||
      tensors[kShapes].num_elements() != num_entries || tensors[kShards].num_elements() != num_entries) {
    return DataLoss("its lists are of different lengths");
  }
  ShardManifest manifest;
  manifest.id = tensors[kId].values<const int64_t>()[0];
  manifest.generation = tensors[kGeneration].values<const int64_t>()[0];
  if (manifest.generation < 1 || manifest.generation == INT64_MAX) {
    return DataLoss("its generation is ", manifest.generation);
  }
  for (int64_t i = 0; i < num_shards; ++i) {
    manifest.shards.push_back(
        {std::string(tensors[kTasks].string_at(i)), std::string(tensors[kFiles].string_at(i))});
  }
  const auto dtypes = tensors[kDTypes].values<const int32_t>();
  const auto shards = tensors[kShards].values<const int32_t>();
  for (int64_t i = 0; i < num_entries; ++i) {
    const auto at = static_cast<size_t>(i);
    Entry entry;
    entry.name = tensors[kEntryNames].string_at(i);
    if (!IsValidDType(dtypes[at]) || shards[at] < 0 || shards[at] >= num_shards) {
      return DataLoss("its entry \"", entry.name, "\" has type ", dtypes[at], " and lies in file ",
                      shards[at], " of ", num_shards);
    }
    entry.dtype = static_cast<DType>(dtypes[at]);
    RUNNEL_ASSIGN_OR_RETURN(entry.shape, ParseShape(tensors[kShapes].string_at(i)));
    entry.shard = static_cast<size_t>(shards[at]);
    manifest.entries.push_back(std::move(entry));
  }
  return manifest;
}

}  // namespace runnel::capi
