// Servers of this process that a test stops and starts again, each at the address that it has had all
// the time and with nothing in its memory.
#ifndef RUNNEL_TESTS_C_API_SUPPORT_CLUSTER_H_
#define RUNNEL_TESTS_C_API_SUPPORT_CLUSTER_H_

#include <map>
#include <string>
#include <utility>

#include "tests/c_api/support/expect.h"
#include "tests/support/listen.h"

namespace runnel_test {

class Servers {
 public:
  using Task = std::pair<std::string, int>;

  explicit Servers(rnl_runtime_t* runtime) : runtime_(runtime) {
    EXPECT_TRUE(IsOk(rnl_cluster_create(cluster_.out())));
  }
  ~Servers() {
    servers_.clear();
    for (const auto& [task, fd] : listeners_) close(fd);
  }
  // Before any is started.
  void Add(const std::string& job, int index) {
    const auto [fd, port] = ListenAnywhere();
    listeners_[{job, index}] = fd;
    const std::string text = "127.0.0.1:" + std::to_string(port);
    ASSERT_TRUE(
        IsOk(rnl_cluster_add_task(cluster_, rnl_str(job.c_str()), index, rnl_str(text.c_str()))));
  }
  // `files`: the folder for the task's files; empty: it has none.
  void Start(const std::string& job, int index, const std::string& files = "") {
    ServerOptions options;
    ASSERT_TRUE(IsOk(rnl_server_options_create(cluster_, rnl_str(job.c_str()), index, options.out())));
    ASSERT_TRUE(IsOk(rnl_server_options_set_token(options, rnl_str("test"))));
    ASSERT_TRUE(IsOk(rnl_server_options_set_listen_fd(options, dup(listeners_[{job, index}]))));
    if (!files.empty()) {
      ASSERT_TRUE(IsOk(rnl_server_options_set_files(options, rnl_str(files.c_str()))));
    }
    ASSERT_TRUE(IsOk(rnl_server_start(runtime_, options, servers_[{job, index}].out())));
  }
  void Stop(const std::string& job, int index) {
    ASSERT_TRUE(IsOk(rnl_server_stop(servers_[{job, index}])));
  }
  // Nobody answers at its address from now on.
  void Leave(const std::string& job, int index) { close(std::exchange(listeners_[{job, index}], -1)); }
  // For sessions whose master is the task.
  void SetOptions(const std::string& job, int index, SessionOptions* out) {
    ASSERT_TRUE(IsOk(rnl_session_options_create(out->out())));
    ASSERT_TRUE(IsOk(rnl_session_options_set_target(*out, rnl_server_target(servers_[{job, index}]))));
    ASSERT_TRUE(IsOk(rnl_session_options_set_token(*out, rnl_str("test"))));
    ASSERT_TRUE(IsOk(rnl_session_options_set_connect_timeout(*out, 2000)));
  }

 private:
  rnl_runtime_t* const runtime_;
  Cluster cluster_;
  std::map<Task, int> listeners_;
  std::map<Task, Server> servers_;
};

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_C_API_SUPPORT_CLUSTER_H_
