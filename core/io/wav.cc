#include "core/io/wav.h"

#include <algorithm>
#include <cmath>

namespace runnel {
namespace {

constexpr size_t kFormatBytes = 16;
constexpr uint32_t kPcm = 1, kExtensible = 0xfffe;

uint32_t Number(std::string_view contents, size_t at, size_t size) {
  uint32_t value = 0;
  for (size_t i = size; i > 0; --i) value = value << 8 | static_cast<uint8_t>(contents[at + i - 1]);
  return value;
}
void Append(uint32_t value, size_t size, std::string* out) {
  for (size_t i = 0; i < size; ++i) *out += static_cast<char>(value >> (8 * i) & 255);
}

Status CheckFormat(std::string_view format, size_t at) {
  const uint32_t kind = Number(format, 0, 2), channels = Number(format, 2, 2),
                 bits = Number(format, 14, 2);
  if ((kind != kPcm && kind != kExtensible) || bits != 16) {
    return InvalidArgument("the WAV file has format ", kind, " of ", bits, " bits at byte ", at,
                           ", expected PCM (1) of 16 bits");
  }
  const uint32_t sample_rate = Number(format, 4, 4), bytes_per_second = Number(format, 8, 4);
  const uint32_t frame = Number(format, 12, 2);
  if (channels == 0 || frame != 2 * channels || bytes_per_second != sample_rate * frame) {
    return InvalidArgument("the WAV file contradicts itself at byte ", at, ": ", channels,
                           " channels of 16 bits, ", frame, " bytes for each sample, ", sample_rate,
                           " samples and ", bytes_per_second, " bytes for each second");
  }
  return OkStatus();
}

}  // namespace

float Wav::sample(int64_t i) const {
  return static_cast<float>(static_cast<int16_t>(Number(samples, static_cast<size_t>(2 * i), 2))) /
         32768.0f;
}

Result<Wav> ReadWav(std::string_view contents) {
  if (contents.size() < 12 || contents.substr(0, 4) != "RIFF" || contents.substr(8, 4) != "WAVE") {
    return InvalidArgument("these ", contents.size(),
                           " bytes are no WAV file: expected \"RIFF\", a size and \"WAVE\"");
  }
  Wav wav;
  size_t at = 12;
  bool has_format = false;
  while (at + 8 <= contents.size()) {
    const std::string_view name = contents.substr(at, 4);
    const uint64_t size = Number(contents, at + 4, 4);
    at += 8;
    if (size > contents.size() - at) {
      return InvalidArgument("the WAV file ends at byte ", contents.size(), ", expected a chunk of ",
                             size, " bytes from byte ", at, " on");
    }
    const std::string_view chunk = contents.substr(at, size);
    if (name == "fmt ") {
      if (size < kFormatBytes)
        return InvalidArgument("the WAV file's format at byte ", at, " has ", size, " bytes");
      RUNNEL_RETURN_IF_ERROR(CheckFormat(chunk, at));
      wav.channels = Number(chunk, 2, 2);
      wav.sample_rate = static_cast<int32_t>(Number(chunk, 4, 4));
      has_format = true;
    } else if (name == "data") {
      if (!has_format)
        return InvalidArgument("the WAV file has samples at byte ", at, " before their format");
      wav.num_samples = static_cast<int64_t>(size) / (2 * wav.channels);
      wav.samples = chunk;
      return wav;
    }
    at += size + size % 2;  // chunks begin at even bytes
  }
  return InvalidArgument("the WAV file ends at byte ", contents.size(), " without samples");
}

Result<std::string> WriteWav(std::span<const float> samples, int64_t channels, int64_t sample_rate) {
  if (channels < 1 || channels > 65535)
    return InvalidArgument("a WAV file has 1 to 65535 channels, got ", channels);
  if (sample_rate < 1 || sample_rate > INT32_MAX) {
    return InvalidArgument("sample_rate is ", sample_rate, ", expected at least 1");
  }
  constexpr size_t kHeader = 44, kMost = (size_t{1} << 32) - kHeader;
  if (samples.size() > kMost / 2)
    return InvalidArgument("a WAV file has less than 4 GiB, got ", samples.size(), " samples");
  const auto bytes = static_cast<uint32_t>(2 * samples.size());
  const auto frame = static_cast<uint32_t>(2 * channels), rate = static_cast<uint32_t>(sample_rate);
  std::string out;
  out.reserve(kHeader + bytes);
  out += "RIFF";
  Append(bytes + static_cast<uint32_t>(kHeader) - 8, 4, &out);
  out += "WAVEfmt ";
  Append(kFormatBytes, 4, &out);
  Append(kPcm, 2, &out);
  Append(static_cast<uint32_t>(channels), 2, &out);
  Append(rate, 4, &out);
  Append(rate * frame, 4, &out);
  Append(frame, 2, &out);
  Append(16, 2, &out);
  out += "data";
  Append(bytes, 4, &out);
  for (const float sample : samples) {
    const float scaled = std::isnan(sample) ? 0.0f : std::round(sample * 32768.0f);
    Append(static_cast<uint16_t>(static_cast<int16_t>(std::clamp(scaled, -32768.0f, 32767.0f))), 2,
           &out);
  }
  return out;
}

}  // namespace runnel
