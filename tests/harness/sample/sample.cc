// Tests that go wrong on purpose, for test_runner.py. ctest does not know them.
#include <csignal>
#include <cstdio>

#include "gtest/gtest.h"

TEST(Sample, Passes) { EXPECT_EQ(2 + 2, 4); }
TEST(Sample, Fails) { EXPECT_EQ(2 + 2, 5) << "as it should"; }
TEST(Sample, Skips) { GTEST_SKIP() << "RUNNEL_DATA_DIR is not set"; }
TEST(Sample, Crashes) { std::raise(SIGKILL); }
TEST(Sample, RunsAfterTheCrash) {}
TEST(Sample, PrintsWithoutNewline) { std::printf("half a line"); }
