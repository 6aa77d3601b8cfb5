#include "tools/runnel/fault.h"

#include <cmath>
#include <cstdlib>

#include "tools/common/error.h"
#include "tools/common/json.h"

namespace runnel::tools {
namespace {

// Sums of the same numbers in another order differ by this much.
constexpr double kSameLoss = 1e-3;

std::string Take(std::string_view* text, char end) {
  const size_t at = text->find(end);
  if (at == std::string_view::npos) return {};
  std::string out(text->substr(0, at));
  text->remove_prefix(at + 1);
  return out;
}

int64_t Number(std::string_view text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string_view::npos)
    return -1;
  return std::atoll(std::string(text).c_str());
}

}  // namespace

std::string Fault::name() const { return Cat("/job:", job, "/task:", task); }

Fault ParseFault(const std::string& text) {
  Fault fault;
  std::string_view rest = text;
  const std::string kind = Take(&rest, ':');
  fault.job = Take(&rest, ':');
  const int64_t task = Number(Take(&rest, '@'));
  const std::string when = Take(&rest, '=');
  fault.step = Number(rest);
  fault.task = static_cast<int>(task);
  fault.kind = kind == "kill"   ? Fault::Kind::kKill
               : kind == "stop" ? Fault::Kind::kStop
                                : Fault::Kind::kNone;
  if (fault.kind == Fault::Kind::kNone || fault.job.empty() || task < 0 || when != "step" ||
      fault.step < 0) {
    throw UsageError(
        Cat("--fault: expected kill:JOB:TASK@step=N or stop:JOB:TASK@step=N, got \"", text, "\""));
  }
  return fault;
}

void ReadLoss(std::string_view line, std::string* code, std::string* task) {
  *code = line.substr(0, line.find(':'));
  task->clear();
  size_t at = line.find("/job:");
  if (at == std::string_view::npos) return;
  std::string_view name = line.substr(at);
  name = name.substr(0, name.find_first_of(" ,;"));
  while (name.ends_with(':')) name.remove_suffix(1);
  *task = name;
  const size_t replica = task->find("/replica:0");
  if (replica != std::string::npos) task->erase(replica, 10);
}

std::string DescribeFault(const Outcome& reference, const Outcome& faulty, int64_t bound_ms) {
  JsonWriter json;
  json.BeginObject().Key("status");
  const bool detected = faulty.detected_ms >= 0;
  if (detected) {
    json.String(faulty.code).Key("task").String(faulty.task);
    json.Key("detected_ms").Int(faulty.detected_ms - faulty.injected_ms);
  } else {
    json.Null().Key("task").Null().Key("detected_ms").Null();
  }
  json.Key("bound_ms").Int(bound_ms).Key("final_loss");
  faulty.has_loss ? json.Double(faulty.loss) : json.Null();
  json.Key("reference_loss");
  reference.has_loss ? json.Double(reference.loss) : json.Null();
  json.Key("leaked_fds").Int(faulty.leaked_fds);
  json.Key("leaked_processes").Int(faulty.leaked_processes);
  json.Key("exit_status").Int(faulty.exit_status);
  return json.EndObject().text();
}

bool FaultWasSurvived(const Fault& fault, const Outcome& reference, const Outcome& faulty,
                      int64_t bound_ms) {
  const bool in_time = faulty.detected_ms >= 0 && faulty.detected_ms - faulty.injected_ms <= bound_ms;
  const bool same = reference.has_loss && faulty.has_loss &&
                    (!fault.is_replaced ||
                     std::fabs(faulty.loss - reference.loss) <= kSameLoss * std::fabs(reference.loss));
  return reference.exit_status == 0 && faulty.exit_status == 0 && in_time &&
         faulty.code == "UNAVAILABLE" && faulty.task == fault.name() && same && faulty.leaked_fds == 0 &&
         faulty.leaked_processes == 0;
}

}  // namespace runnel::tools
