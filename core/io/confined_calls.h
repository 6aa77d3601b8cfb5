// ConfinedCalls: the system calls of files, for paths of one folder only.
//
// The folder is opened once, and the kernel resolves every path from there (openat2 with
// RESOLVE_BENEATH). A link that leads out of the folder is refused whenever it was made, also between a
// check and its use, because resolving is the check. Links that stay inside are followed. A kernel
// without openat2 gets the path name by name, and no link is followed.
#ifndef RUNNEL_CORE_IO_CONFINED_CALLS_H_
#define RUNNEL_CORE_IO_CONFINED_CALLS_H_

#include <memory>
#include <string>
#include <string_view>

#include "core/base/descriptor.h"
#include "core/base/status.h"
#include "core/io/file.h"

namespace runnel {

// Any thread.
class ConfinedCalls final : public SystemCalls {
 public:
  enum class Resolver { kBest, kByName };
  // `folder` is absolute and without links. Errors: NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT if it
  // is no folder.
  static Result<std::shared_ptr<ConfinedCalls>> Make(std::string folder,
                                                     Resolver resolver = Resolver::kBest);
  ~ConfinedCalls() override;
  ConfinedCalls(const ConfinedCalls&) = delete;

  const std::string& folder() const { return folder_; }
  // Whether the kernel resolves whole paths.
  bool by_kernel() const { return by_kernel_; }

  // Paths are absolute. errno is kLeadsOut for a path outside of the folder.
  int Open(const char* path, int flags, int mode) override;
  int Rename(const char* from, const char* to) override;
  int Unlink(const char* path) override;
  int MakeFolder(const char* path) override;
  int RemoveFolder(const char* path) override;
  int Stat(const char* path, struct stat* info) override;

 private:
  ConfinedCalls(std::string folder, Descriptor root)
      : folder_(std::move(folder)), root_(std::move(root)) {}
  // A descriptor, or -1 and errno. `path` is relative to the folder.
  int OpenBeneath(const std::string& path, int flags, int mode) const;
  int OpenByName(const std::string& path, int flags, int mode) const;
  // The folder that `path` lies in, and its last name.
  int OpenParent(const char* path, std::string* name) const;
  bool Relative(const char* path, std::string* out) const;

  const std::string folder_;
  const Descriptor root_;
  bool by_kernel_ = false;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_CONFINED_CALLS_H_
