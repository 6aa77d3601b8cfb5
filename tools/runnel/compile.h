#ifndef RUNNEL_TOOLS_RUNNEL_COMPILE_H_
#define RUNNEL_TOOLS_RUNNEL_COMPILE_H_

#include "tools/runnel/command.h"

namespace runnel::tools {

extern const Command kCompileCommand;

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_COMPILE_H_
