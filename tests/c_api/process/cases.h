// Cases that run in processes of their own, and how they say what went wrong.
#ifndef RUNNEL_TESTS_C_API_PROCESS_CASES_H_
#define RUNNEL_TESTS_C_API_PROCESS_CASES_H_

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/c_api/support/model.h"

namespace runnel_test {

// Each returns the process's exit status.
int AllocFailure(const char* argument);
int AllocFailureOfModels(const char* argument);
int InjectedAllocatorFailure(const char* argument);
int SteadyCallable(const char* argument);
int ForkedChild(const char* argument);
int ReleaseOrders(const char* argument);
int GraphDefDamage(const char* argument);
int KillAtAnyWrite(const char* argument);
int NoSpaceLeft(const char* argument);
int CheckpointDamage(const char* argument);
int Plugins(const char* argument);
int PluginAllocations(const char* argument);
int SignaturesGo(const char* argument);
int UseAfterClose(const char* argument);
int ShortOfDescriptors(const char* argument);
int ShortOfThreads(const char* argument);
int ShortOfAddressSpace(const char* argument);
int NthCallFails(const char* argument);
int NthAllocationOfAServerFails(const char* argument);
int FamiliesOnFirstUse(const char* argument);
int FamiliesOfASecondCopy(const char* argument);
int EveryOpAlone(const char* argument);
int EveryOpOnAServer(const char* argument);

// The heap, interposed: see heap.cc.
void FailAllocation(int64_t n);  // the n-th from now on fails, counted over all threads; 0: none does
bool AllocationFailed();         // it came to that
int64_t AllocationCount();       // since the start

// Calls of the system, interposed: see calls.cc.
enum class Call { kNone, kOpen, kPipe, kSocket, kThread, kSync };
// The n-th from now on fails, counted over all threads, and if it is `lasting` all after it; 0: none
// does.
void FailCall(Call call, int64_t n, bool lasting = false);
bool CallFailed();         // it came to that
bool TakeCall(Call call);  // for what interposes: whether this one fails

// What the process has open, each with a space behind it; one of them is the folder that is read for
// this.
std::vector<std::string> Descriptors();
int CountDescriptors();

}  // namespace runnel_test

// Prints the reason and fails the case.
#define REQUIRE(condition, ...)                                            \
  do {                                                                     \
    if (!(condition)) {                                                    \
      std::fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
      std::fprintf(stderr, __VA_ARGS__);                                   \
      std::fprintf(stderr, "\n");                                          \
      return 1;                                                            \
    }                                                                      \
  } while (false)
#define REQUIRE_OK(expr)                                                     \
  do {                                                                       \
    const ::runnel_test::Status require_status_(expr);                       \
    REQUIRE(require_status_.ok(), "%s", require_status_.ToString().c_str()); \
  } while (false)

#endif  // RUNNEL_TESTS_C_API_PROCESS_CASES_H_
