#include "core/graph/attr_value.h"

#include <algorithm>
#include <cstring>

#include "core/base/number.h"

namespace runnel {
namespace {

bool TensorsEqual(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || !(a.shape() == b.shape())) return false;
  if (a.empty()) return true;
  if (a.buffer().get() == b.buffer().get() && a.offset_bytes() == b.offset_bytes()) return true;
  if (!a.on_host() || !b.on_host() || a.dtype() == DType::kResource) return false;
  if (a.dtype() == DType::kString) {
    for (int64_t i = 0; i < a.num_elements(); ++i) {
      if (a.string_at(i) != b.string_at(i)) return false;
    }
    return true;
  }
  return a.size_bytes() == 0 || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

uint64_t Mix(uint64_t h, uint64_t v) {
  h ^= v + 0x9E3779B97F4A7C15ull + (h << 6) + (h >> 2);
  return h * 0xD6E8FEB86659FD93ull;
}

uint64_t HashBytes(std::string_view bytes) { return std::hash<std::string_view>()(bytes); }

uint64_t HashOf(const Shape& s) {
  uint64_t h = static_cast<uint64_t>(s.rank()) + 17;
  for (const int64_t d : s.dims()) h = Mix(h, static_cast<uint64_t>(d));
  return h;
}

uint64_t HashOf(const Tensor& t) {
  uint64_t h = Mix(static_cast<uint64_t>(t.dtype()), HashOf(t.shape()));
  if (t.empty() || !t.on_host() || t.dtype() == DType::kResource) return h;
  if (t.dtype() == DType::kString) {
    for (int64_t i = 0; i < t.num_elements(); ++i) h = Mix(h, HashBytes(t.string_at(i)));
    return h;
  }
  // Of a large one a few pieces tell; whoever finds equal hashes compares the whole.
  constexpr size_t kWhole = 1024, kPiece = 64, kPieces = 8;
  const std::string_view bytes(static_cast<const char*>(t.data()), static_cast<size_t>(t.size_bytes()));
  if (bytes.size() <= kWhole) return Mix(h, HashBytes(bytes));
  for (size_t k = 0; k < kPieces; ++k)
    h = Mix(h, HashBytes(bytes.substr((bytes.size() - kPiece) / (kPieces - 1) * k, kPiece)));
  return h;
}

uint64_t HashOf(const FuncRef& f) {
  uint64_t h = HashBytes(f.name);
  for (const auto& [name, value] : f.attrs) h = Mix(Mix(h, HashBytes(name)), value.Hash());
  return h;
}

uint64_t HashOf(const std::string& s) { return HashBytes(s); }
uint64_t HashOf(const AttrPlaceholder& p) { return HashBytes(p.name); }
uint64_t HashOf(std::monostate) { return 1; }
uint64_t HashOf(EmptyList) { return 2; }
uint64_t HashOf(DType d) { return static_cast<uint64_t>(d); }
uint64_t HashOf(int64_t v) { return static_cast<uint64_t>(v); }
uint64_t HashOf(float v) {
  uint32_t bits = 0;
  std::memcpy(&bits, &v, sizeof(bits));
  return bits;
}
uint64_t HashOf(bool v) { return v ? 3 : 5; }
template <typename T>
uint64_t HashOf(const std::vector<T>& list) {
  if (list.empty()) return HashOf(EmptyList{});
  uint64_t h = list.size();
  for (const auto& v : list) h = Mix(h, HashOf(static_cast<const T&>(v)));
  return h;
}

std::string Quote(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    if (c == '\t' || c == '\n') {
      out += c == '\t' ? "\\t" : "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}
std::string Text(std::monostate) { return "<unset>"; }
std::string Text(const std::string& s) { return Quote(s); }
std::string Text(int64_t v) { return std::to_string(v); }
std::string Text(float v) { return RealText(v, RealType::kFloat); }
std::string Text(bool v) { return v ? "true" : "false"; }
std::string Text(DType v) { return std::string(DTypeName(v)); }
std::string Text(const Shape& v) { return v.ToString(); }
std::string Text(const Tensor& v) { return v.ToString(); }
std::string Text(const FuncRef& v) { return v.name; }
std::string Text(const AttrPlaceholder& v) { return "$" + v.name; }
std::string Text(EmptyList) { return "[]"; }
template <typename T>
std::string Text(const std::vector<T>& list) {
  std::string out = "[";
  for (size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += ", ";
    out += Text(static_cast<const T&>(list[i]));
  }
  return out + "]";
}

bool IsEmptyList(const AttrValue::Value& v) {
  return std::visit(
      [](const auto& x) {
        using T = std::decay_t<decltype(x)>;
        if constexpr (std::is_same_v<T, EmptyList>) {
          return true;
        } else if constexpr (requires {
                               typename T::value_type;
                               x.empty();
                             } &&
                             !std::is_same_v<T, std::string>) {
          return x.empty();
        } else {
          return false;
        }
      },
      v);
}

template <typename T>
bool ValuesEqual(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, Tensor>) {
    return TensorsEqual(a, b);
  } else if constexpr (std::is_same_v<T, std::vector<Tensor>>) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), TensorsEqual);
  } else {
    return a == b;
  }
}

}  // namespace

bool FuncRef::operator==(const FuncRef& other) const {
  return name == other.name && attrs == other.attrs;
}

AttrValue::AttrValue() = default;
AttrValue::AttrValue(const AttrValue& other) = default;
AttrValue::AttrValue(AttrValue&& other) noexcept = default;
AttrValue& AttrValue::operator=(const AttrValue& other) = default;
AttrValue& AttrValue::operator=(AttrValue&& other) noexcept = default;
AttrValue::~AttrValue() = default;
AttrValue::AttrValue(std::string_view value) : value_(std::string(value)) {}

AttrValue AttrArg::value() const {
  switch (kind_) {
    case Kind::kBool:
      return AttrValue(number_ != 0);
    case Kind::kInt:
      return AttrValue(number_);
    case Kind::kType:
      return AttrValue(static_cast<DType>(number_));
    case Kind::kText:
      return AttrValue(static_cast<const char*>(pointer_));
    case Kind::kShape:
      return AttrValue(*static_cast<const Shape*>(pointer_));
    case Kind::kTensor:
      return AttrValue(*static_cast<const Tensor*>(pointer_));
    case Kind::kAttr:
      break;
  }
  return *static_cast<const AttrValue*>(pointer_);
}

std::string_view AttrValue::KindName() const {
  static constexpr std::string_view kNames[] = {
      "unset",      "string",       "int",          "float",       "bool",
      "type",       "shape",        "tensor",       "func",        "placeholder",
      "list",       "list(string)", "list(int)",    "list(float)", "list(bool)",
      "list(type)", "list(shape)",  "list(tensor)", "list(func)"};
  static_assert(std::size(kNames) == std::variant_size_v<Value>);
  return kNames[value_.index()];
}

bool AttrValue::operator==(const AttrValue& other) const {
  if (IsEmptyList(value_) && IsEmptyList(other.value_)) return true;
  if (value_.index() != other.value_.index()) return false;
  return std::visit(
      [&](const auto& a) { return ValuesEqual(a, std::get<std::decay_t<decltype(a)>>(other.value_)); },
      value_);
}

uint64_t AttrValue::Hash() const {
  const uint64_t kind = IsEmptyList(value_) ? 99 : value_.index();
  return Mix(kind, std::visit([](const auto& v) { return HashOf(v); }, value_));
}

std::string AttrValue::ToString() const {
  return std::visit([](const auto& v) { return Text(v); }, value_);
}

const AttrValue* FindAttr(const AttrList& attrs, std::string_view name) {
  const auto it = std::lower_bound(attrs.begin(), attrs.end(), name,
                                   [](const auto& a, std::string_view n) { return a.first < n; });
  return it != attrs.end() && it->first == name ? &it->second : nullptr;
}

void SetAttr(AttrList* attrs, std::string_view name, AttrValue value) {
  const auto it = std::lower_bound(attrs->begin(), attrs->end(), name,
                                   [](const auto& a, std::string_view n) { return a.first < n; });
  if (it != attrs->end() && it->first == name) {
    it->second = std::move(value);
  } else {
    attrs->emplace(it, std::string(name), std::move(value));
  }
}

}  // namespace runnel
