// Calls of named subgraphs, and control flow over them. Plans lower these to plain nodes and primitives.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kFunctionOps[] = {
    {
        .name = "PartitionedCall",
        .inputs = "args: Tin",
        .outputs = "output: Tout",
        .attrs = "Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = ''; "
                 "config_proto: string = ''; executor_type: string = ''",
        .doc =
            "Gives the results of the function f, which has no effects. Errors: INVALID_ARGUMENT if f's "
            "signature is not Tin -> Tout; NOT_FOUND if the graph has no f.",
    },
    {
        .name = "StatefulPartitionedCall",
        .inputs = "args: Tin",
        .outputs = "output: Tout",
        .attrs = "Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = ''; "
                 "config_proto: string = ''; executor_type: string = ''",
        .doc =
            "Gives the results of the function f, which may have effects. Errors: as PartitionedCall.",
        .flags = kOpStateful,
    },
    {
        .name = "If",
        .inputs = "cond: Tcond, input: Tin",
        .outputs = "output: Tout",
        .attrs = "Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0; then_branch: func; "
                 "else_branch: func; output_shapes: list(shape) = []",
        .doc = "Gives the results of then_branch if cond holds, else of else_branch; both take input. A "
               "cond that is no bool holds if it is not 0, or a string not empty, or no scalar and not "
               "empty. Errors: INVALID_ARGUMENT if a signature is not Tin -> Tout.",
        .flags = kOpStateful,
    },
    {
        .name = "StatelessIf",
        .inputs = "cond: Tcond, input: Tin",
        .outputs = "output: Tout",
        .attrs = "Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0; then_branch: func; "
                 "else_branch: func; output_shapes: list(shape) = []",
        .doc = "As If, for branches without effects.",
    },
    {
        .name = "While",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; "
                 "parallel_iterations: int = 10",
        .doc = "While cond of the values holds, replaces them by the results of body; gives the last "
               "values. Errors: INVALID_ARGUMENT unless cond is T -> one scalar and body is T -> T.",
        .flags = kOpStateful,
    },
    {
        .name = "StatelessWhile",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; "
                 "parallel_iterations: int = 10",
        .doc = "As While, for functions without effects.",
    },
};

}  // namespace

std::span<const OpRow> FunctionOps() { return kFunctionOps; }

}  // namespace runnel
