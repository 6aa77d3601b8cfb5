// Faults that `runnel cluster` does to a task of its own, and what came of them.
#ifndef RUNNEL_TOOLS_RUNNEL_FAULT_H_
#define RUNNEL_TOOLS_RUNNEL_FAULT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace runnel::tools {

struct Fault {
  enum class Kind { kNone, kKill, kStop };
  Kind kind = Kind::kNone;
  std::string job;
  int task = 0;
  int64_t step = 0;          // of any program
  bool is_replaced = true;   // a killed task is started again, and the result is to be the same
  std::string name() const;  // "/job:worker/task:1"
};

// "kill:worker:1@step=20", "stop:ps:0@step=5". Throws UsageError.
Fault ParseFault(const std::string& text);

// What a run of the programs showed.
struct Outcome {
  int exit_status = 0;
  std::string failure;
  int64_t injected_ms = -1, detected_ms = -1;  // by one clock; -1: not
  std::string code, task;                      // as the first program said that noticed
  bool has_loss = false;
  double loss = 0;  // of the first program that told one
  int leaked_fds = 0, leaked_processes = 0;
};

// "UNAVAILABLE: /job:b/replica:0/task:1 (...): ...": the code and the task that it names, without the
// replica; empty where it names none.
void ReadLoss(std::string_view line, std::string* code, std::string* task);

// What VERIFY asks for, on one line.
std::string DescribeFault(const Outcome& reference, const Outcome& faulty, int64_t bound_ms);
// Whether what should hold does: detected in time under the right name, the same result, nothing left.
bool FaultWasSurvived(const Fault& fault, const Outcome& reference, const Outcome& faulty,
                      int64_t bound_ms);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_FAULT_H_
