// Sparse tensors and indexed slices as feeds and fetches.
#include "tests/bindings/cpp/expect.h"

namespace {

using runnel::DType;
using runnel::Tensor;

template <typename T>
std::vector<T> Elements(const Tensor& tensor) {
  const auto elements = tensor.data<T>();
  return std::vector<T>(elements.begin(), elements.end());
}

TEST(Sparse, AValueIsFedAndFetchedAsOne) {
  const auto runtime = runnel::Runtime::Create();
  const auto graph = runnel::Graph::Create(runtime);
  const auto x = runnel::SparsePlaceholder(graph, DType::kFloat, 2, "x");
  const auto sorted = runnel::ops::SparseReorder(x.indices, x.values, x.dense_shape);
  const runnel::SparseOutput y = {sorted.output_indices, sorted.output_values,
                                  runnel::ops::Identity(x.dense_shape)};
  const auto session = runnel::Session::Create(graph);
  const runnel::SparseTensor value = {Tensor::From<std::int64_t>(runtime, {1, 2, 0, 0}, {2, 2}),
                                      Tensor::From<float>(runtime, {5, 6}, {2}),
                                      Tensor::From<std::int64_t>(runtime, {2, 3}, {2})};
  std::vector<runnel::Feed> feeds;
  runnel::AddFeed(x, value, &feeds);
  const runnel::SparseTensor got = runnel::Fetch(session, y, feeds);
  EXPECT_EQ(Elements<std::int64_t>(got.indices), (std::vector<std::int64_t>{0, 0, 1, 2}));
  EXPECT_EQ(Elements<float>(got.values), (std::vector<float>{6, 5}));
  EXPECT_EQ(Elements<std::int64_t>(got.dense_shape), (std::vector<std::int64_t>{2, 3}));

  const runnel::SlicesOutput slices = {graph.Placeholder(DType::kFloat),
                                       graph.Placeholder(DType::kInt64)};
  const runnel::SlicesOutput twice = {runnel::ops::AddV2(slices.values, slices.values),
                                      runnel::ops::Identity(slices.indices),
                                      graph.Constant({4, 2}, {2})};
  feeds.clear();
  runnel::AddFeed(slices, {value.values, value.dense_shape}, &feeds);
  const runnel::IndexedSlices fetched = runnel::Fetch(session, twice, feeds);
  EXPECT_EQ(Elements<float>(fetched.values), (std::vector<float>{10, 12}));
  EXPECT_EQ(Elements<std::int64_t>(fetched.indices), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(Elements<std::int32_t>(*fetched.dense_shape), (std::vector<std::int32_t>{4, 2}));
}

}  // namespace
