// Hooks of the program.
#ifndef RUNNEL_C_API_PROGRAM_HOOK_H_
#define RUNNEL_C_API_PROGRAM_HOOK_H_

#include <memory>

#include "c_api/callback_argument.h"
#include "c_api/runnel_learn.h"
#include "core/learn/train/train.h"

namespace runnel::capi {

// A hook of a trainer over a CGraphHost. Copies `hook`. Errors: INVALID_ARGUMENT for its size.
Result<std::unique_ptr<learn::Hook>> MakeProgramHook(const rnl_learn_hook_t* hook,
                                                     std::shared_ptr<Argument> argument);

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_PROGRAM_HOOK_H_
