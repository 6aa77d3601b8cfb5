// Nodes of one graph added to another, and constants and ops added with few words.
#ifndef RUNNEL_TOOLS_RUNNEL_GRAPH_COPY_H_
#define RUNNEL_TOOLS_RUNNEL_GRAPH_COPY_H_

#include <initializer_list>
#include <string>
#include <vector>

#include "tools/common/handle.h"
#include "tools/common/npy.h"

namespace runnel::tools {

// A node while it is added. Done adds it and gives its output 0.
class NewNode {
 public:
  NewNode(rnl_graph_t* graph, std::string_view op, const std::string& name)
      : builder_(rnl_node_builder_create(graph, Str(op), Str(name))) {}
  ~NewNode() { rnl_node_builder_release(builder_); }
  NewNode(const NewNode&) = delete;
  NewNode& operator=(const NewNode&) = delete;

  NewNode& In(rnl_output_t input) {
    rnl_node_builder_add_input(builder_, input);
    return *this;
  }
  NewNode& String(const char* attr, std::string_view value) {
    rnl_node_builder_set_attr_string(builder_, Str(attr), Str(value));
    return *this;
  }
  NewNode& Int(const char* attr, int64_t value) {
    rnl_node_builder_set_attr_int(builder_, Str(attr), value);
    return *this;
  }
  NewNode& Float(const char* attr, float value) {
    rnl_node_builder_set_attr_float(builder_, Str(attr), value);
    return *this;
  }
  NewNode& Bool(const char* attr, bool value) {
    rnl_node_builder_set_attr_bool(builder_, Str(attr), value);
    return *this;
  }
  NewNode& Type(const char* attr, rnl_dtype_t value) {
    rnl_node_builder_set_attr_type(builder_, Str(attr), value);
    return *this;
  }
  NewNode& Ints(const char* attr, const std::vector<int64_t>& values) {
    rnl_node_builder_set_attr_int_list(builder_, Str(attr), values.data(), values.size());
    return *this;
  }
  // All attrs of a node, without those called `except`.
  NewNode& AttrsOf(const rnl_graph_t* graph, rnl_node_t node,
                   std::initializer_list<std::string_view> except = {});
  rnl_output_t Done() {
    rnl_node_t node = 0;
    rnl_node_builder_t* const builder = builder_;
    builder_ = nullptr;
    Check(rnl_node_builder_finish(builder, &node));
    return rnl_output(node, 0);
  }
  rnl_node_builder_t* raw() { return builder_; }

 private:
  rnl_node_builder_t* builder_;
};

// A constant of plain numbers.
rnl_output_t AddConstant(rnl_graph_t* graph, const std::string& name, const Array& value);

// The nodes that `outputs` need, sources first. Throws Error (UNIMPLEMENTED) for a loop.
std::vector<rnl_node_t> OrderOf(const rnl_graph_t* graph, const std::vector<rnl_output_t>& outputs);

// Attrs; the fallback where the node has none of the name.
std::string StringAttr(const rnl_graph_t* graph, rnl_node_t node, const char* attr,
                       const std::string& fallback);
std::vector<int64_t> IntsAttr(const rnl_graph_t* graph, rnl_node_t node, const char* attr);
bool BoolAttr(const rnl_graph_t* graph, rnl_node_t node, const char* attr);
float FloatAttr(const rnl_graph_t* graph, rnl_node_t node, const char* attr, float fallback);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_GRAPH_COPY_H_
