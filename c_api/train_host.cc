#include "c_api/train_host.h"

#include "c_api/variables.h"

namespace runnel::capi {

Result<const learn::TrainPart*> OpenTrain() {
  RUNNEL_ASSIGN_OR_RETURN(const learn::LearnPart* part, learn::OpenLearn());
  return &part->train();
}

CGraphHost::CGraphHost(Ref<rnl_graph_t> graph, const rnl_session_options_t& options,
                       const rnl_meta_graph_t* meta)
    : graph_(std::move(graph)), options_(options) {
  if (meta != nullptr) meta_ = std::make_unique<rnl_meta_graph_t>(*meta);
}

Result<Ref<Session>> CGraphHost::Connect(const learn::SessionPlace& place) {
  RUNNEL_RETURN_IF_ERROR(Close());
  rnl_session_options_t options = options_;
  if (!place.target.empty()) options.remote.target = place.target;
  if (!options.remote.target.empty()) {
    options.remote.connect_timeout_ms = place.connect_timeout_ms;
    if (!place.filters.empty()) options.remote.device_filters = place.filters;
  }
  // A session of this process has no devices of tasks.
  const bool has_tasks = !options.remote.target.empty();
  if (options.options.default_device.empty() &&
      (has_tasks || !place.default_device.starts_with("/job:")))
    options.options.default_device = place.default_device;
  options.options.soft_placement |= place.soft;
  rnl_session_t* session = nullptr;
  RUNNEL_RETURN_IF_ERROR(Took(rnl_session_create(graph_.get(), &options, &session)));
  session_ = Ref<rnl_session_t>::Adopt(session);
  return session_->session;
}

Status CGraphHost::Close() {
  if (coordinator_)
    static_cast<void>(Took(rnl_coordinator_request_stop(coordinator_.get(), nullptr)).ok());
  runners_.clear();
  coordinator_.reset();
  saver_.reset();
  if (!session_) return OkStatus();
  const Ref<rnl_session_t> session = std::exchange(session_, nullptr);
  Status status = session->session->Close();
  // Of a session whose tasks are gone there is nothing left to close.
  return status.code() == Code::kUnavailable || status.code() == Code::kAborted ? OkStatus() : status;
}

Result<std::vector<std::string>> CGraphHost::Uninitialized() {
  RUNNEL_ASSIGN_OR_RETURN(auto listed, ListVariables(*graph_->graph));
  if (meta_) {
    RUNNEL_ASSIGN_OR_RETURN(listed, GlobalVariables(meta_->spec, std::move(listed)));
  }
  RUNNEL_ASSIGN_OR_RETURN(const auto nodes, NodesOf(*graph_->graph, listed));
  RUNNEL_ASSIGN_OR_RETURN(const auto initialized, AreInitialized(*session_->session, nodes));
  std::vector<std::string> missing;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!initialized[i]) missing.push_back(nodes[i].key);
  }
  return missing;
}

Status CGraphHost::StartQueueRunners() {
  const size_t count = meta_ ? rnl_meta_graph_num_queue_runners(meta_.get()) : 0;
  if (count == 0) return OkStatus();
  rnl_coordinator_t* coordinator = nullptr;
  RUNNEL_RETURN_IF_ERROR(Took(rnl_coordinator_create(nullptr, 0, &coordinator)));
  coordinator_.reset(coordinator);
  for (size_t i = 0; i < count; ++i) {
    rnl_queue_runner_t* runner = nullptr;
    RUNNEL_RETURN_IF_ERROR(
        Took(rnl_meta_graph_make_queue_runner(meta_.get(), i, graph_.get(), kEmpty, &runner)));
    runners_.emplace_back(runner);
    RUNNEL_RETURN_IF_ERROR(Took(rnl_queue_runner_start(runner, session_.get(), coordinator)));
  }
  return OkStatus();
}

Status CGraphHost::QueueFailure() {
  return coordinator_ ? Took(rnl_coordinator_error(coordinator_.get())) : OkStatus();
}

Result<std::string> CGraphHost::Save(const learn::SavePlan& plan, int64_t step) {
  if (!session_) return FailedPrecondition("there is no session to save");
  if (saver_ == nullptr || saver_prefix_ != plan.prefix) {
    rnl_saver_t* saver = nullptr;
    RUNNEL_RETURN_IF_ERROR(
        Took(rnl_saver_create(session_.get(), meta_.get(), ToC(std::string_view(plan.prefix)), &saver)));
    saver_.reset(saver);
    saver_prefix_ = plan.prefix;
    RUNNEL_RETURN_IF_ERROR(Took(rnl_saver_set_keep(saver, plan.keep, plan.keep_every_hours)));
  }
  rnl_bytes_t* prefix = nullptr;
  RUNNEL_RETURN_IF_ERROR(Took(rnl_saver_save(saver_.get(), step, &prefix)));
  const Ref<rnl_bytes_t> owned = Ref<rnl_bytes_t>::Adopt(prefix);
  return owned->bytes;
}

Status CGraphHost::Restore(const std::string& prefix) {
  if (!session_) return FailedPrecondition("there is no session to restore into");
  rnl_saver_t* saver = nullptr;
  RUNNEL_RETURN_IF_ERROR(
      Took(rnl_saver_create(session_.get(), meta_.get(), ToC(std::string_view(prefix)), &saver)));
  const Owned<rnl_saver_t, rnl_saver_release> owned(saver);
  return Took(rnl_saver_restore(saver, ToC(std::string_view(prefix))));
}

}  // namespace runnel::capi
