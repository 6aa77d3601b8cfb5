// The ops of TensorFlow 1's ref variables, and the ops on resource variables that do the same.
#ifndef RUNNEL_CORE_GRAPH_REF_OPS_H_
#define RUNNEL_CORE_GRAPH_REF_OPS_H_

#include <cstdint>
#include <string_view>

namespace runnel {

enum class RefOpKind : uint8_t {
  kVariable,
  kUpdate,  // its output is the reference that came in first
  kTest,    // looks at a reference, gives a value
  kMove,    // control flow that a reference passes through
  kSelect,  // passes on one of several references
};

struct RefOp {
  std::string_view op;
  std::string_view lowered;
  RefOpKind kind;
  int refs = 1;                   // leading inputs that are references; -1: all data inputs
  std::string_view renamed = {};  // what attr "T" is called there; empty: "T"
};

// Null for every other op.
const RefOp* FindRefOp(std::string_view op);
// The row whose counterpart an op on resources is.
const RefOp* FindRaisedOp(std::string_view lowered);

// Suffixes of the nodes that stand for parts of a node on references.
inline constexpr std::string_view kHandleSuffix = "/_rnl_handle";  // of VariableV2: the variable
inline constexpr std::string_view kUpdateSuffix = "/_rnl_update";  // of Assign and its kin
inline constexpr std::string_view kMovedSuffix = "/_rnl_ref";      // of RefIdentity and its kin
inline constexpr std::string_view kValueSuffix = "/_rnl_value";    // of RefSwitch and its kin: a read
inline constexpr std::string_view kSecondValueSuffix = "/_rnl_value_1";
inline constexpr std::string_view kNextSuffix =
    "/_rnl_next";  // of RefNextIteration, for a Merge of values
inline constexpr std::string_view kPassInfix = "/_rnl_in_";  // an input, available after an update

// Attrs that record what a node was: its op, if the lowered op does not tell, and a VariableV2's shape.
inline constexpr std::string_view kLoweredFromAttr = "_rnl_lowered_from";
inline constexpr std::string_view kDeclaredShapeAttr = "_rnl_declared_shape";

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_REF_OPS_H_
