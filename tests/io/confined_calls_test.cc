// Files of a task that has a folder for them, while somebody swaps folders for links to elsewhere.
#include "core/io/confined_calls.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <atomic>
#include <thread>

#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"
#include "core/io/match_files.h"
#include "tests/io/io_test_util.h"

namespace runnel {
namespace {

using Resolver = ConfinedCalls::Resolver;

class Confined : public ::testing::TestWithParam<Resolver> {
 protected:
  void SetUp() override {
    for (const char* folder : {"inside", "inside/d", "outside"}) {
      RUNNEL_ASSERT_OK(FileSystem().MakeFolders(top_ / folder));
    }
    Spill(inside_ + "/d/file", "in");
    Spill(outside_ + "/file", "out");
    auto calls = ConfinedCalls::Make(inside_, GetParam());
    RUNNEL_ASSERT_OK(calls.status());
    calls_ = *calls;
  }
  FileSystem files() const { return FileSystem(calls_.get()); }
  // Names in the folder outside, which nothing may change.
  std::vector<std::string> Outside() const { return *FileSystem().List(outside_); }

  TempFolder top_;
  const std::string inside_ = top_ / "inside", outside_ = top_ / "outside";
  std::shared_ptr<ConfinedCalls> calls_;
};

INSTANTIATE_TEST_SUITE_P(Resolvers, Confined, ::testing::Values(Resolver::kBest, Resolver::kByName),
                         [](const auto& info) {
                           return std::string(info.param == Resolver::kBest ? "ByKernel" : "ByName");
                         });

TEST_P(Confined, EveryCallWorksInTheFolder) {
  const FileSystem fs = files();
  RUNNEL_ASSERT_OK(fs.MakeFolders(inside_ + "/a/b"));
  RUNNEL_ASSERT_OK(fs.WriteAtomically(inside_ + "/a/b/f", "text"));
  EXPECT_EQ(*fs.ReadAll(inside_ + "/a/b/f"), "text");
  EXPECT_TRUE(*fs.Exists(inside_ + "/a/b/f"));
  EXPECT_FALSE(*fs.Exists(inside_ + "/a/b/g"));
  EXPECT_EQ(*fs.List(inside_ + "/a"), std::vector<std::string>{"b"});
  EXPECT_EQ(*fs.List(inside_), (std::vector<std::string>{"a", "d"}));
  RUNNEL_ASSERT_OK(fs.Rename(inside_ + "/a/b/f", inside_ + "/a/g"));
  EXPECT_EQ(Slurp(inside_ + "/a/g"), "text");
  RUNNEL_ASSERT_OK(fs.RemoveFolder(inside_ + "/a/b"));
  RUNNEL_ASSERT_OK(fs.Remove(inside_ + "/a/g"));
  EXPECT_EQ(fs.ReadAll(inside_ + "/a/g").status().code(), Code::kNotFound);
  EXPECT_EQ(fs.List(inside_ + "/d/file").status().code(), Code::kNotFound);
  EXPECT_EQ(fs.OpenForReading(inside_).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(*MatchFiles(fs, inside_ + "/*/f*"), std::vector<std::string>{inside_ + "/d/file"});
}

TEST_P(Confined, NothingReachesOutOfTheFolder) {
  const FileSystem fs = files();
  std::filesystem::create_symlink(outside_, inside_ + "/folder");
  std::filesystem::create_symlink("../outside/file", inside_ + "/name");
  std::filesystem::create_symlink("../outside/new", inside_ + "/dangling");
  std::filesystem::create_symlink("/proc/self/root/" + outside_, inside_ + "/magic");
  for (const std::string& path :
       {inside_ + "/folder/file", inside_ + "/name", inside_ + "/dangling", inside_ + "/magic/file",
        inside_ + "/../outside/file", outside_ + "/file", inside_ + "side/file"}) {
    SCOPED_TRACE(path);
    const Status read = fs.ReadAll(path).status();
    EXPECT_EQ(read.code(), Code::kPermissionDenied) << read.ToString();
    EXPECT_NE(read.message().find(path), std::string_view::npos) << read.ToString();
    EXPECT_NE(read.message().find("--files"), std::string_view::npos) << read.ToString();
    EXPECT_EQ(fs.OpenForWriting(path).status().code(), Code::kPermissionDenied);
    EXPECT_EQ(fs.OpenForAppending(path).status().code(), Code::kPermissionDenied);
    EXPECT_FALSE(*fs.Exists(path));
  }
  for (const std::string& folder : {inside_ + "/folder", outside_, top_.path()}) {
    SCOPED_TRACE(folder);
    EXPECT_EQ(fs.List(folder).status().code(), Code::kPermissionDenied);
    EXPECT_EQ(fs.SyncFolder(folder).code(), Code::kPermissionDenied);
    EXPECT_EQ(fs.WriteAtomically(folder + "/new", "x").code(), Code::kPermissionDenied);
    EXPECT_EQ(fs.Remove(folder + "/file").code(), Code::kPermissionDenied);
    EXPECT_EQ(fs.MakeFolders(folder + "/new").code(), Code::kPermissionDenied);
    EXPECT_EQ(fs.RemoveFolder(folder + "/file").code(), Code::kPermissionDenied);
    EXPECT_EQ(fs.Rename(inside_ + "/d/file", folder + "/new").code(), Code::kPermissionDenied);
    EXPECT_EQ(fs.Rename(folder + "/file", inside_ + "/d/new").code(), Code::kPermissionDenied);
  }
  EXPECT_EQ(*MatchFiles(fs, inside_ + "/*/f*"), std::vector<std::string>{inside_ + "/d/file"});
  EXPECT_EQ(Outside(), std::vector<std::string>{"file"});
  EXPECT_EQ(Slurp(outside_ + "/file"), "out");
  RUNNEL_EXPECT_OK(fs.Remove(inside_ + "/name"));  // a link itself may go
}

TEST_P(Confined, ALinkThatStaysInTheFolderIsFollowedByTheKernelOnly) {
  std::filesystem::create_symlink("d", inside_ + "/link");
  const auto text = files().ReadAll(inside_ + "/link/file");
  if (calls_->by_kernel()) {
    RUNNEL_ASSERT_OK(text.status());
    EXPECT_EQ(*text, "in");
  } else {
    EXPECT_EQ(text.status().code(), Code::kPermissionDenied);
  }
}

// "d" is a folder and a link to the folder outside by turns, both of which have the same names.
TEST_P(Confined, ALinkThatIsSwappedMeanwhileLeadsNowhere) {
  std::filesystem::create_symlink(outside_, inside_ + "/swap");
  std::atomic<bool> stop{false};
  std::atomic<int64_t> swaps{0};
  std::thread swapper([&] {
    const std::string a = inside_ + "/d", b = inside_ + "/swap";
    while (!stop) {
      if (::syscall(SYS_renameat2, AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), 2 /* RENAME_EXCHANGE */) ==
          0)
        ++swaps;
    }
  });
  const FileSystem fs = files();
  Tensor value = Pattern(DType::kFloat, Shape{64}, 7);
  int64_t came = 0, refused = 0;
  const auto note = [&](const Status& status) {
    ++(status.ok() ? came : refused);
    const Code code = status.code();
    EXPECT_TRUE(status.ok() || code == Code::kPermissionDenied || code == Code::kNotFound ||
                code == Code::kAborted || code == Code::kFailedPrecondition)
        << status.ToString();
  };
  // As many rounds as it takes for both to be seen often.
  for (int round = 0; round < 400 || came < 100 || refused < 100 || swaps < 1000; ++round) {
    const auto text = fs.ReadAll(inside_ + "/d/file");
    note(text.status());
    if (text.ok()) {
      ASSERT_EQ(*text, "in");
    }
    note(fs.WriteAtomically(inside_ + "/d/written", "w"));
    note(fs.MakeFolders(inside_ + "/d/made/deep"));
    note(fs.Rename(inside_ + "/d/written", inside_ + "/d/renamed"));
    note(fs.Remove(inside_ + "/d/renamed"));
    note(fs.RemoveFolder(inside_ + "/d/made/deep"));
    const auto names = fs.List(inside_ + "/d");
    note(names.status());
    const auto matches = MatchFiles(fs, inside_ + "/d/*e");
    note(matches.status());
    if (round % 8 != 0) continue;
    BundleWriter writer{fs, inside_ + "/d/ck"};
    RUNNEL_ASSERT_OK(writer.Add("v", value));
    note(writer.Finish());
    note(BundleReader::Open(fs, inside_ + "/d/ck").status());
    ASSERT_FALSE(HasFailure());
  }
  stop = true;
  swapper.join();
  EXPECT_EQ(Outside(), std::vector<std::string>{"file"}) << "after " << swaps << " swaps";
  EXPECT_EQ(Slurp(outside_ + "/file"), "out");
}

TEST(FileNames, ANulByteInANameIsRefusedAndNotCutOff) {
  TempFolder folder;
  Spill(folder / "file", "x");
  const std::string name = (folder / "file") + std::string("\0.txt", 5);
  const FileSystem fs;
  EXPECT_EQ(fs.ReadAll(name).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(fs.WriteAtomically(name, "y").code(), Code::kInvalidArgument);
  EXPECT_EQ(fs.OpenForAppending(name).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(fs.Rename(name, folder / "g").code(), Code::kInvalidArgument);
  EXPECT_EQ(fs.Rename(folder / "file", name).code(), Code::kInvalidArgument);
  EXPECT_EQ(fs.Remove(name).code(), Code::kInvalidArgument);
  EXPECT_EQ(fs.List(name).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(fs.SyncFolder(name).code(), Code::kInvalidArgument);
  EXPECT_EQ(fs.MakeFolders(name).code(), Code::kInvalidArgument);
  EXPECT_EQ(fs.RemoveFolder(name).code(), Code::kInvalidArgument);
  EXPECT_EQ(fs.OpenForReading(name).status().code(), Code::kInvalidArgument);
  EXPECT_FALSE(*fs.Exists(name));
  EXPECT_EQ(Slurp(folder / "file"), "x");
}

}  // namespace
}  // namespace runnel
