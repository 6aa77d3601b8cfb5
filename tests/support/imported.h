// A model through an importer into a session; the plugin is the file RUNNEL_TEST_IMPORTER.
#ifndef RUNNEL_TESTS_SUPPORT_IMPORTED_H_
#define RUNNEL_TESTS_SUPPORT_IMPORTED_H_

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/meta_graph.h"
#include "core/runtime/plugins/importers.h"
#include "core/runtime/runtime.h"
#include "core/runtime/session/session.h"
#include "plugins/abi/rnlp_plugin.h"

namespace runnel::test {

// What the importer said, and the bytes that it appended.
struct Import {
  int32_t code = 0;
  std::string message, bytes;
};

inline const rnlp_importer_row_t* TestedImporter() {
  void* library = dlopen(RUNNEL_TEST_IMPORTER, RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(library, nullptr) << dlerror();
  if (library == nullptr) return nullptr;
  const auto query = reinterpret_cast<rnlp_plugin_query_fn_t>(dlsym(library, RNLP_PLUGIN_QUERY_SYMBOL));
  return query()->importers[0];
}

// As much of a host as an importer calls.
struct Host : rnlp_host_t {
  struct Failure {
    int32_t code;
    std::string message;
  };
  Host() : rnlp_host_t{} {
    size_bytes = sizeof(rnlp_host_t);
    abi_major = RNLP_ABI_MAJOR;
    abi_minor = RNLP_ABI_MINOR;
    fail = [](const rnlp_host_t*, int32_t code, const char* message, size_t size) {
      return reinterpret_cast<rnlp_status_t*>(new Failure{code, std::string(message, size)});
    };
    status_release = [](const rnlp_host_t*, rnlp_status_t* status) {
      delete reinterpret_cast<Failure*>(status);
    };
    status_code = [](const rnlp_host_t*, const rnlp_status_t* status) {
      return reinterpret_cast<const Failure*>(status)->code;
    };
    status_message = [](const rnlp_host_t*, const rnlp_status_t* status) {
      const std::string& text = reinterpret_cast<const Failure*>(status)->message;
      return rnlp_str_t{text.data(), text.size()};
    };
  }
};

// `files`: others of the model, by path.
inline Import ImportBytes(const std::string& file, const std::map<std::string, std::string>& files = {},
                          const ImporterOptions& options = {}) {
  static const rnlp_importer_row_t* const row = TestedImporter();
  struct Call : rnlp_import_t {
    std::string* bytes = nullptr;
    const rnlp_host_t* host = nullptr;
    const std::map<std::string, std::string>* files = nullptr;
    const ImporterOptions* options = nullptr;
  } call;
  Host host;
  Import out;
  static_cast<rnlp_import_t&>(call) = {};
  call.size_bytes = RNLP_SIZE_TO(rnlp_import_t, append);
  call.model = {file.data(), file.size()};
  call.bytes = &out.bytes;
  call.host = &host;
  call.files = &files;
  call.options = &options;
  call.option = [](const rnlp_import_t* import, const char* key, size_t size) -> rnlp_str_t {
    for (const auto& [name, value] : *static_cast<const Call*>(import)->options) {
      if (name == std::string_view(key, size)) return {value.data(), value.size()};
    }
    return {nullptr, 0};
  };
  call.open = [](const rnlp_import_t* import, const char* path, size_t size, rnlp_str_t* found) {
    const auto* self = static_cast<const Call*>(import);
    const auto it = self->files->find(std::string(path, size));
    if (it == self->files->end()) return self->host->fail(self->host, RNLP_NOT_FOUND, path, size);
    *found = {it->second.data(), it->second.size()};
    return static_cast<rnlp_status_t*>(nullptr);
  };
  call.append = [](const rnlp_import_t* import, const void* data, size_t size) -> rnlp_status_t* {
    static_cast<const Call*>(import)->bytes->append(static_cast<const char*>(data), size);
    return nullptr;
  };
  rnlp_status_t* status = row->import(&host, nullptr, &call);
  if (status == nullptr) return out;
  const auto* failure = reinterpret_cast<const Host::Failure*>(status);
  out.code = failure->code;
  out.message = failure->message;
  host.status_release(&host, status);
  return out;
}

// A session over an imported model, run by its signature's names.
class Imported {
 public:
  // Errors are kept, and come back from Run.
  explicit Imported(const std::string& file, const std::map<std::string, std::string>& files = {},
                    const ImporterOptions& options = {})
      : status_(Start(file, files, options)) {}
  const Status& status() const { return status_; }
  const MetaGraphDef& meta() const { return meta_; }
  const std::shared_ptr<Graph>& graph() const { return graph_; }

  Status RunNode(const std::string& node) {
    RUNNEL_RETURN_IF_ERROR(status_);
    Signature call;
    call.targets.push_back(graph_->FindNode(node));
    return session_->Run(call, {}, {});
  }
  Status Run(const std::map<std::string, Tensor>& inputs, std::map<std::string, Tensor>* outputs,
             const std::string& key = "serving_default") {
    RUNNEL_RETURN_IF_ERROR(status_);
    const SignatureDef* signature = meta_.FindSignature(key);
    if (signature == nullptr) return NotFound("no signature ", key);
    Signature call;
    std::vector<Tensor> feeds;
    for (const auto& input : signature->inputs) {
      const auto it = inputs.find(input.key);
      if (it == inputs.end()) return NotFound("no value for ", input.key);
      call.feeds.push_back(Named(input.name));
      feeds.push_back(it->second);
    }
    for (const auto& output : signature->outputs) call.fetches.push_back(Named(output.name));
    std::vector<Tensor> fetched(call.fetches.size());
    RUNNEL_RETURN_IF_ERROR(session_->Run(call, feeds, fetched));
    for (size_t i = 0; i < fetched.size(); ++i) (*outputs)[signature->outputs[i].key] = fetched[i];
    return {};
  }

 private:
  OutputRef Named(const std::string& name) {
    const size_t colon = name.rfind(':');
    return {graph_->FindNode(name.substr(0, colon)), std::stoi(name.substr(colon + 1))};
  }
  Status Start(const std::string& file, const std::map<std::string, std::string>& files,
               const ImporterOptions& importer) {
    RuntimeOptions options;
    options.num_threads = 2;
    RUNNEL_ASSIGN_OR_RETURN(runtime_, Runtime::Create(options));
    if (files.empty()) {
      // As a user's model: the host also finishes function bodies.
      std::string missing;
      const FileOptions how{MapFiles::kNever, runtime_->allocator()};
      RUNNEL_ASSIGN_OR_RETURN(const Ref<FileBytes> bytes, FileBytes::Copy(file, how.allocator));
      RUNNEL_ASSIGN_OR_RETURN(auto model, ImportModel(&runtime_->plugins(), runtime_->ops(), bytes, "",
                                                      how, importer, &missing));
      if (!model) return NotFound("no importer knows the model; ", missing);
      meta_ = std::move(model->meta);
    } else {
      const Import import = ImportBytes(file, files, importer);
      if (import.code != 0) return Status(static_cast<Code>(import.code), import.message);
      RUNNEL_ASSIGN_OR_RETURN(meta_, ReadMetaGraphDef(import.bytes));
    }
    graph_ = std::make_shared<Graph>(&runtime_->ops());
    RUNNEL_RETURN_IF_ERROR(graph_->Import(meta_.graph, {}, nullptr));
    RUNNEL_ASSIGN_OR_RETURN(session_, Session::Create(runtime_, graph_, {}));
    return {};
  }

  MetaGraphDef meta_;
  Ref<Runtime> runtime_;
  std::shared_ptr<Graph> graph_;
  Ref<Session> session_;
  Status status_;
};

template <typename T>
std::vector<T> Values(const Tensor& tensor) {
  const std::span<const T> values = tensor.values<const T>();
  return std::vector<T>(values.begin(), values.end());
}

}  // namespace runnel::test

#endif  // RUNNEL_TESTS_SUPPORT_IMPORTED_H_
