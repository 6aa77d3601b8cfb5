// Makes reads of ref variables at a given place, to replace a value that shares memory with them.
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

  // A value like `value`, which is an alias, but read after all nodes of `behind` have run. It is alive
  // exactly where `value` is, in the frame of `behind` and `value`, and has its shape. `for_whom` is for
  // names.
  Result<PlanEdge> Make(PlanEdge value, std::vector<int> behind, std::string_view for_whom);
  // The reads that Make has added.
  const std::set<int>& made() const { return made_; }
  // Whether waiting for an edge costs nothing: a handle that exists before the step begins.
  bool IsLiteralHandle(PlanEdge edge) const {
    const PlanNode& node = plan_->at(edge.node);
    return node.is("VarHandleOp") && node.controls.empty();
  }

 private:
  // What travels through control flow beside a value: the handle of the variable that it is, or a flag
  // whether it is one.
  enum class Beside : int { kHandle, kFlag };

  Result<PlanEdge> MakeWithoutShape(PlanEdge value, std::vector<int> behind, std::string_view for_whom);
  Result<PlanEdge> Follow(PlanEdge value, Beside what);
  Result<PlanEdge> FollowMerge(int merge, Beside what);
  Result<PlanEdge> FollowMove(PlanEdge value, PlanEdge input, Beside what);
  Result<PlanEdge> Leaf(PlanEdge value, Beside what);
  Result<PlanEdge> AddRead(PlanEdge handle, std::vector<int> behind, int like,
                           std::string_view for_whom);
  // The live one of `one` and `other`.
  Result<PlanEdge> Join(PlanEdge one, PlanEdge other, std::string_view for_whom);
  bool MayBeResized(const Alias& alias) const;
  Result<PlanEdge> AddOp(std::string_view for_whom, std::string_view op, std::vector<PlanEdge> inputs,
                         AttrList attrs);
  Result<PlanEdge> ShapeLike(PlanEdge like, PlanEdge value, std::string_view for_whom);
  // A variable that got another number of elements has new memory, while aliases of the old memory keep
  // the old value. Gives `now` if it has as many elements as `before`, else `before`; always with the
  // shape of `before`.
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
