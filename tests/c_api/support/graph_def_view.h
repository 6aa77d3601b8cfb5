// A GraphDef's bytes, read as protobuf has them: for graphs that are for reading alone, as those of a
// run's partitions, whose ops no graph of a user may have.
#ifndef RUNNEL_TESTS_C_API_SUPPORT_GRAPH_DEF_VIEW_H_
#define RUNNEL_TESTS_C_API_SUPPORT_GRAPH_DEF_VIEW_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace runnel_test {

struct NodeView {
  std::string name, op, device;
  std::vector<std::string> inputs;
  std::map<std::string, std::string> strings;  // attrs that are strings
};

namespace internal {

inline uint64_t TakeVarint(std::string_view* bytes) {
  uint64_t value = 0;
  for (int shift = 0; !bytes->empty() && shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes->front());
    bytes->remove_prefix(1);
    value |= uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) break;
  }
  return value;
}

// f(field number, bytes) for each field of a message that has a length.
template <typename F>
void EachField(std::string_view bytes, const F& f) {
  while (!bytes.empty()) {
    const uint64_t tag = TakeVarint(&bytes);
    size_t skip = 0;
    switch (tag & 7) {
      case 0:
        TakeVarint(&bytes);
        continue;
      case 1:
        skip = 8;
        break;
      case 5:
        skip = 4;
        break;
      default: {
        const size_t size = static_cast<size_t>(TakeVarint(&bytes));
        f(static_cast<int>(tag >> 3), bytes.substr(0, size));
        skip = size;
      }
    }
    bytes.remove_prefix(std::min(skip, bytes.size()));
  }
}

}  // namespace internal

inline std::vector<NodeView> ReadNodes(std::string_view graph_def) {
  std::vector<NodeView> nodes;
  internal::EachField(graph_def, [&](int field, std::string_view bytes) {
    if (field != 1) return;
    NodeView& node = nodes.emplace_back();
    internal::EachField(bytes, [&](int of_node, std::string_view value) {
      if (of_node == 1) node.name = value;
      if (of_node == 2) node.op = value;
      if (of_node == 3) node.inputs.emplace_back(value);
      if (of_node == 4) node.device = value;
      if (of_node != 5) return;
      std::string key;
      internal::EachField(value, [&](int of_attr, std::string_view part) {
        if (of_attr == 1) key = part;
        if (of_attr != 2) return;
        internal::EachField(part, [&](int of_value, std::string_view text) {
          if (of_value == 2) node.strings[key] = text;
        });
      });
    });
  });
  return nodes;
}

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_C_API_SUPPORT_GRAPH_DEF_VIEW_H_
