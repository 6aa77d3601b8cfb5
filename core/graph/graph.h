// Graph: typed nodes joined by data and control edges, append-only and checked as they are added.
//
// A node is complete when AddNode returns: types bound, attrs defaulted, shapes inferred. Nothing about
// it changes later, with one exception: the back edge of a loop's Merge is closed once. Cycles exist
// only through such Merges. Any thread may add and read; a reader sees a prefix of the nodes.
#ifndef RUNNEL_CORE_GRAPH_GRAPH_H_
#define RUNNEL_CORE_GRAPH_GRAPH_H_

#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/graph/attr_value.h"
#include "core/graph/graph_def.h"
#include "core/graph/handle_data.h"
#include "core/graph/op_schema.h"

namespace runnel {

class Graph;
class Node;

// One output of one node. node null: none.
struct OutputRef {
  Node* node = nullptr;
  int index = 0;
  bool operator==(const OutputRef&) const = default;
  explicit operator bool() const { return node != nullptr; }
};

// Flag of a schema that stands for an op which is not registered: see Graph::Import.
inline constexpr uint32_t kOpUnknown = 1u << 31;

class Node {
 public:
  int id() const { return id_; }  // dense, in order of addition
  const std::string& name() const { return name_; }
  const std::string& op() const { return schema_->name; }
  const OpSchema& schema() const { return *schema_; }
  // False for a node that no step can run: its op is not registered, or its types depend on such a node.
  bool is_known() const { return (schema_->flags & kOpUnknown) == 0; }
  const std::string& device() const { return device_; }  // as requested; may be empty or partial
  const AttrList& attrs() const { return attrs_; }       // defaults filled in
  // Null if absent or of another kind.
  template <typename T>
  const T* attr(std::string_view name) const {
    const AttrValue* value = FindAttr(attrs_, name);
    return value == nullptr ? nullptr : value->get_if<T>();
  }

  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(output_types_.size()); }
  const OutputRef& input(int i) const { return inputs_[static_cast<size_t>(i)]; }
  const std::vector<OutputRef>& inputs() const { return inputs_; }
  const std::vector<Node*>& control_inputs() const { return control_inputs_; }
  DType output_type(int i) const { return output_types_[static_cast<size_t>(i)]; }
  const Shape& output_shape(int i) const { return output_shapes_[static_cast<size_t>(i)]; }
  const HandleData& output_handle(int i) const { return output_handles_[static_cast<size_t>(i)]; }
  // [first, last) of the flat inputs or outputs that belong to the schema's argument `arg`.
  std::pair<int, int> input_range(std::string_view arg) const;
  std::pair<int, int> output_range(std::string_view arg) const;

 private:
  friend class Graph;
  int id_ = 0;
  std::string name_;
  const OpSchema* schema_ = nullptr;
  std::string device_;
  AttrList attrs_;
  std::vector<OutputRef> inputs_;
  std::vector<Node*> control_inputs_;
  std::vector<DType> output_types_;
  std::vector<Shape> output_shapes_;
  std::vector<HandleData> output_handles_;
};

// A node to be added. Lists are flat: the schema and the attrs say how they divide.
struct NodeSpec {
  std::string name;
  std::string op;
  std::vector<OutputRef> inputs;
  std::vector<Node*> control_inputs;
  AttrList attrs;  // type attrs that the inputs determine may be left out
  std::string device;
};

struct ImportOptions {
  std::string prefix;                                        // "a" puts every node under "a/"
  std::vector<std::pair<std::string, OutputRef>> input_map;  // "node:0" in the def -> existing output
  std::vector<Node*> control_dependencies;                   // of every imported source node
  std::string default_device;
  // A node or function whose name the graph has is taken to be the same and is used; the rest is added.
  // A Placeholder stands for the node of its name whatever its op, since any edge may be fed.
  bool extend = false;
};

class Graph {
 public:
  // The registry outlives the graph.
  explicit Graph(const OpRegistry* registry);
  Graph(const Graph&) = delete;

  // A Merge may come one input short of its attr N: CloseLoop adds the back edge.
  // Errors: ALREADY_EXISTS for the name; NOT_FOUND for the op; INVALID_ARGUMENT naming op, node, attr or
  // input, got and allowed, for types, attrs, counts and shapes. On error the graph is unchanged.
  Result<Node*> AddNode(NodeSpec spec);
  // Adds the back edge of a Merge with one missing input. Its shape is unknown until then, unless the
  // Merge has the attr _rnl_shape_invariant: a shape that the value promises to keep. Errors:
  // FAILED_PRECONDITION if it has a back edge, INVALID_ARGUMENT if `from` is no NextIteration, has
  // another type or breaks the promise. With `trusted`, only a shape that is known to differ breaks the
  // promise, not an unknown one.
  Status CloseLoop(Node* merge, OutputRef from, bool trusted = false);

  // Null if there is none.
  Node* FindNode(std::string_view name) const;
  // Errors: NOT_FOUND, INVALID_ARGUMENT. Takes "node", "node:1".
  Result<OutputRef> FindOutput(std::string_view name) const;
  int num_nodes() const;
  Node* node(int id) const;
  std::string UniqueName(std::string_view prefix) const;

  // Adds all nodes of a GraphDef or none. Merges may refer forwards to NextIterations. What a newer
  // producer wrote and this runtime does not know is kept and exported again: unregistered ops, in nodes
  // or in functions (their users fail later: CheckKnown), and unknown attrs of known ops, which have no
  // effect, as in TensorFlow. A Placeholder of shape [] from a producer below 24 has an unknown shape.
  // *warnings, if given, receives a text for each of the two kinds. Errors: those of AddNode;
  // INVALID_ARGUMENT for names, cycles, and, with `extend`, a node that is another op in the graph.
  Status Import(const GraphDef& def, const ImportOptions& options = {},
                std::vector<std::string>* warnings = nullptr);
  GraphDef Export() const;

  // Errors: ALREADY_EXISTS for another function of that name; equal ones are fine.
  Status AddFunction(FunctionDef function);
  // Null if there is none. Stays valid as long as the graph.
  const FunctionDef* FindFunction(std::string_view name) const;
  std::vector<const FunctionDef*> functions() const;
  // The function that an imported graph declares to be the gradient of `function`; empty if none.
  std::string FindGradientFunction(std::string_view function) const;

  const OpRegistry& registry() const { return *registry_; }
  // Whether the graph, or a function of it, has ops that are not registered.
  bool has_unknown_ops() const;
  // Errors: NOT_FOUND naming every unregistered op among the nodes and the functions that these call,
  // with its nodes. `purpose`, as "the step", says who needs them.
  Status CheckKnown(std::span<const Node* const> nodes, std::string_view purpose) const;

  // The schema of an op or of a function of this graph called like an op.
  Result<const OpSchema*> FindSchema(std::string_view op) const;

 private:
  friend class Importer;
  Result<Node*> AddNodeLocked(NodeSpec spec);
  // Makes a node that no step can run, with outputs of these types; kInvalid where unknown
  // (unknown_ops.cc).
  Result<Node*> AddUnknownNode(NodeSpec spec, std::vector<DType> output_types);
  Status CheckNewName(const NodeSpec& spec) const;
  Status CheckInputs(const NodeSpec& spec) const;
  void Fill(NodeSpec spec, Node* node) const;
  Node* Append(std::unique_ptr<Node> node);

  const OpRegistry* registry_;
  mutable std::recursive_mutex mutex_;  // guards all below
  std::deque<std::unique_ptr<Node>> nodes_;
  std::unordered_map<std::string_view, Node*> by_name_;  // keys point into the nodes
  mutable std::unordered_map<std::string, int> name_counters_;
  std::unordered_map<std::string, std::unique_ptr<FunctionDef>> functions_;
  std::vector<std::string> function_order_;
  std::vector<std::pair<std::string, std::string>> gradient_functions_;
  std::deque<OpSchema> unknown_schemas_;  // of the nodes that no step can run, in their order
  bool has_unknown_in_functions_ = false;
  std::unordered_map<int, AttrList> ignored_attrs_;  // by node: what its op's schema does not have
};

// Binds a node's types: expands argument lists and derives type and number attrs from the inputs.
// Fills defaults and checks every attr. Shared by graph building, eager runs and function bodies.
// Errors: INVALID_ARGUMENT naming op, node, attr, got and allowed.
Status BindNode(const OpSchema& schema, std::string_view node_name, std::span<const DType> input_types,
                AttrList* attrs, std::vector<DType>* output_types);

// [first, last) of the flat inputs or outputs that belong to the argument `name`, whose lengths the
// attrs of a bound node say. {0, 0} if there is none of that name.
std::pair<int, int> ArgRange(const std::vector<ArgSchema>& args, const AttrList& attrs,
                             std::string_view name);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_GRAPH_H_
