#include "core/graph/saver_nodes.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace runnel {
namespace {

// What TensorFlow's Saver has by default.
constexpr int kMaxToKeep = 5;
constexpr float kKeepEveryHours = 10000;
constexpr int kVersion2 = 2;

// A scope under which the graph has nothing.
std::string NewScope(const GraphDef& graph) {
  std::unordered_set<std::string_view> taken;
  for (const NodeDef& node : graph.nodes) {
    taken.insert(std::string_view(node.name).substr(0, node.name.find('/')));
  }
  std::string scope = "save";
  for (int number = 1; taken.contains(scope); ++number) scope = StrCat("save_", number);
  return scope;
}

class Saver {
 public:
  Saver(std::span<const SavedVariable> variables, GraphDef* graph)
      : variables_(variables), graph_(*graph), scope_(NewScope(*graph)) {}

  Status Run(SaverDef* saver) {
    RUNNEL_RETURN_IF_ERROR(FindVariables());
    AddFilename();
    RUNNEL_RETURN_IF_ERROR(AddSave());
    RUNNEL_RETURN_IF_ERROR(AddRestore());
    *saver = SaverDef{};
    saver->filename_tensor = Name("Const:0");
    saver->save_tensor = Name("control_dependency:0");
    saver->restore_op = Name("restore_all");
    saver->max_to_keep = kMaxToKeep;
    saver->keep_checkpoint_every_n_hours = kKeepEveryHours;
    saver->version = kVersion2;
    return OkStatus();
  }

 private:
  struct Found {
    std::string device;
    DType dtype;
    bool is_resource;
  };

  std::string Name(std::string_view suffix) const { return StrCat(scope_, "/", suffix); }

  NodeDef& Add(std::string_view suffix, std::string_view op, std::vector<std::string> inputs,
               AttrList attrs) {
    return graph_.nodes.emplace_back(
        NodeDef{Name(suffix), std::string(op), std::move(inputs), {}, std::move(attrs)});
  }

  Status FindVariables() {
    std::unordered_map<std::string_view, const NodeDef*> nodes;
    for (const NodeDef& node : graph_.nodes) nodes.emplace(node.name, &node);
    for (const SavedVariable& variable : variables_) {
      const auto it = nodes.find(variable.node);
      if (it == nodes.end()) {
        return InvalidArgument("variable \"", variable.node, "\" is no node of the graph");
      }
      const NodeDef& node = *it->second;
      const bool is_resource = node.op == "VarHandleOp";
      const AttrValue* dtype = FindAttr(node.attrs, "dtype");
      const DType* type = dtype == nullptr ? nullptr : dtype->get_if<DType>();
      if ((!is_resource && node.op != "VariableV2" && node.op != "Variable") || type == nullptr) {
        return InvalidArgument("node \"", variable.node, "\" (", node.op,
                               ") is not a variable that can be saved");
      }
      found_.push_back({node.device, *type, is_resource});
    }
    return OkStatus();
  }

  Status AddStrings(std::string_view suffix, const Shape& shape,
                    const std::vector<std::string>& values) {
    RUNNEL_ASSIGN_OR_RETURN(Tensor tensor, Tensor::FromStrings(shape, values));
    AttrList attrs;
    SetAttr(&attrs, "dtype", DType::kString);
    SetAttr(&attrs, "value", std::move(tensor));
    Add(suffix, "Const", {}, std::move(attrs));
    return OkStatus();
  }

  // The path may be fed at either of two places, as TensorFlow's may.
  void AddFilename() {
    (void)AddStrings("filename/input", Shape(), {"model"});
    for (const auto& [suffix, input] :
         {std::pair("filename", "filename/input"), std::pair("Const", "filename")}) {
      AttrList attrs;
      SetAttr(&attrs, "dtype", DType::kString);
      SetAttr(&attrs, "shape", Shape());
      Add(suffix, "PlaceholderWithDefault", {Name(input)}, std::move(attrs));
    }
  }

  std::vector<DType> Types() const {
    std::vector<DType> types;
    for (const Found& found : found_) types.push_back(found.dtype);
    return types;
  }

  Status AddNames(std::string_view op) {
    std::vector<std::string> keys, slices;
    for (const SavedVariable& variable : variables_) {
      keys.push_back(variable.key);
      slices.push_back(variable.slice);
    }
    const Shape shape({static_cast<int64_t>(keys.size())});
    RUNNEL_RETURN_IF_ERROR(AddStrings(StrCat(op, "/tensor_names"), shape, keys));
    return AddStrings(StrCat(op, "/shape_and_slices"), shape, slices);
  }

  Status AddSave() {
    RUNNEL_RETURN_IF_ERROR(AddNames("SaveV2"));
    std::vector<std::string> inputs = {Name("Const"), Name("SaveV2/tensor_names"),
                                       Name("SaveV2/shape_and_slices")};
    for (size_t i = 0; i < found_.size(); ++i) {
      if (!found_[i].is_resource) {
        inputs.push_back(variables_[i].node);
        continue;
      }
      const std::string read = StrCat("Read_", i, "/ReadVariableOp");
      AttrList attrs;
      SetAttr(&attrs, "dtype", found_[i].dtype);
      Add(read, "ReadVariableOp", {variables_[i].node}, std::move(attrs)).device = found_[i].device;
      inputs.push_back(Name(read));
    }
    AttrList attrs;
    SetAttr(&attrs, "dtypes", Types());
    Add("SaveV2", "SaveV2", std::move(inputs), std::move(attrs));
    AttrList typed;
    SetAttr(&typed, "T", DType::kString);
    SetAttr(&typed, "_class", std::vector<std::string>{StrCat("loc:@", Name("Const"))});
    Add("control_dependency", "Identity", {Name("Const"), StrCat("^", Name("SaveV2"))},
        std::move(typed));
    return OkStatus();
  }

  Status AddRestore() {
    RUNNEL_RETURN_IF_ERROR(AddNames("RestoreV2"));
    AttrList attrs;
    SetAttr(&attrs, "dtypes", Types());
    Add("RestoreV2", "RestoreV2",
        {Name("Const"), Name("RestoreV2/tensor_names"), Name("RestoreV2/shape_and_slices")},
        std::move(attrs));
    std::vector<std::string> assigned;
    for (size_t i = 0; i < found_.size(); ++i) {
      const std::string value = i == 0 ? Name("RestoreV2") : StrCat(Name("RestoreV2:"), i);
      AttrList typed;
      if (found_[i].is_resource) {
        const std::string suffix = StrCat("AssignVariableOp_", i);
        SetAttr(&typed, "dtype", found_[i].dtype);
        Add(suffix, "AssignVariableOp", {variables_[i].node, value}, std::move(typed)).device =
            found_[i].device;
        assigned.push_back(StrCat("^", Name(suffix)));
      } else {
        const std::string suffix = StrCat("Assign_", i);
        SetAttr(&typed, "T", found_[i].dtype);
        SetAttr(&typed, "use_locking", true);
        SetAttr(&typed, "validate_shape", true);
        SetAttr(&typed, "_class", std::vector<std::string>{StrCat("loc:@", variables_[i].node)});
        Add(suffix, "Assign", {variables_[i].node, value}, std::move(typed));
        assigned.push_back(StrCat("^", Name(suffix)));
      }
    }
    Add("restore_all", "NoOp", std::move(assigned), {});
    return OkStatus();
  }

  const std::span<const SavedVariable> variables_;
  GraphDef& graph_;
  const std::string scope_;
  std::vector<Found> found_;  // of variables_, in their order
};

}  // namespace

Status AddSaverNodes(std::span<const SavedVariable> variables, GraphDef* graph, SaverDef* saver) {
  return Saver(variables, graph).Run(saver);
}

}  // namespace runnel
