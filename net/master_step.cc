// Steps of a master: a signature is divided and registered once; then a step is its feeds on their way
// to the tasks, one request to each, and the fetches on their way back.
#include "net/master.h"
#include "net/server.h"

namespace runnel::net {
namespace {

constexpr size_t kMaxDivisions = 1024;

std::string KeyOf(const Body& body) {
  std::string key;
  for (const auto* list : {&body.feeds, &body.fetches, &body.targets}) {
    key += StrCat(list->size(), ";");
    for (const std::string& name : *list) key += StrCat(name.size(), ":", name);
  }
  return key;
}

Result<Signature> ToSignature(const Graph& graph, const Body& body) {
  Signature signature;
  for (const std::string& name : body.feeds) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph.FindOutput(name));
    signature.feeds.push_back(output);
  }
  for (const std::string& name : body.fetches) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph.FindOutput(name));
    signature.fetches.push_back(output);
  }
  for (const std::string& name : body.targets) {
    Node* const node = graph.FindNode(name);
    if (node == nullptr) return NotFound("target \"", name, "\": the graph has no such node");
    signature.targets.push_back(node);
  }
  if (signature.fetches.empty() && signature.targets.empty()) {
    return InvalidArgument("nothing to run: no fetch and no target was named");
  }
  return signature;
}

// A failure that only says that somebody else failed first.
bool IsEcho(const Status& status) {
  return status.code() == Code::kCancelled || status.code() == Code::kAborted;
}

}  // namespace

void Master::RunStep(Peer* peer, uint64_t call, const Body& body) {
  const auto session = FindSession(peer, call, body.session);
  if (!session) return;
  auto step = std::make_shared<Step>();
  step->number = body.step;
  step->call = call;
  step->client = Ref<Peer>::Share(peer);
  step->session = session;
  step->timeout_ms = body.timeout_ms;
  step->num_feeds = step->feeds_missing = body.feeds.size();
  step->num_fetches = step->fetches_missing = body.fetches.size();
  step->feeds.resize(step->num_feeds);
  step->fetches.resize(step->num_fetches);
  const auto table = server_->steps().Find(body.step);
  if (!table.ok() || !steps_.emplace(body.step, step).second) {
    Body reply;
    reply.status = table.ok() ? InvalidArgument("step ", body.step, " runs already") : table.status();
    return peer->Reply(call, std::move(reply));
  }
  const auto server = Ref<ServerImpl>::Share(server_);
  // Both kinds of tensors may come at any time from here on, on any thread.
  const auto expect = [&](const std::string& key, size_t i, std::vector<Tensor> Step::*list,
                          size_t Step::*missing) {
    (*table)->RecvAsync({"", "", key}, [this, server, step, i, list, missing](
                                           const Status& status, const Tensor& value, bool) {
      (void)server->Post([this, step, i, list, missing, status, value] {
        if (step->finished) return;
        if (!status.ok()) return FailStep(step, status);
        ((*step).*list)[i] = value;
        --((*step).*missing);
        MaybeLaunch(step);
        MaybeFinish(step);
      });
    });
  };
  for (size_t i = 0; i < step->num_feeds; ++i)
    expect(StrCat("feed", i), i, &Step::feeds, &Step::feeds_missing);
  for (size_t i = 0; i < step->num_fetches; ++i)
    expect(StrCat("out", i), i, &Step::fetches, &Step::fetches_missing);
  for (size_t t = 0; t < session->peers.size(); ++t) {
    if (session->peers[t]->closed()) {
      return FailStep(step, Unavailable(session->tasks[t].name(),
                                        " was lost since the session was made; make it anew"));
    }
  }
  if (divisions_.size() >= kMaxDivisions && !divisions_.contains({session->id, KeyOf(body)})) {
    return FailStep(step, ResourceExhausted("more than ", kMaxDivisions, " signatures"));
  }
  std::shared_ptr<Division>& division = divisions_[{session->id, KeyOf(body)}];
  const bool is_new = division == nullptr;
  if (is_new) division = std::make_shared<Division>();
  step->division = division;
  if (is_new) Divide(session, division, body);
  if (division->ready) {
    MaybeLaunch(step);
  } else {
    division->waiting.push_back(step);
  }
}

void Master::Divide(const std::shared_ptr<Session>& session, const std::shared_ptr<Division>& division,
                    const Body& body) {
  server_->RunOnPool(
      [this, server = Ref<ServerImpl>::Share(server_), session, graph = session->graph, division, body] {
        const Status status = server->Guarded([&]() -> Status {
          RUNNEL_ASSIGN_OR_RETURN(const Signature signature, ToSignature(*graph, body));
          RUNNEL_ASSIGN_OR_RETURN(
              std::vector<TaskPartition> partitions,
              PartitionByTask(*graph, signature, session->tasks, {session->default_device}));
          for (TaskPartition& partition : partitions) {
            Part part;
            part.task = partition.task;
            part.peer = session->peers[partition.task];
            Body& registration = part.registration;
            registration.session = session->id;
            registration.disabled_passes = session->disabled_passes;
            for (const auto& [number, name] : partition.feeds) {
              part.feeds.push_back(number);
              registration.feeds.push_back(StrCat(number, "|", name));
            }
            for (const auto& [number, name] : partition.fetches)
              registration.fetches.push_back(StrCat(number, "|", name));
            registration.targets = std::move(partition.targets);
            RUNNEL_ASSIGN_OR_RETURN(registration.graph, EncodeGraphDef(partition.graph));
            division->parts.push_back(std::move(part));
          }
          return OkStatus();
        });
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
    part.peer->Call(Method::kRegisterGraph, std::move(part.registration),
                    [this, server = Ref<ServerImpl>::Share(server_), session, division, p](
                        Status status, const Body& reply) {
                      if (status.ok()) {
                        division->parts[p].handle = reply.handle;
                      } else if (division->status.ok()) {
                        division->status = std::move(status);
                      }
                      if (--division->unanswered == 0) DivisionReady(division);
                    });
    part.registration = Body();
  }
}

void Master::DivisionReady(const std::shared_ptr<Division>& division) {
  division->ready = true;
  if (!division->status.ok()) {
    // The next step tries again: the graph may have grown.
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

void Master::MaybeLaunch(const std::shared_ptr<Step>& step) {
  if (step->launched || step->finished || !step->division || !step->division->ready) return;
  if (!step->division->status.ok()) return FailStep(step, step->division->status);
  if (!step->status.ok() || step->feeds_missing > 0) return;
  step->launched = true;
  step->replies_missing = step->division->parts.size();
  const auto server = Ref<ServerImpl>::Share(server_);
  for (const Part& part : step->division->parts) {
    for (const int number : part.feeds) {
      part.peer->Push(step->number, StrCat("in", number), step->feeds[static_cast<size_t>(number)],
                      false);
    }
    Body body;
    body.handle = part.handle;
    body.step = step->number;
    body.timeout_ms = step->timeout_ms;
    part.peer->Call(Method::kRunGraph, std::move(body),
                    [this, server, step](const Status& status, const Body&) {
                      --step->replies_missing;
                      if (!status.ok()) FailStep(step, status);
                      MaybeFinish(step);
                    });
  }
  step->feeds.clear();
  MaybeFinish(step);
}

// The first failure is the step's, unless it is only the echo of one that comes later. The others end
// with it.
void Master::FailStep(const std::shared_ptr<Step>& step, const Status& reason) {
  if (step->finished) return;
  const bool first = step->status.ok();
  if (first || (IsEcho(step->status) && !IsEcho(reason))) step->status = reason;
  if (first) EndEverywhere(*step);
  MaybeFinish(step);
}

void Master::EndEverywhere(const Step& step) {
  if (!step.launched) return;
  Body body;
  body.step = step.number;
  body.status = step.status;
  for (const Part& part : step.division->parts)
    part.peer->Call(Method::kEndStep, body, [](const Status&, const Body&) {});
}

void Master::MaybeFinish(const std::shared_ptr<Step>& step) {
  if (step->finished || step->replies_missing > 0) return;
  if (step->status.ok() && (!step->launched || step->fetches_missing > 0)) return;
  step->finished = true;
  if (step->status.ok()) {
    EndEverywhere(*step);
    for (size_t i = 0; i < step->num_fetches; ++i) {
      step->client->Push(step->number, StrCat("fetch", i), std::move(step->fetches[i]), false);
    }
  }
  server_->steps().End(step->number, step->status);
  Body reply;
  reply.status = step->status;
  step->client->Reply(step->call, std::move(reply));
  steps_.erase(step->number);
}

}  // namespace runnel::net
