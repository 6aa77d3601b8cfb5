#include "core/passes/reference_reads.h"

#include <algorithm>

namespace runnel {

Result<PlanEdge> ReferenceReads::Make(PlanEdge value, std::vector<int> behind,
                                      std::string_view for_whom) {
  RUNNEL_ASSIGN_OR_RETURN(const PlanEdge now, MakeWithoutShape(value, std::move(behind), for_whom));
  plan_->at(now.node).shapes[static_cast<size_t>(now.index)] = plan_->shape(value);
  return now;
}

Result<PlanEdge> ReferenceReads::MakeWithoutShape(PlanEdge value, std::vector<int> behind,
                                                  std::string_view for_whom) {
  const Alias alias = *aliases_.Find(value);
  const int like = alias.reads[0];
  if (IsReferenceRead(plan_->at(value.node))) {
    const PlanNode& read = plan_->at(value.node);
    behind.insert(behind.end(), read.controls.begin(), read.controls.end());
    return AddRead(read.inputs[0], std::move(behind), like, for_whom);
  }
  // If it may be something else, a Switch decides which.
  PlanEdge shared = value, own, handle;
  PlanEdge flag;
  const auto divide = [&](PlanEdge edge) -> Result<int> {
    return plan_->Add(plan_->UniqueName(for_whom), "Switch", {edge, flag},
                      {{"T", AttrValue(plan_->type(edge))}});
  };
  if (!alias.certain) {
    RUNNEL_ASSIGN_OR_RETURN(flag, Follow(value, Beside::kFlag));
    RUNNEL_ASSIGN_OR_RETURN(const int sides, divide(value));
    own = {sides, 0};
    shared = {sides, 1};
  }
  if (const int variable = OnlyVariable(alias); variable >= 0) {
    handle = {variable, 0};
  } else {
    RUNNEL_ASSIGN_OR_RETURN(handle, Follow(value, Beside::kHandle));
    if (!alias.certain) {
      RUNNEL_ASSIGN_OR_RETURN(const int sides, divide(handle));
      handle = {sides, 1};
    }
  }
  RUNNEL_ASSIGN_OR_RETURN(const int alive, AliveWith(shared));
  behind.push_back(alive);
  RUNNEL_ASSIGN_OR_RETURN(PlanEdge now, AddRead(handle, std::move(behind), like, for_whom));
  if (MayBeResized(alias)) {
    RUNNEL_ASSIGN_OR_RETURN(now, KeepIfResized(shared, now, for_whom));
  } else if (alias.reshaped) {
    RUNNEL_ASSIGN_OR_RETURN(now, ShapeLike(shared, now, for_whom));
  }
  if (alias.certain) return now;
  return Join(own, now, for_whom);
}

Result<PlanEdge> ReferenceReads::Join(PlanEdge one, PlanEdge other, std::string_view for_whom) {
  RUNNEL_ASSIGN_OR_RETURN(
      const int either, plan_->Add(plan_->UniqueName(for_whom), "Merge", {one, other},
                                   {{"T", AttrValue(plan_->type(one))}, {"N", AttrValue(int64_t{2})}}));
  return PlanEdge{either, 0};
}

bool ReferenceReads::MayBeResized(const Alias& alias) const {
  return std::any_of(alias.reads.begin(), alias.reads.end(), [&](int read) {
    const std::vector<int>& variables = origins_.Of(plan_->at(read).inputs[0]);
    return std::any_of(variables.begin(), variables.end(), [&](int variable) {
      const Shape* shape = variable < 0 ? nullptr : plan_->at(variable).attr<Shape>("shape");
      return shape == nullptr || !shape->IsFullyDefined();
    });
  });
}

Result<PlanEdge> ReferenceReads::AddOp(std::string_view for_whom, std::string_view op,
                                       std::vector<PlanEdge> inputs, AttrList attrs) {
  RUNNEL_ASSIGN_OR_RETURN(
      const int node, plan_->Add(plan_->UniqueName(for_whom), op, std::move(inputs), std::move(attrs)));
  return PlanEdge{node, 0};
}

Result<PlanEdge> ReferenceReads::ShapeLike(PlanEdge like, PlanEdge value, std::string_view for_whom) {
  RUNNEL_ASSIGN_OR_RETURN(const PlanEdge shape,
                          AddOp(for_whom, "Shape", {like}, {{"out_type", AttrValue(DType::kInt64)}}));
  return AddOp(for_whom, "Reshape", {value, shape}, {{"Tshape", AttrValue(DType::kInt64)}});
}

Result<PlanEdge> ReferenceReads::KeepIfResized(PlanEdge before, PlanEdge now,
                                               std::string_view for_whom) {
  const AttrList counts{{"out_type", AttrValue(DType::kInt64)}};
  const AttrList typed{{"T", AttrValue(plan_->type(now))}};
  RUNNEL_ASSIGN_OR_RETURN(const PlanEdge size_before, AddOp(for_whom, "Size", {before}, counts));
  RUNNEL_ASSIGN_OR_RETURN(const PlanEdge size_now, AddOp(for_whom, "Size", {now}, counts));
  RUNNEL_ASSIGN_OR_RETURN(const PlanEdge same, AddOp(for_whom, "Equal", {size_before, size_now},
                                                     {{"T", AttrValue(DType::kInt64)}}));
  RUNNEL_ASSIGN_OR_RETURN(const PlanEdge kept, AddOp(for_whom, "Switch", {before, same}, typed));
  RUNNEL_ASSIGN_OR_RETURN(PlanEdge taken, AddOp(for_whom, "Switch", {now, same}, typed));
  RUNNEL_ASSIGN_OR_RETURN(taken, ShapeLike(before, {taken.node, 1}, for_whom));
  return Join(kept, taken, for_whom);
}

Result<PlanEdge> ReferenceReads::AddRead(PlanEdge handle, std::vector<int> behind, int like,
                                         std::string_view for_whom) {
  std::sort(behind.begin(), behind.end());
  behind.erase(std::unique(behind.begin(), behind.end()), behind.end());
  RUNNEL_ASSIGN_OR_RETURN(const int read,
                          plan_->Add(plan_->UniqueName(for_whom), "ReadVariableOp", {handle},
                                     {{"dtype", AttrValue(plan_->at(like).output_types[0])}},
                                     plan_->at(like).device, std::move(behind)));
  made_.insert(read);
  return PlanEdge{read, 0};
}

Result<int> ReferenceReads::AliveWith(PlanEdge value) {
  if (!plan_->at(value.node).is("Switch")) return value.node;
  const auto [it, is_new] = alive_.try_emplace({value.node, value.index}, -1);
  if (is_new) {
    RUNNEL_ASSIGN_OR_RETURN(
        it->second, plan_->Add(plan_->UniqueName(plan_->at(value.node).name), "Identity", {value},
                               {{"T", AttrValue(plan_->type(value))}}));
  }
  return it->second;
}

int ReferenceReads::OnlyVariable(const Alias& alias) const {
  int only = -1;
  for (const int read : alias.reads) {
    const std::vector<int>& variables = origins_.Of(plan_->at(read).inputs[0]);
    if (variables.size() != 1 || (only >= 0 && only != variables[0])) return -1;
    only = variables[0];
  }
  return only >= 0 && IsLiteralHandle({only, 0}) ? only : -1;
}

Result<PlanEdge> ReferenceReads::Follow(PlanEdge value, Beside what) {
  const auto known = beside_.find({what, value.node, value.index});
  if (known != beside_.end()) return known->second;
  const PlanNode& node = plan_->at(value.node);
  const Alias* alias = aliases_.Find(value);
  const int input = SharedInput(node, value.index);
  PlanEdge out;
  if (what == Beside::kHandle && IsReferenceRead(node)) {
    out = node.inputs[0];
  } else if (alias == nullptr ||
             (alias->certain && (what == Beside::kFlag || OnlyVariable(*alias) >= 0))) {
    RUNNEL_ASSIGN_OR_RETURN(out, Leaf(value, what));
  } else if (node.is("Merge")) {
    return FollowMerge(value.node, what);
  } else if ((node.schema->flags & kOpControlFlow) != 0) {
    RUNNEL_ASSIGN_OR_RETURN(out, FollowMove(value, node.inputs[0], what));
  } else {
    RUNNEL_ASSIGN_OR_RETURN(out, Follow(node.inputs[static_cast<size_t>(input)], what));
  }
  beside_[{what, value.node, value.index}] = out;
  return out;
}

Result<PlanEdge> ReferenceReads::Leaf(PlanEdge value, Beside what) {
  RUNNEL_ASSIGN_OR_RETURN(const int alive, AliveWith(value));
  const std::string name = plan_->UniqueName(plan_->at(value.node).name);
  const Alias* alias = aliases_.Find(value);
  if (what == Beside::kFlag) {
    const bool is_alias = alias != nullptr;
    RUNNEL_ASSIGN_OR_RETURN(const Tensor flag, Tensor::FromValues<bool>(Shape(), {&is_alias, 1}));
    RUNNEL_ASSIGN_OR_RETURN(const int constant, plan_->AddConst(name, flag));
    plan_->at(constant).controls = {alive};
    return PlanEdge{constant, 0};
  }
  // A value that is not an alias needs no real handle: any handle that is valid everywhere will do.
  int variable = alias == nullptr ? -1 : OnlyVariable(*alias);
  for (size_t i = 0; variable < 0 && i < plan_->nodes.size(); ++i) {
    if (!plan_->nodes[i].removed && IsLiteralHandle({static_cast<int>(i), 0})) {
      variable = static_cast<int>(i);
    }
  }
  if (variable < 0) return Unimplemented("no variable stands for \"", plan_->at(value.node).name, "\"");
  RUNNEL_ASSIGN_OR_RETURN(
      const int handle,
      plan_->Add(name, "Identity", {{variable, 0}}, {{"T", AttrValue(DType::kResource)}}, {}, {alive}));
  return PlanEdge{handle, 0};
}

Result<PlanEdge> ReferenceReads::FollowMove(PlanEdge value, PlanEdge input, Beside what) {
  RUNNEL_ASSIGN_OR_RETURN(const PlanEdge beside, Follow(input, what));
  const PlanNode& node = plan_->at(value.node);
  std::vector<PlanEdge> inputs = node.inputs;
  inputs[0] = beside;
  AttrList attrs = *node.attrs;
  SetAttr(&attrs, "T", AttrValue(plan_->type(beside)));
  const std::string name = plan_->UniqueName(node.name);
  const std::string op = node.op();
  const std::vector<int> controls = node.controls;
  RUNNEL_ASSIGN_OR_RETURN(const int moved,
                          plan_->Add(name, op, std::move(inputs), std::move(attrs), {}, controls));
  // The two sides of a Switch are one node.
  for (size_t i = 0; i < plan_->at(moved).output_types.size(); ++i) {
    beside_[{what, value.node, static_cast<int>(i)}] = {moved, static_cast<int>(i)};
  }
  return PlanEdge{moved, value.index};
}

Result<PlanEdge> ReferenceReads::FollowMerge(int merge, Beside what) {
  const std::vector<PlanEdge> values = plan_->at(merge).inputs;
  std::vector<PlanEdge> inputs(values.size());
  PlanEdge any;
  for (size_t i = 0; i < values.size(); ++i) {
    if (plan_->IsBackEdge(merge, values[i])) continue;
    const PlanNode& source = plan_->at(values[i].node);
    // An Enter tells the head of a loop that never runs.
    if (source.is("Enter")) {
      RUNNEL_ASSIGN_OR_RETURN(inputs[i], FollowMove(values[i], source.inputs[0], what));
    } else {
      RUNNEL_ASSIGN_OR_RETURN(inputs[i], Follow(values[i], what));
    }
    any = inputs[i];
  }
  for (PlanEdge& input : inputs) {
    if (input.node < 0) input = any;  // until the loop is closed
  }
  AttrList attrs = *plan_->at(merge).attrs;
  SetAttr(&attrs, "T", AttrValue(plan_->type(any)));
  const std::string name = plan_->UniqueName(plan_->at(merge).name);
  const std::vector<int> controls = plan_->at(merge).controls;
  RUNNEL_ASSIGN_OR_RETURN(const int beside,
                          plan_->Add(name, "Merge", inputs, std::move(attrs), {}, controls));
  const PlanEdge out{beside, 0};
  beside_[{what, merge, 0}] = out;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!plan_->IsBackEdge(merge, values[i])) continue;
    RUNNEL_ASSIGN_OR_RETURN(plan_->at(beside).inputs[i],
                            FollowMove(values[i], plan_->at(values[i].node).inputs[0], what));
  }
  return out;
}

}  // namespace runnel
