// Callables that are traced into graphs: once for each signature, which runs as one step from then on.
//
//   const auto line = runnel::Traced(eager, "line", [](runnel::Tracing&, runnel::Output x,
//   runnel::Output w) {
//     return x * w + w;
//   });
//   const runnel::EagerTensor y = line(x, w);
//
// A callable takes a Tracing, then outputs of its graph or vectors of them, and gives an output, a
// vector or a tuple of such, or nothing; a call takes and gives eager tensors in their places. Tapes
// record a call as they record an op.
#ifndef RUNNEL_CPP_FUNCTION_HPP_
#define RUNNEL_CPP_FUNCTION_HPP_

#include <map>
#include <tuple>

#include "eager.hpp"
#include "ops.hpp"

RUNNEL_CPP_NAMESPACE

// Where a callable that is traced adds nodes. What has effects runs in the callable's order. It lives as
// long as the callable runs.
class Tracing {
 public:
  Tracing(Eager eager, Graph graph) : eager_(std::move(eager)), graph_(std::move(graph)) {}
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;
  const Eager& eager() const { return eager_; }
  const Graph& graph() const { return graph_; }

  // A value from outside, which each call gives as an argument: tapes see it.
  Output Capture(const EagerTensor& value) {
    const Output output = graph_.Placeholder(value.dtype(), value.shape());
    captured_.emplace_back(value, output);
    return output;
  }
  // The handle of a variable, for ops that take one.
  Output Handle(const EagerVariable& variable) {
    const Output handle = Kept(variable.In(graph_));
    for (const auto& [value, known] : captured_) {
      if (known == handle) return handle;
    }
    captured_.emplace_back(variable.handle(), handle);
    return handle;
  }
  // The value of a variable when what was traced before has run.
  Output Read(const EagerVariable& variable) {
    const Output handle = Handle(variable);
    const std::vector<Node> before = last_ ? std::vector<Node>{last_} : std::vector<Node>();
    const ControlScope after(graph_, std::span<const Node>(before));
    const Output read = ops::ReadVariableOp(handle, variable.dtype());
    readers_.push_back(read);
    return read;
  }
  // Adds a node that has an effect, which `add` gives: it runs at each call, when all has run that was
  // traced before with one, and before what is traced later.
  template <typename F>
  requires std::is_invocable_r_v<Node, F>
  void Effect(F&& add) {
    std::vector<Node> before = std::move(readers_);
    if (last_) before.push_back(last_);
    readers_.clear();
    const ControlScope after(graph_, std::span<const Node>(before));
    last_ = std::forward<F>(add)();
    if (last_) effects_.push_back(last_);
  }
  void Assign(const EagerVariable& variable, const Input& value) {
    const Output handle = Handle(variable);
    Effect([&] { return ops::AssignVariableOp(handle, value); });
  }
  void AssignAdd(const EagerVariable& variable, const Input& value) {
    const Output handle = Handle(variable);
    Effect([&] { return ops::AssignAddVariableOp(handle, value); });
  }
  void AssignSub(const EagerVariable& variable, const Input& value) {
    const Output handle = Handle(variable);
    Effect([&] { return ops::AssignSubVariableOp(handle, value); });
  }

  const std::vector<std::pair<EagerTensor, Output>>& captured() const { return captured_; }
  const std::vector<Node>& effects() const { return effects_; }

 private:
  // Where failures are results, the graph keeps the first.
  Output Kept(Outcome<Output> output) const {
#if defined(RUNNEL_RESULTS)
    if (output.ok()) return *output;
    if (!graph_.state()->first_error) graph_.state()->first_error = output.error();
    return Output();
#else
    return output;
#endif
  }

  const Eager eager_;
  const Graph graph_;
  std::vector<std::pair<EagerTensor, Output>> captured_;  // what each call gives besides arguments
  Node last_;                                             // the last node with an effect
  std::vector<Node> readers_;                             // of variables since
  std::vector<Node> effects_;
};

namespace detail {

// The arguments of a call, one behind the other, and what tells signatures apart.
struct FlatArguments {
  std::vector<EagerTensor> tensors;
  std::vector<std::int64_t> key;
  void Add(const EagerTensor& value) {
    tensors.push_back(value);
    const Shape shape = value.shape();
    key.push_back(static_cast<std::int64_t>(value.dtype()));
    key.push_back(static_cast<std::int64_t>(shape.size()));
    key.insert(key.end(), shape.begin(), shape.end());
  }
};

// What stands for a symbol in a call.
template <typename T>
struct Traceable;

template <>
struct Traceable<Output> {
  using Value = EagerTensor;
  static void Flatten(const Value& value, FlatArguments* flat) { flat->Add(value); }
  static Output Place(const Value&, const Output*& next) { return *next++; }
  static void List(const Output& symbol, std::vector<Output>* all) { all->push_back(symbol); }
  static Value Take(const Output&, const EagerTensor*& next) { return *next++; }
};

template <>
struct Traceable<std::vector<Output>> {
  using Value = std::vector<EagerTensor>;
  static void Flatten(const Value& values, FlatArguments* flat) {
    flat->key.push_back(static_cast<std::int64_t>(values.size()));
    for (const EagerTensor& value : values) flat->Add(value);
  }
  static std::vector<Output> Place(const Value& values, const Output*& next) {
    next += values.size();
    return std::vector<Output>(next - values.size(), next);
  }
  static void List(const std::vector<Output>& symbols, std::vector<Output>* all) {
    all->insert(all->end(), symbols.begin(), symbols.end());
  }
  static Value Take(const std::vector<Output>& symbols, const EagerTensor*& next) {
    next += symbols.size();
    return Value(next - symbols.size(), next);
  }
};

template <typename... T>
struct Traceable<std::tuple<T...>> {
  using Value = std::tuple<typename Traceable<T>::Value...>;
  static void List(const std::tuple<T...>& symbols, std::vector<Output>* all) {
    std::apply([&](const T&... each) { (Traceable<T>::List(each, all), ...); }, symbols);
  }
  static Value Take(const std::tuple<T...>& symbols, const EagerTensor*& next) {
    // Braces take them in order.
    return std::apply([&](const T&... each) { return Value{Traceable<T>::Take(each, next)...}; },
                      symbols);
  }
};

// A callable that gives nothing.
template <>
struct Traceable<void> {
  using Value = void;
};

}  // namespace detail

// A callable that is traced when it is first called with arguments of a signature: their types, shapes,
// and how many a vector has. Copies are the same one; any thread may call it, and two that call it at
// once with a new signature may both trace. Errors: those of the callable, which is then asked again at
// the next call, with the function's name; those of the step. Where failures are results, a call that
// fails gives no tensor, and its failure is kept in the context.
template <typename R, typename... A>
class TracedFunction {
 public:
  using Body = std::function<R(Tracing&, const A&...)>;
  using Value = typename detail::Traceable<R>::Value;

  // `name` is for errors.
  TracedFunction(const Eager& eager, std::string_view name, Body body)
      : state_(std::make_shared<State>(eager, std::string(name), std::move(body))) {}

  Value operator()(const typename detail::Traceable<A>::Value&... given) const {
    detail::FlatArguments flat;
    (detail::Traceable<A>::Flatten(given, &flat), ...);
    std::shared_ptr<const OneSignature> traced = Find(flat.key);
    if (traced == nullptr) {
      // Without the lock: the callable may call this function.
      traced = Make(flat, given...);
      if (traced == nullptr) return Value();
      const std::lock_guard lock(state_->mutex);
      traced = state_->traced.emplace(std::move(flat.key), std::move(traced)).first->second;
    }
    std::vector<EagerTensor> got;
    if (traced->call) {
      flat.tensors.insert(flat.tensors.end(), traced->captured.begin(), traced->captured.end());
      got = (*traced->call)(flat.tensors);
    }
    if constexpr (!std::is_void_v<R>) {
      const EagerTensor* next = got.data();
      return detail::Traceable<R>::Take(traced->results, next);
    }
  }

  // Makes the callable a part of what is being traced.
  R Within(Tracing& tracing, const A&... arguments) const { return state_->body(tracing, arguments...); }

  // How many signatures there were.
  std::size_t num_traces() const {
    const std::lock_guard lock(state_->mutex);
    return state_->traced.size();
  }

 private:
  using Results = std::conditional_t<std::is_void_v<R>, std::tuple<>, R>;
  // One signature's graph. Of the results only the form is used later.
  struct OneSignature {
    std::optional<EagerFunction> call;  // none: it does nothing
    Results results;
    std::vector<EagerTensor> captured;
  };
  struct State {
    State(const Eager& e, std::string n, Body b) : eager(e), name(std::move(n)), body(std::move(b)) {}
    const Eager eager;
    const std::string name;
    const Body body;
    std::mutex mutex;  // guards traced
    std::map<std::vector<std::int64_t>, std::shared_ptr<const OneSignature>> traced;
  };

  std::shared_ptr<const OneSignature> Find(const std::vector<std::int64_t>& key) const {
    const std::lock_guard lock(state_->mutex);
    const auto found = state_->traced.find(key);
    return found == state_->traced.end() ? nullptr : found->second;
  }

  Error Named(const Error& error) const {
    return Error(error.code(), "function " + state_->name + ": " + error.message());
  }

  // Null where it failed and failures are results.
  std::shared_ptr<const OneSignature> Make(const detail::FlatArguments& flat,
                                           const typename detail::Traceable<A>::Value&... given) const {
#if defined(RUNNEL_RESULTS)
    auto made = TraceNow(flat, given...);
    if (made.ok()) return *made;
    state_->eager.state()->Fail(Named(made.error()));
    return nullptr;
#else
    try {
      return TraceNow(flat, given...);
    } catch (const Error& error) {
      throw Named(error);
    }
#endif
  }

  Outcome<std::shared_ptr<const OneSignature>> TraceNow(
      const detail::FlatArguments& flat, const typename detail::Traceable<A>::Value&... given) const {
    RUNNEL_TRY_ASSIGN(graph, Graph::Create(state_->eager.runtime()));
    std::vector<Output> inputs;
    for (const EagerTensor& value : flat.tensors)
      inputs.push_back(graph.Placeholder(value.dtype(), value.shape()));
    const Output* next = inputs.data();
    // Braces take them in order.
    const std::tuple<A...> arguments{detail::Traceable<A>::Place(given, next)...};
    Tracing tracing(state_->eager, graph);
    const auto run = [&](const A&... each) { return state_->body(tracing, each...); };
    auto traced = std::make_shared<OneSignature>();
    std::vector<Output> outputs;
    if constexpr (std::is_void_v<R>) {
      std::apply(run, arguments);
    } else {
      traced->results = std::apply(run, arguments);
      detail::Traceable<R>::List(traced->results, &outputs);
    }
    RUNNEL_TRY(graph.status());
    for (const auto& [value, output] : tracing.captured()) {
      inputs.push_back(output);
      traced->captured.push_back(value);
    }
    if (!outputs.empty() || !tracing.effects().empty()) {
      RUNNEL_TRY_ASSIGN(call, EagerFunction::Create(state_->eager, graph, inputs, outputs,
                                                    tracing.effects(), state_->name));
      traced->call = std::move(call);
    }
    return std::shared_ptr<const OneSignature>(std::move(traced));
  }

  std::shared_ptr<State> state_;
};

namespace detail {

template <typename F>
struct TracedAs : TracedAs<decltype(&F::operator())> {};
template <typename R, typename... A>
struct TracedAs<R (*)(Tracing&, A...)> {
  using Type = TracedFunction<R, std::remove_cvref_t<A>...>;
};
template <typename C, typename R, typename... A>
struct TracedAs<R (C::*)(Tracing&, A...) const> : TracedAs<R (*)(Tracing&, A...)> {};
template <typename C, typename R, typename... A>
struct TracedAs<R (C::*)(Tracing&, A...)> : TracedAs<R (*)(Tracing&, A...)> {};

}  // namespace detail

// A function of a callable whose parameters say their types: no template, no overloads.
template <typename F>
auto Traced(const Eager& eager, std::string_view name, F body) {
  return typename detail::TracedAs<std::decay_t<F>>::Type(eager, name, std::move(body));
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_FUNCTION_HPP_
