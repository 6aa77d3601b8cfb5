// What code that is compiled at run time includes: the headers' texts, part of this library; and how
// texts are told apart.
#ifndef RUNNEL_DEVICES_CUDA_LIBRARIES_SOURCE_HEADERS_H_
#define RUNNEL_DEVICES_CUDA_LIBRARIES_SOURCE_HEADERS_H_

#include <string>
#include <string_view>

namespace runnel::cuda {

// A header that such code includes, by the name that it includes it by.
struct SourceHeader {
  const char* name;
  const char* text;
};
inline constexpr int kNumSourceHeaders = 4;
extern const SourceHeader kSourceHeaders[kNumSourceHeaders];

// 32 hexadecimal digits that tell texts apart.
std::string Digest(std::string_view text);

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_LIBRARIES_SOURCE_HEADERS_H_
