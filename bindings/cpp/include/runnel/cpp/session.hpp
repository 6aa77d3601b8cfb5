// Sessions: run parts of a graph, once or prepared or asynchronously as std::future; save, restore,
// freeze.
#ifndef RUNNEL_CPP_SESSION_HPP_
#define RUNNEL_CPP_SESSION_HPP_

#include <array>
#include <chrono>
#include <future>
#include <memory>

#include "call.hpp"
#include "metadata.hpp"
#include "session_options.hpp"

RUNNEL_CPP_NAMESPACE

// Ends runs from another thread: each that has it in its options ends with CANCELLED, and so does every
// later one.
class Cancellation
    : public Shared<rnl_cancellation_t, rnl_cancellation_retain, rnl_cancellation_release> {
 public:
  Cancellation() = default;
  static Outcome<Cancellation> Create() {
    rnl_cancellation_t* out = nullptr;
    rnl_status_t* status = rnl_cancellation_create(&out);
    return detail::Finish(status, [&] { return Cancellation(out); });
  }
  Outcome<void> Cancel() const { return detail::Check(rnl_cancellation_cancel(get())); }
  bool cancelled() const { return rnl_cancellation_is_cancelled(get()); }

 private:
  explicit Cancellation(rnl_cancellation_t* adopted) : Shared(adopted) {}
};

struct RunSettings {
  // Negative: the session's.
  std::chrono::milliseconds timeout{-1};
  Cancellation cancellation = {};
  bool trace = false;
  bool profile =
      false;  // traced, and each kernel and copy is waited for: plans then tell what they took
  bool partition_graphs = false;
  bool keep_on_device = false;
};

// Not changed by runs; may serve any number of them.
class RunOptions : public Unique<rnl_run_options_t, rnl_run_options_release> {
 public:
  RunOptions() = default;
  static Outcome<RunOptions> Create(const RunSettings& settings) {
    rnl_run_options_t* raw = nullptr;
    RUNNEL_TRY(detail::Check(rnl_run_options_create(&raw)));
    RunOptions options(raw);
    RUNNEL_TRY(detail::Check(
        rnl_run_options_set_timeout(raw, settings.timeout.count() < 0 ? -1 : settings.timeout.count())));
    RUNNEL_TRY(detail::Check(rnl_run_options_set_cancellation(raw, settings.cancellation.get())));
    RUNNEL_TRY(detail::Check(rnl_run_options_set_trace(raw, settings.trace)));
    RUNNEL_TRY(detail::Check(rnl_run_options_set_profile(raw, settings.profile)));
    RUNNEL_TRY(detail::Check(rnl_run_options_set_partition_graphs(raw, settings.partition_graphs)));
    RUNNEL_TRY(detail::Check(rnl_run_options_set_keep_on_device(raw, settings.keep_on_device)));
    return options;
  }

 private:
  using Unique::Unique;
};

struct Feed {
  Output output;
  Tensor tensor;
};

namespace detail {

// Handles side by side, as C takes them, not initialised; on the stack where they are few.
template <typename T, std::size_t kFew = 16>
class Array {
 public:
  explicit Array(std::size_t size) : size_(size) {
    if (size > kFew) many_ = std::make_unique<T[]>(size);
  }
  T* data() { return size_ > kFew ? many_.get() : few_.data(); }
  T& operator[](std::size_t i) { return data()[i]; }
  std::size_t size() const { return size_; }

 private:
  const std::size_t size_;
  std::array<T, kFew> few_;
  std::unique_ptr<T[]> many_;
};

inline std::vector<Tensor> Adopted(Array<rnl_tensor_t*>& handles) {
  std::vector<Tensor> out;
  out.reserve(handles.size());
  for (std::size_t i = 0; i < handles.size(); ++i) out.push_back(Tensor::Adopt(handles[i]));
  return out;
}

struct Request {
  Request(std::span<const Feed> feeds, std::span<const Output> wanted, std::span<const Node> to_run)
      : feed_outputs(feeds.size()),
        tensors(feeds.size()),
        fetches(wanted.size()),
        targets(to_run.size()) {
    for (std::size_t i = 0; i < feeds.size(); ++i) {
      feed_outputs[i] = feeds[i].output.raw;
      tensors[i] = feeds[i].tensor.get();
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) fetches[i] = wanted[i].raw;
    for (std::size_t i = 0; i < to_run.size(); ++i) targets[i] = to_run[i].raw;
  }
  Array<rnl_output_t> feed_outputs;
  Array<rnl_tensor_t*> tensors;
  Array<rnl_output_t> fetches;
  Array<rnl_node_t> targets;
};

using Fetched = Outcome<std::vector<Tensor>>;

inline std::vector<Tensor> Retained(rnl_tensor_t* const* tensors, std::size_t count) {
  std::vector<Tensor> out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) out.push_back(Tensor::Adopt(rnl_tensor_retain(tensors[i])));
  return out;
}

// On a thread of the runtime: nothing may leave it.
inline void Settle(std::promise<Fetched>& promise, rnl_status_t* status, rnl_tensor_t* const* tensors,
                   std::size_t count) noexcept {
#if defined(RUNNEL_RESULTS)
  if (status != nullptr) return promise.set_value(Error(Error::Borrowed{status}));
  promise.set_value(Retained(tensors, count));
#else
  try {
    if (status != nullptr) throw Error(Error::Borrowed{status});
    promise.set_value(Retained(tensors, count));
  } catch (...) {
    promise.set_exception(std::current_exception());
  }
#endif
}

// A run that launch(done, arg) starts, or why it did not start.
template <typename Launch>
std::future<Fetched> StartRun(Launch&& launch) {
  using Promise = std::promise<Fetched>;
  auto promise = std::make_unique<Promise>();
  auto future = promise->get_future();
  const rnl_done_fn_t done = [](void* arg, rnl_status_t* ended, rnl_tensor_t* const* tensors,
                                std::size_t count) {
    const std::unique_ptr<Promise> owned(static_cast<Promise*>(arg));
    Settle(*owned, ended, tensors, count);
  };
  if (rnl_status_t* status = std::forward<Launch>(launch)(done, promise.get())) {
    Settle(*promise, status, nullptr, 0);
    rnl_status_release(status);
  } else {
    static_cast<void>(promise.release());  // the callback's now
  }
  return future;
}

}  // namespace detail

// A prepared run. Any number of threads may call it at once.
class Callable : public Shared<rnl_callable_t, rnl_callable_retain, rnl_callable_release> {
 public:
  Callable() = default;
  Callable(rnl_callable_t* adopted, std::size_t fetches) : Shared(adopted), num_fetches_(fetches) {}

  // Feeds in the order of Prepare; `fetches` get the values. Allocates nothing where what it gave before
  // is gone.
  Outcome<void> Run(std::span<const Tensor> feeds, std::span<Tensor> fetches,
                    const RunOptions& options = {}, const Metadata& metadata = {}) const {
    detail::Array<rnl_tensor_t*> in(feeds.size()), out(fetches.size());
    for (std::size_t i = 0; i < feeds.size(); ++i) in[i] = feeds[i].get();
    for (Tensor& t : fetches) t = Tensor();  // their handles are used again
    RUNNEL_TRY(detail::Check(rnl_callable_run(get(), options.get(), in.data(), in.size(), out.data(),
                                              out.size(), metadata.get())));
    for (std::size_t i = 0; i < fetches.size(); ++i) fetches[i] = Tensor::Adopt(out[i]);
    return Outcome<void>();
  }
  Outcome<std::vector<Tensor>> operator()(std::span<const Tensor> feeds) const {
    std::vector<Tensor> out(num_fetches_);
    RUNNEL_TRY(Run(feeds, out));
    return out;
  }
  Outcome<std::vector<Tensor>> operator()(std::initializer_list<Tensor> feeds) const {
    return (*this)(std::span<const Tensor>(feeds.begin(), feeds.size()));
  }
  // As Session::RunAsync.
  std::future<Outcome<std::vector<Tensor>>> RunAsync(std::span<const Tensor> feeds,
                                                     const RunOptions& options = {}) const {
    detail::Array<rnl_tensor_t*> in(feeds.size());
    for (std::size_t i = 0; i < feeds.size(); ++i) in[i] = feeds[i].get();
    return detail::StartRun([&](rnl_done_fn_t done, void* arg) {
      return rnl_callable_run_callback(get(), options.get(), in.data(), in.size(), done, arg);
    });
  }

 private:
  std::size_t num_fetches_ = 0;
};

// One step that is fed and fetched in stages.
class PartialRun : public Shared<rnl_partial_run_t, rnl_partial_run_retain, rnl_partial_run_release> {
 public:
  PartialRun() = default;
  explicit PartialRun(rnl_partial_run_t* adopted) : Shared(adopted) {}
  Outcome<std::vector<Tensor>> Step(std::span<const Feed> feeds, std::span<const Output> fetches) const {
    detail::Request r(feeds, fetches, {});
    detail::Array<rnl_tensor_t*> out(fetches.size());
    rnl_status_t* status =
        rnl_partial_run_step(get(), r.feed_outputs.data(), r.tensors.data(), r.tensors.size(),
                             r.fetches.data(), out.data(), out.size());
    return detail::Finish(status, [&] { return detail::Adopted(out); });
  }
  Outcome<std::vector<Tensor>> Step(std::initializer_list<Feed> feeds,
                                    std::initializer_list<Output> fetches) const {
    return Step(std::span<const Feed>(feeds.begin(), feeds.size()),
                std::span<const Output>(fetches.begin(), fetches.size()));
  }
};

class Session : public Shared<rnl_session_t, rnl_session_retain, rnl_session_release> {
 public:
  using Feeds = std::initializer_list<Feed>;
  using Outputs = std::initializer_list<Output>;
  using Nodes = std::initializer_list<Node>;

  Session() = default;
  static Session Adopt(rnl_session_t* handle) { return Session(handle); }
  static Outcome<Session> Create(const Graph& graph, const SessionOptions& options = {}) {
    RUNNEL_TRY_ASSIGN(made, detail::MakeSessionOptions(options));
    rnl_session_t* out = nullptr;
    rnl_status_t* status = rnl_session_create(graph.get(), made.get(), &out);
    return detail::Finish(status, [&] { return Session(out); });
  }

  // The full names of the devices that nodes may be placed on: of every task that a session with a
  // target uses.
  Outcome<std::vector<std::string>> Devices() const {
    rnl_names_t* out = nullptr;
    rnl_status_t* status = rnl_session_devices(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeNames(out); });
  }
  // What the tasks of a session with a target noted lately, a line each.
  Outcome<std::vector<std::string>> TaskLogs() const {
    rnl_names_t* out = nullptr;
    rnl_status_t* status = rnl_session_task_logs(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeNames(out); });
  }
  // Drops what containers hold on every task that a session with these options would use; none named:
  // all. Sessions over those tasks end.
  static Outcome<void> Reset(const Runtime& runtime, const SessionOptions& options,
                             const std::vector<std::string>& containers = {}) {
    RUNNEL_TRY_ASSIGN(made, detail::MakeSessionOptions(options));
    const std::vector<rnl_str_t> names = detail::Strs(containers);
    return detail::Check(rnl_session_reset(runtime.get(), made.get(), names.data(), names.size()));
  }

  // How the server is that is the options' target, or with all_tasks every task of its cluster: JSON, as
  // rnl_server_status says. Errors: kFailedPrecondition without a target; kUnavailable,
  // kDeadlineExceeded, kUnauthenticated.
  static Outcome<std::string> ServerStatus(const Runtime& runtime, const SessionOptions& options,
                                           bool all_tasks = true) {
    RUNNEL_TRY_ASSIGN(made, detail::MakeSessionOptions(options));
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_server_status(runtime.get(), made.get(), all_tasks, &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }

  // Cancels running steps, waits for them, drops variables. The last handle's end does it too.
  Outcome<void> Close() const { return detail::Check(rnl_session_close(get())); }

  // Runs what fetches and targets need, once.
  Outcome<std::vector<Tensor>> Run(std::span<const Feed> feeds, std::span<const Output> fetches,
                                   std::span<const Node> targets = {}, const RunOptions& options = {},
                                   const Metadata& metadata = {}) const {
    detail::Request r(feeds, fetches, targets);
    detail::Array<rnl_tensor_t*> out(fetches.size());
    rnl_status_t* status = rnl_session_run_outputs(
        get(), options.get(), r.feed_outputs.data(), r.tensors.data(), r.tensors.size(),
        r.fetches.data(), out.data(), out.size(), r.targets.data(), r.targets.size(), metadata.get());
    return detail::Finish(status, [&] { return detail::Adopted(out); });
  }
  Outcome<std::vector<Tensor>> Run(Feeds feeds, Outputs fetches, Nodes targets = {},
                                   const RunOptions& options = {}) const {
    return Run(std::span<const Feed>(feeds.begin(), feeds.size()),
               std::span<const Output>(fetches.begin(), fetches.size()),
               std::span<const Node>(targets.begin(), targets.size()), options);
  }
  // One value.
  Outcome<Tensor> Fetch(const Output& output, Feeds feeds = {}) const {
    RUNNEL_TRY_ASSIGN(out, Run(feeds, {output}));
    return Tensor(out[0]);
  }
  // Runs one node for what it does.
  Outcome<void> Do(const Node& target, Feeds feeds = {}) const {
    RUNNEL_TRY(Run(feeds, {}, {target}));
    return Outcome<void>();
  }
  // The fastest way to make the same run many times.
  Outcome<Callable> Prepare(std::span<const Output> feeds, std::span<const Output> fetches,
                            std::span<const Node> targets = {}) const {
    std::vector<Feed> unfed;
    for (const Output& o : feeds) unfed.push_back({o, {}});
    detail::Request r(unfed, fetches, targets);
    rnl_callable_t* out = nullptr;
    rnl_status_t* status =
        rnl_session_prepare(get(), r.feed_outputs.data(), r.feed_outputs.size(), r.fetches.data(),
                            r.fetches.size(), r.targets.data(), r.targets.size(), &out);
    return detail::Finish(status, [&] { return Callable(out, fetches.size()); });
  }
  Outcome<Callable> Prepare(Outputs feeds, Outputs fetches, Nodes targets = {}) const {
    return Prepare(std::span<const Output>(feeds.begin(), feeds.size()),
                   std::span<const Output>(fetches.begin(), fetches.size()),
                   std::span<const Node>(targets.begin(), targets.size()));
  }

  // A step in stages, for which everything that will be fed and fetched is named.
  Outcome<PartialRun> BeginPartialRun(Outputs feeds, Outputs fetches, Nodes targets = {}) const {
    std::vector<Feed> unfed;
    for (const Output& o : feeds) unfed.push_back({o, {}});
    detail::Request r(unfed, std::span<const Output>(fetches.begin(), fetches.size()),
                      std::span<const Node>(targets.begin(), targets.size()));
    rnl_partial_run_t* out = nullptr;
    rnl_status_t* status = rnl_session_begin_partial_run(
        get(), r.feed_outputs.data(), r.feed_outputs.size(), r.fetches.data(), r.fetches.size(),
        r.targets.data(), r.targets.size(), &out);
    return detail::Finish(status, [&] { return PartialRun(out); });
  }

  // Starts a run. The future has the values, or the failure, that of starting too. Do not wait for it in
  // a callback.
  std::future<Outcome<std::vector<Tensor>>> RunAsync(std::span<const Feed> feeds,
                                                     std::span<const Output> fetches,
                                                     std::span<const Node> targets = {},
                                                     const RunOptions& options = {}) const {
    detail::Request r(feeds, fetches, targets);
    return detail::StartRun([&](rnl_done_fn_t done, void* arg) {
      return rnl_session_run_callback(get(), options.get(), r.feed_outputs.data(), r.tensors.data(),
                                      r.tensors.size(), r.fetches.data(), r.fetches.size(),
                                      r.targets.data(), r.targets.size(), done, arg);
    });
  }
  std::future<Outcome<std::vector<Tensor>>> RunAsync(Feeds feeds, Outputs fetches, Nodes targets = {},
                                                     const RunOptions& options = {}) const {
    return RunAsync(std::span<const Feed>(feeds.begin(), feeds.size()),
                    std::span<const Output>(fetches.begin(), fetches.size()),
                    std::span<const Node>(targets.begin(), targets.size()), options);
  }

  // A checkpoint of every initialised variable, written atomically.
  Outcome<void> Save(std::string_view prefix) const {
    return detail::Check(rnl_session_save(get(), Str(prefix)));
  }
  Outcome<void> Restore(std::string_view prefix) const {
    return detail::Check(rnl_session_restore(get(), Str(prefix)));
  }
  // The same, where every task writes what lies on it, in files of its own (in its `files` folder, where
  // it has one): a cluster needs no file system that all tasks share. Saved over an earlier one, that is
  // whole until the new one is. One client saves at a time. Restoring takes the newest, also where
  // variables or files lie on other tasks now.
  Outcome<void> SaveSharded(std::string_view prefix) const {
    return detail::Check(rnl_session_save_sharded(get(), Str(prefix)));
  }
  Outcome<void> RestoreSharded(std::string_view prefix) const {
    return detail::Check(rnl_session_restore_sharded(get(), Str(prefix)));
  }
  // How often it was saved; 0: there is no checkpoint.
  Outcome<int64_t> FindSharded(std::string_view prefix) const {
    int64_t saves = 0;
    RUNNEL_TRY(detail::Check(rnl_session_find_sharded(get(), Str(prefix), &saves)));
    return saves;
  }
  // What `outputs` need, with the variables' values as constants, as GraphDef bytes.
  Outcome<std::string> Freeze(const std::vector<std::string>& outputs) const {
    const std::vector<rnl_str_t> names = detail::Strs(outputs);
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_session_freeze(get(), names.data(), names.size(), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }

 private:
  explicit Session(rnl_session_t* adopted) : Shared(adopted) {}
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_SESSION_HPP_
