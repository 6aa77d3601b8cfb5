// Which files the ops of a task may name.
#include <filesystem>

#include "core/runtime/resource.h"

namespace runnel {

Status ResourceManager::RestrictFiles(const std::string& folder) {
  files_restricted_ = true;
  files_folder_.clear();
  if (folder.empty()) return OkStatus();
  std::error_code error;
  const auto real = std::filesystem::canonical(folder, error);
  if (error || !std::filesystem::is_directory(real, error)) {
    return NotFound("the folder for files, ", folder, ": ", error ? error.message() : "is no folder");
  }
  files_folder_ = real.string();
  return OkStatus();
}

Result<std::string> ResourceManager::FilePath(std::string_view path) const {
  if (!files_restricted_) return std::string(path);
  if (files_folder_.empty()) {
    return PermissionDenied("file \"", path,
                            "\": this task reads and writes no files; it was started without a "
                            "folder for them (--files)");
  }
  // Links are followed as far as there is something, and what is not there yet has none.
  std::error_code error;
  const auto real =
      std::filesystem::weakly_canonical(std::filesystem::path(files_folder_) / path, error);
  const std::string text = real.string();
  const bool inside = !error && text.size() > files_folder_.size() && text.starts_with(files_folder_) &&
                      (files_folder_ == "/" || text[files_folder_.size()] == '/');
  if (inside) return text;
  return PermissionDenied("file \"", path, "\" does not lie in ", files_folder_,
                          ", the folder of this task for files (--files)");
}

}  // namespace runnel
