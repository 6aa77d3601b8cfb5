// ProcessTest: tasks in processes of their own, which a test may kill or stop.
#ifndef RUNNEL_TESTS_NET_PROCESS_FIXTURE_H_
#define RUNNEL_TESTS_NET_PROCESS_FIXTURE_H_

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

#include "tests/net/net_test.h"

namespace runnel::net {

class ProcessTest : public NetTest {
 protected:
  void TearDown() override {
    for (const auto& [name, pid] : pids_) End(pid);
    NetTest::TearDown();
    for (const auto& [name, fd] : listeners_) close(fd);
  }

  static void End(pid_t pid) {
    kill(pid, SIGKILL);
    kill(pid, SIGCONT);
    waitpid(pid, nullptr, 0);
  }

  // `runnel worker`, listening at the task's reserved address. The test keeps the socket, so that a
  // second process can take the place of the first.
  // `most_bytes`: of a file, as where the disk is full; -1: any.
  void StartProcess(const std::string& job, int index, const std::string& files = "",
                    int64_t most_bytes = -1) {
    const int fd = listeners_.at(TaskName(job, index));
    const char* const times = std::getenv("RUNNEL_TEST_SLOW");  // as long as usual may it take
    const unsigned slow = times == nullptr ? 1 : static_cast<unsigned>(std::max(1, std::atoi(times)));
    const std::string spec = cluster_.ToText(), task = std::to_string(index);
    fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      dup2(fd, 3);
      if (fd == 3) fcntl(3, F_SETFD, 0);
      const int quiet = open("/dev/null", O_WRONLY);
      dup2(quiet, 1);
      setenv("RUNNEL_CLUSTER_TOKEN", kToken, 1);
      alarm(120 * slow);  // never outlives a test that went wrong
      if (most_bytes >= 0) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{static_cast<rlim_t>(most_bytes), static_cast<rlim_t>(most_bytes)};
        setrlimit(RLIMIT_FSIZE, &limit);
      }
      execl(RUNNEL_PROGRAM, RUNNEL_PROGRAM, "worker", "--cluster", spec.c_str(), "--job", job.c_str(),
            "--task", task.c_str(), "--listen-fd", "3", "--heartbeat-ms", "100", "--dead-ms", "20000",
            "--threads", "2", "--receive-mib", receive_mib_, files.empty() ? nullptr : "--files",
            files.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    ASSERT_GT(child, 0);
    pids_[TaskName(job, index)] = child;
  }
  void Kill(const std::string& job, int index) {
    const auto it = pids_.find(TaskName(job, index));
    End(it->second);
    pids_.erase(it);
  }
  // Kills are noticed at once; only who is stopped has to be waited for.
  Ref<Server> StartHere(const std::string& job, int index, int64_t dead_ms = 20'000) {
    ServerOptions options = OptionsOf(job, index);
    options.heartbeat_interval_ms = 100;
    options.dead_after_ms = dead_ms;
    auto server = ServerImpl::Start(ThisCore(), NewRuntime(), options);
    EXPECT_TRUE(server.ok()) << server.status().ToString();
    servers_[TaskName(job, index)] = *server;
    return *server;
  }

  // A graph with a counter on `device`, and a node that counts and then waits there for ever.
  void BuildWaiting(const std::string& device) {
    counter_ = Variable("counter", Shape({1}), device);
    init_ = b().AddNode({"init", "AssignVariableOp", {counter_, Vector({0})}, {}, {}, {}});
    read_ = Read(counter_);
    Node* const add = b().AddNode({"count", "AssignAddVariableOp", {counter_, Vector({1})}, {}, {}, {}});
    const AttrList types{{"component_types", AttrValue(std::vector<DType>{DType::kFloat})}};
    queue_ = On(device, "FIFOQueueV2", {}, types);
    waiting_ = {b().AddNode({"wait", "QueueDequeueV2", {queue_}, {add}, types, {}}), 0};
  }
  // Starts the step that waits, and returns once it has counted.
  void StartWaiting(OutputRef fetch) {
    session_->RunAsync({{}, {fetch}, {}}, {}, {},
                       [this](const Status& status, const std::vector<Tensor>&) {
                         const std::lock_guard lock(mutex_);
                         outcome_ = status;
                         done_ = true;
                         changed_.notify_all();
                       });
    std::vector<Tensor> got;
    do {
      const Status status = Run({{}, {read_}, {}}, {}, &got);
      ASSERT_TRUE(status.ok()) << status.ToString();
    } while (ToFloats(got[0])[0] < 1);
  }
  Status Outcome() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return done_; });
    done_ = false;
    return outcome_;
  }

  const char* receive_mib_ = "256";
  std::map<std::string, pid_t> pids_;
  OutputRef counter_, read_, queue_, waiting_;
  Node* init_ = nullptr;
  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  bool done_ = false;
  Status outcome_;
};

}  // namespace runnel::net

#endif  // RUNNEL_TESTS_NET_PROCESS_FIXTURE_H_
