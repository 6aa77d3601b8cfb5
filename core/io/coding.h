// Little-endian and varint integers in byte strings, as LevelDB's and TensorFlow's files have them.
#ifndef RUNNEL_CORE_IO_CODING_H_
#define RUNNEL_CORE_IO_CODING_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace runnel {

inline uint32_t LoadFixed32(const char* p) {
  const auto* b = reinterpret_cast<const unsigned char*>(p);
  return static_cast<uint32_t>(b[0]) | static_cast<uint32_t>(b[1]) << 8 |
         static_cast<uint32_t>(b[2]) << 16 | static_cast<uint32_t>(b[3]) << 24;
}

inline uint64_t LoadFixed64(const char* p) {
  return static_cast<uint64_t>(LoadFixed32(p)) | static_cast<uint64_t>(LoadFixed32(p + 4)) << 32;
}

inline void AppendFixed32(std::string* out, uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out->push_back(static_cast<char>(value >> shift));
}

inline void AppendFixed64(std::string* out, uint64_t value) {
  AppendFixed32(out, static_cast<uint32_t>(value));
  AppendFixed32(out, static_cast<uint32_t>(value >> 32));
}

inline void AppendVarint(std::string* out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out->push_back(static_cast<char>(value | 0x80));
  out->push_back(static_cast<char>(value));
}

// Each takes the integer off the front of *in. False, with *in unspecified, if it is truncated, too
// large, or not in its shortest form, which every writer uses.
inline bool ReadVarint64(std::string_view* in, uint64_t* value) {
  *value = 0;
  for (int shift = 0; shift < 64 && !in->empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(in->front());
    in->remove_prefix(1);
    if ((shift == 63 && byte > 1) || (shift > 0 && byte == 0)) return false;
    *value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

inline bool ReadVarint32(std::string_view* in, uint32_t* value) {
  uint64_t wide = 0;
  if (!ReadVarint64(in, &wide) || wide > UINT32_MAX) return false;
  *value = static_cast<uint32_t>(wide);
  return true;
}

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_CODING_H_
