// What the cipher of a connection can do by itself.
#include <openssl/evp.h>

#include <cstdlib>
#include <vector>

#include "tests/net/bench/peers.h"
#include "tests/net/bench/report.h"

namespace runnel::net {

double CipherGigabytesPerSecond() {
  constexpr int kRecord = 16 << 10, kRecords = 20'000;  // as TLS cuts what it sends
  std::vector<unsigned char> in(kRecord, 1), out(kRecord + 16);
  const unsigned char key[16] = {}, nonce[12] = {};
  EVP_CIPHER_CTX* const context = EVP_CIPHER_CTX_new();
  if (context == nullptr || EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nullptr, key, nonce) != 1)
    std::abort();
  const auto start = Clock::now();
  for (int i = 0; i < kRecords; ++i) {
    int size = 0;
    if (EVP_EncryptInit_ex(context, nullptr, nullptr, nullptr, nonce) != 1 ||
        EVP_EncryptUpdate(context, out.data(), &size, in.data(), kRecord) != 1 ||
        EVP_EncryptFinal_ex(context, out.data() + size, &size) != 1)
      std::abort();
  }
  const double seconds = SecondsSince(start);
  EVP_CIPHER_CTX_free(context);
  return 1e-9 * kRecord * kRecords / seconds;
}

}  // namespace runnel::net
