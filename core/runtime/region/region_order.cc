// The order of a region's nodes around the variables that it changes.
//
// A read borrows its variable's memory, so every use of it goes before the writes that do not themselves
// lead to the use; where that cannot be the read copies. A value that enters the region may be a borrow,
// too, of a read made elsewhere: where all of its uses go before the writes the write need not spare it.
#include "core/runtime/region/region_builder.h"

#include <algorithm>
#include <set>

namespace runnel {
namespace {

bool Contains(const std::vector<Variable*>& list, const Variable* variable) {
  return std::find(list.begin(), list.end(), variable) != list.end();
}

}  // namespace

Result<std::vector<RegionBuilder::Write>> RegionBuilder::FindWrites() {
  std::vector<Write> writes;
  for (const int m : members_) {
    const PlanNode& node = plan_.at(m);
    const NodeKind kind = KindOf(node);
    Write write{m, {}};
    const auto add = [&](PlanEdge handle) -> Status {
      RUNNEL_ASSIGN_OR_RETURN(const Ref<Variable> variable,
                              services_.variable(services_.handle_of(handle)));
      write.variables.push_back(variable.get());
      return OkStatus();
    };
    if (kind == NodeKind::kAssignVariable || kind == NodeKind::kDestroyResource) {
      RUNNEL_RETURN_IF_ERROR(add(node.inputs[0]));
    } else if (kind == NodeKind::kKernel) {
      RUNNEL_ASSIGN_OR_RETURN(const PlannedKernel* kernel, services_.kernel(m));
      const std::vector<uint32_t> marks = InputMarks(kernel->row(), node);
      for (size_t k = 0; k < node.inputs.size(); ++k) {
        if ((marks[k] & RNLP_ARG_UPDATE) == 0 || plan_.type(node.inputs[k]) != DType::kResource)
          continue;
        RUNNEL_RETURN_IF_ERROR(add(node.inputs[k]));
      }
    }
    if (!write.variables.empty()) writes.push_back(std::move(write));
  }
  return writes;
}

// By variable, not by handle: two handles may name one.
Result<std::vector<RegionBuilder::Borrowed>> RegionBuilder::FindBorrowed(
    const std::vector<Write>& writes) {
  std::vector<Borrowed> found;
  const auto add = [&](int read, PlanEdge external, int handle) -> Status {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Variable> variable, services_.variable(handle));
    const bool is_written = std::any_of(writes.begin(), writes.end(), [&](const Write& write) {
      return Contains(write.variables, variable.get());
    });
    if (is_written) found.push_back({read, external, handle, variable.get(), {}});
    return OkStatus();
  };
  std::set<std::pair<int, int>> entered;
  for (const int m : members_) {
    const PlanNode& node = plan_.at(m);
    if (KindOf(node) == NodeKind::kReadVariable) {
      RUNNEL_RETURN_IF_ERROR(add(m, {}, services_.handle_of(node.inputs[0])));
    }
    for (const PlanEdge& in : node.inputs) {
      if (is_member_[static_cast<size_t>(in.node)] || plan_.type(in) == DType::kResource) continue;
      const int handle = services_.read_at(in);
      if (handle < 0 || !entered.emplace(in.node, in.index).second) continue;
      RUNNEL_RETURN_IF_ERROR(add(-1, in, handle));
    }
  }
  return found;
}

std::vector<std::vector<int>> RegionBuilder::FindUsers() const {
  std::vector<std::vector<int>> users(plan_.nodes.size());
  for (const int m : members_) {
    for (const PlanEdge& in : plan_.at(m).inputs) {
      if (is_member_[static_cast<size_t>(in.node)]) users[static_cast<size_t>(in.node)].push_back(m);
    }
    for (const int c : plan_.at(m).controls) {
      if (is_member_[static_cast<size_t>(c)]) users[static_cast<size_t>(c)].push_back(m);
    }
  }
  return users;
}

void RegionBuilder::FindUses(const std::vector<std::vector<int>>& users, Borrowed* borrowed) const {
  std::vector<int> stack;
  const auto use = [&](int node) {
    if (std::find(borrowed->uses.begin(), borrowed->uses.end(), node) != borrowed->uses.end()) return;
    borrowed->uses.push_back(node);
    const NodeKind kind = KindOf(plan_.at(node));
    if (kind == NodeKind::kPassThrough || kind == NodeKind::kReshape || node == borrowed->read)
      stack.push_back(node);
  };
  if (borrowed->read >= 0) {
    use(borrowed->read);
  } else {
    for (const int m : members_) {
      const std::vector<PlanEdge>& inputs = plan_.at(m).inputs;
      if (std::find(inputs.begin(), inputs.end(), borrowed->external) != inputs.end()) use(m);
    }
  }
  while (!stack.empty()) {
    const int i = stack.back();
    stack.pop_back();
    for (const int u : users[static_cast<size_t>(i)]) {
      const std::vector<PlanEdge>& inputs = plan_.at(u).inputs;
      if (std::any_of(inputs.begin(), inputs.end(), [&](const PlanEdge& in) { return in.node == i; }))
        use(u);
    }
  }
}

Status RegionBuilder::OrderReadsBeforeWrites() {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Write> writes, FindWrites());
  if (writes.empty()) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Borrowed> borrowed, FindBorrowed(writes));
  if (borrowed.empty()) return OkStatus();

  const std::vector<std::vector<int>> users = FindUsers();
  for (Borrowed& b : borrowed) FindUses(users, &b);
  // From a node: itself and everything that depends on it.
  const auto reached_from = [&](int from) {
    std::vector<bool> seen(plan_.nodes.size(), false);
    std::vector<int> stack{from};
    while (!stack.empty()) {
      const int i = stack.back();
      stack.pop_back();
      if (seen[static_cast<size_t>(i)]) continue;
      seen[static_cast<size_t>(i)] = true;
      for (const int u : users[static_cast<size_t>(i)]) stack.push_back(u);
    }
    return seen;
  };
  std::vector<bool> spared(borrowed.size(), false);  // externals that a write must not change in place
  std::vector<Order> of_reads, of_externals;
  for (const Write& write : writes) {
    const std::vector<bool> after = reached_from(write.node);
    for (size_t k = 0; k < borrowed.size(); ++k) {
      const Borrowed& b = borrowed[k];
      if (!Contains(write.variables, b.variable)) continue;
      if (b.read >= 0 && after[static_cast<size_t>(b.read)]) continue;  // reads what was written
      for (const int u : b.uses) {
        if (!after[static_cast<size_t>(u)]) {
          (b.read >= 0 ? of_reads : of_externals).emplace_back(u, write.node);
        } else if (b.read >= 0) {
          copy_read_[static_cast<size_t>(b.read)] = true;
        } else {
          spared[k] = true;
        }
      }
    }
  }
  std::vector<Order> all = of_reads;
  all.insert(all.end(), of_externals.begin(), of_externals.end());
  if (Reorder(users, all)) {
    for (size_t k = 0; k < borrowed.size(); ++k) {
      if (borrowed[k].read < 0 && !spared[k])
        used_externals_.push_back({borrowed[k].external, borrowed[k].handle});
    }
  } else if (!Reorder(users, of_reads)) {
    // The orders contradict each other (two variables that feed each other's updates): the reads copy.
    for (const Borrowed& b : borrowed) {
      if (b.read >= 0) copy_read_[static_cast<size_t>(b.read)] = true;
    }
  }
  return OkStatus();
}

// Puts the members into an order that keeps to `next` and to `extra`, earlier positions first among
// equals. False, and nothing has changed, if there is none.
bool RegionBuilder::Reorder(std::vector<std::vector<int>> next, const std::vector<Order>& extra) {
  std::vector<int> position(plan_.nodes.size(), -1), pending(plan_.nodes.size(), 0);
  for (size_t k = 0; k < members_.size(); ++k)
    position[static_cast<size_t>(members_[k])] = static_cast<int>(k);
  for (const auto& [before, after] : extra) next[static_cast<size_t>(before)].push_back(after);
  for (const int m : members_) {
    for (const int u : next[static_cast<size_t>(m)]) ++pending[static_cast<size_t>(u)];
  }
  std::set<int> ready;  // positions
  for (const int m : members_) {
    if (pending[static_cast<size_t>(m)] == 0) ready.insert(position[static_cast<size_t>(m)]);
  }
  std::vector<int> order;
  while (!ready.empty()) {
    const int m = members_[static_cast<size_t>(*ready.begin())];
    ready.erase(ready.begin());
    order.push_back(m);
    for (const int u : next[static_cast<size_t>(m)]) {
      if (--pending[static_cast<size_t>(u)] == 0) ready.insert(position[static_cast<size_t>(u)]);
    }
  }
  if (order.size() != members_.size()) return false;
  members_ = std::move(order);
  return true;
}

}  // namespace runnel
