#include "core/io/match_files.h"

#include <fnmatch.h>

#include <algorithm>

namespace runnel {
namespace {

bool HasWildcard(const std::string& name) { return name.find_first_of("*?[\\") != std::string::npos; }

// The entries of `folder` that match `name`, which has a wildcard.
Status AddMatches(const FileSystem& files, const std::string& folder, const std::string& name,
                  std::vector<std::string>* found) {
  const std::string path = folder.empty() ? "." : folder;
  RUNNEL_ASSIGN_OR_RETURN(const bool exists, files.Exists(path));
  if (!exists) return OkStatus();  // a path that leads out of the folder may not be used either
  const Result<std::vector<std::string>> listed = files.List(path);
  if (!listed.ok()) {
    const Code code = listed.status().code();
    return code == Code::kNotFound || code == Code::kInvalidArgument ? OkStatus() : listed.status();
  }
  for (const std::string& entry : *listed) {
    if (::fnmatch(name.c_str(), entry.c_str(), 0) == 0) found->push_back(folder + entry);
  }
  return OkStatus();
}

}  // namespace

Result<std::vector<std::string>> MatchFiles(const FileSystem& files, const std::string& pattern) {
  if (const size_t nul = pattern.find('\0'); nul != std::string::npos) {
    return InvalidArgument("pattern \"", pattern.substr(0, nul), "\": a NUL byte follows, at byte ",
                           nul);
  }
  // Every existing prefix of the path, each with a trailing "/" except the whole.
  std::vector<std::string> found = {""};
  size_t at = 0;
  while (at < pattern.size() && !found.empty()) {
    size_t end = pattern.find('/', at);
    if (end == std::string::npos) end = pattern.size();
    const std::string name = pattern.substr(at, end - at);
    size_t next = end;
    while (next < pattern.size() && pattern[next] == '/') ++next;
    const std::string slashes = pattern.substr(end, next - end);
    if (HasWildcard(name)) {
      std::vector<std::string> longer;
      for (const std::string& folder : found) {
        RUNNEL_RETURN_IF_ERROR(AddMatches(files, folder, name, &longer));
      }
      found = std::move(longer);
    } else {
      for (std::string& path : found) path += name;
    }
    for (std::string& path : found) path += slashes;
    at = next;
  }
  std::vector<std::string> there;
  for (std::string& path : found) {
    if (path.empty()) continue;
    RUNNEL_ASSIGN_OR_RETURN(const bool exists, files.Exists(path));
    if (exists) there.push_back(std::move(path));
  }
  std::sort(there.begin(), there.end());
  return there;
}

}  // namespace runnel
