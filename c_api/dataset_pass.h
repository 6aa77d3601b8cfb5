// Passes over a dataset of the program, for what is trained with it.
#ifndef RUNNEL_C_API_DATASET_PASS_H_
#define RUNNEL_C_API_DATASET_PASS_H_

#include <memory>
#include <utility>

#include "c_api/dataset.h"
#include "core/learn/learn.h"

namespace runnel::capi {

Result<std::unique_ptr<learn::InputPass>> BeginDataset(rnl_dataset_t* dataset);

class DatasetBegin final : public learn::InputBegin {
 public:
  explicit DatasetBegin(Ref<rnl_dataset_t> dataset) : dataset_(std::move(dataset)) {}
  Result<std::unique_ptr<learn::InputPass>> Begin() override { return BeginDataset(dataset_.get()); }

 private:
  const Ref<rnl_dataset_t> dataset_;
};

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_DATASET_PASS_H_
