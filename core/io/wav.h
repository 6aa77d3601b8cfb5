// WAV files of 16-bit PCM. Source: Microsoft's Multimedia Programming Interface and Data
// Specifications 1.0, chapter 3.
#ifndef RUNNEL_CORE_IO_WAV_H_
#define RUNNEL_CORE_IO_WAV_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace runnel {

// What lies in a file: sample s of channel c is at samples[2 * (s * channels + c)], little-endian.
struct Wav {
  int32_t sample_rate = 0;
  int64_t channels = 0, num_samples = 0;  // of each channel
  std::string_view samples;               // of the contents that were read

  // Of all channels, in [-1,1).
  float sample(int64_t i) const;
};

// Errors: INVALID_ARGUMENT for contents that are no such file or are cut off, naming the byte.
Result<Wav> ReadWav(std::string_view contents);
// `samples`: [samples,channels], rounded and kept in [-1,1).
// Errors: INVALID_ARGUMENT for no channels or more than 65535, a sample rate below 1, and more than 4
// GiB.
Result<std::string> WriteWav(std::span<const float> samples, int64_t channels, int64_t sample_rate);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_WAV_H_
