// Tapes: gradients of what was executed.
#ifndef RUNNEL_CPP_EAGER_TAPE_HPP_
#define RUNNEL_CPP_EAGER_TAPE_HPP_

#include "eager.hpp"

RUNNEL_CPP_NAMESPACE

// Gradients of a custom call: of its outputs to those of its inputs; an empty one for none.
using CustomGradient = std::function<std::vector<EagerTensor>(const std::vector<EagerTensor>&)>;

namespace detail {

struct CustomCall {
  std::shared_ptr<EagerState> state;
  CustomGradient function;
};

inline rnl_status_t* CallCustomGradient(void* arg, rnl_tape_t* tape, rnl_tensor_t* const* dys,
                                        std::size_t num_dys, rnl_tensor_t** dxs, std::size_t num_dxs) {
  const auto& call = *static_cast<const CustomCall*>(arg);
  const auto run = [&]() -> rnl_status_t* {
    std::vector<EagerTensor> given;
    for (std::size_t i = 0; i < num_dys; ++i)
      given.emplace_back(call.state, Tensor::Adopt(rnl_tensor_retain(dys[i])));
    const OnTape on(tape);
    const std::vector<EagerTensor> made = call.function(given);
    if (made.size() != num_dxs) {
      return rnl_status_create(RNL_INVALID_ARGUMENT,
                               Str("a custom gradient gave another number of gradients than of inputs"));
    }
    for (std::size_t i = 0; i < num_dxs; ++i) dxs[i] = rnl_tensor_retain(made[i].get());
    return nullptr;
  };
#if defined(RUNNEL_RESULTS)
  return run();
#else
  try {
    return run();
  } catch (const Error& error) {
    return rnl_status_create(static_cast<rnl_code_t>(error.code()), Str(error.message()));
  } catch (const std::exception& error) {
    return rnl_status_create(RNL_UNKNOWN, rnl_str(error.what()));
  } catch (...) {
    return rnl_status_create(RNL_UNKNOWN,
                             Str("a custom gradient threw something that is no std::exception"));
  }
#endif
}

inline void DropCustomGradient(void* arg) { delete static_cast<CustomCall*>(arg); }

}  // namespace detail

// Records what this thread executes from its construction to Stop, or its end, on watched values. Tapes
// nest as scopes do. It is for one thread.
class GradientTape {
 public:
  explicit GradientTape(const Eager& eager, bool persistent = false, bool watch_variables = true)
      : state_(eager.state()) {
    rnl_tape_t* raw = nullptr;
    if (rnl_status_t* status =
            rnl_tape_create(eager.get(), detail::CurrentTape(), persistent, watch_variables, &raw)) {
      state_->Fail(Error(status));
    }
    tape_ = Handle(raw);
    detail::eager_tapes.push_back(raw);
    active_ = true;
  }
  GradientTape(const GradientTape&) = delete;
  ~GradientTape() { Stop(); }
  // Nothing more is recorded.
  void Stop() {
    if (active_) std::erase(detail::eager_tapes, tape_.get());
    active_ = false;
  }
  Outcome<void> Watch(const EagerTensor& value) const {
    return detail::Check(rnl_tape_watch(tape_.get(), value.get()));
  }
  Outcome<void> SetRecording(bool recording) const {
    return detail::Check(rnl_tape_set_recording(tape_.get(), recording));
  }
  // Of the sum of the targets, weighed by output_gradients where there are some. A source that no target
  // depends on gets no tensor, or zeros. A variable is a source by its handle.
  Outcome<std::vector<EagerTensor>> Gradients(const std::vector<EagerTensor>& targets,
                                              const std::vector<EagerTensor>& sources,
                                              const std::vector<EagerTensor>& output_gradients = {},
                                              bool zeros = false) const {
    if (!output_gradients.empty() && output_gradients.size() != targets.size()) {
      return detail::Fail<std::vector<EagerTensor>>(
          Error(Code::kInvalidArgument, "output gradients are not as many as targets"));
    }
    std::vector<rnl_tensor_t*> ys, weights, xs, out(sources.size());
    for (const EagerTensor& y : targets) ys.push_back(y.get());
    for (const EagerTensor& w : output_gradients) weights.push_back(w.get());
    for (const EagerTensor& x : sources) xs.push_back(x.get());
    rnl_status_t* status =
        rnl_tape_gradient(tape_.get(), nullptr, ys.data(), weights.empty() ? nullptr : weights.data(),
                          ys.size(), xs.data(), xs.size(), zeros, out.data());
    return detail::Finish(status, [&] {
      std::vector<EagerTensor> gradients;
      for (rnl_tensor_t* each : out) {
        gradients.push_back(each == nullptr ? EagerTensor() : EagerTensor(state_, Tensor::Adopt(each)));
      }
      return gradients;
    });
  }
  Outcome<EagerTensor> Gradient(const EagerTensor& target, const EagerTensor& source) const {
    RUNNEL_TRY_ASSIGN(all, Gradients({target}, {source}));
    return EagerTensor(all[0]);
  }
  Outcome<EagerTensor> Gradient(const EagerTensor& target, const EagerVariable& source) const {
    return Gradient(target, source.handle());
  }
  // `outputs` were computed of `inputs` while nothing was recorded; `function` gives the gradients.
  Outcome<void> Record(const std::vector<EagerTensor>& inputs, const std::vector<EagerTensor>& outputs,
                       CustomGradient function) const {
    std::vector<rnl_tensor_t*> xs, ys;
    for (const EagerTensor& x : inputs) xs.push_back(x.get());
    for (const EagerTensor& y : outputs) ys.push_back(y.get());
    auto call = std::make_unique<detail::CustomCall>(detail::CustomCall{state_, std::move(function)});
    rnl_status_t* status =
        rnl_tape_record(tape_.get(), xs.data(), xs.size(), ys.data(), ys.size(),
                        detail::CallCustomGradient, call.get(), detail::DropCustomGradient);
    if (status == nullptr) static_cast<void>(call.release());  // the tape's now
    return detail::Check(status);
  }

 private:
  class Handle : public Shared<rnl_tape_t, rnl_tape_retain, rnl_tape_release> {
   public:
    Handle() = default;
    explicit Handle(rnl_tape_t* adopted) : Shared(adopted) {}
  };
  std::shared_ptr<detail::EagerState> state_;
  Handle tape_;
  bool active_ = false;
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_EAGER_TAPE_HPP_
