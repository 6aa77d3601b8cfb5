#include "core/runtime/resources/resource.h"

#include <utility>

namespace runnel {

Tensor MakeResourceHandle(Ref<Resource> resource) {
  return Tensor(DType::kResource, Shape(), MakeRef<ResourceBuffer>(std::move(resource)));
}

Result<Ref<Resource>> ResourceFromHandle(const Tensor& handle, std::string_view type_name) {
  if (handle.dtype() != DType::kResource || !handle.buffer() ||
      handle.buffer()->kind() != Buffer::Kind::kResource) {
    return InvalidArgument("expected a resource handle", type_name.empty() ? "" : " to a ", type_name,
                           ", got a tensor of type ", DTypeName(handle.dtype()));
  }
  const Ref<Resource>& resource = static_cast<const ResourceBuffer*>(handle.buffer().get())->resource();
  if (!resource) return InvalidArgument("the resource handle is empty, expected a ", type_name);
  if (!type_name.empty() && resource->TypeName() != type_name) {
    return InvalidArgument("expected a handle to a ", type_name, ", got the ", resource->TypeName(),
                           " \"", resource->name(), "\"");
  }
  return resource;
}

Result<Ref<Resource>> ResourceManager::LookupOrCreate(
    std::string_view container, std::string_view type, std::string_view name,
    const std::function<Result<Ref<Resource>>()>& create) {
  auto key = std::make_tuple(std::string(container.empty() ? kDefaultContainer : container),
                             std::string(type), std::string(name));
  const std::lock_guard lock(mutex_);
  if (const auto it = resources_.find(key); it != resources_.end()) return it->second;
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> made, create());
  any_.store(true, std::memory_order_release);
  resources_.emplace(std::move(key), made);
  return made;
}

Result<Ref<Resource>> ResourceManager::Lookup(std::string_view container, std::string_view type,
                                              std::string_view name) const {
  const auto key = std::make_tuple(std::string(container.empty() ? kDefaultContainer : container),
                                   std::string(type), std::string(name));
  {
    const std::lock_guard lock(mutex_);
    if (const auto it = resources_.find(key); it != resources_.end()) return it->second;
  }
  return NotFound("container \"", std::get<0>(key), "\" has no ", type, " \"", name, "\"");
}

void ResourceManager::Clear() {
  if (!any_.load(std::memory_order_acquire)) return;
  decltype(resources_) dropped;
  {
    const std::lock_guard lock(mutex_);
    any_.store(false, std::memory_order_relaxed);
    dropped.swap(resources_);
  }
  // Outside of the lock: ending a pending operation runs code of the step that waits for it.
  for (auto& [key, resource] : dropped) {
    resource->Abort(Cancelled(resource->TypeName(), " \"", resource->name(), "\" was dropped"));
  }
}

void ResourceManager::ClearContainer(std::string_view container) {
  const std::string name(container.empty() ? kDefaultContainer : container);
  decltype(resources_) dropped;
  {
    const std::lock_guard lock(mutex_);
    auto it = resources_.lower_bound(std::make_tuple(name, std::string(), std::string()));
    while (it != resources_.end() && std::get<0>(it->first) == name) {
      dropped.insert(resources_.extract(it++));
    }
  }
  for (auto& [key, resource] : dropped) {
    resource->Abort(
        Cancelled("the container of ", resource->TypeName(), " \"", resource->name(), "\" was cleared"));
  }
}

}  // namespace runnel
