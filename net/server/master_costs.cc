// Automatic placement over the tasks of a session: what nodes cost on each of them, as they say
// themselves, what the links between them take, and when what was measured makes another division.
#include "net/server/master.h"

#include <algorithm>

#include "core/graph/device_name.h"
#include "net/link/link_probe.h"
#include "net/task/server_task.h"

namespace runnel::net {
namespace {

// What a runtime's configuration says of a task's link.
Status ConfiguredLink(const ServerTask& server, const TaskInfo& task, LinkSpeed* out, bool* found) {
  const DeviceName full{task.job, 0, task.index, {}, {}};
  const auto is_it = [&](std::string_view who) {
    const auto name = DeviceName::Parse(who);
    return name.ok() && name->job && name->Matches(full);
  };
  return LinkSpeeds::Configured(server.runtime(), is_it, out, found);
}

// Divides the measured links among their ends. All were measured from the first task: it gets half of
// the quickest, every other task the rest of its own, so that between two others there is what was
// measured, if all are alike.
void DivideLinks(std::vector<LinkSpeed>* links) {
  if (links->size() < 2) return;
  LinkSpeed half = (*links)[1];
  for (size_t t = 2; t < links->size(); ++t) {
    half.latency_ns = std::min(half.latency_ns, (*links)[t].latency_ns);
    half.ns_per_byte = std::min(half.ns_per_byte, (*links)[t].ns_per_byte);
  }
  half = {half.latency_ns / 2, half.ns_per_byte / 2};
  (*links)[0] = half;
  for (size_t t = 1; t < links->size(); ++t) {
    (*links)[t].latency_ns -= half.latency_ns;
    (*links)[t].ns_per_byte -= half.ns_per_byte;
  }
}

}  // namespace

Result<std::string> Master::WithoutWeights(GraphDef def) {
  for (NodeDef& node : def.nodes) {
    const AttrValue* const value = node.op == "Const" ? FindAttr(node.attrs, "value") : nullptr;
    const Tensor* const tensor = value == nullptr ? nullptr : value->get_if<Tensor>();
    if (tensor == nullptr || tensor->size_bytes() <= kMaxCopiedConstant) continue;
    node.op = "Placeholder";
    node.attrs = {{"dtype", AttrValue(tensor->dtype())}, {"shape", AttrValue(tensor->shape())}};
  }
  return EncodeGraphDef(def);
}

void Master::WithCosts(const std::shared_ptr<Session>& session, CostRequest request) {
  std::deque<CostRequest>& requests = cost_requests_[session->id];
  requests.push_back(std::move(request));
  if (requests.size() == 1) NextCostRequest(session);
}

void Master::NextCostRequest(const std::shared_ptr<Session>& session) {
  const auto requests = cost_requests_.find(session->id);
  if (requests == cost_requests_.end()) return;
  if (requests->second.empty()) {
    cost_requests_.erase(requests);
    return;
  }
  const CostRequest& request = requests->second.front();
  const bool covers = std::all_of(request.fed.begin(), request.fed.end(), [&](const auto& fed) {
    const auto it = session->costed_shapes.find(fed.first);
    return it != session->costed_shapes.end() && it->second == fed.second;
  });
  if (session->closed) return FinishCostRequest(session, Aborted("the session was closed"));
  if (!request.anew && covers && session->costs && session->costed_graph == session->graph_bytes)
    return FinishCostRequest(session, OkStatus());
  for (const auto& [name, shape] : request.fed) session->costed_shapes[name] = shape;
  if (session->costs) return AskCosts(session, session->costs->links);
  MeasureLinks(session, 1, std::vector<LinkSpeed>(session->tasks.size()));
}

void Master::FinishCostRequest(const std::shared_ptr<Session>& session, const Status& status) {
  const auto requests = cost_requests_.find(session->id);
  if (requests == cost_requests_.end() || requests->second.empty()) return;  // everything was stopped
  const auto then = std::move(requests->second.front().then);
  if (!status.ok()) session->costed_graph = nullptr;
  // Kept first in the queue while it is reported, so that new requests wait for their turn.
  then(status);
  if (const auto it = cost_requests_.find(session->id); it != cost_requests_.end())
    it->second.pop_front();
  NextCostRequest(session);
}

// One after another, so that the measurements do not share the network.
void Master::MeasureLinks(const std::shared_ptr<Session>& session, size_t task,
                          std::vector<LinkSpeed> links) {
  if (task >= session->tasks.size()) {
    DivideLinks(&links);
    return AskCosts(session, std::move(links));
  }
  bool found = false;
  const Status status = ConfiguredLink(*server_, session->tasks[task], &links[task], &found);
  if (!status.ok()) return FinishCostRequest(session, status);
  if (found) return MeasureLinks(session, task + 1, std::move(links));
  MeasureLink(session->peers[task], [this, server = Ref<ServerTask>::Share(server_), session, task,
                                     links](const Status& measured, const LinkMeasured& link) mutable {
    if (!measured.ok()) return FinishCostRequest(session, measured);
    links[task] = {static_cast<double>(link.latency_ns),
                   1e9 / static_cast<double>(std::max<uint64_t>(link.bytes_per_s, 1))};
    MeasureLinks(session, task + 1, std::move(links));
  });
}

void Master::AskCosts(const std::shared_ptr<Session>& session, std::vector<LinkSpeed> links) {
  struct Asking {
    std::shared_ptr<TaskCosts> costs = std::make_shared<TaskCosts>();
    std::shared_ptr<const std::string> bytes;
    std::vector<std::vector<std::string>> variables;  // by task: handles of those that it has
    size_t unanswered = 0;
    Status status;
  };
  const auto asking = std::make_shared<Asking>();
  const size_t n = session->tasks.size();
  asking->costs->links = std::move(links);
  asking->costs->node_ns.resize(n);
  asking->costs->cannot.assign(n, false);
  if (session->costs) asking->costs->homes = session->costs->homes;
  asking->bytes = session->graph_bytes;
  asking->variables.resize(n);
  asking->unanswered = n;
  EstimateCostsRequest request;
  request.session = session->id;
  request.graph = *session->graph_bytes;
  request.fed_shapes.assign(session->costed_shapes.begin(), session->costed_shapes.end());
  const auto server = Ref<ServerTask>::Share(server_);
  // All tasks have answered: choose places for variables that no task has yet.
  const auto all_told = [this, server, session, asking] {
    if (!asking->status.ok()) return FinishCostRequest(session, asking->status);
    server->RunOnPool([this, server, session, asking, graph = session->graph,
                       fed = session->costed_shapes] {
      const Status status = server->Guarded([&]() -> Status {
        TaskCosts& costs = *asking->costs;
        for (size_t t = 0; t < asking->variables.size(); ++t) {
          for (const std::string& name : asking->variables[t]) {
            const Node* const node = graph->FindNode(name);
            if (node != nullptr) costs.homes.emplace(VariableName(node->name(), node->attrs()), t);
          }
        }
        TaskPlacementOptions options;
        options.default_device = session->default_device;
        options.soft = session->soft_placement;
        options.costs = &costs;
        options.fed = fed;
        auto homes = PlaceVariablesByTask(*graph, session->tasks, options);
        if (homes.ok()) {
          costs.homes.merge(*homes);
        } else {
          server->runtime().Log(
              Severity::kWarning,
              StrCat(
                  "automatic placement: the whole graph could not be looked at, so variables go where ",
                  "their first step wants them: ", homes.status().message()));
        }
        return OkStatus();
      });
      (void)server->Post([this, session, asking, status] {
        if (status.ok()) {
          session->costs = asking->costs;
          session->costed_graph = asking->bytes;
        }
        FinishCostRequest(session, status);
      });
    });
  };
  for (size_t t = 0; t < n; ++t) {
    session->peers[t]->Call(request, [server, asking, all_told, t](Result<EstimateCostsReply> reply) {
      if (reply.ok()) {
        for (NodeCost& cost : reply->costs)
          asking->costs->node_ns[t].emplace(std::move(cost.node), cost.ns);
        asking->variables[t] = std::move(reply->variables);
      } else if (reply.status().code() == Code::kNotFound) {
        // The task lacks an op: it gets only nodes that ask for it.
        asking->costs->cannot[t] = true;
        server->runtime().Log(Severity::kWarning,
                              StrCat("automatic placement: ", reply.status().message()));
      } else if (asking->status.ok()) {
        asking->status = reply.status();
      }
      if (--asking->unanswered == 0) all_told();
    });
  }
}

void Master::Learn(const std::shared_ptr<Session>& session, const std::shared_ptr<Division>& division) {
  if (++division->num_learned != kSampledSteps) return;
  const auto fresh = std::make_shared<Division>();
  fresh->feeds = division->feeds;
  fresh->fetches = division->fetches;
  fresh->targets = division->targets;
  fresh->partial = division->partial;
  fresh->fed = division->fed;
  fresh->generation = division->generation + 1;
  fresh->replaces = division;
  fresh->begun = true;
  WithCosts(session,
            {division->fed, true, [this, session, fresh](const Status& asked) {
               // A step of the session reports the error.
               if (!asked.ok()) return;
               server_->RunOnPool([this, server = Ref<ServerTask>::Share(server_), session, fresh,
                                   graph = session->graph, costs = session->costs] {
                 const Status status = server->Guarded([&]() -> Status {
                   return Partition(*server, *session, *graph, costs.get(), fresh.get());
                 });
                 const double now_ns = fresh->placement.forecast.earlier_step_ns,
                              then_ns = fresh->placement.forecast.step_ns;
                 if (!status.ok() || !IsClearGain(now_ns, then_ns)) return;
                 server->runtime().Log(
                     Severity::kInfo,
                     StrCat("automatic placement: by what was measured a step takes ",
                            static_cast<int64_t>(now_ns / 1000), " us, and ",
                            static_cast<int64_t>(then_ns / 1000), " us with another placement"));
                 (void)server->Post([this, session, fresh] {
                   if (!session->closed) Register(session, fresh);
                 });
               });
             }});
}

}  // namespace runnel::net
