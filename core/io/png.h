// PNG files of eight bits a channel, for image summaries. Not compressed: deflate's stored blocks need
// no library, and a summary's images are small. Source: ISO/IEC 15948 (PNG), RFC 1950 (zlib), RFC 1951
// (deflate).
#ifndef RUNNEL_CORE_IO_PNG_H_
#define RUNNEL_CORE_IO_PNG_H_

#include <cstdint>
#include <span>
#include <string>

#include "core/base/status.h"

namespace runnel {

// `pixels` row by row, `channels` bytes each: 1 grey, 3 RGB, 4 RGBA.
// Errors: INVALID_ARGUMENT for other channels, an image without pixels or with more than a gigabyte of
// them, and for another number of bytes than it needs.
Result<std::string> EncodePng(int64_t height, int64_t width, int64_t channels,
                              std::span<const uint8_t> pixels);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_PNG_H_
