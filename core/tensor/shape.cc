#include "core/tensor/shape.h"

#include <algorithm>

#include "core/base/checked.h"

namespace runnel {

Shape::Shape(std::span<const int64_t> dims) : Shape() {
  if (dims.size() > kInline) {
    int64_t* heap = new int64_t[dims.size()];
    heap_ = heap;
  }
  rank_ = static_cast<int32_t>(dims.size());
  std::copy(dims.begin(), dims.end(), data());
}

Shape Shape::UnknownOfRank(int rank) {
  Shape s;
  for (int i = 0; i < rank; ++i) s.Append(kUnknownDim);
  return s;
}

Result<Shape> Shape::Make(std::span<const int64_t> dims, int64_t min_dim) {
  if (dims.size() > kMaxRank) {
    return InvalidArgument("rank ", dims.size(), " is above the maximum of ", kMaxRank);
  }
  int64_t elements = 1;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < min_dim) {
      return InvalidArgument("dimension ", i, " is ", dims[i], ", expected at least ", min_dim);
    }
    if (dims[i] > 0 && elements != 0 && !CheckedMul(elements, dims[i], &elements)) {
      return InvalidArgument("shape ", Shape(dims).ToString(), " has more than 2^63-1 elements");
    }
  }
  return Shape(dims);
}

void Shape::Append(int64_t dim) {
  if (rank_ < 0) return;
  if (rank_ < kInline) {
    inline_[rank_++] = dim;
    return;
  }
  int64_t* heap = new int64_t[static_cast<size_t>(rank_) + 1];
  std::copy(data(), data() + rank_, heap);
  heap[rank_] = dim;
  if (rank_ > kInline) delete[] heap_;
  heap_ = heap;
  ++rank_;
}

void Shape::Assign(const Shape& other) {
  if (other.rank_ > kInline) {
    int64_t* heap = new int64_t[static_cast<size_t>(other.rank_)];
    std::copy(other.heap_, other.heap_ + other.rank_, heap);
    if (rank_ > kInline) delete[] heap_;
    heap_ = heap;
  } else {
    if (rank_ > kInline) delete[] heap_;
    std::copy(other.inline_, other.inline_ + kInline, inline_);
  }
  rank_ = other.rank_;
}

Status Shape::CheckSize(size_t element_size) const {
  // A dimension of 0 makes the count 0, whatever the product of the others.
  int64_t bytes = static_cast<int64_t>(element_size);
  for (const int64_t d : dims()) {
    if (d == 0) return OkStatus();
  }
  for (const int64_t d : dims()) {
    if (!CheckedMul(bytes, d, &bytes)) {
      return InvalidArgument("shape ", ToString(), " with elements of ", element_size,
                             " bytes needs more than 2^63-1 bytes");
    }
  }
  return OkStatus();
}

bool Shape::IsCompatibleWith(const Shape& other) const {
  if (rank_ < 0 || other.rank_ < 0) return true;
  if (rank_ != other.rank_) return false;
  for (int i = 0; i < rank_; ++i) {
    if (dim(i) >= 0 && other.dim(i) >= 0 && dim(i) != other.dim(i)) return false;
  }
  return true;
}

Result<Shape> Shape::Merge(const Shape& a, const Shape& b) {
  if (!a.IsCompatibleWith(b)) {
    return InvalidArgument("shapes ", a.ToString(), " and ", b.ToString(), " contradict each other");
  }
  if (!a.has_rank()) return b;
  Shape out = a;
  if (b.has_rank()) {
    for (int i = 0; i < a.rank(); ++i) {
      if (a.dim(i) < 0) out.set_dim(i, b.dim(i));
    }
  }
  return out;
}

Result<Shape> Shape::Broadcast(const Shape& a, const Shape& b) {
  if (!a.has_rank() || !b.has_rank()) return Unknown();
  const int rank = std::max(a.rank(), b.rank());
  Shape out = UnknownOfRank(rank);
  for (int i = 0; i < rank; ++i) {
    const int ia = i - (rank - a.rank());
    const int ib = i - (rank - b.rank());
    const int64_t da = ia < 0 ? 1 : a.dim(ia);
    const int64_t db = ib < 0 ? 1 : b.dim(ib);
    if (da == db) {
      out.set_dim(i, da);
    } else if (da == 1) {
      out.set_dim(i, db);
    } else if (db == 1) {
      out.set_dim(i, da);
    } else if (da < 0) {
      out.set_dim(i, db);  // da is db or 1
    } else if (db < 0) {
      out.set_dim(i, da);
    } else {
      return InvalidArgument("shapes ", a.ToString(), " and ", b.ToString(),
                             " cannot be broadcast together");
    }
  }
  return out;
}

std::string Shape::ToString() const {
  if (rank_ < 0) return "<unknown>";
  std::string out = "[";
  for (int i = 0; i < rank_; ++i) {
    if (i > 0) out += ',';
    out += dim(i) < 0 ? std::string("?") : std::to_string(dim(i));
  }
  return out + "]";
}

}  // namespace runnel
