// GraphDef as text, and telling text from binary.
#include "core/graph/proto_codec.h"
#include "core/graph/proto_text.h"

namespace runnel {

Result<GraphDef> ParseTextGraphDef(std::string_view text, const DecodeOptions& options) {
  const ProtoMessage& table = proto_table::tensorflow_GraphDef;
  RUNNEL_ASSIGN_OR_RETURN(const TextMessage message, ParseText(table, text));
  WireFailure failure;
  GraphDef graph;
  if (!GraphDecoder(options).Decode(WireReader(message.wire, &failure), &graph)) {
    return TextStatus(table, text, message, failure);
  }
  return graph;
}

Result<std::string> PrintTextGraphDef(const GraphDef& graph) {
  RUNNEL_ASSIGN_OR_RETURN(const std::string wire,
                          EncodeMessage(true, [&](GraphEncoder& encoder) { encoder.Write(graph); }));
  return PrintText(proto_table::tensorflow_GraphDef, wire);
}

namespace {

// A binary graph never begins with a field name and a brace: as tags, those letters would have wire
// types that do not exist. Only parsing tells a misspelt name from binary.
Result<GraphDef> ReadEither(std::string_view bytes, const DecodeOptions& options, ContentStore* store) {
  const auto decode = [&] {
    return DecodeBytes<GraphDef>(proto_table::tensorflow_GraphDef, bytes, options, store);
  };
  if constexpr (kMinimal) {
    Result<GraphDef> graph = decode();
    if (graph.ok()) return graph;
    return graph.status().WithPrefix("read as binary, for text is not in this build (RUNNEL_MINIMAL)");
  }
  const ProtoMessage& table = proto_table::tensorflow_GraphDef;
  if (LooksLikeText(table, bytes, false)) return ParseTextGraphDef(bytes, options);
  Result<GraphDef> graph = decode();
  if (!graph.ok() && LooksLikeText(table, bytes, true)) return ParseTextGraphDef(bytes, options);
  return graph;
}

}  // namespace

Result<GraphDef> ReadGraphDef(std::string_view bytes, const DecodeOptions& options) {
  return ReadEither(bytes, options, nullptr);
}

Result<GraphDef> ReadGraphDefWith(std::string_view bytes, ContentStore* store) {
  return ReadEither(bytes, {}, store);
}

}  // namespace runnel
