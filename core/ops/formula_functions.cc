// The functions of formulas: what depends on shapes and axes when the graph is built.
#include <algorithm>

#include "core/ops/formula_interpreter.h"
#include "core/ops/gradient_helpers.h"

namespace runnel {

constinit const FormulaInterpreter::Function FormulaInterpreter::kFunctions[] = {
    {"dim", 2, 2, false, &FormulaInterpreter::DimFunction},
    {"rank", 1, 1, false, &FormulaInterpreter::RankFunction},
    {"shape", 1, 2, false, &FormulaInterpreter::ShapeFunction},
    {"zeros", 1, 1, false, &FormulaInterpreter::ZerosFunction},
    {"constant", 2, 2, false, &FormulaInterpreter::ConstantFunction},
    {"reshape_to", 2, 2, false, &FormulaInterpreter::ReshapeTo},
    {"broadcast_to", 2, 2, false, &FormulaInterpreter::BroadcastTo},
    {"expand_axes", 3, 3, false, &FormulaInterpreter::ExpandAxes},
    {"reduced_size", 4, 4, false, &FormulaInterpreter::ReducedSize},
    {"conj", 1, 1, false, &FormulaInterpreter::Conj},
    {"real", 1, 1, false, &FormulaInterpreter::Real},
    {"sum_to", 2, 4, true, &FormulaInterpreter::SumTo},
    {"complete", 1, 1, true, &FormulaInterpreter::Complete},
    {},
};

FormulaInterpreter::Value FormulaInterpreter::DimFunction(std::vector<Value>& args) {
  const OutputRef own = Own(args[0]);
  if (!failed() && args[1].kind != Kind::kInt) Fail(args[1].position, {"expected a whole number"});
  if (failed()) return {};
  const Shape& shape = own.node->output_shape(own.index);
  if (!shape.has_rank()) {
    Fail(args[0].position, {"its number of dimensions is not known"});
    return {};
  }
  const int64_t axis = args[1].integer < 0 ? args[1].integer + shape.rank() : args[1].integer;
  if (axis < 0 || axis >= shape.rank()) {
    Fail(args[1].position, {"dimension ", args[1].integer, " of a tensor of shape ", shape.ToString()});
    return {};
  }
  if (shape.dim(static_cast<int>(axis)) < 0) {
    Fail(args[0].position, {"dimension ", args[1].integer, " of ", shape.ToString(), " is not known"});
  }
  return FromAttr(AttrValue(shape.dim(static_cast<int>(axis))));
}

FormulaInterpreter::Value FormulaInterpreter::RankFunction(std::vector<Value>& args) {
  const OutputRef own = Own(args[0]);
  if (failed()) return {};
  const Shape& shape = own.node->output_shape(own.index);
  if (!shape.has_rank()) Fail(args[0].position, {"its number of dimensions is not known"});
  return FromAttr(AttrValue(static_cast<int64_t>(shape.has_rank() ? shape.rank() : 0)));
}

FormulaInterpreter::Value FormulaInterpreter::ShapeFunction(std::vector<Value>& args) {
  const DType dtype = args.size() > 1 ? TypeOfAttr(args[1]) : DType::kInt32;
  const OutputRef own = Own(args[0]);
  if (!failed() && dtype != DType::kInt32 && dtype != DType::kInt64) {
    Fail(args[1].position, {"a shape is int32 or int64, not ", DTypeName(dtype)});
  }
  return failed() ? Value() : One(ShapeTensor(*context_, own, dtype));
}

FormulaInterpreter::Value FormulaInterpreter::ZerosFunction(std::vector<Value>& args) {
  const OutputRef own = Own(args[0]);
  return failed() ? Value() : One(ZerosForward(*context_, own));
}

FormulaInterpreter::Value FormulaInterpreter::ConstantFunction(std::vector<Value>& args) {
  const DType dtype = TypeOfAttr(args[1]);
  return One(Constant(args[0], dtype));
}

FormulaInterpreter::Value FormulaInterpreter::ReshapeTo(std::vector<Value>& args) {
  const OutputRef value = Edge(args[0]), own = Own(args[1]);
  return failed() ? Value() : One(ReshapeLike(*context_, value, own));
}

FormulaInterpreter::Value FormulaInterpreter::BroadcastTo(std::vector<Value>& args) {
  const OutputRef value = Edge(args[0]), own = Own(args[1]);
  if (failed()) return {};
  return One(b().Op("BroadcastTo", {value, ShapeTensor(*context_, own)}));
}

FormulaInterpreter::Value FormulaInterpreter::ExpandAxes(std::vector<Value>& args) {
  const bool* kept = context_->attr<bool>("keep_dims");
  const OutputRef value = Edge(args[0]), input = Own(args[1]), axes = Own(args[2]);
  if (failed()) return {};
  return One(kept != nullptr && *kept ? value : ExpandReduced(*context_, value, input, axes));
}

FormulaInterpreter::Value FormulaInterpreter::ReducedSize(std::vector<Value>& args) {
  const OutputRef input = Own(args[0]), axes = Own(args[1]), output = Own(args[2]);
  const DType dtype = TypeOfAttr(args[3]);
  return failed() ? Value() : One(ElementsPerResult(*context_, input, axes, output, dtype));
}

FormulaInterpreter::Value FormulaInterpreter::Conj(std::vector<Value>& args) {
  const OutputRef value = Edge(args[0]);
  if (failed() || !IsComplex(TypeOf(value))) return One(value);
  if (registry_.Find("Conj").ok()) return One(b().Op("Conj", {value}));
  return Real(args);
}

FormulaInterpreter::Value FormulaInterpreter::Real(std::vector<Value>& args) {
  const OutputRef value = Edge(args[0]);
  if (!failed() && IsComplex(TypeOf(value))) {
    status_ = Unimplemented("gradients of ", schema_.name, " for ", DTypeName(TypeOf(value)));
  }
  return One(value);
}

FormulaInterpreter::Value FormulaInterpreter::SumTo(std::vector<Value>& args) {
  const OutputRef value = Edge(args[0]), own = Own(args[1]);
  OutputRef like = gradient_->output_ref(0);
  if (args.size() > 2) {
    like = Own(args[2]);
  } else if (context_->input_refs().size() == 2) {
    like = context_->input_ref(own == context_->input_ref(0) ? 1 : 0);
  }
  const int64_t tail = args.size() > 3 ? args[3].integer : 0;
  if (args.size() > 3 && (args[3].kind != Kind::kInt || tail < 0 || tail > kMaxRank)) {
    Fail(args[3].position, {"expected the number of axes to leave alone"});
  }
  if (failed()) return {};
  return One(SumToShape(*context_, value, own, like, static_cast<int>(tail)));
}

FormulaInterpreter::Value FormulaInterpreter::Complete(std::vector<Value>& args) {
  Value value = args[0];
  if (value.first_output < 0) Fail(value.position, {"expected g, or g and the name of an output"});
  for (size_t i = 0; i < value.edges.size() && !failed(); ++i) {
    if (value.edges[i]) continue;
    const OutputRef output = gradient_->output_ref(value.first_output + static_cast<int>(i));
    value.edges[i] = ZerosForward(*context_, output);
  }
  return value;
}

}  // namespace runnel
