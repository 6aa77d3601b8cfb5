#include "core/io/slice_copy.h"

#include <algorithm>
#include <cstring>

namespace runnel {
namespace {

struct Range {
  int64_t start = 0;
  int64_t length = 0;
};

Range Common(const TensorSlice::Extent& a, const TensorSlice::Extent& b) {
  const int64_t start = std::max(a.start, b.start);
  const int64_t end = std::min(a.start + a.length, b.start + b.length);
  return {start, std::max<int64_t>(0, end - start)};
}

}  // namespace

int64_t IntersectionSize(const TensorSlice& a, const TensorSlice& b) {
  int64_t size = 1;  // no more than the elements of either
  for (size_t i = 0; i < a.extents().size(); ++i) size *= Common(a.extents()[i], b.extents()[i]).length;
  return size;
}

Status CopyIntersection(const TensorSlice& from_box, const Tensor& from, const TensorSlice& to_box,
                        Tensor* to, std::vector<bool>* filled) {
  const size_t rank = from_box.extents().size();
  if (IntersectionSize(from_box, to_box) == 0) return OkStatus();
  std::vector<Range> common(rank);
  std::vector<int64_t> from_stride(rank, 1), to_stride(rank, 1), index(rank, 0);
  for (size_t i = rank; i-- > 0;) {
    common[i] = Common(from_box.extents()[i], to_box.extents()[i]);
    if (i + 1 < rank) {
      from_stride[i] = from_stride[i + 1] * from_box.extents()[i + 1].length;
      to_stride[i] = to_stride[i + 1] * to_box.extents()[i + 1].length;
    }
  }
  const int64_t run = rank == 0 ? 1 : common[rank - 1].length;
  const size_t element = DTypeSize(from.dtype());
  for (;;) {
    int64_t source = 0, target = 0;
    for (size_t i = 0; i < rank; ++i) {
      const int64_t at = common[i].start + index[i];
      source += (at - from_box.extents()[i].start) * from_stride[i];
      target += (at - to_box.extents()[i].start) * to_stride[i];
    }
    for (int64_t k = 0; k < run; ++k) {
      auto flag = (*filled)[static_cast<size_t>(target + k)];
      if (flag) return DataLoss("two slices hold the same element");
      flag = true;
    }
    if (from.dtype() == DType::kString) {
      auto* strings = static_cast<StringBuffer*>(to->buffer().get());
      for (int64_t k = 0; k < run; ++k) {
        RUNNEL_RETURN_IF_ERROR(strings->Set(target + k, from.string_at(source + k)));
      }
    } else {
      std::memcpy(static_cast<char*>(to->data()) + static_cast<size_t>(target) * element,
                  static_cast<const char*>(from.data()) + static_cast<size_t>(source) * element,
                  static_cast<size_t>(run) * element);
    }
    // The next row: counts over all dimensions but the last.
    size_t i = rank < 2 ? 0 : rank - 1;
    while (i > 0 && ++index[i - 1] == common[i - 1].length) index[--i] = 0;
    if (i == 0) return OkStatus();
  }
}

}  // namespace runnel
