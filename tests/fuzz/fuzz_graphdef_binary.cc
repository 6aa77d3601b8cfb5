// Bytes as GraphDef, as its parts, as SavedModel and MetaGraph and what these hold: nothing crashes, and
// what decodes encodes to bytes that decode to the same again, through text too.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/graph/graph_def.h"
#include "core/graph/meta_graph.h"

namespace {

using namespace runnel;  // NOLINT(google-build-using-namespace): a program of one file

void Require(bool holds) {
  if (!holds) std::abort();
}

// What decodes encodes to bytes that decode to the same again, unless it has parts that are not written.
template <typename T, typename Encode, typename Decode>
void RoundTrip(const Result<T>& decoded, Encode encode, Decode decode) {
  if (!decoded.ok()) return Require(!decoded.status().message().empty());
  const auto encoded = encode(*decoded);
  if (!encoded.ok()) return Require(encoded.status().code() == Code::kUnimplemented);
  // Bytes of one kind of message may look like the text of another.
  const auto again = decode(std::string_view(*encoded));
  Require(again.ok());
  Require(*encode(*again) == *encoded);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size_bytes) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size_bytes);
  DecodeOptions options;
  options.max_splat_bytes = 1 << 14;
  if (const auto graph = DecodeGraphDef(bytes, options); graph.ok()) {
    const auto encoded = EncodeGraphDef(*graph);
    Require(encoded.ok());
    const auto again = DecodeGraphDef(*encoded, options);
    Require(again.ok());
    Require(*EncodeGraphDef(*again) == *encoded);
    // Not compared as bytes: text does not keep the bits of a NaN.
    const auto text = PrintTextGraphDef(*graph);
    Require(text.ok());
    const auto from_text = ParseTextGraphDef(*text, options);
    Require(from_text.ok());
    Require(*PrintTextGraphDef(*from_text) == *text);
  } else {
    Require(!graph.status().message().empty());
  }
  if (const auto tensor = DecodeTensorProto(bytes, options); tensor.ok()) {
    const auto encoded = EncodeTensorProto(*tensor);
    Require(encoded.ok());
    const auto again = DecodeTensorProto(*encoded, options);
    Require(again.ok() && AttrValue(*again) == AttrValue(*tensor));
  }
  if (const auto function = DecodeFunctionDef(bytes, options); function.ok()) {
    const auto encoded = EncodeFunctionDef(*function);
    Require(encoded.ok());
    Require(*EncodeFunctionDef(*DecodeFunctionDef(*encoded, options)) == *encoded);
  }
  RoundTrip(ReadSavedModel(bytes, options), EncodeSavedModel,
            [&](std::string_view b) { return ReadSavedModel(b, options); });
  RoundTrip(ReadMetaGraphDef(bytes, options), EncodeMetaGraphDef,
            [&](std::string_view b) { return ReadMetaGraphDef(b, options); });
  RoundTrip(DecodeVariableDef(bytes), EncodeVariableDef, DecodeVariableDef);
  RoundTrip(DecodeQueueRunnerDef(bytes), EncodeQueueRunnerDef, DecodeQueueRunnerDef);
  const auto saver = DecodeSaverDef(bytes);
  Require(saver.ok() || !saver.status().message().empty());
  return 0;
}
