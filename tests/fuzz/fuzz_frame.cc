// What comes over a connection: frames cut from a stream, their headers, what steps tell of
// themselves, string tensors, and a cluster's description.
//
// Input: a byte of flags, then the stream. Flag 1 makes the checksums of every frame right first, so
// that what lies behind them is reached; flag 2 allows only a hello; the rest of the byte is how the
// stream is cut, and its top bit says that behind an offer there are only large tensors, of which chunks
// may lie in shared memory. What is offered is expected.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "net/wire/cluster_spec.h"
#include "net/wire/frame.h"
#include "net/wire/metadata.h"
#include "tests/fuzz/frames.h"

namespace runnel::net {
namespace {

void ReadAll(const uint8_t* bytes, size_t size_bytes) {
  if (size_bytes < 1) return;
  const int flags = bytes[0];
  std::string stream(reinterpret_cast<const char*>(bytes) + 1, size_bytes - 1);
  if (auto metadata = DecodeMetadata(stream); metadata.ok()) {
    NameTask("/job:a/replica:0/task:0", &*metadata);
    RunMetadata whole;
    MergeMetadata(*metadata, &whole);
    if (!EncodeMetadata(whole).ok()) __builtin_trap();
  }
  (void)ClusterSpec::FromText(stream);
  if (const auto spec = ClusterSpec::FromMessage(stream); spec.ok()) {
    if (!(*ClusterSpec::FromText(spec->ToText()) == *spec)) __builtin_trap();
  }
  if ((flags & 1) != 0) FixChecksums(&stream);
  FrameLimits limits;
  limits.only_hello = (flags & 2) != 0;
  // A claim alone must not take the machine's memory.
  limits.max_message_bytes = limits.max_body_bytes = 1 << 20;
  limits.max_unasked_bytes = (flags & 64) != 0 ? kMaxUnasked : UINT64_MAX;
  limits.shared = (flags & 128) != 0;
  const std::string shared(4096, 's');
  FrameReader reader(SystemAllocator(), limits);
  const size_t piece = flags < 4 ? SIZE_MAX : static_cast<size_t>(flags);
  for (size_t at = 0; at < stream.size();) {
    const std::span<char> space = reader.Space();
    const size_t n = std::min({piece, space.size(), stream.size() - at});
    std::memcpy(space.data(), stream.data() + at, n);
    at += n;
    const Status status = reader.Filled(n, [&](const Message& message) {
      FrameHeader header = message.header;
      if (header.kind == FrameKind::kOffer && header.total_bytes > 0 && !header.dead &&
          CheckTensorHeader(header, header.total_bytes, limits).ok()) {
        Tensor room;
        if (header.dtype != DType::kString) {
          room = *Tensor::Allocate(SystemAllocator(), header.dtype, *Shape::Make(header.dims));
        }
        reader.Expect(std::move(header), std::move(room));
        limits.bulk = (flags & 128) != 0;
        reader.set_limits(limits);
        return OkStatus();
      }
      if (header.kind == FrameKind::kInRing) {
        bool complete = false;
        Message whole;
        const size_t chunk = std::min<uint64_t>(header.total_bytes, shared.size());
        return reader.TakeChunk(header, {shared.data(), chunk}, &complete, &whole);
      }
      return OkStatus();
    });
    if (!status.ok()) break;
  }
}

}  // namespace
}  // namespace runnel::net

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size_bytes) {
  runnel::net::ReadAll(bytes, size_bytes);
  return 0;
}
