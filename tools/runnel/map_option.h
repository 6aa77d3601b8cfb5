// --map, of the commands that open models; MakeRuntime reads it.
#ifndef RUNNEL_TOOLS_RUNNEL_MAP_OPTION_H_
#define RUNNEL_TOOLS_RUNNEL_MAP_OPTION_H_

#include "tools/runnel/command.h"

namespace runnel::tools {

inline constexpr Option kMapOption = {
    "map", "",
    "leave weights in the model's files, mapped, where nobody can shorten these; the same as --config "
    "models.map=protected (models.map=always: of any file, which then must not be shortened)"};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_MAP_OPTION_H_
