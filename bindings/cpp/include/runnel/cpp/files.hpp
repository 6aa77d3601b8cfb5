// Checkpoints to read and write, SavedModels to serve, event files for TensorBoard.
#ifndef RUNNEL_CPP_FILES_HPP_
#define RUNNEL_CPP_FILES_HPP_

#include "session.hpp"

RUNNEL_CPP_NAMESPACE

// A checkpoint (TensorFlow's V2 bundle) opened for reading. Entries are sorted by name.
class Checkpoint : public Shared<rnl_checkpoint_t, rnl_checkpoint_retain, rnl_checkpoint_release> {
 public:
  Checkpoint() = default;
  static Outcome<Checkpoint> Open(const Runtime& runtime, std::string_view prefix) {
    rnl_checkpoint_t* out = nullptr;
    rnl_status_t* status = rnl_checkpoint_open(runtime.get(), Str(prefix), &out);
    return detail::Finish(status, [&] { return Checkpoint(out); });
  }
  // Atomic.
  static Outcome<void> Write(const Runtime& runtime, std::string_view prefix,
                             const std::map<std::string, Tensor>& tensors) {
    std::vector<rnl_str_t> names;
    std::vector<rnl_tensor_t*> handles;
    for (const auto& [name, tensor] : tensors) {
      names.push_back(Str(name));
      handles.push_back(tensor.get());
    }
    return detail::Check(
        rnl_checkpoint_write(runtime.get(), Str(prefix), names.data(), handles.data(), names.size()));
  }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < rnl_checkpoint_count(get()); ++i)
      out.emplace_back(View(rnl_checkpoint_name(get(), i)));
    return out;
  }
  // Dtype and shape of an entry, by its position in names.
  DType dtype(std::size_t index) const { return static_cast<DType>(rnl_checkpoint_dtype(get(), index)); }
  Shape shape(std::size_t index) const {
    const std::int64_t* dims = nullptr;
    const std::int32_t rank = rnl_checkpoint_shape(get(), index, &dims);
    return rank > 0 ? Shape(dims, dims + rank) : Shape();
  }
  Outcome<Tensor> Read(std::string_view name) const {
    rnl_tensor_t* out = nullptr;
    rnl_status_t* status = rnl_checkpoint_read(get(), Str(name), &out);
    return detail::Finish(status, [&] { return Tensor::Adopt(out); });
  }

 private:
  explicit Checkpoint(rnl_checkpoint_t* adopted) : Shared(adopted) {}
};

// Writes one event file. Each event is there for readers as soon as it is added.
class EventWriter
    : public Shared<rnl_event_writer_t, rnl_event_writer_retain, rnl_event_writer_release> {
 public:
  EventWriter() = default;
  // In `folder`, which is made where it is missing.
  static Outcome<EventWriter> Create(const Runtime& runtime, std::string_view folder,
                                     std::string_view suffix = {}) {
    rnl_event_writer_t* out = nullptr;
    rnl_status_t* status = rnl_event_writer_create(runtime.get(), Str(folder), Str(suffix), &out);
    return detail::Finish(status, [&] { return EventWriter(out); });
  }
  std::string path() const { return std::string(View(rnl_event_writer_path(get()))); }
  // wall_time in seconds since 1970; negative: now.
  Outcome<void> Scalar(std::string_view tag, float value, std::int64_t step,
                       double wall_time = -1) const {
    return detail::Check(rnl_event_writer_add_scalar(get(), Str(tag), value, step, wall_time));
  }
  // What the summary ops give.
  Outcome<void> Summary(std::string_view summary, std::int64_t step, double wall_time = -1) const {
    return detail::Check(rnl_event_writer_add_summary(get(), Str(summary), step, wall_time));
  }
  Outcome<void> AddGraph(const Graph& graph, double wall_time = -1) const {
    RUNNEL_TRY_ASSIGN(graph_def, graph.Export());
    return detail::Check(rnl_event_writer_add_graph(get(), Str(graph_def), wall_time));
  }
  // Under a tag that no other of this writer has.
  Outcome<void> AddRunMetadata(std::string_view tag, const Metadata& metadata, std::int64_t step,
                               double wall_time = -1) const {
    RUNNEL_TRY_ASSIGN(bytes, metadata.Export());
    return detail::Check(
        rnl_event_writer_add_run_metadata(get(), Str(tag), Str(bytes), step, wall_time));
  }
  Outcome<void> Flush() const { return detail::Check(rnl_event_writer_flush(get())); }
  Outcome<void> Close() const { return detail::Check(rnl_event_writer_close(get())); }

 private:
  explicit EventWriter(rnl_event_writer_t* adopted) : Shared(adopted) {}
};

class SavedModel : public Shared<rnl_saved_model_t, rnl_saved_model_retain, rnl_saved_model_release> {
 public:
  struct Loaded {
    Graph graph;
    Session session;
  };

  SavedModel() = default;
  // The graph of `folder` whose tags are exactly `tags`; none: "serve".
  static Outcome<SavedModel> Open(const Runtime& runtime, std::string_view folder,
                                  const std::vector<std::string>& tags = {}) {
    const std::vector<rnl_str_t> views = detail::Strs(tags);
    rnl_saved_model_t* out = nullptr;
    rnl_status_t* status =
        rnl_saved_model_open(runtime.get(), Str(folder), views.data(), views.size(), &out);
    return detail::Finish(status, [&] { return SavedModel(out, runtime); });
  }
  std::vector<std::string> signatures() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < rnl_saved_model_num_signatures(get()); ++i) {
      out.emplace_back(View(rnl_saved_model_signature_key(get(), i)));
    }
    return out;
  }
  // "tensorflow/serving/predict".
  std::string method(std::size_t signature) const {
    return std::string(View(rnl_saved_model_signature_method(get(), signature)));
  }
  // Name of the tensor ("x:0") of each input or output of a signature, by key.
  std::map<std::string, std::string> inputs(std::size_t signature) const {
    return Ends(signature, rnl_saved_model_num_inputs(get(), signature), rnl_saved_model_input);
  }
  std::map<std::string, std::string> outputs(std::size_t signature) const {
    return Ends(signature, rnl_saved_model_num_outputs(get(), signature), rnl_saved_model_output);
  }
  // What a signature needs, as a graph and a session with the variables restored.
  Outcome<Loaded> Load(std::string_view signature, const SessionOptions& options = {}) const {
    RUNNEL_TRY_ASSIGN(made, detail::MakeSessionOptions(options));
    rnl_graph_t* graph = nullptr;
    rnl_session_t* session = nullptr;
    rnl_status_t* status =
        rnl_saved_model_load_signature(get(), Str(signature), made.get(), &graph, &session);
    return detail::Finish(status, [&] {
      return Loaded{Graph::Adopt(graph, runtime_), Session::Adopt(session)};
    });
  }

  // Adds a signature to what this model has loaded: one state for all signatures of a model.
  Outcome<void> Add(std::string_view signature, const Session& session) const {
    return detail::Check(rnl_saved_model_add_signature(get(), Str(signature), session.get()));
  }

  // The same for the part that `outputs` ("node", "node:1") need once `inputs` are fed.
  Outcome<Loaded> Load(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                       const SessionOptions& options = {}) const {
    RUNNEL_TRY_ASSIGN(made, detail::MakeSessionOptions(options));
    const std::vector<rnl_str_t> in = detail::Strs(inputs), out = detail::Strs(outputs);
    rnl_graph_t* graph = nullptr;
    rnl_session_t* session = nullptr;
    rnl_status_t* status = rnl_saved_model_load(get(), in.data(), in.size(), out.data(), out.size(),
                                                made.get(), &graph, &session);
    return detail::Finish(status, [&] {
      return Loaded{Graph::Adopt(graph, runtime_), Session::Adopt(session)};
    });
  }

 private:
  SavedModel(rnl_saved_model_t* adopted, const Runtime& runtime) : Shared(adopted), runtime_(runtime) {}
  template <typename F>
  std::map<std::string, std::string> Ends(std::size_t signature, std::size_t count, F&& get_one) const {
    std::map<std::string, std::string> out;
    for (std::size_t i = 0; i < count; ++i) {
      rnl_str_t key{}, tensor{};
      if (rnl_status_t* status = get_one(get(), signature, i, &key, &tensor, nullptr)) {
        rnl_status_release(status);  // i is within the count
      } else {
        out.emplace(View(key), View(tensor));
      }
    }
    return out;
  }
  Runtime runtime_;
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_FILES_HPP_
