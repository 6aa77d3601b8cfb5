// runnel cluster: a cluster on this machine, for as long as a program runs.
#include <cstdio>

#include "tools/common/error.h"
#include "tools/runnel/command.h"
#include "tools/runnel/local_cluster.h"

namespace runnel::tools {
namespace {

int Run(const Args& args) {
  const std::string local = args.Text("local");
  if (local.empty()) throw UsageError("cluster needs --local JOB=COUNT,...");
  std::vector<std::string> served = args.All("serve");
  if (served.empty()) served = {"ps"};
  LocalCluster cluster(ParseLocal(local), served);
  // Names are checked here, before anything starts.
  ClusterHandle spec;
  Check(rnl_cluster_from_text(Str(cluster.spec()), Out(&spec)));
  bool any_program = false;
  for (const LocalTask& task : cluster.tasks()) any_program |= !task.served;
  if (!any_program) throw UsageError("cluster: every task would be served, none would run the program");
  cluster.Start(args.positional());
  const int status = cluster.Watch();
  if (!cluster.failure().empty()) std::fprintf(stderr, "runnel: %s\n", cluster.failure().c_str());
  return status;
}

constexpr Option kOptions[] = {
    {"local", "JOB=N,...", "the jobs and how many tasks each has: ps=1,worker=2"},
    {"serve", "JOB", "a job whose tasks only serve, as `runnel worker` (default: ps)", true},
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
    "RUNNEL_LISTEN_FD, and the secret of all in RUNNEL_CLUSTER_TOKEN. What tasks print comes with "
    "their\n"
    "names. When the programs have ended, or one of them fails, all else is ended.",
    kOptions,
    Run};

}  // namespace runnel::tools
