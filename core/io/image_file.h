// Image files: what they are, and their pixels. JPEG by libjpeg-turbo, PNG by libpng, GIF by giflib, BMP
// by hand. Only the library of the family media links these.
//
// Contents are untrusted: sizes are checked against what so many bytes can hold before memory is
// claimed, and every failure is a status. All functions may be called from any thread.
#ifndef RUNNEL_CORE_IO_IMAGE_FILE_H_
#define RUNNEL_CORE_IO_IMAGE_FILE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace runnel::images {

enum class Kind { kUnknown, kJpeg, kPng, kGif, kBmp };
// By the first bytes.
Kind KindOf(std::string_view contents);
// "JPEG", or for errors what an unknown file begins with.
std::string KindText(Kind kind, std::string_view contents);

struct Size {
  int64_t frames = 1, height = 0, width = 0, channels = 0;
};
// Gives the memory that pixels go to, [frames,height,width,channels] of one or two bytes each, or the
// reason why there is none. Called once, as soon as the size is known.
using TakePixels = std::function<Result<void*>(const Size&)>;

struct Window {
  int64_t top = 0, left = 0, height = 0, width = 0;
};
struct JpegReading {
  int64_t channels = 0;  // 0: those of the file, but RGB for four; 1, 3
  int64_t ratio = 1;     // of the file's size to the result's: 1, 2, 4, 8
  bool fancy_upscaling = true;
  bool recover_truncated = false;  // repeats the last line that is there
  float acceptable_fraction = 1;   // of lines; those that lack are black
  bool accurate = false;           // the slower inverse transform
  std::optional<Window> crop;
};
// Errors of all below: INVALID_ARGUMENT for contents that are no such file, are damaged or cut off, or
// claim more pixels than they can hold; RESOURCE_EXHAUSTED.
Status ReadJpeg(std::string_view contents, const JpegReading& how, const TakePixels& take);
Result<Size> JpegSize(std::string_view contents);
// `bits`: 8 or 16 of each channel. `channels`: 0 for those of the file, 1 to 4.
Status ReadPng(std::string_view contents, int64_t channels, int bits, const TakePixels& take);
// Every frame over the one before it, three channels.
Status ReadGif(std::string_view contents, const TakePixels& take);
// `channels`: 0 or those of the file: 1, 3, 4.
Status ReadBmp(std::string_view contents, int64_t channels, const TakePixels& take);

struct JpegWriting {
  int64_t quality = 95;  // 0 to 100
  bool progressive = false, optimize_size = false, chroma_downsampling = true;
  bool density_in_cm = false;
  int64_t x_density = 300, y_density = 300;
  std::string_view xmp_metadata;
};
// `pixels`: [height,width,channels] with one channel or three.
Result<std::string> WriteJpeg(const Size& size, std::span<const uint8_t> pixels, const JpegWriting& how);
// `pixels`: [height,width,channels] with one to four channels of `bits` in the machine's byte order.
// `compression`: -1 for zlib's own choice, 0 to 9.
Result<std::string> WritePng(const Size& size, const void* pixels, int bits, int64_t compression);

// Libraries count pixels in int.
inline constexpr int64_t kMaxPixels = int64_t{1} << 29;
// Errors: INVALID_ARGUMENT unless there are pixels, fewer than kMaxPixels, and `bytes` of a file can
// hold them at `most_per_byte` pixels in each byte.
Status CheckSize(const char* kind, int64_t height, int64_t width, size_t bytes, int64_t most_per_byte);

}  // namespace runnel::images

#endif  // RUNNEL_CORE_IO_IMAGE_FILE_H_
