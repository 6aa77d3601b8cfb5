#include "net/client/remote_internal.h"

#include "core/base/caught.h"
#include "core/base/clock.h"
#include "core/base/thread.h"
#include "core/base/thread_pool.h"
#include "core/runtime/session/signature_check.h"

namespace runnel::net {
namespace {

constexpr int64_t kRetryMs = 50;

int64_t NowMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

struct RemoteSession::Step {
  Ref<RemoteSession> session;  // until it has finished
  uint64_t number = 0;
  AsyncDone done;
  std::vector<OutputRef> wanted;
  std::vector<Tensor> fetches;        // what came for them
  std::shared_ptr<std::string> told;  // may be null
  bool awaited = false;               // `done` only tells a thread that waits
  Ref<CancellationManager> user;
  std::atomic<CancellationManager::Token> token{0};
  std::atomic<size_t> waiting{0};  // fetches and the reply
  std::atomic<bool> finished{false};
  Status outcome;  // once it has finished
};

Result<Ref<runnel::Session>> ConnectSession(const CoreServices& core, const Ref<Runtime>& runtime,
                                            std::shared_ptr<Graph> graph, const SessionOptions& options,
                                            const RemoteOptions& remote) {
  const Ref<RemoteSession> session =
      MakeRef<RemoteSession>(core, runtime, std::move(graph), options, remote);
  RUNNEL_RETURN_IF_ERROR(session->Open());
  return Ref<runnel::Session>(session);
}

RemoteSession::RemoteSession(const CoreServices& core, Ref<Runtime> runtime,
                             std::shared_ptr<Graph> graph, const SessionOptions& options,
                             const RemoteOptions& remote)
    : core_(core),
      runtime_(std::move(runtime)),
      graph_(std::move(graph)),
      options_(options),
      remote_(remote),
      first_step_(RandomId()) {}

RemoteSession::~RemoteSession() {
  (void)Guarded([this] { return Close(); });
  if (client_) client_->Shutdown();
}

void RemoteSession::Destroy() const {
  const bool is_loop = client_ && client_->IsLoopThread();
  if (is_loop || runtime_->pool().IsWorker()) {
    if (StartThread(
            "the end of a session", [this] { delete this; }, nullptr)
            .ok()) {
      return;
    }
  }
  if (!is_loop) {
    delete this;  // on the pool the end waits for the network's thread alone, which waits for nobody
    return;
  }
  try {
    core_.run_on_pool(*runtime_, [this] { delete this; });
  } catch (const std::exception&) {
    // No memory for that: the session stays, as if its user had kept it.
  }
}

Status RemoteSession::Open() {
  RUNNEL_ASSIGN_OR_RETURN(address_, Address::ParseTarget(remote_.target));
  if (remote_.connect_timeout_ms < 0) {
    return InvalidArgument("a time of ", remote_.connect_timeout_ms, " ms to connect within");
  }
  Hello hello;
  hello.token = remote_.token;
  RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<SecurityContext> security,
                          SecurityContext::Make(remote_.security));
  client_ = std::make_unique<Client>(core_, runtime_, hello,
                                     LinkOptions{remote_.heartbeat_interval_ms, remote_.dead_after_ms},
                                     std::move(security));
  if (Status status = client_->StartLoop(); !status.ok()) {
    client_ = nullptr;
    return status;
  }
  return Connect(remote_.connect_timeout_ms);
}

// Retries until the server answers: it may not be up yet.
Status RemoteSession::Connect(int64_t timeout_ms) {
  const int64_t deadline = NowMs() + timeout_ms;
  const GraphDef def = graph_->Export();
  CreateSessionRequest request;
  RUNNEL_ASSIGN_OR_RETURN(request.graph, EncodeGraphDef(def));
  request.default_device = options_.default_device;
  request.disabled_passes = options_.disabled_passes;
  request.device_filters = remote_.device_filters;
  request.automatic_placement = options_.automatic_placement;
  request.soft_placement = options_.soft_placement;
  request.log_placement = options_.log_device_placement;
  sent_nodes_ = static_cast<int>(def.nodes.size());
  sent_functions_ = def.functions.size();
  const std::string name = StrCat("master ", address_.ToString());
  Status last = Unavailable(name, ": no answer yet");
  for (bool first = true;; first = false) {
    const int64_t left = deadline - NowMs();
    if (left <= 0 && !first) {
      return Status(last.code(), StrCat("no session within ", timeout_ms, " ms: ", last.message()));
    }
    RUNNEL_RETURN_IF_ERROR(client_->TryOnLoop([&] {
      client_->master = client_->Dial(name, address_);
      return OkStatus();
    }));
    // The master's deadline is earlier, so that its answer names the tasks that are missing.
    request.timeout_ms = std::max<int64_t>(left - left / 10, 0);
    const auto waiter = AskAndWait(client_->master.get(), request);
    if (!waiter->Wait(std::max<int64_t>(left, 1))) {
      client_->master->Close(Cancelled("the client's time is over"));
      continue;
    }
    const Result<CreateSessionReply>& reply = *waiter->reply;
    if (reply.ok()) {
      session_ = reply->session;
      return OkStatus();
    }
    last = reply.status();
    // The server has answered, so retrying will not help.
    if (last.code() != Code::kUnavailable || !client_->master->closed()) return last;
    Waiter<StatusReply> pause;
    (void)pause.Wait(std::clamp<int64_t>(deadline - NowMs(), 0, kRetryMs));
  }
}

Status RemoteSession::SendGraph(int64_t timeout_ms) {
  const std::lock_guard lock(graph_mutex_);
  if (graph_->num_nodes() == sent_nodes_ && graph_->functions().size() == sent_functions_)
    return OkStatus();
  const GraphDef def = graph_->Export();
  const int nodes = static_cast<int>(def.nodes.size());
  const size_t functions = def.functions.size();
  ExtendSessionRequest request;
  request.session = session_;
  RUNNEL_ASSIGN_OR_RETURN(request.graph, EncodeGraphDef(def));
  const auto waiter = AskAndWait(client_->master.get(), std::move(request));
  // The call ends if the peer dies. Without a deadline there is no other bound.
  while (!waiter->Wait(timeout_ms < 0 ? 1000 : timeout_ms)) {
    if (timeout_ms >= 0) {
      return DeadlineExceeded("the grown graph did not reach the master within ", timeout_ms, " ms");
    }
  }
  if (waiter->reply->ok()) {
    sent_nodes_ = nodes;
    sent_functions_ = functions;
  }
  return waiter->reply->status();
}

RunStepRequest RemoteSession::StepRequest(uint64_t step, const Signature& signature) const {
  RunStepRequest request;
  request.session = session_;
  request.step = step;
  for (const OutputRef& o : signature.feeds)
    request.feeds.push_back(StrCat(o.node->name(), ":", o.index));
  for (const OutputRef& o : signature.fetches)
    request.fetches.push_back(StrCat(o.node->name(), ":", o.index));
  for (const Node* node : signature.targets) request.targets.push_back(node->name());
  return request;
}

void RemoteSession::Start(const Signature& signature, std::span<const Tensor> feeds,
                          const RunOptions& options, uint32_t want,
                          const std::shared_ptr<std::string>& told, bool awaited, AsyncDone done) {
  auto step = std::make_shared<Step>();
  step->number = first_step_ + next_step_.fetch_add(1);
  step->done = std::move(done);
  step->wanted = signature.fetches;
  step->fetches.resize(signature.fetches.size());
  step->waiting = signature.fetches.size() + 1;
  step->user = options.cancellation;
  step->told = told;
  step->awaited = awaited;
  const int64_t timeout_ms = options.timeout_ms >= 0 ? options.timeout_ms : options_.default_timeout_ms;
  Status status;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) status = FailedPrecondition("the session is closed");
    steps_.emplace(step->number, step);
  }
  step->session = Ref<RemoteSession>::Share(this);
  const auto keep = step->session;
  // The step is listed now, so any failure from here on ends it.
  if (status.ok()) status = Guarded([&] { return Send(step, signature, feeds, timeout_ms, want); });
  if (!status.ok()) return Finish(step, status, true);
  if (!step->user) return;
  step->token = step->user->Register([step](const Status& reason) { Finish(step, reason, true); });
  if (step->token == 0) Finish(step, step->user->reason(), true);
  // The step may have ended before it had its token.
  if (step->token != 0 && step->finished) (void)step->user->TryDeregister(step->token);
}

Status RemoteSession::Send(const std::shared_ptr<Step>& step, const Signature& signature,
                           std::span<const Tensor> feeds, int64_t timeout_ms, uint32_t want) {
  RUNNEL_RETURN_IF_ERROR(SendGraph(timeout_ms));
  RUNNEL_ASSIGN_OR_RETURN(const Ref<LocalRendezvous> table, client_->steps.Find(step->number));
  const auto arrived = [step](const Status& result) {
    if (!result.ok()) return Finish(step, result, false);
    if (step->waiting.fetch_sub(1) == 1) Finish(step, OkStatus(), false);
  };
  for (size_t i = 0; i < step->fetches.size(); ++i) {
    table->RecvAsync({"", "", StrCat("fetch", i)},
                     [step, i, arrived](const Status& result, Tensor value, bool) {
                       if (!result.ok()) return arrived(result);
                       const Status right = CheckFetched(step->wanted[i], value);
                       if (right.ok()) step->fetches[i] = std::move(value);
                       arrived(right);
                     });
  }
  RunStepRequest request = StepRequest(step->number, signature);
  request.timeout_ms = timeout_ms;
  request.want = want;
  for (size_t i = 0; i < feeds.size(); ++i)
    client_->master->Push(step->number, StrCat("feed", i), feeds[i], false);
  client_->master->Call(std::move(request), [arrived, told = step->told](Result<RunStepReply> reply) {
    if (told && reply.ok()) *told = std::move(reply->metadata);
    arrived(reply.status());
  });
  if (timeout_ms >= 0) {
    // Weak: waiting for a deadline must not keep the step alive.
    client_->RunLater(timeout_ms, [weak = std::weak_ptr<Step>(step), timeout_ms] {
      if (const auto late = weak.lock())
        Finish(late, DeadlineExceeded("the step did not end within ", timeout_ms, " ms"), true);
    });
  }
  return OkStatus();
}

// Ends the step. Without memory the master may not be told; the waiting caller always is.
void RemoteSession::Finish(const std::shared_ptr<Step>& step, const Status& status, bool tell_master) {
  if (step->finished.exchange(true)) return;
  Client* client = nullptr;
  {
    const Ref<RemoteSession> self = step->session;
    client = self->client_.get();
    step->outcome = status;
    const auto attempt = [](auto work) {
      (void)Guarded([&]() -> Status {
        work();
        return OkStatus();
      });
    };
    attempt([&] { client->steps.End(step->number, status.ok() ? Cancelled("over") : status); });
    if (tell_master) {
      attempt([&] {
        client->master->Call(CancelRunRequest{step->number, status}, [](const Result<StatusReply>&) {});
      });
    }
  }
  // A waiting thread is notified at once; user callbacks run elsewhere.
  if (step->awaited && client->IsLoopThread()) return Conclude(step);
  try {
    client->RunOnPool([step] { Conclude(step); });
  } catch (const std::exception&) {
    Conclude(step);
  }
}

void RemoteSession::Conclude(const std::shared_ptr<Step>& step) {
  Ref<RemoteSession> self = std::move(step->session);
  if (step->user && step->token != 0) (void)step->user->TryDeregister(step->token);
  std::vector<Tensor> fetches;
  if (step->outcome.ok()) fetches = std::move(step->fetches);
  const AsyncDone done = std::move(step->done);
  step->done = nullptr;
  {
    const std::lock_guard lock(self->mutex_);
    self->steps_.erase(step->number);
    self->idle_.notify_all();
  }
  // Released first: the callback may drop the session, and this thread, which cannot destroy it, must
  // not hold the last reference.
  self = nullptr;
  done(step->outcome, std::move(fetches));
}

Status RemoteSession::Run(const Signature& signature, std::span<const Tensor> feeds,
                          std::span<Tensor> fetches, const RunOptions& options, RunMetadata* metadata) {
  RUNNEL_RETURN_IF_ERROR(CheckRemoteSignature(*graph_, signature));
  RUNNEL_RETURN_IF_ERROR(CheckFeeds(nullptr, signature, feeds));
  if (fetches.size() != signature.fetches.size()) {
    return InvalidArgument("the signature has ", signature.fetches.size(),
                           " fetches, there is room for ", fetches.size());
  }
  uint32_t want = 0;
  std::shared_ptr<std::string> told;
  const int64_t start_ns = MonotonicNs();
  if (metadata != nullptr) {
    *metadata = RunMetadata();
    want =
        kWantMetadata | (options.trace ? kWantTrace : 0) | (options.partition_graphs ? kWantGraphs : 0);
    told = std::make_shared<std::string>();
  }
  struct Outcome {
    std::mutex mutex;  // guards all below
    std::condition_variable changed;
    bool done = false;
    Status status;
    std::vector<Tensor> fetches;
  };
  const auto outcome = std::make_shared<Outcome>();
  Start(signature, feeds, options, want, told, true, [outcome](Status status, std::vector<Tensor> got) {
    const std::lock_guard lock(outcome->mutex);
    outcome->status = std::move(status);
    outcome->fetches = std::move(got);
    outcome->done = true;
    outcome->changed.notify_all();
  });
  std::unique_lock lock(outcome->mutex);
  outcome->changed.wait(lock, [&] { return outcome->done; });
  if (told && outcome->status.ok()) {
    outcome->status = TakeMetadata(*told, start_ns, options.trace, metadata);
  }
  for (size_t i = 0; i < fetches.size(); ++i) {
    fetches[i] = outcome->status.ok() ? std::move(outcome->fetches[i]) : Tensor();
  }
  return outcome->status;
}

void RemoteSession::RunAsync(const Signature& signature, std::vector<Tensor> feeds,
                             const RunOptions& options, AsyncDone done) {
  Status status = CheckRemoteSignature(*graph_, signature);
  if (status.ok()) status = CheckFeeds(nullptr, signature, feeds);
  if (!status.ok()) return client_->RunOnPool([done = std::move(done), status] { done(status, {}); });
  Start(signature, feeds, options, 0, nullptr, false, std::move(done));
}

namespace {

class RemoteCallable final : public Callable {
 public:
  RemoteCallable(Ref<Session> session, Signature signature)
      : session_(std::move(session)), signature_(std::move(signature)) {}
  Status Run(std::span<const Tensor> feeds, std::span<Tensor> fetches, const RunOptions& options,
             RunMetadata* metadata) override {
    return session_->Run(signature_, feeds, fetches, options, metadata);
  }
  void RunAsync(std::vector<Tensor> feeds, const RunOptions& options, AsyncDone done) override {
    session_->RunAsync(signature_, std::move(feeds), options, std::move(done));
  }

 private:
  const Ref<Session> session_;
  const Signature signature_;
};

}  // namespace

Result<Ref<Callable>> RemoteSession::MakeCallable(const Signature& signature) {
  RUNNEL_RETURN_IF_ERROR(CheckRemoteSignature(*graph_, signature));
  return Ref<Callable>(MakeRef<RemoteCallable>(Ref<Session>::Share(this), signature));
}

Status RemoteSession::Close() {
  std::map<uint64_t, std::shared_ptr<Step>> steps;
  std::map<std::string, std::shared_ptr<PartialStep>> partial;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return OkStatus();
    closed_ = true;
    steps = steps_;
    partial.swap(partial_);
  }
  if (session_ == 0) return OkStatus();
  EndPartial(partial);
  for (const auto& [number, step] : steps) Finish(step, Cancelled("the session was closed"), true);
  const auto waiter = AskAndWait(client_->master.get(), CloseSessionRequest{session_});
  if (runtime_->pool().IsWorker()) return OkStatus();
  (void)waiter->Wait(remote_.dead_after_ms);
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return steps_.empty(); });
  return OkStatus();
}

}  // namespace runnel::net
