#include "core/learn/keras/keras_config.h"

#include <map>
#include <tuple>

#include "core/learn/keras/config_text.h"
#include "core/learn/layers.h"

namespace runnel::learn {
namespace {

using Array = JsonValue::Array;
using Object = JsonValue::Object;

// A layer's call and its output: "keras_history".
using History = std::tuple<std::string, int64_t, int64_t>;

struct Call {
  std::vector<History> inputs;
};

struct LayerConfig {
  std::string name, class_name;
  const JsonValue* json = nullptr;
  const JsonValue* config = nullptr;
  std::vector<Call> calls;
  size_t calls_made = 0;
  int layer = -1;
};

class Builder {
 public:
  Builder(std::string_view what, Model* model) : what_(what), model_(*model) {}

  Status Run(const JsonValue& config) {
    const std::string* kind = MemberOf<std::string>(config, "class_name");
    const JsonValue* inside = config.Find("config");
    const Array* layers = inside == nullptr ? nullptr : MemberOf<Array>(*inside, "layers");
    if (kind == nullptr || layers == nullptr)
      return InvalidArgument(what_, ": expected a model's class_name and config with layers");
    const bool sequential = *kind == "Sequential";
    if (!sequential && *kind != "Functional" && *kind != "Model") {
      return Unimplemented(what_, ": a model of class ", *kind,
                           "; Sequential and Functional models are read");
    }
    for (const JsonValue& layer : *layers) RUNNEL_RETURN_IF_ERROR(ReadLayer(layer, sequential));
    return sequential ? BuildSequence() : BuildGraph(*inside);
  }

 private:
  Status ReadLayer(const JsonValue& json, bool sequential) {
    LayerConfig layer;
    layer.json = &json;
    layer.config = json.Find("config");
    const std::string* kind = MemberOf<std::string>(json, "class_name");
    if (kind == nullptr || layer.config == nullptr) {
      return InvalidArgument(what_, ": expected class_name and config of layer ", layers_.size());
    }
    layer.class_name = *kind;
    const std::string* name = MemberOf<std::string>(json, "name");
    if (name == nullptr) name = MemberOf<std::string>(*layer.config, "name");
    if (name == nullptr) return InvalidArgument(what_, ": expected a name of layer ", layers_.size());
    layer.name = *name;
    const Array* nodes = MemberOf<Array>(json, "inbound_nodes");
    for (size_t i = 0; !sequential && nodes != nullptr && i < nodes->size(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(Call call, ReadCall(layer, (*nodes)[i]));
      layer.calls.push_back(std::move(call));
    }
    if (!by_name_.emplace(layer.name, layers_.size()).second)
      return InvalidArgument(what_, ": two layers are called \"", layer.name, "\"");
    layers_.push_back(std::move(layer));
    return OkStatus();
  }

  std::string Where(const LayerConfig& layer) const {
    return StrCat(what_, ": layer \"", layer.name, "\"");
  }

  Result<Call> ReadCall(const LayerConfig& layer, const JsonValue& node) {
    Call call;
    const JsonValue* args = node.Find("args");
    if (args == nullptr) {
      return Unimplemented(Where(layer), ": calls are not written as Keras 3 writes them");
    }
    RUNNEL_RETURN_IF_ERROR(ReadInputs(layer, *args, &call));
    const Object* named = MemberOf<Object>(node, "kwargs");
    for (size_t i = 0; named != nullptr && i < named->size(); ++i) {
      const auto& [name, value] = (*named)[i];
      const bool* flag = value.get_if<bool>();
      const bool plain = value.get_if<std::monostate>() != nullptr || (flag != nullptr && !*flag);
      // The mask is that of the input, which follows it here by itself.
      if (plain || name == "mask") continue;
      if (name != "value" && name != "key" && name != "initial_state") {
        return Unimplemented(Where(layer), ": it is called with the argument ", name);
      }
      RUNNEL_RETURN_IF_ERROR(ReadInputs(layer, value, &call));
    }
    return call;
  }

  Status ReadInputs(const LayerConfig& layer, const JsonValue& value, Call* call) {
    if (const Array* items = value.get_if<Array>()) {
      for (const JsonValue& item : *items) RUNNEL_RETURN_IF_ERROR(ReadInputs(layer, item, call));
      return OkStatus();
    }
    const std::string* kind = MemberOf<std::string>(value, "class_name");
    if (kind == nullptr || *kind != "__keras_tensor__") {
      return Unimplemented(Where(layer), ": it is called on what is no value of another layer");
    }
    const JsonValue* config = value.Find("config");
    const JsonValue* history = config == nullptr ? nullptr : config->Find("keras_history");
    RUNNEL_ASSIGN_OR_RETURN(History input, ReadHistory(Where(layer), history));
    call->inputs.push_back(std::move(input));
    return OkStatus();
  }

  static Result<History> ReadHistory(std::string_view where, const JsonValue* json) {
    const Array* parts = json == nullptr ? nullptr : json->get_if<Array>();
    if (parts != nullptr && parts->size() == 3) {
      const std::string* name = (*parts)[0].get_if<std::string>();
      const double *call = (*parts)[1].get_if<double>(), *output = (*parts)[2].get_if<double>();
      const auto fits = [](const double* x) { return x != nullptr && *x >= 0 && *x < 1e9; };
      if (name != nullptr && fits(call) && fits(output))
        return History(*name, static_cast<int64_t>(*call), static_cast<int64_t>(*output));
    }
    return InvalidArgument(where, ": expected the name of a layer, its call and its output");
  }

  Result<std::string> LayerText(const LayerConfig& layer) {
    return SpecText(RowKind::kLayer, *layer.json, Where(layer));
  }

  Status AddInput(LayerConfig* layer) {
    const Array* sizes = MemberOf<Array>(*layer->config, "batch_shape");
    if (sizes == nullptr) sizes = MemberOf<Array>(*layer->config, "batch_input_shape");
    if (sizes == nullptr) return InvalidArgument(Where(*layer), ": expected a batch_shape");
    std::vector<int64_t> dims;
    for (const JsonValue& size : *sizes) {
      const double* number = size.get_if<double>();
      if (number != nullptr && !(*number >= 0 && *number < 1e15))
        return InvalidArgument(Where(*layer), ": batch_shape has the size ", *number);
      dims.push_back(number == nullptr ? -1 : static_cast<int64_t>(*number));
    }
    DType dtype = DType::kFloat;
    if (const std::string* name = MemberOf<std::string>(*layer->config, "dtype")) {
      RUNNEL_ASSIGN_OR_RETURN(dtype, ReadType(*layer, *name));
    }
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(dims, -1));
    RUNNEL_ASSIGN_OR_RETURN(const int value, model_.AddInput(layer->name, dtype, shape));
    values_[History(layer->name, 0, 0)] = value;
    return OkStatus();
  }

  Result<DType> ReadType(const LayerConfig& layer, const std::string& name) {
    static constexpr std::pair<std::string_view, DType> kTypes[] = {
        {"float32", DType::kFloat},     {"float64", DType::kDouble}, {"float16", DType::kHalf},
        {"bfloat16", DType::kBFloat16}, {"int8", DType::kInt8},      {"int16", DType::kInt16},
        {"int32", DType::kInt32},       {"int64", DType::kInt64},    {"uint8", DType::kUInt8},
        {"uint16", DType::kUInt16},     {"uint32", DType::kUInt32},  {"uint64", DType::kUInt64},
        {"bool", DType::kBool},         {"string", DType::kString}};
    for (const auto& [text, dtype] : kTypes) {
      if (text == name) return dtype;
    }
    return Unimplemented(Where(layer), ": inputs of type ", name);
  }

  Status BuildSequence() {
    int last = -1;
    for (LayerConfig& layer : layers_) {
      if (layer.class_name == "InputLayer") {
        RUNNEL_RETURN_IF_ERROR(AddInput(&layer));
        last = values_[History(layer.name, 0, 0)];
        continue;
      }
      if (last < 0) return InvalidArgument(what_, ": expected an InputLayer first");
      RUNNEL_ASSIGN_OR_RETURN(const std::string text, LayerText(layer));
      RUNNEL_ASSIGN_OR_RETURN(layer.layer, model_.AddLayer(text));
      RUNNEL_ASSIGN_OR_RETURN(last, model_.Call(layer.layer, {&last, 1}));
    }
    return model_.SetOutputs({&last, 1});
  }

  // Calls come in the order in which their inputs exist.
  Status BuildGraph(const JsonValue& config) {
    for (LayerConfig& layer : layers_) {
      if (layer.class_name == "InputLayer") continue;
      RUNNEL_ASSIGN_OR_RETURN(const std::string text, LayerText(layer));
      RUNNEL_ASSIGN_OR_RETURN(layer.layer, model_.AddLayer(text));
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<History> inputs, ReadEnds(config, "input_layers"));
    for (const History& input : inputs) {
      LayerConfig* layer = Find(std::get<0>(input));
      if (layer == nullptr || layer->class_name != "InputLayer") {
        return InvalidArgument(what_, ": expected an InputLayer \"", std::get<0>(input), "\"");
      }
      RUNNEL_RETURN_IF_ERROR(AddInput(layer));
    }
    for (size_t i = 0; i < layers_.size(); ++i) RUNNEL_RETURN_IF_ERROR(MakeCalls(i));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<History> outputs, ReadEnds(config, "output_layers"));
    std::vector<int> values;
    for (const History& output : outputs) {
      const auto found = values_.find(output);
      if (found == values_.end()) {
        return InvalidArgument(what_, ": the output of layer \"", std::get<0>(output),
                               "\" does not follow from the inputs");
      }
      values.push_back(found->second);
    }
    return model_.SetOutputs(values);
  }

  // Makes the calls of a layer until one has an input that does not exist yet, and those of other layers
  // that waited for what they give.
  Status MakeCalls(size_t first) {
    std::vector<size_t> ready = {first};
    while (!ready.empty()) {
      LayerConfig& layer = layers_[ready.back()];
      if (layer.calls_made == layer.calls.size()) {
        ready.pop_back();
        continue;
      }
      std::vector<int> inputs;
      const std::vector<History>& wanted = layer.calls[layer.calls_made].inputs;
      for (const History& input : wanted) {
        const auto found = values_.find(input);
        if (found == values_.end()) break;
        inputs.push_back(found->second);
      }
      if (inputs.size() < wanted.size()) {
        waiting_[wanted[inputs.size()]].push_back(ready.back());
        ready.pop_back();
        continue;
      }
      RUNNEL_ASSIGN_OR_RETURN(const int value, model_.Call(layer.layer, inputs));
      const auto call = static_cast<int64_t>(layer.calls_made++);
      const int num_outputs = model_.layers().calls().back().num_outputs;
      for (int i = 0; i < num_outputs; ++i) {
        const History made(layer.name, call, i);
        values_[made] = value + i;
        const auto waiters = waiting_.find(made);
        if (waiters == waiting_.end()) continue;
        ready.insert(ready.end(), waiters->second.begin(), waiters->second.end());
        waiting_.erase(waiters);
      }
    }
    return OkStatus();
  }

  // "input_layers": one ["name", 0, 0], or a list of them.
  Result<std::vector<History>> ReadEnds(const JsonValue& config, std::string_view key) {
    std::vector<History> out;
    const Array* ends = MemberOf<Array>(config, key);
    const std::string where = StrCat(what_, ": ", key);
    if (ends == nullptr || ends->empty()) return InvalidArgument(where, ": expected a list");
    if ((*ends)[0].get_if<std::string>() != nullptr) {
      RUNNEL_ASSIGN_OR_RETURN(History one, ReadHistory(where, config.Find(key)));
      out.push_back(std::move(one));
      return out;
    }
    for (const JsonValue& end : *ends) {
      RUNNEL_ASSIGN_OR_RETURN(History one, ReadHistory(where, &end));
      out.push_back(std::move(one));
    }
    return out;
  }

  LayerConfig* Find(const std::string& name) {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &layers_[found->second];
  }

  const std::string_view what_;
  Model& model_;
  std::vector<LayerConfig> layers_;
  std::map<std::string, size_t> by_name_;
  std::map<History, int> values_;
  std::map<History, std::vector<size_t>> waiting_;  // layers, by the value that their next call needs
};

// One spec or a list of them, as compile takes losses and metrics.
Status AppendSpecs(RowKind kind, const JsonValue& json, std::string_view where,
                   std::vector<std::string>* out) {
  if (json.get_if<std::monostate>() != nullptr) return OkStatus();
  if (const Array* items = json.get_if<Array>()) {
    for (const JsonValue& item : *items) RUNNEL_RETURN_IF_ERROR(AppendSpecs(kind, item, where, out));
    return OkStatus();
  }
  // accuracy is a kind that follows from the loss; a loss is a metric, too.
  const std::string* name = json.get_if<std::string>();
  if (kind == RowKind::kMetric && name != nullptr) {
    out->push_back(*name);
    return OkStatus();
  }
  RUNNEL_ASSIGN_OR_RETURN(std::string text, SpecText(kind, json, where));
  out->push_back(std::move(text));
  return OkStatus();
}

std::string Listed(const std::vector<std::string>& specs) {
  std::string out = "[";
  for (const std::string& spec : specs) out += StrCat(out.size() > 1 ? ", " : "", spec);
  return out + "]";
}

}  // namespace

Status BuildFromConfig(const JsonValue& config, std::string_view what, Model* model) {
  return Builder(what, model).Run(config);
}

Result<bool> CompileFromConfig(const JsonValue& config, std::string_view what, Model* model) {
  const JsonValue* compile = config.Find("compile_config");
  const JsonValue* optimizer = compile == nullptr ? nullptr : compile->Find("optimizer");
  const JsonValue* loss = compile == nullptr ? nullptr : compile->Find("loss");
  if (optimizer == nullptr || loss == nullptr || loss->get_if<std::monostate>() != nullptr) return false;
  const std::string where = StrCat(what, ": compile_config");
  RUNNEL_ASSIGN_OR_RETURN(const std::string spec, SpecText(RowKind::kOptimizer, *optimizer, where));
  std::vector<std::string> losses, metrics;
  RUNNEL_RETURN_IF_ERROR(AppendSpecs(RowKind::kLoss, *loss, where, &losses));
  if (const JsonValue* given = compile->Find("metrics"))
    RUNNEL_RETURN_IF_ERROR(AppendSpecs(RowKind::kMetric, *given, where, &metrics));
  std::vector<double> weights;
  if (const Array* given = MemberOf<Array>(*compile, "loss_weights")) {
    for (const JsonValue& weight : *given) {
      if (const double* number = weight.get_if<double>()) weights.push_back(*number);
    }
  }
  RUNNEL_RETURN_IF_ERROR(model->Compile(spec, Listed(losses), Listed(metrics), weights));
  return true;
}

}  // namespace runnel::learn
