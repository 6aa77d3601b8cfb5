// If, Loop and Scan. A condition that is constant leaves one branch in its place; all else becomes
// TensorFlow's functional ops, whose bodies take what the model's graphs read of the scope around them.
#include <algorithm>
#include <limits>

#include "plugins/onnx/importer.h"

namespace runnel::onnx {
namespace {

const GraphProto& GraphOf(Node& n, std::string_view name) {
  const Attribute* attribute = n.Attr(name);
  if (attribute == nullptr || attribute->graph == nullptr) Invalid("no graph " + std::string(name));
  return *attribute->graph;
}

std::vector<int32_t> Types(const Values& values) {
  std::vector<int32_t> types;
  for (const Value& value : values) types.push_back(value.dtype);
  return types;
}

// What two branches give: their sizes where they agree.
Shape Common(const Shape& x, const Shape& y) {
  if (!x.ranked || !y.ranked || x.rank() != y.rank()) return {};
  Shape out = x;
  for (size_t i = 0; i < out.dims.size(); ++i) {
    if (x.dims[i] != y.dims[i]) out.dims[i] = -1;
  }
  return out;
}

void If(Node& n) {
  Builder& b = n.b;
  const Value condition = n.In(0);
  const GraphProto& yes = GraphOf(n, "then_branch");
  const GraphProto& no = GraphOf(n, "else_branch");
  if (const auto known = IntegersOf(condition); known && known->size() == 1) {
    const Values results = n.importer.Inline(n.scope, (*known)[0] != 0 ? yes : no, {});
    if (results.size() < n.num_outputs()) Invalid("a branch gives too few values");
    for (size_t i = 0; i < n.num_outputs(); ++i)
      n.Out(i,
            results[i].tensor.empty() || results[i].is_sequence() ? results[i] : b.Identity(results[i]));
    return;
  }
  // Both branches take what either reads.
  auto captures = n.importer.Captures(n.scope, yes);
  for (auto& capture : n.importer.Captures(n.scope, no)) {
    const bool there = std::any_of(captures.begin(), captures.end(),
                                   [&](const auto& c) { return c.first == capture.first; });
    if (!there) captures.push_back(std::move(capture));
  }
  Values inputs;
  for (const auto& [name, value] : captures) inputs.push_back(value);
  const std::string prefix = b.prefix();
  Values results[2];
  std::string names[2];
  for (const int i : {0, 1}) {
    Importer::Body body(n.importer.graph());
    n.importer.Begin(&body, n.scope, {}, captures);
    body.scope.may_not_run = true;
    results[i] = n.importer.Inline(body.scope, i == 0 ? yes : no, {});
    names[i] = n.importer.End(&body, prefix + (i == 0 ? "_then" : "_else"), results[i]);
  }
  if (Types(results[0]) != Types(results[1]) || results[0].size() < n.num_outputs())
    Refuse("branches that give different types");
  Values all{b.Reshape(condition, Ints{})};  // exporters write one element in any shape
  all.insert(all.end(), inputs.begin(), inputs.end());
  const auto shape = [&](size_t i) { return Common(results[0][i].shape, results[1][i].shape); };
  const Value first = b.Node("If", all, results[0][0].dtype, shape(0), [&](plugin::NodeWriter& w) {
    w.Type("Tcond", condition.dtype).Types("Tin", Types(inputs)).Types("Tout", Types(results[0]));
    w.Function("then_branch", names[0]).Function("else_branch", names[1]);
  });
  for (size_t i = 0; i < n.num_outputs(); ++i)
    n.Out(i, Builder::Other(first, static_cast<int>(i), results[0][i].dtype, shape(i)));
}

// A carried value may change its sizes from one iteration to the next, so none is known inside.
Value Carried(const Value& value, const ValueInfo* info) {
  Value out = value;
  out.literal = nullptr;
  if (value.is_sequence() || value.absent) Refuse("a sequence or an optional that is carried");
  if (out.dtype == RNLP_INVALID && info != nullptr) out.dtype = DTypeOf(info->element_type);
  if (out.shape.ranked) out.shape = Shape::OfRank(out.shape.rank());
  return out;
}

Value EmptyList(Builder& b, int32_t dtype) {
  return b.Node(
      "EmptyTensorList", {Builder::I32Scalar(-1), Builder::I32Scalar(-1)}, RNLP_VARIANT, Shape::Scalar(),
      [&](plugin::NodeWriter& w) { w.Type("element_dtype", dtype).Type("shape_type", RNLP_INT32); });
}
Value Pushed(Builder& b, const Value& list, const Value& item) {
  return b.Node("TensorListPushBack", {list, item}, RNLP_VARIANT, Shape::Scalar(),
                [&](plugin::NodeWriter& w) { w.Type("element_dtype", item.dtype); });
}
Value Stacked(Builder& b, const Value& list, int32_t dtype, const Shape& item, int64_t count) {
  Shape shape = item;
  if (shape.ranked) shape.dims.insert(shape.dims.begin(), count);
  const Value element = item.ranked ? Builder::I32(item.dims) : Builder::I32Scalar(-1);
  return b.Node("TensorListStack", {list, element}, dtype, shape,
                [&](plugin::NodeWriter& w) { w.Type("element_dtype", dtype); });
}

// A While over [i, limit, goes, carried..., lists..., fixed..., captures...].
struct Looped {
  Values carried, lists;
};
struct LoopPlan {
  const GraphProto* graph = nullptr;
  Value limit, goes;  // int64 and bool scalars
  Values carried;     // of the graph's inputs, at first
  Values fixed;       // that do not change: what a scan reads
  bool is_scan = false;
  Ints axes, backward;  // of a scan's inputs
  size_t num_lists = 0;
};

Looped RunLoop(Node& n, const LoopPlan& plan) {
  Builder& b = n.b;
  const GraphProto& graph = *plan.graph;
  const auto captures = n.importer.Captures(n.scope, graph);
  const size_t first_input = plan.is_scan ? 0 : 2, carried = plan.carried.size();
  Values arguments{Builder::I64Scalar(0), plan.limit, plan.goes};
  for (size_t i = 0; i < carried; ++i)
    arguments.push_back(Carried(plan.carried[i], &graph.inputs[first_input + i]));
  const size_t at_lists = arguments.size();
  Value list;
  list.dtype = RNLP_VARIANT;
  list.shape = Shape::Scalar();
  for (size_t i = 0; i < plan.num_lists; ++i) arguments.push_back(list);
  const size_t at_fixed = arguments.size();
  arguments.insert(arguments.end(), plan.fixed.begin(), plan.fixed.end());

  Importer::Body body(n.importer.graph());
  n.importer.Begin(&body, n.scope, arguments, captures);
  Builder& in = body.b;
  const Values& a = body.arguments;
  Values inputs;
  if (!plan.is_scan) inputs = {a[0], a[2]};
  for (size_t i = 0; i < carried; ++i) inputs.push_back(a[3 + i]);
  for (size_t i = 0; i < plan.fixed.size(); ++i) {
    const Value& whole = a[at_fixed + i];
    const Value at = plan.backward[i] != 0 ? in.Sub(in.Sub(a[1], Builder::I64Scalar(1)), a[0]) : a[0];
    inputs.push_back(in.Gather(whole, at, plan.axes[i]));
  }
  const Values results = n.importer.Inline(body.scope, graph, inputs);
  const size_t first_result = plan.is_scan ? 0 : 1;
  if (results.size() != first_result + carried + plan.num_lists)
    Invalid("the body gives too few or too many values");
  Values out{in.Add(a[0], Builder::I64Scalar(1)), a[1],
             plan.is_scan ? a[2] : in.Reshape(results[0], Ints{})};
  for (size_t i = 0; i < carried; ++i) {
    const Value& value = results[first_result + i];
    if (value.is_sequence() || value.absent) Refuse("a sequence or an optional that is carried");
    if (value.dtype != a[3 + i].dtype) Refuse("a carried value that changes its type");
    out.push_back(value);
  }
  for (size_t i = 0; i < plan.num_lists; ++i)
    out.push_back(Pushed(in, a[at_lists + i], results[first_result + carried + i]));
  for (size_t i = at_fixed; i < arguments.size(); ++i) out.push_back(a[i]);
  for (const auto& [name, value] : captures) out.push_back(body.scope.values.at(name));
  const std::string loop = n.importer.End(&body, b.prefix() + "_body", out);

  Importer::Body test(n.importer.graph());
  n.importer.Begin(&test, n.scope, arguments, captures);
  const Values& t = test.arguments;
  const Value less = test.b.Compare("Less", t[0], t[1]);
  const std::string condition =
      n.importer.End(&test, b.prefix() + "_cond", {test.b.Compare("LogicalAnd", less, t[2])});

  Values start{Builder::I64Scalar(0), plan.limit, plan.goes};
  start.insert(start.end(), plan.carried.begin(), plan.carried.end());
  for (size_t i = 0; i < plan.num_lists; ++i)
    start.push_back(EmptyList(b, results[first_result + carried + i].dtype));
  start.insert(start.end(), plan.fixed.begin(), plan.fixed.end());
  for (const auto& [name, value] : captures) start.push_back(value);
  const Value first = b.Node("While", start, RNLP_INT64, Shape::Scalar(), [&](plugin::NodeWriter& w) {
    w.Types("T", Types(start)).Function("cond", condition).Function("body", loop);
  });
  Looped looped;
  for (size_t i = 0; i < carried; ++i) {
    looped.carried.push_back(
        Builder::Other(first, static_cast<int>(3 + i), start[3 + i].dtype, arguments[3 + i].shape));
  }
  const auto count = IntegersOf(plan.limit);
  for (size_t i = 0; i < plan.num_lists; ++i) {
    const Value& item = results[first_result + carried + i];
    const Value handle =
        Builder::Other(first, static_cast<int>(at_lists + i), RNLP_VARIANT, Shape::Scalar());
    looped.lists.push_back(
        Stacked(b, handle, item.dtype, item.shape, plan.is_scan && count ? (*count)[0] : -1));
  }
  return looped;
}

// Iterations written out one after the other, as lists of unknown length in the state need.
void Unrolled(Node& n, const GraphProto& graph, int64_t count, Values carried, size_t num_lists) {
  constexpr int64_t kMost = 256;
  if (count > kMost) Refuse("more than 256 iterations over sequences");
  std::vector<Values> lists(num_lists);
  Value goes = Builder::Constant(RNLP_BOOL, Shape::Scalar(), std::string(1, '\1'));
  for (int64_t i = 0; i < count; ++i) {
    Values inputs{Builder::I64Scalar(i), goes};
    inputs.insert(inputs.end(), carried.begin(), carried.end());
    const Values results = n.importer.Inline(n.scope, graph, inputs);
    if (results.size() != 1 + carried.size() + num_lists)
      Invalid("the body gives too few or too many values");
    const auto on = IntegersOf(results[0]);
    if (!on) Refuse("a condition that is not constant over sequences");
    for (size_t k = 0; k < carried.size(); ++k) carried[k] = results[1 + k];
    for (size_t k = 0; k < num_lists; ++k) lists[k].push_back(results[1 + carried.size() + k]);
    if ((*on)[0] == 0) break;
  }
  for (size_t k = 0; k < carried.size(); ++k) n.Out(k, carried[k]);
  for (size_t k = 0; k < num_lists; ++k) {
    if (lists[k].empty()) Refuse("no iteration, whose values would be stacked");
    n.Out(carried.size() + k, n.b.Stack(lists[k], 0));
  }
}

void Loop(Node& n) {
  Builder& b = n.b;
  const auto most = n.Opt(0), goes = n.Opt(1);
  LoopPlan plan;
  plan.graph = &GraphOf(n, "body");
  bool sequences = false;
  for (size_t i = 2; i < n.num_inputs(); ++i) {
    plan.carried.push_back(n.Any(i));
    sequences |= plan.carried.back().is_sequence() || plan.carried.back().absent;
  }
  if (plan.graph->inputs.size() != plan.carried.size() + 2)
    Invalid("the body has not an input for each carried value");
  if (plan.graph->outputs.size() < plan.carried.size() + 1) Invalid("the body gives too few values");
  plan.num_lists = plan.graph->outputs.size() - 1 - plan.carried.size();
  if (sequences) {
    const auto count = most ? IntegersOf(*most) : std::optional<Ints>();
    const auto on = goes ? IntegersOf(*goes) : std::optional<Ints>(Ints{1});
    if (!count || count->size() != 1 || !on || on->size() != 1)
      Refuse("a sequence that is carried, and a count that is not constant");
    return Unrolled(n, *plan.graph, (*on)[0] != 0 ? (*count)[0] : 0, plan.carried, plan.num_lists);
  }
  plan.limit = most ? b.Cast(b.Reshape(*most, Ints{}), RNLP_INT64)
                    : Builder::I64Scalar(std::numeric_limits<int64_t>::max());
  plan.goes = goes ? b.Reshape(*goes, Ints{})
                   : Builder::Constant(RNLP_BOOL, Shape::Scalar(), std::string(1, '\1'));
  const Looped looped = RunLoop(n, plan);
  for (size_t i = 0; i < looped.carried.size(); ++i) n.Out(i, looped.carried[i]);
  for (size_t i = 0; i < looped.lists.size(); ++i) n.Out(looped.carried.size() + i, looped.lists[i]);
}

void Scan(Node& n) {
  Builder& b = n.b;
  if (n.opset < 9) Refuse("of an opset before 9, with a batch");
  LoopPlan plan;
  plan.is_scan = true;
  plan.graph = &GraphOf(n, "body");
  const int64_t scans = n.Int("num_scan_inputs", 0);
  const auto inputs = static_cast<int64_t>(n.num_inputs());
  if (scans < 1 || scans > inputs || plan.graph->inputs.size() != n.num_inputs())
    Invalid("num_scan_inputs " + std::to_string(scans));
  const auto states = static_cast<size_t>(inputs - scans);
  for (size_t i = 0; i < states; ++i) plan.carried.push_back(n.In(i));
  plan.axes = n.IntList("scan_input_axes", Ints(static_cast<size_t>(scans), 0));
  plan.backward = n.IntList("scan_input_directions", Ints(static_cast<size_t>(scans), 0));
  if (plan.axes.size() != static_cast<size_t>(scans) || plan.backward.size() != plan.axes.size())
    Invalid("scan_input_axes");
  for (size_t i = 0; i < plan.axes.size(); ++i) {
    plan.fixed.push_back(n.In(states + i));
    plan.axes[i] = Axis(plan.axes[i], NeedRank(plan.fixed[i]));
  }
  if (plan.graph->outputs.size() < states) Invalid("the body gives too few values");
  plan.num_lists = plan.graph->outputs.size() - states;
  const Ints out_axes = n.IntList("scan_output_axes", Ints(plan.num_lists, 0));
  const Ints out_backward = n.IntList("scan_output_directions", Ints(plan.num_lists, 0));
  if (out_axes.size() != plan.num_lists || out_backward.size() != plan.num_lists)
    Invalid("scan_output_axes");
  plan.limit = b.SizeOf(plan.fixed[0], plan.axes[0]);
  plan.goes = Builder::Constant(RNLP_BOOL, Shape::Scalar(), std::string(1, '\1'));
  const Looped looped = RunLoop(n, plan);
  for (size_t i = 0; i < states; ++i) n.Out(i, looped.carried[i]);
  for (size_t i = 0; i < plan.num_lists; ++i) {
    Value out = looped.lists[i];
    if (out_backward[i] != 0) out = b.Reverse(out, {0});
    if (out_axes[i] != 0) {
      const int64_t rank = NeedRank(out), axis = Axis(out_axes[i], rank);
      Ints perm = AllAxes(rank);
      std::rotate(perm.begin(), perm.begin() + 1, perm.begin() + axis + 1);
      out = b.Transpose(out, perm);
    }
    n.Out(states + i, out);
  }
}

constexpr OpRow kControlOps[] = {
    {"", "If", If},
    {"", "Loop", Loop},
    {"", "Scan", Scan},
};

}  // namespace

std::span<const OpRow> ControlOps() { return kControlOps; }

}  // namespace runnel::onnx
