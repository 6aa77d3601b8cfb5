// Built twice, as core/ops/families.cc is: for librunnel, which opens the library, and for what links
// core statically.
#include "core/runtime/plugins/gradients_library.h"

#include "core/runtime/plugins/library_file.h"

namespace runnel {

#ifdef RUNNEL_OPENS_FAMILIES
namespace {

Result<const GradientsPart*> Open() {
  const auto part = OpenPart("librunnel_gradients.so");
  if (!part.ok())
    return part.status().WithPrefix("gradients need librunnel_gradients.so beside librunnel");
  return static_cast<const GradientsPart*>(*part);
}

}  // namespace

Result<decltype(&AddGradients)> OpenGradients() {
  RUNNEL_ASSIGN_OR_RETURN(const GradientsPart* part, Open());
  return part->add_gradients;
}

Result<decltype(&BuildWhile)> OpenLoops() {
  RUNNEL_ASSIGN_OR_RETURN(const GradientsPart* part, Open());
  return part->build_while;
}
#else
Result<decltype(&AddGradients)> OpenGradients() { return &AddGradients; }
Result<decltype(&BuildWhile)> OpenLoops() { return &BuildWhile; }
#endif

}  // namespace runnel
