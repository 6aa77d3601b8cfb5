// LowerRefVariables: from ref variables to resource variables, node by node.
//
// A variable becomes a VarHandleOp, an update its resource form on the handle, and control flow
// (RefSwitch, RefEnter, RefMerge) passes handles. Follow finds the handle of a reference: from the edge
// back through the updates that it has passed to the variable, or to the control flow that it comes out
// of; the last update on the way is what its reader waits for. Wherever a value is wanted, the node's
// own name becomes a ReadVariableOp with kReferenceAttr behind that update. When the read takes place is
// decided by the plan (core/passes/references.h). Source: the semantics of TensorFlow 1.15's ref
// variables.
#include "core/graph/ref_variables.h"

#include <charconv>
#include <set>
#include <unordered_map>

#include "core/base/status.h"
#include "core/graph/ref_ops.h"

namespace runnel {
namespace {

using Kind = RefOpKind;

struct Input {
  std::string_view node;
  int index = 0;
  bool control = false;
};
// Malformed names are reported by the import.
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
    FindResized();
    out_.reserve(graph_.nodes.size() * 2);
    for (const NodeDef& node : graph_.nodes) {
      const RefOp* op = FindRefOp(node.op);
      const Status status = IsCopy(node)                  ? AddCopy(node)
                            : op == nullptr               ? AddOrdinary(node)
                            : op->kind == Kind::kVariable ? AddVariable(node)
                            : op->kind == Kind::kSelect   ? AddSelect(node)
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
  // A reference: the edge with the handle, and the last update that it has passed, if any.
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
      if (source.op->kind == Kind::kMove || source.op->kind == Kind::kSelect) {
        out.handle = MovedName(*source.node);
        if (in.index != 0) out.handle = StrCat(out.handle, ":", in.index);
        return out;
      }
      if (out.behind.empty()) out.behind = StrCat("^", UpdateName(in.node));
      if (source.node->inputs.empty()) return InvalidArgument("\"", in.node, "\" has no inputs");
      in = Parse(source.node->inputs[0]);
    }
  }

  static std::string HandleName(std::string_view variable) { return StrCat(variable, kHandleSuffix); }
  static std::string UpdateName(std::string_view node) { return StrCat(node, kUpdateSuffix); }

  // For ops at which a reference leaves control flow, the node's own name is the value.
  static bool HasValue(std::string_view op) {
    return op == "RefMerge" || op == "RefExit" || op == "RefIdentity" || op == "RefSelect";
  }
  static std::string MovedName(const NodeDef& node) {
    return HasValue(node.op) ? StrCat(node.name, kMovedSuffix) : node.name;
  }

  // The value of the reference: a read marked as such. The plan decides when it takes place
  // (core/passes/references.h).
  void AddRead(std::string name, const Reference& from, std::set<std::string> behind) {
    NodeDef read{std::move(name), "ReadVariableOp", {from.handle}, from.device, {}};
    if (!from.behind.empty()) behind.insert(from.behind);
    read.inputs.insert(read.inputs.end(), behind.begin(), behind.end());
    SetAttr(&read.attrs, "dtype", AttrValue(from.dtype));
    SetAttr(&read.attrs, kReferenceAttr, AttrValue(true));
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
    // Variable, the older op, has shape [] if its shape is unknown.
    const AttrValue* shape = FindAttr(node.attrs, "shape");
    const Shape* dims = shape == nullptr ? nullptr : shape->get_if<Shape>();
    if (dims == nullptr || (node.op == "Variable" && dims->has_rank() && dims->rank() == 0)) {
      SetAttr(&handle.attrs, "shape", AttrValue(Shape::Unknown()));
    }
    SetAttr(&handle.attrs, kLoweredFromAttr, AttrValue(node.op));
    if (dims != nullptr && (resized_.contains(node.name) || node.op == "Variable")) {
      SetAttr(&handle.attrs, kDeclaredShapeAttr, AttrValue(*dims));
    }
    if (resized_.contains(node.name)) SetAttr(&handle.attrs, "shape", AttrValue(Shape::Unknown()));
    out_.push_back(std::move(handle));
    AddRead(node.name, {HandleName(node.name), "", node.device, dtype},
            {node.inputs.begin(), node.inputs.end()});
    return OkStatus();
  }

  // Variables to which an Assign may give another shape than they were declared with.
  void FindResized() {
    for (const NodeDef& node : graph_.nodes) {
      if (node.op != "Assign" || node.inputs.empty()) continue;
      const AttrValue* validate = FindAttr(node.attrs, "validate_shape");
      const bool* keeps = validate == nullptr ? nullptr : validate->get_if<bool>();
      if (keeps != nullptr && !*keeps) AddRoots(node.inputs[0], &resized_);
    }
  }
  // The variables that a reference may be of.
  void AddRoots(std::string_view text, std::set<std::string_view>* roots) const {
    std::vector<Input> stack{Parse(text)};
    std::set<std::string_view> seen;
    while (!stack.empty()) {
      const Input in = stack.back();
      stack.pop_back();
      if (!IsReference(in) || !seen.insert(in.node).second) continue;
      const Known& source = *Find(in.node);
      if (source.op->kind == Kind::kVariable) roots->insert(in.node);
      const auto& inputs = source.node->inputs;
      const size_t first = source.op->kind == Kind::kSelect ? 1 : 0;
      const bool all = source.op->kind == Kind::kSelect || source.op->refs < 0;
      for (size_t i = first; i < inputs.size() && (all || i == 0); ++i)
        stack.push_back(Parse(inputs[i]));
    }
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
          lowered.inputs.push_back(Behind(reference, StrCat(lowered.name, kPassInfix, at)));
        } else {
          lowered.inputs.push_back(reference.handle);
          if (!reference.behind.empty()) behind.insert(reference.behind);
        }
      } else {
        RUNNEL_ASSIGN_OR_RETURN(std::string value, ValueOf(text));
        lowered.inputs.push_back(std::move(value));
      }
    }
    if (first.handle.empty()) return InvalidArgument("the variable is missing");
    lowered.inputs.insert(lowered.inputs.end(), behind.begin(), behind.end());
    first.handle = op.kind == Kind::kMove ? lowered.name : first.handle;
    first.behind = op.kind == Kind::kUpdate ? StrCat("^", lowered.name) : "";
    out_.push_back(std::move(lowered));
    if (op.kind == Kind::kUpdate) AddRead(node.name, first, {});
    if (op.kind == Kind::kMove && HasValue(node.op)) AddMovedValue(node, first);
    return OkStatus();
  }

  // RefSelect: of all references only the one with number `index` passes its Switch.
  Status AddSelect(const NodeDef& node) {
    std::vector<std::string> references, controls;
    Reference first;
    std::string index;
    for (const std::string& text : node.inputs) {
      if (Parse(text).control) {
        controls.push_back(text);
      } else if (index.empty()) {
        RUNNEL_ASSIGN_OR_RETURN(index, ValueOf(text));
      } else {
        RUNNEL_ASSIGN_OR_RETURN(Reference reference, Follow(text));
        if (references.empty()) first = reference;
        references.push_back(Behind(reference, StrCat(node.name, kPassInfix, references.size())));
      }
    }
    if (references.empty()) return InvalidArgument("the variables are missing");
    const auto add = [&](std::string_view name, std::string_view op, std::vector<std::string> inputs,
                         const std::vector<std::pair<std::string_view, AttrValue>>& attrs) {
      NodeDef def{StrCat(node.name, "/", name), std::string(op), std::move(inputs), node.device, {}};
      for (const auto& [key, value] : attrs) SetAttr(&def.attrs, key, value);
      out_.push_back(std::move(def));
      return out_.back().name;
    };
    const auto constant = [&](std::string_view name, const Tensor& value) {
      return add(name, "Const", {}, {{"dtype", AttrValue(DType::kInt32)}, {"value", AttrValue(value)}});
    };
    std::vector<int32_t> numbers(references.size());
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int32_t>(i);
    const Shape list({static_cast<int64_t>(numbers.size())});
    RUNNEL_ASSIGN_OR_RETURN(const Tensor all, Tensor::FromValues<int32_t>(list, numbers));
    const int32_t zero = 0;
    RUNNEL_ASSIGN_OR_RETURN(const Tensor axis, Tensor::FromValues<int32_t>(Shape(), {&zero, 1}));
    // This node reports an index out of range.
    std::vector<std::string> gathered{constant("_rnl_numbers", all), index, constant("_rnl_axis", axis)};
    gathered.insert(gathered.end(), controls.begin(), controls.end());
    const std::string which = add("_rnl_index", "GatherV2", std::move(gathered),
                                  {{"Tparams", AttrValue(DType::kInt32)},
                                   {"Tindices", AttrValue(DType::kInt32)},
                                   {"Taxis", AttrValue(DType::kInt32)}});
    std::vector<std::string> taken;
    for (size_t i = 0; i < references.size(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(const Tensor number,
                              Tensor::FromValues<int32_t>(Shape(), {&numbers[i], 1}));
      const std::string is_it =
          add(StrCat("_rnl_is_", i), "Equal", {which, constant(StrCat("_rnl_number_", i), number)},
              {{"T", AttrValue(DType::kInt32)}});
      taken.push_back(StrCat(add(StrCat("_rnl_take_", i), "Switch", {references[i], is_it},
                                 {{"T", AttrValue(DType::kResource)}}),
                             ":1"));
    }
    const auto count = static_cast<int64_t>(taken.size());
    first.handle = add("_rnl_ref", "Merge", std::move(taken),
                       {{"T", AttrValue(DType::kResource)},
                        {"N", AttrValue(count)},
                        {kLoweredFromAttr, AttrValue(node.op)}});
    first.behind.clear();
    AddRead(node.name, first, {});
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
      } else if (op.kind == Kind::kTest
                     ? name != "dtype"
                     : op.kind == Kind::kUpdate && (name != "use_locking" || op.renamed.empty())) {
        SetAttr(&attrs, name, value);
      }
    }
    if (node.op == "Assign" && FindAttr(attrs, "validate_shape") == nullptr) {
      SetAttr(&attrs, "validate_shape", AttrValue(true));
    }
    return attrs;
  }

  // The handle of a reference, available only after the last update that the reference has passed.
  std::string Behind(const Reference& reference, std::string name) {
    if (reference.behind.empty()) return reference.handle;
    NodeDef pass{
        std::move(name), "Identity", {reference.handle, reference.behind}, reference.device, {}};
    SetAttr(&pass.attrs, "T", AttrValue(DType::kResource));
    out_.push_back(std::move(pass));
    return out_.back().name;
  }

  // The value of a reference where it leaves control flow; for a Merge also the number of the live
  // input.
  void AddMovedValue(const NodeDef& node, const Reference& moved) {
    if (node.op != "RefMerge") return AddRead(node.name, moved, {});
    const std::string read = StrCat(node.name, kValueSuffix);
    AddRead(read, moved, {});
    NodeDef both{node.name, "IdentityN", {read, StrCat(moved.handle, ":1")}, "", {}};
    SetAttr(&both.attrs, "T", AttrValue(std::vector<DType>{moved.dtype, DType::kInt32}));
    out_.push_back(std::move(both));
  }

  // A Snapshot does not share the variable's memory: it is read where it stands.
  bool IsCopy(const NodeDef& node) const {
    return node.op == "Snapshot" && !node.inputs.empty() && IsReference(Parse(node.inputs[0])) &&
           !is_mapped_(Parse(node.inputs[0]).node, Parse(node.inputs[0]).index);
  }
  Status AddCopy(const NodeDef& node) {
    RUNNEL_ASSIGN_OR_RETURN(const Reference from, Follow(node.inputs[0]));
    std::set<std::string> behind(node.inputs.begin() + 1, node.inputs.end());
    AddRead(node.name, from, std::move(behind));
    std::erase_if(out_.back().attrs, [](const auto& attr) { return attr.first == kReferenceAttr; });
    return OkStatus();
  }

  Status AddOrdinary(const NodeDef& node) {
    NodeDef def = node;
    for (std::string& text : def.inputs) {
      if (Parse(text).control) continue;
      RUNNEL_ASSIGN_OR_RETURN(text, node.op == "Merge" ? ValueForMerge(text) : ValueOf(text));
    }
    out_.push_back(std::move(def));
    return OkStatus();
  }

  // The edge with the value of `text`, which may be a reference inside of control flow: then a read of
  // it, made at its first use.
  Result<std::string> ValueOf(const std::string& text) {
    const Input in = Parse(text);
    if (!IsReference(in) || is_mapped_(in.node, in.index)) return text;
    const Known& source = *Find(in.node);
    if (source.op->kind != Kind::kMove || HasValue(source.node->op)) return text;
    std::string name = StrCat(in.node, in.index == 0 ? kValueSuffix : kSecondValueSuffix);
    if (!values_.insert(name).second) return name;
    RUNNEL_ASSIGN_OR_RETURN(const Reference from, Follow(text));
    AddRead(name, from, {});
    return name;
  }

  // A reference that comes back to a Merge of values comes back as a value.
  Result<std::string> ValueForMerge(const std::string& text) {
    const Known* source = Find(Parse(text).node);
    if (source == nullptr || source->node->op != "RefNextIteration" || source->node->inputs.empty()) {
      return ValueOf(text);
    }
    std::string name = StrCat(source->node->name, kNextSuffix);
    if (!values_.insert(name).second) return name;
    RUNNEL_ASSIGN_OR_RETURN(const DType dtype, TypeOf(*source));
    RUNNEL_ASSIGN_OR_RETURN(std::string value, ValueOf(source->node->inputs[0]));
    NodeDef next{name, "NextIteration", {std::move(value)}, source->node->device, {}};
    for (const std::string& input : source->node->inputs) {
      if (Parse(input).control) next.inputs.push_back(input);
    }
    SetAttr(&next.attrs, "T", AttrValue(dtype));
    out_.push_back(std::move(next));
    return name;
  }

  const GraphDef& graph_;
  const std::string_view prefix_;
  const std::function<bool(std::string_view, int)>& is_mapped_;
  std::unordered_map<std::string_view, Known> by_name_;
  std::set<std::string_view> resized_;
  std::set<std::string> values_;  // names of reads within control flow that there are
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
