#include "core/base/build_mark.h"

#include "runnel_build_mark.h"

namespace runnel {

const char kBuildMark[] = RUNNEL_BUILD_MARK;

}  // namespace runnel
