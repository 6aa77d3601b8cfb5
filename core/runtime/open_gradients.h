// AddGradients for plans, which have the gradients of functions in the place of SymbolicGradient.
#ifndef RUNNEL_CORE_RUNTIME_OPEN_GRADIENTS_H_
#define RUNNEL_CORE_RUNTIME_OPEN_GRADIENTS_H_

#include "core/passes/gradients.h"

namespace runnel {

// Any thread. Errors: those of OpenGradients (core/runtime/plugins/gradients_library.h).
Result<decltype(&AddGradients)> GradientsForPlans();

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_OPEN_GRADIENTS_H_
