// Readers that wait and are cancelled, and files and Examples that are damaged. What readers give is in
// tests/tf1/readers_test.cc.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "core/io/example.h"
#include "core/io/tfrecord.h"
#include "tests/io/host_kernel_test_util.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

class ReaderTest : public ::testing::Test {
 protected:
  Tensor Make(const std::string& op, AttrList attrs) {
    HostNodeRunner node(op, op, std::move(attrs), {DType::kResource});
    EXPECT_TRUE(node.status().ok()) << node.status().ToString();
    Execution run(node, {}, &resources_, nullptr, nullptr);
    EXPECT_TRUE(run.Wait().ok());
    return run.output(0);
  }
  Tensor MakeQueue() {
    return Make("FIFOQueueV2", {{"component_types", std::vector<DType>{DType::kString}},
                                {"shapes", std::vector<Shape>{Shape()}},
                                {"capacity", int64_t{-1}}});
  }
  std::unique_ptr<Execution> Start(HostNodeRunner& node, std::vector<Tensor> inputs,
                                   CancellationManager* cancellation = nullptr) {
    return std::make_unique<Execution>(node, std::move(inputs), &resources_, nullptr, cancellation);
  }
  std::unique_ptr<Execution> Enqueue(const Tensor& queue, const std::string& work) {
    return Start(enqueue_, {queue, Strings(Shape(), {work})});
  }

  ResourceManager resources_;
  HostNodeRunner enqueue_{"enqueue", "QueueEnqueueV2", {}, {}};
  HostNodeRunner close_{"close", "QueueCloseV2", {}, {}};
  HostNodeRunner read_{"read", "ReaderReadV2", {}, {DType::kString, DType::kString}};
  HostNodeRunner read_up_to_{"up_to", "ReaderReadUpToV2", {}, {DType::kString, DType::kString}};
};

TEST_F(ReaderTest, ReadsWaitForWorkInOrderAndEndWithTheirStep) {
  const Tensor queue = MakeQueue();
  const Tensor reader = Make("IdentityReaderV2", {});
  Ref<CancellationManager> step = MakeRef<CancellationManager>();
  Ref<CancellationManager> other = MakeRef<CancellationManager>();
  auto first = Start(read_, {reader, queue}, step.get());
  auto second = Start(read_, {reader, queue}, other.get());
  auto third = Start(read_, {reader, queue});
  EXPECT_FALSE(first->done());
  other->Cancel(Cancelled("stop"));
  EXPECT_EQ(second->Wait().code(), Code::kCancelled) << "while it waits for its turn";
  step->Cancel(Cancelled("stop"));
  EXPECT_EQ(first->Wait().code(), Code::kCancelled) << "while it waits for the queue";
  EXPECT_FALSE(third->done());
  RUNNEL_EXPECT_OK(Enqueue(queue, "work")->Wait());
  RUNNEL_ASSERT_OK(third->Wait());
  EXPECT_EQ(third->output(1).string_at(0), "work") << "no work item is lost";
  auto last = Start(read_, {reader, queue});
  resources_.Clear();
  EXPECT_EQ(last->Wait().code(), Code::kCancelled);
}

TEST_F(ReaderTest, SixteenThreadsReadEveryRecordOnce) {
  TempFolder folder;
  const Tensor queue = MakeQueue();
  constexpr int kFiles = 8, kRecords = 50;
  for (int f = 0; f < kFiles; ++f) {
    auto writer = RecordWriter::Create(FileSystem(), folder / StrCat("f", f));
    ASSERT_TRUE(writer.ok());
    for (int r = 0; r < kRecords; ++r) RUNNEL_ASSERT_OK(writer->Write(StrCat(f, "/", r)));
    RUNNEL_ASSERT_OK(writer->Close());
    RUNNEL_ASSERT_OK(Enqueue(queue, folder / StrCat("f", f))->Wait());
  }
  RUNNEL_ASSERT_OK(Start(close_, {queue})->Wait());
  const Tensor reader = Make("TFRecordReaderV2", {{"compression_type", ""}});
  std::mutex mutex;
  std::multiset<std::string> got;
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&, t] {
      for (;;) {
        auto run = t % 2 == 0 ? Start(read_, {reader, queue})
                              : Start(read_up_to_, {reader, queue, *Tensor::FromScalar<int64_t>(7)});
        const Status status = run->Wait();
        if (!status.ok()) {
          EXPECT_EQ(status.code(), Code::kOutOfRange) << status.ToString();
          return;
        }
        const std::lock_guard lock(mutex);
        for (int64_t i = 0; i < run->output(1).num_elements(); ++i) {
          got.emplace(run->output(1).string_at(i));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(got.size(), kFiles * kRecords);
  EXPECT_EQ(std::set<std::string>(got.begin(), got.end()).size(), kFiles * kRecords);
}

TEST_F(ReaderTest, ATruncatedRecordIsDataLossWithFileAndOffset) {
  TempFolder folder;
  auto writer = RecordWriter::Create(FileSystem(), folder / "r");
  ASSERT_TRUE(writer.ok());
  for (const char* record : {"first", "second"}) RUNNEL_ASSERT_OK(writer->Write(record));
  RUNNEL_ASSERT_OK(writer->Close());
  const std::string bytes = Slurp(folder / "r");
  RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder / "cut", bytes.substr(0, bytes.size() - 3)));
  const Tensor queue = MakeQueue();
  RUNNEL_ASSERT_OK(Enqueue(queue, folder / "cut")->Wait());
  const Tensor reader = Make("TFRecordReaderV2", {{"compression_type", ""}});
  auto both = Start(read_up_to_, {reader, queue, *Tensor::FromScalar<int64_t>(5)});
  RUNNEL_ASSERT_OK(both->Wait());
  EXPECT_EQ(both->output(1).num_elements(), 1) << "what is whole is given";
  const Status status = Start(read_, {reader, queue})->Wait();
  EXPECT_EQ(status.code(), Code::kDataLoss);
  EXPECT_NE(status.message().find("byte 21"), std::string::npos) << status.ToString();
  EXPECT_NE(status.message().find("cut"), std::string::npos) << status.ToString();
}

TEST(ExampleBytes, GoInAndComeOut) {
  ExampleWriter writer;
  const float floats[] = {1.5f, -2};
  const int64_t ints[] = {-1, 300, INT64_MIN};
  writer.Add("f", floats, 2);
  writer.Add("i", ints, 3);
  writer.Add("s", {"a", "", std::string_view("\0b", 2)});
  writer.Add("none", floats, 0);
  const std::string bytes = writer.Take();
  std::vector<NamedFeature> features;
  RUNNEL_ASSERT_OK(ReadExample(bytes, &features));
  ASSERT_EQ(features.size(), 4u);
  size_t count = 0;
  float f[2];
  ASSERT_TRUE(CountValues(features[0].second, &count));
  ASSERT_EQ(count, 2u);
  ASSERT_TRUE(CopyFloats(features[0].second, f));
  EXPECT_EQ(f[1], -2);
  int64_t i[3];
  ASSERT_TRUE(CountValues(features[1].second, &count));
  ASSERT_EQ(count, 3u);
  ASSERT_TRUE(CopyInts(features[1].second, i));
  EXPECT_EQ(i[2], INT64_MIN);
  std::string_view s[3];
  ASSERT_TRUE(CountValues(features[2].second, &count));
  ASSERT_EQ(count, 3u);
  ASSERT_TRUE(CopyStrings(features[2].second, s));
  EXPECT_EQ(s[2], std::string_view("\0b", 2));
  EXPECT_EQ(features[3].second.dtype, DType::kFloat);
  ASSERT_TRUE(CountValues(features[3].second, &count));
  EXPECT_EQ(count, 0u);
}

TEST(ExampleBytes, EveryTruncationAndBitFlipIsReadOrRefused) {
  ExampleWriter writer;
  const float floats[] = {1, 2, 3};
  const int64_t ints[] = {1, 200, -3};
  writer.Add("floats", floats, 3);
  writer.Add("ints", ints, 3);
  writer.Add("strings", {"abc", ""});
  const std::string whole = writer.Take();
  const auto walk = [](const std::string& bytes) {
    std::vector<NamedFeature> features;
    std::vector<NamedFeatureList> lists;
    (void)ReadSequenceExample(bytes, &features, &lists);
    features.clear();
    Status status = ReadExample(bytes, &features);
    for (const auto& [name, feature] : features) {
      size_t count = 0;
      if (feature.dtype == DType::kInvalid || !CountValues(feature, &count)) continue;
      EXPECT_LE(count, bytes.size());
      std::vector<float> f(count);
      std::vector<int64_t> i(count);
      std::vector<std::string_view> s(count);
      if (feature.dtype == DType::kFloat) (void)CopyFloats(feature, f.data());
      if (feature.dtype == DType::kInt64) (void)CopyInts(feature, i.data());
      if (feature.dtype == DType::kString) (void)CopyStrings(feature, s.data());
    }
    return status;
  };
  RUNNEL_EXPECT_OK(walk(whole));
  for (size_t size = 1; size < whole.size(); ++size) {
    EXPECT_FALSE(walk(whole.substr(0, size)).ok()) << size;
  }
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    (void)walk(flipped);
  }
}

// Batches of 3 of 20 records in 4 files.
class RecordInputTest : public ReaderTest {
 protected:
  void SetUp() override {
    for (int f = 0; f < 4; ++f) {
      auto writer = RecordWriter::Create(FileSystem(), folder_ / StrCat("part", f));
      ASSERT_TRUE(writer.ok());
      for (int i = 0; i < 5; ++i) RUNNEL_ASSERT_OK(writer->Write(StrCat(f, ".", i)));
      RUNNEL_ASSERT_OK(writer->Close());
    }
  }
  HostNodeRunner Node(const std::string& pattern, int64_t buffer, const char* name = "records") const {
    return HostNodeRunner(name, "RecordInput",
                          {{"batch_size", int64_t{3}},
                           {"compression_type", std::string()},
                           {"file_buffer_size", buffer},
                           {"file_parallelism", int64_t{1}},
                           {"file_pattern", folder_ / pattern},
                           {"file_random_seed", int64_t{7}},
                           {"file_shuffle_shift_ratio", 0.3F}},
                          {DType::kString});
  }
  std::vector<std::string> Take(HostNodeRunner& node) {
    const auto run = Start(node, {});
    EXPECT_TRUE(run->Wait().ok()) << run->Wait().ToString();
    std::vector<std::string> out;
    for (int64_t i = 0; i < 3; ++i) out.emplace_back(run->output(0).string_at(i));
    return out;
  }
  TempFolder folder_;
};

TEST_F(RecordInputTest, GivesEveryRecordOnceInAnEpoch) {
  testing::LogHostOps({"RecordInput"});
  for (const int64_t buffer : {int64_t{1}, int64_t{8}, int64_t{1000}}) {
    HostNodeRunner node = Node("part*", buffer, StrCat("records", buffer).c_str());
    std::vector<std::string> all;
    for (int i = 0; i < 20; ++i) {  // three epochs
      for (std::string& record : Take(node)) all.push_back(std::move(record));
    }
    for (size_t epoch = 0; epoch < 3; ++epoch) {
      const auto begin = all.begin() + static_cast<ptrdiff_t>(epoch * 20);
      EXPECT_EQ(std::set<std::string>(begin, begin + 20).size(), 20u) << buffer << ", epoch " << epoch;
    }
    EXPECT_FALSE(std::equal(all.begin(), all.begin() + 20, all.begin() + 20)) << "another order";
  }
}

TEST_F(RecordInputTest, SaysWhatIsWrongWithItsFiles) {
  HostNodeRunner none = Node("nothing*", 10, "none");
  EXPECT_EQ(Start(none, {})->Wait().code(), Code::kNotFound);
  RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder_ / "empty", ""));
  HostNodeRunner empty = Node("empty", 10, "empty");
  EXPECT_EQ(Start(empty, {})->Wait().code(), Code::kOutOfRange);
  RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder_ / "bad", "no record at all"));
  HostNodeRunner bad = Node("bad", 10, "bad");
  EXPECT_EQ(Start(bad, {})->Wait().code(), Code::kDataLoss);
  EXPECT_EQ(Start(bad, {})->Wait().code(), Code::kDataLoss) << "and says so again";
}

TEST_F(RecordInputTest, ACancelledStepLosesNoRecord) {
  HostNodeRunner node = Node("part*", 8);
  const Ref<CancellationManager> step = MakeRef<CancellationManager>();
  step->Cancel(Cancelled("stop"));
  EXPECT_EQ(Start(node, {}, step.get())->Wait().code(), Code::kCancelled);
  std::set<std::string> all;
  for (int i = 0; i < 6; ++i) {
    for (std::string& record : Take(node)) all.insert(std::move(record));
  }
  EXPECT_EQ(all.size(), 18u);
}

}  // namespace
}  // namespace runnel
