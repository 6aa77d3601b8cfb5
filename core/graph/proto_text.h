// Protobuf's text form, driven by the tables of proto_table.h: text to wire format and back. What the
// bytes mean is then the decoders' business, so that both forms share every check.
#ifndef RUNNEL_CORE_GRAPH_PROTO_TEXT_H_
#define RUNNEL_CORE_GRAPH_PROTO_TEXT_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/graph/proto_table.h"

namespace runnel {

// A message that was text, as wire format.
struct TextMessage {
  std::string wire;
  std::vector<std::pair<size_t, size_t>> positions;  // wire offset -> text offset, both rising
};

// Errors: INVALID_ARGUMENT naming line, column, what was expected and what is there.
Result<TextMessage> ParseText(const ProtoMessage& root, std::string_view text);
// The failure of decoding message.wire, with the line that the failing field came from.
Status TextStatus(const ProtoMessage& root, std::string_view text, const TextMessage& message,
                  const WireFailure& failure);

// Two spaces a level, one field a line; fields that the table does not have are left out. Errors:
// DATA_LOSS.
Result<std::string> PrintText(const ProtoMessage& root, std::string_view wire);

// Whether bytes begin like text of `root`: after blanks and comments a name of one of its fields and
// ':', '{' or '<'. `any_name` takes any name.
bool LooksLikeText(const ProtoMessage& root, std::string_view bytes, bool any_name);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_PROTO_TEXT_H_
