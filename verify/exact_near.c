/* exact_near.c: is there an exact solution near this answer?
   SPDX-License-Identifier: GPL-3.0-or-later

   1. the residuals must be small; 2. velocities tell the piece of the law that each contact is on (exact_modes.c); 3. where the impulses are not
   determined they are moved to the middle of those with this motion (exact_centre.c), contacts that cannot carry any are let go, those
   at their bound are held there; 4. the equations of the pieces are solved over the rationals, redundant impulses pinned (exact_pieces.c);
   5. the law and all equations are checked exactly (exact_law.c); 6. a contact that fails gets the next piece, and again.
   Contacts that slide on a disc in space make the equations quadratic: exact_box.c.

   The solution is a witness: a tie (sticking exactly at the bound, touching without load) is decided by its rational numbers.
   Then each pinned impulse is moved (exact_velocity.c). */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "verify/exact_near.h"

enum { ROUNDS = 40, TOGETHER = 6, LARGEST = 4000 };      /* mends; of these, all contacts at once; unknowns */

static const struct { const char *name, *text; } words[] = {
#define X(name, word, text) { word, text },
    SLIP_NEAR_LIST(X)
#undef X
};
const char *slip_near_name(slip_near_word w) { return w < SLIP_NEAR_COUNT ? words[w].name : "?"; }
const char *slip_near_text(slip_near_word w) { return w < SLIP_NEAR_COUNT ? words[w].text : "?"; }

bool slip_near_stop(slip_nearby *t, const char *what)
{
    return t->options->look && t->options->look(t->options->ctx, what);
}

/* ---- pins -------------------------------------------------------------------------------------------------------------- */

static double largest(const double *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* The pinned unknowns at the centred impulses, in units of 2^-shift: forty bits below the largest impulse. */
static slong pin_values(slip_nearby *t, const slip_pieces *S, fmpz *pin)
{
    const slip_problem *p = t->posed.p;
    int e;
    frexp(largest(t->r, slip_problem_m(p)), &e);
    slong shift = e < 40 ? 40 - e : 0;
    for (int k = 0, i = 0; k < S->basis.free; k++) {
        int col = S->basis.pin[k];
        double x = 0, phi[3] = { 0 };
        if (col < p->n) x = t->v[col];
        else if (col < p->n + p->p) x = t->rl[col - p->n];
        else {
            while (S->first[i + 1] <= col) i++;
            slip_plain c = slip_plain_of(&t->posed, i);
            slip_piece_coordinates(&c, &t->piece[i], t->r + i * p->d, phi);
            x = phi[col - S->first[i]];
        }
        x = nearbyint(ldexp(x, (int)shift));
        fmpz_set_d(pin + k, isfinite(x) ? x : 0);       /* a coordinate along mu may be beyond all numbers */
    }
    return shift;
}

/* What cannot carry is let go; what is at its bound is held there. */
void slip_near_settle(slip_nearby *t)
{
    const slip_problem *p = t->posed.p;
    double R = largest(t->r, slip_problem_m(p));
    for (int i = 0; i < p->nc; i++) {
        slip_plain c = slip_plain_of(&t->posed, i);
        slip_piece *piece = &t->piece[i];
        const double *r = t->r + i * p->d;
        double g[SLIP_CORNERS][3];
        int sign = r[0] < 0 ? -1 : 1, count = slip_piece_limits(&c, piece, g);
        if (t->room[i] > 1e-3 || count == 0) continue;
        if (fabs(r[0]) <= 1e-6 * R && !c.bilateral) *piece = slip_piece_make(&c, SLIP_PIECE_OPEN, 0, 1);
        else if (piece->kind == SLIP_PIECE_EDGE)
            *piece = slip_piece_make(&c, SLIP_PIECE_VERTEX, g[0][1] * r[1] + g[0][2] * r[2] < g[1][1] * r[1] + g[1][2] * r[2] ? piece->j : piece->j + 1, sign);
        else if (piece->kind == SLIP_PIECE_STICK && c.k) {
            int j = 0;
            double most = -INFINITY;
            for (int k = 0; k < c.k; k++) {
                double s = c.vertex[k * (c.d - 1)] * r[1] + (c.d > 2 ? c.vertex[k * 2 + 1] * r[2] : 0);
                if (s > most) most = s, j = k;
            }
            double far = slip_length((double[]){ r[1] - c.mu * fabs(r[0]) * c.vertex[j * (c.d - 1)], c.d > 2 ? r[2] - c.mu * fabs(r[0]) * c.vertex[j * 2 + 1] : 0 }, 2);
            if (far <= 1e-5 * R) *piece = slip_piece_make(&c, SLIP_PIECE_CORNER, j, sign);
        }
    }
}

/* ---- witnesses ----------------------------------------------------------------------------------------------------------- */

/* Contacts whose law is broken; mended when asked, all of them or the first alone.  -1: one cannot be mended. */
int slip_near_broken(slip_nearby *t, const slip_witness *w, bool mend, bool all)
{
    const slip_problem *p = t->posed.p;
    int count = 0;
    fmpz *u = _fmpz_vec_init(3);
    for (int i = 0; i < p->nc && (all || count == 0) && count >= 0; i++) {
        slip_plain c = slip_plain_of(&t->posed, i);
        slip_equations_speed(&t->equations, p, w, i, u);
        if (slip_plain_holds(&c, w->r + i * p->d, u)) continue;
        if (mend && !slip_piece_mend(&c, &t->piece[i], w->r + i * p->d, u, &t->early)) {
            snprintf(t->why, sizeof t->why, "contact %d breaks its law and has no other state to go to", i);
            count = -1;
        } else
            count++;
    }
    _fmpz_vec_clear(u, 3);
    return count;
}

/* ---- distances -------------------------------------------------------------------------------------------------------------- */

/* an upper bound of |x / den 2^e - y|; value: x / den 2^e, nearly */
static double apart(const fmpz_t x, const fmpz_t den, slong e, double y, double *value)
{
    arb_t a, b;
    arf_t far;
    arb_init(a), arb_init(b), arf_init(far);
    arb_set_fmpz(a, x);
    arb_div_fmpz(a, a, den, 192);
    arb_mul_2exp_si(a, a, e);
    *value = arf_get_d(arb_midref(a), ARF_RND_NEAR);
    arb_set_d(b, y);
    arb_sub(a, a, b, 192);
    arb_get_abs_ubound_arf(far, a, 64);
    double out = arf_get_d(far, ARF_RND_UP);
    arb_clear(a), arb_clear(b), arf_clear(far);
    return out;
}

/* Distance in the components claimed; false: the solution is too far for the answer to be called right. */
bool slip_near_reaches(const slip_nearby *t, const double *x)
{
    const slip_problem *p = t->posed.p;
    double limit = (t->options->reach > 0 ? t->options->reach : 1e-6) * t->V;
    for (int k = 0; k < slip_problem_m(p); k++) {
        double e = 0;
        if (slip_problem_global(p))
            for (int q = p->H.p[k]; q < p->H.p[k + 1]; q++)
                e += p->H.x[q] * (x[p->H.i[q]] - t->v[p->H.i[q]]);
        else e = x[k] - t->u[k];
        if (!(fabs(e) <= limit)) return false;
    }
    double E = 0;
    for (int j = 0; j < p->n; j++)
        for (int q = p->M.p[j]; q < p->M.p[j + 1]; q++)
            E += (x[p->M.i[q]] - t->v[p->M.i[q]]) * p->M.x[q] * (x[j] - t->v[j]);
    limit = t->options->reach > 0 ? t->options->reach : 1e-6;
    return p->n == 0 || t->ruler->E0 == 0 || E <= limit * limit * t->ruler->E0;
}

static bool measure(slip_nearby *t, const slip_witness *w, double *x, double *eps)
{
    const slip_problem *p = t->posed.p;
    *eps = 0;
    if (slip_problem_global(p))
        for (int i = 0; i < p->n; i++)
            *eps = fmax(*eps, apart(w->v + i, w->den, 0, t->given[i], x + i));
    else {
        fmpz *u = _fmpz_vec_init(3);
        for (int i = 0; i < p->nc; i++) {
            slong least = WORD_MAX;
            slip_equations_speed(&t->equations, p, w, i, u);
            for (int a = 0; a < p->d; a++)
                least = t->equations.speed.scale[i * p->d + a] < least ? t->equations.speed.scale[i * p->d + a] : least;
            for (int a = 0; a < p->d; a++)
                *eps = fmax(*eps, apart(u + a, w->den, least, t->given[i * p->d + a], x + i * p->d + a));
        }
        _fmpz_vec_clear(u, 3);
    }
    return slip_near_reaches(t, x);
}

/* ---- from the answer to a certificate ------------------------------------------------------------------------------------------ */

typedef struct { slip_pieces pieces; slip_witness witness, other; fmpz *pin; slong shift; int pins; bool made; } attempt;

static void attempt_clear(attempt *a)
{
    if (a->made) slip_pieces_free(&a->pieces);
    if (a->pin) _fmpz_vec_clear(a->pin, a->pins);
    a->made = false, a->pin = NULL;
}

static slip_status solve_once(slip_nearby *t, attempt *a, slip_error *error)
{
    attempt_clear(a);
    slip_status status = slip_pieces_new(&a->pieces, &t->posed, t->piece, &t->arena, error);
    a->made = true;
    if (status != SLIP_OK) return status;
    a->pins = a->pieces.basis.free;
    a->pin = _fmpz_vec_init(a->pins);
    a->shift = pin_values(t, &a->pieces, a->pin);
    return slip_pieces_solve(&a->pieces, &t->posed, t->piece, a->pin, a->shift, &a->witness, &t->arena, error);
}

static bool has_disc(const slip_nearby *t)
{
    for (int i = 0; i < t->posed.p->nc; i++)
        if (t->piece[i].kind == SLIP_PIECE_DISC) return true;
    return false;
}

/* true: the witness of `a` is an exact solution */
static slip_status exact(slip_nearby *t, attempt *a, bool *found, slip_error *error)
{
    bool centred = false;
    slip_status status = SLIP_OK;
    *found = false;
    for (int round = 0; round < ROUNDS && !has_disc(t); round++) {
        if (slip_near_stop(t, round ? "mending contacts" : "solving exactly")) return snprintf(t->why, sizeof t->why, "it was interrupted"), SLIP_OK;
        if ((status = solve_once(t, a, error)) != SLIP_OK) break;
        if (a->pins && !centred) {
            centred = true;
            status = slip_centre(&t->posed, t->piece, t->v, t->u, t->r, t->rl, t->room, error);
            if (status == SLIP_MEMORY) return status;
            if (status == SLIP_OK) slip_near_settle(t);
            if (has_disc(t)) break;
            if ((status = solve_once(t, a, error)) != SLIP_OK) break;
        }
        if (!slip_equations_hold(&t->equations, &a->witness)) {
            snprintf(t->why, sizeof t->why, "the equations of motion and joints contradict each other");
            return SLIP_OK;
        }
        int bad = slip_near_broken(t, &a->witness, true, round < TOGETHER);
        if (bad == 0) return *found = true, SLIP_OK;
        if (bad < 0) return SLIP_OK;
        t->out->mended += bad;
        snprintf(t->why, sizeof t->why, "the states of the contacts did not settle after %d changes", t->out->mended);
    }
    if (status == SLIP_LIMIT || status == SLIP_SIZE) snprintf(t->why, sizeof t->why, "%s", error->text);
    return status == SLIP_LIMIT || status == SLIP_SIZE ? SLIP_OK : status;
}

static slip_status certify(slip_nearby *t, attempt *a, double eps, slip_error *error)
{
    slip_near *out = t->out;
    slip_status status = SLIP_OK;
    char far[32];
    out->eps = eps;
    out->pins = a->pins;
    out->unique = SLIP_YES;
    if (a->pins) status = slip_near_unique(t, &a->pieces, a->pin, a->shift, &a->witness, &a->other, &out->unique, error);
    if (status != SLIP_OK) return status;
    bool two = out->unique == SLIP_NO;
    out->word = two ? SLIP_NEAR_MULTIPLE : SLIP_NEAR_CERTIFIED;
    snprintf(out->sentence, sizeof out->sentence, "an exact solution of law %s is within %s of this velocity%s%s", slip_law_name(t->posed.law), slip_near_bound(far, eps),
             a->pins ? "; its impulses are not unique" : "", two ? ", and another solution has another velocity" : "");
    if (!t->options->proof) return SLIP_OK;
    slip_proof_solution(&out->section, &a->witness);
    if (two) slip_proof_solution(&out->second, &a->other);
    return SLIP_OK;
}

static slip_status attempt_at(slip_nearby *t, double tol, const slip_answer *answer, slip_error *error)
{
    const slip_problem *p = t->posed.p;
    attempt a = { .made = false };
    bool found = false;
    double eps;
    memcpy(t->r, answer->r, (size_t)slip_problem_m(p) * sizeof *t->r);
    memcpy(t->rl, t->l, (size_t)p->p * sizeof *t->rl);
    for (int i = 0; i < p->nc; i++) {
        slip_plain c = slip_plain_of(&t->posed, i);
        t->piece[i] = slip_piece_near(&c, t->r + i * p->d, t->u + i * p->d, tol * t->V);
    }
    t->out->mended = t->early = 0;
    slip_witness_init(&a.witness, p);
    slip_witness_init(&a.other, p);
    slip_status status = exact(t, &a, &found, error);
    if (status == SLIP_OK && found) {
        double *x = SLIP_NEW(&t->arena, double, t->givens);
        if (!x) status = slip_fail(error, SLIP_MEMORY, "no memory for a proof");
        else if (measure(t, &a.witness, x, &eps)) status = certify(t, &a, eps, error);
        else snprintf(t->why, sizeof t->why, "the solution found is %.2g away", eps);
    } else if (status == SLIP_OK && has_disc(t))
        status = slip_box_prove(t, error);
    attempt_clear(&a);
    slip_witness_clear(&a.witness);
    slip_witness_clear(&a.other);
    return status;
}

static slip_status prove(slip_nearby *t, const slip_answer *answer, slip_error *error)
{
    static const double tols[] = { 1e-8, 1e-6, 1e-10 };
    const slip_problem *p = t->posed.p;
    slip_near *out = t->out;
    slip_residuals residuals;
    slip_motion motion;
    double gate = t->options->gate > 0 ? t->options->gate : 1e-6;
    slip_status status = slip_residuals_get(t->ruler, t->posed.law, t->posed.dirs, answer, 1e-8, 0, &residuals, &motion, error);
    if (status != SLIP_OK) return status;
    for (int id = 0; id < SLIP_R_COUNT && out->word != SLIP_NEAR_REFUSED; id++)
        if (slip_residual_decides(id) && !residuals.undefined[id] && !(residuals.value[id] <= gate)) {
            out->word = SLIP_NEAR_REFUSED;
            snprintf(out->sentence, sizeof out->sentence, "%s is %.3g at contact %d: not close to a solution of law %s", slip_residual_name(id),
                     residuals.value[id], residuals.worst[id], slip_law_name(t->posed.law));
        }
    t->v = SLIP_NEW(&t->arena, double, p->n);
    t->u = SLIP_NEW(&t->arena, double, slip_problem_m(p));
    t->l = SLIP_NEW(&t->arena, double, p->p);
    t->r = SLIP_NEW(&t->arena, double, slip_problem_m(p));
    t->rl = SLIP_NEW(&t->arena, double, p->p);
    t->room = SLIP_NEW(&t->arena, double, p->nc);
    t->piece = SLIP_NEW(&t->arena, slip_piece, p->nc);
    if (t->arena.failed) status = slip_fail(error, SLIP_MEMORY, "no memory for a proof");
    if (status == SLIP_OK) {
        slip_dd_round(motion.v, p->n, t->v);
        slip_dd_round(motion.u, slip_problem_m(p), t->u);
        memcpy(t->l, motion.l, (size_t)p->p * sizeof *t->l);
        t->V = motion.V;
        t->given = slip_problem_global(p) ? t->v : t->u;
        t->givens = slip_problem_global(p) ? p->n : slip_problem_m(p);
    }
    slip_arena_free(&motion.arena);
    if (status == SLIP_OK && out->word != SLIP_NEAR_REFUSED) status = slip_equations_new(&t->equations, p, &t->arena, error);
    bool large = p->n + slip_problem_m(p) > LARGEST;
    if (large) snprintf(t->why, sizeof t->why, "%d velocities and %d contacts are too many for exact equations", p->n, p->nc);
    bool stopped = false;
    for (int k = 0; k < 3 && !large && !t->options->bound && !stopped && status == SLIP_OK && out->word == SLIP_NEAR_UNDECIDED; k++) {
        status = attempt_at(t, tols[k], answer, error);
        stopped = slip_near_stop(t, "trying again");
    }
    if (status == SLIP_OK && !stopped && out->word == SLIP_NEAR_UNDECIDED) status = slip_gap_prove(t, answer, error);
    slip_equations_free(&t->equations);
    if (status == SLIP_OK && t->options->proof && out->section.length) {
        out->givens = t->givens;
        out->given = slip_malloc((size_t)t->givens * sizeof *out->given);
        if (!out->given || out->section.failed || out->second.failed) status = slip_fail(error, SLIP_MEMORY, "no memory for a proof");
        else memcpy(out->given, t->given, (size_t)t->givens * sizeof *out->given);
    }
    if (status == SLIP_OK && out->word == SLIP_NEAR_UNDECIDED) snprintf(out->sentence, sizeof out->sentence, "%s", t->why);
    return status;
}

slip_status slip_near_prove(const slip_problem *p, slip_law law, slip_dirs dirs, const slip_answer *answer, const slip_near_options *options, slip_near *out,
                            slip_error *error)
{
    static const slip_near_options usual = { .gate = 0 };
    slip_error own;
    slip_ruler ruler;
    slip_nearby t = { .ruler = &ruler, .options = options ? options : &usual, .out = out };
    if (!error) error = &own;
    *out = (slip_near){ .eps = NAN, .refined = NAN, .unique = SLIP_MAYBE, .law = law, .dirs = dirs };
    if (answer->claim == SLIP_CLAIM_NO_SOLUTION) return slip_near_none(p, law, dirs, t.options, out, error);
    slip_status status = slip_posed_new(&t.posed, p, law, dirs, &t.arena, error);
    if (status == SLIP_OK && !answer->r) status = slip_fail(error, SLIP_INPUT, "the answer has no impulses%s%.120s", answer->why[0] ? ": " : "", answer->why);
    if (status == SLIP_OK) status = slip_ruler_new(&ruler, p, error);
    if (status == SLIP_OK) {
        status = prove(&t, answer, error);
        slip_ruler_free(&ruler);
    }
    slip_arena_free(&t.arena);
    flint_cleanup();
    if (status == SLIP_MEMORY || status == SLIP_BUG) {
        slip_near_free(out);
        return status;
    }
    if (status != SLIP_OK) {
        out->word = SLIP_NEAR_UNDECIDED;
        snprintf(out->sentence, sizeof out->sentence, "%s", error->text);
    }
    return SLIP_OK;
}

void slip_near_free(slip_near *near)
{
    slip_text_free(&near->section);
    slip_text_free(&near->second);
    slip_free(near->given);
    near->given = NULL;
}
