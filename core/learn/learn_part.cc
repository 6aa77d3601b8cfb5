// What librunnel_learn.so has besides the files of models: its one symbol.
#include <cstring>

#include "core/base/build_mark.h"
#include "core/learn/adapt.h"
#include "core/learn/describe.h"
#include "core/learn/model.h"
#include "runnel_build_mark.h"

namespace runnel::learn {
namespace {

// kBuildMark is librunnel's, found when the library is loaded; RUNNEL_BUILD_MARK is this library's own.
constinit const LearnPart kPart = {{kBuildMark},  &CreateModel,  &DescribeRows,
                                   &TheTrainPart, &TheKerasPart, &AdaptSpec};

}  // namespace
}  // namespace runnel::learn

extern "C" __attribute__((visibility("default"))) const runnel::BuiltPart* runnel_open_part(
    const char* build) {
  return std::strcmp(build, RUNNEL_BUILD_MARK) == 0 ? &runnel::learn::kPart : nullptr;
}
