#include "core/learn/own_rows.h"

#include <algorithm>

namespace runnel::learn {
namespace {

// One place of a row's array stays empty, for the end.
constexpr size_t kMaxWeights = std::size(Row().weights) - 1;

bool IsIdentifier(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
}

Status CheckOwn(const OwnRow& own) {
  if (!IsIdentifier(own.name)) {
    return InvalidArgument("a ", own.kind,
                           " of one's own: expected a name of letters, digits and _, got \"", own.name,
                           "\"");
  }
  if (own.kind != "layer" && own.kind != "loss") {
    return InvalidArgument("\"", own.name, "\": expected the kind layer or loss, got \"", own.kind,
                           "\"");
  }
  if (!own.call) return InvalidArgument(own.kind, " ", own.name, ": there is no function");
  if (own.kind == "loss" && !own.weights.empty())
    return InvalidArgument("loss ", own.name, ": expected no weights, got ", own.weights.size());
  if (own.num_inputs < 0 || own.num_inputs > 100) {
    return InvalidArgument("layer ", own.name, ": expected 1 to 100 inputs, or 0 for any number, got ",
                           own.num_inputs);
  }
  if (own.weights.size() > kMaxWeights) {
    return InvalidArgument("layer ", own.name, ": expected at most ", kMaxWeights, " weights, got ",
                           own.weights.size());
  }
  for (const OwnWeight& weight : own.weights) {
    if (!IsIdentifier(weight.name) || weight.name == "x" || weight.name == "y") {
      return InvalidArgument("layer ", own.name, ": \"", weight.name, "\" is no name of a weight");
    }
  }
  return OkStatus();
}

// As a row declares them.
std::string InputsOf(const OwnRow& own) {
  if (own.kind == "loss" || own.num_inputs == 1) return "";
  if (own.num_inputs == 0) return "x: N * T";
  std::string text;
  for (int i = 0; i < own.num_inputs; ++i) text += StrCat(i == 0 ? "" : ", ", "x", i, ": T");
  return text;
}

}  // namespace

Status OwnRows::Add(OwnRow own) {
  RUNNEL_RETURN_IF_ERROR(CheckOwn(own));
  const RowKind kind = own.kind == "loss" ? RowKind::kLoss : RowKind::kLayer;
  const bool taken = std::any_of(rows_.begin(), rows_.end(), [&](const auto& kept) {
    return kept->row.kind == kind && SameName(kept->own.name, own.name);
  });
  if (taken || FindRow(kind, own.name).ok() || SameName(own.name, "Input"))
    return AlreadyExists("there is a ", own.kind, " \"", own.name, "\" already");
  auto kept = std::make_unique<Kept>();
  kept->own = std::move(own);
  kept->inputs = InputsOf(kept->own);
  kept->row.kind = kind;
  kept->row.name = kept->own.name;
  kept->row.inputs = kept->inputs;
  for (size_t i = 0; i < kept->own.weights.size(); ++i) {
    const OwnWeight& weight = kept->own.weights[i];
    kept->row.weights[i] = {
        .name = weight.name, .shape = weight.shape, .initializer = weight.initializer};
  }
  RUNNEL_ASSIGN_OR_RETURN(kept->schema, ParseRow(kept->row));
  kept->schema->own = &kept->own.call;
  rows_.push_back(std::move(kept));
  return OkStatus();
}

Result<BoundRow> OwnRows::Bind(RowKind kind, const Spec& spec) const {
  for (const auto& kept : rows_) {
    if (kept->row.kind != kind || !SameName(kept->own.name, spec.name)) continue;
    return BindTo(*kept->schema, spec);
  }
  return BindRow(kind, spec);
}

}  // namespace runnel::learn
