#include "tools/common/npy.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "tools/common/error.h"
#include "tools/common/files.h"

namespace runnel::tools {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr int kFloat = 1, kString = 7, kBool = 10, kBFloat16 = 14;
constexpr int kMaxRank = 254;

struct TypeRow {
  int dtype;
  const char* name;
  const char* descr;  // without its byte order; null: .npy has no such type
  size_t size;
};

constexpr TypeRow kTypes[] = {
    {1, "float", "f4", 4},        {2, "double", "f8", 8},        {3, "int32", "i4", 4},
    {4, "uint8", "u1", 1},        {5, "int16", "i2", 2},         {6, "int8", "i1", 1},
    {8, "complex64", "c8", 8},    {9, "int64", "i8", 8},         {10, "bool", "b1", 1},
    {17, "uint16", "u2", 2},      {18, "complex128", "c16", 16}, {19, "half", "f2", 2},
    {22, "uint32", "u4", 4},      {23, "uint64", "u8", 8},       {7, "string", nullptr, 0},
    {14, "bfloat16", nullptr, 2}, {11, "qint8", nullptr, 1},     {12, "quint8", nullptr, 1},
    {13, "qint32", nullptr, 4},   {15, "qint16", nullptr, 2},    {16, "quint16", nullptr, 2},
    {20, "resource", nullptr, 0}, {21, "variant", nullptr, 0},
};

const TypeRow* FindType(int dtype) {
  for (const TypeRow& row : kTypes) {
    if (row.dtype == dtype) return &row;
  }
  return nullptr;
}

struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

// Reads the header's text: a Python dict of three known keys.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Header Parse() {
    Header header;
    bool have_descr = false, have_order = false, have_shape = false;
    Expect('{');
    while (!Take('}')) {
      const std::string key = Quoted();
      Expect(':');
      if (key == "descr") {
        Space();
        if (at_ < text_.size() && text_[at_] == '[')
          Bad("a structured array; only plain types can be read");
        header.descr = Quoted();
        have_descr = true;
      } else if (key == "fortran_order") {
        header.fortran_order = Boolean();
        have_order = true;
      } else if (key == "shape") {
        header.shape = Tuple();
        have_shape = true;
      } else {
        Bad(Cat("unknown header key '", key, "'"));
      }
      if (!Take(',')) {
        Expect('}');
        break;
      }
    }
    Space();
    if (at_ != text_.size()) Bad("the header has text behind its dict");
    if (!have_descr || !have_order || !have_shape) Bad("the header lacks descr, fortran_order or shape");
    return header;
  }

 private:
  [[noreturn]] void Bad(const std::string& what) { Fail(name_, ": damaged .npy file: ", what); }
  void Space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool Take(char c) {
    Space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void Expect(char c) {
    if (!Take(c)) Bad(Cat("the header has no '", c, "' at byte ", at_));
  }
  std::string Quoted() {
    Space();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') Bad(Cat("the header has no quoted text at byte ", at_));
    const size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) Bad("the header has an open quote");
    std::string value(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return value;
  }
  bool Boolean() {
    Space();
    for (const auto& [word, value] :
         {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return value;
      }
    }
    Bad("fortran_order is neither True nor False");
  }
  std::vector<int64_t> Tuple() {
    std::vector<int64_t> dims;
    Expect('(');
    while (!Take(')')) {
      Space();
      int64_t value = 0;
      const size_t first = at_;
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
        const int digit = text_[at_] - '0';
        if (value > (std::numeric_limits<int64_t>::max() - digit) / 10) Bad("a dimension overflows");
        value = value * 10 + digit;
      }
      if (at_ == first) Bad(Cat("the shape has no number at byte ", at_));
      Take('L');  // written by Python 2
      dims.push_back(value);
      if (dims.size() > kMaxRank) Bad(Cat("more than ", kMaxRank, " dimensions"));
      if (!Take(',')) {
        Expect(')');
        break;
      }
    }
    return dims;
  }

  std::string_view text_;
  const std::string& name_;
  size_t at_ = 0;
};

uint64_t LittleEndian(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

void AppendUtf8(uint32_t c, std::string* out) {
  if (c < 0x80) {
    *out += static_cast<char>(c);
  } else if (c < 0x800) {
    *out += static_cast<char>(0xc0 | c >> 6);
    *out += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    *out += static_cast<char>(0xe0 | c >> 12);
    *out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    *out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    *out += static_cast<char>(0xf0 | (c >> 18 & 0x07));
    *out += static_cast<char>(0x80 | (c >> 12 & 0x3f));
    *out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    *out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

// A fixed-width text without the NULs that pad it.
std::string DecodeText(char kind, bool swap, std::string_view field) {
  std::string text;
  if (kind == 'S') {
    text = std::string(field);
  } else {
    for (size_t i = 0; i + 4 <= field.size(); i += 4) {
      uint32_t c = static_cast<uint32_t>(LittleEndian(field.substr(i, 4)));
      if (swap) c = c >> 24 | (c >> 8 & 0xff00) | (c << 8 & 0xff0000) | c << 24;
      AppendUtf8(c, &text);
    }
  }
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

// Element i of a row-major array lies at the returned place of the column-major one.
std::vector<size_t> ColumnMajorPlaces(const std::vector<int64_t>& shape, size_t count) {
  std::vector<size_t> places(count);
  std::vector<int64_t> index(shape.size(), 0);
  for (size_t i = 0; i < count; ++i) {
    size_t place = 0;
    for (size_t d = shape.size(); d-- > 0;)
      place = place * static_cast<size_t>(shape[d]) + static_cast<size_t>(index[d]);
    places[i] = place;
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
  return places;
}

void SwapBytes(std::vector<unsigned char>* bytes, size_t width) {
  for (size_t i = 0; i + width <= bytes->size(); i += width) {
    std::reverse(bytes->begin() + static_cast<std::ptrdiff_t>(i),
                 bytes->begin() + static_cast<std::ptrdiff_t>(i + width));
  }
}

std::vector<unsigned char> WidenBFloat16(const std::vector<unsigned char>& bytes) {
  std::vector<unsigned char> wide(bytes.size() * 2);
  for (size_t i = 0; i + 2 <= bytes.size(); i += 2) {
    wide[2 * i + 2] = bytes[i];
    wide[2 * i + 3] = bytes[i + 1];
  }
  return wide;
}

std::string FormatHeader(const std::string& descr, const std::vector<int64_t>& shape) {
  std::string text = Cat("{'descr': '", descr, "', 'fortran_order': False, 'shape': (");
  for (size_t i = 0; i < shape.size(); ++i) text += Cat(i == 0 ? "" : ", ", shape[i]);
  text += shape.size() == 1 ? ",), }" : "), }";
  const bool long_header = text.size() + 75 > 65535;
  const size_t prefix = long_header ? 12 : 10;
  while ((prefix + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string out(kMagic);
  out += long_header ? '\2' : '\1';
  out += '\0';
  for (size_t i = 0; i < prefix - 8; ++i) out += static_cast<char>(text.size() >> (8 * i) & 0xff);
  return out + text;
}

}  // namespace

int64_t Array::count() const {
  int64_t n = 1;
  for (int64_t dim : shape) n *= dim;
  return n;
}

std::string DTypeName(int dtype) {
  const TypeRow* row = FindType(dtype);
  return row == nullptr ? Cat("dtype ", dtype) : row->name;
}

size_t DTypeBytes(int dtype) {
  const TypeRow* row = FindType(dtype);
  return row == nullptr ? 0 : row->size;
}

Array ParseNpy(std::string_view bytes, const std::string& name) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    Fail(name, ": not a .npy file: it does not start with \\x93NUMPY");
  }
  if (bytes.size() < 8) Fail(name, ": truncated .npy file: no version");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) Fail(name, ": .npy version ", version, ", expected 1, 2 or 3");
  const size_t length_bytes = version == 1 ? 2 : 4;
  if (bytes.size() < 8 + length_bytes) Fail(name, ": truncated .npy file: no header length");
  const uint64_t length = LittleEndian(bytes.substr(8, length_bytes));
  std::string_view data = bytes.substr(8 + length_bytes);
  if (length > data.size()) {
    Fail(name, ": truncated .npy file: header of ", length, " bytes, ", data.size(), " left");
  }
  const Header header = HeaderParser(data.substr(0, length), name).Parse();
  data.remove_prefix(length);

  // "<f4": byte order, kind, bytes.
  std::string descr = header.descr;
  char order = '|';
  if (!descr.empty() && std::string_view("<>=|").find(descr[0]) != std::string_view::npos) {
    order = descr[0];
    descr.erase(0, 1);
  }
  Array array;
  array.shape = header.shape;
  uint64_t width = 0;
  const bool text = !descr.empty() && (descr[0] == 'S' || descr[0] == 'U');
  if (text) {
    array.dtype = kString;
    for (char c : descr.substr(1)) {
      if (c < '0' || c > '9' || width > (1u << 28))
        Fail(name, ": damaged .npy file: descr '", header.descr, "'");
      width = width * 10 + static_cast<uint64_t>(c - '0');
    }
    if (descr[0] == 'U') width *= 4;
  } else {
    if (descr == "?") descr = "b1";
    for (const TypeRow& row : kTypes) {
      if (row.descr != nullptr && descr == row.descr) {
        array.dtype = row.dtype;
        width = row.size;
      }
    }
    if (array.dtype == 0)
      Fail(name, ": .npy type '", header.descr, "' is not one that a tensor can hold");
  }

  uint64_t count = 1;
  bool overflow = false;
  const bool empty = std::find(array.shape.begin(), array.shape.end(), 0) != array.shape.end();
  for (int64_t dim : array.shape)
    overflow |= __builtin_mul_overflow(count, static_cast<uint64_t>(dim), &count);
  if (empty) count = 0;
  uint64_t expected = 0;
  overflow |= __builtin_mul_overflow(count, width, &expected);
  if (!empty && (overflow || expected > data.size())) {
    Fail(name, ": truncated .npy file: its shape needs ",
         overflow ? std::string("more than 2^64") : Cat(expected), " bytes, ", data.size(),
         " are there");
  }
  if (expected != data.size()) {
    Fail(name, ": .npy file has ", data.size() - expected, " bytes too many behind its ", expected,
         " bytes of data");
  }
  if (width == 0 && count > (1u << 20)) Fail(name, ": .npy file of ", count, " empty texts");

  std::vector<size_t> places;
  if (header.fortran_order && array.shape.size() > 1) places = ColumnMajorPlaces(array.shape, count);
  const auto place = [&](size_t i) { return places.empty() ? i : places[i]; };
  if (text) {
    array.strings.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      array.strings.push_back(DecodeText(descr[0], order == '>', data.substr(place(i) * width, width)));
    }
    return array;
  }
  array.bytes.resize(expected);
  if (places.empty()) {
    if (expected > 0) std::memcpy(array.bytes.data(), data.data(), expected);
  } else {
    for (size_t i = 0; i < count; ++i)
      std::memcpy(array.bytes.data() + i * width, data.data() + place(i) * width, width);
  }
  const bool complex = descr[0] == 'c';
  if (order == '>') SwapBytes(&array.bytes, complex ? width / 2 : width);
  if (array.dtype == kBool) {
    for (unsigned char& b : array.bytes) {
      if (b > 1) Fail(name, ": damaged .npy file: a bool of value ", static_cast<int>(b));
    }
  }
  return array;
}

Array ReadNpy(const std::string& path) { return ParseNpy(ReadFile(path), path); }

std::string FormatNpy(const Array& array) {
  if (array.dtype == kString) {
    size_t width = 1;
    for (const std::string& s : array.strings) width = std::max(width, s.size());
    std::string out = FormatHeader(Cat("|S", width), array.shape);
    for (const std::string& s : array.strings) {
      out += s;
      out.append(width - s.size(), '\0');
    }
    return out;
  }
  const TypeRow* row = FindType(array.dtype == kBFloat16 ? kFloat : array.dtype);
  if (row == nullptr || row->descr == nullptr) Fail("a .npy file cannot hold ", DTypeName(array.dtype));
  const std::vector<unsigned char> wide =
      array.dtype == kBFloat16 ? WidenBFloat16(array.bytes) : std::vector<unsigned char>();
  const std::vector<unsigned char>& bytes = array.dtype == kBFloat16 ? wide : array.bytes;
  std::string out = FormatHeader(Cat(row->size == 1 ? "|" : "<", row->descr), array.shape);
  out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return out;
}

void WriteNpy(const std::string& path, const Array& array) { WriteFile(path, FormatNpy(array)); }

}  // namespace runnel::tools
