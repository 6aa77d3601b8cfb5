// IteratorResource: what a handle of an iterator refers to: a pass over a dataset, replaced by another
// one whenever a dataset is given to it.
#ifndef RUNNEL_CORE_RUNTIME_DATA_ITERATOR_RESOURCE_H_
#define RUNNEL_CORE_RUNTIME_DATA_ITERATOR_RESOURCE_H_

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "core/runtime/data/iterator_driver.h"
#include "core/runtime/resources/resource.h"

namespace runnel {

// Errors: INVALID_ARGUMENT where elements of the second kind are none of the first.
Status CheckElements(std::span<const DType> expected_types, std::span<const Shape> expected_shapes,
                     std::span<const DType> types, std::span<const Shape> shapes);

// Any thread.
class IteratorResource final : public Resource {
 public:
  static constexpr std::string_view kTypeName = "Iterator";
  using Done = std::function<void(Status)>;

  // `key`: what other handles find it by; empty: nothing does.
  IteratorResource(std::string name, std::string key, std::vector<DType> types,
                   std::vector<Shape> shapes);
  std::string_view TypeName() const override { return kTypeName; }
  const std::string& key() const { return key_; }
  // Of its elements.
  const std::vector<DType>& types() const { return types_; }
  const std::vector<Shape>& shapes() const { return shapes_; }

  // Begins a pass. Requests to the one before go on. Errors: INVALID_ARGUMENT for elements of another
  // kind; CANCELLED after Abort.
  Status Begin(const Ref<Dataset>& dataset, Ref<Host> host);
  // As Begin, and the pass goes on where `state` says.
  Status Resume(const IteratorState& state, Ref<Host> host);
  // Errors: FAILED_PRECONDITION before the first pass.
  Result<Ref<IteratorDriver>> driver();
  // Calls `start` unless it was called before, and `done` with its outcome.
  void StartOnce(const std::function<void(Done)>& start, Done done);
  void Abort(const Status& status) override;

 private:
  const std::string key_;
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
  std::mutex mutex_;  // guards all below
  Ref<Dataset> dataset_;
  Ref<IteratorDriver> driver_;
  Status aborted_;
  enum class Start { kNo, kUnderWay, kDone } start_ = Start::kNo;
  Status start_status_;
  std::vector<Done> waiting_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_ITERATOR_RESOURCE_H_
