// What librunnel_gradients.so has besides the files of gradients: its one symbol.
#include <cstring>

#include "core/base/build_mark.h"
#include "core/passes/gradients.h"
#include "runnel_build_mark.h"

namespace runnel {
namespace {

// kBuildMark is librunnel's, found when the library is loaded; RUNNEL_BUILD_MARK is this library's own.
constinit const GradientsPart kPart = {{kBuildMark}, &AddGradients, &BuildWhile};

}  // namespace
}  // namespace runnel

extern "C" __attribute__((visibility("default"))) const runnel::BuiltPart* runnel_open_part(
    const char* build) {
  return std::strcmp(build, RUNNEL_BUILD_MARK) == 0 ? &runnel::kPart : nullptr;
}
