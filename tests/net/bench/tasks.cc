#include "tests/net/bench/tasks.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/net/bench/ends.h"

namespace runnel::net {
namespace {

// `runnel worker` processes for every task of a cluster of workers.
class Processes final : public NetTest {
 public:
  void TestBody() override {}
  explicit Processes(int count) {
    SetUp();
    std::vector<std::pair<std::string, int>> tasks;
    for (int i = 0; i < count; ++i) tasks.emplace_back("worker", i);
    MakeCluster(tasks);
    const std::string spec = cluster_.ToText();
    for (int i = 0; i < count; ++i) {
      const int fd = listeners_.at(TaskName("worker", i));
      const std::string task = std::to_string(i);
      const pid_t child = fork();
      if (child == 0) {
        dup2(fd, 3);
        if (fd == 3) fcntl(3, F_SETFD, 0);
        const int quiet = open("/dev/null", O_WRONLY);
        dup2(quiet, 1);
        setenv("RUNNEL_CLUSTER_TOKEN", kToken, 1);
        alarm(300);
        execl(RUNNEL_PROGRAM, RUNNEL_PROGRAM, "worker", "--cluster", spec.c_str(), "--job", "worker",
              "--task", task.c_str(), "--listen-fd", "3", "--threads", "1", static_cast<char*>(nullptr));
        _exit(127);
      }
      children_.push_back(child);
    }
    target_ = StrCat("runnel://", *cluster_.TaskAddress("worker", 0));
  }
  ~Processes() override {
    session_ = nullptr;
    for (const pid_t child : children_) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
    for (const auto& [name, fd] : listeners_) close(fd);
    listeners_.clear();
    TearDown();
  }
  using NetTest::b;
  using NetTest::On;
  using NetTest::Run;
  double ConnectMs() {
    const auto start = Clock::now();
    auto session = Connect(target_);
    if (!session.ok()) std::abort();
    session_ = *session;
    return SecondsSince(start) * 1e3;
  }
  pid_t child(size_t i) const { return children_[i]; }

 private:
  std::string target_;
  std::vector<pid_t> children_;
};

// A step that does nothing on each of two workers.
class NullStep final : public NetTest {
 public:
  void TestBody() override {}
  double MedianUs() {
    SetUp();
    MakeCluster({{"worker", 0}, {"worker", 1}});
    StartServer("worker", 1);
    Node* const one = b().AddNode({"one", "NoOp", {}, {}, {}, "/job:worker/task:0"});
    Node* const two = b().AddNode({"two", "NoOp", {}, {}, {}, "/job:worker/task:1"});
    Open(StartServer("worker", 0));
    std::vector<double> times;
    std::vector<Tensor> got;
    for (int i = 0; i < 1500; ++i) {
      const auto start = Clock::now();
      if (!Run({{}, {}, {one, two}}, {}, &got).ok()) std::abort();
      if (i >= 100) times.push_back(SecondsSince(start) * 1e6);
    }
    TearDown();
    return Median(times);
  }
};

constexpr int kMembers = 4;
constexpr int64_t kFloats = 4 << 20;  // 16 MiB

// What one process of a ring does: in each of six rounds a quarter goes to the next while one comes from
// the one before; the first three add it.
void RingMember(int from, int to, std::vector<float>* values, int member) {
  fcntl(from, F_SETFL, O_NONBLOCK);
  fcntl(to, F_SETFL, O_NONBLOCK);
  constexpr int64_t kPart = kFloats / kMembers;
  std::vector<float> came(kPart);
  for (int round = 0; round < 2 * (kMembers - 1); ++round) {
    const int out = (member - round + 2 * kMembers) % kMembers, in = (out + kMembers - 1) % kMembers;
    const bool adds = round < kMembers - 1;
    const char* const source = reinterpret_cast<const char*>(values->data() + out * kPart);
    float* const target = values->data() + in * kPart;
    char* const sink = reinterpret_cast<char*>(adds ? came.data() : target);
    constexpr size_t kBytes = kPart * sizeof(float);
    size_t sent = 0, got = 0, added = 0;
    while (sent < kBytes || got < kBytes) {
      pollfd ends[2] = {{to, static_cast<short>(sent < kBytes ? POLLOUT : 0), 0},
                        {from, static_cast<short>(got < kBytes ? POLLIN : 0), 0}};
      if (poll(ends, 2, -1) < 0) std::abort();
      if ((ends[0].revents & POLLOUT) != 0) {
        const ssize_t n = write(to, source + sent, kBytes - sent);
        if (n > 0) sent += static_cast<size_t>(n);
      }
      if ((ends[1].revents & (POLLIN | POLLHUP)) != 0) {
        const ssize_t n = read(from, sink + got, kBytes - got);
        if (n == 0) std::abort();
        if (n > 0) got += static_cast<size_t>(n);
      }
      for (; adds && added < got / sizeof(float); ++added) target[added] += came[added];
    }
  }
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The number behind `key` in a file of /proc.
double NumberIn(const std::string& path, const std::string& key) {
  const std::string text = ReadFile(path);
  const size_t at = text.find(key);
  return at == std::string::npos ? std::nan("") : std::strtod(text.c_str() + at + key.size(), nullptr);
}

// How often the threads of a process gave the processor up by themselves.
double Switches(pid_t pid) {
  double sum = 0;
  const std::string tasks = StrCat("/proc/", pid, "/task");
  for (const auto& entry : std::filesystem::directory_iterator(tasks))
    sum += NumberIn(entry.path() / "status", "\nvoluntary_ctxt_switches:");
  return sum;
}

}  // namespace

double NullStepUs() { return NullStep().MedianUs(); }

double SessionOverEightProcessesMs() {
  Processes cluster(8);
  (void)cluster.b().AddNode({"one", "NoOp", {}, {}, {}, "/job:worker/task:0"});
  std::vector<double> times;
  cluster.ConnectMs();  // waits until all serve
  for (int i = 0; i < 10; ++i) times.push_back(cluster.ConnectMs());
  return Median(times);
}

struct AllReduceOfFour::Impl {
  Processes cluster{kMembers};
  std::map<std::string, std::vector<Node*>> reduce;  // by hint
};

AllReduceOfFour::AllReduceOfFour() : impl_(new Impl) {
  GraphBuilder& b = impl_->cluster.b();
  const OutputRef shape =
      b.Constant(*Tensor::FromValues<int32_t>(Shape({1}), std::vector<int32_t>{kFloats}));
  const OutputRef one = b.Constant(*Tensor::FromScalar<float>(1));
  std::vector<Node*> fill;
  int64_t instance = 1;
  for (const char* hint : {"ring", "halving", "auto"}) {
    for (int m = 0; m < kMembers; ++m) {
      const std::string device = StrCat("/job:worker/task:", m);
      const OutputRef variable = impl_->cluster.On(device, "VarHandleOp", {},
                                                   {{"dtype", AttrValue(DType::kFloat)},
                                                    {"shape", AttrValue(Shape({kFloats}))},
                                                    {"shared_name", AttrValue(StrCat(hint, m))}});
      const OutputRef ones = impl_->cluster.On(device, "Fill", {shape, one});
      fill.push_back(
          impl_->cluster
              .On(device, "AssignVariableOp", {variable, ones}, {{"dtype", AttrValue(DType::kFloat)}})
              .node);
      const OutputRef value =
          impl_->cluster.On(device, "ReadVariableOp", {variable}, {{"dtype", AttrValue(DType::kFloat)}});
      impl_->reduce[hint].push_back(impl_->cluster
                                        .On(device, "CollectiveReduce", {value},
                                            {{"communication_hint", AttrValue(std::string(hint))},
                                             {"final_op", AttrValue(std::string("Id"))},
                                             {"group_key", AttrValue(int64_t{7})},
                                             {"group_size", AttrValue(int64_t{kMembers})},
                                             {"instance_key", AttrValue(instance)},
                                             {"merge_op", AttrValue(std::string("Add"))},
                                             {"subdiv_offsets", AttrValue(std::vector<int64_t>{0})}})
                                        .node);
    }
    ++instance;
  }
  if (!b.status().ok()) std::abort();
  impl_->cluster.ConnectMs();
  std::vector<Tensor> none;
  if (!impl_->cluster.Run({{}, {}, fill}, {}, &none).ok()) std::abort();
}

AllReduceOfFour::~AllReduceOfFour() { delete impl_; }

double AllReduceOfFour::Seconds(const char* hint) {
  std::vector<double> times;
  std::vector<Tensor> none;
  for (int i = 0; i < 9; ++i) {
    const auto start = Clock::now();
    const Status status = impl_->cluster.Run({{}, {}, impl_->reduce.at(hint)}, {}, &none);
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.ToString().c_str());
      std::abort();
    }
    if (i > 1) times.push_back(SecondsSince(start));
  }
  return Median(times);
}

double AllReduceOfFour::RawSeconds() {
  // Member m writes to pairs[m] and reads from pairs[m - 1].
  std::vector<std::unique_ptr<Raw>> pairs;
  for (int m = 0; m < kMembers; ++m) pairs.push_back(std::make_unique<Raw>());
  int go[2], done[2];
  if (pipe(go) != 0 || pipe(done) != 0) std::abort();
  std::vector<pid_t> children;
  for (int m = 0; m < kMembers; ++m) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(120);
      std::vector<float> values(kFloats, 1);
      char byte = 0;
      while (read(go[0], &byte, 1) == 1 && byte == 'g') {
        RingMember(pairs[static_cast<size_t>((m + kMembers - 1) % kMembers)]->far,
                   pairs[static_cast<size_t>(m)]->near, &values, m);
        if (write(done[1], &byte, 1) != 1) _exit(1);
      }
      _exit(0);
    }
    children.push_back(child);
  }
  std::vector<double> times;
  char bytes[kMembers];
  for (int i = 0; i < 9; ++i) {
    const auto start = Clock::now();
    if (write(go[1], "gggg", kMembers) != kMembers) std::abort();
    for (int m = 0; m < kMembers; ++m)
      if (read(done[0], bytes, 1) != 1) std::abort();
    if (i > 1) times.push_back(SecondsSince(start));
  }
  if (write(go[1], "eeee", kMembers) != kMembers) std::abort();
  for (const pid_t child : children) waitpid(child, nullptr, 0);
  for (const int fd : {go[0], go[1], done[0], done[1]}) close(fd);
  return Median(times);
}

Idle IdleServer() {
  Processes cluster(2);
  (void)cluster.b().AddNode({"one", "NoOp", {}, {}, {}, "/job:worker/task:1"});
  cluster.ConnectMs();  // both serve, and have sent each other signs of life
  const pid_t pid = cluster.child(1);
  constexpr double kSeconds = 4;
  const double before = Switches(pid);
  const auto start = Clock::now();
  std::this_thread::sleep_for(std::chrono::duration<double>(kSeconds));
  const double woken = (Switches(pid) - before) / SecondsSince(start);
  return {NumberIn(StrCat("/proc/", pid, "/smaps_rollup"), "\nAnonymous:") * 1024, woken};
}

}  // namespace runnel::net
