/* exact.h: a problem as a linear complementarity problem over the rationals, and dictionaries that stay integer; inside verify/ and tests.
   SPDX-License-Identifier: GPL-3.0-or-later

   The binary64 numbers of the problem are read as the rationals they are.  N indices i, each with z_i and w_i,

       w = A z + q;   PAIR: z_i, w_i >= 0, z_i w_i = 0;   EQUAL: z_i free, w_i = 0;   LOOSE: both free;   SIGNED: both >= 0

   r, u and v are affine in z.  A contact has, in this order:

       no friction or given slip t   PAIR r = z (1, -mu t), w = u_N;  bilateral without friction: EQUAL
       facets (2D: coulomb, facets, box, opposed)   PAIR c | u_N,  k PAIRs beta_j | d_j'u_T + lambda,  PAIR lambda | mu c - sum beta
       box                           PAIR c | u_N,  and for each axis  beta+, beta-, lambda  as above
       cone-facets (2D: cone)        k PAIRs for the generators g_j = (1, mu d_j):  r = sum z_j g_j, w_j = g_j'u
       coulomb, opposed in 3D        PAIR c | u_N, LOOSE r_t | u_t, LOOSE r_o | u_o:  more than the law allows, never less
       cone in 3D                    the same with SIGNED c | u_N

   then the joints: EQUAL l | V'r + R l + s.  [AnitescuHart2004, (2.7), (2.8)], [TrinkleEtAl1995, (15), (16)] */

#ifndef SLIP_EXACT_H
#define SLIP_EXACT_H

#include "problems/problems.h"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>

/* ---- the system (exact_system.c) ------------------------------------------------------------------------ */

typedef enum { SLIP_PAIR, SLIP_EQUAL, SLIP_LOOSE, SLIP_SIGNED } slip_exact_kind;

enum { SLIP_OPEN, SLIP_FIXED, SLIP_FREE };      /* x >= 0, x = 0, no sign */
enum { SLIP_EXACT_MOST = 400 };         /* indices, and velocities */

typedef struct slip_exact_system {
    int size, m, n, p;                  /* N, impulses, velocities (0: only the local form is known), joints: the last indices */
    unsigned char *kind;                /* N slip_exact_kind */
    unsigned char *state;               /* 2N: SLIP_OPEN, SLIP_FIXED or SLIP_FREE at the start, z then w */
    fmpq_mat_t A;                       /* N x (N+1): [A | q] */
    fmpz_mat_t row;                     /* the same, each row times the least positive number that makes it coprime integers */
    fmpq_mat_t r, u, v;                 /* m, m, n rows of N+1: affine in z, constants last */
    bool relaxed;                          /* there are LOOSE indices */
    bool energy;                        /* r'u <= 0 for every solution and M is positive definite (local: semidefinite): the energy rule may be used */
} slip_exact_system;

void slip_exact_double(fmpq_t out, double x);       /* exactly; x finite */
void slip_exact_sparse(fmpq_mat_t out, int top, int left, const slip_sparse *a, bool transposed);      /* out(top + i, left + j) += a(i, j) */
slip_status slip_exact_system_new(slip_exact_system *, const slip_problem *, slip_law, slip_dirs, slip_error *);
/* Each row times the least positive number (scale, or NULL) that makes it coprime integers. */
void slip_exact_rows(fmpz_mat_t out, const fmpq_mat_t in, fmpq *scale);
void slip_exact_system_free(slip_exact_system *);
void slip_exact_apply(fmpq_t out, const fmpq_mat_t affine, int row, const fmpq *z);     /* one row of r, u, v or A at z */

/* ---- definite matrices (exact_matrix.c) ------------------------------------------------------------------ */

/* A = L diag(D) L' exactly, L unit lower triangular (both may be NULL): 1 positive definite, 0 semidefinite, -1 neither or not symmetric. */
int slip_exact_ldl(fmpq_mat_struct *L, fmpq *D, const fmpq_mat_t A);
/* Is A (its first N columns) a P-matrix, N <= 14?  1; 0 and x != 0 with x_i (A x)_i <= 0 for all i. */
int slip_exact_p_matrix(const fmpq_mat_t A, fmpq *x);

/* ---- dictionaries (exact_dictionary.c) ------------------------------------------------------------------- */

/* Variables 0 .. N-1 are z, N .. 2N-1 are w.  D x_row = T_row,N + sum_col T_row,col x_col, D > 0; the last row is the objective. */
typedef struct {
    int size;
    int *at;                    /* 2N: row of a basic variable, -1 - column of the others */
    int *basic, *other;         /* N each: the variable of a row, of a column */
    unsigned char *state;       /* 2N */
    fmpz_mat_t T;               /* (N+1) x (N+1) */
    fmpz_t D, factor;           /* factor: the objective is that many times the function asked for */
    fmpz *unit;                 /* N+1: z_j of the system is unit_N / unit_j times the dictionary's; w_i is unit_N times it, scaled rows */
    long pivots;
    bool (*late)(void *); void *ctx; bool stopped;
    int ray;                    /* after -1 of maximise: the column along which the objective rises for ever; else -1 */
} slip_dictionary;

/* late (may be NULL): asked now and then between pivots; once true everything ends, with answers that mean nothing and `stopped`. */
slip_status slip_dictionary_new(slip_dictionary *, const fmpz_mat_t row /* N x (N+1) */, const unsigned char *state /* 2N */, bool (*late)(void *), void *ctx, slip_error *);
slip_status slip_dictionary_copy(slip_dictionary *, const slip_dictionary *, slip_error *);
void slip_dictionary_free(slip_dictionary *);
void slip_dictionary_fix(slip_dictionary *, int x);             /* x = 0 from now on; feasibility is then unknown */
int  slip_dictionary_feasible(slip_dictionary *);               /* -1, or the row that shows there is no point */
/* Largest value of the affine function c (N+1 integers over the system's z, constant last), from a feasible dictionary: 1: found, and it is
   at most `most` (NULL: any);  0: some point exceeds most;  -1: unbounded. */
int  slip_dictionary_maximise(slip_dictionary *, const fmpz *c, const fmpz *most);
/* The multipliers of the scaled rows behind a row of the dictionary: N coprime integers; sign +1 or -1. */
void slip_dictionary_farkas(const slip_dictionary *, int row, int sign, fmpz *y);
/* The same behind the objective's bound; y / denominator. */
void slip_dictionary_dual(const slip_dictionary *, fmpz *y, fmpz_t denominator);
void slip_dictionary_point(const slip_dictionary *, fmpq *z);   /* N numbers, the system's units */
/* z along column s: of the direction in which its variable rises, the system's units up to a positive factor. */
void slip_dictionary_direction(const slip_dictionary *, int s, fmpq *z);
int  slip_dictionary_sign(const slip_dictionary *, int x);      /* of x at the present point */

/* ---- linear equations with signs (exact_feasible.c) ------------------------------------------------------ */

/* E = [A | a]: x with A x + a = 0, the first `bound` of them >= 0: 1 and x; 0 and y with y'a > 0, y'A = 0 but >= 0 in the first; -1: stopped, -2: no memory. */
int slip_exact_feasible(const fmpq_mat_t E, int bound, fmpq *x, fmpq *y, bool (*late)(void *), void *ctx, slip_error *);

/* ---- the text of a proof (exact_file.c): checker/README.md ------------------------------------------------------ */

typedef struct { slip_text claims, body; } slip_proof_text;

void slip_proof_numbers(slip_text *, const char *word, const fmpq *x, int count);       /* `word` and all numbers over one denominator */
void slip_proof_sparse(slip_text *, const char *word, const fmpq *x, int count);        /* `word` and index:number */
/* `inverse`, and with `definite` that section too, where M is not diagonal (local: `definite W`). */
slip_status slip_proof_mass(slip_text *, const slip_problem *, bool inverse, bool definite, slip_error *);
void slip_proof_directions(slip_text *, const slip_problem *, slip_law, slip_dirs);     /* where the polygon is not rational */
slip_status slip_proof_whole(slip_text *out, const slip_problem *, slip_law, slip_dirs, slip_proof_text *, slip_error *);   /* head, claims, body, END; frees the parts */

/* What was proved, in words (exact_prove.c), and in a line `claim ...`. */
struct slip_proof;
void slip_proof_say(struct slip_proof *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void slip_proof_claim(slip_proof_text *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Properties asked for (exact_property.c); s: NULL where there is no such system. */
struct slip_prove_how;
slip_status slip_exact_property(const slip_problem *, const struct slip_prove_how *, const struct slip_exact_system *s, struct slip_proof *, slip_proof_text *,
                                bool (*late)(void *), void *ctx, slip_error *);

/* ---- identities (exact_identity.c): lines `y PHI ...` of a tree, each written once ------------------------------ */

typedef struct {
    const slip_exact_system *system;
    int words;                  /* of a mask: 2N bits */
    slip_text *out;             /* the lines of the tree, not owned */
    long count;
    long *line; size_t lines;   /* open addressing: 1 + number of an identity, 0: none */
    size_t *from, *length;      /* count: where its text stands in out */
    unsigned long long *mask;   /* count x 2 words: x with h < 0, then h > 0; only for phi = 0 */
    signed char *value;         /* count: sign of val; 2: phi is not 0 */
    long room;
    bool failed;                /* out of memory */
} slip_identities;

slip_status slip_identities_new(slip_identities *, const slip_exact_system *, slip_text *out, slip_error *);
void slip_identities_free(slip_identities *);
/* The number of `y PHI` with multipliers y / denominator (denominator NULL: 1), written if it is new. */
long slip_identity(slip_identities *, const char *phi, const fmpz *y, const fmpz *denominator);
/* Does one that is already written close the node, or fix something there?  fixed: words of a mask.  -1: none. */
long slip_identity_closing(const slip_identities *, const unsigned long long *fixed);
long slip_identity_fixing(const slip_identities *, const unsigned long long *fixed);

/* ---- exact solutions (exact_solution.c) ------------------------------------------------------------------------- */

typedef enum { SLIP_GOAL_SOLUTIONS, SLIP_GOAL_VELOCITIES, SLIP_GOAL_PIECES, SLIP_GOAL_VERTICES } slip_goal;

typedef struct {
    int size, m, n, p;
    int count, room;
    fmpq **x;                   /* count: (z, r, u, v, l), N + 2m + n + p numbers each; z is 0 where it came from elsewhere */
} slip_exact_solutions;

void slip_exact_solutions_new(slip_exact_solutions *, const slip_exact_system *);
void slip_exact_solutions_free(slip_exact_solutions *);
/* From z of the system; its number, that of an equal one (in the sense of the goal), or -1: no memory. */
int  slip_exact_solutions_add(slip_exact_solutions *, const slip_exact_system *, slip_goal, const fmpq *z);
int  slip_exact_solutions_find(const slip_exact_solutions *, const slip_exact_system *, slip_goal, const fmpq *z);     /* -1: none */
static inline const fmpq *slip_exact_r(const slip_exact_solutions *s, int k) { return s->x[k] + s->size; }
static inline const fmpq *slip_exact_u(const slip_exact_solutions *s, int k) { return s->x[k] + s->size + s->m; }
static inline const fmpq *slip_exact_v(const slip_exact_solutions *s, int k) { return s->x[k] + s->size + 2 * s->m; }
static inline const fmpq *slip_exact_l(const slip_exact_solutions *s, int k) { return s->x[k] + s->size + 2 * s->m + s->n; }
/* What a goal distinguishes: functional k of the family as a row of r, u or v (local: z is not among them), its name, its value at a solution; false: no more. */
bool slip_exact_family(const slip_exact_system *, slip_goal, int k, const fmpq_mat_struct **affine, int *row, char name[16]);
const fmpq *slip_exact_family_value(const slip_exact_solutions *, const slip_exact_system *, slip_goal, int k, int solution);

/* ---- the tree (exact_tree.c) -------------------------------------------------------------------------------------- */

#define SLIP_TREE_LIST(X) \
    X(COMPLETE, "every case was looked at") \
    X(MANY,     "a piece holds more than one") \
    X(FIRST,    "one was found") \
    X(NODES,    "the limit of nodes was reached") \
    X(TIME,     "the time limit was reached") \
    X(ASKED,    "it was interrupted") \
    X(ROUND,    "a case is left that round cones do not let decide") \
    X(MEMORY,   "out of memory")
typedef enum {
#define X(name, text) SLIP_TREE_##name,
    SLIP_TREE_LIST(X)
#undef X
    SLIP_TREE_COUNT
} slip_tree_end;

typedef struct {
    const slip_exact_system *system;
    slip_goal goal; bool first;             /* first: stop at the first solution */
    long most; double until;                /* nodes, 0: any number; on the wall clock, 0: any time */
    bool (*look)(void *ctx, double done, long nodes); void *ctx;       /* now and then; true: stop.  May be NULL */
    slip_exact_solutions *solutions;        /* found, and those known before */
    slip_tree_end end;
    long nodes, pivots, pieces; double done;
    int many[2];                            /* MANY: two solutions of one piece, or -1 */
    slip_text out;                          /* the lines of the tree */
    slip_identities identities;
    /* scratch */
    fmpz *c, *y; fmpq *z; unsigned long long *mask; fmpq_mat_t energy; int energies;
} slip_tree;

slip_status slip_tree_run(slip_tree *, slip_error *);       /* the first six fields set, the others 0 */
void slip_tree_free(slip_tree *);
/* For exact_vertices.c: the node below d with x = 0; the end for a reason.  Both false: stop. */
bool slip_tree_child(slip_tree *, const slip_dictionary *, int x, double share);
bool slip_tree_stop(slip_tree *, slip_tree_end);
bool slip_tree_piece(slip_tree *, slip_dictionary *, double share);     /* a node of goal PIECES or VERTICES where every pair is settled */
/* Is this vertex basic: has it a complementary basis with a nonsingular matrix?  1, 0, or -1: too many bases to try. */
int slip_exact_basic(const slip_exact_system *, const fmpq *z);

/* ---- round cones (exact_round.c) ----------------------------------------------------------------------------------- */

/* A solution of the polygon's law inside the cone, if it solves this law too: 1 and z of the (relaxed) system, 0, or -1: no memory. */
int slip_exact_round(const slip_problem *, slip_law, slip_dirs, const slip_exact_system *, slip_tree *limits, fmpq *z, slip_error *);

/* ---- two solutions whose mean is none (exact_nonconvex.c) ------------------------------------------------------------ */

/* A solution of the system with x > 0, one of the 2N variables: 1 and z; 0: none; -1: not within the nodes left; -2: no memory. */
int slip_exact_positive(const slip_exact_system *, int x, fmpq *z, long *nodes, bool (*late)(void *), void *ctx, slip_error *);

#endif
