// Every message that has a table (net/wire/all_messages.h): what can be decoded is encoded, decoded and
// encoded again, to the same bytes.
//
// Input: a byte that chooses the message, by its place in the lists, then its bytes.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "net/wire/all_messages.h"

namespace runnel::net {
namespace {

template <typename M>
void ThereAndBack(std::string_view bytes) {
  const auto message = Decode<M>(bytes);
  if (!message.ok()) {
    // The message's name is in what it says.
    if (!message.status().message().starts_with(Wire<M>::kName)) std::abort();
    return;
  }
  const auto first = Encode(*message);
  if (!first.ok()) std::abort();
  const auto again = Decode<M>(*first);
  if (!again.ok()) std::abort();
  const auto second = Encode(*again);
  if (!second.ok() || *second != *first) std::abort();
}

constexpr size_t kMessages = AllRequests::kSize + AllReplies::kSize + OtherMessages::kSize;

}  // namespace
}  // namespace runnel::net

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size_bytes) {
  using namespace runnel::net;  // NOLINT(google-build-using-namespace): a program of one file
  if (size_bytes < 1) return 0;
  const size_t chosen = bytes[0] % kMessages;
  const std::string_view rest(reinterpret_cast<const char*>(bytes) + 1, size_bytes - 1);
  size_t place = 0;
  ForEachWholeMessage([&]<typename M>() {
    if (place++ == chosen) ThereAndBack<M>(rest);
  });
  return 0;
}
