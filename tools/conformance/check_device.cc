// Memory, copies, fills, fences and order of a device that is open.
#include <algorithm>
#include <cstring>
#include <thread>

#include "tools/conformance/checks.h"

namespace runnel::conformance {
namespace {

// Collects the first thing that is wrong.
class Finding {
 public:
  explicit Finding(const rnlp_host_t* host) : host_(host) {}
  bool ok() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }
  bool Expect(bool condition, const std::string& problem) {
    if (!condition && ok()) problem_ = problem;
    return ok();
  }
  bool Done(rnlp_status_t* status, const std::string& what) { return Done(Take(host_, status), what); }
  bool Done(const Outcome& outcome, const std::string& what) {
    return Expect(outcome.ok(), what + ": " + outcome.text());
  }
  bool Code(rnlp_status_t* status, int32_t code, const std::string& what) {
    const Outcome outcome = Take(host_, status);
    return Expect(outcome.code == code,
                  what + ": expected " + CodeName(code) + ", got " + outcome.text());
  }

 private:
  const rnlp_host_t* host_;
  std::string problem_;
};

std::vector<unsigned char> Pattern(size_t size, unsigned seed) {
  std::vector<unsigned char> out(size);
  for (size_t i = 0; i < size; ++i) out[i] = static_cast<unsigned char>(i * 7 + seed);
  return out;
}

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

struct Called {
  int calls = 0;
  int32_t code = -1;
  const rnlp_host_t* host = nullptr;
  static void Done(void* arg, rnlp_status_t* status) {
    auto* self = static_cast<Called*>(arg);
    ++self->calls;
    self->code = Take(self->host, status).code;
  }
};

void CheckFenceValues(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  rnlp_fence_t* fence = nullptr;
  if (!find->Done(api.fence_create(target.device(), &fence), "fence_create")) return;
  uint64_t value = 99;
  find->Done(api.fence_query(fence, &value), "query");
  find->Expect(value == 0, "a new fence is not at 0");
  find->Code(api.fence_wait(fence, 1, 0), RNLP_DEADLINE_EXCEEDED,
             "a wait of 0 ns for a point that is not reached");
  find->Code(api.fence_wait(fence, 1, 1000000), RNLP_DEADLINE_EXCEEDED, "a wait of 1 ms for the same");
  find->Done(api.fence_wait(fence, 0, 0), "a wait for 0");
  Called called[3];
  for (Called& one : called) one.host = target.host();
  find->Done(api.fence_notify(fence, 2, Called::Done, &called[0]), "notify");
  find->Done(api.fence_signal(fence, 1, nullptr), "signal from the host");
  find->Done(api.fence_wait(fence, 1, UINT64_MAX), "a wait for what the host signalled");
  find->Expect(called[0].calls == 0, "notified of 2 at 1");
  find->Done(api.fence_signal(fence, 5, nullptr), "signal from the host");
  find->Done(api.fence_wait(fence, 3, UINT64_MAX), "a wait for less than was signalled");
  find->Done(api.fence_query(fence, &value), "query");
  find->Expect(value == 5, "the fence is not at 5");
  find->Done(api.fence_notify(fence, 4, Called::Done, &called[1]), "notify of what is reached");
  find->Expect(called[0].calls == 1 && called[0].code == RNLP_OK, "notify was not called once with OK");
  find->Expect(called[1].calls == 1 && called[1].code == RNLP_OK,
               "notify of a reached point was not called");
  // A failure reaches everybody, and stays.
  find->Done(api.fence_notify(fence, 9, Called::Done, &called[2]), "notify");
  rnlp_status_t* failure = target.host()->fail(target.host(), RNLP_ABORTED, "a test", 6);
  find->Done(api.fence_signal(fence, 6, failure), "failing a fence");
  find->Code(api.fence_wait(fence, 9, UINT64_MAX), RNLP_ABORTED, "a wait on a failed fence");
  find->Code(api.fence_query(fence, &value), RNLP_ABORTED, "a query of a failed fence");
  find->Expect(called[2].calls == 1 && called[2].code == RNLP_ABORTED,
               "notify did not hear of the failure");
  api.fence_destroy(target.device(), fence);
}

void CheckQueueOrder(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  struct Log {
    std::vector<int> seen;
  } log;
  struct Note {
    Log* log;
    int number;
    static void Write(void* arg, int64_t, int64_t) {
      const auto* note = static_cast<Note*>(arg);
      note->log->seen.push_back(note->number);
    }
  };
  std::vector<Note> notes;
  for (int i = 0; i < 20; ++i) notes.push_back({&log, i});
  for (Note& note : notes)
    find->Done(api.queue_host_call(target.queue(), Note::Write, &note), "host_call");
  find->Done(target.Finish(), "finishing");
  find->Expect(log.seen.size() == 20 && std::is_sorted(log.seen.begin(), log.seen.end()),
               "host calls of one queue ran out of order, or not once each");
}

// A value goes through three queues by fences; each adds its byte.
void CheckQueuesAndFences(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  constexpr int kRounds = 20;
  constexpr uint64_t kBytes = 4096;
  rnlp_queue_t* queues[3] = {};
  rnlp_fence_t* fences[3] = {};
  const int32_t kinds[3] = {RNLP_QUEUE_COPY_IN, RNLP_QUEUE_COMPUTE, RNLP_QUEUE_COPY_OUT};
  for (int i = 0; i < 3; ++i) {
    if (!find->Done(api.queue_create(target.device(), kinds[i], &queues[i]), "queue_create")) return;
    if (!find->Done(api.fence_create(target.device(), &fences[i]), "fence_create")) return;
  }
  rnlp_buffer_t* a = nullptr;
  rnlp_buffer_t* b = nullptr;
  if (!find->Done(api.buffer_alloc(target.device(), kBytes, &a), "alloc")) return;
  if (!find->Done(api.buffer_alloc(target.device(), kBytes, &b), "alloc")) return;
  std::vector<std::vector<unsigned char>> in;
  std::vector<std::vector<unsigned char>> out(kRounds, std::vector<unsigned char>(kBytes, 0));
  for (int round = 0; round < kRounds; ++round)
    in.push_back(Pattern(kBytes, static_cast<unsigned>(round)));
  for (int round = 0; round < kRounds; ++round) {
    const auto point = static_cast<uint64_t>(round) + 1;
    const rnlp_place_t host_in{nullptr, 0, in[static_cast<size_t>(round)].data()};
    const rnlp_place_t host_out{nullptr, 0, out[static_cast<size_t>(round)].data()};
    const rnlp_place_t in_a{a, 0, nullptr};
    const rnlp_place_t in_b{b, 0, nullptr};
    // In: not before the last round's copy has read a.
    if (round > 0) find->Done(api.queue_wait(queues[0], fences[1], point - 1), "queue_wait");
    find->Done(api.queue_copy(queues[0], &host_in, &in_a, kBytes), "copy");
    find->Done(api.queue_signal(queues[0], fences[0], point), "queue_signal");
    // Within: not before b was read.
    find->Done(api.queue_wait(queues[1], fences[0], point), "queue_wait");
    if (round > 0) find->Done(api.queue_wait(queues[1], fences[2], point - 1), "queue_wait");
    find->Done(api.queue_copy(queues[1], &in_a, &in_b, kBytes), "copy");
    find->Done(api.queue_signal(queues[1], fences[1], point), "queue_signal");
    find->Done(api.queue_wait(queues[2], fences[1], point), "queue_wait");
    find->Done(api.queue_copy(queues[2], &in_b, &host_out, kBytes), "copy");
    find->Done(api.queue_signal(queues[2], fences[2], point), "queue_signal");
    if (!find->ok()) return;
  }
  for (rnlp_queue_t* queue : queues) find->Done(api.queue_flush(queue), "flush");
  find->Done(api.fence_wait(fences[2], kRounds, UINT64_MAX), "the last wait");
  for (int round = 0; round < kRounds; ++round) {
    find->Expect(in[static_cast<size_t>(round)] == out[static_cast<size_t>(round)],
                 "round " + std::to_string(round) + " through three queues has the wrong bytes");
  }
  for (rnlp_queue_t* queue : queues) api.queue_destroy(target.device(), queue);
  for (rnlp_fence_t* fence : fences) api.fence_destroy(target.device(), fence);
  api.buffer_free(target.device(), a);
  api.buffer_free(target.device(), b);
}

// A thread waits while another signals.
void CheckThreads(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  rnlp_fence_t* fence = nullptr;
  if (!find->Done(api.fence_create(target.device(), &fence), "fence_create")) return;
  Outcome waited{RNLP_UNKNOWN, "did not run"};
  std::thread waiter([&] { waited = Take(target.host(), api.fence_wait(fence, 3, UINT64_MAX)); });
  for (uint64_t value = 1; value <= 3; ++value)
    find->Done(api.fence_signal(fence, value, nullptr), "signal");
  waiter.join();
  find->Done(waited, "a wait on another thread");
  api.fence_destroy(target.device(), fence);
}

template <typename Check>
void Run(Target& target, const char* name, Check check, Report* report) {
  if (target.host_memory()) {
    report->Check(name, target.name(), Result::kUnsupported, "computes in host memory");
    return;
  }
  Finding find(target.host());
  check(target, &find);
  report->Check(name, target.name(), find.ok() ? Result::kPass : Result::kFail, find.problem());
}

}  // namespace

void CheckMemory(Target& target, Report* report) {
  Run(target, "copies in, within and out, at offsets", CheckCopies, report);
  Run(target, "fills", CheckFill, report);
  Run(target, "exhaustion", CheckExhaustion, report);
  Run(target, "statistics and mapping", CheckStatsAndMap, report);
}

void CheckFences(Target& target, Report* report) {
  Run(target, "fence values, waits, notifications and failures", CheckFenceValues, report);
  Run(target, "order on a queue", CheckQueueOrder, report);
  Run(target, "order between queues by fences", CheckQueuesAndFences, report);
  Run(target, "waits on other threads", CheckThreads, report);
}

}  // namespace runnel::conformance
