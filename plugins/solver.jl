# @NAME@: projected Gauss-Seidel on u = W r + q, for Coulomb's law.  Replace solve() by your own method.
# SPDX-License-Identifier: CC0-1.0

function read_problem(path)                 # the canonical text of slipstick: words and numbers
    t = split(read(path, String)); k = 1; p = Dict{String,Any}()
    take(T, n) = (v = parse.(T, t[k:k+n-1]); k += n; v)
    while k <= length(t)
        word = t[k]; k += 1
        if word in ("slipstick-problem", "dimension", "contacts", "velocities", "joints") p[word] = take(Int, 1)[1]
        elseif word == "law" p["law"] = t[k]; k += 3
        elseif word == "level" k += 1
        elseif word in ("mu", "bilateral") p[word] = take(Float64, p["contacts"])
        elseif word == "q" p["q"] = take(Float64, p["contacts"] * p["dimension"])
        elseif word == "slip" p["slip"] = take(Float64, p["contacts"] * (p["dimension"] - 1))
        elseif word == "W"
            k += 1; rows, cols, nz = take(Int, 3); ptr = take(Int, cols + 1); row = take(Int, nz); x = take(Float64, nz)
            W = zeros(cols, rows)           # transposed: a row is contiguous
            for j in 1:cols, e in ptr[j]+1:ptr[j+1] W[j, row[e]+1] = x[e] end
            p["W"] = W
        elseif word == "end" return p
        else break end
    end
    error("not a condensed problem: $path")
end

function relax(mu, rho, u, r)               # r <- P(r - rho u): the normal on r_N >= 0, the tangents on the disc of radius mu r_N
    x = r .- rho .* u
    x[1] = max(x[1], 0.0)
    s = sqrt(sum(abs2, x[2:end]; init=0.0))
    if s > mu * x[1] x[2:end] .*= mu * x[1] / s end
    return x
end

function solve(p, tol, max_iter, limit)
    d, nc, W, q, mu = p["dimension"], p["contacts"], p["W"], p["q"], p["mu"]
    ours = p["law"] == "coulomb" || d == 1 || (d == 2 && p["law"] in ("facets", "box"))
    if !ours || haskey(p, "slip") || haskey(p, "bilateral") return "not-for-this-law", Float64[] end
    start = time(); r = zeros(d * nc); block(i) = d*(i-1)+1:d*i
    own = [maximum(sum(abs.(W[block(i), block(i)]); dims=1)) for i in 1:nc]
    rho = [w > 0 ? 1 / w : 1.0 for w in own]
    V = maximum([0.0; [-q[first(block(i))] for i in 1:nc]; [abs(q[e]) for i in 1:nc for e in block(i)[2:end]]])
    for step in 1:max_iter
        rest = 0.0
        for measure in (false, true), i in 1:nc     # first move, then measure with r at rest
            b = block(i)
            u = [q[e] + sum(W[j, e] * r[j] for j in eachindex(r)) for e in b]
            new = relax(mu[i], rho[i], u, r[b])
            if measure rest = max(rest, maximum(abs.(new .- r[b])) / rho[i]) else r[b] = new end
        end
        if rest <= 0.01 * tol * V return "solved", r end
        if !isfinite(rest) || (limit > 0 && time() - start > 0.7 * limit) break end
    end
    return "gave-up", r
end

problem, result = ARGS[1], ARGS[2]
tol, max_iter, limit = parse(Float64, ARGS[3]), parse(Int, ARGS[4]), parse(Float64, ARGS[5])
status, r = solve(read_problem(problem), tol, max_iter, limit)
open(result, "w") do out
    println(out, "status ", status)
    foreach(x -> println(out, x), r)
end
