// c_api_process CASE [ARGUMENT]: runs one case in this process. Exit status 0: it held; 1: it did not,
// with the reason on standard error; anything else: the process was killed, which no case may do.
#include <cstdio>
#include <cstring>

#include "tests/c_api/process/cases.h"

namespace {

struct Case {
  const char* name;
  int (*run)(const char* argument);
};

constexpr Case kCases[] = {
    {"alloc_failure", runnel_test::AllocFailure},
    {"alloc_failure_of_models", runnel_test::AllocFailureOfModels},
    {"injected_allocator", runnel_test::InjectedAllocatorFailure},
    {"steady_callable", runnel_test::SteadyCallable},
    {"fork", runnel_test::ForkedChild},
    {"release_orders", runnel_test::ReleaseOrders},
    {"graph_def_damage", runnel_test::GraphDefDamage},
    {"kill_at_any_write", runnel_test::KillAtAnyWrite},
    {"no_space_left", runnel_test::NoSpaceLeft},
    {"checkpoint_damage", runnel_test::CheckpointDamage},
    {"plugins", runnel_test::Plugins},
    {"plugin_allocations", runnel_test::PluginAllocations},
    {"signatures_go", runnel_test::SignaturesGo},
    {"use_after_close", runnel_test::UseAfterClose},
    {"short_of_descriptors", runnel_test::ShortOfDescriptors},
    {"short_of_threads", runnel_test::ShortOfThreads},
    {"short_of_address_space", runnel_test::ShortOfAddressSpace},
    {"nth_call", runnel_test::NthCallFails},
    {"nth_allocation_of_a_server", runnel_test::NthAllocationOfAServerFails},
    {"families_on_first_use", runnel_test::FamiliesOnFirstUse},
    {"families_of_a_second_copy", runnel_test::FamiliesOfASecondCopy},
    {"every_op_alone", runnel_test::EveryOpAlone},
    {"every_op_on_a_server", runnel_test::EveryOpOnAServer},
};

}  // namespace

// ThreadSanitizer ends a forked child that starts threads, because it cannot know what the threads that
// are not there held. The case of the fork starts a runtime there all the same: that it works is the
// point.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  for (const Case& c : kCases) {
    if (std::strcmp(c.name, argv[1]) == 0) return c.run(argc > 2 ? argv[2] : "");
  }
  std::fprintf(stderr, "no case %s\n", argv[1]);
  return 2;
}
