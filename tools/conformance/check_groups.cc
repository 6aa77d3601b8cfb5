// What devices do without the host: copies from one to another, and groups, as far as one device can
// tell: a group of one, and members that never come.
#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

#include "tools/conformance/checks.h"
#include "tools/conformance/finding.h"

namespace runnel::conformance {
namespace {

constexpr auto kPatience = std::chrono::seconds(20);

// What is told, and how often.
class Told {
 public:
  explicit Told(const rnlp_host_t* host) : host_(host) {}
  static void Done(void* arg, rnlp_status_t* status) {
    auto* self = static_cast<Told*>(arg);
    const int32_t code = Take(self->host_, status).code;
    std::lock_guard<std::mutex> lock(self->mutex_);
    ++self->calls_;
    self->code_ = code;
    self->thread_ = std::this_thread::get_id();
    self->changed_.notify_all();
  }
  // Once, by then, with this code, and not on this thread.
  void Expect(int32_t code, const std::string& what, Finding* find) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!changed_.wait_for(lock, kPatience, [this] { return calls_ > 0; })) {
      find->Expect(false, what + ": done was not called within 20 s");
      return;
    }
    find->Expect(calls_ == 1, what + ": done was called more than once");
    find->Expect(code_ == code, what + ": expected " + CodeName(code) + ", got " + CodeName(code_));
    find->Expect(thread_ != std::this_thread::get_id(), what + ": done came on the caller's stack");
    calls_ = 0;
  }
  bool IsQuiet() {
    std::lock_guard<std::mutex> lock(mutex_);
    return calls_ == 0;
  }

 private:
  const rnlp_host_t* const host_;
  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  int calls_ = 0;
  int32_t code_ = RNLP_OK;
  std::thread::id thread_;
};

using Name = std::array<uint8_t, RNLP_GROUP_NAME_BYTES>;

void CheckNames(Target& target, Finding* find) {
  const rnlp_group_api_t& api = *target.api().group;
  char means[RNLP_GROUP_MEANS_BYTES];
  std::memset(means, 0x7f, sizeof(means));
  find->Done(api.means(target.device(), means), "means");
  const void* const end = std::memchr(means, '\0', sizeof(means));
  find->Expect(end != nullptr && end != means, "means is empty, or does not end");
  Name a{}, b{};
  find->Done(api.name(target.device(), a.data()), "name");
  find->Done(api.name(target.device(), b.data()), "name");
  find->Expect(a != b, "two groups have one name");
}

void CheckAlone(Target& target, Finding* find) {
  const rnlp_group_api_t& api = *target.api().group;
  Name name{};
  Told told(target.host());
  rnlp_group_t* group = nullptr;
  if (!find->Done(api.name(target.device(), name.data()), "name")) return;
  find->Code(api.join(target.device(), name.data(), 1, 1, Told::Done, &told, &group),
             RNLP_INVALID_ARGUMENT, "rank 1 in a group of one");
  if (!find->Done(api.join(target.device(), name.data(), 1, 0, Told::Done, &told, &group), "join"))
    return;
  told.Expect(RNLP_OK, "joining a group of one", find);
  constexpr uint64_t kBytes = 4096, kOffset = 512;
  rnlp_buffer_t* src = nullptr;
  rnlp_buffer_t* dst = nullptr;
  if (!find->Done(target.api().buffer_alloc(target.device(), kBytes, &src), "alloc") ||
      !find->Done(target.api().buffer_alloc(target.device(), kBytes, &dst), "alloc")) {
    return;
  }
  // Bytes that are small numbers in every type.
  std::vector<unsigned char> in(kBytes, 0), out(kBytes), untouched(kBytes, 0x2a);
  for (size_t i = 0; i < kBytes; i += 8) in[i + 1] = static_cast<unsigned char>(i / 8 % 60);
  const struct {
    int32_t dtype;
    uint64_t bytes;
    bool has_mean;
  } types[] = {{RNLP_FLOAT, 4, true},    {RNLP_DOUBLE, 8, true}, {RNLP_HALF, 2, true},
               {RNLP_BFLOAT16, 2, true}, {RNLP_INT32, 4, false}, {RNLP_INT64, 8, false}};
  for (const auto& type : types) {
    for (int32_t combine = RNLP_COMBINE_SUM; combine <= RNLP_COMBINE_MEAN; ++combine) {
      if (combine == RNLP_COMBINE_MEAN && !type.has_mean) continue;
      for (const uint64_t count : {uint64_t{0}, uint64_t{3}, (kBytes - kOffset) / type.bytes}) {
        const std::string what = "type " + std::to_string(type.dtype) + ", combine " +
                                 std::to_string(combine) + ", " + std::to_string(count) + " elements";
        find->Done(target.Write(src, 0, in.data(), kBytes), "copy in");
        find->Done(target.Write(dst, 0, untouched.data(), kBytes), "copy in");
        rnlp_all_reduce_t call{};
        call.size_bytes = RNLP_SIZE_TO(rnlp_all_reduce_t, dst_offset_bytes);
        call.dtype = type.dtype;
        call.combine = combine;
        call.count = count;
        call.src = src;
        call.dst = dst;
        call.dst_offset_bytes = kOffset;
        if (!find->Done(api.all_reduce(group, &call, Told::Done, &told), what)) return;
        told.Expect(RNLP_OK, what, find);
        find->Done(target.Read(dst, 0, out.data(), kBytes), "copy out");
        const uint64_t written = count * type.bytes;
        find->Expect(std::memcmp(out.data() + kOffset, in.data(), written) == 0,
                     what + ": the one member's value is not the result");
        find->Expect(std::memcmp(out.data(), untouched.data(), kOffset) == 0 &&
                         std::memcmp(out.data() + kOffset + written, untouched.data(),
                                     kBytes - kOffset - written) == 0,
                     what + ": bytes beside the result have changed");
      }
    }
  }
  rnlp_all_reduce_t more{};
  more.size_bytes = RNLP_SIZE_TO(rnlp_all_reduce_t, dst_offset_bytes);
  more.dtype = RNLP_FLOAT;
  more.count = kBytes / 4;
  more.src = src;
  more.src_offset_bytes = 4;
  more.dst = dst;
  find->Code(api.all_reduce(group, &more, Told::Done, &told), RNLP_INVALID_ARGUMENT,
             "more elements than the buffer has");
  find->Expect(told.IsQuiet(), "done was called for what had failed at once");
  api.destroy(group);
  target.api().buffer_free(target.device(), src);
  target.api().buffer_free(target.device(), dst);
}

void CheckAbort(Target& target, Finding* find) {
  const rnlp_group_api_t& api = *target.api().group;
  for (int round = 0; round < 3; ++round) {
    Name name{};
    Told told(target.host());
    rnlp_group_t* group = nullptr;
    if (!find->Done(api.name(target.device(), name.data()), "name")) return;
    if (!find->Done(api.join(target.device(), name.data(), 2, 0, Told::Done, &told, &group), "join"))
      return;
    find->Expect(told.IsQuiet(), "a group of two was joined by one");
    api.abort(group);
    told.Expect(RNLP_ABORTED, "joining a group that is aborted", find);
    api.destroy(group);
  }
}

// A value goes to another device and comes back, a part of it at an offset.
void CheckPeer(Target& target, uint32_t ordinal, Finding* find) {
  const rnlp_device_api_t& api = target.api();
  constexpr uint64_t kBytes = 100'000, kOffset = 4096, kPart = 70'001;
  rnlp_device_t* other = nullptr;
  if (!find->Done(api.open(target.instance(), ordinal, &other), "opening the other device")) return;
  rnlp_buffer_t* here = nullptr;
  rnlp_buffer_t* there = nullptr;
  rnlp_buffer_t* back = nullptr;
  const bool allocated = find->Done(api.buffer_alloc(target.device(), kBytes, &here), "alloc") &&
                         find->Done(api.buffer_alloc(other, kBytes, &there), "alloc") &&
                         find->Done(api.buffer_alloc(target.device(), kBytes, &back), "alloc");
  if (allocated) {
    const std::vector<unsigned char> in = Pattern(kBytes, 3), zeros(kBytes, 0);
    std::vector<unsigned char> out(kBytes);
    find->Done(target.Write(here, 0, in.data(), kBytes), "copy in");
    find->Done(target.Write(back, 0, zeros.data(), kBytes), "copy in");
    const rnlp_place_t a{here, kOffset, nullptr}, b{there, 512, nullptr}, c{back, kOffset, nullptr};
    find->Done(api.queue_copy(target.queue(), &a, &b, kPart), "a copy to another device");
    find->Done(api.queue_copy(target.queue(), &b, &c, kPart), "a copy from another device");
    find->Done(target.Read(back, 0, out.data(), kBytes), "copy out");
    std::vector<unsigned char> want = zeros;
    std::copy_n(in.begin() + kOffset, kPart, want.begin() + kOffset);
    find->Expect(out == want, "what went to another device came back as something else");
    const rnlp_place_t late{there, kBytes - 10, nullptr};
    find->Code(api.queue_copy(target.queue(), &a, &late, 11), RNLP_INVALID_ARGUMENT,
               "a copy behind the end of another device's buffer");
  }
  for (rnlp_buffer_t* buffer : {here, back}) {
    if (buffer != nullptr) api.buffer_free(target.device(), buffer);
  }
  if (there != nullptr) api.buffer_free(other, there);
  api.close(other);
}

}  // namespace

void CheckPeers(Target& target, Report* report) {
  constexpr const char* kName = "copies between devices";
  for (const rnlp_device_info_t& info : target.infos()) {
    const bool both = (info.flags & target.info().flags & RNLP_DEVICE_PEERS) != 0;
    if (!both || info.ordinal == target.info().ordinal) continue;
    RunCheck(
        target, kName, [&](Target& t, Finding* find) { CheckPeer(t, info.ordinal, find); }, report);
    return;
  }
  report->Check(kName, target.name(), Result::kUnsupported, "it reaches no other device of its plugin");
}

void CheckGroups(Target& target, Report* report) {
  constexpr const char* kName = "groups of devices";
  const rnlp_device_api_t& api = target.api();
  // NOLINTNEXTLINE(bugprone-sizeof-expression): a pointer is what is meant
  if (!RNLP_HAS(rnlp_device_api_t, &api, group) || api.group == nullptr) {
    report->Check(kName, target.name(), Result::kUnsupported, "the plugin forms none");
    return;
  }
  char means[RNLP_GROUP_MEANS_BYTES];
  const Outcome there = Take(target.host(), api.group->means(target.device(), means));
  if (there.code == RNLP_UNIMPLEMENTED) {
    report->Check(kName, target.name(), Result::kUnsupported, there.text());
    return;
  }
  RunCheck(target, "names of groups", CheckNames, report);
  RunCheck(target, "a group of one", CheckAlone, report);
  RunCheck(target, "groups that are aborted", CheckAbort, report);
}

}  // namespace runnel::conformance
