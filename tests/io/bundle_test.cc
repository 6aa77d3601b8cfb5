#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "core/base/crc32c.h"
#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"
#include "core/io/checkpoint_manager.h"
#include "core/io/index_table.h"
#include "core/io/saved_variant.h"
#include "tests/io/io_test_util.h"

namespace runnel {
namespace {

constexpr DType kPlainTypes[] = {DType::kFloat,      DType::kDouble, DType::kInt32,     DType::kUInt8,
                                 DType::kInt16,      DType::kInt8,   DType::kComplex64, DType::kInt64,
                                 DType::kBool,       DType::kQInt8,  DType::kQUInt8,    DType::kQInt32,
                                 DType::kBFloat16,   DType::kQInt16, DType::kQUInt16,   DType::kUInt16,
                                 DType::kComplex128, DType::kHalf,   DType::kUInt32,    DType::kUInt64};

TEST(Crc32c, GivesTheKnownValuesOnBothPaths) {
  EXPECT_EQ(Crc32c("123456789"), 0xe3069283u);
  EXPECT_EQ(Crc32c(""), 0u);
  EXPECT_EQ(Crc32c(std::string(32, '\0')), 0x8a9136aau);  // RFC 3720, B.4
  EXPECT_EQ(Crc32c(std::string(32, '\xff')), 0x62a8ab43u);
  EXPECT_EQ(UnmaskCrc32c(MaskCrc32c(0x12345678u)), 0x12345678u);
  std::string data(30000, '\0');
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>(i * i >> 3);
  for (size_t size = 0; size < data.size(); size += size < 600 ? 1 : 211) {
    const size_t start = size % 9;
    ASSERT_EQ(ExtendCrc32c(7, data.data() + start, size - std::min(size, start)),
              ExtendCrc32cPortable(7, data.data() + start, size - std::min(size, start)))
        << size;
  }
}

TEST(Bundle, ReadsBackEveryTypeAndOddShapes) {
  TempFolder folder;
  const std::string prefix = folder / "ckpt";
  BundleWriter writer{FileSystem(), prefix};
  std::map<std::string, Tensor> written;
  unsigned seed = 1;
  for (const DType dtype : kPlainTypes) {
    for (const Shape& shape : {Shape{}, Shape{0}, Shape{1}, Shape{3, 0, 2}, Shape{7}, Shape{2, 3, 5}}) {
      written[std::string(DTypeName(dtype)) + shape.ToString()] = Pattern(dtype, shape, seed++);
    }
  }
  written["big"] = Pattern(DType::kFloat, Shape{300, 1001}, 3);
  written["rank9"] = Pattern(DType::kInt8, Shape{1, 2, 1, 2, 1, 2, 1, 2, 3}, 4);
  written["strings"] = Strings(Shape{2, 2}, {"", "a", std::string(300, 'x'), std::string("\0\xff", 2)});
  written["string scalar"] = Strings(Shape{}, {"hello"});
  written["no strings"] = Strings(Shape{0, 4}, {});
  for (const auto& [name, tensor] : written) RUNNEL_ASSERT_OK(writer.Add(name, tensor));
  RUNNEL_ASSERT_OK(writer.Finish());

  auto reader = BundleReader::Open(FileSystem(), prefix);
  ASSERT_TRUE(reader.ok()) << reader.status().ToString();
  EXPECT_EQ((*reader)->tensors().size(), written.size());
  for (const auto& [name, tensor] : written) {
    auto read = (*reader)->Read(name, SystemAllocator());
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_TRUE(SameTensor(*read, tensor)) << name;
  }
  RUNNEL_EXPECT_OK((*reader)->Verify());
  EXPECT_EQ((*reader)->Read("nope", SystemAllocator()).status().code(), Code::kNotFound);
  const std::vector<std::string> names = *FileSystem().List(folder.path());
  for (const auto& name : names) EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
}

TEST(Bundle, RefusesNamesAndTypesThatItCannotStore) {
  TempFolder folder;
  BundleWriter writer{FileSystem(), folder / "ckpt"};
  const Tensor value = Pattern(DType::kFloat, Shape{2}, 1);
  EXPECT_EQ(writer.Add("", value).code(), Code::kInvalidArgument);
  EXPECT_EQ(writer.Add(std::string("\0a", 2), value).code(), Code::kInvalidArgument);
  RUNNEL_EXPECT_OK(writer.Add("a", value));
  EXPECT_EQ(writer.Add("a", value).code(), Code::kInvalidArgument);
  EXPECT_EQ(writer.Add("empty", Tensor()).code(), Code::kUnimplemented);
}

ShapeAndSlice At(const std::string& text) {
  auto parsed = ParseShapeAndSlice(text);
  EXPECT_TRUE(parsed.ok()) << parsed.status().ToString();
  return parsed.ok() ? *parsed : ShapeAndSlice();
}

class Unsavable : public Variant {
 public:
  std::string_view TypeName() const override { return "unsavable"; }
};

TEST(Bundle, HoldsVariantsThatCanBeWritten) {
  TempFolder folder;
  auto pair = Tensor::Allocate(SystemAllocator(), DType::kVariant, Shape{2});
  ASSERT_TRUE(pair.ok());
  const auto set = [](const Tensor& tensor, int64_t i, Ref<Variant> value) {
    static_cast<VariantBuffer*>(tensor.buffer().get())->Set(i, std::move(value));
  };
  const std::string large(300'000, 'x');
  set(*pair, 0, MakeRef<SavedVariant>("one", ""));
  set(*pair, 1, MakeRef<SavedVariant>("tensorflow::Iterator", large));
  BundleWriter writer{FileSystem(), folder / "c"};
  RUNNEL_ASSERT_OK(writer.Add("pair", *pair));
  RUNNEL_ASSERT_OK(writer.Add("after", Pattern(DType::kFloat, Shape{2}, 1)));
  EXPECT_EQ(writer.Add("odd", MakeVariant(MakeRef<Unsavable>())).code(), Code::kUnimplemented);
  EXPECT_EQ(writer.AddSlice("pair2", *ParseShapeAndSlice("4 0,2"), *pair).code(), Code::kUnimplemented);
  RUNNEL_ASSERT_OK(writer.Finish());

  auto reader = BundleReader::Open(FileSystem(), folder / "c");
  ASSERT_TRUE(reader.ok()) << reader.status().ToString();
  RUNNEL_EXPECT_OK((*reader)->Verify());
  const auto read = (*reader)->Read("pair", SystemAllocator());
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  ASSERT_TRUE(read->shape() == Shape{2});
  const std::pair<std::string, std::string> wanted[] = {{"one", ""}, {"tensorflow::Iterator", large}};
  for (int64_t i = 0; i < 2; ++i) {
    ASSERT_EQ(VariantAt(*read, i)->TypeName(), SavedVariant::kTypeName);
    const auto& saved = static_cast<const SavedVariant&>(*VariantAt(*read, i));
    EXPECT_EQ(saved.SavedType(), wanted[i].first);
    EXPECT_TRUE(saved.bytes() == wanted[i].second);
  }
  EXPECT_TRUE(
      SameTensor(*(*reader)->Read("after", SystemAllocator()), Pattern(DType::kFloat, Shape{2}, 1)));
  EXPECT_EQ((*reader)->ReadSlice("pair", *TensorSlice::Parse("0,1"), SystemAllocator()).status().code(),
            Code::kUnimplemented);

  // Damage anywhere in the variants is found.
  const std::string path = BundleDataPath(folder / "c", 0, 1), bytes = Slurp(path);
  for (const size_t at : {size_t{0}, size_t{3}, size_t{9}, size_t{12}, bytes.size() / 2}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    Spill(path, damaged);
    auto again = BundleReader::Open(FileSystem(), folder / "c");
    ASSERT_TRUE(again.ok());
    EXPECT_EQ((*again)->Read("pair", SystemAllocator()).status().code(), Code::kDataLoss) << at;
  }
}

TEST(Bundle, PutsPartitionedTensorsTogetherAndReadsAnyBoxOfThem) {
  TempFolder folder;
  const std::string prefix = folder / "ckpt";
  std::vector<int32_t> values(6 * 4);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int32_t>(i);
  const Tensor whole = *Tensor::FromValues<int32_t>(Shape{6, 4}, values);
  const auto box = [&](int r0, int rows, int c0, int cols) {
    std::vector<int32_t> part;
    for (int r = r0; r < r0 + rows; ++r) {
      for (int c = c0; c < c0 + cols; ++c)
        part.push_back(values[static_cast<size_t>(r) * 4 + static_cast<size_t>(c)]);
    }
    return *Tensor::FromValues<int32_t>(Shape{rows, cols}, part);
  };
  BundleWriter writer{FileSystem(), prefix};
  RUNNEL_ASSERT_OK(writer.AddSlice("p", At("6 4 0,2:-"), box(0, 2, 0, 4)));
  RUNNEL_ASSERT_OK(writer.AddSlice("p", At("6 4 2,4:0,1"), box(2, 4, 0, 1)));
  RUNNEL_ASSERT_OK(writer.AddSlice("p", At("6 4 2,4:1,3"), box(2, 4, 1, 3)));
  RUNNEL_ASSERT_OK(writer.AddSlice("full", At("6 4 -:-"), whole));
  RUNNEL_ASSERT_OK(writer.AddSlice("s", At("3 0,1"), Strings(Shape{1}, {"x"})));
  RUNNEL_ASSERT_OK(writer.AddSlice("s", At("3 1,2"), Strings(Shape{2}, {"y", "zz"})));
  RUNNEL_ASSERT_OK(
      writer.AddSlice("gap", At("4 0,1"), *Tensor::FromValues<float>(Shape{1}, std::vector<float>{1})));
  EXPECT_EQ(writer.AddSlice("p", At("6 4 0,2:-"), box(0, 2, 0, 4)).code(), Code::kInvalidArgument);
  EXPECT_EQ(writer.AddSlice("p", At("7 4 0,2:-"), box(0, 2, 0, 4)).code(), Code::kInvalidArgument);
  EXPECT_EQ(writer.AddSlice("q", At("6 4 0,3:-"), box(0, 2, 0, 4)).code(), Code::kInvalidArgument);
  RUNNEL_ASSERT_OK(writer.Finish());

  auto reader = BundleReader::Open(FileSystem(), prefix);
  ASSERT_TRUE(reader.ok()) << reader.status().ToString();
  EXPECT_EQ((*reader)->tensors().size(), 4u);
  for (const char* name : {"p", "full"}) {
    auto read = (*reader)->Read(name, SystemAllocator());
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_TRUE(SameTensor(*read, whole));
    for (int r = 0; r < 6; ++r) {
      for (int rows = 1; r + rows <= 6; ++rows) {
        for (int c = 0; c < 4; ++c) {
          for (int cols = 1; c + cols <= 4; ++cols) {
            const TensorSlice slice({{r, rows}, {c, cols}});
            auto part = (*reader)->ReadSlice(name, slice, SystemAllocator());
            ASSERT_TRUE(part.ok()) << part.status().ToString();
            EXPECT_TRUE(SameTensor(*part, box(r, rows, c, cols))) << slice.ToString();
          }
        }
      }
    }
  }
  EXPECT_TRUE(SameTensor(*(*reader)->Read("s", SystemAllocator()), Strings(Shape{3}, {"x", "y", "zz"})));
  EXPECT_EQ((*reader)->Read("gap", SystemAllocator()).status().code(), Code::kDataLoss);
  EXPECT_EQ((*reader)->ReadSlice("p", TensorSlice({{5, 2}, {0, 1}}), SystemAllocator()).status().code(),
            Code::kInvalidArgument);
  EXPECT_EQ((*reader)->ReadSlice("p", TensorSlice({{0, 1}}), SystemAllocator()).status().code(),
            Code::kInvalidArgument);
}

TEST(Bundle, ShapeAndSliceTextIsCheckedWhole) {
  for (const char* bad : {"", "4", "4 ", " -", "4 -:-", "4 5,1", "4 2,3", "4 0,0", "4 1", "4 -1,2",
                          "x -", "4  -", "4 0,99999999999999999999", "99999999999999999999 -",
                          "9223372036854775807 9223372036854775807 -:-"}) {
    EXPECT_EQ(ParseShapeAndSlice(bad).status().code(), Code::kInvalidArgument) << bad;
  }
  EXPECT_EQ(At("4 3 0,2:-").slice.ToString(), "0,2:-");
}

TEST(Bundle, SliceKeysAreTensorFlowsAndOrdered) {
  // Taken apart by hand from the definition of ordered code.
  EXPECT_EQ(SliceKey("a", TensorSlice({{0, 10}, {0, -1}})),
            std::string("\0a\0\1\1\2\x80\x8a\x80\x7f", 10));
  EXPECT_EQ(SliceKey("", TensorSlice({{64, 8192}})), std::string("\0\0\1\1\1\xc0\x40\xe0\x20\x00", 10));
  std::string previous;
  for (const int64_t start :
       {int64_t{0}, int64_t{1}, int64_t{63}, int64_t{64}, int64_t{8191}, int64_t{8192}, int64_t{1} << 20,
        int64_t{1} << 27, int64_t{1} << 34, int64_t{1} << 41, int64_t{1} << 48, int64_t{1} << 55,
        int64_t{1} << 62, INT64_MAX}) {
    for (const std::string& name : {std::string("n"), std::string("n\0\xff\0x", 5)}) {
      const TensorSlice slice({{start, 1}, {0, -1}});
      std::string parsed_name;
      TensorSlice parsed;
      ASSERT_TRUE(ParseSliceKey(SliceKey(name, slice), &parsed_name, &parsed)) << start;
      EXPECT_EQ(parsed_name, name);
      EXPECT_EQ(parsed, slice);
    }
    const std::string key = SliceKey("n", TensorSlice({{start, 1}}));
    EXPECT_LT(previous, key);
    previous = key;
  }
}

TEST(Bundle, MergesShardsIntoOneCheckpoint) {
  TempFolder folder;
  const Tensor a = Pattern(DType::kFloat, Shape{5}, 1), b = Pattern(DType::kInt64, Shape{2, 2}, 2);
  const Tensor top = Pattern(DType::kHalf, Shape{1, 3}, 3),
               bottom = Pattern(DType::kHalf, Shape{2, 3}, 4);
  const std::vector<std::string> parts = {folder / "part0/shard", folder / "part1/shard"};
  for (int round = 0; round < 3; ++round) {  // each time over the last one
    {
      BundleWriter writer{FileSystem(), parts[0]};
      RUNNEL_ASSERT_OK(writer.Add("a", a));
      RUNNEL_ASSERT_OK(writer.AddSlice("p", At("3 3 0,1:-"), top));
      RUNNEL_ASSERT_OK(writer.Finish());
    }
    {
      BundleWriter writer{FileSystem(), parts[1]};
      RUNNEL_ASSERT_OK(writer.Add("b", b));
      RUNNEL_ASSERT_OK(writer.AddSlice("p", At("3 3 1,2:-"), bottom));
      RUNNEL_ASSERT_OK(writer.Finish());
    }
    RUNNEL_ASSERT_OK(MergeBundles(FileSystem(), parts, folder / "merged", true));
    EXPECT_FALSE(*FileSystem().Exists(folder / "part0"));
    auto reader = BundleReader::Open(FileSystem(), folder / "merged");
    ASSERT_TRUE(reader.ok()) << reader.status().ToString();
    RUNNEL_EXPECT_OK((*reader)->Verify());
    EXPECT_TRUE(SameTensor(*(*reader)->Read("a", SystemAllocator()), a));
    EXPECT_TRUE(SameTensor(*(*reader)->Read("b", SystemAllocator()), b));
    const Tensor p = *(*reader)->Read("p", SystemAllocator());
    EXPECT_EQ(std::memcmp(p.data(), top.data(), top.size_bytes()), 0);
    EXPECT_EQ(
        std::memcmp(static_cast<char*>(p.data()) + top.size_bytes(), bottom.data(), bottom.size_bytes()),
        0);
    const size_t shards = static_cast<size_t>((*reader)->header().num_shards);
    EXPECT_EQ(FileSystem().List(folder.path())->size(), 1 + shards) << "old data files stay";
  }
}

TEST(Bundle, RefusesToMergeTwoTensorsOfOneName) {
  TempFolder folder;
  for (const char* part : {"x", "y"}) {
    BundleWriter writer{FileSystem(), folder / part};
    RUNNEL_ASSERT_OK(writer.Add("same", Pattern(DType::kFloat, Shape{2}, 1)));
    RUNNEL_ASSERT_OK(writer.Finish());
  }
  const std::vector<std::string> parts = {folder / "x", folder / "y"};
  EXPECT_EQ(MergeBundles(FileSystem(), parts, folder / "z", false).code(), Code::kInvalidArgument);
  RUNNEL_EXPECT_OK((*BundleReader::Open(FileSystem(), parts[0]))->Verify());
}

TEST(Bundle, SavingOverACheckpointLeavesOneOfIt) {
  TempFolder folder;
  for (unsigned round = 0; round < 4; ++round) {
    BundleWriter writer{FileSystem(), folder / "m"};
    const Tensor value = Pattern(DType::kDouble, Shape{20}, round);
    RUNNEL_ASSERT_OK(writer.Add("v", value));
    RUNNEL_ASSERT_OK(writer.Finish());
    auto reader = BundleReader::Open(FileSystem(), folder / "m");
    ASSERT_TRUE(reader.ok());
    EXPECT_TRUE(SameTensor(*(*reader)->Read("v", SystemAllocator()), value));
    EXPECT_EQ(FileSystem().List(folder.path())->size(), round % 2 == 0 ? 2u : 3u);
  }
}

TEST(Bundle, NamesTheOtherByteOrderAndNewerFormats) {
  BundleHeader header;
  header.big_endian = true;
  auto index = ParseBundleIndex(*BuildIndexTable({{"", EncodeBundleHeader(header)}}));
  EXPECT_EQ(index.status().code(), Code::kUnimplemented);
  EXPECT_NE(index.status().message().find("big-endian"), std::string_view::npos);
  header.big_endian = false;
  header.min_consumer = 7;
  EXPECT_EQ(ParseBundleIndex(*BuildIndexTable({{"", EncodeBundleHeader(header)}})).status().code(),
            Code::kUnimplemented);
}

TEST(CheckpointManager, KeepsTheNewestAndNamesThemInTheStateFile) {
  TempFolder folder;
  for (int64_t step = 1; step <= 5; ++step) {
    auto manager = CheckpointManager::Open(FileSystem(), folder.path(), 2);  // a new process each time
    ASSERT_TRUE(manager.ok()) << manager.status().ToString();
    const std::string prefix = manager->PrefixFor("model", step);
    BundleWriter writer{FileSystem(), prefix};
    RUNNEL_ASSERT_OK(writer.Add("step", *Tensor::FromScalar<int64_t>(step)));
    RUNNEL_ASSERT_OK(writer.Finish());
    RUNNEL_ASSERT_OK(manager->Record(prefix, 1000.5 + static_cast<double>(step)));
  }
  const std::vector<std::string> expected = {"checkpoint", "model-4.data-00000-of-00001",
                                             "model-4.index", "model-5.data-00000-of-00001",
                                             "model-5.index"};
  EXPECT_EQ(*FileSystem().List(folder.path()), expected);
  EXPECT_EQ(*LatestCheckpoint(FileSystem(), folder.path()), folder / "model-5");
  EXPECT_EQ(Slurp(folder / "checkpoint"),
            "model_checkpoint_path: \"model-5\"\nall_model_checkpoint_paths: \"model-4\"\n"
            "all_model_checkpoint_paths: \"model-5\"\nall_model_checkpoint_timestamps: 1004.5\n"
            "all_model_checkpoint_timestamps: 1005.5\n");
}

TEST(CheckpointManager, KeepsOneEverySoManyHoursForEver) {
  TempFolder folder;
  const double begin = 4e9, hour = 3600;  // later than the manager was opened
  const auto save = [&](const std::string& name, double seconds) {
    auto manager = CheckpointManager::Open(FileSystem(), folder.path(), KeepRules{2, 2, "model-"});
    ASSERT_TRUE(manager.ok()) << manager.status().ToString();
    BundleWriter writer{FileSystem(), folder / name};
    RUNNEL_ASSERT_OK(writer.Add("step", *Tensor::FromScalar<int64_t>(1)));
    RUNNEL_ASSERT_OK(writer.Finish());
    RUNNEL_ASSERT_OK(manager->Record(folder / name, seconds));
  };
  save("other-1", 1);  // of another saver
  for (int i = 0; i < 8; ++i) save("model-" + std::to_string(i), begin + i * hour);
  std::vector<std::string> left;
  const std::vector<std::string> names = *FileSystem().List(folder.path());
  for (const std::string& name : names) {
    if (name.ends_with(".index")) left.push_back(name);
  }
  // 0 is the first one since the manager was opened, 2 and 4 are two hours apart, 6 and 7 the newest.
  EXPECT_EQ(left, (std::vector<std::string>{"model-0.index", "model-2.index", "model-4.index",
                                            "model-6.index", "model-7.index", "other-1.index"}));
  const auto state = ReadCheckpointState(FileSystem(), folder.path());
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(state->all, (std::vector<std::string>{"other-1", "model-6", "model-7"}));
  EXPECT_EQ(state->last_preserved, begin + 4 * hour);
}

TEST(CheckpointManager, DeletesNothingForACheckpointThatDoesNotReadBack) {
  TempFolder folder;
  auto manager = CheckpointManager::Open(FileSystem(), folder.path(), 1);
  ASSERT_TRUE(manager.ok());
  for (const char* name : {"a-1", "a-2"}) {
    BundleWriter writer{FileSystem(), folder / name};
    RUNNEL_ASSERT_OK(writer.Add("v", Pattern(DType::kFloat, Shape{100}, 1)));
    RUNNEL_ASSERT_OK(writer.Finish());
  }
  RUNNEL_ASSERT_OK(manager->Record(folder / "a-1"));
  const std::string data_path = BundleDataPath(folder / "a-2", 0, 1);
  std::string data = Slurp(data_path);
  data[17] = static_cast<char>(data[17] ^ 4);
  Spill(data_path, data);
  EXPECT_EQ(manager->Record(folder / "a-2").code(), Code::kDataLoss);
  EXPECT_EQ(*LatestCheckpoint(FileSystem(), folder.path()), folder / "a-1");
  RUNNEL_EXPECT_OK((*BundleReader::Open(FileSystem(), folder / "a-1"))->Verify());
}

TEST(CheckpointManager, ReadsStateFilesAsTensorFlowWritesThem) {
  auto state = ParseCheckpointState(
      "model_checkpoint_path: \"a\\\"b\\\\c\\303\\251\"\n# note\nall_model_checkpoint_paths: \"/x/y\"\n"
      "all_model_checkpoint_timestamps: 1.5e9\n\nlast_preserved_timestamp: 3\n");
  ASSERT_TRUE(state.ok()) << state.status().ToString();
  EXPECT_EQ(state->latest, "a\"b\\c\xc3\xa9");
  EXPECT_EQ(state->all, std::vector<std::string>{"/x/y"});
  EXPECT_EQ(state->times, std::vector<double>{1.5e9});
  EXPECT_EQ(state->last_preserved, 3);
  EXPECT_EQ(ParseCheckpointState("last_preserved_timestamp: x").status().code(), Code::kDataLoss);
  EXPECT_EQ(ParseCheckpointState(PrintCheckpointState(*state))->latest, state->latest);
  EXPECT_EQ(ParseCheckpointState("model_checkpoint_path: \"open").status().code(), Code::kDataLoss);
  EXPECT_EQ(ParseCheckpointState("model_checkpoint_path").status().code(), Code::kDataLoss);
}

// Every checkpoint of the data folder, whoever wrote it.
TEST(BundleData, ReadsAndVerifiesEveryCheckpoint) {
  const char* const root = std::getenv("RUNNEL_DATA_DIR");
  if (root == nullptr) GTEST_SKIP() << "data: RUNNEL_DATA_DIR is not set";
  int found = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".index") continue;
    std::string prefix = entry.path().string();
    prefix.resize(prefix.size() - 6);
    auto reader = BundleReader::Open(FileSystem(), prefix);
    ASSERT_TRUE(reader.ok()) << reader.status().ToString();
    EXPECT_FALSE((*reader)->tensors().empty()) << prefix;
    RUNNEL_EXPECT_OK((*reader)->Verify());
    // Written again by us, the data are the same and so is what the index says of each tensor.
    TempFolder folder;
    BundleWriter writer{FileSystem(), folder / "again"};
    for (const auto& [name, unused] : (*reader)->tensors()) {
      auto read = (*reader)->Read(name, SystemAllocator());
      ASSERT_TRUE(read.ok()) << read.status().ToString();
      RUNNEL_ASSERT_OK(writer.Add(name, *read));
    }
    RUNNEL_ASSERT_OK(writer.Finish());
    auto again = BundleReader::Open(FileSystem(), folder / "again");
    ASSERT_TRUE(again.ok());
    for (const auto& [name, theirs] : (*reader)->tensors()) {
      const BundleEntry* const ours = (*again)->Find(name);
      ASSERT_NE(ours, nullptr) << name;
      EXPECT_EQ(ours->size, theirs.size) << name;
      EXPECT_EQ(ours->masked_crc32c, theirs.masked_crc32c) << name;
    }
    ++found;
  }
  EXPECT_GE(found, 7);
}

}  // namespace
}  // namespace runnel
