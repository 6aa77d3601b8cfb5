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
  // Without tasks.
  static Outcome<Cluster> Create() {
    rnl_cluster_t* out = nullptr;
    rnl_status_t* status = rnl_cluster_create(&out);
    return detail::Finish(status, [&] { return Cluster(out); });
  }
  // TensorFlow's ClusterDef, binary.
  static Outcome<Cluster> FromMessage(std::string_view bytes) {
    rnl_cluster_t* out = nullptr;
    rnl_status_t* status = rnl_cluster_from_message(Str(bytes), &out);
    return detail::Finish(status, [&] { return Cluster(out); });
  }
  Outcome<std::string> Message() const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_cluster_to_message(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }
  // In alphabetical order.
  Outcome<std::vector<std::string>> Jobs() const {
    rnl_names_t* out = nullptr;
    rnl_status_t* status = rnl_cluster_jobs(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeNames(out); });
  }
  // Addresses of a job's tasks by number. Errors: NOT_FOUND naming the jobs that there are.
  Outcome<std::map<std::int64_t, std::string>> Tasks(std::string_view job) const {
    std::size_t count = 0;
    RUNNEL_TRY(detail::Check(rnl_cluster_num_tasks(get(), Str(job), &count)));
    std::map<std::int64_t, std::string> out;
    for (std::size_t i = 0; i < count; ++i) {
      std::int64_t task = 0;
      rnl_bytes_t* address = nullptr;
      RUNNEL_TRY(detail::Check(rnl_cluster_task_at(get(), Str(job), i, &task)));
      RUNNEL_TRY(detail::Check(rnl_cluster_task_address(get(), Str(job), task, &address)));
      out.emplace(task, detail::TakeBytes(address));
    }
    return out;
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

// Where the variables of a replicated model go: spread over the tasks of one job, so that every replica
// that asks in the same order gets the same answers. One thread at a time.
class DeviceSetter : public Unique<rnl_device_setter_t, rnl_device_setter_release> {
 public:
  DeviceSetter() = default;
  // by_bytes: to the task that has the fewest bytes so far; else to each in turn.
  static Outcome<DeviceSetter> Create(const Cluster& cluster, std::string_view job, bool by_bytes) {
    rnl_device_setter_t* out = nullptr;
    rnl_status_t* status = rnl_device_setter_create(cluster.get(), Str(job), by_bytes, &out);
    return detail::Finish(status, [&] { return DeviceSetter(out); });
  }
  // The device for a variable of that size, as "/job:ps/task:1".
  Outcome<std::string> Next(std::uint64_t size_bytes) const {
    rnl_str_t out{};
    rnl_status_t* status = rnl_device_setter_next(get(), size_bytes, &out);
    return detail::Finish(status, [&] { return std::string(View(out)); });
  }

 private:
  using Unique::Unique;
};

struct ServerOptions {
  // What others must show. Empty: RUNNEL_CLUSTER_TOKEN, or one that the server makes up.
  std::string token = {};
  // A TCP socket that listens already, which the server takes over. -1: it binds the task's address.
  int listen_fd = -1;
  // TLS 1.3 with one key for all tasks and clients: the path of a file of mode 0600 with 64 hexadecimal
  // digits. Empty: RUNNEL_CLUSTER_KEY_FILE, or none.
  std::string key_file = {};
  // TLS 1.3 with certificates that both sides show, instead of a key file.
  Certificates certificates = {};
  // The folder that ops of graphs from elsewhere may read and write files in. Empty: none.
  std::string files = {};
  // Without it, or one of the two ways to be secure, an address that other machines can reach is
  // refused.
  bool insecure_network = false;
  std::chrono::milliseconds heartbeat{500}, dead{3000};
  // Bytes of tensors that others have sent and nothing has used yet.
  std::uint64_t receive_limit = 256 << 20;
};

// A task of a cluster, master and worker in one, on threads of its own until the last handle goes.
class Server : public Shared<rnl_server_t, rnl_server_retain, rnl_server_release> {
 public:
  Server() = default;
  static Server Adopt(rnl_server_t* handle) { return Server(handle); }
  static Outcome<Server> Start(const Runtime& runtime, const Cluster& cluster, std::string_view job,
                               std::int64_t task, const ServerOptions& options = {}) {
    rnl_server_options_t* raw = nullptr;
    RUNNEL_TRY(detail::Check(rnl_server_options_create(cluster.get(), Str(job), task, &raw)));
    const Unique<rnl_server_options_t, rnl_server_options_release> owned(raw);
    if (!options.token.empty())
      RUNNEL_TRY(detail::Check(rnl_server_options_set_token(raw, Str(options.token))));
    RUNNEL_TRY(detail::Check(rnl_server_options_set_listen_fd(raw, options.listen_fd)));
    if (!options.key_file.empty())
      RUNNEL_TRY(detail::Check(rnl_server_options_set_key_file(raw, Str(options.key_file))));
    if (const Certificates& c = options.certificates; !c.empty()) {
      RUNNEL_TRY(detail::Check(rnl_server_options_set_certificates(
          raw, Str(c.certificate), Str(c.private_key), Str(c.authority))));
    }
    if (!options.files.empty())
      RUNNEL_TRY(detail::Check(rnl_server_options_set_files(raw, Str(options.files))));
    RUNNEL_TRY(detail::Check(rnl_server_options_set_insecure_network(raw, options.insecure_network)));
    RUNNEL_TRY(detail::Check(
        rnl_server_options_set_heartbeat(raw, options.heartbeat.count(), options.dead.count())));
    RUNNEL_TRY(detail::Check(rnl_server_options_set_receive_limit(raw, options.receive_limit)));
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
