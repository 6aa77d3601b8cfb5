// DecodeCSV: records of comma separated values, as RFC 4180 has them.
#include <vector>

#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/csv_field.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

struct CsvRules {
  char delimiter = ',';
  bool quotes = true;
  std::vector<int64_t> columns;  // to keep, rising; empty: all
};

// Splits a record. Errors: INVALID_ARGUMENT for quotes or line ends where they may not be.
Status SplitRecord(std::string_view record, const CsvRules& rules, std::vector<std::string>* fields) {
  fields->clear();
  if (record.empty()) return OkStatus();
  size_t next = 0;  // of rules.columns
  size_t at = 0;
  for (int64_t column = 0; at <= record.size(); ++column) {
    const bool keep = rules.columns.empty() ||
                      (next < rules.columns.size() && rules.columns[next] == column && (++next, true));
    std::string field;
    if (rules.quotes && at < record.size() && record[at] == '"') {
      for (++at;; ++at) {
        if (at >= record.size()) {
          return InvalidArgument(
              "Field ", column,
              ": Quoted field has to end with quote followed by delim, CRLF, or the end");
        }
        if (record[at] != '"') {
          field += record[at];
          continue;
        }
        if (at + 1 == record.size() || record[at + 1] == rules.delimiter) break;
        if (record[at + 1] != '"') {
          return InvalidArgument("Field ", column,
                                 " has a quote inside that is not escaped by another one");
        }
        field += '"';
        ++at;
      }
      ++at;  // behind the quote
    } else {
      for (; at < record.size() && record[at] != rules.delimiter; ++at) {
        if (rules.quotes && (record[at] == '"' || record[at] == '\n' || record[at] == '\r')) {
          return InvalidArgument("Field ", column, ": Unquoted fields cannot have quotes/CRLFs inside");
        }
        field += record[at];
      }
    }
    if (keep) fields->push_back(std::move(field));
    ++at;  // behind the delimiter, or the end
  }
  return OkStatus();
}

class DecodeCsv : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    types_.assign(node.output_types.begin(), node.output_types.end());
    const std::string delimiter = StringAttrOr(node, "field_delim", ",");
    if (delimiter.size() != 1) {
      return InvalidArgument("field_delim is \"", delimiter, "\", expected one character");
    }
    rules_.delimiter = delimiter[0];
    rules_.quotes = AttrOr(node, "use_quote_delim", true);
    na_value_ = StringAttrOr(node, "na_value", "");
    if (const auto* columns = node.attr<std::vector<int64_t>>("select_cols")) rules_.columns = *columns;
    if (!rules_.columns.empty() && rules_.columns.size() != types_.size()) {
      return InvalidArgument("select_cols has ", rules_.columns.size(), " entries for ", types_.size(),
                             " outputs");
    }
    int64_t before = -1;
    for (const int64_t column : rules_.columns) {
      if (column <= before) return InvalidArgument("select_cols must rise, from 0 on");
      before = column;
    }
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    const Tensor& records = ctx.inputs[0];
    for (size_t i = 0; i < types_.size(); ++i) {
      const Shape& shape = ctx.inputs[i + 1].shape();
      if (shape.rank() > 1 || ctx.inputs[i + 1].num_elements() > 1) {
        return InvalidArgument("the default of field ", i,
                               " must be a scalar or a vector of at most one element, its shape is ",
                               shape.ToString());
      }
      RUNNEL_RETURN_IF_ERROR(NewOutput(ctx, i, types_[i], records.shape()).status());
    }
    std::vector<std::string> fields;
    for (int64_t r = 0; r < records.num_elements(); ++r) {
      if (Status s = SplitRecord(records.string_at(r), rules_, &fields); !s.ok()) {
        return s.WithPrefix(StrCat("record ", r));
      }
      if (fields.size() != types_.size()) {
        return InvalidArgument("Expect ", types_.size(), " fields but have ", fields.size(),
                               " in record ", r);
      }
      for (size_t i = 0; i < fields.size(); ++i) {
        RUNNEL_RETURN_IF_ERROR(
            SetCsvField(fields[i], na_value_, ctx.inputs[i + 1], {i, r}, &ctx.outputs[i], r));
      }
    }
    return OkStatus();
  }

 private:
  std::vector<DType> types_;
  CsvRules rules_;
  std::string na_value_;
};

constexpr HostKernelRow kRows[] = {
    {.op = "DecodeCSV", .create = CreateKernel<DecodeCsv>},
};

}  // namespace

std::span<const HostKernelRow> CsvKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
