#include "tools/conformance/report.h"

#include <cstdio>
#include <fstream>
#include <sstream>

namespace runnel::conformance {
namespace {

const char* Name(Result result) {
  switch (result) {
    case Result::kPass:
      return "pass";
    case Result::kFail:
      return "fail";
    case Result::kExpected:
      return "expected_failure";
    case Result::kUnsupported:
      break;
  }
  return "unsupported";
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
  ++(result == Result::kPass       ? passed_
     : result == Result::kFail     ? failed_
     : result == Result::kExpected ? expected_
                                   : unsupported_);
}

bool Report::ReadExpected(const std::string& path, std::string* problem) {
  std::ifstream file(path);
  if (!file) {
    *problem = "cannot read " + path;
    return false;
  }
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Announced one;
    words >> one.kernel >> one.type;
    std::getline(words >> std::ws, one.reason);
    if (one.reason.empty()) {
      *problem = path + " line " + std::to_string(number) + ": expected KERNEL TYPE REASON";
      return false;
    }
    announced_.push_back(std::move(one));
  }
  return true;
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
  std::string with_announced;
  for (const Announced& one : announced_) {
    if (one.kernel != kernel || (one.type != "*" && one.type != type)) continue;
    if (result == Result::kFail) {
      result = Result::kExpected;
      with_announced = one.reason + ": " + std::string(reason);
    } else if (result == Result::kPass) {
      result = Result::kFail;
      with_announced = "passes, though it is announced to fail: " + one.reason;
    } else {
      continue;
    }
    reason = with_announced;
    break;
  }
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
