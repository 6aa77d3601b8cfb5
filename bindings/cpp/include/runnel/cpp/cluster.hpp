// Clusters: which tasks there are, and servers, each of which is one of them. A session whose options
// name a server's target and token runs on all tasks of its cluster.
#ifndef RUNNEL_CPP_CLUSTER_HPP_
#define RUNNEL_CPP_CLUSTER_HPP_

#include "session.hpp"

RUNNEL_CPP_NAMESPACE

class Cluster : public Unique<rnl_cluster_t, rnl_cluster_release> {
 public:
  Cluster() = default;
  // "ps=a:2222;worker=2@b:2222,5@[::1]:2223".
  static Outcome<Cluster> FromText(std::string_view text) {
    rnl_cluster_t* out = nullptr;
    rnl_status_t* status = rnl_cluster_from_text(Str(text), &out);
    return detail::Finish(status, [&] { return Cluster(out); });
  }
  Outcome<void> AddTask(std::string_view job, std::int64_t task, std::string_view address) const {
    return detail::Check(rnl_cluster_add_task(get(), Str(job), task, Str(address)));
  }
  Outcome<std::string> Text() const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_cluster_to_text(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }

 private:
  using Unique::Unique;
};

struct ServerOptions {
  // What others must show. Empty: RUNNEL_CLUSTER_TOKEN, or one that the server makes up.
  std::string token = {};
  // A TCP socket that listens already, which the server takes over. -1: it binds the task's address.
  int listen_fd = -1;
  // Without it an address that other machines can reach is refused, since nothing is encrypted.
  bool insecure_network = false;
  std::chrono::milliseconds heartbeat{500}, dead{3000};
};

// A task of a cluster, master and worker in one, on threads of its own until the last handle goes.
class Server : public Shared<rnl_server_t, rnl_server_retain, rnl_server_release> {
 public:
  Server() = default;
  static Outcome<Server> Start(const Runtime& runtime, const Cluster& cluster, std::string_view job,
                               std::int64_t task, const ServerOptions& options = {}) {
    rnl_server_options_t* raw = nullptr;
    RUNNEL_TRY(detail::Check(rnl_server_options_create(cluster.get(), Str(job), task, &raw)));
    const Unique<rnl_server_options_t, rnl_server_options_release> owned(raw);
    if (!options.token.empty())
      RUNNEL_TRY(detail::Check(rnl_server_options_set_token(raw, Str(options.token))));
    RUNNEL_TRY(detail::Check(rnl_server_options_set_listen_fd(raw, options.listen_fd)));
    RUNNEL_TRY(detail::Check(rnl_server_options_set_insecure_network(raw, options.insecure_network)));
    RUNNEL_TRY(detail::Check(
        rnl_server_options_set_heartbeat(raw, options.heartbeat.count(), options.dead.count())));
    rnl_server_t* out = nullptr;
    rnl_status_t* status = rnl_server_start(runtime.get(), raw, &out);
    return detail::Finish(status, [&] { return Server(out); });
  }
  // The only task of a cluster of its own, at any free port of 127.0.0.1.
  static Outcome<Server> StartLocal(const Runtime& runtime) {
    rnl_server_t* out = nullptr;
    rnl_status_t* status = rnl_server_start_local(runtime.get(), &out);
    return detail::Finish(status, [&] { return Server(out); });
  }
  Outcome<void> Stop() const { return detail::Check(rnl_server_stop(get())); }
  std::string target() const { return std::string(View(rnl_server_target(get()))); }
  std::string token() const { return std::string(View(rnl_server_token(get()))); }

 private:
  explicit Server(rnl_server_t* adopted) : Shared(adopted) {}
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_CLUSTER_HPP_
