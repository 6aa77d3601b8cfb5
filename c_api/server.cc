// Servers: tasks of a cluster in this process. What they do is in librunnel_net.so.
#include "c_api/cluster.h"
#include "c_api/internal.h"
#include "c_api/session_options.h"
#include "core/base/json.h"

using runnel::InvalidArgument;
using runnel::Ref;
using runnel::Status;
using namespace runnel::capi;

struct rnl_server_options_t {
  runnel::ServerOptions options;
};

struct rnl_server_t final : Child {
  rnl_server_t(Ref<rnl_runtime_t> r, Ref<runnel::Server> s)
      : Child(std::move(r)), server(std::move(s)), target(server->target()) {}
  const Ref<runnel::Server> server;
  const std::string target;

 private:
  ~rnl_server_t() override { server->Stop(); }
};

namespace {

Status Start(rnl_runtime_t* runtime, runnel::ServerOptions options, rnl_server_t** out_server) {
  RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
  RUNNEL_ASSIGN_OR_RETURN(const runnel::NetLibrary* net, runnel::OpenNetLibrary());
  if (options.token.empty()) options.token = TokenOfEnvironment();
  options.security = SecurityOr(options.security);
  RUNNEL_ASSIGN_OR_RETURN(Ref<runnel::Server> server,
                          net->StartServer(runnel::ThisCore(), runtime->runtime, options));
  try {
    *out_server = new rnl_server_t(Ref<rnl_runtime_t>::Share(runtime), server);
  } catch (const std::exception&) {
    server->Stop();
    throw;
  }
  return runnel::OkStatus();
}

std::string Describe(const std::vector<runnel::TaskStatus>& tasks) {
  runnel::JsonText json;
  json.BeginObject().Key("tasks").BeginArray();
  for (const runnel::TaskStatus& task : tasks) {
    json.BeginObject().Key("name").String(task.name).Key("address").String(task.address);
    const bool answers = task.error.empty();
    json.Key("incarnation");
    answers ? json.Uint(task.incarnation) : json.Null();
    json.Key("devices");
    if (answers) {
      json.BeginArray();
      for (const auto& [type, number] : task.devices)
        json.String(runnel::StrCat("/device:", type, ":", number));
      json.EndArray();
    } else {
      json.Null();
    }
    json.Key("step");
    answers ? json.Uint(task.step) : json.Null();
    json.Key("bytes");
    answers ? json.Uint(task.bytes) : json.Null();
    json.Key("error");
    answers ? json.Null() : json.String(task.error);
    json.EndObject();
  }
  return json.EndArray().EndObject().Take();
}

}  // namespace

rnl_status_t* rnl_server_options_create(const rnl_cluster_t* cluster, rnl_str_t job, int64_t task,
                                        rnl_server_options_t** out_options) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_options);
    *out_options = nullptr;
    RNL_CHECK_NOT_NULL(cluster);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(job, "job", &view));
    RUNNEL_RETURN_IF_ERROR(cluster->spec.TaskAddress(view, task).status());
    runnel::ServerOptions options;
    RUNNEL_ASSIGN_OR_RETURN(options.cluster, cluster->spec.ToMessage());
    options.job = view;
    options.task = static_cast<int>(task);
    *out_options = new rnl_server_options_t{std::move(options)};
    return runnel::OkStatus();
  });
}

void rnl_server_options_release(rnl_server_options_t* options) { delete options; }

rnl_status_t* rnl_server_options_set_token(rnl_server_options_t* options, rnl_str_t token) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(token, "token", &view));
    options->options.token = view;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_server_options_set_listen_fd(rnl_server_options_t* options, int32_t fd) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    if (fd < -1) return InvalidArgument("fd must be at least -1, got ", fd);
    options->options.listen_fd = fd;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_server_options_set_insecure_network(rnl_server_options_t* options, bool insecure) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->options.insecure_network = insecure;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_server_options_set_key_file(rnl_server_options_t* options, rnl_str_t path) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(path, "path", &view));
    options->options.security.key_file = view;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_server_options_set_certificates(rnl_server_options_t* options, rnl_str_t certificate,
                                                  rnl_str_t private_key, rnl_str_t authority) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    return SetCertificates(certificate, private_key, authority, &options->options.security);
  });
}

rnl_status_t* rnl_server_options_set_files(rnl_server_options_t* options, rnl_str_t folder) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(folder, "folder", &view));
    options->options.files = view;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_server_options_set_heartbeat(rnl_server_options_t* options, int64_t interval_ms,
                                               int64_t dead_ms) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    if (interval_ms < 1 || dead_ms < interval_ms) {
      return InvalidArgument("interval_ms must be at least 1 and dead_ms no less than it, got ",
                             interval_ms, " and ", dead_ms);
    }
    options->options.heartbeat_interval_ms = interval_ms;
    options->options.dead_after_ms = dead_ms;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_server_options_set_receive_limit(rnl_server_options_t* options, uint64_t size_bytes) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    if (size_bytes < runnel::kLeastReceiveBytes) {
      return InvalidArgument("size_bytes must be at least ", runnel::kLeastReceiveBytes, ", got ",
                             size_bytes);
    }
    options->options.receive_bytes = size_bytes;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_server_start(rnl_runtime_t* runtime, const rnl_server_options_t* options,
                               rnl_server_t** out_server) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_server);
    *out_server = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RNL_CHECK_NOT_NULL(options);
    return Start(runtime, options->options, out_server);
  });
}

rnl_status_t* rnl_server_start_local(rnl_runtime_t* runtime, rnl_server_t** out_server) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_server);
    *out_server = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    runnel::net::ClusterSpec spec;
    RUNNEL_RETURN_IF_ERROR(spec.AddTask("local", 0, "127.0.0.1:0"));
    runnel::ServerOptions options;
    RUNNEL_ASSIGN_OR_RETURN(options.cluster, spec.ToMessage());
    options.job = "local";
    return Start(runtime, std::move(options), out_server);
  });
}

rnl_status_t* rnl_server_status(rnl_runtime_t* runtime, const rnl_session_options_t* options,
                                bool all_tasks, rnl_bytes_t** out_json) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_json);
    *out_json = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RNL_CHECK_NOT_NULL(options);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    if (options->remote.target.empty())
      return runnel::FailedPrecondition("a status is asked of a target; these options have none");
    RUNNEL_ASSIGN_OR_RETURN(const runnel::NetLibrary* net, runnel::OpenNetLibrary());
    runnel::RemoteOptions remote = options->remote;
    if (remote.token.empty()) remote.token = TokenOfEnvironment();
    remote.security = SecurityOr(remote.security);
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<runnel::TaskStatus> tasks,
                            net->AskStatus(runnel::ThisCore(), runtime->runtime, remote, all_tasks));
    *out_json = NewBytes(Describe(tasks));
    return runnel::OkStatus();
  });
}

rnl_server_t* rnl_server_retain(rnl_server_t* server) { return Retain(server); }

void rnl_server_release(rnl_server_t* server) { Release(server); }

rnl_status_t* rnl_server_stop(rnl_server_t* server) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(server);
    RUNNEL_RETURN_IF_ERROR(server->runtime().CheckProcess());
    server->server->Stop();
    return runnel::OkStatus();
  });
}

rnl_str_t rnl_server_target(const rnl_server_t* server) {
  return server == nullptr ? kEmpty : ToC(server->target);
}

rnl_str_t rnl_server_token(const rnl_server_t* server) {
  return server == nullptr ? kEmpty : ToC(server->server->token());
}
