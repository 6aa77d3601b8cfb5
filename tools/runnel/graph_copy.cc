#include "tools/runnel/graph_copy.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "tools/common/error.h"
#include "tools/runnel/tensors.h"

namespace runnel::tools {
namespace {

// One attr of a node, element by element.
class AttrReader {
 public:
  AttrReader(const rnl_graph_t* graph, rnl_node_t node, std::string name)
      : graph_(graph),
        node_(node),
        name_(std::move(name)),
        kind_(View(rnl_graph_attr_kind(graph, node, Str(name_)))),
        count_(rnl_graph_attr_count(graph, node, Str(name_))) {}

  void CopyTo(rnl_node_builder_t* builder) const {
    const rnl_str_t name = Str(name_);
    if (kind_ == "string") return rnl_node_builder_set_attr_string(builder, name, String(0));
    if (kind_ == "int") return rnl_node_builder_set_attr_int(builder, name, Int(0));
    if (kind_ == "float") return rnl_node_builder_set_attr_float(builder, name, Float(0));
    if (kind_ == "bool") return rnl_node_builder_set_attr_bool(builder, name, Bool(0));
    if (kind_ == "type") return rnl_node_builder_set_attr_type(builder, name, Type(0));
    if (kind_ == "shape") {
      const ShapeValue shape = Shape(0);
      return rnl_node_builder_set_attr_shape(builder, name, shape.rank, shape.dims.data());
    }
    if (kind_ == "tensor") {
      TensorHandle value;
      Check(rnl_graph_attr_tensor(graph_, node_, name, 0, Out(&value)));
      return rnl_node_builder_set_attr_tensor(builder, name, value.get());
    }
    if (kind_ == "list(string)")
      return CopyList<rnl_str_t>(builder, &AttrReader::String, rnl_node_builder_set_attr_string_list);
    if (kind_ == "list(int)")
      return CopyList<int64_t>(builder, &AttrReader::Int, rnl_node_builder_set_attr_int_list);
    if (kind_ == "list(float)")
      return CopyList<float>(builder, &AttrReader::Float, rnl_node_builder_set_attr_float_list);
    if (kind_ == "list(type)")
      return CopyList<rnl_dtype_t>(builder, &AttrReader::Type, rnl_node_builder_set_attr_type_list);
    if (kind_ == "list(bool)") {
      const auto values = std::make_unique<bool[]>(std::max<size_t>(count_, 1));
      for (size_t i = 0; i < count_; ++i) values[i] = Bool(i);
      return rnl_node_builder_set_attr_bool_list(builder, name, values.get(), count_);
    }
    if (kind_ == "list(shape)") {
      std::vector<ShapeValue> shapes;
      std::vector<int32_t> ranks;
      std::vector<const int64_t*> dims;
      for (size_t i = 0; i < count_; ++i) shapes.push_back(Shape(i));
      for (const ShapeValue& shape : shapes) {
        ranks.push_back(shape.rank);
        dims.push_back(shape.dims.data());
      }
      return rnl_node_builder_set_attr_shape_list(builder, name, ranks.data(), dims.data(), count_);
    }
    Fail("UNIMPLEMENTED: node \"", View(rnl_graph_node_name(graph_, node_)), "\" has the attr \"", name_,
         "\" of kind ", kind_, ", which cannot be copied");
  }

  rnl_str_t String(size_t i) const {
    rnl_str_t value;
    Check(rnl_graph_attr_string(graph_, node_, Str(name_), i, &value));
    return value;
  }
  int64_t Int(size_t i) const {
    int64_t value = 0;
    Check(rnl_graph_attr_int(graph_, node_, Str(name_), i, &value));
    return value;
  }
  float Float(size_t i) const {
    float value = 0;
    Check(rnl_graph_attr_float(graph_, node_, Str(name_), i, &value));
    return value;
  }
  bool Bool(size_t i) const {
    bool value = false;
    Check(rnl_graph_attr_bool(graph_, node_, Str(name_), i, &value));
    return value;
  }
  rnl_dtype_t Type(size_t i) const {
    rnl_dtype_t value = RNL_INVALID;
    Check(rnl_graph_attr_type(graph_, node_, Str(name_), i, &value));
    return value;
  }
  size_t count() const { return count_; }

 private:
  struct ShapeValue {
    int32_t rank = -1;
    std::vector<int64_t> dims;
  };
  ShapeValue Shape(size_t i) const {
    ShapeValue shape;
    Check(rnl_graph_attr_shape(graph_, node_, Str(name_), i, 0, nullptr, &shape.rank));
    if (shape.rank <= 0) return shape;
    shape.dims.resize(static_cast<size_t>(shape.rank));
    Check(rnl_graph_attr_shape(graph_, node_, Str(name_), i, shape.dims.size(), shape.dims.data(),
                               &shape.rank));
    return shape;
  }
  template <typename T, typename Set>
  void CopyList(rnl_node_builder_t* builder, T (AttrReader::*read)(size_t) const, Set set) const {
    std::vector<T> values;
    for (size_t i = 0; i < count_; ++i) values.push_back((this->*read)(i));
    set(builder, Str(name_), values.data(), values.size());
  }

  const rnl_graph_t* graph_;
  const rnl_node_t node_;
  const std::string name_;
  const std::string kind_;
  const size_t count_;
};

}  // namespace

NewNode& NewNode::AttrsOf(const rnl_graph_t* graph, rnl_node_t node,
                          std::initializer_list<std::string_view> except) {
  for (size_t i = 0; i < rnl_graph_num_attrs(graph, node); ++i) {
    const std::string_view name = View(rnl_graph_attr_name(graph, node, i));
    // Notes of other programs.
    if (name.starts_with("_") || std::find(except.begin(), except.end(), name) != except.end()) continue;
    AttrReader(graph, node, std::string(name)).CopyTo(builder_);
  }
  return *this;
}

rnl_output_t AddConstant(rnl_graph_t* graph, const std::string& name, const Array& value) {
  const TensorHandle tensor = ToTensor(rnl_graph_runtime(graph), value);
  rnl_output_t out;
  Check(rnl_graph_add_constant(graph, Str(name), tensor.get(), &out));
  return out;
}

std::vector<rnl_node_t> OrderOf(const rnl_graph_t* graph, const std::vector<rnl_output_t>& outputs) {
  enum : char { kNew, kOpen, kDone };
  std::vector<rnl_node_t> order;
  std::map<rnl_node_t, char> state;
  std::vector<std::pair<rnl_node_t, size_t>> stack;
  for (const rnl_output_t output : outputs) {
    if (state[output.node] == kNew) stack.emplace_back(output.node, 0);
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      state[node] = kOpen;
      const size_t inputs = rnl_graph_num_inputs(graph, node);
      if (next == inputs + rnl_graph_num_control_inputs(graph, node)) {
        state[node] = kDone;
        order.push_back(node);
        stack.pop_back();
        continue;
      }
      const rnl_node_t source = next < inputs ? rnl_graph_input(graph, node, next).node
                                              : rnl_graph_control_input(graph, node, next - inputs);
      ++next;
      if (state[source] == kOpen)
        Fail("UNIMPLEMENTED: the graph has a loop through \"", View(rnl_graph_node_name(graph, source)),
             "\"; only graphs without calls, conditionals and loops can be quantised");
      if (state[source] == kNew) stack.emplace_back(source, 0);
    }
  }
  return order;
}

std::string StringAttr(const rnl_graph_t* graph, rnl_node_t node, const char* attr,
                       const std::string& fallback) {
  const AttrReader reader(graph, node, attr);
  return reader.count() == 0 ? fallback : std::string(View(reader.String(0)));
}
std::vector<int64_t> IntsAttr(const rnl_graph_t* graph, rnl_node_t node, const char* attr) {
  const AttrReader reader(graph, node, attr);
  std::vector<int64_t> values;
  for (size_t i = 0; i < reader.count(); ++i) values.push_back(reader.Int(i));
  return values;
}
bool BoolAttr(const rnl_graph_t* graph, rnl_node_t node, const char* attr) {
  const AttrReader reader(graph, node, attr);
  return reader.count() > 0 && reader.Bool(0);
}
float FloatAttr(const rnl_graph_t* graph, rnl_node_t node, const char* attr, float fallback) {
  const AttrReader reader(graph, node, attr);
  return reader.count() == 0 ? fallback : reader.Float(0);
}

}  // namespace runnel::tools
