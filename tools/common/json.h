// JSON out: a writer that keeps track of commas, and nothing else.
//
//   JsonWriter json;
//   json.BeginObject().Key("name").String("x").Key("shape").BeginArray().Int(2).EndArray().EndObject();
#ifndef RUNNEL_TOOLS_COMMON_JSON_H_
#define RUNNEL_TOOLS_COMMON_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace runnel::tools {

class JsonWriter {
 public:
  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }
  JsonWriter& Key(std::string_view key);
  // Bytes that are not UTF-8 become U+FFFD.
  JsonWriter& String(std::string_view value);
  JsonWriter& Int(int64_t value) { return Raw(std::to_string(value)); }
  JsonWriter& Uint(uint64_t value) { return Raw(std::to_string(value)); }
  // Shortest text that reads back as the same number; null if it is not finite.
  JsonWriter& Double(double value);
  JsonWriter& Float(float value);
  JsonWriter& Bool(bool value) { return Raw(value ? "true" : "false"); }
  JsonWriter& Null() { return Raw("null"); }

  const std::string& text() const { return text_; }

 private:
  JsonWriter& Open(char c);
  JsonWriter& Close(char c);
  JsonWriter& Raw(std::string_view value);
  void Comma();

  std::string text_;
};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_COMMON_JSON_H_
