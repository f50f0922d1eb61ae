/* problems.h: one problem, its laws, its operators, the catalogue.
   SPDX-License-Identifier: GPL-3.0-or-later

   nc contacts of dimension d = 1, 2 or 3, m = d nc, n velocities, p joints; normal component first,
   contact-major.  The letters are FCLIB's.

       (1)  M v = H r + G l + f       dynamics, M symmetric positive definite, n x n
       (2)  G' v + b = 0              joints (rows may be redundant)
       (3)  u = H' v + w              relative velocity at the contacts
       (4)  law(u_i, r_i, mu_i)       for every contact i

   Condensed: u = W r + V l + q,  V' r + R l + s = 0, with W = H' M^-1 H, V = H' M^-1 G, R = G' M^-1 G,
   q = H' M^-1 f + w, s = G' M^-1 f + b; or u = W r + q with the joints eliminated.

   Laws.  Let C be the friction set, s(u_T) = max over c in C of -c'u_T,
   K = { r : r_N >= 0, r_T in mu r_N C }, K* its dual:

       (5)  K contains r, orthogonal to u~ in K*,   u~ = u + (mu s(u_T), 0, 0);   cone laws: u~ = u

   A contact with a given slip direction t (|t| = 1) has r = r_N (1, -mu t), r_N >= 0, u_N >= 0, r_N u_N = 0, u_T free.
   A bilateral contact has u_N = 0, r_N of either sign, and friction bounded by mu |r_N|; where its slip is given, r_T = -mu |r_N| t.
   (v, u, r) are velocities and impulses, or accelerations and forces: the level says which. */

#ifndef SLIP_PROBLEMS_H
#define SLIP_PROBLEMS_H

#include "base/base.h"
#include "problems/oddity.h"

/* ---- laws (law.c) ------------------------------------------------------------------------ */

#define SLIP_LAW_LIST(X) \
    X(COULOMB,     "coulomb",     "Coulomb's cone: friction opposes slip with mu r_N") \
    X(FACETS,      "facets",      "the cone over a regular k-gon, maximal dissipation") \
    X(BOX,         "box",         "each tangent axis by itself") \
    X(CONE,        "cone",        "the convex relaxation of coulomb: u~ = u") \
    X(CONE_FACETS, "cone-facets", "the convex relaxation of facets: u~ = u") \
    X(OPPOSED,     "opposed",     "friction opposes slip but need not be parallel to it")

typedef enum {
#define X(name, word, text) SLIP_LAW_##name,
    SLIP_LAW_LIST(X)
#undef X
    SLIP_LAW_COUNT
} slip_law;

#define SLIP_LAW_BIT(law) (1u << (law))
#define SLIP_LAW_ALL ((1u << SLIP_LAW_COUNT) - 1)

const char *slip_law_name(slip_law);
const char *slip_law_text(slip_law);
bool slip_law_find(const char *name, slip_law *out);

/* The k unit directions of a polyhedral law: angle + 2 pi j / k in the tangent plane.  d = 2: k = 2, (+1), (-1). */
typedef struct { int k; double angle; } slip_dirs;
void slip_dirs_get(slip_dirs, int d, int j, double out[2]);      /* exact at quarter turns */

#define SLIP_LEVEL_LIST(X) \
    X(VELOCITY,     "velocity",     "velocities and impulses") \
    X(ACCELERATION, "acceleration", "accelerations and forces")
typedef enum { SLIP_LEVEL_VELOCITY, SLIP_LEVEL_ACCELERATION, SLIP_LEVEL_COUNT } slip_level;
const char *slip_level_name(slip_level);

/* ---- the problem (problem.c) ------------------------------------------------------------- */

typedef struct {        /* optional: rigid bodies behind the velocities; count = 0 when unknown */
    int  count;
    int *first;         /* count+1: the velocities of body b are first[b] .. first[b+1]-1; M is block diagonal in them */
    int *pair;          /* 2 nc: the bodies of contact i, -1 for the ground */
} slip_bodies;

typedef enum { SLIP_SHAPE_DISK, SLIP_SHAPE_BOX, SLIP_SHAPE_SPHERE, SLIP_SHAPE_PLANE, SLIP_SHAPE_SEGMENT, SLIP_SHAPE_POLYGON } slip_shape_kind;

typedef struct {        /* for drawing only */
    slip_shape_kind kind;
    int body;           /* -1: fixed */
    double at[3];       /* centre, or a point of the plane */
    double axes[9];     /* rows: local axes in the world (box); row 0: normal (plane); row 0: other end minus at (segment) */
    double size[3];     /* radius; half widths */
    int corners; const double *corner;   /* polygon: corners x space, in the world */
} slip_shape;

typedef struct {        /* optional: where things are, for pictures and for frame checks */
    int space;          /* 2 or 3; 0: unknown */
    int count; slip_shape *shape;
    double *point;      /* nc x space: contact points */
    double *frame;      /* nc x space x space: rows n, t, o; orthonormal */
    double *gap;        /* nc, or NULL */
} slip_picture;

typedef struct {
    slip_arena arena;               /* owns every array below */
    char *name;                     /* how it was asked for; not part of its identity */
    int d, nc, n, p;
    slip_law law; slip_dirs dirs; slip_level level;
    double *mu;                     /* nc */
    double *slip;                   /* nc (d-1) given slip directions, zero where not given; NULL: none */
    unsigned char *bilateral;       /* nc; NULL: all unilateral */
    /* global form; n = 0 and no M, H when only the local form is known */
    slip_sparse M, H, G;            /* CSC: n x n, n x m, n x p */
    double *f, *w, *b;              /* n, m, p */
    /* local form, only where there is no global one */
    slip_sparse W, V, R;            /* CSC: m x m, m x p, p x p */
    double *q, *s;                  /* m, p */
    bool foreign;                   /* read from a file: asymmetry and indefiniteness are properties, not errors */
    double asymmetry;               /* of M or W, relative; 0 when symmetric */
    slip_bodies bodies;
    slip_picture picture;
    double h;                       /* time step, 0 when there is none */
} slip_problem;

static inline int  slip_problem_m(const slip_problem *p) { return p->d * p->nc; }
static inline bool slip_problem_global(const slip_problem *p) { return p->M.x != NULL; }

/* d, nc, n, p set; law coulomb, level velocity, dirs default; mu, f, w, b (or, n = 0 and local, q, s) allocated and zero. */
slip_status slip_problem_new(slip_problem *, int d, int nc, int n, int p, bool local, slip_error *);
void        slip_problem_free(slip_problem *);
slip_status slip_problem_check(slip_problem *, slip_error *);        /* one sentence for the first defect; sets asymmetry */
slip_status slip_problem_copy(slip_problem *out, const slip_problem *, slip_error *);
bool slip_problem_has_slip(const slip_problem *, int i);             /* contact i has a given slip direction */
bool slip_law_same(const slip_problem *, slip_law a, slip_dirs da, slip_law b, slip_dirs db);   /* the same law for this problem? */

/* The condensed form as a problem of its own, joints eliminated (local.c). */
slip_status slip_problem_local(slip_problem *out, const slip_problem *, slip_error *);

/* The same with the contacts that are kept (subset.c); without bodies and picture. */
slip_status slip_problem_subset(slip_problem *out, const slip_problem *, const bool keep[] /* nc */, slip_error *);

/* Families that are written down (fill.c): M = diag(mass), H = J', G = joint', rows row-major: J is m x n, joint p x n (NULL when p = 0). */
slip_status slip_problem_fill_rows(slip_problem *, const double *mass, const double *J, const double *joint, slip_error *);

/* Canonical text (canonical.c): exact numbers in fixed order; also the plain file format.  Its SHA-256 is the identity. */
slip_status slip_problem_text(const slip_problem *, slip_text *out, slip_error *);
slip_status slip_problem_hash(const slip_problem *, char out[65], slip_error *);
slip_status slip_problem_read_text(slip_problem *out, const char *text, size_t count, slip_error *);

/* ---- scales (scale.c): dimensional units of a problem, before any answer is looked at ------ */

typedef struct {
    double *rho;        /* nc: a mass for each contact, sqrt(d)/|W_ii|_F; 0 where W has no row: u_i is fixed */
    double  V;          /* a speed: max_i |(min(q_N,0), q_T)|; 0 when that is 0 */
} slip_scales;

/* ---- condensation (delassus.c, delassus_*.c): W in three forms -------------------------------- */

typedef enum { SLIP_FORM_AUTO, SLIP_FORM_DENSE, SLIP_FORM_BLOCK, SLIP_FORM_BODIES } slip_form;
typedef enum { SLIP_JOINTS_ELIMINATED, SLIP_JOINTS_KEPT } slip_joints;

typedef struct slip_delassus {
    slip_form form; slip_joints joints;
    int d, nc, m, p;    /* p = 0 when the joints were eliminated or there are none */
    double *q, *s;      /* m, p */
    double *diag;       /* nc d d: diagonal blocks of W, row-major */
    double *dense;      /* m x m column-major (DENSE) */
    const double *rowwise;  /* m x m row-major: dense itself when W is symmetric */
    double *ql;         /* m: q + V l of slip_delassus_begin, joints kept */
    slip_bsr block;     /* (BLOCK) */
    struct slip_delassus_bodies *bodies;     /* (BODIES): see delassus_bodies.c */
    struct slip_delassus_rigid *rigid;       /* (BODIES): packed, see delassus_rigid.c; or NULL */
    slip_sparse V;      /* CSC m x p, joints kept */
    double *R;          /* p x p column-major, joints kept */
    int rank;           /* of R: independent joints */
    slip_scales scales;
    slip_crew *crew;    /* threads of products, see slip_delassus_crew; NULL: none */
} slip_delassus;

/* Fails with INPUT and a sentence when redundant joints are inconsistent.  AUTO: bodies when they are known and it is large, else block or dense by fill. */
slip_status slip_delassus_new(slip_delassus *, const slip_problem *, slip_form, slip_joints, slip_arena *, slip_error *);
void slip_delassus_close(slip_delassus *);
/* Products by several threads, with the same bits as by one: the packed form by bodies (`rigid`) only, others take no notice.
   The crew stays the caller's. */
slip_status slip_delassus_crew(slip_delassus *, slip_crew *, slip_arena *, slip_error *);
void slip_delassus_apply(const slip_delassus *, const double *r, const double *l, double *u);      /* u = W r + V l + q; l NULL when p = 0 */
void slip_delassus_joint(const slip_delassus *, const double *r, const double *l, double *e);      /* e = V' r + R l + s, p numbers */
/* Gauss-Seidel on one row block at a time.  begin: take r; row: u_i for the present r; move: r_i has changed by dr. */
void slip_delassus_begin(slip_delassus *, const double *r, const double *l);
void slip_delassus_row(const slip_delassus *, int i, const double *r, double u_i[3]);
void slip_delassus_move(slip_delassus *, int i, const double dr[3]);
/* The same for one joint: e_j for the present r and l; l_j has changed by dl. */
double slip_delassus_joint_row(const slip_delassus *, int j, const double *r, const double *l);
void slip_delassus_joint_move(slip_delassus *, int j, double dl);

/* The whole answer from (r, l): v by (1) (global form only), u by (3) or condensed.  l == NULL with joints: the l that satisfies (2), minimum norm. */
slip_status slip_problem_recover(const slip_problem *, const double *r, double *l /* p, in or out */, bool have_l, double *v, double *u, slip_error *);

/* ---- cones (cone.c) and the stopping residual (natural.c): for solvers; verify/ has its own ------------- */

typedef struct {        /* one contact's law */
    slip_law law; slip_dirs dirs; int d; double mu;
    const double *slip; /* d-1 numbers, or NULL */
    bool bilateral;
} slip_contact;

slip_contact slip_problem_contact(const slip_problem *, slip_law, slip_dirs, int i);
void   slip_cone_project(const slip_contact *, const double x[], double out[]);                       /* on K; opposed as coulomb */
void   slip_friction_project(const slip_contact *, double radius, const double x_t[], double out_t[]);/* on radius C */
double slip_friction_support(const slip_contact *, const double u_t[]);                               /* s(u_T) */
void   slip_cone_u_tilde(const slip_contact *, const double u[], double out[]);
/* max_i |r_i - P_K(r_i - rho_i u~_i)| / (rho_i V); and joints' residual through e (p numbers, may be NULL).  V = 0: scaled by the answer itself. */
double slip_natural(const slip_problem *, slip_law, slip_dirs, const slip_scales *, const double *r, const double *u, int *worst);
double slip_fnat(const slip_problem *, slip_law, slip_dirs, const double *q, const double *r, const double *u, bool max_scale);  /* the field's measures: / |q|, or / max(|q|,|r|,|u|) */

/* ---- answers (answer.c) --------------------------------------------------------------------- */

#define SLIP_CLAIM_LIST(X) \
    X(SOLVED,      "solved",           "says it solved the problem") \
    X(GAVE_UP,     "gave-up",          "says it did not reach a solution") \
    X(NO_SOLUTION, "no-solution",      "says there is no solution") \
    X(NOT_FOR_LAW, "not-for-this-law", "says the problem is not for it")
typedef enum {
#define X(name, word, text) SLIP_CLAIM_##name,
    SLIP_CLAIM_LIST(X)
#undef X
    SLIP_CLAIM_COUNT
} slip_claim;
const char *slip_claim_name(slip_claim);
bool slip_claim_find(const char *, slip_claim *);

typedef struct {
    slip_claim claim; slip_law law; slip_dirs dirs;   /* what it claims, of which law */
    double *r, *u, *v, *l;          /* m, m, n, p; NULL: not given */
    double *farkas;                 /* m: certificate of no solution for d = 1 or frictionless problems: y >= 0, W'y <= 0, q'y < 0; or NULL */
    double claimed_error;           /* NaN: none */
    char why[128];                  /* a word of the solver's */
    double seconds;                 /* what it says it took; 0: it says nothing */
} slip_answer;

slip_status slip_answer_new(slip_answer *, const slip_problem *, slip_arena *, slip_error *);   /* r, u, v, l allocated, claim gave-up */
slip_status slip_answer_read_json(slip_answer *, const slip_problem *, const char *text, size_t count, slip_arena *, slip_error *);
slip_status slip_answer_read_text(slip_answer *, const slip_problem *, const char *text, size_t count, slip_arena *, slip_error *);
/* Any of JSON, text and FCLIB, told by its content (answer_read.c). */
slip_status slip_answer_read(slip_answer *, const slip_problem *, const char *bytes, size_t count, slip_arena *, slip_error *);
slip_status slip_answer_write_json(const slip_answer *, const slip_problem *, slip_text *out, slip_error *);

/* ---- truth: what is known about the solutions, and how --------------------------------------- */

#define SLIP_HOW_LIST(X) \
    X(UNKNOWN,      "unknown",      "nothing is known") \
    X(EXACT,        "exact",        "closed form") \
    X(PROVED,       "proved",       "a proof is known") \
    X(ENUMERATED,   "enumerated",   "all bases tried") \
    X(MANUFACTURED, "manufactured", "made from its solution")
typedef enum {
#define X(name, word, text) SLIP_HOW_##name,
    SLIP_HOW_LIST(X)
#undef X
    SLIP_HOW_COUNT
} slip_how;
const char *slip_how_name(slip_how);

typedef enum { SLIP_MAYBE, SLIP_YES, SLIP_NO } slip_tri;

enum { SLIP_SOLUTIONS_UNKNOWN = -1, SLIP_SOLUTIONS_SOME = -2, SLIP_SOLUTIONS_MANY = -3 };   /* MANY: infinitely many (u, r) */

typedef struct {                /* about the law posed */
    slip_how how;
    int solutions;              /* an exact number of distinct (u, r) >= 0, or one of the above */
    slip_tri unique_u, unique_r;
    int known;                  /* how many solutions are listed */
    double *u, *r;              /* known x m each, in the problem's arena */
    char text[160];             /* one sentence */
    const char *cite;           /* key of REFERENCES.bib */
    const char *proof, *claims; /* the file of a proof that is kept, and what it proves (proved.c); NULL: none */
} slip_truth;
/* A kept proof, by the problem's SHA-256; what it proves beyond what is known. */
slip_status slip_truth_cite_proof(slip_truth *, const slip_problem *, slip_error *);

/* List `known` solutions, known x m numbers each, in the problem's arena (fill.c); truth may be NULL. */
slip_status slip_truth_list(slip_truth *truth, slip_problem *, int known, const double *r, const double *u, slip_error *);

/* ---- parameters and names (name.c) -------------------------------------------------------------- */

enum { SLIP_WHOLE = 1 };        /* slip_param.flags: whole numbers only */

typedef struct {
    const char *name; double def, min, max;
    const char *const *words;   /* NULL-ended: the value is an index into them */
    const char *about;
    unsigned flags;
} slip_param;                   /* a table ends with a NULL name */

int slip_param_count(const slip_param *);
/* `head:key=value,...`: text after the colon into par[] (defaults first).  `extra` (may be NULL) receives reserved keys (seed, step, by). */
typedef struct { unsigned long seed; bool has_seed; int step; char by[96]; } slip_name_extra;
slip_status slip_param_parse(const slip_param *, const char *kind /* "problem" or "solver" */, const char *name, const char *text, double par[], slip_name_extra *, slip_error *);
void slip_param_value(const slip_param *, double value, char out[32]);           /* a word or a number */
slip_status slip_name_full(const slip_param *, const char *head, const double par[], const slip_name_extra *, slip_text *out, slip_error *);  /* canonical: only what differs from the defaults */
/* Nearest of NULL-ended names (by edit distance, at most half the length), or NULL. */
const char *slip_nearest(const char *word, const char *const names[]);

/* ---- the catalogue (families.c) ------------------------------------------------------------------- */

enum { SLIP_MAX_PARAMS = 32 };

typedef struct slip_scene slip_scene;       /* scene.h: bodies in motion */

typedef struct {                /* a canonical family: problems/<name>.c exports slip_family_<name> */
    const char *name, *about, *cite;
    const slip_param *params;
    slip_status (*make)(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *);
    slip_status (*scene)(slip_scene *out, const double par[], unsigned long seed, slip_error *);    /* NULL: not a scene */
} slip_family;

extern const slip_family *const slip_families[];       /* NULL-ended, alphabetical */
const slip_family *slip_family_find(const char *name, slip_error *);      /* NULL with the nearest suggested */

typedef struct { const char *name, *about; const char *const *problems; } slip_suite;
extern const slip_suite *const slip_suites[];
const slip_suite *slip_suite_find(const char *name, slip_error *);

/* Does the name mean a file: a path, or something in this folder? */
bool slip_name_is_file(const char *name);
slip_status slip_scene_open(slip_scene *out, const char *name, slip_error *);         /* a family that moves, by its full name; slip_scene_free */
/* Open a catalogue name or a file.  step= names are refused here (SLIP_INPUT): they are opened above solvers/. */
slip_status slip_problem_open(slip_problem *out, const char *name, slip_truth *truth /* may be NULL */, slip_error *);

/* ---- files (file.c): any format we read, told by its content ---------------------------------------- */

typedef struct {                /* what a file says beside the problem (origin.c): nothing of it is believed */
    slip_arena arena;
    const char *format;         /* "FCLIB, local" */
    char *title, *description, *math_info;      /* NULL: absent */
    double *r, *u, *v, *l;      /* a stored solution: m, m, n, p; NULL: absent */
    int guesses;                /* stored first guesses; not read */
    int notes; slip_note *note; /* oddities met while reading */
} slip_origin;                  /* {0} is empty */
void slip_origin_free(slip_origin *);

slip_status slip_problem_read_file(slip_problem *out, const char *path, slip_error *);
slip_status slip_problem_read_bytes(slip_problem *out, slip_origin * /* or NULL */, const char *bytes, size_t count, slip_error *);
slip_status slip_problem_import(slip_problem *out, slip_origin *, const char *path, slip_error *);   /* the same, with what comes beside it */
/* FCLIB's HDF5 (fclib_write.c), with the texts and the solution of origin (or NULL); INPUT with a sentence when FCLIB cannot say it. */
slip_status slip_problem_write_fclib(const slip_problem *, const slip_origin *, slip_text *out, slip_error *);
/* JSON (problem_json.c; origin may be NULL), and the text of Siconos (siconos.c), where zeros of dense and block matrices are no entries. */
slip_status slip_problem_write_json(const slip_problem *, const slip_origin *, slip_text *out, slip_error *);
typedef enum { SLIP_STORE_DENSE, SLIP_STORE_BLOCK, SLIP_STORE_SPARSE } slip_storage;
slip_status slip_problem_write_siconos(const slip_problem *, slip_storage, slip_text *out, slip_error *);

/* ---- properties (property.c): what `show` and `list` tell ------------------------------------------ */

typedef struct {
    int rank;                   /* of W; -1: not computed */
    double cond;                /* largest / smallest nonzero singular value of W; NaN: not computed */
    slip_tri hyperstatic;       /* rank < m */
    int openable;               /* contacts with q_N > 0 */
    slip_tri pointed;           /* the friction cone: no impulses but 0 hold each other; see slip_problem_pointed */
    double opening, slater;     /* see slip_pointed; NaN: not computed */
    const double *apart;        /* n: the velocity that opens every contact (pointed), or NULL */
    const double *internal;     /* m: impulses that hold each other (not pointed), or NULL */
    slip_tri stands;            /* v = 0 solves it: static equilibrium */
    double threshold;           /* least mu, the same at all contacts, for which it stands; 0: without friction; INFINITY: never; NaN: not computed */
    const char *why;            /* why something was not computed, or NULL */
} slip_property;
slip_status slip_problem_property(const slip_problem *, int max_m, slip_property *, slip_error *);
/* The fields from pointed on, by linear programs, where these are small; else they stay unknown.  Vectors live in the arena. */
slip_status slip_problem_statics(const slip_problem *, slip_property *, slip_arena *, slip_error *);

/* ---- statics (statics.c), by linear programs ---------------------------------------------------------- */

typedef struct {
    slip_tri pointed;           /* MAYBE: between the polygons that enclose the round cones, or see why */
    double margin;              /* largest opening of all contacts at once by velocities of at most 1 (mass-scaled); > 0 iff pointed */
    double slater;              /* the same with gaps and joints of the step, over the largest free velocity; NaN: none exists */
    const double *v;            /* n: the velocity that takes everything apart (pointed), or NULL */
    const double *r;            /* m: impulses that hold each other, H r + G l = 0, sum r_N = 1 (not pointed), or NULL */
    const char *why;            /* why it is not known, or not pointed, or NULL */
} slip_pointed;
slip_status slip_problem_pointed(const slip_problem *, slip_arena *, slip_pointed *, slip_error *);
/* Does v = 0 solve the step?  mu >= 0 replaces every mu.  r (m, or NULL) receives impulses that hold it. */
slip_status slip_problem_stands(const slip_problem *, double mu, slip_tri *, double *r, slip_error *);
/* The least mu, the same at all contacts, for which v = 0 solves the step, within tol; 0, INFINITY, or NaN when it cannot be told. */
int slip_statics_size(const slip_problem *);        /* impulses that span the cones: the size of these programs */
slip_status slip_static_threshold(const slip_problem *, double tol, double *mu, slip_error *);

#endif
