// Host memory of a runtime: counted, limited, reused, and able to outlive its owner.
#include "core/runtime/host/host_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RUNNEL_HAS_LEAK_CHECK 1
#include <sanitizer/lsan_interface.h>
#endif
#endif

namespace runnel {
namespace {

// Counts what reaches the underlying allocator, and fails on request.
class CountingAllocator : public Allocator {
 public:
  void* Allocate(size_t bytes) override {
    ++calls;
    return fail ? nullptr : SystemAllocator()->Allocate(bytes);
  }
  void Free(void* data, size_t bytes) override {
    ++frees;
    SystemAllocator()->Free(data, bytes);
  }
  int calls = 0;
  int frees = 0;
  bool fail = false;
};

TEST(HostMemory, SizeClassesHoldTheirSizes) {
  int last = -1;
  for (uint64_t bytes = 0; bytes < 100000; bytes += 7) {
    const SizeClass size = SizeClassOf(bytes);
    ASSERT_GE(size.bytes, bytes);
    ASSERT_LE(size.bytes, bytes + bytes / 8 + 64);
    ASSERT_EQ(size.bytes % 64, 0u);
    ASSERT_GE(size.index, last);
    ASSERT_EQ(SizeClassOf(size.bytes).index, size.index);
    last = size.index;
  }
  EXPECT_LT(SizeClassOf(uint64_t{1} << 48).index, kNumSizeClasses);
  EXPECT_EQ(SizeClassOf(UINT64_MAX).index, -1);
}

TEST(HostMemory, ForgetsAPeakAndKeepsWhatIsUsedNow) {
  constexpr size_t kBlock = (16 << 20) + kTensorAlignment, kBlocks = 20;  // with a tensor's header
  CountingAllocator base;
  HostMemory memory(&base, nullptr, 0);
  std::vector<void*> blocks;
  for (size_t i = 0; i < kBlocks; ++i) blocks.push_back(memory.allocator()->Allocate(kBlock));
  for (void* block : blocks) memory.allocator()->Free(block, kBlock);
  EXPECT_EQ(base.frees, 0) << "a peak of just now is kept for";
  memory.Forget();
  EXPECT_EQ(memory.bytes_cached(), kBlock * kBlocks) << "the interval before counts too";
  memory.Forget();
  EXPECT_LE(memory.bytes_cached(), 32u << 20);
  // Steps that go on allocate nothing, however often it is called.
  const auto step = [&] {
    void* const a = memory.allocator()->Allocate(3 * kBlock);
    void* const b = memory.allocator()->Allocate(2 * kBlock);
    memory.allocator()->Free(a, 3 * kBlock);
    memory.allocator()->Free(b, 2 * kBlock);
  };
  step();
  const int calls = base.calls;
  for (int i = 0; i < 10; ++i) {
    step();
    memory.Forget();
  }
  EXPECT_EQ(base.calls, calls);
  memory.Forget();
  memory.Forget();
  EXPECT_LE(memory.bytes_cached(), 32u << 20);
  EXPECT_EQ(memory.bytes_in_use(), 0u);
}

TEST(HostMemory, GivesFreedBlocksOutAgain) {
  CountingAllocator base;
  HostMemory memory(&base, nullptr, 0);
  for (int i = 0; i < 10; ++i) {
    void* data = memory.allocator()->Allocate(1000);
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0u);
    std::memset(data, i, 1000);
    EXPECT_GE(memory.bytes_in_use(), 1000u);
    memory.allocator()->Free(data, 1000);
    EXPECT_EQ(memory.bytes_in_use(), 0u);
  }
  EXPECT_EQ(base.calls, 1);
}

TEST(HostMemory, RefusesWhatIsAboveTheLimit) {
  CountingAllocator base;
  constexpr size_t kAll = 4096 + kTensorAlignment;
  HostMemory memory(&base, nullptr, kAll);
  void* a = memory.allocator()->Allocate(2048);
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(memory.allocator()->Allocate(kAll), nullptr);
  EXPECT_EQ(memory.allocator()->Allocate(SIZE_MAX), nullptr);
  memory.allocator()->Free(a, 2048);
  // What lies cached does not count, and makes room.
  void* b = memory.allocator()->Allocate(kAll);
  EXPECT_NE(b, nullptr);
  memory.allocator()->Free(b, kAll);
}

TEST(HostMemory, ATensorsHeaderMakesItsBlockNoClassLarger) {
  CountingAllocator base;
  HostMemory memory(&base, nullptr, 0);
  for (const size_t elements : {1024u, 4096u, 12288u, 1u << 20}) {
    const size_t bytes = elements + kTensorAlignment;
    void* const block = memory.allocator()->Allocate(bytes);
    EXPECT_EQ(memory.bytes_in_use(), elements == 1024 ? 1152 + kTensorAlignment : bytes);
    memory.allocator()->Free(block, bytes);
  }
}

// As a buffer of elements fills: each is kept, and what its making took besides is freed, one after the
// other.
TEST(HostMemory, WhatStepsFreeIsThereForTheNextWhileMemoryGrows) {
  constexpr size_t kKept = 100'000, kSteps = 1000;
  constexpr size_t kBesides[] = {30'000, 20'000};
  CountingAllocator base;
  HostMemory memory(&base, nullptr, 0);
  std::vector<void*> kept;
  for (size_t i = 0; i < kSteps; ++i) {
    for (const size_t bytes : kBesides)
      memory.allocator()->Free(memory.allocator()->Allocate(bytes), bytes);
    kept.push_back(memory.allocator()->Allocate(kKept));
  }
  EXPECT_EQ(base.calls, static_cast<int>(kSteps) + 2);
  EXPECT_EQ(base.frees, 0);
  for (void* block : kept) memory.allocator()->Free(block, kKept);
}

TEST(HostMemory, AnExhaustedMachineIsNoCrash) {
  CountingAllocator base;
  HostMemory memory(&base, nullptr, 0);
  base.fail = true;
  EXPECT_EQ(memory.allocator()->Allocate(64), nullptr);
  EXPECT_EQ(memory.bytes_in_use(), 0u);
}

#if defined(RUNNEL_HAS_LEAK_CHECK)
TEST(HostMemory, WhatLiesCachedIsNoLeak) {
  HostMemory memory(nullptr, nullptr, 0);
  std::vector<void*> blocks(20);
  for (void*& block : blocks) block = memory.allocator()->Allocate(1000);
  for (void*& block : blocks) memory.allocator()->Free(std::exchange(block, nullptr), 1000);
  EXPECT_EQ(__lsan_do_recoverable_leak_check(), 0);
}
#endif

TEST(HostMemory, BlocksMayOutliveTheirOwner) {
  CountingAllocator base;
  auto memory = std::make_unique<HostMemory>(&base, nullptr, 0);
  Allocator* allocator = memory->allocator();
  void* data = allocator->Allocate(100);
  memory.reset();
  allocator->Free(data, 100);
  EXPECT_EQ(base.calls, base.frees);
}

TEST(HostMemory, KeepsTheOwnerOfAnAllocatorForItsBlocks) {
  auto owner = std::make_shared<CountingAllocator>();
  auto memory = std::make_unique<HostMemory>(owner.get(), owner, 0);
  Allocator* allocator = memory->allocator();
  void* data = allocator->Allocate(100);
  memory.reset();
  EXPECT_EQ(owner.use_count(), 2);
  allocator->Free(data, 100);
  EXPECT_EQ(owner.use_count(), 1);
}

TEST(HostMemory, ServesManyThreads) {
  HostMemory memory(nullptr, nullptr, 0);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&memory, t] {
      for (int i = 0; i < 200; ++i) {
        const size_t bytes = static_cast<size_t>(i * 37 % 3000);
        void* data = memory.allocator()->Allocate(bytes);
        std::memset(data, t, bytes);
        memory.allocator()->Free(data, bytes);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(memory.bytes_in_use(), 0u);
}

}  // namespace
}  // namespace runnel
