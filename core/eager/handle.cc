#include "core/eager/handle.h"

#include <utility>
#include <vector>

#include "core/runtime/placement/placement_memory.h"

namespace runnel {

EagerState::EagerState(Ref<Runtime> r, const SessionOptions& o) : runtime(std::move(r)), options(o) {
  if (!options.resources) options.resources = std::make_shared<ResourceManager>();
  if (!options.placement_memory) options.placement_memory = std::make_shared<PlacementMemory>();
}

EagerHandle::~EagerHandle() {
  if (!maker_->owned) return;
  // Nobody can name the resource any more: it goes, and so do the plans that were made for it.
  std::vector<std::pair<Ref<Session>, Ref<Callable>>> dropped;  // when the lock is not held
  {
    const std::lock_guard lock(state_->mutex);
    for (EagerResourceUser* entry : state_->entries) {
      if (entry->Takes(maker_->id)) dropped.push_back(entry->Abandon());
    }
  }
  dropped.clear();
  const auto* container = FindAttr(maker_->spec.attrs, "container");
  state_->options.resources->ClearContainer(*container->get_if<std::string>());
}

const EagerHandle* AsEagerHandle(const Tensor& tensor) {
  if (tensor.dtype() != DType::kResource || !tensor.buffer()) return nullptr;
  return dynamic_cast<const EagerHandle*>(tensor.buffer().get());
}

}  // namespace runnel
