// Paths that match a pattern.
#ifndef RUNNEL_CORE_IO_MATCH_FILES_H_
#define RUNNEL_CORE_IO_MATCH_FILES_H_

#include <string>
#include <vector>

#include "core/io/file.h"

namespace runnel {

// What exists under `pattern`, sorted: in each name of the path `*`, `?` and `[a-z]` stand for
// characters (fnmatch), never for "/"; a backslash takes the next one as it is. A folder that is not
// there or is no folder has no matches. Errors: those of reading a folder that is there.
Result<std::vector<std::string>> MatchFiles(const FileSystem& files, const std::string& pattern);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_MATCH_FILES_H_
