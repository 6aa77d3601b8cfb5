// The words of a formula, one at a time.
#ifndef RUNNEL_CORE_OPS_FORMULA_LEXER_H_
#define RUNNEL_CORE_OPS_FORMULA_LEXER_H_

#include <string_view>

namespace runnel {

enum class FormulaToken : char {
  kEnd = 0,
  kName = 'a',
  kNumber = '0',
  kString = '\'',
  kDots = 1,     // ...
  kEqual = 2,    // ==
  kUnequal = 3,  // !=
  kBad = 4,      // a character that belongs to nothing, a string without end
  // All others stand for the character itself.
};

class FormulaLexer {
 public:
  explicit FormulaLexer(std::string_view text) : text_(text) { Advance(); }

  FormulaToken token() const { return token_; }
  bool is(char c) const { return token_ == static_cast<FormulaToken>(c); }
  // What the token says: a string without its quotes.
  std::string_view word() const { return word_; }
  size_t position() const { return begin_; }
  void Advance();
  void MoveTo(size_t position) {
    end_ = position;
    Advance();
  }

 private:
  std::string_view text_;
  FormulaToken token_ = FormulaToken::kEnd;
  std::string_view word_;
  size_t begin_ = 0, end_ = 0;  // of the token
};

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_FORMULA_LEXER_H_
