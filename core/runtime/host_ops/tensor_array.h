// TensorArray: tensors of one dtype that a step writes and reads by index, each once unless it says
// otherwise. Its gradients are arrays too, one per pass over the graph, where writes to one index add
// up.
//
// The ops that use an array are ordered by their flow values alone.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_ARRAY_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_ARRAY_H_

#include <map>
#include <mutex>
#include <span>
#include <string>

#include "core/runtime/resources/resource.h"
#include "core/tensor/counted.h"

namespace runnel {

// Any thread. Errors of all: INVALID_ARGUMENT naming the array and what was expected, also once it is
// closed; RESOURCE_EXHAUSTED.
class TensorArray : public Resource {
 public:
  static constexpr std::string_view kTypeName = "TensorArray";
  struct Spec {
    DType dtype = DType::kInvalid;
    Shape element_shape = Shape::Unknown();
    bool identical_element_shapes = false;  // the first element that is written says how all are
    bool dynamic_size = false;              // grows by writes
    bool clear_after_read = true;           // an element is read once
    bool is_gradient = false;               // writes to one index add up; what was not written is zeros
  };
  // Of `size` elements, which are not written yet.
  static Result<Ref<TensorArray>> Make(std::string name, Spec spec, int64_t size, Allocator* allocator);
  // Of none.
  TensorArray(std::string name, Spec spec, Allocator* allocator)
      : Resource(std::move(name)),
        allocator_(allocator),
        spec_(std::move(spec)),
        elements_(CountedAllocator<Element>(allocator)) {}
  std::string_view TypeName() const override { return kTypeName; }
  DType dtype() const { return spec_.dtype; }

  // `value` is kept as it is: nobody may write to it any more.
  Status Write(int64_t index, const Tensor& value);
  Result<Tensor> Read(int64_t index);
  // The most that is known of all elements.
  Result<Shape> ElementShape();
  Result<int64_t> Size();
  // Makes room for elements up to `size`, where the array grows. Errors: also if it does not.
  Status Reserve(int64_t size, std::string_view what);
  // The array that holds the gradients of the pass `source`, made on first use: as many elements as this
  // has then, and it grows no more. `prepended`: dims that the gradients have before those of elements.
  Result<Ref<TensorArray>> Gradient(const std::string& source, std::span<const int64_t> prepended);
  void Close();

 private:
  struct Element {
    Tensor value;                    // empty: nothing was written, or what was written is zeros
    Shape shape = Shape::Unknown();  // of what was written
    bool written = false, read = false, cleared = false;
  };
  Status CheckOpen() const;
  Status Add(Element* to, int64_t index, const Tensor& value);

  Allocator* const allocator_;
  std::mutex mutex_;  // guards all below
  Spec spec_;
  CountedVector<Element> elements_;
  std::map<std::string, Ref<TensorArray>> gradients_;
  bool closed_ = false;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_ARRAY_H_
