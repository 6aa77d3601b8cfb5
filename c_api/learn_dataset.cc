// Fits and evaluations of models of layers on datasets.
#include "c_api/dataset_pass.h"
#include "c_api/learn.h"
#include "c_api/learn_observer.h"

using runnel::OkStatus;
using runnel::Ref;
using runnel::Status;
using namespace runnel::capi;
namespace learn = runnel::learn;

rnl_status_t* rnl_learn_model_fit_dataset(rnl_learn_model_t* model, rnl_dataset_t* dataset,
                                          rnl_dataset_t* validation, rnl_str_t options,
                                          rnl_str_t callbacks, rnl_learn_progress_fn_t on_progress,
                                          void* arg, rnl_learn_history_t** out_history) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_history);
    *out_history = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RNL_CHECK_NOT_NULL(dataset);
    std::string_view options_text, callbacks_text;
    RUNNEL_RETURN_IF_ERROR(ToView(options, "options", &options_text));
    RUNNEL_RETURN_IF_ERROR(ToView(callbacks, "callbacks", &callbacks_text));
    CallingObserver observer(on_progress, arg);
    DatasetBegin input(Ref<rnl_dataset_t>::Share(dataset));
    std::unique_ptr<DatasetBegin> checks;
    if (validation != nullptr)
      checks = std::make_unique<DatasetBegin>(Ref<rnl_dataset_t>::Share(validation));
    RUNNEL_ASSIGN_OR_RETURN(learn::History history,
                            model->model->FitInput(&input, checks.get(), options_text, callbacks_text,
                                                   on_progress == nullptr ? nullptr : &observer));
    GiveHistory(std::move(history), out_history);
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_evaluate_dataset(rnl_learn_model_t* model, rnl_dataset_t* dataset,
                                               int64_t steps, rnl_learn_history_t** out_history) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_history);
    *out_history = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RNL_CHECK_NOT_NULL(dataset);
    DatasetBegin input(Ref<rnl_dataset_t>::Share(dataset));
    return GiveLogs(model->model->EvaluateInput(&input, steps), out_history);
  });
}
