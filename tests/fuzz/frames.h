// What the fuzzers of the wire share.
#ifndef RUNNEL_TESTS_FUZZ_FRAMES_H_
#define RUNNEL_TESTS_FUZZ_FRAMES_H_

#include <cstdint>
#include <cstring>
#include <string>

#include "core/base/crc32c.h"
#include "net/wire/frame.h"

namespace runnel::net {

// Makes the checksums and the version right of frames one after the other, as far as their lengths go.
inline void FixChecksums(std::string* stream) {
  for (size_t at = 0; stream->size() - at >= kPrefixBytes;) {
    char* const prefix = stream->data() + at;
    uint16_t header = 0;
    uint32_t payload = 0;
    std::memcpy(&header, prefix + 6, sizeof(header));
    std::memcpy(&payload, prefix + 8, sizeof(payload));
    prefix[4] = static_cast<char>(kProtocolVersion);
    const size_t left = stream->size() - at - kPrefixBytes;
    if (header > kMaxHeaderBytes || payload > kMaxFramePayload || left < size_t{header} + payload)
      return;
    const uint32_t payload_crc = ExtendCrc32c(0, prefix + kPrefixBytes + header, payload);
    std::memcpy(prefix + 12, &payload_crc, sizeof(payload_crc));
    const uint32_t crc =
        ExtendCrc32c(ExtendCrc32c(0, prefix, kPrefixBytes - 4), prefix + kPrefixBytes, header);
    std::memcpy(prefix + 20, &crc, sizeof(crc));
    at += kPrefixBytes + header + payload;
  }
}

}  // namespace runnel::net

#endif  // RUNNEL_TESTS_FUZZ_FRAMES_H_
