# @NAME@: projected Gauss-Seidel on u = W r + q, for Coulomb's law.  Replace solve() by your own method.
# SPDX-License-Identifier: CC0-1.0
import math, sys, time

def read(path):                             # the canonical text of slipstick: words and numbers
    t, p = iter(open(path).read().split()), {}
    take = lambda kind, count: [kind(next(t)) for k in range(count)]
    for word in t:
        m = p.get('contacts', 0) * p.get('dimension', 0)
        if word in ('slipstick-problem', 'dimension', 'contacts', 'velocities', 'joints'): p[word] = int(next(t))
        elif word in ('law', 'level'): p[word] = next(t); word == 'law' and take(float, 2)
        elif word == 'mu': p['mu'] = take(float, p['contacts'])
        elif word == 'q': p['q'] = take(float, m)
        elif word in ('slip', 'bilateral'): p[word] = take(float, m - p['contacts'] if word == 'slip' else p['contacts'])
        elif word == 'W':                   # by columns; kept by rows
            next(t); rows, cols, nz = take(int, 3); ptr, row, x = take(int, cols + 1), take(int, nz), take(float, nz)
            p['W'] = [[] for i in range(rows)]
            for j in range(cols):
                for k in range(ptr[j], ptr[j + 1]): p['W'][row[k]].append((j, x[k]))
        elif word == 'end': return p
        else: break
    sys.exit('not a condensed problem: ' + path)

def relax(mu, rho, u, r):                   # r <- P(r - rho u): the normal on r_N >= 0, the tangents on the disc of radius mu r_N
    x = [a - rho * b for a, b in zip(r, u)]
    x[0] = max(x[0], 0.0)
    s = math.sqrt(sum(c * c for c in x[1:]))
    return [x[0]] + [c * (mu * x[0] / s if s > mu * x[0] else 1) for c in x[1:]]

def solve(p, tol, max_iter, limit):
    d, nc, W, q, mu = p['dimension'], p['contacts'], p['W'], p['q'], p['mu']
    if 'slip' in p or 'bilateral' in p or not (p['law'] == 'coulomb' or d == 1 or d == 2 and p['law'] in ('facets', 'box')):
        return 'not-for-this-law', None
    r, blocks = [0.0] * (d * nc), [range(d * i, d * i + d) for i in range(nc)]
    own = [max(sum(abs(x) for j, x in W[k] if j in b) for k in b) for b in blocks]
    rho = [1 / w if w > 0 else 1.0 for w in own]
    V = max([0] + [-q[b[0]] for b in blocks] + [abs(q[k]) for b in blocks for k in b[1:]])
    for step in range(max_iter):
        for measure in (False, True):       # first move, then measure with r at rest
            rest = 0.0
            for i, b in enumerate(blocks):
                u = [q[k] + sum(x * r[j] for j, x in W[k]) for k in b]
                old, new = r[b[0]:b[-1] + 1], None
                new = relax(mu[i], rho[i], u, old)
                rest = max([rest] + [abs(x - y) / rho[i] for x, y in zip(new, old)])
                if not measure: r[b[0]:b[-1] + 1] = new
        if rest <= 0.01 * tol * V: return 'solved', r
        if not math.isfinite(rest) or limit > 0 and time.process_time() > 0.7 * limit: break
    return 'gave-up', r

problem, result, tol, max_iter, limit = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])
status, r = solve(read(problem), tol, max_iter, limit)
with open(result, 'w') as out:
    print('status', status, file=out)
    for x in r or []: print(repr(x), file=out)
