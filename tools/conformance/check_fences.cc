// Fences, order and captures of a device that is open.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

#include "tools/conformance/checks.h"
#include "tools/conformance/finding.h"

namespace runnel::conformance {
namespace {

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

// What is behind a failure on a queue: the first signal has it, the second does not, and a wait for a
// failed fence is work that fails.
void CheckFailures(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  rnlp_fence_t* fences[4] = {};
  for (rnlp_fence_t*& fence : fences) {
    if (!find->Done(api.fence_create(target.device(), &fence), "fence_create")) return;
  }
  rnlp_queue_t* other = nullptr;
  if (!find->Done(api.queue_create(target.device(), RNLP_QUEUE_COPY_OUT, &other), "queue_create"))
    return;
  rnlp_status_t* failure = target.host()->fail(target.host(), RNLP_ABORTED, "a test", 6);
  find->Done(api.fence_signal(fences[0], 1, failure), "failing a fence");
  const Outcome waited = Take(target.host(), api.queue_wait(target.queue(), fences[0], 1));
  find->Done(api.queue_signal(target.queue(), fences[1], 1), "a signal behind a failure");
  find->Done(api.queue_signal(target.queue(), fences[2], 1), "a second signal");
  // Another queue behind that signal, before anybody can know how it ends.
  const Outcome behind = Take(target.host(), api.queue_wait(other, fences[1], 1));
  find->Done(api.queue_signal(other, fences[3], 1), "a signal of another queue");
  find->Done(api.queue_flush(target.queue()), "flush");
  find->Done(api.queue_flush(other), "flush of another queue");
  if (waited.ok()) {
    find->Code(api.fence_wait(fences[1], 1, UINT64_MAX), RNLP_ABORTED,
               "the fence of the first signal behind a wait for a failed fence");
    if (behind.ok()) {
      find->Code(api.fence_wait(fences[3], 1, UINT64_MAX), RNLP_ABORTED,
                 "the fence of another queue that waits for that signal");
    } else {
      find->Expect(behind.code == RNLP_ABORTED,
                   "queue_wait for a point that will fail answers with " + behind.text());
    }
  } else {
    find->Expect(waited.code == RNLP_ABORTED,
                 "queue_wait for a failed fence answers with " + waited.text());
  }
  find->Done(api.fence_wait(fences[2], 1, UINT64_MAX), "the fence of the second signal");
  find->Done(target.Finish(), "work behind a failure");
  api.queue_destroy(target.device(), other);
  for (rnlp_fence_t* fence : fences) api.fence_destroy(target.device(), fence);
}

// Many waits and notifications for the points of one queue, from several threads.
void CheckManyListeners(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  constexpr uint64_t kPoints = 50;
  rnlp_fence_t* fence = nullptr;
  if (!find->Done(api.fence_create(target.device(), &fence), "fence_create")) return;
  std::atomic<int> heard{0}, wrong{0};
  struct Listener {
    const rnlp_host_t* host;
    std::atomic<int>*heard, *wrong;
    static void Hear(void* arg, rnlp_status_t* status) {
      auto* self = static_cast<Listener*>(arg);
      if (!Take(self->host, status).ok()) ++*self->wrong;
      ++*self->heard;
    }
  } listener{target.host(), &heard, &wrong};
  for (uint64_t value = 1; value <= kPoints; ++value)
    find->Done(api.queue_signal(target.queue(), fence, value), "queue_signal");
  find->Done(api.queue_flush(target.queue()), "flush");
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (uint64_t value = kPoints; value >= 1; --value) {
        if (!Take(target.host(), api.fence_notify(fence, value, Listener::Hear, &listener)).ok())
          ++wrong;
        if (!Take(target.host(), api.fence_wait(fence, value, UINT64_MAX)).ok()) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  // A callback may still be on its way when its point can be seen.
  for (int i = 0; i < 1000000 && heard.load() < 3 * static_cast<int>(kPoints); ++i)
    std::this_thread::yield();
  find->Expect(
      heard.load() == 3 * static_cast<int>(kPoints),
      std::to_string(heard.load()) + " of " + std::to_string(3 * kPoints) + " notifications have come");
  find->Expect(wrong.load() == 0, std::to_string(wrong.load()) + " waits or notifications failed");
  api.fence_destroy(target.device(), fence);
}

// What a capture holds is done at every launch, at none before, and in order with the work around it.
void CheckCapture(Target& target, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  constexpr uint64_t kBytes = 4096;
  if (!find->Expect(api.capture_begin != nullptr && api.capture_end != nullptr &&
                        api.capture_launch != nullptr && api.capture_destroy != nullptr,
                    "a device with RNLP_DEVICE_CAPTURE lacks entries of it")) {
    return;
  }
  rnlp_buffer_t* buffers[3] = {};
  for (rnlp_buffer_t*& buffer : buffers) {
    if (!find->Done(api.buffer_alloc(target.device(), kBytes, &buffer), "alloc")) return;
  }
  const auto place = [&](int i, uint64_t offset) { return rnlp_place_t{buffers[i], offset, nullptr}; };
  std::vector<unsigned char> out(kBytes);
  std::vector<unsigned char> zeros(kBytes, 0);
  for (const int i : {0, 1, 2}) find->Done(target.Write(buffers[i], 0, zeros.data(), kBytes), "copy in");
  // b = a; the second half of c = b; the first byte of b = 7: one buffer written and read in turn.
  rnlp_capture_t* capture = nullptr;
  if (!find->Done(api.capture_begin(target.queue()), "capture_begin")) return;
  const rnlp_place_t a = place(0, 0), b = place(1, 0), half = place(2, kBytes / 2);
  const unsigned char seven = 7;
  find->Done(api.queue_copy(target.queue(), &a, &b, kBytes), "a copy in a capture");
  find->Done(api.queue_copy(target.queue(), &b, &half, kBytes / 2), "a copy in a capture");
  find->Done(api.queue_fill(target.queue(), &b, 1, &seven, 1), "a fill in a capture");
  if (!find->Done(api.capture_end(target.queue(), &capture), "capture_end")) return;
  if (!find->Expect(capture != nullptr, "capture_end gave no capture")) return;
  const std::vector<unsigned char> first = Pattern(kBytes, 5);
  find->Done(target.Write(buffers[0], 0, first.data(), kBytes), "copy in");
  find->Done(target.Read(buffers[1], 0, out.data(), kBytes), "copy out");
  find->Expect(out == zeros, "what is captured is done before it is launched");
  for (unsigned round = 0; round < 3; ++round) {
    const std::vector<unsigned char> in = Pattern(kBytes, 11 * round + 1);
    const rnlp_place_t host{nullptr, 0, const_cast<unsigned char*>(in.data())};
    find->Done(api.queue_copy(target.queue(), &host, &a, kBytes), "copy in");
    find->Done(api.capture_launch(target.queue(), capture), "capture_launch");
    find->Done(target.Read(buffers[1], 0, out.data(), kBytes), "copy out");
    std::vector<unsigned char> want = in;
    want[0] = 7;
    find->Expect(out == want, "launch " + std::to_string(round) + " left the wrong bytes");
    find->Done(target.Read(buffers[2], kBytes / 2, out.data(), kBytes / 2), "copy out");
    find->Expect(std::equal(in.begin(), in.begin() + kBytes / 2, out.begin()),
                 "launch " + std::to_string(round) + " is out of order within");
  }
  // Two launches and nothing in between.
  find->Done(api.capture_launch(target.queue(), capture), "capture_launch");
  find->Done(api.capture_launch(target.queue(), capture), "capture_launch again");
  find->Done(target.Finish(), "two launches at once");
  api.capture_destroy(target.device(), capture);
  for (rnlp_buffer_t* buffer : buffers) api.buffer_free(target.device(), buffer);
}

}  // namespace

void CheckFences(Target& target, Report* report) {
  RunCheck(target, "fence values, waits, notifications and failures", CheckFenceValues, report);
  RunCheck(target, "order on a queue", CheckQueueOrder, report);
  RunCheck(target, "order between queues by fences", CheckQueuesAndFences, report);
  RunCheck(target, "waits on other threads", CheckThreads, report);
  RunCheck(target, "failures: the first signal and the second", CheckFailures, report);
  RunCheck(target, "many waits and notifications", CheckManyListeners, report);
  if (!target.host_memory() && (target.info().flags & RNLP_DEVICE_CAPTURE) == 0) {
    report->Check("captures", target.name(), Result::kUnsupported, "the device has no captures");
  } else {
    RunCheck(target, "captures", CheckCapture, report);
  }
}

}  // namespace runnel::conformance
