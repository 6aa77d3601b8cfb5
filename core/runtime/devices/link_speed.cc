// Copies of two sizes in each direction give a latency and a rate. The best of a few counts, because
// disturbances only ever add time.
#include "core/runtime/devices/link_speed.h"

#include <algorithm>
#include <charconv>

#include "core/base/clock.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/host/host.h"

namespace runnel {
namespace {

constexpr uint64_t kSmallBytes = 4 << 10, kLargeBytes = 1 << 20;
constexpr int kTries = 3;
constexpr uint64_t kTimeoutNs = 2'000'000'000;  // of one copy
constexpr LinkSpeed kAssumed = {10'000, 0.2};   // 5 GB/s

// Removes from `text` what precedes `end`, and returns it.
std::string_view Cut(std::string_view* text, char end) {
  const size_t at = text->find(end);
  const std::string_view piece = text->substr(0, at);
  *text = at == std::string_view::npos ? std::string_view() : text->substr(at + 1);
  return piece;
}

bool ToNumber(std::string_view text, double* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size() && *out >= 0;
}

std::string NameOf(const Device& device) { return StrCat(device.type(), ":", device.ordinal()); }

// Measures copy(bytes), which returns when so many bytes have arrived.
template <typename Copy>
Result<LinkSpeed> SpeedOf(const Copy& copy) {
  const auto best = [&](uint64_t bytes, int64_t* best_ns) -> Status {
    *best_ns = INT64_MAX;
    for (int i = 0; i < kTries; ++i) {
      const int64_t start = MonotonicNs();
      RUNNEL_RETURN_IF_ERROR(copy(bytes));
      *best_ns = std::min(*best_ns, MonotonicNs() - start);
    }
    return OkStatus();
  };
  int64_t small_ns = 0, large_ns = 0;
  RUNNEL_RETURN_IF_ERROR(best(kSmallBytes, &small_ns));
  RUNNEL_RETURN_IF_ERROR(best(kLargeBytes, &large_ns));
  LinkSpeed speed;
  speed.ns_per_byte = static_cast<double>(std::max<int64_t>(large_ns - small_ns, 0)) /
                      static_cast<double>(kLargeBytes - kSmallBytes);
  speed.latency_ns = std::max(
      0.0, static_cast<double>(small_ns) - speed.ns_per_byte * static_cast<double>(kSmallBytes));
  return speed;
}

}  // namespace

Status LinkSpeeds::Configured(const Host& host, const std::function<bool(std::string_view)>& is_it,
                              LinkSpeed* out, bool* found) {
  const std::string* config = host.FindConfig(kConfigKey);
  if (config == nullptr) return OkStatus();
  std::string_view rest = *config;
  while (!rest.empty()) {
    std::string_view entry = Cut(&rest, ';');
    const std::string_view entry_text = entry;
    const std::string_view who = Cut(&entry, '=');
    double latency = 0, rate = 0;
    const std::string_view latency_text = Cut(&entry, ',');
    if (who.empty() || !ToNumber(latency_text, &latency) || !ToNumber(entry, &rate) || rate == 0) {
      return InvalidArgument("configuration \"", kConfigKey, "\": expected DEVICE:N=NANOSECONDS,BYTES_",
                             "PER_SECOND entries with ';' between them, got \"", entry_text, "\"");
    }
    if (!is_it(who)) continue;
    *out = {latency, 1e9 / rate};
    *found = true;
  }
  return OkStatus();
}

Status LinkSpeeds::Measure(Device* device, Link* out) const {
  RUNNEL_RETURN_IF_ERROR(device->Open());
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Buffer> host, AllocateHostBuffer(host_->allocator(), kLargeBytes));
  std::fill_n(static_cast<char*>(host->data()), kLargeBytes, '\0');
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Buffer> there, device->AllocateBuffer(kLargeBytes));
  for (const bool in : {true, false}) {
    const auto copy = [&](uint64_t bytes) -> Status {
      uint64_t point = 0;
      RUNNEL_RETURN_IF_ERROR(in ? device->CopyToDevice(host, 0, there, 0, bytes, &point)
                                : device->CopyFromDevice(there, 0, host, 0, bytes, &point));
      return device->Wait(point, kTimeoutNs);
    };
    RUNNEL_ASSIGN_OR_RETURN((in ? out->in : out->out), SpeedOf(copy));
  }
  out->source = "measured";
  return OkStatus();
}

Status LinkSpeeds::MeasurePeers(Device* from, Device* to, LinkSpeed* out) const {
  RUNNEL_RETURN_IF_ERROR(from->Open());
  RUNNEL_RETURN_IF_ERROR(to->Open());
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Buffer> source, from->AllocateBuffer(kLargeBytes));
  const auto copy = [&](uint64_t bytes) -> Status {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Buffer> there, to->AllocateBuffer(kLargeBytes));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<StepFence> fence, to->copy_in().TakeFence());
    RUNNEL_RETURN_IF_ERROR(to->CopyPeer(fence.get(), source, 0, there, bytes));
    Status copied = to->copy_in().WaitFence(fence.get(), fence->value(), kTimeoutNs);
    if (copied.code() != Code::kDeadlineExceeded) return copied;
    // The copy may go on for long, so the source is kept until it ends.
    const rnlp_done_fn_t ignore = [](void*, rnlp_status_t* late) { (void)FromPluginStatus(late); };
    const auto ticket = to->copy_in().Reserve(fence.get(), fence->value(), ignore, nullptr, source);
    if (ticket.ok()) (void)to->copy_in().NotifyFence(*ticket);
    return copied;
  };
  RUNNEL_ASSIGN_OR_RETURN(*out, SpeedOf(copy));
  return OkStatus();
}

void LinkSpeeds::WarnOf(const std::string& link, const Status& status) const {
  host_->Log(Severity::kWarning,
             StrCat("the link ", link, " could not be measured, and is taken to start a copy in 10 us ",
                    "and to move 5 GB a second: ", status.message()));
}

Result<LinkSpeeds::Link> LinkSpeeds::Of(Device* device) {
  if (device->host_memory()) return Link{};
  const std::lock_guard lock(mutex_);
  if (const auto it = links_.find(device); it != links_.end()) return it->second;
  Link link;
  bool found = false;
  RUNNEL_RETURN_IF_ERROR(Configured(
      *host_, [&](std::string_view who) { return who == NameOf(*device); }, &link.in, &found));
  if (found) link = {link.in, link.in, "configured"};
  if (!found) {
    const Status measured = Measure(device, &link);
    if (!measured.ok()) {
      link = {kAssumed, kAssumed, StrCat("assumed: ", measured.message())};
      WarnOf(StrCat("to ", device->name()), measured);
    }
  }
  return links_[device] = link;
}

Result<std::optional<LinkSpeed>> LinkSpeeds::Between(Device* from, Device* to) {
  if (!to->Reaches(*from)) return std::optional<LinkSpeed>();
  const std::lock_guard lock(mutex_);
  if (const auto it = peers_.find({from, to}); it != peers_.end()) return std::optional(it->second);
  const std::string pair = StrCat(NameOf(*from), ">", NameOf(*to));
  LinkSpeed speed;
  bool found = false, named = false;
  RUNNEL_RETURN_IF_ERROR(Configured(
      *host_,
      [&](std::string_view who) {
        named |= who == NameOf(*from) || who == NameOf(*to);
        return who == pair;
      },
      &speed, &found));
  if (named && !found) return std::optional<LinkSpeed>();
  if (!found) {
    const Status measured = MeasurePeers(from, to, &speed);
    if (!measured.ok()) {
      speed = kAssumed;
      WarnOf(StrCat("from ", from->name(), " to ", to->name()), measured);
    }
  }
  return std::optional(peers_[{from, to}] = speed);
}

}  // namespace runnel
