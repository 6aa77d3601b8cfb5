// GroupByReducer: elements with the same key, which a function gives, are folded into one state; behind
// the input's end each state becomes an element, in order of the keys.
//
// Source: the semantics of TensorFlow 1.15's GroupByReducerDataset.
#include <map>

#include "core/runtime/data/dataset_node.h"
#include "core/runtime/data/input_iterator.h"
#include "core/runtime/host_ops/families.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The key of an element; the first state of a key; the next state of a state and an element; the element
// that a state becomes.
struct ReducerFunctions {
  CapturedFunction key, init, reduce, finalize;
};

class GroupByReducer final : public UnaryDataset {
 public:
  GroupByReducer(DatasetInfo info, Ref<Dataset> input, ReducerFunctions functions)
      : UnaryDataset(std::move(info), std::move(input)), functions_(std::move(functions)) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }

 private:
  class Iterator final : public InputIterator<GroupByReducer> {
   public:
    using InputIterator::InputIterator;

    Result<Progress> Next(const PollContext& cx, Element* out) override {
      for (;;) {
        if (cx.ShouldYield()) return YieldTo(cx);
        if (stage_ == Stage::kInput) {
          if (input() != nullptr) {
            Result<Progress> progress = NextInput(cx, &element_);
            if (!progress.ok() || *progress == Progress::kPending) return progress;
            if (*progress == Progress::kElement) ++index_;
            stage_ = *progress == Progress::kElement ? Stage::kKey : Stage::kInput;
            continue;
          }
          if (states_.empty()) return Progress::kEnd;
          key_ = states_.begin()->first;
          stage_ = Stage::kFinalize;
        }
        Element result;
        Result<Progress> progress = TakeResult(cx, &result);
        if (progress.ok() && *progress == Progress::kPending) return progress;
        const bool was_last = stage_ == Stage::kFinalize;
        const Status status = progress.ok() ? Use(&result) : progress.status();
        if (!status.ok()) {  // what it was about is lost
          stage_ = Stage::kInput;
          return was_last ? status.WithPrefix(StrCat("key ", key_)) : dataset().At(index_ - 1, status);
        }
        if (!was_last) continue;
        *out = std::move(result);
        return Progress::kElement;
      }
    }

    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      // A call ends by itself, and is made again: until then the state is that of before.
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(index_);
      writer->Number(stage_ == Stage::kInput || stage_ == Stage::kFinalize ? 0 : 1);
      if (stage_ != Stage::kInput && stage_ != Stage::kFinalize)
        RUNNEL_RETURN_IF_ERROR(writer->Tensors(element_));
      const bool finalizes = stage_ == Stage::kFinalize;
      writer->Number(static_cast<int64_t>(states_.size()) + (finalizes ? 1 : 0));
      if (finalizes) RUNNEL_RETURN_IF_ERROR(SaveState(key_, state_, writer));
      for (const auto& [key, state] : states_) RUNNEL_RETURN_IF_ERROR(SaveState(key, state, writer));
      return Progress::kElement;
    }

    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(index_, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t has_element, reader->Number(0, 1));
      stage_ = has_element != 0 ? Stage::kKey : Stage::kInput;
      if (has_element != 0) {
        RUNNEL_ASSIGN_OR_RETURN(element_, reader->Tensors(dataset().input()->info().types));
      }
      RUNNEL_ASSIGN_OR_RETURN(const int64_t count, reader->Number(0));
      states_.clear();
      for (int64_t i = 0; i < count; ++i) {
        RUNNEL_ASSIGN_OR_RETURN(const int64_t key, reader->Number());
        RUNNEL_ASSIGN_OR_RETURN(states_[key],
                                reader->Tensors(dataset().functions_.init.function->output_types()));
      }
      return OkStatus();
    }

   private:
    // kInput: wants an element, or the next state behind the input's end. Then what is called: for the
    // key of element_, for the first state of key_, for the state that follows, for the element of
    // state_, which is no longer among the states then.
    enum class Stage { kInput, kKey, kInit, kReduce, kFinalize };

    static Status SaveState(int64_t key, const Element& state, StateWriter* writer) {
      writer->Number(key);
      return writer->Tensors(state);
    }

    // Begins the call of the stage and takes what it gives.
    Result<Progress> TakeResult(const PollContext& cx, Element* out) {
      if (!call_) {
        const ReducerFunctions& functions = dataset().functions_;
        const CapturedFunction* function = &functions.key;
        Element arguments = element_;
        if (stage_ == Stage::kInit) {
          RUNNEL_ASSIGN_OR_RETURN(Tensor key, Tensor::FromScalar<int64_t>(key_));
          arguments.clear();
          arguments.push_back(std::move(key));
          function = &functions.init;
        } else if (stage_ == Stage::kReduce) {
          const Element& state = states_[key_];
          arguments.insert(arguments.begin(), state.begin(), state.end());
          function = &functions.reduce;
        } else if (stage_ == Stage::kFinalize) {
          if (const auto it = states_.find(key_); it != states_.end()) {
            state_ = std::move(it->second);
            states_.erase(it);
          }
          arguments = state_;
          function = &functions.finalize;
        }
        call_ = ElementFuture::Call(*function, arguments, true, context()->cancellation());
      }
      Result<Progress> progress = call_->Poll(cx, out);
      if (!progress.ok() || *progress != Progress::kPending) call_ = nullptr;
      return progress;
    }

    Status Use(Element* result) {
      switch (stage_) {
        case Stage::kKey:
          if (result->size() != 1 || (*result)[0].dtype() != DType::kInt64 ||
              (*result)[0].num_elements() != 1) {
            return InvalidArgument("`key_func` must return a scalar int64.");
          }
          key_ = (*result)[0].int_at(0);
          stage_ = states_.contains(key_) ? Stage::kReduce : Stage::kInit;
          return OkStatus();
        case Stage::kInit:
          states_[key_] = std::move(*result);
          stage_ = Stage::kReduce;
          return OkStatus();
        case Stage::kReduce:
          states_[key_] = std::move(*result);
          [[fallthrough]];
        default:
          stage_ = Stage::kInput;
          return OkStatus();
      }
    }

    Stage stage_ = Stage::kInput;
    int64_t index_ = 0;  // how many elements the input has given
    int64_t key_ = 0;
    Element element_;
    Element state_;
    Ref<ElementFuture> call_;
    std::map<int64_t, Element> states_;
  };
  const ReducerFunctions functions_;
};

Result<Ref<Dataset>> BuildGroupByReducer(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  ReducerFunctions functions;
  const auto take = [&](std::string_view attr, std::string_view count, std::vector<DType> types,
                        CapturedFunction* out) -> Status {
    RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> captured, in.Kept(node.count(count)));
    RUNNEL_ASSIGN_OR_RETURN(*out,
                            FunctionOf(in.ctx(), node, attr, std::move(types), std::move(captured)));
    return OkStatus();
  };
  const DType key = DType::kInt64;
  RUNNEL_RETURN_IF_ERROR(
      take("key_func", "Tkey_func_other_arguments", input->info().types, &functions.key));
  RUNNEL_RETURN_IF_ERROR(CheckGives(functions.key, {&key, 1}, "key_func"));
  RUNNEL_RETURN_IF_ERROR(take("init_func", "Tinit_func_other_arguments", {key}, &functions.init));
  const std::vector<DType> state = functions.init.function->output_types();
  std::vector<DType> both = state;
  both.insert(both.end(), input->info().types.begin(), input->info().types.end());
  RUNNEL_RETURN_IF_ERROR(
      take("reduce_func", "Treduce_func_other_arguments", std::move(both), &functions.reduce));
  RUNNEL_RETURN_IF_ERROR(CheckGives(functions.reduce, state, "reduce_func"));
  RUNNEL_RETURN_IF_ERROR(
      take("finalize_func", "Tfinalize_func_other_arguments", state, &functions.finalize));
  RUNNEL_RETURN_IF_ERROR(CheckGives(functions.finalize, node.info.types, "finalize_func"));
  return Ref<Dataset>(MakeRef<GroupByReducer>(node.info, std::move(input), std::move(functions)));
}

constexpr HostKernelRow kRows[] = {
    {.op = "GroupByReducerDataset", .create = DatasetKernel<BuildGroupByReducer>::Create},
    {.op = "ExperimentalGroupByReducerDataset", .create = DatasetKernel<BuildGroupByReducer>::Create},
};

}  // namespace

std::span<const HostKernelRow> GroupByReducerKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
