#include "core/io/saved_model_writer.h"

#include <algorithm>
#include <new>
#include <string_view>
#include <utility>

#include "core/io/bundle_writer.h"

namespace runnel {
namespace {

constexpr size_t kCopyBytes = 1 << 20;
constexpr int kMaxNames = 1000;
constexpr const char* kParts[] = {"variables", "assets"};

Status CopyFile(const FileSystem& files, const std::string& from, const std::string& to) {
  RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<ReadableFile> source, files.OpenForReading(from));
  RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<WritableFile> target, files.OpenForWriting(to));
  RUNNEL_RETURN_IF_ERROR(target->Reserve(source->size()));
  std::string piece;
  for (uint64_t at = 0; at < source->size(); at += piece.size()) {
    piece.resize(static_cast<size_t>(std::min<uint64_t>(kCopyBytes, source->size() - at)));
    RUNNEL_RETURN_IF_ERROR(source->Read(at, piece.data(), piece.size()));
    RUNNEL_RETURN_IF_ERROR(target->Append(piece));
  }
  RUNNEL_RETURN_IF_ERROR(target->Sync());
  return target->Close();
}

// The folder's files and their folders, two levels deep, which is all that this file makes.
void RemoveAll(const FileSystem& files, const std::string& folder) {
  for (const char* part : {"variables", "assets", ""}) {
    const std::string inside = JoinPath(folder, part);
    const auto names = files.List(inside);
    if (!names.ok()) continue;
    for (const std::string& name : *names) (void)files.Remove(JoinPath(inside, name));
    (void)files.RemoveFolder(inside);
  }
  (void)files.RemoveFolder(folder);
}

// Removes a folder that did not get its name, also where memory ran out.
class Unfinished {
 public:
  Unfinished(const FileSystem& files, const std::string& folder) : files_(files), folder_(folder) {}
  ~Unfinished() {
    if (finished_) return;
    try {
      RemoveAll(files_, folder_);
    } catch (const std::bad_alloc&) {
      // What is left can be seen by its name.
    }
  }
  Unfinished(const Unfinished&) = delete;
  void Finish() { finished_ = true; }

 private:
  const FileSystem& files_;
  const std::string& folder_;
  bool finished_ = false;
};

// A new folder beside `folder`.
Result<std::string> MakeTemporary(const FileSystem& files, const std::string& folder) {
  for (int number = 0; number < kMaxNames; ++number) {
    std::string name = StrCat(folder, ".tmp-", number);
    const Status made = files.MakeNewFolder(name);
    if (made.ok()) return name;
    if (made.code() != Code::kAlreadyExists) return made;
  }
  return AlreadyExists("\"", folder, ".tmp-0\" to \"", folder, ".tmp-", kMaxNames - 1,
                       "\" are left over from writers that did not end; delete them");
}

Status WriteInto(const FileSystem& files, const std::string& folder, const SavedModelFiles& model) {
  for (const char* part : kParts) RUNNEL_RETURN_IF_ERROR(files.MakeNewFolder(JoinPath(folder, part)));
  if (!model.variables.empty()) {
    BundleWriter writer(files, JoinPath(folder, "variables/variables"));
    for (const SavedModelFiles::Variable& variable : model.variables) {
      if (variable.slice.empty()) {
        RUNNEL_RETURN_IF_ERROR(writer.Add(variable.key, variable.value));
        continue;
      }
      RUNNEL_ASSIGN_OR_RETURN(const ShapeAndSlice where, ParseShapeAndSlice(variable.slice));
      RUNNEL_RETURN_IF_ERROR(writer.AddSlice(variable.key, where, variable.value));
    }
    RUNNEL_RETURN_IF_ERROR(writer.Finish());
  }
  const std::string assets = JoinPath(folder, "assets");
  for (const SavedModelFiles::Asset& asset : model.assets) {
    const Status copied = CopyFile(files, asset.source, JoinPath(assets, asset.filename));
    if (!copied.ok()) return copied.WithPrefix(StrCat("asset \"", asset.filename, "\""));
  }
  RUNNEL_RETURN_IF_ERROR(files.SyncFolder(assets));
  return files.WriteAtomically(JoinPath(folder, "saved_model.pb"), model.model);
}

}  // namespace

std::string AssetName(const std::string& path, const std::vector<SavedModelFiles::Asset>& taken) {
  const std::string name = FileNameOf(path);
  std::string unique = name;
  const auto is_taken = [&](const SavedModelFiles::Asset& asset) { return asset.filename == unique; };
  for (int number = 1; std::any_of(taken.begin(), taken.end(), is_taken); ++number)
    unique = StrCat(name, "_", number);
  return unique;
}

Status WriteSavedModel(const FileSystem& files, const std::string& folder,
                       const SavedModelFiles& model) {
  std::string path = folder;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  if (path.empty()) return InvalidArgument("the folder of the SavedModel has no name");
  RUNNEL_ASSIGN_OR_RETURN(const bool exists, files.Exists(path));
  if (exists) {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::string> names, files.List(path));
    if (!names.empty()) {
      return AlreadyExists("\"", path, "\" exists and is not empty (\"", names.front(),
                           "\"): a SavedModel is written to a new folder");
    }
  }
  const std::string parent = FolderOf(path);  // behind the rename nothing may claim memory
  RUNNEL_RETURN_IF_ERROR(files.MakeFolders(parent));
  RUNNEL_ASSIGN_OR_RETURN(const std::string temporary, MakeTemporary(files, path));
  {
    Unfinished unfinished(files, temporary);
    RUNNEL_RETURN_IF_ERROR(WriteInto(files, temporary, model));
    // An empty folder is replaced; one that was filled meanwhile is not.
    RUNNEL_RETURN_IF_ERROR(files.Rename(temporary, path));
    unfinished.Finish();
  }
  return files.SyncFolder(parent);
}

}  // namespace runnel
