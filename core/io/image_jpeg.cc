// JPEG by libjpeg-turbo. The library reports errors by a function that must not return: it jumps out.
// Between setjmp and the calls that may jump there are no objects with destructors; what must be freed
// lies in a struct outside. Source of the rules for channels, truncation and cropping: TensorFlow's
// documentation of decode_jpeg, checked against its results.
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <vector>

// After cstdio, which it needs.
#include <jerror.h>
#include <jpeglib.h>

#include "core/io/image_file.h"

namespace runnel::images {
namespace {

// A block of 8 by 8 pixels takes a bit at least.
constexpr int64_t kMostPixelsPerByte = 8 * 64;

struct ErrorManager {
  jpeg_error_mgr base;
  std::jmp_buf back;
  char message[JMSG_LENGTH_MAX];
  bool no_memory;
};

void JumpOut(j_common_ptr info) {
  auto* const errors = reinterpret_cast<ErrorManager*>(info->err);
  errors->no_memory = info->err->msg_code == JERR_OUT_OF_MEMORY;
  info->err->format_message(info, errors->message);
  std::longjmp(errors->back, 1);
}
void SayNothing(j_common_ptr) {}

void Prepare(ErrorManager* errors) {
  jpeg_std_error(&errors->base);
  errors->base.error_exit = JumpOut;
  errors->base.output_message = SayNothing;
  errors->message[0] = '\0';
  errors->no_memory = false;
}
// ---- memory as a source ----

struct Source {
  jpeg_source_mgr base;
  const JOCTET* data;
  size_t size;
  bool recovers;
};

void BeginSource(j_decompress_ptr) {}
void EndSource(j_decompress_ptr) {}

// Called at the end of the contents, whatever they lack.
boolean EndReached(j_decompress_ptr info) {
  static constexpr JOCTET kEnd[2] = {0xff, JPEG_EOI};
  auto* const source = reinterpret_cast<Source*>(info->src);
  if (!source->recovers || source->base.next_input_byte == kEnd) ERREXIT(info, JERR_INPUT_EOF);
  WARNMS(info, JWRN_JPEG_EOF);
  source->base.next_input_byte = kEnd;
  source->base.bytes_in_buffer = 2;
  return TRUE;
}
void Skip(j_decompress_ptr info, long count) {
  if (count <= 0) return;
  auto* const source = reinterpret_cast<Source*>(info->src);
  if (static_cast<size_t>(count) > source->base.bytes_in_buffer) {
    source->base.bytes_in_buffer = 0;
    (void)EndReached(info);
    return;
  }
  source->base.next_input_byte += count;
  source->base.bytes_in_buffer -= static_cast<size_t>(count);
}

void SetSource(j_decompress_ptr info, Source* source, std::string_view contents, bool recovers) {
  source->base.init_source = BeginSource;
  source->base.fill_input_buffer = EndReached;
  source->base.skip_input_data = Skip;
  source->base.resync_to_restart = jpeg_resync_to_restart;
  source->base.term_source = EndSource;
  source->base.next_input_byte = reinterpret_cast<const JOCTET*>(contents.data());
  source->base.bytes_in_buffer = contents.size();
  source->recovers = recovers;
  info->src = &source->base;
}

// ---- reading ----

// All that a reading owns; the destructor runs however it ended.
struct Reader {
  Reader() { Prepare(&errors); }
  ~Reader() {
    if (made) jpeg_destroy_decompress(&info);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  jpeg_decompress_struct info{};
  ErrorManager errors{};
  Source source{};
  bool made = false;
  std::vector<JSAMPLE> line;  // where lines are not what the result wants
  int64_t lines_read = 0;
};

Status Failed(const Reader& reader, std::string_view contents) {
  if (reader.errors.no_memory) return ResourceExhausted("out of memory for a JPEG image");
  // At the end the library reads an end marker that is not of the contents.
  const auto* const begin = reinterpret_cast<const JOCTET*>(contents.data());
  const JOCTET* const next = reader.source.base.next_input_byte;
  const bool inside = next >= begin && next <= begin + contents.size();
  return InvalidArgument("the JPEG image cannot be read at byte ",
                         inside ? static_cast<size_t>(next - begin) : contents.size(), " of ",
                         contents.size(), ": ", reader.errors.message);
}

// Each step jumps out on its own; false: the library has failed.
bool ReadHeader(Reader* r, std::string_view contents, bool recovers) {
  if (setjmp(r->errors.back) != 0) return false;
  r->info.err = &r->errors.base;
  jpeg_create_decompress(&r->info);
  r->made = true;
  SetSource(&r->info, &r->source, contents, recovers);
  jpeg_read_header(&r->info, TRUE);
  return true;
}
bool SetUp(Reader* r, const JpegReading& how, int64_t channels) {
  if (setjmp(r->errors.back) != 0) return false;
  jpeg_decompress_struct& info = r->info;
  const bool cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  info.out_color_space = channels == 1 ? JCS_GRAYSCALE : cmyk ? JCS_CMYK : JCS_RGB;
  info.do_fancy_upsampling = how.fancy_upscaling ? TRUE : FALSE;
  info.scale_num = 1;
  info.scale_denom = static_cast<unsigned>(how.ratio);
  info.dct_method = how.accurate ? JDCT_ISLOW : JDCT_IFAST;
  jpeg_calc_output_dimensions(&info);
  return true;
}
bool Start(Reader* r, const Window* crop) {
  if (setjmp(r->errors.back) != 0) return false;
  jpeg_start_decompress(&r->info);
  if (crop != nullptr) {
    auto left = static_cast<JDIMENSION>(crop->left), width = static_cast<JDIMENSION>(crop->width);
    jpeg_crop_scanline(&r->info, &left, &width);
    if (crop->top > 0) jpeg_skip_scanlines(&r->info, static_cast<JDIMENSION>(crop->top));
  }
  return true;
}
// One line into `to`; 0 where there is none any more, -1 if the library has failed.
int ReadLine(Reader* r, JSAMPLE* to) {
  if (setjmp(r->errors.back) != 0) return -1;
  JSAMPROW row = to;
  return static_cast<int>(jpeg_read_scanlines(&r->info, &row, 1));
}

// Inverted where Adobe's programs wrote the file.
void CmykToRgb(const JSAMPLE* from, int64_t width, bool inverted, uint8_t* to) {
  for (int64_t i = 0; i < width; ++i, from += 4, to += 3) {
    for (int c = 0; c < 3; ++c) {
      to[c] = static_cast<uint8_t>(inverted ? from[3] * from[c] / 255
                                            : (255 - from[3]) * (255 - from[c]) / 255);
    }
  }
}

// Lines up to `size.height`. False: the library has failed.
bool ReadLines(Reader* r, const JpegReading& how, const Size& size, uint8_t* pixels) {
  const bool cmyk = r->info.out_color_space == JCS_CMYK;
  const int64_t in_line = cmyk ? 4 : size.channels;
  const int64_t surplus =
      r->info.output_width - size.width;  // lines begin at a block, left of the window
  const int64_t row = size.width * size.channels;
  for (; r->lines_read < size.height; ++r->lines_read) {
    uint8_t* const to = pixels + r->lines_read * row;
    JSAMPLE* const line = r->line.empty() ? to : r->line.data();
    const int got = ReadLine(r, line);
    if (got < 0) return false;
    if (got == 0) break;
    const JSAMPLE* const from = line + surplus * in_line;
    if (cmyk) {
      CmykToRgb(from, size.width, r->info.saw_Adobe_marker != FALSE, to);
    } else if (from != to) {
      std::memcpy(to, from, static_cast<size_t>(row));
    }
  }
  if (!how.recover_truncated) return true;
  for (; r->lines_read < size.height; ++r->lines_read) {
    uint8_t* const to = pixels + r->lines_read * row;
    if (r->lines_read == 0) {
      std::memset(to, 0, static_cast<size_t>(row));
    } else {
      std::memcpy(to, to - row, static_cast<size_t>(row));
    }
  }
  return true;
}

// Reads the file to its end, behind the lines that are wanted: what follows may be damaged, too.
bool Finish(Reader* r) {
  if (setjmp(r->errors.back) != 0) return false;
  jpeg_decompress_struct& info = r->info;
  if (info.output_scanline < info.output_height)
    jpeg_skip_scanlines(&info, info.output_height - info.output_scanline);
  (void)jpeg_finish_decompress(&info);
  return true;
}

Status CheckWindow(const Window& crop, int64_t height, int64_t width) {
  if (crop.height > 0 && crop.width > 0 && crop.top >= 0 && crop.left >= 0 &&
      crop.top + crop.height <= height && crop.left + crop.width <= width) {
    return OkStatus();
  }
  return InvalidArgument("the crop window is ", crop.height, " rows from ", crop.top, ", ", crop.width,
                         " columns from ", crop.left, ": expected it inside of the image's ", height,
                         " rows and ", width, " columns");
}

}  // namespace

Status ReadJpeg(std::string_view contents, const JpegReading& how, const TakePixels& take) {
  Reader r;
  if (!ReadHeader(&r, contents, how.recover_truncated)) return Failed(r, contents);
  // What is cut off may be restored, so that its bytes tell nothing.
  RUNNEL_RETURN_IF_ERROR(CheckSize("JPEG", r.info.image_height, r.info.image_width,
                                   how.recover_truncated ? SIZE_MAX / 2 : contents.size(),
                                   kMostPixelsPerByte));
  const int64_t channels = how.channels != 0 ? how.channels : std::min(r.info.num_components, 3);
  if (channels != 1 && channels != 3) {
    return InvalidArgument("the JPEG image has ", r.info.num_components,
                           " channels, expected 1, 3 or 4");
  }
  if (!SetUp(&r, how, channels)) return Failed(r, contents);
  Size size{1, r.info.output_height, r.info.output_width, channels};
  if (how.crop) {
    RUNNEL_RETURN_IF_ERROR(CheckWindow(*how.crop, size.height, size.width));
    size.height = how.crop->height;
    size.width = how.crop->width;
  }
  if (!Start(&r, how.crop ? &*how.crop : nullptr)) return Failed(r, contents);
  RUNNEL_ASSIGN_OR_RETURN(void* const memory, take(size));
  auto* const pixels = static_cast<uint8_t*>(memory);
  if (r.info.out_color_space == JCS_CMYK || r.info.output_width != size.width) {
    r.line.resize(static_cast<size_t>(r.info.output_width) *
                  static_cast<size_t>(r.info.output_components));
  }
  if (!ReadLines(&r, how, size, pixels) && how.acceptable_fraction >= 1) return Failed(r, contents);
  if (r.lines_read == size.height) return Finish(&r) ? OkStatus() : Failed(r, contents);
  if (static_cast<float>(r.lines_read) / static_cast<float>(size.height) <
      std::min(1.0f, how.acceptable_fraction)) {
    return InvalidArgument("the JPEG image ends after ", r.lines_read, " of ", size.height, " lines");
  }
  const int64_t row = size.width * size.channels;
  std::memset(pixels + r.lines_read * row, 0, static_cast<size_t>((size.height - r.lines_read) * row));
  return OkStatus();
}

Result<Size> JpegSize(std::string_view contents) {
  Reader r;
  if (!ReadHeader(&r, contents, false)) return Failed(r, contents);
  return Size{1, r.info.image_height, r.info.image_width, r.info.num_components};
}

// ---- writing ----

namespace {

struct Writer {
  Writer() { Prepare(&errors); }
  ~Writer() {
    if (made) jpeg_destroy_compress(&info);
    std::free(data);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  jpeg_compress_struct info{};
  ErrorManager errors{};
  unsigned char* data = nullptr;  // the library's
  unsigned long size = 0;
  bool made = false;
};

bool WriteAll(Writer* w, const Size& size, const uint8_t* pixels, const JpegWriting& how,
              const JOCTET* metadata, unsigned metadata_size) {
  if (setjmp(w->errors.back) != 0) return false;
  jpeg_compress_struct& info = w->info;
  info.err = &w->errors.base;
  jpeg_create_compress(&info);
  w->made = true;
  jpeg_mem_dest(&info, &w->data, &w->size);
  info.image_width = static_cast<JDIMENSION>(size.width);
  info.image_height = static_cast<JDIMENSION>(size.height);
  info.input_components = static_cast<int>(size.channels);
  info.in_color_space = size.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&info);
  if (how.optimize_size) info.optimize_coding = TRUE;
  info.density_unit = how.density_in_cm ? 2 : 1;
  info.X_density = static_cast<UINT16>(how.x_density);
  info.Y_density = static_cast<UINT16>(how.y_density);
  jpeg_set_quality(&info, static_cast<int>(how.quality), TRUE);
  if (how.progressive) jpeg_simple_progression(&info);
  if (!how.chroma_downsampling) {
    for (int i = 0; i < info.num_components; ++i) {
      info.comp_info[i].h_samp_factor = 1;
      info.comp_info[i].v_samp_factor = 1;
    }
  }
  jpeg_start_compress(&info, TRUE);
  if (metadata_size > 0) jpeg_write_marker(&info, JPEG_APP0 + 1, metadata, metadata_size);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(pixels) + static_cast<size_t>(info.next_scanline) *
                                                      info.image_width *
                                                      static_cast<size_t>(size.channels);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  return true;
}

}  // namespace

Result<std::string> WriteJpeg(const Size& size, std::span<const uint8_t> pixels,
                              const JpegWriting& how) {
  if (size.channels != 1 && size.channels != 3) {
    return InvalidArgument("a JPEG image has 1 or 3 channels, got ", size.channels);
  }
  RUNNEL_RETURN_IF_ERROR(CheckSize("JPEG", size.height, size.width, SIZE_MAX / 2, 1));
  if (size.height > JPEG_MAX_DIMENSION || size.width > JPEG_MAX_DIMENSION) {
    return InvalidArgument("a JPEG image has at most ", JPEG_MAX_DIMENSION, " rows and columns, got ",
                           size.height, " and ", size.width);
  }
  if (static_cast<int64_t>(pixels.size()) != size.height * size.width * size.channels) {
    return Internal("a JPEG image of another size than its pixels");
  }
  // A packet begins with this and a NUL byte (Adobe, XMP Specification part 3, section 1.1.3).
  constexpr std::string_view kNamespace("http://ns.adobe.com/xap/1.0/\0", 29);
  std::string packet;
  if (!how.xmp_metadata.empty()) packet = StrCat(kNamespace, how.xmp_metadata);
  constexpr size_t kMostPacket = 65533;
  if (packet.size() > kMostPacket) {
    return InvalidArgument("xmp_metadata has ", how.xmp_metadata.size(), " bytes, at most ",
                           kMostPacket - kNamespace.size(), " fit into a JPEG image");
  }
  Writer w;
  if (!WriteAll(&w, size, pixels.data(), how, reinterpret_cast<const JOCTET*>(packet.data()),
                static_cast<unsigned>(packet.size()))) {
    if (w.errors.no_memory) return ResourceExhausted("out of memory for a JPEG image");
    return Internal("the JPEG image cannot be written: ", w.errors.message);
  }
  return std::string(reinterpret_cast<const char*>(w.data), w.size);
}

}  // namespace runnel::images
