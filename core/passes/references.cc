// Resolver: moves reads of ref variables behind the updates that precede their use.
//
// A use is an input of a node, or a fetch, that is an alias of a variable. For each node that updates
// variables, MarkUsesBehind spreads along edges and control edges: first within the iteration, then also
// along back edges and from sends to receives (another task may act in between). A use that is reached,
// while the read that it shares is not, is late: it gets a read of its own behind everything else that
// its node waits for (ReadAgain). A late fetch is read behind all updates of the step; updates in loops
// and branches are waited for through a ControlTrigger, since they may be dead.
//
// At the end, reads that only served order are replaced by their control inputs (ReadNothingForOrder),
// because a variable without a value must not fail a node that never looks at it.
#include "core/passes/references.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/graph/ref_variables.h"
#include "core/passes/reference_aliases.h"
#include "core/passes/reference_reads.h"

namespace runnel {
namespace {

bool AsksForShape(const PlanNode& node) {
  return node.is("Shape") || node.is("ShapeN") || node.is("Size") || node.is("Rank");
}

class Resolver {
 public:
  Resolver(bool fetches_come_early, std::vector<int> order, PlanGraph* plan)
      : fetches_come_early_(fetches_come_early),
        plan_(plan),
        order_(std::move(order)),
        origins_(*plan, order_),
        aliases_(*plan, order_),
        reads_(aliases_, origins_, plan) {}

  Status Run() {
    FindWriters();
    if (!writers_.empty()) {
      FindUses();
      Connect();
      for (const auto& [writer, variables] : writers_) MarkUsesBehind(writer, variables);
      FindFrames();
      RUNNEL_RETURN_IF_ERROR(ReadAgain());
    }
    RUNNEL_RETURN_IF_ERROR(KeepShapesOfValues());
    RUNNEL_RETURN_IF_ERROR(ReadNothingForOrder());
    plan_->RemoveUnused();
    return OkStatus();
  }

 private:
  // An input of a node, or a fetch (user -1), that is an alias.
  struct Use {
    int user = -1;
    size_t input = 0;
    const Alias* alias = nullptr;
    bool is_late = false;  // an update comes before it, but not before the read that it shares
  };
  static constexpr int kAny = HandleOrigins::kAny;

  void FindWriters() {
    for (const int i : order_) {
      std::vector<int> variables = origins_.WrittenBy(i);
      if (!variables.empty()) writers_.emplace_back(i, std::move(variables));
    }
  }

  void FindUses() {
    const auto add = [&](int user, size_t input, PlanEdge value) {
      const Alias* alias = aliases_.Find(value);
      if (alias == nullptr) return;
      std::set<int> variables;
      for (const int read : alias->reads) {
        const std::vector<int>& of = origins_.Of(plan_->at(read).inputs[0]);
        variables.insert(of.begin(), of.end());
      }
      for (const int variable : variables) uses_of_[variable].push_back(uses_.size());
      uses_.push_back({user, input, alias});
    };
    for (const int i : order_) {
      const PlanNode& node = plan_->at(i);
      for (size_t k = 0; k < node.inputs.size(); ++k) {
        if (!HandsOn(node, k)) add(i, k, node.inputs[k]);
      }
    }
    for (size_t f = 0; f < plan_->fetches.size() && !fetches_come_early_; ++f) {
      add(-1, f, plan_->fetches[f].source);
    }
  }

  // Whether an input only becomes an output, unread.
  static bool HandsOn(const PlanNode& node, size_t input) {
    if (node.is("CheckNumerics")) return false;
    if (node.is("Merge")) return true;
    const int output = node.is("IdentityN") ? static_cast<int>(input) : 0;
    return SharedInput(node, output) == static_cast<int>(input);
  }

  // Fills users_: by node, the nodes that wait for it. later_users_ has those of a later iteration, and
  // those behind what other tasks do in between.
  void Connect() {
    users_.resize(plan_->nodes.size());
    later_users_.resize(plan_->nodes.size());
    std::vector<int> sends, receives;
    for (const int i : order_) {
      const PlanNode& node = plan_->at(i);
      if (node.is("_HostSend")) sends.push_back(i);
      if (node.is("_HostRecv")) receives.push_back(i);
      for (const PlanEdge& in : node.inputs) {
        auto& users = plan_->IsBackEdge(i, in) ? later_users_ : users_;
        users[static_cast<size_t>(in.node)].push_back(i);
      }
      for (const int c : node.controls) users_[static_cast<size_t>(c)].push_back(i);
    }
    for (const int send : sends) {
      auto& later = later_users_[static_cast<size_t>(send)];
      later.insert(later.end(), receives.begin(), receives.end());
    }
  }

  void MarkUsesBehind(int writer, const std::vector<int>& variables) {
    std::vector<size_t> candidates;
    const auto take = [&](int variable) {
      const auto it = uses_of_.find(variable);
      if (it != uses_of_.end()) {
        candidates.insert(candidates.end(), it->second.begin(), it->second.end());
      }
    };
    if (std::find(variables.begin(), variables.end(), kAny) != variables.end()) {
      for (size_t i = 0; i < uses_.size(); ++i) candidates.push_back(i);
    } else {
      for (const int variable : variables) take(variable);
      take(kAny);
    }
    if (candidates.empty()) return;
    // Within the same iteration first.
    std::vector<int> reached{writer};
    std::vector<char> seen(plan_->nodes.size(), 0);
    seen[static_cast<size_t>(writer)] = kStart;
    Spread(&reached, kSoon, false, &seen);
    Spread(&reached, kLater, true, &seen);
    for (const size_t i : candidates) {
      Use& use = uses_[i];
      if (use.is_late) continue;
      if (use.user >= 0) {
        const char how = seen[static_cast<size_t>(use.user)];
        if (how == 0 || how == kStart) continue;
      }
      const auto& reads = use.alias->reads;
      use.is_late = use.alias->moved || !std::all_of(reads.begin(), reads.end(), [&](int read) {
                      return seen[static_cast<size_t>(read)] == kSoon;
                    });
    }
  }
  static constexpr char kStart = 1, kSoon = 2, kLater = 3;

  // Adds to `reached`, with the mark `mark`, the unmarked nodes that wait for any of its nodes.
  void Spread(std::vector<int>* reached, char mark, bool across_iterations, std::vector<char>* seen) {
    std::vector<int> stack = *reached;
    const auto reach = [&](const std::vector<std::vector<int>>& users, int i) {
      for (const int user : users[static_cast<size_t>(i)]) {
        char& at = (*seen)[static_cast<size_t>(user)];
        // Around a loop, the writer comes after itself.
        if (at != 0 && !(across_iterations && at == kStart)) continue;
        at = mark;
        stack.push_back(user);
        reached->push_back(user);
      }
    };
    while (!stack.empty()) {
      const int i = stack.back();
      stack.pop_back();
      reach(users_, i);
      if (across_iterations) reach(later_users_, i);
    }
  }

  // No input changes before all reads are made: a value is followed through the nodes that hand it on,
  // of which some (CheckNumerics) look at it themselves.
  Status ReadAgain() {
    std::map<std::tuple<int, int, int>, PlanEdge> made;  // by user and value
    std::map<int, std::map<size_t, PlanEdge>> inputs;    // by user and input
    for (const Use& use : uses_) {
      if (!use.is_late) continue;
      if (use.user < 0) {
        RUNNEL_RETURN_IF_ERROR(FetchAtEnd(use));
        continue;
      }
      const PlanEdge value = plan_->at(use.user).inputs[use.input];
      const auto [it, is_new] = made.try_emplace({use.user, value.node, value.index});
      std::map<size_t, PlanEdge>& replaced = inputs[use.user];
      if (is_new) {
        RUNNEL_ASSIGN_OR_RETURN(
            it->second, reads_.Make(value, WaitedForBy(use.user, replaced), plan_->at(use.user).name));
      }
      replaced[use.input] = it->second;
    }
    for (const auto& [user, replaced] : inputs) {
      for (const auto& [input, edge] : replaced) plan_->at(user).inputs[input] = edge;
    }
    return OkStatus();
  }

  // What a node waits for, except the references themselves. Nothing that is added later is among it.
  std::vector<int> WaitedForBy(int i, const std::map<size_t, PlanEdge>& replaced) const {
    const PlanNode& node = plan_->at(i);
    std::vector<int> waits = node.controls;
    for (size_t k = 0; k < node.inputs.size(); ++k) {
      const PlanEdge& in = node.inputs[k];
      const PlanNode& source = plan_->at(in.node);
      const bool is_constant = source.is("Const") && source.controls.empty();
      if (is_constant || reads_.IsLiteralHandle(in) || replaced.contains(k)) continue;
      if (IsReferenceRead(source)) {
        // The reference itself is available at once; its control inputs, as an Assign's update, are
        // waited for.
        waits.insert(waits.end(), source.controls.begin(), source.controls.end());
        continue;
      }
      waits.push_back(in.node);
    }
    return waits;
  }

  // The value as all updates of the step leave it.
  Status FetchAtEnd(const Use& use) {
    const PlanEdge value = plan_->fetches[use.input].source;
    const std::string name = plan_->at(value.node).name;
    // Values within loops cannot be fetched; another check refuses them.
    if (FrameAfter(value.node) != 0) return OkStatus();
    std::set<int> variables;
    for (const int read : use.alias->reads) {
      const std::vector<int>& of = origins_.Of(plan_->at(read).inputs[0]);
      variables.insert(of.begin(), of.end());
    }
    std::vector<int> behind;
    std::set<int> maybe_dead;
    for (const auto& [writer, written] : writers_) {
      const bool concerns =
          variables.contains(kAny) || std::any_of(written.begin(), written.end(), [&](int variable) {
            return variable == kAny || variables.contains(variable);
          });
      if (!concerns) continue;
      const int frame = frame_of_[static_cast<size_t>(writer)];
      if (frame != 0) {
        const auto& exits =
            exits_of_[static_cast<size_t>(frames_[static_cast<size_t>(frame)].outermost)];
        maybe_dead.insert(exits.begin(), exits.end());
      } else if (conditional_[static_cast<size_t>(writer)]) {
        maybe_dead.insert(writer);
      } else {
        behind.push_back(writer);
      }
    }
    if (!maybe_dead.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(const int settled,
                              plan_->Add(plan_->UniqueName(name), "ControlTrigger", {}, {}, {},
                                         {maybe_dead.begin(), maybe_dead.end()}));
      behind.push_back(settled);
    }
    RUNNEL_ASSIGN_OR_RETURN(plan_->fetches[use.input].source,
                            reads_.Make(value, std::move(behind), name));
    return OkStatus();
  }

  // By node: its frame (0: none) and whether a Switch comes before it.
  void FindFrames() {
    if (std::none_of(uses_.begin(), uses_.end(),
                     [](const Use& use) { return use.user < 0 && use.is_late; }))
      return;
    frames_.emplace_back();
    exits_of_.emplace_back();
    frame_of_.assign(plan_->nodes.size(), 0);
    conditional_.assign(plan_->nodes.size(), false);
    std::map<std::pair<int, std::string>, int> children;
    for (const int i : order_) {
      const PlanNode& node = plan_->at(i);
      int frame = 0;
      bool conditional = false;
      const auto look_at = [&](int source) {
        frame = std::max(frame, FrameAfter(source));
        conditional =
            conditional || conditional_[static_cast<size_t>(source)] || plan_->at(source).is("Switch");
      };
      for (const PlanEdge& in : node.inputs) {
        if (!plan_->IsBackEdge(i, in)) look_at(in.node);
      }
      for (const int c : node.controls) look_at(c);
      if (node.is("Enter")) {
        const auto* name = node.attr<std::string>("frame_name");
        const auto [it, is_new] = children.try_emplace({frame, name == nullptr ? "" : *name},
                                                       static_cast<int>(frames_.size()));
        if (is_new) {
          frames_.push_back(
              {frame, frame == 0 ? it->second : frames_[static_cast<size_t>(frame)].outermost});
          exits_of_.emplace_back();
        }
        frame = it->second;
      }
      if (node.is("Exit") && frame != 0 && frames_[static_cast<size_t>(frame)].parent == 0) {
        exits_of_[static_cast<size_t>(frame)].push_back(i);
      }
      frame_of_[static_cast<size_t>(i)] = frame;
      conditional_[static_cast<size_t>(i)] = conditional;
    }
  }
  int FrameAfter(int node) const {
    const int frame = frame_of_[static_cast<size_t>(node)];
    return plan_->at(node).is("Exit") && frame != 0 ? frames_[static_cast<size_t>(frame)].parent : frame;
  }

  // Shapes are mostly known before values; the value must exist all the same.
  Status KeepShapesOfValues() {
    std::set<int> kept;
    for (const PlanNode& node : plan_->nodes) {
      if (node.removed || !AsksForShape(node)) continue;
      for (PlanEdge in : node.inputs) {
        for (int input = 0; input >= 0 && !plan_->at(in.node).is("ReadVariableOp");) {
          input = SharedInput(plan_->at(in.node), in.index);
          if (input >= 0) in = plan_->at(in.node).inputs[static_cast<size_t>(input)];
        }
        if (IsReferenceRead(plan_->at(in.node)) || reads_.made().contains(in.node)) {
          kept.insert(in.node);
        }
      }
    }
    plan_->targets.insert(plan_->targets.end(), kept.begin(), kept.end());
    kept_ = std::move(kept);
    return OkStatus();
  }

  // A reference that is only waited for, or only run, is not read: it may have no value yet.
  Status ReadNothingForOrder() {
    for (PlanNode& node : plan_->nodes) {
      if (node.removed) continue;
      std::vector<int> controls;
      for (const int c : node.controls) Order(c, &controls);
      node.controls = std::move(controls);
    }
    for (int& target : plan_->targets) {
      if (!IsReferenceRead(plan_->at(target)) || kept_.contains(target)) continue;
      std::vector<int> controls;
      Order(target, &controls);
      plan_->at(target).pinned = false;
      if (controls.size() == 1) {
        target = controls[0];
      } else {
        RUNNEL_ASSIGN_OR_RETURN(target, plan_->Add(plan_->UniqueName(plan_->at(target).name), "NoOp", {},
                                                   {}, {}, std::move(controls)));
      }
      plan_->at(target).pinned = true;
    }
    return OkStatus();
  }

  // The nodes to wait for in place of `node`.
  void Order(int node, std::vector<int>* controls) const {
    const auto add = [&](int one) {
      if (std::find(controls->begin(), controls->end(), one) == controls->end())
        controls->push_back(one);
    };
    if (!IsReferenceRead(plan_->at(node))) return add(node);
    const PlanEdge handle = plan_->at(node).inputs[0];
    bool is_waited_for = reads_.IsLiteralHandle(handle);
    for (const int c : plan_->at(node).controls) {
      Order(c, controls);
      const std::vector<PlanEdge>& inputs = plan_->at(c).inputs;  // an update's, mostly
      is_waited_for |= std::find(inputs.begin(), inputs.end(), handle) != inputs.end();
    }
    if (!is_waited_for) add(handle.node);
  }

  struct Frame {
    int parent = 0, outermost = 0;
  };

  const bool fetches_come_early_;
  PlanGraph* const plan_;
  const std::vector<int> order_;
  const HandleOrigins origins_;
  const Aliases aliases_;
  ReferenceReads reads_;
  std::vector<std::pair<int, std::vector<int>>> writers_;  // and what they write
  std::vector<Use> uses_;
  std::map<int, std::vector<size_t>> uses_of_;  // by variable
  std::vector<std::vector<int>> users_, later_users_;
  std::vector<Frame> frames_;
  std::vector<std::vector<int>> exits_of_;  // by frame without parent
  std::vector<int> frame_of_;
  std::vector<bool> conditional_;
  std::set<int> kept_;
};

}  // namespace

Status ResolveReferences(bool fetches_come_early, PlanGraph* plan, bool settled) {
  if (std::none_of(plan->nodes.begin(), plan->nodes.end(), IsReferenceRead)) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(std::vector<int> order, plan->TopologicalOrder());
  RUNNEL_RETURN_IF_ERROR(Resolver(fetches_come_early, std::move(order), plan).Run());
  if (!settled) return OkStatus();
  for (PlanNode& node : plan->nodes) {
    if (!IsReferenceRead(node)) continue;
    AttrList attrs = *node.attrs;
    SetAttr(&attrs, kReferenceAttr, AttrValue(false));
    node.attrs = plan->Own(std::move(attrs));
  }
  return OkStatus();
}

}  // namespace runnel
