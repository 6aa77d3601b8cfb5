// Instances of functions in a plan: the nodes of a body, with the attrs of a call bound, in the place of
// the call.
#ifndef RUNNEL_CORE_PASSES_BODY_NODES_H_
#define RUNNEL_CORE_PASSES_BODY_NODES_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/passes/body_effects.h"
#include "core/passes/body_values.h"
#include "core/passes/watched_passes.h"

namespace runnel {

// The outputs of an instantiated body, and a node that runs after all of the body's effects (-1: there
// are none).
struct Body {
  std::vector<PlanEdge> outputs;
  int done = -1;
};

class BodyNodes {
 public:
  // All of them outlive it; `watch` may be NULL.
  BodyNodes(const Graph& library, PlanGraph* plan, PlanWatch* watch, BodyEffects* effects)
      : library_(library), plan_(plan), watch_(watch), effects_(effects) {}

  // Adds the nodes of `def`, with its attrs bound, behind the pivot. In the body of a call every effect
  // runs, whatever outputs are used; in branches and loops only what the outputs and control_ret name,
  // as in TensorFlow. Errors: INVALID_ARGUMENT naming function and node; what the watch says.
  Result<Body> Instantiate(const FunctionDef& def, const AttrList& attrs,
                           const std::vector<PlanEdge>& args, const std::string& prefix,
                           const std::string& device, Pivot pivot);
  // Makes an argument that the body returns unchanged wait for the pivot, since it waits for nothing in
  // the body.
  Status BindReturned(const std::string& prefix, const std::string& device, const Pivot& pivot,
                      const std::vector<PlanEdge>& args, std::vector<PlanEdge>* outputs);
  // A node that runs exactly where the value is alive. A Switch itself runs for both of its sides.
  Result<int> ControlOf(PlanEdge value);
  // Adds a node whose outputs equal its first input, including the handle data.
  Result<int> AddLike(const std::string& name, std::string_view op, std::vector<PlanEdge> inputs,
                      const std::string& device, AttrList attrs = {});
  // Of the names of all nodes that were added since the last call.
  uint64_t TakeNameBytes() { return std::exchange(name_bytes_, 0); }

 private:
  // In a loop of primitives: the Merge input that a NextIteration gives, which is added later.
  struct BackEdge {
    int merge;
    size_t input;
    const std::string* text;
  };
  Status AddAll(const FunctionDef& def, const AttrList& attrs, const std::vector<PlanEdge>& args,
                const std::string& prefix, const std::string& device, const Pivot& pivot,
                BodyValues* values, std::unordered_map<std::string, int>* numbers);
  static Status StandIn(const FunctionDef& def, const NodeDef& merge, const std::vector<BackEdge>& back,
                        std::vector<PlanEdge>* inputs);
  Result<int> ArgControl(const std::vector<PlanEdge>& values, const std::string& prefix,
                         const std::string& device, const Pivot& pivot);
  Result<int> AddNode(const NodeDef& def, AttrList attrs, std::vector<PlanEdge> inputs, std::string name,
                      const std::string& device, std::vector<int> controls);
  void Publish(const NodeDef& def, int id, BodyValues* values);

  const Graph& library_;
  PlanGraph* const plan_;
  PlanWatch* const watch_;
  BodyEffects* const effects_;
  uint64_t name_bytes_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_BODY_NODES_H_
