// What an op is: its row as written in core/ops (constant text and functions), and the parsed schema
// that graph building checks nodes against.
//
// Row text follows TensorFlow's OpDef builder:
//   inputs, outputs   "x: T, y: T", "values: N * T", "args: Tin", "handle: resource", "ref: Ref(T)"
//   attrs             "T: {float, double} = float; N: int >= 1; keep: bool = false; body: func;
//                     dims: list(int) = [1, 2]; shape: shape = <unknown>; dtype: type;
//                     padding: {'SAME', 'VALID'}"
// type sets may use the names in kTypeSets: numeric, floating, integer, any.
#ifndef RUNNEL_CORE_GRAPH_OP_SCHEMA_H_
#define RUNNEL_CORE_GRAPH_OP_SCHEMA_H_

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/graph/attr_value.h"
#include "core/graph/op_library.h"
#include "plugins/abi/rnlp_plugin.h"

namespace runnel {

class ShapeContext;
class GradientContext;
class CompositionContext;

using ShapeFn = Status (*)(ShapeContext& ctx);
using GradientFn = Status (*)(GradientContext& ctx);
using CompositionFn = Status (*)(CompositionContext& ctx);

// Run the formula of a row (core/ops/formula.h).
Status RunFormula(std::string_view formula, GradientContext& ctx);
Status RunFormula(std::string_view formula, CompositionContext& ctx);
// Replaces a node by what its op is composed of (core/passes/inline_lower.cc).
class Composer;
Status ExpandNode(Composer& composer, int node);

enum OpFlags : uint32_t {
  kOpStateful = 1u << 0,           // never folded, shared or dropped as equal to another
  kOpCommutative = 1u << 1,        // first two inputs may be swapped
  kOpNotDifferentiable = 1u << 2,  // gradients stop here by definition (Shape, ArgMax)
  kOpAllowsUninitialized = 1u << 3,
  kOpControlFlow = 1u << 4,  // Switch, Merge, Enter, Exit, NextIteration, LoopCond, ...
  kOpHost = 1u << 5,         // kernel in core/runtime/host_ops, on every device
  kOpAnyLayout = 1u << 6,    // element by element, so that channels may be moved on all sides of it
};

// A row's gradient or composition: a formula (core/ops/formula.h), or a function where shapes and axes
// must be computed.
template <typename Fn>
struct Rule;
template <typename Context>
struct Rule<Status (*)(Context&)> {
  using Fn = Status (*)(Context&);
  constexpr Rule() = default;
  // Rows write either.
  constexpr Rule(const char* text)
      : formula(text), interpret(&RunFormula), expand(Expand()) {}  // NOLINT
  constexpr Rule(Fn fn) : function(fn), expand(Expand()) {}         // NOLINT
  constexpr explicit operator bool() const { return !formula.empty() || function != nullptr; }

  std::string_view formula;
  Fn function = nullptr;
  // Calls the interpreter of formulas, and of compositions. Referenced from here only, so that a program
  // without such rows does not link it.
  Status (*interpret)(std::string_view formula, Context& ctx) = nullptr;
  Status (*expand)(Composer& composer, int node) = nullptr;

 private:
  static constexpr auto Expand() -> Status (*)(Composer&, int) {
    return std::is_same_v<Context, CompositionContext> ? &ExpandNode : nullptr;
  }
};

// One op. Instances are constants in core/ops/*.cc; nothing else lists them.
struct OpRow {
  std::string_view name;
  std::string_view inputs = {};
  std::string_view outputs = {};
  std::string_view attrs = {};
  std::string_view doc = {};  // one paragraph; ends with the source where one is due
  uint32_t flags = 0;
  ShapeFn shape = nullptr;               // null: outputs unknown
  Rule<GradientFn> gradient = {};        // none: UNIMPLEMENTED unless kOpNotDifferentiable
  Rule<CompositionFn> composition = {};  // used where a device has no kernel
};

struct ArgSchema {
  std::string name;
  DType dtype = DType::kInvalid;  // fixed type, else one of the attrs below says
  std::string type_attr;
  std::string number_attr;     // with dtype or type_attr: a homogeneous list
  std::string type_list_attr;  // a heterogeneous list
  bool is_ref = false;
  bool is_list() const { return !number_attr.empty() || !type_list_attr.empty(); }
  bool operator==(const ArgSchema&) const = default;
};

struct AttrSchema {
  std::string name;
  std::string type;  // "int", "list(type)", ...
  std::optional<AttrValue> default_value;
  std::optional<int64_t> minimum;            // of an int, or of a list's length
  std::vector<DType> allowed_types;          // empty: any
  std::vector<std::string> allowed_strings;  // empty: any
  bool operator==(const AttrSchema&) const = default;
};

struct OpSchema {
  std::string name;
  std::vector<ArgSchema> inputs;
  std::vector<ArgSchema> outputs;
  std::vector<AttrSchema> attrs;
  std::string doc;
  uint32_t flags = 0;
  const OpRow* row = nullptr;                 // null for plugin ops and functions
  const OpFamily* family = nullptr;           // whose library has the row; null: none, it is linked in
  const rnlp_op_row_t* plugin_row = nullptr;  // set for plugin ops
  const rnlp_host_t* plugin_host = nullptr;   // for the plugin's shape function
  const AttrSchema* FindAttr(std::string_view attr) const;
  // The composition or gradient of the op's row, core's or a plugin's; a plugin's may be the bytes of a
  // FunctionDef instead.
  Rule<GradientFn> gradient() const;
  Rule<CompositionFn> composition() const;
  std::string_view gradient_bytes() const;
  std::string_view composition_bytes() const;
  bool has_gradient() const { return gradient() || !gradient_bytes().empty(); }
  bool has_composition() const { return composition() || !composition_bytes().empty(); }
};

// Parses row text. Errors: INVALID_ARGUMENT naming op and the piece that is wrong.
Result<OpSchema> ParseOpSchema(std::string_view name, std::string_view inputs, std::string_view outputs,
                               std::string_view attrs);

// All rows of core/ops that are linked in, family by family (core/ops/families.cc).
std::vector<std::span<const OpRow>> CoreOpFamilies();

// The ops of one runtime: core's rows, parsed on first use, those in libraries, which are opened when
// one of their ops is first looked up, and those that plugins bring. Any thread.
class OpRegistry {
 public:
  // Without `open`, libraries are told to be missing.
  explicit OpRegistry(OpenOpFamily open = nullptr);
  ~OpRegistry();
  // The schema lives as long as the registry. Errors: NOT_FOUND naming the op and close names; those of
  // `open`, naming the op and its family.
  Result<const OpSchema*> Find(std::string_view name) const;
  // The family in whose library `name` is; empty: it is in none.
  std::string_view LibraryOf(std::string_view name) const;
  // All of them or none. Errors: ALREADY_EXISTS, INVALID_ARGUMENT. Rows and host outlive the registry.
  Status AddPluginOps(std::span<const rnlp_op_row_t* const> rows, const rnlp_host_t* host);
  // All op names, sorted, whether their libraries are there or not.
  std::vector<std::string> Names() const;

 private:
  Result<const OpSchema*> Add(const OpRow& row, const OpFamily* family) const;
  std::string CloseNames(std::string_view name) const;

  const OpenOpFamily open_;
  const std::span<const OpLibrary> libraries_;
  std::unordered_map<std::string_view, const OpRow*> rows_;  // those linked in
  mutable std::mutex mutex_;                                 // guards all below
  mutable std::unordered_map<std::string, std::unique_ptr<OpSchema>> schemas_;
  mutable std::vector<const OpFamily*> families_;  // of libraries_; null: not opened
};

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_OP_SCHEMA_H_
