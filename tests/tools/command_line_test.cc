// The writer of JSON and the parser of command lines.
#include <gtest/gtest.h>

#include <limits>

#include "tools/common/args.h"
#include "tools/common/error.h"
#include "tools/common/json.h"

namespace runnel::tools {
namespace {

TEST(Json, PutsCommasBetweenAndOnlyBetween) {
  JsonWriter json;
  json.BeginObject().Key("a").BeginArray().Int(1).Int(-2).EndArray();
  json.Key("b").BeginObject().EndObject();
  json.Key("c").BeginArray().BeginObject().EndObject().BeginArray().EndArray().EndArray().EndObject();
  EXPECT_EQ(json.text(), R"({"a":[1,-2],"b":{},"c":[{},[]]})");
}

TEST(Json, EndsStringsThatLookOpenProperly) {
  JsonWriter json;
  json.BeginArray().String("[").String("{").String(":").EndArray();
  EXPECT_EQ(json.text(), R"(["[","{",":"])");
}

TEST(Json, EscapesControlsQuotesAndBytesThatAreNoUtf8) {
  JsonWriter json;
  json.String("a\"\\\n\x01\xc3\xa9\xff\xe2\x82");
  EXPECT_EQ(json.text(), "\"a\\\"\\\\\\u000a\\u0001\xc3\xa9\\ufffd\\ufffd\\ufffd\"");
}

TEST(Json, WritesNumbersShortestAndNoNumberAsNull) {
  JsonWriter json;
  json.BeginArray().Double(0.1).Float(0.1f).Double(std::numeric_limits<double>::quiet_NaN());
  json.Double(1e300).EndArray();
  EXPECT_EQ(json.text(), "[0.1,0.1,null,1e+300]");
}

constexpr Option kOptions[] = {
    {"feed", "NAME=FILE", "feeds", true}, {"threads", "N", "threads"}, {"json", "", "prints JSON"}};

Args Parse(std::vector<std::string> words) { return Args::Parse(kOptions, words, 1, 1, "GRAPH"); }

std::string UsageErrorOf(std::vector<std::string> words) {
  try {
    Parse(std::move(words));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Args, TakesValuesAfterSpaceOrEquals) {
  const Args args = Parse({"--feed", "x=a.npy", "g.pb", "--feed=y=b.npy", "--threads=2", "--json"});
  EXPECT_EQ(args.positional(), std::vector<std::string>{"g.pb"});
  EXPECT_EQ(args.All("feed"), (std::vector<std::string>{"x=a.npy", "y=b.npy"}));
  EXPECT_EQ(args.Integer("threads", 0, 1, 64), 2);
  EXPECT_TRUE(args.Has("json"));
}

TEST(Args, NamesWhatIsWrong) {
  EXPECT_EQ(UsageErrorOf({"g", "--thread", "2"}), "unknown option --thread; did you mean --threads?");
  EXPECT_EQ(UsageErrorOf({"g", "--threads"}), "--threads needs a value: --threads N");
  EXPECT_EQ(UsageErrorOf({"g", "--json=1"}), "--json takes no value");
  EXPECT_EQ(UsageErrorOf({"g", "--json", "--json"}), "--json was given twice");
  EXPECT_EQ(UsageErrorOf({}), "expected GRAPH");
  EXPECT_EQ(UsageErrorOf({"g", "h"}), "unexpected argument \"h\" after GRAPH");
  EXPECT_EQ(UsageErrorOf({"g", "-v"}), "unknown option -v; options start with two dashes");
  try {
    Parse({"g", "--threads", "many"}).Integer("threads", 0, 1, 64);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "--threads: expected a whole number from 1 to 64, got \"many\"");
  }
}

}  // namespace
}  // namespace runnel::tools
