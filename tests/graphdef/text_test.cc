// The text form: what people and TensorFlow write, what it means, and where an error is said to be.
#include <gtest/gtest.h>

#include <cmath>

#include "core/graph/graph_def.h"
#include "tests/graphdef/sample_graph.h"

namespace runnel {
namespace {

using testing::SampleGraph;

GraphDef MustParse(std::string_view text) {
  Result<GraphDef> graph = ParseTextGraphDef(text);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  return graph.ok() ? std::move(*graph) : GraphDef();
}

// The value of attr "a" of a node written as `attr_value`.
AttrValue Value(std::string_view attr_value) {
  const GraphDef graph = MustParse(StrCat("node { attr { key: \"a\" value { ", attr_value, " } } }"));
  if (graph.nodes.size() != 1 || graph.nodes[0].attrs.size() != 1) return {};
  return graph.nodes[0].attrs[0].second;
}

void ExpectError(std::string_view text, std::string_view part) {
  const auto graph = ParseTextGraphDef(text);
  ASSERT_FALSE(graph.ok()) << text;
  EXPECT_EQ(graph.status().code(), Code::kInvalidArgument);
  EXPECT_NE(graph.status().message().find(part), std::string_view::npos) << graph.status().ToString();
}

TEST(GraphDefText, RoundTripsToTheSameBytes) {
  const GraphDef graph = SampleGraph();
  const auto text = PrintTextGraphDef(graph);
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  const auto parsed = ParseTextGraphDef(*text);
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_EQ(*EncodeGraphDef(*parsed), *EncodeGraphDef(graph));
  EXPECT_EQ(*PrintTextGraphDef(*parsed), *text);
}

TEST(GraphDefText, ReadsLikeTensorFlows) {
  GraphDef graph;
  graph.producer = 134;
  NodeDef node{"half", "Const", {"^init"}, "", {}};
  SetAttr(&node.attrs, "dtype", AttrValue(DType::kFloat));
  SetAttr(&node.attrs, "value", AttrValue(*Tensor::FromScalar<float>(0.5f)));
  SetAttr(&node.attrs, "_output_shapes", AttrValue(std::vector<Shape>{Shape({-1, 2})}));
  graph.nodes.push_back(node);
  EXPECT_EQ(*PrintTextGraphDef(graph), R"(node {
  name: "half"
  op: "Const"
  input: "^init"
  attr {
    key: "_output_shapes"
    value {
      list {
        shape {
          dim {
            size: -1
          }
          dim {
            size: 2
          }
        }
      }
    }
  }
  attr {
    key: "dtype"
    value {
      type: DT_FLOAT
    }
  }
  attr {
    key: "value"
    value {
      tensor {
        dtype: DT_FLOAT
        tensor_shape {
        }
        float_val: 0.5
      }
    }
  }
}
versions {
  producer: 134
}
)");
}

TEST(GraphDefText, TakesBracketsCommasSemicolonsAndComments) {
  const GraphDef graph = MustParse(
      "# a graph\n"
      "node < name: 'n', op: \"Op\"; input: ['a', \"b\" 'c'], input: 'd' input: [] >  # another "
      "comment\n"
      "node: { name: 'm' attr { key: 'l' value { list { shape: [{}, { unknown_rank: true }] } } } },\n"
      "versions < producer: 0x1B >;");
  ASSERT_EQ(graph.nodes.size(), 2u);
  EXPECT_EQ(graph.nodes[0].inputs, (std::vector<std::string>{"a", "bc", "d"}));
  EXPECT_EQ(graph.nodes[1].attrs[0].second, AttrValue(std::vector<Shape>{Shape(), Shape::Unknown()}));
  EXPECT_EQ(graph.producer, 27);
}

TEST(GraphDefText, ReadsStringsWithEveryEscape) {
  EXPECT_EQ(Value(R"(s: "\a\b\f\n\r\t\v\\\'\"\?")"), AttrValue(std::string("\a\b\f\n\r\t\v\\'\"?")));
  EXPECT_EQ(Value(R"(s: "\0\12\377\x41\xfg\u00e9\U0001F600")"),
            AttrValue(std::string("\0\n\xff\x41\x0fg\xc3\xa9\xf0\x9f\x98\x80", 12)));
  EXPECT_EQ(Value("s: 'it is \"so\"' # comment\n  \"'\""), AttrValue("it is \"so\"'"));
}

TEST(GraphDefText, ReadsNumbersInEveryForm) {
  EXPECT_EQ(Value("i: -9223372036854775808"), AttrValue(std::numeric_limits<int64_t>::min()));
  EXPECT_EQ(Value("i: 0x7fffffffffffffff"), AttrValue(std::numeric_limits<int64_t>::max()));
  EXPECT_EQ(Value("i: 017"), AttrValue(15));
  EXPECT_EQ(Value("i: - 3"), AttrValue(-3));
  for (const char* half : {"0.5", ".5", "5e-1", "0.5f", "5E-1F", "+0.5"}) {
    const auto graph = ParseTextGraphDef(StrCat("node { attr { key: 'a' value { f: ", half, " } } }"));
    if (half[0] == '+') {
      EXPECT_FALSE(graph.ok());  // the format has no plus
    } else {
      ASSERT_TRUE(graph.ok()) << graph.status().ToString();
      EXPECT_EQ(graph->nodes[0].attrs[0].second, AttrValue(0.5f));
    }
  }
  EXPECT_EQ(Value("f: 1e5f"), AttrValue(1e5f));
  EXPECT_EQ(Value("f: 7"), AttrValue(7.0f));
  EXPECT_EQ(Value("f: -inf"), AttrValue(-std::numeric_limits<float>::infinity()));
  EXPECT_EQ(Value("f: Infinity"), AttrValue(std::numeric_limits<float>::infinity()));
  EXPECT_TRUE(std::isnan(*Value("f: nan").get_if<float>()));
  EXPECT_EQ(Value("f: 1e999"), AttrValue(std::numeric_limits<float>::infinity()));
  EXPECT_EQ(Value("f: 1e-999"), AttrValue(0.0f));
}

TEST(GraphDefText, ReadsBoolsAndEnumsByNameOrNumber) {
  EXPECT_EQ(Value("b: true"), AttrValue(true));
  EXPECT_EQ(Value("b: 0"), AttrValue(false));
  EXPECT_EQ(Value("b: t"), AttrValue(true));
  EXPECT_EQ(Value("type: DT_HALF"), AttrValue(DType::kHalf));
  EXPECT_EQ(Value("type: 3"), AttrValue(DType::kInt32));
  EXPECT_EQ(Value("type: DT_FLOAT_REF"), AttrValue(static_cast<DType>(101)));
  EXPECT_EQ(Value("type: DT_INVALID"), AttrValue(DType::kInvalid));
  EXPECT_EQ(Value("list { type: [DT_FLOAT, 7] }"),
            AttrValue(std::vector<DType>{DType::kFloat, DType::kString}));
}

TEST(GraphDefText, SkipsWhatItOnlyKnowsByName) {
  const GraphDef graph = MustParse(
      "node { name: 'n' experimental_debug_info { original_node_names: ['a}', \"b\"] x < [a.b/c] { } > "
      "} op: 'Op' }");
  ASSERT_EQ(graph.nodes.size(), 1u);
  EXPECT_EQ(graph.nodes[0].op, "Op");
}

TEST(GraphDefText, NamesLineAndColumn) {
  ExpectError("node {\n  nam: 'x'\n}", "line 2, column 3: NodeDef has no field \"nam\"");
  ExpectError("node {\n  name 'x'\n}", "line 2, column 8: ':' expected, got '\\''");
  ExpectError("node {\n  name: x\n}", "line 2, column 9: a quoted string expected, got 'x'");
  ExpectError("node {", "line 1, column 7: the name of a field expected, the text ends");
  ExpectError("node { name: 'x' >", "column 18: the name of a field expected, got '>'");
  ExpectError("node { name: 'x\n' }", "line 1, column 16: a string goes over the end of its line");
  ExpectError("node { name: \"x", "column 14: a string is not closed");
  ExpectError("node { name: 'a\\q' }", "column 16: unknown escape");
  ExpectError("node { name: '\\400' }", "unknown escape");
  ExpectError("node { name: 'a' name: 'b' }", "column 18: a second \"name\" in one NodeDef");
  ExpectError("node { name: ['a'] }", "takes one value");
  ExpectError("node { input: ['a' 1] }", "',' or ']' expected");
  ExpectError("versions { producer: 2147483648 }",
              "\"2147483648\" is not an integer that \"producer\" can hold");
  ExpectError("versions { producer: 08 }", "not an integer");
  ExpectError("versions { producer: 1.5 }", "not an integer");
  ExpectError("node { attr { key: 'a' value { type: DT_QUUX } } }", "DataType has no value \"DT_QUUX\"");
  ExpectError("node { attr { key: 'a' value { b: yes } } }", "true or false expected");
  ExpectError("node { attr { key: 'a' value { f: 1.2.3 } } }", "\"1.2.3\" is not a number");
  ExpectError("}", "column 1: the name of a field expected, got '}'");
}

TEST(GraphDefText, NamesTheLineOfWhatMakesNoSense) {
  const std::string_view text =
      "node {\n"
      "  name: 'c'\n"
      "  attr {\n"
      "    key: 'value'\n"
      "    value {\n"
      "      tensor {\n"
      "        dtype: DT_FLOAT\n"
      "        tensor_shape { dim { size: 2 } }\n"
      "        tensor_content: 'abc'\n"
      "      }\n"
      "    }\n"
      "  }\n"
      "}\n";
  ExpectError(
      text,
      "line 9, column 9: node[0].attr[\"value\"].tensor.tensor_content: tensor_content has 3 bytes");
  ExpectError("node {}\nnode { attr { key: 'k' value { type: 99 } } }",
              "line 2, column 32: node[1].attr[\"k\"].type: data type 99 is not known");
}

TEST(ReadGraphDef, TellsTextFromBinary) {
  const GraphDef graph = SampleGraph();
  const std::string bytes = *EncodeGraphDef(graph);
  const std::string text = *PrintTextGraphDef(graph);
  const auto read = [](std::string_view input) {
    Result<GraphDef> result = ReadGraphDef(input);
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    return result.ok() ? *EncodeGraphDef(*result) : std::string();
  };
  EXPECT_EQ(read(bytes), bytes);
  EXPECT_EQ(read(text), bytes);
  EXPECT_EQ(read("\n  # comment\n" + text), bytes);
  EXPECT_EQ(read("\xEF\xBB\xBF" + text), bytes);
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read(" \n# nothing\n"), "");
  EXPECT_EQ(read("library { }"), "");
}

TEST(ReadGraphDef, ReportsTheErrorOfTheFormThatItSees) {
  EXPECT_NE(ReadGraphDef("nodes { }").status().message().find("line 1"), std::string_view::npos);
  EXPECT_EQ(ReadGraphDef("\x0a\xff\xff\xff\x01zz").status().code(), Code::kDataLoss);
  EXPECT_EQ(ReadGraphDef(std::string(100, '\x7f')).status().code(), Code::kDataLoss);
}

// A binary graph begins with a byte that text takes for a line's end, so its lengths decide what
// follows.
TEST(ReadGraphDef, NeverTakesABinaryGraphForText) {
  for (size_t length = 0; length < 400; ++length) {
    GraphDef graph;
    graph.producer = 0;
    graph.nodes.push_back({std::string(length, 'n'), "", {}, "", {}});
    const auto read = ReadGraphDef(*EncodeGraphDef(graph));
    ASSERT_TRUE(read.ok()) << length << ": " << read.status().ToString();
    EXPECT_EQ(read->nodes, graph.nodes);
  }
}

}  // namespace
}  // namespace runnel
