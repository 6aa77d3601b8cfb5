#include "net/link/connection.h"

#include <algorithm>

#include "net/link/random_id.h"

namespace runnel::net {
namespace {

constexpr uint64_t kFreeBodyBytes = 64 << 10;  // of bodies under way that do not count
// Time from the first possible byte until the hello is complete, however slowly its bytes come.
constexpr uint64_t kMaxHelloMs = 5000;
// A message that makes no progress for so long ends its connection, even if heartbeats come.
constexpr uint64_t kMaxStandstillMs = 30'000;

}  // namespace

Connection::Connection(std::shared_ptr<Loop> loop, PeerHandler* handler, Allocator* allocator,
                       std::string name, Hello hello, const LinkOptions& options,
                       std::shared_ptr<SecurityContext> security, Ref<Inbox> inbox)
    : loop_(std::move(loop)),
      handler_(handler),
      name_(std::move(name)),
      hello_(std::move(hello)),
      options_(options),
      stream_(loop_, std::move(security), this),
      reader_(allocator, FrameLimits{.only_hello = true}),
      writer_(&send_credit_),
      flow_(this, this, handler, &writer_, &send_credit_, loop_, allocator, std::move(inbox)) {}

Connection::~Connection() = default;

Status Connection::Lost(std::string_view why) const { return Unavailable(name_, ": ", why); }

void Connection::Dial(const Address& address) {
  Retain();  // until it is closed
  Attempt([&] {
    if (!is_bulk()) hello_.link = RandomId();
    stream_.Dial(address);
  });
}

Status Connection::Accept(int fd, bool is_unix) {
  Retain();
  if (const Status status = stream_.Accept(fd, is_unix); !status.ok()) OnBroken(status);
  return reason_;
}

Status Connection::OnOpen() {
  if (const int error = uv_timer_init(loop_->uv(), &timer_); error != 0)
    return Unavailable(UvMessage(error));
  timer_.data = this;
  has_timer_ = true;
  uv_update_time(loop_->uv());
  opened_ms_ = last_heard_ms_ = uv_now(loop_->uv());
  const auto interval = static_cast<uint64_t>(options_.interval_ms);
  uv_timer_start(
      &timer_,
      [](uv_timer_t* timer) {
        auto* const self = static_cast<Connection*>(timer->data);
        self->Attempt([self] { self->OnTick(); });
      },
      interval, interval);
  return OkStatus();
}

void Connection::OnReady() {
  if (stream_.dialled()) SendHello();
  PumpSoon();
}

void Connection::SendHello() {
  said_hello_ = true;
  if (!is_bulk()) hello_.credit_bytes = flow_.TakeWindow();
  QueueBody(FrameHeader(FrameKind::kHello), Encode(hello_));
}

void Connection::MarkReady() {
  if (!said_hello_) SendHello();
  ready_ = true;
  // As often as either side requires, with a margin for a few that come late.
  int64_t interval_ms = options_.interval_ms;
  if (peer_.dead_ms > 0) interval_ms = std::clamp<int64_t>(peer_.dead_ms / 4, 1, interval_ms);
  uv_timer_set_repeat(&timer_, static_cast<uint64_t>(interval_ms));
  uv_timer_again(&timer_);
  FrameLimits limits;
  limits.max_unasked_bytes = kMaxUnasked;
  limits.bulk = is_bulk();
  limits.shared = is_bulk() && is_unix();
  reader_.set_limits(limits);
  stream_.TrustPeer();
  send_credit_.Open(peer_.credit_bytes);
  for (auto& message : writer_.Open(is_bulk())) Queue(std::move(message));
}

// ---- out ----

void Connection::PostBody(FrameHeader header, Result<std::string> body) {
  (void)loop_->Post([self = Ref<Connection>::Share(this), header = std::move(header),
                     body = std::move(body)]() mutable {
    self->Attempt([&] { self->QueueBody(std::move(header), std::move(body)); });
  });
}

void Connection::Send(Method method, OutgoingMessage& request, std::shared_ptr<ReplyWaiter> waiter) {
  FrameHeader header(FrameKind::kRequest);
  header.method = static_cast<uint32_t>(method);
  if (!waiter) return PostBody(std::move(header), request.Encode());
  const bool posted = loop_->Post([self = Ref<Connection>::Share(this), header = std::move(header),
                                   body = request.Encode(), waiter]() mutable {
    if (self->closed()) return waiter->OnFailure(self->reason_);
    bool listed = false;
    self->Attempt([&] {
      header.call = self->calls_.Add(waiter);
      listed = true;
      self->QueueBody(std::move(header), std::move(body));
    });
    // The call was not registered, so closing has not ended it.
    if (!listed) waiter->OnFailure(self->reason_);
  });
  if (!posted) waiter->OnFailure(Unavailable(name_, ": the network of this process was stopped"));
}

void Connection::SendReply(uint64_t call, OutgoingMessage& reply) {
  FrameHeader header(FrameKind::kReply);
  header.call = call;
  PostBody(std::move(header), reply.Encode());
}

void Connection::SendFailure(uint64_t call, const Status& status) {
  FrameHeader header(FrameKind::kReply);
  header.call = call;
  PostBody(std::move(header), Encode(StatusReply{status}));
}

void Connection::Push(uint64_t step, std::string key, Tensor tensor, bool dead) {
  loop_->Post([self = Ref<Connection>::Share(this), step, key = std::move(key),
               tensor = std::move(tensor), dead]() mutable {
    self->Attempt([&] {
      auto message = std::make_unique<Outgoing>();
      FrameHeader& header = message->header;
      header.kind = FrameKind::kTensor;
      header.step = step;
      header.key = std::move(key);
      header.dead = dead;
      if (!dead) {
        header.dtype = tensor.dtype();
        const auto dims = tensor.shape().dims();
        header.dims.assign(dims.begin(), dims.end());
        if (tensor.dtype() == DType::kString) {
          auto encoded = EncodeStrings(tensor);
          if (!encoded.ok()) return self->CloseNow(encoded.status());
          message->body = std::move(*encoded);
        } else {
          message->tensor = std::move(tensor);
        }
      }
      self->Queue(std::move(message));
    });
  });
}

// ---- in ----

Status Connection::OnBytes(size_t size_bytes) {
  return reader_.Filled(size_bytes, [this](Message message) -> Status {
    if (closed()) return Cancelled("closed");
    return OnMessage(std::move(message));
  });
}

void Connection::CountBodies() {
  // The first bytes are free, so that a small message never waits behind a large one.
  const uint64_t bytes = reader_.body_bytes() - std::min(reader_.body_bytes(), kFreeBodyBytes);
  if (bytes == counted_body_bytes_) return;
  if (bytes > counted_body_bytes_) body_grew_ms_ = last_heard_ms_;
  counted_body_bytes_ = bytes;
  if (flow_.CountBodies(bytes) || paused_) return;
  paused_ = true;
  stream_.Pause();
}

void Connection::OnBodyRoom() {
  if (!paused_ || closed()) return;
  paused_ = false;
  last_heard_ms_ = body_grew_ms_ = uv_now(loop_->uv());
  if (const Status status = stream_.Resume(); !status.ok()) OnBroken(status);
}

Status Connection::OnMessage(Message message) {
  const FrameHeader& header = message.header;
  if (header.kind == FrameKind::kHeartbeat) return OkStatus();
  if (header.kind >= FrameKind::kRing) return OnRing(header);
  if (header.kind >= FrameKind::kOffer) {
    RUNNEL_RETURN_IF_ERROR(flow_.OnWord(header));
    if (header.kind == FrameKind::kCredit) PumpSoon();
    return OkStatus();
  }
  if (header.kind == FrameKind::kTensor) {
    if (!is_bulk()) return flow_.OnSmallTensor(std::move(message));
    control_->flow_.OnOfferedTensor(std::move(message));
    return OkStatus();
  }
  switch (header.kind) {
    case FrameKind::kHello: {
      RUNNEL_ASSIGN_OR_RETURN(Hello hello, Decode<Hello>(message.body));
      return OnHello(std::move(hello));
    }
    case FrameKind::kGoodbye: {
      RUNNEL_ASSIGN_OR_RETURN(const Goodbye goodbye, Decode<Goodbye>(message.body));
      left_ = true;
      return goodbye.reason.ok() ? Unavailable("the peer closed the connection") : goodbye.reason;
    }
    case FrameKind::kRequest:
      RUNNEL_RETURN_IF_ERROR(calls_.OnRequest(header.call));
      return handler_->OnRequest(
          this, {static_cast<Method>(header.method), header.call, message.body, nullptr});
    default:
      return calls_.OnReply(header.call, message.body);
  }
}

Status Connection::OnHello(Hello hello) {
  if (ready_) return DataLoss("a second hello");
  peer_ = std::move(hello);
  if (!control_) RUNNEL_RETURN_IF_ERROR(handler_->OnHello(this, peer_));
  if (!stream_.dialled() && peer_.bulk) {
    control_ = handler_->ControlOf(peer_);
    if (!control_) return FailedPrecondition("a bulk connection that belongs to no other");
    hello_.bulk = true;
  }
  if (control_ && (control_->closed() || control_->bulk_ || !peer_.bulk ||
                   control_->peer_.incarnation != peer_.incarnation)) {
    return FailedPrecondition("a bulk connection where another one is, or to another process");
  }
  MarkReady();
  if (control_) control_->AttachBulk(this);
  return OkStatus();
}

void Connection::OnTick() {
  if (closed()) return;
  const uint64_t now_ms = uv_now(loop_->uv());
  if (!ready_) {
    if (now_ms - opened_ms_ > kMaxHelloMs) {
      CloseNow(Lost(StrCat("the peer did not say hello within ", kMaxHelloMs, " ms")));
    }
    return;
  }
  // A paused connection is not read, so nothing of the peer can be seen.
  if (paused_) last_heard_ms_ = body_grew_ms_ = now_ms;
  if (reader_.body_bytes() > 0 && now_ms - body_grew_ms_ > kMaxStandstillMs) {
    return CloseNow(DeadlineExceeded(name_, ": a message of which ", reader_.body_bytes(),
                                     " bytes came stands still for ", kMaxStandstillMs, " ms"));
  }
  const uint64_t silent_ms = now_ms - last_heard_ms_;
  if (silent_ms > static_cast<uint64_t>(options_.dead_ms)) {
    return CloseNow(Lost(StrCat("no sign of life for ", silent_ms, " ms")));
  }
  // Bytes under way are a sign of life, too: a heartbeat is sent only if there are none.
  if (!stream_.is_writing()) {
    auto beat = std::make_unique<Outgoing>();
    beat->header.kind = FrameKind::kHeartbeat;
    Queue(std::move(beat));
  }
}

void Connection::Close(Status reason) {
  loop_->Post([self = Ref<Connection>::Share(this), reason = std::move(reason)] {
    if (!self->closed()) self->CloseNow(reason);
  });
}

std::string GoodbyeBytes(const Status& reason) {
  const auto body = Encode(Goodbye{reason});
  std::string bytes;
  if (!body.ok() || !AppendFrame(FrameHeader(FrameKind::kGoodbye), *body, &bytes).ok()) return {};
  return bytes + *body;
}

// Sends a goodbye if the socket takes it at once: a leaving peer is not waited for.
void Connection::SayGoodbye(const Status& reason) {
  // First what was queued before it, as far as the socket takes it.
  if (ready_ && !last_pump_) {
    last_pump_ = true;
    Pump();
    if (closed()) return;
  }
  if (!said_hello_ && reason.ok()) return;
  stream_.SubmitLast(GoodbyeBytes(reason));
}

void Connection::CloseNow(const Status& reason) noexcept {
  if (closed() || closing_) return;
  closing_ = true;
  const Ref<Connection> self = Ref<Connection>::Share(this);
  try {
    SayGoodbye(reason);
  } catch (const std::exception&) {
    // No memory for a goodbye: the end of the stream has to do.
  }
  closed_.store(true, std::memory_order_release);
  reason_ = reason;
  writer_.Drop();
  writer_.UseRing(nullptr);
  ring_ = nullptr;
  peer_ring_ = nullptr;
  open_handles_ = has_timer_ ? 1 : 0;
  if (has_timer_) {
    uv_close(reinterpret_cast<uv_handle_t*>(&timer_),
             [](uv_handle_t* handle) { static_cast<Connection*>(handle->data)->OnHandleClosed(); });
  }
  if (stream_.Close()) ++open_handles_;
  if (open_handles_ == 0) Release();  // `self` still holds it
  // The handlers may run out of memory as well. Then it is not known who waits for what, and everything
  // over the loop ends.
  const auto attempt = [&](auto work) {
    try {
      work();
    } catch (const std::exception&) {
      loop_->Lose();
    }
  };
  attempt([&] { flow_.Clear(); });
  calls_.EndAll(reason, [this] { loop_->Lose(); });
  attempt([&] { handler_->OnClosed(this, reason); });
  for (Ref<Connection>* other : {&control_, &bulk_}) {
    const Ref<Connection> connection = std::move(*other);
    if (connection) connection->CloseNow(reason);
  }
}

void Connection::OnHandleClosed() {
  if (--open_handles_ > 0) return;
  // A chunk that is being written refers to its message, which must outlive the write: such messages are
  // destroyed with the stream.
  writer_.DropLarge();
  Release();
}

}  // namespace runnel::net
