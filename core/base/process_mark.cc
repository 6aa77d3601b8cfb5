#include "core/base/process_mark.h"

#include <sys/mman.h>

namespace runnel {
namespace {

size_t PageBytes() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

ProcessMark::ProcessMark() : owner_(getpid()) {
#if defined(MADV_WIPEONFORK)
  void* page = mmap(nullptr, PageBytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return;
  if (madvise(page, PageBytes(), MADV_WIPEONFORK) != 0) {
    munmap(page, PageBytes());
    return;
  }
  *static_cast<int*>(page) = 1;
  page_ = static_cast<int*>(page);
#endif
}

ProcessMark::~ProcessMark() {
  if (page_ != nullptr) munmap(const_cast<int*>(page_), PageBytes());
}

}  // namespace runnel
