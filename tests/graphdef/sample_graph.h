// One graph with every kind of attr, node part and function part that the format has.
#ifndef RUNNEL_TESTS_GRAPHDEF_SAMPLE_GRAPH_H_
#define RUNNEL_TESTS_GRAPHDEF_SAMPLE_GRAPH_H_

#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "core/graph/graph_def.h"

namespace runnel::testing {

inline AttrList SampleAttrs() {
  AttrList attrs;
  const std::vector<float> floats = {1.5f, -2.0f, 0.0f, 3e38f, -0.0f, 1e-40f};
  const std::vector<std::string> strings = {"", "plain", std::string("\0\xff\n\"'\\", 6)};
  SetAttr(&attrs, "unset", AttrValue());
  SetAttr(&attrs, "s", AttrValue(std::string("a\n\"quoted\"\\\x01\xfe")));
  SetAttr(&attrs, "i", AttrValue(std::numeric_limits<int64_t>::min()));
  SetAttr(&attrs, "f", AttrValue(0.1f));
  SetAttr(&attrs, "f_inf", AttrValue(-std::numeric_limits<float>::infinity()));
  SetAttr(&attrs, "f_zero", AttrValue(-0.0f));
  SetAttr(&attrs, "b", AttrValue(true));
  SetAttr(&attrs, "b_false", AttrValue(false));
  SetAttr(&attrs, "type", AttrValue(DType::kBFloat16));
  SetAttr(&attrs, "shape", AttrValue(Shape({2, -1, 0})));
  SetAttr(&attrs, "shape_scalar", AttrValue(Shape()));
  SetAttr(&attrs, "shape_unknown", AttrValue(Shape::Unknown()));
  SetAttr(&attrs, "tensor", AttrValue(*Tensor::FromValues<float>({2, 3}, floats)));
  SetAttr(&attrs, "tensor_scalar", AttrValue(*Tensor::FromScalar<double>(0.1)));
  SetAttr(&attrs, "tensor_int8", AttrValue(*Tensor::FromScalar<int8_t>(-3)));
  SetAttr(&attrs, "tensor_uint64", AttrValue(*Tensor::FromScalar<uint64_t>(~uint64_t{0})));
  SetAttr(&attrs, "tensor_bool", AttrValue(*Tensor::FromScalar<bool>(true)));
  SetAttr(&attrs, "tensor_complex", AttrValue(*Tensor::FromScalar<std::complex<float>>({1, -2})));
  SetAttr(&attrs, "tensor_nan",
          AttrValue(*Tensor::FromScalar<float>(-std::numeric_limits<float>::quiet_NaN())));
  SetAttr(&attrs, "tensor_empty", AttrValue(*Tensor::FromValues<int32_t>({0, 4}, {})));
  SetAttr(&attrs, "tensor_string", AttrValue(*Tensor::FromStrings({3}, strings)));
  SetAttr(&attrs, "placeholder", AttrValue(AttrPlaceholder{"T"}));
  FuncRef func{"f", {}};
  SetAttr(&func.attrs, "T", AttrValue(DType::kFloat));
  SetAttr(&func.attrs, "inner", AttrValue(FuncRef{"g", {}}));
  SetAttr(&attrs, "func", AttrValue(func));
  SetAttr(&attrs, "l", AttrValue(EmptyList()));
  SetAttr(&attrs, "l_s", AttrValue(strings));
  SetAttr(&attrs, "l_i",
          AttrValue(std::vector<int64_t>{0, -1, 300, std::numeric_limits<int64_t>::max()}));
  SetAttr(&attrs, "l_f", AttrValue(floats));
  SetAttr(&attrs, "l_b", AttrValue(std::vector<bool>{true, false}));
  SetAttr(&attrs, "l_type", AttrValue(std::vector<DType>{DType::kInt32, DType::kString}));
  SetAttr(&attrs, "l_shape", AttrValue(std::vector<Shape>{Shape(), Shape::Unknown(), Shape({7})}));
  SetAttr(&attrs, "l_tensor", AttrValue(std::vector<Tensor>{*Tensor::FromScalar<int32_t>(-7)}));
  SetAttr(&attrs, "l_func", AttrValue(std::vector<FuncRef>{func, FuncRef{"h", {}}}));
  return attrs;
}

inline GraphDef SampleGraph() {
  GraphDef graph;
  graph.producer = 134;
  graph.min_consumer = 12;
  graph.nodes.push_back({"a", "Const", {}, "/device:CPU:0", SampleAttrs()});
  graph.nodes.push_back({"b/c", "Add", {"a", "a:1", "^a"}, "", {}});

  FunctionDef function;
  function.signature.name = "f";
  function.signature.doc = "Adds.";
  function.signature.flags = kOpStateful | kOpCommutative | kOpAllowsUninitialized;
  function.signature.inputs = {{"x", DType::kInvalid, "T", "", "", false},
                               {"xs", DType::kFloat, "", "N", "", false},
                               {"rest", DType::kInvalid, "", "", "Tin", false},
                               {"ref", DType::kInt32, "", "", "", true}};
  function.signature.outputs = {{"y", DType::kInvalid, "T", "", "", false}};
  AttrSchema t{"T", "type", AttrValue(DType::kFloat), {}, {DType::kFloat, DType::kDouble}, {}};
  AttrSchema n{"N", "int", {}, 1, {}, {}};
  AttrSchema zero{"zero", "int", AttrValue(0), 0, {}, {}};
  AttrSchema mode{"mode", "string", AttrValue("SAME"), {}, {}, {"SAME", "VALID"}};
  function.signature.attrs = {t, n, zero, mode};
  function.nodes.push_back({"add", "Add", {"x", "xs:0"}, "", {{"T", AttrValue(AttrPlaceholder{"T"})}}});
  function.ret = {{"y", "add:z:0"}};
  function.control_ret = {{"done", "add"}};
  SetAttr(&function.attrs, "_noinline", AttrValue(true));
  graph.functions.push_back(std::move(function));
  graph.gradients = {{"f", "f_grad"}, {"f", "f_grad2"}};
  return graph;
}

}  // namespace runnel::testing

#endif  // RUNNEL_TESTS_GRAPHDEF_SAMPLE_GRAPH_H_
