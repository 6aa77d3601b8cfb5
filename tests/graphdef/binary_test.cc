// The binary form: what writers of protobuf may emit, against structs.
#include <gtest/gtest.h>

#include "core/graph/graph_def.h"
#include "tests/graphdef/sample_graph.h"
#include "tests/graphdef/wire_bytes.h"

namespace runnel {
namespace {

using testing::Attr;
using testing::Bytes;
using testing::Fixed32;
using testing::Fixed64;
using testing::Node;
using testing::Raw;
using testing::SampleGraph;
using testing::TensorBytes;
using testing::Varint;
using testing::VarintBytes;

void ExpectEqual(const GraphDef& a, const GraphDef& b) {
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.gradients, b.gradients);
  EXPECT_EQ(a.producer, b.producer);
  EXPECT_EQ(a.min_consumer, b.min_consumer);
  ASSERT_EQ(a.functions.size(), b.functions.size());
  for (size_t i = 0; i < a.functions.size(); ++i) {
    const FunctionDef& f = a.functions[i];
    const FunctionDef& g = b.functions[i];
    EXPECT_EQ(f.signature.name, g.signature.name);
    EXPECT_EQ(f.signature.doc, g.signature.doc);
    EXPECT_EQ(f.signature.flags, g.signature.flags);
    EXPECT_EQ(f.signature.inputs, g.signature.inputs);
    EXPECT_EQ(f.signature.outputs, g.signature.outputs);
    EXPECT_EQ(f.signature.attrs, g.signature.attrs);
    EXPECT_EQ(f.nodes, g.nodes);
    EXPECT_EQ(f.ret, g.ret);
    EXPECT_EQ(f.control_ret, g.control_ret);
    EXPECT_EQ(f.attrs, g.attrs);
  }
}

Tensor MustDecodeTensor(std::string_view bytes) {
  Result<Tensor> tensor = DecodeTensorProto(bytes);
  EXPECT_TRUE(tensor.ok()) << tensor.status().ToString();
  return tensor.ok() ? *tensor : Tensor();
}

template <typename T>
std::vector<T> Values(const Tensor& tensor) {
  const auto values = tensor.values<const T>();
  return {values.begin(), values.end()};
}

TEST(GraphDefBinary, RoundTripsEveryKindOfAttrAndFunctionPart) {
  const GraphDef graph = SampleGraph();
  const auto bytes = EncodeGraphDef(graph);
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  const auto decoded = DecodeGraphDef(*bytes);
  ASSERT_TRUE(decoded.ok()) << decoded.status().ToString();
  ExpectEqual(graph, *decoded);
  EXPECT_EQ(*EncodeGraphDef(*decoded), *bytes);
}

TEST(GraphDefBinary, EncodesTheBytesThatTheFormatPrescribes) {
  GraphDef graph;
  graph.producer = 27;
  graph.nodes.push_back({"n", "Op", {"a", "^b"}, "/cpu:0", {{"T", AttrValue(DType::kFloat)}}});
  const std::string node = Bytes(1, "n") + Bytes(2, "Op") + Bytes(3, "a") + Bytes(3, "^b") +
                           Bytes(4, "/cpu:0") + Bytes(5, Bytes(1, "T") + Bytes(2, Varint(6, 1)));
  EXPECT_EQ(*EncodeGraphDef(graph), Bytes(1, node) + Bytes(4, Varint(1, 27)));
}

TEST(GraphDefBinary, SortsAttrsAndLetsTheLastOfOneNameWin) {
  const auto graph =
      DecodeGraphDef(Node("n", "Op",
                          Attr("z", Varint(3, 1)) + Attr("a", Varint(3, 2)) + Attr("z", Varint(3, 3)) +
                              Attr("m", Varint(3, 4)) + Attr("a", Varint(3, 5))));
  ASSERT_TRUE(graph.ok());
  const AttrList expected = {{"a", AttrValue(5)}, {"m", AttrValue(4)}, {"z", AttrValue(3)}};
  EXPECT_EQ(graph->nodes[0].attrs, expected);
}

TEST(GraphDefBinary, TakesMapEntriesWithValueFirstOrPartsMissing) {
  const auto graph = DecodeGraphDef(
      Node("n", "Op", Bytes(5, Bytes(2, Varint(3, 7)) + Bytes(1, "k")) + Bytes(5, Bytes(1, "v"))));
  ASSERT_TRUE(graph.ok());
  const AttrList expected = {{"k", AttrValue(7)}, {"v", AttrValue()}};
  EXPECT_EQ(graph->nodes[0].attrs, expected);
}

TEST(GraphDefBinary, SkipsUnknownFieldsOfEveryWireType) {
  const std::string unknown =
      Varint(900, 5) + Bytes(901, "xyz") + Fixed32(902, 1.0f) + Fixed64(903, 1.0) + Varint(536870911, 1);
  const auto graph = DecodeGraphDef(unknown + Node("n", "Op", unknown) + unknown);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  ASSERT_EQ(graph->nodes.size(), 1u);
  EXPECT_EQ(graph->nodes[0].name, "n");
}

TEST(GraphDefBinary, LastMemberOfAOneofWins) {
  const auto value = DecodeAttrValue(Varint(3, 1) + Bytes(2, "s") + Fixed32(4, 2.5f));
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(*value, AttrValue(2.5f));
}

TEST(GraphDefBinary, ReadsListsPackedAndUnpackedAndInPieces) {
  const auto packed = DecodeAttrValue(Bytes(1, Bytes(3, VarintBytes(1) + VarintBytes(2))));
  const auto unpacked = DecodeAttrValue(Bytes(1, Varint(3, 1) + Varint(3, 2)));
  const auto pieces = DecodeAttrValue(Bytes(1, Bytes(3, VarintBytes(1)) + Bytes(3, "") + Varint(3, 2)));
  const AttrValue expected(std::vector<int64_t>{1, 2});
  ASSERT_TRUE(packed.ok() && unpacked.ok() && pieces.ok());
  EXPECT_EQ(*packed, expected);
  EXPECT_EQ(*unpacked, expected);
  EXPECT_EQ(*pieces, expected);
  const auto floats = DecodeAttrValue(Bytes(1, Fixed32(4, 1.0f) + Bytes(4, Raw(2.0f) + Raw(3.0f))));
  ASSERT_TRUE(floats.ok());
  EXPECT_EQ(*floats, AttrValue(std::vector<float>{1, 2, 3}));
}

TEST(GraphDefBinary, RefusesAListOfTwoKinds) {
  const auto value = DecodeAttrValue(Bytes(1, Varint(3, 1) + Bytes(2, "s")));
  ASSERT_FALSE(value.ok());
  EXPECT_EQ(value.status().code(), Code::kInvalidArgument);
}

TEST(GraphDefBinary, TakesTheProducerFromTheOldVersionField) {
  EXPECT_EQ(DecodeGraphDef(Varint(3, 21))->producer, 21);
  EXPECT_EQ(DecodeGraphDef(Bytes(4, Varint(1, 134)) + Varint(3, 21))->producer, 134);
  EXPECT_EQ(DecodeGraphDef("")->producer, 0);
}

TEST(TensorProto, ReadsEveryTypedList) {
  const auto one = [](int dtype, const std::string& rest) {
    return MustDecodeTensor(TensorBytes(dtype, {1}, rest));
  };
  EXPECT_EQ(Values<float>(one(1, Fixed32(5, 1.5f))), std::vector<float>{1.5f});
  EXPECT_EQ(Values<double>(one(2, Fixed64(6, 2.5))), std::vector<double>{2.5});
  EXPECT_EQ(Values<int32_t>(one(3, Varint(7, ~uint64_t{0}))), std::vector<int32_t>{-1});
  EXPECT_EQ(Values<uint8_t>(one(4, Varint(7, 200))), std::vector<uint8_t>{200});
  EXPECT_EQ(Values<int16_t>(one(5, Varint(7, ~uint64_t{1}))), std::vector<int16_t>{-2});
  EXPECT_EQ(Values<int8_t>(one(6, Varint(7, ~uint64_t{2}))), std::vector<int8_t>{-3});
  EXPECT_EQ(one(7, Bytes(8, "hi")).string_at(0), "hi");
  EXPECT_EQ(Values<std::complex<float>>(one(8, Bytes(9, Raw(1.0f) + Raw(2.0f)))),
            (std::vector<std::complex<float>>{{1, 2}}));
  EXPECT_EQ(Values<int64_t>(one(9, Varint(10, uint64_t{1} << 40))),
            std::vector<int64_t>{int64_t{1} << 40});
  EXPECT_EQ(Values<uint8_t>(one(10, Varint(11, 7))), std::vector<uint8_t>{1});
  EXPECT_EQ(Values<int8_t>(one(11, Varint(7, 5))), std::vector<int8_t>{5});
  EXPECT_EQ(Values<int32_t>(one(13, Varint(7, 6))), std::vector<int32_t>{6});
  EXPECT_EQ(Values<uint16_t>(one(14, Varint(13, 0x3f80))), std::vector<uint16_t>{0x3f80});
  EXPECT_EQ(Values<uint16_t>(one(17, Varint(7, 65535))), std::vector<uint16_t>{65535});
  EXPECT_EQ(Values<std::complex<double>>(one(18, Bytes(12, Raw(1.0) + Raw(2.0)))),
            (std::vector<std::complex<double>>{{1, 2}}));
  EXPECT_EQ(Values<uint16_t>(one(19, Varint(13, 0x3c00))), std::vector<uint16_t>{0x3c00});
  EXPECT_EQ(Values<uint32_t>(one(22, Varint(16, 4000000000u))), std::vector<uint32_t>{4000000000u});
  EXPECT_EQ(Values<uint64_t>(one(23, Varint(17, ~uint64_t{0}))), std::vector<uint64_t>{~uint64_t{0}});
}

TEST(TensorProto, RepeatsTheLastValueOfAShortList) {
  EXPECT_EQ(Values<float>(MustDecodeTensor(TensorBytes(1, {2, 3}, Bytes(5, Raw(1.0f) + Raw(2.0f))))),
            (std::vector<float>{1, 2, 2, 2, 2, 2}));
  EXPECT_EQ(Values<std::complex<float>>(MustDecodeTensor(
                TensorBytes(8, {3}, Bytes(9, Raw(1.0f) + Raw(2.0f) + Raw(3.0f) + Raw(4.0f))))),
            (std::vector<std::complex<float>>{{1, 2}, {3, 4}, {3, 4}}));
  const Tensor strings = MustDecodeTensor(TensorBytes(7, {3}, Bytes(8, "a") + Bytes(8, "bc")));
  EXPECT_EQ(strings.string_at(0), "a");
  EXPECT_EQ(strings.string_at(1), "bc");
  EXPECT_EQ(strings.string_at(2), "bc");
}

TEST(TensorProto, MeansZerosWhereNoValueIsGiven) {
  EXPECT_EQ(Values<int32_t>(MustDecodeTensor(TensorBytes(3, {2}, ""))), (std::vector<int32_t>{0, 0}));
  EXPECT_EQ(MustDecodeTensor(TensorBytes(7, {1}, "")).string_at(0), "");
  EXPECT_EQ(Values<float>(MustDecodeTensor(Varint(1, 1))), std::vector<float>{0});  // no shape: a scalar
}

TEST(TensorProto, ReadsContentAndMakesBoolsZeroOrOne) {
  EXPECT_EQ(Values<int16_t>(
                MustDecodeTensor(TensorBytes(5, {2}, Bytes(4, std::string("\x01\x02\xff\xff", 4))))),
            (std::vector<int16_t>{0x201, -1}));
  EXPECT_EQ(
      Values<uint8_t>(MustDecodeTensor(TensorBytes(10, {3}, Bytes(4, std::string("\x00\x01\x80", 3))))),
      (std::vector<uint8_t>{0, 1, 1}));
}

TEST(TensorProto, ReadsStringsInContent) {
  const std::string content = VarintBytes(1) + VarintBytes(0) + VarintBytes(3) + "abcd";
  const Tensor strings = MustDecodeTensor(TensorBytes(7, {3}, Bytes(4, content)));
  EXPECT_EQ(strings.string_at(0), "a");
  EXPECT_EQ(strings.string_at(1), "");
  EXPECT_EQ(strings.string_at(2), "bcd");
}

TEST(TensorProto, FieldsMayComeInAnyOrder) {
  const std::string bytes =
      Fixed32(5, 4.0f) + Bytes(2, testing::ShapeBytes({2})) + Fixed32(5, 5.0f) + Varint(1, 1);
  EXPECT_EQ(Values<float>(MustDecodeTensor(bytes)), (std::vector<float>{4, 5}));
}

TEST(TensorProto, WritesPlainDataAsContentAndStringsAsValues) {
  const std::vector<int32_t> ints = {1, -1};
  EXPECT_EQ(*EncodeTensorProto(*Tensor::FromValues<int32_t>({2}, ints)),
            TensorBytes(3, {2}, Bytes(4, Raw(int32_t{1}) + Raw(int32_t{-1}))));
  const std::vector<std::string> strings = {"", "x"};
  EXPECT_EQ(*EncodeTensorProto(*Tensor::FromStrings({2}, strings)),
            TensorBytes(7, {2}, Bytes(8, "") + Bytes(8, "x")));
}

TEST(TensorProto, DoesNotEncodeWhatItCannotRead) {
  EXPECT_FALSE(EncodeTensorProto(Tensor(DType::kResource, Shape(), nullptr)).ok());
  EXPECT_FALSE(EncodeTensorProto(Tensor(DType::kVariant, Shape(), nullptr)).ok());
}

TEST(OpDef, RoundTripsTheSchemaOfAFunction) {
  const OpSchema schema = SampleGraph().functions[0].signature;
  const auto bytes = EncodeOpDef(schema);
  ASSERT_TRUE(bytes.ok());
  const auto decoded = DecodeOpDef(*bytes);
  ASSERT_TRUE(decoded.ok()) << decoded.status().ToString();
  EXPECT_EQ(decoded->inputs, schema.inputs);
  EXPECT_EQ(decoded->attrs, schema.attrs);
  EXPECT_EQ(decoded->flags, schema.flags);
  EXPECT_EQ(*EncodeOpDef(*decoded), *bytes);
}

TEST(OpDef, DefaultsMayHoldTabsAndNewLines) {
  const OpSchema schema = *ParseOpSchema("Op", "", "", "a: string = '\\t'; b: string = 'x\\n\\\\'");
  EXPECT_EQ(*schema.attrs[0].default_value->get_if<std::string>(), "\t");
  EXPECT_EQ(*schema.attrs[1].default_value->get_if<std::string>(), "x\n\\");
  EXPECT_EQ(schema.attrs[0].default_value->ToString(), "\"\\t\"");
}

TEST(OpDef, WritesAMinimumOfZero) {
  const OpSchema schema = *ParseOpSchema("Op", "", "", "n: int >= 0");
  EXPECT_EQ(*EncodeOpDef(schema),
            Bytes(1, "Op") + Bytes(4, Bytes(1, "n") + Bytes(2, "int") + Varint(5, 1)));
}

}  // namespace
}  // namespace runnel
