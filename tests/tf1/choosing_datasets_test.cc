// Datasets of chosen elements and of random numbers, as TensorFlow 2.21 gives them.
#include "tests/runtime/runtime_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

class ChoosingDatasets : public RuntimeTest {
 protected:
  static AttrList Elements(AttrList more = {}) {
    more.emplace_back("output_types", AttrValue(std::vector{DType::kInt64}));
    more.emplace_back("output_shapes", AttrValue(std::vector{Shape{}}));
    return more;
  }
  OutputRef Int(int64_t value) { return b().Constant(*Tensor::FromScalar<int64_t>(value)); }
  OutputRef Range(int64_t start, int64_t stop) {
    return b().Op("RangeDataset", {Int(start), Int(stop), Int(1)}, Elements());
  }
  OutputRef Slices(const std::vector<int64_t>& values) {
    AttrList attrs = {{"Toutput_types", AttrValue(std::vector{DType::kInt64})},
                      {"output_shapes", AttrValue(std::vector{Shape{}})}};
    const Shape shape{static_cast<int64_t>(values.size())};
    return b().Op("TensorSliceDataset",
                  {b().Constant(*Tensor::FromValues<int64_t>(shape, std::span(values)))}, attrs);
  }
  // All elements of a pass; a code's number below 0 where an element failed.
  std::vector<int64_t> Pass(OutputRef dataset, size_t most = 100) {
    const OutputRef iterator = b().Op("IteratorV2", {},
                                      Elements({{"shared_name", AttrValue(StrCat("i", passes_++))},
                                                {"container", AttrValue(std::string())}}));
    Node* const begin = b().AddNode({{}, "MakeIterator", {dataset, iterator}, {}, {}, {}});
    const OutputRef next = b().Op("IteratorGetNext", {iterator}, Elements());
    Run({}, {}, {begin});
    std::vector<int64_t> got;
    while (got.size() < most) {
      std::vector<Tensor> element;
      const Status status = TryRun({next}, {}, {}, &element);
      if (status.code() == Code::kOutOfRange) break;
      got.push_back(status.ok() ? element[0].int_at(0) : -static_cast<int64_t>(status.code()));
    }
    return got;
  }
  int passes_ = 0;
};

TEST_F(ChoosingDatasets, EachElementComesFromTheInputThatIsNamed) {
  const std::vector<OutputRef> inputs = {Range(0, 3), Range(10, 12), Range(20, 29)};
  const auto directed = [&](const std::vector<int64_t>& numbers, bool stops) {
    std::vector<OutputRef> all = {Slices(numbers)};
    all.insert(all.end(), inputs.begin(), inputs.end());
    return Pass(
        b().Op("DirectedInterleaveDataset", all,
               Elements({{"N", AttrValue(int64_t{3})}, {"stop_on_empty_dataset", AttrValue(stops)}})));
  };
  using Ints = std::vector<int64_t>;
  EXPECT_EQ(directed({0, 1, 1, 2, 1, 0, 1, 2}, false), (Ints{0, 10, 11, 20, 1, 21}));
  EXPECT_EQ(directed({0, 1, 1, 2, 1, 0, 1, 2}, true), (Ints{0, 10, 11, 20}));
  EXPECT_EQ(directed({1, 3, 0}, false), (Ints{10, -static_cast<int64_t>(Code::kInvalidArgument), 0}));
  testing::LogHostOps({"DirectedInterleaveDataset", "ExperimentalDirectedInterleaveDataset"});
}

TEST_F(ChoosingDatasets, ElementsAreUniqueAndCounted) {
  using Ints = std::vector<int64_t>;
  EXPECT_EQ(Pass(b().Op("UniqueDataset", {Slices({3, 1, 3, 2, 1})}, Elements())), (Ints{3, 1, 2}));
  const auto counted = [&](int64_t wanted) {
    return Pass(b().Op("AssertCardinalityDataset", {Range(0, 3), Int(wanted)}, Elements()));
  };
  const auto failed = -static_cast<int64_t>(Code::kFailedPrecondition);
  EXPECT_EQ(counted(3), (Ints{0, 1, 2}));
  EXPECT_EQ(counted(-2), (Ints{0, 1, 2}));
  EXPECT_EQ(counted(2), (Ints{0, 1, failed}));
  EXPECT_EQ(counted(5), (Ints{0, 1, 2, failed}));
  testing::LogHostOps({"UniqueDataset", "ExperimentalUniqueDataset", "AssertCardinalityDataset"});
}

TEST_F(ChoosingDatasets, RandomNumbersAreThoseOfTheSeeds) {
  const OutputRef seeded = b().Op("RandomDataset", {Int(11), Int(3)}, Elements());
  const std::vector<int64_t> first = Pass(seeded, 2);
  EXPECT_EQ(first, (std::vector<int64_t>{2407625856, 44179190}));
  EXPECT_EQ(Pass(seeded, 2), first);
  const OutputRef unseeded = b().Op("ExperimentalRandomDataset", {Int(0), Int(0)}, Elements());
  EXPECT_NE(Pass(unseeded, 4), Pass(unseeded, 4));
  testing::LogHostOps({"RandomDataset", "ExperimentalRandomDataset"});
}

}  // namespace
}  // namespace runnel
