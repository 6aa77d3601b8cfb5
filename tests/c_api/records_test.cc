// TFRecord files and Examples through the C ABI.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#include "tests/c_api/support/expect.h"

namespace runnel_test {
namespace {

class RecordsTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "runnel_records_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    path_ = folder_ + "/r.tfrecord";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void Write(const std::vector<std::string>& records, const char* compression) {
    RecordWriter writer;
    ASSERT_TRUE(IsOk(rnl_record_writer_create(runtime_, rnl_str(path_.c_str()), rnl_str(compression), -1,
                                              writer.out())));
    for (const std::string& r : records)
      ASSERT_TRUE(IsOk(rnl_record_writer_write(writer, {r.data(), r.size()})));
    ASSERT_TRUE(IsOk(rnl_record_writer_close(writer)));
    ASSERT_TRUE(IsOk(rnl_record_writer_close(writer)));
    EXPECT_TRUE(Fails(rnl_record_writer_write(writer, rnl_str("late")), RNL_FAILED_PRECONDITION,
                      {path_.c_str(), "closed"}));
    EXPECT_TRUE(Fails(rnl_record_writer_flush(writer, true), RNL_FAILED_PRECONDITION));
  }
  // The records up to the end or the first failure, which `*failure` gets.
  std::vector<std::string> Read(const char* compression, std::string* failure = nullptr,
                                rnl_code_t* code = nullptr) {
    RecordReader reader;
    std::vector<std::string> records;
    EXPECT_TRUE(IsOk(
        rnl_record_reader_open(runtime_, rnl_str(path_.c_str()), rnl_str(compression), reader.out())));
    for (;;) {
      Bytes record;
      const Status status(rnl_record_reader_next(reader, record.out()));
      if (!status.ok()) {
        if (failure == nullptr) ADD_FAILURE() << status.ToString();
        if (failure != nullptr) *failure = status.message();
        if (code != nullptr) *code = status.code();
        Bytes again;
        EXPECT_EQ(Status(rnl_record_reader_next(reader, again.out())).code(), status.code());
        return records;
      }
      if (record.get() == nullptr) return records;
      records.push_back(Str(rnl_bytes_view(record)));
    }
  }
  std::string Content() {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void SetContent(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }

  Runtime runtime_ = NewBareRuntime();
  std::string folder_, path_;
};

std::vector<std::string> SomeRecords() {
  std::vector<std::string> records = {"", "a", std::string("\0\1", 2), std::string(700000, 'x')};
  std::string noise;
  uint32_t state = 1;
  for (int i = 0; i < 600000; ++i)
    noise.push_back(static_cast<char>((state = state * 1664525 + 1013904223) >> 24));
  records.push_back(noise);
  for (int i = 0; i < 5000; ++i) records.push_back("record " + std::to_string(i));
  return records;
}

TEST_P(RecordsTest, ComeBackAsTheyWereWritten) {
  const std::vector<std::string> records = SomeRecords();
  Write(records, GetParam());
  EXPECT_EQ(Read(GetParam()), records);
}

TEST_P(RecordsTest, AFlushMakesThemReadable) {
  RecordWriter writer;
  ASSERT_TRUE(IsOk(rnl_record_writer_create(runtime_, rnl_str(path_.c_str()), rnl_str(GetParam()), -1,
                                            writer.out())));
  ASSERT_TRUE(IsOk(rnl_record_writer_write(writer, rnl_str("one"))));
  ASSERT_TRUE(IsOk(rnl_record_writer_flush(writer, true)));
  RecordReader reader;
  Bytes record;
  ASSERT_TRUE(
      IsOk(rnl_record_reader_open(runtime_, rnl_str(path_.c_str()), rnl_str(GetParam()), reader.out())));
  ASSERT_TRUE(IsOk(rnl_record_reader_next(reader, record.out())));
  EXPECT_EQ(Str(rnl_bytes_view(record)), "one");
  RecordWriter other;
  EXPECT_TRUE(
      Fails(rnl_record_writer_create(runtime_, rnl_str(path_.c_str()), rnl_str(""), -1, other.out()),
            RNL_ABORTED, {path_.c_str()}));
  ASSERT_TRUE(IsOk(rnl_record_writer_write(writer, rnl_str("two"))));
  writer.reset();  // the last release ends the file
  EXPECT_EQ(Read(GetParam()), (std::vector<std::string>{"one", "two"}));
}

TEST_P(RecordsTest, ATruncatedFileIsDataLossWithFileAndByte) {
  Write({"first", "second one", "third"}, GetParam());
  const std::string whole = Content();
  for (size_t size = 1; size < whole.size(); ++size) {
    SetContent(whole.substr(0, size));
    std::string failure;
    rnl_code_t code = RNL_OK;
    const size_t count = Read(GetParam(), &failure, &code).size();
    if (failure.empty() && GetParam()[0] == '\0') continue;  // cut between two records
    EXPECT_EQ(code, RNL_DATA_LOSS) << size;
    EXPECT_LE(count, 3u);
    EXPECT_NE(failure.find(path_), std::string::npos) << failure;
    EXPECT_NE(failure.find("byte "), std::string::npos) << failure;
  }
}

INSTANTIATE_TEST_SUITE_P(Compressions, RecordsTest, testing::Values("", "ZLIB", "GZIP"),
                         [](const auto& info) {
                           return info.param[0] == '\0' ? std::string("none") : std::string(info.param);
                         });

TEST_F(RecordsTest, LevelsOfCompressionDiffer) {
  const std::string text(100000, 'a');
  size_t sizes[2];
  const int levels[] = {0, 9};
  for (int i = 0; i < 2; ++i) {
    RecordWriter writer;
    ASSERT_TRUE(IsOk(rnl_record_writer_create(runtime_, rnl_str(path_.c_str()), rnl_str("ZLIB"),
                                              levels[i], writer.out())));
    ASSERT_TRUE(IsOk(rnl_record_writer_write(writer, {text.data(), text.size()})));
    writer.reset();
    sizes[i] = Content().size();
    EXPECT_EQ(Read("ZLIB"), std::vector<std::string>{text});
  }
  EXPECT_GT(sizes[0], 100000u);
  EXPECT_LT(sizes[1], 1000u);
}

TEST_F(RecordsTest, OffsetsLeadBackToRecords) {
  Write({"first", "second", "third"}, "");
  RecordReader reader;
  ASSERT_TRUE(IsOk(rnl_record_reader_open(runtime_, rnl_str(path_.c_str()), rnl_str(""), reader.out())));
  Bytes record;
  ASSERT_TRUE(IsOk(rnl_record_reader_next(reader, record.out())));
  const uint64_t second = rnl_record_reader_offset(reader);
  EXPECT_EQ(second, 21u);
  while (record.get() != nullptr) ASSERT_TRUE(IsOk(rnl_record_reader_next(reader, record.out())));
  uint64_t read = 0, size = 0;
  ASSERT_TRUE(IsOk(rnl_record_reader_progress(reader, &read, &size)));
  EXPECT_EQ(read, size);
  EXPECT_EQ(size, Content().size());
  ASSERT_TRUE(IsOk(rnl_record_reader_seek(reader, second)));
  ASSERT_TRUE(IsOk(rnl_record_reader_next(reader, record.out())));
  EXPECT_EQ(Str(rnl_bytes_view(record)), "second");
  EXPECT_TRUE(Fails(rnl_record_reader_seek(reader, 1000), RNL_OUT_OF_RANGE, {path_.c_str()}));
  ASSERT_TRUE(IsOk(rnl_record_reader_next(reader, record.out())));
  EXPECT_EQ(Str(rnl_bytes_view(record)), "third");
}

TEST_F(RecordsTest, ThreadsShareAWriterAndAReader) {
  {
    RecordWriter writer;
    ASSERT_TRUE(IsOk(
        rnl_record_writer_create(runtime_, rnl_str(path_.c_str()), rnl_str("GZIP"), 1, writer.out())));
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 200; ++i) {
          const std::string r = std::to_string(t) + " " + std::to_string(i);
          EXPECT_TRUE(IsOk(rnl_record_writer_write(writer, {r.data(), r.size()})));
        }
      });
    }
    for (std::thread& t : threads) t.join();
  }
  RecordReader reader;
  ASSERT_TRUE(
      IsOk(rnl_record_reader_open(runtime_, rnl_str(path_.c_str()), rnl_str("GZIP"), reader.out())));
  std::set<std::string> got[2];
  std::vector<std::thread> threads;
  for (auto& mine : got) {
    threads.emplace_back([&] {
      Bytes record;
      while (IsOk(rnl_record_reader_next(reader, record.out())) && record.get() != nullptr)
        mine.insert(Str(rnl_bytes_view(record)));
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(got[0].size() + got[1].size(), 800u);
  got[0].merge(got[1]);
  EXPECT_EQ(got[0].size(), 800u);
}

TEST_F(RecordsTest, BadArgumentsAreNamed) {
  RecordReader reader;
  RecordWriter writer;
  const rnl_str_t path = rnl_str(path_.c_str());
  EXPECT_TRUE(Fails(rnl_record_reader_open(runtime_, path, rnl_str(""), reader.out()), RNL_NOT_FOUND,
                    {path_.c_str()}));
  EXPECT_TRUE(Fails(rnl_record_reader_open(runtime_, path, rnl_str("LZ4"), reader.out()),
                    RNL_INVALID_ARGUMENT, {"LZ4", "ZLIB"}));
  EXPECT_TRUE(Fails(rnl_record_writer_create(runtime_, path, rnl_str("ZLIB"), 10, writer.out()),
                    RNL_INVALID_ARGUMENT, {"10"}));
  EXPECT_TRUE(Fails(rnl_record_writer_create(runtime_, path, rnl_str(""), 3, writer.out()),
                    RNL_INVALID_ARGUMENT, {"3"}));
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_TRUE(
      Fails(rnl_record_writer_create(runtime_, rnl_str("/proc/no/such"), rnl_str(""), -1, writer.out()),
            RNL_NOT_FOUND, {"/proc/no/such"}));
  EXPECT_TRUE(Fails(rnl_record_reader_next(nullptr, nullptr), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_record_writer_write(nullptr, path), RNL_INVALID_ARGUMENT));
  EXPECT_EQ(rnl_record_reader_offset(nullptr), 0u);
}

template <typename T>
std::vector<T> ValuesOf(const void* values, size_t count) {
  const auto* first = static_cast<const T*>(values);
  return std::vector<T>(first, first + count);
}

TEST(ExampleTest, GoesToBytesAndBack) {
  Example example;
  ASSERT_TRUE(IsOk(rnl_example_create(false, example.out())));
  const float floats[] = {1.5f, -2};
  const int64_t ints[] = {-1, 300, INT64_MIN};
  const rnl_str_t strings[] = {rnl_str("a"), rnl_str(""), {"\0b", 2}};
  ASSERT_TRUE(IsOk(rnl_example_set_feature(example, rnl_str("s"), RNL_STRING, strings, 3)));
  ASSERT_TRUE(IsOk(rnl_example_set_feature(example, rnl_str("f"), RNL_INT64, ints, 1)));
  ASSERT_TRUE(IsOk(rnl_example_set_feature(example, rnl_str("f"), RNL_FLOAT, floats, 2)));
  ASSERT_TRUE(IsOk(rnl_example_set_feature(example, rnl_str("i"), RNL_INT64, ints, 3)));
  ASSERT_TRUE(IsOk(rnl_example_set_feature(example, rnl_str("none"), RNL_FLOAT, nullptr, 0)));
  ASSERT_TRUE(IsOk(rnl_example_set_feature(example, rnl_str("kind"), RNL_INVALID, nullptr, 0)));
  Bytes bytes, again;
  ASSERT_TRUE(IsOk(rnl_example_serialize(example, bytes.out())));
  Example parsed;
  ASSERT_TRUE(IsOk(rnl_example_parse(rnl_bytes_view(bytes), false, parsed.out())));
  ASSERT_TRUE(IsOk(rnl_example_serialize(parsed, again.out())));
  EXPECT_EQ(Str(rnl_bytes_view(bytes)), Str(rnl_bytes_view(again)));
  ASSERT_EQ(rnl_example_num_features(parsed), 5u);
  EXPECT_EQ(Str(rnl_example_feature_name(parsed, 0)), "f");
  EXPECT_EQ(Str(rnl_example_feature_name(parsed, 4)), "s");
  EXPECT_EQ(rnl_example_feature_name(parsed, 5).size, 0u);
  EXPECT_FALSE(rnl_example_is_sequence(parsed));
  rnl_dtype_t dtype;
  const void* values;
  size_t count;
  ASSERT_TRUE(IsOk(rnl_example_feature(parsed, rnl_str("f"), &dtype, &values, &count)));
  EXPECT_EQ(dtype, RNL_FLOAT);
  EXPECT_EQ(ValuesOf<float>(values, count), (std::vector<float>{1.5f, -2}));
  ASSERT_TRUE(IsOk(rnl_example_feature(parsed, rnl_str("i"), &dtype, &values, &count)));
  EXPECT_EQ(dtype, RNL_INT64);
  EXPECT_EQ(ValuesOf<int64_t>(values, count), (std::vector<int64_t>{-1, 300, INT64_MIN}));
  ASSERT_TRUE(IsOk(rnl_example_feature(parsed, rnl_str("s"), &dtype, &values, &count)));
  EXPECT_EQ(dtype, RNL_STRING);
  ASSERT_EQ(count, 3u);
  const auto* got = static_cast<const rnl_str_t*>(values);
  EXPECT_EQ(Str(got[0]), "a");
  EXPECT_EQ(got[0].data[1], '\0');
  EXPECT_EQ(Str(got[1]), "");
  EXPECT_EQ(Str(got[2]), std::string("\0b", 2));
  ASSERT_TRUE(IsOk(rnl_example_feature(parsed, rnl_str("none"), &dtype, &values, &count)));
  EXPECT_EQ(dtype, RNL_FLOAT);
  EXPECT_EQ(count, 0u);
  ASSERT_TRUE(IsOk(rnl_example_feature(parsed, rnl_str("kind"), &dtype, nullptr, nullptr)));
  EXPECT_EQ(dtype, RNL_INVALID);
  EXPECT_TRUE(
      Fails(rnl_example_feature(parsed, rnl_str("x"), &dtype, &values, &count), RNL_NOT_FOUND, {"x"}));
}

TEST(ExampleTest, ASequenceHasListsOfSteps) {
  Example example;
  ASSERT_TRUE(IsOk(rnl_example_create(true, example.out())));
  const int64_t one = 1, two[] = {2, 3};
  ASSERT_TRUE(IsOk(rnl_example_set_feature(example, rnl_str("length"), RNL_INT64, &one, 1)));
  ASSERT_TRUE(IsOk(rnl_example_add_step(example, rnl_str("tokens"), RNL_INT64, &one, 1)));
  ASSERT_TRUE(IsOk(rnl_example_add_step(example, rnl_str("tokens"), RNL_INT64, two, 2)));
  ASSERT_TRUE(IsOk(rnl_example_add_list(example, rnl_str("empty"))));
  ASSERT_TRUE(IsOk(rnl_example_add_list(example, rnl_str("tokens"))));  // it stays as it is
  Bytes bytes;
  ASSERT_TRUE(IsOk(rnl_example_serialize(example, bytes.out())));
  Example parsed;
  ASSERT_TRUE(IsOk(rnl_example_parse(rnl_bytes_view(bytes), true, parsed.out())));
  EXPECT_TRUE(rnl_example_is_sequence(parsed));
  ASSERT_EQ(rnl_example_num_lists(parsed), 2u);
  EXPECT_EQ(Str(rnl_example_list_name(parsed, 1)), "tokens");
  size_t steps = 9;
  ASSERT_TRUE(IsOk(rnl_example_num_steps(parsed, rnl_str("empty"), &steps)));
  EXPECT_EQ(steps, 0u);
  ASSERT_TRUE(IsOk(rnl_example_num_steps(parsed, rnl_str("tokens"), &steps)));
  EXPECT_EQ(steps, 2u);
  rnl_dtype_t dtype;
  const void* values;
  size_t count;
  ASSERT_TRUE(IsOk(rnl_example_step(parsed, rnl_str("tokens"), 1, &dtype, &values, &count)));
  EXPECT_EQ(ValuesOf<int64_t>(values, count), (std::vector<int64_t>{2, 3}));
  EXPECT_TRUE(Fails(rnl_example_step(parsed, rnl_str("tokens"), 2, &dtype, &values, &count),
                    RNL_OUT_OF_RANGE, {"tokens", "2"}));
  EXPECT_EQ(values, nullptr);
  EXPECT_TRUE(
      Fails(rnl_example_num_steps(parsed, rnl_str("absent"), &steps), RNL_NOT_FOUND, {"absent"}));
}

TEST(ExampleTest, WhatDoesNotFitIsRefused) {
  Example example;
  ASSERT_TRUE(IsOk(rnl_example_create(false, example.out())));
  const double d = 1;
  EXPECT_TRUE(Fails(rnl_example_set_feature(example, rnl_str("d"), RNL_DOUBLE, &d, 1),
                    RNL_INVALID_ARGUMENT, {"double"}));
  EXPECT_TRUE(Fails(rnl_example_set_feature(example, rnl_str("d"), RNL_FLOAT, nullptr, 1),
                    RNL_INVALID_ARGUMENT, {"NULL"}));
  EXPECT_TRUE(Fails(rnl_example_set_feature(example, rnl_str("\xff"), RNL_FLOAT, nullptr, 0),
                    RNL_INVALID_ARGUMENT, {"UTF-8"}));
  EXPECT_TRUE(Fails(rnl_example_add_step(example, rnl_str("d"), RNL_FLOAT, nullptr, 0),
                    RNL_FAILED_PRECONDITION, {"SequenceExample"}));
  EXPECT_EQ(rnl_example_num_features(example), 0u);
  Example parsed;
  for (const bool sequence : {false, true})
    EXPECT_TRUE(Fails(rnl_example_parse(rnl_str("\x0a\x05oh"), sequence, parsed.out()),
                      RNL_INVALID_ARGUMENT, {"byte"}));
  EXPECT_EQ(parsed.get(), nullptr);
}

TEST(ExampleTest, EveryTruncationAndBitFlipIsReadOrRefused) {
  Example example;
  ASSERT_TRUE(IsOk(rnl_example_create(true, example.out())));
  const float f[] = {1, 2};
  const rnl_str_t s = rnl_str("text");
  const int64_t i = -5;
  ASSERT_TRUE(IsOk(rnl_example_set_feature(example, rnl_str("f"), RNL_FLOAT, f, 2)));
  ASSERT_TRUE(IsOk(rnl_example_add_step(example, rnl_str("s"), RNL_STRING, &s, 1)));
  ASSERT_TRUE(IsOk(rnl_example_add_step(example, rnl_str("i"), RNL_INT64, &i, 1)));
  Bytes bytes;
  ASSERT_TRUE(IsOk(rnl_example_serialize(example, bytes.out())));
  const std::string whole = Str(rnl_bytes_view(bytes));
  const auto walk = [](const std::string& damaged) {
    Example parsed;
    const Status status(rnl_example_parse({damaged.data(), damaged.size()}, true, parsed.out()));
    if (!status.ok()) {
      EXPECT_EQ(status.code(), RNL_INVALID_ARGUMENT);
    }
    EXPECT_EQ(status.ok(), parsed.get() != nullptr);
  };
  for (size_t size = 0; size < whole.size(); ++size) walk(whole.substr(0, size));
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    walk(flipped);
  }
}

}  // namespace
}  // namespace runnel_test
