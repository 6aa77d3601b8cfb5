#include "core/learn/layers.h"

#include <algorithm>

namespace runnel::learn {
namespace {

const std::string& Text(const BoundRow& row, std::string_view name) {
  static const std::string kNone;
  const AttrValue* value = name.empty() ? nullptr : FindAttr(row.args, name);
  const std::string* text = value == nullptr ? nullptr : value->get_if<std::string>();
  return text == nullptr ? kNone : *text;
}

std::string ShapesOf(std::span<const OutputRef> values) {
  std::string text;
  for (const OutputRef& value : values) {
    text += StrCat(text.empty() ? "" : ", ", value.node->output_shape(value.index).ToString());
  }
  return text;
}

}  // namespace

int64_t MixSeed(int64_t seed, int64_t number) {
  uint64_t x = static_cast<uint64_t>(seed) * 0x9e3779b97f4a7c15u + static_cast<uint64_t>(number) + 1;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return static_cast<int64_t>((x ^ (x >> 31)) >> 2) | 1;
}

std::string SnakeCase(std::string_view name) {
  const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::string snake;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool begins =
        upper(name[i]) && i > 0 &&
        ((!upper(name[i - 1]) && !(name[i - 1] >= '0' && name[i - 1] <= '9')) ||
         (i + 1 < name.size() && name[i + 1] >= 'a' && name[i + 1] <= 'z' && upper(name[i - 1])));
    if (begins) snake += '_';
    snake += upper(name[i]) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  return snake;
}

Result<Weight> AddWeight(Graph* graph, std::string name, DType dtype, const Shape& shape,
                         std::string_view initializer, int64_t seed) {
  RUNNEL_ASSIGN_OR_RETURN(const BoundRow row, BindRow(RowKind::kInitializer, initializer));
  Weight weight;
  weight.name = std::move(name);
  weight.dtype = dtype;
  weight.shape = shape;
  GraphBuilder b(graph, weight.name);
  NodeSpec spec;
  spec.op = "VarHandleOp";
  spec.name = weight.name;
  SetAttr(&spec.attrs, "dtype", dtype);
  SetAttr(&spec.attrs, "shape", shape);
  SetAttr(&spec.attrs, "shared_name", weight.name);
  weight.handle = b.AddNode(std::move(spec));
  weight.read = b.Op("ReadVariableOp", {{weight.handle, 0}}, {{"dtype", dtype}});
  RowCall call;
  call.dtype = dtype;
  call.seed = seed;
  for (int i = 0; i < shape.rank(); ++i) call.shape.push_back(shape.dim(i));
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> value, RunRow(&b, row, call));
  spec = NodeSpec();
  spec.op = "AssignVariableOp";
  spec.name = StrCat(weight.name, "/Initialize");
  spec.inputs = {{weight.handle, 0}, value[0]};
  weight.initialize = b.AddNode(std::move(spec));
  RUNNEL_RETURN_IF_ERROR(b.status());
  return weight;
}

Layers::Layers(const OpRegistry* registry, DType dtype, int64_t seed)
    : graph_(std::make_shared<Graph>(registry)), dtype_(dtype), seed_(seed) {}

Result<int> Layers::AddInput(std::string_view name, DType dtype, const Shape& shape) {
  NodeSpec spec;
  spec.op = "Placeholder";
  spec.name = name.empty() ? NewName("InputLayer") : std::string(name);
  SetAttr(&spec.attrs, "dtype", dtype);
  SetAttr(&spec.attrs, "shape", shape);
  RUNNEL_ASSIGN_OR_RETURN(Node * node, graph_->AddNode(std::move(spec)));
  values_.push_back({{node, 0}, -1});
  inputs_.push_back(num_values() - 1);
  return num_values() - 1;
}

std::string Layers::NewName(std::string_view row) {
  const std::string base = SnakeCase(row);
  for (int number = 0;; ++number) {
    std::string name = number == 0 ? base : StrCat(base, "_", number);
    const bool taken =
        std::any_of(layers_.begin(), layers_.end(), [&](const Layer& l) { return l.name == name; });
    if (!taken && graph_->FindNode(name) == nullptr) return name;
  }
}

Result<int> Layers::AddLayer(std::string_view spec) {
  Layer layer;
  RUNNEL_ASSIGN_OR_RETURN(layer.row, BindRow(RowKind::kLayer, spec));
  layer.name = Text(layer.row, "name");
  if (layer.name.empty()) layer.name = NewName(layer.row.name());
  if (FindLayer(layer.name).ok())
    return AlreadyExists("the model has a layer \"", layer.name, "\" already");
  layer.trainable = layer.row.arg<bool>("trainable");
  if (const std::string& dtype = Text(layer.row, "dtype"); !dtype.empty()) {
    layer.dtype = DTypeFromName(dtype);
    if (!IsFloating(layer.dtype)) {
      return InvalidArgument("layer \"", layer.name, "\": dtype: expected a floating type, got \"",
                             dtype, "\"");
    }
  }
  layers_.push_back(std::move(layer));
  return static_cast<int>(layers_.size()) - 1;
}

Result<int> Layers::FindLayer(std::string_view name) const {
  std::string names;
  for (size_t i = 0; i < layers_.size(); ++i) {
    if (layers_[i].name == name) return static_cast<int>(i);
    names += StrCat(names.empty() ? "" : ", ", layers_[i].name);
  }
  return NotFound("the model has no layer \"", name, "\"; it has ", names.empty() ? "none" : names);
}

Status Layers::Build(int index, std::span<const OutputRef> inputs, GraphBuilder* b) {
  Layer& layer = layers_[static_cast<size_t>(index)];
  if (layer.dtype == DType::kInvalid) layer.dtype = dtype_;
  RowCall call;
  call.inputs.assign(inputs.begin(), inputs.end());
  call.dtype = layer.dtype;
  std::vector<int> indices;
  std::vector<Weight> made;
  for (const WeightRow& row : layer.row.schema->weights()) {
    if (!row.when.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(const AttrValue there, EvaluateOf(b, layer.row, row.when, call));
      if (const bool* truth = there.get_if<bool>(); truth == nullptr || !*truth) {
        indices.push_back(-1);
        continue;
      }
    }
    RUNNEL_ASSIGN_OR_RETURN(const AttrValue sizes, EvaluateOf(b, layer.row, row.shape, call));
    const auto* dims = sizes.get_if<std::vector<int64_t>>();
    if (dims == nullptr)
      return Internal("the shape of weight ", row.name, " of ", layer.row.name(), " is no list");
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(*dims));
    const size_t place = weights_.size() + made.size();
    const std::string given = Text(layer.row, row.initializer);
    RUNNEL_ASSIGN_OR_RETURN(
        Weight weight, AddWeight(graph_.get(), StrCat(layer.name, "/", row.name), layer.dtype, shape,
                                 given.empty() ? row.initializer : std::string_view(given),
                                 MixSeed(seed_, static_cast<int64_t>(place))));
    weight.trainable = row.trainable;
    weight.regularizer = Text(layer.row, row.regularizer);
    weight.constraint = Text(layer.row, row.constraint);
    indices.push_back(static_cast<int>(place));
    made.push_back(std::move(weight));
  }
  for (Weight& weight : made) weights_.push_back(std::move(weight));
  layer.weights = std::move(indices);
  layer.built = true;
  return OkStatus();
}

Result<std::vector<OutputRef>> Layers::Apply(int index, const std::vector<OutputRef>& inputs,
                                             bool training, GraphBuilder* b) {
  const Layer& layer = layers_[static_cast<size_t>(index)];
  RowCall call;
  call.inputs = inputs;
  call.dtype = layer.dtype;
  call.seed = MixSeed(seed_, 1000000 + index);
  bool frozen = false;  // moving statistics stay, too
  for (const int weight : layer.weights) {
    call.weights.push_back(weight < 0 ? OutputRef() : weights_[static_cast<size_t>(weight)].read);
    frozen |= weight >= 0 && !weights_[static_cast<size_t>(weight)].trainable && !layer.trainable;
  }
  call.training = training && !frozen;
  RUNNEL_ASSIGN_OR_RETURN(std::vector<OutputRef> outputs, RunRow(b, layer.row, call));
  if (!outputs[0]) return Unimplemented(layer.row.name(), ": such axes for inputs of these dimensions");
  if (!layer.row.schema->row->own_activation) {
    RUNNEL_ASSIGN_OR_RETURN(outputs[0], Activate(b, Text(layer.row, "activation"), outputs[0]));
  }
  RUNNEL_RETURN_IF_ERROR(b->status());
  return outputs;
}

Result<int> Layers::Call(int index, std::span<const int> inputs) {
  std::vector<OutputRef> edges;
  for (const int input : inputs) {
    if (input < 0 || input >= num_values()) {
      return InvalidArgument("value ", input, " is none of the model's ", num_values());
    }
    edges.push_back(value(input).predicted);
  }
  Layer& layer = layers_[static_cast<size_t>(index)];
  GraphBuilder b(graph_.get(), layer.name);
  const auto explain = [&](const Status& status) {
    return status.WithPrefix(StrCat("layer \"", layer.name, "\" on ", ShapesOf(edges)));
  };
  if (!layer.built) {
    if (Status status = Build(index, edges, &b); !status.ok()) return explain(status);
  }
  auto outputs = Apply(index, edges, false, &b);
  if (!outputs.ok()) return explain(outputs.status());
  values_.push_back({(*outputs)[0], static_cast<int>(calls_.size())});
  calls_.push_back({index, {inputs.begin(), inputs.end()}, num_values() - 1});
  return num_values() - 1;
}

Status Layers::SetOutputs(std::span<const int> values) {
  for (const int v : values) {
    if (v < 0 || v >= num_values())
      return InvalidArgument("value ", v, " is none of the model's ", num_values());
  }
  if (values.empty()) return InvalidArgument("a model has at least one output");
  outputs_.assign(values.begin(), values.end());
  return OkStatus();
}

Status Layers::SetTrainable(int layer, bool trainable) {
  if (layer < 0 || layer >= static_cast<int>(layers_.size()))
    return InvalidArgument("layer ", layer, " is none");
  layers_[static_cast<size_t>(layer)].trainable = trainable;
  return OkStatus();
}

Result<ForwardPass> Layers::Run(bool training) {
  ForwardPass pass;
  if (outputs_.empty()) return FailedPrecondition("the model has no outputs");
  std::vector<OutputRef> edges(values_.size());
  for (size_t i = 0; i < values_.size(); ++i) {
    if (values_[i].call < 0 || !training) edges[i] = values_[i].predicted;
  }
  std::vector<bool> needed(values_.size());
  for (const int output : outputs_) needed[static_cast<size_t>(output)] = true;
  for (size_t i = calls_.size(); i-- > 0;) {
    if (!needed[static_cast<size_t>(calls_[i].output)]) continue;
    for (const int input : calls_[i].inputs) needed[static_cast<size_t>(input)] = true;
  }
  std::vector<bool> penalised(weights_.size());
  for (const LayerCall& call : calls_) {
    const size_t at = static_cast<size_t>(call.output);
    if (!needed[at]) continue;
    const Layer& layer = layers_[static_cast<size_t>(call.layer)];
    GraphBuilder b(graph_.get(), StrCat(training ? "train/" : "predict/", layer.name));
    if (training) {
      std::vector<OutputRef> inputs;
      for (const int input : call.inputs) inputs.push_back(edges[static_cast<size_t>(input)]);
      auto outputs = Apply(call.layer, inputs, true, &b);
      if (!outputs.ok()) return outputs.status().WithPrefix(StrCat("layer \"", layer.name, "\""));
      edges[at] = (*outputs)[0];
      // The outputs behind y are new values of the weights that are not trained, in their order.
      size_t output = 1;
      for (size_t i = 0; i < layer.weights.size(); ++i) {
        if (layer.row.schema->weights()[i].trainable) continue;
        const OutputRef value = (*outputs)[output++];
        if (value && layer.weights[i] >= 0) pass.updates.push_back({layer.weights[i], value});
      }
    }
    const auto penalise = [&](std::string_view spec, OutputRef of, bool per_sample) -> Status {
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow row, BindRow(RowKind::kRegularizer, spec));
      RowCall regularize;
      regularize.inputs = {of};
      regularize.dtype = of.node->output_type(of.index);
      RUNNEL_ASSIGN_OR_RETURN(std::vector<OutputRef> penalty, RunRow(&b, row, regularize));
      if (per_sample) {  // Keras divides what an activity costs by the batch
        const OutputRef size =
            b.Op("StridedSlice",
                 {b.Op("Shape", {of}), b.Int32Vector({0}), b.Int32Vector({1}), b.Int32Vector({1})},
                 {{"shrink_axis_mask", 1}});
        penalty[0] = b.Op(
            "RealDiv", {penalty[0], b.Op("Cast", {size}, {{"DstT", of.node->output_type(of.index)}})});
      }
      pass.penalties.push_back(penalty[0]);
      return b.status();
    };
    for (const int weight : layer.weights) {
      if (weight < 0 || penalised[static_cast<size_t>(weight)]) continue;
      const Weight& w = weights_[static_cast<size_t>(weight)];
      penalised[static_cast<size_t>(weight)] = true;
      if (!w.regularizer.empty()) {
        RUNNEL_RETURN_IF_ERROR(penalise(w.regularizer, w.read, false));
      }
    }
    if (const std::string& activity = Text(layer.row, "activity_regularizer"); !activity.empty()) {
      RUNNEL_RETURN_IF_ERROR(penalise(activity, edges[at], true));
    }
  }
  for (const int output : outputs_) pass.outputs.push_back(edges[static_cast<size_t>(output)]);
  return pass;
}

}  // namespace runnel::learn
