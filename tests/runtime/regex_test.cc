// Regular expressions: what RE2 says of them is recorded (tests/recorded/forms.txt); here is what no
// record holds: hostile ones, errors and their places, line ends, bytes that are no UTF-8.
#include "core/base/regex.h"

#include <gtest/gtest.h>

#include <string>

namespace runnel {
namespace {

bool Matches(std::string_view pattern, std::string_view text) {
  const Result<Regex> regex = Regex::Compile(pattern);
  EXPECT_TRUE(regex.ok()) << pattern << ": " << regex.status().ToString();
  if (!regex.ok()) return false;
  const Result<bool> found = regex->FullMatch(text);
  EXPECT_TRUE(found.ok());
  return found.ok() && *found;
}

std::string Repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Regex, TakesWhatWouldBeTriedForEverOtherwise) {
  const std::string text(20'000, 'a');
  EXPECT_FALSE(Matches("(a*)*b", text));
  EXPECT_FALSE(Matches("(a|a)*b", text));
  EXPECT_FALSE(Matches("(a+)+(a+)+(a+)+b", text));
  EXPECT_TRUE(Matches("(a?){500}a{500}", std::string(700, 'a')));
  EXPECT_TRUE(Matches("((a?)*)*", text));
  EXPECT_FALSE(Matches("(x+x+)+y", text + "x"));
}

TEST(Regex, NestsWithoutAStack) {
  EXPECT_TRUE(Matches(Repeat("(", 1000) + "a" + Repeat(")", 1000), "a"));
  const Result<Regex> deep = Regex::Compile(Repeat("(", 1'000'000));
  EXPECT_EQ(deep.status().code(), Code::kInvalidArgument);
  EXPECT_TRUE(Matches(Repeat("(a|", 900) + "b" + Repeat(")", 900), "b"));
}

TEST(Regex, IsBoundedInItsSteps) {
  for (const char* pattern :
       {"((((a{100}){100}){100}){100}){100}", "(a{1000}){1000}", "(a{0,1000}){0,1000}"})
    EXPECT_EQ(Regex::Compile(pattern).status().code(), Code::kResourceExhausted) << pattern;
  EXPECT_EQ(Regex::Compile(std::string(100'000, 'a')).status().code(), Code::kResourceExhausted);
  EXPECT_EQ(Regex::Compile("[" + Repeat("ab", 100'000) + "]").status().code(), Code::kResourceExhausted);
}

TEST(Regex, EndsWhenItIsCancelled) {
  const Result<Regex> regex = Regex::Compile("a*(a?){400}b");
  ASSERT_TRUE(regex.ok());
  int looks = 0;
  const Result<bool> found = regex->FullMatch(std::string(1'000'000, 'a'), [&] { return ++looks == 3; });
  EXPECT_EQ(found.status().code(), Code::kCancelled);
  EXPECT_EQ(looks, 3);
}

TEST(Regex, SaysWhatIsWrongAndWhere) {
  const std::pair<const char*, const char*> kWrong[] = {{"a(b", "has no \")\""},
                                                        {"a)b", "at byte 1"},
                                                        {"[a", "has no \"]\""},
                                                        {"*a", "nothing is repeated"},
                                                        {"a**", "cannot be repeated"},
                                                        {"(*)", "nothing is repeated"},
                                                        {"[b-a]", "a range"},
                                                        {"a{2,1}", "repetitions"},
                                                        {"a{1001}", "repetitions"},
                                                        {"\\", "backslash"},
                                                        {"\\q", "an escape"},
                                                        {"\\8", "an escape"},
                                                        {"(?x)a", "flags of imsU"},
                                                        {"(?P<a", "a name"},
                                                        {"[[:none:]]", "there is no class"},
                                                        {"\\x{110000}", "hexadecimal"},
                                                        {"\\xg1", "hexadecimal"},
                                                        {"[\\d-z]x[a-\\d]", "a range"},
                                                        {"\\1", "an escape"},
                                                        {"a\xff", "UTF-8"},
                                                        {"(?", "not ended"}};
  for (const auto& [pattern, piece] : kWrong) {
    const Status status = Regex::Compile(pattern).status();
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << pattern;
    EXPECT_NE(status.ToString().find(piece), std::string::npos) << pattern << ": " << status.ToString();
  }
  for (const char* pattern : {"\\pL", "[\\PN]", "\\C", "(?i)é"})
    EXPECT_EQ(Regex::Compile(pattern).status().code(), Code::kUnimplemented) << pattern;
}

TEST(Regex, KnowsLines) {
  EXPECT_FALSE(Matches("a.c", "a\nc"));
  EXPECT_TRUE(Matches("(?s)a.c", "a\nc"));
  EXPECT_FALSE(Matches("a\n^b$", "a\nb"));
  EXPECT_TRUE(Matches("(?m)^a$\n^b$", "a\nb"));
  EXPECT_FALSE(Matches("(?m:^a$)\n^b$", "a\nb")) << "the flag is the group's";
  EXPECT_FALSE(Matches("a", "a\n"));
  EXPECT_TRUE(Matches("[^a]", "\n"));
}

TEST(Regex, MatchesCharactersAndNoBytes) {
  EXPECT_TRUE(Matches(".", "\xF0\x9F\x98\x80"));
  EXPECT_FALSE(Matches("..", "é"));
  for (const char* text : {"\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"})
    EXPECT_FALSE(Matches("(?s).*", text));
  EXPECT_TRUE(Matches("(?s).*", std::string_view("a\0b", 3)));
}

// What RE2 replaces is recorded (tests/tf1/make_strings.py).
TEST(Regex, FindsTheLeftmostMatchAndWhatItsGroupsTook) {
  const Result<Regex> regex = Regex::Compile("(b+)(c)?|d");
  ASSERT_TRUE(regex.ok());
  EXPECT_EQ(regex->num_groups(), 2);
  Regex::Span groups[3];
  const auto search = [&](std::string_view text, size_t from) {
    const Result<bool> found = regex->Search(text, from, groups);
    EXPECT_TRUE(found.ok());
    return found.ok() && *found;
  };
  ASSERT_TRUE(search("aabbca", 0));
  EXPECT_EQ(groups[0].begin, 2u);
  EXPECT_EQ(groups[0].end, 5u);
  EXPECT_EQ(groups[1].end, 4u);
  EXPECT_EQ(groups[2].begin, 4u);
  ASSERT_TRUE(search("aabbca", 3));
  EXPECT_EQ(groups[0].begin, 3u);
  ASSERT_TRUE(search("d", 0));
  EXPECT_EQ(groups[1].begin, Regex::kNone);
  EXPECT_FALSE(search("aabbca", 5));
  EXPECT_FALSE(search("", 0));
}

TEST(Regex, ReplacesInTimeThatTheTextBounds) {
  const std::string text(3'000, 'a');
  for (const char* pattern : {"(a*)*b", "(a|a)*?b", "((a?)*)*b"}) {
    const Result<Regex> regex = Regex::Compile(pattern);
    ASSERT_TRUE(regex.ok());
    const Result<std::string> out = regex->Replace(text, "\\1", true);
    ASSERT_TRUE(out.ok());
    EXPECT_EQ(*out, text);
  }
}

TEST(Regex, EndsASearchThatIsCancelled) {
  const Result<Regex> regex = Regex::Compile("(a|b|ab)*c");
  ASSERT_TRUE(regex.ok());
  const std::string text(1'000'000, 'a');
  EXPECT_EQ(regex->Replace(text, "", true, [] { return true; }).status().code(), Code::kCancelled);
}

}  // namespace
}  // namespace runnel
