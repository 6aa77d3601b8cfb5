// What the files of RemoteSession share.
#ifndef RUNNEL_NET_CLIENT_REMOTE_INTERNAL_H_
#define RUNNEL_NET_CLIENT_REMOTE_INTERNAL_H_

#include "net/client/remote_session.h"
#include "net/client/waiter.h"

namespace runnel::net {

// Checks what a master sent for a fetch. Errors: DATA_LOSS if it is of another type, as which its bytes
// must not be read.
inline Status CheckFetched(const OutputRef& wanted, const Tensor& value) {
  const DType dtype = wanted.node->output_type(wanted.index);
  if (value.dtype() == dtype) return OkStatus();
  return DataLoss("the master sent ", DTypeName(value.dtype()), value.shape().ToString(), " for \"",
                  wanted.node->name(), ":", wanted.index, "\", which is ", DTypeName(dtype));
}

// The connection to the master.
class RemoteSession::Client final : public Endpoint {
 public:
  Client(const CoreServices& core, const Ref<Runtime>& runtime, Hello hello, const LinkOptions& options,
         std::shared_ptr<SecurityContext> security)
      : Endpoint(core, runtime, std::move(hello), options, std::move(security)) {}

  Status OnHello(Peer*, const Hello&) override { return OkStatus(); }
  void OnTensor(Peer*, uint64_t step, std::string key, Tensor tensor, bool dead,
                Charge charge) override {
    steps.Put(step, key, std::move(tensor), dead, std::move(charge));
  }
  void OnOffer(Peer*, uint64_t step, std::string_view key, uint64_t offer,
               LocalRendezvous::OfferAnswer answer) override {
    steps.Offer(step, key, offer, std::move(answer));
  }
  void OnWithdraw(uint64_t step, std::string_view key, uint64_t offer) override {
    steps.Withdraw(step, key, offer);
  }
  void OnNoRoom(uint64_t step, const Status& reason) override { steps.Abort(step, reason); }
  // Calls end with their connection, and so do answered steps whose fetches are still to come.
  void OnClosed(Peer* peer, const Status& reason) override {
    steps.EndAll(reason);
    Endpoint::OnClosed(peer, reason);
  }

  Steps steps;
  Ref<Connection> master;  // set before a second thread exists
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_CLIENT_REMOTE_INTERNAL_H_
