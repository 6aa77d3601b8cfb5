// What a check of a device finds, and how one is run.
#ifndef RUNNEL_TOOLS_CONFORMANCE_FINDING_H_
#define RUNNEL_TOOLS_CONFORMANCE_FINDING_H_

#include <string>
#include <vector>

#include "tools/conformance/report.h"
#include "tools/conformance/target.h"

namespace runnel::conformance {

// Collects the first thing that is wrong.
class Finding {
 public:
  explicit Finding(const rnlp_host_t* host) : host_(host) {}
  bool ok() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }
  bool Expect(bool condition, const std::string& problem) {
    if (!condition && ok()) problem_ = problem;
    return ok();
  }
  bool Done(rnlp_status_t* status, const std::string& what) { return Done(Take(host_, status), what); }
  bool Done(const Outcome& outcome, const std::string& what) {
    return Expect(outcome.ok(), what + ": " + outcome.text());
  }
  bool Code(rnlp_status_t* status, int32_t code, const std::string& what) {
    const Outcome outcome = Take(host_, status);
    return Expect(outcome.code == code,
                  what + ": expected " + CodeName(code) + ", got " + outcome.text());
  }

 private:
  const rnlp_host_t* host_;
  std::string problem_;
};

inline std::vector<unsigned char> Pattern(size_t size, unsigned seed) {
  std::vector<unsigned char> out(size);
  for (size_t i = 0; i < size; ++i) out[i] = static_cast<unsigned char>(i * 7 + seed);
  return out;
}

template <typename Check>
void RunCheck(Target& target, const char* name, Check check, Report* report) {
  if (target.host_memory()) {
    report->Check(name, target.name(), Result::kUnsupported, "computes in host memory");
    return;
  }
  Finding find(target.host());
  check(target, &find);
  report->Check(name, target.name(), find.ok() ? Result::kPass : Result::kFail, find.problem());
}

}  // namespace runnel::conformance

#endif  // RUNNEL_TOOLS_CONFORMANCE_FINDING_H_
