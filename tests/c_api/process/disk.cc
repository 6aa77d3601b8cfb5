// The disk of this program: every call that writes is counted, and at a chosen one the process is killed
// or the disk is full. And the cases over it: a checkpoint survives both, and is refused once it is
// damaged.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/c_api/process/cases.h"

namespace {

enum class Fault { kNone, kKill, kFull };
std::atomic<int64_t> g_left{0};  // calls until the one that fails; 0: none
std::atomic<Fault> g_fault{Fault::kNone};
std::atomic<int64_t> g_calls{0};

// Whether this call is to fail for want of space. A disk that is full stays so.
bool Fails() {
  ++g_calls;
  const Fault fault = g_fault;
  if (fault == Fault::kNone) return false;
  const int64_t left = --g_left;
  if (left > 0) return false;
  if (fault == Fault::kKill) kill(getpid(), SIGKILL);
  errno = ENOSPC;
  return true;
}

template <typename Fn>
Fn Next(const char* name) {
  return reinterpret_cast<Fn>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// The library finds these before libc's own.
#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED ssize_t write(int fd, const void* data, size_t size) {
  static const auto next = Next<ssize_t (*)(int, const void*, size_t)>("write");
  return fd > 2 && Fails() ? -1 : next(fd, data, size);
}
EXPORTED ssize_t pwrite(int fd, const void* data, size_t size, off_t offset) {
  static const auto next = Next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  return Fails() ? -1 : next(fd, data, size, offset);
}
EXPORTED ssize_t pwrite64(int fd, const void* data, size_t size, off64_t offset) {
  static const auto next = Next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
  return Fails() ? -1 : next(fd, data, size, offset);
}
EXPORTED int fsync(int fd) {
  static const auto next = Next<int (*)(int)>("fsync");
  if (runnel_test::TakeCall(runnel_test::Call::kSync)) {
    errno = EIO;
    return -1;
  }
  return Fails() ? -1 : next(fd);
}
EXPORTED int fdatasync(int fd) {
  static const auto next = Next<int (*)(int)>("fdatasync");
  return Fails() ? -1 : next(fd);
}
EXPORTED int rename(const char* from, const char* to) noexcept {
  static const auto next = Next<int (*)(const char*, const char*)>("rename");
  return Fails() ? -1 : next(from, to);
}
EXPORTED int posix_fallocate(int fd, off_t offset, off_t size) {
  static const auto next = Next<int (*)(int, off_t, off_t)>("posix_fallocate");
  return Fails() ? ENOSPC : next(fd, offset, size);
}
EXPORTED int posix_fallocate64(int fd, off64_t offset, off64_t size) {
  static const auto next = Next<int (*)(int, off64_t, off64_t)>("posix_fallocate64");
  return Fails() ? ENOSPC : next(fd, offset, size);
}

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

struct Trained {
  Runtime runtime;
  Model model;
  Session session;
  Tensor x, labels;

  rnl_status_t* Start() {
    RuntimeOptions options;
    rnl_status_t* status = rnl_runtime_options_create(options.out());
    if (status == nullptr) status = rnl_runtime_options_set_threads(options, 1);
    if (status == nullptr) status = rnl_runtime_create(options, runtime.out());
    if (status == nullptr) status = BuildModel(runtime, &model);
    if (status == nullptr) status = MakeBatch(runtime, &x, &labels);
    if (status == nullptr) status = rnl_session_create(model.graph, nullptr, session.out());
    return status == nullptr ? Initialise(model, session) : status;
  }
  rnl_status_t* Step() { return TrainStep(model, session, x, labels, nullptr, nullptr); }
  // The loss that the checkpoint's weights have; negative where it cannot be restored.
  float LossOf(const std::string& prefix, std::string* why) {
    const Status restored(rnl_session_restore(session, {prefix.data(), prefix.size()}));
    *why = restored.ToString();
    if (!restored.ok()) return -1;
    const rnl_output_t feeds[] = {model.x, model.labels};
    rnl_tensor_t* const values[] = {x, labels};
    Tensor loss;
    float value = -1;
    const Status ran(rnl_session_run_outputs(session, nullptr, feeds, values, 2, &model.loss, loss.out(),
                                             1, nullptr, 0, nullptr));
    if (ran.ok()) rnl_status_release(rnl_tensor_copy_to(loss, &value, sizeof(value)));
    return value;
  }
};

// Opens the checkpoint and reads what the model saved.
rnl_status_t* ReadEntries(rnl_runtime_t* runtime, const std::string& prefix) {
  Checkpoint checkpoint;
  rnl_status_t* status = rnl_checkpoint_open(runtime, {prefix.data(), prefix.size()}, checkpoint.out());
  for (const char* name : {"w", "b"}) {
    Tensor tensor;
    if (status == nullptr) status = rnl_checkpoint_read(checkpoint, rnl_str(name), tensor.out());
  }
  return status;
}

}  // namespace

int KillAtAnyWrite(const char* folder) {
  const std::string prefix = std::string(folder) + "/killed";
  Trained t;
  REQUIRE_OK(t.Start());
  REQUIRE_OK(t.Step());
  REQUIRE_OK(rnl_session_save(t.session, rnl_str(prefix.c_str())));
  std::string why;
  const float old_loss = t.LossOf(prefix, &why);
  REQUIRE(old_loss > 0, "%s", why.c_str());
  int killed = 0, old_left = 0, new_left = 0;
  for (int64_t n = 1;; ++n) {
    REQUIRE_OK(rnl_session_restore(t.session, rnl_str(prefix.c_str())));
    const float before = t.LossOf(prefix, &why);
    const pid_t child = fork();
    REQUIRE(child >= 0, "fork failed");
    if (child == 0) {
      // A process of its own with a runtime of its own: reads the last good one, trains a step, saves
      // over it.
      alarm(120);
      Trained mine;
      if (!Status(mine.Start()).ok() || mine.LossOf(prefix, &why) <= 0 || !Status(mine.Step()).ok())
        _exit(3);
      g_left = n;
      g_fault = Fault::kKill;
      const bool saved = Status(rnl_session_save(mine.session, rnl_str(prefix.c_str()))).ok();
      _exit(saved ? 0 : 4);
    }
    int result = 0;
    REQUIRE(waitpid(child, &result, 0) == child, "waitpid failed");
    const bool was_killed = WIFSIGNALED(result) && WTERMSIG(result) == SIGKILL;
    REQUIRE(was_killed || (WIFEXITED(result) && WEXITSTATUS(result) == 0), "n %lld: child ended with %d",
            static_cast<long long>(n), result);
    const float after = t.LossOf(prefix, &why);
    REQUIRE(after > 0, "killed at call %lld, the checkpoint cannot be read: %s",
            static_cast<long long>(n), why.c_str());
    REQUIRE(after <= before, "killed at call %lld: loss %g, before %g", static_cast<long long>(n), after,
            before);
    ++(after < before ? new_left : old_left);
    if (!was_killed) break;
    ++killed;
  }
  REQUIRE(killed >= 5, "only %d calls write", killed);
  REQUIRE(old_left >= 1 && new_left >= 1, "the old one stayed %d times, the new one was there %d times",
          old_left, new_left);
  return 0;
}

int NoSpaceLeft(const char* folder) {
  const std::string prefix = std::string(folder) + "/full";
  Trained t;
  REQUIRE_OK(t.Start());
  REQUIRE_OK(t.Step());
  REQUIRE_OK(rnl_session_save(t.session, rnl_str(prefix.c_str())));
  std::string why;
  const float old_loss = t.LossOf(prefix, &why);
  REQUIRE(old_loss > 0, "%s", why.c_str());
  int refused = 0;
  for (int64_t n = 1;; ++n) {
    REQUIRE_OK(t.Step());
    const int64_t before = g_calls;
    g_left = n;
    g_fault = Fault::kFull;
    const Status status(rnl_session_save(t.session, rnl_str(prefix.c_str())));
    g_fault = Fault::kNone;
    const bool reached = g_calls - before >= n;
    const float loss = t.LossOf(prefix, &why);
    REQUIRE(loss > 0, "call %lld failed, the checkpoint cannot be read: %s", static_cast<long long>(n),
            why.c_str());
    if (!status.ok()) {
      ++refused;
      REQUIRE(status.code() == RNL_RESOURCE_EXHAUSTED, "call %lld: %s", static_cast<long long>(n),
              status.ToString().c_str());
      const std::string message = status.message();
      REQUIRE(message.find(folder) != std::string::npos &&
                  message.find("No space left") != std::string::npos,
              "call %lld does not name file and cause: %s", static_cast<long long>(n), message.c_str());
    }
    if (!reached) {
      REQUIRE(status.ok(), "%s", status.ToString().c_str());
      break;
    }
  }
  REQUIRE(refused >= 3, "only %d calls were refused", refused);
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    REQUIRE(name == "full.index" || name == "full.data-00000-of-00001", "%s was left behind",
            name.c_str());
  }
  return 0;
}

int CheckpointDamage(const char* folder) {
  const std::string prefix = std::string(folder) + "/damaged";
  Trained t;
  REQUIRE_OK(t.Start());
  REQUIRE_OK(t.Step());
  REQUIRE_OK(rnl_session_save(t.session, rnl_str(prefix.c_str())));
  int damaged = 0;
  for (const char* suffix : {".index", ".data-00000-of-00001"}) {
    const std::string path = prefix + suffix;
    std::ifstream in(path, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    REQUIRE(!whole.empty(), "%s is empty", path.c_str());
    const auto try_it = [&](const std::string& bytes, const char* what, size_t at) -> int {
      std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
      ++damaged;
      const Status restored(rnl_session_restore(t.session, rnl_str(prefix.c_str())));
      const Status read(ReadEntries(t.runtime, prefix));
      for (const Status* status : {&restored, &read}) {
        REQUIRE(!status->ok(), "%s at %zu of %s was not noticed", what, at, path.c_str());
        REQUIRE(status->message().find(path) != std::string::npos, "%s at %zu does not name %s: %s",
                what, at, path.c_str(), status->ToString().c_str());
        const rnl_code_t code = status->code();
        REQUIRE(code == RNL_DATA_LOSS || code == RNL_UNIMPLEMENTED || code == RNL_INVALID_ARGUMENT,
                "%s at %zu: %s", what, at, status->ToString().c_str());
      }
      // What was there in memory stays.
      REQUIRE_OK(t.Step());
      return 0;
    };
    for (size_t size = 0; size < whole.size(); ++size) {
      if (const int failed = try_it(whole.substr(0, size), "a cut", size)) return failed;
    }
    for (size_t i = 0; i < whole.size(); ++i) {
      std::string flipped = whole;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
      if (const int failed = try_it(flipped, "a flipped bit", i)) return failed;
    }
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole;
    REQUIRE_OK(rnl_session_restore(t.session, rnl_str(prefix.c_str())));
  }
  fs::remove(prefix + ".data-00000-of-00001");
  const Status gone(rnl_session_restore(t.session, rnl_str(prefix.c_str())));
  REQUIRE(gone.code() == RNL_NOT_FOUND &&
              gone.message().find(prefix + ".data-00000-of-00001") != std::string::npos,
          "%s", gone.ToString().c_str());
  std::fprintf(stderr, "%d damaged checkpoints\n", damaged);
  return 0;
}

}  // namespace runnel_test
