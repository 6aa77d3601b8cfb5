// Distinguishes the process that made the mark from its forked children, at the cost of one load. A
// system call per question would be a third of a small step's time.
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
  // Process number of the maker.
  int owner() const { return owner_; }

 private:
  const int owner_;
  const volatile int* page_ = nullptr;  // the kernel clears it in a forked child; null: it cannot
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_PROCESS_MARK_H_
