// Shape: the sizes of a tensor's dimensions, known or not.
//
// rank -1 means that nothing is known; a dimension of -1 is unknown. Ranks 0..254. Up to six dimensions
// are kept inline. Tensors always have fully defined shapes.
#ifndef RUNNEL_CORE_TENSOR_SHAPE_H_
#define RUNNEL_CORE_TENSOR_SHAPE_H_

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include "core/base/status.h"

namespace runnel {

inline constexpr int kMaxRank = 254;
inline constexpr int64_t kUnknownDim = -1;

class Shape {
 public:
  Shape() {  // scalar
    __builtin_memset(inline_, 0, kPiece * sizeof(int64_t));
    __builtin_memset(inline_ + kPiece, 0, kPiece * sizeof(int64_t));
    __builtin_memset(inline_ + 2 * kPiece, 0, kPiece * sizeof(int64_t));
  }
  Shape(std::initializer_list<int64_t> dims) : Shape(std::span(dims.begin(), dims.size())) {}
  explicit Shape(std::span<const int64_t> dims);
  Shape(const Shape& other) : Shape() { *this = other; }
  Shape(Shape&& other) noexcept { Steal(other); }
  Shape& operator=(const Shape& other) {
    if (rank_ <= kInline && other.rank_ <= kInline) {
      CopyInline(other);
      rank_ = other.rank_;
    } else if (this != &other) {
      Assign(other);
    }
    return *this;
  }
  Shape& operator=(Shape&& other) noexcept {
    if (this != &other) {
      if (rank_ > kInline) delete[] heap_;
      Steal(other);
    }
    return *this;
  }
  ~Shape() {
    if (rank_ > kInline) delete[] heap_;
  }

  static Shape Unknown() {
    Shape s;
    s.rank_ = -1;
    return s;
  }
  static Shape UnknownOfRank(int rank);
  // Validates numbers from outside. Errors: INVALID_ARGUMENT for a rank above 254, a dim below
  // `min_dim` (0, or -1 where unknown dims are fine), or an element count that overflows int64.
  static Result<Shape> Make(std::span<const int64_t> dims, int64_t min_dim = 0);

  int rank() const { return rank_; }
  bool has_rank() const { return rank_ >= 0; }
  int64_t dim(int i) const { return data()[i]; }
  void set_dim(int i, int64_t value) { data()[i] = value; }
  const int64_t* data() const { return rank_ > kInline ? heap_ : inline_; }
  std::span<const int64_t> dims() const { return {data(), static_cast<size_t>(rank_ < 0 ? 0 : rank_)}; }
  void Append(int64_t dim);

  bool IsFullyDefined() const {
    for (int i = 0; i < rank_; ++i) {
      if (data()[i] < 0) return false;
    }
    return rank_ >= 0;
  }
  // Product of the dims; -1 if not fully defined. Overflow is excluded by Make and CheckElementCount.
  int64_t num_elements() const {
    int64_t elements = rank_ < 0 ? -1 : 1;
    for (int i = 0; i < rank_; ++i) {
      if (data()[i] < 0) return -1;
      elements *= data()[i];
    }
    return elements;
  }
  // Errors: INVALID_ARGUMENT if elements * element_size does not fit in int64.
  Status CheckSize(size_t element_size) const;

  // Equal as written: unknown equals only unknown.
  bool operator==(const Shape& other) const {
    if (rank_ != other.rank_) return false;
    for (int i = 0; i < rank_; ++i) {
      if (data()[i] != other.data()[i]) return false;
    }
    return true;
  }
  // Some fully defined shape fits both.
  bool IsCompatibleWith(const Shape& other) const;
  // The intersection of what both know. Errors: INVALID_ARGUMENT if they contradict.
  static Result<Shape> Merge(const Shape& a, const Shape& b);
  // NumPy broadcasting, with unknown dims. Errors: INVALID_ARGUMENT naming both shapes.
  static Result<Shape> Broadcast(const Shape& a, const Shape& b);

  // "[2,?,3]", "[]", "<unknown>".
  std::string ToString() const;

 private:
  static constexpr int kInline = 6;
  int64_t* data() { return rank_ > kInline ? heap_ : inline_; }
  void Assign(const Shape& other);
  // By pieces of a vector register's size: where it optimises for size, GCC does all at once by a string
  // instruction, which takes tens of cycles, and shapes move with every tensor.
  static constexpr int kPiece = 2;
  static_assert(kInline == 3 * kPiece);
  void CopyInline(const Shape& other) noexcept {
    __builtin_memcpy(inline_, other.inline_, kPiece * sizeof(int64_t));
    __builtin_memcpy(inline_ + kPiece, other.inline_ + kPiece, kPiece * sizeof(int64_t));
    __builtin_memcpy(inline_ + 2 * kPiece, other.inline_ + 2 * kPiece, kPiece * sizeof(int64_t));
  }
  void Steal(Shape& other) noexcept {
    CopyInline(other);
    rank_ = other.rank_;
    other.rank_ = 0;
  }

  union {
    int64_t inline_[kInline];
    int64_t* heap_;
  };
  int32_t rank_ = 0;  // last: what holds a Shape may use the four bytes after it
};

}  // namespace runnel

#endif  // RUNNEL_CORE_TENSOR_SHAPE_H_
