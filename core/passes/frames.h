// Frames: which loop each node of a plan runs in, which loop its values belong to, and whether that
// fits.
//
// An Enter runs outside of the loop that its value goes into, an Exit inside of the loop that its value
// leaves; every other node produces values in the frame where it runs. A node takes values and control
// edges from one frame only: the executor keeps a node's inputs in an iteration of the frame that it
// runs in, so a value of another frame would be written to a wrong slot. Every graph is verified before
// it runs.
// Source: Abadi et al. 2016, "TensorFlow: a system for large-scale machine learning", section 3.4.
#ifndef RUNNEL_CORE_PASSES_FRAMES_H_
#define RUNNEL_CORE_PASSES_FRAMES_H_

#include <string>
#include <utility>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// Bound of nested loops.
inline constexpr int kMaxFrameDepth = 256;

// The frames of a plan, and those of its nodes.
struct GraphFrames {
  static constexpr int kRoot = 0;
  struct Frame {
    std::string name;
    int parent = -1;  // a lower number; -1: it is the root
    int depth = 0;    // of the root
    int parallel_iterations = 10;
  };
  std::vector<Frame> frames;    // the root first
  std::vector<int> of_node;     // the frame that it runs in
  std::vector<int> of_outputs;  // the frame of its values, and of its control edges
  // The first thing that does not fit, INVALID_ARGUMENT naming nodes and frames. What does not fit is
  // taken to be in the innermost frame that one of its inputs is in.
  Status fits;

  int node(int i) const { return of_node[static_cast<size_t>(i)]; }
  int outputs(int i) const { return of_outputs[static_cast<size_t>(i)]; }
  const Frame& frame(int f) const { return frames[static_cast<size_t>(f)]; }
  // `in frame "inner" of frame "outer"`, or `outside of any loop`.
  std::string Describe(int f) const;
};

// A node whose value exists before anything runs, in any frame: a constant or a variable's handle
// without control inputs. A Merge waits for it all the same, because it takes the first value that
// comes.
inline bool IsLiteral(const PlanNode& node) {
  return (node.is("Const") || node.is("_PackedConst") || node.is("VarHandleOp")) &&
         node.controls.empty();
}

// Finds the frames of all nodes and checks every edge, back edges, control edges and fetches among them.
// `known`: frames that keep their numbers. Errors: INVALID_ARGUMENT for a cycle; UNIMPLEMENTED for loops
// that nest deeper than kMaxFrameDepth.
Result<GraphFrames> FindFrames(const PlanGraph& plan, std::vector<GraphFrames::Frame> known = {});

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_FRAMES_H_
