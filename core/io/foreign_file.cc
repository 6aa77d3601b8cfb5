#include "core/io/foreign_file.h"

#include <algorithm>

namespace runnel {
namespace {

constexpr std::string_view kIndexSuffix = ".index";

Status IsThere(const std::string& path, const Status& what) {
  return what.WithPrefix(StrCat("\"", path, "\""));
}

}  // namespace

std::string BytesToSniff(const FileSystem& files, const std::string& path) {
  constexpr uint64_t kEnd = 1 << 20;
  const auto file = files.OpenForReading(path);
  if (!file.ok()) return {};
  const uint64_t size = (*file)->size();
  const uint64_t head = std::min(size, 2 * kEnd), tail = std::min(size - head, kEnd);
  std::string bytes(static_cast<size_t>(head + tail), '\0');
  if (!(*file)->Read(0, bytes.data(), static_cast<size_t>(head)).ok()) return {};
  if (tail > 0 && !(*file)->Read(size - tail, bytes.data() + head, static_cast<size_t>(tail)).ok()) {
    return {};
  }
  return bytes;
}

Status NoCheckpointAt(const FileSystem& files, const std::string& prefix, const Status& failure) {
  RUNNEL_ASSIGN_OR_RETURN(const bool exists, files.Exists(prefix));
  if (!exists) return failure;
  if (const auto names = files.List(prefix); names.ok()) {
    for (const std::string& name : *names) {
      if (!name.ends_with(kIndexSuffix)) continue;
      const std::string inside = name.substr(0, name.size() - kIndexSuffix.size());
      return NotFound("\"", prefix, "\" is a folder; name a checkpoint in it by its prefix, such as \"",
                      JoinPath(prefix, inside), "\"");
    }
    return NotFound("\"", prefix, "\" is a folder without checkpoints");
  }
  if (FileNameOf(prefix).find(".data-") != std::string::npos) {
    return IsThere(prefix, InvalidArgument("this is a shard of a checkpoint; name a checkpoint by its "
                                           "prefix: the path without .data-..."));
  }
  const std::string bytes = BytesToSniff(files, prefix);
  return IsThere(prefix, ForeignFile(bytes, FileKind::kUnknown, failure));
}

Status NoSavedModelAt(const FileSystem& files, const std::string& path) {
  const auto none = [&](std::string_view why) {
    return NotFound("\"", path, "\" has neither saved_model.pb nor saved_model.pbtxt: ", why);
  };
  const auto names = files.List(path);
  if (names.ok()) {
    // As TensorFlow Serving keeps them: a folder for each version.
    for (auto name = names->rbegin(); name != names->rend(); ++name) {
      const std::string inside = JoinPath(path, *name);
      RUNNEL_ASSIGN_OR_RETURN(const bool is_model, files.Exists(JoinPath(inside, "saved_model.pb")));
      if (!is_model) continue;
      return none(StrCat("not a SavedModel, but \"", inside, "\" is one"));
    }
    return none("not a SavedModel");
  }
  RUNNEL_ASSIGN_OR_RETURN(const bool exists, files.Exists(path));
  if (!exists) return none("there is no such file or folder");
  const Status file = InvalidArgument("this is a file, expected the folder of a SavedModel");
  return IsThere(path, ForeignFile(BytesToSniff(files, path), FileKind::kUnknown, file));
}

}  // namespace runnel
