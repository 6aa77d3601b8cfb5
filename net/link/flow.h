// Flow: when tensors may travel between two peers, and where they come to lie. One per connection.
//
// Small tensors go as far as the receiver's credit does. What is larger, or beyond the credit, is
// offered first. The receiver's inbox says when there is room, its rendezvous whether somebody waits;
// when both agree the memory is made, and the sender hears that it may go on. Then the bytes go over the
// bulk connection, which is dialled when the first offer is made, right into that memory. What nobody
// wants is declined, not sent.
//
// It knows no socket: what it has to say goes to its Host, and what the peer says comes by On... calls.
// On the loop's thread, all of it.
#ifndef RUNNEL_NET_LINK_FLOW_H_
#define RUNNEL_NET_LINK_FLOW_H_

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "net/link/credit.h"
#include "net/link/inbox.h"
#include "net/link/peer.h"
#include "net/link/writer.h"
#include "net/wire/frame.h"

namespace runnel::net {

class Flow final : private Inbox::Taker {
 public:
  // The control connection that the flow is of.
  class Host {
   public:
    // A word to the peer, behind what was said before.
    virtual void SayFlow(std::unique_ptr<Outgoing> word) = 0;
    // Large tensors are to be sent or received: a bulk connection is needed, which BulkIsThere tells of.
    virtual void NeedBulk() = 0;
    // Called only when there is one: sends a tensor that the peer is ready for, and expects one.
    virtual void SendByBulk(std::unique_ptr<Outgoing> tensor) = 0;
    virtual void ExpectByBulk(const FrameHeader& header, Tensor room) = 0;
    // A closure that leads to Want or Refuse on this thread, and may be called on any, even when the
    // host has closed.
    virtual LocalRendezvous::OfferAnswer AnswerTo(uint64_t stream) = 0;
    // There is room for more of the bodies that CountBodies denied.
    virtual void OnBodyRoom() = 0;

   protected:
    ~Host() = default;
  };

  // `peer` is what `handler` is told that tensors come from. All outlive this.
  Flow(Host* host, Peer* peer, PeerHandler* handler, Writer* writer, SendCredit* credit,
       std::shared_ptr<Loop> loop, Allocator* allocator, Ref<Inbox> inbox);

  // How many bytes of small tensors the peer may send; once, for the hello.
  uint64_t TakeWindow() { return window_ = inbox_->TakeWindow(); }
  // Of the peer's small tensors that came and are not used yet.
  uint64_t in_flight_bytes() const { return credit_ ? came_bytes_ - credit_->used_bytes() : 0; }
  // The bulk connection stands: what was granted before goes on.
  void BulkIsThere();

  // ---- to the peer ----
  // A small tensor lacks credit: asks for it. Most often it is only on its way.
  void AskCredit();
  // A tensor that has to be offered.
  void Offer(std::unique_ptr<Outgoing> message);

  // ---- from the peer ----
  // Offers, their answers, and credit. Errors: DATA_LOSS for what makes no sense, INVALID_ARGUMENT and
  // RESOURCE_EXHAUSTED for offers that nobody can take.
  Status OnWord(const FrameHeader& header);
  // Errors: DATA_LOSS beyond the credit.
  Status OnSmallTensor(Message message);
  // One that was expected has come whole.
  void OnOfferedTensor(Message message);
  // Somebody waits for what was offered, or nobody will. What has gone on meanwhile is left as it is.
  void Want(uint64_t stream);
  void Refuse(uint64_t stream);
  // Of bodies under way so many bytes are held now: see Inbox::CountBodies.
  bool CountBodies(uint64_t size_bytes) { return inbox_->CountBodies(this, size_bytes); }

  // The connection has closed: nothing comes any more, and what was held is given back.
  void Clear();

  static constexpr size_t kMaxOffers = 16'384;  // not answered, of one peer

 private:
  // A tensor that the peer has offered.
  struct Offered {
    FrameHeader header;
    uint64_t offer = 0;  // its number in the inbox
    bool granted = false, expected = false;
    Tensor room;
  };
  void Say(FrameKind kind, uint64_t stream, uint64_t credit = 0);
  void OfferMore();
  Status OnOffer(const FrameHeader& header);
  Status OnReady(uint64_t stream);
  Status OnDecline(uint64_t stream);
  Status OnCredit(const FrameHeader& header);
  void OnRoom(uint64_t offer) override;
  Status MakeRoom(Offered* offered);
  void OnBodyRoom() override { host_->OnBodyRoom(); }

  Host* const host_;
  Peer* const peer_;
  PeerHandler* const handler_;
  Writer* const writer_;
  SendCredit* const send_credit_;
  const std::shared_ptr<Loop> loop_;
  Allocator* const allocator_;
  const Ref<Inbox> inbox_;
  bool has_bulk_ = false, closed_ = false;
  uint64_t window_ = 0, came_bytes_ = 0;  // small tensors from the peer
  Ref<Credit> credit_;
  std::map<uint64_t, std::unique_ptr<Outgoing>> offered_;  // by stream, to the peer
  std::deque<std::unique_ptr<Outgoing>> unoffered_;        // until some of those are answered
  std::deque<std::unique_ptr<Outgoing>> granted_;          // until there is a bulk connection
  std::map<uint64_t, Offered> offers_;                     // by stream, from the peer
  std::map<uint64_t, uint64_t> stream_of_;                 // by the inbox's number
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_FLOW_H_
