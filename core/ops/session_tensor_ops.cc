// Tensors that a session keeps from one step to others, under handles that the program holds.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status HandleShape(ShapeContext& ctx) { return RequireScalar(ctx, 0, "handle"); }

constexpr OpRow kSessionTensorOps[] = {
    {
        .name = "GetSessionHandle",
        .inputs = "value: T",
        .outputs = "handle: string",
        .attrs = "T: type",
        .doc = "Keeps value in the session and gives the handle by which later steps find it, until "
               "DeleteSessionTensor or the session's end. Shapes: handle is a scalar.",
        .flags = kHostFlags,
        .shape = ScalarShape,
    },
    {
        .name = "GetSessionTensor",
        .inputs = "handle: string",
        .outputs = "value: dtype",
        .attrs = "dtype: type",
        .doc = "Gives the tensor that GetSessionHandle kept. Shapes: handle is a scalar. Errors: "
               "INVALID_ARGUMENT for a handle of nothing, or of a tensor of another type.",
        .flags = kHostFlags,
        .shape = HandleShape,
    },
    {
        .name = "DeleteSessionTensor",
        .inputs = "handle: string",
        .doc = "Drops the tensor that GetSessionHandle kept. Shapes: handle is a scalar. Errors: "
               "INVALID_ARGUMENT for a handle of nothing.",
        .flags = kHostFlags,
        .shape = HandleShape,
    },
};

}  // namespace

std::span<const OpRow> SessionTensorOps() { return ChosenRows<kSessionTensorOps>::All(); }

}  // namespace runnel
