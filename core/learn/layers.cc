#include "core/learn/layers.h"

#include <algorithm>
#include <optional>

#include "core/ops/gradient_helpers.h"

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
    text += StrCat(text.empty() ? "" : ", ", ShapeOf(value).ToString());
  }
  return text;
}

// The order of dimensions that puts an input's channels last; empty: they are there.
Result<std::vector<int64_t>> ChannelOrder(const BoundRow& row, OutputRef input) {
  const Channels channels = row.schema->row->channels;
  int64_t axis = -1;
  if (channels == Channels::kByFormat && Text(row, "data_format") == "channels_first") axis = 1;
  if (channels == Channels::kByAxis) axis = row.arg<int64_t>("axis");
  std::vector<int64_t> order;
  if (axis == -1) return order;
  const Shape& shape = ShapeOf(input);
  if (!shape.has_rank()) return InvalidArgument("its input's number of dimensions is not known");
  if (axis < 0) axis += shape.rank();
  if (axis < 1 || axis >= shape.rank())
    return InvalidArgument("axis ", axis, ": its input ", shape.ToString(),
                           " has no such dimension behind the batch");
  if (axis == shape.rank() - 1) return order;
  for (int64_t i = 0; i < shape.rank(); ++i) {
    if (i != axis) order.push_back(i);
  }
  order.push_back(axis);
  return order;
}

// Puts the dimensions in that order, or back from it; what has another number of them stays.
OutputRef Reordered(GraphBuilder* b, OutputRef value, const std::vector<int64_t>& order, bool back) {
  const size_t rank = order.size();
  const Shape& shape = ShapeOf(value);
  if (rank == 0 || !shape.has_rank() || static_cast<size_t>(shape.rank()) != rank) return value;
  std::vector<int64_t> dims = order;
  for (size_t i = 0; back && i < rank; ++i)
    dims[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  return b->Op("Transpose", {value, IntVector(*b, DType::kInt32, dims)});
}

void Collect(const Layer& layer, std::vector<int>* weights) {
  for (const int weight : layer.weights) {
    if (weight >= 0) weights->push_back(weight);
  }
  for (const Layer& part : layer.parts) Collect(part, weights);
}

}  // namespace

std::vector<int> AllWeights(const Layer& layer) {
  std::vector<int> weights;
  Collect(layer, &weights);
  return weights;
}

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
        ((name[i - 1] >= 'a' && name[i - 1] <= 'z') ||
         (i + 1 < name.size() && name[i + 1] >= 'a' && name[i + 1] <= 'z' && name[i - 1] != '_'));
    if (begins) snake += '_';
    snake += upper(name[i]) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  return snake;
}

Result<Weight> AddWeight(Graph* graph, std::string name, DType dtype, const Shape& shape,
                         std::string_view initializer, int64_t seed, const std::string& beside) {
  RUNNEL_ASSIGN_OR_RETURN(const BoundRow row, BindRow(RowKind::kInitializer, initializer));
  Weight weight;
  weight.name = std::move(name);
  weight.dtype = dtype;
  weight.shape = shape;
  GraphBuilder b(graph, weight.name);
  b.set_colocate_with(beside);
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

Result<DTypePolicy> ParsePolicy(std::string_view text, std::string_view what) {
  DTypePolicy policy;
  std::string_view compute = text;
  const bool mixed = compute.starts_with("mixed_");
  if (mixed) compute.remove_prefix(6);
  // Keras' names are those of NumPy.
  constexpr std::pair<std::string_view, DType> kNames[] = {
      {"float16", DType::kHalf}, {"float32", DType::kFloat}, {"float64", DType::kDouble}};
  policy.compute = DTypeFromName(compute);
  for (const auto& [name, dtype] : kNames) {
    if (compute == name) policy.compute = dtype;
  }
  const bool small = policy.compute == DType::kHalf || policy.compute == DType::kBFloat16;
  if (!IsFloating(policy.compute) || (mixed && !small)) {
    return InvalidArgument(
        what, ": dtype: expected a floating type, mixed_float16 or mixed_bfloat16, got \"", text, "\"");
  }
  policy.variable = mixed ? DType::kFloat : policy.compute;
  policy.scales_loss = mixed && policy.compute == DType::kHalf;
  return policy;
}

Layers::Layers(const OpRegistry* registry, const DTypePolicy& policy, int64_t seed)
    : graph_(std::make_shared<Graph>(registry)), policy_(policy), seed_(seed) {}

Result<int> Layers::AddInput(std::string_view name, DType dtype, const Shape& shape) {
  NodeSpec spec;
  spec.op = "Placeholder";
  spec.name = name.empty() ? NewName("InputLayer") : std::string(name);
  SetAttr(&spec.attrs, "dtype", dtype);
  SetAttr(&spec.attrs, "shape", shape);
  RUNNEL_ASSIGN_OR_RETURN(Node * node, graph_->AddNode(std::move(spec)));
  values_.push_back({{node, 0}, {}, -1});
  inputs_.push_back(num_values() - 1);
  return num_values() - 1;
}

std::string Layers::NewName(std::string_view row) {
  const std::string base = SnakeCase(row);
  for (int number = 0;; ++number) {
    std::string name = number == 0 ? base : StrCat(base, "_", number);
    const bool taken =
        std::any_of(layers_.begin(), layers_.end(), [&](const Layer& l) { return l.name == name; }) ||
        std::find(part_names_.begin(), part_names_.end(), name) != part_names_.end();
    if (!taken && graph_->FindNode(name) == nullptr) return name;
  }
}

Result<Layer> Layers::MakeLayer(const Spec& spec, std::string_view path, std::string_view prefix) {
  Layer layer;
  RUNNEL_ASSIGN_OR_RETURN(layer.row, own_.Bind(RowKind::kLayer, spec));
  layer.name = Text(layer.row, "name");
  if (layer.name.empty()) layer.name = NewName(layer.row.name());
  layer.name = StrCat(prefix, layer.name);
  layer.path = path.empty() ? layer.name : StrCat(path, "/", layer.name);
  layer.trainable = layer.row.arg<bool>("trainable");
  layer.policy = policy_;
  if (const std::string& dtype = Text(layer.row, "dtype"); !dtype.empty()) {
    RUNNEL_ASSIGN_OR_RETURN(layer.policy, ParsePolicy(dtype, StrCat("layer \"", layer.name, "\"")));
  }
  if (layer.row.schema->row->parts != nullptr) {
    std::vector<LayerPart> parts;
    RUNNEL_RETURN_IF_ERROR(layer.row.schema->row->parts(layer.row, &parts));
    const size_t names = part_names_.size();
    std::vector<std::string> added;
    for (const LayerPart& part : parts) {
      RUNNEL_ASSIGN_OR_RETURN(Layer made, MakeLayer(part.spec, layer.path, part.prefix));
      if (!Text(made.row, "activity_regularizer").empty()) {
        return Unimplemented("layer \"", made.path,
                             "\": activity_regularizer of a layer within a layer");
      }
      added.push_back(made.name.substr(part.prefix.size()));
      layer.parts.push_back(std::move(made));
    }
    part_names_.insert(part_names_.begin() + static_cast<std::ptrdiff_t>(names), added.begin(),
                       added.end());
  }
  return layer;
}

std::string Layers::PrefixOf(int group) const {
  return group < 0 ? std::string() : groups_[static_cast<size_t>(group)].name + "/";
}

Result<int> Layers::AddGroup(std::string_view name, std::string_view kind, int parent) {
  LayerGroup group = {StrCat(PrefixOf(parent), name), std::string(kind), parent};
  for (const LayerGroup& other : groups_) {
    if (other.name == group.name)
      return AlreadyExists("the model has a group of layers \"", group.name, "\" already");
  }
  groups_.push_back(std::move(group));
  return static_cast<int>(groups_.size()) - 1;
}

Result<int> Layers::AddLayer(std::string_view text, int group) {
  RUNNEL_ASSIGN_OR_RETURN(const Spec spec, ParseSpec(text, "layer"));
  RUNNEL_ASSIGN_OR_RETURN(Layer layer, MakeLayer(spec, "", PrefixOf(group)));
  layer.group = group;
  if (FindLayer(layer.name).ok())
    return AlreadyExists("the model has a layer \"", layer.name, "\" already");
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

namespace {

// The shape that a weight of a layer has for such inputs; nothing: there is no such weight.
Result<std::optional<Shape>> ShapeFor(const BoundRow& layer, const WeightRow& row, const RowCall& call,
                                      GraphBuilder* b) {
  if (!row.when.empty()) {
    RUNNEL_ASSIGN_OR_RETURN(const AttrValue there, EvaluateOf(b, layer, row.when, call));
    if (const bool* truth = there.get_if<bool>(); truth == nullptr || !*truth)
      return std::optional<Shape>();
  }
  std::vector<int64_t> dims;
  if (row.sizes != nullptr) {
    RUNNEL_ASSIGN_OR_RETURN(const auto sizes, row.sizes(layer, call));
    if (!sizes) return std::optional<Shape>();
    dims = *sizes;
  } else {
    RUNNEL_ASSIGN_OR_RETURN(const AttrValue sizes, EvaluateOf(b, layer, row.shape, call));
    const auto* list = sizes.get_if<std::vector<int64_t>>();
    if (list == nullptr)
      return Internal("the shape of weight ", row.name, " of ", layer.name(), " is no list");
    dims = *list;
  }
  RUNNEL_ASSIGN_OR_RETURN(Shape shape, Shape::Make(dims));
  return std::optional<Shape>(std::move(shape));
}

}  // namespace

Status Layers::CheckBuilt(const Layer& layer, const RowCall& call, GraphBuilder* b) const {
  const auto rows = layer.row.schema->weights();
  for (size_t i = 0; i < rows.size() && i < layer.weights.size(); ++i) {
    if (layer.weights[i] < 0) continue;
    // A size that is not known until the model runs is the ops' own to check.
    const auto shape = ShapeFor(layer.row, rows[i], call, b);
    const Weight& weight = weights_[static_cast<size_t>(layer.weights[i])];
    if (!shape.ok() || !*shape || **shape == weight.shape) continue;
    return InvalidArgument("its weight ", weight.name, " is ", weight.shape.ToString(),
                           ", for this input it would be ", (*shape)->ToString());
  }
  return OkStatus();
}

Status Layers::Build(Layer* layer, const RowCall& call, GraphBuilder* b) {
  std::vector<int> indices;
  std::vector<Weight> made;
  for (const WeightRow& row : layer->row.schema->weights()) {
    RUNNEL_ASSIGN_OR_RETURN(const std::optional<Shape> shape, ShapeFor(layer->row, row, call, b));
    if (!shape) {
      indices.push_back(-1);
      continue;
    }
    const size_t place = weights_.size() + made.size();
    std::string initializer = Text(layer->row, row.initializer);
    if (initializer.empty()) initializer = row.initializer;
    if (row.initial != nullptr) initializer = row.initial(layer->row);
    const std::string_view own = row.keras_name.empty() ? row.name : row.keras_name;
    const std::string name =
        row.path.empty() ? StrCat(layer->path, "/", own) : StrCat(layer->path, "/", row.path, "/", own);
    RUNNEL_ASSIGN_OR_RETURN(Weight weight,
                            AddWeight(graph_.get(), name, layer->policy.variable, *shape, initializer,
                                      MixSeed(seed_, static_cast<int64_t>(place))));
    weight.trainable = row.trainable;
    weight.regularizer = Text(layer->row, row.regularizer);
    weight.constraint = Text(layer->row, row.constraint);
    indices.push_back(static_cast<int>(place));
    made.push_back(std::move(weight));
  }
  for (Weight& weight : made) weights_.push_back(std::move(weight));
  layer->weights = std::move(indices);
  layer->built = true;
  return OkStatus();
}

Result<KeptState> Layers::StateOf(Layer* layer, size_t number, const Shape& shape) {
  while (layer->states.size() <= number) {
    const std::string name =
        graph_->UniqueName(StrCat(layer->path, "/rnn_state_", layer->states.size()));
    RUNNEL_ASSIGN_OR_RETURN(Weight made,
                            AddWeight(graph_.get(), name, layer->policy.variable, shape, "zeros", 1));
    layer->states.push_back(static_cast<int>(states_.size()));
    states_.push_back(std::move(made));
  }
  const Weight& state = states_[static_cast<size_t>(layer->states[number])];
  if (state.shape != shape) {
    return InvalidArgument("its state is ", state.shape.ToString(), ", a call of it has ",
                           shape.ToString());
  }
  return KeptState{state.handle, state.read};
}

Result<LayerResult> Layers::Apply(Layer* layer, const std::vector<OutputRef>& inputs,
                                  const std::vector<OutputRef>& masks, Pass pass) {
  const DType compute = layer->policy.compute;
  const bool small = compute == DType::kHalf || compute == DType::kBFloat16;
  RowCall call;
  call.masks = masks;
  RUNNEL_RETURN_IF_ERROR(CheckNumInputs(layer->row, inputs.size()));
  // What a layer gives to a part of it is empty if making it failed.
  RUNNEL_RETURN_IF_ERROR(pass.b->status());
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> order, ChannelOrder(layer->row, inputs[0]));
  for (const OutputRef& input : inputs) call.inputs.push_back(Reordered(pass.b, input, order, false));
  if (!order.empty() && layer->row.schema->row->channels == Channels::kByAxis && !masks.empty() &&
      masks[0])
    return Unimplemented("masks for an axis that is not the last one");
  call.dtype = small && layer->row.schema->row->widens ? DType::kFloat : compute;
  call.seed = pass.seed;
  call.name = layer->path;
  RUNNEL_RETURN_IF_ERROR(layer->built ? CheckBuilt(*layer, call, pass.b) : Build(layer, call, pass.b));
  bool frozen = false;  // moving statistics stay, too
  for (const int number : layer->weights) {
    call.weights.emplace_back();
    if (number < 0) continue;
    const Weight& weight = weights_[static_cast<size_t>(number)];
    OutputRef read = weight.read;
    // Statistics go on from where another call of the pass moved them.
    if (pass.updates != nullptr && !weight.trainable) {
      for (const LayerResult::Update& update : *pass.updates) {
        if (update.weight == number) read = update.value;
      }
    }
    call.weights.back() =
        TypeOf(read) == call.dtype ? read : pass.b->Op("Cast", {read}, {{"DstT", call.dtype}});
    frozen |= !weight.trainable && !pass.trainable;
  }
  call.training = pass.training && !frozen;
  const CallPartFn call_part = [&](size_t part, const std::vector<OutputRef>& part_inputs,
                                   const std::vector<OutputRef>& part_masks) {
    Pass inner = pass;
    inner.seed = MixSeed(pass.seed, static_cast<int64_t>(part));
    return Apply(&layer->parts[part], part_inputs, part_masks, inner);
  };
  const StateFn state = [&](size_t number, const Shape& shape) { return StateOf(layer, number, shape); };
  RUNNEL_ASSIGN_OR_RETURN(LayerResult result, RunLayerRow(pass.b, layer->row, call, call_part, state));
  for (OutputRef& value : result.values) {
    value = Reordered(pass.b, value, order, true);
    RUNNEL_RETURN_IF_ERROR(pass.b->status());
    // What is fed cannot be fetched as well.
    if (value.node->op() == "Placeholder") value = pass.b->Op("Identity", {value});
    if (call.dtype != compute && TypeOf(value) == call.dtype)
      value = pass.b->Op("Cast", {value}, {{"DstT", compute}});
  }
  if (!layer->row.schema->row->own_activation) {
    RUNNEL_ASSIGN_OR_RETURN(result.values[0],
                            Activate(pass.b, Text(layer->row, "activation"), result.values[0]));
  }
  for (const LayerResult::Update& update : result.updates) {
    const int weight = layer->weights[static_cast<size_t>(update.weight)];
    if (weight < 0 || pass.updates == nullptr) continue;
    std::erase_if(*pass.updates, [&](const auto& earlier) { return earlier.weight == weight; });
    pass.updates->push_back({weight, update.value});
  }
  RUNNEL_RETURN_IF_ERROR(pass.b->status());
  return result;
}

Result<int> Layers::Call(int index, std::span<const int> inputs) {
  std::vector<OutputRef> edges, masks;
  for (const int input : inputs) {
    if (input < 0 || input >= num_values()) {
      return InvalidArgument("value ", input, " is none of the model's ", num_values());
    }
    edges.push_back(value(input).predicted);
    masks.push_back(value(input).mask);
  }
  Layer& layer = layers_[static_cast<size_t>(index)];
  GraphBuilder b(graph_.get(), layer.name);
  Pass pass;
  pass.trainable = layer.trainable;
  pass.seed = MixSeed(seed_, 1000000 + index);
  pass.b = &b;
  const size_t num_weights = weights_.size(), num_states = states_.size();
  const Layer before = layer;
  auto result = Apply(&layer, edges, masks, pass);
  if (!result.ok()) {
    if (!before.built) {  // a layer is built as a whole or not at all
      layer = before;
      weights_.resize(num_weights);
      states_.resize(num_states);
    }
    return result.status().WithPrefix(StrCat("layer \"", layer.name, "\" on ", ShapesOf(edges)));
  }
  const int first = num_values();
  for (size_t i = 0; i < result->values.size(); ++i) {
    values_.push_back({result->values[i], result->masks[i], static_cast<int>(calls_.size())});
  }
  calls_.push_back(
      {index, {inputs.begin(), inputs.end()}, first, static_cast<int>(result->values.size())});
  return first;
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

Status Layers::SetTrainable(std::string_view name, bool trainable) {
  bool found = false;
  for (const LayerGroup& group : groups_) {
    if (group.name != name) continue;
    for (Layer& layer : layers_) {
      if (!layer.name.starts_with(group.name + "/")) continue;
      layer.trainable = trainable;
      found = true;
    }
  }
  if (found) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const int layer, FindLayer(name));
  layers_[static_cast<size_t>(layer)].trainable = trainable;
  return OkStatus();
}

Status Layers::Penalise(const Layer& layer, std::span<const OutputRef> values, GraphBuilder* b,
                        std::vector<bool>* penalised, ForwardPass* pass) {
  const auto penalise = [&](std::string_view spec, OutputRef of, bool per_sample) -> Status {
    RUNNEL_ASSIGN_OR_RETURN(const BoundRow row, BindRow(RowKind::kRegularizer, spec));
    RowCall regularize;
    regularize.inputs = {of};
    regularize.dtype = TypeOf(of);
    RUNNEL_ASSIGN_OR_RETURN(std::vector<OutputRef> penalty, RunRow(b, row, regularize));
    OutputRef rows;
    if (per_sample) {  // Keras divides what an activity costs by the batch
      const OutputRef size =
          b->Op("StridedSlice",
                {b->Op("Shape", {of}), b->Int32Vector({0}), b->Int32Vector({1}), b->Int32Vector({1})},
                {{"shrink_axis_mask", 1}});
      rows = b->Op("Cast", {size}, {{"DstT", regularize.dtype}});
      penalty[0] = b->Op("RealDiv", {penalty[0], rows});
    }
    pass->penalties.push_back({penalty[0], rows});
    return b->status();
  };
  for (const int weight : AllWeights(layer)) {
    if ((*penalised)[static_cast<size_t>(weight)]) continue;
    const Weight& w = weights_[static_cast<size_t>(weight)];
    (*penalised)[static_cast<size_t>(weight)] = true;
    if (!w.regularizer.empty()) RUNNEL_RETURN_IF_ERROR(penalise(w.regularizer, w.read, false));
  }
  if (const std::string& activity = Text(layer.row, "activity_regularizer"); !activity.empty()) {
    for (const OutputRef& value : values) RUNNEL_RETURN_IF_ERROR(penalise(activity, value, true));
  }
  return OkStatus();
}

Result<ForwardPass> Layers::Run(bool training) {
  ForwardPass pass;
  if (outputs_.empty()) return FailedPrecondition("the model has no outputs");
  std::vector<OutputRef> edges(values_.size()), masks(values_.size());
  for (size_t i = 0; i < values_.size(); ++i) {
    if (values_[i].call >= 0 && training) continue;
    edges[i] = values_[i].predicted;
    masks[i] = values_[i].mask;
  }
  std::vector<bool> needed(calls_.size());
  const auto need = [&](int value) {
    const int call = values_[static_cast<size_t>(value)].call;
    if (call >= 0) needed[static_cast<size_t>(call)] = true;
  };
  for (const int output : outputs_) need(output);
  for (size_t i = calls_.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const int input : calls_[i].inputs) need(input);
  }
  std::vector<bool> penalised(weights_.size());
  for (size_t i = 0; i < calls_.size(); ++i) {
    if (!needed[i]) continue;
    const LayerCall& call = calls_[i];
    const auto at = static_cast<size_t>(call.output);
    Layer& layer = layers_[static_cast<size_t>(call.layer)];
    GraphBuilder b(graph_.get(), StrCat(training ? "train/" : "predict/", layer.name));
    if (training) {
      std::vector<OutputRef> inputs, input_masks;
      for (const int input : call.inputs) {
        inputs.push_back(edges[static_cast<size_t>(input)]);
        input_masks.push_back(masks[static_cast<size_t>(input)]);
      }
      const Pass how = {true, layer.trainable, MixSeed(seed_, 1000000 + call.layer), &b, &pass.updates};
      auto result = Apply(&layer, inputs, input_masks, how);
      if (!result.ok()) return result.status().WithPrefix(StrCat("layer \"", layer.name, "\""));
      std::copy(result->values.begin(), result->values.end(), edges.begin() + call.output);
      std::copy(result->masks.begin(), result->masks.end(), masks.begin() + call.output);
    }
    RUNNEL_RETURN_IF_ERROR(Penalise(layer, {edges.data() + at, static_cast<size_t>(call.num_outputs)},
                                    &b, &penalised, &pass));
  }
  for (const int output : outputs_) {
    pass.outputs.push_back(edges[static_cast<size_t>(output)]);
    pass.masks.push_back(masks[static_cast<size_t>(output)]);
  }
  return pass;
}

}  // namespace runnel::learn
