// Models and weights in Keras' files.
#include "core/learn/keras/keras.h"

#include "c_api/learn.h"

using runnel::OkStatus;
using runnel::Ref;
using runnel::Result;
using runnel::Status;
using namespace runnel::capi;
namespace learn = runnel::learn;

namespace {

Result<const learn::KerasPart*> OpenKeras() {
  RUNNEL_ASSIGN_OR_RETURN(const learn::LearnPart* part, learn::OpenLearn());
  return &part->keras();
}

// What calls of a model with a path begin with.
Result<const learn::KerasPart*> Begin(const rnl_learn_model_t* model, rnl_str_t path,
                                      std::string_view* text) {
  RUNNEL_RETURN_IF_ERROR(CheckModel(model));
  RUNNEL_RETURN_IF_ERROR(ToView(path, "path", text));
  return OpenKeras();
}

}  // namespace

rnl_status_t* rnl_learn_model_open(rnl_runtime_t* runtime, rnl_str_t path, rnl_str_t options,
                                   rnl_learn_model_t** out_model) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_model);
    *out_model = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view file, text;
    RUNNEL_RETURN_IF_ERROR(ToView(path, "path", &file));
    RUNNEL_RETURN_IF_ERROR(ToView(options, "options", &text));
    RUNNEL_ASSIGN_OR_RETURN(const learn::KerasPart* part, OpenKeras());
    RUNNEL_ASSIGN_OR_RETURN(Ref<learn::Model> model,
                            part->open(runtime->runtime, runnel::FileSystem(), std::string(file), text));
    const auto handle = Ref<rnl_learn_model_t>::Adopt(
        new rnl_learn_model_t(Ref<rnl_runtime_t>::Share(runtime), std::move(model)));
    *out_model = Retain(handle.get());
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_save_weights(rnl_learn_model_t* model, rnl_str_t path) {
  return Guard([&]() -> Status {
    std::string_view file;
    RUNNEL_ASSIGN_OR_RETURN(const learn::KerasPart* part, Begin(model, path, &file));
    return part->save_weights(runnel::FileSystem(), std::string(file), model->model.get());
  });
}

rnl_status_t* rnl_learn_model_load_weights(rnl_learn_model_t* model, rnl_str_t path) {
  return Guard([&]() -> Status {
    std::string_view file;
    RUNNEL_ASSIGN_OR_RETURN(const learn::KerasPart* part, Begin(model, path, &file));
    return part->load_weights(runnel::Ref<runnel::Runtime>::Share(&model->runtime()),
                              runnel::FileSystem(), std::string(file), model->model.get());
  });
}
