#include "core/learn/keras/optimizer_file.h"

#include <algorithm>

namespace runnel::learn {
namespace {

constexpr std::string_view kWhole = "optimizer/vars/", kInner = "optimizer/inner_optimizer/vars/";

class Order {
 public:
  explicit Order(const CompiledModel& compiled) : compiled_(compiled) {}

  std::vector<KerasState> Take() {
    const OptimizerState* const counter = Find("step_counter", -1);
    if (counter != nullptr) {
      // The outer optimizer has a step and a rate, too, which nothing uses.
      AddEmpty(DType::kInt64, Shape());
      AddEmpty(DType::kFloat, Shape());
      Add({counter});
      Add({Find("dynamic_scale", -1)});
    }
    const size_t inner = states_.size();
    Add({Find("iteration", -1)});
    if (const OptimizerState* rate = Find("learning_rate", -1)) Add({rate});
    AddOfAll("moving_average");
    AddOfAll("gradient_accumulator");
    AddSlots();
    for (size_t i = 0; i < states_.size(); ++i) states_[i].path = StrCat(kWhole, i);
    if (counter == nullptr) return std::move(states_);
    const size_t end = states_.size();
    for (size_t i = inner; i < end; ++i) {
      KerasState again = states_[i];
      again.path = StrCat(kInner, i - inner);
      states_.push_back(std::move(again));
    }
    return std::move(states_);
  }

 private:
  const OptimizerState* Find(std::string_view kind, int trained) const {
    const auto found = std::find_if(
        compiled_.state.begin(), compiled_.state.end(),
        [&](const OptimizerState& state) { return state.kind == kind && state.trained == trained; });
    return found == compiled_.state.end() ? nullptr : &*found;
  }
  int num_trained() const { return static_cast<int>(compiled_.trained.size()); }

  void Add(std::vector<const OptimizerState*> variables) {
    const OptimizerState& first = *variables[0];
    states_.push_back({"", first.dtype, first.shape, std::move(variables)});
  }
  void AddEmpty(DType dtype, const Shape& shape) { states_.push_back({"", dtype, shape, {}}); }
  void AddOfAll(std::string_view kind) {
    for (int i = 0; i < num_trained(); ++i) {
      if (const OptimizerState* state = Find(kind, i)) Add({state});
    }
  }

  // Slots of a weight stand side by side, but those that Keras made for all weights one after the other.
  void AddSlots() {
    const auto schema = FindRow(RowKind::kOptimizer, compiled_.row);
    if (!schema.ok()) return;
    const std::span<const WeightRow> rows = (*schema)->weights();
    for (size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
      for (end = begin + 1; end < rows.size() && !rows[end].apart;) ++end;
      if (rows[begin].shape == "[]") {
        AddShared(rows[begin].name);
        continue;
      }
      for (int i = 0; i < num_trained(); ++i) {
        for (size_t k = begin; k < end; ++k) AddSlot(rows[k], i);
      }
    }
  }
  void AddShared(std::string_view kind) {
    std::vector<const OptimizerState*> all;
    for (int i = 0; i < num_trained(); ++i) {
      if (const OptimizerState* state = Find(kind, i)) all.push_back(state);
    }
    if (!all.empty()) Add(std::move(all));
  }
  void AddSlot(const WeightRow& row, int trained) {
    if (const OptimizerState* state = Find(row.name, trained)) {
      Add({state});
    } else if (compiled_.row == "Adafactor") {
      // Of a matrix the product of rows and columns; of others scalars in place of these.
      const Weight& weight = compiled_.trained[static_cast<size_t>(trained)];
      const bool is_product = row.name == "velocity";
      AddEmpty(is_product ? weight.dtype : DType::kInt32, is_product ? weight.shape : Shape());
    }
  }

  const CompiledModel& compiled_;
  std::vector<KerasState> states_;
};

// Keras counts steps in 32 bits where its backend is not TensorFlow.
bool IsNarrowCount(const Hdf5Dataset& dataset, DType dtype) {
  return dtype == DType::kInt64 && dataset.dtype == DType::kInt32 && dataset.shape.rank() == 0;
}

}  // namespace

std::vector<KerasState> KerasStates(const CompiledModel& compiled) { return Order(compiled).Take(); }

Result<StateValues> ReadKerasStates(const Hdf5File& file, const CompiledModel& compiled,
                                    Allocator* allocator, std::string* why) {
  StateValues out;
  const std::vector<KerasState> states = KerasStates(compiled);
  const auto is_whole = [](std::string_view path) { return path.starts_with(kWhole); };
  const auto saved = std::count_if(file.datasets().begin(), file.datasets().end(),
                                   [&](const auto& entry) { return is_whole(entry.first); });
  const auto wanted = std::count_if(states.begin(), states.end(),
                                    [&](const KerasState& state) { return is_whole(state.path); });
  // Of one that has not made a step Keras writes no slots.
  if (saved <= 2 && saved < wanted) return out;
  if (saved != wanted) {
    *why = StrCat(file.name(), ": the state of the optimizer is left out: ", compiled.row, " has ",
                  wanted, " variables here, and the file's optimizer has ", saved);
    return out;
  }
  for (const KerasState& state : states) {
    if (!is_whole(state.path) || state.variables.empty()) continue;
    const auto found = file.datasets().find(state.path);
    if (found == file.datasets().end()) return NotFound(file.name(), " has no ", state.path);
    // Before memory is taken: a file of a few bytes may name a tensor of any size.
    const Hdf5Dataset& dataset = found->second;
    const bool fits = dataset.dtype == state.dtype || IsNarrowCount(dataset, state.dtype);
    if (!fits || dataset.shape != state.shape) {
      return InvalidArgument(file.name(), ": ", state.path, ": expected ", DTypeName(state.dtype), " ",
                             state.shape.ToString(), " for the optimizer's ", state.variables[0]->name,
                             ", got ", DTypeName(dataset.dtype), " ", dataset.shape.ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor value, file.Read(dataset, allocator));
    if (value.dtype() != state.dtype) {
      RUNNEL_ASSIGN_OR_RETURN(value, Tensor::FromScalar<int64_t>(value.values<const int32_t>()[0]));
    }
    for (const OptimizerState* variable : state.variables) {
      out.variables.push_back(variable);
      out.values.push_back(value);
    }
  }
  return out;
}

}  // namespace runnel::learn
