// The kernels Save, SaveSlices, Restore and RestoreSlice, by themselves.
#include <gtest/gtest.h>

#include "tests/io/host_kernel_test_util.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

Tensor Names(const std::vector<std::string>& names) {
  return Strings(Shape{static_cast<int64_t>(names.size())}, names);
}
Tensor Name(const std::string& name) { return Strings(Shape(), {name}); }

Status RunNode(const char* op, const std::vector<Tensor>& inputs) {
  HostNodeRunner node("save", op, {}, {});
  Execution run(node, inputs, nullptr, nullptr, nullptr);
  return run.Wait();
}

Result<Tensor> Read(const char* op, const std::vector<Tensor>& inputs, DType type) {
  HostNodeRunner node("restore", op, {}, {type});
  Execution run(node, inputs, nullptr, nullptr, nullptr);
  RUNNEL_RETURN_IF_ERROR(run.Wait());
  return run.output(0);
}

TEST(FirstFormatOps, ValuesComeBackWholeAndInSlices) {
  TempFolder folder;
  const Tensor a = Pattern(DType::kFloat, Shape{4, 3}, 1), b = Strings(Shape{2}, {"x", "yy"});
  RUNNEL_ASSERT_OK(RunNode("Save", {Name(folder / "whole"), Names({"a", "b"}), a, b}));
  EXPECT_TRUE(SameTensor(*Read("Restore", {Name(folder / "whole"), Name("a")}, DType::kFloat), a));
  EXPECT_TRUE(SameTensor(*Read("Restore", {Name(folder / "whole"), Name("b")}, DType::kString), b));
  EXPECT_TRUE(SameTensor(
      *Read("RestoreSlice", {Name(folder / "whole"), Name("a"), Name("")}, DType::kFloat), a));
  const auto slice =
      Read("RestoreSlice", {Name(folder / "whole"), Name("a"), Name("4 3 1,2:2,1")}, DType::kFloat);
  ASSERT_TRUE(slice.ok()) << slice.status().ToString();
  EXPECT_TRUE(slice->shape() == (Shape{2, 1}));
  EXPECT_EQ(slice->values<float>()[1], a.values<float>()[8]);

  const Tensor top = Pattern(DType::kInt32, Shape{1, 2}, 2),
               rest = Pattern(DType::kInt32, Shape{2, 2}, 3);
  for (int shard = 0; shard < 2; ++shard) {
    RUNNEL_ASSERT_OK(RunNode(
        "SaveSlices", {Name(StrCat(folder / "s-0000", shard, "-of-00002")), Names({"c"}),
                       Names({shard == 0 ? "3 2 0,1:-" : "3 2 1,2:-"}), shard == 0 ? top : rest}));
  }
  for (const char* name : {"s", "s-\?\?\?\?\?-of-00002"}) {
    const auto whole = Read("Restore", {Name(folder / name), Name("c")}, DType::kInt32);
    ASSERT_TRUE(whole.ok()) << whole.status().ToString();
    EXPECT_EQ(whole->values<int32_t>()[0], top.values<int32_t>()[0]);
    EXPECT_EQ(whole->values<int32_t>()[5], rest.values<int32_t>()[3]);
  }
  testing::LogHostOps({"Save", "SaveSlices", "Restore", "RestoreSlice"});
}

TEST(FirstFormatOps, ErrorsNameTensorExpectedAndGot) {
  TempFolder folder;
  const Tensor file = Name(folder / "c"), value = Pattern(DType::kFloat, Shape{2}, 1);
  RUNNEL_ASSERT_OK(RunNode("Save", {file, Names({"w"}), value}));
  const auto expect = [&](const Status& status, Code code, const std::vector<std::string>& words) {
    EXPECT_EQ(status.code(), code) << status.ToString();
    for (const std::string& word : words) {
      EXPECT_NE(status.message().find(word), std::string_view::npos)
          << word << " in " << status.ToString();
    }
  };
  expect(Read("Restore", {file, Name("v")}, DType::kFloat).status(), Code::kNotFound, {"\"v\""});
  expect(Read("Restore", {file, Name("w")}, DType::kInt32).status(), Code::kInvalidArgument,
         {"\"w\"", "float", "int32"});
  expect(Read("Restore", {Name(folder / "d"), Name("w")}, DType::kFloat).status(), Code::kNotFound,
         {"d"});
  expect(Read("RestoreSlice", {file, Name("w"), Name("3 -")}, DType::kFloat).status(),
         Code::kInvalidArgument, {"\"w\"", "[2]", "[3]"});
  expect(RunNode("Save", {file, Names({"w", "v"}), value}), Code::kInvalidArgument, {"2", "1"});
  expect(RunNode("Save", {file, Names({"w", "w"}), value, value}), Code::kInvalidArgument, {"twice"});
  expect(RunNode("SaveSlices", {file, Names({"w"}), Names({"x"}), value}), Code::kInvalidArgument,
         {"\"w\""});
  expect(RunNode("Save", {Name(folder / "no/such/folder"), Names({"w"}), value}), Code::kNotFound,
         {"no"});
  // What was there is whole.
  EXPECT_TRUE(SameTensor(*Read("Restore", {file, Name("w")}, DType::kFloat), value));
}

}  // namespace
}  // namespace runnel
