#include "core/learn/keras/keras_config.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <numeric>
#include <tuple>

#include "core/base/number.h"
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
  bool is_causal = false;  // with use_causal_mask=true
};

class Container;

struct LayerConfig {
  std::string name, class_name;
  const JsonValue* json = nullptr;
  const JsonValue* config = nullptr;
  std::vector<Call> calls;
  int layer = -1;
  std::string spec;  // where it is not that of its config
  // Why an operation was not read. Many only compute masks, which follow values by themselves here, so
  // it fails where its value is needed.
  Status unread;
  std::unique_ptr<Container> inside;  // of a model within the model
};

bool IsModel(std::string_view kind) {
  return kind == "Sequential" || kind == "Functional" || kind == "Model";
}

// What is alike for a model and those within it.
struct Target {
  // Keras' own models have a few hundred. Models within models, each called twice by the one around it,
  // make as many calls as a small file likes.
  static constexpr int kMostCalls = 100'000;
  std::string_view what;
  Model& model;
  const ReadMember& read;
  int num_calls = 0;

  Status CountCall() {
    if (++num_calls <= kMostCalls) return OkStatus();
    return ResourceExhausted(what, ": its layers are called more than ", kMostCalls, " times");
  }
};

// A Sequential or Functional model: the one that is opened, or one within it, whose layers are a group.
class Container {
 public:
  explicit Container(Target* target) : target_(*target), what_(target->what) {}

  Status Read(const JsonValue& json) {
    const std::string* kind = MemberOf<std::string>(json, "class_name");
    config_ = json.Find("config");
    const Array* layers = config_ == nullptr ? nullptr : MemberOf<Array>(*config_, "layers");
    if (kind == nullptr || layers == nullptr)
      return InvalidArgument(what_, ": expected a model's class_name and config with layers");
    if (!IsModel(*kind)) {
      return Unimplemented(what_, ": a model of class ", *kind,
                           "; Sequential and Functional models are read");
    }
    sequential_ = *kind == "Sequential";
    for (const JsonValue& layer : *layers) RUNNEL_RETURN_IF_ERROR(ReadLayer(layer));
    return OkStatus();
  }

  // The layers, in the order in which the file has them and so counts them, by class, in its weights and
  // in `folder`, where it has vocabularies.
  Status AddLayers(int group, const std::string& folder) {
    std::map<std::string, int> counts;
    for (LayerConfig& layer : layers_) {
      if (layer.class_name == "InputLayer") continue;
      const std::string kind = SnakeCase(layer.class_name);
      const int before = counts[kind]++;
      const std::string within = StrCat(folder, "/", kind, before == 0 ? "" : StrCat("_", before));
      if (layer.inside != nullptr) {
        RUNNEL_ASSIGN_OR_RETURN(const int inside,
                                target_.model.AddGroup(layer.name, layer.class_name, group));
        RUNNEL_RETURN_IF_ERROR(layer.inside->AddLayers(inside, within + "/layers"));
        continue;
      }
      if (!layer.unread.ok()) continue;
      Status status = AddLayer(&layer, group, within);
      if (!status.ok() && !IsOperation(layer)) return status;
      layer.unread = std::move(status);
      if (!layer.unread.ok()) layer.calls.clear();
    }
    return OkStatus();
  }

  // The inputs of the model that is opened.
  Result<std::vector<int>> AddInputs() {
    std::vector<int> values;
    if (sequential_) {
      if (layers_.empty() || layers_[0].class_name != "InputLayer")
        return InvalidArgument(what_, ": expected an InputLayer first");
      RUNNEL_ASSIGN_OR_RETURN(values.emplace_back(), AddInput(layers_[0]));
      return values;
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<History> inputs, ReadEnds("input_layers"));
    for (const History& input : inputs) {
      const LayerConfig* layer = Find(std::get<0>(input));
      if (layer == nullptr || layer->class_name != "InputLayer") {
        return InvalidArgument(what_, ": expected an InputLayer \"", std::get<0>(input), "\"");
      }
      RUNNEL_ASSIGN_OR_RETURN(values.emplace_back(), AddInput(*layer));
    }
    return values;
  }

  // Gives the values of the outputs.
  Result<std::vector<int>> Run(std::span<const int> inputs) {
    return sequential_ ? RunSequence(inputs) : RunGraph(inputs);
  }

 private:
  // One call of a graph: the values that exist, and the layers that wait for one.
  struct Pass {
    std::vector<size_t> calls_made;  // by layer
    std::map<History, int> values;
    std::map<History, std::vector<size_t>> waiting;  // layers, by the value that their next call needs
  };

  Status ReadLayer(const JsonValue& json) {
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
    for (size_t i = 0; !sequential_ && nodes != nullptr && i < nodes->size() && layer.unread.ok(); ++i) {
      auto call = IsOperation(layer) ? ReadOperation(&layer, (*nodes)[i]) : ReadCall(layer, (*nodes)[i]);
      if (call.ok()) {
        layer.calls.push_back(*std::move(call));
        continue;
      }
      if (!IsOperation(layer)) return call.status();
      layer.unread = call.status();
      layer.calls.clear();
    }
    if (!by_name_.emplace(layer.name, layers_.size()).second)
      return InvalidArgument(what_, ": two layers are called \"", layer.name, "\"");
    if (IsModel(layer.class_name)) {
      layer.inside = std::make_unique<Container>(&target_);
      RUNNEL_RETURN_IF_ERROR(layer.inside->Read(json));
    }
    layers_.push_back(std::move(layer));
    return OkStatus();
  }

  std::string Where(const LayerConfig& layer) const {
    return StrCat(what_, ": layer \"", layer.name, "\"");
  }

  // A function of Keras that is called on a value: x + y, ops.relu(x).
  static bool IsOperation(const LayerConfig& layer) {
    const std::string* module = MemberOf<std::string>(*layer.json, "module");
    return module != nullptr && module->starts_with("keras.src.ops");
  }

  // Those of one value and a number, and activations; those of values alone are read as the layers of
  // their names.
  Result<Call> ReadOperation(LayerConfig* layer, const JsonValue& node) {
    const Array* args = MemberOf<Array>(node, "args");
    const std::string& kind = layer->class_name;
    if (args != nullptr && args->size() == 1) NameActivation(layer);
    const bool is_pair = args != nullptr && args->size() == 2;
    const double* const front = is_pair ? (*args)[0].get_if<double>() : nullptr;
    const double* const back = is_pair ? (*args)[1].get_if<double>() : nullptr;
    if ((front == nullptr) == (back == nullptr)) {
      // The layers that do what functions of their names do.
      static constexpr std::string_view kSame[] = {"Add",         "Subtract", "Multiply", "Maximum",
                                                   "Minimum",     "Elu",      "Softmax",  "LeakyRelu",
                                                   "Concatenate", "Identity"};
      if (layer->spec.empty() && std::find(std::begin(kSame), std::end(kSame), kind) == std::end(kSame))
        return Unimplemented(Where(*layer), ": the function ", kind);
      return ReadCall(*layer, node);
    }
    const double number = front != nullptr ? *front : *back;
    double scale = 1, offset = 0;
    if (kind == "Add") {
      offset = number;
    } else if (kind == "Multiply") {
      scale = number;
    } else if (kind == "Subtract") {
      scale = front != nullptr ? -1 : 1;
      offset = front != nullptr ? number : -number;
    } else if ((kind == "TrueDivide" || kind == "Divide") && front == nullptr && number != 0) {
      scale = 1 / number;
    } else {
      return Unimplemented(Where(*layer), ": ", kind, " of a value and a number");
    }
    layer->spec = StrCat("Rescaling(", RealText(scale, RealType::kDouble), ", ",
                         RealText(offset, RealType::kDouble), ", name=", Quoted(layer->name), ")");
    Call call;
    RUNNEL_RETURN_IF_ERROR(ReadInputs(*layer, (*args)[front != nullptr ? 1 : 0], &call));
    return call;
  }

  // The spec of an operation on one value that is an activation. Arguments of it would be in its config.
  static void NameActivation(LayerConfig* layer) {
    std::string name = layer->class_name;
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto* config = layer->config->get_if<Object>();
    if (name == "converttotensor") {
      layer->spec = StrCat("Identity(name=", Quoted(layer->name), ")");
    } else if (const bool* tanh = MemberOf<bool>(*layer->config, "approximate");
               name == "gelu" && tanh != nullptr) {
      layer->spec = StrCat("Activation('gelu", *tanh ? "(approximate=true)" : "",
                           "', name=", Quoted(layer->name), ")");
    } else if (config == nullptr || config->size() != 1) {
      return;
    } else if (name == "negative") {
      layer->spec = StrCat("Rescaling(-1, name=", Quoted(layer->name), ")");
    } else if (FindRow(RowKind::kActivation, name).ok()) {
      layer->spec = StrCat("Activation(", name, ", name=", Quoted(layer->name), ")");
    }
  }

  // The argument that says what a layer has learned from data, which the file has as lines.
  Result<std::string> Vocabulary(const LayerConfig& layer, const std::string& folder) const {
    const bool numbers = layer.class_name == "IntegerLookup";
    if (!numbers && layer.class_name != "StringLookup" && layer.class_name != "TextVectorization")
      return std::string();
    const JsonValue* given = layer.config->Find("vocabulary");
    if (!target_.read || (given != nullptr && given->get_if<std::monostate>() == nullptr))
      return std::string();
    RUNNEL_ASSIGN_OR_RETURN(const std::string lines, target_.read(folder + "/vocabulary.txt"));
    std::string list;
    for (std::string_view left = lines;;) {
      const std::string_view line = left.substr(0, left.find('\n'));
      double number = 0;
      if (numbers && (ReadReal(line, &number) != line.size() || line.empty()))
        return InvalidArgument(folder, "/vocabulary.txt: expected a number, got \"", line, "\"");
      list += StrCat(list.empty() ? "" : ", ", numbers ? std::string(line) : Quoted(line));
      if (line.size() == left.size()) break;
      left.remove_prefix(line.size() + 1);
    }
    return StrCat(", vocabulary=[", list, "]");
  }

  Status AddLayer(LayerConfig* layer, int group, const std::string& folder) {
    if (layer->spec.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(layer->spec, SpecText(RowKind::kLayer, *layer->json, Where(*layer)));
      RUNNEL_ASSIGN_OR_RETURN(const std::string vocabulary, Vocabulary(*layer, folder));
      if (!vocabulary.empty()) {
        layer->spec.pop_back();  // the bracket behind its arguments, of which it has some
        layer->spec += vocabulary + ")";
      }
      const auto is_causal = [](const Call& call) { return call.is_causal; };
      const auto causal = std::count_if(layer->calls.begin(), layer->calls.end(), is_causal);
      if (causal > 0) {
        if (static_cast<size_t>(causal) < layer->calls.size())
          return Unimplemented(Where(*layer), ": calls of it with use_causal_mask and without");
        layer->spec.pop_back();
        layer->spec += ", use_causal_mask=true)";
      }
    }
    RUNNEL_ASSIGN_OR_RETURN(layer->layer, target_.model.AddLayer(layer->spec, group));
    return OkStatus();
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
      if (name == "use_causal_mask" && flag != nullptr && *flag) {
        call.is_causal = true;
        continue;
      }
      // training=False says nothing: Keras' fit goes over it. Masks are those of the inputs, which
      // follow these here by themselves.
      if (plain || name == "mask" || name == "query_mask" || name == "value_mask" || name == "key_mask")
        continue;
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

  Result<int> AddInput(const LayerConfig& layer) {
    const Array* sizes = MemberOf<Array>(*layer.config, "batch_shape");
    if (sizes == nullptr) sizes = MemberOf<Array>(*layer.config, "batch_input_shape");
    if (sizes == nullptr) return InvalidArgument(Where(layer), ": expected a batch_shape");
    std::vector<int64_t> dims;
    for (const JsonValue& size : *sizes) {
      const double* number = size.get_if<double>();
      if (number != nullptr && !(*number >= 0 && *number < 1e15))
        return InvalidArgument(Where(layer), ": batch_shape has the size ", *number);
      dims.push_back(number == nullptr ? -1 : static_cast<int64_t>(*number));
    }
    DType dtype = DType::kFloat;
    if (const std::string* name = MemberOf<std::string>(*layer.config, "dtype")) {
      RUNNEL_ASSIGN_OR_RETURN(dtype, ReadType(layer, *name));
    }
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(dims, -1));
    return target_.model.AddInput(layer.name, dtype, shape);
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

  // One call of a layer, or of a model within: its values.
  Result<std::vector<int>> CallLayer(LayerConfig& layer, std::span<const int> inputs) {
    RUNNEL_RETURN_IF_ERROR(target_.CountCall());
    if (layer.inside != nullptr) {
      auto outputs = layer.inside->Run(inputs);
      if (!outputs.ok()) return outputs.status().WithPrefix(StrCat("model \"", layer.name, "\""));
      return outputs;
    }
    RUNNEL_ASSIGN_OR_RETURN(const int first, target_.model.Call(layer.layer, inputs));
    std::vector<int> values(static_cast<size_t>(target_.model.layers().calls().back().num_outputs));
    std::iota(values.begin(), values.end(), first);
    return values;
  }

  Result<std::vector<int>> RunSequence(std::span<const int> inputs) {
    std::vector<int> last(inputs.begin(), inputs.end());
    for (LayerConfig& layer : layers_) {
      if (last.size() != 1) {
        return InvalidArgument(what_, ": a sequential model takes layers of one value, got ",
                               last.size(), " before layer \"", layer.name, "\"");
      }
      if (layer.class_name == "InputLayer") continue;
      RUNNEL_ASSIGN_OR_RETURN(last, CallLayer(layer, last));
    }
    return last;
  }

  // Calls come in the order in which their inputs exist.
  Result<std::vector<int>> RunGraph(std::span<const int> inputs) {
    Pass pass;
    pass.calls_made.resize(layers_.size());
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<History> names, ReadEnds("input_layers"));
    if (names.size() != inputs.size()) {
      return InvalidArgument(what_, ": a model of ", names.size(), " inputs is called on ",
                             inputs.size());
    }
    for (size_t i = 0; i < names.size(); ++i) pass.values[names[i]] = inputs[i];
    for (size_t i = 0; i < layers_.size(); ++i) RUNNEL_RETURN_IF_ERROR(MakeCalls(i, &pass));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<History> outputs, ReadEnds("output_layers"));
    std::vector<int> values;
    for (const History& output : outputs) {
      const auto found = pass.values.find(output);
      if (found == pass.values.end()) {
        for (const LayerConfig& layer : layers_) RUNNEL_RETURN_IF_ERROR(layer.unread);
        return InvalidArgument(what_, ": the output of layer \"", std::get<0>(output),
                               "\" does not follow from the inputs");
      }
      values.push_back(found->second);
    }
    return values;
  }

  // Makes the calls of a layer until one has an input that does not exist yet, and those of other layers
  // that waited for what they give.
  Status MakeCalls(size_t first, Pass* pass) {
    std::vector<size_t> ready = {first};
    while (!ready.empty()) {
      const size_t index = ready.back();
      LayerConfig& layer = layers_[index];
      if (pass->calls_made[index] == layer.calls.size() || layer.class_name == "InputLayer") {
        ready.pop_back();
        continue;
      }
      std::vector<int> inputs;
      const std::vector<History>& wanted = layer.calls[pass->calls_made[index]].inputs;
      for (const History& input : wanted) {
        const auto found = pass->values.find(input);
        if (found == pass->values.end()) break;
        inputs.push_back(found->second);
      }
      if (inputs.size() < wanted.size()) {
        pass->waiting[wanted[inputs.size()]].push_back(index);
        ready.pop_back();
        continue;
      }
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> values, CallLayer(layer, inputs));
      const auto call = static_cast<int64_t>(pass->calls_made[index]++);
      for (size_t i = 0; i < values.size(); ++i) {
        const History made(layer.name, call, i);
        pass->values[made] = values[i];
        const auto waiters = pass->waiting.find(made);
        if (waiters == pass->waiting.end()) continue;
        ready.insert(ready.end(), waiters->second.begin(), waiters->second.end());
        pass->waiting.erase(waiters);
      }
    }
    return OkStatus();
  }

  // "input_layers": one ["name", 0, 0], or a list of them.
  Result<std::vector<History>> ReadEnds(std::string_view key) const {
    std::vector<History> out;
    const Array* ends = MemberOf<Array>(*config_, key);
    const std::string where = StrCat(what_, ": ", key);
    if (ends == nullptr || ends->empty()) return InvalidArgument(where, ": expected a list");
    if ((*ends)[0].get_if<std::string>() != nullptr) {
      RUNNEL_ASSIGN_OR_RETURN(History one, ReadHistory(where, config_->Find(key)));
      out.push_back(std::move(one));
      return out;
    }
    for (const JsonValue& end : *ends) {
      RUNNEL_ASSIGN_OR_RETURN(History one, ReadHistory(where, &end));
      out.push_back(std::move(one));
    }
    return out;
  }

  const LayerConfig* Find(const std::string& name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &layers_[found->second];
  }

  Target& target_;
  const std::string_view what_;
  const JsonValue* config_ = nullptr;
  bool sequential_ = false;
  std::vector<LayerConfig> layers_;
  std::map<std::string, size_t> by_name_;
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

Status BuildFromConfig(const JsonValue& config, std::string_view what, Model* model,
                       const ReadMember& read) {
  Target target = {what, *model, read};
  Container whole(&target);
  RUNNEL_RETURN_IF_ERROR(whole.Read(config));
  RUNNEL_RETURN_IF_ERROR(whole.AddLayers(-1, "assets/layers"));
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> inputs, whole.AddInputs());
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> outputs, whole.Run(inputs));
  return model->SetOutputs(outputs);
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
