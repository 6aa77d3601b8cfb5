// Built twice, as core/ops/families.cc is: for librunnel, which opens the library, and for what links
// core statically.
#include "core/eager/eager_library.h"

#ifdef RUNNEL_OPENS_FAMILIES
#include "core/runtime/plugins/library_file.h"
#else
#include "core/eager/context.h"
#endif

namespace runnel {

Result<const EagerPart*> OpenEager() {
#ifdef RUNNEL_OPENS_FAMILIES
  const auto part = OpenPart("librunnel_eager.so");
  if (!part.ok())
    return part.status().WithPrefix("eager execution needs librunnel_eager.so beside librunnel");
  return static_cast<const EagerPart*>(*part);
#else
  static constexpr EagerPart kPart = {{kBuildMark}, &CreateEagerContext};
  return &kPart;
#endif
}

}  // namespace runnel
