// Datasets and their iterators: core's (core/runtime/data), with handles of tensors.
#include <atomic>
#include <condition_variable>

#include "c_api/dataset.h"
#include "core/runtime/data/iterator_driver.h"
#include "core/runtime/resources/resource.h"

using runnel::CapturedFunction;
using runnel::Dataset;
using runnel::DatasetInfo;
using runnel::DType;
using runnel::Element;
using runnel::FileSet;
using runnel::InvalidArgument;
using runnel::Progress;
using runnel::Ref;
using runnel::Result;
using runnel::Shape;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

struct rnl_iterator_t final : Child {
  rnl_iterator_t(Ref<rnl_runtime_t> r, Ref<runnel::IteratorDriver> d, size_t count)
      : Child(std::move(r)), driver(std::move(d)), num_components(count) {}
  const Ref<runnel::IteratorDriver> driver;
  const size_t num_components;
  std::atomic<bool> begun{false};

 private:
  ~rnl_iterator_t() override { driver->Abort(runnel::Cancelled("the iterator was released")); }
};

namespace {

Result<Element> HostTensors(rnl_tensor_t* const* tensors, size_t count) {
  RUNNEL_ASSIGN_OR_RETURN(Element element, ToTensors(tensors, count));
  if (element.empty()) return InvalidArgument("an element has at least one component");
  for (size_t i = 0; i < element.size(); ++i) {
    if (!element[i].on_host() && element[i].num_elements() > 0)
      return InvalidArgument("tensors[", i, "] is not in host memory");
  }
  return element;
}

std::vector<DType> TypesOf(const Element& element) {
  std::vector<DType> types;
  for (const Tensor& t : element) types.push_back(t.dtype());
  return types;
}

Result<FileSet> Files(const rnl_str_t* paths, size_t count, rnl_str_t compression) {
  FileSet files;
  std::span<const rnl_str_t> all;
  RUNNEL_RETURN_IF_ERROR(ToSpan(paths, count, "paths", &all));
  for (const rnl_str_t& path : all) {
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(path, "paths", &view));
    files.paths.emplace_back(view);
  }
  std::string_view view;
  RUNNEL_RETURN_IF_ERROR(ToView(compression, "compression", &view));
  files.compression = view;
  return files;
}

// One request, and the thread that waits for its end.
struct Waiting {
  std::mutex mutex;  // guards all below
  std::condition_variable ended;
  bool done = false;
  Status status;
  Progress progress = Progress::kPending;
  Element element;
  Ref<runnel::IteratorState> state;

  template <typename Fill>
  void End(Status its_status, Fill fill) {
    const std::lock_guard lock(mutex);
    status = std::move(its_status);
    fill();
    done = true;
    ended.notify_all();
  }
};

}  // namespace

rnl_dataset_t* rnl_dataset_retain(rnl_dataset_t* dataset) { return Retain(dataset); }
void rnl_dataset_release(rnl_dataset_t* dataset) { Release(dataset); }

size_t rnl_dataset_num_components(const rnl_dataset_t* dataset) {
  return dataset == nullptr ? 0 : dataset->dataset->info().types.size();
}

rnl_dtype_t rnl_dataset_component_dtype(const rnl_dataset_t* dataset, size_t component) {
  if (component >= rnl_dataset_num_components(dataset)) return 0;
  return static_cast<rnl_dtype_t>(dataset->dataset->info().types[component]);
}

int64_t rnl_dataset_cardinality(const rnl_dataset_t* dataset) {
  return dataset == nullptr ? 0 : dataset->dataset->Cardinality();
}

rnl_status_t* rnl_dataset_from_tensors(rnl_runtime_t* runtime, rnl_tensor_t* const* tensors,
                                       size_t count, rnl_dataset_t** out_dataset) {
  return FromRuntime(runtime, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RUNNEL_ASSIGN_OR_RETURN(Element element, HostTensors(tensors, count));
    DatasetInfo info = InfoOf("tensors", TypesOf(element));
    return runnel::TensorDataset(std::move(info), std::move(element));
  });
}

rnl_status_t* rnl_dataset_from_slices(rnl_runtime_t* runtime, rnl_tensor_t* const* tensors, size_t count,
                                      rnl_dataset_t** out_dataset) {
  return FromRuntime(runtime, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RUNNEL_ASSIGN_OR_RETURN(Element components, HostTensors(tensors, count));
    DatasetInfo info = InfoOf("slices", TypesOf(components));
    return runnel::TensorSliceDataset(std::move(info), std::move(components));
  });
}

rnl_status_t* rnl_dataset_range(rnl_runtime_t* runtime, int64_t start, int64_t stop, int64_t step,
                                rnl_dataset_t** out_dataset) {
  return FromRuntime(runtime, out_dataset, [&] {
    return runnel::RangeDataset(InfoOf("range", {DType::kInt64}, {Shape()}), start, stop, step);
  });
}

rnl_status_t* rnl_dataset_from_records(rnl_runtime_t* runtime, const rnl_str_t* paths, size_t count,
                                       rnl_str_t compression, rnl_dataset_t** out_dataset) {
  return FromRuntime(runtime, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RUNNEL_ASSIGN_OR_RETURN(FileSet files, Files(paths, count, compression));
    return runnel::RecordDataset(InfoOf("records", {DType::kString}, {Shape()}), std::move(files));
  });
}

rnl_status_t* rnl_dataset_from_lines(rnl_runtime_t* runtime, const rnl_str_t* paths, size_t count,
                                     rnl_str_t compression, rnl_dataset_t** out_dataset) {
  return FromRuntime(runtime, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RUNNEL_ASSIGN_OR_RETURN(FileSet files, Files(paths, count, compression));
    return runnel::TextLineDataset(InfoOf("lines", {DType::kString}, {Shape()}), std::move(files));
  });
}

rnl_status_t* rnl_dataset_from_pieces(rnl_runtime_t* runtime, const rnl_str_t* paths, size_t count,
                                      rnl_str_t compression, int64_t header_bytes, int64_t record_bytes,
                                      int64_t footer_bytes, rnl_dataset_t** out_dataset) {
  return FromRuntime(runtime, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RUNNEL_ASSIGN_OR_RETURN(FileSet files, Files(paths, count, compression));
    return runnel::FixedLengthRecordDataset(InfoOf("pieces", {DType::kString}, {Shape()}),
                                            std::move(files), header_bytes, record_bytes, footer_bytes);
  });
}

rnl_status_t* rnl_dataset_take(rnl_dataset_t* dataset, int64_t count, rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    return runnel::TakeDataset(InfoLike("take", dataset), dataset->dataset, count);
  });
}

rnl_status_t* rnl_dataset_skip(rnl_dataset_t* dataset, int64_t count, rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    // As everywhere here, below 0 all are meant: none is left.
    return runnel::SkipDataset(InfoLike("skip", dataset), dataset->dataset, count);
  });
}

rnl_status_t* rnl_dataset_repeat(rnl_dataset_t* dataset, int64_t count, rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    return runnel::RepeatDataset(InfoLike("repeat", dataset), dataset->dataset, count);
  });
}

rnl_status_t* rnl_dataset_shard(rnl_dataset_t* dataset, int64_t shards, int64_t index,
                                rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&] {
    return runnel::ShardDataset(InfoLike("shard", dataset), dataset->dataset, shards, index, false);
  });
}

rnl_status_t* rnl_dataset_zip(rnl_dataset_t* const* datasets, size_t count,
                              rnl_dataset_t** out_dataset) {
  if (out_dataset != nullptr) *out_dataset = nullptr;
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_dataset);
    std::span<rnl_dataset_t* const> all;
    RUNNEL_RETURN_IF_ERROR(ToSpan(datasets, count, "datasets", &all));
    if (all.empty()) return InvalidArgument("there are no datasets to zip");
    std::vector<Ref<Dataset>> inputs;
    std::vector<DType> types;
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i] == nullptr) return InvalidArgument("datasets[", i, "] is NULL");
      if (all[i]->owner->runtime.get() != all[0]->owner->runtime.get())
        return InvalidArgument("datasets[", i, "] is of another runtime");
      inputs.push_back(all[i]->dataset);
      const std::vector<DType>& its = all[i]->dataset->info().types;
      types.insert(types.end(), its.begin(), its.end());
    }
    *out_dataset = new rnl_dataset_t(
        all[0]->owner, runnel::ZipDataset(InfoOf("zip", std::move(types)), std::move(inputs)));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_dataset_concatenate(rnl_dataset_t* dataset, rnl_dataset_t* other,
                                      rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RNL_CHECK_NOT_NULL(other);
    if (other->dataset->info().types != dataset->dataset->info().types)
      return InvalidArgument("`other` has elements of other types");
    return runnel::ConcatenateDataset(InfoLike("concatenate", dataset), dataset->dataset,
                                      other->dataset);
  });
}

rnl_status_t* rnl_dataset_batch(rnl_dataset_t* dataset, int64_t size, bool drop_remainder,
                                rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&] {
    return runnel::BatchDataset(InfoLike("batch", dataset), dataset->dataset, size, drop_remainder);
  });
}

rnl_status_t* rnl_dataset_unbatch(rnl_dataset_t* dataset, rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    return runnel::UnbatchDataset(InfoLike("unbatch", dataset), dataset->dataset);
  });
}

rnl_status_t* rnl_dataset_map(rnl_dataset_t* dataset, rnl_graph_t* graph, rnl_str_t function,
                              int64_t calls, bool in_order, rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RUNNEL_ASSIGN_OR_RETURN(CapturedFunction made,
                            FunctionOf(dataset, graph, function, dataset->dataset->info().types));
    DatasetInfo info = InfoOf("map", made.function->output_types());
    if (info.types.empty()) return InvalidArgument("the function gives nothing");
    if (calls == 1) return runnel::MapDataset(std::move(info), dataset->dataset, std::move(made), true);
    return runnel::ParallelMapDataset(std::move(info), dataset->dataset, std::move(made),
                                      {calls, in_order}, true);
  });
}

rnl_status_t* rnl_dataset_filter(rnl_dataset_t* dataset, rnl_graph_t* graph, rnl_str_t function,
                                 rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RUNNEL_ASSIGN_OR_RETURN(CapturedFunction made,
                            FunctionOf(dataset, graph, function, dataset->dataset->info().types));
    if (made.function->output_types() != std::vector<DType>{DType::kBool})
      return InvalidArgument("the function must give one bool");
    return runnel::FilterDataset(InfoLike("filter", dataset), dataset->dataset, std::move(made));
  });
}

rnl_status_t* rnl_dataset_shuffle(rnl_dataset_t* dataset, int64_t buffer_size, int64_t seed,
                                  bool reshuffle, rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&] {
    // tf.data gives the two seeds of an op from the one of a program: the default of the graph's, and
    // it.
    constexpr int64_t kDefaultGraphSeed = 87654321;
    const auto seeds = runnel::MakeSeedGenerator(seed == 0 ? 0 : kDefaultGraphSeed, seed, reshuffle);
    return runnel::ShuffleDataset(InfoLike("shuffle", dataset), dataset->dataset, buffer_size, seeds);
  });
}

rnl_status_t* rnl_dataset_prefetch(rnl_dataset_t* dataset, int64_t buffer_size,
                                   rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    if (buffer_size < -1) return InvalidArgument("buffer_size must be at least -1, got ", buffer_size);
    return runnel::PrefetchDataset(InfoLike("prefetch", dataset), dataset->dataset, buffer_size);
  });
}

rnl_status_t* rnl_dataset_cache(rnl_dataset_t* dataset, rnl_str_t path, rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    std::string_view prefix;
    RUNNEL_RETURN_IF_ERROR(ToView(path, "path", &prefix));
    DatasetInfo info = InfoLike("cache", dataset);
    if (prefix.empty()) return runnel::MemoryCacheDataset(std::move(info), dataset->dataset);
    return runnel::FileCacheDataset(std::move(info), dataset->dataset, nullptr, std::string(prefix));
  });
}

rnl_status_t* rnl_dataset_ignore_errors(rnl_dataset_t* dataset, rnl_dataset_t** out_dataset) {
  return FromDataset(dataset, out_dataset, [&]() -> Result<Ref<Dataset>> {
    return runnel::IgnoreErrorsDataset(InfoLike("ignore_errors", dataset), dataset->dataset, false);
  });
}

rnl_status_t* rnl_dataset_iterate(rnl_dataset_t* dataset, rnl_iterator_t** out_iterator) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_iterator);
    *out_iterator = nullptr;
    RNL_CHECK_NOT_NULL(dataset);
    RUNNEL_RETURN_IF_ERROR(dataset->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(
        Ref<runnel::IteratorDriver> driver,
        runnel::IteratorDriver::Begin(*dataset->dataset, Ref<runnel::Host>(dataset->owner->runtime)));
    *out_iterator =
        new rnl_iterator_t(dataset->owner, std::move(driver), dataset->dataset->info().types.size());
    return runnel::OkStatus();
  });
}

rnl_iterator_t* rnl_iterator_retain(rnl_iterator_t* iterator) { return Retain(iterator); }
void rnl_iterator_release(rnl_iterator_t* iterator) { Release(iterator); }

rnl_status_t* rnl_iterator_next(rnl_iterator_t* iterator, int64_t timeout_ms,
                                rnl_cancellation_t* cancellation, rnl_tensor_t** out_tensors,
                                size_t count, bool* out_end) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_end);
    *out_end = false;
    if (out_tensors != nullptr) std::fill_n(out_tensors, count, nullptr);
    RNL_CHECK_NOT_NULL(iterator);
    RNL_CHECK_NOT_NULL(out_tensors);
    RUNNEL_RETURN_IF_ERROR(iterator->runtime().CheckProcess());
    if (timeout_ms < -1) return InvalidArgument("timeout_ms must be at least -1, got ", timeout_ms);
    if (count != iterator->num_components) {
      return InvalidArgument("elements have ", iterator->num_components,
                             " components, there is room for ", count);
    }
    iterator->begun = true;
    const auto waiting = std::make_shared<Waiting>();
    const auto given_up = runnel::MakeRef<runnel::CancellationManager>();
    runnel::CancellationManager::Token token = 0;
    if (cancellation != nullptr) {
      token = cancellation->manager->Register([given_up](const Status& why) { given_up->Cancel(why); });
      if (token == 0) return cancellation->manager->reason();
    }
    iterator->driver->Next(given_up.get(), [waiting](Status status, Progress progress, Element element) {
      waiting->End(std::move(status), [&] {
        waiting->progress = progress;
        waiting->element = std::move(element);
      });
    });
    bool timed_out = false;
    {
      std::unique_lock lock(waiting->mutex);
      const auto done = [&] { return waiting->done; };
      // A wait beyond what the clock can count is one without an end.
      constexpr int64_t kForever = int64_t{1} << 40;
      if (timeout_ms >= 0 && timeout_ms < kForever &&
          !waiting->ended.wait_for(lock, std::chrono::milliseconds(timeout_ms), done)) {
        timed_out = true;
        lock.unlock();
        given_up->Cancel(runnel::DeadlineExceeded("no element within ", timeout_ms, " ms"));
        lock.lock();
      }
      waiting->ended.wait(lock, done);
    }
    if (token != 0) cancellation->manager->Deregister(token);
    if (timed_out && waiting->status.code() == runnel::Code::kCancelled)
      return runnel::DeadlineExceeded("no element came within ", timeout_ms, " ms");
    RUNNEL_RETURN_IF_ERROR(waiting->status);
    if (waiting->progress == Progress::kEnd) {
      *out_end = true;
      return runnel::OkStatus();
    }
    if (waiting->element.size() != count) {
      return runnel::Internal("an element has ", waiting->element.size(), " components, not ", count);
    }
    ToHandles(iterator->owner, waiting->element, out_tensors);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_iterator_save(rnl_iterator_t* iterator, rnl_bytes_t** out_state) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_state);
    *out_state = nullptr;
    RNL_CHECK_NOT_NULL(iterator);
    RUNNEL_RETURN_IF_ERROR(iterator->runtime().CheckProcess());
    const auto waiting = std::make_shared<Waiting>();
    iterator->driver->Save(nullptr, [waiting](Status status, Ref<runnel::IteratorState> state) {
      waiting->End(std::move(status), [&] { waiting->state = std::move(state); });
    });
    {
      std::unique_lock lock(waiting->mutex);
      waiting->ended.wait(lock, [&] { return waiting->done; });
    }
    RUNNEL_RETURN_IF_ERROR(waiting->status);
    RUNNEL_ASSIGN_OR_RETURN(std::string bytes, runnel::EncodeState(*waiting->state));
    *out_state = NewBytes(std::move(bytes));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_iterator_restore(rnl_iterator_t* iterator, const void* state, size_t size_bytes) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(iterator);
    RUNNEL_RETURN_IF_ERROR(iterator->runtime().CheckProcess());
    std::string_view bytes;
    RUNNEL_RETURN_IF_ERROR(ToView({static_cast<const char*>(state), size_bytes}, "state", &bytes));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<runnel::IteratorState> decoded, runnel::DecodeState(bytes));
    if (iterator->begun.exchange(true))
      return runnel::FailedPrecondition("the iterator has begun already");
    return iterator->driver->Restore(*decoded);
  });
}
