// Runs the cases of cases.txt and forms.txt (make_cases.py says what a line is) through a session on the
// CPU, with passes and without, and compares with the recorded answers.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "tests/runtime/runtime_test.h"
#include "tests/support/case_log.h"
#include "tests/support/mini_value.h"

namespace runnel {
namespace {

std::vector<std::string> Cut(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::vector<int64_t> Numbers(const std::string& text) {
  std::vector<int64_t> out;
  if (text.empty()) return out;
  for (const std::string& part : Cut(text, ',')) out.push_back(std::strtoll(part.c_str(), nullptr, 10));
  return out;
}

// "float[2,3]:1.5,2.0", "string[2]:a&b", with a mark before it or none.
struct Recorded {
  char mark = 0;
  DType dtype = DType::kInvalid;
  Shape shape;
  std::vector<std::string> values;

  explicit Recorded(std::string text) {
    if (text[0] == '#' || text[0] == '@') {
      mark = text[0];
      text.erase(0, 1);
    }
    const size_t open = text.find('['), close = text.find(']');
    dtype = DTypeFromName(text.substr(0, open));
    shape = Shape(Numbers(text.substr(open + 1, close - open - 1)));
    if (shape.num_elements() > 0)
      values = Cut(text.substr(close + 2), dtype == DType::kString ? '&' : ',');
  }

  Tensor ToTensor() const {
    if (dtype == DType::kString) return *Tensor::FromStrings(shape, values);
    Tensor out = *Tensor::Allocate(SystemAllocator(), dtype, shape);
    for (size_t i = 0; i < values.size(); ++i)
      Encode(i, static_cast<char*>(out.data()) + i * DTypeSize(dtype));
    return out;
  }

  // How far element i of a tensor of this type is from the recorded one, in units of what the type
  // resolves.
  double Distance(const Tensor& got, size_t i) const {
    if (dtype == DType::kString) {
      return got.string_at(static_cast<int64_t>(i)) == values[i] ? 0 : HUGE_VAL;
    }
    const size_t size = DTypeSize(dtype);
    const char* at = static_cast<const char*>(got.data()) + i * size;
    char want[16];
    Encode(i, want);
    if (std::memcmp(at, want, size) == 0) return 0;
    switch (dtype) {
      case DType::kFloat:
      case DType::kComplex64:
        return Furthest<float>(at, want, size, 0x1p-24, [](float v) { return double{v}; });
      case DType::kDouble:
      case DType::kComplex128:
        return Furthest<double>(at, want, size, 0x1p-53, [](double v) { return v; });
      case DType::kHalf:
        return Furthest<uint16_t>(at, want, size, 0x1p-11,
                                  [](uint16_t v) { return test::DecodeNarrow(v, 10, 5); });
      case DType::kBFloat16:
        return Furthest<uint16_t>(at, want, size, 0x1p-8,
                                  [](uint16_t v) { return test::DecodeNarrow(v, 7, 8); });
      default:
        return HUGE_VAL;
    }
  }

 private:
  template <typename T, typename F>
  static double Furthest(const char* got, const char* want, size_t size, double unit, F decode) {
    double furthest = 0;
    for (size_t at = 0; at < size; at += sizeof(T)) {
      T a, b;
      std::memcpy(&a, got + at, sizeof(T));
      std::memcpy(&b, want + at, sizeof(T));
      const double x = decode(a), y = decode(b);
      furthest = std::max(furthest, std::fabs(x - y) / (unit * std::max(std::fabs(y), 1.0)));
    }
    return furthest;
  }
  template <typename T>
  static void Put(char* out, T value) {
    std::memcpy(out, &value, sizeof(T));
  }
  void Encode(size_t i, char* out) const {
    const std::vector<std::string> parts = Cut(values[i], ';');
    const double value = std::strtod(parts[0].c_str(), nullptr);
    switch (dtype) {
      case DType::kFloat:
        return Put(out, static_cast<float>(value));
      case DType::kDouble:
        return Put(out, value);
      case DType::kHalf:
        return Put(out, test::EncodeNarrow(value, 10, 5));
      case DType::kBFloat16:
        return Put(out, test::EncodeNarrow(value, 7, 8));
      case DType::kComplex64:
        Put(out, static_cast<float>(value));
        return Put(out + sizeof(float), std::strtof(parts[1].c_str(), nullptr));
      case DType::kComplex128:
        Put(out, value);
        return Put(out + sizeof(double), std::strtod(parts[1].c_str(), nullptr));
      default: {  // the low bytes of any integer
        const bool negative = values[i][0] == '-';
        const uint64_t whole = negative
                                   ? static_cast<uint64_t>(std::strtoll(values[i].c_str(), nullptr, 10))
                                   : std::strtoull(values[i].c_str(), nullptr, 10);
        std::memcpy(out, &whole, DTypeSize(dtype));
      }
    }
  }
};

AttrValue ToAttr(const std::string& text) {
  const std::string value = text.substr(2);
  switch (text[0]) {
    case 'i':
      return AttrValue(Numbers(value)[0]);
    case 'f':
      return AttrValue(std::strtof(value.c_str(), nullptr));
    case 'b':
      return AttrValue(value == "1");
    case 't':
      return AttrValue(DTypeFromName(value));
    case 'l':
      return AttrValue(Numbers(value));
    case 'h':
      return AttrValue(Shape(Numbers(value)));
    default:
      return AttrValue(value);
  }
}

class RecordedCases : public RuntimeTest {
 protected:
  // One line. What it says is not there is a failure too.
  void Check(const std::string& line) {
    const std::vector<std::string> cells = Cut(line, '\t');
    ASSERT_EQ(cells.size(), 5u) << line;
    const std::string& op = cells[0];
    graph_ = std::make_shared<Graph>(&runtime_->ops());
    builder_ = std::make_unique<GraphBuilder>(graph_.get(), "");
    session_ = nullptr;
    NodeSpec spec;
    spec.op = op;
    std::vector<std::pair<OutputRef, Tensor>> feeds;
    std::vector<Node*> assigns;
    OutputRef variable;
    for (const std::string& text : Cut(cells[3], '|')) {
      const Recorded in(text);
      if (in.mark == '#') {
        spec.inputs.push_back(b().Constant(in.ToTensor()));
      } else if (in.mark == '@') {
        variable = Variable("variable", in.dtype, in.shape);
        assigns.push_back(Assign(variable, b().Constant(in.ToTensor())));
        spec.inputs.push_back(variable);
      } else {
        spec.inputs.push_back(Placeholder("", in.dtype, in.shape));
        feeds.emplace_back(spec.inputs.back(), in.ToTensor());
      }
    }
    for (const std::string& attr : Cut(cells[2], ' ')) {
      const size_t equal = attr.find('=');
      if (equal != std::string::npos)
        spec.attrs.emplace_back(attr.substr(0, equal), ToAttr(attr.substr(equal + 1)));
    }
    Node* node = b().AddNode(std::move(spec));
    if (cells[4] == "error") return CheckRefused(line, node, feeds);
    ASSERT_TRUE(b().status().ok()) << line << "\n" << b().status().ToString();
    std::vector<Recorded> wanted;
    for (const std::string& text : Cut(cells[4], '|')) wanted.emplace_back(text);
    std::vector<OutputRef> fetches;
    for (int i = 0; i < node->num_outputs(); ++i) fetches.push_back({node, i});
    if (!assigns.empty()) Run({}, {}, assigns);
    if (fetches.empty()) {
      Run({}, feeds, {node});
      feeds.clear();
      fetches = {Read(variable, wanted[0].dtype)};
    }
    const std::vector<Tensor> got = Run(fetches, feeds);
    ASSERT_EQ(got.size(), wanted.size()) << line;
    for (size_t k = 0; k < got.size(); ++k) {
      ASSERT_EQ(got[k].dtype(), wanted[k].dtype) << line;
      ASSERT_EQ(got[k].shape(), wanted[k].shape) << line;
      for (size_t i = 0; i < wanted[k].values.size(); ++i) {
        ASSERT_LE(wanted[k].Distance(got[k], i), 4) << line << "\noutput " << k << ", element " << i;
      }
    }
    // Where it runs: a row without a type is a host kernel's, or one of the few CPU kernels without
    // types.
    const std::vector<std::string> on_cpu = {"LogicalAnd", "LogicalOr", "LogicalNot", "ConcatOffset",
                                             "StringJoin"};
    if (is_form_) return;
    const bool typed = cells[1] != "*" || std::find(on_cpu.begin(), on_cpu.end(), op) != on_cpu.end();
    testing::LogCase("forward", op, cells[1], typed ? "CPU" : "*");
    if (cells[3].find('#') != std::string::npos) testing::LogHostOps({"Const"});
  }

  // When the node is added, or when it runs.
  void CheckRefused(const std::string& line, Node* node,
                    const std::vector<std::pair<OutputRef, Tensor>>& feeds) {
    Status status = b().status();
    if (status.ok()) {
      Signature signature{{}, {{node, 0}}, {}};
      std::vector<Tensor> values, got(1);
      for (const auto& [output, value] : feeds) {
        signature.feeds.push_back(output);
        values.push_back(value);
      }
      status = session().Run(signature, values, got);
    }
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << line << "\n" << status.ToString();
  }

  void CheckAll(const char* name = "cases.txt") {
    is_form_ = std::string_view(name) == "forms.txt";
    std::ifstream file(StrCat(RUNNEL_RECORDED_TESTS "/", name));
    int count = 0;
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with('#')) continue;
      Check(line);
      ++count;
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(count, 300);
  }

  bool is_form_ = false;  // a line of make_forms.py, which counts for no kernel
};

TEST_F(RecordedCases, GiveTheRecordedAnswers) { CheckAll(); }

TEST_F(RecordedCases, GiveThemWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  CheckAll();
}

TEST_F(RecordedCases, GiveTheAnswersOfForms) { CheckAll("forms.txt"); }

TEST_F(RecordedCases, GiveTheAnswersOfFormsWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  CheckAll("forms.txt");
}

}  // namespace
}  // namespace runnel
