/* checker.h: what the files of the proof checker share; README.md states the format and why every rule is sound.
   SPDX-License-Identifier: GPL-3.0-or-later

   All numbers are integers of GMP over a known denominator.  Failing functions do not return: ck_refuse (the proof is not
   accepted, exit 1) and ck_unreadable (exit 2) leave through ck_check, which gives back all memory. */

#ifndef CHECKER_H
#define CHECKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <gmp.h>        /* after stdio.h: it then declares what prints */

/* ---- leaving, memory (memory.c) -------------------------------------------------------------- */

enum { CK_PROVED = 0, CK_REFUSED = 1, CK_UNREADABLE = 2 };
#define CK_MEMORY ((size_t)4 << 30)             /* bytes in use at once, at most */

_Noreturn void ck_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void ck_unreadable(const char *format, ...) __attribute__((format(printf, 1, 2)));
void  ck_at_line(long line);                    /* later refusals name this line of the proof; 0: none */
void *ck_new(size_t count, size_t size);        /* zeroed, never NULL */
void  ck_free(void *);
mpz_t *ck_new_mpz(size_t count);                /* initialised to 0 */
mpq_t *ck_new_mpq(size_t count);
void  ck_free_mpz(mpz_t *, size_t count);
/* Runs body(ctx) with these exits; returns its exit code, the sentence in reason[512]. */
int   ck_inside(void (*body)(void *), void *ctx, size_t memory, char *reason);

void ck_sha256_hex(const char *bytes, size_t count, char out[65]);

/* ---- texts (text.c) ---------------------------------------------------------------------------- */

typedef struct {                /* of a proof: lines of words */
    char *at, *end;             /* what is left */
    char *word, *stop;          /* the present line: next word, and its end */
    long line;
} ck_text;

typedef struct { int count; mpz_t *x, den; } ck_vec;                    /* x[k]/den, den > 0 */
typedef struct { int count, *at; mpz_t *x, den; } ck_sparse;            /* at[] increasing */

void  ck_next_line(ck_text *);                  /* skips comments; refuses at the end of the file */
char *ck_peek_word(ck_text *);                  /* of this line, NUL-ended; NULL at its end */
char *ck_word(ck_text *);                       /* refuses at the end of the line */
bool  ck_is(ck_text *, const char *word);       /* takes the word if it is this one */
void  ck_expect(ck_text *, const char *word);   /* a new line that begins with it */
void  ck_end_of_line(ck_text *);
int   ck_integer(ck_text *, int below);         /* 0 <= it < below */
int   ck_parse_integer(const char *digits, int below);
void  ck_number(char *word, mpz_t num, mpz_t den);
void  ck_rational(ck_text *, mpq_t out);
void  ck_vector(ck_text *, int count, ck_vec *);        /* to the end of the line */
void  ck_sparse_vector(ck_text *, int below, ck_sparse *);
void  ck_vec_free(ck_vec *);
void  ck_sparse_free(ck_sparse *);
void  ck_common(ck_vec *const list[], int count);       /* one denominator for all */

/* ---- the problem (problem.c): every number of it is an integer times 2^-E ------------------------- */

typedef enum { CK_COULOMB, CK_FACETS, CK_BOX, CK_CONE, CK_CONE_FACETS, CK_OPPOSED, CK_LAWS } ck_law;
extern const char *const ck_law_names[CK_LAWS];

typedef struct { int rows, cols, nz, *p, *i; mpz_t *x; } ck_matrix;    /* CSC; an entry may stand more than once: they add */

typedef struct {
    int d, nc, n, p, m;
    bool global;
    ck_law law; int k; mpq_t angle;
    unsigned long E;
    mpz_t *mu, *slip;           /* nc, nc (d-1) or NULL */
    unsigned char *bilateral;   /* nc */
    ck_matrix M, H, G, W, V, R;
    mpz_t *f, *w, *b, *q, *s;
    char hash[65];
    /* friction directions, times 2^-Ed */
    int dirs; unsigned long Ed; mpz_t *dir;     /* dirs x 2 */
    bool stated;                                /* they are the proof's */
    mpz_t t[8];                                 /* scratch of law.c */
} ck_problem;

void ck_problem_read(ck_problem *, char *text, size_t count);
bool ck_has_slip(const ck_problem *, int i);
bool ck_frictionless(const ck_problem *, int i);        /* d = 1 or mu = 0 */
bool ck_round(const ck_problem *);                      /* K is not polyhedral */
bool ck_relaxed(const ck_problem *);                    /* a cone law */
bool ck_associated(const ck_problem *);                 /* r.u <= 0 at every contact */
void ck_directions_default(ck_problem *);               /* none when they are irrational */
void ck_directions_stated(ck_problem *, ck_text *);     /* trigonometry.c */
void ck_need_directions(const ck_problem *);

/* out += A x or A'x, x integers */
void ck_times(const ck_matrix *, mpz_t *x, mpz_t *out);
void ck_times_transposed(const ck_matrix *, mpz_t *x, mpz_t *out);

/* ---- laws (law.c): R and U are r and u of contact i, each times any positive factor --------------------- */

bool ck_in_cone(ck_problem *, int i, mpz_t *R);
bool ck_in_dual(ck_problem *, int i, mpz_t *U, bool strictly);
const char *ck_law_broken(ck_problem *, int i, mpz_t *R, mpz_t *U);    /* NULL: it holds */
bool ck_carries_nothing(ck_problem *, int i, mpz_t *U);                       /* u_i = U forces r_i = 0 */

/* ---- solutions and boxes (solution.c, enclosure.c) --------------------------------------------------------- */

typedef struct {                /* lo <= x <= hi; exact: hi is lo */
    bool exact;
    ck_vec lo, hi;              /* velocity (n, or m when local), then r (m) */
    ck_vec u;                   /* exact: m */
} ck_point;

typedef struct { int count, room; ck_point *point; } ck_points;

typedef struct ck_state ck_state;
void ck_solution_read(ck_state *, ck_text *);
void ck_enclosure_read(ck_state *, ck_text *);
void ck_midpoint_read(ck_state *, ck_text *);
void ck_points_add(ck_points *, ck_point);
bool ck_apart(const ck_point *, const ck_point *, int count);           /* in one of the first count numbers */
int  ck_distinct(const ck_points *, int count);                         /* exact ones, by their first count numbers */

/* ---- the complementarity system (system.c) ---------------------------------------------------------------- */

typedef enum { CK_C, CK_S, CK_E, CK_N } ck_type;

typedef struct {                /* phi = (phi0 + c'z)/den; signs of c as masks over x */
    bool made; mpz_t *c, phi0, den; unsigned long *pos, *neg;
} ck_functional;

typedef struct {
    bool made, plain;           /* plain: no S, no N */
    int N, words;               /* indices; longs in a mask of 2 N bits */
    ck_type *type;
    mpq_t *rcoef, *ucoef, *vcoef;       /* m x N, m x N, n x N: coefficients of z */
    mpq_t *q0, *v0;                     /* m, n: constants of u and v */
    mpz_t *A, *q;                       /* scaled rows: N x N, N */
    unsigned long *loose, *zero;        /* x without sign; x that are always 0 */
    ck_functional *v, *u, *r, *z, **e;  /* n, m, m, N; one a solution */
    int e_room;
} ck_system;

void ck_system_make(ck_state *);        /* once */
ck_functional *ck_functional_get(ck_state *, char *name);       /* NULL: the zero functional */
void ck_z_read(ck_state *, ck_text *);
void ck_midpoint_lcp_read(ck_state *, ck_text *);
void ck_w(const ck_system *, mpz_t *z, const mpz_t den, mpz_t *w);    /* scaled w = A z + q, over den */
void ck_reversal_read(ck_state *, ck_text *);
bool ck_p_matrix(ck_state *);

/* ---- trees (tree.c) ------------------------------------------------------------------------------------------- */

typedef enum { CK_NONE, CK_VELOCITIES, CK_SOLUTIONS, CK_PIECES, CK_VERTICES, CK_FAMILIES } ck_family;
void ck_tree_read(ck_state *, ck_text *);
int  ck_vertices(const ck_state *, bool basic);         /* distinct z that closed a node; basic: those with a nonsingular basis (basis.c) */

/* ---- matrices, geometry (matrix.c, geometry.c) -------------------------------------------------------------------- */

void ck_inverse_read(ck_state *, ck_text *);
void ck_definite_read(ck_state *, ck_text *);
void ck_diagonal_mass(ck_state *);              /* what a diagonal M tells without a section */
void ck_gap_read(ck_state *, ck_text *);
void ck_motion_read(ck_state *, ck_text *);
void ck_impulse_read(ck_state *, ck_text *);

/* ---- claims (claims.c) ------------------------------------------------------------------------------------------- */

typedef enum { CK_CLAIM_NO_SOLUTION, CK_CLAIM_SOLUTION, CK_CLAIM_NEAR, CK_CLAIM_SOLUTIONS, CK_CLAIM_VELOCITIES, CK_CLAIM_AT_LEAST_SOLUTIONS,
               CK_CLAIM_AT_LEAST_VELOCITIES, CK_CLAIM_NONCONVEX, CK_CLAIM_NONCONVEX_LCP, CK_CLAIM_PIECES, CK_CLAIM_VERTICES, CK_CLAIM_BASIC, CK_CLAIM_CONE_VELOCITY,
               CK_CLAIM_DEFINITE, CK_CLAIM_P, CK_CLAIM_NOT_P, CK_CLAIM_DISASSEMBLABLE, CK_CLAIM_NOT_DISASSEMBLABLE, CK_CLAIM_STANDING,
               CK_CLAIM_NOT_STANDING } ck_kind;

typedef struct { ck_kind kind; long line; int k; mpq_t eps; char *text; } ck_claim;

struct ck_state {
    ck_problem P;
    int claims; ck_claim *claim;
    bool has_answer; ck_vec answer;
    ck_points points;
    int zs, zs_room; ck_vec *z; mpz_t **zw;     /* z sections: values, and scaled w over the same denominator */
    ck_system system;
    bool diagonal, has_inverse; ck_sparse *inverse;     /* n columns of M^-1 */
    bool definite, semidefinite, has_shift; mpq_t *shift;       /* of M, or of W when local */
    /* what was verified */
    bool tree[CK_FAMILIES], no_solution;
    int pieces; bool *vertex;                   /* vertex: the z that closed a node */
    bool nonconvex, nonconvex_lcp, not_p, disassemblable, not_disassemblable, not_standing, has_gap;
    mpq_t gap;                                  /* the smallest proved bound */
};

void ck_claim_read(ck_state *, ck_text *);
void ck_claims_follow(ck_state *);              /* refuses unless all do */

/* The whole: 0, 1 or 2; a sentence in reason[512]; the proved claims go to out (may be NULL). */
int ck_check(const char *problem, size_t problem_count, const char *proof, size_t proof_count, size_t memory, FILE *out, char *reason);

#endif
