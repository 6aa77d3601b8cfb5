// Bytes as GraphDef, as its parts and as SavedModel: nothing crashes, and what decodes encodes to bytes
// that decode to the same again, through text too.
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
  const auto model = ReadSavedModel(bytes, options);
  Require(model.ok() || !model.status().message().empty());
  const auto variable = DecodeVariableDef(bytes);
  Require(variable.ok() || !variable.status().message().empty());
  return 0;
}
