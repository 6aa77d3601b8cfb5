// JSON out: a writer that keeps track of commas, for what Runnel tells in that form (plans, traces).
//
// Names of nodes, ops and devices are ASCII; any other byte in a string becomes U+FFFD.
#ifndef RUNNEL_CORE_BASE_JSON_H_
#define RUNNEL_CORE_BASE_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace runnel {

class JsonText {
 public:
  JsonText& BeginObject() { return Open('{'); }
  JsonText& EndObject() { return Close('}'); }
  JsonText& BeginArray() { return Open('['); }
  JsonText& EndArray() { return Close(']'); }
  JsonText& Key(std::string_view key);
  JsonText& String(std::string_view value);
  JsonText& Int(int64_t value);
  JsonText& Uint(uint64_t value);
  JsonText& Bool(bool value) { return Raw(value ? "true" : "false"); }
  JsonText& Null() { return Raw("null"); }
  // `thousandths` / 1000, exactly: nanoseconds as microseconds, and the like.
  JsonText& Thousandths(int64_t thousandths);
  // A value, or a whole line of them, on a line of its own, for long arrays.
  JsonText& NewLine();

  std::string Take() { return std::move(text_); }

 private:
  JsonText& Open(char c);
  JsonText& Close(char c);
  JsonText& Raw(std::string_view value);
  void Comma();

  std::string text_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_JSON_H_
