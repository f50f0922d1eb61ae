/* tree.c: identities of the system, and the tree of cases they close.
   SPDX-License-Identifier: GPL-3.0-or-later

       phi = val + h'x,   x = (z, w') with the scaled w',   h = (c - A'y, y),   val = phi0 - y'q

   Of h only the signs are kept, as masks over the 2 N components of x. */

#include "checker.h"

#include <limits.h>
#include <string.h>

static const char *const families[CK_FAMILIES] = { "none", "velocities", "solutions", "pieces", "vertices" };

typedef struct { const ck_functional *of; unsigned long *pos, *neg; mpq_t val; } identity;

typedef struct {
    ck_state *s; ck_system *y; ck_family family;
    int count, room; identity *list;
    unsigned long *now;                         /* fixed x of the present node */
    int waiting, stack_room; unsigned long **stack;     /* nodes still to come, the next one last */
    mpz_t *acc, t;                              /* N numbers of scratch */
    int functionals; const ck_functional **of; bool *above, *below;     /* the family's */
    bool empty;                                 /* no node was closed otherwise than by F */
} tree;

static void set(unsigned long *mask, int k) { mask[k / 64] |= 1ul << k % 64; }
static bool has(const unsigned long *mask, int k) { return mask[k / 64] >> k % 64 & 1; }

/* ---- identities ---- */

static void read_identity(tree *b, ck_text *t)
{
    ck_system *y = b->y;
    size_t N = (size_t)y->N;
    if (b->count == b->room) {
        int room = b->room ? 2 * b->room : 64;
        identity *more = ck_new((size_t)room, sizeof *more);
        if (b->count) memcpy(more, b->list, (size_t)b->count * sizeof *more);
        ck_free(b->list);
        b->list = more, b->room = room;
    }
    identity *id = &b->list[b->count];
    id->of = ck_functional_get(b->s, ck_word(t));
    ck_sparse v;
    ck_sparse_vector(t, y->N, &v);
    id->pos = ck_new(2 * (size_t)y->words, sizeof *id->pos);
    id->neg = id->pos + y->words;
    /* h times den(y) den(phi) */
    for (size_t j = 0; j < N; j++) {
        if (id->of) mpz_mul(b->acc[j], id->of->c[j], v.den);
        else mpz_set_ui(b->acc[j], 0);
    }
    mpz_set_ui(b->t, 0);
    for (int e = 0; e < v.count; e++) {
        int sign = mpz_sgn(v.x[e]);
        if (sign == 0) continue;
        set(sign > 0 ? id->pos : id->neg, y->N + v.at[e]);
        mpz_addmul(b->t, v.x[e], y->q[v.at[e]]);
        if (id->of && mpz_cmp_ui(id->of->den, 1) != 0) mpz_mul(v.x[e], v.x[e], id->of->den);
        mpz_t *row = y->A + (size_t)v.at[e] * N;
        for (size_t j = 0; j < N; j++) if (mpz_sgn(row[j]) != 0) mpz_submul(b->acc[j], v.x[e], row[j]);
    }
    for (size_t j = 0; j < N; j++)
        if (mpz_sgn(b->acc[j]) != 0) set(mpz_sgn(b->acc[j]) > 0 ? id->pos : id->neg, (int)j);
    mpq_init(id->val);
    mpz_neg(mpq_numref(id->val), b->t);
    mpz_set(mpq_denref(id->val), v.den);
    mpq_canonicalize(id->val);
    if (id->of) {
        mpq_t phi0;
        mpq_init(phi0);
        mpq_set_num(phi0, id->of->phi0);
        mpq_set_den(phi0, id->of->den);
        mpq_canonicalize(phi0);
        mpq_add(id->val, id->val, phi0);
        mpq_clear(phi0);
    }
    ck_sparse_free(&v);
    b->count++;
}

static identity *which(tree *b, ck_text *t) { return &b->list[ck_integer(t, b->count)]; }

/* h >= 0 here, when wrong = neg; h <= 0 here, when wrong = pos. */
static bool one_sign(const tree *b, const unsigned long *pos, const unsigned long *neg, const unsigned long *wrong)
{
    for (int k = 0; k < b->y->words; k++)
        if ((wrong[k] | ((pos[k] | neg[k]) & b->y->loose[k])) & ~b->now[k]) return false;
    return true;
}
static bool up(const tree *b, const unsigned long *pos, const unsigned long *neg) { return one_sign(b, pos, neg, neg); }
static bool down(const tree *b, const unsigned long *pos, const unsigned long *neg) { return one_sign(b, pos, neg, pos); }

/* ---- nodes ---- */

static void later(tree *b, int fixed)           /* a child of the present node that fixes one more */
{
    if (b->waiting == b->stack_room) {
        int room = b->stack_room ? 2 * b->stack_room : 64;
        unsigned long **more = ck_new((size_t)room, sizeof *more);
        if (b->waiting) memcpy(more, b->stack, (size_t)b->waiting * sizeof *more);
        ck_free(b->stack);
        b->stack = more, b->stack_room = room;
    }
    unsigned long *child = ck_new((size_t)b->y->words, sizeof *child);
    memcpy(child, b->now, (size_t)b->y->words * sizeof *child);
    set(child, fixed);
    b->stack[b->waiting++] = child;
}

static void close(tree *b)
{
    ck_free(b->now);
    b->now = b->waiting ? b->stack[--b->waiting] : NULL;
}

static void close_by_claim(tree *b)
{
    b->empty = false;
    close(b);
}

static void fix(tree *b, ck_text *t)
{
    identity *id = which(b, t);
    ck_end_of_line(t);
    if (id->of || !up(b, id->pos, id->neg) || mpq_sgn(id->val) < 0) ck_refuse("Z: this identity fixes nothing here");
    for (int k = 0; k < b->y->words; k++) b->now[k] |= id->pos[k] & ~b->y->loose[k];
}

static void infeasible(tree *b, ck_text *t)
{
    identity *id = which(b, t);
    ck_end_of_line(t);
    if (id->of || !((up(b, id->pos, id->neg) && mpq_sgn(id->val) > 0) || (down(b, id->pos, id->neg) && mpq_sgn(id->val) < 0)))
        ck_refuse("F: this identity is no contradiction here");
    close(b);
}

static void branch(tree *b, ck_text *t)
{
    int i = ck_integer(t, b->y->N);
    ck_end_of_line(t);
    if (b->y->type[i] != CK_C) ck_refuse("B: index %d is no complementary pair", i);
    if (has(b->now, i) || has(b->now, b->y->N + i)) ck_refuse("B: pair %d is decided already", i);
    later(b, b->y->N + i);
    later(b, i);
    close(b);
}

/* phi against the value of solution x: numbers first .. of lo are v or u, then r. */
static int compare(const mpq_t val, const ck_point *x, int k)
{
    mpz_t a, b;
    mpz_inits(a, b, (mpz_ptr)NULL);
    mpz_mul(a, mpq_numref(val), x->lo.den);
    mpz_mul(b, x->lo.x[k], mpq_denref(val));
    int order = mpz_cmp(a, b);
    mpz_clears(a, b, (mpz_ptr)NULL);
    return order;
}

static void bound(tree *b, const ck_functional *of, const unsigned long *pos, const unsigned long *neg, const mpq_t val, const ck_point *x, int k)
{
    if (b->of[k] != of) return;
    if (!b->above[k] && up(b, pos, neg) && compare(val, x, k) >= 0) b->above[k] = true;
    if (!b->below[k] && down(b, pos, neg) && compare(val, x, k) <= 0) b->below[k] = true;
}

static const ck_point *solution(tree *b, ck_text *t, int *k)
{
    *k = ck_integer(t, b->s->points.count);
    if (!b->s->points.point[*k].exact) ck_refuse("%d is no exact solution", *k);
    return &b->s->points.point[*k];
}

/* Every functional of the family is squeezed to its value at x (solution, or a z with U). */
static void squeeze(tree *b, ck_text *t, const ck_point *x)
{
    memset(b->above, 0, (size_t)b->functionals);
    memset(b->below, 0, (size_t)b->functionals);
    mpq_t val;
    mpq_init(val);
    for (int k = 0; k < b->functionals; k++) {
        const ck_functional *f = b->of[k];
        if (!f || !(up(b, f->pos, f->neg) || down(b, f->pos, f->neg))) continue;
        mpq_set_num(val, f->phi0), mpq_set_den(val, f->den), mpq_canonicalize(val);
        bound(b, f, f->pos, f->neg, val, x, k);
    }
    mpq_clear(val);
    while (ck_peek_word(t)) {
        identity *id = which(b, t);
        if (!id->of) ck_refuse("an identity without functional bounds nothing");
        for (int k = 0; k < b->functionals; k++) bound(b, id->of, id->pos, id->neg, id->val, x, k);
    }
    for (int k = 0; k < b->functionals; k++)
        if (b->of[k] && !(b->above[k] && b->below[k])) ck_refuse("functional %d of the family is not shown to be constant here", k);
}

static void same(tree *b, ck_text *t)
{
    int k;
    if (b->family != CK_VELOCITIES && b->family != CK_SOLUTIONS) ck_refuse("V has no place in this tree");
    squeeze(b, t, solution(b, t, &k));
    close_by_claim(b);
}

static void energy(tree *b, ck_text *t)
{
    int k;
    solution(b, t, &k);
    identity *id = which(b, t);
    ck_end_of_line(t);
    if (b->family != CK_VELOCITIES) ck_refuse("E has no place in this tree");
    if (!ck_associated(&b->s->P)) ck_refuse("E: a contact with a given slip direction has friction");
    if (b->s->P.global ? !b->s->definite : !b->s->semidefinite) ck_refuse("E: the matrix has not been shown to be definite");
    if (!id->of || k >= b->y->e_room || id->of != b->y->e[k]) ck_refuse("E: the identity is not about solution %d", k);
    if (!down(b, id->pos, id->neg) || mpq_sgn(id->val) > 0) ck_refuse("E: the identity does not show L <= 0 here");
    close_by_claim(b);
}

static bool member(const tree *b, int k)        /* z number k has all fixed x equal 0 */
{
    const ck_state *s = b->s;
    for (int j = 0; j < b->y->N; j++)
        if ((has(b->now, j) && mpz_sgn(s->z[k].x[j]) != 0) || (has(b->now, b->y->N + j) && mpz_sgn(s->zw[k][j]) != 0)) return false;
    return true;
}

static void piece(tree *b, ck_text *t)
{
    int k = ck_integer(t, b->s->zs);
    ck_end_of_line(t);
    if (b->family != CK_PIECES) ck_refuse("P has no place in this tree");
    for (int i = 0; i < b->y->N; i++)
        if (b->y->type[i] == CK_C && !has(b->now, i) && !has(b->now, b->y->N + i)) ck_refuse("P: pair %d is not decided", i);
    if (!member(b, k)) ck_refuse("P: z number %d is not of this node", k);
    if (b->s->pieces == INT_MAX) ck_refuse("P: too many pieces");
    b->s->pieces++;
    close_by_claim(b);
}

static void faces(tree *b, ck_text *t)
{
    ck_system *y = b->y;
    size_t N = (size_t)y->N;
    ck_sparse d;
    if (b->family != CK_VERTICES) ck_refuse("D has no place in this tree");
    ck_sparse_vector(t, y->N, &d);
    for (size_t i = 0; i < N; i++) {
        mpz_set_ui(b->acc[i], 0);
        for (int e = 0; e < d.count; e++) mpz_addmul(b->acc[i], y->A[i * N + (size_t)d.at[e]], d.x[e]);
    }
    int children = 0;
    for (int k = 2 * y->N - 1; k >= 0; k--) {           /* backwards: the first child is the last of the stack */
        int i = k % y->N, sign = 0;
        if (k >= y->N) sign = mpz_sgn(b->acc[i]);
        else for (int e = 0; e < d.count; e++) if (d.at[e] == i) sign = mpz_sgn(d.x[e]);
        if (sign == 0) continue;
        if (has(b->now, k)) ck_refuse("D: the direction leaves the node at x_%d", k);
        if (y->type[i] != CK_C) continue;
        later(b, k);
        children++;
    }
    if (!children) ck_refuse("D: the direction is zero");
    ck_sparse_free(&d);
    close(b);
}

static void unique(tree *b, ck_text *t)
{
    int k = ck_integer(t, b->s->zs);
    if (b->family != CK_VERTICES) ck_refuse("U has no place in this tree");
    if (!member(b, k)) ck_refuse("U: z number %d is not of this node", k);
    ck_point x = { .exact = true, .lo = b->s->z[k] };
    squeeze(b, t, &x);
    b->s->vertex[k] = true;
    close_by_claim(b);
}

static void family(tree *b)                     /* which functionals a closing line must squeeze */
{
    ck_problem *P = &b->s->P;
    int velocities = P->global ? P->n : P->m;
    char name[16];
    if (b->family == CK_VELOCITIES || b->family == CK_SOLUTIONS) b->functionals = velocities + (b->family == CK_SOLUTIONS ? P->m : 0);
    if (b->family == CK_VERTICES) b->functionals = b->y->N;
    b->of = ck_new((size_t)b->functionals, sizeof *b->of);
    b->above = ck_new((size_t)b->functionals, 1);
    b->below = ck_new((size_t)b->functionals, 1);
    for (int k = 0; k < b->functionals; k++) {
        if (b->family == CK_VERTICES && b->y->type[k] != CK_C) continue;
        bool vertex = b->family == CK_VERTICES, impulse = !vertex && k >= velocities;
        snprintf(name, sizeof name, "%c%d", vertex ? 'z' : impulse ? 'r' : P->global ? 'v' : 'u', impulse ? k - velocities : k);
        b->of[k] = ck_functional_get(b->s, name);
    }
}

void ck_tree_read(ck_state *s, ck_text *t)
{
    tree b = { .s = s, .y = &s->system, .empty = true };
    for (b.family = 0; b.family < CK_FAMILIES && !ck_is(t, families[b.family]); b.family++);
    if (b.family == CK_FAMILIES) ck_refuse("a tree is of none, velocities, solutions, pieces or vertices");
    ck_end_of_line(t);
    ck_system_make(s);
    if ((b.family == CK_PIECES || b.family == CK_VERTICES) && !b.y->plain) ck_refuse("a round cone has no such tree");
    if (s->tree[b.family]) ck_refuse("a second tree of the same kind");
    b.acc = ck_new_mpz((size_t)b.y->N);
    mpz_init(b.t);
    b.now = ck_new((size_t)b.y->words, sizeof *b.now);
    memcpy(b.now, b.y->zero, (size_t)b.y->words * sizeof *b.now);
    family(&b);
    while (b.now) {
        ck_next_line(t);
        const char *kind = ck_word(t);
        if (strlen(kind) != 1) ck_refuse("a line of a tree is expected here");
        switch (*kind) {
        case 'y': read_identity(&b, t); break;
        case 'Z': fix(&b, t); break;
        case 'F': infeasible(&b, t); break;
        case 'B': branch(&b, t); break;
        case 'V': same(&b, t); break;
        case 'E': energy(&b, t); break;
        case 'P': piece(&b, t); break;
        case 'D': faces(&b, t); break;
        case 'U': unique(&b, t); break;
        default: ck_refuse("a line of a tree is expected here");
        }
    }
    s->tree[b.family] = true;
    s->no_solution = s->no_solution || (b.empty && b.family != CK_VERTICES);      /* D speaks of vertices only */
    for (int k = 0; k < b.count; k++) { ck_free(b.list[k].pos); mpq_clear(b.list[k].val); }
    ck_free(b.list), ck_free(b.stack), ck_free(b.of), ck_free(b.above), ck_free(b.below);
    ck_free_mpz(b.acc, (size_t)b.y->N);
    mpz_clear(b.t);
}
