// Datasets: pipelines of elements, without a graph, and passes over them.
#ifndef RUNNEL_CPP_DATASET_HPP_
#define RUNNEL_CPP_DATASET_HPP_

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "session.hpp"

RUNNEL_CPP_NAMESPACE

using DatasetElement = std::vector<Tensor>;  // a tensor for each component

class DatasetIterator;

// What a pipeline is. Immutable; copies share. Errors of all: INVALID_ARGUMENT.
class Dataset : public Shared<rnl_dataset_t, rnl_dataset_retain, rnl_dataset_release> {
 public:
  Dataset() = default;
  // One element.
  static Outcome<Dataset> FromTensors(const Runtime& runtime, std::span<const Tensor> tensors) {
    const auto handles = Handles(tensors);
    return Make(rnl_dataset_from_tensors, runtime.get(), handles.data(), handles.size());
  }
  // The slices along dimension 0, which all have in one size.
  static Outcome<Dataset> FromSlices(const Runtime& runtime, std::span<const Tensor> tensors) {
    const auto handles = Handles(tensors);
    return Make(rnl_dataset_from_slices, runtime.get(), handles.data(), handles.size());
  }
  static Outcome<Dataset> Range(const Runtime& runtime, std::int64_t start, std::int64_t stop,
                                std::int64_t step = 1) {
    return Make(rnl_dataset_range, runtime.get(), start, stop, step);
  }
  // What `generate` gives for the index of an element, until it gives none. It is called on threads of
  // the runtime. What it throws is the element's failure.
  using Generator = std::function<Outcome<std::optional<DatasetElement>>(std::int64_t index)>;
  static Outcome<Dataset> FromGenerator(const Runtime& runtime, std::span<const DType> dtypes,
                                        Generator generate) {
    std::vector<rnl_dtype_t> types;
    for (const DType dtype : dtypes) types.push_back(static_cast<rnl_dtype_t>(dtype));
    auto owned = std::make_unique<Generator>(std::move(generate));
    return Make(rnl_dataset_from_generator, runtime.get(), types.data(), types.size(), &Generate,
                static_cast<void*>(owned.release()), &DropGenerator);
  }
  // The dataset that a variant is: of a window, or fetched of a graph.
  static Outcome<Dataset> FromVariant(const Runtime& runtime, const Tensor& tensor) {
    return Make(rnl_dataset_from_variant, runtime.get(), tensor.get());
  }
  // For the Dataset and Iterator ops of a graph in this process.
  Outcome<Tensor> ToVariant() const {
    rnl_tensor_t* out = nullptr;
    rnl_status_t* status = rnl_dataset_to_variant(get(), &out);
    return detail::Finish(status, [&] { return Tensor::Adopt(out); });
  }
  // compression: "", "ZLIB" or "GZIP".
  static Outcome<Dataset> FromRecords(const Runtime& runtime, std::span<const std::string> paths,
                                      std::string_view compression = {}) {
    const auto views = detail::Strs(paths);
    return Make(rnl_dataset_from_records, runtime.get(), views.data(), views.size(), Str(compression));
  }
  static Outcome<Dataset> FromLines(const Runtime& runtime, std::span<const std::string> paths,
                                    std::string_view compression = {}) {
    const auto views = detail::Strs(paths);
    return Make(rnl_dataset_from_lines, runtime.get(), views.data(), views.size(), Str(compression));
  }
  static Outcome<Dataset> FromPieces(const Runtime& runtime, std::span<const std::string> paths,
                                     std::int64_t header_bytes, std::int64_t record_bytes,
                                     std::int64_t footer_bytes, std::string_view compression = {}) {
    const auto views = detail::Strs(paths);
    return Make(rnl_dataset_from_pieces, runtime.get(), views.data(), views.size(), Str(compression),
                header_bytes, record_bytes, footer_bytes);
  }
  static Outcome<Dataset> Zip(std::span<const Dataset> datasets) {
    std::vector<rnl_dataset_t*> handles;
    for (const Dataset& dataset : datasets) handles.push_back(dataset.get());
    return Make(rnl_dataset_zip, handles.data(), handles.size());
  }

  Outcome<Dataset> Take(std::int64_t count) const { return Make(rnl_dataset_take, get(), count); }
  Outcome<Dataset> Skip(std::int64_t count) const { return Make(rnl_dataset_skip, get(), count); }
  // Below 0: without an end.
  Outcome<Dataset> Repeat(std::int64_t count = -1) const {
    return Make(rnl_dataset_repeat, get(), count);
  }
  Outcome<Dataset> Shard(std::int64_t shards, std::int64_t index) const {
    return Make(rnl_dataset_shard, get(), shards, index);
  }
  Outcome<Dataset> Concatenate(const Dataset& other) const {
    return Make(rnl_dataset_concatenate, get(), other.get());
  }
  Outcome<Dataset> Batch(std::int64_t size, bool drop_remainder = false) const {
    return Make(rnl_dataset_batch, get(), size, drop_remainder);
  }
  // A shape for each component, -1 in it as large as the batch needs; padding: what fills up, an empty
  // tensor or none at all: zeros.
  Outcome<Dataset> PaddedBatch(std::int64_t size, std::span<const Shape> shapes,
                               std::span<const Tensor> padding = {}, bool drop_remainder = false) const {
    std::vector<std::int32_t> ranks;
    std::vector<const std::int64_t*> dims;
    for (const Shape& shape : shapes) {
      ranks.push_back(static_cast<std::int32_t>(shape.size()));
      dims.push_back(shape.data());
    }
    auto fill = Handles(padding);
    if (!fill.empty()) fill.resize(shapes.size());
    return Make(rnl_dataset_padded_batch, get(), size, ranks.data(), dims.data(),
                fill.empty() ? nullptr : fill.data(), ranks.size(), drop_remainder);
  }
  // Groups of elements; a component of one is a variant, which FromVariant takes.
  Outcome<Dataset> Window(std::int64_t size, std::int64_t shift, std::int64_t stride = 1,
                          bool drop_remainder = false) const {
    return Make(rnl_dataset_window, get(), size, shift, stride, drop_remainder);
  }
  // The elements, of dtypes, of the datasets that a function of the graph gives, from several of them in
  // turn.
  Outcome<Dataset> Interleave(const Graph& graph, std::string_view function,
                              std::span<const DType> dtypes, std::int64_t cycle_length,
                              std::int64_t block_length = 1, bool parallel = false,
                              bool in_order = true) const {
    const auto types = Types(dtypes);
    return Make(rnl_dataset_interleave, get(), graph.get(), Str(function), types.data(), types.size(),
                cycle_length, block_length, parallel, in_order);
  }
  // `key` gives an element's int64, `window_size` how many of one are a group, `reduce` the dataset of
  // key and group.
  Outcome<Dataset> GroupByWindow(const Graph& graph, std::string_view key, std::string_view reduce,
                                 std::string_view window_size, std::span<const DType> dtypes) const {
    const auto types = Types(dtypes);
    return Make(rnl_dataset_group_by_window, get(), graph.get(), Str(key), Str(reduce), Str(window_size),
                types.data(), types.size());
  }
  Outcome<Dataset> Unbatch() const { return Make(rnl_dataset_unbatch, get()); }
  // What a function of `graph` gives for each element; `calls` at a time, -1: as many as there are
  // threads.
  Outcome<Dataset> Map(const Graph& graph, std::string_view function, std::int64_t calls = 1,
                       bool in_order = true) const {
    return Make(rnl_dataset_map, get(), graph.get(), Str(function), calls, in_order);
  }
  Outcome<Dataset> Filter(const Graph& graph, std::string_view function) const {
    return Make(rnl_dataset_filter, get(), graph.get(), Str(function));
  }
  // The order is that of TensorFlow for the same seed; another one each time for 0.
  Outcome<Dataset> Shuffle(std::int64_t buffer_size, std::int64_t seed = 0,
                           bool reshuffle = true) const {
    return Make(rnl_dataset_shuffle, get(), buffer_size, seed, reshuffle);
  }
  Outcome<Dataset> Prefetch(std::int64_t buffer_size = -1) const {
    return Make(rnl_dataset_prefetch, get(), buffer_size);
  }
  // In memory, or in the file path.cache.
  Outcome<Dataset> Cache(std::string_view path = {}) const {
    return Make(rnl_dataset_cache, get(), Str(path));
  }
  Outcome<Dataset> IgnoreErrors() const { return Make(rnl_dataset_ignore_errors, get()); }

  std::vector<DType> dtypes() const {
    std::vector<DType> out;
    for (std::size_t i = 0; i < rnl_dataset_num_components(get()); ++i)
      out.push_back(static_cast<DType>(rnl_dataset_component_dtype(get(), i)));
    return out;
  }
  // -1 without an end, -2 if only a pass would tell.
  std::int64_t cardinality() const { return rnl_dataset_cardinality(get()); }
  // A pass.
  inline Outcome<DatasetIterator> Iterate() const;

 private:
  explicit Dataset(rnl_dataset_t* adopted) : Shared(adopted) {}
  static std::vector<rnl_tensor_t*> Handles(std::span<const Tensor> tensors) {
    std::vector<rnl_tensor_t*> out;
    for (const Tensor& tensor : tensors) out.push_back(tensor.get());
    return out;
  }
  template <typename Function, typename... Args>
  static Outcome<Dataset> Make(Function function, Args... args) {
    rnl_dataset_t* out = nullptr;
    rnl_status_t* status = function(args..., &out);
    return detail::Finish(status, [&] { return Dataset(out); });
  }
  static std::vector<rnl_dtype_t> Types(std::span<const DType> dtypes) {
    std::vector<rnl_dtype_t> types;
    for (const DType dtype : dtypes) types.push_back(static_cast<rnl_dtype_t>(dtype));
    return types;
  }
  static rnl_status_t* Refuse(Code code, std::string_view message) {
    return rnl_status_create(static_cast<rnl_code_t>(code), Str(message));
  }
  // OUT_OF_RANGE would end the pass without a word.
  static rnl_status_t* Refuse(const Error& error) {
    return Refuse(error.code() == Code::kOutOfRange ? Code::kUnknown : error.code(), error.message());
  }
  static rnl_status_t* GiveElement(std::optional<DatasetElement> element, rnl_tensor_t** out,
                                   std::size_t count) {
    if (!element) return Refuse(Code::kOutOfRange, "the generator has no more elements");
    if (element->size() != count) {
      return Refuse(Code::kInvalidArgument, "the generator gave " + std::to_string(element->size()) +
                                                " components, expected " + std::to_string(count));
    }
    for (std::size_t i = 0; i < count; ++i) out[i] = (*element)[i].release();
    return nullptr;
  }
  // Nothing of the program's may unwind into C.
  static rnl_status_t* Generate(void* arg, std::int64_t index, rnl_tensor_t** out, std::size_t count) {
    const Generator& generate = *static_cast<Generator*>(arg);
#if defined(RUNNEL_RESULTS)
    auto element = generate(index);
    return element.ok() ? GiveElement(*std::move(element), out, count) : Refuse(element.error());
#else
    try {
      return GiveElement(generate(index), out, count);
    } catch (const Error& error) {
      return Refuse(error);
    } catch (const std::bad_alloc&) {
      return Refuse(Code::kResourceExhausted, "no memory in the generator");
    } catch (const std::exception& error) {
      return Refuse(Code::kUnknown, error.what());
    } catch (...) {
      return Refuse(Code::kUnknown, "the generator threw something that is no std::exception");
    }
#endif
  }
  static void DropGenerator(void* arg) { delete static_cast<Generator*>(arg); }
};

// One pass over a dataset. Any number of threads at once; each element goes to one of them. Copies are
// the same pass.
class DatasetIterator : public Shared<rnl_iterator_t, rnl_iterator_retain, rnl_iterator_release> {
 public:
  DatasetIterator() = default;
  // Waits for the next element; none at the end. timeout_ms -1 waits for ever. Errors:
  // DEADLINE_EXCEEDED, which loses no element; those of the pipeline, behind which the next call goes
  // on.
  Outcome<std::optional<DatasetElement>> Next(std::int64_t timeout_ms = -1,
                                              rnl_cancellation_t* cancellation = nullptr) const {
    std::vector<rnl_tensor_t*> out(num_components_);
    bool end = false;
    rnl_status_t* status =
        rnl_iterator_next(get(), timeout_ms, cancellation, out.data(), out.size(), &end);
    return detail::Finish(status, [&]() -> std::optional<DatasetElement> {
      if (end) return std::nullopt;
      DatasetElement element;
      for (rnl_tensor_t* tensor : out) element.push_back(Tensor::Adopt(tensor));
      return element;
    });
  }
  // Where the pass is, for Restore of a new one over an equal dataset.
  Outcome<std::string> Save() const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_iterator_save(get(), &out);
    return detail::Finish(status, [&] {
      std::string bytes(View(rnl_bytes_view(out)));
      rnl_bytes_release(out);
      return bytes;
    });
  }
  Outcome<void> Restore(std::string_view state) const {
    return detail::Check(rnl_iterator_restore(get(), state.data(), state.size()));
  }

 private:
  friend class Dataset;
  DatasetIterator(rnl_iterator_t* adopted, std::size_t num_components)
      : Shared(adopted), num_components_(num_components) {}
  std::size_t num_components_ = 0;
};

inline Outcome<DatasetIterator> Dataset::Iterate() const {
  rnl_iterator_t* out = nullptr;
  rnl_status_t* status = rnl_dataset_iterate(get(), &out);
  return detail::Finish(status, [&] { return DatasetIterator(out, rnl_dataset_num_components(get())); });
}

RUNNEL_CPP_NAMESPACE_END

#endif  // RUNNEL_CPP_DATASET_HPP_
