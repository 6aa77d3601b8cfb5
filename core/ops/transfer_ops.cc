// Ops that exist in plans but not in graphs: the ends of a call and of a transfer, and the op for a node
// that cannot run.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status PromisedShape(ShapeContext& ctx) {
  if (const Shape* shape = ctx.attr<Shape>("_rnl_shape")) ctx.set_output(0, *shape);
  return OkStatus();
}

constexpr OpRow kTransferOps[] = {
    {
        .name = "_Arg",
        .outputs = "output: T",
        .attrs = "T: type; index: int >= 0",
        .doc = "Gives argument `index` of the function or step that it stands in.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = LateShape,
    },
    {
        .name = "_Retval",
        .inputs = "input: T",
        .attrs = "T: type; index: int >= 0",
        .doc = "Makes input the result `index` of the function or step that it stands in.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = NoOutputShape,
    },
    {
        .name = "_Send",
        .inputs = "tensor: T",
        .attrs = "T: type; tensor_name: string; send_device: string; send_device_incarnation: int; "
                 "recv_device: string; client_terminated: bool = false",
        .doc = "Gives tensor, dead or alive, to the step's rendezvous for the _Recv of the same names.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = NoOutputShape,
    },
    {
        .name = "_Recv",
        .outputs = "tensor: tensor_type",
        .attrs = "tensor_type: type; tensor_name: string; send_device: string; "
                 "send_device_incarnation: int; recv_device: string; client_terminated: bool = false",
        .doc = "Gives the tensor that the _Send of the same names put into the step's rendezvous.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = LateShape,
    },
    {
        .name = "_HostSend",
        .inputs = "tensor: T",
        .attrs = "T: type; tensor_name: string; send_device: string; send_device_incarnation: int; "
                 "recv_device: string; client_terminated: bool = false",
        .doc = "Gives tensor, which lies in host memory, dead or alive, to the step's rendezvous with "
               "other "
               "tasks, for the _HostRecv of the same names.",
        .flags = kOpStateful | kOpHost | kOpNotDifferentiable,
        .shape = NoOutputShape,
    },
    {
        .name = "_HostRecv",
        .outputs = "tensor: tensor_type",
        .attrs = "tensor_type: type; tensor_name: string; send_device: string; "
                 "send_device_incarnation: int; recv_device: string; client_terminated: bool = false",
        .doc = "Gives the tensor that the _HostSend of the same names, on another task, put into the "
               "step's "
               "rendezvous. Its shape is what the annotation _rnl_shape promises, if there is one.",
        .flags = kOpStateful | kOpHost | kOpNotDifferentiable,
        .shape = PromisedShape,
    },
    {
        .name = "_Refused",
        .inputs = "input: Tin",
        .outputs = "output: Tout",
        .attrs = "Tin: list(type) >= 0; Tout: list(type) >= 0; code: int; message: string",
        .doc = "Fails with message: stands for a node whose inputs do not fit, where it may never run.",
        .flags = kOpStateful | kOpHost | kOpNotDifferentiable,
        .shape = LateShape,
    },
};

}  // namespace

std::span<const OpRow> TransferOps() { return ChosenRows<kTransferOps>::All(); }

}  // namespace runnel
