#include "core/eager/reverse_pass.h"

#include <algorithm>

namespace runnel {
namespace {

bool CarriesGradient(DType dtype) { return IsFloating(dtype) || IsComplex(dtype); }

}  // namespace

Result<EagerValue> ReversePass::Op(std::string_view op, std::span<const EagerValue> inputs) {
  RUNNEL_ASSIGN_OR_RETURN(const Ref<EagerOp> found, context_.FindOp(op));
  std::vector<Tensor> values;
  std::vector<const RefCounted*> ids;
  for (const EagerValue& input : inputs) {
    values.push_back(input.tensor);
    ids.push_back(input.id.get());
  }
  Ref<EagerRecord> record;
  const bool wants = outer_ != nullptr && outer_->Wants(ids, values);
  EagerValue out;
  size_t count = 0;
  RUNNEL_RETURN_IF_ERROR(
      found->Run(values, {&out.tensor, 1}, &count, options_, wants ? &record : nullptr));
  out.id = EagerId(MakeRef<EagerToken>());
  const RefCounted* const id = out.id.get();
  if (record) outer_->Add(record, ids, {&id, 1});
  return out;
}

Result<EagerValue> ReversePass::Total(const EagerValue& value) {
  const auto found = sums_.find(value.id.get());
  if (found == sums_.end() || found->second.empty()) return EagerValue();
  Sum& sum = found->second;
  if (sum.ones) {
    RUNNEL_ASSIGN_OR_RETURN(EagerValue ones, Op("OnesLike", {&value, 1}));
    sum.terms.push_back(std::move(ones));
    sum.ones = false;
  }
  if (sum.terms.size() > 1) {
    RUNNEL_ASSIGN_OR_RETURN(EagerValue total, Op("AddN", sum.terms));
    sum.terms.assign(1, std::move(total));
  }
  return sum.terms[0];
}

Result<EagerValue> ReversePass::Zeros(const EagerValue& value) {
  if (value.tensor.dtype() != DType::kResource) return Op("ZerosLike", {&value, 1});
  // A variable: the type of what is read is an attr.
  const EagerHandle* const handle = AsEagerHandle(value.tensor);
  const AttrValue* dtype = handle == nullptr ? nullptr : FindAttr(handle->maker()->spec.attrs, "dtype");
  if (dtype == nullptr) return InvalidArgument("a source is a handle, but of no variable");
  NodeSpec read;
  read.op = "ReadVariableOp";
  SetAttr(&read.attrs, "dtype", *dtype);
  RUNNEL_ASSIGN_OR_RETURN(const Ref<EagerOp> op, context_.MakeOp(std::move(read)));
  EagerValue now;
  size_t count = 0;
  RUNNEL_RETURN_IF_ERROR(op->Run({&value.tensor, 1}, {&now.tensor, 1}, &count, options_, nullptr));
  return Op("ZerosLike", {&now, 1});
}

Status ReversePass::CheckTargets(std::span<const EagerValue> targets,
                                 std::span<const EagerValue> output_gradients) {
  for (size_t i = 0; i < targets.size(); ++i) {
    const Tensor& target = targets[i].tensor;
    if (!CarriesGradient(target.dtype())) {
      return InvalidArgument("target ", i, " is ", DTypeName(target.dtype()),
                             "; gradients exist for floating and complex types");
    }
    Sum& sum = sums_[targets[i].id.get()];
    if (output_gradients.empty() || output_gradients[i].tensor.empty()) {
      if (!sum.ones) {
        sum.ones = true;
        continue;
      }
      RUNNEL_ASSIGN_OR_RETURN(EagerValue ones, Op("OnesLike", {&targets[i], 1}));  // named twice
      sum.terms.push_back(std::move(ones));
      continue;
    }
    const Tensor& given = output_gradients[i].tensor;
    if (given.dtype() != target.dtype() || !(given.shape() == target.shape())) {
      return InvalidArgument("output gradient ", i, " is ", DTypeName(given.dtype()),
                             given.shape().ToString(), ", but target ", i, " is ",
                             DTypeName(target.dtype()), target.shape().ToString());
    }
    sum.terms.push_back(output_gradients[i]);
  }
  return OkStatus();
}

// Active are the calls that depend on a source and that a target depends on.
void ReversePass::MarkActive(std::span<const EagerValue> targets, std::span<const EagerValue> sources) {
  for (const EagerValue& source : sources) {
    sources_.insert(source.id.get());
    reached_.insert(source.id.get());
  }
  active_.assign(records_.size(), 0);
  for (size_t r = 0; r < records_.size(); ++r) {
    const EagerCall& record = *records_[r];
    active_[r] = std::any_of(record.inputs.begin(), record.inputs.end(),
                             [&](const EagerValue& input) { return reached_.contains(input.id.get()); });
    if (active_[r] == 0) continue;
    for (const EagerValue& output : record.outputs) {
      if (CarriesGradient(output.tensor.dtype()) || output.tensor.dtype() == DType::kVariant)
        reached_.insert(output.id.get());
    }
  }
  std::unordered_set<const RefCounted*> needed;
  for (const EagerValue& target : targets) needed.insert(target.id.get());
  for (size_t r = records_.size(); r-- > 0;) {
    const EagerCall& record = *records_[r];
    if (active_[r] == 0) continue;
    active_[r] = std::any_of(record.outputs.begin(), record.outputs.end(),
                             [&](const EagerValue& output) { return needed.contains(output.id.get()); });
    if (active_[r] == 0) continue;
    for (const EagerValue& input : record.inputs) {
      if (reached_.contains(input.id.get())) needed.insert(input.id.get());
    }
  }
}

Status ReversePass::Describe(std::span<EagerCall* const> calls, StageSpec* spec,
                             std::vector<EagerId>* ids, std::vector<EagerValue>* ys) {
  std::unordered_map<const RefCounted*, StageSpec::Source> known;
  for (size_t c = 0; c < calls.size(); ++c) {
    StageSpec::Call& call = spec->calls.emplace_back();
    call.record = calls[c];
    for (const EagerValue& input : calls[c]->inputs) {
      const auto [it, fresh] =
          known.try_emplace(input.id.get(), StageSpec::Source{-1, static_cast<int>(ids->size())});
      if (fresh) {
        const bool wanted = reached_.contains(input.id.get());
        spec->externals.push_back({input.tensor, wanted});
        ids->push_back(input.id);
      }
      call.inputs.push_back(it->second);
    }
    for (size_t k = 0; k < calls[c]->outputs.size(); ++k) {
      const EagerValue& output = calls[c]->outputs[k];
      const int at = static_cast<int>(c), index = static_cast<int>(k);
      known[output.id.get()] = {at, index};
      if (sources_.contains(output.id.get())) spec->inner.push_back({at, index});
      const auto sum = sums_.find(output.id.get());
      if (sum == sums_.end() || sum->second.empty()) continue;
      const bool given = !sum->second.ones || !sum->second.terms.empty();
      EagerValue total;
      if (given) {
        RUNNEL_ASSIGN_OR_RETURN(total, Total(output));
      }
      spec->ys.push_back({at, index, given});
      ys->push_back(std::move(total));
    }
  }
  return OkStatus();
}

Status ReversePass::RunStage(std::span<EagerCall* const> calls) {
  StageSpec spec;
  std::vector<EagerId> ids;
  std::vector<EagerValue> ys;
  RUNNEL_RETURN_IF_ERROR(Describe(calls, &spec, &ids, &ys));
  if (spec.ys.empty()) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const std::shared_ptr<const Stage> stage, stages_.Find(spec));
  auto record = MakeRef<EagerCall>();
  record->entry = stage->entry;
  std::vector<Tensor> inputs;
  for (const Stage::Feed& feed : stage->feeds) {
    const auto index = static_cast<size_t>(feed.index);
    EagerValue value;
    switch (feed.from) {
      case Stage::From::kExternal:
        value = {ids[index], spec.externals[index].value};
        break;
      case Stage::From::kOutput:
        value = calls[static_cast<size_t>(feed.call)]->outputs[index];
        break;
      case Stage::From::kGradient:
        value = ys[index];
        break;
    }
    inputs.push_back(value.tensor);
    record->inputs.push_back(std::move(value));
  }
  std::vector<Tensor> outputs(stage->entry->body().outputs.size());
  RUNNEL_RETURN_IF_ERROR(stage->entry->Run(inputs, outputs, options_));
  for (const Tensor& output : outputs) {
    record->outputs.push_back({EagerId(MakeRef<EagerToken>()), output});
  }
  size_t at = 0;
  const auto result = [&]() -> EagerValue {
    const int output = stage->results[at++];
    return output < 0 ? EagerValue() : record->outputs[static_cast<size_t>(output)];
  };
  for (size_t i = 0; i < ids.size(); ++i) {
    if (!spec.externals[i].wanted) continue;
    EagerValue gradient = result();
    if (!gradient.tensor.empty()) sums_[ids[i].get()].terms.push_back(std::move(gradient));
  }
  for (const StageSpec::Inner& inner : spec.inner) {
    // All that comes for it has come: what later stages gave was part of the stage.
    Sum& sum = sums_
        [calls[static_cast<size_t>(inner.call)]->outputs[static_cast<size_t>(inner.output)].id.get()];
    sum = Sum();
    EagerValue gradient = result();
    if (!gradient.tensor.empty()) sum.terms.push_back(std::move(gradient));
  }
  if (outer_ != nullptr) outer_->Take(record);
  return OkStatus();
}

Status ReversePass::RunCustom(const EagerCall& call) {
  std::vector<EagerValue> dys, dxs;
  bool any = false;
  for (const EagerValue& output : call.outputs) {
    RUNNEL_ASSIGN_OR_RETURN(EagerValue dy, Total(output));
    any |= !dy.tensor.empty();
    if (dy.tensor.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(dy, Zeros(output));
    }
    dys.push_back(std::move(dy));
  }
  if (!any) return OkStatus();
  RUNNEL_RETURN_IF_ERROR(call.custom(outer_, dys, &dxs));
  if (dxs.size() != call.inputs.size()) {
    return InvalidArgument("a custom gradient gave ", dxs.size(), " gradients for ", call.inputs.size(),
                           " inputs");
  }
  for (size_t i = 0; i < dxs.size(); ++i) {
    const EagerValue& input = call.inputs[i];
    if (dxs[i].tensor.empty() || !reached_.contains(input.id.get())) continue;
    const bool is_value = input.tensor.dtype() != DType::kResource;
    if (is_value && (dxs[i].tensor.dtype() != input.tensor.dtype() ||
                     !(dxs[i].tensor.shape() == input.tensor.shape()))) {
      return InvalidArgument("a custom gradient gave ", DTypeName(dxs[i].tensor.dtype()),
                             dxs[i].tensor.shape().ToString(), " for input ", i, ", which is ",
                             DTypeName(input.tensor.dtype()), input.tensor.shape().ToString());
    }
    sums_[input.id.get()].terms.push_back(std::move(dxs[i]));
  }
  return OkStatus();
}

Status ReversePass::Run(std::span<const EagerValue> targets,
                        std::span<const EagerValue> output_gradients,
                        std::span<const EagerValue> sources, bool zeros, std::vector<EagerValue>* out) {
  out->clear();
  RUNNEL_RETURN_IF_ERROR(CheckTargets(targets, output_gradients));
  MarkActive(targets, sources);
  std::vector<EagerCall*> stage;  // in order of recording
  const auto flush = [&]() -> Status {
    if (stage.empty()) return OkStatus();
    std::reverse(stage.begin(), stage.end());
    Status status = RunStage(stage);
    stage.clear();
    return status;
  };
  for (size_t r = records_.size(); r-- > 0;) {
    if (active_[r] == 0) continue;
    EagerCall* const record = records_[r].get();
    if (record->custom == nullptr) {
      stage.push_back(record);
      continue;
    }
    RUNNEL_RETURN_IF_ERROR(flush());
    RUNNEL_RETURN_IF_ERROR(RunCustom(*record));
  }
  RUNNEL_RETURN_IF_ERROR(flush());
  for (const EagerValue& source : sources) {
    RUNNEL_ASSIGN_OR_RETURN(EagerValue total, Total(source));
    if (total.tensor.empty() && zeros) {
      RUNNEL_ASSIGN_OR_RETURN(total, Zeros(source));
    }
    out->push_back(std::move(total));
  }
  return OkStatus();
}

}  // namespace runnel
