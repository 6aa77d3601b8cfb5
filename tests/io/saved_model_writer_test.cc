// The folder of a SavedModel appears whole or not at all, whatever call fails.
#include "core/io/saved_model_writer.h"

#include <gtest/gtest.h>

#include "core/io/bundle_reader.h"
#include "tests/io/io_test_util.h"

namespace runnel {
namespace {

using Fault = FaultyCalls::Fault;

SavedModelFiles Model(const std::string& asset) {
  SavedModelFiles model;
  model.model = std::string(5000, 'm');
  model.variables.push_back({"whole", "", Pattern(DType::kFloat, Shape{300}, 1)});
  model.variables.push_back({"part", "4 2 0,1:-", Pattern(DType::kFloat, Shape{1, 2}, 2)});
  model.variables.push_back({"part", "4 2 1,3:-", Pattern(DType::kFloat, Shape{3, 2}, 3)});
  model.assets.push_back({"words", asset});
  return model;
}

void ExpectWhole(const std::string& folder, const SavedModelFiles& model) {
  EXPECT_EQ(*FileSystem().ReadAll(folder + "/saved_model.pb"), model.model);
  EXPECT_EQ(*FileSystem().ReadAll(folder + "/assets/words"), "a\nb\n");
  const auto reader = BundleReader::Open(FileSystem(), folder + "/variables/variables");
  ASSERT_TRUE(reader.ok()) << reader.status().ToString();
  RUNNEL_EXPECT_OK((*reader)->Verify());
  EXPECT_EQ((*reader)->Read("part", SystemAllocator())->shape(), (Shape{4, 2}));
}

TEST(SavedModelWriter, AnyCallThatFailsIsReportedAndNothingIsLeft) {
  for (const int error : {EIO, ENOSPC}) {
    for (int n = 0;; ++n) {
      TempFolder folder;
      RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder / "words", "a\nb\n"));
      const SavedModelFiles model = Model(folder / "words");
      FaultyCalls calls;
      calls.fault = Fault::kFail;
      calls.at = n;
      calls.error = error;
      const Status status = WriteSavedModel(FileSystem(&calls), folder / "model", model);
      if (calls.failures == 0) {
        RUNNEL_EXPECT_OK(status);
        ExpectWhole(folder / "model", model);
        EXPECT_GT(n, 20);
        break;
      }
      const bool is_there = *FileSystem().Exists(folder / "model");
      if (is_there) {  // the sync of the folder behind the commit
        ExpectWhole(folder / "model", model);
      } else {
        EXPECT_FALSE(status.ok()) << "call " << n;
      }
      if (status.ok()) continue;
      EXPECT_NE(status.message().find(folder.path()), std::string_view::npos) << status.ToString();
      if (error == ENOSPC) {
        EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
      }
      const auto names = *FileSystem().List(folder.path());
      EXPECT_EQ(names.size(), is_there ? 2u : 1u) << "call " << n << ": left over " << names.front();
    }
  }
}

TEST(SavedModelWriter, ShortAndInterruptedCallsAreFinished) {
  for (const Fault fault : {Fault::kShort, Fault::kInterrupt}) {
    TempFolder folder;
    RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder / "words", "a\nb\n"));
    FaultyCalls calls;
    calls.fault = fault;
    const SavedModelFiles model = Model(folder / "words");
    RUNNEL_ASSERT_OK(WriteSavedModel(FileSystem(&calls), folder / "model", model));
    ExpectWhole(folder / "model", model);
  }
}

TEST(SavedModelWriter, FoldersOfWritersThatWereKilledAreNotTouched) {
  TempFolder folder;
  RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder / "words", "a\nb\n"));
  RUNNEL_ASSERT_OK(FileSystem().MakeFolders(folder / "model.tmp-0"));
  RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder / "model.tmp-0/mine", "x"));
  RUNNEL_ASSERT_OK(WriteSavedModel(FileSystem(), folder / "model", Model(folder / "words")));
  EXPECT_EQ(*FileSystem().ReadAll(folder / "model.tmp-0/mine"), "x");
  EXPECT_FALSE(*FileSystem().Exists(folder / "model.tmp-1"));
}

TEST(SavedModelWriter, AssetsOfOneNameAreNumbered) {
  std::vector<SavedModelFiles::Asset> assets;
  for (const char* path : {"/a/words", "/b/words", "words", "/c/other"})
    assets.push_back({AssetName(path, assets), path});
  EXPECT_EQ(assets[0].filename, "words");
  EXPECT_EQ(assets[1].filename, "words_1");
  EXPECT_EQ(assets[2].filename, "words_2");
  EXPECT_EQ(assets[3].filename, "other");
}

}  // namespace
}  // namespace runnel
