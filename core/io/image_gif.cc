// GIF by giflib: all frames, each over the one before it. Source of the rules: TensorFlow's
// documentation of decode_gif, checked against its results.
#include <gif_lib.h>

#include <algorithm>
#include <cstring>

#include "core/io/image_file.h"

namespace runnel::images {
namespace {

// A code of 12 bits stands for 4096 pixels at most.
constexpr int64_t kMostPixelsPerByte = 4096;

int Read(GifFileType* file, GifByteType* to, int size) {
  auto* const left = static_cast<std::string_view*>(file->UserData);
  const size_t count = std::min(left->size(), static_cast<size_t>(std::max(size, 0)));
  std::memcpy(to, left->data(), count);
  left->remove_prefix(count);
  return static_cast<int>(count);
}

// `left`: what was not read of `contents`.
Status Failed(int error, std::string_view contents, std::string_view left) {
  const char* const text = GifErrorString(error);
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM) return ResourceExhausted("out of memory for a GIF image");
  return InvalidArgument("the GIF image cannot be read at byte ", contents.size() - left.size(), " of ",
                         contents.size(), ": ", text == nullptr ? "unknown error" : text);
}

struct Closer {
  GifFileType* file;
  ~Closer() {
    int error = 0;
    (void)DGifCloseFile(file, &error);
  }
};

struct Canvas {
  int64_t height = 0, width = 0;
  int64_t row() const { return width * 3; }
  int64_t frame() const { return height * row(); }
};

// Frame k, of which `before` is the one before it, if any.
Status Draw(const GifFileType& file, int k, const Canvas& canvas, const uint8_t* before, uint8_t* to) {
  const SavedImage& image = file.SavedImages[k];
  const GifImageDesc& at = image.ImageDesc;
  const ColorMapObject* const colors = at.ColorMap != nullptr ? at.ColorMap : file.SColorMap;
  if (colors == nullptr) return InvalidArgument("frame ", k, " of the GIF image has no colors");
  // What a frame does not draw is that of the one before it, or black.
  if (before != nullptr) {
    std::memcpy(to, before, static_cast<size_t>(canvas.frame()));
  } else {
    std::memset(to, 0, static_cast<size_t>(canvas.frame()));
  }
  GraphicsControlBlock control;
  const bool has_control =
      DGifSavedExtensionToGCB(const_cast<GifFileType*>(&file), k, &control) == GIF_OK;
  const int transparent = has_control ? control.TransparentColor : -1;
  const int64_t bottom = std::min<int64_t>(int64_t{at.Top} + at.Height, canvas.height);
  const int64_t right = std::min<int64_t>(int64_t{at.Left} + at.Width, canvas.width);
  for (int64_t y = std::max(at.Top, 0); y < bottom; ++y) {
    for (int64_t x = std::max(at.Left, 0); x < right; ++x) {
      const GifByteType index = image.RasterBits[(y - at.Top) * at.Width + (x - at.Left)];
      if (index == transparent) continue;
      if (index >= colors->ColorCount) {
        return InvalidArgument("frame ", k, " of the GIF image has color ", int{index}, " of ",
                               colors->ColorCount);
      }
      const GifColorType& color = colors->Colors[index];
      uint8_t* const pixel = to + y * canvas.row() + x * 3;
      pixel[0] = color.Red;
      pixel[1] = color.Green;
      pixel[2] = color.Blue;
    }
  }
  return OkStatus();
}

// giflib allocates each frame by its header: the frames' sizes are checked before it reads them.
Status CheckFrames(std::string_view contents) {
  std::string_view left = contents;
  int error = 0;
  GifFileType* const file = DGifOpen(&left, Read, &error);
  if (file == nullptr) return Failed(error, contents, left);
  const Closer closer{file};
  for (;;) {
    GifRecordType record = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(file, &record) == GIF_ERROR) return Failed(file->Error, contents, left);
    if (record == TERMINATE_RECORD_TYPE) return OkStatus();
    GifByteType* block = nullptr;
    int code = 0;
    if (record == IMAGE_DESC_RECORD_TYPE) {
      if (DGifGetImageDesc(file) == GIF_ERROR) return Failed(file->Error, contents, left);
      RUNNEL_RETURN_IF_ERROR(
          CheckSize("GIF", file->Image.Height, file->Image.Width, contents.size(), kMostPixelsPerByte));
      if (DGifGetCode(file, &code, &block) == GIF_ERROR) return Failed(file->Error, contents, left);
      while (block != nullptr) {
        if (DGifGetCodeNext(file, &block) == GIF_ERROR) return Failed(file->Error, contents, left);
      }
    } else if (record == EXTENSION_RECORD_TYPE) {
      if (DGifGetExtension(file, &code, &block) == GIF_ERROR) return Failed(file->Error, contents, left);
      while (block != nullptr) {
        if (DGifGetExtensionNext(file, &block) == GIF_ERROR) return Failed(file->Error, contents, left);
      }
    }
  }
}

}  // namespace

Status ReadGif(std::string_view contents, const TakePixels& take) {
  RUNNEL_RETURN_IF_ERROR(CheckFrames(contents));
  std::string_view left = contents;
  int error = 0;
  GifFileType* const file = DGifOpen(&left, Read, &error);
  if (file == nullptr) return Failed(error, contents, left);
  const Closer closer{file};
  if (DGifSlurp(file) != GIF_OK) return Failed(file->Error, contents, left);
  if (file->ImageCount < 1) return InvalidArgument("the GIF image has no frames");
  Canvas canvas;
  for (int k = 0; k < file->ImageCount; ++k) {
    canvas.height = std::max<int64_t>(canvas.height, file->SavedImages[k].ImageDesc.Height);
    canvas.width = std::max<int64_t>(canvas.width, file->SavedImages[k].ImageDesc.Width);
  }
  // Frames need few bytes each, so that all together they are bounded too.
  int64_t pixels = 0;
  if (__builtin_mul_overflow(canvas.height * canvas.width, int64_t{file->ImageCount}, &pixels) ||
      pixels >= kMaxPixels) {
    return InvalidArgument("the GIF image has ", file->ImageCount, " frames of ", canvas.height,
                           " rows and ", canvas.width, " columns, expected fewer than ", kMaxPixels,
                           " pixels");
  }
  RUNNEL_ASSIGN_OR_RETURN(void* const memory, take({file->ImageCount, canvas.height, canvas.width, 3}));
  auto* const out = static_cast<uint8_t*>(memory);
  for (int k = 0; k < file->ImageCount; ++k) {
    uint8_t* const to = out + k * canvas.frame();
    RUNNEL_RETURN_IF_ERROR(Draw(*file, k, canvas, k == 0 ? nullptr : to - canvas.frame(), to));
  }
  return OkStatus();
}

}  // namespace runnel::images
