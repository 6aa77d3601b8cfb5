// PlanLog: what planning tells while it goes on. A description gets the number of nodes after each pass;
// the runtime's log gets the values themselves, if the session wants that.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PLAN_LOG_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PLAN_LOG_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/runtime/plan/plan_description.h"

namespace runnel {

class Runtime;
class PlanGraph;
struct Pass;

class PlanLog {
 public:
  // `description`: to be filled; null: nobody asks. `print`: to the log of `runtime`. `num_nodes`: of
  // the user's graph.
  PlanLog(Runtime* runtime, PlanDescription* description, bool print, int64_t num_nodes)
      : runtime_(runtime), description_(description), print_(print), nodes_before_(num_nodes) {}

  // A pass has run, and `graph` is what it left.
  void After(const Pass& pass, const PlanGraph& graph);
  // To the log, whether or not the session wants values there.
  void Print(std::string_view text);

 private:
  Runtime* const runtime_;
  PlanDescription* const description_;
  const bool print_;
  int64_t nodes_before_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PLAN_LOG_H_
