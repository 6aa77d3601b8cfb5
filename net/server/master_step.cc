// Steps of a master: a signature is divided and registered once; then a step is its feeds on their way
// to the tasks, one request to each, and the fetches on their way back.
#include "net/server/master.h"

#include <algorithm>

#include "core/base/find_or_make.h"
#include "core/runtime/tasks/partition_tasks.h"
#include "net/task/server_task.h"
#include "net/wire/metadata.h"

namespace runnel::net {
namespace {

constexpr size_t kMaxDivisions = 256;  // of a session

std::string KeyOf(const RunStepRequest& request) {
  std::string key = request.partial ? "partial;" : "";
  for (const auto* list : {&request.feeds, &request.fetches, &request.targets}) {
    key += StrCat(list->size(), ";");
    for (const std::string& name : *list) key += StrCat(name.size(), ":", name);
  }
  return key;
}

Result<Signature> ToSignature(const Graph& graph, const std::vector<std::string>& feeds,
                              const std::vector<std::string>& fetches,
                              const std::vector<std::string>& targets) {
  Signature signature;
  for (const std::string& name : feeds) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph.FindOutput(name));
    signature.feeds.push_back(output);
  }
  for (const std::string& name : fetches) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph.FindOutput(name));
    signature.fetches.push_back(output);
  }
  for (const std::string& name : targets) {
    Node* const node = graph.FindNode(name);
    if (node == nullptr) return NotFound("target \"", name, "\": the graph has no such node");
    signature.targets.push_back(node);
  }
  if (signature.fetches.empty() && signature.targets.empty()) {
    return InvalidArgument("nothing to run: specify at least one target to fetch or execute.");
  }
  return signature;
}

// Whether a failure is only the consequence of another one.
bool IsEcho(const Status& status) {
  return status.code() == Code::kCancelled || status.code() == Code::kAborted;
}

}  // namespace

void Master::CancelRun(const Answer<StatusReply>& answer, const CancelRunRequest& request) {
  EndStep(request.step, request.reason);
  answer.Send({});
}

void Master::StepFailed(const Answer<StatusReply>& answer, const StepFailedRequest& request) {
  EndStep(request.step, request.reason);
  answer.Send({});
}

void Master::EndStep(uint64_t number, const Status& reason) {
  const auto it = steps_.find(number);
  if (it == steps_.end()) return;
  const std::shared_ptr<Step> step = it->second;
  FailStep(step, reason.ok() ? Cancelled("the step was cancelled") : reason);
}

void Master::RunStep(const Answer<RunStepReply>& answer, RunStepRequest request) {
  const auto found = FindSession(answer.peer(), request.session);
  if (!found.ok()) return answer.Fail(found.status());
  const std::shared_ptr<Session>& session = *found;
  auto step = std::make_shared<Step>(answer);
  step->number = request.step;
  step->session = session;
  step->timeout_ms = request.timeout_ms;
  step->partial = request.partial;
  step->want = request.want;
  step->start_ns = server_->ClockNs();
  step->num_feeds = step->feeds_missing = request.feeds.size();
  step->num_fetches = step->fetches_missing = request.fetches.size();
  step->feeds.resize(step->num_feeds);
  step->fetches.resize(step->num_fetches);
  const auto table = server_->steps().Find(step->number);
  if (!table.ok() || !steps_.emplace(step->number, step).second) {
    return answer.Fail(table.ok() ? InvalidArgument("step ", step->number, " runs already")
                                  : table.status());
  }
  const auto server = Ref<ServerTask>::Share(server_);
  // From here on tensors of both kinds may arrive at any time, on any thread.
  for (size_t i = 0; i < step->num_feeds; ++i) {
    (*table)->RecvAsync({"", "", StrCat("feed", i)},
                        [this, server, step, i](const Status& status, const Tensor& value, bool) {
                          (void)server->Post([this, step, i, status, value] {
                            if (step->finished) return;
                            if (!status.ok()) return FailStep(step, status);
                            OnFeed(step, i, value);
                          });
                        });
  }
  for (size_t i = 0; i < step->num_fetches; ++i) {
    (*table)->RecvAsync({"", "", StrCat("out", i)},
                        [this, server, step, i](const Status& status, const Tensor& value, bool dead) {
                          (void)server->Post([this, step, i, status, value, dead] {
                            if (step->finished) return;
                            if (!status.ok()) return FailStep(step, status);
                            OnFetch(step, i, value, dead);
                          });
                        });
  }
  for (size_t t = 0; t < session->peers.size(); ++t) {
    if (session->peers[t]->closed()) {
      return FailStep(step, Unavailable(session->tasks[t].name(),
                                        " was lost since the session was made; make it anew"));
    }
  }
  const std::pair<uint64_t, std::string> key(session->id, KeyOf(request));
  if (!divisions_.contains(key)) {
    if (const Status status = ForgetOldest(*session); !status.ok()) return FailStep(step, status);
  }
  const std::shared_ptr<Division> division = FindOrMake(divisions_, key, [&request] {
    auto made = std::make_shared<Division>();
    made->feeds = std::move(request.feeds);
    made->fetches = std::move(request.fetches);
    made->targets = std::move(request.targets);
    made->partial = request.partial;
    return made;
  });
  step->division = division;
  division->last_use = ++use_clock_;
  if (division->ready) return MaybeLaunch(step);
  division->waiting.push_back(step);
  MaybeDivide(step);
}

Status Master::ForgetOldest(const Session& session) {
  auto oldest = divisions_.end();
  size_t count = 0;
  for (auto it = divisions_.lower_bound({session.id, std::string()});
       it != divisions_.end() && it->first.first == session.id; ++it) {
    ++count;
    // A division that is in use survives being forgotten.
    const bool is_free = it->second.use_count() == 1 && it->second->ready;
    if (is_free && (oldest == divisions_.end() || it->second->last_use < oldest->second->last_use)) {
      oldest = it;
    }
  }
  if (count < kMaxDivisions) return OkStatus();
  if (oldest == divisions_.end()) {
    return ResourceExhausted("the session has ", count,
                             " signatures, all of which are running; at most ", kMaxDivisions,
                             " are kept");
  }
  for (const Part& part : oldest->second->parts) {
    if (part.peer && !part.peer->closed()) part.peer->Tell(ForgetGraphRequest{part.handle});
  }
  divisions_.erase(oldest);
  return OkStatus();
}

// Costs depend on the sizes of the feeds.
void Master::MaybeDivide(const std::shared_ptr<Step>& step) {
  Division& division = *step->division;
  const bool by_cost = step->session->automatic_placement && !step->partial;
  if (division.begun || (by_cost && step->feeds_missing > 0)) return;
  division.begun = true;
  for (size_t i = 0; i < step->num_feeds && by_cost; ++i) {
    const std::string& name = division.feeds[i];
    if (name.ends_with(":0")) division.fed[name.substr(0, name.size() - 2)] = step->feeds[i].shape();
  }
  if (!step->session->automatic_placement) return Divide(step->session, step->division);
  WithCosts(step->session,
            {division.fed, false,
             [this, session = step->session, division = step->division](const Status& status) {
               if (status.ok()) return Divide(session, division);
               division->status = status;
               DivisionReady(division);
             }});
}

Status Master::Partition(const ServerTask& server, const Session& session, const Graph& graph,
                         const TaskCosts* costs, Division* division) {
  RUNNEL_ASSIGN_OR_RETURN(const Signature signature,
                          ToSignature(graph, division->feeds, division->fetches, division->targets));
  TaskPlacementOptions options;
  options.default_device = session.default_device;
  options.soft = session.soft_placement;
  options.partial = division->partial;
  options.costs = costs;
  options.fed = division->fed;
  std::map<std::string, std::string> earlier;
  if (division->replaces) {
    for (const auto& node : division->replaces->placement.nodes) earlier.emplace(node.name, node.task);
    options.earlier = &earlier;
  }
  // Fallbacks are described node by node, which only some sessions ask for; dropped wishes are reported
  // to all.
  const bool is_told = costs != nullptr || session.soft_placement || session.log_placement;
  RUNNEL_ASSIGN_OR_RETURN(
      std::vector<TaskPartition> partitions,
      PartitionByTask(graph, signature, session.tasks, options, &division->placement, &division->watch));
  if (!is_told) division->placement.nodes.clear();
  for (TaskPartition& partition : partitions) {
    Part part;
    part.task = partition.task;
    part.peer = session.peers[partition.task];
    RegisterGraphRequest& registration = part.registration;
    registration.session = session.id;
    registration.disabled_passes = session.disabled_passes;
    registration.automatic_placement = session.automatic_placement;
    registration.soft_placement = session.soft_placement;
    for (const auto& [number, name] : partition.feeds) part.feeds.push_back(number);
    if (!division->partial) {
      registration.feeds = std::move(partition.feeds);
      registration.fetches = std::move(partition.fetches);
    }
    registration.targets = std::move(partition.targets);
    RUNNEL_ASSIGN_OR_RETURN(registration.graph, EncodeGraphDef(partition.graph));
    division->parts.push_back(std::move(part));
  }
  for (const TaskPlacement::Node& node : division->placement.nodes) {
    if (!session.log_placement) break;
    server.runtime().Log(Severity::kInfo,
                         StrCat(node.name, " (", node.op, "): ", node.task, ": ", node.reason));
  }
  for (const std::string& line : division->placement.dropped)
    server.runtime().Log(Severity::kWarning, StrCat("placement: ", line));
  for (const std::string& line : division->placement.fallbacks)
    server.runtime().Log(Severity::kWarning, StrCat("soft placement: ", line));
  return OkStatus();
}

void Master::Divide(const std::shared_ptr<Session>& session, const std::shared_ptr<Division>& division) {
  server_->RunOnPool([this, server = Ref<ServerTask>::Share(server_), session, graph = session->graph,
                      costs = session->costs, division] {
    const Status status = server->Guarded(
        [&]() -> Status { return Partition(*server, *session, *graph, costs.get(), division.get()); });
    (void)server->Post([this, server, session, division, status] {
      division->status = status;
      if (!status.ok()) return DivisionReady(division);
      Register(session, division);
    });
  });
}

void Master::Register(const std::shared_ptr<Session>& session,
                      const std::shared_ptr<Division>& division) {
  division->unanswered = division->parts.size();
  for (size_t p = 0; p < division->parts.size(); ++p) {
    Part& part = division->parts[p];
    part.peer->Call(std::move(part.registration),
                    [this, server = Ref<ServerTask>::Share(server_), session, division,
                     p](const Result<RegisterGraphReply>& reply) {
                      if (reply.ok()) {
                        division->parts[p].handle = reply->graph_handle;
                      } else if (division->status.ok()) {
                        division->status = reply.status();
                      }
                      if (--division->unanswered == 0) DivisionReady(division);
                    });
    part.registration = {};
  }
}

void Master::DivisionReady(const std::shared_ptr<Division>& division) {
  division->ready = true;
  if (const std::shared_ptr<Division> old = std::move(division->replaces)) {
    for (auto& [key, current] : divisions_) {
      if (current == old && division->status.ok()) current = division;
    }
    return;
  }
  if (!division->status.ok()) {
    // The next step tries again: the graph may have grown by then.
    for (auto it = divisions_.begin(); it != divisions_.end(); ++it) {
      if (it->second != division) continue;
      divisions_.erase(it);
      break;
    }
  }
  const std::vector<std::shared_ptr<Step>> waiting = std::move(division->waiting);
  division->waiting.clear();
  for (const auto& step : waiting) MaybeLaunch(step);
}

// Ends a division that no step waits for; a later request begins a new one.
void Master::Forget(const std::shared_ptr<Division>& division, const Status& reason) {
  division->watch.Stop(reason.ok() ? Cancelled("nobody waits for the signature") : reason);
  std::erase_if(divisions_, [&](const auto& entry) { return entry.second == division; });
}

void Master::OnFeed(const std::shared_ptr<Step>& step, size_t number, const Tensor& value) {
  step->feeds[number] = value;
  --step->feeds_missing;
  if (step->division) MaybeDivide(step);
  if (!step->launched) return MaybeLaunch(step);
  for (const Part& part : step->division->parts) {
    if (std::find(part.feeds.begin(), part.feeds.end(), static_cast<int>(number)) != part.feeds.end())
      part.peer->Push(step->number, StrCat("in", number), value, false);
  }
}

void Master::OnFetch(const std::shared_ptr<Step>& step, size_t number, const Tensor& value, bool dead) {
  if (dead)
    return FailStep(step, InvalidArgument("fetch ", number, " is dead: its branch was not taken"));
  --step->fetches_missing;
  if (step->partial) {
    step->client()->Push(step->number, StrCat("fetch", number), value, false);
  } else {
    step->fetches[number] = value;
  }
  MaybeFinish(step);
}

void Master::MaybeLaunch(const std::shared_ptr<Step>& step) {
  if (step->launched || step->finished || !step->division || !step->division->ready) return;
  if (!step->division->status.ok()) return FailStep(step, step->division->status);
  if (!step->status.ok() || (step->feeds_missing > 0 && !step->partial)) return;
  step->launched = true;
  Division& division = *step->division;
  const std::vector<Part>& parts = division.parts;
  if (division.placement.forecast.had_choice && division.generation + 1 < kMostPlacements) {
    const uint32_t number = division.num_steps++;
    step->sampled = number >= 1 && number <= kSampledSteps;
  }
  step->replies_missing = parts.size();
  step->told.resize(parts.size());
  const auto server = Ref<ServerTask>::Share(server_);
  for (size_t p = 0; p < parts.size(); ++p) {
    const Part& part = parts[p];
    for (const int number : part.feeds) {
      const Tensor& value = step->feeds[static_cast<size_t>(number)];
      if (!value.empty()) part.peer->Push(step->number, StrCat("in", number), value, false);
    }
    RunGraphRequest request;
    request.graph_handle = part.handle;
    request.step = step->number;
    request.timeout_ms = step->timeout_ms;
    request.want = step->want | (step->sampled ? kWantSample : 0);
    part.peer->Call(request, [this, server, step, p](const Result<RunGraphReply>& reply) {
      --step->replies_missing;
      Status status = reply.status();
      if (status.ok() && step->want != 0) {
        auto told = DecodeMetadata(reply->metadata);
        if (told.ok()) {
          step->told[p] = std::move(*told);
        } else {
          status = told.status();
        }
      }
      if (!status.ok()) FailStep(step, status);
      MaybeFinish(step);
    });
  }
  // Tells the client that the set-up was right and the step has begun.
  if (step->partial) step->client()->Push(step->number, "started", Tensor(), true);
  step->feeds.assign(step->num_feeds, Tensor());
  MaybeFinish(step);
}

// The first failure is the step's, unless it is only the consequence of one that is reported later. It
// ends the other parts.
void Master::FailStep(const std::shared_ptr<Step>& step, const Status& reason) {
  if (step->finished) return;
  const bool first = step->status.ok();
  if (first || (IsEcho(step->status) && !IsEcho(reason))) step->status = reason;
  if (first) server_->Note(StrCat("step ", step->number, " failed: ", reason.ToString()));
  if (first) EndEverywhere(*step);
  MaybeFinish(step);
}

void Master::EndEverywhere(const Step& step) {
  if (!step.launched) return;
  for (const Part& part : step.division->parts)
    part.peer->Tell(EndStepRequest{step.number, step.status});
}

void Master::MaybeFinish(const std::shared_ptr<Step>& step) {
  if (step->finished || step->replies_missing > 0) return;
  if (step->status.ok() && (!step->launched || step->fetches_missing > 0)) return;
  if (step->status.ok() && (step->want & kWantTrace) != 0 && !step->clocks_known &&
      !step->told.empty()) {
    return MeasureClocks(step);
  }
  step->finished = true;
  // Breaks the cycle of references between the two: a division that a stopping server drops never
  // becomes ready.
  if (step->division) std::erase(step->division->waiting, step);
  if (step->division && !step->division->ready && step->division->waiting.empty())
    Forget(step->division, step->status);
  RunStepReply reply;
  if (step->status.ok()) {
    EndEverywhere(*step);
    for (size_t i = 0; i < step->num_fetches && !step->partial; ++i) {
      step->client()->Push(step->number, StrCat("fetch", i), std::move(step->fetches[i]), false);
    }
    if (step->want != 0) {
      auto gathered = Gather(step.get(), server_->ClockNs());
      if (gathered.ok()) {
        reply.metadata = std::move(*gathered);
      } else {
        step->status = gathered.status();
      }
    }
  }
  if (step->status.ok() && step->sampled) Learn(step->session, step->division);
  server_->steps().End(step->number, step->status);
  reply.status = step->status;
  step->answer.Send(std::move(reply));
  steps_.erase(step->number);
}

}  // namespace runnel::net
