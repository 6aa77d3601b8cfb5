// The kernels GenerateVocabRemapping and LoadAndRemapMatrix, by themselves; what they give is what
// TensorFlow 2.21 gives for these files.
#include <gtest/gtest.h>

#include "core/io/bundle_writer.h"
#include "tests/io/host_kernel_test_util.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

Tensor Name(const std::string& name) { return Strings(Shape(), {name}); }

template <typename T>
Tensor Vector(const std::vector<T>& values) {
  return *Tensor::FromValues<T>(Shape{static_cast<int64_t>(values.size())}, values);
}

class Vocabularies : public ::testing::Test {
 protected:
  void SetUp() override {
    Write("new", "a\nb\nc\r\nd\n");
    Write("old", "c\na\nx");
    Write("twice", "c\na\nc\n");
    Write("empty", "");
  }
  void Write(const std::string& name, const std::string& text) {
    RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder_ / name, text));
  }
  // The remapping and how many are present; empty with *code_ set on errors.
  std::vector<int64_t> Remap(const char* now, const char* before, int64_t offset, int64_t count,
                             int64_t old_size = -1) {
    HostNodeRunner node("remap", "GenerateVocabRemapping",
                        {{"new_vocab_offset", AttrValue(offset)},
                         {"num_new_vocab", AttrValue(count)},
                         {"old_vocab_size", AttrValue(old_size)}},
                        {DType::kInt64, DType::kInt32});
    Execution run(node, {Name(folder_ / now), Name(folder_ / before)}, nullptr, nullptr, nullptr);
    code_ = run.Wait().code();
    std::vector<int64_t> out;
    if (code_ != Code::kOk) return out;
    for (int64_t i = 0; i < run.output(0).num_elements(); ++i) out.push_back(run.output(0).int_at(i));
    out.push_back(run.output(1).int_at(0));
    return out;
  }

  TempFolder folder_;
  Code code_ = Code::kOk;
};

TEST_F(Vocabularies, LinesAreFoundInTheOldFile) {
  testing::LogHostOps({"GenerateVocabRemapping"});
  using Numbers = std::vector<int64_t>;
  EXPECT_EQ(Remap("new", "old", 0, 4), (Numbers{1, -1, 0, -1, 2}));
  EXPECT_EQ(Remap("new", "old", 1, 2), (Numbers{-1, 0, 1}));
  EXPECT_EQ(Remap("new", "old", 0, 4, 1), (Numbers{-1, -1, 0, -1, 1}));
  EXPECT_EQ(Remap("twice", "old", 0, 3), (Numbers{0, 1, 0, 3}));
  EXPECT_EQ(Remap("new", "twice", 0, 4, 2), (Numbers{1, -1, 0, -1, 2}));
  EXPECT_EQ(Remap("new", "old", 0, 0), (Numbers{0}));
  EXPECT_EQ(Remap("new", "old", 4, 0), (Numbers{0}));
}

TEST_F(Vocabularies, FilesThatDoNotFitAreRefused) {
  const auto code = [&](const char* now, const char* before, int64_t offset, int64_t count,
                        int64_t old_size = -1) {
    (void)Remap(now, before, offset, count, old_size);
    return code_;
  };
  EXPECT_EQ(code("new", "old", 2, 4), Code::kInvalidArgument);
  EXPECT_EQ(code("new", "old", 5, 0), Code::kInvalidArgument);
  EXPECT_EQ(code("new", "old", 0, 4, 7), Code::kInvalidArgument);
  EXPECT_EQ(code("new", "twice", 0, 4), Code::kFailedPrecondition);
  EXPECT_EQ(code("new", "empty", 0, 3), Code::kOutOfRange);
  EXPECT_EQ(code("new", "none", 0, 3), Code::kNotFound);
  EXPECT_EQ(code("none", "old", 0, 3), Code::kNotFound);
}

class RemappedMatrix : public ::testing::Test {
 protected:
  void SetUp() override {
    std::vector<float> values;
    for (int i = 0; i < 20; ++i) values.push_back(static_cast<float>(i));
    BundleWriter writer{FileSystem(), folder_ / "c"};
    RUNNEL_ASSERT_OK(writer.Add("m", *Tensor::FromValues<float>(Shape{5, 4}, values)));
    RUNNEL_ASSERT_OK(writer.Add("i", Pattern(DType::kInt32, Shape{5, 4}, 1)));
    RUNNEL_ASSERT_OK(writer.Add("v", Pattern(DType::kFloat, Shape{3}, 1)));
    RUNNEL_ASSERT_OK(writer.Finish());
  }
  std::vector<float> Load(const std::vector<int64_t>& rows, const std::vector<int64_t>& columns,
                          const std::vector<float>& initial, int64_t at_a_time = -1,
                          const char* name = "m", const char* path = "c", int64_t num_columns = 0) {
    const auto width = columns.empty() ? 4 : static_cast<int64_t>(columns.size());
    HostNodeRunner node("load", "LoadAndRemapMatrix",
                        {{"max_rows_in_memory", AttrValue(at_a_time)},
                         {"num_cols", AttrValue(num_columns > 0 ? num_columns : width)},
                         {"num_rows", AttrValue(static_cast<int64_t>(rows.size()))}},
                        {DType::kFloat});
    Execution run(node,
                  {Name(folder_ / path), Name(name), Vector(rows), Vector(columns), Vector(initial)},
                  nullptr, nullptr, nullptr);
    code_ = run.Wait().code();
    message_ = run.Wait().ToString();
    if (code_ != Code::kOk) return {};
    const std::span<const float> values = run.output(0).values<const float>();
    return {values.begin(), values.end()};
  }

  TempFolder folder_;
  Code code_ = Code::kOk;
  std::string message_;
};

TEST_F(RemappedMatrix, RowsAndColumnsAreMovedAndTheRestIsInitialized) {
  testing::LogHostOps({"LoadAndRemapMatrix"});
  using Values = std::vector<float>;
  EXPECT_EQ(Load({0, 2}, {}, {}), (Values{0, 1, 2, 3, 8, 9, 10, 11}));
  EXPECT_EQ(Load({2, -1, 0}, {3, -1}, {1, 2, 3, 4}), (Values{11, 1, 2, 3, 3, 4}));
  EXPECT_EQ(Load({-1, -1}, {0, 1}, {1, 2, 3, 4}), (Values{1, 2, 3, 4}));
  EXPECT_EQ(Load({4, -1, 1}, {1, 0}, {7, 8}, 1), (Values{17, 16, 7, 8, 5, 4}));
  EXPECT_EQ(Load({4, 0, 1, 3}, {1}, {}, 2), (Values{17, 1, 5, 13}));
  EXPECT_TRUE(Load({}, {}, {}).empty());
  EXPECT_EQ(code_, Code::kOk) << message_;
}

TEST_F(RemappedMatrix, WhatDoesNotFitIsRefused) {
  const auto code = [&](auto... arguments) {
    (void)Load(arguments...);
    return code_;
  };
  using Numbers = std::vector<int64_t>;
  using Values = std::vector<float>;
  const Numbers first = {0}, none = {};
  EXPECT_EQ(code(Numbers{2, -1, 0}, Numbers{3, -1}, Values{1, 2, 3}), Code::kInvalidArgument);
  EXPECT_EQ(code(Numbers{2, -1, 0}, Numbers{3, -1}, Values{1, 2, 3, 4, 5}), Code::kInvalidArgument);
  EXPECT_EQ(code(Numbers{1, 1}, none, Values{}), Code::kUnimplemented);
  EXPECT_EQ(code(first, Numbers{1, 1}, Values{}), Code::kUnimplemented);
  EXPECT_EQ(code(Numbers{5}, none, Values{}), Code::kInvalidArgument);
  EXPECT_EQ(code(first, Numbers{4}, Values{}), Code::kInvalidArgument);
  EXPECT_EQ(code(first, none, Values{}, -1, "i"), Code::kInvalidArgument);
  EXPECT_EQ(code(first, none, Values{}, -1, "v"), Code::kInvalidArgument);
  EXPECT_EQ(code(first, none, Values{}, -1, "nothing"), Code::kNotFound);
  EXPECT_EQ(code(first, none, Values{}, -1, "m", "nowhere"), Code::kNotFound);
  EXPECT_EQ(code(first, none, Values{}, -1, "m", "c", 3), Code::kInvalidArgument);
}

}  // namespace
}  // namespace runnel
