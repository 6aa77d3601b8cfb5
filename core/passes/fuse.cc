// Chooses what to fuse. Members are taken in alternating phases: all ready nodes that are not
// element-wise, then all ready element-wise nodes, and so on. A path that leaves a phase never returns
// to it. So nodes of one phase and one shape can be joined wherever they touch, and broadcasts lead from
// smaller to larger shapes only.
#include "core/passes/fuse.h"

#include <algorithm>
#include <numeric>

#include "plugins/abi/rnlp_fused.h"

namespace runnel {

bool SpreadsOver(const Shape& in, const Shape& out, int64_t* run) {
  if (in.rank() > out.rank()) return false;
  const int64_t elements = in.num_elements();
  *run = elements == out.num_elements() ? RNLP_RUN_ALL : elements == 1 ? RNLP_RUN_ONE : 1;
  if (*run != 1) return true;
  // The dimensions other than 1 must be adjacent and equal those of `out`.
  const int shift = out.rank() - in.rank();
  int first = in.rank(), last = -1;
  for (int i = 0; i < in.rank(); ++i) {
    if (in.dim(i) == 1) continue;
    first = std::min(first, i);
    last = i;
  }
  for (int i = first; i <= last; ++i) {
    if (in.dim(i) != out.dim(i + shift)) return false;
  }
  for (int i = last + 1 + shift; i < out.rank(); ++i) *run *= out.dim(i);
  return true;
}

// A fused node under construction, in the order of its program.
struct ElementwiseFusion::Part {
  std::vector<int> nodes;
  std::vector<PlanEdge> inputs;

  int ValueOf(PlanEdge edge) const {
    const auto node = std::find(nodes.begin(), nodes.end(), edge.node);
    if (node != nodes.end())
      return static_cast<int>(inputs.size() + static_cast<size_t>(node - nodes.begin()));
    return static_cast<int>(std::find(inputs.begin(), inputs.end(), edge) - inputs.begin());
  }
};

ElementwiseFusion::ElementwiseFusion(PlanGraph* plan, Supports supports)
    : plan_(plan),
      supports_(std::move(supports)),
      orders_others_(plan->OrderingNodes()),
      uses_(plan->CountReads()),
      place_(plan->nodes.size(), -1),
      replacement_(plan->nodes.size()) {}

bool ElementwiseFusion::IsCandidate(int i) const {
  const PlanNode& node = plan_->at(i);
  if (node.pinned || !node.controls.empty() || orders_others_[static_cast<size_t>(i)] ||
      node.output_types.size() != 1 || node.inputs.empty() || node.inputs.size() > 2 ||
      node.schema->attrs.size() != 1 || node.schema->attrs[0].name != "T" ||
      node.shapes[0].num_elements() == 0) {
    return false;
  }
  const DType dtype = node.output_types[0];  // whether the op can be fused is in its row, see Make
  bool whole = false;
  for (const PlanEdge& in : node.inputs) {
    int64_t run = 0;
    if (plan_->type(in) != dtype || !SpreadsOver(plan_->shape(in), node.shapes[0], &run)) return false;
    whole |= run == RNLP_RUN_ALL;
  }
  return whole;
}

bool ElementwiseFusion::SupportsOp(int i) {
  const PlanNode& node = plan_->at(i);
  const auto key = std::tuple(node.schema, node.output_types[0], node.placed);
  if (const auto it = supports_op_.find(key); it != supports_op_.end()) return it->second;
  const int one[] = {i};
  const auto made = Make(TakePart(one), one);
  bool& supported = supports_op_[key];
  if (!made.ok()) return supported = false;
  plan_->at(*made).removed = true;
  return supported = supports_(plan_->at(*made));
}

Status ElementwiseFusion::Run(std::span<const int> members, const Predicate& is_kernel) {
  const size_t n = members.size();
  for (size_t m = 0; m < n; ++m) place_[static_cast<size_t>(members[m])] = static_cast<int>(m);
  std::vector<int> pending(n, 0);
  std::vector<bool> joins(n, false);
  std::vector<std::vector<int>> users(n);
  const auto depend = [&](size_t m, int source) {
    const int s = place_[static_cast<size_t>(source)];
    if (s < 0) return;
    ++pending[m];
    users[static_cast<size_t>(s)].push_back(static_cast<int>(m));
  };
  size_t candidates = 0;
  for (size_t m = 0; m < n; ++m) {
    joins[m] = is_kernel(members[m]) && IsCandidate(members[m]) && SupportsOp(members[m]);
    candidates += joins[m];
    for (const PlanEdge& in : plan_->at(members[m]).inputs) depend(m, in.node);
    for (const int c : plan_->at(members[m]).controls) depend(m, c);
  }
  for (size_t m = 0; m < n; ++m) place_[static_cast<size_t>(members[m])] = -1;
  if (candidates < 2) return OkStatus();
  std::vector<size_t> others, phase;
  const auto put = [&](size_t m) { (joins[m] ? phase : others).push_back(m); };
  const auto finish = [&](size_t m) {
    for (const int user : users[m]) {
      if (--pending[static_cast<size_t>(user)] == 0) put(static_cast<size_t>(user));
    }
  };
  for (size_t m = 0; m < n; ++m) {
    if (pending[m] == 0) put(m);
  }
  while (!others.empty() || !phase.empty()) {
    while (!others.empty()) {
      const size_t m = others.back();
      others.pop_back();
      finish(m);
    }
    // Nodes that these make ready join the phase.
    std::vector<int> nodes;
    for (size_t k = 0; k < phase.size(); ++k) {
      nodes.push_back(members[phase[k]]);
      finish(phase[k]);
    }
    phase.clear();
    RUNNEL_RETURN_IF_ERROR(FusePhase(nodes));
  }
  return OkStatus();
}

Status ElementwiseFusion::FusePhase(std::span<const int> phase) {
  std::vector<size_t> root(phase.size());
  std::iota(root.begin(), root.end(), size_t{0});
  const auto find = [&](size_t k) {
    while (root[k] != k) k = root[k] = root[root[k]];
    return k;
  };
  for (size_t k = 0; k < phase.size(); ++k) place_[static_cast<size_t>(phase[k])] = static_cast<int>(k);
  for (size_t k = 0; k < phase.size(); ++k) {
    for (const PlanEdge& in : plan_->at(phase[k]).inputs) {
      const int source = place_[static_cast<size_t>(in.node)];
      if (source < 0 || plan_->shape(in) != plan_->at(phase[k]).shapes[0]) continue;
      root[find(k)] = find(static_cast<size_t>(source));
    }
  }
  for (const int node : phase) place_[static_cast<size_t>(node)] = -1;
  std::map<size_t, std::vector<int>> components;
  for (size_t k = 0; k < phase.size(); ++k) components[find(k)].push_back(phase[k]);
  for (const auto& [unused, nodes] : components) RUNNEL_RETURN_IF_ERROR(FuseComponent(nodes));
  return OkStatus();
}

Status ElementwiseFusion::FuseComponent(std::span<const int> nodes) {
  while (nodes.size() >= 2) {
    const Part part = TakePart(nodes);
    nodes = nodes.subspan(part.nodes.size());
    if (part.nodes.size() < 2) continue;
    const std::vector<int> results = ResultsOf(part);
    RUNNEL_ASSIGN_OR_RETURN(const int made, Make(part, results));
    if (!supports_(plan_->at(made))) {
      plan_->at(made).removed = true;
      continue;
    }
    fused_.push_back(made);
    sources_.push_back(part.nodes);
    for (size_t k = 0; k < results.size(); ++k) {
      replacement_[static_cast<size_t>(results[k])] = {{made, static_cast<int>(k)}};
    }
  }
  return OkStatus();
}

ElementwiseFusion::Part ElementwiseFusion::TakePart(std::span<const int> nodes) const {
  Part part;
  for (const int i : nodes) {
    Part longer = part;
    longer.nodes.push_back(i);
    for (const PlanEdge& in : plan_->at(i).inputs) {
      const bool known =
          std::find(part.nodes.begin(), part.nodes.end(), in.node) != part.nodes.end() ||
          std::find(longer.inputs.begin(), longer.inputs.end(), in) != longer.inputs.end();
      if (!known) longer.inputs.push_back(in);
    }
    if (longer.nodes.size() > RNLP_FUSED_MAX_INSTRUCTIONS ||
        longer.inputs.size() > RNLP_FUSED_MAX_INPUTS)
      break;
    part = std::move(longer);
  }
  if (part.nodes.size() > 1 && ResultsOf(part).size() > RNLP_FUSED_MAX_OUTPUTS)
    return TakePart(nodes.first(part.nodes.size() - 1));
  return part;
}

std::vector<int> ElementwiseFusion::ResultsOf(const Part& part) const {
  std::vector<int> inside(part.nodes.size(), 0), results;
  for (const int i : part.nodes) {
    for (const PlanEdge& in : plan_->at(i).inputs) {
      const auto it = std::find(part.nodes.begin(), part.nodes.end(), in.node);
      if (it != part.nodes.end()) ++inside[static_cast<size_t>(it - part.nodes.begin())];
    }
  }
  for (size_t k = 0; k < part.nodes.size(); ++k) {
    if (uses_[static_cast<size_t>(part.nodes[k])] > inside[k]) results.push_back(part.nodes[k]);
  }
  return results;
}

Result<int> ElementwiseFusion::Make(const Part& part, std::span<const int> results) {
  const PlanNode& last = plan_->at(part.nodes.back());
  const Shape shape = last.shapes[0];
  std::string program;
  std::vector<int64_t> runs, values;
  for (const PlanEdge& in : part.inputs) {
    int64_t run = 0;
    SpreadsOver(plan_->shape(in), shape, &run);
    runs.push_back(run);
  }
  for (const int i : part.nodes) {
    const PlanNode& node = plan_->at(i);
    program += node.op();
    for (const PlanEdge& in : node.inputs) program += StrCat(" ", part.ValueOf(in));
    program += ";";
  }
  for (const int i : results) values.push_back(part.ValueOf({i, 0}));
  RUNNEL_ASSIGN_OR_RETURN(
      const int made, plan_->Add(plan_->UniqueName(last.name), RNLP_OP_FUSED_ELEMENTWISE, part.inputs,
                                 {{"M", AttrValue(static_cast<int64_t>(results.size()))},
                                  {"N", AttrValue(static_cast<int64_t>(part.inputs.size()))},
                                  {"T", AttrValue(last.output_types[0])},
                                  {"program", AttrValue(program)},
                                  {"results", AttrValue(std::move(values))},
                                  {"runs", AttrValue(std::move(runs))}},
                                 last.device));
  PlanNode& node = plan_->at(made);
  node.shapes.assign(results.size(), shape);
  node.placed = last.placed;
  node.where.assign(results.size(), last.where.empty() ? nullptr : last.where[0]);
  return made;
}

int ElementwiseFusion::Commit() {
  plan_->ReplaceUses(replacement_);
  int count = 0;
  for (const auto& sources : sources_) {
    for (const int i : sources) plan_->at(i).removed = true;
    count += static_cast<int>(sources.size());
  }
  return count;
}

}  // namespace runnel
