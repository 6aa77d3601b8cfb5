// Einsum against loops over all its labels, with shapes that are known when the graph is built and not.
#include <gtest/gtest.h>

#include <map>

#include "core/passes/gradients.h"
#include "tests/gradients/numeric.h"
#include "tests/support/case_log.h"

namespace runnel::testing {
namespace {

struct EinsumCase {
  const char* equation;  // as Einsum reads it
  const char* plain;     // the same without ellipses
  std::vector<Shape> inputs;
};

// What the equation says, term by term, label by label. Dimensions of 1 broadcast.
std::vector<double> ByLoops(const EinsumCase& c, const std::vector<std::vector<double>>& values) {
  const std::string text = c.plain;
  const size_t arrow = text.find("->");
  std::vector<std::string> terms = {""};
  for (const char ch : text.substr(0, arrow)) {
    if (ch == ',')
      terms.emplace_back();
    else
      terms.back() += ch;
  }
  const std::string output = text.substr(arrow + 2);
  std::map<char, int64_t> size;
  for (size_t t = 0; t < terms.size(); ++t) {
    for (size_t d = 0; d < terms[t].size(); ++d)
      size[terms[t][d]] = std::max(size[terms[t][d]], c.inputs[t].dim(static_cast<int>(d)));
  }
  std::string order = output;
  for (const auto& [label, n] : size) {
    if (order.find(label) == std::string::npos) order += label;
  }
  int64_t total = 1, outer = 1;
  for (const auto& [label, n] : size) total *= n;
  for (const char label : output) outer *= size[label];
  std::vector<double> out(static_cast<size_t>(outer), 0);
  for (int64_t i = 0; i < total; ++i) {
    std::map<char, int64_t> index;
    int64_t rest = i;
    for (size_t k = order.size(); k > 0; --k) {
      index[order[k - 1]] = rest % size[order[k - 1]];
      rest /= size[order[k - 1]];
    }
    double product = 1;
    for (size_t t = 0; t < terms.size(); ++t) {
      int64_t at = 0;
      for (size_t d = 0; d < terms[t].size(); ++d) {
        const int64_t dim = c.inputs[t].dim(static_cast<int>(d));
        at = at * dim + (dim == 1 ? 0 : index[terms[t][d]]);
      }
      product *= values[t][static_cast<size_t>(at)];
    }
    out[static_cast<size_t>(i / (total / outer))] += product;
  }
  return out;
}

TEST(Einsum, AgreesWithLoopsOverItsLabels) {
  const EinsumCase cases[] = {
      {"ij,jk->ik", "ij,jk->ik", {{3, 4}, {4, 2}}},
      {"ij, jk -> ki", "ij,jk->ki", {{3, 4}, {4, 2}}},
      {"ji,kj->ik", "ji,kj->ik", {{4, 3}, {2, 4}}},
      {"bhqd,bhkd->bhqk", "bhqd,bhkd->bhqk", {{2, 3, 4, 5}, {2, 3, 2, 5}}},
      {"bhqk,bhkd->bqhd", "bhqk,bhkd->bqhd", {{2, 3, 4, 2}, {2, 3, 2, 5}}},
      {"abc,cd->dab", "abc,cd->dab", {{2, 3, 4}, {4, 2}}},
      {"abcd,cdef->abef", "abcd,cdef->abef", {{2, 2, 3, 2}, {3, 2, 2, 3}}},
      {"i,j->ji", "i,j->ji", {{3}, {4}}},
      {"ij,ij->", "ij,ij->", {{3, 4}, {3, 4}}},
      {"ij,ij->ij", "ij,ij->ij", {{3, 4}, {3, 4}}},
      {"ij,kl->k", "ij,kl->k", {{2, 3}, {4, 2}}},
      {"ijk->k", "ijk->k", {{2, 3, 4}}},
      {"ijk->kji", "ijk->kji", {{2, 3, 4}}},
      {"ij->ij", "ij->ij", {{2, 3}}},
      {",ij->ji", ",ij->ji", {{}, {2, 3}}},
      {"ij,jk,kl->il", "ij,jk,kl->il", {{2, 3}, {3, 4}, {4, 2}}},
      {"a,ab,b->", "a,ab,b->", {{2}, {2, 3}, {3}}},
      {"...ij,...jk->...ik", "abij,abjk->abik", {{2, 3, 2, 4}, {2, 3, 4, 2}}},
      {"...ij,...jk->...ik", "abij,abjk->abik", {{2, 1, 2, 4}, {1, 3, 4, 2}}},
      {"...i,ij->...j", "abi,ij->abj", {{2, 3, 4}, {4, 2}}},
      {"i...->...", "iab->ab", {{2, 3, 4}}},
      {"ii->i", "ii->i", {{3, 3}}},
      {"ii->", "ii->", {{3, 3}}},
      {"bii->b", "bii->b", {{2, 3, 3}}},
      {"iiji->j", "iiji->j", {{2, 2, 3, 2}}},
      {"ijji->ij", "ijji->ij", {{2, 3, 3, 2}}},
      {"a...a->...", "abca->bc", {{2, 3, 4, 2}}},
      {"...ii,...ij->...j", "bii,bij->bj", {{2, 3, 3}, {2, 3, 4}}},
      {"ii,jj->", "ii,jj->", {{2, 2}, {3, 3}}},
  };
  const auto check = [](const EinsumCase& c, bool known) {
    std::vector<std::vector<double>> values;
    Evaluator evaluator;
    GraphBuilder b(&evaluator.graph(), "");
    Edges inputs;
    for (const Shape& shape : c.inputs) {
      inputs.push_back(evaluator.Input(shape, DType::kDouble, known));
      values.push_back(Draw(shape.num_elements(), -2, 2, static_cast<int>(inputs.size())));
    }
    const OutputRef out =
        b.Op("Einsum", std::vector<OutputRef>(inputs), {{"equation", AttrValue(c.equation)}});
    ASSERT_TRUE(b.status().ok()) << c.equation << ": " << b.status().ToString();
    const auto got = evaluator.Run(values, {out});
    ASSERT_EQ(got.size(), 1u) << c.equation;
    const std::vector<double> want = ByLoops(c, values);
    ASSERT_EQ(got[0].size(), want.size()) << c.equation;
    for (size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(got[0][i], want[i], 1e-12) << c.equation;
  };
  for (const EinsumCase& c : cases) {
    check(c, true);
    check(c, false);
  }
  if (!HasFailure()) LogCase("forward", "Einsum", "*", "composition");
}

TEST(Einsum, SaysWhatItCannotCompose) {
  struct Refused {
    const char* equation;
    bool known;
    const char* message;
  };
  for (const Refused& refused :
       {Refused{"...i->...", false, "an equation with an ellipsis needs the ranks of all inputs"}}) {
    Evaluator evaluator;
    GraphBuilder b(&evaluator.graph(), "");
    const Shape shape = refused.known ? Shape{2, 2} : Shape::Unknown();
    const OutputRef x = b.Op("Placeholder", {}, {{"dtype", DType::kDouble}, {"shape", shape}});
    const OutputRef y =
        b.Op("Einsum", std::vector<OutputRef>{x}, {{"equation", AttrValue(refused.equation)}});
    ASSERT_TRUE(b.status().ok()) << b.status().ToString();
    const OutputRef ys[] = {y}, xs[] = {x};
    const Status status = AddGradients(&evaluator.graph(), ys, xs).status();
    EXPECT_EQ(status.code(), Code::kUnimplemented) << status.ToString();
    EXPECT_NE(status.message().find(refused.message), std::string_view::npos) << status.ToString();
  }
}

GradientCase Labelled(const char* name, const char* equation, std::vector<Shape> shapes) {
  return {name, {"Einsum"}, std::move(shapes), [=](GraphBuilder& b, const Edges& x) {
            const OutputRef y =
                b.Op("Einsum", std::vector<OutputRef>(x), {{"equation", AttrValue(equation)}});
            return b.Op("Square", {y});
          }};
}
const GradientCase kGradients[] = {
    Labelled("Diagonal", "ii->i", {{3, 3}}),
    Labelled("Traces", "bii->b", {{2, 3, 3}}),
    Labelled("DiagonalOfThree", "iji->ji", {{2, 3, 2}}),
    Labelled("AroundAnEllipsis", "a...a->...a", {{2, 3, 2}}),
    Labelled("DiagonalTimesRows", "ii,ij->j", {{2, 2}, {2, 3}}),
    Labelled("Spread", "bi->bii", {{2, 3}}),
    Labelled("DiagonalSpread", "ii->ii", {{3, 3}}),
};
class EinsumGradients : public ::testing::TestWithParam<GradientCase> {};
TEST_P(EinsumGradients, MatchFiniteDifferences) { CheckGradients(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Table, EinsumGradients, ::testing::ValuesIn(kGradients),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runnel::testing
