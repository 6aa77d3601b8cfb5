// Sequences and optionals: what the import knows element by element.
#include "plugins/onnx/importer.h"

namespace runnel::onnx {
namespace {

Value Made(Values elements) {
  Value out;
  if (!elements.empty()) out.dtype = elements[0].dtype;
  out.sequence = std::make_shared<const Values>(std::move(elements));
  return out;
}

const Values& Elements(const Value& value) {
  if (!value.is_sequence()) Refuse("a sequence that is known in a step alone");
  return *value.sequence;
}

// Of an element, or of the place before which one is inserted.
size_t Place(Node& n, size_t input, size_t count, bool insert) {
  const auto at = n.ConstantInts(input);
  if (!at || at->size() != 1) Refuse("a place that is not constant");
  const auto size = static_cast<int64_t>(count);
  const int64_t place = (*at)[0] < 0 ? (*at)[0] + size : (*at)[0];
  if (place < 0 || place >= size + (insert ? 1 : 0))
    Invalid("place " + std::to_string((*at)[0]) + " of a sequence of " + std::to_string(size));
  return static_cast<size_t>(place);
}

void SequenceConstruct(Node& n) { n.Out(Made(n.AllIn())); }
void SequenceEmpty(Node& n) {
  n.Ignore("dtype");
  n.Out(Made({}));
}
void SequenceLength(Node& n) {
  n.Out(Builder::I64Scalar(static_cast<int64_t>(Elements(n.Any(0)).size())));
}
void SequenceAt(Node& n) {
  const Value sequence = n.Any(0);
  const Values& all = Elements(sequence);
  n.Out(all[Place(n, 1, all.size(), false)]);
}
void SequenceInsert(Node& n) {
  const Value sequence = n.Any(0);
  Values all = Elements(sequence);
  const Value item = n.In(1);
  const size_t at = n.Has(2) ? Place(n, 2, all.size(), true) : all.size();
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), item);
  n.Out(Made(std::move(all)));
}
void SequenceErase(Node& n) {
  const Value sequence = n.Any(0);
  Values all = Elements(sequence);
  if (all.empty()) Invalid("an empty sequence");
  const size_t at = n.Has(1) ? Place(n, 1, all.size(), false) : all.size() - 1;
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
  n.Out(Made(std::move(all)));
}

void ConcatFromSequence(Node& n) {
  const Value sequence = n.Any(0);
  const Values& all = Elements(sequence);
  if (all.empty()) Invalid("an empty sequence");
  const bool stacks = n.Int("new_axis", 0) != 0;
  const int64_t axis = n.Int("axis", 0), rank = NeedRank(all[0]);
  n.Out(stacks ? n.b.Stack(all, Axis(axis, rank + 1)) : n.b.Concat(all, Axis(axis, rank)));
}

void SplitToSequence(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0);
  const int64_t axis = Axis(n.Int("axis", 0), NeedRank(x)), size = x.dim(axis);
  const bool keeps = n.Int("keepdims", 1) != 0;
  if (size < 0) Refuse("a split of an unknown size");
  constexpr int64_t kMost = 4096;
  if (!n.Has(1)) {
    if (size > kMost) Refuse("more than 4096 parts");
    Values parts = size == 0 ? Values{} : b.Split(x, Ints(static_cast<size_t>(size), 1), axis);
    if (!keeps) {
      for (Value& part : parts) part = b.Squeeze(part, {axis});
    }
    return n.Out(Made(std::move(parts)));
  }
  const Value split = n.In(1);
  auto sizes = IntegersOf(split);
  if (!sizes) Refuse("a split that is not constant");
  if (NeedRank(split) == 0) {
    const int64_t each = (*sizes)[0];
    if (each < 1 || size / each > kMost) Invalid("a split of " + std::to_string(each));
    sizes = Ints(static_cast<size_t>(size / each), each);
    if (size % each != 0) sizes->push_back(size % each);
  }
  n.Out(Made(sizes->empty() ? Values{} : b.Split(x, *sizes, axis)));
}

void SequenceMap(Node& n) {
  const Value first = n.Any(0);
  const size_t count = Elements(first).size();
  const Attribute* body = n.Attr("body");
  if (body == nullptr || body->graph == nullptr) Invalid("no graph body");
  std::vector<Values> outputs(n.num_outputs());
  for (size_t i = 0; i < count; ++i) {
    Values inputs;
    for (size_t k = 0; k < n.num_inputs(); ++k) {
      const Value value = n.Any(k);
      if (value.is_sequence() && value.sequence->size() != count)
        Invalid("sequences of different lengths");
      inputs.push_back(value.is_sequence() ? (*value.sequence)[i] : value);
    }
    const Values results = n.importer.Inline(n.scope, *body->graph, inputs);
    if (results.size() < outputs.size()) Invalid("the body gives too few values");
    for (size_t k = 0; k < outputs.size(); ++k) outputs[k].push_back(results[k]);
  }
  for (size_t k = 1; k < n.num_inputs(); ++k) n.Any(k);
  for (size_t k = 0; k < outputs.size(); ++k) n.Out(k, Made(std::move(outputs[k])));
}

void Optional(Node& n) {
  n.Ignore("type");
  if (n.Has(0)) return n.Out(n.Any(0));
  Value none;
  none.absent = true;
  n.Out(none);
}
void OptionalHasElement(Node& n) {
  const bool has = n.Has(0) && !n.Any(0).absent;
  n.Out(Builder::Constant(RNLP_BOOL, Shape::Scalar(), std::string(1, has ? '\1' : '\0')));
}
void OptionalGetElement(Node& n) {
  const Value value = n.Any(0);
  if (value.absent) Invalid("an optional without a value");
  n.Out(value);
}

constexpr OpRow kSequenceOps[] = {
    {"", "SequenceConstruct", SequenceConstruct},
    {"", "SequenceEmpty", SequenceEmpty},
    {"", "SequenceLength", SequenceLength},
    {"", "SequenceAt", SequenceAt},
    {"", "SequenceInsert", SequenceInsert},
    {"", "SequenceErase", SequenceErase},
    {"", "ConcatFromSequence", ConcatFromSequence},
    {"", "SplitToSequence", SplitToSequence},
    {"", "SequenceMap", SequenceMap},
    {"", "Optional", Optional},
    {"", "OptionalHasElement", OptionalHasElement},
    {"", "OptionalGetElement", OptionalGetElement},
};

}  // namespace

std::span<const OpRow> SequenceOps() { return kSequenceOps; }

}  // namespace runnel::onnx
