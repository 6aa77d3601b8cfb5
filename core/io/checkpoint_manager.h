// The `checkpoint` file of a folder, which names its checkpoints, and the rules by which some are kept:
// the last few, and one every so many hours.
#ifndef RUNNEL_CORE_IO_CHECKPOINT_MANAGER_H_
#define RUNNEL_CORE_IO_CHECKPOINT_MANAGER_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/io/file.h"

namespace runnel {

// Prefixes of checkpoints, relative to the folder where they lie in it.
struct CheckpointState {
  std::string latest;
  std::vector<std::string> all;  // oldest first; holds `latest`
  // When each of `all` was written, in seconds since 1970; 0 where the file does not say.
  std::vector<double> times;
  double last_preserved = 0;  // when the newest was written that is kept for ever; 0: there is none
};

// The text form that TensorFlow's Saver writes. Errors: DATA_LOSS naming the line.
Result<CheckpointState> ParseCheckpointState(std::string_view text);
std::string PrintCheckpointState(const CheckpointState& state);
// Errors: NOT_FOUND if the folder has no `checkpoint` file.
Result<CheckpointState> ReadCheckpointState(const FileSystem& files, const std::string& folder);
// The prefix of the newest checkpoint, ready to open. Errors: NOT_FOUND.
Result<std::string> LatestCheckpoint(const FileSystem& files, const std::string& folder);

struct KeepRules {
  int newest = 5;          // so many; 0: all
  double every_hours = 0;  // and besides one every so many hours, for ever; 0: none
  // Which of the folder's checkpoints are meant: those whose name begins so. The others stay.
  std::string name_prefix = {};
};

// One thread, one per folder.
class CheckpointManager {
 public:
  // Keeps checkpoints by `rules` among those that it knows: what the folder's `checkpoint` file lists,
  // and what is recorded here. Errors: DATA_LOSS if that file is damaged.
  static Result<CheckpointManager> Open(FileSystem files, std::string folder, KeepRules rules);
  static Result<CheckpointManager> Open(FileSystem files, std::string folder, int keep) {
    return Open(files, std::move(folder), KeepRules{keep});
  }

  // "folder/name-step".
  std::string PrefixFor(std::string_view name, int64_t step) const;
  // Registers a written checkpoint as the newest: reads it back completely, names it in the state file,
  // and only then deletes what is too old, and its MetaGraph. `seconds` since 1970; below 0: now.
  // Errors: those of reading it back, after which nothing has changed; those of writing the state file.
  Status Record(const std::string& prefix, double seconds = -1);
  const CheckpointState& state() const { return state_; }
  void set_rules(KeepRules rules) { rules_ = std::move(rules); }

 private:
  CheckpointManager(FileSystem files, std::string folder, KeepRules rules)
      : files_(files), folder_(std::move(folder)), rules_(std::move(rules)) {}
  FileSystem files_;
  std::string folder_;
  KeepRules rules_;
  CheckpointState state_;
  double opened_ = 0;  // hours count from here while nothing is kept for ever
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_CHECKPOINT_MANAGER_H_
