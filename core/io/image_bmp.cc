// BMP files. Source: Microsoft's documentation of BITMAPFILEHEADER and BITMAPINFOHEADER. Rows are padded
// to four bytes, and begin at the bottom unless the height is negative.
#include "core/io/image_file.h"

namespace runnel::images {
namespace {

uint32_t LittleEndian(std::string_view contents, size_t at, size_t size) {
  uint32_t value = 0;
  for (size_t i = size; i > 0; --i) value = value << 8 | static_cast<uint8_t>(contents[at + i - 1]);
  return value;
}

}  // namespace

// Source: Microsoft's documentation of BITMAPFILEHEADER and BITMAPINFOHEADER. Rows are padded to four
// bytes, and begin at the bottom unless the height is negative.
Status ReadBmp(std::string_view contents, int64_t channels, const TakePixels& take) {
  constexpr size_t kLeastHeader = 30;
  if (contents.size() < kLeastHeader || !contents.starts_with("BM")) {
    return InvalidArgument("the BMP image ends in its header, after ", contents.size(), " bytes");
  }
  const uint32_t begin = LittleEndian(contents, 10, 4);
  const auto width = static_cast<int32_t>(LittleEndian(contents, 18, 4));
  const auto height = static_cast<int32_t>(LittleEndian(contents, 22, 4));
  const uint32_t bits = LittleEndian(contents, 28, 2);
  const int64_t in_file = bits / 8;
  if (bits != 8 && bits != 24 && bits != 32) {
    return InvalidArgument("the BMP image has ", bits, " bits for each pixel, expected 8, 24 or 32");
  }
  if (channels != 0 && channels != in_file) {
    return InvalidArgument("channels is ", channels, ", but the BMP image has ", in_file);
  }
  const int64_t rows = height < 0 ? -static_cast<int64_t>(height) : height;
  RUNNEL_RETURN_IF_ERROR(CheckSize("BMP", rows, width, contents.size(), 1));
  const int64_t line = (width * in_file + 3) / 4 * 4;
  if (begin > contents.size() || rows * line > static_cast<int64_t>(contents.size() - begin)) {
    return InvalidArgument("the BMP image has ", contents.size(), " bytes, expected ", rows, " rows of ",
                           line, " bytes from byte ", begin, " on");
  }
  RUNNEL_ASSIGN_OR_RETURN(void* const pixels, take({1, rows, width, in_file}));
  auto* out = static_cast<uint8_t*>(pixels);
  for (int64_t row = 0; row < rows; ++row) {
    const char* from = contents.data() + begin + (height < 0 ? row : rows - 1 - row) * line;
    for (int64_t x = 0; x < width; ++x, from += in_file, out += in_file) {
      for (int64_t c = 0; c < in_file; ++c) {
        // Blue, green, red; alpha stays last.
        out[c] = static_cast<uint8_t>(from[in_file >= 3 && c < 3 ? 2 - c : c]);
      }
    }
  }
  return OkStatus();
}

}  // namespace runnel::images
