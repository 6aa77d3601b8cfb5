// The variables among a kernel's inputs. The host has resolved and locked each of them for the time of
// the call; a kernel checks that there is a value of its type, and never keeps its address.
#ifndef RNLP_SDK_VARIABLE_H_
#define RNLP_SDK_VARIABLE_H_

#include <cstdint>

#include "status.h"
#include "tensor.h"

namespace runnel::plugin {

// The value of variable argument `index`. Errors: FAILED_PRECONDITION without a value, INVALID_ARGUMENT
// for another type; both name `op` and the variable.
inline rnlp_status_t* ResolveVariable(const rnlp_run_t* run, const char* op, uint32_t index,
                                      int32_t dtype, const rnlp_tensor_t** out) {
  const auto* variable = static_cast<const rnlp_variable_t*>(run->inputs[index]->data);
  const rnlp_tensor_t& value = variable->value;
  const int name_size = static_cast<int>(variable->name.size < 100 ? variable->name.size : 100);
  if (value.dtype == RNLP_INVALID || value.rank < 0 ||
      (value.data == nullptr && value.buffer == nullptr && value.num_elements != 0)) {
    return Fail(run->host, RNLP_FAILED_PRECONDITION, "%s: variable \"%.*s\" has no value", op, name_size,
                variable->name.data);
  }
  if (value.dtype != dtype) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: variable \"%.*s\" is %s, expected %s", op,
                name_size, variable->name.data, DTypeName(value.dtype), DTypeName(dtype));
  }
  *out = &value;
  return nullptr;
}

}  // namespace runnel::plugin

#endif  // RNLP_SDK_VARIABLE_H_
