// Which files the ops of a task may name.
#include "core/runtime/resources/resource.h"

#include <filesystem>

#include "core/io/confined_calls.h"

namespace runnel {
namespace {

// Whether `path`, absolute and without "." and "..", lies in `folder`; *rest is what follows that.
bool LiesIn(std::string_view path, std::string_view folder, std::string_view* rest) {
  if (folder == "/") {
    *rest = path.substr(1);
    return path.size() > 1;
  }
  if (!path.starts_with(folder) || path.size() < folder.size() + 2 || path[folder.size()] != '/') {
    return false;
  }
  *rest = path.substr(folder.size() + 1);
  return true;
}

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

Status ResourceManager::RestrictFiles(const std::string& folder) {
  files_restricted_ = true;
  files_folder_.clear();
  if (folder.empty()) return OkStatus();
  if (folder.find('\0') != std::string::npos) {
    return InvalidArgument("the folder for files has a NUL byte in its name");
  }
  std::error_code error;
  const auto real = std::filesystem::canonical(folder, error);
  if (error || !std::filesystem::is_directory(real, error)) {
    return NotFound("the folder for files, ", folder, ": ", error ? error.message() : "is no folder");
  }
  RUNNEL_ASSIGN_OR_RETURN(confined_, ConfinedCalls::Make(real.string()));
  files_folder_ = real.string();
  folder_spelled_ = WithoutSlash(std::filesystem::absolute(folder, error).lexically_normal().string());
  return OkStatus();
}

// Checks names only. files() resolves the path when the file is opened, so links cannot outrun this
// check.
Result<std::string> ResourceManager::FilePath(std::string_view path) const {
  if (const size_t at = path.find('\0'); at != std::string_view::npos) {
    return InvalidArgument("file name \"", path.substr(0, at), "\": a NUL byte follows, at byte ", at,
                           " of ", path.size());
  }
  if (!files_restricted_) return std::string(path);
  if (files_folder_.empty()) {
    return PermissionDenied("file \"", path,
                            "\": this task reads and writes no files; it was started without a "
                            "folder for them (--files)");
  }
  const std::string text =
      WithoutSlash((std::filesystem::path(files_folder_) / path).lexically_normal().string());
  std::string_view rest;
  if (LiesIn(text, files_folder_, &rest) || LiesIn(text, folder_spelled_, &rest)) {
    return JoinPath(files_folder_, std::string(rest));
  }
  return PermissionDenied("file \"", path, "\" does not lie in ", files_folder_,
                          ", the folder of this task for files (--files)");
}

}  // namespace runnel
