// The source of seeds of passes as a resource, which datasets share by its handle.
#ifndef RUNNEL_CORE_RUNTIME_DATA_SEED_RESOURCE_H_
#define RUNNEL_CORE_RUNTIME_DATA_SEED_RESOURCE_H_

#include <memory>

#include "core/runtime/data/datasets.h"
#include "core/tensor/tensor.h"

namespace runnel {

// Errors: INVALID_ARGUMENT for a handle of something else.
Result<std::shared_ptr<SeedGenerator>> SeedGeneratorFrom(const Tensor& handle);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_SEED_RESOURCE_H_
