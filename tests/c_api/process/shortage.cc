// What a process lacks, over the life of a server: start, session, step, checkpoints, end. Each life
// runs in a child of its own, with a limit or with one call that fails. Whatever is lacking, the life
// ends with a status and the child with it; afterwards the same child has another life that lacks
// nothing, no descriptor is left over, and the checkpoint that was there before can be read.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/c_api/process/cases.h"

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

#define TRY(expr)                                   \
  do {                                              \
    rnl_status_t* try_status_ = (expr);             \
    if (try_status_ != nullptr) return try_status_; \
  } while (false)

enum Exit { kSucceeded = 0, kFailed = 10, kWrong = 11 };

// Members end in the opposite order.
struct Life {
  explicit Life(const std::string& folder) : prefix(folder + "/plain") {}
  std::string prefix;
  Runtime runtime;
  Cluster cluster;
  Server server;
  Model model;
  Session session;
  Tensor x, labels;
};

rnl_status_t* Live(Life* life, const std::string& folder) {
  RuntimeOptions options;
  TRY(rnl_runtime_options_create(options.out()));
  TRY(rnl_runtime_options_set_threads(options, 2));
  TRY(rnl_runtime_options_set_log(
      options, [](void*, rnl_severity_t, rnl_str_t) {}, nullptr));
  TRY(rnl_runtime_create(options, life->runtime.out()));
  TRY(MakeBatch(life->runtime, &life->x, &life->labels));
  TRY(BuildModel(life->runtime, &life->model));
  TRY(rnl_cluster_create(life->cluster.out()));
  TRY(rnl_cluster_add_task(life->cluster, rnl_str("a"), 0, rnl_str("127.0.0.1:0")));
  ServerOptions server;
  TRY(rnl_server_options_create(life->cluster, rnl_str("a"), 0, server.out()));
  TRY(rnl_server_options_set_token(server, rnl_str("test")));
  TRY(rnl_server_options_set_files(server, rnl_str(folder.c_str())));
  TRY(rnl_server_start(life->runtime, server, life->server.out()));
  SessionOptions session;
  TRY(rnl_session_options_create(session.out()));
  TRY(rnl_session_options_set_target(session, rnl_server_target(life->server)));
  TRY(rnl_session_options_set_token(session, rnl_str("test")));
  TRY(rnl_session_options_set_connect_timeout(session, 1500));
  TRY(rnl_session_create(life->model.graph, session, life->session.out()));
  RunOptions run;
  TRY(rnl_run_options_create(run.out()));
  TRY(rnl_run_options_set_timeout(run, 20'000));
  TRY(Initialise(life->model, life->session));
  TRY(TrainStep(life->model, life->session, life->x, life->labels, run, nullptr));
  TRY(rnl_session_save(life->session, rnl_str(life->prefix.c_str())));
  TRY(rnl_session_save_sharded(life->session, rnl_str("sharded")));
  TRY(rnl_session_restore_sharded(life->session, rnl_str("sharded")));
  return rnl_session_restore(life->session, rnl_str(life->prefix.c_str()));
}

// Sessions that a server closes by itself end a moment later than it.
int AwaitDescriptors(int most) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (CountDescriptors() > most && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  return CountDescriptors();
}

// The earlier checkpoints are whole: one of this process and one of the task.
rnl_status_t* ReadBoth(const std::string& folder) {
  Life life(folder);
  TRY(rnl_runtime_create(nullptr, life.runtime.out()));
  Checkpoint checkpoint;
  TRY(rnl_checkpoint_open(life.runtime, rnl_str(life.prefix.c_str()), checkpoint.out()));
  for (const char* name : {"w", "b"}) {
    Tensor tensor;
    TRY(rnl_checkpoint_read(checkpoint, rnl_str(name), tensor.out()));
  }
  return nullptr;
}

struct Shortage {
  std::function<void()> begin, end;
  // Whether the failure is one that this shortage should have.
  std::function<bool(const Status&)> fits;
};

bool IsShortage(const Status& status) {
  const rnl_code_t code = status.code();
  return code == RNL_RESOURCE_EXHAUSTED || code == RNL_UNAVAILABLE || code == RNL_DEADLINE_EXCEEDED;
}

// In the child.
Exit LiveInNeed(const std::string& folder, const Shortage& shortage, std::string* what) {
  const int before = CountDescriptors();
  bool ok = false;
  std::string message;
  {
    std::optional<Life> life(folder);
    shortage.begin();
    const Status status(Live(&*life, folder));
    // Ends in need, too.
    life.reset();
    shortage.end();
    ok = status.ok();
    message = status.ToString();
    if (!ok && !shortage.fits(status)) {
      *what = "not this status: " + message;
      return kWrong;
    }
  }
  *what = message;
  // libuv keeps a pipe for the process.
  const int after = AwaitDescriptors(before + 2);
  if (after > before + 2) {
    *what = std::to_string(after - before) + " descriptors are left over after " + message + ": ";
    for (const std::string& one : Descriptors()) *what += one;
    return kWrong;
  }
  if (const Status read(ReadBoth(folder)); !read.ok()) {
    *what = "after " + message + ": " + read.ToString();
    return kWrong;
  }
  {
    Life life(folder);
    if (const Status again(Live(&life, folder)); !again.ok()) {
      *what = "after " + message + ", with nothing lacking: " + again.ToString();
      return kWrong;
    }
  }
  if (const int last = AwaitDescriptors(before + 2); last > before + 2) {
    *what = std::to_string(last - before) + " descriptors are left over";
    return kWrong;
  }
  return ok ? kSucceeded : kFailed;
}

// Returns the child's exit, or minus the signal that ended it.
int InChild(const std::function<Exit(std::string*)>& run) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    std::string what;
    const Exit result = run(&what);
    if (result == kWrong || std::getenv("RUNNEL_TEST_VERBOSE") != nullptr)
      std::fprintf(stderr, "%s\n", what.c_str());
    std::fflush(nullptr);
    _exit(result);
  }
  int result = 0;
  if (child < 0 || waitpid(child, &result, 0) != child) return kWrong;
  return WIFEXITED(result) ? WEXITSTATUS(result) : -WTERMSIG(result);
}

// A folder with both checkpoints in it.
int MakeFolder(const char* folder) {
  return InChild([&](std::string* what) {
    Life life(folder);
    const Status status(Live(&life, folder));
    *what = status.ToString();
    return status.ok() ? kSucceeded : kWrong;
  });
}

// Whether all faults are tried and not a sample.
bool TriesAll() { return std::getenv("RUNNEL_TEST_ALL_FAULTS") != nullptr; }

}  // namespace

int ShortOfDescriptors(const char* folder) {
  REQUIRE(MakeFolder(folder) == kSucceeded, "nothing is lacking");
  int failed = 0;
  for (rlim_t n = 3;; ++n) {
    Shortage shortage;
    rlimit old{};
    shortage.begin = [&] {
      getrlimit(RLIMIT_NOFILE, &old);
      const rlimit limit{n, old.rlim_max};
      setrlimit(RLIMIT_NOFILE, &limit);
    };
    shortage.end = [&] { setrlimit(RLIMIT_NOFILE, &old); };
    shortage.fits = [](const Status& status) { return IsShortage(status); };
    const int result = InChild([&](std::string* what) {
      for (int fd = 3; fd < 256; ++fd) close(fd);
      return LiveInNeed(folder, shortage, what);
    });
    REQUIRE(result == kFailed || result == kSucceeded, "with %d descriptors: %d", static_cast<int>(n),
            result);
    if (result == kSucceeded) break;
    ++failed;
  }
  REQUIRE(failed >= 8, "it takes only %d descriptors", failed + 3);
  // A host whose standard streams are closed.
  const int result = InChild([&](std::string* what) {
    for (int fd = 0; fd < 256; ++fd) close(fd);
    Life life(folder);
    const Status status(Live(&life, folder));
    *what = status.ToString();
    return status.ok() ? kSucceeded : kWrong;
  });
  REQUIRE(result == kSucceeded, "without standard streams: %d", result);
  return 0;
}

int ShortOfThreads(const char* folder) {
  REQUIRE(MakeFolder(folder) == kSucceeded, "nothing is lacking");
  // The system counts the processes of a user, and does not count those of root.
  const bool is_root = geteuid() == 0;
  constexpr uid_t kNobodyElse = 54'321;
  if (is_root) fs::permissions(folder, fs::perms::all);
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    fs::permissions(entry, fs::perms::all);
  int failed = 0;
  for (rlim_t n = 1; n < 64; ++n) {
    Shortage shortage;
    rlimit old{};
    shortage.begin = [&] {
      getrlimit(RLIMIT_NPROC, &old);
      const rlimit limit{n, old.rlim_max};
      setrlimit(RLIMIT_NPROC, &limit);
    };
    shortage.end = [&] { setrlimit(RLIMIT_NPROC, &old); };
    shortage.fits = [](const Status& status) {
      const std::string text = status.message();
      return status.code() == RNL_RESOURCE_EXHAUSTED && text.find("thread") != std::string::npos &&
             text.find("RLIMIT_NPROC") != std::string::npos && text.find("memory") == std::string::npos;
    };
    const int result = InChild([&](std::string* what) {
      if (is_root && setresuid(kNobodyElse, kNobodyElse, kNobodyElse) != 0) return kWrong;
      return LiveInNeed(folder, shortage, what);
    });
    REQUIRE(result == kFailed || result == kSucceeded, "with %d threads: %d", static_cast<int>(n),
            result);
    if (result == kSucceeded) break;
    ++failed;
    if (!is_root && n == 3) break;  // all are below what the user has already
  }
  REQUIRE(failed >= 3, "it failed %d times", failed);
  return 0;
}

int ShortOfAddressSpace(const char* folder) {
#ifdef RUNNEL_SANITIZED
  std::fprintf(stderr, "a sanitizer's own memory is more than any limit: not tried\n");
  return 0;
#endif
  REQUIRE(MakeFolder(folder) == kSucceeded, "nothing is lacking");
  const int step_mib = TriesAll() ? 1 : 16;
  int failed = 0;
  for (rlim_t mib = 1;; mib += static_cast<rlim_t>(step_mib)) {
    REQUIRE(mib < 4096, "it fails with 4 GiB");
    Shortage shortage;
    rlimit old{};
    shortage.begin = [&] {
      long pages = 0;
      if (FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%ld", &pages) != 1) pages = 0;
        std::fclose(file);
      }
      getrlimit(RLIMIT_AS, &old);
      const rlimit limit{static_cast<rlim_t>(pages) * 4096 + (mib << 20), old.rlim_max};
      setrlimit(RLIMIT_AS, &limit);
    };
    shortage.end = [&] { setrlimit(RLIMIT_AS, &old); };
    shortage.fits = [](const Status& status) { return IsShortage(status); };
    const int result = InChild([&](std::string* what) { return LiveInNeed(folder, shortage, what); });
    REQUIRE(result == kFailed || result == kSucceeded, "with %d MiB: %d", static_cast<int>(mib), result);
    if (result == kSucceeded) break;
    ++failed;
  }
  REQUIRE(failed >= 2, "it failed %d times", failed);
  return 0;
}

int NthCallFails(const char* folder) {
  REQUIRE(MakeFolder(folder) == kSucceeded, "nothing is lacking");
  constexpr struct {
    Call call;
    const char* name;
    int least;  // of calls that there must be
  } kCalls[] = {
#ifndef RUNNEL_SANITIZED
      {Call::kOpen, "open", 10},
      {Call::kPipe, "pipe", 3},
      {Call::kSocket, "socket", 3},
      {Call::kThread, "thread", 3},
#endif
      {Call::kSync, "fsync", 3}};
  for (const auto& [call, name, least] : kCalls) {
    // Once it fails from the n-th on, once the n-th alone.
    for (const bool lasting : {false, true}) {
      for (int64_t n = 1;; ++n) {
        bool reached = true;
        const int result = InChild([&, call = call](std::string* what) {
          Shortage shortage;
          bool came = false;
          shortage.begin = [&] { FailCall(call, n, lasting); };
          shortage.end = [&] {
            came = CallFailed();
            FailCall(Call::kNone, 0);
          };
          shortage.fits = [call](const Status& status) {
            if (call != Call::kThread) return IsShortage(status);
            return status.code() == RNL_RESOURCE_EXHAUSTED &&
                   status.message().find("thread") != std::string::npos;
          };
          if (call == Call::kPipe) {
            // libuv ends the process if the pipe fails that it makes once, with its first loop; before
            // that, descriptors are counted. The calls of all later loops are tried.
            Life first(folder);
            if (const Status status(Live(&first, folder)); !status.ok()) {
              *what = status.ToString();
              return kWrong;
            }
          }
          const Exit exit = LiveInNeed(folder, shortage, what);
          // What failed may not matter to anybody.
          return exit == kSucceeded && came ? kFailed : exit;
        });
        REQUIRE(result == kFailed || result == kSucceeded, "%s %d%s: %d", name, static_cast<int>(n),
                lasting ? " and all after it" : "", result);
        reached = result == kFailed;
        if (reached) continue;
        REQUIRE(n > least, "only %d calls of %s", static_cast<int>(n), name);
        break;
      }
    }
  }
  return 0;
}

int NthAllocationOfAServerFails(const char* folder) {
  REQUIRE(MakeFolder(folder) == kSucceeded, "nothing is lacking");
  const char* const first = std::getenv("RUNNEL_TEST_FIRST_FAULT");
  int64_t n = first == nullptr ? 1 : std::atoll(first);
  for (int64_t tried = 0;; ++tried) {
    const int result = InChild([&](std::string* what) {
      Shortage shortage;
      bool came = false;
      shortage.begin = [&] { FailAllocation(n); };
      shortage.end = [&] {
        came = AllocationFailed();
        FailAllocation(0);
      };
      shortage.fits = [](const Status& status) { return IsShortage(status); };
      const Exit exit = LiveInNeed(folder, shortage, what);
      return exit == kSucceeded && came ? kFailed : exit;
    });
    REQUIRE(result == kFailed || result == kSucceeded, "allocation %lld: %d", static_cast<long long>(n),
            result);
    if (result == kSucceeded) break;
    // Near the beginning and then farther apart, each time others.
    n += TriesAll() ? 1 : std::max<int64_t>(1, n / 12);
  }
  std::fprintf(stderr, "up to n = %lld\n", static_cast<long long>(n));
  REQUIRE(n > 1000, "only %lld allocations", static_cast<long long>(n));
  return 0;
}

}  // namespace runnel_test
