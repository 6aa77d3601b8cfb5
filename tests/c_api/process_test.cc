// Cases that could end their process: each runs in one of its own (see process/).
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

// Exit status, or minus the signal that ended the process.
int RunCase(const std::string& name, const std::string& argument) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(570);  // a hang is a failure, not a timeout of the suite
    execl(RUNNEL_PROCESS_PROGRAM, RUNNEL_PROCESS_PROGRAM, name.c_str(), argument.c_str(),
          static_cast<char*>(nullptr));
    _exit(127);
  }
  int result = 0;
  if (child < 0 || waitpid(child, &result, 0) != child) return 126;
  return WIFEXITED(result) ? WEXITSTATUS(result) : -WTERMSIG(result);
}

class Process : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "runnel_c_api_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(Process, SurvivesEveryNthAllocationFailing) { EXPECT_EQ(RunCase("alloc_failure", folder_), 0); }

TEST_F(Process, WritesModelsWholeOrNotAtAllWhicheverAllocationFails) {
  EXPECT_EQ(RunCase("alloc_failure_of_models", folder_), 0);
}

TEST_F(Process, SurvivesEveryNthAllocationOfAnInjectedAllocatorFailing) {
  EXPECT_EQ(RunCase("injected_allocator", folder_), 0);
}

TEST_F(Process, AServerShortOfDescriptorsAnswersWithAStatus) {
  EXPECT_EQ(RunCase("short_of_descriptors", folder_), 0);
}

TEST_F(Process, AServerShortOfThreadsSaysThatItIsThreads) {
  EXPECT_EQ(RunCase("short_of_threads", folder_), 0);
}

TEST_F(Process, AServerShortOfAddressSpaceAnswersWithAStatus) {
  EXPECT_EQ(RunCase("short_of_address_space", folder_), 0);
}

TEST_F(Process, AServerSurvivesEveryNthCallFailing) { EXPECT_EQ(RunCase("nth_call", folder_), 0); }

TEST_F(Process, AServerSurvivesEveryNthAllocationFailing) {
  EXPECT_EQ(RunCase("nth_allocation_of_a_server", folder_), 0);
}

TEST_F(Process, SteadyCallableAllocatesNothing) { EXPECT_EQ(RunCase("steady_callable", folder_), 0); }

TEST_F(Process, ForkedChildIsRefusedAndTheParentGoesOn) { EXPECT_EQ(RunCase("fork", folder_), 0); }

TEST_F(Process, HandlesMayBeReleasedInAnyOrder) { EXPECT_EQ(RunCase("release_orders", folder_), 0); }

TEST_F(Process, WhoNamesNoFamilyMapsNoneAndAnyThreadMayBeTheFirst) {
  EXPECT_EQ(RunCase("families_on_first_use", folder_), 0);
}

TEST_F(Process, ASecondLibrunnelIsRefusedTheFamiliesOfTheFirst) {
  EXPECT_EQ(RunCase("families_of_a_second_copy", folder_), 0);
}

TEST_F(Process, DamagedGraphDefsAreRefusedWhole) { EXPECT_EQ(RunCase("graph_def_damage", folder_), 0); }

TEST_F(Process, DamagedCheckpointsAreRefusedByTheNameOfTheirFile) {
  EXPECT_EQ(RunCase("checkpoint_damage", folder_), 0);
}

TEST_F(Process, AKillAtAnyWriteOfACheckpointLeavesTheLastGoodOne) {
  EXPECT_EQ(RunCase("kill_at_any_write", folder_), 0);
}

TEST_F(Process, AFullDiskIsAStatusAndTheLastGoodCheckpointStays) {
  EXPECT_EQ(RunCase("no_space_left", folder_), 0);
}

TEST_F(Process, PluginsThatCannotBeUsedAreRefusedWithTheirPath) {
  EXPECT_EQ(RunCase("plugins", folder_), 0);
}

TEST_F(Process, APluginThatLacksMemoryLeavesNothingBehind) {
  EXPECT_EQ(RunCase("plugin_allocations", folder_), 0);
}

TEST_F(Process, TheMemoryOfSignaturesThatWereDroppedIsFree) {
  EXPECT_EQ(RunCase("signatures_go", folder_), 0);
}

TEST_F(Process, UseAfterCloseIsRefused) { EXPECT_EQ(RunCase("use_after_close", folder_), 0); }

// What a case did last, if it died of it.
std::string LastNote(const std::string& folder) {
  std::ifstream file(folder + "/every_op.now");
  std::string note;
  std::getline(file, note, '\0');
  return note;
}

TEST_F(Process, EveryOpAloneIsAValueOrAStatus) {
  EXPECT_EQ(RunCase("every_op_alone", folder_), 0) << LastNote(folder_);
}

TEST_F(Process, EveryOpAloneOnAServerIsAValueOrAStatus) {
  EXPECT_EQ(RunCase("every_op_on_a_server", folder_), 0) << LastNote(folder_);
}

}  // namespace
