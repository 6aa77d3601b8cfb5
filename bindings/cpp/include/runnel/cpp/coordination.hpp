// Threads that work and stop together, and queues that are kept filled.
#ifndef RUNNEL_CPP_COORDINATION_HPP_
#define RUNNEL_CPP_COORDINATION_HPP_

#include <chrono>
#include <optional>
#include <span>

#include "files.hpp"

RUNNEL_CPP_NAMESPACE

namespace detail {

inline std::vector<rnl_code_t> Codes(std::span<const Code> codes) {
  std::vector<rnl_code_t> out;
  for (const Code code : codes) out.push_back(static_cast<rnl_code_t>(code));
  return out;
}

inline std::int64_t Milliseconds(std::optional<std::chrono::milliseconds> time) {
  return time ? time->count() : -1;
}

}  // namespace detail

// Stops threads and queue runners together, and keeps the first error. The last copy that goes asks for
// a stop.
class Coordinator : public Shared<rnl_coordinator_t, rnl_coordinator_retain, rnl_coordinator_release> {
 public:
  Coordinator() = default;
  // clean: codes by which a thread says that the work is done; none: OUT_OF_RANGE.
  static Outcome<Coordinator> Create(std::span<const Code> clean = {}) {
    const auto codes = detail::Codes(clean);
    rnl_coordinator_t* out = nullptr;
    rnl_status_t* status = rnl_coordinator_create(codes.data(), codes.size(), &out);
    return detail::Finish(status, [&] { return Coordinator(out); });
  }
  // Errors: none, but after a join that of `why`.
  Outcome<void> RequestStop() const {
    return detail::Check(rnl_coordinator_request_stop(get(), nullptr));
  }
  Outcome<void> RequestStop(const Error& why) const {
    rnl_status_t* status = rnl_status_create(static_cast<rnl_code_t>(why.code()), Str(why.message()));
    rnl_status_t* told = rnl_coordinator_request_stop(get(), status);
    rnl_status_release(status);
    return detail::Check(told);
  }
  bool should_stop() const { return rnl_coordinator_should_stop(get()); }
  // False: no stop was asked for in that time. None: waits for ever.
  Outcome<bool> WaitForStop(std::optional<std::chrono::milliseconds> timeout = {}) const {
    bool stopped = false;
    rnl_status_t* status = rnl_coordinator_wait_for_stop(get(), detail::Milliseconds(timeout), &stopped);
    return detail::Finish(status, [&] { return stopped; });
  }
  Outcome<void> ClearStop() const { return detail::Check(rnl_coordinator_clear_stop(get())); }
  // A thread that a join waits for enters, before or while it runs, and leaves as the last that it does.
  Outcome<void> Enter(std::string_view name) const {
    return detail::Check(rnl_coordinator_enter(get(), Str(name)));
  }
  Outcome<void> Leave(std::string_view name) const {
    return detail::Check(rnl_coordinator_leave(get(), Str(name)));
  }
  // Waits until all has left or a stop is asked for, and then up to `grace` until all has left. Errors:
  // the first error; else, unless ignore_running, DEADLINE_EXCEEDED naming what still runs.
  Outcome<void> Join(std::optional<std::chrono::milliseconds> grace = std::chrono::minutes(2),
                     bool ignore_running = false) const {
    return detail::Check(rnl_coordinator_join(get(), detail::Milliseconds(grace), ignore_running));
  }
  // The first error, if there is one.
  std::optional<Error> error() const {
    rnl_status_t* status = rnl_coordinator_error(get());
    return status == nullptr ? std::optional<Error>() : std::optional<Error>(Error(status));
  }

 private:
  explicit Coordinator(rnl_coordinator_t* adopted) : Shared(adopted) {}
};

// A queue runner that may be started in sessions of its graph.
class QueueFiller
    : public Shared<rnl_queue_runner_t, rnl_queue_runner_retain, rnl_queue_runner_release> {
 public:
  QueueFiller() = default;
  // closed: codes by which an op tells that it is to end; none: OUT_OF_RANGE. Empty names of close_op
  // and cancel_op: nodes that close the queue are added.
  static Outcome<QueueFiller> Create(const Graph& graph, const MetaGraph::QueueRunner& runner,
                                     std::span<const Code> closed = {}) {
    const auto ops = detail::Strs(runner.enqueue_ops);
    const auto codes = detail::Codes(closed);
    rnl_queue_runner_t* out = nullptr;
    rnl_status_t* status = rnl_queue_runner_create(
        graph.get(), Str(runner.queue), ops.data(), ops.size(), Str(runner.close_op),
        Str(runner.cancel_op), codes.data(), codes.size(), &out);
    return detail::Finish(status, [&] { return QueueFiller(out); });
  }
  // One of a MetaGraph's, whose graph was imported under `prefix`.
  static Outcome<QueueFiller> Create(const Graph& graph, const MetaGraph& meta, std::size_t index,
                                     std::string_view prefix = {}) {
    rnl_queue_runner_t* out = nullptr;
    rnl_status_t* status =
        rnl_meta_graph_make_queue_runner(meta.get(), index, graph.get(), Str(prefix), &out);
    return detail::Finish(status, [&] { return QueueFiller(out); });
  }
  std::string queue() const { return std::string(View(rnl_queue_runner_queue(get()))); }
  // Unless it still runs there. An op that fails stops the coordinator; without one (an empty handle) it
  // is told by error, and the queue is closed. Closing the session ends it.
  Outcome<void> Start(const Session& session, const Coordinator& coordinator = {}) const {
    return detail::Check(rnl_queue_runner_start(get(), session.get(), coordinator.get()));
  }
  // The first error of a start without a coordinator.
  std::optional<Error> error() const {
    rnl_status_t* status = rnl_queue_runner_error(get());
    return status == nullptr ? std::optional<Error>() : std::optional<Error>(Error(status));
  }

 private:
  explicit QueueFiller(rnl_queue_runner_t* adopted) : Shared(adopted) {}
};

// Starts all that a MetaGraph has, whose graph was imported under `prefix`.
inline Outcome<std::vector<QueueFiller>> StartQueueRunners(const Session& session, const Graph& graph,
                                                           const MetaGraph& meta,
                                                           const Coordinator& coordinator = {},
                                                           std::string_view prefix = {}) {
  std::vector<QueueFiller> fillers;
  for (std::size_t i = 0; i < rnl_meta_graph_num_queue_runners(meta.get()); ++i) {
    RUNNEL_TRY_ASSIGN(filler, QueueFiller::Create(graph, meta, i, prefix));
    fillers.push_back(std::move(filler));
  }
  for (const QueueFiller& filler : fillers) RUNNEL_TRY(filler.Start(session, coordinator));
  return fillers;
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_COORDINATION_HPP_
