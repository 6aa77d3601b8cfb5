// What a client asks of its master besides steps, and what a step told.
#include "net/client/remote_internal.h"

#include <thread>

#include "core/base/clock.h"
#include "core/base/thread_pool.h"
#include "net/wire/metadata.h"
#include "net/wire/worker_messages.h"

namespace runnel::net {
namespace {

constexpr int kPings = 5;

}  // namespace

Status RemoteSession::CheckOpen() {
  const std::lock_guard lock(mutex_);
  return closed_ ? FailedPrecondition("the session is closed") : OkStatus();
}

template <typename R>
Result<typename R::Reply> RemoteSession::Ask(R request) {
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  const auto waiter = AskAndWait(client_->master.get(), std::move(request));
  // A master that dies or falls silent ends the call.
  while (!waiter->Wait(1000)) {
  }
  return std::move(*waiter->reply);
}

Result<std::vector<std::string>> RemoteSession::ListDevices() {
  RUNNEL_ASSIGN_OR_RETURN(ListDevicesReply reply, Ask(ListDevicesRequest{session_}));
  return std::move(reply.devices);
}

Status RemoteSession::ResetContainers(const std::vector<std::string>& containers) {
  return Ask(ResetRequest{session_, containers}).status();
}

Result<std::vector<std::string>> RemoteSession::TaskLogs() {
  RUNNEL_ASSIGN_OR_RETURN(LogReply reply, Ask(SessionLogRequest{session_}));
  return std::move(reply.lines);
}

Status RemoteSession::TakeMetadata(const std::string& bytes, int64_t start_ns, bool traced,
                                   RunMetadata* metadata) {
  const int64_t end_ns = MonotonicNs();
  RUNNEL_ASSIGN_OR_RETURN(*metadata, DecodeMetadata(bytes));
  if (!traced) {
    metadata->start_ns = 0;
    return OkStatus();
  }
  int64_t best_trip_ns = INT64_MAX, ahead_ns = 0;
  for (int i = 0; i < kPings; ++i) {
    const int64_t sent_ns = MonotonicNs();
    RUNNEL_ASSIGN_OR_RETURN(const PingReply reply, Ask(PingRequest()));
    const int64_t trip_ns = MonotonicNs() - sent_ns;
    if (trip_ns >= best_trip_ns) continue;
    best_trip_ns = trip_ns;
    ahead_ns = reply.clock_ns - (sent_ns + trip_ns / 2);
  }
  ShiftClock(ahead_ns, metadata);
  SetStart(start_ns, metadata);
  metadata->end_ns = end_ns;
  metadata->start_unix_us = UnixMicros() - (MonotonicNs() - start_ns) / 1000;
  return OkStatus();
}

}  // namespace runnel::net
