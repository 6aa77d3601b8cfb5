// Ops about iterators over datasets, and optional values.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kIteratorFlags = kOpHost | kOpStateful | kOpNotDifferentiable;
constexpr uint32_t kOptionalFlags = kOpHost | kOpNotDifferentiable;

// The components are as the attr says.
Status ElementShape(ShapeContext& ctx) {
  const auto* shapes = ctx.attr<std::vector<Shape>>("output_shapes");
  if (shapes == nullptr || shapes->empty()) return OkStatus();
  if (static_cast<int>(shapes->size()) != ctx.num_outputs()) {
    return InvalidArgument("attr \"output_shapes\" has ", shapes->size(), " entries for ",
                           ctx.num_outputs(), " outputs");
  }
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set_output(i, (*shapes)[static_cast<size_t>(i)]);
  return OkStatus();
}

constexpr OpRow kIteratorOps[] = {
    {
        .name = "Iterator",
        .outputs = "handle: resource",
        .attrs = "shared_name: string; container: string; output_types: list(type) >= 1; "
                 "output_shapes: list(shape) >= 1",
        .doc = "As IteratorV2, in graphs of older programs.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "IteratorV2",
        .outputs = "handle: resource",
        .attrs = "shared_name: string; container: string; output_types: list(type) >= 1; "
                 "output_shapes: list(shape) >= 1",
        .doc = "Gives the handle of an iterator over elements of the given types and shapes, which "
               "MakeIterator sets.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "OneShotIterator",
        .outputs = "handle: resource",
        .attrs = "dataset_factory: func; output_types: list(type) >= 1; output_shapes: list(shape) >= "
                 "1; container: string = ''; shared_name: string = ''",
        .doc = "Gives the handle of an iterator over the dataset that dataset_factory gives, which "
               "is called once. Errors: those of the function.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "AnonymousIterator",
        .outputs = "handle: resource",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "Gives the handle of an iterator that goes with its last handle.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "AnonymousIteratorV2",
        .outputs = "handle: resource, deleter: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "As AnonymousIterator, with a deleter, which is not needed.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "AnonymousIteratorV3",
        .outputs = "handle: resource",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "As AnonymousIterator.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "DeleteIterator",
        .inputs = "handle: resource, deleter: variant",
        .doc = "Ends what waits for the iterator, with CANCELLED; later uses fail.",
        .flags = kIteratorFlags,
        .shape = NoOutputShape,
    },
    {
        .name = "MakeIterator",
        .inputs = "dataset: variant, iterator: resource",
        .doc = "Begins a pass of the iterator over the dataset; a pass that was under way is left. "
               "Errors: INVALID_ARGUMENT for elements of other types or shapes.",
        .flags = kIteratorFlags,
        .shape = NoOutputShape,
    },
    {
        .name = "IteratorToStringHandle",
        .inputs = "resource_handle: resource",
        .outputs = "string_handle: string",
        .doc = "Gives a string by which other graphs of the session find the iterator.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "IteratorFromStringHandle",
        .inputs = "string_handle: string",
        .outputs = "resource_handle: resource",
        .attrs = "output_types: list(type) >= 0 = []; output_shapes: list(shape) >= 0 = []",
        .doc = "Gives the handle of the iterator of a string. Errors: NOT_FOUND if there is none; "
               "INVALID_ARGUMENT for elements of other types or shapes than are given.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "IteratorFromStringHandleV2",
        .inputs = "string_handle: string",
        .outputs = "resource_handle: resource",
        .attrs = "output_types: list(type) >= 0 = []; output_shapes: list(shape) >= 0 = []",
        .doc = "As IteratorFromStringHandle.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "IteratorGetDevice",
        .inputs = "resource: resource",
        .outputs = "device: string",
        .doc = "Gives the name of the device that the iterator lives on.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "IteratorGetNext",
        .inputs = "iterator: resource",
        .outputs = "components: output_types",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "Gives the next element, waiting for it without a thread. Errors: OUT_OF_RANGE at the "
               "end; FAILED_PRECONDITION before the first pass; those of the pipeline.",
        .flags = kIteratorFlags,
        .shape = ElementShape,
    },
    {
        .name = "IteratorGetNextSync",
        .inputs = "iterator: resource",
        .outputs = "components: output_types",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "As IteratorGetNext.",
        .flags = kIteratorFlags,
        .shape = ElementShape,
    },
    {
        .name = "IteratorGetNextAsOptional",
        .inputs = "iterator: resource",
        .outputs = "optional: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "Gives the next element as an optional value, without one at the end. Errors: as "
               "IteratorGetNext.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "DatasetToSingleElement",
        .inputs = "dataset: variant",
        .outputs = "components: output_types",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives the only element of a dataset. Errors: INVALID_ARGUMENT if it has none, or "
               "more.",
        .flags = kIteratorFlags,
        .shape = ElementShape,
    },
    {
        .name = "ReduceDataset",
        .inputs = "input_dataset: variant, initial_state: Tstate, other_arguments: Targuments",
        .outputs = "components: output_types",
        .attrs = "f: func; Tstate: list(type) >= 1; Targuments: list(type) >= 0; output_types: "
                 "list(type) >= 1; output_shapes: list(shape) >= 1; use_inter_op_parallelism: bool = "
                 "true; metadata: string = ''",
        .doc = "Gives the last of the states that f makes of a state, each element and "
               "other_arguments. Errors: those of f and of the pipeline.",
        .flags = kIteratorFlags,
        .shape = ElementShape,
    },
    {
        .name = "DatasetCardinality",
        .inputs = "input_dataset: variant",
        .outputs = "cardinality: int64",
        .attrs = "cardinality_options: string = ''",
        .doc = "Gives how many elements the dataset has: -1 without end, -2 if that is not known "
               "without a pass.",
        .flags = kOptionalFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalDatasetCardinality",
        .inputs = "input_dataset: variant",
        .outputs = "cardinality: int64",
        .doc = "As DatasetCardinality.",
        .flags = kOptionalFlags,
        .shape = ScalarShape,
    },
    {
        .name = "SerializeIterator",
        .inputs = "resource_handle: resource",
        .outputs = "serialized: variant",
        .attrs = "external_state_policy: int = 0",
        .doc = "Gives where the pass of the iterator is. Errors: UNIMPLEMENTED for pipelines whose "
               "place is outside of the runtime, such as generators.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "DeserializeIterator",
        .inputs = "resource_handle: resource, serialized: variant",
        .doc = "Lets the iterator, which has a dataset that equals the saved one, go on where the "
               "state says. Errors: DATA_LOSS if it was another pipeline; FAILED_PRECONDITION "
               "without a dataset.",
        .flags = kIteratorFlags,
        .shape = NoOutputShape,
    },
    {
        .name = "OptionalFromValue",
        .inputs = "components: Toutput_types",
        .outputs = "optional: variant",
        .attrs = "Toutput_types: list(type) >= 1",
        .doc = "Gives an optional value that holds the components.",
        .flags = kOptionalFlags,
        .shape = ScalarShape,
    },
    {
        .name = "OptionalNone",
        .outputs = "optional: variant",
        .doc = "Gives an optional value that holds nothing.",
        .flags = kOptionalFlags,
        .shape = ScalarShape,
    },
    {
        .name = "OptionalHasValue",
        .inputs = "optional: variant",
        .outputs = "has_value: bool",
        .doc = "Tells whether the optional value holds something.",
        .flags = kOptionalFlags,
        .shape = ScalarShape,
    },
    {
        .name = "OptionalGetValue",
        .inputs = "optional: variant",
        .outputs = "components: output_types",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "Gives what the optional value holds. Errors: INVALID_ARGUMENT if that is nothing, or "
               "of other types or shapes.",
        .flags = kOptionalFlags,
        .shape = ElementShape,
    },
};

}  // namespace

std::span<const OpRow> IteratorOps() { return ChosenRows<kIteratorOps>::All(); }

}  // namespace runnel
