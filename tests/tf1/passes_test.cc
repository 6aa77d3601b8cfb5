// Datasets below the graph: passes that wait, end early, are cancelled, kept and gone on with.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/base/thread_pool.h"
#include "core/runtime/data/datasets.h"
#include "core/runtime/data/iterator_driver.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

// A function that ends when the test says so.
class ManualFunction final : public HostFunction {
 public:
  explicit ManualFunction(std::vector<DType> types) : types_(std::move(types)) {}
  const std::vector<DType>& output_types() const override { return types_; }
  void Call(std::vector<Tensor> arguments, bool, const Ref<CancellationManager>&, Done done) override {
    const std::lock_guard lock(mutex_);
    calls_.push_back({std::move(arguments), std::move(done)});
    called_.notify_all();
  }
  // Ends the call that has waited longest, with its arguments as results or a failure.
  void End(const Status& status = OkStatus()) {
    std::unique_lock lock(mutex_);
    called_.wait(lock, [this] { return !calls_.empty(); });
    Pending call = std::move(calls_.front());
    calls_.erase(calls_.begin());
    lock.unlock();
    call.done(status, status.ok() ? std::move(call.arguments) : std::vector<Tensor>());
  }
  void AwaitCalls(size_t count) {
    std::unique_lock lock(mutex_);
    called_.wait(lock, [&] { return calls_.size() >= count; });
  }

 private:
  struct Pending {
    std::vector<Tensor> arguments;
    Done done;
  };
  const std::vector<DType> types_;
  std::mutex mutex_;  // guards calls_
  std::condition_variable called_;
  std::vector<Pending> calls_;
};

// The end of one request.
struct Answer {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  Status status;
  Progress progress = Progress::kPending;
  Element element;
  void Wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return done; });
  }
  bool IsDone() {
    const std::lock_guard lock(mutex);
    return done;
  }
};

class DatasetTest : public RuntimeTest {
 protected:
  static DatasetInfo Info(const char* op, DType type = DType::kInt64) {
    return {"it", op, {type}, {Shape::Unknown()}};
  }
  static Ref<Dataset> Range(int64_t n) { return *RangeDataset(Info("RangeDataset"), 0, n, 1); }
  Ref<IteratorDriver> Begin(const Ref<Dataset>& dataset) {
    auto driver = IteratorDriver::Begin(*dataset, Ref<Host>(runtime_));
    EXPECT_TRUE(driver.ok()) << driver.status().ToString();
    return *driver;
  }
  static std::shared_ptr<Answer> Ask(const Ref<IteratorDriver>& driver,
                                     CancellationManager* cancellation = nullptr) {
    auto answer = std::make_shared<Answer>();
    driver->Next(cancellation, [answer](Status status, Progress progress, Element element) {
      const std::lock_guard lock(answer->mutex);
      EXPECT_FALSE(answer->done);
      answer->done = true;
      answer->status = std::move(status);
      answer->progress = progress;
      answer->element = std::move(element);
      answer->changed.notify_all();
    });
    return answer;
  }
  // The numbers of the next `count` elements, or of all of them; batches one after the other.
  static std::vector<int64_t> Take(const Ref<IteratorDriver>& driver, int count = 1 << 20) {
    std::vector<int64_t> out;
    for (; count > 0; --count) {
      const auto answer = Ask(driver);
      answer->Wait();
      EXPECT_TRUE(answer->status.ok()) << answer->status.ToString();
      if (!answer->status.ok() || answer->progress == Progress::kEnd) return out;
      for (int64_t i = 0; i < answer->element[0].num_elements(); ++i)
        out.push_back(answer->element[0].int_at(i));
    }
    return out;
  }
  static Ref<IteratorState> Save(const Ref<IteratorDriver>& driver, Status* status) {
    Ref<IteratorState> state;
    std::atomic<bool> done{false};
    driver->Save(nullptr, [&](Status ended, Ref<IteratorState> saved) {
      *status = std::move(ended);
      state = std::move(saved);
      done = true;
      done.notify_all();
    });
    done.wait(false);
    return state;
  }
  Ref<ManualFunction> function_ = MakeRef<ManualFunction>(std::vector<DType>{DType::kInt64});
  CapturedFunction Manual() { return {Ref<HostFunction>(function_), {}}; }
};

TEST_F(DatasetTest, WhatACancelledRequestWaitedForGoesToTheNextOne) {
  const auto driver = Begin(MapDataset(Info("MapDataset"), Range(3), Manual(), false));
  const auto cancellation = MakeRef<CancellationManager>();
  const auto first = Ask(driver, cancellation.get());
  EXPECT_FALSE(first->IsDone());
  cancellation->Cancel(Cancelled("enough"));
  first->Wait();
  EXPECT_EQ(first->status.code(), Code::kCancelled);
  function_->End();
  const auto second = Ask(driver);
  second->Wait();
  ASSERT_TRUE(second->status.ok()) << second->status.ToString();
  EXPECT_EQ(second->element[0].int_at(0), 0);
}

TEST_F(DatasetTest, CancellingAtAnyMomentLosesNothing) {
  const auto driver = Begin(PrefetchDataset(
      Info("PrefetchDataset"), *ShardDataset(Info("ShardDataset"), Range(4000), 2, 1, false), 3));
  int64_t next = 1;
  while (next < 4000) {
    const auto cancellation = MakeRef<CancellationManager>();
    const auto answer = Ask(driver, cancellation.get());
    std::thread canceller([&] { cancellation->Cancel(Cancelled("enough")); });
    canceller.join();
    answer->Wait();
    if (!answer->status.ok()) {
      EXPECT_EQ(answer->status.code(), Code::kCancelled);
      continue;
    }
    ASSERT_EQ(answer->element[0].int_at(0), next);
    next += 2;
  }
}

TEST_F(DatasetTest, AbortEndsWaitingRequestsAndLaterOnes) {
  const auto driver = Begin(MapDataset(Info("MapDataset"), Range(3), Manual(), false));
  const auto first = Ask(driver), second = Ask(driver);
  driver->Abort(Cancelled("closing"));
  first->Wait();
  second->Wait();
  EXPECT_EQ(first->status.code(), Code::kCancelled);
  EXPECT_EQ(second->status.code(), Code::kCancelled);
  const auto third = Ask(driver);
  third->Wait();
  EXPECT_EQ(third->status.code(), Code::kCancelled);
  function_->End();
}

TEST_F(DatasetTest, SixteenThreadsGetEveryElementOnce) {
  constexpr int64_t kCount = 20000;
  const auto driver = Begin(PrefetchDataset(Info("PrefetchDataset"), Range(kCount), 8));
  std::vector<std::atomic<int>> seen(kCount);
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&] {
      for (;;) {
        const auto answer = Ask(driver);
        answer->Wait();
        ASSERT_TRUE(answer->status.ok());
        if (answer->progress == Progress::kEnd) return;
        ++seen[static_cast<size_t>(answer->element[0].int_at(0))];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int64_t i = 0; i < kCount; ++i) ASSERT_EQ(seen[static_cast<size_t>(i)], 1) << i;
}

TEST_F(DatasetTest, ParallelCallsKeepTheOrderWhateverEndsFirst) {
  const auto map = *ParallelMapDataset(Info("ParallelMapDataset"), Range(3), Manual(), {3, true}, false);
  const auto driver = Begin(map);
  const auto first = Ask(driver);
  function_->AwaitCalls(3);
  function_->End();
  function_->End();
  function_->End(InvalidArgument("no"));
  first->Wait();
  EXPECT_EQ(first->element[0].int_at(0), 0);
  EXPECT_EQ(Take(driver, 1), std::vector<int64_t>{1});
  const auto third = Ask(driver);
  third->Wait();
  EXPECT_EQ(third->status.code(), Code::kInvalidArgument);
  EXPECT_NE(third->status.message().find("element 2"), std::string_view::npos)
      << third->status.ToString();
}

TEST_F(DatasetTest, APassThatIsLeftWhileCallsAreUnderWayIsGone) {
  {
    const auto driver =
        Begin(*ParallelMapDataset(Info("ParallelMapDataset"), Range(100), Manual(), {4, true}, false));
    (void)Ask(driver);
    function_->AwaitCalls(4);
    driver->Abort(Cancelled("left"));
  }
  for (int i = 0; i < 4; ++i) function_->End();
}

TEST_F(DatasetTest, LongPassesThroughFiltersDoNotGrowTheStack) {
  const auto driver = Begin(
      SkipDataset(Info("SkipDataset"), RepeatDataset(Info("RepeatDataset"), Range(10), -1), 3000000));
  EXPECT_EQ(Take(driver, 2), (std::vector<int64_t>{0, 1}));
}

TEST_F(DatasetTest, APassGoesOnWhereItsStateSays) {
  const auto make = [] {
    Ref<Dataset> d =
        *ShuffleDataset(Info("ShuffleDataset"), Range(50), 7, MakeSeedGenerator(3, 4, true));
    d = RepeatDataset(Info("RepeatDataset"), d, 2);
    d = *ShardDataset(Info("ShardDataset"), d, 3, 1, false);
    d = *BatchDataset(Info("BatchDataset"), d, 2, false);
    d = UnbatchDataset(Info("UnbatchDataset"), d);
    d = ConcatenateDataset(Info("ConcatenateDataset"), d, TakeDataset(Info("TakeDataset"), Range(9), 4));
    return PrefetchDataset(Info("PrefetchDataset"), d, 3);
  };
  for (int taken = 0; taken < 38; taken += 5) {
    const auto pass = Begin(make());
    (void)Take(pass, taken);
    Status status;
    const Ref<IteratorState> state = Save(pass, &status);
    ASSERT_TRUE(status.ok()) << status.ToString();
    const auto again = Begin(make());
    const Status restored = again->Restore(*state);
    ASSERT_TRUE(restored.ok()) << restored.ToString();
    EXPECT_EQ(Take(again), Take(pass)) << "after " << taken;
    // Of another pipeline.
    EXPECT_EQ(Begin(Range(50))->Restore(*state).code(), Code::kDataLoss);
  }
}

TEST_F(DatasetTest, DamagedFilesAreNamedAndThePassGoesOnBehindThem) {
  const std::string folder = testing::TempDir() + "/dataset_test";
  std::filesystem::create_directories(folder);
  const std::string bad = folder + "/bad", good = folder + "/good";
  std::ofstream(bad) << "these bytes are no record";
  std::ofstream(good) << "a\nb";
  FileSet files;
  files.paths = {bad};
  const auto records = Begin(*RecordDataset(Info("TFRecordDataset", DType::kString), files));
  const auto answer = Ask(records);
  answer->Wait();
  EXPECT_EQ(answer->status.code(), Code::kDataLoss);
  EXPECT_NE(answer->status.message().find(bad), std::string_view::npos) << answer->status.ToString();
  EXPECT_NE(answer->status.message().find("byte 0"), std::string_view::npos);
  const auto end = Ask(records);
  end->Wait();
  EXPECT_EQ(end->progress, Progress::kEnd);
  for (const char* compression : {"GZIP", "ZLIB"}) {
    files.compression = compression;
    const auto zipped = Ask(Begin(*TextLineDataset(Info("TextLineDataset", DType::kString), files)));
    zipped->Wait();
    EXPECT_EQ(zipped->status.code(), Code::kDataLoss) << zipped->status.ToString();
  }
}

TEST_F(DatasetTest, AFileCacheIsThereOnceAPassHasEnded) {
  const std::string folder = testing::TempDir() + "/dataset_cache";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto cache = FileCacheDataset(Info("CacheDataset"), Range(4), nullptr, folder + "/x");
  {
    const auto first = Begin(cache);
    EXPECT_EQ(Take(first, 2), (std::vector<int64_t>{0, 1}));
    const auto other = Ask(Begin(cache));
    other->Wait();
    EXPECT_EQ(other->status.code(), Code::kAlreadyExists) << other->status.ToString();
  }
  EXPECT_FALSE(std::filesystem::exists(folder + "/x.cache"));
  EXPECT_EQ(Take(Begin(cache)), (std::vector<int64_t>{0, 1, 2, 3}));
  EXPECT_TRUE(std::filesystem::exists(folder + "/x.cache"));
  // Of another input: what is given is the cache.
  EXPECT_EQ(Take(Begin(FileCacheDataset(Info("CacheDataset"), Range(99), nullptr, folder + "/x"))),
            (std::vector<int64_t>{0, 1, 2, 3}));
}

// ---- iterators of graphs ----

class IteratorTest : public RuntimeTest {
 protected:
  const std::vector<DType> types_{DType::kInt64};
  const std::vector<Shape> shapes_{Shape()};
  OutputRef Make(const char* op, std::vector<OutputRef> inputs, AttrList attrs = {}, bool typed = true) {
    if (typed) {
      SetAttr(&attrs, "output_types", types_);
      SetAttr(&attrs, "output_shapes", shapes_);
    }
    return {b().AddNode({{}, op, std::move(inputs), {}, std::move(attrs), {}}), 0};
  }
  OutputRef Int(int64_t value) { return b().Constant(Scalar<int64_t>(value)); }
  OutputRef Range(int64_t first, int64_t last) {
    return Make("RangeDataset", {Int(first), Int(last), Int(1)});
  }
  OutputRef Iterator(const char* name) {
    return Make("IteratorV2", {}, {{"container", AttrValue("")}, {"shared_name", AttrValue(name)}});
  }
  Node* Begin(OutputRef dataset, OutputRef iterator) {
    return b().AddNode({{}, "MakeIterator", {dataset, iterator}, {}, {}, {}});
  }
  void Expect(OutputRef next, int64_t wanted,
              const std::vector<std::pair<OutputRef, Tensor>>& feeds = {}) {
    const auto got = Run({next}, feeds);
    ASSERT_EQ(got.size(), 1u);
    ASSERT_FALSE(got[0].empty());
    EXPECT_EQ(got[0].int_at(0), wanted);
  }
};

TEST_F(IteratorTest, ItsPlaceGoesIntoACheckpointAndOutOfIt) {
  std::string folder = (std::filesystem::temp_directory_path() / "runnel_iterator_XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const OutputRef iterator = Iterator("it");
  Node* const begin = Begin(Range(0, 6), iterator);
  Node* const other = Begin(Make("TakeDataset", {Range(0, 6), Int(4)}), iterator);
  const OutputRef next = Make("IteratorGetNext", {iterator});
  const auto text = [&](const Shape& shape, const std::string& value) {
    return b().Constant(*Tensor::FromStrings(shape, {&value, 1}));
  };
  const OutputRef prefix = text(Shape(), folder + "/c"), name = text(Shape{1}, "it"),
                  whole = text(Shape{1}, "");
  Node* const save = b().AddNode(
      {{}, "SaveV2", {prefix, name, whole, b().Op("SerializeIterator", {iterator})}, {}, {}, {}});
  const OutputRef read{b().AddNode({{},
                                    "RestoreV2",
                                    {prefix, name, whole},
                                    {},
                                    {{"dtypes", AttrValue(std::vector<DType>{DType::kVariant})}},
                                    {}}),
                       0};
  Node* const restore = b().AddNode({{}, "DeserializeIterator", {iterator, read}, {}, {}, {}});
  Run({}, {}, {begin});
  Expect(next, 0);
  Expect(next, 1);
  Run({}, {}, {save});
  Expect(next, 2);
  Run({}, {}, {restore});
  Expect(next, 2);
  Expect(next, 3);
  session_ = nullptr;  // another one knows nothing of the iterator
  std::vector<Tensor> got;
  Run({}, {}, {begin});
  Run({}, {}, {restore});
  Expect(next, 2);
  Run({}, {}, {other});
  EXPECT_EQ(TryRun({}, {}, {restore}, &got).code(), Code::kDataLoss);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

TEST_F(IteratorTest, ADatasetGivenToItBeginsAnotherPass) {
  const OutputRef iterator = Iterator("it");
  Node* const one = Begin(Range(0, 2), iterator);
  Node* const other = Begin(Range(10, 12), iterator);
  const OutputRef next = Make("IteratorGetNext", {iterator});
  std::vector<Tensor> got;
  EXPECT_EQ(TryRun({next}, {}, {}, &got).code(), Code::kFailedPrecondition);
  Run({}, {}, {one});
  Expect(next, 0);
  Run({}, {}, {other});
  Expect(next, 10);
  Expect(next, 11);
  EXPECT_EQ(TryRun({next}, {}, {}, &got).code(), Code::kOutOfRange);
  Run({}, {}, {one});
  Expect(next, 0);
}

TEST_F(IteratorTest, AStringLeadsToOneOfSeveral) {
  const OutputRef a = Iterator("a"), c = Iterator("c");
  Node* const begin_a = Begin(Range(0, 9), a);
  Node* const begin_c = Begin(Range(100, 109), c);
  const OutputRef text_a = Make("IteratorToStringHandle", {a}, {}, false);
  const OutputRef text_c = Make("IteratorToStringHandle", {c}, {}, false);
  const OutputRef handle = Placeholder("handle", DType::kString, Shape());
  const OutputRef next = Make("IteratorGetNext", {Make("IteratorFromStringHandleV2", {handle})});
  Run({}, {}, {begin_a, begin_c});
  const auto texts = Run({text_a, text_c});
  Expect(next, 0, {{handle, texts[0]}});
  Expect(next, 100, {{handle, texts[1]}});
  Expect(next, 1, {{handle, texts[0]}});
  std::vector<Tensor> got;
  const std::string wrong[] = {"runnel.iterator:localhost:none"};
  EXPECT_EQ(TryRun({next}, {{handle, *Tensor::FromStrings(Shape(), wrong)}}, {}, &got).code(),
            Code::kNotFound);
}

TEST_F(IteratorTest, ItsPlaceIsKeptAsAVariant) {
  const OutputRef iterator = Iterator("it");
  Node* const begin = Begin(Range(0, 9), iterator);
  const OutputRef next = Make("IteratorGetNext", {iterator});
  const OutputRef saved = Make("SerializeIterator", {iterator}, {}, false);
  const OutputRef state = Placeholder("state", DType::kVariant, Shape());
  Node* const restore = b().AddNode({{}, "DeserializeIterator", {iterator, state}, {}, {}, {}});
  Run({}, {}, {begin});
  Expect(next, 0);
  const auto kept = Run({saved});
  Expect(next, 1);
  Expect(next, 2);
  Run({}, {{state, kept[0]}}, {restore});
  Expect(next, 1);
}

TEST_F(IteratorTest, TheEndIsAnOptionalWithoutAValue) {
  const OutputRef iterator = Iterator("it");
  Node* const begin = Begin(Range(5, 6), iterator);
  const OutputRef optional = Make("IteratorGetNextAsOptional", {iterator});
  const OutputRef has = Make("OptionalHasValue", {optional}, {}, false);
  const OutputRef value = Make("OptionalGetValue", {optional});
  Run({}, {}, {begin});
  const auto first = Run({has, value});
  EXPECT_TRUE(first[0].values<bool>()[0]);
  EXPECT_EQ(first[1].int_at(0), 5);
  EXPECT_FALSE(Run({has})[0].values<bool>()[0]);
  std::vector<Tensor> got;
  EXPECT_EQ(TryRun({value}, {}, {}, &got).code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace runnel
