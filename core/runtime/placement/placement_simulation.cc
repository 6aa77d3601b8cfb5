// The simulation of one step, the look-ahead, and the choice between placements.
//
// A Timeline says when each place and each direction of its link becomes free, when each node finishes,
// and when copies of values arrive where. Simulate visits nodes in topological order: the first node of
// a group fixes the place of the whole group, and Run advances the timeline.
//
// LookAhead computes, from the last node backwards, the least time from a node's end on a place to the
// step's end, if every later node went to its best place and none had to wait (PEFT's optimistic cost
// table). Choose takes the place with the least start + cost of the group + look-ahead. Without the
// look-ahead a chain would never move, because its first node alone does not gain what the copy costs.
//
// Decide compares three placements: the first candidates, everything on one place, and the greedy
// choice. Another than the first must be faster by the factor kClearly, because estimates are noisy.
#include "core/runtime/placement/placement_simulation.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>

namespace runnel {
namespace {

constexpr double kAssumedDim = 32;  // of a shape that planning does not know
// A placement other than the first candidates must take less than this part of their time.
constexpr double kClearly = 0.98;

std::string Microseconds(double ns) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f us", ns / 1000);
  return text;
}

}  // namespace

// How far the simulated step has come.
struct PlacementSimulation::Timeline {
  std::vector<double> place_free, in_free, out_free;   // by place
  std::vector<double> finish;                          // by node
  std::vector<std::vector<int>> where;                 // by node: memories of its outputs
  std::map<std::tuple<int, int, int>, double> copies;  // (node, output, memory) -> when it is there
  std::vector<int> place;                              // by group
};

PlacementSimulation::PlacementSimulation(const Problem& problem) : problem_(problem) {
  const size_t n = problem.plan->nodes.size(), places = problem.places.size();
  users_.resize(n);
  fetched_.assign(n, false);
  anywhere_.assign(n, false);
  group_cost_.assign(n, std::vector<double>(places, 0));
  for (const int i : problem.order) {
    const PlanNode& node = problem.plan->at(i);
    for (size_t k = 0; k < node.inputs.size(); ++k) {
      if (problem.plan->IsBackEdge(i, node.inputs[k])) continue;
      users_[static_cast<size_t>(node.inputs[k].node)].push_back({i, static_cast<int>(k)});
    }
    for (const int c : node.controls) users_[static_cast<size_t>(c)].push_back({i, -1});
    std::vector<double>& sum = group_cost_[static_cast<size_t>(problem.group[static_cast<size_t>(i)])];
    for (size_t d = 0; d < places; ++d) sum[d] += problem.cost_ns[static_cast<size_t>(i)][d];
    anywhere_[static_cast<size_t>(i)] = problem.kinds[static_cast<size_t>(i)] == NodeKind::kConst &&
                                        BytesOf({i, 0}) <= problem.free_constant_bytes;
  }
  for (const PlanFetch& fetch : problem.plan->fetches)
    fetched_[static_cast<size_t>(fetch.source.node)] = problem.brings_fetches;
  const auto hub = std::find_if(problem.places.begin(), problem.places.end(),
                                [](const Place& place) { return place.memory == kHub; });
  if (hub != problem.places.end()) hub_place_ = static_cast<size_t>(hub - problem.places.begin());
  LookAhead();
}

// Whether the node computes nothing and leaves its value where it is.
bool PlacementSimulation::HandsOn(int node) const {
  switch (problem_.kinds[static_cast<size_t>(node)]) {
    case NodeKind::kPassThrough:
    case NodeKind::kReshape:
    case NodeKind::kSwitch:
    case NodeKind::kMerge:
    case NodeKind::kEnter:
    case NodeKind::kExit:
    case NodeKind::kNextIteration:
      return !problem_.plan->at(node).inputs.empty();
    default:
      return false;
  }
}

int PlacementSimulation::OutputMemory(int i, int k, size_t place, const Timeline& now) const {
  const PlanNode& node = problem_.plan->at(i);
  if (HandsOn(i)) {
    const bool each = problem_.kinds[static_cast<size_t>(i)] == NodeKind::kPassThrough;
    const PlanEdge in =
        node.inputs[each && static_cast<size_t>(k) < node.inputs.size() ? static_cast<size_t>(k) : 0];
    return now.where[static_cast<size_t>(in.node)][static_cast<size_t>(in.index)];
  }
  switch (problem_.kinds[static_cast<size_t>(i)]) {
    case NodeKind::kFeed:
      return problem_.fed_in[static_cast<size_t>(node.feed)];
    case NodeKind::kKernel:
    case NodeKind::kReadVariable:
      return IsPlainData(node.output_types[static_cast<size_t>(k)]) ? problem_.places[place].memory
                                                                    : problem_.places[place].host;
    default:
      return problem_.places[place].host;
  }
}

bool PlacementSimulation::InputMemory(int i, size_t k, size_t place, const Timeline& now,
                                      int* memory) const {
  const PlanEdge in = problem_.plan->at(i).inputs[k];
  if (problem_.plan->type(in) == DType::kResource) return false;
  *memory = problem_.places[place].host;
  switch (problem_.kinds[static_cast<size_t>(i)]) {
    case NodeKind::kKernel: {
      const uint64_t on_host = problem_.host_inputs[static_cast<size_t>(i)][place];
      if (IsPlainData(problem_.plan->type(in)) && (k >= 64 || (on_host >> k & 1) == 0))
        *memory = problem_.places[place].memory;
      return true;
    }
    case NodeKind::kAssignVariable:
      *memory = problem_.places[place].memory;
      return true;
    case NodeKind::kMerge:
      if (k > 0) *memory = OutputMemory(i, 0, place, now);
      return k > 0;
    case NodeKind::kHost:
      return true;
    default:
      return false;
  }
}

double PlacementSimulation::BytesOf(PlanEdge edge) const {
  const Shape& shape = problem_.plan->shape(edge);
  double elements = 1;
  for (int d = 0; d < shape.rank(); ++d)
    elements *= shape.dim(d) < 0 ? kAssumedDim : static_cast<double>(shape.dim(d));
  if (!shape.has_rank()) elements = kAssumedDim;
  return elements * static_cast<double>(DTypeSize(problem_.plan->type(edge)));
}

const LinkSpeed* PlacementSimulation::Direct(int from, int to) const {
  if (problem_.direct.empty() || from == kHub || to == kHub) return nullptr;
  const auto& way =
      problem_.direct[static_cast<size_t>(from) * problem_.places.size() + static_cast<size_t>(to)];
  return way ? &*way : nullptr;
}

double PlacementSimulation::CopyNs(double bytes, int from, int to) const {
  if (from == to) return 0;
  if (const LinkSpeed* const direct = Direct(from, to)) return direct->Ns(bytes);
  return (from == kHub ? 0 : problem_.places[static_cast<size_t>(from)].out.Ns(bytes)) +
         (to == kHub ? 0 : problem_.places[static_cast<size_t>(to)].in.Ns(bytes));
}

double PlacementSimulation::Arrival(PlanEdge edge, int memory, const Timeline& now) const {
  const size_t source = static_cast<size_t>(edge.node);
  double at = now.finish[source];
  if (anywhere_[source]) return at;
  const int from = now.where[source][static_cast<size_t>(edge.index)];
  if (from == memory) return at;
  const auto it = now.copies.find({edge.node, edge.index, memory});
  if (it != now.copies.end()) return it->second;
  const double bytes = BytesOf(edge);
  if (const LinkSpeed* const direct = Direct(from, memory))  // on the receiver's copying queue
    return std::max(at, now.in_free[static_cast<size_t>(memory)]) + direct->Ns(bytes);
  if (from != kHub) {
    at = std::max(at, now.out_free[static_cast<size_t>(from)]) + CopyNs(bytes, from, kHub);
  }
  if (memory != kHub) {
    at = std::max(at, now.in_free[static_cast<size_t>(memory)]) + CopyNs(bytes, kHub, memory);
  }
  return at;
}

void PlacementSimulation::Bring(PlanEdge edge, int memory, Timeline* now) const {
  const size_t source = static_cast<size_t>(edge.node);
  if (anywhere_[source]) return;
  const int from = now->where[source][static_cast<size_t>(edge.index)];
  if (from == memory || now->copies.contains({edge.node, edge.index, memory})) return;
  const double at = Arrival(edge, memory, *now);
  if (memory != kHub) {
    now->in_free[static_cast<size_t>(memory)] = at;
    if (from != kHub && Direct(from, memory) == nullptr) {
      now->out_free[static_cast<size_t>(from)] = at - CopyNs(BytesOf(edge), kHub, memory);
    }
  } else {
    now->out_free[static_cast<size_t>(from)] = at;
  }
  now->copies[{edge.node, edge.index, memory}] = at;
}

double PlacementSimulation::StartOn(int i, size_t place, const Timeline& now) const {
  const PlanNode& node = problem_.plan->at(i);
  double start = problem_.cost_ns[static_cast<size_t>(i)][place] > 0 ? now.place_free[place] : 0;
  for (size_t k = 0; k < node.inputs.size(); ++k) {
    if (problem_.plan->IsBackEdge(i, node.inputs[k])) continue;
    int memory = kHub;
    const bool matters = InputMemory(i, k, place, now, &memory);
    start = std::max(start, matters ? Arrival(node.inputs[k], memory, now)
                                    : now.finish[static_cast<size_t>(node.inputs[k].node)]);
  }
  for (const int c : node.controls) start = std::max(start, now.finish[static_cast<size_t>(c)]);
  return start;
}

void PlacementSimulation::Run(int i, size_t place, Timeline* now) const {
  const PlanNode& node = problem_.plan->at(i);
  const size_t number = static_cast<size_t>(i);
  const double cost = problem_.cost_ns[number][place];
  now->finish[number] = StartOn(i, place, *now) + cost;
  if (cost > 0) now->place_free[place] = now->finish[number];
  for (size_t k = 0; k < node.inputs.size(); ++k) {
    if (problem_.plan->IsBackEdge(i, node.inputs[k])) continue;
    int memory = kHub;
    if (InputMemory(i, k, place, *now, &memory)) Bring(node.inputs[k], memory, now);
  }
  for (size_t k = 0; k < node.output_types.size(); ++k)
    now->where[number].push_back(OutputMemory(i, static_cast<int>(k), place, *now));
}

// The time at which everything has been computed and the fetches have arrived.
double PlacementSimulation::Finish(Timeline* now) const {
  double end = 0;
  for (const int i : problem_.order) end = std::max(end, now->finish[static_cast<size_t>(i)]);
  if (!problem_.brings_fetches) return end;
  for (const PlanFetch& fetch : problem_.plan->fetches) {
    Bring(fetch.source, problem_.fetch_memory, now);
    end = std::max(end, Arrival(fetch.source, problem_.fetch_memory, *now));
  }
  return end;
}

// Fills ahead_[node][place]: the least time from the node's end there to the step's end, with every
// later node on its best place and no waiting.
void PlacementSimulation::LookAhead() {
  const size_t places = problem_.places.size();
  ahead_.assign(problem_.plan->nodes.size(), std::vector<double>(places, 0));
  const Timeline nothing;
  const auto place_at = [&](int memory) {
    return memory == kHub ? hub_place_ : static_cast<size_t>(memory);
  };
  for (auto it = problem_.order.rbegin(); it != problem_.order.rend(); ++it) {
    const int i = *it;
    const size_t number = static_cast<size_t>(i);
    const bool is_constant = anywhere_[number];
    for (size_t d = 0; d < places; ++d) {
      double most = 0;
      for (const PlanEdge& use : users_[number]) {
        const int j = use.node;
        const size_t user = static_cast<size_t>(j);
        const size_t input = static_cast<size_t>(use.index);
        const PlanEdge edge = use.index < 0 ? PlanEdge{i, -1} : problem_.plan->at(j).inputs[input];
        const bool is_value = edge.index >= 0 && !is_constant;
        const int from = !is_value    ? kHub
                         : HandsOn(i) ? problem_.places[d].memory
                                      : OutputMemory(i, edge.index, d, nothing);
        double least = -1;
        for (const size_t to : problem_.candidates[static_cast<size_t>(problem_.group[user])]) {
          if (problem_.group[user] == problem_.group[number] && to != d) continue;
          // A node that hands a value on runs where the value is.
          const size_t at = HandsOn(j) && is_value ? place_at(from) : to;
          double ns = ahead_[user][at] + problem_.cost_ns[user][at];
          int memory = kHub;
          if (is_value && !HandsOn(j) && InputMemory(j, input, at, nothing, &memory))
            ns += CopyNs(BytesOf(edge), from, memory);
          if (least < 0 || ns < least) least = ns;
        }
        most = std::max(most, least);
      }
      if (fetched_[number]) {
        const int from = HandsOn(i) ? problem_.places[d].memory : OutputMemory(i, 0, d, nothing);
        if (!is_constant) most = std::max(most, CopyNs(BytesOf({i, 0}), from, problem_.fetch_memory));
      }
      ahead_[number][d] = most;
    }
  }
}

size_t PlacementSimulation::Choose(int i, const Timeline& now, std::string* why) const {
  const size_t number = static_cast<size_t>(i), group = static_cast<size_t>(problem_.group[number]);
  const std::vector<size_t>& candidates = problem_.candidates[group];
  size_t best = candidates[0];
  double best_ns = 0;
  std::vector<std::pair<size_t, double>> ends;
  for (const size_t d : candidates) {
    // The group's other nodes must run there as well.
    const double ns = StartOn(i, d, now) + group_cost_[group][d] + ahead_[number][d];
    if (ends.empty() || ns < best_ns) {
      best = d;
      best_ns = ns;
    }
    ends.emplace_back(d, ns);
  }
  if (ends.size() > 1) {
    *why = StrCat("by the cost model: the step may end after ", Microseconds(best_ns));
    for (const auto& [d, ns] : ends) {
      if (d == best) continue;
      *why += StrCat(", on ", problem_.places[d].name, " after ", Microseconds(ns));
    }
  }
  return best;
}

PlacementSimulation::Decision PlacementSimulation::Decide(size_t first) {
  std::vector<int> wish(problem_.plan->nodes.size(), -1);
  const Outcome plain = Follow(wish);
  Decision decision{plain, false, static_cast<int>(first), 0, 0};
  for (size_t d = 0; d < problem_.places.size(); ++d) {
    std::fill(wish.begin(), wish.end(), static_cast<int>(d));
    Outcome all = Follow(wish);
    if (all.end_ns >= decision.outcome.end_ns || all.end_ns >= plain.end_ns * kClearly) continue;
    decision.outcome = std::move(all);
    decision.whole = static_cast<int>(d);
  }
  Outcome parts = Greedy();
  decision.by_parts = parts.end_ns < decision.outcome.end_ns && parts.end_ns < plain.end_ns * kClearly;
  decision.whole_ns = decision.outcome.end_ns;
  decision.parts_ns = parts.end_ns;
  if (decision.by_parts) decision.outcome = std::move(parts);
  return decision;
}

std::string PlacementSimulation::Reason(const Decision& decision, int group) const {
  if (decision.by_parts) return decision.outcome.why[static_cast<size_t>(group)];
  return StrCat("by the cost model: all that may run on ",
                problem_.places[static_cast<size_t>(decision.whole)].name, " does; a step takes ",
                static_cast<int64_t>(decision.whole_ns / 1000), " us, divided ",
                static_cast<int64_t>(decision.parts_ns / 1000), " us");
}

PlacementSimulation::Outcome PlacementSimulation::Greedy() { return Simulate(nullptr); }

PlacementSimulation::Outcome PlacementSimulation::Follow(const std::vector<int>& preferred) {
  return Simulate(&preferred);
}

PlacementSimulation::Outcome PlacementSimulation::Simulate(const std::vector<int>* preferred) const {
  const size_t n = problem_.plan->nodes.size(), places = problem_.places.size();
  Timeline now;
  now.place_free.assign(places, 0);
  now.in_free.assign(places, 0);
  now.out_free.assign(places, 0);
  now.finish.assign(n, 0);
  now.where.resize(n);
  now.place.assign(n, -1);
  Outcome outcome;
  outcome.why.resize(n);
  for (const int i : problem_.order) {
    const size_t group = static_cast<size_t>(problem_.group[static_cast<size_t>(i)]);
    int& place = now.place[group];
    const std::vector<size_t>& candidates = problem_.candidates[group];
    if (place < 0 && preferred != nullptr) {
      const int wish = (*preferred)[group];
      const bool fits = wish >= 0 && std::find(candidates.begin(), candidates.end(),
                                               static_cast<size_t>(wish)) != candidates.end();
      place = fits ? wish : static_cast<int>(candidates[0]);
    } else if (place < 0) {
      place = static_cast<int>(Choose(i, now, &outcome.why[group]));
    }
    Run(i, static_cast<size_t>(place), &now);
  }
  outcome.end_ns = Finish(&now);
  outcome.place = std::move(now.place);
  return outcome;
}

}  // namespace runnel
