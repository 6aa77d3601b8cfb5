// runnel cluster: a cluster on this machine, for as long as a program runs.
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/command.h"
#include "tools/runnel/local_cluster.h"

namespace runnel::tools {
namespace {

// From the end of a task until all others must know: a killed one's connections close at once, a stopped
// one counts as dead after three seconds; the rest is for a machine that is busy.
constexpr int64_t kKillBoundMs = 1500, kStopBoundMs = 4500;

std::vector<std::string> Served(const Args& args) {
  std::vector<std::string> served = args.All("serve");
  if (served.empty()) served = {"ps"};
  return served;
}

Recovery RecoveryOf(const Args& args, int restarts) {
  Recovery recovery;
  recovery.restarts = restarts;
  recovery.silent_ms = args.Integer("silent-ms", recovery.silent_ms, 0, 86'400'000);
  recovery.patience_ms = args.Integer("patience-ms", recovery.patience_ms, 0, 86'400'000);
  return recovery;
}

int RunOnce(const Args& args, int restarts, const Fault& fault, Outcome* outcome) {
  LocalCluster cluster(ParseLocal(args.Text("local")), Served(args));
  // Names are checked here, before anything starts.
  ClusterHandle spec;
  Check(rnl_cluster_from_text(Str(cluster.spec()), Out(&spec)));
  bool any_program = false, any_target = fault.kind == Fault::Kind::kNone;
  for (const LocalTask& task : cluster.tasks()) {
    any_program |= !task.served;
    any_target |= task.job == fault.job && task.index == fault.task;
  }
  if (!any_program) throw UsageError("cluster: every task would be served, none would run the program");
  if (!any_target) throw UsageError(Cat("--fault: the cluster has no ", fault.name()));
  const Recovery recovery = RecoveryOf(args, restarts);
  cluster.set_recovery(recovery);
  cluster.set_events(static_cast<int>(args.Integer("events", -1, 0, 1 << 20)));
  if (restarts > 0) std::fprintf(stderr, "runnel: %s\n", recovery.Describe().c_str());
  cluster.set_fault(fault);
  cluster.set_files(args.Text("files"));
  cluster.Start(args.positional());
  const int status = cluster.Watch();
  if (!cluster.failure().empty()) std::fprintf(stderr, "runnel: %s\n", cluster.failure().c_str());
  *outcome = cluster.outcome();
  return status;
}

int Run(const Args& args) {
  if (args.Text("local").empty()) throw UsageError("cluster needs --local JOB=COUNT,...");
  const int restarts = static_cast<int>(args.Integer("restarts", 0, 0, 1000));
  Outcome outcome;
  if (!args.Has("fault")) {
    if (args.Has("json")) throw UsageError("cluster: --json goes with --fault");
    return RunOnce(args, restarts, Fault(), &outcome);
  }
  Fault fault = ParseFault(args.Text("fault"));
  fault.is_replaced = fault.kind == Fault::Kind::kStop || !args.Has("restarts") || restarts > 0;
  // What the programs print is progress now.
  std::fflush(stdout);
  const int answer = dup(1);
  dup2(2, 1);
  // First without: a step that no program reaches.
  Fault never = fault;
  never.step = INT64_MAX;
  Outcome reference;
  if (RunOnce(args, 0, never, &reference) == 0) {
    RunOnce(args, args.Has("restarts") ? restarts : 1, fault, &outcome);
  }
  std::fflush(stdout);
  dup2(answer, 1);
  close(answer);
  const int64_t bound_ms = fault.kind == Fault::Kind::kKill ? kKillBoundMs : kStopBoundMs;
  PrintLine(DescribeFault(reference, outcome, bound_ms));
  return FaultWasSurvived(fault, reference, outcome, bound_ms) ? 0 : 1;
}

constexpr Option kOptions[] = {
    {"local", "JOB=N,...", "the jobs and how many tasks each has: ps=1,worker=2"},
    {"serve", "JOB", "a job whose tasks only serve, as `runnel worker` (default: ps)", true},
    {"restarts", "N",
     "start tasks again that a signal ended, or that are silent, so often in all (default: 0)"},
    {"silent-ms", "MS",
     "with --restarts: a task that is stopped, or gives no sign of life, for so long is killed "
     "(default: "
     "10000; 0: never)"},
    {"patience-ms", "MS",
     "with --restarts: the job ends with status 124 so long after the last progress of any program "
     "(default: 60000; 0: never)"},
    {"events", "FD", "an open descriptor for lines of JSON that tell what becomes of tasks"},
    {"files", "DIR", "where each task has a folder for its files, DIR/JOB-TASK (default: none has)"},
    {"fault", "KIND:JOB:TASK@step=N",
     "run twice, the second time killing (kill) or stopping (stop) a task at a step of the programs, "
     "and "
     "compare"},
    kJsonOption,
};

}  // namespace

constexpr Command kClusterCommand = {
    "cluster",
    "-- PROGRAM ARGUMENTS...",
    1,
    10'000,
    "Run a program as the tasks of a cluster on this machine.",
    "Every task that is not of a served job is a process of PROGRAM, which finds the cluster in\n"
    "RUNNEL_CLUSTER, its own place in RUNNEL_JOB and RUNNEL_TASK, a socket that listens already in\n"
    "RUNNEL_LISTEN_FD, the secret of all in RUNNEL_CLUSTER_TOKEN, and with --files its folder in\n"
    "RUNNEL_FILES. What tasks print comes with their names. When the programs have ended, or one of "
    "them fails, all else is ended.\n"
    "With --restarts, --events or --fault programs find a descriptor in RUNNEL_REPORT_FD and may say\n"
    "there what they do, in lines: `alive` every RUNNEL_BEAT_MS, `step 20`, `worked` (any other "
    "progress),\n"
    "`lost UNAVAILABLE: MESSAGE`, `loss 0.25`, `fds 0` (descriptors more than at the start), and "
    "`finished`\n"
    "when they have done all: who has is not started again, nor has anybody to wait for it, since\n"
    "RUNNEL_FINISHED_FD has its name. A program that says nothing shows progress by what it prints and "
    "by\n"
    "computing. With --fault one line of JSON tells what came of it.",
    kOptions,
    Run};

}  // namespace runnel::tools
