// The callback BackupAndRestore: a fit goes on where one that was ended from outside had come to.
#ifndef RUNNEL_CORE_LEARN_BACKUP_H_
#define RUNNEL_CORE_LEARN_BACKUP_H_

#include <memory>

#include "core/io/file.h"
#include "core/learn/callback.h"
#include "core/learn/row.h"

namespace runnel::learn {

// Errors: INVALID_ARGUMENT for an empty backup_dir, and for a save_freq that is neither epoch, batch nor
// a number of batches.
Result<std::unique_ptr<Callback>> MakeBackup(const BoundRow& row, const FileSystem& files);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_BACKUP_H_
