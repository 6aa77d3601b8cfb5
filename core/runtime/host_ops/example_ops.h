// The kernel of ParseExampleV2, for whoever has it parse without a node.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_EXAMPLE_OPS_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_EXAMPLE_OPS_H_

#include <memory>

#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

// `node` has the op's attrs. Errors: those of the node.
Result<std::unique_ptr<HostKernel>> CreateExampleParser(const HostNode& node);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_EXAMPLE_OPS_H_
