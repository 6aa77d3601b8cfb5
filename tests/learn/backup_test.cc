// BackupAndRestore: a fit that ended from outside goes on in the next one.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/learn/small_model.h"

namespace runnel_test {
namespace {

constexpr const char* kOptions = "epochs=4, batch_size=8";  // 5 batches

// Ends the process, or the fit, behind a batch.
struct End {
  int64_t epoch, batch;
  bool kills;
};

rnl_status_t* EndAt(void* arg, const rnl_learn_progress_t* progress) {
  const End& end = *static_cast<const End*>(arg);
  if (progress->epoch != end.epoch || progress->batch != end.batch || progress->epoch_ends)
    return nullptr;
  if (end.kills) std::raise(SIGKILL);
  return rnl_status_create(RNL_CANCELLED, View("the user went home"));
}

class BackupTest : public SmallModelTest {
 protected:
  BackupTest() : folder(testing::TempDir() + "/learn_backup") { std::filesystem::remove_all(folder); }
  std::string Backup(const std::string& args = "") const {
    return "BackupAndRestore('" + folder + "/in/it'" + args + ")";
  }
  // A fit that ends as it is told to.
  void Interrupted(End end, const std::string& callback) {
    const Model model = Classifier();
    const Pairs samples(x, y);
    History history;
    EXPECT_TRUE(Fails(rnl_learn_model_fit(model, &samples.samples, nullptr, View(kOptions),
                                          View(callback), EndAt, &end, history.out()),
                      RNL_CANCELLED, {"went home"}));
  }
  std::vector<float> Uninterrupted() {
    const Model model = Classifier();
    Fit(model, kOptions);
    return AllWeights(model);
  }
  bool HasBackup() const { return std::filesystem::exists(folder + "/in/it/backup.index"); }

  const std::string folder;
};

TEST_F(BackupTest, GoesOnBehindAKilledProcess) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";  // the fit runs in a process of its own
  EXPECT_EXIT(Interrupted({2, 3, true}, Backup()), testing::KilledBySignal(SIGKILL), "");
  ASSERT_TRUE(HasBackup());
  const Model model = Classifier();
  const History history = Fit(model, kOptions, Backup());
  EXPECT_EQ(rnl_learn_history_num_epochs(history), 2u);
  EXPECT_EQ(AllWeights(model), Uninterrupted());
  EXPECT_FALSE(HasBackup());
  // Nothing is left: the next one begins at the first epoch.
  EXPECT_EQ(rnl_learn_history_num_epochs(Fit(model, kOptions, Backup())), 4u);
}

TEST_F(BackupTest, GoesOnWithinAnEpoch) {
  Interrupted({1, 4, false}, Backup(", save_freq=2"));
  const Model model = Classifier();
  const History history = Fit(model, kOptions, Backup(", save_freq=2, delete_checkpoint=false"));
  EXPECT_EQ(rnl_learn_history_num_epochs(history), 3u);
  EXPECT_EQ(AllWeights(model), Uninterrupted());
  // The last place is the end of the fit.
  ASSERT_TRUE(HasBackup());
  EXPECT_EQ(rnl_learn_history_num_epochs(Fit(model, kOptions, Backup())), 0u);
}

// The last batch of an epoch is saved, its end is not.
TEST_F(BackupTest, AnEpochWhoseBatchesAreDoneDoesNotBeginAgain) {
  Interrupted({1, 5, false}, Backup(", save_freq=batch"));
  const Model model = Classifier();
  const History history = Fit(model, kOptions, Backup());
  EXPECT_EQ(rnl_learn_history_num_epochs(history), 2u);
  EXPECT_EQ(AllWeights(model), Uninterrupted());
}

TEST_F(BackupTest, GoesOnOnceMoreBehindSuchAnEpoch) {
  const std::string callback = Backup(", save_freq=batch");
  Interrupted({1, 5, false}, callback);
  Interrupted({2, 3, false}, callback);
  const Model model = Classifier();
  EXPECT_EQ(rnl_learn_history_num_epochs(Fit(model, kOptions, callback)), 2u);
  EXPECT_EQ(AllWeights(model), Uninterrupted());
}

TEST_F(BackupTest, SaysWhatIsWrong) {
  const Model model = Classifier();
  const Pairs samples(x, y);
  const auto fit = [&](const Model& with, const std::string& callback) {
    History history;
    return rnl_learn_model_fit(with, &samples.samples, nullptr, View(kOptions), View(callback), nullptr,
                               nullptr, history.out());
  };
  EXPECT_TRUE(Fails(fit(model, "BackupAndRestore('')"), RNL_INVALID_ARGUMENT, {"backup_dir is empty"}));
  EXPECT_TRUE(Fails(fit(model, Backup(", save_freq=never")), RNL_INVALID_ARGUMENT,
                    {"BackupAndRestore", "save_freq", "never"}));
  Interrupted({2, 1, false}, Backup());
  // Another model's.
  const std::vector<float> before = AllWeights(model);
  const Model other = Sequential("Input([4])|Dense(7, activation=relu)|Dense(2, activation=softmax)");
  Compile(other, "Adam(0.05)", "SparseCategoricalCrossentropy");
  EXPECT_TRUE(Fails(fit(other, Backup()), RNL_INVALID_ARGUMENT,
                    {"BackupAndRestore", "dense/kernel", "[4,7]", "[4,8]"}));
  // A checkpoint that no fit wrote.
  ASSERT_TRUE(IsOk(rnl_learn_model_save(model, View(folder + "/in/it/backup"), View(""))));
  EXPECT_TRUE(
      Fails(fit(model, Backup()), RNL_INVALID_ARGUMENT, {"no checkpoint of a fit", "fit/epoch"}));
  EXPECT_EQ(AllWeights(model), before);
  // A damaged one, and a folder that is a file.
  std::ofstream(folder + "/in/it/backup.index") << "nonsense";
  EXPECT_TRUE(Fails(fit(model, Backup()), RNL_INVALID_ARGUMENT, {"BackupAndRestore", "backup.index"}));
  std::filesystem::remove_all(folder);
  std::ofstream(folder) << "a file";
  EXPECT_TRUE(Fails(fit(model, Backup()), RNL_NOT_FOUND, {"BackupAndRestore", folder.c_str()}));
  Fit(model, "");  // the model is usable
}

}  // namespace
}  // namespace runnel_test
