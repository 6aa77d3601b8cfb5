#!/usr/bin/python3
"""Writes special_values.inc: Lgamma, Digamma, Polygamma and Zeta at recorded points, to 17 digits.

usage: special_values.py > special_values.inc     (needs mpmath; 1.4.1 made the committed file, 60 digits, seed 7)
"""
import random

import mpmath

mpmath.mp.dps = 60
random.seed(7)


def number(value):
    return repr(float(value)).replace("inf", "INFINITY")


def rows(name, function, points):
    print("const std::vector<double> %s[] = {" % name)
    for point in points:
        print("    {%s}," % ", ".join(number(v) for v in [*point, function(*(mpmath.mpf(p) for p in point))]))
    print("};")


def main():
    print("// Written by special_values.py (mpmath %s, %d digits, seed 7): arguments, then the value."
          % (mpmath.__version__, mpmath.mp.dps))
    small = [0.001, 0.125, 0.5, 0.9375, 1.0, 1.25, 1.4616321449683622, 2.0, 2.5, 3.0, 7.75, 9.999, 10.0, 33.5, 1e3, 1e10]
    small += [round(random.uniform(0, 30), 3) for _ in range(12)]
    below = [-0.001, -0.25, -0.5, -1.5, -2.0009765625, -9.75, -33.25, -100.5, -1e6 - 0.125]
    rows("kLgammaValues", lambda x: mpmath.log(abs(mpmath.gamma(x))), [(x,) for x in small[:14] + small[16:] + below[:8]])
    rows("kDigammaValues", lambda x: mpmath.digamma(x), [(x,) for x in small + below])
    rows("kPolygammaValues", lambda n, x: mpmath.polygamma(int(n), x),
         [(n, x) for n in (0.0, 1.0, 2.0, 3.0, 10.0, 40.0, 200.0) for x in (0.25, 1.0, 2.5, 17.0, 1e3)] +
         [(n, x) for n in (1.0, 2.0, 5.0) for x in (-0.25, -3.5, -40.75)])
    rows("kZetaValues", lambda x, q: mpmath.zeta(x, q),
         [(x, q) for x in (1.0009765625, 1.5, 2.0, 3.0, 7.25, 30.0, 300.0) for q in (0.125, 1.0, 2.5, 12.0, 1e4)])


if __name__ == "__main__":
    main()
