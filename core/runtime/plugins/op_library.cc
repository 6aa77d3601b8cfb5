#include "core/runtime/plugins/op_library.h"

#include "core/base/status.h"
#include "core/runtime/plugins/library_file.h"

namespace runnel {

Result<const OpFamily*> OpenOpLibrary(std::string_view family) {
  if constexpr (kMinimal) return LeftOut("libraries of ops");  // what the graph needs is linked in
  RUNNEL_ASSIGN_OR_RETURN(const BuiltPart* part, OpenPart(StrCat("librunnel_", family, ".so")));
  return static_cast<const OpFamily*>(part);
}

}  // namespace runnel
