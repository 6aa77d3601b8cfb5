// Describes what lies at a path where a loader did not find its own format.
#ifndef RUNNEL_CORE_IO_FOREIGN_FILE_H_
#define RUNNEL_CORE_IO_FOREIGN_FILE_H_

#include <string>

#include "core/base/file_kind.h"
#include "core/io/file.h"

namespace runnel {

// Enough of a file to sniff it: all, or its two ends. Empty if it cannot be read.
std::string BytesToSniff(const FileSystem& files, const std::string& path);

// What a reader of checkpoints says of a prefix for which there is no index: what else lies there, a
// foreign file, a file of the checkpoint itself, or a folder; else `failure`.
Status NoCheckpointAt(const FileSystem& files, const std::string& prefix, const Status& failure);

// The same for a reader of SavedModels and a path without a saved_model.pb.
Status NoSavedModelAt(const FileSystem& files, const std::string& path);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_FOREIGN_FILE_H_
