// The ops of one and two operands, by the numbers of elements.cc. Fused programs have the same formulas in
// lane_ops.cc.
C UnaryOp(uint op, C x) {
  switch (op) {
    case 0: return -x;
#if IS_FLOAT
    case 1: return abs(x);
    case 2: return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
#else
    case 1: return x < C(0) ? -x : x;
    case 2: return x > C(0) ? C(1) : x < C(0) ? C(-1) : C(0);
#endif
    case 3: return x * x;
    case 4: return x < C(0) ? C(0) : x;  // NaN stays
    case 5: return x < C(0) ? C(0) : (x > C(6) ? C(6) : x);
    case 6: return C(0);
    case 7: return C(1);
#if IS_FLOAT
    case 8: return Exp(x);
    case 9: return Expm1(x);
    case 10: return Log(x);
    case 11: return Log1p(x);
    case 12: return sqrt(x);
    case 13: return 1.0 / sqrt(x);
    case 14: return 1.0 / x;
    case 15: return Tanh(x);
    case 16: return Sigmoid(x);
    case 17: return Sin(x);
    case 18: return Cos(x);
    case 19: return Erf(x);
    case 20: return floor(x);
    case 21: return ceil(x);
    case 22: return roundEven(x);
    case 23: return x < 0.0 ? Expm1(x) : x;
    case 24: return x < 0.0 ? 1.0507009873554805 * 1.6732632423543772 * Expm1(x) : 1.0507009873554805 * x;
    case 25: return Softplus(x);
    case 26: return x / (1.0 + abs(x));
#else
    case 27: return ~x;
#endif
  }
  return x;
}

#if !IS_FLOAT
// Division by 0 gives 0: a GPU cannot say that it happened.
C TruncateDiv(C x, C y) { return y == C(0) ? C(0) : y == C(-1) ? -x : x / y; }
C TruncateMod(C x, C y) { return y == C(0) || y == C(-1) ? C(0) : x - x / y * y; }
C IntPow(C x, C y) {
  if (y < C(0)) return x == C(1) ? C(1) : C(0);
  C result = C(1);
  for (; y != C(0); y >>= 1) {
    if ((y & C(1)) != C(0)) result *= x;
    x *= x;
  }
  return result;
}
#endif

C BinaryOp(uint op, C x, C y) {
  switch (op) {
    case 0: return x + y;
    case 1: return x - y;
    case 2: return x * y;
    case 6: return (x - y) * (x - y);
    case 7: return y > C(0) ? x : C(0);  // ReluGrad(gradients, features)
#if IS_FLOAT
    case 3: return x / y;
    case 4: return x < y || IsNan(y) ? y : x;  // NaN wins
    case 5: return y < x || IsNan(y) ? y : x;
    case 8: return y == 0.0 ? 0.0 : x / y;
    case 9: return floor(Quotient(x, y));
    case 10: {
      const float r = Remainder(x, y);
      return r != 0.0 && (r < 0.0) != (y < 0.0) ? r + y : r;
    }
    case 11: return trunc(Quotient(x, y));
    case 12: return Remainder(x, y);
    case 13: return Pow(x, y);
    case 14: return y * (1.0 - x * x);                  // TanhGrad(y, dy)
    case 15: return y * x * (1.0 - x);                  // SigmoidGrad(y, dy)
    case 16: return y == 0.0 ? 0.0 : y * 0.5 / x;           // SqrtGrad(y, dy)
    case 17: return y == 0.0 ? 0.0 : y * -0.5 * x * x * x;  // RsqrtGrad(y, dy)
    case 18: return y == 0.0 ? 0.0 : -y * x * x;            // ReciprocalGrad(y, dy)
    case 19: return y > 0.0 && y < 6.0 ? x : 0.0;       // Relu6Grad
    case 20: return y < 0.0 ? x * (y + 1.0) : x;        // EluGrad(gradients, outputs)
    case 21: return x * (y < 0.0 ? y + 1.0507009873554805 * 1.6732632423543772 : 1.0507009873554805);
    case 22: return x / (Exp(-y) + 1.0);                // SoftplusGrad
    case 23: return x / ((abs(y) + 1.0) * (abs(y) + 1.0));  // SoftsignGrad
    case 24: return x == 0.0 ? 0.0 : x / y;             // Xdivy
    case 25: return x == 0.0 ? 0.0 : x * Log(y);        // Xlogy
#else
    case 3: case 11: return TruncateDiv(x, y);
    case 4: return x < y ? y : x;
    case 5: return y < x ? y : x;
    case 9: {
      const C q = TruncateDiv(x, y);
      return y != C(0) && q * y != x && (x < C(0)) != (y < C(0)) ? q - C(1) : q;
    }
    case 10: {
      const C r = TruncateMod(x, y);
      return r != C(0) && (r < C(0)) != (y < C(0)) ? r + y : r;
    }
    case 12: return TruncateMod(x, y);
    case 13: return IntPow(x, y);
    case 26: return x & y;
    case 27: return x | y;
    case 28: return x ^ y;
#endif
  }
  return x;
}
