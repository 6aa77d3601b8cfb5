// How a session runs.
#ifndef RUNNEL_CPP_SESSION_OPTIONS_HPP_
#define RUNNEL_CPP_SESSION_OPTIONS_HPP_

#include <chrono>

#include "handle.hpp"

RUNNEL_CPP_NAMESPACE

// Paths of PEM files, that of the private key of mode 0600; empty: none. All are signed by one
// authority, and a task's is for the name or address that the cluster has for it.
struct Certificates {
  std::string certificate = {}, private_key = {}, authority = {};
  bool empty() const { return certificate.empty() && private_key.empty() && authority.empty(); }
};

struct SessionOptions {
  bool soft_placement = false;
  bool log_placement = false;
  bool print_passes = false;  // logs the graph of a plan after each pass
  std::vector<std::string> disable_passes = {};
  // Bounds of the plan cache.
  std::size_t max_plans = 64;
  std::uint64_t max_plan_bytes = std::uint64_t{1} << 30;
  // What planning a step may take: rnl_session_options_set_planning_limits.
  std::uint64_t max_inlined_nodes = std::uint64_t{1} << 18;
  std::uint64_t max_folded_bytes = std::uint64_t{1} << 30;
  std::chrono::milliseconds timeout{-1};
  std::string default_device = {};
  bool automatic_placement = false;  // by costs: rnl_session_options_set_automatic_placement
  // "runnel://host:port": on the cluster of the server that listens there, which wants to see the token.
  std::string target = {}, token = {};
  // How to reach a cluster whose servers have them: as in ServerOptions.
  std::string key_file = {};
  Certificates certificates = {};
  // Uses only the tasks of that cluster that one of them matches, as "/job:ps" does, and the target.
  std::vector<std::string> device_filters = {};
  // Until when every task of that cluster must have answered.
  std::chrono::milliseconds connect_timeout{60000};
};

namespace detail {

inline Outcome<Unique<rnl_session_options_t, rnl_session_options_release>> MakeSessionOptions(
    const SessionOptions& o) {
  rnl_session_options_t* raw = nullptr;
  RUNNEL_TRY(Check(rnl_session_options_create(&raw)));
  Unique<rnl_session_options_t, rnl_session_options_release> owned(raw);
  RUNNEL_TRY(Check(rnl_session_options_set_soft_placement(raw, o.soft_placement)));
  RUNNEL_TRY(Check(rnl_session_options_set_log_placement(raw, o.log_placement)));
  RUNNEL_TRY(Check(rnl_session_options_set_automatic_placement(raw, o.automatic_placement)));
  RUNNEL_TRY(Check(rnl_session_options_set_print_passes(raw, o.print_passes)));
  RUNNEL_TRY(Check(rnl_session_options_set_plan_cache(raw, o.max_plans, o.max_plan_bytes)));
  RUNNEL_TRY(
      Check(rnl_session_options_set_planning_limits(raw, o.max_inlined_nodes, o.max_folded_bytes)));
  for (const std::string& pass : o.disable_passes)
    RUNNEL_TRY(Check(rnl_session_options_disable_pass(raw, Str(pass))));
  RUNNEL_TRY(
      Check(rnl_session_options_set_timeout(raw, o.timeout.count() < 0 ? -1 : o.timeout.count())));
  if (!o.default_device.empty())
    RUNNEL_TRY(Check(rnl_session_options_set_default_device(raw, Str(o.default_device))));
  if (!o.target.empty()) RUNNEL_TRY(Check(rnl_session_options_set_target(raw, Str(o.target))));
  if (!o.token.empty()) RUNNEL_TRY(Check(rnl_session_options_set_token(raw, Str(o.token))));
  if (!o.key_file.empty()) RUNNEL_TRY(Check(rnl_session_options_set_key_file(raw, Str(o.key_file))));
  if (const Certificates& c = o.certificates; !c.empty()) {
    RUNNEL_TRY(Check(rnl_session_options_set_certificates(raw, Str(c.certificate), Str(c.private_key),
                                                          Str(c.authority))));
  }
  for (const std::string& device : o.device_filters)
    RUNNEL_TRY(Check(rnl_session_options_add_device_filter(raw, Str(device))));
  RUNNEL_TRY(Check(rnl_session_options_set_connect_timeout(raw, o.connect_timeout.count())));
  return owned;
}

}  // namespace detail

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_SESSION_OPTIONS_HPP_
