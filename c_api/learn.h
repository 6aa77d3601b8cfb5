// The handles of models of layers, and of what was found by training.
#ifndef RUNNEL_C_API_LEARN_H_
#define RUNNEL_C_API_LEARN_H_

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
};

struct rnl_learn_history_t final : runnel::RefCounted {
  runnel::learn::History history;
};

namespace runnel::capi {

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
