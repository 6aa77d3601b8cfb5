#include "core/passes/case_branches.h"

namespace runnel {
namespace {

// The Case of `branches`, whose index is `index` once `offset` is taken from it.
Result<FunctionDef> CaseOf(const std::string& op, const char* name, std::vector<FuncRef> branches,
                           int32_t offset) {
  FunctionDef def;
  def.signature.name = op + name;
  const auto list = [](const char* arg_name, const char* types) {
    ArgSchema arg;
    arg.name = arg_name;
    arg.type_list_attr = types;
    return arg;
  };
  ArgSchema index;
  index.name = "branch_index";
  index.dtype = DType::kInt32;
  def.signature.inputs = {index, list("input", "Tin")};
  def.signature.outputs = {list("output", "Tout")};
  std::string within = index.name;
  if (offset != 0) {
    RUNNEL_ASSIGN_OR_RETURN(const Tensor value, Tensor::FromScalar<int32_t>(offset));
    def.nodes.push_back(
        {"offset", "Const", {}, {}, {{"dtype", AttrValue(DType::kInt32)}, {"value", AttrValue(value)}}});
    def.nodes.push_back(
        {"within", "Sub", {"branch_index", "offset:output:0"}, {}, {{"T", AttrValue(DType::kInt32)}}});
    within = "within:z:0";
  }
  def.nodes.push_back({"case",
                       op,
                       {within, "input"},
                       {},
                       {{"Tin", AttrValue(AttrPlaceholder{"Tin"})},
                        {"Tout", AttrValue(AttrPlaceholder{"Tout"})},
                        {"branches", AttrValue(std::move(branches))}}});
  def.ret = {{"output", "case:output"}};
  return def;
}

}  // namespace

// Halves, since calls may nest only so deep. An index that is none stays none on its way to the last
// branch: a negative one stays negative or wraps around to beyond all branches.
Result<CaseHalves> HalveCase(const std::string& op, const std::vector<FuncRef>& branches) {
  CaseHalves halves;
  halves.size = static_cast<int32_t>(branches.size() / 2);
  const auto middle = branches.begin() + halves.size;
  RUNNEL_ASSIGN_OR_RETURN(halves.first, CaseOf(op, "_first", {branches.begin(), middle}, 0));
  RUNNEL_ASSIGN_OR_RETURN(halves.second, CaseOf(op, "_second", {middle, branches.end()}, halves.size));
  return halves;
}

}  // namespace runnel
