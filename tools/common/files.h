// Whole files in and out.
#ifndef RUNNEL_TOOLS_COMMON_FILES_H_
#define RUNNEL_TOOLS_COMMON_FILES_H_

#include <string>
#include <string_view>

namespace runnel::tools {

bool IsDirectory(const std::string& path);
// Throws Error naming the path and the system's reason.
std::string ReadFile(const std::string& path);
// Written under a temporary name and renamed, so that a reader never sees half of it.
void WriteFile(const std::string& path, std::string_view bytes);
// With its parents; no error if it is there.
void MakeDirectory(const std::string& path);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_COMMON_FILES_H_
