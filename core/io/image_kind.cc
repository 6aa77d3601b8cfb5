#include "core/io/image_file.h"

#include <cctype>

namespace runnel::images {

Kind KindOf(std::string_view contents) {
  constexpr std::string_view kPng = "\x89PNG\r\n\x1a\n";
  if (contents.starts_with("\xff\xd8\xff")) return Kind::kJpeg;
  if (contents.starts_with(kPng)) return Kind::kPng;
  if (contents.starts_with("GIF8")) return Kind::kGif;
  if (contents.starts_with("BM")) return Kind::kBmp;
  return Kind::kUnknown;
}

std::string KindText(Kind kind, std::string_view contents) {
  switch (kind) {
    case Kind::kJpeg:
      return "JPEG";
    case Kind::kPng:
      return "PNG";
    case Kind::kGif:
      return "GIF";
    case Kind::kBmp:
      return "BMP";
    case Kind::kUnknown:
      break;
  }
  if (contents.empty()) return "nothing";
  std::string text = "contents that begin with \"";
  for (const char c : contents.substr(0, 16))
    text += std::isprint(static_cast<unsigned char>(c)) != 0 ? c : '.';
  return text + "\"";
}

Status CheckSize(const char* kind, int64_t height, int64_t width, size_t bytes, int64_t most_per_byte) {
  int64_t pixels = 0;
  if (height < 1 || width < 1 || __builtin_mul_overflow(height, width, &pixels) ||
      pixels >= kMaxPixels) {
    return InvalidArgument("the ", kind, " image has ", height, " rows and ", width,
                           " columns, expected at least one of each and fewer than ", kMaxPixels,
                           " pixels");
  }
  if (pixels / most_per_byte > static_cast<int64_t>(bytes)) {
    return InvalidArgument("the ", kind, " image claims ", height, " rows and ", width,
                           " columns, more than its ", bytes, " bytes can hold");
  }
  return OkStatus();
}

}  // namespace runnel::images
