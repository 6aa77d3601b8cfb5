// Sessions of this process whose planning is observed.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_PLANNING_OPTIONS_H_
#define RUNNEL_CORE_RUNTIME_SESSION_PLANNING_OPTIONS_H_

#include <functional>

#include "core/runtime/session/session.h"

namespace runnel {

struct PlanningOptions {
  // Called whenever planning or a kernel asks whether its run is to end early, on the thread that asks;
  // for tests. May be empty.
  std::function<void()> on_look;
};

// Session::Create, with these.
Result<Ref<Session>> CreateSession(Ref<Runtime> runtime, std::shared_ptr<Graph> graph,
                                   const SessionOptions& options, const PlanningOptions& planning);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_PLANNING_OPTIONS_H_
