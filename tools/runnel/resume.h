// runnel train --resume: goes on with a run that TensorFlow 1 began.
#ifndef RUNNEL_TOOLS_RUNNEL_RESUME_H_
#define RUNNEL_TOOLS_RUNNEL_RESUME_H_

#include "tools/runnel/command.h"

namespace runnel::tools {

// With the options of `runnel train`; the exit status.
int Resume(const Args& args);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_RESUME_H_
