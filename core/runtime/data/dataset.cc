#include "core/runtime/data/dataset.h"

#include "core/base/caught.h"

namespace runnel {

Status Dataset::At(int64_t index, const Status& status) const {
  return status.WithPrefix(StrCat("dataset \"", info_.name, "\" (", info_.op, "), element ", index));
}

Result<Ref<Dataset>> DatasetFromTensor(const Tensor& tensor, std::string_view what) {
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Variant> variant,
                          VariantFromScalar(tensor, Dataset::kTypeName, what));
  return Ref<Dataset>::Share(static_cast<Dataset*>(variant.get()));
}

Result<Progress> NextGuarded(DatasetIterator* iterator, const PollContext& cx, Element* out) {
  try {
    return iterator->Next(cx, out);
  } catch (...) {
    return CaughtStatus();
  }
}

Progress YieldTo(const PollContext& cx) {
  cx.waker()->Wake();
  return Progress::kPending;
}

}  // namespace runnel
