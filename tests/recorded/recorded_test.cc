// Runs the cases of cases.txt and forms.txt (make_cases.py says what a line is), and of by_hand.txt,
// through a session on the CPU, with passes and without, and compares with the recorded answers.
#include <fstream>

#include "core/runtime/plugins/plugin_loader.h"
#include "tests/recorded/case_line.h"
#include "tests/runtime/runtime_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

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
    spec.attrs = ToAttrs(cells[2]);
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
    // What was made of floats is no finer than they are.
    const bool coarse =
        cells[3].find("float[") != std::string::npos && wanted[0].dtype == DType::kDouble;
    const double units = coarse ? units_ * 0x1p29 : units_;
    ASSERT_EQ(got.size(), wanted.size()) << line;
    for (size_t k = 0; k < got.size(); ++k) {
      ASSERT_EQ(got[k].dtype(), wanted[k].dtype) << line;
      ASSERT_EQ(got[k].shape(), wanted[k].shape) << line;
      for (size_t i = 0; i < wanted[k].values.size(); ++i) {
        ASSERT_LE(wanted[k].Distance(got[k], i), units) << line << "\noutput " << k << ", element " << i;
      }
    }
    if (is_form_) return;
    testing::LogCase("forward", op, cells[1], DeviceOf(node));
    if (cells[3].find('#') != std::string::npos) testing::LogHostOps({"Const"});
  }

  // Where it runs, as `runnel ops` says it.
  const char* DeviceOf(const Node* node) const {
    if (!runtime_->plugins().FindKernels(node->op(), "CPU").empty()) return "CPU";
    return node->schema().has_composition() ? "composition" : "*";
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
    units_ = std::string_view(name) == "images.txt" ? 64 : 4;
    std::ifstream file(StrCat(RUNNEL_RECORDED_TESTS "/", name));
    int count = 0;
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with('#')) continue;
      Check(line);
      ++count;
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(count, 70);
  }

  void CheckByHand() {
    for (const std::string& line : LinesByHand()) {
      std::vector<std::string> cells = Cut(line, '\t');
      ASSERT_EQ(cells.size(), 5u) << line;
      for (const std::string& types : Cut(cells[1], '/')) {
        Check(StrCat(cells[0], "\t", types, "\t", cells[2], "\t", WithType(cells[3], types), "\t",
                     WithType(cells[4], types)));
        if (HasFatalFailure()) return;
      }
    }
  }

  double units_ = 4;      // of what the type resolves; more where answers are sums of many products
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

TEST_F(RecordedCases, GiveTheAnswersOfImages) { CheckAll("images.txt"); }

TEST_F(RecordedCases, GiveTheAnswersOfImagesWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  CheckAll("images.txt");
}

TEST_F(RecordedCases, GiveTheAnswersOfLiteRt) { CheckAll("affine.txt"); }

TEST_F(RecordedCases, GiveTheAnswersOfLiteRtWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  CheckAll("affine.txt");
}

TEST_F(RecordedCases, GiveTheAnswersOfQuantisedOps) { CheckAll("quantized.txt"); }

TEST_F(RecordedCases, GiveTheAnswersOfQuantisedOpsWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  CheckAll("quantized.txt");
}

TEST_F(RecordedCases, GiveTheAnswersByHand) { CheckByHand(); }

TEST_F(RecordedCases, GiveThoseByHandWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  CheckByHand();
}

}  // namespace
}  // namespace runnel
