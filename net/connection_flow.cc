// Tensors that are offered before they are sent, and credit for those that are not.
#include <algorithm>

#include "net/connection.h"

namespace runnel::net {
namespace {

constexpr size_t kMaxOffers = 16'384;  // not answered, of one peer

}  // namespace

void Connection::Serve(Connection* control) {
  control_ = Ref<Connection>::Share(control);
  hello_.bulk = true;
  hello_.link = control->hello_.link;
}

bool Connection::IsControlOf(const Hello& hello) const {
  return !dialled_ && !is_bulk() && ready_ && !closed() && peer_.link != 0 && peer_.link == hello.link;
}

uint64_t Connection::in_flight_bytes() const {
  return credit_ ? came_bytes_ - credit_->used_bytes() : 0;
}

void Connection::SendFlow(FrameKind kind, uint64_t stream, uint64_t credit) {
  auto message = std::make_unique<Outgoing>();
  message->header.kind = kind;
  message->header.stream = stream;
  message->header.credit = credit;
  Queue(std::move(message));
}

void Connection::NeedBulk() {
  if (needs_bulk_ || !dialled_) return;
  needs_bulk_ = true;
  (void)handler_->DialBulk(this);
}

void Connection::AttachBulk(Connection* bulk) {
  bulk_ = Ref<Connection>::Share(bulk);
  for (auto& [stream, offered] : offers_) {
    if (!offered.granted || offered.expected) continue;
    offered.expected = true;
    bulk->reader_.Expect(offered.header, std::move(offered.room));
  }
  for (auto& message : granted_) bulk->large_.push_back(std::move(message));
  granted_.clear();
  bulk->PumpSoon();
}

// ---- to the peer ----

bool Connection::HasCreditFor(const Outgoing& message) const {
  return sent_bytes_ - back_bytes_ + message.payload.size() <= peer_.credit_bytes ||
         message.payload.empty();
}

// Most often it is only on its way.
void Connection::AskCredit() {
  if (asking_) return;
  asking_ = true;
  SendFlow(FrameKind::kAskCredit, 0);
}

void Connection::Offer(std::unique_ptr<Outgoing> message) {
  unoffered_.push_back(std::move(message));
  OfferMore();
}

void Connection::OfferMore() {
  while (!unoffered_.empty() && offered_.size() < kMaxOffers) {
    std::unique_ptr<Outgoing> message = std::move(unoffered_.front());
    unoffered_.pop_front();
    message->header.stream = next_stream_++;
    message->header.total_bytes = message->payload.size();
    auto offer = std::make_unique<Outgoing>();
    offer->header = message->header;
    offer->header.kind = FrameKind::kOffer;
    urgent_.push_back(std::move(offer));
    offered_.emplace(message->header.stream, std::move(message));
    NeedBulk();
    PumpSoon();
  }
}

Status Connection::OnReady(uint64_t stream) {
  const auto it = offered_.find(stream);
  if (it == offered_.end()) return DataLoss("ready for stream ", stream, ", which was not offered");
  std::unique_ptr<Outgoing> message = std::move(it->second);
  offered_.erase(it);
  OfferMore();
  if (!bulk_) {
    granted_.push_back(std::move(message));
    return OkStatus();
  }
  bulk_->large_.push_back(std::move(message));
  bulk_->PumpSoon();
  return OkStatus();
}

Status Connection::OnFlow(const FrameHeader& header) {
  switch (header.kind) {
    case FrameKind::kOffer:
      return OnOffer(header);
    case FrameKind::kReady:
      return OnReady(header.stream);
    case FrameKind::kDecline:
      if (offered_.erase(header.stream) == 0) {
        return DataLoss("stream ", header.stream, " is declined, which was not offered");
      }
      OfferMore();
      return OkStatus();
    case FrameKind::kAskCredit:
      SendFlow(FrameKind::kCredit, 1, credit_ ? credit_->used_bytes() : 0);
      return OkStatus();
    default:
      if (header.credit > sent_bytes_ || header.credit < back_bytes_) {
        return DataLoss("credit for ", header.credit, " bytes of ", sent_bytes_, ", of which ",
                        back_bytes_, " came back before");
      }
      back_bytes_ = header.credit;
      if (header.stream != 0) {
        asking_ = false;
        // What was used by then is not enough: so that nothing waits for what waits for it, all is
        // offered.
        while (!small_.empty() && !HasCreditFor(*small_.front())) {
          Offer(std::move(small_.front()));
          small_.pop_front();
        }
      }
      PumpSoon();
      return OkStatus();
  }
}

// ---- from the peer ----

Status Connection::OnSmallTensor(Message message) {
  const FrameHeader& header = message.header;
  Charge charge;
  if (message.wire_bytes > 0) {
    if (!credit_) {
      credit_ = MakeRef<Credit>(loop_, window_ / 4, [this](uint64_t used_bytes) {
        SendFlow(FrameKind::kCredit, 0, used_bytes);
      });
    }
    came_bytes_ += message.wire_bytes;
    if (in_flight_bytes() > window_) {
      return DataLoss("tensors of ", in_flight_bytes(), " bytes; there was credit for ", window_);
    }
    charge = Charge(Ref<Creditor>(credit_), message.wire_bytes);
  }
  handler_->OnTensor(this, header.step, header.key, std::move(message.tensor), header.dead,
                     std::move(charge));
  return OkStatus();
}

Status Connection::OnOffer(const FrameHeader& header) {
  if (header.stream == 0 || header.total_bytes == 0 || header.dead) {
    return DataLoss("an offer of nothing");
  }
  RUNNEL_RETURN_IF_ERROR(CheckTensorHeader(header, header.total_bytes, FrameLimits()));
  if (offers_.size() >= kMaxOffers + Inbox::kMaxTransfers) {
    return ResourceExhausted("more than ", kMaxOffers, " tensors are offered at once");
  }
  const uint64_t stream = header.stream;
  const auto [it, fresh] = offers_.try_emplace(stream);
  if (!fresh) return DataLoss("stream ", stream, " is offered twice");
  const uint64_t offer = inbox_->Add(this, header.total_bytes);
  it->second.header = header;
  it->second.offer = offer;
  stream_of_[offer] = stream;
  NeedBulk();
  // Whoever waits may do so on any thread, and long after this has closed.
  handler_->OnOffer(
      this, header.step, header.key, offer, [self = Ref<Connection>::Share(this), stream](bool wanted) {
        (void)self->loop_->Post(
            [self, stream, wanted] { wanted ? self->Want(stream) : self->Refuse(stream); });
      });
  inbox_->Pump();
  return OkStatus();
}

void Connection::Want(uint64_t stream) {
  const auto it = offers_.find(stream);
  if (closed() || it == offers_.end() || it->second.granted) return;
  inbox_->Want(it->second.offer);
  inbox_->Pump();
}

void Connection::Refuse(uint64_t stream) {
  const auto it = offers_.find(stream);
  if (closed() || it == offers_.end() || it->second.granted) return;
  inbox_->Drop(it->second.offer);
  stream_of_.erase(it->second.offer);
  offers_.erase(it);
  SendFlow(FrameKind::kDecline, stream);
}

void Connection::OnRoom(uint64_t offer) {
  const uint64_t stream = stream_of_.at(offer);
  Offered& offered = offers_.at(stream);
  const FrameHeader& header = offered.header;
  handler_->OnWithdraw(header.step, header.key, offer);
  const auto make_room = [&]() -> Status {
    if (header.dtype != DType::kString) {
      RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(header.dims));
      offered.room = handler_->TakeRoom(header.step, header.key);
      if (offered.room.dtype() != header.dtype || offered.room.shape() != shape) {
        RUNNEL_ASSIGN_OR_RETURN(offered.room,
                                Tensor::Allocate(reader_.allocator(), header.dtype, shape));
      }
    }
    if (bulk_) bulk_->reader_.Expect(header, std::move(offered.room));
    offered.expected = static_cast<bool>(bulk_);
    return OkStatus();
  };
  Status status;
  try {
    status = make_room();
  } catch (const std::bad_alloc&) {
    status = Status::OutOfMemory();
  }
  if (status.ok()) {
    offered.granted = true;
    return SendFlow(FrameKind::kReady, stream);
  }
  const uint64_t step = header.step;
  Refuse(stream);
  handler_->OnNoRoom(step, status.WithPrefix(StrCat("a tensor from ", name_)));
}

void Connection::OnOfferedTensor(Message message) {
  const auto it = offers_.find(message.header.stream);
  if (it == offers_.end()) return;
  Charge charge = inbox_->Arrived(it->second.offer);
  stream_of_.erase(it->second.offer);
  offers_.erase(it);
  const FrameHeader& header = message.header;
  handler_->OnTensor(this, header.step, header.key, std::move(message.tensor), false, std::move(charge));
  inbox_->Pump();
}

void Connection::ClearFlow() {
  inbox_->Forget(this);
  inbox_->ReturnWindow(window_);
  window_ = 0;
  if (credit_) credit_->Forget();
  offered_.clear();
  unoffered_.clear();
  granted_.clear();
  for (const auto& [stream, offered] : offers_) {
    if (!offered.granted) handler_->OnWithdraw(offered.header.step, offered.header.key, offered.offer);
  }
  offers_.clear();
  stream_of_.clear();
  inbox_->Pump();
}

}  // namespace runnel::net
