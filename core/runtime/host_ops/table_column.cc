// TableColumn: the keys or the values of a lookup table, entry after entry.
#include "core/runtime/host_ops/lookup_table.h"

#include <cstring>

namespace runnel {

void TableColumn::Clear() {
  size_ = 0;
  bytes_.clear();
  strings_.clear();
}

void TableColumn::Resize(int64_t entries) {
  const size_t scalars = static_cast<size_t>(entries * width_);
  if (dtype_ == DType::kString) {
    strings_.resize(scalars);
  } else {
    bytes_.resize(scalars * DTypeSize(dtype_));
  }
  size_ = entries;
}

void TableColumn::Set(int64_t at, const Tensor& tensor, int64_t from) {
  if (dtype_ == DType::kString) {
    for (int64_t i = 0; i < width_; ++i) {
      strings_[static_cast<size_t>(at * width_ + i)] = tensor.string_at(from * width_ + i);
    }
    return;
  }
  const size_t bytes = static_cast<size_t>(width_) * DTypeSize(dtype_);
  if (bytes == 0) return;
  std::memcpy(bytes_.data() + static_cast<size_t>(at) * bytes,
              static_cast<const char*>(tensor.data()) + static_cast<size_t>(from) * bytes, bytes);
}

void TableColumn::Move(int64_t to, int64_t from) {
  if (dtype_ == DType::kString) {
    for (int64_t i = 0; i < width_; ++i) {
      strings_[static_cast<size_t>(to * width_ + i)] =
          std::move(strings_[static_cast<size_t>(from * width_ + i)]);
    }
    return;
  }
  const size_t bytes = static_cast<size_t>(width_) * DTypeSize(dtype_);
  if (bytes == 0) return;
  std::memcpy(bytes_.data() + static_cast<size_t>(to) * bytes,
              bytes_.data() + static_cast<size_t>(from) * bytes, bytes);
}

bool TableColumn::Equals(int64_t at, const Tensor& tensor, int64_t from) const {
  if (dtype_ == DType::kString) {
    for (int64_t i = 0; i < width_; ++i) {
      if (strings_[static_cast<size_t>(at * width_ + i)] != tensor.string_at(from * width_ + i))
        return false;
    }
    return true;
  }
  const size_t bytes = static_cast<size_t>(width_) * DTypeSize(dtype_);
  return bytes == 0 ||
         std::memcmp(bytes_.data() + static_cast<size_t>(at) * bytes,
                     static_cast<const char*>(tensor.data()) + static_cast<size_t>(from) * bytes,
                     bytes) == 0;
}

Status TableColumn::CopyTo(int64_t at, const Tensor& tensor, int64_t to) const {
  if (dtype_ == DType::kString) {
    auto* const out = static_cast<StringBuffer*>(tensor.buffer().get());
    for (int64_t i = 0; i < width_; ++i) {
      RUNNEL_RETURN_IF_ERROR(out->Set(to * width_ + i, strings_[static_cast<size_t>(at * width_ + i)]));
    }
    return OkStatus();
  }
  const size_t bytes = static_cast<size_t>(width_) * DTypeSize(dtype_);
  if (bytes == 0) return OkStatus();
  std::memcpy(static_cast<char*>(tensor.data()) + static_cast<size_t>(to) * bytes,
              bytes_.data() + static_cast<size_t>(at) * bytes, bytes);
  return OkStatus();
}

namespace {

// One string is its own bytes; of several, each says how long it is.
void AppendString(std::string_view text, int64_t width, std::string* out) {
  if (width != 1) *out += StrCat(text.size(), ":");
  *out += text;
}

}  // namespace

std::string TableColumn::KeyOf(int64_t at) const {
  std::string out;
  if (dtype_ == DType::kString) {
    for (int64_t i = 0; i < width_; ++i) {
      AppendString(strings_[static_cast<size_t>(at * width_ + i)], width_, &out);
    }
    return out;
  }
  const size_t bytes = static_cast<size_t>(width_) * DTypeSize(dtype_);
  out.assign(bytes_.data() + static_cast<size_t>(at) * bytes, bytes);
  return out;
}

std::string TableColumn::KeyOf(const Tensor& tensor, int64_t at, int64_t width) {
  std::string out;
  if (tensor.dtype() == DType::kString) {
    for (int64_t i = 0; i < width; ++i) AppendString(tensor.string_at(at * width + i), width, &out);
    return out;
  }
  const size_t bytes = static_cast<size_t>(width) * DTypeSize(tensor.dtype());
  if (bytes > 0)
    out.assign(static_cast<const char*>(tensor.data()) + static_cast<size_t>(at) * bytes, bytes);
  return out;
}

}  // namespace runnel
