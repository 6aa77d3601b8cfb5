// How many CPUs this process may keep busy.
#ifndef RUNNEL_CORE_BASE_CPU_COUNT_H_
#define RUNNEL_CORE_BASE_CPU_COUNT_H_

#include <string>

namespace runnel {

// The CPUs that the affinity mask leaves, or fewer where a CPU quota of the process's cgroup, or of one
// around it, is reached earlier: quota / period, rounded up. At least 1. A container that may use 1.5 of
// 64 CPUs gets 2 threads, not 64 that are stopped most of the time. `root` stands before /proc and
// before the mount points of cgroups, for tests. Source: Linux, Documentation/admin-guide/cgroup-v2.rst
// (cpu.max), scheduler/sched-bwc.rst (cpu.cfs_*).
int UsableCpus(const std::string& root = {});

// The quotas alone: the least of them as CPUs, or 0 if there is none.
int CgroupCpus(const std::string& root);

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_CPU_COUNT_H_
