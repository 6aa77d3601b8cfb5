// Ops about iterators whose elements are dealt out to several devices.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kIteratorFlags = kOpHost | kOpStateful | kOpNotDifferentiable;

// The components are as the attr says.
Status ElementShape(ShapeContext& ctx) {
  const auto* shapes = ctx.attr<std::vector<Shape>>("output_shapes");
  if (shapes == nullptr || static_cast<int>(shapes->size()) != ctx.num_outputs()) {
    return InvalidArgument("attr \"output_shapes\" has ", shapes == nullptr ? 0 : shapes->size(),
                           " entries for ", ctx.num_outputs(), " outputs");
  }
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set_output(i, (*shapes)[static_cast<size_t>(i)]);
  return OkStatus();
}

#define RUNNEL_ELEMENT_ATTRS "output_types: list(type) >= 1; output_shapes: list(shape) >= 1"

constexpr OpRow kMultiDeviceIteratorOps[] = {
    {
        .name = "MultiDeviceIterator",
        .outputs = "handle: resource",
        .attrs =
            "devices: list(string) >= 1; shared_name: string; container: string; " RUNNEL_ELEMENT_ATTRS,
        .doc = "Gives the handle of an iterator that deals its elements out to as many takers as there "
               "are devices, in turn. MultiDeviceIteratorInit sets what it gives.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "AnonymousMultiDeviceIterator",
        .outputs = "handle: resource, deleter: variant",
        .attrs = "devices: list(string) >= 1; " RUNNEL_ELEMENT_ATTRS,
        .doc = "As MultiDeviceIterator, of an iterator that goes with its last handle; the deleter is "
               "not needed.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "AnonymousMultiDeviceIteratorV3",
        .outputs = "handle: resource",
        .attrs = "devices: list(string) >= 1; " RUNNEL_ELEMENT_ATTRS,
        .doc = "As MultiDeviceIterator, of an iterator that goes with its last handle.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MultiDeviceIteratorInit",
        .inputs = "dataset: variant, multi_device_iterator: resource, max_buffer_size: int64",
        .outputs = "incarnation_id: int64",
        .doc = "Begins a pass over the dataset and gives its number; a pass that was under way ends "
               "with CANCELLED. At most max_buffer_size elements wait for a taker; then the others wait "
               "for it. Shapes: scalars. Errors: INVALID_ARGUMENT for elements of other types or "
               "shapes, and max_buffer_size below 1.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MultiDeviceIteratorGetNextFromShard",
        .inputs = "multi_device_iterator: resource, shard_num: int32, incarnation_id: int64",
        .outputs = "components: output_types",
        .attrs = RUNNEL_ELEMENT_ATTRS,
        .doc =
            "Gives the next element of the taker shard_num: of the elements, counted from 0, those "
            "whose number is shard_num modulo the number of takers. Shapes: scalars in, output_shapes "
            "out. Errors: OUT_OF_RANGE at the end; INVALID_ARGUMENT for a taker or a pass that there is "
            "not; FAILED_PRECONDITION before the first pass; those of the dataset.",
        .flags = kIteratorFlags,
        .shape = ElementShape,
    },
    {
        .name = "MultiDeviceIteratorToStringHandle",
        .inputs = "multi_device_iterator: resource",
        .outputs = "string_handle: string",
        .doc = "Gives a string by which other graphs of the session find the iterator.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MultiDeviceIteratorFromStringHandle",
        .inputs = "string_handle: string",
        .outputs = "multi_device_iterator: resource",
        .attrs = "output_types: list(type) >= 0 = []; output_shapes: list(shape) >= 0 = []",
        .doc = "Gives the handle of the iterator of a string. Errors: NOT_FOUND if there is none; "
               "INVALID_ARGUMENT for elements of other types or shapes than are given.",
        .flags = kIteratorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "DeleteMultiDeviceIterator",
        .inputs = "multi_device_iterator: resource, iterators: N * resource, deleter: variant",
        .attrs = "N: int >= 0",
        .doc = "Ends what waits for the iterator, with CANCELLED; later uses fail. iterators are those "
               "of the devices, which go with their handles.",
        .flags = kIteratorFlags,
        .shape = NoOutputShape,
    },
};

}  // namespace

std::span<const OpRow> MultiDeviceIteratorOps() { return ChosenRows<kMultiDeviceIteratorOps>::All(); }

}  // namespace runnel
