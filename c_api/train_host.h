// What training gets from librunnel: sessions over a graph and their checkpoints, by the functions that
// programs have for these.
#ifndef RUNNEL_C_API_TRAIN_HOST_H_
#define RUNNEL_C_API_TRAIN_HOST_H_

#include <memory>
#include <string>
#include <vector>

#include "c_api/internal.h"
#include "c_api/meta_graph.h"
#include "c_api/session_options.h"
#include "core/learn/learn.h"
#include "core/learn/train/train.h"

struct rnl_learn_config_t final : runnel::capi::Child {
  rnl_learn_config_t(runnel::Ref<rnl_runtime_t> r, runnel::learn::RunConfig c)
      : Child(std::move(r)), config(std::move(c)) {}
  const runnel::learn::RunConfig config;
};

namespace runnel::capi {

// The status that a function of runnel.h returned.
inline Status Took(rnl_status_t* status) {
  return Status::Adopt(reinterpret_cast<Status::Rep*>(status));
}

// Whether a handle may be used: it is there, and this is no forked process.
template <typename Handle>
Status CheckHandle(const Handle* handle, std::string_view name) {
  if (handle == nullptr) return NullArgument(name);
  return handle->runtime().CheckProcess();
}

// A handle that is released with its owner.
template <typename T, void (*release)(T*)>
struct Releases {
  void operator()(T* handle) const { release(handle); }
};
template <typename T, void (*release)(T*)>
using Owned = std::unique_ptr<T, Releases<T, release>>;

class CGraphHost final : public learn::GraphHost {
 public:
  // Copies `options` and `meta`; `meta` may be NULL.
  CGraphHost(Ref<rnl_graph_t> graph, const rnl_session_options_t& options, const rnl_meta_graph_t* meta);
  ~CGraphHost() override { static_cast<void>(Close().ok()); }

  const std::shared_ptr<Graph>& graph() override { return graph_->graph; }
  Runtime& runtime() override { return graph_->runtime(); }
  Result<Ref<Session>> Connect(const learn::SessionPlace& place) override;
  Status Close() override;
  Result<std::vector<std::string>> Uninitialized() override;
  Status StartQueueRunners() override;
  Status QueueFailure() override;
  Result<std::string> Save(const learn::SavePlan& plan, int64_t step) override;
  Status Restore(const std::string& prefix) override;

  const Ref<rnl_graph_t>& graph_handle() const { return graph_; }
  const Ref<rnl_session_t>& session_handle() const { return session_; }  // null: there is none

 private:
  const Ref<rnl_graph_t> graph_;
  const rnl_session_options_t options_;
  std::unique_ptr<rnl_meta_graph_t> meta_;
  Ref<rnl_session_t> session_;
  // Of the session.
  std::string saver_prefix_;
  Owned<rnl_saver_t, rnl_saver_release> saver_;
  Owned<rnl_coordinator_t, rnl_coordinator_release> coordinator_;
  std::vector<Owned<rnl_queue_runner_t, rnl_queue_runner_release>> runners_;
};

Result<const learn::TrainPart*> OpenTrain();

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_TRAIN_HOST_H_
