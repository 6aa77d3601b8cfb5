#include "core/runtime/data/iterator_state.h"

#include "core/base/crc32c.h"

namespace runnel {
namespace {

Status OfAnother() {
  return DataLoss("the saved state of the iterator was written by another pipeline, or is damaged");
}

int64_t NumberOf(std::string_view kind) { return static_cast<int64_t>(Crc32c(kind)); }

}  // namespace

void StateWriter::Mark(std::string_view kind) { Number(NumberOf(kind)); }

Status StateWriter::Tensors(std::span<const Tensor> tensors) {
  Number(static_cast<int64_t>(tensors.size()));
  for (const Tensor& t : tensors) {
    if (t.dtype() == DType::kResource || t.dtype() == DType::kVariant) {
      return Unimplemented("elements of type ", DTypeName(t.dtype()),
                           " in the saved state of an iterator");
    }
    state_->tensors.push_back(t);
  }
  return OkStatus();
}

void StateWriter::State(const IteratorState& inner) {
  Number(static_cast<int64_t>(inner.numbers.size()));
  Number(static_cast<int64_t>(inner.tensors.size()));
  state_->numbers.insert(state_->numbers.end(), inner.numbers.begin(), inner.numbers.end());
  state_->tensors.insert(state_->tensors.end(), inner.tensors.begin(), inner.tensors.end());
}

Result<Ref<IteratorState>> StateReader::State() {
  RUNNEL_ASSIGN_OR_RETURN(const int64_t numbers, Number(0));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t tensors, Number(0));
  if (static_cast<uint64_t>(numbers) > state_->numbers.size() - next_number_ ||
      static_cast<uint64_t>(tensors) > state_->tensors.size() - next_tensor_) {
    return OfAnother();
  }
  auto inner = MakeRef<IteratorState>();
  const auto number = state_->numbers.begin() + static_cast<ptrdiff_t>(next_number_);
  const auto tensor = state_->tensors.begin() + static_cast<ptrdiff_t>(next_tensor_);
  inner->numbers.assign(number, number + static_cast<ptrdiff_t>(numbers));
  inner->tensors.assign(tensor, tensor + static_cast<ptrdiff_t>(tensors));
  next_number_ += static_cast<size_t>(numbers);
  next_tensor_ += static_cast<size_t>(tensors);
  return inner;
}

Status StateReader::Expect(std::string_view kind) {
  RUNNEL_ASSIGN_OR_RETURN(const int64_t number, Number());
  return number == NumberOf(kind) ? OkStatus() : OfAnother();
}

Result<int64_t> StateReader::Number(int64_t least, int64_t most) {
  if (next_number_ == state_->numbers.size()) return OfAnother();
  const int64_t number = state_->numbers[next_number_++];
  if (number < least || number > most) return OfAnother();
  return number;
}

Result<std::vector<Tensor>> StateReader::Tensors() {
  const size_t left = state_->tensors.size() - next_tensor_;
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, Number(0, static_cast<int64_t>(left)));
  const auto first = state_->tensors.begin() + static_cast<ptrdiff_t>(next_tensor_);
  next_tensor_ += static_cast<size_t>(count);
  return std::vector<Tensor>(first, first + static_cast<ptrdiff_t>(count));
}

Result<std::vector<Tensor>> StateReader::Tensors(std::span<const DType> types) {
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> tensors, Tensors());
  if (tensors.size() != types.size()) return OfAnother();
  for (size_t i = 0; i < types.size(); ++i) {
    if (tensors[i].dtype() != types[i]) return OfAnother();
  }
  return tensors;
}

}  // namespace runnel
