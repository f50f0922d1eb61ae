/* base.h: what everything stands on: memory, errors, matrices, libraries, child processes, texts.
   SPDX-License-Identifier: GPL-3.0-or-later

   Nothing here knows what a contact is.  Nothing here prints or exits.  What can fail takes a
   slip_error last and returns its status; what only allocates returns NULL. */

#ifndef SLIP_BASE_H
#define SLIP_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- errors: the status of a call, and one sentence ------------------------------------- */

#define SLIP_STATUS_LIST(X) \
    X(OK,         "ok",         "done") \
    X(INPUT,      "input",      "the input is not valid") \
    X(MEMORY,     "memory",     "out of memory") \
    X(SIZE,       "size",       "too large for this program") \
    X(FILE,       "file",       "a file could not be read or written") \
    X(ENV,        "env",        "something is missing on this machine") \
    X(NUMERIC,    "numeric",    "the arithmetic broke down") \
    X(INFEASIBLE, "infeasible", "no point satisfies the constraints") \
    X(UNBOUNDED,  "unbounded",  "the objective is unbounded") \
    X(LIMIT,      "limit",      "a limit was reached") \
    X(BUG,        "bug",        "a fault of slipstick itself")

typedef enum {
#define X(name, word, text) SLIP_##name,
    SLIP_STATUS_LIST(X)
#undef X
    SLIP_STATUS_COUNT
} slip_status;

typedef struct { slip_status status; char text[256]; } slip_error;

const char *slip_status_name(slip_status);         /* "input" */
const char *slip_status_text(slip_status);         /* the sentence of the list */

/* Record status and sentence (error may be NULL); returns status, so that `return slip_fail(...)` reads well. */
slip_status slip_fail(slip_error *error, slip_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Process-wide hooks, once, before anything else and before there are threads: GSL's aborting handler off, HDF5's messages off,
   jansson and SuiteSparse on our allocator, OpenBLAS in one thread unless OPENBLAS_NUM_THREADS or OMP_NUM_THREADS is set.  Fails (ENV) if the arithmetic is not IEEE's: -ffast-math, flushing to zero,
   another rounding, fused products. */
slip_status slip_start(slip_error *error);

const char *slip_version(void);                    /* of this library, "0.1" */

/* ---- memory (memory.c): every allocation passes here, so that a test can fail each in turn --- */

void *slip_malloc(size_t bytes);
void *slip_calloc(size_t count, size_t size);      /* NULL also when count * size overflows */
void *slip_realloc(void *, size_t bytes);
void  slip_free(void *);
char *slip_strdup(const char *);
void  slip_memory_fail_at(long k);                 /* the k-th allocation from now on returns NULL, once; k <= 0: never */
long  slip_memory_live(void);                      /* blocks allocated and not yet freed */
long  slip_memory_refused(void);                   /* allocations of this thread that failed so far: tells what a library does not */
size_t slip_memory_peak_rss(void);                 /* bytes, of this process */
size_t slip_memory_available(void);                /* bytes this process may still take, by what the machine says (room.c) */

/* An arena hands out zeroed memory and is freed whole.  {0} is an empty arena. */
typedef struct slip_arena { struct slip_arena_block *blocks; size_t bytes; bool failed; } slip_arena;

void *slip_arena_get(slip_arena *, size_t count, size_t size);   /* zeroed, 64-byte aligned; NULL sets failed; count 0 gives a valid pointer */
char *slip_arena_printf(slip_arena *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void  slip_arena_free(slip_arena *);                             /* and is empty again */
#define SLIP_NEW(arena, type, count) ((type *)slip_arena_get((arena), (size_t)(count), sizeof(type)))

/* ---- growing text (text.c), numbers as text (number.c), files (file.c), hash (sha256.c) ---- */

typedef struct { char *s; size_t length, room; bool failed; } slip_text;     /* {0} is empty; s is always 0-ended once non-NULL */

/* Out of memory sets failed and leaves the text as it was; test once, at the end. */
void slip_text_add(slip_text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void slip_text_put(slip_text *, const char *bytes, size_t count);
void slip_text_free(slip_text *);
int  slip_edit_distance(const char *a, const char *b);     /* Damerau-Levenshtein, of bytes; the longer length when out of memory */

int  slip_format_double(char out[32], double x);           /* shortest decimal that reads back to x; "nan", "inf", "-inf"; returns its length */
/* The number that begins at s itself (no white space is skipped): decimal, hexadecimal, "inf", "infinity" or "nan" in any case.
   Knows no locale.  Overflow gives an infinity.  False, with *end = s and *x untouched, if there is none.  end may be NULL. */
bool slip_parse_double(const char *s, const char **end, double *x);

/* Regular files, and "-" for standard input.  More than limit bytes is SLIP_SIZE.  What out held is freed first; it is empty after a failure. */
slip_status slip_file_read(const char *path, size_t limit, slip_text *out, slip_error *);
/* All or nothing: a temporary beside it, fsync, rename; links are followed, permissions kept.  Devices and pipes are written to as they are. */
slip_status slip_file_write(const char *path, const char *bytes, size_t count, slip_error *);
slip_status slip_file_ready(const char *path, slip_error *);         /* could it be written?  Asked before long work; nothing is left behind */

void slip_sha256_hex(const void *bytes, size_t count, char out[65]);

/* ---- random numbers (rng.c): gsl mt19937, the same on every machine --------------------- */

typedef struct slip_rng slip_rng;
slip_rng *slip_rng_new(unsigned long seed);
void   slip_rng_free(slip_rng *);
double slip_rng_uniform(slip_rng *, double low, double high);
double slip_rng_normal(slip_rng *);
int    slip_rng_below(slip_rng *, int n);          /* 0 .. n-1 */

/* ---- sparse matrices (sparse.c, sparse_algebra.c): int indices; more than INT_MAX entries is SLIP_SIZE ------ */

typedef enum { SLIP_CSC, SLIP_CSR, SLIP_TRIPLET } slip_layout;

typedef struct {
    slip_layout layout;
    int rows, cols, nz;
    int *p;             /* CSC: cols+1 column pointers; CSR: rows+1 row pointers; TRIPLET: nz column indices */
    int *i;             /* CSC: nz row indices; CSR: nz column indices; TRIPLET: nz row indices */
    double *x;          /* nz */
} slip_sparse;          /* x == NULL: absent */

/* All results live in the arena given.  Compressing sums duplicates, sorts indices and keeps explicit zeros.
   An absent matrix converts to an absent one and counts as zero elsewhere; only a product refuses it. */
slip_status slip_sparse_new(slip_sparse *out, slip_layout, int rows, int cols, int nz, slip_arena *, slip_error *);
slip_status slip_sparse_convert(slip_sparse *out, const slip_sparse *in, slip_layout to, slip_arena *, slip_error *);
slip_status slip_sparse_transpose(slip_sparse *out, const slip_sparse *in, slip_arena *, slip_error *);    /* keeps the layout */
slip_status slip_sparse_from_dense(slip_sparse *out, slip_layout, int rows, int cols, const double *colmajor, slip_arena *, slip_error *);
slip_status slip_sparse_multiply(slip_sparse *out, const slip_sparse *A, const slip_sparse *B, slip_arena *, slip_error *);  /* CSC x CSC -> CSC */
void   slip_sparse_to_dense(const slip_sparse *, double *colmajor);                /* rows x cols, written whole */
void   slip_sparse_gaxpy(double alpha, const slip_sparse *A, const double *x, double *y);      /* y += alpha A x */
void   slip_sparse_gaxpy_t(double alpha, const slip_sparse *A, const double *x, double *y);    /* y += alpha A' x */
double slip_sparse_norm(const slip_sparse *);                                      /* Frobenius; duplicates of triplets count apart */
double slip_sparse_asymmetry(const slip_sparse *, slip_arena *);                   /* max |a_ij - a_ji| / max |a_ij|; 0 when empty, NaN when not square, not finite or out of memory */
slip_status slip_sparse_check(const slip_sparse *, const char *name, slip_error *);  /* indices in range, pointers monotone, values finite */
slip_status slip_sparse_check_indices(const slip_sparse *, const char *name, slip_error *);  /* the same of any values; the functions above with an error make it themselves */
static inline int slip_sparse_majors(const slip_sparse *A) { return A->layout == SLIP_CSR ? A->rows : A->cols; }   /* p has one more when compressed */

/* ---- block sparse rows (block.c): d x d blocks, row-major inside a block, CSR of blocks --- */

typedef struct { int d, rows, blocks; int *p, *j, *diag; double *x; } slip_bsr;   /* rows: block rows; diag[i]: index of block (i,i), -1 if none */

slip_status slip_bsr_from_sparse(slip_bsr *out, const slip_sparse *in, int d, slip_arena *, slip_error *);
void slip_bsr_gaxpy(const slip_bsr *, const double *x, double *y);                 /* y += A x */
void slip_bsr_row(const slip_bsr *, int i, const double *x, double *y_i);          /* y_i = row block i times x, d numbers */

/* ---- dense algebra on LAPACKE (dense.c): column-major ------------------------------------ */

/* An entry that is not finite is NUMERIC; only cholesky_solve passes it on. */

slip_status slip_dense_cholesky(int n, double *a, slip_error *);                    /* lower, in place; NUMERIC if not positive definite */
void        slip_dense_cholesky_solve(int n, int nrhs, const double *l, double *b);
slip_status slip_dense_solve(int n, int nrhs, double *a, double *b, slip_error *);  /* LU; NUMERIC if singular */
slip_status slip_dense_lstsq(int m, int n, int nrhs, double *a, double *b, double rcond, int *rank, slip_error *);  /* minimum norm; b is max(m,n) x nrhs */
void        slip_dense_gram(int n, int k, const double *g, double *a);              /* a = g g', both triangles; g is n x k */
slip_status slip_dense_eig(int n, double *a, double *values, bool vectors, slip_error *);   /* symmetric, ascending; vectors over a */
slip_status slip_dense_eigenvalues(int n, double *a, double *re, double *im, slip_error *);   /* of any square matrix; a is overwritten */
slip_status slip_dense_svdvals(int m, int n, double *a, double *s, slip_error *);
int         slip_dense_rank(int m, int n, const double *a, double tol, slip_error *);      /* by singular values > tol * largest; -1 on failure */
slip_status slip_dense_pinv(int n, double *a, double tol, int *rank, slip_error *);        /* symmetric semidefinite, in place, by eigenvalues > tol * largest; NUMERIC if one is < -tol * largest */
const char *slip_blas_name(char out[96]);            /* writes and returns what is loaded, e.g. "OpenBLAS 0.3.21 SkylakeX 1 thread" */

/* ---- sparse Cholesky on CHOLMOD (cholesky.c) --------------------------------------------- */

/* NUMERIC if not positive definite, or singular but for rounding.  Solving writes to workspace in the factor: one thread at a time. */
typedef struct slip_factor slip_factor;
slip_status slip_factor_new(slip_factor **out, const slip_sparse *A /* CSC, symmetric, both triangles */, slip_error *);
slip_status slip_factor_again(slip_factor *, const slip_sparse *A, slip_error *);   /* same pattern, new values */
slip_status slip_factor_solve(const slip_factor *, int nrhs, const double *b, double *x, slip_error *);  /* b, x column-major, may be the same */
void        slip_factor_free(slip_factor *);
slip_status slip_sparse_order(const slip_sparse *A /* CSC, symmetric, both triangles */, int *perm, slip_error *);      /* a permutation that keeps factors of A sparse */

/* ---- sparse LU on UMFPACK (lu.c): symmetric patterns, unsymmetric values ------------------- */

/* NUMERIC if singular.  The arrays p and i must stay as long as the factors do; b and x apart; one thread at a time. */
typedef struct slip_lu slip_lu;
slip_status slip_lu_new(slip_lu **out, const slip_sparse *A /* CSC */, slip_error *);
slip_status slip_lu_again(slip_lu *, const slip_sparse *A, slip_error *);           /* the same p and i, new values */
slip_status slip_lu_solve(const slip_lu *, const double *b, double *x, slip_error *);
void        slip_lu_free(slip_lu *);

/* ---- linear programs on GLPK (lp.c) ------------------------------------------------------ */

/* minimise c'x  s.t.  rlow <= A x <= rhigh, low <= x <= high (NULL bounds: free / absent; +-INFINITY allowed).
   x, y and value may be NULL.  Each answer is checked before it is given; one that fails its check is NUMERIC.
   OK: x, value, and row duals y: c - A'y is >= 0 where low_j alone holds, <= 0 at high_j, and y likewise for the rows.
   INFEASIBLE: y with sup { y'A x: low <= x <= high } < inf { y'z: rlow <= z <= rhigh } (Farkas); 0 when two bounds cross.
   UNBOUNDED: x a direction, c'x < 0, along which a feasible point never leaves.  LIMIT: too many pivots. */
slip_status slip_lp(const slip_sparse *A, const double *c, const double *rlow, const double *rhigh,
                    const double *low, const double *high, double *x, double *y, double *value, slip_error *);

/* ---- double-double (dd.h is inline; see there) ------------------------------------------- */

/* ---- child processes (process.c) --------------------------------------------------------- */

typedef struct {        /* 0 means no limit */
    double wall, cpu;               /* seconds */
    size_t memory;                  /* bytes of resident memory of it and all it started, polled (a fork counts what it shares with us); address space too when rlimit_as */
    size_t output;                  /* bytes of each of stdout and stderr kept and accepted */
    size_t file;                    /* bytes of any file written (RLIMIT_FSIZE) */
    bool   rlimit_as;               /* also RLIMIT_AS: refuse in ASan builds and for runtimes that reserve address space */
    bool   trusted;                 /* not a foreign program: its environment is ours; else OMP_NUM_THREADS, OPENBLAS_NUM_THREADS and their like are 1 */
} slip_limits_child;

#define SLIP_END_LIST(X) \
    X(EXIT,    "exit",    "exited") \
    X(SIGNAL,  "signal",  "died of a signal") \
    X(WALL,    "wall",    "exceeded its wall-clock limit") \
    X(CPU,     "cpu",     "exceeded its CPU limit") \
    X(MEMORY,  "memory",  "exceeded its memory limit") \
    X(OUTPUT,  "output",  "wrote more than its output limit") \
    X(START,   "start",   "could not be started")

typedef enum {
#define X(name, word, text) SLIP_END_##name,
    SLIP_END_LIST(X)
#undef X
    SLIP_END_COUNT
} slip_end;

typedef struct {
    slip_end end; int code;         /* exit status; signal number (SIGKILL after a limit); errno of START */
    int strays;                     /* processes the child left behind, found and killed; after a limit: those that had left its process group */
    double wall, cpu; size_t memory;/* measured; memory is the largest resident size seen */
    slip_text out, err;             /* what it wrote (cut at the limit); s is never NULL after OK */
} slip_child_result;

/* Both return OK when the child was watched to its end, whatever that was: see result->end.  By then nothing it started is alive,
   in whatever session; not even if this process is killed meanwhile.  Signals, environment, descriptors and other children
   of this process are left alone, and several threads may run children at once.  limits may be NULL.
   ENV: no process or pipe to be had, or the watching process was killed.  After a failure the result is empty. */

/* Run argv in a child (argv[0] searched in PATH), its stdin from `input` (may be NULL), in `directory` (NULL: here). */
slip_status slip_child_exec(char *const argv[], const char *directory, const char *input, size_t input_bytes,
                            const slip_limits_child *, slip_child_result *, slip_error *);
/* Run work(ctx, fd) in a forked child; bytes it writes to fd come back in result->out (limit: output), what it prints in result->err.
   The exit code is what work returned. */
slip_status slip_child_fork(int (*work)(void *ctx, int fd), void *ctx,
                            const slip_limits_child *, slip_child_result *, slip_error *);
void        slip_child_result_free(slip_child_result *);
const char *slip_end_name(slip_end);
const char *slip_end_text(slip_end);

/* Another program of ours (program.c): what the environment variable names, or beside this program, or in PATH; room > 1 bytes. */
bool slip_program_find(const char *name, const char *variable, char *out, size_t room);

/* ---- processes at the same work (team.c) --------------------------------------------------- */

void *slip_shared_new(size_t bytes);            /* zeroed, shared with the processes forked later; NULL: none to be had */
void  slip_shared_free(void *, size_t bytes);
/* Run work(ctx, member) in `members` forked processes until all have ended; look(ctx) is called here every few hundredths of a second
   meanwhile (may be NULL).  ends[k]: what work returned, 128 + n after signal n, -1 when it was never started.  ENV: none was started. */
slip_status slip_team_run(int members, int (*work)(void *ctx, int member), void *ctx, void (*look)(void *ctx), int ends[], slip_error *);

/* ---- threads at the same work (crew.c) ------------------------------------------------------ */

enum { SLIP_CREW_MOST = 64 };
typedef struct slip_crew slip_crew;
slip_status slip_crew_new(slip_crew **, int members, slip_error *);         /* makes members - 1 threads; ENV: none to be had */
void   slip_crew_free(slip_crew *);                                         /* joins them; NULL is borne */
/* work(ctx, member, members) by every member, the caller among them as member 0; returns when all have done it. */
void   slip_crew_run(slip_crew *, void (*work)(void *ctx, int member, int members), void *ctx);
int    slip_crew_members(const slip_crew *);                                /* NULL: 1 */
double slip_crew_cpu(const slip_crew *);                                    /* CPU seconds of the threads that are not the caller; NULL: 0 */

/* ---- clocks (clock.c) -------------------------------------------------------------------- */

double slip_clock_wall(void);       /* monotonic seconds */
double slip_clock_cpu(void);        /* this thread's CPU seconds (the process clock lies under RLIMIT_CPU) */

#endif
