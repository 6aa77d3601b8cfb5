// Constants in TensorFlow's form: four and two bits in bytes, sparse weights dense, strings out of their
// table.
#include <algorithm>

#include "plugins/abi/rnlp_base.h"
#include "plugins/tflite/model.h"

namespace runnel::tflite {
namespace {

Problem Bad(const Tensor& tensor, const std::string& what) {
  return {RNLP_INVALID_ARGUMENT, "tensor \"" + std::string(tensor.name.substr(0, 200)) + "\": " + what};
}

// Low bits come first.
void Unpack(const Tensor& tensor, int bits, bool is_signed, std::string* out) {
  const int64_t count = tensor.count();
  const int per_byte = 8 / bits;
  out->resize(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    const auto byte = static_cast<uint8_t>(tensor.data[static_cast<size_t>(i / per_byte)]);
    int value = byte >> (bits * static_cast<int>(i % per_byte)) & ((1 << bits) - 1);
    if (is_signed && value >= 1 << (bits - 1)) value -= 1 << bits;
    (*out)[static_cast<size_t>(i)] = static_cast<char>(value);
  }
}

// The values of a SparseIndexVector.
std::vector<int64_t> Indices(const Table& dim, int type_slot) {
  std::vector<int64_t> out;
  const Table values = dim.Child(type_slot + 1);
  const auto take = [&](const auto& numbers) { out.assign(numbers.begin(), numbers.end()); };
  switch (dim.Get<uint8_t>(type_slot, 0)) {
    case 1:
      take(values.Numbers<int32_t>(0));
      break;
    case 2:
      take(values.Numbers<uint16_t>(0));
      break;
    case 3:
      take(values.Numbers<uint8_t>(0));
      break;
    default:
      break;
  }
  return out;
}

// A level of the tree in which a sparse tensor is stored: a dimension, or one within blocks.
struct Level {
  bool is_dense = true;
  int64_t size = 0;
  std::vector<int64_t> segments, indices;
  int64_t stride = 0;  // elements of the dense tensor
};

class Expansion {
 public:
  Expansion(const Tensor& tensor, std::string* out) : tensor_(tensor), out_(out) {}

  Problem Run() {
    const Table& sparsity = tensor_.sparsity;
    const std::vector<int32_t> order = sparsity.Numbers<int32_t>(0),
                               blocks = sparsity.Numbers<int32_t>(1);
    const std::vector<Table> dims = sparsity.Children(2);
    const auto rank = static_cast<int64_t>(tensor_.dims.size());
    const auto levels = static_cast<int64_t>(order.size());
    if (levels != static_cast<int64_t>(dims.size()) ||
        levels != rank + static_cast<int64_t>(blocks.size()))
      return Bad(tensor_, "its sparsity has not as many levels as dimensions and blocks");
    const int64_t count = tensor_.count();
    element_ = SizeOf(tensor_.dtype);
    if (count < 0 || element_ == 0 || count > (int64_t{1} << 40) / element_)
      return Bad(tensor_, "it is too large to be made dense");
    if (count == 0) return {};
    // Dense data is at most 1024 times what is stored, so that a small file makes no large tensor.
    if (count * element_ > 1024 * static_cast<int64_t>(tensor_.data.size()) + (1 << 20))
      return Bad(tensor_, "it is almost empty, and too large to be made dense");
    std::vector<int64_t> strides(static_cast<size_t>(rank), 1), block(static_cast<size_t>(rank), 1);
    for (int64_t d = rank - 2; d >= 0; --d)
      strides[static_cast<size_t>(d)] =
          strides[static_cast<size_t>(d) + 1] * tensor_.dims[static_cast<size_t>(d) + 1];
    levels_.resize(static_cast<size_t>(levels));
    std::vector<bool> seen(static_cast<size_t>(levels), false);
    for (int64_t i = 0; i < levels; ++i) {
      const int32_t at = order[static_cast<size_t>(i)];
      if (at < 0 || at >= levels || seen[static_cast<size_t>(at)])
        return Bad(tensor_, "its traversal order is no permutation");
      seen[static_cast<size_t>(at)] = true;
      if (at < rank) continue;
      const int32_t of = blocks[static_cast<size_t>(at - rank)];
      const auto size = dims[static_cast<size_t>(i)].Get<int32_t>(1, 0);
      if (of < 0 || of >= rank || size < 1 || tensor_.dims[static_cast<size_t>(of)] % size != 0 ||
          dims[static_cast<size_t>(i)].Get<int8_t>(0, 0) != 0)
        return Bad(tensor_, "its blocks do not divide it");
      block[static_cast<size_t>(of)] = size;
    }
    for (int64_t i = 0; i < levels; ++i) {
      Level& level = levels_[static_cast<size_t>(i)];
      const Table& from = dims[static_cast<size_t>(i)];
      const int32_t at = order[static_cast<size_t>(i)];
      const auto of = static_cast<size_t>(at < rank ? at : blocks[static_cast<size_t>(at - rank)]);
      level.is_dense = from.Get<int8_t>(0, 0) == 0;
      level.size = at < rank ? tensor_.dims[of] / block[of] : block[of];
      level.stride = at < rank ? strides[of] * block[of] : strides[of];
      if (level.is_dense) {
        if (from.Get<int32_t>(1, 0) != level.size) return Bad(tensor_, "a dense level has another size");
        continue;
      }
      level.segments = Indices(from, 2);
      level.indices = Indices(from, 4);
      for (const int64_t index : level.indices) {
        if (index < 0 || index >= level.size) return Bad(tensor_, "an index is beyond its dimension");
      }
      for (size_t s = 0; s < level.segments.size(); ++s) {
        if (level.segments[s] < (s == 0 ? 0 : level.segments[s - 1]) ||
            level.segments[s] > static_cast<int64_t>(level.indices.size()))
          return Bad(tensor_, "a segment is beyond its indices");
      }
    }
    out_->assign(static_cast<size_t>(count * element_), '\0');
    return Fill();
  }

 private:
  // Walks the levels with a stack of cursors, as deep as there are levels.
  Problem Fill() {
    struct Cursor {
      int64_t at, end, base, parent;
    };
    std::vector<Cursor> stack;
    const auto enter = [&](size_t l, int64_t parent, int64_t base) {
      const Level& level = levels_[l];
      if (level.is_dense) {
        stack.push_back({0, level.size, base, parent});
        return true;
      }
      if (parent < 0 || parent + 1 >= static_cast<int64_t>(level.segments.size())) return false;
      const auto p = static_cast<size_t>(parent);
      stack.push_back({level.segments[p], level.segments[p + 1], base, parent});
      return true;
    };
    int64_t next = 0;
    if (levels_.empty() || !enter(0, 0, 0)) return Bad(tensor_, "its segments are too few");
    while (!stack.empty()) {
      Cursor& top = stack.back();
      const size_t l = stack.size() - 1;
      const Level& level = levels_[l];
      if (top.at >= top.end) {
        stack.pop_back();
        continue;
      }
      const int64_t at = top.at++;
      const int64_t index = level.is_dense ? at : level.indices[static_cast<size_t>(at)];
      const int64_t base = top.base + index * level.stride;
      const int64_t place = level.is_dense ? top.parent * level.size + at : at;
      if (stack.size() < levels_.size()) {
        if (!enter(l + 1, place, base)) return Bad(tensor_, "its segments are too few");
        continue;
      }
      const auto from = static_cast<size_t>(next++ * element_);
      if (from + static_cast<size_t>(element_) > tensor_.data.size())
        return Bad(tensor_, "its values are too few");
      std::copy_n(tensor_.data.data() + from, element_, out_->data() + base * element_);
    }
    if (static_cast<size_t>(next * element_) != tensor_.data.size())
      return Bad(tensor_, "its values are too many");
    return {};
  }

  const Tensor& tensor_;
  std::string* const out_;
  int64_t element_ = 0;
  std::vector<Level> levels_;
};

}  // namespace

Problem DenseData(const Tensor& tensor, std::string* storage, std::string_view* out) {
  *out = tensor.data;
  if (tensor.sparsity.present()) {
    if (tensor.element == kInt4 || tensor.element == kUInt4 || tensor.element == kInt2)
      return {RNLP_UNIMPLEMENTED,
              "tensor \"" + std::string(tensor.name.substr(0, 200)) + "\" is sparse and has few bits"};
    if (Problem problem = Expansion(tensor, storage).Run()) return problem;
    *out = *storage;
    return {};
  }
  if (tensor.element == kInt4 || tensor.element == kUInt4) {
    Unpack(tensor, 4, tensor.element == kInt4, storage);
    *out = *storage;
  } else if (tensor.element == kInt2) {
    Unpack(tensor, 2, true, storage);
    *out = *storage;
  }
  return {};
}

}  // namespace runnel::tflite
