#include "net/link/tls.h"

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace runnel::net {
namespace {

constexpr size_t kKeyBytes = 32;
constexpr std::string_view kIdentity = "runnel cluster";
constexpr unsigned char kCipherId[2] = {0x13, 0x01};  // TLS_AES_128_GCM_SHA256

// The library's own words for what happened last, and an empty queue of them.
std::string SslMessage() {
  std::string out;
  char text[256];
  while (const unsigned long error = ERR_get_error()) {
    ERR_error_string_n(error, text, sizeof(text));
    // "error:0A000412:SSL routines::reason": the reason is enough.
    const char* const reason = std::strrchr(text, ':');
    out += StrCat(out.empty() ? "" : "; ", reason == nullptr ? text : reason + 1);
  }
  return out.empty() ? "the connection ended" : out;
}

int OfContext(SSL_CTX* context, SecurityContext** out) {
  *out = static_cast<SecurityContext*>(SSL_CTX_get_app_data(context));
  return *out != nullptr;
}

// The shared key as the session that both sides pretend to resume. Source: RFC 8446, 2.2 and 4.2.11.
SSL_SESSION* SessionOf(SSL* ssl) {
  SecurityContext* context = nullptr;
  if (!OfContext(SSL_get_SSL_CTX(ssl), &context)) return nullptr;
  const SSL_CIPHER* const cipher = SSL_CIPHER_find(ssl, kCipherId);
  SSL_SESSION* const session = SSL_SESSION_new();
  const auto* const key = reinterpret_cast<const unsigned char*>(context->key().data());
  if (cipher == nullptr || session == nullptr ||
      SSL_SESSION_set1_master_key(session, key, context->key().size()) != 1 ||
      SSL_SESSION_set_cipher(session, cipher) != 1 ||
      SSL_SESSION_set_protocol_version(session, TLS1_3_VERSION) != 1) {
    SSL_SESSION_free(session);
    return nullptr;
  }
  return session;
}

int UseSession(SSL* ssl, const EVP_MD*, const unsigned char** id, size_t* id_size,
               SSL_SESSION** session) {
  *session = SessionOf(ssl);
  *id = reinterpret_cast<const unsigned char*>(kIdentity.data());
  *id_size = kIdentity.size();
  return *session != nullptr;
}

int FindSession(SSL* ssl, const unsigned char* id, size_t id_size, SSL_SESSION** session) {
  *session = nullptr;
  if (std::string_view(reinterpret_cast<const char*>(id), id_size) == kIdentity)
    *session = SessionOf(ssl);
  return 1;  // without a session the handshake fails for lack of anything else
}

bool IsNumeric(const std::string& host) {
  ASN1_OCTET_STRING* const address = a2i_IPADDRESS(host.c_str());
  ASN1_OCTET_STRING_free(address);
  return address != nullptr;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

Result<std::shared_ptr<SecurityContext>> SecurityContext::Make(const SecurityOptions& options) {
  if (options.empty()) return std::shared_ptr<SecurityContext>();
  const bool certificates = !options.certificate_file.empty() || !options.private_key_file.empty() ||
                            !options.authority_file.empty();
  if (certificates && !options.key_file.empty()) {
    return InvalidArgument("a key that all share and certificates: expected one of them");
  }
  // OpenSSL's exit handler stays off; loading it touches no signals or files.
  if (OPENSSL_init_ssl(OPENSSL_INIT_NO_ATEXIT, nullptr) != 1) {
    return FailedPrecondition("OpenSSL cannot be used: ", SslMessage());
  }
  std::shared_ptr<SecurityContext> self(new SecurityContext);
  self->context_ = SSL_CTX_new(TLS_method());
  if (self->context_ == nullptr) return ResourceExhausted("no TLS context: ", SslMessage());
  SSL_CTX_set_app_data(self->context_, self.get());
  SSL_CTX_set_min_proto_version(self->context_, TLS1_3_VERSION);
  SSL_CTX_set_ciphersuites(self->context_, "TLS_AES_128_GCM_SHA256");
  SSL_CTX_set_session_cache_mode(self->context_, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(self->context_, 0);
  SSL_CTX_set_mode(self->context_, SSL_MODE_AUTO_RETRY);
  const Status status = certificates ? self->UseCertificates(options) : self->UseKey(options.key_file);
  if (!status.ok()) return status;
  return self;
}

SecurityContext::~SecurityContext() {
  SSL_CTX_free(context_);
  OPENSSL_cleanse(key_.data(), key_.size());
}

Status SecurityContext::UseKey(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe hangs nobody
  if (file < 0) return NotFound("key file ", path, ": ", std::strerror(errno));
  struct stat about {};
  char text[1024];
  const bool known = fstat(file, &about) == 0;
  const ssize_t size = known ? read(file, text, sizeof(text)) : -1;
  close(file);
  if (size < 0) return NotFound("key file ", path, ": ", std::strerror(errno));
  if (!S_ISREG(about.st_mode) || (about.st_mode & 077) != 0) {
    return PermissionDenied("key file ", path,
                            " may be read by others: expected a file of mode 0600, see chmod");
  }
  std::string key;
  int high = -1;
  bool sound = true;
  for (ssize_t i = 0; i < size; ++i) {
    const char c = text[i];
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    const int digit = HexDigit(c);
    sound &= digit >= 0;
    if (high < 0) {
      high = digit;
    } else {
      key += static_cast<char>(high << 4 | digit);
      high = -1;
    }
  }
  OPENSSL_cleanse(text, sizeof(text));
  if (!sound || high >= 0 || key.size() != kKeyBytes) {
    return InvalidArgument("key file ", path, ": expected ", 2 * kKeyBytes,
                           " hexadecimal digits, as `openssl rand -hex 32` prints them");
  }
  key_ = std::move(key);
  SSL_CTX_set_psk_use_session_callback(context_, UseSession);
  SSL_CTX_set_psk_find_session_callback(context_, FindSession);
  return OkStatus();
}

Status SecurityContext::UseCertificates(const SecurityOptions& options) {
  for (const auto& [path, what] : {std::pair(&options.certificate_file, "certificate"),
                                   std::pair(&options.private_key_file, "private key"),
                                   std::pair(&options.authority_file, "authority")}) {
    if (path->empty()) {
      return InvalidArgument("certificates need three files: the ", what, " is missing");
    }
    if (access(path->c_str(), R_OK) != 0)
      return NotFound(what, " file ", *path, ": ", std::strerror(errno));
  }
  struct stat about {};
  if (stat(options.private_key_file.c_str(), &about) != 0 || (about.st_mode & 077) != 0) {
    return PermissionDenied("private key file ", options.private_key_file,
                            " may be read by others: expected a file of mode 0600, see chmod");
  }
  if (SSL_CTX_use_certificate_chain_file(context_, options.certificate_file.c_str()) != 1) {
    return InvalidArgument("certificate file ", options.certificate_file, ": ", SslMessage());
  }
  if (SSL_CTX_use_PrivateKey_file(context_, options.private_key_file.c_str(), SSL_FILETYPE_PEM) != 1 ||
      SSL_CTX_check_private_key(context_) != 1) {
    return InvalidArgument("private key file ", options.private_key_file, ": ", SslMessage());
  }
  if (SSL_CTX_load_verify_locations(context_, options.authority_file.c_str(), nullptr) != 1) {
    return InvalidArgument("authority file ", options.authority_file, ": ", SslMessage());
  }
  SSL_CTX_set_verify(context_, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  return OkStatus();
}

Result<std::unique_ptr<SecureStream>> SecureStream::Make(std::shared_ptr<SecurityContext> context,
                                                         bool dials, const std::string& host) {
  std::unique_ptr<SecureStream> self(new SecureStream);
  self->ssl_ = SSL_new(context->ssl());
  BIO* const in = BIO_new(BIO_s_mem());
  BIO* const out = BIO_new(BIO_s_mem());
  if (self->ssl_ == nullptr || in == nullptr || out == nullptr) {
    BIO_free(in);
    BIO_free(out);
    return ResourceExhausted("no TLS connection: ", SslMessage());
  }
  SSL_set_bio(self->ssl_, in, out);
  if (dials && context->uses_certificates()) {
    X509_VERIFY_PARAM* const wanted = SSL_get0_param(self->ssl_);
    const int set = IsNumeric(host) ? X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str())
                                    : X509_VERIFY_PARAM_set1_host(wanted, host.c_str(), host.size());
    if (set != 1) return InvalidArgument("no certificate can be for \"", host, "\"");
  }
  self->context_ = std::move(context);
  if (dials) {
    SSL_set_connect_state(self->ssl_);
  } else {
    SSL_set_accept_state(self->ssl_);
  }
  return self;
}

SecureStream::~SecureStream() { SSL_free(ssl_); }

Status SecureStream::Feed(std::string_view bytes) {
  if (bytes.empty()) return OkStatus();
  if (BIO_write(SSL_get_rbio(ssl_), bytes.data(), static_cast<int>(bytes.size())) !=
      static_cast<int>(bytes.size())) {
    return ResourceExhausted("no memory for what a peer sent");
  }
  return OkStatus();
}

Status SecureStream::Handshake(bool* done) {
  *done = ready_;
  if (ready_) return OkStatus();
  ERR_clear_error();
  const int result = SSL_do_handshake(ssl_);
  if (result == 1) {
    *done = ready_ = true;
    return OkStatus();
  }
  const int error = SSL_get_error(ssl_, result);
  if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return OkStatus();
  std::string why = SslMessage();
  const long verified = SSL_get_verify_result(ssl_);
  if (verified != X509_V_OK) why = X509_verify_cert_error_string(verified);
  return Status(
      Code::kUnauthenticated,
      StrCat("no secure connection: ", why,
             context_->uses_certificates()
                 ? " (both sides need certificates of one authority, for the names in the cluster)"
                 : " (both sides need the same key file)"));
}

Result<size_t> SecureStream::Read(std::span<char> space) {
  ERR_clear_error();
  const int got = SSL_read(ssl_, space.data(), static_cast<int>(space.size()));
  if (got > 0) return static_cast<size_t>(got);
  const int error = SSL_get_error(ssl_, got);
  if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE || error == SSL_ERROR_ZERO_RETURN)
    return size_t{0};
  return DataLoss("what came was not what the peer sent: ", SslMessage());
}

Status SecureStream::Write(std::string_view bytes, std::string* out) {
  ERR_clear_error();
  while (!bytes.empty()) {
    const size_t n = std::min<size_t>(bytes.size(), 1 << 20);
    const int written = SSL_write(ssl_, bytes.data(), static_cast<int>(n));
    if (written <= 0) return Internal("TLS takes no bytes: ", SslMessage());
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  TakeOutput(out);
  return OkStatus();
}

void SecureStream::TakeOutput(std::string* out) {
  BIO* const from = SSL_get_wbio(ssl_);
  while (const size_t pending = BIO_ctrl_pending(from)) {
    const size_t before = out->size();
    out->resize(before + pending);
    const int got = BIO_read(from, out->data() + before, static_cast<int>(pending));
    out->resize(before + static_cast<size_t>(std::max(got, 0)));
    if (got <= 0) return;
  }
}

bool SecureStream::PeerIs(const std::string& host) const {
  if (!context_->uses_certificates()) return true;
  X509* const certificate = SSL_get1_peer_certificate(ssl_);
  if (certificate == nullptr) return false;
  const int matches = IsNumeric(host)
                          ? X509_check_ip_asc(certificate, host.c_str(), 0)
                          : X509_check_host(certificate, host.data(), host.size(), 0, nullptr);
  X509_free(certificate);
  return matches == 1;
}

}  // namespace runnel::net
