#include "core/passes/select_handles.h"

#include <string>
#include <vector>

namespace runnel {
namespace {

class Selection {
 public:
  Selection(int gather, PlanGraph* plan)
      : plan_(plan), name_(plan->at(gather).name), index_(plan->at(gather).inputs[1]) {}

  // The one of `handles` with the number that the index says.
  Result<PlanEdge> Take(const std::vector<PlanEdge>& handles, std::vector<int> behind) {
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge which, Checked(handles.size(), std::move(behind)));
    const AttrList of_index{{"T", AttrValue(plan_->type(index_))}};
    const AttrList of_handle{{"T", AttrValue(DType::kResource)}};
    std::vector<PlanEdge> taken;
    for (size_t i = 0; i < handles.size(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(const PlanEdge number, Number(static_cast<int64_t>(i)));
      RUNNEL_ASSIGN_OR_RETURN(const PlanEdge is_it, Add("Equal", {which, number}, of_index));
      RUNNEL_ASSIGN_OR_RETURN(const PlanEdge sides, Add("Switch", {handles[i], is_it}, of_handle));
      taken.push_back({sides.node, 1});
    }
    const auto count = static_cast<int64_t>(taken.size());
    return Add("Merge", std::move(taken), {{"T", AttrValue(DType::kResource)}, {"N", AttrValue(count)}});
  }

 private:
  // The index, or the error that it is out of range.
  Result<PlanEdge> Checked(size_t count, std::vector<int> behind) {
    std::vector<int64_t> numbers(count);
    for (size_t i = 0; i < count; ++i) numbers[i] = static_cast<int64_t>(i);
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge all, Constant(Shape({static_cast<int64_t>(count)}), numbers));
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge axis, Number(0));
    const DType type = plan_->type(index_);
    RUNNEL_ASSIGN_OR_RETURN(
        const PlanEdge which,
        Add("GatherV2", {all, index_, axis},
            {{"Tparams", AttrValue(type)}, {"Tindices", AttrValue(type)}, {"Taxis", AttrValue(type)}}));
    plan_->at(which.node).controls = std::move(behind);
    return which;
  }
  Result<PlanEdge> Number(int64_t value) { return Constant(Shape(), {value}); }
  // Behind the index, so that it is in the index's frame.
  Result<PlanEdge> Constant(const Shape& shape, const std::vector<int64_t>& values) {
    Result<Tensor> tensor = Tensor();
    if (plan_->type(index_) == DType::kInt64) {
      tensor = Tensor::FromValues<int64_t>(shape, values);
    } else {
      tensor = Tensor::FromValues<int32_t>(shape, std::vector<int32_t>(values.begin(), values.end()));
    }
    RUNNEL_RETURN_IF_ERROR(tensor.status());
    RUNNEL_ASSIGN_OR_RETURN(const int made, plan_->AddConst(plan_->UniqueName(name_), *tensor));
    plan_->at(made).controls = {index_.node};
    return PlanEdge{made, 0};
  }
  Result<PlanEdge> Add(std::string_view op, std::vector<PlanEdge> inputs, AttrList attrs) {
    RUNNEL_ASSIGN_OR_RETURN(
        const int made, plan_->Add(plan_->UniqueName(name_), op, std::move(inputs), std::move(attrs)));
    return PlanEdge{made, 0};
  }

  PlanGraph* const plan_;
  const std::string name_;
  const PlanEdge index_;
};

}  // namespace

Status SelectHandles(PlanGraph* plan) {
  const size_t count = plan->nodes.size();
  for (size_t i = 0; i < count; ++i) {
    const int number = static_cast<int>(i);
    const PlanNode& node = plan->nodes[i];
    if (node.removed || node.feed >= 0 || !node.is("GatherV2") ||
        node.output_types[0] != DType::kResource) {
      continue;
    }
    const PlanNode& list = plan->at(node.inputs[0].node);
    const Shape& index = plan->shape(node.inputs[1]);
    if (!list.is("Pack") || list.removed || list.feed >= 0 || !index.has_rank() || index.rank() != 0)
      continue;
    std::vector<int> behind = node.controls;
    behind.insert(behind.end(), list.controls.begin(), list.controls.end());
    const std::vector<PlanEdge> handles = list.inputs;
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge taken,
                            Selection(number, plan).Take(handles, std::move(behind)));
    plan->ReplaceUses({number, 0}, taken);
    const int to[] = {taken.node};
    plan->ReplaceControls(number, to);
  }
  return OkStatus();
}

}  // namespace runnel
