// Checkpoints of TensorFlow's first format, written here as its tensor_slice_writer does; those that
// TensorFlow itself wrote are read in tests/tools/test_resume.py.
#include "core/io/first_format.h"

#include <gtest/gtest.h>

#include "core/io/bundle_reader.h"
#include "core/io/first_format_writer.h"
#include "core/io/index_table.h"
#include "core/io/proto.h"
#include "tests/io/io_test_util.h"

namespace runnel {
namespace {

// One slice: its tensor, where it lies, and its values as the fields of a TensorProto.
struct Piece {
  std::string name;
  DType dtype;
  Shape shape;  // of the tensor
  TensorSlice slice;
  std::string values;
};

std::string Dims(const Shape& shape) {
  ProtoWriter out;
  for (const int64_t size : shape.dims()) {
    ProtoWriter dim;
    dim.Int64(1, size);
    out.Bytes(2, dim.bytes());
  }
  return out.Take();
}

std::string Extents(const TensorSlice& slice) {
  ProtoWriter out;
  for (const TensorSlice::Extent& extent : slice.extents()) {
    ProtoWriter one;
    if (extent.length != TensorSlice::kWholeDim) {
      one.Int64(1, extent.start);
      one.Int64(2, extent.length);
    }
    out.Bytes(1, one.bytes());
  }
  return out.Take();
}

std::string Floats(std::initializer_list<float> values) {
  ProtoWriter out;
  for (const float value : values) out.Float(5, value);
  return out.Take();
}

// The bytes of a shard.
std::string Table(const std::vector<Piece>& pieces) {
  ProtoWriter list;
  std::map<std::string, std::string> entries;
  for (const Piece& piece : pieces) {
    ProtoWriter tensor, slice, data;
    tensor.Bytes(1, piece.name);
    tensor.Bytes(2, Dims(piece.shape));
    tensor.Int64(3, static_cast<int64_t>(piece.dtype));
    tensor.Bytes(4, Extents(piece.slice));
    list.Bytes(1, tensor.bytes());
    slice.Bytes(1, piece.name);
    slice.Bytes(2, Extents(piece.slice));
    slice.Bytes(3, piece.values);
    data.Bytes(2, slice.bytes());
    entries[SliceKey(piece.name, piece.slice)] = data.Take();
  }
  ProtoWriter versions;
  versions.Int64(1, 1);
  list.Bytes(2, versions.bytes());
  ProtoWriter meta;
  meta.Bytes(1, list.bytes());
  entries[""] = meta.Take();
  return *BuildIndexTable({entries.begin(), entries.end()});
}

std::vector<Piece> TwoTensors() {
  ProtoWriter text;
  for (const char* value : {"a", "", "bcd"}) text.Bytes(8, value);
  return {{"w", DType::kFloat, Shape{2, 2}, TensorSlice::Whole(2), Floats({1, 2, 3, 4})},
          {"words", DType::kString, Shape{3}, TensorSlice::Whole(1), text.Take()}};
}

Result<std::unique_ptr<BundleReader>> Open(const std::vector<std::string>& shards) {
  RUNNEL_ASSIGN_OR_RETURN(const FirstFormat read, ReadFirstFormat(shards));
  return std::make_unique<BundleReader>(
      "model", read.index,
      [read](int32_t, int32_t) -> Result<std::unique_ptr<ReadableFile>> { return read.OpenData(); });
}

TEST(FirstFormat, IsReadAsACheckpoint) {
  TempFolder folder;
  RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder / "model", Table(TwoTensors())));
  const auto reader = BundleReader::Open(FileSystem(), folder / "model");
  ASSERT_TRUE(reader.ok()) << reader.status().ToString();
  RUNNEL_EXPECT_OK((*reader)->Verify());
  EXPECT_EQ((*reader)->tensors().size(), 2u);
  const Tensor w = *(*reader)->Read("w", SystemAllocator());
  EXPECT_EQ(w.shape(), (Shape{2, 2}));
  EXPECT_EQ(w.values<float>()[3], 4);
  const Tensor words = *(*reader)->Read("words", SystemAllocator());
  EXPECT_EQ(words.string_at(2), "bcd");
  EXPECT_EQ((*reader)->Read("none", SystemAllocator()).status().code(), Code::kNotFound);
  const auto row = (*reader)->ReadSlice("w", *TensorSlice::Parse("1,1:-"), SystemAllocator());
  ASSERT_TRUE(row.ok()) << row.status().ToString();
  EXPECT_EQ(row->values<float>()[0], 3);
}

TEST(FirstFormat, ATensorWithoutElementsIsRead) {
  const auto reader =
      Open({Table({{"none", DType::kFloat, Shape{0, 2}, TensorSlice::Whole(2), Floats({})}})});
  ASSERT_TRUE(reader.ok()) << reader.status().ToString();
  const auto none = (*reader)->Read("none", SystemAllocator());
  ASSERT_TRUE(none.ok()) << none.status().ToString();
  EXPECT_EQ(none->shape(), (Shape{0, 2}));
}

TEST(FirstFormat, SlicesOfSeveralShardsAreOneTensor) {
  TempFolder folder;
  const auto part = [](const char* slice, std::initializer_list<float> values) {
    return Piece{"w", DType::kFloat, Shape{3, 2}, *TensorSlice::Parse(slice), Floats(values)};
  };
  const std::string first = Table({part("0,1:-", {1, 2})}),
                    second = Table({part("1,2:-", {3, 4, 5, 6})});
  RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder / "model-00000-of-00002", first));
  RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder / "model-00001-of-00002", second));
  const auto reader = BundleReader::Open(FileSystem(), folder / "model");
  ASSERT_TRUE(reader.ok()) << reader.status().ToString();
  const auto w = (*reader)->Read("w", SystemAllocator());
  ASSERT_TRUE(w.ok()) << w.status().ToString();
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(w->values<float>()[i], static_cast<float>(i + 1));

  RUNNEL_ASSERT_OK(FileSystem().Remove(folder / "model-00000-of-00002"));
  const Status missing = BundleReader::Open(FileSystem(), folder / "model").status();
  EXPECT_EQ(missing.code(), Code::kNotFound);
  EXPECT_NE(missing.message().find("model-00001-of-00002"), std::string_view::npos)
      << missing.ToString();
  // One without all of its slices opens, and says what is missing when it is read.
  const auto half = Open({first});
  ASSERT_TRUE(half.ok());
  EXPECT_EQ((*half)->Read("w", SystemAllocator()).status().code(), Code::kDataLoss);
  EXPECT_EQ(Open({first, first}).status().code(), Code::kDataLoss);
}

// The name of all shards, as TensorFlow's savers note it in the state file.
TEST(FirstFormat, APatternStandsForAllShards) {
  TempFolder folder;
  RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder / "m-7-00000-of-00001", Table(TwoTensors())));
  RUNNEL_EXPECT_OK(BundleReader::Open(FileSystem(), folder / "m-7-\?\?\?\?\?-of-00001").status());
  RUNNEL_EXPECT_OK(BundleReader::Open(FileSystem(), folder / "m-7-\?\?\?\?\?-of-\?\?\?\?\?").status());
  EXPECT_EQ(BundleReader::Open(FileSystem(), folder / "m-8-\?\?\?\?\?-of-00001").status().code(),
            Code::kNotFound);
}

TEST(FirstFormat, WhatIsWrittenIsReadBack) {
  std::map<std::string, Tensor> written;
  FirstFormatWriter writer;
  unsigned seed = 1;
  for (const DType dtype : {DType::kFloat, DType::kDouble, DType::kInt32, DType::kUInt8, DType::kInt16,
                            DType::kInt8, DType::kComplex64, DType::kInt64, DType::kBool,
                            DType::kBFloat16, DType::kUInt16, DType::kComplex128, DType::kHalf,
                            DType::kUInt32, DType::kUInt64, DType::kQInt8, DType::kQInt32}) {
    for (const Shape& shape : {Shape{}, Shape{0, 2}, Shape{2, 3}}) {
      const std::string name = StrCat(DTypeName(dtype), seed);
      written[name] = Pattern(dtype, shape, seed++);
      RUNNEL_ASSERT_OK(writer.Add(name, written[name]));
    }
  }
  written["words"] = Strings(Shape{3}, {"", "abc", std::string(200, 'z')});
  RUNNEL_ASSERT_OK(writer.Add("words", written["words"]));
  const Tensor top = Pattern(DType::kInt32, Shape{1, 2}, 2),
               rest = Pattern(DType::kInt32, Shape{2, 2}, 3);
  RUNNEL_ASSERT_OK(writer.AddSlice("parts", *ParseShapeAndSlice("3 2 0,1:-"), top));
  RUNNEL_ASSERT_OK(writer.AddSlice("parts", *ParseShapeAndSlice("3 2 1,2:-"), rest));
  const Result<std::string> bytes = writer.Finish();
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  const auto reader = Open({*bytes});
  ASSERT_TRUE(reader.ok()) << reader.status().ToString();
  EXPECT_EQ((*reader)->tensors().size(), written.size() + 1);
  for (const auto& [name, tensor] : written) {
    const auto read = (*reader)->Read(name, SystemAllocator());
    ASSERT_TRUE(read.ok()) << name << ": " << read.status().ToString();
    EXPECT_TRUE(SameTensor(*read, tensor)) << name;
  }
  const Tensor parts = *(*reader)->Read("parts", SystemAllocator());
  EXPECT_EQ(parts.values<int32_t>()[1], top.values<int32_t>()[1]);
  EXPECT_EQ(parts.values<int32_t>()[5], rest.values<int32_t>()[3]);
}

TEST(FirstFormat, WhatCannotBeWrittenIsNamed) {
  FirstFormatWriter writer;
  const Tensor value = Pattern(DType::kFloat, Shape{1, 2}, 1);
  RUNNEL_ASSERT_OK(writer.AddSlice("w", *ParseShapeAndSlice("3 2 0,1:-"), value));
  const auto expect = [&](const char* name, const char* where, const Tensor& tensor, const char* says) {
    const Status status = writer.AddSlice(name, *ParseShapeAndSlice(where), tensor);
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
    EXPECT_NE(status.message().find(says), std::string_view::npos) << status.ToString();
  };
  expect("w", "3 2 0,1:-", value, "twice");
  expect("w", "4 2 1,1:-", value, "[3,2]");
  expect("w", "3 2 1,1:-", Pattern(DType::kInt32, Shape{1, 2}, 1), "int32");
  expect("v", "3 2 1,2:-", value, "[2,2]");
  expect("", "1 2 -:-", value, "needs a name");
}

TEST(FirstFormat, DamageIsAStatusThatNamesTheTensor) {
  const auto fails = [](const std::vector<Piece>& pieces, std::string_view what) {
    const auto reader = Open({Table(pieces)});
    EXPECT_EQ(reader.status().code(), Code::kDataLoss) << reader.status().ToString();
    EXPECT_NE(reader.status().message().find(what), std::string_view::npos)
        << reader.status().ToString();
  };
  const Piece good = TwoTensors()[0];
  Piece piece = good;
  piece.values = Floats({1, 2, 3});
  fails({piece}, "tensor \"w\": slice -:-: its values are damaged");
  piece.values = Floats({1, 2, 3, 4, 5});
  fails({piece}, "tensor \"w\": slice -:-");
  piece.values = "\xff\xff";
  fails({piece}, "tensor \"w\"");
  piece = good;
  piece.shape = Shape{int64_t{1} << 40, 2};
  fails({piece}, "tensor \"w\"");
  piece = good;
  piece.slice = *TensorSlice::Parse("1,2:-");
  fails({piece}, "reaches outside dimension 0");
  piece = good;
  piece.dtype = DType::kResource;
  EXPECT_FALSE(Open({Table({piece})}).ok());
  const auto empty = Open({*BuildIndexTable({{"a", "b"}})});
  EXPECT_EQ(empty.status().code(), Code::kDataLoss);
}

TEST(FirstFormat, EveryAlteredByteIsAStatus) {
  const std::string whole = Table(TwoTensors());
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string altered = whole;
    altered[i] = static_cast<char>(altered[i] ^ 0x41);
    const auto reader = Open({altered});
    // Padding in the footer is the only byte that no checksum covers, and it must be zero.
    EXPECT_FALSE(reader.ok()) << "byte " << i;
    EXPECT_FALSE(Open({whole.substr(0, i)}).ok()) << "of " << i << " bytes";
  }
}

}  // namespace
}  // namespace runnel
