// The kernels ReadFile, WriteFile and MatchingFiles, by themselves.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/io/host_kernel_test_util.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

Tensor Text(const std::string& text) { return Strings(Shape(), {text}); }

Status Write(const std::string& path, const std::string& contents, ResourceManager* of_task = nullptr) {
  HostNodeRunner node("write", "WriteFile", {}, {});
  Execution run(node, {Text(path), Text(contents)}, of_task, nullptr, nullptr);
  return run.Wait();
}

Result<std::string> Read(const std::string& path, ResourceManager* of_task = nullptr) {
  HostNodeRunner node("read", "ReadFile", {}, {DType::kString});
  Execution run(node, {Text(path)}, of_task, nullptr, nullptr);
  RUNNEL_RETURN_IF_ERROR(run.Wait());
  EXPECT_EQ(run.output(0).shape().rank(), 0);
  return std::string(run.output(0).string_at(0));
}

Result<std::vector<std::string>> Match(const std::vector<std::string>& patterns,
                                       ResourceManager* of_task = nullptr) {
  HostNodeRunner node("match", "MatchingFiles", {}, {DType::kString});
  Execution run(node, {Strings(Shape{static_cast<int64_t>(patterns.size())}, patterns)}, of_task,
                nullptr, nullptr);
  RUNNEL_RETURN_IF_ERROR(run.Wait());
  std::vector<std::string> paths;
  for (int64_t i = 0; i < run.output(0).num_elements(); ++i) {
    paths.emplace_back(run.output(0).string_at(i));
  }
  return paths;
}

TEST(FileOps, WhatIsWrittenIsRead) {
  TempFolder folder;
  const std::string path = folder / "new/folder/file", bytes("a\0b\n", 4);
  RUNNEL_ASSERT_OK(Write(path, bytes));
  EXPECT_EQ(*Read(path), bytes);
  RUNNEL_ASSERT_OK(Write(path, ""));
  EXPECT_EQ(*Read(path), "");
  const Status none = Read(folder / "none").status();
  EXPECT_EQ(none.code(), Code::kNotFound);
  EXPECT_NE(none.message().find(folder / "none"), std::string_view::npos);
  EXPECT_EQ(Read(folder.path()).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(Write(folder.path(), "x").code(), Code::kInvalidArgument);
  if (!::testing::Test::HasFailure()) testing::LogHostOps({"ReadFile", "WriteFile"});
}

TEST(FileOps, PatternsStandForNamesAndNotForSlashes) {
  TempFolder folder;
  for (const char* name : {"a1", "a2", "b1", "a*", "sub/a1", "sub/deep/a1", ".a"}) {
    RUNNEL_ASSERT_OK(Write(folder / name, ""));
  }
  const auto paths = [&](const std::vector<std::string>& names) {
    std::vector<std::string> all;
    for (const std::string& name : names) all.push_back(folder / name);
    return all;
  };
  EXPECT_EQ(*Match(paths({"a?"})), paths({"a*", "a1", "a2"}));
  EXPECT_EQ(*Match(paths({"[ab]1"})), paths({"a1", "b1"}));
  EXPECT_EQ(*Match(paths({"a\\*"})), paths({"a*"}));
  EXPECT_EQ(*Match(paths({"*/a1"})), paths({"sub/a1"}));
  EXPECT_EQ(*Match(paths({"su*/d*/a1"})), paths({"sub/deep/a1"}));
  EXPECT_EQ(*Match(paths({"*a*/none", "none*", "b1/*"})), paths({}));
  EXPECT_EQ(*Match(paths({"b1", "a1", "*1"})), paths({"a1", "b1"})) << "sorted, each once";
  EXPECT_EQ(*Match(paths({"*a"})), paths({".a"}));
  EXPECT_EQ(*Match({""}), std::vector<std::string>{});
  EXPECT_EQ(*Match({}), std::vector<std::string>{});
  EXPECT_EQ(*Match({"/none*/x"}), std::vector<std::string>{});
  if (!::testing::Test::HasFailure()) testing::LogHostOps({"MatchingFiles"});
}

TEST(FileOps, ATaskWithAFolderSeesNothingElse) {
  TempFolder folder;
  const std::string inside = folder / "inside";
  RUNNEL_ASSERT_OK(Write(inside + "/sub/file", "in"));
  RUNNEL_ASSERT_OK(Write(folder / "outside/file", "out"));
  std::filesystem::create_symlink(folder / "outside", inside + "/link");
  ResourceManager task, none;
  RUNNEL_ASSERT_OK(task.RestrictFiles(inside));
  RUNNEL_ASSERT_OK(none.RestrictFiles(""));
  EXPECT_EQ(*Read("sub/file", &task), "in") << "a relative path lies in the folder";
  EXPECT_EQ(*Read(inside + "/sub/file", &task), "in");
  RUNNEL_ASSERT_OK(Write("sub/../other", "new", &task));
  EXPECT_EQ(Slurp(inside + "/other"), "new");
  for (const std::string& path : {std::string("link/file"), std::string("../outside/file"),
                                  folder / "outside/file", std::string(".."), std::string("")}) {
    EXPECT_EQ(Read(path, &task).status().code(), Code::kPermissionDenied) << path;
    EXPECT_EQ(Write(path, "x", &task).code(), Code::kPermissionDenied) << path;
  }
  EXPECT_EQ(Slurp(folder / "outside/file"), "out");
  EXPECT_EQ(*Match({"*/file"}, &task), (std::vector<std::string>{inside + "/sub/file"}))
      << "not what a link leads to";
  EXPECT_EQ(Match({"../*"}, &task).status().code(), Code::kPermissionDenied);
  EXPECT_EQ(Read("sub/file", &none).status().code(), Code::kPermissionDenied);
}

TEST(FileOps, ATasksFolderMayBeReachedByALink) {
  TempFolder folder;
  RUNNEL_ASSERT_OK(Write(folder / "real/file", "in"));
  std::filesystem::create_symlink("real", folder / "link");
  ResourceManager task;
  RUNNEL_ASSERT_OK(task.RestrictFiles(folder / "link/"));
  EXPECT_EQ(*Read(folder / "link/file", &task), "in");
  EXPECT_EQ(*Read(folder / "real/file", &task), "in");
  RUNNEL_ASSERT_OK(Write(folder / "link/sub/new", "x", &task));
  EXPECT_EQ(Slurp(folder / "real/sub/new"), "x");
}

TEST(FileOps, ANameWithANulByteIsRefused) {
  TempFolder folder;
  RUNNEL_ASSERT_OK(Write(folder / "file", "x"));
  ResourceManager task;
  RUNNEL_ASSERT_OK(task.RestrictFiles(folder.path()));
  const std::string name = (folder / "file") + std::string("\0x", 2);
  for (ResourceManager* of_task : {static_cast<ResourceManager*>(nullptr), &task}) {
    const Status read = Read(name, of_task).status();
    EXPECT_EQ(read.code(), Code::kInvalidArgument) << read.ToString();
    EXPECT_EQ(Write(name, "y", of_task).code(), Code::kInvalidArgument);
    EXPECT_EQ(Match({name}, of_task).status().code(), Code::kInvalidArgument);
  }
  EXPECT_EQ(Slurp(folder / "file"), "x");
}

}  // namespace
}  // namespace runnel
