#include "tools/conformance/report.h"

#include <cstdio>

namespace runnel::conformance {
namespace {

const char* Name(Result result) {
  return result == Result::kPass ? "pass" : result == Result::kFail ? "fail" : "unsupported";
}

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", byte);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

void Print(const std::string& line) {
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);  // a plugin that crashes leaves what was found before
}

}  // namespace

void Report::Count(Result result) {
  ++(result == Result::kPass ? passed_ : result == Result::kFail ? failed_ : unsupported_);
}

void Report::Check(std::string_view check, std::string_view device, Result result,
                   std::string_view reason) {
  Count(result);
  if (json_) {
    Print("{\"check\": " + Quoted(check) + ", \"device\": " + Quoted(device) + ", \"result\": \"" +
          Name(result) + "\"" + (reason.empty() ? "" : ", \"reason\": " + Quoted(reason)) + "}");
  } else {
    Print(std::string(Name(result)) + "  " + std::string(check) + "  " + std::string(device) +
          (reason.empty() ? "" : ": " + std::string(reason)));
  }
}

void Report::Kernel(std::string_view kernel, std::string_view type, std::string_view device,
                    Result result, int cases, std::string_view reason) {
  Count(result);
  if (json_) {
    Print("{\"kernel\": " + Quoted(kernel) + ", \"type\": " + Quoted(type) +
          ", \"device\": " + Quoted(device) + ", \"result\": \"" + Name(result) + "\", \"cases\": " +
          std::to_string(cases) + (reason.empty() ? "" : ", \"reason\": " + Quoted(reason)) + "}");
  } else if (result != Result::kPass) {
    Print(std::string(Name(result)) + "  " + std::string(kernel) + " (" + std::string(type) + ")  " +
          std::string(device) + ": " + std::string(reason));
  }
}

}  // namespace runnel::conformance
