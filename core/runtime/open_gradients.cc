#include "core/runtime/open_gradients.h"

#include "core/runtime/plugins/gradients_library.h"

namespace runnel {

Result<decltype(&AddGradients)> GradientsForPlans() { return OpenGradients(); }

}  // namespace runnel
