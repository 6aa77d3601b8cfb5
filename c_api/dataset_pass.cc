#include "c_api/dataset_pass.h"

#include <vector>

#include "c_api/train_host.h"

namespace runnel::capi {
namespace {

class DatasetPass final : public learn::InputPass {
 public:
  DatasetPass(rnl_iterator_t* iterator, size_t count) : iterator_(iterator), count_(count) {}
  Result<bool> Next(std::vector<Tensor>* element) override {
    std::vector<rnl_tensor_t*> handles(count_);
    bool end = false;
    RUNNEL_RETURN_IF_ERROR(
        Took(rnl_iterator_next(iterator_.get(), -1, nullptr, handles.data(), count_, &end)));
    element->clear();
    for (rnl_tensor_t* handle : handles) {
      if (handle == nullptr) continue;
      element->push_back(handle->tensor);
      rnl_tensor_release(handle);
    }
    return !end;
  }

 private:
  const Owned<rnl_iterator_t, rnl_iterator_release> iterator_;
  const size_t count_;
};

}  // namespace

Result<std::unique_ptr<learn::InputPass>> BeginDataset(rnl_dataset_t* dataset) {
  rnl_iterator_t* iterator = nullptr;
  RUNNEL_RETURN_IF_ERROR(Took(rnl_dataset_iterate(dataset, &iterator)));
  return std::unique_ptr<learn::InputPass>(
      std::make_unique<DatasetPass>(iterator, dataset->dataset->info().types.size()));
}

}  // namespace runnel::capi
