// Where a pass over a dataset is, as a list of values: what iterators write and, made anew over an equal
// pipeline, read in the same order.
#ifndef RUNNEL_CORE_RUNTIME_DATA_ITERATOR_STATE_H_
#define RUNNEL_CORE_RUNTIME_DATA_ITERATOR_STATE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/saved_variant.h"
#include "core/tensor/tensor.h"

namespace runnel {

// The element of the variants that SerializeIterator gives.
class IteratorState : public SavableVariant {
 public:
  static constexpr std::string_view kTypeName = "tensorflow::Iterator";
  std::string_view TypeName() const override { return kTypeName; }
  std::string_view SavedType() const override { return kTypeName; }
  Result<std::string> SavedBytes() const override;
  std::vector<int64_t> numbers;
  std::vector<Tensor> tensors;
};

// As bytes, and back. Errors: DATA_LOSS for bytes that are no state or damaged.
Result<std::string> EncodeState(const IteratorState& state);
Result<Ref<IteratorState>> DecodeState(std::string_view bytes);
// Of the scalar that SerializeIterator gave, or that a checkpoint has of it. Errors: INVALID_ARGUMENT
// naming `what` for anything else; those of DecodeState.
Result<Ref<IteratorState>> StateFrom(const Tensor& tensor, std::string_view what);

class StateWriter {
 public:
  explicit StateWriter(IteratorState* state) : state_(state) {}
  // What begins here, for Expect.
  void Mark(std::string_view kind);
  void Number(int64_t value) { state_->numbers.push_back(value); }
  // Errors: UNIMPLEMENTED for resources and variants.
  Status Tensors(std::span<const Tensor> tensors);
  // A state within this one, which is read as a whole.
  void State(const IteratorState& inner);

 private:
  IteratorState* const state_;
};

// Errors of all: DATA_LOSS if the state was written by another pipeline.
class StateReader {
 public:
  explicit StateReader(const IteratorState* state) : state_(state) {}
  Status Expect(std::string_view kind);
  // In [least, most].
  Result<int64_t> Number(int64_t least = INT64_MIN, int64_t most = INT64_MAX);
  Result<std::vector<Tensor>> Tensors(std::span<const DType> types);
  // Likewise, of any types.
  Result<std::vector<Tensor>> Tensors();
  Result<Ref<IteratorState>> State();
  bool AtEnd() const {
    return next_number_ == state_->numbers.size() && next_tensor_ == state_->tensors.size();
  }

 private:
  const IteratorState* const state_;
  size_t next_number_ = 0;
  size_t next_tensor_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_ITERATOR_STATE_H_
