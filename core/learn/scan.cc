// The loop reads its inputs from a tensor array and writes its outputs to one, as TensorFlow 1's
// dynamic_rnn does: a step of either direction touches one element, so time is linear in the number of
// steps.
#include "core/learn/scan.h"

#include "core/ops/gradient_helpers.h"
#include "core/runtime/plugins/gradients_library.h"

namespace runnel::learn {
namespace {

// Unrolled steps are nodes; more are refused before memory is claimed for them.
constexpr int64_t kMaxUnrolled = 100000;

OutputRef Choose(GraphBuilder& b, OutputRef mask, OutputRef yes, OutputRef no) {
  return b.Op("SelectV2", {mask, yes, no});
}

// What the steps of a scan share.
class Runner {
 public:
  Runner(GraphBuilder& b, const Scan& scan) : b_(b), scan_(scan) {
    const bool keeps_output = scan.zero_masked ? !scan.sequence : !scan.starts_at_zero;
    has_output_ = static_cast<bool>(scan.mask) && keeps_output;
  }

  // One step: the next states, and the output.
  struct Step {
    std::vector<OutputRef> states;
    OutputRef output;
  };
  Result<Step> One(GraphBuilder& b, OutputRef x, OutputRef mask, OutputRef before,
                   const std::vector<OutputRef>& states, const std::vector<OutputRef>& constants) const {
    Step step;
    RUNNEL_ASSIGN_OR_RETURN(step.states, scan_.step(b, x, states, constants));
    step.output = step.states[0];
    if (!mask) return step;
    const OutputRef column = b.Op("ExpandDims", {mask, IntScalar(b, DType::kInt32, -1)});
    const OutputRef fresh = step.states[0];
    for (size_t i = 0; i < states.size(); ++i)
      step.states[i] = Choose(b, column, step.states[i], states[i]);
    step.output = step.states[0];
    if (scan_.zero_masked) {
      step.output = Choose(b, column, fresh, b.Scalar(TypeOf(fresh), 0));
    } else if (has_output_) {
      step.output = Choose(b, column, fresh, before);
    }
    return step;
  }

  OutputRef ZeroOutput() { return b_.Op("ZerosLike", {scan_.states[0]}); }

  Result<ScanResult> Unrolled() {
    const Shape& shape = ShapeOf(scan_.x);
    const int64_t steps = shape.has_rank() && shape.rank() > 0 ? shape.dim(0) : -1;
    if (steps < 1 || steps > kMaxUnrolled) {
      return InvalidArgument("unroll: the number of steps must be known, at least 1 and at most ",
                             kMaxUnrolled, "; the input is ", shape.ToString());
    }
    const std::vector<OutputRef> xs = b_.Ops("Unpack", {scan_.x}, {{"num", steps}});
    std::vector<OutputRef> masks(static_cast<size_t>(steps));
    if (scan_.mask) masks = b_.Ops("Unpack", {scan_.mask}, {{"num", steps}});
    RUNNEL_RETURN_IF_ERROR(b_.status());
    std::vector<OutputRef> states = scan_.states, outputs;
    OutputRef before = ZeroOutput();
    for (size_t t = 0; t < xs.size(); ++t) {
      RUNNEL_ASSIGN_OR_RETURN(Step step, One(b_, xs[t], masks[t], before, states, scan_.constants));
      RUNNEL_RETURN_IF_ERROR(b_.status());
      states = std::move(step.states);
      before = step.output;
      if (scan_.sequence) outputs.push_back(step.output);
    }
    ScanResult result;
    result.last = before;
    if (scan_.sequence) result.sequence = b_.Op("Pack", outputs);
    result.states = std::move(states);
    RUNNEL_RETURN_IF_ERROR(b_.status());
    return result;
  }

  Result<ScanResult> Looped() {
    const Shape& shape = ShapeOf(scan_.x);
    const int64_t steps = shape.has_rank() && shape.rank() > 0 ? shape.dim(0) : -1;
    num_steps_ = steps >= 0 && steps <= INT32_MAX
                     ? IntScalar(b_, DType::kInt32, steps)
                     : b_.Op("StridedSlice",
                             {b_.Op("Shape", {scan_.x}), b_.Int32Vector({0}), b_.Int32Vector({1}),
                              b_.Int32Vector({1})},
                             {{"shrink_axis_mask", 1}});
    indices_ =
        b_.Op("Range", {IntScalar(b_, DType::kInt32, 0), num_steps_, IntScalar(b_, DType::kInt32, 1)});
    std::vector<OutputRef> variables = {IntScalar(b_, DType::kInt32, 0)}, constants = {num_steps_};
    std::vector<Shape> keeps = {Shape()};
    const Array x = Filled(scan_.x);
    constants.insert(constants.end(), {x.handle, x.flow});
    if (scan_.mask) {
      const Array mask = Filled(scan_.mask);
      constants.insert(constants.end(), {mask.handle, mask.flow});
    }
    const Shape state_shape{-1, scan_.units};
    Array outputs;
    if (scan_.sequence) {
      outputs = Empty(TypeOf(scan_.states[0]), state_shape);
      constants.push_back(outputs.handle);
      variables.push_back(outputs.flow);
      keeps.push_back(Shape());
    }
    if (has_output_) {
      variables.push_back(ZeroOutput());
      keeps.push_back(state_shape);
    }
    const size_t first_state = variables.size();
    for (const OutputRef& state : scan_.states) {
      variables.push_back(state);
      const Shape& own = ShapeOf(state);
      keeps.push_back(own.has_rank() && own.rank() == 2 ? Shape{-1, own.dim(1)} : state_shape);
    }
    constants.insert(constants.end(), scan_.constants.begin(), scan_.constants.end());
    RUNNEL_RETURN_IF_ERROR(b_.status());

    ControlFlowOptions options;
    options.name = scan_.name;
    options.shape_invariants = keeps;
    options.trusts_invariants = true;
    const size_t num_variables = variables.size();
    const auto goes_on = [&](GraphBuilder& b, const std::vector<OutputRef>& vars) {
      return b.Op("Less", {vars[0], vars[num_variables]});
    };
    Status failed;
    const auto body = [&](GraphBuilder& b, const std::vector<OutputRef>& vars) {
      auto next = Body(b, vars, num_variables, first_state);
      if (next.ok()) return *std::move(next);
      failed = next.status();
      b.Fail(failed);
      return std::vector<OutputRef>();
    };
    RUNNEL_ASSIGN_OR_RETURN(const auto build_while, OpenLoops());
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> exits,
                            build_while(b_.graph(), variables, constants, goes_on, body, options));
    ScanResult result;
    result.states.assign(exits.begin() + static_cast<std::ptrdiff_t>(first_state), exits.end());
    result.last = has_output_ ? exits[first_state - 1] : result.states[0];
    if (scan_.sequence) {
      const DType dtype = TypeOf(scan_.states[0]);
      result.sequence = b_.Op("TensorArrayGatherV3", {outputs.handle, indices_, exits[1]},
                              {{"dtype", dtype}, {"element_shape", state_shape}});
    }
    RUNNEL_RETURN_IF_ERROR(b_.status());
    return result;
  }

 private:
  struct Array {
    OutputRef handle, flow;
  };
  Array Empty(DType dtype, const Shape& element) {
    const std::vector<OutputRef> made =
        b_.Ops("TensorArrayV3", {num_steps_},
               {{"dtype", dtype}, {"element_shape", element}, {"identical_element_shapes", true}});
    return made.size() == 2 ? Array{made[0], made[1]} : Array();
  }
  // An array of the rows of `value`.
  Array Filled(OutputRef value) {
    const Shape& shape = ShapeOf(value);
    std::vector<int64_t> dims;
    for (int i = 1; shape.has_rank() && i < shape.rank(); ++i) dims.push_back(shape.dim(i));
    Array array = Empty(TypeOf(value), Shape(std::span<const int64_t>(dims)));
    if (array.handle) {
      array.flow = b_.Op("TensorArrayScatterV3", {array.handle, indices_, value, array.flow});
    }
    return array;
  }

  // vars: the step, perhaps the flow of outputs and the last output, the states; then the constants.
  Result<std::vector<OutputRef>> Body(GraphBuilder& b, const std::vector<OutputRef>& vars,
                                      size_t num_variables, size_t first_state) const {
    size_t at = num_variables + 1;
    const DType dtype = TypeOf(scan_.x);
    const OutputRef t = vars[0];
    const OutputRef x = b.Op("TensorArrayReadV3", {vars[at], t, vars[at + 1]}, {{"dtype", dtype}});
    at += 2;
    OutputRef mask, outputs;
    if (scan_.mask) {
      mask = b.Op("TensorArrayReadV3", {vars[at], t, vars[at + 1]}, {{"dtype", DType::kBool}});
      at += 2;
    }
    if (scan_.sequence) outputs = vars[at++];
    RUNNEL_RETURN_IF_ERROR(b.status());
    const auto begin = vars.begin();
    const std::vector<OutputRef> states(begin + static_cast<std::ptrdiff_t>(first_state),
                                        begin + static_cast<std::ptrdiff_t>(num_variables)),
        constants(begin + static_cast<std::ptrdiff_t>(at), vars.end());
    const OutputRef before = has_output_ ? vars[first_state - 1] : OutputRef();
    RUNNEL_ASSIGN_OR_RETURN(const Step step, One(b, x, mask, before, states, constants));
    std::vector<OutputRef> next = {b.Op("AddV2", {t, IntScalar(b, DType::kInt32, 1)})};
    if (scan_.sequence) {
      next.push_back(b.Op("TensorArrayWriteV3", {outputs, t, step.output, vars[1]}));
    }
    if (has_output_) next.push_back(step.output);
    next.insert(next.end(), step.states.begin(), step.states.end());
    RUNNEL_RETURN_IF_ERROR(b.status());
    return next;
  }

  GraphBuilder& b_;
  const Scan& scan_;
  bool has_output_ = false;  // whether the last output is carried beside the states
  OutputRef num_steps_, indices_;
};

}  // namespace

Result<ScanResult> RunScan(GraphBuilder& b, const Scan& scan) {
  Runner runner(b, scan);
  return scan.unroll ? runner.Unrolled() : runner.Looped();
}

}  // namespace runnel::learn
