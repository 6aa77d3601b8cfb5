// Layers and losses that a program defines for a model, and what the model consists of.
#include "c_api/learn.h"

using runnel::InvalidArgument;
using runnel::OkStatus;
using runnel::OutputRef;
using runnel::Result;
using runnel::Status;
using namespace runnel::capi;
namespace learn = runnel::learn;

namespace {

// A function of the program's with what it is called with. The model, which has it, outlives it.
class Own {
 public:
  Own(rnl_learn_model_t* model, rnl_learn_layer_fn_t call, void* arg, rnl_drop_fn_t drop)
      : model_(model), call_(call), arg_(arg), drop_(drop) {}
  Own(const Own&) = delete;
  ~Own() {
    if (kept_ && drop_ != nullptr) drop_(arg_);
  }
  // The model has it now; until then `arg` is the caller's.
  void Keep() { kept_ = true; }

  Result<OutputRef> Call(std::span<const OutputRef> inputs, std::span<const OutputRef> weights,
                         bool training) const {
    std::vector<rnl_output_t> in, w;
    for (const OutputRef& input : inputs) in.push_back(FromOutput(input));
    for (const OutputRef& weight : weights) w.push_back(FromOutput(weight));
    rnl_output_t out = {RNL_NO_NODE, 0};
    model_->building.store(std::this_thread::get_id());
    rnl_status_t* const status =
        call_(arg_, model_->graph.get(), in.data(), in.size(), w.data(), w.size(), training, &out);
    model_->building.store(std::thread::id());
    RUNNEL_RETURN_IF_ERROR(Status::Adopt(reinterpret_cast<Status::Rep*>(status)));
    if (out.node == RNL_NO_NODE) return InvalidArgument("its function gave no output");
    return ToOutput(*model_->graph->graph, out);
  }

 private:
  rnl_learn_model_t* const model_;
  const rnl_learn_layer_fn_t call_;
  void* const arg_;
  const rnl_drop_fn_t drop_;
  bool kept_ = false;
};

Status Define(rnl_learn_model_t* model, rnl_str_t name, rnl_learn_layer_fn_t call,
              std::shared_ptr<Own> own, learn::OwnRow row) {
  RUNNEL_RETURN_IF_ERROR(CheckModel(model));
  if (call == nullptr) return NullArgument("call");
  std::string_view text;
  RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &text));
  row.name = text;
  row.call = [own](std::span<const OutputRef> inputs, std::span<const OutputRef> weights,
                   bool training) { return own->Call(inputs, weights, training); };
  RUNNEL_RETURN_IF_ERROR(model->model->Define(std::move(row)));
  own->Keep();
  return OkStatus();
}

Result<learn::OwnWeight> ToWeight(const rnl_learn_weight_t& given) {
  std::string_view name, shape, initializer;
  RUNNEL_RETURN_IF_ERROR(ToView(given.name, "name", &name));
  RUNNEL_RETURN_IF_ERROR(ToView(given.shape, "shape", &shape));
  RUNNEL_RETURN_IF_ERROR(ToView(given.initializer, "initializer", &initializer));
  return learn::OwnWeight{std::string(name), std::string(shape), std::string(initializer)};
}

rnl_status_t* GiveValues(rnl_learn_model_t* model, rnl_learn_value_t* out_values, size_t capacity,
                         size_t* out_count, std::vector<int> learn::ModelNames::*which) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_count);
    *out_count = 0;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    const learn::ModelNames parts = model->model->PartNames();
    const std::vector<int>& values = parts.*which;
    *out_count = values.size();
    if (values.size() > capacity) {
      return InvalidArgument("argument capacity: there are ", values.size(),
                             " values, there is room for ", capacity);
    }
    if (out_values == nullptr && !values.empty()) return NullArgument("out_values");
    for (size_t i = 0; i < values.size(); ++i) out_values[i] = values[i];
    return OkStatus();
  });
}

}  // namespace

rnl_status_t* rnl_learn_model_define_layer(rnl_learn_model_t* model, rnl_str_t name, int32_t num_inputs,
                                           const rnl_learn_weight_t* weights, size_t num_weights,
                                           rnl_learn_layer_fn_t call, void* arg, rnl_drop_fn_t drop) {
  return Guard([&]() -> Status {
    const auto own = std::make_shared<Own>(model, call, arg, drop);
    std::span<const rnl_learn_weight_t> given;
    RUNNEL_RETURN_IF_ERROR(ToSpan(weights, num_weights, "weights", &given));
    learn::OwnRow row;
    row.kind = "layer";
    row.num_inputs = num_inputs;
    for (const rnl_learn_weight_t& weight : given) {
      RUNNEL_ASSIGN_OR_RETURN(learn::OwnWeight made, ToWeight(weight));
      row.weights.push_back(std::move(made));
    }
    return Define(model, name, call, own, std::move(row));
  });
}

rnl_status_t* rnl_learn_model_define_loss(rnl_learn_model_t* model, rnl_str_t name,
                                          rnl_learn_layer_fn_t call, void* arg, rnl_drop_fn_t drop) {
  return Guard([&]() -> Status {
    const auto own = std::make_shared<Own>(model, call, arg, drop);
    learn::OwnRow row;
    row.kind = "loss";
    row.num_inputs = 2;
    return Define(model, name, call, own, std::move(row));
  });
}

rnl_status_t* rnl_learn_model_inputs(rnl_learn_model_t* model, rnl_learn_value_t* out_values,
                                     size_t capacity, size_t* out_count) {
  return GiveValues(model, out_values, capacity, out_count, &learn::ModelNames::inputs);
}

rnl_status_t* rnl_learn_model_outputs(rnl_learn_model_t* model, rnl_learn_value_t* out_values,
                                      size_t capacity, size_t* out_count) {
  return GiveValues(model, out_values, capacity, out_count, &learn::ModelNames::outputs);
}

rnl_status_t* rnl_learn_model_layer_names(rnl_learn_model_t* model, rnl_names_t** out_names) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_names);
    *out_names = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    *out_names = NewNames(model->model->PartNames().layers);
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_value_name(rnl_learn_model_t* model, rnl_learn_value_t value,
                                         rnl_bytes_t** out_name) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_name);
    *out_name = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    const learn::ModelNames parts = model->model->PartNames();
    if (value < 0 || static_cast<size_t>(value) >= parts.names.size()) {
      return InvalidArgument("value ", value, " is none of the model's ", parts.names.size());
    }
    *out_name = NewBytes(parts.names[static_cast<size_t>(value)]);
    return OkStatus();
  });
}
