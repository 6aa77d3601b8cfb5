#include "core/passes/case_branches.h"

namespace runnel {

// Counting down wraps around below the lowest number, long after the last branch was taken.
Result<FunctionDef> OtherBranches(const std::string& op, const std::vector<FuncRef>& branches) {
  FunctionDef def;
  def.signature.name = op + "_others";
  const auto list = [](const char* name, const char* types) {
    ArgSchema arg;
    arg.name = name;
    arg.type_list_attr = types;
    return arg;
  };
  ArgSchema index;
  index.name = "branch_index";
  index.dtype = DType::kInt32;
  def.signature.inputs = {index, list("input", "Tin")};
  def.signature.outputs = {list("output", "Tout")};
  RUNNEL_ASSIGN_OR_RETURN(const Tensor one, Tensor::FromScalar<int32_t>(1));
  def.nodes.push_back(
      {"one", "Const", {}, {}, {{"dtype", AttrValue(DType::kInt32)}, {"value", AttrValue(one)}}});
  def.nodes.push_back(
      {"next", "Sub", {"branch_index", "one:output:0"}, {}, {{"T", AttrValue(DType::kInt32)}}});
  const std::vector<FuncRef> others(branches.begin() + 1, branches.end());
  def.nodes.push_back({"others",
                       op,
                       {"next:z:0", "input"},
                       {},
                       {{"Tin", AttrValue(AttrPlaceholder{"Tin"})},
                        {"Tout", AttrValue(AttrPlaceholder{"Tout"})},
                        {"branches", AttrValue(others)}}});
  def.ret = {{"output", "others:output"}};
  return def;
}

}  // namespace runnel
