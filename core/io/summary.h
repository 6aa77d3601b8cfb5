// Summaries as TensorBoard reads them: values under tags. The bytes of several, one after another, are
// one summary with the values of all.
// Source: TensorFlow's summary.proto.
#ifndef RUNNEL_CORE_IO_SUMMARY_H_
#define RUNNEL_CORE_IO_SUMMARY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace runnel {

std::string EncodeScalarSummary(std::string_view tag, float value);
// `histogram` is a HistogramProto.
std::string EncodeHistogramSummary(std::string_view tag, std::string_view histogram);
struct SummaryImage {
  int64_t height = 0, width = 0, channels = 0;
  std::string png;
};
std::string EncodeImageSummary(std::string_view tag, const SummaryImage& image);
struct SummaryAudio {
  float sample_rate = 0;
  int64_t channels = 0, num_samples = 0;  // of each channel
  std::string wav;
};
std::string EncodeAudioSummary(std::string_view tag, const SummaryAudio& audio);
// `tensor` is a TensorProto, `metadata` a SummaryMetadata. What is empty is left out, metadata only
// where there are none.
struct SummaryTensor {
  std::string_view tag = {}, node_name = {}, tensor = {}, metadata = {};
};
std::string EncodeTensorSummary(const SummaryTensor& value);

// The tags of a summary's values, in order. Errors: DATA_LOSS for what is no summary.
Result<std::vector<std::string>> SummaryTags(std::string_view summary);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_SUMMARY_H_
