// The kernels SaveV2, RestoreV2 and MergeV2Checkpoints, by themselves.
#include <gtest/gtest.h>

#include <future>

#include "tests/io/host_kernel_test_util.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

Tensor Names(const std::vector<std::string>& names) {
  return Strings(Shape{static_cast<int64_t>(names.size())}, names);
}
Tensor Name(const std::string& name) { return Strings(Shape(), {name}); }

Status Save(const Tensor& prefix, const Tensor& names, const Tensor& slices,
            std::vector<Tensor> values) {
  HostNodeRunner node("save", "SaveV2", {}, {});
  std::vector<Tensor> inputs = {prefix, names, slices};
  inputs.insert(inputs.end(), values.begin(), values.end());
  Execution run(node, inputs, nullptr, nullptr, nullptr);
  return run.Wait();
}

Result<std::vector<Tensor>> Restore(const Tensor& prefix, const Tensor& names, const Tensor& slices,
                                    const std::vector<DType>& types) {
  HostNodeRunner node("restore", "RestoreV2", {}, types);
  Execution run(node, {prefix, names, slices}, nullptr, nullptr, nullptr);
  RUNNEL_RETURN_IF_ERROR(run.Wait());
  std::vector<Tensor> outputs;
  for (size_t i = 0; i < types.size(); ++i) outputs.push_back(run.output(i));
  return outputs;
}

TEST(SaveRestore, ValuesComeBackWholeAndInSlices) {
  TempFolder folder;
  const Tensor prefix = Name(folder / "new/folder/ckpt");
  const Tensor a = Pattern(DType::kFloat, Shape{4, 3}, 1), b = Strings(Shape{2}, {"x", "yy"});
  const Tensor top = Pattern(DType::kInt32, Shape{1, 2}, 2),
               rest = Pattern(DType::kInt32, Shape{2, 2}, 3);
  RUNNEL_ASSERT_OK(Save(prefix, Names({"a", "b", "c", "c"}), Names({"", "", "3 2 0,1:-", "3 2 1,2:-"}),
                        {a, b, top, rest}));
  auto read = Restore(prefix, Names({"b", "a", "a", "c"}), Names({"", "", "4 3 1,2:2,1", "3 2 1,2:-"}),
                      {DType::kString, DType::kFloat, DType::kFloat, DType::kInt32});
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_TRUE(SameTensor((*read)[0], b));
  EXPECT_TRUE(SameTensor((*read)[1], a));
  EXPECT_TRUE((*read)[2].shape() == (Shape{2, 1}));
  EXPECT_EQ((*read)[2].values<float>()[0], a.values<float>()[5]);
  EXPECT_EQ((*read)[2].values<float>()[1], a.values<float>()[8]);
  EXPECT_TRUE(SameTensor((*read)[3], rest));
}

TEST(SaveRestore, WaitsForAnotherWriterOfTheSameCheckpoint) {
  TempFolder folder;
  const Tensor value = Pattern(DType::kFloat, Shape{2}, 1);
  auto other = FileSystem().OpenForWriting(folder / "c.index.tmp");
  ASSERT_TRUE(other.ok());
  HostNodeRunner node("save", "SaveV2", {}, {});
  Execution run(node, {Name(folder / "c"), Names({"w"}), Names({""}), value}, nullptr, nullptr, nullptr);
  // The one thread of the pool is free while the save waits.
  for (int i = 0; i < 3; ++i) {
    std::promise<void> ran;
    node.pool().Run([&] { ran.set_value(); });
    ran.get_future().wait();
  }
  EXPECT_FALSE(run.done());
  other->reset();
  RUNNEL_EXPECT_OK(run.Wait());
  RUNNEL_EXPECT_OK(Restore(Name(folder / "c"), Names({"w"}), Names({""}), {DType::kFloat}).status());
}

TEST(SaveRestore, EndsAtOnceIfCancelledWhileItWaits) {
  TempFolder folder;
  const Tensor value = Pattern(DType::kFloat, Shape{2}, 1);
  auto other = FileSystem().OpenForWriting(folder / "c.index.tmp");
  ASSERT_TRUE(other.ok());
  HostNodeRunner node("save", "SaveV2", {}, {});
  const std::vector<Tensor> inputs = {Name(folder / "c"), Names({"w"}), Names({""}), value};
  // Before it starts, and at whatever it does then.
  for (const bool before : {true, false}) {
    const Ref<CancellationManager> cancellation = MakeRef<CancellationManager>();
    if (before) cancellation->Cancel(Cancelled("told to"));
    Execution run(node, inputs, nullptr, nullptr, cancellation.get());
    if (!before) cancellation->Cancel(Cancelled("told to"));
    const Status status = run.Wait();
    EXPECT_EQ(status.code(), Code::kCancelled) << status.ToString();
    EXPECT_NE(status.message().find("told to"), std::string_view::npos) << status.ToString();
  }
  EXPECT_FALSE(*FileSystem().Exists(folder / "c.index"));
}

TEST(SaveRestore, ErrorsNameTensorExpectedAndGot) {
  TempFolder folder;
  const Tensor prefix = Name(folder / "c"), value = Pattern(DType::kFloat, Shape{2}, 1);
  RUNNEL_ASSERT_OK(Save(prefix, Names({"w"}), Names({""}), {value}));
  const auto expect = [&](const Status& status, Code code, const std::vector<std::string>& words) {
    EXPECT_EQ(status.code(), code) << status.ToString();
    for (const std::string& word : words) {
      EXPECT_NE(status.message().find(word), std::string_view::npos)
          << word << " in " << status.ToString();
    }
  };
  const auto restore = [&](const char* name, const char* slice, DType type) {
    return Restore(prefix, Names({name}), Names({slice}), {type}).status();
  };
  expect(restore("v", "", DType::kFloat), Code::kNotFound, {"\"v\"", folder / "c"});
  expect(restore("w", "", DType::kInt32), Code::kInvalidArgument, {"\"w\"", "float", "int32"});
  expect(restore("w", "3 -", DType::kFloat), Code::kInvalidArgument, {"\"w\"", "[2]", "[3]"});
  expect(restore("w", "2 1,2", DType::kFloat), Code::kInvalidArgument, {"\"w\""});
  expect(restore("w", "junk", DType::kFloat), Code::kInvalidArgument, {"junk"});
  expect(Restore(Name(folder / "none"), Names({"w"}), Names({""}), {DType::kFloat}).status(),
         Code::kNotFound, {"none.index"});
  expect(Restore(Name(""), Names({"w"}), Names({""}), {DType::kFloat}).status(), Code::kInvalidArgument,
         {"prefix"});
  expect(Restore(prefix, Names({"w", "w"}), Names({""}), {DType::kFloat}).status(),
         Code::kInvalidArgument, {"tensor_names", "2", "1"});
  expect(Save(prefix, Names({"w", "w"}), Names({"", ""}), {value, value}), Code::kInvalidArgument,
         {"\"w\"", "twice"});
  expect(Save(prefix, Names({"w"}), Names({"3 0,1"}), {value}), Code::kInvalidArgument,
         {"\"w\"", "[1]", "[2]"});
  expect(Save(Name("/proc/none/x"), Names({"w"}), Names({""}), {value}), Code::kNotFound,
         {"/proc/none"});
  expect(Save(prefix, Name("w"), Names({""}), {value}), Code::kInvalidArgument, {"tensor_names"});
}

TEST(SaveRestore, MergesShards) {
  TempFolder folder;
  const std::string first = folder / "t/part-0", second = folder / "t/part-1";
  const Tensor a = Pattern(DType::kFloat, Shape{2}, 1), b = Pattern(DType::kFloat, Shape{3}, 2);
  RUNNEL_ASSERT_OK(Save(Name(first), Names({"a"}), Names({""}), {a}));
  RUNNEL_ASSERT_OK(Save(Name(second), Names({"b"}), Names({""}), {b}));
  HostNodeRunner node("merge", "MergeV2Checkpoints", {{"delete_old_dirs", true}}, {});
  Execution run(node, {Names({first, second}), Name(folder / "m")}, nullptr, nullptr, nullptr);
  RUNNEL_ASSERT_OK(run.Wait());
  auto read =
      Restore(Name(folder / "m"), Names({"a", "b"}), Names({"", ""}), {DType::kFloat, DType::kFloat});
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_TRUE(SameTensor((*read)[0], a));
  EXPECT_TRUE(SameTensor((*read)[1], b));
  EXPECT_FALSE(*FileSystem().Exists(folder / "t"));
  if (!::testing::Test::HasFailure()) testing::LogHostOps({"MergeV2Checkpoints"});
}

TEST(SaveRestore, MergesWhatIsThereIfSomeMayBeMissing) {
  TempFolder folder;
  const std::string there = folder / "t/part-0", missing = folder / "t/part-1", merged = folder / "m";
  const Tensor a = Pattern(DType::kFloat, Shape{2}, 1);
  RUNNEL_ASSERT_OK(Save(Name(there), Names({"a"}), Names({""}), {a}));
  const auto merge = [&](bool allow, const std::vector<std::string>& from) {
    HostNodeRunner node("merge", "MergeV2Checkpoints",
                        {{"allow_missing_files", allow}, {"delete_old_dirs", true}}, {});
    Execution run(node, {Names(from), Name(merged)}, nullptr, nullptr, nullptr);
    return run.Wait();
  };
  EXPECT_EQ(merge(false, {there, missing}).code(), Code::kNotFound);
  EXPECT_EQ(merge(true, {missing}).code(), Code::kInvalidArgument);
  RUNNEL_ASSERT_OK(merge(true, {there, missing}));
  const auto read = Restore(Name(merged), Names({"a"}), Names({""}), {DType::kFloat});
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_TRUE(SameTensor((*read)[0], a));
}

}  // namespace
}  // namespace runnel
