// PNG by libpng. As for JPEG, the library jumps out of errors: no objects with destructors between
// setjmp and its calls. Source of the rules for channels: TensorFlow's documentation of decode_png,
// checked against its results.
#include <png.h>
#include <zlib.h>

#include <bit>
#include <cstring>

#include "core/io/image_file.h"

namespace runnel::images {
namespace {

// Deflate makes at most 1032 bytes of one; eight pixels of a bit each lie in a byte.
constexpr int64_t kMostPixelsPerByte = 8 * 1032;

struct Failure {
  char message[128] = "";
};
[[noreturn]] void JumpOut(png_structp png, png_const_charp message) {
  auto* const failure = static_cast<Failure*>(png_get_error_ptr(png));
  std::strncpy(failure->message, message, sizeof(failure->message) - 1);
  png_longjmp(png, 1);
}
void SayNothing(png_structp, png_const_charp) {}

struct Reader {
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
  png_structp png = nullptr;
  png_infop info = nullptr;
  Failure failure;
  std::string_view left;
  int64_t channels = 0;
  int passes = 1;
  bool widens = false;  // from 8 bits to 16
};

Status Failed(const Reader& reader, std::string_view contents) {
  const std::string_view message = reader.failure.message;
  if (message.find("memory") != std::string_view::npos)
    return ResourceExhausted("out of memory for a PNG image");
  return InvalidArgument("the PNG image cannot be read at byte ", contents.size() - reader.left.size(),
                         " of ", contents.size(), ": ", message);
}

void Read(png_structp png, png_bytep to, size_t size) {
  auto* const reader = static_cast<Reader*>(png_get_io_ptr(png));
  if (size > reader->left.size()) png_error(png, "it is cut off");
  std::memcpy(to, reader->left.data(), size);
  reader->left.remove_prefix(size);
}

bool ReadHeader(Reader* r) {
  if (setjmp(png_jmpbuf(r->png)) != 0) return false;
  png_set_read_fn(r->png, r, Read);
  png_read_info(r->png, r->info);
  return true;
}

// Asks the library for `channels` of `bits`.
bool SetUp(Reader* r, int bits) {
  if (setjmp(png_jmpbuf(r->png)) != 0) return false;
  const int depth = png_get_bit_depth(r->png, r->info);
  const int color = png_get_color_type(r->png, r->info);
  const bool transparent = png_get_valid(r->png, r->info, PNG_INFO_tRNS) != 0;
  const bool has_alpha = (color & PNG_COLOR_MASK_ALPHA) != 0;
  const bool has_colors = (color & PNG_COLOR_MASK_COLOR) != 0;
  if (r->channels == 0) {
    r->channels =
        color == PNG_COLOR_TYPE_PALETTE ? (transparent ? 4 : 3) : png_get_channels(r->png, r->info);
  }
  const bool wants_alpha = r->channels % 2 == 0;
  if (wants_alpha && !has_alpha) {
    if (transparent) {
      png_set_tRNS_to_alpha(r->png);
    } else {
      png_set_add_alpha(r->png, (1u << depth) - 1, PNG_FILLER_AFTER);
    }
  }
  if (!wants_alpha && (has_alpha || transparent)) png_set_strip_alpha(r->png);
  if (depth > 8 && bits <= 8) png_set_strip_16(r->png);
  r->widens = depth <= 8 && bits == 16;
  png_set_packing(r->png);
  r->passes = png_set_interlace_handling(r->png);
  if (bits > 8 && std::endian::native == std::endian::little) png_set_swap(r->png);
  if (color == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(r->png);
  if (!has_colors && depth < 8) png_set_expand_gray_1_2_4_to_8(r->png);
  const bool wants_colors = r->channels >= 3;
  // The weights of ITU-R BT.601.
  if (!wants_colors && has_colors) png_set_rgb_to_gray(r->png, 1, 0.299, 0.587);
  if (wants_colors && !has_colors) png_set_gray_to_rgb(r->png);
  png_read_update_info(r->png, r->info);
  return true;
}

bool ReadRows(Reader* r, uint8_t* pixels, size_t row_bytes) {
  if (setjmp(png_jmpbuf(r->png)) != 0) return false;
  const png_uint_32 height = png_get_image_height(r->png, r->info);
  for (int pass = 0; pass < r->passes; ++pass) {
    for (png_uint_32 y = 0; y < height; ++y) png_read_row(r->png, pixels + y * row_bytes, nullptr);
  }
  png_read_end(r->png, nullptr);
  return true;
}

// Rows of bytes become rows of 16 bits, in place: from the end, as they grow.
void Widen(uint8_t* pixels, int64_t rows, size_t row_bytes) {
  for (int64_t y = 0; y < rows; ++y) {
    uint8_t* const row = pixels + static_cast<size_t>(y) * row_bytes;
    for (size_t i = row_bytes / 2; i > 0; --i) {
      row[2 * i - 1] = row[i - 1];
      row[2 * i - 2] = row[i - 1];
    }
  }
}

}  // namespace

Status ReadPng(std::string_view contents, int64_t channels, int bits, const TakePixels& take) {
  Reader r;
  r.left = contents;
  r.channels = channels;
  r.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &r.failure, JumpOut, SayNothing);
  if (r.png != nullptr) r.info = png_create_info_struct(r.png);
  if (r.info == nullptr) return ResourceExhausted("out of memory for a PNG image");
  if (!ReadHeader(&r)) return Failed(r, contents);
  const int64_t height = png_get_image_height(r.png, r.info), width = png_get_image_width(r.png, r.info);
  RUNNEL_RETURN_IF_ERROR(CheckSize("PNG", height, width, contents.size(), kMostPixelsPerByte));
  if (!SetUp(&r, bits)) return Failed(r, contents);
  const size_t row_bytes = static_cast<size_t>(width * r.channels) * static_cast<size_t>(bits / 8);
  if (png_get_rowbytes(r.png, r.info) > row_bytes) {
    return InvalidArgument("the PNG image cannot be given ", r.channels, " channels of ", bits, " bits");
  }
  RUNNEL_ASSIGN_OR_RETURN(void* const memory, take({1, height, width, r.channels}));
  auto* const pixels = static_cast<uint8_t*>(memory);
  if (!ReadRows(&r, pixels, row_bytes)) return Failed(r, contents);
  if (r.widens) Widen(pixels, height, row_bytes);
  return OkStatus();
}

namespace {

struct Writer {
  ~Writer() { png_destroy_write_struct(&png, &info); }
  png_structp png = nullptr;
  png_infop info = nullptr;
  Failure failure;
  std::string bytes;
  bool no_memory = false;
};

void Write(png_structp png, png_bytep data, size_t size) {
  auto* const writer = static_cast<Writer*>(png_get_io_ptr(png));
  // An exception must not pass through the library.
  try {
    writer->bytes.append(reinterpret_cast<const char*>(data), size);
    return;
  } catch (const std::bad_alloc&) {
    writer->no_memory = true;
  }
  png_error(png, "out of memory");
}
void Flush(png_structp) {}

bool WriteAll(Writer* w, const Size& size, const uint8_t* pixels, int bits, int compression) {
  constexpr int kColors[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                             PNG_COLOR_TYPE_RGB_ALPHA};
  if (setjmp(png_jmpbuf(w->png)) != 0) return false;
  png_set_write_fn(w->png, w, Write, Flush);
  png_set_compression_level(w->png, compression < 0 ? Z_DEFAULT_COMPRESSION : compression);
  png_set_compression_mem_level(w->png, MAX_MEM_LEVEL);
  png_set_IHDR(w->png, w->info, static_cast<png_uint_32>(size.width),
               static_cast<png_uint_32>(size.height), bits, kColors[size.channels - 1],
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(w->png, w->info);
  if (bits > 8 && std::endian::native == std::endian::little) png_set_swap(w->png);
  const int64_t row_bytes = size.width * size.channels * (bits / 8);
  for (int64_t y = 0; y < size.height; ++y) png_write_row(w->png, pixels + y * row_bytes);
  png_write_end(w->png, nullptr);
  return true;
}

}  // namespace

Result<std::string> WritePng(const Size& size, const void* pixels, int bits, int64_t compression) {
  if (size.channels < 1 || size.channels > 4) {
    return InvalidArgument("a PNG image has 1 to 4 channels, got ", size.channels);
  }
  RUNNEL_RETURN_IF_ERROR(CheckSize("PNG", size.height, size.width, SIZE_MAX / 2, 1));
  if (compression < -1 || compression > 9)
    return InvalidArgument("compression is ", compression, ", expected -1 to 9");
  Writer w;
  w.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &w.failure, JumpOut, SayNothing);
  if (w.png != nullptr) w.info = png_create_info_struct(w.png);
  if (w.info == nullptr) return ResourceExhausted("out of memory for a PNG image");
  if (WriteAll(&w, size, static_cast<const uint8_t*>(pixels), bits, static_cast<int>(compression))) {
    return std::move(w.bytes);
  }
  if (w.no_memory) return ResourceExhausted("out of memory for a PNG image");
  return InvalidArgument("the PNG image cannot be written: ", w.failure.message);
}

}  // namespace runnel::images
