// C++'s operators on outputs and variables, with each other and with numbers. Comparisons give bool
// tensors; == and != of Output compare which output it is, so equality of values is ops::Equal, and !
// says whether there is an output at all.
#ifndef RUNNEL_CPP_OPERATORS_HPP_
#define RUNNEL_CPP_OPERATORS_HPP_

#include "ops.hpp"

RUNNEL_CPP_NAMESPACE

// What stands for a value in a graph.
template <typename T>
concept InGraph = std::same_as<T, Output> || std::same_as<T, Variable>;

template <typename A, typename B>
concept Operands = (InGraph<A> && std::convertible_to<B, Input>) ||
                   (InGraph<B> && std::convertible_to<A, Input>);

#define RUNNEL_CPP_BINARY(symbol, op)                                      \
  template <typename A, typename B>                                        \
  requires Operands<A, B> Output operator symbol(const A& a, const B& b) { \
    return ops::op(Input(a), Input(b));                                    \
  }
RUNNEL_CPP_BINARY(+, AddV2)
RUNNEL_CPP_BINARY(-, Sub)
RUNNEL_CPP_BINARY(*, Mul)
RUNNEL_CPP_BINARY(/, RealDiv)
RUNNEL_CPP_BINARY(%, FloorMod)
RUNNEL_CPP_BINARY(<, Less)
RUNNEL_CPP_BINARY(<=, LessEqual)
RUNNEL_CPP_BINARY(>, Greater)
RUNNEL_CPP_BINARY(>=, GreaterEqual)
#undef RUNNEL_CPP_BINARY

// Of bool: logical; of integers: bit by bit.
template <typename A, typename B>
requires Operands<A, B> Output operator&(const A& a, const B& b) {
  const Input x(a), y(b);
  return x.dtype() == DType::kBool || y.dtype() == DType::kBool ? ops::LogicalAnd(x, y)
                                                                : ops::BitwiseAnd(x, y);
}
template <typename A, typename B>
requires Operands<A, B> Output operator|(const A& a, const B& b) {
  const Input x(a), y(b);
  return x.dtype() == DType::kBool || y.dtype() == DType::kBool ? ops::LogicalOr(x, y)
                                                                : ops::BitwiseOr(x, y);
}
template <InGraph A>
Output operator~(const A& a) {
  const Input x(a);
  return x.dtype() == DType::kBool ? ops::LogicalNot(x) : ops::Invert(x);
}
template <InGraph A>
Output operator-(const A& a) {
  return ops::Neg(a);
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_OPERATORS_HPP_
