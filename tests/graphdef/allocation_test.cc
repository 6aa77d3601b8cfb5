// Memory that runs out in the middle of coding: std::bad_alloc or a status, nothing lost (leaks show
// under AddressSanitizer), and the next call works.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "core/graph/meta_graph.h"
#include "tests/graphdef/sample_graph.h"

namespace {

thread_local long allocations_left = -1;  // negative: no limit

void* Allocate(size_t size_bytes) {
  if (allocations_left >= 0 && allocations_left-- == 0) {
    allocations_left = -1;
    throw std::bad_alloc();
  }
  void* memory = std::malloc(size_bytes == 0 ? 1 : size_bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(size_t size_bytes) { return Allocate(size_bytes); }
void* operator new[](size_t size_bytes) { return Allocate(size_bytes); }
void* operator new(size_t size_bytes, const std::nothrow_t&) noexcept {
  try {
    return Allocate(size_bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new[](size_t size_bytes, const std::nothrow_t& tag) noexcept {
  return operator new(size_bytes, tag);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace runnel {
namespace {

// Runs `code` with its first allocation failing, its second, and so on until it succeeds. Returns how
// often it failed.
template <typename F>
int FailEachAllocation(F code) {
  constexpr int kMost = 100000;
  for (int n = 0; n < kMost; ++n) {
    allocations_left = n;
    bool done = false;
    try {
      done = code();
    } catch (const std::bad_alloc&) {
      done = false;
    }
    const bool failed = allocations_left < 0;
    allocations_left = -1;
    if (!failed) {
      EXPECT_TRUE(done);
      return n;
    }
  }
  return kMost;
}

TEST(GraphDefMemory, RunningOutAnywhereIsACleanFailure) {
  const GraphDef graph = testing::SampleGraph();
  const std::string bytes = *EncodeGraphDef(graph);
  const std::string text = *PrintTextGraphDef(graph);
  EXPECT_GT(FailEachAllocation([&] { return EncodeGraphDef(graph).ok(); }), 1);
  EXPECT_GT(FailEachAllocation([&] { return DecodeGraphDef(bytes).ok(); }), 30);
  EXPECT_GT(FailEachAllocation([&] { return PrintTextGraphDef(graph).ok(); }), 5);
  EXPECT_GT(FailEachAllocation([&] { return ReadGraphDef(text).ok(); }), 30);
  const std::string broken = bytes.substr(0, bytes.size() - 1);
  EXPECT_GT(FailEachAllocation([&] { return !DecodeGraphDef(broken).ok(); }), 1);
  EXPECT_EQ(*EncodeGraphDef(*DecodeGraphDef(bytes)), bytes);
}

}  // namespace
}  // namespace runnel
