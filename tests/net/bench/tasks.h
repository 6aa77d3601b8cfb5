// Clusters whose tasks are processes of their own, or servers of this one, and what they take.
#ifndef RUNNEL_TESTS_NET_BENCH_TASKS_H_
#define RUNNEL_TESTS_NET_BENCH_TASKS_H_

namespace runnel::net {

// A step that does nothing on each of two workers of this process. Units: microseconds.
double NullStepUs();
// A session whose master asks eight tasks, each in a process of its own, what they have. Units:
// milliseconds.
double SessionOverEightProcessesMs();
// Seconds that four processes take to add up 16 MiB of floats, each ending with the sum: by
// CollectiveReduce ("ring", "halving" or "auto"), and over raw sockets in a ring.
class AllReduceOfFour {
 public:
  AllReduceOfFour();
  ~AllReduceOfFour();
  double Seconds(const char* hint);
  static double RawSeconds();

 private:
  struct Impl;
  Impl* impl_;
};
// A server without work: bytes of anonymous memory, and how often its threads woke in a second beyond
// one for each sign of life.
struct Idle {
  double anonymous_bytes = 0, wakes_per_second = 0;
};
Idle IdleServer();

}  // namespace runnel::net

#endif  // RUNNEL_TESTS_NET_BENCH_TASKS_H_
