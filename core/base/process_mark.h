// Tells whether this process is the one that made the mark or one that was forked from it, for the price
// of a load: a system call for each question would be a third of what a small step takes.
#ifndef RUNNEL_CORE_BASE_PROCESS_MARK_H_
#define RUNNEL_CORE_BASE_PROCESS_MARK_H_

#include <unistd.h>

namespace runnel {

class ProcessMark {
 public:
  ProcessMark();
  ~ProcessMark();
  ProcessMark(const ProcessMark&) = delete;
  ProcessMark& operator=(const ProcessMark&) = delete;

  // Any thread.
  bool IsHere() const { return page_ != nullptr ? *page_ != 0 : getpid() == owner_; }
  // The process that made it.
  int owner() const { return owner_; }

 private:
  const int owner_;
  const volatile int* page_ = nullptr;  // the kernel clears it in a forked child; null: it cannot
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_PROCESS_MARK_H_
