// The `checkpoint` file of a folder, which names its checkpoints, and the rule that keeps the last few.
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
};

// The text form that TensorFlow's Saver writes. Errors: DATA_LOSS naming the line.
Result<CheckpointState> ParseCheckpointState(std::string_view text);
std::string PrintCheckpointState(const CheckpointState& state);
// Errors: NOT_FOUND if the folder has no `checkpoint` file.
Result<CheckpointState> ReadCheckpointState(const FileSystem& files, const std::string& folder);
// The prefix of the newest checkpoint, ready to open. Errors: NOT_FOUND.
Result<std::string> LatestCheckpoint(const FileSystem& files, const std::string& folder);

// One thread, one per folder.
class CheckpointManager {
 public:
  // Keeps the newest `keep` checkpoints (0: all) among those that it knows: what the folder's
  // `checkpoint` file lists, and what is recorded here. Errors: DATA_LOSS if that file is damaged.
  static Result<CheckpointManager> Open(FileSystem files, std::string folder, int keep);

  // "folder/name-step".
  std::string PrefixFor(std::string_view name, int64_t step) const;
  // Registers a written checkpoint as the newest: reads it back completely, names it in the state file,
  // and only then deletes what is too old. Errors: those of reading it back, after which nothing has
  // changed; those of writing the state file.
  Status Record(const std::string& prefix);
  const CheckpointState& state() const { return state_; }

 private:
  CheckpointManager(FileSystem files, std::string folder, int keep)
      : files_(files), folder_(std::move(folder)), keep_(keep) {}
  FileSystem files_;
  std::string folder_;
  int keep_;
  CheckpointState state_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_CHECKPOINT_MANAGER_H_
