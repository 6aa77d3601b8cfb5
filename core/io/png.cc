#include "core/io/png.h"

#include <algorithm>

namespace runnel {
namespace {

constexpr size_t kLargestStored = 65535;  // bytes of one stored block

void AppendBigEndian(uint32_t value, std::string* out) {
  for (int shift = 24; shift >= 0; shift -= 8) out->push_back(static_cast<char>(value >> shift));
}

// CRC-32 of IEEE 802.3, four bits at a time: images are small, and so is the table.
uint32_t Crc32(std::string_view data) {
  static constexpr uint32_t kTable[16] = {
      0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
      0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
  uint32_t crc = 0xffffffff;
  for (const char c : data) {
    crc ^= static_cast<unsigned char>(c);
    crc = kTable[crc & 15] ^ (crc >> 4);
    crc = kTable[crc & 15] ^ (crc >> 4);
  }
  return ~crc;
}

uint32_t Adler32(std::string_view data) {
  uint32_t a = 1, b = 0;
  while (!data.empty()) {
    // So many bytes that b cannot overflow before the modulo.
    const std::string_view piece = data.substr(0, 5552);
    for (const char c : piece) {
      a += static_cast<unsigned char>(c);
      b += a;
    }
    a %= 65521;
    b %= 65521;
    data.remove_prefix(piece.size());
  }
  return b << 16 | a;
}

void AppendChunk(std::string_view type, std::string_view data, std::string* out) {
  AppendBigEndian(static_cast<uint32_t>(data.size()), out);
  const size_t begin = out->size();
  *out += type;
  *out += data;
  AppendBigEndian(Crc32(std::string_view(*out).substr(begin)), out);
}

// A zlib stream of stored blocks.
std::string Stored(std::string_view data) {
  std::string out("\x78\x01", 2);
  const uint32_t checksum = Adler32(data);
  while (true) {
    const std::string_view piece = data.substr(0, kLargestStored);
    data.remove_prefix(piece.size());
    const auto size = static_cast<uint16_t>(piece.size());
    out.push_back(data.empty() ? 1 : 0);
    for (const uint16_t half : {size, static_cast<uint16_t>(~size)}) {
      out.push_back(static_cast<char>(half & 0xff));
      out.push_back(static_cast<char>(half >> 8));
    }
    out += piece;
    if (data.empty()) break;
  }
  AppendBigEndian(checksum, &out);
  return out;
}

}  // namespace

Result<std::string> EncodePng(int64_t height, int64_t width, int64_t channels,
                              std::span<const uint8_t> pixels) {
  if (channels != 1 && channels != 3 && channels != 4) {
    return InvalidArgument("an image has 1, 3 or 4 channels, not ", channels);
  }
  if (height < 1 || width < 1 || height > INT32_MAX || width > INT32_MAX ||
      width * channels + 1 > (INT32_MAX - 16) / height / 2) {
    return InvalidArgument("an image of ", height, " by ", width, " pixels cannot be a PNG file");
  }
  const size_t row_size = static_cast<size_t>(width * channels);
  if (pixels.size() != row_size * static_cast<size_t>(height)) {
    return InvalidArgument("an image of ", height, " by ", width, " pixels with ", channels,
                           " channels has ", row_size * static_cast<size_t>(height), " bytes, not ",
                           pixels.size());
  }
  std::string rows;
  rows.reserve((row_size + 1) * static_cast<size_t>(height));
  for (size_t at = 0; at < pixels.size(); at += row_size) {
    rows.push_back(0);  // no filter
    rows.append(reinterpret_cast<const char*>(pixels.data() + at), row_size);
  }
  std::string header;
  AppendBigEndian(static_cast<uint32_t>(width), &header);
  AppendBigEndian(static_cast<uint32_t>(height), &header);
  header.push_back(8);
  header.push_back(channels == 1 ? 0 : channels == 3 ? 2 : 6);
  header.append(3, '\0');  // deflate, the usual filters, not interlaced
  std::string out("\x89PNG\r\n\x1a\n", 8);
  AppendChunk("IHDR", header, &out);
  AppendChunk("IDAT", Stored(rows), &out);
  AppendChunk("IEND", {}, &out);
  return out;
}

}  // namespace runnel
