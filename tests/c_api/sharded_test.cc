// Checkpoints whose parts lie on the tasks of a cluster, each in a folder of its own.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>

#include "bindings/c/examples/monitored.h"
#include "tests/c_api/support/cluster.h"
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

// A variable, `NAME/read`, and `NAME/set` from `NAME/value`.
std::string VariableText(const std::string& name, const std::string& shape, const std::string& device) {
  return NodeText(name, "VarHandleOp", {},
                  {{"dtype", kFloatT}, {"shape", shape}, {"shared_name", "s: \"" + name + "\""}},
                  device) +
         AnyPlaceholderText(name + "/value") +
         NodeText(name + "/set", "AssignVariableOp", {name, name + "/value"}, {{"dtype", kFloatT}}) +
         NodeText(name + "/read", "ReadVariableOp", {name}, {{"dtype", kFloatT}});
}

class ShardedTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "runnel_sharded_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    servers_.Add("ps", 0);
    servers_.Add("ps", 1);
    servers_.Add("worker", 0);
    StartAll();
    servers_.SetOptions("worker", 0, &options_);
    ASSERT_TRUE(IsOk(net_.Load(runtime_, Graph("/job:ps/task:0", "/job:ps/task:1"), options_)));
  }
  void TearDown() override {
    net_ = Net();
    fs::remove_all(folder_);
  }
  // "a" on one task, "b", whose shape is open, and "c" on another.
  static std::string Graph(const std::string& of_a, const std::string& of_others) {
    return VariableText("a", ShapeText({2}), of_a) + VariableText("b", ShapeText({-1}), of_others) +
           VariableText("c", "shape { unknown_rank: true }", of_others);
  }
  fs::path Of(const std::string& job, int index) const {
    return folder_ / (job + "-" + std::to_string(index));
  }
  void Start(const std::string& job, int index) {
    fs::create_directories(Of(job, index));
    servers_.Start(job, index, Of(job, index).string());
  }
  void StartAll() {
    for (const int index : {0, 1}) Start("ps", index);
    servers_.Start("worker", 0);  // which has no variables, and so needs no folder
  }
  // Every task anew, with what is in the folders and nothing in memory.
  void Restart() {
    net_ = Net();
    for (const int index : {0, 1}) servers_.Stop("ps", index);
    servers_.Stop("worker", 0);
    StartAll();
  }
  void Set(const std::vector<std::string>& names, float first) {
    for (const std::string& name : names) {
      const Tensor value = FloatTensor(runtime_, {2}, {first, first + 1});
      ASSERT_TRUE(IsOk(net_.Run({{name + "/value", value}}, {}, nullptr, {name + "/set"})));
    }
  }
  std::vector<float> Get(const std::string& name) { return net_.Fetch({}, name + "/read"); }
  rnl_status_t* Save() { return rnl_session_save_sharded(net_.session(), rnl_str("model")); }
  rnl_status_t* Restore() { return rnl_session_restore_sharded(net_.session(), rnl_str("model")); }
  int64_t Saves() {
    int64_t saves = -1;
    EXPECT_TRUE(IsOk(rnl_session_find_sharded(net_.session(), rnl_str("model"), &saves)));
    return saves;
  }
  std::set<std::string> Files(const std::string& job, int index) const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(Of(job, index))) {
      if (entry.path().extension() == ".index") names.insert(entry.path().stem().string());
    }
    return names;
  }

  using Names = std::set<std::string>;
  fs::path folder_;
  Runtime runtime_ = NewRuntime();
  Servers servers_{runtime_};
  SessionOptions options_;
  Net net_;
};

TEST_F(ShardedTest, EachTaskKeepsWhatLiesOnItAndGetsItBack) {
  EXPECT_EQ(Saves(), 0);
  EXPECT_TRUE(Fails(Restore(), RNL_NOT_FOUND, {"model"}));
  EXPECT_TRUE(Fails(Save(), RNL_FAILED_PRECONDITION, {"3 variables"}));
  Set({"a", "b"}, 1);
  ASSERT_TRUE(IsOk(Save()));
  EXPECT_EQ(Saves(), 1);
  EXPECT_EQ(Files("ps", 0), (Names{"model.ps-0.1", "model.ps-0.manifest"}));
  EXPECT_EQ(Files("ps", 1), (Names{"model.ps-1.1", "model.ps-1.manifest"}));
  // Without a value for "c" the checkpoint has none.
  EXPECT_TRUE(Fails(Restore(), RNL_NOT_FOUND, {"\"c\""}));
  Set({"c"}, 5);
  ASSERT_TRUE(IsOk(Save()));
  EXPECT_EQ(Saves(), 2);
  EXPECT_EQ(Files("ps", 1), (Names{"model.ps-1.0", "model.ps-1.1", "model.ps-1.manifest"}));
  // Each file is a checkpoint as any other.
  Checkpoint part;
  const std::string path = Of("ps", 1) / "model.ps-1.0";
  ASSERT_TRUE(IsOk(rnl_checkpoint_open(runtime_, rnl_str(path.c_str()), part.out())));
  Tensor c;
  ASSERT_TRUE(IsOk(rnl_checkpoint_read(part, rnl_str("c"), c.out())));
  EXPECT_EQ(Floats(c), (std::vector<float>{5, 6}));

  Set({"a", "b", "c"}, 9);
  ASSERT_TRUE(IsOk(Restore()));
  EXPECT_EQ(Get("a"), (std::vector<float>{1, 2}));
  EXPECT_EQ(Get("c"), (std::vector<float>{5, 6}));
  Restart();
  ASSERT_TRUE(IsOk(net_.Load(runtime_, Graph("/job:ps/task:0", "/job:ps/task:1"), options_)));
  ASSERT_TRUE(IsOk(Restore()));
  EXPECT_EQ(Get("a"), (std::vector<float>{1, 2}));
  EXPECT_EQ(Get("b"), (std::vector<float>{1, 2}));
  EXPECT_EQ(Get("c"), (std::vector<float>{5, 6}));
}

TEST_F(ShardedTest, VariablesMayLieElsewhereAndFilesMayBeMoved) {
  Set({"a"}, 1);
  Set({"b", "c"}, 3);
  ASSERT_TRUE(IsOk(Save()));
  Restart();
  // What ps/0 wrote now lies with ps/1, and the other way round, as if the disks had changed places.
  fs::rename(Of("ps", 0), folder_ / "other");
  fs::rename(Of("ps", 1), Of("ps", 0));
  fs::rename(folder_ / "other", Of("ps", 1));
  for (const int index : {0, 1}) servers_.Stop("ps", index);
  for (const int index : {0, 1}) Start("ps", index);
  ASSERT_TRUE(IsOk(net_.Load(runtime_, Graph("/job:worker/task:0", "/job:ps/task:1"), options_)));
  ASSERT_TRUE(IsOk(Restore()));
  EXPECT_EQ(Get("a"), (std::vector<float>{1, 2}));
  EXPECT_EQ(Get("b"), (std::vector<float>{3, 4}));
  EXPECT_EQ(Get("c"), (std::vector<float>{3, 4}));
  // The worker has a variable now, and no folder.
  EXPECT_TRUE(Fails(Save(), RNL_PERMISSION_DENIED, {"--files"}));
  ASSERT_TRUE(IsOk(Restore()));
}

// Tasks may end at any moment of a save: before all files are whole it does not count, and afterwards it
// does, however few tasks know it.
TEST_F(ShardedTest, ASaveCountsOnceItIsWhole) {
  Set({"a", "b", "c"}, 1);
  ASSERT_TRUE(IsOk(Save()));
  const fs::path before = folder_ / "before", after = folder_ / "after";
  const auto copy = [&](const fs::path& to) {
    for (const int index : {0, 1})
      fs::copy(Of("ps", index), to / ("ps-" + std::to_string(index)), fs::copy_options::recursive);
  };
  fs::create_directories(before);
  copy(before);
  Set({"a", "b", "c"}, 7);
  ASSERT_TRUE(IsOk(Save()));
  fs::create_directories(after);
  copy(after);
  // The second save's files in the order in which they appear: an index after what it speaks of.
  std::vector<fs::path> written;
  for (const char* part : {".0", ".manifest"}) {
    for (const char* task : {"ps-0", "ps-1"}) {
      const std::string name = "model." + std::string(task) + part;
      for (const auto& entry : fs::directory_iterator(after / task)) {
        if (entry.path().stem() == name && entry.path().extension() != ".index")
          written.push_back(entry.path());
      }
      written.push_back(after / task / (name + ".index"));
    }
  }
  ASSERT_GE(written.size(), 8u);
  bool counts = false;
  for (size_t done = 0; done <= written.size(); ++done) {
    for (const char* task : {"ps-0", "ps-1"}) {
      for (const auto& entry : fs::directory_iterator(folder_ / task)) fs::remove(entry);
      for (const auto& entry : fs::directory_iterator(before / task))
        fs::copy(entry, folder_ / task / entry.path().filename());
    }
    for (size_t i = 0; i < done; ++i) {
      const fs::path& from = written[i];
      fs::copy(from, folder_ / from.parent_path().filename() / from.filename(),
               fs::copy_options::overwrite_existing);
    }
    counts |= done > 0 && written[done - 1].string().ends_with(".manifest.index");
    const float expected = counts ? 7 : 1;
    Set({"a", "b", "c"}, 0);
    ASSERT_TRUE(IsOk(Restore())) << done;
    EXPECT_EQ(Get("a"), (std::vector<float>{expected, expected + 1})) << done;
    EXPECT_EQ(Get("c"), (std::vector<float>{expected, expected + 1})) << done;
    // And the next save begins from there.
    Set({"a", "b", "c"}, 20);
    ASSERT_TRUE(IsOk(Save())) << done;
    Set({"a"}, 0);
    ASSERT_TRUE(IsOk(Restore())) << done;
    EXPECT_EQ(Get("a"), (std::vector<float>{20, 21})) << done;
  }
}

TEST_F(ShardedTest, WhatIsGoneOrDoesNotFitIsNamed) {
  Set({"a", "b", "c"}, 1);
  ASSERT_TRUE(IsOk(Save()));
  Set({"a", "b", "c"}, 5);
  const fs::path kept = folder_ / "kept";
  fs::copy(Of("ps", 1), kept, fs::copy_options::recursive);
  const auto put_back = [&] {
    for (const auto& entry : fs::directory_iterator(kept))
      fs::copy(entry, Of("ps", 1) / entry.path().filename(), fs::copy_options::overwrite_existing);
  };
  // A file that is gone, as with the disk of its task.
  fs::remove(Of("ps", 1) / "model.ps-1.1.index");
  EXPECT_TRUE(Fails(Restore(), RNL_DATA_LOSS, {"model.ps-1.1", "/job:ps/replica:0/task:1"}));
  // One of another save.
  ASSERT_TRUE(IsOk(Save()));
  for (const char* end : {".index", ".data-00000-of-00001"}) {
    fs::copy(Of("ps", 1) / ("model.ps-1.0" + std::string(end)),
             Of("ps", 1) / ("model.ps-1.1" + std::string(end)), fs::copy_options::overwrite_existing);
  }
  for (const int index : {0, 1}) {
    for (const auto& entry : fs::directory_iterator(Of("ps", index))) {
      const std::string name = entry.path().filename();
      if (name.find(".manifest") != std::string::npos) fs::remove(entry);
    }
  }
  for (const auto& entry : fs::directory_iterator(kept)) {
    const std::string name = entry.path().filename();
    if (name.find(".manifest") != std::string::npos) fs::copy(entry, Of("ps", 1) / name);
  }
  EXPECT_TRUE(Fails(Restore(), RNL_DATA_LOSS, {"model.ps-1.1", "another save"}));
  EXPECT_EQ(Get("a"), (std::vector<float>{5, 6})) << "nothing is assigned before everything is read";
  // Damage.
  put_back();
  const fs::path data = Of("ps", 1) / "model.ps-1.1.data-00000-of-00001";
  std::string bytes(fs::file_size(data), '\0');
  std::ifstream(data).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes[bytes.size() - 2] ^= 1;
  std::ofstream(data) << bytes;
  EXPECT_TRUE(Fails(Restore(), RNL_DATA_LOSS, {"model.ps-1.1"}));
  EXPECT_EQ(Get("a"), (std::vector<float>{5, 6}));
  put_back();
  ASSERT_TRUE(IsOk(Restore()));
  EXPECT_EQ(Get("b"), (std::vector<float>{1, 2}));
  // A graph that has another shape, or more variables.
  Net other;
  ASSERT_TRUE(IsOk(other.Load(runtime_, VariableText("a", ShapeText({3}), "/job:ps/task:0"), options_)));
  EXPECT_TRUE(Fails(rnl_session_restore_sharded(other.session(), rnl_str("model")), RNL_INVALID_ARGUMENT,
                    {"\"a\"", "[3]", "[2]"}));
  EXPECT_TRUE(Fails(rnl_session_restore_sharded(net_.session(), rnl_str("folder/")),
                    RNL_INVALID_ARGUMENT, {"folder/"}));
  EXPECT_TRUE(Fails(rnl_session_restore_sharded(net_.session(), rnl_str("../model")),
                    RNL_PERMISSION_DENIED, {"--files"}));
  EXPECT_TRUE(Fails(rnl_session_restore_sharded(nullptr, rnl_str("model")), RNL_INVALID_ARGUMENT));
}

TEST_F(ShardedTest, ASessionWithoutAClusterIsOneTask) {
  Net local;
  ASSERT_TRUE(IsOk(local.Load(runtime_, Graph("", ""))));
  for (const char* name : {"a", "b", "c"}) {
    const Tensor value = FloatTensor(runtime_, {2}, {1, 2});
    ASSERT_TRUE(IsOk(
        local.Run({{std::string(name) + "/value", value}}, {}, nullptr, {std::string(name) + "/set"})));
  }
  const std::string prefix = folder_ / "sub [1]*" / "model";  // characters that patterns have
  ASSERT_TRUE(IsOk(rnl_session_save_sharded(local.session(), rnl_str(prefix.c_str()))));
  EXPECT_TRUE(fs::exists(prefix + ".localhost-0.manifest.index"));
  Net again;
  ASSERT_TRUE(IsOk(again.Load(runtime_, Graph("", ""))));
  ASSERT_TRUE(IsOk(rnl_session_restore_sharded(again.session(), rnl_str(prefix.c_str()))));
  EXPECT_EQ(again.Fetch({}, "c/read"), (std::vector<float>{1, 2}));
}

// Two servers that share a folder do not get into each other's way.
TEST_F(ShardedTest, TasksMayShareAFolder) {
  net_ = Net();
  for (const int index : {0, 1}) servers_.Stop("ps", index);
  for (const int index : {0, 1}) servers_.Start("ps", index, folder_.string());
  ASSERT_TRUE(IsOk(net_.Load(runtime_, Graph("/job:ps/task:0", "/job:ps/task:1"), options_)));
  for (const float value : {1.f, 2.f, 3.f}) {
    Set({"a", "b", "c"}, value);
    ASSERT_TRUE(IsOk(Save()));
    Set({"a", "b", "c"}, 0);
    ASSERT_TRUE(IsOk(Restore()));
    EXPECT_EQ(Get("a")[0], value);
    EXPECT_EQ(Get("c")[0], value);
  }
  EXPECT_EQ(Saves(), 3);
}

}  // namespace
}  // namespace runnel_test
