// Values of several tensors: sparse tensors and indexed slices, as feeds and fetches.
//
//   const auto x = runnel::SparsePlaceholder(graph, runnel::DType::kFloat, 2, "x");
//   std::vector<runnel::Feed> feeds;
//   runnel::AddFeed(x, value, &feeds);
//   runnel::SparseTensor got = runnel::Fetch(session, y, feeds);
#ifndef RUNNEL_CPP_SPARSE_HPP_
#define RUNNEL_CPP_SPARSE_HPP_

#include <array>
#include <optional>

#include "session.hpp"

RUNNEL_CPP_NAMESPACE

// The elements that are not zero: element i is values[i] at indices[i]. Shapes: [n, rank] of int64, [n],
// [rank] of int64.
struct SparseTensor {
  Tensor indices, values, dense_shape;
};
// Such a value in a graph.
struct SparseOutput {
  Output indices, values, dense_shape;
  std::array<Output, 3> outputs() const { return {indices, values, dense_shape}; }
};

// Slices of a tensor: slice i is values[i], at indices[i] along dimension 0. The shape of the whole may
// be unknown.
struct IndexedSlices {
  Tensor values, indices;
  std::optional<Tensor> dense_shape = std::nullopt;
};
struct SlicesOutput {
  Output values, indices;
  std::optional<Output> dense_shape = std::nullopt;
  std::vector<Output> outputs() const {
    std::vector<Output> out = {values, indices};
    if (dense_shape) out.push_back(*dense_shape);
    return out;
  }
};

// Three placeholders, NAME/indices, NAME/values and NAME/shape. rank below 0: any.
inline SparseOutput SparsePlaceholder(const Graph& graph, DType dtype, int rank = -1,
                                      std::string_view name = "SparsePlaceholder") {
  const std::string at = std::string(name) + "/";
  const std::int64_t r = rank < 0 ? -1 : rank;
  const auto place = [&](DType type, const char* part, std::vector<std::int64_t> dims) {
    return graph.Placeholder(type, PartialShape(std::move(dims)), at + part);
  };
  return {place(DType::kInt64, "indices", {-1, r}), place(dtype, "values", {-1}),
          place(DType::kInt64, "shape", {r})};
}

// Feeds a value at an output: its parts at the output's parts.
inline void AddFeed(const SparseOutput& output, const SparseTensor& value, std::vector<Feed>* feeds) {
  feeds->push_back({output.indices, value.indices});
  feeds->push_back({output.values, value.values});
  feeds->push_back({output.dense_shape, value.dense_shape});
}
// A shape is fed where both have one.
inline void AddFeed(const SlicesOutput& output, const IndexedSlices& value, std::vector<Feed>* feeds) {
  feeds->push_back({output.values, value.values});
  feeds->push_back({output.indices, value.indices});
  if (output.dense_shape && value.dense_shape)
    feeds->push_back({*output.dense_shape, *value.dense_shape});
}

// One value. Errors: as Session::Run.
inline Outcome<SparseTensor> Fetch(const Session& session, const SparseOutput& output,
                                   std::span<const Feed> feeds = {}) {
  const auto outputs = output.outputs();
  RUNNEL_TRY_ASSIGN(got, session.Run(feeds, std::span<const Output>(outputs)));
  return SparseTensor{got[0], got[1], got[2]};
}
inline Outcome<IndexedSlices> Fetch(const Session& session, const SlicesOutput& output,
                                    std::span<const Feed> feeds = {}) {
  const auto outputs = output.outputs();
  RUNNEL_TRY_ASSIGN(got, session.Run(feeds, std::span<const Output>(outputs)));
  return IndexedSlices{got[0], got[1],
                       got.size() > 2 ? std::optional<Tensor>(got[2]) : std::optional<Tensor>()};
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_SPARSE_HPP_
