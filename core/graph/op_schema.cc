#include "core/graph/op_schema.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include "core/base/number.h"

namespace runnel {
namespace {

using enum DType;
constexpr DType kNumeric[] = {kFloat,     kDouble,     kInt32, kUInt8,  kInt16,  kInt8,
                              kComplex64, kInt64,      kQInt8, kQUInt8, kQInt32, kBFloat16,
                              kUInt16,    kComplex128, kHalf,  kUInt32, kUInt64};
constexpr DType kRealNumber[] = {kFloat, kDouble,   kInt32,  kUInt8, kInt16,  kInt8,
                                 kInt64, kBFloat16, kUInt16, kHalf,  kUInt32, kUInt64};
constexpr DType kFloatingTypes[] = {kHalf, kBFloat16, kFloat, kDouble};
constexpr DType kIntegerTypes[] = {kInt8, kInt16, kInt32, kInt64, kUInt8, kUInt16, kUInt32, kUInt64};

struct TypeSet {
  std::string_view name;
  std::span<const DType> types;  // empty: any
};
constexpr TypeSet kTypeSets[] = {{"numeric", kNumeric},
                                 {"realnumber", kRealNumber},
                                 {"floating", kFloatingTypes},
                                 {"integer", kIntegerTypes},
                                 {"any", {}}};

const TypeSet* FindTypeSet(std::string_view name) {
  for (const TypeSet& set : kTypeSets) {
    if (set.name == name) return &set;
  }
  return nullptr;
}

bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\t'; }

std::string_view Trim(std::string_view s) {
  while (!s.empty() && IsSpace(s.front())) s.remove_prefix(1);
  while (!s.empty() && IsSpace(s.back())) s.remove_suffix(1);
  return s;
}

// Splits at `separator` outside of brackets and quotes; drops empty pieces.
std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  int depth = 0;
  char quote = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : separator;
    if (i < text.size() && quote != 0) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '\'' || c == '"') quote = c;
    if (c == '{' || c == '[' || c == '(') ++depth;
    if (c == '}' || c == ']' || c == ')') --depth;
    if ((c == separator && depth == 0) || i == text.size()) {
      const std::string_view piece = Trim(text.substr(begin, i - begin));
      if (!piece.empty()) out.push_back(piece);
      begin = i + 1;
    }
  }
  return out;
}

// A cursor over one attr's text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(Trim(text)) {}
  bool Take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_ = Trim(rest_.substr(token.size()));
    return true;
  }
  std::string_view Word() {
    size_t n = 0;
    while (n < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[n])) || rest_[n] == '_'))
      ++n;
    const std::string_view word = rest_.substr(0, n);
    rest_ = Trim(rest_.substr(n));
    return word;
  }
  // Text up to the matching `close`, which is consumed; the opening bracket already was.
  bool Until(char close, std::string_view* out) {
    const size_t n = rest_.find(close);
    if (n == std::string_view::npos) return false;
    *out = Trim(rest_.substr(0, n));
    rest_ = Trim(rest_.substr(n + 1));
    return true;
  }
  bool Int(int64_t* out) {
    const auto [end, ec] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), *out);
    if (ec != std::errc()) return false;
    rest_ = Trim(rest_.substr(static_cast<size_t>(end - rest_.data())));
    return true;
  }
  bool Float(float* out) {
    double value = 0;
    const size_t read = ReadReal(rest_, &value);
    if (read == 0) return false;
    *out = static_cast<float>(value);
    rest_ = Trim(rest_.substr(read));
    return true;
  }
  bool Quoted(std::string* out) {
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) return false;
    const size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) return false;
    out->clear();
    for (size_t i = 1; i < end; ++i) {
      // \t and \n; any other character behind a backslash stands for itself.
      char c = rest_[i];
      if (c == '\\' && i + 1 < end) {
        c = rest_[++i];
        if (c == 't' || c == 'n') c = c == 't' ? '\t' : '\n';
      }
      out->push_back(c);
    }
    rest_ = Trim(rest_.substr(end + 1));
    return true;
  }
  bool done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

bool ParseScalar(Scanner& in, std::string_view type, AttrValue* out);

template <typename T>
bool ParseList(Scanner& in, std::string_view element, AttrValue* out) {
  std::string_view body;
  if (!in.Take("[") || !in.Until(']', &body)) return false;
  std::vector<T> list;
  for (const std::string_view piece : Split(body, ',')) {
    Scanner item(piece);
    AttrValue value;
    if (!ParseScalar(item, element, &value) || !item.done()) return false;
    list.push_back(*value.get_if<T>());
  }
  *out = AttrValue(std::move(list));
  return true;
}

bool ParseScalar(Scanner& in, std::string_view type, AttrValue* out) {
  if (type == "int") {
    int64_t v = 0;
    if (!in.Int(&v)) return false;
    *out = AttrValue(v);
  } else if (type == "float") {
    float v = 0;
    if (!in.Float(&v)) return false;
    *out = AttrValue(v);
  } else if (type == "bool") {
    const bool v = in.Take("true");
    if (!v && !in.Take("false")) return false;
    *out = AttrValue(v);
  } else if (type == "string") {
    std::string v;
    if (!in.Quoted(&v)) return false;
    *out = AttrValue(v);
  } else if (type == "type") {
    const DType v = DTypeFromName(in.Word());
    if (v == DType::kInvalid) return false;
    *out = AttrValue(v);
  } else if (type == "shape") {
    if (in.Take("<unknown>")) {
      *out = AttrValue(Shape::Unknown());
      return true;
    }
    std::string_view body;
    if (!in.Take("[") || !in.Until(']', &body)) return false;
    Shape shape;
    for (const std::string_view piece : Split(body, ',')) {
      Scanner item(piece);
      int64_t dim = kUnknownDim;
      if (!item.Take("?") && !item.Int(&dim)) return false;
      shape.Append(dim);
    }
    *out = AttrValue(std::move(shape));
  } else {
    return false;
  }
  return true;
}

// "uint8 [255, 0]": a vector of bytes, the only form that rows have needed.
bool ParseTensor(Scanner& in, AttrValue* out) {
  AttrValue list;
  if (in.Word() != "uint8" || !ParseList<int64_t>(in, "int", &list)) return false;
  std::vector<uint8_t> bytes;
  for (const int64_t value : *list.get_if<std::vector<int64_t>>()) {
    if (value < 0 || value > 255) return false;
    bytes.push_back(static_cast<uint8_t>(value));
  }
  const auto tensor = Tensor::FromValues<uint8_t>(Shape({static_cast<int64_t>(bytes.size())}), bytes);
  if (!tensor.ok()) return false;
  *out = AttrValue(*tensor);
  return true;
}

bool ParseDefault(Scanner& in, const std::string& type, AttrValue* out) {
  if (type == "list(int)") return ParseList<int64_t>(in, "int", out);
  if (type == "list(float)") return ParseList<float>(in, "float", out);
  if (type == "list(bool)") return ParseList<bool>(in, "bool", out);
  if (type == "list(string)") return ParseList<std::string>(in, "string", out);
  if (type == "list(type)") return ParseList<DType>(in, "type", out);
  if (type == "list(shape)") {
    if (!in.Take("[") || !in.Take("]")) return false;
    *out = AttrValue(std::vector<Shape>());
    return true;
  }
  if (type == "tensor") return ParseTensor(in, out);
  return ParseScalar(in, type, out);
}

// "{float, int32}" or a type set's name: fills allowed types, or allowed strings for quoted items.
bool ParseAllowed(Scanner& in, AttrSchema* attr) {
  std::string_view body;
  if (in.Take("{")) {
    if (!in.Until('}', &body)) return false;
    attr->type = "type";
    for (const std::string_view piece : Split(body, ',')) {
      Scanner item(piece);
      std::string text;
      if (item.Quoted(&text)) {
        attr->type = "string";
        attr->allowed_strings.push_back(text);
        continue;
      }
      const std::string_view word = item.Word();
      if (const TypeSet* set = FindTypeSet(word)) {
        attr->allowed_types.insert(attr->allowed_types.end(), set->types.begin(), set->types.end());
      } else if (const DType dtype = DTypeFromName(word); dtype != DType::kInvalid) {
        attr->allowed_types.push_back(dtype);
      } else {
        return false;
      }
    }
    return true;
  }
  const std::string_view word = in.Word();
  if (const TypeSet* set = FindTypeSet(word)) {
    attr->type = "type";
    attr->allowed_types.assign(set->types.begin(), set->types.end());
    return true;
  }
  for (const std::string_view known :
       {"int", "float", "bool", "string", "type", "shape", "tensor", "func"}) {
    if (word == known) {
      attr->type = word;
      return true;
    }
  }
  return false;
}

bool ParseAttr(std::string_view text, AttrSchema* attr) {
  Scanner in(text);
  attr->name = in.Word();
  if (attr->name.empty() || !in.Take(":")) return false;
  if (in.Take("list(")) {
    if (!ParseAllowed(in, attr) || !in.Take(")")) return false;
    attr->type = StrCat("list(", attr->type, ")");
  } else if (!ParseAllowed(in, attr)) {
    return false;
  }
  if (in.Take(">=")) {
    int64_t minimum = 0;
    if (!in.Int(&minimum)) return false;
    attr->minimum = minimum;
  }
  if (in.Take("=")) {
    AttrValue value;
    if (!ParseDefault(in, attr->type, &value)) return false;
    attr->default_value = std::move(value);
  }
  return in.done();
}

bool ParseArg(std::string_view text, const OpSchema& schema, ArgSchema* arg) {
  Scanner in(text);
  arg->name = in.Word();
  if (arg->name.empty() || !in.Take(":")) return false;
  if (in.Take("Ref(")) {
    arg->is_ref = true;
  }
  std::string word(in.Word());
  if (in.Take("*")) {
    arg->number_attr = word;
    const AttrSchema* number = schema.FindAttr(word);
    if (number == nullptr || number->type != "int") return false;
    word = in.Word();
  }
  if (arg->is_ref && !in.Take(")")) return false;
  if (const AttrSchema* attr = schema.FindAttr(word)) {
    if (attr->type == "type") {
      arg->type_attr = word;
    } else if (attr->type == "list(type)" && arg->number_attr.empty()) {
      arg->type_list_attr = word;
    } else {
      return false;
    }
  } else {
    arg->dtype = DTypeFromName(word);
    if (arg->dtype == DType::kInvalid) return false;
  }
  return in.done();
}

// A bit for each letter, of those that share it one. A letter that only one of two names has takes an
// edit.
uint64_t LettersOf(std::string_view name) {
  uint64_t letters = 0;
  for (const char c : name) letters |= uint64_t{1} << (static_cast<uint8_t>(c) & 63);
  return letters;
}

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

const AttrSchema* OpSchema::FindAttr(std::string_view attr) const {
  for (const AttrSchema& a : attrs) {
    if (a.name == attr) return &a;
  }
  return nullptr;
}

Rule<GradientFn> OpSchema::gradient() const {
  if (row != nullptr) return row->gradient;
  if (kMinimal || plugin_row == nullptr || !RNLP_HAS(rnlp_op_row_t, plugin_row, gradient_formula))
    return {};
  const char* text = plugin_row->gradient_formula;
  return text == nullptr ? "" : text;
}

Rule<CompositionFn> OpSchema::composition() const {
  if (row != nullptr) return row->composition;
  if (kMinimal || plugin_row == nullptr || !RNLP_HAS(rnlp_op_row_t, plugin_row, composition_formula)) {
    return {};
  }
  const char* text = plugin_row->composition_formula;
  return text == nullptr ? "" : text;
}

std::string_view OpSchema::gradient_bytes() const {
  if (plugin_row == nullptr) return {};
  return {plugin_row->gradient.data, plugin_row->gradient.size};
}

std::string_view OpSchema::composition_bytes() const {
  if (plugin_row == nullptr) return {};
  return {plugin_row->composition.data, plugin_row->composition.size};
}

Result<OpSchema> ParseOpSchema(std::string_view name, std::string_view inputs, std::string_view outputs,
                               std::string_view attrs) {
  OpSchema schema;
  schema.name = name;
  for (const std::string_view text : Split(attrs, ';')) {
    AttrSchema attr;
    if (!ParseAttr(text, &attr))
      return InvalidArgument("op ", name, ": cannot parse attr \"", text, "\"");
    schema.attrs.push_back(std::move(attr));
  }
  for (const bool is_input : {true, false}) {
    for (const std::string_view text : Split(is_input ? inputs : outputs, ',')) {
      ArgSchema arg;
      if (!ParseArg(text, schema, &arg)) {
        return InvalidArgument("op ", name, ": cannot parse ", is_input ? "input" : "output", " \"",
                               text, "\"");
      }
      (is_input ? schema.inputs : schema.outputs).push_back(std::move(arg));
    }
  }
  return schema;
}

bool HasName(std::string_view names, std::string_view name) {
  bool found = false;
  ForNames(names, [&](std::string_view each) { found |= each == name; });
  return found;
}

OpRegistry::OpRegistry(OpenOpFamily open)
    : open_(open), libraries_(OpLibraries()), families_(libraries_.size()) {
  for (const std::span<const OpRow> family : CoreOpFamilies()) {
    for (const OpRow& row : family) rows_.emplace(row.name, &row);
  }
}

OpRegistry::~OpRegistry() = default;

Result<const OpSchema*> OpRegistry::Find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const std::string key(name);
  if (const auto it = schemas_.find(key); it != schemas_.end()) return it->second.get();
  if (const auto it = rows_.find(name); it != rows_.end()) return Add(*it->second, nullptr);
  for (size_t i = 0; i < libraries_.size(); ++i) {
    if (!HasName(libraries_[i].ops, name)) continue;
    const std::string_view family = libraries_[i].family;
    const auto opened = families_[i] != nullptr ? Result<const OpFamily*>(families_[i])
                        : open_ == nullptr
                            ? NotFound("librunnel_", family, ".so cannot be opened from here")
                            : open_(family);
    if (!opened.ok()) {
      return opened.status().WithPrefix(
          StrCat("op \"", name, "\" is in librunnel_", family, ".so beside librunnel"));
    }
    families_[i] = *opened;
    const OpRow* const row = families_[i]->find_op(name);
    if (row == nullptr) return Internal("librunnel_", family, ".so lacks op \"", name, "\"");
    return Add(*row, families_[i]);
  }
  return NotFound("op \"", name, "\" is not registered", CloseNames(name));
}

Result<const OpSchema*> OpRegistry::Add(const OpRow& row, const OpFamily* family) const {
  RUNNEL_ASSIGN_OR_RETURN(OpSchema schema, ParseOpSchema(row.name, row.inputs, row.outputs, row.attrs));
  schema.doc = row.doc;
  schema.flags = row.flags;
  schema.row = &row;
  schema.family = family;
  auto made = std::make_unique<OpSchema>(std::move(schema));
  auto& slot = schemas_[std::string(row.name)];
  slot = std::move(made);
  return slot.get();
}

// A name that is none of an op's is asked about for every function of a graph, so most of them are told
// apart by length and letters.
std::string OpRegistry::CloseNames(std::string_view name) const {
  constexpr size_t kMost = 2;
  const uint64_t letters = LettersOf(name);
  std::string close;
  const auto look = [&](std::string_view known) {
    const size_t more = std::max(known.size(), name.size());
    if (more - std::min(known.size(), name.size()) > kMost) return;
    const uint64_t of_known = LettersOf(known);
    if (std::popcount(letters & ~of_known) > static_cast<int>(kMost) ||
        std::popcount(of_known & ~letters) > static_cast<int>(kMost)) {
      return;
    }
    if (EditDistance(known, name) <= kMost)
      close += StrCat(close.empty() ? "; did you mean " : ", ", known);
  };
  for (const auto& [known, row] : rows_) look(known);
  for (const OpLibrary& library : libraries_) ForNames(library.ops, look);
  return close;
}

std::string_view OpRegistry::LibraryOf(std::string_view name) const {
  for (const OpLibrary& library : libraries_) {
    if (HasName(library.ops, name)) return library.family;
  }
  return {};
}

Status OpRegistry::AddPluginOps(std::span<const rnlp_op_row_t* const> rows, const rnlp_host_t* host) {
  const auto text = [](const char* s) {
    return s == nullptr ? std::string_view() : std::string_view(s);
  };
  std::unordered_map<std::string, std::unique_ptr<OpSchema>> added;
  for (const rnlp_op_row_t* row : rows) {
    if (row == nullptr || row->size_bytes < RNLP_SIZE_TO(rnlp_op_row_t, shape) ||
        text(row->name).empty()) {
      return InvalidArgument("plugin op row is too small or has no name");
    }
    RUNNEL_ASSIGN_OR_RETURN(OpSchema schema, ParseOpSchema(text(row->name), text(row->inputs),
                                                           text(row->outputs), text(row->attrs)));
    schema.doc = text(row->doc);
    schema.flags = ((row->flags & 1u) != 0 ? uint32_t{kOpStateful} : 0u) |
                   ((row->flags & 2u) != 0 ? uint32_t{kOpCommutative} : 0u);
    schema.plugin_row = row;
    schema.plugin_host = host;
    if (!added.emplace(row->name, std::make_unique<OpSchema>(std::move(schema))).second)
      return InvalidArgument("op \"", row->name, "\" is there twice");
  }
  const std::lock_guard lock(mutex_);
  for (const auto& [name, schema] : added) {
    if (rows_.contains(name) || schemas_.contains(name) || !LibraryOf(name).empty())
      return AlreadyExists("op \"", name, "\" is already registered");
  }
  schemas_.reserve(schemas_.size() + added.size());
  schemas_.merge(added);  // moves the nodes: cannot run out of memory
  return OkStatus();
}

std::vector<std::string> OpRegistry::Names() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [name, row] : rows_) names.emplace_back(name);
  for (const OpLibrary& library : libraries_) {
    ForNames(library.ops, [&](std::string_view name) { names.emplace_back(name); });
  }
  for (const auto& [name, schema] : schemas_) {
    if (schema->plugin_row != nullptr) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace runnel
