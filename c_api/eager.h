// The handles of eager contexts, ops and tapes.
#ifndef RUNNEL_C_API_EAGER_H_
#define RUNNEL_C_API_EAGER_H_

#include "c_api/internal.h"
#include "core/eager/eager.h"

struct rnl_eager_t final : runnel::capi::Child {
  rnl_eager_t(runnel::Ref<rnl_runtime_t> r, runnel::Ref<runnel::EagerContext> c)
      : Child(std::move(r)),
        context(std::move(c)),
        graph(runnel::MakeRef<rnl_graph_t>(owner, context->graph())),
        handles(runnel::MakeRef<runnel::capi::TensorPool>(256)) {}
  const runnel::Ref<runnel::EagerContext> context;
  const runnel::Ref<rnl_graph_t> graph;
  const runnel::Ref<runnel::capi::TensorPool> handles;

 private:
  ~rnl_eager_t() override { static_cast<void>(context->Close().ok()); }
};

struct rnl_eager_op_t final : runnel::capi::Child {
  rnl_eager_op_t(runnel::Ref<rnl_eager_t> e, runnel::Ref<runnel::EagerOp> o)
      : Child(e->owner), eager(std::move(e)), op(std::move(o)) {}
  const runnel::Ref<rnl_eager_t> eager;
  const runnel::Ref<runnel::EagerOp> op;
};

struct rnl_tape_t final : runnel::capi::Child {
  rnl_tape_t(runnel::Ref<rnl_eager_t> e, runnel::Ref<runnel::EagerTape> t)
      : Child(e->owner), eager(std::move(e)), tape(std::move(t)) {}
  const runnel::Ref<rnl_eager_t> eager;
  const runnel::Ref<runnel::EagerTape> tape;
};

namespace runnel::capi {

// What tapes know a tensor by. A resource is one whichever handle names it.
inline const RefCounted* IdentityOf(const rnl_tensor_t& tensor) {
  if (tensor.tensor.dtype() == DType::kResource) return tensor.tensor.buffer().get();
  return tensor.identity ? tensor.identity.get() : &tensor;
}
inline EagerValue ValueOf(const rnl_tensor_t& tensor) {
  return {EagerId::Share(IdentityOf(tensor)), tensor.tensor};
}

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_EAGER_H_
