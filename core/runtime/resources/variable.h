// Variable: a tensor that outlives steps, on one device.
//
// A read is a borrow: it shares the variable's buffer. An update happens in place while nobody else
// holds the buffer, and otherwise in a copy that becomes the variable's (then `generation` grows,
// because the address changed). So a borrower never sees a value change under it, whatever other steps
// do. Who updates may hold borrows itself, which it has used for the last time: UsedBorrows.
#ifndef RUNNEL_CORE_RUNTIME_RESOURCES_VARIABLE_H_
#define RUNNEL_CORE_RUNTIME_RESOURCES_VARIABLE_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "core/runtime/devices/device.h"
#include "core/runtime/resources/resource.h"

namespace runnel {

class Variable : public Resource {
 public:
  // `allocator` provides host memory where `device` computes in host memory. Both outlive the variable.
  // `resized` grows by one when a value of another shape than `shape` comes. is_reference: it is one of
  // TensorFlow's VariableV2, which has its declared shape before it has a value.
  Variable(std::string name, DType dtype, Shape shape, Device* device, Allocator* allocator,
           std::shared_ptr<std::atomic<uint64_t>> resized, bool is_reference = false)
      : Resource(std::move(name)),
        dtype_(dtype),
        device_(device),
        allocator_(allocator),
        resized_(std::move(resized)),
        is_reference_(is_reference),
        shape_(std::move(shape)) {}

  // Borrows that the updating step holds and reads no more: values[i] for each i of `which`. Those that
  // share the variable's buffer do not prevent an update in place.
  struct UsedBorrows {
    std::span<const Tensor> values;
    std::span<const int32_t> which;
  };

  static constexpr std::string_view kTypeName = "Variable";
  std::string_view TypeName() const override { return kTypeName; }
  DType dtype() const { return dtype_; }
  // The declared shape; unknown from the moment when a value came whose shape does not fit it.
  Shape declared_shape() const;
  Device* device() const { return device_; }

  // Errors: FAILED_PRECONDITION naming the variable if nothing was assigned yet.
  // *out_version, if asked for, counts the assignments and updates up to this value.
  Status Read(Tensor* out, uint64_t* out_version = nullptr) const;
  bool initialized() const;
  uint64_t version() const;
  uint64_t generation() const;

  // Copies `value`, which must lie in this device's kind of memory, keeping the address if the shape
  // stays and nobody borrows. Errors: INVALID_ARGUMENT for another dtype, or with `same_shape` for
  // another shape than that of the value before, if there is one; RESOURCE_EXHAUSTED. A copy on the
  // device is submitted with `fence`, if any. Source: TensorFlow's AssignVariableOp and Assign.
  Status Assign(const Tensor& value, StepFence* fence = nullptr, bool same_shape = false,
                const UsedBorrows& used = {});
  // Forgets the value: reads fail until the next assign. Errors, if it `must_exist`: NOT_FOUND without
  // one.
  Status Reset(bool must_exist);

  // An update in place: holds the lock from Begin to End. Between them value() may be written.
  Status BeginUpdate(StepFence* fence = nullptr, const UsedBorrows& used = {});
  const Tensor& value() const { return value_; }
  uint64_t value_version() const { return version_; }
  void EndUpdate(uint64_t updates = 1);  // how many were made

 private:
  bool MayChange(const UsedBorrows& used) const;  // in place
  Result<Tensor> AllocateLike(const Shape& shape) const;
  Status CopyInto(const Tensor& from, Tensor* to, StepFence* fence) const;

  const DType dtype_;
  Device* const device_;
  Allocator* const allocator_;
  const std::shared_ptr<std::atomic<uint64_t>> resized_;
  const bool is_reference_;
  mutable std::mutex mutex_;  // guards all below
  Shape shape_;
  Tensor value_;
  uint64_t version_ = 0;
  uint64_t generation_ = 0;
};

// A step was planned with a variable of shape `planned`, or of some shape that fits that. Errors:
// ABORTED where another step has given it a value of another shape meanwhile.
Status CheckAsPlanned(const Variable& variable, const Tensor& value, const Shape& planned);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_RESOURCES_VARIABLE_H_
