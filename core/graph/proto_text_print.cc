// Prints wire format as protobuf's text form.
#include <bit>
#include <charconv>

#include "core/graph/proto_text.h"

namespace runnel {
namespace {

constexpr size_t kNumberBytes = 400;  // of any double in fixed notation

// As Python prints it: the shortest digits that read back to the same double, with a point or an
// exponent (from 1e16 and below 1e-4).
void AppendNumber(double value, std::string* out) {
  if (value != value) {
    out->append("nan");
    return;
  }
  char buffer[kNumberBytes];
  char* const end = buffer + sizeof(buffer);
  const std::string_view digits(
      buffer, std::to_chars(buffer, end, value, std::chars_format::scientific).ptr - buffer);
  const size_t e = digits.find('e');
  if (e == std::string_view::npos) {  // infinite
    out->append(digits);
    return;
  }
  int exponent = 0;
  const size_t sign = digits[e + 1] == '+' ? 1 : 0;
  std::from_chars(digits.data() + e + 1 + sign, digits.data() + digits.size(), exponent);
  if (exponent < -4 || exponent >= 16) {
    out->append(digits);
    return;
  }
  const std::string_view fixed(buffer,
                               std::to_chars(buffer, end, value, std::chars_format::fixed).ptr - buffer);
  out->append(fixed);
  if (fixed.find('.') == std::string_view::npos) out->append(".0");
}

// The least digits, but at least six, that read back to the same float, as protobuf has it.
void AppendNumber(float value, std::string* out) {
  char buffer[kNumberBytes];
  double rounded = value;
  for (int digits = 6; digits <= 9 && value - value == 0; ++digits) {
    const char* end =
        std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::general, digits).ptr;
    float back = 0;
    std::from_chars(buffer, end, back);
    if (back != value) continue;
    std::from_chars(buffer, end, rounded);
    break;
  }
  AppendNumber(rounded, out);
}

class TextPrinter {
 public:
  explicit TextPrinter(std::string* out) : out_(*out) {}

  bool Print(const ProtoMessage& message, WireReader in, size_t indent) {
    while (in.Next()) {
      const ProtoField* field = message.Find(in.field());
      if (!(field == nullptr ? in.Skip() : PrintField(*field, in, indent))) return false;
    }
    return in.Done();
  }

 private:
  void Name(const ProtoField& field, size_t indent) {
    out_.append(indent, ' ');
    out_.append(field.name);
  }

  bool PrintField(const ProtoField& field, WireReader& in, size_t indent) {
    const auto varint = [&](uint64_t raw) {
      Name(field, indent);
      out_.append(": ");
      AppendInteger(field.type, raw);
      out_.push_back('\n');
    };
    const auto number = [&](auto value) {
      Name(field, indent);
      out_.append(": ");
      AppendNumber(value, &out_);
      out_.push_back('\n');
    };
    switch (field.type.kind) {
      case ProtoKind::kMessage: {
        Name(field, indent);
        out_.append(" {\n");
        const bool ok = Print(*field.type.message, in.Message(), indent + 2);
        out_.append(indent, ' ');
        out_.append("}\n");
        return ok;
      }
      case ProtoKind::kString:
      case ProtoKind::kBytes: {
        std::string_view bytes;
        if (!in.Bytes(&bytes)) return false;
        Name(field, indent);
        out_.append(": \"");
        AppendEscaped(bytes, &out_);
        out_.append("\"\n");
        return true;
      }
      case ProtoKind::kFloat:
        return in.Fixed<uint32_t>([&](uint32_t raw) { number(std::bit_cast<float>(raw)); });
      case ProtoKind::kDouble:
        return in.Fixed<uint64_t>([&](uint64_t raw) { number(std::bit_cast<double>(raw)); });
      default:
        return in.Varints(varint);
    }
  }

  void AppendInteger(const ProtoType& type, uint64_t raw) {
    switch (type.kind) {
      case ProtoKind::kBool:
        out_.append(raw != 0 ? "true" : "false");
        break;
      case ProtoKind::kEnum:
        out_.append(type.enumeration->label(static_cast<int32_t>(raw)));
        break;
      case ProtoKind::kInt32:
        out_.append(std::to_string(static_cast<int32_t>(raw)));
        break;
      case ProtoKind::kUint32:
        out_.append(std::to_string(static_cast<uint32_t>(raw)));
        break;
      case ProtoKind::kInt64:
        out_.append(std::to_string(static_cast<int64_t>(raw)));
        break;
      default:
        out_.append(std::to_string(raw));
    }
  }

  std::string& out_;
};

}  // namespace

Result<std::string> PrintText(const ProtoMessage& root, std::string_view wire) {
  WireFailure failure;
  std::string out;
  if (!TextPrinter(&out).Print(root, WireReader(wire, &failure), 0))
    return WireStatus(root, wire, failure);
  return out;
}

}  // namespace runnel
