// The options handle of a runtime, and the check that it shares with the log.
#ifndef RUNNEL_C_API_RUNTIME_OPTIONS_H_
#define RUNNEL_C_API_RUNTIME_OPTIONS_H_

#include "c_api/runnel.h"
#include "core/runtime/runtime.h"

struct rnl_runtime_options_t {
  runnel::RuntimeOptions options;
};

namespace runnel::capi {

inline Status CheckSeverity(rnl_severity_t severity) {
  if (severity < RNL_LOG_DEBUG || severity > RNL_LOG_ERROR) {
    return InvalidArgument("severity must be 0..3, got ", severity);
  }
  return OkStatus();
}

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_RUNTIME_OPTIONS_H_
