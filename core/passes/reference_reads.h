// Reads of ref variables at a place that is given, instead of a value that shares memory with them.
#ifndef RUNNEL_CORE_PASSES_REFERENCE_READS_H_
#define RUNNEL_CORE_PASSES_REFERENCE_READS_H_

#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/passes/reference_aliases.h"

namespace runnel {

class ReferenceReads {
 public:
  // `aliases` and `origins` are of `plan` as it is now.
  ReferenceReads(const Aliases& aliases, const HandleOrigins& origins, PlanGraph* plan)
      : aliases_(aliases), origins_(origins), plan_(plan) {}

  // A value like `value`, which is an alias, but read when all nodes of `behind` have run. Alive exactly
  // where `value` is, and made in the frame of `behind` and `value`. `for_whom` is for names.
  Result<PlanEdge> Make(PlanEdge value, std::vector<int> behind, std::string_view for_whom);
  // The reads that Make has added.
  const std::set<int>& made() const { return made_; }
  // Whether an edge costs nothing to be waited for: a handle that is there before the step begins.
  bool IsLiteralHandle(PlanEdge edge) const {
    const PlanNode& node = plan_->at(edge.node);
    return node.is("VarHandleOp") && node.controls.empty();
  }

 private:
  // What goes through control flow beside a value: the handle of the variable that it is, or whether it
  // is one.
  enum class Beside : int { kHandle, kFlag };

  Result<PlanEdge> Follow(PlanEdge value, Beside what);
  Result<PlanEdge> FollowMerge(int merge, Beside what);
  Result<PlanEdge> FollowMove(PlanEdge value, PlanEdge input, Beside what);
  Result<PlanEdge> Leaf(PlanEdge value, Beside what);
  Result<PlanEdge> AddRead(PlanEdge handle, std::vector<int> behind, int like,
                           std::string_view for_whom);
  // `one` or `other`, of which one is dead.
  Result<PlanEdge> Join(PlanEdge one, PlanEdge other, std::string_view for_whom);
  bool MayBeResized(const Alias& alias) const;
  Result<PlanEdge> AddOp(std::string_view for_whom, std::string_view op, std::vector<PlanEdge> inputs,
                         AttrList attrs);
  Result<PlanEdge> ShapeLike(PlanEdge like, PlanEdge value, std::string_view for_whom);
  // A variable that got another number of elements has other memory, and what shared the old one keeps
  // the old value: `now` if it has as many elements as `before`, else `before`, and its shape always.
  Result<PlanEdge> KeepIfResized(PlanEdge before, PlanEdge now, std::string_view for_whom);
  // A node that runs exactly where `value` is alive.
  Result<int> AliveWith(PlanEdge value);
  // The one variable that `alias` is, as a handle that is good in every frame; -1: there is none.
  int OnlyVariable(const Alias& alias) const;

  const Aliases& aliases_;
  const HandleOrigins& origins_;
  PlanGraph* const plan_;
  std::map<std::tuple<Beside, int, int>, PlanEdge> beside_;
  std::map<std::pair<int, int>, int> alive_;
  std::set<int> made_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_REFERENCE_READS_H_
