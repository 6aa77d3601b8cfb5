// Bytes that mean harm or were cut: a status that names the place, or a graph; never a crash, never
// memory that the bytes do not pay for.
#include <gtest/gtest.h>

#include "core/graph/graph_def.h"
#include "core/graph/wire.h"
#include "tests/graphdef/sample_graph.h"
#include "tests/graphdef/wire_bytes.h"

namespace runnel {
namespace {

using testing::Attr;
using testing::Bytes;
using testing::Node;
using testing::Raw;
using testing::SampleGraph;
using testing::TensorBytes;
using testing::Varint;
using testing::VarintBytes;

void ExpectError(const Status& status, Code code, std::string_view part) {
  EXPECT_EQ(status.code(), code) << status.ToString();
  EXPECT_NE(status.message().find(part), std::string_view::npos) << status.ToString();
}

TEST(HostileGraphDef, EveryTruncationIsAStatusOrAGraph) {
  const std::string bytes = *EncodeGraphDef(SampleGraph());
  for (size_t size = 0; size < bytes.size(); ++size) {
    const std::string cut = bytes.substr(0, size);  // a copy, so that sanitisers see the end
    const auto graph = DecodeGraphDef(cut);
    EXPECT_TRUE(graph.ok() || !graph.status().message().empty());
  }
}

TEST(HostileGraphDef, EveryBitFlipIsAStatusOrAGraphThatEncodes) {
  const std::string bytes = *EncodeGraphDef(SampleGraph());
  DecodeOptions options;
  options.max_splat_bytes = 1 << 16;
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const auto graph = DecodeGraphDef(flipped, options);
    EXPECT_TRUE(!graph.ok() || EncodeGraphDef(*graph).ok());
  }
}

TEST(HostileGraphDef, EveryBitFlipOfTextIsAStatusOrAGraph) {
  const std::string text = *PrintTextGraphDef(SampleGraph());
  DecodeOptions options;
  options.max_splat_bytes = 1 << 16;
  for (size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
    const auto graph = ReadGraphDef(changed, options);
    EXPECT_TRUE(!graph.ok() || PrintTextGraphDef(*graph).ok());
    EXPECT_FALSE(ParseTextGraphDef(text.substr(0, at), options).status().code() == Code::kInternal);
  }
}

TEST(HostileGraphDef, NamesFieldPathAndOffset) {
  const std::string good = Node("a", "Const");
  const std::string tensor = TensorBytes(1, {2}, Bytes(4, "abc"));
  const std::string bytes = good + Node("b", "Const", Attr("value", Bytes(8, tensor)));
  ExpectError(DecodeGraphDef(bytes).status(), Code::kInvalidArgument,
              "node[1].attr[\"value\"].tensor.tensor_content");
  ExpectError(DecodeGraphDef(bytes).status(), Code::kInvalidArgument,
              StrCat("byte ", bytes.size() - 5, ": tensor_content has 3 bytes, float[2] takes 8"));
  ExpectError(DecodeGraphDef(good + "\x0a").status(), Code::kDataLoss,
              StrCat("node[1]: byte ", good.size(), ": "));
  ExpectError(DecodeGraphDef(good + Bytes(1, Varint(1, 3))).status(), Code::kDataLoss, "node[1].name: ");
  ExpectError(DecodeGraphDef(Node("n", "Op", Attr("T", Varint(6, 77)))).status(), Code::kInvalidArgument,
              "node[0].attr[\"T\"].type: byte 16: data type 77");
}

TEST(HostileGraphDef, SaysWhatIsWrongWithATensor) {
  const auto error = [](std::string_view bytes) { return DecodeTensorProto(bytes).status(); };
  ExpectError(error(TensorBytes(1, {2}, Bytes(5, "abc"))), Code::kDataLoss, "float_val");
  ExpectError(error(TensorBytes(1, {1}, Bytes(5, Raw(1.0f) + Raw(2.0f)))), Code::kInvalidArgument,
              "2 values, its shape [1] holds 1");
  ExpectError(error(TensorBytes(1, {1}, Varint(7, 1))), Code::kInvalidArgument,
              "int_val, expected float_val");
  ExpectError(error(TensorBytes(8, {1}, Bytes(9, Raw(1.0f)))), Code::kInvalidArgument, "pairs");
  ExpectError(error(Bytes(2, "") + Bytes(4, "x")), Code::kInvalidArgument, "no dtype");
  ExpectError(error(TensorBytes(1, {-1}, "")), Code::kInvalidArgument, "tensor_shape");
  ExpectError(error(Varint(1, 1) + Bytes(2, Varint(3, 1))), Code::kInvalidArgument, "unknown rank");
  ExpectError(error(TensorBytes(20, {1}, "")), Code::kUnimplemented, "resource");
  ExpectError(error(TensorBytes(21, {1}, "")), Code::kUnimplemented, "variant");
  ExpectError(error(TensorBytes(7, {9}, Bytes(4, "abc"))), Code::kInvalidArgument, "too few");
  ExpectError(error(TensorBytes(7, {2}, Bytes(4, VarintBytes(1) + VarintBytes(5) + "abc"))),
              Code::kInvalidArgument, "add up to 6");
  ExpectError(error(TensorBytes(7, {2}, Bytes(4, VarintBytes(~uint64_t{0}) + VarintBytes(2) + "a"))),
              Code::kInvalidArgument, "lengths");
}

TEST(HostileGraphDef, RefusesShapesThatOverflowOrAreTooDeep) {
  const auto error = [](std::string_view bytes) { return DecodeTensorProto(bytes).status().code(); };
  EXPECT_EQ(error(TensorBytes(1, {int64_t{1} << 40, int64_t{1} << 40}, "")), Code::kInvalidArgument);
  EXPECT_EQ(error(TensorBytes(2, {int64_t{1} << 61}, "")), Code::kInvalidArgument);
  std::string dims;
  for (int i = 0; i < 255; ++i) dims += Bytes(2, Varint(1, 1));
  EXPECT_EQ(error(Varint(1, 1) + Bytes(2, dims)), Code::kInvalidArgument);
}

TEST(HostileGraphDef, BoundsWhatRepeatedValuesMayTake) {
  const std::string huge = TensorBytes(1, {1000000000}, testing::Fixed32(5, 1.0f));
  ExpectError(DecodeTensorProto(huge).status(), Code::kResourceExhausted, "4000000000");
  ExpectError(DecodeTensorProto(TensorBytes(7, {1000000000}, Bytes(8, "x"))).status(),
              Code::kResourceExhausted, "");
  // All tensors of one message share the limit.
  DecodeOptions options;
  options.max_splat_bytes = 1000;
  const std::string small = Attr("value", Bytes(8, TensorBytes(1, {100}, "")));
  EXPECT_TRUE(DecodeGraphDef(Node("a", "Const", small) + Node("b", "Const", small), options).ok());
  const std::string three =
      Node("a", "Const", small) + Node("b", "Const", small) + Node("c", "Const", small);
  ExpectError(DecodeGraphDef(three, options).status(), Code::kResourceExhausted,
              "node[2].attr[\"value\"].tensor");
}

TEST(HostileGraphDef, RefusesLengthsBeyondTheEnd) {
  for (const uint64_t length : {uint64_t{3}, uint64_t{0x7fffffff}, uint64_t{0xffffffff}, ~uint64_t{0}}) {
    ExpectError(DecodeGraphDef(VarintBytes(1 << 3 | 2) + VarintBytes(length) + "ab").status(),
                Code::kDataLoss, "node[0]: byte 0: truncated");
  }
}

TEST(HostileGraphDef, RefusesMalformedTagsAndVarints) {
  EXPECT_EQ(DecodeGraphDef(std::string("\0", 1)).status().code(), Code::kDataLoss);       // field 0
  EXPECT_EQ(DecodeGraphDef("\x0b").status().code(), Code::kDataLoss);                     // a group
  EXPECT_EQ(DecodeGraphDef("\x0f").status().code(), Code::kDataLoss);                     // wire type 7
  EXPECT_EQ(DecodeGraphDef(Varint(3, 1).substr(0, 1)).status().code(), Code::kDataLoss);  // no value
  EXPECT_EQ(DecodeGraphDef("\x18" + std::string(11, '\xff')).status().code(), Code::kDataLoss);
  EXPECT_EQ(DecodeGraphDef(std::string(10, '\xff') + "\x01").status().code(), Code::kDataLoss);
}

std::string NestedFunc(int levels) {
  std::string value = Varint(3, 1);
  for (int i = 0; i < levels; ++i) value = Bytes(10, Bytes(2, Bytes(1, "f") + Bytes(2, value)));
  return value;
}

TEST(HostileGraphDef, LimitsNesting) {
  EXPECT_TRUE(DecodeAttrValue(NestedFunc(20)).ok());
  ExpectError(DecodeAttrValue(NestedFunc(22)).status(), Code::kDataLoss, "nested deeper than 64");
  EXPECT_FALSE(DecodeAttrValue(NestedFunc(5000)).ok());
  std::string text = "node { attr { value { func ";
  for (int i = 0; i < 100000; ++i) text += "{ attr { value { func ";
  ExpectError(ParseTextGraphDef(text).status(), Code::kInvalidArgument, "nested deeper than 64");
  std::string opaque = "node { experimental_debug_info " + std::string(100000, '{');
  ExpectError(ParseTextGraphDef(opaque).status(), Code::kInvalidArgument, "nested deeper than 64");
}

TEST(HostileGraphDef, DoesNotEncodeWhatItWouldNotDecode) {
  AttrValue value(1);
  for (int i = 0; i < 60; ++i) {
    FuncRef func{"f", {}};
    SetAttr(&func.attrs, "a", value);
    value = AttrValue(func);
  }
  ExpectError(EncodeAttrValue(value).status(), Code::kInvalidArgument, "nest deeper than 64");
}

}  // namespace
}  // namespace runnel
