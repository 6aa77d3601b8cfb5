#include "core/graph/ref_variables.h"

#include <charconv>
#include <set>
#include <unordered_map>

#include "core/base/status.h"

namespace runnel {
namespace {

enum class Kind : uint8_t {
  kVariable,
  kUpdate,  // its output is the reference that came in first
  kTest,    // looks at a reference, gives a value
  kMove,    // control flow: a reference goes through
};

struct RefOp {
  std::string_view op;
  std::string_view lowered;
  Kind kind;
  int refs = 1;                   // leading inputs that are references; -1: all data inputs
  std::string_view renamed = {};  // what attr "T" is called there; empty: "T"
};

constexpr RefOp kRefOps[] = {
    {"VariableV2", "VarHandleOp", Kind::kVariable, 0},
    {"Variable", "VarHandleOp", Kind::kVariable, 0},
    {"Assign", "AssignVariableOp", Kind::kUpdate, 1, "dtype"},
    {"AssignAdd", "AssignAddVariableOp", Kind::kUpdate, 1, "dtype"},
    {"AssignSub", "AssignSubVariableOp", Kind::kUpdate, 1, "dtype"},
    {"ScatterUpdate", "ResourceScatterUpdate", Kind::kUpdate, 1, "dtype"},
    {"ScatterAdd", "ResourceScatterAdd", Kind::kUpdate, 1, "dtype"},
    {"ScatterSub", "ResourceScatterSub", Kind::kUpdate, 1, "dtype"},
    {"ScatterMul", "ResourceScatterMul", Kind::kUpdate, 1, "dtype"},
    {"ScatterDiv", "ResourceScatterDiv", Kind::kUpdate, 1, "dtype"},
    {"ScatterMin", "ResourceScatterMin", Kind::kUpdate, 1, "dtype"},
    {"ScatterMax", "ResourceScatterMax", Kind::kUpdate, 1, "dtype"},
    {"ScatterNdUpdate", "ResourceScatterNdUpdate", Kind::kUpdate},
    {"ScatterNdAdd", "ResourceScatterNdAdd", Kind::kUpdate},
    {"ScatterNdSub", "ResourceScatterNdSub", Kind::kUpdate},
    {"ApplyGradientDescent", "ResourceApplyGradientDescent", Kind::kUpdate},
    {"ApplyMomentum", "ResourceApplyMomentum", Kind::kUpdate, 2},
    {"ApplyAdam", "ResourceApplyAdam", Kind::kUpdate, 3},
    {"ApplyAdaMax", "ResourceApplyAdaMax", Kind::kUpdate, 3},
    {"ApplyAdagrad", "ResourceApplyAdagrad", Kind::kUpdate, 2},
    {"ApplyAdagradV2", "ResourceApplyAdagradV2", Kind::kUpdate, 2},
    {"ApplyAdadelta", "ResourceApplyAdadelta", Kind::kUpdate, 3},
    {"ApplyRMSProp", "ResourceApplyRMSProp", Kind::kUpdate, 3},
    {"ApplyCenteredRMSProp", "ResourceApplyCenteredRMSProp", Kind::kUpdate, 4},
    {"ApplyFtrl", "ResourceApplyFtrl", Kind::kUpdate, 3},
    {"ApplyFtrlV2", "ResourceApplyFtrlV2", Kind::kUpdate, 3},
    {"SparseApplyMomentum", "ResourceSparseApplyMomentum", Kind::kUpdate, 2},
    {"SparseApplyAdagrad", "ResourceSparseApplyAdagrad", Kind::kUpdate, 2},
    {"SparseApplyAdagradV2", "ResourceSparseApplyAdagradV2", Kind::kUpdate, 2},
    {"SparseApplyAdadelta", "ResourceSparseApplyAdadelta", Kind::kUpdate, 3},
    {"SparseApplyRMSProp", "ResourceSparseApplyRMSProp", Kind::kUpdate, 3},
    {"SparseApplyCenteredRMSProp", "ResourceSparseApplyCenteredRMSProp", Kind::kUpdate, 4},
    {"SparseApplyFtrl", "ResourceSparseApplyFtrl", Kind::kUpdate, 3},
    {"SparseApplyFtrlV2", "ResourceSparseApplyFtrlV2", Kind::kUpdate, 3},
    {"IsVariableInitialized", "VarIsInitializedOp", Kind::kTest},
    {"RefIdentity", "Identity", Kind::kMove},
    {"RefSwitch", "Switch", Kind::kMove},
    {"RefMerge", "Merge", Kind::kMove, -1},
    {"RefEnter", "Enter", Kind::kMove},
    {"RefExit", "Exit", Kind::kMove},
    {"RefNextIteration", "NextIteration", Kind::kMove},
};

// Null for every other op.
const RefOp* FindRefOp(std::string_view op) {
  for (const RefOp& row : kRefOps) {
    if (row.op == op) return &row;
  }
  return nullptr;
}

struct Input {
  std::string_view node;
  int index = 0;
  bool control = false;
};
// Malformed names are left to the import.
Input Parse(std::string_view text) {
  if (text.starts_with('^')) return {text.substr(1), 0, true};
  Input out{text};
  if (const size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    const std::string_view digits = text.substr(colon + 1);
    const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), out.index);
    if (ec == std::errc() && end == digits.data() + digits.size()) out.node = text.substr(0, colon);
  }
  return out;
}

class Lowering {
 public:
  Lowering(const GraphDef& graph, std::string_view prefix,
           const std::function<bool(std::string_view, int)>& is_mapped)
      : graph_(graph), prefix_(prefix), is_mapped_(is_mapped) {}

  Result<std::vector<NodeDef>> Run() {
    for (const NodeDef& node : graph_.nodes) {
      by_name_.emplace(node.name, Known{&node, FindRefOp(node.op)});
    }
    out_.reserve(graph_.nodes.size() * 2);
    for (const NodeDef& node : graph_.nodes) {
      const RefOp* op = FindRefOp(node.op);
      const Status status = op == nullptr                 ? AddOrdinary(node)
                            : op->kind == Kind::kVariable ? AddVariable(node)
                                                          : AddRefOp(node, *op);
      if (!status.ok()) {
        return status.WithPrefix(StrCat("node \"", node.name, "\" (", node.op, ")"));
      }
    }
    return std::move(out_);
  }

 private:
  struct Known {
    const NodeDef* node = nullptr;
    const RefOp* op = nullptr;
  };
  // A reference: the edge with the handle, and the update that it has passed last, if any.
  struct Reference {
    std::string handle;
    std::string behind;  // "^node"
    std::string device;  // of the variable, where it is known
    DType dtype = DType::kInvalid;
  };

  const Known* Find(std::string_view name) const {
    const auto it = by_name_.find(name);
    return it == by_name_.end() ? nullptr : &it->second;
  }
  // Whether the edge carries a reference.
  bool IsReference(const Input& in) const {
    if (in.control) return false;
    const Known* source = Find(in.node);
    if (source == nullptr || source->op == nullptr || source->op->kind == Kind::kTest) return false;
    return in.index == 0 || (source->op->op == "RefSwitch" && in.index == 1);
  }
  static Result<DType> TypeOf(const Known& known) {
    const std::string_view name = known.op->kind == Kind::kVariable ? "dtype" : "T";
    const AttrValue* value = FindAttr(known.node->attrs, name);
    const DType* dtype = value == nullptr ? nullptr : value->get_if<DType>();
    if (dtype == nullptr) return InvalidArgument("attr \"", name, "\" is missing");
    return *dtype;
  }

  Result<Reference> Follow(std::string_view text) const {
    Input in = Parse(text);
    Reference out;
    for (size_t hops = 0;; ++hops) {
      if (!IsReference(in) || hops > by_name_.size()) {
        return InvalidArgument("input \"", text, "\" should be a variable");
      }
      const Known& source = *Find(in.node);
      if (hops == 0) {
        auto dtype = TypeOf(source);
        if (!dtype.ok()) return dtype.status().WithPrefix(StrCat("input \"", text, "\""));
        out.dtype = *dtype;
      }
      if (source.op->kind == Kind::kVariable) {
        out.handle = HandleName(in.node);
        out.device = source.node->device;
        return out;
      }
      if (source.op->kind == Kind::kMove) {
        out.handle = MovedName(*source.node);
        if (in.index != 0) out.handle = StrCat(out.handle, ":", in.index);
        return out;
      }
      if (out.behind.empty()) out.behind = StrCat("^", UpdateName(in.node));
      if (source.node->inputs.empty()) return InvalidArgument("\"", in.node, "\" has no inputs");
      in = Parse(source.node->inputs[0]);
    }
  }

  static std::string HandleName(std::string_view variable) { return StrCat(variable, "/_rnl_handle"); }
  static std::string UpdateName(std::string_view node) { return StrCat(node, "/_rnl_update"); }

  // Where a reference leaves control flow, the node's own name is for the value.
  static bool HasValue(std::string_view op) {
    return op == "RefMerge" || op == "RefExit" || op == "RefIdentity";
  }
  static std::string MovedName(const NodeDef& node) {
    return HasValue(node.op) ? StrCat(node.name, "/_rnl_ref") : node.name;
  }

  void AddRead(std::string name, const Reference& from, std::set<std::string> behind) {
    NodeDef read{std::move(name), "ReadVariableOp", {from.handle}, from.device, {}};
    if (!from.behind.empty()) behind.insert(from.behind);
    read.inputs.insert(read.inputs.end(), behind.begin(), behind.end());
    SetAttr(&read.attrs, "dtype", AttrValue(from.dtype));
    out_.push_back(std::move(read));
  }

  Status AddVariable(const NodeDef& node) {
    RUNNEL_ASSIGN_OR_RETURN(const DType dtype, TypeOf(Known{&node, FindRefOp(node.op)}));
    NodeDef handle{HandleName(node.name), "VarHandleOp", {}, node.device, {}};
    for (const auto& [name, value] : node.attrs) {
      if (!name.starts_with("_output_shapes")) handle.attrs.emplace_back(name, value);
    }
    const AttrValue* shared = FindAttr(node.attrs, "shared_name");
    const auto* name = shared == nullptr ? nullptr : shared->get_if<std::string>();
    if (name == nullptr || name->empty()) {
      SetAttr(&handle.attrs, "shared_name",
              AttrValue(prefix_.empty() ? node.name : StrCat(prefix_, "/", node.name)));
    }
    // Variable, older still, says [] for a shape that it does not know.
    const AttrValue* shape = FindAttr(node.attrs, "shape");
    const Shape* dims = shape == nullptr ? nullptr : shape->get_if<Shape>();
    if (dims == nullptr || (node.op == "Variable" && dims->has_rank() && dims->rank() == 0)) {
      SetAttr(&handle.attrs, "shape", AttrValue(Shape::Unknown()));
    }
    out_.push_back(std::move(handle));
    AddRead(node.name, {HandleName(node.name), "", node.device, dtype},
            {node.inputs.begin(), node.inputs.end()});
    return OkStatus();
  }

  Status AddRefOp(const NodeDef& node, const RefOp& op) {
    NodeDef lowered{op.kind == Kind::kUpdate ? UpdateName(node.name) : MovedName(node),
                    std::string(op.lowered),
                    {},
                    node.device,
                    LoweredAttrs(node, op)};
    Reference first;
    std::set<std::string> behind;
    for (const std::string& text : node.inputs) {
      const auto at = static_cast<int>(lowered.inputs.size());
      if (Parse(text).control) {
        behind.insert(text);
      } else if (op.refs < 0 || at < op.refs) {
        RUNNEL_ASSIGN_OR_RETURN(Reference reference, Follow(text));
        if (at == 0) first = reference;
        if (op.kind == Kind::kMove) {
          lowered.inputs.push_back(Behind(reference, StrCat(lowered.name, "/_rnl_in_", at)));
        } else {
          lowered.inputs.push_back(reference.handle);
          if (!reference.behind.empty()) behind.insert(reference.behind);
        }
      } else {
        lowered.inputs.push_back(text);
      }
    }
    if (first.handle.empty()) return InvalidArgument("the variable is missing");
    const auto refs = op.refs < 0 ? static_cast<int>(lowered.inputs.size()) : op.refs;
    lowered.inputs.insert(lowered.inputs.end(), behind.begin(), behind.end());
    RUNNEL_RETURN_IF_ERROR(ReadInputs(&lowered, refs));
    first.handle = op.kind == Kind::kMove ? lowered.name : first.handle;
    first.behind = op.kind == Kind::kUpdate ? StrCat("^", lowered.name) : "";
    out_.push_back(std::move(lowered));
    if (op.kind == Kind::kUpdate) AddRead(node.name, first, {});
    if (op.kind == Kind::kMove && HasValue(node.op)) AddMovedValue(node, first);
    return OkStatus();
  }

  static AttrList LoweredAttrs(const NodeDef& node, const RefOp& op) {
    AttrList attrs;
    for (const auto& [name, value] : node.attrs) {
      if (name.starts_with("_")) {
        if (!name.starts_with("_output_shapes")) SetAttr(&attrs, name, value);
      } else if (op.kind == Kind::kMove) {
        SetAttr(&attrs, name, name == "T" ? AttrValue(DType::kResource) : value);
      } else if (op.kind == Kind::kUpdate && name == "T" && !op.renamed.empty()) {
        SetAttr(&attrs, op.renamed, value);
      } else if (op.kind == Kind::kUpdate && name != "validate_shape" &&
                 (name != "use_locking" || op.renamed.empty())) {
        SetAttr(&attrs, name, value);
      }
    }
    return attrs;
  }

  // The handle of a reference, there only after the update that the reference has passed.
  std::string Behind(const Reference& reference, std::string name) {
    if (reference.behind.empty()) return reference.handle;
    NodeDef pass{
        std::move(name), "Identity", {reference.handle, reference.behind}, reference.device, {}};
    SetAttr(&pass.attrs, "T", AttrValue(DType::kResource));
    out_.push_back(std::move(pass));
    return out_.back().name;
  }

  // The value that a reference has where it leaves control flow; of a Merge also which input it was.
  void AddMovedValue(const NodeDef& node, const Reference& moved) {
    if (node.op != "RefMerge") return AddRead(node.name, moved, {});
    const std::string read = StrCat(node.name, "/_rnl_value");
    AddRead(read, moved, {});
    NodeDef both{node.name, "IdentityN", {read, StrCat(moved.handle, ":1")}, "", {}};
    SetAttr(&both.attrs, "T", AttrValue(std::vector<DType>{moved.dtype, DType::kInt32}));
    out_.push_back(std::move(both));
  }

  Status AddOrdinary(const NodeDef& node) {
    NodeDef def = node;
    // The snapshots beside every variable, which gradients are taken by, share one read: nothing says
    // when.
    const bool is_snapshot =
        node.op == "Identity" && node.inputs.size() == 1 && IsVariable(node.inputs[0]);
    if (!is_snapshot) RUNNEL_RETURN_IF_ERROR(ReadInputs(&def, 0));
    out_.push_back(std::move(def));
    return OkStatus();
  }
  bool IsVariable(std::string_view input) const {
    const Known* source = Find(Parse(input).node);
    return source != nullptr && source->op != nullptr && source->op->kind == Kind::kVariable;
  }

  // Puts reads in the place of references among the data inputs from `first` on.
  Status ReadInputs(NodeDef* node, int first) {
    // What the reads wait for: all other inputs. A Merge does not wait for them itself.
    std::set<std::string> behind;
    for (const std::string& text : node->inputs) {
      const Input in = Parse(text);
      if (in.control) {
        behind.insert(text);
      } else if (node->op != "Merge" && Find(in.node) != nullptr && !IsReference(in) &&
                 !is_mapped_(in.node, in.index)) {
        behind.insert(StrCat("^", in.node));
      }
    }
    int reads = 0;
    for (size_t i = static_cast<size_t>(first); i < node->inputs.size(); ++i) {
      const Input in = Parse(node->inputs[i]);
      if (!IsReference(in) || is_mapped_(in.node, in.index)) continue;
      RUNNEL_ASSIGN_OR_RETURN(const Reference from, Follow(node->inputs[i]));
      const std::string name = StrCat(node->name, "/_rnl_read_", reads++);
      AddRead(name, from, behind);
      node->inputs[i] = name;
    }
    return OkStatus();
  }

  const GraphDef& graph_;
  const std::string_view prefix_;
  const std::function<bool(std::string_view, int)>& is_mapped_;
  std::unordered_map<std::string_view, Known> by_name_;
  std::vector<NodeDef> out_;
};

}  // namespace

bool HasRefVariables(const GraphDef& graph) {
  for (const NodeDef& node : graph.nodes) {
    if (FindRefOp(node.op) != nullptr) return true;
  }
  return false;
}

Result<std::vector<NodeDef>> LowerRefVariables(
    const GraphDef& graph, std::string_view prefix,
    const std::function<bool(std::string_view node, int index)>& is_mapped) {
  return Lowering(graph, prefix, is_mapped).Run();
}

}  // namespace runnel
