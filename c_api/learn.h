// The handles of models of layers, and of what was found by training.
#ifndef RUNNEL_C_API_LEARN_H_
#define RUNNEL_C_API_LEARN_H_

#include <atomic>
#include <thread>
#include <utility>

#include "c_api/internal.h"
#include "c_api/runnel_learn.h"
#include "core/learn/learn.h"

struct rnl_learn_model_t final : runnel::capi::Child {
  rnl_learn_model_t(runnel::Ref<rnl_runtime_t> r, runnel::Ref<runnel::learn::Model> m)
      : Child(std::move(r)),
        model(std::move(m)),
        graph(runnel::MakeRef<rnl_graph_t>(owner, model->graph())) {}
  const runnel::Ref<runnel::learn::Model> model;
  const runnel::Ref<rnl_graph_t> graph;
  // That runs a layer's function of the program's, with the model's lock; none: no thread.
  std::atomic<std::thread::id> building{};
};

struct rnl_learn_history_t final : runnel::RefCounted {
  runnel::learn::History history;
};

namespace runnel::capi {

// What every call of a model begins with.
inline Status CheckModel(const rnl_learn_model_t* model) {
  if (model == nullptr) return NullArgument("model");
  if (model->building.load() == std::this_thread::get_id()) {
    return FailedPrecondition("a function that adds the nodes of a layer must not call its model");
  }
  return model->runtime().CheckProcess();
}

inline void GiveHistory(learn::History history, rnl_learn_history_t** out) {
  const auto handle = MakeRef<rnl_learn_history_t>();
  handle->history = std::move(history);
  *out = Retain(handle.get());
}

// A history of one epoch.
inline Status GiveLogs(Result<learn::Logs> logs, rnl_learn_history_t** out) {
  if (!logs.ok()) return logs.status();
  learn::History history;
  history.epochs = {0};
  history.logs.push_back(std::move(*logs));
  GiveHistory(std::move(history), out);
  return OkStatus();
}

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_LEARN_H_
