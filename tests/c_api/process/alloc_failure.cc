// Every n-th allocation fails over a whole life: runtime, graph, gradients, session, training,
// checkpoint, frozen graph. Each time the answer is RESOURCE_EXHAUSTED or success, and the process goes
// on.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/c_api/process/cases.h"

namespace runnel_test {
namespace {

#define TRY(expr)                                   \
  do {                                              \
    rnl_status_t* try_status_ = (expr);             \
    if (try_status_ != nullptr) return try_status_; \
  } while (false)

struct Program {
  Runtime runtime;
  Model model;
  Session session;
  Tensor x, labels;
};

rnl_status_t* Start(Program* p) {
  RuntimeOptions options;
  TRY(rnl_runtime_options_create(options.out()));
  TRY(rnl_runtime_options_set_threads(options, 2));
  TRY(rnl_runtime_options_set_log(
      options, [](void*, rnl_severity_t, rnl_str_t) {}, nullptr));
  TRY(rnl_runtime_create(options, p->runtime.out()));
  TRY(MakeBatch(p->runtime, &p->x, &p->labels));
  TRY(BuildModel(p->runtime, &p->model));
  TRY(rnl_session_create(p->model.graph, nullptr, p->session.out()));
  return Initialise(p->model, p->session);
}

// `prefix` is ready made: no heap of our own while it is made to fail.
rnl_status_t* Work(Program* p, const std::string& prefix) {
  TRY(TrainStep(p->model, p->session, p->x, p->labels, nullptr, nullptr));
  Callable callable;
  TRY(rnl_session_prepare(p->session, &p->model.x, 1, &p->model.logits, 1, nullptr, 0, callable.out()));
  Tensor logits;
  rnl_tensor_t* const feed[] = {p->x};
  TRY(rnl_callable_run(callable, nullptr, feed, 1, logits.out(), 1, nullptr));
  TRY(rnl_session_save(p->session, rnl_str(prefix.c_str())));
  TRY(rnl_session_restore(p->session, rnl_str(prefix.c_str())));
  Bytes frozen;
  const rnl_str_t output = rnl_str("logits");
  TRY(rnl_session_freeze(p->session, &output, 1, frozen.out()));
  Graph copy;
  TRY(rnl_graph_create(p->runtime, copy.out()));
  return rnl_graph_import(copy, rnl_bytes_view(frozen), nullptr);
}

}  // namespace

int AllocFailure(const char* folder) {
  const std::string prefix = std::string(folder) + "/alloc_failure";
  // A session that lives through all of it: after every failure it must still train.
  Program whole;
  REQUIRE_OK(Start(&whole));
  REQUIRE_OK(Work(&whole, prefix));
  const int descriptors = CountDescriptors();
  int64_t n = 1;
  for (;; ++n) {
    FailAllocation(n);
    const Status status(Work(&whole, prefix));
    const bool failed = AllocationFailed();
    FailAllocation(0);
    REQUIRE(status.ok() || status.code() == RNL_RESOURCE_EXHAUSTED, "n %lld: %s",
            static_cast<long long>(n), status.ToString().c_str());
    REQUIRE_OK(TrainStep(whole.model, whole.session, whole.x, whole.labels, nullptr, nullptr));
    if (!failed) break;
  }
  REQUIRE(CountDescriptors() == descriptors, "%d descriptors, %d before", CountDescriptors(),
          descriptors);
  std::fprintf(stderr, "steps: up to n = %lld\n", static_cast<long long>(n));
  for (n = 1;; ++n) {
    bool failed = false;
    {
      Program p;
      FailAllocation(n);
      const Status status(Start(&p));
      failed = AllocationFailed();
      FailAllocation(0);
      // A plugin that cannot be opened for want of memory says so in dlopen's words.
      REQUIRE(status.ok() || status.code() == RNL_RESOURCE_EXHAUSTED, "start, n %lld: %s",
              static_cast<long long>(n), status.ToString().c_str());
    }
    if (!failed) break;
  }
  std::fprintf(stderr, "starts: up to n = %lld\n", static_cast<long long>(n));
  return 0;
}

namespace {

using MetaGraph = Handle<rnl_meta_graph_t, rnl_meta_graph_release>;
using Saver = Handle<rnl_saver_t, rnl_saver_release>;

rnl_status_t* WriteFiles(Program* p, const std::string& model, const std::string& prefix) {
  Bytes bytes;
  MetaGraph meta;
  TRY(rnl_meta_graph_create(meta.out()));
  TRY(rnl_meta_graph_add_output(meta, rnl_str("s"), rnl_str("out"), rnl_str("logits")));
  TRY(rnl_graph_export_meta_graph(p->model.graph, meta, bytes.out()));
  TRY(rnl_meta_graph_read(rnl_bytes_view(bytes), meta.out()));
  Saver saver;
  TRY(rnl_saver_create(p->session, meta, rnl_str(prefix.c_str()), saver.out()));
  TRY(rnl_saver_save(saver, 1, nullptr));
  TRY(rnl_saver_restore(saver, rnl_str("")));
  return rnl_saved_model_write(p->session, meta, rnl_str(model.c_str()));
}

}  // namespace

int AllocFailureOfModels(const char* folder) {
  const std::string prefix = std::string(folder) + "/run/weights",
                    model = std::string(folder) + "/model", temporary = model + ".tmp-0",
                    other = std::string(folder) + "/first";
  Program p;
  REQUIRE_OK(Start(&p));
  REQUIRE_OK(WriteFiles(&p, other, prefix));
  const int descriptors = CountDescriptors();
  // Most of the time goes into syncs, so of the later ones only some fail.
  int64_t n = 1;
  for (;; n += n < 100 ? 1 : 13) {
    FailAllocation(n);
    const Status status(WriteFiles(&p, model, prefix));
    const bool failed = AllocationFailed();
    FailAllocation(0);
    REQUIRE(status.ok() || status.code() == RNL_RESOURCE_EXHAUSTED, "n %lld: %s",
            static_cast<long long>(n), status.ToString().c_str());
    REQUIRE(access(temporary.c_str(), F_OK) != 0, "n %lld: %s is left", static_cast<long long>(n),
            temporary.c_str());
    if (status.ok() && !failed) break;
    if (status.ok()) {  // it did without
      std::filesystem::remove_all(model);
      continue;
    }
    // It is whole or not there.
    REQUIRE(access(model.c_str(), F_OK) != 0, "n %lld: %s is there", static_cast<long long>(n),
            model.c_str());
  }
  REQUIRE(CountDescriptors() == descriptors, "%d descriptors, %d before", CountDescriptors(),
          descriptors);
  std::fprintf(stderr, "models: up to n = %lld\n", static_cast<long long>(n));
  SavedModel opened;
  REQUIRE_OK(rnl_saved_model_open(p.runtime, rnl_str(model.c_str()), nullptr, 0, opened.out()));
  return 0;
}

namespace {

struct Limited {
  int64_t left = 0;  // 0: no failure to come
  bool failed = false;
};

}  // namespace

int InjectedAllocatorFailure(const char* folder) {
  const std::string prefix = std::string(folder) + "/alloc_failure";
  Limited limited;
  Program p;
  RuntimeOptions options;
  REQUIRE_OK(rnl_runtime_options_create(options.out()));
  REQUIRE_OK(rnl_runtime_options_set_threads(options, 1));
  REQUIRE_OK(rnl_runtime_options_set_allocator(
      options,
      [](void* arg, size_t size) -> void* {
        auto* l = static_cast<Limited*>(arg);
        if (__atomic_load_n(&l->left, __ATOMIC_RELAXED) != 0 &&
            __atomic_sub_fetch(&l->left, 1, __ATOMIC_RELAXED) == 0) {
          __atomic_store_n(&l->failed, true, __ATOMIC_RELAXED);
          return nullptr;
        }
        return aligned_alloc(64, (size + 64) / 64 * 64);
      },
      [](void*, void* data, size_t) { free(data); }, &limited));
  REQUIRE_OK(rnl_runtime_create(options, p.runtime.out()));
  REQUIRE_OK(MakeBatch(p.runtime, &p.x, &p.labels));
  REQUIRE_OK(BuildModel(p.runtime, &p.model));
  // A fresh session each time: a used one has its memory already.
  for (int64_t n = 1;; ++n) {
    REQUIRE_OK(rnl_session_create(p.model.graph, nullptr, p.session.out()));
    limited.failed = false;
    limited.left = n;
    Status status(Initialise(p.model, p.session));
    if (status.ok()) {
      const Status work(Work(&p, prefix));
      REQUIRE(work.ok() || work.code() == RNL_RESOURCE_EXHAUSTED, "n %lld: %s",
              static_cast<long long>(n), work.ToString().c_str());
    } else {
      REQUIRE(status.code() == RNL_RESOURCE_EXHAUSTED, "n %lld: %s", static_cast<long long>(n),
              status.ToString().c_str());
    }
    const bool failed = limited.failed;
    limited.left = 0;
    REQUIRE_OK(Initialise(p.model, p.session));
    REQUIRE_OK(TrainStep(p.model, p.session, p.x, p.labels, nullptr, nullptr));
    REQUIRE_OK(rnl_session_close(p.session));
    if (!failed) break;
  }
  return 0;
}

int SteadyCallable(const char*) {
  Program p;
  REQUIRE_OK(Start(&p));
  Callable callable;
  const rnl_output_t feeds[] = {p.model.x, p.model.labels};
  rnl_tensor_t* const values[] = {p.x, p.labels};
  REQUIRE_OK(
      rnl_session_prepare(p.session, feeds, 2, &p.model.loss, 1, &p.model.train, 1, callable.out()));
  const auto step = [&]() -> rnl_status_t* {
    rnl_tensor_t* loss = nullptr;
    TRY(rnl_callable_run(callable, nullptr, values, 2, &loss, 1, nullptr));
    rnl_tensor_release(loss);
    return nullptr;
  };
  for (int i = 0; i < 20; ++i) REQUIRE_OK(step());
  const int64_t before = AllocationCount();
  for (int i = 0; i < 100; ++i) REQUIRE_OK(step());
  const int64_t count = AllocationCount() - before;
  REQUIRE(count == 0, "%lld allocations in 100 steady steps", static_cast<long long>(count));
  return 0;
}

}  // namespace runnel_test
