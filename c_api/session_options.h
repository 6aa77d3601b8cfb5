// The options handle of a session.
#ifndef RUNNEL_C_API_SESSION_OPTIONS_H_
#define RUNNEL_C_API_SESSION_OPTIONS_H_

#include "c_api/runnel.h"
#include "core/runtime/session.h"

struct rnl_session_options_t {
  runnel::SessionOptions options;
};

#endif  // RUNNEL_C_API_SESSION_OPTIONS_H_
