#include "core/ops/formula_lexer.h"

namespace runnel {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

void FormulaLexer::Advance() {
  const auto at = [&](size_t i) { return i < text_.size() ? text_[i] : '\0'; };
  size_t i = end_;
  while (at(i) == ' ' || at(i) == '\n' || at(i) == '\t') ++i;
  begin_ = i;
  const char c = at(i);
  if (i >= text_.size()) {
    token_ = FormulaToken::kEnd;
  } else if (IsLetter(c)) {
    token_ = FormulaToken::kName;
    // "Vendor>Op" is one word.
    while (IsLetter(at(i)) || IsDigit(at(i)) || (at(i) == '>' && IsLetter(at(i + 1)))) ++i;
  } else if (IsDigit(c)) {
    token_ = FormulaToken::kNumber;
    while (IsDigit(at(i)) || at(i) == '.') ++i;
    if (at(i) == 'e' || at(i) == 'E') {
      i += at(i + 1) == '-' || at(i + 1) == '+' ? 2 : 1;
      while (IsDigit(at(i))) ++i;
    }
  } else if (c == '\'' || c == '"') {
    const size_t close = text_.find(c, i + 1);
    if (close == std::string_view::npos) {
      token_ = FormulaToken::kBad;
      end_ = text_.size();
      word_ = text_.substr(begin_);
      return;
    }
    token_ = FormulaToken::kString;
    word_ = text_.substr(i + 1, close - i - 1);
    end_ = close + 1;
    return;
  } else if (text_.substr(i).starts_with("...")) {
    token_ = FormulaToken::kDots;
    i += 3;
  } else if ((c == '=' || c == '!') && at(i + 1) == '=') {
    token_ = c == '=' ? FormulaToken::kEqual : FormulaToken::kUnequal;
    i += 2;
  } else {
    const bool known = std::string_view("+-*/!=?:;,.()[]").find(c) != std::string_view::npos;
    token_ = known ? static_cast<FormulaToken>(c) : FormulaToken::kBad;
    ++i;
  }
  end_ = i;
  word_ = text_.substr(begin_, end_ - begin_);
}

}  // namespace runnel
