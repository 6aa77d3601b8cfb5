// Slices of tensors, and padding.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kSliceOps[] = {
    {
        .name = "Slice",
        .inputs = "input: T, begin: Index, size: Index",
        .outputs = "output: T",
        .attrs = "T: type; Index: {int32, int64}",
        .doc = "Takes the block of the given size that starts at begin; a size of -1 means all that is "
               "left. Shapes: begin and size are vectors as long as the rank of input. Errors: "
               "INVALID_ARGUMENT if the block does not lie within input.",
    },
    {
        .name = "StridedSlice",
        .inputs = "input: T, begin: Index, end: Index, strides: Index",
        .outputs = "output: T",
        .attrs = "T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; "
                 "ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0",
        .doc =
            "Python's x[begin:end:strides, ...]: bit i of a mask belongs to entry i. begin_mask and "
            "end_mask drop that bound, ellipsis_mask makes the entry stand for all dimensions not "
            "mentioned, new_axis_mask inserts a dimension of 1, shrink_axis_mask takes the single "
            "index begin[i] and removes the dimension. Negative bounds count from the end and are "
            "clamped. Errors: INVALID_ARGUMENT for a stride of 0, two ellipses, an index out of range, "
            "or more entries than dimensions.",
    },
    {
        .name = "StridedSliceGrad",
        .inputs = "shape: Index, begin: Index, end: Index, strides: Index, dy: T",
        .outputs = "output: T",
        .attrs = "T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; "
                 "ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0",
        .doc =
            "Gives zeros of the given shape, with dy where StridedSlice of that shape would have read. "
            "Errors: INVALID_ARGUMENT as StridedSlice, and if dy has not the shape of the slice.",
    },
    {
        .name = "Pad",
        .inputs = "input: T, paddings: Tpaddings",
        .outputs = "output: T",
        .attrs = "T: type; Tpaddings: {int32, int64} = int32",
        .doc = "Puts paddings[i,0] zeros before and paddings[i,1] zeros after dimension i. Shapes: "
               "paddings is [rank,2]. Errors: INVALID_ARGUMENT for a negative padding.",
    },
};

}  // namespace

std::span<const OpRow> SliceOps() { return kSliceOps; }

}  // namespace runnel
