// TLS 1.3 between tasks and clients, by OpenSSL: with one key that all share, or with certificates that
// both sides show. Nothing here touches a socket: bytes go in and come out.
#ifndef RUNNEL_NET_LINK_TLS_H_
#define RUNNEL_NET_LINK_TLS_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/runtime/tasks/net_library.h"

struct ssl_st;
struct ssl_ctx_st;

namespace runnel::net {

// What all connections of a server or a client use. Any thread.
class SecurityContext {
 public:
  // Null without any option. Errors: INVALID_ARGUMENT for options that contradict each other, a key or a
  // certificate that is none; PERMISSION_DENIED for a key file that others may read; NOT_FOUND.
  static Result<std::shared_ptr<SecurityContext>> Make(const SecurityOptions& options);
  ~SecurityContext();
  SecurityContext(const SecurityContext&) = delete;

  bool uses_certificates() const { return key_.empty(); }
  const std::string& key() const { return key_; }  // 32 bytes; empty with certificates
  ssl_ctx_st* ssl() { return context_; }

 private:
  SecurityContext() = default;
  Status UseKey(const std::string& path);
  Status UseCertificates(const SecurityOptions& options);

  std::string key_;
  ssl_ctx_st* context_ = nullptr;
};

// One end of one connection. One thread.
class SecureStream {
 public:
  // `host`, on the dialling side: the name or address that the peer's certificate must be for.
  static Result<std::unique_ptr<SecureStream>> Make(std::shared_ptr<SecurityContext> context, bool dials,
                                                    const std::string& host);
  ~SecureStream();
  SecureStream(const SecureStream&) = delete;

  // Bytes that came from the peer.
  Status Feed(std::string_view bytes);
  // Continues the handshake; *done when it is over. Bytes to be sent are in output(). Errors:
  // UNAUTHENTICATED, with what the peer lacks.
  Status Handshake(bool* done);
  bool ready() const { return ready_; }
  // Decrypted bytes; 0: more must arrive first. Errors: DATA_LOSS for bytes that were tampered with.
  Result<size_t> Read(std::span<char> space);
  // Appends what is to be sent for `bytes` to *out.
  Status Write(std::string_view bytes, std::string* out);
  // Appends what the handshake or TLS itself wants to send.
  void TakeOutput(std::string* out);
  // Whether the peer's certificate is for this name or address; true where a shared key is used.
  bool PeerIs(const std::string& host) const;

 private:
  SecureStream() = default;

  std::shared_ptr<SecurityContext> context_;
  ssl_st* ssl_ = nullptr;
  bool ready_ = false;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_TLS_H_
