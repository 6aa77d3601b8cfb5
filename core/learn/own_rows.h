// Layers and losses that a program has defined for one model: rows whose nodes a function of the
// program's adds. They are named by specs as all rows are.
#ifndef RUNNEL_CORE_LEARN_OWN_ROWS_H_
#define RUNNEL_CORE_LEARN_OWN_ROWS_H_

#include <memory>
#include <string>
#include <vector>

#include "core/learn/learn.h"
#include "core/learn/row.h"

namespace runnel::learn {

class OwnRows {
 public:
  // Errors: ALREADY_EXISTS for a name that a row of the kind has; INVALID_ARGUMENT naming what is wrong
  // with the name, the inputs or a weight.
  Status Add(OwnRow row);
  // Looks among these first, then among all rows. Errors: as BindRow.
  Result<BoundRow> Bind(RowKind kind, const Spec& spec) const;

 private:
  // The schema shows the row, which shows the texts, so all three stay in place.
  struct Kept {
    OwnRow own;
    std::string inputs;
    Row row = {};
    std::unique_ptr<RowSchema> schema;
  };
  std::vector<std::unique_ptr<const Kept>> rows_;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_OWN_ROWS_H_
