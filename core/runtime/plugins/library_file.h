// Finding plugin libraries, and looking at them before the dynamic linker does: dlopen maps a file that
// was cut short and then faults on the missing pages, so a file is checked first.
#ifndef RUNNEL_CORE_RUNTIME_PLUGINS_LIBRARY_FILE_H_
#define RUNNEL_CORE_RUNTIME_PLUGINS_LIBRARY_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/build_mark.h"
#include "core/base/status.h"

namespace runnel {

// The folder of the library (or program) that this code is linked into; empty if it cannot be told.
std::string OwnFolder();

// Where to look for `path_or_id`, in order: a path with a slash is taken as it is; an id "x" (or
// "runnel.x") is librunnel_x.so in the own folder, in its sibling lib, and in RUNNEL_PLUGIN_PATH.
// Folders that are not absolute are left out, so that the current folder is never searched; *out_skipped
// names them. Errors: INVALID_ARGUMENT for an empty name.
Result<std::vector<std::string>> PluginCandidates(std::string_view path_or_id,
                                                  std::vector<std::string>* out_skipped);

// Whether the text of dlerror, for a file that CheckLibraryFile has accepted, speaks of missing memory,
// mappings or descriptors, and not of the file.
bool SaysShortage(const std::string& path, const char* reason);
// OK if the file is a whole shared library for this machine. Errors: NOT_FOUND, PERMISSION_DENIED,
// DATA_LOSS for a truncated one, INVALID_ARGUMENT for another kind of file, FAILED_PRECONDITION for
// another architecture; all name the path, and what it should be, `kind`.
Status CheckLibraryFile(const std::string& path, std::string_view kind = "plugin");

struct OwnLibrary {
  std::string path;
  void* handle = nullptr;  // dlopen's
};
// Opens a library of the same build, which lies beside this one under the name `file`; it stays. Any
// thread. Errors: as CheckLibraryFile; FAILED_PRECONDITION where it cannot be linked, as one of another
// build; RESOURCE_EXHAUSTED.
Result<OwnLibrary> OpenOwnLibrary(std::string_view file);

// Opens a library that has a part of librunnel. Errors: as OpenOwnLibrary; FAILED_PRECONDITION naming
// the path for a library of another build, or one that the loader has bound to another librunnel of this
// process.
Result<const BuiltPart*> OpenPart(std::string_view file);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_LIBRARY_FILE_H_
