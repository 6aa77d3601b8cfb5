// Bytes as an image file of every kind, whatever they begin with, and as a WAV file.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/io/image_file.h"
#include "core/io/wav.h"

namespace {

using namespace runnel;

// Memory for what a file says that it holds; a fuzzer needs no large images.
class Pixels {
 public:
  explicit Pixels(size_t bytes_of_each) : each_(bytes_of_each) {}
  images::TakePixels Taker() {
    return [this](const images::Size& size) -> Result<void*> {
      constexpr int64_t kMost = int64_t{1} << 22;
      int64_t count = 1;
      for (const int64_t part : {size.frames, size.height, size.width, size.channels}) {
        if (part < 0 || (part > 0 && count > kMost / part)) return ResourceExhausted("too large");
        count *= part;
      }
      bytes_.assign(static_cast<size_t>(count) * each_, 0);
      return static_cast<void*>(bytes_.data());
    };
  }

 private:
  const size_t each_;
  std::vector<uint8_t> bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string contents(reinterpret_cast<const char*>(data), size);
  (void)images::KindText(images::KindOf(contents), contents);
  for (const int64_t channels : {0, 1, 3, 4}) {
    for (const size_t bytes : {1, 2}) {
      Pixels png(bytes);
      (void)images::ReadPng(contents, channels, static_cast<int>(bytes) * 8, png.Taker());
    }
    Pixels bmp(1);
    (void)images::ReadBmp(contents, channels, bmp.Taker());
    if (channels == 4) continue;
    for (const bool recover : {false, true}) {
      images::JpegReading how;
      how.channels = channels;
      how.recover_truncated = recover;
      how.acceptable_fraction = recover ? 0.25F : 1.0F;
      how.ratio = recover ? 2 : 1;
      how.fancy_upscaling = !recover;
      how.accurate = recover;
      Pixels whole(1);
      (void)images::ReadJpeg(contents, how, whole.Taker());
      how.ratio = 1;
      how.crop = images::Window{1, 2, 3, 4};
      Pixels part(1);
      (void)images::ReadJpeg(contents, how, part.Taker());
    }
  }
  (void)images::JpegSize(contents);
  Pixels gif(1);
  (void)images::ReadGif(contents, gif.Taker());
  const auto wav = ReadWav(contents);
  if (wav.ok()) {
    float sum = 0;
    for (int64_t i = 0; i < wav->num_samples * wav->channels; ++i) sum += wav->sample(i);
    (void)sum;
  }
  return 0;
}
