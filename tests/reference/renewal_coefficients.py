# SPDX-License-Identifier: Apache-2.0
"""Derives the two double-precision fits of numeric/renewal.hpp (run by hand; needs mpmath).

q(eps) = 1 - exp(-y) with y - 1 + exp(-y) = eps is fitted
 * as d P(d), d = sqrt(2 eps) in [0, 1], P a polynomial of degree 15 with P(0) = 1;
 * as 1 - z A(u)/B(u), u = 1/e - z, z = exp(-1 - eps) in [0, exp(-1.5)], from v = 1 - q = z exp(v);
   all zeros and poles lie beyond the branch point z = 1/e, so in u every coefficient is positive: nothing cancels.
Both by Remez exchange on the relative error of q / d and of v / z.
"""

from mpmath import binomial, cos, exp, lu_solve, matrix, mp, mpf, pi, sqrt

mp.dps = 60


def worked_share(d):
    """q by Newton on y - 1 + exp(-y) = d^2/2, with digits to spare for the cancellation."""
    if d == 0:
        return mpf(0)
    with mp.workdps(140):
        eps = mpf(d) ** 2 / 2
        y = sqrt(2 * eps) + eps / 3
        for _ in range(60):
            step = (y - 1 + exp(-y) - eps) / (1 - exp(-y))
            y -= step
            if abs(step) < mpf(10) ** -130:
                break
        return 1 - exp(-y)


def tree(z):
    """v = z exp(v), the small root."""
    v = mpf(z)
    for _ in range(200):
        step = (v - z * exp(v)) / (1 - z * exp(v))
        v -= step
        if abs(step) < mpf(10) ** -55:
            break
    return v


def remez(f, low, high, numerator, denominator, leading=None, rounds=12):
    """Rational minimax of f in relative error; leading fixes the numerator's constant term."""
    free = numerator + (0 if leading is not None else 1)
    count = free + denominator + 1
    nodes = [(low + high) / 2 - (high - low) / 2 * cos(pi * (2 * k + 1) / (2 * count)) for k in range(count)]
    first = 1 if leading is not None else 0
    level = mpf(0)
    for _ in range(rounds):
        for _ in range(12):  # the level multiplies the unknown denominator: a few fixed-point steps
            rows, right = [], []
            for i, x in enumerate(nodes):
                fx = f(x)
                target = fx * (1 + (-1) ** i * level)
                row = [x**k for k in range(first, numerator + 1)] + [-target * x**k for k in range(1, denominator + 1)]
                row.append((-1) ** i * -fx if not denominator else (-1) ** (i + 1) * fx)
                rows.append(row)
                right.append((fx if not denominator else target) - (leading if leading is not None else 0))
            solution = lu_solve(matrix(rows), matrix(right))
            if not denominator:
                level = mpf(0)
                break
            level += solution[count - 1]
            if abs(solution[count - 1]) < mpf(10) ** -40:
                break
        top = ([leading] if leading is not None else []) + [solution[k] for k in range(free)]
        bottom = [mpf(1)] + [solution[free + k] for k in range(denominator)]

        def error(x, top=top, bottom=bottom):
            value = sum(c * x**k for k, c in enumerate(top)) / sum(c * x**k for k, c in enumerate(bottom))
            return value / f(x) - 1

        grid = [(low + high) / 2 - (high - low) / 2 * cos(pi * k / 600) for k in range(601)]
        errors = [error(x) for x in grid]
        extremes, start = [], 0
        for k in range(1, len(grid) + 1):
            if k == len(grid) or errors[k] * errors[start] < 0:
                best = max(range(start, k), key=lambda j: abs(errors[j]))
                extremes.append(grid[best])
                start = k
        if len(extremes) < count:
            break
        while len(extremes) > count:
            extremes.pop(0 if abs(error(extremes[0])) < abs(error(extremes[-1])) else -1)
        nodes = extremes
    return top, bottom, max(abs(e) for e in errors)


def bottom_at_branch(bottom, branch):
    """Scales both so that B(0) = 1."""
    return sum(c * branch**k for k, c in enumerate(bottom))


if __name__ == "__main__":
    small = mpf(10) ** -30
    share = {}

    def share_of_d(d):
        if d not in share:
            share[d] = worked_share(d) / d
        return share[d]

    top, _, worst = remez(share_of_d, small, mpf(1), 15, 0, leading=mpf(1))
    print("q / d on [0, 1]: relative error", mp.nstr(worst, 3))
    for c in top:
        print("   ", mp.nstr(c, 21))

    values = {}

    def tree_over_z(z):
        if z not in values:
            values[z] = tree(z) / z
        return values[z]

    top, bottom, worst = remez(tree_over_z, small, exp(mpf(-3) / 2), 7, 7, leading=mpf(1))
    print("v / z on [0, exp(-3/2)]: relative error", mp.nstr(worst, 3))
    branch = exp(mpf(-1))
    for name, coefficients in (("A", top), ("B", bottom)):
        for k in range(8):  # Taylor shift to u = branch - z
            shifted = sum(c * binomial(j, k) * branch ** (j - k) for j, c in enumerate(coefficients) if j >= k)
            print(" ", name, mp.nstr((-1) ** k * shifted / bottom_at_branch(bottom, branch), 21))
