#include "core/runtime/data/iterator_resource.h"

#include <utility>

namespace runnel {

Status CheckElements(std::span<const DType> expected_types, std::span<const Shape> expected_shapes,
                     std::span<const DType> types, std::span<const Shape> shapes) {
  if (types.size() != expected_types.size()) {
    return InvalidArgument("Number of components does not match: expected ", expected_types.size(),
                           " types but got ", types.size(), ".");
  }
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i] != expected_types[i]) {
      return InvalidArgument("Data type mismatch at component ", i, ": expected ",
                             DTypeName(expected_types[i]), " but got ", DTypeName(types[i]), ".");
    }
  }
  for (size_t i = 0; i < shapes.size() && i < expected_shapes.size(); ++i) {
    if (!expected_shapes[i].IsCompatibleWith(shapes[i])) {
      return InvalidArgument("Incompatible shapes at component ", i, ": expected ",
                             expected_shapes[i].ToString(), " but got ", shapes[i].ToString(), ".");
    }
  }
  return OkStatus();
}

IteratorResource::IteratorResource(std::string name, std::string key, std::vector<DType> types,
                                   std::vector<Shape> shapes)
    : Resource(std::move(name)),
      key_(std::move(key)),
      types_(std::move(types)),
      shapes_(std::move(shapes)) {}

Status IteratorResource::Begin(const Ref<Dataset>& dataset, Ref<Host> host) {
  RUNNEL_RETURN_IF_ERROR(CheckElements(types_, shapes_, dataset->info().types, dataset->info().shapes));
  RUNNEL_ASSIGN_OR_RETURN(Ref<IteratorDriver> driver, IteratorDriver::Begin(*dataset, std::move(host)));
  const std::lock_guard lock(mutex_);
  if (!aborted_.ok()) return aborted_;
  dataset_ = dataset;
  std::swap(driver_, driver);  // the one before goes when the lock is released
  return OkStatus();
}

Status IteratorResource::Resume(const IteratorState& state, Ref<Host> host) {
  Ref<Dataset> dataset;
  {
    const std::lock_guard lock(mutex_);
    dataset = dataset_;
  }
  if (!dataset) {
    return FailedPrecondition("Restoring iterator \"", name(),
                              "\" failed because it has not been initialized: it needs a dataset");
  }
  RUNNEL_ASSIGN_OR_RETURN(Ref<IteratorDriver> driver, IteratorDriver::Begin(*dataset, std::move(host)));
  RUNNEL_RETURN_IF_ERROR(driver->Restore(state));
  const std::lock_guard lock(mutex_);
  if (!aborted_.ok()) return aborted_;
  std::swap(driver_, driver);
  return OkStatus();
}

Result<Ref<IteratorDriver>> IteratorResource::driver() {
  const std::lock_guard lock(mutex_);
  if (!aborted_.ok()) return aborted_;
  if (!driver_) {
    return FailedPrecondition(
        "GetNext() failed because the iterator has not been initialized. Ensure that you have run the "
        "initializer operation for this iterator before getting the next element.");
  }
  return driver_;
}

void IteratorResource::StartOnce(const std::function<void(Done)>& start, Done done) {
  {
    std::unique_lock lock(mutex_);
    if (start_ == Start::kDone) {
      const Status status = start_status_;
      lock.unlock();
      return done(status);
    }
    waiting_.push_back(std::move(done));
    if (start_ == Start::kUnderWay) return;
    start_ = Start::kUnderWay;
  }
  start([self = Ref<IteratorResource>::Share(this)](const Status& status) {
    std::vector<Done> waiting;
    {
      const std::lock_guard lock(self->mutex_);
      self->start_ = Start::kDone;
      self->start_status_ = status;
      waiting.swap(self->waiting_);
    }
    for (const Done& each : waiting) each(status);
  });
}

void IteratorResource::Abort(const Status& status) {
  Ref<IteratorDriver> driver;
  {
    const std::lock_guard lock(mutex_);
    aborted_ = status;
    driver = std::move(driver_);
    dataset_ = nullptr;
  }
  if (driver) driver->Abort(status);
}

}  // namespace runnel
