/* exact_property.c: properties of a problem with exact certificates: definite, P-matrix, able to come apart, able to stand.
   SPDX-License-Identifier: GPL-3.0-or-later

   Every cone K_i is spanned by impulses a_j; a round one lies between two polygons.  Exact linear programs decide

       apart      z >= 0, sum z = 1, H sum z_j a_j + G l = 0:  impulses that hold each other, or v with G'v = 0, a_j'H'v > 0 for all j
       standing   z >= 0,            H sum z_j a_j + G l + f = 0, contacts with w_N = 0:  v = 0 solves, or v with G'v = 0, a_j'H'v >= 0, f'v > 0

   [AnitescuHart2004, 2.3.1]; statics.c asks the same of GLPK. */

#include "verify/exact.h"
#include "verify/verify.h"

#include <math.h>

enum { ROUND = 16 };            /* corners of the polygons inside and around a round cone */

typedef struct {
    const slip_problem *p; const slip_prove_how *how;
    slip_proof *out; slip_proof_text *text;
    bool (*late)(void *); void *ctx;
    slip_error *error;
} work;

static bool round_cone(const work *w)
{
    slip_law law = w->how->law;
    return w->p->d == 3 && (law == SLIP_LAW_COULOMB || law == SLIP_LAW_CONE || law == SLIP_LAW_OPPOSED);
}

static int corners(const work *w, int i)
{
    const slip_problem *p = w->p;
    if (p->d == 1 || p->mu[i] == 0 || slip_problem_has_slip(p, i)) return 1;
    return p->d == 2 ? 2 : round_cone(w) ? ROUND : w->how->law == SLIP_LAW_BOX ? 4 : w->how->dirs.k;
}

/* Column j of S (m x generators): corner c of the cone of contact i. */
static void corner(const work *w, int i, int c, bool outer, fmpq_mat_t S, int j)
{
    const slip_problem *p = w->p;
    int row = p->d * i;
    double at[2] = { 0, 0 };
    fmpq_one(fmpq_mat_entry(S, row, j));
    if (p->d == 1 || p->mu[i] == 0) return;
    if (slip_problem_has_slip(p, i)) for (int t = 0; t < p->d - 1; t++) at[t] = -p->slip[(p->d - 1) * i + t];
    else if (p->d == 3 && w->how->law == SLIP_LAW_BOX) at[0] = c % 2 ? 1 : -1, at[1] = c / 2 ? 1 : -1;
    else slip_dirs_get(round_cone(w) ? (slip_dirs){ ROUND, 0 } : w->how->dirs, p->d, c, at);
    double size = !round_cone(w) || slip_problem_has_slip(p, i) ? 1 : outer ? (1 + 1e-9) / cos(M_PI / ROUND) : 1 - 1e-9;
    fmpq_t mu;
    fmpq_init(mu);
    slip_exact_double(mu, p->mu[i]);
    for (int t = 0; t < p->d - 1; t++) {
        fmpq *to = fmpq_mat_entry(S, row + 1 + t, j);
        slip_exact_double(to, size * at[t]);
        fmpq_mul(to, to, mu);
    }
    fmpq_clear(mu);
}

/* Does contact i carry impulses at v = 0?  -1: what it does then is not decided here. */
static int carries(const work *w, int i)
{
    const double *at = w->p->w + w->p->d * i;
    double speed = 0;
    for (int t = 1; t < w->p->d && !slip_problem_has_slip(w->p, i); t++) speed += fabs(at[t]);
    bool relaxed = w->how->law == SLIP_LAW_CONE || w->how->law == SLIP_LAW_CONE_FACETS, moving = w->p->mu[i] > 0 && speed > 0;
    if (at[0] > 0 && (!relaxed || !moving || at[0] > w->p->mu[i] * speed * (1 + 1e-9))) return 0;      /* cone laws: u inside K*, not on its border */
    return at[0] != 0 || moving ? -1 : 1;
}

/* One of the two programs, on the polygons inside or around.  1: r, l; 0: v; as slip_exact_feasible. */
static int program(work *w, bool standing, bool outer, fmpq *r, fmpq *l, fmpq *v)
{
    const slip_problem *p = w->p;
    int m = slip_problem_m(p), n = p->n, count = 0, at = 0, rows = n + !standing;
    for (int i = 0; i < p->nc; i++) count += !standing || carries(w, i) ? corners(w, i) : 0;
    fmpq_mat_t S, H, E, HS;
    fmpq_mat_init(S, m, count);
    fmpq_mat_init(H, n, m);
    fmpq_mat_init(HS, n, count);
    fmpq_mat_init(E, rows, count + p->p + 1);
    for (int i = 0; i < p->nc; i++)
        for (int c = 0; (!standing || carries(w, i)) && c < corners(w, i); c++) corner(w, i, c, outer, S, at++);
    slip_exact_sparse(H, 0, 0, &p->H, false);
    fmpq_mat_mul(HS, H, S);
    slip_exact_sparse(E, 0, count, &p->G, false);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < count; j++) fmpq_set(fmpq_mat_entry(E, i, j), fmpq_mat_entry(HS, i, j));
        if (standing) slip_exact_double(fmpq_mat_entry(E, i, count + p->p), p->f[i]);
    }
    for (int j = 0; j < count && !standing; j++) fmpq_one(fmpq_mat_entry(E, n, j));
    if (!standing) fmpq_set_si(fmpq_mat_entry(E, n, count + p->p), -1, 1);
    fmpq *x = _fmpq_vec_init(count + p->p + 1), *y = _fmpq_vec_init(rows + 1);
    int answer = slip_exact_feasible(E, count, x, y, w->late, w->ctx, w->error);
    for (int i = 0; answer == 1 && i < m; i++) {
        fmpq_zero(r + i);
        for (int j = 0; j < count; j++) fmpq_addmul(r + i, fmpq_mat_entry(S, i, j), x + j);
    }
    for (int j = 0; answer == 1 && j < p->p; j++) fmpq_set(l + j, x + count + j);
    for (int i = 0; answer == 0 && i < n; i++) fmpq_set(v + i, y + i);
    _fmpq_vec_clear(y, rows + 1);
    _fmpq_vec_clear(x, count + p->p + 1);
    fmpq_mat_clear(E);
    fmpq_mat_clear(HS);
    fmpq_mat_clear(H);
    fmpq_mat_clear(S);
    return answer;
}

static const char *unable(const work *w, bool standing)
{
    const slip_problem *p = w->p;
    if (!slip_problem_global(p)) return "only the local form is known";
    for (int i = 0; i < p->nc; i++) {
        if (p->bilateral && p->bilateral[i]) return "a contact is bilateral";
        if (standing && carries(w, i) < 0) return "v = 0 does not keep every contact closed and at rest";
    }
    for (int j = 0; standing && j < p->p; j++) if (p->b[j] != 0) return "v = 0 does not keep the joints";
    if (slip_problem_m(p) + p->p > 2 * SLIP_EXACT_MOST || p->n > SLIP_EXACT_MOST) return "too many contacts for an exact linear program";
    return NULL;
}

static slip_status decide(work *w, bool standing)
{
    const slip_problem *p = w->p;
    const char *word = standing ? "standing" : "disassemblable", *why = unable(w, standing);
    int m = slip_problem_m(p), found = -1;
    if (why) {
        slip_proof_say(w->out, "%s undecided: %s", word, why);
        return SLIP_OK;
    }
    fmpq *r = _fmpq_vec_init(m + 1), *l = _fmpq_vec_init(p->p + 1), *v = _fmpq_vec_init(p->n + 1);
    slip_text *body = &w->text->body;
    int around = program(w, standing, true, r, l, v), inside = around == 1 && round_cone(w) ? program(w, standing, false, r, l, v) : around;
    if (around == 0) found = !standing;
    else if (around == 1 && inside == 1) found = standing;
    if (found < 0) slip_proof_say(w->out, "%s undecided: %s", word, around == 1 ? "it hangs on how round the cones are" : "stopped before the end");
    else {
        slip_proof_claim(w->text, "%s%s", found ? "" : "not-", word);
        slip_proof_say(w->out, standing ? found ? "it stands: v = 0 is a solution" : "it cannot stand: v = 0 is no solution"
                                        : found ? "it comes apart: a velocity opens every contact" : "it cannot come apart: impulses hold each other");
        if (w->out->word == SLIP_PROVED_UNDECIDED) w->out->word = SLIP_PROVED_PROPERTY;
        if (found != standing) slip_proof_numbers(body, "motion", v, p->n);
        else {
            for (int i = 0; i < p->n; i++) fmpq_zero(v + i);
            slip_text_add(body, standing ? "solution\n" : "impulse\n");
            if (standing) slip_proof_numbers(body, "v", v, p->n);
            if (standing && p->p) slip_proof_numbers(body, "l", l, p->p);
            slip_proof_numbers(body, "r", r, m);
            if (!standing && p->p) slip_proof_numbers(body, "l", l, p->p);
        }
    }
    _fmpq_vec_clear(v, p->n + 1);
    _fmpq_vec_clear(l, p->p + 1);
    _fmpq_vec_clear(r, m + 1);
    return around == -2 || inside == -2 ? SLIP_MEMORY : SLIP_OK;
}

/* ---- matrices ---- */

static slip_status definite(work *w)
{
    const slip_problem *p = w->p;
    bool global = slip_problem_global(p);
    int m = slip_problem_m(p), n = global ? p->n : m;
    if (n > SLIP_EXACT_MOST || (!global && p->p)) {
        slip_proof_say(w->out, "definite undecided: %s", n > SLIP_EXACT_MOST ? "the matrix is too large" : "a local form with joints");
        return SLIP_OK;
    }
    fmpq_mat_t A;
    fmpq_mat_init(A, n, n);
    slip_exact_sparse(A, 0, 0, global ? &p->M : &p->W, false);
    int is = slip_exact_ldl(NULL, NULL, A);
    fmpq_mat_clear(A);
    const char *which = global ? "M" : "W";
    slip_proof_say(w->out, "%s is %s", which, is > 0 ? "positive definite" : is == 0 ? "positive semidefinite, singular" : "not positive semidefinite");
    if (is <= 0) return SLIP_OK;
    slip_proof_claim(w->text, "positive-definite %s", which);
    if (w->out->word == SLIP_PROVED_UNDECIDED) w->out->word = SLIP_PROVED_PROPERTY;
    return slip_proof_mass(&w->text->body, p, false, true, w->error);
}

static void p_matrix(work *w, const slip_exact_system *s)
{
    bool pairs = s->size > 0 && s->size <= 14;
    for (int i = 0; i < s->size; i++) pairs &= s->kind[i] == SLIP_PAIR;
    if (!pairs) {
        slip_proof_say(w->out, "p-matrix undecided: it needs from 1 to 14 unknowns, all of them complementary");
        return;
    }
    fmpq *x = _fmpq_vec_init(s->size + 1);
    bool yes = slip_exact_p_matrix(s->A, x);
    slip_proof_claim(w->text, yes ? "p-matrix" : "not-p-matrix");
    slip_proof_say(w->out, yes ? "a P-matrix: one solution whatever q" : "not a P-matrix");
    if (!yes) slip_proof_numbers(&w->text->body, "reversal", x, s->size);
    if (w->out->word == SLIP_PROVED_UNDECIDED) w->out->word = SLIP_PROVED_PROPERTY;
    _fmpq_vec_clear(x, s->size + 1);
}

slip_status slip_exact_property(const slip_problem *p, const slip_prove_how *how, const slip_exact_system *s, slip_proof *out, slip_proof_text *text,
                                bool (*late)(void *), void *ctx, slip_error *error)
{
    work w = { p, how, out, text, late, ctx, error };
    slip_status status = SLIP_OK;
    if (how->asks >> SLIP_ASK_DEFINITE & 1) status = definite(&w);
    if (!status && s && how->asks >> SLIP_ASK_P_MATRIX & 1) p_matrix(&w, s);
    if (!status && how->asks >> SLIP_ASK_APART & 1) status = decide(&w, false);
    if (!status && how->asks >> SLIP_ASK_STANDING & 1) status = decide(&w, true);
    return status;
}
