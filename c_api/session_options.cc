// Options of a session.
#include "c_api/session_options.h"

#include <cstdlib>

#include "c_api/internal.h"
#include "core/graph/device_name.h"
#include "net/wire/cluster_spec.h"

using runnel::InvalidArgument;
using runnel::Status;
using namespace runnel::capi;

rnl_status_t* rnl_session_options_create(rnl_session_options_t** out_options) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_options);
    *out_options = nullptr;
    *out_options = new rnl_session_options_t;
    return runnel::OkStatus();
  });
}

void rnl_session_options_release(rnl_session_options_t* options) { delete options; }

rnl_status_t* rnl_session_options_set_soft_placement(rnl_session_options_t* options, bool soft) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.soft_placement = soft;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_set_log_placement(rnl_session_options_t* options, bool log) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.log_device_placement = log;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_disable_pass(rnl_session_options_t* options, rnl_str_t pass) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(pass, "pass", &view));
    RUNNEL_RETURN_IF_ERROR(runnel::CheckPassName(view));
    options->options.disabled_passes.emplace_back(view);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_set_print_passes(rnl_session_options_t* options, bool print) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.print_passes = print;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_set_plan_cache(rnl_session_options_t* options, size_t max_plans,
                                                 uint64_t max_bytes) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.max_cached_plans = max_plans;
    options->options.max_cached_plan_bytes = max_bytes;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_set_planning_limits(rnl_session_options_t* options,
                                                      uint64_t max_inlined_nodes,
                                                      uint64_t max_folded_bytes) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.planning = {max_inlined_nodes, max_folded_bytes};
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_set_timeout(rnl_session_options_t* options, int64_t timeout_ms) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    if (timeout_ms < -1) return InvalidArgument("timeout_ms must be at least -1, got ", timeout_ms);
    options->options.default_timeout_ms = timeout_ms;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_set_default_device(rnl_session_options_t* options, rnl_str_t device) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(device, "device", &view));
    options->options.default_device = view;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_set_automatic_placement(rnl_session_options_t* options,
                                                          bool automatic) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.automatic_placement = automatic;
    return runnel::OkStatus();
  });
}

std::string runnel::capi::TokenOfEnvironment() {
  const char* const token = secure_getenv("RUNNEL_CLUSTER_TOKEN");
  return token == nullptr ? std::string() : std::string(token);
}

runnel::SecurityOptions runnel::capi::SecurityOr(const SecurityOptions& given) {
  SecurityOptions security = given;
  const char* const file = secure_getenv("RUNNEL_CLUSTER_KEY_FILE");
  if (security.empty() && file != nullptr) security.key_file = file;
  return security;
}

Status runnel::capi::SetCertificates(rnl_str_t certificate, rnl_str_t private_key, rnl_str_t authority,
                                     SecurityOptions* security) {
  std::string_view paths[3];
  RUNNEL_RETURN_IF_ERROR(ToView(certificate, "certificate", &paths[0]));
  RUNNEL_RETURN_IF_ERROR(ToView(private_key, "private_key", &paths[1]));
  RUNNEL_RETURN_IF_ERROR(ToView(authority, "authority", &paths[2]));
  security->certificate_file = paths[0];
  security->private_key_file = paths[1];
  security->authority_file = paths[2];
  return OkStatus();
}

rnl_status_t* rnl_session_options_set_key_file(rnl_session_options_t* options, rnl_str_t path) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(path, "path", &view));
    options->remote.security.key_file = view;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_set_certificates(rnl_session_options_t* options, rnl_str_t certificate,
                                                   rnl_str_t private_key, rnl_str_t authority) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    return SetCertificates(certificate, private_key, authority, &options->remote.security);
  });
}

rnl_status_t* rnl_session_options_set_target(rnl_session_options_t* options, rnl_str_t target) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(target, "target", &view));
    if (!view.empty()) RUNNEL_RETURN_IF_ERROR(runnel::net::Address::ParseTarget(view).status());
    options->remote.target = view;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_set_token(rnl_session_options_t* options, rnl_str_t token) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(token, "token", &view));
    options->remote.token = view;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_set_connect_timeout(rnl_session_options_t* options,
                                                      int64_t timeout_ms) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    if (timeout_ms < 0) return InvalidArgument("timeout_ms must be at least 0, got ", timeout_ms);
    options->remote.connect_timeout_ms = timeout_ms;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_options_add_device_filter(rnl_session_options_t* options, rnl_str_t device) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(device, "device", &view));
    RUNNEL_RETURN_IF_ERROR(runnel::DeviceName::Parse(view).status());
    options->remote.device_filters.emplace_back(view);
    return runnel::OkStatus();
  });
}
