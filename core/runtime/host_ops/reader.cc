#include "core/runtime/host_ops/reader.h"

#include <utility>

#include "core/base/thread_pool.h"
#include "core/io/proto.h"

namespace runnel {

void Reader::Read(std::shared_ptr<Request> request) {
  CancellationManager* const cancellation = request->ctx->cancellation;
  turns_->Enter(cancellation, [self = Ref<Reader>::Share(this), request](Status status) {
    if (!status.ok()) return request->done(std::move(status));
    self->Go(request);
  });
}

void Reader::Go(const std::shared_ptr<Request>& request) {
  Request& r = *request;
  std::string key, value;
  while (static_cast<int64_t>(r.keys.size()) < r.count) {
    if (r.ctx->cancellation != nullptr && r.ctx->cancellation->cancelled()) {
      return Finish(request, Cancelled("reader \"", name(), "\": the step was cancelled"));
    }
    if (!working_) {
      if (!r.keys.empty()) break;
      r.queue->Dequeue(
          1, /*take_rest=*/false, r.ctx->cancellation,
          [self = Ref<Reader>::Share(this), request](Status status, std::vector<QueueTuple> tuples) {
            if (!status.ok()) return self->Finish(request, std::move(status));
            const Tensor& work = tuples[0][0];
            if (work.num_elements() != 1) {
              return self->Finish(request, InvalidArgument("reader \"", self->name(),
                                                           "\" expects one string from its queue, got ",
                                                           work.num_elements()));
            }
            auto go_on = [self, request, text = std::string(work.string_at(0))] {
              self->BeginWork(request, text);
            };
            // Files are not read on the thread of whoever filled the queue.
            if (request->ctx->pool == nullptr) return go_on();
            request->ctx->pool->Run(std::move(go_on));
          });
      return;
    }
    const auto any = format_->Next(&key, &value);
    if (!any.ok()) {
      // What was read is given; the error comes again.
      if (r.keys.empty()) return Finish(request, any.status());
      break;
    }
    if (*any) {
      ++produced_;
      r.keys.push_back(std::move(key));
      r.values.push_back(std::move(value));
    }
    if (!*any || format_->is_one_record()) {
      format_->End();
      working_ = false;
      finished_ = started_;
    }
  }
  Finish(request, OkStatus());
}

void Reader::BeginWork(const std::shared_ptr<Request>& request, const std::string& work) {
  if (Status status = format_->Begin(*request->ctx, work); !status.ok()) {
    return Finish(request, std::move(status));
  }
  work_ = work;
  working_ = true;
  ++started_;
  Go(request);
}

void Reader::Finish(const std::shared_ptr<Request>& request, Status status) {
  // Before `done`, after which the step may be gone; the next turn does not need it.
  const Ref<Turns> turns = turns_;
  request->done(std::move(status));
  turns->Leave();
}

void Reader::SetState(int64_t started, int64_t finished, int64_t produced, std::string work) {
  format_->End();
  working_ = false;
  work_ = std::move(work);
  started_ = started;
  finished_ = finished;
  produced_ = produced;
}

void Reader::Reset(CancellationManager* cancellation, std::function<void(Status)> done) {
  turns_->Enter(cancellation, [self = Ref<Reader>::Share(this), done = std::move(done)](Status status) {
    if (!status.ok()) return done(std::move(status));
    self->SetState(0, 0, 0, "");
    done(OkStatus());
    self->turns_->Leave();
  });
}

void Reader::Serialize(CancellationManager* cancellation,
                       std::function<void(Status, std::string)> done) {
  if (!format_->is_one_record()) {
    return done(Unimplemented("the state of a ", kind_, " as bytes"), std::string());
  }
  turns_->Enter(cancellation, [self = Ref<Reader>::Share(this), done = std::move(done)](Status status) {
    if (!status.ok()) return done(std::move(status), std::string());
    ProtoWriter out;
    const int64_t numbers[] = {self->started_, self->finished_, self->produced_};
    for (uint32_t i = 0; i < 3; ++i) {
      if (numbers[i] != 0) out.Int64(i + 1, numbers[i]);
    }
    if (!self->work_.empty()) out.Bytes(4, self->work_);
    done(OkStatus(), out.Take());
    self->turns_->Leave();
  });
}

void Reader::Restore(CancellationManager* cancellation, std::string state,
                     std::function<void(Status)> done) {
  if (!format_->is_one_record()) return done(Unimplemented("the state of a ", kind_, " from bytes"));
  turns_->Enter(cancellation, [self = Ref<Reader>::Share(this), state = std::move(state),
                               done = std::move(done)](Status status) {
    if (!status.ok()) return done(std::move(status));
    done(self->RestoreNow(state));
    self->turns_->Leave();
  });
}

Status Reader::RestoreNow(const std::string& state) {
  int64_t numbers[3] = {};
  std::string_view work;
  ProtoReader in(state);
  while (in.Next()) {
    if (in.field() >= 1 && in.field() <= 3) {
      (void)in.ReadInt64(&numbers[in.field() - 1]);
    } else if (in.field() == 4) {
      (void)in.ReadBytes(&work);
    }
  }
  const auto [started, finished, produced] = numbers;
  if (!in.ok() || finished < 0 || produced < 0 || started < 0 || started > finished) {
    return InvalidArgument("reader \"", name(), "\" (", kind_, ") cannot go on from a state of ",
                           state.size(),
                           " bytes: ", in.ok() ? "its numbers make no sense" : "it is damaged");
  }
  SetState(started, finished, produced, std::string(work));
  return OkStatus();
}

}  // namespace runnel
