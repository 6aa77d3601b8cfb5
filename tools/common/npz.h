// NumPy's .npz files: zip archives of .npy members, as savez and savez_compressed write them.
//
// A member of 4 GiB and more is refused. Source: PKWARE's APPNOTE, sections 4.3 and 4.4.
#ifndef RUNNEL_TOOLS_COMMON_NPZ_H_
#define RUNNEL_TOOLS_COMMON_NPZ_H_

#include <map>
#include <string>
#include <string_view>

#include "tools/common/npy.h"

namespace runnel::tools {

// Arrays by their names, which are those of the members without ".npy". Throws Error naming `name`, what
// was expected and what came. Memory: an array takes at most what deflate can make of its member.
std::map<std::string, Array> ParseNpz(std::string_view bytes, const std::string& name);
std::map<std::string, Array> ReadNpz(const std::string& path);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_COMMON_NPZ_H_
