#include "core/runtime/data/iterator_state.h"

#include "core/base/crc32c.h"
#include "core/graph/graph_def.h"
#include "core/io/coding.h"

namespace runnel {
namespace {

Status OfAnother() {
  return DataLoss("the saved state of the iterator was written by another pipeline, or is damaged");
}

int64_t NumberOf(std::string_view kind) { return static_cast<int64_t>(Crc32c(kind)); }

// Ahead of encoded states: what they are, and their version.
constexpr uint64_t kMagic = 0x31302e7473746972;

bool TakeNumber(std::string_view* bytes, uint64_t* out) {
  if (bytes->size() < sizeof(uint64_t)) return false;
  *out = LoadFixed64(bytes->data());
  bytes->remove_prefix(sizeof(uint64_t));
  return true;
}

}  // namespace

Result<std::string> EncodeState(const IteratorState& state) {
  std::string out;
  AppendFixed64(&out, kMagic);
  AppendFixed64(&out, state.numbers.size());
  for (const int64_t number : state.numbers) AppendFixed64(&out, static_cast<uint64_t>(number));
  AppendFixed64(&out, state.tensors.size());
  for (const Tensor& t : state.tensors) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string proto, EncodeTensorProto(t));
    AppendFixed64(&out, proto.size());
    out += proto;
  }
  AppendFixed32(&out, MaskCrc32c(Crc32c(out)));
  return out;
}

Result<std::string> IteratorState::SavedBytes() const { return EncodeState(*this); }

Result<Ref<IteratorState>> StateFrom(const Tensor& tensor, std::string_view what) {
  const Result<Ref<Variant>> read = VariantFromScalar(tensor, SavedVariant::kTypeName, what);
  if (!read.ok()) {
    RUNNEL_ASSIGN_OR_RETURN(Ref<Variant> state,
                            VariantFromScalar(tensor, IteratorState::kTypeName, what));
    return Ref<IteratorState>::Share(static_cast<IteratorState*>(state.get()));
  }
  const auto& saved = static_cast<const SavedVariant&>(**read);
  if (saved.SavedType() != IteratorState::kTypeName) {
    return InvalidArgument(what, " must hold a ", IteratorState::kTypeName, ", the checkpoint has a ",
                           saved.SavedType());
  }
  return DecodeState(saved.bytes());
}

Result<Ref<IteratorState>> DecodeState(std::string_view bytes) {
  const auto damaged = [] { return DataLoss("these bytes are no saved state of an iterator"); };
  constexpr size_t kCheckSize = 4;
  if (bytes.size() < kCheckSize) return damaged();
  const std::string_view checked = bytes.substr(0, bytes.size() - kCheckSize);
  if (UnmaskCrc32c(LoadFixed32(checked.data() + checked.size())) != Crc32c(checked)) return damaged();
  bytes = checked;
  uint64_t magic = 0, numbers = 0, tensors = 0;
  if (!TakeNumber(&bytes, &magic) || magic != kMagic || !TakeNumber(&bytes, &numbers) ||
      numbers > bytes.size() / sizeof(uint64_t)) {
    return damaged();
  }
  auto state = MakeRef<IteratorState>();
  for (uint64_t i = 0; i < numbers; ++i) {
    uint64_t number = 0;
    if (!TakeNumber(&bytes, &number)) return damaged();
    state->numbers.push_back(static_cast<int64_t>(number));
  }
  if (!TakeNumber(&bytes, &tensors)) return damaged();
  for (uint64_t i = 0; i < tensors; ++i) {
    uint64_t size = 0;
    if (!TakeNumber(&bytes, &size) || size > bytes.size()) return damaged();
    RUNNEL_ASSIGN_OR_RETURN(Tensor t, DecodeTensorProto(bytes.substr(0, static_cast<size_t>(size))));
    bytes.remove_prefix(static_cast<size_t>(size));
    state->tensors.push_back(std::move(t));
  }
  if (!bytes.empty()) return damaged();
  return state;
}

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
