// Checkpoints, MetaGraphs and SavedModels to read and write, event files for TensorBoard.
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

// What belongs to a graph beside its nodes: read from a file, or said by a program, to be written with a
// graph or a session. Names are those of nodes ("train") and tensors ("x:0"). For one thread at a time.
class MetaGraph {
 public:
  struct Collection {
    rnl_collection_kind_t kind = RNL_COLLECTION_NONE;
    std::vector<std::string> values;  // names, messages, or numbers in decimal
  };
  struct Variable {
    std::string handle, initializer, value;
    bool trainable = false;
  };
  struct QueueRunner {
    std::string queue;
    std::vector<std::string> enqueue_ops;
    std::string close_op, cancel_op;
  };
  struct Saver {
    std::string filename, save, restore;  // empty: there is none
    std::int32_t max_to_keep = 0;
    double keep_every_hours = 0;
  };

  static Outcome<MetaGraph> Create() {
    rnl_meta_graph_t* out = nullptr;
    rnl_status_t* status = rnl_meta_graph_create(&out);
    return detail::Finish(status, [&] { return MetaGraph(out); });
  }
  // All of a MetaGraph, binary or text, but its graph.
  static Outcome<MetaGraph> Read(std::string_view bytes) {
    rnl_meta_graph_t* out = nullptr;
    rnl_status_t* status = rnl_meta_graph_read(Str(bytes), &out);
    return detail::Finish(status, [&] { return MetaGraph(out); });
  }
  static MetaGraph Adopt(rnl_meta_graph_t* handle) { return MetaGraph(handle); }
  rnl_meta_graph_t* get() const { return handle_.get(); }

  Outcome<std::vector<std::string>> Collections() const {
    rnl_names_t* out = nullptr;
    rnl_status_t* status = rnl_meta_graph_collections(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeNames(out); });
  }
  Outcome<Collection> Find(std::string_view collection) const {
    rnl_names_t* out = nullptr;
    rnl_collection_kind_t kind = RNL_COLLECTION_NONE;
    rnl_status_t* status = rnl_meta_graph_collection(get(), Str(collection), &kind, &out);
    return detail::Finish(status, [&] { return Collection{kind, detail::TakeNames(out)}; });
  }
  // Of a collection of variables that was read.
  Outcome<std::vector<Variable>> Variables(std::string_view collection) const {
    std::vector<Variable> variables;
    const std::size_t count = rnl_meta_graph_num_variables(get(), Str(collection));
    for (std::size_t i = 0; i < count; ++i) {
      rnl_str_t handle{}, initializer{}, value{};
      bool trainable = false;
      RUNNEL_TRY(detail::Check(rnl_meta_graph_variable(get(), Str(collection), i, &handle, &initializer,
                                                       &value, &trainable)));
      variables.push_back({std::string(View(handle)), std::string(View(initializer)),
                           std::string(View(value)), trainable});
    }
    return variables;
  }
  Outcome<std::vector<QueueRunner>> QueueRunners() const {
    std::vector<QueueRunner> runners;
    for (std::size_t i = 0; i < rnl_meta_graph_num_queue_runners(get()); ++i) {
      rnl_str_t queue{}, close{}, cancel{};
      rnl_names_t* ops = nullptr;
      RUNNEL_TRY(detail::Check(rnl_meta_graph_queue_runner(get(), i, &queue, &ops, &close, &cancel)));
      runners.push_back({std::string(View(queue)), detail::TakeNames(ops), std::string(View(close)),
                         std::string(View(cancel))});
    }
    return runners;
  }
  Outcome<Saver> saver() const {
    rnl_str_t filename{}, save{}, restore{};
    Saver found;
    rnl_status_t* status = rnl_meta_graph_saver(get(), &filename, &save, &restore, &found.max_to_keep,
                                                &found.keep_every_hours);
    return detail::Finish(status, [&] {
      found.filename = View(filename);
      found.save = View(save);
      found.restore = View(restore);
      return found;
    });
  }

  Outcome<void> AddTag(std::string_view tag) const {
    return detail::Check(rnl_meta_graph_add_tag(get(), Str(tag)));
  }
  // Inputs and outputs by key, as names of tensors; a node without outputs may be an output, and is run.
  Outcome<void> AddSignature(std::string_view key, const std::map<std::string, std::string>& inputs,
                             const std::map<std::string, std::string>& outputs,
                             std::string_view method = {}) const {
    for (const auto& [name, tensor] : inputs)
      RUNNEL_TRY(detail::Check(rnl_meta_graph_add_input(get(), Str(key), Str(name), Str(tensor))));
    for (const auto& [name, tensor] : outputs)
      RUNNEL_TRY(detail::Check(rnl_meta_graph_add_output(get(), Str(key), Str(name), Str(tensor))));
    if (method.empty()) return Outcome<void>();
    return detail::Check(rnl_meta_graph_set_method(get(), Str(key), Str(method)));
  }
  Outcome<void> AddToCollection(std::string_view collection, rnl_collection_kind_t kind,
                                std::string_view value) const {
    return detail::Check(rnl_meta_graph_add_to_collection(get(), Str(collection), kind, Str(value)));
  }
  // The variable of a VarHandleOp is one of "trainable_variables"; "variables" has all without being
  // told.
  Outcome<void> AddTrainable(std::string_view handle) const {
    return detail::Check(rnl_meta_graph_add_trainable(get(), Str(handle)));
  }
  Outcome<void> AddQueueRunner(const QueueRunner& runner) const {
    const std::vector<rnl_str_t> ops = detail::Strs(runner.enqueue_ops);
    return detail::Check(rnl_meta_graph_add_queue_runner(
        get(), Str(runner.queue), ops.data(), ops.size(), Str(runner.close_op), Str(runner.cancel_op)));
  }
  // What a loader runs once, after it has restored the variables.
  Outcome<void> SetInitOp(std::string_view node) const {
    return detail::Check(rnl_meta_graph_set_init_op(get(), Str(node)));
  }
  // A file that goes into the SavedModel, and the string constant that loaders replace by its path
  // there.
  Outcome<void> AddAsset(std::string_view tensor, std::string_view path) const {
    return detail::Check(rnl_meta_graph_add_asset(get(), Str(tensor), Str(path)));
  }
  // The graph and all of this as TensorFlow's MetaGraphDef.
  Outcome<std::string> Export(const Graph& graph) const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_graph_export_meta_graph(graph.get(), get(), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }
  // A graph without variables (Session::Freeze), with this one's signature, as a model file of another
  // program: "onnx". What has no equivalent there is an error that lists all of it.
  Outcome<std::string> ExportModel(const Graph& graph, std::string_view format = "onnx") const {
    rnl_bytes_t *whole = nullptr, *out = nullptr;
    RUNNEL_TRY(detail::Check(rnl_graph_export_meta_graph(graph.get(), get(), &whole)));
    const std::string bytes = detail::TakeBytes(whole);
    rnl_status_t* status = rnl_model_export(graph.runtime().get(), Str(bytes), Str(format), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }
  // The graph, the values of its variables and all of this as a SavedModel, in a new or empty folder.
  Outcome<void> WriteSavedModel(const Session& session, std::string_view folder) const {
    return detail::Check(rnl_saved_model_write(session.get(), get(), Str(folder)));
  }

 private:
  explicit MetaGraph(rnl_meta_graph_t* handle) : handle_(handle) {}
  Unique<rnl_meta_graph_t, rnl_meta_graph_release> handle_;
};

// Saves a session's variables under "prefix-STEP" as training goes on, names them in the folder's
// `checkpoint` file, and keeps some of them: what TensorFlow's Saver does.
class Saver : public Shared<rnl_saver_t, rnl_saver_retain, rnl_saver_release> {
 public:
  Saver() = default;
  // `meta`, if given, is what the MetaGraphs beside the checkpoints say besides.
  static Outcome<Saver> Create(const Session& session, std::string_view prefix,
                               const MetaGraph* meta = nullptr) {
    rnl_saver_t* out = nullptr;
    rnl_status_t* status =
        rnl_saver_create(session.get(), meta == nullptr ? nullptr : meta->get(), Str(prefix), &out);
    return detail::Finish(status, [&] { return Saver(out); });
  }
  // The newest (0: all), and one every so many hours for ever (0: none).
  Outcome<void> SetKeep(std::int32_t max_to_keep, double keep_every_hours = 0) const {
    return detail::Check(rnl_saver_set_keep(get(), max_to_keep, keep_every_hours));
  }
  // When Step saves: so many steps or seconds after the checkpoint before; 0: not for that reason.
  Outcome<void> SetInterval(std::int64_t every_steps, double every_seconds) const {
    return detail::Check(rnl_saver_set_interval(get(), every_steps, every_seconds));
  }
  // The checkpoint's prefix.
  Outcome<std::string> Save(std::int64_t step) const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_saver_save(get(), step, &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }
  // Saves if it is time; whether it did.
  Outcome<bool> Step(std::int64_t step) const {
    bool saved = false;
    rnl_status_t* status = rnl_saver_step(get(), step, &saved);
    return detail::Finish(status, [&] { return saved; });
  }
  // An empty prefix: the newest.
  Outcome<void> Restore(std::string_view prefix = {}) const {
    return detail::Check(rnl_saver_restore(get(), Str(prefix)));
  }
  // Of the checkpoints that a folder's `checkpoint` file lists, oldest first.
  static Outcome<std::vector<std::string>> List(const Runtime& runtime, std::string_view folder) {
    rnl_names_t* out = nullptr;
    rnl_status_t* status = rnl_checkpoint_list(runtime.get(), Str(folder), &out);
    return detail::Finish(status, [&] { return detail::TakeNames(out); });
  }

 private:
  explicit Saver(rnl_saver_t* adopted) : Shared(adopted) {}
};

class SavedModel : public Shared<rnl_saved_model_t, rnl_saved_model_retain, rnl_saved_model_release> {
 public:
  struct Loaded {
    Graph graph;
    Session session;
  };

  SavedModel() = default;
  // Of a SavedModel's folder, the graph whose tags are exactly `tags`; none: "serve". Of a file,
  // whatever Graph::Load reads.
  static Outcome<SavedModel> Open(const Runtime& runtime, std::string_view path,
                                  const std::vector<std::string>& tags = {}) {
    const std::vector<rnl_str_t> views = detail::Strs(tags);
    rnl_saved_model_t* out = nullptr;
    rnl_status_t* status =
        rnl_saved_model_open(runtime.get(), Str(path), views.data(), views.size(), &out);
    return detail::Finish(status, [&] { return SavedModel(out, runtime); });
  }
  // "SavedModel", "GraphDef", "MetaGraph", or what an importer calls its format: "ONNX".
  std::string format() const { return std::string(View(rnl_saved_model_format(get()))); }
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

  // Adds all of the model's graph to `graph`, and gives what belongs to it. Variables have no values:
  // the saver's restore node gives them some.
  Outcome<MetaGraph> Import(const Graph& graph) const {
    rnl_meta_graph_t* out = nullptr;
    rnl_status_t* status = rnl_saved_model_import(get(), graph.get(), &out);
    return detail::Finish(status, [&] { return MetaGraph::Adopt(out); });
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

inline Outcome<MetaGraph> Graph::Load(std::string_view path, const ImportOptions& options) const {
  RUNNEL_TRY_ASSIGN(made, MakeImportOptions(options));
  rnl_meta_graph_t* out = nullptr;
  rnl_status_t* status = rnl_graph_load(get(), Str(path), made.get(), &out);
  return detail::Finish(status, [&] { return MetaGraph::Adopt(out); });
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_FILES_HPP_
