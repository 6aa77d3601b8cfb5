// Models of layers as files: checkpoints, SavedModels, frozen graphs.
#include "c_api/learn.h"
#include "c_api/saved_model_write.h"

using runnel::OkStatus;
using runnel::OutputRef;
using runnel::Ref;
using runnel::Result;
using runnel::Status;
using runnel::StrCat;
using namespace runnel::capi;
namespace learn = runnel::learn;

namespace {

// Both directions of a checkpoint.
rnl_status_t* Move(rnl_learn_model_t* model, rnl_str_t prefix, rnl_str_t options,
                   Status (learn::Model::*move)(const std::string&, std::string_view)) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    std::string_view path, text;
    RUNNEL_RETURN_IF_ERROR(ToView(prefix, "prefix", &path));
    RUNNEL_RETURN_IF_ERROR(ToView(options, "options", &text));
    return (model->model.get()->*move)(std::string(path), text);
  });
}

Status Adopt(rnl_status_t* status) { return Status::Adopt(reinterpret_cast<Status::Rep*>(status)); }

Result<Ref<rnl_session_t>> SessionOf(rnl_learn_model_t* model) {
  rnl_session_t* session = nullptr;
  RUNNEL_RETURN_IF_ERROR(Adopt(rnl_learn_model_session(model, &session)));
  return Ref<rnl_session_t>::Adopt(session);
}

struct Named {
  std::string key;     // of a signature
  std::string tensor;  // "dense_1/Softmax:0"
};

Result<std::vector<Named>> Names(rnl_learn_model_t* model, const learn::ModelNames& parts,
                                 const std::vector<int>& values) {
  std::vector<Named> named;
  for (const int value : values) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef edge, model->model->OutputOf(value));
    named.push_back(
        {parts.names[static_cast<size_t>(value)], StrCat(edge.node->name(), ":", edge.index)});
  }
  return named;
}

struct Meta {
  Meta() = default;
  Meta(const Meta&) = delete;
  ~Meta() { rnl_meta_graph_release(raw); }
  rnl_meta_graph_t* raw = nullptr;
};

}  // namespace

rnl_status_t* rnl_learn_model_save(rnl_learn_model_t* model, rnl_str_t prefix, rnl_str_t options) {
  return Move(model, prefix, options, &learn::Model::Save);
}

rnl_status_t* rnl_learn_model_load(rnl_learn_model_t* model, rnl_str_t prefix, rnl_str_t options) {
  return Move(model, prefix, options, &learn::Model::Load);
}

rnl_status_t* rnl_learn_model_export(rnl_learn_model_t* model, rnl_str_t folder) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    constexpr std::string_view kSignature = "serving_default";
    RUNNEL_ASSIGN_OR_RETURN(const Ref<rnl_session_t> session, SessionOf(model));
    const learn::ModelNames parts = model->model->PartNames();
    Meta meta;
    RUNNEL_RETURN_IF_ERROR(Adopt(rnl_meta_graph_create(&meta.raw)));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Named> inputs, Names(model, parts, parts.inputs));
    for (const Named& input : inputs) {
      RUNNEL_RETURN_IF_ERROR(
          Adopt(rnl_meta_graph_add_input(meta.raw, ToC(kSignature), ToC(input.key), ToC(input.tensor))));
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Named> outputs, Names(model, parts, parts.outputs));
    for (const Named& output : outputs) {
      RUNNEL_RETURN_IF_ERROR(Adopt(
          rnl_meta_graph_add_output(meta.raw, ToC(kSignature), ToC(output.key), ToC(output.tensor))));
    }
    std::string_view path;
    RUNNEL_RETURN_IF_ERROR(ToView(folder, "folder", &path));
    return WriteServed(session.get(), *meta.raw, std::string(path));
  });
}

rnl_status_t* rnl_learn_model_freeze(rnl_learn_model_t* model, rnl_bytes_t** out_graph_def) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_graph_def);
    *out_graph_def = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<rnl_session_t> session, SessionOf(model));
    const learn::ModelNames parts = model->model->PartNames();
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Named> outputs, Names(model, parts, parts.outputs));
    std::vector<rnl_str_t> names;
    for (const Named& output : outputs) names.push_back(ToC(std::string_view(output.tensor)));
    return Adopt(rnl_session_freeze(session.get(), names.data(), names.size(), out_graph_def));
  });
}
