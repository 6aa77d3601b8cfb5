#include "net/link/link_probe.h"

#include <algorithm>
#include <memory>

#include "core/base/clock.h"
#include "net/wire/worker_messages.h"

namespace runnel::net {
namespace {

constexpr int kPings = 4;
constexpr uint64_t kProbeBytes = 1 << 20;

// Kept alive by its pending call.
struct Probe : std::enable_shared_from_this<Probe> {
  Ref<Peer> peer;
  std::function<void(const Status&, const LinkMeasured&)> done;
  int left = kPings;
  int64_t best_ns = INT64_MAX, sent_ns = 0;

  void Ask() {
    PingRequest request;
    if (left == 0) request.payload.assign(kProbeBytes, 'x');
    sent_ns = MonotonicNs();
    peer->Call(std::move(request), [self = shared_from_this()](const Result<PingReply>& reply) {
      self->Answered(reply.status());
    });
  }
  void Answered(const Status& status) {
    if (!status.ok()) return done(status, {});
    const int64_t took_ns = std::max<int64_t>(MonotonicNs() - sent_ns, 1);
    if (left > 0) {
      best_ns = std::min(best_ns, took_ns);
      --left;
      return Ask();
    }
    const auto moving_ns = static_cast<uint64_t>(std::max<int64_t>(took_ns - best_ns, 1));
    done(OkStatus(), {static_cast<uint64_t>(best_ns / 2), kProbeBytes * 1'000'000'000 / moving_ns});
  }
};

}  // namespace

void MeasureLink(const Ref<Peer>& peer, std::function<void(const Status&, const LinkMeasured&)> done) {
  const auto probe = std::make_shared<Probe>();
  probe->peer = peer;
  probe->done = std::move(done);
  probe->Ask();
}

}  // namespace runnel::net
