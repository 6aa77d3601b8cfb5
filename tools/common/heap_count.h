// Counts the heap allocations of the whole process, whoever makes them: librunnel, its plugins, the C++
// library, this program.
//
// The program defines malloc, calloc, realloc, aligned_alloc, posix_memalign, memalign and mmap, which
// every library loaded into it then calls; they count and pass on to the C library's own.
#ifndef RUNNEL_TOOLS_COMMON_HEAP_COUNT_H_
#define RUNNEL_TOOLS_COMMON_HEAP_COUNT_H_

#include <cstdint>
#include <optional>

namespace runnel::tools {

// Calls so far, of all threads. Empty where a sanitizer owns the heap, or the C library is not glibc.
std::optional<int64_t> HeapAllocations();

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_COMMON_HEAP_COUNT_H_
