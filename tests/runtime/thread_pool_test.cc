// The pool's loops: every block once, in shares of neighbours, and what a late thread leaves is taken by
// the others.
#include "core/base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace runnel {
namespace {

template <typename F>
void For(ThreadPool& pool, int64_t total, int64_t block, const F& f) {
  pool.ParallelFor(
      total, block,
      [](void* arg, int64_t begin, int64_t end) { (*static_cast<const F*>(arg))(begin, end); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

// What each thread did first, in a loop in which no thread goes on before `threads` of them have come.
std::set<int64_t> FirstBlocks(ThreadPool& pool, int threads, int64_t total, int64_t block) {
  std::mutex mutex;
  std::condition_variable all_came;
  std::map<std::thread::id, int64_t> first;
  For(pool, total, block, [&](int64_t begin, int64_t) {
    std::unique_lock lock(mutex);
    if (!first.emplace(std::this_thread::get_id(), begin).second) return;
    if (static_cast<int>(first.size()) == threads) all_came.notify_all();
    all_came.wait(lock, [&] { return static_cast<int>(first.size()) == threads; });
  });
  std::set<int64_t> begins;
  for (const auto& [thread, begin] : first) begins.insert(begin);
  return begins;
}

TEST(ThreadPoolTest, EveryBlockRunsOnceWhateverTheNumbers) {
  for (const int threads : {1, 2, 3, 5}) {
    ThreadPool pool(threads);
    for (const int64_t total : {1, 2, 7, 64, 1000}) {
      for (const int64_t block : {1, 3, 64, 999}) {
        std::vector<std::atomic<int>> seen(static_cast<size_t>(total));
        For(pool, total, block, [&](int64_t begin, int64_t end) {
          EXPECT_EQ(begin % block, 0);
          EXPECT_EQ(end, std::min(begin + block, total));
          for (int64_t i = begin; i < end; ++i) ++seen[static_cast<size_t>(i)];
        });
        for (const auto& count : seen) ASSERT_EQ(count.load(), 1) << total << " by " << block;
      }
    }
  }
}

// A row that one kernel of a step wrote is in the cache of that core, where the next kernel should find
// it.
TEST(ThreadPoolTest, EachThreadBeginsAtItsShareOfNeighboursInEveryLoop) {
  ThreadPool two(2);
  for (int loop = 0; loop < 20; ++loop) {
    EXPECT_EQ(FirstBlocks(two, 2, 80, 10), (std::set<int64_t>{0, 40}));
    EXPECT_EQ(FirstBlocks(two, 2, 75, 10), (std::set<int64_t>{0, 40}));
  }
  ThreadPool four(4);
  EXPECT_EQ(FirstBlocks(four, 4, 16, 1), (std::set<int64_t>{0, 4, 8, 12}));
}

TEST(ThreadPoolTest, TheSameThreadTakesTheSameShareAgain) {
  ThreadPool pool(2);
  std::set<std::thread::id> callers_share;
  for (int loop = 0; loop < 20; ++loop) {
    std::mutex mutex;
    std::condition_variable both_came;
    std::set<std::thread::id> came;
    For(pool, 8, 1, [&](int64_t begin, int64_t) {
      std::unique_lock lock(mutex);
      if (!came.insert(std::this_thread::get_id()).second) return;
      if (begin == 0) callers_share.insert(std::this_thread::get_id());
      if (came.size() == 2) both_came.notify_all();
      both_came.wait(lock, [&] { return came.size() == 2; });
    });
  }
  EXPECT_EQ(callers_share, std::set<std::thread::id>{std::this_thread::get_id()});
}

// A caller whose pool is busy elsewhere does everything; so does a pool's thread that is itself the
// caller.
TEST(ThreadPoolTest, WhatABlockedThreadLeavesIsTakenByTheOthers) {
  ThreadPool pool(2);
  std::mutex mutex;
  std::condition_variable changed;
  bool blocked = false, released = false;
  pool.Run([&] {
    std::unique_lock lock(mutex);
    blocked = true;
    changed.notify_all();
    changed.wait(lock, [&] { return released; });
  });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return blocked; });
  }
  std::set<std::thread::id> threads;
  int64_t done = 0;
  For(pool, 100, 3, [&](int64_t begin, int64_t end) {
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
    done += end - begin;
  });
  EXPECT_EQ(done, 100);
  EXPECT_EQ(threads, std::set<std::thread::id>{std::this_thread::get_id()});
  const std::lock_guard lock(mutex);
  released = true;
  changed.notify_all();
}

}  // namespace
}  // namespace runnel
