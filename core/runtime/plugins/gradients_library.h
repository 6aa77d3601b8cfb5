// Gradients are added by a library of its own, librunnel_gradients.so, which is opened when a program
// first asks for one. Who links core statically has them in itself.
#ifndef RUNNEL_CORE_RUNTIME_PLUGINS_GRADIENTS_LIBRARY_H_
#define RUNNEL_CORE_RUNTIME_PLUGINS_GRADIENTS_LIBRARY_H_

#include "core/passes/gradients.h"

namespace runnel {

// AddGradients (core/passes/gradients.h). Any thread. Errors: as OpenPart.
Result<decltype(&AddGradients)> OpenGradients();
// BuildWhile (core/passes/control_flow_builder.h). Any thread. Errors: as OpenPart.
Result<decltype(&BuildWhile)> OpenLoops();

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_GRADIENTS_LIBRARY_H_
