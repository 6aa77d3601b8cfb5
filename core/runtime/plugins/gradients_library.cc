// Built twice, as core/ops/families.cc is: for librunnel, which opens the library, and for what links
// core statically.
#include "core/runtime/plugins/gradients_library.h"

#include "core/runtime/plugins/library_file.h"

namespace runnel {

Result<decltype(&AddGradients)> OpenGradients() {
#ifdef RUNNEL_OPENS_FAMILIES
  const auto part = OpenPart("librunnel_gradients.so");
  if (!part.ok())
    return part.status().WithPrefix("gradients need librunnel_gradients.so beside librunnel");
  return static_cast<const GradientsPart*>(*part)->add_gradients;
#else
  return &AddGradients;
#endif
}

}  // namespace runnel
