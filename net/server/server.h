// Server: one task of a cluster: an endpoint that listens, with a worker and a master on it.
#ifndef RUNNEL_NET_SERVER_SERVER_H_
#define RUNNEL_NET_SERVER_SERVER_H_

#include <map>
#include <set>
#include <string>

#include "net/link/services.h"
#include "net/task/server_task.h"

namespace runnel::net {

class Worker;
class Master;

class ServerImpl final : public ServerTask {
 public:
  static Result<Ref<Server>> Start(const CoreServices& core, const Ref<Runtime>& runtime,
                                   const ServerOptions& options);

  std::string target() const override { return StrCat("runnel://", address_.ToString()); }
  int port() const override { return address_.port; }
  const std::string& token() const override { return hello().token; }
  void Stop() override;

  // ---- ServerTask ----
  ServerCollectives& collectives() override { return *collectives_; }
  Ref<Peer> PeerOf(const std::string& job, int index) override;
  void PushTo(std::string task, uint64_t step, std::string key, Tensor tensor, bool dead) override;
  void ForgetPushes(uint64_t step) override;

  // ---- PeerHandler ----
  Status OnHello(Peer* peer, const Hello& hello) override;
  Status OnRequest(Peer* peer, const IncomingRequest& request) override;
  void OnTensor(Peer* peer, uint64_t step, std::string key, Tensor tensor, bool dead,
                Charge charge) override;
  void OnOffer(Peer* peer, uint64_t step, std::string_view key, uint64_t offer,
               LocalRendezvous::OfferAnswer answer) override;
  void OnWithdraw(uint64_t step, std::string_view key, uint64_t offer) override;
  Tensor TakeRoom(uint64_t step, std::string_view key) override;
  void OnNoRoom(uint64_t step, const Status& reason) override;
  void OnShared(Peer* peer, const Status& status) override;
  void OnClosed(Peer* peer, const Status& reason) override;

 protected:
  void OnLoss(const Status& reason) override;

 private:
  class LocalPeer;
  struct Dialled {
    std::string job;
    int index = 0;
    std::set<uint64_t> pushed;  // steps whose tensors went this way
  };

  ServerImpl(const CoreServices& core, const Ref<Runtime>& runtime, const ServerOptions& options,
             ClusterSpec cluster, Hello hello, std::shared_ptr<SecurityContext> security);
  ~ServerImpl() override;
  // *fd is -1 once it is taken over.
  static Status StartWith(const CoreServices& core, const Ref<Runtime>& runtime,
                          const ServerOptions& options, int* fd, Ref<ServerImpl>* server);
  Status Bind(const ServerOptions& options, int* fd);
  void StartUnix();
  // Returns memory that was kept for ended work to the system, from time to time.
  void Trim();
  Status CheckName(Peer* peer, const Hello& theirs) const;
  bool Stopped();
  void NoteStart(bool insecure);
  // Logs how a connection ended, with a fitting severity.
  void NoteClosed(Peer* peer, const Status& reason);

  std::string unix_path_;  // empty: it listens at none
  std::unique_ptr<Worker> worker_;
  std::unique_ptr<Master> master_;
  std::unique_ptr<ServerCollectives> collectives_;
  ServiceTable services_;
  std::mutex stop_mutex_;  // guards stopped_
  bool stopped_ = false;
  std::atomic<bool> trimming_{false};
  // ---- the loop's thread only ----
  Ref<LocalPeer> local_;
  std::map<std::string, Ref<Connection>> peers_;  // by task
  std::map<Peer*, Dialled> dialled_;
  int64_t refusals_ms_ = 0;  // when those below were counted from
  int refusals_ = 0;
  uint64_t trim_ticks_ = 0;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_SERVER_SERVER_H_
