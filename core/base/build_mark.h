// Identifies a build: version, a hash of all of core's headers and of what changes layouts, and the
// compiler. Libraries that share C++ objects must have the same mark.
#ifndef RUNNEL_CORE_BASE_BUILD_MARK_H_
#define RUNNEL_CORE_BASE_BUILD_MARK_H_

namespace runnel {

// Its address tells copies of core in one process apart.
extern const char kBuildMark[];

// A library of the same build that has a part of librunnel; what it answers begins with this.
struct BuiltPart {
  const char* core_mark;  // kBuildMark of the librunnel that the library is bound to
};
// Its one symbol. Null if `build` is not the library's own mark.
using OpenPartFn = const BuiltPart* (*)(const char* build);
inline constexpr char kOpenPartSymbol[] = "runnel_open_part";

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_BUILD_MARK_H_
