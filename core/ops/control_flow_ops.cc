// The control flow primitives: the executor itself runs them, with dead tensors and frames.
// Source of the semantics: Yu et al. 2018, "Dynamic control flow in large-scale machine learning".
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kControlFlowOps[] = {
    {
        .name = "Switch",
        .inputs = "data: T, pred: bool",
        .outputs = "output_false: T, output_true: T",
        .attrs = "T: type",
        .doc =
            "Passes data to output_true if pred holds, else to output_false; the other output is dead. "
            "Shapes: pred is a scalar; the outputs are like data.",
        .flags = kOpControlFlow,
    },
    {
        .name = "Merge",
        .inputs = "inputs: N * T",
        .outputs = "output: T, value_index: int32",
        .attrs = "T: type; N: int >= 1",
        .doc =
            "Passes on the first live input and says which it was; dead if all are. A Merge whose "
            "second input is a NextIteration is the head of a loop. Shapes: output has what all inputs "
            "have in common.",
        .flags = kOpControlFlow,
    },
    {
        .name = "Enter",
        .inputs = "data: T",
        .outputs = "output: T",
        .attrs = "T: type; frame_name: string; is_constant: bool = false; parallel_iterations: int = 10",
        .doc = "Passes data into iteration 0 of the child frame called frame_name, or with is_constant "
               "into each of its iterations; at most parallel_iterations of them run at once. Shapes: "
               "output is like data.",
        .flags = kOpControlFlow,
    },
    {
        .name = "Exit",
        .inputs = "data: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Passes data from a frame to its parent. Shapes: output is like data.",
        .flags = kOpControlFlow,
    },
    {
        .name = "NextIteration",
        .inputs = "data: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Passes data into the frame's next iteration. Shapes: output is like data.",
        .flags = kOpControlFlow,
    },
    {
        .name = "LoopCond",
        .inputs = "input: bool",
        .outputs = "output: bool",
        .doc =
            "Passes input on and marks it as what decides whether the loop goes on. Shapes: a scalar.",
        .flags = kOpControlFlow | kOpNotDifferentiable,
    },
    {
        .name = "ControlTrigger",
        .doc = "Does nothing, but is alive even where its control inputs are dead.",
        .flags = kOpControlFlow | kOpNotDifferentiable,
    },
};

}  // namespace

std::span<const OpRow> ControlFlowOps() { return kControlFlowOps; }

}  // namespace runnel
