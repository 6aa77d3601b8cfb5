// Handles released in any order, a closed session used, a fork, and damaged GraphDefs.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>

#include "tests/c_api/process/cases.h"

namespace runnel_test {
namespace {

rnl_status_t* QuietRuntime(Runtime* runtime) {
  RuntimeOptions options;
  rnl_status_t* status = rnl_runtime_options_create(options.out());
  if (status == nullptr) status = rnl_runtime_options_set_threads(options, 2);
  if (status == nullptr) status = rnl_runtime_create(options, runtime->out());
  return status;
}

}  // namespace

int ReleaseOrders(const char*) {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    Runtime runtime;
    Model model;
    Tensor x, labels, logits, kept;
    Session session;
    Callable callable;
    CompletionQueue queue;
    Completion completion;
    Metadata metadata;
    REQUIRE_OK(QuietRuntime(&runtime));
    REQUIRE_OK(BuildModel(runtime, &model));
    REQUIRE_OK(MakeBatch(runtime, &x, &labels));
    REQUIRE_OK(rnl_session_create(model.graph, nullptr, session.out()));
    REQUIRE_OK(Initialise(model, session));
    REQUIRE_OK(rnl_session_prepare(session, &model.x, 1, &model.logits, 1, nullptr, 0, callable.out()));
    rnl_tensor_t* const feed[] = {x};
    REQUIRE_OK(rnl_metadata_create(metadata.out()));
    REQUIRE_OK(rnl_callable_run(callable, nullptr, feed, 1, logits.out(), 1, metadata));
    REQUIRE_OK(rnl_completion_queue_create(queue.out()));
    REQUIRE_OK(rnl_session_run_async(session, nullptr, &model.x, feed, 1, &model.logits, 1, nullptr, 0,
                                     queue, 5));
    const bool wait = round % 2 == 0;  // otherwise the run may still be under way
    if (wait) REQUIRE_OK(rnl_completion_queue_next(queue, -1, completion.out()));
    std::vector<std::function<void()>> releases = {
        [&] { runtime.reset(); },  [&] { model.graph.reset(); }, [&] { x.reset(); },
        [&] { labels.reset(); },   [&] { logits.reset(); },      [&] { session.reset(); },
        [&] { callable.reset(); }, [&] { queue.reset(); },       [&] { completion.reset(); },
        [&] { metadata.reset(); }};
    std::shuffle(releases.begin(), releases.end(), random);
    for (auto& release : releases) release();
  }
  return 0;
}

int ForkedChild(const char*) {
  Runtime runtime;
  Model model;
  Tensor x, labels;
  Session session;
  Callable callable;
  REQUIRE_OK(QuietRuntime(&runtime));
  REQUIRE_OK(BuildModel(runtime, &model));
  REQUIRE_OK(MakeBatch(runtime, &x, &labels));
  REQUIRE_OK(rnl_session_create(model.graph, nullptr, session.out()));
  REQUIRE_OK(Initialise(model, session));
  REQUIRE_OK(TrainStep(model, session, x, labels, nullptr, nullptr));
  REQUIRE_OK(rnl_session_prepare(session, &model.x, 1, &model.logits, 1, nullptr, 0, callable.out()));
  const pid_t child = fork();
  REQUIRE(child >= 0, "fork failed");
  if (child == 0) {
    alarm(60);  // a call that hangs ends the child with a signal
    const auto refused = [](rnl_status_t* status) {
      return Status(status).code() == RNL_FAILED_PRECONDITION;
    };
    int bad = 0;
    rnl_tensor_t* const feed[] = {x};
    Tensor out;
    Graph graph;
    Session other;
    Names names;
    Bytes bytes;
    rnl_output_t node;
    bad |= refused(TrainStep(model, session, x, labels, nullptr, nullptr)) ? 0 : 1;
    bad |= refused(rnl_callable_run(callable, nullptr, feed, 1, out.out(), 1, nullptr)) ? 0 : 2;
    bad |= refused(rnl_session_close(session)) ? 0 : 4;
    bad |= refused(rnl_graph_create(runtime, graph.out())) ? 0 : 8;
    bad |= refused(rnl_session_create(model.graph, nullptr, other.out())) ? 0 : 16;
    bad |= refused(rnl_runtime_ops(runtime, names.out())) ? 0 : 32;
    bad |= refused(rnl_tensor_from_scalar(runtime, RNL_FLOAT, 1, out.out())) ? 0 : 64;
    bad |= refused(rnl_graph_export(model.graph, bytes.out())) ? 0 : 128;
    bad |= refused(rnl_graph_add_op(model.graph, rnl_str("NoOp"), rnl_str("n"), nullptr, 0, &node))
               ? 0
               : 128;
    bad |= refused(rnl_session_save(session, rnl_str("/tmp/never"))) ? 0 : 128;
    callable.reset();
    session.reset();
    model.graph.reset();
    x.reset();
    labels.reset();
    runtime.reset();
    // A runtime of its own works there.
    Runtime fresh;
    if (!Status(QuietRuntime(&fresh)).ok()) bad |= 128;
    fresh.reset();
    _exit(bad == 0 ? 0 : bad & 0xff);
  }
  int result = 0;
  REQUIRE(waitpid(child, &result, 0) == child, "waitpid failed");
  REQUIRE(WIFEXITED(result), "the child was killed by signal %d", WTERMSIG(result));
  REQUIRE(WEXITSTATUS(result) == 0, "calls in the child: mask %d", WEXITSTATUS(result));
  REQUIRE_OK(TrainStep(model, session, x, labels, nullptr, nullptr));
  return 0;
}

int UseAfterClose(const char* folder) {
  const std::string prefix = std::string(folder) + "/closed";
  Runtime runtime;
  Model model;
  Tensor x, labels;
  Session session;
  Callable callable, other;
  PartialRun partial, begun;
  CompletionQueue queue;
  REQUIRE_OK(QuietRuntime(&runtime));
  REQUIRE_OK(BuildModel(runtime, &model));
  REQUIRE_OK(MakeBatch(runtime, &x, &labels));
  REQUIRE_OK(rnl_session_create(model.graph, nullptr, session.out()));
  REQUIRE_OK(Initialise(model, session));
  REQUIRE_OK(rnl_session_save(session, rnl_str(prefix.c_str())));
  REQUIRE_OK(rnl_session_prepare(session, &model.x, 1, &model.logits, 1, nullptr, 0, callable.out()));
  REQUIRE_OK(
      rnl_session_begin_partial_run(session, &model.x, 1, &model.logits, 1, nullptr, 0, begun.out()));
  REQUIRE_OK(rnl_completion_queue_create(queue.out()));
  REQUIRE_OK(rnl_session_close(session));
  rnl_tensor_t* const feed[] = {x};
  const rnl_str_t feed_name = rnl_str("x"), logits = rnl_str("logits");
  rnl_tensor_t* out = nullptr;
  rnl_bytes_t* bytes = nullptr;
  rnl_status_t* const answers[] = {
      TrainStep(model, session, x, labels, nullptr, nullptr),
      rnl_session_run(session, nullptr, &feed_name, feed, 1, &logits, &out, 1, nullptr, 0, nullptr),
      rnl_callable_run(callable, nullptr, feed, 1, &out, 1, nullptr),
      rnl_session_prepare(session, &model.x, 1, &model.logits, 1, nullptr, 0, other.out()),
      rnl_session_begin_partial_run(session, &model.x, 1, &model.logits, 1, nullptr, 0, partial.out()),
      rnl_session_save(session, rnl_str(prefix.c_str())),
      rnl_session_restore(session, rnl_str(prefix.c_str())),
      rnl_session_freeze(session, &logits, 1, &bytes)};
  int number = 0;
  for (rnl_status_t* answer : answers) {
    const Status status(answer);
    REQUIRE(status.code() == RNL_FAILED_PRECONDITION &&
                status.message().find("session is closed") != std::string::npos,
            "call %d: %s", number, status.ToString().c_str());
    ++number;
  }
  REQUIRE(out == nullptr && bytes == nullptr, "a refused call gave something");
  // Close ended what was begun.
  const Status ended(rnl_partial_run_step(begun, &model.x, feed, 1, &model.logits, &out, 1));
  REQUIRE(ended.code() == RNL_FAILED_PRECONDITION || ended.code() == RNL_CANCELLED, "%s",
          ended.ToString().c_str());
  struct Told {
    std::atomic<int> calls{0};
    std::atomic<rnl_code_t> code{-1};
  } told;
  const Status callback(rnl_session_run_callback(
      session, nullptr, &model.x, feed, 1, &model.logits, 1, nullptr, 0,
      [](void* arg, rnl_status_t* status, rnl_tensor_t* const*, size_t) {
        auto* t = static_cast<Told*>(arg);
        t->code = rnl_status_code(status);
        t->calls.fetch_add(1);
        t->calls.notify_all();
      },
      &told));
  if (callback.ok()) {
    told.calls.wait(0);
    REQUIRE(told.code == RNL_FAILED_PRECONDITION, "code %d", static_cast<int>(told.code));
  } else {
    REQUIRE(callback.code() == RNL_FAILED_PRECONDITION, "%s", callback.ToString().c_str());
  }
  // The graph is not closed: another session takes up the saved values.
  Session fresh;
  REQUIRE_OK(rnl_session_create(model.graph, nullptr, fresh.out()));
  REQUIRE_OK(rnl_session_restore(fresh, rnl_str(prefix.c_str())));
  REQUIRE_OK(TrainStep(model, fresh, x, labels, nullptr, nullptr));
  return 0;
}

int GraphDefDamage(const char*) {
  Runtime runtime;
  Model model;
  Bytes bytes;
  REQUIRE_OK(QuietRuntime(&runtime));
  REQUIRE_OK(BuildModel(runtime, &model));
  REQUIRE_OK(rnl_graph_export(model.graph, bytes.out()));
  Bytes text;
  REQUIRE_OK(rnl_graph_export_text(model.graph, text.out()));
  int refused = 0;
  const auto import = [&](const std::string& data) {
    Graph graph;
    if (!Status(rnl_graph_create(runtime, graph.out())).ok()) return;
    const Status status(rnl_graph_import(graph, rnl_str_t{data.data(), data.size()}, nullptr));
    if (!status.ok()) {
      ++refused;
      if (rnl_graph_num_nodes(graph) != 0 || status.message().empty()) std::abort();
    }
  };
  std::mt19937 random(11);
  for (const rnl_bytes_t* form : {bytes.get(), text.get()}) {
    const std::string whole = Str(rnl_bytes_view(form));
    const size_t stride = whole.size() / 300 + 1;
    const int before = refused;
    for (size_t size = 0; size < whole.size(); size += stride) import(whole.substr(0, size));
    for (int i = 0; i < 600; ++i) {
      std::string damaged = whole;
      damaged[random() % damaged.size()] ^= static_cast<char>(1u << (random() % 8));
      import(damaged);
    }
    REQUIRE(refused - before > 200, "only %d were refused", refused - before);
  }
  return 0;
}

}  // namespace runnel_test
