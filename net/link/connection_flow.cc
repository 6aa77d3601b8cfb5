// The two connections that belong together: the control connection, and the bulk connection for large
// tensors.
#include "net/link/connection.h"

namespace runnel::net {

void Connection::Serve(Connection* control) {
  control_ = Ref<Connection>::Share(control);
  hello_.bulk = true;
  hello_.link = control->hello_.link;
}

bool Connection::IsControlOf(const Hello& hello) const {
  return !stream_.dialled() && !is_bulk() && ready_ && !closed() && peer_.link != 0 &&
         peer_.link == hello.link;
}

void Connection::NeedBulk() {
  if (needs_bulk_ || !stream_.dialled()) return;
  needs_bulk_ = true;
  (void)handler_->DialBulk(this);
}

void Connection::AttachBulk(Connection* bulk) {
  bulk_ = Ref<Connection>::Share(bulk);
  flow_.BulkIsThere();
  bulk->PumpSoon();
}

void Connection::SendByBulk(std::unique_ptr<Outgoing> tensor) {
  bulk_->writer_.AddGranted(std::move(tensor));
  bulk_->PumpSoon();
}

void Connection::ExpectByBulk(const FrameHeader& header, Tensor room) {
  bulk_->reader_.Expect(header, std::move(room));
}

// The answer may come on any thread, and long after this connection has closed.
LocalRendezvous::OfferAnswer Connection::AnswerTo(uint64_t stream) {
  return [self = Ref<Connection>::Share(this), stream](bool wanted) {
    (void)self->loop_->Post(
        [self, stream, wanted] { wanted ? self->flow_.Want(stream) : self->flow_.Refuse(stream); });
  };
}

}  // namespace runnel::net
