/* rate.c: what a residual history is: its kind, and a rate with an interval where one exists.
   SPDX-License-Identifier: GPL-3.0-or-later

   y = log(residual) at steps k that may be irregular.  The rounding floor is cut off first.  In this order:

   cycling       the state repeated bitwise (proved), or its iterates to rounding, or y repeats with a period over four periods
   finite        the end is reached at once: one last drop more than four times the drop before it, down to nothing
   superlinear   the speed -dy/dk grows with every step, threefold at least
   diverging     y has risen a hundredfold from its least and still rises
   stalled       no significant change in the last half, or one that dies away
   linear        y = a + b k fits the last half better than y = a - p log k, and y falls by log 2 at least: rate exp(b)
   sublinear     y = a - p log k fits better, in the last half and over all but the first tenth: k^-p
   inconclusive  everything else: too short, too slow, too noisy.  It is the answer in doubt; no kind is guessed.

   The interval is of the fit (fit.c) in the window printed with it: an estimate.  Only a bitwise cycle is a proof. */

#include <stdio.h>
#include <string.h>

#include "verify/verify.h"

static const char *const kinds[] = {
#define X(name, word, text) word,
    SLIP_RATE_LIST(X)
#undef X
};
const char *slip_rate_name(slip_rate_kind kind) { return kind < SLIP_RATE_COUNT ? kinds[kind] : "?"; }

static const char *const texts[] = {
#define X(name, word, text) text,
    SLIP_RATE_LIST(X)
#undef X
};
const char *slip_rate_text(slip_rate_kind kind) { return kind < SLIP_RATE_COUNT ? texts[kind] : "?"; }

typedef struct { int n; double *k, *l, *y; bool ends_at_zero, floored; int total; double after, after_k; } series;      /* k, log k, log residual: n usable moments; after: the first below the floor */

/* Usable moments: positive, finite, above the rounding floor. */
static void collect(series *s, const slip_history *h)
{
    double least = INFINITY;
    int count = 0;
    s->after = NAN;
    for (int i = 0; i < h->count && isfinite(h->moment[i].residual); i++) {
        double r = h->moment[i].residual;
        if (r > 0) least = fmin(least, r);
        s->ends_at_zero = r == 0;
        count++;
    }
    s->total = count;
    double floor = least < 1e-11 ? 30 * least : 0;
    for (int i = 0; i < count; i++) {
        double r = h->moment[i].residual;
        if (!(r > floor)) {
            s->floored = true;
            s->after = r > 0 ? log(r) : NAN;
            s->after_k = (double)h->moment[i].step;
            break;
        }
        s->k[s->n] = (double)h->moment[i].step;
        s->l[s->n] = log(fmax((double)h->moment[i].step, 1));
        s->y[s->n++] = log(r);
    }
}

/* The first index of the window that holds the last part of the steps; at least `least` moments. */
static int window(const series *s, double part, int least)
{
    double from = s->k[s->n - 1] - part * (s->k[s->n - 1] - s->k[0]);
    int i = s->n - 1;
    while (i > 0 && (s->k[i - 1] >= from || s->n - i < least))
        i--;
    return i;
}

static double bic(double sigma, int n) { return n * log(sigma * sigma + 1e-20) + 2 * log(n); }

/* The residual itself drops to nothing in one move, unlike what came before. */
static bool ends_at_once(const series *s, const slip_history *h)
{
    int last = s->total - 1;
    if (last < 1 || !(s->floored || s->ends_at_zero)) return false;
    if (s->n <= 1) return true;
    double end = h->moment[s->n].residual, y = end > 0 ? log(end) : log(fmin(1e-16, 1e-16 * exp(s->y[0])));
    double drop = s->y[s->n - 1] - y, before = 0;
    for (int i = s->n - 3 > 0 ? s->n - 3 : 0; i + 1 < s->n; i++)
        before = fmax(before, s->y[i] - s->y[i + 1]);
    return drop > log(1e4) && drop > 4 * before;
}

/* Speeds grow all the way: a high rank correlation with time, and threefold.  faster: half of that, enough to doubt a constant rate. */
static bool superlinear(const series *s, double *order, bool *faster)
{
    double v[64], sum = 0, pairs = 0;
    int n = 0, from = s->n > 40 ? s->n - 40 : 0;
    bool cut = isfinite(s->after) && s->after_k > s->k[s->n - 1];
    if (s->k[s->n - 1] - s->k[from] > 200) return false;
    for (int i = from; i + 1 < s->n; i++) {
        double speed = (s->y[i] - s->y[i + 1]) / (s->k[i + 1] - s->k[i]);
        if (i == from && !(speed > 0)) continue;        /* the first steps may wander */
        v[n++] = speed;
    }
    if (cut) {                                          /* the step into the floor was at least so fast */
        double speed = (s->y[s->n - 1] - s->after) / (s->after_k - s->k[s->n - 1]);
        if (n && speed > v[n - 1]) v[n++] = speed;
    }
    while (n > 3 && !(v[0] > 0)) {
        n--;
        memmove(v, v + 1, (size_t)n * sizeof *v);
    }
    if (n < 3) return false;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            sum += v[j] > v[i] ? 1 : v[j] < v[i] ? -1 : 0;
            pairs++;
        }
    double early = 0, late = 0;
    int third = n / 3 > 0 ? n / 3 : 1;
    for (int i = 0; i < third; i++) {
        early += v[i];
        late += v[n - 1 - i];
    }
    if (!(early > 0 && v[n - 1] > 0)) return false;
    *order = pow(v[n - 1] / v[n - 3 > 0 ? n - 3 : 0], 1.0 / (n - 3 > 0 ? 2 : n - 1));
    *faster = sum / pairs >= 0.7 && late >= 1.5 * early;
    return sum / pairs >= (n < 6 ? 0.99 : 0.7) && late >= 3 * early && s->y[0] - s->y[s->n - 1] > log(100);
}

/* The least period with which y repeats over four periods at the end, 0: none; consecutive steps only. */
static long period(const series *s)
{
    int from = s->n - 1;
    while (from > 0 && s->k[from] - s->k[from - 1] == 1)
        from--;
    int n = s->n - from;
    const double *y = s->y + from;
    for (int p = 2; 5 * p <= n && p <= 64; p++) {
        double low = INFINITY, high = -INFINITY, apart = 0;
        for (int i = n - 4 * p; i < n; i++) {
            low = fmin(low, y[i]);
            high = fmax(high, y[i]);
            apart = fmax(apart, fabs(y[i] - y[i - p]));
        }
        if (high - low > 0.02 && apart <= 0.05 * (high - low)) return p;
    }
    return 0;
}

/* Nothing changes in the last half, or what changes dies away. */
static bool stalled(const series *s, int from)
{
    int n = s->n - from, q = n / 4;
    slip_line line, part[2];
    if (n < 12 || s->k[s->n - 1] - s->k[from] < 15 || !slip_line_fit(s->k + from, s->y + from, n, &line)) return false;
    double fall = -line.b * (s->k[s->n - 1] - s->k[from]), noise = line.sigma * sqrt(12.0 / n);
    if (fall > log(2) || fall < -log(2)) return false;
    if (fabs(fall) <= 3.3 * noise && line.sigma < 1) return noise > 0 ? fabs(fall) < 0.3 : true;       /* no trend above the noise */
    if (fabs(fall) < 1e-7) return true;
    for (int k = 0; k < 2; k++)
        if (!slip_line_fit(s->k + from + (k ? n - q : 0), s->y + from + (k ? n - q : 0), q, &part[k])) return false;
    double jitter = line.sigma * sqrt(12.0 / q) / (s->k[s->n - 1] - s->k[s->n - q]);
    return fall > 0 && part[0].b < 0 && fabs(part[1].b) + 2 * jitter < 0.25 * fabs(part[0].b) && fall < 0.5;
}

static void estimate(slip_rate *out, const double *x, const series *s, int from, slip_line *line)
{
    slip_error error;
    if (slip_line_interval(x + from, s->y + from, s->n - from, line, &error) != SLIP_OK) line->low = line->high = NAN;
    out->from = (long)s->k[from];
    out->to = (long)s->k[s->n - 1];
}

static void decide(slip_rate *out, const series *s)
{
    int half = window(s, 0.5, 6), most = window(s, 0.9, 6), n = s->n - half;
    double least = INFINITY, order = NAN;
    bool faster = false;
    for (int i = 0; i < s->n; i++)
        least = fmin(least, s->y[i]);
    out->from = (long)s->k[half];
    out->to = (long)s->k[s->n - 1];
    out->least = out->most = exp(s->y[half]);
    for (int i = half; i < s->n; i++) {
        out->least = fmin(out->least, exp(s->y[i]));
        out->most = fmax(out->most, exp(s->y[i]));
    }
    if (superlinear(s, &order, &faster)) {
        out->kind = SLIP_RATE_SUPERLINEAR;
        out->estimate = order;
        out->from = (long)s->k[0];
        out->to = (long)s->k[s->n - 1];
        return;
    }
    if (s->n < 4) return;
    slip_line linear, power, all_linear, all_power, part[2];
    if (!slip_line_fit(s->k + half, s->y + half, n, &linear)) return;
    double end = s->y[s->n - 1], rise = linear.b * (s->k[s->n - 1] - s->k[half]), steps = s->k[s->n - 1] - s->k[half];
    long p = period(s);
    if (p) {
        out->kind = SLIP_RATE_CYCLING;
        out->period = p;
        return;
    }
    if (rise > log(2) && end - least > log(100) && rise > 5 * linear.sigma) {
        out->kind = SLIP_RATE_DIVERGING;
        estimate(out, s->k, s, half, &linear);
        out->estimate = exp(linear.b);
        out->low = exp(linear.low);
        out->high = exp(linear.high);
        return;
    }
    if (stalled(s, half)) {
        out->kind = SLIP_RATE_STALLED;
        return;
    }
    double fall = -rise;
    if (!(fall > 0)) return;
    bool powers = slip_line_fit(s->l + half, s->y + half, n, &power) && slip_line_fit(s->l + most, s->y + most, s->n - most, &all_power)
               && slip_line_fit(s->k + most, s->y + most, s->n - most, &all_linear);
    double better = powers ? bic(power.sigma, n) - bic(linear.sigma, n) : 100, better_all = powers ? bic(all_power.sigma, s->n - most) - bic(all_linear.sigma, s->n - most) : 100;
    int q = n / 2;
    bool even = slip_line_fit(s->k + half, s->y + half, q, &part[0]) && slip_line_fit(s->k + half + q, s->y + half + q, n - q, &part[1]);
    double ratio = even ? part[1].b / part[0].b : 1, jitter = linear.sigma / sqrt(q > 0 ? q : 1) * 8 / steps;     /* of a slope over half the window */
    bool constant = even && (fabs(part[1].b - part[0].b) <= 0.15 * fabs(linear.b) + 2 * jitter);
    if (fall > log(2) && fall > 3 * linear.sigma && constant && !faster && better_all > -10 && (better > 4 || (n <= 8 && better > 0 && fall > log(10)))) {
        out->kind = SLIP_RATE_LINEAR;
        estimate(out, s->k, s, half, &linear);
        out->estimate = exp(linear.b);
        out->low = exp(linear.low);
        out->high = exp(linear.high);
        return;
    }
    double spread = s->l[s->n - 1] - s->l[most];
    if (powers && n >= 8 && better < -4 && better_all < -4 && ratio < 1 && -all_power.b * spread > log(2) && -power.b > 0.1 && s->n >= 15) {
        out->kind = SLIP_RATE_SUBLINEAR;
        estimate(out, s->l, s, most, &all_power);
        out->estimate = -all_power.b;
        out->low = -all_power.high;
        out->high = -all_power.low;
    }
}

slip_status slip_rate_get(const slip_history *h, slip_rate *out, slip_error *error)
{
    *out = (slip_rate){ .kind = SLIP_RATE_INCONCLUSIVE, .estimate = NAN, .low = NAN, .high = NAN, .least = NAN, .most = NAN };
    slip_arena arena = {0};
    series s = { .k = SLIP_NEW(&arena, double, h->count), .l = SLIP_NEW(&arena, double, h->count), .y = SLIP_NEW(&arena, double, h->count) };
    if (arena.failed) {
        slip_arena_free(&arena);
        return slip_fail(error, SLIP_MEMORY, "no memory for a history of %d moments", h->count);
    }
    collect(&s, h);
    double last = h->count ? h->moment[h->count - 1].residual : NAN;
    long repeats = h->period ? h->period : h->cycle;
    if (repeats > 1 && !(last <= h->tol)) {
        out->kind = SLIP_RATE_CYCLING;
        out->period = repeats;
        out->proved = h->cycle > 0;
    } else if (h->finite && s.total == h->count)
        out->kind = last <= h->tol ? SLIP_RATE_FINITE : SLIP_RATE_INCONCLUSIVE;
    else if (s.total >= 1 && ends_at_once(&s, h))
        out->kind = SLIP_RATE_FINITE;
    else if (repeats == 1 && !(last <= h->tol)) {
        out->kind = SLIP_RATE_STALLED;
        out->period = 1;
        out->proved = h->cycle > 0;
    } else if (s.n >= 3)
        decide(out, &s);
    if (s.total < h->count && out->kind != SLIP_RATE_DIVERGING) out->kind = SLIP_RATE_INCONCLUSIVE;      /* it ends in NaN or infinity */
    slip_arena_free(&arena);
    return SLIP_OK;
}
