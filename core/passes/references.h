// References: when the values of TensorFlow 1's ref variables are read.
//
// A reference, and every tensor that shares its memory (Identity of it, what Enter and Switch hand on, a
// Reshape), is the variable itself: whoever computes with it sees what was assigned before, however long
// after the Identity. The import of such a graph leaves one read for each reference
// (core/graph/ref_variables.h). Here every use that an update comes before, and the read does not, gets
// a read of its own behind its other inputs and control inputs, in its frame and its branch. All other
// uses share the first: either the order is the same, or nothing says which comes first.
#ifndef RUNNEL_CORE_PASSES_REFERENCES_H_
#define RUNNEL_CORE_PASSES_REFERENCES_H_

#include "core/passes/plan_graph.h"

namespace runnel {

// Leaves plans without references alone. What is fetched is read when the step's updates are over,
// unless `fetches_come_early` (partial runs). A target or the source of a control edge reads nothing. A
// value of which only the shape is asked is read all the same, so that a variable without a value is an
// error.
//
// Once per step, over all of its graph: the master of a cluster does it before the graph is divided,
// since an order that goes through several tasks is seen in none of their parts. `settled`: what is read
// then says no longer that it is a reference, so that nothing is moved again.
Status ResolveReferences(bool fetches_come_early, PlanGraph* plan, bool settled = false);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_REFERENCES_H_
