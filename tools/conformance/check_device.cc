// Memory, copies and fills of a device that is open.
#include <algorithm>
#include <cstring>

#include "tools/conformance/checks.h"
#include "tools/conformance/finding.h"

namespace runnel::conformance {
namespace {

void CheckCopies(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  for (const uint64_t size : {uint64_t{1}, uint64_t{64}, uint64_t{4097}, uint64_t{70000}}) {
    rnlp_buffer_t* a = nullptr;
    rnlp_buffer_t* b = nullptr;
    if (!find->Done(api.buffer_alloc(target.device(), size, &a), "alloc")) return;
    if (!find->Done(api.buffer_alloc(target.device(), size + 100, &b), "alloc")) return;
    const std::vector<unsigned char> in = Pattern(size, static_cast<unsigned>(size));
    std::vector<unsigned char> out(size, 0);
    find->Done(target.Write(a, 0, in.data(), size), "copy in");
    find->Done(target.Read(a, 0, out.data(), size), "copy out");
    find->Expect(in == out, "a copy in and out of " + std::to_string(size) + " bytes changed them");
    // Within the device, at odd offsets.
    const rnlp_place_t src{a, size / 3, nullptr};
    const rnlp_place_t dst{b, 37, nullptr};
    find->Done(api.queue_copy(target.queue(), &src, &dst, size - size / 3), "copy within");
    std::vector<unsigned char> part(size - size / 3, 0);
    find->Done(target.Read(b, 37, part.data(), part.size()), "copy out at an offset");
    find->Expect(
        std::equal(part.begin(), part.end(), in.begin() + static_cast<std::ptrdiff_t>(size / 3)),
        "a copy within the device at an offset changed the bytes");
    find->Code(api.queue_copy(target.queue(), &src, &dst, size + 1000), RNLP_INVALID_ARGUMENT,
               "a copy past the end of a buffer");
    find->Done(api.queue_copy(target.queue(), &src, &dst, 0), "a copy of nothing");
    find->Done(target.Finish(), "finishing");
    api.buffer_free(target.device(), a);
    api.buffer_free(target.device(), b);
    if (!find->ok()) return;
  }
}

void CheckFill(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  rnlp_buffer_t* buffer = nullptr;
  if (!find->Done(api.buffer_alloc(target.device(), 256, &buffer), "alloc")) return;
  for (const uint32_t pattern_bytes : {1u, 2u, 4u, 8u}) {
    const std::vector<unsigned char> pattern = Pattern(pattern_bytes, 0xC1);
    const std::vector<unsigned char> before(256, 0x11);
    std::vector<unsigned char> after(256);
    find->Done(target.Write(buffer, 0, before.data(), 256), "copy in");
    const rnlp_place_t dst{buffer, 64, nullptr};
    find->Done(api.queue_fill(target.queue(), &dst, 128, pattern.data(), pattern_bytes), "fill");
    find->Done(target.Read(buffer, 0, after.data(), 256), "copy out");
    for (size_t i = 0; i < 256; ++i) {
      const bool inside = i >= 64 && i < 192;
      find->Expect(
          after[i] == (inside ? pattern[(i - 64) % pattern_bytes] : 0x11),
          "a fill of " + std::to_string(pattern_bytes) + " bytes is wrong at byte " + std::to_string(i));
    }
  }
  const rnlp_place_t dst{buffer, 0, nullptr};
  const char zeros[8] = {};
  find->Code(api.queue_fill(target.queue(), &dst, 12, zeros, 3), RNLP_INVALID_ARGUMENT,
             "a pattern of 3 bytes");
  find->Code(api.queue_fill(target.queue(), &dst, 10, zeros, 4), RNLP_INVALID_ARGUMENT,
             "10 bytes of a pattern of 4");
  api.buffer_free(target.device(), buffer);
}

void CheckExhaustion(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  const uint64_t too_much = std::max<uint64_t>(target.info().memory_bytes, uint64_t{1} << 52) + 1;
  rnlp_buffer_t* buffer = nullptr;
  const Outcome outcome = Take(target.host(), api.buffer_alloc(target.device(), too_much, &buffer));
  find->Expect(outcome.code == RNLP_RESOURCE_EXHAUSTED, "asking for " + std::to_string(too_much) +
                                                            " bytes: expected RESOURCE_EXHAUSTED, got " +
                                                            outcome.text());
  find->Expect(outcome.message.find(std::to_string(too_much)) != std::string::npos,
               "the message does not name what was asked: " + outcome.message);
  find->Expect(buffer == nullptr, "a failed alloc set its output");
  const uint64_t limit = target.info().memory_bytes;
  if (limit > 0 && limit <= uint64_t{1} << 31) {
    // Fill the device up, free it, and do so again.
    for (int round = 0; round < 2; ++round) {
      std::vector<rnlp_buffer_t*> all;
      for (;;) {
        rnlp_buffer_t* one = nullptr;
        const Outcome last = Take(target.host(), api.buffer_alloc(target.device(), limit / 8, &one));
        if (!last.ok()) {
          find->Expect(last.code == RNLP_RESOURCE_EXHAUSTED, "a full device answers " + last.text());
          break;
        }
        all.push_back(one);
        if (!find->Expect(all.size() <= 8, "gave out more memory than its limit")) break;
      }
      find->Expect(all.size() >= 4, "could give out less than half of its memory");
      for (rnlp_buffer_t* one : all) api.buffer_free(target.device(), one);
    }
  }
  rnlp_buffer_t* again = nullptr;
  if (find->Done(api.buffer_alloc(target.device(), 64, &again), "alloc after exhaustion")) {
    api.buffer_free(target.device(), again);
  }
}

void CheckStatsAndMap(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  rnlp_buffer_t* buffer = nullptr;
  if (!find->Done(api.buffer_alloc(target.device(), 4096, &buffer), "alloc")) return;
  if (api.memory_stats != nullptr) {
    rnlp_memory_stats_t stats{};
    stats.size_bytes = RNLP_SIZE_TO(rnlp_memory_stats_t, limit_bytes);
    find->Done(api.memory_stats(target.device(), &stats), "memory_stats");
    find->Expect(stats.bytes_in_use >= 4096, "memory_stats counts less than what is in use");
    find->Expect(stats.peak_bytes_in_use >= stats.bytes_in_use, "the peak lies below what is in use");
  }
  if (api.buffer_map != nullptr) {
    void* address = nullptr;
    const Outcome mapped = Take(target.host(), api.buffer_map(target.device(), buffer, &address));
    const bool unified = (target.info().flags & RNLP_DEVICE_UNIFIED) != 0;
    find->Expect(mapped.ok() || (!unified && mapped.code == RNLP_UNIMPLEMENTED),
                 std::string(unified ? "a unified device" : "a device") + " answers buffer_map with " +
                     mapped.text());
    if (mapped.ok() && find->Expect(address != nullptr, "buffer_map gave no address")) {
      const std::vector<unsigned char> in = Pattern(4096, 3);
      find->Done(target.Write(buffer, 0, in.data(), in.size()), "copy in");
      find->Expect(std::memcmp(address, in.data(), in.size()) == 0,
                   "mapped memory does not show a copy");
      api.buffer_unmap(target.device(), buffer);
    }
  }
  api.buffer_free(target.device(), buffer);
}

}  // namespace

void CheckMemory(Target& target, Report* report) {
  RunCheck(target, "copies in, within and out, at offsets", CheckCopies, report);
  RunCheck(target, "fills", CheckFill, report);
  RunCheck(target, "exhaustion", CheckExhaustion, report);
  RunCheck(target, "statistics and mapping", CheckStatsAndMap, report);
}

}  // namespace runnel::conformance
