// The report: a line for every check and for every (kernel, type, device), as text or as JSON.
#ifndef RUNNEL_TOOLS_CONFORMANCE_REPORT_H_
#define RUNNEL_TOOLS_CONFORMANCE_REPORT_H_

#include <string>
#include <string_view>
#include <vector>

namespace runnel::conformance {

// kExpected: a failure that was announced (--expect).
enum class Result { kPass, kUnsupported, kFail, kExpected };

class Report {
 public:
  explicit Report(bool json) : json_(json) {}
  // Reads announced failures: lines "KERNEL TYPE REASON", TYPE as in the report or *; lines that are
  // empty or begin with # are none. Such a kernel that passes is a failure: the list has to shrink.
  // False with what is wrong.
  bool ReadExpected(const std::string& path, std::string* problem);
  // A check of the plugin or of a device ("memory", "fences").
  void Check(std::string_view check, std::string_view device, Result result,
             std::string_view reason = {});
  // A kernel, after `cases` runs of it.
  void Kernel(std::string_view kernel, std::string_view type, std::string_view device, Result result,
              int cases, std::string_view reason = {});
  int passed() const { return passed_; }
  int failed() const { return failed_; }
  int unsupported() const { return unsupported_; }
  int expected() const { return expected_; }

 private:
  struct Announced {
    std::string kernel, type, reason;
  };
  void Count(Result result);
  bool json_;
  std::vector<Announced> announced_;
  int expected_ = 0;
  int passed_ = 0;
  int failed_ = 0;
  int unsupported_ = 0;
};

}  // namespace runnel::conformance

#endif  // RUNNEL_TOOLS_CONFORMANCE_REPORT_H_
