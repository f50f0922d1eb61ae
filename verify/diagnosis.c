/* diagnosis.c: what happened, why, and what to try next, in one sentence a person can act on.
   SPDX-License-Identifier: GPL-3.0-or-later

   What: the kind of the history, or how the method ended.  Why: what is known of the problem's solutions, the worst condition,
   masses far apart, dependent rows of W.  Next: the steps still needed at the rate seen, a smaller step, an honest doubt. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "verify/verify.h"

static void say(slip_diagnosis *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(slip_diagnosis *d, const char *format, ...)
{
    size_t used = strlen(d->sentence);
    va_list args;
    va_start(args, format);
    vsnprintf(d->sentence + used, sizeof d->sentence - used, format, args);
    va_end(args);
}

static const char *meaning(slip_residual_id id)
{
    switch (id) {
    case SLIP_R_DYNAMICS: return "the velocities are not those the impulses cause";
    case SLIP_R_JOINTS: return "a joint opens";
    case SLIP_R_PRIMAL: return "an impulse leaves its friction cone";
    case SLIP_R_DUAL: return "bodies still approach each other";
    case SLIP_R_COMPLEMENTARITY: return "an impulse does work that the law forbids";
    default: return "impulse and velocity do not fit the law";
    }
}

static const char *plural(long count) { return count == 1 ? "" : "s"; }

static void theory(slip_diagnosis *d, const slip_symptoms *s)
{
    if (!(s->theory > 0)) return;
    double off = fabs(log(s->rate->estimate / s->theory)), room = fmax(fabs(log(s->rate->high / s->rate->low)), 0.01);
    say(d, off <= room ? " (theory: %.4g)" : " (theory: %.4g, which it misses)", s->theory);
}

/* Steps still needed to reach tol from the last residual. */
static double still(const slip_symptoms *s)
{
    const slip_history *h = s->history;
    double last = h->count ? h->moment[h->count - 1].residual : NAN, k = h->count ? (double)h->moment[h->count - 1].step : NAN;
    if (!(last > h->tol)) return 0;
    if (s->rate->kind == SLIP_RATE_LINEAR) return log(h->tol / last) / log(s->rate->estimate);
    if (s->rate->kind == SLIP_RATE_SUBLINEAR) return k * (pow(last / h->tol, 1 / s->rate->estimate) - 1);
    return NAN;
}

static void further(slip_diagnosis *d, const slip_symptoms *s)
{
    double more = still(s);
    if (more > 0 && more < 1e15) say(d, "; about %.2g more steps would reach %.1g", more, s->history->tol);
    else if (more >= 1e15) say(d, "; no number of steps will reach %.1g", s->history->tol);
}

static void cycle(slip_diagnosis *d, const slip_symptoms *s)
{
    static const char *const words[] = { "no", "one", "two", "three", "four", "five", "six", "seven", "eight" };
    const slip_history *h = s->history;
    const slip_rate *rate = s->rate;
    char number[16];
    snprintf(number, sizeof number, "%d", s->sets);
    say(d, "cycles with period %ld", rate->period);
    if (s->sets > 1) say(d, " between %s active sets, which differ at %d contact%s", s->sets < 9 ? words[s->sets] : number, s->flips, s->flips == 1 ? "" : "s");
    else if (s->sets == 1) say(d, " within one active set");
    if (rate->proved && h->cycle > rate->period) say(d, ", proved: every bit repeats after %ld step%s", h->cycle, plural(h->cycle));
    else if (rate->proved) say(d, ", proved by a bitwise repetition");
    else if (h->period > 1) say(d, ": it comes back to %.1g of the way, as rounding allows", h->miss);
}

/* No longer falls: stands still, or moves about. */
static void stall(slip_diagnosis *d, const slip_symptoms *s, double last, long steps)
{
    const slip_rate *rate = s->rate;
    if (rate->most > 1.05 * rate->least)
        say(d, "does not settle: in steps %ld to %ld the residual wanders between %.2g and %.2g%s", rate->from, rate->to, rate->least, rate->most,
            s->history->watched ? " and no iterate comes back" : "");
    else
        say(d, "stalls at a residual of %.2g after %ld step%s%s", last, steps, plural(steps),
            !rate->proved ? "" : s->history->cycle > 1 ? ": only last bits still change" : ": the state no longer changes");
}

static void what(slip_diagnosis *d, const slip_symptoms *s, bool good)
{
    const slip_history *h = s->history;
    const slip_rate *rate = s->rate;
    long steps = h->count ? h->moment[h->count - 1].step : 0;
    double last = h->count ? h->moment[h->count - 1].residual : NAN;
    bool broken = h->count && !isfinite(last);
    if (s->ray) {
        d->word = "ray";
        say(d, "ends on a ray after %ld step%s: the method can go no further, which proves nothing about the problem", s->steps, plural(s->steps));
        return;
    }
    if ((broken && rate->kind != SLIP_RATE_DIVERGING) || s->numeric) {
        d->word = "NaN";
        say(d, "the arithmetic breaks down after %ld step%s", steps, plural(steps));
        return;
    }
    d->word = slip_rate_name(rate->kind);
    if (s->unseen) {
        say(d, isnan(last) ? "the program keeps its steps to itself" : "the program keeps its steps to itself; its answer has a residual of %.2g", last);
        return;
    }
    switch (rate->kind) {
    case SLIP_RATE_LINEAR:
        say(d, "converges linearly, by a factor %.4g a step [%.4g, %.4g] in steps %ld to %ld", rate->estimate, rate->low, rate->high, rate->from, rate->to);
        theory(d, s);
        if (!good) further(d, s);
        return;
    case SLIP_RATE_SUPERLINEAR: say(d, "converges superlinearly, of order about %.2g, in %ld steps", rate->estimate, steps); return;
    case SLIP_RATE_SUBLINEAR:
        say(d, "converges like 1/k^%.2g [%.2g, %.2g]", rate->estimate, rate->low, rate->high);
        if (!good) further(d, s);
        return;
    case SLIP_RATE_FINITE: say(d, s->steps == 1 ? "done in one step" : s->steps ? "done in %ld steps" : "done before the first step", s->steps); return;
    case SLIP_RATE_STALLED: stall(d, s, last, steps); return;
    case SLIP_RATE_CYCLING: cycle(d, s); return;
    case SLIP_RATE_DIVERGING: say(d, "diverges, by a factor %.4g a step", rate->estimate); theory(d, s); return;
    default: break;
    }
    /* it rises as often as it falls: the last half ends where it began, or above */
    bool rough = h->count >= 12 && rate->most > 1.05 * rate->least && last > 0.5 * rate->most;
    if (h->count == 0) say(d, "no residual was measured");
    else if (rough) say(d, "had not settled after %ld step%s: from step %ld on the residual goes up and down between %.2g and %.2g", steps, plural(steps), rate->from, rate->least, rate->most);
    else say(d, "stopped after %ld step%s at a residual of %.2g, too %s to tell where it was going", steps, plural(steps), last, h->count < 6 ? "early" : "slow or too rough");
}

static void why(slip_diagnosis *d, const slip_symptoms *s, bool good)
{
    const slip_truth *truth = s->truth;
    const char *join = *d->sentence ? "; " : "";
    if (truth && truth->how != SLIP_HOW_UNKNOWN && truth->solutions == 0)
        say(d, "%s%s%s", *d->sentence ? (good ? "; but " : ", because ") : "", strstr(truth->text, "no solution") ? "" : "no solution exists: ", truth->text);
    else if (!good && s->posed && s->posed->contact >= 0 && isfinite(s->posed->error))
        say(d, "%sat %s %d %s (%s %.2g)", join, s->posed->condition == SLIP_R_JOINTS ? "joint" : "contact", s->posed->contact, meaning(s->posed->condition),
            slip_residual_name(s->posed->condition), s->posed->error);
    if (truth && truth->how != SLIP_HOW_UNKNOWN && truth->solutions > 1) say(d, "%sthe problem has %d solutions", *d->sentence ? "; " : "", truth->solutions);
}

static void next(slip_diagnosis *d, const slip_symptoms *s, bool good)
{
    if (good || (s->truth && s->truth->how != SLIP_HOW_UNKNOWN && s->truth->solutions == 0)) return;
    if (s->advice && *s->advice) {
        say(d, "; %s", s->advice);
        return;
    }
    double low = INFINITY, high = 0;
    for (int i = 0; s->ruler && i < s->ruler->problem->nc; i++)
        if (s->ruler->rho[i] > 0) {
            low = fmin(low, s->ruler->rho[i]);
            high = fmax(high, s->ruler->rho[i]);
        }
    bool slow = s->rate->kind == SLIP_RATE_STALLED || s->rate->kind == SLIP_RATE_INCONCLUSIVE || s->rate->kind == SLIP_RATE_SUBLINEAR
             || (s->rate->kind == SLIP_RATE_LINEAR && s->rate->estimate > 0.99);
    if (slow && high > 1e4 * low) say(d, "; the contacts' masses span %.1g to 1, which slows sweeps: use one step length a contact, or a direct method", high / low);
    else if (s->rate->kind == SLIP_RATE_CYCLING) say(d, "; damping (half the step) is the usual cure");
    else if (s->rate->kind == SLIP_RATE_DIVERGING) say(d, "; the step is too long, or the problem has no solution: halve the step and see which");
    else if (s->ray) say(d, "; another starting cover or a smaller mu may go through");
}

void slip_diagnose(const slip_symptoms *s, slip_diagnosis *out)
{
    *out = (slip_diagnosis){0};
    bool good = s->posed && (s->posed->word == SLIP_VERDICT_VERIFIED || s->posed->word == SLIP_VERDICT_UNCLAIMED);
    what(out, s, good);
    why(out, s, good);
    next(out, s, good);
}
