// Functions made of traced graphs.
#ifndef RUNNEL_CORE_EAGER_FUNCTION_H_
#define RUNNEL_CORE_EAGER_FUNCTION_H_

#include <memory>
#include <string_view>

#include "core/eager/eager.h"
#include "core/eager/entry.h"

namespace runnel {

// The attr of a node that stands for a handle: the number of its maker.
inline constexpr char kEagerMakerAttr[] = "_rnl_eager";

// EagerContext::MakeFunction.
Result<Ref<EagerOp>> MakeEagerFunction(std::shared_ptr<EagerState> state, std::shared_ptr<Graph> graph,
                                       std::string_view name, const Signature& signature);

// Gradients flow along edges of this type, or through a handle to values of such a type.
bool HasGradient(const OutputRef& edge);

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_FUNCTION_H_
