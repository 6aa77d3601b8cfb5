// The options handle of a session.
#ifndef RUNNEL_C_API_SESSION_OPTIONS_H_
#define RUNNEL_C_API_SESSION_OPTIONS_H_

#include "c_api/internal.h"
#include "c_api/runnel.h"
#include "core/runtime/tasks/net_library.h"

struct rnl_session_options_t {
  runnel::SessionOptions options;
  runnel::RemoteOptions remote;  // its target is empty for a session of this process
};

namespace runnel::capi {

// The environment's RUNNEL_CLUSTER_TOKEN, or empty.
std::string TokenOfEnvironment();
// What was given, or the key file of the environment's RUNNEL_CLUSTER_KEY_FILE.
runnel::SecurityOptions SecurityOr(const runnel::SecurityOptions& given);
// Fills in three paths. Errors: INVALID_ARGUMENT for one that is no string.
Status SetCertificates(rnl_str_t certificate, rnl_str_t private_key, rnl_str_t authority,
                       runnel::SecurityOptions* security);

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_SESSION_OPTIONS_H_
