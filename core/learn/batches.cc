#include "core/learn/batches.h"

#include <cstring>
#include <numeric>

#include "core/learn/layers.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// The types that batches convert between.
template <typename Visit>
bool VisitType(DType dtype, Visit&& visit) {
  switch (dtype) {
    case DType::kFloat:
      return visit(float{}), true;
    case DType::kDouble:
      return visit(double{}), true;
    case DType::kInt8:
      return visit(int8_t{}), true;
    case DType::kInt16:
      return visit(int16_t{}), true;
    case DType::kInt32:
      return visit(int32_t{}), true;
    case DType::kInt64:
      return visit(int64_t{}), true;
    case DType::kUInt8:
      return visit(uint8_t{}), true;
    case DType::kUInt16:
      return visit(uint16_t{}), true;
    case DType::kUInt32:
      return visit(uint32_t{}), true;
    case DType::kUInt64:
      return visit(uint64_t{}), true;
    case DType::kBool:
      return visit(bool{}), true;
    default:
      return false;
  }
}

bool Converts(DType from, DType to) {
  if (from == to) return IsPlainData(from) || from == DType::kString;
  // A number with a fraction does not become a whole one unseen.
  if (IsFloating(from) && !IsFloating(to)) return false;
  return VisitType(from, [](auto) {}) && VisitType(to, [](auto) {});
}

void CopyRows(const Tensor& from, uint64_t first, uint64_t count, DType to_type, void* to) {
  if (from.dtype() == to_type) {
    const size_t size = DTypeSize(to_type);
    std::memcpy(to, static_cast<const char*>(from.data()) + first * size, count * size);
    return;
  }
  VisitType(from.dtype(), [&](auto source) {
    using Source = decltype(source);
    VisitType(to_type, [&](auto target) {
      using Target = decltype(target);
      const Source* in = static_cast<const Source*>(from.data()) + first;
      Target* out = static_cast<Target*>(to);
      // int8_t is a number here, not a character.
      for (uint64_t i = 0; i < count; ++i)
        out[i] = static_cast<Target>(in[i]);  // NOLINT(bugprone-signed-char-misuse)
    });
  });
}

// The sizes of a row as `wanted`, a feed's shape, has them; empty optional if they do not fit.
bool FitRow(const Shape& given, const Shape& wanted, std::vector<int64_t>* sizes) {
  std::vector<int64_t> row;
  for (int i = 1; i < given.rank(); ++i) row.push_back(given.dim(i));
  *sizes = row;
  if (!wanted.has_rank()) return true;
  if (wanted.rank() < 1) return false;
  const auto matches = [&](const std::vector<int64_t>& dims) {
    if (static_cast<int>(dims.size()) != wanted.rank() - 1) return false;
    for (size_t i = 0; i < dims.size(); ++i) {
      const int64_t want = wanted.dim(static_cast<int>(i) + 1);
      if (want >= 0 && want != dims[i]) return false;
    }
    return true;
  };
  if (matches(row)) return true;
  std::vector<int64_t> more = row;
  more.push_back(1);
  if (matches(more)) {
    *sizes = more;
    return true;
  }
  if (!row.empty() && row.back() == 1) {
    row.pop_back();
    *sizes = row;
    return matches(row);
  }
  return false;
}

}  // namespace

Result<Batches> Batches::Create(Allocator* allocator, std::vector<Column> columns) {
  Batches batches;
  batches.allocator_ = allocator;
  batches.num_rows_ = -1;
  for (Column& column : columns) {
    const Tensor& rows = column.rows;
    const DType dtype = TypeOf(column.feed);
    const Shape& wanted = ShapeOf(column.feed);
    if (rows.empty()) return InvalidArgument(column.what, ": there is no tensor");
    if (!rows.on_host()) return InvalidArgument(column.what, ": must be in host memory");
    if (rows.shape().rank() < 1 || rows.shape().dim(0) < 1) {
      return InvalidArgument(column.what, ": expected at least one row, got a tensor of shape ",
                             rows.shape().ToString());
    }
    if (batches.num_rows_ < 0) batches.num_rows_ = rows.shape().dim(0);
    if (rows.shape().dim(0) != batches.num_rows_) {
      return InvalidArgument(column.what, ": expected ", batches.num_rows_,
                             " rows as those before have, got ", rows.shape().dim(0));
    }
    Source source;
    if (!Converts(rows.dtype(), dtype)) {
      return InvalidArgument(column.what, ": expected ", DTypeName(dtype),
                             " or what converts to it, got ", DTypeName(rows.dtype()));
    }
    if (!FitRow(rows.shape(), wanted, &source.sizes)) {
      return InvalidArgument(column.what, ": expected a shape of ", wanted.ToString(), ", got ",
                             rows.shape().ToString());
    }
    source.row_elements = static_cast<uint64_t>(rows.num_elements() / batches.num_rows_);
    source.dtype = dtype;
    source.feed = column.feed;
    source.rows = std::move(column.rows);
    batches.sources_.push_back(std::move(source));
  }
  return batches;
}

std::vector<OutputRef> Batches::feeds() const {
  std::vector<OutputRef> feeds;
  for (const Source& source : sources_) feeds.push_back(source.feed);
  return feeds;
}

Shape Batches::Source::ShapeOf(int64_t num_rows) const {
  std::vector<int64_t> dims = {num_rows};
  dims.insert(dims.end(), sizes.begin(), sizes.end());
  return Shape(std::span<const int64_t>(dims));
}

// A tensor to write rows to.
Result<Tensor> Batches::Room(const Source& source, int64_t num_rows, Tensor* earlier) const {
  Shape shape = source.ShapeOf(num_rows);
  const bool fits = earlier->dtype() == source.dtype && source.dtype != DType::kString &&
                    earlier->shape() == shape && earlier->buffer()->Unique() &&
                    earlier->buffer()->writable();
  if (fits) return std::move(*earlier);
  return Tensor::Allocate(allocator_, source.dtype, shape);
}

Status Batches::GatherColumn(const Source& source, std::span<const int64_t> order,
                             Tensor* tensor) const {
  RUNNEL_ASSIGN_OR_RETURN(*tensor, Room(source, static_cast<int64_t>(order.size()), tensor));
  if (source.dtype == DType::kString) {
    auto* const strings = static_cast<StringBuffer*>(tensor->buffer().get());
    const auto each = static_cast<int64_t>(source.row_elements);
    int64_t at = 0;
    for (const int64_t row : order) {
      for (int64_t i = 0; i < each; ++i)
        RUNNEL_RETURN_IF_ERROR(strings->Set(at++, source.rows.string_at(row * each + i)));
    }
    return OkStatus();
  }
  const uint64_t row_bytes = source.row_elements * DTypeSize(source.dtype);
  if (row_bytes == 0) return OkStatus();
  char* to = static_cast<char*>(tensor->data());
  for (const int64_t row : order) {
    CopyRows(source.rows, static_cast<uint64_t>(row) * source.row_elements, source.row_elements,
             source.dtype, to);
    to += row_bytes;
  }
  return OkStatus();
}

Status Batches::Gather(std::span<const int64_t> order, std::vector<Tensor>* batch) const {
  batch->resize(sources_.size());
  for (size_t i = 0; i < sources_.size(); ++i)
    RUNNEL_RETURN_IF_ERROR(GatherColumn(sources_[i], order, &(*batch)[i]));
  return OkStatus();
}

Status Batches::Range(int64_t first, int64_t count, std::vector<Tensor>* batch) const {
  batch->resize(sources_.size());
  for (size_t i = 0; i < sources_.size(); ++i) {
    const Source& source = sources_[i];
    Tensor& tensor = (*batch)[i];
    const uint64_t begin = static_cast<uint64_t>(first) * source.row_elements;
    const uint64_t offset = begin * DTypeSize(source.rows.dtype());
    if (source.rows.dtype() == source.dtype && offset % kTensorAlignment == 0) {
      tensor = Tensor(source.dtype, source.ShapeOf(count), source.rows.buffer(),
                      source.rows.offset_bytes() + offset);
    } else if (source.dtype == DType::kString) {
      std::vector<int64_t> order(static_cast<size_t>(count));
      std::iota(order.begin(), order.end(), first);
      RUNNEL_RETURN_IF_ERROR(GatherColumn(source, order, &tensor));
    } else {
      RUNNEL_ASSIGN_OR_RETURN(tensor, Room(source, count, &tensor));
      CopyRows(source.rows, begin, static_cast<uint64_t>(count) * source.row_elements, source.dtype,
               tensor.data());
    }
  }
  return OkStatus();
}

Status AddRows(Allocator* allocator, const Tensor& part, int64_t count, int64_t begin, int64_t all,
               Tensor* whole) {
  const Shape& shape = part.shape();
  if (shape.rank() < 1 || shape.dim(0) != count)
    return InvalidArgument("is of shape ", shape.ToString(), " for ", count, " samples");
  if (begin == 0) {
    Shape full = shape;
    full.set_dim(0, all);
    RUNNEL_ASSIGN_OR_RETURN(*whole, Tensor::Allocate(allocator, part.dtype(), full));
  }
  if (part.dtype() == DType::kString) {
    auto* const strings = static_cast<StringBuffer*>(whole->buffer().get());
    const int64_t each = part.num_elements() / count;
    for (int64_t k = 0; k < part.num_elements(); ++k)
      RUNNEL_RETURN_IF_ERROR(strings->Set(begin * each + k, part.string_at(k)));
    return OkStatus();
  }
  const uint64_t row_bytes = part.size_bytes() / static_cast<uint64_t>(count);
  if (row_bytes > 0) {
    std::memcpy(static_cast<char*>(whole->data()) + static_cast<uint64_t>(begin) * row_bytes,
                part.data(), part.size_bytes());
  }
  return OkStatus();
}

std::vector<int64_t> Shuffled(int64_t count, int64_t seed, int64_t epoch) {
  std::vector<int64_t> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  const int64_t key = MixSeed(seed, epoch);
  for (int64_t i = count - 1; i > 0; --i) {
    const int64_t k = MixSeed(key, i) % (i + 1);
    std::swap(order[static_cast<size_t>(i)], order[static_cast<size_t>(k)]);
  }
  return order;
}

}  // namespace runnel::learn
