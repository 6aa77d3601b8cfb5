#include "core/io/summary.h"

#include "core/io/proto.h"

namespace runnel {
namespace {

// Summary: 1 value, repeated. Value: 1 tag, 2 simple_value, 4 image, 5 histo, 6 audio, 7 node_name, 8
// tensor, 9 metadata.
std::string OneValue(const ProtoWriter& value) {
  ProtoWriter summary;
  summary.Bytes(1, value.bytes());
  return summary.Take();
}

}  // namespace

std::string EncodeScalarSummary(std::string_view tag, float value) {
  ProtoWriter writer;
  writer.Bytes(1, tag);
  writer.Float(2, value);
  return OneValue(writer);
}

std::string EncodeHistogramSummary(std::string_view tag, std::string_view histogram) {
  ProtoWriter writer;
  writer.Bytes(1, tag);
  writer.Bytes(5, histogram);
  return OneValue(writer);
}

// Image: 1 height, 2 width, 3 colorspace (the channels), 4 encoded_image_string.
std::string EncodeImageSummary(std::string_view tag, const SummaryImage& image) {
  ProtoWriter picture;
  picture.Int64(1, image.height);
  picture.Int64(2, image.width);
  picture.Int64(3, image.channels);
  picture.Bytes(4, image.png);
  ProtoWriter writer;
  writer.Bytes(1, tag);
  writer.Bytes(4, picture.bytes());
  return OneValue(writer);
}

// Audio: 1 sample_rate, 2 num_channels, 3 length_frames, 4 encoded_audio_string, 5 content_type.
std::string EncodeAudioSummary(std::string_view tag, const SummaryAudio& audio) {
  ProtoWriter sound;
  sound.Float(1, audio.sample_rate);
  sound.Int64(2, audio.channels);
  sound.Int64(3, audio.num_samples);
  sound.Bytes(4, audio.wav);
  sound.Bytes(5, "audio/wav");
  ProtoWriter writer;
  writer.Bytes(1, tag);
  writer.Bytes(6, sound.bytes());
  return OneValue(writer);
}

std::string EncodeTensorSummary(const SummaryTensor& value) {
  ProtoWriter writer;
  if (!value.tag.empty()) writer.Bytes(1, value.tag);
  if (!value.node_name.empty()) writer.Bytes(7, value.node_name);
  writer.Bytes(8, value.tensor);
  if (value.metadata.data() != nullptr) writer.Bytes(9, value.metadata);
  return OneValue(writer);
}

Result<std::vector<std::string>> SummaryTags(std::string_view summary) {
  std::vector<std::string> tags;
  ProtoReader reader(summary);
  while (reader.Next()) {
    if (reader.field() != 1) continue;
    std::string_view bytes;
    if (!reader.ReadBytes(&bytes)) break;
    ProtoReader value(bytes);
    std::string_view tag;
    while (value.Next()) {
      if (value.field() == 1 && !value.ReadBytes(&tag)) break;
    }
    if (!value.ok()) return DataLoss("value ", tags.size(), " of a summary is damaged");
    tags.emplace_back(tag);
  }
  if (!reader.ok()) return DataLoss("a summary is damaged");
  return tags;
}

}  // namespace runnel
