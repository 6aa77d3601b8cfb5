// Iterators whose elements are dealt out to several takers.
#include <thread>

#include "tests/runtime/runtime_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

class MultiDeviceIteratorTest : public RuntimeTest {
 protected:
  static AttrList Elements(AttrList more = {}) {
    more.emplace_back("output_types", AttrValue(std::vector{DType::kInt64}));
    more.emplace_back("output_shapes", AttrValue(std::vector{Shape{}}));
    return more;
  }
  OutputRef Int(int64_t value) { return b().Constant(*Tensor::FromScalar<int64_t>(value)); }
  void Make(int64_t elements, int64_t most, const char* name = "it") {
    const OutputRef range = b().Op("RangeDataset", {Int(0), Int(elements), Int(1)}, Elements());
    const std::vector<std::string> devices(3, "/cpu:0");
    iterator_ = b().Op("MultiDeviceIterator", {},
                       Elements({{"devices", AttrValue(devices)},
                                 {"shared_name", AttrValue(std::string(name))},
                                 {"container", AttrValue(std::string())}}));
    begin_ = b().Op("MultiDeviceIteratorInit", {range, iterator_, Int(most)});
    shard_ = Placeholder("shard", DType::kInt32, Shape{});
    incarnation_ = Placeholder("incarnation", DType::kInt64, Shape{});
    next_ = b().Op("MultiDeviceIteratorGetNextFromShard", {iterator_, shard_, incarnation_}, Elements());
  }
  Status Next(int32_t shard, int64_t incarnation, int64_t* out, const RunOptions& options = {}) {
    std::vector<Tensor> got;
    Status status =
        TryRun({next_}, {{shard_, Scalar<int32_t>(shard)}, {incarnation_, Scalar<int64_t>(incarnation)}},
               {}, &got, options);
    if (status.ok()) *out = got[0].int_at(0);
    return status;
  }
  OutputRef iterator_, begin_, shard_, incarnation_, next_;
};

TEST_F(MultiDeviceIteratorTest, ElementsGoToTheShardsInTurn) {
  Make(8, 2);
  const int64_t pass = Run({begin_})[0].int_at(0);
  int64_t got = -1;
  const auto expect = [&](int32_t shard, int64_t element) {
    const Status status = Next(shard, pass, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(got, element);
  };
  expect(1, 1);
  expect(1, 4);  // 0, 2 and 3 wait
  expect(0, 0);
  expect(0, 3);
  expect(2, 2);
  expect(2, 5);
  expect(0, 6);
  for (const int32_t shard : {0, 2, 1, 1}) {
    const Status status = Next(shard, pass, &got);
    if (shard == 1 && status.ok()) {
      EXPECT_EQ(got, 7);
      continue;
    }
    EXPECT_EQ(status.code(), Code::kOutOfRange) << status.ToString();
  }
  // Another pass; the number of the one before is none any more.
  const int64_t again = Run({begin_})[0].int_at(0);
  EXPECT_NE(again, pass);
  EXPECT_EQ(Next(0, pass, &got).code(), Code::kInvalidArgument);
  EXPECT_EQ(Next(3, again, &got).code(), Code::kInvalidArgument);
  EXPECT_TRUE(Next(2, again, &got).ok());
  EXPECT_EQ(got, 2);
  testing::LogHostOps(
      {"MultiDeviceIterator", "MultiDeviceIteratorInit", "MultiDeviceIteratorGetNextFromShard"});
}

// A shard that has as many as it may holds up the others, until it takes one, or they give up.
TEST_F(MultiDeviceIteratorTest, AFullShardHoldsUpTheOthers) {
  Make(20, 1);
  const int64_t pass = Run({begin_})[0].int_at(0);
  int64_t got = -1;
  ASSERT_TRUE(Next(1, pass, &got).ok());
  RunOptions options;
  options.timeout_ms = 50;
  EXPECT_EQ(Next(1, pass, &got, options).code(), Code::kDeadlineExceeded);
  int64_t waited = -1;
  std::thread waiting([&] { EXPECT_TRUE(Next(1, pass, &waited).ok()); });
  int64_t first = -1, other = -1;
  EXPECT_TRUE(Next(0, pass, &first).ok());
  EXPECT_TRUE(Next(2, pass, &other).ok());
  waiting.join();
  EXPECT_EQ(first, 0);
  EXPECT_EQ(other, 2);
  EXPECT_EQ(waited, 4);
}

TEST_F(MultiDeviceIteratorTest, HandlesGoThroughStringsAndEnd) {
  Make(5, 4);
  const OutputRef text = b().Op("MultiDeviceIteratorToStringHandle", {iterator_});
  const OutputRef fed = Placeholder("handle", DType::kString, Shape{});
  const OutputRef found = b().Op("MultiDeviceIteratorFromStringHandle", {fed}, Elements());
  const OutputRef next =
      b().Op("MultiDeviceIteratorGetNextFromShard",
             {found, b().Constant(*Tensor::FromScalar<int32_t>(1)), incarnation_}, Elements());
  const OutputRef other =
      b().Op("AnonymousMultiDeviceIterator", {},
             Elements({{"devices", AttrValue(std::vector<std::string>(2, "/cpu:0"))}}));
  Node* const end = b().AddNode({{},
                                 "DeleteMultiDeviceIterator",
                                 {iterator_, {other.node, 1}},
                                 {},
                                 {{"N", AttrValue(int64_t{0})}},
                                 {}});
  const int64_t pass = Run({begin_})[0].int_at(0);
  const Tensor handle = Run({text})[0];
  EXPECT_EQ(Run({next}, {{fed, handle}, {incarnation_, Scalar<int64_t>(pass)}})[0].int_at(0), 1);
  std::vector<Tensor> none(1);
  EXPECT_EQ(TryRun({next},
                   {{fed, *Tensor::FromStrings(Shape{}, {{"runnel.multi_device_iterator:localhost:x"}})},
                    {incarnation_, Scalar<int64_t>(pass)}},
                   {}, &none)
                .code(),
            Code::kNotFound);
  Run({}, {}, {end});
  int64_t got = 0;
  EXPECT_EQ(Next(0, pass, &got).code(), Code::kCancelled);
  testing::LogHostOps({"MultiDeviceIteratorToStringHandle", "MultiDeviceIteratorFromStringHandle",
                       "DeleteMultiDeviceIterator"});
}

TEST_F(MultiDeviceIteratorTest, AnonymousOnesAreOfTheirStepAlone) {
  for (const char* op : {"AnonymousMultiDeviceIterator", "AnonymousMultiDeviceIteratorV3"}) {
    const OutputRef iterator =
        b().Op(op, {}, Elements({{"devices", AttrValue(std::vector<std::string>(2, "/cpu:0"))}}));
    const OutputRef range = b().Op("RangeDataset", {Int(0), Int(9), Int(1)}, Elements());
    const OutputRef begin = b().Op("MultiDeviceIteratorInit", {range, iterator, Int(4)});
    const OutputRef next =
        b().Op("MultiDeviceIteratorGetNextFromShard",
               {iterator, b().Constant(*Tensor::FromScalar<int32_t>(1)), begin}, Elements());
    EXPECT_EQ(Run({next})[0].int_at(0), 1) << op;
    EXPECT_EQ(Run({next})[0].int_at(0), 1) << op;
    testing::LogHostOps({op});
  }
}

}  // namespace
}  // namespace runnel
