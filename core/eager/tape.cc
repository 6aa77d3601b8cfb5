#include "core/eager/tape.h"

#include <algorithm>

#include "core/eager/reverse_pass.h"

namespace runnel {
namespace {

bool CarriesGradient(DType dtype) {
  return IsFloating(dtype) || IsComplex(dtype) || dtype == DType::kVariant;
}

// A handle of a variable that has gradients.
bool IsVariable(const Tensor& value) {
  const EagerHandle* const handle = AsEagerHandle(value);
  if (handle == nullptr || handle->maker()->spec.op != "VarHandleOp") return false;
  const AttrValue* dtype = FindAttr(handle->maker()->spec.attrs, "dtype");
  return dtype != nullptr && dtype->get_if<DType>() != nullptr &&
         CarriesGradient(*dtype->get_if<DType>());
}

}  // namespace

bool EagerTapeImpl::Tracks(const RefCounted* id, const Tensor& value) const {
  return tracked_.contains(id) || (options_.watch_variables && IsVariable(value));
}

void EagerTapeImpl::Track(const EagerId& id) {
  if (tracked_.insert(id.get()).second) kept_.push_back(id);
}

bool EagerTapeImpl::Wants(std::span<const RefCounted* const> ids, std::span<const Tensor> inputs) const {
  for (size_t i = 0; recording_ && i < inputs.size(); ++i) {
    if (Tracks(ids[i], inputs[i])) return true;
  }
  return outer_ && outer_->Wants(ids, inputs);
}

void EagerTapeImpl::Add(const Ref<EagerRecord>& record, std::span<const RefCounted* const> input_ids,
                        std::span<const RefCounted* const> output_ids) {
  const auto call = Ref<EagerCall>::Share(static_cast<EagerCall*>(record.get()));
  for (size_t i = 0; i < input_ids.size(); ++i) call->inputs[i].id = EagerId::Share(input_ids[i]);
  for (size_t k = 0; k < output_ids.size(); ++k) call->outputs[k].id = EagerId::Share(output_ids[k]);
  Take(record);
}

void EagerTapeImpl::AddCustom(std::span<const EagerValue> inputs, std::span<const EagerValue> outputs,
                              Custom custom) {
  auto record = MakeRef<EagerCall>();
  record->inputs.assign(inputs.begin(), inputs.end());
  record->outputs.assign(outputs.begin(), outputs.end());
  record->custom = std::move(custom);
  Take(record);
}

void EagerTapeImpl::Take(const Ref<EagerRecord>& taken) {
  const auto record = Ref<EagerCall>::Share(static_cast<EagerCall*>(taken.get()));
  const bool tracks = recording_ && std::any_of(record->inputs.begin(), record->inputs.end(),
                                                [&](const EagerValue& input) {
                                                  return Tracks(input.id.get(), input.tensor);
                                                });
  if (tracks) {
    for (const EagerValue& input : record->inputs) {
      if (options_.watch_variables && IsVariable(input.tensor)) Track(input.id);
    }
    for (const EagerValue& output : record->outputs) {
      if (CarriesGradient(output.tensor.dtype())) Track(output.id);
    }
    records_.push_back(record);
  }
  if (outer_) outer_->Take(taken);
}

Status EagerTapeImpl::Watch(const EagerValue& value) {
  if (!CarriesGradient(value.tensor.dtype()) && !IsVariable(value.tensor)) {
    return InvalidArgument(
        "a tape watches floating and complex values, and handles of variables of such "
        "types, got ",
        DTypeName(value.tensor.dtype()));
  }
  Track(value.id);
  return OkStatus();
}

Status EagerTapeImpl::Gradient(std::span<const EagerValue> targets,
                               std::span<const EagerValue> output_gradients,
                               std::span<const EagerValue> sources, bool zeros,
                               const RunOptions* options, std::vector<EagerValue>* out) {
  if (used_) {
    return FailedPrecondition("the tape was used: one that is not persistent gives gradients once");
  }
  if (output_gradients.size() != targets.size() && !output_gradients.empty()) {
    return InvalidArgument("there are ", targets.size(), " targets, but ", output_gradients.size(),
                           " output gradients");
  }
  std::vector<Ref<EagerCall>> records;
  if (options_.persistent) {
    records = records_;
  } else {
    used_ = true;
    records.swap(records_);
    tracked_.clear();
  }
  Status status = ReversePass(*context_, *stages_, outer_.get(), records, options)
                      .Run(targets, output_gradients, sources, zeros, out);
  if (!options_.persistent) kept_.clear();
  return status;
}

}  // namespace runnel
