// ONNX models, made of their fields: what an exporter would write, and what it would not.
#ifndef RUNNEL_TESTS_ONNX_ONNX_MODEL_H_
#define RUNNEL_TESTS_ONNX_ONNX_MODEL_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/sdk/graph_writer.h"

namespace runnel::test {

using plugin::WireMessage;

// Element types of ONNX.
enum Element { kOnnxFloat = 1, kOnnxInt64 = 7 };

template <typename T>
WireMessage OnnxTensor(std::string_view name, int element, const std::vector<int64_t>& dims,
                       const std::vector<T>& values) {
  WireMessage tensor;
  for (const int64_t size : dims) tensor.Int(1, size);
  tensor.Int(2, element);
  tensor.Bytes(8, name);
  tensor.Bytes(9, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
  return tensor;
}

// -1: a size that only a step knows.
inline WireMessage OnnxValue(std::string_view name, int element, const std::vector<int64_t>& dims) {
  WireMessage shape, tensor, type, value;
  for (const int64_t size : dims) {
    WireMessage dim;
    if (size >= 0)
      dim.Int(1, size);
    else
      dim.Bytes(2, "N");
    shape.Message(1, dim);
  }
  tensor.Int(1, element);
  tensor.Message(2, shape);
  type.Message(1, tensor);
  value.Bytes(1, name);
  value.Message(2, type);
  return value;
}

class OnnxNode {
 public:
  OnnxNode(std::string_view op, const std::vector<std::string>& inputs,
           const std::vector<std::string>& outputs, std::string_view domain = "") {
    for (const std::string& input : inputs) bytes_.Bytes(1, input);
    for (const std::string& output : outputs) bytes_.Bytes(2, output);
    bytes_.Bytes(4, op);
    if (!domain.empty()) bytes_.Bytes(7, domain);
  }
  OnnxNode& Int(std::string_view name, int64_t value) {
    WireMessage attribute = Named(name, 2);
    attribute.Int(3, value);
    return Add(attribute);
  }
  OnnxNode& Float(std::string_view name, float value) {
    WireMessage attribute = Named(name, 1);
    attribute.Float(2, value);
    return Add(attribute);
  }
  OnnxNode& String(std::string_view name, std::string_view value) {
    WireMessage attribute = Named(name, 3);
    attribute.Bytes(4, value);
    return Add(attribute);
  }
  OnnxNode& Ints(std::string_view name, const std::vector<int64_t>& values) {
    WireMessage attribute = Named(name, 7);
    for (const int64_t value : values) attribute.Int(8, value);
    return Add(attribute);
  }
  OnnxNode& Floats(std::string_view name, const std::vector<float>& values) {
    WireMessage attribute = Named(name, 6);
    for (const float value : values) attribute.Float(7, value);
    return Add(attribute);
  }
  OnnxNode& Strings(std::string_view name, const std::vector<std::string>& values) {
    WireMessage attribute = Named(name, 8);
    for (const std::string& value : values) attribute.Bytes(9, value);
    return Add(attribute);
  }
  OnnxNode& Graph(std::string_view name, const WireMessage& graph) {
    WireMessage attribute = Named(name, 5);
    attribute.Message(6, graph);
    return Add(attribute);
  }
  // The attribute of the function around it that gives this one its value.
  OnnxNode& Reference(std::string_view name, std::string_view outer) {
    WireMessage attribute = Named(name, 1);
    attribute.Bytes(21, outer);
    return Add(attribute);
  }
  const WireMessage& message() const { return bytes_; }

 private:
  static WireMessage Named(std::string_view name, int type) {
    WireMessage attribute;
    attribute.Bytes(1, name);
    attribute.Int(20, type);
    return attribute;
  }
  OnnxNode& Add(const WireMessage& attribute) {
    bytes_.Message(5, attribute);
    return *this;
  }
  WireMessage bytes_;
};

struct OnnxGraph {
  std::vector<WireMessage> inputs, outputs, initializers;
  std::vector<OnnxNode> nodes;

  WireMessage Message() const {
    WireMessage graph;
    for (const OnnxNode& node : nodes) graph.Message(1, node.message());
    graph.Bytes(2, "graph");
    for (const WireMessage& initializer : initializers) graph.Message(5, initializer);
    for (const WireMessage& input : inputs) graph.Message(11, input);
    for (const WireMessage& output : outputs) graph.Message(12, output);
    return graph;
  }
};

inline WireMessage OnnxOpset(std::string_view domain, int64_t version) {
  WireMessage opset;
  opset.Bytes(1, domain);
  opset.Int(2, version);
  return opset;
}

inline std::string OnnxFile(const OnnxGraph& graph, int64_t opset = 21,
                            const std::vector<WireMessage>& functions = {}) {
  WireMessage model;
  model.Int(1, 8);
  model.Bytes(2, "a test");
  model.Message(8, OnnxOpset("", opset));
  model.Message(8, OnnxOpset("mine", 1));
  model.Message(7, graph.Message());
  for (const WireMessage& function : functions) model.Message(25, function);
  return model.bytes();
}

}  // namespace runnel::test

#endif  // RUNNEL_TESTS_ONNX_ONNX_MODEL_H_
