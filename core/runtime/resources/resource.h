// Resources: objects that outlive steps (variables, queues, stacks, tables), named within containers.
//
// A tensor of dtype resource is a scalar whose buffer holds a reference to one of these, so a resource
// lives as long as a handle or its manager does.
#ifndef RUNNEL_CORE_RUNTIME_RESOURCES_RESOURCE_H_
#define RUNNEL_CORE_RUNTIME_RESOURCES_RESOURCE_H_

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

#include "core/io/file.h"
#include "core/tensor/tensor.h"

namespace runnel {

class Resource : public RefCounted {
 public:
  explicit Resource(std::string name) : name_(std::move(name)) {}
  const std::string& name() const { return name_; }
  // "Variable", "FIFOQueue": for error messages and look-ups.
  virtual std::string_view TypeName() const = 0;
  // Pending operations end with `status`: the session is closing or its step was cancelled.
  virtual void Abort(const Status& status) { (void)status; }

 private:
  std::string name_;
};

class ResourceBuffer : public Buffer {
 public:
  explicit ResourceBuffer(Ref<Resource> resource)
      : Buffer(Kind::kResource, nullptr, sizeof(void*)), resource_(std::move(resource)) {}
  const Ref<Resource>& resource() const { return resource_; }

 private:
  Ref<Resource> resource_;
};

// A scalar resource tensor.
Tensor MakeResourceHandle(Ref<Resource> resource);
// Errors: INVALID_ARGUMENT if `handle` is no resource tensor or holds another type of resource. An empty
// `type_name` takes any.
Result<Ref<Resource>> ResourceFromHandle(const Tensor& handle, std::string_view type_name);

// (container, type, name) -> resource. Any thread.
class ResourceManager {
 public:
  static constexpr std::string_view kDefaultContainer = "localhost";
  // Finds, or makes with `create` under the manager's lock. Errors: those of `create`.
  Result<Ref<Resource>> LookupOrCreate(std::string_view container, std::string_view type,
                                       std::string_view name,
                                       const std::function<Result<Ref<Resource>>()>& create);
  Result<Ref<Resource>> Lookup(std::string_view container, std::string_view type,
                               std::string_view name) const;
  // Counts the variables whose value took a shape other than the declared one. A plan made before the
  // last change is made anew.
  const std::shared_ptr<std::atomic<uint64_t>>& resized() const { return resized_; }
  // Drops all, or one container's; their pending operations end with CANCELLED.
  void Clear();
  void ClearContainer(std::string_view container);

  // Restricts ops of sessions over these resources to files inside of `folder`; empty: to none. To be
  // called before the first step.
  Status RestrictFiles(const std::string& folder);
  // Maps the path that an op names to its path in files(). Where files are restricted, a relative path
  // lies in their folder. Errors: PERMISSION_DENIED naming a path outside of it; INVALID_ARGUMENT for a
  // NUL byte.
  Result<std::string> FilePath(std::string_view path) const;
  // The file system of ops. It leads nowhere outside of the folder, whatever links say. This object
  // outlives it.
  FileSystem files() const { return FileSystem(confined_.get()); }
  // What files() calls, for those who outlive this object; null: the system.
  const std::shared_ptr<SystemCalls>& file_calls() const { return confined_; }

 private:
  bool files_restricted_ = false;
  std::string files_folder_;    // real and absolute
  std::string folder_spelled_;  // absolute, as it was given
  std::shared_ptr<SystemCalls> confined_;

  const std::shared_ptr<std::atomic<uint64_t>> resized_ = std::make_shared<std::atomic<uint64_t>>(0);
  mutable std::mutex mutex_;  // guards resources_
  // Whether there was any since Clear: a step without resources does not lock to clear them.
  std::atomic<bool> any_{false};
  std::map<std::tuple<std::string, std::string, std::string>, Ref<Resource>, std::less<>> resources_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_RESOURCES_RESOURCE_H_
